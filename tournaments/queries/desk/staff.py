"""The staff of an event, its invitations, and the permissions of roles."""

import hashlib
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ...models import Event, Invitation, Staff
from ..wording.formats import when_text

# Summaries of the roles; access.POLICY has their permissions.
ROLE_SUMMARIES = {
    Staff.OWNER: _("full control, can transfer ownership"),
    Staff.ORGANISER: _("runs the event"),
    Staff.SCOREKEEPER: _("results, drops, clock, announcements, printing"),
    Staff.JUDGE: _("judge calls, time extensions, disputed results"),
    Staff.VIEWER: _("can see hidden information"),
}


@dataclass(frozen=True)
class PendingInvitation:
    """An unused invitation, valid `until` then; `is_over`: it has expired."""

    pk: int
    role: str
    made_by: str
    until: str
    is_over: bool


def get_role(user, event: Event) -> str | None:
    """Return the user's role in the event; None without one."""
    return Staff.objects.filter(event=event, user=user).values_list("role", flat=True).first()


def list_staff(event: Event) -> list[Staff]:
    """Return the event's staff by role, then name."""
    order = [role for role, _label in Staff.ROLES]
    rows = Staff.objects.filter(event=event).select_related("user")
    return sorted(rows, key=lambda row: (order.index(row.role), row.user.get_username()))


def list_pending_invitations(event: Event) -> list[PendingInvitation]:
    """Return the unused invitations, newest first."""
    now, zone = timezone.now(), ZoneInfo(event.timezone)
    rows = Invitation.objects.filter(event=event, taken_at=None).order_by("-id")
    return [
        PendingInvitation(
            row.pk,
            row.get_role_display(),
            row.made_by,
            when_text(row.expires_at, zone),
            row.expires_at <= now,
        )
        for row in rows
    ]


def hash_token(token: str) -> str:
    """Hash the secret of an invitation's link, so that the database does not reveal it."""
    return hashlib.sha256(token.encode()).hexdigest()[:32]


def find_invitation(token: str) -> Invitation | None:
    """Return the invitation of this link if it is valid; None if it is used, revoked, expired or unknown."""
    invitations = Invitation.objects.filter(
        token=hash_token(token), taken_at=None, expires_at__gt=timezone.now()
    )
    return invitations.select_related("event").first()


def find_accepted_invitation(user, token: str) -> Invitation | None:
    """Return the invitation of this link if this user accepted it and still has its role."""
    invitations = (
        Invitation.objects.filter(token=hash_token(token)).exclude(taken_at=None).select_related("event")
    )
    invitation = invitations.filter(taken_by=user.get_username(), event__staff__user=user).first()
    return invitation if invitation and get_role(user, invitation.event) == invitation.role else None
