"""Addresses of the log, restore points and backups."""

from django.urls import path

from . import views

desk_urls = [
    path("log/", views.log_page, name="desk_log"),
    path("log/undo/", views.undo_entry, name="undo"),
    path("log/<int:pk>/take-back/", views.undo_change, name="undo_change"),
    path("log/<int:pk>/go-back/", views.restore_to_before, name="restore_before"),
    path("log/points/", views.points_page, name="desk_points"),
    path("log/points/compare/", views.compare, name="compare_points"),
    path("log/points/<int:pk>/", views.restore_point, name="restore_point"),
    path("file/", views.event_file, name="event_file"),
    path("log/before/<int:pk>/", views.restore_point_file, name="restore_point_file"),
    path("backup/", views.event_backup, name="event_backup"),
]
site_urls = [
    path("backup/", views.all_backup, name="all_backup"),
]
