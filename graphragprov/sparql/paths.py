"""Property paths that do not unfold into joins: negated property sets, and ``+ * ?``.

``+ * ?`` have set semantics: every pair of nodes once. What annotates a pair is a lazy Reach gate, or, where few walks
lead from one node to the other, δ of the ⊕ over these walks, which denotes the same. A constant end of ``*`` and ``?``
matches itself with annotation 1; where both ends are free, a node of the graph matches itself with δ of the ⊕ of the
triples that mention it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from typing import Protocol

from ..occurrences.index import Statements, pair_key
from ..provenance.reach import reached, simple_walks
from ..terms import Term, Variable
from . import algebra as a
from .annotations import Annotations, Row
from .session import Scope, Session
from .table import Table, tuple_getter

__all__ = ["closure", "is_nullable", "negated"]

_FEW_WALKS = 8
_FEW_STEPS = 400


def is_nullable(path: a.PathExpression) -> bool:
    """Whether a walk of no step matches the path."""
    match path:
        case a.ZeroOrMore() | a.ZeroOrOne():
            return True
        case a.Inverse(inner) | a.OneOrMore(inner):
            return is_nullable(inner)
        case a.Sequence(left, right):
            return is_nullable(left) and is_nullable(right)
        case a.Alternative(left, right):
            return is_nullable(left) or is_nullable(right)
        case _:
            return False


# -- the ends of a path --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _End:
    """One end of a path pattern. ``fixed``: the terms that it may be, constants; ``wanted``: those that are needed."""

    variable: Variable | None
    fixed: tuple[int, ...] | None = None
    wanted: tuple[int, ...] | None = None


def _end(session: Session, term: Term, scope: Scope) -> _End:
    if not isinstance(term, Variable):
        return _End(None, fixed=(session.terms.encode(term),))
    if scope.env is not None and term in scope.env.slots:
        column = scope.env.slots[term]
        return _End(term, fixed=tuple(dict.fromkeys(row[column] for row in scope.env.rows)))
    if scope.hint is not None and term in scope.hint.variables:
        table = scope.hint.table
        column = table.slots[term]
        return _End(term, wanted=tuple(dict.fromkeys(row[column] for row in table.rows)))
    return _End(term)


def _table(session: Session, ends: tuple[_End, _End], pairs: Iterable[Row]) -> Table:
    """The rows (source, target[, reference]) as a table of the variables at the ends."""
    subject, object_ = ends
    rows = list(pairs)
    if subject.variable is not None and subject.variable == object_.variable:
        rows = [row for row in rows if row[0] == row[1]]
    slots: dict[Variable, int] = {}
    for column, end in enumerate(ends):
        if end.variable is not None:
            slots.setdefault(end.variable, column)
    refs = () if session.notes is None else (2,)
    return Table(rows, 2 + len(refs), slots, refs, certain=frozenset(slots))


# -- negated property sets ---------------------------------------------------------------------------------------


def negated(session: Session, pattern: a.Path, path: a.NegatedPropertySet, scope: Scope) -> Table:
    """Every statement whose predicate is none of the set, one way or both ways."""
    ends = (_end(session, pattern.subject, scope), _end(session, pattern.object, scope))
    rows: list[Row] = []
    for excluded, backward in ((path.forward, False), (path.backward, True)):
        if excluded is not None:
            numbers = {session.terms.encode(iri) for iri in excluded}
            rows += _statements(session, ends[::-1] if backward else ends, numbers, scope, backward)
    return _table(session, ends, rows)


def _statements(
    session: Session, ends: tuple[_End, ...], excluded: set[int], scope: Scope, backward: bool
) -> list[Row]:
    index, predicates, keep = scope.active, session.graph.predicates, session.notes is not None
    subject, object_ = ends
    candidates: Iterable[int] = index
    subjects = subject.fixed if subject.fixed is not None else subject.wanted
    objects = object_.fixed if object_.fixed is not None else object_.wanted
    if subjects is not None:
        candidates = chain.from_iterable(index.all_by_subject.get(node, ()) for node in subjects)
    elif objects is not None:
        candidates = chain.from_iterable(index.all_by_object.get(node, ()) for node in objects)
    sources, targets = (index.objects, index.subjects) if backward else (index.subjects, index.objects)
    allowed = None if object_.fixed is None else set(object_.fixed)
    found: list[Row] = []
    for t in candidates:
        if predicates[t] not in excluded and (allowed is None or index.objects[t] in allowed):
            found.append((sources[t], targets[t], t) if keep else (sources[t], targets[t]))
    session.budget.check(len(found))
    return found


# -- edge relations ----------------------------------------------------------------------------------------------


class Edges(Protocol):
    """The pairs that one step of a path connects."""

    def successors(self, node: int) -> Iterable[int]:
        """Where one step from the node leads; each node once."""

    def predecessors(self, node: int) -> Iterable[int]:
        """From where one step leads to the node; each node once."""

    def sources(self) -> Iterable[int]:
        """The nodes from which a step leads somewhere."""

    def edge(self, source: int, target: int) -> int:
        """The reference of a step."""


class _LinkEdges:
    """The steps of a single predicate."""

    def __init__(self, statements: Statements) -> None:
        self._statements = statements

    def successors(self, node: int) -> Iterable[int]:
        return [target for target, _ in self._statements.from_subject.get(node)]

    def predecessors(self, node: int) -> Iterable[int]:
        return [source for source, _ in self._statements.from_object.get(node)]

    def sources(self) -> Iterable[int]:
        return self._statements.from_subject

    def edge(self, source: int, target: int) -> int:
        return self._statements.pairs[pair_key(source, target)]


class _TableEdges:
    """The steps of any other path: its pairs, each with all its derivations."""

    def __init__(self, table: Table, start: Variable, end: Variable, notes: Annotations | None) -> None:
        self._table, self._notes = table, notes
        self._groups: dict[Row, list[Row]] = {}
        ends = tuple_getter(table.columns((start, end)))
        for row in table.rows:
            self._groups.setdefault(ends(row), []).append(row)
        self._out: dict[int, list[int]] = {}
        self._in: dict[int, list[int]] = {}
        for source, target in self._groups:
            self._out.setdefault(source, []).append(target)
            self._in.setdefault(target, []).append(source)

    def successors(self, node: int) -> Iterable[int]:
        return self._out.get(node, ())

    def predecessors(self, node: int) -> Iterable[int]:
        return self._in.get(node, ())

    def sources(self) -> Iterable[int]:
        return self._out

    def edge(self, source: int, target: int) -> int:
        assert self._notes is not None, "edges are only asked for their references where there is provenance"
        notes, rows = self._notes, self._table.derivations(self._groups[source, target])
        return notes.lazy(True, lambda: notes.total(rows))


# -- closures ------------------------------------------------------------------------------------------------------

Evaluate = Callable[[a.Pattern, Scope], Table]


def closure(
    session: Session, pattern: a.Path, evaluate: Evaluate, scope: Scope, fresh: Callable[[], Variable]
) -> Table:
    """The rows of ``path*``, ``path+`` or ``path?``."""
    path = pattern.path
    assert isinstance(path, a.ZeroOrMore | a.OneOrMore | a.ZeroOrOne)
    zero = not isinstance(path, a.OneOrMore) or is_nullable(path.path)
    many = not isinstance(path, a.ZeroOrOne)
    edges = _edges(session, path.path, evaluate, scope, fresh)
    ends = (_end(session, pattern.subject, scope), _end(session, pattern.object, scope))
    walk = _Closure(session, edges, scope, zero, many)
    return replace(_table(session, ends, walk.pairs(*ends)), distinct=True)


def _edges(
    session: Session, path: a.PathExpression, evaluate: Evaluate, scope: Scope, fresh: Callable[[], Variable]
) -> Edges:
    if isinstance(path, a.Link):
        return _LinkEdges(scope.active.predicate(session.terms.encode(path.iri)))
    start, end = fresh(), fresh()
    inner = replace(scope, env=None, hint=None, kept=None, within_path=True)
    table = evaluate(a.Path(start, path, end), inner)
    return _TableEdges(table, start, end, session.notes)


class _Closure:
    """The pairs that a closure connects, and their annotations."""

    def __init__(self, session: Session, edges: Edges, scope: Scope, zero: bool, many: bool) -> None:
        self._session, self._notes, self._scope = session, session.notes, scope
        self._edges, self._zero, self._many = edges, zero, many
        self._expanded: dict[int, None] = {}
        self._backward = False
        self._gate: int | None = None

    def pairs(self, subject: _End, object_: _End) -> list[Row]:
        """(source, target[, reference]) for every pair."""
        if subject.fixed is not None:
            return self._from(subject.fixed, object_.fixed, fixed=True)
        if object_.fixed is not None:
            return self._into(object_.fixed, fixed=True)
        if subject.wanted is None and object_.wanted is not None:
            return self._into(self._in_graph(object_.wanted), fixed=False)
        starts = self._edges.sources() if subject.wanted is None and not self._zero else self._in_graph(subject.wanted)
        return self._from(starts, None, fixed=False)

    def _in_graph(self, wanted: Iterable[int] | None) -> Iterable[int]:
        """The nodes of the graph (those that are wanted)."""
        index = self._scope.active
        if wanted is None:
            return dict.fromkeys(chain(index.all_by_subject, index.all_by_object))
        return [node for node in wanted if node in index.all_by_subject or node in index.all_by_object]

    def _from(self, starts: Iterable[int], targets: Iterable[int] | None, fixed: bool) -> list[Row]:
        allowed, rows = None if targets is None else set(targets), []
        for start in starts:
            found = self._ends(start, self._edges.successors)
            if self._zero and (allowed is None or start in allowed):
                rows.append(self._row(start, start, self._zero_length(start, fixed)))
            for end in found:
                if (end != start or not self._zero) and (allowed is None or end in allowed):
                    rows.append(self._row(start, end, self._reach(start, end)))
            self._session.budget.check(len(rows))
        return rows

    def _into(self, targets: Iterable[int], fixed: bool) -> list[Row]:
        self._backward = True
        rows = []
        for end in targets:
            found = self._ends(end, self._edges.predecessors)
            if self._zero:
                rows.append(self._row(end, end, self._zero_length(end, fixed)))
            rows += [self._row(s, end, self._reach(s, end)) for s in found if s != end or not self._zero]
            self._session.budget.check(len(rows))
        return rows

    def _ends(self, start: int, successors: Callable[[int], Iterable[int]]) -> Iterable[int]:
        if not self._many:
            self._expanded[start] = None
            return list(successors(start))
        found = reached([start], successors)
        if self._notes is not None:
            self._expanded[start] = None
            self._expanded.update(found)
        return found

    def _row(self, source: int, target: int, ref: int) -> Row:
        return (source, target) if self._notes is None else (source, target, ref)

    # -- annotations ---------------------------------------------------------------------------------------------

    def _zero_length(self, node: int, fixed: bool) -> int:
        notes = self._notes
        if notes is None:
            return 0
        if fixed or self._scope.within_path:
            return notes.one
        return notes.lazy(True, lambda: self._mentions(notes, node))

    def _mentions(self, notes: Annotations, node: int) -> int:
        index = self._scope.active
        triples = {*index.all_by_subject.get(node, ()), *index.all_by_object.get(node, ())}
        return notes.circuit.delta(notes.circuit.plus([notes.gate(triple) for triple in sorted(triples)]))

    def _reach(self, source: int, target: int) -> int:
        notes = self._notes
        if notes is None:
            return 0
        return notes.lazy(True, lambda: self._reach_gate(notes, source, target))

    def _reach_gate(self, notes: Annotations, source: int, target: int) -> int:
        circuit = notes.circuit
        if not self._many:
            return circuit.delta(notes.gate(self._edges.edge(source, target)))
        walks = self._few_walks(source, target)
        if walks is not None:
            edge = self._edges.edge
            steps = [[notes.gate(edge(s, t)) for s, t in pairwise(walk)] for walk in walks]
            return circuit.delta(circuit.plus([circuit.times(gates) for gates in steps]))
        if self._gate is None:
            self._gate = circuit.edges([(s, t, notes.gate(self._edges.edge(s, t))) for s, t in self._explored()])
        return circuit.reach(self._gate, source, target, True)

    def _few_walks(self, source: int, target: int) -> list[list[int]] | None:
        if self._backward:
            walks = simple_walks(target, source, self._edges.predecessors, most=_FEW_WALKS, steps=_FEW_STEPS)
            return None if walks is None else [walk[::-1] for walk in walks]
        return simple_walks(source, target, self._edges.successors, most=_FEW_WALKS, steps=_FEW_STEPS)

    def _explored(self) -> Iterable[tuple[int, int]]:
        """The edges that were walked, which every walk in question is made of."""
        for node in self._expanded:
            if self._backward:
                yield from ((source, node) for source in self._edges.predecessors(node))
            else:
                yield from ((node, target) for target in self._edges.successors(node))
