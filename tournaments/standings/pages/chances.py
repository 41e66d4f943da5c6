"""Chances to make the cut, and what a match decides."""

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from django.utils.translation import gettext, ngettext

from ...history.cache import MAX_EVENTS, load_history
from ...history.load import without_draft_rounds
from ...models import CutChances, Event
from ...rules.forecast.bounds import TOLERANCE
from ...rules.forecast.chances import Chances, PlayerChance, can_have_chances, read_chances
from ...rules.forecast.race import Race
from ...rules.forecast.stakes import CAN, IN, NEEDS, OUT, Stake
from ...rules.history import EventHistory, EventPhase
from ...rules.rounds.progress import is_over, unreported
from ...web.status import time_at
from ...web.wording import number_text, record_text

# Chances are rounded to so many percent if they rest on so many playouts; a standard error is less.
STEPS = ((5, 200), (10, 50), (25, 12))


@dataclass(frozen=True)
class RoundedChance:
    """A chance as pages show it: “about 65 %”, and the length of its bar in percent."""

    text: str
    percent: int


@dataclass(frozen=True)
class ChancesPage:
    """The chances of an event: `as_of` is the time of the state, `assumption` and `agreeing` are sentences.

    `agreeing` is empty if the rulebook's publisher does not say whether players may agree on a draw.
    """

    chances: Chances
    as_of: str
    assumption: str
    agreeing: str


@dataclass(frozen=True)
class ChanceRow:
    """A player whose chance is not certain, at the desk."""

    key: str
    name: str
    rounded: RoundedChance
    by_result: str


@dataclass(frozen=True)
class DeskChances:
    as_of: str
    assumption: str
    rows: tuple[ChanceRow, ...]


def get_desk_chances(event: Event) -> DeskChances | None:
    """Return the players whose chances are not certain, best first."""
    history = without_draft_rounds(load_history(event))
    page = get_chances(event, history)
    if page is None:
        return None
    open_players = players_with_chances_by_result(history, page.chances)
    players = page.chances.players.items()
    ranked = sorted(players, key=lambda item: (-item[1].chance, history.names.get(item[0], "")))
    rows = tuple(
        ChanceRow(
            key,
            history.names[key],
            round_chance(chance.chance),
            by_result_text(chance) if key in open_players else "",
        )
        for key, chance in ranked
        if chance.chance not in (0, 1) and key in history.names
    )
    return DeskChances(page.as_of, page.assumption, rows)


def players_with_chances_by_result(history: EventHistory, chances: Chances) -> set[str]:
    """Return the players whose match is still open for which the chances by its result hold."""
    round_ = history.current_phase.open_round
    if round_ is None or round_.number != chances.round:
        return set()
    return {player for match in unreported(round_) for player in match.players}


def get_chances(event: Event, history: EventHistory) -> ChancesPage | None:
    """Return the stored chances of the current phase, as far as players may see them now.

    The history has no unpublished rounds; one of a player's own matches is enough.
    """
    phase = history.current_phase
    if not event.chances_at or is_over(phase):
        return None
    settings = phase.settings
    if not settings.chances or not can_have_chances(phase):
        return None
    chances = load_chances(event.pk, event.chances_at)
    if chances is None or chances.phase != phase.number:
        return None
    as_of = time_at(event.timezone, event.chances_at)
    agreeing = gettext(settings.rulebook.intentional_draws) if settings.rulebook.intentional_draws else ""
    return ChancesPage(chances, as_of, assumption_text(), agreeing)


@lru_cache(maxsize=MAX_EVENTS)
def load_chances(event_pk: int, _chances_at: datetime) -> Chances | None:
    """Return the stored chances. They change with `Event.chances_at`: a process reads them once."""
    row = CutChances.objects.filter(event=event_pk).first()
    return read_chances(row.values) if row else None


def assumption_text() -> str:
    return gettext(
        "Assumes that everyone plays on and nobody drops. Games are even, or by rating where both players "
        "have one."
    )


def round_chance(chance: float, step: int = STEPS[0][0]) -> RoundedChance:
    """Return a chance rounded to a step in percent; only certain ones are 0 % or 100 %."""
    percent = step * round(100 * chance / step)
    if chance in (0, 1):
        text = gettext("{percent}\u00a0%")
    elif percent == 0:
        text, percent = gettext("under {percent}\u00a0%"), step
    elif percent == 100:
        text, percent = gettext("over {percent}\u00a0%"), 100 - step
    else:
        text = gettext("about {percent}\u00a0%")
    return RoundedChance(text.format(percent=percent), percent)


def by_result_text(chance: PlayerChance) -> str:
    """Return “win over 95 %, draw about 40 %, loss under 5 %”, as far as known.

    What rests on few playouts is rounded more coarsely, or left out.
    """
    texts = (gettext("win {chance}"), gettext("draw {chance}"), gettext("loss {chance}"))
    values = (chance.win, chance.draw, chance.loss)
    known = []
    for text, value, playouts in zip(texts, values, chance.playouts or (0, 0, 0), strict=True):
        step = next((step for step, fewest in STEPS if playouts >= fewest or value in (0, 1)), None)
        if value is not None and step:
            known.append(text.format(chance=round_chance(value, step).text))
    return ", ".join(known)


# Larger groups of undecided players start collapsed.
MAX_EXPANDED_PLAYERS = 32


@dataclass(frozen=True)
class RacePlayer:
    key: str
    rank: int
    name: str
    record: str
    points: str
    needs: str
    chance: RoundedChance | None = None
    by_result: str = ""


@dataclass(frozen=True)
class StakeGroup:
    """Players with the same chance to make the cut."""

    state: str
    title: str
    players: tuple[RacePlayer, ...]

    @property
    def starts_collapsed(self):
        return self.state == OUT or (self.state == CAN and len(self.players) > MAX_EXPANDED_PLAYERS)


def group_by_stake(
    rows, stakes: dict[str, Stake], race: Race, chances: dict[str, PlayerChance], open_players: set[str]
) -> tuple[StakeGroup, ...]:
    """Return the players by their stakes; without any, those with chances in one group.

    The chances by the result of a match are shown for the `open_players`.
    """
    if not stakes:
        stakes = dict.fromkeys(chances, Stake(CAN, 0, 0))
    undecided = gettext("Still alive, needs help")
    titles = {
        IN: gettext("Clinched"),
        NEEDS: gettext("In with a result"),
        CAN: undecided if race.is_running else gettext("Decided by tiebreakers"),
        OUT: gettext("Eliminated"),
    }
    players_by_state = {state: [] for state in titles}
    for row in rows:
        stake = stakes.get(row.player)
        if stake is not None:
            points = number_text(race.points[row.player])
            needs = needs_text(race, stake) if stake.state == NEEDS else ""
            chance = chances.get(row.player) if stake.state in (NEEDS, CAN) else None
            player = RacePlayer(
                *(row.player, row.rank, row.name, record_text(row), points, needs),
                round_chance(chance.chance) if chance else None,
                by_result_text(chance) if chance and row.player in open_players else "",
            )
            players_by_state[stake.state].append(player)
    groups = (StakeGroup(state, titles[state], tuple(group)) for state, group in players_by_state.items())
    return tuple(group for group in groups if group.players)


def needs_text(race: Race, stake: Stake) -> str:
    """Return “a draw”, “2 wins from 3 rounds” or “at most 1 more loss”, enough in any case."""
    if stake.losses_left is not None:
        text = ngettext("at most {count} more loss", "at most {count} more losses", stake.losses_left)
        return text.format(count=stake.losses_left) if stake.losses_left else gettext("no more losses")
    needs = results_text(race, stake)
    if not needs:
        needs = ngettext("{points} point", "{points} points", stake.points_needed)
        needs = needs.format(points=number_text(stake.points_needed))
    if stake.rounds_left == 1:
        return needs
    return gettext("{needs} from {rounds} rounds").format(needs=needs, rounds=stake.rounds_left)


def results_text(race: Race, stake: Stake) -> str:
    """Return the fewest wins and draws that reach the points needed; empty if results have no fixed worth."""
    if race.outcome_points is None or race.outcome_points[1]:
        return ""
    win, _loss, draw = race.outcome_points
    combinations = [
        (win * wins + draw * draws, -wins, wins, draws)
        for wins in range(stake.rounds_left + 1)
        for draws in range(stake.rounds_left + 1 - wins if draw > 0 else 1)
        if win * wins + draw * draws >= stake.points_needed - TOLERANCE
    ]
    if not combinations:
        return ""
    _worth, _order, wins, draws = min(combinations)
    parts = []
    if wins:
        parts.append(ngettext("a win", "{count} wins", wins).format(count=wins))
    if draws:
        parts.append(ngettext("a draw", "{count} draws", draws).format(count=draws))
    return gettext(" and ").join(parts)


def safe_draws(
    phase: EventPhase, race: Race, stakes: dict[str, Stake]
) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Return (table, names) of unreported tables at which a draw is enough for both players, and not idle.

    It is idle where both have clinched already.
    """
    if not stakes or race.outcome_points is None or not phase.settings.rulebook.draws:
        return ()
    round_, draw, names = phase.open_round, race.outcome_points[2], phase.history.names
    safe = {
        player
        for player, stake in stakes.items()
        if stake.state == IN or (stake.state == NEEDS and stake.points_needed <= draw)
    }
    return tuple(
        (match.table, tuple(names[player] for player in match.players))
        for match in (round_.matches if round_ else ())
        if match.players in race.open_tables
        and safe.issuperset(match.players)
        and any(stakes[player].state == NEEDS for player in match.players)
    )
