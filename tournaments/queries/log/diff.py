"""Differences between two states of an event, in words."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext, gettext_noop, ngettext

from ...rules.history import DRAFT, FINISHED, PUBLISHED, EventHistory, MatchRecord, RoundRecord
from ...rules.results import text
from ...rules.standings.standings import standings
from ..events.status import round_name
from ..history.load import without_draft_rounds
from ..standings.columns import phase_to_show
from .diff_facts import NOTHING, Difference, players_of, settings_of

SHOWN = 40
STATES = {
    DRAFT: gettext_noop("a draft"),
    PUBLISHED: gettext_noop("being played"),
    FINISHED: gettext_noop("finished"),
}


@dataclass(frozen=True)
class DifferencePart:
    """All that differs of one kind: the lines that are shown, and how many more there are."""

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


def differences(was: EventHistory, now: EventHistory) -> Differences:
    """Return the differences between two states of an event."""
    moved = list(ranks_of(was, now))
    lines_by_part = {
        gettext("Rounds"): list(rounds_of(was, now)),
        gettext("Tables and results"): list(tables_of(was, now)),
        gettext("Players"): list(players_of(was, now)),
        gettext("Settings"): list(settings_of(was, now)),
        gettext("Ranks"): moved,
    }
    parts = (
        DifferencePart(title, len(lines), tuple(lines[:SHOWN]))
        for title, lines in lines_by_part.items()
        if lines
    )
    return Differences(tuple(parts), tuple(player_effects(was, now, len(moved))))


def numbered(history: EventHistory) -> dict[tuple[int, int], RoundRecord]:
    return {(n, r.number): r for n, phase in enumerate(history.phases, 1) for r in phase.rounds}


def rounds_of(was: EventHistory, now: EventHistory):
    """Yield rounds that only one event has, or whose state, seed or clock differs."""
    before, after = numbered(was), numbered(now)
    for place in sorted(before.keys() | after.keys()):
        sides = before.get(place), after.get(place)
        words = tuple(progress_text(one) if one else NOTHING for one in sides)
        if None in sides or sides[0].state != sides[1].state:
            yield Difference(round_name(was if place in before else now, *place), *words)
        elif (sides[0].seed, sides[0].clock) != (sides[1].seed, sides[1].clock):
            named = (round_text(one) for one in sides)
            yield Difference(round_name(now, *place), *named)


def progress_text(round_: RoundRecord) -> str:
    """“being played, 12 of 31 results in”."""
    tables = [match for match in round_.matches if not match.is_bye]
    words = gettext("{state}, {n} of {all} results in")
    state, reported = gettext(STATES[round_.state]), sum(match.reported for match in tables)
    return words.format(state=state, n=reported, all=len(tables))


def round_text(round_: RoundRecord) -> str:
    """The seed and the clock of a round."""
    clock = round_.clock
    time = gettext("clock not started")
    if clock:
        time = gettext("clock stopped") if clock.ends_at is None else gettext("clock runs")
    return gettext("seed {seed}, {time}").format(seed=round_.seed or NOTHING, time=time)


def tables_of(was: EventHistory, now: EventHistory):
    """Tables and byes of rounds that are in both."""
    before, after = numbered(was), numbered(now)
    names = {**was.names, **now.names}
    for place in sorted(before.keys() & after.keys()):
        sides = tuple({key_of(m): m for m in one[place].matches} for one in (before, after))
        for key in sorted(sides[0].keys() | sides[1].keys()):
            pair = sides[0].get(key), sides[1].get(key)
            if pair[0] != pair[1]:
                yield Difference(label_of(now, place, *key), *(match_text(match, names) for match in pair))


def key_of(match: MatchRecord) -> tuple[int, str]:
    """Byes come last."""
    return (10**9, match.seats[0].player) if match.is_bye else (match.table or 0, "")


def label_of(history: EventHistory, place: tuple[int, int], table: int, bye: str) -> str:
    words = gettext("{round}, bye") if bye else gettext("{round}, table {table}")
    return words.format(round=round_name(history, *place), table=table)


def match_text(match: MatchRecord | None, names: dict) -> str:
    """“Ada 2–1 Bo”, “Ada v Bo”, “Ada”, with minutes more and reports that wait."""
    if match is None:
        return NOTHING
    words = gettext(" v ").join(names[player] for player in match.players)
    if match.reported and not match.is_bye:
        words = text.words(match, names, gettext)
    if waiting := sum(seat.claim is not None for seat in match.seats):
        reports_text = ngettext("{n} report of a player waits", "{n} reports of players wait", waiting)
        words = f"{words}; {reports_text.format(n=waiting)}"
    if match.extra_minutes:
        words = f"{words}; {gettext('{n} minutes more').format(n=match.extra_minutes)}"
    return words


def ranks_of(was: EventHistory, now: EventHistory):
    """Yield players with another rank in the current phase's standings, by their new rank."""
    number = phase_to_show(now)
    if number > len(was.phases) or not now.players or not was.players:
        return
    before, after = (
        {row.player: row for row in standings(history, number, live=True).rows} for history in (was, now)
    )
    for key, row in after.items():
        if key in before and rank_of(before[key]) != rank_of(row):
            yield Difference(row.name, str(rank_of(before[key])), str(rank_of(row)))


def rank_of(row) -> int:
    return row.place or row.rank


def player_effects(was: EventHistory, now: EventHistory, moved: int) -> Iterable[str]:
    """Describe the changes on phones and screens."""
    sides = tuple(numbered(without_draft_rounds(history)) for history in (was, now))
    last = tuple(max(side, default=None) for side in sides)
    names = tuple(
        round_name(history, *at) if at else "" for history, at in zip((was, now), last, strict=True)
    )
    sentences = []
    if last[0] != last[1] and last[1] is None:
        sentences.append(gettext("Phones show no round any more."))
    elif last[0] != last[1] and last[0] is None:
        sentences.append(gettext("Phones show {now}.").format(now=names[1]))
    elif last[0] != last[1]:
        sentences.append(gettext("Phones show {now} instead of {was}.").format(now=names[1], was=names[0]))
    elif last[0]:
        seats = (
            {(key, m.table, frozenset(m.players)) for m in side[at].matches for key in m.players}
            for side, at in zip(sides, last, strict=True)
        )
        a, b = seats
        others = len({key for key, *_rest in a ^ b})
        words = ngettext(
            "{n} player sits at another table or against somebody else.",
            "{n} players sit at another table or against somebody else.",
            others,
        )
        sentences += [words.format(n=others)] if others else []
    changed = sum(
        result_text(sides[0][at]) != result_text(sides[1][at]) for at in sides[0].keys() & sides[1].keys()
    )
    words = ngettext("Results of {n} round differ.", "Results of {n} rounds differ.", changed)
    sentences += [words.format(n=changed)] if changed else []
    words = ngettext("{n} player stands on another rank.", "{n} players stand on another rank.", moved)
    sentences += [words.format(n=moved)] if moved else []
    return sentences or [gettext("Nothing that players see changes.")]


def result_text(round_: RoundRecord):
    """Return a round's results, independent of the seating of others."""
    return [
        (m.table, [(s.player, s.games, s.result, s.place, s.score, s.points) for s in m.seats])
        for m in round_.matches
        if m.reported
    ]
