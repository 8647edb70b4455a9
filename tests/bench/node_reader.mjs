// What Node needs for the same stream: spawn the program, read its lines with pi's own reader, parse each.
// Usage: node node_reader.mjs PI_PACKAGE PROGRAM [ARGUMENT ...]; prints the milliseconds from spawn to the end.
import { spawn } from "node:child_process";
import { pathToFileURL } from "node:url";

const [pi, program, ...rest] = process.argv.slice(2);
const { attachJsonlLineReader } = await import(pathToFileURL(`${pi}/dist/modes/rpc/jsonl.js`));
const start = performance.now();
const child = spawn(program, rest, { stdio: ["ignore", "pipe", "inherit"] });
let records = 0;
attachJsonlLineReader(child.stdout, (line) => {
	records += JSON.parse(line).type ? 1 : 0;
});
child.stdout.on("end", () => {
	if (records === 0) process.exit(1);
	console.log(performance.now() - start);
});
