"""Whole events with drops, late entries, byes, corrections, redraws and undo."""

from dataclasses import replace
from functools import cache

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from tests.rules.pairing.invented_events import EVENTS
from tests.support.histories import event_of
from tournaments.rules import event_file
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import MatchRecord, PlayerRecord, SeatRecord
from tournaments.rules.pairing.round_robin import bye_counts, past_meetings
from tournaments.rules.results.parsing import apply_result
from tournaments.rules.rounds.phases import round_count
from tournaments.rules.rounds.progress import next_round

MAX_PLAYERS = 10
RESULTS = ("2-0", "2-1", "1-2", "0-2", "1-1-1", "draw", "no-show 1", "double-loss")
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

    def has_rounds(self):
        return bool(self.rounds)

    def becomes(self, event):
        self.past.append(self.event)
        self.event = event

    def with_player(self, key, **facts):
        players = tuple(replace(p, **facts) if p.id == key else p for p in self.event.players)
        self.becomes(replace(self.event, players=players))

    @precondition(lambda self: len(self.event.players) < MAX_PLAYERS)
    @rule()
    def somebody_comes_late(self):
        key = f"p{len(self.event.players) + 1}"
        late = PlayerRecord(key, f"Late {key}", joined_round=len(self.rounds) + 1)
        self.becomes(replace(self.event, players=(*self.event.players, late)))

    @rule(random=st.randoms(use_true_random=False))
    def somebody_drops(self, random):
        player = random.choice(self.event.players)
        if player.dropped_after is None:
            self.with_player(player.id, dropped_after=len(self.rounds))

    @rule(random=st.randoms(use_true_random=False))
    def somebody_comes_back(self, random):
        if dropped := [p for p in self.event.players if p.dropped_after is not None]:
            self.with_player(random.choice(dropped).id, dropped_after=None)

    @rule(random=st.randoms(use_true_random=False))
    def somebody_is_disqualified(self, random):
        self.with_player(random.choice(self.event.players).id, disqualified=True)

    @precondition(has_rounds)
    @rule(random=st.randoms(use_true_random=False), result_text=st.sampled_from(RESULTS))
    def a_result_is_corrected(self, random, result_text):
        round_ = random.choice(self.rounds)
        match = random.choice(round_.matches)
        if not match.is_bye:
            self.put(round_, {match: (apply_result(match, result_text),)})

    @precondition(has_rounds)
    @rule(random=st.randoms(use_true_random=False), points=st.sampled_from(["bye", "draw", "loss"]))
    def two_do_not_play_and_have_byes(self, random, points):
        round_ = random.choice(self.rounds)
        match = random.choice(round_.matches)
        byes = tuple(MatchRecord((SeatRecord(seat.player, result=points),)) for seat in match.seats)
        self.put(round_, {match: byes})

    def put(self, round_, instead):
        matches = tuple(new for match in round_.matches for new in instead.get(match, (match,)))
        self.becomes(self.event.phase(1).with_round(replace(round_, matches=matches)).history)

    @rule(seed=SEEDS, random=st.randoms(use_true_random=False), rounds=st.sampled_from([1, 2, 4, 8]))
    def rounds_are_played(self, seed, random, rounds):
        for _round in range(rounds):
            if len(self.rounds) < round_count(self.event.phase(1)):
                self.draw(self.reported(self.event, random), seed)

    @precondition(has_rounds)
    @rule(seed=SEEDS)
    def the_last_round_is_drawn_again(self, seed):
        self.draw(self.event.phase(1).replace(rounds=self.rounds[:-1]).history, seed)

    @rule()
    def the_last_action_is_taken_back(self):
        if self.past:
            self.event = self.past.pop()

    def reported(self, event, random):
        for round_ in event.phase(1).rounds:
            matches = tuple(
                m if m.is_bye or m.reported else apply_result(m, random.choice(RESULTS))
                for m in round_.matches
            )
            event = event.phase(1).with_round(replace(round_, matches=matches)).history
        return event

    def draw(self, before, seed):
        """Draw, and check the round by brute force."""
        number = len(before.phase(1).rounds) + 1
        present = sorted(p.id for p in before.players if p.plays_in(number))
        met = {frozenset(pair) for pair in past_meetings(before.phase(1))}
        if len(present) < 2:
            refused(before, seed, "at least two players")
            return
        fewest = fewest_rematches(present, met)
        if fewest:
            refused(before, seed, "can’t be paired without a rematch")
        made = next_round(before, seed, exceptions=bool(fewest))
        again = event_file.read_text(event_file.text(before))
        assert next_round(again, seed, exceptions=bool(fewest)).round == made.round
        check_seats(made.round, present)
        check_rematches(made.round, met, fewest)
        check_bye(made.round, present, met, bye_counts(before.phase(1)))
        self.becomes(made.event)


def refused(event, seed, words):
    try:
        next_round(event, seed)
    except RuleViolation as violation:
        assert words in str(violation)
    else:
        raise AssertionError(f"drawn, though: {words}")


def fewest_rematches(players, met):
    """The fewest rematches of all possible rounds; in an odd field any player may have the bye."""
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


def check_seats(round_, present):
    """Each present player has one seat, tables are numbered from 1 on, and there is at most one bye."""
    tables = [match for match in round_.matches if not match.is_bye]
    assert sorted(seat.player for match in round_.matches for seat in match.seats) == present
    assert [match.table for match in tables] == list(range(1, len(present) // 2 + 1))
    assert len(round_.matches) - len(tables) == len(present) % 2


def check_rematches(round_, met, fewest):
    pairs = [frozenset(s.player for s in match.seats) for match in round_.matches if not match.is_bye]
    assert sum(pair in met for pair in pairs) == fewest == round_.proof.rematches


def check_bye(round_, present, met, byes):
    """The player with the bye has had no more byes than any other player who could have it instead.

    Not checked if lookahead chose another round than the best, or if two players must meet again, which takes
    precedence over the bye.
    """
    sits_out = [match.seats[0].player for match in round_.matches if match.is_bye]
    if not sits_out or round_.proof.ahead or round_.proof.rematches:
        return
    for other in present:
        if byes.get(other, 0) < byes.get(sits_out[0], 0):
            assert fewest_rematches(without(present, other), met)


TestWholeEvents = WholeEvent.TestCase
TestWholeEvents.settings = settings(max_examples=EVENTS, stateful_step_count=25, deadline=None)
