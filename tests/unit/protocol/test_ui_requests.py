"""The nine requests at their edges: no field of the wrong type makes a question wait for ever."""

from __future__ import annotations

import math
from typing import Any

import pytest

from app.protocol.ui_requests import (
    ConfirmRequest,
    EditorRequest,
    InputRequest,
    NotifyRequest,
    SelectRequest,
    SetEditorTextRequest,
    SetStatusRequest,
    SetTitleRequest,
    SetWidgetRequest,
    UiRequest,
    UnknownUiRequest,
    parse_request,
)


def request(method: object, **fields: Any) -> UiRequest:
    """Parse a request with the id 1."""
    return parse_request({"type": "extension_ui_request", "id": 1, "method": method, **fields})


@pytest.mark.parametrize(
    ("method", "kind"),
    [
        ("select", SelectRequest),
        ("confirm", ConfirmRequest),
        ("input", InputRequest),
        ("editor", EditorRequest),
        ("notify", NotifyRequest),
        ("setStatus", SetStatusRequest),
        ("setWidget", SetWidgetRequest),
        ("setTitle", SetTitleRequest),
        ("set_editor_text", SetEditorTextRequest),
        ("hologram", UnknownUiRequest),
        (None, UnknownUiRequest),
        (["select"], UnknownUiRequest),
    ],
)
def test_a_method_has_its_type_with_nothing_but_its_name(method: object, kind: type[UiRequest]) -> None:
    parsed = request(method)
    assert type(parsed) is kind
    assert parsed.id == 1


@pytest.mark.parametrize(
    ("timeout", "seconds"),
    [
        (1, 0.001),
        (1500, 1.5),
        (1.5, 0.0015),
        (2**31 - 1, (2**31 - 1) / 1000),
        (2**31, None),
        (0, None),
        (-1, None),
        ("5", None),
        (True, None),
        (None, None),
        (math.nan, None),
        (math.inf, None),
        (10**400, None),
        (-(10**400), None),
        ([3000], None),
    ],
)
def test_a_countdown_runs_only_for_what_node_would_wait(timeout: object, seconds: float | None) -> None:
    parsed = request("confirm", timeout=timeout)
    assert isinstance(parsed, ConfirmRequest)
    assert parsed.timeout == seconds


def test_missing_text_is_empty_and_other_json_is_its_json() -> None:
    parsed = request("confirm", title=None, message={"a": [1]})
    assert isinstance(parsed, ConfirmRequest)
    assert (parsed.title, parsed.message) == ("", '{"a": [1]}')


@pytest.mark.parametrize(
    ("options", "read"), [(None, []), ("a", []), (["a", 3, None, "a"], ["a", "3", "", "a"]), ([], [])]
)
def test_options_are_texts_in_their_order(options: object, read: list[str]) -> None:
    parsed = request("select", options=options)
    assert isinstance(parsed, SelectRequest)
    assert parsed.options == read


@pytest.mark.parametrize(("lines", "read"), [(None, None), ([], []), (["a", 1], ["a", "1"]), ("one", ["one"])])
def test_absent_lines_clear_and_empty_ones_do_not(lines: object, read: list[str] | None) -> None:
    parsed = request("setWidget", widgetKey="k", widgetLines=lines, widgetPlacement="belowEditor")
    assert isinstance(parsed, SetWidgetRequest)
    assert (parsed.widget_lines, parsed.widget_placement) == (read, "belowEditor")


@pytest.mark.parametrize(("text", "read"), [(None, None), ("", ""), (5, "5")])
def test_absent_status_text_is_none(text: object, read: str | None) -> None:
    parsed = request("setStatus", statusKey="k", statusText=text)
    assert isinstance(parsed, SetStatusRequest)
    assert parsed.status_text == read
