exec(open("/tmp/phase/p3.py").read().split('R="tourn')[0])
A="tournaments/actions/"
sub(A+"change.py",("""    def set_part(self, path: str, part):
        self.parts[path] = part
""","""    def set_part(self, path: str, part):
        self.parts[path] = part

    def set_phase(self, phase: EventPhase):
        \"\"\"Set the part of a phase, which does not include its rounds.\"\"\"
        self.set_part(part_paths.phase(phase.number), replace(phase.record, rounds=()))
"""),
("from dataclasses import dataclass\n","from dataclasses import dataclass, replace\n"),
("import EventHistory\n","import EventHistory, EventPhase\n"))
sub(A+"rounds/rounds.py",
("""    before = change.history
    current = before.current_phase.open_round
    if publish and current and current.state == DRAFT:
        return publish_unpublished(change, before.current, current)
""","""    phase = change.history.current_phase
    if publish and phase.open_round and phase.open_round.state == DRAFT:
        return publish_unpublished(change, phase, phase.open_round)
"""),
("def publish_unpublished(change: Change, phase: int, draft: RoundRecord) -> progress.NextRound:","def publish_unpublished(change: Change, phase: EventPhase, draft: RoundRecord) -> progress.NextRound:"),
("""    change.round_under_review = phase, draft.number
    history = change.history
    event_round = history.phase(phase).rounds_before + draft.number
    players = {player.id: player for player in history.players}
    is_bracket = history.phase(phase).kind == BRACKET
    for player in""","""    change.round_under_review = phase.number, draft.number
    event_round = phase.rounds_before + draft.number
    players = {player.id: player for player in phase.history.players}
    for player in"""),
("""        if not players[player].plays_in(event_round) and not is_bracket:
            text = HAS_DROPPED[history.phase(phase).kind]
            raise RuleViolation(text, name""","""        if not players[player].plays_in(event_round) and phase.kind != BRACKET:
            raise RuleViolation(HAS_DROPPED[phase.kind], name"""),
("""    change.set_part(part_paths.round_(phase, draft.number), replace(published, matches=()))
    return progress.NextRound(history.phase(phase).with_round(published).history, phase, published, {})
""","""    change.set_part(part_paths.round_(phase.number, draft.number), replace(published, matches=()))
    return progress.NextRound(phase.with_round(published), published, {})
"""),
("    publish_unpublished(change, phase, change.history.phase(phase).round(number))\n","    played = change.history.phase(phase)\n    publish_unpublished(change, played, played.round(number))\n"),
("""    old = change.history.phase(phase).round(number)
    rounds = change.history.phase(phase).rounds
    before = (
        change.history.phase(phase).replace(rounds=tuple(r for r in rounds if r.number != number)).history
    )
    seed, sealed = take_seed(change.event, seed)
    round_, _why = progress.draw(before.phase(phase), seed, exceptions)
""","""    redrawn = change.history.phase(phase)
    old = redrawn.round(number)
    before = redrawn.replace(rounds=tuple(other for other in redrawn.rounds if other != old))
    seed, sealed = take_seed(change.event, seed)
    round_, _why = progress.draw(before, seed, exceptions)
"""),
("""    before = change.history
    current = before.current_phase.open_round
    if current is None:
        raise RuleViolation(_("No round is in progress."))
    progress.finish_current(before)
    finished = replace(current, state=FINISHED, matches=())
    change.set_part(part_paths.round_(before.current, current.number), finished)
""","""    phase = change.history.current_phase
    current = phase.open_round
    if current is None:
        raise RuleViolation(_("No round is in progress."))
    progress.finish_current(phase)
    finished = replace(current, state=FINISHED, matches=())
    change.set_part(part_paths.round_(phase.number, current.number), finished)
"""),
("""    before = progress.finish_current(change.history)
    last = len(before.phases)
    if before.current_phase.kind == BRACKET:
        raise RuleViolation(_("The top cut has already started."))
    if before.current != last:
        raise RuleViolation(_("Another phase follows this one. Pair its first round."))
    if not before.phase(last).rounds:
        raise RuleViolation(_("No round has been played yet, so there are no standings to cut from."))
    played = len(before.phase(last).rounds)
    before = (
        before.phase(last).replace(settings={**before.phase(last).record.settings, "rounds": played}).history
    )
    with_finals = replace(before, phases=(*before.phases, bracket_phase(finals_key, top)))
""","""    phase = progress.finish_current(change.history.current_phase)
    if phase.kind == BRACKET:
        raise RuleViolation(_("The top cut has already started."))
    if phase.next:
        raise RuleViolation(_("Another phase follows this one. Pair its first round."))
    if not phase.rounds:
        raise RuleViolation(_("No round has been played yet, so there are no standings to cut from."))
    phase = phase.replace(settings={**phase.record.settings, "rounds": len(phase.rounds)})
    with_finals = replace(phase.history, phases=(*phase.history.phases, bracket_phase(finals_key, top)))
"""),
("    change.set_part(part_paths.phase(last), replace(before.phase(last), rounds=()))\n","    change.set_phase(phase)\n"),
("    EventHistory,\n    PhaseRecord,\n","    EventHistory,\n    EventPhase,\n    PhaseRecord,\n"),
)
sub(A+"results/results.py",
("""    in_bracket = change.before.phase(phase).kind == BRACKET
    if in_bracket:
        history, reset_matches = consequences.change_finals_result(
            change.history.phase(phase), round_number, before, after
        )
        if reset_matches:
            situation = PLAYED_ON
        elif rule is ENTER_RESULT:
            store_round_states(change, phase, early_matches.finish_complete_rounds(history.phase(phase)))
""","""    in_bracket = played.kind == BRACKET
    if in_bracket:
        changed, reset_matches = consequences.change_finals_result(played, round_number, before, after)
        if reset_matches:
            situation = PLAYED_ON
        elif rule is ENTER_RESULT:
            store_round_states(change, early_matches.finish_complete_rounds(changed))
"""),
("""    after = parsing.parse_result(change.history.phase(phase), before, result_text)
    check_draw_allowed(change.event, after)
    situation = round_situation(change.before, phase, round_number)
""","""    played = change.history.phase(phase)
    after = parsing.parse_result(played, before, result_text)
    check_draw_allowed(change.event, after)
    situation = round_situation(change.before.phase(phase), round_number)
"""),
("""    after = change.history.phase(phase).with_match(number, reported.table, reported).history
    in_bracket = after.phase(phase).kind == BRACKET
    change.history = early_matches.finish_complete_rounds(after.phase(phase)) if in_bracket else after


def store_round_states(change: Change, phase: int, after: EventHistory):
    \"\"\"Store the rounds of finals whose state is another in the history `after`.\"\"\"
    for old, new in zip(change.history.phase(phase).rounds, after.phase(phase).rounds, strict=True):
        if old.state != new.state:
            change.set_part(part_paths.round_(phase, new.number), replace(new, matches=()))
""","""    after = change.history.phase(phase).with_match(number, reported.table, reported)
    if after.kind == BRACKET:
        after = early_matches.finish_complete_rounds(after)
    change.history = after.history


def store_round_states(change: Change, after: EventPhase):
    \"\"\"Store the rounds of finals whose state is another in `after`.\"\"\"
    for old, new in zip(change.history.phase(after.number).rounds, after.rounds, strict=True):
        if old.state != new.state:
            change.set_part(part_paths.round_(after.number, new.number), replace(new, matches=()))
"""),
("round_situation(change.before, phase, number), number)","round_situation(change.before.phase(phase), number), number)"),
("""def round_situation(history: EventHistory, phase: int, number: int) -> str:""","""def round_situation(phase: EventPhase, number: int) -> str:"""),
("""    state = history.phase(phase).round(number).state
    has_later_round = any(round_.number > number for round_ in history.phase(phase).rounds)
    has_later_phase = any(later.rounds for later in history.phases[phase:])
""","""    state = phase.round(number).state
    has_later_round = any(round_.number > number for round_ in phase.rounds)
    has_later_phase = any(later.rounds for later in phase.history.phases[phase.number :])
"""),
)
s=open(A+"results/results.py").read(); s=s.replace("EventHistory","EventPhase"); open(A+"results/results.py","w").write(s)
sub(A+"rounds/corrections.py",
("""    is_bracket = change.history.phase(phase).kind == BRACKET
""","""    played = change.history.phase(phase)
    is_bracket = played.kind == BRACKET
"""),
("""        after, _undone = consequences.change_finals_result(change.history.phase(phase), number, old, new)
        store_bracket(change, phase, after)
""","""        after, _undone = consequences.change_finals_result(played, number, old, new)
        store_bracket(change, after)
"""),
("""        corrected = corrections.correct_result(change.history.phase(phase), number, old, new)
        store_correction(change, phase, corrected, choice, **options)
""","""        corrected = corrections.correct_result(played, number, old, new)
        store_correction(change, corrected, choice, **options)
"""),
("    corrected: corrections.CorrectedHistory,\n","    corrected: corrections.CorrectedPhase,\n"),
("""        if corrected.history_if_kept == change.history:
            raise RuleViolation(adjustments.NOTHING_CHANGES)
        store_differences(change, corrected.history_if_kept)
""","""        if corrected.if_kept.history == change.history:
            raise RuleViolation(adjustments.NOTHING_CHANGES)
        store_differences(change, corrected.if_kept.history)
"""),
("corrections.remake_round(corrected, phase, choice, seed, exceptions)","corrections.remake_round(corrected, choice, seed, exceptions)"),
("store_differences(change, corrected.history.phase(phase).with_round(after).history)","store_differences(change, corrected.phase.with_round(after).history)"),
("def store_bracket(change: Change, phase: int, after: EventHistory):","def store_bracket(change: Change, after: EventPhase):"),
("    new_rounds = {round_.number: round_ for round_ in after.phase(phase).rounds}\n    for old in change.history.phase(phase).rounds:\n","    phase, new_rounds = after.number, {round_.number: round_ for round_ in after.rounds}\n    for old in change.history.phase(phase).rounds:\n"),
("import BRACKET, PUBLISHED, EventHistory","import BRACKET, PUBLISHED, EventHistory, EventPhase"),
)
s=open(A+"rounds/corrections.py").read(); s=s.replace("    store_correction(change, phase, corrected, choice, **options)","    store_correction(change, corrected, choice, **options)"); open(A+"rounds/corrections.py","w").write(s)
sub(A+"events/phases.py",
("""    uncut = without_cut(change.history, number)
    before = progress.finish_current(uncut)
    if number != before.current + 1 or not progress.is_over(before.current_phase):
        raise RuleViolation(_("Finish all rounds before making this cut."))
    before = before.phase(number).replace(**settings_and_entrants(before, number, cut, picked)).history
    check(before)
    seed, sealed = take_seed(change.event)
    if before.phase(number).kind == DRAFT_PODS:
        # The players draft before the first round is paired.
        new_round = progress.draw_pods(before, seed)
    else:
        new_round = progress.next_round(before, seed, state=DRAFT)
    change.set_part(part_paths.phase(number), replace(new_round.event.phase(number), rounds=()))
    for round_ in change.history.phase(number).rounds:
""","""    uncut = without_cut(change.history, number)
    finished = progress.finish_current(uncut.history.current_phase)
    phase = finished.history.phase(number)
    if phase.previous != finished or not progress.is_over(finished):
        raise RuleViolation(_("Finish all rounds before making this cut."))
    phase = phase.replace(**settings_and_entrants(phase, cut, picked))
    check(phase.history)
    seed, sealed = take_seed(change.event)
    if phase.kind == DRAFT_PODS:
        # The players draft before the first round is paired.
        new_round = progress.draw_pods(phase.history, seed)
    else:
        new_round = progress.next_round(phase.history, seed, state=DRAFT)
    change.set_phase(new_round.event.phase(number))
    for round_ in change.history.phase(number).rounds:
"""),
("    store_new_round(change, uncut, new_round,","    store_new_round(change, uncut.history, new_round,"),
("""def without_cut(history: EventHistory, number: int) -> EventHistory:
    \"\"\"Return the event without the first round after the cut. RuleViolation once it has a result.\"\"\"
""","""def without_cut(history: EventHistory, number: int) -> EventPhase:
    \"\"\"Return the phase of this number before its cut. RuleViolation without one, or once it has a result.\"\"\"
"""),
("""    rounds = history.phase(number).rounds
    if not history.phase(number).begun:
        return history
    if rounds and history.phase(number).kind == DRAFT_PODS:
""","""    phase = history.phase(number)
    if not phase.begun:
        return phase
    if phase.rounds and phase.kind == DRAFT_PODS:
"""),
("    if len(rounds) > 1 or any(match.played for round_ in rounds for match in round_.matches):\n","    if len(phase.rounds) > 1 or any(match.played for round_ in phase.rounds for match in round_.matches):\n"),
("    return phases.without_cut(history.phase(number))\n","    return phases.without_cut(phase)\n"),
)
sub(A+"drafts/drafts.py",
("    change.set_part(part_paths.phase(new_round.phase), replace(before.phase(new_round.phase), rounds=()))\n","    change.set_phase(before.phase(new_round.phase.number))\n"),
("    return new_round.phase\n","    return new_round.phase.number\n"),
("""    number = waiting_draft(change.history)
    pods = seat_changes.change_seats(change.history.phase(number), kind, a=a, b=b, pod=pod)
    phase = change.history.phase(number)
    change.set_part(part_paths.phase(number), replace(phase, pods=pods, rounds=()))
""","""    phase = waiting_draft(change.history)
    change.set_phase(phase.replace(pods=seat_changes.change_seats(phase, kind, a=a, b=b, pod=pod)))
"""),
("""    number = waiting_draft(change.history)
    minutes = change.history.phase(number).settings.draft_minutes
    until = format_utc_seconds(change.now + timedelta(minutes=minutes))
    phase = change.history.phase(number)
    change.set_part(part_paths.phase(number), replace(phase, build_until=until, rounds=()))


def waiting_draft(history: EventHistory) -> int:
    \"\"\"Return the number of the draft that waits for its first round. RuleViolation without one.\"\"\"
""","""    phase = waiting_draft(change.history)
    until = format_utc_seconds(change.now + timedelta(minutes=phase.settings.draft_minutes))
    change.set_phase(phase.replace(build_until=until))


def waiting_draft(history: EventHistory) -> EventPhase:
    \"\"\"Return the draft that waits for its first round. RuleViolation without one.\"\"\"
"""),
("    return history.current\n","    return phase\n"),
("import EventHistory\n","import EventHistory, EventPhase\n"),
)
sub(A+"brackets/early_matches.py",
("""    before, (seed, sealed) = change.history, take_seed(change.event)
    after = start(before, before.current, *args, seed)
    store_new_round(change, before, progress.NextRound(after, before.current, None, {}), seed, sealed)
    return after
""","""    before, (seed, sealed) = change.history, take_seed(change.event)
    after = start(before.current_phase, *args, seed)
    store_new_round(change, before, progress.NextRound(after, None, {}), seed, sealed)
    return after.history
"""))
sub(A+"events/repeat.py",("        history = without_cut(history.phase(number))\n","        history = without_cut(history.phase(number)).history\n"))
sub(A+"side_effects.py",("next_round and next_round.phase == phase else","next_round and next_round.phase.number == phase else"))
sub(A+"prizes/prizes.py",
("        change.set_part(part_paths.phase(number), replace(changed.phase(number), rounds=()))\n","        change.set_phase(changed.phase(number))\n"),
("    table.check(changed)\n","    check_prizes(changed)\n"),
("import pot_of\n","import check_prizes, pot_of\n"),
("""        settings = {
            key: value for key, value in history.phase(number).record.settings.items() if key != "prizes"
        }
""","""        settings = dict(history.phase(number).record.settings)
        settings.pop("prizes", None)
"""))
sub(A+"players/players.py",
("""    before, number = change.history, change.history.current
    after = departures.move_up_next_player(before.with_player(leaver), leaver.id)
    if after is None:
        return False
    change.set_part(part_paths.phase(number), replace(after.phase(number), rounds=()))
    for old, new in zip(before.phase(number).rounds, after.phase(number).rounds, strict=True):
        replace_matches(change, number, old, new)
""","""    before = change.history.current_phase
    after = departures.move_up_next_player(change.history.with_player(leaver), leaver.id)
    if after is None:
        return False
    change.set_phase(after)
    for old, new in zip(before.rounds, after.rounds, strict=True):
        replace_matches(change, after.number, old, new)
"""))
sub("tournaments/rules/players/departures.py",
("def move_up_next_player(history: EventHistory, player: str) -> EventHistory | None:\n    \"\"\"Replace a player","def move_up_next_player(history: EventHistory, player: str) -> EventPhase | None:\n    \"\"\"Return the current phase with the next in the standings in place of a player"),
("    return without_rounds.replace(rounds=rounds).history\n","    return without_rounds.replace(rounds=rounds)\n"),
("WIN, EventHistory, MatchRecord","WIN, EventHistory, EventPhase, MatchRecord"))
sub(A+"players/joining.py",
("""    history = change.history
    change.set_part(part_paths.player(player.id), player)
""","""    phase = change.history.current_phase
    change.set_part(part_paths.player(player.id), player)
"""),
("""            number = event_round - history.current_phase.rounds_before
            change.set_part(part_paths.match(history.current, number, bye), bye)
""","""            number = event_round - phase.rounds_before
            change.set_part(part_paths.match(phase.number, number, bye), bye)
"""),
("""    path = part_paths.phase(change.history.current)
    phase = change.parts.get(path, change.history.current_phase)
""","""    current = change.history.current_phase
    path = part_paths.phase(current.number)
    phase = change.parts.get(path, current.record)
"""))
sub(A+"chances.py",
("""    number = history.current
    if not can_have_chances(history.phase(number)):
        return False
    if not (history.phase(number).settings.chances or is_switchable):
        return False
    paired = len(history.phase(number).rounds)
    return round_count(history.phase(number)) - paired <= MAX_ROUNDS_LEFT
""","""    phase = history.current_phase
    if not can_have_chances(phase):
        return False
    if not (phase.settings.chances or is_switchable):
        return False
    return round_count(phase) - len(phase.rounds) <= MAX_ROUNDS_LEFT
"""))
