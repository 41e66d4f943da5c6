"""Limits of decklists, and the sentences about what breaks them."""

import pytest

from tournaments.rules import rulebooks
from tournaments.rules.history import DRAFT_PODS, PODS, SWISS, EventHistory, PhaseRecord
from tournaments.rules.history.players import ListSettings
from tournaments.rules.lists.decklist import parse_decklist
from tournaments.rules.lists.limits import LIMITS, check_limits, default_limits, limits_of


def warnings(text, limits):
    violations = check_limits(parse_decklist(text), LIMITS[limits])
    return [violation.template.format(**violation.params) for violation in violations]


def deck(count, prefix="card"):
    """So many cards, each once."""
    return "\n".join(f"1 {prefix} {'abcdefghij'[n // 10 % 10]}{'abcdefghij'[n % 10]}" for n in range(count))


@pytest.mark.parametrize(
    ("limits", "text", "expected"),
    [
        ("constructed", "60 Mountain", []),
        ("constructed", "250 Mountain", []),
        ("constructed", "58 Mountain", ["58 of at least 60 cards in the main deck"]),
        ("constructed", "55 Island\n5 Lightning Bolt", ["5 × Lightning Bolt, at most 4"]),
        ("constructed", "57 Island\n3 Shock\nSB: 2 shock", ["5 × Shock, at most 4"]),
        ("constructed", "60 Island\n\nSideboard\n16 Swamp", ["16 of at most 15 cards in the sideboard"]),
        ("constructed", "60 Snow-Covered Island\nSideboard\n15 Wastes", []),
        ("constructed", "40 Relentless Rats\n20 Swamp", []),
        ("constructed", "20 Dragon’s Approach\n9 Nazgûl\n7 Seven Dwarves\n24 Swamp", []),
        (
            "constructed",
            "10 Nazgul\n8 Seven Dwarves\n42 Swamp",
            ["10 × Nazgul, at most 9", "8 × Seven Dwarves, at most 7"],
        ),
        (
            "constructed",
            "3 Delver of Secrets\n57 Island\nSideboard\n2 Delver of Secrets // Insectile Aberration",
            ["5 × Delver of Secrets, at most 4"],
        ),
        ("limited", "39 Plains", ["39 of at least 40 cards in the main deck"]),
        ("limited", "30 Plains\n10 Shock\nSideboard\n40 Bolt", []),
        ("singleton", "Commander\n1 Atraxa\n\n99 Forest", []),
        ("singleton", "Commander\n1 Atraxa\n\n98 Forest", ["99 of exactly 100 cards with the commander"]),
        (
            "singleton",
            "98 Forest\n2 Sol Ring",
            ["No commander: write “Commander” in the line above its name", "2 × Sol Ring, at most 1"],
        ),
        ("singleton", "Commander\n1 Atraxa\n\n30 Rat Colony\n69 Swamp", []),
        ("singleton", "Commander\n1 Atraxa\n\nCompanion\n1 Lurrus of the Dream-Den\n\nDeck\n99 Swamp", []),
        ("singleton", "Commander\n1 Atraxa\n\nDeck\n99 Swamp\n\nSideboard\n1 Lurrus of the Dream-Den", []),
        (
            "singleton",
            "Companion\n1 Jegantha\n\nCommander\n1 Atraxa\n\nDeck\n99 Swamp\n\nSideboard\n1 Shock",
            ["1 of at most 0 cards in the sideboard"],
        ),
        ("pokemon", "4 Comfey LOR 79\n56 Basic Psychic Energy SVE 5", []),
        ("pokemon", "5 Comfey LOR 79\n55 Psychic Energy", ["5 × Comfey, at most 4"]),
        ("pokemon", "2 Comfey LOR 79\n3 Comfey SVP 12\n55 Water Energy", ["5 × Comfey, at most 4"]),
        ("pokemon", "61 Fire Energy", ["61 of exactly 60 cards in the main deck"]),
        ("yugioh", f"Main\n{deck(40)}\nExtra\n{deck(15, 'x')}\nSide\n{deck(15, 'y')}", []),
        ("yugioh", deck(39), ["39 of at least 40 cards in the main deck"]),
        ("yugioh", deck(61), ["61 of at most 60 cards in the main deck"]),
        (
            "yugioh",
            f"Main\n{deck(40)}\nExtra Deck\n{deck(16, 'x')}\nSide Deck\n4 Ash",
            ["16 of at most 15 cards in the extra deck", "4 × Ash, at most 3"],
        ),
        ("flesh-and-blood", f"Arena cards\n1 Blade\n\nDeck cards\n{deck(60)}", []),
        ("flesh-and-blood", deck(59), ["59 of at least 60 cards in the main deck"]),
        ("star-wars-unlimited", f"Leader\n1 Sabine\nBase\n1 Town\nDeck\n{deck(50)}", []),
        (
            "star-wars-unlimited",
            f"Leader\n1 Sabine\n\nDeck\n{deck(49)}",
            ["49 of at least 50 cards in the main deck"],
        ),
        ("netrunner", "4 Sure Gamble", ["4 × Sure Gamble, at most 3"]),
        ("free", "5 Intercessors\n1 Captain", []),
    ],
)
def test_a_list_gets_a_sentence_for_each_limit_that_it_breaks(limits, text, expected):
    assert warnings(text, limits) == expected


def history(rulebook="magic", kind=SWISS, **lists):
    phases = (PhaseRecord(kind, ""),)
    return EventHistory("Cup", rulebook, phases=phases, lists=ListSettings(ask="required", **lists))


@pytest.mark.parametrize(
    "name",
    [
        *("Relentless Rats", "Rat Colony", "Shadowborn Apostle", "Persistent Petitioners"),
        *("Dragon's Approach", "Hare Apparent", "Slime Against Humanity", "Templar Knight"),
        "Cid, Timeless Artificer",
    ],
)
def test_a_deck_may_have_any_number_of_cards_that_say_so(name):
    assert warnings(f"30 {name}\n30 Island", "constructed") == []
    assert warnings(f"Commander\n1 Atraxa\n\n30 {name}\n69 Island", "singleton") == []


@pytest.mark.parametrize(
    ("rulebook", "kind", "expected"),
    [
        ("magic", SWISS, "constructed"),
        ("magic", DRAFT_PODS, "limited"),
        ("magic", PODS, "singleton"),
        ("pods-multiplayer", PODS, "singleton"),
        ("pokemon", SWISS, "pokemon"),
        ("star-wars-unlimited", DRAFT_PODS, "free"),
        ("wargame-wtc", SWISS, "free"),
        ("chess", SWISS, "free"),
    ],
)
def test_the_limits_follow_from_the_rulebook_and_the_first_phase(rulebook, kind, expected):
    assert default_limits(history(rulebook, kind)) == expected
    assert limits_of(history(rulebook, kind)) == LIMITS[expected]


def test_the_organiser_can_choose_other_limits():
    assert limits_of(history(limits="limited")) == LIMITS["limited"]


def test_every_rulebook_has_limits():
    assert {default_limits(history(key)) for key in rulebooks.RULEBOOKS} <= LIMITS.keys()
