"""Addresses of the app: the whole site at a glance."""

from django.urls import include, path

from .views import (
    brackets,
    claims,
    drafts,
    events,
    forecasts,
    hall,
    help,
    lab,
    me,
    offline,
    players,
    prizes,
    rounds,
    screens,
    standings,
)
from .views.desk import (
    adjusting,
    calling,
    clocks,
    columns,
    correcting,
    cuts,
    front,
    keeping,
    log,
    making,
    pairs,
    paper,
    phases,
    results,
    roster,
    settings,
)
from .views.desk import drafts as desk_drafts
from .views.desk import hall as desk_hall
from .views.desk import prizes as desk_prizes
from .views.desk import rounds as desk_rounds
from .views.desk import screens as desk_screens

# The pages of one phase; without a number, of the current one.
of_phase = [
    path("rounds/<int:number>/", rounds.round_page, name="round"),
    path("rounds/<int:number>/draw/", rounds.draw_page, name="draw"),
    path("standings/", standings.standings_page, name="standings"),
    path("bracket/", brackets.bracket_page, name="bracket"),
    path("draft/", drafts.draft_page, name="draft"),
]

at_desk = [
    path("", front.desk_page, name="desk"),
    path("results/", results.results_page, name="desk_results"),
    path("results/report/", results.report, name="report"),
    path("take/<int:phase>/<int:number>/<int:table>/", desk_hall.take_report, name="take_report"),
    path("messages/<int:pk>/", desk_hall.close, name="close_message"),
    path("correct/", correcting.correct, name="correct"),
    path("players/", roster.roster_page, name="desk_players"),
    path("players/add/", roster.add, name="add_players"),
    path("players/pairs/", pairs.pairs_page, name="desk_pairs"),
    path("players/pairs/remove/", pairs.remove, name="release_pair"),
    path("players/merge/", roster.merge, name="merge_players"),
    path("players/change/<path:key>/", roster.change, name="change_player"),
    path("players/link/<path:key>/", roster.renew_link, name="renew_link"),
    path("players/drop/<path:key>/", roster.drop, name="drop_player"),
    path("players/disqualify/<path:key>/", roster.disqualify, name="disqualify_player"),
    path("players/return/<path:key>/", roster.take_back_drop, name="take_back_drop"),
    path("players/remove/<path:key>/", roster.remove, name="remove_player"),
    path("round/", desk_rounds.round_page, name="desk_round"),
    path("round/pair/", desk_rounds.pair, name="pair"),
    path("round/publish/", desk_rounds.publish, name="publish_round"),
    path("round/unpublish/", desk_rounds.unpublish, name="unpublish_round"),
    path("round/redraw/", desk_rounds.redraw, name="redraw_round"),
    path("round/adjust/", adjusting.adjust, name="adjust_round"),
    path("round/finish/", desk_rounds.finish, name="finish_round"),
    path("round/cut/", cuts.cut_page, name="cut_to_finals"),
    path("draft/", desk_drafts.draft_page, name="desk_draft"),
    path("draft/draw/", desk_drafts.draw, name="draw_pods"),
    path("draft/change/", desk_drafts.change, name="adjust_pods"),
    path("draft/build/", desk_drafts.build, name="start_building"),
    path("round/open/", calling.open_matches, name="open_matches"),
    path("round/call/", calling.call, name="call_opponent"),
    path("clock/", clocks.clock, name="clock"),
    path("clock/extend/", clocks.extend, name="extend_table"),
    path("announce/", clocks.announce, name="announce"),
    path("screens/", desk_screens.screens_page, name="desk_screens"),
    path("settings/", settings.settings_page, name="desk_settings"),
    path("settings/columns/", columns.columns, name="columns"),
    path("print/", paper.list_page, name="desk_paper"),
    path("print/<slug:key>/", paper.sheet_page, name="sheet"),
    path("prizes/", desk_prizes.prizes_page, name="desk_prizes"),
    path("phases/", phases.phases_page, name="desk_phases"),
    path("phases/add/", phases.add, name="add_phase"),
    path("phases/<int:number>/", phases.change, name="change_phase"),
    path("phases/<int:number>/remove/", phases.remove, name="remove_phase"),
    path("phases/<int:number>/to/<int:to>/", phases.move, name="move_phase"),
    path("settings/delete/", settings.delete, name="delete_event"),
    path("log/", log.log_page, name="desk_log"),
    path("log/undo/", log.undo, name="undo"),
    path("file/", log.event_file, name="event_file"),
    path("log/before/<int:pk>/", log.snapshot, name="snapshot"),
    path("backup/", keeping.event_backup, name="event_backup"),
]

of_event = [
    path("", events.event_page, name="event"),
    path("", include(of_phase)),
    path("phases/<int:phase>/", include([path("", rounds.phase_page, name="phase"), *(of_phase)])),
    path("players/", players.players_page, name="players"),
    path("players/<path:key>/", players.player_page, name="player"),
    path("prizes/", prizes.prizes_page, name="prizes"),
    path("about/", events.about_page, name="about"),
    path("manifest.webmanifest", offline.manifest, name="manifest"),
    path("me/<str:token>/manifest.webmanifest", offline.manifest, name="own_manifest"),
    path("me/<str:token>/", me.me_page, name="me"),
    path("me/<str:token>/report/", me.report, name="claim_result"),
    path("me/<str:token>/judge/", me.judge, name="call_judge"),
    path("settle/", claims.settle, name="settle_claims"),
    path("forecast/", forecasts.forecast_page, name="forecast"),
    path("hall/", hall.hall_part, name="hall"),
    path("screen/", screens.screen_page, name="screen"),
    path("desk/", include(at_desk)),
]

help_pages = [
    path("", help.help_page, name="help"),
    path("tiebreakers/<str:key>/", help.tiebreaker_page, name="help_tiebreaker"),
    path("rulebooks/<str:key>/", help.rulebook_page, name="help_rulebook"),
    path("finals/", help.all_finals_page, name="help_all_finals"),
    path("finals/<str:key>/", help.finals_page, name="help_finals"),
    path("drafts/", help.draft_page, name="help_draft"),
    path("pods/", help.pod_page, name="help_pods"),
    path("compare/", help.compare_page, name="compare"),
    path("rounds/", lab.rounds_page, name="help_rounds"),
]

urlpatterns = [
    path("", events.home, name="home"),
    path("new/", making.new_event, name="new_event"),
    path("import/", making.import_event, name="import_event"),
    path("backup/", keeping.all_backup, name="all_backup"),
    path("help/", include(help_pages)),
    path("sw.js", offline.service_worker, name="service_worker"),
    path("e/<slug:slug>/", include(of_event)),
]
