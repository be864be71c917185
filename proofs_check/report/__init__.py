"""The report as HTML: pages that need no network, no script and no other file of ours.

    claim_pages.py   the audit: overview with the graph, findings, readings
    statement_page.py  one statement, and what all pages share
    graph.py         the statement graph as SVG
    formula.py       LaTeX to MathML
    algorithm.py     the lines of Algorithm 1, and which of them a broken rule points at
    statuses.py      the words, signs and classes of the derived statuses
    errata.py        what does not hold as printed, as Markdown
    trace_page.py    one trace: verdict, timeline, regret, rules, the first divergence
    pictures.py      the audit's pictures
    waterfall.py     a chain of inequalities as bars
    regret_chart.py  the regret and its four terms, from the exact replay
    chart.py         lines and areas over axes, with their numbers
    render.py        the templates
    folder.py        the directory that is written

Everything that did not come from our own source (witnesses, traces) is escaped by the templates.
The same results give the same bytes: no dates, no paths, nothing of the machine.
"""
