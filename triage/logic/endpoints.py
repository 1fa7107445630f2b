"""Which addresses notes may be sent to: this machine, and those whose keeper attested to keep nothing."""

import ipaddress
from dataclasses import dataclass
from urllib.parse import urlsplit


class BadEndpoint(ValueError):
    """An address that no request may go to; the message says why."""


@dataclass(frozen=True)
class Endpoint:
    """A checked address: `url` without a trailing slash, `host` in lower case."""

    url: str
    host: str
    is_local: bool


def read_endpoint(address: str) -> Endpoint:
    """Take an address apart. Raises BadEndpoint for what is no plain http(s) address, and for an address of
    another machine that is not encrypted."""
    try:
        parts = urlsplit(address.strip())
        host, _ = parts.hostname, parts.port
    except ValueError as error:
        raise BadEndpoint("This is not an address.") from error
    if parts.scheme not in ("http", "https") or not host:
        raise BadEndpoint("An endpoint is an http or https address such as http://127.0.0.1:8080/v1.")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise BadEndpoint("An endpoint holds no user name, password, query or fragment.")
    local = is_loopback(host)
    if not local and parts.scheme != "https":
        raise BadEndpoint("Notes leave this machine only encrypted: name an https address.")
    return Endpoint(address.strip().rstrip("/"), host.lower(), local)


def is_loopback(host: str) -> bool:
    """Whether a host can be no other machine; a name that merely looks it up elsewhere is not trusted."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
