"""Hash indexes over statements: per predicate from subject, from object and by both; and over a whole graph.

A *statement* is a triple, named by its number in the columns ``subjects``, ``predicates`` and ``objects`` of an
:class:`~graphragprov.occurrences.graph.OccurrenceGraph`. All indexes but ``pairs`` are built when they are first asked
for and kept up to date from then on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TypeAlias

__all__ = ["Buckets", "GraphIndex", "Link", "Links", "Statements", "pair_key"]

Buckets: TypeAlias = dict[int, Sequence[int]]
"""Term to the statements that hold it. One statement is a tuple, several are a list: half of the memory."""

Link: TypeAlias = tuple[int, int]
"""The other end of a statement, and its number: what a join appends to a row."""

_SHIFT = 32
_MANY = 8
"""Statements that are more than one in so many of the graph are not added to the lazy indexes one by one."""


def pair_key(subject: int, object_: int) -> int:
    """Both term numbers as one integer (smaller than a tuple, and as good a key)."""
    return subject << _SHIFT | object_


def _put(buckets: Buckets, term: int, statement: int) -> None:
    found = buckets.get(term)
    if found is None:
        buckets[term] = (statement,)
    elif isinstance(found, list):
        found.append(statement)
    else:
        buckets[term] = [*found, statement]


def _drop(buckets: Buckets, term: int, statement: int) -> None:
    rest = [other for other in buckets[term] if other != statement]
    if rest:
        buckets[term] = rest if len(rest) > 1 else tuple(rest)
    else:
        del buckets[term]


def _bucketed(terms: Sequence[int], statements: Iterable[int]) -> Buckets:
    buckets: Buckets = {}
    for statement in statements:
        _put(buckets, terms[statement], statement)
    return buckets


class Links:
    """From one end of the statements of a predicate to the other. Exactly one of both dictionaries is there.

    ``one`` while no end has several statements, which is half the memory and the fastest to follow; else ``many``.
    """

    __slots__ = ("many", "one")

    def __init__(self, ends: Sequence[int], others: Sequence[int], statements: Collection[int]) -> None:
        self.one: dict[int, Link] | None = {ends[t]: (others[t], t) for t in statements}
        self.many: dict[int, Sequence[Link]] | None = None
        if len(self.one) < len(statements):
            self.one, self.many = None, _gathered(ends, others, statements)

    def __len__(self) -> int:
        """How many ends there are."""
        return len(self._ends)

    def __iter__(self) -> Iterator[int]:
        return iter(self._ends)

    @property
    def _ends(self) -> Collection[int]:
        return self.many if self.one is None else self.one  # type: ignore[return-value]

    def get(self, end: int) -> Sequence[Link]:
        """The links of an end."""
        if self.many is not None:
            return self.many.get(end, ())
        assert self.one is not None, "one of both is there"
        found = self.one.get(end)
        return () if found is None else (found,)

    def add(self, end: int, other: int, statement: int) -> None:
        """Add a link that is not there yet."""
        link = (other, statement)
        if self.one is not None:
            if end not in self.one:
                self.one[end] = link
                return
            self.many = {known: (only,) for known, only in self.one.items()}
            self.one = None
        assert self.many is not None, "one of both is there"
        found = self.many.get(end, ())
        if isinstance(found, list):
            found.append(link)
        else:
            self.many[end] = [*found, link] if found else (link,)

    def remove(self, end: int, statement: int) -> None:
        """Drop a link."""
        rest = [link for link in self.get(end) if link[1] != statement]
        if self.many is not None and rest:
            self.many[end] = rest
        else:
            del (self.one or self.many or {})[end]


def _gathered(ends: Sequence[int], others: Sequence[int], statements: Iterable[int]) -> dict[int, Sequence[Link]]:
    found: dict[int, Sequence[Link]] = {}
    for t in statements:
        links = found.get(ends[t])
        if links is None:
            found[ends[t]] = ((others[t], t),)
        elif isinstance(links, list):
            links.append((others[t], t))
        else:
            found[ends[t]] = [*links, (others[t], t)]
    for end, links in found.items():
        # Tuples of integers: smaller than lists, and the garbage collector learns to leave them alone.
        found[end] = tuple(links)
    return found


class Statements:
    """The statements of one predicate. ``pairs`` finds a statement by :func:`pair_key`, in the order of assertion."""

    __slots__ = ("_from_object", "_from_subject", "_spread", "objects", "pairs", "subjects")

    def __init__(self, subjects: Sequence[int], objects: Sequence[int], pairs: dict[int, int] | None = None) -> None:
        self.subjects = subjects
        self.objects = objects
        self.pairs: dict[int, int] = {} if pairs is None else pairs
        self._from_subject: Links | None = None
        self._from_object: Links | None = None
        self._spread = (-1, 0, 0)

    def __len__(self) -> int:
        return len(self.pairs)

    def __iter__(self) -> Iterator[int]:
        return iter(self.pairs.values())

    @property
    def from_subject(self) -> Links:
        """Subject to (object, statement)."""
        if self._from_subject is None:
            self._from_subject = Links(self.subjects, self.objects, self.pairs.values())
        return self._from_subject

    @property
    def from_object(self) -> Links:
        """Object to (subject, statement)."""
        if self._from_object is None:
            self._from_object = Links(self.objects, self.subjects, self.pairs.values())
        return self._from_object

    @property
    def spread(self) -> tuple[int, int]:
        """How many different subjects and objects there are; counted again when the size has changed by a tenth."""
        size, subjects, objects = self._spread
        if abs(len(self.pairs) - size) * 10 > size:
            numbers = self.pairs.values()
            subjects, objects = len({self.subjects[t] for t in numbers}), len({self.objects[t] for t in numbers})
            self._spread = (len(self.pairs), subjects, objects)
        return subjects, objects

    def add(self, subject: int, object_: int, statement: int) -> None:
        """Index a statement that is not there yet."""
        self.pairs[pair_key(subject, object_)] = statement
        if self._from_subject is not None:
            self._from_subject.add(subject, object_, statement)
        if self._from_object is not None:
            self._from_object.add(object_, subject, statement)

    def remove(self, subject: int, object_: int) -> None:
        """Drop a statement."""
        statement = self.pairs.pop(pair_key(subject, object_))
        if self._from_subject is not None:
            self._from_subject.remove(subject, statement)
        if self._from_object is not None:
            self._from_object.remove(object_, statement)

    @property
    def is_linked(self) -> bool:
        """Whether an index was made that has to be kept up to date."""
        return self._from_subject is not None or self._from_object is not None

    def forget(self) -> None:
        """Drop the indexes that are made when they are asked for."""
        self._from_subject = self._from_object = None


class GraphIndex:
    """The statements of one RDF graph: per predicate, and lazily by subject and by object over all predicates."""

    __slots__ = ("_all_by_object", "_all_by_subject", "_size", "by_predicate", "objects", "subjects")

    def __init__(self, subjects: Sequence[int], objects: Sequence[int]) -> None:
        self.subjects = subjects
        self.objects = objects
        self.by_predicate: dict[int, Statements] = {}
        self._all_by_subject: Buckets | None = None
        self._all_by_object: Buckets | None = None
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[int]:
        for statements in self.by_predicate.values():
            yield from statements

    @property
    def all_by_subject(self) -> Buckets:
        """Subject to statements, whatever their predicate."""
        if self._all_by_subject is None:
            self._all_by_subject = _bucketed(self.subjects, self)
        return self._all_by_subject

    @property
    def all_by_object(self) -> Buckets:
        """Object to statements, whatever their predicate."""
        if self._all_by_object is None:
            self._all_by_object = _bucketed(self.objects, self)
        return self._all_by_object

    def predicate(self, predicate: int) -> Statements:
        """The statements of a predicate (none for one that is not used)."""
        found = self.by_predicate.get(predicate)
        return Statements(self.subjects, self.objects) if found is None else found

    def find(self, subject: int, predicate: int, object_: int) -> int:
        """The number of a statement, -1 when it is not there."""
        statements = self.by_predicate.get(predicate)
        return -1 if statements is None else statements.pairs.get(pair_key(subject, object_), -1)

    def add(self, subject: int, predicate: int, object_: int, statement: int) -> None:
        """Index a statement that is not there yet."""
        statements = self.by_predicate.get(predicate)
        if statements is None:
            statements = self.by_predicate[predicate] = Statements(self.subjects, self.objects)
        statements.add(subject, object_, statement)
        self._size += 1
        if self._all_by_subject is not None:
            _put(self._all_by_subject, subject, statement)
        if self._all_by_object is not None:
            _put(self._all_by_object, object_, statement)

    def add_all(self, triples: Sequence[tuple[int, int, int]], first: int) -> list[int]:
        """Index many statements; return the number of each. New ones are numbered from ``first`` on, in order.

        Where they are many beside what is there, the lazy indexes are dropped, to be made anew when they are needed.
        """
        if len(triples) < _MANY or (len(triples) * _MANY < self._size and self._is_linked()):
            return self._add_singly(triples, first)
        self._forget()
        pairs_of = {predicate: statements.pairs for predicate, statements in self.by_predicate.items()}
        found, number = [], first
        for subject, predicate, object_ in triples:
            pairs = pairs_of.get(predicate)
            if pairs is None:
                self.by_predicate[predicate] = Statements(self.subjects, self.objects)
                pairs = pairs_of[predicate] = self.by_predicate[predicate].pairs
            known = pairs.setdefault(subject << _SHIFT | object_, number)
            if known == number:
                number += 1
            found.append(known)
        self._size += number - first
        return found

    def _add_singly(self, triples: Iterable[tuple[int, int, int]], number: int) -> list[int]:
        found = []
        for triple in triples:
            known = self.find(*triple)
            if known < 0:
                known = number
                self.add(*triple, number)
                number += 1
            found.append(known)
        return found

    def _is_linked(self) -> bool:
        """Whether there are lazy indexes to keep up to date."""
        built = self._all_by_subject is not None or self._all_by_object is not None
        return built or any(statements.is_linked for statements in self.by_predicate.values())

    def _forget(self) -> None:
        self._all_by_subject = self._all_by_object = None
        for statements in self.by_predicate.values():
            statements.forget()

    def remove(self, subject: int, predicate: int, object_: int) -> None:
        """Drop a statement."""
        statement = self.find(subject, predicate, object_)
        statements = self.by_predicate[predicate]
        statements.remove(subject, object_)
        if not statements.pairs:
            del self.by_predicate[predicate]
        self._size -= 1
        if self._all_by_subject is not None:
            _drop(self._all_by_subject, subject, statement)
        if self._all_by_object is not None:
            _drop(self._all_by_object, object_, statement)
