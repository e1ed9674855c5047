"""Regular expressions of XPath, translated for the ``regex`` module.

https://www.w3.org/TR/xpath-functions-31/#regex-syntax: XML Schema's syntax (``\\i \\c``, class subtraction
``[a-z-[aeiou]]``) with anchors, reluctant quantifiers, captures and back-references.  As extensions, which most engines
have, ``\\b``, ``\\B`` and look-around are accepted.  What is not understood is an error, never passed on.

Bounds: the length of a pattern, its nesting, and its size once counted repetitions are written out (the matcher
allocates that much).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

import regex

from ..numbers import ExpressionError

__all__ = ["CompiledPattern", "InvalidPattern", "compile_pattern", "translate"]

MAX_PATTERN = 10_000
MAX_NESTING = 100
MAX_SIZE = 20_000


class InvalidPattern(ExpressionError):
    """A pattern or a flag that XPath's regular expressions do not have."""


@dataclass(frozen=True, slots=True)
class CompiledPattern:
    """A compiled regular expression, and whether it was taken literally (flag ``q``)."""

    search: Callable[..., regex.Match[str] | None]
    sub: Callable[..., str]
    groups: int
    literal: bool


_NAME_START = r":A-Z_a-z\xC0-\xD6\xD8-\xF6\xF8-\u02FF\u0370-\u037D\u037F-\u1FFF\u200C\u200D\u2070-\u218F\u2C00-\u2FEF"
_NAME_START += r"\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD\U00010000-\U000EFFFF"
_NAME = _NAME_START + r"\-.0-9\xB7\u0300-\u036F\u203F\u2040"

_CLASSES = {
    "d": r"\p{Nd}",
    "D": r"\P{Nd}",
    "s": r"[ \t\n\r]",
    "S": r"[^ \t\n\r]",
    "w": r"[^\p{P}\p{Z}\p{C}]",
    "W": r"[\p{P}\p{Z}\p{C}]",
    "i": f"[{_NAME_START}]",
    "I": f"[^{_NAME_START}]",
    "c": f"[{_NAME}]",
    "C": f"[^{_NAME}]",
}
_CHARACTERS = {"n": "\n", "r": "\r", "t": "\t"} | {c: c for c in "\\|.?*+(){}[]^$-"}
_LOOK_AROUND = ("(?=", "(?!", "(?<=", "(?<!")
_PROPERTY = regex.compile(r"\{([A-Za-z0-9_ -]{1,60})\}")
_QUANTIFIER = regex.compile(r"\{([0-9]{1,6})(?:(,)([0-9]{1,6})?)?\}")


def _literal(character: str) -> str:
    return character if character.isalnum() and character.isascii() else f"\\U{ord(character):08X}"


class _Translator:
    """One pass over a pattern. ``sizes`` and ``atom`` count what counted repetitions multiply."""

    def __init__(self, pattern: str, flags: str) -> None:
        self.pattern = pattern
        self.flags = flags
        self.at = 0
        self.out: list[str] = []
        self.sizes = [0]
        self.atom: int | None = None
        self.open: list[int] = []
        self.groups = 0
        self.closed: set[int] = set()

    def fail(self, reason: str) -> NoReturn:
        raise InvalidPattern(f"{self.pattern!r} is no regular expression of XPath: {reason} at offset {self.at}")

    def take(self, count: int = 1) -> str:
        text = self.pattern[self.at : self.at + count]
        if len(text) < count:
            self.fail("it ends too early")
        self.at += count
        return text

    def emit(self, text: str, size: int | None = 1) -> None:
        """Add translated text; ``size`` is that of an atom, ``None`` for what cannot be repeated."""
        self.out.append(text)
        self.settle()
        self.atom = size

    def emit_set(self, text: str) -> None:
        """A set of characters takes memory by its length, once for every repetition."""
        self.emit(text, 1 + len(text) // 200)

    def settle(self) -> None:
        self.sizes[-1] += self.atom or 0
        if self.sizes[-1] > MAX_SIZE:
            self.fail(f"it is larger than {MAX_SIZE:,} with its repetitions written out")
        self.atom = None

    def translate(self) -> str:
        while self.at < len(self.pattern):
            self.step(self.take())
        if self.open:
            self.fail("a group is not closed")
        self.settle()
        return "".join(self.out)

    def step(self, character: str) -> None:
        match character:
            case "\\":
                self.escape()
            case "[":
                self.emit_set(self.character_class())
            case "(":
                self.open_group()
            case ")":
                self.close_group()
            case "|":
                self.emit("|", None)
            case "*" | "+" | "?" | "{":
                self.quantifier(character)
            case ".":
                self.emit("." if "s" in self.flags else r"[^\n\r]")
            case "^":
                self.emit("^" if "m" in self.flags else r"\A", None)
            case "$":
                self.emit("$" if "m" in self.flags else r"\Z", None)
            case " " | "\t" | "\n" | "\r" if "x" in self.flags:
                pass
            case _:
                self.emit(_literal(character))

    # -- groups and quantifiers ---------------------------------------------------------------------

    def open_group(self) -> None:
        rest = self.pattern[self.at - 1 : self.at + 3]
        opening = next((look for look in (*_LOOK_AROUND, "(?:") if rest.startswith(look)), "(")
        if opening == "(" and rest.startswith("(?"):
            self.fail(f"{rest[:3]} is not supported (give flags as the last argument)")
        self.take(len(opening) - 1)
        self.emit(opening, None)
        if len(self.open) >= MAX_NESTING:
            self.fail(f"groups are nested deeper than {MAX_NESTING}")
        self.groups += opening == "("
        self.open.append(self.groups if opening == "(" else 0)
        self.sizes.append(0)

    def close_group(self) -> None:
        if not self.open:
            self.fail("there is no group to close")
        self.settle()
        self.closed.add(self.open.pop())
        size = self.sizes.pop()
        self.emit(")", size + 1)

    def quantifier(self, character: str) -> None:
        if self.atom is None:
            self.fail("there is nothing to repeat")
        times = 1
        if character == "{":
            match = _QUANTIFIER.match(self.pattern, self.at - 1)
            if match is None:
                self.fail("a repetition is not well-formed (a brace itself is \\{)")
            self.at = match.end()
            character = match.group()
            low, high = int(match[1]), int(match[3] or match[1])
            if high < low:
                self.fail("a repetition ends below its start")
            times = max(high, 1)
        if self.pattern[self.at : self.at + 1] == "?":
            character += self.take()
        self.atom *= times
        self.settle()
        self.out.append(character)

    # -- escapes and classes ----------------------------------------------------------------------------

    def escape(self) -> None:
        if self.pattern[self.at : self.at + 1] in ("b", "B"):
            self.emit("\\" + self.take(), None)
        elif self.pattern[self.at : self.at + 1] in tuple("123456789"):
            self.back_reference()
        else:
            text, character = self.escaped()
            if character is None:
                self.emit_set(text)
            else:
                self.emit(_literal(character))

    def back_reference(self) -> None:
        number = int(self.take())
        while self.pattern[self.at : self.at + 1] in tuple("0123456789"):
            longer = number * 10 + int(self.pattern[self.at])
            if longer > self.groups:
                break
            number = longer
            self.at += 1
        if number not in self.closed:
            self.fail(f"there is no group {number} to refer to")
        self.emit(f"(?:\\{number})")

    def escaped(self) -> tuple[str, str | None]:
        """What follows a backslash: a set and ``None``, or a single character (twice)."""
        letter = self.take()
        if letter in _CHARACTERS:
            return _CHARACTERS[letter], _CHARACTERS[letter]
        if letter in _CLASSES:
            return _CLASSES[letter], None
        if letter not in ("p", "P"):
            self.fail(f"\\{letter} is not an escape")
        return self.property(letter), None

    def property(self, letter: str) -> str:
        match = _PROPERTY.match(self.pattern, self.at)
        if match is None:
            self.fail(f"\\{letter} needs a category in braces")
        self.at = match.end()
        name = match[1]
        return f"\\{letter}{{{'In' + name[2:] if name.startswith('Is') else name}}}"

    def character_class(self) -> str:
        """A class after its ``[``, as a set of the ``regex`` module (version 1)."""
        negation = self.take() if self.pattern[self.at : self.at + 1] == "^" else ""
        items: list[str] = []
        subtracted = ""
        while (character := self.take()) != "]":
            if character == "-" and self.pattern[self.at : self.at + 1] == "[" and items:
                self.take()
                subtracted = self.character_class()
                if self.take() != "]":
                    self.fail("a subtraction must end its class")
                break
            items.append(self.class_item(character))
        if not items:
            self.fail("a class is empty")
        base = f"[{negation}{''.join(items)}]"
        return f"[{base}--{subtracted}]" if subtracted else base

    def class_item(self, character: str) -> str:
        text, low = self.escaped() if character == "\\" else (character, character)
        if low is None:
            return text
        if self.pattern[self.at : self.at + 1] != "-" or self.pattern[self.at + 1 : self.at + 2] in ("]", "[", ""):
            return _literal(low)
        self.take()
        character = self.take()
        _, high = self.escaped() if character == "\\" else (character, character)
        if high is None or high < low:
            self.fail("a range is not in order")
        return f"{_literal(low)}-{_literal(high)}"


def translate(pattern: str, flags: str = "") -> str:
    """The pattern in the syntax of the ``regex`` module (version 1); :class:`InvalidPattern` where it is none."""
    if len(pattern) > MAX_PATTERN:
        raise InvalidPattern(f"a regular expression of more than {MAX_PATTERN:,} characters")
    if "q" in flags:
        return "".join(map(_literal, pattern))
    return _Translator(pattern, flags).translate()


def compile_pattern(pattern: str, flags: str = "") -> CompiledPattern:
    """The compiled pattern. Flags: ``s`` dot-all, ``m`` multi-line, ``i`` ignore case, ``x`` spaces, ``q`` literal."""
    if not set(flags) <= set("smixq"):
        raise InvalidPattern(f"{flags!r} are no flags of a regular expression; these are: s m i x q")
    options = regex.VERSION1
    options |= regex.IGNORECASE if "i" in flags else 0
    options |= regex.DOTALL if "s" in flags else 0
    options |= regex.MULTILINE if "m" in flags else 0
    try:
        # Full case folding would let one character match two ("ß" and "ss"), which XPath's flag i does not.
        compiled = regex.compile(f"(?-f:{translate(pattern, flags)})", options, cache_pattern=False)
    except (regex.error, RecursionError, OverflowError) as error:
        raise InvalidPattern(f"{pattern!r} is no regular expression of XPath: {error}") from None
    return CompiledPattern(compiled.search, compiled.sub, compiled.groups, "q" in flags)
