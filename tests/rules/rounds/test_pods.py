"""A phase of pods drawn from an event's history."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.played_pod_events import changed, draw_next_round, event_of, play
from tests.support.case_tables import every
from tests.support.histories import with_log
from tournaments.rules import event_file
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import BOUND, PODS, SEARCH, PhaseRecord
from tournaments.rules.pairing.pods import POD_SIZES, seats_per_pod
from tournaments.rules.rounds.draw_verification import verify_draw
from tournaments.rules.rounds.progress import late_byes
from tournaments.rules.standings.standings import standings
from tournaments.rules.standings.table_builder import met_before


def seated(round_):
    return [match.players for match in round_.matches if not match.is_bye]


def out(round_):
    return [match.players[0] for match in round_.matches if match.is_bye]


@given(
    count=st.integers(5, 24),
    rounds=st.integers(1, 3),
    sizes=st.sampled_from(POD_SIZES),
    drop_count=st.integers(0, 4),
)
def test_every_present_player_sits_once_in_every_round(count, rounds, sizes, drop_count):
    event = event_of(count, pod_sizes=sizes, rounds=5, pairing="by_standing")
    for number in range(1, rounds + 1):
        event = play(event, 1)
        round_ = event.phase(1).rounds[-1]
        present = [player.id for player in event.players if player.plays_in(number)]
        assert sorted([p for pod in seated(round_) for p in pod] + out(round_)) == sorted(present)
        assert sorted(map(len, seated(round_))) == sorted(seats_per_pod(len(present), sizes))
        assert [match.table for match in round_.matches if not match.is_bye] == list(
            range(1, len(seated(round_)) + 1)
        )
        if number == 1 and drop_count < count - 5:
            for key in range(drop_count):
                event = changed(event, f"p{key}", dropped_after=number)


@pytest.mark.slow
def test_the_same_history_and_seed_give_the_same_round():
    event = play(event_of(22), 3)
    assert draw_next_round(event).round == draw_next_round(event).round
    assert draw_next_round(event, "another").round != draw_next_round(event).round


def test_a_draw_is_verified_from_the_file():
    states = [play(event_of(19), rounds) for rounds in range(4)]
    states.append(changed(states[-1], "p4", dropped_after=3))
    again = event_file.read_text(event_file.text(with_log(*states)))
    for number in (1, 2, 3):
        assert verify_draw(again.phase(1), number).same


def test_a_manual_change_is_named_in_the_verification():
    event = draw_next_round(event_of(12)).event
    one, two, *rest = event.phase(1).rounds[0].matches
    a, b = one.seats[0], two.seats[0]
    one, two = replace(one, seats=(b, *one.seats[1:])), replace(two, seats=(a, *two.seats[1:]))
    round_ = replace(event.phase(1).rounds[0], matches=(one, two, *rest))
    by_hand = event.phase(1).with_round(round_).history
    replay = verify_draw(with_log(event_of(12), event, by_hand).phase(1), 1)
    assert [change.now.table for change in replay.changed] == [1, 2]


def test_rematches_are_avoided_if_possible():
    event = play(event_of(64), 4)
    assert len(set(map(frozenset, met_before(event.phase(1))))) == 4 * 16 * 6
    proof = event.phase(1).rounds[-1].proof
    assert (proof.rematches, proof.by) == (0, SEARCH)
    assert proof.weighed
    assert event.phase(1).rounds[0].proof.by == BOUND


def test_the_proof_survives_export_and_import():
    event = play(event_of(21), 3)
    file = event_file.text(event)
    assert event_file.text(event_file.read_text(file)) == file
    assert event_file.read_text(file).phase(1).rounds[-1].proof.by == SEARCH


def test_meetings_of_carried_phases_count():
    event = play(event_of(12, rounds=1), 1)
    event = replace(event, phases=(*event.phases, PhaseRecord(PODS, "Day two", {"rounds": 1, "carry": True})))
    first, second = (seated(round_) for round_ in (event.phase(1).rounds[0], draw_next_round(event).round))
    together = {frozenset(pair) for pod in first for pair in combinations(pod, 2)}
    again = [pair for pod in second for pair in combinations(pod, 2) if frozenset(pair) in together]
    assert len(again) == 3


def test_requested_byes_have_their_worth_and_the_others_are_in_pods():
    event = changed(event_of(13), "p3", byes={1: "draw"})
    made = draw_next_round(event)
    assert out(made.round) == ["p3"]
    assert sorted(map(len, seated(made.round))) == [4, 4, 4]
    assert str(made.why["p3"]) == "Half-point bye: requested"


def test_leftover_byes_come_last_in_list_order():
    made = draw_next_round(event_of(15, pod_sizes="byes"))
    assert [match.is_bye for match in made.round.matches] == [False] * 3 + [True] * 3
    assert out(made.round) == sorted(out(made.round), key=lambda key: int(key[1:]))
    assert str(made.why[out(made.round)[0]]).startswith("Bye: 3 left over after pods of four")


def test_first_seats_rotate_in_four_rounds_of_sixteen_players():
    rounds = play(event_of(16), 4).phase(1).rounds
    first = Counter(pod[0] for round_ in rounds for pod in seated(round_))
    assert sum(times - 1 for times in first.values()) <= 1
    for number, round_ in enumerate(rounds):
        before = Counter(pod[0] for earlier in rounds[:number] for pod in seated(earlier))
        assert all(before[pod[0]] == min(before[one] for one in pod) for pod in seated(round_))


def test_an_own_table_is_assigned():
    made = draw_next_round(changed(event_of(16), "p5", table=9))
    at = {player: match.table for match in made.round.matches for player in match.players}
    assert at["p5"] == 9
    assert str(made.why["p5"]).endswith("table 9 is reserved for P5")


def test_the_bye_of_a_late_entry_follows_the_settings():
    event = draw_next_round(event_of(8, late_entry="draw")).event
    assert late_byes(event) == {1: "draw"}
    assert late_byes(draw_next_round(event_of(8, late_entry="absent")).event) == {}


def test_a_forbidden_pair_is_named_in_the_refusal():
    event = replace(event_of(5), forbidden=(("p0", "p1"),))
    with pytest.raises(RuleViolation, match="keep P0 – P1 apart"):
        draw_next_round(event)
    made = draw_next_round(event, exceptions=True)
    assert "exception: they should be kept apart" in str(made.why["p0"])
    assert "exception" not in str(made.why["p2"])


def test_a_wish_holds_until_the_two_have_met():
    event = replace(event_of(16), wished=(("p0", "p1"),))
    rounds = play(event, 3).phase(1).rounds
    together = [any({"p0", "p1"} <= set(pod) for pod in seated(round_)) for round_ in rounds]
    assert together == [True, False, False]


def test_a_club_is_kept_apart():
    event = event_of(16, apart={"club": "always"})
    event = replace(event, players=tuple(replace(p, club=f"Club {p.order % 4}") for p in event.players))
    made = draw_next_round(event)
    assert made.round.proof.apart == 0
    assert all(len({int(player[1:]) % 4 for player in pod}) == 4 for pod in seated(made.round))


def test_two_players_are_refused():
    with pytest.raises(RuleViolation, match="A pod needs at least 3 players; there are 2"):
        draw_next_round(event_of(2))


@every("key", ["pairing", "first_round_pairing", "last_round_pairing"])
def test_fold_in_a_phase_of_pods_is_refused_with_its_path(key):
    file = event_file.text(event_of(8)).replace('"rounds":4', f'"rounds":4,"{key}":"fold"')
    file = file.replace('"rounds": 4', f'"rounds": 4, "{key}": "fold"')
    with pytest.raises(RuleViolation) as refused:
        event_file.read_text(file)
    assert str(refused.value) == (
        f"phases[0].settings.{key}: pods are paired at random or by standing; "
        "fold pairing is for two-player tables."
    )


def test_the_last_round_can_be_paired_by_standing():
    event = event_of(64, first_round_pairing="random", last_round_pairing="by_standing", rounds=2)
    event = play(event, 1)
    rows = [row.player for row in standings(event.phase(1)).rows]
    whys = draw_next_round(event).why
    assert str(whys[rows[0]]).startswith("All on 5 points: ranked 1, 2, 3, 4")
