"""Addresses of the desk's first pages, staff and messages."""

from django.urls import path

from .views import achievements, desk_page, on_site, staff

desk_urls = [
    path("", desk_page.desk_page, name="desk"),
    path("results/", desk_page.results_page, name="desk_results"),
    path("results/report/", desk_page.report, name="report"),
    path("results/achievement/", achievements.achievement, name="set_achievement"),
    path("take/<int:phase>/<int:number>/<int:table>/", staff.take_report, name="take_report"),
    path("messages/<int:pk>/", staff.close, name="close_message"),
    path("clock/", on_site.clock, name="clock"),
    path("clock/extend/", on_site.extend, name="extend_table"),
    path("announce/", on_site.announce, name="announce"),
    path("staff/", staff.staff_page, name="desk_staff"),
    path("staff/invite/", staff.invite, name="invite"),
    path("staff/invitations/<int:pk>/revoke/", staff.revoke, name="revoke_invitation"),
    path("staff/leave/", staff.leave, name="leave_event"),
    path("staff/<int:pk>/role/", staff.change_role, name="change_role"),
    path("staff/<int:pk>/remove/", staff.remove, name="remove_staff"),
    path("staff/<int:pk>/owner/", staff.pass_on, name="pass_ownership"),
]
