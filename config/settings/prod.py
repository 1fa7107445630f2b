"""Settings for a server: everything secret comes from the environment, only encrypted connections."""

from config import environment

environment.text("SECRET_KEY")
environment.text("DATABASE_URL")
environment.text("ALLOWED_HOSTS")

from config.settings.base import *  # noqa: E402, F403

DEBUG = False
SECURE_SSL_REDIRECT = environment.flag("SECURE_SSL_REDIRECT", True)
SECURE_PROXY_SSL_HEADER = (
    ("HTTP_X_FORWARDED_PROTO", "https") if environment.flag("BEHIND_PROXY", True) else None
)
SECURE_HSTS_SECONDS = environment.integer("HSTS_SECONDS", 31_536_000)
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
