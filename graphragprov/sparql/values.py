"""Typed values of RDF terms, and terms of values.

Inside expressions a literal is its value: ``bool``, ``int``, ``Decimal``, ``float``, :class:`Single`, ``str``,
:class:`LanguageString`, :class:`Timestamp`, :class:`Duration`, or :class:`OpaqueLiteral` when its datatype is unknown
or its lexical form is wrong.  IRIs, blank nodes and triple terms are themselves.  A value's type is asked with
``type(value) is str``, since rdflib's terms are subclasses of ``str``.

:func:`value_of` reads, :func:`term_of` writes canonical forms (``3``, ``1.5``, ``2.0``, ``1.5E3``); terms that an
expression only passes on keep their lexical form.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeAlias, cast

import regex

from ..terms import RDF, XSD, BNode, DirectionalLiteral, Literal, Term, TripleTerm, URIRef, integer_literal, literal
from .numbers import (
    INTEGER_RANGES,
    ExpressionError,
    Number,
    Single,
    decimal_text,
    double_text,
    integer_text,
    is_number,
    parse_decimal,
    parse_double,
    parse_integer,
    single,
    single_text,
)
from .temporal import Duration, Timestamp, parse_duration, parse_timestamp

__all__ = [
    "ExpressionError",
    "LanguageString",
    "Number",
    "OpaqueLiteral",
    "Operand",
    "Single",
    "Value",
    "datatype_of",
    "is_number",
    "language_string",
    "parse_typed",
    "same_term",
    "term_key",
    "term_of",
    "to_value",
    "value_of",
]

XSD_NAMESPACE = str(XSD)
STRING = XSD_NAMESPACE + "string"


@dataclass(frozen=True, slots=True)
class LanguageString:
    """A language-tagged string; ``direction`` is ``ltr``, ``rtl`` or ``None``."""

    value: str
    language: str
    direction: str | None = None

    @property
    def tag(self) -> tuple[str, str | None]:
        """Language and direction as they compare: tags are the same in whatever case they are written."""
        return self.language.lower(), self.direction


@dataclass(frozen=True, slots=True)
class OpaqueLiteral:
    """A literal whose value is not known: an unknown datatype, or a lexical form that its datatype does not have."""

    term: Literal


Value: TypeAlias = (
    bool
    | int
    | Decimal
    | float
    | Single
    | str
    | LanguageString
    | Timestamp
    | Duration
    | OpaqueLiteral
    | URIRef
    | BNode
    | TripleTerm
)

Operand: TypeAlias = Value | Literal | DirectionalLiteral
"""What a subexpression evaluates to: a term as it is, or a computed value that has no term yet."""

# -- reading -----------------------------------------------------------------------------------------------

_BOOLEANS = {"true": True, "1": True, "false": False, "0": False}


def _parse_single(text: str) -> Single | None:
    value = parse_double(text)
    return None if value is None else single(value)


def _parsers() -> dict[str, Callable[[str], Value | None]]:
    parsers: dict[str, Callable[[str], Value | None]] = {
        "string": lambda text: text,
        "boolean": _BOOLEANS.get,
        "decimal": parse_decimal,
        "double": parse_double,
        "float": _parse_single,
    }
    for kind in INTEGER_RANGES:
        parsers[kind] = lambda text, kind=kind: parse_integer(text, kind)  # type: ignore[misc]
    for kind in ("dateTime", "date", "time", "gYearMonth", "gYear"):
        parsers[kind] = lambda text, kind=kind: parse_timestamp(kind, text)  # type: ignore[misc]
    parsers["dateTimeStamp"] = lambda text: _with_timezone(parse_timestamp("dateTime", text))
    for kind in ("duration", "dayTimeDuration", "yearMonthDuration"):
        parsers[kind] = lambda text, kind=kind: parse_duration(kind, text)  # type: ignore[misc]
    return {XSD_NAMESPACE + name: parser for name, parser in parsers.items()}


def _with_timezone(stamp: Timestamp | None) -> Timestamp | None:
    return stamp if stamp is not None and stamp.offset is not None else None


_PARSERS = _parsers()


def parse_typed(text: str, datatype: str) -> Value | None:
    """The value of a lexical form of a known datatype, or ``None``."""
    parser = _PARSERS.get(datatype)
    return None if parser is None else parser(text)


def value_of(term: Term) -> Value:
    """The value of a ground term."""
    if isinstance(term, Literal):
        if term.language is not None:
            return LanguageString(str(term), term.language)
        if term.datatype is None:
            return str(term)
        value = parse_typed(str(term), str(term.datatype))
        return OpaqueLiteral(term) if value is None else value
    if isinstance(term, DirectionalLiteral):
        return LanguageString(term.value, term.language, term.direction)
    return cast(Value, term)


def to_value(operand: Operand) -> Value:
    """The value of what a subexpression evaluated to."""
    if isinstance(operand, Literal | DirectionalLiteral):
        return value_of(operand)
    return operand


# -- writing ---------------------------------------------------------------------------------------------------

_LANGUAGE_TAG = regex.compile(r"[a-zA-Z]{1,8}(?:-[a-zA-Z0-9]{1,8})*")


def language_string(value: str, language: str, direction: str | None = None) -> LanguageString:
    """A language-tagged string; an error where the tag or the direction is none."""
    if not _LANGUAGE_TAG.fullmatch(language):
        raise ExpressionError(f"{language!r} is no language tag")
    if direction not in (None, "ltr", "rtl"):
        raise ExpressionError(f"{direction!r} is no base direction")
    return LanguageString(value, language, direction)


def _language_term(value: LanguageString) -> Term:
    if value.direction is not None:
        return DirectionalLiteral(value.value, value.language, value.direction)
    return literal(value.value, lang=value.language)


_WRITERS: dict[type, Callable[..., Term]] = {
    str: Literal,
    bool: lambda value: literal("true" if value else "false", XSD_NAMESPACE + "boolean"),
    int: lambda value: integer_literal(value, integer_text(value)),
    Decimal: lambda value: literal(decimal_text(value), XSD_NAMESPACE + "decimal"),
    float: lambda value: literal(double_text(value), XSD_NAMESPACE + "double"),
    Single: lambda value: literal(single_text(value), XSD_NAMESPACE + "float"),
    LanguageString: _language_term,
    Timestamp: lambda value: literal(value.lexical(), XSD_NAMESPACE + value.kind),
    Duration: lambda value: literal(value.lexical(), XSD_NAMESPACE + value.kind),
    OpaqueLiteral: lambda value: value.term,
}


def term_of(operand: Operand) -> Term:
    """The term of what a subexpression evaluated to: computed values in canonical form, terms as they are."""
    writer = _WRITERS.get(type(operand))
    return cast(Term, operand) if writer is None else writer(operand)


# -- terms -------------------------------------------------------------------------------------------------------


def datatype_of(term: Literal | DirectionalLiteral) -> URIRef:
    """The datatype IRI of a literal; every literal has one in RDF 1.1."""
    if isinstance(term, DirectionalLiteral):
        return URIRef(str(RDF) + "dirLangString")
    if term.language is not None:
        return URIRef(str(RDF) + "langString")
    return URIRef(term.datatype or STRING)


def term_key(term: Term) -> tuple[object, ...]:
    """A hashable key that two terms share exactly when they are the same term.

    ``"a"`` is ``"a"^^xsd:string``, and the case of language tags does not count; lexical forms do.
    """
    if isinstance(term, Literal):
        return "literal", str(term), str(datatype_of(term)), (term.language or "").lower()
    if isinstance(term, DirectionalLiteral):
        return "literal", term.value, term.direction, term.language.lower()
    if isinstance(term, TripleTerm):
        return "triple", term_key(term.subject), term_key(term.predicate), term_key(term.object)
    return type(term).__name__, str(term)


def same_term(left: Term, right: Term) -> bool:
    """Whether two terms are the same term (``sameTerm``)."""
    return term_key(left) == term_key(right)
