"""deploy/compose.yaml, read and checked by Docker's own compose; no container runs here. What its services
promise each other is there."""

import re
import shutil
from pathlib import Path

from django.conf import settings

from tests.deploy import units
from tests.deploy.conftest import config

DEPLOY = settings.BASE_DIR / "deploy"


def test_without_a_password_it_says_what_to_set(folder, tmp_path):
    shutil.copy(folder / "compose.yaml", tmp_path)
    (tmp_path / ".env").write_text("POSTGRES_PASSWORD=\n")
    done = config(tmp_path)
    assert done.returncode and "Set it in deploy/.env" in done.stderr


def test_the_database_is_brought_up_to_date_once_before_any_host_starts(services):
    assert services["migrate"]["command"] == ["python", "manage.py", "migrate", "--no-input"]
    assert services["migrate"]["depends_on"]["postgres"]["condition"] == "service_healthy"
    for host in ("web1", "web2"):
        waits = services[host]["depends_on"]
        assert waits["migrate"]["condition"] == "service_completed_successfully"
        assert services["nginx"]["depends_on"][host]["condition"] == "service_healthy"


def test_both_hosts_are_the_same_and_share_the_database_and_the_cache_alone(services):
    assert services["web1"] == services["web2"]
    host = services["web1"]
    assert host["environment"]["DATABASE_URL"] == "postgresql://topcut:p4ss@postgres/topcut"
    assert host["environment"]["CACHE_URL"] == "redis://redis:6379/0"
    assert host["read_only"] and "volumes" not in host


def test_nginx_alone_is_reached_from_outside_and_finds_the_hosts(services):
    assert [name for name, service in services.items() if "ports" in service] == ["nginx"]
    named = re.findall(r"^server (\w+):8000", (DEPLOY / "nginx/topcut/hosts.conf").read_text(), re.M)
    assert named == ["web1", "web2"]
    for place in services["nginx"]["volumes"]:
        assert Path(place["source"]).exists() and place["read_only"]
    targets = {place["target"] for place in services["nginx"]["volumes"]}
    ours = {"/srv/topcut/deploy/nginx/pages", "/srv/topcut/staticfiles"}
    assert targets == {"/etc/nginx/nginx.conf", "/etc/nginx/topcut", *ours}


def test_every_service_that_goes_on_is_looked_after(services):
    for name in set(services) - {"migrate"}:
        assert services[name]["restart"] == "unless-stopped" and services[name]["healthcheck"]["test"]
    assert "/healthz" in services["web1"]["healthcheck"]["test"][-1]


def test_every_setting_of_the_example_is_one_that_there_is():
    known = set(re.findall(r"^\| `(\w+)` \|", (settings.BASE_DIR / "README.md").read_text(), re.M))
    assert set(units.example()) - known == {"POSTGRES_PASSWORD", "WEB_CONCURRENCY"}
