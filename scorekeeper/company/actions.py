"""What people can do with a company: each action writes one event."""

from collections.abc import Mapping, Sequence
from contextlib import suppress

from scorekeeper.company import Company, fold
from scorekeeper.company.bodies import OpenedBody
from scorekeeper.company.sense import check_body
from scorekeeper.ledger import KeyReused, Ledger, Stale
from scorekeeper.match import Match
from scorekeeper.match.bodies import RelinkedBody


class UnknownCompany(LookupError):
    """No company has this code."""


class Companies:
    """The companies of a ledger; the last `most` folds stay in memory and take in new events."""

    def __init__(self, ledger: Ledger, most: int = 100) -> None:
        self.ledger = ledger
        self._most = most
        self._folds: dict[str, Company] = {}

    def get(self, code: str) -> Company:
        """The company of a code, as it is now. Raises UnknownCompany."""
        company = self._folds.get(code)
        # The last event that is known is read again: names may have been forgotten since.
        events = self.ledger.read(code, company.version - 1 if company else 0)
        if company and events[:1] == [company.events[-1]]:
            company = fold((*company.events, *events[1:])) if events[1:] else company
        else:
            events = self.ledger.read(code) if company else events
            if not events or "company" not in events[0].body:
                raise UnknownCompany(code)
            company = fold(events)
        self._keep(company)
        return company

    def open(self, code: str, name: str, members: Sequence[str], key: str) -> Company:
        """Founds a company under a code that is free; raises Stale if it is taken, and Invalid."""
        body = OpenedBody(company=name, members=list(members))
        check_body(None, "opened", body)
        self.ledger.append(code, 0, key, "opened", body)
        return self.get(code)

    def write(
        self, company: Company, kind: str, body: Mapping[str, object], version: int, key: str
    ) -> Company:
        """Writes an event of one of the kinds of `ACTIONS`.

        Raises Invalid, with the member of the body that cannot be; Stale, KeyReused.
        """
        if self._is_resend(company, kind, body, version, key):
            return company
        check_body(company, kind, body)
        return self._append(company, version, key, kind, body)

    def take_in(self, code: str, match: Match, key: str) -> Company:
        """Makes a match the company's: its people are members by their names, or new guests.

        It does not matter who else wrote meanwhile. Raises Invalid, KeyReused.
        """
        while match.code not in (company := self.get(code)).matches:
            known = ((company.called(name), name) for name in match.seating.people)
            people = [member.number if member else name for member, name in known]
            with suppress(Stale):
                body = {"match": match.code, "people": people}
                return self.write(company, "belongs", body, company.version, key)
        return company

    def strike(self, company: Company, seq: int, version: int, key: str) -> Company:
        """Takes event `seq` back. Raises Stale, KeyReused."""
        return self._strike(company, {"event": seq}, version, key)

    def undo(self, company: Company, version: int, key: str) -> Company:
        """Takes back the last thing that was done, if there is one. Raises Stale, KeyReused."""
        target = company.undo.seq if company.undo else None
        return self._strike(company, {"event": target, "by": "undo"}, version, key)

    def redo(self, company: Company, version: int, key: str) -> Company:
        """Takes back the last undo, if there is one. Raises Stale, KeyReused."""
        target = company.redo.seq if company.redo else None
        return self._strike(company, {"event": target, "by": "redo"}, version, key)

    def renew_links(self, company: Company, phone: str, version: int, key: str) -> Company:
        """Ends the links and the roles they gave, but for that of the phone with this mark.

        Raises Stale, KeyReused.
        """
        if self._is_resend(company, "relinked", {"phone": phone}, version, key):
            return company
        body = RelinkedBody(generation=company.links["generation"] + 1, phone=phone)
        return self._append(company, version, key, "relinked", body)

    def _strike(
        self, company: Company, body: Mapping[str, object], version: int, key: str
    ) -> Company:
        done = company.saved(key, version)
        if done and (done.kind, done.body.get("by")) != ("struck", body.get("by")):
            raise KeyReused(key)
        if done is None and version != company.version:
            raise Stale(company.version)
        if done or body["event"] is None or body["event"] in company.struck_by:
            return company
        return self._append(company, version, key, "struck", body)

    def _append(
        self, company: Company, version: int, key: str, kind: str, body: Mapping[str, object]
    ) -> Company:
        self.ledger.append(company.code, version, key, kind, body)
        return self.get(company.code)

    def _is_resend(
        self, company: Company, kind: str, body: Mapping[str, object], version: int, key: str
    ) -> bool:
        """True if this save has been written before.

        Raises KeyReused if the key was used for another save, Stale if somebody was quicker.
        """
        event = company.saved(key, version)
        if event is None and version != company.version:
            raise Stale(company.version)
        if event and (event.kind != kind or any(event.body.get(k) != v for k, v in body.items())):
            raise KeyReused(key)
        return event is not None

    def _keep(self, company: Company) -> None:
        self._folds.pop(company.code, None)
        self._folds[company.code] = company
        while len(self._folds) > self._most:
            self._folds.pop(next(iter(self._folds)), None)
