"""The search of the site: what can be found, how it is ranked, and the results as HTML."""
