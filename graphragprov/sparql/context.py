"""What expressions need from the query that runs them."""

from __future__ import annotations

import random
import uuid
from collections.abc import Callable, Hashable, Mapping, Sequence
from datetime import UTC, datetime
from typing import TypeAlias

from ..terms import BASE, XSD, BNode, Literal, Term, Variable, literal
from .algebra import Exists
from .functions.xpath_regex import CompiledPattern, compile_pattern
from .numbers import ExpressionError
from .order_keys import OrderKeys
from .ordering import OrderKey, order_key_of_value
from .values import Value, value_of

__all__ = ["ExpressionContext", "Row", "Slots"]

Row: TypeAlias = Sequence[int]
"""A solution mapping as the ids of its terms; id 0 is unbound."""

Slots: TypeAlias = Mapping[Variable, int]
"""The column of each variable in a row. A variable without a column is unbound."""

MAX_PATTERNS = 100
"""How many compiled regular expressions are kept; a large one takes megabytes, and patterns may come from the data."""


class ExpressionContext:
    """The seam between expressions and the evaluation of one query; it also holds their caches.

    ``decode`` gives the term of an id.  ``base`` resolves what IRI() is given,
    unless a second argument names another one (a query's own BASE).  ``now`` is the one value of NOW(), an
    ``xsd:dateTime`` (default: the time when it is first asked for, in UTC).
    ``exists`` compiles an EXISTS to a test of rows, true where its *pattern* matches (NOT is applied here).
    ``solution`` names the solution that a row belongs to, for BNODE("label"), which gives the same blank node within
    one solution; the default is the row without the blank nodes that BNODE made.  ``rng`` is the source of RAND().
    ``regex_seconds`` is the time that one match may take.  ``order_keys`` are kept keys of the terms with positive ids.
    """

    def __init__(
        self,
        decode: Callable[[int], Term],
        *,
        base: str = BASE,
        now: Literal | None = None,
        exists: Callable[[Exists, Slots], Callable[[Row], bool]] | None = None,
        solution: Callable[[Row], Hashable] | None = None,
        rng: random.Random | None = None,
        regex_seconds: float = 1.0,
        order_keys: OrderKeys | None = None,
    ) -> None:
        self.decode = decode
        self.base = base
        self._now = now
        self.exists = exists
        self.regex_seconds = regex_seconds
        self.order_keys = OrderKeys() if order_keys is None else order_keys
        self._solution = solution or self._row_without_new_nodes
        self._rng = rng or random.SystemRandom()
        self._values: dict[int, Value] = {}
        self._order_keys: dict[int, OrderKey] = {}
        self._patterns: dict[tuple[str, str], CompiledPattern] = {}
        self._nodes: dict[Hashable, BNode] = {}
        self._new_nodes: set[BNode] = set()

    @property
    def now(self) -> Literal:
        """The value of NOW(): the same whenever it is asked for."""
        if self._now is None:
            self._now = literal(_utc_now(), str(XSD) + "dateTime")
        return self._now

    def value(self, identifier: int) -> Value:
        """The value of the term with this id, decoded once; an error for 0."""
        try:
            return self._values[identifier]
        except KeyError:
            if not identifier:
                raise ExpressionError("unbound variable") from None
            value = self._values[identifier] = value_of(self.decode(identifier))
            return value

    def order_key(self, identifier: int) -> OrderKey:
        """The place of the term with this id in ORDER BY (0: unbound)."""
        if not identifier:
            return (0,)
        key = self._order_keys.get(identifier)
        if key is None:
            key = self._order_keys[identifier] = order_key_of_value(self.value(identifier))
        return key

    def pattern(self, pattern: str, flags: str) -> CompiledPattern:
        """The compiled regular expression (the last ones are kept); an error where it is none."""
        compiled = self._patterns.get((pattern, flags))
        if compiled is None:
            if len(self._patterns) >= MAX_PATTERNS:
                del self._patterns[next(iter(self._patterns))]
            compiled = self._patterns[pattern, flags] = compile_pattern(pattern, flags)
        return compiled

    def bnode(self, row: Row, label: str | None = None) -> BNode:
        """A new blank node, or the one of this label in the solution of the row."""
        if label is None:
            return self._new_node()
        key = (label, self._solution(row))
        node = self._nodes.get(key)
        if node is None:
            node = self._nodes[key] = self._new_node()
        return node

    def uuid(self) -> str:
        """A fresh random UUID in lower case."""
        return str(uuid.uuid4())

    def rand(self) -> float:
        """A random number from 0 (inclusive) to 1 (exclusive)."""
        return self._rng.random()

    def _new_node(self) -> BNode:
        node = BNode()
        self._new_nodes.add(node)
        return node

    def _row_without_new_nodes(self, row: Row) -> Hashable:
        return tuple(each for each in row if each and self.decode(each) not in self._new_nodes)


def _utc_now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
