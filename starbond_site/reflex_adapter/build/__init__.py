"""Finishes the site that Reflex compiles: one `BuildStep` per change, listed in ``steps.py``."""
