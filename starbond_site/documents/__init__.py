"""The documents of investors: records, storage, publishing, snapshot and change feed. Knows nothing of Reflex.

An `archive.Archive` is what every function here works on: the database and the storage of one site.
Whoever needs the site's own calls ``archive.default()``.
"""
