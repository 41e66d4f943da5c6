"""Cancelling an event, and taking that back, with mails to those who are registered."""

from datetime import timedelta

from ... import access
from ...changes.change import Change, DuplicateRequest, action
from ...models import Mail, Registration
from ...models.registration import OPEN_STATES
from ...registration.actions.mails import queue_mails
from ...rules.errors import RuleViolation, _
from ...rules.players.roster import check_text, has_visible_characters

# In this time an undo keeps the mails back.
MAIL_DELAY = timedelta(seconds=60)


@action(access.MANAGE, log=_("Event cancelled"))
def cancel_event(change: Change, sentence: str):
    """Cancel the event with a sentence for everybody, or change the sentence.

    Raises RuleViolation without one. DuplicateRequest if it is cancelled with this sentence.
    """
    sentence = " ".join(sentence.split())
    if not has_visible_characters(sentence):
        raise RuleViolation(_("Say why, or what happens instead."))
    check_text(sentence)
    if change.history.cancelled == sentence:
        raise DuplicateRequest
    if not change.history.cancelled:
        queue_mails(change, registered(change), Mail.CANCELLED, MAIL_DELAY)
    change.set_event(cancelled=sentence)


@action(access.MANAGE, log=_("Event takes place after all"))
def revive_event(change: Change):
    """Let a cancelled event take place. DuplicateRequest if it is not cancelled."""
    if not change.history.cancelled:
        raise DuplicateRequest
    told = Mail.objects.filter(kind=Mail.CANCELLED).exclude(sent_at=None).values("registration")
    queue_mails(change, registered(change).filter(pk__in=told), Mail.REVIVED, MAIL_DELAY)
    change.set_event(cancelled="")


def registered(change: Change):
    """Return the open entries, with a place or without."""
    return Registration.objects.filter(event=change.event, state__in=OPEN_STATES).select_related("player")
