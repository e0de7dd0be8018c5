"""Files of the built site that come from its content: stylesheet, search index, sitemap; and what its pages weigh."""
