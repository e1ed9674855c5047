"""Replay the recorded translations of 200 real questions through ``Builder`` and ``ask``, one graph per question.

    python -m benchmarks.qa_recorded [--json FILE]

The reader of the recordings saw question, expected answer and evidence, so this measures the chain (locator, engine,
provenance, verification), not a reader.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import graphragprov as gp

from .metrics import exact_match, gold_among, mean_f1
from .shared_data import SHARED, Case, cases, rows

CHECKS_OF_OCCURRENCES = {"is an occurrence of the graph", "identifier is the hash of its content"}
CHECKS_OF_SPANS = {"span reads as its quote", "passage stands in the stored text", "passage has the recorded hash"}
PAPER = {"2wiki-dev": "193/200", "musique-dev": "118/200"}


@dataclass
class Result:
    """What came of one data set."""

    questions: int = 0
    invalid_queries: int = 0
    non_empty: int = 0
    empty: Counter[str] = field(default_factory=Counter)
    complete_traces: int = 0
    occurrence_checks: Counter[bool] = field(default_factory=Counter)
    span_checks: Counter[bool] = field(default_factory=Counter)
    all_checks: Counter[bool] = field(default_factory=Counter)
    verified: int = 0
    matching: int = 0
    exact: int = 0
    f1: float = 0.0
    ambiguous: int = 0
    tiers: Counter[str] = field(default_factory=Counter)
    support: Counter[str] = field(default_factory=Counter)
    rejected: Counter[str] = field(default_factory=Counter)
    normalised_names: list[str] = field(default_factory=list)
    contradictions: list[str] = field(default_factory=list)
    seconds: float = 0.0


def documents(name: str) -> dict[str, list[gp.Document]]:
    """The recorded passages of every case; each is a document of its own."""
    found: dict[str, list[gp.Document]] = {}
    for row in rows("recordings", f"{name}.jsonl"):
        if row["task"] == "extract":
            listed = found.setdefault(row["case"], [])
            identifier = f"{row['title']} ({sum(d.title == row['title'] for d in listed) + 1})"
            listed.append(gp.Document(text=row["text"], id=identifier, title=row["title"]))
    return found


def complete(trace: gp.Trace) -> bool:
    """Whether every answer has a polynomial over occurrences that each have a passage and spans of all components."""
    return bool(trace.answers) and all(
        o.passage is not None and all(evidence.spans for evidence in o.evidence) for o in trace.occurrences
    )


def ask(case: Case, texts: list[gp.Document], translations: gp.RecordedTranslations, result: Result) -> None:
    """One question: build the graph of its passages, ask, verify, compare."""
    kg = gp.Builder(translations).reading_by("document").ingest(texts)
    result.questions += 1
    result.tiers.update(kg.report.spans_by_tier)
    result.support.update(kg.report.components_by_support)
    result.ambiguous += kg.report.ambiguous_spans
    result.rejected.update(kg.report.rejected_by_reason)
    result.contradictions += [
        f"{case.id}: {r.message}" for r in kg.report.rejected if r.reason.value == "contradiction"
    ]
    try:
        answers = kg.ask(case.question)
    except gp.InvalidQuery as error:
        result.invalid_queries += 1
        print(f"invalid query in {case.id}: {error}")
        return
    if answers.why_empty is not None:
        result.empty[answers.why_empty.kind.value] += 1
        return
    result.non_empty += 1
    trace = answers.provenance.trace
    result.normalised_names += [name.written for name in trace.names]
    result.complete_traces += complete(trace)
    report = answers.provenance.verify()
    result.verified += report.passed
    for check in report.checks:
        result.all_checks[check.passed] += 1
        if check.name in CHECKS_OF_OCCURRENCES:
            result.occurrence_checks[check.passed] += 1
        elif check.name in CHECKS_OF_SPANS:
            result.span_checks[check.passed] += 1
    values = answers.values()
    result.matching += gold_among(values, case.golds)
    result.exact += exact_match(values, case.golds)
    result.f1 += mean_f1(values, case.golds)


def run(name: str) -> Result:
    """All questions of a data set."""
    listed = cases(name)
    questions = {case.id: case.question for case in listed}
    path = SHARED / "recordings" / f"{name}.jsonl"
    texts = documents(name)
    result = Result()
    started = time.perf_counter()
    for case in listed:
        translations = gp.RecordedTranslations.read(path, questions=questions, case=case.id)
        ask(case, texts[case.id], translations, result)
    result.seconds = time.perf_counter() - started
    return result


def _of(counter: Counter[bool]) -> str:
    return f"{counter[True]}/{counter.total()}"


def show(name: str, result: Result) -> None:
    """Print the figures of a data set."""
    n = result.questions
    print(f"\n{name}: {n} questions in {result.seconds:.1f} s")
    print(f"  invalid queries       {result.invalid_queries}")
    print(f"  empty, by reason      {sum(result.empty.values())} {dict(result.empty)}")
    print(f"  non-empty             {result.non_empty}")
    print(f"  complete traces       {result.complete_traces} of {result.non_empty} non-empty")
    print(f"  occurrence checks     {_of(result.occurrence_checks)}")
    print(f"  span checks           {_of(result.span_checks)}")
    print(f"  all checks            {_of(result.all_checks)}")
    print(f"  verified answers      {result.verified} of {result.non_empty}")
    print(f"  gold among the values {result.matching}")
    print(f"  exact match           {result.exact / n:.3f} (every value is a gold answer)")
    print(f"  F1                    {result.f1 / n:.3f}")
    print(f"  tiers                 {dict(result.tiers)}")
    print(f"  ambiguous quotes      {result.ambiguous} of {result.tiers.total()}")
    print(f"  support of components {dict(result.support)}")
    print(f"  claims rejected       {dict(result.rejected)}")
    for line in result.contradictions:
        print(f"    {line}")
    print(f"  names normalised      {result.normalised_names}")
    print(f"  (not comparable: the paper's reader and questions gave {PAPER[name]} complete traces)")


def main() -> None:
    """Both data sets."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    options = parser.parse_args()
    results = {name: run(name) for name in PAPER}
    for name, result in results.items():
        show(name, result)
    print("\n(not comparable: in the paper all 311 decoded traces passed the occurrence and span checks)")
    if options.json:
        data = {
            name: {key: dict(value) if isinstance(value, Counter) else value for key, value in vars(r).items()}
            for name, r in results.items()
        }
        options.json.write_text(json.dumps(data, ensure_ascii=False, indent=2, default=str) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
