"""Cuts of published events: the seeds are the Swiss ranks, paired 1-8, 4-5, 2-7, 3-6."""

import json
from dataclasses import replace
from pathlib import Path

from tests.support.case_tables import every
from tournaments.rules import event_file
from tournaments.rules.history import BRACKET, PhaseRecord
from tournaments.rules.rounds.phases import playing_in
from tournaments.rules.rounds.progress import next_round
from tournaments.rules.standings.standings import standings

FILES = sorted((Path(__file__).parent / "data").glob("*.event.json"))


@every("file", FILES)
def test_the_seeds_of_a_top_eight_are_the_swiss_ranks(file):
    event = event_file.read(json.loads(file.read_text(encoding="utf-8")))
    size = 8 if len(standings(event.phase(1)).rows) > 8 else 4
    settings = {"cut": {"top": size}, "finals": "single"}
    event = replace(event, phases=(event.phases[0], PhaseRecord(BRACKET, overrides=settings)))
    present = playing_in(event.phase(2))
    ranked = [row.player for row in standings(event.phase(1)).rows if row.player in present]
    result = next_round(event, "seed")
    assert result.event.phase(2).entrants == tuple(ranked[:size])
    seeds = {player: seed for seed, player in enumerate(ranked, 1)}
    pairs = {tuple(sorted(seeds[player] for player in match.players)) for match in result.round.matches}
    assert pairs == ({(1, 8), (4, 5), (2, 7), (3, 6)} if size == 8 else {(1, 4), (2, 3)})
