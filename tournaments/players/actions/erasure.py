"""Erases a player's personal data from every row; results stay."""

import json
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from django.contrib.admin.models import LogEntry as AdminEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Exists, Max, OuterRef, Q, Subquery

from ... import access
from ...changes.change import Change, DuplicateRequest, action, program_actor, same_action
from ...changes.registry import action_names
from ...history import load
from ...models import (
    AchievementTick,
    DeckCheck,
    Event,
    ListVersion,
    LogEntry,
    Message,
    Phase,
    Pick,
    Player,
    PublishedStandings,
    PushSubscription,
    Registration,
    RestorePoint,
    ResultRevision,
)
from ...models.log import MAX_TEXT_LENGTH
from ...models.player import new_token
from ...people.pages.matching import IS_SEEN
from ...ratings.actions.calculation import keep_as_unknown
from ...rules import event_file
from ...rules.errors import RuleViolation, _
from ...rules.history import EventHistory, PlayerRecord
from ...rules.history.players import TEXT_FACTS
from ...rules.log.erasure import (
    ERASED_TEMPLATES,
    PLAYER_SOURCES,
    FormerNameEraser,
    PlayerEraser,
    choose_new_name,
    clear_player,
)
from ...rules.people.linking import ERASED
from ...rules.people.names import is_typed, name_key
from ...rules.registration import has_started
from ...rules.rounds import picks
from ...rules.rounds.progress import has_ended
from ...rules.standings import cut
from ..pages import personal_data
from ..pages.personal_data import PlayerIdentity
from .picks import clear_origins, delete_origins


@action(access.MANAGE, log=_("Player anonymised: now {text}"))
def erase_player(change: Change, key: str, confirmed_name: str) -> str:
    """Erase a player, also a removed one; return the new name.

    It cannot be undone, and undoing other actions does not bring the name back. `confirmed_name` is the name,
    typed to confirm; RuleViolation for another.
    """
    person = personal_data.find_person(change.event, key)
    check_typed_name(person, confirmed_name)
    new = choose_new_name(person.number, person.names, person.other_names)
    store_seeds(change, person.player, new)
    erase_person(change, person, new)
    return new


@same_action(erase_player)
def erase_registration(change: Change, pk: int, confirmed_name: str) -> str:
    """Erase the person of an entry who is no player, like `erase_player`; return the new name."""
    row = Registration.objects.filter(event=change.event, pk=pk).first()
    if row is None:
        raise RuleViolation(_("This registration doesn’t exist any more."))
    if row.present_player:
        raise RuleViolation(_("{name} is a player. Anonymise the player instead."), name=row.name)
    person = personal_data.find_registrant(change.event, row)
    check_typed_name(person, confirmed_name)
    new = choose_new_name(person.number, person.names, person.other_names)
    erase_person(change, person, new)
    return new


@same_action(erase_player)
def erase_known_player(change: Change, pk: int, names: Iterable[str]):
    """Erase a player, also a removed one, whose person the club erases; `names` are those of the person."""
    row = Player.with_removed.filter(event=change.event, pk=pk).first()
    if row is None:
        raise DuplicateRequest
    ids = removed_namesakes(change.event, names)
    person = with_names(personal_data.find_person(change.event, row.public_id, ids), names)
    new = choose_new_name(person.number, person.names, person.other_names, ERASED_TEMPLATES)
    store_seeds(change, person.player, new)
    erase_person(change, person, new)


@same_action(erase_player)
def erase_known_registration(change: Change, pk: int, names: Iterable[str]):
    """Erase the entry of somebody who is no player, like `erase_known_player`."""
    row = Registration.objects.filter(event=change.event, pk=pk, player=None).first()
    if row is None:
        raise DuplicateRequest
    person = with_names(personal_data.find_registrant(change.event, row), names)
    erase_person(
        change, person, choose_new_name(person.number, person.names, person.other_names, ERASED_TEMPLATES)
    )


def removed_namesakes(event: Event, names: Iterable[str]) -> list[str]:
    """Return the ids of removed players with one of these names who count for nobody.

    They were the person, until another player of the event was.
    """
    keys = {name_key(name) for name in names}
    rows = Player.with_removed.filter(event=event, person=None).exclude(removed_at=None)
    rows = rows.exclude(person_reason=ERASED).values_list("public_id", "name")
    return [key for key, name in rows if name_key(name) in keys]


def with_names(person: PlayerIdentity, names: Iterable[str]) -> PlayerIdentity:
    """Return a person with more names, except those of other players."""
    others = {name.casefold() for name in person.other_names}
    more = [name for name in sorted(names) if name.casefold() not in others]
    return replace(person, names=tuple(dict.fromkeys([*person.names, *more])))


@action(None, log=_("Former name forgotten"))
def forget_name(change: Change, pk: int, former: str, new_name: str):
    """Replace a former name of a player everywhere in the event, however it is spelt, with the new one.

    With a number if another player has the new one.
    """
    event, row = change.event, Player.with_removed.filter(event=change.event, pk=pk).first()
    if row is None:
        raise DuplicateRequest
    person, key = personal_data.find_person(event, row.public_id), name_key(former)
    names = tuple(name for name in dict.fromkeys([former, *person.names]) if name_key(name) == key)
    if new_name.casefold() in {name.casefold() for name in person.other_names}:
        new_name = choose_new_name(person.number, names, person.other_names)
    kept = [name for name in (new_name, *person.names) if name not in names]
    emails = frozenset(entry.email for entry in person.entries if entry.email)
    times = frozenset(load.format_utc(entry.at) for entry in person.entries)
    eraser = FormerNameEraser(
        person.ids, names, (*person.other_names, *kept), new_name, times, emails, actions_naming_accounts()
    )
    for rows in (Player.with_removed.filter(event=event, public_id__in=person.ids), person.entries):
        rows.filter(name__in=names).update(name=new_name)
    erase_texts(event, eraser)


def check_typed_name(person: PlayerIdentity, typed: str):
    if not is_typed(typed, person.name):
        raise RuleViolation(_("Type the player’s name, “{name}”, to erase it."), name=person.name)


def erase_person(change: Change, person: PlayerIdentity, new_name: str):
    """Erase a person from every row of the event."""
    entries = person.entries
    times = frozenset(load.format_utc(row.at) for row in entries)
    emails = frozenset(row.email for row in entries if row.email)
    eraser = PlayerEraser(
        person.ids, person.names, person.other_names, new_name, times, emails, actions_naming_accounts()
    )
    # With their mails.
    entries.delete()
    for model in (ListVersion, DeckCheck, AchievementTick):
        model.objects.filter(player__event=change.event, player__public_id__in=person.ids).delete()
    erase_player_rows(change.event, eraser)
    erase_texts(change.event, eraser)
    # The log entry itself uses the new name.
    change.reason = new_name


def actions_naming_accounts() -> frozenset[str]:
    return frozenset(action_names(lambda action: action.names_account))


def erase_texts(event: Event, eraser: PlayerEraser):
    """Erase the name in the texts of the event, the changes in its log, and its restore points."""
    erase_log(event, eraser)
    erase_reports(event, eraser)
    erase_notes(event, eraser)
    erase_restore_points(event, eraser)
    erase_event(event, eraser)


def store_seeds(change: Change, player: PlayerRecord | None, new: str):
    """Store the seeds of a first phase that has begun if they depend on the erased rating."""
    before = change.history
    if player is None or not before.phase(1).begun:
        return
    cleared = tuple(clear_player(row, new) if row.id == player.id else row for row in before.players)
    seeded = cut.seeded_entrants(before.phase(1))
    if seeded != tuple(row.id for row in cut.by_seed(cleared)) and before.phase(1).entrants is None:
        Phase.objects.filter(event=change.event, number=1).update(entrants=list(seeded))


def erase_player_rows(event: Event, eraser: PlayerEraser):
    players = Player.with_removed.filter(event=event, public_id__in=eraser.ids)
    keep_as_unknown(players)
    rows = list(players)
    for row in rows:
        row.name, row.rating, row.token = eraser.new_name, None, new_token()
        row.person, row.person_reason, row.is_proposed = None, ERASED, False
        for name in TEXT_FACTS:
            setattr(row, name, "")
        row.save()
    Pick.objects.filter(player__in=rows).delete()
    PushSubscription.objects.filter(player__in=rows).delete()
    player_type = ContentType.objects.get_for_model(Player)
    entries = AdminEntry.objects.filter(content_type=player_type, object_id__in=[row.pk for row in rows])
    entries.update(object_repr=eraser.new_name)


def erase_log(event: Event, eraser: PlayerEraser):
    changed = []
    for entry in LogEntry.objects.filter(event=event).iterator(500):
        before = entry.who, entry.action, entry.changes
        entry.changes = eraser_of(event, eraser, entry.version).erase_changes(entry.changes)
        entry.action = eraser.erase_action(entry.action)[:MAX_TEXT_LENGTH]
        if entry.source in PLAYER_SOURCES and entry.user_id is None:
            entry.who = eraser.erase_text(entry.who, MAX_TEXT_LENGTH)
        if (entry.who, entry.action, entry.changes) != before:
            changed.append(entry)
    LogEntry.objects.bulk_update(changed, ["who", "action", "changes"], 500)


def eraser_of(event: Event, eraser: PlayerEraser, version: int) -> PlayerEraser:
    """Return the eraser for data of this version, in which the player may have had another id."""
    ids = event.player_ids_in(eraser.ids, version)
    return eraser if ids == eraser.ids else replace(eraser, ids=ids)


def erase_reports(event: Event, eraser: PlayerEraser):
    """Erase the names in result reports and in messages to the desk."""
    by_players = {"source__in": PLAYER_SOURCES, "user": None}
    revisions = ResultRevision.objects.filter(match__round__phase__event=event, **by_players).iterator(500)
    revisions = [row for row in revisions if eraser.erase_text(row.who, MAX_TEXT_LENGTH) != row.who]
    for row in revisions:
        row.who = eraser.erase_text(row.who, MAX_TEXT_LENGTH)
    ResultRevision.objects.bulk_update(revisions, ["who"], 500)
    messages = list(Message.objects.filter(event=event))
    for row in messages:
        row.who = eraser.erase_text(row.who, MAX_TEXT_LENGTH)
        row.text = eraser.erase_text(row.text, MAX_TEXT_LENGTH)
    Message.objects.bulk_update(messages, ["who", "text"], 500)


def erase_notes(event: Event, eraser: PlayerEraser):
    """Erase the name in decks of others, and in what the staff noted about their lists."""
    for model, column in ((ListVersion, "deck"), (ListVersion, "reason"), (DeckCheck, "note")):
        rows = list(model.objects.filter(event=event).exclude(**{column: ""}))
        length = model._meta.get_field(column).max_length
        for row in rows:
            setattr(row, column, eraser.erase_text(getattr(row, column), length))
        model.objects.bulk_update(rows, [column], 500)


def erase_restore_points(event: Event, eraser: PlayerEraser):
    versions = event.log.order_by("id").values_list("version", flat=True)
    line_erasers = [eraser_of(event, eraser, version) for version in versions]
    for point in RestorePoint.objects.filter(event=event).iterator(10):
        values = eraser_of(event, eraser, point.version).erase_file(json.loads(point.file), line_erasers)
        point.file = event_file.format_json(values)
        point.reason = eraser.erase_text(point.reason, MAX_TEXT_LENGTH)
        point.save(update_fields=["file", "reason"])


def erase_event(event: Event, eraser: PlayerEraser):
    """Erase the name in the current announcement."""
    if event.announcement:
        event.announcement = eraser.erase_event({"announcement": event.announcement})["announcement"]
        event.save(update_fields=["announcement"])


KEEP_DAYS = 30

# The key of the registrations in an event file.
FILE_KEY = "registrations"


def delete_expired_contact_data(now: datetime) -> int:
    """Delete registrations and mails of events that ended 30 days ago; return the number of those events.

    Players stay, with their names, links and results. The origins of picked names are deleted sooner: once
    the event is over, and those of picks that are not marked after ten minutes. One event is in memory at a
    time.
    """
    old_picks = Pick.objects.filter(is_marked=False, at__lte=now - picks.MARKING_PERIOD)
    old_picks.exclude(origin="").update(origin="")
    candidates = Event.objects.filter(
        Exists(Registration.objects.filter(event=OuterRef("pk")))
        | Exists(RestorePoint.objects.filter(with_registrations(), event=OuterRef("pk")))
        | with_origins()
    )
    count = 0
    for pk in list(candidates.order_by("pk").values_list("pk", flat=True)):
        event = Event.objects.filter(pk=pk).first()
        if event is None:
            continue
        history = load.read_history_from_db(event)
        if find_end(event, history) <= now - timedelta(days=KEEP_DAYS):
            delete_contact_data(event, program_actor(now))
            count += 1
        elif has_ended(history) and Event.objects.filter(with_origins(), pk=pk).exists():
            delete_origins(event, program_actor(now))
    return count


def with_origins() -> Q:
    """Select the events that have origins of picked names."""
    picks_with_origin = Pick.objects.filter(event=OuterRef("pk")).exclude(origin="")
    return Q(Exists(picks_with_origin)) | ~Q(accepted_origins=[])


def with_registrations() -> Q:
    """Select the restore points with registrations: in JSON, no text contains a bare quotation mark."""
    return Q(file__contains=f'"{FILE_KEY}": ')


@action(None, log=_("Contact data deleted, 30 days after the event"))
def delete_contact_data(change: Change):
    """Delete the registrations, their mails, what restore points contain of them, and origins of picks."""
    # The links of players stay.
    secrets = Registration.objects.filter(player=OuterRef("pk")).values("token")
    players = Player.with_removed.filter(event=change.event, registration__isnull=False)
    # Without their entry, players who were never seen would look like those whom the desk has entered.
    unseen = players.filter(~IS_SEEN, Q(person=None) | Q(is_proposed=True))
    unseen = Player.with_removed.filter(pk__in=list(unseen.values_list("pk", flat=True)))
    unseen.update(person=None, person_reason=ERASED, is_proposed=False)
    players.update(token=Subquery(secrets[:1]))
    Registration.objects.filter(event=change.event).delete()
    clear_origins(change)
    points = RestorePoint.objects.filter(with_registrations(), event=change.event)
    for point in points.iterator(1):
        values = json.loads(point.file)
        values.pop(FILE_KEY, None)
        point.file = event_file.format_json(values)
        point.save(update_fields=["file"])


def find_end(event: Event, history: EventHistory) -> datetime:
    """Return when the last round was finished. If the event is not over: when it was last changed.

    If it was never played: when it should have started, or the last player registered after that.
    """
    if has_ended(history):
        end = PublishedStandings.objects.filter(event=event).aggregate(at=Max("at"))["at"]
    elif event.starts_at and not has_started(history):
        last = Registration.objects.filter(event=event).aggregate(at=Max("at"))["at"]
        end = max(filter(None, (event.starts_at, last)))
    else:
        end = None
    return end or last_change(event)


def last_change(event: Event) -> datetime:
    last = LogEntry.objects.filter(event=event).order_by("-id").first()
    return max(last.at, event.created_at) if last else event.created_at
