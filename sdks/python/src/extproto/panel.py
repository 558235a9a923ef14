"""A panel of an extension: open from the answer of a command until either side closes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ._generated import extension as frames

Send = Callable[[frames.Frame, Callable[[], bool]], None]


class Panel:
    """A panel. `open_panel(panel, ...)` as a command's answer opens it."""

    def __init__(
        self,
        panel_id: str,
        on_key: Callable[..., object] | None,
        on_close: Callable[..., object] | None,
        send: Send,
    ) -> None:
        self.id = panel_id
        self._on_key = on_key
        self._on_close = on_close
        self._send = send
        self._open = False

    @property
    def open(self) -> bool:
        """Whether it is on the screen."""
        return self._open

    def render(
        self,
        *,
        title: str | None = None,
        lines: Sequence[str] | None = None,
        footer: str | None = None,
    ) -> None:
        """Shows something else. Does nothing once the panel is closed: the user may have
        been faster.
        """
        frame = frames.PanelRender(
            panel_id=self.id,
            title=title,
            lines=None if lines is None else list(lines),
            footer=footer,
        )
        self._send(frame, lambda: self._open)

    def close(self) -> None:
        """Takes it off the screen."""
        self._send(frames.PanelClose(panel_id=self.id), self._closed)

    def _opened(self) -> None:
        self._open = True

    def _closed(self) -> bool:
        """Notes that it is closed; says whether it was open."""
        was, self._open = self._open, False
        return was
