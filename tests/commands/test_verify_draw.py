"""manage.py verify_draw: a round drawn again from its seed."""

import pytest
from django.core.management import CommandError, call_command

from tests.actions.conftest import (
    ME,
    make,
    pair,
    play_round,
    reload_event,
    reload_history,
    swap_first_seats,
    with_pods,
)
from tournaments.actions.drafts import drafts
from tournaments.actions.rounds import rounds


@pytest.fixture
def event(db):
    event = make(9)
    rounds.pair_next_round(event, ME, publish=True)
    return reload_event(event)


def said(capsys, *arguments):
    call_command("verify_draw", *arguments)
    return capsys.readouterr().out


def test_an_honest_draw_is_the_same_and_its_seed_the_sealed_one(event, capsys):
    assert said(capsys, event.slug, 1) == (
        "Drawn again from its seed, it comes out the same. "
        "The seed has the hash that was public before the draw.\n"
    )


def test_a_seed_chosen_by_hand_is_named_so_and_no_fault(db, capsys):
    event = make(9)
    play_round(event, "mine")
    pair(event, "yours")
    assert "chosen by hand" in said(capsys, event.slug, 2, "--phase", 1)


def test_a_draft_can_be_checked_from_the_shell(db, capsys):
    event = make(9)
    rounds.pair_next_round(event, ME)
    assert "the same" in said(capsys, event.slug, 1)


def test_a_table_changed_by_hand_is_named_with_who_did_it(event):
    swap_first_seats(event)
    with pytest.raises(CommandError) as refused:
        call_command("verify_draw", event.slug, 1)
    words = str(refused.value)
    assert "2 tables are others" in words and "organiser: Swap players" in words
    assert "Table 1: " in words and "Table 2: " in words and "\n" not in words


def test_what_is_not_there_is_refused_in_one_line(event):
    for slug, number in (("nowhere", 1), (event.slug, 2)):
        with pytest.raises(CommandError, match="There is no"):
            call_command("verify_draw", slug, number)


def test_the_pods_of_a_draft_can_be_checked_and_changes_by_hand_are_named(db, capsys):
    night = with_pods()
    assert "the pods come out the same. The seed was chosen by hand" in said(capsys, night.slug, "--pods")
    first, second = reload_history(night).phase(1).pods[0][:2]
    drafts.adjust_pods(night, ME, "swap", a=first, b=second)
    with pytest.raises(CommandError, match="Changed by hand after the draw: Player"):
        said(capsys, night.slug, "--pods")


def test_without_pods_there_is_nothing_to_check(event, capsys):
    with pytest.raises(CommandError, match="There are no pods"):
        said(capsys, event.slug, "--pods")
