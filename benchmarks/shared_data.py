"""The questions of the two data sets, and where the shared data is (``GRAPHRAGPROV_SHARED`` or ``../shared``)."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

SHARED = Path(os.environ.get("GRAPHRAGPROV_SHARED", Path(__file__).resolve().parents[2] / "shared"))


@dataclass(frozen=True, slots=True)
class Case:
    """A question with its gold answers (the answer and its aliases). ``id`` is the one that recordings use."""

    id: str
    question: str
    golds: tuple[str, ...]


def rows(*parts: str) -> Iterator[dict]:
    """The objects of a JSON Lines file of the shared data."""
    path = SHARED.joinpath(*parts)
    if not path.exists():
        sys.exit(f"{path} not found: set GRAPHRAGPROV_SHARED to the folder of the shared data")
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def cases(name: str) -> list[Case]:
    """The questions of a data set: ``2wiki-dev`` or ``musique-dev``."""
    if name.startswith("2wiki"):
        return [Case(f"2wiki:{row['_id']}", row["question"], (row["answer"],)) for row in rows("data", f"{name}.jsonl")]
    return [
        Case(f"musique:{row['id']}", row["question"], (row["answer"], *row["answer_aliases"]))
        for row in rows("data", f"{name}.jsonl")
    ]
