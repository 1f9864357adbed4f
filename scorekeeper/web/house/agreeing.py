"""From here on we play …: other house rules in the middle of a match."""

from flask import Blueprint, Response, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse

from scorekeeper.match import Match
from scorekeeper.schema import Invalid
from scorekeeper.web.access import match_for, matches
from scorekeeper.web.house.form import HouseForm
from scorekeeper.web.house.pages import Frame, rules_page, wrong_size
from scorekeeper.web.saving import Save, fresh_save, read_save, save_or_show
from scorekeeper.web.wording.events import somebody_was_quicker

agreeing = Blueprint("agreeing", __name__, url_prefix="/m/<code>/house")


@agreeing.get("")
def show(code: str) -> Response:
    """The house rules by which the table plays now, to be changed."""
    match = match_for(code, write=True)
    return _page(match, HouseForm.of(match.named_house), fresh_save(match))


@agreeing.post("/form")
def edit(code: str) -> Response:
    """The same as typed so far; or with another set, or a ready-made part of one."""
    match = match_for(code, write=True)
    return _page(match, HouseForm.submitted(match.game, request.form), read_save())


@agreeing.post("")
def agree(code: str) -> AnyResponse:
    """Lets the table play on by these; or shows the form again with what has to be mended."""
    match, save = match_for(code, write=True), read_save()
    form = HouseForm.submitted(match.game, request.form)

    def answer() -> AnyResponse:
        is_new = match.saved(save.key) is None
        if is_new:  # before anything is said about the rules
            matches().check_fresh(match, save.version)
            if not match.as_usual:
                due = _("Play what is due first, by the rules of now.")
                return _page(match, form, save, 422, due)
        try:
            rules = form.read()
            if is_new and (wrong := wrong_size(rules, len(match.names))):
                return _page(match, form.with_error(*wrong), save, 422)
            if rules != match.named_house or not is_new:
                matches().agree(match, rules, save.version, save.key)
        except Invalid as error:
            inner = Invalid(error.path.removeprefix("house."), error.code, **error.params)
            return _page(match, form.refused(inner), save, 422)
        return redirect(url_for("sheet.show", code=code), 303)

    def late(now: Match) -> Response:
        message = somebody_was_quicker(now, _("house rules"))
        return _page(now, form, fresh_save(now), 409, message)

    return save_or_show(code, answer, late)


def _page(
    match: Match, form: HouseForm, save: Save, status: int = 200, message: str = ""
) -> Response:
    frame = Frame(
        heading=_("From here on we play"),
        rules_url=url_for("rulebook.book_of_match", code=match.code),
        done=_("Play so from here on"),
        done_url=url_for("agreeing.agree", code=match.code),
        again_url=url_for("agreeing.edit", code=match.code),
        carried=save.hidden,
        back=url_for("sheet.show", code=match.code),
    )
    return rules_page(form, frame, status, message)
