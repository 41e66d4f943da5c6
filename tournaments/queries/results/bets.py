"""What was bet at a player's tables, in words."""

from django.utils.translation import gettext

from ...rules.history import EventHistory
from ...rules.rounds.phases import settings_for
from ...rules.standings.carry_over import rounds_carried
from ...rules.standings.hidden import is_hidden
from ...rules.standings.standings import computed
from ...rules.standings.working import Line
from ..wording.formats import number_text


def changes_of(history: EventHistory, phase: int, player: str) -> dict[int, str]:
    """“+210 points”, “−84.7 points”, by the round of a phase whose points are bet; empty for others."""
    if not settings_for(history, phase).betting or is_hidden(history, phase):
        return {}
    carried, bets = rounds_carried(history, phase), computed(history, phase, live=True).tables.bets
    own = {number: bet for (one, number), bet in bets.items() if one == player}
    return {number - carried: change_text(float(bet.change)) for number, bet in own.items()}


def change_text(change: float) -> str:
    number = number_text(change)
    return gettext("{change} points").format(change=f"+{number}" if change > 0 else number)


def bet_text(line: Line, names: dict[str, str]) -> str:
    """“staked 84.7, took nothing; Ada won the table” of a line of a working; empty where nothing was bet."""
    if line.staked is None:
        return ""
    if not line.staked:
        return gettext("nothing staked")
    taken = number_text(line.taken) if line.taken else gettext("nothing")
    words = gettext("staked {stake}, took {taken}").format(stake=number_text(line.staked), taken=taken)
    if line.winner is None:
        return words
    return gettext("{bet}; {name} won the table").format(bet=words, name=names[line.winner])
