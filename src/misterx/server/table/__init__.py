"""A table, pure: how it follows from its log, what is decided on it, and who sees what of it."""
