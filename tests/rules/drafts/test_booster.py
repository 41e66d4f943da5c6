"""Booster drafts: pods, rounds inside pods, and results that count in later phases."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.case_tables import every
from tests.support.histories import PODS_BY_SIZE, draft_of, event_of, play_draft_round
from tournaments.rules.drafts import draw_pods
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import DRAFT_PODS, PhaseRecord
from tournaments.rules.pairing.booster import pod_sizes
from tournaments.rules.pairing.round_robin import bye_counts, past_meetings
from tournaments.rules.rounds.draw_verification import verify_draw
from tournaments.rules.rounds.progress import has_ended, next_round
from tournaments.rules.standings.standings import standings


def play_out(event, seed="seed", exceptions=False):
    while not has_ended(event):
        event = play_draft_round(event, f"{seed} {len(event.current_phase.rounds)}", exceptions)
    return event


def dropped(event, *leavers):
    after = sum(round_.finished for phase in event.phases for round_ in phase.rounds)
    players = tuple(replace(p, dropped_after=after) if p.id in leavers else p for p in event.players)
    return replace(event, players=players)


def pod_of(phase):
    return {player: number for number, pod in enumerate(phase.pods) for player in pod}


@given(st.integers(4, 60), PODS_BY_SIZE, st.text(max_size=5))
def test_draft_of_any_size_has_no_rematch_inside_pods(count, inside, seed):
    event = play_out(draft_of(count, draft_inside=inside), seed)
    phase = event.phase(1)
    assert tuple(map(len, phase.pods)) == pod_sizes(count)
    pods = pod_of(phase)
    met = past_meetings(phase)
    assert all(pods[one] == pods[two] for one, two in met)
    assert len(set(map(frozenset, met))) == len(met)
    assert max(bye_counts(phase).values(), default=0) <= 1
    for round_ in phase.rounds:
        numbers = [match.table for match in round_.matches if not match.is_bye]
        tables = [pods[match.players[0]] for match in round_.matches if not match.is_bye]
        assert numbers == list(range(1, len(numbers) + 1)) and tables == sorted(tables)
    if inside == "swiss":
        assert len(phase.rounds) == 3
        assert all(sum(len(m.seats) for m in r.matches) == count for r in phase.rounds)
    else:
        champions = [
            sum(
                row.wins == len(phase.rounds)
                for row in standings(event.phase(1)).rows
                if pods[row.player] == pod
            )
            for pod in range(len(phase.pods))
        ]
        assert max(champions) == 1


few = settings(max_examples=max(2, settings.default.max_examples // 6))


@few
@given(st.integers(61, 200), PODS_BY_SIZE, st.data())
def test_large_draft_continues_after_drops(count, inside, data):
    event, seed = draft_of(count, draft_inside=inside), data.draw(st.text(max_size=3))
    while not has_ended(event):
        event = play_draft_round(event, seed, exceptions=True)
        event = dropped(
            event, *data.draw(st.sets(st.sampled_from([p.id for p in event.players]), max_size=20))
        )
    pods = pod_of(event.phase(1))
    assert all(pods[one] == pods[two] for one, two in past_meetings(event.phase(1)))


@given(st.integers(4, 30), PODS_BY_SIZE, st.data())
def test_pod_continues_after_drops(count, inside, data):
    event, seed = draft_of(count, draft_inside=inside), data.draw(st.text(max_size=3))
    while not has_ended(event):
        event = play_draft_round(event, seed, exceptions=True)
        leavers = data.draw(st.sets(st.sampled_from([p.id for p in event.players]), max_size=4))
        event = dropped(event, *leavers)
        present = {p.id for p in event.players if not p.has_left}
        if not present:
            return
    pods = pod_of(event.phase(1))
    assert all(pods[one] == pods[two] for one, two in past_meetings(event.phase(1)))


def test_winners_of_a_pod_meet():
    event = play_draft_round(draft_of(8))
    made = next_round(event, "seed")
    won = {
        row.player
        for row in standings(event.phase(1).replace(rounds=made.event.phase(1).rounds[:1])).rows
        if row.wins
    }
    tables = [set(match.players) for match in made.round.matches]
    assert all(len(table & won) != 1 for table in tables)
    assert str(made.why[min(won)]).startswith("pod 1: Both on 3 points")
    assert made.round.proof.gap == 0


@every(("how", "best"), [("standing", "p1"), ("rating", "p9")])
def test_pods_by_standing_or_rating(how, best):
    event = draft_of(24, draft_pods=how)
    rated = tuple(replace(p, rating=1000 + order, seed=order + 1) for order, p in enumerate(event.players))
    if how == "rating":
        rated = tuple(replace(p, seed=None) for p in rated)
    event = replace(event, players=rated)
    pods = draw_pods(event.phase(1), "seed")
    together = [{int(player[1:]) for player in pod} for pod in pods]
    first, second, third = (set(range(start, start + 8)) for start in (1, 9, 17))
    assert together == ([first, second, third] if how == "standing" else [third, second, first])


def constructed_then_draft(count=16, **settings):
    phase_settings = {"carry": True, "draft_pods": "standing"} | settings
    event = event_of(count, rounds=3)
    return replace(event, phases=(*event.phases, PhaseRecord(DRAFT_PODS, "Draft", phase_settings)))


def test_draft_after_swiss_rounds_continues_points():
    event = constructed_then_draft()
    for number in range(4):
        event = play_draft_round(event, f"seed {number}")
    before = standings(event.phase(2).replace(rounds=()).history.phase(1))
    points = {row.player: row.points for row in before.rows}
    first, second = event.phase(2).pods
    assert min(points[player] for player in first) >= max(points[player] for player in second)
    event = play_out(event)
    rows = standings(event.phase(2)).rows
    assert rows[0].wins + rows[0].losses + rows[0].draws == 6
    assert len(rows) == 16


def test_opponents_of_an_earlier_phase_meet_again_only_if_needed():
    event = event_of(4, rounds=3)
    event = play_out(
        replace(event, phases=(*event.phases, PhaseRecord(DRAFT_PODS, overrides={"carry": True})))
    )
    met = past_meetings(event.phase(2))
    assert len(met) == len(set(map(frozenset, met))) == 6


def test_each_draft_has_its_own_pods():
    event = draft_of(16)
    again = PhaseRecord(DRAFT_PODS, overrides={"carry": True, "draft_pods": "standing"})
    event = play_out(replace(event, phases=(*event.phases, again)))
    assert [len(phase.rounds) for phase in event.phases] == [3, 3]
    assert event.phase(1).pods != event.phase(2).pods
    assert verify_draw(event.phase(2), 1).same


def test_player_without_a_pod_prevents_pairing():
    event = draft_of(8).phase(1).replace(pods=(tuple(f"p{n}" for n in range(1, 8)),)).history
    with pytest.raises(RuleViolation, match=r"Player 08 has no pod\. Assign a seat"):
        next_round(event, "seed")


def test_separated_players_are_not_seated_opposite_each_other():
    event = replace(draft_of(8), forbidden=(("p1", "p2"), ("p3", "p4"), ("p5", "p6")))
    for number in range(20):
        event_played = play_out(event, f"seed {number}")
        met = set(map(frozenset, past_meetings(event_played.phase(1))))
        assert met.isdisjoint(map(frozenset, event.forbidden))


def test_separated_players_seated_opposite_prevent_pairing():
    event = draft_of(4).phase(1).replace(pods=(("p1", "p2", "p3", "p4"),)).history
    event = replace(event, forbidden=(("p1", "p3"),))
    with pytest.raises(RuleViolation, match="Player 01 – Player 03 must be kept apart but sit opposite"):
        next_round(event, "seed")
    paired = next_round(event, "seed", exceptions=True)
    assert "exception" in str(paired.why["p1"])


def test_player_absent_in_the_first_round_still_drafts():
    event = draft_of(9)
    players = tuple(replace(p, byes={1: "bye"}) if p.id == "p4" else p for p in event.players)
    event = play_draft_round(replace(event, players=players))
    assert len(event.phase(1).pods[0]) == 9
    assert [m.players for m in event.phase(1).rounds[0].matches if m.is_bye] == [("p4",)]
