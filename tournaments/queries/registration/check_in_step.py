"""Check-in in the desk's next step, which starts the event."""

from dataclasses import replace

from django.utils import timezone
from django.utils.translation import gettext

from ...rules.history import EventHistory
from ...rules.history.registration import NO_REGISTRATION
from ...rules.registration import check_in
from ..desk.step import Step


def with_check_in(history: EventHistory, step: Step, has_entries: bool) -> Step:
    """Return the step that starts the event, with the count of check-in while the event has check-in.

    While players are missing, its button leads to the page that asks what happens to them. Once registration
    has closed, the step links to check-in.
    """
    if not step.posts:
        return step
    link = gettext("Check-in"), "desk_check_in"
    if not check_in.is_used(history):
        registered = has_entries or history.registration != NO_REGISTRATION
        has_closed = registered and not history.registration.open
        return replace(step, alternative=link) if has_closed else step
    expected, missing = len(check_in.expected_players(history)), len(check_in.missing_players(history))
    headline = gettext("{count} of {all} checked in")
    if check_in.is_open(history, timezone.now()):
        headline = gettext("Check-in is open: {count} of {all} checked in")
    step = replace(
        step,
        headline=headline.format(count=expected - missing, all=expected),
        alternative=link,
    )
    return replace(step, action="start_event", posts=False) if missing else step
