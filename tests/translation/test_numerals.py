"""Numbers in quotes: what is firm, what is only possible, what follows by arithmetic."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphragprov.translation.numerals import ascii_digits, numbers_in, year_words
from graphragprov.translation.other_numerals import cjk_number


@pytest.mark.parametrize(
    ("quote", "numbers"),
    [
        ("10,361", ["10361"]),
        ("1,223,400 people", ["1223400"]),
        ("1.234.567,8", ["1234567.8"]),
        ("12,34,567 rupees", ["1234567"]),
        ("10'361", ["10361"]),
        ("302.47 sq mi", ["302.47"]),
        ("3,5 Prozent", ["3.5"]),
        ("9.13 percent", ["9.13"]),
        ("7th", ["7"]),
        ("placing seventh", ["7"]),
        ("twenty-first", ["21"]),
        ("one hundred and twenty-third", ["123"]),
        ("three FIFA Club World Cup trophies", ["3"]),
        ("twenty-one", ["21"]),
        ("two hundred and five", ["205"]),
        ("one hundred thousand", ["100000"]),
        ("seventy-five million", ["75000000"]),
        ("75 million", ["75000000"]),
        ("$1.2bn", ["1200000000"]),
        ("3.5 million people", ["3500000"]),
        ("6.02e23", ["6.02e23"]),
        ("1.3 × 10^6", ["1300000"]),
        ("1.3 × 10⁶", ["1300000"]),
        ("10² m", ["100"]),
        ("10⁻³", ["0.001"]),
        ("2^10", ["1024"]),
        ("in 1986²", ["1986", "3944196"]),
        ("0⁻¹", []),
        ("99⁹⁹⁹", ["99"]),
        ("75–80 million", ["80000000"]),
        ("$75 to $80 million", ["80000000"]),
        ("in 1997, 98 million", ["1997", "98000000"]),
        ("75 million to 80 million", ["75000000", "80000000"]),
        ("−5 °C", ["-5"]),
        ("minus five", ["-5"]),
        ("2011-12", ["2011", "12"]),
        ("in 1997, 98 points", ["1997", "98"]),
        ("two and three", ["2", "3"]),
        ("two dozen", ["24"]),
        ("2½ miles", ["2.5"]),
        ("三百二十一", ["321"]),
        ("一亿二千万", ["120000000"]),
        ("7500万", ["75000000"]),
        ("1.5亿", ["150000000"]),
        ("２００人", ["200"]),
        ("٣٬٥٠٠", ["3500"]),
        ("२५", ["25"]),
        ("no number here, nor one", []),
        ("", []),
    ],
)
def test_firm_readings(quote: str, numbers: list[str]) -> None:
    assert numbers_in(quote).firm == {Decimal(number) for number in numbers}


@pytest.mark.parametrize(
    ("quote", "number"),
    [
        ("twice", "2"),
        ("one of them", "1"),
        ("75m", "75000000"),
        ("at least 70%", "0.7"),
        ("MCMLXXXVI", "1986"),
        ("Louis XIV", "14"),
        ("three and a half", "3.5"),
        ("B52", "52"),
        ("the 1980s", "1980"),
        ("第七", "7"),
        ("1.234", "1234"),
    ],
)
def test_possible_readings_do_not_bind(quote: str, number: str) -> None:
    found = numbers_in(quote)
    assert Decimal(number) in found.soft
    assert Decimal(number) not in found.firm


def test_counts_add_up() -> None:
    assert Decimal(3) in numbers_in("two sons and a daughter").derived


@pytest.mark.parametrize(
    ("quote", "year"),
    [("nineteen eighty-six", 1986), ("in nineteen eighteen", 1918), ("twenty twenty", 2020)],
)
def test_years_in_words(quote: str, year: int) -> None:
    assert year_words(quote) == {year}


@pytest.mark.parametrize(
    ("numeral", "value"),
    [
        ("十", 10),
        ("二十一", 21),
        ("一百零五", 105),
        ("二万五千", 25000),
        ("一九八六", 1986),
        ("两百", 200),
        ("三千万", 30_000_000),
    ],
)
def test_chinese_numerals(numeral: str, value: int) -> None:
    assert cjk_number(numeral) == value


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 10**15))
def test_thousands_separators_are_read_back(number: int) -> None:
    assert Decimal(number) in numbers_in(f"about {number:,} people").firm


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=80))
def test_any_text_can_be_read(text: str) -> None:
    numbers_in(text)
    assert len(ascii_digits(text)) == len(text)


@settings(max_examples=200, deadline=None)
@given(st.text("0123456789.,'’ -−½eE×^⁶%三百万亿十零一nd", max_size=40))
def test_any_mix_of_number_signs_can_be_read(text: str) -> None:
    found = numbers_in(text)
    assert all(number.is_finite() for number in found.firm | found.soft | found.derived)


def test_digits_of_later_versions_of_unicode_are_read_or_no_number() -> None:
    assert numbers_in("\U00016d70").firm in (set(), {Decimal(0)})


def test_endless_digits_are_no_number() -> None:
    assert numbers_in("9" * 3000).firm == set()
