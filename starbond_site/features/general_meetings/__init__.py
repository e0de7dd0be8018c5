"""General meetings of shareholders: before, while they run, and what was decided."""
