"""Addresses of registration."""

from django.urls import path

from .views import entries, entry_desk, invitations

event_urls = [
    path("register/", entries.register_page, name="register"),
    path("register/lost/", entries.lost_link_page, name="lost_link"),
    path("me/<str:token>/", entries.me_page, name="me"),
    path("me/<str:token>/accept/", invitations.accept, name="accept_invitation"),
    path("me/<str:token>/decline/", invitations.decline, name="decline_invitation"),
    path("me/<str:token>/edit/", entries.edit, name="edit_registration"),
    path("me/<str:token>/withdraw/", entries.withdraw, name="withdraw"),
    path("me/<str:token>/again/", entries.register_again, name="register_again"),
    path("me/<str:token>/confirm/<str:code>/", entries.confirm_email, name="confirm_email"),
]
desk_urls = [
    path("registration/", entry_desk.list_page, name="desk_registration"),
    path("registration/open/", entry_desk.set_open, name="open_registration"),
    path("registration/selected/", entry_desk.change_selected, name="change_registrations"),
    path("registration/move/", entry_desk.move, name="move_registration"),
    path("registration/addresses/", entry_desk.addresses_page, name="registration_addresses"),
    path("registration/csv/", entry_desk.csv_file, name="registrations_csv"),
    path("registration/add/", entry_desk.enter, name="enter_registration"),
    path("registration/<int:pk>/edit/", entry_desk.change, name="change_registration"),
    path("registration/import/", entry_desk.import_table, name="import_registrations"),
    path("settings/registration/", entry_desk.settings_page, name="settings_registration"),
]
