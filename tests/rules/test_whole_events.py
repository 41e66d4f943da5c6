"""Whole events with whatever happens at them: drops, late entries, byes, corrections, draws again, undo."""

from dataclasses import replace
from functools import cache

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from tests.rules.pairing.invented_events import EVENTS
from tests.rules.rounds.test_progress import event_of
from tournaments.rules import event_file
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import MatchRecord, PlayerRecord, SeatRecord
from tournaments.rules.results import parsing
from tournaments.rules.rounds import meetings, progress

MOST_PLAYERS = 10
SAID = ("2-0", "2-1", "1-2", "0-2", "1-1-1", "draw", "no-show 1", "double-loss")
SEEDS = st.text("ab1 ", max_size=3)
SIZES = st.sampled_from([2, 3, 4, 5, 5, 6, 7, 7, 8, 9])
METHODS = st.sampled_from(["random", "fold", "by_standing"])


class WholeEvent(RuleBasedStateMachine):
    """One event; `past` are its states before each action, for undo."""

    @initialize(count=SIZES, rounds=st.sampled_from(range(2, 9)), methods=st.tuples(METHODS, METHODS))
    def begin(self, count, rounds, methods):
        pairing = {"pairing": methods[0], "last_round_pairing": methods[1]}
        self.event, self.past = event_of(count, rounds=rounds, **pairing), []

    @property
    def rounds(self):
        return self.event.phase(1).rounds

    def drawn(self):
        return bool(self.rounds)

    def becomes(self, event):
        self.past.append(self.event)
        self.event = event

    def with_player(self, key, **facts):
        players = tuple(replace(p, **facts) if p.id == key else p for p in self.event.players)
        self.becomes(replace(self.event, players=players))

    @precondition(lambda self: len(self.event.players) < MOST_PLAYERS)
    @rule()
    def somebody_comes_late(self):
        key = f"p{len(self.event.players) + 1}"
        late = PlayerRecord(key, f"Late {key}", joined_round=len(self.rounds) + 1)
        self.becomes(replace(self.event, players=(*self.event.players, late)))

    @rule(lot=st.randoms(use_true_random=False))
    def somebody_drops(self, lot):
        gone = lot.choice(self.event.players)
        if gone.dropped_after is None:
            self.with_player(gone.id, dropped_after=len(self.rounds))

    @rule(lot=st.randoms(use_true_random=False))
    def somebody_comes_back(self, lot):
        if gone := [p for p in self.event.players if p.dropped_after is not None]:
            self.with_player(lot.choice(gone).id, dropped_after=None)

    @rule(lot=st.randoms(use_true_random=False))
    def somebody_is_disqualified(self, lot):
        self.with_player(lot.choice(self.event.players).id, disqualified=True)

    @precondition(drawn)
    @rule(lot=st.randoms(use_true_random=False), said=st.sampled_from(SAID))
    def a_result_is_corrected(self, lot, said):
        round_ = lot.choice(self.rounds)
        match = lot.choice(round_.matches)
        if not match.is_bye:
            self.put(round_, {match: (parsing.reported(match, said),)})

    @precondition(drawn)
    @rule(lot=st.randoms(use_true_random=False), points=st.sampled_from(["bye", "draw", "loss"]))
    def two_do_not_play_and_have_byes(self, lot, points):
        round_ = lot.choice(self.rounds)
        match = lot.choice(round_.matches)
        byes = tuple(MatchRecord((SeatRecord(seat.player, result=points),)) for seat in match.seats)
        self.put(round_, {match: byes})

    def put(self, round_, instead):
        matches = tuple(new for match in round_.matches for new in instead.get(match, (match,)))
        self.becomes(progress.with_round(self.event, 1, replace(round_, matches=matches)))

    @rule(seed=SEEDS, lot=st.randoms(use_true_random=False), rounds=st.sampled_from([1, 2, 4, 8]))
    def rounds_are_played(self, seed, lot, rounds):
        for _round in range(rounds):
            if len(self.rounds) < progress.round_count(self.event, 1):
                self.draw(self.reported(self.event, lot), seed)

    @precondition(drawn)
    @rule(seed=SEEDS)
    def the_last_round_is_drawn_again(self, seed):
        self.draw(self.event.with_phase(1, rounds=self.rounds[:-1]), seed)

    @rule()
    def the_last_action_is_taken_back(self):
        if self.past:
            self.event = self.past.pop()

    def reported(self, event, lot):
        for round_ in event.phase(1).rounds:
            matches = tuple(
                m if m.is_bye or m.reported else parsing.reported(m, lot.choice(SAID)) for m in round_.matches
            )
            event = progress.with_round(event, 1, replace(round_, matches=matches))
        return event

    def draw(self, before, seed):
        """Draw, and look at the round with the plainest means there are."""
        number = len(before.phase(1).rounds) + 1
        there = sorted(p.id for p in before.players if p.plays_in(number))
        met = {frozenset(pair) for pair in meetings.meetings(before.phase(1))}
        if len(there) < 2:
            refused(before, seed, "at least two players")
            return
        fewest = fewest_rematches(there, met)
        if fewest:
            refused(before, seed, "cannot be paired without a rematch")
        made = progress.next_round(before, seed, exceptions=bool(fewest))
        again = event_file.read_text(event_file.text(before))
        assert progress.next_round(again, seed, exceptions=bool(fewest)).round == made.round
        check_seats(made.round, there)
        check_rematches(made.round, met, fewest)
        check_bye(made.round, there, met, meetings.bye_counts(before.phase(1)))
        self.becomes(made.event)


def refused(event, seed, words):
    try:
        progress.next_round(event, seed)
    except RuleViolation as violation:
        assert words in str(violation)
    else:
        raise AssertionError(f"drawn, though: {words}")


def fewest_rematches(players, met):
    """The fewest rematches of any round, every round looked at; in an odd field anyone may sit out."""
    if len(players) % 2:
        return min(fewest_rematches(without(players, one), met) for one in players)

    @cache
    def fewest(left):
        if not left:
            return 0
        first, *rest = left
        return min((frozenset((first, other)) in met) + fewest(tuple(without(rest, other))) for other in rest)

    return fewest(tuple(players))


def without(players, one):
    return [player for player in players if player != one]


def check_seats(round_, there):
    """Everybody who is there sits once, every table has its number once and from 1 on, one bye at most."""
    tables = [match for match in round_.matches if not match.is_bye]
    assert sorted(seat.player for match in round_.matches for seat in match.seats) == there
    assert [match.table for match in tables] == list(range(1, len(there) // 2 + 1))
    assert len(round_.matches) - len(tables) == len(there) % 2


def check_rematches(round_, met, fewest):
    pairs = [frozenset(s.player for s in match.seats) for match in round_.matches if not match.is_bye]
    assert sum(pair in met for pair in pairs) == fewest == round_.proof.rematches


def check_bye(round_, there, met, byes):
    """Whoever sits out has had no more byes than anybody without whom the others could be paired as well.

    Not where the rounds to come asked for another round than the best, and not where two must meet again:
    which two comes before the bye.
    """
    sits_out = [match.seats[0].player for match in round_.matches if match.is_bye]
    if not sits_out or round_.proof.ahead or round_.proof.rematches:
        return
    for other in there:
        if byes.get(other, 0) < byes.get(sits_out[0], 0):
            assert fewest_rematches(without(there, other), met)


TestWholeEvents = WholeEvent.TestCase
TestWholeEvents.settings = settings(max_examples=EVENTS, stateful_step_count=25, deadline=None)
