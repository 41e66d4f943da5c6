"""Addresses of decklists."""

from django.urls import path

from . import views

event_urls = [
    path("lists/", views.lists_page, name="lists"),
    path("lists/<path:key>/text/", views.list_text, name="list_text"),
    path("lists/<path:key>/", views.list_page, name="list"),
    path("me/<str:token>/list/", views.own_list_page, name="own_list"),
]
desk_urls = [
    path("settings/lists/", views.settings_page, name="settings_lists"),
    path("lists/", views.lists_desk, name="desk_lists"),
    path("lists/random/", views.draw_list, name="draw_list"),
    path("lists/table/", views.table_page, name="desk_list_table"),
    path("lists/player/<path:key>/", views.list_desk, name="desk_list"),
    path("lists/change/<path:key>/", views.change_list, name="change_list"),
    path("lists/check/<path:key>/", views.check_list, name="check_list"),
]
