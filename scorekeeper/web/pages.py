"""One way to answer: the whole page, or for htmx the one block that it asked for."""

from typing import Any

from flask import Response, current_app, make_response, request


def page(template: str, block: str = "", status: int = 200, **context: Any) -> Response:
    """The rendered template; only its `block` if htmx will put it into a page."""
    found = current_app.jinja_env.get_or_select_template(template)
    current_app.update_template_context(context)
    if block and request.headers.get("HX-Request-Type") == "partial":
        html = "".join(found.blocks[block](found.new_context(context)))
    else:
        html = found.render(context)
    response = make_response(html, status)
    response.vary.update(("HX-Request", "HX-Request-Type"))
    return response
