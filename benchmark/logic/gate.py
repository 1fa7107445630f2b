"""A gate: thresholds in a TOML file that a score passes or fails. No total can buy back a veto.

version = "1.0"
needed = 2                      # how many tracks that are no vetoes must pass; default: all

[[track]]
name = "Concept F1"
figure = "concept.f1"           # a path in the score; or one of a stratum, see below
at_least = 0.60                 # or at_most
bound = "lower"                 # optional: compare the interval's lower or upper end
public = 0.59                   # optional: the figure reported in public, shown beside

[[track]]
name = "Implicit evidence"
stratum = { by = "support", value = "implicit" }
figure = "evidence.recall"
at_least = 0.40

[[track]]
name = "Ruled-out diagnoses called present"
figure = "failures.ruled_out"   # how many pairs are in a failure bucket, 0 where it is empty
at_most = 0
veto = true
"""

from dataclasses import dataclass

from benchmark.logic.failures import BUCKETS
from foundation.logic.errors import Refusal

_TRACK_KEYS = frozenset({"name", "figure", "stratum", "at_least", "at_most", "bound", "public", "veto"})


@dataclass(frozen=True)
class Track:
    """One threshold on one figure."""

    name: str
    figure: str
    threshold: float
    at_most: bool
    veto: bool
    bound: str
    public: float | None
    stratum: tuple[str, str] | None


@dataclass(frozen=True)
class Gate:
    """The tracks of one version of a gate."""

    version: str
    needed: int
    tracks: tuple[Track, ...]


def parse_gate(source: str) -> Gate:
    """Read a gate. Raises Refusal (unusable_gate) for anything that is not one."""
    try:
        import tomllib
    except ImportError:
        raise Refusal("unusable_gate", "A gate needs Python 3.11 or newer") from None
    try:
        content = tomllib.loads(source)
    except (tomllib.TOMLDecodeError, RecursionError) as bad:
        raise Refusal("unusable_gate", f"The gate is not TOML: {bad}") from None
    unknown = sorted(content.keys() - {"version", "needed", "track"})
    rows = content.get("track")
    if unknown or not isinstance(rows, list) or not rows:
        raise Refusal("unusable_gate", "A gate has version, needed and one [[track]] or more, nothing else")
    tracks = tuple(_track(row, number) for number, row in enumerate(rows, 1))
    free = sum(not track.veto for track in tracks)
    needed = content.get("needed", free)
    if type(needed) is not int or not 0 <= needed <= free:
        raise Refusal("unusable_gate", f"needed must be a whole number from 0 to {free}")
    return Gate(str(content.get("version", "")), needed, tracks)


def _track(row: object, number: int) -> Track:
    def refuse(reason: str) -> Refusal:
        return Refusal("unusable_gate", f"Track {number}: {reason}")

    if not isinstance(row, dict) or row.keys() - _TRACK_KEYS:
        raise refuse(f"only {', '.join(sorted(_TRACK_KEYS))} are known")
    figure, stratum = row.get("figure"), row.get("stratum")
    if not isinstance(figure, str) or "." not in figure:
        raise refuse("figure must be a path such as concept.f1")
    if ("at_least" in row) == ("at_most" in row):
        raise refuse("give one of at_least and at_most")
    threshold = row.get("at_least", row.get("at_most"))
    public = row.get("public")
    if not _is_number(threshold) or not (public is None or _is_number(public)):
        raise refuse("a threshold is a number")
    if row.get("bound", "") not in ("", "lower", "upper") or not isinstance(row.get("veto", False), bool):
        raise refuse("bound is lower or upper, veto is true or false")
    if stratum is not None and (
        not isinstance(stratum, dict) or not all(isinstance(stratum.get(key), str) for key in ("by", "value"))
    ):
        raise refuse("a stratum has by and value")
    return Track(
        name=str(row.get("name", figure)),
        figure=figure,
        threshold=threshold,
        at_most="at_most" in row,
        veto=row.get("veto", False),
        bound=row.get("bound", ""),
        public=public,
        stratum=(stratum["by"], stratum["value"]) if stratum else None,
    )


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def judge(gate: Gate, score: dict) -> dict:
    """The verdict on a score. A figure that is null fails; a path that no score has is unusable.

    Every track carries the public comparison where one was given; `failures` names the largest buckets.
    """
    tracks = [_judge_track(track, score) for track in gate.tracks]
    vetoed = any(row["veto"] and not row["passed"] for row in tracks)
    reached = sum(row["passed"] for row in tracks if not row["veto"])
    top = [{"bucket": row["bucket"], "n": row["n"]} for row in score["failures"][:5]]
    return {
        "passed": not vetoed and reached >= gate.needed,
        "version": gate.version,
        "tracks": tracks,
        "failures": top,
    }


def _judge_track(track: Track, score: dict) -> dict:
    value = _figure(track, score)
    if value is None:
        passed = False
    else:
        passed = value <= track.threshold if track.at_most else value >= track.threshold
    shown = f"{track.stratum[0]}={track.stratum[1]}:{track.figure}" if track.stratum else track.figure
    return {
        "name": track.name,
        "figure": shown,
        "value": value,
        "threshold": track.threshold,
        "passed": passed,
        "veto": track.veto,
        "at_most": track.at_most,
        "bound": track.bound or None,
        "public": track.public,
    }


def _figure(track: Track, score: dict) -> float | None:
    section, _, name = track.figure.partition(".")
    holder = score if track.stratum is None else _stratum(track, score)
    if holder is None:
        return None
    if section == "failures" and track.stratum is None and name in BUCKETS:
        return next((row["n"] for row in score["failures"] if row["bucket"] == name), 0)
    group = holder.get(section, ...)
    if group is None:
        return None
    if not isinstance(group, dict) or name not in group or isinstance(group[name], dict | str):
        raise Refusal("unusable_gate", f"No score has the figure {track.figure}")
    if not track.bound:
        return group[name] if not isinstance(group[name], list) else None
    ends = _ends(section, name, group)
    return None if ends is None else ends[0 if track.bound == "lower" else 1]


def _ends(section: str, name: str, group: dict) -> list[float] | None:
    if section == "comparison":
        return group["ci"] if name == "f1_difference" else group["evidence_ci"]
    return (group.get("ci") or {}).get(name)


def _stratum(track: Track, score: dict) -> dict | None:
    by, value = track.stratum
    return next((row for row in score["strata"] if (row["by"], row["value"]) == (by, value)), None)
