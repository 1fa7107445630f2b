from django import forms
from django.utils.translation import gettext_lazy as _

from corpus.logic.codes import SYSTEM_NAMES
from corpus.services.negatives import STRATEGIES
from corpus.services.terminology import SYSTEMS
from foundation.web.uploads import UploadField

FILES = (
    ("notes", _("Notes: discharge.csv, JSON Lines or a text file")),
    ("diagnoses", _("Diagnoses: diagnoses_icd.csv")),
    ("procedures", _("Procedures: procedures_icd.csv")),
    ("dictionary", _("Dictionary: d_icd_diagnoses.csv or d_icd_procedures.csv")),
    ("chexpert", _("Labels of chest reports: mimic-cxr-2.0.0-chexpert.csv")),
    ("pairs", _("Pairs: task_id, code, and where known desc and source")),
)
KIND_NAMES = {
    "notes": _("Notes"),
    "diagnoses": _("Diagnoses"),
    "procedures": _("Procedures"),
    "dictionary": _("Dictionary"),
    "chexpert": _("Labels of chest reports"),
    "pairs": _("Pairs"),
    "build_pairs": _("Pairs of billed codes"),
    "negatives": _("Negatives"),
    "terminology": _("Code system"),
}
RESULT_NAMES = {
    "created": _("New"),
    "unchanged": _("Known already"),
    "skipped": _("Passed over"),
    "other_notes": _("Notes of a stay that another note stands for"),
    "dictionary": _("Dictionary"),
    "by_hops": _("Hops to the nearest billed code"),
    "codes": _("Codes of the release"),
}
STRATEGY_NAMES = {
    "prevalence": _("common codes of other stays"),
    "semantic": _("codes of similar meaning"),
}


class FileForm(forms.Form):
    """A file to bring in; it is checked before anything is stored."""

    kind = forms.ChoiceField(label=_("What it holds"), choices=FILES)
    file = UploadField(
        label=_("File"), allow_empty_file=True, help_text=_("Plain or gzip. It is taken whole or not at all.")
    )


class TerminologyForm(forms.Form):
    """A code system to load: the release that ships with the product, or one more from a file."""

    system = forms.ChoiceField(label=_("Code system"), choices=[(key, SYSTEM_NAMES[key]) for key in SYSTEMS])
    file = UploadField(
        label=_("One more release"),
        required=False,
        help_text=_(
            "CSV with code and description, or an order file (.txt) of the Centers for Medicare & Medicaid"
            " Services, its year in the name. Without a file, the release that ships with the product."
        ),
    )


class NegativesForm(forms.Form):
    """How to draw concepts that were not billed."""

    strategy = forms.ChoiceField(label=_("Draw"), choices=[(key, STRATEGY_NAMES[key]) for key in STRATEGIES])
    per_stay = forms.IntegerField(label=_("How many a stay"), min_value=1, max_value=50, initial=1)
    seed = forms.IntegerField(label=_("Seed"), min_value=0, max_value=2**31, initial=0)
