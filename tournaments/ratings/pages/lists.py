"""The rating lists of a club: the public one of a game, and those at the desk."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from django.core.paginator import Page, Paginator
from django.db.models import Count, Max, QuerySet
from django.db.models.functions import Coalesce

from ...history.cache import load_history
from ...models import Club, Event, Person, PersonRating, RatedEvent, RatingList
from ...models.person import SHOWN
from ...rules.ratings.elo import Rating, rank_ratings
from ...rules.ratings.settings import read_settings
from ...rules.registration import has_started
from ...web.wording import rise_text

PAGE_SIZE = 100


@dataclass(frozen=True)
class RatingLine:
    """A person of a rating list, with the change at the last event of the person."""

    rank: int
    person: Person
    rating: int
    change: str
    matches: int
    is_provisional: bool


@dataclass(frozen=True)
class GameRow:
    """A game of the club at the desk; `row` is None if its ratings have never been on."""

    game: str
    row: RatingList | None
    events: int = 0
    people: int = 0

    @property
    def is_on(self) -> bool:
        return self.row is not None and self.row.is_on


def list_games(club: Club) -> list[str]:
    """Return the games that the club's events name, the most frequent first.

    Names in different case are the same game, called as most events call it.
    """
    counts = Counter()
    rows = club.events.exclude(game="").order_by().values_list("game").annotate(Count("pk"))
    names = {}
    for name, count in sorted(rows, key=lambda row: (-row[1], row[0])):
        names.setdefault(name.casefold(), name)
        counts[name.casefold()] += count
    return [names[key] for key, _count in counts.most_common()]


def list_game_rows(club: Club) -> list[GameRow]:
    """Return the games of the club's events and of its rating lists, with a constant number of queries."""
    rows = {row.game_key: row for row in club.rating_lists.all()}
    games = list_games(club)
    games += [row.game for key, row in rows.items() if key not in {game.casefold() for game in games}]
    rated = RatedEvent.objects.filter(rating_list__club=club).exclude(hash="").order_by()
    events = dict(rated.values_list("rating_list").annotate(Count("pk")))
    ratings = PersonRating.objects.filter(rated_event__rating_list__club=club).order_by()
    people = dict(ratings.values_list("rated_event__rating_list").annotate(Count("person", distinct=True)))
    found = [(game, rows.get(game.casefold())) for game in games]
    return [
        GameRow(game, row, events.get(row.pk, 0), people.get(row.pk, 0)) if row else GameRow(game, None)
        for game, row in found
    ]


def list_public_lists(club: Club) -> list[RatingList]:
    """Return the lists that have a public page; none of a club that has none."""
    return list(club.rating_lists.filter(is_on=True)) if club.is_published else []


def find_public_list(club: Club, slug: str) -> RatingList | None:
    """Return the list with a public page at this address."""
    lists = RatingList.objects.filter(club=club, club__is_published=True, is_on=True)
    return lists.filter(slug=slug).first()


def find_seeding_list(event: Event) -> RatingList | None:
    """Return the list whose ratings seed events of this game in the club; None if the club wants none."""
    lists = RatingList.objects.filter(club=event.club_id, game_key=event.game.casefold())
    return lists.filter(is_on=True, seeds_events=True).first() if event.club_id and event.game else None


def can_take_ratings(event: Event) -> bool:
    """Return whether players of the event can get ratings of the club's list now."""
    return find_seeding_list(event) is not None and not has_started(load_history(event))


def newest_ratings(rating_list: RatingList) -> QuerySet[PersonRating]:
    """Return the current rating of each person."""
    rows = PersonRating.objects.filter(rated_event__rating_list=rating_list).order_by().values("person")
    return PersonRating.objects.filter(pk__in=rows.annotate(newest=Max("pk")).values("newest"))


def find_ratings_before(club: int, game: str, moment: datetime) -> dict[int, float]:
    """Return the ratings of people of a club in a game after the last event that began before the moment.

    They are found by the primary keys of the people; empty without a list of the game that is on.
    """
    ratings = PersonRating.objects.annotate(
        at=Coalesce("rated_event__event__starts_at", "rated_event__event__created_at")
    ).filter(
        at__lt=moment,
        rated_event__rating_list__club=club,
        rated_event__rating_list__game_key=game.casefold(),
        rated_event__rating_list__is_on=True,
    )
    newest = ratings.order_by().values("person").annotate(newest=Max("pk")).values("newest")
    return dict(PersonRating.objects.filter(pk__in=newest).values_list("person", "after"))


def get_public_page(rating_list: RatingList, number) -> Page:
    """Return a page of the list as everybody sees it: only people with a public profile, ranked."""
    return get_page(rating_list, Person.objects.filter(SHOWN, club=rating_list.club_id), number)


def get_desk_page(rating_list: RatingList, number) -> Page:
    """Return a page of the list with all people of the club."""
    return get_page(rating_list, Person.objects.filter(club=rating_list.club_id), number)


def get_page(rating_list: RatingList, people: QuerySet[Person], number) -> Page:
    """Return a page of RatingLines of these people, with a constant number of queries."""
    settings = read_settings(rating_list.settings)
    newest = newest_ratings(rating_list).filter(person__in=people.order_by().values("pk"))
    columns = ("person", "person__public_name", "before", "after", "matches", "peak")
    names, before, ratings = {}, {}, {}
    for key, name, old, *rating in newest.values_list(*columns):
        person = str(key)
        names[person], before[person], ratings[person] = name, old, Rating(*rating)
    page = Paginator(rank_ratings(ratings, names), PAGE_SIZE).get_page(number)
    shown = Person.objects.in_bulk([int(person) for _rank, person, _rating in page.object_list])
    page.object_list = [
        RatingLine(
            rank,
            shown[int(person)],
            round(rating.rating),
            rise_text(round(rating.rating) - round(before[person])),
            rating.matches,
            rating.is_provisional(settings),
        )
        for rank, person, rating in page.object_list
        # Somebody may have been deleted meanwhile.
        if int(person) in shown
    ]
    return page
