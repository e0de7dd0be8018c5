"""Dates that the command line announces: meetings, record dates, results and payments."""
