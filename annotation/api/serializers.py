from rest_framework import serializers

from annotation.logic import states


class QueueSerializer(serializers.Serializer):
    done = serializers.IntegerField(source="progress.done")
    total = serializers.IntegerField(source="progress.total")
    waiting = serializers.IntegerField()
    returned = serializers.IntegerField()
    minutes_today = serializers.IntegerField()


class NextSerializer(serializers.Serializer):
    assignment = serializers.UUIDField(allow_null=True)


class AnswerSerializer(serializers.Serializer):
    """An answer as programs send it: spans with their quotes, which must be the note's own words."""

    version = serializers.IntegerField(min_value=0, help_text="the draft's version that was read")
    label = serializers.ChoiceField(choices=["", *states.LABELS], allow_blank=True, default="")
    spans = serializers.ListField(
        child=serializers.ListField(min_length=3, max_length=3),
        default=list,
        help_text="[start, end, quote]: code points, half-open",
    )
    rationale = serializers.CharField(allow_blank=True, trim_whitespace=False, default="")
    support = serializers.ChoiceField(choices=["", *states.SUPPORTS], allow_blank=True, default="")
    unrelated_reason = serializers.ChoiceField(
        choices=["", *states.UNRELATED_REASONS], allow_blank=True, default=""
    )
    seconds = serializers.IntegerField(min_value=0, default=0)
    guideline = serializers.IntegerField(
        min_value=0, max_value=2**31 - 1, default=0, help_text="version that was read; 0: the newest"
    )


class SavedSerializer(serializers.Serializer):
    version = serializers.IntegerField()
    saved_at = serializers.DateTimeField()


class SubmittedSerializer(serializers.Serializer):
    revision = serializers.IntegerField()


class ReasonSerializer(serializers.Serializer):
    version = serializers.IntegerField(min_value=0)
    reason = serializers.CharField()
    seconds = serializers.IntegerField(min_value=0, default=0)
    guideline = serializers.IntegerField(
        min_value=0, max_value=2**31 - 1, default=0, help_text="version that was read; 0: the newest"
    )


class OwnAnswerSerializer(serializers.Serializer):
    assignment = serializers.UUIDField(source="assignment_id")
    code = serializers.CharField(source="assignment.pair.code")
    description = serializers.CharField(source="assignment.pair.description")
    label = serializers.CharField()
    revision = serializers.IntegerField()
    submitted_at = serializers.DateTimeField()
    closed = serializers.SerializerMethodField()

    def get_closed(self, answer) -> bool:
        return answer.assignment.status == states.CLOSED


class AssignSerializer(serializers.Serializer):
    annotators = serializers.ListField(child=serializers.CharField(), required=False)
    bound = serializers.BooleanField(default=False)
    controls = serializers.FloatField(min_value=0, max_value=1, default=0)
    repeats = serializers.FloatField(min_value=0, max_value=1, default=0)
    seed = serializers.IntegerField(min_value=0, default=0)


class GuidelineSerializer(serializers.Serializer):
    version = serializers.IntegerField(read_only=True)
    text = serializers.CharField(trim_whitespace=False)
