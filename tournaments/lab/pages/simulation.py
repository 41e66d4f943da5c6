"""The page of a simulation."""

import json
import shlex
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from django.utils.translation import gettext, gettext_noop, ngettext

from ...models import SimulationRun
from ...rules.simulation.measures import MEASURES
from ...web.charts import Chart
from .comparison import (
    Difference,
    difference_text,
    distinct_names,
    get_difference,
    heading_text,
    interval_text,
)
from .measures import TEXTS, estimate_text, short_text
from .picture import draw_line, draw_picture

# The measures on the axes, unless others are asked for: the first ones that apply to all formats.
X_KEYS, Y_KEYS = ("hours", "rounds"), ("best_wins", "live_matches")
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
class MeasureRow:
    """A measure of the format that is asked about, compared with another format.

    `verdict` is empty without a clear difference, `interval` if the difference is exact or nothing tells it.
    """

    key: str
    name: str
    hint: str
    line: Chart
    verdict: str
    interval: str


@dataclass(frozen=True)
class ResultPage:
    """The result of a simulation: a format that is asked about, another one, and two measures as axes.

    All four are choices of the visitor; those that don't exist are replaced by the usual ones. Formats are
    given by their places, from 0.
    """

    simulation: Simulation
    x_key: str = ""
    y_key: str = ""
    asked: int | None = None
    compared: int | None = None

    @property
    def result(self) -> dict:
        return self.simulation.result

    @property
    def formats(self) -> list[dict]:
        return self.result["formats"]

    @cached_property
    def names(self) -> list[str]:
        """The names of the formats without what all of them share."""
        return distinct_names([entry["name"] for entry in self.formats])

    @property
    def numbered_names(self) -> list[tuple[int, str]]:
        return list(enumerate(self.names))

    @cached_property
    def axis_keys(self) -> list[str]:
        """The measures that apply to every format."""
        return [key for key in MEASURES if all(entry["measures"][key] for entry in self.formats)]

    @property
    def axis_choices(self) -> list[tuple[str, str]]:
        return [(key, gettext(TEXTS[key].name)) for key in self.axis_keys]

    @cached_property
    def axes(self) -> tuple[str, str]:
        """The keys of both axes: those asked for, else the usual ones, else any that apply."""
        x = next(key for key in (self.x_key, *X_KEYS, *self.axis_keys) if key in self.axis_keys)
        y = next(key for key in (self.y_key, *Y_KEYS, *self.axis_keys) if key in self.axis_keys)
        return x, y

    @property
    def axis_names(self) -> tuple[str, ...]:
        return tuple(gettext(TEXTS[key].name) for key in self.axes)

    @cached_property
    def first(self) -> int:
        """The format that is asked about, by default the first one of the plan."""
        return self.asked if self.asked in range(len(self.formats)) else 0

    @cached_property
    def other(self) -> int | None:
        """The format that it is compared with, by default the highest one in the picture."""
        others = [n for n in range(len(self.formats)) if n != self.first]
        if self.compared in others:
            return self.compared
        key = self.axes[1]
        return max(others, key=lambda n: self.formats[n]["measures"][key]["mean"], default=None)

    @property
    def heading(self) -> str:
        if self.other is None:
            return self.simulation.title
        return heading_text(self.result, self.axes[1], self.names, self.first, self.other)

    @property
    def picture(self) -> Chart:
        return draw_picture(self.formats, self.names, self.axes, self.first, self.axis_names[0])

    @cached_property
    def rows(self) -> list[MeasureRow]:
        """The measures by which the two formats can be compared."""
        if self.other is None:
            return []
        differences = {key: get_difference(self.result, key, self.first, self.other) for key in MEASURES}
        return [
            self.build_row(key, difference)
            for key, difference in differences.items()
            if difference and self.is_comparable(key)
        ]

    @property
    def clear_rows(self) -> list[MeasureRow]:
        return [row for row in self.rows if row.verdict]

    @property
    def unclear_rows(self) -> list[MeasureRow]:
        return [row for row in self.rows if not row.verdict]

    def is_comparable(self, key: str) -> bool:
        """Return whether the two formats can be compared by a measure: a larger cut is easier to fill."""
        cuts = {self.simulation.plan["formats"][n].get("cut") for n in (self.first, self.other)}
        return key != "cut_accuracy" or len(cuts) == 1

    def build_row(self, key: str, difference: Difference) -> MeasureRow:
        text, interval = TEXTS[key], difference.interval
        if interval and difference.is_clear and difference.mean < 0:
            # The verdict has the word for less.
            interval = -interval[1], -interval[0]
        return MeasureRow(
            key,
            gettext(text.name),
            gettext(text.hint) if text.hint else "",
            draw_line(self.formats, self.names, key, self.first, self.other),
            difference_text(key, difference.mean) if difference.is_clear else "",
            interval_text(key, interval) if interval and not difference.is_exact else "",
        )

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
