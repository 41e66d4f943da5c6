"""The decks of an event: how many players have each, and names to choose from."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext, ngettext

from ..access import ON_THE_LIST
from ..history.cache import load_history
from ..history.names import read_public_names
from ..models import Event, ListVersion, PlayerResult
from ..people.pages.profiles import are_lists_shown
from ..rules.lists.decks import DeckShare, group_decks, leave_out_names, round_percents
from ..web.charts import BAR_ROW_HEIGHT, LETTER_WIDTH, NARROW_CLASS, WIDE_CLASS, BarRow, Chart, draw_bars
from .pages import newest_versions

# So many bars are drawn; the other decks share one.
MAX_BARS = 12
# The width of a chart by its class, and the most room for the names of the decks.
SIZES = {WIDE_CLASS: (696, 340), NARROW_CLASS: (350, 188)}
# Suggestions come from so many of the club's newest events.
MAX_EVENTS, MAX_SUGGESTIONS = 30, 60


@dataclass(frozen=True)
class DeckLine:
    """A deck with “5 of 24” and its players (id, name), by name."""

    name: str
    count_text: str
    players: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class EventDecks:
    """The decks of an event, most played first; `charts` are (class, drawing) of the same."""

    lines: tuple[DeckLine, ...]
    charts: tuple[tuple[str, Chart], ...]

    @property
    def by_player(self) -> dict[str, str]:
        """Return the name of the deck by the player's id."""
        return {key: line.name for line in self.lines for key, _name in line.players}


def get_event_decks(event: Event) -> EventDecks | None:
    """Return the decks of the lists that players have sent; None if none has a name.

    Whoever calls it knows that the lists are public.
    """
    history = load_history(event)
    names, rows = history.names, newest_versions(event).filter(player__removed_at=None)
    decks = [
        (key, history.with_public_names_in(deck))
        for key, deck in rows.values_list("player__public_id", "deck")
        if key in names
    ]
    shares = group_decks(decks)
    if not shares:
        return None
    lines = tuple(
        DeckLine(
            share.name,
            share_text(len(share.players), len(decks)),
            tuple(sorted(((key, names[key]) for key in share.players), key=lambda one: one[1].casefold())),
        )
        for share in shares
    )
    charts = tuple((size, draw_shares(shares, len(decks), *SIZES[size])) for size in SIZES)
    return EventDecks(lines, charts)


def share_text(count: int, of: int) -> str:
    return gettext("{count} of {all}").format(count=count, all=of)


def draw_shares(shares: tuple[DeckShare, ...], lists: int, width: int, widest: int) -> Chart:
    """Return bars of the most played decks; the rest of them, and lists without a deck, have one each."""
    shown = shares if len(shares) <= MAX_BARS else shares[: MAX_BARS - 1]
    counts = [(share.name, len(share.players)) for share in shown]
    if rest := shares[len(shown) :]:
        text = ngettext("{count} other deck", "{count} other decks", len(rest)).format(count=len(rest))
        counts.append((text, sum(len(share.players) for share in rest)))
    if unnamed := lists - sum(len(share.players) for share in shares):
        counts.append((gettext("Deck not named"), unnamed))
    percents = round_percents([count for _name, count in counts])
    rows = [
        BarRow(name, count, bar_text(count, percent))
        for (name, count), percent in zip(counts, percents, strict=True)
    ]
    left = min(LETTER_WIDTH * max(len(row.label) for row in rows) + 8, widest)
    room = LETTER_WIDTH * max(len(row.text) for row in rows) + 8
    words = "; ".join(f"{row.label}: {row.text}" for row in rows)
    return Chart(width, BAR_ROW_HEIGHT * len(rows), tuple(draw_bars(rows, left, width - left - room)), words)


def bar_text(count: int, percent: int) -> str:
    """Return “5 (21 %)”."""
    return gettext("{count} ({percent} %)").format(count=count, percent=percent)


def suggest_decks(event: Event) -> tuple[str, ...]:
    """Return names of decks from public lists of the club's earlier events of this game, by name.

    Those of this event and of events that are hidden or still played would tell what others play. A name
    with a former name of somebody in it is left out.
    """
    if event.club_id is None:
        return ()
    ended = Exists(PlayerResult.objects.filter(event=OuterRef("pk")))
    alike = {"club": event.club_id, "rulebook": event.rulebook, "game": event.game}
    events = Event.objects.filter(ON_THE_LIST, ended, **alike).exclude(pk=event.pk).order_by("-pk")
    newest = [one for one in events[:MAX_EVENTS] if are_lists_shown(one)]
    later = ListVersion.objects.filter(player=OuterRef("player"), pk__gt=OuterRef("pk"))
    rows = ListVersion.objects.filter(~Exists(later), event__in=newest, player__removed_at=None)
    hidden = {name for names in read_public_names(newest).values() for name in names.others}
    decks = rows.exclude(deck="").values_list("player_id", "deck")
    shares = group_decks(leave_out_names(decks, hidden))
    return tuple(sorted((share.name for share in shares[:MAX_SUGGESTIONS]), key=str.casefold))
