"""The extension UI sub-protocol: nine requests, three responses (pi's `docs/rpc-extension-ui.md`).

A request is never refused for a field of the wrong type: its question would then wait for ever. Missing text
reads as "", other JSON in the place of text as its JSON.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, PlainValidator
from pydantic.alias_generators import to_camel

LONGEST_TIMEOUT_MS = 2**31 - 1
"""Above this many milliseconds Node's timers fire at once: such a timeout has no countdown."""


def _as_text(value: object) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _as_texts(value: object) -> list[str]:
    return [_as_text(item) for item in value] if isinstance(value, list) else []


def _as_optional_text(value: object) -> str | None:
    return None if value is None else _as_text(value)


def _as_optional_texts(value: object) -> list[str] | None:
    if value is None:
        return None
    return _as_texts(value if isinstance(value, list) else [value])


def _as_seconds(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return value / 1000 if 1 <= value <= LONGEST_TIMEOUT_MS else None


# Plain validators: pydantic's own `str` refuses half surrogate pairs, which the agent does send.
Text = Annotated[str, PlainValidator(_as_text)]
Texts = Annotated[list[str], PlainValidator(_as_texts)]
OptionalText = Annotated[str | None, PlainValidator(_as_optional_text)]
OptionalTexts = Annotated[list[str] | None, PlainValidator(_as_optional_texts)]
Seconds = Annotated[float | None, PlainValidator(_as_seconds)]


class UiRequest(BaseModel):
    """What all requests share. *id* is echoed with its JSON type."""

    model_config = ConfigDict(frozen=True, alias_generator=to_camel, populate_by_name=True, extra="ignore")

    id: Any = None


class DialogRequest(UiRequest):
    """A request that waits for exactly one response. *timeout* is in seconds here, milliseconds on the wire."""

    title: Text = ""


class SelectRequest(DialogRequest):
    """Choose one of *options*; the response is the option as it was sent."""

    options: Texts = Field(default_factory=list)
    timeout: Seconds = None


class ConfirmRequest(DialogRequest):
    """Yes or no."""

    message: Text = ""
    timeout: Seconds = None


class InputRequest(DialogRequest):
    """One line of text; *placeholder* is a hint, not a value."""

    placeholder: Text = ""
    timeout: Seconds = None


class EditorRequest(DialogRequest):
    """Text of any length that starts as *prefill*; it has no timeout."""

    prefill: Text = ""


class NotifyRequest(UiRequest):
    """A notification; *notify_type* is absent for plain information, and others than pi's occur."""

    message: Text = ""
    notify_type: Text = ""


class SetStatusRequest(UiRequest):
    """A status entry; absent text clears it."""

    status_key: Text = ""
    status_text: OptionalText = None


class SetWidgetRequest(UiRequest):
    """A widget of text lines; absent lines clear it."""

    widget_key: Text = ""
    widget_lines: OptionalTexts = None
    widget_placement: Text = ""


class SetTitleRequest(UiRequest):
    """The title of the window."""

    title: Text = ""


class SetEditorTextRequest(UiRequest):
    """Text for the prompt editor; stands for `pasteToEditor` too."""

    text: Text = ""


class UnknownUiRequest(UiRequest):
    """A *method* that this version does not know: it may be a dialog, and then it waits."""

    method: Text = ""


_REQUESTS: dict[str, type[UiRequest]] = {
    "select": SelectRequest,
    "confirm": ConfirmRequest,
    "input": InputRequest,
    "editor": EditorRequest,
    "notify": NotifyRequest,
    "setStatus": SetStatusRequest,
    "setWidget": SetWidgetRequest,
    "setTitle": SetTitleRequest,
    "set_editor_text": SetEditorTextRequest,
}


def parse_request(record: dict[str, Any]) -> UiRequest:
    """Return the request in the plain JSON object *record*; an unknown method gives UnknownUiRequest."""
    method = record.get("method")
    kind = _REQUESTS.get(method, UnknownUiRequest) if isinstance(method, str) else UnknownUiRequest
    return kind.model_validate(record)


class UiResponse(BaseModel):
    """What all responses share: exactly `type`, `id` and one more key."""

    model_config = ConfigDict(frozen=True)

    type: Literal["extension_ui_response"] = "extension_ui_response"
    id: Any


class ValueResponse(UiResponse):
    """The answer to select, input and editor; an empty value is an answer."""

    value: Text


class ConfirmedResponse(UiResponse):
    """The answer to confirm."""

    confirmed: bool


class CancelledResponse(UiResponse):
    """Dismisses any dialog."""

    cancelled: Literal[True] = True
