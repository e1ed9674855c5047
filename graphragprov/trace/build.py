"""From an evaluation to its trace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..audit import why_empty
from ..errors import PolynomialTooLarge
from ..occurrences import Occurrence, OccurrenceGraph
from ..provenance import Circuit, Polynomial, canonical
from ..sparql import Solution, Solutions
from ..terms import Term
from ..text import sha256_of
from .evaluation import Evaluation
from .trace import AnswerTrace, PolynomialTrace, SourceTrace, Trace

__all__ = ["MAX_COMPARED", "build_trace", "mapping_of", "polynomial_of", "polynomial_trace", "token_names"]

MAX_COMPARED = 100
"""How many of the mappings that a sliced answer was compared with a trace lists."""


def mapping_of(solutions: Solutions, solution: Solution) -> dict[str, Term]:
    """The solution mapping by variable name; unbound variables are left out."""
    pairs = zip(solutions.variables, solution.terms, strict=True)
    return {str(variable): term for variable, term in pairs if term is not None}


def token_names(occurrences: Sequence[Occurrence]) -> dict[str, str]:
    """Short names x1, x2 … for occurrence ids, in the order given."""
    return {str(occurrence.id): f"x{index}" for index, occurrence in enumerate(occurrences, 1)}


def polynomial_of(evaluation: Evaluation, gate: int, names: Mapping[str, str]) -> Polynomial:
    """The polynomial of a gate, its tokens called by their short names."""
    graph = evaluation.graph
    return Polynomial(evaluation.solutions.circuit, gate, lambda token: names[str(graph.occurrence(token).id)])


def _answer(evaluation: Evaluation, solution: Solution, names: Mapping[str, str]) -> AnswerTrace:
    graph = evaluation.graph
    return AnswerTrace(
        place=solution.place,
        mapping=mapping_of(evaluation.solutions, solution),
        polynomial=polynomial_trace(evaluation.solutions.circuit, solution.gate, graph, names),
        aggregates={
            str(variable): polynomial_trace(evaluation.solutions.circuit, gate, graph, names)
            for variable, gate in solution.counted().items()
        },
    )


def polynomial_trace(circuit: Circuit, gate: int, graph: OccurrenceGraph, names: Mapping[str, str]) -> PolynomialTrace:
    """The polynomial of a gate as a trace holds it. ``names`` are the short names by occurrence id.

    A polynomial that is too large to write out is recorded as its lineage: the tokens, and why there is no more.
    """

    def identifier(token: int) -> str:
        return str(graph.occurrence(token).id)

    def name(token: int) -> str:
        return names.get(identifier(token), identifier(token))

    try:
        form = canonical(circuit, gate, identifier)
    except PolynomialTooLarge as error:
        lineage = sorted({identifier(token) for token in circuit.tokens(gate)})
        form = {"form": "lineage", "tokens": lineage, "because": str(error)}
    return PolynomialTrace(text=str(Polynomial(circuit, gate, name)), canonical=form)


def _sources(evaluation: Evaluation, occurrences: Sequence[Occurrence]) -> tuple[SourceTrace, ...]:
    used = {o.passage.document_id for o in occurrences if o.passage is not None}
    return tuple(
        SourceTrace(id=document.id, title=document.title, sha256=sha256_of(document.text))
        for name, document in evaluation.documents.items()
        if name in used
    )


def build_trace(evaluation: Evaluation, solutions: Sequence[Solution], names: Mapping[str, str]) -> Trace:
    """The trace of some of an evaluation's solutions; ``names`` are the short names of (at least) their tokens."""
    occurrences = evaluation.tokens(solutions)
    resolved = evaluation.resolved
    everything = evaluation.solutions
    others = everything.compared if everything.slice_dependent else None
    return Trace(
        question=evaluation.question,
        translator=evaluation.translator,
        written_query=evaluation.written_query,
        query=resolved.text,
        names=resolved.names,
        variables=tuple(map(str, evaluation.solutions.variables)),
        answers=tuple(_answer(evaluation, solution, names) for solution in solutions),
        tokens={names[str(o.id)]: str(o.id) for o in occurrences},
        occurrences=tuple(occurrences),
        sources=_sources(evaluation, occurrences),
        total=len(everything),
        empty=None if len(everything) else str(why_empty(evaluation.query, evaluation.graph)),
        potential=evaluation.potential,
        slice_dependent=everything.slice_dependent,
        compared=tuple(mapping_of(others, s) for s in others[:MAX_COMPARED]) if others is not None else (),
        compared_total=0 if others is None else len(others),
    )
