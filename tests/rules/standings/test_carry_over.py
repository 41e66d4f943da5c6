"""Carry-over of points, records, opponents and byes from earlier phases."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.random_events import events
from tests.support.case_tables import every
from tests.support.histories import event_of, play
from tournaments.rules import event_file
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import PhaseRecord
from tournaments.rules.pairing.round_robin import past_meetings
from tournaments.rules.rounds.progress import next_round
from tournaments.rules.rounds.swiss import entrants_to_pair
from tournaments.rules.rulebooks import RULEBOOKS
from tournaments.rules.standings.standings import standings
from tournaments.rules.standings.table_builder import counted_phases, source_round
from tournaments.rules.standings.working import explain_value
from tournaments.rules.tiebreakers import TIEBREAKERS

# One example shows every player of an event.
few = settings(max_examples=max(2, settings.default.max_examples // 20))


def two_days(count=12, first=3, second=3, **settings):
    """Swiss in two phases, everybody entering the second one."""
    event = event_of(count, rounds=first)
    return replace(
        event, phases=(*event.phases, PhaseRecord(overrides={"rounds": second, "carry": True} | settings))
    )


def split(event, at):
    """The event's only phase as two, the second one counting on from the first."""
    phase = event.phases[0]
    settings = {key: worth for key, worth in phase.overrides.items() if key != "rounds"}
    later = tuple(replace(one, number=one.number - at) for one in phase.rounds[at:])
    first = replace(phase, overrides=settings, rounds=phase.rounds[:at])
    everybody = tuple(player.id for player in event.players)
    second = replace(phase, overrides=settings | {"carry": True}, rounds=later, entrants=everybody)
    return replace(event, phases=(first, second))


def ranked(computed):
    return [(row.rank, row.player, row.record, row.points, row.values) for row in computed.rows]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@few
@given(st.data())
def test_carried_phases_rank_like_one_phase_with_all_rounds(rulebook, data):
    first = RULEBOOKS[rulebook].first_column
    every = {"tiebreakers": [key for key in TIEBREAKERS if key not in ("points", first)]}
    event = data.draw(events(rulebook, st.just(every)).filter(lambda event: len(event.phases) == 1))
    at = data.draw(st.integers(0, len(event.phase(1).rounds) - 1))
    # Who leaves before the second phase is not listed in it.
    event = replace(event, players=tuple(staying(player, at) for player in event.players))
    assert ranked(standings(split(event, at).phase(2))) == ranked(standings(event.phase(1)))


def staying(player, rounds):
    early = player.dropped_after is not None and player.dropped_after <= rounds
    return replace(player, dropped_after=None) if early else player


def test_a_phase_starts_without_points_unless_it_carries():
    event = play(two_days(carry=False), 4)
    assert max(row.wins for row in standings(event.phase(2), live=True).rows) == 1
    carried = event.phase(2).replace(overrides={"carry": True}).history
    assert max(row.wins for row in standings(carried.phase(2), live=True).rows) == 4


def test_each_phase_is_scored_by_its_own_settings():
    event = play(two_days(first=1, second=1), 2)
    event = event.phase(2).replace(overrides=event.phase(2).overrides | {"points": {"win": 10}}).history
    points = {row.points for row in standings(event.phase(2), live=True).rows}
    assert points == {13, 10, 3, 0}


def test_eliminated_players_count_as_opponents_and_are_not_listed():
    event = play(two_days(cut={"top": 4}), 4)
    rows = standings(event.phase(2)).rows
    assert len(rows) == 4
    explanation = explain_value(event.phase(2), rows[0].player, "omw")
    assert {line.opponent for line in explanation.lines} - {row.player for row in rows}
    assert [line.round for line in explanation.lines] == [1, 2, 3]


def test_source_round_finds_the_phase_of_a_counted_round():
    event = play(two_days(), 5)
    sources = [source_round(event.phase(2), number) for number in (1, 3, 4, 5)]
    assert [(phase.number, number) for phase, number in sources] == [(1, 1), (1, 3), (2, 1), (2, 2)]


def test_opponents_of_the_carried_phase_do_not_meet_again():
    for count in (8, 12, 13):
        event = play(two_days(count), 6)
        met = [pair for phase in event.phases for pair in past_meetings(phase)]
        assert len({frozenset(pair) for pair in met}) == len(met)


def test_opponents_can_meet_again_if_the_settings_allow_it():
    event = play(two_days(4, first=3, second=3, meet_again=True), 6)
    assert event.phase(2).rounds[2].proof.rematches == 0
    barred = play(two_days(4, first=3, second=3), 3)
    with pytest.raises(RuleViolation, match="rematch"):
        next_round(barred, "seed")


def test_the_first_round_of_a_carrying_phase_is_paired_by_points():
    event = play(two_days(16, first=3), 3)
    paired = next_round(event, "day two")
    points = {row.player: row.points for row in standings(paired.event.phase(2), live=True).rows}
    assert all(len({points[player] for player in match.players}) == 1 for match in paired.round.matches)


def test_byes_of_the_carried_phase_count():
    event = play(two_days(5, first=2, second=2), 3)
    rounds = [round_ for phase in event.phases for round_ in phase.rounds]
    byes = [match.players[0] for round_ in rounds for match in round_.matches if match.is_bye]
    assert len(set(byes)) == 3
    entrants = entrants_to_pair(event.phase(2))
    assert sum(entrant.byes for entrant in entrants) == 3


def test_three_phases_carry_from_each_other():
    event = two_days()
    event = replace(event, phases=(*event.phases, PhaseRecord(overrides={"rounds": 1, "carry": True})))
    assert [phase.number for phase in counted_phases(event.phase(3))] == [1, 2, 3]
    apart = event.phase(2).replace(overrides={"rounds": 3}).history
    assert [phase.number for phase in counted_phases(apart.phase(3))] == [2, 3]


@every(
    ("phases", "path"),
    [
        ([{"kind": "swiss", "settings": {"carry": True}}], "phases[0].settings.carry"),
        (
            [{"kind": "swiss"}, {"kind": "bracket", "settings": {"cut": {"top": 4}, "carry": True}}],
            "phases[1].settings.carry",
        ),
        (
            [{"kind": "swiss"}, {"kind": "bracket"}, {"kind": "swiss", "settings": {"carry": True}}],
            "phases[2].settings.carry",
        ),
        ([{"kind": "swiss", "settings": {"pools": 2}}], "phases[0].settings.pools"),
        (
            [{"kind": "round_robin"}, {"kind": "swiss", "settings": {"cut": {"top": 1, "per": "pool"}}}],
            "phases[1].settings.cut.per",
        ),
        ([{"kind": "swiss"}, {"kind": "swiss", "settings": {"carry": 1}}], "phases[1].settings.carry"),
    ],
)
def test_invalid_carrying_phases_are_refused_with_their_path(phases, path):
    file = {
        "format": "topcut/1",
        "event": {"name": "N", "rulebook": "magic"},
        "players": [],
        "phases": phases,
    }
    with pytest.raises(RuleViolation) as refused:
        event_file.read(file)
    assert str(refused.value).startswith(f"{path}: ")


def test_a_file_keeps_the_carry_settings():
    event = play(two_days(8, cut={"losses": 2, "ties": "in"}, meet_again=True), 4)
    read = event_file.read(event_file.write(event))
    assert read.phases[1].overrides == event.phases[1].overrides
    assert event_file.write(read) == event_file.write(event)
    assert standings(read.phase(2)) == standings(event.phase(2))
