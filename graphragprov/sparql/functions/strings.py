"""Functions on strings (https://www.w3.org/TR/sparql12-query/#func-strings). Positions and lengths are code points."""

from __future__ import annotations

import math
from typing import cast
from urllib.parse import quote

from ..numbers import ExpressionError, Number, is_number, to_double
from ..values import LanguageString, Value
from .numerics import round_half_up
from .registry import MAX_TEXT, Function, StringLiteral, bounded, like, simple_string, string_literal, text_of

__all__ = ["FUNCTIONS"]


def utf8(text: str) -> bytes:
    """The text in UTF-8; an error where it holds lone surrogates."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise ExpressionError("a text with surrogates has no UTF-8 form") from None


def compatible(left: Value, right: Value) -> tuple[StringLiteral, str, str]:
    """The first string and both texts, where the second has no tag or the same one (argument compatibility)."""
    first, second = string_literal(left), string_literal(right)
    if isinstance(second, LanguageString) and not (isinstance(first, LanguageString) and first.tag == second.tag):
        raise ExpressionError("the language tags of these strings are not compatible")
    return first, text_of(first), text_of(second)


def strlen(value: Value) -> int:
    """The number of code points."""
    return len(text_of(string_literal(value)))


def _position(value: Value) -> float:
    if not is_number(value):
        raise ExpressionError("a number is needed")
    number = cast(Number, value)
    return number if isinstance(number, int) else round_half_up(to_double(number))


def substr(source: Value, start: Value, length: Value | None = None) -> StringLiteral:
    """The part from position ``start`` (1 is the first), rounded as XPath's ``fn:substring`` rounds."""
    model = string_literal(source)
    text = text_of(model)
    first = _position(start)
    last = math.inf if length is None else first + _position(length)
    if math.isnan(first) or math.isnan(last):
        return like(model, "")
    begin = int(min(max(first, 1), len(text) + 1)) - 1
    end = int(min(max(last, 1), len(text) + 1)) - 1
    return like(model, text[begin:end])


def ucase(value: Value) -> StringLiteral:
    """Upper case."""
    return like(string_literal(value), bounded(text_of(string_literal(value)).upper(), "UCASE"))


def lcase(value: Value) -> StringLiteral:
    """Lower case."""
    return like(string_literal(value), bounded(text_of(string_literal(value)).lower(), "LCASE"))


def encode_for_uri(value: Value) -> str:
    """All but unreserved characters percent-encoded."""
    return bounded(quote(utf8(text_of(string_literal(value))), safe="-_.~"), "ENCODE_FOR_URI")


def contains(left: Value, right: Value) -> bool:
    """Whether the first string contains the second."""
    _, text, part = compatible(left, right)
    return part in text


def strstarts(left: Value, right: Value) -> bool:
    """Whether the first string starts with the second."""
    _, text, part = compatible(left, right)
    return text.startswith(part)


def strends(left: Value, right: Value) -> bool:
    """Whether the first string ends with the second."""
    _, text, part = compatible(left, right)
    return text.endswith(part)


def strbefore(left: Value, right: Value) -> StringLiteral:
    """What comes before the first occurrence; a plain ``""`` where there is none."""
    model, text, part = compatible(left, right)
    at = text.find(part)
    return "" if at < 0 else like(model, text[:at])


def strafter(left: Value, right: Value) -> StringLiteral:
    """What comes after the first occurrence; a plain ``""`` where there is none."""
    model, text, part = compatible(left, right)
    at = text.find(part)
    return "" if at < 0 else like(model, text[at + len(part) :])


def concat(*values: Value) -> StringLiteral:
    """All strings one after the other, tagged where all have the same tag."""
    strings = [string_literal(value) for value in values]
    texts = [text_of(string) for string in strings]
    if sum(map(len, texts)) > MAX_TEXT:
        bounded("".join(texts), "CONCAT")
    tags = {string.tag if isinstance(string, LanguageString) else None for string in strings}
    return like(strings[0], "".join(texts)) if len(tags) == 1 else "".join(texts)


def langmatches(tag: Value, language_range: Value) -> bool:
    """Basic filtering of RFC 4647: ``en`` matches ``en`` and ``en-GB``, ``*`` every tag."""
    language, wanted = simple_string(tag).lower(), simple_string(language_range).lower()
    if wanted == "*":
        return language != ""
    return language == wanted or language.startswith(wanted + "-")


FUNCTIONS: dict[str, Function] = {
    "STRLEN": Function(strlen, 1, 1),
    "SUBSTR": Function(substr, 2, 3),
    "UCASE": Function(ucase, 1, 1),
    "LCASE": Function(lcase, 1, 1),
    "ENCODE_FOR_URI": Function(encode_for_uri, 1, 1),
    "CONTAINS": Function(contains, 2, 2),
    "STRSTARTS": Function(strstarts, 2, 2),
    "STRENDS": Function(strends, 2, 2),
    "STRBEFORE": Function(strbefore, 2, 2),
    "STRAFTER": Function(strafter, 2, 2),
    "CONCAT": Function(concat, 0),
    "LANGMATCHES": Function(langmatches, 2, 2),
}
