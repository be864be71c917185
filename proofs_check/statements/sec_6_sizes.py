r"""The simulated MDPs have 7 layers, so $L=6$, with 10 states in each intermediate layer, so
$X=52$, and $A=5$ actions (Sec. VI).

The first and the last layer have one state each. Outside $x_L$ there are $(X-1)A=255$ pairs, and
2100 triples $(x,a,x')$."""

from proofs_check.statements import sec_6
from proofs_check.statements.common.prelude import *

statement = Statement(
    "inline:VI.1",
    __doc__,
    number="Sec. VI, sizes",
    covers=("inline:VI.2", "inline:VI.3"),
)

printed = statement.printed(
    "7 layers, $L=6$, $X=52$, $A=5$",
    not_printed="the sizes are stated",
    tex=r"L=6,\ X=1+5\cdot10+1=52,\ A=5",
    no_claim="counting",
    coq=(Coq("sizes_VI", "paper/SmallStatements.v"),),
)


@printed.check({"10 states in the last layer too": {"last": 10}})
@printed.proves("counted from the layers 1, 10, ..., 10, 1", "assumption_1")
def sizes(suite: Suite, last: int = 1) -> Shown:
    layers = (1, *[10] * 5, last)
    counts = {
        "layers": (len(layers), 7),
        "L": (len(layers) - 1, sec_6.STEPS),
        "X": (sum(layers), sec_6.STATES),
        "pairs": (sum(layers[:-1]) * sec_6.ACTIONS, 255),
        "triples": (sum(u * sec_6.ACTIONS * v for u, v in pairwise(layers)), 2100),
    }
    tally = Tally("proved", "counts for the layers 1, 10, 10, 10, 10, 10, 1")
    for what, (counted, said) in counts.items():
        tally.equal(counted, said, layers=list(layers), count=what)
    tally.holds((layers, sec_6.ACTIONS) == (PAPER_LAYERS, PAPER_A), count="the suite's run `paper`")
    return tally
