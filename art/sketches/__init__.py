"""Flat drawings that stand in for renders that do not exist yet."""
