"""docs/data.md says of every model where its rows go: compared here with what the code reads and writes."""

import re
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import pytest
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib import admin
from django.contrib.admin.models import LogEntry as AdminEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.db.models import CASCADE, Model
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from tests.journeys.accessibility.event_states import busy
from tests.support.played_events import ME, reload_event
from tournaments.accounts.actions import KEEP
from tournaments.changes.parts import write_parts
from tournaments.changes.tasks import KEEP_HOURS
from tournaments.desk.actions import INVITATION_DAYS
from tournaments.history.cache import load_event_file
from tournaments.history.load import read_history_from_db
from tournaments.lab import actions
from tournaments.log.actions.archives import backup_files, tables
from tournaments.log.actions.club_backups import club_files
from tournaments.log.actions.undo import create_restore_point
from tournaments.models import (
    AccountMail,
    Club,
    DeckCheck,
    ElsewhereResult,
    Event,
    Invitation,
    ListVersion,
    Mail,
    Match,
    Person,
    PersonMail,
    PersonName,
    Pick,
    Player,
    RatingList,
    Registration,
    RestorePoint,
    ResultRevision,
    SentMail,
    Series,
    SeriesEntry,
    SeriesMember,
    SimulationRun,
    WorkerHeartbeat,
)
from tournaments.people.actions.mails import LIFETIME
from tournaments.players.actions import erasure
from tournaments.players.actions.erasure import KEEP_DAYS
from tournaments.players.pages.personal_data import export_person
from tournaments.registration.actions.mails import DAY
from tournaments.rules.history import PHONE
from tournaments.rules.log.event_parts import kind_of, split, split_event
from tournaments.rules.rounds import picks

READ = r'(?:FROM|JOIN) "(\w+)"'
STORED, CHANGED, DELETED = r'INSERT INTO "(\w+)"', r'UPDATE "(\w+)"', r'DELETE FROM "(\w+)"'
# How long rows, or some columns of them, are kept.
PERIODS = {
    Registration: f"{KEEP_DAYS} days",
    Mail: f"{KEEP_DAYS} days",
    AccessAttempt: f"{settings.AXES_COOLOFF_TIME.seconds // 60} minutes",
    AccountMail: f"{KEEP.days} day",
    SentMail: f"{DAY.days} day",
    PersonMail: f"{LIFETIME.days} day",
    Invitation: f"{INVITATION_DAYS} days",
    Pick: f"{picks.MARKING_PERIOD.seconds // 60} minutes",
    SimulationRun: f"{actions.KEEP.days} days",
    DBTaskResult: f"{KEEP_HOURS} hours",
    WorkerHeartbeat: f"{KEEP_HOURS} hours",
}


def read_document() -> dict[str, dict[str, str]]:
    """Return the table: {model: {column: text}}."""
    text = Path(settings.BASE_DIR, "docs/data.md").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith(("| model |", "| `"))]
    heading, *rows = (line.strip("| ").split(" | ") for line in lines)
    return {row[0].strip("`"): dict(zip(heading[1:], row[1:], strict=True)) for row in rows}


def tables_in(pattern: str, function: Callable, event: Event, *arguments, **options) -> set[str]:
    """Return the tables that match in the SQL of a function of an event, which is read anew."""
    with CaptureQueriesContext(connection) as queries:
        function(reload_event(event), *arguments, **options)
    return {table for query in queries for table in re.findall(pattern, query["sql"])}


@pytest.fixture
def event(organiser):
    """An event in which the first player has rows of every kind."""
    event, now = busy(), timezone.now()
    club = Club.objects.create(slug="club")
    Event.objects.filter(pk=event.pk).update(club=club)
    player = event.players.get(public_id="p1")
    person = Person.objects.create(club=club, name=player.name, public_name=player.name)
    Player.objects.filter(pk=player.pk).update(person=person)
    series = Series.objects.create(club=club, slug="league", name="League")
    SeriesEntry.objects.create(series=series, event=event)
    evening = SeriesEntry.objects.create(series=series, name="Before", date=now.date())
    ElsewhereResult.objects.create(entry=evening, person=person, place=1)
    SeriesMember.objects.create(series=series, person=person)
    RatingList.objects.create(club=club, slug="magic", game="Magic")
    own = {"event": event, "player": player, "at": now}
    entry = Registration.objects.create(state=Registration.REGISTERED, order=1, name=player.name, **own)
    Mail.objects.create(event=event, registration=entry, kind=Mail.REGISTERED, at=now)
    ListVersion.objects.create(text="60 Forest", **own)
    DeckCheck.objects.create(who="Jo", passed=True, **own)
    Pick.objects.create(**own)
    match = Match.objects.filter(seats__player=player).first()
    ResultRevision.objects.create(match=match, who=player.name, source=PHONE, result={}, at=now)
    create_restore_point(reload_event(event), ME, "noon")
    return reload_event(event)


@pytest.fixture
def document(db):
    return read_document()


# Whatever shows an event looks there for the public names of its players, and for other names in free text.
OTHER_NAMES = {PersonName._meta.db_table}
READ_FOR_NAMES = {Person._meta.db_table, *OTHER_NAMES}


def column(document, name: str) -> dict[str, str]:
    """Return a column by table of the database."""
    return {model._meta.db_table: document[model._meta.label][name] for model in tables()}


def differences(document, name: str, expected: Callable[[str], str]) -> dict[str, tuple[str, str]]:
    """Return {table: (text, expected text)} where the column says something else."""
    cells = {table: (text, expected(table)) for table, text in column(document, name).items()}
    return {table: texts for table, texts in cells.items() if texts[0] != texts[1]}


def test_every_model_has_a_line_and_only_models(document):
    assert list(document) == sorted(model._meta.label for model in tables())


def test_move_to_copies_every_model(document):
    assert set(column(document, "`move_to`").values()) == {"yes"}


def test_event_files_and_restore_points_hold_what_is_said(document, event):
    def tables_of(*options):
        asked = {"with_contact_data": False} | dict.fromkeys(options, True)
        return tables_in(READ, load_event_file, event, **asked)

    plain, full = tables_of() - READ_FOR_NAMES, tables_of("with_contact_data") - READ_FOR_NAMES
    texts = dict.fromkeys(tables_of("with_identifiers") - OTHER_NAMES, "with identifiers")
    texts |= dict.fromkeys(tables_of("with_people") - OTHER_NAMES, "with people")
    texts |= dict.fromkeys(full, "with contact data") | dict.fromkeys(plain, "yes")
    assert differences(document, "event file", lambda table: texts.get(table, "no")) == {}
    stored = tables_in(READ, create_restore_point, event, ME, "one")
    assert full <= stored
    assert '"person"' not in RestorePoint.objects.latest("pk").file


def test_archives_hold_what_is_said(document, event):
    for_all, for_organisers = (
        tables_in(READ, backup_files, event, for_organiser) for for_organiser in (False, True)
    )
    site = tables_in(READ, lambda event: list(club_files([event.slug], with_empty=True)), event)
    texts = dict.fromkeys(site, "the site’s") | dict.fromkeys(for_all - OTHER_NAMES, "not an organiser’s")
    texts |= dict.fromkeys(for_organisers - READ_FOR_NAMES, "yes")
    assert differences(document, "archive", lambda table: texts.get(table, "no")) == {}


def test_undo_restores_what_is_said(document, event):
    parts = defaultdict(dict)
    for path, part in split_event(read_history_from_db(event)).items():
        parts[kind_of(path)][split(path)[1]] = part
    restored = tables_in(STORED, lambda _event: write_parts(Event(slug="copy"), parts), event)
    assert differences(document, "undo", lambda table: "yes" if table in restored else "no") == {}


def test_the_export_of_a_person_holds_what_is_said(document, event):
    exported = tables_in(READ, export_person, event, "p1") - READ_FOR_NAMES
    assert differences(document, "export", lambda table: "yes" if table in exported else "no") == {}


def test_erasing_a_person_reaches_what_is_said(document, event, organiser):
    player = event.players.get(public_id="p1")
    player_type = ContentType.objects.get_for_model(Player)
    values = {"content_type": player_type, "object_id": str(player.pk), "object_repr": player.name}
    AdminEntry.objects.create(user=organiser, action_flag=2, **values)
    with CaptureQueriesContext(connection) as queries:
        erasure.erase_player(reload_event(event), ME, "p1", player.name)
    sql = "\n".join(query["sql"] for query in queries)
    texts = dict.fromkeys(re.findall(CHANGED, sql), "changed") | dict.fromkeys(
        re.findall(DELETED, sql), "deleted"
    )
    assert differences(document, "erasing", lambda table: texts.get(table, "no")) == {}


def roots(model: type[Model]) -> set[type[Model]]:
    """Return the models with whose rows those of a model are deleted."""
    parents = {
        field.related_model
        for field in model._meta.concrete_fields
        if field.is_relation and field.remote_field.on_delete is CASCADE
    } - {model}
    return parents.union(*map(roots, parents))


def test_rows_are_deleted_with_what_is_said_and_after_the_time_of_the_code(document):
    for model in tables():
        text, parents = document[model._meta.label]["kept"], roots(model)
        for parent, words in (
            (Event, "with the event"),
            *([] if Event in parents else [(Club, "with the club")]),
            (User, "with the account"),
            (SimulationRun, "with the simulation"),
        ):
            assert text.startswith(words) == (parent in parents), (model, words)
        assert PERIODS.get(model, "") in text, model


def test_the_admin_has_the_pages_that_are_said(document):
    request = RequestFactory().get("/")
    request.user = User(username="administrator", is_superuser=True)
    pages = {
        model._meta.db_table: "edit" if page.has_change_permission(request) else "read"
        for model, page in admin.site._registry.items()
    }
    assert differences(document, "admin", lambda table: pages.get(table, "no")) == {}
