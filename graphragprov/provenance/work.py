"""A bound on how much is computed: deterministic, unlike one on time."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import PolynomialTooLarge

__all__ = ["Work"]


@dataclass(slots=True)
class Work:
    """How much may still be done, in factors moved; twenty million are some seconds."""

    left: int = 20_000_000

    def spend(self, factors: int) -> None:
        """Count a step (as 20) and the factors that it moves.

        Raises:
            PolynomialTooLarge: nothing is left.
        """
        self.left -= 20 + factors
        if self.left < 0:
            message = (
                "listing the derivations in order of size takes too long here (they are too large, or overlap too "
                "much); take the tokens (Which), the number of derivations (count) or a value of the circuit "
                "(evaluate) instead"
            )
            raise PolynomialTooLarge(message)
