"""Lists of players as people paste them."""

import pytest

from tests.case_tables import every
from tournaments.rules.errors import RuleViolation
from tournaments.rules.players.roster_parser import RosterLine, check_name, parse


def test_a_line_is_a_player_and_empty_lines_are_none():
    assert parse("Ada\n\n  Grace \n") == (RosterLine("Ada"), RosterLine("Grace"))


def test_a_club_and_a_rating_follow_after_a_semicolon_or_a_tab():
    assert parse("Ada; Lantern; 1815\nGrace\tHarbour\t1906.5") == (
        RosterLine("Ada", "Lantern", 1815),
        RosterLine("Grace", "Harbour", 1906.5),
    )


def test_a_division_follows_the_rating():
    assert parse("Ada;;;Junior\nGrace; Harbour; 1906; Senior") == (
        RosterLine("Ada", division="Junior"),
        RosterLine("Grace", "Harbour", 1906, "Senior"),
    )


def test_a_comma_belongs_to_the_name():
    assert parse("Lovelace, Ada") == (RosterLine("Lovelace, Ada"),)


@every(
    ("pasted", "words"),
    [
        ("", "at least one name"),
        ("Ada\nada", "Line 2: “ada” stands in line 1 already"),
        ("Ada\n" + "x" * 201, "Line 2: At most 200 characters"),
        ("A\x07da", "Line 1: There are characters"),
        ("Ada;Club;good", "Line 1: “good” is no rating"),
        ("Ada;Club;100001", "Line 1: the rating 100001 is higher than 100000"),
        ("Ada;Club;1;Junior;more", "Line 1: a line holds a name, a club, a rating and a division"),
        (";Club", "Line 1: A player needs a name"),
    ],
)
def test_what_is_no_list_is_refused_with_its_line(pasted, words):
    with pytest.raises(RuleViolation, match=words):
        parse(pasted)


def test_a_name_of_any_script_is_a_name():
    for name in ("Ολυμπία", "李小龍", "ابن سينا", "👩‍🚀 Kim"):
        check_name(name)
