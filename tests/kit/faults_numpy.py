"""One-line faults of the NumPy twin: typical mistakes of optimised code.

Each replaces `old`, which occurs exactly once in `file` (implementations/numpy), by `new`. A fault
with `proof` changes no trace that Algorithm 1 forbids: it is equivalent, and the proof says why.
"""

from __future__ import annotations

from tests.kit.apply_faults import Fault

BACKWARD = "backward.py"

UNVISITED = (
    "LP1 is solved only if T >= 2 (R-16), and then a pair is unvisited only if A >= 2 or X_h >= 2 "
    "(which makes X >= 4): TXA/delta > 8 > e^2, Lam > 2 and eps = sqrt(2 X_{h+1} Lam) > 2. So "
    "eps/2 > 1 fills the best successor of a row of zeros, as the special case does."
)

# fmt: off
BACKWARD_FAULTS = (
    # LP1 (backward.py)
    Fault("half-radius", BACKWARD, "eps[..., None] / 2", "eps[..., None]",
          "moves eps of mass instead of eps/2"),
    Fault("half-radius-twice", BACKWARD, "eps[..., None] / 2", "eps[..., None] / 4",
          "halves the radius twice"),
    Fault("unvisited-as-others", BACKWARD, "    total[N == 0] = 1.0\n", "",
          "eps/2 at P_bar = 0: no special case for unvisited pairs", proof=UNVISITED),
    Fault("worst-first", BACKWARD, "np.argsort(-V, kind", "np.argsort(V, kind",
          "fills the worst successor: pessimism"),
    Fault("unstable-ties", BACKWARD, 'np.argsort(-V, kind="stable")', "np.argsort(-V)",
          "an unstable sort orders equal successors differently",
          proof="Successors of equal V are exchangeable in <p, V>: every order among them gives an "
          "optimal p, and the checker certifies whichever q_hat_i and pi_i were chosen."),
    Fault("stale-order", BACKWARD, 'order = np.argsort(-V, kind="stable")',
          'order = inner_maximiser.__dict__.setdefault(str(len(V)), np.argsort(-V, kind="stable"))',
          "the sorted order of a layer's size is cached and goes stale"),
    Fault("no-cut", BACKWARD, "np.minimum(total, 1.0)", "total",
          "forgets to empty the worst successors: rows sum to 1 + eps/2"),
    Fault("loose-ties", BACKWARD, "- 1e-12, axis=1)", "- 1e-3, axis=1)",
          "a tie tolerance that swallows real differences"),
    Fault("ties-1e-4", BACKWARD, "- 1e-12, axis=1)", "- 1e-4, axis=1)",
          "a tie tolerance of 1e-4: near ties are taken for ties"),
    Fault("ties-1e-8", BACKWARD, "- 1e-12, axis=1)", "- 1e-8, axis=1)",
          "a tie tolerance of 1e-8: near ties are taken for ties"),
    Fault("last-tie", BACKWARD, "np.argmax(Q >= Q.max(axis=1, keepdims=True) - 1e-12, axis=1)",
          "Q.shape[1] - 1 "
          "- np.argmax((Q >= Q.max(axis=1, keepdims=True) - 1e-12)[:, ::-1], axis=1)",
          "takes the last of the best actions",
          proof="Any action within 1e-12 of the best one keeps the optimistic value of pi_i within "
          "L 1e-12 of LP1's optimum; R-8 leaves the choice open."),
    Fault("radius-constant", BACKWARD, "sqrt(2 * self.Lam)", "sqrt(self.Lam)",
          "drops the 2 of eq. (11) and (15)"),
    Fault("radius-layer", BACKWARD, "zip(b, self.layers[1:]", "zip(b, self.layers[:-1]",
          "X_h instead of X_{h+1} in eq. (11)"),
    Fault("log10", BACKWARD, '"ln": log,', '"ln": lambda v: log(v) / log(10),',
          "log to the base 10"),
    Fault("x_L-not-counted", BACKWARD, "T * mdp.X * mdp.A", "T * (mdp.X - 1) * mdp.A",
          "X without x_L in the logarithm"),
    Fault("delta-outside", BACKWARD, "mdp.A) - base(delta)", "mdp.A) / delta",
          "delta outside of the logarithm"),
    Fault("no-clip", BACKWARD, "np.minimum(1.0, r + b_h)", "r + b_h",
          "an optimistic reward above 1"),
    Fault("smoothing", BACKWARD, "np.maximum(1, N_h) for N_h in N]", "1 + N_h for N_h in N]",
          "1 + N instead of max{1, N}"),
    Fault("in-place", BACKWARD, "np.maximum(1, N_h) for N_h in N]",
          "np.maximum(1, N_h, out=N_h) for N_h in N]", "the caller's counts are the output buffer"),
    Fault("float32-rows", BACKWARD, "N3_h / n[:, :, None] for",
          "np.float32(N3_h / n[:, :, None]) for", "P_bar in single precision"),
    Fault("float32-rewards", BACKWARD, "s / n for s, n", "np.float32(s / n) for s, n",
          "r_bar in single precision"),
    Fault("float32-radius", BACKWARD, "/ np.sqrt(n) for", "/ np.sqrt(n.astype(np.float32)) for",
          "radii in single precision"),
    Fault("float32-values", BACKWARD, "V = Q.max(axis=1)", "V = np.float32(Q.max(axis=1))",
          "V in single precision"),
    Fault("uniform-start", BACKWARD, "1 / (X_h * self.A * X_next)", "1 / (X_h * self.A)",
          "q_hat_1 not divided by X_{h+1}"),
    Fault("mass-forgotten", BACKWARD, "mass[:, None] * p", "p",
          "q_hat is the transition function, not the occupancy measure"),
    Fault("completion-skipped", BACKWARD, 'self.completion == "uniform"',
          'self.completion == "Uniform"', "the declared completion is never applied"),
    Fault("completion-everywhere", BACKWARD, "empty = mass < ZERO_BELOW", "empty = mass < 1e-2",
          "states of little mass count as empty"),
    Fault("previous-forgotten", BACKWARD, "previous[h][empty]", "1 / self.A",
          "another completion than the declared one"),
    Fault("empty-layer", BACKWARD, "mass = mass @ p", "mass = p[0]",
          "mass follows the first state only"),
)
# fmt: on
"""LP1: in the order of backward.py."""
