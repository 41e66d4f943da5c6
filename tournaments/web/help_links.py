"""The help for each page of the desk."""

from django.urls import reverse

from ..help.pages.topics import GUIDE_URL

# URL name of a page of the desk → its help: the guide's key and the section's anchor.
DESK_HELP = {
    "desk": ("desk", "next"),
    "repeat_event": ("new-event", "again"),
    "correct": ("desk", "undo"),
    "desk_players": ("players", "add"),
    "add_players": ("players", "add"),
    "desk_pairs": ("players", "pairs"),
    "merge_players": ("players", "merge"),
    "player_links": ("players", "links"),
    "change_player": ("players", "edit"),
    "drop_player": ("players", "drop"),
    "erase_player": ("players", "data"),
    "erase_registration": ("players", "data"),
    "desk_registration": ("registration", "list"),
    "registration_addresses": ("registration", "list"),
    "enter_registration": ("registration", "add"),
    "change_registration": ("registration", "list"),
    "import_registrations": ("registration", "add"),
    "settings_registration": ("registration", "open"),
    "desk_check_in": ("check-in", "open"),
    "start_event": ("check-in", "start"),
    "no_shows": ("check-in", "late"),
    "desk_round": ("pairing", "start"),
    "adjust_round": ("pairing", "adjust"),
    "cut_to_finals": ("top-cut", "cut"),
    "call_opponent": ("top-cut", "bracket"),
    "desk_draft": ("pairing", "draft"),
    "desk_staff": ("settings", "staff"),
    "pass_ownership": ("settings", "staff"),
    "desk_screens": ("screens", "create"),
    "desk_settings": ("settings", "event"),
    "settings_format": ("settings", "format"),
    "settings_pairing": ("settings", "format"),
    "settings_standings": ("settings", "standings"),
    "settings_reporting": ("settings", "reporting"),
    "settings_lists": ("players", "lists"),
    "settings_finals": ("settings", "finals"),
    "settings_danger": ("settings", "danger"),
    "desk_paper": ("printing", "print"),
    "sheet": ("printing", "print"),
    "desk_lists": ("players", "lists"),
    "desk_list": ("players", "deck-check"),
    "desk_list_table": ("players", "deck-check"),
    "change_list": ("players", "lists"),
    "desk_prizes": ("prizes", "enter"),
    "desk_phases": ("phases", "add"),
    "add_phase": ("phases", "add"),
    "change_phase": ("phases", "add"),
    "delete_event": ("settings", "danger"),
    "desk_log": ("log", "read"),
    "undo_change": ("log", "undo"),
    "restore_before": ("log", "undo"),
    "desk_points": ("log", "points"),
    "compare_points": ("log", "points"),
    "restore_point": ("log", "points"),
}


def desk_help_address(url_name: str) -> str:
    """Return the address of a desk page's help; pages that only answer forms have that of the desk."""
    guide, anchor = DESK_HELP.get(url_name, DESK_HELP["desk"])
    return f"{reverse(GUIDE_URL, args=[guide])}#{anchor}"
