"""Players: add, edit, drop, disqualify, reinstate."""

from dataclasses import replace

from django.utils.translation import ngettext_lazy

from ... import access
from ...models import Player, Registration
from ...models.player import new_token
from ...rules.errors import RuleViolation, _
from ...rules.history import PHONE, EventHistory, PlayerRecord
from ...rules.log import part_paths
from ...rules.players import departures, roster_parser
from ...rules.rounds import progress
from ..change import Change, action
from ..results.results import store_result
from ..rounds.adjustments import replace_matches
from .joining import enter_players, return_player
from .picks import replace_pick


@action(
    access.MANAGE,
    log={
        "player_added": _("{name} added"),
        "players_added": (ngettext_lazy("{count} player added", "{count} players added", "count"), "{names}"),
    },
)
def add_players(change: Change, lines: str) -> tuple[int, int]:
    """Add a pasted list, one player per line; return how many were added and how many existed already.

    After round 1 they are paired from the next round on; the phase's missed rounds count as its setting
    `late_entry` says. Raises RuleViolation for a name that occurs twice in the list, or once the finals have
    begun.
    """
    existing = {player.name.casefold() for player in change.history.players}
    entries = roster_parser.parse_roster(lines)
    new = [entry for entry in entries if entry.name.casefold() not in existing]
    ids = enter_players(change, new)
    if len(ids) == 1:
        change.log("player_added", name=ids[0])
    else:
        change.log_players("players_added")
    return len(new), len(entries) - len(new)


def player_in(history: EventHistory, key: str) -> PlayerRecord:
    """Return the player with this id or, failing that, this name. RuleViolation unless it is one player."""
    with_id = [player for player in history.players if player.id == key]
    matching = with_id or [player for player in history.players if player.name == key]
    if not matching:
        raise RuleViolation(_("There is no player “{name}” in this event."), name=key)
    if len(matching) > 1:
        raise RuleViolation(_("Several players are called “{name}”. Use the player id instead."), name=key)
    return matching[0]


@action(
    access.MANAGE,
    log={
        "player_renamed": _("{old_name} renamed to {new_name}"),
        "player_edited": (_("{name} edited"), "{facts}"),
    },
)
def change_player(change: Change, key: str, **facts):
    """Change a player's facts: name, club, household, division, rating, seed, table, requested byes.

    Raises RuleViolation for another player's name, or a changed bye in a round that is paired.
    """
    player = player_in(change.history, key)
    changed = replace(player, **facts)
    roster_parser.check_name(changed.name)
    for text in (changed.club, changed.household, changed.division):
        roster_parser.check_text(text)
    check_byes_changeable(change.history, player.byes, changed.byes)
    for other in change.history.players:
        if other.id != player.id and other.name.casefold() == changed.name.casefold():
            text = _("Another player is called “{name}”. Merge the two entries or choose a different name.")
            raise RuleViolation(text, name=other.name)
    change.set_part(part_paths.player(player.id), changed)
    change.log("player_edited" if changed.name == player.name else "player_renamed", name=player.id)


def check_byes_changeable(history: EventHistory, before: dict, after: dict):
    """Raise RuleViolation if the byes of a round that is paired differ."""
    paired_rounds = sum(len(phase.rounds) for phase in history.phases)
    for number in range(1, paired_rounds + 1):
        if before.get(number) != after.get(number):
            text = _("Round {number} is already paired. Adjust the round instead of changing its byes.")
            raise RuleViolation(text, number=number)


@action(access.ENTER_RESULTS, log=(_("{name} dropped"), "{departure}"))
def drop_player(change: Change, key: str, *, concede: bool = False) -> PlayerRecord:
    """Drop a player after the last finished round; a match under way still counts.

    With `concede` they lose it now, except at a pod, or if the next player in the standings takes it over.
    A player's own phone can do this until the event ends.
    """
    player = player_in(change.history, key)
    if change.actor.source == PHONE and progress.has_ended(change.history):
        raise RuleViolation(_("This event is over."))
    if change.actor.source == PHONE:
        replace_pick(change, key)
    check_not_disqualified(player)
    if player.dropped_after is not None:
        raise RuleViolation(_("{name} has already dropped."), name=player.name)
    finished = sum(round_.finished for phase in change.history.phases for round_ in phase.rounds)
    dropped = replace(player, dropped_after=finished)
    change.set_part(part_paths.player(player.id), dropped)
    change.log(name=player.id, dropped_after=finished)
    if not apply_replacement(change, dropped) and concede:
        for phase, number, match in departures.matches_under_way(change.history, player.id):
            if not match.is_pod:
                seat = match.players.index(player.id) + 1
                store_result(change, phase, number, match.table, f"concede {seat}")
    return dropped


@action(access.MANAGE, log=_("{name} disqualified"))
def disqualify_player(change: Change, key: str):
    """Remove a player from standings and further rounds; the match under way is lost.

    Earlier results stay for the opponents (MTR 3.1, IPG 1.1).
    """
    player = player_in(change.history, key)
    check_not_disqualified(player)
    disqualified = replace(player, disqualified=True)
    change.set_part(part_paths.player(player.id), disqualified)
    change.log(name=player.id)
    if apply_replacement(change, disqualified):
        return
    for phase, number, match in departures.matches_under_way(change.history, player.id):
        lost = departures.match_after_disqualification(match, player.id)
        change.set_part(part_paths.match(phase, number, match), lost)


def apply_replacement(change: Change, leaver: PlayerRecord) -> bool:
    """Give a dropped player's place in the finals to the next in the standings; return whether it did."""
    before = change.history.current_phase
    after = departures.move_up_next_player(change.history.with_player(leaver), leaver.id)
    if after is None:
        return False
    change.set_phase(after)
    for old, new in zip(before.rounds, after.rounds, strict=True):
        replace_matches(change, after.number, old, new)
    return True


def check_not_disqualified(player: PlayerRecord):
    if player.disqualified:
        raise RuleViolation(_("{name} is already disqualified."), name=player.name)


@action(access.ENTER_RESULTS, name="take_back_drop", log=_("{name} brought back"))
def bring_back_player(change: Change, key: str):
    """Let a dropped or disqualified player play again, from the next round that is paired."""
    player = player_in(change.history, key)
    if player.dropped_after is None and not player.disqualified:
        raise RuleViolation(_("{name} has not dropped."), name=player.name)
    return_player(change, replace(player, disqualified=False))
    change.log(name=player.id)


@action(access.MANAGE, log=_("New player link created"))
def renew_link(change: Change, key: str):
    """Replace a player's secret link; the old one stops working."""
    player = player_in(change.history, key)
    row = Player.objects.get(event=change.event, public_id=player.id)
    holder = row.entry or row
    holder.token = new_token()
    holder.save(update_fields=["token"])


@action(access.MANAGE, log=_("New links created for all players"))
def renew_links(change: Change):
    """Replace the secret links of all players and entries, also of removed players whom an undo restores."""
    without_entry = Player.with_removed.filter(event=change.event).exclude(token=None)
    for holders in (Registration.objects.filter(event=change.event), without_entry):
        for holder in holders:
            holder.token = new_token()
        holders.bulk_update(holders, ["token"], 500)
