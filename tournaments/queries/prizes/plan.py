"""What prizes come to beside the pot, as the desk sees it before they are stored."""

from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext, ngettext

from ...models import Event
from ...rules.history import BRACKET, EventHistory
from ...rules.prizes import pot as pots
from ...rules.prizes.lines import line_of
from ...rules.prizes.payout import awards, paid
from ...rules.prizes.plan import Planned, planned
from ...rules.prizes.table import Table
from ...rules.rounds.phases import settings_for
from ..events.status import state_of
from ..history.cache import history_of
from ..history.load import published
from ..wording.formats import phase_name
from .prizes_page import note_of, pot_text
from .wording import money_text, reach_text, worth_text


@dataclass(frozen=True)
class PhaseToSet:
    """A phase's prizes as they are typed."""

    number: int
    name: str
    is_bracket: bool
    lines: str
    losers_share: bool


@dataclass(frozen=True)
class ToSet:
    version: int
    told: EventHistory
    phases: tuple[PhaseToSet, ...]


def prizes_to_set(event: Event) -> ToSet:
    """What stands in the form of the prizes."""
    history = history_of(event)
    version = history.version
    return ToSet(version, history, tuple(phase_to_set(history, n) for n in range(1, len(history.phases) + 1)))


def phase_to_set(history: EventHistory, number: int) -> PhaseToSet:
    table = settings_for(history, number).prizes or Table()
    return PhaseToSet(
        number,
        phase_name(history, number),
        history.phase(number).kind == BRACKET,
        "\n".join(map(line_of, table.rows)),
        table.losers_share,
    )


@dataclass(frozen=True)
class PlanRow:
    """Who, what, for how many, altogether."""

    who: str
    what: str
    players: str
    sum: str


@dataclass(frozen=True)
class PhasePlan:
    name: str
    rows: tuple[PlanRow, ...]
    note: str


@dataclass(frozen=True)
class Plan:
    """`verdict` sets the sum against the pot, `is_over` where it is more; `now` what the standings make of
    it so far; `expects` that the number of players is in part what is to be expected."""

    phases: tuple[PhasePlan, ...]
    pot: str
    total: str
    verdict: str
    is_over: bool
    expects: bool
    now: str


def plan_of(history: EventHistory) -> Plan:
    """What the prizes of an event come to, by its tables alone and by its standings so far."""
    rows, currency, pot = planned(history), pots.pot_of(history.pot).currency, pots.total(history)
    total = sum((one.sum for one in rows), Fraction(0))
    return Plan(
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


def phase_plan(history: EventHistory, number: int, rows: list[Planned], currency: str) -> PhasePlan:
    table = settings_for(history, number).prizes
    return PhasePlan(
        phase_name(history, number),
        tuple(
            PlanRow(
                reach_text(one.prize.by, one.prize.reach),
                worth_text(one.prize, currency),
                players_text(one),
                money_text(one.sum, currency) if one.sum else "",
            )
            for one in rows
        ),
        note_of(table.rows, table.losers_share),
    )


def players_text(row: Planned) -> str:
    """“4”, “about 20”, nothing where those who reach it share."""
    if row.players is None:
        return ""
    return (
        gettext("about {count}").format(count=row.players)
        if row.expected and row.players
        else str(row.players)
    )


def verdict(total: Fraction, pot: Fraction | None, currency: str) -> str:
    """How a sum stands to the pot."""
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
    found = awards(published(history))
    if not found:
        return ""
    gives, _rest = paid(found)
    count = len({player for award in found for player in award.players})
    if state_of(history) == "ended":
        words = ngettext("{count} player gets {sum}.", "{count} players get {sum}.", count)
    else:
        words = ngettext(
            "As it stands now, {count} player gets {sum}.",
            "As it stands now, {count} players get {sum}.",
            count,
        )
    said = words.format(count=count, sum=money_text(gives, currency))
    return f"{said} {verdict(gives, pot, currency)}".rstrip()
