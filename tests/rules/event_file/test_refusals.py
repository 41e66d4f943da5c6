"""Refusals of invalid event files: one line that begins with the path of the invalid value."""

import pytest

from tests.case_tables import every
from tests.rules.event_file.example_file import REMOVED, changed_example, example
from tournaments.rules.errors import RuleViolation
from tournaments.rules.event_file import read

ROUND = "phases.0.rounds.0"
MATCH = f"{ROUND}.matches.0"
FINAL = "phases.1.rounds.0.matches.1"
ROUND_2 = {"number": 2, "matches": []}
SEATS = [{"player": "p3", "result": "win"}, {"player": "p4"}]

LIST = {"phase": 1, "round": 1, "at": "2026-01-01T10:00Z", "columns": ["points"], "rows": []}
PROOF = {"rematches": 0, "pair_downs": 1, "gap": 1, "by": "bound"}
# (where in the example, what stands there instead, the path that the refusal begins with, words in it)
BAD = [
    ("format", REMOVED, "format", "missing"),
    ("format", "topcut/2", "format", "'topcut/2'"),
    ("format", None, "format", "null"),
    ("colour", 1, "colour", "unknown"),
    ("we\nird", 1, '["we\\nird"]', "U+000A"),
    ("players", [{"id": f"p{n}", "name": "Ann"} for n in range(20_001)], "players", "20000"),
    ("phases", [{"kind": "swiss"}] * 51, "phases", "50"),
    ("phases.0.rounds", [{"number": n} for n in range(1, 1002)], "phases[0].rounds", "1000"),
    ("event", [], "event", "a list"),
    ("event.name", REMOVED, "event.name", "missing"),
    ("event.name", "", "event.name", "1 to 200"),
    ("event.name", "n" * 201, "event.name", "201"),
    ("event.name", 7, "event.name", "text"),
    ("event.name", "a\x00b", "event.name", "U+0000"),
    ("event.name", "a\nb", "event.name", "U+000A"),
    ("event.name", "a\x85b", "event.name", "U+0085"),
    ("event.name", "a\ud800b", "event.name", "U+D800"),
    ("event.rulebook", "chequers", "event.rulebook", "magic"),
    ("event.rulebook", ["magic"], "event.rulebook", "text"),
    ("event.starts_at", "2017-02-25T09:00:00", "event.starts_at", "offset"),
    ("event.starts_at", "tomorrow", "event.starts_at", "'tomorrow'"),
    ("event.starts_at", 1488013200, "event.starts_at", "time"),
    ("event.starts_at", "0001-01-01T00:00:00+14:00", "event.starts_at", "time"),
    ("event.starts_at", "0001-01-01T00:00:00Z", "event.starts_at", "time"),
    ("event.starts_at", "9999-12-31T23:59:59Z", "event.starts_at", "time"),
    ("event.timezone", "Europe/Atlantis", "event.timezone", "time zone"),
    ("event.timezone", "../../etc/passwd", "event.timezone", "time zone"),
    ("event.timezone", "Europe", "event.timezone", "time zone"),
    ("event.timezone", None, "event.timezone", "text"),
    ("players", REMOVED, "players", "missing"),
    ("players", {}, "players", "list"),
    ("players.1", "p2", "players[1]", "object"),
    ("players.1.id", REMOVED, "players[1].id", "missing"),
    ("players.1.id", "p1", "players[1].id", "already"),
    ("players.1.id", "", "players[1].id", "1 to 200"),
    ("players.1.id", 2, "players[1].id", "text"),
    ("players.1.name", REMOVED, "players[1].name", "missing"),
    ("players.1.name", "n" * 201, "players[1].name", "200"),
    ("players.1.colour", "red", "players[1].colour", "unknown"),
    ("players.1.id", ".", "players[1].id", "'.'"),
    ("players.1.id", "..", "players[1].id", "'..'"),
    ("players.1.name", "\u200b\u2800", "players[1].name", "invisible"),
    ("event.name", "\u00a0", "event.name", "invisible"),
    ("players.1.rating", True, "players[1].rating", "number"),
    ("players.1.rating", "1800", "players[1].rating", "number"),
    ("players.1.rating", float("nan"), "players[1].rating", "range"),
    ("players.1.rating", 100_001, "players[1].rating", "100000"),
    ("players.1.seed", float("inf"), "players[1].seed", "range"),
    ("players.1.seed", 10**400, "players[1].seed", "range"),
    ("players.1.joined_round", -1, "players[1].joined_round", "whole"),
    ("players.1.joined_round", None, "players[1].joined_round", "whole"),
    ("players.1.dropped_after", 2.0, "players[1].dropped_after", "whole"),
    ("players.1.disqualified", 1, "players[1].disqualified", "true or false"),
    ("players.1.household", None, "players[1].household", "text"),
    ("players.1.table", 0, "players[1].table", "whole number from 1"),
    ("players.1.byes", [3], "players[1].byes", "an object, not a list"),
    ("players.1.byes", {"0": "bye"}, 'players[1].byes["0"]', "number of a round"),
    ("players.1.byes", {"03": "bye"}, 'players[1].byes["03"]', "number of a round"),
    ("players.1.byes", {"3": "win"}, 'players[1].byes["3"]', "bye, draw, loss"),
    ("event.forbidden", {}, "event.forbidden", "list"),
    ("event.forbidden", [["p1"]], "event.forbidden[0]", "two player ids"),
    ("event.forbidden", [["p1", "p1"]], "event.forbidden[0]", "two player ids"),
    ("event.forbidden", [["p1", 2]], "event.forbidden[0]", "two player ids"),
    ("event.forbidden", [["p1", "p2"], ["p1", "px"]], "event.forbidden[1][1]", "no player has the id 'px'"),
    ("event.forbidden", [["p1", "p2"], ["p2", "p1"]], "event.forbidden[1]", "already in event.forbidden[0]"),
    (
        "event",
        {"name": "n", "rulebook": "magic", "forbidden": [["p1", "p2"]], "wished": [["p2", "p1"]]},
        "event.wished[0]",
        "already in event.forbidden[0]",
    ),
    ("event.wished", [["px", "p1"]], "event.wished[0][0]", "no player has the id 'px'"),
    ("phases", {}, "phases", "list"),
    ("phases.0.kind", REMOVED, "phases[0].kind", "missing"),
    ("phases.0.kind", "ladder", "phases[0].kind", "swiss"),
    ("phases.0.kind", "pods", "phases[0].rounds[0].matches[0].seats", "three to five seats, not 2"),
    ("phases.0.pods", [["p1"]], "phases[0].pods", "draft"),
    ("phases.0.rounds.0.sealed", 1, "phases[0].rounds[0].sealed", "text"),
    ("phases.0.rounds.0.clock", {}, "phases[0].rounds[0].clock", "left"),
    ("phases.0.rounds.0.clock", {"left": -1}, "phases[0].rounds[0].clock.left", "whole"),
    ("phases.0.rounds.0.clock", {"ends_at": "soon"}, "phases[0].rounds[0].clock.ends_at", "time"),
    (
        "phases.0.rounds.0.matches.0.extra_minutes",
        -5,
        "phases[0].rounds[0].matches[0].extra_minutes",
        "whole",
    ),
    (
        "phases.0.rounds.0.matches.0.seats.0.claim",
        {"said": "2-1"},
        "phases[0].rounds[0].matches[0].seats[0].claim.at",
        "missing",
    ),
    ("event.announcement", {"at": "2026-01-01T10:00Z", "text": ""}, "event.announcement.text", "characters"),
    ("event.visibility", "secret", "event.visibility", "unlisted"),
    ("log.0.source", "the moon", "log[0].source", "desk"),
    ("published", {}, "published", "list"),
    ("published", [{}], "published[0].phase", "missing"),
    ("published", [LIST | {"round": 0}], "published[0].round", "whole"),
    ("published", [LIST | {"columns": ["luck"]}], "published[0].columns[0]", "one of"),
    ("published", [LIST | {"rows": [[1, "p1", "2–0"]]}], "published[0].rows[0]", "list of 4"),
    ("published", [LIST | {"rows": [[0, "p1", "2–0", "6"]]}], "published[0].rows[0][0]", "whole"),
    ("published", [LIST | {"rows": [[1, "p1", "2–0", 6]]}], "published[0].rows[0][3]", "text"),
    ("phases.0.settings.reporting", "all", "phases[0].settings.reporting", "slips"),
    ("phases.0.rounds.0.proof", 1, "phases[0].rounds[0].proof", "object"),
    ("phases.0.rounds.0.proof", {}, "phases[0].rounds[0].proof.rematches", "missing"),
    ("phases.0.rounds.0.proof", PROOF | {"by": "oath"}, "phases[0].rounds[0].proof.by", "bound"),
    ("phases.0.rounds.0.proof", PROOF | {"gap": -1}, "phases[0].rounds[0].proof.gap", "whole"),
    ("phases.0.rounds.0.proof", PROOF | {"apart": -1}, "phases[0].rounds[0].proof.apart", "whole"),
    ("phases.0.rounds.0.proof", PROOF | {"ahead": 1}, "phases[0].rounds[0].proof.ahead", "true or false"),
    ("phases.0.settings", [], "phases[0].settings", "object"),
    ("phases.0.settings.best_of", 4, "phases[0].settings.best_of", "odd"),
    ("phases.0.settings.apart", {"town": 1}, "phases[0].settings.apart.town", "club, household"),
    ("phases.0.settings.apart", {"club": -1}, "phases[0].settings.apart.club", "whole number"),
    ("phases.0.settings.apart_after_gaps", 1, "phases[0].settings.apart_after_gaps", "true or false"),
    ("phases.0.settings.bye_to", "p1", "phases[0].settings.bye_to", "lowest, random"),
    ("phases.0.settings.band", 0, "phases[0].settings.band", "number"),
    ("phases.0.settings.late_entry", "win", "phases[0].settings.late_entry", "absent"),
    ("phases.0.settings.first_seat", "lot", "phases[0].settings.first_seat", "balanced"),
    ("phases.0.settings.colour", 1, "phases[0].settings.colour", "unknown"),
    ("phases.0.settings.tiebreakers", ["omw", "luck"], "phases[0].settings.tiebreakers[1]", "luck"),
    ("phases.1.settings.finals", "ladder9", "phases[1].settings.finals", "ladder9"),
    ("phases.1.settings.finals", "mcintyre8", "phases[1]", "8"),
    ("phases.0.entrants", "p1", "phases[0].entrants", "list"),
    ("phases.0.entrants.3", "p1", "phases[0].entrants[3]", "twice"),
    ("phases.0.entrants.3", "p99", "phases[0].entrants[3]", "'p99'"),
    ("phases.0.entrants.3", ["p4"], "phases[0].entrants[3]", "id"),
    ("phases.1.entrants", REMOVED, "phases[1].entrants", "missing"),
    (f"{ROUND}.number", REMOVED, "phases[0].rounds[0].number", "missing"),
    (f"{ROUND}.number", 2, "phases[0].rounds[0].number", "must be 1"),
    (f"{ROUND}.number", 0, "phases[0].rounds[0].number", "whole"),
    (f"{ROUND}.number", True, "phases[0].rounds[0].number", "whole"),
    (f"{ROUND}.state", "over", "phases[0].rounds[0].state", "finished"),
    (f"{ROUND}.state", "published", "phases[0].rounds[0].state", "finished"),
    (f"{ROUND}.seed", 12, "phases[0].rounds[0].seed", "text"),
    (f"{ROUND}.matches", {}, "phases[0].rounds[0].matches", "list"),
    (f"{MATCH}.bye", "p9", "phases[0].rounds[0].matches[0]", "both"),
    (f"{MATCH}.seats", REMOVED, "phases[0].rounds[0].matches[0]", "neither"),
    (f"{MATCH}.seats", [{"player": "p1"}], "phases[0].rounds[0].matches[0].seats", "bye"),
    (f"{MATCH}.seats", [], "phases[0].rounds[0].matches[0].seats", "two"),
    (f"{MATCH}.seats", [*SEATS, *SEATS], "phases[0].rounds[0].matches[0].seats", "two"),
    (f"{MATCH}.colour", 1, "phases[0].rounds[0].matches[0].colour", "unknown"),
    (f"{MATCH}.points", "loss", "phases[0].rounds[0].matches[0].points", "unknown"),
    (f"{MATCH}.slot", "GF", "phases[0].rounds[0].matches[0].slot", "bracket"),
    (f"{MATCH}.table", 2, "phases[0].rounds[0].matches[1].table", "table 2"),
    (f"{MATCH}.table", 0, "phases[0].rounds[0].matches[0].table", "1 to 100000"),
    (f"{MATCH}.table", None, "phases[0].rounds[0].matches[0].table", "whole"),
    (f"{MATCH}.drawn_games", -1, "phases[0].rounds[0].matches[0].drawn_games", "whole"),
    (f"{MATCH}.seats.0.player", REMOVED, "phases[0].rounds[0].matches[0].seats[0].player", "missing"),
    (f"{MATCH}.seats.1.player", "p99", "phases[0].rounds[0].matches[0].seats[1].player", "'p99'"),
    (f"{MATCH}.seats.1.player", "p9", "phases[0].rounds[0].matches[0].seats[1].player", "entrant"),
    (f"{MATCH}.seats.1.player", "p1", "phases[0].rounds[0].matches[0].seats[1].player", "twice"),
    (f"{MATCH}.seats.1.player", "p3", "phases[0].rounds[0].matches[1].seats[0].player", "twice"),
    (f"{MATCH}.seats.1.games", True, "phases[0].rounds[0].matches[0].seats[1].games", "whole"),
    (f"{MATCH}.seats.1.games", 1.0, "phases[0].rounds[0].matches[0].seats[1].games", "whole"),
    (f"{MATCH}.seats.1.games", 100_001, "phases[0].rounds[0].matches[0].seats[1].games", "100000"),
    (f"{MATCH}.seats.1.points", float("nan"), "phases[0].rounds[0].matches[0].seats[1].points", "range"),
    (f"{MATCH}.seats.1.place", 3, "phases[0].rounds[0].matches[0].seats[1].place", "from 1 to 2"),
    (f"{MATCH}.seats.1.score", -1, "phases[0].rounds[0].matches[0].seats[1].score", "whole"),
    (f"{MATCH}.seats.1.secondary", 2.5, "phases[0].rounds[0].matches[0].seats[1].secondary", "whole"),
    (f"{MATCH}.seats.1.bonus", None, "phases[0].rounds[0].matches[0].seats[1].bonus", "whole"),
    (f"{MATCH}.seats.1.result", "won", "phases[0].rounds[0].matches[0].seats[1].result", "win"),
    (f"{MATCH}.seats", [{"player": "p1"}, {"player": "p2"}], "phases[0].rounds[0].matches[0]", "result"),
    (f"{ROUND}.matches.1.seats.1.result", "win", "phases[0].rounds[0].matches[1].seats", "both win"),
    (f"{ROUND}.matches.1.seats.1.result", "draw", "phases[0].rounds[0].matches[1].seats", "contradict"),
    (f"{ROUND}.matches.3.bye", "p6", "phases[0].rounds[0].matches[3].bye", "twice"),
    (f"{ROUND}.matches.3.bye", "p99", "phases[0].rounds[0].matches[3].bye", "'p99'"),
    (f"{ROUND}.matches.3.table", 9, "phases[0].rounds[0].matches[3].table", "unknown"),
    (f"{ROUND}.matches.4.points", "win", "phases[0].rounds[0].matches[4].points", "bye, draw, loss"),
    (f"{FINAL}.slot", "R1-3", "phases[1].rounds[0].matches[1].slot", "R1-1, R1-2"),
    (f"{FINAL}.slot", "R2-1", "phases[1].rounds[0].matches[1].slot", "R1-1, R1-2"),
    (f"{FINAL}.slot", "R1-1", "phases[1].rounds[0].matches[1].slot", "taken"),
    (f"{FINAL}.seats.0.result", "draw", "phases[1].rounds[0].matches[1]", "must have a winner"),
    (f"{FINAL}.seats.0.games", 0, "phases[1].rounds[0].matches[1]", "must have a winner"),
    (f"{FINAL}.drawn_games", 2, "phases[1].rounds[0].matches[1].drawn_games", "games"),
    ("phases.1.rounds.1", ROUND_2, "phases[1].rounds[1]", "earlier rounds"),
    ("phases.1.rounds.1", {"number": 3}, "phases[1].rounds[1]", "must be 2"),
    ("log", {}, "log", "list"),
    ("log.0.at", REMOVED, "log[0].at", "missing"),
    ("log.0.at", None, "log[0].at", "time"),
    ("log.0.changes", [], "log[0].changes", "object"),
    ("log.0.who", 1, "log[0].who", "text"),
    ("log.0.changes.x", [None, None], "log[0].changes.x", "part of an event"),
    ("log.0.changes", {"table:1": [None, None]}, 'log[0].changes["table:1"]', "part of an event"),
    (
        "log.0.changes",
        {"match:1:1:1": [{"seats": [{"player": "p1"}, {"player": "p2"}]}, None]},
        'log[0].changes["match:1:1:1"][0].table',
        "missing",
    ),
    ("log.0.changes", {"match:1:1": [None, None]}, 'log[0].changes["match:1:1"]', "part of an event"),
    ("log.0.changes", {"match:1:1:0": [None, None]}, 'log[0].changes["match:1:1:0"]', "part of an event"),
    ("log.0.changes", {"match:1:1:1": ["x", None]}, 'log[0].changes["match:1:1:1"][0]', "an object, not 'x'"),
    ("log.0.changes", {"match:1:1:1": [{"bye": []}, None]}, 'log[0].changes["match:1:1:1"][0].bye', "text"),
    ("log.0.changes", {"bye:1:1:p9": [None, {}]}, 'log[0].changes["bye:1:1:p9"][1]', "neither"),
    ("log.0.changes", {"player:p1": None}, 'log[0].changes["player:p1"]', "before and after"),
    ("log.0.changes", {"player:p1": [None]}, 'log[0].changes["player:p1"]', "before and after"),
    ("log.0.changes", {"player:p1": [3, None]}, 'log[0].changes["player:p1"][0]', "object"),
    ("log.0.changes", {"player:p1": [{"id": "p1"}, None]}, 'log[0].changes["player:p1"][0].name', "missing"),
    (
        "log.0.changes",
        {"player:p1": [None, {"id": "p1", "name": "A", "order": -1}]},
        'log[0].changes["player:p1"][1].order',
        "whole",
    ),
    ("log.0.changes", {"round:1:1": [None, {}]}, 'log[0].changes["round:1:1"][1].number', "missing"),
    ("log.0.changes", {"phase:1": [None, {"kind": "x"}]}, 'log[0].changes["phase:1"][1].kind', "swiss"),
    (
        "log.0.changes",
        {"phase:1": [None, {"kind": "swiss", "settings": 3}]},
        'log[0].changes["phase:1"][1].settings',
        "object",
    ),
    ("log.0.changes", {"event": [{"name": "n"}, None]}, "log[0].changes.event[0].rulebook", "missing"),
    ("log.1.undoes", 2, "log[1].undoes", "earlier"),
    ("log.1.undoes", 0, "log[1].undoes", "whole"),
    ("log.2", {"at": "2017-02-25T09:07:00Z", "action": "undo", "undoes": 1}, "log[2].undoes", "already"),
    ("log.0.changes.x", "a\x07b", "log[0].changes.x", "U+0007"),
    ("log.0.changes.x", "n" * 10_001, "log[0].changes.x", "10000"),
]


def refusal_of(read_function, value):
    with pytest.raises(RuleViolation) as refusal:
        read_function(value)
    return str(refusal.value)


@every(("where", "value", "path", "words"), BAD)
def test_an_invalid_file_is_refused_with_the_path_of_the_error(where, value, path, words):
    message = refusal_of(read, changed_example(where, value))
    assert message.startswith(path)
    assert message[len(path)] in ":.", "the path goes on"
    assert words in message
    assert "\n" not in message
    assert len(message) < 500


@every("value", [None, 1, "topcut", [], True])
def test_a_file_that_is_not_an_object_is_refused(value):
    assert refusal_of(read, value).startswith("file: must be an object")


def test_a_round_after_an_unfinished_one_is_refused():
    data = example()
    del data["phases"][1]
    data["phases"][0]["rounds"][0]["state"] = "published"
    data["phases"][0]["rounds"].append({"number": 2, "matches": []})
    assert refusal_of(read, data).startswith("phases[0].rounds[1]: round 2 can’t start")
