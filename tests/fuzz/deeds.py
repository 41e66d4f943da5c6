"""Every action there is, with something for each thing that it wants to be told."""

import inspect
from importlib import import_module
from pkgutil import walk_packages

from tests.fuzz.typed import RESULTS
from tournaments import actions
from tournaments.actions.change import Actor
from tournaments.models import Event
from tournaments.queries.events import play
from tournaments.queries.history.cache import load_history
from tournaments.rules.drafts import seat_changes
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import (
    BRACKET,
    DRAFT_PODS,
    PODS,
    ROUND_ROBIN,
    MatchRecord,
    PhaseRecord,
    SeatRecord,
)
from tournaments.rules.rounds import adjustments
from tournaments.rules.settings.pairing import PAIRINGS

# What actions are made of, and those that time or the admin takes.
NOT_DEEDS = ("admin_rows", "change", "rows")
SAID = RESULTS.replace("~", " ").split(" ")
OWN_FINALS = {"matches": [[1, "A", "S1", "S4"], [1, "B", "S2", "S3"], [2, "F", "W:A", "W:B"]]}
RESHAPED = (
    {"rounds": 2},
    {"rounds": 5, "best_of": 5},
    {"pairing": PAIRINGS[1]},
    {"points": {"win": 2, "draw": 1}},
    {"tiebreakers": ["buchholz", "random"]},
    {"apart": {"club": 1}, "bye_to": "random"},
    {"carry": True, "cut": {"top": 4}},
    {"cut": {"min_points": 3}},
    {"cut": {"percent": 50}},
    {"third_place": True},
    {"minutes": 50, "hidden_standings": True},
    {"reporting": "slips"},
    {"report_minutes": 5},
    {"betting": {}},
    {"rounds": None, "best_of": None},
    {"rounds": -1},
    {"best_of": 4},
    {"nothing": 1},
)
PHASES = (
    PhaseRecord(name="Day two", settings={"rounds": 2, "carry": True, "cut": {"top": 4}}),
    PhaseRecord(BRACKET, "Finals", {"finals": "single", "cut": {"top": 4}}),
    PhaseRecord(DRAFT_PODS, "Draft", {"cut": {"top": 8}}),
    PhaseRecord(ROUND_ROBIN, "Pools", {"pools": 2, "cut": {"top": 6}}),
    PhaseRecord(PODS, "Pods", {"rounds": 1}),
)
TABLES = ({"rows": [{"places": [1, 1], "sum": 50}]}, {"rows": [{"record": "x-1", "share": "40%"}]}, {})


def deeds() -> dict:
    """Name → action: every function of the room that takes an event and who asks."""
    found = {}
    for module in walk_packages(actions.__path__, f"{actions.__name__}."):
        if module.name.split(".")[2] in NOT_DEEDS:
            continue
        room = import_module(module.name)
        for name, function in inspect.getmembers(room, inspect.isfunction):
            own = function.__module__ == room.__name__
            if own and list(inspect.signature(function).parameters)[:2] == ["event", "actor"]:
                found[name] = function
    return found


class Teller:
    """Something for every parameter, as the event stands: mostly what fits, now and then what cannot be."""

    def __init__(self, event: Event, chance):
        self.event, self.chance = event, chance
        self.told = load_history(event)
        try:
            self.phase, self.round = play.current_round(event)
        except RuleViolation:
            self.phase, self.round = self.told.current, 1
        if chance.random() < 0.1:
            self.phase = chance.randint(0, len(self.told.phases) + 1)
            self.round = chance.randint(0, 4)

    def arguments(self, function) -> dict:
        """Of the function; what has a default is left out half of the time."""
        told, taken = {}, inspect.signature(function).parameters
        for name, parameter in list(taken.items())[2:]:
            if parameter.kind is parameter.VAR_KEYWORD:
                told |= self.more(function.__name__, name, told)
            elif parameter.default is parameter.empty or self.chance.random() < 0.5:
                told[name] = self.one(function.__name__, name, parameter, "phase" in taken)
        return told

    def one(self, action, name, parameter, has_phase):
        pick, chance = self.chance.choice, self.chance
        if isinstance(PHASES[0], parameter.annotation if isinstance(parameter.annotation, type) else ()):
            return pick(PHASES)
        if name in ("key", "player", "a", "b", "keep", "gone"):
            return self.player()
        if name == "number" and not has_phase:
            return self.phase if chance.random() < 0.6 else chance.randint(0, len(self.told.phases) + 1)
        if name == "seats":
            return self.match().players
        if name == "table":
            return self.match().table or chance.randint(1, 9)
        known = {
            "phase": [self.phase],
            "number": [self.round, self.round, self.round, max(1, self.round - 1)],
            "round_number": [self.round, self.round, max(1, self.round - 1)],
            "said": SAID,
            "text": ["Lunch until 14:00", "", "\u202eelba", "x" * 500],
            "lines": [
                f"Late {chance.randint(1, 999)}",
                "Ada; Club; 1800\nBo",
                " ;",
                "\u200b",
                "=1+1",
                "Ada\nAda",
            ],
            "minutes": [5, -3, 0, 100_000] if action != "set_hall" else [{1: 40}, {1: 0, 2: 35}, {1: -1}],
            "kind": [*adjustments.KINDS, *seat_changes.KINDS, "move"],
            "choice": ["leave", "fewest", "draw", "remake"],
            "reason": ["came late", ""],
            "shown": [""],
            "seed": ["s", "t", ""],
            "finals_key": [
                "single",
                "mcintyre8",
                "double",
                "super_league8",
                "pods4",
                None,
                OWN_FINALS,
                "nothing",
            ],
            "top": [2, 4, 8, None, 0, 10_000],
            "to": [1, 2, 3, 0],
            "after": [0, 1, 2, 9],
            "name": ["Top four", ""],
            "cut": [{"top": 4}, {"losses": 1, "ties": "in"}, {"min_points": 3}, None, {"percent": 0}],
            "picked": [tuple(self.some_players(4)), None, ("p1", "p1"), ()],
            "pot": [{"fee": 10, "currency": "€"}, {"sum": 50}, {}, {"sum": -1}],
            "tables": [{1: pick(TABLES)}, {2: pick(TABLES)}, {}],
            "reporting": ["players", "slips", "none"],
            "report_minutes": [0, 5, 10],
            "drop": [None, True, False],
            "pk": [*self.event.messages.values_list("pk", flat=True), 0],
            "entry_id": [None, *self.event.log.order_by("-id").values_list("pk", flat=True)[:8]],
            "point_id": [*self.event.snapshots.values_list("pk", flat=True), 0],
        }
        if name in known:
            return pick(known[name])
        # Of what nobody has thought of here: what its kind of value mostly is.
        kinds = {"int": [1, 0, 2], "bool": [True, False], "str": ["x", "", self.player()]}
        return pick(kinds.get(getattr(parameter.annotation, "__name__", "str"), [None]))

    def more(self, action, name, told) -> dict:
        pick = self.chance.choice
        if name == "settings":
            return dict(pick(RESHAPED))
        if name == "how":
            return {"seed": pick(("s", "t")), "exceptions": pick((True, False))}
        if name == "facts" and action == "change_event":
            facts = (
                {"name": "Saturday"},
                {"place": "Hall 2"},
                {"timezone": "Asia/Tokyo"},
                {"rulebook": "chess"},
                {"name": " "},
            )
            return dict(pick(facts))
        if name == "facts":
            facts = (
                {"name": "Ada"},
                {"club": "Mill"},
                {"table": 3},
                {"byes": {self.round + 1: "draw"}},
                {"seed": 2},
            )
            return dict(pick(facts))
        wanted = inspect.signature(
            {**adjustments.KINDS, **seat_changes.KINDS}.get(told.get("kind"), lambda: 0)
        )
        usual = {
            "a": self.player(),
            "b": self.player(),
            "table": self.chance.randint(1, 9),
            "pins": (1,),
            "seed": "t",
        }
        return {name: usual[name] for name in wanted.parameters if name in usual}

    def player(self) -> str:
        keys = [player.id for player in self.told.players]
        return self.chance.choice(keys) if keys and self.chance.random() < 0.95 else "nobody"

    def some_players(self, count):
        return [self.player() for _ in range(count)]

    def match(self) -> MatchRecord:
        """One of the round; the first ones mostly, so that some are done again and some stay open."""
        phase = self.told.phases[self.phase - 1] if 1 <= self.phase <= len(self.told.phases) else None
        rounds = phase.rounds if phase else ()
        matches = rounds[self.round - 1].matches if 1 <= self.round <= len(rounds) else ()
        open_ones = [match for match in matches if not match.reported]
        if open_ones and self.chance.random() < 0.8:
            return self.chance.choice(open_ones)
        return (
            self.chance.choice(matches) if matches else MatchRecord((SeatRecord("p1"), SeatRecord("p2")), 1)
        )

    def by(self) -> Actor:
        """Some look at the page as it is, some at one that is old; now and then a request comes twice."""
        pick = self.chance.choice
        old = self.event.log.exclude(key="").values_list("key", flat=True)
        seen = pick((None, self.event.version, self.event.version, max(1, self.event.version - 2)))
        key = pick([f"page.{self.chance.random()}"] * 9 + list(old[:1]))
        user = pick([staff.user for staff in self.event.staff.select_related("user")])
        return Actor(user.get_username(), user, key=key, seen_version=seen)
