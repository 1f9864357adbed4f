"""Templates and static files of games that are packages of their own: what others find under
`games/<key>/` lies in the folders `templates/` and `static/` of the package.
"""

import logging
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PrefixLoader,
    TemplateNotFound,
    TemplateSyntaxError,
)

from scorekeeper.games import INSTALLED

PLACE = "games"
"""Below it each of these games has a folder by its key."""
Source = tuple[str, str, Callable[[], bool]]


class GameTemplates(FileSystemLoader):
    """The templates of one game. One that cannot be read is as if it were not there, and a picture
    is what it is: the first page shows it, and must not fall with it.
    """

    def get_source(self, environment: Environment, template: str) -> Source:
        """The source of a template. Raises TemplateNotFound."""
        source, path, is_new = super().get_source(environment, template)
        if template.endswith(".svg"):
            return f"{{% raw %}}{source}{{% endraw %}}", path, is_new
        try:
            environment.parse(source, template, path)
        except TemplateSyntaxError as error:
            logging.getLogger(__name__).warning("%s, line %s: %s", path, error.lineno, error)
            raise TemplateNotFound(template) from error
        return source, path, is_new


def with_packages(
    own: BaseLoader | None, load: Callable[[Path], BaseLoader] = GameTemplates
) -> BaseLoader:
    """The app's own templates, and behind them those of packages."""
    folders = {each.game.key: load(each.game.folder / "templates") for each in INSTALLED}
    loaders = (own, PrefixLoader({PLACE: PrefixLoader(folders)}))
    return ChoiceLoader([loader for loader in loaders if loader])


def static_folders(folder: str | Path) -> Mapping[str, Path]:
    """Where static files lie: the beginning of their names → a folder."""
    installed = {f"{PLACE}/{each.game.key}/": each.game.folder / "static" for each in INSTALLED}
    return {**installed, "": Path(folder)}


def folder_of(folder: str | Path, name: str) -> tuple[Path, str]:
    """The folder that a static file lies in, the app's own one or a package's, and its name there.

    >>> folder_of("static", "games/kocka.css")
    (PosixPath('static'), 'games/kocka.css')
    """
    folders = static_folders(folder)
    place = next(place for place in folders if name.startswith(place))
    return folders[place], name.removeprefix(place)


def static_files(folder: str | Path, *suffixes: str) -> Iterator[tuple[str, Path]]:
    """All static files with one of some suffixes, by their names."""
    for place, each in static_folders(folder).items():
        for path in each.rglob("*"):
            if path.suffix in suffixes:
                yield f"{place}{path.relative_to(each).as_posix()}", path
