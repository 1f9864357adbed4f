"""The contract of all games, as tests: what a game declares, says and decides, whoever wrote it.

    pytest --pyargs scorekeeper.testing -k KEY

proves the game with that key, wherever its package was installed; without `-k` all games that are
there. Each test is named by the sentence that it proves, and says which file to mend, and how.

Here belongs what every game has to keep, and what goes through its words and worked cases; what
only the games of the project keep – numbers that are for ever, a document that is theirs – does
not. pytest is imported here and nowhere else in the package.
"""
