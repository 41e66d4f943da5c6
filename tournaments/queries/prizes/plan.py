"""The cost of an event's prizes compared with its pot."""

from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext, ngettext

from ...models import Event
from ...rules.history import BRACKET, EventHistory, EventPhase
from ...rules.prizes import pot as pots
from ...rules.prizes.lines import line_of
from ...rules.prizes.payout import awards, sum_awards
from ...rules.prizes.plan import PlannedPrize, plan_prizes
from ...rules.prizes.table import PrizeTable
from ..events.status import state_of
from ..history.cache import load_history
from ..history.load import without_draft_rounds
from ..wording.formats import phase_name
from .prizes_page import pot_text, rules_note
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
    return PrizeSettings(history.version, history, tuple(map(get_phase_prizes, history.all_phases)))


def get_phase_prizes(phase: EventPhase) -> PhasePrizes:
    table = phase.settings.prizes or PrizeTable()
    return PhasePrizes(
        phase.number,
        phase_name(phase),
        phase.kind == BRACKET,
        "\n".join(map(line_of, table.rows)),
        table.losers_share,
    )


@dataclass(frozen=True)
class PrizePlanRow:
    """A row of the plan: recipients, prize, number of players, sum."""

    recipients: str
    prize: str
    players: str
    sum: str


@dataclass(frozen=True)
class PhasePrizePlan:
    name: str
    rows: tuple[PrizePlanRow, ...]
    note: str


@dataclass(frozen=True)
class PrizePlan:
    """The prizes' total compared with the pot: `verdict`, and `is_over` if it is more.

    `current` is the sum by the current standings; `has_estimates`: some numbers of players are estimates.
    """

    phases: tuple[PhasePrizePlan, ...]
    pot: str
    total: str
    verdict: str
    is_over: bool
    has_estimates: bool
    current: str


def get_prize_plan(history: EventHistory) -> PrizePlan:
    """Return the cost of the prizes by their tables and by the current standings."""
    rows, currency, pot = plan_prizes(history), pots.pot_of(history.pot).currency, pots.total_pot(history)
    total = sum((row.sum for row in rows), Fraction(0))
    return PrizePlan(
        phases=tuple(
            build_phase_plan(history.phase(number), [row for row in rows if row.phase == number], currency)
            for number in sorted({row.phase for row in rows})
        ),
        pot=pot_text(history),
        total=money_text(total, currency),
        verdict=compare_with_pot(total, pot, currency) if rows else "",
        is_over=pot is not None and total > pot,
        has_estimates=any(row.expected for row in rows),
        current=current_sum_text(history, currency, pot),
    )


def build_phase_plan(phase: EventPhase, rows: list[PlannedPrize], currency: str) -> PhasePrizePlan:
    table = phase.settings.prizes
    plan_rows = (
        PrizePlanRow(
            reach_text(row.prize.criterion, row.prize.target),
            worth_text(row.prize, currency),
            players_text(row),
            money_text(row.sum, currency) if row.sum else "",
        )
        for row in rows
    )
    return PhasePrizePlan(phase_name(phase), tuple(plan_rows), rules_note(table.rows, table.losers_share))


def players_text(row: PlannedPrize) -> str:
    """“4”, “about 20”; empty if the prize is shared by all who reach it."""
    if row.players is None:
        return ""
    if row.expected and row.players:
        return gettext("about {count}").format(count=row.players)
    return str(row.players)


def compare_with_pot(total: Fraction, pot: Fraction | None, currency: str) -> str:
    """Compare a sum with the pot, in words."""
    if pot is None:
        return ""
    if total == pot:
        return gettext("This is the whole pot.")
    difference = money_text(abs(total - pot), currency)
    if total > pot:
        return gettext("This is {sum} more than the pot.").format(sum=difference)
    return gettext("{sum} of the pot is left.").format(sum=difference)


def current_sum_text(history: EventHistory, currency: str, pot: Fraction | None) -> str:
    """“If the event ended now, 24 players would get €1,020. €30 of the pot is left.”"""
    awarded = awards(without_draft_rounds(history))
    total, _rest = sum_awards(awarded)
    count = len({player for award in awarded if award.each for player in award.players})
    if not count:
        return ""
    if state_of(history) == "ended":
        text = ngettext("{count} player gets {sum}.", "{count} players get {sum}.", count)
    else:
        text = ngettext(
            "If the event ended now, {count} player would get {sum}.",
            "If the event ended now, {count} players would get {sum}.",
            count,
        )
    sentence = text.format(count=count, sum=money_text(total, currency))
    return f"{sentence} {compare_with_pot(total, pot, currency)}".rstrip()
