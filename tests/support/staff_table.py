"""Actions on the staff, which do not change the event's history."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from django.contrib.auth import get_user_model

from tests.support.played_events import STATES, running
from tournaments.desk.actions import (
    change_role,
    invite,
    leave_event,
    pass_ownership,
    remove_staff,
    revoke_invitation,
    take_invitation,
)
from tournaments.models import Invitation, Staff
from tournaments.models.staff import hash_token

SECRET = "an invitation's secret"
ROLES = (Staff.OWNER, Staff.ORGANISER, Staff.JUDGE)


def staffed():
    """An event with an owner, an organiser, a judge and an invitation for a scorekeeper."""
    event, users = running(), get_user_model().objects
    for role in ROLES:
        Staff.objects.create(event=event, user=users.create_user(f"the-{role}"), role=role)
    users.create_user("newcomer")
    now = datetime.now(UTC)
    Invitation.objects.create(
        event=event,
        role=Staff.SCOREKEEPER,
        token=hash_token(SECRET),
        made_at=now,
        made_by="owner",
        expires_at=now + timedelta(days=1),
    )
    return event


# Not cached like other states: users are rows of another app.
STATES["staffed"] = staffed


def as_user(actor, name):
    """Return the actor with another user."""
    return replace(actor, user=get_user_model().objects.get(username=name))


def first_pk(rows):
    row = rows.first()
    return row.pk if row else 0


def judge_pk(event):
    return first_pk(event.staff.filter(user__username="the-judge"))


STAFF_ACTIONS = {
    "invite": ("staffed", lambda e, actor: invite(e, actor, Staff.VIEWER)),
    "revoke_invitation": (
        "staffed",
        lambda e, actor: revoke_invitation(e, actor, first_pk(e.invitations)),
    ),
    "take_invitation": (
        "staffed",
        lambda e, actor: take_invitation(e, as_user(actor, "newcomer"), SECRET),
    ),
    "change_role": ("staffed", lambda e, actor: change_role(e, actor, judge_pk(e), Staff.SCOREKEEPER)),
    "remove_staff": ("staffed", lambda e, actor: remove_staff(e, actor, judge_pk(e))),
    "leave_event": ("staffed", lambda e, actor: leave_event(e, as_user(actor, "the-judge"))),
    "pass_ownership": (
        "staffed",
        lambda e, actor: pass_ownership(e, as_user(actor, "the-owner"), judge_pk(e)),
    ),
}
