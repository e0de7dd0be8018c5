"""Parts of the pages of the secretary's desk: escaped HTML in the language of the given content."""
