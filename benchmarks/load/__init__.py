"""Tables that play like people, over HTTP and event streams, at the real server.

    python -m benchmarks.load --tables 500 --minutes 10
    python -m benchmarks.load --tables 500 --minutes 10 --postgres
    python -m benchmarks.load --tables 50 --pace 10 --ledger postgresql://user@host/db

Each table opens a match of one of the five games with the real forms, sends its link to a watcher
or two, and writes an entry about every three minutes: it opens the form, sees with each tap what
saving would write, and saves; now and then it asks the referee and writes the penalty, corrects a
row, takes something back, loads a page anew. Every phone keeps its connections, cookies and files
as a browser does, and follows its page by a stream. With
`--pace 10` everything goes ten times as quickly.

The server is `scorekeeper serve` with a new instance folder on a disk. Its `config.py` trusts one
proxy, so that each phone comes from an address of its own, as it would; all limits are on and are
counted. Those per address that a quicker evening would run into are as many times higher as it is
quicker (`house.LIMITS`). At the end each acknowledged save has to be in the ledger once.
"""
