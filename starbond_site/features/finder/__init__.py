"""Which product joins two materials, and why: rules over the facts of the products, computed at build.

``rules`` gives a verdict on every product for a pair of materials. ``table`` writes the verdicts on all pairs, and the
facts that conditions such as "wet" ask for, into one JSON file per language; the browser looks the pair up, and filters
by conditions (``components/react/finder/answers.jsx``). No rule about a pair stands there, none about conditions here.
"""
