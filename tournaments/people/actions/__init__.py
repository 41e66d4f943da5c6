"""Changes of people and of their links with players."""
