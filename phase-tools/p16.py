exec(open("/tmp/phase/p12.py").read().split('Q="tourn')[0])
T="tests/"
sub(T+"rules/results/test_consequences.py",
("    return consequences.change_finals_result(event.phase(1), number, before, replace(before, seats=seats))\n","""    return change_seats(event, number, before, seats)


def change_seats(event, number, match, seats):
    after, undone = consequences.change_finals_result(
        event.phase(1), number, match, replace(match, seats=seats)
    )
    return after.history, undone
"""),
("""    right, undone = consequences.change_finals_result(
        event.phase(1), number, before, replace(before, seats=tuple(SeatRecord(p) for p in before.players))
    )
""","""    right, undone = change_seats(event, number, before, tuple(map(SeatRecord, before.players)))
"""),
("""    right, undone = consequences.change_finals_result(
        event.phase(1), number, before, replace(before, seats=swapped_seats(before))
    )
""","""    right, undone = change_seats(event, number, before, swapped_seats(before))
"""))
sub(T+"rules/finals/test_options.py",("assert after.phase(2).entrants == tuple(","assert after.entrants == tuple("),("for m in after.phase(2).rounds[0].matches} == {","for m in after.rounds[0].matches} == {"))
sub(T+"rules/standings/test_carry_over.py",("""    assert [carry_over.source_round(event.phase(2), number) for number in (1, 3, 4, 5)] == [
        (1, 1),
        (1, 3),
        (2, 1),
        (2, 2),
    ]
""","""    sources = [carry_over.source_round(event.phase(2), number) for number in (1, 3, 4, 5)]
    assert [(phase.number, number) for phase, number in sources] == [(1, 1), (1, 3), (2, 1), (2, 2)]
"""))
many(T+"rules/rounds/test_planned_cuts.py",("    number, field, _violation = find_impossible_cut(history)\n","    phase, field, _violation = find_impossible_cut(history)\n"),("    number, field, violation = find_impossible_cut(history)\n","    phase, field, violation = find_impossible_cut(history)\n"),("assert (number, len(field)) ==","assert (phase.number, len(field)) =="),("find_workable_cut(history.phase(number), field)","find_workable_cut(phase, field)"),("find_workable_cut(history, *find_impossible_cut(history)[:2])","find_workable_cut(*find_impossible_cut(history)[:2])"))
sub(T+"queries/standings/test_rulebook_comparison.py",("standings(moved.phase(1)).rows","standings(moved).rows"),
("""    assert with_rulebook(history.phase(1), "hct-2017").phase(1).record.settings == {
        "rounds": 6,
        "pairing": "fold",
    }
    assert with_rulebook(history.phase(1), history.rulebook).phase(1).settings == settings
""","""    phase = history.phase(1)
    assert with_rulebook(phase, "hct-2017").record.settings == {"rounds": 6, "pairing": "fold"}
    assert with_rulebook(phase, history.rulebook).record.settings == settings
"""))
