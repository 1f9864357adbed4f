"""The tournament room: entering, drawing, results of tables, and the pages of the hall.

Here belong the pages of a tournament and its roles. How a table keeps its score does not belong
here: each is a match with pages of its own.

Blueprints: `board` and `hall` (in `live`), `entrants` (in `people`), `seats` (in `drawing`),
`hall_paper` (in `paper`), `opening`, `tables` and `sides` (in `tables/`).
"""
