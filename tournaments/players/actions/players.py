"""Players: add, edit, drop, bring back, join, merge."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import count

from django.db.models import Q, TextField
from django.db.models.functions import Cast
from django.utils.translation import ngettext_lazy

from ... import access
from ...changes.change import Change, DuplicateRequest, action
from ...models import Event, Person, Player, Registration
from ...models.player import new_token
from ...results.actions.results import store_result
from ...rounds.actions.adjustments import replace_matches
from ...rules.errors import RuleViolation, _
from ...rules.history import BRACKET, PHONE, EventHistory, MatchRecord, PhaseRecord, PlayerRecord, SeatRecord
from ...rules.history.players import TEXT_FACTS, facts_of
from ...rules.log.event_parts import match_path, phase_path, player_path
from ...rules.pairing.round_robin import is_under_way
from ...rules.people.names import name_key
from ...rules.players.departures import (
    join_refusal,
    match_after_disqualification,
    matches_under_way,
    move_up_next_player,
    no_shows,
    return_refusal,
    returning_player,
)
from ...rules.players.roster import MAX_PLAYERS, RosterLine, check_name, check_text, parse_roster
from ...rules.rounds.pairing_constraints import redundant_byes, requested_byes_of
from ...rules.rounds.progress import has_ended, late_byes
from .picks import replace_pick

# The beginning of a changed player's path, in a log entry's changes as text.
PLAYER_CHANGE = '"player:'


def enter_players(change: Change, entries: list[RosterLine], own_ids: list[str] | None = None) -> list[str]:
    """Enter players, after round 1 as late entries; return their ids.

    `own_ids` are those of removed players who enter again, empty for new ones, who get an id that nobody has
    or had. Raises RuleViolation if nobody can join any more, or for too many players.
    """
    if not entries:
        return []
    before = change.history
    joined, missed = joining_round(before), late_byes(before)
    if len(before.players) + len(entries) > MAX_PLAYERS:
        raise RuleViolation(_("An event can have at most {most} players."), most=MAX_PLAYERS)
    new_ids = free_ids(change.event)
    last = max((player.order for player in before.players), default=-1)
    added = [
        PlayerRecord(
            own_id or next(new_ids),
            **facts_of(entry),
            rating=entry.rating,
            seed=entry.seed,
            joined_round=joined,
            byes=missed,
            order=order,
        )
        for order, (entry, own_id) in enumerate(
            zip(entries, own_ids or [""] * len(entries), strict=True), last + 1
        )
    ]
    for player in added:
        store_late_entry(change, player)
    add_entrants(change, [player.id for player in added])
    return [player.id for player in added]


def store_late_entry(change: Change, player: PlayerRecord):
    """Store a player with the byes for the rounds of this phase before they joined."""
    phase = change.history.current_phase
    change.set_part(player_path(player.id), player)
    for event_round, worth in player.byes.items():
        if event_round < player.joined_round:
            bye = MatchRecord((SeatRecord(player.id, result=worth),))
            number = event_round - phase.rounds_before
            change.set_part(match_path(phase.number, number, bye), bye)


def return_player(change: Change, player: PlayerRecord):
    """Let a player who has left play again; one who has never played returns as a late entry.

    RuleViolation if the phase has begun without them.
    """
    if refusal := return_refusal(change.history, player.id):
        raise RuleViolation(refusal)
    back = returning_player(change.history, player)
    if back.joined_round == player.joined_round:
        change.set_part(player_path(player.id), back)
        return
    store_late_entry(change, back)
    if player.id not in (change.history.current_phase.entrants or ()):
        add_entrants(change, [player.id])


def joining_round(history: EventHistory) -> int:
    """Return the first round, counted over the event, in which a new player can be paired."""
    if refusal := join_refusal(history):
        raise RuleViolation(refusal)
    return sum(len(phase.rounds) for phase in history.phases) + 1


def free_ids(event: Event) -> Iterator[str]:
    """Yield ids that no player of the event has or had: p1, p2, …"""
    players = Player.with_removed.filter(event=event)
    taken = imported_ids(event).union(players.values_list("public_id", flat=True))
    return (f"p{number}" for number in count(1) if f"p{number}" not in taken)


def imported_ids(event: Event) -> set[str]:
    """Return the ids of players in an imported log, whose removed players have no rows."""
    lines = event.log.filter(version=0).alias(text=Cast("changes", TextField()))
    lines = lines.filter(text__contains=PLAYER_CHANGE).values_list("changes", flat=True)
    return {path.removeprefix("player:") for changes in lines for path in changes}


def add_entrants(change: Change, ids: list[str]):
    """Add new players to the current phase if its entrants are listed."""
    current = change.history.current_phase
    path = phase_path(current.number)
    phase = change.parts.get(path, current.record)
    if phase.entrants is not None:
        change.set_part(path, replace(phase, entrants=(*phase.entrants, *ids), rounds=()))


@action(
    access.MANAGE,
    log={
        "player_added": _("{name} added"),
        "players_added": (ngettext_lazy("{count} player added", "{count} players added", "count"), "{names}"),
    },
)
def add_players(change: Change, lines: str, people: Sequence[int] = ()) -> tuple[int, int]:
    """Add people of the club, by their keys, and a pasted list, one player per line.

    Return how many were added and how many existed already.

    After round 1 they are paired from the next round on; the phase's missed rounds count as its setting
    `late_entry` says. Raises RuleViolation for a name that occurs twice in the list, or once the finals have
    begun.
    """
    existing = {player.name.casefold() for player in change.history.players}
    here = Player.objects.filter(event=change.event, person__in=people, is_proposed=False)
    chosen = Person.objects.filter(club=change.event.club_id, pk__in=people)
    chosen = recognise_players(change, list(chosen.exclude(pk__in=here.values("person"))))
    entries = parse_roster(lines) if lines.strip() or not people else ()
    existing |= {person.name.casefold() for person in chosen}
    new = [entry for entry in entries if entry.name.casefold() not in existing]
    ids = enter_players(change, [*(RosterLine(name=person.name) for person in chosen), *new])
    change.people |= {key: person.pk for key, person in zip(ids, chosen, strict=False)}
    if len(ids) == 1:
        change.log("player_added", name=ids[0])
    else:
        change.log_players("players_added")
    return len(ids), len(entries) + len(people) - len(ids)


def recognise_players(change: Change, people: list[Person]) -> list[Person]:
    """Say which players of the event, of whom nobody knows who they are, are these people; return the others.

    They have the same name: who is chosen from the list of regulars was typed before.
    """
    unknown = Player.objects.filter(Q(person=None) | Q(is_proposed=True), event=change.event)
    ids = {name_key(name): key for key, name in unknown.values_list("public_id", "name")}
    others = []
    for person in people:
        if key := ids.pop(person.key, None):
            change.set_part(player_path(key), player_in(change.history, key))
            change.people[key] = person.pk
        else:
            others.append(person)
    return others


def player_in(history: EventHistory, key: str) -> PlayerRecord:
    """Return the player with this id or, failing that, this name, in the list or in public.

    RuleViolation unless it is one player.
    """
    public = history.with_public_names.names
    with_id = [player for player in history.players if player.id == key]
    matching = with_id or [player for player in history.players if key in (player.name, public[player.id])]
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
    check_name(changed.name)
    for name in TEXT_FACTS:
        check_text(getattr(changed, name))
    check_byes_changeable(change.history, player.byes, changed.byes)
    for other in change.history.players:
        if other.id != player.id and other.name.casefold() == changed.name.casefold():
            text = _("Another player is called “{name}”. Merge the two entries or choose a different name.")
            raise RuleViolation(text, name=other.name)
    change.set_part(player_path(player.id), changed)
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
    if change.actor.source == PHONE and has_ended(change.history):
        raise RuleViolation(_("This event is over."))
    if change.actor.source == PHONE:
        replace_pick(change, key)
    check_not_disqualified(player)
    if player.dropped_after is not None:
        raise RuleViolation(_("{name} has already dropped."), name=player.name)
    finished = sum(round_.finished for phase in change.history.phases for round_ in phase.rounds)
    dropped = replace(player, dropped_after=finished)
    change.set_part(player_path(player.id), dropped)
    change.log(name=player.id, dropped_after=finished)
    if not apply_replacement(change, dropped) and concede:
        for phase, number, match in matches_under_way(change.history, player.id):
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
    change.set_part(player_path(player.id), disqualified)
    change.log(name=player.id)
    if apply_replacement(change, disqualified):
        return
    for phase, number, match in matches_under_way(change.history, player.id):
        lost = match_after_disqualification(match, player.id)
        change.set_part(match_path(phase, number, match), lost)


def apply_replacement(change: Change, leaver: PlayerRecord) -> bool:
    """Give a dropped player's place in the finals to the next in the standings; return whether it did."""
    before = change.history.current_phase
    after = move_up_next_player(change.history.with_player(leaver), leaver.id)
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


@action(
    access.ENTER_RESULTS,
    log=(ngettext_lazy("{count} no-show dropped", "{count} no-shows dropped", "count"), "{names}"),
)
def drop_no_shows(change: Change, keys: Collection[str]) -> int:
    """Drop these of the no-shows of round 1, like `drop_player`; return how many.

    DuplicateRequest if none of them is a no-show that is still in the event.
    """
    players = [player for player in no_shows(change.history) if player.id in keys]
    if not players:
        raise DuplicateRequest
    finished = sum(round_.finished for round_ in change.history.phase(1).rounds)
    for player in players:
        change.set_part(player_path(player.id), replace(player, dropped_after=finished))
    change.log_players()
    return len(players)


@action(access.MANAGE, log=_("{name} removed"))
def remove_player(change: Change, key: str):
    """Remove a player who was never paired."""
    player = player_in(change.history, key)
    byes = requested_byes_of(change.history, player.id)
    if change.history.matches_of(player.id).keys() - byes.keys():
        raise RuleViolation(_("{name} has been paired. Drop them instead."), name=player.name)
    if player.id in players_in_finals(change.history):
        raise RuleViolation(_("{name} is in the top cut. Drop them instead."), name=player.name)
    for (phase, number), bye in byes.items():
        change.set_part(match_path(phase, number, bye), None)
    replace_in_pairs(change, {player.id: None})
    for number, phase in enumerate(change.history.phases, 1):
        store_phase(change, number, replace_in_phase(phase, {player.id: None}, {player.id: None}))
    change.set_part(player_path(player.id), None)
    change.log(name=player.id)


@action(
    access.MANAGE,
    merges=True,
    log={
        "merge_players": _("{removed} merged into {keeper}"),
        # Of entries of older releases, which did not store into whom.
        "merge_players_unknown": _("{removed} merged into another player"),
    },
)
def merge_players(change: Change, keep: str, remove: str):
    """Merge two entries of one person: all matches of `remove` become `keep`'s.

    Raises RuleViolation if both had a table or a bye in the same round.
    """
    before = change.history
    player, duplicate = player_in(before, keep), player_in(before, remove)
    if player.id == duplicate.id:
        raise RuleViolation(_("Choose two different entries."))
    idle_byes = redundant_byes(before, player.id, duplicate.id)
    check_mergeable(before, player, duplicate, idle_byes)
    for (phase, number), bye in idle_byes.items():
        change.set_part(match_path(phase, number, bye), None)
    for (phase, number), match in before.matches_of(duplicate.id).items():
        if match not in idle_byes.values():
            store_moved_match(change, phase, number, match, {duplicate.id: player.id})
    merge_entrants(change, player.id, duplicate.id)
    replace_in_pairs(change, {duplicate.id: player.id})
    joined = min(player.joined_round, duplicate.joined_round)
    byes = duplicate.byes | player.byes
    for number in rounds_at_table(before, player.id) | rounds_at_table(before, duplicate.id):
        byes.pop(number, None)
    change.set_part(player_path(player.id), replace(player, joined_round=joined, byes=byes))
    change.set_part(player_path(duplicate.id), None)
    change.log(removed=duplicate.id, keeper=player.id)


def check_mergeable(history: EventHistory, player: PlayerRecord, duplicate: PlayerRecord, idle_byes: dict):
    """Raise RuleViolation if the two entries cannot be one person."""
    names = {"a": player.name, "b": duplicate.name}
    played = history.matches_of(duplicate.id).keys()
    if shared := played & history.matches_of(player.id).keys() - idle_byes.keys():
        text = _("{a} and {b} both played in round {round}, so they can’t be the same person.")
        raise RuleViolation(text, round=min(shared)[1], **names)
    if {player.id, duplicate.id} <= players_in_finals(history):
        raise RuleViolation(
            _("{a} and {b} are both in the top cut, so they can’t be the same person."), **names
        )
    current = history.current_phase.number
    if is_under_way(history) and any(phase == current for phase, _number in played):
        # Its schedule depends on the ids that it was drawn with.
        text = _("{b} is part of the round robin. Keep {b} and remove {a}.")
        raise RuleViolation(text, **names)


def store_moved_match(change: Change, phase: int, number: int, match: MatchRecord, new_ids: dict[str, str]):
    """Store the match with other players in its seats; the path of a bye changes with its player."""
    seats = tuple(replace(seat, player=new_ids.get(seat.player, seat.player)) for seat in match.seats)
    moved = replace(match, seats=seats)
    if match.is_bye:
        change.set_part(match_path(phase, number, match), None)
    change.set_part(match_path(phase, number, moved), moved)


def rounds_at_table(history: EventHistory, key: str) -> set[int]:
    """Return the rounds, counted over the event, that the player has a table in."""
    return {
        history.phase(phase).rounds_before + number
        for (phase, number), match in history.matches_of(key).items()
        if not match.is_bye
    }


def replace_in_pairs(change: Change, new_ids: dict[str, str | None]):
    """Replace player ids in the event's forbidden and wished pairs (None: removed).

    Drops pairs that become invalid or duplicates.
    """
    history, known_pairs = change.history, set()
    pairs_by_field = {"forbidden": (), "wished": ()}
    for field in pairs_by_field:
        for pair in getattr(history, field):
            new = tuple(new_ids.get(player, player) for player in pair)
            if None not in new and len(set(new)) == 2 and frozenset(new) not in known_pairs:
                pairs_by_field[field] += (new,)
                known_pairs.add(frozenset(new))
    if any(pairs != getattr(history, field) for field, pairs in pairs_by_field.items()):
        change.set_event(**pairs_by_field)


def merge_entrants(change: Change, keep: str, remove: str):
    for number, phase in enumerate(change.history.phases, 1):
        is_seated = any(keep in pod for pod in phase.pods)
        seats = {remove: None if is_seated else keep}
        store_phase(change, number, replace_in_phase(phase, {remove: keep}, seats))


def replace_in_phase(phase: PhaseRecord, new_entrants: dict, new_seats: dict) -> PhaseRecord:
    """Return the phase with other ids among its entrants and in its pods (None: removed)."""
    entrants = None if phase.entrants is None else replace_ids(phase.entrants, new_entrants)
    pods = tuple(filter(None, (replace_ids(pod, new_seats) for pod in phase.pods)))
    return replace(phase, entrants=entrants, pods=pods)


def replace_ids(ids: tuple[str, ...], new_ids: dict[str, str | None]) -> tuple[str, ...]:
    """Return the ids after the replacement, each once."""
    replaced = dict.fromkeys(new_ids.get(player, player) for player in ids)
    return tuple(player for player in replaced if player is not None)


def store_phase(change: Change, number: int, phase: PhaseRecord):
    """Store the phase's own facts if they differ."""
    if phase != change.history.phase(number).record:
        change.set_part(phase_path(number), replace(phase, rounds=()))


def players_in_finals(history: EventHistory) -> set[str]:
    """Return the ids of players in finals that have begun."""
    begun = [phase for phase in history.phases if phase.kind == BRACKET and phase.rounds]
    return {player for phase in begun for player in phase.entrants or ()}
