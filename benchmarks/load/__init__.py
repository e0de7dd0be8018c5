"""Load tests with real processes: ``make load``, or ``python -m benchmarks.load`` with numbers of your own."""
