"""Plain ASGI around the Reflex app: files, JSON, guards, headers, redirects, rows with the first paint."""
