"""Reusable components, without pages' own content."""
