"""What a passage is about, and what its pronouns and short names mean."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from .lexicon import (
    country_of,
    fold,
    is_feminine,
    is_people_adjective,
    kind_of_noun,
    load_table,
    people_adjectives,
    words,
)
from .names import MENTION, PERSON, honorific_length, is_name, without_honorifics
from .sentences import Sentence

__all__ = ["Entity", "Reading", "Topic", "find_topic", "opening_length", "strip_disambiguator"]

_DISAMBIGUATOR = re.compile(r"\s*\([^()]*\)\s*$")
_HEAD = re.compile(
    r"[\s\"']*(?P<head>[A-Za-z0-9][^()\"\n]{0,119}?)\s*\"?(?:\s*,[^.;]{1,120}?,|\s*,?\s+n[e]e\b[^.;]{0,60}?)?\s*,?\s+(?:is|was|are|were)\s"
)
_PRONOUN = re.compile(r"\b(?:[Hh]e|[Ss]he|[Ii]t|His|Her|Its)\b")
_KIN = re.compile(
    r"(?:His|Her|Their)\s+(?:[\w-]+\s+){0,3}?(?:(?P<he>father|brother|husband|son|grandfather|uncle|grandson|nephew)"
    r"|(?P<she>mother|sister|wife|daughter|grandmother|aunt|granddaughter|niece))\b"
)
_DESCRIBED = re.compile(r"[Tt]h(?:e|is)\s+(?P<noun>[a-z]+)\b")
_LIFE = re.compile(r"\([^()]*\d{3,4}")
_OPENING = re.compile(r".{1,300}?\s(?:is|was|are|were)\s")
_PREDICATE = re.compile(
    r"(?:\s*,[^,]{1,80},)?\s+(?:also\s+|later\s+|then\s+)?(?:is|was|are|were|has|had|became|began|won|wrote|made|took|left|met|went|held|gave|led|came"
    r"|saw|said|[a-z]+(?:ed|s))\b"
)
_LEADING_NAME = re.compile(rf"[\s\"]*(?P<head>{PERSON})")
_PERSON = re.compile(PERSON)
_DEFINITION = re.compile(
    r"\b(?:is|was|are|were)\s+(?:also\s+)?(?:(?:an?|the|one\s+of\s+the)\s+)?(?P<description>[^.;]{1,200})"
)
_STOP = re.compile(
    r"(?<![\w-])(?:by|in|of|from|for|who|whose|which|that|on|at|to|with|directed|written|starring|known|best|born|based|released|published|founded|during|between"
    r"|active|located|set|produced|performed|recorded|composed|developed|created|featuring)\b"
)
_ADVERBIAL = re.compile(
    r"(?:In|On|At|After|Before|During|From|By|Since|As|Under|For|With|While|When|Following|Upon|Until|Around|Throughout|Later|Then|Eventually|Originally"
    r"|Initially|Afterwards|Subsequently|Finally|Today|Currently|Now|There|Also|Together|Though|Although|Born|Set|Starring|Featuring|Based|Largely|Loosely"
    r"|Written|Directed|Produced|Released|Published|Known|Described|Despite)\b[^,]{0,100},\s+"
)


@dataclass(frozen=True, slots=True)
class Entity:
    """Somebody or something a sentence speaks of: the full name, and the words that mean it here.

    ``end`` is where those words end in the sentence, for its grammatical subject (0 otherwise).
    """

    name: str
    quote: str
    is_topic: bool = False
    end: int = 0


@dataclass(frozen=True, slots=True)
class Topic:
    """What the passage is about.

    ``name`` is its full name, ``head`` the way it is written at the passage's start (empty: only as a pronoun),
    ``kind`` what it is (a kind of the lexicon, or ``None``), ``feminine`` whether "she" means it (``None``: unknown).
    """

    name: str
    head: str
    kind: str | None = None
    feminine: bool | None = None

    def is_meant_by(self, mention: str) -> bool:
        """Whether a name in the passage is the topic's, in full or (for a person) its first or last part."""
        folded = fold(without_honorifics(mention))
        names = [fold(name) for name in (self.name, without_honorifics(self.head)) if name]
        if folded in names or f"the {folded}" in names:
            return True
        if self.kind not in {"person", None}:
            return False
        return any(name.startswith(f"{folded} ") or name.endswith(f" {folded}") for name in names)


def strip_disambiguator(title: str) -> str:
    """A title without its last parenthesis: ``Labyrinth (1984 video game)`` is ``Labyrinth``."""
    return _DISAMBIGUATOR.sub("", title).strip() or title.strip()


def opening_length(text: str, title: str) -> int:
    """How many characters of the text are its title, where it begins with it (quotation marks included)."""
    full = strip_disambiguator(title)
    start = len(text) - len(text.lstrip("\"“' "))
    return start + len(full) if full and fold(text[start : start + len(full)]) == fold(full) else 0


def find_topic(sentences: Sequence[Sentence], title: str = "") -> Topic | None:
    """The topic of a passage. The title only completes the name that the first sentence gives."""
    if not sentences:
        return None
    first = sentences[0]
    full = strip_disambiguator(title)
    head = _head(first, full)
    if not head:
        return _titled(full, sentences)
    titled = bool(full) and _same_thing(full, first.text, head)
    name = full if titled else head
    defined = _kind(first, head)
    feminine = _gender(sentences, head)
    kind = defined or (None if feminine is None else "person")
    if not (titled or defined or _LIFE.match(first.shape, first.shape.find("("))):
        feminine = None
    name = without_honorifics(name) if kind == "person" else " ".join(name.split())
    if kind in {"river", "place", None}:
        name = name.removeprefix("The ") or name
    return Topic(name, head, kind, feminine)


def _titled(title: str, sentences: Sequence[Sentence]) -> Topic | None:
    """The topic of a passage that begins in the midst ("She was born", "The film was"): what the title names."""
    first = sentences[0].flat
    described = _DESCRIBED.match(first)
    kind = kind_of_noun(described["noun"]) if described else None
    if not title[:1].isupper() and not title[:1].isdigit():
        return None
    if kind and kind != "person":
        return Topic(title, "", kind)
    if not _PRONOUN.search(first) and not set(fold(title).split()) & set(fold(first).split()):
        return None
    feminine = _gender(sentences, "")
    return Topic(without_honorifics(title), "", None if feminine is None else "person", feminine)


def _gender(sentences: Sequence[Sentence], head: str) -> bool | None:
    """Whether the passage says "she" rather than "he"; a woman's name needs only one "she"."""
    text = " ".join(sentence.shape for sentence in sentences[:12])
    he = len(re.findall(r"\b[Hh](?:e|is)\b", text))
    she = len(re.findall(r"\b(?:[Ss]he|[Hh]er)\b", text))
    if she and is_feminine(head.split(" of ", 1)[0]):
        return True
    return None if he == she else she > he


def _head(first: Sentence, title: str) -> str:
    """The first sentence's first words as far as they name something, as they stand in the text."""
    start = len(first.shape) - len(first.shape.lstrip("\"' "))
    adverbial = _ADVERBIAL.match(first.flat)
    for at in (start, adverbial.end() if adverbial else start) if title else ():
        end = at + len(title)
        if fold(first.text[at:end]) == fold(title) and not first.text[end : end + 1].isalnum():
            return first.text[at:end]
    found = _HEAD.match(first.flat)
    if found and (_is_head(found["head"]) or _is_foreign_title(found["head"], first)):
        person = _PERSON.match(found["head"])
        comma = _head_end(found["head"])
        length = max(comma, person.end() if person else 0)
        head = found["head"][:length].rstrip()
        return first.text[found.start("head") :][: len(head)]
    leading = _LEADING_NAME.match(first.flat)
    return first.text[slice(*leading.span("head"))] if leading and is_name(leading["head"]) else ""


def _is_foreign_title(head: str, first: Sentence) -> bool:
    """Whether words that end in small letters are a title all the same: a work is defined by them."""
    kind = _kind(first, head)
    works = load_table("lexicon")["groups"]["work"].split()
    return head[:1].isupper() and is_name(head) and len(head.split()) <= 6 and kind in works


def _head_end(head: str) -> int:
    """Where the name ends in the words before "is": at a comma, or before "and his wife"."""
    found = re.search(r",|\s+and\s+(?:his|her)\s", head)
    return found.start() if found else len(head)


def _is_head(head: str) -> bool:
    """Whether words before "is" are a name or a title, and no clause ("In 1950 the film")."""
    tokens = head.split(",", maxsplit=1)[0].split()
    if "," in head and tokens[0] in words("capitals", "not_names") and tokens[0] not in {"The", "A", "An"}:
        return False
    lowered = sum(token[0].islower() for token in tokens)
    if lowered * 2 > len(tokens) or tokens[-1][0].islower():
        return False
    return len(tokens) > 1 or is_name(tokens[0])


def _same_thing(title: str, sentence: str, head: str) -> bool:
    folded = fold(title)
    if f" {folded} " in f" {fold(sentence)} ":
        return True
    opening = _OPENING.match(sentence)
    names = fold(opening[0] if opening else head).split()
    return bool({word for word in folded.split() if len(word) > 2} & set(names))


def _kind(first: Sentence, head: str) -> str | None:
    found = _DEFINITION.search(first.flat, len(head))
    description = _STOP.split(found["description"], maxsplit=1)[0] if found else ""
    parts = re.split(r",\s*|\s+and\s+|/", description)
    kinds = [kind for part in parts if (kind := _kind_of_phrase(part.split()[-2:]))]
    return "person" if "person" in kinds else kinds[0] if kinds else None


def _kind_of_phrase(nouns: Sequence[str]) -> str | None:
    """The kind of a noun phrase's last noun, or else of the one before ("a film noir")."""
    kinds = (None if is_people_adjective(noun) else kind_of_noun(noun.lower()) for noun in reversed(nouns))
    return next((kind for kind in kinds if kind), None)


class Reading:
    """The state of reading a passage in order: its topic, and whom "he" and "she" may mean in the present sentence."""

    def __init__(self, topic: Topic | None) -> None:
        self.topic = topic
        self._behind: list[Sentence] = []
        self._full_names: dict[str, set[str]] = {}
        self._ambiguous: frozenset[str] = frozenset()

    def begin(self, sentence: Sentence) -> Entity | None:
        """Take up a sentence; its grammatical subject, where that is a name, a pronoun or the topic's noun."""
        return self._subject(sentence)

    def end(self, sentence: Sentence, subject: Entity | None) -> None:
        """Leave a sentence: its names may be shortened from now on, and its subject, if another one, be "he"."""
        self._ambiguous = _meant_next(sentence.flat, subject)
        self._behind.append(sentence)

    def _remember(self, quote: str, shape: str) -> None:
        while shape.split(None, 1)[0] in people_adjectives() and " " in shape:
            shape = shape.split(None, 1)[1]
            quote = quote.split(None, 1)[1]
        name = without_honorifics(quote)
        if " " in name:
            self._full_names.setdefault(name.rsplit(None, 1)[-1], set()).add(name)

    def full_name(self, name: str) -> str:
        """The full name that the passage has given before for a last name, or the name itself."""
        if " " in name:
            return name
        for sentence in self._behind:
            for found in _PERSON.finditer(sentence.flat):
                if " " in found[0] and is_name(found[0]):
                    self._remember(sentence.text[slice(*found.span())], found[0])
        self._behind.clear()
        longer = self._full_names.get(name, ())
        return next(iter(longer)) if len(longer) == 1 else name

    def _subject(self, sentence: Sentence) -> Entity | None:
        flat = sentence.flat
        start = len(flat) - len(flat.lstrip('" '))
        adverbial = _ADVERBIAL.match(flat, start)
        for at in (start, adverbial.end() if adverbial else start):
            if entity := self.topic_at(sentence, at) or self._mention_at(sentence, at):
                return entity
        return None

    def topic_at(self, sentence: Sentence, at: int) -> Entity | None:
        """The topic, where it is written here as at the passage's start."""
        topic = self.topic
        if not topic or not topic.head or not sentence.text.startswith(topic.head, at):
            return None
        after = sentence.shape[at + len(topic.head) : at + len(topic.head) + 2]
        end = at + len(topic.head)
        return None if after == "'s" or after[:1].isalnum() else Entity(topic.name, topic.head, True, end)

    def _mention_at(self, sentence: Sentence, at: int) -> Entity | None:
        found = MENTION.match(sentence.flat, at)
        if not found or sentence.flat.startswith("'", found.end()):
            return None
        entity = self.entity(found, sentence)
        return replace(entity, end=found.end()) if entity else None

    def entity(self, mention: re.Match[str], sentence: Sentence) -> Entity | None:
        """What a match of :data:`~graphragprov.reader.names.MENTION` in a sentence's shape means, or ``None``."""
        if mention["pronoun"]:
            return self.pronoun(mention["pronoun"])
        if mention["definite"]:
            return self._definite(mention["definite"], mention["noun"])
        return self.named(sentence.text[slice(*mention.span())], mention[0])

    def named(self, quote: str, shape: str) -> Entity | None:
        """The entity of a name as it is written."""
        if not is_name(shape) and not (self.topic and quote == self.topic.head):
            return None
        if self.topic and self.topic.is_meant_by(quote):
            return Entity(self.topic.name, quote, True)
        if country_of(shape):
            return None
        name = " ".join(quote[honorific_length(shape) :].split()).removeprefix("The ")
        return Entity(self.full_name(name), quote)

    def pronoun(self, quote: str) -> Entity | None:
        """The topic, where the pronoun fits it and nobody else may be meant."""
        topic, lowered = self.topic, quote.lower()
        if not topic:
            return None
        if lowered in {"it", "its"}:
            return Entity(topic.name, quote, True) if topic.kind not in {"person", None} else None
        if topic.kind != "person" or topic.feminine is None or topic.feminine != (lowered in {"she", "her"}):
            return None
        return None if lowered[0] in self._ambiguous else Entity(topic.name, quote, True)

    def _definite(self, quote: str, noun: str) -> Entity | None:
        topic, kind = self.topic, kind_of_noun(noun)
        if not topic or not topic.kind or not kind or kind == "person":
            return None
        return Entity(topic.name, quote, True) if kind == topic.kind or _related(kind, topic.kind) else None


def _meant_next(flat: str, subject: Entity | None) -> frozenset[str]:
    """Which pronouns ("h" for he, "s" for she) of the next sentence may mean this sentence's subject, not the topic."""
    kin = _KIN.match(flat)
    if kin:
        return frozenset("s" if kin["she"] else "h")
    if not subject or subject.is_topic or not _PREDICATE.match(flat, subject.end):
        return frozenset()
    return frozenset("s") if is_feminine(subject.name) else frozenset("hs")


def _related(kind: str, other: str) -> bool:
    groups: dict[str, str] = load_table("lexicon")["groups"]
    return any({kind, other} <= {name, *members.split()} for name, members in groups.items() if name != "work")
