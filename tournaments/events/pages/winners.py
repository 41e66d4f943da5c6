"""Who leads an event, who has won it, and the champion's way through it."""

from dataclasses import dataclass, replace

from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

from ...lists.pages import find_public_version
from ...models import Event
from ...players.pages.profile import outcome_text
from ...results.pages.cells import ResultIcon, result_icons, symbols_in
from ...results.pages.scores import score_text
from ...rounds.pages.pairings import points_text, records_before_round
from ...rules import finals
from ...rules.finals_systems.system import ordinal
from ...rules.history import BRACKET, EventHistory, EventPhase, MatchRecord
from ...rules.standings.final import is_hidden
from ...rules.standings.standings import standings
from ...standings.pages.standings import final_rows
from ...web.status import cut_text, round_name
from ...web.wording import list_noun, phase_name, record_text

MAX_PLACES = 8
# So many names fit into the heading of a shared first place.
MAX_NAMED_WINNERS = 3
# Of an event without finals so many rounds are shown match by match, more of them as discs.
MAX_ROUNDS_AS_STOPS = 5
# Results from which the drawing of discs gets closer together.
DENSE_FROM = 9


@dataclass(frozen=True)
class Place:
    """A place; `note` is “3–0, 9 points”, or the player's last match in finals with its `score`."""

    rank: int
    player: str
    name: str
    note: str
    score: str = ""

    @property
    def rank_text(self) -> str:
        return ordinal(self.rank).render(gettext)


@dataclass(frozen=True)
class WayOpponent:
    key: str
    name: str
    seed: str


@dataclass(frozen=True)
class WayStop:
    """A match on the champion's way; `outcome` is the symbol of the sprite, `words` are “beat”."""

    heading: str
    outcome: str
    words: str
    opponents: tuple[WayOpponent, ...]
    score: str

    is_leg = False


@dataclass(frozen=True)
class WayLeg:
    """Rounds on the champion's way that are shown together; `note` is “18 points, 3rd of 120”."""

    heading: str
    rounds: str
    icons: tuple[ResultIcon, ...]
    score: str
    note: str

    is_leg = True

    @property
    def is_dense(self) -> bool:
        return len(self.icons) >= DENSE_FROM


@dataclass(frozen=True)
class EventResult:
    """How the event ended: first place, then `places` up to the eighth.

    `winners` are empty if too many share it; then `places` begin with them, and `unnamed_winners` counts
    the rest of them. `record` and `way` are those of a sole champion: the way to the cut, empty without one,
    and from there. `cut` is “Top 8”. `list_noun` names the champion's list if everyone can read it, and
    `deck` is its deck. `placed` counts the players with a place.
    """

    winners: tuple[Place, ...]
    places: tuple[Place, ...]
    unnamed_winners: int
    placed: int
    record: str
    way_to_cut: tuple[WayStop | WayLeg, ...]
    way: tuple[WayStop | WayLeg, ...]
    cut: str
    has_bracket: bool
    list_noun: str = ""
    deck: str = ""

    @property
    def champion(self) -> Place | None:
        return self.winners[0] if len(self.winners) == 1 else None


def get_event_result(event: Event, history: EventHistory) -> EventResult | None:
    """Return the result of an event that has ended, with the champion's list if it is public."""
    result = build_result(history)
    version = find_public_version(event, result.champion.player) if result and result.champion else None
    if version is None:
        return result
    deck = history.with_public_names_in(version.deck)
    return replace(result, list_noun=list_noun(history.rulebook), deck=deck)


def build_result(history: EventHistory) -> EventResult | None:
    """Return the result of an event that has ended; None if nobody has a place."""
    rows = final_rows(history)
    if not rows:
        return None
    first = [row for row in rows if row.rank == 1]
    named = first if len(first) <= MAX_NAMED_WINNERS else []
    champion = first[0].player if len(first) == 1 else ""
    to_cut, way = way_of(history, champion) if champion else ((), ())
    notes = last_matches(history.current_phase)
    return EventResult(
        winners=tuple(Place(1, row.player, row.name, "") for row in named),
        places=tuple(
            Place(row.rank, row.player, row.name, *(notes.get(row.player) or (result_of(row),)))
            for row in rows[len(named) : MAX_PLACES]
        ),
        unnamed_winners=max(0, len(first) - MAX_PLACES),
        placed=len(rows),
        record=record_text(first[0]) if champion else "",
        way_to_cut=to_cut,
        way=way,
        cut=capfirst(cut_text(history)),
        has_bracket=history.current_phase.kind == BRACKET,
    )


def leaders_of(phase: EventPhase) -> tuple[Place, ...]:
    """Return the first places of the live standings of Swiss rounds."""
    matches = (match for round_ in phase.rounds for match in round_.matches)
    has_results = any(match.reported and not match.is_bye for match in matches)
    if phase.kind == BRACKET or not has_results or is_hidden(phase):
        return ()
    rows = standings(phase, live=True).rows[:MAX_PLACES]
    return tuple(Place(row.place or row.rank, row.player, row.name, result_of(row)) for row in rows)


def result_of(row) -> str:
    """Return “3–0, 9 points”."""
    return gettext("{record}, {points}").format(record=record_text(row), points=points_text(row.points))


def last_matches(phase: EventPhase) -> dict[str, tuple[str, str]]:
    """Return (“Semi-final 1”, “1–2”) by player of finals: the last match of each; empty for other phases."""
    if phase.kind != BRACKET:
        return {}
    texts, names = {}, match_names(phase)
    for number, match in played_matches(phase):
        name = names.get((number, match.table), "")
        for place, player in enumerate(match.players):
            texts[player] = (name, score_text(match, place))
    return texts


def played_matches(phase: EventPhase):
    """Yield (number of the round, match) of a phase in order, byes included."""
    for round_ in phase.rounds:
        for match in round_.matches:
            yield round_.number, match


def match_names(phase: EventPhase) -> dict[tuple[int, int | None], str]:
    """Return “Semi-final 1” by (round, table) of the matches of finals."""
    meetings = finals.bracket_of(phase).meetings
    names = {id(meeting.match): meeting.slot.name.render(gettext) for meeting in meetings if meeting.match}
    return {
        (number, match.table): capfirst(names[id(match)])
        for number, match in played_matches(phase)
        if id(match) in names
    }


def way_of(history: EventHistory, player: str):
    """Return a player's way to the last cut and from there: finals match by match, other rounds together."""
    phases = [phase for phase in history.all_phases if any(r.find_match_of(player) for r in phase.rounds)]
    *earlier, last = [steps_of(phase, player, len(phases) == 1) for phase in phases] or [()]
    to_cut = tuple(step for steps in earlier for step in steps)
    is_cut = history.current_phase.kind == BRACKET and phases[-1].kind == BRACKET
    return (to_cut, last) if is_cut else ((), (*to_cut, *last))


def steps_of(phase: EventPhase, player: str, is_alone: bool) -> tuple[WayStop | WayLeg, ...]:
    """Return the player's steps in a phase: its matches, or one for all rounds."""
    if phase.kind == BRACKET or (is_alone and len(phase.rounds) <= MAX_ROUNDS_AS_STOPS):
        return tuple(stops_of(phase, player))
    return (leg_of(phase, player),)


def stops_of(phase: EventPhase, player: str):
    """Yield the player's matches of a phase."""
    names = match_names(phase) if phase.kind == BRACKET else {}
    seeds = records_before_round(phase, 1) if phase.kind == BRACKET else {}
    for number, match in played_matches(phase):
        if player in match.players:
            heading = names.get((number, match.table)) or round_name(phase, number)
            yield stop_of(match, match.players.index(player), heading, phase, seeds)


def stop_of(match: MatchRecord, place: int, heading: str, phase: EventPhase, seeds: dict) -> WayStop:
    """Return the stop of the player at this place of a match."""
    outcome = symbols_in(match)[place]
    others = (*match.players[:place], *match.players[place + 1 :])
    return WayStop(
        heading=heading,
        outcome=outcome,
        words=outcome_text(match, outcome),
        opponents=tuple(
            # In a pod the sentence of its opponents has no room for their seeds.
            WayOpponent(key, phase.history.names[key], "" if match.is_pod else seeds.get(key, ("",))[0])
            for key in others
        ),
        score="" if match.is_bye else score_text(match, place),
    )


def leg_of(phase: EventPhase, player: str) -> WayLeg:
    """Return all rounds of a phase as one part of the player's way."""
    rows = standings(phase).rows
    row = next((row for row in rows if row.player == player), None)
    many = len(phase.rounds)
    return WayLeg(
        heading=phase_name(phase),
        rounds=ngettext("{count} round", "{count} rounds", many).format(count=many),
        icons=result_icons(phase.rounds).get(player, ()),
        score=record_text(row) if row else "",
        note=leg_note(row, len(rows)) if row else "",
    )


def leg_note(row, players: int) -> str:
    """Return “18 points, 3rd of 120”, “9 points, 1st of pool B”."""
    place, points = ordinal(row.place or row.rank).render(gettext), points_text(row.points)
    if row.pool:
        return gettext("{points}, {place} of pool {pool}").format(points=points, place=place, pool=row.pool)
    return gettext("{points}, {place} of {players}").format(points=points, place=place, players=players)
