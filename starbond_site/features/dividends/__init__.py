"""Dividends: their history, and what nobody has claimed."""
