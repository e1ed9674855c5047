"""What the translation of a query carries along: its text, its prologue, and the names that it makes up."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from pyparsing import ParseException, ParserElement

from ...errors import InvalidQuery
from ...terms import Variable
from .. import algebra
from . import kinds
from .lexer import Level, Lexed, Token
from .source import Source, shortened

Scope: TypeAlias = dict[Variable, None]
"""The variables in scope, in the order of their appearance."""


@dataclass(slots=True)
class Context:
    """One translation. ``group`` and ``sub_select`` tie the knot between modules that need each other."""

    source: Source
    lexed: Lexed
    base: str
    prefixes: dict[str, str]
    group: Callable[[Context, Token, Scope], algebra.Pattern]
    sub_select: Callable[[Context, Level, Scope], algebra.Pattern]
    labels: dict[str, object] = field(default_factory=dict)
    """Blank node label → the basic graph pattern that it belongs to."""
    _made_up: int = 0

    def error(self, at: int | Token, message: str) -> InvalidQuery:
        """An error at an offset or token."""
        return self.source.error(at if isinstance(at, int) else at.at, message)

    def fresh(self, name: str = "") -> Variable:
        """A hidden variable that stands nowhere else."""
        self._made_up += 1
        return Variable(f".{name}{self._made_up}")

    def declare(self, prefixes: Mapping[str, str]) -> None:
        """Make prefixes known, over those of the same name."""
        self.prefixes.update(prefixes)

    def read(self, rule: ParserElement, level: Level) -> Any:
        """What a rule makes of a level; a syntax error where it does not fit."""
        try:
            return rule.parse_string(level)[0]
        except ParseException:
            raise self._misfit(level) from None

    def inside(self, token: Token) -> Level:
        """The level that a bracket token stands for."""
        assert token.level is not None
        return token.level

    def _misfit(self, level: Level) -> InvalidQuery:
        at = level.place(level.furthest)
        if self.lexed.reason and at >= self.lexed.stopped_at:
            return self.error(self.lexed.stopped_at, self.lexed.reason)
        found = self._found(level)
        return self.error(at, f"{found}; expected {_either(list(level.expected))}")

    def _found(self, level: Level) -> str:
        if level.furthest < len(level.tokens):
            token = level.tokens[level.furthest]
            if token.kind == kinds.WORD:
                return _unknown_word(token.text)
            hint = self._spaced_iri(token)
            return f"unexpected '{shortened(token.text)}'{hint}"
        return f"unexpected '{level.closing}'" if level.closing else "unexpected end of the query"

    def _spaced_iri(self, token: Token) -> str:
        """A hint where ``<`` starts what was meant as an IRI but holds a character that IRIs cannot hold."""
        if token.kind != "<":
            return ""
        text = self.source.text
        end = text.find(">", token.at)
        reference = text[token.at : end + 1]
        if end < 0 or "\n" in reference or len(reference) > 200:
            return ""
        suggestion = "_".join(reference[1:-1].split())
        return f' (if {shortened(reference)} is an IRI: it cannot hold spaces or any of "{{}}|^`\\; try <{suggestion}>)'


def _either(choices: list[str]) -> str:
    return choices[0] if len(choices) == 1 else ", ".join(choices[:-1]) + " or " + choices[-1]


def _unknown_word(word: str) -> str:
    close = difflib.get_close_matches(word[:60].upper(), kinds.WORDS, n=1, cutoff=0.75)
    hint = f" (did you mean {close[0]}?)" if close else ""
    return f"unexpected '{shortened(word)}', which is no word of SPARQL{hint}"
