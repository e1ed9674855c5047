"""Questions: from English to SPARQL by frames (``data/questions.toml``).

A question is a frame around a noun phrase; a noun phrase is an entity, or a relation of a noun phrase ("the mother of
the director of X", "X's mother", "the company that published X"). So every hop is one step from an entity.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from ..errors import LLMError
from ..terms import entity_segment, relation_segment
from .lexicon import load_table
from .passage import strip_disambiguator
from .vocabulary import Vocabulary

__all__ = ["Frame", "Phrase", "Step", "frames", "write_query"]

LONGEST = 600
"""Longer questions (in characters) are refused."""

_NAME_OF = re.compile(r"(?:the\s+)?names?\s+of\s+(?=\w)", re.IGNORECASE)
_SOURCE = re.compile(
    r"the\s+(?:novel|book|play|story|film|poem|work|game)\s+(?:(?:that|which)\s+)?(?P<x>.+?)\s+(?:is|was)\s+based\s+on",
    re.IGNORECASE,
)
_NO_NAME = re.compile(r"(?:that|which|who|whose|what|when|where|why|how)\b", re.IGNORECASE)
_POLITE = re.compile(
    r"(?:please\s+|can\s+you\s+|could\s+you\s+)*(?:tell\s+me|say|do\s+you\s+know)\s*[,:]?\s+", re.IGNORECASE
)
_DEEPEST = 6


@dataclass(frozen=True, slots=True)
class Step:
    """One hop: the noun that asked for it, the relations that may hold it, and whether it is read backwards."""

    noun: str
    paths: tuple[str, ...]
    inverse: bool = False


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun phrase: an entity's IRI reference, and the steps from it. ``known``: the graph has that entity."""

    entity: str
    known: bool
    steps: tuple[Step, ...] = ()

    def then(self, *steps: Step) -> Phrase:
        """The phrase with more steps."""
        return Phrase(self.entity, self.known, (*self.steps, *steps))


@dataclass(frozen=True, slots=True)
class Frame:
    """A form of question. ``ask`` are the steps from what it asks about."""

    pattern: re.Pattern[str]
    ask: tuple[Step, ...]
    unless_steps: bool
    example: tuple[str, str]


@cache
def _relations() -> Mapping[str, tuple[str, ...]]:
    """Noun to relations."""
    table = load_table("questions")["relation"]
    return {noun.strip(): tuple(entry["paths"]) for entry in table for noun in entry["nouns"].split(",")}


@cache
def _steps(noun: str) -> tuple[Step, ...]:
    """The steps that a noun asks for; ``^noun`` is read backwards."""
    bare = noun.removeprefix("^")
    if compound := load_table("questions")["compounds"].get(bare):
        return tuple(step for part in compound.split(",") for step in _steps(part.strip()))
    return (Step(bare, _relations()[bare], noun.startswith("^")),)


@cache
def _verbs() -> Mapping[str, str]:
    verbs: Mapping[str, str] = load_table("questions")["verbs"]
    return verbs


def _alternation(names: Iterator[str] | Mapping[str, Any]) -> str:
    return "|".join(re.escape(name) for name in sorted(names, key=lambda name: (-len(name), name)))


@cache
def frames() -> tuple[Frame, ...]:
    """All frames, in the order in which they are tried."""
    return tuple(_frame(entry) for entry in load_table("questions")["frame"])


def _frame(entry: Mapping[str, Any]) -> Frame:
    pattern = re.sub(r"\((?!\?)", "(?:", entry["pattern"])
    pattern = pattern.replace("{x}", "(?P<x>.+?)").replace("{verb}", f"(?P<verb>{_alternation(_verbs())})")
    return Frame(
        re.compile(pattern.replace(" ", r"\s+").replace(r"\s+?", r"\s*"), re.IGNORECASE),
        tuple(step for noun in entry.get("ask", ()) for step in _steps(noun)),
        entry.get("unless_steps", False),
        (entry["example"][0], entry["example"][1]),
    )


@cache
def _nouns() -> str:
    return _alternation({**_relations(), **load_table("questions")["compounds"]})


@cache
def _expressions() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    types = _alternation({word.replace("_", " "): 1 for word in load_table("questions")["types"]["words"].split()})
    return (
        re.compile(rf"(?:the\s+|an?\s+)?(?P<noun>{_nouns()})\s+(?:of|for|to|in)\s+(?P<x>.+)", re.IGNORECASE),
        re.compile(rf"(?P<x>.+?)\s?(?:'s|s'|')\s+(?P<noun>{_nouns()})", re.IGNORECASE),
        re.compile(
            rf"(?:the\s+)?[\w-]+(?:\s+[\w-]+)?\s+(?:who|that|which)\s+(?P<verb>{_alternation(_verbs())})\s+(?P<x>.+)",
            re.IGNORECASE,
        ),
        re.compile(rf"(?:the\s+)?(?:{types})\s+(?!of\s)(?P<x>.+)", re.IGNORECASE),
    )


def _phrase(text: str, vocabulary: Vocabulary, depth: int = 0) -> Phrase | None:
    """The noun phrase that a text is."""
    text = _NAME_OF.sub("", text.strip(" \t\n,"))
    if not text or depth > _DEEPEST:
        return None
    if entity := vocabulary.entity(_unquoted(text)):
        return Phrase(entity, True)
    relation_of, possessive, relative, typed = _expressions()
    if found := typed.fullmatch(text):
        inner = vocabulary.entity(_unquoted(found["x"]))
        if inner:
            return Phrase(inner, True)
    if found := _SOURCE.fullmatch(text):
        source = _phrase(found["x"], vocabulary, depth + 1)
        return source.then(*_steps("source material")) if source else None
    for expression in (relation_of, relative, possessive):
        if found := expression.fullmatch(text):
            noun = found["noun"] if "noun" in expression.groupindex else _verbs()[found["verb"].lower()]
            inner_phrase = _phrase(found["x"], vocabulary, depth + 1)
            if inner_phrase:
                return inner_phrase.then(*_steps(noun.lower()))
    if entity := vocabulary.loose_entity(_unquoted(text)):
        return Phrase(entity, True)
    if found := typed.fullmatch(text):
        return _phrase(found["x"], vocabulary, depth + 1)
    name = strip_disambiguator(_unquoted(text.removeprefix("the ")))
    return Phrase(f"<{entity_segment(name)}>", False) if name and not _NO_NAME.match(name) else None


def _unquoted(text: str) -> str:
    return text.strip().strip("\"'").strip()


def _read(question: str, vocabulary: Vocabulary) -> Iterator[Phrase]:
    text = " ".join(question.replace("’", "'").replace("“", '"').replace("”", '"').split()).rstrip("?!. ")
    text = text[polite.end() :] if (polite := _POLITE.match(text)) else text
    for frame in frames():
        found = frame.pattern.fullmatch(text)
        phrase = _phrase(found["x"], vocabulary) if found else None
        if not found or not phrase or (frame.unless_steps and phrase.steps):
            continue
        ask = _steps(_verbs()[found["verb"].lower()]) if "verb" in frame.pattern.groupindex else frame.ask
        if phrase.steps or ask:
            yield phrase.then(*ask)


def write_query(question: str, vocabulary: Vocabulary) -> str:
    """The SPARQL query of a question; :class:`~graphragprov.errors.LLMError` where no frame fits it.

    The first reading about an entity of the graph is taken, or else the first one.
    """
    if len(question) > LONGEST:
        raise LLMError(
            f"The embedded reader reads questions of up to {LONGEST} characters; this one has {len(question)}."
        )
    readings = list(_read(question, vocabulary))
    if not readings:
        raise LLMError(_unread(question))
    chosen = next((reading for reading in readings if reading.known), readings[0])
    return _sparql(chosen, vocabulary)


def _unread(question: str) -> str:
    known = "; ".join(f"“{frame.example[0]}”" for frame in frames()[::6])
    return (
        f"The embedded reader knows no pattern for the question “{question[:200]}”. "
        f"It reads simple English wh-questions, for example: {known}. "
        "Ask it so, write the query yourself (kg.query), or give the Builder a language model."
    )


def _sparql(phrase: Phrase, vocabulary: Vocabulary) -> str:
    subject = phrase.entity
    patterns: list[str] = []
    used: set[str] = {"answer"}
    for at, step in enumerate(phrase.steps):
        last = at == len(phrase.steps) - 1
        variable = "?answer" if last else _fresh(step.noun, used)
        patterns.append(_pattern(subject, step, variable, vocabulary))
        subject = variable
    return f"SELECT ?answer WHERE {{ {' . '.join(patterns)} }}"


def _fresh(noun: str, used: set[str]) -> str:
    stem = relation_segment(noun)
    name = next(name for name in (stem, *(f"{stem}{n}" for n in range(2, 99))) if name not in used)
    used.add(name)
    return f"?{name}"


def _pattern(subject: str, step: Step, target: str, vocabulary: Vocabulary) -> str:
    present = [(path, known) for path in step.paths if (known := vocabulary.relation(path.removeprefix("^")))]
    paths = list({(path[:1] == "^", known): (path, known) for path, known in present}.values()) or [
        (step.paths[0], f"rel:{relation_segment(step.paths[0].removeprefix('^'))}")
    ]
    if len(paths) == 1:
        ((path, reference),) = paths
        backwards = path.startswith("^") != step.inverse
        ends = (target, subject) if backwards else (subject, target)
        return f"{ends[0]} {reference} {ends[1]}"
    alternatives = "|".join(f"{'^' if path.startswith('^') else ''}{reference}" for path, reference in paths)
    ends = (target, subject) if step.inverse else (subject, target)
    return f"{ends[0]} {alternatives} {ends[1]}"
