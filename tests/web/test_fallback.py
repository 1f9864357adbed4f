"""A text that a language does not say yet stands on the page in another one, and says in which."""

import pytest
from flask import Flask

from scorekeeper.rulebook.fallback import FallbackText


@pytest.mark.parametrize(
    ("template", "html"),
    [
        ("<b>{{ text }}</b>", '<b><span lang="en">Cards &amp; jokers</span></b>'),
        ("{{ text if text else '' }}", '<span lang="en">Cards &amp; jokers</span>'),
        ("<b>{{ text|upper }}</b>", "<b>CARDS &amp; JOKERS</b>"),
        ('<b title="{{ text }}">x</b>', '<b title="Cards &amp; jokers">x</b>'),
        ('<b{% if 1 %} title="{{ text }}"{% endif %}>', '<b title="Cards &amp; jokers">'),
        ("<option>{{ text }}</option>", "<option>Cards &amp; jokers</option>"),
        ("<svg><title>{{ text }}</title></svg>", "<svg><title>Cards &amp; jokers</title></svg>"),
        ("<title>x</title>{{ text }}", '<title>x</title><span lang="en">Cards &amp; jokers</span>'),
        ("{{ 'own <' }}{{ 3 }}", "own &lt;3"),
        (
            "{{ 'Pagát & 1st pov.' }}",
            '<span lang="cs">Pagát</span> &amp; 1st <span aria-hidden="true">pov.</span>'
            '<span class="vh">povinnost</span>',
        ),
        ("{% set x %}{{ '1st pov.' }}{% endset %}<b title='{{ x }}'>", "<b title='1st pov.'>"),
        ("<b title='{{ 'pagát' }}'>", "<b title='pagát'>"),
    ],
)
def test_a_text_says_its_language_where_an_element_can_stand(
    app: Flask, template: str, html: str
) -> None:
    text = FallbackText("Cards & jokers", "en")
    with app.test_request_context(headers={"Accept-Language": "en"}):
        assert app.jinja_env.from_string(template).render(text=text) == html
