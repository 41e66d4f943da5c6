"""What phones are told when a published round is changed, and when the event is cancelled."""

import pytest

from tests.support.desk_events import actor_of, fresh, friday, paired, played
from tests.support.own_pages import address, table_of
from tests.support.worker import run_worker_after
from tournaments.events.actions.cancelling import cancel_event, revive_event
from tournaments.history.cache import load_history
from tournaments.log.actions.undo import undo
from tournaments.models import Notice
from tournaments.players.actions.players import add_players, merge_players
from tournaments.rounds.actions.adjustments import adjust_round
from tournaments.rounds.actions.rounds import (
    finish_round,
    pair_next_round,
    publish_round,
    unpublish_round,
)


@pytest.fixture
def event(organiser):
    return friday(organiser, finals=None)


@pytest.fixture
def phone(client, service, event):
    """A function that returns the phone of a player who turned messages on."""

    def turn_on(name, **more):
        browser = service.browser(name)
        assert client.post(address(event, name, "push/"), browser.form(**more)).status_code == 204
        return browser

    return turn_on


def swap(event, organiser, names):
    """Let two players of the published round change their seats."""
    ids = {name: key for key, name in load_history(fresh(event)).names.items()}
    a, b = (ids[name] for name in names)
    adjust_round(fresh(event), actor_of(organiser), 1, 1, "swap", a=a, b=b, reason="a typing error")


def test_who_is_moved_to_another_table_is_told_and_no_other_table_is(phone, event, organiser):
    paired(event, organiser)
    moved, other = table_of(event, 1)[0], table_of(event, 2)[0]
    phones, bystander = [phone(moved), phone(other)], phone(table_of(event, 3)[0])
    run_worker_after(1)
    swap(event, organiser, (moved, other))
    run_worker_after(0.1)
    assert [len(one.titles) for one in phones] == [1, 1]
    run_worker_after(1)
    assert [one.titles[1:] for one in phones] == [["Round 1: table 2"], ["Round 1: table 1"]]
    assert bystander.titles == ["Round 1: table 3"]


def test_who_gets_another_opponent_at_the_same_table_is_told_that_without_a_name(phone, event, organiser):
    paired(event, organiser)
    (moved, stays), (other, stays_too) = table_of(event, 1), table_of(event, 2)
    quiet, open_phone = phone(stays), phone(stays_too, shows_names="1")
    run_worker_after(1)
    swap(event, organiser, (moved, other))
    run_worker_after(1)
    assert quiet.titles[1:] == ["Round 1: table 1, another opponent"]
    assert quiet.messages[1]["body"] == "Friday night"
    assert open_phone.titles[1:] == ["Round 1: table 2, another opponent"]
    assert open_phone.messages[1]["body"] == f"against {moved} · Friday night"


def test_players_who_move_to_another_table_together_are_told_the_table_alone(phone, event, organiser):
    paired(event, organiser)
    names = table_of(event, 1)
    told = [phone(name) for name in names]
    run_worker_after(1)
    [moved] = [key for key, name in load_history(fresh(event)).names.items() if name == names[0]]
    adjust_round(fresh(event), actor_of(organiser), 1, 1, "table", a=moved, table=9, reason="a draught")
    run_worker_after(1)
    assert [one.titles[1:] for one in told] == [["Round 1: table 9"]] * 2


def test_an_opponent_who_is_back_within_that_time_is_no_message_and_later_one(phone, event, organiser):
    paired(event, organiser)
    (moved, stays), (other, _opponent) = table_of(event, 1), table_of(event, 2)
    told = phone(stays)
    run_worker_after(1)
    swap(event, organiser, (moved, other))
    undo(fresh(event), actor_of(organiser))
    run_worker_after(1)
    assert told.titles == ["Round 1: table 1"]
    swap(event, organiser, (moved, other))
    run_worker_after(1)
    undo(fresh(event), actor_of(organiser))
    run_worker_after(1)
    assert told.titles[1:] == ["Round 1: table 1, another opponent"] * 2


def test_two_changes_within_that_time_are_one_message(phone, event, organiser):
    paired(event, organiser)
    (moved, stays), (other, _a), (third, _b) = (table_of(event, table) for table in (1, 2, 3))
    told = phone(stays)
    run_worker_after(1)
    swap(event, organiser, (moved, other))
    swap(event, organiser, (other, third))
    run_worker_after(1)
    assert told.titles[1:] == ["Round 1: table 1, another opponent"]


def test_a_change_before_the_round_is_told_needs_no_second_message(phone, event, organiser):
    pair_next_round(event, actor_of(organiser), publish=True)
    moved, other = table_of(event, 1)[0], table_of(event, 2)[0]
    told = phone(moved)
    swap(event, organiser, (moved, other))
    run_worker_after(1)
    assert told.titles == ["Round 1: table 2"]


def test_a_changed_round_that_is_published_anew_within_that_time_is_one_message(phone, event, organiser):
    paired(event, organiser)
    (moved, stays), (other, _opponent) = table_of(event, 1), table_of(event, 2)
    told = phone(stays)
    run_worker_after(1)
    swap(event, organiser, (moved, other))
    unpublish_round(fresh(event), actor_of(organiser), 1, 1)
    publish_round(fresh(event), actor_of(organiser), 1, 1)
    run_worker_after(1)
    assert told.titles[1:] == ["Round 1: table 1"]


def test_an_opponent_who_was_entered_twice_and_is_merged_is_no_other_opponent(phone, event, organiser):
    paired(event, organiser)
    duplicate, stays = table_of(event, 1)
    told = phone(stays)
    run_worker_after(1)
    add_players(fresh(event), actor_of(organiser), "Zoe")
    ids = {name: key for key, name in load_history(fresh(event)).names.items()}
    merge_players(fresh(event), actor_of(organiser), ids["Zoe"], ids[duplicate])
    run_worker_after(1)
    assert set(table_of(event, 1)) == {"Zoe", stays}
    assert told.titles == ["Round 1: table 1"]


def test_who_is_moved_back_within_that_time_is_told_nothing(phone, event, organiser):
    paired(event, organiser)
    moved, other = table_of(event, 1)[0], table_of(event, 2)[0]
    told = phone(moved)
    run_worker_after(1)
    swap(event, organiser, (moved, other))
    undo(fresh(event), actor_of(organiser))
    run_worker_after(1)
    assert told.titles == ["Round 1: table 1"]
    assert not Notice.objects.filter(sent_at=None).exists()


def test_an_undo_after_that_time_tells_the_old_table_again(phone, event, organiser):
    paired(event, organiser)
    moved, other = table_of(event, 1)[0], table_of(event, 2)[0]
    told = phone(moved)
    run_worker_after(1)
    swap(event, organiser, (moved, other))
    run_worker_after(1)
    undo(fresh(event), actor_of(organiser))
    run_worker_after(1)
    assert told.titles == [f"Round 1: table {table}" for table in (1, 2, 1)]


def test_moves_of_players_without_a_phone_store_no_notice(service, event, organiser):
    paired(event, organiser)
    swap(event, organiser, (table_of(event, 1)[0], table_of(event, 2)[0]))
    assert not Notice.objects.filter(kind=Notice.MOVED).exists()


def test_a_cancelled_event_tells_that_after_a_minute_and_no_round(phone, event, organiser):
    told = phone("Anna")
    paired(event, organiser)
    cancel_event(fresh(event), actor_of(organiser), "The shop is under water.")
    run_worker_after(0.5)
    assert told.titles == []
    run_worker_after(1)
    assert told.titles == ["The event is cancelled"]
    revive_event(fresh(event), actor_of(organiser))
    run_worker_after(2)
    after, round_1 = told.titles[1:]
    assert after == "The event takes place after all" and round_1.startswith("Round 1: table")


def test_a_cancelling_that_is_undone_within_a_minute_tells_nobody(phone, event, organiser):
    told = phone("Anna")
    cancel_event(fresh(event), actor_of(organiser), "The shop is under water.")
    undo(fresh(event), actor_of(organiser))
    run_worker_after(2)
    assert told.titles == []


def test_a_round_that_waited_while_the_event_was_cancelled_by_mistake_is_told(phone, event, organiser):
    told = phone("Anna")
    pair_next_round(event, actor_of(organiser), publish=True)
    cancel_event(fresh(event), actor_of(organiser), "The wrong event.")
    run_worker_after(0.5)
    undo(fresh(event), actor_of(organiser))
    run_worker_after(2)
    assert [title.partition(":")[0] for title in told.titles] == ["Round 1"]


def test_an_end_that_waited_while_the_event_was_cancelled_by_mistake_is_told(phone, event, organiser):
    played(event, organiser, rounds=3)
    told = phone("Anna")
    run_worker_after(1)
    finish_round(fresh(event), actor_of(organiser))
    cancel_event(fresh(event), actor_of(organiser), "The wrong event.")
    run_worker_after(0.5)
    undo(fresh(event), actor_of(organiser))
    run_worker_after(2)
    assert told.titles.count("The final standings are in") == 1
    assert "The event is cancelled" not in told.titles


def test_an_end_that_is_undone_after_the_event_was_cancelled_by_mistake_is_never_told(
    phone, event, organiser
):
    played(event, organiser, rounds=3)
    told = phone("Anna")
    run_worker_after(1)
    finish_round(fresh(event), actor_of(organiser))
    cancel_event(fresh(event), actor_of(organiser), "The wrong event.")
    run_worker_after(1)
    undo(fresh(event), actor_of(organiser))
    undo(fresh(event), actor_of(organiser))
    run_worker_after(2)
    assert "The final standings are in" not in told.titles
