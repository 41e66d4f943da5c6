"""What each player needs to make the cut, in words."""

from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from ...rules import forecast
from ...rules.forecast import CAN, IN, NEEDS, OUT, Race, Stake
from ...rules.history import EventHistory
from ...rules.rounds import progress
from ..wording.formats import number_text, record_text

# Larger groups of undecided players start collapsed.
MAX_EXPANDED_PLAYERS = 32


@dataclass(frozen=True)
class RacePlayer:
    key: str
    rank: int
    name: str
    record: str
    points: str
    words: str


@dataclass(frozen=True)
class Group:
    """Players with the same chance to make the cut; `folded` groups start collapsed."""

    state: str
    title: str
    players: tuple[RacePlayer, ...]

    @property
    def folded(self):
        return self.state == OUT or (self.state == CAN and len(self.players) > MAX_EXPANDED_PLAYERS)


def groups_of(rows, stakes: dict[str, Stake], race: Race) -> tuple[Group, ...]:
    titles = {
        IN: gettext("In, whatever happens"),
        NEEDS: gettext("In with …"),
        CAN: gettext("Still in it, not in their own hands") if race.is_on else gettext("Tiebreakers decide"),
        OUT: gettext("Out"),
    }
    if race.is_on:
        titles[CAN] = gettext("Still in it, not in their own hands")
    players_by_state = {state: [] for state in titles}
    for row in rows:
        stake = stakes.get(row.player)
        if stake is not None:
            points = number_text(race.has[row.player])
            words = need_text(race, stake) if stake.state == NEEDS else ""
            players_by_state[stake.state].append(
                RacePlayer(row.player, row.rank, row.name, record_text(row), points, words)
            )
    return tuple(
        Group(state, titles[state], tuple(players_by_state[state]))
        for state in titles
        if players_by_state[state]
    )


def need_text(race: Race, stake: Stake) -> str:
    """Return “a draw”, “2 wins of 3 rounds” or “4 points from 2 rounds”: what is certainly enough."""
    words = results_text(race, stake) or ngettext("{points} point", "{points} points", stake.gain).format(
        points=number_text(stake.gain)
    )
    if stake.left == 1:
        return words
    return gettext("{what} from {rounds} rounds").format(what=words, rounds=stake.left)


def results_text(race: Race, stake: Stake) -> str:
    """Return the fewest wins and draws that reach the points needed; empty if results have no fixed worth."""
    if race.worth is None or race.worth[1]:
        return ""
    win, _loss, draw = race.worth
    combinations = [
        (win * wins + draw * draws, -wins, wins, draws)
        for wins in range(stake.left + 1)
        for draws in range(stake.left + 1 - wins if draw > 0 else 1)
        if win * wins + draw * draws >= stake.gain - forecast.NEARLY
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
    history: EventHistory, phase: int, race: Race, stakes
) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Return (table, names) of unreported tables at which a draw is enough for both players."""
    if not stakes or race.worth is None or not progress.settings_for(history, phase).rulebook.draws:
        return ()
    running, draw, names = progress.open_round(history, phase), race.worth[2], history.names

    def enough(player):
        stake = stakes.get(player)
        return stake and (stake.state == IN or (stake.state == NEEDS and stake.gain <= draw))

    return tuple(
        (match.table, tuple(names[player] for player in match.players))
        for match in (running.matches if running else ())
        if match.players in race.tables and all(map(enough, match.players))
    )
