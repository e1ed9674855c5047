"""One engine in a process of its own, told by lines of JSON on its input what to do; it answers by lines of JSON.

``{"load": [paths]}`` → seconds and bytes; ``{"query": text, "mode": mode, "budget": seconds, "clock": "wall"}`` →
seconds of some runs; ``{"check": text}`` → number and checksum of the answers; ``{"bytes": true}`` → the memory in use
beyond the start.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .engine_systems import SYSTEMS, System, checksum

_RUNS = 4
"""Runs in a turn, the first of which is not counted."""


def _bytes() -> int:
    """Resident memory now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def _seconds(action: Callable[[], Any], clock: Callable[[], float] = time.perf_counter) -> float:
    """How long it takes until the result is there."""
    started = clock()
    result = action()
    seconds = clock() - started
    del result
    return seconds


def _turn(system: System, query: str, mode: str, budget: float, clock: str) -> list[float]:
    """Some runs in a row, as long as there is time; the first, with cold caches, only counts where it is alone."""
    timer = time.process_time if clock == "cpu" else time.perf_counter
    times: list[float] = []
    while len(times) < _RUNS and sum(times) < budget:
        times.append(_seconds(lambda: system.run(query, mode), timer))
    return times[1:] or times


def _obey(system: System, order: dict[str, Any], start: int) -> dict[str, Any]:
    if "load" in order:
        paths = [Path(path) for path in order["load"]]
        seconds = _seconds(lambda: system.load(paths[0]))
        system.repeat(paths[1:])
        return {"seconds": seconds, "bytes": _bytes() - start, "version": system.version()}
    if "query" in order:
        return {"seconds": _turn(system, order["query"], order["mode"], order["budget"], order["clock"])}
    if "check" in order:
        rows, total = checksum(system.rows(system.run(order["check"], order.get("mode", "plain"))))
        return {"rows": rows, "checksum": total}
    return {"bytes": _bytes() - start}


def main() -> None:
    """Answer until the input ends."""
    system, start = SYSTEMS[sys.argv[1]](), _bytes()
    for line in sys.stdin:
        try:
            reply = _obey(system, json.loads(line), start)
        except Exception as error:  # what an engine raises is part of the result
            reply = {"error": f"{type(error).__name__}: {error}"[:300]}
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
