"""A model's reply, read for what it holds: claims of a passage, or the SPARQL query of a question.

Nothing here fails on a reply: what can be got is got, and each thing that cannot becomes a :class:`Problem`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import regex

from ..errors import InvalidReply
from .claims import Claim, Component
from .tolerant_json import Json, JsonArray, JsonNumber, JsonObject, read_json, walk

__all__ = ["MAX_CLAIMS", "MAX_QUOTES", "MAX_REPLY", "ParsedReply", "Problem", "parse_claims", "parse_sparql_reply"]

MAX_REPLY = 6_000_000
"""Characters of a reply that are read; the rest is a problem ``too-long``."""

MAX_CLAIMS = 20_000
"""Claims of one reply that are read; the rest is a problem ``too-many``."""

MAX_QUOTES = 16
"""Quotes of one component that are read."""

_FRAGMENT = 300


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a reply that could not be used as it stands.

    ``kind`` is ``empty``, ``no-json``, ``cut-off``, ``malformed``, ``missing-component``, ``repeated``,
    ``schema-echo``, ``too-long``, ``too-many``, ``too-deep`` or ``literal-fixed``; ``fragment`` is the place in the
    reply (shortened), ``count`` how often it occurs.
    """

    kind: str
    message: str
    fragment: str = ""
    count: int = 1


@dataclass(frozen=True, slots=True)
class ParsedReply:
    """The claims of a reply, each once, in order, and what could not be read."""

    claims: tuple[Claim, ...] = ()
    problems: tuple[Problem, ...] = ()


# -- claims -----------------------------------------------------------------------------------------------

_COMPONENTS = ("subject", "predicate", "object")
_OTHER_NAMES = {
    "relation": "predicate",
    "property": "predicate",
    "subj": "subject",
    "pred": "predicate",
    "obj": "object",
}
_JSON_TYPES = frozenset(("object", "array", "string", "number", "integer", "boolean", "null"))
_LIST_KEYS = ("triples", "claims", "statements", "facts", "items", "results")


class _Malformed(Exception):
    """Internal: why an object is not a claim."""


def _shorten(text: str) -> str:
    return text if len(text) <= _FRAGMENT else text[: _FRAGMENT - 1] + "…"


def _keyed(node: JsonObject) -> dict[str, Json]:
    members = {key.strip().casefold(): value for key, value in node.members.items()}
    return {_OTHER_NAMES.get(key, key): value for key, value in members.items()}


def _is_claim(node: JsonObject) -> bool:
    keys = _keyed(node).keys()
    return "subject" in keys or {"predicate", "object"} <= keys


def _is_schema(node: JsonObject) -> bool:
    if "$schema" in node.members or "$defs" in node.members:
        return True
    kind = node.members.get("type")
    return isinstance(kind, str) and kind in _JSON_TYPES and ("properties" in node.members or "items" in node.members)


def _candidates(value: Json, problems: list[Problem], text: str) -> Iterator[JsonObject]:
    """The objects that are meant as claims; a schema that is given back is passed over as a whole."""
    stack = [value]
    while stack:
        node = stack.pop()
        if isinstance(node, JsonArray):
            stack.extend(reversed(node.items))
        elif not isinstance(node, JsonObject):
            continue
        elif _is_schema(node):
            problems.append(
                Problem("schema-echo", "the JSON schema was given back as data", _shorten(text[node.start : node.end]))
            )
        elif _is_claim(node):
            yield node
        else:
            stack.extend(reversed(node.members.values()))


def _text(value: Json) -> str | None:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, str) else None


def _first(members: dict[str, Json], *keys: str) -> Json:
    """The first member of these keys that says something: neither null nor a blank text."""
    given = (members.get(key) for key in keys)
    return next(
        (value for value in given if value is not None and not (isinstance(value, str) and not value.strip())), None
    )


def _quotes(value: Json) -> tuple[str, ...]:
    if isinstance(value, JsonArray):
        return tuple(dict.fromkeys(quote for item in value.items for quote in _quotes(item)))[:MAX_QUOTES]
    if isinstance(value, JsonObject):
        return _quotes(_first(_keyed(value), "quote", "text", "quotes"))
    text = _text(value)
    return (text,) if text is not None and text.strip() else ()


def _component(value: Json, which: str) -> Component:
    if isinstance(value, JsonArray) and len(value.items) == 1:
        value = value.items[0]
    if isinstance(value, JsonObject):
        return _component_object(value, which)
    if isinstance(value, JsonNumber) and which == "object":
        return Component(value=str(value))
    text = _text(value)
    if text is None or not text.strip():
        raise _Malformed(f"{which} is empty or not an object")
    return Component(name=text)


def _component_object(node: JsonObject, which: str) -> Component:
    members = _keyed(node)
    name, value = _first(members, "name", "label"), _first(members, "value", "literal")
    datatype = _text(_first(members, "datatype", "type"))
    for key, part in (("name", name), ("value", value)):
        if isinstance(part, JsonObject | JsonArray):
            raise _Malformed(f"{key} of {which} is not a text")
    if value is None and isinstance(name, JsonNumber) and which == "object":
        name, value = None, name
    if name is None and value is None:
        raise _Malformed(f"{which} has neither a name nor a value")
    quotes = _quotes(_first(members, "quotes", "quote", "evidence"))
    return Component(_text(name), _text(value), datatype if value is not None else None, quotes)


def _claim(node: JsonObject) -> Claim:
    members = _keyed(node)
    missing = [which for which in _COMPONENTS if members.get(which) is None]
    if missing:
        raise _Missing(f"{' and '.join(missing)} missing")
    return Claim(*(_component(members[which], which) for which in _COMPONENTS))


class _Missing(_Malformed):
    """Internal: a component is not there at all."""


def _cut(node: JsonObject) -> bool:
    """Whether the reply ends inside one of the claim's components, or before the last of them."""
    members = _keyed(node)
    parts = [members.get(which) for which in _COMPONENTS]
    return any(part is None or (isinstance(part, JsonObject) and not part.complete) for part in parts)


class _Claims:
    def __init__(self, text: str) -> None:
        self.text = text
        self.claims: dict[Claim, int] = {}
        self.fragments: dict[Claim, str] = {}
        self.problems: list[Problem] = []
        self.seen = 0
        self.beyond = 0

    def read(self, node: JsonObject) -> None:
        fragment = _shorten(self.text[node.start : node.end])
        if node.end == len(self.text) and not node.complete and _cut(node):
            return
        self.seen += 1
        if self.seen > MAX_CLAIMS:
            self.beyond += 1
            return
        try:
            claim = _claim(node)
        except _Missing as missing:
            self.problems.append(Problem("missing-component", str(missing), fragment))
        except _Malformed as malformed:
            self.problems.append(Problem("malformed", str(malformed), fragment))
        else:
            self.claims[claim] = self.claims.get(claim, 0) + 1
            self.fragments.setdefault(claim, fragment)

    def finish(self) -> ParsedReply:
        repeated = [
            Problem("repeated", "the same claim was given again; it is kept once", self.fragments[claim], count - 1)
            for claim, count in self.claims.items()
            if count > 1
        ]
        if self.beyond:
            repeated.append(Problem("too-many", f"only the first {MAX_CLAIMS} claims are read", "", self.beyond))
        return ParsedReply(tuple(self.claims), (*self.problems, *repeated))


def _bounded(reply: str) -> tuple[str, list[Problem]]:
    if len(reply) <= MAX_REPLY:
        return reply, []
    message = f"the reply has {len(reply)} characters; the first {MAX_REPLY} are read"
    return reply[:MAX_REPLY], [Problem("too-long", message)]


def parse_claims(reply: str) -> ParsedReply:
    """The claims of a reply to an extraction request.

    The form asked for is ``{"triples": [{"subject": …, "predicate": …, "object": …}, …]}``.  Read as well: code fences
    and prose around it, a bare array, a single object, several values, ``quote`` for ``quotes``, JSON that is cut off
    (its complete claims) or broken (see :mod:`.tolerant_json`).
    """
    text, problems = _bounded(reply)
    if not text.strip():
        return ParsedReply((), (Problem("empty", "the reply is empty"),))
    reading = read_json(text)
    collected = _Claims(text)
    collected.problems.extend(problems)
    for value in reading.values:
        for node in _candidates(value, collected.problems, text):
            collected.read(node)
    if reading.too_deep:
        collected.problems.append(Problem("too-deep", "brackets are nested too deeply; the innermost are skipped"))
    if reading.cut_at is not None:
        cut = _shorten(text[reading.cut_at :])
        collected.problems.append(Problem("cut-off", "the reply ends inside a value, or a bracket is not closed", cut))
    if not reading.values or not (collected.claims or collected.problems or _says_nothing(reading.values)):
        collected.problems.append(Problem("no-json", "the reply holds no claims in JSON", _shorten(text.strip())))
    return collected.finish()


def _says_nothing(values: list[JsonObject | JsonArray]) -> bool:
    """Whether the reply is a proper empty list of claims."""
    for value in values:
        if isinstance(value, JsonArray) and not value.items:
            return True
        if isinstance(value, JsonObject):
            lists = [value.members[key] for key in _LIST_KEYS if key in value.members]
            if any(isinstance(found, JsonArray) and not found.items for found in lists):
                return True
    return False


# -- queries -----------------------------------------------------------------------------------------------

_FENCE = regex.compile(r"```[ \t]*+[\w-]*+[ \t]*+\r?\n(?P<body>.*?)(?:```|\Z)", regex.DOTALL)
_START = regex.compile(
    r"(?:^|(?<=\s))(?:(?:PREFIX\s++[\w.-]*+:\s*+<|BASE\s*+<|VERSION\s*+\")|(?:SELECT\s+(?:DISTINCT\b|REDUCED\b|[?$*(])|SELECT\s*[*(]"
    r"|ASK\s*(?:WHERE\s*)?\{|ASK\s+FROM|CONSTRUCT\s*(?:WHERE\s*)?\{|DESCRIBE\s*[<?$*]"
    r"|(?:INSERT|DELETE)\s++(?:DATA|WHERE)?\s*+\{|(?:LOAD|CLEAR|DROP|CREATE|COPY|MOVE|ADD|WITH)\s+(?:SILENT|GRAPH|<|ALL|DEFAULT|NAMED)))",
    regex.IGNORECASE,
)
_MARKER = regex.compile(r"<\|[^|<>]{0,40}\|>|</?(?:s|think|answer|start_of_turn|end_of_turn|eos|bos|pad)>|\[/?INST\]")
_MAX_QUERY = 100_000


def parse_sparql_reply(reply: str) -> str:
    """The query that a reply holds: in a JSON object ``{"sparql": …}``, in a code fence, or between prose.

    Raises :class:`InvalidReply` where there is none.  Whether it is SPARQL is for the parser to say.
    """
    text = reply[:MAX_REPLY].rpartition("</think>")[2]
    query = _from_json(text) or _from_fence(text) or _from_prose(text)
    if query is None:
        said = _shorten(reply.strip()) or "nothing"
        raise InvalidReply(
            f'the reply holds no SPARQL query (expected {{"sparql": "SELECT …"}}); it says: {said}', reply=reply
        )
    if len(query) > _MAX_QUERY:
        raise InvalidReply(f"the query has {len(query)} characters; at most {_MAX_QUERY} are read", reply=reply)
    return query


def _from_json(text: str) -> str | None:
    if "sparql" not in text.casefold() and "query" not in text.casefold():
        return None
    for value in read_json(text).values:
        for node in walk(value):
            if _is_schema(node):
                continue
            found = _first(_keyed(node), "sparql", "query")
            if isinstance(found, str) and found.strip():
                return _from_fence(found) or _clean(found)
    return None


def _from_fence(text: str) -> str | None:
    bodies = [match["body"].strip() for match in _FENCE.finditer(text)]
    return next((body for body in bodies if _START.search(body)), None)


def _from_prose(text: str) -> str | None:
    text = _clean(text)
    start = _START.search(text)
    if start is None:
        return None
    rest = text[start.start() : start.start() + _MAX_QUERY + 1]
    return rest[: _end_of_query(rest)].strip()


def _clean(text: str) -> str:
    return _MARKER.sub(" ", text).strip().removeprefix("```").removesuffix("```").strip()


_BRACES = regex.compile(r"\\.|<[^<>\s\"{}|^`\\]*>|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|#[^\n]*|[{}]")
_MODIFIERS = regex.compile(
    r"\s*(?:(?:ORDER\s+BY|GROUP\s+BY|HAVING|LIMIT|OFFSET|VALUES)\b[^\n]*(?:\n(?=\s*(?:ORDER|GROUP|HAVING|LIMIT|OFFSET|VALUES)\b)|\s*))*",
    regex.IGNORECASE,
)


def _end_of_query(text: str) -> int:
    """Where the query ends: after the brace that closes its pattern, and the solution modifiers that follow."""
    depth, end = 0, len(text)
    for match in _BRACES.finditer(text):
        if match[0] == "{":
            depth += 1
        elif match[0] == "}":
            depth -= 1
            if depth <= 0:
                modifiers = _MODIFIERS.match(text, match.end())
                return modifiers.end() if modifiers else match.end()
    return end
