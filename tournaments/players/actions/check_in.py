"""Check-in by players and staff, substitutes for missing players, and the start of round 1 without them."""

from collections.abc import Collection
from dataclasses import replace

from django.utils.translation import ngettext_lazy

from ... import access
from ...changes.change import Change, DuplicateRequest, action
from ...drafts.actions import draw_next_pods
from ...models import Mail, Registration
from ...registration.actions.entry_desk import check_names
from ...registration.actions.mails import queue_mails
from ...registration.actions.places import enter_registered, is_active, leave_before_start
from ...rounds.actions.rounds import draw_next_round
from ...rules.errors import RuleViolation, _
from ...rules.event_file.fields import format_utc_seconds
from ...rules.history import DRAFT, DRAFT_PODS, EventHistory, PlayerRecord
from ...rules.history.players import CheckInSettings
from ...rules.log.event_parts import player_path
from ...rules.registration import has_started, is_open, missing_players

ABSENT = ngettext_lazy(
    "{count} player not in the event: {names}", "{count} players not in the event: {names}", "count"
)
CHECK_IN_IS_OVER = _("The event has started, so check-in is over.")


@action(
    access.MANAGE,
    log={
        "set_check_in": _("Times of check-in changed"),
        "check_in_opened": _("Check-in opened"),
        "check_in_closed": _("Check-in closed"),
    },
)
def set_check_in(change: Change, settings: CheckInSettings):
    """Change when players check in. Raises RuleViolation for invalid settings."""
    change.set_event(check_in=settings)
    if settings.open != change.history.check_in.open:
        change.log("check_in_opened" if settings.open else "check_in_closed")


@action(None, self_service=True, log=_("{name} checked in on a phone"))
def check_in_myself(change: Change, key: str):
    """Check in the player with this id, while check-in is open. DuplicateRequest if they are."""
    player = player_to_check_in(change.history, key)
    if not is_open(change.history, change.now):
        raise RuleViolation(_("Check-in isn’t open. Please come to the desk."))
    store_check_in(change, player)


@action(access.CHECK_IN, is_quiet=True, log=_("{name} checked in"))
def check_in_player(change: Change, key: str):
    """Check in a player for them, also while check-in is closed. DuplicateRequest if they are."""
    store_check_in(change, player_to_check_in(change.history, key))


def player_to_check_in(history: EventHistory, key: str) -> PlayerRecord:
    """Return the player. DuplicateRequest if they are checked in.

    RuleViolation if they have left or the event has started.
    """
    player = history.player(key)
    if has_started(history):
        raise RuleViolation(CHECK_IN_IS_OVER)
    if player.has_left:
        raise RuleViolation(_("{name} has dropped. Please come to the desk."), name=player.name)
    if player.checked_in_at:
        raise DuplicateRequest
    return player


def store_check_in(change: Change, player: PlayerRecord):
    checked_in = replace(player, checked_in_at=format_utc_seconds(change.now))
    change.set_part(player_path(player.id), checked_in)
    change.log(name=player.id)


@action(access.CHECK_IN, is_quiet=True, log=_("{name}, on the waitlist, checked in"))
def check_in_waiting(change: Change, pk: int):
    """Check in an entry of the waitlist, which keeps its place there. DuplicateRequest if it is checked in.

    Its player is stored as one who has left, with the time, and returns when the entry gets a place.
    """
    if has_started(change.history):
        raise RuleViolation(CHECK_IN_IS_OVER)
    row = Registration.objects.waitlist(change.event).filter(pk=pk).first()
    if row is None:
        raise RuleViolation(_("This entry isn’t on the waitlist any more."))
    player = row.player_in(change.history)
    if player is None:
        check_names(change, [row])
        (key,) = enter_registered(change, [row])
        player = change.parts[player_path(key)]
    elif player.checked_in_at:
        raise DuplicateRequest
    store_check_in(change, replace(player, dropped_after=0))


@action(access.MANAGE, log=(_("{name} seated instead of {absent}"), _("From the waitlist")))
def seat_instead(change: Change, key: str, pk: int):
    """Accept an entry of the waitlist in the place of a missing player, who is not in the event any more.

    DuplicateRequest if that is done. RuleViolation unless the entry is the first on the waitlist that is
    checked in, and if the player is not missing.
    """
    if has_started(change.history):
        raise RuleViolation(CHECK_IN_IS_OVER)
    player, row = change.history.player(key), Registration.objects.first_present(change.event)
    pressed = Registration.objects.filter(event=change.event, pk=pk).first()
    if player.has_left and pressed and is_active(pressed.player_in(change.history)):
        raise DuplicateRequest
    if player not in missing_players(change.history):
        raise RuleViolation(_("{name} isn’t missing any more."), name=player.name)
    if row is None:
        raise RuleViolation(_("Nobody on the waitlist is here any more."))
    if row.pk != pk:
        text = _("{name} is now the first on the waitlist who is here.")
        raise RuleViolation(text, name=row.name)
    check_names(change, [row])
    leave_before_start(change, [player])
    # Like every entry that the staff accept, it keeps its state, so that an undo puts it back.
    (substitute,) = enter_registered(change, [row])
    change.log(name=substitute, absent=player.id)
    queue_mails(change, [row], Mail.MOVED_UP)


@action(access.CHECK_IN, is_quiet=True, log=_("{name} not checked in any more"))
def undo_check_in(change: Change, key: str):
    """Set a player back to not checked in. DuplicateRequest if they are not.

    RuleViolation once the event has started.
    """
    player = change.history.player(key)
    if has_started(change.history):
        raise RuleViolation(CHECK_IN_IS_OVER)
    if not player.checked_in_at:
        raise DuplicateRequest
    change.set_part(player_path(key), replace(player, checked_in_at=None))
    change.log(name=key)


@action(
    access.MANAGE,
    pairs=True,
    log={"start_event": (_("Round 1 paired"), ABSENT), "start_event_with_pods": (_("Pods drawn"), ABSENT)},
)
def start_event(change: Change, playing: Collection[str], *, seed: str = "", exceptions: bool = False) -> int:
    """Pair round 1, or draw the pods of a draft, without the players who are not checked in.

    `playing` are the ids of missing players who play anyway. Returns how many are left out: they are dropped
    before round 1. It is one action, so that one undo reverts all of it, and nobody moves up from the
    waitlist to a place that became free by it. Raises RuleViolation if the event has started, or cannot.
    """
    if has_started(change.history):
        raise RuleViolation(_("The event has already started."))
    missing = missing_players(change.history)
    absent = {player.id: replace(player, dropped_after=0) for player in missing if player.id not in playing}
    for key, player in absent.items():
        change.set_part(player_path(key), player)
    if absent:
        change.log_players()
    players = tuple(absent.get(player.id, player) for player in change.history.players)
    change.history = replace(change.history, players=players)
    if change.history.phase(1).kind == DRAFT_PODS:
        change.log("start_event_with_pods")
        draw_next_pods(change, seed)
    else:
        draw_next_round(change, seed, DRAFT, exceptions)
    return len(absent)
