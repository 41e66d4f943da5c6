"""An organiser's own finals table: read, checked, and written as text."""

import json
import re
from collections import Counter
from functools import lru_cache

from ..errors import RuleViolation, _
from ..settings.fields import known_keys, whole
from .system import FinalsSystem, Label, slots_of, source

CHOICE = ("CALL", "REST")


def check_routes(rows):
    """Check that winners except the champion advance once, losers at most once, all to later rounds."""
    rounds, pods = {row[1]: row[0] for row in rows}, {row[1] for row in rows if len(row) > 4}
    if missing := set(range(1, rows[-1][0] + 1)) - set(rounds.values()):
        text = _("Round {round} has no matches. Number the rounds 1, 2, 3 and so on.")
        raise RuleViolation(text, round=min(missing))
    # By (whether winners are taken, the matches): the sides that take from these matches.
    groups = {}
    for _number, match, *sides in rows:
        for side in sides:
            read = source(side)
            _check_read(match, side, read, rounds, pods)
            if read.kind != "S":
                groups.setdefault((read.winners, tuple(sorted(read.of))), []).append((side, read, match))
    winner_uses, loser_uses = Counter(), Counter()
    for (winners, matches), group in groups.items():
        _check_group(matches, group, winners)
        if group[0][1].kind in CHOICE:
            _check_choice(rows, group)
        (winner_uses if winners else loser_uses).update(matches)
    for uses, text in (
        (winner_uses, _("The winner of {match} advances to two places. Use each winner once.")),
        (loser_uses, _("The loser of {match} advances to two places. Use each loser at most once.")),
    ):
        for match, count in uses.items():
            if count > 1:
                raise RuleViolation(text, match=match)
    for match in rounds:
        if match not in winner_uses and match != rows[-1][1]:
            text = _(
                "The winner of {match} doesn’t advance to any match. Only the last match can end the bracket."
            )
            raise RuleViolation(text, match=match)


def _check_read(match, side, read, rounds, pods):
    """Check that a side reads earlier matches of one round, and no losers of pods."""
    for fed in read.of:
        _check_feeder(match, fed, rounds)
        if fed in pods and not read.winners:
            raise RuleViolation(_("{fed} is a pod: its losers can’t advance."), fed=fed)
    if len({rounds[fed] for fed in read.of}) > 1:
        text = _("{match}: {side} ranks matches of different rounds. Use matches of one round.")
        raise RuleViolation(text, match=match, side=side)
    if match in pods and read.kind in CHOICE:
        raise RuleViolation(_("{match} is a pod: nobody can be called to it."), match=match)


def _check_feeder(match, fed, rounds):
    if fed == match:
        raise RuleViolation(_("{match} can’t take a player from itself."), match=match)
    if fed not in rounds:
        raise RuleViolation(
            _("{match} uses {fed}, which isn’t a match of this bracket."), match=match, fed=fed
        )
    if rounds[fed] >= rounds[match]:
        text = _("{match} in round {round} takes a player from {fed}, which isn’t in an earlier round.")
        raise RuleViolation(text, match=match, round=rounds[match], fed=fed)


def _check_group(matches, group, winners):
    """Check the sides that take from a set of matches: each rank once, and all ranks of winners."""
    ranks = [(read.kind in CHOICE, read.k) for _side, read, _match in group]
    last_side, _read, match = group[-1]
    if len({read.of for _side, read, _match in group}) > 1:
        text = _("{match}: name {of} in the same order everywhere.")
        raise RuleViolation(text, match=match, of=",".join(matches))
    if len(set(ranks)) != len(ranks) or len({is_choice for is_choice, _k in ranks}) > 1:
        raise RuleViolation(_("{match}: {side} is used twice."), match=match, side=last_side)
    beyond = [side for side, read, _match in group if read.k > len(matches)]
    if beyond:
        text = _("{match}: {side} uses a rank above {count}, the number of its matches.")
        raise RuleViolation(text, match=match, side=beyond[0], count=len(matches))
    if winners and len(ranks) != len(matches):
        text = _("Only {count} of the winners of {of} advance. Each winner must advance to one place.")
        raise RuleViolation(text, of=",".join(matches), count=len(ranks))


def _check_choice(rows, group):
    """Check that a chooser is known before the choice, and meets only the chosen opponent."""
    row_of_side = {(row[1], side): row for row in rows for side in row[2:]}
    row_of_kind = {read.kind: row_of_side[match, side] for side, read, match in group}
    called, rest = row_of_kind["CALL"], row_of_kind["REST"]
    kinds = [source(side).kind for side in called[2:]]
    if called == rest or kinds.count("CALL") > 1:
        raise RuleViolation(
            _("{match}: nobody makes the call. One side must be the player who calls."), match=called[1]
        )
    if rest[0] < called[0]:
        text = _(
            "{match} is for the player not called in {called}. It must be in the same round or a later one."
        )
        raise RuleViolation(text, match=rest[1], called=called[1])


OWN = "own"
MAX_SEEDS = 64
# In one match: two, in a pod up to five.
MAX_SIDES = 5
MAX_NAME_LENGTH = 60
MATCH_ID = re.compile(r"[A-Za-z0-9_.-]{1,12}")
KEYS = ("name", "matches", "rounds")
# The match for third place that may be played beside any table; a table cannot use this id.
THIRD_PLACE = "3P"
EXAMPLE = '[1, "QF1", "S1", "S4"]'


@lru_cache(maxsize=64)
def system_from_json(text):
    return parse_system(json.loads(text))


def parse_system(table, path="finals"):
    """Return the FinalsSystem of `{"name": …, "matches": [[1, "QF1", "S1", "S4"], …], "rounds": ["…"]}`.

    Each match has two to five sides in the grammar of `Slot`. Every seed enters once. The winner of each
    match but the last advances to one place, the loser to one or none, both to later rounds. RuleViolation
    naming the match where this does not hold.
    """
    known_keys(table, path, KEYS)
    name = _parse_name(table.get("name"), f"{path}.name", _("Custom bracket"))
    rows = _parse_rows(table.get("matches"), f"{path}.matches")
    size = _count_seeds(rows, path)
    check_routes(rows)
    slots = slots_of(rows), _parse_round_names(table.get("rounds") or [], rows[-1][0], f"{path}.rounds")
    return FinalsSystem(
        OWN,
        name,
        _("A custom bracket, set up by the organiser."),
        _("The organiser of this event"),
        range(size, size + 1),
        lambda _size: slots,
        used="",
        criticism="",
    )


def parse_typed_rows(text):
    """Return the rows of a table typed one match per line: `1 QF1 S4 S5`, a pod `1 A S3 S6 S7 S10`.

    RuleViolation naming the line.
    """
    rows = []
    for number, line in enumerate(text.splitlines(), 1):
        parts = line.replace("\t", " ").split()
        if not parts:
            continue
        if not 4 <= len(parts) <= 2 + MAX_SIDES or not parts[0].isdecimal() or len(parts[0]) > 3:
            raise RuleViolation(
                _("Line {line}: type the round, the match and its two to five sides, such as 1 QF1 S4 S5."),
                line=number,
            )
        rows.append([int(parts[0]), *parts[1:]])
    return rows


def format_rows(table):
    """Return a table's rows as typed text, one match per line."""
    return "\n".join(" ".join(map(str, row)) for row in table["matches"])


def _parse_round_names(names, count, path):
    if not isinstance(names, list | tuple) or len(names) not in (0, count):
        text = _("{path}: must be a list of {rounds} round names, or left out.")
        raise RuleViolation(text, path=path, rounds=count)
    if names:
        return tuple(Label(_parse_name(name, f"{path}[{n}]", "")) for n, name in enumerate(names))
    return tuple(Label(_("Round {n}"), {"n": n}) for n in range(1, count + 1))


def _parse_name(name, path, default):
    if name is None and default:
        return default
    if not isinstance(name, str) or not 1 <= len(name.strip()) <= MAX_NAME_LENGTH or not name.isprintable():
        text = _("{path}: must be a name of 1 to {most} characters.")
        raise RuleViolation(text, path=path, most=MAX_NAME_LENGTH)
    if "{" in name or "}" in name:
        raise RuleViolation(_("{path}: must not contain braces."), path=path)
    return name.strip()


def _parse_rows(matches, path):
    """Return the rows (round, id, side, side, …) in the order of play, each checked separately."""
    if not isinstance(matches, list | tuple) or not matches:
        raise RuleViolation(
            _("{path}: must be a list of matches, such as {example}."), path=path, example=EXAMPLE
        )
    if len(matches) > 2 * MAX_SEEDS:
        raise RuleViolation(_("{path}: at most {most} matches."), path=path, most=2 * MAX_SEEDS)
    rows, ids = [], set()
    for n, row in enumerate(matches):
        _check_row(row, f"{path}[{n}]", ids)
        ids.add(row[1])
        rows.append(tuple(row))
    # The match of the player who was not chosen comes after the choice.
    return sorted(rows, key=lambda row: (row[0], any(side.startswith("REST") for side in row[2:])))


def _check_row(row, path, ids):
    """Check one row; `ids` are the matches of the rows before it."""
    is_row = isinstance(row, list | tuple) and 4 <= len(row) <= 2 + MAX_SIDES
    if not is_row or not all(isinstance(text, str) for text in row[1:]):
        text = _("{path}: must be a round, a match and its two to five sides, such as {example}.")
        raise RuleViolation(text, path=path, example=EXAMPLE)
    number, match, *sides = row
    whole(number, path, 1, MAX_SEEDS)
    if not MATCH_ID.fullmatch(match):
        text = _("{path}: {match} isn’t a valid match name. Use up to 12 letters and digits, such as QF1.")
        raise RuleViolation(text, path=path, match=f"“{match[:20]}”")
    if match == THIRD_PLACE:
        text = _("{path}: {match} is reserved for the third-place match. Choose another name.")
        raise RuleViolation(text, path=path, match=THIRD_PLACE)
    if match in ids:
        raise RuleViolation(_("{path}: the match {match} is listed twice."), path=path, match=match)
    for side in sides:
        _check_side(side, path, match)


def _check_side(side, path, match):
    try:
        read = source(side)
    except ValueError:
        read = None
    # S01 and S١ would be read as seed 1, but no other code recognises them.
    is_plain = side.isascii() and not re.search(r"(?:^S|:)0", side)
    if read is None or len(set(read.of)) != len(read.of) or not is_plain:
        raise RuleViolation(
            _(
                "{path}: {side} isn’t a valid side of {match}. Use S4, W:QF1, L:QF1, RW:QF1,QF2:1 or "
                "RL:QF1,QF2:1."
            ),
            path=path,
            side=f"“{side[:40]}”",
            match=match,
        )


def _count_seeds(rows, path):
    """Return the number of seeds; RuleViolation unless each from 1 on enters once."""
    seeds = [source(side).k for row in rows for side in row[2:] if source(side).kind == "S"]
    size = max(seeds, default=0)
    if not 1 <= size <= MAX_SEEDS:
        raise RuleViolation(
            _("{path}: needs 2 to {most} seeds, starting with S1."), path=path, most=MAX_SEEDS
        )
    for seed in range(1, size + 1):
        if (times := seeds.count(seed)) != 1:
            text = _("{path}: seed {seed} enters {times} times. Each seed enters once.")
            if not times:
                text = _("{path}: seed {seed} doesn’t enter any match. Each seed up to {size} enters once.")
            raise RuleViolation(text, path=path, seed=seed, times=times, size=size)
    return size
