"""Changes of events: the registry of the actions that make them."""
