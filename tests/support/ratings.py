"""Clubs with ratings: evenings that were played, and their ratings worked out a second time from the rows."""

from collections import defaultdict
from datetime import UTC, datetime, timedelta
from random import Random

from tests.support.database_states import cached_state
from tests.support.worker import run_worker
from tournaments.changes.change import Actor
from tournaments.changes.tasks import CHANCES
from tournaments.events.actions.events import import_event
from tournaments.models import Club, Event, Match, Person, PersonRating, PlayerResult, RatingList
from tournaments.people.actions.linking import link_players
from tournaments.ratings.actions.lists import switch_on_ratings
from tournaments.results.actions.player_results import queue_results
from tournaments.rules import event_file

ACTOR = Actor("Ann")
FIRST_EVENT = datetime(2026, 1, 9, 19, tzinfo=UTC)
NAMES = ["Anna Ito", "Ben Roy", "Cleo Ng", "Dan Fox", "Eva Lima", "Finn Bay", "Gus Kern"]
# What random tables end with.
RESULTS = (
    {"seats": [{"games": 2}, {"games": 1}]},
    {"seats": [{"games": 0}, {"games": 2}]},
    {"seats": [{"games": 1}, {"games": 1}]},
    {"seats": [{"result": "win"}, {"result": "conceded"}]},
    {"seats": [{"result": "no_show"}, {"result": "win"}]},
    {"seats": [{"result": "win"}, {"result": "forfeit"}]},
    {"seats": [{"result": "loss"}, {"result": "loss"}]},
    {"seats": [{"result": "win"}, {"result": "disqualified"}]},
)


def make_club(name="The Lantern", **columns) -> Club:
    columns = {"slug": "the-lantern", "is_published": True} | columns
    return Club.objects.create(name=name, **columns)


def play_evening(club: Club, week: int, tables=None, names=NAMES, game="Magic", **columns) -> Event:
    """Return an ended event of the club, with random results unless its matches of round 1 are given.

    `tables` are (first player, second player, result); the results of the event are stored in a task.
    """
    rounds = [round_of(1, list(tables))] if tables else random_rounds(names, Random(week))
    return store_event(club, week, rounds, names, game=game, **columns)


def round_of(number: int, tables: list[tuple[int, int, dict]]) -> dict:
    matches = []
    for table, (first, second, result) in enumerate(tables, 1):
        seats = [{"player": f"p{n}"} | seat for n, seat in zip((first, second), result["seats"], strict=True)]
        matches.append({"table": table, "seats": seats})
    return {"number": number, "state": "finished", "seed": "s", "matches": matches}


def random_rounds(names: list[str], random: Random) -> list[dict]:
    rounds = []
    for number in (1, 2, 3):
        order = random.sample(range(1, len(names) + 1), len(names))
        pairs = list(zip(order[::2], order[1::2], strict=False))
        round_ = round_of(number, [(*pair, random.choice(RESULTS)) for pair in pairs])
        if len(names) % 2:
            round_["matches"].append({"bye": f"p{order[-1]}"})
        rounds.append(round_)
    return rounds


def store_event(club: Club, week: int, rounds: list[dict], names, kind="swiss", settings=None, **columns):
    data = {
        "format": "topcut/1",
        "event": {"name": f"Friday {week}", "rulebook": "magic"},
        "players": [{"id": f"p{n}", "name": name} for n, name in enumerate(names, 1)],
        "phases": [
            {
                "kind": kind,
                "name": "Rounds",
                "settings": {"rounds": len(rounds), **(settings or {})},
                "rounds": rounds,
            }
        ],
    }
    event = import_event(event_file.read(data), ACTOR)
    columns = {"starts_at": FIRST_EVENT + timedelta(weeks=week)} | columns
    Event.objects.filter(pk=event.pk).update(club=club, **columns)
    event = Event.objects.get(pk=event.pk)
    link_players(event, event.starts_at, "Ann")
    queue_results(event.pk)
    return event


def rated_club(evenings=3, preset="shop", **columns) -> RatingList:
    """Return the ratings of Magic in a new club that has played some evenings."""
    return RatingList.objects.get(club=rated_evenings(evenings, preset, **columns).club)


@cached_state
def rated_evenings(evenings: int, preset: str, **columns) -> Event:
    club = make_club(**columns)
    event = [play_evening(club, week) for week in range(1, evenings + 1)][-1]
    switch_on(club, preset)
    return Event.objects.get(pk=event.pk)


def switch_on(club: Club, preset="shop", game="Magic") -> RatingList:
    switch_on_ratings(club, ACTOR, game, preset)
    calculate()
    return RatingList.objects.get(club=club, game_key=game.casefold())


def calculate():
    """Run the worker until no task is due."""
    run_worker(CHANCES)


def ratings_of(rating_list: RatingList) -> dict[str, float]:
    """Return the current rating of each person, by name."""
    rows = PersonRating.objects.filter(rated_event__rating_list=rating_list).order_by("pk")
    return dict(rows.values_list("person__name", "after"))


def by_hand(rating_list: RatingList) -> dict[str, float]:
    """Return the same from the rows of the matches, for lists with one K and without brackets of K.

    Elo: expected = 1 / (1 + 10^((other − own) / 400)), all ratings of an event taken at its start.
    """
    settings, ratings = rating_list.settings, {}
    results = PlayerResult.objects.filter(event__club=rating_list.club_id, event__visibility="public")
    events = Event.objects.filter(pk__in=results.values("event"), cancelled="", game__iexact=rating_list.game)
    for event in events.order_by("starts_at", "pk"):
        changes = defaultdict(float)
        matches = Match.objects.filter(round__phase__event=event, round__state="finished")
        for match in matches.prefetch_related("seats__player__person"):
            seats = sorted(match.seats.all(), key=lambda seat: seat.position)
            people = [seat.player.person and seat.player.person.name for seat in seats]
            score = score_by_hand(seats)
            if score is None or None in people:
                continue
            first, second = (ratings.get(name, settings["start"]) for name in people)
            expected = 1 / (1 + 10 ** ((second - first) / 400))
            changes[people[0]] += score - expected
            changes[people[1]] -= score - expected
        for name, gained in changes.items():
            ratings[name] = ratings.get(name, settings["start"]) + settings["k"] * gained
    return ratings


def score_by_hand(seats) -> float | None:
    results = [seat.result for seat in seats]
    if len(seats) != 2 or {"no_show", "forfeit", "disqualified"} & {*results}:
        return None
    if "win" in results or "conceded" in results:
        return float(results[0] == "win" or results[1] == "conceded")
    if results == ["loss", "loss"]:
        return None
    first, second = (seat.games for seat in seats)
    return 0.5 if first == second else float(first > second)


def show_everybody():
    Person.objects.update(has_profile=True)
