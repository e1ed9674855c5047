"""Where the shared test data is: ``GRAPHRAGPROV_SHARED`` or ``../shared`` beside the project."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def shared(*parts: str) -> Path:
    """The path of a shared file. Absent data skips the test, and fails it where ``CI`` is ``true``."""
    base = Path(os.environ.get("GRAPHRAGPROV_SHARED", ROOT.parent / "shared"))
    path = base.joinpath(*parts)
    if not path.exists():
        reason = f"shared test data not found at {path}; set GRAPHRAGPROV_SHARED to the folder that holds it"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason, allow_module_level=True)
    return path
