"""URLs of the site."""

from django.contrib import admin
from django.contrib.auth.views import LogoutView
from django.urls import include, path

from tournaments.accounts.views import (
    account_page,
    change_email,
    change_password,
    delete_account,
    end_session,
    request_reset,
    reset,
    sign_in,
    sign_in_to_admin,
    sign_up,
)

account_urls = [
    path("", account_page, name="account"),
    path("login/", sign_in, name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("sign-up/", sign_up, name="sign_up"),
    path("email/", change_email, name="change_email"),
    path("password/", change_password, name="change_password"),
    path("delete/", delete_account, name="delete_account"),
    path("sessions/end/", end_session, name="end_session"),
    path("reset/", request_reset, name="password_reset"),
    path("reset/<uidb64>/<token>/", reset, name="password_reset_confirm"),
]

urlpatterns = [
    path("accounts/", include(account_urls)),
    path("admin/login/", sign_in_to_admin, name="admin_login"),
    path("admin/", admin.site.urls),
    path("", include("tournaments.urls")),
]

handler400 = "tournaments.web.middleware.errors.bad_request"
handler403 = "tournaments.web.middleware.errors.permission_denied"
handler404 = "tournaments.web.middleware.errors.page_not_found"
handler500 = "tournaments.web.middleware.errors.server_error"
