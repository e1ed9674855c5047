"""Why a query found nothing: the first part of it that breaks it, and how."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from ..occurrences import OccurrenceGraph
from ..sparql import algebra as a
from ..sparql import evaluate
from ..terms import BASE, REL, Term, TripleTerm, URIRef, Variable, local_name, n3

__all__ = ["EmptyKind", "EmptyReason", "why_empty"]

_MAX_NAMES = 20_000


class EmptyKind(StrEnum):
    """How a query came to find nothing."""

    UNKNOWN_TERM = "unknown-term"
    """A term of a pattern stands nowhere in the graph."""
    NO_MATCH = "no-match"
    """Every term is known, but a pattern alone matches nothing."""
    NO_JOIN = "no-join"
    """Every pattern matches something, but one has nothing in common with those before it."""
    FILTERED = "filtered"
    """What the patterns found, a filter, MINUS or limit took away."""


@dataclass(frozen=True, slots=True)
class EmptyReason:
    """Why there is no answer: the kind, the pattern in which it shows (SPARQL), and a sentence for people."""

    kind: EmptyKind
    pattern: str | None
    message: str

    def __str__(self) -> str:
        return self.message


def why_empty(query: a.Query, graph: OccurrenceGraph) -> EmptyReason:
    """The reason why a query over a graph has no answer (it must have none)."""
    if isinstance(query, a.DescribeQuery):
        return EmptyReason(EmptyKind.FILTERED, None, "DESCRIBE is not run")
    return _Diagnosis(graph, query.dataset).of(query.pattern)


_Atom = a.TriplePattern | a.Path
_Part = _Atom | a.Pattern


class _Diagnosis:
    """The search for the part of a query that leaves it without a solution."""

    def __init__(self, graph: OccurrenceGraph, dataset: a.DatasetClause | None) -> None:
        self._graph = graph
        self._dataset = dataset

    def of(self, node: a.Pattern) -> EmptyReason:
        """Why an empty pattern is empty."""
        match node:
            case a.BGP() | a.Join() | a.Path():
                return self._joined(node)
            case a.LeftJoin(left=inner):
                return self.of(inner)
            case a.Union(left, right):
                return self._either(self.of(left), self.of(right))
            case a.Minus(left=inner):
                return self._after(inner, "MINUS")
            case a.Filter(pattern=inner):
                return self._after(inner, "a FILTER (or HAVING)")
            case a.Slice(pattern=inner):
                return self._after(inner, "LIMIT or OFFSET")
            case a.Graph(name, inner):
                return self._in_graph(name, inner)
            case a.Values():
                return EmptyReason(EmptyKind.FILTERED, None, "VALUES lists no row")
            case a.Service():
                return EmptyReason(EmptyKind.FILTERED, None, "SERVICE is not run")
            case _:
                return self.of(node.pattern)

    def _found(self, node: a.Pattern) -> bool:
        return len(evaluate(a.AskQuery(node, self._dataset), self._graph)) > 0

    def _after(self, inner: a.Pattern, operator: str) -> EmptyReason:
        if self._found(inner):
            message = f"the patterns found something, but {operator} took all of it away"
            return EmptyReason(EmptyKind.FILTERED, None, message)
        return self.of(inner)

    def _either(self, left: EmptyReason, right: EmptyReason) -> EmptyReason:
        if left == right:
            return left
        return EmptyReason(
            left.kind, left.pattern, f"{left.message}; and in the other branch of UNION, {right.message}"
        )

    def _in_graph(self, name: URIRef | Variable, inner: a.Pattern) -> EmptyReason:
        where = "any named graph" if isinstance(name, Variable) else f"the named graph {n3(name)}"
        return EmptyReason(EmptyKind.NO_MATCH, None, f"the pattern in GRAPH found nothing in {where}")

    def _joined(self, node: a.Pattern) -> EmptyReason:
        parts = list(_connected(list(_parts(node))))
        for part in parts:
            if not self._found(_pattern([part])):
                return self._alone(part)
        for count in range(2, len(parts) + 1):
            if not self._found(_pattern(parts[:count])):
                shown = _shown(parts[count - 1])
                message = f"{_named(parts[count - 1])} found nothing that fits what the patterns before it found"
                return EmptyReason(EmptyKind.NO_JOIN, shown, message)
        return EmptyReason(EmptyKind.FILTERED, None, "the patterns found something; what follows left nothing of it")

    def _alone(self, part: _Part) -> EmptyReason:
        if not isinstance(part, _Atom):
            return self.of(part)
        shown = _shown(part)
        constants = [part.subject, part.object]
        if isinstance(part, a.TriplePattern):
            constants.insert(1, part.predicate)
        unknown = [t for t in constants if not isinstance(t, Variable | TripleTerm) and not self._known(t)]
        if unknown:
            names = ", ".join(_term(t) + self._closest(t) for t in unknown)
            message = f"{_named(part)} found nothing: the graph does not know {names}"
            return EmptyReason(EmptyKind.UNKNOWN_TERM, shown, message)
        return EmptyReason(EmptyKind.NO_MATCH, shown, f"{_named(part)} found nothing: no statement matches it")

    def _known(self, term: Term) -> bool:
        return self._graph.dictionary.find(term) > 0

    def _closest(self, term: Term) -> str:
        """The most similar name of the graph, where there is one and the graph is small enough to look."""
        if not isinstance(term, URIRef):
            return ""
        base = REL if term.startswith(REL) else BASE
        names = [str(t) for t in self._graph.dictionary.terms if isinstance(t, URIRef) and t.startswith(base)]
        if len(names) > _MAX_NAMES:
            return ""
        close = difflib.get_close_matches(local_name(str(term)), map(local_name, names), n=1, cutoff=0.6)
        return f" (closest: {close[0]!r})" if close else ""


def _parts(node: a.Pattern) -> Iterator[_Part]:
    """The conjuncts of a join, in the order of the query: triple patterns, paths, and other patterns as a whole."""
    stack: list[a.Pattern] = [node]
    while stack:
        match stack.pop():
            case a.BGP(patterns):
                yield from patterns
            case a.Join(left, right):
                stack += [right, left]
            case other:
                yield other


def _pattern(parts: list[_Part]) -> a.Pattern:
    joined: a.Pattern = a.BGP(tuple(part for part in parts if isinstance(part, a.TriplePattern)))
    for part in parts:
        if not isinstance(part, a.TriplePattern):
            joined = a.Join(joined, part)
    return joined


def _variables(part: _Part) -> set[Variable]:
    """The variables of a triple pattern or path (of other patterns none: they join last)."""
    if not isinstance(part, _Atom):
        return set()
    terms: list[Term] = [part.subject, part.object]
    if isinstance(part, a.TriplePattern):
        terms.append(part.predicate)
    found: set[Variable] = set()
    while terms:
        match terms.pop():
            case Variable() as variable:
                found.add(variable)
            case TripleTerm(subject, predicate, obj):
                terms += [subject, predicate, obj]
            case _:
                pass
    return found


def _connected(parts: list[_Part]) -> Iterator[_Part]:
    """The same parts, atoms first and each after one that it shares a variable with where there is one."""
    parts.sort(key=lambda part: not isinstance(part, _Atom))
    known: set[Variable] = set()
    while parts:
        chosen = next((part for part in parts if known & _variables(part)), parts[0])
        parts.remove(chosen)
        known |= _variables(chosen)
        yield chosen


def _term(term: Term) -> str:
    if isinstance(term, Variable):
        return f"?{term}" if a.is_projectable(term) else "[]"
    for base, prefix, end in ((REL, "rel:", ""), (BASE, "<", ">")):
        if isinstance(term, URIRef) and term.startswith(base):
            return f"{prefix}{term[len(base) :]}{end}"
    return n3(term)


_BLOCKS = {a.Values: "VALUES", a.Union: "the UNION", a.Graph: "the GRAPH pattern", a.Project: "the sub-SELECT"}


def _shown(part: _Part) -> str | None:
    if not isinstance(part, _Atom):
        return None
    predicate = _term(part.predicate) if isinstance(part, a.TriplePattern) else "(a property path)"
    return f"{_term(part.subject)} {predicate} {_term(part.object)}"


def _named(part: _Part) -> str:
    if isinstance(part, _Atom):
        return f"the triple pattern «{_shown(part)}»"
    return _BLOCKS.get(type(part), "a nested group")
