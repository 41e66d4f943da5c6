"""Backups hold registrations, mails, lists and deck checks, and restore them with their players."""

import json

import pytest
from django.core import mail
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from tests.backups.archives import backup_of, make_zip, with_extras
from tests.support.database_states import cached_state
from tests.support.played_events import ME, make, reload_event
from tests.support.registrations import OPEN, active_names, register
from tests.support.worker import run_worker
from tournaments.log.actions import backups
from tournaments.log.actions.archives import ADDED_LATER, COLUMNS_ADDED_LATER
from tournaments.log.actions.undo import undo
from tournaments.models import DeckCheck, Event, ListVersion, Mail, Player, Registration
from tournaments.models.player import SECRET
from tournaments.models.registration import hash_address
from tournaments.players.actions.players import remove_player
from tournaments.registration.actions.entries import withdraw
from tournaments.registration.actions.entry_desk import set_registration
from tournaments.rules.errors import RuleViolation

LISTS = ("4 Forest\n\n2 Bäume", "x" * 20_000)


@pytest.fixture
@cached_state
def event(db):
    """Ada and Bo have a place, Cleo waits; Ada has a list, checked twice, and has got two mails."""
    event = make(0)
    set_registration(event, ME, OPEN)
    for name in ("Ada", "Bo", "Cleo"):
        register(event, name, f"{name.lower()}@example.org")
    ada, now = Registration.objects.get(name="Ada"), timezone.now()
    event.mails.all().delete()
    own = {"event": event, "player": Player.objects.get(name="Ada"), "at": now}
    for text in LISTS:
        ListVersion.objects.create(text=text, **own)
        DeckCheck.objects.create(who="Jo", passed=True, **own)
    facts = {"event": event, "registration": ada, "at": now, "address_hash": hash_address(ada.email)}
    Mail.objects.create(kind=Mail.REGISTERED, sent_at=now, **facts)
    Mail.objects.create(kind=Mail.LINK, **facts)
    return reload_event(event)


def restore(files, **options):
    (restored,) = backups.restore(make_zip(files), **options)
    return Event.objects.get(slug=restored.slug)


def by_player(event):
    """Return the name of each list's, check's and mail's player and entry."""
    players = dict(Player.objects.filter(event=event).values_list(SECRET, "name"))
    rows = dict(event.registrations.values_list("token", "name"))
    lists = list(event.list_versions.values_list("player__name", "text"))
    checks = list(event.deck_checks.values_list("player__name", flat=True))
    mails = list(event.mails.values_list("registration__name", "kind"))
    return {token: rows[token] for token in players} == players, lists, checks, mails


def test_a_moved_event_has_the_same_entries_links_lists_and_mails(event):
    files, expected = backup_of(event.slug), by_player(event)
    columns = ("token", "state", "order", "at", "name", "email", "answers")
    rows = list(event.registrations.values(*columns))
    event.delete()
    back = restore(files)
    assert list(back.registrations.values(*columns)) == rows
    assert by_player(back) == expected
    assert (expected[0], len(expected[1]), len(expected[2]), len(expected[3])) == (True, 2, 2, 2)
    assert backup_of(back.slug) == files


def test_beside_the_original_everything_has_new_links_and_nothing_is_lost(event):
    copy = restore(backup_of(event.slug), as_="the-copy")
    assert not set(copy.registrations.values_list("token")) & set(event.registrations.values_list("token"))
    same_players, lists, checks, mails = by_player(copy)
    assert same_players and lists == [("Ada", text) for text in LISTS]
    assert checks == ["Ada"] * 2
    # The original event sends the mail that is still waiting.
    assert mails == [("Ada", "registered")] and event.mails.count() == 2


def test_in_a_copy_the_undo_of_a_removal_brings_back_the_player_with_the_entry(event):
    remove_player(event, ME, "Bo")
    copy = restore(backup_of(event.slug), as_="the-copy")
    undo(copy, ME, copy.log.get(action="remove_player").pk)
    assert "Bo" in active_names(copy)
    token = Player.objects.get(event=copy, name="Bo").secret
    assert copy.registrations.get(name="Bo").token == token != event.registrations.get(name="Bo").token


def test_the_waitlist_of_a_restored_event_moves_up(event):
    files = backup_of(event.slug)
    event.delete()
    back = restore(files)
    withdraw(back, ME, back.registrations.get(name="Ada").token)
    assert active_names(back) == ["Bo", "Cleo"]


def test_a_backup_of_an_older_release_has_none_of_this(event):
    files = backup_of(event.slug)
    name = f"{event.slug}/beside.json"
    values = {key: value for key, value in json.loads(files[name]).items() if key not in ADDED_LATER}
    event.delete()
    back = restore(files | {name: json.dumps(values)})
    assert not back.registrations.exists() and active_names(back) == ["Ada", "Bo"]


@pytest.mark.parametrize(
    ("table", "changed", "message"),
    [
        ("registrations", {"state": "king"}, "state"),
        ("registrations", {"token": "a/b?c"}, "invalid player link"),
        ("registrations", {"email": "nobody"}, "email"),
        ("registrations", {"answers": [1]}, "answers"),
        ("registrations", {"answers": {"F 1": "x"}}, "answers"),
        ("registrations", {"name": ""}, "name"),
        ("registrations", {"player": "nobody"}, "inconsistent"),
        ("registrations", {"player": "p2"}, "inconsistent"),  # who has another entry
        ("list_versions", {"player": "nobody"}, "inconsistent"),
        ("mails", {"registration": "unknown_token"}, "inconsistent"),
    ],
)
def test_values_of_a_backup_are_checked(event, table, changed, message):
    files = backup_of(event.slug)
    rows = json.loads(files[f"{event.slug}/beside.json"])[table]
    files = with_extras(files, event.slug, **{table: [rows[0] | changed, *rows[1:]]})
    event.delete()
    with pytest.raises(RuleViolation, match=message):
        restore(files)


def test_a_list_of_a_backup_is_bounded(event):
    files = backup_of(event.slug)
    event.delete()
    for texts in (["x" * 20_001, ""], [1, ""], [""], {}):
        with pytest.raises(RuleViolation):
            restore(files | {f"{event.slug}/lists/1.json": json.dumps(texts)})


def test_the_event_file_of_a_backup_has_no_contact_data(event):
    files = backup_of(event.slug)
    assert "ada@example.org" in files[f"{event.slug}/beside.json"]
    assert "@example.org" not in files[f"{event.slug}/event.json"]


def test_a_backup_of_a_release_without_some_columns_is_restored(event):
    files = backup_of(event.slug)
    values = json.loads(files[f"{event.slug}/beside.json"])
    tables = {
        name: [{key: row[key] for key in row if key not in COLUMNS_ADDED_LATER} for row in values[name]]
        for name in ("registrations", "mails")
    }
    event.delete()
    back = restore(with_extras(files, event.slug, **tables))
    assert back.registrations.count() == 3 and back.mails.count() == 2


def test_the_worker_sends_the_unsent_mails_of_a_moved_event(event, settings):
    files = backup_of(event.slug)
    event.delete()
    DBTaskResult.objects.all().delete()
    settings.SECRET_KEY = "of another site"
    back = restore(files)
    run_worker()
    assert not back.mails.filter(sent_at=None).exists()
    assert [message.to for message in mail.outbox] == [["ada@example.org"]]
