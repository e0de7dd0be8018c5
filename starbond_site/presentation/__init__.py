"""HTML and updates of documents and nodes: the HTML of lists and the typed payloads that update open pages.

Plain Python without Reflex. The server writes this HTML into pages before the first paint, and pushes the same HTML to
pages that are open, so that the markup of lists exists once.
"""
