# shellcheck shell=sh disable=SC2034
# What deploy/install and deploy/upgrade have in common: places, names, and their steps. POSIX sh, for root.
set -eu
# Root's own umask may hide files from the user topcut.
umask 022

# Each release has a folder in $root/releases, and $root/current is a link to the one that runs. $root/static holds
# the static files of the last two. While $root/away exists, nginx answers with its page away.html.
root=/srv/topcut
state=/var/lib/topcut
backups=$state/backups
settings=/etc/topcut.env
sites=/etc/nginx/topcut
workers="topcut-worker@mail topcut-worker@chances topcut-worker@simulations"
timers="topcut-daily.timer topcut-backup.timer"

dry_run=false

step() {
    printf '\n%s\n' "$*"
}

fail() {
    printf '\n%s\n' "$*" >&2
    exit 1
}

# Print a command and run it. No secret is ever an argument of a program, which every user could read.
run() {
    printf '    %s\n' "$*"
    $dry_run || "$@"
}

# write FILE MODE GROUP: standard input becomes the file.
write() {
    printf '    write %s\n' "$1"
    if $dry_run; then
        cat >/dev/null
    else
        install --mode="$2" --group="$3" /dev/stdin "$1"
    fi
}

require_root() {
    $dry_run || [ "$(id -u)" = 0 ] || fail "Run it as root."
}

# manage RELEASE COMMAND…: run manage.py of a release with the site's settings, as the user topcut.
manage() {
    folder=$1
    shift
    run env --chdir="$folder" runuser --user=topcut -- .venv/bin/python manage.py "$@"
}

read_setting() {
    sed -n "s/^$1=//p" "$settings" 2>/dev/null || true
}

uses_postgresql() {
    case $(read_setting DATABASE_URL) in
        postgres*) true ;;
        *) false ;;
    esac
}

# install_release SOURCE RELEASE: fill a release's folder, from an archive or from a commit (CLONE#COMMIT). Nothing
# that runs is touched, and a folder that is complete stays as it is.
install_release() {
    if [ -e "$2/.complete" ]; then
        echo "    $2 is complete."
        return
    fi
    run rm -rf "$2"
    run mkdir -p "$2"
    case $1 in
        *#*) run sh -c "git -C '${1%#*}' archive '${1##*#}' | tar --extract --directory='$2'" ;;
        *)
            # Some archives have one folder around everything.
            strip=1
            if tar --list --file="$1" | grep -q '^\(\./\)\?manage\.py$'; then
                strip=0
            fi
            run tar --extract --file="$1" --directory="$2" --strip-components=$strip --no-same-owner
            ;;
    esac
    # manage.py reads its settings there.
    run ln -s "$settings" "$2/.env"
    run make --silent --directory="$2" install
    run "$2/.venv/bin/python" -m compileall -q "$2/config" "$2/tournaments"
    run "$2/.venv/bin/python" "$2/manage.py" collectstatic --no-input --verbosity=0
    run touch "$2/.complete"
}

# share_static RELEASE…: nginx serves the files of these releases and no others. They are links to the releases' own
# files and take no space. The last release has the last word about files without a hash in their names.
share_static() {
    run mkdir -p "$root/static"
    for folder in "$@"; do
        run cp --recursive --link --force "$folder/staticfiles/." "$root/static/"
    done
    if $dry_run; then
        return
    fi
    (cd "$root/static" && find . -type f) | while read -r file; do
        is_used=false
        for folder in "$@"; do
            [ ! -e "$folder/staticfiles/$file" ] || is_used=true
        done
        $is_used || rm "$root/static/$file"
    done
}

# use_release RELEASE: make it the current one, with its units and its part of nginx's files. Nothing is restarted.
use_release() {
    run ln --symbolic --force --no-dereference "$1" "$root/current.new" &&
        run mv --no-target-directory "$root/current.new" "$root/current" &&
        run cp --recursive "$1/deploy/systemd/." /etc/systemd/system/ &&
        run systemctl daemon-reload &&
        run cp "$1/deploy/nginx/nginx.conf" /etc/nginx/nginx.conf &&
        run cp "$1/deploy/nginx/topcut/headers.conf" "$1/deploy/nginx/topcut/limits.conf" "$sites/"
}

reload_nginx() {
    run nginx -t -q && run systemctl reload-or-restart nginx
}

# wait_for_health PORT: until the service there has its database, with all migrations.
wait_for_health() {
    run curl --silent --show-error --fail --retry 30 --retry-delay 1 --retry-all-errors --max-time 10 \
        --output /dev/null "http://127.0.0.1:$1/healthz"
}

# start_services POSTGRESQL: on SQLite one service answers everything.
start_services() {
    run systemctl enable --now --quiet topcut-desk.socket topcut@desk
    wait_for_health 8000
    if $1; then
        run systemctl enable --now --quiet topcut-public.socket topcut@public
        wait_for_health 8001
    fi
}

start_workers() {
    # shellcheck disable=SC2086
    run systemctl enable --now --quiet $workers $timers
}

# check_site HOSTNAME: ask for its health as visitors do, through nginx.
check_site() {
    run curl --silent --show-error --fail --insecure --retry 10 --retry-delay 1 --retry-all-errors --max-time 20 --output /dev/null \
        --resolve "$1:443:127.0.0.1" "https://$1/healthz"
}
