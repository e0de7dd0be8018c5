"""Contact messages: validated, stored, answered with a reference number, and mailed to the company."""
