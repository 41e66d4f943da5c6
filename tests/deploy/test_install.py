"""The steps of deploy/install and deploy/upgrade, as --dry-run prints them; `make test-install` runs them."""

import re
import shutil
import subprocess

import pytest
from django.conf import settings

from tests.deploy import units

DEPLOY = settings.BASE_DIR / "deploy"


def steps(command: str, *arguments: str, folder=DEPLOY) -> list[str]:
    """Return the commands that it would run."""
    done = subprocess.run([folder / command, "--dry-run", *arguments], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return [line.strip() for line in done.stdout.splitlines() if line.startswith("    ")]


def position(lines: list[str], start: str) -> int:
    """Return the number of the only line that starts so."""
    (number,) = (number for number, line in enumerate(lines) if line.startswith(start))
    return number


def enabled(lines: list[str]) -> set[str]:
    start = "systemctl enable --now --quiet "
    return {name for line in lines if line.startswith(start) for name in line.removeprefix(start).split()}


def unit_file(name: str) -> str:
    """Return the file of a unit: topcut@desk is an instance of topcut@.service."""
    return re.sub("@.*", "@", name) + ("" if "." in name else ".service")


@pytest.mark.parametrize("options", [(), ("--postgresql",)])
def test_install_enables_units_that_exist(options):
    lines = steps("install", *options, "topcut.example")
    names = enabled(lines)
    services = {"desk", "public"} if options else {"desk"}
    assert {name for name in names if name.startswith("topcut@")} == {f"topcut@{name}" for name in services}
    assert {"topcut-backup.timer", "topcut-daily.timer"} < names
    assert [name for name in names if not (units.UNITS / unit_file(name)).exists()] == []
    (packages,) = (line for line in lines if line.startswith("apt-get install"))
    assert ("postgresql" in packages, "redis-server" in packages) == (bool(options),) * 2


def test_install_has_a_certificate_from_certbot_or_from_a_file(tmp_path):
    lines = steps("install", "topcut.example")
    # nginx has to run before, and to read the new certificate.
    reloads = [number for number, line in enumerate(lines) if line == "systemctl reload-or-restart nginx"]
    assert reloads[0] < position(lines, "certbot certonly") < reloads[1]
    file = tmp_path / "site.pem"
    file.write_text("-----BEGIN CERTIFICATE-----\n-----BEGIN PRIVATE KEY-----\n")
    lines = steps("install", "--certificate", str(file), "topcut.example")
    assert not [line for line in lines if line.startswith("certbot")]
    assert position(lines, f"install --mode=0600 {file} /etc/nginx/topcut/fullchain.pem")


def test_upgrade_stops_everything_before_the_copy_and_switches_before_it_lets_requests_through():
    lines = steps("upgrade", "1.2")
    new = "/srv/topcut/releases/1.2"
    wanted = (
        # While the old release runs, nothing of it is touched.
        f"make --silent --directory={new} install",
        f"{new}/.venv/bin/python {new}/manage.py collectstatic",
        "mv /srv/topcut/away.new /srv/topcut/away",
        "systemctl stop topcut*",
        f"env --chdir={new} runuser --user=topcut -- .venv/bin/python manage.py backup --database",
        "mv --no-target-directory /srv/topcut/current.new /srv/topcut/current",
        f"env --chdir={new} runuser --user=topcut -- .venv/bin/python manage.py migrate",
        "systemctl start topcut-check",
        "systemctl enable --now --quiet topcut-desk.socket topcut@desk",
        "rm /srv/topcut/away",
        "systemctl enable --now --quiet topcut-worker@mail",
    )
    positions = [position(lines, start) for start in wanted]
    assert positions == sorted(positions)


def test_upgrade_starts_what_an_interrupted_upgrade_to_the_same_release_has_not_started(tmp_path):
    deploy = shutil.copytree(DEPLOY, tmp_path / "deploy")
    release = tmp_path / "releases/1.2"
    release.mkdir(parents=True)
    (tmp_path / "current").symlink_to(release)
    shared = (deploy / "steps.sh").read_text()
    (deploy / "steps.sh").write_text(shared.replace("root=/srv/topcut\n", f"root={tmp_path}\n"))
    lines = steps("upgrade", str(release), folder=deploy)
    assert lines[0] == f"{release} is installed."
    assert {"topcut@desk", "topcut-worker@mail", "topcut-daily.timer"} < enabled(lines)
    assert not [line for line in lines if line.startswith(("systemctl stop", "mv"))]


def test_upgrade_takes_a_release_for_newer_than_its_candidates(tmp_path):
    deploy = shutil.copytree(DEPLOY, tmp_path / "deploy")
    identity = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    for arguments in (("init", "-q"), (*identity, "commit", "-q", "--allow-empty", "-m", "Begin")):
        subprocess.run(["git", "-C", tmp_path, *arguments], check=True)
    for tag in ("v1.9.0", "v2.0.0", "v2.0.0-rc1", "v2.0.0-rc2"):
        subprocess.run(["git", "-C", tmp_path, "tag", tag], check=True)
    assert "mkdir -p /srv/topcut/releases/v2.0.0" in steps("upgrade", folder=deploy)


@pytest.mark.parametrize(
    "command, arguments",
    [
        ("install", ()),
        ("install", ("topcut.example/path",)),
        ("install", ("--nonsense", "topcut.example")),
        ("install", ("--certificate", "/no/such/file", "topcut.example")),
        ("upgrade", ("--nonsense",)),
        ("upgrade", ("/no/such/archive.tar.gz",)),
    ],
)
def test_wrong_arguments_are_refused(command, arguments):
    done = subprocess.run([DEPLOY / command, "--dry-run", *arguments], capture_output=True, text=True)
    assert done.returncode and done.stderr and "    " not in done.stdout


def test_redis_never_fills_the_memory():
    lines = (DEPLOY / "redis.conf").read_text().splitlines()
    assert {"maxmemory 256mb", "maxmemory-policy allkeys-lru"} < set(lines)


def test_files_can_be_read_by_the_services_whatever_roots_umask_is():
    script = f". {DEPLOY}/steps.sh; umask"
    done = subprocess.run(["sh", "-c", f"umask 027; {script}"], capture_output=True, text=True)
    assert done.stdout == "0022\n"
