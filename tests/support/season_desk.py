"""The evenings of a season as they happen at the desk, noted for a comparison with plain arithmetic."""

import csv
from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random
from zoneinfo import ZoneInfo

from django.test import Client
from django.urls import reverse

from tests.support.desk_events import form, fresh
from tests.support.pages import tap_result
from tests.support.season_arithmetic import Evening, League, Row, season_table
from tests.support.worker import run_worker
from tournaments.changes.tasks import CHANCES
from tournaments.history.cache import load_history
from tournaments.models import Event, Person, Player
from tournaments.web.answers import new_idempotency_key

ROUNDS = 3
RESULTS = ("2-0", "2-0", "2-1", "2-1", "1-2", "0-2", "1-1")


@dataclass
class Season:
    """What has happened so far, by name, and the desk of the club as a browser that shows nothing.

    `people` says who a name is if not the person of this name, None once erased; `guests` are those of each
    league, `strong` win against all others.
    """

    desk: Client
    club: str
    leagues: list[League]
    strong: set[str]
    rng: Random = field(default_factory=lambda: Random(2026))
    events: list[Event] = field(default_factory=list)
    evenings: list[Evening] = field(default_factory=list)
    elsewhere: dict[str, Evening] = field(default_factory=dict)
    people: dict[str, str | None] = field(default_factory=dict)
    guests: dict[str, set[str]] = field(default_factory=dict)

    def begin(self):
        """Note the evening whose event was created last."""
        event = Event.objects.latest("id")
        day = event.starts_at.astimezone(ZoneInfo(event.timezone)).date()
        self.events.append(event)
        self.evenings.append(Evening(f"{event.name}, {day}"))

    def repeat(self, names):
        """Repeat the last event by the form, with these names: those whom the club knows are ticked."""
        known = dict(Person.objects.filter(name__in=names).values_list("name", "public_id"))
        number = len(self.events) + 1
        sent = {
            "key": new_idempotency_key(),
            "name": f"Evening {number}",
            "timezone": "UTC",
            "start": "19:00",
        }
        sent["day"] = self.day_of(number)
        sent |= {
            "people": list(known.values()),
            "names": "\n".join(name for name in names if name not in known),
        }
        answer = self.desk.post(reverse("repeat_event", args=[self.events[-1].slug]), sent)
        assert answer.status_code == 302, answer.content.decode()
        self.begin()

    @property
    def names(self) -> set[str]:
        """The names of all who have been seated."""
        tables = (table for one in self.evenings for round_ in one.rounds for table in round_.values())
        return {name for first, second, *_games in tables for name in (first, second) if name}

    def day_of(self, number: int) -> date:
        """Return the day of an evening by its number: one a week."""
        return self.events[0].starts_at.date() + timedelta(weeks=number - 1)

    def play(self, drop=False):
        """Play the last event to its end by the forms of the desk; a player can drop after round 1."""
        event = self.events[-1]
        for number in range(1, ROUNDS + 1):
            self.send("pair", event)
            self.send("publish_round", event, phase=1, round=number)
            for table, text in self.note_round(pairings_of(event)).items():
                tap_result(self.desk, event, table, text, number=number)
            if drop and number == 1:
                leaver = self.evenings[-1].rounds[0][2][1]
                player = Player.objects.get(event=event, name=leaver)
                self.send("drop_player", event, player.public_id, table="play")
        self.send("finish_round", event)

    def send(self, name, event, *place, **fields):
        answer = self.desk.post(reverse(name, args=[event.slug, *place]), form(event, **fields))
        assert answer.status_code == 302, answer.content.decode()

    def note_round(self, pairings: dict[int, tuple]) -> dict[int, str]:
        """Choose and note the results of a round; return what is reported at each table. A bye wins 2–0."""
        round_, texts = {}, {}
        for table, (first, second) in pairings.items():
            text = "2-0" if second is None else self.choose_result(first, second)
            won, lost = map(int, text.split("-"))
            round_[table] = (first, second, won, lost)
            if second is not None:
                texts[table] = text
        self.evenings[-1].rounds.append(round_)
        return texts

    def choose_result(self, first, second) -> str:
        if (first in self.strong) != (second in self.strong):
            return "2-0" if first in self.strong else "0-2"
        return self.rng.choice(RESULTS)

    def correct(self, evening: int, round_: int, table: int, won: int, lost: int):
        """Note that a result was another one."""
        rounds = self.evenings[evening - 1].rounds
        first, second, *_wrong = rounds[round_ - 1][table]
        rounds[round_ - 1][table] = (first, second, won, lost)

    def expected_rows(self, league: League) -> list[tuple]:
        """Return (rank, name, total, scores by evening, evenings that do not count) of the whole table."""
        before = [self.elsewhere[league.name]] if league.name in self.elsewhere else []
        guests = self.guests.get(league.name, set())
        rows = season_table(before + self.evenings, league, self.people, guests)
        return [plain_row(row) for row in rows]

    def titles(self, league: League) -> list[str]:
        before = [self.elsewhere[league.name].title] if league.name in self.elsewhere else []
        return before + [one.title for one in self.evenings]

    def address(self, league: League, name="series", *more) -> str:
        return reverse(name, args=[self.club, league.name.lower().replace(" ", "-"), *more])

    def compare(self, after: str):
        """Compare the public CSV files of all leagues with the arithmetic."""
        run_worker(CHANCES)
        for league in self.leagues:
            answer = Client().get(self.address(league), {"format": "csv"})
            head, *lines = csv.reader(answer.content.decode().splitlines())
            titles = self.titles(league)
            assert head[5:-1] == titles, (after, league.name)
            rows = [csv_row(line, titles) for line in lines]
            assert rows == self.expected_rows(league), (after, league.name)


def pairings_of(event: Event) -> dict[int, tuple[str, str | None]]:
    """Return the names at each table of the last round; a bye is at table 0."""
    history = load_history(fresh(event))
    matches = history.phase(1).rounds[-1].matches
    return {match.table or 0: (*(history.names[key] for key in match.players), None)[:2] for match in matches}


def csv_row(line: list[str], titles: list[str]) -> tuple:
    rank, name, total, _attendance, _adjustments, *cells, struck = line
    scores = {title: rounded(cell) for title, cell in zip(titles, cells, strict=True) if cell}
    return int(rank), name, rounded(total), scores, {title for title in struck.split("; ") if title}


def plain_row(row: Row) -> tuple:
    scores = {title: rounded(score) for title, score in row.scores.items()}
    return row.rank, row.name, rounded(row.total), scores, set(row.struck)


def rounded(number) -> float:
    """Return a number as pages have it, with four decimals."""
    return round(float(number), 4)
