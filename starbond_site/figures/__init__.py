"""Figures of financial statements, entered by the command line: typed values with their period and unit."""
