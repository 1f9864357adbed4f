"""The room of live updates: streams that say that something was written to whoever looks on,
and who that is.

A stream carries numbers of events only; what they mean is fetched like any page. How what was
written is shown does not belong here.
"""
