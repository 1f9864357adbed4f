"""Values of the core in the words of the reader: events, figures, verdicts and rulings.

Here belongs what turns a value into text or into a view for a template. Routes and forms do not
belong here; only `reader` asks the request, for language, book, money and clock.
"""
