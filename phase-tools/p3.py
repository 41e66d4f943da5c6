import sys
def sub(p,*pairs):
    s=open(p).read()
    for a,b in pairs:
        if s.count(a)!=1: print("MISS",p,s.count(a),repr(a[:90])); continue
        s=s.replace(a,b)
    open(p,"w").write(s)
R="tournaments/rules/"
sub(R+"pairing/round_robin.py",('    pools = phase.settings.get("pools", 1)\n','    pools = phase.settings.pools\n'),
    ("def check_rounds(phase: PhaseRecord, circles","def check_rounds(phase: EventPhase, circles"))
sub(R+"finals/early_matches.py",
 ("        history = add_matches(phase, matches_of(phase, meetings), seed)","        phase = add_matches(phase, matches_of(phase, meetings), seed)"),
 ("    history = add_matches(phase, [match], seed)","    phase = add_matches(phase, [match], seed)"),
 ("    history = add_matches(phase, matches_of(phase, ready), seed)","    phase = add_matches(phase, matches_of(phase, ready), seed)"))
sub(R+"rounds/announcements.py",("    round_ = history.current_phase.open_round\n","    phase = history.current_phase\n    round_ = phase.open_round\n"))
sub(R+"event_file/seating.py",("        table = finals.table_of(phase, size)\n","""        system = phase.settings.get("finals") or finals.DEFAULT_FINALS
        table = finals.build_table(system, size, phase.settings.get("third_place", False))
"""))
sub(R+"settings/locking.py",("    changed = phase.replace(settings=settings).history\n    phases.check_order(changed)\n","    changed = phase.replace(settings=settings)\n    phases.check_order(changed.history)\n"),
 ("""    if phase.kind == BRACKET:
        refuse_late_finals(phase, new_settings)
        refuse_third_place(phase, settings)
    elif phase.rounds and phase.settings.get("draft_inside") != settings.get("draft_inside"):
""","""    if phase.kind == BRACKET:
        refuse_late_finals(phase, new_settings)
        refuse_third_place(phase, changed)
    elif phase.rounds and phase.settings.draft_inside != new_settings.draft_inside:
"""),
 ("has_too_few_rounds(changed.phase(phase.number))","has_too_few_rounds(changed)"),
 ("    settings = phase.settings\n    is_fixed = settings.rounds or","    is_fixed = phase.settings.rounds or"),
 ("def refuse_late_finals(phase: PhaseRecord, settings):","def refuse_late_finals(phase: EventPhase, settings):"),
 ("""    old = phase.settings
    if phase.rounds and (settings.finals, settings.cut) != (old.get("finals"), old.get("cut")):
""","""    old = phase.settings
    if phase.rounds and (settings.finals, settings.cut) != (old.finals, old.cut):
"""),
 ("def refuse_third_place(phase: EventPhase, settings: dict):","def refuse_third_place(phase: EventPhase, changed: EventPhase):"),
 ("""    third_place = bool(settings.get("third_place"))
    if not phase.rounds or third_place == bool(phase.settings.get("third_place")):
""","""    if not phase.rounds or changed.settings.third_place == phase.settings.third_place:
"""),
 ("    finals.table_of(replace(phase, settings=settings), len(bracket.entrants))","    finals.table_of(changed, len(bracket.entrants))"))
