"""Gives tasks that were queued before the modules moved their functions' new places."""

from django.db import migrations

# The module that had it, the one that has it now, function.
MOVES = [
    ("actions.chances", "standings.actions", "update_chances"),
    ("actions.registration.lost_links", "registration.actions.mails", "find_and_send"),
    ("actions.registration.mail_delivery", "registration.actions.mails", "send_mail"),
    ("actions.registration.mail_delivery", "registration.actions.mails", "send_mails"),
    ("actions.registration.acceptance", "registration.actions.places", "free_places_later"),
    ("actions.registration.acceptance", "registration.actions.places", "free_places_in_turn"),
    ("actions.lab.runs", "lab.actions", "play_run"),
    ("actions.lab.playing", "lab.actions", "play_run"),
    ("actions.accounts.mails", "accounts.actions", "find_accounts"),
    ("actions.accounts.mails", "accounts.actions", "send_account_mail"),
]


def move_tasks(apps, _schema_editor):
    tasks = apps.get_model("django_tasks_database", "DBTaskResult").objects
    for old, new, function in MOVES:
        tasks.filter(task_path=f"tournaments.{old}.{function}").update(
            task_path=f"tournaments.{new}.{function}"
        )


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0033_secret_of_the_entry"),
        ("django_tasks_database", "0021_conditional_partial_index_ordering"),
    ]
    operations = [migrations.RunPython(move_tasks, migrations.RunPython.noop)]
