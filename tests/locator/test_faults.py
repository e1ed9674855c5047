"""What goes wrong elsewhere when texts are grounded: each fault is a test."""

import pytest

from graphragprov.errors import InvalidSpan, QuoteNotFound
from graphragprov.locator import (
    Tier,
    describe,
    from_utf8_offsets,
    from_utf16_offsets,
    locate,
    reads_as,
    utf8_offsets,
    utf16_offsets,
)
from graphragprov.text import Span

FOUND = [
    # text, quote, the characters found, tier
    ("in Se\u0300te now", "S\u00e8te", "Se\u0300te", Tier.NFC),
    ("in S\u00e8te now", "Se\u0300te", "S\u00e8te", Tier.NFC),
    ("the \u1109\u1165\u110b\u116e\u11af office", "서울", "\u1109\u1165\u110b\u116e\u11af", Tier.NFC),
    ("a veriﬁcation step", "verification", "veriﬁcation", Tier.COMPATIBILITY),
    ("a verification step", "veriﬁcation", "verification", Tier.COMPATIBILITY),
    ("an eﬃcient one", "efficient", "eﬃcient", Tier.COMPATIBILITY),
    ("the pro\u00advenance of", "provenance", "pro\u00advenance", Tier.COMPATIBILITY),
    ("the pro\u00ad\nvenance of", "provenance", "pro\u00ad\nvenance", Tier.COMPATIBILITY),
    ("his biogra-\n  phy says", "biography", "biogra-\n  phy", Tier.COMPATIBILITY),
    ("his biogra-\r\nphy says", "biography", "biogra-\r\nphy", Tier.COMPATIBILITY),
    ("his biography says", "biogra-\nphy", "biography", Tier.COMPATIBILITY),
    ("the Anglo-\nIrish one", "Anglo-Irish", "Anglo-\nIrish", Tier.COMPATIBILITY),
    ("the Anglo-\nIrish one", "Anglo- Irish", "Anglo-\nIrish", Tier.WHITESPACE),
    ("an Anglo-\nIrish bio-\ngraphy here", "Anglo-Irish biography", "Anglo-\nIrish bio-\ngraphy", Tier.COMPATIBILITY),
    ("an ANGLO-\nIRISH BIO-\nGRAPHY here", "Anglo-Irish biography", "ANGLO-\nIRISH BIO-\nGRAPHY", Tier.CASEFOLD),
    ("in 1939-\n1945 it was", "1939-1945", "1939-\n1945", Tier.COMPATIBILITY),
    ("the data\u200bbase is", "database", "data\u200bbase", Tier.COMPATIBILITY),
    ("\ufeffParis is", "Paris", "Paris", Tier.VERBATIM),
    ("a \u200fשלום\u200f, b", "שלום", "שלום", Tier.VERBATIM),
    ("ولد في بيروت عام", "في بيروت", "في بيروت", Tier.VERBATIM),
    ("２０１７年公開", "2017", "２０１７", Tier.COMPATIBILITY),
    ("in 2017 it", "２０１７", "2017", Tier.COMPATIBILITY),
    ("ｶﾞｽ会社", "ガス", "ｶﾞｽ", Tier.COMPATIBILITY),
    ("ABC東京タワーです", "東京", "東京", Tier.VERBATIM),
    ("in  New \n York", "New York", "New \n York", Tier.WHITESPACE),
    ("in New York", "  New\nYork ", "New York", Tier.WHITESPACE),
    ("he said ‘no’ twice", "'no'", "‘no’", Tier.COMPATIBILITY),
    ("in Hawaiʻi there", "Hawai'i", "Hawaiʻi", Tier.COMPATIBILITY),
    ("𝄞🎬 directed by Jean Dupont", "Jean Dupont", "Jean Dupont", Tier.VERBATIM),
    ("İİİ İSTANBUL, ANKARA", "ankara", "ANKARA", Tier.CASEFOLD),
    ("İSTANBUL var", "i̇stanbul", "İSTANBUL", Tier.CASEFOLD),
    ("Henry Ⅷ ruled", "Henry VIII", "Henry Ⅷ", Tier.COMPATIBILITY),
    ("5 km² and", "5 km2", "5 km²", Tier.COMPATIBILITY),
    ("some H₂O there", "H2O", "H₂O", Tier.COMPATIBILITY),
    ("costs $5.00 (net) [a*b+c?] each", "(net) [a*b+c?]", "(net) [a*b+c?]", Tier.VERBATIM),
    (r"a \d+ b", r"\d+", r"\d+", Tier.VERBATIM),
    ("wait… what", "wait...", "wait…", Tier.COMPATIBILITY),
    ("ACORNSOFT'S game", "Acornsoft", "ACORNSOFT", Tier.CASEFOLD),
    ("Farrington’s mother", "Farrington", "Farrington", Tier.VERBATIM),
    ("the film (1901–1950) of", "1950", "1950", Tier.VERBATIM),
    ("an F-16 flew", "16", "16", Tier.VERBATIM),
    ("No.5 of", "5", "5", Tier.VERBATIM),
    ("born 2017년에", "2017", "2017", Tier.VERBATIM),
    ("I ❤️ it", "❤️", "❤️", Tier.VERBATIM),
    ("🇫🇷🇩🇪🇮🇹", "🇩🇪", "🇩🇪", Tier.VERBATIM),
    ("余华出生于杭\n州，\n代表作", "杭州，代表作", "杭\n州，\n代表作", Tier.COMPATIBILITY),
    ("the cafe\u0301's owner", "cafe\u0301", "cafe\u0301", Tier.VERBATIM),
    ("the war--1945 it was", "1945", "1945", Tier.VERBATIM),
    ("the war —1945 it was", "1945", "1945", Tier.VERBATIM),
    ("(1939 –1945)", "1945", "1945", Tier.VERBATIM),
    ("5 µm wide", "5 μm", "5 µm", Tier.COMPATIBILITY),
]

NOT_FOUND = [
    ("The drug did not reduce mortality.", "did reduce"),
    ("Founded in 1997.", "1996"),
    ("Born in Tokyo.", "Paris"),
    ("about 10² of them", "102"),
    ("about 102 of them", "10²"),
    ("it is 3½ long", "31⁄2"),
    ("it is 3½ long", "½"),
    ("it is 3½ long", "3"),
    ("item ① here", "1"),
    ("item ①② here", "12"),
    ("x₁² is", "x12"),
    ("5 km² of", "2 of"),
    ("x²5 is", "x25"),
    ("at 1㍘ it", "10点"),
    ("let 𝑥 be", "x"),
    ("let ϕ be", "φ"),
    ("let ϕ be", "Φ"),
    ("a set ℂ of", "C"),
    ("part ⅠⅤ of", "IV"),
    ("a\ufdd0b", "ab"),
    ("a ½ of", "1⁄2"),
    ("2⁣3 is", "23"),
    ("It was −5 outside", "5"),
    ("It was (-5) outside", "5"),
    ("It was +5 outside", "5"),
    ("about 1e-5 of", "5"),
    ("about -$5 of", "$5"),
    ("about .5 of", "5"),
    ("about ３．５ km", "５ km"),
    ("about 3.\u200b5 km", "5 km"),
    ("about 1,000 of", "000"),
    ("about ๑๙๕๒ of", "๕๒"),
    ("You can't", "can"),
    ("You can’t", "can"),
    ("O’Brien wrote", "Brien"),
    ("the word cafe\u0301", "cafe"),
    ("the \u1112\u1161\u11ab sign", "하"),
    ("the 👩‍👩‍👧 sign", "👩"),
    ("the 👩‍👩‍👧 sign", "👩👩👧"),
    ("the ❤️ sign", "❤"),
    ("🇫🇷🇩🇪", "🇷🇩"),
    ("veriﬁcation", "veri"),
    ("a ﬁ b", "f"),
    ("İ", "i"),
    ("북서울에서", "서울"),
    ("British with", "it"),
    ("بَيْرُوت", "بيروت"),
    ("biogra-\nphy and 12-\n13", "1213"),
    ("some text", "\u200b"),
    ("some text", "  "),
    ("some text", " "),
    ("", "some"),
    ("", ""),
]


@pytest.mark.parametrize(("text", "quote", "characters", "tier"), FOUND)
def test_found_although_written_otherwise(text, quote, characters, tier):
    match = locate(quote, text)
    assert match.status == "found"
    assert (match.span.of(text), match.tier) == (characters, tier)
    assert reads_as(quote, text, match.span, tier)


@pytest.mark.parametrize(("text", "quote"), NOT_FOUND)
def test_not_found_because_it_says_something_else(text, quote):
    with pytest.raises(QuoteNotFound):
        locate(quote, text)


def test_a_reading_is_of_the_very_characters():
    assert not reads_as("ab", "a\ufdd0b", Span(0, 3), Tier.COMPATIBILITY)
    assert not reads_as("data", "data\u200b base", Span(0, 5), Tier.COMPATIBILITY)
    assert reads_as("data", "data\u200b base", Span(0, 4), Tier.COMPATIBILITY)
    assert not reads_as("data", "data base", Span(0, 5), Tier.WHITESPACE)
    assert not reads_as("2 of", "km² of", Span(2, 6), Tier.COMPATIBILITY)
    assert not reads_as("can", "can't", Span(0, 3), Tier.VERBATIM)
    assert not reads_as("", "", Span(0, 0), Tier.VERBATIM)
    assert not reads_as("text", "text", Span(-4, 4), Tier.VERBATIM)


def test_every_mention_is_a_candidate_and_no_quote_takes_another_ones_place():
    text = "Paris saw Paris leave Paris."
    for _ in range(2):
        assert [c.span for c in locate("Paris", text).candidates] == [Span(0, 5), Span(10, 15), Span(22, 27)]


def test_overlapping_places_are_all_kept():
    assert [c.span for c in locate("ha ha", "ha ha ha").candidates] == [Span(0, 5), Span(3, 8)]


def test_the_closest_text_is_named():
    with pytest.raises(QuoteNotFound) as raised:
        locate(
            "born in Lyon on 4 May 1901", "Jean Dupont was an actor. He was born in Lyon on 3 May 1901 and died there."
        )
    assert raised.value.closest == "born in Lyon on 3 May 1901"
    assert "born in Lyon on 3 May 1901" in str(raised.value)
    with pytest.raises(QuoteNotFound) as raised:
        locate("Jean Dupond", "The film was directed by JEAN DUPONT in 1952.")
    assert raised.value.closest == "JEAN DUPONT"
    with pytest.raises(QuoteNotFound) as raised:
        locate("zzz", "A text without it.")
    assert raised.value.closest is None


def test_fuzzy_spans_are_marked_and_never_read_as_the_quote():
    text = "He was born in Lyon in 1901."
    match = locate("born in Lyons in 1902", text, fuzzy=True)
    assert (match.status, match.tier, match.span.of(text)) == ("found", Tier.UNVERIFIED, "born in Lyon in 1901")
    assert not any(reads_as("born in Lyons in 1902", text, match.span, tier) for tier in Tier)
    assert locate("born in Lyon", text, fuzzy=True).tier is Tier.VERBATIM
    with pytest.raises(QuoteNotFound):
        locate("a wholly different thing", text, fuzzy=True)


def test_a_negation_is_not_bridged_by_fuzziness_into_evidence():
    match = locate("did reduce mortality", "The drug did not reduce mortality.", fuzzy=True)
    assert match.tier is Tier.UNVERIFIED


def test_within_limits_the_search_and_keeps_the_offsets():
    text = "Orange and ORANGE and Orange"
    assert locate("Orange", text, within=Span(11, 28)).span == Span(22, 28)
    assert locate("Orange", text, within=Span(7, 20)).tier is Tier.CASEFOLD
    with pytest.raises(QuoteNotFound):
        locate("Orange", text, within=Span(1, 10))
    for outside in (Span(5, 40), Span(-1, 4), Span(9, 3)):
        with pytest.raises(InvalidSpan):
            locate("Orange", text, within=outside)


def test_context_chooses_among_places_and_makes_none():
    text = "in New York he sang; near New\nYork he lived"
    assert locate("New York", text).status == "ambiguous"
    match = locate("New York", text, prefix="near ")
    assert (match.status, match.span, match.tier) == ("found", Span(26, 34), Tier.WHITESPACE)
    assert len(match.candidates) == 2
    assert locate("New York", text, suffix="HE  Lived").span == Span(26, 34)
    assert locate("New York", text, prefix="from ").status == "ambiguous"
    assert locate("New York", text, suffix=" he").status == "ambiguous"
    assert locate("sang", text, prefix="whatever").status == "found"


def test_describe_says_what_is_wrong_with_a_span():
    text = "The cafe\u0301 can't"
    for span in (Span(0, 2), Span(4, 8), Span(10, 13), Span(3, 3), Span(-1, 3), Span(0, 99), Span(9, 4)):
        with pytest.raises(InvalidSpan, match=f"{span.start}:{span.end}"):
            describe(span, text)


def test_offsets_that_cut_a_character_are_refused():
    text = "é🎬x"
    assert utf16_offsets(Span(2, 3), text) == (3, 4)
    assert utf8_offsets(Span(2, 3), text) == (6, 7)
    for start, end in ((2, 4), (0, 2), (0, 5), (-1, 1), (3, 1)):
        with pytest.raises(InvalidSpan):
            from_utf16_offsets(start, end, text)
    for start, end in ((1, 2), (0, 3), (0, 8), (-1, 2), (2, 0)):
        with pytest.raises(InvalidSpan):
            from_utf8_offsets(start, end, text)
    with pytest.raises(InvalidSpan):
        utf16_offsets(Span(0, 4), text)


def test_surrogates_that_are_code_points_of_their_own_stay_two():
    text = "\ud83d\ude00🎬"
    assert utf16_offsets(Span(1, 3), text) == (1, 4)
    assert from_utf16_offsets(1, 4, text) == Span(1, 3)
