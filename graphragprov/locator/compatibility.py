"""The compatibility tier's rewritings: NFKC with quotation marks, dashes, hyphens and invisible characters.

It never changes a number (10² is not 102, ½ after 3 is not 1⁄2, ① is not 1) nor a mathematical letter (𝑥, ϕ, ℵ):
superscripts and subscripts fold only after a letter.  Sources: Unicode UAX #15, UAX #44 (decomposition types).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache

import regex

from .folding import Edit, substitute

__all__ = [
    "IGNORED",
    "OPTIONAL_HYPHEN",
    "UNSPACED",
    "drop_hyphens",
    "drop_line_hyphens",
    "fold_case",
    "fold_compatible",
    "has_line_hyphens",
    "join_unspaced_lines",
    "mark_line_hyphens",
]

IGNORED = frozenset(
    "\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
)
"""Characters without a shape of their own: soft hyphen, zero-width spaces and joiners, marks of direction."""

OPTIONAL_HYPHEN = "\ufdd0"
"""Stands, in readings only, for a hyphen at a line end: it may be the word's own or the typesetter's.

A noncharacter of Unicode, which texts do not use.
"""

UNSPACED = (
    r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Bopomofo}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tai_Le}\p{New_Tai_Lue}"
    r"\p{Tai_Tham}\p{Tai_Viet}\p{Javanese}\p{Balinese}\p{Yi}\u30fc\uff70\uff9e\uff9f]"
)
"""A character class: the scripts that are written without spaces between words."""

_SINGLE = "‘’‚‛′‵‹›´ʹʻʼʽˈ＇❛❜"
_DOUBLE = "“”„‟″‶«»「」『』〝〞〟＂❝❞"
_MATHEMATICAL = frozenset("ϐϑϒϓϔϕϖϰϱϴϵℵℶℷℸ")
_NOT_DASHES = frozenset("〜〰゠")
_OVERRIDES = dict.fromkeys(_SINGLE, "'") | dict.fromkeys(_DOUBLE, '"') | dict.fromkeys(IGNORED, "") | {"−": "-"}

_SCRIPTS = ("<super>", "<sub>")
_NEVER = ("<font>", "<fraction>")
_LINE_END = r"[^\S\n\r\x85\u2028\u2029]*(?:\r\n|[\n\r\x0b\x0c\x85\u2028\u2029])\s*"
_LINE_HYPHEN = regex.compile(rf"(?<=[\p{{L}}\p{{M}}\p{{N}}])([\p{{Pd}}\u00ad])(?:{_LINE_END})(?=[\p{{L}}\p{{N}}])")
_WIDE = rf"[{UNSPACED}\u3001-\u303f\uff01-\uff60]"
_UNSPACED_LINE_END = regex.compile(rf"(?<={_WIDE}){_LINE_END}(?={_WIDE})", regex.V1)
_INNER_HYPHEN = regex.compile(r"(?<=[\p{L}\p{M}])- ?(?=\p{L})")
_PICTOGRAPH = regex.compile(r"[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]")


def fold_compatible(text: str) -> Iterator[Edit]:
    """Replace characters by their compatible ones, where neither a number nor a formula changes by it."""
    if text.isascii():
        return
    table = {char: to for char in set(text) if not char.isascii() and (to := _compatible(char)) != char}
    if not table:
        return
    for start, end, replacement in substitute(text, table):
        if not _changes_meaning(text, start, replacement):
            yield start, end, replacement


def fold_case(text: str) -> Iterator[Edit]:
    """Full case folding (Unicode 3.13, default caseless matching), which may lengthen the text."""
    return substitute(text, {char: to for char in set(text) if (to := _casefold(char)) != char})


def has_line_hyphens(text: str) -> bool:
    """Whether a word of the text is hyphenated at a line end."""
    return _LINE_HYPHEN.search(text) is not None


def drop_line_hyphens(text: str) -> Iterator[Edit]:
    """Join what a line end hyphenates: a word's hyphen goes with the line end, a number's dash stays."""
    return _line_hyphens(text, "")


def mark_line_hyphens(text: str) -> Iterator[Edit]:
    """As `drop_line_hyphens`, but leave `OPTIONAL_HYPHEN` where it is open whether a hyphen is the word's own."""
    return _line_hyphens(text, OPTIONAL_HYPHEN)


def join_unspaced_lines(text: str) -> Iterator[Edit]:
    """Drop the line ends inside texts of scripts without spaces: no space stood there."""
    return ((match.start(), match.end(), "") for match in _UNSPACED_LINE_END.finditer(text))


def drop_hyphens(text: str) -> Iterator[Edit]:
    """Delete the hyphens between letters: a key under which both readings of a hyphen at a line end meet."""
    return ((match.start(), match.end(), "") for match in _INNER_HYPHEN.finditer(text))


def _line_hyphens(text: str, between_letters: str) -> Iterator[Edit]:
    for match in _LINE_HYPHEN.finditer(text):
        hyphen = match.group(1)
        letters = not (_is_number(text[match.start() - 1]) or _is_number(text[match.end()]))
        if hyphen == "\u00ad":
            yield match.start(), match.end(), ""
        elif letters and hyphen in "-‐":
            yield match.start(), match.end(), between_letters
        else:
            yield match.start(), match.end(), "-"


def _is_number(char: str) -> bool:
    return unicodedata.category(char).startswith("N")


@lru_cache(maxsize=8192)
def _kind(char: str) -> str:
    """The type of the character's decomposition (``<super>``, ``<wide>`` …), or nothing."""
    decomposition = unicodedata.decomposition(char)
    return decomposition.split(" ", 1)[0] if decomposition.startswith("<") else ""


@lru_cache(maxsize=8192)
def _compatible(char: str) -> str:
    """What may stand for the character, wherever it stands; scripts are looked at again in their place."""
    if char in _OVERRIDES:
        return _OVERRIDES[char]
    category, kind = unicodedata.category(char), _kind(char)
    if category == "Pd" and char not in _NOT_DASHES:
        return "-"
    if char in _MATHEMATICAL or kind in _NEVER or (category == "No" and kind not in _SCRIPTS):
        return char
    folded = unicodedata.normalize("NFKC", char)
    # Canonical changes are the NFC tier's; a spacing accent would turn into a space with a mark on it.
    return char if folded == unicodedata.normalize("NFC", char) or folded.startswith(" ") else folded


@lru_cache(maxsize=8192)
def _casefold(char: str) -> str:
    return char if char in _MATHEMATICAL else char.casefold()


def _changes_meaning(text: str, at: int, replacement: str) -> bool:
    """Whether folding the character at this place would make another number or another sign of it."""
    char = text[at]
    if char in "\u200c\u200d":
        return at > 0 and _PICTOGRAPH.match(text[at - 1]) is not None
    if _kind(char) in _SCRIPTS:
        return not _folds_as_script(text, at)
    if unicodedata.category(char) == "Nl":  # ⅠⅤ is not IV
        return any(
            other and unicodedata.category(other) == "Nl" for other in (text[at - 1 : at], text[at + 1 : at + 2])
        )
    if char.isdecimal() or not any(map(str.isdecimal, replacement)):
        return False
    return (replacement[0].isdecimal() and text[at - 1 : at].isdecimal()) or (
        replacement[-1].isdecimal() and text[at + 1 : at + 2].isdecimal()
    )


# Longer runs of superscripts are no units and no formulas; the limit keeps the time linear.
_SCRIPT_RUN = 16


def _folds_as_script(text: str, at: int) -> bool:
    """Whether the run of superscripts (or subscripts) at this place follows a letter and no digit follows it."""
    kind, start, end = _kind(text[at]), at, at + 1
    while start > 0 and _kind(text[start - 1]) == kind and at - start < _SCRIPT_RUN:
        start -= 1
    while end < len(text) and _kind(text[end]) == kind and end - at < _SCRIPT_RUN:
        end += 1
    before, after = text[start - 1 : start], text[end : end + 1]
    if not before or unicodedata.category(before)[0] not in "LM" or _kind(before) in _SCRIPTS:
        return False
    return not (after.isdecimal() or (after and _kind(after) in _SCRIPTS))
