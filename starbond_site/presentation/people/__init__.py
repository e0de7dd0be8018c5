"""What the pages show on which people sign in and look after their access: escaped HTML in one language."""
