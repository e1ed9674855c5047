"""Foldings: a text rewritten by a tier, with the exact way back to the offsets of its source.

A fold is a chain of stages, and each stage a list of edits.  Replacing one character by one needs no edit on record,
so the maps of ordinary texts are nearly empty.  A replaced piece is all or nothing: no boundary inside it has a source.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

import regex

__all__ = [
    "Edit",
    "Folded",
    "Rewriter",
    "Stage",
    "apply",
    "collapse_whitespace",
    "compose",
    "compose_canonically",
    "substitute",
]

Edit: TypeAlias = tuple[int, int, str]
"""Characters ``[start, end)`` of a text and what replaces them."""

Rewriter: TypeAlias = Callable[[str], Iterable[Edit]]

_SPACES = regex.compile(r"\s{2,}|[^\S ]")
_NON_ASCII = regex.compile(r"[\x00-\x7f]?[^\x00-\x7f]+")
_CLUSTER = regex.compile(r"\X")
# Unicode's stream-safe limit is 30 marks; ordering far longer runs takes quadratic time, so they stay as they are.
_MARK_FLOOD = regex.compile(r"\P{M}?\p{M}{65,}|[\U0001F1E6-\U0001F1FF]{65,}")


@dataclass(frozen=True, slots=True)
class Stage:
    """The edits of one rewriting: parallel offsets before (``in_``) and after (``out_``) it, in text order."""

    in_start: tuple[int, ...]
    in_end: tuple[int, ...]
    out_start: tuple[int, ...]
    out_end: tuple[int, ...]

    def before(self, position: int) -> tuple[int, int] | None:
        """The boundaries that became this one: the first and the last, or ``None`` inside a replaced piece."""
        first = bisect_left(self.out_end, position)
        last = bisect_right(self.out_start, position) - 1
        if first > last:
            unchanged = position if last < 0 else self.in_end[last] + position - self.out_end[last]
            return unchanged, unchanged
        if self.out_start[first] < position < self.out_end[first]:
            return None
        # At both ends the deleted pieces that touch this boundary belong to the interval, kept pieces do not.
        deleted = self.out_start[first] == self.out_end[first]
        low = self.in_end[first] if self.out_end[first] == position and not deleted else self.in_start[first]
        deleted = self.out_start[last] == self.out_end[last]
        high = self.in_start[last] if self.out_start[last] == position and not deleted else self.in_end[last]
        return low, high


@dataclass(frozen=True, slots=True)
class Folded:
    """A folded text and the stages that made it, first to last."""

    text: str
    stages: tuple[Stage, ...] = ()

    def source(self, position: int) -> tuple[int, int] | None:
        """The source boundaries of a folded boundary: ``(first, last)``, which differ where something was deleted.

        ``None`` where the boundary lies inside a piece that was replaced as a whole.
        """
        low: int | None = position
        high: int | None = position
        for stage in reversed(self.stages):
            below = None if low is None else stage.before(low)
            above = None if high is None else stage.before(high)
            low = below[0] if below else None
            high = above[1] if above else None
        if low is None or high is None:
            low = high = high if low is None else low
        return None if low is None or high is None else (low, high)

    def then(self, rewriter: Rewriter) -> Folded:
        """This text after one more rewriting."""
        text, stage = apply(self.text, rewriter(self.text))
        if text == self.text and stage is None:
            return self
        return Folded(text, self.stages if stage is None else (*self.stages, stage))


def compose(text: str, rewriters: Iterable[Rewriter]) -> Folded:
    """The text after all rewriters, in order."""
    folded = Folded(text)
    for rewriter in rewriters:
        folded = folded.then(rewriter)
    return folded


def apply(text: str, edits: Iterable[Edit]) -> tuple[str, Stage | None]:
    """Carry out edits, which are in text order and do not overlap."""
    pieces: list[str] = []
    rows: list[tuple[int, int, int, int]] = []
    done = length = 0
    for start, end, replacement in edits:
        pieces += (text[done:start], replacement)
        length += start - done
        if end - start != 1 or len(replacement) != 1:
            rows.append((start, end, length, length + len(replacement)))
        length += len(replacement)
        done = end
    if not pieces:
        return text, None
    pieces.append(text[done:])
    columns = tuple(zip(*rows, strict=True))
    return "".join(pieces), Stage(*columns) if columns else None


def collapse_whitespace(text: str) -> Iterator[Edit]:
    """Every run of white space becomes one space."""
    return ((match.start(), match.end(), " ") for match in _SPACES.finditer(text))


def substitute(text: str, table: dict[str, str]) -> Iterator[Edit]:
    """Replace the characters of the table by its strings."""
    if not table:
        return iter(())
    pattern = regex.compile("[" + "".join(map(regex.escape, sorted(table))) + "]", flags=regex.V0)
    return ((match.start(), match.end(), table[match.group()]) for match in pattern.finditer(text))


def compose_canonically(text: str) -> Iterator[Edit]:
    """Normalization Form C, grapheme by grapheme (UAX #15; composition never crosses a grapheme boundary)."""
    if text.isascii():
        return
    done = 0
    for flood in _MARK_FLOOD.finditer(text):
        yield from _compose_between(text, done, flood.start())
        done = flood.end()
    yield from _compose_between(text, done, len(text))


def _compose_between(text: str, start: int, end: int) -> Iterator[Edit]:
    if unicodedata.is_normalized("NFC", text if (start, end) == (0, len(text)) else text[start:end]):
        return
    for run in _NON_ASCII.finditer(text, start, end):
        if not unicodedata.is_normalized("NFC", run.group()):
            for cluster in _CLUSTER.finditer(text, run.start(), run.end()):
                composed = unicodedata.normalize("NFC", cluster.group())
                if composed != cluster.group():
                    yield cluster.start(), cluster.end(), composed
