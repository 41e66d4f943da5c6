from django.db import migrations, models


class Migration(migrations.Migration):
    """Calls the place of an event its venue, as pages do."""

    dependencies = [("tournaments", "0028_plain_names")]

    operations = [
        migrations.RenameField("event", "hall_link", "venue_link"),
        migrations.AlterField(
            "event",
            "venue_link",
            models.PositiveIntegerField(
                default=1, editable=False, verbose_name="number of the venue’s QR code"
            ),
        ),
    ]
