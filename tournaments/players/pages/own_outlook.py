"""What a player has played and can still reach."""

import sys
from bisect import bisect_left
from dataclasses import dataclass, replace

from django.utils import timezone
from django.utils.translation import get_language, gettext, ngettext

from ...history.cache import get_for_layout, load_history
from ...history.load import without_draft_rounds
from ...models import Event, Message, Pick, Player
from ...rounds.pages.pairings import TableNeighbours, neighbours_by_table
from ...rules import registration
from ...rules.event_file import CHECK_IN
from ...rules.finals_systems.system import ordinal
from ...rules.forecast.chances import PlayerChance
from ...rules.forecast.race import Race, build_race
from ...rules.forecast.stakes import CAN, IN, NEEDS, OUT, Stake
from ...rules.history import (
    BRACKET,
    DRAW,
    LOSS,
    PRIVATE,
    PUBLISHED,
    WIN,
    EventHistory,
    MatchRecord,
    RoundRecord,
    SeatRecord,
)
from ...rules.results import scoring
from ...rules.rounds.progress import has_ended
from ...rules.standings.final import final_standings, is_hidden
from ...rules.standings.standings import standings
from ...rules.standings.table_builder import counted_phases
from ...standings.pages.chances import RoundedChance, by_result_text, get_chances, needs_text, round_chance
from ...standings.pages.forecast import get_cut_outlook
from ...web.status import EventStatus, get_event_status
from ...web.wording import record_text


@dataclass(frozen=True)
class WinLossRecord:
    wins: int
    losses: int
    draws: int


@dataclass(frozen=True)
class OwnEvent:
    """The data of a player's own page.

    `history` has the published rounds with only this player's matches and the players in them. `messages` are
    the ones from their tables and reports in the current phase, newest first; `neighbours` the tables next to
    theirs, by (phase, round). `check_in` is EARLY, OPEN or CLOSED before the event starts, else empty. `pick`
    is set on the page of a picked name.
    """

    player: Player
    history: EventHistory
    status: EventStatus
    messages: tuple[Message, ...]
    neighbours: dict[tuple[int, int], TableNeighbours]
    check_in: str = ""
    pick: Pick | None = None


def page_versions(player: Player) -> tuple:
    """Return all values that the own page depends on: see changes.change. Check-in also opens by time."""
    event = player.event
    opening = registration.opening(CHECK_IN.read(event.check_in, "event.check_in"), timezone.now())
    chances_at = event.chances_at and event.chances_at.isoformat()
    return event.layout_version, player.page_version, event.visibility, opening, chances_at


def load_own_event(player: Player, pick: Pick | None = None) -> OwnEvent:
    """Return the data of a player's own page. Raises Player.DoesNotExist if the player was removed."""
    event, history = player.event, without_draft_rounds(load_history(player.event))
    if history.find_player(player.public_id) is None:
        raise Player.DoesNotExist
    own = keep_own_matches(history, player.public_id)
    current = history.current_phase
    tables = {match.table for round_ in own.current_phase.rounds for match in round_.matches} - {None}
    open_tables = (
        (round_, match)
        for round_ in current.rounds
        if round_.state == PUBLISHED and (match := round_.find_match_of(player.public_id))
        if match.table and not match.reported
    )
    return OwnEvent(
        player=player,
        history=own,
        # The same for all versions of one layout_version.
        status=get_event_status(event).without_results,
        messages=list_messages(player, current.number, tables),
        neighbours={
            (current.number, round_.number): find_neighbours(history.names, round_, match.table)
            for round_, match in open_tables
        },
        check_in=opening_before_start(player.event),
        pick=pick,
    )


def list_messages(player: Player, phase: int, tables: set[int]) -> tuple[Message, ...]:
    """Return a player's messages in a phase, and the judge calls from these tables, newest first.

    Who has sent messages is read once for each version of the event, which every message increments.
    """
    kept = load_history(player.event).calculated.setdefault(list_messages, {})
    if phase not in kept:
        kept[phase] = Message.objects.list_senders(player.event, phase)
    senders, judged_tables = kept[phase]
    if player.pk not in senders and not tables & judged_tables:
        return ()
    return Message.objects.list_of_player(player, phase, tables)


def opening_before_start(event: Event) -> str:
    """Return EARLY, OPEN or CLOSED while the event has check-in and has not started, else an empty string."""
    history = load_history(event)
    return registration.opening(history.check_in, timezone.now()) if registration.is_used(history) else ""


def keep_own_matches(history: EventHistory, player: str) -> EventHistory:
    """Return the history with only this player's matches and the players in them."""
    visible, phases = {player}, []
    for phase in history.phases:
        rounds = []
        for round_ in phase.rounds:
            match = round_.find_match_of(player)
            visible.update(match.players if match else ())
            rounds.append(replace(round_, matches=(match,) if match else ()))
        phases.append(replace(phase, rounds=tuple(rounds)))
    players = tuple(history.players_by_id[other] for other in visible)
    own = replace(history, phases=tuple(phases), players=players)
    own.settings_by_phase.update(history.settings_by_phase)
    return own


def find_neighbours(names: dict[str, str], round_: RoundRecord, table: int) -> TableNeighbours:
    """Return a table of a round with the tables next to it."""
    # Matches are in the order of their tables, byes last.
    place = bisect_left(round_.matches, table, key=lambda match: match.table or sys.maxsize)
    nearby = [match for match in round_.matches[max(place - 1, 0) : place + 2] if match.table]
    return neighbours_by_table({match.table: [names[key] for key in match.players] for match in nearby})[
        table
    ]


def own_record_text(history: EventHistory, player: str) -> str:
    """“3–1” over the rounds that the standings of the phase count; empty in finals and before a result."""
    if history.current_phase.kind == BRACKET:
        return ""
    outcomes = [
        scoring.outcomes(match)[match.players.index(player)]
        for phase in counted_phases(history.current_phase)
        for round_ in phase.rounds
        for match in round_.matches
        if match.reported
    ]
    record = WinLossRecord(*(outcomes.count(outcome) for outcome in (WIN, LOSS, DRAW)))
    return record_text(record) if outcomes else ""


def get_outlook(own: OwnEvent) -> str:
    """Return whether the player is still in, or the final place, in one sentence; empty if nothing is known.

    Results of open rounds do not count, so that the sentence changes only with Event.layout_version: it is
    computed once for all players of that version.
    """
    player = own.history.player(own.player.public_id)
    has_left = own.status.state == "running" and player.dropped_after is not None
    if own.status.state == "upcoming" or player.disqualified or has_left:
        return ""
    return get_outlooks(own.player.event).get(player.id, "")


def get_outlooks(event: Event) -> dict[str, str]:
    """Return what calculate_outlooks returns, cached except for private events."""
    if event.visibility == PRIVATE:
        return calculate_outlooks(event)
    return get_for_layout(event, f"outlook:{get_language()}", calculate_outlooks)


def calculate_outlooks(event: Event) -> dict[str, str]:
    """Return {player id: sentence} after the finished rounds, and after a cut for players who missed it.

    Without a cut, only after the end.
    """
    history = load_history(event)
    if has_ended(history):
        return final_places(history)
    history = without_open_results(without_draft_rounds(history))
    phase = history.current_phase
    has_finished = any(round_.finished for round_ in phase.rounds)
    race = build_race(phase) if has_finished and not is_hidden(phase) else None
    missed = places_of_missed_cut(history)
    if race is None:
        return missed
    outlook = get_cut_outlook(phase, race)
    texts = {player: outlook_text(race, stake, outlook.label) for player, stake in outlook.stakes.items()}
    return missed | texts


def places_of_missed_cut(history: EventHistory) -> dict[str, str]:
    """Return {player id: “You finished 17th.”} of the players who missed the cut into the current phase."""
    phase = history.current_phase
    if phase.previous is None or phase.entrants is None:
        return {}
    text = gettext("You finished {place}.")
    return {
        row.player: text.format(place=ordinal(row.rank).render(gettext))
        for row in standings(phase.previous).rows
        if row.player not in phase.entrants
    }


def final_places(history: EventHistory) -> dict[str, str]:
    """Return {player id: “You finished 5th of 32”} of an event that has ended."""
    rows, text = final_standings(history), gettext("You finished {place} of {count}")
    return {row.player: text.format(place=ordinal(row.rank).render(gettext), count=len(rows)) for row in rows}


def without_open_results(history: EventHistory) -> EventHistory:
    """Return the history without the results of rounds that are not finished."""
    phases = []
    for phase in history.phases:
        rounds = (
            round_ if round_.finished else replace(round_, matches=tuple(map(without_result, round_.matches)))
            for round_ in phase.rounds
        )
        phases.append(replace(phase, rounds=tuple(rounds)))
    return replace(history, phases=tuple(phases))


def without_result(match: MatchRecord) -> MatchRecord:
    if match.is_bye:
        return match
    return replace(match, seats=tuple(SeatRecord(player) for player in match.players), drawn_games=0)


def outlook_text(race: Race, stake: Stake, cut: str) -> str:
    if stake.state == IN:
        return gettext("You’re certain to make the cut ({cut}).").format(cut=cut)
    if stake.state == OUT:
        return gettext("You can’t make the cut any more ({cut}).").format(cut=cut)
    if stake.state == NEEDS:
        return gettext("You’re still in. What makes the cut ({cut}) certain: {needs}.").format(
            cut=cut, needs=needs_text(race, stake)
        )
    if stake.state == CAN and race.is_running:
        return gettext("You’re still in, but the cut ({cut}) also depends on other results.").format(cut=cut)
    return gettext("Tiebreakers decide whether you make the cut ({cut}).").format(cut=cut)


@dataclass(frozen=True)
class OwnChance:
    """The player's chance to make the cut.

    `by_result` says what the results of the current match make of it, `draw` whether a draw is safe, and
    `agreeing` whether the rulebook allows players to agree on one; each is empty if it is not known, and
    `agreeing` also where a draw puts the player out.
    """

    rounded: RoundedChance
    is_certain: bool
    as_of: str
    by_result: str
    draw: str
    agreeing: str
    assumption: str


def get_own_chance(own: OwnEvent, match: MatchRecord | None) -> OwnChance | None:
    """Return the player's chance; `match` is their current match."""
    page = get_chances(own.player.event, own.history)
    chance = page.chances.players.get(own.player.public_id) if page else None
    if chance is None:
        return None
    current = own.history.current_phase.current_round
    is_open = match is not None and not (match.is_bye or match.reported)
    is_certain = chance.chance in (0, 1)
    has_open_match = is_open and current.number == page.chances.round
    draw = draw_text(own, page.chances.players, chance, match) if has_open_match and chance.chance else ""
    return OwnChance(
        rounded=round_chance(chance.chance),
        is_certain=is_certain,
        as_of=page.as_of,
        by_result=own_by_result_text(chance) if has_open_match and not is_certain else "",
        draw=draw,
        agreeing=page.agreeing if draw and chance.draw else "",
        assumption=page.assumption,
    )


def own_by_result_text(chance: PlayerChance) -> str:
    """Return “After this match: win over 95 %, draw about 40 %, loss under 5 %.”"""
    text = by_result_text(chance)
    return gettext("After this match: {chances}.").format(chances=text) if text else ""


def draw_text(own: OwnEvent, chances: dict, chance: PlayerChance, match: MatchRecord) -> str:
    """Say whether a draw is safe for both players, or else what could go wrong."""
    if chance.draw is None:
        return ""
    other = next(player for player in match.players if player != own.player.public_id)
    name, other_draw = own.history.names[other], getattr(chances.get(other), "draw", None)
    if chance.draw == 0:
        return gettext("With a draw you’re out.")
    if chance.draw == 1 and other_draw == 1:
        return gettext("A draw is safe: it puts you both in for certain.")
    if chance.draw == 1:
        return gettext("A draw puts you in for certain, but not {name}.").format(name=name)
    if not chance.rivals:
        return gettext("A draw isn’t safe: it doesn’t make you certain of the cut.")
    text = ngettext(
        "A draw isn’t safe: {count} other player could still finish level with you or ahead.",
        "A draw isn’t safe: {count} other players could still finish level with you or ahead.",
        chance.rivals,
    )
    return text.format(count=chance.rivals)
