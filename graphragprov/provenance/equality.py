"""Whether two polynomials are equal.

Without ⊖ and δ a polynomial is an element of ℕ[X]; two are equal when their coefficients are.  With them it stands for
a function: for each set of tokens that are there, a value in every semiring that has ⊖.  Two are equal when these
functions are.  The decision, cheapest first:

1. Equal canonical forms are equal polynomials.
2. Different expanded forms without ⊖ and δ are different polynomials.
3. Otherwise the values are compared on worlds (sets of tokens that are there): as Boolean functions, on all worlds up
   to :data:`EXACT_TOKENS` tokens (exact) and on :data:`BOOLEAN_WORLDS` beyond; in ℕ with tokens of large pseudo-random
   values, modulo a prime (by the lemma of Schwartz and Zippel different polynomials agree with a probability below
   degree / 2^61); and, because δ is the identity where ⊕ is idempotent, as least costs and as lineages.

Step 3 answers "different" only for different polynomials.  It is deterministic: worlds and values follow from names.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from typing import TypeAlias, TypeVar

from typing_extensions import override

from ..errors import PolynomialTooLarge
from ..semirings.base import Semiring
from ..semirings.which import Which
from .canonical import Canonical, canonical
from .circuit import Kind
from .named import NamedGate

__all__ = ["BOOLEAN_WORLDS", "EXACT_TOKENS", "equivalent", "fingerprint"]

EXACT_TOKENS = 14
"""Up to so many tokens, all worlds are compared as Boolean functions."""

BOOLEAN_WORLDS = 4096
"""How many worlds are compared as Boolean functions when there are more tokens."""

MAX_PROBES = 64
"""In how many worlds values are compared at most."""

PROBE_GATES = 4_000_000
"""How many gates the folds of a comparison visit at most, all worlds together (but some worlds are always tried)."""

MAX_LINEAGE = 2_000
"""Up to so many tokens lineages are compared (in a deep circuit they take quadratic time)."""

_PRIME = (1 << 61) - 1

T = TypeVar("T")


def equivalent(left: NamedGate, right: NamedGate) -> bool:
    """Whether two polynomials are equal, tokens of one name being one.

    Raises:
        UnsupportedOperation: a circuit has a gate that cannot be compared.
    """
    forms = [_canonical(side) for side in (left, right)]
    if forms[0] is not None and forms[0] == forms[1]:
        return True
    if all(form is not None and _is_plain(form) for form in forms):
        return False
    return _same_function(left, right) and _same_values(left, right)


def fingerprint(gate: NamedGate) -> int:
    """A number that equal polynomials have in common: the value in ℕ with pseudo-random tokens, modulo a prime."""
    return gate.circuit.fold(gate.root, _Probe(), lambda token: (True, _pseudo_random(gate.names(token), 0)))[1]


def _canonical(side: NamedGate) -> Canonical | None:
    try:
        return canonical(side.circuit, side.root, side.names)
    except PolynomialTooLarge:
        return None


def _is_plain(form: Canonical) -> bool:
    """Whether a canonical form is a sum without ⊖ and δ."""
    return form["form"] == "sum" and not any("unless" in term or "distinct" in term for term in form["terms"])


def _pseudo_random(name: str, salt: int) -> int:
    digest = hashlib.sha256(f"{salt} {name}".encode("utf-8", "surrogatepass")).digest()
    return 1 + int.from_bytes(digest[:8], "big") % (_PRIME - 1)


# -- as Boolean functions ---------------------------------------------------------------------------------


class _Worlds(Semiring[int]):
    """Boolean values in many worlds at once, one per bit."""

    name = "Boolean"
    idempotent = True
    absorptive = True
    zero = 0

    def __init__(self, worlds: int) -> None:
        self.one = (1 << worlds) - 1

    @override
    def plus(self, left: int, right: int) -> int:
        return left | right

    @override
    def times(self, left: int, right: int) -> int:
        return left & right

    @override
    def monus(self, left: int, right: int) -> int:
        return left & ~right


def _same_function(left: NamedGate, right: NamedGate) -> bool:
    names = sorted({*left.tokens, *right.tokens})
    exact = len(names) <= EXACT_TOKENS
    worlds = 1 << len(names) if exact else BOOLEAN_WORLDS
    columns = [_truth_column(i, worlds) if exact else _random_column(i, name) for i, name in enumerate(names)]
    values = dict(zip(names, columns, strict=True))
    return _folded(left, _Worlds(worlds), values) == _folded(right, _Worlds(worlds), values)


def _folded(side: NamedGate, semiring: Semiring[T], values: Mapping[str, T]) -> T:
    return side.circuit.fold(side.root, semiring, lambda token: values[side.names(token)])


def _truth_column(index: int, worlds: int) -> int:
    """The worlds whose number has the bit ``index``: 0101…, 0011…, and so on."""
    block = 1 << index
    pattern, width = ((1 << block) - 1) << block, 2 * block
    while width < worlds:
        pattern |= pattern << width
        width *= 2
    return pattern


def _random_column(index: int, name: str) -> int:
    """The worlds in which a token is there: all but one, and half, 3/4 and 15/16 of them at random, a quarter each."""
    quarter = BOOLEAN_WORLDS // 4
    stream = hashlib.shake_256(name.encode("utf-8", "surrogatepass")).digest(7 * quarter // 8)
    random = [int.from_bytes(stream[i * quarter // 8 : (i + 1) * quarter // 8], "big") for i in range(7)]
    all_but_one = ((1 << quarter) - 1) ^ (1 << (1 + index % (quarter - 1)))
    three_quarters, nearly_all = random[1] | random[2], random[3] | random[4] | random[5] | random[6]
    return all_but_one | random[0] << quarter | three_quarters << 2 * quarter | nearly_all << 3 * quarter


# -- by values ----------------------------------------------------------------------------------------------

_Residue: TypeAlias = tuple[bool, int]
"""Whether a natural number is not 0, and its residue."""


class _Probe(Semiring[_Residue]):
    """ℕ modulo a large prime, with zero told apart from multiples of the prime."""

    name = "Counting"
    zero = (False, 0)
    one = (True, 1)

    @override
    def plus(self, left: _Residue, right: _Residue) -> _Residue:
        return left[0] or right[0], (left[1] + right[1]) % _PRIME

    @override
    def times(self, left: _Residue, right: _Residue) -> _Residue:
        return left[0] and right[0], left[1] * right[1] % _PRIME

    @override
    def delta(self, value: _Residue) -> _Residue:
        return self.one if value[0] else self.zero

    @override
    def monus(self, left: _Residue, right: _Residue) -> _Residue:
        return self.zero if right[0] else left


class _LeastCost(Semiring[int | None]):
    """(ℕ and ∞, min, +); ``None`` is ∞."""

    name = "least cost"
    idempotent = True
    absorptive = True
    zero_divisors = False
    zero = None
    one = 0

    @override
    def plus(self, left: int | None, right: int | None) -> int | None:
        return min(left, right) if left is not None and right is not None else (right if left is None else left)

    @override
    def times(self, left: int | None, right: int | None) -> int | None:
        return left + right if left is not None and right is not None else None


def _same_values(left: NamedGate, right: NamedGate) -> bool:
    names = sorted({*left.tokens, *right.tokens})
    gates = [side.circuit.kinds[g] for side in (left, right) for g in side.circuit.reachable([side.root])]
    # Only δ and paths are not determined by the values in ℕ; a path has no lineage (its walks are without number).
    idempotent = Kind.DELTA in gates or Kind.REACH in gates
    probes = max(3, min(MAX_PROBES, PROBE_GATES // len(gates)))
    for salt, there in enumerate(_probed_worlds(names, probes)):
        numbers = {name: _pseudo_random(name, salt) if name in there else 0 for name in names}
        residues = {name: (number > 0, number) for name, number in numbers.items()}
        if _folded(left, _Probe(), residues) != _folded(right, _Probe(), residues):
            return False
        if idempotent and not _same_idempotent_values(left, right, numbers, lineage=Kind.REACH not in gates):
            return False
    return True


def _same_idempotent_values(left: NamedGate, right: NamedGate, numbers: Mapping[str, int], *, lineage: bool) -> bool:
    """Where ⊕ is idempotent, δ is the identity and the values in ℕ do not tell."""
    costs = {name: number or None for name, number in numbers.items()}
    if _folded(left, _LeastCost(), costs) != _folded(right, _LeastCost(), costs):
        return False
    if not lineage or len(numbers) > MAX_LINEAGE:
        return True
    lineages = {name: frozenset((name,)) if number else None for name, number in numbers.items()}
    return _folded(left, Which(), lineages) == _folded(right, Which(), lineages)


def _probed_worlds(names: list[str], most: int) -> Iterator[set[str]]:
    """The tokens that are there: all sets where there are few, else all tokens, then without some or half of them."""
    if 1 << len(names) <= most:
        for world in range(1 << len(names)):
            yield {name for index, name in enumerate(names) if not world >> index & 1}
        return
    yield set(names)
    for world in range(1, most):
        one_in = (2, 4, 16)[world % 3]
        yield {name for name in names if _pseudo_random(name, -world) % one_in}
