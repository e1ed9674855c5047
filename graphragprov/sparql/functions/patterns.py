"""REGEX and REPLACE with the regular expressions of XPath, within a time limit."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

import regex

from ...errors import QueryTooExpensive
from ..numbers import ExpressionError
from ..values import Value
from .registry import MAX_TEXT, Environment, Function, StringLiteral, like, simple_string, string_literal, text_of
from .xpath_regex import CompiledPattern

__all__ = ["FUNCTIONS"]

_REFERENCE = regex.compile(r"\\(?P<escaped>.?)|\$(?P<number>[0-9]*)", regex.DOTALL)


def _too_slow(name: str, pattern: str, seconds: float) -> NoReturn:
    shown = pattern if len(pattern) <= 80 else pattern[:77] + "..."
    raise QueryTooExpensive(f"{name}: matching {shown!r} took longer than {seconds:g} s") from None


def matches(environment: Environment, text: Value, pattern: Value, flags: Value = "") -> bool:
    """Whether the pattern matches somewhere in the text."""
    subject, expression = text_of(string_literal(text)), simple_string(pattern)
    compiled = environment.pattern(expression, simple_string(flags))
    try:
        return compiled.search(subject, timeout=environment.regex_seconds) is not None
    except TimeoutError:
        _too_slow("REGEX", expression, environment.regex_seconds)


def parse_replacement(text: str, groups: int) -> list[str | int]:
    """The replacement as texts and group numbers: ``$1`` is a group, ``\\$`` and ``\\\\`` are themselves.

    Of ``$12`` as many digits count as make the number of a group (https://www.w3.org/TR/xpath-functions-31/#func-replace).
    """
    parts: list[str | int] = []
    at = 0
    for match in _REFERENCE.finditer(text):
        parts.append(text[at : match.start()])
        escaped, number = match["escaped"], match["number"]
        if escaped is not None and escaped not in ("\\", "$"):
            raise ExpressionError("a backslash in a replacement stands before \\ or $")
        if number == "":
            raise ExpressionError("a dollar in a replacement stands before the number of a group")
        if escaped is not None:
            parts.append(escaped)
        else:
            digits = len(number)
            while digits > 1 and int(number[:digits]) > groups:
                digits -= 1
            parts += [int(number[:digits]), number[digits:]]
        at = match.end()
    return [*parts, text[at:]]


def _expander(parts: list[str | int], groups: int) -> Callable[[regex.Match[str]], str]:
    made = 0

    def expand(match: regex.Match[str]) -> str:
        nonlocal made
        text = "".join(
            part if isinstance(part, str) else (match[part] or "") if part <= groups else "" for part in parts
        )
        made += len(text)
        if made > MAX_TEXT:
            raise QueryTooExpensive(f"REPLACE would make a text of more than {MAX_TEXT:,} characters")
        return text

    return expand


def _parts(compiled: CompiledPattern, replacement: str) -> list[str | int]:
    return [replacement] if compiled.literal else parse_replacement(replacement, compiled.groups)


def replace(environment: Environment, text: Value, pattern: Value, by: Value, flags: Value = "") -> StringLiteral:
    """The text with every match replaced; an error where the pattern matches the empty string."""
    model, expression = string_literal(text), simple_string(pattern)
    compiled = environment.pattern(expression, simple_string(flags))
    expand = _expander(_parts(compiled, simple_string(by)), compiled.groups)
    try:
        if compiled.search("", timeout=environment.regex_seconds) is not None:
            raise ExpressionError("the pattern of REPLACE matches the empty string")
        return like(model, compiled.sub(expand, text_of(model), timeout=environment.regex_seconds))
    except TimeoutError:
        _too_slow("REPLACE", expression, environment.regex_seconds)


FUNCTIONS: dict[str, Function] = {
    "REGEX": Function(matches, 2, 3, in_environment=True),
    "REPLACE": Function(replace, 3, 4, in_environment=True),
}
