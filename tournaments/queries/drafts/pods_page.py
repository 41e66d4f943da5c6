"""The pods of a draft as a page shows them: circles of seats, the timer by pick, the time to build."""

import json
from dataclasses import dataclass
from math import cos, pi, sin

from django.utils.translation import gettext

from ...models import Event
from ...rules.drafts import draw_verification, pick_timer, seat_changes
from ...rules.history import EventHistory
from ...rules.rounds import draw_verification as replays
from ...rules.rounds import progress
from ..history.cache import load_history_with_log
from ..wording.formats import in_words, phase_name

# The drawing of a pod: the middle, how far from it the seats and the names are, how wide a letter is at most.
WIDTH, HEIGHT = 500, 340
MIDDLE, SEATS, NAMES = (WIDTH / 2, HEIGHT / 2), 92, 122
LETTER = 10.5
# Seats that are so near to the vertical have their name above or below them.
UPRIGHT = 0.3


@dataclass(frozen=True)
class SeatShown:
    """A seat with its place and that of its name in the drawing; `anchor` is SVG's text-anchor. `left` and
    `right` are the neighbours' names: clockwise, as the first pack goes, is to the left."""

    number: int
    player: str
    name: str
    short: str
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
class PodShown:
    number: int
    seats: tuple[SeatShown, ...]


@dataclass(frozen=True)
class Timer:
    """`picks` (pick, cards left, seconds) of a pack; `reviews` (pack, seconds); `steps` all of a draft in
    order as JSON, (words, seconds) each."""

    packs: int
    picks: tuple[tuple[int, int, int], ...]
    reviews: tuple[tuple[int, int], ...]
    steps: str


@dataclass(frozen=True)
class DraftShown:
    """`waits`: its first round is not drawn. `unseated` (id, name) are there and in no pod. `verdict` says of
    the draw whether its seed gives these pods."""

    version: int
    phase: int
    name: str
    pods: tuple[PodShown, ...]
    waits: bool
    unseated: tuple[tuple[str, str], ...]
    timer: Timer
    minutes: int
    build_until: str | None
    seed: str
    sealed: str
    verdict: str
    proven: bool

    @property
    def sizes(self):
        return sizes_text(len(pod.seats) for pod in self.pods)


def draft_shown(event: Event, number: int | None = None) -> DraftShown | None:
    """The pods of this phase, by default of the current one or else the last draft that has some; None where
    there are none."""
    history = load_history_with_log(event)
    version = history.version
    number = number or phase_with_pods(history)
    if number is None or not 1 <= number <= len(history.phases) or not history.phase(number).pods:
        return None
    phase, settings = history.phase(number), progress.settings_for(history, number)
    replay = draw_verification.replay(history, number)
    dropped_ids = {player.id for player in history.players if player.has_left}
    return DraftShown(
        version=version,
        phase=number,
        name=phase_name(history, number),
        pods=tuple(
            PodShown(at, tuple(seats_of(pod, history.names, dropped_ids)))
            for at, pod in enumerate(phase.pods, 1)
        ),
        waits=not phase.rounds,
        unseated=tuple(
            (player, history.names[player])
            for player in (() if phase.rounds else seat_changes.unseated_players(history, number))
        ),
        timer=timer_of(settings.draft_packs, settings.draft_cards),
        minutes=settings.draft_minutes,
        build_until=phase.build_until,
        seed=phase.pods_seed,
        sealed=phase.pods_sealed,
        verdict=verdict_of(replay, history.names),
        proven=replay.proven,
    )


def phase_with_pods(history: EventHistory) -> int | None:
    with_pods = [number for number, phase in enumerate(history.phases, 1) if phase.pods]
    return history.current if history.current in with_pods else max(with_pods, default=None)


def seats_of(pod, names, dropped_ids):
    """The seats clockwise, the first on top."""
    size = len(pod)
    for at, player in enumerate(pod):
        turn = 2 * pi * at / size - pi / 2
        across, down = cos(turn), sin(turn)
        upright = abs(across) < UPRIGHT
        name, name_x = names[player], MIDDLE[0] + NAMES * across
        # So many letters fit between the name's place and the edge; on top and below, twice that.
        letters = int((WIDTH / 2 - NAMES * abs(across)) * (2 if upright else 1) / LETTER)
        yield SeatShown(
            number=at + 1,
            player=player,
            name=name,
            short=name if len(name) <= letters else f"{name[: letters - 1].rstrip()}…",
            left=names[pod[(at + 1) % size]],
            right=names[pod[at - 1]],
            has_left=player in dropped_ids,
            x=round(MIDDLE[0] + SEATS * across, 1),
            y=round(MIDDLE[1] + SEATS * down, 1),
            number_y=round(MIDDLE[1] + SEATS * down + 5, 1),
            name_x=round(name_x, 1),
            name_y=round(MIDDLE[1] + NAMES * down + 10 * down + 5, 1),
            anchor="middle" if upright else "start" if across > 0 else "end",
        )


def timer_of(packs: int, cards: int) -> Timer:
    picks = pick_timer.picks(cards)
    reviews = tuple(
        (pack, seconds) for pack in range(1, packs) if (seconds := pick_timer.review(pack, packs))
    )
    steps = []
    for pack in range(1, packs + 1):
        steps += [
            (gettext("Pack {pack}, pick {pick}").format(pack=pack, pick=pick), seconds)
            for pick, _left, seconds in picks
            if seconds
        ]
        steps += [
            (gettext("Look at what you have after pack {pack}").format(pack=pack), seconds)
            for after, seconds in reviews
            if after == pack
        ]
    return Timer(packs, picks, reviews, json.dumps(steps))


def verdict_of(replay: draw_verification.PodsReplay, names: dict) -> str:
    """Say whether the pods match their seed, and the seed its hash."""
    if replay.refused:
        return in_words(replay.refused)
    words = gettext("Drawn again from their seed, the pods come out the same.")
    if replay.moved:
        moved = ", ".join(names.get(player, player) for player in replay.moved)
        words = gettext("Changed by hand after the draw: {names}.").format(names=moved)
    seals = {
        replays.HOLDS: gettext("The seed has the hash that was public before the draw."),
        replays.BROKEN: gettext("The seed does not have the hash that stands beside it."),
        replays.BY_HAND: gettext("The seed was chosen by hand, not sealed before the draw."),
    }
    return f"{words} {seals.get(replay.seal, '')}".strip()


def seats_at(history: EventHistory, player: str):
    """(phase, “pod 2, seat 5”) of each draft in which the player sits in a pod; with its name where there are
    several phases."""
    for number, phase in enumerate(history.phases, 1):
        seat = draw_verification.seats_of(phase.pods).get(player)
        if seat:
            words = gettext("pod {pod}, seat {seat}").format(pod=seat[0], seat=seat[1])
            name = f"{phase_name(history, number)}: " if len(history.phases) > 1 else ""
            yield number, f"{name}{words}"


def sizes_text(sizes) -> str:
    """“7 + 6”."""
    return " + ".join(map(str, sizes))
