"""The laws of DESIGN section 5 as checks of one case each; what fails is an AssertionError that says with what.

All of them raise ``UnsupportedQuery`` where the query is refused and ``OutOfRange`` where the law does not speak of it,
which is for the caller to count.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from graphragprov.errors import PolynomialTooLarge, UnsupportedOperation
from graphragprov.occurrences import OccurrenceGraph
from graphragprov.provenance import Circuit, Polynomial
from graphragprov.provenance.circuit import ZERO
from graphragprov.semirings import Boolean, Counting, How, Semiring
from graphragprov.sparql import Solution, Solutions, evaluate, parse_query
from graphragprov.sparql import algebra as a

from .naive import directly
from .oracle import subsets
from .peers import fixes_ends_elsewhere
from .pools import POOLS, valuation
from .rewriting import rewritten
from .wide import Case
from .worlds import Mapping, OutOfRange, World, shown

T = TypeVar("T")
Choose = Callable[[Sequence[T]], T]
Gone = frozenset[int]


def mapping(solution: Solution) -> Mapping:
    """The terms of a solution as theirs are written."""
    return tuple(map(shown, solution.terms))


def solved(case: Case, *, potential: bool = True) -> Solutions:
    """Our solutions."""
    return evaluate(parse_query(case.query), case.world.graph, potential=potential)


def is_distinct(query: a.Query) -> bool:
    """Whether the top of the query eliminates duplicates."""
    return isinstance(query, a.AskQuery) or isinstance(query.pattern, a.Distinct)


def rests_on_rows(solutions: Solutions) -> bool:
    """Whether a visible value is an aggregate: another value under a deletion is another mapping."""
    return any(solution.counted() for solution in solutions)


def in_range(*found: Solutions) -> None:
    """Where something was chosen among alternatives (a slice, a join on an aggregate), most laws do not speak of it."""
    if any(solutions.slice_dependent for solutions in found):
        raise OutOfRange("slice_dependent")


def bag(case: Case, gone: Gone = frozenset()) -> Counter[Mapping]:
    """The answers of pyoxigraph, or where it is known to be wrong of the naive evaluation; yes is the empty mapping."""
    query = parse_query(case.query)
    if fixes_ends_elsewhere(query):
        found = directly(query, case.world, Counting(), lambda token: int(token not in gone), triples_once=True)
        counts = {tuple(map(shown, key)): n for key, n in found.items() if n}
        return Counter(dict.fromkeys(counts, 1) if is_distinct(query) else counts)
    theirs = case.world.theirs(case.query, gone)
    return Counter([()] * theirs) if isinstance(theirs, bool) else theirs


def _values(solutions: Solutions, semiring: Semiring[T], value: Callable[[int], T]) -> dict[Mapping, T]:
    """The value of every solution that is not 0."""
    roots = [s.gate for s in solutions]
    values = solutions.circuit.fold_all(roots, semiring, value)
    return {mapping(s): values[s.gate] for s in solutions if values[s.gate] != semiring.zero}


def _counts(solutions: Solutions, graph: OccurrenceGraph, gone: Gone) -> Counter[Mapping]:
    """The values in the natural numbers where a triple that is left is 1."""

    def triple(number: int) -> int:
        return int(any(token not in gone for token in graph.tokens_of(number)))

    roots = [s.gate for s in solutions]
    values = solutions.circuit.fold_all(roots, Counting(), lambda token: int(token not in gone), triples=triple)
    return Counter({mapping(s): values[s.gate] for s in solutions if values[s.gate]})


# -- laws 1, 2, 4 and 6 ------------------------------------------------------------------------------------------


def counting(case: Case, _: Choose) -> None:
    """Law 1: with every triple 1, polynomials count as SPARQL does; without provenance the answers are the same."""
    query, solutions, theirs = parse_query(case.query), solved(case), bag(case)
    alive = Counter({mapping(s): s.multiplicity for s in solutions if s.alive})
    assert theirs == alive, f"answers: theirs {theirs}, ours {alive}"
    plain = Counter({mapping(s): s.multiplicity for s in evaluate(query, case.world.graph, provenance=False)})
    assert theirs == plain, f"answers without provenance: theirs {theirs}, ours {plain}"
    if not is_distinct(query):
        counted = _counts(solutions, case.world.graph, frozenset())
        assert theirs == counted, f"counted: theirs {theirs}, ours {counted}"


def deletion(case: Case, _: Choose) -> None:
    """Laws 2 and 6: without any set of tokens, polynomials and aggregates are those of the smaller world."""
    query, solutions = parse_query(case.query), solved(case)
    in_range(solutions)
    aggregated = rests_on_rows(solutions)
    for gone in subsets(len(case.world)):
        theirs = bag(case, gone)
        found = Counter({tuple(map(shown, terms)): n for terms, n in solutions.without(gone).items()})
        if is_distinct(query):
            theirs, found = Counter(set(theirs)), Counter(set(found))
        assert theirs == found, f"without {set(gone)}: theirs {theirs}, ours {found}"
        if aggregated:
            continue
        there = set(_values(solutions, Boolean(), lambda token, gone=gone: token not in gone))
        assert set(theirs) == there, f"without {set(gone)}: theirs {set(theirs)}, supported {there}"
        if not is_distinct(query):
            counted = _counts(solutions, case.world.graph, gone)
            assert theirs == counted, f"without {set(gone)}: theirs {theirs}, counted {counted}"


def support(case: Case, _: Choose) -> None:
    """Law 4: with every token 1, in every semiring, what is not 0 are the answers; those of now and no others."""
    solutions, theirs = solved(case), set(bag(case))
    for kind in POOLS:
        semiring = kind()
        try:
            there = set(_values(solutions, semiring, lambda token, one=semiring.one: one))
        except UnsupportedOperation:
            continue
        assert theirs == there, f"{kind.name}: theirs {theirs}, ours {there}"
    now = [mapping(s) for s in solved(case, potential=False)]
    assert Counter(now) == Counter(theirs), f"shown: theirs {theirs}, ours {now}"


# -- law 3 ---------------------------------------------------------------------------------------------------------


class Gates(Semiring[int]):
    """The gates of a circuit: what is computed in it is the polynomial itself."""

    name = "Gates"
    zero, one = 0, 1

    def __init__(self, circuit: Circuit) -> None:
        self.circuit = circuit

    def plus(self, left: int, right: int) -> int:
        return self.circuit.plus((left, right))

    def times(self, left: int, right: int) -> int:
        return self.circuit.times((left, right))

    def delta(self, value: int) -> int:
        return self.circuit.delta(value)

    def monus(self, left: int, right: int) -> int:
        return self.circuit.monus(left, right)


def commutation(case: Case, choose: Choose) -> None:
    """Law 3, and beyond its fragment: the value of a polynomial is the query evaluated directly in the semiring."""
    query, solutions = parse_query(case.query), solved(case)
    for kind in POOLS:
        semiring, values = kind(), valuation(kind, choose, len(case.world))
        direct = directly(query, case.world, semiring, values.__getitem__)
        expected = {tuple(map(shown, key)): v for key, v in direct.items() if v != semiring.zero}
        try:
            found = _values(solutions, semiring, values.__getitem__)
        except UnsupportedOperation:
            continue
        assert expected == found, f"{kind.name} {values}: directly {expected}, by the polynomial {found}"


def specialising(case: Case, choose: Choose) -> None:
    """Law 3: the polynomial in ℕ[X], specialised, is the query evaluated directly in the semiring."""
    query, solutions, how = parse_query(case.query), solved(case), How()
    polynomials = _values(solutions, how, lambda token: how.default(str(token)))
    for kind in POOLS:
        semiring, values = kind(), valuation(kind, choose, len(case.world))
        named = {str(token): v for token, v in enumerate(values)}
        direct = directly(query, case.world, semiring, values.__getitem__)
        expected = {tuple(map(shown, key)): v for key, v in direct.items() if v != semiring.zero}
        specialised = {key: p.specialise(semiring, named) for key, p in polynomials.items()}
        found = {key: v for key, v in specialised.items() if v != semiring.zero}
        assert expected == found, f"{kind.name} {values}: directly {expected}, specialised {found}"


def unoptimised(case: Case, _: Choose) -> None:
    """Law 5, optimiser off: the polynomials are those that nested loops give."""
    circuit = Circuit()
    direct = directly(parse_query(case.query), case.world, Gates(circuit), circuit.input)
    expected = {tuple(map(shown, key)): polynomial(circuit, gate) for key, gate in direct.items()}
    solutions = solved(case)
    found = {mapping(s): polynomial(solutions.circuit, s.gate) for s in solutions}
    same_polynomials(expected, found)


# -- laws 5 and 7 --------------------------------------------------------------------------------------------------


def polynomial(circuit: Circuit, gate: int, names: Callable[[int], str] = str) -> Polynomial:
    """The polynomial of a gate over named tokens."""
    return Polynomial(circuit, gate, names)


def same_polynomials(left: dict[Mapping, Polynomial], right: dict[Mapping, Polynomial]) -> None:
    """Every mapping has equal polynomials; one that is missing has 0. Without ⊖ canonical forms are equal."""
    nothing = polynomial(Circuit(), ZERO)
    for key in left.keys() | right.keys():
        one, other = left.get(key, nothing), right.get(key, nothing)
        try:
            assert one == other, f"{key}: {one} and {other}"
            if not any("⊖" in str(p) for p in (one, other)):
                assert one.canonical == other.canonical, f"{key}: {one.canonical} and {other.canonical}"
        except PolynomialTooLarge:
            # A comparison of an aggregate over many rows is not written out; its values are compared elsewhere.
            continue


def same_values(left: Solutions, right: Solutions, count: int, choose: Choose) -> None:
    """Every mapping has one Boolean function on both sides, and one value in every semiring."""
    for gone in subsets(count):
        there = [set(_values(s, Boolean(), lambda token, gone=gone: token not in gone)) for s in (left, right)]
        assert there[0] == there[1], f"without {set(gone)}: {there[0]} and {there[1]}"
    for kind in POOLS:
        values = valuation(kind, choose, count)
        try:
            found = [_values(s, kind(), values.__getitem__) for s in (left, right)]
        except UnsupportedOperation:
            continue
        assert found[0] == found[1], f"{kind.name} {values}: {found[0]} and {found[1]}"


def rewriting(case: Case, choose: Choose) -> None:
    """Law 5: another order of joins and unions, filters elsewhere."""
    query = parse_query(case.query)
    other = rewritten(query, choose)
    solutions, again = (evaluate(q, case.world.graph, potential=True) for q in (query, other))
    in_range(solutions, again)
    found = [{mapping(s): polynomial(x.circuit, s.gate) for s in x} for x in (solutions, again)]
    same_polynomials(*found)
    same_values(solutions, again, len(case.world), choose)
    for one in solutions:
        (twin,) = [s for s in again if mapping(s) == mapping(one)] or [None]
        if twin is not None:
            rows = [
                {(str(v),): polynomial(x.circuit, g) for v, g in s.counted().items()}
                for x, s in ((solutions, one), (again, twin))
            ]
            same_polynomials(*rows)


def renaming(case: Case, choose: Choose) -> None:
    """Law 7: tokens, blank nodes and variables under other names."""
    order = list(range(len(case.world)))
    for last in range(len(order) - 1, 0, -1):
        at = choose(range(last + 1))
        order[last], order[at] = order[at], order[last]
    other = renamed(case, order)
    solutions, again = solved(case), solved(other)
    in_range(solutions)
    ids = [str(case.world.graph.occurrence(token).id) for token in range(len(order))]
    twins = {str(other.world.graph.occurrence(new).id): ids[old] for new, old in enumerate(order)}
    twins |= {other.world.passages[number]: passage for number, passage in case.world.passages.items()}
    back: Callable[[str | None], str | None] = lambda term: _renamed_back(term, twins)  # noqa: E731
    left = {mapping(s): polynomial(solutions.circuit, s.gate, ids.__getitem__) for s in solutions}
    names = [ids[old] for old in order]
    right = {tuple(map(back, mapping(s))): polynomial(again.circuit, s.gate, names.__getitem__) for s in again}
    same_polynomials(left, right)


def _renamed_back(term: str | None, twins: dict[str, str]) -> str | None:
    if term is None:
        return None
    inner = term.removeprefix("<").removesuffix(">")
    return f"<{twins[inner]}>" if inner in twins else term.replace("_:other", "_:n")


def renamed(case: Case, order: Sequence[int]) -> Case:
    """The case with its tokens in another order, another blank node and other variables."""
    moved = [case.world.tokens[old] for old in order]
    tokens = [replace(token, triple=token.triple.replace("_:n", "_:other")) for token in moved]
    return Case(World(tokens), re.sub(r"\?(?=[a-z])", "?other_", case.query), case.kind)


# -- law 12 --------------------------------------------------------------------------------------------------------


def replay(case: Case, _: Choose) -> None:
    """Law 12: over just the occurrences of its polynomial an answer comes out again, with that polynomial."""
    graph, query = case.world.graph, parse_query(case.query)
    solutions = evaluate(query, graph)
    in_range(solutions)
    for solution in solutions:
        gates = (solution.gate, *solution.counted().values())
        alone = graph.restricted(solutions.circuit.tokens(*gates))
        again = evaluate(query, alone)
        twin = next((s for s in again if mapping(s) == mapping(solution)), None)
        assert twin is not None, f"{mapping(solution)} is no answer over its own occurrences"
        both = [(solutions, solution, graph), (again, twin, alone)]
        found = [
            {
                (str(name),): polynomial(x.circuit, gate, partial(_identifier, g))
                for name, gate in {"": s.gate, **{str(v): gate for v, gate in s.counted().items()}}.items()
            }
            for x, s, g in both
        ]
        same_polynomials(*found)


def _identifier(graph: OccurrenceGraph, token: int) -> str:
    return str(graph.occurrence(token).id)


LAWS: dict[str, tuple[str, Callable[[Case, Choose], None]]] = {
    "counting": ("1", counting),
    "deletion": ("2, 4 and 6", deletion),
    "commutation": ("3, with ⊖", commutation),
    "specialising": ("3", specialising),
    "support": ("4", support),
    "rewriting": ("5", rewriting),
    "unoptimised": ("5, against nested loops", unoptimised),
    "renaming": ("7", renaming),
    "replay": ("12", replay),
}
"""Each check with the laws that it is of. ``specialising`` is for monotone cases."""
