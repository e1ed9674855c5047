"""The embedded reader: a declarative rule set and its interpreter."""

from .embedded import EmbeddedReader

__all__ = ["EmbeddedReader"]
