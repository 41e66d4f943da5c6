"""Sentences for the log entries of releases that did not store them: a frozen copy of their descriptions.

Only migration 0032 uses it. It must not change: identifiers and values are those of that time.
"""

from datetime import datetime

# Actions whose sentence has their own name and no values.
PLAIN = (
    *("create_event", "change_event", "set_hall", "set_prizes", "start_building", "open_matches"),
    *(
        "settle_claims",
        "late_report",
        "call_judge",
        "close_message",
        "renew_link",
        "renew_links",
        "pick_name",
    ),
    *("contest_pick", "dispute_result", "free_pick", "confirm_pick", "accept_origin", "free_origin"),
    *("delete_origins", "renew_hall_link", "renew_screen_link", "erase_player", "delete_contact_data"),
    *("amend_staff", "remove_staff", "pass_ownership", "leave_event", "invite", "revoke_invitation"),
    *("take_invitation", "register", "register_again", "confirm_email", "edit_registration", "withdraw"),
    *("free_places", "decline_registrations", "move_in_waitlist", "change_registration", "set_lists"),
    *("send_list", "change_list", "check_list", "forget_organiser", "undo", "redo", "keep_point"),
)
ERRORS = (KeyError, TypeError, ValueError, AttributeError, IndexError, StopIteration)


def find_sentence(action: str, changes: dict) -> tuple[str, dict]:
    """Return (identifier, values) of an entry's sentence; ("", {}) for an unknown action or invalid changes."""
    name, _colon, suffix = action.partition(": ")
    name = name.partition(" ")[0]
    if name in PLAIN:
        return name, {}
    try:
        sentence, values = FINDERS[name](Entry(name, suffix, changes))
    except ERRORS:
        return "", {}
    return (sentence, values) if all(map(is_valid, values.values())) else ("", {})


def is_valid(value) -> bool:
    """Return whether an event file may hold this value; imported changes may have any content."""
    if isinstance(value, list):
        return all(map(is_valid, value))
    if isinstance(value, str):
        return len(value) <= 200
    return type(value) is int and 0 <= value <= 100_000


class Entry:
    """A log entry: its action, the text after its colon, and its changed parts."""

    def __init__(self, action: str, suffix: str, changes: dict):
        self.action, self.suffix, self.changes = action, suffix, changes

    def parts(self, *kinds):
        """Yield (name, before, after) of the changed parts of these kinds, p9 before p10."""
        for path, (before, after) in sorted(self.changes.items(), key=lambda part: (len(part[0]), part[0])):
            kind, name = split(path)
            if kind in kinds:
                yield name, before, after

    def part(self, kind):
        return next(self.parts(kind))

    def counted_players(self) -> dict:
        players = [name[0] for name, _before, _after in self.parts("player")]
        return {"count": len(players), "names": players[:10]}


def split(path):
    """Return ("match", (1, 2, 12)), ("player", ("p7",)), ("bye", (1, 2, "p7")) or ("event", ())."""
    kind, _colon, rest = path.partition(":")
    if kind == "event" and not rest:
        return kind, ()
    if kind == "player" and rest:
        return kind, (rest,)
    if kind == "phase":
        return kind, (int(rest),)
    if kind == "round":
        phase, number = rest.split(":")
        return kind, (int(phase), int(number))
    if kind in ("match", "bye"):
        phase, number, last = rest.split(":", 2)
        return kind, (int(phase), int(number), int(last) if kind == "match" else last)
    raise ValueError(path)


def of_player(entry):
    ((key,), _before, _after) = entry.part("player")
    return entry.action, {"name": key}


def of_players(entry):
    return entry.action, entry.counted_players()


def or_without_players(sentence):
    """Return the finder for an action whose entries may have no players: then another sentence."""

    def find(entry):
        return of_players(entry) if any(entry.parts("player")) else (sentence, {})

    return find


def of_round(entry):
    place, _before, _after = entry.part("round")
    return entry.action, {"round": list(place)}


def of_pair(entry):
    _name, before, after = entry.part("event")
    before, after = ([*event.get("forbidden", []), *event.get("wished", [])] for event in (before, after))
    (pair,) = [pair for pair in before + after if (pair in before) != (pair in after)]
    return entry.action, {"a": pair[0], "b": pair[1]}


def of_phase(entry):
    """Find the phase that was added, removed or else changed first."""
    changes = list(entry.parts("phase"))
    before = [old for _name, old, _new in changes if old]
    after = [new for _name, _old, new in changes if new]
    is_added = [(number, new) for (number,), _old, new in changes if new and new not in before]
    is_removed = [(number, old) for (number,), old, _new in changes if old and old not in after]
    is_changed = [(number, new) for (number,), _old, new in changes if new]
    if entry.action == "remove_phase" and is_added:
        raise ValueError
    number, _phase = (is_added or is_removed or is_changed)[0]
    return entry.action, {"phase": number}


def change_settings(entry):
    (number,), _before, _after = entry.part("phase")
    return entry.action, {"phase": number}


def set_finals(entry):
    (number,), _before, after = entry.part("phase")
    if after is None:
        return "top_cut_removed", {}
    return "top_cut_set", {"phase": number, "size": after["settings"]["cut"]["top"]}


def add_players(entry):
    players = [name[0] for name, before, _after in entry.parts("player") if before is None]
    if len(players) == 1:
        return "player_added", {"name": players[0]}
    return "players_added", {"count": len(players), "names": players[:10]}


def change_player(entry):
    (key,), before, after = entry.part("player")
    return "player_edited" if before["name"] == after["name"] else "player_renamed", {"name": key}


def drop_player(entry):
    (key,), _before, after = entry.part("player")
    return entry.action, {"name": key, "dropped_after": after["dropped_after"]}


def merge_players(entry):
    removed = next(name[0] for name, _before, after in entry.parts("player") if after is None)
    keeper = next((name[0] for name, _before, after in entry.parts("player") if after), None)
    if keeper is None:
        return "merge_players_unknown", {"removed": removed}
    return entry.action, {"removed": removed, "keeper": keeper}


def pair_next_round(entry):
    new = [(place, after) for place, before, after in entry.parts("round") if before is None and after]
    if not new:
        return finish_round(entry)
    place, round_ = new[0]
    tables = sum(name[:2] == place for name, _before, _after in entry.parts("match"))
    sentence = "round_paired_and_published" if round_["state"] == "published" else "round_paired"
    return sentence, {"round": list(place), "count": tables}


def finish_round(entry):
    place, before, after = entry.part("round")
    if before and after and (before["state"], after["state"]) == ("draft", "published"):
        return "publish_round", {"round": list(place)}
    return "round_finished", {"round": list(place)}


def make_cut(entry):
    (number,), phase = [
        (name, new) for name, _old, new in entry.parts("phase") if new and new.get("entrants")
    ][-1]
    by_hand = phase["settings"].get("cut", {}).get("by_hand")
    return "cut_by_hand" if by_hand else "make_cut", {"phase": number, "size": len(phase["entrants"])}


def draw_pods(entry):
    ((number,),) = [name for name, _before, after in entry.parts("phase") if after and after.get("pods")]
    return entry.action, {"phase": number}


def adjust_pods(entry):
    _name, old, new = entry.part("phase")
    before, after = pods_by_player(old["pods"]), pods_by_player(new["pods"])
    for player in after.keys() - before.keys():
        return "pods_seat", {"a": player, "pod": after[player][0]}
    for player in before.keys() - after.keys():
        return "pods_leave", {"a": player}
    if len(new["pods"]) > len(old["pods"]):
        pod = next(index for index, seats in enumerate(old["pods"]) if seats != new["pods"][index])
        first, second = map(len, new["pods"][pod : pod + 2])
        return "pods_split", {"pod": pod + 1, "first": first, "second": second}
    a, b = (player for player in after if after[player] != before[player])
    return "pods_swap", {"a": a, "b": b}


def pods_by_player(pods: list) -> dict[str, tuple[int, int]]:
    """Return {player: (pod, seat)}."""
    return {player: (number, seat) for number, pod in enumerate(pods, 1) for seat, player in enumerate(pod)}


def call_opponent(entry):
    new = [after["seats"] for _name, before, after in entry.parts("match") if before is None and after]
    a, b = new[0]
    return entry.action, {"a": a["player"], "b": b["player"]}


def change_clock(entry):
    place, before, after = entry.part("round")
    before, after = before["clock"], after["clock"]
    if "left" in before:
        minutes = round((after["left"] - before["left"]) / 60)
    else:
        old_end, new_end = (datetime.fromisoformat(clock["ends_at"]) for clock in (before, after))
        minutes = round((new_end - old_end).total_seconds() / 60)
    sentence = "minutes_added" if minutes > 0 else "minutes_removed" if minutes else "clock_changed"
    return sentence, {"round": list(place), "count": abs(minutes)}


def extend_table(entry):
    (*place, table), before, after = entry.part("match")
    minutes = after.get("extra_minutes", 0) - before.get("extra_minutes", 0)
    sentence = "time_extension_reduced" if minutes < 0 else "time_extended"
    return sentence, {"table": table, "round": place, "count": abs(minutes)}


def announce(entry):
    _name, _before, after = entry.part("event")
    return "announce" if after.get("announcement") else "announcement_removed", {}


def report_result(entry):
    (*place, table), _before, _after = entry.part("match")
    return "report_result", {"table": table, "round": place} | drop_values(entry)


def claim_result(entry):
    """Find the report of the player whose seat has another one than before."""
    match = next(entry.parts("match"), None)
    if match is None:
        return "drop_reported", drop_values(entry)
    (*place, table), before, after = match
    old, new = ({seat["player"]: seat.get("claim") for seat in part["seats"]} for part in (before, after))
    (player,) = [key for key, claim in new.items() if claim and claim != old.get(key)]
    return entry.action, {"table": table, "round": place, "name": player} | drop_values(entry)


def drop_values(entry) -> dict:
    """Return whether a player who reported a result drops, or plays on."""
    for (key,), _before, after in entry.parts("player"):
        return {"plays_on" if after.get("dropped_after") is None else "drops": key}
    return {}


def set_registration(entry):
    change = next(entry.parts("event"), None)
    if change is None:
        return "registration_saved", {}
    before, after = ((fragment or {}).get("registration", {}) for fragment in change[1:])
    changed = [key for key in {**before, **after} if before.get(key) != after.get(key)]
    others = [key for key in changed if key not in ("open", "opens_at", "closes_at")]
    if before.get("open", False) != after.get("open", False) and not others:
        return "registration_opened" if after.get("open") else "registration_closed", {}
    return entry.action, {"keys": others[:20]}


def set_check_in(entry):
    _name, *fragments = entry.part("event")
    before, after = ((fragment or {}).get("check_in", {}).get("open", False) for fragment in fragments)
    if before == after:
        return entry.action, {}
    return "check_in_opened" if after else "check_in_closed", {}


def left_out(entry) -> list[str]:
    """Return the players whom the entry dropped."""
    players = entry.parts("player")
    return [key for (key,), _before, new in players if new and new.get("dropped_after") is not None]


def start_event(entry):
    absent, has_round = left_out(entry), any(after for _name, _before, after in entry.parts("round"))
    sentence = "start_event" if has_round else "start_event_with_pods"
    return sentence, {"count": len(absent), "names": absent[:10]} if absent else {}


def seat_instead(entry):
    (absent,) = left_out(entry)
    substitute = next(
        key for (key,), _before, new in entry.parts("player") if new.get("dropped_after") is None
    )
    return entry.action, {"name": substitute, "absent": absent}


def drop_no_shows(entry):
    players = left_out(entry)
    return entry.action, {"count": len(players), "names": players[:10]}


def first_round(entry) -> list:
    """Return [phase, round] of the first round with a changed match."""
    return list(min(name[:2] for name, _before, _after in entry.parts("match", "bye")))


def adjust_round(entry):
    (*place, _table), _before, _after = next(entry.parts("match", "bye"))
    return "adjust_round_for_reason" if entry.suffix else "adjust_round", {"round": place}


def correct_result(entry):
    number = min(name[1] for name, _before, _after in entry.parts("match", "bye"))
    (phase, _number, table), _before, _after = next(
        part for part in entry.parts("match", "bye") if part[0][1] == number
    )
    return entry.action, {"table": int(table), "round": [phase, number]}


def correct_seats(entry):
    return entry.action, {"round": first_round(entry)}


def move_player(entry):
    """Find the player who was added to a round or removed from it."""
    changed = list(entry.parts("match", "bye"))
    (*place, _table), _before, _after = changed[0]
    before, after = ({key for part in changed for key in seated(part[side])} for side in (1, 2))
    player = next((key for (key,), _before, _after in entry.parts("player")), None)
    if player is None:
        player, *_others = before - after if entry.action == "excuse_player" else after - before
    is_left_out = entry.action == "admit_player" and not entry.suffix
    return "player_not_admitted" if is_left_out else entry.action, {"name": player, "round": place}


def seated(match: dict | None) -> list[str]:
    if match is None:
        return []
    return [match["bye"]] if "bye" in match else [seat["player"] for seat in match["seats"]]


def restore(entry):
    try:
        datetime.fromisoformat(entry.suffix)
    except ValueError:
        return "restore_to_point", {}
    return "restore_to_time", {}


FINDERS = {
    "change_settings": change_settings,
    "set_finals": set_finals,
    "add_players": add_players,
    "change_player": change_player,
    "drop_player": drop_player,
    **dict.fromkeys(
        ("disqualify_player", "take_back_drop", "remove_player", "enter_registration"), of_player
    ),
    **dict.fromkeys(("check_in_myself", "check_in_player", "check_in_waiting", "undo_check_in"), of_player),
    "merge_players": merge_players,
    **dict.fromkeys(("forbid_pair", "wish_pair", "release_pair"), of_pair),
    "pair_next_round": pair_next_round,
    "finish_round": finish_round,
    **dict.fromkeys(("cut_to_finals", "make_cut"), make_cut),
    **dict.fromkeys(("add_phase", "change_phase", "remove_phase", "move_phase"), of_phase),
    "draw_pods": draw_pods,
    "adjust_pods": adjust_pods,
    "call_opponent": call_opponent,
    **dict.fromkeys(("publish_round", "unpublish_round", "redraw_round"), of_round),
    **dict.fromkeys(("start_clock", "pause_clock", "resume_clock"), of_round),
    "change_clock": change_clock,
    "extend_table": extend_table,
    "announce": announce,
    **dict.fromkeys(("report_result", "agree_result"), report_result),
    "claim_result": claim_result,
    "move_up": or_without_players("places_given"),
    "move_to_waitlist": or_without_players("registrations_put_on_waitlist"),
    "withdraw_registrations": or_without_players("registrations_withdrawn"),
    "import_registrations": or_without_players("contact_data_added"),
    "accept_registrations": of_players,
    "set_registration": set_registration,
    "set_check_in": set_check_in,
    "start_event": start_event,
    "seat_instead": seat_instead,
    "drop_no_shows": drop_no_shows,
    "adjust_round": adjust_round,
    "correct_result": correct_result,
    "correct_seats": correct_seats,
    **dict.fromkeys(("admit_player", "excuse_player"), move_player),
    "restore": restore,
}
