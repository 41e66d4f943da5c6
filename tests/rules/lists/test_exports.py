"""Whole exports of deck builders, in the shape in which they are pasted."""

import pytest

from tests.support.deck_exports import DEK, NETRUNNERDB_RUNNER, SWUDB_ESCAPES
from tournaments.rules.lists.decklist import parse_decklist
from tournaments.rules.lists.exports import COMMANDER, LEADER, MAIN, SIDEBOARD


def cards(text, section=MAIN):
    return {card.name: card.count for card in parse_decklist(text).cards(section)}


ARENA = """About
Name Izzet Phoenix

Companion
1 Lurrus of the Dream-Den (IKO) 226

Deck
4 Arclight Phoenix (GRN) 91
4 Fable of the Mirror-Breaker (NEO) 141
52 Island (DMU) 278

Sideboard
1 Lurrus of the Dream-Den (IKO) 226
2 Mystical Dispute (ELD) 58
"""


def test_mtg_arena():
    assert cards(ARENA) == {"Arclight Phoenix": 4, "Fable of the Mirror-Breaker": 4, "Island": 52}
    assert cards(ARENA, SIDEBOARD) == {"Lurrus of the Dream-Den": 1, "Mystical Dispute": 2}
    assert parse_decklist(ARENA).unread == ("Name Izzet Phoenix",)


MTGO_TEXT = """4 Lightning Bolt
2 Fire/Ice
54 Mountain

3 Smash to Smithereens
12 Pyroblast
"""


def test_mtgo_text():
    assert cards(MTGO_TEXT) == {"Lightning Bolt": 4, "Fire/Ice": 2, "Mountain": 54}
    assert cards(MTGO_TEXT, SIDEBOARD) == {"Smash to Smithereens": 3, "Pyroblast": 12}


def test_mtgo_dek():
    decklist = parse_decklist(DEK)
    assert cards(DEK) == {"Lightning Bolt": 4, "Mountain": 56}
    assert cards(DEK, SIDEBOARD) == {"Urza's Saga": 2}
    assert decklist.unread == ()


def test_the_commander_of_a_dek_file_is_its_sideboard():
    lines = [
        f'<Cards CatID="1" Quantity="{count}" Sideboard="{side}" Name="{name}" Annotation="0" />'
        for count, side, name in ((99, "false", "Island"), (1, "true", "Urza, Lord High Artificer"))
    ]
    text = "\n".join(("<Deck>", *lines, "</Deck>"))
    assert (cards(text, COMMANDER), cards(text)) == ({"Urza, Lord High Artificer": 1}, {"Island": 99})


SWUDB = """{
  "metadata": {"name": "Sabine Aggro", "author": "ann"},
  "leader": {"id": "SOR_014", "count": 1},
  "base": {"id": "SOR_026", "count": 1},
  "deck": [{"id": "SOR_142", "count": 3}, {"id": "SHD_168", "count": 2}],
  "sideboard": [{"id": "SOR_177", "count": 1}]
}"""


def test_swudb():
    assert cards(SWUDB, LEADER) == {"SOR_014": 1, "SOR_026": 1}
    assert cards(SWUDB) == {"SOR_142": 3, "SHD_168": 2}
    assert cards(SWUDB, SIDEBOARD) == {"SOR_177": 1}
    assert parse_decklist(SWUDB).unread == ()


COCKATRICE = """<cockatrice_deck version="1">
<zone name="main"><card number="4" name="Shock"/></zone>
</cockatrice_deck>"""
ENTITY = """<!DOCTYPE Deck [<!ENTITY a "Shock">]>
<Deck><Cards Quantity="4" Name="&a;" /></Deck>"""


@pytest.mark.parametrize(
    "text",
    [
        COCKATRICE,
        ENTITY,
        '<Deck><Cards Quantity="4" Name="Shock"',
        '{"cards": ["Shock"],\n"count": 4}',
        '{"deck": [{"id": 4, "count": true}]}',
        "{" * 9_000 + "}" * 9_000,
    ],
)
def test_other_xml_and_json_is_not_read_and_every_line_says_so(text):
    decklist = parse_decklist(text)
    assert decklist.sections == ()
    assert list(decklist.unread) == text.splitlines()


DEK_ESCAPES = '<Deck><Cards Quantity="2" Name="&#x85;a&#x202E;b&#x9b;c" /></Deck>'


@pytest.mark.parametrize("text", [SWUDB_ESCAPES, DEK_ESCAPES, "2 a\u202ebc"])
def test_names_are_without_characters_that_no_page_can_show(text):
    assert cards(text) == {"abc": 2}


@pytest.mark.parametrize("text", ['<Deck a="\ud800"/>', r'{"deck": [{"id": "\ud800", "count": 1}]}'])
def test_a_file_without_a_readable_name_is_not_read(text):
    assert parse_decklist(text).sections == () and parse_decklist(text).unread == (text,)


NETRUNNERDB_CORP = """Glacier

AU Co.: The Gold Standard in Clones (Elevation)

Agenda (2)
2x Regenesis (Midnight Sun)

Barrier (3)
3x Ice Wall (System Gateway) ●●● ●●●

Code Gate (1)
1x Enigma (System Gateway)

15 influence spent (max 15, available 0)
20 agenda points (between 20 and 21)
49 cards (min 45)
Cards up to Elevation

Decklist published on https://netrunnerdb.com.
"""


def test_netrunnerdb():
    decklist = parse_decklist(NETRUNNERDB_RUNNER)
    assert cards(NETRUNNERDB_RUNNER, LEADER) == {"Hayley Kaplan: Universal Scholar": 1}
    assert cards(NETRUNNERDB_RUNNER) == {
        **{"Diesel": 3, "Indexing": 2, "Clone Chip": 1, 'Cerberus "Lady" H1': 1, "Femme Fatale": 1},
        "Self-modifying Code": 3,
    }
    assert decklist.unread == (
        "Netrunner Worlds 2nd",
        "5 influence spent (max 15-1★=14, available 9)",
        "44 cards (min 44)",
        "Cards up to Democracy and Dogma",
        "Deck built on https://netrunnerdb.com.",
    )
    assert cards(NETRUNNERDB_CORP, LEADER) == {"AU Co.: The Gold Standard in Clones": 1}
    assert cards(NETRUNNERDB_CORP) == {"Regenesis": 2, "Ice Wall": 3, "Enigma": 1}


PTCGO = """****** Pokémon Trading Card Game Deck List ******

##Pokémon - 4

* 4 Darkrai-EX BKP 74

##Trainer Cards - 3

* 3 Professor's Research SSH 178

##Energy - 14

* 5 Grass Energy Energy 36
* 8 Lightning Energy SUM 167
* 1 Fire Energy  2

Total Cards - 21

****** Deck List Generated by the Pokémon TCG Online www.pokemon.com/TCGO ******
"""


def test_pokemon_tcg_online():
    assert cards(PTCGO) == {
        **{"Darkrai-EX": 4, "Professor's Research": 3, "Grass Energy": 5, "Lightning Energy": 8},
        "Fire Energy": 1,
    }
    assert [line[:6] for line in parse_decklist(PTCGO).unread] == ["******", "******"]


BLOCKS = """4 Ragavan, Nimble Pilferer (MH2) 138
12 Dragon's Rage Channeler (MH2) 121

24 Lightning Bolt (CLB) 187

20 Mountain (NEO) 299

2 Blood Moon (2XM) 118
13 Alpine Moon (M19) 128
"""


def test_blocks_by_category_without_headings_end_with_the_sideboard():
    assert sum(cards(BLOCKS).values()) == 60
    assert cards(BLOCKS, SIDEBOARD) == {"Blood Moon": 2, "Alpine Moon": 13}


def test_blocks_by_category_with_headings_end_with_a_sideboard_without_one():
    text = "Creatures (16)\n16 Ragavan\n\nInstants (24)\n24 Bolt\n\nLands (20)\n20 Mountain\n\n15 Moon"
    assert cards(text) == {"Ragavan": 16, "Bolt": 24, "Mountain": 20}
    assert cards(text, SIDEBOARD) == {"Moon": 15}
    assert cards(f"{text[: text.rindex('15 Moon')]}Enchantments (15)\n15 Moon", SIDEBOARD) == {}


@pytest.mark.parametrize(
    "sizes", [(20, 16, 24), (24, 24, 12), (36, 30, 14), (40, 30, 20, 10), (16, 8, 16), (33, 12, 11, 4)]
)
def test_blocks_that_make_one_deck_have_no_sideboard(sizes):
    text = "\n\n".join(f"{size} card {'abcd'[n]}" for n, size in enumerate(sizes))
    assert sum(cards(text).values()) == sum(sizes)


def test_a_limited_deck_of_three_blocks_has_a_sideboard():
    assert cards("16 Bear\n\n7 Shock\n\n17 Forest\n\n5 Naturalize", SIDEBOARD) == {"Naturalize": 5}


def test_a_heading_of_an_own_category_is_no_card():
    text = "Removal (8)\n4 Bolt\n4 Shock\n\nForce (4)\n\nRamp (2)\n2 Sol Ring"
    assert cards(text) == {"Bolt": 4, "Shock": 4, "Force": 4, "Sol Ring": 2}
