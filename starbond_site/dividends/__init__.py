"""Dividends: their history, what nobody has claimed, and a private search that tells whether something waits."""
