from django import forms
from django.utils.translation import gettext_lazy as _

from foundation.web.uploads import UploadField
from triage.services.importing import READERS
from triage.services.running import MOST_AT_ONCE

KIND_NAMES = {
    "votes": _("Votes from a file"),
    "ask": _("Asking a model"),
    "requests": _("Questions as a file"),
}
RESULT_NAMES = {
    "created": _("New votes"),
    "unchanged": _("Known already"),
    "skipped": _("Passed over"),
    "votes": _("Votes given"),
    "resumed": _("Votes that stood before"),
    "failed": _("Not answered"),
    "tokens": _("Tokens"),
    "requests": _("Questions in the file"),
}
SCOPE_NAMES = {
    "billing_disagreement": _("stage 1 disagrees with the billing"),
    "vote_split": _("stage-1 votes are split"),
    "both": _("either"),
}
LAYOUT_NAMES = {"votes": _("our JSON Lines"), "openai-batch": _("output of a batch service")}
STAGES = ((1, _("1: three quick votes")), (2, _("2: one reasoned vote")))


class VotesForm(forms.Form):
    """A file of votes made elsewhere."""

    layout = forms.ChoiceField(label=_("Form"), choices=[(key, LAYOUT_NAMES[key]) for key in READERS])
    file = UploadField(label=_("File"), allow_empty_file=True)


class RequestsForm(forms.Form):
    """Which open questions to write for a batch service."""

    stage = forms.TypedChoiceField(label=_("Stage"), choices=STAGES, coerce=int)
    model = forms.CharField(label=_("Model"), max_length=200)
    votes = forms.IntegerField(
        label=_("Votes a pair"),
        min_value=1,
        max_value=99,
        required=False,
        help_text=_("3 in stage 1, else 1"),
    )


class AskForm(RequestsForm):
    """Which open questions to ask now, and whom."""

    field_order = ("stage", "endpoint", "model", "votes")
    endpoint = forms.CharField(
        label=_("Endpoint"),
        max_length=500,
        initial="http://127.0.0.1:8080/v1",
        help_text=_("A server that speaks the OpenAI chat protocol."),
    )
    concurrency = forms.IntegerField(
        label=_("Questions at once"), min_value=1, max_value=MOST_AT_ONCE, initial=16
    )
    statement = forms.CharField(
        label=_("Zero retention"),
        max_length=500,
        required=False,
        help_text=_(
            "For an endpoint on another machine: under which agreement it keeps nothing. It goes on record."
        ),
    )


class SelectForm(forms.Form):
    """How many pairs to annotate; empty takes all."""

    stage2_scope = forms.ChoiceField(label=_("Stage 2 judges pairs where"), choices=list(SCOPE_NAMES.items()))
    positives = forms.IntegerField(label=_("Putative positives"), min_value=0, required=False)
    negatives = forms.IntegerField(label=_("Negatives"), min_value=0, required=False)
    seed = forms.IntegerField(label=_("Seed"), min_value=0, max_value=2**31, required=False)
