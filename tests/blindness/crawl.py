"""Every address of the product, asked in every way, as one person."""

import json
import re
import uuid
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass

from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

# what may differ between two looks at the same thing: tokens and clock readings, by their names
MASKED = [
    re.compile(rb'(?<=name="csrfmiddlewaretoken" value=")[A-Za-z0-9]+'),
    re.compile(rb'(?<=name="csrf-token" content=")[A-Za-z0-9]+'),
    re.compile(rb'(?<="session_ends": ")[^"]+'),
    re.compile(rb'(?<="saved_at": ")[^"]+'),
    re.compile(rb'(?<="saved_at":")[^"]+'),
    re.compile(rb'(?<="csrf": ")[^"]+'),
]
MASKED_HEADERS = {"Set-Cookie", "Date", "Expires"}


@dataclass(frozen=True)
class Address:
    """One pattern of the URL configuration: its route and the names of what it needs."""

    route: str
    needs: tuple[str, ...]

    def filled(self, values: dict[str, str]) -> str:
        return "/" + re.sub(r"<(?:[^>:]+:)?([^>]+)>", lambda part: values[part[1]], self.route)


def addresses(resolver: URLResolver | None = None, prefix: str = "") -> Iterator[Address]:
    """All addresses, from the URL configuration itself: a new one is crawled from its first day."""
    for entry in (resolver or get_resolver()).url_patterns:
        route = prefix + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from addresses(entry, route)
        elif isinstance(entry, URLPattern):
            yield Address(route, tuple(entry.pattern.converters))


def crawl(client: Client, samples: dict[str, list[str]], *, reading_only: bool = False) -> dict[str, bytes]:
    """The full answers, masked, by method and address. Nothing that a request changes stays."""
    answers = {}
    for address in addresses():
        for values in combinations(address, samples):
            url = address.filled(values)
            for method, body in [("GET", None)] if reading_only else requests():
                name = f"{method} {url} {body!r}"
                with transaction.atomic():
                    answers[name] = _asked(client, method, url, body)
                    transaction.set_rollback(True)
    return answers


def combinations(address: Address, samples: dict[str, list[str]]) -> Iterator[dict[str, str]]:
    """Every value of the first needed name that varies; a name without a sample is a KeyError."""
    chosen = {name: samples[name][0] for name in address.needs}
    yield chosen
    for name in address.needs:
        for value in samples[name][1:]:
            yield chosen | {name: value}


def requests() -> list[tuple[str, str | None]]:
    return [
        ("GET", None),
        ("HEAD", None),
        ("OPTIONS", None),
        ("POST", "{}"),
        ("POST", None),
        ("PUT", '{"version": 0, "label": "Unrelated", "spans": []}'),
        ("POST", '{"version": 0, "label": "Related", "spans": [[0, 5, "Chief"]], "rationale": "x"}'),
        ("PATCH", "{}"),
        ("DELETE", None),
    ]


def _asked(client: Client, method: str, url: str, body: str | None) -> bytes:
    named = {"data": body or "", "content_type": "application/json" if body else "text/plain"}
    signed_in = deepcopy(client.cookies)
    answer = client.generic(method, url, **named)
    client.cookies = signed_in
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    for pattern in MASKED:
        content = pattern.sub(b"masked", content)
    headers = {name: value for name, value in answer.items() if name not in MASKED_HEADERS}
    return f"{answer.status_code} {json.dumps(headers, sort_keys=True)}\n".encode() + content


def fixed_id(name: str) -> uuid.UUID:
    """The same random-looking id in both worlds."""
    return uuid.uuid5(uuid.NAMESPACE_OID, name)
