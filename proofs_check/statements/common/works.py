r"""Works of others that findings quote: what each states, and how far it was read.

`bound` in their own letters: `S` states, `A` actions, `H` steps of an episode, `T` steps or `K`
episodes, diameter `D`. The translation into the paper's letters stands in the findings."""

from __future__ import annotations

from proofs_check.ledger.statement import Work

UCRL2 = Work(
    "Jaksch, Ortner and Auer, JMLR 11, 2010 (UCRL2)",
    (
        r"Theorem 2: with probability $1-\delta$ the regret against the optimal average reward is "
        r"at most $34DS\sqrt{AT\log(T/\delta)}$ after $T$ steps, for every $T>1$. Proposition 18: "
        r"at most $SA\log_2(8T/(SA))$ epochs in $T\geq SA$ steps"
    ),
    "in full, the proofs in part",
)
UCRL2B = Work(
    "Fruit, Pirotta and Lazaric, 2020 (UCRL2B, arXiv 2007.05456)",
    (
        r"$\tilde O(\sqrt{D\Gamma SAT})$ for $T$ steps, with at most $\Gamma\leq S$ next states, "
        "by UCRL2 with the empirical Bernstein inequality"
    ),
    "abstract and introduction, not its lower-order terms",
)
UC_O_REPS = Work(
    "Rosenberg and Mansour, ICML 2019 (UC-O-REPS)",
    (
        r"$\tilde O(L\lvert X\rvert\sqrt{\lvert A\rvert T})$, unknown transitions, losses that "
        "change arbitrarily between episodes. (The bound is proved here in Coq, `uc_o_reps`.)"
    ),
    "abstract",
)
UOB_REPS = Work(
    "Jin, Jin, Luo, Sra and Yu, ICML 2020 (UOB-REPS)",
    (
        r"$\tilde O(L\lvert X\rvert\sqrt{\lvert A\rvert T})$ with high probability, unknown "
        "transitions, bandit feedback, adversarial losses"
    ),
    "abstract",
)
MVP = Work(
    "Zhang, Ji and Du, COLT 2021 (MVP, arXiv 2009.13503)",
    (
        r"Theorem 1: regret $O((\sqrt{SAK}+S^2A)\,\mathrm{polylog}(SAHK/\delta))$ in $K$ episodes "
        r"with probability $1-\delta$, if the rewards of an episode add up to at most 1, for fixed "
        "$P$. Algorithm 1 plans anew only after an episode in which the visits of a pair have "
        "reached a power of 2"
    ),
    "Sections 1 to 4 of the full version, with Algorithm 1 and Table 1",
)
EVERY_K = Work(
    "Zhang, Chen, Lee and Du, 2023 (arXiv 2307.13586)",
    (
        r"Theorem 1: $\min\{\sqrt{SAH^3K},HK\}$ up to logarithms, for every $K\geq1$, by a variant "
        "of MVP that plans anew only when the visits of a state, an action and a step have reached "
        "a power of 2"
    ),
    "Sections 1 to 5 of the version of April 2025; the abstract of that of July 2023",
)
BATCHES = Work(
    "Zhang, Jiang, Zhou and Ji, NeurIPS 2022 (arXiv 2210.08238)",
    r"$\tilde O(\sqrt{SAH^3K\ln(1/\delta)})$ in $K$ episodes, with $O(H+\log_2\log_2K)$ batches",
    "abstract",
)
ADVANTAGE = Work(
    "Zhang, Zhou and Ji, NeurIPS 2020 (UCB-Advantage; arXiv 2004.10019)",
    r"$\tilde O(\sqrt{H^2SAT})$ for $T=KH$ steps, with a low local switching cost",
    "abstract",
)
SWITCHING = Work(
    "Bai, Xie, Jiang and Wang, NeurIPS 2019 (arXiv 1905.12849)",
    r"local switching cost $O(H^3SA\log K)$ in $K$ episodes",
    "abstract",
)
UCBVI = Work(
    "Azar, Osband and Munos, ICML 2017 (UCBVI)",
    (
        r"$\tilde O(\sqrt{HSAT}+H^2S^2A+H\sqrt T)$ for $T$ steps; for UCRL2 its abstract has "
        r"$\tilde O(HS\sqrt{AT})$"
    ),
    "abstract",
)
Q_LEARNING = Work(
    "Jin, Allen-Zhu, Bubeck and Jordan, NeurIPS 2018",
    (r"$\tilde O(\sqrt{H^3SAT})$ for $T$ steps"),
    "abstract",
)
SAMPLING = Work(
    "Agrawal and Jia, NeurIPS 2017, and its version on arXiv (1705.07041)",
    (
        r"in the proceedings $\tilde O(D\sqrt{SAT})$ for $T\geq S^5A$ steps; on arXiv "
        r"$\tilde O(DS\sqrt{AT})$"
    ),
    "both abstracts",
)
OLP = Work(
    "Tewari and Bartlett, NIPS 2007 (OLP)",
    (
        "optimism over transition probabilities close to the estimates, a computation that "
        "corresponds to solving linear programs; irreducible MDPs, average reward, regret of order "
        r"$\log T$"
    ),
    "abstract",
)
CONSTRAINED = Work(
    "Efroni, Mannor and Pirotta, 2020 (arXiv 2003.02189)",
    (
        "in constrained MDPs optimistic planning at each episode by the linear program of the "
        "occupancy measure, with sublinear regret"
    ),
    "abstract and table of contents",
)
SAMPLE_EFFICIENT = Work(
    "HasanzadeZonuzy, Bura, Kalathil and Shakkottai, 2020 (arXiv 2009.11348)",
    "repeated optimistic planning by the linear program of a finite-horizon constrained MDP",
    "abstract",
)
UNIFYING = Work(
    "Neu and Pike-Burke, NeurIPS 2020 (arXiv 2007.01891)",
    (
        "by Lagrangian duality every model-optimistic algorithm that constructs an optimistic MDP "
        "is a value-optimistic algorithm by dynamic programming"
    ),
    "abstract",
)
OPSRL = Work(
    "Tiapkin et al., NeurIPS 2022 (OPSRL, arXiv 2209.14414)",
    (
        r"posterior sampling with regret $\tilde O(\sqrt{H^3SAT})$ in $T$ episodes with high "
        "probability, for transitions that depend on the step"
    ),
    "abstract",
)
KL_UCRL = Work(
    "Filippi, Cappé and Garivier, Allerton 2010 (KL-UCRL, arXiv 1004.5229)",
    (
        "optimism in a Kullback-Leibler ball has UCRL2's guarantees, and experiments show a "
        "significantly improved behaviour, above all with reduced connectivity"
    ),
    "abstract",
)
BETTER = Work(
    "Osband and Van Roy, ICML 2017 (arXiv 1607.00215)",
    (
        "why algorithms driven by optimism, such as UCRL2, are outperformed by posterior sampling, "
        r"for which a Bayesian bound $\tilde O(H\sqrt{SAT})$ is proved"
    ),
    "abstract",
)
TUCRL = Work(
    "Fruit, Pirotta and Lazaric, NeurIPS 2018 (TUCRL, arXiv 1807.02373)",
    (
        "in weakly communicating MDPs, with states that no policy reaches, optimistic algorithms "
        r"such as UCRL suffer linear regret; TUCRL does not"
    ),
    "abstract",
)
REFINED = Work(
    "Drago, Mussi and Metelli, 2025 (arXiv 2502.17370)",
    "smaller constants of UCBVI, compared in experiments with UCBVI and MVP",
    "abstract",
)
