"""The guests among the learners, by the names that `ucrl-lp simulate` knows."""

from __future__ import annotations

from reference.figure1.algorithm import Algorithm

LEARNERS = "reference.guests.learners"
FULL, BANDIT = {"feedback": "full"}, {"feedback": "bandit"}
ENTRIES = (
    Algorithm("ucbvi-ch", "UCBVI-CH", f"{LEARNERS}.ucbvi:UCBVI", {"bonus": "CH"}, 4e-4),
    Algorithm("ucbvi-bf", "UCBVI-BF", f"{LEARNERS}.ucbvi:UCBVI", {"bonus": "BF"}, 4e-4),
    Algorithm(
        "ucb-q-h", "UCB-Q, Hoeffding", f"{LEARNERS}.q_learning:UCBQLearning", {"bonus": "H"}, 2e-4
    ),
    Algorithm(
        "ucb-q-b", "UCB-Q, Bernstein", f"{LEARNERS}.q_learning:UCBQLearning", {"bonus": "B"}, 2e-4
    ),
    Algorithm("psrl", "PSRL", f"{LEARNERS}.psrl:PSRL", {}, 5e-4),
    Algorithm("fpop", "FPOP", f"{LEARNERS}.fpop:FPOP", {}, 6e-4),
    Algorithm("o-reps", "O-REPS", f"{LEARNERS}.o_reps:OREPS", {"P": None, **FULL}, 2.4e-3),
    Algorithm(
        "o-reps-bandit",
        "O-REPS (bandit)",
        f"{LEARNERS}.o_reps:OREPS",
        {"P": None, **BANDIT},
        1.6e-3,
    ),
    Algorithm("uc-o-reps", "UC-O-REPS", f"{LEARNERS}.uc_o_reps:UCOREPS", {}, 5e-3),
    Algorithm(
        "uc-o-reps-bandit",
        "UC-O-REPS (bandit)",
        f"{LEARNERS}.floored_uc_o_reps:FlooredUCOREPS",
        {},
        2e-3,
    ),
    Algorithm("uob-reps", "UOB-REPS", f"{LEARNERS}.uob_reps:UOBREPS", {}, 4e-3),
    Algorithm("regal-chain", "REGAL (chain)", f"{LEARNERS}.regal:REGALChain", {}, 5e-3),
    Algorithm("scal-chain", "SCAL (chain)", f"{LEARNERS}.scal:SCALChain", {}, 6e-5),
    Algorithm("ucrl-chain", "UCRL (chain)", f"{LEARNERS}.ucrl:UCRLChain", {}, 1.5e-4),
    Algorithm("ucrl-layers", "UCRL (layers)", f"{LEARNERS}.ucrl:UCRLLayers", {}, 2e-4),
    Algorithm("jhl", "JHL", f"{LEARNERS}.best_of_both_worlds:BestOfBothWorlds", FULL, 3e-3),
    Algorithm(
        "jhl-bandit",
        "JHL (bandit)",
        f"{LEARNERS}.best_of_both_worlds:BestOfBothWorlds",
        BANDIT,
        2.5e-3,
    ),
    Algorithm(
        "opsrl", "optimistic PSRL", f"{LEARNERS}.optimistic_psrl:OptimisticPSRL", {}, 6e-5, 0.3
    ),
)
