// What the playground has no command for: ways to ask, and to take time, that trouble a client.
import { writeSync } from "node:fs";

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export default function (pi: any) {
	let asksAfterTools = false;

	pi.registerCommand("hologram", {
		description: "a request of an unknown method",
		handler: async (_args: string, ctx: any) => {
			writeSync(1, `${JSON.stringify({ type: "extension_ui_request", id: "h1", method: "hologram", title: "?" })}\n`);
			ctx.ui.notify("hologram sent");
		},
	});
	pi.registerCommand("later", {
		description: "a confirm that the command does not wait for",
		handler: async (_args: string, ctx: any) => {
			ctx.ui.confirm("Later?", "The command is over already.").then((yes: boolean) => ctx.ui.notify(`later: ${yes}`));
		},
	});
	pi.registerCommand("busy", {
		description: "takes MS milliseconds and asks nothing",
		handler: async (args: string) => {
			await wait(Number(args));
		},
	});
	pi.registerCommand("ask-in", {
		description: "asks after MS milliseconds",
		handler: async (args: string, ctx: any) => {
			await wait(Number(args));
			ctx.ui.notify(`asked in ${args}: ${await ctx.ui.confirm(`In ${args}?`, "")}`);
		},
	});
	pi.registerCommand("ask-after-tools", {
		description: "from now on each result of a tool is confirmed",
		handler: async () => {
			asksAfterTools = true;
		},
	});
	pi.registerCommand("leave", {
		description: "goes to a new session by itself",
		handler: async (_args: string, ctx: any) => {
			await ctx.newSession();
		},
	});
	pi.on("tool_result", async (event: any, ctx: any) => {
		if (asksAfterTools) ctx.ui.notify(`${event.input.command}: ${await ctx.ui.confirm(`Keep ${event.input.command}?`, "")}`);
	});
}
