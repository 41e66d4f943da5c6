"""Django settings, read from the environment; the defaults suit a laptop."""

import contextlib
import os
import sys
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from zoneinfo import ZoneInfo

import environ
import redis
from django import forms
from django.core.management.utils import get_random_secret_key
from jinja2 import StrictUndefined
from redis.backoff import NoBackoff
from redis.retry import Retry

from config import logs
from config.connections import TimeoutConnection
from config.environment import (
    abort_startup,
    parse_bool,
    parse_choice,
    parse_database_url,
    parse_redis_url,
    read,
)
from config.release import read_release, read_version

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = BASE_DIR / "data"

env = environ.Env()
environ.Env.read_env(BASE_DIR / ".env")

TESTING = "pytest" in sys.modules
DEBUG = read("DEBUG", parse_bool, False, "1 or 0")
HTTPS = read("HTTPS", parse_bool, False, "1 or 0")


def laptop_secret():
    """Return this installation's own secret, created once beside its database."""
    secret_file = DATA_DIR / "secret_key"
    if not secret_file.exists():
        new_file = DATA_DIR / f"secret_key.{os.getpid()}"
        try:
            DATA_DIR.mkdir(mode=0o700, exist_ok=True)
            new_file.touch(mode=0o600)
        except OSError as error:
            abort_startup(f"SECRET_KEY is not set, and none can be kept in {DATA_DIR} ({error.strerror}).")
        new_file.write_text(get_random_secret_key())
        # Linking fails if another process was first; then all processes read that one.
        with contextlib.suppress(FileExistsError):
            secret_file.hardlink_to(new_file)
        new_file.unlink()
    return secret_file.read_text()


SECRET_KEY = env("SECRET_KEY", default="") or laptop_secret()
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["127.0.0.1", "localhost", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
# Host of the QR codes' addresses; by default the host of the request.
SITE_URL = env("SITE_URL", default="")
# Number of trusted proxies: so many of the last addresses in X-Forwarded-For count.
PROXIES = read("PROXIES", int, 0, "a number, as in 1")
# Who may sign up: everybody, users with an invitation to an event, or nobody.
SIGN_UP = read(
    "SIGN_UP", parse_choice("open", "invitation", "closed"), "invitation", "open, invitation or closed"
)

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.forms",
    "qsessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "axes",
    "django_tasks",
    "django_tasks_db",
    "tournaments",
]

MIDDLEWARE = [
    "tournaments.web.middleware.limits.HeadMiddleware",
    "tournaments.web.middleware.monitoring.RequestMetricsMiddleware",
    "tournaments.web.middleware.limits.OverloadMiddleware",
    "tournaments.web.middleware.monitoring.RequestLogMiddleware",
    "tournaments.web.middleware.headers.SecurityHeadersMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "tournaments.web.middleware.monitoring.HealthCheckMiddleware",
    "tournaments.web.middleware.limits.ClientIPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "tournaments.web.middleware.headers.CompressionMiddleware",
    "tournaments.web.middleware.errors.DatabaseOutageMiddleware",
    "tournaments.web.middleware.errors.ErrorPagesMiddleware",
    "qsessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "tournaments.web.middleware.limits.AllowedMethodsMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tournaments.web.middleware.headers.SessionActivityMiddleware",
    "tournaments.web.middleware.limits.RateLimitMiddleware",
    "axes.middleware.AxesMiddleware",
    "tournaments.web.middleware.headers.RobotsHeaderMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates", Path(forms.__file__).parent / "jinja2"],
        "OPTIONS": {
            "environment": "tournaments.web.jinja.environment",
            "undefined": StrictUndefined,
            "cache_size": -1,
            "context_processors": [
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
    # For the admin.
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

# Commands may take as long as they need; a phone gives up after ten seconds.
IS_COMMAND = Path(sys.argv[0]).name in ("manage.py", "run.py")
SQLITE = {
    # Opening the file takes longer than most queries.
    "CONN_MAX_AGE": None,
    "OPTIONS": {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA busy_timeout=20000;",
    },
}
POSTGRESQL = {
    # No health check per request: after a restart of the server some requests get a page that retries.
    "CONN_HEALTH_CHECKS": False,
    "OPTIONS": {
        "connect_timeout": 2,
        "tcp_user_timeout": 2000,
        "keepalives_idle": 5,
        "pool": {"min_size": 1, "max_size": 32, "timeout": 2, "reconnect_timeout": 2},
    },
}
if not IS_COMMAND and not TESTING:
    POSTGRESQL["OPTIONS"]["options"] = "-c statement_timeout=6000"
    POSTGRESQL["OPTIONS"]["pool"]["connection_class"] = TimeoutConnection
database = read(
    "DATABASE_URL",
    parse_database_url,
    {"ENGINE": "django.db.backends.sqlite3", "NAME": str(DATA_DIR / "topcut.sqlite3")},
    "the address of a database, as in postgresql://user:password@host/name or sqlite:////path/to/file.sqlite3",
)
if database["ENGINE"].endswith("sqlite3"):
    with contextlib.suppress(OSError):
        Path(database["NAME"]).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    database |= SQLITE
else:
    database |= POSTGRESQL | {"OPTIONS": POSTGRESQL["OPTIONS"] | database.get("OPTIONS", {})}
DATABASES = {"default": database}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CACHE_URL = read("CACHE_URL", parse_redis_url, "", "the address of a Redis, as in redis://host:6379/0")
VERSION, RELEASE = read_version(BASE_DIR), read_release(BASE_DIR)
# Separates sites that share a Redis, and releases during a rolling restart.
CACHE_KEY_PREFIX = sha256(f"{RELEASE} {SECRET_KEY}".encode()).hexdigest()[:16]
LOCAL_MEMORY = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
REDIS = {
    "BACKEND": "django_prometheus.cache.backends.redis.RedisCache",
    "LOCATION": CACHE_URL,
    "OPTIONS": {
        # Without Redis pages are slower.
        "IGNORE_EXCEPTIONS": True,
        "SERIALIZER": "config.connections.SafePickleSerializer",
        "SOCKET_CONNECT_TIMEOUT": 0.25,
        "SOCKET_TIMEOUT": 0.25,
        # Retry once on a closed connection, but not if the server does not answer.
        "CONNECTION_POOL_KWARGS": {"retry": Retry(NoBackoff(), 1, (redis.ConnectionError,))},
    },
}
DJANGO_REDIS_LOG_IGNORED_EXCEPTIONS = True
shared = REDIS if CACHE_URL else LOCAL_MEMORY
CACHES = {
    "default": shared | {"KEY_PREFIX": CACHE_KEY_PREFIX},
    # The requests of each visitor, which must not push out rendered pages.
    "limits": {"OPTIONS": {"MAX_ENTRIES": 20_000}, "LOCATION": "limits"}
    | shared
    | {"KEY_PREFIX": f"{CACHE_KEY_PREFIX}-limits"},
}
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
if TESTING:
    # The default is slow on purpose.
    PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
PASSWORD_RESET_TIMEOUT = 3600

# Limits password guessing: a name is locked for the guessing address for a few minutes, counted in the
# database. So a visitor behind the venue's address cannot lock the organiser out for longer.
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = timedelta(minutes=5)
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_RESET_ON_SUCCESS = True
AXES_CLIENT_IP_CALLABLE = "tournaments.web.middleware.limits.client_ip"
AXES_WHITELIST_CALLABLE = "tournaments.web.middleware.limits.is_known_browser"
AXES_LOCKOUT_CALLABLE = "tournaments.accounts.views.locked_page"
AXES_DISABLE_ACCESS_LOG = True
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False

# Without a mail server mail is printed to the terminal.
TERMINAL = env.email_url_config("consolemail://")
MAIL_SERVER = "a mail server, as in smtp+tls://user:password@host:587"
vars().update(read("EMAIL_URL", env.email_url_config, TERMINAL, MAIL_SERVER))
EMAIL_TIMEOUT = 20
# How many mails to players an event may send, and all events of an account together. Accounts are trusted
# unless everybody can sign up; the admin can say otherwise for each account.
MAILS_PER_HOUR = read("MAILS_PER_HOUR", int, 2_000, "a number, as in 2000")
MAILS_PER_DAY = read("MAILS_PER_DAY", int, 10_000, "a number, as in 10000")
UNTRUSTED_MAILS_PER_HOUR = read("UNTRUSTED_MAILS_PER_HOUR", int, 60, "a number, as in 60")
UNTRUSTED_MAILS_PER_DAY = read("UNTRUSTED_MAILS_PER_DAY", int, 200, "a number, as in 200")
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env("EMAIL_FROM", default="Topcut <topcut@localhost>")
# Whether push messages may go to addresses of the local network, and without TLS: for tests.
LOCAL_ADDRESSES = read("LOCAL_ADDRESSES", parse_bool, False, "1 or 0")

# Slow work is stored as rows and done by `manage.py worker`, in queues (changes/tasks.py).
TASK_QUEUES = ["mail", "chances", "simulations", "default"]
TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend", "QUEUES": TASK_QUEUES}}

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = read("TIME_ZONE", lambda name: ZoneInfo(name).key, "UTC", "a time zone, as in Europe/Rome")
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_ALLOW_ALL_ORIGINS = False
# Every client of a test would read the collected files again.
WHITENOISE_AUTOREFRESH = DEBUG or TESTING
if not DEBUG and not TESTING:
    STORAGES = {
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": "config.static_files.MinifiedStaticFilesStorage"},
    }

LOGS = read("LOGS", parse_choice("json"), "", "json")
LOGGING = logs.configure(LOGS, TESTING)
# Seconds: a poll takes less than a millisecond, a page some tens, pairing 10,000 players a second or two.
PROMETHEUS_LATENCY_BUCKETS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
# Allows reading /metrics from other machines, by "Authorization: Bearer …".
METRICS_TOKEN = env("METRICS_TOKEN", default="")
# As in deploy/nginx/topcut/headers.conf. Browsers would ask for the forbidden features; screens use full
# screen and stay awake.
SECURITY_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; form-action 'self'; "
    "base-uri 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=(), "
    "fullscreen=(self), screen-wake-lock=(self)",
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
# Browsers ignore it over plain http, with a warning.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
SESSION_ENGINE = "qsessions.backends.db"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = ["^healthz$", "^metrics$"]
# No script reads the token of a form from its cookie.
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "tournaments.web.middleware.errors.csrf_failure"
if HTTPS:
    # Other hosts of the same domain cannot set cookies with this prefix.
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
    SECURE_HSTS_SECONDS = read("HSTS_SECONDS", int, 31_536_000, "a number of seconds")
    # Also for the club's other sites, so that only their owner can decide it.
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = read(
        "HSTS_SUBDOMAINS", parse_bool, False, "1 or 0"
    )
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# An event file may be 32 MB; one with a pasted list of 10,000 names is a long form field.
DATA_UPLOAD_MAX_MEMORY_SIZE = 33 * 2**20
# The desk can select all entries of an event in one form.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 21_000
# Limit of whole requests, files included; longer ones are refused unread.
MAX_REQUEST_BYTES = 34 * 2**20

POLL_SECONDS = read("POLL_SECONDS", float, 10.0, "a number of seconds, as in 10")
# Live fragments are served unchanged for this long; tests see each change at once.
FRAGMENT_CACHE_SECONDS = 0 if TESTING else 5
