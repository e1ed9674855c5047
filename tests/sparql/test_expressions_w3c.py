"""The expressions of the W3C's query tests, on the rows of the expected results.

Only what a result row itself shows is needed: the values of the variables that an expression reads, and what it gives.
The whole queries are run elsewhere.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from graphragprov.sparql.algebra import Expression, Extend
from graphragprov.sparql.expression_parts import parts_of
from graphragprov.sparql.expressions import ExpressionError, compile_expression, is_volatile, variables_of
from graphragprov.sparql.operators import equals
from graphragprov.sparql.parse import parse_query
from graphragprov.sparql.values import same_term, value_of
from graphragprov.terms import BNode, DirectionalLiteral, Literal, Term, TripleTerm, URIRef, Variable, literal

from ..shared import shared
from .expression_tools import context_of

FOLDERS = {
    "sparql11/functions": 108,
    "sparql11/cast": 186,
    "sparql11/bind": 15,
    "sparql11/project-expression": 10,
    "sparql12/expression": 38,
    "sparql12/lang-basedir": 23,
    "sparql12/rdf11": 2,
    "sparql10/expr-ops": 72,
}
"""Folders of the suite, and how many rows of expected results can be checked in each."""

RDF10 = {"strbefore01.srx", "strafter01.srx", "strdt03.srx", "strlang03.srx"}
"""Results that the suite has replaced: language tags of no match, and plain literals that are no xsd:string."""

BRANCHES = {"bind07.srx", "bind10.srx"}
"""Results whose rows do not all come from the same BIND, or whose BIND sees other variables than the row shows."""

Row = dict[str, Term]
_SRX = "{http://www.w3.org/2005/sparql-results#}"
_XML = "{http://www.w3.org/XML/1998/namespace}"


def _xml_term(element: ElementTree.Element) -> Term:
    text = element.text or ""
    match element.tag.removeprefix(_SRX):
        case "uri":
            return URIRef(text)
        case "bnode":
            return BNode(text)
        case _:
            return literal(text, element.get("datatype"), element.get(_XML + "lang"))


def _json_term(value: dict[str, Any]) -> Term:
    match value["type"]:
        case "uri":
            return URIRef(value["value"])
        case "bnode":
            return BNode(value["value"])
        case "triple":
            return TripleTerm(*(_json_term(value["value"][part]) for part in ("subject", "predicate", "object")))
        case _ if "its:dir" in value:
            return DirectionalLiteral(value["value"], value["xml:lang"], value["its:dir"])
        case _:
            return literal(value["value"], value.get("datatype"), value.get("xml:lang"))


def _rows(path: Path) -> list[Row]:
    if path.suffix == ".srj":
        bindings = json.loads(path.read_text("utf-8")).get("results", {}).get("bindings", [])
        return [{name: _json_term(value) for name, value in row.items()} for row in bindings]
    root = ElementTree.parse(path).getroot()
    return [{each.attrib["name"]: _xml_term(each[0]) for each in row} for row in root.iter(_SRX + "result")]


def _extends(query: str) -> Iterator[tuple[str, Expression]]:
    parsed = parse_query(query, base="http://example.org/")
    for part in parts_of(parsed.pattern):
        if isinstance(part, Extend):
            yield str(part.variable), part.expression


def _value(expression: Expression, row: Row) -> Term | None:
    slots = {Variable(name): column for column, name in enumerate(row)}
    context = context_of([None, *row.values()], base="http://example.org/")
    try:
        return compile_expression(expression, slots, context)(tuple(range(1, len(row) + 1)))
    except ExpressionError:
        return None


def _agree(found: Term | None, expected: Term | None) -> bool:
    """The same term, or the same value of the same datatype (the suite compares by value)."""
    if found is None or expected is None:
        return found is expected
    if same_term(found, expected):
        return True
    both = isinstance(found, Literal) and isinstance(expected, Literal) and found.datatype == expected.datatype
    return both and equals(value_of(found), value_of(expected))


def _checks(folder: Path) -> Iterator[tuple[str, Row, str, Term | None, Term | None]]:
    for path in sorted([*folder.glob("*.srx"), *folder.glob("*.srj")]):
        name = path.stem.replace("result-", "query-")
        for suffix in ("-rdf11", "-non-bmp", "a"):
            name = name if (folder / f"{name}.rq").exists() else name.removesuffix(suffix)
        query = folder / f"{name}.rq"
        if path.name in RDF10 | BRANCHES or not query.exists():
            continue
        for variable, expression in _extends(query.read_text("utf-8")):
            needed = variables_of(expression)
            for row in _rows(path):
                if not is_volatile(expression) and all(str(each) in row for each in needed):
                    inputs = {str(each): row[str(each)] for each in needed}
                    yield path.name, inputs, variable, _value(expression, inputs), row.get(variable)


@pytest.mark.parametrize(("folder", "checks"), FOLDERS.items())
def test_expressions_give_what_the_suite_expects(folder: str, checks: int) -> None:
    done = 0
    wrong = []
    for name, inputs, variable, found, expected in _checks(shared("w3c", "sparql", folder)):
        done += 1
        if not _agree(found, expected):
            wrong.append((name, inputs, variable, found, expected))
    assert wrong == []
    assert done == checks
