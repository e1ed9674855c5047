from __future__ import annotations

import subprocess
import sys

import graphragprov as gp
from graphragprov import errors


def test_the_public_names_are_sorted_and_complete() -> None:
    kinds = sorted(gp.__all__, key=lambda name: (not name.isupper(), name[0].islower(), name))
    assert kinds == list(gp.__all__)
    for name in gp.__all__:
        assert getattr(gp, name) is not None
    modules = {"errors", "semirings"}
    public = {n for n in vars(gp) if not n.startswith("_")} - set(sys.modules)
    loaded = {n for n in public if not isinstance(getattr(gp, n), type(sys)) or n in modules}
    assert loaded == set(gp.__all__)


def test_every_error_is_one_of_ours_and_documented() -> None:
    for name in errors.__all__:
        error = getattr(errors, name)
        assert issubclass(error, errors.GraphRAGProvError)
        assert error.__doc__


def test_importing_the_library_loads_neither_sympy_nor_openai() -> None:
    code = "import sys, graphragprov; print([m for m in ('sympy', 'openai') if m in sys.modules])"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"
