"""The room of live updates: streams that say that something was written, to whoever looks on.

A stream carries numbers of events only; what they mean is fetched like any page. How a page is
rendered does not belong here.
"""
