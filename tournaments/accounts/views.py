"""Pages of accounts and invitations."""

from functools import wraps

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth import views as auth_views
from django.contrib.auth.forms import AuthenticationForm
from django.core.exceptions import PermissionDenied
from django.http import HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.http import urlencode
from django.utils.translation import get_language, gettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from .. import access
from ..access.clubs import CLUB_POLICY
from ..clubs.actions import take_club_invitation
from ..desk.actions import take_invitation
from ..desk.pages.dashboard import ROLE_SUMMARIES
from ..models import Staff
from ..models.staff import find_accepted_invitation, find_invitation
from ..web.answers import attempt, get_actor, new_idempotency_key, post_data, status_of
from ..web.links import safe_next, site_url
from ..web.middleware.limits import KNOWN_BROWSER_COOKIE, YEAR_SECONDS, hash_username
from . import actions
from .actions import devices_of
from .forms import ChangePasswordForm, EmailForm, NewPasswordForm, PasswordForm, ResetForm, SignUpForm

PASSWORD_BACKEND = "django.contrib.auth.backends.ModelBackend"


def errors_as_422(view):
    """Decorate one of Django's form views: a form with errors gets status 422."""

    @wraps(view)
    def wrapper(request, *args, **kwargs):
        response = view(request, *args, **kwargs)
        if request.method == "POST" and response.status_code == 200:
            response.status_code = 422
        return response

    return wrapper


def sign_in(request):
    """Show the sign-in page, for the admin too; a successful sign-in marks the browser with a cookie."""
    context = {"can_sign_up": access.can_sign_up(safe_next(request)), "locked": 0}
    view = auth_views.LoginView.as_view(template_name="accounts/login.jinja", extra_context=context)
    response = errors_as_422(view)(request)
    if request.method == "POST" and response.status_code == 302:
        remember_browser(response, request.user.get_username())
    return response


def remember_browser(response, name):
    flags = {"httponly": True, "samesite": "Lax", "secure": settings.HTTPS, "path": reverse("login")}
    response.set_cookie(KNOWN_BROWSER_COOKIE, hash_username(name), max_age=YEAR_SECONDS, **flags)


def locked_page(request, response, credentials):
    """Show the sign-in page after too many wrong passwords for one name from one address."""
    wait = settings.AXES_COOLOFF_TIME
    form = AuthenticationForm(request, initial={"username": request.POST.get("username", "")})
    context = {
        "form": form,
        "next": safe_next(request),
        "can_sign_up": False,
        "locked": int(wait.total_seconds() // 60),
    }
    response = render(request, "accounts/login.jinja", context, status=429)
    response["Retry-After"] = str(int(wait.total_seconds()))
    return response


def sign_in_to_admin(request):
    """Redirect to the one sign-in page; raises PermissionDenied for users without access to the admin."""
    if request.user.is_authenticated and not request.user.is_staff:
        raise PermissionDenied
    next_url = safe_next(request) or reverse("admin:index")
    if request.user.is_authenticated:
        return HttpResponseRedirect(next_url)
    return HttpResponseRedirect(f"{reverse('login')}?{urlencode({'next': next_url})}")


@sensitive_post_parameters()
def sign_up(request):
    """Create an account, if allowed, and sign it in."""
    next_url = safe_next(request)
    if request.user.is_authenticated:
        return HttpResponseRedirect(next_url or reverse("account"))
    if not access.can_sign_up(next_url):
        return render(request, "accounts/sign_up_closed.jinja", {"policy": settings.SIGN_UP}, status=403)
    form = SignUpForm(post_data(request))
    if form.is_valid() and (user := actions.sign_up(form)):
        login(request, user, PASSWORD_BACKEND)
        response = HttpResponseRedirect(next_url or reverse("account"))
        remember_browser(response, user.get_username())
        return response
    return render(
        request, "accounts/sign_up.jinja", {"form": form, "next": next_url}, status=status_of(request)
    )


@access.requires_account
def account_page(request):
    """Show the user's account: mail address, password, devices."""
    devices = devices_of(request.user, session_key(request))
    return render(request, "accounts/account.jinja", {"devices": devices})


def session_key(request) -> str:
    return request.session.session_key or ""


@require_POST
@access.requires_account
def end_session(request):
    """Sign out the named device, or all others."""
    name = request.POST.get("device")
    if name:
        actions.end_session(request.user, name)
        messages.success(request, gettext("Device signed out"))
    else:
        actions.end_others(request.user, session_key(request))
        messages.success(request, gettext("All other devices signed out"))
    return redirect("account")


@sensitive_post_parameters()
@access.requires_account
def change_email(request):
    form = EmailForm(request.user, post_data(request), initial={"email": request.user.email})
    if form.is_valid():
        actions.change_email(request.user, form.cleaned_data["email"], get_language())
        messages.success(request, gettext("Email address saved"))
        return redirect("account")
    return render(request, "accounts/email.jinja", {"form": form}, status=status_of(request))


@sensitive_post_parameters()
@access.requires_account
def delete_account(request):
    """Delete the account, and its name in the logs of events."""
    form = PasswordForm(request.user, post_data(request))
    if form.is_valid():
        outcome = attempt(actions.delete_account, request.user)
        if outcome:
            logout(request)
            messages.success(request, gettext("Account deleted"))
            return redirect("home")
        form.add_error(None, outcome.error)
    return render(request, "accounts/delete.jinja", {"form": form}, status=status_of(request))


@access.requires_account
def change_password(request):
    """Change the password; every other device is signed out."""
    view = auth_views.PasswordChangeView.as_view(
        template_name="accounts/password.jinja",
        form_class=ChangePasswordForm,
        success_url=reverse("account"),
    )
    response = errors_as_422(view)(request)
    if response.status_code == 302:
        actions.end_others(request.user, session_key(request))
        messages.success(request, gettext("Password changed. Your other devices are signed out."))
    return response


def request_reset(request):
    """Send a reset link; the response does not reveal whether the address has an account."""
    if request.GET.get("sent"):
        return render(request, "accounts/reset_sent.jinja")
    form = ResetForm(post_data(request))
    if form.is_valid():
        actions.request_reset(form.cleaned_data["email"], site_url(request), get_language())
        return redirect(f"{reverse('password_reset')}?sent=1")
    return render(request, "accounts/reset_request.jinja", {"form": form}, status=status_of(request))


class ResetView(auth_views.PasswordResetConfirmView):
    """The page of a reset link; Django removes the secret from the address."""

    template_name = "accounts/reset.jinja"
    form_class = NewPasswordForm
    success_url = reverse_lazy("login")

    def form_valid(self, form):
        response = super().form_valid(form)
        actions.end_others(self.user)
        messages.success(self.request, gettext("Password changed. Sign in with your new password."))
        return response


reset = errors_as_422(ResetView.as_view())


def invitation_page(request, token):
    """Show the role that the invitation gives; POST accepts it.

    A used link redirects the user who has accepted it to the event, or the club.
    """
    invitation = find_invitation(token)
    if invitation is None:
        if request.user.is_authenticated and (accepted := find_accepted_invitation(request.user, token)):
            return redirect_to_desk(accepted)
        return render_unindexed(request, "accounts/invitation_invalid.jinja", {}, 404)
    error = ""
    if request.method == "POST":
        if not request.user.is_authenticated:
            return access.redirect_to_sign_in(request, request.path)
        accept, place = (
            (take_invitation, invitation.event)
            if invitation.event
            else (take_club_invitation, invitation.club)
        )
        outcome = attempt(accept, place, get_actor(request), token)
        if outcome:
            text = gettext("You are now {role} of this event")
            if invitation.club:
                text = gettext("You are now {role} of this club")
            messages.success(request, text.format(role=invitation.get_role_display()))
            return redirect_to_desk(invitation)
        error = outcome.error
    policy = [*(CLUB_POLICY.values() if invitation.club else ()), *access.POLICY.values()]
    context = {
        "event": invitation.event,
        "club": invitation.club,
        "role": invitation.get_role_display(),
        "gives": ROLE_SUMMARIES[invitation.role],
        "rights": [gettext(label) for label, roles in policy if invitation.role in roles],
        "invitation": invitation,
        "can_sign_up": access.can_sign_up(request.path),
        "error": error,
        "key": new_idempotency_key(),
    }
    return render_unindexed(request, "accounts/invitation.jinja", context, 422 if error else 200)


def redirect_to_desk(invitation):
    if invitation.club:
        return redirect("club_desk", invitation.club.slug)
    return redirect("desk" if invitation.role != Staff.VIEWER else "event", invitation.event.slug)


def render_unindexed(request, template, context, status):
    """Render the page without indexing; headers.PRIVATE_PATHS keeps it out of caches."""
    response = render(request, template, context, status=status)
    response["X-Robots-Tag"] = "noindex"
    return response
