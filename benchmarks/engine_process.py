"""Engines in processes of their own, so that a run can be stopped when its time is up."""

from __future__ import annotations

import json
import selectors
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

__all__ = ["Process", "TimeUp"]

_ROOT = Path(__file__).parents[1]
_LOADING = 900.0


class TimeUp(Exception):
    """A run was stopped."""


class Process:
    """An engine with its data. After a run that was stopped it is started and loaded again."""

    def __init__(self, system: str, paths: Sequence[Path]) -> None:
        self.system = system
        self._paths = [str(path) for path in paths]
        self.loaded = self._start()

    def _start(self) -> dict[str, Any]:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.engine_worker", self.system],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=_ROOT,
            text=True,
            bufsize=1,
        )
        return self.ask(_LOADING, load=self._paths)

    def ask(self, seconds: float, **order: Any) -> dict[str, Any]:
        """The reply to an order, or ``TimeUp``."""
        source, sink = self._process.stdout, self._process.stdin
        assert source is not None
        assert sink is not None
        sink.write(json.dumps(order) + "\n")
        sink.flush()
        with selectors.DefaultSelector() as selector:
            selector.register(source, selectors.EVENT_READ)
            if not selector.select(seconds):
                self.close()
                if "load" not in order:
                    self._start()
                raise TimeUp
        line = source.readline()
        if not line:
            return {"error": f"the process ended with code {self._process.wait()}"}
        reply: dict[str, Any] = json.loads(line)
        return reply

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()
