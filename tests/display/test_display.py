from __future__ import annotations

import graphragprov as gp
from graphragprov.display.marking import Mark, pieces, render
from graphragprov.text import Span


def test_marks_may_nest_and_cross() -> None:
    marks = [Mark("subject", Span(0, 5)), Mark("predicate", Span(3, 9)), Mark("object", Span(6, 9))]
    parts = pieces("abcdefghij", Span(0, 10), marks, 100)
    assert render(parts, lambda m: f"<{m.component[0]}", lambda m: f"{m.component[0]}>") == "<sabc<pdes>f<oghio>p>j"


def test_a_window_around_the_marks() -> None:
    parts = pieces("one two three four five", Span(100, 123), [Mark("subject", Span(108, 113))], 6)
    assert render(parts, lambda _: "[", lambda _: "]") == "… two [three] four …"
    parts = pieces("0123456789", Span(100, 110), [Mark("subject", Span(104, 106))], 1)
    assert render(parts, lambda _: "[", lambda _: "]") == "… 3[45]6 …"


HOSTILE = "<script>alert(1)</script>"


def hostile() -> gp.Answers:
    triple = {
        "subject": {"name": HOSTILE, "quotes": [HOSTILE]},
        "predicate": {"name": "performer", "quotes": ["song by"]},
        "object": {"name": "Astro\x1b[31m", "quotes": ["Astro"]},
    }
    import json

    reader = gp.ScriptedLLM(
        lambda _: json.dumps({"triples": [triple, {**triple, "object": {"name": "Astro", "quotes": ["Astro"]}}]})
    )
    kg = gp.Builder(reader).repairing(0).ingest(gp.Document(text=f"{HOSTILE} is a song by Astro.", id="<b>\x1b[2J"))
    return kg.query("SELECT ?s ?o WHERE { ?s rel:performer ?o }")


def test_html_is_escaped() -> None:
    answers = hostile()
    assert len(answers) >= 1
    html = answers._repr_html_() + answers[0].provenance._repr_html_()
    assert "<script" not in html
    assert "&lt;script&gt;" in html


def test_control_characters_do_not_reach_the_terminal() -> None:
    explained = hostile().provenance.explain()
    assert "\x1b" not in explained
    assert "\\x1b" in explained
