"""A small model that makes things up: what it said, what entered, what was rejected, all on record."""

from __future__ import annotations

import json
from collections import Counter

import graphragprov as gp
from tests.shared import shared


def ingested() -> list[gp.KnowledgeGraph]:
    graphs = []
    for name in ("weak-2wiki.jsonl", "weak-musique.jsonl"):
        path = shared("recordings", name)
        with path.open(encoding="utf-8") as lines:
            rows = [json.loads(line) for line in lines]
        by_case: dict[str, list[gp.Document]] = {}
        for row in rows:
            if row["task"] == "extract":
                documents = by_case.setdefault(row["case"], [])
                documents.append(gp.Document(text=row["text"], id=f"{len(documents) + 1}. {row['title']}"))
        for case, documents in by_case.items():
            reader = gp.RecordedTranslations.read(path, case=case, model="weak")
            graphs.append(gp.Builder(reader).reading_by("document").ingest(documents))
    return graphs


def test_nothing_that_is_not_there_enters_and_nothing_is_lost() -> None:
    graphs = ingested()
    reports = [kg.report for kg in graphs]
    assert sum(report.passages for report in reports) == 100
    assert not any(report.failures for report in reports)
    rejected: Counter[str] = Counter()
    support: Counter[str] = Counter()
    for kg, report in zip(graphs, reports, strict=True):
        rejected.update(report.rejected_by_reason)
        support.update(report.components_by_support)
        assert report.claims == len(report.accepted) + sum(r.count for r in report.rejected)
        for claim in report.rejected:
            assert claim.message
            if claim.reason == "quote-not-found":
                assert claim.closest is not None or "nothing in the text is like it" in claim.message
        for occurrence in kg.occurrences():
            assert occurrence.passage is not None
            text = kg.documents[occurrence.passage.document_id].text
            for evidence in occurrence.evidence:
                assert evidence.spans
                for span in evidence.spans:
                    assert gp.locate(span.quote, text, within=occurrence.passage.span).candidates
    # Of what this model says, most has no quote in its passage.
    assert sum(report.claims for report in reports) > 400
    assert 0 < sum(len(report.accepted) for report in reports) < 60
    assert rejected["quote-not-found"] > 200
    assert support["name"] > support["unsupported"] > 0


def test_a_name_that_shares_nothing_with_its_quote_is_shown_as_unsupported() -> None:
    triple = {
        "subject": {"name": "Mont Orgueil", "quote": "Panda"},
        "predicate": {"name": "performer", "quote": "song by"},
        "object": {"name": "Astro", "quote": "Astro"},
    }
    kg = gp.Builder(gp.ScriptedLLM([json.dumps([triple])])).ingest("Panda is a song by Astro.")
    (occurrence,) = kg.occurrences()
    assert occurrence.subject_evidence.support is gp.Support.UNSUPPORTED
    assert "support: unsupported" in kg.query("SELECT * { ?s rel:performer ?o }").provenance.explain()


def test_a_value_that_contradicts_its_quote_stays_out() -> None:
    triple = {
        "subject": {"name": "Panda", "quotes": ["Panda"]},
        "predicate": {"name": "publication date", "quotes": ["released in"]},
        "object": {"value": "1986", "datatype": "gYear", "quotes": ["1968"]},
    }
    kg = gp.Builder(gp.ScriptedLLM([json.dumps({"triples": [triple]})] * 2)).ingest("Panda was released in 1968.")
    assert not kg.occurrences()
    (rejected,) = kg.report.rejected
    assert rejected.reason == "contradiction"
    assert "1968" in rejected.message
