from pathlib import Path

from corpus.management.importing import ImportCommand
from corpus.services.billing import import_codes


class Command(ImportCommand):
    help = "Bring billed codes in, with the dictionaries that describe them."
    example = "import_codes ward --diagnoses diagnoses_icd.csv.gz --dictionary d_icd_diagnoses.csv.gz"

    def add_arguments(self, parser):
        super().add_arguments(parser)
        parser.add_argument("--diagnoses", type=Path, help="diagnoses_icd.csv: ICD-10-CM (ICD-9 is skipped)")
        parser.add_argument("--procedures", type=Path, help="procedures_icd.csv: ICD-10-PCS")
        parser.add_argument("--dictionary", type=Path, nargs="+", default=[], help="d_icd_*.csv: titles")
        parser.add_argument("--chexpert", type=Path, help="mimic-cxr-2.0.0-chexpert.csv: 14 labels a study")

    def run(self, project, options, report, progress):
        return import_codes(
            actor=self.actor,
            project=project,
            diagnoses=options["diagnoses"],
            procedures=options["procedures"],
            dictionaries=options["dictionary"],
            chexpert=options["chexpert"],
            dry_run=options["dry_run"],
            report=report,
            progress=progress,
        )
