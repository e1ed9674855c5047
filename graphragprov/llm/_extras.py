"""Optional dependencies, imported when they are needed."""

from __future__ import annotations

import importlib
from typing import Any

from graphragprov.errors import MissingExtra

__all__ = ["import_extra"]


def import_extra(module: str, *, extra: str) -> Any:
    """The module, or :class:`MissingExtra` with the line that installs it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise MissingExtra(
            f"this backend needs the package {module!r}, which cannot be imported ({error}): "
            f'pip install "graphragprov[{extra}]"'
        ) from error
