from django.db import models


class LedgerEntry(models.Model):
    """Who did what, when, to which row. Rows are only ever added: triggers refuse anything else.

    No actor means the shell (`system`). `detail` holds ids and counts, never note text or rationale.
    """

    at = models.DateTimeField(auto_now_add=True)
    actor = models.ForeignKey(
        "foundation.User", models.PROTECT, null=True, blank=True, related_name="ledger_entries"
    )
    project = models.ForeignKey(
        "foundation.Project", models.PROTECT, null=True, blank=True, related_name="ledger_entries"
    )
    verb = models.CharField(max_length=60)
    target_type = models.CharField(max_length=60, blank=True)
    target_id = models.CharField(max_length=64, blank=True)
    detail = models.JSONField(default=dict)

    class Meta:
        indexes = [
            models.Index(fields=["project", "verb", "-at"]),
            models.Index(fields=["target_type", "target_id"]),
        ]

    def __str__(self) -> str:
        return f"{self.verb} {self.target_type} {self.target_id}"
