"""Traces: the whole chain of an answer, and its verification."""
