"""The words that the reader knows: kinds of things, occupations, demonyms, blockers. Read from ``data/*.toml``."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

__all__ = [
    "country_of",
    "demonyms",
    "fold",
    "is_blocked",
    "is_feminine",
    "is_masculine",
    "is_occupation",
    "is_people_adjective",
    "kind_of_noun",
    "load_table",
    "people_adjectives",
    "words",
]


@cache
def load_table(name: str) -> Mapping[str, Any]:
    """A data file of the reader, parsed. ``name`` is without its ``.toml``."""
    return tomllib.loads(files(__package__).joinpath("data", f"{name}.toml").read_text(encoding="utf-8"))


@cache
def words(section: str, key: str) -> frozenset[str]:
    """A word list of ``data/lexicon.toml``; ``_`` inside a word stands for a space."""
    return frozenset(word.replace("_", " ") for word in load_table("lexicon")[section][key].split())


_BETWEEN_WORDS = re.compile(r"[\W_]+")


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """Text without case and diacritics, for comparing names: letters, digits and single spaces.

    >>> fold("Géza von Bolváry "), fold("Batman: Year One")
    ('geza von bolvary', 'batman year one')
    """
    folded = text.casefold()
    if not folded.isascii():
        folded = "".join(c for c in unicodedata.normalize("NFKD", folded) if not unicodedata.combining(c))
    return _BETWEEN_WORDS.sub(" ", folded).strip()


@cache
def demonyms() -> Mapping[str, str]:
    """Demonym to country."""
    table: dict[str, str] = load_table("demonyms")["demonyms"]
    return table


def country_of(demonym: str) -> str | None:
    """The country of a demonym, or ``None``."""
    return demonyms().get(" ".join(demonym.split()))


@cache
def _noun_kinds() -> Mapping[str, str]:
    kinds: Mapping[str, str] = load_table("lexicon")["kinds"]
    return {noun: kind for kind in kinds for noun in words("kinds", kind)}


@cache
def _suffixes() -> tuple[str, ...]:
    return tuple(words("people", "suffixes"))


@cache
def is_occupation(word: str) -> bool:
    """Whether the noun says what a person is (``singer``, ``film director``, ``archivist``)."""
    if word in words("people", "occupations"):
        return True
    last = word.rsplit(None, 1)[-1] if word.split() else word
    known = words("people", "occupations")
    if last in known or last.removesuffix("s") in known:
        return True
    unlikely = last in words("people", "not_people") or last in _noun_kinds()
    return len(last) > 4 and last.islower() and not unlikely and last.endswith(_suffixes())


@cache
def kind_of_noun(noun: str) -> str | None:
    """What a thing is that is called this: ``film``, ``song``, ``river``, ``person`` …, or ``None``."""
    return _noun_kinds().get(noun) or ("person" if is_occupation(noun) else None)


@cache
def people_adjectives() -> frozenset[str]:
    """Capitalised adjectives that say of what people somebody is (``French``, ``Mughal``)."""
    return frozenset(demonyms()) | words("people", "peoples")


def is_people_adjective(word: str) -> bool:
    """Whether the word is one of :func:`people_adjectives`."""
    return word in people_adjectives()


def is_feminine(text: str) -> bool:
    """Whether a word of the text marks a woman (``actress``, ``Queen``, a common given name)."""
    return any(word in words("people", "feminine") for word in text.replace(",", " ").split())


def is_masculine(text: str) -> bool:
    """Whether the first of the text's words that tells marks a man (``actor``, ``King``, a common given name)."""
    tokens = text.replace(",", " ").split()
    telling = (word for word in tokens if word in words("people", "masculine") or word in words("people", "feminine"))
    return next(telling, "") in words("people", "masculine")


@cache
def _blockers(name: str) -> re.Pattern[str]:
    phrases = sorted(words("blockers", name), key=lambda phrase: (-len(phrase), phrase))
    contracted = "|n't" if name == "hedges" else ""
    return re.compile(rf"(?:(?<!\w)(?:{'|'.join(map(re.escape, phrases))}){contracted})(?!\w)")


def is_blocked(text: str, *lists: str) -> bool:
    """Whether a phrase of one of these lists (``hedges``, ``reported``, ``elsewhere``) stands in the text."""
    return any(_blockers(name).search(text) for name in lists)
