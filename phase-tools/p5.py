exec(open("/tmp/phase/p3.py").read().split('R="tourn')[0])
R="tournaments/rules/forecast/"
sub(R+"phase_start.py",("    history: EventHistory\n    settings: Settings\n","    phase: EventPhase\n    settings: Settings\n"),("        history=phase.history,\n","        phase=phase,\n"),
("""    settings = phase.settings
    return FutureRound(""","""    return FutureRound("""),
("constraints_of(phase.history, settings, present, number)","constraints_of(phase.history, phase.settings, present, number)"))
sub(R+"playouts.py",("start.history","start.phase.history"))
sub(R+"playout_counts.py",
("    start: PhaseStart, number: int, seed: int, is_open","    start: PhaseStart, seed: int, is_open"),
("CutSelector(start, number)","CutSelector(start)"),
("    def __init__(self, start: PhaseStart, number: int):\n        history = start.history\n        self.start, self.rule = start, cut_rule(history.phase(number + 1))\n","    def __init__(self, start: PhaseStart):\n        next_phase = start.phase.next\n        self.start, self.rule = start, cut_rule(next_phase)\n"),
("playing_in(history.phase(number + 1))","playing_in(next_phase)"))
sub(R+"chances.py",
("    settings = phase.settings\n    if phase.number == len(phase.history.phases):\n","    settings = phase.settings\n    if phase.next is None:\n"),
("""    number = history.current
    if not history.phase(number).settings.chances or not can_have_chances(history.phase(number)):
        return None
    race = build_race(history.phase(number))
""","""    phase = history.current_phase
    if not phase.settings.chances or not can_have_chances(phase):
        return None
    race = build_race(phase)
"""),
("        return play_chances(history, race, seed, playouts)\n    except","        return play_chances(phase, race, seed, playouts)\n    except"),
("""    number = history.current
    check_phase(history.phase(number))
    race, finished = (
        build_race(history.phase(number)),
        sum(one.finished for one in history.phase(number).rounds),
    )
    to_come = round_count(history.phase(number)) - finished
""","""    phase = history.current_phase
    check_phase(phase)
    race, finished = build_race(phase), sum(one.finished for one in phase.rounds)
    to_come = round_count(phase) - finished
"""),
("""    return (
        play_chances(history, race, seed, playouts)
        if race.is_running
        else decided_chances(history.phase(number))
    )
""","""    return play_chances(phase, race, seed, playouts) if race.is_running else decided_chances(phase)
"""),
("""def play_chances(history: EventHistory, race: Race, seed: int, playouts: int) -> Chances:
    \"\"\"Return the Chances of the current phase by playouts. RuleViolation if no cut is possible.\"\"\"
    number = history.current
    rule, settings = cut_rule(history.phase(number + 1)), history.phase(number).settings
    races, results = cut_races(history.phase(number), race, rule), results_by_outcome(settings)
""","""def play_chances(phase: EventPhase, race: Race, seed: int, playouts: int) -> Chances:
    \"\"\"Return the Chances of the phase by playouts. RuleViolation if no cut is possible.\"\"\"
    rule, settings = cut_rule(phase.next), phase.settings
    races, results = cut_races(phase, race, rule), results_by_outcome(settings)
"""),
("start_of(history.phase(number))","start_of(phase)"),
("count_playouts(start, number, seed,","count_playouts(start, seed,"),
)
sub("tournaments/rules/results/player_reports.py",
("""    for phase_number, phase in enumerate(history.phases, 1):
        minutes = confirm_after_minutes(history.phase(phase_number).settings)
""","""    for phase in history.all_phases:
        minutes = confirm_after_minutes(phase.settings)
"""),
("""            if is_valid_report(history.phase(phase_number), number, match, result_text):
                expired.append((phase_number, number, match, result_text))
""","""            if is_valid_report(phase, number, match, result_text):
                expired.append((phase.number, number, match, result_text))
"""))
