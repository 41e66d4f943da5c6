"""Finds all actions, and makes up arguments for them."""

import inspect
from importlib import import_module
from pkgutil import walk_packages

from django.db import transaction
from hypothesis import strategies as st

import tournaments
from tests.fuzz.form_values import RESULTS
from tests.support.repetitions import count
from tournaments.changes.change import Actor, DuplicateRequest
from tournaments.history.cache import load_history
from tournaments.models import Event, Person
from tournaments.rules.drafts import SEAT_CHANGES
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
from tournaments.rules.history.players import (
    AT_ONCE,
    REQUIRED,
    CheckInSettings,
    ListSettings,
    RegistrationField,
    RegistrationSettings,
)
from tournaments.rules.registration import RegistrationEntry
from tournaments.rules.rounds.adjustments import KINDS
from tournaments.rules.settings.fields import PAIRINGS
from tournaments.web.status import current_round

# Parts of larger actions, which give them their arguments.
EXCLUDED_FUNCTIONS = (
    "log_creation",
    "forget_organiser",
    "move_up",
    "invite_people",
    "end_unanswered",
    "give_seat",
    "draw_final_seats",
)
RESULT_TEXTS = RESULTS.replace("~", " ").split(" ")
OWN_FINALS = {"matches": [[1, "A", "S1", "S4"], [1, "B", "S2", "S3"], [2, "F", "W:A", "W:B"]]}
SETTINGS = (
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
    PhaseRecord(name="Day two", overrides={"rounds": 2, "carry": True, "cut": {"top": 4}}),
    PhaseRecord(BRACKET, "Finals", {"finals": "single", "cut": {"top": 4}}),
    PhaseRecord(DRAFT_PODS, "Draft", {"cut": {"top": 8}}),
    PhaseRecord(ROUND_ROBIN, "Pools", {"pools": 2, "cut": {"top": 6}}),
    PhaseRecord(PODS, "Pods", {"rounds": 1}),
)
EVENT_FACTS = (
    {"name": "Saturday"},
    {"place": "Hall 2"},
    {"timezone": "Asia/Tokyo"},
    {"rulebook": "chess"},
    {"name": " "},
)
PLAYER_FACTS = ({"name": "Ada"}, {"club": "Mill"}, {"table": 3}, {"seed": 2})
ENTRY_NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn", "\u202eelba", " ", "x" * 300, "=1+1")
NEW_SETTINGS = {
    "set_registration": (
        RegistrationSettings(),
        RegistrationSettings(open=True),
        RegistrationSettings(open=True, cap=2, fields=(RegistrationField("f1", "Army"),)),
        RegistrationSettings(open=True, cap=3, approval=True, waitlist=False),
        RegistrationSettings(open=True, cap=1, email=REQUIRED, fields=(RegistrationField("F 1", "x"),)),
        RegistrationSettings(cap=0),
    ),
    "set_check_in": (CheckInSettings(), CheckInSettings(open=True), CheckInSettings(True, "soon")),
    "set_lists": (ListSettings(), ListSettings(ask=REQUIRED), ListSettings(visible=AT_ONCE, ask="now")),
}
# Parameters of actions of registration, check-in and lists; row ids and links of entries.
REGISTRATION_VALUES = {
    "entry": lambda own, action: own.entry(),
    "pks": lambda own, action: own.entries("pk", own.random.randint(0, 3)),
    "keys": lambda own, action: own.some_players(2),
    "playing": lambda own, action: own.some_players(2),
    "token": lambda own, action: own.random.choice([*own.entries("token", 3), "unknown"]),
    "settings": lambda own, action: own.random.choice(NEW_SETTINGS[action]),
    "language": lambda own, action: "de",
    "site_url": lambda own, action: "",
}
TABLES = ({"rows": [{"places": [1, 1], "sum": 50}]}, {"rows": [{"record": "x-1", "share": "40%"}]}, {})


def find_actions() -> dict:
    """Return name → function of every action: its first parameters are `event` and `actor`."""
    functions = {}
    for module_info in walk_packages(tournaments.__path__, "tournaments."):
        if ".actions" not in module_info.name:
            continue
        module = import_module(module_info.name)
        for name, function in inspect.getmembers(module, inspect.isfunction):
            is_own = function.__module__ == module.__name__ and name not in EXCLUDED_FUNCTIONS
            if is_own and list(inspect.signature(function).parameters)[:2] == ["event", "actor"]:
                functions[name] = function
    return functions


class RandomArguments:
    """Makes up arguments that fit the current state of the event, and sometimes invalid ones."""

    def __init__(self, event: Event, random):
        self.event, self.random = event, random
        self.history = load_history(event)
        try:
            self.phase, self.round = current_round(event)
        except RuleViolation:
            self.phase, self.round = self.history.current_phase.number, 1
        if random.random() < 0.1:
            self.phase = random.randint(0, len(self.history.phases) + 1)
            self.round = random.randint(0, 4)

    def for_action(self, function) -> dict:
        """Return arguments of the function; half of the optional ones are left out."""
        values, parameters = {}, inspect.signature(function).parameters
        for name, parameter in list(parameters.items())[2:]:
            if parameter.kind is parameter.VAR_KEYWORD:
                values |= self.keyword_values(function.__name__, name, values)
            elif parameter.default is parameter.empty or self.random.random() < 0.5:
                values[name] = self.value(function.__name__, name, parameter, "phase" in parameters)
        return values

    def value(self, action, name, parameter, has_phase):
        pick, random = self.random.choice, self.random
        if isinstance(PHASES[0], parameter.annotation if isinstance(parameter.annotation, type) else ()):
            return pick(PHASES)
        if action == "move_in_waitlist" and name == "to":
            return pick(("first", "up", "down"))
        if action == "import_registrations" and name == "lines":
            return [(number, self.entry()) for number in range(1, 4)]
        if name in REGISTRATION_VALUES and (name != "settings" or action in NEW_SETTINGS):
            return REGISTRATION_VALUES[name](self, action)
        if name in ("key", "player", "a", "b", "keep", "remove"):
            return self.player()
        if name == "number" and not has_phase:
            return self.phase if random.random() < 0.6 else random.randint(0, len(self.history.phases) + 1)
        if name == "seats":
            return self.match().players
        if name == "table":
            return self.match().table or random.randint(1, 9)
        known = {
            "phase": [self.phase],
            "number": [self.round, self.round, self.round, max(1, self.round - 1)],
            "round_number": [self.round, self.round, max(1, self.round - 1)],
            "result_text": RESULT_TEXTS,
            "text": ["Lunch until 14:00", "", "\u202eelba", "x" * 500],
            "lines": [
                f"Late {random.randint(1, 999)}",
                "Ada; Club; 1800\nBo",
                " ;",
                "\u200b",
                "=1+1",
                "Ada\nAda",
            ],
            "people": [(), list(Person.objects.values_list("pk", flat=True)[:3]), [0]],
            "minutes": [5, -3, 0, 100_000],
            "ends": ["", "round", "15"],
            "kind": [*KINDS, *SEAT_CHANGES, "move"],
            "choice": ["leave", "fewest", "draw", "remake"],
            "reason": ["came late", ""],
            "fingerprint": [""],
            "seed": ["s", "t", ""],
            "finals_key": ["single", "mcintyre8", "double", "super_league8", "pods4", None, OWN_FINALS, "x"],
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
            "pk": [*self.event.messages.values_list("pk", flat=True), *self.entries("pk", 2), 0],
            "entry_id": [None, *self.event.log.order_by("-id").values_list("pk", flat=True)[:8]],
            "point_id": [*self.event.restore_points.values_list("pk", flat=True), 0],
        }
        if name in known:
            return pick(known[name])
        # Other parameters by type.
        kinds = {"int": [1, 0, 2], "bool": [True, False], "str": ["x", "", self.player()]}
        return pick(kinds.get(getattr(parameter.annotation, "__name__", "str"), [None]))

    def keyword_values(self, action, name, values) -> dict:
        """Return the arguments of a function's variable keywords; `values` are its other arguments."""
        pick = self.random.choice
        if name == "settings":
            return dict(pick(SETTINGS))
        if name == "facts" and action == "change_event":
            return dict(pick(EVENT_FACTS))
        if name == "facts":
            return dict(pick((*PLAYER_FACTS, {"byes": {self.round + 1: "draw"}})))
        if "kind" not in values:
            return {"seed": pick(("s", "t")), "exceptions": pick((True, False))}
        change = {**KINDS, **SEAT_CHANGES}.get(values["kind"], lambda: 0)
        known = {
            "a": self.player(),
            "b": self.player(),
            "table": self.random.randint(1, 9),
            "pins": (1,),
            "seed": "t",
        }
        return {name: known[name] for name in inspect.signature(change).parameters if name in known}

    def player(self) -> str:
        keys = [player.id for player in self.history.players]
        return self.random.choice(keys) if keys and self.random.random() < 0.95 else "nobody"

    def some_players(self, count):
        return [self.player() for _ in range(count)]

    def entries(self, column, count) -> list:
        """Return a column of some of the event's registrations."""
        values = list(self.event.registrations.order_by("pk").values_list(column, flat=True))
        return self.random.sample(values, min(count, len(values)))

    def entry(self) -> RegistrationEntry:
        """Return what a player enters to register, sometimes invalid."""
        name, email = self.random.choice(ENTRY_NAMES), self.random.choice(("", "", "ada@example.org", "ada"))
        answers = self.random.choice(({}, {}, {"f1": "Elves"}, {"player_id": "7"}, {"f9": "x"}))
        return RegistrationEntry(name, email=email, answers=answers)

    def match(self) -> MatchRecord:
        """Return a match of the round, mostly one without a result."""
        phase = self.history.phases[self.phase - 1] if 1 <= self.phase <= len(self.history.phases) else None
        rounds = phase.rounds if phase else ()
        matches = rounds[self.round - 1].matches if 1 <= self.round <= len(rounds) else ()
        open_matches = [match for match in matches if not match.reported]
        if open_matches and self.random.random() < 0.8:
            return self.random.choice(open_matches)
        return (
            self.random.choice(matches) if matches else MatchRecord((SeatRecord("p1"), SeatRecord("p2")), 1)
        )

    def actor(self) -> Actor:
        """Return an actor with a current or an old page; sometimes the request is a repeated one."""
        pick = self.random.choice
        used_keys = self.event.log.exclude(key="").values_list("key", flat=True)
        version = pick((None, self.event.version, self.event.version, max(1, self.event.version - 2)))
        key = pick([f"page.{self.random.random()}"] * 9 + list(used_keys[:1]))
        user = pick([staff.user for staff in self.event.staff.select_related("user")])
        return Actor(user.get_username(), user, key=key, seen_version=version)


# Number of actions of a walk, and number of walks.
STEPS = count(15, 30)


WALKS = count(1, 4)


STATE_NAMES = [
    *("fresh", "running", "in_finals", "pods_running", "draft_ahead", "day_one_over", "half_a_round"),
    *("with_places_left", "with_a_waitlist", "with_approval", "partly_checked_in"),
]


ACTIONS = find_actions()


# Chosen more often, so that events make progress.
FREQUENT = (*("report_result",) * 4, *("pair_next_round",) * 2, "submit_report", "undo")


steps = st.tuples(st.sampled_from(sorted(ACTIONS)) | st.sampled_from(FREQUENT), st.integers(0, 2**32))


def run_action(event, actor, name, arguments) -> str:
    """Return "done", or the name of the exception."""
    try:
        with transaction.atomic():
            ACTIONS[name](event, actor, **arguments)
    except (RuleViolation, DuplicateRequest) as refusal:
        assert str(refusal).strip() or isinstance(refusal, DuplicateRequest)
        return type(refusal).__name__
    return "done"
