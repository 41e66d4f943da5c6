"""Who sits where in a round: found, put in order, compared."""

import hashlib
from dataclasses import replace

from ..drafts.booster import pods_of
from ..errors import RuleViolation, _
from ..history import BYE, DRAFT_PODS, EventHistory, MatchRecord, PlayerRecord, RoundRecord, SeatRecord
from . import requested_byes, table_numbers
from .phases import entrants_of


def completed(
    history: EventHistory, round_: RoundRecord, kept: list[MatchRecord], seated, byes=()
) -> RoundRecord:
    """What is kept; those of the tables `seated` (players in the order of their seats) that play so already
    where they are, the others at tables of their own or the lowest numbers left; the `byes`."""
    wanted = {frozenset(players) for players in seated}
    stay = [match for match in round_.matches if frozenset(match.players) in wanted]
    there = {frozenset(match.players) for match in stay}
    new = [players for players in seated if frozenset(players) not in there]
    taken = {match.table for match in (*kept, *stay)}
    numbers, _why = table_numbers.numbered(history, new, free_tables([*kept, *stay], len(new)), taken)
    made = [
        MatchRecord(tuple(map(SeatRecord, players)), table)
        for players, table in zip(new, numbers, strict=True)
    ]
    old = {match.seats[0].player: match for match in round_.matches if match.is_bye}
    out = [old.get(bye) or MatchRecord((SeatRecord(bye, result=BYE),)) for bye in byes]
    return in_order(round_, [*kept, *stay, *made, *out])


def free_tables(matches, count: int = 1) -> list[int]:
    """The lowest numbers that no table has."""
    taken = {match.table for match in matches}
    return [number for number in range(1, len(taken) + count + 1) if number not in taken][:count]


def in_order(round_: RoundRecord, matches) -> RoundRecord:
    """The round with these matches: tables by number, byes last."""
    return replace(round_, matches=tuple(sorted(matches, key=lambda m: (m.is_bye, m.table or 0))))


def round_of(history: EventHistory, phase: int, number: int) -> RoundRecord:
    return next(r for r in history.phase(phase).rounds if r.number == number)


def history_before(history: EventHistory, phase: int, round_: RoundRecord) -> EventHistory:
    """The event as it was when the round was drawn, with all that is known now."""
    rounds = tuple(r for r in history.phase(phase).rounds if r.number < round_.number)
    return history.with_phase(phase, rounds=rounds)


def asked_out(history: EventHistory, phase: int, round_: RoundRecord) -> frozenset[str]:
    """Ids of those who asked not to play the round."""
    return requested_byes.out_by_request(history, history.rounds_before(phase) + round_.number)


def company_of(history: EventHistory, phase: int, player: str) -> frozenset[str] | None:
    """The players of their pod of a draft, which plays by itself; None where everybody may meet them."""
    if history.phase(phase).kind != DRAFT_PODS:
        return None
    return next((frozenset(pod) for pod in pods_of(history, phase) if player in pod), frozenset((player,)))


def match_of(history: EventHistory, round_: RoundRecord, player: str) -> MatchRecord:
    """The player's table or bye; RuleViolation where they have none."""
    for match in round_.matches:
        if player in match.players:
            return match
    raise RuleViolation(_("{name} is not in this round."), name=named(history, player).name)


def named(history: EventHistory, key: str) -> PlayerRecord:
    for player in history.players:
        if player.id == key:
            return player
    raise RuleViolation(_("Choose a player of this event."))


def playing_of(history: EventHistory, phase: int, round_: RoundRecord, player: str) -> MatchRecord:
    """The player's table or the bye that the draw gave them; RuleViolation for one that they asked for."""
    match = match_of(history, round_, player)
    if match.is_bye and player in asked_out(history, phase, round_):
        raise RuleViolation(
            _("{name} asked not to play this round: let them in first."), name=named(history, player).name
        )
    return match


def open_to(history: EventHistory, phase: int, round_: RoundRecord, a: str) -> RoundRecord:
    """The round without the bye that the player asked for; RuleViolation where they cannot join it."""
    player = named(history, a)
    if a in asked_out(history, phase, round_):
        round_ = replace(round_, matches=tuple(m for m in round_.matches if m.players != (a,)))
    if any(a in match.players for match in round_.matches):
        raise RuleViolation(_("{name} sits in this round already."), name=player.name)
    if player.has_left:
        raise RuleViolation(_("{name} has dropped: take that back first."), name=player.name)
    if a not in entrants_of(history, phase):
        raise RuleViolation(_("{name} is not in this phase of the event."), name=player.name)
    return round_


def bye_in(round_: RoundRecord, asked=frozenset(), needed=False, company=None) -> MatchRecord | None:
    """The bye that somebody has who did not ask for it (whose id is not among `asked`), in that `company`."""
    byes = (match for match in round_.matches if match.is_bye and match.players[0] not in asked)
    bye = next((match for match in byes if company is None or match.players[0] in company), None)
    if bye is None and needed:
        if any(match.is_pod for match in round_.matches):
            raise RuleViolation(_("Nobody has a bye in this round: take the player out of it instead."))
        raise RuleViolation(
            _("The number of players is even: a bye would leave somebody without an opponent.")
        )
    return bye


def changed_tables(before: RoundRecord, after: RoundRecord) -> list[MatchRecord]:
    """Tables of the one that are not in the other, byes left out."""
    return [match for match in before.matches if match not in after.matches and not match.is_bye]


def opponents(round_: RoundRecord) -> dict[str, frozenset[str]]:
    """Everybody in the round with those they meet, nobody for a bye."""
    told = {}
    for match in round_.matches:
        players = match.players
        told |= {player: frozenset(players) - {player} for player in players}
    return told


def fingerprint(round_: RoundRecord) -> str:
    """A short text that differs where anybody would sit elsewhere."""
    told = [(match.table, match.players) for match in round_.matches]
    return hashlib.sha256(repr(told).encode()).hexdigest()[:16]
