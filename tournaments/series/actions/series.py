"""Changes of a series: create, settings, end, next season, delete."""

from ...access.clubs import MANAGE_CLUB
from ...changes.club_change import ClubChange, club_action
from ...models import AchievementTick, ElsewhereResult, Series, SeriesEntry, SeriesMember
from ...rules.errors import RuleViolation, _
from ...rules.people.names import name_key
from ...rules.players.roster import check_text, has_visible_characters
from ...rules.series.events import ElsewhereRow, event_from_elsewhere
from ...rules.series.presets import find_preset
from ...rules.series.series_rules import MAX_EVENTS, SeriesRules, SeriesScoring
from ...rules.series.stored_rules import read_rules, write_rules
from ...web.links import free_slug

MAX_SERIES = 200
MAX_SLUG_LENGTH = 60
# Addresses of the desk's own pages of series.
RESERVED_SLUGS = ("new",)


@club_action(MANAGE_CLUB, undo=MANAGE_CLUB, log=_("Series created: {series}"))
def create_series(change: ClubChange, name: str, preset: str, is_public: bool = True) -> Series:
    """Create a series with the rules of a preset. RuleViolation for an unknown one, or too many series."""
    rules = write_rules(find_preset(preset).rules)
    return store_new(change, name, rules=rules, preset=preset, is_public=is_public)


def store_new(change: ClubChange, name: str, **columns) -> Series:
    check_name(name)
    if change.club.series.count() >= MAX_SERIES:
        raise RuleViolation(_("A club can have at most {most} series. Delete an old one."), most=MAX_SERIES)
    slug = free_slug(name, change.club.series.all(), MAX_SLUG_LENGTH, "series", RESERVED_SLUGS)
    series = change.create(Series(club=change.club, name=name, slug=slug, **columns))
    change.values = {"series": series.pk}
    return series


def check_name(name: str):
    if not has_visible_characters(name):
        raise RuleViolation(_("A series needs a name."))
    check_text(name)


@club_action(MANAGE_CLUB, undo=MANAGE_CLUB, log=_("Series changed: {series}"))
def change_series(change: ClubChange, pk: int, **columns):
    """Change the name, whether it is public, or its prizes."""
    series = get_series(change, pk)
    if "name" in columns:
        check_name(columns["name"])
    change.edit(series, **columns)


@club_action(MANAGE_CLUB, undo=MANAGE_CLUB, log=_("Rules of the series changed: {series}"))
def change_rules(change: ClubChange, pk: int, rules: SeriesRules):
    """Change the rules; the table is calculated anew from all results.

    Raises RuleViolation if results from elsewhere cannot be scored by them.
    """
    series = get_series(change, pk)
    stored = write_rules(rules)
    check_elsewhere(series, read_rules(stored).scoring)
    change.edit(series, rules=stored, preset=series.preset if stored == series.rules else "")


def check_elsewhere(series: Series, scoring: SeriesScoring):
    """Raise RuleViolation if a scoring cannot score an evening from elsewhere of the series."""
    for entry in series.entries.filter(event=None).prefetch_related("results"):
        rows = [
            ElsewhereRow(str(row.pk), entry.name, row.points, row.place, row.wins)
            for row in entry.results.all()
        ]
        if not rows:
            continue
        try:
            event_from_elsewhere(entry.name, rows, scoring)
        except RuleViolation as violation:
            text = _("{name}: ") + violation.template
            raise RuleViolation(text, **{**violation.params, "name": entry.name}) from None


@club_action(MANAGE_CLUB, undo=MANAGE_CLUB, log=_("Season ended: {series}"))
def end_series(change: ClubChange, pk: int):
    """End the season: the table stays, with its champion."""
    series = get_series(change, pk)
    if series.ended_at:
        raise RuleViolation(_("The season has ended already."))
    change.edit(series, ended_at=change.now)


@club_action(MANAGE_CLUB, undo=MANAGE_CLUB, log=_("Season reopened: {series}"))
def reopen_series(change: ClubChange, pk: int):
    """Let the season go on."""
    change.edit(get_series(change, pk), ended_at=None)


@club_action(MANAGE_CLUB, undo=MANAGE_CLUB, log=_("Next season created: {series}"))
def start_next_season(change: ClubChange, pk: int, name: str) -> Series:
    """Create the next season, with the same rules and prizes; who is a guest stays one."""
    before = get_series(change, pk)
    if Series.objects.filter(previous=before).exists():
        raise RuleViolation(_("The next season exists already."))
    if name_key(name) == name_key(before.name):
        raise RuleViolation(_("Give the next season a name of its own: both stay in the lists."))
    columns = {name: getattr(before, name) for name in ("rules", "preset", "is_public", "prizes")}
    series = store_new(change, name, previous=before, **columns)
    for member in before.members.exclude(is_guest=False, division=""):
        facts = {"is_guest": member.is_guest, "division": member.division}
        change.create(SeriesMember(series=series, person_id=member.person_id, **facts))
    return series


@club_action(MANAGE_CLUB, undo=MANAGE_CLUB, log=_("Series deleted: {name}"))
def delete_series(change: ClubChange, pk: int, confirmed_name: str):
    """Delete a series; its events stay. The name must be typed to confirm. It can be undone."""
    series = get_series(change, pk)
    if confirmed_name.strip() != series.name.strip():
        raise RuleViolation(_("Type the name of the series, “{name}”, to delete it."), name=series.name)
    for following in Series.objects.filter(previous=series):
        change.edit(following, previous_id=None)
    # The last row noted is the first that an undo brings back.
    for model in (AchievementTick, SeriesMember):
        for row in model.objects.filter(series=series):
            change.delete(row)
    for row in ElsewhereResult.objects.filter(entry__series=series):
        change.delete(row)
    for row in SeriesEntry.objects.filter(series=series):
        change.delete(row)
    change.values |= {"name": series.name}
    change.delete(series)


def get_series(change: ClubChange, pk: int) -> Series:
    """Return a series of the club; RuleViolation if it is gone. The log entry is about it."""
    series = Series.objects.filter(club=change.club, pk=pk).first()
    if series is None:
        raise RuleViolation(_("This series does not exist any more."))
    change.values = {"series": series.pk}
    return series


def check_event_count(series: Series, new: int):
    """Raise RuleViolation if so many new events or evenings are too many for a series."""
    if series.entries.count() + new > MAX_EVENTS:
        raise RuleViolation(_("A series can have at most {most} events."), most=MAX_EVENTS)
