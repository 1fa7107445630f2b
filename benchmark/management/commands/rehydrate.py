from benchmark.management.tool import ToolCommand


class Command(ToolCommand):
    tool = "rehydrate"
    example = "rehydrate ward-1.0.0 --notes discharge.csv.gz -o dataset.csv"
