"""The table where a player sits: who else does, what was said of it, and what they can do there."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...models import Event, Message
from ...rules.history import BRACKET, MatchRecord, PlayerRecord, RoundRecord
from ...rules.results import player_reports, text
from ...rules.rounds import progress
from ..results.entry_page import way_of
from ..rounds.clock import more_text, time_at, time_text
from ..rounds.neighbours import Beside
from .own_history import OwnEvent
from .own_report import Choices, choices_of, own_words, read


@dataclass(frozen=True)
class Said:
    """A result that was reported: by whom in words, what in this player's words, when; `mine` if they did."""

    said: str
    who: str
    words: str
    time: str
    mine: bool


@dataclass(frozen=True)
class Table:
    """The player's table in a round, `seat` (from 1) in a pod alone; `seats` are all players' ids, by which
    a report names it. `asks` is where it stands (rules.claims), `result` in words what stands. `choices` is
    None where nothing can be reported, `told_by` who tells results where it is not the players.

    `settles_at`: when the one report stands by itself; `judge` says what became of the call for one.
    """

    phase: int
    round: int
    number: int
    seat: int | None
    seats: tuple[str, ...]
    opponents: tuple[str, ...]
    against: str
    more: str
    beside: Beside | None
    result: str
    asks: str
    versions: tuple[Said, ...]
    choices: Choices | None
    told_by: str
    may_drop: bool
    settles_at: str | None
    settles_time: str
    judge: str
    may_call: bool

    @property
    def others(self):
        """The versions that are not this player's."""
        return tuple(version for version in self.versions if not version.mine)

    @property
    def mine(self):
        return next((version for version in self.versions if version.mine), None)


def table_in(own: OwnEvent, player: PlayerRecord, found) -> Table:
    event, history = own.player.event, own.history
    phase, round_, match = found
    names, at = history.names, match.players.index(player.id)
    hall, way = progress.settings_for(history, phase), way_of(history, phase, round_)
    told_by = gettext(player_reports.TOLD_BY.get(hall.reporting, ""))
    versions = tuple(
        said_of(event, match, version, at, names, way) for version in player_reports.versions(match)
    )
    mine = next((version.said for version in versions if version.mine), "")
    opened = not (match.reported or told_by or round_.finished)
    settles_at = player_reports.stands_at(match, hall.report_minutes) if opened else None
    others = tuple(names[one] for one in match.players if one != player.id)
    call = next((row for row in own.messages if is_call_for(row, phase, round_, match)), None)
    last = phase == len(history.phases) and round_.number >= own.facts.rounds
    return Table(
        phase=phase,
        round=round_.number,
        number=match.table,
        seat=at + 1 if match.is_pod else None,
        seats=match.players,
        opponents=others,
        against=text.listed(others, gettext),
        more=more_text(history, round_, match),
        beside=own.neighbours.get((phase, round_.number)),
        result=own_words(match, at, names) if match.reported else "",
        asks=player_reports.state(match),
        versions=versions,
        choices=choices_of(match, at, names, way, mine) if opened else None,
        told_by="" if match.reported else told_by,
        may_drop=opened and not last and history.phase(phase).kind != BRACKET,
        settles_at=settles_at,
        settles_time=time_text(history.timezone, settles_at),
        judge=judge_words(event, call),
        may_call=not round_.finished and (call is None or call.done_at is not None),
    )


def said_of(event, match, version: player_reports.Version, at: int, names, way) -> Said:
    mine = at in version.seats
    others = tuple(names[match.players[seat]] for seat in version.seats if seat != at)
    read_as = read(match, version.said, way)
    who = (gettext("You"), *others) if mine else others
    return Said(
        said=version.said,
        who=text.listed(who, gettext),
        words=own_words(read_as, at, names) if read_as else version.said,
        time=time_text(event.timezone, version.since),
        mine=mine,
    )


def is_call_for(row: Message, phase: int, round_: RoundRecord, match: MatchRecord) -> bool:
    here = (phase, round_.number, match.table)
    return row.kind == Message.JUDGE and (row.phase, row.round, row.table) == here


def judge_words(event: Event, call: Message | None) -> str:
    if call is None:
        return ""
    at = time_at(event.timezone, call.done_at or call.at)
    words = gettext("A judge was called to table {table} at {time}.")
    if call.done_at:
        words = gettext("The desk has seen your call at {time}.")
    return words.format(table=call.table, time=at)
