"""All addresses of the app: those of the features, of the site, of an event and of its desk."""

from django.urls import include, path

from .accounts import urls as accounts
from .brackets import urls as brackets
from .clubs import urls as clubs
from .desk import urls as desk
from .drafts import urls as drafts
from .events import urls as events
from .help import urls as help
from .lab import urls as lab
from .lists import urls as lists
from .log import urls as log
from .paper import urls as paper
from .people import urls as people
from .players import urls as players
from .previews import urls as previews
from .prizes import urls as prizes
from .push import urls as push
from .ratings import urls as ratings
from .registration import urls as registration
from .rounds import urls as rounds
from .screens import urls as screens
from .series import urls as series
from .standings import urls as standings
from .web import service_worker
from .web.layout import status_fragment

# The pages of one phase, by default of the current one.
phase_urls = [*rounds.phase_urls, *standings.phase_urls, *brackets.phase_urls, *drafts.phase_urls]

desk_urls = [
    *desk.desk_urls,
    *clubs.desk_urls,
    *events.desk_urls,
    *rounds.desk_urls,
    *players.desk_urls,
    *registration.desk_urls,
    *brackets.desk_urls,
    *drafts.desk_urls,
    *standings.desk_urls,
    *lists.desk_urls,
    *screens.desk_urls,
    *paper.desk_urls,
    *prizes.desk_urls,
    *ratings.desk_urls,
    *log.desk_urls,
]

event_urls = [
    *registration.event_urls,
    *events.event_urls,
    path("", include(phase_urls)),
    path("phases/<int:phase>/", include(phase_urls)),
    *players.event_urls,
    *lists.event_urls,
    *prizes.event_urls,
    *standings.event_urls,
    *screens.event_urls,
    *previews.event_urls,
    *push.event_urls,
    path("manifest.webmanifest", service_worker.manifest, name="manifest"),
    path("me/<str:token>/manifest.webmanifest", service_worker.manifest, name="own_manifest"),
    path("pick/<str:token>/manifest.webmanifest", service_worker.manifest, name="picked_manifest"),
    path("hall/", status_fragment, name="status_fragment"),
    path("desk/", include(desk_urls)),
]

# Polls and players' pages are found first.
urlpatterns = [
    path("e/<slug:slug>/", include(event_urls)),
    *events.site_urls,
    path(
        "c/<slug:slug>/",
        include([*people.club_urls, *push.club_urls, *series.club_urls, *ratings.club_urls]),
    ),
    *clubs.site_urls,
    *previews.site_urls,
    path(
        "c/<slug:slug>/desk/",
        include([*people.club_desk_urls, *series.club_desk_urls, *ratings.club_desk_urls]),
    ),
    *log.site_urls,
    *accounts.site_urls,
    *lab.site_urls,
    *help.site_urls,
    *push.site_urls,
    path("sw.js", service_worker.service_worker, name="service_worker"),
]
