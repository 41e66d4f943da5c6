"""The standings agree with a second, simple computation, for every rulebook."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.oracle import standings as plain
from tests.rules.random_events import events, percentages, points_settings
from tests.rules.round_notation import swiss
from tournaments.rules import event_file
from tournaments.rules.rulebooks import RULEBOOKS, rulebook
from tournaments.rules.standings.standings import standings
from tournaments.rules.tiebreakers import TIEBREAKERS

# Drawn by lot, not computed: nothing to compute twice.
DRAWN = {"random"}
COMPUTED = sorted(set(TIEBREAKERS) - DRAWN)
FLOORED = ("win_loss_sum", "first_tiebreaker_sum")

# Each example is a whole event, and there are many rulebooks.
AT_MOST = settings.default.max_examples
some = settings(max_examples=max(2, AT_MOST // 4))
few = settings(max_examples=max(2, AT_MOST // 20))

every_rulebook = pytest.mark.parametrize("key", RULEBOOKS)


def own_columns(key):
    """The rulebook's columns as its event files write them, without those drawn by lot."""
    return [item for item in rulebook(key).tiebreakers if isinstance(item, dict) or item not in DRAWN]


def any_columns(key):
    """Some columns of all that there are, in any order; a floor where one may stand."""
    keys = st.lists(st.sampled_from(COMPUTED), unique=True, max_size=6)
    first = rulebook(key).first_column
    return keys.flatmap(lambda chosen: st.tuples(*(column(one) for one in chosen if one != first))).map(list)


def column(key):
    if key not in FLOORED:
        return st.just(key)
    return st.sampled_from((None, -3, -2, -1, 0)).map(lambda floor: {"key": key, "floor": floor})


def settings_with(columns):
    return st.fixed_dictionaries(
        {"percentages": percentages(), "tiebreakers": columns}, optional=points_settings()
    )


def assert_same(event, **options):
    """Ranks, order, records, points, and each value within 1e-9."""
    number = len(event.phases)
    actual = standings(event.phase(number), **options)
    wanted = plain.standings(event, number, **options)
    assert [(row.rank, row.player) for row in actual.rows] == [row[:2] for row in wanted]
    for row, (_, player, record, points, values) in zip(actual.rows, wanted, strict=True):
        assert (row.wins, row.losses, row.draws) == record, player
        assert row.points == pytest.approx(float(points), abs=1e-9), player
        assert list(row.values) == list(values)
        exact = {key: float(value) for key, value in values.items()}
        assert dict(row.values) == pytest.approx(exact, rel=0, abs=1e-9), player


def test_the_oracle_computes_every_column_except_lots():
    assert set(COMPUTED) - plain.KEYS == set()


@every_rulebook
@few
@given(data=st.data())
def test_the_histories_are_legal_event_files(key, data):
    event = data.draw(events(key, st.just({})))
    assert event_file.read(event_file.write(event)).phases == event.phases


@every_rulebook
@some
@given(data=st.data())
def test_standings_of_each_rulebook_agree_with_the_oracle(key, data):
    event = data.draw(events(key, st.just({"tiebreakers": own_columns(key)})))
    assert_same(event)


@every_rulebook
@some
@given(data=st.data())
def test_any_columns_and_percentages_agree_with_the_oracle(key, data):
    event = data.draw(events(key, settings_with(any_columns(key))))
    assert_same(event)


@every_rulebook
@some
@given(data=st.data())
def test_standings_after_any_round_and_live_agree_with_the_oracle(key, data):
    event = data.draw(events(key, settings_with(st.just(own_columns(key)))))
    finished = sum(one.finished for one in event.phases[-1].rounds)
    assert_same(event, after_round=data.draw(st.integers(0, finished)))
    assert_same(event, live=True)


# Where the two once differed, and the rule's text decided.

CAP = {"cap_dropped": 0.75}


def test_a_frozen_mean_ignores_a_later_drop_of_an_opponent():
    frozen = {"percentages": CAP | {"frozen_after_drop": True}}
    assert_same(swiss("bob ann 2-0", "bob bye", dropped={"bob": 2}, settings=frozen))


def test_a_drop_counts_only_after_an_unpublished_round():
    event = swiss("bob ann 2-0", "bob ann 2-0", dropped={"bob": 2}, settings={"percentages": CAP})
    first, second = event.phase(1).rounds
    drafted = event.phase(1).replace(rounds=(first, replace(second, state="draft"))).history
    assert_same(drafted, live=True)


def test_an_unpaired_loss_counts_as_a_lost_match():
    assert_same(swiss("ann late, bob cid 2-0", "ann bob 2-0", rulebook="flesh-and-blood"))


def test_the_mean_of_the_opponents_ctb_freezes_like_the_other_means():
    frozen = {"percentages": {"frozen_after_drop": True}}
    assert_same(swiss("bob ann 2-0", "bob bye", rulebook="flesh-and-blood", settings=frozen))


def test_means_freeze_for_everyone_after_a_round_without_matches():
    frozen = {"percentages": {"frozen_after_drop": True}}
    event = swiss("ann bob 2-0", "bob bye", rulebook="flesh-and-blood", settings=frozen)
    empty = replace(event.phase(1).rounds[0], number=3, matches=())
    assert_same(event.phase(1).replace(rounds=(*event.phase(1).rounds, empty)).history)
