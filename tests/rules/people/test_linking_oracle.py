"""Links of random small clubs, compared with the rules as the help page “Clubs and people” has them."""

from collections import Counter
from random import Random

from tournaments.rules.people.linking import Candidate, Directory, KnownPerson, decide_all
from tournaments.rules.people.names import name_key

CLUBS = 3000
NAMES = ["Michael Chen", "Mike Chen", "Wen Ng", "Jürgen Müller", "Eva Duarte"]
FORMS = (
    str,
    str.upper,
    lambda name: " ".join(name.split()[::-1]),
    lambda name: ", ".join(name.split()[::-1]),
    lambda name: name.replace("ü", "u"),
)
# Names that are alike, in plain letters.
ALIKE = {"michael chen", "mike chen"}


def plain(name: str) -> str:
    """Return the name of NAMES that this is a form of, in lower case."""
    words = set(name.casefold().replace("ü", "u").replace(",", " ").split())
    return next(one for one in map(str.casefold, NAMES) if set(one.replace("ü", "u").split()) == words)


def random_club(random: Random):
    """Return people, id → (names, identifier, address), and players, id → (name, …, seen)."""

    def name():
        return random.choice(FORMS)(random.choice(NAMES))

    people = {
        number: (
            {name() for _ in range(random.choice((1, 1, 2)))},
            random.choice(("", "a", "b")),
            random.choice(("", "x", "y")),
        )
        for number in range(1, random.randint(2, 5))
    }
    players = {
        number: (
            name(),
            random.choice(("", "", "a", "b", "c")),
            random.choice(("", "", "x", "y")),
            random.random() < 0.7,
        )
        for number in range(101, 101 + random.randint(1, 3))
    }
    return people, players


def bearers(people, name):
    return [one for one, (names, *_rest) in people.items() if plain(name) in map(plain, names)]


def sole(people, column, value):
    """Return the one person with this identifier (1) or address (2); None if nobody or two people have it."""
    holders = [one for one, facts in people.items() if value and facts[column] == value]
    return holders[0] if len(holders) == 1 else None


def proven(people, player):
    """Return the people whom identifier or address prove, together with the name."""
    name, *facts, _seen = player
    owners = {sole(people, column, value) for column, value in enumerate(facts, 1)}
    return owners.intersection(bearers(people, name))


def points_elsewhere(people, player):
    """Return the person with another name whose identifier it is; None without one."""
    owner = sole(people, 1, player[1])
    return None if owner in bearers(people, player[0]) else owner


def proven_link(people, player, free):
    """Return (person, reason) of a link by identifier or address; None without one."""
    owners = proven(people, player) & free
    if len(owners) != 1:
        return None
    [one] = owners
    return one, "identifier" if sole(people, 1, player[1]) == one else "address"


def link_by_name(people, player, free):
    """Return (person, reason) of a link by name alone; None without one."""
    name, identifier, _address, is_seen = player
    named = free.intersection(bearers(people, name))
    if not is_seen or len(named) != 1 or proven(people, player) & free:
        return None
    [one] = named
    # A different identifier is a doubt.
    return (one, "name") if not identifier or people[one][1] in ("", identifier) else None


def expected_links(people, players):
    """Return player → (person, reason) of those who are linked: proven ones first, until nothing changes."""
    links, free, is_changed = {}, set(people), True
    while is_changed:
        is_changed = False
        for rule in (proven_link, link_by_name):
            open_players = {
                number: player
                for number, player in players.items()
                if number not in links and points_elsewhere(people, player) not in free
            }
            found = {number: rule(people, player, free) for number, player in open_players.items()}
            found = {number: link for number, link in found.items() if link}
            wanted = Counter(one for one, _reason in found.values())
            # Two players of an event are never one person.
            links |= {n: link if wanted[link[0]] == 1 else None for n, link in found.items()}
            free -= set(wanted)
            is_changed |= bool(found)
    return {number: link for number, link in links.items() if link}


def test_players_of_random_clubs_are_linked_as_the_help_says():
    kinds = Counter()
    for seed in range(CLUBS):
        people, players = random_club(Random(seed))
        known = [
            KnownPerson(
                number, frozenset(map(name_key, names)), {"magic": identifier} if identifier else {}, address
            )
            for number, (names, identifier, address) in people.items()
        ]
        candidates = [
            Candidate(number, name_key(name), {"magic": identifier} if identifier else {}, address, is_seen)
            for number, (name, identifier, address, is_seen) in players.items()
        ]
        decisions = decide_all(candidates, Directory(known))
        links = {
            number: (one.people[0], one.reason) for number, one in decisions.items() if one.kind == "linked"
        }
        assert links == expected_links(people, players), (seed, people, players)
        for number, one in decisions.items():
            name, *_facts, is_seen = players[number]
            kinds[one.kind, one.reason] += 1
            alike = ALIKE & {plain(name)} and any(
                ALIKE & set(map(plain, facts[0])) for facts in people.values()
            )
            if one.kind == "new":
                assert is_seen and not bearers(people, name), (seed, number)
            if one.kind == "waiting":
                assert not is_seen, (seed, number)
            if one.kind == "doubtful" and not bearers(people, name):
                assert alike or points_elsewhere(people, players[number]) is not None, (seed, number)
    assert {"linked", "doubtful", "new", "waiting"} == {kind for kind, _reason in kinds}
    assert min(kinds.values()) > 30, kinds
