"""The link to an agent: a child process, bytes in and out, and one word at the end. Knows nothing of the protocol."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import (
    QCoreApplication,
    QObject,
    QProcess,
    QProcessEnvironment,
    QTimer,
    Signal,
    SignalInstance,
    Slot,
)

from app.agent.ending import Ending, ShutdownTimes
from app.agent.launch import Launch, resolve_program
from app.agent.marker import mark, new_agent_id
from app.agent.outcome import Facts, Outcome, outcome_of
from app.agent.process_tree import tree_of
from app.agent.stderr_tail import StderrTail

PIECE = 256 * 1024
"""The most bytes that are passed on in one turn of the event loop, so that a flood leaves room for the window."""

WRITE_LIMIT = 64 * 1024 * 1024


class AgentLink(QObject):
    """One agent process at a time: start it, write to it, hear from it, end it.

    QProcess knows no back-pressure, takes writes after the end, says nothing of a program that is missing but an
    error, and kills no grandchildren: here writes are bounded and checked, each start ends in exactly one
    `stopped`, and everything that the agent started ends with it. Nothing here ever waits.
    """

    started = Signal()
    bytes_received = Signal(bytes)
    """Output of the agent, in order, in pieces of at most 256 KiB; all of it comes before `stopped`."""
    stopped = Signal(Outcome)
    """The process is gone, or never came to be. Once per `start`, never from within `start`."""
    write_failed = Signal(str)
    """Bytes that were taken did not arrive; a sentence says why."""

    def __init__(
        self,
        times: ShutdownTimes | None = None,
        write_limit: int = WRITE_LIMIT,
        parent: QObject | None = None,
    ) -> None:
        """Make a link without a process; *write_limit* bounds the bytes that wait to be written."""
        super().__init__(parent)
        self._times = times or ShutdownTimes()
        self._write_limit = write_limit
        self._process: QProcess | None = None
        self._ending: Ending | None = None
        self._facts = Facts("", "")
        self._gone = False
        self._stderr = StderrTail()
        self._next_piece = QTimer(self, singleShot=True)
        self._next_piece.timeout.connect(self._on_next_piece_timeout)

    @property
    def is_running(self) -> bool:
        """Whether there is a process, or one is about to be."""
        return self._process is not None and self._process.state() is not QProcess.ProcessState.NotRunning

    @property
    def pid(self) -> int:
        """The id of the process; 0 when there is none."""
        return self._process.processId() if self._process is not None else 0

    @property
    def bytes_to_write(self) -> int:
        """How many bytes wait for the agent to read."""
        return self._process.bytesToWrite() if self._process is not None else 0

    @property
    def stderr_tail(self) -> str:
        """The end of what the agent wrote to its error stream, as plain text; kept until the next start."""
        return self._stderr.text

    def start(self, launch: Launch) -> None:
        """Start *launch*. Raises RuntimeError while an earlier start has not been told as `stopped`."""
        if self._process is not None:
            raise RuntimeError("The agent of this link is still running.")
        program = resolve_program(launch)
        self._facts = Facts(
            launch.label,
            launch.program,
            str(launch.folder),
            program_found=program is not None or _is_file(launch),
            folder_found=launch.folder.is_dir(),
        )
        self._gone = False
        self._stderr = StderrTail()
        agent_id = new_agent_id()
        self._process = self._make_process(launch, program or launch.program, mark(launch.environment, agent_id))
        self._process.start()
        self._ending = Ending(tree_of(self.pid, agent_id), self._times, self)
        self._ending.swept.connect(self._on_ending_swept)

    def _make_process(self, launch: Launch, program: str, variables: dict[str, str]) -> QProcess:
        process = QProcess(self)
        process.setProgram(program)
        process.setArguments(list(launch.arguments))
        process.setWorkingDirectory(str(launch.folder))
        environment = QProcessEnvironment()
        for name, value in variables.items():
            environment.insert(name, value)
        process.setProcessEnvironment(environment)
        if sys.platform != "win32":
            # A session of its own, to be signalled as a whole. Python ignores SIGPIPE; the child must not.
            # No files of ours: a pipe that leaks into another agent would never tell this one that it was closed.
            flags = QProcess.UnixProcessFlag
            process.setUnixProcessParameters(
                flags.CreateNewSession | flags.ResetSignalHandlers | flags.CloseFileDescriptors
            )
        for signal, slot in self._connections(process):
            signal.connect(slot)
        return process

    def _connections(self, process: QProcess) -> list[tuple[SignalInstance, Callable[..., None]]]:
        return [
            (process.started, self._on_process_started),
            (process.readyReadStandardOutput, self._on_process_ready_read_standard_output),
            (process.readyReadStandardError, self._on_process_ready_read_standard_error),
            (process.errorOccurred, self._on_process_error_occurred),
            (process.finished, self._on_process_finished),
        ]

    def write(self, data: bytes) -> bool:
        """Pass *data* on to the agent, all or nothing; False when it was not taken."""
        if self._process is None or not self.is_running or self._facts.stop_requested:
            return False
        if self._process.bytesToWrite() + len(data) > self._write_limit:
            return False
        return self._process.write(data) == len(data)

    def stop(self) -> None:
        """Ask the agent to end in good order: its input closes, later it is told to end, at last it is killed."""
        self._end(hurry=False)

    def shutdown(self) -> None:
        """End the agent as `stop` does but without the grace time, because the program itself is about to end."""
        self._end(hurry=True)

    def _end(self, hurry: bool) -> None:
        if self._process is None or self._gone:
            return
        self._facts = replace(self._facts, stop_requested=True)
        self._process.closeWriteChannel()
        if self._ending is not None:
            self._ending.begin(hurry)

    def kill(self) -> None:
        """End the agent and everything that it started, at once; `stopped` follows."""
        if self._process is None or self._gone:
            return
        self._facts = replace(self._facts, stop_requested=True)
        if self._ending is not None:
            self._ending.kill()
        # Also where the tree is found only once the agent is up.
        self._process.kill()

    def release(self) -> None:
        """Kill the agent and all that it started before this returns, and forget it, without `stopped`.

        The last resort: before this link is deleted, or the program ends. The process object lives on beneath the
        application until the system has reported the end.
        """
        process = self._process
        if process is None:
            return
        if self._ending is not None:
            self._ending.release()
        process.kill()
        self._forget()
        for signal, slot in self._connections(process):
            signal.disconnect(slot)
        if process.state() is QProcess.ProcessState.NotRunning:
            process.deleteLater()
            return
        process.setParent(QCoreApplication.instance())
        process.finished.connect(process.deleteLater)

    def _forget(self) -> None:
        self._next_piece.stop()
        self._process = None
        self._gone = False
        if self._ending is not None:
            self._ending.deleteLater()
            self._ending = None

    @Slot()
    def _on_process_started(self) -> None:
        self.started.emit()

    @Slot()
    def _on_process_ready_read_standard_output(self) -> None:
        if not self._next_piece.isActive():
            self._pass_piece()

    @Slot()
    def _on_next_piece_timeout(self) -> None:
        self._pass_piece()

    def _pass_piece(self) -> None:
        """Pass on what can be read, up to one piece, and come back for the rest; at the end tell the outcome."""
        if self._process is None:
            return
        self._process.setReadChannel(QProcess.ProcessChannel.StandardOutput)
        piece = bytes(self._process.read(PIECE).data())
        if self._process.bytesAvailable() or self._gone:
            self._next_piece.start(0)
        if piece:
            self.bytes_received.emit(piece)
        elif self._gone:
            self._tell_outcome()

    @Slot()
    def _on_process_ready_read_standard_error(self) -> None:
        if self._process is not None:
            self._stderr.feed(bytes(self._process.readAllStandardError().data()))

    @Slot(QProcess.ProcessError)
    def _on_process_error_occurred(self, error: QProcess.ProcessError) -> None:
        """Tell of a start or a write that failed; every other error is followed by `finished`."""
        if self._process is None:
            return
        if error is QProcess.ProcessError.FailedToStart:
            self._facts = replace(self._facts, start_error=self._process.errorString() or "unknown error")
            self._gone = True
            self._next_piece.start(0)
        elif error is QProcess.ProcessError.WriteError and not self._facts.stop_requested:
            self.write_failed.emit(f"{self._facts.label} no longer reads what is sent to it.")

    @Slot(int, QProcess.ExitStatus)
    def _on_process_finished(self, exit_code: int, exit_status: QProcess.ExitStatus) -> None:
        if exit_status is QProcess.ExitStatus.NormalExit:
            self._facts = replace(self._facts, exit_code=exit_code)
        else:
            # Qt gives the number of the signal as the exit code, except on Windows, which has none.
            self._facts = replace(self._facts, signal=0 if sys.platform == "win32" else exit_code)
        if self._ending is not None:
            self._ending.sweep()

    @Slot()
    def _on_ending_swept(self) -> None:
        self._gone = True
        self._next_piece.start(0)

    def _tell_outcome(self) -> None:
        process = self._process
        self._on_process_ready_read_standard_error()
        outcome = outcome_of(replace(self._facts, stderr_tail=self._stderr.text))
        self._forget()
        if process is not None:
            process.deleteLater()
        self.stopped.emit(outcome)


def _is_file(launch: Launch) -> bool:
    """Whether the program is there but may not be executed, which the system explains better than we could."""
    return (launch.folder / launch.program).is_file()
