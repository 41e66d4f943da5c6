"""A phase of pods drawn from an event's history."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.case_tables import every
from tests.rules.played_pod_events import changed, draw_next_round, event_of, play
from tests.rules.rounds.test_draw_verification import with_log
from tournaments.rules import event_file
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import BOUND, PODS, SEARCH, PhaseRecord
from tournaments.rules.pairing.pods import POD_SIZES, seats_per_pod
from tournaments.rules.rounds import draw_verification, progress
from tournaments.rules.standings.carry_over import met_before
from tournaments.rules.standings.standings import standings


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
def test_everybody_there_sits_once_in_every_round(count, rounds, sizes, drop_count):
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


def test_a_draw_can_be_made_again_from_the_file():
    states = [play(event_of(19), rounds) for rounds in range(4)]
    states.append(changed(states[-1], "p4", dropped_after=3))
    again = event_file.read_text(event_file.text(with_log(*states)))
    for number in (1, 2, 3):
        assert draw_verification.verify_draw(again, 1, number).same


def test_a_change_by_hand_is_named_when_it_is_drawn_again():
    event = draw_next_round(event_of(12)).event
    one, two, *rest = event.phase(1).rounds[0].matches
    a, b = one.seats[0], two.seats[0]
    one, two = replace(one, seats=(b, *one.seats[1:])), replace(two, seats=(a, *two.seats[1:]))
    round_ = replace(event.phase(1).rounds[0], matches=(one, two, *rest))
    by_hand = progress.with_round(event, 1, round_)
    replay = draw_verification.verify_draw(with_log(event_of(12), event, by_hand), 1, 1)
    assert [change.now.table for change in replay.changed] == [1, 2]


def test_nobody_meets_again_where_that_can_be():
    event = play(event_of(64), 4)
    assert len(set(map(frozenset, met_before(event, 1)))) == 4 * 16 * 6
    proof = event.phase(1).rounds[-1].proof
    assert (proof.rematches, proof.by) == (0, SEARCH)
    assert proof.weighed
    assert event.phase(1).rounds[0].proof.by == BOUND


def test_the_proof_is_read_as_it_was_written():
    event = play(event_of(21), 3)
    file = event_file.text(event)
    assert event_file.text(event_file.read_text(file)) == file
    assert event_file.read_text(file).phase(1).rounds[-1].proof.by == SEARCH


def test_the_meetings_of_a_phase_that_is_carried_count():
    event = play(event_of(12, rounds=1), 1)
    event = replace(event, phases=(*event.phases, PhaseRecord(PODS, "Day two", {"rounds": 1, "carry": True})))
    first, second = (seated(round_) for round_ in (event.phase(1).rounds[0], draw_next_round(event).round))
    together = {frozenset(pair) for pod in first for pair in combinations(pod, 2)}
    again = [pair for pod in second for pair in combinations(pod, 2) if frozenset(pair) in together]
    assert len(again) == 3


def test_byes_asked_for_count_as_asked_and_the_others_make_pods():
    event = changed(event_of(13), "p3", byes={1: "draw"})
    made = draw_next_round(event)
    assert out(made.round) == ["p3"]
    assert sorted(map(len, seated(made.round))) == [4, 4, 4]
    assert str(made.why["p3"]) == "half-point bye: asked for or given beforehand"


def test_byes_for_those_left_over_stand_last_in_the_order_of_the_list():
    made = draw_next_round(event_of(15, pod_sizes="byes"))
    assert [match.is_bye for match in made.round.matches] == [False] * 3 + [True] * 3
    assert out(made.round) == sorted(out(made.round), key=lambda key: int(key[1:]))
    assert str(made.why[out(made.round)[0]]).startswith("bye: fours leave 3 over")


def test_nobody_sits_first_twice_in_four_rounds_of_sixteen_players():
    rounds = play(event_of(16), 4).phase(1).rounds
    first = Counter(pod[0] for round_ in rounds for pod in seated(round_))
    assert sum(times - 1 for times in first.values()) <= 1
    for number, round_ in enumerate(rounds):
        before = Counter(pod[0] for earlier in rounds[:number] for pod in seated(earlier))
        assert all(before[pod[0]] == min(before[one] for one in pod) for pod in seated(round_))


def test_a_player_keeps_their_table():
    made = draw_next_round(changed(event_of(16), "p5", table=9))
    at = {player: match.table for match in made.round.matches for player in match.players}
    assert at["p5"] == 9
    assert str(made.why["p5"]).endswith("table 9 is kept for P5")


def test_who_comes_late_has_the_running_round_as_the_settings_say():
    event = draw_next_round(event_of(8, late_entry="draw")).event
    assert progress.late_byes(event) == {1: "draw"}
    assert progress.late_byes(draw_next_round(event_of(8, late_entry="absent")).event) == {}


def test_who_is_kept_apart_never_sits_together_and_the_refusal_names_them():
    event = replace(event_of(5), forbidden=(("p0", "p1"),))
    with pytest.raises(RuleViolation, match="in which P0 – P1 do not meet"):
        draw_next_round(event)
    made = draw_next_round(event, exceptions=True)
    assert "by exception: the two are kept apart" in str(made.why["p0"])
    assert "by exception" not in str(made.why["p2"])


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


def test_two_players_are_refused_in_a_sentence():
    with pytest.raises(RuleViolation, match="A pod takes at least 3 players; there are 2"):
        draw_next_round(event_of(2))


@every("key", ["pairing", "first_round_pairing", "last_round_pairing"])
def test_fold_in_a_phase_of_pods_is_refused_with_its_path(key):
    file = event_file.text(event_of(8)).replace('"rounds":4', f'"rounds":4,"{key}":"fold"')
    file = file.replace('"rounds": 4', f'"rounds": 4, "{key}": "fold"')
    with pytest.raises(RuleViolation) as refused:
        event_file.read_text(file)
    assert str(refused.value) == (
        f"phases[0].settings.{key}: pods are drawn by lot or by standing; fold is for tables of two."
    )


def test_the_last_round_goes_by_standing_where_it_is_asked():
    event = event_of(64, first_round_pairing="random", last_round_pairing="by_standing", rounds=2)
    event = play(event, 1)
    rows = [row.player for row in standings(event, 1).rows]
    whys = draw_next_round(event).why
    assert str(whys[rows[0]]).startswith("all on 5 points: numbers 1, 2, 3, 4 of the field")
