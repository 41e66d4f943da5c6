"""Links the players of an imported event file with the people whom the file names."""

from collections import Counter, defaultdict
from datetime import datetime

from ...changes.club_change import write_log
from ...models import Club, Event, Person, PersonName
from ...rules.history.players import PersonReference
from ...rules.people.linking import BY_IDENTIFIER, LINKED, Decision
from ..pages.matching import Undecided, candidates_of, find_owners, find_people_by_id, undecided_players
from .linking import LINK_PLAYERS, set_links
from .locks import lock_people


def link_named_players(event: Event, references: dict[str, PersonReference], now: datetime, who: str):
    """Link players with people of the club whom the file names by id or identifier, and who bear their name.

    Ignores people whom the club does not know, and players whom the desk has not seen. Stores no identifiers,
    because nobody has agreed to that here.
    """
    if event.club_id is None or not references:
        return
    players = [player for player in undecided_players(event=event) if player.public_id in references]
    people = named_people(event.club, references)
    claims, keys = Counter(people.values()), defaultdict(set)
    for person, key in PersonName.objects.filter(person__in=claims).values_list("person", "key"):
        keys[person].add(key)
    links = []
    for player, candidate in zip(players, candidates_of(players), strict=True):
        person = people.get(player.public_id)
        is_clear = person and claims[person] == 1 and candidate.is_seen
        if is_clear and candidate.key in {person.key, *keys[person.pk]}:
            links.append(Undecided(player, candidate, Decision(LINKED, (person.pk,), BY_IDENTIFIER)))
    present = lock_people(one.decision.people[0] for one in links)
    links = [one for one in links if one.decision.people[0] in present]
    if links:
        set_links(event, links)
        write_log(event.club, LINK_PLAYERS, now, who, {"known": len(links), "new": 0, "event": event.pk})


def named_people(club: Club, references: dict[str, PersonReference]) -> dict[str, Person]:
    """Return the people whom a file names, by the player's id: by their own id, or else by an identifier."""
    facts = {key: facts_of(reference) for key, reference in references.items()}
    people = find_people_by_id(club, (reference.person for reference in references.values()))
    owners = find_owners(club, (fact for known in facts.values() for fact in known))
    found = {}
    for key, reference in references.items():
        known = (people.get(reference.person), *(owners.get(fact) for fact in facts[key]))
        if person := next(filter(None, known), None):
            found[key] = person
    return found


def facts_of(reference: PersonReference) -> list[tuple[str, str]]:
    """Return the identifiers of a file as people have them."""
    return [
        (key.strip().casefold(), value.strip().casefold()) for key, value in reference.identifiers.items()
    ]
