"""What an undo would change."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from datetime import datetime
from itertools import zip_longest
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.utils.translation import gettext, gettext_noop, ngettext

from ...changes.registry import self_service_actions
from ...history.load import without_draft_rounds
from ...models import Event, LogEntry, Match, RestorePoint
from ...rules.errors import RuleViolation
from ...rules.history import (
    DRAFT,
    FINISHED,
    PUBLISHED,
    EventHistory,
    MatchRecord,
    PhaseRecord,
    PlayerRecord,
    RoundRecord,
)
from ...rules.log.event_parts import split
from ...rules.results.notation import describe_result
from ...rules.standings.standings import standings
from ...standings.pages.standings import phase_to_show
from ...web.status import round_name
from ...web.wording import briefly, changed_keys, fact, message_text, phase_name, plainly, when_text
from .log_lines import describe_action
from .undo import UNCHANGED, last_of_undo_chain, restore_from_point, rewind_to, self_service_since, undo_one

NOTHING = "–"
# Fields of an event that are compared elsewhere, or not at all.
NO_SETTINGS = ("players", "phases", "log", "published")


@dataclass(frozen=True)
class Difference:
    """One difference: its label and the value in each of the two events."""

    label: str
    before: str
    after: str


def differing_fields(before, after) -> list[str]:
    """Return the names of the compared fields in which two records differ."""
    names = (field.name for field in fields(before) if field.compare)
    return [name for name in names if getattr(before, name) != getattr(after, name)]


def player_differences(before: EventHistory, after: EventHistory):
    """Yield players that only one event has, and differing facts of players."""
    old_players, new_players = ({player.id: player for player in event.players} for event in (before, after))
    for key in {**old_players, **new_players}:
        old, new = old_players.get(key), new_players.get(key)
        if old is None:
            yield Difference(new.name, NOTHING, gettext("registered"))
        elif new is None:
            yield Difference(old.name, gettext("registered"), NOTHING)
        elif names := differing_fields(old, new):
            yield Difference(new.name, facts_text(old, names), facts_text(new, names))


def facts_text(player: PlayerRecord, names: list[str]) -> str:
    """“Ada, dropped after: 3”: these facts of a player."""
    texts = []
    for name in names:
        value = getattr(player, name)
        text = briefly(value) if isinstance(value, bool) else fact(value)
        texts.append(value if name == "name" else f"{plainly(name).lower()}: {text}")
    return ", ".join(texts)


def setting_differences(before: EventHistory, after: EventHistory):
    """Yield differing facts of the event, its phases and their settings."""
    for name in differing_fields(before, after):
        if name not in NO_SETTINGS:
            text = moment_text if name == "starts_at" else value_text
            values = (text(getattr(event, name), event) for event in (before, after))
            yield Difference(plainly(name), *values)
    for number, (old, new) in enumerate(zip_longest(before.phases, after.phases), 1):
        label = gettext("Phase {n}").format(n=number)
        if old is None:
            yield Difference(label, NOTHING, phase_name(after.phase(number)))
        elif new is None:
            yield Difference(label, phase_name(before.phase(number)), NOTHING)
        else:
            yield from phase_differences(old, new, phase_name(after.phase(number)), after)


def phase_differences(old: PhaseRecord, new: PhaseRecord, title: str, history: EventHistory):
    """Yield differing settings and facts of a phase."""
    for key in sorted(changed_keys(old.overrides, new.overrides)):
        values = (briefly(phase.overrides.get(key)) for phase in (old, new))
        yield Difference(f"{title}: {plainly(key).lower()}", *values)
    for name in ("kind", "name", "entrants", "pods"):
        if getattr(old, name) != getattr(new, name):
            values = (count_text(getattr(phase, name)) for phase in (old, new))
            yield Difference(f"{title}: {plainly(name).lower()}", *values)
    if old.build_until != new.build_until:
        times = (moment_text(phase.build_until, history) for phase in (old, new))
        yield Difference(gettext("{phase}: deck building ends").format(phase=title), *times)


def moment_text(at: str | None, history: EventHistory) -> str:
    return when_text(datetime.fromisoformat(at), ZoneInfo(history.timezone)) if at else NOTHING


def value_text(value, history: EventHistory) -> str:
    """Format a field of an event."""
    if isinstance(value, tuple):
        pairs = (" – ".join(history.names.get(key, key) for key in pair) for pair in value)
        return "; ".join(pairs) or NOTHING
    return getattr(value, "text", None) or (briefly(value) if value else NOTHING)


def count_text(value) -> str:
    """Format a field of a phase: entrants and pods by their number."""
    return str(len(value) if isinstance(value, tuple) else value) if value else NOTHING


MAX_LINES = 40
STATES = {
    DRAFT: gettext_noop("draft"),
    PUBLISHED: gettext_noop("in progress"),
    FINISHED: gettext_noop("finished"),
}
# A round's place: (phase, number).
Rounds = dict[tuple[int, int], RoundRecord]


@dataclass(frozen=True)
class DifferencePart:
    """All differences of one kind: the first lines, and the count of all."""

    title: str
    count: int
    lines: tuple[Difference, ...]

    @property
    def more(self) -> int:
        return self.count - len(self.lines)


@dataclass(frozen=True)
class Differences:
    """Differences in words, part by part; `player_effects`: what changes on phones and screens."""

    parts: tuple[DifferencePart, ...]
    player_effects: tuple[str, ...]


def differences(before: EventHistory, after: EventHistory) -> Differences:
    """Return the differences between two states of an event."""
    ranks = list(rank_differences(before, after))
    lines_by_title = {
        gettext("Rounds"): list(round_differences(before, after)),
        gettext("Tables and results"): list(match_differences(before, after)),
        gettext("Players"): list(player_differences(before, after)),
        gettext("Settings"): list(setting_differences(before, after)),
        gettext("Ranks"): ranks,
    }
    parts = (
        DifferencePart(title, len(lines), tuple(lines[:MAX_LINES]))
        for title, lines in lines_by_title.items()
        if lines
    )
    return Differences(tuple(parts), player_effects(before, after, len(ranks)))


def rounds_of(history: EventHistory) -> Rounds:
    return {(n, r.number): r for n, phase in enumerate(history.phases, 1) for r in phase.rounds}


def round_differences(before: EventHistory, after: EventHistory):
    """Yield rounds that only one event has, or whose state, seed or clock differs."""
    old_rounds, new_rounds = rounds_of(before), rounds_of(after)
    for phase, number in sorted(old_rounds.keys() | new_rounds.keys()):
        old, new = old_rounds.get((phase, number)), new_rounds.get((phase, number))
        name = round_name((before if old else after).phase(phase), number)
        if old is None or new is None or old.state != new.state:
            yield Difference(name, progress_text(old), progress_text(new))
        elif (old.seed, old.clock) != (new.seed, new.clock):
            name = round_name(after.phase(phase), number)
            yield Difference(name, seed_and_clock_text(old), seed_and_clock_text(new))


def progress_text(round_: RoundRecord | None) -> str:
    """“in progress, 12 of 31 results reported”."""
    if round_ is None:
        return NOTHING
    tables = [match for match in round_.matches if not match.is_bye]
    return gettext("{state}, {n} of {all} results reported").format(
        state=gettext(STATES[round_.state]), n=sum(match.reported for match in tables), all=len(tables)
    )


def seed_and_clock_text(round_: RoundRecord) -> str:
    """“seed 4711, timer running”."""
    if not round_.clock:
        time = gettext("timer not started")
    else:
        time = gettext("timer paused") if round_.clock.ends_at is None else gettext("timer running")
    return gettext("seed {seed}, {time}").format(seed=round_.seed or NOTHING, time=time)


def match_differences(before: EventHistory, after: EventHistory):
    """Yield differing tables and byes of the rounds that both events have."""
    old_rounds, new_rounds = rounds_of(before), rounds_of(after)
    names = {**before.names, **after.names}
    for place in sorted(old_rounds.keys() & new_rounds.keys()):
        old_matches, new_matches = (matches_by_key(rounds[place]) for rounds in (old_rounds, new_rounds))
        for table, bye in sorted(old_matches.keys() | new_matches.keys()):
            old, new = old_matches.get((table, bye)), new_matches.get((table, bye))
            if old != new:
                message = gettext("{round}, bye") if bye else gettext("{round}, table {table}")
                name = round_name(after.phase(place[0]), place[1])
                label = message.format(round=name, table=table)
                yield Difference(label, match_text(old, names), match_text(new, names))


def matches_by_key(round_: RoundRecord) -> dict[tuple[int, str], MatchRecord]:
    """Return matches by (table, player with a bye), so that byes sort last."""
    return {
        (10**9, match.seats[0].player) if match.is_bye else (match.table or 0, ""): match
        for match in round_.matches
    }


def match_text(match: MatchRecord | None, names: dict) -> str:
    """“Ada 2–1 Bo”, “Ada v Bo”, “Ada”, with the time extension and reports that wait."""
    if match is None:
        return NOTHING
    if match.reported and not match.is_bye:
        texts = [describe_result(match, names, gettext)]
    else:
        texts = [gettext(" v ").join(names[player] for player in match.players)]
    waiting = sum(seat.player_report is not None for seat in match.seats)
    if waiting and not match.reported:
        message = ngettext("{n} player report waiting", "{n} player reports waiting", waiting)
        texts.append(message.format(n=waiting))
    if match.extra_minutes:
        texts.append(gettext("time extension: {n} min").format(n=match.extra_minutes))
    return "; ".join(texts)


def rank_differences(before: EventHistory, after: EventHistory):
    """Yield players with another rank in the current phase's standings, by their new rank."""
    phase = phase_to_show(after)
    old_phase = before.find_phase(phase.number)
    if old_phase is None or not after.players or not before.players:
        return
    old_rows = {row.player: row for row in standings(old_phase, live=True).rows}
    for row in standings(phase, live=True).rows:
        if row.player in old_rows:
            old_rank, new_rank = rank_of(old_rows[row.player]), rank_of(row)
            if old_rank != new_rank:
                yield Difference(row.name, str(old_rank), str(new_rank))


def rank_of(row) -> int:
    return row.place or row.rank


def player_effects(before: EventHistory, after: EventHistory, moved: int) -> tuple[str, ...]:
    """Describe the changes on phones and screens; `moved` players have another rank."""
    old_rounds, new_rounds = (rounds_of(without_draft_rounds(event)) for event in (before, after))
    sentences = [last_round_effect(before, after, old_rounds, new_rounds)]
    if count := sum(
        results_of(old_rounds[at]) != results_of(new_rounds[at])
        for at in old_rounds.keys() & new_rounds.keys()
    ):
        message = ngettext("Results differ in {n} round.", "Results differ in {n} rounds.", count)
        sentences.append(message.format(n=count))
    if moved:
        message = ngettext("{n} player has a different rank.", "{n} players have a different rank.", moved)
        sentences.append(message.format(n=moved))
    return tuple(filter(None, sentences)) or (gettext("Players won’t see any change."),)


def last_round_effect(
    before: EventHistory, after: EventHistory, old_rounds: Rounds, new_rounds: Rounds
) -> str:
    """Describe the change of the round that phones show, or of its seating; empty without a change."""
    old_last, new_last = max(old_rounds, default=None), max(new_rounds, default=None)
    if old_last == new_last:
        return seating_effect(old_rounds[new_last], new_rounds[new_last]) if new_last else ""
    if new_last is None:
        return gettext("Phones no longer show a round.")
    new_name = round_name(after.phase(new_last[0]), new_last[1])
    if old_last is None:
        return gettext("Phones show {now}.").format(now=new_name)
    old_name = round_name(before.phase(old_last[0]), old_last[1])
    return gettext("Phones show {now} instead of {was}.").format(now=new_name, was=old_name)


def seating_effect(old: RoundRecord, new: RoundRecord) -> str:
    """Say how many players sit at another table or have other opponents; empty if none."""
    old_seats, new_seats = (
        {(key, m.table, frozenset(m.players)) for m in round_.matches for key in m.players}
        for round_ in (old, new)
    )
    count = len({key for key, *_table in old_seats ^ new_seats})
    message = ngettext(
        "{n} player has a different table or opponent.",
        "{n} players have a different table or opponent.",
        count,
    )
    return message.format(n=count) if count else ""


def results_of(round_: RoundRecord):
    """Return a round's results, independent of the seating of others."""
    return [
        (m.table, [(s.player, s.games, s.result, s.place, s.score, s.points) for s in m.seats])
        for m in round_.matches
        if m.reported
    ]


@dataclass(frozen=True)
class UndoPreview:
    """A preview.

    `error` says why it is impossible; then `differences` is None. Instead of undoing one action alone, the
    event can be restored to before the entry `restore_entry`, or, with `correction_query`, the table's result
    be corrected.
    """

    version: int
    heading: str
    name: str
    when: str
    note: str
    button: str
    differences: Differences | None
    error: str
    restore_entry: int | None
    correction_query: str


@dataclass(frozen=True)
class UndoKind:
    heading: str
    button: str
    compute: Callable
    note: str = ""


KINDS = {
    "undo": UndoKind(
        gettext_noop("Undo this"),
        gettext_noop("Undo this"),
        undo_one,
        gettext_noop("Only this change is undone. Everything done since stays as it is."),
    ),
    "redo": UndoKind(
        gettext_noop("Redo this"),
        gettext_noop("Redo this"),
        undo_one,
        gettext_noop("Only this change is redone. Everything else stays as it is."),
    ),
    "back": UndoKind(gettext_noop("Restore to before this"), gettext_noop("Restore"), rewind_to),
    "point": UndoKind(gettext_noop("Restore to this point"), gettext_noop("Restore"), restore_from_point),
}


def get_undo_preview(event: Event, kind_key: str, row: LogEntry | RestorePoint) -> UndoPreview:
    """Return the preview of one of KINDS for this log entry or restore point."""
    kind, version, error, changes, since = KINDS[kind_key], event.version, "", None, None
    is_alone = kind_key in ("undo", "redo")
    try:
        state_change = kind.compute(event, last_of_undo_chain(row) if is_alone else row)
        since = state_change.since
        if state_change.before == state_change.after:
            error = gettext(UNCHANGED)
        else:
            names = state_change.before.public_names.public
            shown = (state.with_names(names) for state in (state_change.before, state_change.after))
            changes = differences(*shown)
    except RuleViolation as violation:
        error = message_text(violation)
    when = when_text(row.at, ZoneInfo(event.timezone))
    return UndoPreview(
        version=version,
        heading=gettext(kind.heading),
        name=row.reason if kind_key == "point" else describe_action(event, row),
        when=f"{row.who}, {when}" if row.who else when,
        note=gettext(kind.note) if is_alone else undone_count_text(event, since),
        button=gettext(kind.button),
        differences=changes,
        error=error,
        restore_entry=row.pk if is_alone else None,
        correction_query=correction_query(event, row) if is_alone and error else "",
    )


def correction_query(event: Event, row: LogEntry) -> str:
    """Return the query of the one table that an action changed; empty if the table no longer exists."""
    kind, name = split(next(iter(row.changes))) if len(row.changes) == 1 else ("", ())
    if kind != "match":
        return ""
    phase, number, table = name
    tables = Match.objects.filter(round__phase__event=event, round__phase__number=phase, round__number=number)
    query = {"phase": phase, "round": number, "table": table}
    return urlencode(query) if tables.filter(table=table).exists() else ""


def undone_count_text(event: Event, since: int | None) -> str:
    """Say how many log entries are undone at once, and that players keep what they did themselves."""
    if not since:
        return ""
    undone = event.log.filter(id__gte=since).exclude(changes={}).exclude(action__in=self_service_actions())
    text = ngettext(
        "This undoes the last change.",
        "This undoes the last {n} changes.",
        undone.count(),
    ).format(n=undone.count())
    if not self_service_since(event, since).exists():
        return text
    note = gettext("What players have done themselves since then stays: registering, checking in and more.")
    return f"{text} {note}"
