"""JSON as this package writes and reads it: canonical for keys, strict for what comes from outside."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, NoReturn

from graphragprov.errors import LLMError

__all__ = ["canonical_json", "hexdigest", "parse_json", "plain"]


def plain(value: Any) -> Any:
    """The same value in lists and dicts only, so that read-only mappings and tuples can be written as JSON."""
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


def canonical_json(value: Any) -> str:
    """ASCII JSON with sorted keys and no spaces: equal values give equal text, in every process.

    Raises :class:`LLMError` where the value is not JSON (NaN, an object of another kind, endless nesting).
    """
    try:
        return json.dumps(plain(value), sort_keys=True, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise LLMError(f"a request must hold JSON values only, and this one does not: {error}") from error


def hexdigest(*parts: str) -> str:
    """SHA-256 of the parts, in hexadecimal; lone surrogates are allowed."""
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def parse_json(text: str | bytes) -> Any:
    """Parse strict JSON. Raises :class:`ValueError` with the reason, also for invalid UTF-8 and endless nesting."""
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
