"""Tables of players as other programs export them."""

import pytest

from tests.support.case_tables import every
from tournaments.rules.errors import RuleViolation
from tournaments.rules.players.roster import RosterLine, parse_roster, read_table, to_list


def players(text, columns=None):
    table = read_table(text)
    return parse_roster(to_list(table.rows, columns or table.columns))


def test_a_list_of_names_is_no_table():
    assert read_table("Ada Lovelace\nGrace Hopper") is None


def test_a_name_with_a_comma_among_many_names_makes_no_table():
    assert read_table("Bakker, Noor\nEva Duarte\nWen Ng\nAyo, Jr.") is None
    assert read_table("Bakker, Noor\nDuarte, Eva\nWen Ng") is not None


def test_a_header_makes_a_table_also_of_rows_that_leave_the_rest_out():
    table = read_table("Name,Team\nEva Duarte\nWen Ng\nNoor Bakker,Lantern")
    assert table.has_header and table.rows[0] == ("Eva Duarte", "")


@every(
    "text",
    [
        "Name,Club,Rating\nAda,Lantern,1815\nGrace,,1906",
        "name;club;rating\nAda;Lantern;1815\n\nGrace;;1906\n",
        "Rating\tPlayer\tTeam\n1815\tAda\tLantern\n1906\tGrace\t",
        "Ada,Lantern,1815\nGrace,,1906",
        "First name,Last name,Store,Elo\nAda,,Lantern,1815\n,Grace,,1906",
        '"Name","Wins","Club","Rating"\n"Ada","3","Lantern","1815"\n"Grace","2","","1906"',
    ],
)
def test_columns_are_recognised_by_their_header_or_by_what_they_hold(text):
    assert players(text) == (RosterLine("Ada", "Lantern", rating=1815), RosterLine("Grace", rating=1906))


def test_without_a_header_numbers_from_one_are_seeds():
    assert players("1,Ada\n2,Grace") == (RosterLine("Ada", seed=1), RosterLine("Grace", seed=2))


def test_a_quoted_cell_may_hold_the_separator():
    assert players('Name,Club\n"Lovelace, Ada","Lantern; East"') == (
        RosterLine("Lovelace, Ada", "Lantern, East"),
    )


def test_the_organiser_may_choose_other_columns():
    assert players("Lovelace,Ada", ("last_name", "first_name")) == (RosterLine("Ada Lovelace"),)
    assert players("Ada,Lantern", ("name", "")) == (RosterLine("Ada"),)


@every(
    ("columns", "words"),
    [(("", "club"), "the column with the names"), (("name", "name"), "Two columns have the same meaning")],
)
def test_columns_that_do_not_make_players_are_refused(columns, words):
    with pytest.raises(RuleViolation, match=words):
        players("Ada,Lantern", columns)


def test_a_table_has_thirty_columns_at_most():
    with pytest.raises(RuleViolation, match="at most 30 columns"):
        read_table("," * 30)
