// Prints an extension UI request of a method that no client knows, past the agent's own writer.
import { writeSync } from "node:fs";

export default function (pi: any) {
	pi.registerCommand("hologram", {
		description: "a request of an unknown method",
		handler: async (_args: string, ctx: any) => {
			writeSync(1, `${JSON.stringify({ type: "extension_ui_request", id: "h1", method: "hologram", title: "?" })}\n`);
			ctx.ui.notify("hologram sent");
		},
	});
}
