exec(open("/tmp/phase/p3.py").read().split('R="tourn')[0])
Q="tournaments/queries/"
sub(Q+"events/front_page.py",("""    number = phase or history.current
    round_page = build_round_page(history, number, notices""","""    shown = history.phase(phase) if phase else history.current_phase
    round_page = build_round_page(history, shown.number, notices"""),
("""        phase=number,
        in_finals=history.phase(number).kind == BRACKET,
        choice=pending_choice_text(history.phase(number)),
        has_pods=bool(history.phase(number).pods),
        leaders=leaders_of(history.phase(number)),
""","""        phase=shown.number,
        in_finals=shown.kind == BRACKET,
        choice=pending_choice_text(shown),
        has_pods=bool(shown.pods),
        leaders=leaders_of(shown),
"""))
sub(Q+"events/status.py",("""    number = history.current
    phase = history.phase(number)
    # In""","""    phase = history.current_phase
    # In"""),("progress.round_count(history.phase(number)) if","progress.round_count(phase) if"),
("round_markers(history.phase(number), rounds)","round_markers(phase, rounds)"),("        phase=number,\n        in_finals=phase.kind","        phase=phase.number,\n        in_finals=phase.kind"),
("round_name(history.phase(number), last.number, of=rounds)","round_name(phase, last.number, of=rounds)"),
("any(phase.settings.get(\"prizes\") for phase in history.phases)","any(record.settings.get(\"prizes\") for record in history.phases)"),
("has_forecast(history.phase(number))","has_forecast(phase)"))
sub(Q+"events/finals_settings.py",("""    number, phase = len(history.phases), history.phases[-1]
    if phase.kind != BRACKET:
        settings = rulebooks.settings_of(history.rulebook, on_site.shared(history.phases))
        return FinalsSettings(number + 1, settings, initial={})
    settings, cut = history.phase(number).settings, phase.settings.get("cut") or {}
    locked, needs_phase_form = find_lock(history, phase, cut)
    rounds = finals_rounds(history)
""","""    phase = history.all_phases[-1]
    if phase.kind != BRACKET:
        settings = rulebooks.settings_of(history.rulebook, on_site.shared(history.phases))
        return FinalsSettings(phase.number + 1, settings, initial={})
    cut = phase.settings.cut or {}
    locked, needs_phase_form = find_lock(phase)
    rounds = finals_rounds(phase)
"""),
("        number,\n        settings,\n        initial={} if locked else finals_initial(phase, cut),\n","        phase.number,\n        phase.settings,\n        initial={} if locked else finals_initial(phase.settings),\n"),
("find_third_place_lock(history.phase(number))","find_third_place_lock(phase)"),
("def find_lock(history: EventHistory, phase: PhaseRecord, cut: dict)","def find_lock(phase: EventPhase)"),
("    if len(history.phases) == 1:\n","    if phase.previous is None:\n"),
("    if cut.keys() - {\"top\"} or phase.settings.keys() - IN_FORM:\n","    if (phase.settings.cut or {}).keys() - {\"top\"} or phase.record.settings.keys() - IN_FORM:\n"),
("def system_name(phase: PhaseRecord) -> str:\n    system = phase.settings.get(\"finals\") or finals.DEFAULT_FINALS\n","def system_name(phase: EventPhase) -> str:\n    system = phase.settings.finals or finals.DEFAULT_FINALS\n"),
("def finals_rounds(history: EventHistory)","def finals_rounds(phase: EventPhase)"),
("finals.bracket_of(history.phase(len(history.phases)))","finals.bracket_of(phase)"),
("def finals_initial(phase: PhaseRecord, cut: dict) -> dict:","def finals_initial(settings: Settings) -> dict:"),
("""    system = phase.settings.get("finals") or finals.DEFAULT_FINALS
    if not isinstance(system, dict):
        return {"finals": system, "top": cut.get("top")}
""","""    system = settings.finals or finals.DEFAULT_FINALS
    if not isinstance(system, dict):
        return {"finals": system, "top": (settings.cut or {}).get("top")}
"""))
sub(Q+"events/settings_page.py",("    settings = history.phase(number).settings\n    players","    settings = phase.settings\n    players"),
("        overrides=phase.settings,\n","        overrides=phase.record.settings,\n"),("find_differences(settings.rulebook.key, phase.settings)","find_differences(settings.rulebook.key, phase.record.settings)"),
("suggested_rounds(phase, settings, players) if","suggested_rounds(phase, players) if"),
("def suggested_rounds(phase: PhaseRecord, settings: Settings, players: int)","def suggested_rounds(phase: EventPhase, players: int)"),
("round_robin.round_count(players, replace(settings, rounds=None))","round_robin.round_count(players, replace(phase.settings, rounds=None))"),
("suggested_rounds(settings.rounds_by_size, players)","suggested_rounds(phase.settings.rounds_by_size, players)"))
sub(Q+"events/settings_preview.py",("""    merged = history.phase(phase).record.settings | settings
""","""    shown = history.phase(phase)
    merged = shown.record.settings | settings
"""),("standings(history.phase(phase), live=True).rows","standings(shown, live=True).rows"),("standings(history.phase(phase).replace(settings=new_settings)","standings(shown.replace(settings=new_settings)"),
("cut_warning(history.phase(phase), old","cut_warning(shown, old"))
sub(Q+"desk/dashboard.py",("    phase, round_ = history.current, history.current_phase.current_round\n","    phase = history.current_phase\n    round_ = phase.current_round\n"),
("entries_of(history.phase(phase), round_)","entries_of(phase, round_)"),("        phase=phase,\n","        phase=phase.number,\n"),
("""        round_text=round_name(history.phase(phase), round_.number)
        if is_published
        else gettext("No round yet"),
""","""        round_text=round_name(phase, round_.number) if is_published else gettext("No round yet"),
"""),
("history.phase(phase).settings.minutes","phase.settings.minutes"),("history.phase(phase).kind == BRACKET","phase.kind == BRACKET"),
("any(phase.begun for phase in history.phases) else","phase.begun else"))
sub(Q+"drafts/pods_page.py",
("""    number = number or phase_with_pods(history)
    phase = history.find_phase(number)
    if phase""","""    phase = history.find_phase(number) if number else phase_with_pods(history)
    if phase"""),
("    names, settings = history.names, history.phase(number).settings\n    verification = draw_verification.verify_pods(history.phase(number))\n","    names, settings = history.names, phase.settings\n    verification = draw_verification.verify_pods(phase)\n"),
("seat_changes.unseated_players(history.phase(number))","seat_changes.unseated_players(phase)"),
("        phase=number,\n        name=phase_name(history.phase(number)),\n","        phase=phase.number,\n        name=phase_name(phase),\n"),
("def phase_with_pods(history: EventHistory) -> int | None:","def phase_with_pods(history: EventHistory) -> EventPhase | None:"),
("""    with_pods = [number for number, phase in enumerate(history.phases, 1) if phase.pods]
    return history.current if history.current in with_pods else max(with_pods, default=None)
""","""    newest_first = (history.current_phase, *reversed(history.all_phases))
    return next((phase for phase in newest_first if phase.pods), None)
"""))
sub(Q+"events/winners.py",("        if phase in counted_phases(outlines[event].current_phase)\n","        if phase in (counted.number for counted in counted_phases(outlines[event].current_phase))\n"),
("        round_ = replace(histories[event].phase(phase).round(number), matches=matches.get(pk, ()))\n        histories[event] = histories[event].phase(phase).with_round(round_).history\n","        played = histories[event].phase(phase)\n        round_ = replace(played.round(number), matches=matches.get(pk, ()))\n        histories[event] = played.with_round(round_).history\n"),
("from ...rules.standings.standings import counted_phases, standings","from ...rules.standings.carry_over import counted_phases\nfrom ...rules.standings.standings import standings"))
