"""All pages of the site by URL name, with examples that cover their templates.

A new page needs an example here, or an entry in NO_PAGES.
"""

from dataclasses import dataclass

from django.urls import URLPattern, get_resolver, reverse

from tests.journeys.accessibility.places import (
    CLUB,
    LAST_FRIDAY,
    code_of,
    entry_of,
    entry_pk,
    entry_token,
    evening_of,
    final_slug,
    first_person,
    first_player,
    former_name,
    invited_token,
    mail_to_confirm,
    opened,
    own_club_page,
    pick_of,
    player_in_a_match,
    rated,
    ratings_of,
    run_in,
    season_that_ended,
    series_of,
    series_with_final,
    shown_person,
    token_of,
    with_series,
)
from tournaments.access.secret_links import screen_code
from tournaments.changes.change import Actor
from tournaments.desk.actions import invite
from tournaments.models import (
    SimulationRun,
)


@dataclass(frozen=True)
class Example:
    """A page of an event in a `state`, with its address, and invalid values `typed` into its form.

    `signed`: whether the visitor is signed in; None: as the page requires. A value of `place` may be a
    function of the event; `slug=None` is an address without an event.
    """

    state: str
    query: str
    signed: bool | None
    typed: dict | None
    place: dict

    def address(self, name, events):
        event = events.get(self.state)
        place = {key: value(event) if callable(value) else value for key, value in self.place.items()}
        place = {**({"slug": event.slug} if event else {}), **place}
        path = reverse(name, kwargs={key: value for key, value in place.items() if value is not None})
        query = self.query(event) if callable(self.query) else self.query
        return f"{path}?{query}" if query else path

    def is_signed(self, address):
        return "/desk/" in address or address in ("/new/", "/import/") if self.signed is None else self.signed


def at(state="", query="", signed=None, typed=None, **place):
    return Example(state, query, signed, typed, place)


PAGES = {
    "home": [at(), at(query="q=night"), at(query="q=nowhere")],
    "login": [at(), at(typed={"username": "nobody", "password": "wrong"})],
    "account": [at(signed=True)],
    "delete_account": [at(signed=True), at(signed=True, typed={"password": "wrong"})],
    "change_email": [at(signed=True), at(signed=True, typed={"email": "organiser", "password": "wrong"})],
    "change_password": [at(signed=True), at(signed=True, typed={"old_password": "wrong"})],
    "sign_up": [at(signed=False)],
    "password_reset": [at(), at(query="sent=1"), at(typed={"email": "nobody"})],
    "password_reset_confirm": [at(uidb64="none", token="none")],
    "new_event": [
        at(),
        at(typed={"name": "", "rounds": "many"}),
        at("busy", with_series, signed=True, slug=None),
    ],
    "import_event": [at(), at(typed={"key": "again"})],
    "event": [
        at("busy"),
        at("fresh"),
        at("busy", signed=True),
        at("busy", "find=Player"),
        at("busy", "by=table"),
        at("in_finals"),
        at("before_the_call"),
        at("ended"),
        at("with_pods"),
        at("pods_running"),
        at("registering"),
    ],
    "phase": [at("day_two_drafted", phase=1)],
    "round": [at("busy", number=2), at("in_finals", "by=name", phase=1, number=3), at("pods", number=1)],
    "draw": [at("busy", number=2), at("pods_running", number=2)],
    "standings": [
        at("busy", "block=all&open=p1:omw"),
        at("busy"),
        at("busy", "columns=1"),
        at("busy", "columns=1", signed=True),
        at("pods_running", "block=all&open=p1:points"),
        at("in_finals", phase=1),
        at("ended"),
        at("fresh"),
        at("busy", "find=o"),
        at("wargame"),
    ],
    "published": [at("busy", number=1)],
    "bracket": [
        at("in_finals"),
        at("double", "names=full"),
        at("ended", "follow=p1"),
        at("ended", "player=p1&round=1"),
        at("busy"),
    ],
    "draft": [at("with_pods")],
    "players": [at("busy"), at("fresh")],
    "player": [at("busy", key="p1"), at("pods_running", key="p2"), at("ended", key="p1")],
    "me": [
        at("with_chances", token=token_of("p1")),
        at("with_chances", token=token_of("p4")),
        at("busy", token=token_of("p5")),
        at("busy", token=token_of("p3")),
        at("busy", token=token_of("p1")),
        at("pods_running", token=token_of("p2")),
        at("ended", token=token_of("p1")),
        at("partly_checked_in", token=token_of("p1")),
        at("partly_checked_in", token=token_of("p8")),
        at("partly_checked_in", token=token_of("p1"), signed=True),
        at("partly_checked_in", token=token_of("p8"), signed=True),
        at("registering", token=entry_token("Cleo")),
        at("registering", token=entry_token("Dan")),
        at("registering", token=entry_token("Wilhelmina-Alexandrine Quiñones")),
    ],
    "picked": [at("busy", token=pick_of("p6"))],
    "register": [
        at("registering"),
        at("registering", typed={"name": "", "email": "ada", "field_f1": ""}),
        at("fresh"),
    ],
    "erase_registration": [
        at("registering", pk=entry_pk("Cleo")),
        at("registering", pk=entry_pk("Cleo"), typed={"name": "Bo"}),
    ],
    "change_registration": [
        at("registering", pk=entry_pk("Cleo")),
        at("registering", pk=entry_pk("Cleo"), typed={"name": "", "email": "ada"}),
    ],
    "lost_link": [at("registering"), at("registering", "sent=1"), at("registering", typed={"email": "ada"})],
    "edit_registration": [
        at("registering", token=entry_token("Cleo")),
        at("registering", token=entry_token("Cleo"), typed={"name": ""}),
    ],
    "withdraw": [at("registering", token=entry_token("Cleo"))],
    "confirm_email": [at("registering", token=entry_token("Cleo"), code=code_of("Cleo"))],
    "drop_myself": [at("busy", token=token_of("p5")), at("fresh", token=token_of("p1"))],
    "own_list": [
        at("with_lists", token=token_of("p3")),
        at("with_lists", token=token_of("p2")),
        at("with_lists", token=token_of("p1")),
        at("with_lists", token=token_of("p4"), typed={"text": ""}),
        at("with_army_lists", token=token_of("p1")),
    ],
    "lists": [at("with_lists")],
    "list": [at("with_lists", key="p1"), at("with_army_lists", key="p1")],
    "desk_lists": [at("with_lists"), at("with_lists", "show=missing&find=Player"), at("fresh")],
    "desk_list": [
        at("with_lists", key="p1"),
        at("with_lists", key="p3"),
        at("with_army_lists", key="p1"),
    ],
    "desk_list_table": [at("with_army_lists", "table=1")],
    "change_list": [at("with_lists", key="p1"), at("with_lists", key="p1", typed={"text": "", "reason": ""})],
    "settings_lists": [at("with_lists"), at("fresh"), at("fresh", typed={"visible": "nobody"})],
    "prizes": [at("busy"), at("ended")],
    "about": [at("registering"), at("busy"), at("with_pods"), at("fresh")],
    "forecast": [at("day_one_over"), at("busy"), at("with_chances")],
    "desk": [
        at("busy"),
        at("busy", "show=done"),
        at("busy", "find=Player"),
        at("busy", "phase=1&round=1"),
        at("busy", "table=1"),
        at("busy", "table=2", typed={"result_text": "seven"}),
        at("fresh"),
        at("in_finals"),
        at("ended"),
        at("pods"),
        at("pods", "table=1"),
        at("wargame"),
        at("wargame", "table=1"),
        at("day_two_drafted"),
        at("with_chances"),
    ],
    "correct": [at("busy", "what=result&phase=1&round=1&table=1&result_text=0-2")],
    "desk_players": [at("busy"), at("busy", typed={"names": " "}), at("fresh")],
    "change_player": [at("busy", key="p1"), at("busy", key="p2", typed={"name": ""})],
    "erase_player": [at("busy", key="p1"), at("busy", key="p2", typed={"name": "somebody"})],
    "desk_pairs": [at("busy"), at("busy", typed={"a": "p1", "b": "p1"})],
    "merge_players": [at("busy", "keep=p1&remove=p2")],
    "desk_check_in": [
        at("partly_checked_in"),
        at("partly_checked_in", "find=Player+07"),
        at("fresh"),
        at("busy"),
    ],
    "start_event": [at("partly_checked_in")],
    "no_shows": [at("with_a_no_show")],
    "desk_round": [at("busy"), at("day_two_drafted"), at("in_finals"), at("fresh"), at("swiss_over")],
    "adjust_round": [
        at("drafted", "first=p1&pick=p4&do=swap"),
        at("drafted", "pick=p1"),
        at("drafted"),
        at("pods"),
    ],
    "cut_to_finals": [at("day_one_over"), at("swiss_over"), at("swiss_over", "finals=mcintyre8&top=4")],
    "call_opponent": [at("before_the_call")],
    "desk_draft": [at("with_pods")],
    "desk_settings": [at("busy"), at("fresh"), at("busy", typed={"name": "", "timezone": "Nowhere"})],
    "settings_format": [
        at("fresh", "rulebook=hct-2017"),
        at("with_pods"),
        at("pods_running"),
        at("busy", typed={"best_of": "4"}),
    ],
    "settings_pairing": [at("busy"), at("pods")],
    "settings_standings": [at("busy"), at("busy", "draft=gw,omw")],
    "settings_reporting": [at("busy"), at("busy", typed={"report_minutes": ""})],
    "settings_finals": [at("busy"), at("in_finals"), at("busy", typed={"places": "luck"})],
    "settings_danger": [at("busy")],
    "desk_prizes": [at("busy"), at("busy", typed={"prizes_1": "?"})],
    "desk_phases": [at("with_three_phases")],
    "add_phase": [at("busy", "kind=draft"), at("busy", "kind=swiss"), at("busy", "kind=bracket")],
    "change_phase": [at("with_three_phases", number=2)],
    "desk_registration": [
        at("registering"),
        at("registering", "show=waiting"),
        at("busy"),
        at("fresh"),
    ],
    "registration_addresses": [at("registering"), at("fresh")],
    "enter_registration": [at("registering"), at("registering", typed={"name": "", "email": "ada"})],
    "import_registrations": [at("registering"), at("registering", typed={"table": "Ada"})],
    "settings_registration": [
        at("registering"),
        at("registering", typed={"cap": "none", "own1-choices": "S"}),
    ],
    "repeat_event": [at("busy"), at("busy", typed={"name": ""})],
    "delete_event": [at("busy"), at("busy", typed={"name": "Another"})],
    "desk_log": [at("busy"), at("fresh")],
    "desk_staff": [at("busy"), at("fresh")],
    "pass_ownership": [at("busy", pk=lambda event: event.staff.get(role="judge").pk)],
    "player_links": [at("busy")],
    "drop_player": [at("busy", key=player_in_a_match)],
    "drop_players": [at("busy", query="player=p1&player=p2")],
    "undo_change": [
        at("busy", pk=entry_of("report_result")),
        at("in_finals", pk=entry_of("pair_next_round")),
    ],
    "restore_before": [at("busy", pk=entry_of("pair_next_round"))],
    "desk_points": [at("busy"), at("busy", typed={"name": ""}), at("fresh")],
    "restore_point": [at("busy", pk=lambda event: event.restore_points.last().id)],
    "compare_points": [at("busy")],
    "desk_screens": [at("busy")],
    "screen": [at("busy"), at("busy", "show=standings"), at("in_finals", "show=bracket"), at("pods")],
    "signed_screen": [at("busy", signed=False, code=screen_code)],
    "desk_paper": [at("busy")],
    "sheet": [
        at("busy", key="names"),
        at("busy", key="tables"),
        at("busy", key="standings"),
        at("busy", key="slips"),
        at("pods", key="slips"),
        at("in_finals", key="bracket"),
        at("busy", key="pack"),
        *(at("busy", key=key) for key in ("players", "cards", "blanks", "poster")),
        at("drafted", key="pods"),
        at("with_lists", key="lists"),
        at("with_lists", "each=two", key="lists"),
        at("in_finals", key="pack"),
        at("fresh", key="slips"),
        at("registering", key="registration"),
    ],
    "invitation": [
        at("busy", signed=True, slug=None, token=lambda event: invite(event, Actor("organiser"), "judge")),
        at("busy", slug=None, token=lambda event: invite(event, Actor("organiser"), "organiser")),
    ],
    "help": [at(), at(query="q=drop"), at(query="q=nothing-like-this")],
    "help_guide": [at(key="first-event"), at(key="desk"), at(key="pairing")],
    "help_tiebreaker": [at(key="omw"), at(key="buchholz_cut1"), at(key="random")],
    "help_rulebook": [at(key="magic"), at(key="wargame-wtc")],
    "help_all_finals": [at()],
    "help_finals": [at(key="mcintyre8"), at(key="double"), at(key="super_league8"), at(key="single")],
    "help_draft": [at()],
    "help_pods": [at()],
    "compare": [at(), at(query="a=chess&b=magic")],
    "help_privacy": [at()],
    "help_roles": [at()],
    "help_lab": [at()],
    "help_parts": [at(signed=True), at(signed=True)],
    "lab": [
        at(),
        at(signed=True),
        at(signed=True, query="from=shop&time=equal"),
    ],
    "simulation": [
        at(address="shop"),
        at(address="hearthstone", query="x=matches&y=upsets"),
        *(at("busy", slug=None, signed=True, address=run_in(state)) for state in SimulationRun.STATES),
    ],
    "all_events": [at(), at(query="q=night")],
    "club": [at("busy", signed=False, slug=CLUB), at("busy", signed=True, slug=CLUB)],
    "club_events": [at("busy", slug=CLUB)],
    "club_profile": [
        at("ended", slug=CLUB, person=shown_person),
        at("ended", f"chart={LAST_FRIDAY}", slug=CLUB, person=shown_person),
        at("ended", rated, slug=CLUB, person=shown_person),
    ],
    "club_rating_list": [at("ended", slug=CLUB, game=ratings_of)],
    "club_ratings": [at("ended", slug=CLUB), at("busy", slug=CLUB)],
    "club_ratings_desk": [at("ended", slug=CLUB, game=ratings_of)],
    "change_club_ratings": [
        at("ended", slug=CLUB, game=ratings_of),
        at("ended", slug=CLUB, game=ratings_of, typed={"preset": "own", "k": "0"}),
    ],
    "series": [
        at("ended", slug=CLUB, series=series_of),
        at("ended", opened, slug=CLUB, series=series_of),
        at("ended", "open=nobody:total", slug=CLUB, series=series_of),
    ],
    "series_rules": [at("ended", slug=CLUB, series=series_of)],
    "print_series": [
        at("ended", slug=CLUB, series=series_of),
        at("ended", "sheet=poster", slug=CLUB, series=series_of),
    ],
    "series_screen": [at("ended", slug=CLUB, series=series_of)],
    "series_champion": [at("ended", slug=CLUB, series=season_that_ended)],
    "club_series": [at("busy", slug=CLUB)],
    "new_series": [at("busy", slug=CLUB), at("busy", slug=CLUB, typed={"name": "", "preset": ""})],
    "series_desk": [at("busy", slug=CLUB, series=series_of)],
    "series_entry": [at("busy", slug=CLUB, series=series_of, entry=evening_of)],
    "series_elsewhere": [
        at("busy", slug=CLUB, series=series_of),
        at("busy", slug=CLUB, series=series_of, typed={"name": "Old", "numbers": "points", "results": "Ann"}),
    ],
    "change_series_rules": [
        at("busy", slug=CLUB, series=series_of),
        at("busy", slug=CLUB, series=series_of, typed={"by": "place", "places": "many"}),
    ],
    "series_settings": [
        at("busy", slug=CLUB, series=series_of),
        at("busy", slug=CLUB, series=series_of, typed={"name": "", "prizes": "first: a cup"}),
    ],
    "decline_invitation": [at("busy", slug=final_slug, token=invited_token)],
    "end_series": [at("busy", slug=CLUB, series=series_of)],
    "delete_series": [at("busy", slug=CLUB, series=series_of)],
    "series_final": [
        at("busy", slug=CLUB, series=series_of),
        at("busy", slug=CLUB, series=series_of, typed={"name": "", "seats": "2"}),
        at("busy", slug=CLUB, series=series_with_final),
    ],
    "print_series_invitations": [at("busy", slug=CLUB, series=series_with_final)],
    "series_people": [at("busy", slug=CLUB, series=series_of)],
    "series_member": [at("busy", slug=CLUB, series=series_of, person=first_person)],
    "own_club_pages": [
        at("busy", slug=CLUB),
        at("busy", "sent=1", slug=CLUB),
        at("busy", slug=CLUB, typed={"email": "ada"}),
    ],
    "own_club_page": [at("busy", slug=CLUB, token=own_club_page)],
    "own_club_settings": [
        at("busy", slug=CLUB, token=own_club_page),
        at("busy", slug=CLUB, token=own_club_page, typed={"do": "name", "kind": "other", "other": ""}),
    ],
    "confirm_club_address": [at("busy", slug=CLUB, token=mail_to_confirm)],
    "club_desk": [at("busy", slug=CLUB)],
    "club_staff": [at("busy", slug=CLUB)],
    "club_people": [at("busy", slug=CLUB), at("busy", slug=CLUB, query="q=nobody")],
    "club_person": [
        at("busy", slug=CLUB, person=first_person),
        at("ended", rated, slug=CLUB, person=shown_person),
    ],
    "club_doubts": [at("busy", slug=CLUB)],
    "assign_club_player": [at("busy", slug=CLUB, pk=first_player)],
    "merge_club_people": [at("busy", slug=CLUB, person=first_person)],
    "split_club_person": [at("busy", slug=CLUB, person=first_person)],
    "club_person_link": [at("busy", slug=CLUB, person=first_person)],
    "forget_club_name": [at("busy", slug=CLUB, person=first_person, name=former_name)],
    "erase_club_person": [
        at("busy", slug=CLUB, person=first_person),
        at("busy", slug=CLUB, person=first_person, typed={"name": "Nobody"}),
    ],
    "club_settings": [at("busy", slug=CLUB), at("busy", slug=CLUB, typed={"contact": "nobody"})],
    "publish_club": [at("busy", slug=CLUB), at("busy", slug=CLUB, typed={"name": "", "slug": "a b"})],
    "delete_club": [at("busy", slug=CLUB)],
    "club_log": [at("busy", slug=CLUB)],
    "move_event": [at("busy")],
    "help_rounds": [at(query="players=100&rounds=7&top=8"), at(), at(query="players=many")],
}

# Views that only take forms of other pages, or return files.
# fmt: off
NO_PAGES = {
    "cancel_event", "revive_event", "event_calendar", "club_calendar", "club_logo", "invite_to_club",
    "add_series_events", "next_series", "series_member_button", "series_play_off",
    "switch_club_ratings_on", "switch_club_ratings_off", "take_ratings",
    "register_at_club", "forget_club_on_phone", "own_club_address", "own_club_data", "own_club_calendar",
    "club_preview", "event_preview", "leave_club",
    "change_club_public_name", "hide_club_profile", "stop_hiding_club_profile", "switch_club_profile_on",
    "undo_club_entry", "answer_club_doubt", "link_past_club_events", "confirm_club_wish",
    "renew_club_person_link", "offer_club_people",
    "change_club_role", "remove_club_staff", "revoke_club_invitation", "change_club_logo", "unpublish_club",
    "logout", "end_session", "admin_login", "desk_results",
    "open_registration", "change_registrations", "move_registration", "registrations_csv",
    "report", "add_players", "release_pair", "renew_links", "renew_screen_link", "fix_cut",
    "disqualify_player", "bring_back_player", "change_rulebook", "moved_columns",
    "remove_player", "pair", "publish_round", "unpublish_round", "redraw_round", "finish_round",
    "draw_pods", "adjust_pods", "start_building", "open_matches", "remove_phase", "move_phase",
    "draw_list", "check_list", "list_text",
    "undo", "event_file", "restore_point_file", "clock", "extend_table", "announce",
    "status_fragment", "manifest",
    "own_manifest", "service_worker",
    "event_backup", "all_backup", "export_player",
    "invite", "revoke_invitation", "leave_event", "change_role", "remove_staff",
    "take_report", "close_message", "renew_link", "confirm_expired_reports", "report_own", "call_judge",
    "accept_invitation",
    "register_again", "venue_code", "pick", "contest_pick", "picked_manifest", "report_picked",
    "judge_picked", "dispute_result", "set_achievement", "tick_own", "tick_picked",
    "push_key", "push_own", "push_picked", "push_person",
    "free_pick", "confirm_pick", "accept_origin", "free_origin", "renew_venue_code",
    "run_simulation", "cancel_simulation", "repeat_simulation", "simulation_csv", "simulation_plan",
    "check_in_myself", "check_in_player", "check_in_players", "check_in_waiting", "seat_instead",
    "undo_check_in", "set_check_in",
}
# fmt: on

# Screens at the venue scale their text to their size.
SCREENS = {"screen", "signed_screen", "series_screen"}

STATES = {example.state for examples in PAGES.values() for example in examples} - {""}


def names(resolver=None):
    """Yield the names of all URLs except the admin's."""
    for entry in (resolver or get_resolver()).url_patterns:
        if isinstance(entry, URLPattern):
            yield entry.name
        elif entry.namespace is None:
            yield from names(entry)
