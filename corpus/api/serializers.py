from rest_framework import serializers

from corpus.services.background import FILE_KINDS
from corpus.services.negatives import STRATEGIES
from corpus.services.terminology import SYSTEMS


class ContentsSerializer(serializers.Serializer):
    notes = serializers.IntegerField()
    other_notes = serializers.IntegerField()
    billed_codes = serializers.IntegerField()
    pairs = serializers.IntegerField()
    sources = serializers.DictField(child=serializers.IntegerField())


class ImportFileSerializer(serializers.Serializer):
    """A file to bring in, as multipart form data."""

    kind = serializers.ChoiceField(choices=FILE_KINDS)
    file = serializers.FileField(max_length=200, allow_empty_file=True)
    check_only = serializers.BooleanField(default=False, help_text="say what would happen, store nothing")


class TerminologySerializer(serializers.Serializer):
    """A code system; without a file, the release that ships with the product."""

    system = serializers.ChoiceField(choices=SYSTEMS)
    file = serializers.FileField(max_length=200, required=False, help_text="one more release")
    check_only = serializers.BooleanField(default=False, help_text="say what would happen, store nothing")


class NegativesSerializer(serializers.Serializer):
    strategy = serializers.ChoiceField(choices=STRATEGIES)
    per_stay = serializers.IntegerField(min_value=1, max_value=50)
    seed = serializers.IntegerField(min_value=0, max_value=2**31)
