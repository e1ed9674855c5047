"""Benchmarks: what the library does, measured beside its rivals."""
