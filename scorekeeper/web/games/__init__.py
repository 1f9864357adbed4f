"""Pages that only one game has: a module or a folder for each game that brings some.

Most games need none: their forms are read off declarations, and templates in
`templates/games/<key>/` replace those forms where a special one is better. What a folder may
declare stands in `web.game_pages`, which finds it by the game's key. What two games need alike
lies beside the folders; what every game needs does not belong here, and no other room knows this
one.
"""
