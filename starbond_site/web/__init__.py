"""Plain ASGI around the Reflex app: files, JSON, uploads, headers, redirects, rows with the first paint."""
