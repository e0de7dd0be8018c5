"""Measurements and pictures of the running site; each module is a command."""
