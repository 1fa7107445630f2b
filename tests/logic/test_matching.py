import pytest

from benchmark.logic.matching import NoteWords, phrases


@pytest.mark.parametrize(
    ("description", "expected"),
    [
        ("Anemia, unspecified", ["anemia unspecified", "anemia"]),
        ("Essential (primary) hypertension", ["essential primary hypertension", "essential hypertension"]),
        (
            "Body mass index [BMI] 37.0-37.9, adult",
            [
                "body mass index bmi 37 0 37 9 adult",
                "body mass index bmi 37 0 37 9",
                "body mass index 37 0 37 9 adult",
            ],
        ),
        ("Hypokalemia", ["hypokalemia"]),
        (", ()", []),
        ("Outer (inner [deep] words) end", ["outer inner deep words end", "outer end"]),
    ],
)
def test_a_description_gives_its_phrases(description, expected):
    assert phrases(description) == expected


@pytest.mark.parametrize(
    ("text", "description", "found"),
    [
        ("No anemia today.", "Anemia, unspecified", ["anemia"]),
        ("ANEMIA; anemia", "Anemia, unspecified", ["ANEMIA", "anemia"]),
        ("anemias and panemia", "Anemia, unspecified", []),
        ("atrial\r\n  fibrillation", "Atrial fibrillation", ["atrial\r\n  fibrillation"]),
        ("essential-hypertension", "Essential (primary) hypertension", ["essential-hypertension"]),
        ("💩 Straße, ok", "STRASSE", ["Straße"]),
        ("anemia unspecified", "Anemia, unspecified", ["anemia unspecified"]),
        ("a a a", "a a", ["a a a"]),
        ("", "Anemia", []),
    ],
)
def test_whole_words_are_found_whatever_stands_between_them(text, description, found):
    assert [text[start:end] for start, end in NoteWords(text).find(description)] == found


def test_a_description_of_no_words_matches_nothing():
    assert NoteWords("some text").find("()") == []
