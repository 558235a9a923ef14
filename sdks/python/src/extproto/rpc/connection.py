"""The process of a host: lines out, responses to whom they belong, events in order."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Mapping, Sequence
from queue import SimpleQueue
from typing import Any

from .._generated import client as commands
from .._generated import server
from .._generated.codec import DecodeError, UnknownFrame
from ..streams import LineReader
from .compaction import Compaction
from .errors import CommandFailed, HostGone
from .events import EventStream, RpcEvent

# A line of a host may be as long as its messages; there has to be some bound.
_LONGEST_LINE = 256 * 1024 * 1024
_LAST_WORDS = 2000
_LEFT_OPEN = 5.0
# How long to wait before a host that is busy is asked again: at first, and at most.
_FIRST_PAUSE, _LONGEST_PAUSE = 0.005, 0.5


class Pending:
    """A command that has no response yet."""

    def __init__(self, command: str, events: EventStream | None) -> None:
        self.command = command
        self.events = events
        self._answer: SimpleQueue[server.Response | Exception] = SimpleQueue()

    def settle(self, response: server.Response) -> None:
        self._answer.put(response)

    def fail(self, error: Exception) -> None:
        if self.events is None:
            self._answer.put(error)
        else:
            self.events._finish(error)

    def response(self) -> server.Response:
        answer = self._answer.get()
        if isinstance(answer, Exception):
            raise answer
        return answer


class Connection:
    """A host that is running, as commands and events."""

    def __init__(
        self,
        command: Sequence[str],
        cwd: str | None,
        env: Mapping[str, str],
        on_event: Callable[[RpcEvent], object] | None,
        on_stderr: Callable[[str], object] | None,
    ) -> None:
        self._on_event = on_event
        self._on_stderr = on_stderr
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._pending: dict[str, Pending] = {}
        self._prompts: list[EventStream] = []
        self._compacting: Compaction | None = None
        self._gone: HostGone | None = None
        self._last_words = ""
        self._ids = 0
        try:
            self._process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=cwd,
                env={**os.environ, **env},
            )
        except OSError as error:
            problem = f"{command[0]} cannot be started: {error}"
            raise HostGone(problem, None) from error
        self._stdin: Any = self._process.stdin
        self._errors = self._thread(self._read_errors)
        self._reader = self._thread(self._read_frames)

    def send(
        self,
        frame: commands.Frame,
        events: EventStream | None = None,
        leaving: Callable[[], object] = lambda: None,
    ) -> Pending:
        """Sends a command. Where it is a prompt, its events go into the stream.
        `leaving` is called in the order in which commands leave.
        """
        pending = Pending(frame.type, events)
        with self._writing:
            with self._lock:
                if self._gone is not None:
                    raise self._gone
                self._ids += 1
                frame.id = str(self._ids)
                self._pending[frame.id] = pending
                leaving()
            line = commands.encode(frame).encode() + b"\n"
            try:
                self._stdin.write(line)
                self._stdin.flush()
            except (OSError, ValueError):
                pass  # The host is gone or closed: its end fails what is pending.
        return pending

    def compact(self) -> RpcEvent | None:
        """Begins a compaction, and waits for the event that ends it; None where it was
        aborted without one.
        """
        own = Compaction()
        with self._lock:
            if self._compacting is not None:
                raise CommandFailed("compact", "a compaction is running already")
            self._compacting = own
        try:
            self.send(commands.Compact(), leaving=own.has_left).response()
            return own.event()
        finally:
            self._forget(own)

    def abort(self) -> None:
        """Ends what is running; returns when a compaction is over."""
        aborted: list[Compaction] = []

        def note() -> None:
            if self._compacting is not None and self._compacting.sent:
                aborted.append(self._compacting)

        self.send(commands.Abort(), leaving=note).response()
        for compaction in aborted:
            # zot tells nothing of a compaction that was aborted: a host that is idle is
            # done with it.
            pause = _FIRST_PAUSE
            while self._is_busy() and not compaction.is_over(pause):
                pause = min(2 * pause, _LONGEST_PAUSE)
            compaction.end(None)

    def _is_busy(self) -> bool:
        response = self.send(commands.GetState()).response()
        return isinstance(response, server.ResponseGetState) and response.data.busy

    def _forget(self, compaction: Compaction) -> None:
        with self._lock:
            if self._compacting is compaction:
                self._compacting = None

    def close(self) -> int:
        """Ends the host's input, and waits for the host's end."""
        with self._writing:
            try:
                self._stdin.close()
            except OSError:
                pass  # It has ended already.
        return self._ended()

    def kill(self) -> int:
        """Ends the host at once."""
        self._process.kill()
        return self._ended()

    def _thread(self, target: Callable[[], None]) -> threading.Thread:
        thread = threading.Thread(target=target, name="extproto rpc", daemon=True)
        thread.start()
        return thread

    def _read_frames(self) -> None:
        stdout: Any = self._process.stdout
        reader = LineReader(self._line, lambda length: None, _LONGEST_LINE)
        while data := stdout.read1(65536):
            reader.push(data)
        status = self._process.wait()
        self._errors.join()
        words = self._last_words.strip()
        why = f"the host has ended ({status})"
        self._fail(HostGone(f"{why}: {words}" if words else why, status))

    def _read_errors(self) -> None:
        stderr: Any = self._process.stderr
        while data := stderr.read1(65536):
            text = data.decode("utf-8", "replace")
            self._last_words = (self._last_words + text)[-_LAST_WORDS:]
            if self._on_stderr is None:
                sys.stderr.write(text)
            else:
                self._on_stderr(text)

    def _ended(self) -> int:
        status = self._process.wait()
        # A child of the host may hold its pipes open; that is no reason to wait.
        self._reader.join(_LEFT_OPEN)
        if self._reader.is_alive():
            self._fail(HostGone(f"the host has ended ({status})", status))
            return status
        for stream in (self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()
        return status

    def _line(self, line: str) -> None:
        try:
            frame = server.decode(line)
        except DecodeError as error:
            # A line that is no frame is none of a client's business, unless it is what
            # somebody waits for.
            value = error.value or {}
            if value.get("type") == "response":
                self._refuse(value.get("id"), f"the response is not valid: {error}")
            return
        if isinstance(frame, UnknownFrame):
            if frame.type == "response":
                problem = f"it answers a command that is not known, {frame.variant}"
                self._refuse(
                    frame.value.get("id"), f"the response is not valid: {problem}"
                )
            else:
                self._event(frame)
        elif frame.type == "response":
            self._response(frame)
        else:
            self._event(frame)

    def _response(self, response: server.Response) -> None:
        if isinstance(response, server.ResponseFailure):
            self._refuse(response.id, response.error)
            return
        with self._lock:
            pending = self._pending.pop(response.id or "", None)
            fits = pending is not None and response.command == pending.command
            # The events follow the response, so they are tied to it as it is read.
            if pending is not None and fits and pending.events is not None:
                self._prompts.append(pending.events)
        if pending is None:
            return
        if fits:
            pending.settle(response)
        else:
            problem = f"the response is not valid: it answers {response.command}"
            pending.fail(CommandFailed(pending.command, problem))

    def _refuse(self, request: object, problem: str) -> None:
        with self._lock:
            known = isinstance(request, str)
            pending = self._pending.pop(str(request), None) if known else None
        if pending is not None:
            pending.fail(CommandFailed(pending.command, problem))

    def _event(self, event: RpcEvent) -> None:
        if self._on_event is not None:
            try:
                self._on_event(event)
            except Exception:
                traceback.print_exc()  # It must not end the reading.
        done = event.type == "done"
        with self._lock:
            current = self._prompts[0] if self._prompts else None
            compacting = self._compacting
            if current is not None and done:
                self._prompts.pop(0)
        if current is not None:
            current._put(event)
            if done:
                current._finish()
        elif compacting is not None:
            if done or event.type in ("compact_done", "error"):
                compacting.end(event)

    def _fail(self, error: HostGone) -> None:
        with self._lock:
            self._gone = error
            pending = list(self._pending.values())
            prompts, self._prompts = self._prompts, []
            self._pending.clear()
            compacting = self._compacting
        for one in pending:
            one.fail(error)
        for events in prompts:
            events._finish(error)
        if compacting is not None:
            compacting.end(error)
