"""The next step of an event, and its obstacles."""

from dataclasses import dataclass

from django.utils.translation import gettext, gettext_noop, ngettext

from ...rules import finals
from ...rules.errors import RuleViolation
from ...rules.finals import early_matches
from ...rules.history import BRACKET, DRAFT, DRAFT_PODS, EventHistory, RoundRecord
from ...rules.rounds import progress
from ...rules.standings.standings import standings
from ..brackets.early_matches import matches_ready
from ..drafts import next_step as draft_steps
from ..events.status import round_name
from ..wording.formats import in_words, phase_name


@dataclass(frozen=True)
class Step:
    """The next step of the desk.

    `action` names the address that its button posts to (`posts`) or opens. `blocked`: the button stays
    reachable and `hint` says what it waits for. `aside` is an alternative as (words, name of its address).
    """

    label: str
    headline: str
    button: str = ""
    action: str = ""
    posts: bool = True
    blocked: bool = False
    hint: str = ""
    aside: tuple[str, str] | None = None


ADD_MORE = (gettext_noop("Add more players"), "desk_players")
LOOK = (gettext_noop("Look at it first"), "desk_round")
OPEN_EARLY = (gettext_noop("Open what is ready"), "desk_round")
WHO_IS_IN = (gettext_noop("See who is in"), "cut_to_finals")
# Steps that are a page to look at, not something done at once.
PAGES = ("desk_round", "cut_to_finals")


def next_step(history: EventHistory) -> Step:
    """Return the next step of the event."""
    number = history.current
    phase = history.phase(number)
    rounds = phase.rounds
    if not rounds and phase.kind == DRAFT_PODS:
        return Step(**(draft_steps.with_pods if phase.pods else draft_steps.before_pods)(history))
    if not rounds:
        return before_round_1(history)
    if progress.has_ended(history):
        return at_the_end(history)
    # In finals a later round may have opened early.
    last = progress.open_round(history, number) or rounds[-1]
    if last.state == DRAFT:
        return with_draft(history, number, last)
    return after_results(history, number, last, len(progress.unreported(last)))


def before_round_1(history: EventHistory) -> Step:
    count = sum(player.plays_in(1) for player in history.players)
    if count < 2:
        headline = gettext("One player") if count else gettext("No players yet")
        return Step(
            gettext("Next step: add players"),
            headline,
            gettext("Add players"),
            "desk_players",
            posts=False,
            hint=gettext("one by one, or a pasted list"),
        )
    if wrong := finals_refused(history):
        return Step(
            gettext("Next step: look at the players"), wrong, gettext("Players"), "desk_players", posts=False
        )
    rounds = progress.round_count(history, 1)
    headline = ngettext("{count} players, {rounds} round", "{count} players, {rounds} rounds", rounds)
    return Step(
        gettext("Next step: pair round 1"),
        headline.format(count=count, rounds=rounds),
        gettext("Pair round 1"),
        "pair",
        hint=gettext("you look at it before anybody else does"),
        aside=translate_aside(ADD_MORE),
    )


def finals_refused(history: EventHistory) -> str:
    """Say why a bracket cannot be built for the present players; empty if it can."""
    if history.phase(1).kind != BRACKET:
        return ""
    try:
        finals.bracket_of(history, 1)
    except RuleViolation as wrong:
        return in_words(wrong)
    return ""


def with_draft(history: EventHistory, number: int, draft: RoundRecord) -> Step:
    name = round_name(history, number, draft.number)
    return Step(
        gettext("Next step: look at the draft and publish it"),
        gettext("{round}: the draft is ready").format(round=name),
        gettext("Publish {round}").format(round=called(history, number, draft.number)),
        "publish_round",
        hint=gettext("then everybody sees their table"),
        aside=translate_aside(LOOK),
    )


def after_results(history: EventHistory, number: int, last: RoundRecord, missing: int) -> Step:
    """The round runs, or is over and another one follows."""
    if history.phase(number).kind == BRACKET and (step := in_finals(history, number, last, missing)):
        return step
    label, button, action, aside = what_follows(history, number, last)
    played = sum(not match.is_bye for match in last.matches)
    if missing:
        return Step(
            label,
            ngettext("{count} result missing", "{count} results missing", missing).format(count=missing),
            button,
            action,
            blocked=True,
            hint=gettext("opens when all {count} are in").format(count=played),
            aside=aside,
        )
    headline = gettext("{round}: finished").format(round=round_name(history, number, last.number))
    if not last.finished:
        headline = ngettext("The result is in", "All {count} results are in", played).format(count=played)
    return Step(label, headline, button, action, posts=action not in PAGES, aside=aside)


def in_finals(history: EventHistory, number: int, last: RoundRecord, missing: int) -> Step | None:
    """Return the step that only finals have: an opponent choice, or the rest of a round that opened early."""
    if calls := early_matches.opponent_choices(history, number):
        name = history.names[calls[0].caller]
        return Step(
            gettext("Next step: {name} chooses an opponent").format(name=name),
            gettext("{name} has the call").format(name=name),
            gettext("Choose the opponent"),
            "call_opponent",
            posts=False,
        )
    if early_matches.has_all_matches(history, number, last):
        return None
    name = called(history, number, last.number)
    headline = gettext("Some of it opened early")
    if missing:
        headline = ngettext("{count} result missing", "{count} results missing", missing)
        headline = headline.format(count=missing)
    return Step(
        gettext("Next step: pair the rest of {round}").format(round=name),
        headline,
        gettext("Pair the rest"),
        "pair",
    )


def what_follows(history: EventHistory, number: int, last: RoundRecord):
    """(label, button, name of its address, aside) of what comes after this round."""
    early = translate_aside(OPEN_EARLY) if matches_ready(history, number) else None
    if history.phase(number).kind == BRACKET and decides(history, number):
        label = gettext("Next step: the deciding final if it is needed, else the end")
        return label, gettext("Go on"), "pair", None
    if progress_left(history, number):
        name = called(history, number, last.number + 1)
        button = gettext("Pair {round}").format(round=name)
        return gettext("Next step: pair {round}").format(round=name), button, "pair", early
    if number < len(history.phases):
        return into(history, number + 1)
    if history.phase(number).kind == BRACKET:
        return gettext("Next step: end the event"), gettext("End the event"), "finish_round", None
    return gettext("Next step: cut to the finals, or end the event"), gettext("Choose"), "desk_round", None


def into(history: EventHistory, number: int):
    """Return the same for the cut into a phase."""
    cut = history.phase(number).settings.get("cut") or {}
    name = phase_name(history, number)
    label = gettext("Next step: begin {phase}").format(phase=name)
    button = gettext("Begin {phase}").format(phase=name)
    if history.phase(number).kind == BRACKET:
        label, button = gettext("Next step: cut to the finals"), gettext("Begin the finals")
        if cut.keys() == {"top"}:
            button = gettext("Cut to the top {size}").format(size=cut["top"])
    if cut.get("by_hand"):
        return label, gettext("Choose who goes on"), "cut_to_finals", None
    if history.phase(number).kind == DRAFT_PODS:
        return (
            gettext("Next step: draw the pods"),
            gettext("Draw the pods"),
            "draw_pods",
            translate_aside(WHO_IS_IN),
        )
    return label, button, "pair", translate_aside(WHO_IS_IN)


def progress_left(history: EventHistory, number: int) -> bool:
    """Whether the phase has rounds that are unpaired or, opened early, incomplete."""
    if history.phase(number).kind == BRACKET and history.phase(number).rounds:
        return any(one.match is None and one.needed for one in finals.bracket_of(history, number).meetings)
    opened = [r for r in history.phase(number).rounds if not r.finished]
    return len(opened) > 1 or len(history.phase(number).rounds) < progress.round_count(history, number)


def decides(history: EventHistory, number: int) -> bool:
    """Whether the current match decides if one more match is needed."""
    left = [one for one in finals.bracket_of(history, number).meetings if one.match is None and one.needed]
    return bool(left) and all(one.slot.reset_of and not one.known for one in left)


def at_the_end(history: EventHistory) -> Step:
    name = winner(history)
    headline = gettext("{name} wins").format(name=name) if name else gettext("The event is over")
    return Step(gettext("The event is over"), headline)


def winner(history: EventHistory) -> str:
    """Return the champion's name, or the sole leader's; empty without one."""
    names = history.names
    number = history.current
    if history.phase(number).kind == BRACKET:
        return names.get(finals.bracket_of(history, number).champion, "")
    try:
        first = [row.name for row in standings(history, number).rows if row.rank == 1]
    except RuleViolation:
        return ""
    return first[0] if len(first) == 1 else ""


def called(history: EventHistory, number: int, round_number: int) -> str:
    """A round inside a sentence: “round 6”, “the semi-finals”."""
    if history.phase(number).kind != BRACKET:
        return gettext("round {number}").format(number=round_number)
    name = round_name(history, number, round_number)
    return gettext("the {round}").format(round=name[:1].lower() + name[1:])


def translate_aside(aside):
    words, address = aside
    return gettext(words), address
