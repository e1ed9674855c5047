"""Functions on RDF terms (https://www.w3.org/TR/sparql12-query/#func-rdfTerms and #func-triple-terms)."""

from __future__ import annotations

from typing import TypeAlias

import regex

from ...terms import RDF, BNode, DirectionalLiteral, Literal, Term, TripleTerm, URIRef, literal
from ..numbers import ExpressionError, is_number
from ..syntax.iri import resolve
from ..values import STRING, LanguageString, Operand, Value, datatype_of, language_string, same_term, value_of
from .registry import Environment, Function, simple_string

__all__ = ["FUNCTIONS", "resolve_iri"]

AnyLiteral: TypeAlias = Literal | DirectionalLiteral

# -- IRIs -------------------------------------------------------------------------------------------------

_FORBIDDEN = regex.compile(r'[\x00-\x20<>"{}|\\^`]')
_ABSOLUTE = regex.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


def resolve_iri(reference: str, base: str) -> URIRef:
    """The IRI of a reference, resolved against the base; an error where that gives no absolute IRI."""
    resolved = reference if _ABSOLUTE.match(reference) else resolve(reference, base)
    if _FORBIDDEN.search(resolved) or not _ABSOLUTE.match(resolved):
        raise ExpressionError(f"{reference!r} is no IRI, and none relative to the base {base!r}")
    return URIRef(resolved)


def iri(environment: Environment, term: Term, base: Term | None = None) -> URIRef:
    """An IRI is itself; a string is resolved against the base.

    SPARQL writes one argument; whoever translates a query with a BASE of its own adds that as the second one.
    """
    if isinstance(term, URIRef):
        return term
    return resolve_iri(simple_string(value_of(term)), environment.base if base is None else str(base))


def uuid(environment: Environment) -> URIRef:
    """A fresh ``urn:uuid:`` IRI."""
    return URIRef("urn:uuid:" + environment.uuid())


def struuid(environment: Environment) -> str:
    """A fresh UUID as a string."""
    return environment.uuid()


# -- literals ------------------------------------------------------------------------------------------------


def _literal(term: Term) -> AnyLiteral:
    if isinstance(term, Literal | DirectionalLiteral):
        return term
    raise ExpressionError("a literal is needed")


def str_(term: Term) -> str:
    """The lexical form of a literal, or the text of an IRI."""
    if isinstance(term, URIRef):
        return str(term)
    return str(_literal(term))


def lang(term: Term) -> str:
    """The language tag of a literal, ``""`` where it has none."""
    return _literal(term).language or ""


def langdir(term: Term) -> str:
    """The base direction of a literal, ``""`` where it has none."""
    return term.direction if isinstance(_literal(term), DirectionalLiteral) else ""  # type: ignore[union-attr]


def has_lang(term: Term) -> bool:
    """Whether it is a literal with a language tag."""
    return isinstance(term, DirectionalLiteral) or (isinstance(term, Literal) and term.language is not None)


def has_langdir(term: Term) -> bool:
    """Whether it is a literal with a base direction."""
    return isinstance(term, DirectionalLiteral)


def datatype(term: Term) -> URIRef:
    """The datatype IRI of a literal."""
    return datatype_of(_literal(term))


def strdt(lexical: Term, kind: Term) -> Operand:
    """A literal of this lexical form and datatype."""
    text = simple_string(value_of(lexical))
    if not isinstance(kind, URIRef):
        raise ExpressionError("the datatype must be an IRI")
    if str(kind) in (str(RDF) + "langString", str(RDF) + "dirLangString"):
        raise ExpressionError(f"{kind} needs a language tag")
    return text if str(kind) == STRING else literal(text, kind)


def strlang(lexical: Value, tag: Value) -> LanguageString:
    """A literal of this text and language tag."""
    return language_string(simple_string(lexical), simple_string(tag))


def strlangdir(lexical: Value, tag: Value, direction: Value) -> LanguageString:
    """A literal of this text, language tag and base direction (``ltr`` or ``rtl``)."""
    return language_string(simple_string(lexical), simple_string(tag), simple_string(direction))


def is_numeric(value: Value) -> bool:
    """Whether it is a literal of a numeric datatype and a valid lexical form."""
    return is_number(value)


# -- triple terms -----------------------------------------------------------------------------------------------


def triple(subject: Term, predicate: Term, object_: Term) -> TripleTerm:
    """The triple term of three terms that can make a triple."""
    if not isinstance(subject, URIRef | BNode) or not isinstance(predicate, URIRef):
        raise ExpressionError("these terms do not make a triple")
    return TripleTerm(subject, predicate, object_)


def _triple(term: Term) -> TripleTerm:
    if isinstance(term, TripleTerm):
        return term
    raise ExpressionError("a triple term is needed")


def subject(term: Term) -> Operand:
    """The subject of a triple term."""
    return _ground(_triple(term).subject)


def predicate(term: Term) -> Operand:
    """The predicate of a triple term."""
    return _ground(_triple(term).predicate)


def object_(term: Term) -> Operand:
    """The object of a triple term."""
    return _ground(_triple(term).object)


def _ground(term: Term) -> Operand:
    if isinstance(term, URIRef | BNode | Literal | DirectionalLiteral | TripleTerm):
        return term
    raise ExpressionError("unbound variable")


FUNCTIONS: dict[str, Function] = {
    "STR": Function(str_, 1, 1, on_terms=True),
    "LANG": Function(lang, 1, 1, on_terms=True),
    "LANGDIR": Function(langdir, 1, 1, on_terms=True),
    "HASLANG": Function(has_lang, 1, 1, on_terms=True),
    "HASLANGDIR": Function(has_langdir, 1, 1, on_terms=True),
    "DATATYPE": Function(datatype, 1, 1, on_terms=True),
    "IRI": Function(iri, 1, 2, on_terms=True, in_environment=True),
    "URI": Function(iri, 1, 2, on_terms=True, in_environment=True),
    "UUID": Function(uuid, 0, 0, in_environment=True),
    "STRUUID": Function(struuid, 0, 0, in_environment=True),
    "STRDT": Function(strdt, 2, 2, on_terms=True),
    "STRLANG": Function(strlang, 2, 2),
    "STRLANGDIR": Function(strlangdir, 3, 3),
    "SAMETERM": Function(same_term, 2, 2, on_terms=True),
    "ISIRI": Function(lambda term: isinstance(term, URIRef), 1, 1, on_terms=True),
    "ISURI": Function(lambda term: isinstance(term, URIRef), 1, 1, on_terms=True),
    "ISBLANK": Function(lambda term: isinstance(term, BNode), 1, 1, on_terms=True),
    "ISLITERAL": Function(lambda term: isinstance(term, Literal | DirectionalLiteral), 1, 1, on_terms=True),
    "ISNUMERIC": Function(is_numeric, 1, 1),
    "ISTRIPLE": Function(lambda term: isinstance(term, TripleTerm), 1, 1, on_terms=True),
    "TRIPLE": Function(triple, 3, 3, on_terms=True),
    "SUBJECT": Function(subject, 1, 1, on_terms=True),
    "PREDICATE": Function(predicate, 1, 1, on_terms=True),
    "OBJECT": Function(object_, 1, 1, on_terms=True),
}
