from adjudication.services.importing import import_decisions
from corpus.management.jsonlines import JsonLinesCommand


class Command(JsonLinesCommand):
    help = "Import an SME's decisions made elsewhere (JSON Lines)."
    example = "import_decisions ward decisions.jsonl"
    service = staticmethod(import_decisions)
    label = "Decisions"
