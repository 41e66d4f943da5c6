"""People of a club: who a player is, and what the club knows of its regulars."""
