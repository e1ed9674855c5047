"""The quotes of a triple, located in sight of each other."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphragprov.errors import QuoteNotFound
from graphragprov.locator import LocatedQuote, Tier, reads_as, resolve_component_spans
from graphragprov.text import Span


def spans(quotes, text):
    return [[located.span for located in component] for component in resolve_component_spans(quotes, text)]


def test_one_place_each():
    text = "The film was directed by Jean Dupont in 1952."
    assert resolve_component_spans((["The film"], ["was directed by"], ["Jean Dupont"]), text) == (
        (LocatedQuote("The film", Span(0, 8), Tier.VERBATIM, (Span(0, 8),)),),
        (LocatedQuote("was directed by", Span(9, 24), Tier.VERBATIM, (Span(9, 24),)),),
        (LocatedQuote("Jean Dupont", Span(25, 36), Tier.VERBATIM, (Span(25, 36),)),),
    )


def test_a_predicate_that_contains_the_others_draws_them_in():
    text = "Dupont, a critic, liked Labyrinth. Labyrinth was directed by Dupont. Dupont never saw Labyrinth."
    quotes = (["Labyrinth"], ["Labyrinth was directed by Dupont"], ["Dupont"])
    assert spans(quotes, text) == [[Span(35, 44)], [Span(35, 67)], [Span(61, 67)]]
    assert len(resolve_component_spans(quotes, text)[0][0].candidates) == 3


def test_the_nearest_places_are_chosen():
    text = "French cuisine. Fanny Biascamano is a French singer. The French team lost."
    assert spans((["Fanny Biascamano"], ["is a"], ["French"]), text)[2] == [Span(38, 44)]


def test_between_far_components_the_predicate_takes_the_nearest_place():
    text = "A was born. It was so. B was there in Lyon"
    assert spans((["B"], ["was"], ["Lyon"]), text)[1] == [Span(25, 28)]


def test_subject_and_object_of_one_quote_take_two_places():
    text = "John is a son of John."
    assert spans((["John"], ["son of"], ["John"]), text) == [[Span(0, 4)], [Span(10, 16)], [Span(17, 21)]]
    assert spans((["John"], ["is"], ["John"]), "John is.") == [[Span(0, 4)], [Span(5, 7)], [Span(0, 4)]]


def test_predicate_and_object_may_share_a_place():
    text = "Fanny is a French singer in France. French is her language."
    assert spans((["Fanny"], ["French"], ["French"]), text)[1:] == [[Span(11, 17)], [Span(11, 17)]]


def test_a_quote_given_twice_is_one():
    assert spans((["a", "a"], [], ["b"]), "b a c a") == [[Span(2, 3), Span(2, 3)], [], [Span(0, 1)]]


def test_nothing_to_locate():
    assert resolve_component_spans(((), (), ()), "text") == ((), (), ())


@pytest.mark.parametrize(("place", "component"), [(0, "subject"), (1, "predicate"), (2, "object")])
def test_the_component_of_a_missing_quote_is_named(place, component):
    quotes = [["film"], ["was"], ["Jean"]]
    quotes[place] = ["Acornsoftt"]
    with pytest.raises(QuoteNotFound, match=component) as raised:
        resolve_component_spans(quotes, "The film by Jean was of Acornsoft.")
    assert (raised.value.component, raised.value.quote, raised.value.closest) == (component, "Acornsoftt", "Acornsoft")


def test_offsets_within_a_part_are_those_of_the_text():
    text = "Labyrinth. Labyrinth by Acornsoft."
    resolved = resolve_component_spans((["Labyrinth"], ["by"], ["Acornsoft"]), text, within=Span(11, 34))
    assert resolved[0][0] == LocatedQuote("Labyrinth", Span(11, 20), Tier.VERBATIM, (Span(11, 20),))


WORDS = st.sampled_from(["a", "b", "c", "A", "a b", "b a"])
QUOTES = st.tuples(*[st.lists(WORDS, max_size=3, unique=True)] * 3)


@given(st.lists(st.sampled_from("abcA."), min_size=1, max_size=14).map(" ".join), QUOTES, st.randoms())
@settings(max_examples=300, deadline=None)
def test_the_choice_is_deterministic_shortest_and_not_of_the_order(text, quotes, rng):
    try:
        resolved = resolve_component_spans(quotes, text)
    except QuoteNotFound:
        return
    located = list(itertools.chain(*resolved))
    assert all(each.span in each.candidates and reads_as(each.quote, text, each.span, each.tier) for each in located)
    shuffled = [rng.sample(component, len(component)) for component in quotes]
    again = resolve_component_spans(shuffled, text)
    assert [sorted(c, key=lambda each: each.quote) for c in again] == [
        sorted(c, key=lambda each: each.quote) for c in resolved
    ]
    if located and not set(quotes[0]) & set(quotes[2]):
        extent = max(each.span.end for each in located) - min(each.span.start for each in located)
        # Every stretch that holds a place of all starts at some place; no shorter one may exist.
        starts = {span.start for each in located for span in each.candidates}
        for start in starts:
            ends = [min((s.end for s in each.candidates if s.start >= start), default=None) for each in located]
            assert None in ends or max(ends) - start >= extent
