from rest_framework import serializers

from triage.logic.selection import SCOPES
from triage.services.importing import READERS
from triage.services.running import MOST_AT_ONCE


class OverviewSerializer(serializers.Serializer):
    """Votes by stage, what they come to, and the pairs in scope and kept under each reading of stage 2."""

    pairs = serializers.IntegerField()
    billed = serializers.IntegerField()
    negatives = serializers.IntegerField()
    votes = serializers.DictField(child=serializers.IntegerField())
    results = serializers.DictField(child=serializers.DictField(child=serializers.IntegerField()))
    in_scope = serializers.DictField(child=serializers.IntegerField())
    kept = serializers.DictField(child=serializers.IntegerField())
    tokens_in = serializers.IntegerField()
    tokens_out = serializers.IntegerField()


class VotesSerializer(serializers.Serializer):
    """A file of votes, as multipart form data."""

    layout = serializers.ChoiceField(choices=list(READERS), default="votes")
    file = serializers.FileField(max_length=200, allow_empty_file=True)
    check_only = serializers.BooleanField(default=False)


class AskSerializer(serializers.Serializer):
    stage = serializers.ChoiceField(choices=[1, 2])
    endpoint = serializers.CharField(max_length=500)
    model = serializers.CharField(max_length=200)
    votes = serializers.IntegerField(min_value=1, max_value=99, allow_null=True, default=None)
    concurrency = serializers.IntegerField(min_value=1, max_value=MOST_AT_ONCE, default=16)
    parameters = serializers.DictField(default=dict, help_text="such as temperature")
    statement = serializers.CharField(
        max_length=500,
        default="",
        allow_blank=True,
        help_text="under which agreement an endpoint of another machine keeps nothing",
    )


class RequestsSerializer(serializers.Serializer):
    stage = serializers.ChoiceField(choices=[1, 2])
    model = serializers.CharField(max_length=200)
    votes = serializers.IntegerField(min_value=1, max_value=99, allow_null=True, default=None)


class SelectSerializer(serializers.Serializer):
    positives = serializers.IntegerField(min_value=0, allow_null=True, default=None)
    negatives = serializers.IntegerField(min_value=0, allow_null=True, default=None)
    seed = serializers.IntegerField(min_value=0, max_value=2**31, allow_null=True, default=None)
    stage2_scope = serializers.ChoiceField(choices=SCOPES, allow_null=True, default=None)


class SelectedSerializer(serializers.Serializer):
    positives = serializers.IntegerField()
    negatives = serializers.IntegerField()
    imported = serializers.IntegerField()
