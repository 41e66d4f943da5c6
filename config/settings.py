"""Settings of the site, read from the environment; without any, a laptop's."""

import contextlib
import logging
import os
import sys
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from zoneinfo import ZoneInfo

import environ
import redis
from django.core.management.utils import get_random_secret_key
from redis.backoff import NoBackoff
from redis.retry import Retry

from config import logs
from config.connections import TimeoutConnection
from config.environment import parse_bool, parse_choice, parse_database_url, parse_redis_url, read, stop

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = BASE_DIR / "data"

env = environ.Env()
environ.Env.read_env(BASE_DIR / ".env")

TESTING = "pytest" in sys.modules
DEBUG = read("DEBUG", parse_bool, False, "1 or 0")
HTTPS = read("HTTPS", parse_bool, False, "1 or 0")


def laptop_secret():
    """A secret of this copy's own, made once and kept beside its database."""
    kept = DATA_DIR / "secret_key"
    if not kept.exists():
        made = DATA_DIR / f"secret_key.{os.getpid()}"
        try:
            DATA_DIR.mkdir(exist_ok=True)
            made.touch(mode=0o600)
        except OSError as error:
            stop(f"SECRET_KEY is not set, and none can be kept in {DATA_DIR} ({error.strerror}).")
        made.write_text(get_random_secret_key())
        # Linking fails where another process was first, so that all of them read the same one.
        with contextlib.suppress(FileExistsError):
            kept.hardlink_to(made)
        made.unlink()
    return kept.read_text()


SECRET_KEY = env("SECRET_KEY", default="") or laptop_secret()
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["127.0.0.1", "localhost", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
# Where QR codes lead; without it, to the host by which their page was opened.
SITE_URL = env("SITE_URL", default="")
# How many proxies stand before the site: so many of the last addresses in X-Forwarded-For are to be believed.
PROXIES = read("PROXIES", int, 0, "a number, as in 1")
# Who may make an account: "open" to everybody, by "invitation" to an event, or "closed".
SIGN_UP = read(
    "SIGN_UP", parse_choice("open", "invitation", "closed"), "invitation", "open, invitation or closed"
)

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "qsessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
    "axes",
    "tournaments",
]

MIDDLEWARE = [
    "tournaments.views.middleware.methods.HeadMiddleware",
    "tournaments.views.middleware.request_log.RequestLogMiddleware",
    "tournaments.views.middleware.metrics.RequestMetricsMiddleware",
    "tournaments.views.middleware.headers.SecurityHeadersMiddleware",
    "django_permissions_policy.PermissionsPolicyMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "tournaments.views.middleware.health.HealthCheckMiddleware",
    "tournaments.views.middleware.client_ip.ClientIPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "tournaments.views.middleware.database_errors.passed_by",
    "tournaments.views.middleware.errors.in_words",
    "qsessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "tournaments.views.middleware.methods.known",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tournaments.views.middleware.sessions.SessionActivityMiddleware",
    "tournaments.views.middleware.rate_limits.held",
    "axes.middleware.AxesMiddleware",
    "tournaments.views.middleware.robots.as_visible",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
    # Lists of hundreds of rows (files that end in .jinja): this takes a fifth of the time.
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {"environment": "tournaments.views.http.jinja.environment"},
    },
]

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
    # No health check for each request: after a restart of the server some get a page that asks again.
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
        Path(database["NAME"]).parent.mkdir(parents=True, exist_ok=True)
    database |= SQLITE
else:
    database |= POSTGRESQL | {"OPTIONS": POSTGRESQL["OPTIONS"] | database.get("OPTIONS", {})}
DATABASES = {"default": database}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CACHE_URL = read("CACHE_URL", parse_redis_url, "", "the address of a Redis, as in redis://host:6379/0")
RELEASE = "0.1.0"
# Another site in the same Redis, and another release while hosts are restarted, have keys of their own.
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
        # Once more for a connection that the server has forgotten, but not for a server that is silent.
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
    # Made to be slow, which tests that sign in again and again need not be.
    PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
PASSWORD_RESET_TIMEOUT = 3600

# Who guesses passwords: a name is locked from the address that has guessed, for a few minutes, counted in the
# database. Someone who merely sits in the same hall cannot keep the organiser out for longer than that.
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = timedelta(minutes=5)
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_RESET_ON_SUCCESS = True
AXES_CLIENT_IP_CALLABLE = "tournaments.views.middleware.client_ip.client_ip"
AXES_WHITELIST_CALLABLE = "tournaments.views.accounts.accounts.has_been_here"
AXES_LOCKOUT_CALLABLE = "tournaments.views.accounts.accounts.locked"
AXES_DISABLE_ACCESS_LOG = True
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False

# Mail goes to the terminal until there is a server for it.
TERMINAL = env.email_url_config("consolemail://")
MAIL_SERVER = "a mail server, as in smtp+tls://user:password@host:587"
vars().update(read("EMAIL_URL", env.email_url_config, TERMINAL, MAIL_SERVER))
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env("EMAIL_FROM", default="Topcut <topcut@localhost>")

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = read("TIME_ZONE", lambda name: ZoneInfo(name).key, "UTC", "a time zone, as in Europe/Rome")
USE_I18N = True
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
        "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
    }

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "frame-ancestors": ["'none'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
    }
}


LOGS = read("LOGS", parse_choice("json"), "", "json")
LOGGING = logs.configure(LOGS, TESTING)
DJANGO_STRUCTLOG_IP_LOGGING_ENABLED = False
DJANGO_STRUCTLOG_USER_ID_FIELD = ""
DJANGO_STRUCTLOG_STATUS_4XX_LOG_LEVEL = logging.INFO
DJANGO_STRUCTLOG_STATUS_START_LOG_LEVEL = logging.DEBUG
# RequestLogMiddleware removes the ids of others than our own proxy.
DJANGO_STRUCTLOG_TRUST_UPSTREAM_REQUEST_ID = True
# Seconds: a poll takes less than a millisecond, a page some tens, pairing 10,000 players a second or two.
PROMETHEUS_LATENCY_BUCKETS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
# Who may read /metrics from elsewhere than this machine, by "Authorization: Bearer …".
METRICS_TOKEN = env("METRICS_TOKEN", default="")
# A screen may fill the wall and stay awake. Named is what a browser would ask its owner for.
FORBIDDEN_FEATURES = ("camera", "display-capture", "geolocation", "microphone", "payment", "usb")
PERMISSIONS_POLICY = dict.fromkeys(FORBIDDEN_FEATURES, ()) | {
    "fullscreen": "self",
    "screen-wake-lock": "self",
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
# Over plain http a browser only complains of it on the console.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
SESSION_ENGINE = "qsessions.backends.db"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = ["^healthz$", "^metrics$"]
# No script reads the token of a form from its cookie.
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "tournaments.views.middleware.errors.too_old"
if HTTPS:
    # Such a name no other host of the same domain can set a cookie by.
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
    SECURE_HSTS_SECONDS = read("HSTS_SECONDS", int, 31_536_000, "a number of seconds")
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = True
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# An event file may be 32 MB; one with a pasted list of 10,000 names is a long form field.
DATA_UPLOAD_MAX_MEMORY_SIZE = 33 * 2**20
# The longest of all requests, files included; a longer one is refused unread.
LONGEST_REQUEST = 34 * 2**20

POLL_SECONDS = read("POLL_SECONDS", float, 10.0, "a number of seconds, as in 10")
# For so long a live fragment is served as it is, whatever changed meanwhile; tests see each change at once.
FRAGMENT_CACHE_SECONDS = 0 if TESTING else 5
