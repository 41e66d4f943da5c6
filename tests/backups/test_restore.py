"""Restoring backups, and refused backups."""

import io
import json
import zipfile

import pytest
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from tests.actions.conftest import ME, STATES, reload_event
from tests.backups.archives import backup_of, packed, with_beside
from tests.database_states import rows
from tests.repetitions import count
from tournaments.actions.change import Actor
from tournaments.actions.desk import staff
from tournaments.actions.log import archive, backups, undo
from tournaments.actions.players import players, roster
from tournaments.models import Event, Player
from tournaments.queries.log.log_page import lines_of
from tournaments.rules.errors import RuleViolation


@pytest.fixture
def event(organiser):
    event = STATES["running"]()
    event.staff.create(user=organiser, role="owner")
    return event


def refused(files, **how) -> str:
    before = rows()
    with pytest.raises(RuleViolation) as wrong:
        backups.restore(packed(files) if isinstance(files, dict) else files, **how)
    assert rows() == before
    return str(wrong.value)


def test_links_restore_points_roles_versions_and_the_next_seed_are_what_they_were(event, organiser):
    files, tokens = backup_of(event.slug), dict(event.players.values_list("key", "token"))
    files_before = [point.file for point in event.snapshots.order_by("pk")]
    seed, log = event.seal.seed, list(event.log.order_by("pk").values_list("version", "key", "who"))
    event.delete()
    organiser.delete()
    (restored,) = backups.restore(packed(files))
    back = Event.objects.get(slug=event.slug)
    assert dict(back.players.values_list("key", "token")) == tokens
    assert [point.file for point in back.snapshots.order_by("pk")] == files_before != []
    assert list(back.log.order_by("pk").values_list("version", "key", "who")) == log
    assert (back.version, back.seal.seed, back.created_at) == (event.version, seed, event.created_at)
    owner = back.staff.get(role="owner").user
    assert restored.accounts == (owner.get_username(),) == ("organiser",)
    assert not owner.has_usable_password()


def test_what_is_restored_is_played_on_and_taken_back(event):
    players.add_players(event, ME, "Ada")
    token = event.players.get(name="Ada").token
    roster.remove_player(reload_event(event), ME, "Ada")
    files = backup_of(event.slug)
    event.delete()
    backups.restore(packed(files))
    back = Event.objects.get(slug=event.slug)
    undo.undo(back, ME)
    assert back.players.get(name="Ada").token == token
    assert backup_of(event.slug).keys() == files.keys()


def test_a_backup_restored_and_written_again_is_the_same(event):
    files = backup_of(event.slug)
    event.delete()
    backups.restore(packed(files))
    assert backup_of(event.slug) == files


def test_the_log_names_who_was_added_in_the_order_it_did(event):
    players.add_players(event, ME, "\n".join(f"Late {n}" for n in range(12)))
    said = lines_of(reload_event(event), count=1)[0].detail
    files = backup_of(event.slug)
    event.delete()
    backups.restore(packed(files))
    assert lines_of(Event.objects.get(slug=event.slug), count=1)[0].detail == said


def test_an_event_that_is_here_is_never_written_over(event):
    assert "is here already" in refused(backup_of(event.slug))


def test_under_another_address_it_stands_beside_the_one_that_is_here_with_links_of_its_own(event):
    (restored,) = backups.restore(packed(backup_of(event.slug)), as_="the-copy")
    copy = Event.objects.get(slug=restored.slug)
    assert restored.slug == "the-copy"
    assert copy.version == event.version
    assert not set(copy.players.values_list("token")) & set(event.players.values_list("token"))


def test_an_invitation_and_a_removed_player_s_link_stay_with_the_event_that_is_here(event, organiser):
    staff.invite(event, Actor("organiser", user=organiser), "judge")
    players.add_players(reload_event(event), ME, "Ada")
    roster.remove_player(reload_event(event), ME, "Ada")
    (restored,) = backups.restore(packed(backup_of(event.slug)), as_="the-copy")
    copy = Event.objects.get(slug=restored.slug)
    assert (event.invitations.count(), copy.invitations.count()) == (1, 0)
    for one in (reload_event(event), copy):
        undo.undo(one, ME)
    ada = Player.objects.filter(name="Ada").values_list("token", flat=True)
    assert len(set(ada)) == 2


def test_all_events_come_back_or_none(event):
    other = STATES["fresh"]()
    files = backup_of(event.slug, other.slug)
    event.delete()
    assert other.slug in refused(files)
    assert [restored.slug for restored in backups.restore(packed(files), only=event.slug)] == [event.slug]


def test_an_event_deleted_meanwhile_is_left_out(event):
    assert json.loads(backup_of("gone", event.slug)["topcut-backup.json"])["events"] == [event.slug]


def test_no_event_file_holds_what_the_backup_keeps_beside_it(event):
    files = backup_of(event.slug)
    beside = files.pop(f"{event.slug}/beside.json")
    secrets = [event.seal.seed, *event.players.values_list("token", flat=True)]
    assert all(secret in beside for secret in secrets)
    assert not [name for name, text in files.items() if any(secret in text for secret in secrets)]


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"slug": "../../etc"}, "slug"),
        ({"slug": "new"}, "is here already"),
        ({"slug": ["x"]}, "slug"),
        ({"version": "many"}, "version"),
        ({"version": -1}, "version"),
        ({"tokens": {}}, "does not fit together"),
        ({"tokens": {f"p{n}": "a/b?c" for n in range(1, 10)}}, "link that cannot be one"),
        ({"log": []}, "does not fit together"),
        ({"staff": [{"user": "organiser", "role": "king"}]}, "role"),
        ({"staff": [{"user": "n" * 151, "role": "owner"}]}, "account"),
        ({"staff": [{"user": "organiser", "role": "owner"}] * 2}, "does not fit together"),
        ({"staff": 3}, "does not fit together"),
        ({"reports": [{"match": [1, 9, 9]}]}, "does not fit together"),
        ({"before": [{"version": 1, "at": "never", "who": "", "reason": "r"}]}, "at"),
        ({"created_at": None}, "does not fit together"),
        ({"created_at": "yesterday"}, "created_at"),
    ][:: count(4, 1)],
)
def test_what_stands_beside_an_event_is_checked_like_a_form(event, changed, words):
    files = with_beside(backup_of(event.slug), event.slug, **changed)
    event.delete()
    assert words in refused(files)


def test_a_file_that_is_no_backup_is_refused_in_words(event):
    files = backup_of(event.slug)
    event.delete()
    assert "import_event" in refused(io.BytesIO(packed(files).getvalue()[:200]))
    assert "format" in refused(files | {"topcut-backup.json": "{}"})
    assert "lacks" in refused({name: text for name, text in files.items() if "beside" not in name})
    assert "not JSON" in refused(files | {f"{event.slug}/beside.json": "{"})
    assert "nested deeper" in refused(files | {f"{event.slug}/beside.json": "[" * 60 + "]" * 60})
    assert "no event “else”" in refused(files, only="else")


def test_names_in_a_backup_lead_nowhere(event, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    files = backup_of(event.slug) | {"../out.json": "{}", "/tmp/out.json": "{}"}
    event.delete()
    backups.restore(packed(files))
    assert list(tmp_path.iterdir()) == []


def test_a_bomb_is_refused_before_it_is_unpacked(event, monkeypatch):
    files = backup_of(event.slug)
    event.delete()
    bomb = files | {f"{event.slug}/event.json": b" " * (33 * 2**20)}
    assert "too big" in refused(bomb)
    monkeypatch.setattr(archive, "MAX_UNPACKED_BYTES", 1000)
    assert "unpacked" in refused(files)
    monkeypatch.setattr(archive, "MAX_ENTRIES", 2)
    assert "more than 2 files" in refused(files)


def test_a_zip_that_lies_about_its_sizes_is_refused(event):
    files = backup_of(event.slug)
    event.delete()
    name = f"{event.slug}/beside.json".encode()
    zipped = bytearray(packed(files).getvalue())
    # The size unpacked stands 22 bytes before the name in the zip's own list.
    at = zipped.rindex(name) - 22
    zipped[at : at + 4] = (5).to_bytes(4, "little")
    assert "damaged" in refused(io.BytesIO(zipped))


@pytest.mark.django_db
@given(st.data())
def test_a_damaged_backup_is_refused_or_whole(damaged, data):
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
    """(files, the zip) of an event that is not here."""
    with django_db_blocker.unblock(), transaction.atomic():
        event = STATES["fresh"]()
        event.slug = "friday-night"
        files = backup_of(event.slug)
        Event.objects.all().delete()
        yield files, packed(files, zipfile.ZIP_STORED).getvalue()
        transaction.set_rollback(True)
