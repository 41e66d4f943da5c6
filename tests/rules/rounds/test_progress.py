"""Progress of an event: the current and the next round."""

from dataclasses import replace

import pytest

from tests.support.case_tables import every
from tests.support.histories import event_of, play, reported, with_finals
from tournaments.rules import finals
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import (
    BRACKET,
    DRAFT,
    FINISHED,
    PUBLISHED,
    MatchRecord,
    PhaseRecord,
    PlayerRecord,
    RoundRecord,
    SeatRecord,
)
from tournaments.rules.pairing.round_robin import bye_counts
from tournaments.rules.rounds import progress


def test_the_same_history_and_seed_give_the_same_round():
    event = play(event_of(), 2)
    assert progress.next_round(event, "x") == progress.next_round(event, "x")
    assert progress.next_round(event, "x").round.seed == "x"


def test_the_order_of_players_does_not_change_the_next_round():
    event = play(event_of(9), 2)
    shuffled = replace(event, players=event.players[::-1])
    assert progress.next_round(event, "x").round.matches == progress.next_round(shuffled, "x").round.matches


def test_missing_results_are_named_by_table():
    event = progress.next_round(event_of(), "x").event
    with pytest.raises(RuleViolation, match="Waiting for the result of table 1, 2, 3, 4"):
        progress.next_round(event, "y")


def test_an_unpublished_round_blocks_the_next_one():
    event = progress.next_round(event_of(), "x", state=DRAFT).event
    with pytest.raises(RuleViolation, match="Round 1 is a draft"):
        progress.next_round(event, "y")


def test_the_default_number_of_rounds_depends_on_the_first_rounds_players():
    event = event_of(24)
    late = PlayerRecord("late", "Late", joined_round=2)
    assert progress.round_count(event.phase(1)) == 5
    assert progress.round_count(replace(event, players=(*event.players[:8], late)).phase(1)) == 3


def test_the_event_is_over_after_its_last_round():
    event = play(event_of(rounds=2), 2)
    assert not progress.has_ended(event)
    ended = progress.next_round(event, "x")
    assert ended.round is None
    assert progress.has_ended(ended.event)
    assert progress.next_round(ended.event, "again").round is None


def test_the_cut_determines_the_entrants_of_the_finals_in_seed_order():
    event = with_finals(play(event_of(12, rounds=3), 3))
    next_round = progress.next_round(event, "x")
    assert next_round.phase.number == 2
    assert len(next_round.event.phase(2).entrants) == 8
    first, *_rest, last = next_round.event.phase(2).entrants
    qf4 = next(match for match in next_round.round.matches if match.slot == "QF4")
    assert [seat.player for seat in qf4.seats] == [first, last]


def test_a_drop_before_the_cut_is_replaced():
    event = with_finals(play(event_of(12, rounds=3), 3))
    best = progress.entrants_of(progress.finish_current(event.phase(1)).next)[0]
    players = tuple(replace(p, dropped_after=3) if p.id == best else p for p in event.players)
    entrants = progress.entrants_of(progress.finish_current(replace(event, players=players).phase(1)).next)
    assert best not in entrants and len(entrants) == 8


def test_mcintyre_without_a_cut_takes_eight_players():
    event = replace(
        event_of(12, rounds=1),
        phases=(
            PhaseRecord(overrides={"rounds": 1}),
            PhaseRecord(BRACKET, overrides={"finals": "mcintyre8"}),
        ),
    )
    assert len(progress.next_round(play(event, 1), "x").event.phase(2).entrants) == 8


def test_a_cut_larger_than_the_field_is_refused():
    with pytest.raises(RuleViolation, match="8"):
        progress.next_round(with_finals(play(event_of(6, rounds=1), 1)), "x")


def test_a_late_entry_is_paired_from_the_joining_round():
    event = play(event_of(8, rounds=3), 1)
    event = replace(event, players=(*event.players, PlayerRecord("late", "Late", joined_round=3)))
    second = progress.next_round(event, "x")
    assert "late" not in {seat.player for match in second.round.matches for seat in match.seats}
    event = second.event.phase(1).with_round(reported(second.round)).history
    third = progress.next_round(event, "y").round
    assert "late" in {seat.player for match in third.matches for seat in match.seats}


def test_a_dropped_player_is_not_paired():
    event = play(event_of(8, rounds=3), 1)
    players = (replace(event.players[0], dropped_after=1), *event.players[1:])
    next_round = progress.next_round(replace(event, players=players), "x").round
    assert "p1" not in {seat.player for match in next_round.matches for seat in match.seats}
    assert sum(match.is_bye for match in next_round.matches) == 1


def test_an_unpaired_loss_is_not_counted_as_a_bye():
    played = (
        MatchRecord((SeatRecord("p1"), SeatRecord("p2"))),
        MatchRecord((SeatRecord("p3", result="loss"),)),
        MatchRecord((SeatRecord("p4", result="bye"),)),
    )
    assert bye_counts(PhaseRecord(rounds=(RoundRecord(1, matches=played),))) == {"p4": 1}


def test_fold_pairs_the_first_round_by_seed():
    event = event_of(4, first_round_pairing="fold")
    players = tuple(replace(p, seed=seed) for p, seed in zip(event.players, (4, 3, 2, 1), strict=True))
    next_round = progress.next_round(replace(event, players=players), "x").round
    pairs = {frozenset(seat.player for seat in match.seats) for match in next_round.matches}
    assert pairs == {frozenset(("p4", "p2")), frozenset(("p3", "p1"))}


def test_the_finals_are_played_to_their_champion():
    event = with_finals(play(event_of(12, rounds=3), 3))
    next_round = progress.next_round(event, "x")
    rounds = 0
    while next_round.round:
        rounds += 1
        event = next_round.phase.with_round(reported(next_round.round)).history
        next_round = progress.next_round(event, "x")
    assert rounds == 4
    assert finals.bracket_of(next_round.event.phase(2)).champion
    assert progress.has_ended(next_round.event)


def finals_of(count, *rounds, key="single"):
    """Return an event of finals only, for this number of players."""
    return replace(event_of(count), phases=(PhaseRecord(BRACKET, overrides={"finals": key}, rounds=rounds),))


def won(table, slot, winner, loser):
    return MatchRecord((SeatRecord(winner, games=2), SeatRecord(loser, games=0)), table, slot=slot)


def test_missing_matches_are_added_to_an_early_finals_round():
    first = [won(1, "R1-1", "p1", "p8"), won(2, "R1-2", "p4", "p5"), won(3, "R1-3", "p2", "p7")]
    first = RoundRecord(1, matches=(*first, won(4, "R1-4", "p3", "p6")), state=PUBLISHED)
    early = RoundRecord(
        2, PUBLISHED, "early", (MatchRecord((SeatRecord("p1"), SeatRecord("p4")), 9, slot="R2-1"),)
    )
    next_round = progress.next_round(finals_of(8, first, early), "x", state=DRAFT)
    assert next_round.round.number == 2 and next_round.round.state == PUBLISHED
    assert [match.slot for match in next_round.round.matches] == ["R2-1", "R2-2"]
    assert [round_.state for round_ in next_round.event.phase(1).rounds] == [FINISHED, PUBLISHED]


def test_a_complete_early_finals_round_is_the_next_round():
    first = RoundRecord(1, PUBLISHED, "", (won(1, "R1-1", "p1", "p4"), won(2, "R1-2", "p2", "p3")))
    final = RoundRecord(
        2, PUBLISHED, "early", (MatchRecord((SeatRecord("p1"), SeatRecord("p2")), 3, slot="R2-1"),)
    )
    next_round = progress.next_round(finals_of(4, first, final), "x")
    assert next_round.round == final
    assert len(next_round.event.phase(1).rounds) == 2


@every(("count", "key"), [(0, "single"), (1, "single"), (513, "single"), (7, "mcintyre8")])
def test_finals_of_an_unsupported_size_have_no_rounds(count, key):
    event = finals_of(count, key=key)
    assert progress.round_count(event.phase(1)) == 0
    with pytest.raises(RuleViolation, match="players"):
        progress.next_round(event, "x")
