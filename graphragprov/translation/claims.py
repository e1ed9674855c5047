"""Claims: what a translator says a passage states, before any program has checked it."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Claim", "Component"]


@dataclass(frozen=True, slots=True)
class Component:
    """Subject, predicate or object as claimed: a ``name``, or a ``value`` with its ``datatype``; and its quotes.

    ``datatype`` is a local name of XML Schema (``date``, ``gYear``, ``integer`` …) or ``string``.
    """

    name: str | None = None
    value: str | None = None
    datatype: str | None = None
    quotes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """One claimed triple."""

    subject: Component
    predicate: Component
    object: Component
