"""Players: added, changed, dropped, disqualified, taken back."""

from dataclasses import replace

from ...models import Event, Player, RemovedLink
from ...models.player import new_token
from ...rules.errors import RuleViolation, _
from ...rules.history import EventHistory, MatchRecord, PlayerRecord, SeatRecord
from ...rules.log import part_paths
from ...rules.players import departures, late_entry, roster_parser
from ...rules.results.corrections import with_player
from ...rules.rounds import progress
from ..change import By, Change, changing
from ..rounds.adjustments import put_round


def add_players(event: Event, by: By, lines: str) -> tuple[int, int]:
    """Add a pasted list, a player a line; gives how many were added and how many were there already.

    After round 1 they are paired from the next round on; the running one is to them what the settings
    say of late entries. Raises RuleViolation for a name that stands twice in the list, or once the
    finals have begun.
    """
    with changing(event, by, "add_players") as change:
        before = change.history
        joined, missed = joining_round(before), progress.late_byes(before)
        there = {player.name.casefold() for player in before.players}
        told = roster_parser.parse(lines)
        new = [line for line in told if line.name.casefold() not in there]
        if len(there) + len(new) > roster_parser.MOST:
            raise RuleViolation(_("An event can hold {most} players."), most=roster_parser.MOST)
        keys = free_keys(before)
        last = max((player.order for player in before.players), default=-1)
        made = [
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
        for player in made:
            change.put(part_paths.player(player.id), player)
            for event_round, worth in missed.items():
                bye = MatchRecord((SeatRecord(player.id, result=worth),))
                number = event_round - before.rounds_before(before.current)
                change.put(part_paths.match(before.current, number, bye), bye)
        add_entrants(change, [player.id for player in made])
        return len(new), len(told) - len(new)


def joining_round(event: EventHistory) -> int:
    """The first round, counted over the event, in which a newcomer can be paired."""
    if words := late_entry.closed(event):
        raise RuleViolation(words)
    return sum(len(phase.rounds) for phase in event.phases) + 1


def free_keys(event: EventHistory):
    """Ids that no player of the event has: p1, p2, …"""
    taken = {player.id for player in event.players}
    number = 0
    while True:
        number += 1
        if f"p{number}" not in taken:
            yield f"p{number}"


def add_entrants(change: Change, keys: list[str]):
    """Newcomers enter the current phase where its entrants are listed one by one."""
    number = change.history.current
    phase = change.history.phase(number)
    if phase.entrants is not None:
        change.put(part_paths.phase(number), replace(phase, entrants=(*phase.entrants, *keys), rounds=()))


def player_in(event: EventHistory, key: str) -> PlayerRecord:
    """The player with this id, or else with exactly this name; RuleViolation where there is none."""
    named = [player for player in event.players if player.id == key] or [
        player for player in event.players if player.name == key
    ]
    if not named:
        raise RuleViolation(_("There is no player “{name}” in this event."), name=key)
    if len(named) > 1:
        raise RuleViolation(_("Several players are called “{name}”: use the id."), name=key)
    return named[0]


def change_player(event: Event, by: By, key: str, **facts):
    """Change a player's facts: name, club, household, division, rating, seed, table, byes asked for.

    Refuses a name that another player has, and another bye in a round that is drawn.
    """
    with changing(event, by, "change_player") as change:
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
        change.put(part_paths.player(player.id), changed)


def refuse_late_byes(event: EventHistory, before: dict, after: dict):
    drawn = sum(len(phase.rounds) for phase in event.phases)
    for number in range(1, drawn + 1):
        if before.get(number) != after.get(number):
            raise RuleViolation(
                _("Round {number} is drawn: change it by hand instead of its byes."), number=number
            )


def drop_player(event: Event, by: By, key: str) -> PlayerRecord:
    """Drop a player after the last finished round; a match under way stands and is still reported."""
    with changing(event, by, "drop_player") as change:
        player = player_in(change.history, key)
        refuse_disqualified(player)
        if player.dropped_after is not None:
            raise RuleViolation(_("{name} has dropped already."), name=player.name)
        finished = sum(round_.finished for phase in change.history.phases for round_ in phase.rounds)
        dropped = replace(player, dropped_after=finished)
        change.put(part_paths.player(player.id), dropped)
        put_moved_up(change, dropped)
        return dropped


def disqualify_player(event: Event, by: By, key: str):
    """Take a player out of the standings and of what is to come; the match under way is lost, earlier
    results stay for the opponents (MTR 3.1, IPG 1.1)."""
    with changing(event, by, "disqualify_player") as change:
        player = player_in(change.history, key)
        refuse_disqualified(player)
        gone = replace(player, disqualified=True)
        change.put(part_paths.player(player.id), gone)
        if put_moved_up(change, gone):
            return
        for phase, number, match in departures.under_way(change.history, player.id):
            change.put(part_paths.match(phase, number, match), departures.lost_by(match, player.id))


def put_moved_up(change: Change, gone: PlayerRecord) -> bool:
    """Whether the next of the standings plays in the finals for who has left: then that is put."""
    before, number = change.history, change.history.current
    after = departures.moved_up(with_player(before, gone), gone.id)
    if after is None:
        return False
    change.put(part_paths.phase(number), replace(after.phase(number), rounds=()))
    for was, now in zip(before.phase(number).rounds, after.phase(number).rounds, strict=True):
        put_round(change, number, was, now)
    return True


def refuse_disqualified(player: PlayerRecord):
    if player.disqualified:
        raise RuleViolation(_("{name} is disqualified already."), name=player.name)


def take_back_drop(event: Event, by: By, key: str):
    """Let a player who dropped or was disqualified play again, from the next round that is drawn."""
    with changing(event, by, "take_back_drop") as change:
        player = player_in(change.history, key)
        if player.dropped_after is None and not player.disqualified:
            raise RuleViolation(_("{name} has not dropped."), name=player.name)
        if words := late_entry.shut_out(change.history, player.id):
            raise RuleViolation(words)
        change.put(part_paths.player(player.id), replace(player, dropped_after=None, disqualified=False))


def renew_link(event: Event, by: By, key: str):
    """Give a player another secret address: the one they had leads nowhere from now on."""
    with changing(event, by, "renew_link") as change:
        player = player_in(change.history, key)
        Player.objects.filter(event=event, key=player.id).update(token=new_token())
        # No undo of an older removal may open the page with a secret that was renewed.
        RemovedLink.objects.filter(entry__event=event, key=player.id).delete()


def renew_links(event: Event, by: By):
    """Give every player another secret address: those they had lead nowhere from now on, nor do those of
    players who were taken off the list and may come back by an undo."""
    with changing(event, by, "renew_links"):
        rows = list(Player.objects.filter(event=event))
        for row in rows:
            row.token = new_token()
        Player.objects.bulk_update(rows, ["token"], 500)
        RemovedLink.objects.filter(entry__event=event).delete()


def matches_with(event: EventHistory, key: str) -> dict[tuple[int, int], MatchRecord]:
    """The player's matches and byes by (phase, round)."""
    return {
        (number, round_.number): match
        for number, phase in enumerate(event.phases, 1)
        for round_ in phase.rounds
        for match in round_.matches
        if any(seat.player == key for seat in match.seats)
    }
