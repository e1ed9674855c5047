"""SPARQL: grammar, algebra, evaluation with provenance."""
