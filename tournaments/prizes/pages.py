"""What pages show of prizes."""

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from django.utils.translation import gettext, ngettext

from ..history.cache import load_history
from ..history.load import public_history, without_draft_rounds
from ..models import Event
from ..rules.history import EventHistory, EventPhase
from ..rules.players.participation import list_participants
from ..rules.prizes.payout import (
    Award,
    PlannedPrize,
    awards,
    plan_prizes,
    pot_of,
    sum_awards,
    total_pot,
)
from ..rules.prizes.table import PLACES, RECORD, Prize, PrizeTable
from ..rules.standings.final import is_hidden
from ..web.charts import BAR_ROW_HEIGHT, LETTER_WIDTH, BarRow, Chart, Group, Scale, Words, draw_bar
from ..web.status import state_of
from ..web.wording import hidden_text, number_text, phase_name


def money_text(exact: Fraction, currency: str, cents: bool = False) -> str:
    """“€500”, “€28.57”, “3 packs”: a sign is put before the sum, a word after it; `cents` forces decimals."""
    whole, rest = divmod(int(exact * 100), 100)
    number = f"{whole:,}.{rest:02}" if rest or cents else f"{whole:,}"
    if len(currency) == 1 and not currency.isalpha():
        return currency + number
    return f"{number} {currency}".rstrip()


def reach_text(by: str, reach) -> str:
    """“1”, “3–4”, “5–2 or better”, “15 points or more”."""
    if by == PLACES:
        first, last = reach
        return str(first) if first == last else f"{first}–{last}"
    if by == RECORD:
        wins, losses, draws = reach
        figures = ["x" if wins is None else wins, losses, *([draws] if draws else [])]
        return gettext("{record} or better").format(record="–".join(map(str, figures)))
    return gettext("{points} points or more").format(points=number_text(reach))


def worth_text(prize: Prize, currency: str) -> str:
    """“€100 each + a playmat”, “€200 shared”, “40 % of the pot”."""
    sum_ = money_text(prize.sum, currency)
    if prize.percent:
        sum_ = gettext("{percent} % of the pot").format(percent=money_text(prize.sum, ""))
    if prize.shared:
        sum_text = gettext("{sum} shared").format(sum=sum_)
    else:
        sum_text = gettext("{sum} each").format(sum=sum_)
    is_one_place = prize.criterion == PLACES and prize.places == 1
    parts = [sum_ if is_one_place else sum_text] if prize.sum else []
    parts += [prize.thing] if prize.thing else []
    return " + ".join(parts) or money_text(Fraction(0), currency)


def things_text(things: tuple[tuple[str, int], ...], players: int) -> list[str]:
    """List things, with their count unless each of the players who share them gets one."""
    text = gettext("{thing} ({count} for {players})")
    return [
        thing if count == players else text.format(thing=thing, count=count, players=players)
        for thing, count in things
    ]


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
class PrizesPage:
    """The prizes page; `payees` are sorted by sum, highest first.

    `offers` are (phase, its prizes as (recipient, prize), note). `paid` is the total, for `paid_count`
    players. `remainder` is the sum that could not be split; `hidden` says why nobody is named while points
    are hidden. `steps` are the sums as a chart, None without two different ones, and `own_sums` are (players,
    sum) of each step: a device that knows its own player shows theirs.
    """

    heading: str
    is_final: bool
    payees: tuple[Payee, ...]
    offers: list[tuple]
    pot: str
    paid: str
    paid_count: int
    remainder: str
    hidden: str = ""
    steps: Chart | None = None
    own_sums: tuple[tuple[tuple[str, ...], str], ...] = ()


def get_prizes_page(event: Event) -> PrizesPage:
    """Return the public prizes page: provisional while the event runs, final at its end."""
    history = public_history(load_history(event))
    is_secret = any(map(is_hidden, history.all_phases))
    awarded, currency = () if is_secret else awards(history), pot_of(history.pot).currency
    total, rest = sum_awards(awarded)
    payees = list_payees(history, awarded, currency)
    steps = list_steps(payees)
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
        steps=draw_steps(steps) if len(steps) > 1 else None,
        own_sums=tuple((step.players, step.text) for step in steps),
    )


# A chart has so many steps at most; the last one has all lower sums.
MAX_STEPS = 10
STEPS_WIDTH, MAX_SUM_LETTERS = 340, 14


@dataclass(frozen=True)
class PrizeStep:
    """The players who get the same sum, or so much or less."""

    sum: Fraction
    text: str
    players: tuple[str, ...]

    @property
    def count_text(self) -> str:
        count = len(self.players)
        return ngettext("{count} player", "{count} players", count).format(count=count)


def list_steps(payees: tuple[Payee, ...]) -> list[PrizeStep]:
    """Return the different sums that players get, highest first."""
    groups = [list(group) for _sum, group in groupby((p for p in payees if p.sum), key=lambda p: p.sum)]
    if len(groups) > MAX_STEPS:
        groups[MAX_STEPS - 1 :] = [[payee for group in groups[MAX_STEPS - 1 :] for payee in group]]
    return [
        PrizeStep(
            group[0].sum,
            group[0].text
            if group[0].sum == group[-1].sum
            else gettext("{sum} or less").format(sum=group[0].text),
            tuple(payee.player for payee in group),
        )
        for group in groups
    ]


def draw_steps(steps: list[PrizeStep]) -> Chart:
    """Draw the sums below each other, with the number of players who get each."""
    own = gettext("you")
    left = LETTER_WIDTH * min(max(len(step.text) for step in steps), MAX_SUM_LETTERS) + 8
    room = LETTER_WIDTH * (max(len(step.count_text) for step in steps) + len(own) + 1) + 14
    scale = Scale(0, float(steps[0].sum), 0, STEPS_WIDTH - left - room)
    groups = []
    for n, step in enumerate(steps):
        row = BarRow(step.text, float(step.sum), step.count_text)
        *marks, count = draw_bar(row, BAR_ROW_HEIGHT * n, left, scale)
        own_x = count.x + LETTER_WIDTH * len(count.text) + 7
        groups.append(Group(step.players, (*marks, count, Words(own_x, count.y, own, "own"))))
    words = "; ".join(f"{step.text}: {step.count_text}" for step in steps)
    return Chart(STEPS_WIDTH, BAR_ROW_HEIGHT * len(steps), tuple(groups), words)


def heading(history: EventHistory) -> str:
    headings = {"ended": gettext("Final"), "running": gettext("Provisional, as if the event ended now")}
    return headings.get(state_of(history), gettext("No matches played yet"))


def prize_tables(history: EventHistory) -> dict[int, PrizeTable]:
    """Return {number: prize table} of the phases that have prizes."""
    tables = {phase.number: phase.settings.prizes for phase in history.all_phases}
    return {number: table for number, table in tables.items() if table and table.rows}


def list_offers(history: EventHistory) -> list[tuple]:
    currency = pot_of(history.pot).currency
    return [
        (
            phase_name(history.phase(number)),
            tuple((reach_text(row.criterion, row.target), worth_text(row, currency)) for row in table.rows),
            rules_note(table.rows, table.losers_share),
        )
        for number, table in prize_tables(history).items()
    ]


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
    pot, total, count = pot_of(history.pot), total_pot(history), len(list_participants(history))
    if total is None:
        return ""
    total_text = money_text(total, pot.currency)
    if pot.fee is None:
        return total_text
    fees = ngettext("{fee} × {count} entry", "{fee} × {count} entries", count)
    parts = [money_text(pot.sum, pot.currency)] if pot.sum else []
    parts.append(fees.format(fee=money_text(pot.fee, pot.currency), count=count))
    return gettext("{total}: {parts}").format(total=total_text, parts=gettext(" and ").join(parts))


@dataclass(frozen=True)
class PrizePlan:
    """The prizes' total compared with the pot: `verdict`, and `is_over` if it is more.

    `phases` are (name, rows of recipients, prize, number of players and sum, note). `current` is the sum by
    the current standings; `has_estimates`: some numbers of players are estimates.
    """

    phases: tuple[tuple, ...]
    pot: str
    total: str
    verdict: str
    is_over: bool
    has_estimates: bool
    current: str


def get_prize_plan(history: EventHistory) -> PrizePlan:
    """Return the cost of the prizes by their tables and by the current standings."""
    rows, currency, pot = plan_prizes(history), pot_of(history.pot).currency, total_pot(history)
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


def build_phase_plan(phase: EventPhase, rows: list[PlannedPrize], currency: str) -> tuple:
    table = phase.settings.prizes
    plan_rows = [
        (
            reach_text(row.prize.criterion, row.prize.target),
            worth_text(row.prize, currency),
            players_text(row),
            money_text(row.sum, currency) if row.sum else "",
        )
        for row in rows
    ]
    return phase_name(phase), plan_rows, rules_note(table.rows, table.losers_share)


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
