"""Series of events: what results are worth, which count, and the table that explains itself."""
