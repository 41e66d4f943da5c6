"""Names of decks: cleaned, and counted as one however they are written."""

import pytest

from tournaments.rules.lists.decks import clean_deck, group_decks


@pytest.mark.parametrize(
    ("typed", "name"),
    (
        ("  Mono-Red   Burn ", "Mono-Red Burn"),
        ("Esper\nControl\x00", "Esper Control"),
        ("Jund\ud800", "Jund"),
        ("e\u0301lan", "élan"),
        ("", ""),
        ("\u200b\u200d", ""),
        ("\u202eBurn\u200b", "Burn"),
    ),
)
def test_a_name_is_one_line(typed, name):
    assert clean_deck(typed) == name


def test_case_and_spaces_make_no_other_deck():
    decks = (
        ("a", "Mono-Red Burn"),
        ("b", "mono-red  burn"),
        ("c", "Mono-Red Burn"),
        ("d", "ＭＯＮＯ-RED BURN"),
    )
    (share,) = group_decks(decks)
    assert (share.name, share.players) == ("Mono-Red Burn", ("a", "b", "c", "d"))


def test_the_most_played_deck_is_first_and_level_ones_are_in_alphabetical_order():
    shares = group_decks(
        (("a", "Zoo"), ("b", "jund"), ("c", "Elves"), ("d", "Elves"), ("e", ""), ("f", "  "))
    )
    assert [share.name for share in shares] == ["Elves", "jund", "Zoo"]
