"""Canonical hashes: the same content gives the same digest on every machine."""

import hashlib
import json


def text_digest(text: str) -> str:
    """SHA-256, in hexadecimal, of the UTF-8 bytes of a text."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def object_digest(value: object) -> str:
    """SHA-256 of a JSON value written with sorted keys and no blanks."""
    return text_digest(json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")))
