"""Polynomials as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..semirings.how import Monomial, monomial_text
from .circuit import Circuit, Kind
from .expansion import Expansion, Term
from .formulas import unsupported
from .implicants import Implicant

__all__ = ["abridged_text", "sum_text"]

MAX_PIECES = 400
"""How many pieces (tokens, signs, brackets) an abridged polynomial has at most, give or take its last level."""

MAX_OPERANDS = 8
"""How many operands of one gate an abridged polynomial shows at most."""

MAX_GATHERED = 200_000
"""How many operands of nested gates of one kind are brought together at most (shared gates can repeat without end)."""


def sum_text(terms: Expansion, symbols: Sequence[str]) -> str:
    """An expanded polynomial: ``2·x1⊗x2 ⊕ x1²⊗δ(x3⊕x4)⊗(1⊖x5)``; 0 without terms."""
    return " ⊕ ".join(_term_text(term, symbols) for term in terms) or "0"


def _term_text(term: Term, symbols: Sequence[str]) -> str:
    factors = list(_named(term.tokens, symbols))
    for sum_, power in term.distinct:
        factors.append((f"δ({'⊕'.join(_term_text(t, symbols) for t in sum_)})", power))
    if term.unless:
        condition = "⊕".join(_conjunction_text(implicant, symbols) for implicant in term.unless)
        factors.append((f"(1⊖{condition})" if len(term.unless) == 1 else f"(1⊖({condition}))", 1))
    return monomial_text(factors, term.coefficient)


def _named(monomial: Monomial[int], symbols: Sequence[str]) -> list[tuple[str, int]]:
    return [(symbols[token], power) for token, power in monomial]


def _conjunction_text(implicant: Implicant, symbols: Sequence[str]) -> str:
    present = [symbols[code // 2] for code in implicant if code % 2 == 0]
    absent = [f"(1⊖{symbols[code // 2]})" for code in implicant if code % 2]
    return "⊗".join(present + absent)


# -- polynomials that are too large to write out ------------------------------------------------------------

_SIGNS = {Kind.PLUS: " ⊕ ", Kind.TIMES: "⊗"}


def abridged_text(circuit: Circuit, root: int, symbols: Mapping[int, str]) -> str:
    """The factored form, as the circuit has it: the first operands of each gate, down to some depth, … for the rest.

    A path is written ``reach(its edges)``, a comparison of an aggregate ``compare(its rows)``.
    ``symbols`` are the names of the tokens, in order.
    """
    return _Abridged(circuit, root, symbols).text(root)


class _Abridged:
    """Writes a circuit from the root down until it has used up its pieces."""

    def __init__(self, circuit: Circuit, root: int, symbols: Mapping[int, str]) -> None:
        self.circuit, self.symbols = circuit, symbols
        ranks = {token: rank for rank, token in enumerate(symbols)}
        self._first: dict[int, int] = {}
        """The first token below each gate: the order of operands."""
        for gate in circuit.reachable([root]):
            below = [self._first[g] for g in circuit.operands[gate]]
            is_token = circuit.kinds[gate] is Kind.INPUT
            # Edges that are on no walk of a path have no rank, as they are no tokens of the polynomial.
            self._first[gate] = ranks.get(circuit.payloads[gate], len(ranks)) if is_token else min(below, default=-1)

    def text(self, root: int) -> str:
        """The gate as text, breadth before depth, so that what is left out is what lies deepest."""
        written: list[str | tuple[int, Kind | None]] = [(root, None)]
        while any(not isinstance(piece, str) for piece in written):
            room = len(written) < MAX_PIECES
            written = [
                part
                for piece in written
                for part in ((piece,) if isinstance(piece, str) else self._parts(*piece) if room else ("…",))
            ]
        return "".join(piece for piece in written if isinstance(piece, str))

    def _parts(self, gate: int, outer: Kind | None) -> list[str | tuple[int, Kind | None]]:
        """A gate as text and inner gates; ``outer`` is the kind of gate that it stands in."""
        kind, operands = self.circuit.kinds[gate], self.circuit.operands[gate]
        match kind:
            case Kind.ZERO | Kind.ONE:
                return ["0" if kind is Kind.ZERO else "1"]
            case Kind.INPUT:
                return [self.symbols[self.circuit.payloads[gate]]]
            case Kind.TRIPLE:
                return [(operands[0], outer)]
            case Kind.MONUS:
                return ["(", (operands[0], Kind.TIMES), "⊖", (operands[1], Kind.TIMES), ")"]
            case Kind.DELTA:
                return ["δ(", (operands[0], None), ")"]
            case Kind.REACH:
                relation = self.circuit.relations[self.circuit.payloads[operands[0]]]
                edges = relation.support(*self.circuit.walks[self.circuit.payloads[gate]])
                return ["reach(", *self._listed(edges, ", ", None), ")"]
            case Kind.COMPARE:
                return ["compare(", *self._listed(operands, ", ", None), ")"]
            case Kind.PLUS | Kind.TIMES:
                inner = self._operation(gate, kind)
                return ["(", *inner, ")"] if kind is Kind.PLUS and outer is Kind.TIMES else inner
            case _:
                raise unsupported(kind)

    def _operation(self, gate: int, kind: Kind) -> list[str | tuple[int, Kind | None]]:
        return self._listed(self._gathered(gate, kind), _SIGNS[kind], kind)

    def _listed(self, gates: Sequence[int], sign: str, outer: Kind | None) -> list[str | tuple[int, Kind | None]]:
        """The first of the gates, by their first tokens, with a sign between them."""
        shown: list[str | tuple[int, Kind | None]] = []
        for gate in sorted(gates, key=lambda g: (self._first[g], g))[:MAX_OPERANDS]:
            shown += [sign, (gate, outer)]
        if len(gates) > MAX_OPERANDS:
            shown += [sign, f"… {len(gates) - MAX_OPERANDS:,} more"]
        return shown[1:]

    def _gathered(self, gate: int, kind: Kind) -> list[int]:
        """The operands, those of inner gates of the same kind in their place (up to a bound)."""
        gathered: list[int] = []
        stack = list(reversed(self.circuit.operands[gate]))
        while stack:
            operand = stack.pop()
            inner = self.circuit.kinds[operand]
            if (inner is kind or inner is Kind.TRIPLE) and len(gathered) + len(stack) < MAX_GATHERED:
                stack.extend(reversed(self.circuit.operands[operand]))
            else:
                gathered.append(operand)
        return gathered
