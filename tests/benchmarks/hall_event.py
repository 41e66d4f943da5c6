"""Halls to be measured: events of many players, the same every time."""

from contextlib import contextmanager
from dataclasses import dataclass, replace
from random import Random

from tests.benchmarks.hall_site import Site, on_sqlite
from tournaments.rules.history import BRACKET, Event, Match, Phase, Player, Round, Seat

FIRST = ("Ada", "Chidi", "Dagny", "Elif", "Inès", "Kasper", "Oisín", "Shirogane")
LAST = ("Barlow", "Quiroga", "Sørlie", "O’Dwyer", "Montalbán", "Eichstädt", "Ben-Yousef", "Zawiślak")
SCORES = ((2, 0), (2, 0), (2, 1), (1, 2), (0, 2), (0, 2), (1, 1))
BEFORE, ROUNDS = 4, 7


@dataclass(frozen=True)
class Hall:
    """An event of a running site before the results of its round: (player, token) of each table's seats, and
    who is signed in as its organiser; `over` is the slug of another event, in its finals."""

    site: Site
    slug: str
    tables: tuple[tuple[tuple[str, str], ...], ...]
    cookie: str
    over: str = ""
    round: int = BEFORE + 1

    @property
    def base(self) -> str:
        return self.site.base

    @property
    def tokens(self) -> tuple[str, ...]:
        return tuple(token for seats in self.tables for _player, token in seats)

    @property
    def pages(self) -> dict[str, str]:
        """Name → address of each page that people look at."""
        event, over = f"/e/{self.slug}", f"/e/{self.over}"
        return {
            "event": f"{event}/",
            "pairings": f"{event}/rounds/{self.round}/",
            "standings": f"{event}/standings/",
            "bracket": f"{over}/bracket/",
            "personal": f"{event}/me/{self.tokens[0]}/",
            "screen": f"{event}/screen/",
            "players": f"{event}/players/",
            "player": f"{event}/players/p1/",
            "about": f"{event}/about/",
        }


def played(name, players, rounds=BEFORE, swiss=ROUNDS):
    """A Swiss event after so many rounds, paired by wins in random order; the same every time."""
    lot = Random(players)
    people = tuple(
        Player(f"p{n + 1}", f"{FIRST[n % 8]} {chr(65 + n // 64)}. {LAST[n // 8 % 8]}") for n in range(players)
    )
    wins, made = dict.fromkeys((player.id for player in people), 0), []
    for number in range(1, rounds + 1):
        order, matches = sorted(wins, key=lambda key: (-wins[key], lot.random())), []
        for table, (one, other) in enumerate(zip(order[::2], order[1::2], strict=True), 1):
            won, lost = lot.choice(SCORES)
            matches.append(Match((Seat(one, games=won), Seat(other, games=lost)), table))
            wins[one] += won > lost
            wins[other] += lost > won
        made.append(Round(number, matches=tuple(matches)))
    finals = Phase(BRACKET, "Finals", {"finals": "single", "cut": {"top": 8}})
    return Event(name, "magic", people, (Phase(settings={"rounds": swiss}, rounds=tuple(made)), finals))


@contextmanager
def hall(players, folder):
    """A Hall of so many players, on SQLite in `folder`, with another event beside it."""
    with on_sqlite(folder) as site:
        found, over = store(site, played("Hall", players), played("Finals", 256, 5, 5))
        yield replace(found, over=over.slug)


def store(site, *events):
    """The Hall of each event, its next round out."""
    from django.contrib.auth import get_user_model
    from django.test import Client

    from tournaments.actions import events as actions
    from tournaments.actions import rounds
    from tournaments.actions.change import By
    from tournaments.models import Event as Row

    organiser = get_user_model().objects.create_superuser("organiser", password="a hall full of tables")
    client = Client()
    client.force_login(organiser)
    by, cookie = By("organiser", organiser), f"sessionid={client.cookies['sessionid'].value}"
    halls = []
    for told in events:
        event = actions.import_event(told, by)
        rounds.pair_next_round(Row.objects.get(pk=event.pk), by, seed="hall", publish=True)
        halls.append(hall_of(site, event.slug, cookie))
    return halls


def hall_of(site, slug, cookie):
    """The Hall of an event as it is now."""
    from tournaments.models import Round

    newest = Round.objects.filter(phase__event__slug=slug).latest("phase__number", "number")
    return Hall(site, slug, tables_of(newest), cookie, round=newest.number)


def tables_of(round_):
    """(player, token) of each seat at each table of a round, in the order of the tables."""
    seats = round_.seats.order_by("match__table", "position")
    found = {}
    for table, player, token in seats.values_list("match__table", "player__key", "player__token"):
        found.setdefault(table, []).append((player, token))
    return tuple(tuple(people) for people in found.values() if len(people) > 1)
