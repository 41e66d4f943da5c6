"""Search for players by a few letters."""

from tests.case_tables import every
from tournaments.queries.players.search import named, words_of

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
def test_beginnings_of_words_in_any_order_name_somebody(text, match):
    assert named(text, NAMES, str) == (match,)


def test_each_word_typed_begins_another_word():
    assert named("m m", NAMES, str) == ()
    assert named("m", NAMES, str) == ("José Müller", "Maria van der Berg", "Mia O'Neil")


@every("text", ["", "  ", "'", "zzz"])
def test_nobody_is_named_by_nothing(text):
    assert named(text, NAMES, str) == ()


def test_a_list_by_name_has_accents_where_their_letters_are():
    assert sorted(["Zoé", "Ángel", "Ben", "Øster", "Paul"], key=words_of) == [
        "Ángel",
        "Ben",
        "Øster",
        "Paul",
        "Zoé",
    ]
