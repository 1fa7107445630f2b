"""Names of the files of a release and of their columns (the protocol's section on releases)."""

FORMAT = "goldsmith-release-1"

DATASET = "data/dataset_raw.csv"
SENTENCES = "data/sentences.csv"
STRATA = "data/strata.csv"
SPLITS = "data/splits.csv"
NOTES = "data/notes.csv"
EXCLUDED = "data/excluded.csv"
AGREEMENT = "reports/agreement.json"
ATTRITION = "reports/attrition.csv"
CARD = "DATA_CARD.md"
GUIDELINES = "GUIDELINES.md"
CITATION = "CITATION.cff"
CROISSANT = "croissant.json"
TOOLS = "tools.pyz"
MANIFEST = "manifest.json"
SUMS = "SHA256SUMS"

COLUMNS = {
    DATASET: ("task_id", "code", "desc", "gold", "reasoning_summary", "evidence_spans"),
    SENTENCES: ("task_id", "sentence_id", "start", "end"),
    STRATA: (
        "task_id",
        "code",
        "code_system",
        "chapter",
        "source",
        "triage",
        "hops",
        "similarity",
        "note_chars",
        "support",
        "unrelated_reason",
    ),
    SPLITS: ("subject_id", "task_id", "split"),
    NOTES: ("task_id", "note_id", "n_chars", "sha256"),
    EXCLUDED: ("task_id", "code", "reason"),
    ATTRITION: ("stage", "pairs"),
}

# What a release may hold beside the files named above: helpers to ask a model, and a baseline's predictions.
OTHER_FILES = (
    "data/mimic_data.py",
    "data/create_data.sh",
    "inference/run_sample.py",
    "inference/infer.sh",
    "outputs/string_match.csv",
)
REQUIRED = (DATASET, SENTENCES, STRATA, SPLITS, NOTES, EXCLUDED, MANIFEST, SUMS)

TRUE_WORDS = frozenset({"True", "true", "1", "yes"})
FALSE_WORDS = frozenset({"False", "false", "0", "no"})


def parse_label(value: str) -> bool:
    """A label, surrounding blanks allowed: True/False, true/false, 1/0, yes/no. Else ValueError."""
    word = value.strip()
    if word in TRUE_WORDS:
        return True
    if word in FALSE_WORDS:
        return False
    raise ValueError(f"{word[:40]!r} is none of True/False, true/false, 1/0, yes/no")


def subject_of(task_id: str) -> str:
    """The subject a task belongs to where no table says it: what stands before the first underscore."""
    return task_id.partition("_")[0]
