"""Results of the tools in words: short tables for a terminal."""

_HEADLINES = ("precision", "recall", "f1", "specificity", "mcc", "kappa")
_EVIDENCE = ("recall", "precision", "f1", "sentences_returned", "token_f1")


def figure(value: float | None) -> str:
    """A figure with four places, or a dash where it is undefined."""
    return "-" if value is None else f"{value:.4f}"


def p_value(value: float | None) -> str:
    """A p value with four places; one that would round to nothing is named as smaller."""
    return "< 0.0001" if value is not None and value < 0.00005 else figure(value)


def _of_track(row: dict, name: str) -> str:
    """A figure of a track; a count of failures has no places."""
    counted = row["figure"].rpartition(":")[2].startswith("failures.")
    return f"{row[name]:g}" if counted and row[name] is not None else figure(row[name])


def _with_interval(group: dict, name: str) -> str:
    ends = group.get("ci", {}).get(name)
    shown = f" [{figure(ends[0])}, {figure(ends[1])}]" if ends else ""
    return f"{name:<20}{figure(group[name])}{shown}"


def describe_refusal(found: dict) -> str:
    """What went wrong, with its first places."""
    lines = [f"Refused ({found['error']}): {found['message']}"]
    for error in found.get("errors", [])[:10]:
        column = f", column {error['column']}" if error["column"] else ""
        lines.append(f"  {error['file']}, line {error['line']}{column}: {error['reason']}")
    return "\n".join(lines)


def describe_score(found: dict) -> str:
    """The headlines of a score."""
    concept, evidence = found["concept"], found["evidence"]
    counts = " ".join(f"{name} {concept[name]}" for name in ("tp", "fp", "fn", "tn"))
    lines = [
        f"{found['system']} on {found['release']}: {found['n']} pairs, {found['missing']} missing",
        counts,
    ]
    lines += ["", "A. Concept verification", *(_with_interval(concept, name) for name in _HEADLINES)]
    lines += [
        "",
        f"B. Evidence, {evidence['cases']} cases",
        *(_with_interval(evidence, name) for name in _EVIDENCE),
    ]
    lines += ["", f"{'Baseline':<20}{'concept F1':<14}evidence recall"]
    for name, made in found["baselines"].items():
        if made is not None:
            lines.append(f"{name:<20}{figure(made['f1']):<14}{figure(made['evidence_recall'])}")
    if found["failures"]:
        lines += ["", "Failures"] + [f"{row['bucket']:<20}{row['n']}" for row in found["failures"]]
    if found["comparison"]:
        lines += ["", *comparison(found["comparison"])]
    if found["gate"]:
        lines += ["", *gate(found["gate"])]
    if found["warnings"]:
        lines += ["", *(f"Warning: {warning}" for warning in found["warnings"])]
    return "\n".join(lines)


def comparison(row: dict) -> list[str]:
    """Two lines: by how much, and how surely."""
    ends = row["ci"]
    shown = f" [{figure(ends[0])}, {figure(ends[1])}]" if ends else ""
    return [
        f"Against {row['against']}: F1 difference {figure(row['f1_difference'])}{shown}",
        f"Only this right {row['only_this_right']}, only the other {row['only_other_right']}, "
        f"McNemar p {p_value(row['mcnemar_p'])}",
    ]


def gate(judged: dict) -> list[str]:
    """Three columns: what is reported in public, what this gate says, where the system fails."""
    verdict = "passed" if judged["passed"] else "failed"
    lines = [f"Gate {judged['version']}: {verdict}", f"{'public':<10}{'here':<10}{'threshold':<12}verdict"]
    for row in judged["tracks"]:
        sign = "<=" if row["at_most"] else ">="
        passed = "passed" if row["passed"] else ("VETO" if row["veto"] else "failed")
        threshold = f"{sign} {row['threshold']:g}"
        public, value = _of_track(row, "public"), _of_track(row, "value")
        lines.append(f"{public:<10}{value:<10}{threshold:<12}{passed:<8}{row['name']}")
    top = ", ".join(f"{row['bucket']} {row['n']}" for row in judged["failures"])
    return [*lines, f"Top failures: {top or 'none'}"]


def describe_verify(found: dict) -> str:
    """Every problem on its own line."""
    if found["ok"]:
        return "Every byte and every row is as it was frozen."
    return "\n".join([f"{len(found['problems'])} problems", *found["problems"]])


def describe_rehydrate(found: dict) -> str:
    """How many rows were written, and which notes are not what they were."""
    lines = [f"{found['rows']} rows"]
    lines += [f"changed note, its rows left out: {note}" for note in found["changed_notes"]]
    lines += [f"missing note, its rows left out: {note}" for note in found["missing_notes"]]
    return "\n".join(lines)


def describe_baseline(found: dict) -> str:
    """How many rows were written."""
    return f"{found['rows']} rows"
