"""Nothing that cannot be taken back lies one wrong tap away."""

import pytest

from tests.web.html import Page, name

TAKEN_BACK = {
    *("entries.record", "entries.correct", "entries.tap", "sheet.strike", "sheet.undo"),
    *("sheet.redo", "sheet.note", "rulings.rule", "players.rename", "players.rearrange"),
    *("agreeing.agree", "rulings.adopt"),
    *("group.undo", "group.redo", "group_members.join", "group_members.rename"),
    *("group_members.admit", "group_members.rename_group"),
    *("founding.take_in", "founding.leave"),
    *("records.rank", "evenings.date_matches", "belonging.give", "belonging.withdraw"),
    *("group_members.leave", "group_members.come_back", "group_members.merge"),
    *("group_accounts.pay", "group.strike", "evenings.buy", "evenings.locate"),
    "group_phones.introduce",
    *("rounds.answer", "rounds.begin"),
    *("phones.sit", "phones.take_pencil", "answers.confirm", "answers.object_to"),
    "asking.ask",
    *("deck.begin", "inscription.sign", "keeping.keep"),
    "following.send",
}
"""What writes in a match or a group: Undo takes it back, or the form says it
otherwise."""
CHANGES_NOTHING = {
    *("entries.preview", "entries.redisplay", "questions.ask", "questions.question"),
    *("questions.ask_freely", "verdicts.keep_offence", "spoken.keep", "setup.edit"),
    *("agreeing.edit", "setup.house", "setup.start", "home.watch", "founding.open_group"),
    *("following.follow", "waiting.send_now", "files.take", "taking_in.take"),
}
"""What answers, or begins something new beside what is there."""
SET_AGAIN = {"home.buttons", "home.language", "home.theme", "home.leave"}
FOR_EVER = {"sheet.renew": "/share", "phones.end": "/share", "home.forget_phone": "/mine"}
"""What nothing brings back, and where it stands: below the match, or with what a phone may do."""
IN_PHONES = {"two_sides.choose"}
"""The same in a phone that took the app along, whose own test looks for it."""

IN_GROUPS = {"group.renew", "member_forgetting.do"} | {
    f"group_phones.{act}" for act in ("claim", "end", "name_keeper", "renew_secret")
}
"""The same in a group, whose own tests look for it."""


def posts(app):
    return {rule.endpoint for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())}


def test_every_deed_is_one_that_can_be_taken_back_or_needs_two_taps(app):
    lists = (TAKEN_BACK, CHANGES_NOTHING, SET_AGAIN, FOR_EVER)
    elsewhere = (IN_GROUPS, IN_PHONES)
    assert posts(app) == set().union(*lists, *elsewhere)


@pytest.mark.parametrize("endpoint", FOR_EVER)
def test_what_is_for_ever_has_to_be_opened_first(table, app, endpoint):
    path = FOR_EVER[endpoint]
    screen = table.phone.get(path) if path == "/mine" else table.open(path)
    page = Page(screen.html)
    adapter = app.url_map.bind("localhost")
    deeds = [
        form
        for form in page.all("form")
        if form.get("method") == "post"
        and adapter.match(str(form.get("action")), method="POST")[0] == endpoint
    ]
    assert deeds
    for form in deeds:
        folded = [each for each in page.ancestors(form) if name(each) == "details"]
        assert folded
        assert all(each.get("open") is None for each in folded)


def test_no_page_of_a_match_has_a_deed_for_ever_but_that_one(table):
    table.rounds((14, 14, 0, 0))
    for path in ("", "/new/round", "/people", "/entries/2", "/accounts", "/ask"):
        html = table.phone.get(f"{table.url}{path}").html
        assert f'action="{table.url}/links"' not in html
        assert 'action="/forget"' not in html
