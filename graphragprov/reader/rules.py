r"""Rules: sentence patterns with named slots, read from ``data/people.toml``, ``works.toml``, ``places.toml``.

A rule has an ``id``, a ``pattern``, ``cues`` (a sentence without one of these strings is not looked at), an ``example``
and the ``triples`` that it yields there. A pattern is a regular expression in which

- it sees the text's shape (:mod:`.shape`), so ``A-Z`` are all capitals, ``-`` all dashes;
- ``{&name}`` is a macro of the file's ``[macros]``, a comma may have white space before it;
- a space is white space, ``~`` is optional white space, ``( )`` groups without capturing;
- ``« »`` encloses the predicate's quote;
- ``{relation:type}`` is the object, of a slot type (:data:`~graphragprov.reader.slots.SLOTS`); ``{^relation:type}`` is
  the subject of a triple whose object is the sentence's subject;
- ``{subject:type}`` is the subject written out, ``{owner}`` a possessive ("his", "Paul Berg's").

``where`` says where the subject is otherwise: directly before the pattern, or before an "and" (``after``, the default);
at the start of a sentence about the passage's topic (``within``); before the parenthesis that the pattern describes
(``parenthesis``); in the pattern (``free``). ``kinds`` are the kinds of things that the topic must be of.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from .lexicon import load_table
from .names import NAME
from .slots import SLOTS, Place

__all__ = ["Rule", "Slot", "compile_rule", "rules"]

Where = Literal["after", "within", "parenthesis", "free"]

RULE_FILES = ("people", "works", "places")

PEOPLE = frozenset({"person", "people", "man", "woman", "lady"})
"""Slot types that hold people; a list of people read by halves would be misread."""

_TOKEN = re.compile(
    r"\{owner\}|\{(?P<relation>\^?[a-z][^{}:]*):(?P<type>[a-z]+)\}"
    r"|\\.|\[[^\]]*\]|\{\d+(?:,\d*)?\}|\(\?\(|\(\?|\(| +|,|~|«|»"
)
_MACRO = re.compile(r"\{&(?P<name>[a-z-]+)\}")
_OWNER = rf"(?P<owner>(?<!\w)(?:[Hh]is|[Hh]er|[Ii]ts)(?=\s)|{NAME}(?='s?\s))(?:'s?)?"


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a pattern.

    ``inverse``: what it holds is the triple's subject. ``needed``: where it matched but holds no value, the rule does
    not apply.
    """

    group: str
    relation: str
    convert: Callable[[str], list[Place]]
    inverse: bool = False
    needed: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule, compiled."""

    id: str
    where: Where
    kinds: frozenset[str]
    cues: tuple[str, ...]
    expression: str
    slots: tuple[Slot, ...]
    example: str
    triples: tuple[tuple[str, str, str], ...]
    title: str = ""

    @property
    def pattern(self) -> re.Pattern[str]:
        """The expression, compiled when it is first needed."""
        return _compiled(self.expression)


@cache
def _compiled(expression: str) -> re.Pattern[str]:
    return re.compile(expression, re.ASCII)


def _kinds(names: list[str]) -> frozenset[str]:
    groups = load_table("lexicon")["groups"]
    return frozenset(kind for name in names for kind in (name, *groups.get(name, "").split()))


def compile_rule(entry: Mapping[str, Any], macros: Mapping[str, str]) -> Rule:
    """A rule from its TOML table, with the macros of its file."""
    slots: list[Slot] = []

    def replaced(token: re.Match[str]) -> str:
        match token[0]:
            case "{owner}":
                return _OWNER
            case "«":
                return "(?P<predicate>"
            case "»":
                return ")"
            case "(":
                return "(?:"
            case ",":
                return r"\s*,"
            case "~":
                return r"\s*"
            case written if written.isspace():
                return r"\s+"
        return _slot(token, slots) if token["relation"] else token[0]

    pattern = _MACRO.sub(lambda macro: macros[macro["name"]], entry["pattern"])
    body = _TOKEN.sub(replaced, pattern)
    edges = ("", "") if entry.get("where") == "parenthesis" else (r"(?<![\w-])", r"(?!\w)")
    return Rule(
        id=entry["id"],
        where=entry.get("where", "after"),
        kinds=_kinds(entry.get("kinds", [])),
        cues=tuple(entry["cues"]),
        expression=edges[0] + body + edges[1],
        slots=tuple(slots),
        example=entry["example"],
        triples=tuple((s, p, o) for s, p, o in entry["triples"]),
        title=entry.get("title", ""),
    )


def _slot(token: re.Match[str], slots: list[Slot]) -> str:
    relation, kind = token["relation"], token["type"]
    expression, convert = SLOTS[kind]
    group = "subject" if relation == "subject" else f"slot{len(slots)}"
    slots.append(
        Slot(group, relation.lstrip("^"), convert, relation.startswith("^"), group != "subject" and kind in PEOPLE)
    )
    return f"(?P<{group}>{expression})"


@cache
def rules() -> tuple[Rule, ...]:
    """All rules, in the order of their files."""
    tables = [load_table(name) for name in RULE_FILES]
    return tuple(compile_rule(entry, table.get("macros", {})) for table in tables for entry in table["rule"])
