"""The vocabulary of a graph, as a translator of questions sees it: its entities and relations, with examples."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from typing import Any

from ..occurrences.occurrence import Occurrence
from ..terms import BASE, REL, XSD, Literal, URIRef, local_name
from .support import words

__all__ = ["EntityEntry", "RelationEntry", "Vocabulary", "suggest"]

DEFAULT_BUDGET = 24_000
"""Characters of names and examples that a question is given at most (about 6,000 tokens)."""

_EXAMPLE = 80
_MAX_COMPARED = 2_000


@dataclass(frozen=True, slots=True)
class EntityEntry:
    """An entity: its name, its IRI, and how many occurrences speak of it."""

    name: str
    iri: str
    count: int = 1

    @property
    def reference(self) -> str:
        """How a query writes it: ``<Name_of_entity>``, or the full IRI in a graph that was not read from texts."""
        return f"<{self.iri.removeprefix(BASE)}>"


@dataclass(frozen=True, slots=True)
class RelationEntry:
    """A relation: its local name (``placeOfBirth``), how often it is used, an example, and the kind of its objects.

    ``kind`` is ``entity`` or the local name of the most frequent datatype.
    """

    name: str
    iri: str
    count: int
    example: tuple[str, str]
    kind: str

    @property
    def reference(self) -> str:
        """How a query writes it: ``rel:placeOfBirth``, or the full IRI in a graph that was not read from texts."""
        return f"rel:{self.name}" if self.iri.startswith(REL) else f"<{self.iri}>"


@dataclass(frozen=True)
class Vocabulary:
    """Entities and relations, the most frequent first. Immutable; made with :meth:`of`."""

    entities: tuple[EntityEntry, ...] = ()
    relations: tuple[RelationEntry, ...] = ()

    @classmethod
    def of(cls, occurrences: Iterable[Occurrence]) -> Vocabulary:
        """The vocabulary that the occurrences use."""
        counts: Counter[str] = Counter()
        names: dict[str, Counter[str]] = {}
        uses: dict[str, _Uses] = {}
        for occurrence in occurrences:
            for iri, name in occurrence.labels:
                names.setdefault(str(iri), Counter())[name] += 1
            subject, predicate, thing = occurrence.triple
            counts.update(str(term) for term in (subject, thing) if isinstance(term, URIRef))
            uses.setdefault(str(predicate), _Uses()).add(_said(subject, names), _said(thing, names), _kind(thing))
        entities = [EntityEntry(_name(iri, names), iri, count) for iri, count in counts.items()]
        relations = [use.entry(iri) for iri, use in uses.items()]
        return cls(
            tuple(sorted(entities, key=lambda entry: (-entry.count, entry.name, entry.iri))),
            tuple(sorted(relations, key=lambda entry: (-entry.count, entry.name, entry.iri))),
        )

    @cached_property
    def entity_iris(self) -> frozenset[str]:
        """The IRIs of all entities."""
        return frozenset(entry.iri for entry in self.entities)

    @cached_property
    def relation_iris(self) -> frozenset[str]:
        """The IRIs of all relations."""
        return frozenset(entry.iri for entry in self.relations)

    def for_question(self, question: str, budget: int = DEFAULT_BUDGET) -> Vocabulary:
        """The part that fits into ``budget`` characters: what shares words with the question first, then by frequency.

        Half of the budget is for relations; what they leave goes to the entities.
        """
        asked = frozenset(words(question))
        relations, spent = _within(self.relations, lambda e: _relevance(e.name, asked), _relation_size, budget // 2)
        entities, _ = _within(self.entities, lambda e: _relevance(e.name, asked), _entity_size, budget - spent)
        return Vocabulary(tuple(entities), tuple(relations))

    def as_mapping(self) -> dict[str, Any]:
        """The vocabulary as plain data, for :attr:`Request.vocabulary`.

        ``{"entities": [{"name", "iri"}], "relations": [{"name", "example": [subject, object], "object": kind}]}``.
        ``iri`` is the reference as a query writes it; a relation outside our namespace has its ``<IRI>`` as name.
        """
        return {
            "entities": [{"name": entry.name, "iri": entry.reference} for entry in self.entities],
            "relations": [
                {
                    "name": entry.reference.removeprefix("rel:"),
                    "example": list(entry.example),
                    "object": entry.kind,
                }
                for entry in self.relations
            ],
        }


class _Uses:
    """How one relation is used, while a vocabulary is being made."""

    def __init__(self) -> None:
        self.count = 0
        self.example = ("", "")
        self.kinds: Counter[str] = Counter()

    def add(self, subject: str, thing: str, kind: str) -> None:
        if not self.count:
            self.example = (subject, thing)
        self.count += 1
        self.kinds[kind] += 1

    def entry(self, iri: str) -> RelationEntry:
        kind = min(self.kinds, key=lambda kind: (-self.kinds[kind], kind))
        name = iri.removeprefix(REL) if iri.startswith(REL) else local_name(iri)
        return RelationEntry(name, iri, self.count, self.example, kind)


def _name(iri: str, names: Mapping[str, Counter[str]]) -> str:
    labels = names.get(iri)
    return min(labels, key=lambda name: (-labels[name], name)) if labels else local_name(iri)


def _said(term: object, names: Mapping[str, Counter[str]]) -> str:
    text = _name(str(term), names) if isinstance(term, URIRef) else str(term)
    return text if len(text) <= _EXAMPLE else text[: _EXAMPLE - 1] + "…"


def _kind(term: object) -> str:
    if not isinstance(term, Literal):
        return "entity"
    datatype = str(term.datatype or f"{XSD}string")
    return local_name(datatype)


def _split_camel(name: str) -> str:
    return "".join(f" {character.lower()}" if character.isupper() else character for character in name)


def _relevance(name: str, asked: frozenset[str]) -> float:
    """Share of the name's words that the question uses."""
    own = frozenset(words(name)) | frozenset(words(_split_camel(name)))
    return len(own & asked) / len(own) if own else 0.0


def _relation_size(entry: RelationEntry) -> int:
    return len(entry.name) + sum(map(len, entry.example)) + 40


def _entity_size(entry: EntityEntry) -> int:
    return len(entry.reference) + 2


def _within(entries: Any, relevance: Any, size: Any, budget: int) -> tuple[list[Any], int]:
    """Entries in order of relevance, then frequency, as long as they fit; and what they take."""
    kept, spent = [], 0
    for entry in sorted(entries, key=lambda entry: -relevance(entry)):
        if spent + size(entry) <= budget:
            kept.append(entry)
            spent += size(entry)
    return kept, spent


def suggest(name: str, vocabulary: Vocabulary, count: int = 3) -> tuple[str, ...]:
    """The references of the vocabulary that are most like a name that it does not hold, the best first.

    ``name`` is as a query writes it: ``<Jean_Dupond>`` or ``rel:birthPlace``.  At most 2,000 names are compared.
    """
    relation = name.startswith("rel:")
    entries: tuple[EntityEntry | RelationEntry, ...] = vocabulary.relations if relation else vocabulary.entities
    wanted = _split_camel(name[4:]).strip() if relation else local_name(name.strip("<>")).replace("_", " ")
    asked = frozenset(words(wanted))
    by_words = heapq.nsmallest(
        _MAX_COMPARED, enumerate(entries), key=lambda pair: (-_relevance(pair[1].name, asked), pair[0])
    )
    spoken = {_spoken(entry).casefold(): entry.reference for _, entry in reversed(by_words)}
    close = [spoken[match] for match in get_close_matches(wanted.casefold()[:200], list(spoken), count, 0.6)]
    sharing = [entry.reference for _, entry in by_words[:count] if _relevance(entry.name, asked) > 0]
    return tuple(dict.fromkeys([*close, *sharing]))[:count]


def _spoken(entry: EntityEntry | RelationEntry) -> str:
    return _split_camel(entry.name).strip() if isinstance(entry, RelationEntry) else entry.name[:200]
