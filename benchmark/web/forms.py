from django import forms
from django.utils.translation import gettext_lazy as _

from benchmark.models import Card
from foundation.web.uploads import UploadField


class CardForm(forms.ModelForm):
    class Meta:
        model = Card
        fields = [
            "title",
            "authors",
            "description",
            "task",
            "exclusion_rules",
            "gold_source",
            "difficulty",
            "licence",
            "licence_excerpt",
            "deidentification",
            "alignment_keys",
            "note_versions",
            "changes",
            "contact",
            "url",
            "released_on",
            "split_rule",
            "split_seed",
        ]
        texts = (
            *("authors", "description", "task", "exclusion_rules", "gold_source", "difficulty"),
            *("licence_excerpt", "deidentification", "alignment_keys", "note_versions", "changes"),
        )
        widgets = {name: forms.Textarea(attrs={"rows": 3}) for name in texts}
        widgets |= {"released_on": forms.DateInput(attrs={"type": "date"})}
        labels = {
            "title": _("Title"),
            "authors": _("Authors"),
            "description": _("Description"),
            "task": _("Task"),
            "exclusion_rules": _("Exclusion rules"),
            "gold_source": _("Gold source and handling of disputes"),
            "difficulty": _("Difficulty"),
            "licence": _("Licence"),
            "licence_excerpt": _("Licence excerpt"),
            "deidentification": _("De-identification level"),
            "alignment_keys": _("Alignment keys"),
            "note_versions": _("Note versions"),
            "changes": _("Changes"),
            "contact": _("Contact"),
            "url": _("Address"),
            "released_on": _("Day of release"),
            "split_rule": _("Splits by subject"),
            "split_seed": _("Seed of the splits"),
        }


class FreezeForm(forms.Form):
    version = forms.CharField(label=_("Version"), max_length=40)
    sure = forms.BooleanField(label=_("I know that a frozen version can never be changed, only withdrawn."))


class ReleaseFileForm(forms.Form):
    """A published version from which a new project begins; it is checked before anything is stored."""

    slug = forms.SlugField(
        label=_("Short name of the new project"),
        max_length=60,
        help_text=_("a-z, 0-9 and hyphens; it stands in addresses and file names"),
    )
    release = UploadField(
        label=_("Release"),
        help_text=_("The .zip as it was downloaded, or a bare dataset_raw.csv."),
    )
    notes = UploadField(
        label=_("Your notes"),
        help_text=_("discharge.csv or JSON Lines, plain or gzip, with every note that the release names."),
    )


class WithdrawForm(forms.Form):
    reason = forms.CharField(
        label=_("Why is this version withdrawn?"), widget=forms.Textarea(attrs={"rows": 2})
    )


class RunForm(forms.Form):
    system = forms.CharField(label=_("System"), max_length=120)
    predictions = UploadField(label=_("Predictions"), help_text=_(".csv or .jsonl, also as .gz"))
    missing_as_false = forms.BooleanField(
        label=_("Count unanswered pairs as False"), required=False, help_text=_("else they are an error")
    )
    gate = UploadField(
        label=_("Gate (.toml)"),
        required=False,
        help_text=_("Tracks with name, figure, at_least or at_most. Without one, there is only a score."),
    )

    def clean_gate(self) -> str:
        given = self.cleaned_data.get("gate")
        if given is None:
            return ""
        if given.size > 100_000:
            raise forms.ValidationError(_("A gate has at most 100 kB."))
        try:
            return given.read().decode("utf-8")
        except UnicodeDecodeError as error:
            raise forms.ValidationError(_("The gate is not UTF-8.")) from error
