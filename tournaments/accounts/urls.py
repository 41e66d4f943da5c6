"""Addresses of accounts and invitations."""

from django.contrib.auth.views import LogoutView
from django.urls import include, path

from . import views

account_urls = [
    path("", views.account_page, name="account"),
    path("login/", views.sign_in, name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("sign-up/", views.sign_up, name="sign_up"),
    path("email/", views.change_email, name="change_email"),
    path("password/", views.change_password, name="change_password"),
    path("delete/", views.delete_account, name="delete_account"),
    path("sessions/end/", views.end_session, name="end_session"),
    path("reset/", views.request_reset, name="password_reset"),
    path("reset/<uidb64>/<token>/", views.reset, name="password_reset_confirm"),
]
site_urls = [
    path("accounts/", include(account_urls)),
    path("admin/login/", views.sign_in_to_admin, name="admin_login"),
    path("invitation/<str:token>/", views.invitation_page, name="invitation"),
]
