"""The text of a query and errors that point into it."""

from __future__ import annotations

from dataclasses import dataclass

from ...errors import InvalidQuery

_WIDTH = 160  # a source line longer than this is shown around the place only


@dataclass(frozen=True, slots=True)
class Source:
    """The raw text of a query or update."""

    text: str

    def place(self, at: int) -> tuple[int, int]:
        """Line and column (both 1-based, in code points) of an offset."""
        start = self.text.rfind("\n", 0, at) + 1
        return self.text.count("\n", 0, at) + 1, at - start + 1

    def error(self, at: int, message: str) -> InvalidQuery:
        """An error whose message shows the place: line, column, the source line and a caret."""
        at = max(0, min(at, len(self.text)))
        line, column = self.place(at)
        shown = f"line {line}, column {column}: {message}\n{self._excerpt(at)}"
        return InvalidQuery(shown, query=self.text, line=line, column=column)

    def _excerpt(self, at: int) -> str:
        start = self.text.rfind("\n", 0, at) + 1
        end = self.text.find("\n", at)
        end = len(self.text) if end < 0 else end
        cut = max(start, at - _WIDTH // 2)
        code = self.text[cut : min(end, cut + _WIDTH)].rstrip("\r").replace("\t", " ")
        ahead = "…" if cut > start else ""
        return f"  {ahead}{code}\n  {' ' * (len(ahead) + at - cut)}^"


def shortened(text: str, limit: int = 60) -> str:
    """The text as it may stand in a message: one line, at most ``limit`` characters."""
    flat = " ".join(text.split())
    return flat if len(flat) <= limit else flat[: limit - 1] + "…"
