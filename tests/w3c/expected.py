"""The expected results of the W3C tests: SPARQL results in XML, JSON, CSV and TSV, result sets in RDF, and graphs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pyoxigraph as ox

from graphragprov.terms import RDF, URIRef

from .data import Triple, read_quads, term_of
from .manifest import Entry
from .outcome import BNODE, Key, Outcome, Row, key, literal_key

_RS = "http://www.w3.org/2001/sw/DataAccess/tests/result-set#"
_IS_RESULT = URIRef(_RS + "ResultSet")
_TYPE = str(RDF.type)
_SRX = "{http://www.w3.org/2005/sparql-results#}"
_XML = "{http://www.w3.org/XML/1998/namespace}"
_ITS = "{http://www.w3.org/2005/11/its}"


def expected(entry: Entry) -> Outcome:
    """What the suite says that the query of a test yields."""
    assert entry.result is not None, entry.id
    return _READERS[entry.result.suffix](entry.result)


def _bindings(variables: list[str], rows: list[dict[str, Key]], ordered: bool = False) -> Outcome:
    table: tuple[Row, ...] = tuple(tuple(row.get(name) for name in variables) for row in rows)
    return Outcome("bindings", table, tuple(variables), ordered=ordered)


# -- SPARQL Query Results XML Format ------------------------------------------------------------------------------


def _xml(path: Path) -> Outcome:
    root = ElementTree.parse(path).getroot()
    truth = root.find(_SRX + "boolean")
    if truth is not None:
        return Outcome("boolean", truth=(truth.text or "").strip() == "true")
    variables = [each.attrib["name"] for each in root.iter(_SRX + "variable")]
    rows = [
        {each.attrib["name"]: _xml_term(each[0]) for each in row.findall(_SRX + "binding")}
        for row in root.iter(_SRX + "result")
    ]
    return _bindings(variables, rows)


def _xml_term(element: ElementTree.Element) -> Key:
    text = element.text or ""
    match element.tag.removeprefix(_SRX):
        case "uri":
            return ("iri", text)
        case "bnode":
            return (BNODE, text)
        case "triple":
            parts = (element.find(_SRX + name) for name in ("subject", "predicate", "object"))
            return ("triple", *(_xml_term(part[0]) for part in parts if part is not None))
        case _:
            language, direction = element.get(_XML + "lang"), element.get(_ITS + "dir", "")
            return literal_key(text, element.get("datatype"), language, direction)


# -- JSON, CSV, TSV -----------------------------------------------------------------------------------------------


def _json(path: Path) -> Outcome:
    document = json.loads(path.read_text("utf-8"))
    if "boolean" in document:
        return Outcome("boolean", truth=document["boolean"])
    rows = [{name: _json_term(value) for name, value in row.items()} for row in document["results"]["bindings"]]
    return _bindings(document["head"].get("vars", []), rows)


def _json_term(value: dict[str, Any]) -> Key:
    match value["type"]:
        case "uri":
            return ("iri", value["value"])
        case "bnode":
            return (BNODE, value["value"])
        case "triple":
            return ("triple", *(_json_term(value["value"][part]) for part in ("subject", "predicate", "object")))
        case _:
            return literal_key(value["value"], value.get("datatype"), value.get("xml:lang"), value.get("its:dir", ""))


def _tsv(path: Path) -> Outcome:
    head, *lines = path.read_text("utf-8").splitlines()
    variables = [name.strip().removeprefix("?") for name in head.split("\t")]
    rows = [dict(zip(variables, map(_tsv_term, line.split("\t")), strict=True)) for line in lines]
    return _bindings(variables, rows)


def _tsv_term(text: str) -> Key:
    if not text:
        return None
    [quad] = ox.parse(f"<x:s> <x:p> {text} .", format=ox.RdfFormat.TURTLE)
    return (BNODE, text) if text.startswith("_:") else key(term_of(quad.object))


# -- RDF ------------------------------------------------------------------------------------------------------------


def _rdf(path: Path) -> Outcome:
    triples = [triple for triple, _ in read_quads(path)]
    about: dict[Any, dict[str, list[Any]]] = {}
    for s, p, o in triples:
        about.setdefault(s, {}).setdefault(str(p).removeprefix(_RS), []).append(o)
    found = next((node for node in about.values() if _IS_RESULT in node.get(_TYPE, ())), None)
    if found is None:
        return _graph(triples)
    if "boolean" in found:
        return Outcome("boolean", truth=str(found["boolean"][0]) == "true")
    solutions = [about.get(node, {}) for node in found.get("solution", [])]
    ordered = any("index" in solution for solution in solutions)
    if ordered:
        solutions.sort(key=lambda solution: int(solution["index"][0]))
    rows = [
        {str(about[node]["variable"][0]): key(about[node]["value"][0]) for node in solution.get("binding", [])}
        for solution in solutions
    ]
    return _bindings([str(name) for name in found.get("resultVariable", [])], rows, ordered)


def _graph(triples: list[Triple]) -> Outcome:
    rows = dict.fromkeys((key(s), key(p), key(o)) for s, p, o in triples)
    return Outcome("graph", tuple(rows))


_READERS: dict[str, Callable[[Path], Outcome]] = {
    ".srx": _xml,
    ".srj": _json,
    ".tsv": _tsv,
    ".ttl": _rdf,
    ".nt": _rdf,
    ".rdf": _rdf,
}
