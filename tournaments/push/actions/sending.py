"""Sends push messages: tasks of the worker, a hundred phones at a time."""

import json
import secrets
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.utils import parseaddr
from hashlib import sha256
from http.client import HTTPException

from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey, generate_private_key
from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone, translation
from django_tasks import task

from ...changes.tasks import MAIL
from ...history.cache import load_history
from ...history.load import public_history
from ...models import Event, Notice, Player, PushSubscription, SiteKey
from ...models.keys import site_key
from ...models.staff import hash_token
from ...rules.history import EventHistory
from ...rules.people.linking import BY_NAME
from ...web.outgoing import post
from ..encryption import CURVE, SALT_LENGTH, PhoneKeys, decode, encrypt, private_key_from, sign
from ..pages import TAGS, PushText, is_due, waits_for_revival, write_text

# Phones in a task, and requests at once.
CHUNK, THREADS = 100, 16
# A message is tried so often, with this pause between two attempts.
MAX_ATTEMPTS, PAUSE = 3, timedelta(seconds=10)
# A subscription ends when so many messages in a row have failed.
MAX_FAILURES = 10
# The push service does not know the subscription any more (RFC 8030, section 7.3).
ENDED = (404, 410)
# How long a push service keeps a message for a phone that is off, in seconds: while it is of use.
SHORT, LONG = 1800, 12 * 3600
LIFETIMES = dict.fromkeys((Notice.END, Notice.MOVED_UP, Notice.CANCELLED, Notice.REVIVED), LONG)


# Before mails, which can take seconds each.
@task(queue_name=MAIL, priority=10)
def send_notice(notice_pk: int):
    """Tell the phones of a notice; one that is no longer so is deleted.

    While the event is cancelled, it stays: notices.py queues it again.
    """
    notice = Notice.objects.select_related("event", "player").filter(pk=notice_pk, sent_at=None).first()
    if notice is None:
        return
    # Before the lock, which reports of phones wait for.
    history = load_history(notice.event)
    phones = [phone.subscription.pk for phone in find_phones(notice, notice.event)]
    with transaction.atomic():
        # An undo that looks for what was sent waits for this, or this for the undo.
        event = Event.objects.select_for_update().filter(pk=notice.event_id).first()
        unsent = Notice.objects.filter(pk=notice_pk, sent_at=None)
        if event is None or not unsent.exists():
            return
        if event.version != history.version:
            history = load_history(event)
        if waits_for_revival(notice, history):
            return
        if not is_due(notice, history):
            unsent.delete()
            return
        unsent.update(sent_at=timezone.now())
        for start in range(0, len(phones), CHUNK):
            tell_phones.enqueue(notice_pk, phones[start : start + CHUNK], 1)


@task(queue_name=MAIL, priority=10)
def tell_phones(notice_pk: int, subscriptions: list[int], attempt: int):
    """Send a notice to these subscriptions; try those again that could not be reached."""
    notice = Notice.objects.select_related("event", "player").filter(pk=notice_pk).first()
    if notice is None:
        return
    history = load_history(notice.event)
    # Taken back meanwhile: the correction is on its way.
    if not is_due(notice, history):
        return
    now, site = timezone.now(), private_key_from(decode(site_key(SiteKey.PUSH)))
    shown = public_history(history).with_public_names
    messages = [
        (phone.subscription, encode_message(text, notice, phone))
        for phone in find_phones(notice, notice.event, subscriptions)
        if (text := text_for(notice, shown, phone))
    ]
    with ThreadPoolExecutor(THREADS) as pool:
        sent = pool.map(lambda message: send_message(*message, notice, site, now), messages)
        statuses = dict(zip((subscription.pk for subscription, _text in messages), sent, strict=True))
    again = note_statuses(statuses)
    if again and attempt < MAX_ATTEMPTS:
        tell_phones.using(run_after=timezone.now() + PAUSE).enqueue(notice_pk, again, attempt + 1)


@dataclass(frozen=True)
class Phone:
    """A subscription, the id of the player whom it tells, and the path of their page."""

    subscription: PushSubscription
    player: str
    path: str


def find_phones(notice: Notice, event: Event, subscriptions: Collection[int] | None = None) -> list[Phone]:
    """Return the phones to tell, in a constant number of queries; those with a renewed link are not.

    A phone that is told about a player twice, as the player and as a person, is there once. `subscriptions`
    are the ids of those asked about, None for all. A player who counts for a person by name alone may be a
    namesake: the person's phones are not told.
    """
    players = Player.objects.filter(event=event, **({"pk": notice.player_id} if notice.player_id else {}))
    linked = players.filter(person__isnull=False, is_proposed=False).exclude(person_reason=BY_NAME)
    by_person = {player.person_id: player for player in linked}
    rows = PushSubscription.objects.filter(
        Q(player__in=players)
        | Q(entry__player__in=players)
        | Q(person__in=by_person, person__club__is_published=True)
    )
    if subscriptions is not None:
        rows = rows.filter(pk__in=subscriptions)
    phones = {}
    related = ("player__registration", "pick", "entry__player", "person__club")
    for row in rows.select_related(*related):
        if row.person:
            player, secret = by_person[row.person_id], row.person.token
            path = reverse("own_club_page", args=[row.person.club.slug, secret]) if secret else ""
        else:
            player = row.player or row.entry.player
            secret = row.pick.token if row.pick else row.entry.token if row.entry else row.player.secret
            path = reverse("picked" if row.pick else "me", args=[event.slug, secret])
        if secret and hash_token(secret) == row.link_hash:
            phones.setdefault((row.endpoint, player.pk), Phone(row, player.public_id, path))
    return list(phones.values())


def text_for(notice: Notice, history: EventHistory, phone: Phone) -> PushText | None:
    with translation.override(phone.subscription.language or settings.LANGUAGE_CODE):
        is_pick = phone.subscription.pick_id is not None
        return write_text(notice, history, phone.player, phone.subscription.shows_names, is_pick)


def encode_message(text: PushText, notice: Notice, phone: Phone) -> bytes:
    """Return what the phone's service worker reads."""
    values = {"title": text.title, "body": text.body, "tag": tag_of(notice), "path": phone.path}
    return json.dumps(values).encode()


def tag_of(notice: Notice) -> str:
    """Return the tag of a message, which tells nobody anything: a newer one replaces an older one with it."""
    group = f"{notice.event_id} {TAGS.get(notice.kind, 'round')}"
    return sha256(group.encode()).hexdigest()[:32]


def send_message(
    subscription: PushSubscription, text: bytes, notice: Notice, site: EllipticCurvePrivateKey, now: datetime
) -> int:
    """Send one message; return the status of the answer, 0 without one."""
    keys = PhoneKeys(decode(subscription.public_key), decode(subscription.secret))
    body = encrypt(text, keys, generate_private_key(CURVE), secrets.token_bytes(SALT_LENGTH))
    headers = {
        "Authorization": sign(subscription.endpoint, site, contact_address(), now),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(LIFETIMES.get(notice.kind, SHORT)),
        "Urgency": "high",
        # The service keeps the newest message of a topic alone.
        "Topic": tag_of(notice),
    }
    try:
        return post(subscription.endpoint, body, headers).status
    except (OSError, HTTPException):
        return 0


def contact_address() -> str:
    """Return the address at which push services reach the site's operator."""
    if settings.SITE_URL.startswith("https:"):
        return settings.SITE_URL
    return f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"


def note_statuses(statuses: dict[int, int]) -> list[int]:
    """Delete the subscriptions that have ended, count failures, and return the ids to try again."""
    ended = [pk for pk, status in statuses.items() if status in ENDED]
    failed = [pk for pk, status in statuses.items() if not 200 <= status < 300 and status not in ENDED]
    PushSubscription.objects.filter(pk__in=ended).delete()
    rows = PushSubscription.objects.filter(pk__in=failed)
    rows.update(failures=F("failures") + 1)
    rows.filter(failures__gte=MAX_FAILURES).delete()
    delivered = statuses.keys() - {*ended, *failed}
    PushSubscription.objects.filter(pk__in=delivered, failures__gt=0).update(failures=0)
    return failed
