"""The settings, each with its default and meaning: one schema for the file, the dialog and the code."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Seconds = Annotated[float, Field(ge=0, le=600)]
Milliseconds = Annotated[int, Field(ge=0, le=10_000)]


class Group(BaseModel):
    """What all groups share: unknown keys are kept out, values are checked when they are set."""

    model_config = ConfigDict(extra="ignore", validate_assignment=True)


class Appearance(Group):
    """How the window looks."""

    scheme: Literal["system", "light", "dark"] = Field(
        default="system", description="Light, dark, or as the system says."
    )


class PromptSettings(Group):
    """How the prompt editor behaves."""

    send_with: Literal["enter", "ctrl+enter"] = Field(default="enter", description="The key that sends the prompt.")


class AgentSettings(Group):
    """How the agent is started and ended."""

    command: str = Field(default="", description="A command to run in the place of pi; empty looks for pi.")
    pi: str = Field(default="", description="The absolute path of pi; empty looks for it in the usual places.")
    arguments: list[str] = Field(default_factory=list, description="Arguments added to `pi --mode rpc`.")
    grace_seconds: Seconds = Field(
        default=3.0, description="How long the agent may take to end after its input closed."
    )
    terminate_seconds: Seconds = Field(default=2.0, description="How long it may take after SIGTERM, before SIGKILL.")
    stop_seconds: Seconds = Field(default=5.0, description="How long Stop waits before it offers a restart.")


class QuestionSettings(Group):
    """How questions guard against accidents."""

    inert_milliseconds: Milliseconds = Field(default=500, description="How long a new question takes no input.")
    quiet_milliseconds: Milliseconds = Field(default=400, description="How long you must not have typed elsewhere.")
    window: bool = Field(default=False, description="Show questions in windows of their own.")


class EditorSettings(Group):
    """The editor of your own."""

    command: str = Field(default="", description="The command that opens a file; empty takes $VISUAL or $EDITOR.")


class Settings(Group):
    """All settings, as they stand in `settings.json`."""

    appearance: Appearance = Appearance()
    prompt: PromptSettings = PromptSettings()
    agent: AgentSettings = AgentSettings()
    questions: QuestionSettings = QuestionSettings()
    editor: EditorSettings = EditorSettings()
