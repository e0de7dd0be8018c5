"""What the pages of the secretary's desk show: escaped HTML in the language of the given content."""
