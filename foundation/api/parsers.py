from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class FlatJSONParser(JSONParser):
    """JSON; what is nested deeper than Python reads is refused as any other text that is not JSON."""

    def parse(self, *args, **kwargs):
        try:
            return super().parse(*args, **kwargs)
        except RecursionError as error:
            raise ParseError("JSON parse error - nested too deeply") from error
