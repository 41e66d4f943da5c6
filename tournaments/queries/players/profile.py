"""A player of an event, and what they have played."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext

from ...models import Event
from ...rules import finals
from ...rules.finals.labels import ordinal
from ...rules.history import BRACKET, EventHistory, MatchRecord
from ...rules.results import scoring, text
from ...rules.rounds import progress
from ...rules.standings.hidden import is_hidden
from ...rules.standings.standings import standings
from ..drafts.pods_page import seats_at
from ..events.status import round_name
from ..history.cache import load_history
from ..history.load import public_history
from ..results.bets import changes_of
from ..results.result_icons import SYMBOLS
from ..rounds.change_notices import notices_of
from ..rounds.draw_proof import can_show_reasons, pairing_reasons
from ..rounds.round_page import before_round, now, points_text
from ..rounds.table_reasons import anchor_at
from ..standings.columns import phase_to_show
from ..wording.formats import gone_text, number_text, record_text, secret_text


@dataclass(frozen=True)
class Opponent:
    """Somebody at the same table; `seed` is said in finals."""

    key: str
    name: str
    seed: str


@dataclass(frozen=True)
class PlayedRound:
    """One round of a player. `outcome` is the sprite's symbol; `seat` (from 1) is said of a pod's alone.

    `short` is the round's number, in finals the letter F before it. `anchor` is where the page of the draw
    says why; "" where it does not.
    """

    phase: int
    number: int
    short: str
    heading: str
    outcome: str
    words: str
    opponents: tuple[Opponent, ...]
    seat: int | None
    table: int | None
    score: str
    points: str
    is_now: bool
    anchor: str


@dataclass(frozen=True)
class PlayerProfile:
    """`rank`, `record` and `points` are empty while nothing is played; `current` waits for its result.

    `place` is what is certain of the finals in words; rounds stand newest first.
    `seats` are (phase, “pod 2, seat 5”) of drafts. `secret` says why there are no numbers while they are
    hidden. `notice` tells the player that their table
    was changed, `why` why it is theirs in the round of now.
    """

    player: str
    name: str
    club: str
    note: str
    rank: int
    of: int
    record: str
    points: str
    heading: str
    place: str
    current: PlayedRound | None
    notice: str
    why: str
    secret: str
    rounds: tuple[PlayedRound, ...]
    seats: tuple[tuple[int, str], ...]


def get_player_profile(event: Event, key: str) -> PlayerProfile | None:
    """A player's record and rounds, drafts left out; None where the event has no such player."""
    history = public_history(load_history(event))
    player = next((player for player in history.players if player.id == key), None)
    if player is None:
        return None
    rows = standings(history, phase_to_show(history), live=True).rows
    secret = is_hidden(history, phase_to_show(history))
    row = None if secret else next((row for row in rows if row.player == key), None)
    played = tuple(rounds_of(history, key))
    played_row = row if played else None
    at = next((one for one in played if one.is_now and one.anchor), None)
    return PlayerProfile(
        player=key,
        name=player.name,
        club=player.club,
        note=gone_text(history, player),
        rank=played_row.rank if played_row else 0,
        of=len(rows),
        record=record_text(played_row) if played_row else "",
        points=number_text(played_row.points) if played_row else "",
        heading=heading(history),
        place=place_of(history, key),
        seats=tuple(seats_at(history, key)),
        current=next((one for one in played if one.is_now and one.outcome == "playing"), None),
        notice=notices_of(event, history).get(key, ""),
        secret=secret_text() if secret else "",
        why=pairing_reasons(event, at.phase, at.number).get(key, "") if at else "",
        rounds=played,
    )


def heading(history: EventHistory) -> str:
    """Label the state of record and rank: “After round 4”, “As of now, in round 5”."""
    rounds = history.phase(phase_to_show(history)).rounds
    if rounds and not rounds[-1].finished:
        return gettext("As of now, in round {number}").format(number=rounds[-1].number)
    return gettext("After round {number}").format(number=len(rounds))


def place_of(history: EventHistory, key: str) -> str:
    """“2nd in the finals”; "" where no place is certain."""
    number = history.current
    if history.phase(number).kind != BRACKET:
        return ""
    ranks = {player: rank for rank, player in finals.placings(history, number)}
    if key not in ranks:
        return ""
    return gettext("{place} in the finals").format(place=ordinal(ranks[key]).render(gettext))


def rounds_of(history: EventHistory, key: str):
    """Yield the player's rounds, newest first."""
    names = history.names
    for number in range(len(history.phases), 0, -1):
        changes = changes_of(history, number, key)
        for round_ in reversed(history.phase(number).rounds):
            for match in round_.matches:
                seat = next((place for place, seat in enumerate(match.seats) if seat.player == key), None)
                if seat is not None:
                    yield played_of(history, number, round_, match, seat, names, changes)


def played_of(history, phase, round_, match, place, names, changes) -> PlayedRound:
    ends = scoring.outcomes(match)
    outcome = SYMBOLS[ends[place]] if ends else "playing"
    settings = progress.settings_for(history, phase)
    points = () if settings.betting else scoring.points_of(match, settings)
    is_bracket = history.phase(phase).kind == BRACKET
    turned = replace(match, seats=match.seats[::-1]) if place and not match.is_pod else match
    # Of a pod its sentence says the seeds.
    seeds = before_round(history, phase, round_.number) if is_bracket and not match.is_pod else {}
    opponents = tuple(
        Opponent(seat.player, names[seat.player], seeds[seat.player][0] if seeds else "")
        for seat in (*match.seats[:place], *match.seats[place + 1 :])
    )
    return PlayedRound(
        phase=phase,
        number=round_.number,
        short=gettext("F{number}").format(number=round_.number) if is_bracket else str(round_.number),
        heading=round_name(history, phase, round_.number),
        outcome="bye" if match.is_bye and outcome == "won" else outcome,
        words=text.score(match, gettext) if match.is_bye else words_of(outcome, match.is_pod),
        opponents=opponents,
        seat=place + 1 if match.is_pod else None,
        table=match.table,
        score="" if match.is_bye else score_of(turned, place),
        points=points_text(points[place]) if points and not is_bracket else changes.get(round_.number, ""),
        is_now=not round_.finished and round_ is now(history.phase(phase).rounds),
        anchor=anchor_at(match.table, match.seats[0].player)
        if is_bracket or (round_.seed and can_show_reasons(history, phase))
        else "",
    )


def score_of(match: MatchRecord, place: int) -> str:
    """The score from the player's side; of a pod the place there, where places were told."""
    if not match.is_pod:
        return text.score(match, gettext)
    pod_place = match.seats[place].place
    return ordinal(pod_place).render(gettext) if pod_place else ""


def words_of(outcome: str, in_pod: bool) -> str:
    words = {
        "won": gettext("beat"),
        "lost": gettext("lost to"),
        "drawn": gettext("drew with"),
        "playing": gettext("against"),
    }
    # Of a pod's losers none has lost to all the others.
    return gettext("lost, with") if in_pod and outcome == "lost" else words[outcome]
