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
EBF = Work(
    "Zhang and Ji, NeurIPS 2019 (EBF, arXiv 1906.05110)",
    (
        r"$\tilde O(\sqrt{SAHT})$ for $T$ steps, by optimism in a set of MDPs, if an upper bound "
        "$H$ on the span of the optimal bias is known"
    ),
    "abstract and the beginning of the introduction, not from which $T$ on",
)
SCAL = Work(
    "Qian, Fruit, Pirotta and Lazaric, NeurIPS 2019 (SCAL+, arXiv 1812.04363), on SCAL (2018)",
    (
        r"$\tilde O(c\sqrt{\Gamma SAT})$ for $T$ steps, with at most $\Gamma$ next states, if an "
        "upper bound $c$ on the span of the optimal bias is known: SCAL, by confidence sets, and "
        "SCAL+, by a bonus"
    ),
    "abstract",
)
REGAL = Work(
    "Bartlett and Tewari, UAI 2009 (REGAL, arXiv 1205.2661)",
    (r"$\tilde O(HS\sqrt{AT})$ for $T$ steps, if the optimal bias has a span of at most $H$"),
    "abstract",
)
PMEVI = Work(
    "Boone and Zhang, NeurIPS 2024 (PMEVI, arXiv 2406.01234)",
    (
        r"$O(\sqrt{\mathrm{sp}(h^*)SAT\log(SAT)})$ for $T$ steps and a span $\mathrm{sp}(h^*)$ of "
        "the optimal bias that need not be known; the first such algorithm that is tractable"
    ),
    "abstract",
)
FPOP = Work(
    "Neu, György and Szepesvári, AISTATS 2012 (FPOP)",
    (
        r"layered episodes, unknown $P$, every reward revealed and chosen by an adversary: "
        r"expected regret of order $L\lvert X\rvert\lvert A\rvert\sqrt T$ up to logarithms, by a "
        "perturbed leader and upper-confidence reinforcement learning"
    ),
    "abstract",
)
PRIMAL_DUAL = Work(
    "Qiu, Wei, Yang, Ye and Wang, NeurIPS 2020 (arXiv 2003.00660)",
    (
        r"$\tilde O(L\lvert S\rvert\sqrt{\lvert A\rvert T})$ for losses that change arbitrarily, "
        "under constraints, unknown transitions"
    ),
    "abstract",
)
BOTH_WORLDS = Work(
    "Jin, Huang and Luo, NeurIPS 2021 (arXiv 2106.04117)",
    (
        r"unknown transitions, layered: $\tilde O(\sqrt T)$ if losses are adversarial, and at the "
        r"same time $O(\mathrm{polylog}(T))$ if they are stochastic, with gaps"
    ),
    "abstract, the beginning of the introduction and the conclusions",
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
MOMENTUM = Work(
    "Ménard, Domingues, Shang and Valko, ICML 2021 (UCBMQ, arXiv 2103.01312)",
    (
        r"$\tilde O(\sqrt{H^3SAT}+H^4SA)$ in $T$ episodes, for transitions that may depend on the "
        "step, by Q-learning with a momentum"
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
        r"in the proceedings $\tilde O(D\sqrt{SAT})$ for $T\geq S^5A$ steps; the authors' later "
        r"version on arXiv has $\tilde O(DS\sqrt{AT})$ in its place"
    ),
    "both abstracts",
)
MULTINOULLI = Work(
    "Qian, Fruit, Pirotta and Lazaric, 2020 (arXiv 2001.11595)",
    (
        "a counter-argument, for a large number of samples, to Lemma C.2 of Agrawal and Jia's "
        r"proceedings, by which a bound loses its factor $\sqrt S$"
    ),
    "abstract and Sections 1 and 2, the beginning",
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
    (
        "repeated optimistic planning by the linear program of a finite-horizon constrained MDP, "
        "with a bound on the number of episodes to a nearly optimal policy, not on the regret"
    ),
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
BAD_EPISODES = Work(
    "Boone and Gaujal, ICML 2023",
    (
        "optimistic algorithms whose episodes end by numbers of visits have a linear regret of "
        "exploration, another measure: the asymptotic cost of exploration"
    ),
    "abstract",
)
REFINED = Work(
    "Drago, Mussi and Metelli, 2025 (arXiv 2502.17370)",
    "smaller constants of UCBVI, compared in experiments with UCBVI and MVP",
    "abstract",
)
