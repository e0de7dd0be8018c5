"""Products outside their own pages: several side by side, and the data sheet of each.

Both show the typed facts of ``content/facts.toml`` in the words of the text that each comes from (`facts`). What no
text says is not concluded from anything: telephone and WhatsApp stand in its place.
"""
