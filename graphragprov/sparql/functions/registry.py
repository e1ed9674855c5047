"""The shape of a built-in function, and helpers that functions share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from ...errors import QueryTooExpensive
from ...terms import Literal
from ..numbers import ExpressionError
from ..values import LanguageString, Operand, Value
from .xpath_regex import CompiledPattern

__all__ = [
    "MAX_TEXT",
    "Environment",
    "Function",
    "StringLiteral",
    "bounded",
    "like",
    "simple_string",
    "string_literal",
    "text_of",
]

MAX_TEXT = 10_000_000
"""Longest text (code points) that a function makes."""


class Environment(Protocol):
    """What functions may ask of the query that runs them."""

    base: str
    now: Literal
    regex_seconds: float

    def pattern(self, pattern: str, flags: str) -> CompiledPattern:
        """The compiled regular expression."""

    def uuid(self) -> str:
        """A fresh UUID."""

    def rand(self) -> float:
        """A random number in [0, 1)."""


@dataclass(frozen=True, slots=True)
class Function:
    """A built-in function.

    ``call`` takes between ``least`` and ``most`` (``None``: any number of) arguments, as terms where ``on_terms``, as
    values otherwise, after the :class:`Environment` where ``in_environment``.  It raises :class:`ExpressionError`.
    """

    call: Callable[..., Operand]
    least: int
    most: int | None = None
    on_terms: bool = False
    in_environment: bool = False


StringLiteral: TypeAlias = str | LanguageString
"""What the specification calls a string literal: ``xsd:string``, or tagged with a language."""


def string_literal(value: Value) -> StringLiteral:
    """A string literal; an error for anything else."""
    if isinstance(value, LanguageString) or type(value) is str:
        return value
    raise ExpressionError("a string is needed")


def text_of(value: StringLiteral) -> str:
    """The text of a string literal."""
    return value.value if isinstance(value, LanguageString) else value


def simple_string(value: Value) -> str:
    """The text of an ``xsd:string``; an error for anything else."""
    if type(value) is str:
        return value
    raise ExpressionError("an xsd:string is needed")


def like(model: StringLiteral, text: str) -> StringLiteral:
    """A string literal with the language and direction of ``model``."""
    if isinstance(model, LanguageString):
        return LanguageString(text, model.language, model.direction)
    return text


def bounded(text: str, name: str) -> str:
    """The text, unless a function made it longer than :data:`MAX_TEXT`."""
    if len(text) > MAX_TEXT:
        raise QueryTooExpensive(f"{name} would make a text of more than {MAX_TEXT:,} characters")
    return text
