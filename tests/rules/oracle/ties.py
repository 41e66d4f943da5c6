"""Columns that look only at the players who are still tied."""

from tests.rules.oracle.record_book import NOUGHT, entries, opponents


def head_to_head(book, group, last):
    """Points in the matches among the tied, if each of them has met each other; else nothing."""
    met = {player: set(opponents(book, player, last)) for player in group}
    complete = all(set(group) - {player} <= met[player] for player in group)
    return {player: points_against(book, player, group, last) if complete else NOUGHT for player in group}


def common_opponents(book, group, last):
    """Points against those whom every one of the tied has met."""
    common = set.intersection(*(set(opponents(book, player, last)) for player in group))
    return {player: points_against(book, player, common, last) for player in group}


def points_against(book, player, others, last):
    met = [entry for _, entry in entries(book, player, last) if set(entry["opponents"]) & set(others)]
    taken = [entry["points"] for entry in met]
    return sum(taken, NOUGHT)


PLAIN = {"head_to_head": head_to_head, "common_opponents": common_opponents}
