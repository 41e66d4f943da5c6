"""Prizes in the event file: refused with the path of the wrong value."""

from tests.rules.event_file.example_file import example
from tests.support.case_tables import every
from tests.support.file_changes import refusal_of
from tournaments.rules.event_file import read, write

FIRST = "phases[0].settings.prizes"
FINALS = "phases[1].settings.prizes"
PLACE = {"places": [1, 1], "sum": 5}
BAD = [
    ({"pot": []}, "event.pot", "object"),
    ({"pot": {"colour": 1}}, "event.pot.colour", "unknown"),
    ({"pot": {"fee": -1}}, "event.pot.fee", "be negative"),
    ({"pot": {"fee": 1.5}}, "event.pot.fee", "12.50"),
    ({"pot": {"fee": True}}, "event.pot.fee", "12.50"),
    ({"pot": {"sum": "1e5"}}, "event.pot.sum", "12.50"),
    ({"pot": {"sum": 10**9 + 1}}, "event.pot.sum", "1000000000"),
    ({"pot": {"smallest": 0}}, "event.pot.smallest", "more than 0"),
    ({"pot": {"currency": "n" * 13}}, "event.pot.currency", "12 characters"),
    ({"pot": {"currency": 1}}, "event.pot.currency", "text"),
    ({"pot": {"currency": "1"}}, "event.pot.currency", "not part of an amount"),
    ({"pot": {"currency": "."}}, "event.pot.currency", "not part of an amount"),
    ({"pot": {"currency": "%"}}, "event.pot.currency", "not part of an amount"),
    ({"swiss": []}, FIRST, "object"),
    ({"swiss": {"colour": 1}}, f"{FIRST}.colour", "unknown"),
    ({"swiss": {"rows": {}}}, f"{FIRST}.rows", "list"),
    ({"swiss": {"rows": [PLACE] * 201}}, f"{FIRST}.rows", "200"),
    ({"swiss": {"losers_share": 1}}, f"{FIRST}.losers_share", "true or false"),
    ({"row": []}, f"{FIRST}.rows[0]", "object"),
    ({"row": {**PLACE, "colour": 1}}, f"{FIRST}.rows[0].colour", "unknown"),
    ({"row": {"sum": 5}}, f"{FIRST}.rows[0]", "one of places, record or points"),
    ({"row": {**PLACE, "points": 5}}, f"{FIRST}.rows[0]", "one of places"),
    ({"row": {"places": [1, 1]}}, f"{FIRST}.rows[0]", "a sum, a share or a thing"),
    ({"row": {**PLACE, "share": 5}}, f"{FIRST}.rows[0]", "not both"),
    ({"row": {**PLACE, "sum": "-5"}}, f"{FIRST}.rows[0].sum", "be negative"),
    ({"row": {**PLACE, "sum": "101%"}}, f"{FIRST}.rows[0].sum", "100 %"),
    ({"row": {**PLACE, "sum": "many%"}}, f"{FIRST}.rows[0].sum", "12.50"),
    ({"row": {**PLACE, "thing": ""}}, f"{FIRST}.rows[0].thing", "1 to 100"),
    ({"row": {**PLACE, "thing": 5}}, f"{FIRST}.rows[0].thing", "one line"),
    ({"row": {**PLACE, "places": 1}}, f"{FIRST}.rows[0].places", "[3, 4]"),
    ({"row": {**PLACE, "places": [0, 1]}}, f"{FIRST}.rows[0].places[0]", "from 1"),
    ({"row": {**PLACE, "places": [4, 3]}}, f"{FIRST}.rows[0].places[1]", "from 4"),
    ({"row": {"record": "5", "sum": 1}}, f"{FIRST}.rows[0].record", "x-2"),
    ({"row": {"record": "y-2", "sum": 1}}, f"{FIRST}.rows[0].record", "x-2"),
    ({"row": {"record": [5, 2], "sum": 1}}, f"{FIRST}.rows[0].record", "x-2"),
    ({"row": {"points": "15", "sum": 1}}, f"{FIRST}.rows[0].points", "number"),
    (
        {"swiss": {"rows": [PLACE, {"places": [1, 2], "sum": 1}]}},
        f"{FIRST}.rows[1].places",
        "place 1 already has",
    ),
    ({"row": {**PLACE, "sum": "10%"}}, f"{FIRST}.rows[0]", "so the event needs a pot"),
    ({"finals": {"rows": [{"record": "x-0", "sum": 1}]}}, f"{FINALS}.rows[0]", "by place"),
    (
        {
            "pot": {"sum": 100},
            "row": {"points": 1, "share": "41%"},
            "finals": {"rows": [{"places": [1, 2], "sum": "30%"}]},
        },
        f"{FINALS}.rows[0]",
        "more than 100 %",
    ),
]


def file_with(row=None, swiss=None, finals=None, pot=None):
    data = example()
    swiss = {"rows": [row]} if row is not None else swiss
    for phase, prizes in zip(data["phases"], (swiss, finals), strict=True):
        phase["settings"] |= {} if prizes is None else {"prizes": prizes}
    data["event"] |= {} if pot is None else {"pot": pot}
    return data


@every(("results", "path", "words"), BAD)
def test_invalid_prize_is_refused_with_its_path(results, path, words):
    refusal = refusal_of(read, file_with(**results))
    assert refusal.startswith(f"{path}: ")
    assert words in refusal


def test_shares_can_use_the_whole_pot():
    shares = {"row": {"points": 1, "share": "40%"}, "finals": {"rows": [{"places": [1, 2], "sum": "30%"}]}}
    data = file_with(**shares, pot={"fee": 5, "currency": "€"})
    event = read(data)
    assert event.pot == {"fee": 5, "currency": "€"}
    assert write(event)["phases"][1]["settings"]["prizes"] == shares["finals"]
