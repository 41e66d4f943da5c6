"""Search for players by a few letters."""

from tests.support.case_tables import every
from tournaments.players.pages.entry_list import name_words, search_names

NAMES = ("Zoé Łaski", "José Müller", "Maria van der Berg", "Mia O'Neil", "Bo Strauß", "李 小龙")


@every(
    "text, match",
    [
        ("zo", "Zoé Łaski"),
        ("la", "Zoé Łaski"),
        ("LASKI zoe", "Zoé Łaski"),
        ("mul", "José Müller"),
        ("b m", "Maria van der Berg"),
        ("o'n", "Mia O'Neil"),
        ("oneil", "Mia O'Neil"),
        ("straus", "Bo Strauß"),
        ("ller", "José Müller"),
        ("李", "李 小龙"),
    ],
)
def test_beginnings_of_words_match_in_any_order(text, match):
    assert search_names(text, NAMES, str) == (match,)


def test_each_typed_word_begins_a_different_word():
    assert search_names("m m", NAMES, str) == ()
    assert search_names("m", NAMES, str) == ("José Müller", "Maria van der Berg", "Mia O'Neil")


@every("text", ["", "  ", "'", "zzz"])
def test_an_empty_search_finds_nobody(text):
    assert search_names(text, NAMES, str) == ()


def test_accents_do_not_change_the_sort_order():
    assert sorted(["Zoé", "Ángel", "Ben", "Øster", "Paul"], key=name_words) == [
        "Ángel",
        "Ben",
        "Øster",
        "Paul",
        "Zoé",
    ]
