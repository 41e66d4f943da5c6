"""Checks the routes of an organiser's own finals table: each player advances once, to a later round."""

from collections import Counter

from tournaments.rules.errors import RuleViolation, _

from ..system import source

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
            _check_side(match, side, read, rounds, pods)
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


def _check_side(match, side, read, rounds, pods):
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
