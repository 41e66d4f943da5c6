"""Erases a player's personal data: names leave every row, results stay."""

import json

from django.contrib.admin.models import LogEntry as AdminEntry
from django.contrib.contenttypes.models import ContentType

from ...models import Event, LogEntry, Message, Phase, Player, RemovedLink, Report, Snapshot
from ...models.log import LONGEST
from ...models.player import new_token
from ...queries.players import personal_data
from ...rules import event_file
from ...rules.errors import RuleViolation, _
from ...rules.history import PlayerRecord
from ...rules.log.erasure import PLAYER_SOURCES, ErasedPlayer, clear_player, new_name
from ...rules.standings import cut
from ..change import Actor, Change, record_action


def erase_player(event: Event, actor: Actor, key: str, confirmed_name: str) -> str:
    """Erase a player, also a removed one; return the name they have from now on.

    It cannot be undone, and undoing other actions does not bring the name back. `confirmed_name` is the name,
    typed to confirm; RuleViolation for another.
    """
    with record_action(event, actor, "erase_player") as change:
        person = personal_data.person_of(change.event, key)
        if confirmed_name.strip() != person.name.strip():
            raise RuleViolation(_("Type the player’s name, “{name}”, to erase it."), name=person.name)
        new = new_name(person.number, person.names, person.others)
        erased = ErasedPlayer(person.ids, person.names, person.others, new)
        keep_seeds(change, person.player, new)
        erase_player_rows(change.event, erased)
        erase_log(change.event, erased)
        erase_reports(change.event, erased)
        erase_restore_points(change.event, erased)
        erase_event(change.event, erased)
        # The log entry itself uses the new name.
        change.action = f"erase_player: {new}"
        return new


def keep_seeds(change: Change, player: PlayerRecord | None, new: str):
    """Store the seeds of a first phase that has begun if they depend on the erased rating."""
    before = change.history
    if player is None or not before.phase(1).begun:
        return
    others = tuple(clear_player(one, new) if one.id == player.id else one for one in before.players)
    seeded = cut.seeded_entrants(before, 1)
    if seeded != tuple(one.id for one in cut.by_seed(others)) and before.phase(1).entrants is None:
        Phase.objects.filter(event=change.event, number=1).update(entrants=list(seeded))


def erase_player_rows(event: Event, erased: ErasedPlayer):
    rows = list(Player.objects.filter(event=event, key__in=erased.ids))
    for row in rows:
        row.name, row.club, row.household, row.division = erased.new, "", "", ""
        row.rating, row.token = None, new_token()
        row.save()
    RemovedLink.objects.filter(entry__event=event, key__in=erased.ids).delete()
    of_players = ContentType.objects.get_for_model(Player)
    AdminEntry.objects.filter(content_type=of_players, object_id__in=[row.pk for row in rows]).update(
        object_repr=erased.new
    )


def erase_log(event: Event, erased: ErasedPlayer):
    changed = []
    for entry in LogEntry.objects.filter(event=event).iterator(500):
        before = entry.who, entry.action, entry.changes
        entry.changes, entry.action = erased.changes(entry.changes), erased.action(entry.action)[:LONGEST]
        if entry.source in PLAYER_SOURCES and entry.user_id is None:
            entry.who = erased.words(entry.who, LONGEST)
        if (entry.who, entry.action, entry.changes) != before:
            changed.append(entry)
    LogEntry.objects.bulk_update(changed, ["who", "action", "changes"], 500)


def erase_reports(event: Event, erased: ErasedPlayer):
    """Erase the names in result reports and in messages to the desk."""
    of_event = Report.objects.filter(match__round__phase__event=event)
    reports = [
        row
        for row in of_event.filter(source__in=PLAYER_SOURCES, user=None).iterator(500)
        if erased.words(row.who, LONGEST) != row.who
    ]
    for row in reports:
        row.who = erased.words(row.who, LONGEST)
    Report.objects.bulk_update(reports, ["who"], 500)
    messages = list(Message.objects.filter(event=event))
    for row in messages:
        row.who, row.text = erased.words(row.who, LONGEST), erased.words(row.text, LONGEST)
    Message.objects.bulk_update(messages, ["who", "text"], 500)


def erase_restore_points(event: Event, erased: ErasedPlayer):
    for point in Snapshot.objects.filter(event=event).iterator(10):
        point.file = event_file.format_json(erased.file(json.loads(point.file)))
        point.reason = erased.words(point.reason, LONGEST)
        point.save(update_fields=["file", "reason"])


def erase_event(event: Event, erased: ErasedPlayer):
    """Erase the name in the current announcement."""
    if event.announcement:
        event.announcement = erased.event({"announcement": event.announcement})["announcement"]
        event.save(update_fields=["announcement"])
