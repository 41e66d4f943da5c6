"""Events to measure, of any number of players and the same every time."""

from dataclasses import dataclass
from random import Random

from tournaments.rules.history import (
    BRACKET,
    EventHistory,
    MatchRecord,
    PhaseRecord,
    PlayerRecord,
    RoundRecord,
    SeatRecord,
)

FIRST = ("Ada", "Chidi", "Dagny", "Elif", "Inès", "Kasper", "Oisín", "Shirogane")
LAST = ("Barlow", "Quiroga", "Sørlie", "O’Dwyer", "Montalbán", "Eichstädt", "Ben-Yousef", "Zawiślak")
SCORES = ((2, 0), (2, 0), (2, 1), (1, 2), (0, 2), (0, 2), (1, 1))
BEFORE, ROUNDS = 4, 7


@dataclass(frozen=True)
class Hall:
    """A stored event in a running round; a seat is (player id, token)."""

    slug: str
    round: int
    tables: tuple[tuple[tuple[str, str], ...], ...]
    organiser_cookie: str

    @property
    def url(self) -> str:
        return f"/e/{self.slug}/"

    @property
    def own_pages(self) -> list[str]:
        return [f"{self.url}me/{token}/" for seats in self.tables for _player, token in seats]


def played(name, players, rounds=BEFORE, swiss=ROUNDS):
    """A Swiss event after so many rounds, paired by wins in random order; the same every time."""
    lot = Random(players)
    people = tuple(
        PlayerRecord(f"p{n + 1}", f"{FIRST[n % 8]} {chr(65 + n // 64)}. {LAST[n // 8 % 8]}")
        for n in range(players)
    )
    wins, made = dict.fromkeys((player.id for player in people), 0), []
    for number in range(1, rounds + 1):
        order, matches = sorted(wins, key=lambda key: (-wins[key], lot.random())), []
        for table, (one, other) in enumerate(zip(order[::2], order[1::2], strict=True), 1):
            won, lost = lot.choice(SCORES)
            matches.append(MatchRecord((SeatRecord(one, games=won), SeatRecord(other, games=lost)), table))
            wins[one] += won > lost
            wins[other] += lost > won
        made.append(RoundRecord(number, matches=tuple(matches)))
    finals = PhaseRecord(BRACKET, "Finals", {"finals": "single", "cut": {"top": 8}})
    return EventHistory(
        name, "magic", people, (PhaseRecord(settings={"rounds": swiss}, rounds=tuple(made)), finals)
    )


def store(*events) -> list[Hall]:
    """Store events and pair and publish their next rounds."""
    from django.contrib.auth import get_user_model
    from django.test import Client

    from tournaments.actions.change import Actor
    from tournaments.actions.events import events as actions
    from tournaments.actions.rounds import rounds
    from tournaments.models import Event as Row

    organiser = get_user_model().objects.create_superuser("organiser", password="a hall full of tables")
    client = Client()
    client.force_login(organiser)
    by, cookie = Actor("organiser", organiser), f"sessionid={client.cookies['sessionid'].value}"
    halls = []
    for history in events:
        event = actions.import_event(history, by)
        rounds.pair_next_round(Row.objects.get(pk=event.pk), by, seed="hall", publish=True)
        halls.append(load_hall(event.slug, cookie))
    return halls


def load_hall(slug, organiser_cookie) -> Hall:

    newest = RoundRecord.objects.filter(phase__event__slug=slug).latest("phase__number", "number")
    seats = newest.seats.order_by("match__table", "position")
    tables = {}
    for table, player, token in seats.values_list("match__table", "player__key", "player__token"):
        tables.setdefault(table, []).append((player, token))
    full = tuple(tuple(seats) for seats in tables.values() if len(seats) > 1)
    return Hall(slug, newest.number, full, organiser_cookie)
