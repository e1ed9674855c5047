"""The expanded form of a circuit: a sum of terms, with ⊖ and δ in normal form. Bounded.

A term is ``coefficient · tokens ⊗ δ-factors ⊗ (1 ⊖ condition)``.  The steps are those that hold in every
spm-semiring without zero divisors, where x ⊖ y is x where y is 0 and else 0, and over Boolean functions:

* x ⊖ y = x ⊗ (1 ⊖ y) and (1 ⊖ y) ⊗ (1 ⊖ z) = 1 ⊖ (y ⊕ z), so that a term has at most one ⊖;
* 1 ⊖ y depends only on when y is 0: its condition is a set of prime implicants, unique for a Boolean function;
* x ⊗ (1 ⊖ x⊗y) = x ⊗ (1 ⊖ y): the condition does not speak of the term's own tokens;
* δ(2·x) = δ(x), and δ of a single term that has no tokens is that term.

Where there is no ⊖ and no δ the terms are the monomials of ℕ[X], with their coefficients.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from ..errors import PolynomialTooLarge
from ..semirings.how import Monomial, monomial_key, times_monomials
from .circuit import Circuit
from .formulas import Formula, Shape, count, count_text, derivations, known_gates, opaque_gate
from .implicants import TRUE, Implicants, cofactor, implicants_of, joined
from .work import Work

__all__ = ["EXPANSION_LIMIT", "MAX_DEGREE", "Expansion", "Term", "expand", "too_large"]

EXPANSION_LIMIT = 10_000
"""How many derivations are expanded at most, unless the caller says otherwise."""

MAX_DEGREE = 1_000_000
"""The highest exponent of an expanded polynomial; circuits of squares of squares can have any."""

CONDITION_WORK = 4_000_000
"""How much work goes into the conditions under ⊖ of one polynomial: about a second."""

MAX_NESTING = 30
"""How deep δ may be nested in δ in an expanded polynomial."""


@dataclass(frozen=True, slots=True)
class Term:
    """``coefficient · tokens ⊗ distinct ⊗ (1 ⊖ unless)``, tokens as ranks (their order in monomials)."""

    coefficient: int
    tokens: Monomial[int]
    distinct: tuple[tuple[Expansion, int], ...] = ()
    """δ-factors: pairs of δ's argument and an exponent."""
    unless: Implicants = ()
    """The term is 0 where one of these conjunctions of leaf codes (``present``, ``absent``) holds."""

    @property
    def key(self) -> tuple[Any, ...]:
        """The sort key: terms without ⊖ and δ first, each group in graded lexicographic order."""
        distinct = tuple((tuple(term.key for term in sum_), power) for sum_, power in self.distinct)
        return (bool(self.distinct or self.unless), *monomial_key(self.tokens), distinct, self.unless, self.coefficient)


Expansion: TypeAlias = tuple[Term, ...]
"""A sum of terms, sorted."""


def expand(circuit: Circuit, root: int, rank: Callable[[int], int], *, limit: int = EXPANSION_LIMIT) -> Expansion:
    """The expanded form of a gate.

    Args:
        circuit: the circuit.
        root: the gate.
        rank: numbers the tokens from 0, in the order that they have in monomials.
        limit: how many derivations are expanded at most (of the gate, and of each argument of δ); conditions and
            arguments of δ may have ten times as many parts in all.

    Raises:
        PolynomialTooLarge: there are more; the message says how many, and what to use instead.
        UnsupportedOperation: the circuit has a gate that has no expanded form.
    """
    known_gates(circuit, root)
    return _Expander(circuit, rank, limit).expand(root)


def too_large(derivations: int, limit: int) -> PolynomialTooLarge:
    """The error for a polynomial of so many derivations."""
    return PolynomialTooLarge(
        f"the polynomial has {count_text(derivations)} derivations, more than the limit of {limit:,} for expanding "
        f"it; list the smallest with monomials(limit=…) or witnesses(limit=…), or evaluate it in a semiring "
        f"(Counting, Which …), which takes time linear in its circuit"
    )


_Symbolic: TypeAlias = dict[Monomial[int], int]
"""Coefficients by monomials over tokens and the leaf codes of ⊖ and δ."""


class _Expander:
    """Expands the gates of one circuit within one budget."""

    def __init__(self, circuit: Circuit, rank: Callable[[int], int], limit: int) -> None:
        self.circuit, self.rank, self.limit = circuit, rank, limit
        self.budget = 10 * limit
        self.work = Work(CONDITION_WORK)
        self._deltas: dict[int, tuple[Expansion, int]] = {}
        """By argument: its expansion (coefficients 1), and how deep δ is nested in it."""
        self._guards: dict[int, Implicants] = {}

    def expand(self, root: int) -> Expansion:
        """The terms of a gate, after those of the arguments of δ below it."""
        pending = [root]
        symbolic: dict[int, _Symbolic] = {}
        while pending:
            gate = pending.pop()
            if gate not in symbolic:
                symbolic[gate] = self._symbolic(gate)
                pending.extend(_delta_arguments(symbolic[gate]))
        for gate in sorted(symbolic):  # operands before users: δ within δ first
            if gate != root:
                self._deltas[gate] = self._delta(symbolic[gate])
        return self._terms(symbolic[root])

    def _symbolic(self, gate: int) -> _Symbolic:
        found = count(self.circuit, gate)
        if found > self.limit:
            raise too_large(found, self.limit)
        expanded = _expanded(derivations(self.circuit, gate, self.rank))
        self._spend(1 + len(expanded))
        return expanded

    def _spend(self, amount: int) -> None:
        self.budget -= amount
        if self.budget < 0:
            message = (
                f"the conditions under ⊖ and δ of the polynomial have more than {10 * self.limit:,} parts, too "
                f"many to expand it; list witnesses(limit=…), or evaluate it in a semiring"
            )
            raise PolynomialTooLarge(message)

    def _delta(self, sum_: _Symbolic) -> tuple[Expansion, int]:
        terms = {Term(1, t.tokens, t.distinct, t.unless) for t in self._terms(sum_)}
        nesting = 1 + max((self._deltas[g][1] for g in _delta_arguments(sum_)), default=0)
        if nesting > MAX_NESTING:
            message = f"δ is nested more than {MAX_NESTING} deep; evaluate the polynomial in a semiring instead"
            raise PolynomialTooLarge(message)
        return tuple(sorted(terms, key=lambda term: term.key)), nesting

    def _terms(self, sum_: _Symbolic) -> Expansion:
        coefficients: dict[Term, int] = {}
        for monomial, n in sum_.items():
            term = self._term(monomial)
            if term is not None:
                coefficients[term] = coefficients.get(term, 0) + n
        terms = (Term(n, t.tokens, t.distinct, t.unless) for t, n in coefficients.items())
        return tuple(sorted(terms, key=lambda term: term.key))

    def _term(self, monomial: Monomial[int]) -> Term | None:
        """The normal form of a product of tokens, guards and δ; ``None`` where it is 0."""
        tokens = tuple(factor for factor in monomial if factor[0] >= 0)
        if len(tokens) == len(monomial):
            return Term(1, tokens)
        distinct: Counter[Expansion] = Counter()
        guards: list[Implicants] = []
        for leaf, power in monomial[: len(monomial) - len(tokens)]:  # the codes of ⊖ and δ are negative
            is_delta, gate = opaque_gate(leaf)
            if not is_delta:
                guards.append(self._guard(gate))
            elif not self._deltas[gate][0]:
                return None
            else:
                _add_delta(self._deltas[gate][0], power, distinct, guards)
        known = {token for token, _ in tokens}.union(*(_tokens(sum_[0]) for sum_ in distinct if len(sum_) == 1))
        condition = joined([cofactor(guard, known) for guard in guards] or [()], self.work)
        self._spend(len(condition))
        if condition == TRUE:
            return None
        ordered = sorted(distinct.items(), key=lambda factor: (tuple(t.key for t in factor[0]), factor[1]))
        return Term(1, tokens, tuple(ordered), condition)

    def _guard(self, gate: int) -> Implicants:
        if gate not in self._guards:
            self._guards[gate] = implicants_of(self.circuit, gate, self.rank, self.limit, self.work)
        return self._guards[gate]


def _tokens(term: Term) -> set[int]:
    return {token for token, _ in term.tokens}


def _add_delta(sum_: Expansion, power: int, distinct: Counter[Expansion], guards: list[Implicants]) -> None:
    """Multiply in δ(sum): of a single term only its tokens stay under δ, its other factors are their own δ."""
    if len(sum_) > 1:
        distinct[sum_] += power
        return
    (term,) = sum_
    if term.tokens:
        distinct[Term(1, term.tokens),] += power
    for inner, exponent in term.distinct:
        distinct[inner] += exponent * power
    guards.append(term.unless)


def _delta_arguments(sum_: _Symbolic) -> set[int]:
    opaque = {leaf for monomial in sum_ for leaf, _ in monomial if leaf < 0}
    return {gate for is_delta, gate in map(opaque_gate, opaque) if is_delta}


def _expanded(formula: Formula) -> _Symbolic:
    """Multiply a formula out."""
    values: list[_Symbolic] = []
    for shape, operands, leaf in zip(formula.shapes, formula.operands, formula.leaves, strict=True):
        if shape is Shape.LEAF:
            values.append({((leaf, 1),): 1})
        elif shape is Shape.SUM:
            values.append(_sum([values[g] for g in operands]))
        else:
            values.append(_product([values[g] for g in operands]))
    return values[formula.root]


def _sum(sums: list[_Symbolic]) -> _Symbolic:
    total: _Symbolic = {}
    for sum_ in sums:
        for monomial, n in sum_.items():
            total[monomial] = total.get(monomial, 0) + n
    return total


def _product(sums: list[_Symbolic]) -> _Symbolic:
    """Single monomials first: most products are of nothing else."""
    single, many = [s for s in sums if len(s) == 1], [s for s in sums if len(s) != 1]
    total = _single_product(single)
    for sum_ in many:
        product: _Symbolic = {}
        for left, n in total.items():
            for right, m in sum_.items():
                monomial = times_monomials(left, right)
                product[monomial] = product.get(monomial, 0) + n * m
        total = product
    return total


def _single_product(singles: list[_Symbolic]) -> _Symbolic:
    exponents: Counter[int] = Counter()
    coefficient = 1
    for ((monomial, n),) in map(dict.items, singles):
        coefficient *= n
        exponents.update(dict(monomial))
    if exponents and max(exponents.values()) > MAX_DEGREE:
        message = f"the polynomial has exponents above {MAX_DEGREE:,}; evaluate it in a semiring instead"
        raise PolynomialTooLarge(message)
    return {tuple(sorted(exponents.items())): coefficient}
