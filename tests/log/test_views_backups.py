"""Backups to take home from the desk."""

import io
import zipfile

from django.contrib.auth import get_user_model
from django.urls import reverse

from tests.support.desk_events import actor_of, fresh, friday
from tournaments.desk.actions import invite
from tournaments.models import Invitation, Staff


def files_in(answer):
    assert answer.status_code == 200
    assert answer["Cache-Control"] == "private, no-store"
    assert "attachment" in answer["Content-Disposition"]
    with zipfile.ZipFile(io.BytesIO(answer.getvalue())) as packed:
        return {name: packed.read(name).decode() for name in packed.namelist()}


def test_organisers_download_a_backup_of_their_event(desk, organiser):
    event = friday(organiser)
    address = reverse("event_backup", args=[event.slug])
    assert address in desk.get(reverse("settings_danger", args=[event.slug])).content.decode()
    assert f"{event.slug}/beside.json" in files_in(desk.get(address))


def test_an_organisers_backup_has_no_seed_of_the_next_draw(desk, organiser, django_user_model):
    event = friday(organiser)
    files = files_in(desk.get(reverse("event_backup", args=[event.slug])))
    assert event.next_seed.seed not in "".join(files.values())
    desk.force_login(django_user_model.objects.create_superuser("administrator"))
    assert event.next_seed.seed in "".join(files_in(desk.get(reverse("all_backup"))).values())


def test_an_organisers_backup_has_no_hash_of_an_invitation_and_nobody_of_other_events(desk, organiser):
    event, other = friday(organiser), friday(organiser, names=["Quentin", "Ursula"])
    judge = get_user_model().objects.create_user("judge-elsewhere")
    Staff.objects.create(event=other, user=judge, role=Staff.JUDGE)
    secrets = [invite(fresh(one), actor_of(organiser), "judge") for one in (event, other)]
    hashes = list(Invitation.objects.values_list("token", flat=True))
    text = "".join(files_in(desk.get(reverse("event_backup", args=[event.slug]))).values())
    strangers = [other.slug, "Quentin", "Ursula", "judge-elsewhere"]
    assert len(hashes) == 2 and [word for word in (*secrets, *hashes, *strangers) if word in text] == []
    organiser.is_superuser = True
    organiser.save()
    text = "".join(files_in(desk.get(reverse("all_backup"))).values())
    assert all(word in text for word in (*hashes, *strangers)) and not any(word in text for word in secrets)


def test_the_event_backup_needs_permission(client, organiser, django_user_model):
    address = reverse("event_backup", args=[friday(organiser).slug])
    assert "/login/" in client.get(address).url
    client.force_login(django_user_model.objects.create_user("stranger"))
    assert client.get(address).status_code == 403


def test_only_administrators_download_all_events(desk, organiser, django_user_model):
    events = [friday(organiser), friday(organiser)]
    assert desk.get(reverse("all_backup")).status_code == 403
    assert reverse("all_backup") not in desk.get("/").content.decode()
    desk.force_login(django_user_model.objects.create_superuser("administrator"))
    assert reverse("all_backup") in desk.get("/").content.decode()
    files = files_in(desk.get(reverse("all_backup")))
    assert {f"{event.slug}/event.json" for event in events} <= set(files)


def test_a_backup_of_all_events_is_sent_while_they_are_read(
    client, organiser, django_user_model, django_assert_max_num_queries
):
    client.force_login(django_user_model.objects.create_superuser("administrator"))
    events = [friday(organiser) for _event in range(3)]
    with django_assert_max_num_queries(8):
        answer = client.get(reverse("all_backup"))
    chunks = iter(answer.streaming_content)
    assert next(chunks).startswith(b"PK")
    events[2].delete()
    with zipfile.ZipFile(io.BytesIO(b"PK" + b"".join(chunks))) as packed:
        names = packed.namelist()
    assert f"{events[1].slug}/event.json" in names and f"{events[2].slug}/event.json" not in names
