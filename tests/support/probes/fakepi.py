#!/usr/bin/env python3
"""Stand-in for `pi --mode rpc`, used by the probes in this folder.

  python3 fakepi.py B001.jsonl   plays a transcript and answers ordinary commands

Environment
  FAKEPI_DELAY  seconds before a start-time transcript is played (default 1.0)
  FAKEPI_LOG    file that receives every line the client writes (JSON: t, line)
  FAKEPI_DUMP   set to 1 to print the transcript without waiting, then exit

A transcript holding an agent_start record is played after the first prompt,
any other transcript shortly after start. Extra arguments are ignored.
"""
import json, os, sys, threading, time

T0 = time.time()
DUMP = os.environ.get("FAKEPI_DUMP") == "1"
_lock = threading.RLock()   # hold it to send one record in several pieces
_log = open(os.environ["FAKEPI_LOG"], "a", encoding="utf-8") if os.environ.get("FAKEPI_LOG") else None
ui_answers = {}          # id -> last extension_ui_response seen
_answered = threading.Condition()


def raw(data):
    with _lock:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


def rec(obj):
    try:
        line = json.dumps(obj, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:                      # lone surrogates: escape, as pi does
        line = json.dumps(obj).encode("ascii")
    raw(line + b"\n")


def ui(method, id, **kw):
    rec({"type": "extension_ui_request", "id": id, "method": method, **kw})


def nap(seconds):
    if not DUMP:
        time.sleep(seconds)


def wait_answer(id, seconds):
    """True when the client answered dialog `id` in time."""
    if DUMP:
        return False
    end = time.time() + seconds
    with _answered:
        while id not in ui_answers:
            left = end - time.time()
            if left <= 0:
                return False
            _answered.wait(left)
    return True


MODEL = {"id": "fake-1", "name": "Fake One", "api": "fake", "provider": "fake", "baseUrl": "",
         "reasoning": True, "input": ["text", "image"], "contextWindow": 200000, "maxTokens": 8192,
         "cost": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0}}
USAGE = {"input": 1, "output": 1, "cacheRead": 0, "cacheWrite": 0, "totalTokens": 2,
         "cost": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0, "total": 0}}
state = {"model": MODEL, "thinkingLevel": "off", "isStreaming": False, "isCompacting": False,
         "steeringMode": "one-at-a-time", "followUpMode": "one-at-a-time",
         "sessionId": "00000000-0000-4000-8000-000000000001", "autoCompactionEnabled": True,
         "messageCount": 0, "pendingMessageCount": 0}
DATA = {
    "get_state": lambda c: state,
    "get_available_models": lambda c: {"models": [MODEL]},
    "get_available_thinking_levels": lambda c: {"levels": ["off", "low", "high"]},
    "get_commands": lambda c: {"commands": []},
    "get_messages": lambda c: {"messages": []},
    "get_entries": lambda c: {"entries": [], "leafId": None},
    "get_tree": lambda c: {"tree": [], "leafId": None},
    "get_fork_messages": lambda c: {"messages": []},
    "get_last_assistant_text": lambda c: {"text": None},
    "get_session_stats": lambda c: {"sessionId": state["sessionId"], "userMessages": 0, "assistantMessages": 0,
                                    "toolCalls": 0, "toolResults": 0, "totalMessages": 0,
                                    "tokens": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0, "total": 0},
                                    "cost": 0},
    "new_session": lambda c: {"cancelled": False},
    "switch_session": lambda c: {"cancelled": False},
    "clone": lambda c: {"cancelled": False},
    "fork": lambda c: {"text": "", "cancelled": False},
    "clear_queue": lambda c: {"steering": [], "followUp": []},
    "set_model": lambda c: MODEL,
    "cycle_model": lambda c: None,
    "cycle_thinking_level": lambda c: None,
    "export_html": lambda c: {"path": "/tmp/session.html"},
    "bash": lambda c: {"output": "", "exitCode": 0, "cancelled": False, "truncated": False},
    "steer": lambda c: {"disposition": "queued"},
    "follow_up": lambda c: {"disposition": "queued"},
}


def reply(cmd, data=None, error=None):
    r = {"type": "response", "command": cmd.get("type"), "success": error is None}
    if cmd.get("id") is not None:
        r = {"id": cmd["id"], **r}
    if error is not None:
        r["error"] = error
    elif data is not None:
        r["data"] = data
    rec(r)


def serve(on_start=None, on_prompt=None, on=None, read_delay=0.0, read_after=0.0, eof_delay=0.0, at_eof=None):
    """Run the fake. on_start()/on_prompt(cmd) run in a thread; on maps command type -> handler(cmd)."""
    on = on or {}
    if DUMP:
        if on_start:
            on_start()
        if on_prompt:
            on_prompt({"id": "dump", "type": "prompt", "message": ""})
        return
    if on_start:
        def go():
            time.sleep(float(os.environ.get("FAKEPI_DELAY", "1.0")))
            on_start()
        threading.Thread(target=go, daemon=True).start()
    time.sleep(read_after)
    buf = b""
    while True:
        chunk = os.read(0, 4096 if read_delay else 1 << 16)
        if not chunk:
            break
        if read_delay:
            time.sleep(read_delay)
        buf += chunk
        while b"\n" in buf:
            line, buf = buf.split(b"\n", 1)
            if _log:
                _log.write(json.dumps({"t": round(time.time() - T0, 3), "line": line.decode("utf-8", "replace")[:4000],
                                       "bytes": len(line)}) + "\n")
                _log.flush()
            try:
                cmd = json.loads(line)
            except ValueError as exc:
                rec({"type": "response", "command": "parse", "success": False, "error": f"Failed to parse command: {exc}"})
                continue
            if not isinstance(cmd, dict):
                continue
            kind = cmd.get("type")
            if kind == "extension_ui_response":
                with _answered:
                    ui_answers[cmd.get("id")] = cmd
                    _answered.notify_all()
            elif kind in on:
                threading.Thread(target=on[kind], args=(cmd,), daemon=True).start()
            elif kind == "prompt" and on_prompt:
                threading.Thread(target=on_prompt, args=(cmd,), daemon=True).start()
            elif kind == "prompt":
                reply(cmd, {"disposition": "handled"})
            elif kind in DATA:
                reply(cmd, DATA[kind](cmd))
            else:
                reply(cmd)
    time.sleep(eof_delay)
    if at_eof:
        at_eof()


def play_file(path):
    with open(path, "rb") as f:
        data = f.read()
    if b'"agent_start"' in data:
        def on_prompt(cmd):
            reply(cmd, {"disposition": "started"})
            raw(data)
        serve(on_prompt=on_prompt)
    else:
        serve(on_start=lambda: raw(data))


# helpers for streaming probes ------------------------------------------------
def start_turn(cmd=None):
    if cmd is not None:
        reply(cmd, {"disposition": "started"})
    rec({"type": "agent_start"})
    rec({"type": "turn_start"})
    rec({"type": "message_start", "message": {"role": "assistant", "content": [], "api": "fake", "provider": "fake",
         "model": "fake-1", "usage": USAGE, "stopReason": "pending", "timestamp": 0}})


def delta(text, kind="text_delta", index=0):
    rec({"type": "message_update", "usage": USAGE,
         "assistantMessageEvent": {"type": kind, "contentIndex": index, "delta": text}})


def event(**kw):
    rec({"type": "message_update", "usage": USAGE, "assistantMessageEvent": kw})


def end_turn(text, aborted=False):
    msg = {"role": "assistant", "content": [{"type": "text", "text": text}], "api": "fake", "provider": "fake",
           "model": "fake-1", "usage": USAGE, "stopReason": "aborted" if aborted else "stop", "timestamp": 0}
    rec({"type": "message_end", "message": msg})
    rec({"type": "turn_end", "message": msg, "toolResults": []})
    rec({"type": "agent_end", "messages": [msg], "willRetry": False})
    rec({"type": "agent_settled", "aborted": aborted})


if __name__ == "__main__":
    play_file(sys.argv[1])
