"""The fallback pack: what it takes to go on by hand, for each kind of phase."""

from tests.support.case_tables import every
from tests.support.desk_events import (
    actor_of,
    draft_night,
    fresh,
    friday,
    open_round,
    paired,
    played,
    reported,
)
from tests.support.played_events import pairings_of
from tournaments.history.cache import load_history
from tournaments.paper.pages.emergency import get_emergency_pack
from tournaments.paper.pages.sheets import get_paper
from tournaments.players.actions.players import drop_player
from tournaments.rounds.actions.rounds import finish_round, pair_next_round
from tournaments.rules.history import DRAFT

NINE = ["Anna", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ivo"]


def pack(event):
    return get_emergency_pack(get_paper(event))


def parts(event):
    return [key for sheet in pack(event).sheets for key, _title in sheet]


def robin(event_from, count=6):
    return event_from(
        {
            "format": "topcut/1",
            "event": {"name": "Robin", "rulebook": "magic"},
            "players": [{"id": f"p{n}", "name": f"Player {n}"} for n in range(1, count + 1)],
            "phases": [{"kind": "round_robin"}],
        }
    )


def test_a_running_round_has_its_results_and_slips_for_the_others(organiser):
    event = reported(paired(played(friday(organiser), organiser), organiser), organiser, count=1)
    printed = pack(event)
    assert (printed.current_round.results_in, printed.current_round.results_all, printed.next_round) == (
        1,
        4,
        None,
    )
    assert [slip.table for sheet in printed.slips.sheets for slip in sheet if slip] == [2, 3, 4]
    assert parts(event) == [
        "start",
        "afterwards",
        "pairing",
        "scoring",
        "standings",
        "opponents",
        "current_round",
    ]


def test_opponents_are_listed_by_the_numbers_of_the_packs_standings(organiser):
    event = played(friday(organiser, names=NINE), organiser, rounds=2)
    printed = pack(event)
    numbers = {row.name: number for number, row in enumerate(printed.standings.rows, 1)}
    names = load_history(event).names
    for number, player, opponents in printed.opponents:
        tables = [seats for number in (1, 2) for seats in pairings_of(event, number).values()]
        mine = [[names[key] for key in seats] for seats in tables]
        mine = [[name for name in seats if name != player] for seats in mine if player in seats]
        others = sorted(numbers[name] for seats in mine for name in seats)
        byes = ["bye" for seats in mine if not seats]
        assert opponents == ", ".join([*map(str, others), *byes])
        assert numbers[player] == number


def test_the_next_round_is_the_one_that_its_seed_gives_at_the_desk(organiser):
    event = played(friday(organiser, names=NINE), organiser, rounds=2)
    printed = pack(event)
    assert printed.next_round.title == "Round 3" and not printed.pairing_error
    tables = {table.number: tuple(side.player for side in table.sides) for table in printed.next_round.tables}
    pair_next_round(event, actor_of(organiser), seed=printed.seed)
    assert tables == pairings_of(fresh(event), 3)
    assert [slip.table for sheet in printed.slips.sheets for slip in sheet if slip] == [1, 2, 3, 4]


def test_the_reason_is_printed_if_no_next_round_can_be_paired(organiser):
    event = friday(organiser, names=["Anna", "Ben"])
    event = played(event, organiser)
    printed = pack(event)
    assert printed.next_round is None and printed.pairing_error
    assert "next_round" in parts(event)


def test_a_round_robin_prints_the_rounds_to_come_as_they_are_drawn(organiser, event_from):
    event = paired(robin(event_from), organiser)
    upcoming = pack(event).upcoming
    assert [round_.name for round_ in upcoming] == ["Round 2", "Round 3", "Round 4", "Round 5"]
    for number in (2, 3, 4, 5):
        event = paired(reported(event, organiser), organiser)
        names = load_history(event).names
        expected = {
            table: tuple(names[key] for key in keys) for table, keys in pairings_of(event, number).items()
        }
        assert dict(upcoming[number - 2].tables) == expected
    assert pack(event).upcoming == ()


def test_finals_list_the_undecided_matches(organiser):
    event = friday(organiser, rounds=1, finals=("single", 4))
    event = reported(paired(played(event, organiser), organiser), organiser, count=1)
    printed = pack(event)
    assert [one.name for one in printed.upcoming] == ["Semi-final 2", "Final"]
    ((_table, sides),) = printed.upcoming[-1].tables
    assert sides[1] == "winner of semi-final 2"
    assert parts(event)[-2:] == ["bracket", "upcoming"] and "opponents" not in parts(event)


@every("left", [0, 1])
def test_the_bye_is_worth_what_the_rulebook_says(organiser, left):
    event = friday(organiser, names=NINE[left:])
    steps = " ".join(pack(event).pairing_steps)
    assert "the lowest-ranked player who hasn’t had a bye gets the bye. It is worth 3 points." in steps


def test_the_numbers_of_pods_of_each_size_are_printed(organiser, event_from):
    event = event_from(
        {
            "format": "topcut/1",
            "event": {"name": "Pods", "rulebook": "pods-multiplayer"},
            "players": [{"id": f"p{n}", "name": f"Player {n}"} for n in range(21)],
            "phases": [{"kind": "pods", "settings": {"rounds": 2}}],
        }
    )
    assert "21 players make 3 tables of 4, 3 tables of 3." in " ".join(pack(event).pairing_steps)


def test_victory_points_have_the_points_of_each_difference(organiser):
    event = friday(organiser, rulebook="wargame-wtc")
    assert pack(event).shares[0] == ("0 to 1", "10–10")


def test_a_draft_is_paired_inside_its_pods(organiser):
    event = draft_night(organiser, NINE[:8])
    pair_next_round(event, actor_of(organiser), seed="a seed")
    printed = pack(fresh(event))
    assert printed.pairing_steps[0].startswith("Players only play within their own pod.")
    assert printed.current_round.state == DRAFT and printed.slips.sheets


def test_the_pack_exists_before_the_first_round_and_after_the_last(organiser):
    event = friday(organiser, rounds=1)
    assert parts(event) == [
        "start",
        "afterwards",
        "pairing",
        "scoring",
        "standings",
        "opponents",
        "next_round",
    ]
    event = played(event, organiser)
    finish_round(event, actor_of(organiser))
    assert open_round(event) is None and pack(fresh(event)).next_round is None


def test_dropped_players_are_in_the_standings_and_not_in_the_next_round(organiser):
    event = played(friday(organiser, names=NINE), organiser, rounds=1)
    drop_player(event, actor_of(organiser), "p1")
    printed = pack(fresh(event))
    assert {row.name: row.note for row in printed.standings.rows}["Anna"] == "dropped after round 1"
    assert all(side.player != "p1" for table in printed.next_round.tables for side in table.sides)
