"""What words a database can store."""

import re

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


LONGEST_NAME = 150


def short_name(name: str) -> str:
    """The end of a file's name in so few bytes that every file system takes it."""
    return name.encode("utf-8", "ignore")[-LONGEST_NAME:].decode("utf-8", "ignore")


def is_storable(words: str) -> bool:
    """No NUL and no half of a character: PostgreSQL takes neither, SQLite not the second."""
    return _UNSTORABLE.search(words) is None
