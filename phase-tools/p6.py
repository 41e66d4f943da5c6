exec(open("/tmp/phase/p3.py").read().split('R="tourn')[0])
R="tournaments/rules/"
sub(R+"forecast/playout_counts.py",("groups_of(history, rows, self.rule)","groups_of(start.phase.history, rows, self.rule)"))
sub(R+"history/events.py",('"""The settings of the phases that were asked for, by number of the phase; see `EventPhase.settings`."""','"""Settings of phases by number, filled by `EventPhase.settings`."""'))
sub(R+"log/replay.py",("        history = history.with_round(phase, replace(round_, matches=matches))","        history = history.phase(phase).with_round(replace(round_, matches=matches)).history"))
sub(R+"rounds/requested_byes.py",("history.rounds_before(phase) + number in","history.phase(phase).rounds_before + number in"))
sub(R+"players/no_shows.py",("    phase = history.phase(1)\n    if history.current != 1 or len(phase.rounds) != 1 or phase.kind == BRACKET:","    phase = history.phase(1)\n    if not phase.is_current or len(phase.rounds) != 1 or phase.kind == BRACKET:"))
