"""The report as web pages, which need no network and no script. May import the report and what is
below it.

Everything that did not come from our own source (witnesses, traces) is escaped by the templates.
The same results give the same bytes: no dates, no paths, nothing of the machine.
"""
