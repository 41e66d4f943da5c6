"""Players: add, edit, drop, disqualify, reinstate."""

from dataclasses import replace

from ...models import Event, Player, RemovedLink
from ...models.player import new_token
from ...rules.errors import RuleViolation, _
from ...rules.history import EventHistory, MatchRecord, PlayerRecord, SeatRecord
from ...rules.log import part_paths
from ...rules.players import departures, late_entry, roster_parser
from ...rules.results.corrections import with_player
from ...rules.rounds import progress
from ..change import Actor, Change, record_action
from ..rounds.adjustments import put_round


def add_players(event: Event, actor: Actor, lines: str) -> tuple[int, int]:
    """Add a pasted list, one player per line; return how many were added and how many existed already.

    After round 1 they are paired from the next round on; for rounds missed the settings of late entries
    apply. Raises RuleViolation for a name that occurs twice in the list, or once the finals have begun.
    """
    with record_action(event, actor, "add_players") as change:
        before = change.history
        joined, missed = joining_round(before), progress.late_byes(before)
        existing = {player.name.casefold() for player in before.players}
        entries = roster_parser.parse(lines)
        new = [line for line in entries if line.name.casefold() not in existing]
        if len(existing) + len(new) > roster_parser.MOST:
            raise RuleViolation(_("An event can hold {most} players."), most=roster_parser.MOST)
        keys = free_keys(before)
        last = max((player.order for player in before.players), default=-1)
        added = [
            PlayerRecord(
                next(keys),
                line.name,
                line.club,
                line.rating,
                division=line.division,
                joined_round=joined,
                byes=missed,
                order=order,
            )
            for order, line in enumerate(new, last + 1)
        ]
        for player in added:
            change.set_part(part_paths.player(player.id), player)
            for event_round, worth in missed.items():
                bye = MatchRecord((SeatRecord(player.id, result=worth),))
                number = event_round - before.rounds_before(before.current)
                change.set_part(part_paths.match(before.current, number, bye), bye)
        add_entrants(change, [player.id for player in added])
        return len(new), len(entries) - len(new)


def joining_round(event: EventHistory) -> int:
    """Return the first round, counted over the event, in which a new player can be paired."""
    if words := late_entry.join_refusal(event):
        raise RuleViolation(words)
    return sum(len(phase.rounds) for phase in event.phases) + 1


def free_keys(event: EventHistory):
    """Yield ids that are free: p1, p2, …"""
    taken = {player.id for player in event.players}
    number = 0
    while True:
        number += 1
        if f"p{number}" not in taken:
            yield f"p{number}"


def add_entrants(change: Change, keys: list[str]):
    """Add new players to the current phase if its entrants are listed."""
    number = change.history.current
    phase = change.history.phase(number)
    if phase.entrants is not None:
        change.set_part(
            part_paths.phase(number), replace(phase, entrants=(*phase.entrants, *keys), rounds=())
        )


def player_in(event: EventHistory, key: str) -> PlayerRecord:
    """Return the player with this id, or else with this name. RuleViolation if there is none."""
    named = [player for player in event.players if player.id == key] or [
        player for player in event.players if player.name == key
    ]
    if not named:
        raise RuleViolation(_("There is no player “{name}” in this event."), name=key)
    if len(named) > 1:
        raise RuleViolation(_("Several players are called “{name}”: use the id."), name=key)
    return named[0]


def change_player(event: Event, actor: Actor, key: str, **facts):
    """Change a player's facts: name, club, household, division, rating, seed, table, requested byes.

    Raises RuleViolation for another player's name, or a changed bye in a round that is paired.
    """
    with record_action(event, actor, "change_player") as change:
        player = player_in(change.history, key)
        changed = replace(player, **facts)
        roster_parser.check_name(changed.name)
        roster_parser.check_text(changed.club)
        roster_parser.check_text(changed.household)
        roster_parser.check_text(changed.division)
        refuse_late_byes(change.history, player.byes, changed.byes)
        for other in change.history.players:
            if other.id != player.id and other.name.casefold() == changed.name.casefold():
                raise RuleViolation(
                    _("Another player is called “{name}”: merge the two, or tell them apart."),
                    name=other.name,
                )
        change.set_part(part_paths.player(player.id), changed)


def refuse_late_byes(event: EventHistory, before: dict, after: dict):
    paired_rounds = sum(len(phase.rounds) for phase in event.phases)
    for number in range(1, paired_rounds + 1):
        if before.get(number) != after.get(number):
            raise RuleViolation(
                _("Round {number} is drawn: change it by hand instead of its byes."), number=number
            )


def drop_player(event: Event, actor: Actor, key: str) -> PlayerRecord:
    """Drop a player after the last finished round; a match under way still counts."""
    with record_action(event, actor, "drop_player") as change:
        player = player_in(change.history, key)
        refuse_disqualified(player)
        if player.dropped_after is not None:
            raise RuleViolation(_("{name} has dropped already."), name=player.name)
        finished = sum(round_.finished for phase in change.history.phases for round_ in phase.rounds)
        dropped = replace(player, dropped_after=finished)
        change.set_part(part_paths.player(player.id), dropped)
        apply_replacement(change, dropped)
        return dropped


def disqualify_player(event: Event, actor: Actor, key: str):
    """Remove a player from standings and further rounds; the match under way is lost.

    Earlier results stay for the opponents (MTR 3.1, IPG 1.1).
    """
    with record_action(event, actor, "disqualify_player") as change:
        player = player_in(change.history, key)
        refuse_disqualified(player)
        disqualified = replace(player, disqualified=True)
        change.set_part(part_paths.player(player.id), disqualified)
        if apply_replacement(change, disqualified):
            return
        for phase, number, match in departures.matches_under_way(change.history, player.id):
            change.set_part(
                part_paths.match(phase, number, match),
                departures.match_after_disqualification(match, player.id),
            )


def apply_replacement(change: Change, leaver: PlayerRecord) -> bool:
    """Give a dropped player's place in the finals to the next in the standings; return whether it did."""
    before, number = change.history, change.history.current
    after = departures.move_up_next_player(with_player(before, leaver), leaver.id)
    if after is None:
        return False
    change.set_part(part_paths.phase(number), replace(after.phase(number), rounds=()))
    for was, now in zip(before.phase(number).rounds, after.phase(number).rounds, strict=True):
        put_round(change, number, was, now)
    return True


def refuse_disqualified(player: PlayerRecord):
    if player.disqualified:
        raise RuleViolation(_("{name} is disqualified already."), name=player.name)


def take_back_drop(event: Event, actor: Actor, key: str):
    """Let a dropped or disqualified player play again, from the next round that is paired."""
    with record_action(event, actor, "take_back_drop") as change:
        player = player_in(change.history, key)
        if player.dropped_after is None and not player.disqualified:
            raise RuleViolation(_("{name} has not dropped."), name=player.name)
        if words := late_entry.return_refusal(change.history, player.id):
            raise RuleViolation(words)
        change.set_part(part_paths.player(player.id), replace(player, dropped_after=None, disqualified=False))


def renew_link(event: Event, actor: Actor, key: str):
    """Replace a player's secret link; the old one stops working."""
    with record_action(event, actor, "renew_link") as change:
        player = player_in(change.history, key)
        Player.objects.filter(event=event, key=player.id).update(token=new_token())
        # The undo of an older removal must not restore the old link.
        RemovedLink.objects.filter(entry__event=event, key=player.id).delete()


def renew_links(event: Event, actor: Actor):
    """Replace the secret links of all players, also of removed ones whom an undo could restore."""
    with record_action(event, actor, "renew_links"):
        rows = list(Player.objects.filter(event=event))
        for row in rows:
            row.token = new_token()
        Player.objects.bulk_update(rows, ["token"], 500)
        RemovedLink.objects.filter(entry__event=event).delete()


def matches_with(event: EventHistory, key: str) -> dict[tuple[int, int], MatchRecord]:
    """Return the player's matches and byes by (phase, round)."""
    return {
        (number, round_.number): match
        for number, phase in enumerate(event.phases, 1)
        for round_ in phase.rounds
        for match in round_.matches
        if any(seat.player == key for seat in match.seats)
    }
