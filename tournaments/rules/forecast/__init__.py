"""Forecasts of Swiss rounds: expected records, and results that are already certain."""
