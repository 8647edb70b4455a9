"""Between the window and the agent."""
