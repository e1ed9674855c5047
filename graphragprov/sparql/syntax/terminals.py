"""pyparsing elements over strings of token kinds.

The library's own string elements look at characters and skip white space; these look at one kind each, hand back the
token behind it and note what they would have taken, which makes exact error messages possible.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyparsing import Opt, ParseException, ParserElement, ParseResults, ZeroOrMore
from pyparsing import Token as Terminal
from typing_extensions import override

from . import kinds
from .lexer import Level


class OneKind(Terminal):
    """One token of any of these kinds.

    ``label`` is what an error message calls it.  ``keep=False`` drops the token from the result.  ``unless`` holds
    kinds that must not follow.
    """

    def __init__(self, accepted: str, label: str, *, keep: bool = True, unless: str = "") -> None:
        super().__init__()
        self.accepted = frozenset(accepted)
        self.unless = frozenset(unless)
        self.label = label
        self.keep = keep
        self.mayIndexError = False
        self.leave_whitespace()

    @override
    def _generateDefaultName(self) -> str:
        return self.label

    @override
    def parseImpl(self, instring: str, loc: int, do_actions: bool = True) -> tuple[int, Any]:
        """Take the token at ``loc`` (called by pyparsing)."""
        assert isinstance(instring, Level)
        if loc < len(instring) and instring[loc] in self.accepted and not self._followed(instring, loc):
            return loc + 1, [instring.tokens[loc]] if self.keep else []
        instring.miss(loc, self.label)
        raise ParseException(instring, loc, self.label, self)

    def _followed(self, level: Level, loc: int) -> bool:
        return bool(self.unless) and level[loc + 1 : loc + 2] in self.unless


class End(Terminal):
    """The end of the level."""

    def __init__(self) -> None:
        super().__init__()
        self.mayIndexError = False
        self.leave_whitespace()

    @override
    def _generateDefaultName(self) -> str:
        return "end"

    @override
    def parseImpl(self, instring: str, loc: int, do_actions: bool = True) -> tuple[int, Any]:
        """Succeed behind the last token (called by pyparsing)."""
        assert isinstance(instring, Level)
        if loc == len(instring):
            return loc, []
        instring.miss(loc, f"'{instring.closing}'" if instring.closing else "the end of the query")
        raise ParseException(instring, loc, "end", self)


def word(name: str, *, keep: bool = True) -> OneKind:
    """A keyword."""
    return OneKind(kinds.KEYWORDS[name], name, keep=keep)


def mark(symbol: str, *, keep: bool = False, label: str = "") -> OneKind:
    """A symbol, dropped from the result unless it is to be kept."""
    return OneKind(kinds.SYMBOLS[symbol], label or f"'{symbol}'", keep=keep)


def optional(element: ParserElement) -> ParserElement:
    """The element's result, or ``None``."""
    return Opt(element, default=None)


def many(element: ParserElement) -> ParserElement:
    """The results of any number of repetitions, as one tuple."""
    return gathered(ZeroOrMore(element))


def several(element: ParserElement, separator: ParserElement | None = None) -> ParserElement:
    """The results of one or more repetitions, between separators if given, as one tuple."""
    return gathered(element + ZeroOrMore(element if separator is None else separator + element))


def gathered(element: ParserElement) -> ParserElement:
    """The element's results as one tuple."""
    return element.copy().add_parse_action(_tuple)


def _tuple(_level: str, _loc: int, results: ParseResults) -> tuple[Any, ...]:
    return tuple(results)


def made(element: ParserElement, make: Callable[..., Any]) -> ParserElement:
    """The element's results as arguments of ``make``."""

    def action(_level: str, _loc: int, results: ParseResults) -> Any:
        return make(*results)

    return element.copy().add_parse_action(action)
