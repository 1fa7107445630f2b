from benchmark.management.tool import ToolCommand


class Command(ToolCommand):
    tool = "verify"
    example = "verify_release ward-1.0.0 --notes discharge.csv.gz"
