import json

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class FlatJSONParser(JSONParser):
    """JSON; what is nested deeper than Python reads, or holds half of a character, which no answer could
    repeat, is refused as any other text that is not JSON."""

    def parse(self, *args, **kwargs):
        try:
            parsed = super().parse(*args, **kwargs)
            json.dumps(parsed, ensure_ascii=False).encode()
        except RecursionError as error:
            raise ParseError("JSON parse error - nested too deeply") from error
        except UnicodeEncodeError as error:
            raise ParseError("JSON parse error - half of a character") from error
        return parsed
