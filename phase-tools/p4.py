exec(open("/tmp/phase/p3.py").read().split('R="tourn')[0])
R="tournaments/rules/"
sub(R+"results/consequences.py",
("""    phase: EventPhase, number: int, before: MatchRecord, after: MatchRecord
) -> tuple[EventHistory, tuple]:
    \"\"\"Return (the history with the changed match, the UndoneMatches).
""","""    phase: EventPhase, number: int, before: MatchRecord, after: MatchRecord
) -> tuple[EventPhase, tuple]:
    \"\"\"Return (the phase with the changed match, the UndoneMatches).
"""),
("""    corrected = phase.with_match(number, before.table, after).history
    old_bracket, new_bracket = finals.bracket_of(phase), finals.bracket_of(corrected.phase(phase.number))
""","""    corrected = phase.with_match(number, before.table, after)
    old_bracket, new_bracket = finals.bracket_of(phase), finals.bracket_of(corrected)
"""),
("    if phase.number < phase.history.current:\n","    if not phase.is_current:\n"),
("""        without_match = corrected.with_match(phase.number, slot.round, old.table, None)
        new = remake_match(without_match.phase(phase.number), slot.id, old)
""","""        without_match = corrected.with_match(slot.round, old.table, None)
        new = remake_match(without_match, slot.id, old)
"""),
("        corrected = insert_match(without_match.phase(phase.number), slot.round, new) if new else without_match\n    return reopen_rounds(corrected.phase(phase.number)), tuple(undone)\n",
"        corrected = insert_match(without_match, slot.round, new) if new else without_match\n    return reopen_rounds(corrected), tuple(undone)\n"),
("def insert_match(phase: EventPhase, number: int, match: MatchRecord) -> EventHistory:","def insert_match(phase: EventPhase, number: int, match: MatchRecord) -> EventPhase:"),
("    return phase.with_round(replace(round_, matches=tuple(matches))).history\n","    return phase.with_round(replace(round_, matches=tuple(matches)))\n"),
("def reopen_rounds(phase: EventPhase) -> EventHistory:","def reopen_rounds(phase: EventPhase) -> EventPhase:"),
("    history = phase.replace(rounds=tuple(rounds)).history\n","    phase = phase.replace(rounds=tuple(rounds))\n"),
("            history = phase.with_round(replace(round_, state=PUBLISHED)).history\n    return separate_tables(early_matches.finish_complete_rounds(phase).phase(phase.number))\n",
"            phase = phase.with_round(replace(round_, state=PUBLISHED))\n    return separate_tables(early_matches.finish_complete_rounds(phase))\n"),
("def separate_tables(phase: EventPhase) -> EventHistory:","def separate_tables(phase: EventPhase) -> EventPhase:"),
("            history = phase.with_round(replace(round_, matches=moved)).history\n","            phase = phase.with_round(replace(round_, matches=moved))\n"),
("    return phase.history\n","    return phase\n"),
("PUBLISHED, EventHistory, EventPhase,","PUBLISHED, EventPhase,"))
sub(R+"results/corrections.py",
("""class CorrectedHistory:
    \"\"\"A corrected history, with the open round that can be repaired or drawn again.

    `open_round` is None if no open round was drawn from the corrected one. `history_if_kept` is the history
    if that round is kept: it differs for admitted and excused players. `excused` need not keep their table.
    \"\"\"

    history: EventHistory
    open_round: RoundRecord | None
    history_if_kept: EventHistory
""","""class CorrectedPhase:
    \"\"\"A corrected phase, with the open round that can be repaired or drawn again.

    `open_round` is None if no open round was drawn from the corrected one. `if_kept` is the phase if that
    round is kept: it differs for admitted and excused players. `excused` need not keep their table.
    \"\"\"

    phase: EventPhase
    open_round: RoundRecord | None
    if_kept: EventPhase
"""),
("    if phase.number != phase.history.current or round_ is None or not round_.finished:\n        return None\n    return phase.open_round if phase.kind in DRAWN_KINDS else None\n",
"    is_followed = phase.is_current and round_ is not None and round_.finished\n    return phase.open_round if is_followed and phase.kind in DRAWN_KINDS else None\n"),
("    corrected = phase.with_match(number, before.table, after).history\n    return CorrectedHistory(corrected, round_drawn_after(corrected.phase(phase.number), number), corrected)\n",
"    corrected = phase.with_match(number, before.table, after)\n    return CorrectedPhase(corrected, round_drawn_after(corrected, number), corrected)\n"),
("    corrected = phase.with_round(swap(phase, phase.round(number), a, b)).history\n    return CorrectedHistory(corrected, round_drawn_after(corrected.phase(phase.number), number), corrected)\n",
"    corrected = phase.with_round(swap(phase, phase.round(number), a, b))\n    return CorrectedPhase(corrected, round_drawn_after(corrected, number), corrected)\n"),
("""    history = phase.history
    check_adjustable(phase)
    round_, event_round = phase.round(number), phase.rounds_before + number
    open_round, player = round_open_to(phase, round_, player_id), history.player(player_id)
""","""    check_adjustable(phase)
    round_, event_round = phase.round(number), phase.rounds_before + number
    open_round, player = round_open_to(phase, round_, player_id), phase.history.player(player_id)
"""),
("""    corrected = history.with_player(admitted).with_round(phase.number, open_round)
    worth = phase.settings.late_entry
    has_bye = open_round != round_
    if has_bye or worth == ABSENT:
        return CorrectedHistory(corrected, open_round, history)
""","""    corrected = phase.with_player(admitted).with_round(open_round)
    worth = phase.settings.late_entry
    has_bye = open_round != round_
    if has_bye or worth == ABSENT:
        return CorrectedPhase(corrected, open_round, phase)
"""),
("""    if_kept = history.with_player(replace(player, byes=byes | {event_round: worth}))
    if_kept = if_kept.with_round(phase.number, replace(round_, matches=(*round_.matches, late_bye)))
    return CorrectedHistory(corrected, open_round, if_kept)
""","""    if_kept = phase.with_player(replace(player, byes=byes | {event_round: worth}))
    if_kept = if_kept.with_round(replace(round_, matches=(*round_.matches, late_bye)))
    return CorrectedPhase(corrected, open_round, if_kept)
"""),
("""    history = phase.history
    check_adjustable(phase)
    round_, event_round""","""    history = phase.history
    check_adjustable(phase)
    round_, event_round"""),
("    return CorrectedHistory(history.with_player(player), round_, history, player_id)\n","    return CorrectedPhase(phase.with_player(player), round_, phase, player_id)\n"),
("""    corrected: CorrectedHistory, phase: int, choice: str, seed: str, exceptions: bool = False
) -> RoundRecord:
""","""    corrected: CorrectedPhase, choice: str, seed: str, exceptions: bool = False
) -> RoundRecord:
"""),
("""    options = adjustment_options(corrected, phase, choice, seed, exceptions)
    return apply_adjustment(corrected.history.phase(phase), corrected.open_round.number, choice, **options)
""","""    options = adjustment_options(corrected, choice, seed, exceptions)
    return apply_adjustment(corrected.phase, corrected.open_round.number, choice, **options)
"""),
("""    corrected: CorrectedHistory, phase: int, choice: str, seed: str, exceptions: bool = False
) -> dict:
""","""    corrected: CorrectedPhase, choice: str, seed: str, exceptions: bool = False
) -> dict:
"""),
("""    history, round_ = corrected.history, corrected.open_round
    event_round = history.rounds_before(phase) + round_.number
    movable = {player.id for player in history.players if player.plays_in(event_round)} | {corrected.excused}
""","""    players, round_ = corrected.phase.history.players, corrected.open_round
    event_round = corrected.phase.rounds_before + round_.number
    movable = {player.id for player in players if player.plays_in(event_round)} | {corrected.excused}
"""),
("def worth_left_out(corrected: CorrectedHistory, phase: int, player_id: str) -> str:","def worth_left_out(corrected: CorrectedPhase, player_id: str) -> str:"),
("    match = corrected.history_if_kept.round(phase, corrected.open_round.number).find_match_of(player_id)\n","    match = corrected.if_kept.round(corrected.open_round.number).find_match_of(player_id)\n"),
)
s=open(R+"results/corrections.py").read().replace("CorrectedHistory","CorrectedPhase").replace("    EventHistory,\n",""); open(R+"results/corrections.py","w").write(s)
sub(R+"history/events.py",("""    def with_match(self, number, table, match: MatchRecord | None) -> "EventPhase":""","""    def with_player(self, player: PlayerRecord) -> "EventPhase":
        \"\"\"Return the phase of the history with the player of this id replaced.\"\"\"
        return EventPhase(self.history.with_player(player), self.number)

    def with_match(self, number, table, match: MatchRecord | None) -> "EventPhase":"""))
sub(R+"players/departures.py",
("""    number = history.current
    phase = history.phase(number)
    has_results = any(match.reported for round_ in phase.rounds for match in round_.matches)
    if phase.kind != BRACKET or number == 1 or has_results:
        return False
    return history.phase(number).settings.after_cut == NEXT_UP
""","""    phase = history.current_phase
    has_results = any(match.reported for round_ in phase.rounds for match in round_.matches)
    if phase.kind != BRACKET or phase.previous is None or has_results:
        return False
    return phase.settings.after_cut == NEXT_UP
"""),
("""    number = history.current
    phase = history.phase(number)
    if player""","""    phase = history.current_phase
    if player"""),
("standings(history.phase(number - 1)).rows","standings(phase.previous).rows"),
("""    slots = {meeting.match: meeting.slot.id for meeting in finals.bracket_of(history.phase(number)).meetings}
    without_rounds = history.with_phase(number, entrants=entrants, rounds=())
    bracket = finals.bracket_of(without_rounds.phase(number))
""","""    slots = {meeting.match: meeting.slot.id for meeting in finals.bracket_of(phase).meetings}
    without_rounds = phase.replace(entrants=entrants, rounds=())
    bracket = finals.bracket_of(without_rounds)
"""),
("        return finals.match_of(without_rounds, bracket, slots[match], seeds, match.table)\n","        return finals.match_of(history, bracket, slots[match], seeds, match.table)\n"),
("    return without_rounds.with_phase(number, rounds=rounds)\n","    return without_rounds.replace(rounds=rounds).history\n"))
sub(R+"prizes/payout.py",
("""def awards(phase=None):
    \"\"\"Return all current Awards of the event, or of one phase, by phase and best first.
""","""def awards(history):
    \"\"\"Return all current Awards of the event, by phase and best first; see `awards_of_phase`.\"\"\"
    return tuple(award for phase in history.all_phases for award in awards_of_phase(phase))


def awards_of_phase(phase):
    \"\"\"Return the current Awards of a phase, best first.
"""),
("""    numbers = range(1, len(phase.history.phases) + 1) if phase.number is None else (phase.number,)
    return tuple(award for number in numbers for award in _awards_of_phase(phase.history.phase(number)))


def sum_awards(awards):
    \"\"\"Return (total paid, indivisible remainder) of awards.\"\"\"
    return sum(one.each * len(one.players) for one in awards), sum(one.rest for one in awards)


def _awards_of_phase(phase):
    settings""","""    settings"""),
("""def _place_payments(""","""def sum_awards(awards):
    \"\"\"Return (total paid, indivisible remainder) of awards.\"\"\"
    return sum(one.each * len(one.players) for one in awards), sum(one.rest for one in awards)


def _place_payments("""))
sub(R+"prizes/plan.py",
("""    for number in range(1, len(history.phases) + 1):
        table = history.phase(number).settings.prizes
""","""    for phase in history.all_phases:
        table = phase.settings.prizes
"""),
("""        over = is_over(history.phase(number))
        awarded = (
            {(a.criterion, a.target): len(a.players) for a in awards(history.phase(number))} if over else {}
        )
        size = None if over else _expected_size(history.phase(number))
""","""        over = is_over(phase)
        awarded = {(a.criterion, a.target): len(a.players) for a in awards_of_phase(phase)} if over else {}
        size = None if over else _expected_size(phase)
"""),
("PlannedPrize(number, prize","PlannedPrize(phase.number, prize"),
("from .payout import awards, record_points","from .payout import awards_of_phase, record_points"),
)
sub(R+"results/player_reports.py",)
sub(R+"event_file/reading.py",
("""    for number, phase in enumerate(history.phases, 1):
        if phase.kind == BRACKET and phase.rounds:
            try:
                bracket_of(history.phase(number))
            except RuleViolation as error:
                path = f"phases[{number - 1}]"
""","""    for phase in history.all_phases:
        if phase.kind == BRACKET and phase.rounds:
            try:
                bracket_of(phase)
            except RuleViolation as error:
                path = f"phases[{phase.number - 1}]"
"""))
