"""The staff of an event: invitations, roles, ownership."""

from datetime import timedelta

from ... import access
from ...models import Event, Invitation, Staff
from ...models.staff import new_invitation
from ...queries.desk.staff import hash_token
from ...rules.errors import RuleViolation, _
from ..change import Change, DuplicateRequest, action

INVITATION_DAYS = 7
MAX_OPEN_INVITATIONS = 50
ROLES = [role for role, _label in Staff.ROLES]


@action(access.MANAGE_STAFF, log=_("Invitation created: {role}"))
def invite(change: Change, role: str) -> str:
    """Create an invitation; return its secret token. Only a hash of it is stored."""
    change.reason = role
    check_role(role)
    open_invitations = Invitation.objects.filter(event=change.event, taken_at=None, expires_at__gt=change.now)
    if open_invitations.count() >= MAX_OPEN_INVITATIONS:
        text = _("{most} invitations are open. Revoke some first.")
        raise RuleViolation(text, most=MAX_OPEN_INVITATIONS)
    token = new_invitation()
    Invitation.objects.create(
        event=change.event,
        role=role,
        token=hash_token(token),
        made_at=change.now,
        made_by=change.actor.who,
        expires_at=change.now + timedelta(days=INVITATION_DAYS),
    )
    return token


@action(access.MANAGE_STAFF, log=_("Invitation revoked"))
def revoke_invitation(change: Change, pk: int):
    """Delete an open invitation. DuplicateRequest if it does not exist any more."""
    deleted, _rows = Invitation.objects.filter(event=change.event, pk=pk, taken_at=None).delete()
    if not deleted:
        raise DuplicateRequest


@action(None, log=_("Invitation accepted: {role}"))
def take_invitation(change: Change, token: str):
    """Give the user the role of the invitation.

    Raises RuleViolation if it is no longer valid, or the user has that role or a higher one.
    """
    open_invitations = Invitation.objects.filter(event=change.event, token=hash_token(token), taken_at=None)
    invitation = open_invitations.filter(expires_at__gt=change.now).first()
    if invitation is None:
        raise RuleViolation(_("This invitation is no longer valid. Ask for a new one."))
    known = Staff.objects.filter(event=change.event, user=change.actor.user).first()
    row = known or Staff(event=change.event, user=change.actor.user)
    if known and ROLES.index(row.role) <= ROLES.index(invitation.role):
        raise RuleViolation(_("You already have this role or a higher one."))
    row.role = invitation.role
    row.save()
    invitation.taken_at, invitation.taken_by = change.now, change.actor.who
    invitation.save(update_fields=["taken_at", "taken_by"])
    change.reason = invitation.role


@action(access.MANAGE_STAFF, name="amend_staff", names_account=True, log=_("{member} is now {role}"))
def change_role(change: Change, pk: int, role: str):
    """Give a staff member another role below the owner's."""
    row = get_below_owner(change.event, pk)
    check_role(role)
    if row.role == role:
        raise DuplicateRequest
    row.role = role
    row.save(update_fields=["role"])
    end_invitations(row, role)
    change.reason = f"{row.user}, {role}"


@action(access.MANAGE_STAFF, names_account=True, log=_("{text} removed from the staff"))
def remove_staff(change: Change, pk: int):
    """Remove a staff member."""
    row = get_below_owner(change.event, pk)
    change.reason = str(row.user)
    end_invitations(row, None)
    row.delete()


@action(access.SEE_PRIVATE, log=_("Left the staff"))
def leave_event(change: Change):
    """Give up one's own role; an owner passes the event on first."""
    row = Staff.objects.filter(event=change.event, user=change.actor.user).first()
    if row is None:
        raise DuplicateRequest
    check_owner_remains(row, None)
    end_invitations(row, None)
    row.delete()


@action(access.OWN, names_account=True, log=_("Ownership transferred to {text}"))
def pass_ownership(change: Change, pk: int):
    """Make a staff member the owner; the former owner becomes an organiser."""
    owners = Staff.objects.filter(event=change.event, role=Staff.OWNER)
    if not (change.actor.user.is_superuser or owners.filter(user=change.actor.user).exists()):
        raise RuleViolation(_("Only the owner can transfer ownership."))
    row = get_staff(change.event, pk)
    if row.role == Staff.OWNER:
        raise DuplicateRequest
    change.reason = str(row.user)
    owners.update(role=Staff.ORGANISER)
    Staff.objects.filter(pk=pk).update(role=Staff.OWNER)


def check_role(role: str):
    """Raise RuleViolation unless this is a role below the owner's."""
    if role not in ROLES or role == Staff.OWNER:
        raise RuleViolation(_("Choose a role other than owner."))


def check_owner_remains(row: Staff, role: str | None):
    """Raise RuleViolation if the event would have no owner once this row has the role (None: is removed)."""
    if role != Staff.OWNER and not has_other_owner(row):
        raise RuleViolation(_("An event needs an owner. Make someone else the owner first."))


def has_other_owner(row: Staff) -> bool:
    """Return whether the event has an owner besides this one."""
    return Staff.objects.filter(event=row.event, role=Staff.OWNER).exclude(pk=row.pk).exists()


def end_invitations(row: Staff, role: str | None):
    """Delete open invitations of a staff member who may no longer invite (None: is removed).

    Otherwise they could come back with another account of theirs.
    """
    if role not in Staff.INVITING_ROLES:
        Invitation.objects.filter(event=row.event, made_by=row.user.get_username(), taken_at=None).delete()


def get_staff(event: Event, pk: int) -> Staff:
    row = Staff.objects.filter(event=event, pk=pk).select_related("user").first()
    if row is None:
        raise RuleViolation(_("This person no longer has a role in this event."))
    return row


def get_below_owner(event: Event, pk: int) -> Staff:
    row = get_staff(event, pk)
    if row.role == Staff.OWNER:
        raise RuleViolation(_("To change the owner’s role, transfer ownership first."))
    return row
