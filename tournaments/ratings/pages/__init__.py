"""What pages show of ratings."""
