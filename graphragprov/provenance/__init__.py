"""Provenance circuits and their views."""
