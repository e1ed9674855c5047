"""The span locator: a quote to its exact characters, or a loud refusal."""

from .tiers import Tier

__all__ = ["Tier"]
