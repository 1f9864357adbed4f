"""How much a request may be: for the app, for the server below it, for what a phone sends, and for
what stands in front (nginx.conf, Caddyfile), which takes `BIGGEST_FILE` at every address.
"""

BIGGEST_REQUEST = 64 * 1024
"""Bytes of a form."""
BIGGEST_FILE = 4 * 1024 * 1024
"""Bytes of a match that was saved; phones up to version 0.10 sent an evening in such parcels."""
TAKE_FILES = frozenset({"following.send", "taking_in.take"})
"""The views that take a file."""
BIGGEST_BATCH = 48 * 1024
"""Bytes that a phone sends at once of what it wrote without a signal: what lets forms pass does."""
MOST_PARTS = 500
"""Fields of a form."""
LONGEST_LINE, MOST_FIELDS = 2048, 50
"""Bytes of the line with the address, and headers."""
HEAD_SECONDS = 15
"""From the first answer, or from the connection, until the next request's headers are all there."""
LINE_SECONDS = 30
"""How long a phone may send nothing of its form, or take none of the bytes that are sent to it."""
