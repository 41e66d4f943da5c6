"""The next step that the desk proposes: check-in and start, pairing, results, cut, the end."""

from dataclasses import replace

from django.utils import timezone
from django.utils.translation import gettext, ngettext

from ...brackets.pages.cut import find_cut_problem, matches_ready
from ...drafts.pages import step_before_pods, step_with_pods
from ...rules import finals
from ...rules.errors import RuleViolation
from ...rules.finals import early_matches
from ...rules.history import BRACKET, DRAFT, DRAFT_PODS, PODS, EventHistory, EventPhase, RoundRecord
from ...rules.history.players import NO_REGISTRATION
from ...rules.players.departures import no_shows
from ...rules.players.participation import list_participants
from ...rules.registration import expected_players, is_open, is_used, missing_players
from ...rules.rounds.phases import round_count
from ...rules.rounds.progress import has_ended, unreported
from ...web.status import find_winner, leaders_text, round_name
from ...web.wording import message_text, phase_name, results_text
from .step import Step


def with_check_in(history: EventHistory, step: Step, has_entries: bool) -> Step:
    """Return the step that starts the event, with the count of check-in while the event has check-in.

    While players are missing, its button leads to the page that asks what happens to them. Once registration
    has closed, the step links to check-in.
    """
    if not step.posts:
        return step
    link = gettext("Check-in"), "desk_check_in"
    if not is_used(history):
        registered = has_entries or history.registration != NO_REGISTRATION
        has_closed = registered and not history.registration.open
        return replace(step, alternative=link) if has_closed else step
    expected, missing = len(expected_players(history)), len(missing_players(history))
    headline = gettext("{count} of {all} checked in")
    if is_open(history, timezone.now()):
        headline = gettext("Check-in is open: {count} of {all} checked in")
    step = replace(
        step,
        headline=headline.format(count=expected - missing, all=expected),
        alternative=link,
    )
    return replace(step, action="start_event", posts=False) if missing else step


def get_next_step(history: EventHistory, *, has_entries: bool = False) -> Step:
    """Return the next step of the event; before round 1 is published, with a warning of an impossible cut.

    `has_entries`: the event has registrations, whatever its settings are now.
    """
    step = step_without_warning(history, has_entries)
    problem = find_cut_problem(history) if step.starts else None
    return replace(step, warning=problem.text, remedy=problem.button) if problem else step


def with_invitations(history: EventHistory, step: Step, count: int, address: str) -> Step:
    """Return the step before the start of a final with `count` open invitations, which are at `address`."""
    if not count or history.cancelled:
        return step
    text = ngettext("{count} invitation open", "{count} invitations open", count).format(count=count)
    if step.action != "desk_players":
        return replace(step, link=(text, address))
    return Step(
        gettext("Next step: wait for answers"),
        text,
        gettext("Invitations"),
        posts=False,
        hint=gettext("Give everybody their link."),
        alternative=(gettext("Add players"), "desk_players"),
        link=("", address),
    )


def step_without_warning(history: EventHistory, has_entries: bool) -> Step:
    phase = history.current_phase
    round_ = phase.current_round
    if history.cancelled and phase.number == 1 and not phase.rounds:
        return Step(
            gettext("Nothing left to do"),
            gettext("Event cancelled"),
            gettext("Undo the cancellation"),
            "settings_danger",
            posts=False,
        )
    if not phase.rounds and phase.kind == DRAFT_PODS:
        if phase.pods:
            return step_with_pods(history)
        return with_check_in(history, step_before_pods(history), has_entries)
    if not phase.rounds:
        return with_check_in(history, step_before_round_1(history), has_entries)
    if has_ended(history):
        winner, leaders = find_winner(history), leaders_text(history)
        headline = gettext("Champion: {name}").format(name=winner) if winner else leaders
        return Step(gettext("Event finished"), headline or gettext("Event finished"))
    if round_.state == DRAFT:
        return Step(
            gettext("Next step: review and publish the draft"),
            gettext("{round}: draft ready").format(round=round_name(phase, round_.number)),
            gettext("Publish {round}").format(round=round_in_sentence(phase, round_.number)),
            "publish_round",
            hint=gettext("Players will then see their tables."),
            alternative=(gettext("Review first"), "desk_round"),
        )
    return step_after_pairing(phase, round_)


def step_before_round_1(history: EventHistory) -> Step:
    present = sum(player.plays_in(1) for player in history.players)
    if present < 2:
        return step_without_players(history, present)
    if error := bracket_error(history):
        label = gettext("Next step: check the players")
        return Step(label, error, gettext("Players"), "desk_players", posts=False)
    return Step(
        gettext("Next step: start round 1"),
        gettext("{count} players").format(count=len(list_participants(history))),
        gettext("Start round 1"),
        "pair",
        hint=gettext("You can review it before publishing."),
        alternative=(gettext("Registration"), "desk_registration")
        if history.registration.open
        else (gettext("Add more players"), "desk_players"),
    )


def step_without_players(history: EventHistory, players: int) -> Step:
    """Return the step while there are no players, or one: add them, or let them register."""
    headline = gettext("One player") if players else gettext("No players yet")
    if history.registration.open:
        return Step(
            gettext("Next step: players register"),
            headline,
            gettext("Show link and QR code"),
            "desk_registration",
            posts=False,
            hint=gettext("Players register on their phones."),
            alternative=(gettext("Add players"), "desk_players"),
        )
    return Step(
        gettext("Next step: add players"),
        headline,
        gettext("Add players"),
        "desk_players",
        posts=False,
        hint=gettext("One by one, or paste a list."),
        alternative=(gettext("Open registration"), "open_registration"),
        alternative_posts=True,
    )


def bracket_error(history: EventHistory) -> str:
    """Say why a bracket cannot be built for the present players; empty if it can."""
    if history.phase(1).kind != BRACKET:
        return ""
    try:
        finals.bracket_of(history.phase(1))
    except RuleViolation as violation:
        return message_text(violation)
    return ""


def step_after_pairing(phase: EventPhase, round_: RoundRecord) -> Step:
    """Return the step while a round is played, or when it is over and another one follows."""
    missing = len(unreported(round_))
    in_finals = phase.kind == BRACKET
    if in_finals and (step := step_of_finals(phase, round_, missing)):
        return step
    step = step_after_round(phase, round_)
    played = sum(not match.is_bye for match in round_.matches)
    if missing:
        return replace(
            step,
            headline=missing_text(missing),
            posts=True,
            blocked=True,
            hint=ngettext(
                "Available once the result is in.", "Available once all {count} results are in.", played
            ).format(count=played),
        )
    if step.action == "finish_round" and (leaders := leaders_text(phase.history)):
        step = replace(step, button=gettext("End event: {leaders}").format(leaders=leaders))
    if round_.finished:
        headline = gettext("{round}: finished").format(round=round_name(phase, round_.number))
    elif played in (1, 2):
        headline = results_text(played, played)
    else:
        headline = gettext("All {count} results are in").format(count=played)
    return replace(step, headline=headline)


def missing_text(missing: int) -> str:
    return ngettext("{count} result missing", "{count} results missing", missing).format(count=missing)


def step_of_finals(phase: EventPhase, round_: RoundRecord, missing: int) -> Step | None:
    """Return the step that only finals have: an opponent choice, or the rest of a round that opened early."""
    if choices := early_matches.opponent_choices(phase):
        name = phase.history.names[choices[0].caller]
        return Step(
            gettext("Next step: {name} chooses an opponent").format(name=name),
            gettext("{name} chooses now").format(name=name),
            gettext("Choose opponent"),
            "call_opponent",
            posts=False,
        )
    if early_matches.has_all_matches(phase, round_):
        return None
    name = round_in_sentence(phase, round_.number)
    return Step(
        gettext("Next step: pair the rest of {round}").format(round=name),
        missing_text(missing) if missing else gettext("Some matches have started early"),
        gettext("Pair the rest"),
        "pair",
    )


def step_after_round(phase: EventPhase, round_: RoundRecord) -> Step:
    """Return the step that follows this round, without its headline."""
    in_finals = phase.kind == BRACKET
    if in_finals and is_deciding_final(phase):
        label = gettext("Next step: play the deciding final if needed, or end the event")
        return Step(label, "", gettext("Continue"), "pair")
    if has_more_rounds(phase):
        name = round_in_sentence(phase, round_.number + 1)
        label, button = gettext("Next step: pair {round}"), gettext("Pair {round}")
        early = (gettext("Start ready matches"), "desk_round") if matches_ready(phase) else None
        other = early or no_shows_link(phase.history)
        return Step(label.format(round=name), "", button.format(round=name), "pair", alternative=other)
    if phase.next:
        return step_into_phase(phase.next)
    end = Step(gettext("Next step: end the event"), "", gettext("End event"), "finish_round")
    if in_finals:
        return end
    return replace(end, alternative=(add_cut_text(phase), "cut_to_finals"))


def add_cut_text(phase: EventPhase) -> str:
    """Name finals that nobody has planned, after this phase."""
    return gettext("Add pod finals") if phase.kind == PODS else gettext("Add a top cut")


def no_shows_link(history: EventHistory) -> tuple[str, str] | None:
    """Return the link to the page that drops the no-shows of round 1; None without any."""
    count = len(no_shows(history))
    text = ngettext("Drop {count} no-show", "Drop {count} no-shows", count).format(count=count)
    return (text, "no_shows") if count else None


def step_into_phase(phase: EventPhase) -> Step:
    """Return the step that begins a phase, without its headline."""
    name = phase_name(phase)
    cut = phase.settings.cut or {}
    label = gettext("Next step: start {phase}").format(phase=name)
    button, action = gettext("Start {phase}").format(phase=name), "pair"
    if phase.kind == BRACKET:
        label, button = gettext("Next step: make the cut"), gettext("Start top cut")
        if cut.keys() == {"top"}:
            button = gettext("Cut to top {size}").format(size=cut["top"])
    if cut.get("by_hand"):
        return Step(label, "", gettext("Choose players"), "cut_to_finals", posts=False)
    if phase.kind == DRAFT_PODS:
        label, button, action = gettext("Next step: draw pods"), gettext("Draw pods"), "draw_pods"
    return Step(label, "", button, action, alternative=(gettext("Review the cut"), "cut_to_finals"))


def has_more_rounds(phase: EventPhase) -> bool:
    """Return whether the phase has rounds that are unpaired or, opened early, incomplete."""
    if phase.kind == BRACKET and phase.rounds:
        return bool(unplayed_meetings(phase))
    unfinished = sum(not round_.finished for round_ in phase.rounds)
    return unfinished > 1 or len(phase.rounds) < round_count(phase)


def is_deciding_final(phase: EventPhase) -> bool:
    """Return whether the current match decides if one more match is needed."""
    meetings = unplayed_meetings(phase)
    return bool(meetings) and all(m.slot.reset_of and not m.is_certain for m in meetings)


def unplayed_meetings(phase: EventPhase) -> list:
    """Return the meetings of a bracket that are needed and not paired yet."""
    meetings = finals.bracket_of(phase).meetings
    return [meeting for meeting in meetings if meeting.match is None and meeting.is_needed]


def round_in_sentence(phase: EventPhase, round_number: int) -> str:
    """Return a round's name inside a sentence: “round 6”, “the semi-finals”."""
    if phase.kind != BRACKET:
        return gettext("round {number}").format(number=round_number)
    name = round_name(phase, round_number)
    return gettext("the {round}").format(round=name[:1].lower() + name[1:])
