"""“Am I still in?”: what the finished rounds say about a player's place in the next cut."""

from dataclasses import replace

from django.core.cache import cache
from django.utils.translation import get_language, gettext

from ...models import Event
from ...rules.finals.labels import ordinal
from ...rules.forecast.race import Race, build_race
from ...rules.forecast.stakes import CAN, IN, NEEDS, OUT, Stake
from ...rules.history import PRIVATE, EventHistory, MatchRecord, SeatRecord
from ...rules.standings.hidden import is_hidden
from ...rules.standings.standings import standings
from ..history.cache import load_history
from ..history.load import without_draft_rounds
from ..standings.forecast import get_cut_outlook
from ..standings.stakes import needs_text
from .own_history import OwnEvent

CACHE_SECONDS = 6 * 3600


def get_outlook(own: OwnEvent) -> str:
    """Return whether the player is still in, in one sentence; empty where nothing is known.

    Results of open rounds do not count, so that the sentence changes only with Event.layout_version: it is
    computed once for all players of that version.
    """
    player = own.history.player(own.player.public_id)
    if own.status.state != "running" or player.disqualified or player.dropped_after is not None:
        return ""
    return get_outlooks(own.player.event).get(player.id, "")


def get_outlooks(event: Event) -> dict[str, str]:
    """Return what calculate_outlooks returns, cached except for private events."""
    if event.visibility == PRIVATE:
        return calculate_outlooks(event)
    key = f"outlook:{event.pk}:{event.layout_version}:{get_language()}"
    return cache.get_or_set(key, lambda: calculate_outlooks(event), CACHE_SECONDS)


def calculate_outlooks(event: Event) -> dict[str, str]:
    """Return {player id: sentence} after the finished rounds, and after a cut for players who missed it.

    Empty without a cut.
    """
    history = without_open_results(without_draft_rounds(load_history(event)))
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
