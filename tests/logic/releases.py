"""A small invented benchmark for tests of the pure release and scoring code."""

from benchmark.logic.content import Attrition, Card, Exclusion, Item, ReleaseContent, ReleasedNote

ADA = "💩 Hgb 7.2 on arrival.\r\nShe was transfused 2 units. No fever.\r\nHistory of atrial fibrillation.\r\n"
BEA = "Chief Complaint:\nobesity, BMI 37\n\nNo sign of pneumonia. Potassium was 2.9 and repleted.\n"
CYD = "Father had diabetes mellitus. Sodium 128 on admission, and it rose with fluids.\n"

NOTES = (
    ReleasedNote("10_100", "10-DS-1", "10", ADA),
    ReleasedNote("10_101", "10-DS-2", "10", BEA),
    ReleasedNote("20_200", "20-DS-1", "20", CYD),
)


def span(text, words):
    """Where words stand in a text."""
    return (text.index(words), text.index(words) + len(words))


ITEMS = (
    Item("10_100", "D62", "Acute posthemorrhagic anemia", True, 'low, "see" labs; =1+1',
         (span(ADA, "transfused 2 units"), span(ADA, "Hgb 7.2")), "icd10cm", "III", "billed", "unrelated",
         support="implicit"),
    Item("10_100", "I48.91", "Unspecified atrial fibrillation", False, "", (), "icd10cm", "IX", "billed",
         "explicit", unrelated_reason="history_only"),
    Item("10_100", "R50.9", "Fever, unspecified", False, "", (), "icd10cm", "XVIII", "prevalence_negative",
         "", "7", "0.412000", "", "ruled_out"),
    Item("10_101", "E66.9", "Obesity, unspecified", True, "said so\nplainly", (span(BEA, "obesity"),),
         "icd10cm", "IV", "billed", "unrelated", support="explicit"),
    Item("10_101", "E87.6", "Hypokalemia", True, "low", (span(BEA, "Potassium was 2.9"),), "icd10cm", "IV",
         "billed", "unrelated", support="implicit"),
    Item("10_101", "J18.9", "Pneumonia, unspecified organism", False, "", (), "icd10cm", "X",
         "semantic_negative", "", "3", "0.830001"),
    Item("20_200", "E11.9", "Type 2 diabetes mellitus without complications", False, "", (), "icd10cm", "IV",
         "semantic_negative", "", "2", "0.910000", "", "other_person"),
    Item("20_200", "E87.1", "Hypo-osmolality and hyponatremia", True, "no words needed", (), "icd10cm", "IV",
         "billed", "unrelated"),
)  # fmt: skip


def content(**changes):
    """The records of version 1.0.0, with fields replaced."""
    fields = {
        "project": "winter-ward",
        "version": "1.0.0",
        "card": Card(title="Winter ward benchmark", authors=("Lena Lead",)),
        "items": ITEMS,
        "notes": NOTES,
        "exclusions": (Exclusion("20_200", "Z68.37", "note, cut off"),),
        "attrition": attrition(len(changes.get("items", ITEMS))),
        "agreement": {"pairs": 9, "label": {"raw": 0.888889}},
        "triage_models": ("gpt-4o-mini", "o3"),
    }
    return ReleaseContent(**{**fields, **changes})


def attrition(items):
    """Counts that add up for so many released pairs: one is excluded, one open, two not selected."""
    return Attrition(items + 4, not_selected=2, excluded=1, open=1, sources={"billed": items + 4})


def write(folder, files):
    """Write the files of a release below a folder."""
    for path, data in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    return folder


def write_notes(path, notes=NOTES):
    """The notes as a discharge.csv."""
    from benchmark.logic.tables import table_bytes

    columns = ("note_id", "subject_id", "hadm_id", "note_type", "note_seq", "charttime", "storetime", "text")
    rows = [
        (note.note_id, note.subject_id, note.task_id.partition("_")[2], "DS", "1", "", "", note.text)
        for note in notes
    ]
    path.write_bytes(table_bytes(columns, rows))
    return path
