from rest_framework import serializers

from benchmark.models import Card, Release, Run


class ReleaseSerializer(serializers.ModelSerializer):
    status = serializers.CharField(help_text="frozen or withdrawn")
    items = serializers.SerializerMethodField()

    class Meta:
        model = Release
        fields = [
            "version",
            "status",
            "withdrawn_reason",
            "manifest_sha256",
            "items",
            "true_count",
            "false_count",
            "excluded_count",
            "open_count",
            "not_selected_count",
            "frozen_at",
        ]

    def get_items(self, release: Release) -> int:
        return release.true_count + release.false_count


class ReleaseFileSerializer(serializers.Serializer):
    path = serializers.CharField()
    sha256 = serializers.CharField()
    size = serializers.IntegerField()


class DifferencesSerializer(serializers.Serializer):
    since = serializers.CharField()
    counts = serializers.DictField(child=serializers.IntegerField())
    rows = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))


class ReleaseDetailSerializer(serializers.Serializer):
    release = ReleaseSerializer()
    files = ReleaseFileSerializer(many=True)
    differences = DifferencesSerializer(allow_null=True)


class VersionSerializer(serializers.Serializer):
    version = serializers.CharField(max_length=40)


class BeginSerializer(serializers.Serializer):
    """A published version from which a new project begins, as multipart form data."""

    slug = serializers.SlugField(max_length=60)
    release = serializers.FileField(max_length=200, help_text=".zip or dataset_raw.csv")
    notes = serializers.FileField(max_length=200)
    check_only = serializers.BooleanField(default=False, help_text="say what would happen, store nothing")


class WithdrawalSerializer(serializers.Serializer):
    reason = serializers.CharField()


class CheckSerializer(serializers.Serializer):
    key = serializers.CharField()
    state = serializers.ChoiceField(choices=["good", "warn", "bad"])
    count = serializers.IntegerField()


class ProposalSerializer(serializers.Serializer):
    true = serializers.IntegerField()
    false = serializers.IntegerField()
    excluded = serializers.IntegerField(source="attrition.excluded")
    open = serializers.IntegerField(source="attrition.open")
    not_selected = serializers.IntegerField(source="attrition.not_selected")
    all_pairs = serializers.IntegerField(source="attrition.all_pairs")
    ready = serializers.BooleanField()
    next_version = serializers.CharField()
    checks = CheckSerializer(many=True)


class CardSerializer(serializers.ModelSerializer):
    class Meta:
        model = Card
        exclude = ["id", "project"]


class RunSerializer(serializers.ModelSerializer):
    status = serializers.CharField(help_text="waiting, scored or refused")
    kind = serializers.CharField(help_text="model or baseline")

    class Meta:
        model = Run
        fields = ["id", "system", "kind", "file_name", "sha256", "status", "created_at", "scored_at"]


class RunDetailSerializer(RunSerializer):
    class Meta(RunSerializer.Meta):
        fields = [*RunSerializer.Meta.fields, "score", "problem"]


class UploadSerializer(serializers.Serializer):
    system = serializers.CharField(max_length=120)
    predictions = serializers.FileField()
    missing_as_false = serializers.BooleanField(default=False)
    gate = serializers.CharField(allow_blank=True, default="", help_text="TOML")


class StandingSerializer(serializers.Serializer):
    kind = serializers.CharField(help_text="people, model or baseline")
    name = serializers.CharField()
    f1 = serializers.FloatField()
    ci = serializers.ListField(child=serializers.FloatField(), allow_null=True)
    precision = serializers.FloatField(allow_null=True)
    recall = serializers.FloatField(allow_null=True)
    mcc = serializers.FloatField(allow_null=True)
    evidence_recall = serializers.FloatField(allow_null=True)
    evidence_ci = serializers.ListField(child=serializers.FloatField(), allow_null=True)
