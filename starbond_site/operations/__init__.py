"""What an operator does with a whole site: back it up, restore it, move it to other servers."""


class OperationError(Exception):
    """An operation refused or failed; the message is a sentence for the operator."""
