"""The rules of flat learners: id, place in the paper, sentence.

[JOA]: Jaksch, Ortner and Auer 2010; [AOM]: Azar, Osband and Munos 2017; [JABJ]: Jin, Allen-Zhu,
Bubeck and Jordan 2018; [ORV]: Osband, Russo and Van Roy 2013. Rules are listed in the order in
which a record is checked against them.
"""

from __future__ import annotations

from proofs_check.conformance.rules import Rule
from reference.guests.flat.flat_records import PS_RL, UCB_B, UCB_H, UCB_VI, UCFH, UCRL2

_COMMON = (
    Rule("flat-tolerance", "trace, header", "the declared tolerance is at most 1e-6, unless "
         "allowed"),
    Rule("flat-state", "the protocol", "s and s' are states, numbered from 0; s is the s' before "
         "it, in UCBVI and Q-learning within an episode"),
    Rule("flat-action", "the protocol", "a is one of the A actions, numbered from 0"),
    Rule("flat-reward", "the protocol", "every realised reward lies in [0, 1]; one whose known "
         "mean is 0 or 1 is that (R-43)"),
)  # fmt: skip
_END = (Rule("flat-end", "trace, end", "the end record counts the steps of the trace"),)
_EPISODES = (
    Rule("flat-episode", "the protocol", "there are at most K episodes"),
    Rule("flat-H-steps", "the protocol", "an episode has H steps, or ends on the way in a state "
         "that the options call `terminal`"),
)  # fmt: skip

UCRL2_RULES: tuple[Rule, ...] = (
    *_COMMON,
    Rule("ucrl2-order", "[JOA] Fig. 1", "epoch 1 comes before step 1"),
    Rule("ucrl2-epoch-missing", "[JOA] Fig. 1, step 6", "(s, a) is played only while v_k(s, a) < "
         "max{1, N_k(s, a)}; trigger eager: while this holds for every pair"),
    Rule("ucrl2-epoch-early", "[JOA] Fig. 1, step 6", "an epoch ends only if v_k(s_t, a) = max{1, "
         "N_k(s_t, a)} for the action a of the policy; trigger eager: for some pair"),
    Rule("ucrl2-epoch-number", "[JOA] Fig. 1", "epochs are numbered k = 1, 2, 3, ..."),
    Rule("ucrl2-clock", "[JOA] Fig. 1, step 1", "t_k is the first step of epoch k"),
    Rule("ucrl2-N", "[JOA] Fig. 1, step 2", "N_k(s, a) counts the visits before t_k"),
    Rule("ucrl2-r_bar", "[JOA] Fig. 1, step 3", "r_bar_k(s, a) is the mean of the rewards before "
         "t_k"),
    Rule("ucrl2-p_bar", "[JOA] Fig. 1, step 3", "p_bar_k(s'|s, a) is the share of the transitions "
         "to s' before t_k"),
    Rule("ucrl2-d_r", "[JOA] eq. (3)", "d_r = sqrt(7 ln(2SA t_k/delta) / (2 max{1, N_k}))"),
    Rule("ucrl2-d_p", "[JOA] eq. (4)", "d_p = sqrt(14 S ln(2A t_k/delta) / max{1, N_k})"),
    Rule("ucrl2-p_opt", "[JOA] Fig. 2; Sec. 3.1.2", "p_opt(.|s, a) is a distribution within d_p of "
         "p_bar that maximises p u"),
    Rule("ucrl2-stop", "[JOA] eq. (12), Th. 7", "with T u = max_a { r~(s, a) + max_p p u }, the "
         "span of T u - u is below 1/sqrt(t_k), or the declared `stop`"),
    Rule("ucrl2-greedy", "[JOA] Sec. 3.1.2", "pi_k maximises r~(s, a) + max_p p u in every state"),
    Rule("ucrl2-pi", "[JOA] Fig. 1, step 5", "pi_k(.|s) is a distribution on the actions"),
    Rule("ucrl2-near-optimal", "[JOA] Fig. 1, step 5; R-38", "pi_k has, in some plausible MDP and "
         "from every state, a gain at most 1/sqrt(t_k), or `stop`, below the largest plausible "
         "gain"),
    Rule("ucrl2-played", "[JOA] Fig. 1, step 6", "every action played has positive probability "
         "under pi_k"),
    *_END,
)  # fmt: skip

UCBVI_RULES: tuple[Rule, ...] = (
    *_COMMON,
    *_EPISODES,
    Rule("ucbvi-order", "[AOM] Alg. 1", "plan k comes before episode k; with plan doubling, only "
         "where k = 1 or some count has doubled since the last plan"),
    Rule("ucbvi-N", "[AOM] Alg. 1", "N_k(s, a) counts the visits before episode k"),
    Rule("ucbvi-r_bar", "R-39", "r_bar_k(s, a) is the mean of the rewards before episode k, "
         "or the known reward"),
    Rule("ucbvi-p_bar", "[AOM] Alg. 2", "P_hat_k(s'|s, a) = N_k(s, a, s') / N_k(s, a), or with the "
         "declared prior added to every count"),
    Rule("ucbvi-bonus", "[AOM] Alg. 3 and 4", "b_{k,h} is the declared bonus; CH: 7 H Lg / "
         "sqrt(N_k), Lg = ln(5SAKH/delta); length H-h: H - h for the first H"),
    Rule("ucbvi-unseen", "[AOM] Alg. 2", "Q_{k,h}(s, a) = H where (s, a) was never seen; unseen "
         "model: as for others, with P_hat uniform"),
    Rule("ucbvi-Q", "[AOM] Alg. 2", "Q_{k,h} = min{Q_{k-1,h}, H, r + P_hat_k V_{k,h+1} + "
         "b_{k,h}}, r known or the mean; where only visited pairs are updated, Q_{k-1,h} "
         "elsewhere"),
    Rule("ucbvi-V", "[AOM] Alg. 2", "V_{k,h}(s) = max_a Q_{k,h}(s, a); 0 at a terminal state"),
    Rule("ucbvi-argmax", "[AOM] Alg. 1", "a_{k,h} maximises Q_{k,h}(s_{k,h}, .)"),
    *_END,
)  # fmt: skip

_Q_LEARNING = (
    *_COMMON,
    *_EPISODES,
    Rule("ucbq-argmax", "[JABJ] Alg. 1 l. 4, Alg. 2 l. 4", "a_h maximises Q_h(s_h, .), which is H "
         "before the first visit"),
    Rule("ucbq-n", "[JABJ] Alg. 1 l. 5, Alg. 2 l. 5", "t = N_h(s, a), this visit counted"),
    Rule("ucbq-alpha", "[JABJ] eq. (4.1)", "alpha_t = (H + 1) / (H + t)"),
    Rule("ucbq-bonus", "[JABJ] Alg. 1 l. 5, Alg. 2 l. 8; R-40", "UCB-H: b_t = c sqrt(H^3 iota / "
         "t); UCB-B: b_t = (beta_t - (1 - alpha_t) beta_{t-1}) / (2 alpha_t); length "
         "H-h: H - h for H"),
    Rule("ucbq-update", "[JABJ] Alg. 1 l. 6, Alg. 2 l. 9", "Q_h(s, a) becomes (1 - alpha_t) "
         "Q_h(s, a) + alpha_t (r + V_{h+1}(s') + b_t); V is 0 at a terminal state"),
    Rule("ucbq-V", "[JABJ] Alg. 1 l. 7, Alg. 2 l. 10", "V_h(s) = min{H, max_a Q_h(s, a)}"),
    *_END,
)  # fmt: skip

UCFH_RULES: tuple[Rule, ...] = (
    *_COMMON,
    *_EPISODES,
    Rule("ucfh-order", "[JOA] Fig. 1; R-41", "plan k comes before the steps of episode k, where "
         "the declared `plan` has one, and nowhere else"),
    Rule("ucfh-pi", "R-41", "pi_k(.|h, s) is a distribution on the actions"),
    Rule("ucfh-N", "[JOA] Fig. 1, step 2", "N_k(s, a) counts the visits before plan k"),
    Rule("ucfh-r_bar", "[JOA] Fig. 1, step 3", "r_bar_k(s, a) is the mean of the rewards before "
         "plan k, or the known reward"),
    Rule("ucfh-p_bar", "[JOA] Fig. 1, step 3", "p_bar_k(s'|s, a) is the share of the transitions "
         "to s' before plan k"),
    Rule("ucfh-d_r", "[JOA] eq. (3)", "d_r = sqrt(7 ln(2SAt/delta) / (2 max{1, N_k})), t - 1 steps "
         "before plan k; 0 if rewards are known"),
    Rule("ucfh-d_p", "[JOA] eq. (4); R-41", "d_p = sqrt(14 S ln(2At/delta) / max{1, N_k}), or the "
         "declared radius"),
    Rule("ucfh-V", "R-41", "V_h(s) = max_a { r~(s, a) + max_p p V_{h+1} }, perhaps cut at H or "
         "H - h; 0 after step H and at a terminal state"),
    Rule("ucfh-greedy", "R-41", "pi_k(.|h, s) maximises r~(s, a) + max_p p V_{h+1}"),
    Rule("ucfh-played", "[JOA] Fig. 1, step 6", "every action played has positive probability "
         "under pi_k"),
    *_END,
)  # fmt: skip

PSRL_RULES: tuple[Rule, ...] = (
    *_COMMON,
    *_EPISODES,
    Rule("psrl-order", "[ORV] Alg. 1", "plan k comes before the steps of episode k, where the "
         "declared `plan` has one, and nowhere else"),
    Rule("psrl-pi", "[ORV] Alg. 1", "pi_k(.|h, s) is a distribution on the actions"),
    Rule("psrl-N", "[ORV] Alg. 1", "N_k(s, a) counts the visits before plan k"),
    Rule("psrl-P", "[ORV] Alg. 1", "every row of the drawn P is a distribution"),
    Rule("psrl-r", "[ORV] Alg. 1; R-42", "a mean reward that was drawn from a Beta posterior lies "
         "in [0, 1]; with rewards mean it is the mean of those seen, with known r itself"),
    Rule("psrl-V", "[ORV] Alg. 1", "V_h(s) = max_a { r_sampled(s, a) + P V_{h+1} }; 0 after step H "
         "and at a terminal state"),
    Rule("psrl-greedy", "[ORV] Alg. 1", "pi_k(.|h, s) is optimal in the drawn MDP"),
    Rule("psrl-played", "[ORV] Alg. 1", "every action played has positive probability under pi_k"),
    *_END,
    Rule("psrl-posterior", "[ORV] Alg. 1; R-42", "P and r_sampled are drawn from the posterior, "
         "row by row: a test that refuses right draws with probability at most 4e-9"),
)  # fmt: skip

FLAT_RULES: dict[str, tuple[Rule, ...]] = {
    UCRL2: UCRL2_RULES,
    UCB_VI: UCBVI_RULES,
    UCB_H: _Q_LEARNING,
    UCB_B: _Q_LEARNING,
    UCFH: UCFH_RULES,
    PS_RL: PSRL_RULES,
}
"""The rules of each algorithm."""
FLAT_BY_ID = {rule.id: rule for rules in FLAT_RULES.values() for rule in rules}
