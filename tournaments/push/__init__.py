"""Push messages: phones that asked to be told of a round, a result or a place."""
