"""Names of decks: cleaned, and counted as one however they are written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.lists.decks import clean_deck, group_decks, leave_out_names, round_percents


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


@pytest.mark.parametrize(
    ("counts", "percents"),
    (
        ((1, 1, 1), [34, 33, 33]),
        ((4, 1, 1), [67, 17, 16]),
        ((2, 2, 2, 1, 1), [25, 25, 25, 13, 12]),
        ((5,), [100]),
        ((0, 3), [0, 100]),
        ((), []),
    ),
)
def test_percentages_are_whole_and_add_up_to_a_hundred(counts, percents):
    assert round_percents(counts) == percents


@given(st.lists(st.integers(1, 300), min_size=1, max_size=14))
def test_no_percentage_is_a_whole_point_from_the_exact_one(counts):
    percents = round_percents(counts)
    assert sum(percents) == 100
    exact = [100 * count / sum(counts) for count in counts]
    assert all(abs(one - other) < 1 for one, other in zip(percents, exact, strict=True))


@pytest.mark.parametrize(
    ("deck", "is_left_out"),
    (
        ("Anna’s brew", True),
        ("Burn by ANNA", True),
        ("Ａnna Combo", True),
        ("Annabel’s brew", False),
        ("Savannah Lions", False),
        ("Big  Al Control", True),
        ("Big Alliance", False),
        ("Straße 9", True),
    ),
)
def test_a_deck_with_a_name_of_somebody_as_a_word_is_left_out(deck, is_left_out):
    kept = list(leave_out_names([("p1", deck)], ("anna", "Big Al", "strasse", "")))
    assert kept == ([] if is_left_out else [("p1", deck)])


# In these scripts no space stands between a name and what follows it.
@pytest.mark.parametrize("deck", ("田中デッキ", "赤単 田中", "김철수의 덱", "เด็คของสมชาย"))
def test_a_deck_with_a_name_in_a_script_without_spaces_is_left_out(deck):
    assert list(leave_out_names([("p1", deck)], ("田中", "김철수", "สมชาย"))) == []


def test_a_name_of_one_letter_is_no_part_of_a_word_in_any_script():
    assert list(leave_out_names([("p1", "李子デッキ")], ("李",))) == [("p1", "李子デッキ")]


def test_without_names_every_deck_is_kept():
    assert list(leave_out_names([("p1", "Anna")], ())) == [("p1", "Anna")]
