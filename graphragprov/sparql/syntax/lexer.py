"""From characters to tokens, and from tokens to bracket levels.

Everything that nests in SPARQL nests in brackets, so matching them here makes each level flat: a level is a string of
token kinds (:mod:`.kinds`) in which a nested level is one character.  No grammar has to recurse over it, whatever the
depth, and an unbalanced bracket is found where it stands.

The lexer never raises: where it cannot go on it leaves a ``BROKEN`` token and remembers why, and whichever error comes
first in the text is the one reported (see :func:`lex`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple, Self

from . import kinds
from .source import Source, shortened

MAX_NESTING = 100
"""Brackets may nest this deep."""

_BASE = (
    "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c-\u200d\u2070-\u218f\u2c00-\u2fef"
    "\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\U00010000-\U000effff"
)
_VARIABLE_START = _BASE + "_0-9"
_VARIABLE_PART = _VARIABLE_START + "\u00b7\u0300-\u036f\u203f-\u2040"
_NAME_PART = _VARIABLE_PART + "-"
_PERCENT_OR_ESCAPE = r"%[0-9A-Fa-f]{2}|\\[_~.\-!$&'()*+,;=/?\#@%]"
_NAME_REST = rf"(?:[{_NAME_PART}]++|\.+(?=[{_NAME_PART}]))*+"
_LOCAL_REST = rf"(?:[{_NAME_PART}:]++|\.+(?=[{_NAME_PART}:%\\])|{_PERCENT_OR_ESCAPE})*"
_COLON_AHEAD = r"(?=[^:\s]{1,255}:)"  # keeps "a.a.a.a…" and "a-a-a-a…" from being scanned again at each letter
_CODEPOINT = r"\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8}"
_IRI_CHARACTERS = r'[^<>"{}|^`\\\x00-\x20]*+'
_EXPONENT = "[eE][+-]?[0-9]+"

_TOKEN = re.compile(
    rf"""(?:[ \t\r\n]++|\#[^\r\n]*+)*+(?:
      (?P<V>[?$][{_VARIABLE_START}][{_VARIABLE_PART}]*+)
    | (?P<I><{_IRI_CHARACTERS}(?:(?:{_CODEPOINT}){_IRI_CHARACTERS})*+>)
    | (?P<P>(?:{_COLON_AHEAD}[{_BASE}]{_NAME_REST})?:(?:(?:[{_VARIABLE_START}:]|{_PERCENT_OR_ESCAPE}){_LOCAL_REST})?)
    | (?P<B>_:[{_VARIABLE_START}]{_NAME_REST})
    | (?P<W>[^\W\d]\w*+)
    | (?P<n>[+-]?(?:(?:[0-9]+\.[0-9]*|\.?[0-9]+){_EXPONENT}|[0-9]*\.[0-9]+|[0-9]+))
    | (?P<T>\"\"\"(?:\"{{0,2}}(?:[^\"\\]|\\.))*+\"\"\"|'''(?:'{{0,2}}(?:[^'\\]|\\.))*+''')
    | (?P<S>\"(?:[^\"\\\r\n]++|\\.)*+\"|'(?:[^'\\\r\n]++|\\.)*+')
    | (?P<L>@[A-Za-z]+(?:-[A-Za-z0-9]+)*(?:--[A-Za-z]+)?)
    | (?P<open><<\(?|\{{\|?|[(\[])
    | (?P<close>\)>>|>>|\|\}}|[)\]}}])
    | (?P<symbol>\|\||&&|!=|<=|>=|\^\^|[.,;=<>!+\-*/|^?~])
    | (?P<end>\Z)
    | (?P<broken>.)
    )""",
    re.VERBOSE | re.DOTALL,
)


class Token(NamedTuple):
    """A token, or a whole bracket level seen from outside."""

    kind: str
    text: str
    at: int
    level: Level | None = None
    parts: tuple[Token, Token] | None = None
    """Of a tagged literal: its string, and its language tag or datatype."""


class Level(str):
    """The string of kinds between two brackets (or of the whole text).

    ``tokens[i]`` is what ``self[i]`` stands for.  The grammar notes in ``furthest`` and ``expected`` how far it came
    and what it would have taken there.
    """

    __slots__ = ("closed_at", "closing", "expected", "furthest", "tokens")

    tokens: list[Token]
    closed_at: int
    closing: str
    furthest: int
    expected: dict[str, None]

    def __eq__(self, other: object) -> bool:
        return self is other  # two levels of the same kinds hold different tokens: no cache may take one for the other

    __hash__ = object.__hash__

    @classmethod
    def of(cls, tokens: list[Token], closed_at: int, closing: str) -> Self:
        """The level of these tokens; ``closing`` is the bracket at ``closed_at`` (empty: the end of the text)."""
        level = cls("".join([token.kind for token in tokens]))
        level.tokens = tokens
        level.closed_at = closed_at
        level.closing = closing
        level.furthest = -1
        level.expected = {}
        return level

    def miss(self, index: int, *expected: str) -> None:
        """Note that any of ``expected`` was looked for at ``index`` and not found."""
        if index > self.furthest:
            self.furthest = index
            self.expected = dict.fromkeys(expected)
        elif index == self.furthest:
            self.expected.update(dict.fromkeys(expected))

    def place(self, index: int) -> int:
        """The offset in the text of the token at ``index`` (behind the last one: of the closing bracket)."""
        return self.tokens[index].at if index < len(self.tokens) else self.closed_at


class Lexed(NamedTuple):
    """The outermost level, and where and why the lexer stopped before the end of the text, if it did."""

    level: Level
    stopped_at: int
    reason: str


class _Open(NamedTuple):
    bracket: str
    kind: str
    closing: str
    at: int
    outer: list[Token]


class _Stop(Exception):
    def __init__(self, at: int, reason: str) -> None:
        self.at = at
        self.reason = reason


class _Lexer:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.tokens: list[Token] = []
        self.open: list[_Open] = []

    def run(self) -> Lexed:
        text = self.source.text
        stopped_at, reason = len(text), ""
        try:
            for match in _TOKEN.finditer(text, 1 if text.startswith("\ufeff") else 0):
                self._take(match)
            if self.open:
                unclosed = self.open[-1]
                raise _Stop(len(text), f"'{unclosed.bracket}' {self._where(unclosed.at)} is never closed")
        except _Stop as stop:
            stopped_at, reason = stop.at, stop.reason
            self.tokens.append(Token(kinds.BROKEN, "", stopped_at))
            while self.open:
                self._close(self.open[-1].closing, stopped_at)
        return Lexed(Level.of(self.tokens, stopped_at, ""), stopped_at, reason)

    def _where(self, at: int) -> str:
        line, column = self.source.place(at)
        return f"(line {line}, column {column})"

    def _take(self, match: re.Match[str]) -> None:
        group = match.lastgroup or ""
        text = match[group]
        at = match.end() - len(text)
        if group in "VIBST":
            self._push(Token(group, text, at))
        elif group == "symbol":
            self.tokens.append(Token(kinds.SYMBOLS[text], text, at))
        elif group == "open":
            self._open(text, at)
        elif group == "close":
            self._close(text, at)
        elif group == "P":
            self._push(Token(kinds.PNAME_NS if text.endswith(":") and text.count(":") == 1 else group, text, at))
        elif group == "W":
            self.tokens.append(Token("a" if text == "a" else kinds.WORDS.get(text.upper(), kinds.WORD), text, at))
        elif group == "n":
            kind = kinds.SIGNED if text[0] in "+-" else kinds.INTEGER if text.isdigit() else kinds.DECIMAL
            self.tokens.append(Token(kind, text, at))
        elif group == "L":
            self._tag(Token(group, text, at))
        elif group == "broken":
            raise _Stop(at, _why_broken(self.source.text, at))

    def _push(self, token: Token) -> None:
        tokens = self.tokens
        if len(tokens) > 1 and token.kind in kinds.IRI and tokens[-1].kind == kinds.DATATYPE:
            string = tokens[-2]
            if string.kind in kinds.PLAIN_STRING:
                tokens[-2:] = [Token(kinds.TAGGED, f"{string.text}^^{token.text}", string.at, None, (string, token))]
                return
        tokens.append(token)

    def _tag(self, tag: Token) -> None:
        if not self.tokens or self.tokens[-1].kind not in kinds.PLAIN_STRING:
            raise _Stop(tag.at, _why_stray(tag.text))
        string = self.tokens[-1]
        self.tokens[-1] = Token(kinds.TAGGED, string.text + tag.text, string.at, None, (string, tag))

    def _open(self, bracket: str, at: int) -> None:
        if len(self.open) >= MAX_NESTING:
            raise _Stop(at, f"brackets are nested more than {MAX_NESTING} deep")
        kind, closing = kinds.BRACKETS[bracket]
        self.open.append(_Open(bracket, kind, closing, at, self.tokens))
        self.tokens = []

    def _close(self, bracket: str, at: int) -> None:
        if not self.open:
            raise _Stop(at, f"'{bracket}' closes nothing")
        opened = self.open[-1]
        if bracket != opened.closing:
            raise _Stop(at, f"'{bracket}' does not close '{opened.bracket}' {self._where(opened.at)}")
        self.open.pop()
        inner = Level.of(self.tokens, at, bracket)
        kind = opened.kind
        if not inner:
            kind = {kinds.ROUND: kinds.NIL, kinds.SQUARE: kinds.ANON}.get(kind, kind)
        self.tokens = opened.outer
        self.tokens.append(Token(kind, opened.bracket, opened.at, inner))


def _why_broken(text: str, at: int) -> str:
    character = text[at]
    if character in "\"'":
        return f"the string that starts with {character} here is never closed" + (
            "" if text.startswith(character * 3, at) else " (on its line; a longer one takes three quotation marks)"
        )
    if text.startswith("```", at):
        return "unexpected ```: leave out the code fence, the text must be the query alone"
    if character == "\\":
        return "unexpected '\\': codepoint escapes such as \\u00e9 are only allowed inside strings and IRIs"
    if character in "“”„‘’«»":
        return f"unexpected {character!r}: strings are written in straight quotation marks (\" or ')"
    return f"unexpected character {character!r}"


def _why_stray(tag: str) -> str:
    if tag.lower() in ("@prefix", "@base"):
        return f"'{tag}' is Turtle; SPARQL writes {tag[1:].upper()} without '@' and without '.' at the end"
    return f"the language tag {shortened(tag)} does not follow a string"


def lex(source: Source) -> Lexed:
    """The tokens of the text, nested by their brackets.

    When the lexer had to stop, ``reason`` says why and ``stopped_at`` where; the levels hold what came before, and a
    ``BROKEN`` token that no grammar accepts, so that parsing fails there or earlier.
    """
    return _Lexer(source).run()


def iri_references(text: str) -> Iterator[tuple[int, int]]:
    """The spans (offsets of ``<`` and behind ``>``) of the IRI references of a query, wherever they stand.

    Strings and comments are passed over; the walk ends where the text stops being SPARQL tokens.
    """
    for match in _TOKEN.finditer(text):
        if match.lastgroup == "broken":
            return
        if match.lastgroup == "I":
            yield match.start("I"), match.end()
