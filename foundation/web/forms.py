from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from foundation.models import Project


class AttestationForm(forms.Form):
    """What a person states before reading notes."""

    agreement = forms.CharField(
        label=_("Agreement and its version"),
        max_length=200,
        help_text=_("For example: PhysioNet Credentialed Health Data Use Agreement 1.5.0"),
    )
    trained_on = forms.DateField(
        label=_("Day of your training"), widget=forms.DateInput(attrs={"type": "date"})
    )
    expires_on = forms.DateField(label=_("Valid until"), widget=forms.DateInput(attrs={"type": "date"}))
    confirmed = forms.BooleanField(
        label=_("I have read the agreement, it binds me, and I keep the notes to myself.")
    )

    def clean(self) -> dict:
        cleaned = super().clean()
        trained, expires = cleaned.get("trained_on"), cleaned.get("expires_on")
        today = timezone.localdate()
        if trained and trained > today:
            self.add_error("trained_on", _("The training lies in the future."))
        if expires and expires < today:
            self.add_error("expires_on", _("That day has passed."))
        if trained and expires and expires < trained:
            self.add_error("expires_on", _("The attestation ends before the training."))
        return cleaned

    def cleaned_attestation(self) -> dict:
        return {name: self.cleaned_data[name] for name in ("agreement", "trained_on", "expires_on")}


class SettingsForm(forms.ModelForm):
    """What a lead may set while work goes on."""

    lease_hours = forms.IntegerField(
        label=_("Hours after which a pulled pair without a draft goes back to the queue"),
        min_value=1,
        max_value=24 * 90,
    )

    class Meta:
        model = Project
        fields = ["name", "unit", "lease_hours", "triage_shown"]
        labels = {
            "name": _("Name"),
            "unit": _("Unit to which refined highlights are snapped"),
            "triage_shown": _("Experts see what the models said, after they decided"),
        }
        help_texts = {"triage_shown": ""}
