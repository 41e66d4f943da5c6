"""The same file and seed draw the recorded rounds, so that no library changes a draw unnoticed."""

import hashlib
import json
import os
import subprocess
import sys
from dataclasses import replace

import pytest

from tests.support.case_tables import every
from tests.support.histories import event_of, reported
from tests.support.repetitions import count
from tournaments.rules import event_file
from tournaments.rules.history import DRAFT_PODS, ROUND_ROBIN, SWISS
from tournaments.rules.rounds.progress import next_round

# kind, players, settings, then the rounds as drawn: tables in order, the bye last.
SMALL = (
    (
        SWISS,
        9,
        {"rounds": 3},
        (
            "p2-p3 p6-p7 p9-p4 p5-p8 p1",
            "p5-p1 p2-p6 p9-p8 p7-p4 p3",
            "p2-p9 p5-p6 p1-p7 p3-p8 p4",
        ),
    ),
    (
        SWISS,
        8,
        {"rounds": 3, "pairing": "fold", "last_round_pairing": "by_standing"},
        (
            "p1-p2 p3-p6 p7-p4 p5-p8",
            "p1-p5 p3-p7 p2-p6 p4-p8",
            "p1-p3 p7-p2 p5-p4 p6-p8",
        ),
    ),
    (
        SWISS,
        6,
        {"rounds": 5},
        (
            "p1-p2 p3-p6 p4-p5",
            "p3-p1 p4-p2 p5-p6",
            "p4-p1 p3-p5 p6-p2",
            "p3-p4 p5-p2 p1-p6",
            "p3-p2 p4-p6 p1-p5",
        ),
    ),
    (
        ROUND_ROBIN,
        5,
        {},
        (
            "p4-p5 p3-p2 p1",
            "p2-p1 p5-p3 p4",
            "p1-p5 p3-p4 p2",
            "p5-p2 p4-p1 p3",
            "p1-p3 p2-p4 p5",
        ),
    ),
    (
        ROUND_ROBIN,
        4,
        {"double": True},
        (
            "p3-p1 p4-p2",
            "p2-p1 p3-p4",
            "p1-p4 p2-p3",
            "p1-p3 p2-p4",
            "p1-p2 p4-p3",
            "p4-p1 p3-p2",
        ),
    ),
)
SMALL += (
    (
        DRAFT_PODS,
        13,
        {},
        (
            "p11-p12 p3-p8 p7-p4 p10-p1 p9-p13 p5-p6 p2",
            "p3-p11 p7-p2 p12-p4 p10-p5 p9-p1 p13-p6 p8",
            "p3-p7 p8-p11 p2-p12 p9-p10 p13-p5 p1-p6 p4",
        ),
    ),
    (
        DRAFT_PODS,
        13,
        {"draft_inside": "bracket"},
        (
            "p11-p12 p3-p8 p7-p4 p10-p1 p9-p13 p5-p6 p2",
            "p2-p3 p11-p7 p10-p9 p5",
            "p2-p11 p10-p5",
        ),
    ),
)
FOLD, BY_STANDING = {"pairing": "fold"}, {"pairing": "by_standing"}
# kind, players, rounds, settings, and the SHA-256 of all its tables.
BIG = (
    (SWISS, 83, 6, {}, "5a0be323d0dd4b45c3a0c20bd38bf106802079c3a9fd4287e766d8799a4246d4"),
    (SWISS, 83, 4, FOLD, "9245565f512fc787df4c1df95588c29cf0266ec570ce4f73c418a3badf4531af"),
    (SWISS, 83, 4, BY_STANDING, "f3ee035563c0ff01f9302f49a3abc5f93bdfc6ba3defcfc167d6aa5282a70e43"),
    (SWISS, 301, 5, {}, "309760554c5749515ee8892cc1b8b25eaccb88e5f872b8450fed64fc4139fe2e"),
    (DRAFT_PODS, 83, 3, {}, "0d5505e594d97d4215ea1010ac1d4c6951fabc36957d3e13b22956c7bb7f340f"),
    (ROUND_ROBIN, 40, 39, {}, "c07938a3ea81902f16065ab26dcca4387f15537da380eb326713cb9e1d88da82"),
)


def drawn_rounds(kind, count, rounds, settings):
    """Return the rounds of an event as texts; it is exported and imported before each draw."""
    event, values = event_of(count).phase(1).replace(kind=kind, overrides=settings).history, []
    while len(values) < rounds:
        event = event_file.read_text(event_file.text(event))
        made = next_round(event, f"seed {len(values)}")
        event = made.phase.with_round(reported(made.round)).history
        values.append(" ".join("-".join(seat.player for seat in m.seats) for m in made.round.matches))
    return tuple(values)


def sha256_of(rounds):
    return hashlib.sha256("\n".join(rounds).encode()).hexdigest()


@every(("kind", "count", "settings", "rounds"), SMALL)
def test_small_events_match_the_recorded_draws(kind, count, settings, rounds):
    assert drawn_rounds(kind, count, len(rounds), settings) == rounds


@pytest.mark.parametrize(("kind", "size", "rounds", "settings", "known"), BIG[:: count(3, 1)])
def test_big_events_match_the_recorded_hashes(kind, size, rounds, settings, known):
    assert sha256_of(drawn_rounds(kind, size, rounds, settings)) == known


def test_the_order_of_players_and_tables_does_not_change_a_draw():
    event = event_of(21, rounds=4)
    for number in range(2):
        made = next_round(event, f"seed {number}")
        event = made.event.phase(1).with_round(reported(made.round)).history
    turned = tuple(replace(r, matches=r.matches[::-1]) for r in event.phase(1).rounds)
    turned = replace(event, players=event.players[::-1]).phase(1).replace(rounds=turned).history
    assert next_round(turned, "x").round == next_round(event, "x").round


@pytest.mark.parametrize("hash_seed", ["0", "1", "4242"][: count(1, 3)])
def test_the_hash_seed_does_not_change_a_draw(hash_seed):
    five, fold = {"rounds": 5}, {"rounds": 4, "pairing": "fold"}
    events = [(SWISS, 23, 5, five), (SWISS, 6, 5, five), (SWISS, 12, 4, fold), (ROUND_ROBIN, 9, 9, {})]
    code = (
        "import json, sys; from tests.rules.rounds.test_same_draws import drawn_rounds;"
        "print(json.dumps([drawn_rounds(*one) for one in json.load(sys.stdin)]))"
    )
    process = subprocess.run(
        [sys.executable, "-c", code],
        input=json.dumps(events),
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(process.stdout) == [list(drawn_rounds(*one)) for one in events]
