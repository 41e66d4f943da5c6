"""Addresses of events, their settings and phases."""

from django.urls import path
from django.views.decorators.http import require_safe
from django.views.generic import RedirectView

from .views import event, settings

# The earlier address of the columns' settings, which bookmarks may still have.
moved_columns_page = require_safe(
    RedirectView.as_view(pattern_name="settings_standings", permanent=True, query_string=True)
)

event_urls = [
    path("", event.event_page, name="event"),
    path("phases/<int:phase>/", event.event_page, name="phase"),
    path("event.ics", event.event_calendar, name="event_calendar"),
    path("about/", event.about_page, name="about"),
    path("desk/settings/columns/", moved_columns_page, name="moved_columns"),
]
desk_urls = [
    path("again/", event.repeat_page, name="repeat_event"),
    path("settings/", settings.subject_page, {"subject": "event"}, name="desk_settings"),
    path("settings/format/", settings.subject_page, {"subject": "format"}, name="settings_format"),
    path("settings/format/rulebook/", settings.change_rulebook, name="change_rulebook"),
    path("settings/pairing/", settings.subject_page, {"subject": "pairing"}, name="settings_pairing"),
    path("settings/reporting/", settings.subject_page, {"subject": "reporting"}, name="settings_reporting"),
    path("settings/finals/", settings.subject_page, {"subject": "finals"}, name="settings_finals"),
    path("settings/danger/", settings.danger_page, name="settings_danger"),
    path("phases/", settings.phases_page, name="desk_phases"),
    path("phases/add/", settings.add, name="add_phase"),
    path("phases/<int:number>/", settings.change, name="change_phase"),
    path("phases/<int:number>/remove/", settings.remove, name="remove_phase"),
    path("phases/<int:number>/to/<int:to>/", settings.move, name="move_phase"),
    path("settings/cancel/", settings.cancel, name="cancel_event"),
    path("settings/revive/", settings.revive, name="revive_event"),
    path("settings/delete/", settings.delete, name="delete_event"),
]
site_urls = [
    path("", event.home, name="home"),
    path("events/", event.all_events, name="all_events"),
    path("new/", event.new_event, name="new_event"),
    path("import/", event.import_event, name="import_event"),
]
