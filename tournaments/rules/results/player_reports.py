"""What the players of a table say of its result: who has said what, and what follows from it."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from ..errors import RuleViolation, _
from ..history import DRAW, PUBLISHED, EventHistory, MatchRecord, SeatReport
from ..log.timestamps import in_utc
from ..rounds.phases import settings_for
from ..settings.on_site import ORGANISERS, PLAYERS, SLIPS
from ..settings.settings import Settings
from . import parsing, result_notation, scoring

# Nobody has said anything; one side has, and the others may answer; two say different results; two the same.
NOBODY, WAITING, DISPUTED, AGREED = "nobody", "waiting", "disputed", "agreed"

# How a result is told where players do not report it.
TOLD_BY = {
    SLIPS: _("Results come on paper here: fill in the slip and bring it to the desk."),
    ORGANISERS: _("An organiser comes to your table for the result."),
}


@dataclass(frozen=True, slots=True)
class Version:
    """One result as rules.spelling spells it, the seats (from 0) whose players say it, and since when, an ISO
    time."""

    said: str
    seats: tuple[int, ...]
    since: str


def versions(match: MatchRecord) -> tuple[Version, ...]:
    """What is said of a match, the oldest first; nothing once its result stands."""
    told = {}
    for number, seat in enumerate(match.seats):
        if seat.claim and not match.reported:
            told.setdefault(seat.claim.said, []).append((seat.claim.at, number))
    found = (
        Version(said, tuple(number for _at, number in those), min(at for at, _number in those))
        for said, those in told.items()
    )
    return tuple(sorted(found, key=lambda version: (version.since, version.seats)))


def state(match: MatchRecord) -> str:
    """NOBODY, WAITING, DISPUTED or AGREED: in a pod one other seat that says the same is enough."""
    told = versions(match)
    if not told:
        return NOBODY
    if len(told) > 1:
        return DISPUTED
    return AGREED if len(told[0].seats) > 1 else WAITING


def with_claim(match: MatchRecord, player: str, claim: SeatReport) -> MatchRecord:
    """The match with what this player says, in place of what they said before."""
    seats = (replace(seat, claim=claim) if seat.player == player else seat for seat in match.seats)
    return replace(match, seats=tuple(seats))


def without_claims(match: MatchRecord) -> MatchRecord:
    """The match with others in its seats than those of whom something was said."""
    return replace(match, seats=tuple(replace(seat, claim=None) for seat in match.seats))


def checked(history: EventHistory, phase: int, number: int, match: MatchRecord, said: str) -> MatchRecord:
    """The match with the result that a player says it has, checked as the desk's reports are.

    RuleViolation for what is no result, for a draw where the rulebook has none, and for more games than the
    match can have: that is for the desk to say.
    """
    reported = parsing.reported_in(history, phase, match, said)
    settings = settings_for(history, phase)
    if not reported.reported:
        raise RuleViolation(_("Choose a result first."))
    if DRAW in scoring.outcomes(reported) and not settings.rulebook.draws:
        raise RuleViolation(_("{rulebook} has no draws: somebody must win."), rulebook=settings.rulebook.name)
    best_of = settings.best_of_in(number)
    if parsing.excessive(reported, best_of):
        words = _("{said} is more than a best of {best_of} has: choose again, or tell the desk.")
        raise RuleViolation(words, said=result_notation.spelt(reported), best_of=best_of)
    return reported


def stands_after(settings: Settings) -> int:
    """After how many minutes one report stands; 0: never, or players report nothing."""
    return settings.report_minutes if settings.reporting == PLAYERS else 0


def stands_at(match: MatchRecord, minutes: int) -> str | None:
    """When the one unanswered report of a match stands by itself, an ISO time; None where it never does."""
    if not minutes or state(match) != WAITING:
        return None
    since = datetime.fromisoformat(versions(match)[0].since)
    return in_utc(since + timedelta(minutes=minutes))


def due(history: EventHistory, now: datetime) -> tuple[tuple[int, int, MatchRecord, str], ...]:
    """(phase, round number, match, what was said of it) of those whose one report has waited long enough."""
    found = []
    for phase, told in enumerate(history.phases, 1):
        settings = settings_for(history, phase)
        minutes = stands_after(settings)
        for round_ in told.rounds if minutes else ():
            for match in round_.matches if round_.state == PUBLISHED else ():
                at = stands_at(match, minutes)
                said = versions(match)[0].said if at else ""
                if (
                    at
                    and datetime.fromisoformat(at) <= now
                    and is_result(history, phase, round_, match, said)
                ):
                    found.append((phase, round_.number, match, said))
    return tuple(found)


def is_result(history, phase, round_, match, said) -> bool:
    """Whether it is one still: settings may have changed, and a file may say anything."""
    try:
        checked(history, phase, round_.number, match, said)
    except RuleViolation:
        return False
    return True
