"""Clubs: create, change, publish, staff, and moving events into them."""

from datetime import timedelta
from hashlib import sha256
from io import BytesIO

from django.core.files import File
from django.db import transaction
from django.utils.crypto import get_random_string
from PIL import Image, ImageOps, UnidentifiedImageError

from .. import access
from ..access.clubs import MANAGE_CLUB, OWN_CLUB, SEE_CLUB
from ..changes.change import Change, DuplicateRequest, action, increment_layout_versions
from ..changes.club_change import ClubChange, club_action
from ..events.pages.catalogue import RANDOM_LENGTH, RANDOM_LETTERS
from ..models import Club, ClubStaff, Invitation, Staff
from ..models.staff import hash_token, new_invitation
from ..people.actions.moving import move_people
from ..results.actions.player_results import queue_results
from ..rules.errors import RuleViolation, _
from ..series.actions.entries import leave_other_clubs
from .pages import clubs_for_events

MAX_LOGO_BYTES = 1_000_000
MAX_LOGO_SIDE = 4000
# Of the stored picture: twice the 88 pixels that pages show.
LOGO_SIDE = 176
LOGO_FORMATS = ("PNG", "JPEG")
INVITATION_DAYS = 7
MAX_OPEN_INVITATIONS = 50
# The most powerful role first.
ROLES = [role for role, _label in ClubStaff.ROLES]
# Roles that only an owner gives and takes.
OWNERS_ROLES = (Staff.OWNER, Staff.ORGANISER)
NEEDS_OWNER = _("A club needs an owner. Make somebody else an owner first.")


def get_or_create_club(user, wanted: Club | None = None) -> Club:
    """Return the club for a new event of this account: `wanted` if it may, else that of its last event.

    An account without a club gets one with a random address, no name and no page.
    """
    if wanted and user.is_superuser:
        return wanted
    clubs = clubs_for_events(user)
    club = (wanted and clubs.filter(pk=wanted.pk).first()) or clubs.first()
    if club is None:
        club = Club.objects.create(slug=get_random_string(RANDOM_LENGTH, RANDOM_LETTERS))
        ClubStaff.objects.create(club=club, user=user, role=Staff.OWNER)
    return club


@club_action(MANAGE_CLUB, log=_("Club changed"))
def change_club(change: ClubChange, **columns):
    """Change the venue, the time zone, the words, the contact or the settings of new events."""
    change.edit(change.club, **columns)


@club_action(OWN_CLUB, log=_("Page published"))
def publish_club(change: ClubChange, name: str, slug: str):
    """Publish the club's page at this address, or give a published club another name or address.

    Raises RuleViolation if another club has the address.
    """
    if Club.objects.filter(slug=slug).exclude(pk=change.club.pk).exists():
        raise RuleViolation(_("Another club has this address. Choose another one."))
    change.edit(change.club, name=name, slug=slug, is_published=True)
    increment_layout_versions(change.club.events.all())


@club_action(OWN_CLUB, log=_("Page unpublished"))
def unpublish_club(change: ClubChange):
    """Remove the club's page, and its name from the pages of its events."""
    change.edit(change.club, is_published=False)
    increment_layout_versions(change.club.events.all())


@club_action(MANAGE_CLUB, log=_("Logo changed"))
def change_logo(change: ClubChange, logo: bytes | None):
    """Store the logo, as `draw_logo` returns it; None removes it."""
    before = change.club.logo_hash
    set_logo(change.club, logo)
    change.club.save(update_fields=["logo", "logo_hash"])
    change.note("club", {"logo_hash": before}, {"logo_hash": change.club.logo_hash})
    increment_layout_versions(change.club.events.all())


def set_logo(club: Club, logo: bytes | None):
    """Set the picture of a club and the part of its address that changes with it, without storing them."""
    club.logo, club.logo_hash = logo, sha256(logo).hexdigest()[:16] if logo else ""


def draw_logo(file: File) -> bytes:
    """Return a PNG or JPEG as a PNG that fits the logo's place, without the metadata of the file.

    Raises RuleViolation for other files, and those with too many bytes or pixels.
    """
    if file.size > MAX_LOGO_BYTES:
        raise RuleViolation(_("The logo is larger than {most} MB."), most=MAX_LOGO_BYTES // 1_000_000)
    try:
        # Reads the head: nothing is decoded before the size is known.
        image = Image.open(file, formats=LOGO_FORMATS)
        if max(image.size) > MAX_LOGO_SIDE:
            raise RuleViolation(_("The logo has more than {most} pixels a side."), most=MAX_LOGO_SIDE)
        image = ImageOps.exif_transpose(image).convert("RGBA")
    except Image.DecompressionBombError:
        raise RuleViolation(_("The logo has more than {most} pixels a side."), most=MAX_LOGO_SIDE) from None
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError):
        raise RuleViolation(_("Choose a PNG or JPEG picture.")) from None
    image.thumbnail((LOGO_SIDE, LOGO_SIDE))
    png = BytesIO()
    image.save(png, "PNG", optimize=True)
    return png.getvalue()


@club_action(MANAGE_CLUB, log=_("Invitation created: {role}"))
def invite_to_club(change: ClubChange, role: str) -> str:
    """Create an invitation; return its secret token. Only a hash of it is stored."""
    check_may_give(change, role)
    open_invitations = Invitation.objects.filter(club=change.club, taken_at=None, expires_at__gt=change.now)
    if open_invitations.count() >= MAX_OPEN_INVITATIONS:
        text = _("{most} invitations are open. Revoke some first.")
        raise RuleViolation(text, most=MAX_OPEN_INVITATIONS)
    token = new_invitation()
    Invitation.objects.create(
        club=change.club,
        role=role,
        token=hash_token(token),
        made_at=change.now,
        made_by=change.actor.who,
        expires_at=change.now + timedelta(days=INVITATION_DAYS),
    )
    change.values = {"role": role}
    return token


@club_action(MANAGE_CLUB, log=_("Invitation revoked"))
def revoke_club_invitation(change: ClubChange, pk: int):
    """Delete an open invitation. DuplicateRequest if it does not exist any more."""
    deleted, _rows = Invitation.objects.filter(club=change.club, pk=pk, taken_at=None).delete()
    if not deleted:
        raise DuplicateRequest


@club_action(None, log=_("Invitation accepted: {role}"))
def take_club_invitation(change: ClubChange, token: str):
    """Give the user the role of the invitation.

    Raises RuleViolation if it is no longer valid, or the user has that role or a higher one.
    """
    invitations = Invitation.objects.filter(club=change.club, token=hash_token(token), taken_at=None)
    invitation = invitations.filter(expires_at__gt=change.now).first()
    if invitation is None:
        raise RuleViolation(_("This invitation is no longer valid. Ask for a new one."))
    row = ClubStaff.objects.filter(club=change.club, user=change.actor.user).first()
    if row and ROLES.index(row.role) <= ROLES.index(invitation.role):
        raise RuleViolation(_("You already have this role or a higher one."))
    ClubStaff.objects.update_or_create(
        club=change.club, user=change.actor.user, defaults={"role": invitation.role}
    )
    invitation.taken_at, invitation.taken_by = change.now, change.actor.who
    invitation.save(update_fields=["taken_at", "taken_by"])
    change.values = {"role": invitation.role}


@club_action(MANAGE_CLUB, log=_("Role changed: {role}"))
def change_club_role(change: ClubChange, pk: int, role: str):
    """Give a staff member another role. Only owners make and unmake owners and organisers."""
    row = get_club_staff(change, pk)
    check_may_give(change, role)
    check_may_give(change, row.role)
    check_owner_remains(row, role)
    change.edit(row, role=role)
    end_club_invitations(row, role)
    change.values = {"role": role}


@club_action(MANAGE_CLUB, log=_("Removed from the staff: {role}"))
def remove_club_staff(change: ClubChange, pk: int):
    """Remove a staff member."""
    row = get_club_staff(change, pk)
    check_may_give(change, row.role)
    remove_row(change, row)


@club_action(SEE_CLUB, log=_("Left the staff: {role}"))
def leave_club(change: ClubChange):
    """Give up one's own role."""
    row = ClubStaff.objects.filter(club=change.club, user=change.actor.user).first()
    if row is None:
        raise RuleViolation(_("You are not on the staff of this club."))
    remove_row(change, row)


def remove_row(change: ClubChange, row: ClubStaff):
    check_owner_remains(row, None)
    end_club_invitations(row, None)
    change.values = {"role": row.role}
    row.delete()


def check_may_give(change: ClubChange, role: str):
    """Raise RuleViolation unless the actor may give this role to somebody, and take it."""
    if role not in ROLES:
        raise RuleViolation(_("Choose a role."))
    user = change.actor.user
    is_owner = user and (
        user.is_superuser or ClubStaff.objects.filter(club=change.club, user=user, role=Staff.OWNER).exists()
    )
    if role in OWNERS_ROLES and not is_owner:
        raise RuleViolation(_("Only an owner can do this."))


def check_owner_remains(row: ClubStaff, role: str | None):
    """Raise RuleViolation if the club would have no owner with this role for the member."""
    others = ClubStaff.objects.filter(club=row.club_id, role=Staff.OWNER).exclude(pk=row.pk)
    if row.role == Staff.OWNER != role and not others.exists():
        raise RuleViolation(NEEDS_OWNER)


def end_club_invitations(row: ClubStaff, role: str | None):
    """Delete the open invitations of a member to roles that they may no longer give; None: is removed.

    Otherwise they could come back, or take their former role again, with another account of theirs.
    """
    made = Invitation.objects.filter(club=row.club_id, taken_at=None, made_by=row.user.get_username())
    if role == Staff.ORGANISER:
        made.filter(role__in=OWNERS_ROLES).delete()
    elif role != Staff.OWNER:
        made.delete()


def get_club_staff(change: ClubChange, pk: int) -> ClubStaff:
    row = ClubStaff.objects.filter(club=change.club, pk=pk).select_related("user").first()
    if row is None:
        raise RuleViolation(_("This person is not on the staff any more."))
    return row


@action(access.OWN, log=_("Moved to another club"))
def move_event(change: Change, club: Club):
    """Move the event into a club that the actor owns, too; its staff get their roles in the event.

    Its players count for people of that club from now on.

    Raises RuleViolation unless the actor owns the club.
    """
    user = change.actor.user
    owned = ClubStaff.objects.filter(club=club, user=user, role=Staff.OWNER)
    if not (user and (user.is_superuser or owned.exists())):
        raise RuleViolation(_("Only an owner of the club can move an event into it."))
    change.event.club = club
    change.event.save(update_fields=["club"])
    move_people(change.event, change.now, change.actor.who)
    leave_other_clubs(change.event)
    # Events of earlier releases have no stored results.
    queue_results(change.event.pk)


@transaction.atomic
def delete_club(club: Club):
    """Delete a club without events. Raises RuleViolation if it has some."""
    locked = Club.objects.select_for_update().get(pk=club.pk)
    if locked.events.exists():
        raise RuleViolation(_("A club with events can’t be deleted. Move or delete its events first."))
    locked.delete()
