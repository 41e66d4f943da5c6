"""The staff page: roles, invitations by link, and passing on the event."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.support.desk_events import actor_of, form, fresh, friday
from tests.support.own_pages import text_of
from tests.support.people import at, joined, signed_in
from tests.support.qr_codes import codes_in
from tests.support.repetitions import count
from tournaments.accounts.actions import delete_account
from tournaments.admin.rows import amend, remove
from tournaments.models import Invitation, LogEntry, Staff


@pytest.fixture
def event(organiser):
    return friday(organiser)


def somebody(name="ann"):
    return signed_in(get_user_model().objects.create_user(name))


def invited(desk, event, role="judge"):
    """The address of an invitation's link, as the page shows it, and the page."""
    page = desk.post(at(event, "invite"), form(event, role=role))
    (link,) = re.findall(r"http://testserver(/invitation/[\w-]+/)<", page.content.decode())
    return link, page


def role_of(event, name):
    return event.staff.filter(user__username=name).values_list("role", flat=True).first()


def test_an_invitation_link_is_shown_once_and_stored_only_as_a_hash(desk, event):
    link, page = invited(desk, event)
    assert codes_in(page.content.decode()) == [f"http://testserver{link}"]
    assert page["Cache-Control"] == "private, no-store"
    secret = link.split("/")[2]
    assert secret not in desk.get(at(event)).content.decode()
    assert secret not in str(list(Invitation.objects.values())) + str(list(LogEntry.objects.values()))
    assert event.log.last().action == "invite: judge"
    assert "Invitation created: judge" in text_of(desk.get(at(event, "desk_log")))


def test_a_repeated_form_creates_one_invitation(desk, event):
    fields = form(event, role="viewer")
    assert [desk.post(at(event, "invite"), fields).status_code for _ in range(2)] == [200, 302]
    assert event.invitations.count() == 1


@pytest.mark.parametrize("role", ["owner", "boss", ""])
def test_invitations_are_for_known_roles_except_the_owner(desk, event, role):
    assert desk.post(at(event, "invite"), form(event, role=role)).status_code == 422
    assert not event.invitations.exists()


def test_an_invitation_explains_its_role_before_it_is_accepted(desk, event):
    link, _page = invited(desk, event, "scorekeeper")
    ann = somebody()
    words = text_of(ann.get(link))
    assert "organiser invites you as scorekeeper" in words and "Enter and correct results" in words
    assert "Transfer ownership" not in words
    assert role_of(event, "ann") is None
    assert ann.post(link, {"key": "k"}).url == at(event, "desk")
    assert "You are now scorekeeper of this event" in text_of(ann.get(at(event, "desk")))
    assert role_of(event, "ann") == "scorekeeper"
    assert fresh(event).log.last().action == "take_invitation: scorekeeper"


def test_an_invitation_is_accepted_once_by_an_account(client, desk, event):
    link, _page = invited(desk, event)
    stranger = Client()
    assert f"{reverse('login')}?next={link}" in stranger.get(link).content.decode()
    assert stranger.post(link, {"key": "k"}).url == f"{reverse('login')}?next={link}"
    assert somebody("ann").post(link, {"key": "k"}).status_code == 302
    late = somebody("ben").post(link, {"key": "k"})
    assert late.status_code == 404 and "is no longer valid" in text_of(late)
    assert role_of(event, "ben") is None


@pytest.mark.parametrize("end", ["revoked", "too old", "never"])
def test_an_invalid_link_explains_itself(desk, event, end):
    link, _page = invited(desk, event)
    if end == "revoked":
        desk.post(at(event, "revoke_invitation", event.invitations.get().pk), form(event))
    elif end == "too old":
        event.invitations.update(expires_at=timezone.now() - timedelta(seconds=1))
        assert "expired" in text_of(desk.get(at(event)))
    else:
        link = "/invitation/nobody-made-it/"
    ann = somebody()
    for answer in (ann.get(link), ann.post(link, {"key": "k"})):
        assert answer.status_code == 404 and "Ask the organiser for a new one" in text_of(answer)
    assert role_of(event, "ann") is None


def test_an_invitation_raises_a_role_and_never_lowers_one(desk, event):
    _row, judge = joined(event, "judy", "judge")
    lower, _page = invited(desk, event, "viewer")
    assert judge.post(lower, {"key": "k"}).status_code == 422
    higher, _page = invited(desk, event, "organiser")
    assert judge.post(higher, {"key": "l"}).status_code == 302
    assert role_of(event, "judy") == "organiser"
    assert desk.post(lower, {"key": "m"}).status_code == 422
    assert role_of(event, "organiser") == "owner"


def demoted(row):
    row.role = "judge"
    return row


# How an organiser comes to invite nobody any more: by whose browser or hand, what is sent.
ENDS = {
    "changed": lambda desk, ann, row: desk.post(
        at(row.event, "change_role", row.pk), form(row.event, role="judge")
    ),
    "removed": lambda desk, ann, row: desk.post(at(row.event, "remove_staff", row.pk), form(row.event)),
    "left": lambda desk, ann, row: ann.post(at(row.event, "leave_event"), form(row.event)),
    "amended": lambda desk, ann, row: amend(demoted(row), actor_of(row.user)),
    "removed by the site": lambda desk, ann, row: remove(row, actor_of(row.user)),
    "account deleted": lambda desk, ann, row: delete_account(row.user),
}


@pytest.mark.parametrize("end", [*ENDS][:: count(3, 1)])
def test_invitations_end_with_the_inviters_permission(desk, event, end):
    row, ann = joined(event, "ann", "organiser")
    theirs, _page = invited(ann, event, "organiser")
    others, _page = invited(desk, event)
    ENDS[end](desk, ann, row)
    bea = somebody("bea")
    assert role_of(event, "ann") in (None, "judge")
    assert [bea.get(theirs).status_code, bea.post(theirs, form(event)).status_code] == [404, 404]
    assert role_of(event, "bea") is None
    assert bea.get(others).status_code == 200


def test_a_role_is_changed_and_removed(desk, event):
    row, judge = joined(event, "judy", "judge")
    desk.post(at(event, "change_role", row.pk), form(event, role="scorekeeper"))
    assert role_of(event, "judy") == "scorekeeper"
    assert "judy is now scorekeeper" in text_of(desk.get(at(event, "desk_log")))
    assert judge.get(at(event, "desk_players")).status_code == 200
    desk.post(at(event, "remove_staff", row.pk), form(event))
    assert role_of(event, "judy") is None
    assert judge.get(at(event, "desk")).status_code == 403


def test_a_member_can_leave_and_the_owner_must_pass_it_on_first(desk, event):
    _row, judge = joined(event, "judy", "judge")
    judge.post(at(event, "leave_event"), form(event))
    assert role_of(event, "judy") is None
    answer = desk.post(at(event, "leave_event"), form(event), follow=True)
    assert "An event needs an owner" in text_of(answer)
    assert role_of(event, "organiser") == "owner"


@pytest.mark.parametrize("name", ["change_role", "remove_staff"])
def test_the_owner_cannot_be_removed_or_demoted(event, name):
    _row, other = joined(event, "olga", "organiser")
    owner = event.staff.get(role="owner")
    answer = other.post(at(event, name, owner.pk), form(event, role="viewer"), follow=True)
    assert "To change the owner’s role, transfer ownership first" in text_of(answer)
    assert role_of(event, "organiser") == "owner"


def test_ownership_is_passed_on_after_a_confirmation_page(desk, event):
    row, judge = joined(event, "judy", "judge")
    page = at(event, "pass_ownership", row.pk)
    assert "stays as an organiser" in text_of(desk.get(page))
    assert desk.post(page, form(event)).status_code == 302
    assert (role_of(event, "judy"), role_of(event, "organiser")) == ("owner", "organiser")
    assert event.log.last().action == "pass_ownership: judy"
    assert desk.get(at(event, "delete_event")).status_code == 403
    assert judge.get(at(event, "delete_event")).status_code == 200


def test_passing_on_twice_is_refused(desk, event):
    first, second = (joined(event, name, "judge")[0] for name in ("ann", "ben"))
    desk.post(at(event, "pass_ownership", first.pk), form(event))
    assert desk.post(at(event, "pass_ownership", second.pk), form(event)).status_code == 403
    assert [row.user.username for row in event.staff.filter(role="owner")] == ["ann"]


def test_the_account_of_a_sole_owner_cannot_be_deleted(organiser, event):
    with pytest.raises(ProtectedError):
        organiser.delete()
    row, _browser = joined(event, "judy", "judge")
    event.staff.filter(user=organiser).update(role="organiser")
    Staff.objects.filter(pk=row.pk).update(role="owner")
    organiser.delete()
    assert [row.user.username for row in event.staff.all()] == ["judy"]


@pytest.mark.parametrize("row", [Staff.objects, Invitation.objects])
def test_the_database_refuses_unknown_roles(event, organiser, row):
    wrong = {"role": "boss"} if row.model is Staff else {"role": "owner", "made_at": event.created_at}
    more = {"user": somebody_row()} if row.model is Staff else {"expires_at": event.created_at}
    with pytest.raises(IntegrityError), transaction.atomic():
        row.create(event=event, **wrong, **more)


def somebody_row():
    return get_user_model().objects.create_user("boss")
