from benchmark.management.tool import ToolCommand


class Command(ToolCommand):
    tool = "score"
    example = "score_run ward-1.0.0 my-model.csv --notes discharge.csv.gz --json"
