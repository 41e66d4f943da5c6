"""Prizes: prize tables, their planned totals, and the payout."""
