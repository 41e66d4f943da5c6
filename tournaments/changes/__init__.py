"""Changes of events: the registry of the actions that make them, and the signal that one is stored."""
