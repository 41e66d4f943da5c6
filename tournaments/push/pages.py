"""What a push message says, written for a locked screen."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext

from ..models import Notice
from ..rules.history import DRAFT, FINISHED, PRIVATE, EventHistory, MatchRecord, RoundRecord
from ..rules.results.notation import join_names
from ..rules.rounds.progress import has_ended
from ..web.status import round_name

# The result that waits stands beside the message about the round; a newer one of a group replaces the older.
TAGS = {Notice.RESULT: "result", Notice.MOVED_UP: "place"}
TABLE_NOTICES = (Notice.ROUND, Notice.MOVED, Notice.AGAIN)


@dataclass(frozen=True)
class PushText:
    """A message: its title, and a second line that may be empty."""

    title: str
    body: str


def waits_for_revival(notice: Notice, history: EventHistory) -> bool:
    """Return whether a notice is kept until the event, which is cancelled, takes place after all."""
    return bool(history.cancelled) and notice.kind not in (Notice.CANCELLED, Notice.REVIVED)


def is_due(notice: Notice, history: EventHistory) -> bool:
    """Return whether what a notice tells is still so; `history` is the event as it is now.

    A cancelled event tells nothing else.
    """
    if notice.kind in (Notice.CANCELLED, Notice.REVIVED):
        return bool(history.cancelled) == (notice.kind == Notice.CANCELLED)
    if waits_for_revival(notice, history):
        return False
    if notice.kind == Notice.MOVED_UP:
        return True
    if notice.kind in (Notice.END, Notice.GOES_ON):
        return has_ended(history) == (notice.kind == Notice.END)
    round_ = find_round(notice, history)
    if notice.kind == Notice.AGAIN:
        return round_ is None or round_.state == DRAFT
    if round_ is None or round_.state in (DRAFT, FINISHED):
        return False
    return notice.kind != Notice.MOVED or has_moved(notice, round_)


def has_moved(notice: Notice, round_: RoundRecord) -> bool:
    """Return whether the player has another table, or other opponents there, than they were told before."""
    player = notice.player.public_id
    match = round_.find_match_of(player)
    if match is None or (match.reported and not match.is_bye):
        return False
    return (match.table or None, list_opponents(match.players, player)) != (notice.table, notice.opponents)


def list_opponents(players: Iterable[str], player: str) -> list[str]:
    """Return the ids of the others at a table as a notice stores them."""
    return sorted(key for key in players if key != player)


def keeps_table(notice: Notice, match: MatchRecord) -> bool:
    """Return whether a notice tells of other opponents at the table that the player was told before."""
    return notice.kind == Notice.MOVED and notice.table is not None and notice.table == match.table


def find_round(notice: Notice, history: EventHistory) -> RoundRecord | None:
    """Return the round that a notice is about; None if it does not exist any more."""
    phases = (phase for phase in history.all_phases if phase.number == notice.phase)
    return next((one for phase in phases for one in phase.rounds if one.number == notice.round), None)


def write_text(
    notice: Notice, history: EventHistory, player: str, shows_names: bool, is_pick: bool
) -> PushText | None:
    """Return what a phone is told about the player with this id; None if there is nothing to tell.

    `history` has public names. Titles name nobody. The second line names the opponent only if the phone
    shows names, and the event only if it is not private. A phone that only picked a name gets its table, and
    nothing else.
    """
    if is_pick and notice.kind not in TABLE_NOTICES:
        return None
    match = round_ = None
    if notice.kind in (Notice.ROUND, Notice.MOVED, Notice.RESULT):
        round_ = find_round(notice, history)
        match = round_.find_match_of(player)
        if match is None or (notice.kind == Notice.RESULT and match.reported):
            return None
        if is_pick and keeps_table(notice, match):
            return None
    opponents = opponents_of(match, player, history.names) if match and shows_names and not is_pick else ""
    event = "" if history.visibility == PRIVATE else history.name
    return PushText(title_of(notice, history, match), " · ".join(filter(None, (opponents, event))))


def title_of(notice: Notice, history: EventHistory, match: MatchRecord | None) -> str:
    if notice.kind in (Notice.ROUND, Notice.MOVED):
        where = gettext("bye") if match.is_bye else gettext("table {table}").format(table=match.table)
        if keeps_table(notice, match):
            where = gettext("{table}, another opponent").format(table=where)
        return gettext("{round}: {where}").format(round=name_of_round(notice, history), where=where)
    if notice.kind == Notice.AGAIN:
        return gettext("{round} is being paired again").format(round=name_of_round(notice, history))
    return {
        Notice.END: gettext("The final standings are in"),
        Notice.GOES_ON: gettext("The event goes on"),
        Notice.RESULT: gettext("A result waits for you"),
        Notice.MOVED_UP: gettext("You moved up from the waitlist"),
        Notice.CANCELLED: gettext("The event is cancelled"),
        Notice.REVIVED: gettext("The event takes place after all"),
    }[notice.kind]


def name_of_round(notice: Notice, history: EventHistory) -> str:
    """Return “Round 4”; a phase that was removed since has no other name for its rounds either."""
    if notice.phase in {phase.number for phase in history.all_phases}:
        return round_name(history.phase(notice.phase), notice.round)
    return gettext("Round {number}").format(number=notice.round)


def opponents_of(match: MatchRecord, player: str, names: dict[str, str]) -> str:
    others = tuple(names[key] for key in match.players if key != player)
    return gettext("against {names}").format(names=join_names(others, gettext)) if others else ""
