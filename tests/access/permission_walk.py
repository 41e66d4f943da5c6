"""An event with a browser for each role, to request every address as everyone."""

from copy import deepcopy
from dataclasses import dataclass

from django.middleware.csrf import _get_new_csrf_string
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.access.permission_table import CLUB_PAGES, MAY, SAID
from tests.support.desk_events import actor_of, form, fresh, friday, paired, played, reported
from tournaments.access.secret_links import VENUE_COOKIE, screen_code, venue_code
from tournaments.clubs.actions import publish_club
from tournaments.desk.actions import invite
from tournaments.lab.pages.comparison_plan import find_example
from tournaments.lists.actions import set_lists
from tournaments.models import (
    ClubStaff,
    Event,
    Invitation,
    ListVersion,
    Message,
    Person,
    PersonMail,
    PersonName,
    Pick,
    RatingList,
    Registration,
    Series,
    SeriesEntry,
    SimulationRun,
    Staff,
)
from tournaments.players.actions.players import add_players
from tournaments.results.actions.results import report_result
from tournaments.rules.history import PRIVATE
from tournaments.rules.history.players import AT_ONCE, REQUIRED, ListSettings

ROLES = [role for role, _label in Staff.ROLES]
# Without an account; on a player's phone; with an account and no role; who owns another event; superuser.
OTHERS = ("nobody", "player", "somebody", "elsewhere", "superuser")
WHO = (*ROLES, *OTHERS)
# The addresses with the secret of a picked name.
PICKED_NAMES = ("picked", "picked_manifest", "report_picked", "judge_picked", "tick_picked", "push_picked")


# With the secret of a person of the club.
OWN_CLUB_PAGES = (
    "own_club_page",
    "forget_club_on_phone",
    "own_club_settings",
    "own_club_address",
    "own_club_data",
    "push_person",
)
# Of one person of the club, at its desk.
PERSON_PAGES = (
    "club_person",
    "change_club_public_name",
    "hide_club_profile",
    "stop_hiding_club_profile",
    "switch_club_profile_on",
    "club_person_link",
    "renew_club_person_link",
    "erase_club_person",
    "merge_club_people",
    "split_club_person",
)


# Of one series of the club, at its page and its desk.
SERIES_PAGES = [name for name in MAY if "series" in name and name not in ("club_series", "new_series")]
MEMBER_PAGES = ("series_member", "series_member_button")
# Of the ratings of one game.
RATING_PAGES = (
    "club_rating_list",
    "club_ratings_desk",
    "change_club_ratings",
    "switch_club_ratings_off",
)
# Of a player of one of its events.
PLAYER_PAGES = ("assign_club_player", "confirm_club_wish")


@dataclass(frozen=True)
class Walk:
    """An event, the arguments of its addresses (`own`: of one name), and a browser for each role."""

    event: Event
    places: dict
    own: dict
    form_data: dict
    browsers: dict

    def ask(self, who, name, method, address):
        browser = self.browsers[who]
        data = self.form_data | SAID.get(name, {}) if method == "POST" else {}
        token = {"x-csrftoken": browser.cookies["csrftoken"].value}
        return getattr(browser, method.lower())(address, data, headers=token)


def walk_of(users):
    organiser = users.create_user("organiser")
    event = reported(
        paired(played(friday(organiser, finals=("single", 4)), organiser), organiser), organiser, 1
    )
    event.staff.all().delete()
    event.club.staff.all().delete()
    publish_club(event.club, actor_of(organiser), "The Lantern", "the-lantern")
    add_players(event, actor_of(organiser), "Zora")
    set_lists(fresh(event), actor_of(organiser), ListSettings(ask=REQUIRED, visible=AT_ONCE))
    first = event.players.first()
    ListVersion.objects.create(event=event, player=first, at=event.created_at, text="60 Mountain")
    people = {who: users.get_or_create(username=who)[0] for who in (*ROLES, "somebody", "elsewhere")}
    people["superuser"] = users.create_superuser("superuser")
    made = {role: Staff.objects.create(event=event, user=people[role], role=role) for role in ROLES}
    # The staff of the club have the same roles in its event.
    club_roles = {
        role: ClubStaff.objects.create(club=event.club, user=people[role], role=role)
        for role, _label in ClubStaff.ROLES
    }
    club_invitation = Invitation.objects.create(
        club=event.club, role=Staff.JUDGE, made_at=event.created_at, expires_at=event.created_at
    )
    friday(people["elsewhere"])
    invited = invite(event, actor_of(organiser), Staff.JUDGE)
    report_result(fresh(event), actor_of(organiser), 1, 2, 1, "2-0")
    message = Message.objects.create(event=event, at=event.created_at, kind=Message.JUDGE, phase=1, round=2)
    pick = Pick.objects.create(event=event, player=event.players.first(), at=event.created_at)
    waiting = Registration.objects.create(
        event=event, state=Registration.WAITING, order=1, at=event.created_at, name="Yuri"
    )
    entry = Registration.objects.create(
        event=event, state="waiting", order=1, at=event.created_at, name="Yan", email="yan@example.org"
    )
    run = SimulationRun.objects.create(
        address="a1b2",
        plan=find_example("shop").plan,
        events=5000,
        seed=1,
        state="cancelled",
        queued_at=event.created_at,
    )
    places = {
        "slug": event.slug,
        "phase": 1,
        "number": 2,
        "table": 2,
        "to": 3,
        "key": event.players.first().public_id,
        "token": event.players.first().secret,
        "uidb64": "none",
        "address": "shop",
    }
    person = event.club.people.first()
    shown = event.club.people.last()
    event.club.people.filter(pk=shown.pk).update(has_profile=True)
    Person.objects.filter(pk=person.pk).update(
        token="own-page", calendar_token="own-calendar", remembered_at=event.created_at
    )
    former = PersonName.objects.create(person=person, kind=PersonName.FORMER, name="Nyra Lakeside")
    mail = PersonMail.objects.create(
        club=event.club, kind=PersonMail.CONFIRM, at=timezone.now(), person=person, address_hash="hash"
    )
    series = Series.objects.create(club=event.club, slug="league", name="League")
    evening = SeriesEntry.objects.create(series=series, name="Before", date=event.created_at.date())
    of_series = {"slug": "the-lantern", "series": series.slug}
    rating_list = RatingList.objects.create(club=event.club, slug="magic", game="Magic")
    of_ratings = {"slug": "the-lantern", "game": rating_list.slug}
    own = {name: {"slug": "the-lantern"} for name in CLUB_PAGES} | {
        **dict.fromkeys(RATING_PAGES, of_ratings),
        **dict.fromkeys(SERIES_PAGES, of_series),
        **{name: of_series | {"person": person.public_id} for name in MEMBER_PAGES},
        "series_entry": of_series | {"entry": evening.pk},
        "club_profile": {"slug": "the-lantern", "person": shown.public_id},
        **{name: {"slug": "the-lantern", "person": person.public_id} for name in PERSON_PAGES},
        "forget_club_name": {"slug": "the-lantern", "person": person.public_id, "name": former.pk},
        **{name: {"slug": "the-lantern", "token": "own-page"} for name in OWN_CLUB_PAGES},
        "register_at_club": {"slug": "the-lantern", "token": "own-page", "event": event.slug},
        "own_club_calendar": {"slug": "the-lantern", "token": "own-calendar"},
        "confirm_club_address": {"slug": "the-lantern", "token": mail.token},
        **{name: {"slug": "the-lantern", "pk": first.pk} for name in PLAYER_PAGES},
        "undo_club_entry": {"slug": "the-lantern", "pk": event.club.log.last().pk},
        "bracket": {"phase": 2},
        "published": {"number": 1},
        "invitation": {"token": invited},
        "pass_ownership": {"pk": made["judge"].pk},
        "change_role": {"pk": made["judge"].pk},
        "remove_staff": {"pk": made["judge"].pk},
        "change_club_role": {"slug": "the-lantern", "pk": club_roles["judge"].pk},
        "remove_club_staff": {"slug": "the-lantern", "pk": club_roles["judge"].pk},
        "revoke_club_invitation": {"slug": "the-lantern", "pk": club_invitation.pk},
        "club_logo": {"slug": "the-lantern", "name": "none"},
        "revoke_invitation": {"pk": event.invitations.get().pk},
        "restore_point_file": {"pk": event.restore_points.first().pk},
        "undo_change": {"pk": event.log.last().pk},
        "restore_before": {"pk": event.log.last().pk},
        "restore_point": {"pk": event.restore_points.last().pk},
        "close_message": {"pk": message.pk},
        "erase_registration": {"pk": waiting.pk},
        "check_in_waiting": {"pk": waiting.pk},
        "change_registration": {"pk": entry.pk},
        "venue_code": {"code": venue_code(event)},
        "signed_screen": {"code": screen_code(event)},
        **{name: {"pk": pick.pk} for name in ("free_pick", "confirm_pick")},
        **{name: {"token": pick.token} for name in PICKED_NAMES},
        "cancel_simulation": {"address": run.address},
        "repeat_simulation": {"address": run.address},
        "confirm_email": {"token": entry.token, "code": entry.confirm_code},
        "remove_player": {"key": event.players.get(name="Zora").public_id},
        "sheet": {"key": "tables"},
        "help_tiebreaker": {"key": "omw"},
        "help_rulebook": {"key": "magic"},
        "help_finals": {"key": "single"},
        "help_guide": {"key": "desk"},
    }
    form_data = form(event, **SAID[""], name=event.name, entry=event.log.last().pk, keep="anna", remove="ben")
    browsers = {who: browser_of(people.get(who)) for who in WHO}
    for browser in browsers.values():
        browser.cookies[VENUE_COOKIE] = venue_code(event)
    # A phone keeps the link of a player who opens their own page while the event is private.
    Event.objects.filter(pk=event.pk).update(visibility=PRIVATE)
    assert browsers["player"].get(reverse("me", args=[event.slug, places["token"]])).status_code == 200
    return Walk(event, places, own, form_data, browsers)


def browser_of(user):
    browser = Client(enforce_csrf_checks=True)
    browser.cookies["csrftoken"] = _get_new_csrf_string()
    if user:
        browser.force_login(user)
    return browser


def like(browser):
    """The same browser before it has asked for anything."""
    other = Client(enforce_csrf_checks=True)
    other.cookies = deepcopy(browser.cookies)
    return other
