"""All pages of the site by URL name, with examples that cover their templates.

A new page needs an example here, or an entry in NO_PAGES.
"""

from dataclasses import dataclass

from django.core.exceptions import ObjectDoesNotExist
from django.urls import URLPattern, get_resolver, reverse
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from tournaments.access.secret_links import screen_code
from tournaments.changes.change import Actor
from tournaments.desk.actions import invite
from tournaments.events.actions.events import create_event
from tournaments.history.cache import load_history
from tournaments.lab.pages.comparison_plan import find_example
from tournaments.models import (
    ElsewhereResult,
    Event,
    PersonIdentifier,
    PersonMail,
    PersonName,
    Pick,
    RatingList,
    Series,
    SeriesEntry,
    SeriesMember,
    SimulationRun,
)
from tournaments.ratings.actions.calculation import calculate_ratings
from tournaments.registration.actions.invitations import invite_people
from tournaments.rules.history import BRACKET, EventHistory, PhaseRecord
from tournaments.rules.ratings.settings import PRESETS as PRESETS_OF_RATINGS
from tournaments.rules.ratings.settings import write_settings
from tournaments.rules.series.presets import PRESETS
from tournaments.rules.series.stored_rules import write_rules


@dataclass(frozen=True)
class Example:
    """A page of an event in a `state`, with its address, and invalid values `typed` into its form.

    `signed`: whether the visitor is signed in; None: as the page requires. A value of `place` may be a
    function of the event; `slug=None` is an address without an event.
    """

    state: str
    query: str
    signed: bool | None
    typed: dict | None
    place: dict

    def address(self, name, events):
        event = events.get(self.state)
        place = {key: value(event) if callable(value) else value for key, value in self.place.items()}
        place = {**({"slug": event.slug} if event else {}), **place}
        path = reverse(name, kwargs={key: value for key, value in place.items() if value is not None})
        query = self.query(event) if callable(self.query) else self.query
        return f"{path}?{query}" if query else path

    def is_signed(self, address):
        return "/desk/" in address or address in ("/new/", "/import/") if self.signed is None else self.signed


def at(state="", query="", signed=None, typed=None, **place):
    return Example(state, query, signed, typed, place)


def token_of(key):
    return lambda event: event.players.get(public_id=key).secret


def pick_of(key):
    def token(event):
        player = event.players.get(public_id=key)
        values = {"event": event, "at": event.created_at}
        return Pick.objects.get_or_create(player=player, defaults=values)[0].token

    return token


def run_in(state):
    """Return a function that stores a simulation in this state."""

    def address(event):
        shop = find_example("shop")
        values = {
            "plan": shop.plan,
            "events": 1000,
            "seed": 1,
            "state": state,
            "queued_at": event.created_at,
            "heartbeat_at": event.created_at,
            "events_played": 300,
            "by": event.staff.first().user,
            "result": shop.result if state == SimulationRun.DONE else None,
        }
        return SimulationRun.objects.get_or_create(address=f"run-{state}", defaults=values)[0].address

    return address


def entry_token(name):
    return lambda event: event.registrations.get(name=name).token


def entry_pk(name):
    return lambda event: event.registrations.get(name=name).pk


def code_of(name):
    return lambda event: event.registrations.get(name=name).confirm_code


def player_in_a_match(event):
    """Return a player whose match is in progress."""
    history = load_history(event)
    round_ = history.current_phase.current_round
    playing = [match for match in round_.matches if not match.is_bye and not match.reported] if round_ else []
    if not playing:
        raise ObjectDoesNotExist
    return playing[0].players[0]


def entry_of(action):
    return lambda event: event.log.filter(action=action).last().id


def first_person(event):
    return event.club.people.first().public_id


def former_name(event):
    """Return the key of a former name of the first person."""
    facts = {"person": event.club.people.first(), "kind": PersonName.FORMER, "name": "Nyra Lakeside"}
    return PersonName.objects.get_or_create(**facts)[0].pk


def shown_person(event):
    """Return a person of the event with a public profile."""
    return event.club.people.filter(has_profile=True, players__event=event).first().public_id


def own_club_page(event):
    """Give the first person of the club an own page, and what it can show."""
    person = event.club.people.first()
    if person.token is None:
        person.token, person.remembered_at, person.has_profile = "own-page", event.created_at, True
        person.save()
        PersonIdentifier.objects.create(person=person, publisher="magic", value="w1")
    return person.token


def mail_to_confirm(event):
    facts = {"club": event.club, "kind": PersonMail.CONFIRM, "person": event.club.people.first()}
    return PersonMail.objects.get_or_create(**facts, defaults={"at": timezone.now()})[0].token


def first_player(event):
    return event.players.first().pk


def series_of(event):
    """Give the club of the event a series with two events, and return its address."""
    club = event.club
    rules = write_rules(PRESETS["commander-league"].rules)
    facts = {"name": "League", "rules": rules, "prizes": [{"first": 1, "last": 2, "text": "a playmat"}]}
    series, is_new = Series.objects.get_or_create(club=club, slug="league", defaults=facts)
    if is_new:
        for played in club.events.all():
            SeriesEntry.objects.create(series=series, event=played)
        before = {"name": "Before", "date": event.created_at.date(), "source": "a spreadsheet"}
        entry = SeriesEntry.objects.create(series=series, **before)
        for place, person in enumerate(club.people.all()[:5], 1):
            ElsewhereResult.objects.create(entry=entry, person=person, place=place)
        adjustment = {"points": "-2", "reason": "No decklist", "at": event.created_at.isoformat()}
        SeriesMember.objects.create(series=series, person=club.people.first(), adjustments=[adjustment])
    return series.slug


def season_that_ended(event):
    """Give the club a season that has ended, with prizes, and return its address."""
    series = Series.objects.get(club=event.club, slug=series_of(event))
    facts = {"name": "Spring", "rules": series.rules, "prizes": series.prizes, "ended_at": event.created_at}
    ended, is_new = Series.objects.get_or_create(club=event.club, slug="spring", defaults=facts)
    if is_new:
        for played in event.club.events.all():
            SeriesEntry.objects.create(series=ended, event=played)
    return ended.slug


def with_series(event):
    """Return the query of a new event in the club, which has a series."""
    series_of(event)
    return f"club={event.club.slug}"


def evening_of(event):
    series_of(event)
    return SeriesEntry.objects.get(series__club=event.club, event=None).pk


def series_with_final(event):
    """Give the club another series, with an invitation to its final, and return its address."""
    club = event.club
    facts = {"name": "Cup", "rules": write_rules(PRESETS["monthly-shop-league"].rules), "final_seats": 2}
    series, is_new = Series.objects.get_or_create(club=club, slug="cup", defaults=facts)
    if is_new:
        finals = PhaseRecord(BRACKET, "Final", {"finals": "single"})
        series.final = create_event(Actor(""), EventHistory("Cup final", "magic", phases=(finals,)))
        series.save()
        Event.objects.filter(pk=series.final.pk).update(club=club, timezone=event.timezone)
        invite_people(series.final, Actor(""), [(1, club.people.first())])
    return series.slug


def final_of(event):
    return Series.objects.get(club=event.club, slug=series_with_final(event)).final


def final_slug(event):
    return final_of(event).slug


def invited_token(event):
    return final_of(event).registrations.get().token


def opened(event):
    """Return the query that opens the first person's result of the evening from elsewhere."""
    return f"open={first_person(event)}:{evening_of(event)}"


def ratings_of(event):
    """Let the ended event of the club count for ratings, and return the address of the list."""
    club = event.club
    preset = PRESETS_OF_RATINGS["shop"]
    facts = {"game": "Magic", "settings": write_settings(preset.settings), "preset": preset.key}
    rating_list, is_new = RatingList.objects.get_or_create(club=club, slug="magic", defaults=facts)
    if is_new:
        Event.objects.filter(club=club).update(game="Magic")
        while queue_and_calculate(rating_list):
            pass
    return rating_list.slug


def queue_and_calculate(rating_list) -> bool:
    """Run one step of the calculation; return whether another one is queued."""
    calculate_ratings.call(rating_list.pk)
    waiting = DBTaskResult.objects.filter(task_path=calculate_ratings.module_path, status="READY")
    return bool(waiting.delete()[0])


def rated(event):
    """Return the query that opens how the rating changed at the event."""
    ratings_of(event)
    return f"rating={LAST_FRIDAY}"


# The club of the busy event.
CLUB, LAST_FRIDAY = "the-lantern", "last-friday"
PAGES = {
    "home": [at(), at(query="q=night"), at(query="q=nowhere")],
    "login": [at(), at(typed={"username": "nobody", "password": "wrong"})],
    "account": [at(signed=True)],
    "delete_account": [at(signed=True), at(signed=True, typed={"password": "wrong"})],
    "change_email": [at(signed=True), at(signed=True, typed={"email": "organiser", "password": "wrong"})],
    "change_password": [at(signed=True), at(signed=True, typed={"old_password": "wrong"})],
    "sign_up": [at(signed=False)],
    "password_reset": [at(), at(query="sent=1"), at(typed={"email": "nobody"})],
    "password_reset_confirm": [at(uidb64="none", token="none")],
    "new_event": [
        at(),
        at(typed={"name": "", "rounds": "many"}),
        at("busy", with_series, signed=True, slug=None),
    ],
    "import_event": [at(), at(typed={"key": "again"})],
    "event": [
        at("busy"),
        at("fresh"),
        at("busy", signed=True),
        at("busy", "find=Player"),
        at("busy", "by=table"),
        at("in_finals"),
        at("before_the_call"),
        at("ended"),
        at("with_pods"),
        at("pods_running"),
        at("registering"),
    ],
    "phase": [at("day_two_drafted", phase=1)],
    "round": [at("busy", number=2), at("in_finals", "by=name", phase=1, number=3), at("pods", number=1)],
    "draw": [at("busy", number=2), at("pods_running", number=2)],
    "standings": [
        at("busy", "open=p1:omw"),
        at("busy"),
        at("busy", "columns=1", signed=True),
        at("pods_running", "open=p1:points"),
        at("in_finals", phase=1),
        at("ended"),
        at("fresh"),
        at("wargame"),
    ],
    "published": [at("busy", number=1)],
    "bracket": [at("in_finals"), at("double"), at("ended", "player=p1"), at("busy")],
    "draft": [at("with_pods")],
    "players": [at("busy"), at("fresh")],
    "player": [at("busy", key="p1"), at("pods_running", key="p2"), at("ended", key="p1")],
    "me": [
        at("with_chances", token=token_of("p1")),
        at("with_chances", token=token_of("p4")),
        at("busy", token=token_of("p5")),
        at("busy", token=token_of("p3")),
        at("busy", token=token_of("p1")),
        at("pods_running", token=token_of("p2")),
        at("ended", token=token_of("p1")),
        at("partly_checked_in", token=token_of("p1")),
        at("partly_checked_in", token=token_of("p8")),
        at("partly_checked_in", token=token_of("p1"), signed=True),
        at("partly_checked_in", token=token_of("p8"), signed=True),
        at("registering", token=entry_token("Cleo")),
        at("registering", token=entry_token("Dan")),
        at("registering", token=entry_token("Wilhelmina-Alexandrine Quiñones")),
    ],
    "picked": [at("busy", token=pick_of("p6"))],
    "register": [
        at("registering"),
        at("registering", typed={"name": "", "email": "ada", "field_f1": ""}),
        at("fresh"),
    ],
    "erase_registration": [
        at("registering", pk=entry_pk("Cleo")),
        at("registering", pk=entry_pk("Cleo"), typed={"name": "Bo"}),
    ],
    "change_registration": [
        at("registering", pk=entry_pk("Cleo")),
        at("registering", pk=entry_pk("Cleo"), typed={"name": "", "email": "ada"}),
    ],
    "lost_link": [at("registering"), at("registering", "sent=1"), at("registering", typed={"email": "ada"})],
    "edit_registration": [
        at("registering", token=entry_token("Cleo")),
        at("registering", token=entry_token("Cleo"), typed={"name": ""}),
    ],
    "withdraw": [at("registering", token=entry_token("Cleo"))],
    "confirm_email": [at("registering", token=entry_token("Cleo"), code=code_of("Cleo"))],
    "drop_myself": [at("busy", token=token_of("p5")), at("fresh", token=token_of("p1"))],
    "own_list": [
        at("with_lists", token=token_of("p3")),
        at("with_lists", token=token_of("p2")),
        at("with_lists", token=token_of("p1")),
        at("with_lists", token=token_of("p4"), typed={"text": ""}),
        at("with_army_lists", token=token_of("p1")),
    ],
    "lists": [at("with_lists")],
    "list": [at("with_lists", key="p1"), at("with_army_lists", key="p1")],
    "desk_lists": [at("with_lists"), at("with_lists", "show=missing&find=Player"), at("fresh")],
    "desk_list": [
        at("with_lists", key="p1"),
        at("with_lists", key="p3"),
        at("with_army_lists", key="p1"),
    ],
    "desk_list_table": [at("with_army_lists", "table=1")],
    "change_list": [at("with_lists", key="p1"), at("with_lists", key="p1", typed={"text": "", "reason": ""})],
    "settings_lists": [at("with_lists"), at("fresh"), at("fresh", typed={"visible": "nobody"})],
    "prizes": [at("busy"), at("ended")],
    "about": [at("registering"), at("busy"), at("with_pods"), at("fresh")],
    "forecast": [at("day_one_over"), at("busy"), at("with_chances")],
    "desk": [
        at("busy"),
        at("busy", "phase=1&round=1"),
        at("busy", "table=1"),
        at("busy", "table=2", typed={"result_text": "seven"}),
        at("fresh"),
        at("in_finals"),
        at("ended"),
        at("pods"),
        at("pods", "table=1"),
        at("wargame"),
        at("wargame", "table=1"),
        at("day_two_drafted"),
        at("with_chances"),
    ],
    "correct": [at("busy", "what=result&phase=1&round=1&table=1&result_text=0-2")],
    "desk_players": [at("busy"), at("busy", typed={"names": " "}), at("fresh")],
    "change_player": [at("busy", key="p1"), at("busy", key="p2", typed={"name": ""})],
    "erase_player": [at("busy", key="p1"), at("busy", key="p2", typed={"name": "somebody"})],
    "desk_pairs": [at("busy"), at("busy", typed={"a": "p1", "b": "p1"})],
    "merge_players": [at("busy", "keep=p1&remove=p2")],
    "desk_check_in": [
        at("partly_checked_in"),
        at("partly_checked_in", "find=Player+07"),
        at("fresh"),
        at("busy"),
    ],
    "start_event": [at("partly_checked_in")],
    "no_shows": [at("with_a_no_show")],
    "desk_round": [at("busy"), at("day_two_drafted"), at("in_finals"), at("fresh"), at("swiss_over")],
    "adjust_round": [
        at("drafted", "first=p1&pick=p4&do=swap"),
        at("drafted", "pick=p1"),
        at("drafted"),
        at("pods"),
    ],
    "cut_to_finals": [at("day_one_over"), at("swiss_over"), at("swiss_over", "finals=mcintyre8&top=4")],
    "call_opponent": [at("before_the_call")],
    "desk_draft": [at("with_pods")],
    "desk_settings": [at("busy"), at("fresh"), at("busy", typed={"name": "", "timezone": "Nowhere"})],
    "settings_format": [
        at("fresh", "rulebook=hct-2017"),
        at("with_pods"),
        at("pods_running"),
        at("busy", typed={"best_of": "4"}),
    ],
    "settings_pairing": [at("busy"), at("pods")],
    "settings_standings": [at("busy"), at("busy", "draft=gw,omw")],
    "settings_reporting": [at("busy"), at("busy", typed={"report_minutes": ""})],
    "settings_finals": [at("busy"), at("in_finals"), at("busy", typed={"places": "luck"})],
    "settings_danger": [at("busy")],
    "desk_prizes": [at("busy"), at("busy", typed={"prizes_1": "?"})],
    "desk_phases": [at("with_three_phases")],
    "add_phase": [at("busy", "kind=draft"), at("busy", "kind=swiss"), at("busy", "kind=bracket")],
    "change_phase": [at("with_three_phases", number=2)],
    "desk_registration": [
        at("registering"),
        at("registering", "show=waiting"),
        at("busy"),
        at("fresh"),
    ],
    "registration_addresses": [at("registering"), at("fresh")],
    "enter_registration": [at("registering"), at("registering", typed={"name": "", "email": "ada"})],
    "import_registrations": [at("registering"), at("registering", typed={"table": "Ada"})],
    "settings_registration": [
        at("registering"),
        at("registering", typed={"cap": "none", "own1-choices": "S"}),
    ],
    "repeat_event": [at("busy"), at("busy", typed={"name": ""})],
    "delete_event": [at("busy"), at("busy", typed={"name": "Another"})],
    "desk_log": [at("busy"), at("fresh")],
    "desk_staff": [at("busy"), at("fresh")],
    "pass_ownership": [at("busy", pk=lambda event: event.staff.get(role="judge").pk)],
    "player_links": [at("busy")],
    "drop_player": [at("busy", key=player_in_a_match)],
    "undo_change": [
        at("busy", pk=entry_of("report_result")),
        at("in_finals", pk=entry_of("pair_next_round")),
    ],
    "restore_before": [at("busy", pk=entry_of("pair_next_round"))],
    "desk_points": [at("busy"), at("busy", typed={"name": ""}), at("fresh")],
    "restore_point": [at("busy", pk=lambda event: event.restore_points.last().id)],
    "compare_points": [at("busy")],
    "desk_screens": [at("busy")],
    "screen": [at("busy"), at("busy", "show=standings"), at("in_finals", "show=bracket"), at("pods")],
    "signed_screen": [at("busy", signed=False, code=screen_code)],
    "desk_paper": [at("busy")],
    "sheet": [
        at("busy", key="names"),
        at("busy", key="tables"),
        at("busy", key="standings"),
        at("busy", key="slips"),
        at("pods", key="slips"),
        at("in_finals", key="bracket"),
        at("busy", key="pack"),
        *(at("busy", key=key) for key in ("players", "cards", "blanks", "poster")),
        at("drafted", key="pods"),
        at("with_lists", key="lists"),
        at("with_lists", "each=two", key="lists"),
        at("in_finals", key="pack"),
        at("fresh", key="slips"),
        at("registering", key="registration"),
    ],
    "invitation": [
        at("busy", signed=True, slug=None, token=lambda event: invite(event, Actor("organiser"), "judge")),
        at("busy", slug=None, token=lambda event: invite(event, Actor("organiser"), "organiser")),
    ],
    "help": [at(), at(query="q=drop"), at(query="q=nothing-like-this")],
    "help_guide": [at(key="first-event"), at(key="desk"), at(key="pairing")],
    "help_tiebreaker": [at(key="omw"), at(key="buchholz_cut1"), at(key="random")],
    "help_rulebook": [at(key="magic"), at(key="wargame-wtc")],
    "help_all_finals": [at()],
    "help_finals": [at(key="mcintyre8"), at(key="double"), at(key="super_league8"), at(key="single")],
    "help_draft": [at()],
    "help_pods": [at()],
    "compare": [at(), at(query="a=chess&b=magic")],
    "help_privacy": [at()],
    "help_roles": [at()],
    "help_lab": [at()],
    "lab": [
        at(),
        at(signed=True),
        at(signed=True, query="from=shop&time=equal"),
    ],
    "simulation": [
        at(address="shop"),
        at(address="hearthstone", query="x=matches&y=upsets"),
        *(at("busy", slug=None, signed=True, address=run_in(state)) for state in SimulationRun.STATES),
    ],
    "all_events": [at(), at(query="q=night")],
    "club": [at("busy", signed=False, slug=CLUB), at("busy", signed=True, slug=CLUB)],
    "club_events": [at("busy", slug=CLUB)],
    "club_profile": [
        at("ended", slug=CLUB, person=shown_person),
        at("ended", f"chart={LAST_FRIDAY}", slug=CLUB, person=shown_person),
        at("ended", rated, slug=CLUB, person=shown_person),
    ],
    "club_rating_list": [at("ended", slug=CLUB, game=ratings_of)],
    "club_ratings": [at("ended", slug=CLUB), at("busy", slug=CLUB)],
    "club_ratings_desk": [at("ended", slug=CLUB, game=ratings_of)],
    "change_club_ratings": [
        at("ended", slug=CLUB, game=ratings_of),
        at("ended", slug=CLUB, game=ratings_of, typed={"preset": "own", "k": "0"}),
    ],
    "series": [
        at("ended", slug=CLUB, series=series_of),
        at("ended", opened, slug=CLUB, series=series_of),
        at("ended", "open=nobody:total", slug=CLUB, series=series_of),
    ],
    "series_rules": [at("ended", slug=CLUB, series=series_of)],
    "print_series": [
        at("ended", slug=CLUB, series=series_of),
        at("ended", "sheet=poster", slug=CLUB, series=series_of),
    ],
    "series_screen": [at("ended", slug=CLUB, series=series_of)],
    "series_champion": [at("ended", slug=CLUB, series=season_that_ended)],
    "club_series": [at("busy", slug=CLUB)],
    "new_series": [at("busy", slug=CLUB), at("busy", slug=CLUB, typed={"name": "", "preset": ""})],
    "series_desk": [at("busy", slug=CLUB, series=series_of)],
    "series_entry": [at("busy", slug=CLUB, series=series_of, entry=evening_of)],
    "series_elsewhere": [
        at("busy", slug=CLUB, series=series_of),
        at("busy", slug=CLUB, series=series_of, typed={"name": "Old", "numbers": "points", "results": "Ann"}),
    ],
    "change_series_rules": [
        at("busy", slug=CLUB, series=series_of),
        at("busy", slug=CLUB, series=series_of, typed={"by": "place", "places": "many"}),
    ],
    "series_settings": [
        at("busy", slug=CLUB, series=series_of),
        at("busy", slug=CLUB, series=series_of, typed={"name": "", "prizes": "first: a cup"}),
    ],
    "decline_invitation": [at("busy", slug=final_slug, token=invited_token)],
    "end_series": [at("busy", slug=CLUB, series=series_of)],
    "delete_series": [at("busy", slug=CLUB, series=series_of)],
    "series_final": [
        at("busy", slug=CLUB, series=series_of),
        at("busy", slug=CLUB, series=series_of, typed={"name": "", "seats": "2"}),
        at("busy", slug=CLUB, series=series_with_final),
    ],
    "print_series_invitations": [at("busy", slug=CLUB, series=series_with_final)],
    "series_people": [at("busy", slug=CLUB, series=series_of)],
    "series_member": [at("busy", slug=CLUB, series=series_of, person=first_person)],
    "own_club_pages": [
        at("busy", slug=CLUB),
        at("busy", "sent=1", slug=CLUB),
        at("busy", slug=CLUB, typed={"email": "ada"}),
    ],
    "own_club_page": [at("busy", slug=CLUB, token=own_club_page)],
    "own_club_settings": [
        at("busy", slug=CLUB, token=own_club_page),
        at("busy", slug=CLUB, token=own_club_page, typed={"do": "name", "kind": "other", "other": ""}),
    ],
    "confirm_club_address": [at("busy", slug=CLUB, token=mail_to_confirm)],
    "club_desk": [at("busy", slug=CLUB)],
    "club_staff": [at("busy", slug=CLUB)],
    "club_people": [at("busy", slug=CLUB), at("busy", slug=CLUB, query="q=nobody")],
    "club_person": [
        at("busy", slug=CLUB, person=first_person),
        at("ended", rated, slug=CLUB, person=shown_person),
    ],
    "club_doubts": [at("busy", slug=CLUB)],
    "assign_club_player": [at("busy", slug=CLUB, pk=first_player)],
    "merge_club_people": [at("busy", slug=CLUB, person=first_person)],
    "split_club_person": [at("busy", slug=CLUB, person=first_person)],
    "club_person_link": [at("busy", slug=CLUB, person=first_person)],
    "forget_club_name": [at("busy", slug=CLUB, person=first_person, name=former_name)],
    "erase_club_person": [
        at("busy", slug=CLUB, person=first_person),
        at("busy", slug=CLUB, person=first_person, typed={"name": "Nobody"}),
    ],
    "club_settings": [at("busy", slug=CLUB), at("busy", slug=CLUB, typed={"contact": "nobody"})],
    "publish_club": [at("busy", slug=CLUB), at("busy", slug=CLUB, typed={"name": "", "slug": "a b"})],
    "delete_club": [at("busy", slug=CLUB)],
    "club_log": [at("busy", slug=CLUB)],
    "move_event": [at("busy")],
    "help_rounds": [at(query="players=100&rounds=7&top=8"), at(), at(query="players=many")],
}

# Views that only take forms of other pages, or return files.
# fmt: off
NO_PAGES = {
    "cancel_event", "revive_event", "event_calendar", "club_calendar", "club_logo", "invite_to_club",
    "add_series_events", "next_series", "series_member_button", "series_play_off",
    "switch_club_ratings_on", "switch_club_ratings_off", "take_ratings",
    "register_at_club", "forget_club_on_phone", "own_club_address", "own_club_data", "own_club_calendar",
    "club_preview", "event_preview", "leave_club",
    "change_club_public_name", "hide_club_profile", "stop_hiding_club_profile", "switch_club_profile_on",
    "undo_club_entry", "answer_club_doubt", "link_past_club_events", "confirm_club_wish",
    "renew_club_person_link", "offer_club_people",
    "change_club_role", "remove_club_staff", "revoke_club_invitation", "change_club_logo", "unpublish_club",
    "logout", "end_session", "admin_login", "desk_results",
    "open_registration", "change_registrations", "move_registration", "registrations_csv",
    "report", "add_players", "release_pair", "renew_links", "renew_screen_link", "fix_cut",
    "disqualify_player", "bring_back_player", "change_rulebook", "moved_columns",
    "remove_player", "pair", "publish_round", "unpublish_round", "redraw_round", "finish_round",
    "draw_pods", "adjust_pods", "start_building", "open_matches", "remove_phase", "move_phase",
    "draw_list", "check_list", "list_text",
    "undo", "event_file", "restore_point_file", "clock", "extend_table", "announce",
    "status_fragment", "manifest",
    "own_manifest", "service_worker",
    "event_backup", "all_backup", "export_player",
    "invite", "revoke_invitation", "leave_event", "change_role", "remove_staff",
    "take_report", "close_message", "renew_link", "confirm_expired_reports", "report_own", "call_judge",
    "accept_invitation",
    "register_again", "venue_code", "pick", "contest_pick", "picked_manifest", "report_picked",
    "judge_picked", "dispute_result", "set_achievement", "tick_own", "tick_picked",
    "push_key", "push_own", "push_picked", "push_person",
    "free_pick", "confirm_pick", "accept_origin", "free_origin", "renew_venue_code",
    "run_simulation", "cancel_simulation", "repeat_simulation", "simulation_csv", "simulation_plan",
    "check_in_myself", "check_in_player", "check_in_waiting", "seat_instead", "undo_check_in", "set_check_in",
}
# fmt: on

# Screens at the venue scale their text to their size.
SCREENS = {"screen", "signed_screen", "series_screen"}

STATES = {example.state for examples in PAGES.values() for example in examples} - {""}


def names(resolver=None):
    """Yield the names of all URLs except the admin's."""
    for entry in (resolver or get_resolver()).url_patterns:
        if isinstance(entry, URLPattern):
            yield entry.name
        elif entry.namespace is None:
            yield from names(entry)
