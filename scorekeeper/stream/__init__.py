"""Streams: what a match and a group have in common as streams of events.

    a kind of event, declared once (kinds, roles) ──▶ read, checked, applied, renumbered, forgotten
    a stream of them (streams, strikes) ──▶ kept in memory, undone, redone; as a file (files)

Here belongs what holds for every stream. What a kind says and does belongs to its noun; how events
are stored does not belong here, nor does any page.
"""
