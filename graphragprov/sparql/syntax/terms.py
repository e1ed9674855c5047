"""Tokens to RDF terms."""

from __future__ import annotations

import re

from ...terms import RDF, XSD, DirectionalLiteral, Literal, URIRef, Variable, literal
from . import kinds
from .context import Context
from .iri import resolve
from .lexer import Token
from .source import shortened
from .tree import Declaration

_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))", re.DOTALL)
_CHARACTERS = {"t": "\t", "b": "\b", "n": "\n", "r": "\r", "f": "\f", '"': '"', "'": "'", "\\": "\\"}
_NOT_IN_IRI = re.compile(r'[<>"{}|^`\\\x00-\x20]')
_LOCAL_ESCAPE = re.compile(r"\\(.)")
_NUMBER_TYPES = {
    "integer": str(XSD.integer),
    "decimal": str(XSD.decimal),
    "double": str(XSD.double),
}
_BOOLEAN = str(XSD.boolean)

TYPE = URIRef(str(RDF.type))


def _unescaped(context: Context, token: Token, text: str, start: int) -> str:
    """``text`` (which starts at the offset ``start``) with its escapes replaced, each once."""
    if "\\" not in text:
        return text

    def character(match: re.Match[str]) -> str:
        short, long, single = match.groups()
        if single is not None:
            if single in _CHARACTERS:
                return _CHARACTERS[single]
            raise context.error(
                start + match.start(),
                f"'\\{single}' is no escape sequence of a string; a backslash itself is written '\\\\'",
            )
        code = int(short or long, 16)
        if 0xD800 <= code <= 0xDFFF or code > 0x10FFFF:
            raise context.error(start + match.start(), f"{match[0]} is no Unicode character")
        return chr(code)

    return _ESCAPE.sub(character, text)


def string(context: Context, token: Token) -> str:
    """The value of a string token."""
    width = 3 if token.kind == kinds.LONG_STRING else 1
    return _unescaped(context, token, token.text[width:-width], token.at + width)


def iri(context: Context, token: Token) -> URIRef:
    """The IRI of an IRI reference or a prefixed name."""
    if token.kind == kinds.IRIREF:
        return URIRef(resolve(iri_reference(context, token), context.base))
    prefix, _, local = token.text.partition(":")
    namespace = context.prefixes.get(prefix)
    if namespace is None:
        known = ", ".join(f"{name}:" for name in sorted(context.prefixes)) or "none"
        raise context.error(
            token,
            f"unknown prefix '{prefix}:' in {shortened(token.text)}; known prefixes: {known}"
            f" (others are declared with PREFIX {prefix}: <…> before the query)",
        )
    return URIRef(namespace + (_LOCAL_ESCAPE.sub(r"\1", local) if "\\" in local else local))


def iri_reference(context: Context, token: Token) -> str:
    """The reference between ``<`` and ``>``, not yet resolved."""
    reference = token.text[1:-1]
    if "\\" in reference:
        reference = _unescaped(context, token, reference, token.at + 1)
        if _NOT_IN_IRI.search(reference):
            raise context.error(token, "an escape sequence in this IRI stands for a character that IRIs cannot hold")
    return reference


def variable(token: Token) -> Variable:
    """The variable of a token such as ``?x``."""
    return Variable(token.text[1:])


def literal_term(context: Context, token: Token) -> Literal | DirectionalLiteral:
    """The literal of a string, tagged string, number or boolean, its lexical form as written."""
    kind = token.kind
    if kind in kinds.PLAIN_STRING:
        return literal(string(context, token))
    if kind == kinds.TAGGED:
        return _tagged(context, token)
    if kind == kinds.BOOLEAN:
        return literal(token.text.lower(), datatype=_BOOLEAN)
    return literal(token.text, datatype=_NUMBER_TYPES[_number_type(token.text)])


def _number_type(text: str) -> str:
    if "e" in text or "E" in text:
        return "double"
    return "decimal" if "." in text else "integer"


def _tagged(context: Context, token: Token) -> Literal | DirectionalLiteral:
    assert token.parts is not None
    text, tag = token.parts
    value = string(context, text)
    if tag.kind != kinds.TAGGED:
        return literal(value, datatype=str(iri(context, tag)))
    language, _, direction = tag.text[1:].partition("--")
    if direction not in ("", "ltr", "rtl"):
        raise context.error(tag, f"the direction of '{tag.text}' must be ltr or rtl")
    try:
        plain = literal(value, lang=language)
    except ValueError:
        raise context.error(tag, f"'{language}' is no well-formed language tag") from None
    return DirectionalLiteral(value, language, direction) if direction else plain


def declare(context: Context, declaration: Declaration) -> None:
    """Carry out BASE or PREFIX; VERSION asks for nothing, as every version is understood."""
    keyword = declaration.keyword.text.upper()
    if keyword == "VERSION":
        return
    target = resolve(iri_reference(context, declaration.value), context.base)
    if keyword == "BASE":
        context.base = target
    else:
        assert declaration.name is not None
        context.declare({declaration.name.text[:-1]: target})
