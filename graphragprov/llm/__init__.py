"""The seam to language models and its implementations."""
