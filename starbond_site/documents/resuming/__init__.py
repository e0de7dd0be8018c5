"""Uploads that continue: what arrived of a file is kept for a day, also when the line breaks or the server restarts."""
