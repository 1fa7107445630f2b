from django import forms
from django.utils.translation import gettext_lazy as _

from corpus.services.negatives import STRATEGIES

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
}
RESULT_NAMES = {
    "created": _("New"),
    "unchanged": _("Known already"),
    "skipped": _("Passed over"),
    "other_notes": _("Notes of a stay that another note stands for"),
    "dictionary": _("Dictionary"),
    "by_hops": _("Hops to the nearest billed code"),
}
STRATEGY_NAMES = {
    "prevalence": _("common codes of other stays"),
    "semantic": _("codes of similar meaning"),
}


class FileForm(forms.Form):
    """A file to bring in; it is checked before anything is stored."""

    kind = forms.ChoiceField(label=_("What it holds"), choices=FILES)
    file = forms.FileField(
        label=_("File"),
        max_length=200,
        allow_empty_file=True,
        help_text=_("Plain or gzip. It is taken whole or not at all."),
    )


class NegativesForm(forms.Form):
    """How to draw concepts that were not billed."""

    strategy = forms.ChoiceField(label=_("Draw"), choices=[(key, STRATEGY_NAMES[key]) for key in STRATEGIES])
    per_stay = forms.IntegerField(label=_("How many a stay"), min_value=1, max_value=50, initial=1)
    seed = forms.IntegerField(label=_("Seed"), min_value=0, max_value=2**31, initial=0)
