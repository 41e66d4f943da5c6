"""The page of a simulation."""

import json
import shlex
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from django.utils.translation import gettext, gettext_noop, ngettext

from ...models import SimulationRun
from ...rules.simulation.measures import MEASURES
from .measures import GROUPS, TEXTS, Picture, draw_picture, draw_plot, estimate_text, short_text

# Half-widths of intervals: 99.9 % and 95 %, which the results store.
CERTAIN_WIDTHS = 3.2905 / 1.96

UNKNOWN = gettext_noop("too close to tell")
SAME = gettext_noop("the same")
# Whether the best format has the most or the least of a measure: words for the others, certain or probable.
MOST = (gettext_noop("certainly less"), gettext_noop("probably less"))
LEAST = (gettext_noop("certainly more"), gettext_noop("probably more"))
# The measures that the sentences are about.
MAIN_MEASURES = {
    "best_wins": (MOST, gettext_noop("more is fairer")),
    "live_matches": (MOST, gettext_noop("more is more exciting")),
    "missed_on_tiebreaks": (LEAST, gettext_noop("fewer is fairer")),
    "unbeaten_out": (LEAST, gettext_noop("less is fairer")),
    "hours": (LEAST, gettext_noop("fewer cost less")),
}


@dataclass(frozen=True)
class MeasureSentence:
    """The formats by one measure: the best and its number; `hint` says what is better.

    `others` are (name, number, how certain the difference is).
    """

    title: str
    hint: str
    first: str
    number: str
    others: list[tuple[str, str, str]]

    @property
    def is_same(self) -> bool:
        """Return whether all formats have exactly the same number."""
        return all(verdict == gettext(SAME) for _name, _number, verdict in self.others)


def sentences(result: dict) -> list[MeasureSentence]:
    """Return a sentence for each main measure that applies to every format."""
    compared_measures = []
    for key, (words, hint) in MAIN_MEASURES.items():
        if any(entry["measures"][key] is None for entry in result["formats"]):
            continue
        means = {entry["name"]: entry["measures"][key]["mean"] for entry in result["formats"]}
        first, *others = sorted(means, key=means.get, reverse=words is MOST)
        compared = [
            (name, short_text(key, means[name]), verdict(result, key, first, name, words)) for name in others
        ]
        title = gettext(TEXTS[key].name)
        compared_measures.append(
            MeasureSentence(title, gettext(hint), first, short_text(key, means[first]), compared)
        )
    return compared_measures


def verdict(result: dict, key: str, best: str, other: str, words: tuple[str, str]) -> str:
    """Say how certain it is that two formats differ by a measure; `words` are MOST or LEAST."""
    difference = difference_of(result, key, best, other)
    mean, error = abs(difference["mean"]), difference["error"]
    if mean == 0:
        return gettext(SAME if error == 0 else UNKNOWN)
    if error is None or mean <= error:
        return gettext(UNKNOWN)
    certain, probable = words
    return gettext(certain if mean > error * CERTAIN_WIDTHS else probable)


def difference_of(result: dict, key: str, first: str, other: str) -> dict:
    """Return the difference of two formats by a measure; its sign depends on their order in the plan."""
    pair = next(entry for entry in result["differences"] if {entry["a"], entry["b"]} == {first, other})
    return pair["measures"][key]


X_KEY, Y_KEY = "best_wins", "live_matches"
MAX_SILENCE = timedelta(minutes=1)
# Minutes, and words for several of them.
UNITS = (
    (24 * 60, gettext_noop("{count} days")),
    (60, gettext_noop("{count} hours")),
    (1, gettext_noop("{count} minutes")),
)


@dataclass(frozen=True)
class Simulation:
    """A plan with its number of events and seed; `result` is None until it is played.

    `run` is the stored run, None of a prepared example.
    """

    address: str
    title: str
    plan: dict
    events: int
    seed: int
    result: dict | None
    run: SimulationRun | None = None
    about: str = ""

    @property
    def command(self) -> str:
        plan = shlex.quote(json.dumps(self.plan, ensure_ascii=False))
        return f"echo {plan} | python manage.py simulate - --events {self.events} --seed {self.seed}"

    @property
    def events_text(self) -> str:
        return f"{self.events:,}"

    @property
    def names(self) -> list[str]:
        return [entry["name"] for entry in self.plan["formats"]]

    @property
    def percent(self) -> int:
        return self.run.events_played * 100 // self.events

    @property
    def events_played_text(self) -> str:
        return f"{self.run.events_played:,}"

    @property
    def most_events_text(self) -> str:
        return f"{self.run.most_events:,}"

    @property
    def expected_text(self) -> str:
        """The time that all events would take, judged by the first ones, in a sentence."""
        minutes = round(self.run.expected_seconds / 60)
        unit, words = next((unit, words) for unit, words in UNITS if minutes >= 2 * unit or unit == 1)
        amount = gettext(words).format(count=minutes // unit)
        return gettext("{events} events would take about {amount}.").format(
            events=self.events_text, amount=amount
        )

    def is_silent(self, now: datetime) -> bool:
        """Return whether a running simulation has had no news for a minute."""
        run = self.run
        return run.state == run.RUNNING and run.heartbeat_at < now - MAX_SILENCE


def title_of(plan: dict) -> str:
    """Return “Magic and Chess”, or “4 formats”."""
    names = [entry["name"] for entry in plan["formats"]]
    if len(names) == 2:
        return gettext("{one} and {other}").format(one=names[0], other=names[1])
    return ngettext("{count} format", "{count} formats", len(names)).format(count=len(names))


def simulation_of(run: SimulationRun) -> Simulation:
    return Simulation(run.address, title_of(run.plan), run.plan, run.events, run.seed, run.result, run)


@dataclass(frozen=True)
class SmallPlot:
    key: str
    name: str
    definition: str
    lines: list


@dataclass(frozen=True)
class ResultPage:
    """The result of a simulation, with the measures `x_key` and `y_key` on the axes of the picture."""

    result: dict
    x_key: str
    y_key: str

    @property
    def formats(self) -> list[dict]:
        return self.result["formats"]

    @cached_property
    def axis_keys(self) -> list[str]:
        """The measures that apply to every format."""
        return [key for key in MEASURES if all(entry["measures"][key] for entry in self.formats)]

    @property
    def axis_choices(self) -> list[tuple[str, str]]:
        return [(key, gettext(TEXTS[key].name)) for key in self.axis_keys]

    @property
    def axes(self) -> tuple[str, str]:
        """The keys of both axes: those asked for, else the usual ones, else any that apply."""
        x = next(key for key in (self.x_key, X_KEY, *self.axis_keys) if key in self.axis_keys)
        y = next(key for key in (self.y_key, Y_KEY, *self.axis_keys) if key in self.axis_keys)
        return x, y

    @property
    def axis_names(self) -> tuple[str, ...]:
        return tuple(gettext(TEXTS[key].name) for key in self.axes)

    @property
    def picture(self) -> Picture:
        return draw_picture(self.formats, *self.axes)

    @property
    def sentences(self) -> list[MeasureSentence]:
        return sentences(self.result)

    @property
    def plots(self) -> list[tuple[str, list[SmallPlot]]]:
        """(group, plots) of the measures that apply to a format."""
        groups = []
        for title, group in GROUPS:
            keys = [one.key for one in group if any(entry["measures"][one.key] for entry in self.formats)]
            plots = [
                SmallPlot(
                    key,
                    gettext(TEXTS[key].name),
                    gettext(TEXTS[key].definition),
                    draw_plot(self.formats, key),
                )
                for key in keys
            ]
            groups.append((gettext(title), plots))
        return groups

    @property
    def table(self) -> list[tuple[str, list[str]]]:
        """(measure, its number with each format)."""
        return [
            (gettext(TEXTS[key].name), [estimate_text(key, entry["measures"][key]) for entry in self.formats])
            for key in MEASURES
        ]

    @property
    def seeds(self) -> list[tuple[int, list[str]]]:
        """(seed of the finals, how often it wins with each format); empty without finals."""
        shares = [entry["champion_seed"] or {} for entry in self.formats]
        last = max((int(seed) for of in shares for seed in of), default=0)
        return [
            (
                seed,
                [short_text("best_wins", of[str(seed)]) if str(seed) in of else "–" for of in shares],
            )
            for seed in range(1, last + 1)
        ]


def csv_rows(result: dict) -> list[list]:
    """Return a header and a row for each measure: mean and error with each format, blank without them."""
    rows = [
        ["measure", *(f"{entry['name']} {part}" for entry in result["formats"] for part in ("mean", "error"))]
    ]
    for key in MEASURES:
        cells = []
        for entry in result["formats"]:
            estimate = entry["measures"][key] or {"mean": "", "error": ""}
            cells += [estimate["mean"], "" if estimate["error"] is None else estimate["error"]]
        rows.append([key, *cells])
    return rows
