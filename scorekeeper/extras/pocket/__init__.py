"""The app in the phone: what a phone keeps where there is no signal, and how that gets home.

    storage → ledger → batch ──▶ batch_import (the server) ──▶ answers → ledger
                                      └─ rebasing: what may follow, two sides of a table

Here belong the phone's ledger, what is sent of it, how a server takes that in, and how a table
settles what two sides wrote. Storage itself, pages and requests do not: this room knows texts by
keys, and JSON.
"""
