"""Finishes the site that Reflex compiles: one `Step` per change, listed in ``steps.py``."""
