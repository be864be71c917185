"""What the guests' kinds of vectors state and hold, and where their files are."""

from __future__ import annotations

from pathlib import Path

KINDS = {
    "upper_occupancy": "UOB-REPS: u(x,a) = max of q^{P,pi}(x,a) over the P of a box",
    "water_filling": "the p of a set, a box or an l1 ball, with the largest s = sum_y p(y) (w(y) - "
    "ln p(y))",
    "kl_step": "the q of Delta(P_i) with the least <q, c> + sum q ln(q/q_old): known P, boxes, "
    "l1 balls",
    "hedge_step": "the KL step of one state: q_new(a) is q(a) e^(-eta l(a)), normalised",
    "ucrl2_radii": "UCRL2, Jaksch, Ortner and Auer 2010, eq. (3), (4): d_r = sqrt(7 ln(2SAt/delta) "
    "/ (2 max{1, N})) and d_p = sqrt(14 S ln(2At/delta) / max{1, N})",
    "inner_maximum": "UCRL2, Fig. 2: the largest p u of the distributions p with "
    "||p - p_bar||_1 <= d, or where d is a row with |p(y) - p_bar(y)| <= d(y) for every y",
    "bernstein_radius": "R-41: d = sqrt(14 p (1 - p) l / n) + 49 l / (3 max{1, n - 1}) of one "
    "probability p, l = ln(2SAt/delta), n = max{1, N}",
    "ucbvi_bonus": "UCBVI, Azar, Osband and Munos 2017, Alg. 3 (CH) and 4 (BF), Lg = "
    "ln(5SAKH/delta); with length = H-h the H elsewhere is H - h",
    "ucb_update": "UCB-H and UCB-B, Jin, Allen-Zhu, Bubeck and Jordan 2018, Alg. 1 and 2: alpha_t, "
    "b_t and Q of one pair after its visits, iota = ln(SAKH/p)",
    "flat_trace": "UCRL2, UCBVI, UCB-H, UCB-B, UCFH, PSRL: is this trace a run of the algorithm "
    "that its header names, and which rule breaks first if not?",
}
"""What each kind states; the header of its file carries the sentence and its hash."""
QUESTIONS = {
    "upper_occupancy": ("layers A pi lo hi h x a", "", "u"),
    "water_filling": ("set w", "P_bar eps hi lo", "p s"),
    "kl_step": ("set layers A log_q c", "P P_bar eps hi lo", "q value"),
    "hedge_step": ("q eta l", "", "q"),
    "ucrl2_radii": ("S A delta t N", "", "d_r d_p"),
    "inner_maximum": ("p_bar d u", "", "value"),
    "bernstein_radius": ("S A delta t N p", "", "d"),
    "ucbvi_bonus": ("S A H K delta bonus h N N3 V N_next", "last length", "b"),
    "ucb_update": ("S A H K p algorithm visits", "c c1 c2", "alpha bonus Q"),
    "flat_trace": ("lines", "", "verdict"),
}
"""What a case of each kind holds: the keys of its input, those that it may have, and those of an
output."""
DATA = Path(__file__).parent / "data"
"""The folder of their files KIND.jsonl."""
