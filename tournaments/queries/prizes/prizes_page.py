"""The prizes page: prizes, recipients so far, the pot."""

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext, ngettext

from ...models import Event
from ...rules.history import EventHistory
from ...rules.players.participation import list_participants
from ...rules.prizes import pot as pots
from ...rules.prizes.payout import Award, awards, sum_awards
from ...rules.prizes.table import PLACES, Prize, PrizeTable
from ...rules.standings.hidden import is_hidden
from ..events.status import state_of
from ..history.cache import load_history
from ..history.load import public_history
from ..wording.formats import hidden_text, phase_name
from .wording import money_text, reach_text, things_text, worth_text


@dataclass(frozen=True)
class Payee:
    """A player and their prizes: `sum` is exact, `text` empty without money; `reasons` say what for."""

    player: str
    name: str
    sum: Fraction
    text: str
    things: tuple[str, ...]
    reasons: str


@dataclass(frozen=True)
class PhaseOffer:
    """The prizes of a phase as (recipient, prize)."""

    phase: str
    rows: tuple[tuple[str, str], ...]
    note: str


@dataclass(frozen=True)
class PrizesPage:
    """The prizes page; `payees` are sorted by sum, highest first.

    `paid` is the total, for `paid_count` players.
    `remainder` is the sum that could not be split; `hidden` says why nobody is named while points are hidden.
    """

    heading: str
    is_final: bool
    payees: tuple[Payee, ...]
    offers: tuple[PhaseOffer, ...]
    pot: str
    paid: str
    paid_count: int
    remainder: str
    hidden: str = ""


def get_prizes_page(event: Event) -> PrizesPage:
    """Return the public prizes page: provisional while the event runs, final at its end."""
    history = public_history(load_history(event))
    is_secret = any(map(is_hidden, history.all_phases))
    awarded, currency = () if is_secret else awards(history), pots.pot_of(history.pot).currency
    total, rest = sum_awards(awarded)
    payees = list_payees(history, awarded, currency)
    remainder = ngettext(
        "{sum} can’t be split evenly and stays in the pot.",
        "{sum} can’t be split evenly and stay in the pot.",
        2 if rest > 1 else 1,
    )
    return PrizesPage(
        heading=heading(history),
        is_final=state_of(history) == "ended",
        payees=payees,
        offers=list_offers(history),
        pot=pot_text(history),
        paid=money_text(total, currency) if total else "",
        paid_count=sum(payee.sum > 0 for payee in payees),
        remainder=remainder.format(sum=money_text(rest, currency)) if rest else "",
        hidden=hidden_text() if is_secret else "",
    )


def heading(history: EventHistory) -> str:
    headings = {"ended": gettext("Final"), "running": gettext("Provisional, as if the event ended now")}
    return headings.get(state_of(history), gettext("No matches played yet"))


def prize_tables(history: EventHistory) -> dict[int, PrizeTable]:
    """Return {number: prize table} of the phases that have prizes."""
    tables = {phase.number: phase.settings.prizes for phase in history.all_phases}
    return {number: table for number, table in tables.items() if table and table.rows}


def list_offers(history: EventHistory) -> tuple[PhaseOffer, ...]:
    currency = pots.pot_of(history.pot).currency
    return tuple(
        PhaseOffer(
            phase_name(history.phase(number)),
            tuple((reach_text(row.criterion, row.target), worth_text(row, currency)) for row in table.rows),
            rules_note(table.rows, table.losers_share),
        )
        for number, table in prize_tables(history).items()
    )


def rules_note(rows: tuple[Prize, ...], losers_share: bool) -> str:
    """Explain the rules that the rows alone do not show."""
    notes, criteria = [], [row.criterion for row in rows if row.criterion != PLACES]
    if len(criteria) > len(set(criteria)):
        notes.append(gettext("Players get only the best record prize and the best points prize they reach."))
    if losers_share:
        notes.append(gettext("Players out in the same round share their prizes."))
    return " ".join(notes)


def list_payees(history: EventHistory, awarded: tuple[Award, ...], currency: str) -> tuple[Payee, ...]:
    sums, things, reasons = defaultdict(Fraction), defaultdict(list), defaultdict(lambda: defaultdict(list))
    for award in awarded:
        if not award.each and not award.things:
            # The share is less than the smallest amount that is paid.
            continue
        for player in award.players:
            sums[player] += award.each
            things[player] += things_text(award.things, len(award.players))
            reasons[player][award.phase].append(reason_text(award))
    has_cents = any(sum_.denominator > 1 for sum_ in sums.values())
    payees = (
        Payee(
            player,
            history.names[player],
            sums[player],
            money_text(sums[player], currency, has_cents) if sums[player] else "",
            tuple(things[player]),
            reasons_text(history, reasons[player]),
        )
        for player in reasons
    )
    # The sort is stable: equal sums stay in the order of the awards.
    return tuple(sorted(payees, key=lambda payee: -payee.sum))


def reasons_text(history: EventHistory, reasons: dict[int, list[str]]) -> str:
    """“Swiss: x–2 or better, 12 points or more; Finals: place 3”; unnamed if only one phase has prizes."""
    if len(prize_tables(history)) == 1:
        return ", ".join(*reasons.values())
    return "; ".join(
        f"{phase_name(history.phase(number))}: {', '.join(texts)}" for number, texts in reasons.items()
    )


def reason_text(award: Award) -> str:
    """“place 1”, “places 3–5, shared by 3”, “5–2 or better”."""
    reach, count = reach_text(award.criterion, award.target), len(award.players)
    if award.criterion != PLACES:
        return reach
    text = ngettext("place {reach}", "places {reach}, shared by {count}", count)
    return text.format(reach=reach, count=count)


def pot_text(history: EventHistory) -> str:
    """“€520: €100 and €10 × 42 entries”; empty without a pot."""
    pot, total, count = pots.pot_of(history.pot), pots.total_pot(history), len(list_participants(history))
    if total is None:
        return ""
    total_text = money_text(total, pot.currency)
    if pot.fee is None:
        return total_text
    fees = ngettext("{fee} × {count} entry", "{fee} × {count} entries", count)
    parts = [money_text(pot.sum, pot.currency)] if pot.sum else []
    parts.append(fees.format(fee=money_text(pot.fee, pot.currency), count=count))
    return gettext("{total}: {parts}").format(total=total_text, parts=gettext(" and ").join(parts))
