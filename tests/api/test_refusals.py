"""Whatever is refused, and whoever refuses it, the answer has the one shape that docs/api.md names."""

import pytest
from rest_framework.exceptions import ValidationError

from foundation.api.errors import answer


@pytest.mark.parametrize(
    ("detail", "field", "message"),
    [
        ({"version": ["Missing."]}, "version", "version: Missing."),
        ({"a": ["One."], "b": ["Two."]}, "a", "a: One.; b: Two."),
        ({"non_field_errors": ["Both or none."]}, "", "Both or none."),
        ({"spans": [{}, {"start": ["No number."]}]}, "spans.1.start", "spans.1.start: No number."),
        (["Not a list."], "", "Not a list."),
    ],
)
def test_a_request_of_the_wrong_shape_is_refused_as_everything_else_is(detail, field, message):
    told = answer(ValidationError(detail), {})
    assert told.status_code == 400
    assert told.data == {"error": "bad_request", "message": message, "errors": [], "field": field}
