"""Which person of the club a player is: linked, in doubt, new, or not decided yet."""

from dataclasses import replace

import pytest

from tournaments.rules.people.linking import (
    BY_ADDRESS,
    BY_IDENTIFIER,
    BY_NAME,
    DOUBTFUL,
    LINKED,
    NEAR_NAME,
    NEW,
    OTHER_IDENTIFIER,
    OTHER_NAME,
    SAME_NAME,
    SAME_PERSON,
    WAITING,
    Candidate,
    Decision,
    Directory,
    KnownPerson,
    decide,
    decide_all,
)
from tournaments.rules.people.names import name_key

MICHAEL, WEN, OTHER_WEN, INES, BRUNO, EVA = range(1, 7)


def person(id_, *names, address="", **identifiers):
    return KnownPerson(id_, frozenset(map(name_key, names)), identifiers, address)


CLUB = Directory(
    [
        person(MICHAEL, "Michael Chen", wizards="m1", address="chen@"),
        person(WEN, "Wen Ng", wizards="w1"),
        person(OTHER_WEN, "Ng Wen", wizards="w2"),
        # Ines has married: her former name serves matching.
        person(INES, "Ines Carvalho", "Ines Pereira", wizards="i1", address="home@"),
        # Her brother has the same address.
        person(BRUNO, "Bruno Carvalho", wizards="b1", address="home@"),
        person(EVA, "Eva Duarte", address="eva@"),
    ]
)


def player(name, *, at_desk=True, address="", not_people=(), id_=100, **identifiers):
    return Candidate(id_, name_key(name), identifiers, address, at_desk, frozenset(not_people))


def linked(person_id, reason):
    return Decision(LINKED, (person_id,), reason)


def doubtful(*people, reason):
    return Decision(DOUBTFUL, people, reason)


CASES = {
    "a regular entered at the desk": (player("Michael Chen"), linked(MICHAEL, BY_NAME)),
    "a name in another order": (player("Chen, Michael"), linked(MICHAEL, BY_NAME)),
    "a married name entered as before": (player("Ines Pereira"), linked(INES, BY_NAME)),
    "a nickname": (player("Mike Chen"), doubtful(MICHAEL, reason=NEAR_NAME)),
    "a nickname, and the organiser said somebody else": (
        player("Mike Chen", not_people=[MICHAEL]),
        Decision(NEW),
    ),
    "a namesake of two people": (player("Wen Ng"), doubtful(WEN, OTHER_WEN, reason=SAME_NAME)),
    "one of two namesakes, with the identifier": (
        player("Wen Ng", wizards="w2"),
        linked(OTHER_WEN, BY_IDENTIFIER),
    ),
    "a third namesake with another identifier": (
        player("Michael Chen", wizards="m9"),
        doubtful(MICHAEL, reason=OTHER_IDENTIFIER),
    ),
    "somebody new": (player("Zoe Alves"), Decision(NEW)),
    "an identifier typed wrongly that is another person's": (
        player("Eva Duarte", wizards="b1"),
        doubtful(BRUNO, EVA, reason=OTHER_NAME),
    ),
    "an identifier typed wrongly that nobody has": (player("Eva Duarte", wizards="x"), linked(EVA, BY_NAME)),
    "a sibling with the family's address": (
        player("Clara Carvalho", address="home@"),
        Decision(NEW),
    ),
    "an address that two people share decides nothing": (
        player("Bruno Carvalho", address="home@", at_desk=False),
        Decision(WAITING),
    ),
    "somebody else's child registers with a parent's address": (
        player("Leo Duarte", address="eva@", at_desk=False),
        Decision(WAITING),
    ),
    "who registers with name and identifier": (
        player("Michael Chen", at_desk=False, wizards="m1"),
        linked(MICHAEL, BY_IDENTIFIER),
    ),
    "who registers with name and confirmed address": (
        player("Eva Duarte", at_desk=False, address="eva@"),
        linked(EVA, BY_ADDRESS),
    ),
    "who claims another's name by registration": (player("Eva Duarte", at_desk=False), Decision(WAITING)),
    "who claims another's identifier": (
        player("Somebody Else", at_desk=False, wizards="m1"),
        doubtful(MICHAEL, reason=OTHER_NAME),
    ),
}


@pytest.mark.parametrize(("candidate", "decision"), CASES.values(), ids=CASES)
def test_each_case_gets_its_link(candidate, decision):
    assert decide(candidate, CLUB) == decision


def test_two_players_of_one_event_are_never_one_person():
    first, second = player("Eva Duarte", id_=1), player("Duarte, Eva", id_=2)
    assert decide_all([first, second], CLUB) == {
        1: doubtful(EVA, reason=SAME_PERSON),
        2: doubtful(EVA, reason=SAME_PERSON),
    }
    proven = replace(second, address="eva@")
    assert decide_all([first, proven], CLUB) == {
        1: doubtful(EVA, reason=SAME_PERSON),
        2: linked(EVA, BY_ADDRESS),
    }


def test_two_players_are_not_one_person_either_once_a_third_has_left_them_only_this_one():
    club = Directory([person(1, "Wen Ng", "Eva Duarte"), person(2, "Ng Wen")])
    players = [player(name, id_=id_) for id_, name in enumerate(("Eva Duarte", "Wen Ng", "Ng Wen"), 1)]
    assert decide_all(players, club) == {
        1: linked(1, BY_NAME),
        2: doubtful(2, reason=SAME_PERSON),
        3: doubtful(2, reason=SAME_PERSON),
    }


def test_a_second_player_with_the_name_of_a_person_who_plays_already_is_a_doubt():
    assert decide(player("Eva Duarte"), CLUB, taken={EVA}) == doubtful(EVA, reason=SAME_PERSON)
    denied = player("Eva Duarte", not_people=[EVA])
    assert decide(denied, CLUB, taken={EVA}) == Decision(NEW)
    assert decide(player("Wen Ng"), CLUB, taken={WEN}) == linked(OTHER_WEN, BY_NAME)


def test_who_has_not_been_seen_is_a_doubt_once_the_person_of_the_name_is_another_player():
    unseen = player("Eva Duarte", at_desk=False)
    assert decide(unseen, CLUB, taken={EVA}) == Decision(WAITING)
    assert decide(unseen, CLUB, taken={EVA}, linked={EVA}) == doubtful(EVA, reason=SAME_PERSON)


def test_an_identifier_of_two_people_decides_nothing():
    shared = Directory([person(1, "Ann Lee", wizards="x"), person(2, "Ben Lee", wizards="x")])
    assert decide(player("Ann Lee", at_desk=False, wizards="x"), shared) == Decision(WAITING)
    assert decide(player("Cid Lee", wizards="x"), shared) == Decision(NEW)
