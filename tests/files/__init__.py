"""Small files as programs and telephones really write them, made by code, each with what becomes of it.

They stand for 13,260 public files that were tried; each names the source of its format. The builders that tests of all
kinds share are in `tests.unit.documents`.
"""
