"""Who runs an event, who is asked to, and what an invitation gives."""

import hashlib
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ...models import Event, Invitation, Staff
from ..wording.formats import when_text

# What each role is for, in few words; access.POLICY says it in full.
GIVES = {
    Staff.OWNER: _("all of it, and passes it on"),
    Staff.ORGANISER: _("runs the event"),
    Staff.SCOREKEEPER: _("results, drops, clock, announcements, paper"),
    Staff.JUDGE: _("judge calls, more time, disputed results"),
    Staff.VIEWER: _("looks at what players do not see"),
}


@dataclass(frozen=True)
class Asked:
    """An invitation that nobody has taken yet, good `until` then; `is_over`: that has passed."""

    pk: int
    role: str
    made_by: str
    until: str
    is_over: bool


def role_of(user, event: Event) -> str | None:
    """The user's role in the event; None where they have none."""
    return Staff.objects.filter(event=event, user=user).values_list("role", flat=True).first()


def staff_of(event: Event) -> list[Staff]:
    """Who runs the event, by role, then by name."""
    order = [role for role, _label in Staff.ROLES]
    rows = Staff.objects.filter(event=event).select_related("user")
    return sorted(rows, key=lambda row: (order.index(row.role), row.user.get_username()))


def asked_of(event: Event) -> list[Asked]:
    """The invitations that nobody has taken, the newest first."""
    now, zone = timezone.now(), ZoneInfo(event.timezone)
    rows = Invitation.objects.filter(event=event, taken_at=None).order_by("-id")
    return [
        Asked(
            row.pk,
            row.get_role_display(),
            row.made_by,
            when_text(row.expires_at, zone),
            row.expires_at <= now,
        )
        for row in rows
    ]


def kept_as(token: str) -> str:
    """What is stored of the secret of an invitation's link: nobody who reads the database can take it."""
    return hashlib.sha256(token.encode()).hexdigest()[:32]


def invitation_at(token: str) -> Invitation | None:
    """The invitation that this link still gives; None where it is taken, revoked, too old or none at all."""
    found = Invitation.objects.filter(token=kept_as(token), taken_at=None, expires_at__gt=timezone.now())
    return found.select_related("event").first()


def taken_by(user, token: str) -> Invitation | None:
    """The invitation of this link, if it is this user who has taken it and has what it gave."""
    found = Invitation.objects.filter(token=kept_as(token)).exclude(taken_at=None).select_related("event")
    there = found.filter(taken_by=user.get_username(), event__staff__user=user).first()
    return there if there and role_of(user, there.event) == there.role else None
