"""Who runs the handlers: threads for plain functions, an event loop for async ones."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Awaitable, Callable
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import asyncio

T = TypeVar("T")
Work = Callable[[], object]
Finish = Callable[[Any, "BaseException | None"], None]
"""Takes what a handler gave, or the exception with which it ended."""

_KEPT = 8


class Workers:
    """Threads that wait for work. Where all are busy one more is started, so that a
    handler that blocks never holds up another.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._work: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._lock = threading.Lock()
        self._idle = 0
        self._owed = 0

    def submit(self, work: Callable[[], None]) -> None:
        """Has the work done soon, by a thread of its own for as long as it takes."""
        with self._lock:
            needed = self._idle == 0
            if not needed:
                self._idle -= 1
        self._work.put(work)
        if not needed:
            return
        try:
            threading.Thread(target=self._serve, name=self._name, daemon=True).start()
        except RuntimeError:
            # The system gives no more threads: the next one that is free does it.
            with self._lock:
                self._owed += 1

    def _serve(self) -> None:
        while True:
            self._work.get()()
            with self._lock:
                if self._owed > 0:
                    self._owed -= 1
                elif self._idle >= _KEPT:
                    return
                else:
                    self._idle += 1


class Loop:
    """An asyncio event loop in a thread of its own, made when it is first needed."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, awaitable: Awaitable[object], finish: Finish) -> Callable[[], None]:
        """Awaits it and tells how it ended; gives what cancels it."""
        import asyncio

        loop = self._running()
        started: list[asyncio.Task[None]] = []

        async def run() -> None:
            try:
                value = await awaitable
            except BaseException as error:
                # Also sys.exit(): in a task it would end the loop of all others.
                finish(None, error)
            else:
                finish(value, None)

        def start() -> None:
            task = loop.create_task(run())
            started.append(task)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

        def cancel() -> None:
            for task in started:
                task.cancel()

        loop.call_soon_threadsafe(start)
        return lambda: _quietly(loop.call_soon_threadsafe, cancel)

    def complete(self, awaitable: Awaitable[object]) -> object:
        """Awaits it, and lets the calling thread wait."""
        done: SimpleQueue[tuple[object, BaseException | None]] = SimpleQueue()
        self.start(awaitable, lambda value, error: done.put((value, error)))
        value, error = done.get()
        if error is not None:
            raise error
        return value

    def _running(self) -> asyncio.AbstractEventLoop:
        import asyncio

        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                threading.Thread(
                    target=_run,
                    args=(self._loop,),
                    name=f"{self._name} loop",
                    daemon=True,
                ).start()
            return self._loop


def _run(loop: asyncio.AbstractEventLoop) -> None:
    """Runs a loop that no handler can end: sys.exit() in a task that a handler started
    leaves run_forever(), and so does stop(). Whoever awaits the task is told.
    """
    while not loop.is_closed():
        try:
            loop.run_forever()
        except BaseException:
            continue


class InOrder:
    """Work that is done one piece at a time, in the order in which it came."""

    def __init__(
        self, workers: Workers, loop: Loop, on_error: Callable[[BaseException], None]
    ) -> None:
        self._workers = workers
        self._loop = loop
        self._on_error = on_error
        self._lock = threading.Lock()
        self._waiting: deque[Work] = deque()
        self._working = False

    def add(self, work: Work) -> None:
        """Puts it after what is waiting."""
        with self._lock:
            self._waiting.append(work)
            if self._working:
                return
            self._working = True
        self._workers.submit(self._drain)

    def _drain(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._working = False
                    return
                work = self._waiting.popleft()
            try:
                value = work()
                if isinstance(value, Awaitable):
                    self._loop.complete(value)
            except BaseException as error:
                self._on_error(error)


def _quietly(
    act: Callable[[Callable[[], None]], object], work: Callable[[], None]
) -> None:
    try:
        act(work)
    except RuntimeError:
        pass  # The loop is gone, and its tasks with it.
