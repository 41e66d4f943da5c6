"""A player's own page: where they sit, against whom, what was said of their table, and what they can do."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...models import Event, Message
from ...rules.history import BRACKET, EventHistory
from ...rules.rounds import progress
from ..drafts.pods_page import seats_at
from ..events.status import Facts, round_name
from ..rounds.clock import time_at
from ..rounds.round_page import bye_text
from ..wording.formats import gone_text, phase_name
from .own_history import OwnEvent, record_of
from .own_table import Table, table_in


@dataclass(frozen=True)
class Me:
    """The page. Without a `table` its `heading` and `words` say why; `note` stands above one. `late` is what
    became of a report that came too late."""

    key: str
    name: str
    record: str
    round_text: str
    round: str
    round_name: str
    has_bye: bool
    heading: str
    words: str
    note: str
    drops: bool
    table: Table | None
    late: str
    is_over: bool


def me_of(own: OwnEvent) -> Me:
    """The page of this player, from their own matches alone."""
    history, facts, event = own.history, own.facts, own.player.event
    mine = next(one for one in history.players if one.id == own.player.key)
    found = match_now(history, mine.id)
    sits = found is not None and not found[2].is_bye and facts.state != "ended"
    heading, words = ("", "") if sits else without_table(history, facts, mine, found)
    table = table_in(own, mine, found) if sits else None
    return Me(
        key=mine.id,
        name=mine.name,
        record="" if facts.is_hidden else record_of(history, mine.id),
        round_text=facts.round_text,
        round=f"{history.current}.{facts.round}" if facts.round else "",
        round_name=round_name(history, history.current, facts.round) if facts.round else "",
        has_bye=found is not None and found[2].is_bye,
        heading=heading,
        words=words,
        note=gone_note(history, mine, table),
        drops=table is not None and mine.dropped_after == round_of_event(history, table.phase, table.round),
        table=table,
        late=late_of(event, history, own.messages),
        is_over=facts.state == "ended",
    )


def round_of_event(history: EventHistory, phase: int, number: int) -> int:
    return history.rounds_before(phase) + number


def match_now(history: EventHistory, player: str):
    """(phase, round, match) in which the player is: in a round that runs, a match without a result first;
    where none runs, in the last one. None without one."""
    phase = history.current
    rounds = history.phase(phase).rounds
    open_ = [round_ for round_ in rounds if not round_.finished] or list(rounds[-1:])
    there = [(phase, round_, match) for round_ in open_ for match in round_.matches]
    return min(there, key=lambda found: found[2].reported, default=None)


def without_table(told, facts: Facts, player, found) -> tuple[str, str]:
    """(heading, words) for who sits at no table now."""
    if facts.state == "upcoming":
        return gettext("You are on the list"), gettext("Your table appears here as soon as round 1 is drawn.")
    if facts.state == "ended":
        return gettext("The event is over"), gettext("The standings say how it ended.")
    if gone := gone_text(told, player):
        words = gettext("Back again? Tell the desk before the next round is drawn.")
        return gone[:1].upper() + gone[1:], words
    if found:
        phase, _round, match = found
        worth = bye_text(match, progress.settings_for(told, phase))
        words = gettext("You have no opponent in this round: {points}. Your next table appears here.")
        return gettext("Bye"), words.format(points=worth)
    return without_match(told, player)


def without_match(told, player) -> tuple[str, str]:
    """The same for who is there, and in no match of the phase under way now."""
    phase = told.phase(told.current)
    if phase.entrants is not None and player.id not in phase.entrants:
        words = gettext("{phase}: others play on. The standings say where you are.")
        return gettext("You have played your rounds"), words.format(phase=phase_name(told, told.current))
    if phase.kind == BRACKET:
        return gettext("No match now"), gettext("If another one of the finals is yours, it appears here.")
    if not phase.rounds:
        seat = dict(seats_at(told, player.id)).get(told.current, "")
        words = gettext("Your table appears here as soon as round 1 is drawn.")
        return seat[:1].upper() + seat[1:] or gettext("You are on the list"), words
    words = gettext("You play from the next round on. Is that wrong? Tell the desk.")
    return gettext("No table in this round"), words


def gone_note(told, player, table: Table | None) -> str:
    """What stands above the table of who has left."""
    gone = gone_text(told, player) if table else ""
    if player.disqualified or not gone:
        return gone
    if player.dropped_after >= round_of_event(told, table.phase, table.round):
        return gettext("You drop after this round. Your place in the standings stays.")
    return gone


def late_of(event: Event, history: EventHistory, messages) -> str:
    """What became of the last report that came too late, as long as it may matter; empty without one."""
    last = len(history.phase(history.current).rounds)
    those = (row for row in messages if row.kind == Message.LATE_REPORT and row.round >= last - 1)
    row = next(those, None)
    if row is None:
        return ""
    words = gettext(
        "Your report for round {round} came too late to count by itself: {said}. The desk has it."
    )
    if row.done_at:
        words = gettext("The desk has seen your late report for round {round} ({said}) at {time}.")
    at = time_at(event.timezone, row.done_at or row.at)
    return words.format(round=row.round, said=row.text, time=at)
