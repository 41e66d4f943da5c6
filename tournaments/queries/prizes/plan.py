"""The cost of an event's prizes compared with its pot."""

from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext, ngettext

from ...models import Event
from ...rules.history import BRACKET, EventHistory
from ...rules.prizes import pot as pots
from ...rules.prizes.lines import line_of
from ...rules.prizes.payout import awards, paid
from ...rules.prizes.plan import PlannedPrize, planned
from ...rules.prizes.table import PrizeTable
from ...rules.rounds.phases import settings_for
from ..events.status import state_of
from ..history.cache import load_history
from ..history.load import without_draft_rounds
from ..wording.formats import phase_name
from .prizes_page import note_of, pot_text
from .wording import money_text, reach_text, worth_text


@dataclass(frozen=True)
class PhasePrizes:
    """A phase's prizes as they are typed."""

    number: int
    name: str
    is_bracket: bool
    lines: str
    losers_share: bool


@dataclass(frozen=True)
class PrizeSettings:
    version: int
    history: EventHistory
    phases: tuple[PhasePrizes, ...]


def get_prize_settings(event: Event) -> PrizeSettings:
    """Return the initial values of the prizes form."""
    history = load_history(event)
    version = history.version
    return PrizeSettings(
        version, history, tuple(get_phase_prizes(history, n) for n in range(1, len(history.phases) + 1))
    )


def get_phase_prizes(history: EventHistory, number: int) -> PhasePrizes:
    table = settings_for(history, number).prizes or PrizeTable()
    return PhasePrizes(
        number,
        phase_name(history, number),
        history.phase(number).kind == BRACKET,
        "\n".join(map(line_of, table.rows)),
        table.losers_share,
    )


@dataclass(frozen=True)
class PrizePlanRow:
    """A row of the plan: recipients, prize, number of players, sum."""

    who: str
    what: str
    players: str
    sum: str


@dataclass(frozen=True)
class PhasePlan:
    name: str
    rows: tuple[PrizePlanRow, ...]
    note: str


@dataclass(frozen=True)
class PrizePlan:
    """The prizes' total compared with the pot: `verdict`, and `is_over` if it is more.

    `now` is the sum by the current standings; `expects`: some numbers of players are estimates.
    """

    phases: tuple[PhasePlan, ...]
    pot: str
    total: str
    verdict: str
    is_over: bool
    expects: bool
    now: str


def plan_of(history: EventHistory) -> PrizePlan:
    """Return the cost of the prizes by their tables and by the current standings."""
    rows, currency, pot = planned(history), pots.pot_of(history.pot).currency, pots.total(history)
    total = sum((one.sum for one in rows), Fraction(0))
    return PrizePlan(
        phases=tuple(
            phase_plan(history, number, [one for one in rows if one.phase == number], currency)
            for number in sorted({one.phase for one in rows})
        ),
        pot=pot_text(history),
        total=money_text(total, currency),
        verdict=verdict(total, pot, currency) if rows else "",
        is_over=pot is not None and total > pot,
        expects=any(one.expected for one in rows),
        now=now_text(history, currency, pot),
    )


def phase_plan(history: EventHistory, number: int, rows: list[PlannedPrize], currency: str) -> PhasePlan:
    table = settings_for(history, number).prizes
    return PhasePlan(
        phase_name(history, number),
        tuple(
            PrizePlanRow(
                reach_text(one.prize.by, one.prize.reach),
                worth_text(one.prize, currency),
                players_text(one),
                money_text(one.sum, currency) if one.sum else "",
            )
            for one in rows
        ),
        note_of(table.rows, table.losers_share),
    )


def players_text(row: PlannedPrize) -> str:
    """“4”, “about 20”; empty if the prize is shared by all who reach it."""
    if row.players is None:
        return ""
    return (
        gettext("about {count}").format(count=row.players)
        if row.expected and row.players
        else str(row.players)
    )


def verdict(total: Fraction, pot: Fraction | None, currency: str) -> str:
    """Compare a sum with the pot, in words."""
    if pot is None:
        return ""
    if total == pot:
        return gettext("That is the whole pot.")
    differ = money_text(abs(total - pot), currency)
    if total > pot:
        return gettext("That is {sum} more than the pot holds.").format(sum=differ)
    return gettext("{sum} of the pot is left.").format(sum=differ)


def now_text(history: EventHistory, currency: str, pot: Fraction | None) -> str:
    """“As it stands now, 24 players get €1,020. €30 of the pot is left.”"""
    awarded = awards(without_draft_rounds(history))
    if not awarded:
        return ""
    total, _rest = paid(awarded)
    count = len({player for award in awarded for player in award.players})
    if state_of(history) == "ended":
        words = ngettext("{count} player gets {sum}.", "{count} players get {sum}.", count)
    else:
        words = ngettext(
            "As it stands now, {count} player gets {sum}.",
            "As it stands now, {count} players get {sum}.",
            count,
        )
    sentence = words.format(count=count, sum=money_text(total, currency))
    return f"{sentence} {verdict(total, pot, currency)}".rstrip()
