"""Disclosure clocks: when something was decided, and when exchange, regulator and public were notified.

Nothing of them is public: a clock belongs to the desk, raises no version and is no change (docs/clock.md).
"""
