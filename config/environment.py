"""Read settings from the environment, loudly: a value that cannot be understood stops the start."""

import os
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

# recursive triggers: REPLACE deletes the row in its way, and only then do triggers on deleting see it
_SQLITE_PRAGMAS = ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "recursive_triggers=ON")
SQLITE_INIT = " ".join(f"PRAGMA {pragma};" for pragma in _SQLITE_PRAGMAS)


def text(name: str, default: str | None = None) -> str:
    """The variable's value; without one and without a default the start is refused."""
    value = os.environ.get(name, default)
    if value is None:
        raise ImproperlyConfigured(f"{name} must be set in the environment")
    return value


def flag(name: str, default: bool = False) -> bool:
    """True for 1/true/yes/on, False for 0/false/no/off, anything else is refused."""
    raw = os.environ.get(name, "").strip().lower()
    if raw == "":
        return default
    if raw in {"1", "true", "yes", "on"}:
        return True
    if raw in {"0", "false", "no", "off"}:
        return False
    raise ImproperlyConfigured(f"{name} must be 1 or 0, not {raw!r}")


def integer(name: str, default: int) -> int:
    """A whole number."""
    raw = os.environ.get(name, "").strip()
    try:
        return int(raw) if raw else default
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {raw!r}") from error


def words(name: str, default: str = "") -> list[str]:
    """A comma-separated list without empty parts."""
    return [part.strip() for part in os.environ.get(name, default).split(",") if part.strip()]


def database(url: str, conn_max_age: int = 60) -> dict:
    """Django's settings for `sqlite:///path` (relative to the caller's folder, or absolute with four
    slashes) or `postgres://user:password@host:port/name?option=value`."""
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        return _sqlite(url)
    if parts.scheme in {"postgres", "postgresql"}:
        options = dict(parse_qsl(parts.query))
        host = options.pop("host", None) or (unquote(parts.hostname) if parts.hostname else "")
        return {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": unquote(parts.path.lstrip("/")),
            "USER": unquote(parts.username or ""),
            "PASSWORD": unquote(parts.password or ""),
            "HOST": host,
            "PORT": str(parts.port or ""),
            "OPTIONS": options,
            "CONN_MAX_AGE": conn_max_age,
            "CONN_HEALTH_CHECKS": True,
        }
    raise ImproperlyConfigured("DATABASE_URL must begin with sqlite:/// or postgres://")


def _sqlite(url: str) -> dict:
    name = unquote(url.removeprefix("sqlite://")).split("?")[0]
    path = Path(name[1:]) if name.startswith("/") else Path(name)
    if not str(path) or str(path) == ".":
        raise ImproperlyConfigured("DATABASE_URL names no file: sqlite:///folder/file.sqlite3")
    path = path.absolute()
    path.parent.mkdir(parents=True, exist_ok=True)
    return {
        "ENGINE": "config.sqlite",
        "NAME": path,
        "OPTIONS": {"transaction_mode": "IMMEDIATE", "timeout": 60, "init_command": SQLITE_INIT},
        "CONN_MAX_AGE": 0,
        "TEST": {"NAME": path.with_name(path.stem + ".test.sqlite3")},
    }
