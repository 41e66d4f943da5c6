"""Elo ratings: rated matches in, the rating of each person and how each change was calculated out.

The ratings of all players of an event are taken at its start, so the order of its matches does not matter:
change = K × Σ (score − expected), expected = 1 / (1 + 10^((opponent − own) / 400)).
Source: Arpad E. Elo, The Rating of Chessplayers, Past and Present (1978).
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..errors import _
from ..history import DRAW, LOSS, UNPLAYED, WIN, EventHistory, MatchRecord
from ..pairing import Reason
from ..results.scoring import outcomes
from ..standings.player_results import finished_matches
from ..standings.standings import rank

# A difference of so many points means ten times the expected score of the other.
SCALE = 400
# Results of a seat without which nobody has played for the result.
NOT_RATED = (*UNPLAYED, "disqualified")
SCORES = {(WIN, LOSS): 1.0, (LOSS, WIN): 0.0, (DRAW, DRAW): 0.5}


@dataclass(frozen=True, slots=True)
class RatingSettings:
    """How ratings are calculated.

    Everybody begins with `start`. `k` is the most that one match can change; with `provisional_k`, another
    one in the first `provisional_matches` matches, at the start of an event. `k_from` are (rating, k) in
    rising order: whoever has once reached the rating keeps this k. `max_difference`: a larger difference of
    two ratings counts as this one; None: as it is.
    """

    start: float = 1500
    k: float = 32
    provisional_matches: int = 0
    provisional_k: float | None = None
    k_from: tuple[tuple[float, float], ...] = ()
    max_difference: float | None = None


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """A match between two people; `score` is the first one's: 1, 0.5 or 0."""

    first: str
    second: str
    score: float


@dataclass(frozen=True, slots=True)
class RatedEvent:
    """An event with its people, whether they have a rated match or not, and their rated matches."""

    key: str
    people: tuple[str, ...]
    matches: tuple[RatedMatch, ...]


@dataclass(frozen=True, slots=True)
class Rating:
    """A person's rating, the number of rated matches, and the highest rating after an event."""

    rating: float
    matches: int = 0
    peak: float = 0.0

    def is_provisional(self, settings: RatingSettings) -> bool:
        """Return whether there are too few matches to trust the number."""
        return self.matches < settings.provisional_matches


@dataclass(frozen=True, slots=True)
class MatchTerm:
    """A match of a change, with the opponent's rating at the start of the event and the expected score."""

    opponent: str
    opponent_rating: float
    score: float
    expected: float


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What an event changed for a person: after = before + k × Σ (score − expected).

    `matches` and `peak` are those of the Rating after it; `is_provisional` says whether it was before.
    """

    event: str
    person: str
    before: float
    k: float
    terms: tuple[MatchTerm, ...]
    after: float
    matches: int
    peak: float
    is_provisional: bool

    @property
    def score(self) -> float:
        return sum(term.score for term in self.terms)

    @property
    def expected(self) -> float:
        return sum(term.expected for term in self.terms)


@dataclass(frozen=True, slots=True)
class RatingHistory:
    """Ratings after the last of some events, and the changes of all of them, in their order."""

    ratings: Mapping[str, Rating]
    changes: tuple[RatingChange, ...]


def expected_score(own: float, opponent: float, max_difference: float | None = None) -> float:
    """Return the share of the points that a player is expected to score against an opponent."""
    difference = opponent - own
    if max_difference is not None:
        difference = max(-max_difference, min(max_difference, difference))
    # Beyond this, the power is too large for a float.
    return 1 / (1 + 10 ** min(difference / SCALE, 300))


def k_of(rating: Rating, settings: RatingSettings) -> float:
    """Return the k of a person at the start of an event."""
    if settings.provisional_k is not None and rating.is_provisional(settings):
        return settings.provisional_k
    reached = max(rating.peak, rating.rating)
    return next((k for least, k in reversed(settings.k_from) if reached >= least), settings.k)


def rate_events(
    events: Iterable[RatedEvent], settings: RatingSettings, known: Mapping[str, Rating] | None = None
) -> RatingHistory:
    """Return the ratings after these events, in the order given; `known` are those before the first."""
    ratings, changes = dict(known or {}), []
    for event in events:
        for person in event.people:
            ratings.setdefault(person, Rating(settings.start, peak=settings.start))
        of_event = list(rate_event(event, ratings, settings))
        changes += of_event
        for change in of_event:
            ratings[change.person] = Rating(change.after, change.matches, change.peak)
    return RatingHistory(ratings, tuple(changes))


def rate_event(
    event: RatedEvent, ratings: Mapping[str, Rating], settings: RatingSettings
) -> Iterable[RatingChange]:
    """Yield the change of each person with a rated match; `ratings` are those at the start of the event."""
    terms = defaultdict(list)
    for match in event.matches:
        for own, opponent, score in (
            (match.first, match.second, match.score),
            (match.second, match.first, 1 - match.score),
        ):
            own_rating, opponent_rating = ratings[own].rating, ratings[opponent].rating
            expected = expected_score(own_rating, opponent_rating, settings.max_difference)
            terms[own].append(MatchTerm(opponent, opponent_rating, score, expected))
    for person, of_person in terms.items():
        old = ratings[person]
        k = k_of(old, settings)
        after = old.rating + k * sum(term.score - term.expected for term in of_person)
        yield RatingChange(
            event.key,
            person,
            old.rating,
            k,
            tuple(of_person),
            after,
            old.matches + len(of_person),
            max(old.peak, after),
            old.is_provisional(settings),
        )


def rated_event(key: str, history: EventHistory, people: Mapping[str, str]) -> RatedEvent:
    """Return the rated matches of an event's finished rounds; `people` are persons by player id."""
    matches = []
    for match in finished_matches(history):
        score = rated_score(match)
        if score is not None and all(player in people for player in match.players):
            first, second = (people[player] for player in match.players)
            matches.append(RatedMatch(first, second, score))
    present = (people[player.id] for player in history.players if player.id in people)
    return RatedEvent(key, tuple(present), tuple(matches))


def rated_score(match: MatchRecord) -> float | None:
    """Return the first seat's score of a match: 1, 0.5 or 0; None if it is not rated.

    Matches of two players that were played or conceded are rated; byes, no-shows, forfeits,
    disqualifications and double losses are not.
    """
    if len(match.seats) != 2 or any(seat.result in NOT_RATED for seat in match.seats):
        return None
    return SCORES.get(outcomes(match))


def rank_ratings(ratings: Mapping[str, Rating], names: Mapping[str, str]) -> list[tuple[int, str, Rating]]:
    """Return (rank, person, rating), the highest first; equal ratings share a rank, in alphabetical order."""
    people = list(ratings)
    ranks = dict(zip(people, rank([(ratings[person].rating,) for person in people]), strict=True))
    people.sort(key=lambda person: (ranks[person], names[person].casefold(), person))
    return [(ranks[person], person, ratings[person]) for person in people]


def explain_change(change: RatingChange) -> Reason:
    """Return the calculation of a change as one sentence."""
    text = _("{before} + {k} × ({score} − {expected} expected) = {after}")
    params = {
        "before": f"{change.before:.1f}",
        "k": f"{change.k:g}",
        "score": f"{change.score:g}",
        "expected": f"{change.expected:.2f}",
        "after": f"{change.after:.1f}",
    }
    return Reason(text, params)
