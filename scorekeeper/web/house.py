"""House rules on their way: typed before a match, agreed in the middle of one, kept under a name,
sent as a link; the form and the page on which they are chosen, and the sets that this phone knows.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TypedDict, Unpack

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse

from scorekeeper.core.game import AnyGame
from scorekeeper.core.house_rules import HouseRules, dump_house, load_house
from scorekeeper.core.named_house import NamedHouse, clean_house_name, load_named
from scorekeeper.core.names import strip_invisible
from scorekeeper.core.rooms import rooms
from scorekeeper.core.schema import Invalid, Json, dump
from scorekeeper.match import Match
from scorekeeper.rulebook import unreadable
from scorekeeper.web.forms import BoundForm, FieldText, field_texts
from scorekeeper.web.forms.kinds.kind import FormData, Part, kinds_of
from scorekeeper.web.forms.kinds.nested import Group
from scorekeeper.web.forms.labels import Labels
from scorekeeper.web.http.access import match_or_403, matches, my_matches
from scorekeeper.web.http.saving import TOO_LATE, Save, fresh_save, read_save
from scorekeeper.web.render import page
from scorekeeper.web.wording.events import conflict_text
from scorekeeper.web.wording.reader import book_of, language

MATCHES_SEARCHED, SETS_OFFERED = 40, 6
"""So many matches are looked through, and so many sets offered."""


def my_sets(game: AnyGame) -> list[NamedHouse]:
    """The sets of a game that this phone knows: the latest first, each name once.

    Without a name only the latest one counts, if anything in it is unlike the usual.
    """
    mine = (match.named_house for match in my_matches(MATCHES_SEARCHED) if match.game is game)
    known: dict[str, NamedHouse] = {}
    for named in chain(mine, *(room.house_sets(game) for room in rooms())):
        known.setdefault(named.name, named)
    return [each for each in known.values() if each.name or each.house != game.house()][
        :SETS_OFFERED
    ]


NAME, SET = "house_name", "set"
"""The controls for the name of house rules, and for a whole set that takes their place."""


@dataclass(frozen=True)
class HouseForm:
    """House rules as typed so far, with their name; `wrong` says what is wrong with that."""

    game: AnyGame
    rules: BoundForm
    name: str = ""
    wrong: str = ""

    @classmethod
    def of(cls, named: NamedHouse) -> "HouseForm":
        return cls(named.game, house_form(named.game, data=dump_house(named.house)), named.name)

    @classmethod
    def submitted(cls, game: AnyGame, sent: FormData) -> "HouseForm":
        """The form as it was sent; perhaps with another set, or a ready-made part of one."""
        if text := sent.get(SET):
            return cls.of(load_named(game, text))
        rules = house_form(game, sent)
        if preset := sent.get("preset"):  # of one group, "tariff:taroky.net"
            name, _colon, key = preset.partition(":")
            declared: type = game.house
            groups = (each for each in kinds_of(declared) if isinstance(each, Group))
            presets = {group.name: group.presets for group in groups}.get(name, {})
            if key not in presets:
                abort(422)
            rules = house_form(game, data={**rules.read(), name: dump(presets[key])})
        return cls(game, rules, sent.get(NAME, ""))

    def read(self) -> NamedHouse:
        """The house rules. Raises Invalid."""
        name = clean_house_name(self.name, NAME)
        return NamedHouse(self.game, name, load_house(self.game.house, self.rules.read()))

    def refused(self, error: Invalid) -> "HouseForm":
        if error.path == NAME:
            return replace(self, wrong=unreadable(language(), error))
        text = book_of(self.game).unreadable(error)
        return self.with_error(error.path, text)

    def with_error(self, path: str, text: str) -> "HouseForm":
        return replace(self, rules=self.rules.with_error(path, text))

    @property
    def errors(self) -> tuple[tuple[str, str], ...]:
        named = (("part-house-name", self.wrong),) if self.wrong else ()
        return (*named, *self.rules.anchors)

    @property
    def carried_fields(self) -> list[tuple[str, str]]:
        """Every control that holds something: to carry it in another form."""
        return [*self.rules.carried_fields, *([(NAME, self.name)] if self.name else [])]

    @property
    def differing(self) -> list[FieldText]:
        """The house rules that are not as usual."""
        texts = field_texts(self.game.house, self.rules.read(), self.rules.labels)
        return [each for each in texts if each.differs]

    @property
    def words(self) -> list[str]:
        """The name, and the house rules that differ from the defaults."""
        told = [f"{at.label}: {at.text}" for at in self.differing if at.text and not at.inner]
        return [*([self.name] if self.name else []), *told]


def changed_texts(game: AnyGame, before: HouseRules, after: HouseRules) -> Iterator[str]:
    """Each house rule that two tables play otherwise: "Points: 10 → 20".

    Of a group its ready-made set is named; one of the table's own says which of its rules changed.
    """
    labels, preset = Labels(book_of(game), ("house",), ()), ""
    told = (field_texts(game.house, dump_house(house), labels) for house in (before, after))
    for old, new in zip(*told, strict=True):
        preset = new.preset if new.group else preset
        elsewhere = new.inner if preset else new.group
        if old.text != new.text and not elsewhere:
            yield f"{new.label}: {old.text or '–'} \N{RIGHTWARDS ARROW} {new.text or '–'}"


def house_form(
    game: AnyGame, submitted: FormData | None = None, data: Mapping[str, Json] | None = None
) -> BoundForm:
    return BoundForm(game.house, Labels(book_of(game), ("house",), ()), submitted, data or {})


def topic_of(rule: str) -> str:
    """The rule of the book that a rule is a case of.

    >>> topic_of("taroky.renonc.until")
    'taroky.renonc'
    """
    return ".".join(rule.split(".")[:2])


class RulesShown(TypedDict):
    """What leads to the page of house rules and on from it, in words and addresses."""

    heading: str
    rules_url: str
    done: str
    done_url: str
    again_url: str
    carried_fields: Sequence[tuple[str, str]]
    back: str
    message: str


def rules_page(form: HouseForm, status: int, **shown: Unpack[RulesShown]) -> Response:
    """The page of the form of house rules: the button `done` leads on, a tap on a ready-made part
    shows it again, and what was typed on other pages is `carried_fields`.

    Without `back` the way back takes all along.
    """
    return page(
        "match/house.html",
        status=status,
        book=book_of(form.game),
        sections=sections_of(form),
        chosen=form.rules.chosen,
        errors=form.errors,
        name=strip_invisible(form.name),
        wrong=form.wrong,
        # Each set that this phone knows, as a form sends it, and its name.
        sets=[(each.dump(), each.name or _("as last time")) for each in my_sets(form.game)],
        **shown,
    )


def sections_of(form: HouseForm) -> list[tuple[str, list[Part]]]:
    """The house rules below headings: what is unlike the usual first, then each group, and
    what changes the same rule of the book together; at the end what stands alone.
    """
    unlike, book = {each.name for each in form.differing}, book_of(form.game)
    changed, groups, others = list[Part](), list[tuple[str, list[Part]]](), list[Part]()
    for part in form.rules.order:
        if part.inner:
            inner = sorted(part.inner, key=lambda each: each.name not in unlike)
            groups.append((part.label, [replace(part, inner=tuple(inner))]))
        else:
            (changed if part.name in unlike else others).append(part)
    topics: dict[str, list[Part]] = {}
    for part in others:
        topics.setdefault(topic_of(part.kind.spec.rule), []).append(part)
    shared = [(book.rule(rule).title, parts) for rule, parts in topics.items() if len(parts) > 1]
    alone = [part for parts in topics.values() if len(parts) == 1 for part in parts]
    first, last = (_("Unlike the usual"), changed), (_("Other rules"), alone)
    return [(heading, parts) for heading, parts in (first, *groups, *shared, last) if parts]


def size_error(rules: NamedHouse, players: int) -> tuple[str, str] | None:
    """The house rule by which so many cannot play, and why; None if they can."""
    game, house = rules.game, rules.house
    refusal = game.check_size(players, game.start(players, 0, house), house)
    assert refusal or players in game.player_counts(house), "house rules that say how many say why"
    if refusal is None:
        return None
    return refusal.field, book_of(game).say("refusals", refusal.id, refusal.facts)


agreeing = Blueprint("agreeing", __name__, url_prefix="/m/<code>/house")


@agreeing.get("", endpoint="show")
def house_rules_page(code: str) -> Response:
    """The house rules by which the table plays now, to be changed."""
    match = match_or_403(code, write=True)
    return _house_rules_form(match, HouseForm.of(match.named_house), fresh_save(match))


@agreeing.post("/form")
def edit(code: str) -> Response:
    """The same as typed so far; or with another set, or a ready-made part of one."""
    match = match_or_403(code, write=True)
    return _house_rules_form(match, HouseForm.submitted(match.game, request.form), read_save())


@agreeing.post("")
def agree(code: str) -> AnyResponse:
    """Lets the table play on by these; or shows the form again with what has to be mended."""
    match, save = match_or_403(code, write=True), read_save()
    form = HouseForm.submitted(match.game, request.form)
    try:
        if due := due_first(match, save):  # before anything is said about the rules
            return _house_rules_form(match, form, save, 422, due)
        rules = form.read()
        if not is_resent(match, save) and (wrong := size_error(rules, len(match.names))):
            return _house_rules_form(match, form.with_error(*wrong), save, 422)
        agree_on(match, rules, save)
    except Invalid as error:
        inner = Invalid(error.path.removeprefix("house."), error.code, **error.params)
        return _house_rules_form(match, form.refused(inner), save, 422)
    except TOO_LATE:
        now = matches().get(code)
        message = conflict_text(now, _("house rules"))
        return _house_rules_form(now, form, fresh_save(now), 409, message)
    return redirect(url_for("sheet.show", code=code), 303)


def is_resent(match: Match, save: Save) -> bool:
    return match.event_by_key(save.key) is not None


def due_first(match: Match, save: Save) -> str:
    """What has to be done before other rules can hold; empty if nothing. Raises Stale."""
    if is_resent(match, save):
        return ""
    matches().require_fresh(match, save.version)
    return "" if match.nothing_due else _("First play what is due, by the present rules.")


def agree_on(match: Match, rules: NamedHouse, save: Save) -> Match:
    """The match as it goes on by these rules; the same ones write nothing. Raises Invalid."""
    if rules == match.named_house and not is_resent(match, save):
        return match
    return matches().agree(match, rules, save.version, save.key)


def _house_rules_form(
    match: Match, form: HouseForm, save: Save, status: int = 200, message: str = ""
) -> Response:
    return rules_page(
        form,
        status,
        heading=_("From now on we play"),
        rules_url=url_for("rulebook.book", code=match.code),
        done=_("Play this way from now on"),
        done_url=url_for("agreeing.agree", code=match.code),
        again_url=url_for("agreeing.edit", code=match.code),
        carried_fields=save.hidden,
        back=url_for("sheet.show", code=match.code),
        message=message,
    )
