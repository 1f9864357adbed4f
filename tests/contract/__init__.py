"""The contract of all games: what a game declares, says and decides is asked of every game alike.

    make game G=kocka

runs it for one. Each test is named by the sentence that it proves, and says which file to mend, and
how. Here lie also the helpers by which other tests ask something of every game and every book.
"""
