"""Statement occurrences and the graph that holds them."""

from .graph import OccurrenceGraph
from .occurrence import Evidence, EvidenceSpan, Occurrence, Run, Support, Triple, occurrence_id
from .views import passage_iri, run_iri

__all__ = [
    "Evidence",
    "EvidenceSpan",
    "Occurrence",
    "OccurrenceGraph",
    "Run",
    "Support",
    "Triple",
    "occurrence_id",
    "passage_iri",
    "run_iri",
]
