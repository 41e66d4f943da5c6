"""What pages show of people."""
