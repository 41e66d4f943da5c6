"""Reading pasted decklists, as the common deck builders export them."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.lists.decklist import clean_text, parse_decklist
from tournaments.rules.lists.exports import COMMANDER, EXTRA, LEADER, MAIN, SECTIONS, SIDEBOARD


def cards(text, section=MAIN):
    return {card.name: card.count for card in parse_decklist(text).cards(section)}


@pytest.mark.parametrize(
    "line",
    [
        "4 Lightning Bolt",
        "4x Lightning Bolt",
        "4X Lightning Bolt",
        "4 x Lightning Bolt",
        "4 × Lightning Bolt",
        "4× Lightning Bolt",
        "4 | Lightning Bolt",
        "4xLightning Bolt",
        "4×Lightning Bolt",
        "x4 Lightning Bolt",
        "Lightning Bolt (4)",
        "Lightning Bolt x4",
        "  4   Lightning  Bolt ",
        "* 4 Lightning Bolt",
        "- 4 Lightning Bolt",
        "4 Lightning Bolt (M10) 146",
        "4 Lightning Bolt (M10)",
        "4x Lightning Bolt (m10) 146 *F*",
        "4 Lightning Bolt (PLST) M10-146",
        "4 Lightning Bolt [M10]",
        "4 [M10] Lightning Bolt",
        "4 Lightning Bolt (M10) 146 #burn #red",
        "4x Lightning Bolt (m10) 146 [Removal] ^Have,#37d67a^",
        "4 Lightning Bolt LOR 79",
        "4 Lightning Bolt PR-SV 129 PH",
    ],
)
def test_a_line_of_any_common_export_is_the_same_card(line):
    assert cards(line) == {"Lightning Bolt": 4}


@pytest.mark.parametrize(
    "name",
    [
        "Fire // Ice",
        "Circle of Protection: Red",
        "Erase (Not the Urza’s Legacy One)",
        "Art of War (yellow)",
        "Xantid Swarm",
        "X",
        "+2 Mace",
        "Æther Vial",
        "稲妻",
        "Sabine Wren | Galvanized Revolutionary",
    ],
)
def test_the_name_of_a_card_stays_as_it_is(name):
    assert cards(f"4 {name}") == {name: 4}
    assert cards(name) == {name: 1}


def test_a_line_without_a_number_is_one_card_and_the_same_card_is_counted_together():
    assert cards("Lightning Bolt\n2 lightning bolt\n1 Shock") == {"Lightning Bolt": 3, "Shock": 1}


def test_the_usual_export_of_one_piece_counts_copies_of_card_numbers():
    assert cards("1xOP01-001\n4xOP01-016\n2xST01-012") == {"OP01-001": 1, "OP01-016": 4, "ST01-012": 2}


def test_both_faces_of_a_card_and_its_first_face_are_one_card():
    text = "2 Delver of Secrets\n2 Delver of Secrets // Insectile Aberration\n1 Fire / Ice\n1 Fire // Ice"
    assert cards(text) == {"Delver of Secrets": 4, "Fire / Ice": 2}
    assert cards("1 Stardust Dragon\n1 Stardust Dragon/Assault Mode") == {
        "Stardust Dragon": 1,
        "Stardust Dragon/Assault Mode": 1,
    }


@pytest.mark.parametrize(
    "heading", ["Sideboard", "SIDEBOARD:", "Sideboard (15)", "// Sideboard", "!side", "SB:"]
)
def test_a_heading_begins_the_sideboard(heading):
    text = f"Deck\n4 Shock\n\n{heading}\n2 Duress\n\n1 Negate"
    assert cards(text) == {"Shock": 4}
    assert cards(text, SIDEBOARD) == {"Duress": 2, "Negate": 1}


def test_a_mark_puts_one_card_into_the_sideboard():
    text = "SB: 2 Duress\n4 Shock\n1x Negate (m10) 3 [Sideboard]"
    assert cards(text) == {"Shock": 4}
    assert cards(text, SIDEBOARD) == {"Duress": 2, "Negate": 1}


def test_a_blank_line_after_the_main_deck_begins_the_sideboard_without_headings():
    text = "60 Shock\n\n15 Duress"
    assert (cards(text), cards(text, SIDEBOARD)) == ({"Shock": 60}, {"Duress": 15})


def test_spells_and_lands_in_two_blocks_are_one_main_deck():
    assert cards("36 Shock\n\n24 Mountain") == {"Shock": 36, "Mountain": 24}
    assert cards("20 Shock\n\n16 Duress\n\n24 Mountain") == {"Shock": 20, "Duress": 16, "Mountain": 24}


@pytest.mark.parametrize(
    "text",
    [
        "Commander\n1 Atraxa\n\n1 Sol Ring",
        "Commander\n1 Atraxa\n\nDeck\n1 Sol Ring",
        "1 Atraxa *CMDR*\n1 Sol Ring",
        "1 Atraxa (ONE) 196 *CMDR*\n\n1 Sol Ring",
        "1x Atraxa (one) 196 [Commander{top}]\n1 Sol Ring",
        "COMMANDER:\nAtraxa\n\nMAIN DECK (1)\nSol Ring",
    ],
)
def test_a_commander_is_found(text):
    assert (cards(text, COMMANDER), cards(text)) == ({"Atraxa": 1}, {"Sol Ring": 1})


@pytest.mark.parametrize("text", ["99 Island\n\n1 Atraxa", "1 Atraxa\n\n99 Island"])
def test_one_card_apart_that_completes_a_hundred_is_the_commander(text):
    assert (cards(text, COMMANDER), cards(text)) == ({"Atraxa": 1}, {"Island": 99})


def test_a_pokemon_export_is_one_deck():
    text = (
        "Pokémon: 6\n4 Comfey LOR 79\n2 Radiant Greninja ASR 46\n\n"
        "Trainer: 2\n2 Colress's Experiment LOR 155\n\n"
        "Energy: 7\n7 Basic Psychic Energy SVE 5\n\nTotal Cards: 15"
    )
    expected = {"Comfey": 4, "Radiant Greninja": 2, "Colress's Experiment": 2, "Basic Psychic Energy": 7}
    assert cards(text) == expected
    assert parse_decklist(text).unread == ()


def test_other_games_have_their_own_sections():
    assert cards("#main\n46986414\n46986414\n#extra\n12345678\n!side\n87654321") == {"46986414": 2}
    assert cards("Main Deck\n3 Ash\nExtra Deck\n1 Link\nSide Deck\n1 Droll", EXTRA) == {"Link": 1}
    star_wars = "Leader\n1 | Sabine\n\nBase\n1 | Tarkintown\n\nDeck\n3 | Wing\n\nSideboard\n1 | Rebel"
    assert cards(star_wars, LEADER) == {"Sabine": 1, "Tarkintown": 1}
    assert cards(star_wars) == {"Wing": 3}
    blood = "Name: Fai\nHero: Fai\n\nArena cards\n1x Blade\n\nDeck cards\n3x War (red)\n\nMade with ♥"
    assert (cards(blood, LEADER), cards(blood)) == ({"Blade": 1}, {"War (red)": 3})


def test_a_companion_that_is_listed_twice_counts_once():
    text = "Companion\n1 Lurrus\n\nDeck\n4 Shock\n\nSideboard\n1 Lurrus\n2 Duress"
    assert cards(text, SIDEBOARD) == {"Lurrus": 1, "Duress": 2}


def test_what_is_no_card_is_returned_as_it_is():
    text = "About\nName Burn\n\nDeck\n4 Shock\n0 Nothing\n12\n// a note\nhttps://example.org/1"
    text += "\nMaybeboard\n1 Bolt"
    assert cards(text) == {"Shock": 4}
    expected = ("Name Burn", "0 Nothing", "12", "// a note", "https://example.org/1", "1 Bolt")
    assert parse_decklist(text).unread == expected


ALPHABET = st.sampled_from("4 x10|()[]*#^/:-\n\nABab×éSBmain sideCommander稲\u202e\x00\ud800")
TEXTS = st.one_of(st.text(max_size=400), st.text(ALPHABET, max_size=400))


@given(TEXTS)
def test_any_text_can_be_read(text):
    decklist = parse_decklist(text)
    assert [section for section, _cards in decklist.sections] == [s for s in SECTIONS if decklist.cards(s)]
    for _section, listed in decklist.sections:
        names = [card.name.casefold() for card in listed]
        assert len(set(names)) == len(names)
        assert all(card.count > 0 and card.name for card in listed)


CARDS = st.dictionaries(st.text("abcdefgh", min_size=2, max_size=8), st.integers(1, 99), max_size=12)


@given(CARDS, CARDS, st.randoms(use_true_random=False))
def test_the_numbers_of_cards_add_up(main, side, random):
    """However the copies of a card are divided among lines."""

    def lines(counts):
        parts = []
        for name, count in counts.items():
            first = random.randint(0, count)
            parts += [f"{part} {name}" for part in (first, count - first) if part]
        return "\n".join(random.sample(parts, len(parts)))

    text = f"Deck\n{lines(main)}\n\nSideboard\n{lines(side)}"
    decklist = parse_decklist(text)
    assert decklist.unread == ()
    assert decklist.count(MAIN) == sum(main.values())
    assert decklist.count(SIDEBOARD) == sum(side.values())
    assert cards(text) == main


@given(TEXTS)
def test_cleaned_text_can_be_stored_and_shown(text):
    cleaned = clean_text(text)
    assert cleaned == clean_text(cleaned)
    cleaned.encode()
    assert "\x00" not in cleaned and "\r" not in cleaned


def test_the_longest_line_is_read_in_no_time():
    """A pattern that tries every place of a long line again takes minutes."""
    for text in (" #" * 10_000, "x " * 10_000, "4 " + "a(" * 9_999, "[" * 20_000, "1 a\n" * 5_000):
        parse_decklist(text)


def test_many_blank_lines_are_read_in_linear_time():
    def seconds(text):
        start = time.process_time()
        assert cards(text) == {"a": 6_666}
        return time.process_time() - start

    # The shortest of five: others wait for the processor's caches.
    with_blanks, without = (
        min(seconds(text * 6_666) for _repetition in range(5)) for text in ("a\n\n", "a\n")
    )
    assert with_blanks < 5 * without
