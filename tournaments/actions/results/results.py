"""Results: report, correct, clear."""

from dataclasses import replace

from ...models import Event
from ...rules import rulebooks
from ...rules.errors import RuleViolation, _
from ...rules.finals import early_matches
from ...rules.history import BRACKET, DRAW, FINISHED, EventHistory, MatchRecord, RoundRecord
from ...rules.log import part_paths
from ...rules.log.replay import matches_at
from ...rules.results import consequences, parsing, player_reports, scoring
from ...rules.rounds import permissions_by_state
from ..change import Actor, Change, record_action


def report_result(event: Event, actor: Actor, phase: int, round_number: int, table: int, result_text: str):
    """Store a table's result (`2-1`, `draw`, `no-show 2`, `clear` …); a second call corrects it.

    Raises RuleViolation for invalid notation, an unknown table, or a round that can no longer change.
    """
    with record_action(event, actor, "report_result") as change:
        store_result(change, "report_result", phase, round_number, table, result_text)


def store_result(
    change: Change, action: str, phase: int, round_number: int, table: int, result_text: str
) -> tuple[MatchRecord, MatchRecord]:
    """Store a table's result, checked as `action`; return (match before, match after)."""
    match = match_at(change.before, phase, round_number, table)
    round_ = round_at(change.before, phase, round_number)
    in_bracket = change.before.phase(phase).kind == BRACKET
    reported = parsing.parse_result(change.history, phase, match, result_text)
    refuse_draw(change.event, reported)
    situation = round_situation(change.before, phase, round_number)
    if in_bracket:
        after, undone = consequences.change_finals_result(
            change.history, phase, round_number, match, reported
        )
        situation = permissions_by_state.PLAYED_ON if undone else situation
        if action == "report_result" and not undone:
            put_states(change, phase, early_matches.finish_complete_rounds(after, phase))
    permissions_by_state.check(action, situation, round_number)
    if round_.state == FINISHED and not (reported.reported or in_bracket):
        words = _("Round {round} is finished: give the right result instead of clearing it.")
        raise RuleViolation(words, round=round_number)
    change.set_part(part_paths.match(phase, round_number, match), reported)
    return match, reported


def match_at(event: EventHistory, phase: int, number: int, table: int) -> MatchRecord:
    """Return the match at a table. RuleViolation if there is none."""
    match = matches_at(event, [(phase, number, table)]).get((phase, number, table))
    if match is None:
        raise RuleViolation(_("There is no table {table} in round {round}."), table=table, round=number)
    return match


def apply_expired_reports(change: Change):
    """Confirm reports that nobody answered in time, and update the history for what follows."""
    for phase, number, match, result_text in player_reports.expired_reports(change.history, change.now):
        _before, reported = store_result(change, "report_result", phase, number, match.table, result_text)
        change.auto_confirmed.add(part_paths.match(phase, number, match))
        after = consequences.replace_matches(change.history, phase, {(number, match.table): reported})
        in_bracket = after.phase(phase).kind == BRACKET
        change.history = early_matches.finish_complete_rounds(after, phase) if in_bracket else after


def put_states(change: Change, phase: int, after: EventHistory):
    """Store rounds of finals that this result ends or reopens."""
    for was, now in zip(change.history.phase(phase).rounds, after.phase(phase).rounds, strict=True):
        if was.state != now.state:
            change.set_part(part_paths.round_(phase, now.number), replace(now, matches=()))


def refuse_draw(event: Event, match: MatchRecord):
    """Raise RuleViolation for a draw if the rulebook has none."""
    rulebook = rulebooks.rulebook(event.rulebook)
    if not rulebook.draws and DRAW in scoring.outcomes(match):
        raise RuleViolation(_("{rulebook} has no draws: somebody must win."), rulebook=rulebook.name)


def round_at(event: EventHistory, phase: int, number: int) -> RoundRecord:
    """Return a round. RuleViolation if there is none."""
    rounds = event.phases[phase - 1].rounds if 1 <= phase <= len(event.phases) else ()
    round_ = next((one for one in rounds if one.number == number), None)
    if round_ is None:
        raise RuleViolation(_("There is no round {round}."), round=number)
    return round_


def round_situation(event: EventHistory, phase: int, number: int) -> str:
    """Return the round's situation, one of permissions_by_state's. RuleViolation if it does not exist."""
    state = round_at(event, phase, number).state
    later = any(round_.number > number for round_ in event.phase(phase).rounds)
    return permissions_by_state.when(state, later or any(one.rounds for one in event.phases[phase:]))
