"""deploy/install and deploy/upgrade in a Debian of their own, on SQLite and PostgreSQL (`make test-install`).

Run it as root; debian.py lists the programs that it needs. The releases are made of the last commit.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

from tests.install.debian import CACHE, Debian, missing_programs

ROOT = Path(__file__).resolve().parents[2]
HOST = "topcut.test"
RELEASES = "/srv/topcut/releases"
MANAGE = "cd /srv/topcut/current && runuser -u topcut -- .venv/bin/python manage.py"
EVENT = """{"format": "topcut/1", "event": {"name": "Club night", "rulebook": "magic"},
 "players": [{"id": "p1", "name": "Ann"}, {"id": "p2", "name": "Bo"}]}"""
MIGRATION = """from django.db import migrations
class Migration(migrations.Migration):
    dependencies = [("tournaments", "{after}")]
    operations = [migrations.RunSQL("{sql}")]
"""
# Prints the status of a page as a visitor gets it, and when to come back.
ASK = f"""curl --silent --max-time 20 --cacert /root/ca.pem \
 --output /root/page --write-out '%{{http_code}} %header{{retry-after}}' https://{HOST}PATH || true"""
# A migration that takes long enough to be interrupted.
SLOW = {
    False: "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000000) "
    "SELECT max(i) FROM n",
    True: "SELECT pg_sleep(15)",
}


class Releases:
    """A repository of releases: each is a commit on the last one, with a tag."""

    def __init__(self, folder: Path):
        self.folder = folder
        subprocess.run(["git", "clone", "--quiet", ROOT, folder], check=True)
        self.git("tag", "1.0")
        self.migrations = folder / "tournaments/migrations"

    def git(self, *arguments):
        user = ("-c", "user.name=Test", "-c", "user.email=test@localhost")
        subprocess.run(["git", "-C", self.folder, *user, *arguments], check=True)

    def add(self, tag: str, sql: str, **texts: str):
        """Commit a release with a migration, and text added to templates."""
        last = max(path.stem for path in self.migrations.glob("0*.py"))
        name = f"{int(last[:4]) + 1:04}_release"
        (self.migrations / f"{name}.py").write_text(MIGRATION.format(after=last, sql=sql))
        for template, text in texts.items():
            with (self.folder / f"templates/{template}.jinja").open("a") as file:
                file.write(text)
        with (self.folder / "static/app.css").open("a") as file:
            file.write(f"/* {tag} */")
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", tag)
        self.git("tag", tag)


class Visitor(threading.Thread):
    """Opens a page through nginx again and again."""

    def __init__(self, debian: Debian):
        super().__init__()
        self.debian, self.answers, self.is_over = debian, Counter(), threading.Event()

    def run(self):
        while not self.is_over.wait(0.1):
            self.answers[ask(self.debian, "/help/")] += 1


def say(text: str):
    print(f"\n== {text}", flush=True)


def ask(debian: Debian, path: str) -> str:
    return debian.shell(ASK.replace("PATH", path)).strip()


def step(debian: Debian, command: str, expected=0) -> str:
    """Run a command as an administrator does whose umask hides new files; print its steps."""
    print(f"# {command}", flush=True)
    script = debian.command("sh", "-c", f"umask 027; {command} 2>&1")
    printed = ""
    with subprocess.Popen(script, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            print(line, end="", flush=True)
            printed += line
    assert process.returncode == expected, f"{command}: {process.returncode}"
    return printed


def event_file(debian: Debian) -> str:
    return debian.shell(f"{MANAGE} export_event club-night")


def static_file(debian: Debian) -> str:
    """Return the address of the style sheet that pages name now."""
    ask(debian, "/help/")
    return debian.shell("grep -o '/static/app\\.[0-9a-f]*\\.css' /root/page | head -n 1").strip()


def running(debian: Debian) -> str:
    """Return the process of each service, which shows whether one was restarted."""
    return debian.shell("systemctl show --property=MainPID 'topcut@*' 'topcut-worker@*' nginx")


def check_units(debian: Debian):
    failed = debian.shell("systemctl list-units --state=failed --plain --no-legend 'topcut*' nginx.service")
    assert failed == "", failed
    for unit in ("topcut@desk", *(f"topcut-worker@{queue}" for queue in ("mail", "chances", "simulations"))):
        debian.run("systemctl", "is-active", unit)
    for unit in ("topcut@desk", "topcut-backup.timer", "topcut-daily.timer"):
        debian.run("systemctl", "is-enabled", unit)


def test(folder: Path, postgresql: bool):
    releases = Releases(folder / "releases.git")
    releases.add("1.1", "CREATE TABLE second (id int)", **{"help/index": "{# 1.1 #}"})
    # Its migration works, its pages do not.
    releases.add("1.2", "ALTER TABLE second ADD COLUMN third int", base="{% nonsense %}")
    releases.git("reset", "--quiet", "--hard", "1.1")
    releases.add("1.3", SLOW[postgresql])
    debian = Debian(folder / "debian")
    try:
        debian.start()
        install = install_site(debian, releases, postgresql)
        if postgresql:
            renew_certificate(debian)
        install_again(debian, install)
        restore_backup(debian, postgresql)
        upgrade_site(debian)
        upgrade_to_broken_release(debian)
        interrupt_upgrade(debian, releases)
    finally:
        debian.stop()


def install_site(debian: Debian, releases: Releases, postgresql: bool) -> str:
    """Install the first release and store an event; return the command."""
    key = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={HOST}"]
    files = ["-addext", f"subjectAltName=DNS:{HOST}", "-keyout", "-", "-out", "-"]
    pem = subprocess.run([*key, *files], check=True, capture_output=True).stdout
    (debian.root / "root/site.pem").write_bytes(pem)
    subprocess.run(
        ["git", "clone", "--quiet", "--mirror", releases.folder, debian.root / "root/remote"], check=True
    )

    say("Install")
    debian.shell(f"echo 127.0.0.1 {HOST} >>/etc/hosts; cp /root/site.pem /root/ca.pem")
    debian.shell("cd /root && git clone --quiet --branch 1.0 remote topcut 2>&1")
    options = "--certificate /root/site.pem"
    if postgresql:
        options = "--postgresql"
        start_certificate_authority(debian)
    install = f"/root/topcut/deploy/install {options} {HOST}"
    printed = step(debian, install)
    assert "    Its name is admin, its password " in printed
    password = printed.partition("its password ")[2].split()[0]
    wait_for_old_nginx()
    assert ask(debian, "/") == "200" and ask(debian, "/healthz") == "200"
    assert ask(debian, static_file(debian)) == "200"
    check_units(debian)
    debian.shell(f"{MANAGE} import_event -", input=EVENT)
    code = (
        f"from django.contrib.auth.models import User; print(User.objects.get().check_password('{password}'))"
    )
    assert "True" in debian.shell(f'{MANAGE} shell -v0 -c "{code}"')

    return install


def wait_for_old_nginx():
    """For a moment after a reload, nginx's old processes answer, with the certificate before."""
    time.sleep(3)


def renew_certificate(debian: Debian):
    say("The certificate of certbot, renewed")
    debian.run("systemctl", "is-active", "certbot.timer")
    before = certificate(debian)
    assert "issuer=CN = Pebble" in before, before
    step(debian, "certbot renew --quiet --force-renewal")
    wait_for_old_nginx()
    assert certificate(debian) != before and ask(debian, "/") == "200"


def install_again(debian: Debian, install: str):
    say("Install again: nothing changes")
    before = debian.shell("cat /etc/topcut.env"), running(debian), event_file(debian)
    assert "its password" not in step(debian, install)
    assert (debian.shell("cat /etc/topcut.env"), running(debian), event_file(debian)) == before


def restore_backup(debian: Debian, postgresql: bool):
    say("The nightly backup, restored, and the daily deletion")
    debian.shell("systemctl start topcut-backup topcut-daily")
    event = event_file(debian)
    if postgresql:
        debian.shell("runuser -u postgres -- createdb --owner=topcut again")
        restore = "cd / && runuser -u topcut -- pg_restore --no-owner --dbname=again"
        debian.shell(f"{restore} /var/lib/topcut/backups/topcut-2*.dump")
        restored = "postgresql:////var/run/postgresql/again"
    else:
        restored = "sqlite:///$(ls /var/lib/topcut/backups/topcut-2*.sqlite3)"
    assert debian.shell(f"export DATABASE_URL={restored}; {MANAGE} export_event club-night") == event


def upgrade_site(debian: Debian):
    say("Upgrade to 1.1, with a visitor")
    event, old_file = event_file(debian), static_file(debian)
    visitor = Visitor(debian)
    visitor.start()
    try:
        step(debian, "/root/topcut/deploy/upgrade 1.1")
    finally:
        visitor.is_over.set()
        visitor.join()
    print(f"The visitor’s answers: {dict(visitor.answers)}")
    # 502: requests that waited for a service when it stopped. Both tell phones to come back.
    assert set(visitor.answers) <= {"200", "503 5", "502 5"} and visitor.answers["503 5"]
    check_release(debian, "1.1", event)
    assert static_file(debian) != old_file and ask(debian, old_file) == "200"
    step(debian, "/root/topcut/deploy/upgrade 1.1")


def upgrade_to_broken_release(debian: Debian):
    say("Upgrade to 1.2, which does not work: back to 1.1")
    event = event_file(debian)
    printed = step(debian, "/root/topcut/deploy/upgrade 1.2", expected=1)
    assert "The site is on /srv/topcut/releases/1.1 again" in printed
    check_release(debian, "1.1", event)
    column = debian.shell(f'{MANAGE} shell -v0 -c "{COLUMNS}"').strip()
    assert column == "['id']", column


def interrupt_upgrade(debian: Debian, releases: Releases):
    say("Upgrade to 1.3 from an archive, killed while it migrates, and again")
    event, old_file = event_file(debian), static_file(debian)
    archive = debian.root / "root/topcut-1.3.tar.gz"
    releases.git("archive", "--prefix=topcut-1.3/", f"--output={archive}", "1.3")
    upgrade = f"exec {RELEASES}/1.1/deploy/upgrade /root/topcut-1.3.tar.gz"
    process = subprocess.Popen(
        debian.command("sh", "-c", upgrade), start_new_session=True, stdout=subprocess.PIPE
    )
    for line in process.stdout:
        print(line.decode(), end="")
        if b"manage.py migrate" in line:
            break
    time.sleep(1)
    os.killpg(process.pid, signal.SIGKILL)
    assert ask(debian, "/") == "503 5"
    debian.shell("grep -q 'tries again every few seconds' /root/page")
    step(debian, "/root/topcut/deploy/upgrade /root/topcut-1.3.tar.gz")
    check_release(debian, "topcut-1.3", event)
    assert static_file(debian) != old_file and ask(debian, old_file) == "200"
    assert debian.shell(f"ls {RELEASES}").split() == ["1.1", "topcut-1.3"]


def start_certificate_authority(debian: Debian):
    """Start a server that gives certificates as Let's Encrypt does, and tell certbot to ask it."""
    debian.shell(
        "apt-get update -qq && apt-get install -qq --no-install-recommends pebble curl >/dev/null 2>&1"
    )
    addresses = {"listenAddress": f"{HOST}:14000", "managementListenAddress": f"{HOST}:15000"}
    key = {"certificate": "/root/site.pem", "privateKey": "/root/site.pem"}
    options = {"httpPort": 80, "tlsPort": 443, **addresses, **key}
    (debian.root / "root/pebble.json").write_text(json.dumps({"pebble": options}))
    debian.shell("systemd-run --quiet --setenv=PEBBLE_VA_NOSLEEP=1 pebble -config /root/pebble.json")
    root = f"curl --silent --retry 9 --retry-all-errors --cacert /root/site.pem https://{HOST}:15000/roots/0"
    debian.shell(f"{root} >/root/ca.pem")
    folder = debian.root / "root/.config/letsencrypt"
    folder.mkdir(parents=True)
    settings = f"server = https://{HOST}:14000/dir\nno-verify-ssl = true\n"
    (folder / "cli.ini").write_text(settings)


def certificate(debian: Debian) -> str:
    """Return issuer and number of the certificate that visitors get."""
    connect = f"openssl s_client -connect {HOST}:443 -servername {HOST} </dev/null 2>/dev/null"
    return debian.shell(f"{connect} | openssl x509 -noout -issuer -serial")


COLUMNS = (
    "from django.db import connection as c; "
    "print([x.name for x in c.introspection.get_table_description(c.cursor(), 'second')])"
)


def check_release(debian: Debian, name: str, event: str):
    """Check that a release runs, all of it, with the event as it was."""
    check_units(debian)
    assert ask(debian, "/") == "200" and ask(debian, "/healthz") == "200"
    assert event_file(debian) == event
    pids = debian.shell("systemctl show --property=MainPID --value topcut@desk 'topcut-worker@*'").split()
    assert len(pids) == 4
    for pid in pids:
        assert debian.shell(f"readlink /proc/{pid}/cwd").strip() == f"{RELEASES}/{name}"


def main():
    if os.geteuid() or missing_programs():
        sys.exit(f"Run it as root. Missing programs: {', '.join(missing_programs()) or 'none'}.")
    CACHE.mkdir(exist_ok=True)
    # SIGTERM also ends the container.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    for postgresql in (False, True):
        if sys.argv[1:] and sys.argv[1] != ("postgresql" if postgresql else "sqlite"):
            continue
        say(f"On {'PostgreSQL' if postgresql else 'SQLite'}")
        with tempfile.TemporaryDirectory(prefix="topcut-install-", dir="/var/tmp") as folder:
            since = time.monotonic()
            test(Path(folder), postgresql)
            say(f"All as it should be, in {time.monotonic() - since:.0f} s")


if __name__ == "__main__":
    main()
