#!/usr/bin/env python3
"""A scripted model behind the OpenAI chat-completions protocol, for running the real `pi` offline.

    python model_server.py [--port 0]      prints "http://127.0.0.1:PORT/v1" and serves until killed

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
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SAMPLER = """# Findings

The **parser** has *two* faults and `one` smell. See [the guide](https://example.com/guide) \U0001f642.

1. It reads the file twice.
2. It keeps every line:
   - nested item with `code`
   - another one

| file | lines | fault |
|:-----|------:|:-----:|
| a.py |    12 |  yes  |
| b.py |  1204 |  no   |

```python
def parse(path: str) -> list[str]:
    \"\"\"Return the lines of *path*, stripped.\"\"\"
    with open(path, encoding="utf-8") as handle:
        return [line.rstrip("\\n") for line in handle]  # a comment that runs on and on, past the edge
```

> A quotation
> of two lines.

---

```diff
- old = 1
+ new = 2
```

Text after a rule, with <b>raw HTML</b>, an image ![x](http://example.com/x.png) and a bare https://example.com/link.
"""

failures: Counter[str] = Counter()


def words(count: int) -> list[str]:
    return [("word" if i else "Word") + f"{i} " for i in range(count)]


def pieces(text: str, size: int = 5) -> list[str]:
    size = max(size, len(text) // 200)
    return [text[i : i + size] for i in range(0, len(text), size)]


def call(name: str, arguments: dict) -> dict:
    return {"name": name, "arguments": json.dumps(arguments)}


def plan(step: str) -> dict:
    """Return what one script line asks for: text, think, calls (lists), delay (seconds), fail, times, cut."""
    verb, _, rest = step.strip().partition(" ")
    match verb:
        case "say":
            return {"text": words(int(rest or 5))}
        case "slow":
            delay, _, count = rest.partition(" ")
            return {"text": words(int(count or 20)), "delay": int(delay) / 1000}
        case "text":
            return {"text": pieces(rest.replace("\\n", "\n"))}
        case "markdown":
            return {"text": pieces(SAMPLER)}
        case "think":
            return {"think": pieces(rest), "text": pieces("Thought about it.")}
        case "bash":
            return {"calls": [call("bash", {"command": rest})]}
        case "both":
            return {"calls": [call("bash", {"command": part.strip()}) for part in rest.split("||")]}
        case "read":
            return {"calls": [call("read", {"path": rest})]}
        case "write":
            path, _, text = rest.partition(" ")
            return {"calls": [call("write", {"path": path, "content": text.replace("\\n", "\n")})]}
        case "edit":
            path, _, change = rest.partition(" ")
            old, _, new = change.partition(" => ")
            return {"calls": [call("edit", {"path": path, "edits": [{"oldText": old, "newText": new}]})]}
        case "tool":
            name, _, arguments = rest.partition(" ")
            return {"calls": [call(name, json.loads(arguments or "{}"))]}
        case "fail":
            status, _, times = rest.partition(" ")
            return {"fail": int(status), "times": int(times or 0), "text": pieces("Recovered.")}
        case "cut":
            return {"text": words(5), "cut": True}
    return {"text": pieces("You said: " + step)}


def user_text(message: dict) -> str:
    content = message.get("content") or ""
    if isinstance(content, str):
        return content
    return "\n".join(part.get("text", "") for part in content if part.get("type") == "text")


def merge(steps: list[str]) -> dict:
    """Fold the steps of one turn into one plan; a failure or a delay holds for the whole turn."""
    whole: dict = {"think": [], "text": [], "calls": []}
    for todo in map(plan, steps):
        for key, value in todo.items():
            whole[key] = whole.get(key, []) + value if isinstance(value, list) else value
    return whole


def next_turn(messages: list[dict]) -> tuple[str, dict]:
    """Return (script, plan of this turn), counting the assistant turns since the last user message."""
    last = max((i for i, m in enumerate(messages) if m.get("role") == "user"), default=-1)
    script = user_text(messages[last]) if last >= 0 else ""
    played = sum(1 for m in messages[last + 1 :] if m.get("role") == "assistant")
    turns: list[list[str]] = [[]]
    for line in filter(str.strip, script.splitlines()):
        turns[-1].append(line)
        if plan(line).get("calls"):
            turns.append([])
    todo = turns[played] if played < len(turns) else []
    return script, merge(todo or ["text Done."])


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args: object) -> None:
        pass

    def do_GET(self) -> None:
        self.reply_json(200, {"object": "list", "data": [{"id": "scripted", "object": "model"}]})

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))) or b"{}")
        script, todo = next_turn(body.get("messages", []))
        if status := todo.get("fail"):
            failures[script] += 1
            if not todo["times"] or failures[script] <= todo["times"]:
                self.reply_json(status, {"error": {"message": f"scripted failure {status}", "type": "server_error"}})
                return
        self.stream(body, todo)

    def reply_json(self, status: int, value: dict) -> None:
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def stream(self, body: dict, todo: dict) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        self.close_connection = True
        head = {
            "id": "chatcmpl-" + uuid.uuid4().hex[:8],
            "object": "chat.completion.chunk",
            "created": int(time.time()),
            "model": body.get("model", "scripted"),
        }

        def send(delta: dict, finish: str | None = None, **extra: object) -> None:
            chunk = head | {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]} | extra
            self.wfile.write(b"data: " + json.dumps(chunk).encode() + b"\n\n")
            self.wfile.flush()

        try:
            send({"role": "assistant", "content": ""})
            for piece in todo.get("think", []):
                send({"reasoning_content": piece})
            for piece in todo.get("text", []):
                if delay := todo.get("delay"):
                    time.sleep(delay)
                send({"content": piece})
            if todo.get("cut"):
                return
            calls = todo.get("calls", [])
            for index, item in enumerate(calls):
                send(
                    {
                        "tool_calls": [
                            {
                                "index": index,
                                "id": "call_" + uuid.uuid4().hex[:10],
                                "type": "function",
                                "function": {"name": item["name"], "arguments": ""},
                            }
                        ]
                    }
                )
                for piece in pieces(item["arguments"], 12):
                    send({"tool_calls": [{"index": index, "function": {"arguments": piece}}]})
            out = sum(len(p) for p in todo.get("text", [])) // 4 + 1
            size = len(json.dumps(body.get("messages", []))) // 4
            usage = {"prompt_tokens": size, "completion_tokens": out, "total_tokens": size + out}
            send({}, "tool_calls" if calls else "stop", usage=usage)
            self.wfile.write(b"data: [DONE]\n\n")
        except (BrokenPipeError, ConnectionResetError):
            pass


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=0)
    server = ThreadingHTTPServer(("127.0.0.1", parser.parse_args().port), Handler)
    print(f"http://127.0.0.1:{server.server_port}/v1", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
