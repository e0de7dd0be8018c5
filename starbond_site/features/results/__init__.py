"""Results: one row for each reporting period, joined from what was published; nothing is entered for it."""
