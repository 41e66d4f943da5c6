"""Addresses of people."""

from django.urls import path

from .views import desk

# At the desk of a club.
club_desk_urls = [
    path("people/", desk.people_page, name="club_people"),
    path("people/log/<int:pk>/undo/", desk.undo_entry, name="undo_club_entry"),
    path("people/<slug:person>/", desk.person_page, name="club_person"),
    path("people/<slug:person>/public-name/", desk.change_public_name, name="change_club_public_name"),
    path("people/<slug:person>/hide/", desk.hide, name="hide_club_profile"),
    path("people/<slug:person>/show/", desk.stop_hiding, name="stop_hiding_club_profile"),
    path("people/<slug:person>/profile/", desk.switch_on, name="switch_club_profile_on"),
]
