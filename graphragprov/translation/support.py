"""How a component and its quote agree: a quote that exists is not yet a quote that supports.

Decided by small tables and folding, never by a model; what none of the rules covers is ``unsupported``, which is kept,
shown and counted.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

import regex

from ..occurrences.occurrence import Support
from .claims import Component
from .demonyms import DEMONYMS, PLACES
from .english import DETERMINERS, IRREGULAR, PRONOUNS, STOP_WORDS, TITLE_NOUNS
from .values import Agreement, agreement

__all__ = ["entity_support", "literal_support", "relation_support", "support_of"]

_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+")
_DOTTED = regex.compile(r"\b(?:\p{L}\.){2,}")
_POSSESSIVE = regex.compile(r"['’](?:s\b)?")
_CJK = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]")
_LETTERS = str.maketrans(
    {"ø": "o", "đ": "d", "ł": "l", "ı": "i", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th", "ħ": "h", "ŋ": "n"}
)

_LEAST_PREFIX = 4
"""Characters that two words of one family share at least: "publisher" and "published"."""

MAX_QUOTE = 4000
"""Longer quotes are judged by their first characters only."""


def folded(text: str) -> str:
    """Casefolded, without diacritics; punctuation stays."""
    decomposed = unicodedata.normalize("NFKD", text).casefold()
    plain = "".join(c for c in decomposed if not unicodedata.combining(c))
    return unicodedata.normalize("NFC", plain).translate(_LETTERS)


@lru_cache(maxsize=4096)
def words(text: str) -> tuple[str, ...]:
    """The folded words: no possessives, ``U.S.`` as ``us``, plurals as singulars."""
    text = _DOTTED.sub(lambda match: match[0].replace(".", ""), text[:MAX_QUOTE])
    return tuple(_singular(word) for word in _WORD.findall(folded(_POSSESSIVE.sub(" ", text))))


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("ches", "shes", "sses", "xes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _content(these: Iterable[str]) -> frozenset[str]:
    everything = frozenset(these)
    return (everything - STOP_WORDS) or everything


# -- entities ---------------------------------------------------------------------------------------------


def entity_support(name: str, quotes: Sequence[str]) -> Support:
    """Support of an entity's name: the best over its quotes. A full name counts before a description."""
    grades = [_entity_support(name, quote) for quote in quotes]
    return next((s for s in (Support.NAME, Support.REFERENCE) if s in grades), Support.UNSUPPORTED)


def _entity_support(name: str, quote: str) -> Support:
    wanted, there = _content(words(name)), frozenset(words(quote))
    if wanted and wanted <= there:
        return Support.NAME
    if _is_pronoun(quote) or _is_demonym(name, quote) or _is_description(quote):
        return Support.REFERENCE
    if wanted & _content(there) or _same_letters(name, quote) or _initials(name, quote) or _initials(quote, name):
        return Support.NAME
    if {_lemma(word) for word in wanted} & {_lemma(word) for word in there if word in IRREGULAR}:
        return Support.NAME
    return Support.UNSUPPORTED


def _is_pronoun(quote: str) -> bool:
    parts = _WORD.findall(quote.casefold())
    return bool(parts) and len(parts) <= 2 and all(part in PRONOUNS or part in ("the", "s") for part in parts)


def _is_demonym(name: str, quote: str) -> bool:
    """``France`` from "French singer", or ``French`` from "France"."""
    name, quote = _DOTTED.sub(lambda m: m[0], name).casefold().removeprefix("the "), quote.casefold()
    return any(_has_phrase(quote, form) for form in DEMONYMS.get(name, frozenset()) | PLACES.get(name, frozenset()))


def _has_phrase(text: str, phrase: str) -> bool:
    return regex.search(rf"(?<!\w){regex.escape(phrase)}(?:s|es)?(?!\w)", text) is not None


def _is_description(quote: str) -> bool:
    """A definite description: a determiner and common nouns, "the film", "his father", "the French King"."""
    parts = _WORD.findall(_POSSESSIVE.sub(" ", quote))
    if len(parts) < 2 or parts[0].casefold() not in DETERMINERS - {"a", "an"}:
        return False
    return all(_is_common(part) for part in parts[1:])


def _is_common(word: str) -> bool:
    plain = word.casefold()
    return not word[:1].isupper() or plain in TITLE_NOUNS or plain in PLACES or _singular(plain) in TITLE_NOUNS


def _same_letters(name: str, quote: str) -> bool:
    """One contains the other in a script without spaces, or both are one word apart from spacing: "Play Station"."""
    one, two = ("".join(_WORD.findall(folded(text[:MAX_QUOTE]))) for text in (name, quote))
    if not one or not two:
        return False
    return one == two or bool(_CJK.search(one) and (one in two or two in one))


def _initials(short: str, long: str) -> bool:
    """``FBI`` for "Federal Bureau of Investigation", with or without the small words."""
    parts = _WORD.findall(long[:MAX_QUOTE])
    every = "".join(part[0] for part in parts).upper()
    capitals = "".join(part[0] for part in parts if part[0].isupper())
    tokens = _WORD.findall(_DOTTED.sub(lambda match: match[0].replace(".", ""), short[:MAX_QUOTE]))
    return any(2 <= len(token) <= 10 and token.isupper() and token in (capitals, every) for token in tokens)


# -- relations --------------------------------------------------------------------------------------------


def relation_support(name: str, quotes: Sequence[str]) -> Support:
    """Support of a relation's name: shared words of one family ("publisher", "published"), else unsupported."""
    wanted = _content(words(name))
    there = {word for quote in quotes for word in words(quote)} - STOP_WORDS
    if any(_family(one, other) for one in wanted for other in there):
        return Support.NAME
    if any(_same_letters(name, quote) for quote in quotes):
        return Support.NAME
    return Support.UNSUPPORTED


def _family(one: str, other: str) -> bool:
    if one == other or _lemma(one) == _lemma(other):
        return True
    shared = _shared_prefix(one, other)
    shorter = min(len(one), len(other))
    return shared >= _LEAST_PREFIX and shared >= 0.7 * shorter and max(len(one), len(other)) - shared <= 5


def _lemma(word: str) -> str:
    return IRREGULAR.get(word, word)


def _shared_prefix(one: str, other: str) -> int:
    return next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


# -- literals ---------------------------------------------------------------------------------------------


def literal_support(value: str, datatype: str, quotes: Sequence[str]) -> Support:
    """Support of a typed value. Strings: the quote holds it (``literal``), or shares words with it (``name``)."""
    if agreement(value, datatype, quotes) is Agreement.AGREES:
        return Support.LITERAL
    if datatype in ("string", "anyURI", "token", "language"):
        return _text_support(value, quotes)
    return Support.UNSUPPORTED


def _text_support(value: str, quotes: Sequence[str]) -> Support:
    wanted = words(value)
    if any(_contains(words(quote), wanted) for quote in quotes):
        return Support.LITERAL
    if any(_same_letters(value, quote) for quote in quotes):
        return Support.LITERAL
    there = frozenset(word for quote in quotes for word in words(quote))
    return Support.NAME if _content(wanted) & _content(there) else Support.UNSUPPORTED


def _contains(whole: tuple[str, ...], part: tuple[str, ...]) -> bool:
    """Whether the words stand in the quote in this order, one after another."""
    if not part:
        return False
    return f" {' '.join(part)} " in f" {' '.join(whole)} "


def support_of(component: Component, *, relation: bool = False) -> Support:
    """The support of a component by its quotes; a literal's value and datatype must be valid."""
    if component.value is not None:
        return literal_support(component.value, component.datatype or "string", component.quotes)
    if relation:
        return relation_support(component.name or "", component.quotes)
    return entity_support(component.name or "", component.quotes)
