"""What is certain of each player of a race for a cut, in words."""

from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from ...rules import forecast
from ...rules.forecast import CAN, IN, NEEDS, OUT, Race, Stake
from ...rules.history import EventHistory
from ...rules.rounds import progress
from ..wording.formats import number_text, record_text

# More than so many of whom nothing is certain are folded away.
MOST_SHOWN = 32


@dataclass(frozen=True)
class Player:
    key: str
    rank: int
    name: str
    record: str
    points: str
    words: str


@dataclass(frozen=True)
class Group:
    """Players of whom the same is certain; `folded` where they are not what one came to see."""

    state: str
    title: str
    players: tuple[Player, ...]

    @property
    def folded(self):
        return self.state == OUT or (self.state == CAN and len(self.players) > MOST_SHOWN)


def groups_of(rows, stakes: dict[str, Stake], race: Race) -> tuple[Group, ...]:
    titles = {
        IN: gettext("In, whatever happens"),
        NEEDS: gettext("In with …"),
        CAN: gettext("Still in it, not in their own hands") if race.is_on else gettext("Tiebreakers decide"),
        OUT: gettext("Out"),
    }
    if race.is_on:
        titles[CAN] = gettext("Still in it, not in their own hands")
    told = {state: [] for state in titles}
    for row in rows:
        stake = stakes.get(row.player)
        if stake is not None:
            points = number_text(race.has[row.player])
            words = need_text(race, stake) if stake.state == NEEDS else ""
            told[stake.state].append(Player(row.player, row.rank, row.name, record_text(row), points, words))
    return tuple(Group(state, titles[state], tuple(told[state])) for state in titles if told[state])


def need_text(race: Race, stake: Stake) -> str:
    """“a draw”, “2 wins of 3 rounds”, “4 points from 2 rounds”: what is surely enough."""
    words = results_text(race, stake) or ngettext("{points} point", "{points} points", stake.gain).format(
        points=number_text(stake.gain)
    )
    if stake.left == 1:
        return words
    return gettext("{what} from {rounds} rounds").format(what=words, rounds=stake.left)


def results_text(race: Race, stake: Stake) -> str:
    """The fewest wins and draws that come to the points needed; "" where results are not worth so much."""
    if race.worth is None or race.worth[1]:
        return ""
    win, _loss, draw = race.worth
    ways = [
        (win * wins + draw * drawn, -wins, wins, drawn)
        for wins in range(stake.left + 1)
        for drawn in range(stake.left + 1 - wins if draw > 0 else 1)
        if win * wins + draw * drawn >= stake.gain - forecast.NEARLY
    ]
    if not ways:
        return ""
    _worth, _order, wins, drawn = min(ways)
    told = []
    if wins:
        told.append(ngettext("a win", "{count} wins", wins).format(count=wins))
    if drawn:
        told.append(ngettext("a draw", "{count} draws", drawn).format(count=drawn))
    return gettext(" and ").join(told)


def safe_draws(
    history: EventHistory, phase: int, race: Race, stakes
) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """(table, names) of those without a result at which a draw is enough for all."""
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
