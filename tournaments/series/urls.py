"""Addresses of series."""

from django.urls import path

from .views import desk, elsewhere, final, public

# At a club's public page.
club_urls = [
    path("series/<slug:series>/", public.series_page, name="series"),
    path("series/<slug:series>/champion/", public.champion_page, name="series_champion"),
    path("series/<slug:series>/rules/", public.rules_page, name="series_rules"),
    path("series/<slug:series>/print/", public.print_page, name="print_series"),
    path("series/<slug:series>/screen/", public.screen_page, name="series_screen"),
]
# At the desk of a club.
club_desk_urls = [
    path("series/", desk.list_page, name="club_series"),
    path("series/new/", desk.new_page, name="new_series"),
    path("series/<slug:series>/", desk.desk_page, name="series_desk"),
    path("series/<slug:series>/events/add/", desk.add_events, name="add_series_events"),
    path("series/<slug:series>/events/<int:entry>/", desk.entry_page, name="series_entry"),
    path("series/<slug:series>/elsewhere/", elsewhere.elsewhere_page, name="series_elsewhere"),
    path("series/<slug:series>/rules/", desk.rules_page, name="change_series_rules"),
    path("series/<slug:series>/settings/", desk.settings_page, name="series_settings"),
    path("series/<slug:series>/end/", desk.end_season, name="end_series"),
    path("series/<slug:series>/next/", desk.next_season, name="next_series"),
    path("series/<slug:series>/final/", final.final_page, name="series_final"),
    path("series/<slug:series>/final/play-off/", final.play_off_button, name="series_play_off"),
    path("series/<slug:series>/final/print/", final.print_page, name="print_series_invitations"),
    path("series/<slug:series>/delete/", desk.delete_page, name="delete_series"),
    path("series/<slug:series>/people/", desk.people_page, name="series_people"),
    path("series/<slug:series>/people/<slug:person>/", desk.member_page, name="series_member"),
    path("series/<slug:series>/people/<slug:person>/do/", desk.member_button, name="series_member_button"),
]
