"""The crawl: each page of the app is fetched once, and every law of its kind is asked about it.

A law is a function that gets a page and yields what is wrong with it; `laws.py` has the table that
all laws stand in. To add one, write it into the module of its kind of page and put `@law(...)` over
it:

    @law("rule", where="scorekeeper/games/{game}/rulebook/{language}.toml")
    def the_heading_names_the_rule(page: Page) -> Complaints:
        \"\"\"A rule's page is headed by its number and its title.\"\"\"
        rule = page.subject
        yield from differs("the heading", page.screen.heading, f"{rule.number} {rule.title}")

`rules.py`, `decisions.py`, `questions.py`, `evenings.py` and `app_pages.py` say which pages there
are, and what holds for theirs; `every_page.py` says what holds for all. A test is a group of pages
of one game in one language; it fails with everything that is wrong on any of them.
"""
