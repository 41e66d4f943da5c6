exec(open("/tmp/phase/p3.py").read().split('R="tourn')[0])
Q="tournaments/queries/"
sub(Q+"players/own_page.py",("    history, status = own.history, own.status\n    player = history.player(own.player.key)\n    round_, match = find_current_match(history)\n","    history, phase, status = own.history, own.history.current_phase, own.status\n    player = history.player(own.player.key)\n    round_, match = find_current_match(history)\n"))
sub(Q+"log/descriptions/names.py",("""    numbers = [number for number, phase in enumerate(history.phases, 1) if phase.kind == BRACKET]
    if len(history.phases) - len(numbers) > 1:
        numbers = range(1, len(history.phases) + 1)
    phases = {number: phase_name(history.phase(number)) for number in numbers}
""","""    named = [phase for phase in history.all_phases if phase.kind == BRACKET]
    if len(history.phases) - len(named) > 1:
        named = history.all_phases
"""),("        history.names, phases, ZoneInfo(history.timezone), drops, last_round_key, finals_rounds_of(history)\n","        names=history.names,\n        phases={phase.number: phase_name(phase) for phase in named},\n        timezone=ZoneInfo(history.timezone),\n        drops=drops,\n        last_round=last_round_key,\n        finals_rounds=finals_rounds_of(history),\n"))
H="tournaments/rules/history/events.py"
sub(H,("""    @property
    def current(self):
        return self.current_phase.number

""",""))
T="tests/"
sub(T+"actions/events/test_phases.py",("(new_round.phase, new_round.round.number, ","(new_round.phase.number, new_round.round.number, "))
sub(T+"rules/rounds/test_progress.py",("next_round.phase == 2","next_round.phase.number == 2"))
sub(T+"rules/rounds/test_requested_byes.py",("(next_round.phase, next_round.round.number","(next_round.phase.number, next_round.round.number"))
