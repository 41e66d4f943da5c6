"""What pages show of draft pods."""

import json
from dataclasses import dataclass
from math import cos, isclose, pi, sin

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from ..desk.pages.step import Step
from ..history.cache import load_history_with_log
from ..models import Event
from ..rounds.pages.proofs import SEED_CHECK_TEXTS
from ..rules import drafts
from ..rules.drafts import can_split, unseated_players
from ..rules.history import EventHistory, EventPhase
from ..rules.pairing.booster import MIN_POD_SIZE, pod_sizes
from ..rules.rounds.draw_verification import UNKNOWN, PodsVerification, seats_of, verify_pods
from ..rules.rounds.phases import entrants_of, playing_in
from ..rules.settings.fields import INSIDE_BRACKET, INSIDE_SWISS, RANDOM, RATING, STANDING
from ..web.wording import message_text, phase_name

# The drawing of a pod, in units of the SVG: its size, its centre, the radii of the circles of seats and of
# names, and the greatest width of a letter.
WIDTH, HEIGHT = 500, 340
CENTRE_X, CENTRE_Y = WIDTH / 2, HEIGHT / 2
SEAT_RADIUS, NAME_RADIUS, LETTER_WIDTH = 92, 122, 10.5
# How much farther out the names above and below the circle are, so that long ones clear their neighbours.
UPRIGHT_DISTANCE = 6


@dataclass(frozen=True)
class CircleSeat:
    """A seat with its place and that of its name in the drawing.

    `anchor` is SVG's text-anchor. `left` and `right` are the neighbours' names: clockwise, as the first pack
    is passed, is to the left.
    """

    number: int
    player: str
    name: str
    short_name: str
    left: str
    right: str
    has_left: bool
    x: float
    y: float
    number_y: float
    name_x: float
    name_y: float
    anchor: str


@dataclass(frozen=True)
class SeatingCircle:
    """A pod of a draft."""

    number: int
    seats: tuple[CircleSeat, ...]

    @property
    def can_split(self):
        return can_split(self.seats)


@dataclass(frozen=True)
class DraftTimer:
    """The timer of a draft.

    `picks` (pick, cards left, seconds) of a pack; `reviews` (pack, seconds); `steps` all of a draft in order
    as JSON, (text, seconds) each.
    """

    packs: int
    picks: tuple[tuple[int, int, int], ...]
    reviews: tuple[tuple[int, int], ...]
    steps: str


@dataclass(frozen=True)
class DraftPage:
    """The page of a draft.

    `is_waiting`: its first round is not paired. `unseated` (id, name) play but sit in no pod. `verdict` says
    whether the seed gives these pods.
    """

    version: int
    phase: int
    name: str
    pods: tuple[SeatingCircle, ...]
    is_waiting: bool
    unseated: tuple[tuple[str, str], ...]
    timer: DraftTimer
    minutes: int
    build_until: str | None
    seed: str
    seed_hash: str
    verdict: str
    is_proven: bool

    @property
    def sizes(self):
        return sizes_text(len(pod.seats) for pod in self.pods)

    @property
    def can_split(self):
        return any(pod.can_split for pod in self.pods)


def get_draft_page(event: Event, number: int | None = None) -> DraftPage | None:
    """Return the draft of this phase, by default of the current one, else the last draft with pods.

    None if it has no pods.
    """
    history = load_history_with_log(event)
    phase = history.find_phase(number) if number else phase_with_pods(history)
    if phase is None or not phase.pods:
        return None
    names, settings = history.names, phase.settings
    verification = verify_pods(phase)
    dropped_ids = {player.id for player in history.players if player.has_left}
    unseated = () if phase.rounds else unseated_players(phase)
    return DraftPage(
        version=history.version,
        phase=phase.number,
        name=phase_name(phase),
        pods=tuple(
            SeatingCircle(pod_number, place_seats(pod, names, dropped_ids))
            for pod_number, pod in enumerate(phase.pods, 1)
        ),
        is_waiting=not phase.rounds,
        unseated=tuple((player, names[player]) for player in unseated),
        timer=build_timer(settings.draft_packs, settings.draft_cards),
        minutes=settings.draft_minutes,
        build_until=phase.build_until,
        seed=phase.pods_seed,
        seed_hash=phase.pods_sealed,
        verdict=verdict_text(verification, names),
        is_proven=verification.is_proven,
    )


def phase_with_pods(history: EventHistory) -> EventPhase | None:
    """Return the current phase if it has pods, else the last one that has; None without pods."""
    newest_first = (history.current_phase, *reversed(history.all_phases))
    return next((phase for phase in newest_first if phase.pods), None)


def place_seats(pod, names: dict, dropped_ids) -> tuple[CircleSeat, ...]:
    """Return the seats clockwise, the first on top."""
    seats = []
    for index, player in enumerate(pod):
        angle = 2 * pi * index / len(pod) - pi / 2
        across, down = cos(angle), sin(angle)
        # Only the one name on the vertical: two in the middle beside each other would overlap.
        is_upright = isclose(across, 0, abs_tol=1e-9)
        name_y = CENTRE_Y + NAME_RADIUS * down + 10 * down + 5
        name, name_x, y = names[player], CENTRE_X + NAME_RADIUS * across, CENTRE_Y + SEAT_RADIUS * down
        # The letters that fit between the name and the edge; above and below the circle, twice as many.
        letters = int((WIDTH / 2 - NAME_RADIUS * abs(across)) * (2 if is_upright else 1) / LETTER_WIDTH)
        seat = CircleSeat(
            number=index + 1,
            player=player,
            name=name,
            short_name=name if len(name) <= letters else f"{name[: letters - 1].rstrip()}…",
            left=names[pod[(index + 1) % len(pod)]],
            right=names[pod[index - 1]],
            has_left=player in dropped_ids,
            x=round(CENTRE_X + SEAT_RADIUS * across, 1),
            y=round(y, 1),
            number_y=round(y + 5, 1),
            name_x=round(name_x, 1),
            name_y=round(name_y + (UPRIGHT_DISTANCE * down if is_upright else 0), 1),
            anchor="middle" if is_upright else "start" if across > 0 else "end",
        )
        seats.append(seat)
    return tuple(seats)


def build_timer(packs: int, cards: int) -> DraftTimer:
    picks, reviews, steps = drafts.picks(cards), [], []
    for pack in range(1, packs + 1):
        steps += [
            (gettext("Pack {pack}, pick {pick}").format(pack=pack, pick=pick), seconds)
            for pick, _left, seconds in picks
            if seconds
        ]
        if pack < packs and (seconds := drafts.review(pack, packs)):
            reviews.append((pack, seconds))
            steps.append((gettext("Review your picks after pack {pack}").format(pack=pack), seconds))
    return DraftTimer(packs, picks, tuple(reviews), json.dumps(steps))


def verdict_text(verification: PodsVerification, names: dict) -> str:
    """Say whether the pods match their seed, and the seed its hash."""
    if verification.error:
        return message_text(verification.error)
    verdict = gettext("Verified: redrawing from the seed gives the same pods.")
    changes = [gettext("pod {pod} split in two").format(pod=pod) for pod in verification.split_pods]
    moved = [names.get(player, player) for player in verification.moved_players]
    if changes or moved:
        verdict = gettext("Changed by hand after the draw: {names}.").format(names=", ".join(changes + moved))
    if changes and not moved:
        verdict = gettext("Verified: redrawing from the seed gives the same seats.") + f" {verdict}"
    if verification.seed_check == UNKNOWN:
        return verdict
    return f"{verdict} {gettext(SEED_CHECK_TEXTS[verification.seed_check])}"


def list_draft_seats(history: EventHistory, player: str) -> list[tuple[int, str]]:
    """Return (phase, “pod 2, seat 5”) of each draft of the player; with the name of one of several phases."""
    seats = []
    for phase in history.all_phases:
        if seat := seats_of(phase.pods).get(player):
            text = gettext("pod {pod}, seat {seat}").format(pod=seat[0], seat=seat[1])
            prefix = f"{phase_name(phase)}: " if len(history.phases) > 1 else ""
            seats.append((phase.number, f"{prefix}{text}"))
    return seats


def sizes_text(sizes) -> str:
    """Return “7 + 6”."""
    return " + ".join(map(str, sizes))


def step_before_pods(history: EventHistory) -> Step:
    """Return the step before the pods of the event's first phase, a draft, are drawn."""
    count = len(set(entrants_of(history.phase(1))) & playing_in(history.phase(1)))
    if count < MIN_POD_SIZE:
        headline = gettext("{count} of at least {least} players")
        return Step(
            gettext("Next step: add players"),
            headline.format(count=count, least=MIN_POD_SIZE),
            gettext("Add players"),
            "desk_players",
            posts=False,
            hint=gettext("One by one, or paste a list."),
        )
    sizes = pod_sizes(count)
    headline = ngettext("{count} players, one pod", "{count} players, pods of {sizes}", len(sizes))
    return Step(
        gettext("Next step: draw pods"),
        headline.format(count=count, sizes=sizes_text(sizes)),
        gettext("Draw pods"),
        "draw_pods",
        hint=gettext("Players will see their seats, then draft and build."),
        alternative=(gettext("Add more players"), "desk_players"),
    )


def step_with_pods(history: EventHistory) -> Step:
    """Return the step while the players draft and build."""
    phase = history.current_phase
    if unseated := unseated_players(phase):
        return Step(
            gettext("Next step: give everyone a seat"),
            gettext("{name} has no pod").format(name=history.names[unseated[0]]),
            gettext("Pods"),
            "desk_draft",
            posts=False,
        )
    label, headline = gettext("Next step: draft and build, then pair round 1"), gettext("The pods are drawn")
    if phase.build_until:
        label, headline = gettext("Next step: pair round 1"), gettext("Deck building in progress")
    return Step(
        label,
        headline,
        gettext("Pair round 1"),
        "pair",
        hint=gettext("Wait until the decks are built."),
        alternative=(gettext("Pods, timer and clock"), "desk_draft"),
    )


POD_TEXTS = {
    RANDOM: _("at random"),
    STANDING: _("by standings: the best players together"),
    RATING: _("by rating: the highest-rated players together"),
}
INSIDES = {
    INSIDE_SWISS: _("Swiss rounds within each pod"),
    INSIDE_BRACKET: _("single elimination within each pod"),
}
DRAFT_SETTINGS = {
    "draft_pods": (_("pods"), lambda value: gettext(POD_TEXTS[value])),
    "draft_inside": (_("after round 1"), lambda value: gettext(INSIDES[value])),
    "draft_packs": (_("packs"), str),
    "draft_cards": (_("cards per pack"), str),
    "draft_minutes": (_("deck-building minutes"), str),
}


def draft_facts(settings) -> tuple[tuple[str, str], ...]:
    """Return (label, text) of a draft's pods, packs and time."""
    pods = gettext("{how}; seats are always random").format(how=gettext(POD_TEXTS[settings.draft_pods]))
    packs = ngettext("{packs} pack of {cards} cards", "{packs} packs of {cards} cards", settings.draft_packs)
    packs = packs.format(packs=settings.draft_packs, cards=settings.draft_cards)
    minutes = gettext("{minutes} minutes for deck building").format(minutes=settings.draft_minutes)
    return (gettext("Pods"), pods), (gettext("Draft"), f"{packs}; {minutes}")


def pairing_text(settings) -> str:
    """Describe the pairing of a draft's rounds."""
    inside = gettext(INSIDES[settings.draft_inside])
    return gettext("round 1: players seated across from each other; then {inside}").format(inside=inside)
