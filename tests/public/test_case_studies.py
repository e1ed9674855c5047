"""The two case studies of the reference system, from recorded translations of real questions."""

from __future__ import annotations

import json

import graphragprov as gp
from tests.shared import shared


def knowledge(case: str) -> tuple[gp.KnowledgeGraph, str]:
    questions = {}
    with shared("data", "musique-dev.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            questions[f"musique:{row['id']}"] = row["question"]
    path = shared("recordings", "musique-dev.jsonl")
    with path.open(encoding="utf-8") as lines:
        rows = [row for row in map(json.loads, lines) if row["case"] == case and row["task"] == "extract"]
    documents = [
        gp.Document(text=row["text"], id=f"{n}. {row['title']}", title=row["title"]) for n, row in enumerate(rows)
    ]
    reader = gp.RecordedTranslations.read(path, questions=questions, case=case)
    return gp.Builder(reader).reading_by("document").ingest(documents), questions[case]


def test_labyrinth_shows_which_occurrences_were_used() -> None:
    kg, question = knowledge("musique:2hop__170823_120171")
    answers = kg.ask(question)
    assert answers.values() == ["1986"]
    provenance = answers[0].provenance
    assert str(provenance.polynomial) == "x1⊗x2"
    used = [tuple(map(str, (o.triple[1].split("/")[-1], o.triple[2].split("/")[-1]))) for o in provenance.occurrences]
    assert used == [("publisher", "Acornsoft"), ("dissolutionDate", "1986")]
    published, ended = provenance.occurrences
    assert published.passage is not None and ended.passage is not None
    assert published.passage.document_id != ended.passage.document_id
    quoted = [s.span.of(kg.documents[published.passage.document_id].text) for s in published.predicate_evidence.spans]
    assert quoted == ["published in 1984 by"]
    explained = provenance.explain()
    assert "⟦published in 1984 by⟧ᵖ" in explained
    assert "⟦January 1986⟧ᵒ" in explained
    assert provenance.verify()
    unused = {str(o.triple[1]).rsplit("/", 1)[-1] for o in kg.occurrences()} - {"publisher", "dissolutionDate"}
    assert "publicationDate" in unused
    assert provenance.evaluate(gp.semirings.Boolean, {str(published.id): False}) is False


def test_caledon_river_both_hops_can_rest_on_one_passage() -> None:
    kg, question = knowledge("musique:2hop__207597_73244")
    provenance = kg.ask(question).provenance
    assert provenance.verify()
    occurrence = kg.query("SELECT ?x WHERE { ?x ?y ?z }")
    assert occurrence
    by_witness = [{o.passage.document_id for o in w.present if o.passage} for w in provenance.witnesses()]
    assert any(len(documents) == 1 for documents in by_witness), by_witness
    assert "Caledon" in question
