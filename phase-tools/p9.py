exec(open("/tmp/phase/p3.py").read().split('R="tourn')[0])
A="tournaments/actions/"
sub(A+"players/roster.py",("    if phase != change.history.phase(number):","    if phase != change.history.phase(number).record:"),
("any(phase == history.current for phase, _number in played)","any(phase == history.current_phase.number for phase, _number in played)"))
