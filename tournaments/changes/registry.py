"""The registry of actions: everything that the program knows of an action by its name in the log."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.dispatch import Signal

from ..models import LogEntry

ACTIONS = {}
# Identifier of a sentence of the log → (sentence, detail), to be translated and filled in when they are read
# (log.pages.sentences). The log stores identifiers: one that was used is never given another meaning.
SENTENCES = {}
# Actions that the log itself knows. An undo, and a redo, which reverts an undo, point to the reverted entry.
UNDO, REDO, RESTORE = "undo", "redo", "restore"
# A text with places, such as “{name} dropped”: marked for translation, or a lazy plural of its place `count`.
# With a detail for the second line, which is shown if the entry has its values.
Text = str | tuple[str, str]


@dataclass(frozen=True, kw_only=True)
class Action:
    """A kind of change, as the log names it.

    `permission` is one of access.POLICY; None for what players, invited people and the program itself do.
    `undo` is the permission to undo it, or a function of the log entry that returns it; None stands for
    `permission`.
    """

    name: str
    permission: str | None = None
    undo: str | Callable[[LogEntry], str | None] | None = None
    # The sentence of the log, or its sentences by identifier, each as a text or (text, detail). A single one
    # has the action's name as identifier.
    log: Text | Mapping[str, Text] = ""
    # Players do it for themselves, or the waitlist: outside the desk's undo, in conflict with no edit.
    self_service: bool = False
    # It comes from a phone or an expired report: the desk's own last action stays the one it offers to undo.
    from_phone: bool = False
    # It decides nothing yet, so that it is in conflict with no edit.
    is_tentative: bool = False
    # The situations of a round in which it is allowed: one of rules.rounds.progress.
    in_round: Mapping[str, tuple[str, str]] | None = None
    # It brings back earlier parts of the event.
    restores: bool = False
    # It draws a round or its pods.
    pairs: bool = False
    # Not among the desk's recent actions: other parts of the desk show it.
    is_quiet: bool = False
    # The reason that players read if it moves them in a published round; "" for the one in the log entry.
    notice: str | None = None
    # It makes two players one.
    merges: bool = False
    # The reason in the log entry is the name of an account, not text about players.
    names_account: bool = False

    def permission_to_undo(self, entry: LogEntry) -> str | None:
        """Return the permission to undo an entry of this action; None for the one to run the event."""
        undo = self.undo or self.permission
        return undo(entry) if callable(undo) else undo


def register(**facts) -> Action:
    """Add an action to the registry and return it. ValueError if another one has its name."""
    action = Action(**facts)
    sentences = action.log if isinstance(action.log, Mapping) else {action.name: action.log}
    if action.name in ACTIONS or SENTENCES.keys() & sentences.keys():
        raise ValueError(f"two actions or sentences are called {action.name}")
    ACTIONS[action.name] = action
    for identifier, text in sentences.items():
        SENTENCES[identifier] = text if isinstance(text, tuple) else (text, "")
    return action


# Stands for the actions of an imported log that the program does not know.
UNKNOWN = Action(name="")


def find_action(text: str) -> Action:
    """Return the action of a log entry's text, `name seed ab12: reason`."""
    return ACTIONS.get(text.partition(": ")[0].partition(" ")[0], UNKNOWN)


def action_names(is_wanted: Callable[[Action], bool]) -> list[str]:
    """Return the names of the actions that fit."""
    return [action.name for action in ACTIONS.values() if is_wanted(action)]


def self_service_actions() -> list[str]:
    return action_names(lambda action: action.self_service)


def format_action(name: str, seed: str, reason: str) -> str:
    """Return an action as the log stores it: “adjust_round seed ab12: Bo came late”."""
    text = f"{name} seed {seed}" if seed else name
    return f"{text}: {reason}" if reason else text


# Sent with `change`, a changes.change.Change, in its transaction, after its parts and log entry are written.
# An error in a listener undoes the change.
changed = Signal()

# Sent with `change`, a changes.club_change.ClubChange, in the same way.
club_changed = Signal()
# Sent with `events`, their ids, in the transaction that increments their layout versions without a change of
# an event: something else has changed that their pages show.
layouts_changed = Signal()
# Sent with `event`, its id, by the task that has stored the results of its players or has found none: what
# follows from results costs the desk nothing.
results_changed = Signal()


def listens_to_changes(*kinds: str, after: Callable | None = None):
    """Call `function(change)` when a change is stored that has a part of one of these kinds (parts.KINDS).

    Without kinds, call it for every change. Listeners are called in the order of their registration. `after`
    is one that must be called before: importing it has registered it.
    """

    def connect(function: Callable) -> Callable:
        def receive(change, **_signal):
            if not kinds or not change.kinds.isdisjoint(kinds):
                function(change)

        changed.connect(receive, weak=False)
        return function

    return connect
