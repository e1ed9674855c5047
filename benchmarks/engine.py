"""How fast queries run, with and without provenance, beside rdflib and pyoxigraph (which keep none) in the same run.

    python -m benchmarks.engine --size 100000
    python -m benchmarks.engine --size 1000000 --skip rdflib --json results.json
    python -m benchmarks.engine --size 100000 --shapes "3-hop chain" optional --turns 9

A run starts at the text of a query and ends when all terms of all answers are Python objects; no result is kept. The
engines take turns on every shape, a few runs in a row each; the figure is the median. Answers are compared as multisets
before anything is timed.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from .engine_data import write
from .engine_parsing import parsing
from .engine_process import Process, TimeUp
from .engine_report import report
from .engine_shapes import SHAPES
from .engine_systems import MODES, SYSTEMS


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, nargs="+", default=[100_000], help="triples (10000, 100000, 1000000)")
    parser.add_argument("--shapes", nargs="+", choices=SHAPES, default=list(SHAPES), metavar="SHAPE")
    parser.add_argument("--skip", nargs="+", choices=SYSTEMS, default=[], metavar="ENGINE")
    parser.add_argument("--turns", type=int, default=3, help="how often the engines take turns on a shape")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds that one run may take")
    parser.add_argument("--enough", type=float, default=4.0, help="seconds of runs after which no turn is taken")
    parser.add_argument("--clock", choices=("wall", "cpu"), default="wall", help="cpu: for a machine that others use")
    parser.add_argument("--data", type=Path, default=Path(tempfile.gettempdir()) / "graphragprov-benchmark")
    parser.add_argument("--json", type=Path, help="where to write all figures")
    return parser.parse_args()


def main() -> None:
    """Measure and print."""
    arguments = _arguments()
    sizes = {}
    for size in arguments.size:
        sizes[size] = measured(size, arguments)
        print(report(sizes), flush=True)
    result = {"sizes": sizes, "parsing": parsing(), "cpus": os.cpu_count(), "clock": arguments.clock}
    print(_parsing_line(result["parsing"]))
    if arguments.json:
        arguments.json.write_text(json.dumps(result, indent=1) + "\n")


def _parsing_line(seconds: dict[str, float]) -> str:
    return f"Parsing three patterns: {seconds['new'] * 1e3:.2f} ms; again: {seconds['again'] * 1e6:.1f} µs"


def measured(size: int, arguments: argparse.Namespace) -> dict[str, Any]:
    """All figures of one size: of the loads, and of every shape and engine."""
    paths = write(size, arguments.data)
    lines = sum(1 for _ in paths[0].open("rb"))
    processes = {name: Process(name, paths) for name in SYSTEMS if name not in arguments.skip}
    try:
        shapes = {shape: _shape(SHAPES[shape], processes, arguments) for shape in arguments.shapes}
        loads = {name: process.loaded for name, process in processes.items()}
        loads["ours"]["bytes after queries"] = processes["ours"].ask(60.0, bytes=True)["bytes"]
    finally:
        for process in processes.values():
            process.close()
    return {"triples": lines, "loads": loads, "shapes": shapes}


def _shape(query: str, processes: dict[str, Process], arguments: argparse.Namespace) -> dict[str, Any]:
    """Rows, failures, and the median seconds of every engine and mode."""
    failures: dict[str, str] = {}
    answers = {name: _checked(process, query, arguments.limit, failures) for name, process in processes.items()}
    expected = answers["ours"]
    for name, found in answers.items():
        if found is not None and expected is not None and found != expected:
            failures[name] = f"answers differ: {found} instead of {expected}"
    times: dict[str, list[float]] = {}
    for _ in range(arguments.turns):
        for name, process in processes.items():
            for mode in MODES[name]:
                seconds = times.setdefault(f"{name} {mode}", [])
                if name not in failures and sum(seconds) < arguments.enough:
                    _timed(process, query, mode, arguments, seconds, failures)
    medians = {key: median(seconds) for key, seconds in times.items() if seconds}
    return {"rows": expected and expected[0], "seconds": medians, "failures": failures}


def _checked(process: Process, query: str, limit: float, failures: dict[str, str]) -> tuple[int, str] | None:
    try:
        reply = process.ask(limit * 2, check=query)
    except TimeUp:
        failures[process.system] = f"over {limit * 2:.0f} s"
        return None
    if "error" in reply:
        failures[process.system] = reply["error"]
        return None
    return reply["rows"], reply["checksum"]


def _timed(
    process: Process,
    query: str,
    mode: str,
    arguments: argparse.Namespace,
    seconds: list[float],
    failures: dict[str, str],
) -> None:
    budget = arguments.enough / 4
    try:
        reply = process.ask(arguments.limit + 2 * budget, query=query, mode=mode, budget=budget, clock=arguments.clock)
    except TimeUp:
        failures[process.system] = f"over {arguments.limit:.0f} s"
        return
    if "error" in reply:
        failures[process.system] = reply["error"]
    else:
        seconds += reply["seconds"]


if __name__ == "__main__":
    main()
