"""The rank after each round: as the standings have it, with the cut, and calculated once."""

import pytest
from django.urls import reverse

from tests.support.database_states import cached_state
from tests.support.played_events import (
    ME,
    make,
    pair,
    play_round,
    reload_event,
    reload_history,
    report,
    report_all,
)
from tournaments.events.actions import phases
from tournaments.events.actions.events import change_settings
from tournaments.players.actions.erasure import erase_player
from tournaments.players.actions.players import add_players, disqualify_player, drop_player
from tournaments.results.actions.results import report_result
from tournaments.rounds.actions.rounds import finish_round
from tournaments.rules.history import PhaseRecord
from tournaments.standings.pages.rank_chart import FRAME, RankedPhase, draw_ranks, ranked_phase
from tournaments.standings.pages.rank_history import get_ranked_phases, get_ranks
from tournaments.standings.pages.standings import get_standings_page


def ranks_of(event, key):
    return [round_.rank for phase in get_ranked_phases(event, key) for round_ in phase.rounds]


def shown_ranks(event, key, phase=1):
    """Return the ranks that the page of the standings shows after each finished round of a phase."""
    last = len([round_ for round_ in reload_history(event).phase(phase).rounds if round_.finished])
    pages = [get_standings_page(reload_event(event), phase, after) for after in range(1, last + 1)]
    return [next((row.rank for row in page.rows if row.player == key), None) for page in pages]


def page_of(client, event, key="p1"):
    return client.get(reverse("player", args=[event.slug, key])).content.decode()


@pytest.fixture
@cached_state
def evening(db):
    """Nine players before a top four, three of four rounds finished, with byes, ties and a drop."""
    event = make(9, 4, ("single", 4))
    for number in range(3):
        play_round(event, f"seed {number}", "2-0" if number else "2-1")
        if number == 0:
            drop_player(reload_event(event), ME, "p8")
    pair(event, "seed 3")
    return reload_event(event)


def test_the_ranks_are_those_of_the_standings_after_each_round(evening):
    players = [player.id for player in reload_history(evening).players]
    for key in players:
        assert ranks_of(evening, key) == shown_ranks(evening, key)
        assert len(ranks_of(evening, key)) == 3
    first_round = [ranks_of(evening, key)[0] for key in players]
    assert len(set(first_round)) < len(first_round), "no ties"


@pytest.mark.parametrize("worth", ["absent", "loss"])
def test_a_late_player_has_the_ranks_that_the_standings_give(evening, worth):
    change_settings(evening, ME, 1, late_entry=worth)
    add_players(reload_event(evening), ME, "Ada")
    (ada,) = [player.id for player in reload_history(evening).players if player.name == "Ada"]
    report_all(evening)
    finish_round(reload_event(evening), ME)
    ranks = ranks_of(reload_event(evening), ada)
    assert ranks == shown_ranks(evening, ada) and ranks[-1]
    assert (None in ranks) == (worth == "absent")


def test_a_disqualified_player_has_no_ranks(evening, client):
    assert 'class="chart"' in page_of(client, evening)
    disqualify_player(evening, ME, "p1")
    assert get_ranked_phases(reload_event(evening), "p1") == ()
    assert 'class="chart"' not in page_of(client, evening)


def test_an_erased_player_keeps_ranks_without_a_name(evening, client):
    name, ranks = reload_history(evening).names["p2"], ranks_of(evening, "p2")
    erase_player(evening, ME, "p2", name)
    assert ranks_of(reload_event(evening), "p2") == ranks
    page = page_of(client, evening, "p2")
    assert 'class="chart"' in page and name not in page


def test_the_line_of_the_cut_is_below_the_last_rank_inside(evening):
    (phase,) = get_ranked_phases(evening, "p1")
    rows = get_standings_page(evening, 1, 3).rows
    (last,) = [n for n, row in enumerate(rows) if row.cut]
    assert rows[last].rank < phase.cut < rows[last + 1].rank
    assert phase.cut_name == rows[last].cut.label == "Top 4 cut"


def test_ranks_that_are_shared_across_the_cut_do_not_move_its_line(db):
    """After one round without tiebreakers four of nine share first place with the bye, and two can go on."""
    event = make(9, 3, ("single", 2))
    change_settings(event, ME, 1, tiebreakers=[])
    play_round(event)
    pair(event, "seed 1")
    (phase,) = get_ranked_phases(reload_event(event), "p1")
    rows = get_standings_page(reload_event(event), 1, 1).rows
    assert [n for n, row in enumerate(rows, 1) if row.cut] == [2]
    assert [row.rank for row in rows].count(1) == 5 and phase.cut == 2.5


def test_without_finals_there_is_no_line(db):
    event = make(9)
    for number in range(2):
        play_round(event, f"seed {number}")
    pair(event)
    (phase,) = get_ranked_phases(reload_event(event), "p1")
    assert (phase.cut, phase.cut_name) == (0, "")


def test_each_phase_has_its_own_ranks(db):
    event = make(9)
    day_two = PhaseRecord(name="Day two", overrides={"rounds": 2, "carry": True, "cut": {"top": 4}})
    phases.add_phase(event, ME, day_two, 1)
    for number in range(3):
        play_round(event, f"seed {number}")
    phases.make_cut(reload_event(event), ME, 2)
    play_round(event, "seed 4")
    pair(event, "seed 5")
    event = reload_event(event)
    key = reload_history(event).phase(2).entrants[0]
    one, two = get_ranked_phases(event, key)
    assert [round_.rank for round_ in one.rounds] == shown_ranks(event, key, 1)
    assert [round_.rank for round_ in two.rounds] == shown_ranks(event, key, 2)
    assert (one.cut_name, two.cut) == ("Top 4 cut", 0)
    assert [round_.name for round_ in two.rounds] == ["Day two: round 1"]
    out = next(one.id for one in reload_history(event).players if one.id not in event_entrants(event))
    assert len(get_ranked_phases(event, out)) == 1


def event_entrants(event):
    return reload_history(event).phase(2).entrants


def test_hidden_standings_have_no_ranks_until_they_are_shown(evening, client):
    get_ranks(evening)
    change_settings(evening, ME, 1, hidden_standings=True)
    assert get_ranked_phases(reload_event(evening), "p1") == ()
    assert 'class="chart"' not in page_of(client, evening)
    change_settings(reload_event(evening), ME, 1, hidden_standings=False)
    assert len(ranks_of(reload_event(evening), "p1")) == 3


def test_ranks_are_calculated_again_only_if_a_finished_round_changes(evening):
    before = get_ranks(evening)
    report(evening, 1, "2-0")
    assert get_ranks(reload_event(evening)) is before
    first, second = reload_history(evening).phase(1).rounds[2].matches[0].players
    report_result(reload_event(evening), ME, 1, 3, 1, "0-2")
    after = get_ranks(reload_event(evening))
    assert after is not before
    for key in (first, second):
        assert ranks_of(reload_event(evening), key) == shown_ranks(evening, key)


def test_the_page_says_each_rank_in_words(evening, client):
    ranks = ranks_of(evening, "p1")
    words = "; ".join(f"Round {number}, rank {rank}" for number, rank in enumerate(ranks, 1))
    assert f'aria-label="Rank after each round: {words}; Top 4 cut"' in page_of(client, evening)


def test_one_round_is_no_line(client, db):
    event = make(9)
    play_round(event)
    pair(event)
    assert 'class="chart"' not in page_of(client, event)


def test_the_chart_has_room_for_the_worst_rank_and_the_line():
    chart = draw_ranks([RankedPhase(ranked_phase([500, 3]).rounds, 8.5, "Top 8 cut")], 512)
    first, last = (mark for mark in chart.marks if mark.shape == "dot")
    assert first.y == FRAME.bottom and FRAME.top < last.y
    (cut,) = (mark for mark in chart.marks if mark.shape == "path" and mark.look == "cut")
    assert last.y < float(cut.d.split()[1].split("H")[0]) < first.y
    # A player who is always near the top sees the places near the cut, not those of the whole field.
    near = draw_ranks([RankedPhase(ranked_phase([2, 3]).rounds, 8.5, "Top 8 cut")], 512)
    assert "17" in {mark.text for mark in near.marks if mark.shape == "words"}


@pytest.mark.parametrize(
    "ranks", [[1, 17, 8, 5, 8, 7], [8, 9, 8, 9, 8, 9], [9, 8, 30, 31, 20, 10], [1, 1, 1, 1, 1, 1], [17] * 6]
)
def test_the_name_of_the_cut_covers_no_rank(ranks):
    chart = draw_ranks([RankedPhase(ranked_phase(ranks).rounds, 8.5, "Top 8 cut")], 83)
    (flag,) = (mark for mark in chart.marks if mark.shape == "bar")
    assert FRAME.left <= flag.x and flag.x + flag.width <= FRAME.right and flag.y >= 0
    for dot in (mark for mark in chart.marks if mark.shape == "dot"):
        assert not (
            flag.x - 2 < dot.x < flag.x + flag.width + 2 and flag.y - 2 < dot.y < flag.y + flag.height + 2
        )


def test_a_line_is_interrupted_where_the_player_was_not_listed():
    chart = draw_ranks([ranked_phase([4, None, 2, 1])], 9)
    assert len([mark for mark in chart.marks if mark.shape == "path" and mark.look == "line"]) == 2


def test_nobody_ranked_is_no_chart():
    assert draw_ranks([], 8) is None and draw_ranks([ranked_phase([None, None])], 8) is None
    single = draw_ranks([ranked_phase([1])], 1)
    assert all(0 <= mark.x <= FRAME.width for mark in single.marks if mark.shape == "dot")
