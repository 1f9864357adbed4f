"""House rules of which any are switched: the contract of all games switches each alone."""

from hypothesis import strategies as st

from scorekeeper.game import AnyGame
from scorekeeper.house import HouseRules, paths_of, with_value
from scorekeeper.testing.switches import declaration, values


@st.composite
def any_house(draw: st.DrawFn, game: AnyGame) -> HouseRules:
    """House rules of which any may be another than usual."""
    house: HouseRules = game.house()
    for path in draw(st.lists(st.sampled_from(list(paths_of(game.house))), max_size=12)):
        value = draw(st.sampled_from(values(*declaration(game.house, path))))
        house = with_value(house, path, value)
    return house
