"""What a world finds wrong."""


class Fault(Exception):
    """A law is broken: `law` names it, the text says how."""

    def __init__(self, law: str, text: str) -> None:
        super().__init__(law, text)
        self.law, self.text = law, text

    def __str__(self) -> str:
        return f"{self.law}: {self.text}"


def require(law: str, holds: bool, text: str) -> None:
    """Raises Fault unless a law holds."""
    if not holds:
        raise Fault(law, text)
