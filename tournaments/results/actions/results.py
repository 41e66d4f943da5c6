"""Results: enter, agree, and store their revisions."""

from collections.abc import Iterable
from dataclasses import replace

from ... import access
from ...changes.change import Change, action
from ...changes.registry import listens_to_changes
from ...models import Event, LogEntry, Match, Pick, ResultRevision
from ...rules import rulebooks
from ...rules.errors import RuleViolation, _
from ...rules.event_file.fields import format_utc
from ...rules.finals import early_matches
from ...rules.history import (
    BRACKET,
    DRAW,
    EMPTY_MAPPING,
    FINISHED,
    TIME,
    EventPhase,
    MatchRecord,
    RoundRecord,
)
from ...rules.log import event_parts
from ...rules.log.event_parts import kind_of, match_path, round_path
from ...rules.results import player_reports, scoring
from ...rules.results.corrections import change_finals_result
from ...rules.results.parsing import parse_result
from ...rules.rounds.progress import ENTER_RESULT, PLAYED_ON, check, situation_of


@action(access.ENTER_RESULTS, in_round=ENTER_RESULT, log=(_("Table {table}: {result}"), "{round}"))
def report_result(change: Change, phase: int, round_number: int, table: int, result_text: str):
    """Store a table's result (`2-1`, `draw`, `no-show 2`, `clear` …); a second call corrects it.

    Raises RuleViolation for invalid notation, an unknown table, or a round that can no longer change.
    """
    log_result(change, phase, round_number, table)
    store_result(change, phase, round_number, table, result_text)


def log_result(change: Change, phase: int, number: int, table: int):
    change.log(report_result.action.name, table=table, round=(phase, number))


def store_result(
    change: Change, phase: int, round_number: int, table: int, result_text: str, rule: dict = ENTER_RESULT
) -> tuple[MatchRecord, MatchRecord]:
    """Store a table's result as `rule` allows, and return (match before, match after)."""
    round_ = change.before.round(phase, round_number)
    before = round_.match_at(table)
    played = change.history.phase(phase)
    after = parse_result(played, before, result_text)
    check_draw_allowed(change.event, after)
    situation = round_situation(change.before.phase(phase), round_)
    in_bracket = played.kind == BRACKET
    if in_bracket:
        changed, reset_matches = change_finals_result(played, round_number, before, after)
        if reset_matches:
            situation = PLAYED_ON
        elif rule is ENTER_RESULT:
            store_round_states(change, early_matches.finish_complete_rounds(changed))
    check(rule, situation, round_number)
    if round_.state == FINISHED and not (after.reported or in_bracket):
        text = _("Round {round} is finished. Enter the correct result instead of clearing it.")
        raise RuleViolation(text, round=round_number)
    change.set_part(match_path(phase, round_number, before), after)
    return before, after


def apply_expired_reports(change: Change):
    """Confirm reports that nobody answered in time, and update the history for what follows."""
    for phase, number, match, result_text in player_reports.expired_reports(change.history, change.now):
        _before, reported = store_result(change, phase, number, match.table, result_text)
        change.sources[match_path(phase, number, match)] = TIME
        apply_to_history(change, phase, number, reported)


def apply_to_history(change: Change, phase: int, number: int, reported: MatchRecord):
    """Update the history of the change for what follows from a result that it has stored."""
    after = change.history.phase(phase).with_match(number, reported.table, reported)
    if after.kind == BRACKET:
        after = early_matches.finish_complete_rounds(after)
    change.history = after.history


def store_round_states(change: Change, after: EventPhase):
    """Store the rounds of finals whose state is another in `after`."""
    for old, new in zip(change.history.phase(after.number).rounds, after.rounds, strict=True):
        if old.state != new.state:
            change.set_part(round_path(after.number, new.number), replace(new, matches=()))


def check_draw_allowed(event: Event, match: MatchRecord):
    """Raise RuleViolation for a draw in a rulebook without draws."""
    rulebook = rulebooks.rulebook(event.rulebook)
    if not rulebook.draws and DRAW in scoring.outcomes(match):
        raise RuleViolation(_("{rulebook} doesn’t allow draws. Choose a winner."), rulebook=rulebook.name)


def check_round_state(change: Change, phase: int, number: int, rule: dict | None = None):
    """Raise RuleViolation if the rule, by default that of the change's action, forbids it in this round."""
    round_ = change.before.round(phase, number)
    check(rule or change.action.in_round, round_situation(change.before.phase(phase), round_), number)


def round_situation(phase: EventPhase, round_: RoundRecord) -> str:
    """Return the round's situation, one of rules.rounds.progress."""
    has_later_round = any(later.number > round_.number for later in phase.rounds)
    has_later_phase = any(later.rounds for later in phase.history.phases[phase.number :])
    return situation_of(round_.state, has_later_round or has_later_phase)


def without_ended_picks(event: Event, match: MatchRecord) -> MatchRecord:
    """Return the match without the reports of phones that no longer have the name they picked.

    An undo, a restore or a file may bring such a report back; a later pick of the name does not revive it.
    """
    reports = {seat.player: seat.player_report for seat in match.seats if seat.player_report}
    picked = {key: report for key, report in reports.items() if report.is_picked}
    if not picked:
        return match
    picks = Pick.objects.filter(player__event=event, player__public_id__in=picked, by_link=False)
    started = {key: format_utc(at) for key, at in picks.values_list("player__public_id", "at")}
    for key, report in picked.items():
        if key not in started or report.at < started[key]:
            match = player_reports.with_player_report(match, key, None)
    return match


def waits_for_desk(event: Event, match: MatchRecord) -> bool:
    """Return whether the desk must decide about the result that players of this match agree on.

    It must if another phone contests the name of one of them, or if all of them report by marked picks.
    """
    seats = player_reports.reported_results(match)[0].seats
    reporters = [match.players[seat] for seat in seats]
    picks = Pick.objects.filter(player__event=event, player__public_id__in=reporters)
    decisions = {
        key: row for key, *row in picks.values_list("player__public_id", "contested_at", "is_marked")
    }
    if any(contested_at for contested_at, _is_marked in decisions.values()):
        return True
    marked = {key for key, (_contested_at, is_marked) in decisions.items() if is_marked}
    return all(match.players[seat] in marked and match.seats[seat].player_report.is_picked for seat in seats)


def store_agreed_result(change: Change, phase: int, number: int, reported_match: MatchRecord) -> MatchRecord:
    """Store the result that the players agree on, and return the match with it.

    The reports stay with the match if a picked name is among them.
    """
    agreed = player_reports.reported_results(reported_match)[0]
    _before, after = store_result(change, phase, number, reported_match.table, agreed.result_text)
    if not agreed.is_picked:
        return after
    marked = player_reports.with_reports_of(after, reported_match)
    change.set_part(match_path(phase, number, reported_match), marked)
    return marked


@listens_to_changes("match")
def store_changed_results(change: Change):
    """Store the results that a change gives to tables; those of tables that come back are in the log."""
    if change.action.restores:
        restore_result_revisions(change.event, change.entry)
    store_result_revisions(change.event, [change.entry], sources=change.sources)


def store_result_revisions(event: Event, entries: Iterable[LogEntry], *, sources=EMPTY_MAPPING, only=None):
    """Store the results that these log entries give to existing tables, limited to the paths in `only`.

    `sources` are {path: source} of results that have another one than their entry.
    """
    changed = [
        (path, entry, result)
        for entry in entries
        for path, result in event_parts.changed_results(entry.changes)
        if only is None or path in only
    ]
    ids = match_ids(event, {event_parts.place(path) for path, _entry, _result in changed})
    reports = [
        ResultRevision(
            match_id=ids[event_parts.place(path)],
            at=entry.at,
            who=entry.who,
            user_id=entry.user_id,
            source=sources.get(path, entry.source),
            result=result,
        )
        for path, entry, result in changed
        if event_parts.place(path) in ids
    ]
    ResultRevision.objects.bulk_create(reports, batch_size=500)


def match_ids(event: Event, places: set[tuple[int, int, int]]) -> dict[tuple[int, int, int], int]:
    """Return (phase, round, table) → row id of existing matches, maybe of more than these places."""
    if not places:
        return {}
    _phases, rounds, tables = zip(*places, strict=True)
    matches = Match.objects.filter(
        round__phase__event=event, round__number__in=set(rounds), table__in=set(tables)
    )
    rows = matches.values_list("round__phase__number", "round__number", "table", "id")
    return {tuple(place): pk for *place, pk in rows}


def restore_result_revisions(event: Event, entry: LogEntry):
    """Store the revisions of tables that this entry restores again, from the log: they went with the rows."""
    restored = {
        path
        for path, (before, after) in entry.changes.items()
        if before is None and after and kind_of(path) == "match"
    }
    if restored:
        earlier = event.log.filter(id__lt=entry.id).order_by("id")
        store_result_revisions(event, earlier, only=restored)
