"""Results: reported, corrected, cleared."""

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
from ..change import By, Change, changing


def report_result(event: Event, by: By, phase: int, round_number: int, table: int, said: str):
    """Store what was said of a table (`2-1`, `draw`, `no-show 2`, `clear` …); a second time corrects it.

    Raises RuleViolation where the words make no result, the table is not there, or the round is
    past changing.
    """
    with changing(event, by, "report_result") as change:
        put_report(change, "report_result", phase, round_number, table, said)


def put_report(
    change: Change, action: str, phase: int, round_number: int, table: int, said: str
) -> tuple[MatchRecord, MatchRecord]:
    """The table's result as said of it, checked as `action`: (the match before, after)."""
    match = match_at(change.before, phase, round_number, table)
    round_ = round_at(change.before, phase, round_number)
    in_bracket = change.before.phase(phase).kind == BRACKET
    reported = parsing.reported_in(change.history, phase, match, said)
    refuse_draw(change.event, reported)
    where = stands(change.before, phase, round_number)
    if in_bracket:
        after, undone = consequences.of_result(change.history, phase, round_number, match, reported)
        where = permissions_by_state.PLAYED_ON if undone else where
        if action == "report_result" and not undone:
            put_states(change, phase, early_matches.settled(after, phase))
    permissions_by_state.check(action, where, round_number)
    if round_.state == FINISHED and not (reported.reported or in_bracket):
        words = _("Round {round} is finished: give the right result instead of clearing it.")
        raise RuleViolation(words, round=round_number)
    change.put(part_paths.match(phase, round_number, match), reported)
    return match, reported


def match_at(event: EventHistory, phase: int, number: int, table: int) -> MatchRecord:
    """The match at a table; RuleViolation where there is none."""
    match = matches_at(event, [(phase, number, table)]).get((phase, number, table))
    if match is None:
        raise RuleViolation(_("There is no table {table} in round {round}."), table=table, round=number)
    return match


def put_due(change: Change):
    """Results of the one report that nobody has answered in time; what is decided next knows of them."""
    for phase, number, match, said in player_reports.due(change.history, change.now):
        _before, reported = put_report(change, "report_result", phase, number, match.table, said)
        change.by_time.add(part_paths.match(phase, number, match))
        after = consequences.with_matches(change.history, phase, {(number, match.table): reported})
        in_bracket = after.phase(phase).kind == BRACKET
        change.history = early_matches.settled(after, phase) if in_bracket else after


def put_states(change: Change, phase: int, after: EventHistory):
    """Rounds of finals that are over or open again with this report."""
    for was, now in zip(change.history.phase(phase).rounds, after.phase(phase).rounds, strict=True):
        if was.state != now.state:
            change.put(part_paths.round_(phase, now.number), replace(now, matches=()))


def refuse_draw(event: Event, match: MatchRecord):
    """RuleViolation for a draw under a rulebook that knows none."""
    rulebook = rulebooks.rulebook(event.rulebook)
    if not rulebook.draws and DRAW in scoring.outcomes(match):
        raise RuleViolation(_("{rulebook} has no draws: somebody must win."), rulebook=rulebook.name)


def round_at(event: EventHistory, phase: int, number: int) -> RoundRecord:
    """A round; RuleViolation where there is none."""
    here = event.phases[phase - 1].rounds if 1 <= phase <= len(event.phases) else ()
    found = next((round_ for round_ in here if round_.number == number), None)
    if found is None:
        raise RuleViolation(_("There is no round {round}."), round=number)
    return found


def stands(event: EventHistory, phase: int, number: int) -> str:
    """Where a round stands, as rules.safety names it. RuleViolation where there is none."""
    state = round_at(event, phase, number).state
    later = any(round_.number > number for round_ in event.phase(phase).rounds)
    return permissions_by_state.when(state, later or any(one.rounds for one in event.phases[phase:]))
