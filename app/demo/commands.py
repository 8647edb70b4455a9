"""The commands of the protocol (pi's docs/rpc-commands.md), but for `prompt`, which the agent itself answers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from app.demo import playground
from app.demo.compaction import CompactionError, compact
from app.demo.export import export_html
from app.demo.models import MODELS, levels
from app.demo.run import user_message
from app.demo.session import Session, now_ms, text_of
from app.demo.wire import Record

if TYPE_CHECKING:
    from app.demo.agent import Agent

NO_DATA: Any = object()
"""The answer of a command whose response has no `data`."""

Handler = Callable[["Agent", Record], Awaitable[Any]]
HANDLERS: dict[str, Handler] = {}


class CommandError(Exception):
    """A command that fails; the text goes into the response."""


def command(handler: Handler) -> Handler:
    """Register *handler* for the command of its name; a trailing underscore is not part of it."""
    HANDLERS[handler.__name__.rstrip("_")] = handler
    return handler


@command
async def steer(agent: Agent, asked: Record) -> Any:
    agent.queue.add(user_message(str(asked.get("message", "")), asked.get("images")), steer=True)
    return {"disposition": "queued"}


@command
async def follow_up(agent: Agent, asked: Record) -> Any:
    agent.queue.add(user_message(str(asked.get("message", "")), asked.get("images")), steer=False)
    return {"disposition": "queued"}


@command
async def abort(agent: Agent, asked: Record) -> Any:
    if agent.run is not None:
        await agent.run.abort()
    return NO_DATA


@command
async def clear_queue(agent: Agent, asked: Record) -> Any:
    return agent.queue.clear()


@command
async def abort_retry(agent: Agent, asked: Record) -> Any:
    if agent.run is not None:
        agent.run.abort_retry()
    return NO_DATA


@command
async def get_state(agent: Agent, asked: Record) -> Any:
    session = agent.session
    return {
        "model": session.model,
        "thinkingLevel": session.thinking_level,
        "isStreaming": agent.run is not None,
        "isCompacting": False,
        "steeringMode": agent.queue.steering_mode,
        "followUpMode": agent.queue.follow_up_mode,
        "sessionId": session.id,
        **({"sessionName": session.name} if session.name else {}),
        "autoCompactionEnabled": agent.auto_compaction,
        "messageCount": len(session.messages()),
        "pendingMessageCount": len(agent.queue),
    }


@command
async def get_messages(agent: Agent, asked: Record) -> Any:
    return {"messages": agent.session.messages()}


@command
async def get_available_models(agent: Agent, asked: Record) -> Any:
    return {"models": list(MODELS)}


@command
async def set_model(agent: Agent, asked: Record) -> Any:
    provider, identity = asked.get("provider"), asked.get("modelId")
    for model in MODELS:
        if (model["provider"], model["id"]) == (provider, identity):
            agent.switch_model(model)
            return model
    raise CommandError(f"Model not found: {provider}/{identity}")


@command
async def cycle_model(agent: Agent, asked: Record) -> Any:
    agent.switch_model(MODELS[(MODELS.index(agent.session.model) + 1) % len(MODELS)])
    return {"model": agent.session.model, "thinkingLevel": agent.session.thinking_level, "isScoped": False}


@command
async def get_available_thinking_levels(agent: Agent, asked: Record) -> Any:
    return {"levels": levels(agent.session.model)}


@command
async def set_thinking_level(agent: Agent, asked: Record) -> Any:
    agent.switch_thinking_level(str(asked.get("level", "off")))
    return NO_DATA


@command
async def cycle_thinking_level(agent: Agent, asked: Record) -> Any:
    possible = levels(agent.session.model)
    if len(possible) == 1:
        return None
    agent.switch_thinking_level(possible[(possible.index(agent.session.thinking_level) + 1) % len(possible)])
    return {"level": agent.session.thinking_level}


@command
async def set_steering_mode(agent: Agent, asked: Record) -> Any:
    agent.queue.steering_mode = str(asked.get("mode"))
    return NO_DATA


@command
async def set_follow_up_mode(agent: Agent, asked: Record) -> Any:
    agent.queue.follow_up_mode = str(asked.get("mode"))
    return NO_DATA


@command
async def set_auto_compaction(agent: Agent, asked: Record) -> Any:
    agent.auto_compaction = bool(asked.get("enabled"))
    return NO_DATA


@command
async def set_auto_retry(agent: Agent, asked: Record) -> Any:
    agent.auto_retry = bool(asked.get("enabled"))
    return NO_DATA


@command
async def bash(agent: Agent, asked: Record) -> Any:
    def tell(delta: str) -> None:
        address = {"id": asked["id"]} if "id" in asked else {}
        agent.emit({"type": "bash_execution_update", **address, "delta": delta})

    result = await agent.shell.run(str(asked.get("command", "")), tell)
    left_out = {"excludeFromContext": True} if asked.get("excludeFromContext") else {}
    message = {"role": "bashExecution", "command": asked.get("command"), **result, "timestamp": now_ms(), **left_out}
    agent.session.append("message", message=message)
    return result


@command
async def abort_bash(agent: Agent, asked: Record) -> Any:
    agent.shell.abort()
    return NO_DATA


@command
async def new_session(agent: Agent, asked: Record) -> Any:
    return agent.enter(Session())


@command
async def switch_session(agent: Agent, asked: Record) -> Any:
    """Sessions of the demo are in no file, so this does what pi does where there is none: begin an empty one."""
    return agent.enter(Session())


@command
async def fork(agent: Agent, asked: Record) -> Any:
    for entry in agent.session.user_entries():
        if entry["id"] == asked.get("entryId"):
            return {"text": text_of(entry["message"]), **agent.enter(agent.session.copy(entry["parentId"]))}
    raise CommandError("Invalid entry ID for forking")


@command
async def clone(agent: Agent, asked: Record) -> Any:
    return agent.enter(agent.session.copy(agent.session.leaf))


@command
async def get_fork_messages(agent: Agent, asked: Record) -> Any:
    entries = agent.session.user_entries()
    return {"messages": [{"entryId": entry["id"], "text": text_of(entry["message"])} for entry in entries]}


@command
async def get_entries(agent: Agent, asked: Record) -> Any:
    entries = agent.session.entries
    if "since" in asked:
        ids = [entry["id"] for entry in entries]
        if asked["since"] not in ids:
            raise CommandError(f"Entry not found: {asked['since']}")
        entries = entries[ids.index(asked["since"]) + 1 :]
    return {"entries": entries, "leafId": agent.session.leaf}


@command
async def get_tree(agent: Agent, asked: Record) -> Any:
    return {"tree": agent.session.tree(), "leafId": agent.session.leaf}


@command
async def get_last_assistant_text(agent: Agent, asked: Record) -> Any:
    text = agent.session.last_assistant_text()
    return {} if text is None else {"text": text}


@command
async def get_session_stats(agent: Agent, asked: Record) -> Any:
    return agent.session.stats()


@command
async def set_session_name(agent: Agent, asked: Record) -> Any:
    name = str(asked.get("name", "")).strip()
    if not name:
        raise CommandError("Session name cannot be empty")
    agent.session.name = name
    agent.session.append("session_info", name=name)
    agent.emit({"type": "session_info_changed", "name": name})
    return NO_DATA


@command
async def export_html_(agent: Agent, asked: Record) -> Any:
    try:
        return {"path": export_html(agent.session, str(asked.get("outputPath") or ""))}
    except OSError as error:
        raise CommandError(str(error)) from error


@command
async def compact_(agent: Agent, asked: Record) -> Any:
    """Compact when there is nothing to do fails twice over, in an event and in the response, as in pi."""
    agent.emit({"type": "compaction_start", "reason": "manual"})
    end = {"type": "compaction_end", "reason": "manual"}
    try:
        result = compact(agent.session, str(asked.get("customInstructions") or ""))
    except CompactionError as error:
        failed = {"aborted": False, "willRetry": False, "errorMessage": f"Compaction failed: {error}"}
        agent.emit({**end, **failed})
        raise CommandError(str(error)) from error
    agent.emit({**end, "result": result, "aborted": False, "willRetry": False})
    return result


@command
async def get_commands(agent: Agent, asked: Record) -> Any:
    source = {"path": "app.demo", "source": "cli", "scope": "temporary", "origin": "top-level"}
    return {
        "commands": [
            {"name": name, "description": description, "source": "extension", "sourceInfo": source}
            for name, (description, _) in playground.COMMANDS.items()
        ]
    }
