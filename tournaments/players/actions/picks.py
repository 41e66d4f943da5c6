"""Picked names: phones that report for a player without the player's personal link."""

from django.db.models import F

from ... import access
from ...changes.change import Change, DuplicateRequest, action
from ...models import Event, Pick, Player
from ...models.player import new_token
from ...results.actions.results import (
    apply_to_history,
    store_agreed_result,
    waits_for_desk,
    without_ended_picks,
)
from ...rules.errors import RuleViolation, _
from ...rules.event_file.fields import format_utc
from ...rules.history import BRACKET, PHONE, PUBLISHED, EventHistory, MatchRecord, PlayerRecord, SeatReport
from ...rules.log.event_parts import match_path
from ...rules.results import player_reports
from ...rules.results.notation import CLEAR
from ...rules.results.parsing import apply_result
from ...rules.rounds.picks import (
    MARKING_PERIOD,
    MAX_UNMARKED_PICKS,
    are_picks_open,
    lets_pick,
    may_anyone_report,
)
from ...rules.rounds.progress import has_ended

PICK_ENDED = _("This phone no longer reports for {name}. Scan the venue’s QR code again, or ask the desk.")


@action(None, is_quiet=True, log=_("{who} picked on a phone"))
def pick_name(change: Change, key: str, token: str, origin: str = "") -> str:
    """Let a phone report for the player with this id; return the secret of its page.

    That is `token`, the phone's own secret (16 characters), or a new one if another pick has it. `origin` is
    a hash of the phone's address and browser: many picks of one origin are marked for the desk. Raises
    DuplicateRequest if this phone has picked the name before; RuleViolation if nobody can pick a name now, or
    if the player has dropped, or another phone or the player's personal link has this one.
    """
    check_picks_open(change.history)
    player = find_row(change, key)
    pick = Pick.objects.filter(player=player).first()
    if pick and pick.token == token and not pick.by_link:
        raise DuplicateRequest
    if change.history.player(key).has_left:
        raise RuleViolation(_("{name} has dropped. Please come to the desk."), name=player.name)
    if pick and pick.by_link:
        raise RuleViolation(_("This name uses its personal link."))
    if pick:
        raise RuleViolation(_("Another phone is already using the name {name}."), name=player.name)
    if Pick.objects.filter(token=token).exists():
        token = new_token()
    change.notified.add(key)
    if origin in change.event.accepted_origins:
        origin = ""
    Pick.objects.create(event=change.event, player=player, at=change.now, token=token, origin=origin)
    mark_picks(change, origin)
    return token


def mark_picks(change: Change, origin: str):
    """Mark the last picks of an origin if they are so many that one phone may have picked all the names."""
    since = change.now - MARKING_PERIOD
    recent = Pick.objects.filter(event=change.event, origin=origin, at__gt=since)
    if origin and recent.count() > MAX_UNMARKED_PICKS:
        recent.filter(is_confirmed=False).update(is_marked=True)


def check_picks_open(history: EventHistory):
    """Raise RuleViolation with the reason unless phones can pick a name now."""
    if has_ended(history):
        raise RuleViolation(_("This event is over."))
    if not lets_pick(history):
        raise RuleViolation(_("This event doesn’t let phones report by picking a name."))
    if not are_picks_open(history):
        raise RuleViolation(_("Round 1 isn’t published yet. Pick your name then."))


def check_sender(change: Change, player: PlayerRecord, pick_token: str):
    """Check that a pick may still act for the player; the player's personal link replaces a pick.

    Raises RuleViolation for a pick that was freed or replaced, or that no longer has any effect.
    """
    if pick_token:
        check_picks_open(change.history)
        picks = Pick.objects.filter(player__event=change.event, player__public_id=player.id, by_link=False)
        if not picks.filter(token=pick_token).exists():
            raise RuleViolation(PICK_ENDED, name=player.name)
    elif change.actor.source == PHONE:
        replace_pick(change, player.id)


def replace_pick(change: Change, key: str):
    """Give the name to its personal link, so that no phone can pick it; an open report of the pick goes."""
    pick = Pick.objects.filter(player__event=change.event, player__public_id=key).first()
    if pick and not pick.by_link:
        end_pick(change, pick)
    elif pick or not may_anyone_report(change.history):
        return
    Pick.objects.create(event=change.event, player=find_row(change, key), at=change.now, by_link=True)


def end_pick(change: Change, pick: Pick):
    """Delete a pick and its reports that are not results yet: nobody can confirm them any more."""
    key = pick.player.public_id
    pick.delete()
    change.notified.add(key)
    for phase, number, match in open_matches(change.history, key):
        if match.reported:
            continue
        report = next(seat.player_report for seat in match.seats if seat.player == key)
        if report and report.is_picked:
            cleared = player_reports.with_player_report(match, key, None)
            change.set_part(match_path(phase, number, match), cleared)
            change.history = change.history.phase(phase).with_match(number, match.table, cleared).history


@action(None, from_phone=True, log=_("{who} contested by another phone"))
def contest_pick(change: Change, key: str) -> Pick:
    """Note that somebody else uses a picked name; its reports wait until the desk decides. Return the pick.

    Withdraws a result of an open Swiss round that nobody but picked names reported. Raises
    RuleViolation if there is no such pick or the desk has decided before.
    """
    check_picks_open(change.history)
    player = find_row(change, key)
    pick = Pick.objects.filter(player=player).first()
    if pick is None:
        raise RuleViolation(_("Nobody is using the name {name}. You can pick it."), name=player.name)
    if not pick.can_be_contested:
        text = _(
            "The desk or a personal link already decides who reports for {name}. Please come to the desk."
        )
        raise RuleViolation(text, name=player.name)
    if pick.contested_at:
        raise DuplicateRequest
    pick.contested_at = change.now
    pick.save(update_fields=["contested_at"])
    for phase, number, match in withdrawable_results(change.history, key):
        if player_reports.is_result_from_picks_alone(match):
            reports = without_ended_picks(change.event, match)
            store_reports(change, phase, number, player_reports.with_reports_of(clear(match), reports))
    change.notified.add(key)
    return pick


@action(None, from_phone=True, log=_("Result of picked names withdrawn by a player"))
def dispute_result(change: Change, key: str):
    """Withdraw the result of the player's open Swiss round that picked names reported.

    For the player's personal link, which replaces a pick. The reports of others stay, but only the desk or a
    report of this player settles the table. RuleViolation if there is no such result.
    """
    replace_pick(change, find_row(change, key).public_id)
    results = withdrawable_results(change.history, key)
    if not results:
        raise RuleViolation(_("This result can’t be withdrawn here. Please come to the desk."))
    dispute = SeatReport(player_reports.DISPUTE, format_utc(change.now))
    for phase, number, match in results:
        reports = without_ended_picks(change.event, match)
        open_match = player_reports.with_reports_of(clear(match), reports)
        disputed = player_reports.with_player_report(open_match, key, dispute)
        store_reports(change, phase, number, disputed)


def withdrawable_results(history: EventHistory, key: str) -> list:
    """Return (phase, round, match) of the player's results in open Swiss rounds that picked names reported.

    In finals, where matches may follow from a result, the desk decides.
    """
    return [
        (phase, number, match)
        for phase, number, match in open_matches(history, key)
        if history.phase(phase).kind != BRACKET and player_reports.is_result_picked(match)
    ]


def clear(match: MatchRecord) -> MatchRecord:
    """Return the match without its result and reports."""
    return apply_result(match, CLEAR)


def store_reports(change: Change, phase: int, number: int, match: MatchRecord):
    """Store a match that is open again with the reports of its players."""
    change.set_part(match_path(phase, number, match), match)
    change.notified.update(match.players)


def open_matches(history: EventHistory, key: str) -> list:
    """Return (phase, round, match) of the player's tables in published rounds."""
    return [
        (number, round_.number, match)
        for number, phase in enumerate(history.phases, 1)
        for round_ in phase.rounds
        if round_.state == PUBLISHED
        if (match := round_.find_match_of(key)) and not match.is_bye
    ]


@action(access.HANDLE_REPORTS, undo=access.MANAGE, log=_("Picked name freed"))
def free_pick(change: Change, pk: int):
    """Free a picked name, so that another phone can pick it. DuplicateRequest if it is free."""
    end_pick(change, find_pick(change.event, pk))


@action(access.HANDLE_REPORTS, undo=access.MANAGE, log=_("Picked name confirmed"))
def confirm_pick(change: Change, pk: int):
    """Decide that a contested pick is the player's; results that waited for this are stored.

    DuplicateRequest if it is free or was confirmed.
    """
    pick = find_pick(change.event, pk)
    if pick.is_confirmed:
        raise DuplicateRequest
    pick.contested_at, pick.is_confirmed, pick.is_marked = None, True, False
    pick.save(update_fields=["contested_at", "is_confirmed", "is_marked"])
    change.notified.add(pick.player.public_id)
    store_agreed_results(change, {pick.player.public_id})


@action(access.HANDLE_REPORTS, undo=access.MANAGE, log=_("Names that may come from one phone accepted"))
def accept_origin(change: Change, origin: str):
    """Decide that the marked picks of an origin come from several phones, as later ones of the event do.

    Results that waited for this are stored. DuplicateRequest if no pick of the origin is marked.
    """
    keys = {pick.player.public_id for pick in find_marked_picks(change.event, origin)}
    Pick.objects.filter(event=change.event, origin=origin).update(origin="", is_marked=False)
    change.event.accepted_origins.append(origin)
    change.event.save(update_fields=["accepted_origins"])
    change.notified.update(keys)
    store_agreed_results(change, keys)


@action(access.HANDLE_REPORTS, undo=access.MANAGE, log=_("Names that may come from one phone freed"))
def free_origin(change: Change, origin: str):
    """Free the names of the marked picks of an origin. DuplicateRequest if there are none."""
    for pick in find_marked_picks(change.event, origin):
        end_pick(change, pick)


def find_marked_picks(event: Event, origin: str) -> list[Pick]:
    """Return the marked picks of an origin; DuplicateRequest if there are none."""
    picks = Pick.objects.select_related("player").filter(event=event, origin=origin, is_marked=True)
    if not picks:
        raise DuplicateRequest
    return list(picks)


@action(None, log=_("Hashes of phones that picked names deleted"))
def delete_origins(change: Change):
    """Delete the hashes of addresses and browsers, and with them the marks."""
    clear_origins(change)


def clear_origins(change: Change):
    """Delete all origins of the event."""
    Pick.objects.filter(event=change.event).update(origin="", is_marked=False)
    Event.objects.filter(pk=change.event.pk).update(accepted_origins=[])


def store_agreed_results(change: Change, keys: set[str]):
    """Store the results of these players' open tables that waited for a decision about their names."""
    tables = {
        (phase, number, match.table): match
        for key in keys
        for phase, number, match in open_matches(change.history, key)
    }
    for (phase, number, _table), match in sorted(tables.items(), key=lambda item: item[0]):
        reported_match = without_ended_picks(change.event, match)
        if player_reports.report_state(reported_match) != player_reports.AGREED or waits_for_desk(
            change.event, reported_match
        ):
            continue
        result_text = player_reports.reported_results(reported_match)[0].result_text
        if player_reports.is_valid_report(change.history.phase(phase), number, reported_match, result_text):
            apply_to_history(
                change, phase, number, store_agreed_result(change, phase, number, reported_match)
            )


def find_pick(event: Event, pk: int) -> Pick:
    """Return a phone's pick; the desk does not decide about personal links."""
    pick = Pick.objects.select_related("player").filter(event=event, pk=pk, by_link=False).first()
    if pick is None:
        raise DuplicateRequest
    return pick


@action(access.PRINT, name="renew_hall_link", log=_("Venue’s QR code renewed"))
def renew_venue_code(change: Change):
    """Replace the code in the venue's QR code; names that phones have picked stay picked."""
    Event.objects.filter(pk=change.event.pk).update(venue_link=F("venue_link") + 1)


def find_row(change: Change, key: str) -> Player:
    """Return the row of the player with this id. RuleViolation if the event has none."""
    player = Player.objects.filter(event=change.event, public_id=key).first()
    if player is None:
        raise RuleViolation(_("There is no player “{name}” in this event."), name=key)
    return player
