"""Actions on the venue's screens."""
