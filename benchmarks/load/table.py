"""A table: its phone that keeps the score, those who look on, and what they do all evening.

Nothing is sent that stands on no page: forms are opened first, and go back with the token, the key
and the version that they hold. What got no answer is sent again as the same save.
"""

import re
from collections.abc import Callable, Mapping
from random import Random
from time import monotonic

import gevent

from benchmarks.load.evening import Evening, Played
from benchmarks.load.following import Stream, Watcher, delays
from benchmarks.load.forms import Form, NoForm, controls_on, form_on
from benchmarks.load.games import CUSTOMS, NAMES, Customs
from benchmarks.load.phone import Answer, Failed, Phone

DEAL = 180.0
"""Seconds from one entry to the next, as people play."""
TAP = 1.0
"""Seconds from one tap to the next."""
TRIES = 5
"""How often a save is sent until somebody gives up."""
QUARRELS, UNDOES, RELOADS, CORRECTS = 0.05, 0.04, 0.02, 0.04
"""How often each comes with an entry."""
BY_TAP = 0.75
"""How often an entry is one tap, where a tap is enough."""
MAIN = re.compile(r'<a class="b main next" href="/m/\w+/new/([\w-]+)"')
ROW = re.compile(r'href="(/m/\w+/entries/\d+)/why"')
JOIN = re.compile(r'href="(?:https?://[^/"]+)?(/m/\w+/in/[^"]+)"')
PICK = re.compile(r'name="pick" value="(\w+)"')
APPLY = re.compile(r'name="how" value="(applied-\d+)"')


class Table:
    """The table with a number, at which so many watchers look on."""

    def __init__(self, evening: Evening, number: int, watchers: int, random: Random) -> None:
        self.evening, self.number, self.random = evening, number, random
        self.game = list(CUSTOMS)[number % len(CUSTOMS)]
        self.players = random.choice(self.customs.sizes)
        self.phone = self._phone(0)
        self.watchers = [Watcher(self._phone(n + 1)) for n in range(watchers)]
        self.played: list[Played] = []
        self.verdicts: list[str] = []
        self.has_come = False
        self.sheet = ""
        self._stream: Stream | None = None

    @property
    def customs(self) -> Customs:
        """How the game of this table is kept."""
        return CUSTOMS[self.game]

    @property
    def now(self) -> Played:
        return self.played[-1]

    @property
    def url(self) -> str:
        """Its address."""
        return f"/m/{self.now.code}"

    def _phone(self, number: int) -> Phone:
        """A phone with an address of its own, as the server's limits count."""
        address = f"10.{number}.{self.number >> 8}.{self.number & 255}"
        return Phone(self.evening.port, address, self.evening.figures)

    # --- the evening ------------------------------------------------------------------------------

    def play(self) -> None:
        """Comes, opens a match, and plays until it is stopped."""
        self._try(self.come)
        self.has_come = True
        self._rest(self.random.uniform(0, DEAL))
        while not self.evening.stopped:
            began = monotonic()
            self._try(self.go_on if self.played else self.come)
            spent = (monotonic() - began) * self.evening.pace
            self._rest(self.random.uniform(0.6, 1.4) * DEAL - spent)

    def _try(self, deed: Callable[[], None]) -> None:
        """Does something; what went wrong is counted where it happened."""
        try:
            deed()
        except Failed:
            self._rest(TAP)
        except NoForm as odd:
            self.evening.figures.fail("form", str(odd))
        except Exception as fault:  # of this program: its table plays no more, and that is told
            self.evening.figures.fail("table", repr(fault))
            raise

    def _rest(self, seconds: float) -> None:
        until = monotonic() + seconds / self.evening.pace
        while not self.evening.stopped and (left := until - monotonic()) > 0:
            gevent.sleep(min(left, 0.5))

    def go_on(self) -> None:
        """An entry; now and then a quarrel, an undo, a reload or a correction with it."""
        chance = self.random.random
        if chance() < QUARRELS:
            self.quarrel()
        if chance() < UNDOES:
            self.undo()
        if chance() < RELOADS:
            self.phone.reload_files()
            self.look()
        self.record()
        if chance() < CORRECTS:
            self.correct()

    def come(self) -> None:
        """The first page, the names, and a match."""
        self.phone.page("home", "/")
        self.open(self.phone.page("names", f"/new/{self.game}"))

    def open(self, page: str) -> None:
        """Opens a match with the form of the names, and lets the watchers come to it."""
        form = form_on(page, f"/new/{self.game}")
        seats = {"seats": str(self.players)}
        names = {f"player-{seat}": name for seat, name in enumerate(NAMES[: self.players])}
        answer = self.phone.post("open", form.action, form.filled(seats | names))
        self.part()
        self.played.append(Played(answer.leads_to.removeprefix("/m/")))
        self.look()
        link = JOIN.findall(self.subscribe("share", f"{self.url}/share"))[0]
        for watcher in self.watchers:
            watcher.come(self.now.code, link)
        self.look()

    def part(self) -> None:
        """All leave a match; how soon each watcher was told of what was written is taken down."""
        self._follow("")
        for watcher in self.watchers if self.played else ():
            if watcher.stream:
                heard, missed = delays(self.now.saved, watcher.told, watcher.came)
                self.evening.figures.heard += heard
                for _each in range(missed):
                    self.evening.figures.fail("news", "a watcher was not told")
            watcher.leave()

    @property
    def all_told(self) -> bool:
        """Whether everybody who looks on was told of the last save."""
        last = max(self.now.saved, default=0) if self.played else 0
        return all(max(each.told, default=each.came) >= last for each in self.watchers)

    # --- pages ------------------------------------------------------------------------------------

    def look(self) -> None:
        """Opens the sheet, and follows what is written."""
        self.sheet = self.subscribe("sheet", self.url)
        self._follow(f"{self.url}/live")

    def subscribe(self, kind: str, path: str) -> str:
        """Opens another page: what followed the one before ends."""
        self._follow("")
        return self.phone.page(kind, path)

    def _follow(self, path: str) -> None:
        if self._stream:
            self._stream.leave()
        self._stream = Stream(self.phone, path, lambda _number: None) if path else None
        if self._stream:
            self._stream.open()

    # --- what is written --------------------------------------------------------------------------

    def record(self) -> None:
        """The next entry as the sheet asks for it; after the end of a match a new one."""
        asked = MAIN.search(self.sheet)
        if 'id="tap"' in self.sheet:
            if self.random.random() < BY_TAP:
                return self.record_by_tap()
            return self.record_in_form(f"{self.url}/new/game")
        if asked and asked[1] in self.customs.forms:
            return self.record_in_form(f"{self.url}/new/{asked[1]}")
        return self.open(self.phone.page("names", f"{self.url}/again"))

    def record_by_tap(self) -> None:
        """One tap on a player says it all."""
        seat = str(self.random.randrange(self.players))
        answer = self.save("tap", form_on(self.sheet, "tap"), {"seat": seat}, part=True)
        self.sheet = answer.text

    def record_in_form(self, path: str) -> None:
        """An entry tapped into its form."""
        page = self.subscribe("form", path)
        self._follow(f"{self.url}/live")
        self.fill_in("save", form_on(page, "form"))
        self.look()

    def fill_in(self, kind: str, form: Form) -> None:
        """Taps an entry into a form, sees with each tap what it would write, and saves it."""
        changes: dict[str, str] = {}
        entered = self.customs.forms[form.values["type"]]
        for tap in entered(self.random, self.players, form.values):
            self._rest(TAP)
            changes |= tap
            self.phone.post("preview", f"{self.url}/preview", form.filled(changes), part=True)
        self._rest(TAP)
        self.save(kind, form, changes)

    def correct(self) -> None:
        """Looks why a row counts what it counts, and corrects it if it is a usual one."""
        rows = ROW.findall(self.sheet)
        if not rows:
            return
        path = self.random.choice(rows)
        self.subscribe("why", f"{path}/why")
        self._rest(TAP)
        form = form_on(self.subscribe("form", path), "form")
        if form.values["type"] in self.customs.forms:
            self.fill_in("correct", form)
        self.look()

    def undo(self) -> None:
        """Takes back what was done last, and every other time that as well."""
        for verb in ("undo", "redo")[: self.random.choice((1, 2))]:
            if f'action="{self.url}/{verb}"' in self.sheet:
                form = form_on(self.sheet, f"{self.url}/{verb}")
                self.sheet = self.save("undo", form, {}, part=True).text
                self._rest(TAP)

    def save(self, kind: str, form: Form, changes: Mapping[str, str], part: bool = False) -> Answer:
        """Sends a form until it is answered. Raises Failed if it is refused, or never answered."""
        sent, values = form.filled(changes), form.values
        for _try in range(TRIES):
            try:
                answer = self.phone.post(kind, form.action, sent, part)
            except Failed as failed:
                if not failed.again:
                    raise
                self._rest(TAP)
                continue
            self.now.keys.append(values["key"])
            # Behind its number stands a seal of what the form showed.
            self.now.saved[int(values["seen"].partition("-")[0]) + 1] = monotonic()
            return answer
        self.now.unsure.append(values["key"])
        raise Failed(f"{kind} was given up", again=False)

    # --- the referee ------------------------------------------------------------------------------

    def quarrel(self) -> None:
        """A question to the referee, card by card; at times its penalty is written."""
        self.subscribe("disputes", f"{self.url}/disputes")
        self._rest(TAP)
        page = self.subscribe("question", f"{self.url}/disputes/{self.customs.kind}")
        form = form_on(page, "form")
        changes = dict(self.customs.more)
        cards = self.random.sample(sorted({*PICK.findall(page)}), len(self.customs.roles))
        for role, card in zip(self.customs.roles, cards, strict=True):
            self._rest(TAP)
            picked = form.filled(changes | {"picked": f"role={role} {card}"})
            changes |= controls_on(self.phone.post("pick", form.action, picked, part=True).text)
        answer = self.phone.post("judge", form.action, form.filled(changes | {"judge": "y"}))
        self.verdicts.append(answer.leads_to)
        self.read_verdict(answer.leads_to)
        self.look()

    def read_verdict(self, path: str) -> None:
        """Reads a verdict, and every other time writes its penalty, if there is one."""
        page = self.subscribe("verdict", path)
        self._rest(TAP)
        penalties = APPLY.findall(page)
        if penalties and self.random.random() < 0.5:
            self.save("rule", form_on(page, "ruling"), {"how": self.random.choice(penalties)})
