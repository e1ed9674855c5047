"""One token of look-ahead for pyparsing: alternatives that cannot match are never tried.

SPARQL's grammar is LL(1), so the next token's kind decides almost everything.  :func:`predictive` rebuilds a rule with
elements that look at it first: failing attempts, each an exception, are what costs most in a parser of this sort.  What
would have been expected is noted all the same.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any, NamedTuple

from pyparsing import And, MatchFirst, Opt, ParseException, ParseExpression, ParserElement, ParseResults, ZeroOrMore
from typing_extensions import override

from .lexer import Level
from .terminals import End, OneKind


class Start(NamedTuple):
    """What an element may begin with: kinds, their names for messages, and whether it may also match nothing."""

    kinds: frozenset[str]
    labels: tuple[str, ...]
    empty: bool


def start(element: ParserElement) -> Start:
    """What the element may begin with."""
    match element:
        case OneKind():
            return Start(element.accepted, (element.label,), False)
        case End():
            return Start(frozenset(), (), False)
        case Opt() | ZeroOrMore():
            return start(element.expr)._replace(empty=True)
        case MatchFirst():
            return _union([start(item) for item in element.exprs])
        case And():
            return _sequence([start(item) for item in element.exprs])
    raise TypeError(f"no rule for {type(element).__name__}")


def _union(parts: list[Start]) -> Start:
    labels = tuple(dict.fromkeys(label for part in parts for label in part.labels))
    return Start(frozenset().union(*(part.kinds for part in parts)), labels, any(part.empty for part in parts))


def _sequence(parts: list[Start]) -> Start:
    leading: list[Start] = []
    for part in parts:
        leading.append(part)
        if not part.empty:
            break
    return _union(leading)._replace(empty=all(part.empty for part in leading))


class _Either(MatchFirst):
    """The first alternative that matches, of those that the next token can begin."""

    def __init__(self, alternatives: list[ParserElement]) -> None:
        super().__init__(alternatives)
        table: defaultdict[str, list[ParserElement]] = defaultdict(list)
        for alternative in alternatives:
            for kind in start(alternative).kinds:
                table[kind].append(alternative)
        self.table = dict(table)
        self.labels = start(self).labels

    @override
    def parseImpl(self, instring: str, loc: int, do_actions: bool = True) -> tuple[int, Any]:
        """Try what may match (called by pyparsing)."""
        assert isinstance(instring, Level)
        for alternative in self.table.get(instring[loc : loc + 1], ()):
            try:
                return alternative._parse(instring, loc, do_actions)
            except ParseException:
                continue
        instring.miss(loc, *self.labels)
        raise ParseException(instring, loc, "no alternative", self)


class _Maybe(Opt):
    """The element, or what stands for its absence."""

    def __init__(self, element: ParserElement, absent: list[Any]) -> None:
        super().__init__(element)
        self.absent = absent
        self.first = start(element)

    @override
    def parseImpl(self, instring: str, loc: int, do_actions: bool = True) -> tuple[int, Any]:
        """Try the element if it may match (called by pyparsing)."""
        assert isinstance(instring, Level)
        if instring[loc : loc + 1] in self.first.kinds:
            try:
                return self.expr._parse(instring, loc, do_actions)
            except ParseException:
                return loc, list(self.absent)
        instring.miss(loc, *self.first.labels)
        return loc, list(self.absent)


class _Repeated(ZeroOrMore):
    """The element as often as it matches."""

    def __init__(self, element: ParserElement) -> None:
        super().__init__(element)
        self.first = start(element)

    @override
    def parseImpl(self, instring: str, loc: int, do_actions: bool = True) -> tuple[int, Any]:
        """Repeat the element while it may match (called by pyparsing)."""
        assert isinstance(instring, Level)
        results = ParseResults([])
        while instring[loc : loc + 1] in self.first.kinds:
            try:
                loc, found = self.expr._parse(instring, loc, do_actions)
            except ParseException:
                return loc, results
            results += found
        instring.miss(loc, *self.first.labels)
        return loc, results


def predictive(element: ParserElement) -> ParserElement:
    """The same rule with look-ahead. An element that may match nothing is no alternative and is not repeated."""
    if isinstance(element, ParseExpression):
        parts = [predictive(part) for part in element.exprs]
        rebuilt: ParserElement = _Either(parts) if isinstance(element, MatchFirst) else And(parts)
    elif isinstance(element, Opt):
        rebuilt = _Maybe(predictive(element.expr), _absent(element))
    elif isinstance(element, ZeroOrMore):
        rebuilt = _Repeated(predictive(element.expr))
    else:
        return element
    rebuilt.parseAction = list(element.parseAction)
    return rebuilt


def _absent(element: Opt) -> list[Any]:
    default = element.defaultValue
    return [default] if default is None or isinstance(default, tuple) else []


def level_rule(element: ParserElement) -> ParserElement:
    """A rule for a whole level: nothing may follow the element, and the level reaches it as it is."""
    plain = (element + End()).streamline()
    rule = predictive(plain).parse_with_tabs()
    rule.streamline()  # now, rather than at the first use, which several threads may make at once
    return rule
