"""Clubs with many ended events, made as rows without playing them, to count queries and measure time."""

from datetime import UTC, datetime, timedelta
from random import Random

from tournaments.models import Club, Event, Person, Phase, Player, PlayerResult
from tournaments.rules.history import SWISS
from tournaments.rules.people.linking import BY_NAME, NEW
from tournaments.rules.people.names import name_key

FIRST_EVENT = datetime(2021, 1, 8, 19, tzinfo=UTC)
GAMES = (("Magic", "Modern"), ("Magic", "Draft"), ("Pokémon", "Standard"))
ROUNDS = 4


def make_season(events: int, people: int, slug="the-lantern", has_profile=True) -> Club:
    """Return a published club with this many events, a week apart, in each of which all its people play.

    Each event is four rounds of random pairs and has stored results. Everybody has a profile, or nobody.
    """
    club = Club.objects.create(slug=slug, name="The Lantern", is_published=True, place="Porto")
    names = [f"Person {number:03}" for number in range(1, people + 1)]
    regulars = Person.objects.bulk_create(
        Person(club=club, name=name, public_name=name, key=name_key(name), has_profile=has_profile)
        for name in names
    )
    rows = Event.objects.bulk_create(
        Event(
            slug=f"{slug}-{number}",
            name=f"Friday {number}",
            rulebook="magic",
            club=club,
            starts_at=FIRST_EVENT + timedelta(weeks=number),
            place="Porto",
            game=GAMES[number % len(GAMES)][0],
            game_format=GAMES[number % len(GAMES)][1],
        )
        for number in range(1, events + 1)
    )
    Phase.objects.bulk_create(Phase(event=event, number=1, kind=SWISS) for event in rows)
    players = Player.objects.bulk_create(
        (
            Player(
                event=event,
                public_id=f"p{order}",
                order=order,
                name=person.name,
                person=person,
                person_reason=NEW if event is rows[0] else BY_NAME,
            )
            for event in rows
            for order, person in enumerate(regulars, 1)
        ),
        batch_size=500,
    )
    random = Random(7)
    by_event = [players[start : start + people] for start in range(0, len(players), people)]
    PlayerResult.objects.bulk_create(
        (row for group in by_event for row in random_results(group, random)), batch_size=500
    )
    return club


def random_results(players: list[Player], random: Random) -> list[PlayerResult]:
    """Return results of all players of an event, as if they had played four rounds of random pairs."""
    opponents = {player.pk: [] for player in players}
    for _round in range(ROUNDS):
        order = random.sample(players, len(players))
        for first, second in zip(order[::2], order[1::2], strict=False):
            result, other = random.choice((("win", "loss"), ("win", "loss"), ("draw", "draw")))
            opponents[first.pk].append([second.public_id, result])
            opponents[second.pk].append([first.public_id, other])
    won = {pk: sum(result == "win" for _other, result in met) for pk, met in opponents.items()}
    ranked = sorted(players, key=lambda player: -won[player.pk])
    return [
        PlayerResult(
            event_id=player.event_id,
            player=player,
            place=place,
            place_shared_by=1,
            swiss_place=place,
            swiss_place_shared_by=1,
            placed_players=len(players),
            won=won[player.pk],
            lost=sum(result == "loss" for _other, result in opponents[player.pk]),
            drawn=sum(result == "draw" for _other, result in opponents[player.pk]),
            points=[3 * won[player.pk]],
            ranks=[*random.choices(range(1, len(players) + 1), k=ROUNDS - 1), place],
            opponents=opponents[player.pk],
        )
        for place, player in enumerate(ranked, 1)
    ]
