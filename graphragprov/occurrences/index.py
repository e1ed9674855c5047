"""Hash indexes over statements: per predicate by subject, by object and by both; and over a whole graph.

A *statement* is a triple, named by its number in the columns ``subjects``, ``predicates`` and ``objects`` of an
:class:`~graphragprov.occurrences.graph.OccurrenceGraph`. All indexes but ``pairs`` are built when they are first asked
for and kept up to date from then on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

__all__ = ["Buckets", "GraphIndex", "Statements", "pair_key"]

Buckets: TypeAlias = dict[int, Sequence[int]]
"""Term to the statements that hold it. One statement is a tuple, several are a list: half of the memory."""

_SHIFT = 32


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


class Statements:
    """The statements of one predicate. ``pairs`` finds a statement by :func:`pair_key`, in the order of assertion."""

    __slots__ = ("_by_object", "_by_subject", "objects", "pairs", "subjects")

    def __init__(self, subjects: Sequence[int], objects: Sequence[int], pairs: dict[int, int] | None = None) -> None:
        self.subjects = subjects
        self.objects = objects
        self.pairs: dict[int, int] = {} if pairs is None else pairs
        self._by_subject: Buckets | None = None
        self._by_object: Buckets | None = None

    def __len__(self) -> int:
        return len(self.pairs)

    def __iter__(self) -> Iterator[int]:
        return iter(self.pairs.values())

    @property
    def by_subject(self) -> Buckets:
        """Subject to statements."""
        if self._by_subject is None:
            self._by_subject = _bucketed(self.subjects, self.pairs.values())
        return self._by_subject

    @property
    def by_object(self) -> Buckets:
        """Object to statements."""
        if self._by_object is None:
            self._by_object = _bucketed(self.objects, self.pairs.values())
        return self._by_object

    def add(self, subject: int, object_: int, statement: int) -> None:
        """Index a statement that is not there yet."""
        self.pairs[pair_key(subject, object_)] = statement
        if self._by_subject is not None:
            _put(self._by_subject, subject, statement)
        if self._by_object is not None:
            _put(self._by_object, object_, statement)

    def remove(self, subject: int, object_: int) -> None:
        """Drop a statement."""
        statement = self.pairs.pop(pair_key(subject, object_))
        if self._by_subject is not None:
            _drop(self._by_subject, subject, statement)
        if self._by_object is not None:
            _drop(self._by_object, object_, statement)


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
