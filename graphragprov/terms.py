"""RDF terms at the surface, and the IRIs of entities and relations.

Terms are rdflib's ``URIRef``, ``Literal`` and ``BNode``, always made with ``normalize=False`` so that lexical forms
stay exact.  rdflib has no RDF 1.2 triple terms and no directional language-tagged strings; these two are ours.

Names become IRIs as one path segment (:func:`entity_iri`), relations as lowerCamelCase (:func:`relation_iri`).
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TypeAlias

import regex
from rdflib.namespace import RDF, RDFS, XSD
from rdflib.term import BNode, Literal, Node, URIRef, Variable
from typing_extensions import override

__all__ = [
    "BASE",
    "PREFIXES",
    "PROV",
    "RDF",
    "RDFS",
    "REIFIES",
    "REL",
    "XSD",
    "BNode",
    "DirectionalLiteral",
    "Literal",
    "Node",
    "Term",
    "TripleTerm",
    "URIRef",
    "Variable",
    "entity_iri",
    "integer_literal",
    "literal",
    "local_name",
    "n3",
    "relation_iri",
]

BASE = "https://graphragprov.example/entity/"
"""Entity IRIs are BASE + name; queries write them as relative references (``<Jean_Dupont>``)."""

REL = "https://graphragprov.example/relation/"
"""Relation IRIs are REL + lowerCamelCase name; queries write them with the prefix ``rel:``."""

PROV = "http://www.w3.org/ns/prov#"

REIFIES = URIRef(str(RDF) + "reifies")

PREFIXES: dict[str, str] = {
    "rel": REL,
    "rdf": str(RDF),
    "rdfs": str(RDFS),
    "xsd": str(XSD),
    "prov": PROV,
}
"""Prefixes that every query may use without declaring them."""


@dataclass(frozen=True, slots=True)
class TripleTerm:
    """An RDF 1.2 triple term ``<<( s p o )>>``: a triple used as a term (of the object of ``rdf:reifies``, say).

    In a query pattern the components may be variables.
    """

    subject: Term
    predicate: Term
    object: Term

    def n3(self) -> str:
        """The term in N-Triples 1.2 syntax."""
        return n3(self)

    @override
    def __str__(self) -> str:
        return self.n3()


@dataclass(frozen=True, slots=True)
class DirectionalLiteral:
    """An RDF 1.2 directional language-tagged string, ``"text"@ar--rtl``. ``direction`` is ``ltr`` or ``rtl``."""

    value: str
    language: str
    direction: str

    def n3(self) -> str:
        """The term in N-Triples 1.2 syntax."""
        return n3(self)

    @override
    def __str__(self) -> str:
        return self.value


Term: TypeAlias = URIRef | Literal | BNode | Variable | TripleTerm | DirectionalLiteral


_BOOLEANS = frozenset({"true", "false", "1", "0"})
_REWRITTEN = frozenset({XSD.normalizedString, XSD.token})


def literal(lexical: str, datatype: str | None = None, lang: str | None = None) -> Literal:
    """A literal with exactly this lexical form (rdflib would otherwise rewrite ``"01"^^xsd:integer`` to ``"1"``)."""
    kind = URIRef(datatype) if datatype else None
    if kind in _REWRITTEN or (kind == XSD.boolean and lexical not in _BOOLEANS):
        return _raw_literal(lexical, kind)
    return Literal(lexical, datatype=kind, lang=lang, normalize=False)


def integer_literal(value: int, lexical: str) -> Literal:
    """The ``xsd:integer`` of a value, as rdflib makes it but without testing what is known."""
    made = str.__new__(Literal, lexical)
    made._language, made._datatype, made._value, made._ill_typed = None, XSD.integer, value, False
    return made


def _raw_literal(lexical: str, datatype: URIRef | None) -> Literal:
    """A literal that rdflib does not read: it would rewrite white space, or warn of a boolean and take it for false."""
    made = str.__new__(Literal, lexical)
    made._language = None
    made._datatype = datatype
    made._value = None if datatype == XSD.boolean else lexical
    made._ill_typed = datatype == XSD.boolean
    return made


def n3(term: Term) -> str:
    """The term in N-Triples form, whatever it holds: unlike rdflib's own, never an error or a warning.

    What is no legal IRI, or no Unicode text, is written as it is: this is for keys and messages, not for files.
    """
    match term:
        case URIRef():
            return f"<{term}>"
        case BNode():
            return f"_:{term}"
        case Variable():
            return f"?{term}"
        case TripleTerm(subject, predicate, obj):
            return f"<<( {n3(subject)} {n3(predicate)} {n3(obj)} )>>"
        case DirectionalLiteral(value, language, direction):
            return f"{_quoted(value)}@{language}--{direction}"
        case Literal():
            if term.language:
                return f"{_quoted(str(term))}@{term.language}"
            return f"{_quoted(str(term))}^^<{term.datatype}>" if term.datatype else _quoted(str(term))
    return str(term)


_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r"})


def _quoted(text: str) -> str:
    return f'"{text.translate(_ESCAPES)}"'


_WHITE_SPACE = regex.compile(r"\s+")
_RESERVED = frozenset('<>"{}|^`\\%:/?#')
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+")


def _percent_encoded(text: str) -> str:
    return "".join(f"%{byte:02X}" for byte in text.encode())


def entity_segment(name: str) -> str:
    """The path segment of a name: NFC, white space runs to ``_``, what an IRI reference cannot hold percent-encoded.

    >>> entity_segment("Batman: Under the Red Hood")
    'Batman%3A_Under_the_Red_Hood'
    """
    text = _WHITE_SPACE.sub("_", unicodedata.normalize("NFC", name.strip()))
    if set(text) <= {"."}:
        return text.replace(".", "%2E")
    return "".join(_percent_encoded(c) if c in _RESERVED or ord(c) < 0x21 or ord(c) == 0x7F else c for c in text)


def entity_iri(name: str) -> URIRef:
    """The IRI of the entity with this name."""
    return URIRef(BASE + entity_segment(name))


def relation_segment(name: str) -> str:
    """The lowerCamelCase form of a relation's name.

    >>> relation_segment("place of birth"), relation_segment("FA Cup win")
    ('placeOfBirth', 'faCupWin')
    """
    words: list[str] = _WORD.findall(unicodedata.normalize("NFC", name))
    if not words:
        return _percent_encoded(name.strip())
    return words[0].lower() + "".join(word[:1].upper() + word[1:] for word in words[1:])


def relation_iri(name: str) -> URIRef:
    """The IRI of the relation with this name."""
    return URIRef(REL + relation_segment(name))


def local_name(iri: str) -> str:
    """What a person reads in an IRI of ours (the name with ``_`` as spaces), or its last segment elsewhere."""
    from urllib.parse import unquote

    for base in (BASE, REL):
        if iri.startswith(base):
            return unquote(iri[len(base) :]).replace("_", " ")
    tail = iri.rstrip("/#")
    return unquote(tail[max(tail.rfind("/"), tail.rfind("#")) + 1 :]) or iri
