"""The names under which requests travel through a batch service and back."""

from dataclasses import dataclass

LONGEST_ID = 64


@dataclass(frozen=True)
class Asked:
    """Which vote an answer is. `pair_id` is there where (task_id, code) did not fit."""

    stage: int
    vote: int
    task_id: str
    code: str
    pair_id: str
    prompt_version: str


def custom_id(stage: int, vote: int, task_id: str, code: str, pair_id: str, prompt_version: str) -> str:
    """A name of at most 64 characters that `read_custom_id` takes apart again."""
    readable = "|".join((str(stage), str(vote), task_id, code, prompt_version))
    if len(readable) <= LONGEST_ID and readable.count("|") == 4:
        return readable
    return "|".join((str(stage), str(vote), pair_id, prompt_version))


def read_custom_id(name: str) -> Asked | None:
    """What the name says, or None if it is none of ours."""
    parts = name.split("|")
    if (
        len(parts) not in (4, 5)
        or parts[0] not in ("1", "2")
        or not (parts[1].isascii() and parts[1].isdigit())
    ):
        return None
    stage, vote, version = int(parts[0]), int(parts[1]), parts[-1]
    if len(parts) == 5:
        return Asked(stage, vote, parts[2], parts[3], "", version)
    return Asked(stage, vote, "", "", parts[2], version)
