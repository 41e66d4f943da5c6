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
from . import check_in, lists, registration, staff
from .changes import by_sender, changed_keys, of_name, parts, plain, plainly, shorten, suffix_of
from .clock import announced, clock_changed, table_extended
from .drafts import pods_adjusted, pods_drawn
from .names import Names
from .player_reports import confirmed_in_time, reported_by_player
from .players import added, changed_player, dropped, merged, of_pair, of_player
from .rounds import adjusted, admitted, corrected, excused, result_text, seats_corrected


def describe_entry(row: LogEntry, names: Names) -> tuple[str, str]:
    """Return (description, detail). A malformed entry of an imported log gets its action's name."""
    describe = DESCRIPTIONS.get(row.action.partition(": ")[0].partition(" ")[0])
    try:
        return describe(row, names) if describe else (plainly(row.action), "")
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, StopIteration, RuleViolation):
        return plainly(row.action), ""


def reported(row, names):
    (_, (phase, round_, table), _, after) = next(parts(row, "match"))
    result = result_text(part_json.from_json("match", after, "match"), names)
    detail = names.round(phase, round_)
    return gettext("Table {table}: {result}").format(table=table, result=result), detail


def paired(row, names):
    made = [part for part in parts(row, "round") if part.before is None and part.after]
    if not made:
        return finished(row, names)
    name, round_ = made[0].name, made[0].after
    tables = sum(1 for part in parts(row, "match") if part.name[:2] == name)
    text = gettext("{round} paired")
    if round_["state"] == PUBLISHED:
        text = gettext("{round} paired and published")
    detail = ngettext("{tables} table", "{tables} tables", tables)
    return text.format(round=names.round(*name)), detail.format(tables=tables)


def cut(row, names):
    phase = [part.after for part in parts(row, "phase") if part.after and part.after.get("entrants")][-1]
    entrants, by_hand = phase["entrants"], phase["settings"].get("cut", {}).get("by_hand")
    text = gettext("Cut by hand: {size} players advance") if by_hand else gettext("Cut to the top {size}")
    return text.format(size=len(entrants)), ", ".join(names[key] for key in entrants[:16])


def of_phase(message):
    """Describe a phase that was added, removed or changed."""

    def describe(row, names):
        changes = list(parts(row, "phase"))
        before = [part.before for part in changes if part.before]
        after = [part.after for part in changes if part.after]
        added_phases = [phase for phase in after if phase not in before]
        removed_phases = [phase for phase in before if phase not in after]
        phase = (added_phases or removed_phases or after)[0]
        return gettext(message).format(name=gettext(phase.get("name", "")) or plainly(phase["kind"])), ""

    return describe


def of_round(message):
    def describe(row, names):
        return gettext(message).format(round=names.round(*next(parts(row, "round")).name)), ""

    return describe


def finished(row, names):
    """“Round 3 finished”; “Event ended” if this was the last round."""
    key = next(parts(row, "round")).name
    if key == names.last_round:
        return gettext("Event ended"), ""
    return gettext("{round} finished").format(round=names.round(*key)), ""


def changed_settings(row, names):
    part = next(parts(row, "phase"))
    before, after = ((phase or {}).get("settings", {}) for phase in (part.before, part.after))
    changes = (f"{plainly(key).lower()}: {briefly(after.get(key))}" for key in changed_keys(before, after))
    return gettext("Settings changed"), "; ".join(changes)


def set_prizes(row, names):
    """List the first prizes as they are typed."""
    phases = [(part.after or {}).get("settings", {}).get("prizes", {}) for part in parts(row, "phase")]
    lines = [line_of(prize) for settings in phases for prize in table_of(settings, "prizes").rows]
    return gettext("Prizes set"), shorten(lines)


def changed_event(row, names):
    (_, _, before, after) = next(parts(row, "event"))
    changes = (f"{plainly(key).lower()}: {after.get(key, '')}" for key in changed_keys(before, after))
    return gettext("Event changed"), "; ".join(changes)


def changed_finals(row, names):
    phase = next(parts(row, "phase")).after
    if phase is None:
        return gettext("No top cut"), ""
    size = phase["settings"]["cut"]["top"]
    return gettext("Top cut: {name}, top {size}").format(name=gettext(phase["name"]), size=size), ""


def opened(row, names):
    """“Matches opened: Ada v Bo; Cleo v Dan”."""
    return gettext("Matches opened: {matches}").format(matches="; ".join(meetings(row, names))), ""


def called(row, names):
    """“Ada calls Bo”, with the match of the players who were not called."""
    return meetings(row, names, gettext("{a} calls {b}"))[0], "; ".join(meetings(row, names)[1:])


def meetings(row, names, message=""):
    """Return the matches that an entry created, each as “Ada v Bo” or formatted by this message."""
    message = message or gettext("{a} v {b}")
    pairs = (part.after["seats"] for part in parts(row, "match") if part.before is None and part.after)
    return [message.format(a=names[a["player"]], b=names[b["player"]]) for a, b in pairs]


def reverted(message):
    """Describe an action that undoes or redoes another one."""

    def describe(row, names):
        if not row.undoes:
            return gettext(message).format(action=gettext("an action")), ""
        original = row
        while original.undoes is not None:
            original = original.undoes
        action, detail = describe_entry(original, names)
        return gettext(message).format(action=action), detail

    return describe


def restored(row, names):
    """Describe a restore, to a time or to a restore point by its name."""
    target = suffix_of(row)
    try:
        at = timezone.localtime(datetime.fromisoformat(target), names.zone)
    except ValueError:
        return gettext("Restored to the restore point “{name}”").format(name=target), ""
    text = gettext("Restored to before {time} on {day}")
    return text.format(time=date_format(at, "H:i:s"), day=date_format(at, "j M")), ""


def briefly(value) -> str:
    """Format a setting's value."""
    if value is None:
        return gettext("rulebook default")
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, dict) and "matches" in value:
        return str(value.get("name", gettext("custom table")))
    if isinstance(value, dict):
        return ", ".join(f"{key} {briefly(part)}" for key, part in sorted(value.items()))
    if isinstance(value, list):
        return ", ".join(
            part.get("key") or briefly(part) if isinstance(part, dict) else str(part) for part in value
        )
    return str(value)


DESCRIPTIONS = {
    "create_event": plain(gettext_noop("Event created")),
    "change_event": changed_event,
    "change_settings": changed_settings,
    "set_finals": changed_finals,
    "set_hall": plain(gettext_noop("Reporting changed")),
    "set_prizes": set_prizes,
    "add_players": added,
    "change_player": changed_player,
    "drop_player": dropped,
    "disqualify_player": of_player(gettext_noop("{name} disqualified")),
    "take_back_drop": of_player(gettext_noop("{name} brought back")),
    "remove_player": of_player(gettext_noop("{name} removed")),
    "merge_players": merged,
    "forbid_pair": of_pair(gettext_noop("{a} and {b} will be kept apart")),
    "wish_pair": of_pair(gettext_noop("Pairing requested: {a} v {b}")),
    "release_pair": of_pair(gettext_noop("Pairing restriction removed: {a} and {b}")),
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
    "publish_round": of_round(gettext_noop("{round} published")),
    "unpublish_round": of_round(gettext_noop("{round} unpublished")),
    "redraw_round": of_round(gettext_noop("{round} paired again")),
    "finish_round": finished,
    "start_clock": of_round(gettext_noop("{round}: timer started")),
    "pause_clock": of_round(gettext_noop("{round}: timer paused")),
    "resume_clock": of_round(gettext_noop("{round}: timer resumed")),
    "change_clock": clock_changed,
    "extend_table": table_extended,
    "announce": announced,
    "report_result": reported,
    "claim_result": reported_by_player,
    "agree_result": reported,
    "settle_claims": confirmed_in_time,
    "late_report": plain(gettext_noop("Late report sent to the desk as a message")),
    "call_judge": plain(gettext_noop("Judge called")),
    "close_message": plain(gettext_noop("Message marked as done")),
    "renew_link": plain(gettext_noop("New player link created")),
    "pick_name": by_sender(gettext_noop("{name} picked on a phone")),
    "contest_pick": by_sender(gettext_noop("{name} contested by another phone")),
    "dispute_result": plain(gettext_noop("Result of picked names withdrawn by a player")),
    "free_pick": plain(gettext_noop("Picked name freed")),
    "confirm_pick": plain(gettext_noop("Picked name confirmed")),
    "accept_origin": plain(gettext_noop("Names that may come from one phone accepted")),
    "free_origin": plain(gettext_noop("Names that may come from one phone freed")),
    "delete_origins": plain(gettext_noop("Hashes of phones that picked names deleted")),
    "renew_hall_link": plain(gettext_noop("Venue’s QR code renewed")),
    "renew_screen_link": plain(gettext_noop("New screen link created")),
    "erase_player": of_name(gettext_noop("Player anonymised: now {name}")),
    "renew_links": plain(gettext_noop("New links created for all players")),
    "delete_contact_data": plain(gettext_noop("Contact data deleted, 30 days after the event")),
    **staff.DESCRIPTIONS,
    **registration.DESCRIPTIONS,
    **check_in.DESCRIPTIONS,
    **lists.DESCRIPTIONS,
    "forget_organiser": plain(gettext_noop("A staff member deleted their account")),
    "adjust_round": adjusted,
    "correct_result": corrected,
    "correct_seats": seats_corrected,
    "admit_player": admitted,
    "excuse_player": excused,
    "undo": reverted(gettext_noop("Undone: {action}")),
    "redo": reverted(gettext_noop("Redone: {action}")),
    "restore": restored,
    "keep_point": of_name(gettext_noop("Restore point saved: {name}")),
}
