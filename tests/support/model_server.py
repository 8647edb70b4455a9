"""A scripted model behind the OpenAI chat-completions protocol, for running the real `pi` offline.

    python -m tests.support.model_server [--port 0]      prints "http://127.0.0.1:PORT/v1" and serves until killed

The last user message is a script, one step a line. A model turn plays the steps up to and including
the next one that calls a tool; the turn after its results goes on from there. A turn with nothing
left to play says "Done.".

    say N                    N words, one delta a word
    slow MS N                N words, MS milliseconds apart
    text ...                 that text, in deltas of a few characters ("\\n" is a line feed)
    markdown                 a sampler: headings, lists, table, code, links, emoji, a long line
    think ...                that text as reasoning, then "Thought about it."
    bash CMD                 a call of the tool `bash`
    both CMD || CMD          two calls of `bash` in one turn
    read PATH | write PATH TEXT | edit PATH OLD => NEW
    tool NAME JSON           a call of any tool
    fail STATUS [TIMES]      an HTTP error, TIMES times for this script (default: always)
    cut                      the connection breaks in the middle of a sentence
Any other line is echoed back.
"""

from __future__ import annotations

import argparse
import json
import time
import uuid
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from app.demo.sampler import SAMPLER

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Call:
    """A call of the tool *name*; *arguments* is JSON text, as it goes over the wire."""

    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Turn:
    """What one turn of the model plays: *think* and *text* in deltas *delay* seconds apart, then *calls*.

    With *status* it is an HTTP error instead, the first *times* times or, with 0, always. With *cut* the connection
    breaks after the text.
    """

    think: tuple[str, ...] = ()
    text: tuple[str, ...] = ()
    calls: tuple[Call, ...] = ()
    delay: float = 0
    status: int = 0
    times: int = 0
    cut: bool = False

    def __add__(self, other: Turn) -> Turn:
        """Play both in one turn; a failure or a delay of either holds for the whole."""
        return Turn(
            self.think + other.think,
            self.text + other.text,
            self.calls + other.calls,
            other.delay or self.delay,
            other.status or self.status,
            other.times or self.times,
            other.cut or self.cut,
        )


# --- the script -------------------------------------------------------------------------------------------


def words(count: int) -> tuple[str, ...]:
    """Return *count* words, each a delta."""
    return tuple(f"{'word' if number else 'Word'}{number} " for number in range(count))


def pieces(text: str, size: int = 5) -> tuple[str, ...]:
    """Return *text* in deltas of *size* characters, at most some 200 of them."""
    size = max(size, len(text) // 200)
    return tuple(text[start : start + size] for start in range(0, len(text), size))


def call(name: str, **arguments: Any) -> Turn:
    """Return a turn that calls the tool *name*."""
    return Turn(calls=(Call(name, json.dumps(arguments)),))


def both(commands: str) -> Turn:
    """Return a turn that runs several *commands* at once, "||" between them."""
    return reduce(Turn.__add__, (call("bash", command=command.strip()) for command in commands.split("||")))


def slow(milliseconds: str, count: str) -> Turn:
    """Return a turn of *count* words with a pause before each."""
    return Turn(text=words(int(count or 20)), delay=int(milliseconds) / 1000)


def edit(path: str, change: str) -> Turn:
    """Return a turn that edits *path*; *change* is "OLD => NEW"."""
    old, _, new = change.partition(" => ")
    return call("edit", path=path, edits=[{"oldText": old, "newText": new}])


def fail(status: str, times: str) -> Turn:
    """Return a turn that fails *times* times (default: always), then recovers."""
    return Turn(text=pieces("Recovered."), status=int(status), times=int(times or 0))


def unescape(text: str) -> str:
    """Return *text* with its written line feeds as real ones."""
    return text.replace("\\n", "\n")


ONE_ARGUMENT: dict[str, Callable[[str], Turn]] = {
    "say": lambda rest: Turn(text=words(int(rest or 5))),
    "text": lambda rest: Turn(text=pieces(unescape(rest))),
    "markdown": lambda rest: Turn(text=pieces(SAMPLER)),
    "think": lambda rest: Turn(think=pieces(rest), text=pieces("Thought about it.")),
    "bash": lambda rest: call("bash", command=rest),
    "both": both,
    "read": lambda rest: call("read", path=rest),
    "cut": lambda rest: Turn(text=words(5), cut=True),
}
TWO_ARGUMENTS: dict[str, Callable[[str, str], Turn]] = {
    "slow": slow,
    "write": lambda path, text: call("write", path=path, content=unescape(text)),
    "edit": edit,
    "tool": lambda name, arguments: call(name, **json.loads(arguments or "{}")),
    "fail": fail,
}


def plan(line: str) -> Turn:
    """Return what one line of a script asks for."""
    verb, _, rest = line.strip().partition(" ")
    if one := ONE_ARGUMENT.get(verb):
        return one(rest)
    if two := TWO_ARGUMENTS.get(verb):
        first, _, second = rest.partition(" ")
        return two(first, second)
    return Turn(text=pieces(f"You said: {line}"))


def next_turn(messages: list[Json]) -> tuple[str, Turn]:
    """Return the script and its turn to play now, found by counting the turns since the last user message."""
    last = max((index for index, message in enumerate(messages) if message.get("role") == "user"), default=-1)
    script = user_text(messages[last]) if last >= 0 else ""
    played = sum(1 for message in messages[last + 1 :] if message.get("role") == "assistant")
    turns = [Turn()]
    for line in filter(str.strip, script.splitlines()):
        turns[-1] += plan(line)
        if plan(line).calls:
            turns.append(Turn())
    turn = turns[played] if played < len(turns) else Turn()
    return script, turn if turn != Turn() else plan("text Done.")


def user_text(message: Json) -> str:
    """Return the text of a user *message*."""
    content = message.get("content") or ""
    if isinstance(content, str):
        return content
    return "\n".join(part.get("text", "") for part in content if part.get("type") == "text")


# --- the server -------------------------------------------------------------------------------------------


class Server(ThreadingHTTPServer):
    """The server; it counts how often each script has *failed*."""

    def __init__(self, port: int) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.failed: Counter[str] = Counter()


class Handler(BaseHTTPRequestHandler):
    """One request of the agent."""

    server: Server
    protocol_version = "HTTP/1.1"

    def log_message(self, *args: object) -> None:
        """Say nothing: stdout has one line, and stderr is the tests'."""

    def do_GET(self) -> None:
        """List the models."""
        self.reply(200, {"object": "list", "data": [{"id": "scripted", "object": "model"}]})

    def do_POST(self) -> None:
        """Play the next turn of the script in the last user message."""
        body = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))) or b"{}")
        script, turn = next_turn(body.get("messages", []))
        if turn.status:
            self.server.failed[script] += 1
            if not turn.times or self.server.failed[script] <= turn.times:
                message = f"scripted failure {turn.status}"
                self.reply(turn.status, {"error": {"message": message, "type": "server_error"}})
                return
        self.stream(body, turn)

    def reply(self, status: int, value: Json) -> None:
        """Answer with *value* in one piece."""
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def stream(self, body: Json, turn: Turn) -> None:
        """Answer with *turn* as server-sent events, until it ends or the agent goes away."""
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        self.close_connection = True
        self.head = {
            "id": f"chatcmpl-{uuid.uuid4().hex[:8]}",
            "object": "chat.completion.chunk",
            "created": int(time.time()),
            "model": body.get("model", "scripted"),
        }
        with suppress(BrokenPipeError, ConnectionResetError):
            self.play(turn, prompt_tokens=len(json.dumps(body.get("messages", []))) // 4)

    def play(self, turn: Turn, prompt_tokens: int) -> None:
        """Send all deltas of *turn*, then how it finished."""
        self.send({"role": "assistant", "content": ""})
        for piece in turn.think:
            self.send({"reasoning_content": piece})
        for piece in turn.text:
            time.sleep(turn.delay)
            self.send({"content": piece})
        if turn.cut:
            return
        for index, each in enumerate(turn.calls):
            self.send_call(index, each)
        spoken = sum(map(len, turn.text)) // 4 + 1
        usage = {
            "prompt_tokens": prompt_tokens,
            "completion_tokens": spoken,
            "total_tokens": prompt_tokens + spoken,
        }
        self.send({}, "tool_calls" if turn.calls else "stop", usage=usage)
        self.wfile.write(b"data: [DONE]\n\n")

    def send_call(self, index: int, each: Call) -> None:
        """Send a tool call: its name first, then its arguments in pieces."""
        function: Json = {"name": each.name, "arguments": ""}
        start = {"index": index, "id": f"call_{uuid.uuid4().hex[:10]}", "type": "function", "function": function}
        self.send({"tool_calls": [start]})
        for piece in pieces(each.arguments, 12):
            self.send({"tool_calls": [{"index": index, "function": {"arguments": piece}}]})

    def send(self, delta: Json, finish: str | None = None, **extra: Any) -> None:
        """Send one event."""
        chunk = {**self.head, "choices": [{"index": 0, "delta": delta, "finish_reason": finish}], **extra}
        self.wfile.write(b"data: " + json.dumps(chunk).encode() + b"\n\n")
        self.wfile.flush()


def main() -> None:
    """Serve until killed, after saying where."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=0)
    server = Server(parser.parse_args().port)
    print(f"http://127.0.0.1:{server.server_port}/v1", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
