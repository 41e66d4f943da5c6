"""Who runs an event: invited, given another role, removed; ownership passed on."""

from datetime import timedelta

from ...models import Event, Invitation, Staff
from ...models.staff import new_invitation
from ...queries.desk.staff import kept_as
from ...rules.errors import RuleViolation, _
from ..change import AlreadyDone, By, changing

# So many days an invitation can be taken.
DAYS = 7
# So many may wait at once.
MOST = 50
ROLES = [role for role, _label in Staff.ROLES]
# Who invites others and changes their role: access.POLICY lets these in.
INVITE = (Staff.OWNER, Staff.ORGANISER)


def invite(event: Event, by: By, role: str) -> str:
    """Make an invitation to a role; the secret of its link, which is told this once and stored nowhere."""
    with changing(event, by, f"invite: {role}") as change:
        refuse_role(role)
        if Invitation.objects.filter(event=event, taken_at=None, expires_at__gt=change.now).count() >= MOST:
            raise RuleViolation(_("{most} invitations are open: revoke some first."), most=MOST)
        token = new_invitation()
        Invitation.objects.create(
            event=event,
            role=role,
            token=kept_as(token),
            made_at=change.now,
            made_by=by.who,
            expires_at=change.now + timedelta(days=DAYS),
        )
    return token


def revoke_invitation(event: Event, by: By, pk: int):
    """End an invitation that nobody has taken. AlreadyDone where there is none."""
    with changing(event, by, "revoke_invitation"):
        gone, _rows = Invitation.objects.filter(event=event, pk=pk, taken_at=None).delete()
        if not gone:
            raise AlreadyDone


def take_invitation(event: Event, by: By, token: str):
    """Give who asks the role of the invitation. RuleViolation where it can be taken no more, and for who has
    that role or a higher one."""
    with changing(event, by, "take_invitation") as change:
        waiting = Invitation.objects.filter(event=event, token=kept_as(token), taken_at=None)
        found = waiting.filter(expires_at__gt=change.now).first()
        if found is None:
            raise RuleViolation(_("This invitation can be taken no more: ask for another one."))
        row = Staff.objects.filter(event=event, user=by.user).first() or Staff(event=event, user=by.user)
        if row.pk and ROLES.index(row.role) <= ROLES.index(found.role):
            raise RuleViolation(_("You have this role already, or a higher one."))
        row.role = found.role
        row.save()
        found.taken_at, found.taken_by = change.now, by.who
        found.save(update_fields=["taken_at", "taken_by"])
        change.action = f"take_invitation: {found.role}"


def change_role(event: Event, by: By, pk: int, role: str):
    """Give somebody of the staff another role below the owner's."""
    with changing(event, by, "amend_staff") as change:
        row = below_owner(event, pk)
        refuse_role(role)
        if row.role == role:
            raise AlreadyDone
        row.role = role
        row.save(update_fields=["role"])
        end_invitations(row, role)
        change.action = f"amend_staff: {row.user}, {role}"


def remove_staff(event: Event, by: By, pk: int):
    """Take somebody's role in the event away."""
    with changing(event, by, "remove_staff") as change:
        row = below_owner(event, pk)
        change.action = f"remove_staff: {row.user}"
        end_invitations(row, None)
        row.delete()


def leave_event(event: Event, by: By):
    """Give one's own role up; the owner passes the event on first."""
    with changing(event, by, "leave_event"):
        row = Staff.objects.filter(event=event, user=by.user).first()
        if row is None:
            raise AlreadyDone
        keep_owner(row, None)
        end_invitations(row, None)
        row.delete()


def pass_ownership(event: Event, by: By, pk: int):
    """Make somebody of the staff the owner; who was it stays as an organiser."""
    with changing(event, by, "pass_ownership") as change:
        owners = Staff.objects.filter(event=event, role=Staff.OWNER)
        if not (by.user.is_superuser or owners.filter(user=by.user).exists()):
            raise RuleViolation(_("Only the owner can pass the event on."))
        row = staff_at(event, pk)
        if row.role == Staff.OWNER:
            raise AlreadyDone
        change.action = f"pass_ownership: {row.user}"
        owners.update(role=Staff.ORGANISER)
        Staff.objects.filter(pk=pk).update(role=Staff.OWNER)


def refuse_role(role: str):
    if role not in ROLES or role == Staff.OWNER:
        raise RuleViolation(_("Choose a role below the owner’s."))


def keep_owner(row: Staff, role: str | None):
    """RuleViolation where nobody would own the event once this row has that role (None: is gone)."""
    if role != Staff.OWNER and not another_owns(row):
        raise RuleViolation(_("An event keeps an owner: make somebody else the owner first."))


def another_owns(row: Staff) -> bool:
    """Whether somebody else than this one of its staff owns the event."""
    return Staff.objects.filter(event=row.event, role=Staff.OWNER).exclude(pk=row.pk).exists()


def end_invitations(row: Staff, role: str | None):
    """Who may invite nobody any more (by this role; None: is gone) has no invitation open by which they, or
    another account of theirs, could come back."""
    if role not in INVITE:
        Invitation.objects.filter(event=row.event, made_by=row.user.get_username(), taken_at=None).delete()


def staff_at(event: Event, pk: int) -> Staff:
    row = Staff.objects.filter(event=event, pk=pk).select_related("user").first()
    if row is None:
        raise RuleViolation(_("They have no role here any more."))
    return row


def below_owner(event: Event, pk: int) -> Staff:
    row = staff_at(event, pk)
    if row.role == Staff.OWNER:
        raise RuleViolation(_("An owner stays one until they pass the event on."))
    return row
