"""Plans of the tests, and simulated events written as histories."""

from dataclasses import dataclass

from tournaments.rules.history import (
    FINISHED,
    EventHistory,
    PhaseRecord,
    PlayerRecord,
    RoundRecord,
)
from tournaments.rules.simulation.matches import (
    Luck,
    bye_match,
    draw_luck,
    game_scores,
    result_table,
    score_match,
)
from tournaments.rules.simulation.plan import SETTING_KEYS, parse_plan
from tournaments.rules.simulation.played_format import PlayedFormat
from tournaments.rules.simulation.run import play_format
from tournaments.rules.simulation.swiss import play_swiss, player_ids


def make_plan(players, *formats, **keys):
    """Return the Plan of some formats; `keys` are other keys of the plan."""
    entries = [{"name": f"Format {n}", "rulebook": "magic"} | entry for n, entry in enumerate(formats, 1)]
    return parse_plan({"players": players, "formats": entries} | keys)


def play(plan, seed=1, events=1, number=0) -> PlayedFormat:
    """Play events of the plan's format of this number."""
    luck, format_ = draw_luck(plan, seed, range(1, events + 1)), plan.formats[number]
    return play_format(plan, format_, luck, play_swiss(format_, luck))


@dataclass(frozen=True)
class SimulatedEvent:
    """One event of a played format, whose JSON entry in the plan is `entry`."""

    entry: dict
    played: PlayedFormat
    index: int

    @property
    def luck(self) -> Luck:
        return self.played.luck

    @property
    def ids(self):
        return player_ids(self.played.plan.players)

    @property
    def rounds(self):
        return self.played.format.rounds

    def tables(self, number):
        """Return the pairs of players' numbers of a round, and the number with the bye or None."""
        opponents = self.played.rounds.opponents[self.index, :, number - 1].tolist()
        byes = [player for player, other in enumerate(opponents) if other == -1]
        return [(p, other) for p, other in enumerate(opponents) if p < other], (byes[0] if byes else None)

    def history(self, rounds_played):
        """Return the event with so many finished rounds."""
        settings = {key: self.entry[key] for key in SETTING_KEYS if key in self.entry}
        settings |= {"rounds": self.rounds}
        records = tuple(self._round(number) for number in range(1, rounds_played + 1))
        phases = [PhaseRecord(overrides=settings, rounds=records)]
        if table := self.played.format.table:
            best_of = self.played.format.finals_best_of
            cut = {
                "finals": self.entry.get("finals", table.key),
                "cut": {"top": table.size},
                "best_of": best_of,
            }
            phases.append(PhaseRecord("bracket", overrides=cut))
        players = tuple(PlayerRecord(player, player) for player in self.ids)
        return EventHistory("Simulated", self.entry["rulebook"], players, tuple(phases))

    def _round(self, number):
        pairs, bye = self.tables(number)
        scores = game_scores(self.played.format.settings.best_of)
        results = self.played.rounds.results[self.index, :, number - 1].tolist()
        matches = [
            score_match(*scores[results[one]], players=(self.ids[one], self.ids[other]), table=table)
            for table, (one, other) in enumerate(pairs, 1)
        ]
        if bye is not None:
            assert results[bye] == result_table(self.played.format.settings).bye
            matches.append(bye_match(self.ids[bye]))
        seed = self.luck.round_seed(self.index, number)
        return RoundRecord(number, FINISHED, seed=seed, matches=tuple(matches))


def simulated_events(players, entry, events=2, seed=1, **keys):
    """Play events of one format and return each as a SimulatedEvent."""
    entry = {"name": "Format", "rulebook": "magic"} | entry
    plan = parse_plan({"players": players, "formats": [entry]} | keys)
    played = play(plan, seed, events)
    return [SimulatedEvent(entry, played, index) for index in range(events)]
