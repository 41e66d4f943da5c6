"""Usual kinds of events, and which of them the form of a new event offers for each game."""

from dataclasses import dataclass

from django.utils.translation import gettext_noop

from ...rules.history import DRAFT_PODS, PODS, ROUND_ROBIN, SWISS
from ...rules.settings.fields import ANYONE, PLAYERS

NO_CUT = "none"


@dataclass(frozen=True)
class EventPreset:
    """A usual kind of event: a name, a line about it, and what it sets.

    A rulebook of None is that of the chosen game; other values of None are left to the rulebook.
    `rounds_by_size` has rows of (up to so many players or None, rounds).
    """

    name: str
    summary: str
    rulebook: str | None = None
    format: str = SWISS
    rounds: int | None = None
    rounds_by_size: tuple[tuple[int | None, int], ...] | None = None
    minutes: int | None = None
    finals: str = NO_CUT
    top: int | None = None
    reporting: str = PLAYERS


PRESETS = {
    "fnm": EventPreset(
        gettext_noop("Friday Night Magic"),
        gettext_noop("Swiss, best of 3, 50-minute rounds"),
        rulebook="magic",
        rounds_by_size=((8, 3), (16, 4), (None, 5)),
        reporting=ANYONE,
    ),
    "commander": EventPreset(
        gettext_noop("Commander night"),
        gettext_noop("Pods of four, 3 rounds of 80 minutes"),
        rulebook="pods-multiplayer",
        format=PODS,
        rounds=3,
        minutes=80,
        reporting=ANYONE,
    ),
    "draft": EventPreset(
        gettext_noop("Booster draft"),
        gettext_noop("Pods of about eight, 3 rounds"),
        rulebook="magic",
        format=DRAFT_PODS,
        reporting=ANYONE,
    ),
    "store": EventPreset(
        gettext_noop("Store championship"), gettext_noop("Swiss, then a top 8"), finals="single"
    ),
    "league": EventPreset(
        gettext_noop("League night"),
        gettext_noop("Swiss, players report by QR code"),
        reporting=ANYONE,
    ),
    "top_4": EventPreset(
        gettext_noop("Small cup"), gettext_noop("Swiss, then a top 4"), finals="single", top=4
    ),
    "two_days": EventPreset(
        gettext_noop("Two-day event"),
        gettext_noop("Two losses or fewer return on day 2, then a top 8"),
        format="two_days",
        finals="single",
    ),
    "double": EventPreset(
        gettext_noop("Double elimination"),
        gettext_noop("Swiss, then a top 8 that is out after two losses"),
        finals="double",
    ),
    "mcintyre": EventPreset(
        gettext_noop("Final eight"),
        gettext_noop("Swiss, then a McIntyre final eight"),
        finals="mcintyre8",
    ),
    "swiss_and_robin": EventPreset(
        gettext_noop("Final group"),
        gettext_noop("Swiss, then everyone of the top 4 plays everyone"),
        format="swiss_and_robin",
    ),
    "hearthstone": EventPreset(
        gettext_noop("Hearthstone cup"),
        gettext_noop("Swiss, best of 5, then a McIntyre final eight"),
        rulebook="fair-hearthstone",
        finals="mcintyre8",
    ),
    "wargame": EventPreset(
        gettext_noop("Wargame event"),
        gettext_noop("3 rounds of 3 hours, victory points"),
        rulebook="wargame-wtc",
        rounds=3,
        minutes=180,
    ),
    "wargame_weekend": EventPreset(
        gettext_noop("Wargame weekend"),
        gettext_noop("5 rounds of 3 hours, victory points"),
        rulebook="wargame-wtc",
        rounds=5,
        minutes=180,
    ),
    "old_world": EventPreset(
        gettext_noop("The Old World"),
        gettext_noop("3 rounds of 3 hours, victory points"),
        rulebook="old-world",
        rounds=3,
        minutes=180,
    ),
    "x_wing": EventPreset(
        gettext_noop("X-Wing"), gettext_noop("Swiss, 75-minute rounds"), rulebook="x-wing", minutes=75
    ),
    "netrunner": EventPreset(
        gettext_noop("Netrunner"), gettext_noop("Swiss, two games each round"), rulebook="netrunner"
    ),
    "chess": EventPreset(
        gettext_noop("Chess evening"),
        gettext_noop("Swiss, 5 rounds, one game each"),
        rulebook="chess",
        rounds=5,
        reporting=ANYONE,
    ),
    "chess_rapid": EventPreset(
        gettext_noop("Rapid chess"), gettext_noop("Swiss, 7 rounds"), rulebook="chess", rounds=7
    ),
    "chess_blitz": EventPreset(
        gettext_noop("Blitz chess"), gettext_noop("Swiss, 9 rounds"), rulebook="chess", rounds=9
    ),
    "round_robin": EventPreset(
        gettext_noop("Round robin"),
        gettext_noop("Everyone plays everyone once"),
        format=ROUND_ROBIN,
        reporting=ANYONE,
    ),
    "double_round_robin": EventPreset(
        gettext_noop("Double round robin"),
        gettext_noop("Everyone plays everyone twice"),
        format="double_round_robin",
        reporting=ANYONE,
    ),
    "pools": EventPreset(
        gettext_noop("Pools"),
        gettext_noop("Round robin in four pools, then a top 8"),
        format="pools",
        finals="single",
    ),
    "custom": EventPreset(gettext_noop("Custom"), gettext_noop("Choose everything yourself")),
}
DEFAULT_PRESET, DEFAULT_RULEBOOK = "fnm", "magic"


@dataclass(frozen=True)
class GameChoice:
    """What the form offers for a game: three presets at first and six behind “More formats”."""

    name: str
    rulebook: str
    presets: tuple[str, ...]

    @property
    def first(self) -> tuple[str, ...]:
        return self.presets[:3]

    @property
    def more(self) -> tuple[str, ...]:
        return self.presets[3:]


ALL_GAMES = "all"
_CARD_GAMES = ("store", "two_days", "top_4", "mcintyre", "double", "swiss_and_robin", "pools", "round_robin")
GAME_CHOICES = {
    "magic": GameChoice(
        gettext_noop("Magic"),
        "magic",
        (
            *("fnm", "draft", "store"),
            *("commander", "two_days", "mcintyre", "double", "swiss_and_robin", "round_robin"),
        ),
    ),
    "pokemon": GameChoice(gettext_noop("Pokémon"), "pokemon", ("league", *_CARD_GAMES)),
    "yugioh": GameChoice(gettext_noop("Yu-Gi-Oh!"), "yugioh", ("league", *_CARD_GAMES)),
    "hearthstone": GameChoice(
        gettext_noop("Hearthstone"),
        "fair-hearthstone",
        ("hearthstone", "league", "store", "two_days", *_CARD_GAMES[3:]),
    ),
    "chess": GameChoice(
        gettext_noop("Chess"),
        "chess",
        (
            *("chess", "round_robin", "double_round_robin"),
            *("chess_rapid", "chess_blitz", "two_days", "pools", "swiss_and_robin", "top_4"),
        ),
    ),
    "wargames": GameChoice(
        gettext_noop("Wargames"),
        "wargame-wtc",
        (
            *("wargame", "wargame_weekend", "old_world"),
            *("x_wing", "netrunner", "store", "top_4", "pools", "round_robin"),
        ),
    ),
    ALL_GAMES: GameChoice(gettext_noop("All"), "magic", (*PRESETS,)),
}


def game_with(preset: str | None) -> str:
    """Return the key of the first game that offers this preset."""
    return next((key for key, game in GAME_CHOICES.items() if preset in game.presets), ALL_GAMES)
