"""The public page of a player: record and rounds."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...drafts.pages import list_draft_seats
from ...history.cache import load_history
from ...history.load import public_history
from ...lists.pages import find_public_version
from ...models import Event
from ...people.pages.profiles import find_profile_of_player
from ...results.pages.cells import SYMBOLS, bet_changes
from ...results.pages.scores import score_text
from ...rounds.pages.change_notices import get_change_notices
from ...rounds.pages.pairings import points_text, records_before_round
from ...rounds.pages.proofs import anchor_at, can_show_reasons, get_pairing_reasons
from ...rules import finals
from ...rules.finals_systems.system import ordinal
from ...rules.history import BRACKET, EventHistory, EventPhase, MatchRecord, RoundRecord
from ...rules.results import scoring
from ...rules.results.notation import abbreviate_result
from ...rules.standings.final import is_hidden
from ...rules.standings.standings import standings
from ...standings.pages.rank_chart import draw_ranks
from ...standings.pages.rank_history import get_ranked_phases
from ...standings.pages.standings import final_rows, has_final_standings, phase_to_show
from ...web.charts import Chart
from ...web.status import round_name
from ...web.wording import departure_text, hidden_text, list_noun, number_text, record_text


@dataclass(frozen=True)
class Opponent:
    """Another player at the same table; `seed` is set only in finals."""

    key: str
    name: str
    seed: str


@dataclass(frozen=True)
class PlayedRound:
    """One round of a player.

    `short_name` is the round's number, in finals with the letter F; `outcome` the sprite's symbol and
    `outcome_text` its words; `seat` (from 1) is set only in pods. `anchor` is the place of the reason on the
    page of the draw, empty if it gives none.
    """

    phase: int
    number: int
    short_name: str
    heading: str
    outcome: str
    outcome_text: str
    opponents: tuple[Opponent, ...]
    seat: int | None
    table: int | None
    score: str
    points: str
    is_now: bool
    anchor: str


@dataclass(frozen=True)
class PlayerProfile:
    """A player's page; `rank`, `record` and `points` are empty before round 1 and while `hidden` says why.

    At the end of an event of several phases, rank and record are the final ones, and points of several scales
    are left out. `place` is the certain place in the finals. `rounds` are newest first, `current` is the one
    without a result; `seats` are (phase, “pod 2, seat 5”) of drafts. `notice` tells the player that their
    table was changed, `reason` why it is theirs in the current round. `ranks` are drawn from the second
    finished round on. `list_noun` names the list that
    everyone can read, empty without one; `person` is the id of the public profile at the event's club.
    """

    player: str
    name: str
    club: str
    note: str
    rank: int
    player_count: int
    record: str
    points: str
    heading: str
    place: str
    current: PlayedRound | None
    notice: str
    reason: str
    hidden: str
    list_noun: str
    person: str
    rounds: tuple[PlayedRound, ...]
    ranks: Chart | None
    seats: tuple[tuple[int, str], ...]


def get_player_profile(event: Event, key: str) -> PlayerProfile | None:
    """Return a player's record and rounds, without drafts; None if the player does not exist."""
    history = public_history(load_history(event))
    player = history.find_player(key)
    if player is None:
        return None
    phase, is_final = phase_to_show(history), has_final_standings(history)
    rows = final_rows(history) if is_final else standings(phase, live=True).rows
    is_secret = is_hidden(phase)
    rounds, person = tuple(played_rounds(history, key)), find_profile_of_player(event, key)
    row = next((row for row in rows if row.player == key), None) if rounds and not is_secret else None
    explained = next((round_ for round_ in rounds if round_.is_now and round_.anchor), None)
    reasons = get_pairing_reasons(event, explained.phase, explained.number) if explained else {}
    return PlayerProfile(
        player=key,
        name=player.name,
        club=player.club,
        note=departure_text(history, player),
        rank=row.rank if row else 0,
        player_count=len(rows),
        record=record_text(row) if row else "",
        points=number_text(row.points) if row and not is_final else "",
        heading=gettext("Final standings") if is_final else heading(history),
        place=finals_place_text(history, key),
        seats=tuple(list_draft_seats(history, key)),
        current=next((round_ for round_ in rounds if round_.is_now and round_.outcome == "playing"), None),
        notice=get_change_notices(event, history).get(key, ""),
        hidden=hidden_text() if is_secret else "",
        reason=reasons.get(key, ""),
        list_noun=list_noun(history.rulebook) if find_public_version(event, key) else "",
        person=person.public_id if person else "",
        rounds=rounds,
        ranks=draw_ranks_of(event, key, len(rows)),
    )


def draw_ranks_of(event: Event, key: str, players: int) -> Chart | None:
    """Return the chart of a player's ranks; None before two finished rounds, which make a line."""
    phases = get_ranked_phases(event, key)
    if sum(round_.rank is not None for phase in phases for round_ in phase.rounds) < 2:
        return None
    return draw_ranks(phases, players)


def heading(history: EventHistory) -> str:
    """Label the state of record and rank: “After round 4”, “As of now, in round 5”."""
    rounds = phase_to_show(history).rounds
    if rounds and not rounds[-1].finished:
        return gettext("Live, round {number}").format(number=rounds[-1].number)
    return gettext("After round {number}").format(number=len(rounds))


def finals_place_text(history: EventHistory, key: str) -> str:
    """“Champion”, “2nd in the top cut”; empty if no place is certain."""
    phase = history.current_phase
    is_bracket = phase.kind == BRACKET
    ranks = {player: rank for rank, player in finals.placings(phase)} if is_bracket else {}
    if key not in ranks:
        return ""
    if ranks[key] == 1:
        return gettext("Champion")
    return gettext("{place} in the top cut").format(place=ordinal(ranks[key]).render(gettext))


def played_rounds(history: EventHistory, key: str):
    """Yield the player's rounds, newest first."""
    for phase in reversed(history.all_phases):
        changes = bet_changes(phase, key)
        for round_ in reversed(phase.rounds):
            if match := round_.find_match_of(key):
                yield played_round(phase, round_, match, match.players.index(key), changes)


def played_round(
    phase: EventPhase, round_: RoundRecord, match: MatchRecord, place: int, changes: dict
) -> PlayedRound:
    """Return a round of the player at this place of a match; `changes` are their bets by round."""
    outcomes, settings = scoring.outcomes(match), phase.settings
    outcome = SYMBOLS[outcomes[place]] if outcomes else "playing"
    points = () if settings.betting else scoring.points_of(match, settings)
    is_bracket = phase.kind == BRACKET
    # In a pod the sentence of its opponents has no room for their seeds.
    seeds = records_before_round(phase, round_.number) if is_bracket and not match.is_pod else {}
    opponents = tuple(
        Opponent(player, phase.history.names[player], seeds[player][0] if seeds else "")
        for player in (*match.players[:place], *match.players[place + 1 :])
    )
    is_explained = is_bracket or (round_.seed and can_show_reasons(phase))
    return PlayedRound(
        phase=phase.number,
        number=round_.number,
        short_name=gettext("F{number}").format(number=round_.number) if is_bracket else str(round_.number),
        heading=round_name(phase, round_.number),
        outcome="bye" if match.is_bye and outcome == "won" else outcome,
        outcome_text=outcome_text(match, outcome),
        opponents=opponents,
        seat=place + 1 if match.is_pod else None,
        table=match.table,
        score="" if match.is_bye else score_text(match, place),
        points=points_text(points[place]) if points and not is_bracket else changes.get(round_.number, ""),
        is_now=not round_.finished and round_ is phase.current_round,
        anchor=anchor_at(match.table, match.seats[0].player) if is_explained else "",
    )


def outcome_text(match: MatchRecord, outcome: str) -> str:
    """“beat”, “lost to”: the words before the opponents."""
    if match.is_bye:
        return abbreviate_result(match, gettext)
    if match.is_pod and outcome == "lost":
        # No loser of a pod has lost to all the others.
        return gettext("lost, with")
    texts = {
        "won": gettext("beat"),
        "lost": gettext("lost to"),
        "drawn": gettext("drew with"),
        "playing": gettext("against"),
    }
    return texts[outcome]
