"""Every rule reads its own example, and nothing else there."""

from __future__ import annotations

import pytest

from graphragprov.reader.extract import read_passage
from graphragprov.reader.questions import Frame, frames, write_query
from graphragprov.reader.rules import Rule, rules
from graphragprov.reader.shape import shape_of
from graphragprov.reader.vocabulary import Vocabulary


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule.id)
def test_rule_reads_its_example(rule: Rule) -> None:
    found = read_passage(rule.example, rule.title, [rule])
    assert sorted(rule.triples) == sorted((s.subject.name, s.relation, s.object.name) for s in found)
    for statement in found:
        for quote in (statement.subject.quote, statement.predicate_quote, statement.object.quote):
            assert quote in rule.example


def test_rule_ids_are_unique() -> None:
    ids = [rule.id for rule in rules()]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule.id)
def test_cue_occurs_in_the_example(rule: Rule) -> None:
    assert any(cue in shape_of(rule.example) for cue in rule.cues)


@pytest.mark.parametrize("frame", frames(), ids=lambda frame: frame.example[0])
def test_frame_reads_its_example(frame: Frame) -> None:
    question, pattern = frame.example
    assert f"SELECT ?answer WHERE {{ {pattern} }}" == write_query(question, Vocabulary())
