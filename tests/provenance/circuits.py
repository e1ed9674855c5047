"""Random polynomials as nested tuples, and ways to build one and the same of them as a circuit."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any, TypeAlias

from hypothesis import strategies as st

from graphragprov.provenance import Circuit
from graphragprov.provenance.circuit import ONE, ZERO
from graphragprov.semirings import Boolean, Counting, How, HowPolynomial, Semiring, Which, Why

Expression: TypeAlias = tuple[Any, ...]
"""``("token", n)``, ``("one",)``, ``("zero",)``, or an operation with its operands."""

SEMIRINGS: tuple[type[Semiring[Any]], ...] = (Boolean, Counting, How, Why, Which)

TOKENS = 4

_tokens = st.integers(0, TOKENS - 1).map(lambda n: ("token", n))
_leaves = st.one_of(_tokens, _tokens, _tokens, st.just(("one",)), st.just(("zero",)))


def _operations(inner: st.SearchStrategy[Expression], words: tuple[str, ...]) -> st.SearchStrategy[Expression]:
    many = st.lists(inner, min_size=1, max_size=3)
    choices = [st.tuples(st.sampled_from(["plus", "times"]), many).map(lambda pair: (pair[0], *pair[1]))]
    if "monus" in words:
        choices.append(st.tuples(st.just("monus"), inner, inner))
    if "delta" in words:
        choices.append(st.tuples(st.just("delta"), inner))
    return st.one_of(choices)


monotone = st.recursive(_leaves, lambda inner: _operations(inner, ()), max_leaves=9)
"""With ⊕ and ⊗ only."""

with_difference = st.recursive(_leaves, lambda inner: _operations(inner, ("monus",)), max_leaves=8)
"""With ⊖."""

general = st.recursive(_leaves, lambda inner: _operations(inner, ("monus", "delta")), max_leaves=8)
"""With ⊖ and δ."""


def build(expression: Expression, circuit: Circuit) -> int:
    """The gate of an expression."""
    word, *operands = expression
    if word == "token":
        return circuit.input(operands[0])
    gates = [build(operand, circuit) for operand in operands]
    return combine(circuit, word, gates)


def combine(circuit: Circuit, word: str, gates: list[int]) -> int:
    match word:
        case "zero":
            return ZERO
        case "one":
            return ONE
        case "plus":
            return circuit.plus(gates)
        case "times":
            return circuit.times(gates)
        case "monus":
            return circuit.monus(*gates)
        case _:
            return circuit.delta(*gates)


def rebuilt(expression: Expression, seed: int) -> tuple[Circuit, int, Callable[[int], str]]:
    """The same polynomial built another way: other numbers of tokens and gates, other order and nesting of operands."""
    shuffle = random.Random(seed)
    circuit = Circuit()
    numbers = list(range(10, 10 + TOKENS))
    shuffle.shuffle(numbers)
    for number in shuffle.sample(numbers, TOKENS):
        circuit.plus([circuit.input(number), circuit.input(99)])
    names = {number: f"t{token}" for token, number in enumerate(numbers)}
    return circuit, _shuffled(expression, circuit, numbers, shuffle), names.__getitem__


def _shuffled(expression: Expression, circuit: Circuit, numbers: list[int], shuffle: random.Random) -> int:
    word, *operands = expression
    if word == "token":
        return circuit.input(numbers[operands[0]])
    order = list(range(len(operands)))
    if shuffle.random() < 0.5:
        order.reverse()
    built = {index: _shuffled(operands[index], circuit, numbers, shuffle) for index in order}
    gates = [built[index] for index in range(len(operands))]
    if word in ("plus", "times"):
        shuffle.shuffle(gates)
        while len(gates) > 2 and shuffle.random() < 0.6:
            gates = [combine(circuit, word, gates[:2]), *gates[2:]]
            shuffle.shuffle(gates)
    return combine(circuit, word, gates)


def token_name(token: int) -> str:
    return f"t{token}"


def worlds(tokens: list[int]) -> Iterator[frozenset[int]]:
    """All sets of tokens."""
    for size in range(len(tokens) + 1):
        yield from map(frozenset, combinations(tokens, size))


def value(circuit: Circuit, root: int, kind: type[Semiring[Any]], world: frozenset[str], name: Any) -> Any:
    """The value where the tokens of ``world`` (names) have their default (in ℕ: a prime each), the others 0."""
    semiring = kind()
    primes = dict(zip((f"t{n}" for n in range(TOKENS)), (2, 3, 5, 7), strict=True))

    def token_value(token: int) -> Any:
        if name(token) not in world:
            return semiring.zero
        return primes[name(token)] if kind is Counting else semiring.default(name(token))

    return circuit.fold(root, semiring, token_value)


def how(circuit: Circuit, root: int, name: Callable[[int], str] = token_name) -> HowPolynomial:
    """The polynomial of a monotone circuit."""
    return circuit.fold(root, How(), lambda token: HowPolynomial.token(name(token)))


def ladder(rungs: int) -> tuple[Circuit, int]:
    """(x0 ⊕ x1) ⊗ (x2 ⊕ x3) ⊗ …, nested to the left: 2^rungs monomials in a circuit linear in the rungs."""
    circuit = Circuit()
    root = ONE
    for rung in range(rungs):
        step = circuit.plus([circuit.input(2 * rung), circuit.input(2 * rung + 1)])
        root = circuit.times([root, step])
    return circuit, root
