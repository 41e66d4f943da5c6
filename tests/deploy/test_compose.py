"""deploy/compose.yaml as Docker Compose reads it, without running containers."""

import re
import shutil
from pathlib import Path

from django.conf import settings

from tests.deploy import units
from tests.deploy.units import config
from tournaments.changes.tasks import QUEUES

DEPLOY = settings.BASE_DIR / "deploy"


def test_a_missing_password_is_reported(folder, tmp_path):
    shutil.copy(folder / "compose.yaml", tmp_path)
    (tmp_path / ".env").write_text("POSTGRES_PASSWORD=\n")
    done = config(tmp_path)
    assert done.returncode and "Set it in deploy/.env" in done.stderr


def test_the_database_is_migrated_once_before_any_service_starts(services):
    assert services["migrate"]["command"] == ["python", "manage.py", "migrate", "--no-input"]
    assert services["migrate"]["depends_on"]["postgres"]["condition"] == "service_healthy"
    for name in ("desk", "public", *QUEUES, "daily"):
        waits = services[name]["depends_on"]
        assert waits["migrate"]["condition"] == "service_completed_successfully"
    for name in ("desk", "public"):
        assert services["nginx"]["depends_on"][name]["condition"] == "service_healthy"


def test_both_services_differ_only_in_priority_and_share_database_and_cache(services):
    desk, public = services["desk"], services["public"]
    assert desk | {"cpu_shares": public["cpu_shares"]} == public
    # The default is 1,024.
    assert public["cpu_shares"] < 1024 / 8 and "cpu_shares" not in desk
    assert desk["environment"]["DATABASE_URL"] == "postgresql://topcut:p4ss@postgres/topcut"
    assert desk["environment"]["CACHE_URL"] == "redis://redis:6379/0"
    assert desk["read_only"] and "volumes" not in desk


def test_workers_and_the_daily_deletion_use_the_same_database_with_lower_priority(services):
    workers, daily = [services[queue] for queue in QUEUES], services["daily"]
    for queue, worker in zip(QUEUES, workers, strict=True):
        assert worker["command"] == ["python", "manage.py", "worker", "--queue", queue]
    assert "for i in delete_contact_data delete_simulations clearsessions; do" in daily["command"][-1]
    for service in (*workers, daily):
        assert service["environment"] == services["desk"]["environment"] and service["read_only"]
        assert service["cpu_shares"] <= services["public"]["cpu_shares"]
    mail, chances, simulations = (worker["cpu_shares"] for worker in workers)
    assert simulations < chances < mail


def test_only_nginx_has_a_public_port_and_it_knows_both_services(services):
    assert [name for name, service in services.items() if "ports" in service] == ["nginx"]
    for name, other in (("desk", "public"), ("public", "desk")):
        lines = (DEPLOY / f"nginx/topcut/{name}.conf").read_text().splitlines()
        first, second = (line for line in lines if line.startswith("server "))
        assert first.startswith(f"server {name}:8000 ") and "backup" not in first
        assert second.startswith(f"server {other}:8000 ") and second.endswith(" backup;")
    for place in services["nginx"]["volumes"]:
        assert Path(place["source"]).exists() and place["read_only"]
    targets = {place["target"] for place in services["nginx"]["volumes"]}
    ours = {"/srv/topcut/current/deploy/nginx/pages", "/srv/topcut/static"}
    assert targets == {"/etc/nginx/nginx.conf", "/etc/nginx/topcut", *ours}


def test_every_permanent_service_is_restarted_and_each_that_answers_requests_is_checked(services):
    for name in set(services) - {"migrate"}:
        assert services[name]["restart"] == "unless-stopped"
    for name in set(services) - {"migrate", *QUEUES, "daily"}:
        assert services[name]["healthcheck"]["test"]
    for name in ("desk", "public"):
        assert "/healthz" in services[name]["healthcheck"]["test"][-1]


def test_every_setting_of_the_example_is_documented():
    known = set(re.findall(r"^\| `(\w+)` \|", (settings.BASE_DIR / "docs/settings.md").read_text(), re.M))
    assert set(units.example()) - known == {"POSTGRES_PASSWORD", "WEB_CONCURRENCY"}
