"""Sentences of a passage."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .shape import shape_of

__all__ = ["Sentence", "split_sentences"]

LONGEST = 1000
"""Longer sentences are cut here (in characters), so that reading stays linear in the text."""

_LONGEST_PARENTHESIS = 200
_END = re.compile(r"[.!?]+[\"')\]]*(?=\s)|\n\s*\n|\n(?=\s*[-*#])")
_ABBREVIATION = re.compile(
    r"(?:\b[A-Z]|\b(?:Dr|Mr|Mrs|Ms|St|Mt|Ft|Jr|Sr|Prof|Rev|Hon|Gen|Col|Capt|Lt|Sgt|No|Nos|Vol|vs|etc|approx|c|ca|b|d|r|fl|e\.g|i\.e|Inc|Ltd|Co|Corp"
    r"|Bros)|\b[A-Z](?:\.[A-Z])+)\.$"
)
_NESTED = re.compile(r"\([^()]*\)")
_QUOTED = re.compile(r"\"([^\"]*)\"")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence: its ``text``, the text's ``shape``, and the shape with parentheses blanked out (``flat``).

    All three are equally long. ``speech`` are the spans (start, end) inside quotation marks that hold more than a
    title.
    """

    text: str
    shape: str
    flat: str
    speech: tuple[tuple[int, int], ...]

    @property
    def is_question(self) -> bool:
        """Whether it asks rather than states."""
        return self.shape.rstrip("\"')").endswith("?")

    def in_speech(self, at: int) -> bool:
        """Whether the character at this offset stands in quoted speech."""
        return any(start <= at < end for start, end in self.speech)


def split_sentences(text: str, whole: int = 0) -> Iterator[Sentence]:
    """The sentences of a text, in order, none longer than :data:`LONGEST`.

    No sentence ends before the offset ``whole`` (a title with "!" in it).
    """
    shape = shape_of(text)
    start = 0
    for end in _ends(shape):
        if end <= whole or _is_open(shape[start:end]):
            continue
        for at in range(start, end, LONGEST):
            stop = min(at + LONGEST, end)
            if not text[at:stop].isspace():
                yield _sentence(text[at:stop], shape[at:stop])
        start = end


def _is_open(shape: str) -> bool:
    """Whether a parenthesis that opened not long ago is still open at the end."""
    tail = shape[-_LONGEST_PARENTHESIS:]
    return shape.endswith((".", "?", "!")) and tail.rfind("(") > tail.rfind(")")


def _ends(shape: str) -> Iterator[int]:
    for found in _END.finditer(shape):
        before = shape[max(0, found.start() - 12) : found.start() + 1]
        starts_low = shape[found.end() : found.end() + 12].lstrip()[:1].islower()
        if (starts_low and not found[0].isspace()) or (found[0].startswith(".") and _ABBREVIATION.search(before)):
            continue
        yield found.end()
    yield len(shape)


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _without_parentheses(shape: str) -> str:
    for _ in range(3):
        shape, count = _NESTED.subn(_blank, shape)
        if not count:
            break
    return shape


def _sentence(text: str, shape: str) -> Sentence:
    left = len(text) - len(text.lstrip())
    text, shape = text.strip(), shape[left : left + len(text.strip())]
    speech = tuple(m.span(1) for m in _QUOTED.finditer(shape) if _is_speech(m[1])) if '"' in shape else ()
    return Sentence(text, shape, _without_parentheses(shape) if "(" in shape else shape, speech)


def _is_speech(quoted: str) -> bool:
    words = quoted.split()
    lowered = sum(word[:1].islower() for word in words)
    return (lowered >= 3 and 2 * lowered >= len(words)) or quoted.rstrip().endswith((",", "."))
