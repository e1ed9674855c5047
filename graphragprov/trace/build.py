"""From an evaluation to its trace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..occurrences import Occurrence
from ..provenance import Polynomial, canonical
from ..sparql import Solution
from ..terms import Term
from ..text import sha256_of
from .evaluation import Evaluation
from .trace import AnswerTrace, SourceTrace, Trace

__all__ = ["MAX_COMPARED", "build_trace", "mapping_of", "polynomial_of", "token_names"]

MAX_COMPARED = 100
"""How many of the mappings that a sliced answer was compared with a trace lists."""


def mapping_of(evaluation: Evaluation, solution: Solution) -> dict[str, Term]:
    """The solution mapping by variable name; unbound variables are left out."""
    pairs = zip(evaluation.solutions.variables, solution.terms, strict=True)
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
        mapping=mapping_of(evaluation, solution),
        polynomial=str(polynomial_of(evaluation, solution.gate, names)),
        canonical=canonical(evaluation.solutions.circuit, solution.gate, lambda token: str(graph.occurrence(token).id)),
    )


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
    others = everything.compared if everything.slice_dependent else everything[:0]
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
        slice_dependent=everything.slice_dependent,
        compared=tuple(mapping_of(evaluation, s) for s in others[:MAX_COMPARED]),
        compared_total=len(others),
    )
