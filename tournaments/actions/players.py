"""Players: added, changed, merged, dropped, disqualified, taken back."""

from dataclasses import replace

from ..models import Event
from ..rules import departures, history, paths, rosters
from ..rules.errors import RuleViolation, _
from .change import By, Change, changing
from .results import keep_report, round_row


def add_players(event: Event, by: By, lines: str) -> tuple[int, int]:
    """Add a pasted list, a player a line; gives how many were added and how many were there already.

    After round 1 they are paired from the next round on. Raises RuleViolation for a name that stands
    twice in the list, or once the finals have begun.
    """
    with changing(event, by, "add_players") as change:
        before = change.history
        joined = joining_round(before)
        there = {player.name.casefold() for player in before.players}
        told = rosters.parse(lines)
        new = [line for line in told if line.name.casefold() not in there]
        keys = free_keys(before)
        last = max((player.order for player in before.players), default=-1)
        made = [
            history.Player(next(keys), line.name, line.club, line.rating, joined_round=joined, order=order)
            for order, line in enumerate(new, last + 1)
        ]
        for player in made:
            change.put(paths.player(player.id), player)
        add_entrants(change, [player.id for player in made])
        return len(new), len(told) - len(new)


def joining_round(event: history.Event) -> int:
    """The first round, counted over the event, in which a newcomer can be paired."""
    if event.phase(event.current).kind == history.BRACKET and event.phase(event.current).rounds:
        raise RuleViolation(_("The finals have begun: nobody can join any more."))
    if in_round_robin(event):
        raise RuleViolation(ROBIN_BEGAN)
    return sum(len(phase.rounds) for phase in event.phases) + 1


ROBIN_BEGAN = _(
    "The round robin has begun: who joins now would not meet everybody. Take its rounds back first."
)


def in_round_robin(event: history.Event) -> bool:
    """Whether a round robin has begun."""
    phase = event.phase(event.current)
    return phase.kind == history.ROUND_ROBIN and bool(phase.rounds)


def free_keys(event: history.Event):
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
        change.put(paths.phase(number), replace(phase, entrants=(*phase.entrants, *keys), rounds=()))


def player_in(event: history.Event, key: str) -> history.Player:
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
    """Change a player's name, club, rating or seed. Refuses a name that another player has."""
    with changing(event, by, "change_player") as change:
        player = player_in(change.history, key)
        changed = replace(player, **facts)
        rosters.check_name(changed.name)
        for other in change.history.players:
            if other.id != player.id and other.name.casefold() == changed.name.casefold():
                raise RuleViolation(
                    _("Another player is called “{name}”: merge the two, or tell them apart."),
                    name=other.name,
                )
        change.put(paths.player(player.id), changed)


def drop_player(event: Event, by: By, key: str) -> history.Player:
    """Drop a player after the last finished round; a match under way stands and is still reported."""
    with changing(event, by, "drop_player") as change:
        player = player_in(change.history, key)
        refuse_disqualified(player)
        if player.dropped_after is not None:
            raise RuleViolation(_("{name} has dropped already."), name=player.name)
        finished = sum(round_.finished for phase in change.history.phases for round_ in phase.rounds)
        dropped = replace(player, dropped_after=finished)
        change.put(paths.player(player.id), dropped)
        return dropped


def disqualify_player(event: Event, by: By, key: str):
    """Take a player out of the standings and of what is to come; the match under way is lost, earlier
    results stay for the opponents (MTR 3.1, IPG 1.1)."""
    with changing(event, by, "disqualify_player") as change:
        player = player_in(change.history, key)
        refuse_disqualified(player)
        change.put(paths.player(player.id), replace(player, disqualified=True))
        for phase, number, match in departures.under_way(change.history, player.id):
            lost = departures.lost_by(match, player.id)
            change.put(paths.match(phase, number, match), lost)
            keep_report(change, round_row(change.event, phase, number), lost)


def refuse_disqualified(player: history.Player):
    if player.disqualified:
        raise RuleViolation(_("{name} is disqualified already."), name=player.name)


def take_back_drop(event: Event, by: By, key: str):
    """Let a player who dropped or was disqualified play again, from the next round that is drawn."""
    with changing(event, by, "take_back_drop") as change:
        player = player_in(change.history, key)
        if player.dropped_after is None and not player.disqualified:
            raise RuleViolation(_("{name} has not dropped."), name=player.name)
        if in_round_robin(change.history) and not matches_with(change.history, player.id):
            raise RuleViolation(ROBIN_BEGAN)
        change.put(paths.player(player.id), replace(player, dropped_after=None, disqualified=False))


def remove_player(event: Event, by: By, key: str):
    """Take a player who was never paired off the list."""
    with changing(event, by, "remove_player") as change:
        player = player_in(change.history, key)
        if matches_with(change.history, player.id):
            raise RuleViolation(_("{name} has been paired: drop them instead."), name=player.name)
        if player.id in in_finals(change.history):
            raise RuleViolation(_("{name} is in the finals: drop them instead."), name=player.name)
        for number, phase in enumerate(change.history.phases, 1):
            if phase.entrants and player.id in phase.entrants:
                left = tuple(entrant for entrant in phase.entrants if entrant != player.id)
                change.put(paths.phase(number), replace(phase, entrants=left, rounds=()))
        change.put(paths.player(player.id), None)


def merge_players(event: Event, by: By, keep: str, gone: str):
    """Make two entries of one person into one: everything `gone` played becomes `keep`'s.

    Refuses where both had a table or a bye in the same round.
    """
    with changing(event, by, "merge_players") as change:
        kept, other = player_in(change.history, keep), player_in(change.history, gone)
        if kept.id == other.id:
            raise RuleViolation(_("These are one and the same player."))
        played = matches_with(change.history, other.id)
        if shared := played.keys() & matches_with(change.history, kept.id).keys():
            raise RuleViolation(
                _("{a} and {b} both played round {round}: they are two people."),
                a=kept.name,
                b=other.name,
                round=min(shared)[1],
            )
        if {kept.id, other.id} <= in_finals(change.history):
            raise RuleViolation(
                _("{a} and {b} are both in the finals: they are two people."), a=kept.name, b=other.name
            )
        for (phase, number), match in played.items():
            moved = tuple(
                replace(seat, player=kept.id) if seat.player == other.id else seat for seat in match.seats
            )
            if match.is_bye:
                change.put(paths.match(phase, number, match), None)
            moved = replace(match, seats=moved)
            change.put(paths.match(phase, number, moved), moved)
        merge_entrants(change, kept.id, other.id)
        joined = min(kept.joined_round, other.joined_round)
        change.put(paths.player(kept.id), replace(kept, joined_round=joined))
        change.put(paths.player(other.id), None)


def merge_entrants(change: Change, kept: str, gone: str):
    for number, phase in enumerate(change.history.phases, 1):
        if phase.entrants and gone in phase.entrants:
            named = tuple(dict.fromkeys(kept if entrant == gone else entrant for entrant in phase.entrants))
            change.put(paths.phase(number), replace(phase, entrants=named, rounds=()))


def in_finals(event: history.Event) -> set[str]:
    """Player ids of those who made finals that have begun; some of them may not have played yet."""
    begun = [phase for phase in event.phases if phase.kind == history.BRACKET and phase.rounds]
    return {player for phase in begun for player in phase.entrants or ()}


def matches_with(event: history.Event, key: str) -> dict[tuple[int, int], history.Match]:
    """The player's matches and byes by (phase, round)."""
    return {
        (number, round_.number): match
        for number, phase in enumerate(event.phases, 1)
        for round_ in phase.rounds
        for match in round_.matches
        if any(seat.player == key for seat in match.seats)
    }
