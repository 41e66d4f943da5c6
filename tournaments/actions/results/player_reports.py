"""What players report of their own table: claimed, agreed, disputed, late; and what time decides."""

from dataclasses import replace

from django.utils import timezone

from ...models import Event, Message
from ...models.log import LONGEST
from ...queries.history import load
from ...queries.history.cache import history_of
from ...rules.errors import RuleViolation, _
from ...rules.history import (
    BRACKET,
    DRAFT,
    PUBLISHED,
    EventHistory,
    MatchRecord,
    PlayerRecord,
    RoundRecord,
    SeatRecord,
    SeatReport,
)
from ...rules.log import part_paths
from ...rules.players import late_entry
from ...rules.results import player_reports, result_notation, text
from ...rules.rounds import phases
from ..change import CLAIM, AlreadyDone, By, Change, changing
from ..desk.messages import put_message
from ..players.players import player_in
from .results import put_due, put_report

DROPS = _("and drops")


def claim_result(
    event: Event,
    by: By,
    key: str,
    phase: int,
    number: int,
    seats: tuple[str, ...],
    said: str,
    *,
    table: int | None = None,
    drop: bool | None = None,
) -> str:
    """What a player says of the match of `seats` (player ids in their order) in a round: kept until another
    player there says the same, which stores it as the result. Gives the state: `waiting`, `disputed` or
    `agreed`; `late` where it became a message to the desk: the round has gone on, others sit there now, or
    another result stands.

    `table` is where they sat when it was typed. `drop`: whether they drop after this round; None leaves it.
    AlreadyDone where all that stands already. RuleViolation where players report nothing here, and for what
    the desk could not store.
    """
    with changing(event, by, CLAIM) as change:
        player = player_in(change.history, key)
        refuse_off(change.history, phase)
        round_, match = match_of(change.history, phase, number, seats)
        if match is None or player.id not in match.players or not takes(round_, match):
            where = {"phase": phase, "round": number, "table": match.table if match else table}
            return late(change, player, match or unmet(change.history, seats), said, drop, **where)
        put_drop(change, player, phase, number, drop)
        return put_claim(change, player, phase, round_, match, said)


def refuse_off(event: EventHistory, phase: int):
    """RuleViolation where results of this phase are not told by players."""
    if not 1 <= phase <= len(event.phases):
        raise RuleViolation(_("There is no phase {number}."), number=phase)
    if words := player_reports.TOLD_BY.get(phases.settings_for(event, phase).reporting):
        raise RuleViolation(words)


def match_of(event: EventHistory, phase: int, number: int, seats: tuple[str, ...]):
    """Return (the round, the match of these players in it or None).

    RuleViolation for a round that players do not see: a draft, or one that does not exist."""
    round_ = next((one for one in event.phase(phase).rounds if one.number == number), None)
    if round_ is None:
        raise RuleViolation(_("There is no round {round}."), round=number)
    if round_.state == DRAFT:
        raise RuleViolation(_("Round {round} is not published yet."), round=number)
    theirs = (one for one in round_.matches if one.seats[0].player in seats and one.players == tuple(seats))
    return round_, next(theirs, None)


def takes(round_: RoundRecord, match: MatchRecord) -> bool:
    return round_.state == PUBLISHED and not match.reported and not match.is_bye


def put_claim(change: Change, player, phase: int, round_: RoundRecord, match: MatchRecord, said: str):
    """What the player says, or the result where another one says it, too; the state that it leaves."""
    reported = player_reports.checked(change.history, phase, round_.number, match, said)
    claim = SeatReport(result_notation.spelt(reported), load.in_utc(change.now))
    before = next(seat.claim for seat in match.seats if seat.player == player.id)
    if before and before.said == claim.said:
        claim = before
    claimed = player_reports.with_claim(match, player.id, claim)
    state = player_reports.state(claimed)
    if state == player_reports.AGREED:
        store_agreed(change, phase, round_.number, claimed)
    elif claim is not before:
        change.put(part_paths.match(phase, round_.number, match), claimed)
    elif not change.parts:
        raise AlreadyDone
    return state


def store_agreed(change: Change, phase: int, number: int, claimed: MatchRecord):
    """The result that they agree on, stored by all who say so."""
    version = player_reports.versions(claimed)[0]
    names = change.history.names
    those = tuple(names[claimed.players[seat]] for seat in version.seats)
    change.by = replace(change.by, who=text.listed(those)[:LONGEST])
    change.action = "agree_result"
    put_report(change, "report_result", phase, number, claimed.table, version.said)


def unmet(event: EventHistory, seats: tuple[str, ...]) -> MatchRecord | None:
    """A match of these players that is not in the round any more; None where they are none."""
    known = set(seats) <= event.names.keys()
    return MatchRecord(tuple(map(SeatRecord, seats))) if known and len(seats) > 1 else None


def late(change: Change, player, match, said: str, drop: bool | None, **where) -> str:
    """The state of a report that comes too late to be one: the desk is told, unless that result stands."""
    # As it was typed where nobody can read it: a database may refuse what cannot be printed.
    words = said = "".join(filter(str.isprintable, said))
    if match is not None:
        reported = player_reports.checked(change.history, where["phase"], where["round"], match, said)
        if reported == match:
            raise AlreadyDone
        words = text.words(reported, change.history.names)
    more = f", {DROPS}" if drop else ""
    # Nothing of it may be cut away: the names of a pod can take all the room there is.
    words = words if len(words + more) <= LONGEST else said
    change.action = "late_report"
    put_message(change, Message.LATE_REPORT, player.id, text=words + more, **where)
    return "late"


def put_drop(change: Change, player: PlayerRecord, phase: int, number: int, drop: bool | None):
    """The player drops after this round, or takes that back; finals are left at the desk alone."""
    after = change.history.rounds_before(phase) + number
    said_so = player.dropped_after == after
    if drop is None or drop == said_so or player.disqualified:
        return
    if drop and (player.dropped_after is not None or change.history.phase(phase).kind == BRACKET):
        return
    if not drop and late_entry.shut_out(change.history, player.id):
        return
    change.put(part_paths.player(player.id), replace(player, dropped_after=after if drop else None))


def take_claim(event: Event, by: By, phase: int, number: int, table: int, said: str):
    """Store as the result what a player of the table says. RuleViolation where nobody there says it now."""
    with changing(event, by, "report_result") as change:
        match, _after = put_report(change, "report_result", phase, number, table, said)
        if said not in [version.said for version in player_reports.versions(match)]:
            change.refuse_if_touched()
            raise RuleViolation(_("No player of table {table} says that: look again."), table=table)


def settle_claims(event: Event, by: By):
    """Store the reports that nobody has answered in time. AlreadyDone where there is none: the rule decides
    alone, whoever asks."""
    # Anybody may ask, as often as they like: that alone stops nobody who writes.
    if not player_reports.due(history_of(event), by.now or timezone.now()):
        raise AlreadyDone
    with changing(event, by, "settle_claims") as change:
        put_due(change)
        if not change.parts:
            raise AlreadyDone
