"""Everything that touches what Reflex, React Router and reflex-chakra do not document; nothing else in the site does.

``docs/reflex.md`` lists the seams: what each relies on, why it exists, what it is worth, and which test fails when an
upgrade breaks it.
"""
