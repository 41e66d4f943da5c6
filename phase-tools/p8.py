exec(open("/tmp/phase/p3.py").read().split('R="tourn')[0])
A="tournaments/actions/"
sub(A+"rounds/rounds.py",("for other in redrawn.rounds if other != old","for other in redrawn.rounds if other.number != number"))
sub(A+"events/phases.py",
("""def settings_and_entrants(
    history: EventHistory, number: int, cut: dict | None, picked: tuple[str, ...] | None
) -> dict:
""","""def settings_and_entrants(phase: EventPhase, cut: dict | None, picked: tuple[str, ...] | None) -> dict:
"""),
("    settings = history.phase(number).settings\n    if picked","    settings = phase.record.settings\n    if picked"),
("in_seed_order(history, number, picked)}","in_seed_order(phase, picked)}"),
("def in_seed_order(history: EventHistory, number: int, picked: tuple[str, ...])","def in_seed_order(phase: EventPhase, picked: tuple[str, ...])"),
("standings(history.phase(number - 1)).rows]\n    present, names = phases.playing_in(history.phase(number)), history.names\n","standings(phase.previous).rows]\n    present, names = phases.playing_in(phase), phase.history.names\n"))
sub("tournaments/rules/players/departures.py",
('''    """Return the current phase with the next in the standings in place of a player who leaves finals before the first match by the next in the standings.

    Lower seeds''','''    """Return the finals with the next in the standings in place of a player who leaves before the first match.

    Lower seeds'''))
