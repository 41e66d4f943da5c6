"""Deletes an account: its roles and its name in all events; the history stays."""

import json

from axes.utils import reset
from django.contrib.auth import get_user_model
from django.db import transaction

from ...models import Event, Invitation, LogEntry, Message, RestorePoint, ResultRevision, Staff
from ...rules import event_file
from ...rules.errors import RuleViolation, _
from ...rules.history import ADMIN, DESK
from ...rules.log.erasure import PlayerEraser
from ..change import Actor, Change, action
from ..desk.staff import end_invitations, has_other_owner

FORMER = "former organiser"
# Columns that hold the name of an account.
NAME_COLUMNS = (
    (Message, "done_by"),
    (RestorePoint, "who"),
    (Invitation, "made_by"),
    (Invitation, "taken_by"),
)
# Sources of actions by accounts; "" if the log does not say.
ACCOUNT_SOURCES = ("", DESK, ADMIN)


@transaction.atomic
def delete_account(user):
    """Delete an account and remove its name from its events, with one log entry each.

    Raises RuleViolation while it is the only owner of an event, or the only administrator of the site.
    """
    check_not_last_owner(user)
    # Always in the same order, so that two deletions at once cannot deadlock.
    for event in Event.objects.filter(pk__in=events_of(user)).order_by("pk"):
        forget_organiser(event, Actor(FORMER, source=DESK), user)
    reset(username=user.get_username())
    user.delete()


@action(None, log=_("A staff member deleted their account"))
def forget_organiser(change: Change, user):
    forget_account(change.event, user)


def check_not_last_owner(user):
    """Raise RuleViolation if an event or the site would have no owner or administrator left."""
    for role in Staff.objects.filter(user=user, role=Staff.OWNER).select_related("event"):
        if not has_other_owner(role):
            text = _("You are the only owner of {name}. Transfer it to someone else or delete it first.")
            raise RuleViolation(text, name=role.event.name)
    others = get_user_model().objects.filter(is_superuser=True, is_active=True).exclude(pk=user.pk)
    if user.is_superuser and not others.exists():
        raise RuleViolation(
            _("You are the only administrator of this site. Make someone else an administrator first.")
        )


def events_of(user) -> set[int]:
    """Return the ids of the events whose rows name this account."""
    name = user.get_username()
    named = (
        LogEntry.objects.filter(user=user).values_list("event"),
        ResultRevision.objects.filter(user=user).values_list("match__round__phase__event"),
        Staff.objects.filter(user=user).values_list("event"),
        *(model.objects.filter(**{column: name}).values_list("event") for model, column in NAME_COLUMNS),
    )
    return {pk for rows in named for (pk,) in rows.distinct().order_by()}


def forget_account(event: Event, user):
    """Remove the account's name from the event's rows, log and restore points."""
    name = user.get_username()
    for row in Staff.objects.filter(event=event, user=user):
        end_invitations(row, None)
    LogEntry.objects.filter(event=event, user=user).update(who=FORMER)
    ResultRevision.objects.filter(match__round__phase__event=event, user=user).update(who=FORMER)
    for model, column in NAME_COLUMNS:
        model.objects.filter(event=event, **{column: name}).update(**{column: FORMER})
    eraser = PlayerEraser(frozenset(), (name,), (), FORMER)
    # Entries about roles name the account in their action.
    for entry in LogEntry.objects.filter(event=event, action__contains=name):
        action, colon, rest = entry.action.partition(": ")
        entry.action = action + colon + eraser.erase_text(rest)
        entry.save(update_fields=["action"])
    for point in RestorePoint.objects.filter(
        event=event, file__contains=json.dumps(name, ensure_ascii=False)
    ):
        file = json.loads(point.file)
        file["log"] = [line_without(line, name) for line in file.get("log", ())]
        point.file = event_file.format_json(file)
        point.save(update_fields=["file"])


def line_without(line: dict, name: str) -> dict:
    is_by_account = line.get("who") == name and line.get("source", "") in ACCOUNT_SOURCES
    return line | {"who": FORMER} if is_by_account else line
