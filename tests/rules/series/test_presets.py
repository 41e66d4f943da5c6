"""Each preset against an example worked out by hand from the numbers that its source publishes."""

from pathlib import Path

import pytest
from django.conf import settings

from tests.rules.series.evenings import HALF, evening, order, totals
from tests.support.case_tables import every
from tournaments.rules.errors import RuleViolation
from tournaments.rules.ratings.settings import PRESETS as RATING_PRESETS
from tournaments.rules.series.achievements import check_achievements
from tournaments.rules.series.presets import PRESETS, find_preset
from tournaments.rules.series.table import series_table


def field(count, **at):
    """Return an order of so many players with some people at places: `field(30, ann=5)`."""
    by_place = {place: name for name, place in at.items()}
    return " ".join(by_place.get(place, f"x{place}") for place in range(1, count + 1))


def of(preset, *events):
    """Return the totals without those of the players who fill the fields."""
    everyone = totals(events, PRESETS[preset].rules)
    return {name: total for name, total in everyone.items() if not name.startswith("x")}


def test_there_are_ten_presets_or_more_each_with_a_source_and_words():
    assert len(PRESETS) >= 10
    for key, preset in PRESETS.items():
        assert preset.key == key and preset.name and preset.summary and preset.source
        check_achievements(preset.rules.achievements)


def test_the_documentation_lists_every_preset_with_its_rules():
    document = Path(settings.BASE_DIR, "docs/series.md").read_text()
    for preset in (*PRESETS.values(), *RATING_PRESETS.values()):
        assert f"| {preset.name} | {preset.summary} |" in document


def test_an_unknown_preset_is_refused_with_those_that_exist():
    with pytest.raises(RuleViolation, match=r"formula-2 don’t exist.*formula-1"):
        find_preset("formula-2")


def test_monthly_shop_league_four_three_two_one_and_one_for_taking_part_best_four():
    """First five times: 5 × (4 + 1), of which four count. Ann fifth: 0 + 1."""
    evenings = [evening(str(n), "bob cat dan eve ann") for n in range(5)]
    assert of("monthly-shop-league", *evenings) == {"bob": 20, "cat": 16, "dan": 12, "eve": 8, "ann": 4}


def test_commander_league_adds_achievements_up_to_their_limit_and_a_bonus_for_every_week():
    """Ann: (4 + 1 + 2 + 1 → at most 3) + (3 + 1) + 1; her second new commander counts no more.

    Bob came once: 3 + 1. Cat won the second evening: 4 + 1, and dealt the first damage once: 1.
    """
    first_blood = [("first-blood", game) for game in (1, 2)]
    new = [("new-commander", 1)]
    first = evening("1", "ann bob", ann={"achievements": (*first_blood, *new, ("commander-damage", 2))})
    second = evening(
        "2", "cat ann", ann={"achievements": tuple(new)}, cat={"achievements": (first_blood[0],)}
    )
    assert of("commander-league", first, second) == {"ann": 8 + 4 + 1, "cat": 6, "bob": 4}


def test_card_league_rounds_and_wins_drafts_one_and_a_quarter_sealed_twice():
    """Three rounds, two won: 3 + 2 = 5; the same in a draft 6.25, in a sealed event 10."""
    record = {"ann": {"won": 2, "lost": 1}, "bob": {"won": 1, "lost": 1, "byes": 1}}
    events = [evening(kind or "plain", "ann bob", kind=kind, **record) for kind in ("", "draft", "sealed")]
    assert of("card-league", *events) == {"ann": 5 + 6.25 + 10, "bob": 4 + 5 + 8}


def test_participation_and_wins_counts_a_draw_half():
    """3 wins and a draw: 1 + 3 + ½. Only a bye: nothing, because no match was played."""
    facts = {"ann": {"won": 3, "drawn": 1}, "bob": {"byes": 1, "has_played": False}}
    assert of("legacy-series", evening("1", "ann bob", **facts)) == {"ann": 4 + HALF, "bob": 0}


def test_hobby_league_the_ten_best_of_eleven_games():
    """Eleven games: 6 wins, 3 draws, 2 losses. The worst game falls out: 6 × 15 + 3 × 10 + 1 × 5 = 125."""
    results = ["won"] * 6 + ["drawn"] * 3 + ["lost"] * 2
    games = [evening(str(n), "ann", ann={result: 1}) for n, result in enumerate(results)]
    assert of("hobby-league", *games) == {"ann": 125}


def test_ten_eight_six_for_places_and_the_average_for_those_who_tie():
    """Pittsburgh: 10 8 6 4 4 2 2 2 1 1. Two who share the second place get (8 + 6) / 2 each."""
    assert of("ten-eight-six", evening("1", "ann bob=cat dan", players=4)) == {
        "ann": 10,
        "bob": 7,
        "cat": 7,
        "dan": 4,
    }
    assert of("ten-eight-six", evening("1", field(12, ann=10, bob=11))) == {"ann": 1, "bob": 0}


def test_ten_to_one_those_who_tie_all_get_the_full_points_and_the_next_place_is_skipped():
    """Kāpiti: two share the first place: 10 each, the next has the third place: 8."""
    assert of("ten-to-one", evening("1", "ann=bob cat")) == {"ann": 10, "bob": 10, "cat": 8}


def test_formula_1_countback_puts_the_win_before_two_second_places():
    """Ann 25 + 12 = 37, Bob 18 + 18 + 1 = 37: level on points, Ann has the win."""
    races = [
        evening("1", "ann bob"),
        evening("2", field(10, ann=4, bob=2)),
        evening("3", field(10, bob=10)),
    ]
    table = series_table(races, PRESETS["formula-1"].rules)
    ann, bob = table.find("ann"), table.find("bob")
    assert (ann.row.total, bob.row.total) == (37, 37) and ann.rank < bob.rank
    assert str(bob.decided_by) == "Behind Ann. Countback: number of places 1: 0 against 1"


@every(
    "players, place, points",
    [(23, 4, 10), (23, 5, 0), (24, 5, 8), (47, 9, 0), (48, 16, 6), (99, 17, 0), (100, 32, 4), (100, 33, 0)],
)
def test_pokemon_league_challenge_lower_places_score_from_an_attendance_on(players, place, points):
    challenge = evening("1", field(players, ann=place))
    assert of("pokemon-league-challenge", challenge) == {"ann": points}


def test_pokemon_limits_the_finishes_that_count():
    """Challenges: 15 + 12 of 15, 12, 10. Cups: eight of nine firsts."""
    challenges = [evening("1", "ann bob"), evening("2", "bob ann"), evening("3", "bob cat ann")]
    assert of("pokemon-league-challenge", *challenges)["ann"] == 27
    cups = [evening(str(n), "ann bob cat dan eve") for n in range(9)]
    assert of("pokemon-league-cup", *cups) == {
        "ann": 400,
        "bob": 320,
        "cat": 256,
        "dan": 256,
        "eve": 200,
    }


def test_own_points_of_events_with_and_without_a_limit():
    events = [evening(str(n), "ann", ann={"points": points}) for n, points in enumerate((9, 4 + HALF, 6, 12))]
    assert of("event-points", *events) == {"ann": 31.5}
    assert of("best-three", *events) == {"ann": 27}


def test_chess_grand_prix_ties_go_to_more_wins_then_to_more_tournaments():
    """Ann 4 + 1 with three wins, Bob 2 + 1 + 1 + 1 with two, Cat as Bob with fewer tournaments: 4 + 1."""
    first = evening(
        "1",
        "ann cat bob",
        ann={"points": 4, "won": 3},
        bob={"points": 2, "won": 1},
        cat={"points": 4, "won": 2},
    )
    second = evening("2", "bob", bob={"points": 1, "won": 1})
    table = series_table([first, second], PRESETS["chess-grand-prix"].rules)
    assert order(table) == "1 ann, 2 bob, 3 cat"
    assert str(table.find("bob").decided_by) == "Behind Ann. Matches won: 2 against 3"
    assert str(table.find("cat").decided_by) == "Behind Bob. Events played: 1 against 2"


def test_best_four_of_six_strikes_the_two_lowest_and_the_best_single_result_breaks_ties():
    """Ann: 10 10 1 1 (of 10 10 1 1 0 0) = 22, Bob: 8 8 4 2 = 22; Ann has the 10."""
    places = {"ann": (1, 1, 9, 10, 11, 12), "bob": (2, 2, 5, 8, 12, 11)}
    events = [
        evening(str(n), field(12, ann=ann, bob=bob))
        for n, (ann, bob) in enumerate(zip(places["ann"], places["bob"], strict=True))
    ]
    table = series_table(events, PRESETS["best-four-of-six"].rules)
    ann, bob = table.find("ann"), table.find("bob")
    assert (ann.row.total, bob.row.total) == (22, 22)
    assert [cell.struck_out is None for cell in ann.row.cells] == [True] * 4 + [False] * 2
    assert str(ann.row.cells[5].struck_out) == "Only the 4 best results count"
    assert str(bob.decided_by) == "Behind Ann. Best result: 8 against 10"
