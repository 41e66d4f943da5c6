"""What an event holds of one player: their own matches, read alone, so that a hall of phones costs little."""

import hashlib
from dataclasses import dataclass, replace

from django.conf import settings
from django.core.cache import caches
from django.utils.translation import get_language

from ..models import Event, Message, Phase, Player, Round
from ..rules import carrying, history, scoring
from . import histories
from .beside import beside_in
from .frames import facts_of
from .wording import record_text

KEPT_SECONDS = 600


@dataclass(frozen=True)
class Record:
    wins: int
    losses: int
    draws: int


def own_history(event: Event, player: Player) -> history.Event:
    """The event with all its rounds, but in them only the matches of this player, and only who sat in those:
    four queries, however many play."""
    matches = histories.matches_of(match__seats__player=player)
    there = {seat.player for those in matches.values() for match in those for seat in match.seats}
    rounds = Round.objects.filter(phase__event=event).exclude(state=history.DRAFT).order_by("number")
    by_phase = {}
    for row in rounds:
        by_phase.setdefault(row.phase_id, []).append(histories.round_of(row, tuple(matches.get(row.id, ()))))
    phases = tuple(
        replace(histories.phase_of(row), rounds=tuple(by_phase.get(row.id, ())))
        for row in Phase.objects.filter(event=event).order_by("number")
    )
    players = histories.players_of(event, key__in={player.key, *there})
    return replace(histories.event_of(event), players=players, phases=phases)


def messages_of(event: Event, player: Player, told: history.Event) -> tuple[Message, ...]:
    """What this player's tables and reports have told the desk in the phase under way, the newest first."""
    tables = {match.table for round_ in told.phase(told.current).rounds for match in round_.matches}
    rows = Message.objects.filter(event=event, phase=told.current).order_by("-id")
    return tuple(
        row
        for row in rows.filter(table__in=tables - {None}) | rows.filter(player=player)
        if row.kind == Message.JUDGE or row.player_id == player.id
    )


def print_of(event: Event, player: Player) -> str:
    """Names all that the player's page shows; worked out once for each version of the event."""
    kept, now = caches["phones"], (settings.RELEASE, event.version, get_language())
    of, found = kept.get(player.pk, (None, ""))
    if of != now:
        told, facts = own_history(event, player), facts_of(event)
        messages = [(row.pk, row.text, row.at, row.done_at) for row in messages_of(event, player, told)]
        own = (player.pk, told, messages, beside_all(event, told))
        shown = (*own, facts.state, facts.round_text, facts.is_hidden, facts.rounds)
        found = hashlib.sha256(repr(shown).encode()).hexdigest()[:32]
        kept.set(player.pk, (now, found), KEPT_SECONDS)
    return found


def beside_all(event: Event, told: history.Event) -> list:
    """Who plays next to each match of the player that has no result yet."""
    phase = told.current
    return [
        beside_in(event, phase, round_.number, match.table)
        for round_ in told.phase(phase).rounds
        for match in round_.matches
        if not match.reported
    ]


def record_of(told: history.Event, player: str) -> str:
    """“3–1” over the rounds that the standings of the phase count; empty in finals and before a result."""
    if told.phase(told.current).kind == history.BRACKET:
        return ""
    ends = [
        scoring.outcomes(match)[match.players.index(player)]
        for number in carrying.counted(told, told.current)
        for round_ in told.phase(number).rounds
        for match in round_.matches
        if match.reported
    ]
    counts = Record(*(ends.count(end) for end in (history.WIN, history.LOSS, history.DRAW)))
    return record_text(counts) if ends else ""
