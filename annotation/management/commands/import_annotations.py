from annotation.services.importing import import_annotations
from corpus.management.jsonlines import JsonLinesCommand


class Command(JsonLinesCommand):
    help = "Import answers made elsewhere (JSON Lines); imported answers are submitted."
    example = "import_annotations ward annotations.jsonl"
    service = staticmethod(import_annotations)
    label = "Annotations"
