"""All URLs of the app."""

from django.urls import include, path
from django.views.decorators.http import require_safe
from django.views.generic import RedirectView

from .accounts import views as accounts
from .brackets import views as brackets
from .clubs import views as clubs
from .desk.views import desk_page, staff
from .drafts import views as drafts
from .events.views import event, settings
from .help import views as help
from .lab import views as lab
from .lists import views as lists
from .log import views as log
from .paper import views as paper
from .players.views import own_page, players, roster
from .prizes import views as prizes
from .registration.views import check_in, entries, entry_desk
from .rounds.views import adjustments, rounds
from .screens import views as screens
from .standings import views as standings
from .web import service_worker
from .web.layout import status_fragment

# The pages of one phase, by default of the current one.
phase_urls = [
    path("rounds/<int:number>/", rounds.round_page, name="round"),
    path("rounds/<int:number>/draw/", rounds.draw_page, name="draw"),
    path("standings/", standings.standings_page, name="standings"),
    path("standings/<int:number>/published/", standings.published_page, name="published"),
    path("bracket/", brackets.bracket_page, name="bracket"),
    path("draft/", drafts.draft_page, name="draft"),
]

moved_columns_page = require_safe(
    RedirectView.as_view(pattern_name="settings_standings", permanent=True, query_string=True)
)

desk_urls = [
    path("", desk_page.desk_page, name="desk"),
    path("again/", event.repeat_page, name="repeat_event"),
    path("results/", desk_page.results_page, name="desk_results"),
    path("results/report/", desk_page.report, name="report"),
    path("take/<int:phase>/<int:number>/<int:table>/", staff.take_report, name="take_report"),
    path("messages/<int:pk>/", staff.close, name="close_message"),
    path("correct/", adjustments.correct, name="correct"),
    path("players/", roster.roster_page, name="desk_players"),
    path("players/add/", roster.add, name="add_players"),
    path("players/pairs/", rounds.pairs_page, name="desk_pairs"),
    path("players/pairs/remove/", rounds.remove, name="release_pair"),
    path("players/merge/", roster.merge, name="merge_players"),
    path("players/links/", roster.links_page, name="player_links"),
    path("players/links/new/", roster.renew_links, name="renew_links"),
    path("players/picks/renew/", roster.renew_code, name="renew_venue_code"),
    path("players/picks/accept/", roster.accept_origin, name="accept_origin"),
    path("players/picks/free/", roster.free_origin, name="free_origin"),
    path("players/picks/<int:pk>/free/", roster.free, name="free_pick"),
    path("players/picks/<int:pk>/confirm/", roster.confirm, name="confirm_pick"),
    path("players/change/<path:key>/", roster.change, name="change_player"),
    path("players/link/<path:key>/", roster.renew_link, name="renew_link"),
    path("players/drop/<path:key>/", roster.drop, name="drop_player"),
    path("players/disqualify/<path:key>/", roster.disqualify, name="disqualify_player"),
    path("players/return/<path:key>/", roster.bring_back_player, name="bring_back_player"),
    path("players/remove/<path:key>/", roster.remove, name="remove_player"),
    path("players/export/<path:key>/", players.export, name="export_player"),
    path("players/erase/<path:key>/", players.erase, name="erase_player"),
    path("check-in/", check_in.check_in_page, name="desk_check_in"),
    path("check-in/settings/", check_in.change_settings, name="set_check_in"),
    path("check-in/in/<path:key>/", check_in.check_in, name="check_in_player"),
    path("check-in/waiting/<int:pk>/", check_in.check_in_waiting, name="check_in_waiting"),
    path("check-in/seat/<path:key>/", check_in.seat_instead, name="seat_instead"),
    path("check-in/out/<path:key>/", check_in.undo, name="undo_check_in"),
    path("start/", check_in.start_page, name="start_event"),
    path("no-shows/", check_in.no_shows_page, name="no_shows"),
    path("round/", rounds.round_desk, name="desk_round"),
    path("round/pair/", rounds.pair, name="pair"),
    path("round/publish/", rounds.publish, name="publish_round"),
    path("round/unpublish/", rounds.unpublish, name="unpublish_round"),
    path("round/redraw/", rounds.redraw, name="redraw_round"),
    path("round/adjust/", adjustments.adjust, name="adjust_round"),
    path("round/finish/", rounds.finish, name="finish_round"),
    path("round/cut/", brackets.cut_page, name="cut_to_finals"),
    path("round/cut/size/", brackets.fix_cut, name="fix_cut"),
    path("draft/", drafts.draft_desk, name="desk_draft"),
    path("draft/draw/", drafts.draw, name="draw_pods"),
    path("draft/change/", drafts.change, name="adjust_pods"),
    path("draft/build/", drafts.build, name="start_building"),
    path("round/open/", brackets.open_matches, name="open_matches"),
    path("round/call/", brackets.call, name="call_opponent"),
    path("clock/", desk_page.clock, name="clock"),
    path("clock/extend/", desk_page.extend, name="extend_table"),
    path("announce/", desk_page.announce, name="announce"),
    path("staff/", staff.staff_page, name="desk_staff"),
    path("staff/invite/", staff.invite, name="invite"),
    path("staff/invitations/<int:pk>/revoke/", staff.revoke, name="revoke_invitation"),
    path("staff/leave/", staff.leave, name="leave_event"),
    path("staff/<int:pk>/role/", staff.change_role, name="change_role"),
    path("staff/<int:pk>/remove/", staff.remove, name="remove_staff"),
    path("staff/<int:pk>/owner/", staff.pass_on, name="pass_ownership"),
    path("screens/", screens.screens_page, name="desk_screens"),
    path("screens/link/", screens.renew_link, name="renew_screen_link"),
    path("settings/", settings.subject_page, {"subject": "event"}, name="desk_settings"),
    path("registration/", entry_desk.list_page, name="desk_registration"),
    path("registration/open/", entry_desk.set_open, name="open_registration"),
    path("registration/selected/", entry_desk.change_selected, name="change_registrations"),
    path("registration/move/", entry_desk.move, name="move_registration"),
    path("registration/addresses/", entry_desk.addresses_page, name="registration_addresses"),
    path("registration/csv/", entry_desk.csv_file, name="registrations_csv"),
    path("registration/add/", entry_desk.enter, name="enter_registration"),
    path("registration/<int:pk>/edit/", entry_desk.change, name="change_registration"),
    path("registration/<int:pk>/erase/", players.erase_registration, name="erase_registration"),
    path("registration/import/", entry_desk.import_table, name="import_registrations"),
    path("settings/registration/", entry_desk.settings_page, name="settings_registration"),
    path("settings/format/", settings.subject_page, {"subject": "format"}, name="settings_format"),
    path("settings/format/rulebook/", settings.change_rulebook, name="change_rulebook"),
    path("settings/pairing/", settings.subject_page, {"subject": "pairing"}, name="settings_pairing"),
    path("settings/standings/", standings.standings_settings, name="settings_standings"),
    path("settings/reporting/", settings.subject_page, {"subject": "reporting"}, name="settings_reporting"),
    path("settings/lists/", lists.settings_page, name="settings_lists"),
    path("settings/finals/", settings.subject_page, {"subject": "finals"}, name="settings_finals"),
    path("settings/danger/", settings.danger_page, name="settings_danger"),
    path("lists/", lists.lists_desk, name="desk_lists"),
    path("lists/random/", lists.draw_list, name="draw_list"),
    path("lists/table/", lists.table_page, name="desk_list_table"),
    path("lists/player/<path:key>/", lists.list_desk, name="desk_list"),
    path("lists/change/<path:key>/", lists.change_list, name="change_list"),
    path("lists/check/<path:key>/", lists.check_list, name="check_list"),
    path("print/", paper.list_page, name="desk_paper"),
    path("print/<slug:key>/", paper.sheet_page, name="sheet"),
    path("prizes/", prizes.prizes_desk, name="desk_prizes"),
    path("phases/", settings.phases_page, name="desk_phases"),
    path("phases/add/", settings.add, name="add_phase"),
    path("phases/<int:number>/", settings.change, name="change_phase"),
    path("phases/<int:number>/remove/", settings.remove, name="remove_phase"),
    path("phases/<int:number>/to/<int:to>/", settings.move, name="move_phase"),
    path("settings/club/", clubs.move_page, name="move_event"),
    path("settings/delete/", settings.delete, name="delete_event"),
    path("log/", log.log_page, name="desk_log"),
    path("log/undo/", log.undo_entry, name="undo"),
    path("log/<int:pk>/take-back/", log.undo_change, name="undo_change"),
    path("log/<int:pk>/go-back/", log.restore_to_before, name="restore_before"),
    path("log/points/", log.points_page, name="desk_points"),
    path("log/points/compare/", log.compare, name="compare_points"),
    path("log/points/<int:pk>/", log.restore_point, name="restore_point"),
    path("file/", log.event_file, name="event_file"),
    path("log/before/<int:pk>/", log.restore_point_file, name="restore_point_file"),
    path("backup/", log.event_backup, name="event_backup"),
]

event_urls = [
    path("", event.event_page, name="event"),
    path("", include(phase_urls)),
    path("phases/<int:phase>/", include([path("", event.event_page, name="phase"), *(phase_urls)])),
    path("players/", players.players_page, name="players"),
    path("players/<path:key>/", players.player_page, name="player"),
    path("lists/", lists.lists_page, name="lists"),
    path("lists/<path:key>/text/", lists.list_text, name="list_text"),
    path("lists/<path:key>/", lists.list_page, name="list"),
    path("prizes/", prizes.prizes_page, name="prizes"),
    path("about/", event.about_page, name="about"),
    path("manifest.webmanifest", service_worker.manifest, name="manifest"),
    path("me/<str:token>/manifest.webmanifest", service_worker.manifest, name="own_manifest"),
    path("register/", entries.register_page, name="register"),
    path("register/lost/", entries.lost_link_page, name="lost_link"),
    path("me/<str:token>/", entries.me_page, name="me"),
    path("me/<str:token>/edit/", entries.edit, name="edit_registration"),
    path("me/<str:token>/withdraw/", entries.withdraw, name="withdraw"),
    path("me/<str:token>/again/", entries.register_again, name="register_again"),
    path("me/<str:token>/confirm/<str:code>/", entries.confirm_email, name="confirm_email"),
    path("me/<str:token>/list/", lists.own_list_page, name="own_list"),
    path("me/<str:token>/check-in/", own_page.check_in, name="check_in_myself"),
    path("me/<str:token>/report/", own_page.report, name="report_own"),
    path("me/<str:token>/judge/", own_page.judge, name="call_judge"),
    path("me/<str:token>/drop/", own_page.drop, name="drop_myself"),
    path("me/<str:token>/wrong/", own_page.dispute, name="dispute_result"),
    path("hall/<str:code>/", players.open_venue_code, name="venue_code"),
    path("pick/", players.pick_page, name="pick"),
    path("pick/contest/", players.contest, name="contest_pick"),
    path("pick/<str:token>/", own_page.picked_page, name="picked"),
    path("pick/<str:token>/manifest.webmanifest", service_worker.manifest, name="picked_manifest"),
    path("pick/<str:token>/report/", own_page.report_picked, name="report_picked"),
    path("pick/<str:token>/judge/", own_page.judge_picked, name="judge_picked"),
    path("settle/", own_page.confirm_expired, name="confirm_expired_reports"),
    path("forecast/", standings.forecast_page, name="forecast"),
    path("hall/", status_fragment, name="status_fragment"),
    path("screen/", screens.screen_page, name="screen"),
    path("screen/<str:code>/", screens.signed_screen_page, name="signed_screen"),
    # The earlier address of the columns' settings, which bookmarks may still have.
    path("desk/settings/columns/", moved_columns_page, name="moved_columns"),
    path("desk/", include(desk_urls)),
]

help_pages = [
    path("", help.help_page, name="help"),
    path("tiebreakers/<str:key>/", help.tiebreaker_page, name="help_tiebreaker"),
    path("rulebooks/<str:key>/", help.rulebook_page, name="help_rulebook"),
    path("finals/", help.all_finals_page, name="help_all_finals"),
    path("finals/<str:key>/", help.finals_page, name="help_finals"),
    path("drafts/", help.reference_page, name="help_draft"),
    path("pods/", help.reference_page, name="help_pods"),
    path("compare/", help.compare_page, name="compare"),
    path("roles/", help.reference_page, name="help_roles"),
    path("rounds/", help.rounds_page, name="help_rounds"),
    path("lab/", help.reference_page, name="help_lab"),
    path("privacy/", help.reference_page, name="help_privacy"),
    path("<slug:key>/", help.guide_page, name="help_guide"),
]

simulation_urls = [
    path("", lab.simulation_page, name="simulation"),
    path("cancel/", lab.cancel_simulation, name="cancel_simulation"),
    path("again/", lab.repeat_simulation, name="repeat_simulation"),
    path("measures.csv", lab.measures_csv, name="simulation_csv"),
    path("plan.json", lab.plan_json, name="simulation_plan"),
]

urlpatterns = [
    path("c/<slug:slug>/", include("tournaments.clubs.urls")),
    path("", event.home, name="home"),
    path("events/", event.all_events, name="all_events"),
    path("new/", event.new_event, name="new_event"),
    path("import/", event.import_event, name="import_event"),
    path("backup/", log.all_backup, name="all_backup"),
    path("invitation/<str:token>/", accounts.invitation_page, name="invitation"),
    path("lab/", lab.lab_page, name="lab"),
    path("lab/run/", lab.run_simulation, name="run_simulation"),
    path("lab/<str:address>/", include(simulation_urls)),
    path("help/", include(help_pages)),
    path("sw.js", service_worker.service_worker, name="service_worker"),
    path("e/<slug:slug>/", include(event_urls)),
]
