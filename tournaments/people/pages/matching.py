"""Reads players and people for the rules that say who a player is (rules.people.linking)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.db.models import Exists, OuterRef, Q, QuerySet

from ...models import (
    Club,
    Event,
    Person,
    PersonAnswer,
    PersonIdentifier,
    PersonName,
    Player,
    Registration,
    Seat,
)
from ...models.keys import hash_for_people
from ...rules.history import FINISHED
from ...rules.people.linking import ERASED, Candidate, Decision, Directory, KnownPerson, decide_all
from ...rules.people.names import name_key, name_words
from ...rules.registration import PLAYER_ID

# Databases limit the number of values in a query.
MAX_VALUES = 10_000
# With more words than this, all people of the club are read at once.
MAX_WORDS = 60


@dataclass(frozen=True)
class Undecided:
    """A player of whom nobody knows yet who it is, with what the rules decide now."""

    player: Player
    candidate: Candidate
    decision: Decision


def publisher_of(event: Event) -> str:
    """Return whose identifiers the players of an event enter: the game's, or else the rulebook's."""
    return (event.game or event.rulebook).strip().casefold()


# Of the newest events of a club.
MAX_PUBLISHERS = 30


def list_publishers(club: Club) -> list[str]:
    """Return the publishers of the club's events, those of the newest ones first."""
    newest = Event.objects.filter(club=club).order_by("-id").only("game", "rulebook")[:200]
    return list(dict.fromkeys(map(publisher_of, newest)))[:MAX_PUBLISHERS]


def identifiers_of(event: Event, entry: Registration | None) -> dict[str, str]:
    """Return the identifiers that an entry names, by publisher."""
    value = as_identifier(str(entry.answers.get(PLAYER_ID, ""))) if entry else ""
    return {publisher_of(event): value} if value else {}


def as_identifier(text: str) -> str:
    """Return an identifier as it is stored and compared."""
    return text.strip().casefold()


def find_undecided(event: Event) -> list[Undecided]:
    """Return the players of an event who have no person, or one that is only proposed, with decisions.

    The number of queries does not depend on the number of players.
    """
    return find_undecided_in(event.club_id, undecided_players(event=event)) if event.club_id else []


def find_undecided_in(club: int, players: Iterable[Player]) -> list[Undecided]:
    """Return these players, all the undecided ones of some events of the club (its key), with decisions.

    The number of queries does not depend on the number of players and events.
    """
    players = list(players)
    if not players:
        return []
    candidates, taken = defaultdict(list), defaultdict(set)
    by_player = dict(zip(players, candidates_of(players), strict=True))
    for player, candidate in by_player.items():
        candidates[player.event_id].append(candidate)
    directory = load_directory(club, by_player.values())
    others = Player.objects.filter(event__in=candidates, is_proposed=False).exclude(person=None)
    for event, person in others.values_list("event", "person") if directory.people else ():
        taken[event].add(person)
    decisions = {}
    for event, group in candidates.items():
        decisions |= decide_all(group, directory, taken[event])
    return [Undecided(player, candidate, decisions[candidate.id]) for player, candidate in by_player.items()]


def undecided_players(**conditions) -> QuerySet[Player]:
    players = Player.objects.filter(Q(person=None) | Q(is_proposed=True), **conditions)
    players = players.exclude(person_reason=ERASED)
    return players.select_related("registration__person", "event").order_by("order", "id")


def candidates_of(players: list[Player]) -> list[Candidate]:
    """Return the players as the rules look at them."""
    answers = defaultdict(set)
    rows = PersonAnswer.objects.filter(player__event__in={player.event_id for player in players})
    for player, person in rows.values_list("player", "person"):
        answers[player].add(person)
    seen = find_seen(players)
    return [
        Candidate(
            id=player.pk,
            key=name_key(player.name),
            identifiers=identifiers_of(player.event, player.entry),
            address=hash_of(player.entry),
            is_seen=player.pk in seen,
            not_people=frozenset(answers[player.pk]),
            page_of=page_of(player.entry),
        )
        for player in players
    ]


# Whom the desk has entered, checked in, or seen play a round: the condition of `find_seen`.
HAS_PLAYED = Exists(
    Seat.objects.filter(player=OuterRef("pk"), round__state=FINISHED, match__table__isnull=False)
)
IS_SEEN = Q(checked_in_at__isnull=False) | Q(registration=None) | HAS_PLAYED


def find_seen(players: list[Player]) -> set[int]:
    """Return the primary keys of players whom the desk has entered, checked in, or seen play a round."""
    seen = {player.pk for player in players if player.checked_in_at or player.entry is None}
    rest = [player.pk for player in players if player.pk not in seen]
    if rest:
        seats = Seat.objects.filter(player__in=rest, round__state=FINISHED, match__table__isnull=False)
        seen |= set(seats.values_list("player", flat=True))
    return seen


def page_of(entry: Registration | None) -> int | None:
    """Return the person from whose own page of the club an entry came, after merging; None for others."""
    person = entry.person.current if entry and entry.person else None
    return person.pk if person and person.erased_at is None else None


def hash_of(entry: Registration | None) -> str:
    """Return the hash of the confirmed address of an entry; empty without one."""
    if entry is None or not (entry.email and entry.email_confirmed_at):
        return ""
    return hash_for_people(entry.email)


def chunks(values: Iterable) -> Iterator[list]:
    """Yield the sorted values in lists that a query can take."""
    values = sorted({*values})
    return (values[start : start + MAX_VALUES] for start in range(0, len(values), MAX_VALUES))


def find_people_by_id(club: Club, public_ids: Iterable[str]) -> dict[str, Person]:
    """Return the people of a club by public id; a merged person is the one that was kept."""
    people = Person.with_merged.filter(club=club).select_related("merged_into")
    found = {}
    for chunk in chunks(public_ids):
        for person in people.filter(public_id__in=chunk):
            found[person.public_id] = person.current
    return found


def find_owners(club: Club, facts: Iterable[tuple[str, str]]) -> dict[tuple[str, str], Person]:
    """Return the people of a club by (publisher, identifier), without those that two people share."""
    owners, facts = defaultdict(set), {*facts}
    rows = PersonIdentifier.objects.filter(person__club=club, person__merged_into=None)
    for chunk in chunks(value for _publisher, value in facts):
        for row in rows.filter(value__in=chunk).select_related("person"):
            owners[row.publisher, row.value].add(row.person)
    return {fact: next(iter(people)) for fact, people in owners.items() if fact in facts and len(people) == 1}


def load_directory(club: int, candidates: Iterable[Candidate]) -> Directory:
    """Return the people of the club who may be one of the candidates, with four queries.

    They share a word of the name, an identifier or the address with one of them.
    """
    people = Person.objects.filter(club=club)
    if narrow := shared_facts(list(candidates)):
        people = people.filter(narrow)
    rows = list(people.values_list("id", "key", "address_hash"))
    if not rows:
        return Directory(())
    ids = people.values("id")
    keys, identifiers = defaultdict(set), defaultdict(dict)
    for person, key in PersonName.objects.filter(person__in=ids).values_list("person", "key"):
        keys[person].add(key)
    names = PersonIdentifier.objects.filter(person__in=ids)
    for person, publisher, value in names.values_list("person", "publisher", "value"):
        identifiers[person][publisher] = value
    return Directory(
        KnownPerson(pk, frozenset({key, *keys[pk]}), identifiers[pk], address) for pk, key, address in rows
    )


def shared_facts(candidates: list[Candidate]) -> Q | None:
    """Return the condition that a person shares something with a candidate; None for too many candidates."""
    words = set().union(*(name_words(candidate.key) for candidate in candidates))
    if len(words) > MAX_WORDS:
        return None
    people = PersonName.objects.filter(has_words("key", words)).values("person")
    conditions = [has_words("key", words), Q(pk__in=people)]
    addresses = {candidate.address for candidate in candidates} - {""}
    if addresses:
        conditions.append(Q(address_hash__in=addresses))
    for fact in {fact for candidate in candidates for fact in candidate.identifiers.items()}:
        publisher, value = fact
        owners = PersonIdentifier.objects.filter(publisher=publisher, value=value).values("person")
        conditions.append(Q(pk__in=owners))
    return reduce(or_, conditions)


def has_words(column: str, words: Iterable[str]) -> Q:
    """Return the condition that a column contains one of the words, also as a part of another."""
    return reduce(or_, (Q(**{f"{column}__contains": word}) for word in words), Q(pk__in=[]))
