"""The definition of a query's annotations, evaluated as directly as it can be: nested loops over annotated triples.

Every operator is computed in a given semiring K from the values of the tokens, row by row, with nothing remembered,
reordered or left out. Only the parser is shared with the engine. Aggregates and slices are beyond it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import product
from typing import Any, Generic, TypeVar, cast

from graphragprov.occurrences.views import VIEWS
from graphragprov.semirings import Semiring
from graphragprov.sparql import algebra as a
from graphragprov.terms import BNode, Literal, Term, TripleTerm, URIRef, Variable

from .naive_expressions import BeyondNaive, NaiveError, condition, value
from .worlds import BASE, NAMED, World, term_of

__all__ = ["BeyondNaive", "directly"]

K = TypeVar("K")
Bindings = dict[Variable, Term]
Annotated = list[tuple[tuple[Term, Term, Term], Any]]


def directly(
    query: a.Query, world: World, semiring: Semiring[K], valuation: Callable[[int], K], *, triples_once: bool = False
) -> dict[tuple[Term | None, ...], K]:
    """The answers with the ⊕ of their derivations' values.

    ``triples_once``: a triple is worth δ of the ⊕ of its tokens, so that in ℕ with tokens 1 the values are SPARQL's
    multiplicities.

    Raises:
        BeyondNaive: the query has an aggregate or a slice.
    """
    once: Callable[[K], K] = semiring.delta if triples_once else lambda value: value
    graphs = _graphs(world, semiring, valuation)
    dataset = query.dataset
    if dataset is not None:
        merged = [graphs[name] for name in dict.fromkeys(dataset.default) if name in graphs]
        named = {name: graphs[name] for name in dataset.named if name in graphs}
        graphs = {**named, None: _annotated(semiring, [entry for graph in merged for entry in graph])}
    graphs = {name: [(triple, once(value)) for triple, value in graph] for name, graph in graphs.items()}
    naive = _Naive(semiring, graphs, _views(world, valuation) if dataset is None else [])
    assert isinstance(query, a.SelectQuery | a.AskQuery)
    variables = query.variables if isinstance(query, a.SelectQuery) else ()
    pattern: Any = query.pattern
    while isinstance(pattern, a.Distinct | a.Reduced | a.OrderBy):
        pattern = pattern.pattern
    found: dict[tuple[Term | None, ...], K] = {}
    for row, annotation in naive.pattern(pattern, None):
        key = tuple(row.get(variable) for variable in variables)
        found[key] = semiring.plus(found.get(key, semiring.zero), annotation)
    return found


def _annotated(semiring: Semiring[K], entries: Annotated) -> Annotated:
    """Every triple once, with the ⊕ of its tokens."""
    found: dict[tuple[Term, Term, Term], K] = {}
    for triple, annotation in entries:
        found[triple] = semiring.plus(found.get(triple, semiring.zero), annotation)
    return list(found.items())


def _graphs(world: World, semiring: Semiring[K], valuation: Callable[[int], K]) -> dict[URIRef | None, Annotated]:
    entries: dict[URIRef | None, Annotated] = {None: [], **{URIRef(BASE + name[1:]): [] for name in NAMED}}
    for number, token in enumerate(world.tokens):
        graph = None if token.graph is None else URIRef(BASE + token.graph[1:])
        s, p, o = map(term_of, token.triple.split())
        entries[graph].append(((s, p, o), valuation(number)))
    return {name: _annotated(semiring, found) for name, found in entries.items()}


def _views(world: World, valuation: Callable[[int], K]) -> Annotated:
    return [
        ((occurrence.id, predicate, stated), valuation(number))
        for number, occurrence in enumerate(world.occurrences)
        if occurrence is not None
        for predicate, state in VIEWS.items()
        if (stated := state(occurrence)) is not None
    ]


@dataclass(frozen=True)
class _Naive(Generic[K]):
    """``views`` are the statements about occurrences, which patterns over the default graph see."""

    semiring: Semiring[K]
    graphs: dict[URIRef | None, Annotated]
    views: Annotated

    def pattern(self, pattern: a.Pattern, graph: URIRef | None) -> list[tuple[Bindings, K]]:
        """The rows of a pattern, one per derivation. ``graph``: against which it is matched."""
        k = self.semiring
        match pattern:
            case a.BGP(patterns):
                rows: list[tuple[Bindings, K]] = [({}, k.one)]
                for triple in patterns:
                    rows = [
                        (found, k.times(annotation, other))
                        for row, annotation in rows
                        for statement, other in self._statements(triple, graph)
                        if (found := _matched(triple, statement, row)) is not None
                    ]
                return rows
            case a.Path():
                return list(self._path(pattern, graph))
            case a.Join(left, right):
                return self._join(self.pattern(left, graph), self.pattern(right, graph))
            case a.Union(left, right):
                return self.pattern(left, graph) + self.pattern(right, graph)
            case a.Filter(expression, inner):
                return [found for row in self.pattern(inner, graph) for found in self._filtered(row, expression, graph)]
            case a.LeftJoin():
                return self._left_join(pattern, graph)
            case a.Minus(left, right):
                return self._minus(self.pattern(left, graph), self.pattern(right, graph))
            case a.Extend():
                return self._extend(pattern, graph)
            case a.Values(variables, table):
                bound = [{v: t for v, t in zip(variables, row, strict=True) if t is not None} for row in table]
                return [(row, k.one) for row in bound]
            case a.Graph(name, inner):
                names = [name] if isinstance(name, URIRef) else [n for n in self.graphs if n is not None]
                found = []
                for each in names:
                    if isinstance(name, URIRef | Variable) and each in self.graphs:
                        bound = [({name: each}, k.one)] if isinstance(name, Variable) else [({}, k.one)]
                        found += self._join(self.pattern(inner, cast(URIRef, each)), cast(Any, bound))
                return found
            case a.Project(inner, variables):
                rows = self.pattern(inner, graph)
                return [({v: t for v, t in row.items() if v in variables}, annotation) for row, annotation in rows]
            case a.Distinct(inner):
                return self._distinct(self.pattern(inner, graph))
            case a.Reduced(inner) | a.OrderBy(inner):
                return self.pattern(inner, graph)
            case _:
                raise BeyondNaive(type(pattern).__name__)

    def _statements(self, pattern: a.TriplePattern, graph: URIRef | None) -> Annotated:
        if graph is None and pattern.predicate in VIEWS:
            return [*self.views, *self.graphs[None]]
        return self.graphs[graph]

    def _join(self, left: list[tuple[Bindings, K]], right: list[tuple[Bindings, K]]) -> list[tuple[Bindings, K]]:
        times = self.semiring.times
        return [({**r, **s}, times(x, y)) for r, x in left for s, y in right if _compatible(r, s)]

    def _left_join(self, pattern: a.LeftJoin, graph: URIRef | None) -> list[tuple[Bindings, K]]:
        k, found = self.semiring, []
        right = self.pattern(pattern.right, graph)
        for row, annotation in self.pattern(pattern.left, graph):
            partners = self._join([(row, k.one)], right)
            if pattern.condition is not None:
                partners = [p for partner in partners for p in self._filtered(partner, pattern.condition, graph)]
            found += [(merged, k.times(annotation, other)) for merged, other in partners]
            found.append((row, k.monus(annotation, k.sum(other for _, other in partners))))
        return found

    def _minus(self, left: list[tuple[Bindings, K]], right: list[tuple[Bindings, K]]) -> list[tuple[Bindings, K]]:
        k = self.semiring
        gone = [[y for s, y in right if _compatible(r, s) and r.keys() & s.keys()] for r, _ in left]
        return [(r, k.monus(x, k.sum(ys))) for (r, x), ys in zip(left, gone, strict=True)]

    def _distinct(self, rows: list[tuple[Bindings, K]]) -> list[tuple[Bindings, K]]:
        groups: dict[frozenset[tuple[Variable, Term]], list[K]] = {}
        for row, annotation in rows:
            visible = frozenset((v, t) for v, t in row.items() if a.is_projectable(v))
            groups.setdefault(visible, []).append(annotation)
        return [(dict(row), self.semiring.delta(self.semiring.sum(group))) for row, group in groups.items()]

    # -- expressions with EXISTS: every combination of their truths, each with its annotation ---------------------

    def _cases(self, row: Bindings, expression: Any, graph: URIRef | None) -> Iterator[tuple[Any, K]]:
        k, exists = self.semiring, list(dict.fromkeys(_exists_in(expression)))
        sums = [k.sum(x for _, x in self.pattern(substituted(e.pattern, row), graph)) for e in exists]
        for truths in product((True, False), repeat=len(exists)):
            factors = [k.delta(s) if truth else k.monus(k.one, s) for s, truth in zip(sums, truths, strict=True)]
            decided = {e: truth is not e.negated for e, truth in zip(exists, truths, strict=True)}
            yield _with_truths(expression, decided), k.product(factors)

    def _filtered(self, row: tuple[Bindings, K], expression: Any, graph: URIRef | None) -> Iterator[tuple[Bindings, K]]:
        for decided, factor in self._cases(row[0], expression, graph):
            if condition(decided, row[0]):
                yield row[0], self.semiring.times(row[1], factor)

    def _extend(self, pattern: a.Extend, graph: URIRef | None) -> list[tuple[Bindings, K]]:
        found = []
        for row, annotation in self.pattern(pattern.pattern, graph):
            for decided, factor in self._cases(row, pattern.expression, graph):
                try:
                    extended = {**row, pattern.variable: value(decided, row)}
                except NaiveError:
                    extended = row
                found.append((extended, self.semiring.times(annotation, factor)))
        return found

    # -- paths -----------------------------------------------------------------------------------------------------

    def _path(self, pattern: a.Path, graph: URIRef | None) -> Iterator[tuple[Bindings, K]]:
        ends = (pattern.subject, pattern.object)
        s, o = (None if isinstance(end, Variable) else end for end in ends)
        for source, target, annotation in self._walks(pattern.path, s, o, graph, within=False):
            row: Bindings = {}
            for end, term in zip(ends, (source, target), strict=True):
                if isinstance(end, Variable) and row.setdefault(end, term) != term:
                    break
            else:
                yield row, annotation

    def _walks(
        self, path: a.PathExpression, s: Term | None, o: Term | None, graph: URIRef | None, *, within: bool
    ) -> list[tuple[Term, Term, K]]:
        """(source, target, annotation); ``within`` a closure, ends are nodes met on a walk."""
        k = self.semiring
        match path:
            case a.Link(iri):
                return _between(s, o, [(x, y, v) for (x, p, y), v in self.graphs[graph] if p == iri])
            case a.Inverse(inner):
                return [(y, x, v) for x, y, v in self._walks(inner, o, s, graph, within=within)]
            case a.Sequence(left, right):
                firsts = self._walks(left, s, None, graph, within=within)
                seconds = self._walks(right, None, o, graph, within=within)
                return [(x, y, k.times(v, w)) for x, m, v in firsts for n, y, w in seconds if m == n]
            case a.Alternative(left, right):
                return [walk for each in (left, right) for walk in self._walks(each, s, o, graph, within=within)]
            case a.NegatedPropertySet(forward, backward):
                triples = self.graphs[graph]
                there = [(x, y, v) for (x, p, y), v in triples if forward is not None and p not in forward]
                back = [(y, x, v) for (x, p, y), v in triples if backward is not None and p not in backward]
                return _between(s, o, there + back)
            case a.ZeroOrMore(inner) | a.OneOrMore(inner) | a.ZeroOrOne(inner):
                return self._closure(path, inner, s, o, graph, within)
        raise BeyondNaive(type(path).__name__)

    def _closure(
        self,
        path: a.PathExpression,
        inner: a.PathExpression,
        s: Term | None,
        o: Term | None,
        graph: URIRef | None,
        within: bool,
    ) -> list[tuple[Term, Term, K]]:
        """δ of the ⊕ of all simple walks; a walk of no step rests on what mentions its node, unless that is given."""
        k, triples = self.semiring, self.graphs[graph]
        nodes = list(dict.fromkeys(term for (x, _, y), _ in triples for term in (x, y)))
        steps: dict[tuple[Term, Term], K] = {}
        for x, y, v in self._walks(inner, None, None, graph, within=True):
            steps[x, y] = k.plus(steps.get((x, y), k.zero), v)
        most = 1 if isinstance(path, a.ZeroOrOne) else len(steps)
        zero = _nullable(path)
        starts = [s] if s is not None else nodes if o is None or o in nodes else [*nodes, o]
        found = []
        for start in starts:
            if zero:
                given = within or start in (s, o)
                mentions = k.delta(k.sum(v for (x, _, y), v in triples if start in (x, y)))
                found.append((start, start, k.one if given else mentions))
            sums: dict[Term, K] = {}
            for end, annotation in self._simple(start, steps, most):
                if not zero or end != start:
                    sums[end] = k.plus(sums.get(end, k.zero), annotation)
            found += [(start, end, k.delta(total)) for end, total in sums.items()]
        return _between(s, o, found)

    def _simple(self, start: Term, steps: dict[tuple[Term, Term], K], most: int) -> Iterator[tuple[Term, K]]:
        """The walks from a node that meet no node twice, but for the start at the end."""
        stack: list[tuple[Term, K, tuple[Term, ...]]] = [(start, self.semiring.one, ())]
        while stack:
            node, annotation, seen = stack.pop()
            for (x, y), v in steps.items():
                if x == node and y not in seen:
                    total = self.semiring.times(annotation, v)
                    yield y, total
                    if y != start and len(seen) + 1 < most:
                        stack.append((y, total, (*seen, y)))


def _between(s: Term | None, o: Term | None, walks: list[tuple[Term, Term, K]]) -> list[tuple[Term, Term, K]]:
    return [(x, y, v) for x, y, v in walks if s in (None, x) and o in (None, y)]


def _nullable(path: a.PathExpression) -> bool:
    match path:
        case a.ZeroOrMore() | a.ZeroOrOne():
            return True
        case a.Inverse(inner) | a.OneOrMore(inner):
            return _nullable(inner)
        case a.Sequence(left, right):
            return _nullable(left) and _nullable(right)
        case a.Alternative(left, right):
            return _nullable(left) or _nullable(right)
        case _:
            return False


def _matched(pattern: a.TriplePattern, statement: tuple[Term, Term, Term], row: Bindings) -> Bindings | None:
    found = dict(row)
    parts = zip((pattern.subject, pattern.predicate, pattern.object), statement, strict=True)
    return found if all(_unified(part, term, found) for part, term in parts) else None


def _unified(part: Term, term: Term, row: Bindings) -> bool:
    if isinstance(part, Variable):
        return row.setdefault(part, term) == term
    if isinstance(part, TripleTerm) and isinstance(term, TripleTerm):
        pairs = ((part.subject, term.subject), (part.predicate, term.predicate), (part.object, term.object))
        return all(_unified(p, t, row) for p, t in pairs)
    return part == term


def _compatible(left: Bindings, right: Bindings) -> bool:
    return all(left[variable] == right[variable] for variable in left.keys() & right.keys())


def _exists_in(node: Any) -> Iterator[a.Exists]:
    if isinstance(node, a.Exists):
        yield node
    elif isinstance(node, tuple):
        for part in node:
            yield from _exists_in(part)
    elif is_dataclass(node):
        for field in fields(node):
            yield from _exists_in(getattr(node, field.name))


def _with_truths(node: Any, truths: dict[a.Exists, bool]) -> Any:
    if isinstance(node, a.Exists):
        return a.Constant(Literal(str(truths[node]).lower(), datatype=a.TRUE.datatype, normalize=False))
    return _rebuilt(node, lambda part: _with_truths(part, truths))


def substituted(node: Any, row: Bindings) -> Any:
    """The pattern or expression with the row's terms in place of its variables."""
    match node:
        case Variable():
            return row.get(node, node)
        case a.VariableReference(variable):
            return a.Constant(row[variable]) if variable in row else node
        case a.BuiltInCall("BOUND", (a.VariableReference(variable),)) if variable in row:
            return a.Constant(a.TRUE)
        case a.Values(variables, table):
            kept = [i for i, v in enumerate(variables) if v not in row]
            agreeing = [r for r in table if all(r[i] in (None, row.get(v, r[i])) for i, v in enumerate(variables))]
            return a.Values(tuple(variables[i] for i in kept), tuple(tuple(r[i] for i in kept) for r in agreeing))
        case URIRef() | BNode() | Literal():
            return node
        case _:
            return _rebuilt(node, lambda part: substituted(part, row))


def _rebuilt(node: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(node, tuple):
        return tuple(map(change, node))
    if not is_dataclass(node) or isinstance(node, type):
        return node
    return replace(node, **{f.name: change(getattr(node, f.name)) for f in fields(node) if f.init})
