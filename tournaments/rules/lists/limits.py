"""Limits of lists, and when they can be read and changed."""

import re
from dataclasses import dataclass
from datetime import datetime

from ..errors import _
from ..history import DRAFT, DRAFT_PODS, PODS, EventHistory
from ..history.players import AFTER_CUT, AFTER_EVENT, AT_ONCE
from ..registration import has_started
from ..rounds.progress import has_ended
from .decklist import Decklist, card_key
from .exports import COMMANDER, EXTRA, MAIN, SECTIONS, SIDEBOARD


@dataclass(frozen=True, slots=True)
class ListLimits:
    """Limits of a list; None without one.

    `main_least` and `main_most` are cards of the main deck with the commanders, `side_most` and `extra_most`
    those of the sideboard and the extra deck, `copies` of one card over all sections. `has_commander`: a list
    without one gets a warning. `counts_cards`: the list is read as cards, else it is shown as plain text.
    """

    label: str
    main_least: int | None = None
    main_most: int | None = None
    side_most: int | None = None
    copies: int | None = None
    extra_most: int | None = None
    has_commander: bool = False
    counts_cards: bool = True


@dataclass(frozen=True, slots=True)
class ListWarning:
    """A limit that a list breaks, as a message to translate and its values."""

    template: str
    params: dict


FREE, CONSTRUCTED, LIMITED, SINGLETON = "free", "constructed", "limited", "singleton"
POKEMON, YUGIOH, FLESH_AND_BLOOD = "pokemon", "yugioh", "flesh-and-blood"
STAR_WARS, NETRUNNER = "star-wars-unlimited", "netrunner"
LIMITS = {
    FREE: ListLimits(_("Any text: army list, several decks"), counts_cards=False),
    # Magic: The Gathering Comprehensive Rules 100.2a and 100.4a.
    CONSTRUCTED: ListLimits(_("Magic constructed: 60 and 15"), 60, None, 15, 4),
    # 100.2b; all other cards of the pool are the sideboard (100.4b).
    LIMITED: ListLimits(_("Magic limited: at least 40"), 40),
    # 903.5: exactly 100 cards with the commander, each name once; no sideboard.
    SINGLETON: ListLimits(_("Commander: 100, singleton"), 100, 100, 0, 1, has_commander=True),
    POKEMON: ListLimits(_("Pokémon: exactly 60"), 60, 60, 0, 4),
    YUGIOH: ListLimits(_("Yu-Gi-Oh!: 40 to 60, 15 and 15"), 40, 60, 15, 3, 15),
    FLESH_AND_BLOOD: ListLimits(_("Flesh and Blood: at least 60"), 60, None, None, 3),
    STAR_WARS: ListLimits(_("Star Wars: Unlimited: 50 and 10"), 50, None, 10, 3),
    # Each identity has its own size of deck, and players bring two decks.
    NETRUNNER: ListLimits(_("Netrunner: up to 3 of a card"), None, None, None, 3),
}
# Rulebook → limits of its usual format; FREE for all others.
RULEBOOK_LIMITS = {
    "magic": CONSTRUCTED,
    "playalltimes": CONSTRUCTED,
    "pods-multiplayer": SINGLETON,
    "hareruya": SINGLETON,
    "pokemon": POKEMON,
    "yugioh": YUGIOH,
    "flesh-and-blood": FLESH_AND_BLOOD,
    "star-wars-unlimited": STAR_WARS,
    "netrunner": NETRUNNER,
}
# Cards of which a list may have any number: basic lands and basic energy.
_BASIC = re.compile(
    r"(snow-covered )?(plains|island|swamp|mountain|forest|wastes)"
    r"|(basic )?(\{\w\}|grass|fire|water|lightning|psychic|fighting|darkness|metal|fairy) energy",
    re.IGNORECASE,
)
# Cards with a limit of their own in their text; None: any number.
OWN_LIMITS = {
    **dict.fromkeys(
        (
            *("relentless rats", "rat colony", "shadowborn apostle", "persistent petitioners"),
            *("dragon's approach", "hare apparent", "slime against humanity", "templar knight"),
            "cid, timeless artificer",
        )
    ),
    "seven dwarves": 7,
    "nazgûl": 9,
    "nazgul": 9,
}
# A companion is no card of a Commander deck (Comprehensive Rules 702.139).
COMPANIONS = frozenset(
    (
        *("gyruda, doom of depths", "jegantha, the wellspring", "kaheera, the orphanguard"),
        *("keruga, the macrosage", "lurrus of the dream-den", "lutri, the spellchaser"),
        *("obosh, the preypiercer", "umori, the collector", "yorion, sky nomad", "zirda, the dawnwaker"),
    )
)


def limits_of(history: EventHistory) -> ListLimits:
    """Return the limits of the event's lists."""
    return LIMITS[history.lists.limits or default_limits(history)]


def default_limits(history: EventHistory) -> str:
    """Return the key of the limits that follow from the rulebook and the kind of the first phase."""
    usual = RULEBOOK_LIMITS.get(history.rulebook, FREE)
    kind = history.phase(1).kind
    if usual == CONSTRUCTED and kind in (DRAFT_PODS, PODS):
        return LIMITED if kind == DRAFT_PODS else SINGLETON
    # The sizes of drafted decks of other games are not known here.
    return FREE if kind == DRAFT_PODS else usual


def check_limits(decklist: Decklist, limits: ListLimits) -> tuple[ListWarning, ...]:
    """Return a warning for each limit that the list breaks."""
    if not limits.counts_cards:
        return ()
    return (*check_sizes(decklist, limits), *check_copies(decklist, limits))


def check_sizes(decklist: Decklist, limits: ListLimits):
    """Yield a warning for each section with too few or too many cards."""
    main = decklist.count(MAIN, COMMANDER)
    least, most = limits.main_least, limits.main_most
    if least is not None and least == most and main != least:
        text = _("{count} of exactly {least} cards in the main deck")
        if limits.has_commander:
            text = _("{count} of exactly {least} cards with the commander")
        yield ListWarning(text, {"count": main, "least": least})
    elif least is not None and main < least:
        text = _("{count} of at least {least} cards in the main deck")
        yield ListWarning(text, {"count": main, "least": least})
    elif most is not None and main > most:
        yield ListWarning(
            _("{count} of at most {most} cards in the main deck"), {"count": main, "most": most}
        )
    if limits.has_commander and not decklist.cards(COMMANDER):
        yield ListWarning(_("No commander: write “Commander” in the line above its name"), {})
    texts = {
        EXTRA: (limits.extra_most, _("{count} of at most {most} cards in the extra deck")),
        SIDEBOARD: (limits.side_most, _("{count} of at most {most} cards in the sideboard")),
    }
    for section, (most, text) in texts.items():
        count = decklist.count(section)
        if section == SIDEBOARD and limits.has_commander and has_companion(decklist):
            count -= 1
        if most is not None and count > most:
            yield ListWarning(text, {"count": count, "most": most})


def has_companion(decklist: Decklist) -> bool:
    """Return whether a card of the sideboard is a companion, by its section or by its name."""
    return bool(decklist.companions) or any(
        card_key(card.name) in COMPANIONS for card in decklist.cards(SIDEBOARD)
    )


def copies_of(name: str, limits: ListLimits) -> int | None:
    """Return how many copies of a card a list may have; None: any number."""
    if _BASIC.fullmatch(name):
        return None
    return OWN_LIMITS.get(card_key(name).replace("’", "'"), limits.copies)


def check_copies(decklist: Decklist, limits: ListLimits):
    """Yield a warning for each card with too many copies in the whole list."""
    if limits.copies is None:
        return
    counts = {}
    for card in (card for section in SECTIONS for card in decklist.cards(section)):
        counts[card.name] = counts.get(card.name, 0) + card.count
    for name, count in counts.items():
        most = copies_of(name, limits)
        if most is not None and count > most:
            text = _("{count} × {name}, at most {most}")
            yield ListWarning(text, {"count": count, "name": name, "most": most})


NOT_ASKED = _("This event doesn’t ask for lists.")
EVENT_IS_OVER = _("This event is over.")
DEADLINE_PASSED = _("It’s too late to change your list here. Please ask the desk.")


def refusal(history: EventHistory, now: datetime) -> str:
    """Return why players cannot send lists now; empty if they can."""
    settings = history.lists
    if not settings.ask:
        return NOT_ASKED
    if has_ended(history):
        return EVENT_IS_OVER
    is_late = now >= datetime.fromisoformat(settings.until) if settings.until else has_started(history)
    return DEADLINE_PASSED if is_late else ""


def are_public(history: EventHistory) -> bool:
    """Return whether everyone who sees the event sees the lists.

    AFTER_CUT is from the first published round of the last of several phases on, or from the event's end.
    """
    if not history.lists.ask:
        return False
    visible = history.lists.visible
    if visible == AT_ONCE:
        return True
    if visible not in (AFTER_CUT, AFTER_EVENT):
        return False
    return has_ended(history) or (visible == AFTER_CUT and is_cut_published(history))


def is_cut_published(history: EventHistory) -> bool:
    rounds = history.phases[-1].rounds if len(history.phases) > 1 else ()
    return any(round_.state != DRAFT for round_ in rounds)
