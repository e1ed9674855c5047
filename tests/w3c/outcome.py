"""What a query test yields, whoever runs it, and when two of them are the same by the rules of the suites.

Terms are compared as plain tuples (:func:`key`), so that the results of any engine can be: blank nodes up to renaming,
language tags without regard to case, ``xsd:string`` and plain literals as one (RDF 1.1). Two results are the same when
they are equal bags of rows; where the suite gives an order, the rows must also come first in that order; where it
allows a lax cardinality (REDUCED), each row must come at least once and at most as often as the suite shows it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from typing import Literal as OneOf

from graphragprov.terms import XSD, BNode, DirectionalLiteral, Literal, Term, TripleTerm

Key = tuple[Hashable, ...] | None
"""A term; ``None`` where a variable is unbound."""
Row = tuple[Key, ...]

BNODE = "bnode"
_STRING = str(XSD.string)
_INTEGERS = {
    str(XSD[name]) for kind in ("Int", "Short", "Byte", "Long") for name in (kind.lower(), f"unsigned{kind}")
} | {str(XSD[n]) for n in ("integer", "positiveInteger", "nonPositiveInteger", "negativeInteger", "nonNegativeInteger")}
_FLOATS = {str(XSD.float), str(XSD.double)}


@dataclass(frozen=True)
class Outcome:
    """The result of a query: rows of solutions or triples, or a boolean.

    ``variables`` are those of the rows, in their order. ``ordered`` says that the order of the rows counts, ``lax``
    that duplicates may have been left out.
    """

    form: OneOf["bindings", "boolean", "graph"]
    rows: tuple[Row, ...] = ()
    variables: tuple[str, ...] = ()
    truth: bool | None = None
    ordered: bool = False
    lax: bool = False


def key(term: Term | None) -> Key:
    """A term as a tuple: its kind, then what tells it from others of its kind."""
    match term:
        case None:
            return None
        case BNode():
            return (BNODE, str(term))
        case Literal():
            return literal_key(str(term), term.datatype, term.language)
        case DirectionalLiteral(value, language, direction):
            return literal_key(value, None, language, direction)
        case TripleTerm(s, p, o):
            return ("triple", key(s), key(p), key(o))
        case _:
            return ("iri", str(term))


def literal_key(lexical: str, datatype: str | None, language: str | None = None, direction: str = "") -> Key:
    """A literal as a tuple."""
    if language:
        return ("literal", lexical, language.lower(), direction)
    return ("literal", lexical, str(datatype or _STRING))


def by_value(found: Key) -> Key:
    """The key with numbers and booleans as values, so that 2.0 and 2.00 of one datatype are the same."""
    match found:
        case ("literal", str(lexical), str(datatype)) if datatype.startswith(str(XSD)):
            with suppress(ValueError, InvalidOperation):
                return ("value", _value(lexical.strip(), datatype), datatype)
        case ("triple", s, p, o):
            return ("triple", *(by_value(part) for part in (s, p, o)))  # type: ignore[arg-type]
    return found


def _value(lexical: str, datatype: str) -> Hashable:
    if datatype in _INTEGERS:
        return int(lexical)
    if datatype == str(XSD.decimal):
        return Decimal(lexical)
    if datatype in _FLOATS:
        return repr(float(lexical))
    if datatype == str(XSD.boolean) and lexical in {"1", "0", "true", "false"}:
        return lexical in {"1", "true"}
    raise ValueError(lexical)


def same(found: Outcome, expected: Outcome) -> bool:
    """Whether a result is the expected one."""
    if found.form != expected.form:
        return False
    if found.form == "boolean":
        return found.truth == expected.truth
    if set(found.variables) != set(expected.variables):
        return False
    mine, theirs = _arranged(found, expected.variables), list(expected.rows)
    if expected.lax:
        mine, theirs = _within(mine, theirs), list(dict.fromkeys(theirs))
    if expected.ordered:
        mine, theirs = _numbered(mine), _numbered(theirs)
    return isomorphic(mine, theirs)


def values_of(outcome: Outcome) -> Outcome:
    """The same result with numbers and booleans as values."""
    return replace(outcome, rows=tuple(tuple(map(by_value, row)) for row in outcome.rows))


def _arranged(outcome: Outcome, variables: Sequence[str]) -> list[Row]:
    if outcome.form == "graph":
        return list(dict.fromkeys(outcome.rows))
    columns = [outcome.variables.index(name) for name in variables]
    return [tuple(row[column] for column in columns) for row in outcome.rows]


def _within(mine: list[Row], theirs: list[Row]) -> list[Row]:
    """The distinct rows; a row that comes too often is kept twice, and so fits nothing."""
    most = max(Counter(theirs).values(), default=0)
    return [row for row, n in Counter(mine).items() for _ in range(1 if n <= most else 2)]


def _numbered(rows: list[Row]) -> list[Row]:
    """The rows, each marked with the place at which its like comes first."""
    place = {row: index for index, row in enumerate(dict.fromkeys(rows))}
    return [(("place", place[row]), *row) for row in rows]


# -- equal up to the names of blank nodes ----------------------------------------------------------------------


def isomorphic(mine: Sequence[Row], theirs: Sequence[Row]) -> bool:
    """Whether some renaming of blank nodes makes one bag of rows the other."""
    if len(mine) != len(theirs):
        return False
    left, right = _colours(mine), _colours(theirs)
    if Counter(left.values()) != Counter(right.values()):
        return False
    return _matches(mine, Counter(theirs), left, right, {})


def _matches(
    mine: Sequence[Row], theirs: Counter[Row], left: dict[Key, int], right: dict[Key, int], names: dict[Key, Key]
) -> bool:
    node = next((node for node in left if node not in names), None)
    if node is None:
        return Counter(_renamed(row, names) for row in mine) == theirs
    taken = set(names.values())
    choices = (other for other, colour in right.items() if colour == left[node] and other not in taken)
    return any(_matches(mine, theirs, left, right, {**names, node: other}) for other in choices)


def _colours(rows: Sequence[Row]) -> dict[Key, int]:
    """A number for each blank node that only depends on where it stands; the same where nothing tells them apart."""
    nodes = {node for row in rows for node in _nodes(row)}
    colours: dict[Key, int] = dict.fromkeys(nodes, 0)
    for _ in range(min(len(nodes), 8)):
        seen: dict[Key, list[int]] = {node: [] for node in nodes}
        for row in rows:
            for node in set(_nodes(row)):
                names: dict[Key, Key] = {other: (BNODE, colours[other]) for other in _nodes(row)}
                seen[node].append(hash(_renamed(row, {**names, node: (BNODE, "self", colours[node])})))
        colours = {node: hash(tuple(sorted(places))) for node, places in seen.items()}
    return colours


def _nodes(keys: Iterable[Hashable]) -> Iterator[Key]:
    for each in keys:
        match each:
            case ("bnode", _):
                yield each
            case ("triple", *parts):
                yield from _nodes(parts)


def _renamed(keys: Iterable[Hashable], names: dict[Key, Key]) -> tuple[Key, ...]:
    return tuple(_renamed_key(each, names) for each in keys)


def _renamed_key(found: Hashable, names: dict[Key, Key]) -> Key:
    match found:
        case ("bnode", _):
            return names.get(found, found)
        case ("triple", *parts):
            return ("triple", *_renamed(parts, names))
        case _:
            return found  # type: ignore[return-value]
