"""Random worlds and queries that use every operator: named graphs, occurrences, aggregates inside, EXISTS anywhere.

Which of them a query may use follows from the world. Statements about occurrences are no triples of the graph to us
and are some to pyoxigraph, so where there are readings no predicate is left open.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from typing_extensions import override

from . import queries
from .queries import NODES, OBJECTS, PREDICATES, VARIABLES, Generator
from .worlds import MODELS, NAMED, PREFIXES, Token, World

__all__ = ["Case", "case", "monotone_case"]

T = TypeVar("T")
Choose = Callable[[Sequence[T]], T]

BLANK = "_:n"
ENDS = (*VARIABLES, *VARIABLES, *VARIABLES, *NODES)
CALLS = ("COUNT(*)", "COUNT({v})", "COUNT(DISTINCT {v})", "SUM({v})", "MIN({v})", "MAX({v})", "AVG({v})")


@dataclass(frozen=True, slots=True)
class Case:
    """A world and a query. ``kind`` says what the world has besides: nothing, named graphs, readings of texts."""

    world: World
    query: str
    kind: str

    def __str__(self) -> str:
        return f"{self.world}\n    {self.query.removeprefix(PREFIXES).strip()}"


def world(choose: Choose, kind: str, size: int) -> World:
    """Distinct tokens, of which a few may be of one triple."""
    tokens: dict[Token, None] = {}
    for _ in range(size):
        subject, object_ = choose((*NODES, *NODES, BLANK)), choose((*OBJECTS, *NODES, BLANK))
        triple = f"{subject} {choose(PREDICATES)} {object_}"
        if kind == "read" and tokens and choose((True, False, False)):
            triple = choose(list(tokens)).triple
        graph = choose((None, *NAMED)) if kind == "named" else None
        reading = (
            (choose((0, 1)), choose(range(len(MODELS)))) if kind == "read" and choose((True, True, False)) else None
        )
        tokens[Token(triple, graph, reading)] = None
    return World(list(tokens))


class Wide(Generator):
    """Grows group graph patterns out of all operators."""

    def __init__(self, choose: Choose, kind: str, **switches: bool) -> None:
        super().__init__(choose, **switches)
        self.kind = kind

    def _triple(self) -> str:
        if self.kind != "read":
            return super()._triple()
        paths = (*PREDICATES, *PREDICATES, ":p/:q", "^:p", queries.ALTERNATIVE)
        closures = (":p+", "(:p/:q)+", "(:p|^:q)+") if self.closures else ()
        return f"{self._term()} {self.choose((*paths, *closures))} {self._object()}"

    def _occurrence(self) -> str:
        """A pattern about occurrences."""
        subject, predicate, object_ = self.choose(ENDS), self.choose(PREDICATES), self._object()
        about = self.choose(("prov:wasDerivedFrom", "prov:wasGeneratedBy"))
        source = self.choose(("?d", "?d", "?e"))
        patterns = (
            f"{subject} {predicate} {object_} ~ ?o .",
            f"{subject} {predicate} {object_} ~ ?o . ?o {about} {source} .",
            f"{subject} {predicate} {object_} {{| {about} {source} |}} .",
            f"<< {subject} {predicate} {object_} >> {about} {source} .",
            f"?o rdf:reifies <<( {subject} ?b {object_} )>> .",
            f"?o {about} {source} .",
        )
        return self.choose(patterns)

    @override
    def triples(self) -> str:
        if self.kind == "read" and self.choose((True, False)):
            return self._occurrence()
        return super().triples()

    @override
    def condition(self, depth: int) -> str:
        x, y = self.choose(VARIABLES), self.choose(VARIABLES)
        more = (
            f"{x} IN (:a, {y}, 1)",
            f"COALESCE({x}, {y}) = :b",
            f"sameTerm({x}, {y})",
            f"IF(BOUND({x}), {x}, 1) = 1",
        )
        if not self.exists or depth <= 0:
            return self.choose((super().condition(depth), *more))
        pattern = f"EXISTS {{ {self._existing(depth)} }}"
        both = f"EXISTS {{ {self.triples()} }} && NOT {pattern}"
        return self.choose((super().condition(depth), *more, pattern, both, f"COALESCE({x} > 1, {pattern})"))

    def _existing(self, depth: int) -> str:
        """The inside of an EXISTS; two levels deep also where it stands at the innermost level but one."""
        return self.group(self.choose((depth - 1, 1, 1, 2)), inside_exists=True)

    @override
    def _object(self) -> str:
        """Now and then a variable that is computed, as long as one is."""
        if self.binds and self.choose((True, *[False] * 9)):
            return f"?n{self.choose(range(1, self.binds + 1))}"
        return super()._object()

    @override
    def _part(self, depth: int, inside_exists: bool) -> str:
        kinds = ["as before"] * 12
        if self.kind == "named":
            kinds += ["graph"] * 5
        if not inside_exists:
            kinds += ["grouped"] * 2 if self.negation else []
            kinds += ["bind exists", *["exists"] * 3] if self.exists else []
        elif self.exists and depth > 0:
            kinds += ["exists"] * 3
        match self.choose(kinds):
            case "graph":
                return f"GRAPH {self.choose(('?g', '?g', '?x', *NAMED))} {{ {self.group(depth, inside_exists)} }}"
            case "grouped":
                return self._grouped(depth)
            case "bind exists":
                condition = self.condition(depth)
                self.binds += 1
                return f"BIND({condition} AS ?n{self.binds})"
            case "exists":
                inner = self.group(depth - 1, inside_exists=True) if inside_exists else self._existing(depth)
                return f"FILTER {self.choose(('', 'NOT '))}EXISTS {{ {inner} }}"
            case _:
                return super()._part(depth, inside_exists)

    def call(self) -> str:
        """An aggregate."""
        return self.choose(CALLS).format(v=self.choose(VARIABLES))

    def _grouped(self, depth: int) -> str:
        """A sub-SELECT with an aggregate, which a condition outside may use."""
        body = self.group(depth)
        self.binds += 1
        name, keys = f"?n{self.binds}", self.choose(("", "?x", "?x ?y"))
        having = self.choose(("", "", f"HAVING({self.call()} > 1)", "HAVING(COUNT(*) = 1)"))
        grouped = f"GROUP BY {keys}" if keys else ""
        select = f"{{ SELECT {keys} ({self.call()} AS {name}) {{ {body} }} {grouped} {having} }}"
        return select + self.choose(("", f" FILTER({name} > 1)", f" FILTER({name} = 1)"))

    def head(self) -> str:
        """Where a query looks: FROM and FROM NAMED, or nothing."""
        if self.kind != "named" or self.choose((True, True, False)):
            return ""
        clauses = [f"FROM {name}" for name in NAMED if self.choose((True, False))]
        clauses += [f"FROM NAMED {name}" for name in NAMED if self.choose((True, False))]
        return " ".join(clauses)

    def any_query(self, depth: int) -> str:
        """A query of one of the forms that are run."""
        match self.choose(("select",) * 7 + ("aggregate", "aggregate", "ask", "distinct")):
            case "aggregate":
                return self.aggregate_query(depth)
            case "ask":
                return f"{PREFIXES}ASK {self.head()} {{ {self.group(depth)} }}"
            case "distinct":
                return self.select_query(depth, "DISTINCT ")
            case _:
                return self.select_query(depth)

    def select_query(self, depth: int, modifier: str = "") -> str:
        """A SELECT query without aggregates at its top."""
        shown = self.choose((" ".join((*VARIABLES, *self._others())), "?x", "?x ?y", "?y ?z", "?x ?n1"))
        return f"{PREFIXES}SELECT {modifier}{shown} {self.head()} {{ {self.group(depth)} }}"

    def _others(self) -> tuple[str, ...]:
        return {"named": ("?g",), "read": ("?o", "?d")}.get(self.kind, ())

    def aggregate_query(self, depth: int) -> str:
        """A SELECT query with aggregates."""
        keys, call = self.choose(("", "?y", "?x ?y")), self.call()
        second = self.choose(("", f"({self.call()} AS ?m)", f"({call} + 1 AS ?m)"))
        having = self.choose(("", f"HAVING({self.call()} > 1)", f"HAVING({call} = 1)", "HAVING(COUNT(*) < 3)"))
        grouped = f"GROUP BY {keys}" if keys else ""
        select = f"SELECT {keys} ({call} AS ?n) {second} {self.head()}"
        return f"{PREFIXES}{select} {{ {self.group(depth)} }} {grouped} {having}"


def case(choose: Choose, *, size: Sequence[int] = (3, 4, 5, 6), depth: Sequence[int] = (1, 2)) -> Case:
    """A case of any kind."""
    kind = choose(("plain", "plain", "named", "read"))
    generator = Wide(choose, kind, closures=True)
    return Case(world(choose, kind, choose(size)), generator.any_query(choose(depth)), kind)


def monotone_case(choose: Choose, *, size: Sequence[int] = (3, 4, 5, 6)) -> Case:
    """A case without ⊖, closures, aggregates and δ (which is no homomorphism: it is 0 or 1 in ℕ[X] and not in Why)."""
    kind = choose(("plain", "named", "read"))
    generator = Wide(choose, kind, negation=False)
    query = generator.select_query(choose((1, 2))).replace("SELECT DISTINCT", "SELECT")
    return Case(world(choose, kind, choose(size)), query, kind)
