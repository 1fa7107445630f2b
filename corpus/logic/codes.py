"""How codes are written: MIMIC keeps them padded and without a dot, the product shows ICD-10-CM with it."""

import re

ICD10CM, ICD10PCS, CHEXPERT, OWN = "icd10cm", "icd10pcs", "chexpert", "own"
SYSTEM_NAMES = {
    ICD10CM: "ICD-10-CM",
    ICD10PCS: "ICD-10-PCS",
    CHEXPERT: "CheXpert",
    OWN: "Codes of projects",
}
CHEXPERT_LABELS = (
    "Atelectasis",
    "Cardiomegaly",
    "Consolidation",
    "Edema",
    "Enlarged Cardiomediastinum",
    "Fracture",
    "Lung Lesion",
    "Lung Opacity",
    "No Finding",
    "Pleural Effusion",
    "Pleural Other",
    "Pneumonia",
    "Pneumothorax",
    "Support Devices",
)
_ICD10CM = re.compile(r"[A-Z][0-9][0-9A-Z](?:\.?[0-9A-Z]{1,4})?")
# four characters are how some corpora cut a procedure to its body part
_ICD10PCS = re.compile(r"[0-9BCDFGHX][0-9A-HJ-NP-Z]{2}(?:[0-9A-HJ-NP-Z]|[0-9A-HJ-NP-Z]{4})")
# the last code of each ICD-10-CM chapter, in order: a code belongs to the first that is not before it
_CHAPTER_ENDS = (
    ("B99", "1"), ("D49", "2"), ("D89", "3"), ("E89", "4"), ("F99", "5"), ("G99", "6"), ("H59", "7"),
    ("H95", "8"), ("I99", "9"), ("J99", "10"), ("K95", "11"), ("L99", "12"), ("M99", "13"), ("N99", "14"),
    ("O9A", "15"), ("P96", "16"), ("Q99", "17"), ("R99", "18"), ("T88", "19"), ("U85", "22"), ("Y99", "20"),
    ("Z99", "21"),
)  # fmt: skip


def strip_padding(raw: str) -> str:
    """A code as a MIMIC column holds it, without the blanks that fill its width; leading zeros stay."""
    return raw.strip()


def with_dot(code: str) -> str:
    """ICD-10-CM as shown: a dot after the third character where more follow (`T797XXA` -> `T79.7XXA`)."""
    plain = code.replace(".", "")
    return f"{plain[:3]}.{plain[3:]}" if len(plain) > 3 else plain


def is_icd10cm(code: str) -> bool:
    """Whether a code has the shape of ICD-10-CM, with the dot or without."""
    return _ICD10CM.fullmatch(code) is not None


def is_icd10pcs(code: str) -> bool:
    """Whether a code has the shape of ICD-10-PCS (seven characters, or four of a cut one)."""
    return _ICD10PCS.fullmatch(code) is not None


def shown(system: str, raw: str) -> str | None:
    """The code as it is stored, shown and exported in its system, or None if it cannot be one of it."""
    code = strip_padding(raw)
    if system == ICD10CM:
        return with_dot(code.upper()) if is_icd10cm(code.upper()) else None
    if system == ICD10PCS:
        return code.upper() if is_icd10pcs(code.upper()) else None
    if system == CHEXPERT:
        return code if code in CHEXPERT_LABELS else None
    return code or None


def guess_system(code: str) -> str:
    """The system whose shape a code has: ICD-10-CM before ICD-10-PCS, else the projects' own.

    Seven characters without a dot could be both (`H401111` and `HZ2ZZZZ`): a CM code of that length is
    always written with its dot where the product writes it.
    """
    if code in CHEXPERT_LABELS:
        return CHEXPERT
    if len(code) == 7 and "." not in code and is_icd10pcs(code.upper()):
        return ICD10PCS
    if is_icd10cm(code.upper()):
        return ICD10CM
    return ICD10PCS if is_icd10pcs(code.upper()) else OWN


def chapter_of(system: str, code: str) -> str:
    """The chapter: "1" to "22" in ICD-10-CM, the section's character in ICD-10-PCS, "" elsewhere."""
    if system == ICD10PCS:
        return code[:1]
    if system != ICD10CM:
        return ""
    return next((chapter for last, chapter in _CHAPTER_ENDS if code[:3] <= last), "")


def chapter_key(system: str, chapter: str) -> str:
    """A chapter by one word where projects mix systems: the number in ICD-10-CM, else after the system."""
    return chapter if system == ICD10CM or not chapter else f"{system} {chapter}"


def split_chapter_key(key: str) -> tuple[str, str]:
    """System and chapter of a key."""
    system, blank, chapter = key.rpartition(" ")
    return (system, chapter) if blank else (ICD10CM, key)


def chapter_order(key: str) -> tuple[str, int, str]:
    """Sorts keys by system (ICD-10-CM first), then by number, letters last."""
    system, chapter = split_chapter_key(key)
    number = int(chapter) if re.fullmatch("[0-9]+", chapter) else 1000
    return (system if system != ICD10CM else "", number, chapter)
