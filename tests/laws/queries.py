"""Random small graphs and random queries over them, as text, from any source of choices.

``*`` and ``?`` stand between variables only: a constant end matches itself also where the graph does not mention it,
and pyoxigraph, with which we compare, does not let it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import count
from typing import TypeVar

T = TypeVar("T")
Choose = Callable[[Sequence[T]], T]

PREFIX = "PREFIX : <http://x/>\n"
NODES = (":a", ":b", ":c")
OBJECTS = (*NODES, "1", "2")
PREDICATES = (":p", ":q")
VARIABLES = ("?x", "?y", "?z")
ALTERNATIVE = ":p|:q"
ALTERNATIVE_STEP = "(:p|:q)/^:q"
BOTH_WAYS = "!(:p|^:q)"
_ALTERNATIVE = re.compile(rf"(\S+) ({'|'.join(map(re.escape, (ALTERNATIVE_STEP, ALTERNATIVE, BOTH_WAYS)))}) (\S+)")


def without_alternatives(query: str) -> str:
    """The query with alternative paths written as unions (pyoxigraph drops duplicates that the paths should keep)."""
    numbers = count()

    def union(match: re.Match[str]) -> str:
        subject, path, object_ = match.groups()
        if path == ALTERNATIVE:
            return f"{{ {subject} :p {object_} }} UNION {{ {subject} :q {object_} }}"
        if path == BOTH_WAYS:
            return f"{{ {subject} !:p {object_} }} UNION {{ {object_} !:q {subject} }}"
        step = f"?step{next(numbers)}"
        return f"{{ {subject} :p {step} . {object_} :q {step} }} UNION {{ {subject} :q {step} . {object_} :q {step} }}"

    return _ALTERNATIVE.sub(union, query)


def graph(choose: Choose, size: int) -> list[str]:
    """Distinct triples, as N-Triples-like text with the prefix."""
    triples = [f"{choose(NODES)} {choose(PREDICATES)} {choose(OBJECTS)}" for _ in range(size)]
    return list(dict.fromkeys(triples))


class Generator:
    """Grows a group graph pattern. ``paths`` allows closures, ``exists`` EXISTS filters, ``negation`` all of ⊖."""

    def __init__(self, choose: Choose, *, closures: bool = False, exists: bool = True, negation: bool = True) -> None:
        self.choose = choose
        self.closures = closures
        self.exists = exists and negation
        self.negation = negation
        self.binds = 0

    def _term(self) -> str:
        return self.choose((*VARIABLES, *VARIABLES, *NODES))

    def _object(self) -> str:
        return self.choose((*VARIABLES, *VARIABLES, *VARIABLES, *OBJECTS))

    def _triple(self) -> str:
        paths = ("?y", ":p/:q", "^:p", "!:p", BOTH_WAYS, ALTERNATIVE, ALTERNATIVE_STEP)
        closures = (":p+", ":q+", "(:p/:q)+", "^:p+", "(:p|^:q)+", ":p*", ":q?", "(:p|^:q)*", "(:p/:q?)*")
        path = self.choose((*PREDICATES, *PREDICATES, *PREDICATES, *paths, *(closures if self.closures else ())))
        if path[-1] in "*?" and len(path) > 2:
            return f"{self.choose(VARIABLES)} {path} {self.choose(VARIABLES)}"
        return f"{self._term()} {path} {self._object()}"

    def triples(self) -> str:
        return " . ".join(self._triple() for _ in range(self.choose((1, 1, 2)))) + " ."

    def condition(self, depth: int) -> str:
        x, y = self.choose(VARIABLES), self.choose(VARIABLES)
        simple = (f"{x} = {y}", f"{x} != :a", f"BOUND({x})", f"!BOUND({x})", f"{x} > 1", f"isIRI({x}) || {y} = 1")
        if not self.exists or depth <= 0:
            return self.choose(simple)
        exists = f"{self.choose(('EXISTS', 'NOT EXISTS'))} {{ {self.group(depth - 1, inside_exists=True)} }}"
        other = self.choose(simple)
        return self.choose((*simple, exists, exists, f"{exists} || {other}", f"!({exists} && {other})"))

    def group(self, depth: int, inside_exists: bool = False) -> str:
        """The inside of a group."""
        if depth <= 0:
            return self.triples()
        parts = [self.group(depth - 1, inside_exists)]
        for _ in range(self.choose((1, 1, 2))):
            parts.append(self._part(depth - 1, inside_exists))
        return " ".join(parts)

    def _part(self, depth: int, inside_exists: bool) -> str:
        kinds = ["join", "union", "filter", "values", "optional-free"]
        if self.negation:
            kinds += ["optional", "optional", "optional filter", "filter"]
            # Implementations disagree on MINUS under substitution; its own tests say what we do.
            kinds += [] if inside_exists else ["minus", "minus"]
        kinds += [] if inside_exists else ["bind", "select", "distinct"]
        kind = self.choose(kinds)
        inner = self.group(depth, inside_exists)
        match kind:
            case "join":
                return f"{{ {inner} }}"
            case "union":
                return f"{{ {inner} }} UNION {{ {self.group(depth, inside_exists)} }}"
            case "filter":
                return f"FILTER({self.condition(0 if inside_exists else depth)})"
            case "values":
                x, y = VARIABLES[:2]
                return f"VALUES ({x} {y}) {{ (:a UNDEF) ({self.choose(NODES)} {self.choose(OBJECTS)}) (UNDEF :b) }}"
            case "optional":
                return f"OPTIONAL {{ {inner} }}"
            case "optional filter":
                return f"OPTIONAL {{ {inner} FILTER({self.condition(0 if inside_exists else depth)}) }}"
            case "minus":
                return f"MINUS {{ {inner} }}"
            case "bind":
                self.binds += 1
                expression = self.choose((f"IF(BOUND({self.choose(VARIABLES)}), 1, 2)", self.choose(VARIABLES)))
                return f"BIND({expression} AS ?n{self.binds})"
            case "select":
                projected = self.choose(("?x ?y", "?y ?z", "?x"))
                return f"{{ SELECT {projected} {{ {inner} }} }}"
            case "distinct":
                return f"{{ SELECT DISTINCT {self.choose(VARIABLES)} {{ {inner} }} }}"
            case _:
                return self.triples()

    def aggregate(self, depth: int) -> str:
        """A SELECT query with aggregates, grouped or not, with or without HAVING."""
        self.exists = False
        x, keys = self.choose(VARIABLES), self.choose(("", "?y", "?y ?z"))
        call = self.choose(
            (
                f"COUNT({x})",
                "COUNT(*)",
                f"COUNT(DISTINCT {x})",
                f"SUM({x})",
                f"MIN({x})",
                f"MAX({x})",
                f"SUM(DISTINCT {x})",
            )
        )
        computed = self.choose(("", f"({call} + 1 AS ?m)", "(COUNT(*) * 2 AS ?m)"))
        having = self.choose(("", "HAVING(COUNT(*) > 1)", f"HAVING({call} = 1)", f"HAVING(COUNT(DISTINCT {x}) < 2)"))
        grouped = f"GROUP BY {keys}" if keys else ""
        return f"{PREFIX}SELECT {keys} ({call} AS ?n) {computed} {{ {self.group(depth)} }} {grouped} {having}"

    def query(self, depth: int) -> str:
        """A SELECT query without DISTINCT, slice or aggregate at the top."""
        shown = self.choose(("*", "?x", "?x ?y", "?y ?z"))
        body = self.group(depth)
        if shown == "*":
            shown = " ".join(VARIABLES)
        return f"{PREFIX}SELECT {shown} {{ {body} }}"
