"""Dealers: where the products are sold, imported from a table file by the administrator."""
