"""Permissions of each address: (GET and HEAD, POST) by the address's name.

Written independently of access.POLICY, so that each checks the other. A new address needs a row.
"""

OWNER = "owner"
RUN = f"{OWNER} organiser"
RESULTS = f"{RUN} scorekeeper"
DESK = f"{RESULTS} judge"
STAFF = f"{DESK} viewer"
# Whoever sees the event; whoever has an account; anybody, as those whom a secret address lets in; the site's
# superusers alone.
SEES, ACCOUNT, ANYBODY, SITE = "sees", "account", "anybody", "site"
# Answered 405, whoever asks.
NEVER = ""

READ = (SEES, NEVER)
# What is sent there is sent with POST; another way leads back to the desk.
HELP = (ANYBODY, NEVER)

MAY = {
    # The site
    "home": (ANYBODY, NEVER),
    "login": (ANYBODY, ANYBODY),
    "admin_login": (SITE, SITE),
    "logout": (NEVER, ANYBODY),
    "sign_up": (ANYBODY, ANYBODY),
    "account": (ACCOUNT, ACCOUNT),
    "change_email": (ACCOUNT, ACCOUNT),
    "delete_account": (ACCOUNT, ACCOUNT),
    "change_password": (ACCOUNT, ACCOUNT),
    "end_session": (NEVER, ACCOUNT),
    "password_reset": (ANYBODY, ANYBODY),
    "password_reset_confirm": (ANYBODY, ANYBODY),
    "all_backup": (SITE, NEVER),
    "new_event": (ACCOUNT, ACCOUNT),
    "import_event": (ACCOUNT, ACCOUNT),
    "invitation": (ANYBODY, ACCOUNT),
    "service_worker": (ANYBODY, NEVER),
    "help": HELP,
    "help_tiebreaker": HELP,
    "help_rulebook": HELP,
    "help_all_finals": HELP,
    "help_finals": HELP,
    "help_draft": HELP,
    "help_pods": HELP,
    "help_privacy": HELP,
    "help_roles": HELP,
    "help_rounds": HELP,
    "help_guide": HELP,
    "compare": HELP,
    # An event's own pages
    "event": READ,
    "phase": READ,
    "round": READ,
    "draw": READ,
    "standings": READ,
    "published": READ,
    "bracket": READ,
    "draft": READ,
    "players": READ,
    "player": READ,
    "prizes": READ,
    "about": READ,
    "manifest": READ,
    "forecast": READ,
    "hall": READ,
    "screen": READ,
    "signed_screen": HELP,
    "settle_claims": (NEVER, SEES),
    # A player's own, by its secret address
    "me": (ANYBODY, NEVER),
    "own_manifest": (ANYBODY, NEVER),
    "claim_result": (ANYBODY, ANYBODY),
    "call_judge": (ANYBODY, ANYBODY),
    "drop_myself": (ANYBODY, ANYBODY),
    "dispute_result": (ANYBODY, ANYBODY),
    # With the code of the venue, which all browsers of the walk have, and of a picked name
    "hall_code": READ,
    "pick": (SEES, SEES),
    "contest_pick": (NEVER, SEES),
    "picked": READ,
    "picked_manifest": READ,
    "report_picked": (SEES, SEES),
    "judge_picked": (SEES, SEES),
    # The desk: what everybody there sees, and what judges do
    "desk": (DESK, NEVER),
    "desk_results": (DESK, NEVER),
    "desk_staff": (STAFF, NEVER),
    "leave_event": (STAFF, STAFF),
    "take_report": (DESK, DESK),
    "close_message": (DESK, DESK),
    "free_pick": (DESK, DESK),
    "confirm_pick": (DESK, DESK),
    "extend_table": (DESK, DESK),
    # What who enters results does; an undo here is one of a result
    "report": (RESULTS, RESULTS),
    "correct": (RESULTS, RESULTS),
    "undo": (DESK, RESULTS),
    "desk_players": (RESULTS, NEVER),
    "drop_player": (RESULTS, RESULTS),
    "take_back_drop": (RESULTS, RESULTS),
    "clock": (RESULTS, RESULTS),
    "announce": (RESULTS, RESULTS),
    "desk_paper": (RESULTS, NEVER),
    "renew_hall_link": (RESULTS, RESULTS),
    "sheet": (RESULTS, NEVER),
    "desk_screens": (RESULTS, NEVER),
    "renew_screen_link": (RESULTS, RESULTS),
    # What changes the event's course
    "add_players": (RUN, RUN),
    "desk_pairs": (RUN, RUN),
    "release_pair": (RUN, RUN),
    "merge_players": (RUN, RUN),
    "player_links": (RUN, NEVER),
    "renew_links": (RUN, RUN),
    "change_player": (RUN, RUN),
    "renew_link": (RUN, RUN),
    "disqualify_player": (RUN, RUN),
    "remove_player": (RUN, RUN),
    "export_player": (RUN, NEVER),
    "erase_player": (RUN, RUN),
    "desk_round": (RUN, NEVER),
    "pair": (RUN, RUN),
    "publish_round": (RUN, RUN),
    "unpublish_round": (RUN, RUN),
    "redraw_round": (RUN, RUN),
    "adjust_round": (RUN, RUN),
    "finish_round": (RUN, RUN),
    "cut_to_finals": (RUN, RUN),
    "fix_cut": (RUN, RUN),
    "desk_draft": (RUN, NEVER),
    "draw_pods": (RUN, RUN),
    "adjust_pods": (RUN, RUN),
    "start_building": (RUN, RUN),
    "open_matches": (RUN, RUN),
    "call_opponent": (RUN, RUN),
    "desk_settings": (RUN, RUN),
    "settings_format": (RUN, RUN),
    "settings_pairing": (RUN, RUN),
    "settings_standings": (RUN, RUN),
    "settings_reporting": (RUN, RUN),
    "settings_finals": (RUN, RUN),
    "settings_danger": (RUN, NEVER),
    "desk_prizes": (RUN, RUN),
    "desk_phases": (RUN, NEVER),
    "add_phase": (RUN, RUN),
    "change_phase": (RUN, RUN),
    "remove_phase": (RUN, RUN),
    "move_phase": (RUN, RUN),
    "desk_log": (RUN, NEVER),
    "event_file": (RUN, NEVER),
    "snapshot": (RUN, NEVER),
    "take_back": (RUN, RUN),
    "go_back": (RUN, RUN),
    "desk_points": (RUN, RUN),
    "restore_point": (RUN, RUN),
    "compare_points": (RUN, NEVER),
    "event_backup": (RUN, NEVER),
    "invite": (RUN, RUN),
    "revoke_invitation": (RUN, RUN),
    "change_role": (RUN, RUN),
    "remove_staff": (RUN, RUN),
    # The owner's
    "pass_ownership": (OWNER, OWNER),
    "delete_event": (OWNER, OWNER),
    "repeat_event": (RUN, RUN),
}

# The event of the walk has none.
ABSENT = {"draft"}

# What a form sends beside its key and the version, to every address and to some; what an address asks.
SAID = {
    "": {
        "said": "2-0",
        "phase": 1,
        "round": 2,
        "table": 2,
        "minutes": 3,
        "text": "Lunch",
        "names": "Zoe",
        "role": "judge",
        "form": "facts",
        "what": "result",
        "choice": "leave",
        "a": "anna",
        "b": "ben",
        "player": "anna",
    },
    "clock": {"said": "start"},
    "pick": {"player": "p2"},
    "contest_pick": {"player": "p1"},
}
ASKED = {
    "add_phase": "?kind=swiss",
    "correct": "?what=result&phase=1&round=1&table=1&said=0-2",
    "hall": "?part=quiet",
}
