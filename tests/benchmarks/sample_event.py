"""Sample events of any size, the same every time."""

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
PLAYED_ROUNDS, SWISS_ROUNDS = 4, 7


@dataclass(frozen=True)
class StoredEvent:
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


def played(name, players, rounds=PLAYED_ROUNDS, swiss=SWISS_ROUNDS):
    """Return a Swiss event with finals after some rounds."""
    people = tuple(
        PlayerRecord(f"p{n + 1}", f"{FIRST[n % 8]} {chr(65 + n // 64)}. {LAST[n // 8 % 8]}")
        for n in range(players)
    )
    phase = PhaseRecord(overrides={"rounds": swiss}, rounds=play_rounds(people, rounds))
    finals = PhaseRecord(BRACKET, "Finals", {"finals": "single", "cut": {"top": 8}})
    return EventHistory(name, "magic", people, (phase, finals))


def play_rounds(players, rounds) -> tuple[RoundRecord, ...]:
    """Pair rounds by wins in random order, with random results; of an odd number the last one has a bye."""
    rng = Random(len(players))
    wins, played_rounds = dict.fromkeys((player.id for player in players), 0), []
    for number in range(1, rounds + 1):
        order = sorted(wins, key=lambda player: (-wins[player], rng.random()))
        matches = [MatchRecord((SeatRecord(order.pop(), result="bye"),))] if len(order) % 2 else []
        for table, (first, second) in enumerate(zip(order[::2], order[1::2], strict=True), 1):
            won, lost = rng.choice(SCORES)
            matches.append(MatchRecord((SeatRecord(first, games=won), SeatRecord(second, games=lost)), table))
            wins[first] += won > lost
            wins[second] += lost > won
        played_rounds.append(RoundRecord(number, matches=tuple(matches)))
    return tuple(played_rounds)


def store(*histories) -> list[StoredEvent]:
    """Store events; pair and publish their next rounds."""
    from django.contrib.auth import get_user_model
    from django.test import Client

    from tournaments.changes.change import Actor
    from tournaments.events.actions.events import import_event
    from tournaments.models import Event
    from tournaments.rounds.actions.rounds import pair_next_round

    organiser = get_user_model().objects.create_superuser("organiser", password="a hall full of tables")
    client = Client()
    client.force_login(organiser)
    actor, cookie = Actor("organiser", organiser), f"sessionid={client.cookies['sessionid'].value}"
    events = []
    for history in histories:
        event = import_event(history, actor)
        pair_next_round(Event.objects.get(pk=event.pk), actor, seed="hall", publish=True)
        events.append(load_event(event.slug, cookie))
    return events


def load_event(slug, organiser_cookie) -> StoredEvent:
    from tournaments.models import Round

    newest = Round.objects.filter(phase__event__slug=slug).latest("phase__number", "number")
    seats = newest.seats.order_by("match__table", "position")
    tables = {}
    for table, player, token in seats.values_list("match__table", "player__public_id", "player__token"):
        tables.setdefault(table, []).append((player, token))
    full = tuple(tuple(seats) for seats in tables.values() if len(seats) > 1)
    return StoredEvent(slug, newest.number, full, organiser_cookie)
