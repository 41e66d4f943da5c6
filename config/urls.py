"""URLs of the site."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [path("", include("tournaments.urls")), path("admin/", admin.site.urls)]

handler400 = "tournaments.web.middleware.errors.bad_request"
handler403 = "tournaments.web.middleware.errors.permission_denied"
handler404 = "tournaments.web.middleware.errors.page_not_found"
handler500 = "tournaments.web.middleware.errors.server_error"
