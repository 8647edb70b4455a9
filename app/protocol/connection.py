"""One conversation with an agent: bytes in, records out; commands in, bytes out. No I/O of its own."""

from __future__ import annotations

from app.protocol.codec import MalformedLine, Noise, OversizedLine, Record, decode, encode_command, encode_response
from app.protocol.commands import Command, command_name
from app.protocol.framing import LINE_LIMIT, Line, LineFramer
from app.protocol.responses import Response
from app.protocol.ui_requests import UiResponse


class Connection:
    """Frames, decodes and matches responses to the commands that are out.

    Responses come in any order; some carry no id (0.73.1: every unknown command), and are matched to the oldest
    command of that name.
    """

    def __init__(self, line_limit: int = LINE_LIMIT) -> None:
        """Start before the first byte; *line_limit* in bytes."""
        self._framer = LineFramer(line_limit)
        self._outstanding: dict[str, str] = {}
        self._last_id = 0
        self._spoke = False

    @property
    def outstanding(self) -> int:
        """How many commands wait for their response."""
        return len(self._outstanding)

    def receive_data(self, data: bytes) -> list[Record]:
        """Return the records that *data* completes, in their order."""
        return self._records(self._framer.feed(data))

    def end_of_stream(self) -> list[Record]:
        """Return what the last, unterminated line still holds. Every command still out stays unanswered."""
        line = self._framer.finish()
        records = self._records([line] if line is not None else [])
        self._outstanding.clear()
        return records

    def send(self, command: Command) -> tuple[str, bytes]:
        """Return the id given to *command* and its line."""
        self._last_id += 1
        request_id = f"pienza-{self._last_id}"
        self._outstanding[request_id] = command_name(command)
        return request_id, encode_command(command, request_id)

    def respond(self, response: UiResponse) -> bytes:
        """Return the line for the answer to an extension UI request."""
        return encode_response(response)

    def _records(self, lines: list[Line]) -> list[Record]:
        records: list[Record] = [self._settle(decode(line)) for line in lines if line and not line.isspace()]
        records += [OversizedLine(size) for size in self._framer.take_discarded()]
        return records

    def _settle(self, record: Record) -> Record:
        kind = type(record)
        if kind is Response:
            self._match(record)  # type: ignore[arg-type]
        elif kind is MalformedLine and not self._spoke:
            return Noise(record.excerpt)  # type: ignore[union-attr]
        self._spoke = True
        return record

    def _match(self, response: Response) -> None:
        if response.id is None:
            named = (key for key, name in self._outstanding.items() if name == response.command)
            response.id = next(named, None)
        if response.id is not None:
            self._outstanding.pop(response.id, None)
