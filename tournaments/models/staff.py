"""Accounts, and the staff of events and clubs."""

import hashlib
import secrets
from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .club import Club
from .event import Event
from .registration import QueuedMail


def unless_owner(collector, field, sub_objs, using):
    """Delete as CASCADE does, but refuse to delete the only owner of an event."""
    only_owners = find_only_owners(sub_objs, "event", using)
    if only_owners:
        raise models.ProtectedError(_("An event needs an owner. Transfer ownership first."), only_owners)
    models.CASCADE(collector, field, sub_objs, using)


def unless_club_owner(collector, field, sub_objs, using):
    """Delete as CASCADE does, with the clubs that nobody else owns; refuse it for those that others need."""
    only_owners = find_only_owners(sub_objs, "club", using)
    clubs = Club.objects.using(using).filter(pk__in=[row.club_id for row in only_owners])
    if needed := [row for row in only_owners if row.club.needs_owner_besides(row.user)]:
        raise models.ProtectedError(_("A club with events needs an owner. Add one first."), needed)
    collector.collect(clubs)
    models.CASCADE(collector, field, sub_objs, using)


def find_only_owners(rows, place: str, using: str) -> list:
    """Return the rows of staff that are the only owner of their place, an event or a club."""
    owned = [row for row in rows if row.role == Staff.OWNER]
    if not owned:
        return []
    others = type(owned[0]).objects.using(using).filter(role=Staff.OWNER)
    others = others.exclude(user__in=[row.user_id for row in owned])
    return [row for row in owned if not others.filter(**{place: getattr(row, f"{place}_id")}).exists()]


class Staff(models.Model):
    OWNER, ORGANISER, SCOREKEEPER, JUDGE, VIEWER = "owner", "organiser", "scorekeeper", "judge", "viewer"
    ROLES = [
        (OWNER, _("owner")),
        (ORGANISER, _("organiser")),
        (SCOREKEEPER, _("scorekeeper")),
        (JUDGE, _("judge")),
        (VIEWER, _("viewer")),
    ]
    # They may invite others and change roles.
    INVITING_ROLES = (OWNER, ORGANISER)

    event = models.ForeignKey(Event, models.CASCADE, related_name="staff", verbose_name=_("event"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, unless_owner, related_name="staff_of", verbose_name=_("user")
    )
    role = models.CharField(_("role"), max_length=20, choices=ROLES, default=ORGANISER)

    class Meta:
        verbose_name = _("staff")
        verbose_name_plural = _("staff")
        constraints = [
            models.UniqueConstraint(fields=["event", "user"], name="staff_once_an_event"),
            models.CheckConstraint(
                condition=Q(role__in=["owner", "organiser", "scorekeeper", "judge", "viewer"]),
                name="staff_role_is_known",
            ),
        ]

    def __str__(self):
        return f"{self.user}: {self.get_role_display()}"


class ClubStaff(models.Model):
    """A role in a club, and so in all its events."""

    # A viewer sees one event.
    ROLES = [(role, label) for role, label in Staff.ROLES if role != Staff.VIEWER]

    club = models.ForeignKey(Club, models.CASCADE, related_name="staff", verbose_name=_("club"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, unless_club_owner, related_name="clubs", verbose_name=_("user")
    )
    role = models.CharField(_("role"), max_length=20, choices=ROLES, default=Staff.ORGANISER)

    class Meta:
        verbose_name = _("staff of a club")
        verbose_name_plural = _("staff of clubs")
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="staff_once_a_club"),
            models.CheckConstraint(
                condition=Q(role__in=["owner", "organiser", "scorekeeper", "judge"]),
                name="club_role_is_known",
            ),
        ]

    def __str__(self):
        return f"{self.user}: {self.get_role_display()}"


def new_invitation() -> str:
    """Return the secret of an invitation link: 32 URL-safe characters."""
    return secrets.token_urlsafe(24)


class Invitation(models.Model):
    """A link that gives the first account that opens it a role in an event, or in a club."""

    event = models.ForeignKey(
        Event, models.CASCADE, null=True, blank=True, related_name="invitations", verbose_name=_("event")
    )
    club = models.ForeignKey(
        Club, models.CASCADE, null=True, blank=True, related_name="invitations", verbose_name=_("club")
    )
    role = models.CharField(_("role"), max_length=20, choices=Staff.ROLES)
    # A hash of the secret: see hash_token.
    token = models.CharField(
        _("secret of the link"), max_length=32, unique=True, default=new_invitation, editable=False
    )
    made_at = models.DateTimeField(_("created at"))
    made_by = models.CharField(_("created by"), max_length=200)
    expires_at = models.DateTimeField(_("expires at"))
    taken_at = models.DateTimeField(_("accepted at"), null=True, blank=True)
    taken_by = models.CharField(_("accepted by"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ["event_id", "id"]
        constraints = [
            # The owners of a club invite others.
            models.CheckConstraint(condition=~Q(role="owner") | Q(event=None), name="no_invitation_to_own"),
            models.CheckConstraint(
                condition=Q(event=None, club__isnull=False) | Q(club=None, event__isnull=False),
                name="invitation_to_event_or_club",
            ),
        ]

    def __str__(self):
        return f"{self.event or self.club}: {self.get_role_display()}"


class AccountTrust(models.Model):
    """The trust of the site in an account, and the number of mails that its events may send.

    Without a row, or where a field of it is empty, the settings of the site count.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="trust", verbose_name=_("account")
    )
    is_trusted = models.BooleanField(
        _("trusted"),
        null=True,
        blank=True,
        choices=[(None, _("as the site’s settings say")), (True, _("yes")), (False, _("no"))],
        help_text=_(
            "The name of an event may stand in the subject of its mails. The site’s settings trust accounts "
            "unless everybody can sign up."
        ),
    )
    mails_per_hour = models.PositiveIntegerField(_("mails an hour"), null=True, blank=True)
    mails_per_day = models.PositiveIntegerField(_("mails a day"), null=True, blank=True)

    class Meta:
        verbose_name = _("trust and mail limits")
        verbose_name_plural = _("trust and mail limits")

    def __str__(self):
        return str(self.user)


class AccountMail(QueuedMail):
    """A mail to the owner of an account. The secret of a reset link is made when it is sent."""

    RESET, FORMER_ADDRESS = "reset", "former_address"
    KINDS = [(RESET, _("reset the password")), (FORMER_ADDRESS, _("the email address was changed"))]

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="mails", verbose_name=_("account")
    )
    kind = models.CharField(_("kind"), max_length=16, choices=KINDS)
    # The former address, until the mail is sent; other mails go to the address that the account has then.
    address = models.EmailField(blank=True, editable=False)
    # Scheme and host of the links, and the language.
    site_url = models.CharField(max_length=300, blank=True, editable=False)
    language = models.CharField(max_length=10, blank=True, editable=False)

    class Meta:
        verbose_name = _("mail to an account")
        verbose_name_plural = _("mails to accounts")
        ordering = ["id"]

    def __str__(self):
        return f"{self.user}: {self.get_kind_display()}"


def get_roles(user, event: Event) -> set[str]:
    """Return the user's roles in the event: their own, and that in its club."""
    own = Staff.objects.filter(event=event, user=user).values_list("role")
    in_club = ClubStaff.objects.filter(club__events=event, user=user).values_list("role")
    return {role for (role,) in own.union(in_club)}


def hash_token(token: str) -> str:
    """Hash the secret of a link, so that the database does not reveal it."""
    return hashlib.sha256(token.encode()).hexdigest()[:32]


def find_invitation(token: str) -> Invitation | None:
    """Return the invitation of this link if it is valid; None if it is used, revoked, expired or unknown."""
    invitations = Invitation.objects.filter(
        token=hash_token(token), taken_at=None, expires_at__gt=timezone.now()
    )
    return invitations.select_related("event", "club").first()


def find_accepted_invitation(user, token: str) -> Invitation | None:
    """Return the invitation of this link if this user accepted it and still has its role."""
    invitations = Invitation.objects.filter(token=hash_token(token), taken_by=user.get_username())
    invitation = invitations.exclude(taken_at=None).select_related("event", "club").first()
    if invitation is None:
        return None
    staff = (invitation.event or invitation.club).staff
    return invitation if staff.filter(user=user, role=invitation.role).exists() else None


@dataclass(frozen=True)
class MailLimits:
    """How many mails an event may send, and all events of its owner together."""

    per_hour: int
    per_day: int


def find_owner(event: Event) -> User | None:
    """Return the account that the mails of an event count for: its first owner. None without one."""
    owners = Staff.objects.filter(event=event, role=Staff.OWNER).select_related("user__trust")
    role = owners.order_by("pk").first()
    return role.user if role else None


def find_trust(user: User) -> AccountTrust | None:
    return getattr(user, "trust", None)


def is_trusted(user: User | None) -> bool:
    """Return whether the site trusts an account: as the admin says, else if not everybody can sign up.

    None is the owner of an event whose owner's account was deleted, or which a command made.
    """
    trust = find_trust(user) if user else None
    if trust and trust.is_trusted is not None:
        return trust.is_trusted
    return settings.SIGN_UP != "open" or (user is not None and user.is_superuser)


def limits_of(user: User | None) -> MailLimits:
    """Return the limits of an account: those of the admin, or else of the settings."""
    per_hour, per_day = settings.UNTRUSTED_MAILS_PER_HOUR, settings.UNTRUSTED_MAILS_PER_DAY
    if is_trusted(user):
        per_hour, per_day = settings.MAILS_PER_HOUR, settings.MAILS_PER_DAY
    if user and (trust := find_trust(user)):
        per_hour = per_hour if trust.mails_per_hour is None else trust.mails_per_hour
        per_day = per_day if trust.mails_per_day is None else trust.mails_per_day
    return MailLimits(per_hour, per_day)
