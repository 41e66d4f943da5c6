"""Series at the desk of a club: list, events, results from elsewhere, rules, people and prizes."""

from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe

from ...access.clubs import MANAGE_CLUB, requires_at_club, requires_at_series
from ...models import Person, SeriesMember
from ...rules.series.divisions import AgeDivision
from ...rules.series.stored_rules import read_rules
from ...web.answers import post_data, run_action
from ...web.club_layout import render_club_desk, say_done_with_undo
from ..actions import entries as entry_actions
from ..actions import series as actions
from ..forms.rules import SeriesRulesForms
from ..forms.series import (
    AddEventsForm,
    AdjustmentForm,
    EntryForm,
    EveningForm,
    MemberForm,
    NewSeriesForm,
    NextSeasonForm,
    SeasonPrizesForm,
    SeriesForm,
    prizes_text,
)
from ..pages.desk import (
    find_repeatable,
    is_complete,
    list_adjustments,
    list_entries,
    list_members,
    list_offered_events,
    list_prizes,
    list_results,
    list_series,
    suggest_next_name,
)
from ..pages.loading import COMING, LIVE, decimal_text, get_series_facts
from ..pages.rules_text import describe_ties

# Pages of a series: URL name, label.
TABS = (
    ("series_desk", gettext_noop("Events")),
    ("series_people", gettext_noop("People")),
    ("change_series_rules", gettext_noop("Rules")),
    ("series_settings", gettext_noop("Settings")),
)


def render_series(request, series, current: str, template: str, context=None):
    """Return a page of a series at the club's desk; `current` is its URL name."""
    tabs = [
        (gettext(label), reverse(name, args=[series.club.slug, series.slug]), name) for name, label in TABS
    ]
    page = {
        "series": series,
        "series_tabs": [(label, address, name == current) for label, address, name in tabs],
    }
    return render_club_desk(request, series.club, "series", template, page | (context or {}))


@require_safe
@requires_at_club(MANAGE_CLUB)
def list_page(request, club):
    """List the series of the club."""
    return render_club_desk(
        request, club, "series", "series/desk/list.jinja", {"all_series": list_series(club)}
    )


@requires_at_club(MANAGE_CLUB)
def new_page(request, club):
    """Create a series from a preset."""
    initial = {"preset": "monthly-shop-league", "is_public": club.is_published}
    form = NewSeriesForm(post_data(request), initial=initial)
    if form.is_valid():
        outcome = run_action(
            request,
            actions.create_series,
            club,
            form=form,
            done=gettext("Series created. Add its events."),
            **form.cleaned_data,
        )
        if outcome:
            series = outcome.result or club.series.order_by("-id").first()
            return redirect("series_desk", club.slug, series.slug)
    return render_club_desk(request, club, "series", "series/desk/new.jinja", {"form": form})


@require_safe
@requires_at_series
def desk_page(request, club, series):
    """Show the events of a series, and what is to be done."""
    return show_desk(request, series)


def show_desk(request, series, **forms):
    facts, offered = get_series_facts(series, timezone.now()), list_offered_events(series)
    context = {
        "lines": list_entries(facts),
        "offered": offered,
        "add_form": AddEventsForm(events=[one.event for one in offered]),
        "next_form": NextSeasonForm(initial={"name": suggest_next_name(series)}),
        "repeatable": find_repeatable(facts),
        "is_complete": is_complete(facts),
        "leader": facts.table.rows[0] if facts.table.rows else None,
        "following": getattr(series, "next", None),
    } | forms
    return render_series(request, series, "series_desk", "series/desk/series.jinja", context)


@requires_at_series
def add_events(request, club, series):
    """Add events of the club."""
    if request.method != "POST":
        return redirect("series_desk", club.slug, series.slug)
    offered = [one.event for one in list_offered_events(series)]
    form = AddEventsForm(request.POST, events=offered)
    if form.is_valid() and run_action(
        request,
        entry_actions.add_events,
        club,
        series.pk,
        form=form,
        **form.cleaned_data,
    ):
        say_done_with_undo(request, club, gettext("Events added"))
        return redirect("series_desk", club.slug, series.slug)
    return show_desk(request, series, add_form=form)


@requires_at_series
def entry_page(request, club, series, entry):
    """Change kind and weight of an event, and name, date and source of an evening; or remove it."""
    row = get_object_or_404(series.entries.select_related("event"), pk=entry)
    if "remove" in request.POST and run_action(request, entry_actions.remove_entry, club, series.pk, row.pk):
        say_done_with_undo(request, club, gettext("Removed from the series"))
        return redirect("series_desk", club.slug, series.slug)
    form_class = EntryForm if row.event else EveningForm
    initial = {name: getattr(row, name) for name in form_class.base_fields}
    form = form_class(
        post_data(request) if "remove" not in request.POST else None,
        initial=initial | {"weight": decimal_text(row.weight)},
    )
    if form.is_valid() and run_action(
        request,
        entry_actions.change_entry,
        club,
        series.pk,
        row.pk,
        form=form,
        done=gettext("Saved"),
        **form.cleaned_data,
    ):
        return redirect("series_desk", club.slug, series.slug)
    context = {"form": form, "entry": row, "results": list_results(row)}
    return render_series(request, series, "series_desk", "series/desk/entry.jinja", context)


@requires_at_series
def rules_page(request, club, series):
    """Change the rules."""
    rules = read_rules(series.rules)
    years = [one.year for one in rules.divisions if isinstance(one, AgeDivision)]
    forms = SeriesRulesForms(post_data(request), rules, years[0] if years else timezone.localdate().year)
    if request.method == "POST" and forms.is_valid():
        done = gettext("Rules saved. The table follows them now.")
        if run_action(
            request, actions.change_rules, club, series.pk, forms.rules, form=forms.main, done=done
        ):
            return redirect("change_series_rules", club.slug, series.slug)
    return render_series(
        request,
        series,
        "change_series_rules",
        "series/desk/rules.jinja",
        {"forms": forms, "ties": describe_ties()},
    )


@requires_at_series
def settings_page(request, club, series):
    """Change name, visibility and prizes; the page leads to the end of the season and to deleting."""
    initial = {"name": series.name, "is_public": series.is_public, "prizes": prizes_text(series.prizes)}
    form, prizes = (one(post_data(request), initial=initial) for one in (SeriesForm, SeasonPrizesForm))
    if form.is_valid() and prizes.is_valid():
        columns = form.cleaned_data | prizes.cleaned_data
        if run_action(
            request, actions.change_series, club, series.pk, form=form, done=gettext("Saved"), **columns
        ):
            return redirect("series_settings", club.slug, series.slug)
    context = {"form": form, "prizes_form": prizes}
    return render_series(request, series, "series_settings", "series/desk/settings.jinja", context)


@requires_at_series
def end_season(request, club, series):
    """Ask whether the season is over, and end it; or reopen it. Prizes lead to the page to hand them out."""
    here = redirect("series_desk", club.slug, series.slug)
    if "reopen" in request.POST:
        run_action(request, actions.reopen_series, club, series.pk, done=gettext("Season reopened"))
        return here
    if request.method == "POST":
        done = gettext("Season ended")
        if series.prizes:
            done, here = (
                gettext("Season ended. Hand out the prizes."),
                redirect("series_people", club.slug, series.slug),
            )
        if run_action(request, actions.end_series, club, series.pk, done=done):
            return here
    elif series.ended_at:
        return here
    coming = get_series_facts(series, timezone.now()).with_state(COMING, LIVE)
    return render_series(request, series, "series_settings", "series/desk/end.jinja", {"coming": coming})


@requires_at_series
def next_season(request, club, series):
    """Create the next season with the same rules."""
    if request.method != "POST":
        return redirect("series_desk", club.slug, series.slug)
    form = NextSeasonForm(request.POST)
    if form.is_valid():
        outcome = run_action(
            request,
            actions.start_next_season,
            club,
            series.pk,
            form.cleaned_data["name"],
            form=form,
            done=gettext("Next season created"),
        )
        if outcome:
            # Sent twice, the form has no result.
            return redirect("series_desk", club.slug, (outcome.result or series).slug)
    return show_desk(request, series, next_form=form)


@requires_at_series
def delete_page(request, club, series):
    """Delete a series, after its name was typed."""
    name = request.POST.get("name", "")[:200]
    if request.method == "POST" and run_action(
        request, actions.delete_series, club, series.pk, name, done=gettext("Series deleted")
    ):
        return redirect("club_series", club.slug)
    return render_series(request, series, "series_settings", "series/desk/delete.jinja")


@require_safe
@requires_at_series
def people_page(request, club, series):
    """List the people of a series, and who gets a prize."""
    facts = get_series_facts(series, timezone.now())
    context = {"lines": list_members(facts), "prizes": list_prizes(facts)}
    return render_series(request, series, "series_people", "series/desk/people.jinja", context)


@requires_at_series
def member_page(request, club, series, person):
    """Change what the series says of a person, and adjust points."""
    found = get_object_or_404(Person.objects, club=club, public_id=person)
    member = SeriesMember.objects.filter(series=series, person=found).first()
    initial = {"is_guest": member.is_guest, "division": member.division} if member else None
    here = redirect("series_member", club.slug, series.slug, found.public_id)
    form = MemberForm(post_data(request) if "points" not in request.POST else None, initial=initial)
    adjustment = AdjustmentForm(post_data(request) if "points" in request.POST else None)
    if form.is_valid() and run_action(
        request,
        entry_actions.change_member,
        club,
        series.pk,
        found.pk,
        form=form,
        done=gettext("Saved"),
        **form.cleaned_data,
    ):
        return here
    if adjustment.is_valid() and run_action(
        request,
        entry_actions.adjust_points,
        club,
        series.pk,
        found.pk,
        form=adjustment,
        done=gettext("Points adjusted"),
        **adjustment.cleaned_data,
    ):
        return here
    context = {
        "person": found,
        "adjustments": list_adjustments(member),
        "form": form,
        "adjustment_form": adjustment,
    }
    return render_series(request, series, "series_people", "series/desk/member.jinja", context)


@requires_at_series
def member_button(request, club, series, person):
    """Hand a prize out or not, or remove an adjustment; each is a button of its own."""
    found = get_object_or_404(Person.objects, club=club, public_id=person)
    if request.method != "POST":
        return redirect("series_people", club.slug, series.slug)
    if at := request.POST.get("adjustment", "")[:40]:
        done = gettext("Adjustment removed")
        run_action(request, entry_actions.remove_adjustment, club, series.pk, found.pk, at, done=done)
        return redirect("series_member", club.slug, series.slug, found.public_id)
    action = entry_actions.take_prize_back if "back" in request.POST else entry_actions.give_prize
    run_action(request, action, club, series.pk, found.pk, done=gettext("Saved"))
    return redirect("series_people", club.slug, series.slug)
