"""Pages of ratings: the public list of a game, and the desk of a club."""

from functools import wraps

from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe

from ..access.clubs import MANAGE_CLUB, get_club_permissions, get_visible_club, requires_at_club
from ..models import RatingList
from ..rules.ratings.settings import PRESETS, read_settings
from ..web.answers import button_view, post_data, run_action
from ..web.club_layout import render_club_desk
from ..web.forms import form_errors_text
from ..web.wording import number_text
from .actions import lists as actions
from .actions.seeding import take_ratings
from .forms import OWN, RatingSettingsForm, SwitchOnForm
from .pages.lists import find_public_list, get_desk_page, get_public_page, list_game_rows


@require_safe
def public_page(request, slug, game):
    """Show the ratings of the people with a public profile; a list that is off is unknown."""
    club = get_visible_club(request, slug)
    rating_list = find_public_list(club, game)
    if rating_list is None:
        raise Http404
    settings = read_settings(rating_list.settings)
    context = {
        "club": club,
        "rating_list": rating_list,
        "start": number_text(settings.start),
        "k": number_text(settings.k),
        "provisional_matches": settings.provisional_matches,
        "preset": PRESETS.get(rating_list.preset),
        "page": get_public_page(rating_list, request.GET.get("page")),
        "permissions": get_club_permissions(request, club),
    }
    response = render(request, "ratings/page.jinja", context)
    response["X-Robots-Tag"] = "noindex"
    return response


def requires_list(view):
    """Decorate a page of a rating list at the club's desk, `view(request, club, rating_list)`."""

    @requires_at_club(MANAGE_CLUB)
    @wraps(view)
    def wrapper(request, club, game):
        rating_list = RatingList.objects.filter(club=club, slug=game).first()
        if rating_list is None:
            raise Http404
        return view(request, club, rating_list)

    return wrapper


@require_safe
@requires_at_club(MANAGE_CLUB)
def games_page(request, club):
    """List the games of the club, with and without ratings."""
    return show_games(request, club)


def show_games(request, club, error=""):
    context = {"rows": list_game_rows(club), "error": error}
    return render_club_desk(request, club, "people", "ratings/desk/games.jinja", context)


@requires_at_club(MANAGE_CLUB)
def switch_on(request, club):
    """Switch the ratings of a game on, and lead to its settings."""
    if request.method != "POST":
        return redirect("club_ratings", club.slug)
    form = SwitchOnForm(request.POST)
    if not form.is_valid():
        return show_games(request, club, form_errors_text(form))
    done = gettext("Ratings switched on. They are calculated in the background.")
    if run_action(request, actions.switch_on_ratings, club, form.cleaned_data["game"], done=done):
        rating_list = club.rating_lists.get(game_key=form.cleaned_data["game"].casefold())
        return redirect("change_club_ratings", club.slug, rating_list.slug)
    return redirect("club_ratings", club.slug)


@require_safe
@requires_list
def list_page(request, club, rating_list):
    """Show the ratings of all people of the club."""
    context = {
        "rating_list": rating_list,
        "page": get_desk_page(rating_list, request.GET.get("page")),
    }
    return render_club_desk(request, club, "people", "ratings/desk/list.jinja", context)


@requires_list
def settings_page(request, club, rating_list):
    """Change how the ratings of a game are calculated."""
    settings = read_settings(rating_list.settings)
    names = ("start", "k", "provisional_matches")
    initial = {name: getattr(settings, name) for name in names}
    initial |= {"preset": rating_list.preset or OWN, "seeds_events": rating_list.seeds_events}
    form = RatingSettingsForm(post_data(request), initial=initial)
    if form.is_valid() and run_action(
        request,
        actions.change_ratings,
        club,
        rating_list.pk,
        form.rating_settings(),
        form.cleaned_data["seeds_events"],
        form=form,
        done=gettext("Saved. The ratings are calculated again in the background."),
    ):
        return redirect("club_ratings_desk", club.slug, rating_list.slug)
    context = {"rating_list": rating_list, "form": form, "presets": PRESETS.values()}
    return render_club_desk(request, club, "people", "ratings/desk/settings.jinja", context)


@requires_list
def switch_off(request, club, rating_list):
    """Switch the ratings of a game off."""
    if request.method == "POST":
        run_action(
            request, actions.switch_off_ratings, club, rating_list.pk, done=gettext("Ratings switched off")
        )
    return redirect("club_ratings", club.slug)


take_into_event = button_view(take_ratings, gettext_noop("Ratings taken"), "desk_players")
