"""Hash functions of an ``xsd:string`` (https://www.w3.org/TR/sparql12-query/#func-hash), as lower-case hexadecimal."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from ..values import Value
from .registry import Function, simple_string
from .strings import utf8

__all__ = ["FUNCTIONS"]


def _hash(algorithm: str) -> Callable[[Value], str]:
    def digest(value: Value) -> str:
        return hashlib.new(algorithm, utf8(simple_string(value)), usedforsecurity=False).hexdigest()

    return digest


FUNCTIONS: dict[str, Function] = {
    name: Function(_hash(name.lower()), 1, 1) for name in ("MD5", "SHA1", "SHA256", "SHA384", "SHA512")
}
