"""The dates that a quote can be read as holding, of any precision and in many orders.

Years are astronomical, as in XML Schema 1.1 and ISO 8601: 1 BC is the year 0, 275 BC is -274.  A year range, a decade
or a century is a :class:`YearRange`: years inside it are neither supported nor contradicted.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from functools import lru_cache

import regex

from .calendar_words import ERAS_AFTER, ERAS_BEFORE, JAPANESE_ERAS, MONTHS
from .number_words import CJK_DIGITS, CJK_UNITS, ORDINALS
from .numerals import MAX_QUOTE, ascii_digits, year_words
from .other_numerals import cjk_number

__all__ = ["Dates", "PartialDate", "YearRange", "dates_in"]


@dataclass(frozen=True, slots=True)
class PartialDate:
    """A date of which some fields are known. ``year`` is astronomical."""

    year: int | None = None
    month: int | None = None
    day: int | None = None

    def covers(self, other: PartialDate) -> bool:
        """Whether every field that ``other`` has is here, with the same value: a full date covers its year."""
        pairs = zip(self.fields, other.fields, strict=True)
        return all(theirs is None or ours == theirs for ours, theirs in pairs)

    def conflicts(self, other: PartialDate) -> bool:
        """Whether some field that both have differs."""
        pairs = zip(self.fields, other.fields, strict=True)
        return any(ours is not None and theirs is not None and ours != theirs for ours, theirs in pairs)

    @property
    def fields(self) -> tuple[int | None, int | None, int | None]:
        """Year, month and day."""
        return (self.year, self.month, self.day)


@dataclass(frozen=True, slots=True)
class YearRange:
    """Years ``first`` to ``last``, both included."""

    first: int
    last: int

    def __contains__(self, year: int) -> bool:
        return self.first <= year <= self.last


@dataclass(slots=True)
class Dates:
    """Readings of a quote as dates: ``firm`` ones are what it says, ``soft`` ones are possible, ``ranges`` surround."""

    firm: set[PartialDate] = field(default_factory=set)
    soft: set[PartialDate] = field(default_factory=set)
    ranges: set[YearRange] = field(default_factory=set)


# -- patterns, on folded text ----------------------------------------------------------------------------


def _alternatives(words: object) -> str:
    return "|".join(regex.escape(w) for w in sorted(words, key=len, reverse=True))  # type: ignore[call-overload]


def fold(text: str) -> str:
    """Casefolded, without diacritics, digits in ASCII, dashes as hyphens, white space as single spaces."""
    text = unicodedata.normalize("NFKC", ascii_digits(text)).casefold()
    text = "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c) or c == "̆")
    text = unicodedata.normalize("NFC", text)
    return regex.sub(r"\s+", " ", regex.sub(r"[‐‑‒–—―]", "-", text)).replace("’", "'")


_FOLDED_MONTHS = {fold(name): number for name, number in MONTHS.items()}
_MONTH = rf"(?:{_alternatives(_FOLDED_MONTHS)})\b\.?"
_DAY_WORDS = {
    f"{tens}-{word}": base + n
    for tens, base in (("twenty", 20), ("thirty", 30))
    for word, n in ORDINALS.items()
    if n < 10 and base + n <= 31
}
_DAY_WORDS |= {word: n for word, n in ORDINALS.items() if n <= 31}
_DAY = rf"(?:(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th|er|\.|º|ª)?(?!\d)|(?:{_alternatives(_DAY_WORDS)})\b)"
_BEFORE = rf"(?:{_alternatives(ERAS_BEFORE)})(?!\w)"
_AFTER = rf"(?:{_alternatives(ERAS_AFTER)})(?!\w)"
_ERA = rf"(?: ?(?P<bc>{_BEFORE})| ?(?P<ad>{_AFTER}))?"
_REQUIRED_ERA = rf"(?: ?(?P<bc>{_BEFORE})| ?(?P<ad>{_AFTER}))"
_OF = r"(?:,? (?:of |de |di |del |in )?|[-/ .,]|, ?)"
_TO = r" ?(?:-|/|to|until|till|through|and|&|or) ?"
_CIRCA = r"(?:(?:c|ca|circa|about|around|approximately|fl|b|d|r)\b\.? ?)?"


@dataclass(frozen=True, slots=True)
class _Pattern:
    name: str
    expression: regex.Pattern[str]


def _pattern(name: str, expression: str) -> _Pattern:
    return _Pattern(name, regex.compile(expression))


_ORDINAL = rf"(?:\d{{1,2}}(?:st|nd|rd|th)|{_alternatives(ORDINALS)})"
_YEAR4 = r"(?P<year>\d{3,4})(?!\d|[.,]\d)"
_CJK_NUMERAL = rf"(?:\d{{1,4}}|[{''.join(CJK_DIGITS)}{''.join(CJK_UNITS)}]{{1,6}}|元)"
_PATTERNS = (
    _pattern("ymd", r"(?<![\d-])(?P<year>-?\d{4})-(?P<month>\d\d?)-(?P<day>\d\d?)(?=\D|$)(?:t[\d:.]+z?)?"),
    _pattern("ymd", r"(?<!\d)(?P<year>\d{4})[/.](?P<month>\d\d?)[/.](?P<day>\d\d?)(?!\d)"),
    _pattern("numeric", r"(?<!\d)(?P<one>\d\d?)(?P<sep>[/.-])(?P<two>\d\d?)(?P=sep)(?P<year>\d{4}|\d\d)(?!\d)"),
    _pattern(
        "cjk",
        rf"(?P<bc>公元前|西元前|紀元前|前)?(?:公元|西元|西暦)?(?P<era>{_alternatives(JAPANESE_ERAS)})?"
        rf"(?P<cy>{_CJK_NUMERAL}) ?[年년](?!代)"
        rf"(?: ?(?P<cm>{_CJK_NUMERAL}) ?[月월](?: ?(?P<cd>{_CJK_NUMERAL}) ?[日일号號])?)?",
    ),
    _pattern(
        "cjk",
        rf"(?P<cm>{_CJK_NUMERAL})[月월] ?(?P<cd>{_CJK_NUMERAL})[日일号號]",
    ),
    _pattern(
        "days",
        rf"(?<![\w]){_CIRCA}(?P<day>{_DAY})(?:{_TO}(?P<day2>{_DAY}))?(?: of| de| di)?[ -]?(?P<month>{_MONTH})"
        rf"(?:{_OF}(?P<year>\d{{3,4}})(?!\d){_ERA}|{_OF}(?P<year2>\d{{1,2}})(?![\d:]){_ERA})?",
    ),
    _pattern(
        "days",
        rf"(?<![\w])(?P<month>{_MONTH}) ?(?:the )?(?P<day>{_DAY})(?:{_TO}(?P<day2>{_DAY}))?(?![\d:])"
        rf"(?:,? ?(?:of |in )?(?P<year>\d{{3,4}})(?!\d){_ERA})?",
    ),
    _pattern("month", rf"(?<![\w])(?:(?P<month0>{_MONTH}){_TO})?(?P<month>{_MONTH}){_OF}'?{_YEAR4}{_ERA}"),
    _pattern("month", r"(?<![\d-])(?P<year>-?\d{4})-(?P<month>0[1-9]|1[0-2])(?![\d-])"),
    _pattern(
        "century",
        rf"(?<![\w])(?P<n>{_ORDINAL})(?:{_TO}(?P<n2>{_ORDINAL}))?[ -]+(?:century|centuries|c\.){_ERA}",
    ),
    _pattern("decade", rf"(?<![\w.,])(?P<year>\d{{2,3}}0)'?s\b(?:{_TO}(?P<year2>\d{{2,3}}0)'?s\b)?{_ERA}"),
    _pattern("decade", r"(?P<year>\d{3}0) ?年代"),
    _pattern(
        "range",
        rf"(?<![\w.,]){_CIRCA}(?P<first>\d{{3,4}})(?P<sep>{_TO}){_CIRCA}(?P<last>\d{{1,4}})(?![\w]|[.,]\d){_ERA}",
    ),
    _pattern(
        "range",
        rf"(?<![\w.,]){_CIRCA}(?P<first>\d{{1,3}})(?P<sep>{_TO}){_CIRCA}(?P<last>\d{{1,4}}){_REQUIRED_ERA}",
    ),
    _pattern("era", rf"(?<![\w.,])(?P<year>\d{{1,4}}){_REQUIRED_ERA}"),
    _pattern("era", rf"(?<![\w])(?P<ad>{_AFTER}) ?(?P<year>\d{{1,4}})(?!\d)"),
    _pattern("abbreviated", r"(?<!\w)'(?P<year>\d\d)(?!\w)"),
)
_UNITS = (
    "km|m|mi|ft|kg|people|inhabitants|miles|metres|meters|feet|percent|per cent|times|points|million|billion|copies|"
    "hectares|acres|khz|mhz|square|sq|seats|students|members|episodes|votes"
)
_BARE = regex.compile(
    r"(?P<before>(?<=\d)[.,:/]|[$£€¥#+]|[^\W\d]|(?<!\w)-)?(?<!\d)(?P<year>\d{3,4})(?!\d)"
    rf"(?P<after>[.,:]\d|[^\W\d_]|%| ?(?:{_UNITS})\b)?"
)


def _year(digits: str, before_christ: object) -> int:
    return 1 - int(digits) if before_christ else int(digits)


def _group(match: regex.Match[str], name: str) -> str | None:
    """A group that not every pattern of a kind has."""
    return match.groupdict().get(name)


class _Collector:
    def __init__(self, quote: str) -> None:
        self.quote = quote
        self.found = Dates()
        self.places: list[tuple[int, PartialDate]] = []

    def firm(self, at: int, year: int | None, month: int | None = None, day: int | None = None) -> None:
        """Record a firm date; impossible months and days are not dates."""
        if month is not None and not 1 <= month <= 12:
            return
        if day is not None and not 1 <= day <= 31:
            return
        date = PartialDate(year, month, day)
        self.found.firm.add(date)
        self.places.append((at, date))

    def soft(self, year: int | None, month: int | None = None, day: int | None = None) -> None:
        """Record a possible date."""
        if (month is None or 1 <= month <= 12) and (day is None or 1 <= day <= 31):
            self.found.soft.add(PartialDate(year, month, day))

    def ymd(self, m: regex.Match[str]) -> None:
        self.firm(m.start(), int(m["year"]), int(m["month"]), int(m["day"]))

    def numeric(self, m: regex.Match[str]) -> None:
        one, two = int(m["one"]), int(m["two"])
        years = [int(m["year"])] if len(m["year"]) == 4 else [c + int(m["year"]) for c in (1800, 1900, 2000)]
        for year in years:
            keep = self.soft if len(years) > 1 else lambda y, mo, d: self.firm(m.start(), y, mo, d)
            keep(year, two, one)
            if one != two:
                keep(year, one, two)

    def cjk(self, m: regex.Match[str]) -> None:
        year, month, day = (_any_numeral(_group(m, name)) for name in ("cy", "cm", "cd"))
        era, before_christ = _group(m, "era"), _group(m, "bc")
        if year is not None and era:
            year += JAPANESE_ERAS[era]
        elif year is not None and before_christ:
            year = 1 - year
        elif year is not None and year < 100 and month is None:
            return
        self.firm(m.start(), year, month, day)

    def days(self, m: regex.Match[str]) -> None:
        month = _FOLDED_MONTHS[m["month"].rstrip(".")]
        short, before_christ = _group(m, "year2"), _group(m, "bc")
        digits = m["year"] or (short if before_christ or _group(m, "ad") else None)
        year = _year(digits, before_christ) if digits else None
        for group in ("day", "day2"):
            if not m[group]:
                continue
            day = _day(m[group])
            if year is None and short:
                for century in (0, 1800, 1900, 2000):
                    self.soft(century + int(short), month, day)
            self.firm(m.start(), year, month, day)
            if year is not None and before_christ:
                self.soft(year - 1, month, day)

    def month(self, m: regex.Match[str]) -> None:
        name = m["month"].rstrip(".")
        month = int(name) if name.isdigit() else _FOLDED_MONTHS[name]
        year, first = _year(m["year"], _group(m, "bc")), _group(m, "month0")
        self.firm(m.start(), year, month)
        if first:
            self.firm(m.start(), year, _FOLDED_MONTHS[first.rstrip(".")])
        if name.isdigit():
            self.soft(int(m["year"]))
            self.soft(int(m["year"]) // 100 * 100 + month)

    def century(self, m: regex.Match[str]) -> None:
        numbers = [_day(m[group]) for group in ("n", "n2") if m[group]]
        first, last = min(numbers), max(numbers)
        if m["bc"]:
            self.found.ranges.add(YearRange(-100 * last, 1 - 100 * (first - 1)))
        else:
            self.found.ranges.add(YearRange(100 * (first - 1), 100 * last))

    def decade(self, m: regex.Match[str]) -> None:
        first, last = int(m["year"]), int(_group(m, "year2") or m["year"])
        width = 99 if last % 100 == 0 else 9
        self.found.ranges.add(
            YearRange(-last - width, 1 - first) if _group(m, "bc") else YearRange(first, last + width)
        )

    def range(self, m: regex.Match[str]) -> None:
        first, last = m["first"], m["last"]
        if len(first) == 4 and len(last) <= 2 and not m["bc"]:
            last = first[: -len(last)] + last
        bc_first = m["bc"] and int(first) >= int(last)
        years = (_year(first, bc_first), _year(last, m["bc"]))
        for year, is_bc in zip(years, (bc_first, m["bc"]), strict=True):
            self.firm(m.start(), year)
            if is_bc:
                self.soft(year - 1)
        if m["sep"].strip() not in ("and", "&", "or"):
            self.found.ranges.add(YearRange(min(years), max(years)))

    def era(self, m: regex.Match[str]) -> None:
        year = _year(m["year"], _group(m, "bc"))
        self.firm(m.start(), year)
        if _group(m, "bc"):
            self.soft(year - 1)

    def abbreviated(self, m: regex.Match[str]) -> None:
        for century in (1700, 1800, 1900, 2000):
            self.soft(century + int(m["year"]))

    def bare(self, m: regex.Match[str], whole: str) -> None:
        year = int(m["year"])
        alone = regex.fullmatch(rf"\W*(?:in |by |from |since |until |about |around )?{_CIRCA}{m['year']}\W*", whole)
        plausible = len(m["year"]) == 4 and 1000 <= year <= 2100
        if m["before"] or m["after"] or not (plausible or alone):
            self.soft(year)
        else:
            self.firm(m.start(), year)

    def lend_years(self) -> None:
        """A day without a year may take that of its neighbours: ``30 May – 2 June 1979``, ``In 1979, on 16 May``."""
        ordered = sorted(self.places, key=lambda place: place[0])
        years = [(at, date.year) for at, date in ordered if date.year is not None]
        for at, date in ordered:
            if date.year is None:
                before = [year for where, year in years if where < at][-1:]
                after = [year for where, year in years if where > at][:1]
                for year in before + after:
                    self.soft(year, date.month, date.day)


def _any_numeral(numeral: str | None) -> int | None:
    if numeral is None:
        return None
    if numeral == "元":
        return 1
    return int(numeral) if numeral.isdigit() and numeral.isascii() else cjk_number(numeral)


def _day(text: str) -> int:
    if text in _DAY_WORDS:
        return _DAY_WORDS[text]
    if text in ORDINALS:
        return ORDINALS[text]
    return int(regex.match(r"\d+", text)[0])  # type: ignore[index]


@lru_cache(maxsize=1024)
def dates_in(quote: str) -> Dates:
    """Every date that the quote can be read as holding. Callers do not change what they get.

    >>> dates_in("born 16 September 1979").firm
    {PartialDate(year=1979, month=9, day=16)}
    """
    collector = _Collector(quote)
    if len(quote) > MAX_QUOTE:
        return collector.found
    text = whole = fold(quote)
    for pattern in _PATTERNS:
        handle = getattr(collector, pattern.name)

        def take(match: regex.Match[str], handle: object = handle) -> str:
            handle(match)  # type: ignore[operator]
            return " " * len(match[0].rstrip()) + match[0][len(match[0].rstrip()) :].replace(" ", "|")

        text = pattern.expression.sub(take, text)
    for match in _BARE.finditer(text):
        collector.bare(match, whole)
    for year in year_words(quote):
        collector.firm(len(text), year)
    collector.lend_years()
    return collector.found
