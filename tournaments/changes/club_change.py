"""One change of a club: one transaction, one log entry, one new version of the club."""

import inspect
from collections import defaultdict
from collections.abc import Callable
from contextlib import contextmanager
from datetime import date, datetime
from decimal import Decimal
from functools import wraps

from django.db import IntegrityError, transaction
from django.db.models import SET_NULL, Model
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


def revert(change: ClubChange, entry: ClubLogEntry, stays: Callable[[Model], bool] = lambda _row: False):
    """Bring the rows of an entry back to what they were before it, the last first.

    A row that it has created is deleted, unless it `stays` once the later ones are gone.
    Deleted rows come back as if they had been there all along: see RestoredReferences. Raises RuleViolation
    if one of the others is gone, or if another row has the place of one that comes back.
    """
    try:
        # Of its own, so that the transaction can go on after a broken constraint.
        with transaction.atomic():
            revert_rows(change, entry, stays)
    except IntegrityError:
        text = _("Something newer has taken its place, such as a series of the same name. Remove it first.")
        raise RuleViolation(text) from None
    change.undoes = entry


def revert_rows(change: ClubChange, entry: ClubLogEntry, stays: Callable[[Model], bool]):
    references = RestoredReferences(entry)
    for path, (before, after) in reversed(entry.changes.items()):
        name, _colon, pk = path.partition(":")
        model = LOGGED_MODELS[name]
        row = change.club if name == "club" else model._base_manager.filter(pk=pk).first()
        if after is not None and row is None:
            raise RuleViolation(_("What this changed does not exist any more."))
        if before is None:
            if not stays(row):
                change.delete(row)
        elif after is None:
            columns = references.resolve(model, int(pk), from_json(model, before))
            if columns is not None:
                change.create(model(pk=pk, **columns))
        else:
            # What has changed since then stays: a profile that the person has switched off, a removed
            # player's person.
            now = columns_as_json({name: getattr(row, name) for name in before})
            own = {name: value for name, value in before.items() if now[name] == after[name]}
            change.edit(row, **from_json(model, own))


class RestoredReferences:
    """What the deleted rows of an entry refer to, which may have been deleted or merged since then."""

    def __init__(self, entry: ClubLogEntry):
        """Read with one query for each model that the rows refer to what is still there."""
        referenced = defaultdict(set)
        # By model, the keys that a row can refer to, as what it refers to then.
        self.known = defaultdict(dict)
        for path, (before, after) in entry.changes.items():
            name, _colon, pk = path.partition(":")
            if before is None or after is not None:
                continue
            model = LOGGED_MODELS[name]
            self.known[model][int(pk)] = int(pk)
            for field in foreign_keys(model):
                referenced[field.related_model].add(before.get(field.attname))
        for model, pks in referenced.items():
            rows = model._base_manager.filter(pk__in=pks - {None})
            self.known[model] |= {row.pk: current_key(row) for row in rows}

    def resolve(self, model: type[Model], pk: int, columns: dict) -> dict | None:
        """Return the columns of a row; None if it would have been deleted with what it refers to.

        Results of people who were merged are those of the person who was kept, of erased ones nobody's.
        """
        columns = dict(columns)
        for field in foreign_keys(model):
            value = columns.get(field.attname)
            if value is None:
                continue
            columns[field.attname] = self.known[field.related_model].get(value)
            if columns[field.attname] is None and field.remote_field.on_delete is not SET_NULL:
                del self.known[model][pk]
                return None
        return columns


def foreign_keys(model: type[Model]):
    return [field for field in model._meta.concrete_fields if field.is_relation]


def current_key(row: Model) -> int:
    return row.current.pk if isinstance(row, Person) else row.pk


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
