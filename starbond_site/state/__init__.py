"""One small state per interaction."""
