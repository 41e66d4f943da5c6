"""Pasted lists of players."""

import pytest

from tests.support.case_tables import every
from tournaments.rules.errors import RuleViolation
from tournaments.rules.players.roster import RosterLine, check_name, parse_roster


def test_each_line_is_a_player_and_empty_lines_are_skipped():
    assert parse_roster("Ada\n\n  Grace \n") == (RosterLine("Ada"), RosterLine("Grace"))


def test_a_club_and_a_rating_follow_after_a_semicolon_or_a_tab():
    assert parse_roster("Ada; Lantern; 1815\nGrace\tHarbour\t1906.5") == (
        RosterLine("Ada", "Lantern", rating=1815),
        RosterLine("Grace", "Harbour", rating=1906.5),
    )


def test_a_division_follows_the_rating():
    assert parse_roster("Ada;;;Junior\nGrace; Harbour; 1906; Senior") == (
        RosterLine("Ada", division="Junior"),
        RosterLine("Grace", "Harbour", rating=1906, division="Senior"),
    )


def test_a_seed_comes_last():
    assert parse_roster("Ada;;;;3") == (RosterLine("Ada", seed=3),)


def test_a_comma_belongs_to_the_name():
    assert parse_roster("Lovelace, Ada") == (RosterLine("Lovelace, Ada"),)


@every(
    ("pasted", "words"),
    [
        ("", "at least one name"),
        ("Ada\nada", "Line 2: “ada” is already on line 1"),
        ("Ada\n" + "x" * 201, "Line 2: Use at most 200 characters"),
        ("A\x07da", "Line 1: Remove the characters"),
        ("Ada;Club;good", "Line 1: “good” isn’t a number"),
        ("Ada;Club;100001", "Line 1: 100001 is too large. The maximum is 100000"),
        ("Ada;Club;1;Junior;7;more", "Line 1: too many columns"),
        (";Club", "Line 1: Enter a name"),
    ],
)
def test_an_invalid_line_is_refused_with_its_number(pasted, words):
    with pytest.raises(RuleViolation, match=words):
        parse_roster(pasted)


def test_names_of_any_script_are_accepted():
    for name in ("Ολυμπία", "李小龍", "ابن سينا", "👩‍🚀 Kim"):
        check_name(name)
