"""Slots: what a rule may ask for at a place in a sentence, as a regular expression and a conversion.

Both see the shape of the text (:mod:`.shape`). A conversion turns the characters that the expression matched into
places of values; none at all refuses the match.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from .dates import DATE, YEAR, parse_date
from .lexicon import (
    country_of,
    demonyms,
    is_feminine,
    is_masculine,
    is_occupation,
    is_people_adjective,
    kind_of_noun,
    people_adjectives,
    words,
)
from .names import NAME, PERSON, TITLE, WORD, honorific_length, is_name

__all__ = ["SLOTS", "Place"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value stands in a slot's characters: ``[start, end)`` is its quote.

    Its name is the quote without its first ``skip`` characters, or ``name`` where that is given; with a ``datatype`` it
    is a literal with ``name`` as its lexical form. ``relation`` replaces the slot's where the conversion knows better.
    """

    start: int
    end: int
    skip: int = 0
    name: str | None = None
    datatype: str | None = None
    relation: str | None = None


_PEOPLES = "|".join(re.escape(word) for word in sorted(people_adjectives(), reverse=True))
_ROLE = (
    rf"(?:(?:the|an?|his|her)\s+)?(?:(?:{_PEOPLES})(?:-[A-Za-z]+)?\s+)?"
    r"(?:(?:DJ|MC|R&B|(?!and\s)[a-z][\w/-]*)\s+(?:and\s+(?=[a-z]))?){0,6}?"
)
_NOT_A_ROLE = (
    r"(?!\s+(?:head|chief|founder|executive|president|chairman|star|frontman|drummer|guitarist|bassist|singer|leader|director|actor|actress|member)"
    r"\s+[A-Z])"
)
_ITEM = rf"{_ROLE}(?!(?:DJ|MC)\s+and\s+[a-z])(?>{PERSON}){_NOT_A_ROLE}"
_AND = r"(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*)"
_LIST = rf"{_ITEM}(?:{_AND}{_ITEM}){{0,11}}"
_CHAIN = rf"{NAME}(?:,\s+{NAME}){{0,3}}"
_PLACE = (
    r"(?:the\s+)?(?:(?:small|nearby|present-day)\s+)?(?:(?:village|town|city|parish|district|province|hamlet|municipality|suburb|region|state|island)"
    rf"\s+of\s+)?(?:the\s+)?{_CHAIN}"
)
_ORGANISATION = rf"(?:the\s+)?{NAME}(?:\s+(?:&|and)\s+{WORD}(?=\s*(?:[.,;]|$))(?<![.,;]))?"
_SCHOOL = rf"(?:the\s+)?{NAME}(?:,\s+(?:Cambridge|Oxford|Dublin|London))?"
_AWARD = rf"(?:the\s+)?{NAME}(?:\s+for\s+{NAME})?"
_ALIAS = rf"(?:\"\s*[^\"]{{1,60}}?\s*\"|{NAME})"
_DEMONYM = r"(?:[A-Z][\w.]*\s+[A-Z]\w+(?=[\s,-])|[A-Z][\w.]*(?=[\s,-]))"
_DESCRIPTION = (
    r"[\w'/-]+(?:(?:,\s+(?:and\s+)?|\s+and\s+|\s+)"
    r"(?!(?:in|of|from|for|who|whose|which|that|on|at|to|with|by|during|best|known|born|based|active|also|as|he|she)\b)[\w'/-]+){0,14}"
)
_CAUSE = (
    r"(?!(?:his|her|their|the|which|this|old)\b)[a-z][\w-]*(?:\s+(?!(?:in|at|on|after|aged|while|during|when|following|contracted|and|as|due)\b)[a-z][\w-]*){0,3}"
    r"(?=\s+(?:in|at|on|after|aged|while|during|when|following|contracted|and|as|due)\b|\s+[A-Z\d]|[,.;]|$)"
)

_item = re.compile(_ITEM)
_and = re.compile(_AND)
_name_at_end = re.compile(rf"{PERSON}$")
_chain_at_end = re.compile(rf"{_CHAIN}$")
_article = re.compile(r"(?:[Tt]he\s+)?")
_parts = re.compile(r"(?:[^,\s]|\s+(?!and\s)(?=\S))+?(?=,|\s+and\s|$)")


def _people(shape: str) -> list[Place]:
    """All names of a list; only the first where the commas are not closed by an "and" (they may be appositions)."""
    items: list[Place] = []
    closed = False
    at = 0
    while found := _item.match(shape, at):
        people = _person(found[0], found.start())
        if not people:
            break
        items += people
        separator = _and.match(shape, found.end())
        if not separator:
            break
        closed = closed or "," not in separator[0] or "and" in separator[0]
        at = separator.end()
    return items if closed else items[:1]


def _person(shape: str, offset: int = 0) -> list[Place]:
    found = _name_at_end.search(shape)
    if not found or not _is_role(shape[: found.start()]):
        return []
    start = found.start() + _demonym_length(found[0])
    name = shape[start:]
    if name in {"DJ", "MC"} or (start == found.start() and _is_bare_role(name)):
        return []
    return [Place(offset + start, offset + len(shape), honorific_length(name))] if is_name(name) else []


def _demonym_length(name: str) -> int:
    parts = name.split(None, 2)
    if len(parts) == 3 and is_people_adjective(parts[0]):
        return name.index(parts[1], len(parts[0]))
    return 0


def _is_bare_role(name: str) -> bool:
    """Whether a "name" only says what somebody is ("French DJ")."""
    parts = name.split()
    return len(parts) == 2 and parts[0] in demonyms() and is_occupation(parts[1])


def _is_role(role: str) -> bool:
    """Whether the words before a name say who that is ("the French film director")."""
    tokens = role.split()
    return all(_is_role_word(token, tokens[at - 1] if at else "") for at, token in enumerate(tokens))


def _is_role_word(token: str, before: str) -> bool:
    if token in {"the", "a", "an", "his", "her"} or token in words("people", "modifiers") or is_people_adjective(token):
        return True
    parts = re.split(r"[-/]", token)
    if len(parts) > 1 and any(is_people_adjective(part) or part == "born" or is_occupation(part) for part in parts):
        return True
    return kind_of_noun(token) in {"person", "band"} or is_occupation(token) or f"{before} {token}" in demonyms()


def _man(shape: str) -> list[Place]:
    return [] if is_feminine(shape) else _person(shape)


def _woman(shape: str) -> list[Place]:
    return _person(shape) if is_feminine(shape) else []


def _lady(shape: str) -> list[Place]:
    return [] if is_masculine(shape) else _person(shape)


def _named(shape: str) -> list[Place]:
    article = _article.match(shape)
    start = article.end() if article else 0
    return [Place(start, len(shape))] if is_name(shape[start:]) else []


def _links(shape: str) -> list[tuple[int, int]]:
    """The names of a chain "Sète, Hérault, France", as spans."""
    found = _chain_at_end.search(shape)
    if not found:
        return []
    return [m.span() for m in re.compile(r"[^,\s][^,]*").finditer(shape, found.start())]


def _place(shape: str) -> list[Place]:
    return [Place(start, end) for start, end in _links(shape)[:1] if is_name(shape[start:end])]


def _places(shape: str) -> list[Place]:
    """The first of a chain is where it is located, the last its country where that is a country."""
    countries = frozenset(demonyms().values())
    places = [Place(s, e, relation="country" if shape[s:e] in countries else None) for s, e in _links(shape)]
    if not places or not is_name(shape[places[0].start : places[0].end]):
        return []
    return [place for at, place in enumerate(places) if at == 0 or place.relation]


def _country(shape: str) -> list[Place]:
    return _named(shape) if shape.removeprefix("the ") in frozenset(demonyms().values()) else []


def _date(shape: str) -> list[Place]:
    parsed = parse_date(shape)
    return [Place(0, len(shape), name=parsed.value, datatype=parsed.datatype)] if parsed else []


def _demonym(shape: str) -> list[Place]:
    country = country_of(shape)
    return [Place(0, len(shape), name=country)] if country else []


def _title(shape: str) -> list[Place]:
    start = len(shape) - len(shape.lstrip('" \t\n'))
    end = len(shape.rstrip('".,;: \t\n'))
    title = shape[start:end]
    usable = not title.isdigit() and title not in words("capitals", "not_names") and title not in demonyms()
    return [Place(start, end)] if title and usable else []


def _occupations(shape: str) -> list[Place]:
    """The occupations of a description, without demonyms and adjectives."""
    places: list[Place] = []
    for part in _parts.finditer(shape):
        written = part[0].removeprefix("and ")
        length = _occupation_length(written.split())
        if not length:
            break
        places.append(Place(part.end() - length, part.end()))
    return places


def _occupation_length(tokens: list[str]) -> int:
    if not tokens or not is_occupation(tokens[-1]):
        return 0
    known, modifiers, plain = (words("people", key) for key in ("occupations", "modifiers", "qualities"))
    for size in (3, 2):
        phrase = " ".join(tokens[-size:])
        composed = size == 2 and len(tokens) > 1 and tokens[-2] in modifiers and tokens[-2] not in plain
        if len(tokens) >= size and (phrase in known or composed):
            return len(phrase)
    return len(tokens[-1])


def _whole(shape: str) -> list[Place]:
    return [Place(0, len(shape))]


_MENTION = rf"(?:(?:[Hh]e|[Ss]he)(?!\w)|(?>{PERSON})(?!'))"

SLOTS: Mapping[str, tuple[str, Callable[[str], list[Place]]]] = {
    "person": (_ITEM, _person),
    "people": (_LIST, _people),
    "man": (_ITEM, _man),
    "woman": (_ITEM, _woman),
    "lady": (_ITEM, _lady),
    "place": (_PLACE, _place),
    "country": (rf"(?:the\s+)?{NAME}", _country),
    "places": (_PLACE, _places),
    "date": (DATE, _date),
    "year": (YEAR, _date),
    "demonym": (_DEMONYM, _demonym),
    "organisation": (_ORGANISATION, _named),
    "school": (_SCHOOL, _named),
    "award": (_AWARD, _named),
    "name": (NAME, _named),
    "mention": (_MENTION, _whole),
    "title": (TITLE, _title),
    "alias": (_ALIAS, _title),
    "occupations": (_DESCRIPTION, _occupations),
    "cause": (_CAUSE, _whole),
}
"""Slot types: name to regular expression and conversion."""
