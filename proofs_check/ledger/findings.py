r"""The findings F-1, F-2, ...: what does not hold as printed, one item for each cause.

A finding has a grade, the places where its cause shows (labels of printed forms, each with its
correction as one line of the paper's LaTeX), a witness with every parameter, and one line by which
a reader recomputes it. Numbers are never reused: a new finding is appended. Text between dollars is
LaTeX. Every printed statement that fails has a finding, and
every correction starts from words of the paper's source (tests/ledger/test_findings.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

Grade = Literal[
    "breaks the proof", "underspecified", "false as claimed", "constant or accounting", "notation"
]
GRADES = get_args(Grade)  # worst first


@dataclass(frozen=True)
class Correction:
    """One line of the paper's LaTeX: `printed`, words of the source, become `corrected`."""

    printed: str
    corrected: str


@dataclass(frozen=True)
class Finding:
    """One cause. `places`: label -> its correction, or the label whose correction serves it too."""

    number: int
    grade: Grade
    title: str
    cause: str
    places: Mapping[str, Correction | str]
    witness: Mapping[str, str]  # every parameter
    by_hand: str
    then: str  # what changes downstream

    @property
    def name(self) -> str:
        """F-1, F-2, ..."""
        return f"F-{self.number}"

    @property
    def corrections(self) -> dict[str, Correction]:
        """The corrections by the place where they are made."""
        return {place: c for place, c in self.places.items() if isinstance(c, Correction)}


FINDINGS = (
    Finding(
        1,
        "breaks the proof",
        r"$\log(TXA/\delta)$ where the theorem has its square root",
        r"Lemma 11 ends with $\sqrt{\log(L/\delta)}\sqrt{\log(TXA/\delta)}\leq\log(TXA/\delta)$ for"
        r" the radii of a whole episode. Lemmas 11 and 12 then add up to more than Lemma 6 claims,"
        r" and so Theorem 4 does not follow: even with (33) in place of that last line the ratio is"
        r" unbounded as $\delta\to0$, for Lemma 6 also as $L\to\infty$.",
        {
            "lem:bias": Correction(
                r"$\hat{r}_{i(t)}(x,a) - r(x,a) \leq 2b_{i(t)}(x,a)$",
                r"$\hat{r}_{i(t)}(x,a) - r(x,a) \leq \min\{1, \frac{3}{2}b_{i(t)}(x,a)\}$",
            ),
            "thm:main": "lem:bias",
        },
        {"L": "1", "X": "2", "A": "1", "delta": "10^-9", "T": "any"},
        r"$4L\sqrt{T\log(L/\delta)\Lambda}+10\sqrt{TLXA\Lambda}$ over $\sqrt{TLXA\Lambda}$ is"
        r" $10+4\sqrt{L\log(L/\delta)/(XA)}=10+4\sqrt{20.72/2}=22.88$, above 20 at every $T$;"
        r" it tends to infinity as $\delta\to0$.",
        r"Both hold: $\textsc{Bias-II}\leq(3+2\sqrt2)\sqrt{TLXA\Lambda}$ with probability"
        r" $1-2\delta$, and $\mathrm{Reg}_T\leq(2+\sqrt2)LX\sqrt{TA\Lambda}$ with probability"
        r" $1-2\delta$, where $\Lambda=\log(TXA/\delta)$.",
    ),
    Finding(
        2,
        "underspecified",
        r"$P_i$ and $\pi_i$ are $0/0$ where $\hat q_i$ has no mass",
        r"(5) and (6) divide by $\hat q_i(x,a)$ and $\hat q_i(x)$. The policy that is played"
        r" reaches such pairs under $P$, and the proof of (26) puts $P_i$ into the confidence set"
        r" there: true for some completions of the row, false for others.",
        {
            "lem:occ-1-norm:P_i": Correction(
                r"the transition function induced by $\hat{q}_i$",
                r"the transition function induced by $\hat{q}_i$"
                r" ($P_i(\cdot|x,a)\triangleq P(\cdot|x,a)$ where $\hat{q}_i(x,a)=0$)",
            ),
            "eq:26": "lem:occ-1-norm:P_i",
            "lem:occ-term-2": "lem:occ-1-norm:P_i",
            "prop:2": Correction(
                r"Moreover, when the denominators are non-zero,",
                r"Where a denominator is zero, the row is any distribution. Elsewhere",
            ),
            "alg:main/19": Correction(
                r"Update policy $\pi_i = \pi^{\hat{q}_i}$.",
                r"Update policy $\pi_i = \pi^{\hat{q}_i}$ (uniform at $x$ if $\hat{q}_i(x)=0$).",
            ),
        },
        {
            "layers": "1, 2, 2, 1 (x_0; u, v; w, z; x_L)", "L": "3", "X": "6", "A": "1",
            "delta": "1/10", "T": "152", "P(v|x_0)": "1/100", "P(w|u) = P(w|v)": "1",
            "r(u), r(v)": "1, 0", "N(u), N(v) at t = 152": "114, 37", "P_i(.|v)": "all to z",
        },
        r"$\Lambda=\log9120=9.118$; $\bar P_i(v|x_0)=37/151=0.24503\leq\epsilon_i(x_0)/2"
        r"=\sqrt{4\cdot9.118/151}/2=0.24573$, so $\hat q_i(v)=0$ is optimal; and"
        r" $2\epsilon_i(v)=2\sqrt{4\cdot9.118/37}=1.9857<\xi_i(v)=2$.",
        r"With $P$'s own row (or any row within $\epsilon_i$ of $\bar P_i$) there, (26) and Lemmas"
        r" 4, 5, 7, 8 and 9 hold as printed. The algorithm does not change.",
    ),
    Finding(
        3,
        "false as claimed",
        r"every episode ends an epoch; $XA\log T$ needs base 2",
        r"Line 12 reads $0\geq0$ at $x_L$ and at pairs never visited, so every episode starts an"
        r" epoch. With $n_i\geq\max\{1,N_i\}$ there are at most $XA\log_2T$ updates, but not"
        r" $XA\log T$ with the natural logarithm; and updates are not all that is computed.",
        {
            "alg:main/12": Correction(
                r"$\exists (x, a) \in \mcx \times \mca$, $n_i(x,a) \geq N_i(x,a)$",
                r"$\exists (x, a) \in (\mcx \setminus \mcx_L) \times \mca$,"
                r" $n_i(x,a) \geq \max\{1, N_i(x,a)\}$",
            ),
            "inline:IV-A.1": Correction(
                r"is at most $XA \log T$ \cite{jaksch2010near-optimal}",
                r"is at most $XA \log_2 T$ for $T \geq 2$ \cite{jaksch2010near-optimal}",
            ),
            "inline:VII.4": Correction(
                r"reducing the computational complexity from $O(T)$ to $O(\log T)$",
                r"reducing the number of policy updates from $T$ to $O(XA \log T)$",
            ),
            "inline:I-B.6:estimation": Correction(
                r"the number of steps for model estimation and policy update from $T$",
                r"the number of policy updates from $T$",
            ),
            "sec:abstract:effort": Correction(
                r"improves computational effort compared to those",
                r"needs fewer policy updates than those",
            ),
            "inline:IV-A.1:citation": "inline:IV-A.1",
        },
        {"layers": "1, 12, 1", "L": "2", "X": "14", "A": "1", "T": "12288 = 12 * 2^10"},
        r"As printed, 12288 updates. With $\max\{1,N_i\}$, on the path that visits the 12 states in"
        r" turn until each count is $2^k$, each of them ends an epoch 11 times:"
        r" $12\cdot11=132>14\ln12288=131.83$.",
        r"With $\log_2$ the bound holds for $T\geq2$, and the sum of $X_hA\log_2T$ over the layers"
        r" with $X_hA\geq2$ is enough.",
    ),
    Finding(
        4,
        "false as claimed",
        r"other works on confidence sets have the same bound",
        r"UC-O-REPS and UOB-REPS keep the same confidence sets and have $\wto(LX\sqrt{TA})$, for"
        r" adversarial rewards. The bound is below UCRL2's only.",
        {
            "sec:abstract": Correction(
                r"It achieves a tighter regret bound compared to the existing works that use a"
                r" similar confidence set framework",
                r"It achieves a tighter regret bound than UCRL2, the same as UC-O-REPS and UOB-REPS"
                r" in the harder adversarial setting,",
            ),
            "sec:I": Correction(
                r"Compared to the best regret bound of existing algorithms that adopt the same"
                r" method based on confidence set,",
                r"Compared to the regret bound of UCRL2,",
            ),
            "inline:VII.3": Correction(
                r"compared to the earlier works that deploy confidence set framework",
                r"compared to UCRL2",
            ),
        },
        {"algorithm": "UC-O-REPS (Rosenberg and Mansour 2019)", "L, X, T, A": "any"},
        r"UC-O-REPS has $LX\sqrt{TA}$ too: the ratio of the two bounds is 1, not below 1.",
        r"What remains is a simpler algorithm: a linear program for each epoch, a convex program"
        r" for each episode in theirs.",
    ),
    Finding(
        5,
        "false as claimed",
        r"bounds quoted without their conditions",
        r"UCRL2's bound has a diameter, which is not $L$ for every MDP that restarts; UCBVI's and"
        r" Q-learning's have further terms, which decide for small $T$; posterior sampling as"
        r" corrected by its authors has $X$ where $\sqrt X$ was first published.",
        {
            "inline:I-A.1": Correction(
                r"UCRL2 algorithm achieves a regret bound of",
                r"UCRL2 algorithm, if it knows the restarts, achieves a regret bound of",
            ),
            "inline:I-A.2": Correction(
                r"improves this bound to $\wto(L\sqrt{TXA})$",
                r"improves this bound to $\wto(L\sqrt{TXA})$ for $T \geq L^2X^3A$",
            ),
            "inline:I-A.3": Correction(
                r"achieves a regret of $\wto(L^2\sqrt{TXA})$.",
                r"achieves a regret of $\wto(L^2\sqrt{TXA})$ for $T \geq L^5X^2A^2$.",
            ),
            "inline:I-A.4": Correction(
                r"achieves a regret bound of $\wto(L\sqrt{TXA})$.",
                r"achieves a regret bound of $\wto(L^{\frac{3}{2}}X\sqrt{TA})$.",
            ),
        },
        {"algorithm": "UCBVI", "L": "2", "X": "4", "A": "1", "T": "32 = L X^2 A"},
        r"Its term $L^2X^2A=64$ and the trivial $LT=64$ are both above"
        r" $L\sqrt{TXA}=2\sqrt{128}=22.6$; at"
        r" $T=LX^2A$ the ratio is $\sqrt{LX}$, unbounded.",
        r"Theorem 4 does not use these bounds; the comparisons of Section I hold under the"
        r" conditions.",
    ),
    Finding(
        6,
        "constant or accounting",
        r"$N_m$ leaves out the last epoch",
        r"$N_m$ counts the visits before epoch $m$, so sums over $m$ epochs end at $N_{m+1}$; and"
        r" $N_1=0$ stands under a root in a denominator.",
        {
            "disp:App. B.2": Correction(
                r"\sum_{i=1}^m \frac{n_i(x,a)}{\sqrt{N_i(x,a)}} \leq (\sqrt{2}+1) \sqrt{N_m(x,a)}"
                r" \leq 3 \sqrt{N_m(x,a)},",
                r"\sum_{i=1}^m \frac{n_i(x,a)}{\sqrt{\max\{1, N_i(x,a)\}}} \leq (\sqrt{2}+1)"
                r" \sqrt{N_{m+1}(x,a)} \leq 3 \sqrt{N_{m+1}(x,a)},",
            ),
            "disp:App. B.3": Correction(
                r"\leq & 3 \sqrt{X_h A \sum_{x_h\in \mcx_h} \sum_{a_h\in \mca} N_m(x_h,a_h)}",
                r"\leq & 3 \sqrt{X_h A \sum_{x_h\in \mcx_h} \sum_{a_h\in \mca} N_{m+1}(x_h,a_h)}",
            ),
            "lem:bias-term-2:total": "disp:App. B.3",
        },
        {"L": "1", "X": "2", "A": "1", "T": "32", "n_1, n_2, ...": "1, 1, 2, 4, 8, 16",
         "N_m": "16"},
        r"$1+1+2/\sqrt2+4/2+8/\sqrt8+16/4=12.24>3\sqrt{16}=12$; and at $T=1$ the sum is 1, with"
        r" $3\sqrt{N_m}=0$.",
        r"Lemma 12 holds as printed, with $2+\sqrt2$ for 5.",
    ),
    Finding(
        7,
        "false as claimed",
        r"$L$ copies of the states do not make a layered MDP",
        r"$L$ copies are $L$ layers of $S$ states, but Assumption 1 needs $L+1$ layers, the first"
        r" and the last of one state; and $X$ grows to about $LS$.",
        {
            "rem:1": Correction(
                r"creating $L$ identical copies of the state space to construct the layers",
                r"creating $L-1$ identical copies of the state space between the layers"
                r" $\{x_0\}$ and $\{x_L\}$, so that $X = (L-1)S + 2$",
            ),
            "rem:1:initial": "rem:1",
        },
        {"S": "2", "L": "3", "copies": "3"},
        r"3 layers of 2 states; needed are 4, of sizes 1, 2, 2, 1. The rate $LX\sqrt{TA}$ is"
        r" $L((L-1)S+2)=3\cdot6=18$ times $\sqrt{TA}$, where $LS\sqrt{TA}$ would be"
        r" $3\cdot2=6$ times.",
        r"The reduction holds in this form, at the rate $L^2S\sqrt{TA}$.",
    ),
    Finding(
        8,
        "notation",
        r"$q(x_L,\cdot,\cdot)$ is left unconstrained",
        r"The constraints of (4), (7) and (13) are for $h\leq L-1$, so the entries at $x_L$ are"
        r" free: the sets are not bounded, and LP1 has no optimum. In (13) a pair"
        r" $(q,\epsilon)$ stands where $q$ is meant.",
        {
            "prop:1": Correction(
                r"\forall x\in \mcx_h, a\in \mca, x'\notin \mcx_{h+1}, h\in [L-1] \Bigg\}."
                r" \label{eq:plyh-all-occ-mea}",
                r"\forall x\in \mcx_h, a\in \mca, x'\notin \mcx_{h+1}, h\in [L] \Bigg\},\quad"
                r" \mcx_{L+1} = \emptyset. \label{eq:plyh-all-occ-mea}",
            ),
            "prop:3": "prop:1",
            "lem:conf-set-polytope": Correction(
                r"q \in \mbr^{XAX}_+, \eps \in \mbr^{XAX}_+ \Big|",
                r"q \in \mbr^{XAX}_+ \Big| \exists \eps \in \mbr^{XAX}_+:",
            ),
            "eq:lp-occ-update": "prop:1",
            "def:1:x_L": Correction(
                r"where $h(x)$ is the index of the layer to which state $x$ belongs.",
                r"where $h(x) < L$ is the index of the layer to which state $x$ belongs, and"
                r" $q^{P,\pi}(x_L, \cdot, \cdot) = 0$.",
            ),
        },
        {"layers": "1, 1", "L": "1", "X": "2", "A": "1", "q(x_0,a,x_L)": "1",
         "q(x_L,a,x_0)": "M, any number"},
        r"Every constraint of (4) holds; with $\hat r_1=1$ the objective of LP1 is $1+M$.",
        r"Propositions 1 and 3, Lemma 1 and LP1 hold.",
    ),
    Finding(
        9,
        "underspecified",
        r"the layers are used but not given",
        r"$X_h$ and $X_{h+1}$ enter (11), (12) and line 5, but the layers are no input; at $x_L$"
        r" there is no $X_{L+1}$; and line 5, for all $(x,a,x')$, puts mass on triples that do not"
        r" go from one layer to the next.",
        {
            "alg:main/1": Correction(
                r"State space $\mcx$,",
                r"State space $\mcx$ with its layers $\mcx_0, \cdots, \mcx_L$,",
            ),
            "alg:main/5": Correction(
                r"& \hat{q}_1(x,a,x') = \frac{1}{X_h A X_{h+1}}, \\",
                r"& \hat{q}_1(x,a,x') = \frac{\mbi\{x \in \mcx_h, x' \in \mcx_{h+1}, h < L\}}"
                r"{X_h A X_{h+1}}, \\",
            ),
            "eq:extra-term-P": Correction(
                r"where $\delta \in (0,1)$ is some confidence parameter.",
                r"for $x \notin \mcx_L$, where $\delta \in (0,1)$ is some confidence parameter.",
            ),
            "eq:conf-set-P": Correction(
                r"\forall x\in \mcx, a\in \mca\}.",
                r"\forall x\in \mcx \setminus \mcx_L, a\in \mca\}.",
            ),
        },
        {"layers": "1, 1", "L": "1", "X": "2", "A": "1"},
        r"$\hat q_1(x_0,a,x_0)=\hat q_1(x_0,a,x_L)=1/(X_0AX_1)=1$: the mass of layer 0 is 2.",
        r"Line 5 is then in $Q$ and solves LP1 at $N=0$.",
    ),
    Finding(
        10,
        "notation",
        r"$\bar r_i$ has two meanings",
        r"(14) fixes $\bar r_i$ at $t(i)$; line 11 changes it in every episode of epoch $i$.",
        {
            "alg:main/11": Correction(
                r"\bar{r}_i(x_h, a_h) \leftarrow \bar{r}_i(x_h, a_h) +"
                r" \frac{r^{(t)}_h - \bar{r}_i(x_h, a_h)}",
                r"\bar{r}(x_h, a_h) \leftarrow \bar{r}(x_h, a_h) +"
                r" \frac{r^{(t)}_h - \bar{r}(x_h, a_h)}",
            ),
        },
        {"layers": "1, 1", "L": "1", "X": "2", "A": "1", "t": "1", "reward": "1/2"},
        r"After line 11 $\bar r_1(x_0,a)=1/2$; by (14), with $t(1)=1$, it is $0/\max\{1,0\}=0$.",
        r"Line 15 then sets $\bar r_i$ to the running mean, and (14) holds.",
    ),
    Finding(
        11,
        "constant or accounting",
        r"the probabilities for Lemma 6 add up to $3\delta$, not $2\delta$",
        r"Appendix B takes $\hat r_i-r\leq2b_i$ from Lemma 3 with probability $1-\delta$, but the"
        r" lemma states $1-2\delta$. Only one side of it is needed, half of its union bound.",
        {
            "lem:bias": Correction(
                r"By Lemma \ref{lem:conf-set-rew}, with probability at least $1 - \delta$, for all"
                r" $t \in [T]_+$,",
                r"By the upper half of the union bound for Lemma \ref{lem:conf-set-rew}, with"
                r" probability at least $1 - \delta$, for all $t \in [T]_+$,",
            ),
        },
        {"Lemma 3": "2 delta", "Lemma 11": "delta", "Lemma 6": "2 delta"},
        r"$2\delta+\delta=3\delta>2\delta$.",
        r"With the half, $2\delta$ for Lemma 6 and $5\delta$ for Theorem 4 are right: its four"
        r" terms share the events.",
    ),
    Finding(
        12,
        "false as claimed",
        r"epochs end when visits double, not when sets improve",
        r"Updates come when the visits of a pair double, not when the confidence sets improve; and"
        r" that rare updates do not affect performance is not argued.",
        {
            "inline:IV-A.1:significant": Correction(
                r"will be updated only when there are significant improvements in the confidence"
                r" sets",
                r"will be updated only when the visits of some $(x,a)$-pair have doubled",
            ),
            "inline:IV-A.1:performance": Correction(
                r"without negatively affecting its performance",
                r"at the cost of a constant factor in the regret bound",
            ),
        },
        {"X_{h+1}": "10", "T": "10^4", "X": "52", "A": "5", "delta": "1/10", "N": "1, 2, ..., 64"},
        r"$\Lambda=\log26000000=17.0736$, so $\epsilon_i\geq2$, no restriction, up to"
        r" $N=10\cdot17.0736/2=85.368$: seven updates, at $N=1,2,4,\dots,64$, come before.",
        r"None: the proof uses that visits double.",
    ),
    Finding(
        13,
        "false as claimed",
        r"UCBVI is not of the Q-learning type",
        r"It estimates $P$ and makes a backward induction in every episode: value iteration with a"
        r" bonus. Q-learning keeps no model.",
        {
            "inline:I-A.2:q-learning-type": Correction(
                r"with a Q-learning-type algorithm",
                r"with value iteration on the estimated model",
            ),
        },
        {"layers": "1, 2, 2, 1", "A": "1"},
        r"UCBVI keeps $N(x,a)$ and $N(x,a,x')$, $5+8=13$ numbers; Q-learning keeps $2\cdot5=10$.",
        r"The future direction of Section VII would combine occupancy measures with UCBVI's bonus.",
    ),
    Finding(
        14,
        "underspecified",
        r"how rewards are drawn is not stated",
        r"A reward has mean $r(x,a)$; that it is drawn anew, independently of the past, is not"
        r" said, nor whether it may depend on the next state.",
        {
            "as:layered-mdp:independence": Correction(
                r"randomly drawn from some distribution on $[0,1]$ with mean $r(x,a)$",
                r"drawn, independently of the past given $(x,a)$, from some distribution on $[0,1]$"
                r" with mean $r(x,a)$",
            ),
        },
        {"layers": "1, 1", "L": "1", "X": "2", "A": "1", "T": "128", "delta": "1/10",
         "reward": "0 or 1, drawn once and kept", "r": "1/2", "N_i": "64"},
        r"$\Lambda=\log2560=7.848$; $|\bar r_i-r|=0.5>b_i=\sqrt{2\cdot7.848/64}=0.4952$ with"
        r" probability 1, not at most $2\delta=1/5$.",
        r"With fresh draws Lemma 3 holds, also if the reward depends on the next state.",
    ),
    Finding(
        15,
        "false as claimed",
        r"the confidence sets need not shrink",
        r"Their radii do; the sets of transition functions within them may grow, and are not"
        r" nested. The paper calls it a hope.",
        {
            "eq:conf-set-P:hope": Correction(
                r"the hope is that the size of $\mcp$ and $Q^\mcp$ shrinks",
                r"the hope is that the confidence radii shrink",
            ),
        },
        {"layers": "1, 2, 1", "A": "1", "T": "1000", "delta": "1/10",
         "first 64 visits": "all to u", "next 64 visits": "all to v"},
        r"$\Lambda=\log40000=10.597$; at $N=64$, $P(u)$ may be in $[1-\epsilon_i/2,1]$, of"
        r" length $\sqrt{4\cdot10.597/64}/2=0.407$; at $N=128$ within $\epsilon_{i+1}/2$ of"
        r" $1/2$, length $\sqrt{4\cdot10.597/128}=0.575$.",
        r"None: the proof uses the radii.",
    ),
    Finding(
        16,
        "notation",
        r"two wrong cross-references",
        r"Occupancy measures are in Section III, the proof of Lemma 5 is in Appendix A.",
        {
            "eq:lp-occ-update:reference": Correction(
                r"As we have seen in Section \ref{sec:prob},",
                r"As we have seen in Section \ref{subsec:prelim},",
            ),
        },
        {"printed": "Section II; Appendix I", "meant": "Section III; Appendix A"},
        r"Definition 1 and (9) are in Section III; the two appendices are A and B.",
        r"None.",
    ),
)  # fmt: skip


def findings_of(label: str) -> tuple[Finding, ...]:
    """The findings that show at the printed statement with this label."""
    return tuple(f for f in FINDINGS if label in f.places)
