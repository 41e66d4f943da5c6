"""Results: report, correct, clear."""

from dataclasses import replace

from ... import access
from ...models import Event
from ...rules import rulebooks
from ...rules.errors import RuleViolation, _
from ...rules.finals import early_matches
from ...rules.history import BRACKET, DRAW, FINISHED, TIME, EventPhase, MatchRecord, RoundRecord
from ...rules.log import part_paths
from ...rules.results import consequences, parsing, player_reports, scoring
from ...rules.rounds.permissions_by_state import ENTER_RESULT, PLAYED_ON, check, situation_of
from ..change import Change, action


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
    after = parsing.parse_result(played, before, result_text)
    check_draw_allowed(change.event, after)
    situation = round_situation(change.before.phase(phase), round_)
    in_bracket = played.kind == BRACKET
    if in_bracket:
        changed, reset_matches = consequences.change_finals_result(played, round_number, before, after)
        if reset_matches:
            situation = PLAYED_ON
        elif rule is ENTER_RESULT:
            store_round_states(change, early_matches.finish_complete_rounds(changed))
    check(rule, situation, round_number)
    if round_.state == FINISHED and not (after.reported or in_bracket):
        text = _("Round {round} is finished. Enter the correct result instead of clearing it.")
        raise RuleViolation(text, round=round_number)
    change.set_part(part_paths.match(phase, round_number, before), after)
    return before, after


def apply_expired_reports(change: Change):
    """Confirm reports that nobody answered in time, and update the history for what follows."""
    for phase, number, match, result_text in player_reports.expired_reports(change.history, change.now):
        _before, reported = store_result(change, phase, number, match.table, result_text)
        change.sources[part_paths.match(phase, number, match)] = TIME
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
            change.set_part(part_paths.round_(after.number, new.number), replace(new, matches=()))


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
    """Return the round's situation, one of permissions_by_state's."""
    has_later_round = any(later.number > round_.number for later in phase.rounds)
    has_later_phase = any(later.rounds for later in phase.history.phases[phase.number :])
    return situation_of(round_.state, has_later_round or has_later_phase)
