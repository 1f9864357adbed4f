"""FORMAT.md tells of the members of cases as they are declared."""

from scorekeeper.referee.cases.members import DOCUMENT, document


def test_the_format_is_that_of_the_declarations() -> None:
    text = DOCUMENT.read_text("utf-8")
    assert text == document(text), "run: python -m scorekeeper.referee.cases.members"
