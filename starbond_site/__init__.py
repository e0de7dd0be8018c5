"""The public website of a listed adhesives manufacturer."""
