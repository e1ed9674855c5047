"""References resolved against a base, RFC 3986 section 5.2 (strict), characters kept as they are written.

SPARQL resolves relative references only (https://www.w3.org/TR/sparql12-query/#relIRIs): an absolute IRI is left as it
is written, with its dot segments, so that it is the IRI that a graph holds.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_PARTS = re.compile(
    r"(?:(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*):)?(?://(?P<authority>[^/?#]*))?(?P<path>[^?#]*)"
    r"(?:\?(?P<query>[^#]*))?(?:#(?P<fragment>.*))?",
    re.DOTALL,
)


class _Parts(NamedTuple):
    scheme: str | None
    authority: str | None
    path: str
    query: str | None
    fragment: str | None

    def __str__(self) -> str:
        scheme = "" if self.scheme is None else f"{self.scheme}:"
        authority = "" if self.authority is None else f"//{self.authority}"
        query = "" if self.query is None else f"?{self.query}"
        fragment = "" if self.fragment is None else f"#{self.fragment}"
        return f"{scheme}{authority}{self.path}{query}{fragment}"


def _split(reference: str) -> _Parts:
    match = _PARTS.fullmatch(reference)
    assert match is not None  # every part is optional and together they take any text
    return _Parts(*match.groups())


def _without_dots(path: str) -> str:
    """The path without its ``.`` and ``..`` segments (RFC 3986, 5.2.4)."""
    if "." not in path:
        return path
    absolute = path.startswith("/")
    segments = path.split("/")
    kept: list[str] = []
    for segment in segments[1:] if absolute else segments:
        if segment == "..":
            del kept[-1:]
        elif segment != ".":
            kept.append(segment)
    if segments[-1] in (".", "..") and (kept or absolute):
        kept.append("")
    return ("/" if absolute else "") + "/".join(kept)


def _merged(base: _Parts, path: str) -> str:
    if base.authority is not None and not base.path:
        return "/" + path
    return base.path[: base.path.rfind("/") + 1] + path


def resolve(reference: str, base: str) -> str:
    """The IRI that a reference means under ``base``.

    >>> resolve("Jean_Dupont", "https://graphragprov.example/entity/")
    'https://graphragprov.example/entity/Jean_Dupont'
    """
    parts = _split(reference)
    if parts.scheme is not None:
        return reference
    outer = _split(base)
    if parts.authority is not None:
        return str(parts._replace(scheme=outer.scheme, path=_without_dots(parts.path)))
    if not parts.path:
        query = outer.query if parts.query is None else parts.query
        return str(outer._replace(query=query, fragment=parts.fragment))
    path = parts.path if parts.path.startswith("/") else _merged(outer, parts.path)
    return str(_Parts(outer.scheme, outer.authority, _without_dots(path), parts.query, parts.fragment))
