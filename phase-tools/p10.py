exec(open("/tmp/phase/p3.py").read().split('R="tourn')[0])
Q="tournaments/queries/"
sub(Q+"brackets/bracket_page.py",("""        bracket = finals.bracket_of(phase)
        settings = phase.settings
""","""        bracket, settings = finals.bracket_of(phase), phase.settings
"""),("finals.placings(history, phase.number)","finals.placings(phase)"))
sub(Q+"brackets/cut_preview.py",
("""        before = phases.without_cut(phase)
        present, names = phases.playing_in(before.phase(phase.number)), history.names
""","""        present, names = phases.playing_in(phases.without_cut(phase)), history.names
"""),
("    if phase.number > 1 and phase.begun","    if phase.previous and phase.begun"),
("    if phase.number == len(history.phases) or not phase.rounds:\n        return None\n","    if phase.next is None or not phase.rounds:\n        return None\n"),
("AvailableCut(phase.number + 1, phase_name(phase.next), False","AvailableCut(phase.next.number, phase_name(phase.next), False"),
("    if phase.number < len(history.phases) or phase.kind == BRACKET or not phase.rounds:\n","    if phase.next or phase.kind == BRACKET or not phase.rounds:\n"),
("""        players=sum(player.plays_in(phase.next.rounds_before + 1) for player in history.players),
""","""        players=sum(player.plays_in(next_round) for player in history.players),
"""),
("""    return UnplannedCut(
        is_pods""","""    next_round = phase.rounds_before + len(phase.rounds) + 1
    return UnplannedCut(
        is_pods"""),
("""    history = phase.history
    present, players = (
        phases.playing_in(phase),
        {player.id: player for player in history.players},
    )
""","""    history = phase.history
    present, players = phases.playing_in(phase), {player.id: player for player in history.players}
"""))
sub(Q+"brackets/early_matches.py",("""    is_bracket = phase.kind == BRACKET
    return next(iter(early_matches.opponent_choices(phase)), None) if is_bracket else None
""","""    return next(iter(early_matches.opponent_choices(phase)), None)
"""))
sub(Q+"brackets/planned_cut.py",("    number, field, violation = problem\n    workable = find_workable_cut(history.phase(number), field)\n    text = problem_text(history.phase(number), len(field), violation)\n    return CutProblem(number, text","    phase, field, violation = problem\n    workable = find_workable_cut(phase, field)\n    text = problem_text(phase, len(field), violation)\n    return CutProblem(phase.number, text"))
sub(Q+"desk/next_step.py",
("    cut = phase.settings.get(\"cut\") or {}\n","    cut = phase.settings.cut or {}\n"),
("    if phase.number < len(phase.history.phases):\n        return step_into_phase(phase.next)\n","    if phase.next:\n        return step_into_phase(phase.next)\n"),
("""    is_pods = phase.kind == PODS
    return gettext("Add pod finals") if is_pods else gettext("Add a top cut")
""","""    return gettext("Add pod finals") if phase.kind == PODS else gettext("Add a top cut")
"""))
sub(Q+"events/finals_settings.py",("""    own = phase.settings
    try:
        locking.refuse_third_place(phase, {**own, "third_place": not settings.third_place})
""","""    changed = {**phase.record.settings, "third_place": not phase.settings.third_place}
    try:
        locking.refuse_third_place(phase, phase.replace(settings=changed))
"""),
("def find_third_place_lock(phase: EventPhase, settings: Settings)","def find_third_place_lock(phase: EventPhase)"),("find_third_place_lock(history.phase(number), settings)","find_third_place_lock(history.phase(number))"))
sub(Q+"events/front_page.py",("""            (n, phase_name(history.phase(n)))
            for n in range(1, len(history.phases) + 1)
            if history.phase(n).begun
""","""            (each.number, phase_name(each)) for each in history.all_phases if each.begun
"""))
sub(Q+"events/overview.py",("""        phases=tuple(
            get_phase_overview(history.phase(number)) for number in range(1, len(history.phases) + 1)
        ),
""","""        phases=tuple(map(get_phase_overview, history.all_phases)),
"""),
("    kind = phase.kind\n    return (\n        *entry","    return (\n        *entry"),
("if kind != PODS else ()","if phase.kind != PODS else ()"),
("phase_name(phase.history.phase(n)) for n in counted_phases(phase)[:-1]","phase_name(counted) for counted in counted_phases(phase)[:-1]"),
("    entrants = phase.entrants\n    if entrants is not None and","    entrants = phase.entrants\n    if entrants is not None and"))
sub(Q+"events/lists.py",("progress.round_count(history.current_phase)","progress.round_count(phase)"),("round_name(history.current_phase, phase","round_name(phase, phase"))
sub(Q+"events/phase_plan.py",("    begun = history.current if history.current_phase.begun else 0\n    lines = tuple(phase_line(history.phase(number), begun) for number in range(1, len(history.phases) + 1))\n","    current = history.current_phase\n    begun = current.number if current.begun else 0\n    lines = tuple(phase_line(phase, begun) for phase in history.all_phases)\n"),
("begun < phase.number < len(phase.history.phases)","phase.number > begun and phase.next is not None"))
sub(Q+"events/settings_page.py",("""    numbers = range(1, len(history.phases) + 1)
    return {
        number: phase_name(history.phase(number)) for number in numbers if history.phase(number).kind in kinds
    }
""","""    return {phase.number: phase_name(phase) for phase in history.all_phases if phase.kind in kinds}
"""))
sub(Q+"events/settings_preview.py",("    if phase.number >= len(phase.history.phases) or not old:","    if phase.next is None or not old:"))
sub(Q+"events/status.py",("    if phase.number == len(phase.history.phases) or all(","    if phase.next is None or all("),
("""        for other_number, other in enumerate(phase.history.phases, 1)
        if other_number != phase.number and other.kind != BRACKET
""","""        for other in phase.history.all_phases
        if other.number != phase.number and other.kind != BRACKET
"""),
("    if phase.kind == BRACKET and phase.number > 1:","    if phase.kind == BRACKET and phase.previous:"),
("any(hidden.is_hidden(history.phase(n)) for n in range(1, len(history.phases) + 1))","any(map(hidden.is_hidden, history.all_phases))"),
)
