"""The next thing to do at an event, and what stands in its way."""

from dataclasses import dataclass

from django.utils.translation import gettext, gettext_noop, ngettext

from ...rules import finals, history
from ...rules.errors import RuleViolation
from ...rules.finals import early_matches
from ...rules.rounds import progress
from ...rules.standings.standings import standings
from ..brackets.early_matches import matches_ready
from ..drafts import next_step as draft_steps
from ..events.status import round_name
from ..wording.formats import in_words, phase_name


@dataclass(frozen=True)
class Step:
    """What the desk says first. `action` names the address that its button posts to (`posts`) or opens.

    `blocked`: the button stays reachable and `hint` says what it waits for. `aside` is a quieter way,
    as (words, name of its address).
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


def next_step(told: history.Event) -> Step:
    """The step that the event's history leads to."""
    number = told.current
    phase = told.phase(number)
    rounds = phase.rounds
    if not rounds and phase.kind == history.DRAFT_PODS:
        return Step(**(draft_steps.with_pods if phase.pods else draft_steps.before_pods)(told))
    if not rounds:
        return before_round_1(told)
    if progress.has_ended(told):
        return at_the_end(told)
    # In finals a later round may have opened early.
    last = progress.open_round(told, number) or rounds[-1]
    if last.state == history.DRAFT:
        return with_draft(told, number, last)
    return after_results(told, number, last, len(progress.unreported(last)))


def before_round_1(told: history.Event) -> Step:
    count = sum(player.plays_in(1) for player in told.players)
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
    if wrong := finals_refused(told):
        return Step(
            gettext("Next step: look at the players"), wrong, gettext("Players"), "desk_players", posts=False
        )
    rounds = progress.round_count(told, 1)
    headline = ngettext("{count} players, {rounds} round", "{count} players, {rounds} rounds", rounds)
    return Step(
        gettext("Next step: pair round 1"),
        headline.format(count=count, rounds=rounds),
        gettext("Pair round 1"),
        "pair",
        hint=gettext("you look at it before anybody else does"),
        aside=said(ADD_MORE),
    )


def finals_refused(told: history.Event) -> str:
    """Why finals that come first cannot be laid for those who are there; empty where they can."""
    if told.phase(1).kind != history.BRACKET:
        return ""
    try:
        finals.bracket_of(told, 1)
    except RuleViolation as wrong:
        return in_words(wrong)
    return ""


def with_draft(told: history.Event, number: int, draft: history.Round) -> Step:
    name = round_name(told, number, draft.number)
    return Step(
        gettext("Next step: look at the draft and publish it"),
        gettext("{round}: the draft is ready").format(round=name),
        gettext("Publish {round}").format(round=called(told, number, draft.number)),
        "publish_round",
        hint=gettext("then everybody sees their table"),
        aside=said(LOOK),
    )


def after_results(told: history.Event, number: int, last: history.Round, missing: int) -> Step:
    """The round runs, or is over and another one follows."""
    if told.phase(number).kind == history.BRACKET and (step := in_finals(told, number, last, missing)):
        return step
    label, button, action, aside = what_follows(told, number, last)
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
    headline = gettext("{round}: finished").format(round=round_name(told, number, last.number))
    if not last.finished:
        headline = ngettext("The result is in", "All {count} results are in", played).format(count=played)
    return Step(label, headline, button, action, posts=action not in PAGES, aside=aside)


def in_finals(told: history.Event, number: int, last: history.Round, missing: int) -> Step | None:
    """What finals alone have: a choice of the opponent, and a round of which a part opened early."""
    if calls := early_matches.calls(told, number):
        name = told.names[calls[0].caller]
        return Step(
            gettext("Next step: {name} chooses an opponent").format(name=name),
            gettext("{name} has the call").format(name=name),
            gettext("Choose the opponent"),
            "call_opponent",
            posts=False,
        )
    if early_matches.is_whole(told, number, last):
        return None
    name = called(told, number, last.number)
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


def what_follows(told: history.Event, number: int, last: history.Round):
    """(label, button, name of its address, aside) of what comes after this round."""
    early = said(OPEN_EARLY) if matches_ready(told, number) else None
    if told.phase(number).kind == history.BRACKET and decides(told, number):
        label = gettext("Next step: the deciding final if it is needed, else the end")
        return label, gettext("Go on"), "pair", None
    if progress_left(told, number):
        name = called(told, number, last.number + 1)
        button = gettext("Pair {round}").format(round=name)
        return gettext("Next step: pair {round}").format(round=name), button, "pair", early
    if number < len(told.phases):
        return into(told, number + 1)
    if told.phase(number).kind == history.BRACKET:
        return gettext("Next step: end the event"), gettext("End the event"), "finish_round", None
    return gettext("Next step: cut to the finals, or end the event"), gettext("Choose"), "desk_round", None


def into(told: history.Event, number: int):
    """The same for the cut into a phase."""
    cut = told.phase(number).settings.get("cut") or {}
    name = phase_name(told, number)
    label = gettext("Next step: begin {phase}").format(phase=name)
    button = gettext("Begin {phase}").format(phase=name)
    if told.phase(number).kind == history.BRACKET:
        label, button = gettext("Next step: cut to the finals"), gettext("Begin the finals")
        if cut.keys() == {"top"}:
            button = gettext("Cut to the top {size}").format(size=cut["top"])
    if cut.get("by_hand"):
        return label, gettext("Choose who goes on"), "cut_to_finals", None
    if told.phase(number).kind == history.DRAFT_PODS:
        return gettext("Next step: draw the pods"), gettext("Draw the pods"), "draw_pods", said(WHO_IS_IN)
    return label, button, "pair", said(WHO_IS_IN)


def progress_left(told: history.Event, number: int) -> bool:
    """Whether the phase has rounds that are not drawn yet, or not whole as they opened early."""
    if told.phase(number).kind == history.BRACKET and told.phase(number).rounds:
        return any(one.match is None and one.needed for one in finals.bracket_of(told, number).meetings)
    opened = [r for r in told.phase(number).rounds if not r.finished]
    return len(opened) > 1 or len(told.phase(number).rounds) < progress.round_count(told, number)


def decides(told: history.Event, number: int) -> bool:
    """Whether the match is being played after which one more may be needed, or none."""
    left = [one for one in finals.bracket_of(told, number).meetings if one.match is None and one.needed]
    return bool(left) and all(one.slot.reset_of and not one.known for one in left)


def at_the_end(told: history.Event) -> Step:
    name = winner(told)
    headline = gettext("{name} wins").format(name=name) if name else gettext("The event is over")
    return Step(gettext("The event is over"), headline)


def winner(told: history.Event) -> str:
    """The champion's name, or the one who stands alone at the top; empty where nobody does."""
    names = told.names
    number = told.current
    if told.phase(number).kind == history.BRACKET:
        return names.get(finals.bracket_of(told, number).champion, "")
    try:
        first = [row.name for row in standings(told, number).rows if row.rank == 1]
    except RuleViolation:
        return ""
    return first[0] if len(first) == 1 else ""


def called(told: history.Event, number: int, round_number: int) -> str:
    """A round inside a sentence: “round 6”, “the semi-finals”."""
    if told.phase(number).kind != history.BRACKET:
        return gettext("round {number}").format(number=round_number)
    name = round_name(told, number, round_number)
    return gettext("the {round}").format(round=name[:1].lower() + name[1:])


def said(aside):
    words, address = aside
    return gettext(words), address
