"""The figures of the engine benchmark as a table in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from statistics import geometric_mean
from typing import Any

__all__ = ["report"]

_RATIOS = {
    "rdflib / plain": ("rdflib plain", "ours plain"),
    "oxigraph / plain": ("oxigraph plain", "ours plain"),
    "oxigraph / provenance": ("oxigraph plain", "ours provenance"),
    "provenance / plain": ("ours provenance", "ours plain"),
    "gates / plain": ("ours gates", "ours plain"),
}
"""Heading to the two times whose quotient it is."""

_TIMES = ("ours fresh", "ours plain", "ours provenance", "ours gates", "oxigraph plain", "rdflib plain")


def report(sizes: Mapping[int, Mapping[str, Any]]) -> str:
    """Tables for the last of the sizes: times and ratios, their means, loads, growth since the size before."""
    size, result = list(sizes.items())[-1]
    parts = [f"## {size:,} triples", _loads(result), _times(result["shapes"]), _means(result["shapes"])]
    parts += [_failures(result["shapes"])]
    if len(sizes) > 1:
        parts.append(_growth(*list(sizes.values())[-2:]))
    return "\n\n".join(part for part in parts if part) + "\n"


def _loads(result: Mapping[str, Any]) -> str:
    lines = []
    for load in result["loads"].values():
        per_second, per_triple = result["triples"] / load["seconds"], load["bytes"] / result["triples"]
        line = f"- {load['version']}: loads {per_second:,.0f} triples/s, {per_triple:.0f} bytes per triple"
        if "bytes after queries" in load:
            line += f" ({load['bytes after queries'] / result['triples']:.0f} after all queries)"
        lines.append(line)
    return "\n".join(lines)


def _milliseconds(seconds: float | None) -> str:
    return "–" if seconds is None else f"{seconds * 1e3:.2f}" if seconds < 0.1 else f"{seconds * 1e3:,.0f}"


def _quotient(seconds: Mapping[str, float], pair: tuple[str, str]) -> float | None:
    over, under = seconds.get(pair[0]), seconds.get(pair[1])
    return None if over is None or under is None else over / under


def _shown(ratio: float | None) -> str:
    return "–" if ratio is None else f"{ratio:.2f}" if ratio < 10 else f"{ratio:.0f}"


def _times(shapes: Mapping[str, Any]) -> str:
    times = [key for key in _TIMES if any(key in shape["seconds"] for shape in shapes.values())]
    lines = [_row(["shape", "rows", *(f"{key} (ms)" for key in times), *_RATIOS]), _rule(2 + len(times) + len(_RATIOS))]
    for name, shape in shapes.items():
        seconds = shape["seconds"]
        cells = [name, f"{shape['rows'] or 0:,}", *(_milliseconds(seconds.get(key)) for key in times)]
        lines.append(_row(cells + [_shown(_quotient(seconds, pair)) for pair in _RATIOS.values()]))
    return "\n".join(lines)


def _means(shapes: Mapping[str, Any]) -> str:
    lines = [_row(["ratio", "shapes", "geometric mean", "without best and worst"]), _rule(4)]
    for heading, pair in _RATIOS.items():
        ratios = sorted(r for shape in shapes.values() if (r := _quotient(shape["seconds"], pair)) is not None)
        if ratios:
            inner = _shown(geometric_mean(ratios[1:-1])) if len(ratios) > 2 else "–"
            lines.append(_row([heading, str(len(ratios)), _shown(geometric_mean(ratios)), inner]))
    return "\n".join(lines)


def _failures(shapes: Mapping[str, Any]) -> str:
    lines = [f"- {name}: {who}: {why}" for name, shape in shapes.items() for who, why in shape["failures"].items()]
    return "Not finished or wrong:\n\n" + "\n".join(lines) if lines else ""


def _growth(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """How much more time and rows the larger graph takes, and time over rows (over triples for what is fewer)."""
    triples = after["triples"] / before["triples"]
    lines = [f"Growth with {triples:.1f} times the triples:", ""]
    lines += [_row(["shape", "rows", "plain", "provenance", "plain / rows", "provenance / rows"]), _rule(6)]
    for name, large in after["shapes"].items():
        small = before["shapes"].get(name)
        if small is None or not small["rows"] or not large["rows"]:
            continue
        rows = large["rows"] / small["rows"]
        grown = [_quotient({"a": large["seconds"][key], "b": small["seconds"][key]}, ("a", "b")) for key in _TIMES[1:3]]
        cells = [rows, *grown, *(ratio / max(rows, triples) for ratio in grown if ratio is not None)]
        lines.append(_row([name, *map(_shown, cells)]))
    return "\n".join(lines)


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _rule(columns: int) -> str:
    return "| --- |" + " ---: |" * (columns - 1)
