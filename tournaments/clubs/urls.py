"""Addresses of a club."""

from django.urls import include, path

from . import views

desk_urls = [
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

urlpatterns = [
    path("", views.club_page, name="club"),
    path("events/", views.events_page, name="club_events"),
    path("logo-<slug:name>.png", views.logo, name="club_logo"),
    path("desk/", include(desk_urls)),
]
