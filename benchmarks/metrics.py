"""Answer metrics as in the MRQA shared task (Fisch et al. 2019), with dates compared as dates."""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Iterable, Sequence

import regex

_ARTICLES = regex.compile(r"\b(a|an|the)\b")
_PUNCTUATION = str.maketrans("", "", string.punctuation)
_MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_ISO = regex.compile(r"(-?\d{4})(?:-(\d\d))?(?:-(\d\d))?")
_WORD = regex.compile(r"\p{L}+|\d+")


def normalise(text: str) -> str:
    """Lower case, without punctuation and articles, white space collapsed."""
    return " ".join(_ARTICLES.sub(" ", text.lower().translate(_PUNCTUATION)).split())


def as_date(text: str) -> tuple[int, ...] | None:
    """(year, month, day) as far as the text gives them, if the text is a date and nothing else.

    >>> as_date("16 September 1979"), as_date("September 16, 1979"), as_date("1979-09"), as_date("in 1979")
    ((1979, 9, 16), (1979, 9, 16), (1979, 9), None)
    """
    iso = _ISO.fullmatch(text.strip())
    if iso:
        return tuple(int(part) for part in iso.groups() if part)
    words = _WORD.findall(text.lower())
    months = [_MONTHS.index(w) + 1 for w in words if w in _MONTHS]
    numbers = [int(w) for w in words if w.isdigit()]
    if len(months) != 1 or len(months) + len(numbers) != len(words):
        return None
    match numbers:
        case [year] if year > 31:
            return (year, months[0])
        case [day, year] if day <= 31 < year:
            return (year, months[0], day)
        case _:
            return None


def _tokens(text: str) -> list[str]:
    date = as_date(text)
    return [f"{part:02d}" for part in date] if date else normalise(text).split()


def same(value: str, gold: str) -> bool:
    """Whether two answers are the same date, or the same text after normalisation.

    A date is also the gold answer where this is less precise (1975-01-06 where 1975 is asked for).
    """
    found, wanted = as_date(value), as_date(gold)
    if found and wanted:
        return found[: len(wanted)] == wanted
    return _tokens(value) == _tokens(gold)


def f1(value: str, gold: str) -> float:
    """Token F1 of two answers."""
    left, right = _tokens(value), _tokens(gold)
    common = sum((Counter(left) & Counter(right)).values())
    return 2 * common / (len(left) + len(right)) if common else 0.0


def gold_among(values: Iterable[str], golds: Sequence[str]) -> bool:
    """Whether some value is some gold answer."""
    return any(same(value, gold) for value in values for gold in golds)


def exact_match(values: Sequence[str], golds: Sequence[str]) -> bool:
    """Whether there are values and each of them is a gold answer."""
    return bool(values) and all(any(same(value, gold) for gold in golds) for value in values)


def mean_f1(values: Sequence[str], golds: Sequence[str]) -> float:
    """The F1 of a value against its best gold answer, on average over the values (0 where there are none)."""
    if not values:
        return 0.0
    return sum(max(f1(value, gold) for gold in golds) for value in values) / len(values)
