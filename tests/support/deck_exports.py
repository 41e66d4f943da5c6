"""Decks as other programs write them."""

DEK = """\ufeff<?xml version="1.0" encoding="utf-8"?>
<Deck xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <NetDeckID>0</NetDeckID>
  <PreconstructedDeckID>0</PreconstructedDeckID>
  <Cards CatID="61202" Quantity="3" Sideboard="false" Name="Lightning Bolt" Annotation="0" />
  <Cards CatID="23556" Quantity="1" Sideboard="false" Name="Lightning Bolt" Annotation="0" />
  <Cards CatID="46289" Quantity="56" Sideboard="false" Name="Mountain" Annotation="0" />
  <Cards CatID="62471" Quantity="2" Sideboard="true" Name="Urza&apos;s Saga" Annotation="0" />
</Deck>
"""


SWUDB_ESCAPES = r'{"deck": [{"id": "\ud800a\u0000b\u001b\u202ec", "count": 2}, {"id": "\ud800", "count": 1}]}'


NETRUNNERDB_RUNNER = """Netrunner Worlds 2nd

Hayley Kaplan: Universal Scholar (Old Hollywood)

Event (5)
3x Diesel (Core Set)
2x Indexing (Future Proof) ●●

Hardware (1)
1x Clone Chip (Creation and Control)

Icebreaker (2)
1x Cerberus "Lady" H1 (All That Remains)
1x Femme Fatale (Core Set) ●

Program (3)
3x Self-modifying Code (Creation and Control) ★

5 influence spent (max 15-1★=14, available 9)
44 cards (min 44)
Cards up to Democracy and Dogma

Deck built on https://netrunnerdb.com.
"""
