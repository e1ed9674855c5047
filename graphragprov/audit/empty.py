"""Why a query found nothing: the first triple pattern that breaks it, and how."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from ..occurrences import OccurrenceGraph
from ..sparql import algebra, evaluate
from ..terms import BASE, REL, Term, TripleTerm, URIRef, Variable, local_name

__all__ = ["EmptyKind", "EmptyReason", "why_empty"]

_MAX_NAMES = 20_000


class EmptyKind(StrEnum):
    """How a query came to find nothing."""

    UNKNOWN_TERM = "unknown-term"
    """A term of a pattern stands nowhere in the graph."""
    NO_MATCH = "no-match"
    """Every term is known, but a pattern alone matches no triple."""
    NO_JOIN = "no-join"
    """Every pattern matches something, but one has nothing in common with those before it."""
    FILTERED = "filtered"
    """The patterns join; a filter, MINUS, limit or another operator took everything away."""


@dataclass(frozen=True, slots=True)
class EmptyReason:
    """Why there is no answer: the kind, the pattern in which it shows (SPARQL), and a sentence for people."""

    kind: EmptyKind
    pattern: str | None
    message: str

    def __str__(self) -> str:
        return self.message


def why_empty(query: algebra.Query, graph: OccurrenceGraph) -> EmptyReason:
    """The reason why a query over a graph has no answer (it must have none)."""
    required = list(_connected(list(_required(query))))
    for pattern in required:
        if not _matches([pattern], graph):
            return _alone(pattern, graph)
    for count in range(2, len(required) + 1):
        if not _matches(required[:count], graph):
            return _joined(required[count - 1])
    message = (
        "every triple pattern is satisfied together with the others; what follows (FILTER, MINUS, LIMIT …) left nothing"
    )
    return EmptyReason(EmptyKind.FILTERED, None, message)


_Atom = algebra.TriplePattern | algebra.Path


def _required(node: algebra.Query | algebra.Pattern | None) -> Iterator[_Atom]:
    """The patterns that every answer must match, in the order of the query."""
    match node:
        case algebra.BGP(patterns):
            yield from patterns
        case algebra.Path():
            yield node
        case algebra.Join(left, right):
            yield from _required(left)
            yield from _required(right)
        case algebra.LeftJoin(left=left) | algebra.Minus(left=left):
            yield from _required(left)
        case algebra.Values() | algebra.Union() | algebra.Service() | algebra.Graph() | None:
            return
        case _:
            yield from _required(node.pattern)


def _variables(atom: _Atom) -> set[Variable]:
    parts: list[Term] = [atom.subject, atom.object]
    if isinstance(atom, algebra.TriplePattern):
        parts.append(atom.predicate)
    found: set[Variable] = set()
    while parts:
        match parts.pop():
            case Variable() as variable:
                found.add(variable)
            case TripleTerm(subject, predicate, obj):
                parts += [subject, predicate, obj]
            case _:
                pass
    return found


def _connected(atoms: list[_Atom]) -> Iterator[_Atom]:
    """The same patterns, each after one that it shares a variable with where there is one."""
    known: set[Variable] = set()
    while atoms:
        chosen = next((a for a in atoms if known & _variables(a)), atoms[0])
        atoms.remove(chosen)
        known |= _variables(chosen)
        yield chosen


def _matches(atoms: list[_Atom], graph: OccurrenceGraph) -> bool:
    pattern: algebra.Pattern = algebra.BGP(tuple(a for a in atoms if isinstance(a, algebra.TriplePattern)))
    for atom in atoms:
        if isinstance(atom, algebra.Path):
            pattern = algebra.Join(pattern, atom)
    return len(evaluate(algebra.AskQuery(pattern), graph)) > 0


def _term(term: Term) -> str:
    if isinstance(term, Variable):
        return f"?{term}" if algebra.is_projectable(term) else "[]"
    if isinstance(term, URIRef) and str(term).startswith(REL):
        return f"rel:{str(term)[len(REL) :]}"
    if isinstance(term, URIRef) and str(term).startswith(BASE):
        return f"<{str(term)[len(BASE) :]}>"
    return term.n3()


def _shown(atom: _Atom) -> str:
    predicate = _term(atom.predicate) if isinstance(atom, algebra.TriplePattern) else "(a property path)"
    return f"{_term(atom.subject)} {predicate} {_term(atom.object)}"


def _alone(atom: _Atom, graph: OccurrenceGraph) -> EmptyReason:
    shown = _shown(atom)
    constants = [atom.subject, atom.object]
    if isinstance(atom, algebra.TriplePattern):
        constants.insert(1, atom.predicate)
    unknown = [t for t in constants if not isinstance(t, Variable | TripleTerm) and not _known(t, graph)]
    if unknown:
        names = ", ".join(_term(t) + _closest(t, graph) for t in unknown)
        message = f"the triple pattern «{shown}» found nothing: the graph does not know {names}"
        return EmptyReason(EmptyKind.UNKNOWN_TERM, shown, message)
    message = f"the triple pattern «{shown}» found nothing: no text states it"
    return EmptyReason(EmptyKind.NO_MATCH, shown, message)


def _joined(atom: _Atom) -> EmptyReason:
    shown = _shown(atom)
    message = f"the triple pattern «{shown}» found nothing that fits what the patterns before it found"
    return EmptyReason(EmptyKind.NO_JOIN, shown, message)


def _known(term: Term, graph: OccurrenceGraph) -> bool:
    return graph.dictionary.find(term) > 0


def _closest(term: Term, graph: OccurrenceGraph) -> str:
    """The most similar name of the graph, where there is one and the graph is small enough to look."""
    if not isinstance(term, URIRef):
        return ""
    base = REL if str(term).startswith(REL) else BASE
    names = [str(t) for t in graph.dictionary.terms if isinstance(t, URIRef) and str(t).startswith(base)]
    if len(names) > _MAX_NAMES:
        return ""
    close = difflib.get_close_matches(local_name(str(term)), map(local_name, names), n=1, cutoff=0.6)
    return f" (closest: {close[0]!r})" if close else ""
