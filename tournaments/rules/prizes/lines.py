"""Parses and formats prizes, one per line: `3-4: 100`, `x-2: 20 each`, `15+ points: share 200 + playmat`."""

import re
from decimal import Decimal

from tournaments.rules.errors import RuleViolation, _

from .amounts import plain
from .table import PLACES, RECORD, prize_of

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
    return _recipients(recipients) | _prize(prize, currency)


def _recipients(text):
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
