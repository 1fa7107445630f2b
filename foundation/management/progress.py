"""A progress line on standard error: only where a person is looking."""

import sys
import time


class Progress:
    """Call it with (done, total or None); it redraws at most ten times a second."""

    def __init__(self, label: str, stream=None) -> None:
        self.label = label
        self.stream = stream or sys.stderr
        self.shown = bool(getattr(self.stream, "isatty", lambda: False)())
        self._drawn = 0.0

    def __call__(self, done: int, total: int | None = None) -> None:
        if not self.shown or time.monotonic() - self._drawn < 0.1:
            return
        self._drawn = time.monotonic()
        of = f" of {total:,} ({done * 100 // total} %)" if total else ""
        self.stream.write(f"\r{self.label}: {done:,}{of} ")
        self.stream.flush()

    def end(self) -> None:
        if self.shown and self._drawn:
            self.stream.write("\n")
