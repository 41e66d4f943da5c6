"""Picked names: phones that report for a player without the player's personal link."""

from dataclasses import replace

from django.db.models import F

from ...models import Event, Pick, Player
from ...queries.results.picked_results import get_picked_results
from ...rules.errors import RuleViolation, _
from ...rules.history import BRACKET, DRAFT, PHONE, PUBLISHED, EventHistory, PlayerRecord, SeatReport
from ...rules.log import part_paths
from ...rules.log.timestamps import format_utc
from ...rules.results import player_reports, result_notation
from ...rules.rounds import phases, progress
from ...rules.settings.on_site import ANYONE
from ..change import Actor, Change, DuplicateRequest, record_action
from ..results.results import store_result

PICK_ENDED = _(
    "This phone no longer stands for {name}. Scan the QR code of the venue again, or ask the desk."
)


def pick_name(event: Event, actor: Actor, key: str) -> str:
    """Let a phone report for the player with this id; return the secret of its page.

    Raises RuleViolation if nobody can pick a name now, or if another phone or the player's personal link has
    this one.
    """
    with record_action(event, actor, "pick_name") as change:
        check_picks_open(change.history)
        player = find_row(change, key)
        if Pick.objects.filter(player=player).exists():
            raise RuleViolation(_("Another phone is already using the name {name}."), name=player.name)
        change.notified.add(key)
        return Pick.objects.create(event=event, player=player, at=change.now).token


def check_picks_open(history: EventHistory):
    """Raise RuleViolation unless anyone may report, round 1 is published, and the event has not ended."""
    if phases.settings_for(history, history.current).reporting != ANYONE:
        raise RuleViolation(_("This event doesn’t let phones report by picking a name."))
    if all(round_.state == DRAFT for phase in history.phases for round_ in phase.rounds):
        raise RuleViolation(_("Round 1 isn’t published yet. Pick your name then."))
    if progress.has_ended(history):
        raise RuleViolation(_("This event is over."))


def check_sender(change: Change, player: PlayerRecord, pick_token: str):
    """Check that a pick may still act for the player; the player's personal link replaces a pick.

    Raises RuleViolation for a pick that was freed or replaced, or that no longer has any effect.
    """
    if pick_token:
        check_picks_open(change.history)
        picks = Pick.objects.filter(event=change.event, player__key=player.id, by_link=False)
        if not picks.filter(token=pick_token).exists():
            raise RuleViolation(PICK_ENDED, name=player.name)
    elif change.actor.source == PHONE:
        replace_pick(change, player.id)


def replace_pick(change: Change, key: str):
    """Give the name to its personal link, so that no phone can pick it; an open report of the pick goes."""
    if phases.settings_for(change.history, change.history.current).reporting != ANYONE:
        return
    pick = Pick.objects.filter(event=change.event, player__key=key).first()
    if pick is None:
        Pick.objects.create(event=change.event, player=find_row(change, key), at=change.now, by_link=True)
    elif not pick.by_link:
        end_pick(change, pick)
        Pick.objects.create(event=change.event, player=pick.player, at=change.now, by_link=True)


def end_pick(change: Change, pick: Pick):
    """Delete a pick and its reports that are not results yet: nobody can confirm them any more."""
    key = pick.player.key
    pick.delete()
    change.notified.add(key)
    for phase, number, match in open_matches(change.history, key):
        report = next(seat.player_report for seat in match.seats if seat.player == key)
        if report and report.is_picked:
            cleared = player_reports.with_player_report(match, key, None)
            change.set_part(part_paths.match(phase, number, match), cleared)
            change.history = change.history.with_match(phase, number, match.table, cleared)


def contest_pick(event: Event, actor: Actor, key: str):
    """Note that somebody else uses a picked name; its reports wait until the desk decides.

    Withdraws a result of an open Swiss round that picked names reported. Raises RuleViolation if there is no
    such pick or the desk has decided before.
    """
    with record_action(event, actor, "contest_pick") as change:
        check_picks_open(change.history)
        player = find_row(change, key)
        pick = Pick.objects.filter(player=player).first()
        if pick is None:
            raise RuleViolation(_("Nobody is using the name {name}. Pick it."), name=player.name)
        if pick.by_link or pick.is_confirmed:
            raise RuleViolation(_("The name {name} is checked. Please come to the desk."), name=player.name)
        if pick.contested_at:
            raise DuplicateRequest
        pick.contested_at = change.now
        pick.save(update_fields=["contested_at"])
        withdraw_results(change, key)
        change.notified.add(key)


def dispute_result(event: Event, actor: Actor, key: str):
    """Withdraw the result of the player's open Swiss round that picked names reported.

    For the player's personal link, which replaces a pick. RuleViolation if there is no such result.
    """
    with record_action(event, actor, "dispute_result") as change:
        replace_pick(change, find_row(change, key).key)
        if not withdraw_results(change, key):
            raise RuleViolation(_("This result can’t be withdrawn here. Please come to the desk."))


def withdraw_results(change: Change, key: str) -> bool:
    """Turn results of picked names in the player's open Swiss rounds back into reports of the others.

    Return whether there were any. In finals, where matches may follow from a result, the desk decides.
    """
    picked, has_any = get_picked_results(change.event), False
    for phase, number, match in open_matches(change.history, key):
        is_picked = (phase, number, match.table) in picked and match.reported
        if not is_picked or change.history.phase(phase).kind == BRACKET:
            continue
        place = (phase, number, match.table)
        report = SeatReport(result_notation.format_result(match), format_utc(change.now), is_picked=True)
        _before, cleared = store_result(change, "report_result", *place, result_notation.CLEAR)
        seats = (replace(s, player_report=None if s.player == key else report) for s in cleared.seats)
        change.set_part(part_paths.match(phase, number, match), replace(cleared, seats=tuple(seats)))
        change.notified.update(match.players)
        has_any = True
    return has_any


def open_matches(history: EventHistory, key: str) -> list:
    """Return (phase, round, match) of the player's tables in published rounds."""
    return [
        (number, round_.number, match)
        for number, phase in enumerate(history.phases, 1)
        for round_ in phase.rounds
        if round_.state == PUBLISHED
        if (match := round_.find_match_of(key)) and not match.is_bye
    ]


def free_pick(event: Event, actor: Actor, pk: int):
    """Free a picked name, so that another phone can pick it. DuplicateRequest if it is free."""
    with record_action(event, actor, "free_pick") as change:
        end_pick(change, find_pick(event, pk))


def confirm_pick(event: Event, actor: Actor, pk: int):
    """Decide that a contested pick is the player's. DuplicateRequest if it is free or was confirmed."""
    with record_action(event, actor, "confirm_pick") as change:
        pick = find_pick(event, pk)
        if pick.is_confirmed:
            raise DuplicateRequest
        pick.contested_at, pick.is_confirmed = None, True
        pick.save(update_fields=["contested_at", "is_confirmed"])
        change.notified.add(pick.player.key)


def find_pick(event: Event, pk: int) -> Pick:
    pick = Pick.objects.select_related("player").filter(event=event, pk=pk).first()
    if pick is None:
        raise DuplicateRequest
    return pick


def renew_hall_link(event: Event, actor: Actor):
    """Replace the code in the QR code of the venue; names that phones have picked stay picked."""
    with record_action(event, actor, "renew_hall_link"):
        Event.objects.filter(pk=event.pk).update(hall_link=F("hall_link") + 1)


def find_row(change: Change, key: str) -> Player:
    """Return the row of the player with this id. RuleViolation if the event has none."""
    player = Player.objects.filter(event=change.event, key=key).first()
    if player is None:
        raise RuleViolation(_("There is no player “{name}” in this event."), name=key)
    return player
