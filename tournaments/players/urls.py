"""Addresses of players."""

from django.urls import path

from .views import check_in, own_page, players, roster

event_urls = [
    path("players/", players.players_page, name="players"),
    path("players/<path:key>/", players.player_page, name="player"),
    path("me/<str:token>/check-in/", own_page.check_in, name="check_in_myself"),
    path("me/<str:token>/report/", own_page.report, name="report_own"),
    path("me/<str:token>/achievements/", own_page.achievements, name="tick_own"),
    path("me/<str:token>/judge/", own_page.judge, name="call_judge"),
    path("me/<str:token>/drop/", own_page.drop, name="drop_myself"),
    path("me/<str:token>/wrong/", own_page.dispute, name="dispute_result"),
    path("hall/<str:code>/", players.open_venue_code, name="venue_code"),
    path("pick/", players.pick_page, name="pick"),
    path("pick/contest/", players.contest, name="contest_pick"),
    path("pick/<str:token>/", own_page.picked_page, name="picked"),
    path("pick/<str:token>/report/", own_page.report_picked, name="report_picked"),
    path("pick/<str:token>/achievements/", own_page.achievements_picked, name="tick_picked"),
    path("pick/<str:token>/judge/", own_page.judge_picked, name="judge_picked"),
    path("settle/", own_page.confirm_expired, name="confirm_expired_reports"),
]
desk_urls = [
    path("players/", roster.roster_page, name="desk_players"),
    path("players/add/", roster.add, name="add_players"),
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
    path("registration/<int:pk>/erase/", players.erase_registration, name="erase_registration"),
    path("check-in/", check_in.check_in_page, name="desk_check_in"),
    path("check-in/settings/", check_in.change_settings, name="set_check_in"),
    path("check-in/in/<path:key>/", check_in.check_in, name="check_in_player"),
    path("check-in/waiting/<int:pk>/", check_in.check_in_waiting, name="check_in_waiting"),
    path("check-in/seat/<path:key>/", check_in.seat_instead, name="seat_instead"),
    path("check-in/out/<path:key>/", check_in.undo, name="undo_check_in"),
    path("start/", check_in.start_page, name="start_event"),
    path("no-shows/", check_in.no_shows_page, name="no_shows"),
]
