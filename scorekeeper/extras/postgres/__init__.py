"""The ledger in a PostgreSQL database: for many machines, and for a database that fails over.

Here belongs what PostgreSQL does otherwise than SQLite. What an event means, and what every store
does alike, does not.
"""
