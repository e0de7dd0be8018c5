"""The administrator's command line ``starbond``: one module per group of commands.

Exit status of every command: 0 on success, 1 when it refused or found a problem, 2 for wrong usage.
"""
