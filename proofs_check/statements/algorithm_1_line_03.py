r"""Before episode 1: the epoch index is $i=1$. Epochs are numbered 1, 2, ... in order, epoch 1
starts at $t=1$. (Algorithm 1 sets no $t(1)$; Sec. IV-A says that the first epoch starts at 1.)"""

from __future__ import annotations

from proofs_check.ledger.statement import Statement

statement = Statement(
    "alg:main/3",
    __doc__,
    kind="given",
    number="Alg. 1 l. 2-3",
    covers=("alg:main/2",),
    sentences=("57eac36c5674", "d68bb2c16704"),
)

printed = statement.printed(
    "epoch index",
    tex="i=1",
)
