"""React components of our own."""
