"""Deletes an account: roles and name go, the history stays."""

import json

from axes.utils import reset
from django.contrib.auth import get_user_model
from django.db import transaction

from ...models import Event, Invitation, LogEntry, Message, Report, Snapshot, Staff
from ...rules import event_file
from ...rules.errors import RuleViolation, _
from ...rules.history import ADMIN, DESK
from ...rules.log.erasure import ErasedPlayer
from ..change import Actor, record_action
from ..desk.staff import another_owns, end_invitations

FORMER = "former organiser"
# Columns that hold the name of an account.
NAMED = ((Message, "done_by"), (Snapshot, "who"), (Invitation, "made_by"), (Invitation, "taken_by"))
# Sources of actions by accounts; "" if the log has none.
SAID_WITH_ACCOUNT = ("", DESK, ADMIN)


@transaction.atomic
def delete_account(user):
    """Delete an account and remove its name from its events, with one log entry each.

    Raises RuleViolation while it is the only owner of an event, or the only administrator of the site.
    """
    refuse_alone(user)
    # Always in the same order, so that two deletions at once cannot deadlock.
    for event in Event.objects.filter(pk__in=events_of(user)).order_by("pk"):
        with record_action(event, Actor(FORMER, source=DESK), "forget_organiser") as change:
            forget(change.event, user)
    reset(username=user.get_username())
    user.delete()


def refuse_alone(user):
    for role in Staff.objects.filter(user=user, role=Staff.OWNER).select_related("event"):
        if not another_owns(role):
            words = _("You alone own {name}: make somebody else its owner first, or delete it.")
            raise RuleViolation(words, name=role.event.name)
    others = get_user_model().objects.filter(is_superuser=True, is_active=True).exclude(pk=user.pk)
    if user.is_superuser and not others.exists():
        raise RuleViolation(_("You alone run this site: make somebody else an administrator first."))


def events_of(user) -> set[int]:
    """Return the ids of the events whose rows name this account."""
    name = user.get_username()
    named = (
        LogEntry.objects.filter(user=user).values_list("event"),
        Report.objects.filter(user=user).values_list("match__round__phase__event"),
        Staff.objects.filter(user=user).values_list("event"),
        *(model.objects.filter(**{column: name}).values_list("event") for model, column in NAMED),
    )
    return {pk for rows in named for (pk,) in rows.distinct().order_by()}


def forget(event: Event, user):
    name = user.get_username()
    for row in Staff.objects.filter(event=event, user=user):
        end_invitations(row, None)
    LogEntry.objects.filter(event=event, user=user).update(who=FORMER)
    Report.objects.filter(match__round__phase__event=event, user=user).update(who=FORMER)
    for model, column in NAMED:
        model.objects.filter(event=event, **{column: name}).update(**{column: FORMER})
    erased = ErasedPlayer(frozenset(), (name,), (), FORMER)
    # Entries about roles name the account in their action.
    for entry in LogEntry.objects.filter(event=event, action__contains=name):
        act, colon, rest = entry.action.partition(": ")
        entry.action = act + colon + erased.words(rest)
        entry.save(update_fields=["action"])
    for point in Snapshot.objects.filter(event=event, file__contains=json.dumps(name, ensure_ascii=False)):
        file = json.loads(point.file)
        file["log"] = [line_without(line, name) for line in file.get("log", ())]
        point.file = event_file.format_json(file)
        point.save(update_fields=["file"])


def line_without(line: dict, name: str) -> dict:
    is_by_account = line.get("who") == name and line.get("source", "") in SAID_WITH_ACCOUNT
    return line | {"who": FORMER} if is_by_account else line
