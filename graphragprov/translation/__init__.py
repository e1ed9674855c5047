"""Translation: passages to claims to checked occurrences, questions to queries."""

from .checking import RejectedClaim, RejectionReason
from .claims import Claim, Component
from .extractor import Extraction, ExtractionOptions, extract
from .query_writer import Attempt, WrittenQuery, unknown_terms, write_query
from .reply import ParsedReply, Problem, parse_claims, parse_sparql_reply
from .vocabulary import EntityEntry, RelationEntry, Vocabulary, suggest

__all__ = [
    "Attempt",
    "Claim",
    "Component",
    "EntityEntry",
    "Extraction",
    "ExtractionOptions",
    "ParsedReply",
    "Problem",
    "RejectedClaim",
    "RejectionReason",
    "RelationEntry",
    "Vocabulary",
    "WrittenQuery",
    "extract",
    "parse_claims",
    "parse_sparql_reply",
    "suggest",
    "unknown_terms",
    "write_query",
]
