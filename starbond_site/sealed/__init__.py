"""Filings that are sealed until a moment: stored and checked, and public at that moment and not before."""
