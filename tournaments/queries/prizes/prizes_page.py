"""The prizes page: prizes, recipients so far, the pot."""

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext, ngettext

from ...models import Event
from ...rules.history import EventHistory
from ...rules.prizes import pot as pots
from ...rules.prizes.payout import Award, awards, paid
from ...rules.prizes.table import PLACES, Prize, PrizeTable
from ...rules.rounds.phases import settings_for
from ...rules.standings.hidden import is_hidden
from ..events.status import state_of
from ..history.cache import load_history
from ..history.load import public_history
from ..wording.formats import phase_name, secret_text
from .wording import money_text, reach_text, things_text, worth_text


@dataclass(frozen=True)
class Payee:
    """A player and all that they get: `sum` exact, `text` empty without money; `reasons` say what for."""

    player: str
    name: str
    sum: Fraction
    text: str
    things: tuple[str, ...]
    reasons: str


@dataclass(frozen=True)
class Offered:
    """The prizes of a phase as (who, what)."""

    phase: str
    rows: tuple[tuple[str, str], ...]
    note: str


@dataclass(frozen=True)
class PrizesPage:
    """`payees` by what they get, the most first; `left` what could not be split, in words; `secret` why
    nobody is named while points are hidden."""

    heading: str
    is_final: bool
    payees: tuple[Payee, ...]
    offered: tuple[Offered, ...]
    pot: str
    paid: str
    left: str
    secret: str = ""


def get_prizes_page(event: Event) -> PrizesPage:
    """Return the public prizes page: provisional while the event runs, final at its end."""
    history = public_history(load_history(event))
    secret = any(is_hidden(history, number) for number in range(1, len(history.phases) + 1))
    awarded, currency = () if secret else awards(history), pots.pot_of(history.pot).currency
    total, rest = paid(awarded)
    left = ngettext(
        "{sum} cannot be split evenly and stays in the pot.",
        "{sum} cannot be split evenly and stay in the pot.",
        2 if rest > 1 else 1,
    )
    return PrizesPage(
        heading=heading(history),
        is_final=state_of(history) == "ended",
        payees=payees_of(history, awarded, currency),
        offered=offered_in(history),
        pot=pot_text(history),
        paid=money_text(total, currency) if total else "",
        left=left.format(sum=money_text(rest, currency)) if rest else "",
        secret=secret_text() if secret else "",
    )


def heading(history: EventHistory) -> str:
    state = state_of(history)
    if state == "ended":
        return gettext("Final")
    if state == "running":
        return gettext("So far, as if it ended now")
    return gettext("Nothing has been played yet")


def tables_of(history: EventHistory) -> dict[int, PrizeTable]:
    """The prize table of each phase that has one, by its number."""
    tables = {number: settings_for(history, number).prizes for number in range(1, len(history.phases) + 1)}
    return {number: table for number, table in tables.items() if table and table.rows}


def offered_in(history: EventHistory) -> tuple[Offered, ...]:
    currency = pots.pot_of(history.pot).currency
    return tuple(
        Offered(
            phase_name(history, number),
            tuple((reach_text(one.by, one.reach), worth_text(one, currency)) for one in table.rows),
            note_of(table.rows, table.losers_share),
        )
        for number, table in tables_of(history).items()
    )


def note_of(rows: tuple[Prize, ...], losers_share: bool) -> str:
    """Explain the rules that the rows alone do not show."""
    notes = []
    if any(sum(one.by == by for one in rows) > 1 for by in {one.by for one in rows} - {PLACES}):
        several = gettext("Of several records each gets the best one reached, and so of points.")
        notes.append(several)
    if losers_share:
        notes.append(gettext("Those who go out in one round share the prizes of their places."))
    return " ".join(notes)


def payees_of(history: EventHistory, awarded: tuple[Award, ...], currency: str) -> tuple[Payee, ...]:
    sums, things, reasons = defaultdict(Fraction), defaultdict(list), defaultdict(lambda: defaultdict(list))
    for award in awarded:
        for player in award.players:
            sums[player] += award.each
            things[player] += things_text(award.things, len(award.players))
            reasons[player][award.phase].append(reason_text(award))
    names, cents = history.names, any(sum_.denominator > 1 for sum_ in sums.values())
    payees = (
        Payee(
            player,
            names[player],
            sums[player],
            money_text(sums[player], currency, cents) if sums[player] else "",
            tuple(things[player]),
            reasons_text(history, reasons[player]),
        )
        for player in reasons
    )
    # In the order of the awards where sums are the same.
    return tuple(sorted(payees, key=lambda payee: -payee.sum))


def reasons_text(history: EventHistory, reasons: dict[int, list[str]]) -> str:
    """“Swiss: x–2 or better, 12 points or more; Finals: place 3”; without phases where one has prizes."""
    if len(tables_of(history)) == 1:
        return ", ".join(*reasons.values())
    return "; ".join(
        f"{phase_name(history, number)}: {', '.join(words)}" for number, words in reasons.items()
    )


def reason_text(award: Award) -> str:
    """“place 1”, “places 3–5, shared by 3”, “5–2 or better”."""
    words = reach_text(award.by, award.reach)
    if award.by != PLACES:
        return words
    shared = len(award.players)
    words = ngettext("place {reach}", "places {reach}, shared by {count}", shared)
    return words.format(reach=reach_text(award.by, award.reach), count=shared)


def pot_text(history: EventHistory) -> str:
    """“€520: €100, and €10 of each of 42 entries”; empty where no pot is set."""
    pot, total, count = pots.pot_of(history.pot), pots.total(history), pots.entries(history)
    if total is None:
        return ""
    total_text = money_text(total, pot.currency)
    if pot.fee is None:
        return total_text
    fees = ngettext("{fee} of {count} entry", "{fee} of each of {count} entries", count)
    parts = [money_text(pot.sum, pot.currency)] if pot.sum else []
    parts.append(fees.format(fee=money_text(pot.fee, pot.currency), count=count))
    return gettext("{total}: {parts}").format(total=total_text, parts=gettext(" and ").join(parts))
