from rest_framework import serializers

from adjudication.logic.states import OUTCOMES
from annotation.logic.states import SUPPORTS, UNRELATED_REASONS


class LanesSerializer(serializers.Serializer):
    conflicts = serializers.IntegerField()
    verify = serializers.IntegerField()


class LaneSerializer(serializers.Serializer):
    lane = serializers.ChoiceField(choices=["", "conflict", "verify"], allow_blank=True, default="")


class NextCaseSerializer(serializers.Serializer):
    case = serializers.UUIDField(allow_null=True)


class VerdictSerializer(serializers.Serializer):
    """A decision as programs send it: spans with their quotes, which must be the note's own words."""

    version = serializers.IntegerField(min_value=0, help_text="the draft's version that was read")
    gold = serializers.ChoiceField(choices=["", *OUTCOMES], allow_blank=True, default="")
    spans = serializers.ListField(
        child=serializers.ListField(min_length=3, max_length=3),
        default=list,
        help_text="[start, end, quote]: code points, half-open",
    )
    rationale = serializers.CharField(allow_blank=True, trim_whitespace=False, default="")
    support = serializers.ChoiceField(choices=["", *SUPPORTS], allow_blank=True, default="")
    unrelated_reason = serializers.ChoiceField(choices=["", *UNRELATED_REASONS], allow_blank=True, default="")
    excluded_reason = serializers.CharField(allow_blank=True, trim_whitespace=False, default="")
    without_evidence = serializers.BooleanField(default=False)
    basis = serializers.CharField(
        allow_blank=True,
        default="",
        help_text="the case's `basis` as read; refused when answers or decision changed since",
    )


class SavedDecisionSerializer(serializers.Serializer):
    version = serializers.IntegerField()
    saved_at = serializers.DateTimeField()
    claimed_until = serializers.DateTimeField()


class DecidedSerializer(serializers.Serializer):
    revision = serializers.IntegerField()


class ReferralSerializer(serializers.Serializer):
    to = serializers.CharField()
    message = serializers.CharField()


class MessageSerializer(serializers.Serializer):
    message = serializers.CharField()
