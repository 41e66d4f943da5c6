"""manage.py verify_draw: a round drawn again from its seed."""

import pytest
from django.core.management import CommandError, call_command

from tests.support.database_states import cached_state
from tests.support.played_events import (
    ME,
    make,
    pair,
    play_round,
    reload_event,
    reload_history,
    swap_first_seats,
    with_pods,
)
from tournaments.drafts.actions import adjust_pods
from tournaments.rounds.actions.rounds import pair_next_round


@pytest.fixture
@cached_state
def event(db):
    event = make(9)
    pair_next_round(event, ME, publish=True)
    return reload_event(event)


def verify(capsys, *arguments):
    call_command("verify_draw", *arguments)
    return capsys.readouterr().out


def test_an_unchanged_round_is_verified_with_its_sealed_seed(event, capsys):
    assert verify(capsys, event.slug, 1) == (
        "Verified: pairing again from the seed gives the same round. "
        "The seed matches the hash that was public before the round was paired.\n"
    )


def test_a_chosen_seed_is_named_and_verified(db, capsys):
    event = make(9)
    play_round(event, "mine")
    pair(event, "yours")
    assert "chosen by hand" in verify(capsys, event.slug, 2, "--phase", 1)


def test_an_unpublished_round_can_be_verified(db, capsys):
    event = make(9)
    pair_next_round(event, ME)
    assert "the same" in verify(capsys, event.slug, 1)


def test_a_manually_changed_table_is_named_with_its_actor(event):
    swap_first_seats(event)
    with pytest.raises(CommandError) as refusal:
        call_command("verify_draw", event.slug, 1)
    message = str(refusal.value)
    assert "changes 2 tables" in message and "organiser: Swap players" in message
    assert "Table 1: " in message and "Table 2: " in message and "\n" not in message


def test_an_unknown_round_or_event_is_refused_in_one_line(event):
    for slug, number in (("nowhere", 1), (event.slug, 2)):
        with pytest.raises(CommandError, match="doesn’t exist"):
            call_command("verify_draw", slug, number)


def test_the_pods_of_a_draft_can_be_verified_and_manual_changes_are_named(db, capsys):
    night = with_pods()
    assert "the same pods. The seed was chosen by hand" in verify(capsys, night.slug, "--pods")
    first, second = reload_history(night).phase(1).pods[0][:2]
    adjust_pods(night, ME, "swap", a=first, b=second)
    with pytest.raises(CommandError, match="Changed by hand after the draw: Player"):
        verify(capsys, night.slug, "--pods")


def test_verification_without_pods_is_refused(event, capsys):
    with pytest.raises(CommandError, match="There are no pods"):
        verify(capsys, event.slug, "--pods")
