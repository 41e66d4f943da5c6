"""Announcements, messages to the desk, and the staff."""

from collections import defaultdict
from datetime import timedelta
from functools import reduce
from operator import or_

from django.db.models import Q

from .. import access
from ..changes.change import Change, DuplicateRequest, action
from ..changes.registry import listens_to_changes
from ..models import ClubStaff, Event, Invitation, Message, Player, Staff
from ..models.log import MAX_TEXT_LENGTH
from ..models.staff import hash_token, new_invitation
from ..players.actions.picks import check_sender
from ..players.actions.players import player_in
from ..rules.errors import RuleViolation, _
from ..rules.history import PUBLISHED, EventHistory, MatchRecord
from ..rules.log.event_parts import seated_players, split
from ..rules.rounds.clock import BY_HAND, clean_announcement, make_announcement


@action(
    access.ANNOUNCE,
    log={"announce": _("Announcement: {announcement}"), "announcement_removed": _("Announcement removed")},
)
def announce(change: Change, text: str, ends: str = BY_HAND):
    """Replace the announcement; an empty text removes it. `ends` is as in make_announcement.

    Raises RuleViolation if the line is too long, there is nothing to remove, or no round to end with.
    """
    line = clean_announcement(text)
    if not line and not change.history.announcement:
        raise RuleViolation(_("Type an announcement."))
    change.log("announce" if line else "announcement_removed")
    announcement = make_announcement(change.history, line, ends, change.now) if line else None
    change.set_event(announcement=announcement)


@action(None, log=_("Judge called"))
def call_judge(change: Change, key: str, pick_token: str = ""):
    """Call a judge to the player's current table; a table has at most one open call.

    `pick_token` is the secret of the pick if the call comes from a picked name.

    Raises RuleViolation if the player sits at no table.
    """
    player = player_in(change.history, key)
    check_sender(change, player, pick_token)
    seat = current_seat(change.history, player.id)
    if seat is None:
        raise RuleViolation(_("You have no table right now. Please come to the desk."))
    phase, number, match = seat
    place = {"phase": phase, "round": number, "table": match.table}
    if Message.objects.filter(event=change.event, done_at=None, kind=Message.JUDGE, **place).exists():
        raise DuplicateRequest
    send_message(change, Message.JUDGE, player.id, **place)
    change.notified.update(match.players)


def current_seat(history: EventHistory, player: str) -> tuple[int, int, MatchRecord] | None:
    """Return (phase, round number, match) of the player's current round.

    Prefers a match without a result. None if the player sits at no table.
    """
    seats = [
        (number, round_.number, match)
        for number, phase in enumerate(history.phases, 1)
        for round_ in phase.rounds
        if round_.state == PUBLISHED
        for match in round_.matches
        if player in match.players and not match.is_bye
    ]
    return min(seats, key=lambda seat: seat[2].reported, default=None)


def send_message(change: Change, kind: str, key: str, *, text: str = "", **place):
    """Store a message to the desk, replacing the player's open one of the same kind and round."""
    change.notified.add(key)
    player = Player.objects.get(event=change.event, public_id=key)
    same = {"event": change.event, "player": player, "kind": kind, "phase": place["phase"]}
    values = {"at": change.now, "who": player.name, "text": text[:MAX_TEXT_LENGTH], **place}
    Message.objects.update_or_create(**same, round=place["round"], done_at=None, defaults=values)


@action(access.HANDLE_REPORTS, log=_("Message marked as done"))
def close_message(change: Change, pk: int):
    """Mark a message as done. RuleViolation if it does not exist, DuplicateRequest if it is done."""
    message = Message.objects.filter(event=change.event, pk=pk).first()
    if message is None:
        raise RuleViolation(_("This message doesn’t exist."))
    if message.done_at:
        raise DuplicateRequest
    message.done_at, message.done_by = change.now, change.actor.who
    message.save(update_fields=["done_at", "done_by"])
    change.notified.update(message_readers(change, message))


@listens_to_changes("round", "match")
def end_judge_calls(change: Change):
    """Mark open judge calls as done whose table got a result or other players, or whose round isn't open.

    Nobody closed them: `done_by` stays empty.
    """
    rounds, tables = set(), defaultdict(list)
    for path, (before, after) in change.changes.items():
        (kind, name), part = split(path), change.parts[path]
        if kind == "round" and (part is None or part.state != PUBLISHED):
            rounds.add(name)
        is_moved = before and seated_players(before) != seated_players(after)
        if kind == "match" and (is_moved or (part and part.reported)):
            tables[name[:2]].append(name[2])
    # One condition for each round: SQLite refuses a thousand of them.
    places = [Q(phase=phase, round=number) for phase, number in rounds]
    places += [Q(phase=place[0], round=place[1], table__in=tables[place]) for place in tables]
    if places:
        calls = Message.objects.filter(
            reduce(or_, places), event=change.event, kind=Message.JUDGE, done_at=None
        )
        calls.update(done_at=change.now)


def message_readers(change: Change, message: Message) -> set[str]:
    """Return the ids of the players whose own pages show a message: its sender and everyone at the table."""
    match = change.before.find_match(message.phase, message.round, message.table)
    sender = {message.player.public_id} if message.player else set()
    return sender.union(match.players if match else ())


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
    club = change.event.club
    if club and not club.name and not club.staff.filter(user=row.user).exists():
        # The club of the former owner's account alone: its owners would still own the event.
        change.event.club = None
        change.event.save(update_fields=["club"])
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
    others = Staff.objects.filter(event=row.event, role=Staff.OWNER).exclude(pk=row.pk)
    in_club = ClubStaff.objects.filter(club__events=row.event, role=Staff.OWNER).exclude(user=row.user)
    return others.exists() or in_club.exists()


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
