"""A JSON reader that never fails: it gets what can be got from a model's reply, in time linear in its length.

It reads JSON with trailing commas, comments, single-quoted or unescaped quotes, raw line breaks, ``NaN`` and Python's
``None``, missing closing brackets, and JSON that is cut off.  On valid JSON it agrees with the standard reader (numbers
keep their lexical form).  There is no recursion: depth is bounded by :data:`MAX_DEPTH`, deeper brackets are skipped.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

import regex

__all__ = ["MAX_DEPTH", "Json", "JsonArray", "JsonNumber", "JsonObject", "Reading", "read_json"]

MAX_DEPTH = 64
"""Brackets nested deeper are skipped."""


class JsonNumber(str):
    """A number, in the lexical form in which it was written."""

    __slots__ = ()


@dataclass(slots=True)
class JsonObject:
    """An object: its members (the last of equal keys), where it stands, and whether its closing brace was there."""

    start: int
    end: int = -1
    complete: bool = False
    members: dict[str, Json] = field(default_factory=dict)


@dataclass(slots=True)
class JsonArray:
    """An array; as :class:`JsonObject`."""

    start: int
    end: int = -1
    complete: bool = False
    items: list[Json] = field(default_factory=list)


Json: TypeAlias = "JsonObject | JsonArray | JsonNumber | str | bool | None"


@dataclass(slots=True)
class Reading:
    """The values found in a text, in order. ``cut_at`` is where the innermost unfinished value starts, if any."""

    values: list[JsonObject | JsonArray] = field(default_factory=list)
    cut_at: int | None = None
    too_deep: bool = False


_OPENING = regex.compile(r"[{\[]")
_SKIP = regex.compile(r"(?:\s+|//[^\n]*|/\*.*?(?:\*/|\Z))+", regex.DOTALL)
_BARE = regex.compile(r"[^\s{}\[\],:\"']+")
_NUMBER = regex.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?", regex.ASCII)
_AFTER_STRING = (
    r"\s*(?:[:}\]]|\Z|,\s*(?:[\"'{\[}\]\-\d]|\Z|//|/\*"
    r"|(?:true|false|null|NaN|Infinity|None|True|False)\b|[A-Za-z_]\w*+\s*+:))"
)
_ENDS = {quote: regex.compile(_AFTER_STRING) for quote in "\"'"}
_CHUNK = {'"': regex.compile(r'[^"\\]*'), "'": regex.compile(r"[^'\\]*")}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_BEFORE_STRING = ("{", "[", ",", ":")
_HEX4 = regex.compile(r"[0-9a-fA-F]{4}")
_WORDS: dict[str, bool | None] = {
    "true": True,
    "True": True,
    "false": False,
    "False": False,
    "null": None,
    "None": None,
    "NaN": None,
    "Infinity": None,
    "-Infinity": None,
    "undefined": None,
}
_SURROGATES = regex.compile("[\ud800-\udbff][\udc00-\udfff]")


def _pair(match: regex.Match[str]) -> str:
    high, low = tuple(match[0])
    return chr(0x10000 + ((ord(high) - 0xD800) << 10) + (ord(low) - 0xDC00))


def _read_string(text: str, start: int) -> tuple[str | None, int]:
    """The string whose quote is at ``start``, and where it ends; ``None`` where the text ends before it does."""
    quote, position, parts = text[start], start + 1, []
    while True:
        chunk = _CHUNK[quote].match(text, position)
        assert chunk is not None
        parts.append(chunk[0])
        position = chunk.end()
        if position >= len(text):
            return None, position
        if text[position] == quote:
            if _ENDS[quote].match(text, position + 1):
                return _SURROGATES.sub(_pair, "".join(parts)), position + 1
            parts.append(quote)
            position += 1
        else:
            piece, position = _escape(text, position)
            parts.append(piece)


def _escape(text: str, position: int) -> tuple[str, int]:
    following = text[position + 1 : position + 2]
    if following == "u" and (match := _HEX4.match(text, position + 2)):
        return chr(int(match[0], 16)), match.end()
    return _ESCAPES.get(following, following), position + 2


def _scalar(word: str) -> Json:
    if word in _WORDS:
        return _WORDS[word]
    return JsonNumber(word) if _NUMBER.fullmatch(word) else word


class _Frame:
    """An open object or array, with the key that waits for its value."""

    __slots__ = ("key", "node")

    def __init__(self, node: JsonObject | JsonArray) -> None:
        self.node = node
        self.key: str | None = None

    def put(self, value: Json) -> None:
        if isinstance(self.node, JsonArray):
            self.node.items.append(value)
        elif self.key is not None:
            self.node.members[self.key] = value
            self.key = None
        elif isinstance(value, str):
            self.key = str(value)
        elif value is not None and not isinstance(value, bool):
            self.node.members.setdefault("", value)


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.stack: list[_Frame] = []
        self.skipped = 0
        self.after = ""
        self.reading = Reading()

    def parse(self) -> Reading:
        position = 0
        while True:
            if not self.stack:
                opening = _OPENING.search(self.text, position)
                if opening is None:
                    break
                position = opening.start()
            elif skipped := _SKIP.match(self.text, position):
                position = skipped.end()
            if position >= len(self.text):
                break
            position = self._step(position)
        self._end()
        return self.reading

    def _step(self, position: int) -> int:
        character = self.text[position]
        after, self.after = self.after, character
        if character in "{[":
            self._open(character, position)
        elif character in "}]":
            self._close(character, position + 1)
        elif character == ",":
            self.stack[-1].key = None if not self.skipped else self.stack[-1].key
        elif (character == '"' and after != "word") or (character == "'" and after in _BEFORE_STRING):
            return self._string(position)
        elif character in "\"'":
            self.after = "word"
        elif character != ":":
            word = _BARE.match(self.text, position)
            assert word is not None
            self._bare(word[0])
            self.after = "word"
            return word.end()
        return position + 1

    def _string(self, position: int) -> int:
        value, end = _read_string(self.text, position)
        if value is not None and not self.skipped:
            self.stack[-1].put(value)
        return end

    def _bare(self, word: str) -> None:
        if self.skipped:
            return
        frame, value = self.stack[-1], _scalar(word)
        if isinstance(frame.node, JsonObject) and frame.key is None:
            frame.key = word
        elif isinstance(value, JsonNumber) or not isinstance(value, str):
            frame.put(value)

    def _open(self, bracket: str, position: int) -> None:
        if len(self.stack) >= MAX_DEPTH or self.skipped:
            self.skipped += 1
            self.reading.too_deep = True
            return
        node = JsonObject(position) if bracket == "{" else JsonArray(position)
        if self.stack:
            self.stack[-1].put(node)
        else:
            self.reading.values.append(node)
        self.stack.append(_Frame(node))

    def _close(self, bracket: str, end: int) -> None:
        if self.skipped:
            self.skipped -= 1
            return
        kind = JsonObject if bracket == "}" else JsonArray
        if not any(isinstance(frame.node, kind) for frame in self.stack):
            return
        while True:
            node = self.stack.pop().node
            node.end = end
            if isinstance(node, kind):
                node.complete = True
                return

    def _end(self) -> None:
        if self.stack:
            self.reading.cut_at = self.stack[-1].node.start
        for frame in self.stack:
            frame.node.end = len(self.text)


def read_json(text: str) -> Reading:
    """Every JSON object and array of the text, however broken; text between them is passed over.

    >>> read_json('Here: {"a": [1, 2,], ').values[0].members
    {'a': JsonArray(start=12, end=19, complete=True, items=['1', '2'])}
    """
    return _Parser(text).parse()


def walk(value: Json) -> Iterator[JsonObject]:
    """Every object in the value, outermost first, in the order in which they stand."""
    stack = [value]
    while stack:
        node = stack.pop()
        if isinstance(node, JsonObject):
            yield node
            stack.extend(reversed(node.members.values()))
        elif isinstance(node, JsonArray):
            stack.extend(reversed(node.items))
