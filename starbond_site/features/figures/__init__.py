"""Figures of financial statements, entered on the desk or by the command line: values with period and unit."""
