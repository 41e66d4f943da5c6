"""What an event holds of one player: their own matches alone, so that a hall of phones costs little."""

import hashlib
from collections import defaultdict
from dataclasses import dataclass, replace

from django.conf import settings
from django.core.cache import caches
from django.utils.translation import get_language

from ..models import Event, Message, Player
from ..rules import carrying, history, scoring
from .beside import beside_in
from .frames import facts_of
from .histories import history_of, published
from .once import once_here
from .seen import version_now
from .wording import record_text

KEPT_SECONDS = 600


@dataclass(frozen=True)
class Record:
    wins: int
    losses: int
    draws: int


def own_history(event: Event, player: Player) -> history.Event:
    """The event with all its rounds, in them only the matches of this player, and only who sat in those."""
    told = published(history_of(event))
    mine = once_here(event, "matches of each", lambda: matches_of_each(told)).get(player.key, {})
    there = {player.key, *(one for those in mine.values() for match in those for one in match.players)}
    phases = tuple(
        replace(
            phase,
            rounds=tuple(replace(one, matches=tuple(mine.get((at, one.number), ()))) for one in phase.rounds),
        )
        for at, phase in enumerate(told.phases, 1)
    )
    return replace(told, players=tuple(one for one in told.players if one.id in there), phases=phases)


def matches_of_each(told: history.Event) -> dict:
    """{player: {(phase, round): their matches}}."""
    found = defaultdict(lambda: defaultdict(list))
    for at, phase in enumerate(told.phases, 1):
        for round_ in phase.rounds:
            for match in round_.matches:
                for player in match.players:
                    found[player][at, round_.number].append(match)
    return found


def messages_of(event: Event, player: Player, told: history.Event) -> tuple[Message, ...]:
    """What this player's tables and reports have told the desk in the phase under way, the newest first."""
    tables = {match.table for round_ in told.phase(told.current).rounds for match in round_.matches} - {None}
    return tuple(
        row
        for row in once_here(event, "messages", lambda: messages_in(event, told.current))
        if row.player_id == player.id or (row.kind == Message.JUDGE and row.table in tables)
    )


def messages_in(event: Event, phase: int) -> tuple[Message, ...]:
    return tuple(Message.objects.filter(event=event, phase=phase).order_by("-id"))


def print_of(event: Event, player: Player) -> tuple[str, int]:
    """(what names all that the player's page shows, the newest version that may stand in it); worked out once
    for each version of the event."""
    kept, now = caches["phones"], (settings.RELEASE, event.version, get_language())
    of, found = kept.get(player.pk, (None, None))
    if of != now:
        told, facts = own_history(event, player), facts_of(event)
        messages = [(row.pk, row.text, row.at, row.done_at) for row in messages_of(event, player, told)]
        own = (player.pk, told, messages, beside_all(event, told))
        shown = (*own, facts.state, facts.round_text, facts.is_hidden, facts.rounds)
        found = hashlib.sha256(repr(shown).encode()).hexdigest()[:32], version_now(event)
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
