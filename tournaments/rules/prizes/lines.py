"""Prizes as people type them, a line each: `3-4: 100`, `x-2: 20 each`, `15+ points: share 200 + playmat`."""

import re
from decimal import Decimal

from tournaments.rules.errors import RuleViolation, _

from .amounts import plain
from .table import PLACES, RECORD, prize_of

_TWO = r"([0-9]{1,6}) ?(?:-|–|to) ?([0-9]{1,6})"
_RECORD = r"(?:record )?(x|[0-9]{1,3}) ?[-–] ?([0-9]{1,3}(?: ?[-–] ?[0-9]{1,3})?)(?: or better| ?\+)?"
_POINTS = r"(-?[0-9]{1,6}(?:\.[0-9]{1,20})?) ?(?:\+ ?points?|points?(?: ?\+| or more)?)"
# What may stand before the colon → the row's first key.
_WHO = (
    (r"(?:places? )?([0-9]{1,6})(?:st|nd|rd|th)?", lambda a: {"places": [int(a), int(a)]}),
    (r"top ([0-9]{1,6})", lambda a: {"places": [1, int(a)]}),
    (rf"places? {_TWO}", lambda a, b: {"places": [int(a), int(b)]}),
    # 3-4 rises: places. 5-2 does not: a record.
    (_TWO, lambda a, b: {"places": [int(a), int(b)]} if int(a) < int(b) else {"record": f"{a}-{b}"}),
    (_RECORD, lambda a, b: {"record": f"{a}-{b.replace('–', '-').replace(' ', '')}"}),
    (_POINTS, lambda a: {"points": float(a) if "." in a else int(a)}),
)
_WORTH = re.compile(r"(share )?(-?[0-9.,' ]*[0-9]) ?(%(?: of the pot)?)?(?: (each))?")
_SUM = re.compile(r"-?[0-9]+([.,][0-9]{1,2})?")
_SYMBOLS = "€$£¥"


def read_lines(text, currency=""):
    """(rows in the event file's words, numbers of their lines, [(number, RuleViolation), …]) of typed lines.

    A row stands for each line that can be read; blank lines count, and are passed over. The currency may
    stand beside a sum.
    """
    rows, numbers, wrong, prizes = [], [], [], []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = _row(line, currency)
            prizes.append(prize_of(row, "", prizes))
        except RuleViolation as violation:
            wrong.append((number, at_line(violation, number)))
        else:
            rows.append(row)
            numbers.append(number)
    return rows, numbers, wrong


def at_line(violation, number):
    """The refusal with the line's number for its path."""
    path = RuleViolation(_("Line {number}"), number=number)
    return RuleViolation(violation.template, **violation.params | {"path": path})


def _row(line, currency):
    """The row of one line; a RuleViolation waits for its {path}."""
    who, colon, what = (" ".join(part.split()) for part in line.partition(":"))
    if not colon or not what:
        words = _("{path}: write who gets it, a colon and what it is, such as 1: 500.")
        raise RuleViolation(words)
    return _who(who) | _what(what, currency)


def _who(text):
    for pattern, row in _WHO:
        if found := re.fullmatch(pattern, text.lower()):
            return row(*found.groups())
    words = _("{path}: “{who}” is no place (1, 3-4), record (5-2, x-2) or number of points (15+ points).")
    raise RuleViolation(words, who=text[:40])


def _what(text, currency):
    """The sum or share, and the things beside it."""
    row, things = {}, []
    for part in (part.strip() for part in text.split("+")):
        found = _WORTH.fullmatch(_without(currency, part).lower())
        if found is None:
            things.append(part)
        elif row:
            raise RuleViolation(_("{path}: has two sums; write one."))
        else:
            row = _sum(*found.groups())
    return row | ({"thing": " + ".join(things)} if things else {})


def _without(currency, text):
    """A sum without the sign of its currency."""
    text = text.translate(str.maketrans("", "", _SYMBOLS))
    if currency:
        # A word of its own: the e of “e 20” goes, that of “each” stays.
        text = re.sub(rf"(?<![^\W\d_]){re.escape(currency)}(?![^\W\d_])", "", text, flags=re.IGNORECASE)
    return " ".join(text.split())


def _sum(share, sum_, percent, each):
    if share and each:
        raise RuleViolation(_("{path}: is a sum for each or a share of one sum, not both."))
    if not _SUM.fullmatch(sum_):
        words = _("{path}: “{sum}” is no sum; write 1000 or 12.50.")
        raise RuleViolation(words, sum=sum_[:20])
    said = sum_.replace(",", ".")
    value = f"{said}%" if percent else said if "." in said else int(said)
    return {"share" if share else "sum": value}


def line_of(prize):
    """The line that `read_lines` reads as this Prize."""
    return f"{_said_who(prize)}: {' + '.join(filter(None, (_said_sum(prize), prize.thing)))}"


def _said_who(prize):
    if prize.by == PLACES:
        first, last = prize.reach
        return str(first) if first == last else f"{first}-{last}"
    if prize.by == RECORD:
        wins, losses, draws = prize.reach
        record = f"{'x' if wins is None else wins}-{losses}{f'-{draws}' if draws else ''}"
        return f"record {record}" if wins is not None and wins < losses and not draws else record
    return f"{Decimal(str(prize.reach)):f}+ points"


def _said_sum(prize):
    if not prize.sum:
        return "" if prize.thing else "0"
    said = f"{plain(prize.sum)}{'%' if prize.percent else ''}"
    if prize.shared:
        return f"share {said}"
    return said if prize.by == PLACES else f"{said} each"
