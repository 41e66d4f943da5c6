"""Matches undone by a changed winner of an earlier finals match, and no others."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.finals import made, match_in, play_to_the_call, round_states, start_finals, win_all
from tournaments.rules import finals
from tournaments.rules.errors import RuleViolation
from tournaments.rules.finals import early_matches
from tournaments.rules.finals.odds.places import seed_of
from tournaments.rules.finals_systems.system import source
from tournaments.rules.history import PhaseRecord, SeatRecord
from tournaments.rules.results.corrections import change_finals_result
from tournaments.rules.rounds.progress import has_ended, next_round


def change_winner(event, slot, winner):
    number, before = match_in(event, slot)
    assert winner in before.players
    seats = tuple(SeatRecord(p, games=2 if p == winner else 1) for p in before.players)
    return change_seats(event, number, before, seats)


def change_seats(event, number, match, seats):
    after, undone = change_finals_result(event.phase(1), number, match, replace(match, seats=seats))
    return after.history, undone


def labels(undone):
    return [(str(one.name), one.before.players, one.after.players if one.after else None) for one in undone]


def test_a_changed_winner_undoes_only_dependent_matches():
    event = start_finals("single")
    for slots in (["R1-1", "R1-2", "R1-3", "R1-4"], ["R2-1", "R2-2"], ["R3-1"]):
        event = win_all(event, slots)
        event = next_round(event, "s").event
    right, undone = change_winner(event, "R1-2", "e")
    assert labels(undone) == [
        ("semi-final 1", ("a", "d"), ("a", "e")),
        ("final", ("a", "b"), None),
    ]
    assert round_states(right) == [(1, "finished", 4), (2, "published", 2)]
    assert match_in(right, "R2-2") == match_in(event, "R2-2")
    assert not match_in(right, "R2-1")[1].reported


def test_a_changed_winner_in_the_mcintyre_eight_changes_ranks_and_other_matches():
    event = next_round(win_all(start_finals("mcintyre8"), ["QF1", "QF2", "QF3", "QF4"]), "s").event
    assert made(event)["SF1"] == ("d", "f")
    right, undone = change_winner(event, "QF4", "h")
    assert made(right)["SF1"] == ("e", "h")
    assert [str(one.name) for one in undone] == ["semi-final 1", "semi-final 2"]
    assert finals.bracket_of(right.phase(1)).meeting("SF2").sides[0].player == "d"


def test_rounds_under_way_at_the_same_time_share_no_table():
    event = start_finals("afl8")
    for slots in (["QF1", "QF2", "EF1", "EF2"], ["SF1", "SF2"]):
        event = next_round(win_all(event, slots), "s").event
    right, _undone = change_winner(event, "EF2", "g")
    assert round_states(right) == [(1, "finished", 4), (2, "published", 2), (3, "published", 1)]
    tables = [match.table for r in right.phase(1).rounds if not r.finished for match in r.matches]
    assert len(set(tables)) == len(tables) == 3


def test_an_unneeded_deciding_match_is_removed():
    event = start_finals("double", 4)
    for slots, winners in (
        (["W1-1", "W1-2"], {}),
        (["W2-1", "L1-1"], {}),
        (["L2-1"], {}),
        (["GF"], {"GF": "b"}),
        (["GF2"], {}),
    ):
        event = next_round(win_all(event, slots, **winners), "s").event
    assert has_ended(event) and finals.bracket_of(event.phase(1)).champion == "a"
    right, undone = change_winner(event, "GF", "a")
    assert labels(undone) == [("deciding grand final", ("a", "b"), None)]
    assert has_ended(right) and finals.bracket_of(right.phase(1)).is_over


def test_a_chosen_opponent_stays_chosen_if_possible():
    event = early_matches.choose_opponent(play_to_the_call().phase(1), "c").history
    right, undone = change_winner(event, "PSF2", "e")
    assert made(right)["QSF1"] == ("a", "c")
    assert [one.before.slot for one in undone] == ["QSF2"]
    right, undone = change_winner(event, "PSF1", "f")
    assert [one.before.slot for one in undone] == ["QSF1", "QSF2"] and "QSF1" not in made(right)
    assert early_matches.opponent_choices(right.phase(1))[0].choices == ("d", "f")


def test_the_same_winner_with_another_score_undoes_nothing():
    event = next_round(win_all(start_finals("single"), ["R1-1", "R1-2", "R1-3", "R1-4"]), "s").event
    right, undone = change_winner(event, "R1-1", "a")
    assert undone == () and made(right) == made(event)


def test_a_cleared_result_reopens_its_round_and_undoes_dependent_matches():
    event = next_round(win_all(start_finals("single"), ["R1-1", "R1-2", "R1-3", "R1-4"]), "s").event
    number, before = match_in(event, "R1-1")
    right, undone = change_seats(event, number, before, tuple(map(SeatRecord, before.players)))
    assert labels(undone) == [("semi-final 1", ("a", "d"), None)]
    assert round_states(right) == [(1, "published", 4), (2, "published", 1)]


def test_a_changed_winner_is_refused_after_the_next_phase_has_begun():
    event = win_all(start_finals("single", 2), ["R1-1"])
    event = replace(event, phases=(*event.phases, PhaseRecord("swiss", overrides={"rounds": 1})))
    event = next_round(event, "s").event
    with pytest.raises(RuleViolation, match="next phase is based on this top cut"):
        change_winner(event, "R1-1", "b")


def play_partly(key, ends):
    """Finals played as far as there are `ends`: whether the first seat wins each next match."""
    size = 8 if len(finals.FINALS[key].sizes) > 1 else finals.FINALS[key].sizes[0]
    event, ends = start_finals(key, size), list(ends)
    while ends and not has_ended(event):
        waiting = [m for r in event.phase(1).rounds for m in r.matches if not m.reported]
        if waiting:
            event = win_all(
                event,
                [waiting[0].slot],
                **{waiting[0].slot.replace("-", "_"): waiting[0].players[ends.pop()]},
            )
        else:
            event = next_round(event, "s").event
    return event


@given(
    st.sampled_from(sorted(finals.FINALS)), st.lists(st.integers(0, 1), min_size=1, max_size=16), st.data()
)
def test_after_any_correction_every_match_has_the_players_of_its_sides(key, ends, data):
    event = play_partly(key, ends)
    slots = [m.slot for r in event.phase(1).rounds for m in r.matches if m.reported]
    slot = data.draw(st.sampled_from(slots))
    number, before = match_in(event, slot)
    right, undone = change_seats(event, number, before, swapped_seats(before))
    now = finals.bracket_of(right.phase(1))
    winners = {m.slot.id: m.winner for m in now.meetings if m.is_decided}
    losers = {m.slot.id: m.losers[0] for m in now.meetings if m.is_decided}
    for meeting in now.meetings:
        sides = meeting.slot.sides
        if meeting.match and not any(source(side).kind in ("CALL", "REST") for side in sides):
            come = {now.player(seed_of(side, winners, losers)) for side in sides}
            assert set(meeting.match.players) == come
    touched = {slot, *(one.before.slot for one in undone)}
    for other, players in made(event).items():
        if other not in touched:
            (at, is_), (was_at, was) = match_in(right, other), match_in(event, other)
            assert (at, replace(is_, table=was.table)) == (was_at, was), players
    under_way = [match.table for r in right.phase(1).rounds if not r.finished for match in r.matches]
    assert len(set(under_way)) == len(under_way)
    for round_ in right.phase(1).rounds:
        assert not round_.finished or all(match.reported for match in round_.matches)


def swapped_seats(match):
    games = [seat.games for seat in match.seats]
    return tuple(
        SeatRecord(seat.player, games=won) for seat, won in zip(match.seats, games[::-1], strict=True)
    )
