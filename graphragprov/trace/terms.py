"""RDF terms as JSON, in the manner of the SPARQL 1.2 query results format."""

from __future__ import annotations

from typing import Any

from ..errors import InvalidTrace
from ..terms import BNode, DirectionalLiteral, Literal, Term, TripleTerm, URIRef, literal

__all__ = ["term_from_json", "term_to_json"]

_MAX_DEPTH = 32


def term_to_json(term: Term) -> dict[str, Any]:
    """The term as a JSON object (``type``: uri, bnode, literal or triple)."""
    match term:
        case URIRef():
            return {"type": "uri", "value": str(term)}
        case BNode():
            return {"type": "bnode", "value": str(term)}
        case Literal():
            tags = {"xml:lang": term.language, "datatype": str(term.datatype) if term.datatype else None}
            return {"type": "literal", "value": str(term), **{k: v for k, v in tags.items() if v}}
        case DirectionalLiteral():
            return {"type": "literal", "value": term.value, "xml:lang": term.language, "its:dir": term.direction}
        case TripleTerm():
            parts = {"subject": term.subject, "predicate": term.predicate, "object": term.object}
            return {"type": "triple", "value": {name: term_to_json(part) for name, part in parts.items()}}
        case _:
            raise InvalidTrace(f"{term!r} is not an RDF term")


def _text(data: dict[str, Any], key: str) -> str:
    value = data.get(key)
    if not isinstance(value, str):
        raise InvalidTrace(f"a term of a trace lacks the text {key!r}: {str(data)[:200]}")
    return value


def term_from_json(data: Any, depth: int = 0) -> Term:
    """The term of a JSON object.

    Raises:
        InvalidTrace: it is not such an object, or is nested too deeply.
    """
    if not isinstance(data, dict) or depth > _MAX_DEPTH:
        raise InvalidTrace(f"not an RDF term in JSON: {str(data)[:200]}")
    match data.get("type"):
        case "uri":
            return URIRef(_text(data, "value"))
        case "bnode":
            return BNode(_text(data, "value"))
        case "literal" if data.get("its:dir"):
            return DirectionalLiteral(_text(data, "value"), _text(data, "xml:lang"), _text(data, "its:dir"))
        case "literal":
            return literal(_text(data, "value"), data.get("datatype"), data.get("xml:lang"))
        case "triple" if isinstance(data.get("value"), dict):
            parts = [term_from_json(data["value"].get(k), depth + 1) for k in ("subject", "predicate", "object")]
            return TripleTerm(*parts)
        case _:
            raise InvalidTrace(f"not an RDF term in JSON: {str(data)[:200]}")
