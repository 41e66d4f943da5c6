"""People of a club: those who play in its events, and what the club may remember of them."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from ..rules.people.names import MAX_KEY_LENGTH, name_key
from .club import Club
from .player import Player, new_token
from .registration import QueuedMail

MAX_IDENTIFIER_LENGTH = 200


def new_person_id() -> str:
    """Return the random id of a person: 10 letters and digits, no two alike to the eye."""
    return get_random_string(10, "abcdefghjkmnpqrstuvwxyz23456789")


class PresentPeople(models.Manager):
    """Finds the people who have not become another one by merging, and are not being erased."""

    def get_queryset(self):
        return super().get_queryset().filter(merged_into=None, erased_at=None)


# People with a public profile now: see Person.is_shown. Erased ones have none.
SHOWN = Q(has_profile=True, is_hidden=False, is_minor=False, merged_into=None)


class Person(models.Model):
    """Somebody who plays in the events of a club.

    Players count for a person (Player.person). Acting as the person needs its secret, its account, or a mail
    to its confirmed address.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="people", verbose_name=_("club"))
    public_id = models.CharField(_("id"), max_length=16, unique=True, default=new_person_id, editable=False)
    # At the desk.
    name = models.CharField(_("name"), max_length=200)
    # On every public page, at first the same.
    public_name = models.CharField(_("public name"), max_length=200)
    # rules.people.names.name_key of `name`.
    key = models.CharField(max_length=MAX_KEY_LENGTH, editable=False)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="people",
        verbose_name=_("account"),
    )
    # For divisions; only organisers see it.
    birth_year = models.PositiveSmallIntegerField(_("year of birth"), null=True, blank=True)
    is_minor = models.BooleanField(_("under age"), default=False)
    # Secret of the own page of the club; null until the page is given to the person.
    token = models.CharField(
        _("secret of the own page"), max_length=16, unique=True, null=True, blank=True, editable=False
    )
    # Secret of the person's calendar, which opens nothing else; null until the person makes one.
    calendar_token = models.CharField(
        _("secret of the calendar"), max_length=16, unique=True, null=True, blank=True, editable=False
    )
    # Null: nobody has decided. Only the person can switch it on again after switching it off.
    has_profile = models.BooleanField(_("public profile"), null=True, blank=True)
    # By the staff, whatever the person has decided.
    is_hidden = models.BooleanField(_("hidden by the staff"), default=False)
    # When the person agreed that identifiers and a hash of the address are stored; null without consent.
    remembered_at = models.DateTimeField(_("remembered since"), null=True, blank=True)
    # models.keys.hash_for_people of the confirmed address; empty without consent.
    address_hash = models.CharField(max_length=64, blank=True, editable=False)
    # The person that this one turned out to be; this one has no players any more.
    merged_into = models.ForeignKey(
        "self", models.CASCADE, null=True, blank=True, related_name="merged", verbose_name=_("merged into")
    )
    # The row is nobody any more, and stays until the person is erased from all events.
    erased_at = models.DateTimeField(_("erased at"), null=True, blank=True, editable=False)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    with_merged = models.Manager()
    objects = PresentPeople()

    class Meta:
        default_manager_name = "objects"
        base_manager_name = "with_merged"
        verbose_name = _("person")
        verbose_name_plural = _("people")
        ordering = ["club_id", "name", "id"]
        indexes = [
            models.Index(fields=["club", "key"], name="people_by_name"),
            models.Index(
                fields=["club", "address_hash"], condition=~Q(address_hash=""), name="people_by_address"
            ),
        ]
        constraints = [
            models.CheckConstraint(condition=~Q(name="") & ~Q(public_name=""), name="person_has_names"),
            models.CheckConstraint(
                condition=Q(remembered_at__isnull=False) | Q(address_hash=""),
                name="address_needs_consent",
            ),
            models.UniqueConstraint(fields=["club", "account"], name="account_once_a_club"),
            models.CheckConstraint(
                condition=Q(merged_into=None) | ~Q(merged_into=F("id")), name="merged_into_another"
            ),
        ]

    def __str__(self):
        return self.name

    def save(self, *args, update_fields=None, **kwargs):
        if update_fields is not None and "name" in update_fields:
            update_fields = {*update_fields, "key"}
        self.key = name_key(self.name)
        super().save(*args, update_fields=update_fields, **kwargs)

    @property
    def current(self) -> "Person":
        """The person that this one is now, after any number of merges."""
        person = self
        while person.merged_into_id:
            person = person.merged_into
        return person

    @property
    def is_shown(self) -> bool:
        """Whether the person has a public profile now."""
        is_off = self.is_hidden or self.is_minor or self.merged_into_id is not None
        return bool(self.has_profile) and not is_off


class KnownNames(models.Manager):
    """Finds the names that are not being forgotten."""

    def get_queryset(self):
        return super().get_queryset().exclude(kind=PersonName.FORGET)


class PersonName(models.Model):
    """Another name of a person, which serves matching alone; one to forget serves nothing any more."""

    FORMER, ALIAS, FORGET = "former", "alias", "forget"
    KINDS = [(FORMER, _("former name")), (ALIAS, _("also entered as")), (FORGET, _("being forgotten"))]

    person = models.ForeignKey(Person, models.CASCADE, related_name="names", verbose_name=_("person"))
    kind = models.CharField(_("kind"), max_length=8, choices=KINDS)
    name = models.CharField(_("name"), max_length=200)
    key = models.CharField(max_length=MAX_KEY_LENGTH, editable=False)

    with_forgotten = models.Manager()
    objects = KnownNames()

    class Meta:
        default_manager_name = "objects"
        base_manager_name = "with_forgotten"
        verbose_name = _("other name of a person")
        verbose_name_plural = _("other names of people")
        ordering = ["person_id", "id"]
        indexes = [models.Index(fields=["key"], name="other_names_by_key")]

    def __str__(self):
        return self.name

    def save(self, *args, **kwargs):
        self.key = name_key(self.name)
        super().save(*args, **kwargs)


class PersonIdentifier(models.Model):
    """An identifier of a person with a publisher, such as a number in a rating list; kept with consent."""

    person = models.ForeignKey(Person, models.CASCADE, related_name="identifiers", verbose_name=_("person"))
    # See people.pages.matching.publisher_of.
    publisher = models.CharField(_("publisher"), max_length=200)
    value = models.CharField(_("identifier"), max_length=MAX_IDENTIFIER_LENGTH)

    class Meta:
        verbose_name = _("identifier of a person")
        verbose_name_plural = _("identifiers of people")
        ordering = ["person_id", "id"]
        indexes = [models.Index(fields=["publisher", "value"], name="people_by_identifier")]
        constraints = [
            models.UniqueConstraint(fields=["person", "publisher", "value"], name="identifier_once_a_person")
        ]

    def __str__(self):
        return f"{self.publisher}: {self.value}"


class PersonAnswer(models.Model):
    """The answer of an organiser that a player is not this person."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="answers", verbose_name=_("player"))
    person = models.ForeignKey(Person, models.CASCADE, related_name="answers", verbose_name=_("person"))

    class Meta:
        verbose_name = _("player who is somebody else")
        verbose_name_plural = _("players who are somebody else")
        constraints = [models.UniqueConstraint(fields=["player", "person"], name="answered_once")]

    def __str__(self):
        return f"{self.player}, {self.person}"


class PersonRequest(models.Model):
    """What a person asks the staff of the club for; the law gives them a month."""

    FORGET = "forget"
    KINDS = [(FORGET, _("to be forgotten"))]

    person = models.ForeignKey(Person, models.CASCADE, related_name="requests", verbose_name=_("person"))
    kind = models.CharField(_("kind"), max_length=8, choices=KINDS)
    at = models.DateTimeField(_("asked at"))
    done_at = models.DateTimeField(_("done at"), null=True, blank=True)

    class Meta:
        verbose_name = _("request of a person")
        verbose_name_plural = _("requests of people")
        ordering = ["at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["person", "kind"], condition=Q(done_at=None), name="one_open_request_of_a_kind"
            )
        ]

    def __str__(self):
        return f"{self.person}: {self.get_kind_display()}"


class PersonMail(QueuedMail):
    """A mail to people of a club: the links of their own pages, or a link to confirm an address.

    Clubs store no addresses of people: the mail holds its own until it is sent, and is deleted after a day.
    """

    LINK, CONFIRM = "link", "confirm"
    KINDS = [(LINK, _("personal link")), (CONFIRM, _("confirm the email address"))]

    club = models.ForeignKey(Club, models.CASCADE, related_name="mails", verbose_name=_("club"))
    kind = models.CharField(_("kind"), max_length=8, choices=KINDS)
    address = models.EmailField(blank=True, editable=False)
    # models.keys.hash_for_people of the address.
    address_hash = models.CharField(max_length=64, editable=False)
    # Of a mail that confirms an address: whose it will be, and the secret in its link.
    person = models.ForeignKey(
        Person, models.CASCADE, null=True, blank=True, related_name="mails", verbose_name=_("person")
    )
    token = models.CharField(max_length=16, unique=True, default=new_token, editable=False)
    # Scheme and host of the links, and the language.
    site_url = models.CharField(max_length=300, blank=True, editable=False)
    language = models.CharField(max_length=10, blank=True, editable=False)

    class Meta:
        verbose_name = _("mail to a person")
        verbose_name_plural = _("mails to people")
        ordering = ["id"]
        indexes = [models.Index(fields=["address_hash", "at"], name="people_mails_by_address")]

    def __str__(self):
        return f"{self.club}: {self.get_kind_display()}"
