"""The report as web pages, which need no network and no script.

The templates escape everything that does not come from our own source (witnesses, traces). The same
results give the same bytes: no dates, no paths, nothing that depends on the machine.
"""
