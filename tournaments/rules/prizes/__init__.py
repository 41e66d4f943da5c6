"""Prizes: tables of plain data, what they come to, and who gets what of them."""
