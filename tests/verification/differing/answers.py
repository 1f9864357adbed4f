"""What a table answers to a situation: the verdict, or the score with the money."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from scorekeeper.core.game import AnyGame
from scorekeeper.core.house_rules import HouseRules, dump_house
from scorekeeper.core.schema import Invalid, Json, dump_fields
from scorekeeper.core.sheet import Notice
from scorekeeper.match import Match
from scorekeeper.referee.cases import RefusedEntry, score_case
from scorekeeper.referee.dispute import Admitted
from scorekeeper.referee.judgements import as_case
from scorekeeper.referee.verdict import judge, judge_admitted
from tests.verification.differing.situations import Situation


@dataclass(frozen=True)
class HouseAnswer:
    """What a table says, to be compared; a table that cannot have the situation has not `taken` it.

    Where the table has no such offence, there is nothing in it.
    """

    said: Mapping[str, Json]
    taken: bool = True


NOT_TAKEN = HouseAnswer({}, taken=False)


@dataclass
class HouseEvaluator:
    """A table of house rules; each situation is answered once."""

    game: AnyGame
    house: HouseRules
    _known: dict[str, HouseAnswer] = field(default_factory=dict)

    def answer(self, situation: Situation) -> HouseAnswer:
        """What this table says to a situation."""
        if situation.text not in self._known:
            self._known[situation.text] = self._new(situation)
        return self._known[situation.text]

    def _new(self, situation: Situation) -> HouseAnswer:
        try:
            return HouseAnswer((self._sheet if situation.scored else self._verdict)(situation))
        except (Invalid, RefusedEntry):
            return NOT_TAKEN

    def _verdict(self, situation: Situation) -> Mapping[str, Json]:
        kind, given = situation.facts["kind"], situation.facts["given"]
        if kind == Admitted.kind:
            verdict = judge_admitted(self.game.rules, given["rule"], self.house)
        else:
            dispute = self.game.read_dispute(kind, given, self.house)
            verdict = judge(self.game.rules, dispute, self.house)
        if verdict is None:
            return {}
        paid = verdict.penalty is not None and verdict.penalty.each
        return {**as_case(verdict), **(self._stake if paid else {})}

    def _sheet(self, situation: Situation) -> Mapping[str, Json]:
        """What a sheet shows at the end: the totals with the money, the pot, what is due."""
        now = self._match(situation).standing
        return {
            "totals": list(now.totals),
            "pot": self.game.pot(now),
            "notices": [_plain(notice) for notice in now.notices],
            **(self._stake if any(now.totals) else {}),
        }

    def _match(self, situation: Situation) -> Match:
        """The match of a situation that is scored. Raises Invalid, RefusedEntry."""
        house = dump_house(self.house)
        return score_case({"game": self.game.key, **situation.facts, "house": house}).match

    @property
    def _stake(self) -> Mapping[str, Json]:
        """What a point is worth here."""
        stake = self.game.stake(self.house)
        return {"stake": [stake.point, stake.currency]} if stake else {}


def _plain(notice: Notice) -> Json:
    """A notice as JSON; where nothing costs any money, the currency is nothing either."""
    facts = dict(notice.facts)
    if facts.get("money") == 0:
        facts.pop("currency", None)
    return dump_fields(replace(notice, facts=facts))
