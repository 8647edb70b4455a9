"""What an extension of pi can ask and show over RPC (pi's docs/rpc-extension-ui.md)."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable
from typing import Any

from app.demo.wire import Record

LONGEST_TIMEOUT_MS = 2**31 - 1


class ExtensionUi:
    """The nine methods. A dialog that nobody answers in time gives its default; nothing is sent to say so."""

    def __init__(self, write: Callable[[Record], None]) -> None:
        """Send requests with *write*."""
        self._write = write
        self._waiting: dict[Any, asyncio.Future[Record]] = {}

    def answer(self, response: Record) -> None:
        """Take the client's *response*; one that nobody waits for is ignored."""
        try:
            waiting = self._waiting.pop(response.get("id"), None)
        except TypeError:
            return
        if waiting is not None and not waiting.done():
            waiting.set_result(response)

    async def select(self, title: str, options: list[str], give_up_after: float | None = None) -> Any:
        """Return the chosen option, or None; *give_up_after* seconds, which the client is not told of."""
        response = await self._ask("select", give_up_after, title=title, options=options)
        return _value(response)

    async def confirm(self, title: str, message: str, timeout: float | None = None) -> Any:
        """Return whether the person agreed; *timeout* is in milliseconds."""
        seconds = None
        if timeout:
            # Node turns a delay that does not fit into 32 bits into one millisecond.
            seconds = (timeout if timeout <= LONGEST_TIMEOUT_MS else 1) / 1000
        response = await self._ask("confirm", seconds, title=title, message=message, timeout=timeout)
        return False if response.get("cancelled") else response.get("confirmed", False)

    async def input(self, title: str, placeholder: str | None = None) -> Any:
        """Return the line that was typed, or None."""
        return _value(await self._ask("input", None, title=title, placeholder=placeholder))

    async def editor(self, title: str, prefill: str | None = None) -> Any:
        """Return the text as it was edited, or None."""
        return _value(await self._ask("editor", None, title=title, prefill=prefill))

    async def unknown(self, method: str, **fields: Any) -> Record:
        """Ask by a *method* that no client knows, and return the response without its address."""
        response = await self._ask(method, None, **fields)
        return {key: value for key, value in response.items() if key not in ("type", "id")}

    def notify(self, message: str, kind: str | None = None) -> None:
        """Say something in passing; *kind* is info, warning or error."""
        self.show("notify", message=message, notifyType=kind)

    def set_status(self, key: str, text: str | None) -> None:
        """Set or clear a status entry."""
        self.show("setStatus", statusKey=key, statusText=text)

    def set_widget(self, key: str, lines: list[str] | None, placement: str | None = None) -> None:
        """Set or clear the lines of a widget."""
        self.show("setWidget", widgetKey=key, widgetLines=lines, widgetPlacement=placement)

    def set_title(self, title: str) -> None:
        """Set the title of the window."""
        self.show("setTitle", title=title)

    def set_editor_text(self, text: str) -> None:
        """Put *text* into the prompt editor."""
        self.show("set_editor_text", text=text)

    def show(self, method: str, **fields: Any) -> str:
        """Send a request, without the fields that are None, and return its id."""
        request = str(uuid.uuid4())
        present = {name: value for name, value in fields.items() if value is not None}
        self._write({"type": "extension_ui_request", "id": request, "method": method, **present})
        return request

    async def _ask(self, method: str, seconds: float | None, **fields: Any) -> Record:
        answered: asyncio.Future[Record] = asyncio.get_running_loop().create_future()
        request = self.show(method, **fields)
        self._waiting[request] = answered
        try:
            return await asyncio.wait_for(answered, seconds)
        except TimeoutError:
            return {"cancelled": True}
        finally:
            self._waiting.pop(request, None)


def _value(response: Record) -> Any:
    return None if response.get("cancelled") else response.get("value")
