exec(open("/tmp/phase/p12.py").read().split('Q="tourn')[0])
Q="tournaments/queries/"
sub(Q+"rounds/round_page.py",("""    page = build_round_page(history, phase, number, get_change_notices(event, history))
    if page is None or page.is_bracket:
        return page
    return replace(page, draw=summarise_draw(event, history.phase(page.phase), page.number))


def build_round_page(
    history: EventHistory, phase: int | None = None, number: int | None = None, notices: dict | None = None
) -> RoundPage | None:
    \"\"\"Return the page of a round of a history without drafts.

    `notices` are shown to players of the running round.\"\"\"
    shown = history.find_phase(phase) if phase else history.current_phase
    round_ = shown and (shown.find_round(number) if number else shown.current_round)
    if round_ is None:
        return None
""","""    shown = history.find_phase(phase) if phase else history.current_phase
    page = shown and build_round_page(shown, number, get_change_notices(event, history))
    if page is None or page.is_bracket:
        return page
    return replace(page, draw=summarise_draw(event, shown, page.number))


def build_round_page(
    phase: EventPhase, number: int | None = None, notices: dict | None = None
) -> RoundPage | None:
    \"\"\"Return the page of a round, by default the current one, of a history without drafts.

    `notices` are shown to players of the running round. None if the round does not exist.\"\"\"
    round_ = phase.find_round(number) if number else phase.current_round
    if round_ is None:
        return None
"""))
p=Q+"rounds/round_page.py"; s=open(p).read(); i=s.index("def build_round_page("); j=s.index("\n\n\n",i)
b=s[i:j]
import re
b=re.sub(r"\bshown\b","phase",b).replace("report_hint(history, reporting)","report_hint(phase.history, reporting)").replace("lets_pick(history)","lets_pick(phase.history)")
s=s[:i]+b+s[j:]; open(p,"w").write(s)
sub(Q+"paper/sheets.py",("build_round_page(without_hidden(self.phase.history))","build_round_page(without_hidden(self.phase.history).phase(self.phase.number))"))
sub(Q+"paper/emergency_pack.py",("build_round_page(\n            drawn_paper.phase.history, drawn_paper.phase.number, drawn_paper.round.number\n        )","build_round_page(drawn_paper.phase, drawn_paper.round.number)"),("build_round_page(phase.history) if","build_round_page(phase) if"))
sub(Q+"events/front_page.py",("build_round_page(history, shown.number, notices","build_round_page(shown, notices"))
sub(Q+"screens/screens_page.py",("build_round_page(history)","build_round_page(history.current_phase)"))
sub(Q+"standings/standings_page.py",("    if shows_final_page(history, phase, after):","    if phase is None and after is None and has_final_standings(history):"),("""def shows_final_page(history: EventHistory, phase: int | None, after: int | None) -> bool:
    \"\"\"Return whether these are the final standings of an event of several phases.\"\"\"
    return phase is None and after is None and has_final_standings(history)


""",""))
sub(Q+"standings/explanation.py",("    if shows_final_page(history, phase, after):","    if phase is None and after is None and has_final_standings(history):"),("import shows_final_page, table_width","import has_final_standings, table_width"))
sub("tournaments/actions/events/phases.py",("    uncut = without_cut(change.history, number)\n","    uncut = without_cut(change.history.phase(number))\n"),
("""def without_cut(history: EventHistory, number: int) -> EventPhase:
    \"\"\"Return the phase of this number before its cut. RuleViolation without one, or once it has a result.\"\"\"
    if not 2 <= number <= len(history.phases):
        raise RuleViolation(_("This phase has no cut."))
    phase = history.phase(number)
""","""def without_cut(phase: EventPhase) -> EventPhase:
    \"\"\"Return the phase before its cut. RuleViolation without one, or once it has a result.\"\"\"
    if phase.previous is None:
        raise RuleViolation(_("This phase has no cut."))
"""))
