"""All URLs of the app."""

from django.urls import include, path
from django.views.decorators.http import require_safe
from django.views.generic import RedirectView

from .accounts.views import invitation_page
from .brackets.views import bracket_page, call, cut_page, fix_cut, open_matches
from .desk.views.desk_page import announce, clock, desk_page, extend, report, results_page
from .desk.views.staff import (
    change_role,
    close,
    invite,
    leave,
    pass_on,
    remove,
    revoke,
    staff_page,
    take_report,
)
from .drafts.views import build, change, draft_desk, draft_page, draw
from .events.views import settings as phases
from .events.views.event import about_page, event_page, home, import_event, new_event, repeat_page
from .events.views.settings import change_rulebook, danger_page, delete, subject_page
from .help.views import (
    all_finals_page,
    compare_page,
    finals_page,
    guide_page,
    help_page,
    reference_page,
    rounds_page,
    rulebook_page,
    tiebreaker_page,
)
from .lab.views import (
    cancel_simulation,
    lab_page,
    measures_csv,
    plan_json,
    repeat_simulation,
    run_simulation,
    simulation_page,
)
from .lists.views import (
    change_list,
    check_list,
    draw_list,
    list_desk,
    list_page,
    list_text,
    lists_desk,
    lists_page,
    own_list_page,
    settings_page,
    table_page,
)
from .log.views import (
    all_backup,
    compare,
    event_backup,
    event_file,
    log_page,
    points_page,
    restore_point,
    restore_point_file,
    restore_to_before,
    undo_change,
    undo_entry,
)
from .paper import views as pages
from .players.views import own_page, roster
from .players.views.players import (
    contest,
    erase,
    erase_registration,
    export,
    open_venue_code,
    pick_page,
    player_page,
    players_page,
)
from .players.views.roster import (
    accept_origin,
    add,
    confirm,
    free,
    free_origin,
    links_page,
    renew_code,
    renew_links,
)
from .prizes.views import prizes_desk, prizes_page
from .registration.views import check_in, entry_desk
from .registration.views.check_in import no_shows_page, start_page
from .registration.views.entries import (
    confirm_email,
    edit,
    lost_link_page,
    me_page,
    register_again,
    register_page,
    withdraw,
)
from .rounds.views import rounds
from .rounds.views.adjustments import adjust, correct
from .rounds.views.rounds import (
    draw_page,
    finish,
    pair,
    publish,
    redraw,
    round_desk,
    round_page,
    unpublish,
)
from .screens.views import renew_link, screen_page, screens_page, signed_screen_page
from .standings.views import forecast_page, published_page, standings_page, standings_settings
from .web import service_worker
from .web.layout import status_fragment

# The pages of one phase, by default of the current one.
phase_urls = [
    path("rounds/<int:number>/", round_page, name="round"),
    path("rounds/<int:number>/draw/", draw_page, name="draw"),
    path("standings/", standings_page, name="standings"),
    path("standings/<int:number>/published/", published_page, name="published"),
    path("bracket/", bracket_page, name="bracket"),
    path("draft/", draft_page, name="draft"),
]

moved_columns_page = require_safe(
    RedirectView.as_view(pattern_name="settings_standings", permanent=True, query_string=True)
)

desk_urls = [
    path("", desk_page, name="desk"),
    path("again/", repeat_page, name="repeat_event"),
    path("results/", results_page, name="desk_results"),
    path("results/report/", report, name="report"),
    path("take/<int:phase>/<int:number>/<int:table>/", take_report, name="take_report"),
    path("messages/<int:pk>/", close, name="close_message"),
    path("correct/", correct, name="correct"),
    path("players/", roster.roster_page, name="desk_players"),
    path("players/add/", add, name="add_players"),
    path("players/pairs/", rounds.pairs_page, name="desk_pairs"),
    path("players/pairs/remove/", rounds.remove, name="release_pair"),
    path("players/merge/", roster.merge, name="merge_players"),
    path("players/links/", links_page, name="player_links"),
    path("players/links/new/", renew_links, name="renew_links"),
    path("players/picks/renew/", renew_code, name="renew_venue_code"),
    path("players/picks/accept/", accept_origin, name="accept_origin"),
    path("players/picks/free/", free_origin, name="free_origin"),
    path("players/picks/<int:pk>/free/", free, name="free_pick"),
    path("players/picks/<int:pk>/confirm/", confirm, name="confirm_pick"),
    path("players/change/<path:key>/", roster.change, name="change_player"),
    path("players/link/<path:key>/", roster.renew_link, name="renew_link"),
    path("players/drop/<path:key>/", roster.drop, name="drop_player"),
    path("players/disqualify/<path:key>/", roster.disqualify, name="disqualify_player"),
    path("players/return/<path:key>/", roster.bring_back_player, name="bring_back_player"),
    path("players/remove/<path:key>/", roster.remove, name="remove_player"),
    path("players/export/<path:key>/", export, name="export_player"),
    path("players/erase/<path:key>/", erase, name="erase_player"),
    path("check-in/", check_in.check_in_page, name="desk_check_in"),
    path("check-in/settings/", check_in.change_settings, name="set_check_in"),
    path("check-in/in/<path:key>/", check_in.check_in, name="check_in_player"),
    path("check-in/waiting/<int:pk>/", check_in.check_in_waiting, name="check_in_waiting"),
    path("check-in/seat/<path:key>/", check_in.seat_instead, name="seat_instead"),
    path("check-in/out/<path:key>/", check_in.undo, name="undo_check_in"),
    path("start/", start_page, name="start_event"),
    path("no-shows/", no_shows_page, name="no_shows"),
    path("round/", round_desk, name="desk_round"),
    path("round/pair/", pair, name="pair"),
    path("round/publish/", publish, name="publish_round"),
    path("round/unpublish/", unpublish, name="unpublish_round"),
    path("round/redraw/", redraw, name="redraw_round"),
    path("round/adjust/", adjust, name="adjust_round"),
    path("round/finish/", finish, name="finish_round"),
    path("round/cut/", cut_page, name="cut_to_finals"),
    path("round/cut/size/", fix_cut, name="fix_cut"),
    path("draft/", draft_desk, name="desk_draft"),
    path("draft/draw/", draw, name="draw_pods"),
    path("draft/change/", change, name="adjust_pods"),
    path("draft/build/", build, name="start_building"),
    path("round/open/", open_matches, name="open_matches"),
    path("round/call/", call, name="call_opponent"),
    path("clock/", clock, name="clock"),
    path("clock/extend/", extend, name="extend_table"),
    path("announce/", announce, name="announce"),
    path("staff/", staff_page, name="desk_staff"),
    path("staff/invite/", invite, name="invite"),
    path("staff/invitations/<int:pk>/revoke/", revoke, name="revoke_invitation"),
    path("staff/leave/", leave, name="leave_event"),
    path("staff/<int:pk>/role/", change_role, name="change_role"),
    path("staff/<int:pk>/remove/", remove, name="remove_staff"),
    path("staff/<int:pk>/owner/", pass_on, name="pass_ownership"),
    path("screens/", screens_page, name="desk_screens"),
    path("screens/link/", renew_link, name="renew_screen_link"),
    path("settings/", subject_page, {"subject": "event"}, name="desk_settings"),
    path("registration/", entry_desk.list_page, name="desk_registration"),
    path("registration/open/", entry_desk.set_open, name="open_registration"),
    path("registration/selected/", entry_desk.change_selected, name="change_registrations"),
    path("registration/move/", entry_desk.move, name="move_registration"),
    path("registration/addresses/", entry_desk.addresses_page, name="registration_addresses"),
    path("registration/csv/", entry_desk.csv_file, name="registrations_csv"),
    path("registration/add/", entry_desk.enter, name="enter_registration"),
    path("registration/<int:pk>/edit/", entry_desk.change, name="change_registration"),
    path("registration/<int:pk>/erase/", erase_registration, name="erase_registration"),
    path("registration/import/", entry_desk.import_table, name="import_registrations"),
    path("settings/registration/", entry_desk.settings_page, name="settings_registration"),
    path("settings/format/", subject_page, {"subject": "format"}, name="settings_format"),
    path("settings/format/rulebook/", change_rulebook, name="change_rulebook"),
    path("settings/pairing/", subject_page, {"subject": "pairing"}, name="settings_pairing"),
    path("settings/standings/", standings_settings, name="settings_standings"),
    path("settings/reporting/", subject_page, {"subject": "reporting"}, name="settings_reporting"),
    path("settings/lists/", settings_page, name="settings_lists"),
    path("settings/finals/", subject_page, {"subject": "finals"}, name="settings_finals"),
    path("settings/danger/", danger_page, name="settings_danger"),
    path("lists/", lists_desk, name="desk_lists"),
    path("lists/random/", draw_list, name="draw_list"),
    path("lists/table/", table_page, name="desk_list_table"),
    path("lists/player/<path:key>/", list_desk, name="desk_list"),
    path("lists/change/<path:key>/", change_list, name="change_list"),
    path("lists/check/<path:key>/", check_list, name="check_list"),
    path("print/", pages.list_page, name="desk_paper"),
    path("print/<slug:key>/", pages.sheet_page, name="sheet"),
    path("prizes/", prizes_desk, name="desk_prizes"),
    path("phases/", phases.phases_page, name="desk_phases"),
    path("phases/add/", phases.add, name="add_phase"),
    path("phases/<int:number>/", phases.change, name="change_phase"),
    path("phases/<int:number>/remove/", phases.remove, name="remove_phase"),
    path("phases/<int:number>/to/<int:to>/", phases.move, name="move_phase"),
    path("settings/delete/", delete, name="delete_event"),
    path("log/", log_page, name="desk_log"),
    path("log/undo/", undo_entry, name="undo"),
    path("log/<int:pk>/take-back/", undo_change, name="undo_change"),
    path("log/<int:pk>/go-back/", restore_to_before, name="restore_before"),
    path("log/points/", points_page, name="desk_points"),
    path("log/points/compare/", compare, name="compare_points"),
    path("log/points/<int:pk>/", restore_point, name="restore_point"),
    path("file/", event_file, name="event_file"),
    path("log/before/<int:pk>/", restore_point_file, name="restore_point_file"),
    path("backup/", event_backup, name="event_backup"),
]

event_urls = [
    path("", event_page, name="event"),
    path("", include(phase_urls)),
    path("phases/<int:phase>/", include([path("", event_page, name="phase"), *(phase_urls)])),
    path("players/", players_page, name="players"),
    path("players/<path:key>/", player_page, name="player"),
    path("lists/", lists_page, name="lists"),
    path("lists/<path:key>/text/", list_text, name="list_text"),
    path("lists/<path:key>/", list_page, name="list"),
    path("prizes/", prizes_page, name="prizes"),
    path("about/", about_page, name="about"),
    path("manifest.webmanifest", service_worker.manifest, name="manifest"),
    path("me/<str:token>/manifest.webmanifest", service_worker.manifest, name="own_manifest"),
    path("register/", register_page, name="register"),
    path("register/lost/", lost_link_page, name="lost_link"),
    path("me/<str:token>/", me_page, name="me"),
    path("me/<str:token>/edit/", edit, name="edit_registration"),
    path("me/<str:token>/withdraw/", withdraw, name="withdraw"),
    path("me/<str:token>/again/", register_again, name="register_again"),
    path("me/<str:token>/confirm/<str:code>/", confirm_email, name="confirm_email"),
    path("me/<str:token>/list/", own_list_page, name="own_list"),
    path("me/<str:token>/check-in/", own_page.check_in, name="check_in_myself"),
    path("me/<str:token>/report/", own_page.report, name="report_own"),
    path("me/<str:token>/judge/", own_page.judge, name="call_judge"),
    path("me/<str:token>/drop/", own_page.drop, name="drop_myself"),
    path("me/<str:token>/wrong/", own_page.dispute, name="dispute_result"),
    path("hall/<str:code>/", open_venue_code, name="venue_code"),
    path("pick/", pick_page, name="pick"),
    path("pick/contest/", contest, name="contest_pick"),
    path("pick/<str:token>/", own_page.picked_page, name="picked"),
    path("pick/<str:token>/manifest.webmanifest", service_worker.manifest, name="picked_manifest"),
    path("pick/<str:token>/report/", own_page.report_picked, name="report_picked"),
    path("pick/<str:token>/judge/", own_page.judge_picked, name="judge_picked"),
    path("settle/", own_page.confirm_expired, name="confirm_expired_reports"),
    path("forecast/", forecast_page, name="forecast"),
    path("hall/", status_fragment, name="status_fragment"),
    path("screen/", screen_page, name="screen"),
    path("screen/<str:code>/", signed_screen_page, name="signed_screen"),
    # The earlier address of the columns' settings, which bookmarks may still have.
    path("desk/settings/columns/", moved_columns_page, name="moved_columns"),
    path("desk/", include(desk_urls)),
]

help_pages = [
    path("", help_page, name="help"),
    path("tiebreakers/<str:key>/", tiebreaker_page, name="help_tiebreaker"),
    path("rulebooks/<str:key>/", rulebook_page, name="help_rulebook"),
    path("finals/", all_finals_page, name="help_all_finals"),
    path("finals/<str:key>/", finals_page, name="help_finals"),
    path("drafts/", reference_page, name="help_draft"),
    path("pods/", reference_page, name="help_pods"),
    path("compare/", compare_page, name="compare"),
    path("roles/", reference_page, name="help_roles"),
    path("rounds/", rounds_page, name="help_rounds"),
    path("lab/", reference_page, name="help_lab"),
    path("privacy/", reference_page, name="help_privacy"),
    path("<slug:key>/", guide_page, name="help_guide"),
]

simulation_urls = [
    path("", simulation_page, name="simulation"),
    path("cancel/", cancel_simulation, name="cancel_simulation"),
    path("again/", repeat_simulation, name="repeat_simulation"),
    path("measures.csv", measures_csv, name="simulation_csv"),
    path("plan.json", plan_json, name="simulation_plan"),
]

urlpatterns = [
    path("", home, name="home"),
    path("new/", new_event, name="new_event"),
    path("import/", import_event, name="import_event"),
    path("backup/", all_backup, name="all_backup"),
    path("invitation/<str:token>/", invitation_page, name="invitation"),
    path("lab/", lab_page, name="lab"),
    path("lab/run/", run_simulation, name="run_simulation"),
    path("lab/<str:address>/", include(simulation_urls)),
    path("help/", include(help_pages)),
    path("sw.js", service_worker.service_worker, name="service_worker"),
    path("e/<slug:slug>/", include(event_urls)),
]
