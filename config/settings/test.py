"""Settings for the tests: the same product, quick password hashes, plain static files."""

import os

os.environ.setdefault("SECRET_KEY", "only-for-tests-" + "x" * 40)

from config.settings.base import *  # noqa: F403
from config.settings.base import DATABASES, INSTALLED_APPS, STORAGES

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# live_server serves no manifest: hashed names would be 404 there
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
# live_server looks for the app under this name to serve static files at all
INSTALLED_APPS = [
    "django.contrib.staticfiles" if app == "config.staticfiles.OwnStaticFiles" else app
    for app in INSTALLED_APPS
]
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "testserver"]
TASKS = {"default": {"BACKEND": "django_tasks.backends.immediate.ImmediateBackend"}}
AXES_ENABLED = False
LOGGING_CONFIG = None
# nothing is collected for a test; without this each start warns of the missing folder
WHITENOISE_AUTOREFRESH = WHITENOISE_USE_FINDERS = True
# a connection that a live server's thread kept would hold the test database open at the end
DATABASES["default"]["CONN_MAX_AGE"] = 0
