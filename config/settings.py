"""Settings of the site, read from the environment; without any, a laptop's."""

import contextlib
import os
import sys
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from zoneinfo import ZoneInfo

import environ
from django.core.management.utils import get_random_secret_key

from config import logs, services

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = BASE_DIR / "data"

env = environ.Env()
environ.Env.read_env(BASE_DIR / ".env")

TESTING = "pytest" in sys.modules
DEBUG = services.told(services.switch, "DEBUG", False, "1 or 0")
HTTPS = services.told(services.switch, "HTTPS", False, "1 or 0")


def laptop_secret():
    """A secret of this copy's own, made once and kept beside its database."""
    kept = DATA_DIR / "secret_key"
    if not kept.exists():
        made = DATA_DIR / f"secret_key.{os.getpid()}"
        try:
            DATA_DIR.mkdir(exist_ok=True)
            made.touch(mode=0o600)
        except OSError as error:
            services.stop(f"SECRET_KEY is not set, and none can be kept in {DATA_DIR} ({error.strerror}).")
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
PROXIES = services.told(int, "PROXIES", 0, "a number, as in 1")
# Who may make an account: "open" to everybody, by "invitation" to an event, or "closed".
SIGN_UP = env("SIGN_UP", default="invitation")
if SIGN_UP not in ("open", "invitation", "closed"):
    services.stop(f"SIGN_UP={SIGN_UP} is none of: open, invitation, closed.")

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "qsessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "template_partials",
    "csp",
    "axes",
    "tournaments",
]

MIDDLEWARE = [
    "tournaments.views.watched.watched",
    "tournaments.views.polls.unchanged",
    "tournaments.views.opened.alike",
    "tournaments.views.headers.everywhere",
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "tournaments.views.probes.answered",
    "tournaments.views.visitors.behind_proxies",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "tournaments.views.outages.passed_by",
    "tournaments.views.errors.in_words",
    "qsessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "tournaments.views.methods.known",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tournaments.views.visitors.seen",
    "tournaments.views.limits.held",
    "axes.middleware.AxesMiddleware",
    "tournaments.views.visibility.as_visible",
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
    # What is shown thousands of times, by `{% kept %}` and `{% compiled %}`: this takes a fifth of the time.
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {"environment": "tournaments.templatetags.rows.environment"},
    },
]

DATABASE_URL = env("DATABASE_URL", default="") or f"sqlite:///{DATA_DIR / 'topcut.sqlite3'}"
DATABASES = {"default": services.database(DATABASE_URL)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CACHE_URL = env("CACHE_URL", default="")
RELEASE = "0.1.0"
# Another site in the same Redis, and another release while hosts are restarted, keep things of their own.
KEPT_BY = sha256(f"{RELEASE} {SECRET_KEY}".encode()).hexdigest()[:16]
CACHES = {
    "default": services.cache(CACHE_URL) | {"KEY_PREFIX": KEPT_BY},
    # What each player's page depends on: a line a phone, which shall not push out what all phones share.
    "phones": services.memory("phones", 10_000),
    # Pages as strangers are sent them, and what surrounds players' own: up to some 50 kB each.
    "pages": services.memory("pages", 200),
}
# What each visitor has asked for lately: a line each, which shall not push out what all share.
limits = CACHES["default"] if CACHE_URL else services.memory("limits", 20_000)
CACHES["limits"] = limits | {"KEY_PREFIX": f"{KEPT_BY}-limits"}
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
AXES_CLIENT_IP_CALLABLE = "tournaments.views.visitors.address_of"
AXES_WHITELIST_CALLABLE = "tournaments.views.accounts.has_been_here"
AXES_LOCKOUT_CALLABLE = "tournaments.views.accounts.locked"
AXES_DISABLE_ACCESS_LOG = True
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False

# Mail goes to the terminal until there is a server for it.
TERMINAL = env.email_url_config("consolemail://")
MAIL_SERVER = "a mail server, as in smtp+tls://user:password@host:587"
vars().update(services.told(env.email_url_config, "EMAIL_URL", TERMINAL, MAIL_SERVER))
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env("EMAIL_FROM", default="Topcut <topcut@localhost>")

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = services.told(
    lambda name: ZoneInfo(name).key, "TIME_ZONE", "UTC", "a time zone, as in Europe/Rome"
)
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


# "json": a line for each request and each fault, for whoever collects them; otherwise a terminal's.
LOGS = env("LOGS", default="")
if LOGS not in logs.KINDS:
    services.stop(f"LOGS={LOGS} is not known: leave it out, or give json.")
LOGGING = logs.configured(LOGS, TESTING)
# What is asked of a shared cache in vain is passed over, counted, and said now and then.
DJANGO_REDIS_LOG_IGNORED_EXCEPTIONS = True
# Who may read /metrics from elsewhere than this machine, by "Authorization: Bearer …".
METRICS_TOKEN = env("METRICS_TOKEN", default="")
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
# Over plain http a browser only complains of it on the console.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
SESSION_ENGINE = "qsessions.backends.db"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = ["^healthz$", "^metrics$"]
# No script reads the token of a form from its cookie.
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "tournaments.views.errors.too_old"
if HTTPS:
    # Such a name no other host of the same domain can set a cookie by.
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
    SECURE_HSTS_SECONDS = services.told(int, "HSTS_SECONDS", 31_536_000, "a number of seconds")
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = True
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# An event file may be 32 MB; one with a pasted list of 10,000 names is a long form field.
DATA_UPLOAD_MAX_MEMORY_SIZE = 33 * 2**20
# The longest of all requests, files included; a longer one is refused unread.
LONGEST_REQUEST = 34 * 2**20

POLL_SECONDS = services.told(float, "POLL_SECONDS", 10.0, "a number of seconds, as in 10")
# Who polls is told the state of at most so many seconds ago, and of so many times what it took this process
# to work out a change of the event: of several that change all the time each takes a 120th of it.
LAG_SECONDS, LAG_TIMES = 0 if TESTING else 20, 120
