"""Prizes in the event file: refused with the path of what is wrong."""

from tests.case_tables import every
from tests.rules.event_file.example_file import example
from tests.rules.event_file.test_refusals import said_of
from tournaments.rules.event_file import read, write

FIRST = "phases[0].settings.prizes"
FINALS = "phases[1].settings.prizes"
PLACE = {"places": [1, 1], "sum": 5}
BAD = [
    ({"pot": []}, "event.pot", "object"),
    ({"pot": {"colour": 1}}, "event.pot.colour", "unknown"),
    ({"pot": {"fee": -1}}, "event.pot.fee", "less than nothing"),
    ({"pot": {"fee": 1.5}}, "event.pot.fee", "12.50"),
    ({"pot": {"fee": True}}, "event.pot.fee", "12.50"),
    ({"pot": {"sum": "1e5"}}, "event.pot.sum", "12.50"),
    ({"pot": {"sum": 10**9 + 1}}, "event.pot.sum", "1000000000"),
    ({"pot": {"smallest": 0}}, "event.pot.smallest", "more than nothing"),
    ({"pot": {"currency": "n" * 13}}, "event.pot.currency", "12 characters"),
    ({"pot": {"currency": 1}}, "event.pot.currency", "text"),
    ({"pot": {"currency": "1"}}, "event.pot.currency", "no part of a sum"),
    ({"pot": {"currency": "."}}, "event.pot.currency", "no part of a sum"),
    ({"pot": {"currency": "%"}}, "event.pot.currency", "no part of a sum"),
    ({"swiss": []}, FIRST, "object"),
    ({"swiss": {"colour": 1}}, f"{FIRST}.colour", "unknown"),
    ({"swiss": {"rows": {}}}, f"{FIRST}.rows", "list"),
    ({"swiss": {"rows": [PLACE] * 201}}, f"{FIRST}.rows", "200"),
    ({"swiss": {"losers_share": 1}}, f"{FIRST}.losers_share", "true or false"),
    ({"row": []}, f"{FIRST}.rows[0]", "object"),
    ({"row": {**PLACE, "colour": 1}}, f"{FIRST}.rows[0].colour", "unknown"),
    ({"row": {"sum": 5}}, f"{FIRST}.rows[0]", "one of places, record and points"),
    ({"row": {**PLACE, "points": 5}}, f"{FIRST}.rows[0]", "one of places"),
    ({"row": {"places": [1, 1]}}, f"{FIRST}.rows[0]", "a sum, a share or a thing"),
    ({"row": {**PLACE, "share": 5}}, f"{FIRST}.rows[0]", "not both"),
    ({"row": {**PLACE, "sum": "-5"}}, f"{FIRST}.rows[0].sum", "less than nothing"),
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
    ({"swiss": {"rows": [PLACE, {"places": [1, 2], "sum": 1}]}}, f"{FIRST}.rows[1].places", "place 1 has"),
    ({"row": {**PLACE, "sum": "10%"}}, f"{FIRST}.rows[0]", "what the pot is"),
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


@every(("said", "path", "words"), BAD)
def test_it_is_refused_with_its_path(said, path, words):
    refusal = said_of(read, file_with(**said))
    assert refusal.startswith(f"{path}: ")
    assert words in refusal


def test_all_of_the_pot_may_be_given_away_in_shares():
    shares = {"row": {"points": 1, "share": "40%"}, "finals": {"rows": [{"places": [1, 2], "sum": "30%"}]}}
    data = file_with(**shares, pot={"fee": 5, "currency": "€"})
    event = read(data)
    assert event.pot == {"fee": 5, "currency": "€"}
    assert write(event)["phases"][1]["settings"]["prizes"] == shares["finals"]
