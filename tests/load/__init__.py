"""Load tests with real processes: ``make load``, or ``python -m tests.load`` with numbers of your own."""
