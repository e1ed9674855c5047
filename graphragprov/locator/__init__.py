"""The span locator: a quote to its exact characters, or a loud refusal."""

from .describing import Description, describe
from .locatable import LocatableText
from .match import Candidate, Match
from .offsets import from_utf8_offsets, from_utf16_offsets, utf8_offsets, utf16_offsets
from .reading import reads_as
from .resolving import LocatedQuote, resolve_component_spans
from .search import locate
from .tiers import Tier

__all__ = [
    "Candidate",
    "Description",
    "LocatableText",
    "LocatedQuote",
    "Match",
    "Tier",
    "describe",
    "from_utf8_offsets",
    "from_utf16_offsets",
    "locate",
    "reads_as",
    "resolve_component_spans",
    "utf8_offsets",
    "utf16_offsets",
]
