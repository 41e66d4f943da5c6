"""Elo ratings of the people of a club, a list for each game."""
