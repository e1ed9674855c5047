"""The command line: ``graphragprov demo`` and ``graphragprov ask``."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from . import demo
from .answers import Answers
from .builder import Builder
from .display import readable
from .errors import GraphRAGProvError
from .knowledge_graph import KnowledgeGraph
from .llm import FirstAnswer, RecordedTranslations
from .reader import EmbeddedReader
from .trace import Trace

__all__ = ["main"]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="graphragprov", description="Answers over text, each with its provenance down to the characters."
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {version('graphragprov')}")
    commands = parser.add_subparsers(dest="command", required=True)
    shown = commands.add_parser("demo", help="read the texts that ship with the package and answer five questions")
    shown.add_argument("--traces", type=Path, default=Path("graphragprov-traces.json"), help="where the traces go")
    ask = commands.add_parser("ask", help="read your own texts and answer a question")
    ask.add_argument("question")
    ask.add_argument("--text", nargs="+", required=True, type=Path, metavar="FILE", help="UTF-8 text files")
    ask.add_argument("--llm", metavar="PROVIDER:MODEL", help="a model, openai:MODEL; without it the embedded reader")
    ask.add_argument("--base-url", help="of a server that speaks the OpenAI protocol")
    ask.add_argument("--json", action="store_true", help="print one JSON object for machines")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line. Exit code 0: answered and verified; 1: a verification failed; 2: an error, told on stderr.

    An empty answer exits with 0: it is an outcome, with its reason.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    options = _parser().parse_args(_question_first(list(sys.argv[1:] if arguments is None else arguments)))
    try:
        return _demo(options) if options.command == "demo" else _ask(options)
    except BrokenPipeError:  # the reader of our output has gone, as in `… | head`
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
        return 0
    except (GraphRAGProvError, OSError) as error:
        name = type(error).__name__
        if getattr(options, "json", False):
            print(json.dumps({"error": {"type": name, "message": str(error)}}, ensure_ascii=False, indent=2))
        for number, line in enumerate(f"{name}: {error}".splitlines()):
            print(f"{'' if number else 'graphragprov: '}{readable(line)}", file=sys.stderr)
        return 2


def _question_first(arguments: list[str]) -> list[str]:
    """``ask --text A B "question"`` as ``ask "question" --text A B``; unchanged where the question stands elsewhere."""
    option, files, free = "", [], False
    for at, argument in enumerate(arguments[1:], 1):
        if argument.startswith("--"):
            option = argument.partition("=")[0] if "=" not in argument else ""
        elif option == "--text":
            files.append(at)
        elif option in ("--llm", "--base-url"):
            option = ""
        else:
            free = True
    if arguments[:1] != ["ask"] or free or len(files) < 2:
        return arguments
    question = arguments.pop(files[-1])
    return ["ask", question, *arguments[1:]]


def _demo(options: argparse.Namespace) -> int:
    documents = demo.documents()
    reader = FirstAnswer(RecordedTranslations.read(demo.recordings_path()), EmbeddedReader())
    kg = Builder(reader).ingest(documents)
    print(f"Read {len(documents)} documents: {', '.join(readable(d.title or d.id) for d in documents)}")
    print(f"{kg.report}\n")
    print(_readers(kg))
    traces = []
    for number, question in enumerate(demo.questions(), 1):
        answers = kg.ask(question.question)
        print(f"\n{'─' * 100}\n{number}. {question.shows}\n")
        _print_answers(answers)
        traces.append(answers.provenance.trace)
    options.traces.write_text(
        json.dumps([trace.to_json() for trace in traces], ensure_ascii=False, indent=2) + "\n", encoding="utf-8"
    )
    return _verify_file(kg, options.traces)


def _readers(kg: KnowledgeGraph) -> str:
    by_model: dict[str, list[str]] = {}
    for occurrence in kg.occurrences():
        if occurrence.passage is not None:
            read = by_model.setdefault(occurrence.run.model, [])
            if occurrence.passage.document_id not in read:
                read.append(occurrence.passage.document_id)
    return "\n".join(f"read by {model}: {', '.join(names)}" for model, names in by_model.items())


def _print_answers(answers: Answers) -> None:
    print(answers.provenance.explain())


def _verify_file(kg: KnowledgeGraph, path: Path) -> int:
    """Read the traces back from the file and verify each: what was written is what is checked."""
    traces = [Trace.from_json(data) for data in json.loads(path.read_text(encoding="utf-8"))]
    reports = [kg.verify(trace) for trace in traces]
    print(f"\n{'─' * 100}\nwrote {len(traces)} traces to {path}, read them back and verified them:")
    for trace, report in zip(traces, reports, strict=True):
        held = sum(check.passed for check in report.checks)
        print(f"  {'verified' if report else 'NOT VERIFIED'}  {held}/{len(report.checks)} checks  {trace.question}")
        for failure in report.failures:
            print(f"    {failure}")
    names = dict.fromkeys(check.name for report in reports for check in report.checks)
    print("checked: " + "; ".join(names))
    return 0 if all(reports) else 1


def _ask(options: argparse.Namespace) -> int:
    if options.llm is None and options.base_url is not None:
        print("graphragprov: --base-url needs --llm openai:MODEL", file=sys.stderr)
        return 2
    extra = {"base_url": options.base_url} if options.base_url else {}
    kg = Builder(options.llm, **extra).ingest(options.text)
    answers = kg.ask(options.question)
    report = answers.provenance.verify()
    if options.json:
        empty = answers.why_empty
        reason = (
            None if empty is None else {"kind": empty.kind.value, "pattern": empty.pattern, "message": empty.message}
        )
        data = {
            "question": answers.question,
            "values": answers.values(),
            "empty": reason,
            "verified": report.passed,
            "trace": answers.provenance.trace.to_json(),
            "report": {
                "documents": kg.report.documents,
                "passages": kg.report.passages,
                "claims": kg.report.claims,
                "accepted": len(kg.report.accepted),
                "rejected": kg.report.rejected_by_reason,
                "failures": [failure.message for failure in kg.report.failures],
            },
        }
        print(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        print(f"{kg.report}\n")
        _print_answers(answers)
        held = sum(check.passed for check in report.checks)
        print(f"\nverified: {held} of {len(report.checks)} checks hold")
        for failure in report.failures:
            print(f"  {failure}")
    return 0 if report else 1
