"""Every code block of the README and the docs runs."""

from __future__ import annotations

import doctest
import re
import runpy
import shlex
from pathlib import Path

import pytest

from graphragprov.cli import main
from tests.shared import ROOT

PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OPTIONS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def blocks(page: Path, language: str) -> list[str]:
    return [text for lang, text in BLOCK.findall(page.read_text(encoding="utf-8")) if lang == language]


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_python_blocks_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.txt").write_text("Panda is a song by Astro. Astro is a band from Valdivia.", encoding="utf-8")
    namespace: dict[str, object] = {"__name__": "page"}
    for text in blocks(page, "python"):
        exec(compile(text, str(page), "exec"), namespace)
    runner = doctest.DocTestRunner(optionflags=OPTIONS)
    for text in blocks(page, "pycon"):
        test = doctest.DocTestParser().get_doctest(text, namespace, page.name, str(page), 0)
        test.globs = namespace
        output: list[str] = []
        result = runner.run(test, out=output.append, clear_globs=False)
        assert result.failed == 0, "".join(output)


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_commands_of_graphragprov_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.txt").write_text("Panda is a song by Astro. Astro is a band from Valdivia.", encoding="utf-8")
    for text in blocks(page, "console"):
        for line in text.splitlines():
            if line.startswith("$ graphragprov ") and "--llm" not in line:
                assert main(shlex.split(line)[2:]) == 0, line


def test_the_reference_is_up_to_date() -> None:
    generated = runpy.run_path(str(ROOT / "docs" / "generate_reference.py"))["reference"]()
    assert (ROOT / "docs" / "reference.md").read_text(encoding="utf-8") == generated, "run docs/generate_reference.py"


def test_links_between_pages_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page}: {target}"
