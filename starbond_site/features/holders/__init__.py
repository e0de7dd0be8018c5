"""The private search on the page of dividends: whether a dividend waits for the holder of a number."""
