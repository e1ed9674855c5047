"""Write ``reference.md`` from the docstrings of the public names. Run after changing one of them.

python docs/generate_reference.py
"""

from __future__ import annotations

import enum
import inspect
from collections.abc import Iterator
from pathlib import Path

import graphragprov as gp

TARGET = Path(__file__).with_name("reference.md")


def signature(thing: object) -> str:
    """The signature without module names, or nothing."""
    try:
        shown = str(inspect.signature(thing))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return ""
    return shown.replace("graphragprov.", "").replace("typing.", "").replace("'", "")


def members(cls: type) -> Iterator[str]:
    """The documented public members of a class, in the order of their definition."""
    for name, member in vars(cls).items():
        if name.startswith("_") and name != "__getitem__":
            continue
        target = member.__func__ if isinstance(member, classmethod | staticmethod) else member
        target = getattr(target, "func", getattr(target, "fget", target)) if not inspect.isfunction(target) else target
        text = inspect.getdoc(target) if callable(target) else None
        if not text:
            continue
        call = signature(target).replace("(self, ", "(").replace("(self)", "()").replace("(cls, ", "(")
        shown = f"{name}{call}" if inspect.isfunction(member) or isinstance(member, classmethod) else name
        yield f"#### `{shown}`\n\n{text}\n"


def entry(name: str, thing: object) -> Iterator[str]:
    """The section of a public name."""
    if inspect.ismodule(thing):
        yield f"## `{name}`\n\n{inspect.getdoc(thing)}\n"
        for inner in thing.__all__:
            yield f"### `{name}.{inner}`\n\n{inspect.getdoc(getattr(thing, inner))}\n"
        return
    if isinstance(thing, type) and not issubclass(thing, enum.Enum) and not issubclass(thing, Exception):
        yield f"## `{name}{signature(thing)}`\n\n{inspect.getdoc(thing)}\n"
        yield from members(thing)
    elif isinstance(thing, type):
        values = "".join(f"- `{m.value}`\n" for m in thing) if issubclass(thing, enum.Enum) else ""
        yield f"## `{name}`\n\n{inspect.getdoc(thing)}\n\n{values}"
    else:
        yield f"## `{name}{signature(thing)}`\n\n{inspect.getdoc(thing)}\n"


def reference() -> str:
    """The whole page."""
    sections = (section for name in gp.__all__ for section in entry(name, getattr(gp, name)))
    head = "# Reference\n\nGenerated from the docstrings by `docs/generate_reference.py`.\n\n"
    return head + "\n".join(sections).rstrip() + "\n"


if __name__ == "__main__":
    TARGET.write_text(reference(), encoding="utf-8")
