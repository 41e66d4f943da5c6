"""Descriptions of logged actions: one table, action → words."""

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_noop, ngettext

from ....models import LogEntry
from ....rules.errors import RuleViolation
from ....rules.history import PUBLISHED
from ....rules.log import part_json
from ....rules.prizes.lines import line_of
from ....rules.prizes.table import table_of
from ....rules.results import text
from . import staff
from .changes import of_name, parts, plain, plainly
from .clock import announced, clock_changed, table_extended
from .drafts import pods_adjusted, pods_drawn
from .names import Names
from .player_reports import claimed, settled
from .players import added, changed_player, dropped, merged, of_pair, of_player
from .rounds import adjusted, admitted, corrected, excused, seats_corrected

SHOWN_PRIZES = 8


def words_of(row: LogEntry, names: Names) -> tuple[str, str]:
    """Return (description, detail). A malformed entry of an imported log gets its action's name."""
    describe = WORDS.get(row.action.partition(": ")[0].partition(" ")[0])
    try:
        return describe(row, names) if describe else (plainly(row.action), "")
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, StopIteration, RuleViolation):
        return plainly(row.action), ""


def reported(row, names):
    (_, (phase, round_, table), _, after) = next(parts(row, "match"))
    match = part_json.from_json("match", after, "match")
    result_text = text.words(match, names, gettext) if match.reported else gettext("result cleared")
    words = gettext("Table {table}: {said}").format(table=table, said=result_text)
    return words, gettext("round {round}").format(round=names.round(phase, round_))


def paired(row, names):
    rounds = [(name, after) for _, name, before, after in parts(row, "round") if before is None and after]
    if not rounds:
        finished = [name for _, name, _, _ in parts(row, "round")]
        return gettext("Round {round} finished").format(round=names.round(*finished[0])), ""
    name, round_ = rounds[0]
    tables = sum(1 for _, where, _, _ in parts(row, "match") if where[:2] == name)
    words = gettext("Round {round} paired")
    if round_["state"] == PUBLISHED:
        words = gettext("Round {round} paired and published")
    detail = ngettext("{tables} table, seed {seed}", "{tables} tables, seed {seed}", tables)
    return words.format(round=names.round(*name)), detail.format(tables=tables, seed=round_.get("seed", ""))


def cut(row, names):
    entered = [after for _, _, _, after in parts(row, "phase") if after and after.get("entrants")][-1]
    entrants, by_hand = entered["entrants"], entered["settings"].get("cut", {}).get("by_hand")
    words = gettext("Cut by hand: {size} go on") if by_hand else gettext("Cut to the top {size}")
    return words.format(size=len(entrants)), ", ".join(names[key] for key in entrants[:16])


def of_phase(words):
    """Describe a phase that was added, removed or changed."""

    def describe(row, names):
        changes = [(before, after) for _, _, before, after in parts(row, "phase")]
        was, now = ([one for one in side if one] for side in zip(*changes, strict=True))
        (phase, *_others) = (
            [one for one in now if one not in was] or [one for one in was if one not in now] or now
        )
        return gettext(words).format(name=gettext(phase.get("name", "")) or plainly(phase["kind"])), ""

    return describe


def of_round(words):
    def describe(row, names):
        (_, name, _, _) = next(parts(row, "round"))
        return gettext(words).format(round=names.round(*name)), ""

    return describe


def changed_settings(row, names):
    (_, _, before, after) = next(parts(row, "phase"))
    before, after = (before or {}).get("settings", {}), (after or {}).get("settings", {})
    keys = [key for key in {**before, **after} if before.get(key) != after.get(key)]
    changes = [f"{plainly(key).lower()}: {briefly(after.get(key))}" for key in keys]
    return gettext("Settings changed"), "; ".join(changes)


def set_prizes(row, names):
    """Return the first prizes, as they are typed."""
    tables = [(after or {}).get("settings", {}).get("prizes", {}) for _, _, _, after in parts(row, "phase")]
    lines = [line_of(prize) for settings in tables for prize in table_of(settings, "prizes").rows]
    detail = "; ".join(lines[:SHOWN_PRIZES]) + (" …" if len(lines) > SHOWN_PRIZES else "")
    return gettext("Prizes set"), detail


def changed_event(row, names):
    (_, _, before, after) = next(parts(row, "event"))
    keys = [key for key in {**before, **after} if before.get(key) != after.get(key)]
    return gettext("Event changed"), "; ".join(
        f"{plainly(key).lower()}: {after.get(key, '')}" for key in keys
    )


def changed_finals(row, names):
    (_, _, _, after) = next(parts(row, "phase"))
    if after is None:
        return gettext("No finals"), ""
    size = after["settings"]["cut"]["top"]
    return gettext("Finals: {name}, top {size}").format(name=gettext(after["name"]), size=size), ""


def opened(row, names):
    """“Opened: Ada v Bo, Cleo v Dan”."""
    return gettext("Opened: {matches}").format(matches="; ".join(meetings(row, names))), ""


def called(row, names):
    """“Ada calls Bo”, with the match of who was not called."""
    first = meetings(row, names, gettext("{a} calls {b}"))[0]
    return first, "; ".join(meetings(row, names)[1:])


def meetings(row, names, words=""):
    """Return the matches that an entry created, each as “Ada v Bo” or in these words."""
    words = words or gettext("{a} v {b}")
    made = (after for _, _, before, after in parts(row, "match") if before is None and after)
    return [words.format(a=names[a["player"]], b=names[b["player"]]) for a, b in (m["seats"] for m in made)]


def turned(words):
    """Describe an action that undoes or redoes another one."""

    def describe(row, names):
        what, detail = words_of(first_of(row), names) if row.undoes else (gettext("something"), "")
        return gettext(words).format(words=what), detail

    return describe


def first_of(row: LogEntry) -> LogEntry:
    """Return the original action of a chain of undos and redos."""
    while row.undoes is not None:
        row = row.undoes
    return row


def gone_back(row, names):
    """Describe a restore, to a time or to a restore point by its name."""
    target = row.action.partition(": ")[2]
    try:
        at = timezone.localtime(datetime.fromisoformat(target), names.zone)
    except ValueError:
        return gettext("Gone back to the restore point “{name}”").format(name=target), ""
    words = gettext("Gone back to what was before {time} on {day}")
    return words.format(time=date_format(at, "H:i:s"), day=date_format(at, "j M")), ""


def briefly(value) -> str:
    """A setting's value in few words."""
    if value is None:
        return gettext("as the rulebook says")
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, dict) and "matches" in value:
        return str(value.get("name", gettext("own table")))
    if isinstance(value, dict):
        return ", ".join(f"{key} {briefly(one)}" for key, one in sorted(value.items()))
    if isinstance(value, list):
        return ", ".join(
            one.get("key") or briefly(one) if isinstance(one, dict) else str(one) for one in value
        )
    return str(value)


WORDS = {
    "create_event": plain(gettext_noop("Event made")),
    "change_event": changed_event,
    "change_settings": changed_settings,
    "set_finals": changed_finals,
    "set_hall": plain(gettext_noop("Time of the rounds and who tells results set")),
    "set_prizes": set_prizes,
    "add_players": added,
    "change_player": changed_player,
    "drop_player": dropped,
    "disqualify_player": of_player(gettext_noop("{name} disqualified")),
    "take_back_drop": of_player(gettext_noop("{name} plays on")),
    "remove_player": of_player(gettext_noop("{name} removed")),
    "merge_players": merged,
    "forbid_pair": of_pair(gettext_noop("{a} and {b} are kept apart")),
    "wish_pair": of_pair(gettext_noop("{a} and {b} are wished against each other")),
    "release_pair": of_pair(gettext_noop("{a} and {b} are left to the draw again")),
    "pair_next_round": paired,
    "cut_to_finals": cut,
    "make_cut": cut,
    "add_phase": of_phase(gettext_noop("Phase added: {name}")),
    "change_phase": of_phase(gettext_noop("Phase changed: {name}")),
    "remove_phase": of_phase(gettext_noop("Phase removed: {name}")),
    "move_phase": of_phase(gettext_noop("Phase moved: {name}")),
    "draw_pods": pods_drawn,
    "adjust_pods": pods_adjusted,
    "start_building": plain(gettext_noop("Deck building started")),
    "open_matches": opened,
    "call_opponent": called,
    "publish_round": of_round(gettext_noop("Round {round} published")),
    "unpublish_round": of_round(gettext_noop("Round {round} unpublished")),
    "redraw_round": of_round(gettext_noop("Round {round} drawn again")),
    "finish_round": of_round(gettext_noop("Round {round} finished")),
    "start_clock": of_round(gettext_noop("Round {round}: clock started")),
    "pause_clock": of_round(gettext_noop("Round {round}: clock paused")),
    "resume_clock": of_round(gettext_noop("Round {round}: clock goes on")),
    "change_clock": clock_changed,
    "extend_table": table_extended,
    "announce": announced,
    "report_result": reported,
    "claim_result": claimed,
    "agree_result": reported,
    "settle_claims": settled,
    "late_report": plain(gettext_noop("A report came late: it went to the desk as a message")),
    "call_judge": plain(gettext_noop("Judge called")),
    "close_message": plain(gettext_noop("Message seen to")),
    "renew_link": plain(gettext_noop("A player’s link renewed")),
    "erase_player": of_name(gettext_noop("A player’s name erased: now {name}")),
    "renew_links": plain(gettext_noop("Every player’s link renewed")),
    **staff.WORDS,
    "forget_organiser": plain(gettext_noop("Somebody who ran the event has deleted their account")),
    "adjust_round": adjusted,
    "correct_result": corrected,
    "correct_seats": seats_corrected,
    "admit_player": admitted,
    "excuse_player": excused,
    "undo": turned(gettext_noop("Taken back: {words}")),
    "redo": turned(gettext_noop("Done again: {words}")),
    "restore": gone_back,
    "keep_point": of_name(gettext_noop("Restore point kept: {name}")),
}
