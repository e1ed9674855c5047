"""Tables of number words: English and Chinese numerals, scales, and words that only suggest a number."""

from __future__ import annotations

from decimal import Decimal

__all__ = [
    "CJK_DIGITS",
    "CJK_SCALES",
    "CJK_UNITS",
    "ORDINALS",
    "ORDINAL_SCALES",
    "SCALES",
    "SCALE_ABBREVIATIONS",
    "SMALL",
    "SUGGESTIONS",
    "TENS",
    "VULGAR",
]


def _numbered(words: str, start: int, step: int = 1) -> dict[str, int]:
    """Words to ``start``, ``start + 1`` …, times ``step``."""
    return {word: step * value for value, word in enumerate(words.split(), start)}


SMALL: dict[str, int] = _numbered(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen",
    start=0,
)
"""Cardinals below twenty."""

TENS: dict[str, int] = _numbered("twenty thirty forty fifty sixty seventy eighty ninety", 2, 10) | {"fourty": 40}

ORDINALS: dict[str, int] = _numbered(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
    "fifteenth sixteenth seventeenth eighteenth nineteenth",
    start=1,
) | _numbered("twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth", 2, 10)
"""Ordinals below a hundred that are one word; they end a number."""

SCALES: dict[str, int] = {
    "hundred": 100,
    "thousand": 10**3,
    "lakh": 10**5,
    "lakhs": 10**5,
    "million": 10**6,
    "millions": 10**6,
    "mn": 10**6,
    "crore": 10**7,
    "crores": 10**7,
    "billion": 10**9,
    "billions": 10**9,
    "bn": 10**9,
    "trillion": 10**12,
    "trillions": 10**12,
    "tn": 10**12,
    "dozen": 12,
}
"""Words that multiply the number before them."""

ORDINAL_SCALES: dict[str, int] = {"hundredth": 100, "thousandth": 10**3, "millionth": 10**6, "billionth": 10**9}

SCALE_ABBREVIATIONS: dict[str, int] = {"k": 10**3, "m": 10**6, "b": 10**9, "t": 10**12}
"""One letter after a number: perhaps a scale, perhaps a unit (75 m)."""

SUGGESTIONS: dict[str, Decimal] = {
    word: Decimal(value)
    for word, value in {
        "a": "1",
        "an": "1",
        "another": "1",
        "single": "1",
        "sole": "1",
        "only": "1",
        "once": "1",
        "solo": "1",
        "twice": "2",
        "thrice": "3",
        "pair": "2",
        "couple": "2",
        "both": "2",
        "double": "2",
        "duo": "2",
        "twin": "2",
        "twins": "2",
        "triple": "3",
        "trio": "3",
        "trilogy": "3",
        "triplets": "3",
        "quartet": "4",
        "quintet": "5",
        "sextet": "6",
        "half": "0.5",
        "quarter": "0.25",
        "decade": "10",
        "century": "100",
        "score": "20",
        "no": "0",
        "none": "0",
        "never": "0",
        "without": "0",
        "childless": "0",
    }.items()
}
"""Words that may stand for a number: enough to agree with a value, never enough to contradict one."""

VULGAR: dict[str, Decimal] = {
    "½": Decimal("0.5"),
    "¼": Decimal("0.25"),
    "¾": Decimal("0.75"),
    "⅛": Decimal("0.125"),
    "⅜": Decimal("0.375"),
    "⅝": Decimal("0.625"),
    "⅞": Decimal("0.875"),
    "⅕": Decimal("0.2"),
    "⅖": Decimal("0.4"),
    "⅗": Decimal("0.6"),
    "⅘": Decimal("0.8"),
}

CJK_DIGITS: dict[str, int] = {
    character: value
    for value, characters in enumerate(
        ("零〇○", "一壹弌", "二贰貳两兩", "三叁參", "四肆", "五伍", "六陆陸", "七柒", "八捌", "九玖")
    )
    for character in characters
}

CJK_UNITS: dict[str, int] = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000}

CJK_SCALES: dict[str, int] = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8, "兆": 10**12}
