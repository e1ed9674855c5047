"""Names in the shape of a text: expressions that find them, and what is part of a name."""

from __future__ import annotations

import re

from .lexicon import demonyms, words

__all__ = ["MENTION", "NAME", "PERSON", "TITLE", "WORD", "honorific_length", "is_name", "without_honorifics"]

WORD = (
    r"(?:(?:St|Mt|Dr|Jr|Sr|Bros|Mrs|Mr|Hon|Rev|Gen|Col|Capt|Lt|Prof|Sen|Gov)\.|[A-Z]\.(?:\s?-?[A-Z]\.)*(?:-?[A-Z]\w+)?"
    r"|Greece\s+and\s+Denmark|Saxe-Coburg(?:-Saalfeld)?\s+and\s+Gotha|Bosnia\s+and\s+Herzegovina"
    r"|(?:(?:d|l|al|el|ad|an|as|ash|D|L|O)['-])?[A-Z]\w*(?:'(?!s\b)\w+)*(?:-(?:\s(?=[A-Z]))?\w+(?:'(?!s\b)\w+)*)*)"
)
_PARTICLE = (
    r"(?:of\s+the|de\s+(?:la|las|los)|de\s+l'|von\s+(?:der|und\s+zu)|van\s+(?:der|den|de)|von|van|de[rnl]?|dell[ae]|dei|degli|d[iao]|d[oa]s|du|des|l[ea]"
    r"|[ea]l|bin|i?bn|ben|bint|zu|zum|of|a[fv]|ter?|ten|ul|[ayie]|the|am|an\s+der|sur|upon|d'|l')"
)
NAME = rf"(?<!\w){WORD}(?:\s+(?:{_PARTICLE}\s+){{0,2}}{WORD}){{0,9}}(?:,\s+[JS]r\.?)?(?!\w)"
"""Regular expression of a name: capitalised words, with particles (``von``, ``de``, ``of the``) between them."""

_NOBLE = (
    r"(?:\d+(?:st|nd|rd|th)\s+)?(?:Grand\s+|Crown\s+)?(?:Duke|Duchess|Earl|Count|Countess|Baron|Baroness|Baronet|Marquess|Marquis|Landgrave|Margrave|King"
    r"|Queen|Prince|Princess|Viscount|Viscountess|Elector|Lord|Lady|Holy\s+Roman\s+Emperor|Archduke|Emperor)"
)
_REALM = rf"\s+(?:(?:of|de|zu|von)\s+(?:the\s+)?)?{WORD}(?:[-\s]+(?:of\s+)?{WORD}){{0,3}}"
PERSON = rf"{NAME}(?:,\s+{_NOBLE}(?:\s+(?:Palatine|Consort))?(?:{_REALM})?)?(?!\w)"
"""Regular expression of a person's name, a noble title after a comma included."""

_SMALL = r"(?:of|the|an?|and|in|on|to|for|from|with|at|by|d[eiu]|l[ae]|de[rsl]|die|das|von|et|y|or|\&)"
_TITLE_WORD = r"[A-Z0-9][\w'.!?:-]*"
_TITLE_END = (
    r"(?=\s*(?:[.,;(]|$)|\s+(?:by|in\s+\d|on\s+\d|which|that|was|is|were|has|had|who|with|directed|written|released|published|starring|and\s+(?:the\s+)?[a-z])"
    r"|\s{2,})"
)
TITLE = rf"(?:\"\s*[^\"]{{1,100}}?\s*\"|{_TITLE_WORD}(?:,?\s+(?:{_SMALL}\s+){{0,3}}{_TITLE_WORD}){{0,11}}?{_TITLE_END})"
"""Regular expression of a work's title: in quotation marks, or capitalised words; as short as what follows allows."""

MENTION = re.compile(
    rf"(?P<pronoun>(?<!\w)(?:[Hh]e|[Ss]he|[Ii]t)(?!\w))|(?P<definite>(?<!\w)[Tt]h(?:e|is)\s+(?P<noun>[a-z]+)(?!\w))|(?P<name>{PERSON})"
)
"""What may be the subject of a sentence: a pronoun, ``the film``, a name."""

_REGNAL = re.compile(r"\b[IVX]+\b|\s(?:of|von|zu|de)\s")


def is_name(shape: str) -> bool:
    """Whether capitalised words can be a name: they do not begin with a function word, a month or a bare demonym."""
    first, *rest = shape.split(None, 1) or [""]
    if first == "The" and rest:
        return rest[0][:1].isupper() and is_name(rest[0])
    if not first or first in words("capitals", "not_names") or first in words("capitals", "months"):
        return False
    return shape not in demonyms()


def honorific_length(name: str) -> int:
    """How many characters of a person's name are honorifics: ``Sir`` always, ``King`` before a regnal or full name.

    >>> [honorific_length(n) for n in ("Sir William Morley", "King Philip II of Spain", "Duke Ellington")]
    [4, 5, 0]
    """
    at = 0
    while len(parts := name[at:].split(None, 1)) == 2 and parts[1][:1].isupper():
        titled = _REGNAL.search(parts[1]) or " " in parts[1]
        regnal = parts[0] in words("honorifics", "regnal") and titled
        if not (parts[0] in words("honorifics", "always") or regnal):
            break
        at = name.index(parts[1], at + len(parts[0]))
    return at


def without_honorifics(name: str) -> str:
    """A person's name without its honorifics, with single spaces."""
    return " ".join(name[honorific_length(name) :].split())
