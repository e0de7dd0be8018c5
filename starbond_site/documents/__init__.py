"""The documents of investors: records, storage, publishing, snapshot and change feed. Independent of Reflex.

The functions take an `archive.Archive`, the database and the storage of one site; ``archive.default()`` returns that
of the running process.
"""
