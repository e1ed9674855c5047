"""Laws of locating, over random texts in many scripts."""

import itertools
import unicodedata

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from graphragprov.errors import InvalidSpan, QuoteNotFound
from graphragprov.locator import (
    LocatableText,
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

from .strategies import any_texts, quoted_texts, texts_with_span

LAW = settings(max_examples=300, deadline=None)
TIERS = [tier for tier in Tier if tier is not Tier.UNVERIFIED]


@given(quoted_texts())
@LAW
def test_every_candidate_reads_as_its_quote(pair):
    text, quote = pair
    try:
        match = locate(quote, text, prefix="", suffix="")
    except QuoteNotFound as error:
        assert error.closest is None or error.closest in text
        return
    spans = [candidate.span for candidate in match.candidates]
    assert spans == sorted(set(spans))
    assert all(one.end < other.end for one, other in itertools.pairwise(spans)), "one place inside another"
    for candidate in match.candidates:
        assert reads_as(quote, text, candidate.span, candidate.tier)
    assert (match.status == "found") == (match.span is not None) == (len(spans) == 1)


@given(texts_with_span())
@LAW
def test_an_aligned_substring_is_found_verbatim_at_its_place(pair):
    text, span = pair
    match = locate(span.of(text), text, prefix="", suffix="")
    assert (span, Tier.VERBATIM) in [(candidate.span, candidate.tier) for candidate in match.candidates]
    assert match.tier is Tier.VERBATIM


@given(texts_with_span(), st.sampled_from(["NFC", "NFD"]), st.booleans())
@LAW
def test_a_quote_may_differ_in_white_space_and_canonical_form(pair, form, spaced):
    text, span = pair
    quote = unicodedata.normalize(form, span.of(text))
    # U+001C to U+001F are white space to `str`, but not to Unicode.
    assume(
        quote == quote.strip() != "" and not span.of(text)[0].isspace() and not set(quote) & set(map(chr, range(32)))
    )
    quote = f" {quote.replace(' ', '  ')}\n" if spaced else quote
    assert any(span.within(candidate.span) for candidate in locate(quote, text).candidates)


@given(texts_with_span())
@LAW
def test_locate_is_the_inverse_of_describe(pair):
    text, span = pair
    description = describe(span, text)
    assert description.quote == span.of(text)
    match = locate(description.quote, text, prefix=description.prefix, suffix=description.suffix)
    assert (match.status, match.span, match.tier) == ("found", span, Tier.VERBATIM)


@given(st.integers(1, 40), st.integers(0, 39), st.sampled_from(["a", "杭州", "New\nYork", "서울에서", "👩"]))
@LAW
def test_descriptions_tell_repeats_apart(count, which, word):
    which %= count
    text = " ".join([word] * count)
    span = Span(which * (len(word) + 1), which * (len(word) + 1) + len(word))
    description = describe(span, text)
    assert locate(description.quote, text, prefix=description.prefix, suffix=description.suffix).span == span


@given(any_texts, st.lists(any_texts, min_size=2, max_size=4))
@LAW
def test_locating_does_not_depend_on_what_was_located_before(text, quotes):
    quotes += [text[: len(text) // 2 + 1]]

    def outcomes(order, prepared):
        found = {}
        for quote in order:
            try:
                found[quote] = locate(quote, prepared)
            except QuoteNotFound as error:
                found[quote] = str(error)
        return found

    assert outcomes(quotes, LocatableText(text)) == outcomes(quotes[::-1], LocatableText(text))


@given(any_texts, st.sampled_from(TIERS), st.booleans())
@LAW
def test_the_way_back_from_a_fold_is_monotone_and_complete(text, tier, without_hyphens):
    folded = LocatableText(text).folded(tier, without_hyphens=without_hyphens)
    intervals = [interval for at in range(len(folded.text) + 1) if (interval := folded.source(at))]
    assert all(0 <= low <= high <= len(text) for low, high in intervals)
    assert all(one[1] <= other[0] for one, other in itertools.pairwise(intervals))
    assert (intervals[0][0], intervals[-1][1]) == (0, len(text))


@given(any_texts)
@LAW
def test_the_nfc_fold_is_normalization_form_c(text):
    folded = LocatableText(text).folded(Tier.NFC).text
    assert folded == unicodedata.normalize("NFC", LocatableText(text).folded(Tier.WHITESPACE).text)


@given(texts_with_span(), st.sampled_from(TIERS), st.data())
@LAW
def test_a_changed_character_or_a_moved_span_does_not_read(pair, tier, data):
    text, span = pair
    quote = span.of(text)
    assume(quote.strip())
    other = data.draw(st.sampled_from("qz字7"))
    at = data.draw(st.integers(0, len(quote) - 1))
    assume(unicodedata.category(quote[at])[0] in "LN")
    assume(other not in unicodedata.normalize("NFKC", quote[at]).casefold())
    changed = quote[:at] + other + quote[at + 1 :]
    assert not reads_as(changed, text, span, tier)
    assert not reads_as(quote, text, span, Tier.UNVERIFIED)


@given(quoted_texts())
@LAW
def test_a_span_with_one_end_moved_by_one_does_not_read(pair):
    text, quote = pair
    try:
        candidates = locate(quote, text).candidates
    except QuoteNotFound:
        return
    for candidate in candidates:
        start, end = candidate.span.start, candidate.span.end
        for moved in (Span(start - 1, end), Span(start + 1, end), Span(start, end - 1), Span(start, end + 1)):
            assert not reads_as(quote, text, moved, candidate.tier)


@given(any_texts, st.data())
@LAW
def test_offsets_convert_and_come_back(text, data):
    start = data.draw(st.integers(0, len(text)))
    span = Span(start, data.draw(st.integers(start, len(text))))
    units = utf16_offsets(span, text)
    assert (
        span.of(text).encode("utf-16-le", "surrogatepass")
        == (text.encode("utf-16-le", "surrogatepass")[2 * units[0] : 2 * units[1]])
    )
    assert from_utf16_offsets(*units, text) == span
    octets = utf8_offsets(span, text)
    assert span.of(text).encode("utf-8", "surrogatepass") == text.encode("utf-8", "surrogatepass")[slice(*octets)]
    assert from_utf8_offsets(*octets, text) == span


@given(any_texts, st.integers(-3, 30), st.integers(-3, 30))
@LAW
def test_describe_refuses_what_locate_could_not_give_back(text, start, end):
    span = Span(start, end)
    if LocatableText(text).aligned(span):
        assert describe(span, text).quote == span.of(text)
    else:
        with pytest.raises(InvalidSpan):
            describe(span, text)
