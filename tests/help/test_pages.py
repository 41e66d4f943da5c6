"""The numbers of the help pages, compared with the rules for every entry of the registries."""

import pytest

from tests.support.case_tables import every
from tournaments.help.pages.example import EXPLAINED_PLAYER, example
from tournaments.help.pages.finals import offered_sizes, system_page
from tournaments.help.pages.rulebooks import get_rulebook_page
from tournaments.help.pages.topics import get_tiebreaker_page, pod_help, start_page
from tournaments.rules.finals import FINALS
from tournaments.rules.rulebooks import RULEBOOKS
from tournaments.rules.standings.standings import standings
from tournaments.rules.tiebreakers import TIEBREAKERS
from tournaments.standings.pages.standings import value_text

EVERY_TIEBREAKER = every("key", TIEBREAKERS)
EVERY_RULEBOOK = every("key", RULEBOOKS)


def number(text):
    return float(text.replace("−", "-"))


def test_the_start_page_has_every_entry_once():
    index = start_page()
    listed = [entry.key for _name, entries in index.families for entry in entries]
    assert listed == list(TIEBREAKERS)
    assert [entry.key for entry in index.rulebooks] == list(RULEBOOKS)
    assert [entry.key for entry in index.systems] == list(FINALS)


@EVERY_TIEBREAKER
def test_an_explanation_ends_in_the_value_of_the_standings(key):
    page = get_tiebreaker_page(key)
    (row,) = (row for row in page.rows if row.is_explained)
    assert page.terms.value == row.value
    if page.terms.note == "":
        assert page.terms.aggregated == row.value


@EVERY_TIEBREAKER
def test_the_lines_of_an_explanation_add_up(key):
    terms = get_tiebreaker_page(key).terms
    counted = [line.term for line in terms.lines if line.counts]
    if "/" in "".join(counted):
        parts, wholes = zip(*(map(number, term.split(" / ")) for term in counted), strict=True)
        assert terms.aggregate == f"{sum(parts):g} / {sum(wholes):g}"
        return
    total = sum(map(number, counted))
    mean = total / len(counted) if counted and terms.aggregate != "Sum" else total
    if terms.lines:
        # Each printed line is rounded to two decimals.
        assert number(terms.aggregated) == pytest.approx(mean, abs=0.005 * len(counted) + 0.005)


@EVERY_TIEBREAKER
def test_an_explanation_has_all_rounds_unless_it_is_random(key):
    lines = get_tiebreaker_page(key).terms.lines
    # A pod has a line for each opponent.
    rounds = list(dict.fromkeys(line.round for line in lines))
    assert rounds == ["1", "2", "3", "4"] or (key == "random" and lines == ())


@EVERY_TIEBREAKER
def test_a_tiebreaker_names_the_rulebooks_that_rank_by_it(key):
    named = {entry.key for entry in get_tiebreaker_page(key).used_by}
    ranks_by = {
        book.key: [
            book.first_column,
            *(one if isinstance(one, str) else one["key"] for one in book.tiebreakers),
        ]
        for book in RULEBOOKS.values()
    }
    assert named == {book for book, keys in ranks_by.items() if key in keys}


def test_the_example_shows_a_floor_a_bye_and_the_mean_by_hand():
    terms = get_tiebreaker_page("omw").terms
    assert [(line.opponent, line.term) for line in terms.lines] == [
        ("Chidi", "58.33"),
        ("Dana", "33.00"),
        ("Bruno", "75.00"),
        ("Bye", "–"),
    ]
    assert terms.lines[1].note == "0.00, raised to the minimum"
    assert not terms.lines[3].counts
    # 7 of 12, the floor, 9 of 12.
    assert number(terms.value) == round((7 / 12 + 0.33 + 9 / 12) / 3 * 100, 2)


def test_a_number_that_the_rule_rounds_says_so():
    terms = get_tiebreaker_page("sos").terms
    assert (terms.aggregated, terms.note, terms.value) == ("1.8333", "rounded to 2 decimals", "1.83")


@EVERY_RULEBOOK
def test_a_rulebook_ranks_the_example_as_the_rules_do(key):
    page = get_rulebook_page(key)
    ranking = standings(example(key).phase(1))
    assert tuple(column.key for column in page.columns) == ranking.columns
    for (rank, name, _record, texts), ruled in zip(page.example, ranking.rows, strict=True):
        values = ruled.values | {"points": ruled.points}
        assert (rank, name) == (ruled.rank, ruled.name)
        assert texts == [value_text(one, values[one]) for one in ranking.columns]


@EVERY_RULEBOOK
def test_a_rulebook_has_the_points_of_every_result(key):
    page = get_rulebook_page(key)
    listed = {what: number(points) for what, points in (*page.by_games, *page.by_outcome)}
    book = {name.capitalize().replace("-", "–"): worth for name, worth in RULEBOOKS[key].points.items()}
    assert listed == book


@EVERY_RULEBOOK
def test_a_rulebook_shows_all_its_notes(key):
    assert get_rulebook_page(key).notes == RULEBOOKS[key].notes


def test_only_switches_that_change_a_number_are_described():
    assert "25.00 % at least" in get_rulebook_page("pokemon").switches[0]
    assert "75.00 % at most" in get_rulebook_page("pokemon").switches[0]
    assert "adds no games" in get_rulebook_page("fair-hearthstone").switches[1]
    assert "2 games won" in get_rulebook_page("magic").switches[1]
    assert "games won" not in get_rulebook_page("yugioh").switches[1]
    # Shares of matches lost have no floor.
    assert get_rulebook_page("flesh-and-blood").switches == ()
    assert get_rulebook_page("chess").switches == ()


def test_a_draw_under_rules_without_draws_is_explained():
    assert "worth 0" in get_rulebook_page("hct-2017").remark
    assert get_rulebook_page("magic").remark == ""


def test_konamis_printed_number_is_shown_for_the_example():
    page = get_rulebook_page("yugioh")
    _rank, name, _record, texts = page.example[0]
    points, omw, oomw = map(float, texts)
    assert f"{name} has {points:02.0f}{omw * 10:03.0f}{oomw * 10:03.0f}." in page.remark


def test_victory_points_are_shared_by_the_table():
    shares = get_rulebook_page("wargame-wtc").shares
    assert shares[0] == ("0 to 1", "10–10")
    assert shares[-1] == ("61 or more", "20–0")


def test_suggested_rounds_have_no_gaps():
    assert get_rulebook_page("magic").rounds[:4] == (
        ("2", "1"),
        ("3 to 8", "3"),
        ("9 to 32", "5"),
        ("33 to 64", "6"),
    )
    assert get_rulebook_page("magic").rounds[-1] == ("410 or more", "10")
    assert get_rulebook_page("chess").rounds[-1][0] == "1025 or more"


@pytest.mark.parametrize(
    ("key", "size"), [(one.key, n) for one in FINALS.values() for n in offered_sizes(one)]
)
def test_title_odds_of_every_system_and_size_add_up_to_one(key, size):
    page = system_page(key, size)
    assert len(page.odds) == size
    assert sum(float(row.percent) for row in page.odds) == pytest.approx(100, abs=0.01 * size)
    assert len(page.drawing.boxes) == sum(len(one.matches) for one in page.rounds)


def test_the_mcintyre_eight_has_the_published_odds_and_impossible_finals():
    page = system_page("mcintyre8", 8)
    assert [row.title for row in page.odds] == ["3/16", "3/16", "5/32", "1/8", "1/8", "3/32", "1/16", "1/16"]
    assert page.impossible == "Seeds that can never meet in the last match: 1 and 7, 2 and 8."
    assert page.rounds[1].matches[0].sides == ("4th-ranked winner", "2nd-ranked loser")


def test_the_explained_player_has_a_win_a_draw_a_loss_and_a_bye():
    played = {line.name: line for line in get_tiebreaker_page("omw").played}["Fay"]
    assert EXPLAINED_PLAYER == "fay"
    assert [cell.symbol for cell in played.cells] == ["drawn", "won", "lost", "bye"]


def test_the_example_of_bets_has_the_shops_numbers():
    page = pod_help()
    assert {name: [has for _staked, _took, has in rounds] for name, rounds in page.bets} == {
        "Ada": ["1210", "1425"],
        "Emre": ["1210", "1125.3"],
        "Bruno": ["930", "864.9"],
        "Fay": ["930", "864.9"],
    }
    assert page.short == ("210", "140")
    assert page.draws[1] == ("shared by the players who drew", "1070", "930")


def test_pod_results_have_the_points_of_the_rulebook():
    worth = {typed: (points, everybody) for typed, points, everybody in pod_help().worth}
    assert worth["3"][0] == ("0", "0", "5", "0")
    assert worth["draw 1 2"] == (("1", "1", "0", "0"), ("1", "1", "1", "1"))


def test_eleven_players_are_two_fours_and_a_three_or_have_three_byes():
    assert dict(pod_help().sizes)[11] == ("4 + 4 + 3", "4 + 4 + 3", "4 + 4, 3 byes")
