"""A stand-in agent that streams at a pace: `python paced_agent.py SECONDS DELTAS_A_SECOND [QUESTION_EVERY_S]`.

A question's title is the moment that it was printed, by the clock that all processes share.
"""

from __future__ import annotations

import json
import sys
import time

from tests.bench.records import closing, delta_line, opening, words

_TOOL_EVERY = 400


def main() -> None:
    """Stream, now and then with a tool call and its output, and ask when told to."""
    seconds, rate = float(sys.argv[1]), float(sys.argv[2])
    ask_every = float(sys.argv[3]) if len(sys.argv) > 3 else 0.0
    out = sys.stdout
    out.write(opening())
    start = time.monotonic()
    next_question = start + ask_every
    for number, word in enumerate(words(int(seconds * rate))):
        out.write(delta_line(word))
        if number % _TOOL_EVERY == _TOOL_EVERY - 1:
            out.writelines(_tool(number))
        if ask_every and time.monotonic() >= next_question:
            out.write(_question(number))
            next_question += ask_every
        out.flush()
        time.sleep(max(0.0, start + (number + 1) / rate - time.monotonic()))
    out.write(closing())
    out.flush()


def _question(number: int) -> str:
    request = {"type": "extension_ui_request", "id": f"q{number}", "method": "confirm", "message": "Go on?"}
    return json.dumps({**request, "title": repr(time.monotonic())}) + "\n"


def _tool(number: int) -> list[str]:
    call = {"toolCallId": f"t{number}", "toolName": "bash"}
    output = "\n".join(f"\x1b[32mline {line}\x1b[0m of the output" for line in range(2_000))
    result = {"content": [{"type": "text", "text": output}]}
    return [
        json.dumps({"type": "tool_execution_start", **call, "args": {"command": "make test"}}) + "\n",
        json.dumps({"type": "tool_execution_end", **call, "result": result, "isError": False}) + "\n",
    ]


if __name__ == "__main__":
    main()
