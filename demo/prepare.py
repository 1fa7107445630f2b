"""Cut the demo's files out of a copy of CodiEsp v4.

    python demo/prepare.py CODIESP/dev ICD10CM_CODES.csv

The second file has the columns code_dot and billable. Texts and codes are taken as they are; stays get
invented numbers. See demo/ATTRIBUTION.md.
"""

import csv
import json
import sys
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).resolve().parent
ENGLISH_CASES, SPANISH_CASES = 40, 20


def main(codiesp: Path, codes: Path) -> None:
    with codes.open(encoding="utf-8", newline="") as stream:
        billable = {row["code_dot"] for row in csv.DictReader(stream) if row["billable"] == "1"}
    diagnoses = _codes(codiesp / "devD.tsv")
    procedures = _codes(codiesp / "devP.tsv")
    suitable = [
        case
        for case in sorted(diagnoses)
        if sum(code in billable for code in diagnoses[case]) >= 4
        and 1500 < (codiesp / "text_files_en" / f"{case}.txt").stat().st_size < 6000
    ]
    _english(codiesp, suitable[:ENGLISH_CASES], diagnoses, procedures, billable)
    _spanish(codiesp, suitable[-SPANISH_CASES:], billable)


def _codes(path: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for case, code in _rows(path):
        if code.upper() not in found[case]:
            found[case].append(code.upper())
    return found


def _rows(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.reader(stream, delimiter="\t", quoting=csv.QUOTE_NONE))


def _text(path: Path) -> str:
    return path.read_bytes().decode("utf-8")


def _english(
    codiesp: Path,
    cases: list[str],
    diagnoses: dict[str, list[str]],
    procedures: dict[str, list[str]],
    billable: set[str],
) -> None:
    folder = HERE / "english"
    with (
        (folder / "notes.jsonl").open("w", encoding="utf-8", newline="\n") as notes,
        (folder / "diagnoses_icd.csv").open("w", encoding="utf-8", newline="") as billed,
        (folder / "procedures_icd.csv").open("w", encoding="utf-8", newline="") as operated,
    ):
        diagnosis = csv.writer(billed, lineterminator="\n")
        procedure = csv.writer(operated, lineterminator="\n")
        diagnosis.writerow(["subject_id", "hadm_id", "seq_num", "icd_code", "icd_version"])
        procedure.writerow(["subject_id", "hadm_id", "seq_num", "chartdate", "icd_code", "icd_version"])
        for number, case in enumerate(cases, start=1):
            subject, stay = f"{90000 + number}", f"{20000 + number}"
            _note(notes, case, subject, stay, _text(codiesp / "text_files_en" / f"{case}.txt"))
            real = [code for code in diagnoses[case] if code in billable]
            for place, code in enumerate(real, start=1):
                diagnosis.writerow([subject, stay, place, code.replace(".", ""), 10])
            full = [code for code in procedures.get(case, []) if len(code) == 7]
            for place, code in enumerate(full, start=1):
                procedure.writerow([subject, stay, place, "", code, 10])


def _note(stream, note_id: str, subject: str, stay: str, text: str) -> None:
    row = {
        "note_id": note_id,
        "subject_id": subject,
        "hadm_id": stay,
        "note_type": "DS",
        "note_seq": 1,
        "text": text,
    }
    stream.write(json.dumps(row, ensure_ascii=False) + "\n")


def _spanish(codiesp: Path, cases: list[str], billable: set[str]) -> None:
    folder = HERE / "spanish"
    evidence: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
    texts = {case: _text(codiesp / "text_files" / f"{case}.txt") for case in cases}
    for case, _kind, code, words, places in _rows(codiesp / "devX.tsv"):
        if case not in texts or not (code.upper() in billable or (len(code) == 7 and "." not in code)):
            continue
        spans = [tuple(map(int, part.split())) for part in places.split(";")]
        said = " ".join(texts[case][start:end] for start, end in spans)
        if said == words:
            known = evidence[case, code.upper()]
            known.extend(span for span in spans if span not in known)
    numbers = {case: (f"{95000 + number}", f"{25000 + number}") for number, case in enumerate(cases, start=1)}
    with (
        (folder / "notes.jsonl").open("w", encoding="utf-8", newline="\n") as notes,
        (folder / "pairs.csv").open("w", encoding="utf-8", newline="") as pairs,
        (folder / "annotations.jsonl").open("w", encoding="utf-8", newline="\n") as answers,
    ):
        table = csv.writer(pairs, lineterminator="\n")
        table.writerow(["task_id", "code"])
        for case in cases:
            _note(notes, case, *numbers[case], texts[case])
        for (case, code), spans in evidence.items():
            task = "_".join(numbers[case])
            table.writerow([task, code])
            row = {
                "task_id": task,
                "code": code,
                "annotator": "codiesp",
                "label": "Related",
                "evidence_spans": [list(span) for span in spans],
                "quotes": [texts[case][start:end] for start, end in spans],
                "rationale": "Evidence marked by the coders of CodiEsp.",
            }
            answers.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
