r"""Lines by which a reader recomputes the counterexample on a statement's page.

A finding has a line for its own witness; a statement whose counterexample is another one has its
line here, with every parameter that the counterexample leaves out. Text between dollars is LaTeX.
tests/ledger/test_findings.py recomputes the figures and compares them with the audit's.
"""

from __future__ import annotations

from proofs_check.ledger.findings import Finding


def by_hand(f: Finding, label: str) -> str:
    """The line for the statement `label`, one of the places of `f`."""
    return BY_HAND.get(label, f.by_hand)


FREE = (
    r" constrains the layers $h\leq L-1$ only: with $q(x_0,a,x_L)=1$ every constraint holds for"
    r" every $q(x_L,a,x_0)\geq0$, here "
)
BY_HAND = {
    "sec:abstract:effort": (
        r"$XA\log_2T=260\cdot13.288$, so 3454 programs; each has"
        r" $2A(1\cdot10\cdot11+4\cdot10\cdot10\cdot11+10\cdot1\cdot2)=45300$ nonzeros in these"
        r" rows: 156466200 in all. $T$ backward inductions over $A(10+400+10)=2100$ triples read"
        r" 21000000."
    ),
    "inline:I-A.1": (
        r"Under every policy an episode, of $L=2$ steps, reaches $u$ with probability $p=1/2$: the"
        r" expected number of steps from $u$ back to $u$, and the diameter, is $D=L/p=4>KL=2$. As"
        r" $p\to0$ no $K$ is enough."
    ),
    "inline:I-A.2": (
        r"$A=1$. The three terms add up to $22.6+64+16=102.6$, the trivial bound is $LT=64$; the"
        r" smaller of the two, 64, is above $KL\sqrt{TXA}=4\sqrt{128}=45.2548$."
    ),
    "inline:I-A.3": (
        r"$LT=50\cdot6250000=312500000$; the Hoeffding bound $\sqrt{L^4SA\cdot LT}"
        r"=2500\cdot125000$ is the same, the Bernstein bound is above both; and"
        r" $KL^2\sqrt{TXA}=4\cdot2500\cdot25000=250000000$."
    ),
    "inline:I-A.4": (
        r"The bound first published, with $D=L$, is $L^{3/2}\sqrt{TXA}$: over $L\sqrt{TXA}$ it is"
        r" $\sqrt L=1.41421>K=1$, for all $T$, $X$ and $A$; as corrected it is $\sqrt{LX}$."
    ),
    "inline:I-B.6:estimation": (
        r"Line 10 changes a counter after each of the 500 episodes;"
        r" $XA\log_2T=6\cdot8.96578=53.7947$."
    ),
    "rem:1": (
        r"2 copies are 2 layers of 2 states each; Assumption 1 needs $L+1=3$ layers, of sizes 1, 2,"
        r" 1."
    ),
    "rem:1:initial": (
        r"The episode that starts at $u$ is worth 1, the one that starts at $v$ is worth 0; in the"
        r" layered model both are worth $P(u|x_0)$."
    ),
    "def:1:x_L": (
        r"If the restart counts as a transition, each of the $L+1=2$ layers has mass 1; with the"
        r" reward 1 everywhere $\langle q,r\rangle=2$, but an episode has $L=1$ reward."
    ),
    "prop:1": rf"(4){FREE}1.",
    "prop:2": (
        r"$q$ has no mass at $u$: $\pi^q(a|u)=q(u,a)/\sum_bq(u,b)=0/0$. Read as 0, the row of"
        r" $\pi^q$ at $u$ adds up to 0, not to 1."
    ),
    "prop:3": rf"(7){FREE}1000000.",
    "lem:conf-set-polytope": rf"(13){FREE}2.",
    "alg:main/1": (
        r"Both layerings have $X=3$, $A=1$, $x_0=0$ and the same $T$ and $\delta$. Line 5 puts the"
        r" mass $1/(X_0AX_1)=1$ on $(0,a,1)$ in the first and on $(0,a,2)$ in the second."
    ),
    "alg:main/12": (
        r"As printed, an epoch ends after every episode, so epoch 3 is episode 3, with"
        r" $N_3(x_0,a)=2$. After it $n_3(x_0,a)=1<2$, but $n_3(x_L,a)=0\geq N_3(x_L,a)=0$."
    ),
    "alg:main/19": (
        r"Layers 1, 2, 1, $A=1$, $\delta=9/10$: $\Lambda=\log(80/0.9)=4.487$; $\bar P_i(u|x_0)"
        r"=9/19=0.4737\leq\epsilon_i(x_0)/2=\sqrt{4\cdot4.487/19}/2=0.4860$ and"
        r" $\hat r_i(u)=\sqrt{2\cdot4.487/9}=0.9986<\hat r_i(v)=1$. So every solution of LP1 has"
        r" $\hat q_i(u)=0$, and $\pi_i(\cdot|u)$ is $0/0$."
    ),
    "inline:IV-A.1:citation": (
        r"Proposition 18 of the work cited gives $XA\log_2(8LT/(XA))=2\log_28=6$;"
        r" $XA\ln T=2\ln2=1.38629$."
    ),
    "inline:IV-A.1:performance": (
        r"Epochs with 1, 1, 2, 4 and 8 visits of the pair:"
        r" $1+1+2/\sqrt2+4/2+8/\sqrt8=8.24264>2\sqrt{16}=8$."
    ),
    "eq:extra-term-P": (
        r"$\Lambda=\log(2/0.9)=0.799$; with $X_{L+1}=0$"
        r" $\epsilon_1(x_L,a)=\sqrt{2\cdot0\cdot0.799/1}=0$, which is not above 1."
    ),
    "eq:conf-set-P": (
        r"With $X_{L+1}=0$ in (11) $\epsilon_1(x_L,a)=0$, but $\bar P_1(\cdot|x_L,a)=0$ has"
        r" distance 1 to every distribution."
    ),
    "thm:main": (
        r"Over $LX\sqrt{TA\Lambda}$ the sum is $12+10/\sqrt{LX}+4\sqrt{\log(L/\delta)/A}/X"
        r"=12+10/\sqrt2+4\cdot50/2=119.071$, above $K=25$ for every $T$; as $\delta\to0$ no $K$ is"
        r" enough."
    ),
    "lem:bias": (
        r"Over $\sqrt{TLXA\Lambda}$ the sum is $10+4\sqrt{L\log(L/\delta)/(XA)}=10+4\sqrt{50/2}"
        r"=30$, above $K=20$ for every $T$; as $\delta\to0$ no $K$ is enough."
    ),
    "inline:VII.4": (
        r"$L=1$: lines 8 to 11 update $LT=2$ counters, and $K\log_2T=1$. For every $K$, $LT>K\log_2"
        r" T$ from some $T$ on."
    ),
    "lem:occ-1-norm:P_i": (
        r"$\delta=1/10$: $\Lambda=\log120=4.787$, so after one episode"
        r" $\epsilon_2=\sqrt{4\cdot4.787}=4.376>2$ where a row has two entries, and $\hat r_2=1$:"
        r" every $q$ in $Q$ solves LP1, also the path through the first state of each layer. The"
        r" second state of layer 1 then has no mass, and (5) is $0/0$ there."
    ),
    "lem:occ-term-2": (
        r"$\Lambda=\log(1460\cdot2^{31})=28.7738$, $p=0.95\sqrt{\Lambda/T}$. In every episode after"
        r" the first $\xi_i(v)=2$ and $\xi_i(u)=2p$ in layers $s\leq L-2$, and $v$ is visited with"
        r" probability $1-(1-p)^s$: the sum over $s$ of $2(L-s)(1-(1-p)^{s+1})$ is 14.8055, above"
        r" $12LX\sqrt{\Lambda/T}=14.8044$. Such a run has probability at"
        r" least 0.999927, not at most $2\delta=1/5$."
    ),
    "lem:bias-term-2:total": (
        r"At $T=1$ there is one epoch, whose visit $N_1=0$ does not count: $t(m)-1=0$, not $T=1$."
    ),
    "disp:App. B.2": (
        r"$N_i=0,1,2,3$: $1+1+1/\sqrt2+3/\sqrt3=4.43916>(\sqrt2+1)\sqrt3=4.18154$."
    ),
    "disp:App. B.3": (
        r"At $T=1$, with one state and one action, the left side is $1/\sqrt{\max\{1,0\}}=1$, the"
        r" right $3\sqrt{N_1}=0$."
    ),
}  # fmt: skip
