"""Everything that draws ``assets/`` from content; the running site never imports it."""
