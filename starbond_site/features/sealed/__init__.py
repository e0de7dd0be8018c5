"""Sealed filings: checked and stored now, public at their release time and not before."""
