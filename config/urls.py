"""URLs of the site."""

from django.contrib import admin
from django.contrib.auth.views import LogoutView
from django.urls import include, path

from tournaments.views.accounts import accounts

account_urls = [
    path("", accounts.account_page, name="account"),
    path("login/", accounts.sign_in, name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("sign-up/", accounts.sign_up, name="sign_up"),
    path("email/", accounts.change_email, name="change_email"),
    path("password/", accounts.change_password, name="change_password"),
    path("delete/", accounts.delete_account, name="delete_account"),
    path("sessions/end/", accounts.end_session, name="end_session"),
    path("reset/", accounts.request_reset, name="password_reset"),
    path("reset/<uidb64>/<token>/", accounts.reset, name="password_reset_confirm"),
]

urlpatterns = [
    path("accounts/", include(account_urls)),
    path("admin/login/", accounts.sign_in_to_admin, name="admin_login"),
    path("admin/", admin.site.urls),
    path("", include("tournaments.urls")),
]

handler400 = "tournaments.views.middleware.errors.bad_request"
handler403 = "tournaments.views.middleware.errors.permission_denied"
handler404 = "tournaments.views.middleware.errors.page_not_found"
handler500 = "tournaments.views.middleware.errors.server_error"
