"""Backups to take home from the desk."""

import io
import zipfile

from django.urls import reverse

from tests.views.desk_events import friday


def packed_in(answer):
    assert answer.status_code == 200
    assert answer["Cache-Control"] == "private, no-store"
    assert "attachment" in answer["Content-Disposition"]
    with zipfile.ZipFile(io.BytesIO(answer.getvalue())) as packed:
        return {name: packed.read(name).decode() for name in packed.namelist()}


def test_who_runs_an_event_takes_its_backup_home(desk, organiser):
    event = friday(organiser)
    address = reverse("event_backup", args=[event.slug])
    assert address in desk.get(reverse("desk_settings", args=[event.slug])).content.decode()
    assert f"{event.slug}/beside.json" in packed_in(desk.get(address))


def test_who_runs_an_event_learns_no_draw_beforehand_from_its_backup(desk, organiser, django_user_model):
    event = friday(organiser)
    told = packed_in(desk.get(reverse("event_backup", args=[event.slug])))
    assert event.seal.seed not in "".join(told.values())
    desk.force_login(django_user_model.objects.create_superuser("administrator"))
    assert event.seal.seed in "".join(packed_in(desk.get(reverse("all_backup"))).values())


def test_nobody_else_does(client, organiser, django_user_model):
    address = reverse("event_backup", args=[friday(organiser).slug])
    assert "/login/" in client.get(address).url
    client.force_login(django_user_model.objects.create_user("stranger"))
    assert client.get(address).status_code == 403


def test_who_runs_the_site_takes_every_event_home_and_no_organiser_does(desk, organiser, django_user_model):
    events = [friday(organiser), friday(organiser)]
    assert desk.get(reverse("all_backup")).status_code == 403
    assert reverse("all_backup") not in desk.get("/").content.decode()
    desk.force_login(django_user_model.objects.create_superuser("administrator"))
    assert reverse("all_backup") in desk.get("/").content.decode()
    told = packed_in(desk.get(reverse("all_backup")))
    assert {f"{event.slug}/event.json" for event in events} <= set(told)
