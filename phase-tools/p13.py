exec(open("/tmp/phase/p3.py").read().split('R="tourn')[0])
Q="tournaments/queries/"
sub("tournaments/management/commands/demo.py",("report_result(event, actor, new_round.phase, new_round","report_result(event, actor, new_round.phase.number, new_round"))
sub("tournaments/management/commands/pair.py",("get_pairing_reasons(event, new_round.phase, new","get_pairing_reasons(event, new_round.phase.number, new"),('"phase": new_round.phase,','"phase": new_round.phase.number,'))
sub("tournaments/management/commands/standings.py",("        number = history.current if phase is None else phase\n        table = standings(history.phase(number), after","        shown = history.current_phase if phase is None else history.phase(phase)\n        table = standings(shown, after"),("as_json(event, number, table)","as_json(event, shown.number, table)"))
sub(Q+"players/own_outlook.py",("    entrants = history.current_phase.entrants\n    if history.current == 1 or entrants is None:","    phase = history.current_phase\n    if phase.previous is None or phase.entrants is None:"),("standings(history.phase(history.current - 1)).rows\n        if row.player not in entrants","standings(phase.previous).rows\n        if row.player not in phase.entrants"))
sub(Q+"log/descriptions/names.py",("    last = history.current_phase.current_round if progress.has_ended(history) else None\n    last_round_key = (history.current, last.number) if last else None\n","    phase = history.current_phase\n    last_round_key = (phase.number, phase.current_round.number) if progress.has_ended(history) else None\n"))
sub(Q+"players/own_history.py",("(own.current, round_.number): find","(current.number, round_.number): find"))
sub(Q+"players/own_page.py",("""        table, number = (
            get_own_table(own, player, round_, match),
            history.current_phase.rounds_before,
        )
        note = departure_note(history, player, number + round_.number)
        drops = player.dropped_after == number + round_.number
""","""        table = get_own_table(own, player, round_, match)
        event_round = phase.rounds_before + round_.number
        note = departure_note(history, player, event_round)
        drops = player.dropped_after == event_round
"""),
('f"{history.current}.{status.round}"','f"{phase.number}.{status.round}"'),("round_name(history.current_phase, status.round)","round_name(phase, status.round)"),
("""    entrants = history.current_phase.entrants
    return history.current > 1 and entrants is not None and player not in entrants
""","""    phase = history.current_phase
    return phase.number > 1 and phase.entrants is not None and player not in phase.entrants
"""),
("    history = own.history\n    phase = history.current_phase\n    if missed_cut(history, player.id):","    phase = own.history.current_phase\n    if missed_cut(own.history, player.id):"),
("else phase_name(history.current_phase)","else phase_name(phase)"),
("dict(list_draft_seats(history, player.id)).get(history.current, \"\")","dict(list_draft_seats(own.history, player.id)).get(phase.number, \"\")"))
sub(Q+"results/player_reports.py",("    round_ = history.current_phase.current_round\n    place = {\"phase\": history.current, \"round\"","    phase = history.current_phase\n    round_ = phase.current_round\n    place = {\"phase\": phase.number, \"round\""))
sub("tournaments/views/brackets/cut.py",('.record.settings.get("cut") or {}','.settings.cut or {}'))
sub("tournaments/actions/rounds/adjustments.py",("""    situation = round_situation(change.before, phase, number)
""","""    situation = round_situation(change.before.phase(phase), number)
"""),
("""    before = change.history
    after = adjustments.apply_adjustment(before.phase(phase), number, kind, **options)
""","""    before = change.history.phase(phase)
    after = adjustments.apply_adjustment(before, number, kind, **options)
"""),("before.phase(phase).round(number), after)","before.round(number), after)"))
sub(Q+"players/roster.py",("    return history.current_phase.rounds_before + len(history.current_phase.rounds)\n","    phase = history.current_phase\n    return phase.rounds_before + len(phase.rounds)\n"))
