"""Addresses of clubs, and of moving an event into one."""

from django.urls import include, path

from . import views

# At the desk of an event.
desk_urls = [path("settings/club/", views.move_page, name="move_event")]

club_desk_urls = [
    path("", views.desk_page, name="club_desk"),
    path("staff/", views.staff_page, name="club_staff"),
    path("staff/invite/", views.invite, name="invite_to_club"),
    path("staff/leave/", views.leave, name="leave_club"),
    path("staff/<int:pk>/role/", views.change_role, name="change_club_role"),
    path("staff/<int:pk>/remove/", views.remove, name="remove_club_staff"),
    path("staff/invitations/<int:pk>/revoke/", views.revoke, name="revoke_club_invitation"),
    path("settings/", views.settings_page, name="club_settings"),
    path("settings/logo/", views.logo_page, name="change_club_logo"),
    path("settings/page/", views.publish_page, name="publish_club"),
    path("settings/page/end/", views.unpublish, name="unpublish_club"),
    path("settings/delete/", views.delete_page, name="delete_club"),
    path("log/", views.log_page, name="club_log"),
]
club_urls = [
    path("", views.club_page, name="club"),
    path("events/", views.events_page, name="club_events"),
    path("calendar.ics", views.calendar, name="club_calendar"),
    path("logo-<slug:name>.png", views.logo, name="club_logo"),
    path("desk/", include(club_desk_urls)),
]
site_urls = [path("c/<slug:slug>/", include(club_urls))]
