"""Builds the pack: Python, the libraries and the app as a phone fetches and keeps them.

    libraries ← contents, node, parts ← building, site ← command

Here belongs what a machine with Node does once for a version. It is no part of the pack itself,
and the app does not import it; what runs in the phone does not belong here, but in `pocket/`,
`pages/` and `static/extras/pocket/`. `bytecode.py` is run by Pyodide while the pack is built.
"""
