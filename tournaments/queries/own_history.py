"""What an event holds of one player: their own matches alone, so that a hall of phones costs little."""

import hashlib
from collections import defaultdict
from dataclasses import dataclass, replace
from functools import partial

from django.utils.translation import get_language

from ..models import Event, Message, Player
from ..rules import carrying, history, scoring
from .beside import beside_in, tables_of
from .frames import Facts, facts_of
from .histories import history_of, published
from .links import links_since
from .once import newest_of, once_here
from .same import of_the_same
from .seen import at_cost_of, version_now
from .wording import record_text


@dataclass(frozen=True)
class Record:
    wins: int
    losses: int
    draws: int


@dataclass(frozen=True)
class Pages:
    """What the pages of an event's players are made of: the event without drafts; (phase, round) → player →
    their matches; id → player; what was told to the desk in the phase under way. `frame` names what stands on
    all of them, `until` is the newest version that may stand on any."""

    told: history.Event
    matches: dict[tuple[int, int], dict[str, tuple[history.Match, ...]]]
    players: dict[str, history.Player]
    messages: tuple[Message, ...]
    facts: Facts
    frame: str
    until: int
    prints: dict[int, tuple[tuple, str]]


def pages_of(event: Event) -> Pages:
    """Found once for each version of the event and language, for all phones."""
    return once_here(event, pages_here(), lambda: at_cost_of(event, lambda: find_pages(event)))


def pages_here() -> str:
    return f"pages {get_language()}"


def find_pages(event: Event) -> Pages:
    told, facts = published(history_of(event)), facts_of(event)
    messages = messages_in(event, told.current)
    matches = {
        (at, one.number): of_the_same("players", (one.matches,), partial(by_player, one.matches))
        for at, phase in enumerate(told.phases, 1)
        for one in phase.rounds
    }
    bare = tuple(
        replace(phase, rounds=tuple(replace(one, matches=()) for one in phase.rounds))
        for phase in told.phases
    )
    shown = (facts.state, facts.round_text, facts.is_hidden, facts.rounds)
    frame = hashlib.sha256(repr((replace(told, players=(), phases=bare), shown)).encode()).hexdigest()
    tables_of(event)
    links_since(event, told)
    players = {player.id: player for player in told.players}
    _version, before = newest_of(event, pages_here()) or (0, None)
    prints = before.prints if before and before.frame == frame else {}
    return Pages(told, matches, players, messages, facts, frame, version_now(event), prints)


def by_player(matches: tuple[history.Match, ...]) -> dict[str, tuple[history.Match, ...]]:
    found = defaultdict(tuple)
    for match in matches:
        for player in match.players:
            found[player] += (match,)
    return dict(found)


def own_history(event: Event, player: Player) -> history.Event:
    """The event with all its rounds, in them only the matches of this player, and only who sat in those."""
    pages = pages_of(event)
    mine = own_matches(pages, player)
    phases = tuple(
        replace(
            phase, rounds=tuple(replace(one, matches=mine.get((at, one.number), ())) for one in phase.rounds)
        )
        for at, phase in enumerate(pages.told.phases, 1)
    )
    there = who_sat(mine) | {player.key}
    players = tuple(one for one in pages.told.players if one.id in there)
    return replace(pages.told, players=players, phases=phases)


def own_matches(pages: Pages, player: Player) -> dict[tuple[int, int], tuple[history.Match, ...]]:
    """(phase, round) → the matches of this player."""
    return {place: of[player.key] for place, of in pages.matches.items() if player.key in of}


def who_sat(mine: dict) -> set[str]:
    """Everybody who sat in one of these matches."""
    return {one for those in mine.values() for match in those for one in match.players}


def messages_of(event: Event, player: Player) -> tuple[Message, ...]:
    """What this player's tables and reports have told the desk in the phase under way, the newest first."""
    pages = pages_of(event)
    mine = own_matches(pages, player)
    now = pages.told.current
    tables = {match.table for (at, _), those in mine.items() if at == now for match in those} - {None}
    return tuple(
        row
        for row in pages.messages
        if row.player_id == player.id or (row.kind == Message.JUDGE and row.table in tables)
    )


def messages_in(event: Event, phase: int) -> tuple[Message, ...]:
    return tuple(Message.objects.filter(event=event, phase=phase).order_by("-id"))


def print_of(event: Event, player: Player) -> tuple[str, int]:
    """(what names all that the player's page shows, the newest version that may stand in it)."""
    pages = pages_of(event)
    shown = shown_of(event, pages, player)
    of, found = pages.prints.get(player.pk, (None, ""))
    if of != shown:
        found = hashlib.sha256(f"{pages.frame}{shown}".encode()).hexdigest()[:32]
        pages.prints[player.pk] = shown, found
    return found, pages.until


def shown_of(event: Event, pages: Pages, player: Player) -> tuple:
    """All that the player's page shows beside what stands on all of them. Event.DoesNotExist where it, or the
    player, has gone meanwhile."""
    if player.key not in pages.players:
        raise Event.DoesNotExist
    mine = own_matches(pages, player)
    there = who_sat(mine) | {player.key}
    messages = [(row.pk, row.text, row.at, row.done_at) for row in messages_of(event, player)]
    beside = beside_all(event, pages.told.current, mine)
    return player.pk, mine, [pages.players[one] for one in sorted(there)], messages, beside


def beside_all(event: Event, phase: int, mine: dict) -> list:
    """Who plays next to each match of the player in this phase that has no result yet."""
    return [
        beside_in(event, at, number, match.table)
        for (at, number), those in mine.items()
        for match in those
        if at == phase and not match.reported
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
