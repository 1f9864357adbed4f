"""What several pages of a company show alike."""

from dataclasses import dataclass

from scorekeeper.extras.company import Company, Member
from scorekeeper.extras.company.pages.entrance import may_write_in
from scorekeeper.web.render import PageContext


@dataclass(frozen=True)
class CompanyPage(PageContext):
    """What every page of a company shows."""

    company: Company

    @property
    def writes(self) -> bool:
        return may_write_in(self.company)

    @property
    def members(self) -> list[Member]:
        return [member for member in self.company.members if member.came]
