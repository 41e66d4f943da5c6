"""Texts of the bets at a player's tables."""

from django.utils.translation import gettext

from ...rules.history import EventPhase
from ...rules.standings.carry_over import rounds_carried
from ...rules.standings.hidden import is_hidden
from ...rules.standings.standings import compute_standings
from ...rules.standings.working import ExplanationTerm
from ..wording.formats import number_text


def bet_changes(phase: EventPhase, player: str) -> dict[int, str]:
    """Return {round: “+210 points”} of a phase with betting; empty for other phases."""
    if not phase.settings.betting or is_hidden(phase):
        return {}
    carried, bets = rounds_carried(phase), compute_standings(phase, live=True).tables.bets
    return {
        number - carried: change_text(float(bet.change))
        for (bettor, number), bet in bets.items()
        if bettor == player
    }


def change_text(change: float) -> str:
    number = number_text(change)
    return gettext("{change} points").format(change=f"+{number}" if change > 0 else number)


def bet_text(line: ExplanationTerm, names: dict[str, str]) -> str:
    """Return “staked 84.7, took nothing; Ada won the table”; empty without a bet."""
    if line.staked is None:
        return ""
    if not line.staked:
        return gettext("nothing bet")
    taken = number_text(line.taken) if line.taken else gettext("nothing")
    bet = gettext("bet {stake}, won {taken}").format(stake=number_text(line.staked), taken=taken)
    if line.winner is None:
        return bet
    return gettext("{bet}; {name} won the table").format(bet=bet, name=names[line.winner])
