from benchmark.management.tool import ToolCommand


class Command(ToolCommand):
    tool = "baseline"
    example = "make_baseline ward-1.0.0 string_match --notes discharge.csv.gz -o string_match.csv"
