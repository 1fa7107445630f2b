"""Which key goes to which endpoint: each is bound to one address and is sent nowhere else."""

import os
from urllib.parse import urlsplit

from foundation.logic.errors import Refusal
from triage.logic.endpoints import BadEndpoint, Endpoint, read_endpoint

KEYS = "TRIAGE_KEYS"
UNBOUND = "TRIAGE_API_KEY"
NO_KEY = "none"
_PORTS = {"http": 80, "https": 443}
_HOW = f"write {KEYS}=ADDRESS=KEY, such as {KEYS}=https://models.example/v1=secret, blanks between several"


def key_for(endpoint: Endpoint) -> str:
    """The key that is bound to this very address, or "". Raises Refusal where the environment names a key
    and not the endpoint it belongs to; no message repeats a key."""
    if os.environ.get(UNBOUND):
        raise Refusal(
            "unbound_key",
            f"{UNBOUND} does not say which endpoint the key belongs to, so it is sent to none: {_HOW}.",
        )
    return _keys().get(_where(endpoint), "")


def _keys() -> dict[tuple, str]:
    bound = {}
    for number, entry in enumerate(os.environ.get(KEYS, "").split(), start=1):
        address, _, key = entry.partition("=")
        try:
            endpoint = read_endpoint(address)
        except BadEndpoint as error:
            raise _unreadable(number, str(error)) from None
        if not key:
            raise _unreadable(number, "There is no key behind the address.")
        if _where(endpoint) in bound:
            raise _unreadable(number, "This address has a key already.")
        bound[_where(endpoint)] = key
    return bound


def _where(endpoint: Endpoint) -> tuple:
    parts = urlsplit(endpoint.url)
    return parts.scheme, endpoint.host, parts.port or _PORTS[parts.scheme], parts.path


def _unreadable(number: int, reason: str) -> Refusal:
    return Refusal("bad_keys", f"Entry {number} of {KEYS} cannot be used. {reason} So {_HOW}.")
