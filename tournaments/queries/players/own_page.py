"""A player's own page: their table, opponent, reports and actions."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...models import Event, Message
from ...rules.history import BRACKET, EventHistory
from ...rules.rounds import progress
from ..drafts.pods_page import seats_at
from ..events.status import EventStatus, round_name
from ..rounds.clock import time_at
from ..rounds.round_page import bye_text
from ..wording.formats import gone_text, phase_name
from .own_history import OwnEvent, record_of
from .own_table import Table, table_in


@dataclass(frozen=True)
class Me:
    """The page. `heading` and `words` explain a missing `table`; `note` stands above a table; `late` is the
    outcome of a late report.
    """

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
    player = next(one for one in history.players if one.id == own.player.key)
    current = match_now(history, player.id)
    sits = current is not None and not current[2].is_bye and facts.state != "ended"
    heading, words = ("", "") if sits else without_table(history, facts, player, current)
    table = table_in(own, player, current) if sits else None
    return Me(
        key=player.id,
        name=player.name,
        record="" if facts.is_hidden else record_of(history, player.id),
        round_text=facts.round_text,
        round=f"{history.current}.{facts.round}" if facts.round else "",
        round_name=round_name(history, history.current, facts.round) if facts.round else "",
        has_bye=current is not None and current[2].is_bye,
        heading=heading,
        words=words,
        note=gone_note(history, player, table),
        drops=table is not None and player.dropped_after == round_of_event(history, table.phase, table.round),
        table=table,
        late=late_of(event, history, own.messages),
        is_over=facts.state == "ended",
    )


def round_of_event(history: EventHistory, phase: int, number: int) -> int:
    return history.rounds_before(phase) + number


def match_now(history: EventHistory, player: str):
    """Return the player's current (phase, round, match), or None.

    Prefers an open round and a match without a result; without an open round it is the last one.
    """
    phase = history.current
    rounds = history.phase(phase).rounds
    open_ = [round_ for round_ in rounds if not round_.finished] or list(rounds[-1:])
    matches = [(phase, round_, match) for round_ in open_ for match in round_.matches]
    return min(matches, key=lambda entry: entry[2].reported, default=None)


def without_table(history, facts: EventStatus, player, current) -> tuple[str, str]:
    """Return (heading, words) for a player without a table."""
    if facts.state == "upcoming":
        return gettext("You are on the list"), gettext("Your table appears here as soon as round 1 is drawn.")
    if facts.state == "ended":
        return gettext("The event is over"), gettext("The standings say how it ended.")
    if left_text := gone_text(history, player):
        words = gettext("Back again? Tell the desk before the next round is drawn.")
        return left_text[:1].upper() + left_text[1:], words
    if current:
        phase, _round, match = current
        worth = bye_text(match, progress.settings_for(history, phase))
        words = gettext("You have no opponent in this round: {points}. Your next table appears here.")
        return gettext("Bye"), words.format(points=worth)
    return without_match(history, player)


def without_match(history, player) -> tuple[str, str]:
    """Return (heading, words) for an active player without a match in the current phase."""
    phase = history.phase(history.current)
    if phase.entrants is not None and player.id not in phase.entrants:
        words = gettext("{phase}: others play on. The standings say where you are.")
        return gettext("You have played your rounds"), words.format(
            phase=phase_name(history, history.current)
        )
    if phase.kind == BRACKET:
        return gettext("No match now"), gettext("If another one of the finals is yours, it appears here.")
    if not phase.rounds:
        seat = dict(seats_at(history, player.id)).get(history.current, "")
        words = gettext("Your table appears here as soon as round 1 is drawn.")
        return seat[:1].upper() + seat[1:] or gettext("You are on the list"), words
    words = gettext("You play from the next round on. Is that wrong? Tell the desk.")
    return gettext("No table in this round"), words


def gone_note(history, player, table: Table | None) -> str:
    """Return the note above the table of a departed player."""
    left_text = gone_text(history, player) if table else ""
    if player.disqualified or not left_text:
        return left_text
    if player.dropped_after >= round_of_event(history, table.phase, table.round):
        return gettext("You drop after this round. Your place in the standings stays.")
    return left_text


def late_of(event: Event, history: EventHistory, messages) -> str:
    """Return the outcome of the last late report while it may still matter, else empty."""
    last = len(history.phase(history.current).rounds)
    late_reports = (row for row in messages if row.kind == Message.LATE_REPORT and row.round >= last - 1)
    row = next(late_reports, None)
    if row is None:
        return ""
    words = gettext(
        "Your report for round {round} came too late to count by itself: {said}. The desk has it."
    )
    if row.done_at:
        words = gettext("The desk has seen your late report for round {round} ({said}) at {time}.")
    at = time_at(event.timezone, row.done_at or row.at)
    return words.format(round=row.round, said=row.text, time=at)
