"""All URLs of the app."""

from django.urls import include, path
from django.views.decorators.http import require_safe
from django.views.generic import RedirectView

from .views.accounts import invitations
from .views.brackets import cut, early_matches
from .views.brackets import public as brackets_public
from .views.desk import inbox, staff
from .views.drafts import desk as drafts_desk
from .views.drafts import public as drafts_public
from .views.events import create, phases, repeat, settings
from .views.events import desk as events_desk
from .views.events import public as events_public
from .views.help import help, round_calculator
from .views.http import page_layout, service_worker
from .views.lab import pages as lab
from .views.lists import desk as lists_desk
from .views.lists import own as own_lists
from .views.lists import public as lists_public
from .views.lists import settings as lists_settings
from .views.log import backups, log, undo
from .views.paper import pages
from .views.players import add as add_players
from .views.players import desk as players_desk
from .views.players import links, own_page, personal_data, picks, picks_desk
from .views.players import public as players_public
from .views.prizes import desk as prizes_desk
from .views.prizes import public as prizes_public
from .views.registration import check_in, entering, start
from .views.registration import desk as registration_desk
from .views.registration import own_page as registration_page
from .views.registration import public as registration_public
from .views.registration import settings as registration_settings
from .views.results import desk as results_desk
from .views.rounds import adjust, clock, correct, pairing_requests
from .views.rounds import desk as rounds_desk
from .views.rounds import public as rounds_public
from .views.screens import desk as screens_desk
from .views.screens import public as screens_public
from .views.standings import columns_desk, forecast
from .views.standings import public as standings_public

# The pages of one phase, by default of the current one.
phase_urls = [
    path("rounds/<int:number>/", rounds_public.round_page, name="round"),
    path("rounds/<int:number>/draw/", rounds_public.draw_page, name="draw"),
    path("standings/", standings_public.standings_page, name="standings"),
    path("standings/<int:number>/published/", standings_public.published_page, name="published"),
    path("bracket/", brackets_public.bracket_page, name="bracket"),
    path("draft/", drafts_public.draft_page, name="draft"),
]

moved_columns_page = require_safe(
    RedirectView.as_view(pattern_name="settings_standings", permanent=True, query_string=True)
)

desk_urls = [
    path("", events_desk.desk_page, name="desk"),
    path("again/", repeat.repeat_page, name="repeat_event"),
    path("results/", results_desk.results_page, name="desk_results"),
    path("results/report/", results_desk.report, name="report"),
    path("take/<int:phase>/<int:number>/<int:table>/", inbox.take_report, name="take_report"),
    path("messages/<int:pk>/", inbox.close, name="close_message"),
    path("correct/", correct.correct, name="correct"),
    path("players/", players_desk.roster_page, name="desk_players"),
    path("players/add/", add_players.add, name="add_players"),
    path("players/pairs/", pairing_requests.pairs_page, name="desk_pairs"),
    path("players/pairs/remove/", pairing_requests.remove, name="release_pair"),
    path("players/merge/", players_desk.merge, name="merge_players"),
    path("players/links/", links.links_page, name="player_links"),
    path("players/links/new/", links.renew_links, name="renew_links"),
    path("players/picks/renew/", picks_desk.renew_code, name="renew_venue_code"),
    path("players/picks/accept/", picks_desk.accept_origin, name="accept_origin"),
    path("players/picks/free/", picks_desk.free_origin, name="free_origin"),
    path("players/picks/<int:pk>/free/", picks_desk.free, name="free_pick"),
    path("players/picks/<int:pk>/confirm/", picks_desk.confirm, name="confirm_pick"),
    path("players/change/<path:key>/", players_desk.change, name="change_player"),
    path("players/link/<path:key>/", players_desk.renew_link, name="renew_link"),
    path("players/drop/<path:key>/", players_desk.drop, name="drop_player"),
    path("players/disqualify/<path:key>/", players_desk.disqualify, name="disqualify_player"),
    path("players/return/<path:key>/", players_desk.bring_back_player, name="bring_back_player"),
    path("players/remove/<path:key>/", players_desk.remove, name="remove_player"),
    path("players/export/<path:key>/", personal_data.export, name="export_player"),
    path("players/erase/<path:key>/", personal_data.erase, name="erase_player"),
    path("check-in/", check_in.check_in_page, name="desk_check_in"),
    path("check-in/settings/", check_in.change_settings, name="set_check_in"),
    path("check-in/in/<path:key>/", check_in.check_in, name="check_in_player"),
    path("check-in/waiting/<int:pk>/", check_in.check_in_waiting, name="check_in_waiting"),
    path("check-in/seat/<path:key>/", check_in.seat_instead, name="seat_instead"),
    path("check-in/out/<path:key>/", check_in.undo, name="undo_check_in"),
    path("start/", start.start_page, name="start_event"),
    path("no-shows/", start.no_shows_page, name="no_shows"),
    path("round/", rounds_desk.round_page, name="desk_round"),
    path("round/pair/", rounds_desk.pair, name="pair"),
    path("round/publish/", rounds_desk.publish, name="publish_round"),
    path("round/unpublish/", rounds_desk.unpublish, name="unpublish_round"),
    path("round/redraw/", rounds_desk.redraw, name="redraw_round"),
    path("round/adjust/", adjust.adjust, name="adjust_round"),
    path("round/finish/", rounds_desk.finish, name="finish_round"),
    path("round/cut/", cut.cut_page, name="cut_to_finals"),
    path("round/cut/size/", cut.fix_cut, name="fix_cut"),
    path("draft/", drafts_desk.draft_page, name="desk_draft"),
    path("draft/draw/", drafts_desk.draw, name="draw_pods"),
    path("draft/change/", drafts_desk.change, name="adjust_pods"),
    path("draft/build/", drafts_desk.build, name="start_building"),
    path("round/open/", early_matches.open_matches, name="open_matches"),
    path("round/call/", early_matches.call, name="call_opponent"),
    path("clock/", clock.clock, name="clock"),
    path("clock/extend/", clock.extend, name="extend_table"),
    path("announce/", clock.announce, name="announce"),
    path("staff/", staff.staff_page, name="desk_staff"),
    path("staff/invite/", staff.invite, name="invite"),
    path("staff/invitations/<int:pk>/revoke/", staff.revoke, name="revoke_invitation"),
    path("staff/leave/", staff.leave, name="leave_event"),
    path("staff/<int:pk>/role/", staff.change_role, name="change_role"),
    path("staff/<int:pk>/remove/", staff.remove, name="remove_staff"),
    path("staff/<int:pk>/owner/", staff.pass_on, name="pass_ownership"),
    path("screens/", screens_desk.screens_page, name="desk_screens"),
    path("screens/link/", screens_desk.renew_link, name="renew_screen_link"),
    path("settings/", settings.subject_page, {"subject": "event"}, name="desk_settings"),
    path("registration/", registration_desk.list_page, name="desk_registration"),
    path("registration/open/", registration_settings.set_open, name="open_registration"),
    path("registration/selected/", registration_desk.change_selected, name="change_registrations"),
    path("registration/move/", registration_desk.move, name="move_registration"),
    path("registration/addresses/", registration_desk.addresses_page, name="registration_addresses"),
    path("registration/csv/", registration_desk.csv_file, name="registrations_csv"),
    path("registration/add/", entering.enter, name="enter_registration"),
    path("registration/<int:pk>/edit/", entering.change, name="change_registration"),
    path("registration/<int:pk>/erase/", personal_data.erase_registration, name="erase_registration"),
    path("registration/import/", entering.import_table, name="import_registrations"),
    path("settings/registration/", registration_settings.settings_page, name="settings_registration"),
    path("settings/format/", settings.subject_page, {"subject": "format"}, name="settings_format"),
    path("settings/format/rulebook/", settings.change_rulebook, name="change_rulebook"),
    path("settings/pairing/", settings.subject_page, {"subject": "pairing"}, name="settings_pairing"),
    path("settings/standings/", columns_desk.standings_page, name="settings_standings"),
    path("settings/reporting/", settings.subject_page, {"subject": "reporting"}, name="settings_reporting"),
    path("settings/lists/", lists_settings.settings_page, name="settings_lists"),
    path("settings/finals/", settings.subject_page, {"subject": "finals"}, name="settings_finals"),
    path("settings/danger/", settings.danger_page, name="settings_danger"),
    path("lists/", lists_desk.lists_page, name="desk_lists"),
    path("lists/random/", lists_desk.draw_list, name="draw_list"),
    path("lists/table/", lists_desk.table_page, name="desk_list_table"),
    path("lists/player/<path:key>/", lists_desk.list_page, name="desk_list"),
    path("lists/change/<path:key>/", lists_desk.change_list, name="change_list"),
    path("lists/check/<path:key>/", lists_desk.check_list, name="check_list"),
    path("print/", pages.list_page, name="desk_paper"),
    path("print/<slug:key>/", pages.sheet_page, name="sheet"),
    path("prizes/", prizes_desk.prizes_page, name="desk_prizes"),
    path("phases/", phases.phases_page, name="desk_phases"),
    path("phases/add/", phases.add, name="add_phase"),
    path("phases/<int:number>/", phases.change, name="change_phase"),
    path("phases/<int:number>/remove/", phases.remove, name="remove_phase"),
    path("phases/<int:number>/to/<int:to>/", phases.move, name="move_phase"),
    path("settings/delete/", settings.delete, name="delete_event"),
    path("log/", log.log_page, name="desk_log"),
    path("log/undo/", log.undo, name="undo"),
    path("log/<int:pk>/take-back/", undo.undo_change, name="undo_change"),
    path("log/<int:pk>/go-back/", undo.restore_to_before, name="restore_before"),
    path("log/points/", undo.points_page, name="desk_points"),
    path("log/points/compare/", undo.compare, name="compare_points"),
    path("log/points/<int:pk>/", undo.restore_point, name="restore_point"),
    path("file/", log.event_file, name="event_file"),
    path("log/before/<int:pk>/", log.restore_point_file, name="restore_point_file"),
    path("backup/", backups.event_backup, name="event_backup"),
]

event_urls = [
    path("", events_public.event_page, name="event"),
    path("", include(phase_urls)),
    path("phases/<int:phase>/", include([path("", rounds_public.phase_page, name="phase"), *(phase_urls)])),
    path("players/", players_public.players_page, name="players"),
    path("players/<path:key>/", players_public.player_page, name="player"),
    path("lists/", lists_public.lists_page, name="lists"),
    path("lists/<path:key>/text/", lists_public.list_text, name="list_text"),
    path("lists/<path:key>/", lists_public.list_page, name="list"),
    path("prizes/", prizes_public.prizes_page, name="prizes"),
    path("about/", events_public.about_page, name="about"),
    path("manifest.webmanifest", service_worker.manifest, name="manifest"),
    path("me/<str:token>/manifest.webmanifest", service_worker.manifest, name="own_manifest"),
    path("register/", registration_public.register_page, name="register"),
    path("register/lost/", registration_public.lost_link_page, name="lost_link"),
    path("me/<str:token>/", registration_page.me_page, name="me"),
    path("me/<str:token>/edit/", registration_page.edit, name="edit_registration"),
    path("me/<str:token>/withdraw/", registration_page.withdraw, name="withdraw"),
    path("me/<str:token>/again/", registration_page.register_again, name="register_again"),
    path("me/<str:token>/confirm/<str:code>/", registration_page.confirm_email, name="confirm_email"),
    path("me/<str:token>/list/", own_lists.own_list_page, name="own_list"),
    path("me/<str:token>/check-in/", own_page.check_in, name="check_in_myself"),
    path("me/<str:token>/report/", own_page.report, name="report_own"),
    path("me/<str:token>/judge/", own_page.judge, name="call_judge"),
    path("me/<str:token>/drop/", own_page.drop, name="drop_myself"),
    path("me/<str:token>/wrong/", own_page.dispute, name="dispute_result"),
    path("hall/<str:code>/", picks.open_venue_code, name="venue_code"),
    path("pick/", picks.pick_page, name="pick"),
    path("pick/contest/", picks.contest, name="contest_pick"),
    path("pick/<str:token>/", own_page.picked_page, name="picked"),
    path("pick/<str:token>/manifest.webmanifest", service_worker.manifest, name="picked_manifest"),
    path("pick/<str:token>/report/", own_page.report_picked, name="report_picked"),
    path("pick/<str:token>/judge/", own_page.judge_picked, name="judge_picked"),
    path("settle/", own_page.confirm_expired, name="confirm_expired_reports"),
    path("forecast/", forecast.forecast_page, name="forecast"),
    path("hall/", page_layout.status_fragment, name="status_fragment"),
    path("screen/", screens_public.screen_page, name="screen"),
    path("screen/<str:code>/", screens_public.signed_screen_page, name="signed_screen"),
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
    path("rounds/", round_calculator.rounds_page, name="help_rounds"),
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
    path("", events_public.home, name="home"),
    path("new/", create.new_event, name="new_event"),
    path("import/", create.import_event, name="import_event"),
    path("backup/", backups.all_backup, name="all_backup"),
    path("invitation/<str:token>/", invitations.invitation_page, name="invitation"),
    path("lab/", lab.lab_page, name="lab"),
    path("lab/run/", lab.run_simulation, name="run_simulation"),
    path("lab/<str:address>/", include(simulation_urls)),
    path("help/", include(help_pages)),
    path("sw.js", service_worker.service_worker, name="service_worker"),
    path("e/<slug:slug>/", include(event_urls)),
]
