"""When pictures of link previews are queued, drawn and taken away."""

from datetime import timedelta
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django_tasks_db.models import DBTaskResult
from PIL import Image

from tests.support.desk_events import actor_of, fresh, friday, paired, played
from tests.support.played_events import reload_history
from tests.support.registrations import open_registration, register_online
from tests.support.worker import run_worker, run_worker_after
from tournaments.changes.change import increment_layout_versions
from tournaments.clubs.actions import (
    change_club,
    change_logo,
    draw_logo,
    invite_to_club,
    publish_club,
    unpublish_club,
)
from tournaments.events.actions.cancelling import cancel_event
from tournaments.events.actions.events import change_event, change_settings, delete_event
from tournaments.log.actions.undo import undo
from tournaments.models import Club, Event, Preview
from tournaments.players.actions.erasure import erase_player
from tournaments.players.actions.players import change_player, drop_player
from tournaments.previews import actions
from tournaments.previews.actions import DELAY, LOST, draw_previews, queue_lost_previews
from tournaments.previews.pages import get_event_card
from tournaments.results.actions.results import report_result
from tournaments.rounds.actions.rounds import finish_round
from tournaments.rules.history import PRIVATE, PUBLIC, UNLISTED


def waiting_tasks():
    return DBTaskResult.objects.filter(status="READY", task_path__endswith="draw_previews")


def drawn(event) -> Preview:
    """Run the worker a minute later; return the event's row."""
    Preview.objects.update(waits_since=F("waits_since") - timedelta(minutes=1))
    run_worker_after(minutes=1)
    return preview_of(event)


def preview_of(event) -> Preview:
    return Preview.objects.defer(None).get(event=event)


@pytest.fixture
def event(organiser):
    return friday(organiser)


@pytest.fixture
def ended(organiser):
    """The event of four players after its last round: Dan has won."""
    event = friday(organiser, names=["Anna", "Ben", "Cleo", "Dan"], rounds=2)
    played(event, organiser, rounds=2)
    finish_round(fresh(event), actor_of(organiser))
    return fresh(event)


def card_of(event):
    event = fresh(event)
    return get_event_card(reload_history(event), event.published_club)[0]


def png(colour="red"):
    file = BytesIO()
    Image.new("RGB", (20, 20), colour).save(file, "PNG")
    return draw_logo(SimpleUploadedFile("logo", file.getvalue()))


def test_a_new_event_gets_a_picture_by_one_task(event):
    assert waiting_tasks().count() == 1 and preview_of(event).picture is None
    row = drawn(event)
    assert Image.open(BytesIO(row.picture)).size == (1200, 630)
    assert row.hash and not row.has_people and row.waits_since is None
    assert not waiting_tasks()


def test_many_changes_queue_one_task_and_results_none(event, organiser):
    drawn(event)
    paired(event, organiser)
    change_event(fresh(event), actor_of(organiser), name="Saturday night")
    assert waiting_tasks().count() == 1
    assert card_of(event).state == "Live"
    drawn(event)
    with CaptureQueriesContext(connection) as queries:
        report_result(fresh(event), actor_of(organiser), 1, 1, 1, "2-1")
    assert not [query["sql"] for query in queries if "tournaments_preview" in query["sql"]]
    assert not waiting_tasks() and preview_of(event).waits_since is None


def test_results_of_finals_and_players_who_drop_queue_nothing_before_the_end(organiser):
    event = friday(organiser, names=["Anna", "Ben", "Cleo", "Dan"], rounds=1, finals=("single", 4))
    played(event, organiser)
    finish_round(fresh(event), actor_of(organiser))
    paired(fresh(event), organiser)
    drawn(event)
    version = fresh(event).layout_version
    report_result(fresh(event), actor_of(organiser), 2, 1, 1, "2-0")
    drop_player(fresh(event), actor_of(organiser), event.players.first().public_id)
    assert fresh(event).layout_version > version
    assert preview_of(event).waits_since is None and not waiting_tasks()


def test_what_the_picture_does_not_show_draws_no_new_one(event, organiser):
    row = drawn(event)
    change_settings(fresh(event), actor_of(organiser), 1, best_of=1)
    assert waiting_tasks().count() == 1
    Preview.objects.update(picture=b"as before")
    after = drawn(event)
    assert (after.hash, bytes(after.picture)) == (row.hash, b"as before")
    assert after.version == fresh(event).layout_version > row.version


def test_registrations_of_players_queue_nothing(event, organiser):
    event = open_registration(event, organiser)
    drawn(event)
    register_online(event, "Ada")
    assert not waiting_tasks()


@pytest.mark.parametrize(
    ("settings", "state"),
    [
        ({}, "Registration open"),
        ({"opens_at": "2026-12-01T18:00:00Z"}, "Register from 1 Dec"),
        ({"closes_at": "2026-12-03T18:00:00Z"}, "Register by 3 Dec"),
    ],
)
def test_the_card_says_how_to_register_whatever_the_time(event, organiser, settings, state):
    assert card_of(open_registration(event, organiser, **settings)).state == state


def test_a_cancelled_event_says_so(event, organiser):
    cancel_event(event, actor_of(organiser), "The roof leaks")
    assert card_of(event).state == "Cancelled"


def test_the_champion_is_the_title_once_the_event_has_ended(ended):
    card = card_of(ended)
    assert (card.title, card.label, card.state) == ("Dan", "Champion", "4 players")
    assert card.facts[0] == "Friday night"
    assert drawn(ended).has_people


def test_an_undone_end_takes_the_champion_away_at_once(ended, organiser):
    before = drawn(ended).hash
    undo(fresh(ended), actor_of(organiser))
    row = preview_of(ended)
    assert row.picture is None and not row.hash
    assert drawn(ended).hash not in ("", before)
    assert card_of(ended).title == "Friday night"


def test_a_champion_whose_name_cannot_be_drawn_is_left_out(ended, organiser):
    change_player(fresh(ended), actor_of(organiser), "p4", name="田中")
    card = card_of(ended)
    assert (card.title, card.label, card.state) == ("Friday night", "", "Finished")
    assert not drawn(ended).has_people


def test_a_corrected_result_is_drawn_again(ended, organiser):
    """The readers are all players, because the round is finished."""
    drawn(ended)
    for number in (1, 2):
        for table in (1, 2):
            report_result(fresh(ended), actor_of(organiser), 1, number, table, "0-2")
    assert preview_of(ended).picture is None
    assert drawn(ended).picture


def test_an_erased_name_is_gone_at_once(ended, organiser):
    drawn(ended)
    new_name = erase_player(fresh(ended), actor_of(organiser), "p4", "Dan")
    row = preview_of(ended)
    assert row.picture is None and row.hash == "" and not row.has_people
    assert card_of(ended).title == new_name
    assert drawn(ended).picture


def test_a_name_that_changes_elsewhere_takes_the_picture_away(ended):
    """As when a profile is hidden: only the layout version changes."""
    before = drawn(ended)
    with transaction.atomic():
        increment_layout_versions(Event.objects.filter(pk=ended.pk))
        assert preview_of(ended).picture is None
    assert fresh(ended).layout_version == ended.layout_version + 1
    assert drawn(ended).hash == before.hash


@pytest.mark.parametrize("visibility", [PUBLIC, UNLISTED])
def test_a_private_event_has_no_row_and_gets_one_when_it_is_shown_again(event, organiser, visibility):
    drawn(event)
    change_event(fresh(event), actor_of(organiser), visibility=PRIVATE)
    assert not Preview.objects.filter(event=event).exists()
    change_event(fresh(event), actor_of(organiser), name="A secret")
    queue_lost_previews()
    assert not Preview.objects.filter(event=event).exists()
    change_event(fresh(event), actor_of(organiser), visibility=visibility)
    assert drawn(event).picture


def test_an_event_that_changes_while_it_is_drawn_is_drawn_again(event, organiser, monkeypatch):
    drawn(event)
    change_event(fresh(event), actor_of(organiser), name="Before")
    Preview.objects.update(waits_since=timezone.now())

    def draw(card):
        if card.title == "Before":
            change_event(fresh(event), actor_of(organiser), name="After")
        return card.title.encode()

    monkeypatch.setattr(actions, "draw_picture", draw)
    before = preview_of(event).hash
    draw_previews.call()
    assert preview_of(event).hash == before and waiting_tasks().exists()
    draw_previews.call()
    assert bytes(preview_of(event).picture) == b"After" and preview_of(event).waits_since is None


def test_a_picture_that_cannot_be_drawn_holds_up_no_other(event, organiser, monkeypatch, caplog):
    other = friday(organiser, names=[])
    change_event(other, actor_of(organiser), name="Other")

    def draw(card):
        if card.title == "Friday night":
            raise ValueError("broken")
        return b"drawn"

    monkeypatch.setattr(actions, "draw_picture", draw)
    assert bytes(drawn(other).picture) == b"drawn"
    row = preview_of(event)
    assert row.picture is None and row.waits_since is None and "was not drawn" in caplog.text


def test_a_lost_task_is_queued_again(event, organiser):
    waiting_tasks().delete()
    # The event may have been made long before this test.
    Preview.objects.update(waits_since=timezone.now())
    change_event(fresh(event), actor_of(organiser), name="Saturday night")
    assert not waiting_tasks()
    Preview.objects.update(waits_since=F("waits_since") - LOST - DELAY)
    change_event(fresh(event), actor_of(organiser), name="Sunday night")
    assert waiting_tasks().count() == 1
    waiting_tasks().delete()
    run_worker()
    assert waiting_tasks().count() == 1


def test_a_worker_gives_events_of_earlier_releases_a_picture(event, ended):
    Preview.objects.all().delete()
    run_worker()
    assert drawn(event).picture and drawn(ended).has_people


def test_more_pictures_than_a_batch_are_drawn_by_the_next_tasks(organiser, monkeypatch):
    monkeypatch.setattr(actions, "draw_picture", lambda card: b"drawn")
    for _ in range(actions.BATCH + 2):
        Event.objects.create(slug=f"event-{_}", name="Event", rulebook="magic").phases.create(
            number=1, kind="swiss"
        )
    queue_lost_previews()
    Preview.objects.update(waits_since=timezone.now())
    draw_previews.call()
    assert Preview.objects.exclude(waits_since=None).count() == 2 and waiting_tasks().exists()
    run_worker()
    assert not Preview.objects.exclude(waits_since=None).exists()


def test_deleting_the_event_deletes_its_picture(event):
    drawn(event)
    delete_event(event, "Friday night")
    assert not Preview.objects.exists()
    draw_previews.call()


def test_a_published_club_has_a_picture_and_its_events_show_its_name(event, organiser):
    drawn(event)
    publish_club(event.club, actor_of(organiser), "The Lantern", "the-lantern")
    assert preview_of(event).picture is None
    assert card_of(event).club == "The Lantern"
    drawn(event)
    club = Club.objects.get()
    row = Preview.objects.get(club=club)
    assert row.hash and row.version == club.version
    change_logo(club, actor_of(organiser), png())
    assert card_of(event).logo
    drawn(event)
    change_club(club, actor_of(organiser), place="Via Roma 12")
    drawn(event)
    hashes = {row.hash, Preview.objects.get(club=club).hash}
    assert len(hashes) == 2
    invite_to_club(club, actor_of(organiser), "judge")
    change_club(club, actor_of(organiser), contact="us@example.org")
    assert not waiting_tasks()


def test_a_withdrawn_club_leaves_all_pictures_at_once(event, organiser):
    publish_club(event.club, actor_of(organiser), "The Lantern", "the-lantern")
    drawn(event)
    unpublish_club(event.club, actor_of(organiser))
    assert not Preview.objects.filter(club=event.club).exists()
    assert preview_of(event).picture is None and card_of(event).club == ""
