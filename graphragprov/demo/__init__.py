"""The texts that ship with the package, five questions over them, and recorded translations of the Chinese ones.

The texts are invented. The English ones are read by the embedded reader.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from ..text import Document

__all__ = ["DemoQuestion", "documents", "questions", "recordings_path"]


@dataclass(frozen=True, slots=True)
class DemoQuestion:
    """A question over the demo's texts. ``shows`` says what its answer is an example of."""

    id: str
    question: str
    shows: str


def _file(*parts: str) -> Path:
    return Path(str(files(__package__).joinpath(*parts)))


@cache
def documents() -> tuple[Document, ...]:
    """The demo's documents, English and Chinese."""
    entries = json.loads(_file("documents.json").read_text(encoding="utf-8"))
    return tuple(_document(entry["id"], entry["title"]) for entry in entries)


def _document(name: str, title: str) -> Document:
    text = _file("texts", f"{name}.txt").read_text(encoding="utf-8")
    return Document(text=text, id=name, title=title)


@cache
def questions() -> tuple[DemoQuestion, ...]:
    """The five questions, in the order in which the demo asks them."""
    return tuple(DemoQuestion(**entry) for entry in json.loads(_file("questions.json").read_text(encoding="utf-8")))


def recordings_path() -> Path:
    """Where the recorded translations of the Chinese passages and question are (JSON Lines)."""
    return _file("recordings.jsonl")
