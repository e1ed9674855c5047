"""From a canonical form back to a circuit, so that a stored trace can be checked without the graph it came from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from ..errors import InvalidTrace
from .canonical import MAX_GATES, too_heavy
from .circuit import ONE, ZERO, Circuit
from .expansion import MAX_DEGREE, MAX_NESTING
from .formulas import COUNT_CAP
from .named import NamedGate

__all__ = ["MAX_PARTS", "from_canonical"]

MAX_PARTS = 5_000_000
"""How many parts (terms, factors, conditions, gates and their operands) a stored polynomial may have."""


def from_canonical(data: object) -> NamedGate:
    """The polynomial that a canonical form stands for. The data need not be trusted.

    Whether it is canonical is not checked; ``canonical`` of the result is.

    Raises:
        InvalidTrace: the data is not of the form that :func:`~.canonical.canonical` gives, or is too large.
    """
    if not isinstance(data, dict):
        _refuse("an object is expected", data)
    reader = _Reader()
    match data.get("form"):
        case "sum":
            root = reader.sum(_list(data.get("terms"), "terms"), 0)
        case "circuit":
            root = reader.gates(_list(data.get("gates"), "gates"))
        case form:
            _refuse('the form is "sum" or "circuit"', form)
    if too_heavy(reader.circuit, root):
        raise InvalidTrace("a stored polynomial has values too large to compute with")
    return NamedGate(reader.circuit, root, reader.names.__getitem__)


def _refuse(expected: str, found: object) -> NoReturn:
    raise InvalidTrace(f"a stored polynomial is not well formed: {expected}, not {_shown(found)}")


def _shown(value: object) -> str:
    """A value of untrusted data, short: long strings are cut, huge numbers and containers only named."""
    if isinstance(value, str):
        return repr(value[:80])
    if value is None or isinstance(value, float) or (isinstance(value, int) and value.bit_length() < 64):
        return repr(value)
    return f"this {type(value).__name__}"


def _list(value: object, what: str) -> list[Any]:
    if not isinstance(value, list):
        _refuse(f"{what} is a list", value)
    return value


def _pair(value: object, what: str) -> tuple[Any, Any]:
    pair = _list(value, what)
    if len(pair) != 2:
        _refuse(f"{what} has two parts", len(pair))
    return pair[0], pair[1]


def _natural(value: object, most: int, what: str) -> int:
    # bool is an int to Python, not to JSON.
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= most:
        _refuse(f"{what} is a whole number, at least 1 and within the limit", value)
    return value


class _Reader:
    """Builds a circuit out of JSON data, counting its parts."""

    def __init__(self) -> None:
        self.circuit = Circuit()
        self.names: list[str] = []
        self._numbers: dict[str, int] = {}
        self._left = MAX_PARTS

    def _spend(self, parts: int) -> None:
        self._left -= parts
        if self._left < 0:
            raise InvalidTrace(f"a stored polynomial has more than {MAX_PARTS:,} parts")

    def token(self, name: object) -> int:
        """The gate of a token."""
        if not isinstance(name, str):
            _refuse("a token is a string", name)
        self._spend(1)
        if name not in self._numbers:
            self._numbers[name] = len(self.names)
            self.names.append(name)
        return self.circuit.input(self._numbers[name])

    # -- sums ---------------------------------------------------------------------------------------

    def sum(self, terms: list[Any], depth: int) -> int:
        """The gate of a sum of terms; ``depth`` is how many δ it stands under."""
        if depth > MAX_NESTING:
            raise InvalidTrace(f"a stored polynomial nests δ more than {MAX_NESTING} deep")
        self._spend(1 + len(terms))
        return self.circuit.plus([self._term(term, depth) for term in terms])

    def _term(self, term: object, depth: int) -> int:
        if not isinstance(term, dict):
            _refuse("a term is an object", term)
        factors = [self._token_power(factor) for factor in _list(term.get("tokens"), "tokens")]
        factors += [self._delta_power(factor, depth) for factor in _list(term.get("distinct", []), "distinct")]
        unless = [self._conjunction(c) for c in _list(term.get("unless", []), "unless")]
        factors.append(self.circuit.monus(ONE, self.circuit.plus(unless)))
        coefficient = _natural(term.get("coefficient"), COUNT_CAP, "a coefficient")
        return _repeated(self.circuit.plus, self.circuit.times(factors), coefficient)

    def _token_power(self, factor: object) -> int:
        name, power = _pair(factor, "a factor")
        return _repeated(self.circuit.times, self.token(name), _natural(power, MAX_DEGREE, "an exponent"))

    def _delta_power(self, factor: object, depth: int) -> int:
        terms, power = _pair(factor, "a factor")
        delta = self.circuit.delta(self.sum(_list(terms, "the argument of δ"), depth + 1))
        return _repeated(self.circuit.times, delta, _natural(power, MAX_DEGREE, "an exponent"))

    def _conjunction(self, conjunction: object) -> int:
        if not isinstance(conjunction, dict):
            _refuse("a condition is an object", conjunction)
        self._spend(1)
        there = [self.token(name) for name in _list(conjunction.get("present"), "present")]
        gone = [self.circuit.monus(ONE, self.token(name)) for name in _list(conjunction.get("absent"), "absent")]
        return self.circuit.times(there + gone)

    # -- circuits -----------------------------------------------------------------------------------

    def gates(self, gates: list[Any]) -> int:
        """The last of the gates."""
        if not 1 <= len(gates) <= MAX_GATES:
            _refuse(f"there are 1 to {MAX_GATES:,} gates", len(gates))
        built: list[int] = []
        for gate in gates:
            built.append(self._gate(_list(gate, "a gate"), built))
        return built[-1]

    def _gate(self, gate: list[Any], built: list[int]) -> int:
        self._spend(1 + len(gate))
        match gate:
            case ["zero"]:
                return ZERO
            case ["one"]:
                return ONE
            case ["token", name]:
                return self.token(name)
            case ["plus", *operands]:
                return self.circuit.plus(self._operands(operands, built))
            case ["times", *operands]:
                return self.circuit.times(self._operands(operands, built))
            case ["monus", left, right]:
                return self.circuit.monus(*self._operands([left, right], built))
            case ["delta", operand]:
                return self.circuit.delta(*self._operands([operand], built))
            case [word, *_]:
                _refuse("a gate is zero, one, token, plus, times, monus or delta with its operands", word)
            case _:
                _refuse("a gate has a kind", None)

    def _operands(self, operands: list[Any], built: list[int]) -> list[int]:
        for operand in operands:
            if not isinstance(operand, int) or isinstance(operand, bool) or not 0 <= operand < len(built):
                _refuse("an operand is the position of an earlier gate", operand)
        return [built[operand] for operand in operands]


def _repeated(combine: Callable[[list[int]], int], gate: int, times: int) -> int:
    """``combine`` of ``times`` copies of a gate, by doubling, so that few gates are made."""
    result = combine([])
    for bit in bin(times)[2:]:
        result = combine([result, result, gate] if bit == "1" else [result, result])
    return result
