"""Finals tables written by organisers: parsed, checked, and turned into a FinalsSystem."""

import json
import re
from functools import lru_cache

from tournaments.rules.errors import RuleViolation, _
from tournaments.rules.settings import validators

from ..labels import Label
from ..system import FinalsSystem, slots_of, source
from .custom_routes import check_ways

OWN = "own"
MOST_SEEDS = 64
# In one match: two, in a pod up to five.
MOST_SIDES = 5
MOST_NAME = 60
ID = re.compile(r"[A-Za-z0-9_.-]{1,12}")
KEYS = ("name", "matches", "rounds")
# The match for third place that may be played beside any table: no table's own match is called so.
THIRD_PLACE = "3P"


def text(table):
    """Return the table as canonical text."""
    return json.dumps(table, sort_keys=True)


def system(table, path="finals"):
    """The System of `{"name": …, "matches": [[1, "QF1", "S1", "S4"], …], "rounds": ["…"]}`.

    Sides are in the grammar of `Slot`, two to five of them. Every seed enters once; a match's winner goes on
    to one place, the champion's alone to none; its loser to one or none; whoever meets comes from earlier
    rounds. RuleViolation naming the match where that does not hold.
    """
    validators.known_keys(table, path, KEYS)
    name = _name(table.get("name"), f"{path}.name", _("Own table"))
    rows = _rows(table.get("matches"), f"{path}.matches")
    seeds = _check_seeds(rows, path)
    check_ways(rows)
    last = rows[-1][0]
    round_names = table.get("rounds") or []
    if not isinstance(round_names, list | tuple) or len(round_names) not in (0, last):
        raise RuleViolation(
            _("{path}: must be the names of the {rounds} rounds, or left out."),
            path=f"{path}.rounds",
            rounds=last,
        )
    names = tuple(
        Label(_name(one, f"{path}.rounds[{at}]", "")) for at, one in enumerate(round_names)
    ) or tuple(Label(_("Round {n}"), {"n": n}) for n in range(1, last + 1))
    made = slots_of(rows), names
    return FinalsSystem(
        OWN,
        name,
        _("A table of the organiser's own."),
        _("The organiser of this event"),
        range(seeds, seeds + 1),
        lambda _size: made,
        used="",
        criticism="",
    )


@lru_cache(maxsize=64)
def system_of(written):
    """Return the FinalsSystem of a table's `text`."""
    return system(json.loads(written))


def rows_of(written):
    """Rows of a table typed one match a line: `1 QF1 S4 S5`, a pod `1 A S3 S6 S7 S10`. RuleViolation names
    the line."""
    rows = []
    for number, line in enumerate(written.splitlines(), 1):
        parts = line.replace("\t", " ").split()
        if not parts:
            continue
        if not 4 <= len(parts) <= 2 + MOST_SIDES or not parts[0].isdecimal() or len(parts[0]) > 3:
            raise RuleViolation(
                _("Line {line}: write the round, the match and its two to five sides, such as 1 QF1 S4 S5."),
                line=number,
            )
        rows.append([int(parts[0]), *parts[1:]])
    return rows


def written(table):
    """Return a table's rows as typed text, one match per line."""
    return "\n".join(" ".join(map(str, row)) for row in table["matches"])


def _name(name, path, default):
    if name is None and default:
        return default
    if not isinstance(name, str) or not 1 <= len(name.strip()) <= MOST_NAME or not name.isprintable():
        raise RuleViolation(_("{path}: must be a name of 1 to {most} characters."), path=path, most=MOST_NAME)
    if "{" in name or "}" in name:
        raise RuleViolation(_("{path}: must hold no braces."), path=path)
    return name.strip()


def _rows(matches, path):
    """Return the rows (round, id, side, side, …) in the order of play, each checked separately."""
    if not isinstance(matches, list | tuple) or not matches:
        raise RuleViolation(
            _("{path}: must be matches, such as {example}."), path=path, example='[1, "QF1", "S1", "S4"]'
        )
    if len(matches) > 2 * MOST_SEEDS:
        raise RuleViolation(_("{path}: at most {most} matches."), path=path, most=2 * MOST_SEEDS)
    rows, ids = [], set()
    for at, row in enumerate(matches):
        where = f"{path}[{at}]"
        if not _is_row(row):
            raise RuleViolation(
                _("{path}: must be a round, a match and its two to five sides, such as {example}."),
                path=where,
                example='[1, "QF1", "S1", "S4"]',
            )
        validators.whole(row[0], where, 1, MOST_SEEDS)
        if not ID.fullmatch(row[1]):
            raise RuleViolation(
                _("{path}: {match} is no name of a match: up to 12 letters and digits, such as QF1."),
                path=where,
                match=f"“{row[1][:20]}”",
            )
        if row[1] == THIRD_PLACE:
            raise RuleViolation(
                _("{path}: {match} is kept for the match for third place, which is a setting; name it anew."),
                path=where,
                match=THIRD_PLACE,
            )
        if row[1] in ids:
            raise RuleViolation(_("{path}: the match {match} stands here twice."), path=where, match=row[1])
        ids.add(row[1])
        for side in row[2:]:
            _check_side(side, where, row[1])
        rows.append(tuple(row))
    # The match of the player who was not chosen comes after the choice.
    return sorted(rows, key=lambda row: (row[0], any(side.startswith("REST") for side in row[2:])))


def _is_row(row):
    is_long = isinstance(row, list | tuple) and 4 <= len(row) <= 2 + MOST_SIDES
    return is_long and all(isinstance(word, str) for word in row[1:])


def _check_side(side, path, match):
    try:
        read = source(side)
    except ValueError:
        read = None
    # S01 and S١ read as seed 1, but stand for nothing elsewhere.
    is_plain = side.isascii() and not re.search(r"(?:^S|:)0", side)
    if read is None or len(set(read.of)) != len(read.of) or not is_plain:
        raise RuleViolation(
            _("{path}: {side} is no side of {match}; write S4, W:QF1, L:QF1, RW:QF1,QF2:1 or RL:QF1,QF2:1."),
            path=path,
            side=f"“{side[:40]}”",
            match=match,
        )


def _check_seeds(rows, path):
    """Return the number of seeds; each from 1 on enters once."""
    seeds = [source(side).k for row in rows for side in row[2:] if source(side).kind == "S"]
    size = max(seeds, default=0)
    if not 1 <= size <= MOST_SEEDS:
        raise RuleViolation(_("{path}: takes 2 to {most} seeds, S1 and on."), path=path, most=MOST_SEEDS)
    for seed in range(1, size + 1):
        if (times := seeds.count(seed)) != 1:
            words = _("{path}: seed {seed} enters {times} times; each enters once.")
            if not times:
                words = _("{path}: seed {seed} enters nowhere; each seed up to {size} enters once.")
            raise RuleViolation(words, path=path, seed=seed, times=times, size=size)
    return size
