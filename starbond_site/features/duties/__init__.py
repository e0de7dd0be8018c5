"""Duties to disclose: what is due, what was fulfilled by which document, and reminders."""
