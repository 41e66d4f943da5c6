"""Checks the routes of an organiser's own finals table: each player advances once, to a later round."""

from collections import Counter

from tournaments.rules.errors import RuleViolation, _

from ..system import source


def check_ways(rows):
    """Check that winners except the champion advance once, losers at most once, all to later rounds."""
    rounds, pods = {row[1]: row[0] for row in rows}, {row[1] for row in rows if len(row) > 4}
    if set(rounds.values()) != set(range(1, rows[-1][0] + 1)):
        missing = min(set(range(1, rows[-1][0] + 1)) - set(rounds.values()))
        raise RuleViolation(_("Round {round} has no match: number the rounds 1, 2, 3 …"), round=missing)
    uses, losers, groups = Counter(), Counter(), {}
    for number, match, *sides in rows:
        for side in sides:
            read = source(side)
            for fed in read.of:
                _check_feeder(match, number, fed, rounds)
                if fed in pods and not read.winners:
                    raise RuleViolation(_("{fed} is a pod: of its losers none goes on."), fed=fed)
            if len({rounds[fed] for fed in read.of}) > 1:
                raise RuleViolation(
                    _("{match}: {side} ranks matches of different rounds; take those of one."),
                    match=match,
                    side=side,
                )
            if match in pods and read.kind in ("CALL", "REST"):
                raise RuleViolation(_("{match} is a pod: nobody is called to it."), match=match)
            if read.kind != "S":
                groups.setdefault(_group(read), []).append((side, read, match))
    for (winners, of), taken in groups.items():
        _check_ranks(of, taken, winners)
        if taken[0][1].kind in ("CALL", "REST"):
            _check_call(rows, taken)
        (uses if winners else losers).update(of)
    for counted, words in (
        (uses, _("The winner of {match} goes on to two places; name each winner once.")),
        (losers, _("The loser of {match} goes on to two places; name each loser once at most.")),
    ):
        for match, times in counted.items():
            if times > 1:
                raise RuleViolation(words, match=match)
    for match in rounds:
        if match not in uses and match != rows[-1][1]:
            raise RuleViolation(
                _("The winner of {match} goes nowhere; only the last match has one."), match=match
            )


def _check_feeder(match, number, fed, rounds):
    if fed == match:
        raise RuleViolation(_("{match} is fed by itself."), match=match)
    if fed not in rounds:
        raise RuleViolation(_("{match} names {fed}, which is no match of this table."), match=match, fed=fed)
    if rounds[fed] >= number:
        raise RuleViolation(
            _("{match} in round {round} is fed by {fed}, which is not in an earlier round."),
            match=match,
            round=number,
            fed=fed,
        )


def _group(read):
    return read.winners, tuple(sorted(read.of))


def _check_ranks(of, taken, winners):
    """Check the places that a set of matches feeds: each rank once, and all ranks of winners."""
    places = [(read.kind in ("CALL", "REST"), read.k) for _side, read, _match in taken]
    match = taken[-1][2]
    if len({read.of for _side, read, _match in taken}) > 1:
        raise RuleViolation(
            _("{match}: name {of} in the same order everywhere."), match=match, of=",".join(of)
        )
    if len(set(places)) != len(places) or len({called for called, _k in places}) > 1:
        raise RuleViolation(_("{match}: {side} is taken twice."), match=match, side=taken[-1][0])
    if any(k > len(of) for _called, k in places):
        raise RuleViolation(
            _("{match}: {side} asks for a rank beyond the {count} of its matches."),
            match=match,
            side=next(side for side, read, _m in taken if read.k > len(of)),
            count=len(of),
        )
    if winners and len(places) != len(of):
        raise RuleViolation(
            _("Of the winners of {of} only {count} go on; each goes on to one place."),
            of=",".join(of),
            count=len(places),
        )


def _check_call(rows, taken):
    """Check that a chooser is known before the choice, and meets only the chosen opponent."""
    at = {(row[1], side): row for row in rows for side in row[2:]}
    called, rest = (
        next(at[match, side] for side, read, match in taken if read.kind == kind) for kind in ("CALL", "REST")
    )
    kinds = [source(side).kind for side in called[2:]]
    if called == rest or kinds.count("CALL") > 1:
        raise RuleViolation(_("{match}: nobody is there to call; one side calls the other."), match=called[1])
    if rest[0] < called[0]:
        raise RuleViolation(
            _("{match} is for who is not called in {called}: give it that round or a later one."),
            match=rest[1],
            called=called[1],
        )
