"""Restoring backups, and refusal_of backups."""

import io
import json
import zipfile

import pytest
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from tests.backups.archives import backup_of, make_zip, with_extras
from tests.support.database_states import cached_state, rows
from tests.support.played_events import ME, STATES, reload_event
from tests.support.repetitions import count
from tournaments.changes.change import Actor
from tournaments.desk.actions import invite
from tournaments.log.actions import archives, backups
from tournaments.log.actions.undo import undo
from tournaments.log.pages.log_lines import get_log_lines
from tournaments.models import Event, Player
from tournaments.players.actions.players import add_players, remove_player
from tournaments.rules.errors import RuleViolation


@pytest.fixture
@cached_state
def event(organiser):
    event = STATES["running"]()
    event.staff.create(user=organiser, role="owner")
    return event


def refusal_of(files, **options) -> str:
    """Return the refusal of a restoration; nothing may be stored."""
    before = rows()
    with pytest.raises(RuleViolation) as refusal:
        backups.restore(make_zip(files) if isinstance(files, dict) else files, **options)
    assert rows() == before
    return str(refusal.value)


def test_a_restored_event_has_the_same_links_restore_points_roles_versions_and_seed(event, organiser):
    files, tokens = backup_of(event.slug), dict(event.players.values_list("public_id", "token"))
    files_before = [point.file for point in event.restore_points.order_by("pk")]
    seed, log = event.next_seed.seed, list(event.log.order_by("pk").values_list("version", "key", "who"))
    event.delete()
    organiser.delete()
    (restored,) = backups.restore(make_zip(files))
    back = Event.objects.get(slug=event.slug)
    assert dict(back.players.values_list("public_id", "token")) == tokens
    assert [point.file for point in back.restore_points.order_by("pk")] == files_before != []
    assert list(back.log.order_by("pk").values_list("version", "key", "who")) == log
    assert (back.version, back.next_seed.seed, back.created_at) == (event.version, seed, event.created_at)
    owner = back.staff.get(role="owner").user
    assert restored.accounts == (owner.get_username(),) == ("organiser",)
    assert not owner.has_usable_password()


def test_a_restored_event_can_be_continued_and_undone(event):
    add_players(event, ME, "Ada")
    token = event.players.get(name="Ada").secret
    remove_player(reload_event(event), ME, "Ada")
    files = backup_of(event.slug)
    event.delete()
    backups.restore(make_zip(files))
    back = Event.objects.get(slug=event.slug)
    undo(back, ME)
    assert back.players.get(name="Ada").secret == token
    assert backup_of(event.slug).keys() == files.keys()


def test_a_restored_event_gives_the_same_backup(event):
    files = backup_of(event.slug)
    event.delete()
    backups.restore(make_zip(files))
    assert backup_of(event.slug) == files


def test_the_log_names_added_players_in_the_same_order(event):
    add_players(event, ME, "\n".join(f"Late {n}" for n in range(12)))
    detail = get_log_lines(reload_event(event), count=1)[0].detail
    files = backup_of(event.slug)
    event.delete()
    backups.restore(make_zip(files))
    assert get_log_lines(Event.objects.get(slug=event.slug), count=1)[0].detail == detail


def test_an_existing_event_is_never_overwritten(event):
    assert "already exists" in refusal_of(backup_of(event.slug))


def test_restored_under_another_address_an_event_has_its_own_links(event):
    (restored,) = backups.restore(make_zip(backup_of(event.slug)), as_="the-copy")
    copy = Event.objects.get(slug=restored.slug)
    assert restored.slug == "the-copy"
    assert copy.version == event.version
    assert not set(copy.players.values_list("token")) & set(event.players.values_list("token"))


def test_invitations_and_removed_links_stay_with_the_existing_event(event, organiser):
    invite(event, Actor("organiser", user=organiser), "judge")
    add_players(reload_event(event), ME, "Ada")
    remove_player(reload_event(event), ME, "Ada")
    (restored,) = backups.restore(make_zip(backup_of(event.slug)), as_="the-copy")
    copy = Event.objects.get(slug=restored.slug)
    assert (event.invitations.count(), copy.invitations.count()) == (1, 0)
    for restored_event in (reload_event(event), copy):
        undo(restored_event, ME)
    ada = Player.objects.filter(name="Ada").values_list("token", flat=True)
    assert len(set(ada)) == 2


def test_all_events_are_restored_or_none(event):
    other = STATES["fresh"]()
    files = backup_of(event.slug, other.slug)
    event.delete()
    assert other.slug in refusal_of(files)
    assert [restored.slug for restored in backups.restore(make_zip(files), only=event.slug)] == [event.slug]


def test_an_event_deleted_during_the_backup_is_left_out(event):
    assert json.loads(backup_of("deleted", event.slug)["topcut-backup.json"])["events"] == [event.slug]


def test_event_files_do_not_contain_the_secrets_of_a_backup(event):
    files = backup_of(event.slug)
    extras = files.pop(f"{event.slug}/beside.json")
    secrets = [event.next_seed.seed, *event.players.values_list("token", flat=True)]
    assert all(secret in extras for secret in secrets)
    assert not [name for name, text in files.items() if any(secret in text for secret in secrets)]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"slug": "../../etc"}, "slug"),
        ({"slug": "new"}, "already exists"),
        ({"slug": ["x"]}, "slug"),
        ({"version": "many"}, "version"),
        ({"version": -1}, "version"),
        ({"tokens": {}}, "is inconsistent"),
        ({"tokens": {f"p{n}": "a/b?c" for n in range(1, 10)}}, "invalid player link"),
        ({"log": []}, "is inconsistent"),
        ({"staff": [{"user": "organiser", "role": "king"}]}, "role"),
        ({"staff": [{"user": "n" * 151, "role": "owner"}]}, "account"),
        ({"staff": [{"user": "organiser", "role": "owner"}] * 2}, "is inconsistent"),
        ({"staff": 3}, "is inconsistent"),
        ({"reports": [{"match": [1, 9, 9]}]}, "is inconsistent"),
        ({"before": [{"version": 1, "at": "never", "who": "", "reason": "r"}]}, "at"),
        ({"created_at": None}, "is inconsistent"),
        ({"created_at": "yesterday"}, "created_at"),
        ({"created_at": 7}, "created_at"),
        ({"tokens": {"p1": ["x"]}}, "is inconsistent"),
        ({"reused_ids": {"p1": [[1, "p2", 3]]}}, "is inconsistent"),
        ({"removed_players": [{"player": "p1", "token": "x", "removed_at": None}]}, "is inconsistent"),
        ({"staff": [{"user": {}, "role": "owner"}]}, "is inconsistent"),
    ][:: count(4, 1)],
)
def test_rows_outside_the_event_file_are_validated(event, changed, message):
    files = with_extras(backup_of(event.slug), event.slug, **changed)
    event.delete()
    assert message in refusal_of(files)


def test_a_fault_of_the_program_is_not_taken_for_an_inconsistent_backup(event, monkeypatch):
    files = backup_of(event.slug)
    event.delete()
    monkeypatch.setattr(backups, "queue_tasks", lambda event: None + event)
    with pytest.raises(TypeError):
        backups.restore(make_zip(files))


def test_a_file_that_is_no_backup_is_refused_with_a_message(event):
    files = backup_of(event.slug)
    event.delete()
    assert "import_event" in refusal_of(io.BytesIO(make_zip(files).getvalue()[:200]))
    assert "format" in refusal_of(files | {"topcut-backup.json": "{}"})
    assert "contain" in refusal_of({name: text for name, text in files.items() if "beside" not in name})
    assert "isn’t JSON" in refusal_of(files | {f"{event.slug}/beside.json": "{"})
    assert "nested deeper" in refusal_of(files | {f"{event.slug}/beside.json": "[" * 60 + "]" * 60})
    assert "contain the event “else”" in refusal_of(files, only="else")


def test_paths_in_a_backup_are_not_followed(event, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    files = backup_of(event.slug) | {"../out.json": "{}", "/tmp/out.json": "{}"}
    event.delete()
    backups.restore(make_zip(files))
    assert list(tmp_path.iterdir()) == []


def test_a_zip_bomb_is_refused_before_it_is_unpacked(event, monkeypatch):
    files = backup_of(event.slug)
    event.delete()
    bomb = files | {f"{event.slug}/event.json": b" " * (33 * 2**20)}
    assert "too large" in refusal_of(bomb)
    monkeypatch.setattr(archives, "MAX_UNPACKED_BYTES", 1000)
    assert "unpacked" in refusal_of(files)
    monkeypatch.setattr(archives, "MAX_ENTRIES", 2)
    assert "more than 2 files" in refusal_of(files)


def test_a_zip_with_false_sizes_is_refused(event):
    files = backup_of(event.slug)
    event.delete()
    name = f"{event.slug}/beside.json".encode()
    zipped = bytearray(make_zip(files).getvalue())
    # The size unpacked stands 22 bytes before the name in the zip's own list.
    at = zipped.rindex(name) - 22
    zipped[at : at + 4] = (5).to_bytes(4, "little")
    assert "damaged" in refusal_of(io.BytesIO(zipped))


@pytest.mark.django_db
@given(st.data())
def test_a_damaged_backup_is_refused_or_restored_completely(damaged, data):
    files, whole = damaged
    restored = bytearray(whole)
    for _ in range(data.draw(st.integers(1, 4))):
        restored[data.draw(st.integers(0, len(restored) - 1))] = data.draw(st.integers(0, 255))
    with transaction.atomic():
        try:
            backups.restore(io.BytesIO(restored))
        except RuleViolation:
            pass
        else:
            assert backup_of("friday-night").keys() == files.keys()
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def damaged(django_db_setup, django_db_blocker):
    """Return (files, zip) of the backup of a deleted event."""
    with django_db_blocker.unblock(), transaction.atomic():
        event = STATES["fresh"]()
        event.slug = "friday-night"
        files = backup_of(event.slug)
        Event.objects.all().delete()
        yield files, make_zip(files, zipfile.ZIP_STORED).getvalue()
        transaction.set_rollback(True)
