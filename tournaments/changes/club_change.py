"""One change of a club: one transaction, one log entry, one new version of the club."""

import inspect
from collections.abc import Callable
from contextlib import contextmanager
from datetime import date, datetime
from decimal import Decimal
from functools import wraps

from django.db import transaction
from django.db.models import Model
from django.utils import timezone

from ..models import (
    AchievementTick,
    Club,
    ClubLogEntry,
    ElsewhereResult,
    Person,
    PersonIdentifier,
    PersonName,
    Player,
    RatingList,
    Series,
    SeriesEntry,
    SeriesMember,
)
from ..rules.errors import RuleViolation, _
from .change import CHANGED_AGO, CHANGED_NOW, Actor, DuplicateRequest
from .registry import ACTIONS, Action, action_names, club_changed, register

# Columns that no log holds.
SECRETS = ("token", "calendar_token", "address_hash")
# Models whose rows the log of a club records and an undo restores, by the name in their path.
LOGGED_MODELS = {
    model._meta.model_name: model
    for model in (
        Club,
        Person,
        PersonName,
        PersonIdentifier,
        Player,
        Series,
        SeriesEntry,
        ElsewhereResult,
        SeriesMember,
        AchievementTick,
        RatingList,
    )
}


class ClubChange:
    """The changes of one action: path of a row → values of the changed columns before and after."""

    def __init__(self, club: Club, actor: Actor, action: Action):
        self.club, self.actor, self.action = club, actor, action
        self.now = actor.now or timezone.now()
        # Path → [values before, values after], as JSON; None for a row that did not exist, or does no more.
        self.changes = {}
        # Numbers and ids for the sentence of the log, never names.
        self.values = {}
        # The entry that this action undoes.
        self.undoes = None

    def edit(self, row: Model, **columns):
        """Set columns of the club, or of a row of it, store them and log what differs.

        Raises RuleViolation if somebody else has changed the row since the page was loaded.
        """
        before = {name: getattr(row, name) for name in columns}
        differing = {name: value for name, value in columns.items() if value != before[name]}
        if not differing:
            return
        path = path_of(row)
        self.check_edit_conflict(path)
        for name, value in differing.items():
            setattr(row, name, value)
        row.save(update_fields=list(differing))
        self.note(path, {name: as_json(before[name]) for name in differing}, columns_as_json(differing))

    def create(self, row: Model) -> Model:
        """Store a new row, and log its columns."""
        row.save(force_insert=True)
        self.note(path_of(row), None, columns_of(row))
        return row

    def delete(self, row: Model):
        """Delete a row, and log its columns."""
        self.note(path_of(row), columns_of(row), None)
        row.delete()

    def note(self, path: str, before: dict | None, after: dict | None):
        """Log a change of a row; two changes of one row become one."""
        if path in self.changes:
            first, _middle = self.changes[path]
            before = first if first is None or before is None else before | first
            after = after if after is None or self.changes[path][1] is None else self.changes[path][1] | after
        self.changes[path] = [before, after]

    def check_edit_conflict(self, path: str):
        if self.actor.seen_version is None:
            return
        later = self.club.log.filter(version__gt=self.actor.seen_version).order_by("-id")
        for entry in later:
            if path in entry.changes:
                minutes = int((self.now - entry.at).total_seconds() // 60)
                raise RuleViolation(
                    CHANGED_AGO if minutes > 0 else CHANGED_NOW, who=entry.who, minutes=minutes
                )

    def save(self):
        """Store the new version and the log entry."""
        self.club.version += 1
        self.club.save(update_fields=["version"])
        ClubLogEntry.objects.create(
            club=self.club,
            version=self.club.version,
            at=self.now,
            who=self.actor.who,
            user=self.actor.user,
            source=self.actor.source,
            action=self.action.name,
            key=self.actor.key,
            changes=self.changes,
            values=self.values,
            undoes=self.undoes,
        )


def path_of(row: Model) -> str:
    """Return the path of a row in the log: “club”, or the kind of row with its number, “clubstaff:7”."""
    return "club" if isinstance(row, Club) else f"{row._meta.model_name}:{row.pk}"


def as_json(value):
    if isinstance(value, Decimal):
        # Without the zeros at the end, which the database adds.
        return format(value.normalize(), "f")
    return value.isoformat() if isinstance(value, date | datetime) else value


def columns_as_json(columns: dict) -> dict:
    return {name: as_json(value) for name, value in columns.items()}


def columns_of(row: Model) -> dict:
    """Return all columns of a row but its key and secrets, as the log stores them."""
    names = [field.attname for field in row._meta.concrete_fields if not field.primary_key]
    return columns_as_json({name: getattr(row, name) for name in names if name not in SECRETS})


def revert(change: ClubChange, entry: ClubLogEntry):
    """Bring the rows of an entry back to what they were before it, the last first.

    Raises RuleViolation if one of them is gone.
    """
    for path, (before, after) in reversed(entry.changes.items()):
        name, _colon, pk = path.partition(":")
        model = LOGGED_MODELS[name]
        row = change.club if name == "club" else model._base_manager.filter(pk=pk).first()
        if after is not None and row is None:
            raise RuleViolation(_("What this changed does not exist any more."))
        if before is None:
            change.delete(row)
        elif after is None:
            change.create(model(pk=pk, **from_json(model, before)))
        else:
            # What has changed since then stays: a profile that the person has switched off, a removed
            # player's person.
            now = columns_as_json({name: getattr(row, name) for name in before})
            own = {name: value for name, value in before.items() if now[name] == after[name]}
            change.edit(row, **from_json(model, own))
    change.undoes = entry


def from_json(model: type[Model], columns: dict) -> dict:
    """Return columns of the log as the model has them."""
    fields = {field.attname: field for field in model._meta.concrete_fields}
    return {name: fields[name].to_python(value) for name, value in columns.items() if name in fields}


def find_newest_undoable(club: Club, entry: ClubLogEntry) -> ClubLogEntry | None:
    """Return the entry of the log that must be undone before this one: the last one of the same subjects.

    None if this one cannot be undone at all.
    """
    if not is_undoable(entry):
        return None
    subjects = subjects_of(entry)
    for later in club.log.filter(pk__gt=entry.pk, undone_by=None, undoes=None).order_by("-id"):
        if is_undoable(later) and not subjects.isdisjoint(subjects_of(later)):
            return later
    return entry


# Of the newest entries, so that the page of the log reads a bounded number.
MAX_UNDOABLE = 200


def list_undoable(club: Club) -> set[int]:
    """Return the primary keys of the entries that can be undone now: the newest ones of the same subjects."""
    names = action_names(lambda action: bool(action.undo))
    entries = (
        club.log.filter(action__in=names, undone_by=None, undoes=None).exclude(changes={}).order_by("-id")
    )
    undoable, changed = set(), set()
    for entry in entries[:MAX_UNDOABLE]:
        subjects = subjects_of(entry)
        if subjects and subjects.isdisjoint(changed):
            undoable.add(entry.pk)
        changed |= subjects
    return undoable


def is_undoable(entry: ClubLogEntry) -> bool:
    action = ACTIONS.get(entry.action)
    # Without changes if somebody whom it names was erased.
    return bool(action and action.undo and entry.undoes_id is None and entry.changes)


# Values of an entry that name the one subject of a change.
SUBJECTS = ("series", "rating_list")


def subjects_of(entry: ClubLogEntry) -> set[str]:
    """Return what an entry changes: paths of people, a series, or a rating list; its values name the others.

    A change of a series is one of the series alone, also if it is about people.
    """
    subjects = {f"{name}:{entry.values[name]}" for name in SUBJECTS if name in entry.values}
    return subjects or people_of(entry)


def people_of(entry: ClubLogEntry) -> set[str]:
    """Return the paths of the people whom an entry changes; its values name those of moved players."""
    return {path for path in entry.changes if path.startswith("person:")} | {
        f"person:{pk}" for pk in entry.values.get("people", ())
    }


def write_log(club: Club, action: Action, now: datetime, who: str, values: dict):
    """Log what follows from a change of an event. It takes no lock, so it waits for no change of the club."""
    ClubLogEntry.objects.create(
        club=club, version=club.version, at=now, who=who, action=action.name, values=values
    )


@contextmanager
def record_club_action(club: Club, actor: Actor, action: Action):
    """Open the transaction of an action on this club; its ClubChange is saved at the end.

    Raises DuplicateRequest if the request's key is known. Any error leaves the club unchanged.
    """
    with transaction.atomic():
        # Linking players stores people, whose rows refer to the club: it must not wait for this lock.
        locked = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        if actor.key and locked.log.filter(key=actor.key).exclude(key="").exists():
            raise DuplicateRequest
        change = ClubChange(locked, actor, action)
        yield change
        change.save()
        club_changed.send(ClubChange, change=change)


def club_action(permission: str | None, **facts):
    """Register a function as an action on a club; `function(change, …)` becomes `function(club, actor, …)`.

    `permission` is one of access.clubs, and the other `facts` are those of registry.Action.
    """

    def decorate(function: Callable) -> Callable:
        registered = register(name=function.__name__, permission=permission, **facts)

        @wraps(function)
        def run(club: Club, actor: Actor, *args, **kwargs):
            with record_club_action(club, actor, registered) as change:
                return function(change, *args, **kwargs)

        own, outer = inspect.signature(function), inspect.signature(run, follow_wrapped=False)
        parameters = [*list(outer.parameters.values())[:2], *list(own.parameters.values())[1:]]
        run.__signature__ = own.replace(parameters=parameters)
        run.action, run.permission = registered, permission
        return run

    return decorate
