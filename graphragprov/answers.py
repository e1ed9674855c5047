"""Answers: a sequence of solution mappings, each with its provenance. These objects only delegate."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TypeVar, overload

from .audit import EmptyReason, why_empty
from .display import explain, term_text, trace_html
from .errors import EmptyAnswer, SeveralVariables, UnboundVariable, UnknownToken, UnnamedToken
from .occurrences import Occurrence
from .provenance import Polynomial, Witness, evaluate, witnesses
from .semirings import Semiring
from .sparql import Solution
from .terms import DirectionalLiteral, Literal, Term, URIRef, local_name, n3
from .trace import (
    Evaluation,
    Trace,
    VerificationReport,
    build_trace,
    mapping_of,
    polynomial_of,
    token_names,
    verify,
)

__all__ = ["Answer", "Answers", "Provenance"]

T = TypeVar("T")


class Provenance:
    """How an answer (or a sequence of answers) was computed, from the polynomial down to the characters."""

    def __init__(self, evaluation: Evaluation, solutions: Sequence[Solution], names: Mapping[str, str]) -> None:
        self._evaluation = evaluation
        self._solutions = solutions
        self._names = names

    def __repr__(self) -> str:
        return f"<Provenance: {self.polynomial}>"

    def _repr_html_(self) -> str:
        return trace_html(self.trace)

    @cached_property
    def _gate(self) -> int:
        return self._evaluation.solutions.circuit.plus(solution.gate for solution in self._solutions)

    @cached_property
    def polynomial(self) -> Polynomial:
        """The how-provenance polynomial; of several answers, the ⊕ of theirs.

        Its tokens are called x1, x2 … in the order in which the occurrences appear in the texts.
        """
        return polynomial_of(self._evaluation, self._gate, self._names)

    @cached_property
    def occurrences(self) -> tuple[Occurrence, ...]:
        """The statement occurrences in the polynomial (those under ⊖ too), in order of appearance."""
        return tuple(self._evaluation.tokens(self._solutions))

    @property
    def names(self) -> dict[str, Occurrence]:
        """The occurrences by their short names in the polynomial."""
        return {self._names[str(o.id)]: o for o in self.occurrences}

    def witnesses(self, *, limit: int = 1000) -> tuple[Witness[Occurrence], ...]:
        """The minimal sets of occurrences that suffice for the answer, smallest first.

        Under ⊖ a witness also names the occurrences that must be absent.
        """
        found = witnesses(self._evaluation.solutions.circuit, self._gate, limit=max(0, limit))
        occurrence = self._evaluation.graph.occurrence
        return tuple(witness.map(occurrence) for witness in found)

    def explain(self) -> str:
        """The whole chain as text: query, answer, polynomial, occurrences, passages with their spans marked."""
        return explain(self.trace)

    @cached_property
    def trace(self) -> Trace:
        """The whole chain as frozen data."""
        return build_trace(self._evaluation, self._solutions, self._names)

    def verify(self) -> VerificationReport:
        """Re-check the whole chain from the stored texts and by running the query again."""
        return verify(self.trace, self._evaluation.graph, self._evaluation.documents)

    def evaluate(
        self,
        semiring: Semiring[T] | type[Semiring[T]],
        valuation: Mapping[str, T] | Mapping[Occurrence, T] | Callable[[Occurrence], T] | None = None,
    ) -> T:
        """The value of the polynomial in a semiring.

        ``valuation`` maps occurrences, their ids or their short names (x1 …) to values, or is a function of the
        occurrence.  A token that a mapping does not name takes the semiring's default.

        Raises:
            UnknownToken: the mapping names something that is no occurrence of the graph.
            UnnamedToken: a token has no value and the semiring no default.
            UnsupportedOperation: the semiring lacks an operation that the polynomial uses.
        """
        graph = self._evaluation.graph
        values: Callable[[int], T] | dict[str, T] | None = None
        if callable(valuation):
            function = valuation

            def values_of(token: int) -> T:
                return function(graph.occurrence(token))

            values = values_of
        elif valuation is not None:
            values = {self._token_id(key): value for key, value in valuation.items()}
        circuit = self._evaluation.solutions.circuit
        return evaluate(circuit, self._gate, semiring, values, token_id=lambda token: str(graph.occurrence(token).id))

    def _token_id(self, key: str | Occurrence) -> str:
        """The id that a key of a valuation means."""
        if isinstance(key, Occurrence):
            return str(key.id)
        named = self.names.get(str(key))
        if named is not None:
            return str(named.id)
        try:
            self._evaluation.graph.token(URIRef(str(key)))
        except UnnamedToken:
            names = ", ".join(self.names)
            message = f"the valuation names {str(key)!r}, which is no occurrence of the graph; the tokens are {names}"
            raise UnknownToken(message) from None
        return str(key)


class Answer:
    """A solution mapping with its provenance."""

    def __init__(self, evaluation: Evaluation, solution: Solution, names: Callable[[], Mapping[str, str]]) -> None:
        self._evaluation = evaluation
        self._solution = solution
        self._token_names = names

    @cached_property
    def mapping(self) -> dict[str, Term]:
        """The bound variables and their terms."""
        return mapping_of(self._evaluation.solutions, self._solution)

    def __getitem__(self, variable: str) -> Term:
        """The term that a variable (with or without ``?``) is bound to.

        Raises:
            UnboundVariable: the answer does not bind it.
        """
        name = variable.removeprefix("?")
        if name not in self.mapping:
            bound = ", ".join(f"?{known}" for known in self.mapping) or "nothing"
            raise UnboundVariable(f"this answer does not bind ?{name}; it binds {bound}")
        return self.mapping[name]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Answer) and self._solution == other._solution

    def __hash__(self) -> int:
        return hash((id(self._evaluation), self._solution.place))

    @property
    def terms(self) -> tuple[Term | None, ...]:
        """The terms in the order of the query's variables, ``None`` where unbound."""
        return self._solution.terms

    @property
    def value(self) -> Term:
        """The term of the single variable.

        Raises:
            SeveralVariables: the query has several variables, or none.
            UnboundVariable: the variable is not bound.
        """
        variables = self._evaluation.solutions.variables
        if len(variables) != 1:
            shown = ", ".join(f"?{v}" for v in variables) or "none"
            raise SeveralVariables(f"the query has {len(variables)} variables ({shown}); take one: answer[name]")
        return self[str(variables[0])]

    @property
    def potential(self) -> bool:
        """Whether this is no answer now, but would be one if something were withdrawn."""
        return not self._solution.alive

    @cached_property
    def provenance(self) -> Provenance:
        """How this answer was computed."""
        return Provenance(self._evaluation, (self._solution,), self._token_names())

    def __repr__(self) -> str:
        return f"<Answer: {', '.join(f'{n} = {term_text(t)}' for n, t in self.mapping.items()) or 'yes'}>"


class Answers(Sequence[Answer]):
    """The answers to a query, in its order.

    Empty is an outcome with a reason (:attr:`why_empty`), never a guess; indexing it raises
    :class:`~graphragprov.errors.EmptyAnswer`, which says the reason.
    """

    def __init__(self, evaluation: Evaluation) -> None:
        self._evaluation = evaluation

    @property
    def question(self) -> str | None:
        """The question that was asked, if one was."""
        return self._evaluation.question

    @property
    def query(self) -> str:
        """The SPARQL query as it was written."""
        return self._evaluation.written_query

    @property
    def variables(self) -> tuple[str, ...]:
        """The names of the projected variables, in order."""
        return tuple(map(str, self._evaluation.solutions.variables))

    def __len__(self) -> int:
        return len(self._evaluation.solutions)

    @overload
    def __getitem__(self, index: int) -> Answer: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Answer]: ...
    def __getitem__(self, index: int | slice) -> Answer | Sequence[Answer]:
        if isinstance(index, slice):
            return [self._answer(s) for s in self._evaluation.solutions[index]]
        if self.why_empty is not None:
            raise EmptyAnswer(f"there is no answer {index}: {self.why_empty}")
        return self._answer(self._evaluation.solutions[index])

    def __iter__(self) -> Iterator[Answer]:
        return (self._answer(s) for s in self._evaluation.solutions)

    def _answer(self, solution: Solution) -> Answer:
        return Answer(self._evaluation, solution, lambda: self._names)

    @cached_property
    def _names(self) -> dict[str, str]:
        return token_names(self._evaluation.tokens(tuple(self._evaluation.solutions)))

    def values(self) -> list[str]:
        """The answers as text: labels of entities, exact lexical forms of literals.

        The columns of a row are joined by `` | ``, an unbound one is empty; the answer of ASK is ``true``.
        """
        return [" | ".join(map(self._label, answer.terms)) if self.variables else "true" for answer in self]

    def _label(self, term: Term | None) -> str:
        match term:
            case None:
                return ""
            case URIRef():
                return next(iter(self._evaluation.labels(term)), local_name(str(term)))
            case Literal() | DirectionalLiteral():
                return str(term)
            case _:
                return n3(term)

    @cached_property
    def provenance(self) -> Provenance:
        """How the answers were computed, all together."""
        return Provenance(self._evaluation, tuple(self._evaluation.solutions), self._names)

    @cached_property
    def why_empty(self) -> EmptyReason | None:
        """Why there is no answer; ``None`` where there is one."""
        return why_empty(self._evaluation.query, self._evaluation.graph) if len(self) == 0 else None

    def __repr__(self) -> str:
        if self.why_empty is not None:
            return f"<Answers: none; {self.why_empty}>"
        return f"<Answers: {len(self)}: {', '.join(self.values()[:5])}{' …' if len(self) > 5 else ''}>"

    def _repr_html_(self) -> str:
        return trace_html(self.provenance.trace)
