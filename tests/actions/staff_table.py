"""The actions of those who run an event: nothing of it stands in its history."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from django.contrib.auth import get_user_model

from tests.actions.conftest import STATES, running
from tournaments.actions.desk import staff
from tournaments.models import Invitation, Staff
from tournaments.queries.desk.staff import kept_as

SECRET = "an invitation's secret"
PEOPLE = (Staff.OWNER, Staff.ORGANISER, Staff.JUDGE)


def staffed():
    """An event with an owner, an organiser and a judge, and one who is invited to enter results."""
    event, users = running(), get_user_model().objects
    for role in PEOPLE:
        Staff.objects.create(event=event, user=users.create_user(f"the-{role}"), role=role)
    users.create_user("newcomer")
    now = datetime.now(UTC)
    Invitation.objects.create(
        event=event,
        role=Staff.SCOREKEEPER,
        token=kept_as(SECRET),
        made_at=now,
        made_by="owner",
        expires_at=now + timedelta(days=1),
    )
    return event


# Not kept as the others: its users are rows of another app.
STATES["staffed"] = staffed


def of(by, name):
    """The same request, sent by that user."""
    return replace(by, user=get_user_model().objects.get(username=name))


def pk(rows):
    row = rows.first()
    return row.pk if row else 0


def judge(event):
    return pk(event.staff.filter(user__username="the-judge"))


STAFF = {
    "invite": ("staffed", lambda e, by: staff.invite(e, by, Staff.VIEWER)),
    "revoke_invitation": ("staffed", lambda e, by: staff.revoke_invitation(e, by, pk(e.invitations))),
    "take_invitation": ("staffed", lambda e, by: staff.take_invitation(e, of(by, "newcomer"), SECRET)),
    "change_role": ("staffed", lambda e, by: staff.change_role(e, by, judge(e), Staff.SCOREKEEPER)),
    "remove_staff": ("staffed", lambda e, by: staff.remove_staff(e, by, judge(e))),
    "leave_event": ("staffed", lambda e, by: staff.leave_event(e, of(by, "the-judge"))),
    "pass_ownership": ("staffed", lambda e, by: staff.pass_ownership(e, of(by, "the-owner"), judge(e))),
}
