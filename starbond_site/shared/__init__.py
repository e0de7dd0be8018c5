"""What every package uses: settings, limits, times, logs, and the names of roles, categories and colours."""
