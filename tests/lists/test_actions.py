"""Players' lists: sent by players until the deadline, changed and checked by the staff."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tests.support.database_states import cached_state
from tests.support.played_events import ME, make, pair, reload_event, reload_history
from tournaments.changes.change import Actor, DuplicateRequest
from tournaments.lists import actions
from tournaments.lists.actions import set_lists
from tournaments.log.actions.undo import undo
from tournaments.models import DeckCheck, ListVersion, Player
from tournaments.models.lists import MAX_LIST_LENGTH
from tournaments.players.actions.players import change_player, drop_player, remove_player
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import PHONE
from tournaments.rules.history.players import REQUIRED, ListSettings

NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)
ASKED = ListSettings(ask=REQUIRED)


@pytest.fixture
@cached_state
def event(db):
    """An event of four players that asks for lists."""
    event = make(4)
    set_lists(event, ME, ASKED)
    return reload_event(event)


def send(event, key="p1", text="60 Mountain", now=NOON, request=""):
    actions.send_list(reload_event(event), Actor("Player 01", source=PHONE, now=now, key=request), key, text)


def texts(event, key="p1"):
    rows = ListVersion.objects.filter(event=event, player__public_id=key).order_by("id")
    return list(rows.values_list("text", flat=True))


def test_every_version_of_a_list_is_kept_with_its_time(event):
    send(event)
    send(event, text="60 Island")
    assert texts(event) == ["60 Mountain", "60 Island"]
    assert ListVersion.objects.filter(event=event).first().at == NOON


def test_the_same_text_or_the_same_request_is_stored_once(event):
    send(event, request="a")
    with pytest.raises(DuplicateRequest):
        send(event, text="60 Mountain\r\n")
    with pytest.raises(DuplicateRequest):
        send(event, text="60 Island", request="a")
    assert texts(event) == ["60 Mountain"]


def test_the_text_is_not_in_the_log_and_no_form_of_the_desk_conflicts(event):
    version = reload_event(event).version
    send(event, text="4 Secret Tech")
    entry = event.log.last()
    assert (entry.action, entry.who, entry.changes) == ("send_list", "Player 01", {})
    change_player(reload_event(event), replace(ME, seen_version=version), "p1", name="Ada")


def test_only_the_page_of_the_player_changes(event):
    before = reload_event(event).layout_version
    versions = dict(Player.objects.filter(event=event).values_list("public_id", "page_version"))
    send(event)
    after = dict(Player.objects.filter(event=event).values_list("public_id", "page_version"))
    assert reload_event(event).layout_version == before
    assert {key for key in after if after[key] != versions[key]} == {"p1"}


def test_players_send_lists_until_round_1_is_paired(event):
    send(event)
    pair(event)
    with pytest.raises(RuleViolation, match="too late"):
        send(event, text="60 Island")
    assert texts(event) == ["60 Mountain"]


def test_the_organiser_can_set_another_deadline_also_after_round_1(event):
    set_lists(event, ME, replace(ASKED, until="2026-11-28T13:00:00Z"))
    pair(reload_event(event))
    send(event)
    with pytest.raises(RuleViolation, match="too late"):
        send(event, text="60 Island", now=NOON.replace(hour=13))


def test_an_event_that_asks_for_none_takes_none(event):
    set_lists(event, ME, ListSettings())
    with pytest.raises(RuleViolation, match="doesn’t ask"):
        send(event)


def test_players_who_have_dropped_send_none(event):
    drop_player(event, ME, "p1")
    with pytest.raises(RuleViolation, match="has dropped"):
        send(event)


def test_a_list_has_at_most_20_000_characters_and_none_that_cannot_be_stored(event):
    send(event, text="é" * MAX_LIST_LENGTH)
    with pytest.raises(RuleViolation, match="at most 20000"):
        send(event, text="é" * (MAX_LIST_LENGTH + 1))
    for nothing in ("", " \n ", "\x00\ud800"):
        with pytest.raises(RuleViolation, match="Paste the list"):
            send(event, text=nothing)
    send(event, text="4 Shock\x00\r\n\t\ud8003 Bolt  \r\n")
    assert texts(event)[-1] == "4 Shock\n    3 Bolt"


def test_nobody_fills_the_disk_with_versions(event, monkeypatch):
    monkeypatch.setattr(actions, "MAX_VERSIONS", 2)
    send(event, text="1")
    send(event, text="2")
    with pytest.raises(RuleViolation, match="ask the desk"):
        send(event, text="3")


def test_the_staff_change_a_list_after_the_deadline_with_a_reason(event):
    send(event)
    pair(event)
    with pytest.raises(RuleViolation, match="why"):
        actions.change_list(reload_event(event), ME, "p1", "59 Mountain", " ")
    actions.change_list(reload_event(event), ME, "p1", "59 Mountain", "one was a proxy")
    version = ListVersion.objects.filter(event=event).last()
    assert (version.who, version.reason, version.text) == (ME.who, "one was a proxy", "59 Mountain")
    assert event.log.last().action == "change_list: Player 01"


def test_a_deck_check_keeps_its_outcome_note_and_judge(event):
    send(event)
    actions.check_list(reload_event(event), ME, "p1", passed=False, note="61 cards")
    check = DeckCheck.objects.get(event=event)
    assert (check.passed, check.note, check.who) == (False, "61 cards", ME.who)
    with pytest.raises(RuleViolation, match="hasn’t sent"):
        actions.check_list(reload_event(event), ME, "p2", passed=True, note="")


def test_an_unknown_player_has_no_list(event):
    for act in (
        lambda: send(event, "nobody"),
        lambda: actions.change_list(event, ME, "nobody", "60 Mountain", "why not"),
        lambda: actions.check_list(event, ME, "nobody", passed=True, note=""),
    ):
        with pytest.raises(RuleViolation, match="no player"):
            act()


def test_the_list_belongs_to_the_link_and_comes_back_with_its_player(event):
    """A player who is added later with the same id does not inherit it."""
    send(event)
    remove_player(reload_event(event), ME, "p1")
    undo(reload_event(event), ME)
    assert texts(event) == ["60 Mountain"]
    assert reload_history(event).find_player("p1")


def test_a_name_too_long_for_the_log_is_left_out_of_it(event):
    change_player(event, ME, "p1", name="x" * 195)
    actions.change_list(reload_event(event), ME, "p1", "60 Mountain", "on paper")
    assert event.log.last().action == "change_list"
