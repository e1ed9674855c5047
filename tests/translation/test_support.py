"""Support of entities, relations and literals by their quotes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphragprov.occurrences.occurrence import Support
from graphragprov.translation.claims import Component
from graphragprov.translation.demonyms import DEMONYMS, PLACES
from graphragprov.translation.support import entity_support, literal_support, relation_support, support_of

LITERAL, NAME, REFERENCE, UNSUPPORTED = Support


@pytest.mark.parametrize(
    ("name", "quote", "support"),
    [
        ("Fanny Biascamano", "Fanny", NAME),
        ("Fanny", "Fanny Biascamano", NAME),
        ("Friedrich Franz von Hohenlohe", "Prince Friedrich Franz von Hohenlohe-Waldenburg", NAME),
        ("Sète", "SETE", NAME),
        ("Miklós Rózsa", "Miklos Rozsa's", NAME),
        ("research institute", "research institutes", NAME),
        ("Łódź", "Lodz", NAME),
        ("Federal Bureau of Investigation", "FBI", NAME),
        ("Federal Bureau of Investigation", "the F.B.I.", NAME),
        ("People's Volunteer Army", "the PVA", NAME),
        ("NES", "Nintendo Entertainment System", NAME),
        ("actor", "actress", NAME),
        ("J. R. R. Tolkien", "J.R.R. Tolkien", NAME),
        ("北京大学", "北京", NAME),
        ("PlayStation", "Play Station", NAME),
        ("the film", "the film", NAME),
        ("The Who", "The Who", NAME),
        ("Ken Epp", "He", REFERENCE),
        ("Ken Epp", "his", REFERENCE),
        ("Ken Epp", "the latter", REFERENCE),
        ("北京", "它", REFERENCE),
        ("France", "French", REFERENCE),
        ("France", "a French singer", REFERENCE),
        ("United States", "American", REFERENCE),
        ("United Kingdom", "British", REFERENCE),
        ("Ottoman Empire", "the Ottomans", REFERENCE),
        ("French", "France", REFERENCE),
        ("India Speaks", "the film", REFERENCE),
        ("Tuos", "The Film", REFERENCE),
        ("Who Wants to Be a Millionaire", "The show", REFERENCE),
        ("Eurovision Song Contest 1997", "the 1998 Contest", REFERENCE),
        ("Peter of Salerno", "his father", REFERENCE),
        ("Henry VIII", "the English King", REFERENCE),
        ("France", "Germany", UNSUPPORTED),
        ("France", "the Netherlands", UNSUPPORTED),
        ("France", "German", UNSUPPORTED),
        ("Darren McGavin", "William Lyle Richardson", UNSUPPORTED),
        ("Lexus RX", "A facelift", UNSUPPORTED),
        ("University of Oxford", "of", UNSUPPORTED),
        ("Sentiments songes", "song", UNSUPPORTED),
        ("", "x", UNSUPPORTED),
    ],
)
def test_entities(name: str, quote: str, support: Support) -> None:
    assert entity_support(name, (quote,)) is support


def test_the_best_quote_counts() -> None:
    assert entity_support("Clifford Hansen", ("he", "Clifford")) is NAME
    assert entity_support("Clifford Hansen", ("A Republican", "he")) is REFERENCE
    assert entity_support("Clifford Hansen", ()) is UNSUPPORTED


@pytest.mark.parametrize(
    ("relation", "quote", "support"),
    [
        ("publisher", "published in 1984 by", NAME),
        ("director", "directed by", NAME),
        ("performer", "performed in French by", NAME),
        ("place of birth", "born in", NAME),
        ("date of death", "died on", NAME),
        ("spouse", "his spouse", NAME),
        ("marriage", "married", NAME),
        ("child", "their children", NAME),
        ("located in", "is located in", NAME),
        ("composer", "composed by", NAME),
        ("winner", "won", NAME),
        ("member of", "was a member", NAME),
        ("country of citizenship", "is a French singer", UNSUPPORTED),
        ("father", "son of", UNSUPPORTED),
        ("part of", "of the", UNSUPPORTED),
        ("composer", "competed in", UNSUPPORTED),
        ("performer", "permitted by", UNSUPPORTED),
    ],
)
def test_relations(relation: str, quote: str, support: Support) -> None:
    assert relation_support(relation, (quote,)) is support


@pytest.mark.parametrize(
    ("value", "datatype", "quote", "support"),
    [
        ("1986", "gYear", "January 1986", LITERAL),
        ("1979-09-16", "date", "1979", UNSUPPORTED),
        ("1986", "gYear", "1968", UNSUPPORTED),
        ("7", "integer", "seventh", LITERAL),
        ("Stephany Richter", "string", "born Stephany Richter", LITERAL),
        ("15th century", "string", "the 15th century", LITERAL),
        ("eye tattoo on left ankle", "string", "a tattoo resembling an eye on his left ankle", NAME),
        ("green", "string", "blue", UNSUPPORTED),
        ("true", "boolean", "true", LITERAL),
        ("true", "boolean", "it is so", UNSUPPORTED),
        ("14:30:00", "time", "at 2:30 p.m.", LITERAL),
        ("75", "integer", "75 to 80 million", UNSUPPORTED),
    ],
)
def test_literals(value: str, datatype: str, quote: str, support: Support) -> None:
    assert literal_support(value, datatype, (quote,)) is support


def test_a_component_is_judged_by_what_it_is() -> None:
    assert support_of(Component(value="1986", datatype="gYear", quotes=("1986",))) is LITERAL
    assert support_of(Component(name="director", quotes=("directed by",)), relation=True) is NAME
    assert support_of(Component(name="director", quotes=("directed by",))) is UNSUPPORTED


def test_the_demonym_tables_are_each_others_inverse() -> None:
    assert all(place in PLACES[demonym] for place, demonyms in DEMONYMS.items() for demonym in demonyms)
    assert len(DEMONYMS) > 200


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=40), st.lists(st.text(max_size=40), max_size=3))
def test_any_text_can_be_judged(name: str, quotes: list[str]) -> None:
    assert entity_support(name, quotes) in Support
    assert relation_support(name, quotes) in Support
    assert literal_support(name, "string", quotes) in Support


@settings(max_examples=200, deadline=None)
@given(st.text("abcdefgh éüŁ", min_size=1, max_size=30).filter(lambda name: name.strip()))
def test_a_name_supports_itself(name: str) -> None:
    assert entity_support(name, (name.upper(),)) in (NAME, REFERENCE)
