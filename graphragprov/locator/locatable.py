"""A text made ready for locating: its foldings and boundaries, computed once."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TypeAlias

from ..errors import InvalidSpan
from ..text import Span
from .boundaries import Boundaries
from .compatibility import drop_hyphens, has_line_hyphens
from .folding import Folded, Rewriter
from .tiers import Tier, rewriters

__all__ = ["LocatableText", "Text", "prepare"]


class LocatableText:
    """A text with its folded forms, each computed when first asked for and kept.

    Give one to `locate` in place of a string when many quotes are looked for in one long text. (Strings are
    remembered too, but only the latest few.)
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.boundaries = Boundaries(text)
        self.hyphenated = has_line_hyphens(text)
        """Whether a word is hyphenated at a line end."""
        self._source = Folded(text)
        self._steps: dict[tuple[int, Rewriter], Folded] = {}

    def folded(self, tier: Tier, *, without_hyphens: bool = False) -> Folded:
        """The text as the tier reads it; ``without_hyphens`` drops the hyphens between letters as well.

        Tiers whose rewritings make no difference to this text share one object.
        """
        folded = self._source
        for step in (*rewriters(tier), drop_hyphens) if without_hyphens else rewriters(tier):
            folded = self._step(folded, step)
        return folded

    def _step(self, folded: Folded, step: Rewriter) -> Folded:
        key = (id(folded), step)  # what is kept here keeps its identity
        kept = self._steps.get(key)
        # Of two threads that fold at once, both go on with the one result that is kept.
        return self._steps.setdefault(key, folded.then(step)) if kept is None else kept

    def aligned(self, span: Span) -> bool:
        """Whether the span is not empty, lies in the text, and starts and ends at boundaries."""
        return (
            0 <= span.start < span.end <= len(self.text)
            and self.boundaries.starts_at(span.start)
            and self.boundaries.ends_at(span.end)
        )

    def check(self, span: Span) -> None:
        """Raise `InvalidSpan` unless ``0 <= start <= end <= len(text)``."""
        if not 0 <= span.start <= span.end <= len(self.text):
            raise InvalidSpan(f"span {span.start}:{span.end} does not lie in a text of {len(self.text)} code points")


Text: TypeAlias = str | LocatableText
"""What quotes are looked for in."""

_LATEST: OrderedDict[str, LocatableText] = OrderedDict()
_LATEST_SIZE = 4_000_000  # code points in all
_LATEST_COUNT = 64
_LOCK = Lock()


def prepare(text: Text) -> LocatableText:
    """The text made ready, from memory when it was among the latest ones."""
    if isinstance(text, LocatableText):
        return text
    with _LOCK:
        if text in _LATEST:
            _LATEST.move_to_end(text)
            return _LATEST[text]
    made = LocatableText(text)
    with _LOCK:
        _LATEST[text] = made
        while len(_LATEST) > _LATEST_COUNT or sum(map(len, _LATEST)) > _LATEST_SIZE:
            _LATEST.popitem(last=False)
    return made
