"""The pot, and who gets how much of it."""

import re
from collections import Counter
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import groupby
from math import ceil, comb

from .. import finals
from ..errors import RuleViolation, _
from ..players.participation import list_participants
from ..rounds.phases import entrants_of, round_count
from ..rounds.progress import is_over
from ..settings.fields import known_keys
from ..standings.standings import standings
from ..terms import BRACKET
from .table import PLACES, POINTS, RECORD, Prize, amount, plain, prize_of, split, table_of

MAX_CURRENCY_LENGTH = 12
CENT = Fraction(1, 100)
# A currency like these would look like a part of the sum: 0 in 1000, % in 40 %.
_PART_OF_SUM = re.compile(r"[0-9%+:]|^[-.,' ]+$")


@dataclass(frozen=True, slots=True)
class Pot:
    """A fixed `sum` and a `fee` of each entry; None if not set. `smallest`: payouts are multiples of it."""

    currency: str = ""
    sum: Fraction | None = None
    fee: Fraction | None = None
    smallest: Fraction = CENT


def pot_of(value, path="event.pot"):
    """Return the Pot of an event's `pot`; RuleViolation with the path of a wrong value."""
    known_keys(value, path, ("currency", "sum", "fee", "smallest"))
    sums = {key: amount(value[key], f"{path}.{key}") for key in ("sum", "fee", "smallest") if key in value}
    if not sums.get("smallest", CENT):
        raise RuleViolation(_("{path}: must be more than 0."), path=f"{path}.smallest")
    currency = value.get("currency", "")
    if not isinstance(currency, str) or len(currency) > MAX_CURRENCY_LENGTH or not currency.isprintable():
        text = _("{path}: must be text of {most} characters at most, such as € or packs.")
        raise RuleViolation(text, path=f"{path}.currency", most=MAX_CURRENCY_LENGTH)
    if _PART_OF_SUM.search(currency):
        text = _("{path}: must be a symbol or a word, such as € or packs, and not part of an amount.")
        raise RuleViolation(text, path=f"{path}.currency")
    return Pot(currency, **sums)


def is_set(value):
    """Return whether an event's `pot` has a sum or a fee."""
    return "sum" in value or "fee" in value


def total_pot(history):
    """Return the total of the event's pot, or None if it is not set. Players who took part pay the fee."""
    pot = pot_of(history.pot)
    if not is_set(history.pot):
        return None
    return (pot.sum or Fraction(0)) + (pot.fee or 0) * len(list_participants(history))


def check_prizes(history):
    """Check prizes against the whole event: kinds of phases and the pot.

    The RuleViolation has `phase` and `row` (from 0) besides the path.
    """
    shares = Fraction(0)
    for number, phase in enumerate(history.phases, 1):
        path = f"phases[{number - 1}].settings.prizes"
        for n, prize in enumerate(table_of(phase.overrides.get("prizes", {}), path).rows):
            where = {"path": f"{path}.rows[{n}]", "phase": number, "row": n}
            if phase.kind == BRACKET and prize.criterion != PLACES:
                raise RuleViolation(_("{path}: in finals, prizes are awarded by place."), **where)
            if not prize.percent:
                continue
            if not is_set(history.pot):
                raise RuleViolation(_("{path}: is a share of the pot, so the event needs a pot."), **where)
            shares += prize.sum * (1 if prize.shared else prize.places)
            if shares > 100:
                text = _("{path}: with this row, the prizes add up to more than 100 % of the pot.")
                raise RuleViolation(text, **where)


# Tolerance of points, which are sums of floats.
TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class Award:
    """A prize of a phase for tied players, by places, by a record or by points.

    `target`: as in Prize; for places, those that the players occupy. `each` is a multiple of the smallest
    sum paid out, `rest` the indivisible remainder. `things`: (text, number for all players together).
    """

    phase: int
    criterion: str
    target: tuple | float
    players: tuple[str, ...]
    each: Fraction
    rest: Fraction
    things: tuple[tuple[str, int], ...]


def awards(history):
    """Return all current Awards of the event, by phase and best first; see `awards_of_phase`."""
    return tuple(award for phase in history.all_phases for award in awards_of_phase(phase))


def awards_of_phase(phase):
    """Return the current Awards of a phase, best first.

    Tied players share the prizes of the places that they occupy. A player gets only the best record prize
    reached, and only the best points prize; places, records, points and phases add up. Disqualified
    players are not in the standings and get none. A Swiss phase counts finished rounds only.
    """
    settings = phase.settings
    if not settings.prizes or not phase.rounds:
        return []
    current = standings(phase, live=phase.kind == BRACKET)
    if phase.kind != BRACKET and not current.after_round:
        return []
    rows, prizes = current.rows, settings.prizes.rows
    pot, smallest = total_pot(phase.history) or Fraction(0), pot_of(phase.history.pot).smallest
    payments = list(_place_payments(phase, rows, settings.prizes, pot))
    for criterion in (RECORD, POINTS):
        alike = [prize for prize in prizes if prize.criterion == criterion]
        for prize, players in _recipients(criterion, alike, rows, settings.points):
            total = prize.worth(pot) * (1 if prize.shared else len(players))
            payments.append((criterion, prize.target, players, total, [prize.thing] * len(players)))
    phase_awards = []
    for criterion, target, players, total, things in payments:
        things = tuple(Counter(filter(None, things)).items())
        each, rest = split(total, len(players), smallest)
        phase_awards.append(Award(phase.number, criterion, target, players, each, rest, things))
    return phase_awards


def sum_awards(awards):
    """Return (total paid, indivisible remainder) of awards."""
    return sum(one.each * len(one.players) for one in awards), sum(one.rest for one in awards)


def _place_payments(phase, rows, table, pot):
    """Yield (PLACES, (first, last place), players, total, things) of players sharing places, best first."""
    prizes = [prize for prize in table.rows if prize.criterion == PLACES]
    prize_of_place = {n: prize for prize in prizes for n in range(prize.target[0], prize.target[1] + 1)}
    last_matches = _last_matches(phase) if table.losers_share else {}
    for _key, group in groupby(rows, lambda row: last_matches.get(row.player, row.rank)):
        group = list(group)
        first, last = group[0].rank, group[0].rank + len(group) - 1
        won = [prize_of_place[n] for n in range(first, last + 1) if n in prize_of_place]
        if won:
            total = sum(prize.worth(pot) / (prize.places if prize.shared else 1) for prize in won)
            players = tuple(row.player for row in group)
            yield PLACES, (first, last), players, total, [prize.thing for prize in won]


def _last_matches(phase):
    """Return {player: (round, whether won)} of last matches in a bracket; {} for other phases."""
    if phase.kind != BRACKET:
        return {}
    bracket = finals.bracket_of(phase)
    last = {}
    for meeting in bracket.meetings:
        if meeting.is_decided:
            last[bracket.player(meeting.winner)] = (meeting.slot.round, True)
            last |= {bracket.player(seed): (meeting.slot.round, False) for seed in meeting.losers}
    return last


def _recipients(criterion, prizes, rows, points):
    """Yield (prize, players whose best of `prizes` it is), the highest prize first."""
    if criterion == RECORD:
        rounds = max((row.wins + row.losses + row.draws for row in rows), default=0)
        worth = {row.player: record_points((row.wins, row.losses, row.draws), points, rounds) for row in rows}
        minimum = {prize: record_points(prize.target, points, rounds) for prize in prizes}
    else:
        worth = {row.player: row.points for row in rows}
        minimum = {prize: prize.target - TOLERANCE for prize in prizes}
    left = [row.player for row in rows]
    for prize in sorted(prizes, key=minimum.get, reverse=True):
        players = tuple(player for player in left if worth[player] >= minimum[prize])
        left = [player for player in left if worth[player] < minimum[prize]]
        if players:
            yield prize, players


def record_points(record, points, rounds):
    """Return the points of (wins, losses, draws); wins None means the rest of `rounds`."""
    wins, losses, draws = record
    if wins is None:
        wins = max(0, rounds - losses - draws)
    counts = {"win": wins, "loss": losses, "draw": draws}
    return sum(count * Fraction(str(points[key])) for key, count in counts.items())


@dataclass(frozen=True, slots=True)
class PlannedPrize:
    """A row of the plan: the number of players who get it (None: shared by all), and its total `sum`.

    `expected`: the phase is not over, so the number is an estimate (see `expected_players`).
    """

    phase: int
    prize: Prize
    players: int | None
    sum: Fraction
    expected: bool


def plan_prizes(history):
    """Return a PlannedPrize for each row of each phase's prizes, in order."""
    pot = total_pot(history) or Fraction(0)
    plan = []
    for phase in history.all_phases:
        table = phase.settings.prizes
        if not table or not table.rows:
            continue
        over = is_over(phase)
        awarded = {(a.criterion, a.target): len(a.players) for a in awards_of_phase(phase)} if over else {}
        size = None if over else _expected_size(phase)
        for prize in table.rows:
            is_estimate = False
            if prize.criterion == PLACES:
                players = prize.places
            elif prize.shared:
                players = None
            elif over:
                players = awarded.get((prize.criterion, prize.target), 0)
            else:
                players, is_estimate = expected_players(prize, table.rows, *size), True
            total = prize.worth(pot) * (1 if prize.shared else players)
            plan.append(PlannedPrize(phase.number, prize, players, total, is_estimate))
    return tuple(plan)


def _expected_size(phase):
    """Return (players, rounds, points for each result) of a phase, as far as they are known."""
    points = phase.settings.points
    try:
        players = len(list_participants(phase.history)) if phase.number == 1 else len(entrants_of(phase))
        return players, round_count(phase) if players > 1 else 0, points
    except RuleViolation:
        return 0, 0, points


def expected_players(prize, rows, players, rounds, points):
    """Return the expected number of players who get a prize by record or points, rounded up.

    With even matches and no draws n · C(R, w) / 2^R players have w wins, which matches the score groups of
    a Swiss event within one. Draws and drops lower it. Players with a better row of the kind are excluded.
    """
    minimums = [_minimum(one, rounds, points) for one in rows if one.criterion == prize.criterion]
    minimum = _minimum(prize, rounds, points)
    above = min((other for other in minimums if other > minimum), default=None)
    worths = [(wins, record_points((wins, rounds - wins, 0), points, rounds)) for wins in range(rounds + 1)]
    winning = [wins for wins, worth in worths if worth >= minimum and (above is None or worth < above)]
    return ceil(Fraction(players * sum(comb(rounds, wins) for wins in winning), 2**rounds))


def _minimum(prize, rounds, points):
    if prize.criterion == RECORD:
        return record_points(prize.target, points, rounds)
    return Fraction(str(prize.target))


_RANGE = r"([0-9]{1,6}) ?(?:-|–|to) ?([0-9]{1,6})"
_RECORD = r"(?:record )?(x|[0-9]{1,3}) ?[-–] ?([0-9]{1,3}(?: ?[-–] ?[0-9]{1,3})?)(?: or better| ?\+)?"
_POINTS = r"(-?[0-9]{1,6}(?:\.[0-9]{1,20})?) ?(?:\+ ?points?|points?(?: ?\+| or more)?)"
# Patterns of the text before the colon → the row's first key.
_RECIPIENTS = (
    (r"(?:places? )?([0-9]{1,6})(?:st|nd|rd|th)?", lambda a: {"places": [int(a), int(a)]}),
    (r"top ([0-9]{1,6})", lambda a: {"places": [1, int(a)]}),
    (rf"places? {_RANGE}", lambda a, b: {"places": [int(a), int(b)]}),
    # 3-4 is increasing: places. 5-2 is not: a record.
    (_RANGE, lambda a, b: {"places": [int(a), int(b)]} if int(a) < int(b) else {"record": f"{a}-{b}"}),
    (_RECORD, lambda a, b: {"record": f"{a}-{b.replace('–', '-').replace(' ', '')}"}),
    (_POINTS, lambda a: {"points": float(a) if "." in a else int(a)}),
)
_WORTH = re.compile(r"(share )?(-?[0-9.,' ]*[0-9]) ?(%(?: of the pot)?)?(?: (each))?")
_SUM = re.compile(r"-?[0-9]+([.,][0-9]{1,2})?")
_SYMBOLS = "€$£¥"


def read_lines(text, currency=""):
    """Return (rows as in the event file, their line numbers, [(line number, RuleViolation), …]).

    Each readable line gives a row; blank lines are counted and skipped. A sum may include the currency.
    """
    rows, numbers, errors, prizes = [], [], [], []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = _row(line, currency)
            prizes.append(prize_of(row, "", prizes))
        except RuleViolation as violation:
            errors.append((number, at_line(violation, number)))
        else:
            rows.append(row)
            numbers.append(number)
    return rows, numbers, errors


def at_line(violation, number):
    """Return the violation with the line number as its path."""
    path = RuleViolation(_("Line {number}"), number=number)
    return RuleViolation(violation.template, **violation.params | {"path": path})


def _row(line, currency):
    """Return the row of one line; a RuleViolation has no {path} yet."""
    recipients, colon, prize = (" ".join(part.split()) for part in line.partition(":"))
    if not colon or not prize:
        raise RuleViolation(_("{path}: type who gets it, a colon and the prize, such as 1: 500."))
    return _line_recipients(recipients) | _prize(prize, currency)


def _line_recipients(text):
    for pattern, row in _RECIPIENTS:
        if match := re.fullmatch(pattern, text.lower()):
            return row(*match.groups())
    message = _(
        "{path}: “{who}” isn’t a place (1, 3-4), a record (5-2, x-2) or a number of points (15+ points)."
    )
    raise RuleViolation(message, who=text[:40])


def _prize(text, currency):
    """Return the sum or share, and the things added to it."""
    row, things = {}, []
    for part in (part.strip() for part in text.split("+")):
        match = _WORTH.fullmatch(_without(currency, part).lower())
        if match is None:
            things.append(part)
        elif row:
            raise RuleViolation(_("{path}: has two amounts. Type one."))
        else:
            row = _sum(*match.groups())
    return row | ({"thing": " + ".join(things)} if things else {})


def _without(currency, text):
    """Remove the currency from a sum."""
    text = text.translate(str.maketrans("", "", _SYMBOLS))
    if currency:
        # Only as a separate word: removes the e of “e 20”, but not of “each”.
        text = re.sub(rf"(?<![^\W\d_]){re.escape(currency)}(?![^\W\d_])", "", text, flags=re.IGNORECASE)
    return " ".join(text.split())


def _sum(share, sum_, percent, each):
    if share and each:
        raise RuleViolation(
            _("{path}: must be an amount for each player or a share of one amount, not both.")
        )
    if not _SUM.fullmatch(sum_):
        raise RuleViolation(_("{path}: “{sum}” isn’t an amount. Type 1000 or 12.50."), sum=sum_[:20])
    number = sum_.replace(",", ".")
    value = f"{number}%" if percent else number if "." in number else int(number)
    return {"share" if share else "sum": value}


def line_of(prize):
    """Return the line that `read_lines` parses as this Prize."""
    return f"{_recipient_text(prize)}: {' + '.join(filter(None, (_sum_text(prize), prize.thing)))}"


def _recipient_text(prize):
    if prize.criterion == PLACES:
        first, last = prize.target
        return str(first) if first == last else f"{first}-{last}"
    if prize.criterion == RECORD:
        wins, losses, draws = prize.target
        record = f"{'x' if wins is None else wins}-{losses}{f'-{draws}' if draws else ''}"
        return f"record {record}" if wins is not None and wins < losses and not draws else record
    return f"{Decimal(str(prize.target)):f}+ points"


def _sum_text(prize):
    if not prize.sum:
        return "" if prize.thing else "0"
    text = f"{plain(prize.sum)}{'%' if prize.percent else ''}"
    if prize.shared:
        return f"share {text}"
    return text if prize.criterion == PLACES else f"{text} each"
