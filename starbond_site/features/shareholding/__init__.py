"""Who owns the company: groups of shareholders month by month, imported from a table file, with facts of the share."""
