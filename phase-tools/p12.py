exec(open("/tmp/phase/p3.py").read().split('R="tourn')[0])
def many(p,*pairs):
    s=open(p).read()
    for a,b in pairs:
        if a not in s: print("MISS",p,repr(a[:80]))
        s=s.replace(a,b)
    open(p,"w").write(s)
Q="tournaments/queries/"; V="tournaments/views/"
for f in ("players/roster.py","paper/sheets.py","rounds/adjustments.py"):
    sub(Q+f,("    phase, round_ = history.current_phase, phase.current_round\n","    phase = history.current_phase\n    round_ = phase.current_round\n"))
# brackets
sub(Q+"brackets/bracket_page.py",("""def phase_number(history: EventHistory, requested: int | None) -> int | None:
    \"\"\"Return the requested bracket phase, by default the current or next one; None if it does not exist.\"\"\"
    brackets = [n for n, phase in enumerate(history.phases, 1) if phase.kind == BRACKET]
    if requested is not None:
        return requested if requested in brackets else None
    return next((n for n in brackets if n >= history.current), brackets[-1] if brackets else None)
""","""def find_bracket(history: EventHistory, number: int | None = None) -> EventPhase | None:
    \"\"\"Return the bracket of this number, by default the current or next one; None if it does not exist.\"\"\"
    brackets = [phase for phase in history.all_phases if phase.kind == BRACKET]
    if number is not None:
        return next((phase for phase in brackets if phase.number == number), None)
    current = history.current_phase.number
    return next((phase for phase in brackets if phase.number >= current), brackets[-1] if brackets else None)
"""))
sub(V+"brackets/public.py",("""        number = bracket_queries.phase_number(history, phase)
        if number is None and phase is not None:
            raise Http404
        page = bracket_queries.bracket_page(history.phase(number), picked, odds) if number else None
""","""        bracket = bracket_queries.find_bracket(history, phase)
        if bracket is None and phase is not None:
            raise Http404
        page = bracket_queries.bracket_page(bracket, picked, odds) if bracket else None
"""))
sub(Q+"screens/screens_page.py",("""    number = bracket_page.phase_number(history, None)
    page = bracket_page.bracket_page(history.phase(number), odds_mode=NONE) if number else None
""","""    phase = bracket_page.find_bracket(history)
    page = bracket_page.bracket_page(phase, odds_mode=NONE) if phase else None
"""),
("    if is_hidden(history.phase(phase)) or not history.phase(phase).rounds:","    if is_hidden(phase) or not phase.rounds:"),
("standings(history.phase(phase), live=True)","standings(phase, live=True)"),("cut_lines(history.phase(phase), rows)","cut_lines(phase, rows)"))
# paper
sub(Q+"paper/sheets.py",("    history: EventHistory\n    phase: int\n","    phase: EventPhase\n"),
("        return self.history.phase(self.phase).kind\n","        return self.phase.kind\n"),
("self.history.phase(self.phase).rounds","self.phase.rounds"),
("without_hidden(self.history)","without_hidden(self.phase.history)"),
("    return Paper(event, history, phase.number, round_,","    return Paper(event, phase, round_,"))
many(Q+"paper/result_slips.py",("paper.history.phase(paper.phase)","paper.phase"),("paper.history","paper.phase.history"))
many(V+"paper/sheets.py",("paper.history.phase(paper.phase)","paper.phase"),("paper.history","paper.phase.history"),
("    number = bracket_page.phase_number(paper.phase.history, None)\n    page = bracket_page.bracket_page(paper.phase.history.phase(number), odds_mode=NONE)\n","    phase = bracket_page.find_bracket(paper.phase.history)\n    page = bracket_page.bracket_page(phase, odds_mode=NONE) if phase else None\n"),
("bracket_page.phase_number(paper.phase.history, None) is not None","bracket_page.find_bracket(paper.phase.history) is not None"))
sub(Q+"paper/emergency_pack.py",("""    history, number = paper.history, paper.phase
    kind, settings = history.phase(number).kind, history.phase(number).settings
    standings, is_drawn = get_standings_page(paper.event, runs=True), kind in DRAWN_KINDS
""","""    phase, settings = paper.phase, paper.phase.settings
    standings, is_drawn = get_standings_page(paper.event, runs=True), phase.kind in DRAWN_KINDS
"""),
("bracket_page(history.phase(number), odds_mode=NONE) if kind == BRACKET","bracket_page(phase, odds_mode=NONE) if phase.kind == BRACKET"),
("build_round_page(drawn_paper.history, drawn_paper.phase, drawn_paper.round.number)","build_round_page(\n            drawn_paper.phase.history, drawn_paper.phase.number, drawn_paper.round.number\n        )"),
("list_opponents(history.phase(number), standings","list_opponents(phase, standings"),
("build_round_page(history) if paper.round","build_round_page(phase.history) if paper.round"),
("get_pairing_steps(history.phase(number))","get_pairing_steps(phase)"),("get_phase_overview(history.phase(number))","get_phase_overview(phase)"),
("UPCOMING[kind](history, number) if kind in UPCOMING","UPCOMING[phase.kind](phase) if phase.kind in UPCOMING"),
("""    phases = (phase.number,) if meet_again else counted_phases(phase)
    visible = without_draft_rounds(phase.history)
    for round_ in (round_ for phase in phases for round_ in visible.phase(phase).rounds):
""","""    visible = without_draft_rounds(phase.history).phase(phase.number)
    phases = (visible,) if meet_again else counted_phases(visible)
    for round_ in (round_ for counted in phases for round_ in counted.rounds):
"""),
("progress.next_round(paper.history, seed","progress.next_round(paper.phase.history, seed"),
("replace(paper, history=pairing.event, phase=pairing.phase, round=pairing.round)","replace(paper, phase=pairing.phase, round=pairing.round)"),
("            history = phase.with_round(round_).history\n","            phase = phase.with_round(round_)\n"))
# log
sub(Q+"log/restore_points.py",("""    history, phase = new_round.event, new_round.phase
    number = new_round.round.number if new_round.round else 0
    if len(history.phases) == 1:
        text = round_in_sentence(history.phase(phase), number) if number else""","""    phase, number = new_round.phase, new_round.round.number if new_round.round else 0
    if len(phase.history.phases) == 1:
        text = round_in_sentence(phase, number) if number else"""),
("    elif history.phase(phase).kind == BRACKET:\n        text = round_name(history.phase(phase), number)\n","    elif phase.kind == BRACKET:\n        text = round_name(phase, number)\n"),
("""    return gettext("before {phase}, {round}").format(
        phase=restore_point_phase(history.phase(phase)), round=text
    )
""","""    return gettext("before {phase}, {round}").format(phase=restore_point_phase(phase), round=text)
"""))
sub(Q+"log/diff.py",
("""    for place in sorted(old_rounds.keys() | new_rounds.keys()):
        old, new = old_rounds.get(place), new_rounds.get(place)
        name = round_name(before if old else after, *place)
""","""    for phase, number in sorted(old_rounds.keys() | new_rounds.keys()):
        old, new = old_rounds.get((phase, number)), new_rounds.get((phase, number))
        name = round_name((before if old else after).phase(phase), number)
"""),
("""            yield Difference(round_name(after, *place), seed_and_clock_text(old), seed_and_clock_text(new))
""","""            name = round_name(after.phase(phase), number)
            yield Difference(name, seed_and_clock_text(old), seed_and_clock_text(new))
"""),
("                label = message.format(round=round_name(after, *place), table=table)\n","                name = round_name(after.phase(place[0]), place[1])\n                label = message.format(round=name, table=table)\n"),
("    new_name = round_name(after, *new_last)\n","    new_name = round_name(after.phase(new_last[0]), new_last[1])\n"),
("    old_name = round_name(before, *old_last)\n","    old_name = round_name(before.phase(old_last[0]), old_last[1])\n"),
("""    number = phase_to_show(after)
    if number > len(before.phases) or not after.players or not before.players:
        return
    old_rows = {row.player: row for row in standings(before.phase(number), live=True).rows}
    for row in standings(after.phase(number), live=True).rows:
""","""    phase = phase_to_show(after)
    old_phase = before.find_phase(phase.number)
    if old_phase is None or not after.players or not before.players:
        return
    old_rows = {row.player: row for row in standings(old_phase, live=True).rows}
    for row in standings(phase, live=True).rows:
"""))
sub(Q+"players/roster.py",
("            round=round_name(history, *place), against=against_text(match, duplicate.key, history.names)\n        )\n        for place, match in moved.items()\n",
"            round=round_name(history.phase(phase), number),\n            against=against_text(match, duplicate.key, history.names),\n        )\n        for (phase, number), match in moved.items()\n"),
("    clash = next((round_name(history, *place) for place in moved if place in clashes), \"\")\n","    clash = next((place for place in moved if place in clashes), None)\n    clash_name = round_name(history.phase(clash[0]), clash[1]) if clash else \"\"\n"),
("MergePreview(keeper, duplicate, moves, clash)","MergePreview(keeper, duplicate, moves, clash_name)"))
# standings
sub(Q+"standings/columns.py",("""def phase_to_show(history: EventHistory) -> int:
    \"\"\"Return the current phase, or in a bracket the Swiss phase before it.\"\"\"
    number = history.current
    while number > 1 and history.phase(number).kind == BRACKET:
        number -= 1
    return number


def settings_to_show(event: Event, phase: int | None = None) -> tuple[int, Settings, dict] | None:
    \"\"\"Return (phase, its settings, its overrides of the rulebook); None for finals, which have no columns.\"\"\"
    history = load_history(event)
    number = phase or phase_to_show(without_draft_rounds(history))
    if number > len(history.phases) or history.phase(number).kind == BRACKET:
        return None
    return number, history.phase(number).settings, history.phase(number).settings
""","""def phase_to_show(history: EventHistory) -> EventPhase:
    \"\"\"Return the current phase, or in a bracket the Swiss phase before it.\"\"\"
    phase = history.current_phase
    while phase.previous and phase.kind == BRACKET:
        phase = phase.previous
    return phase


def find_phase_with_columns(event: Event, number: int | None = None) -> EventPhase | None:
    \"\"\"Return the phase of this number, by default the one to show; None for finals, which have no columns.\"\"\"
    history = load_history(event)
    phase = history.find_phase(number or phase_to_show(without_draft_rounds(history)).number)
    return phase if phase and phase.kind != BRACKET else None
"""))
sub(V+"standings/public.py",("import settings_to_show","import find_phase_with_columns"),("""    phase_settings = settings_to_show(event, phase)
    return {column.key for column in phase_settings[1].columns} if phase_settings else set()
""","""    phase_with_columns = find_phase_with_columns(event, phase)
    return {column.key for column in phase_with_columns.settings.columns} if phase_with_columns else set()
"""))
sub(V+"standings/columns_panel.py",("""    current_settings = columns.settings_to_show(event, phase)
    if current_settings is None:
        return {}
    number, settings, _own = current_settings
    visible_columns = columns.columns_of(column.key for column in settings.columns)
""","""    phase_with_columns = columns.find_phase_with_columns(event, phase)
    if phase_with_columns is None:
        return {}
    visible_columns = columns.columns_of(column.key for column in phase_with_columns.settings.columns)
"""),('        "number": number,\n','        "number": phase_with_columns.number,\n'))
sub(V+"standings/columns_desk.py",("import settings_to_show","import find_phase_with_columns"),
("    _, now, own = settings_to_show(event, number)\n","    phase = find_phase_with_columns(event, number)\n    now, own = phase.settings, phase.record.settings\n"),
("    _, settings, _own = settings_to_show(event, number)\n","    settings = find_phase_with_columns(event, number).settings\n"))
sub(Q+"players/profile.py",
("standings(history.phase(phase), live=True).rows\n    is_secret = is_hidden(history.phase(phase))","standings(phase, live=True).rows\n    is_secret = is_hidden(phase)"),
("history.phase(phase_to_show(history)).rounds","phase_to_show(history).rounds"),
("finals.placings(history, phase.number)","finals.placings(phase)"),
("""    for number in range(len(history.phases), 0, -1):
        changes = bet_changes(history.phase(number), key)
        for round_ in reversed(history.phase(number).rounds):
            if match := round_.find_match_of(key):
                yield played_round(history.phase(number), round_, match""","""    for phase in reversed(history.all_phases):
        changes = bet_changes(phase, key)
        for round_ in reversed(phase.rounds):
            if match := round_.find_match_of(key):
                yield played_round(phase, round_, match"""),
)
sub(Q+"players/entry_list.py",("is_hidden(history.phase(phase)), {}","is_hidden(phase), {}"),("if not is_secret and any(phase.rounds for phase in history.phases):","if not is_secret and any(each.rounds for each in history.phases):"),("standings(history.phase(phase), live=True)","standings(phase, live=True)"))
sub(Q+"players/own_history.py",("        for number in carry_over.counted_phases(history.current_phase)\n        for round_ in history.phase(number).rounds\n","        for phase in carry_over.counted_phases(history.current_phase)\n        for round_ in phase.rounds\n"),("phase=own.current)","phase=current.number)"))
sub(Q+"standings/standings_page.py",
("    phase = phase or phase_to_show(history)\n    standings_table = standings(history.phase(phase), after_round=after, live=after is None)\n    return build_standings_page(history.phase(phase), standings_table,","    shown = history.phase(phase) if phase else phase_to_show(history)\n    standings_table = standings(shown, after_round=after, live=after is None)\n    return build_standings_page(shown, standings_table,"),
("phase_name(phase.history.phase(number)) for number in counted_phases(phase)[:-1]","phase_name(carried) for carried in counted_phases(phase)[:-1]"),
("    phase = len(history.phases)\n    final = ","    phase = history.all_phases[-1]\n    final = "),
("        phase=phase,\n        heading=gettext(\"The champ","        phase=phase.number,\n        heading=gettext(\"The champ"),
("build_rows(history.phase(phase), final, (), None)","build_rows(phase, final, (), None)"),
("""            f"{name} {number}" if names.count(name) > 1 else name,
            {row.player: row.points for row in standings(history.phase(number)).rows},
        )
        for number, name in enumerate(names, 1)
""","""            f"{name} {phase.number}" if names.count(name) > 1 else name,
            {row.player: row.points for row in standings(phase).rows},
        )
        for phase, name in zip(history.all_phases, names, strict=True)
"""),
("    names = [phase_name(phase) for phase in history.all_phases]\n","    names = list(map(phase_name, history.all_phases))\n"),
("""    for number in range(len(history.phases), 0, -1):
        for row in standings(history.phase(number)).rows:
            if (row.player, number) not in counted:
""","""    for phase in reversed(history.all_phases):
        for row in standings(phase).rows:
            if (row.player, phase.number) not in counted:
"""),
("{(row.player, other) for other in counted_phases(history.phase(number))}","{(row.player, other.number) for other in counted_phases(phase)}"))
sub(Q+"standings/explanation.py",
("""    phase = phase or phase_to_show(history)
    if history.phase(phase).kind == BRACKET or (is_hidden(history.phase(phase)) and not runs):
        return None
    table = standings(history.phase(phase), after""","""    shown = history.phase(phase) if phase else phase_to_show(history)
    if shown.kind == BRACKET or (is_hidden(shown) and not runs):
        return None
    table = standings(shown, after"""),
("explain_column(history.phase(phase), table","explain_column(shown, table"),("len(history.phase(phase).rounds[:after])","len(shown.rounds[:after])"))
sub(Q+"standings/rulebook_comparison.py",
("""    number = phase_to_show(history)
    if history.phase(number).kind == BRACKET:""","""    phase = phase_to_show(history)
    if phase.kind == BRACKET:"""),("    if is_hidden(history.phase(number)):","    if is_hidden(phase):"),
("rank_players(history.phase(number), key) for","rank_players(phase, key) for"),("phase_name(history.phase(number))","phase_name(phase)"),("cut_difference_text(history.phase(number), rankings)","cut_difference_text(phase, rankings)"),
("standings(with_rulebook(phase, key).phase(phase.number), live=True)","standings(with_rulebook(phase, key), live=True)"),
("set(phase.settings) - set(KEPT_SETTINGS)","set(phase.record.settings) - set(KEPT_SETTINGS)"),
("cut_rule(phase.next) if phase.number < len(phase.history.phases) else None","cut_rule(phase.next) if phase.next else None"),
("""def with_rulebook(phase: EventPhase, key: str) -> EventHistory:
    \"\"\"Return the event's history with another rulebook for one phase.\"\"\"
    history = phase.history
    if key == history.rulebook:
        return history
    settings = {name: value for name, value in phase.settings.items() if name in KEPT_SETTINGS}
    changed = replace(history, rulebook=key).phase(phase.number).replace(settings=settings).history
""","""def with_rulebook(phase: EventPhase, key: str) -> EventPhase:
    \"\"\"Return the phase under another rulebook.\"\"\"
    if key == phase.history.rulebook:
        return phase
    settings = {name: value for name, value in phase.record.settings.items() if name in KEPT_SETTINGS}
    changed = replace(phase.history, rulebook=key).phase(phase.number).replace(settings=settings)
"""),
("    return changed.phase(phase.number).replace(rounds=rounds).history\n","    return changed.replace(rounds=rounds)\n"))
sub(Q+"standings/cut_line.py",("    if phase.number >= len(phase.history.phases) or not rows:","    if phase.next is None or not rows:"))
sub(Q+"standings/forecast.py",("    if phase.number == len(phase.history.phases):","    if phase.next is None:"))
sub(Q+"standings/working.py",
("    cells = {number: result_cells(history.phase(number), player) for number in counted_phases(phase)}\n","    cells = {counted.number: result_cells(counted, player) for counted in counted_phases(phase)}\n"),
("        number, round_ = source_round(phase, line.round)\n        cell = cells[number]","        source, round_ = source_round(phase, line.round)\n        cell = cells[source.number]"),
('f"{number}·{round_}" if number != phase.number and round_','f"{source.number}·{round_}" if source != phase and round_'))
# rounds
sub(Q+"rounds/desk_round.py",
("    next_event_round = phase.next.rounds_before + 1\n","    next_event_round = phase.rounds_before + len(phase.rounds) + 1\n"),
("if ends_phase and phase.number == len(history.phases) else","if ends_phase and phase.next is None else"),("and not has_next and phase.number < len(history.phases),","and not has_next and phase.next is not None,"),
("""        (phase_number, other.number, round_name(phase.history.phase(phase_number), other.number))
        for phase_number, record in reversed(list(enumerate(phase.history.phases, 1)))
        for other in reversed(record.rounds)
""","""        (each.number, other.number, round_name(each, other.number))
        for each in reversed(phase.history.all_phases)
        for other in reversed(each.rounds)
"""),
("""    before = seating.history_before(phase, round_)
    if not before.phase(phase.number).rounds:
        return {}
    return {row.player: record_text(row) for row in standings(before.phase(phase.number)).rows}
""","""    before = seating.phase_before(phase, round_)
    return {row.player: record_text(row) for row in standings(before).rows} if before.rounds else {}
"""))
sub(Q+"rounds/draw_proof.py",
("""    phase = phase or visible.current
    if visible.find_round(phase, number) is None:
        return None
    draw = draw_verification.verify_draw(history.phase(phase), number)
""","""    shown = visible.find_phase(phase) if phase else visible.current_phase
    if shown is None or shown.find_round(number) is None:
        return None
    drawn = history.phase(shown.number)
    draw = draw_verification.verify_draw(drawn, number)
"""),
("can_show_reasons(visible.phase(phase), drafts)","can_show_reasons(shown, drafts)"),("list_drawn_tables(history.phase(phase), draw","list_drawn_tables(drawn, draw"),
("        phase=phase,\n        number=number,\n        heading=round_name(history.phase(phase), number),","        phase=drawn.number,\n        number=number,\n        heading=round_name(drawn, number),"),
("proof_text(draw.proof, history.phase(phase).kind)","proof_text(draw.proof, drawn.kind)"))
sub(Q+"rounds/round_page.py",
("""    phase = phase or history.current
    phase_record = history.find_phase(phase)
    round_ = phase_record and (phase_record.find_round(number) if number else phase_record.current_round)
    if round_ is None:
        return None
    is_bracket = phase_record.kind == BRACKET
    is_running = phase == history.current and round_.state == PUBLISHED
    tables = build_tables(history.phase(phase), round_, (notices or {}) if is_running else {})
    if number is None and is_bracket:
        tables += early_tables(history.phase(phase), round_.number)
""","""    shown = history.find_phase(phase) if phase else history.current_phase
    round_ = shown and (shown.find_round(number) if number else shown.current_round)
    if round_ is None:
        return None
    is_bracket = shown.kind == BRACKET
    is_running = shown.is_current and round_.state == PUBLISHED
    tables = build_tables(shown, round_, (notices or {}) if is_running else {})
    if number is None and is_bracket:
        tables += early_tables(shown, round_.number)
"""),
("    reporting = history.phase(phase).settings.reporting\n","    reporting = shown.settings.reporting\n"),
("        phase=phase,\n        number=round_.number,\n","        phase=shown.number,\n        number=round_.number,\n"),
("""        title=round_name(history.phase(phase), round_.number),
        long_title=round_name(
            history.phase(phase), round_.number, of=progress.round_count(history.phase(phase))
        ),
""","""        title=round_name(shown, round_.number),
        long_title=round_name(shown, round_.number, of=progress.round_count(shown)),
"""),
("""        results_text=hidden_text()
        if is_hidden(history.phase(phase))
        else results_text(reported, len(played)),
""","""        results_text=hidden_text() if is_hidden(shown) else results_text(reported, len(played)),
"""),
("for r in phase_record.rounds","for r in shown.rounds"),("can_show_reasons(history.phase(phase))","can_show_reasons(shown)"),
("def pod_numbers(phase: PhaseRecord)","def pod_numbers(phase: EventPhase)"))
sub(Q+"rounds/redraw_options.py",
("    phase: EventPhase,\n    corrected: CorrectedHistory,\n","    phase: EventPhase,\n    corrected: CorrectedPhase,\n"),("import CorrectedHistory","import CorrectedPhase"),
("        corrected.history.phase(phase.number),\n","        corrected.phase,\n"),("adjustment_options(corrected, phase.number, key,","adjustment_options(corrected, key,"))
many(Q+"rounds/corrections.py",
("CorrectedHistory","CorrectedPhase"),
("    history: EventHistory\n    kind: str\n    phase: int\n    round: RoundRecord\n","    phase: EventPhase\n    kind: str\n    round: RoundRecord\n"),
("round_name(self.history.phase(self.phase), self.round.number)","round_name(self.phase, self.round.number)"),
("get_situation(self.history.phase(self.phase), self.round)","get_situation(self.phase, self.round)"),
("            preview_redraw(self.history.phase(self.phase), corrected, labels, key, **options)\n            for key in CHOICES[1:]\n","            preview_redraw(self.phase, corrected, labels, key, **options) for key in CHOICES[1:]\n"),
("Correction(self.history.version, self.kind, self.phase, self.round.number, **fields)","Correction(\n            self.phase.history.version, self.kind, self.phase.number, self.round.number, **fields\n        )"),
("""    history = load_history(event)
    round_ = history.find_round(phase, number)
    if round_ is None:
        return None
    return PREVIEWS[kind](CorrectionRequest(history, kind, phase, round_, seed, exceptions), *arguments)
""","""    corrected = load_history(event).find_phase(phase)
    round_ = corrected and corrected.find_round(number)
    if round_ is None:
        return None
    return PREVIEWS[kind](CorrectionRequest(corrected, kind, round_, seed, exceptions), *arguments)
"""),
("    history, phase, number = request.history, request.phase, request.round.number\n","    phase, history, number = request.phase, request.phase.history, request.round.number\n"),
("if match is not None and history.phase(phase).kind == BRACKET:","if match is not None and phase.kind == BRACKET:"),
("corrections.round_drawn_after(history.phase(phase), number)","corrections.round_drawn_after(phase, number)"),
("parsing.parse_result(history.phase(phase), match, result_text)","parsing.parse_result(phase, match, result_text)"),
("corrections.correct_result(history.phase(phase), number, match, reported)","corrections.correct_result(phase, number, match, reported)"),
("consequences.change_finals_result(history.phase(phase), number, match, reported)","consequences.change_finals_result(phase, number, match, reported)"),
("    history, before = request.history, request.round\n","    history, before = request.phase.history, request.round\n"),
("corrections.correct_seats(history.phase(request.phase), before.number, a, b)\n    after = corrected.history.phase(request.phase).round(before.number)\n","corrections.correct_seats(request.phase, before.number, a, b)\n    after = corrected.phase.round(before.number)\n"),
("    history, name = request.history, request.round_name\n","    history, name = request.phase.history, request.round_name\n"),
("corrections.admit_player(history.phase(request.phase), request","corrections.admit_player(request.phase, request"),
("corrections.worth_left_out(corrected, request.phase, player)","corrections.worth_left_out(corrected, player)"),
("if corrected.history_if_kept != history else","if corrected.if_kept != request.phase else"),
("    history = request.history\n    request.check","    history = request.phase.history\n    request.check"),
("corrections.excuse_player(history.phase(request.phase), request","corrections.excuse_player(request.phase, request"),
("    if corrected.history != history:\n","    if corrected.phase != request.phase:\n"),
("round_name(request.history.phase(request.phase), corrected.open_round.number)","round_name(request.phase, corrected.open_round.number)"),
("    history, phase, open_round = request.history, request.phase, corrected.open_round\n","    phase, open_round = request.phase, corrected.open_round\n"),
("round_name(history.phase(phase), open_round.number)","round_name(phase, open_round.number)"),
("""        adjustments.costs_of(state.phase(phase), open_round).rematches
        for state in (history, corrected.history_if_kept)
""","""        adjustments.costs_of(each, open_round).rematches for each in (phase, corrected.if_kept)
"""))
# results
sub(Q+"results/bets.py",("""    carried, bets = (
        rounds_carried(phase),
        compute_standings(phase, live=True).tables.bets,
    )
""","""    carried, bets = rounds_carried(phase), compute_standings(phase, live=True).tables.bets
"""))
sub(Q+"results/entry_page.py",("    is_followed = phase.number < phase.history.current or","    is_followed = phase.number < phase.history.current_phase.number or"),
("""    phase = (number and phase) or history.current
    round_ = history.find_round(phase, number) if number else history.phase(phase).current_round
    if round_ is None:
        return None
    return build_result_entry(history.phase(phase), round_)
""","""    shown = history.find_phase(phase) if number and phase else history.current_phase
    round_ = shown and (shown.find_round(number) if number else shown.current_round)
    return round_ and build_result_entry(shown, round_)
"""),
("""            RoundOption(
                other_phase.number,
                r.number,
                round_name(other_phase, r.number),
                (other_phase.number, r) == (phase.number, round_),
            )
            for other_phase in history.all_phases
            for r in other_phase.rounds
""","""            RoundOption(
                other.number, r.number, round_name(other, r.number), (other, r) == (phase, round_)
            )
            for other in history.all_phases
            for r in other.rounds
"""))
sub(Q+"prizes/plan.py",("""    version, numbers = history.version, range(1, len(history.phases) + 1)
    return PrizeSettings(
        version, history, tuple(get_phase_prizes(history.phase(number)) for number in numbers)
    )
""","""    return PrizeSettings(history.version, history, tuple(map(get_phase_prizes, history.all_phases)))
"""))
sub(Q+"prizes/prizes_page.py",("any(is_hidden(phase) for phase in history.all_phases)","any(map(is_hidden, history.all_phases))"))
sub(Q+"help/example_event.py",("def rounds_of(phase: EventPhase = 1)","def rounds_of(phase: EventPhase)"))
sub(Q+"help/tiebreakers.py",("rounds_of(history)","rounds_of(history.phase(1))"))
sub(Q+"players/drop_preview.py",("    entrants = after.phase(phase.number).entrants\n","    entrants = after.entrants\n"),("zip(phase.rounds, after.phase(phase.number).rounds, strict=True)","zip(phase.rounds, after.rounds, strict=True)"))
sub("tournaments/actions/results/player_reports.py",("from ...queries.history import EventPhase, load\n","from ...queries.history import load\n"),("from ...rules.history import ","from ...rules.history import EventPhase, "))
sub("tournaments/actions/players/roster.py",("""    if round_robin.is_under_way(history) and any(
        phase == history.current_phase.number for phase, _number in played
    ):
""","""    current = history.current_phase.number
    if round_robin.is_under_way(history) and any(phase == current for phase, _number in played):
"""))
