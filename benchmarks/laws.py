"""The laws of provenance on many random graphs and queries: ``python -m benchmarks.laws --cases 20000 --seed 1``.

Every case is a small graph and a query over it, both drawn from the case's own random numbers, so that a single one can
be run again (``--only 4711``). Every law that speaks of the case is checked on it; the answers are compared with those
of pyoxigraph, for every set of occurrences withdrawn, and annotations with a naive evaluation by nested loops.
``tests/laws`` holds the cases, the checks and the oracles, and runs a few hundred cases of each law.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from graphragprov.errors import GraphRAGProvError, InvalidQuery, UnsupportedQuery
from graphragprov.sparql import parse_query
from tests.laws.checks import LAWS
from tests.laws.coverage import NESTING, OPERATORS, features, nested, operators
from tests.laws.wide import Case, case, monotone_case
from tests.laws.worlds import OutOfRange, World

CHUNK = 250
MONOTONE = 5
"""One case in so many is without ⊖, closures and aggregates."""
SIZES = (3, 4, 4, 5, 5, 6, 7)


@dataclass
class Tally:
    """What came of some cases."""

    cases: int = 0
    operators: Counter[str] = field(default_factory=Counter)
    nested: Counter[tuple[str, str]] = field(default_factory=Counter)
    features: Counter[str] = field(default_factory=Counter)
    tokens: Counter[int] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[tuple[str, str]] = field(default_factory=Counter)
    failures: list[tuple[int, str, str]] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Take in the results of other cases."""
        self.cases += other.cases
        for name in ("operators", "nested", "features", "tokens", "kinds", "outcomes"):
            getattr(self, name).update(getattr(other, name))
        self.failures += other.failures


def drawn(seed: int, number: int) -> tuple[Case, random.Random]:
    """A case by its number, and the random numbers after it."""
    numbers = random.Random(f"{seed} {number}")
    draw = monotone_case if number % MONOTONE == 0 else case
    return draw(numbers.choice, size=SIZES), numbers


def outcome(law: str, drawn_case: Case, numbers: random.Random) -> tuple[str, str]:
    """``held``, ``refused``, ``out of range`` or ``FAILED``, and what was found."""
    _, check = LAWS[law]
    try:
        check(drawn_case, numbers.choice)
    except UnsupportedQuery as error:
        return "refused", error.construct
    except OutOfRange as error:
        return "out of range", str(error)
    except AssertionError as error:
        return "FAILED", str(error)
    except (GraphRAGProvError, LookupError, ValueError, TypeError, AttributeError, RecursionError) as error:
        return "FAILED", f"{type(error).__name__}: {error}"
    return "held", ""


def run(seed: int, numbers: range) -> Tally:
    """Check every law on the cases of these numbers."""
    tally = Tally()
    for number in numbers:
        one, random_numbers = drawn(seed, number)
        query = parse_query(one.query)
        tally.cases += 1
        tally.operators.update(operators(query))
        tally.nested.update(nested(query))
        tally.features.update(features(query))
        tally.tokens[len(one.world)] += 1
        tally.kinds[one.kind] += 1
        for law in LAWS:
            if law == "specialising" and number % MONOTONE:
                continue
            verdict, found = outcome(law, one, random_numbers)
            tally.outcomes[law, verdict] += 1
            if verdict == "FAILED":
                small = smallest(law, one, seed)
                shown = outcome(law, small, random.Random(seed))[1] or found
                tally.failures.append((number, law, f"{small}\n    {shown}"))
    return tally


def smallest(law: str, failing: Case, seed: int) -> Case:
    """A smaller case that fails too: tokens and runs of words of the query left out as long as that is so."""

    def fails(candidate: Case) -> bool:
        try:
            return outcome(law, candidate, random.Random(seed))[0] == "FAILED"
        except InvalidQuery:
            return False

    def parses(words: list[str]) -> bool:
        try:
            parse_query(" ".join(words))
        except InvalidQuery:
            return False
        return True

    if not fails(failing):
        return failing
    for token in failing.world.tokens:
        fewer = replace(failing, world=World([t for t in failing.world.tokens if t != token]))
        failing = fewer if fails(fewer) else failing
    words = failing.query.split()
    size = len(words) // 2
    while size:
        for start in range(len(words) - size, -1, -1):
            shorter = words[:start] + words[start + size :]
            if parses(shorter) and fails(replace(failing, query=" ".join(shorter))):
                words = shorter
        size //= 2
    return replace(failing, query=" ".join(words))


def report(tally: Tally, seed: int, seconds: float) -> str:
    """The result as Markdown."""
    failed = sum(n for (_, verdict), n in tally.outcomes.items() if verdict == "FAILED")
    lines = [
        "# The laws on random cases",
        "",
        f"`python -m benchmarks.laws --cases {tally.cases} --seed {seed}`: {tally.cases:,} random graphs with a random "
        f"query each, {failed} disagreements, {seconds:,.0f} seconds.",
        "",
        "A case is a graph of a few occurrences and a query. Answers and their multiplicities are compared with "
        "pyoxigraph's, on the graph without each subset of the occurrences; annotations are compared with a naive "
        "evaluation (nested loops over annotated triples) in each semiring. `tests/laws/README.md` says where "
        "pyoxigraph is not asked.",
        "",
        *_table(("check", "law", "held", "out of range", "refused", "failed"), map(partial(_law_row, tally), LAWS)),
        "",
        "Out of range: the law does not speak of the case (a value that rows are joined on is an aggregate), or the "
        "oracle does not know the construct (aggregates in the naive evaluation). Refused: `UnsupportedQuery`.",
        "",
        "Graphs: "
        + ", ".join(f"{n:,} {_KINDS[kind]}" for kind, n in sorted(tally.kinds.items()))
        + ". Occurrences: "
        + ", ".join(f"{n:,} cases with {size}" for size, n in sorted(tally.tokens.items()))
        + ".",
        "",
        "## Operators: the number of queries that use each",
        "",
        *_table(("operator", "queries"), [(name, f"{tally.operators[name]:,}") for name in OPERATORS]),
        "",
        *_table(("what the laws name besides", "queries"), [(k, f"{n:,}") for k, n in sorted(tally.features.items())]),
        "",
        "## Nesting: the number of queries in which the operator of the column stands inside that of the row",
        "",
        *_table(("", *NESTING), [(o, *(f"{tally.nested[o, i]:,}" for i in NESTING)) for o in NESTING[:-2]]),
    ]
    for number, law, found in tally.failures:
        lines += ["", f"## Case {number} fails {law}", "", "```", found, "```"]
    return "\n".join(lines) + "\n"


_KINDS = {"plain": "plain", "named": "with named graphs", "read": "with readings of texts"}


def _law_row(tally: Tally, law: str) -> tuple[str, ...]:
    counts = [tally.outcomes[law, verdict] for verdict in ("held", "out of range", "refused", "FAILED")]
    return (law, LAWS[law][0], *(f"{n:,}" for n in counts))


def _table(head: tuple[str, ...], rows: object) -> list[str]:
    lines = ["| " + " | ".join(head) + " |", "| --- " * len(head) + "|"]
    return lines + ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]  # type: ignore[attr-defined]


def main() -> int:
    """Run the cases; 1 if one of them fails."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--cases", type=int, default=1000, help="how many cases")
    parser.add_argument("--seed", type=int, default=1, help="which cases")
    parser.add_argument("--only", type=int, help="run the case of this number alone, and show it")
    parser.add_argument("--processes", type=int, default=2, help="how many processes work at once")
    parser.add_argument("--write", type=Path, help="write the report to this file")
    arguments = parser.parse_args()
    if arguments.only is not None:
        print(drawn(arguments.seed, arguments.only)[0])
        chunks = [range(arguments.only, arguments.only + 1)]
    else:
        chunks = [range(n, min(n + CHUNK, arguments.cases)) for n in range(0, arguments.cases, CHUNK)]
    started, tally = time.monotonic(), Tally()
    with ProcessPoolExecutor(arguments.processes) as pool:
        for found in pool.map(partial(run, arguments.seed), chunks):
            tally.add(found)
            for number, law, text in found.failures:
                print(f"case {number} fails {law}:\n{text}", flush=True)
            print(f"{tally.cases} cases, {len(tally.failures)} failures", file=sys.stderr, flush=True)
    written = report(tally, arguments.seed, time.monotonic() - started)
    print(written)
    if arguments.write:
        arguments.write.write_text(written, encoding="utf-8")
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
