"""Decides which person of a club a player of an event is: linked, in doubt, somebody new, or not yet.

An entry from somebody's own page of the club is theirs. Otherwise nothing decides against the name. An
identifier or a confirmed address decides together with the name, a name alone only when somebody at the desk
has seen the player. Whatever else points to a person is a doubt, which the organiser answers.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property

from .names import are_near, name_words

# Kinds of decisions.
LINKED, DOUBTFUL, NEW, WAITING = "linked", "doubtful", "new", "waiting"
# Reasons of a link.
BY_IDENTIFIER, BY_ADDRESS, BY_NAME = "identifier", "address", "name"
# The staff have said so, or the player has registered on the own page of the club.
BY_STAFF, BY_PAGE = "staff", "page"
# The player was erased and is nobody.
ERASED = "erased"
# Reasons of a doubt.
NEAR_NAME, OTHER_NAME, OTHER_IDENTIFIER, SAME_NAME = (
    "near_name",
    "other_name",
    "other_identifier",
    "same_name",
)
# Two players of the event who would be the same person.
SAME_PERSON = "same_person"
# People named in one doubt.
MAX_DOUBTS = 5


@dataclass(frozen=True)
class KnownPerson:
    """A person of the club; `keys` of all names (see `name_key`), `identifiers` publisher → identifier."""

    id: int
    keys: frozenset[str]
    identifiers: dict[str, str]
    # A hash of the confirmed address; "" if unknown or not remembered.
    address: str = ""

    @cached_property
    def facts(self) -> set[tuple[str, str]]:
        """The facts that belong to one person alone unless they are shared: identifiers and address."""
        facts = set(self.identifiers.items())
        return facts | {("", self.address)} if self.address else facts


@dataclass(frozen=True)
class Candidate:
    """A player without a person; `is_seen` once the desk has entered, checked in or seen the player play."""

    id: int
    key: str
    identifiers: dict[str, str]
    # A hash of the confirmed address, "" without one.
    address: str
    is_seen: bool
    # Ids of people of whom the organiser has said that the player is somebody else.
    not_people: frozenset[int] = frozenset()
    # The person from whose own page of the club the entry came, which proves it.
    page_of: int | None = None


@dataclass(frozen=True)
class Decision:
    """`people` are the ids of the person linked, or of those in doubt; `reason` is one of the constants."""

    kind: str
    people: tuple[int, ...] = ()
    reason: str = ""


class Directory:
    """The people of a club, found by name, word, identifier and address."""

    def __init__(self, people: Iterable[KnownPerson]):
        self.people = {person.id: person for person in people}
        self.by_key, self.by_word, self.by_fact = defaultdict(set), defaultdict(set), defaultdict(set)
        for person in self.people.values():
            for key in person.keys:
                self.by_key[key].add(person.id)
                for word in name_words(key):
                    self.by_word[word].add(person.id)
            for fact in person.facts:
                self.by_fact[fact].add(person.id)

    def owner_of(self, kind: str, value: str) -> int | None:
        """Return the one person with this identifier or address; None if it is unknown or shared."""
        owners = self.by_fact.get((kind, value), ())
        return next(iter(owners)) if len(owners) == 1 else None

    def near(self, key: str) -> list[int]:
        """Return the ids of people with a name near this one, in the order of ids."""
        words = name_words(key)
        sharing = set().union(*(self.by_word.get(word, ()) for word in words))
        return sorted(id_ for id_ in sharing if any(are_near(key, other) for other in self.people[id_].keys))


def decide(
    candidate: Candidate, directory: Directory, taken: Collection[int] = (), linked: Collection[int] = ()
) -> Decision:
    """Decide who the candidate is. `taken` are people who are other players of the event, or shall be.

    `linked` of them are so far, and not as a proposal.
    """
    excluded = {*taken, *candidate.not_people}
    if candidate.page_of is not None and candidate.page_of not in excluded:
        return Decision(LINKED, (candidate.page_of,), BY_PAGE)
    namesakes = directory.by_key.get(candidate.key, set()) - candidate.not_people
    named = sorted(namesakes - excluded)
    owners = [
        (owner, BY_IDENTIFIER)
        for publisher, value in candidate.identifiers.items()
        if (owner := directory.owner_of(publisher, value)) is not None and owner not in excluded
    ]
    # An address with another name is a relative's: no doubt.
    address_owner = directory.owner_of("", candidate.address) if candidate.address else None
    if address_owner in named:
        owners.append((address_owner, BY_ADDRESS))
    others = [owner for owner, _reason in owners if owner not in named]
    if others:
        return doubt(dict.fromkeys((*others, *named)), OTHER_NAME)
    proven = dict(reversed(owners))
    if len(proven) > 1:
        return doubt(sorted(proven), SAME_NAME)
    if proven:
        [(person, reason)] = proven.items()
        return Decision(LINKED, (person,), reason)
    if not named and (others := namesakes.intersection(taken if candidate.is_seen else linked)):
        return doubt(sorted(others), SAME_PERSON)
    return decide_by_name(candidate, directory, named, excluded)


def decide_by_name(candidate, directory, named, excluded) -> Decision:
    """Decide where no identifier and no address does."""
    if not candidate.is_seen:
        return Decision(WAITING)
    if len(named) > 1:
        return doubt(named, SAME_NAME)
    if named:
        is_other = contradicts(candidate, directory.people[named[0]])
        return doubt(named, OTHER_IDENTIFIER) if is_other else Decision(LINKED, (named[0],), BY_NAME)
    near = [id_ for id_ in directory.near(candidate.key) if id_ not in excluded]
    return doubt(near, NEAR_NAME) if near else Decision(NEW)


def contradicts(candidate: Candidate, person: KnownPerson) -> bool:
    """Return whether the two have different identifiers of one publisher."""
    common = candidate.identifiers.keys() & person.identifiers.keys()
    return any(candidate.identifiers[key] != person.identifiers[key] for key in common)


def doubt(people: Iterable[int], reason: str) -> Decision:
    return Decision(DOUBTFUL, tuple(people)[:MAX_DOUBTS], reason)


def decide_all(
    candidates: Iterable[Candidate], directory: Directory, taken: Collection[int] = ()
) -> dict[int, Decision]:
    """Decide for the players of one event, of whom no two are the same person.

    Proven links come first, then names. Where two players would be one person, both are in doubt, and so is
    who has the name of another player's person. A link can leave one person of several to another player:
    the passes repeat until there are no more links.
    """
    candidates, linked, taken, decisions = list(candidates), frozenset(taken), set(taken), {}
    while True:
        decided = len(decisions)
        for reasons in ((BY_PAGE,), (BY_IDENTIFIER, BY_ADDRESS), (BY_NAME,)):
            waiting = [candidate for candidate in candidates if candidate.id not in decisions]
            found = {candidate.id: decide(candidate, directory, taken, linked) for candidate in waiting}
            links = {id_: one for id_, one in found.items() if one.kind == LINKED and one.reason in reasons}
            claims = Counter(link.people for link in links.values())
            for id_, link in links.items():
                decisions[id_] = link if claims[link.people] == 1 else doubt(link.people, SAME_PERSON)
            taken |= {person for link in links.values() for person in link.people}
        if len(decisions) == decided:
            return decisions | found
