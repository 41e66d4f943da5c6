"""Addresses of people."""

from django.urls import path

from .views import desk, doubts, merging, own_club_page, own_club_settings, profile

# At a club's public page.
club_urls = [
    path("players/<slug:person>/", profile.profile_page, name="club_profile"),
    path("me/", own_club_page.own_pages, name="own_club_pages"),
    path("me/<str:token>/", own_club_page.own_page, name="own_club_page"),
    path("me/<str:token>/register/<slug:event>/", own_club_page.register, name="register_at_club"),
    path("me/<str:token>/forget-phone/", own_club_page.forget_phone, name="forget_club_on_phone"),
    path("me/<str:token>/settings/", own_club_settings.settings_page, name="own_club_settings"),
    path("me/<str:token>/settings/address/", own_club_settings.enter_address, name="own_club_address"),
    path("me/<str:token>/data.json", own_club_settings.data, name="own_club_data"),
    path("confirm/<str:token>/", own_club_page.confirm, name="confirm_club_address"),
    path("calendar/<str:token>.ics", own_club_page.calendar, name="own_club_calendar"),
]
# At the desk of a club.
club_desk_urls = [
    path("people/", desk.people_page, name="club_people"),
    path("people/log/<int:pk>/undo/", desk.undo_entry, name="undo_club_entry"),
    path("people/offers/", desk.offers, name="offer_club_people"),
    path("people/doubts/", doubts.doubts_page, name="club_doubts"),
    path("people/doubts/answer/", doubts.answer, name="answer_club_doubt"),
    path("people/past/", doubts.link_past, name="link_past_club_events"),
    path("people/players/<int:pk>/", doubts.assign_page, name="assign_club_player"),
    path("people/players/<int:pk>/remember/", doubts.confirm, name="confirm_club_wish"),
    path("people/<slug:person>/", desk.person_page, name="club_person"),
    path("people/<slug:person>/public-name/", desk.change_public_name, name="change_club_public_name"),
    path("people/<slug:person>/hide/", desk.hide, name="hide_club_profile"),
    path("people/<slug:person>/show/", desk.stop_hiding, name="stop_hiding_club_profile"),
    path("people/<slug:person>/profile/", desk.switch_on, name="switch_club_profile_on"),
    path("people/<slug:person>/link/", desk.link_page, name="club_person_link"),
    path("people/<slug:person>/link/new/", desk.renew_link, name="renew_club_person_link"),
    path("people/<slug:person>/names/<int:name>/forget/", desk.forget_name, name="forget_club_name"),
    path("people/<slug:person>/erase/", desk.erase, name="erase_club_person"),
    path("people/<slug:person>/merge/", merging.merge_page, name="merge_club_people"),
    path("people/<slug:person>/split/", merging.split_page, name="split_club_person"),
]
