"""Reading a passage: rules applied to its sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from .lexicon import is_blocked
from .names import MENTION
from .passage import Entity, Reading, find_topic, opening_length
from .rules import Rule, Slot, rules
from .sentences import Sentence, split_sentences
from .shape import shape_of
from .slots import Place

__all__ = ["Part", "Statement", "read_passage"]

_ADVERBS = (
    r"(?:also|later|then|subsequently|first|once|originally|eventually|finally|himself|herself|itself|has|had|have|suddenly"
    r"|peacefully|soon|again|long|unexpectedly|briefly)"
)
_ADVERB_AT_END = re.compile(rf"[\s,\"]+{_ADVERBS}$")
_FINITE = re.compile(r"\b(?:is|was|are|were|has|had|[a-z]+ed)\b")
_COORDINATION = re.compile(rf"(?:,|\band|\bbut|;)\s*(?:{_ADVERBS}\s+)?$")
_ALTERNATIVE = re.compile(r",? (?:or|and/or) (?!\w+ly\b)")
_CONDITION = re.compile(r"(?:If|Had|Were|Should|Unless|Whether|Suppose)\b")
_PARENTHESIS = re.compile(r"\(([^()]{3,300})\)")
_HYPHEN_SPACE = re.compile(r"(?<=\w)-\s(?=\w)")
_REACH = 40
"""How far before a match (in characters) a "not" still denies it."""


@dataclass(frozen=True, slots=True)
class Part:
    """Subject or object of a statement: its name, or a literal's lexical form with its ``datatype``; and its quote."""

    name: str
    quote: str
    datatype: str | None = None


@dataclass(frozen=True, slots=True)
class Statement:
    """A triple as read, with its quotes, and the id of the rule that read it."""

    subject: Part
    relation: str
    predicate_quote: str
    object: Part
    rule: str


def read_passage(text: str, title: str = "", chosen: Sequence[Rule] | None = None) -> list[Statement]:
    """The statements that the rules find in a text, in order, each once. ``title`` completes the topic's name only."""
    sentences = list(split_sentences(text, opening_length(text, title)))
    reading = Reading(find_topic(sentences, title))
    usable = _with_cues(rules() if chosen is None else chosen, shape_of(text))
    statements: dict[tuple[str, str, str], Statement] = {}
    for sentence in sentences:
        for found in _read_sentence(sentence, reading, usable):
            if found.subject.name != found.object.name:
                statements.setdefault((found.subject.name, found.relation, found.object.name), found)
    return list(statements.values())


def _with_cues(chosen: Sequence[Rule], shape: str) -> list[Rule]:
    """The rules that have a cue in the text; no other can match there."""
    present = {cue for cue in {cue for rule in chosen for cue in rule.cues} if cue in shape}
    return [rule for rule in chosen if not present.isdisjoint(rule.cues)]


def _read_sentence(sentence: Sentence, reading: Reading, usable: Sequence[Rule]) -> Iterator[Statement]:
    subject = reading.begin(sentence)
    if not sentence.is_question and not is_blocked(sentence.flat, "reported") and not _CONDITION.match(sentence.flat):
        for rule in _with_cues(usable, sentence.shape):
            read = _in_parentheses if rule.where == "parenthesis" else _in_sentence
            yield from read(rule, sentence, subject, reading)
    reading.end(sentence, subject)


def _in_parentheses(rule: Rule, sentence: Sentence, subject: Entity | None, reading: Reading) -> Iterator[Statement]:
    for inside in _PARENTHESIS.finditer(sentence.shape):
        match = rule.pattern.match(sentence.shape, inside.start(1), inside.end(1))
        if not match or is_blocked(inside[1], "hedges") or _ALTERNATIVE.search(inside[1]):
            continue
        if holdings := _holdings(rule, match, sentence):
            entity = _owner_of_parenthesis(inside.start(), sentence, subject, reading)
            yield from _statements(rule, entity, _predicate(match, sentence), holdings, reading)


def _owner_of_parenthesis(at: int, sentence: Sentence, subject: Entity | None, reading: Reading) -> Entity | None:
    """Whom a parenthesis is about: the subject while no verb has come, otherwise the name directly before."""
    if subject and not _FINITE.search(sentence.flat, 0, at):
        return subject
    return _before(sentence, at, reading)


def _in_sentence(rule: Rule, sentence: Sentence, subject: Entity | None, reading: Reading) -> Iterator[Statement]:
    for match in rule.pattern.finditer(sentence.flat):
        holdings = _holdings(rule, match, sentence)
        if not holdings or sentence.in_speech(match.start("predicate")) or _is_hedged(sentence.flat, match, subject):
            continue
        entity = _subject_of(rule, match, sentence, subject, reading)
        yield from _statements(rule, entity, _predicate(match, sentence), holdings, reading)


def _is_hedged(flat: str, match: re.Match[str], subject: Entity | None) -> bool:
    """Whether the match is denied, doubted or one of two, in or near it (a "not" in the subject's name is none)."""
    end = subject.end if subject and subject.end <= match.start() else 0
    if _ALTERNATIVE.search(flat, match.start(), match.end()) or _ALTERNATIVE.match(flat, match.end()):
        return True
    return is_blocked(flat[max(end, match.start() - _REACH) : match.end()], "hedges")


def _subject_of(
    rule: Rule, match: re.Match[str], sentence: Sentence, subject: Entity | None, reading: Reading
) -> Entity | None:
    if rule.where == "free":
        return _written_subject(rule, match, sentence, subject, reading)
    continues = subject if subject and _leads_to(sentence.flat, match.start(), subject) else None
    if rule.where == "within":
        return continues if continues and continues.is_topic else None
    between = sentence.flat[continues.end if continues else 0 : match.start()]
    if continues and (between.rstrip().endswith(",") or not _FINITE.search(between)):
        return continues
    adjacent = _before(sentence, match.start(), reading)
    coordinated = _COORDINATION.search(sentence.flat, max(0, match.start() - 60), match.start())
    return adjacent or (continues if coordinated else None)


def _written_subject(
    rule: Rule, match: re.Match[str], sentence: Sentence, subject: Entity | None, reading: Reading
) -> Entity | None:
    groups = match.groupdict()
    if owner := groups.get("owner"):
        if owner.lower() in {"his", "her", "its"}:
            another = subject and not subject.is_topic and subject.end <= match.start()
            return None if another else reading.pronoun(owner)
        return reading.named(sentence.text[slice(*match.span("owner"))], owner)
    if groups.get("subject"):
        slot = next(s for s in rule.slots if s.group == "subject")
        parts = _parts(slot, match, sentence)
        return _mentioned(parts[0][0].quote, match["subject"], reading) if parts else None
    topic = reading.topic
    return Entity(topic.name, topic.head, True) if topic and topic.head else None


def _mentioned(quote: str, shape: str, reading: Reading) -> Entity | None:
    return reading.pronoun(quote) if quote.lower() in {"he", "she"} else reading.named(quote, shape)


def _leads_to(flat: str, at: int, subject: Entity) -> bool:
    """Whether the words between the subject and here still speak of the subject."""
    return subject.end <= at and not is_blocked(flat[subject.end : at], "hedges", "elsewhere")


def _before(sentence: Sentence, at: int, reading: Reading) -> Entity | None:
    """The mention that ends directly before here (adverbs aside)."""
    end = len(sentence.flat[:at].rstrip(' ,"\n'))
    while adverb := _ADVERB_AT_END.search(sentence.flat, max(0, end - 20), end):
        end = adverb.start()
    topic = reading.topic
    if topic and topic.head and sentence.text.endswith(topic.head, 0, end):
        return Entity(topic.name, topic.head, True)
    for found in MENTION.finditer(sentence.flat, max(0, end - 150), end):
        if found.end() == end:
            return reading.entity(found, sentence)
    return None


def _kind_fits(rule: Rule, entity: Entity, reading: Reading) -> bool:
    if not rule.kinds:
        return True
    kind = reading.topic.kind if reading.topic and entity.is_topic else None
    return kind in rule.kinds or (rule.where == "free" and not entity.is_topic)


@dataclass(frozen=True, slots=True)
class _Holding:
    """What a slot of a match holds, and in which relation."""

    slot: Slot
    part: Part
    relation: str


def _holdings(rule: Rule, match: re.Match[str], sentence: Sentence) -> list[_Holding]:
    """What the slots of a match hold; nothing where a slot that is needed holds no value."""
    found: list[_Holding] = []
    for slot in rule.slots:
        parts = _parts(slot, match, sentence) if slot.group != "subject" else []
        if slot.needed and match[slot.group] and not parts:
            return []
        found += (_Holding(slot, part, relation) for part, relation in parts)
    return found


def _predicate(match: re.Match[str], sentence: Sentence) -> str:
    return sentence.text[slice(*match.span("predicate"))].strip(" ,;:\n\t")


def _statements(
    rule: Rule, entity: Entity | None, predicate: str, holdings: Sequence[_Holding], reading: Reading
) -> Iterator[Statement]:
    if not entity or not _kind_fits(rule, entity, reading):
        return
    subject = Part(entity.name, entity.quote)
    for holding in holdings:
        part = holding.part
        if holding.slot.needed:
            part = replace(part, name=reading.full_name(part.name))
        pair = (part, subject) if holding.slot.inverse else (subject, part)
        yield Statement(pair[0], holding.relation, predicate, pair[1], rule.id)


def _parts(slot: Slot, match: re.Match[str], sentence: Sentence) -> list[tuple[Part, str]]:
    written = match[slot.group]
    if not written:
        return []
    start = match.start(slot.group)
    return [(_part(sentence.text, start, place), place.relation or slot.relation) for place in slot.convert(written)]


def _part(text: str, start: int, place: Place) -> Part:
    quote = text[start + place.start : start + place.end]
    return Part(place.name or _plain_name(quote[place.skip :]), quote, place.datatype)


def _plain_name(written: str) -> str:
    """A name without what stands in parentheses, with single spaces, and none after a hyphen."""
    return _HYPHEN_SPACE.sub("-", " ".join(_PARENTHESIS.sub(" ", written).split()))
