"""One-line faults of the twins: typical mistakes of optimised code.

Each replaces `old`, which occurs exactly once in its file (tests/implementations), by `new`, and
says what that does. A fault with `proof` changes no trace that Algorithm 1 forbids: it is
equivalent, and the proof says why.
"""

from __future__ import annotations

from functools import partial

from tests.mutation.apply_faults import Fault

backward, run, blocks, cpp = (
    partial(Fault, file) for file in ("backward.py", "numpy_twin.py", "blocks.py", "ucrl_lp.cpp")
)

UNVISITED = (
    "LP1 is solved only if T >= 2 (R-16), and then a pair is unvisited only if A >= 2 or X_h >= 2 "
    "(which makes X >= 4): TXA/delta > 8 > e^2, Lam > 2 and eps = sqrt(2 X_{h+1} Lam) > 2. So "
    "eps/2 > 1 fills the best successor of a row of zeros, as the special case does."
)
EXCHANGEABLE = (
    "Successors of equal V are exchangeable in <p, V>: every order among them gives an optimal p, "
    "and the checker certifies whichever q_hat_i and pi_i were chosen."
)

# fmt: off
BACKWARD_FAULTS = (
    backward("half-radius", "eps[..., None] / 2", "eps[..., None]",
             "moves eps of mass instead of eps/2"),
    backward("half-radius-twice", "eps[..., None] / 2", "eps[..., None] / 4",
             "halves the radius twice"),
    backward("unvisited-as-others", "    total[N == 0] = 1.0\n", "",
             "eps/2 at P_bar = 0: no special case for unvisited pairs", proof=UNVISITED),
    backward("worst-first", "np.argsort(-V, kind", "np.argsort(V, kind",
             "fills the worst successor: pessimism"),
    backward("unstable-ties", 'np.argsort(-V, kind="stable")', "np.argsort(-V)",
             "an unstable sort orders equal successors differently",
             proof=EXCHANGEABLE),
    backward("stale-order", 'order = np.argsort(-V, kind="stable")',
             'order = inner_maximiser.__dict__.setdefault(str(len(V)), np.argsort(-V, '
             'kind="stable"))', "the sorted order of a layer's size is cached and goes stale"),
    backward("no-cut", "np.minimum(total, 1.0)", "total",
             "forgets to empty the worst successors: rows sum to 1 + eps/2"),
    backward("loose-ties", "- 1e-12, axis=1)", "- 1e-3, axis=1)",
             "a tie tolerance that swallows real differences"),
    backward("ties-1e-4", "- 1e-12, axis=1)", "- 1e-4, axis=1)",
             "a tie tolerance of 1e-4: near ties are taken for ties"),
    backward("ties-1e-8", "- 1e-12, axis=1)", "- 1e-8, axis=1)",
             "a tie tolerance of 1e-8: near ties are taken for ties"),
    backward("last-tie", "np.argmax(Q >= Q.max(axis=1, keepdims=True) - 1e-12, axis=1)",
             "Q.shape[1] - 1 - np.argmax((Q >= Q.max(axis=1, keepdims=True) - 1e-12)[:, ::-1], "
             "axis=1)", "takes the last of the best actions",
             proof="Any action within 1e-12 of the best one keeps the optimistic value of pi_i "
             "within L 1e-12 of LP1's optimum; R-8 leaves the choice open."),
    backward("radius-constant", "sqrt(2 * self.Lam)", "sqrt(self.Lam)",
             "drops the 2 of eq. (11) and (15)"),
    backward("radius-layer", "zip(b, self.layers[1:]", "zip(b, self.layers[:-1]",
             "X_h instead of X_{h+1} in eq. (11)"),
    backward("log10", '"ln": log,', '"ln": lambda v: log(v) / log(10),', "log to the base 10"),
    backward("x_L-not-counted", "T * mdp.X * mdp.A", "T * (mdp.X - 1) * mdp.A",
             "X without x_L in the logarithm"),
    backward("delta-outside", "mdp.A) - base(delta)", "mdp.A) / delta",
             "delta outside of the logarithm"),
    backward("no-clip", "np.minimum(1.0, r + b_h)", "r + b_h", "an optimistic reward above 1"),
    backward("smoothing", "np.maximum(1, N_h) for N_h in N]", "1 + N_h for N_h in N]",
             "1 + N instead of max{1, N}"),
    backward("in-place", "np.maximum(1, N_h) for N_h in N]",
             "np.maximum(1, N_h, out=N_h) for N_h in N]",
             "the caller's counts are the output buffer"),
    backward("float32-rows", "N3_h / n[:, :, None] for", "np.float32(N3_h / n[:, :, None]) for",
             "P_bar in single precision"),
    backward("float32-rewards", "s / n for s, n", "np.float32(s / n) for s, n",
             "r_bar in single precision"),
    backward("float32-radius", "/ np.sqrt(n) for", "/ np.sqrt(n.astype(np.float32)) for",
             "radii in single precision"),
    backward("float32-values", "V = Q.max(axis=1)", "V = np.float32(Q.max(axis=1))",
             "V in single precision"),
    backward("uniform-start", "1 / (X_h * self.A * X_next)", "1 / (X_h * self.A)",
             "q_hat_1 not divided by X_{h+1}"),
    backward("mass-forgotten", "mass[:, None] * p", "p",
             "q_hat is the transition function, not the occupancy measure"),
    backward("completion-skipped", 'self.completion == "uniform"', 'self.completion == "Uniform"',
             "the declared completion is never applied"),
    backward("completion-everywhere", "empty = mass < ZERO_BELOW", "empty = mass < 1e-2",
             "states of little mass count as empty"),
    backward("previous-forgotten", "previous[h][empty]", "1 / self.A",
             "another completion than the declared one"),
    backward("empty-layer", "mass = mass @ p", "mass = p[0]", "mass follows the first state only"),
)
"""LP1: in the order of backward.py."""
NUMPY_FAULTS = (
    *BACKWARD_FAULTS,
    run("doubling-from-zero", "N_h + np.maximum(1, N_h)", "2 * N_h + 2 * (N_h == 0)",
        "an unvisited pair needs two visits"),
    run("strictly-more", "seen >= missing", "seen > missing", "the trigger is strict"),
    run("one-late", "[missing[pair] - 1]) + 1", "[missing[pair] - 1]) + 2",
        "the new epoch starts one episode late"),
    run("lazy-reset", "self.limit = [N_h + ", "self.limit = self.limit if t % 2 else [N_h + ",
        "limits of the last epoch stay in force now and then"),
    run("last-found", "first = k if first is None else min(first, k)", "first = k",
        "the pair found last decides, not the first to double"),
    run("end-of-block", "n if end is None else end", "n",
        "the trigger is checked at the end of a block only"),
    run("whole-block", "self._learn(x[:n], a[:n], r[:n])", "self._learn(x, a, r)",
        "learns from simulated episodes that were not played"),
    run("first-layer-skipped", "enumerate(zip(self.N, self.limit, strict=True))",
        "list(enumerate(zip(self.N, self.limit, strict=True)))[1:]", "the trigger forgets x_0"),
    run("last-layer-skipped", "enumerate(zip(self.N, self.limit, strict=True))",
        "list(enumerate(zip(self.N, self.limit, strict=True)))[:-1]",
        "the trigger forgets the last layer"),
    run("stride", "triples = pairs * X_next", "triples = pairs % X_h * X_next",
        "a wrong stride in the table of triples"),
    run("counts-replaced", "self.N3[h] += np.bincount(triples", "self.N3[h] = np.bincount(triples",
        "triples of the last block only"),
    run("first-reward", "weights=r[:, h]", "weights=r[:, 0]",
        "every step is paid the first reward"),
    run("float16-sums", "self.r_sum = [np.zeros((X_h, mdp.A))",
        "self.r_sum = [np.zeros((X_h, mdp.A), dtype=np.float16)", "reward sums in half precision"),
    run("solve-at-T", "if not due or t == self.T:", "if not due:",
        "an epoch after the last episode"),
    run("epoch-start", "self._epoch_record(len(starts), t + 1, plan)",
        "self._epoch_record(len(starts), t, plan)", "t(i) is the episode that ended"),
    run("old-policy", "self.environment.episodes(n, plan.pi)",
        "self.environment.episodes(n, policies[-2 if len(policies) > 1 else 0])",
        "plays the policy of the epoch before"),
    # the environment (blocks.py)
    blocks("biased-rewards", "self.law(self.r[h][x[:, h], a[:, h]]",
           "self.law(np.minimum(1, 1.15 * self.r[h][x[:, h], a[:, h]])",
           "rewards of any distribution have 1.15 times their mean"),
    blocks("wrong-action", "self.next_state[h][x[:, h], a[:, h]]",
           "self.next_state[h][x[:, h], 0 * a[:, h]]", "the transition ignores the action"),
    blocks("wrong-mean", "self.law(self.r[h][x[:, h], a[:, h]]",
           "self.law(self.r[h][0 * x[:, h], a[:, h]]", "the reward ignores the state"),
    blocks("unused-noise", "self._rows = self._rows[n:]", "self._rows = self._rows[n + 1 :]",
           "throws an unused row of doubles away",
           proof="The doubles are independent and the row thrown away is chosen without looking at "
           "it: the law of what is played is the same, and so is every rule."),
)
"""And the run, in the order of numpy_twin.py, then blocks.py."""
CPP_FAULTS = (
    cpp("cpp-half-radius", "eps[S.pair[h] + k] / 2", "eps[S.pair[h] + k]",
        "moves eps of mass instead of eps/2"),
    cpp("cpp-unvisited-as-others", "    if (N == 0) row[top] = 1;\n", "",
        "eps/2 at P_bar = 0: no special case for unvisited pairs", proof=UNVISITED),
    cpp("cpp-no-cap", "/ 2, 1 - row[top])", "/ 2, 1.0)", "fills the best successor beyond 1"),
    cpp("cpp-early-exit", "j > 0 && move > 0; --j", "j > 1 && move > 0; --j",
        "stops before the second best successor is emptied"),
    cpp("cpp-taken-forgotten", "row[o[j]] -= taken, move -= taken", "row[o[j]] -= taken",
        "takes the same mass from every successor"),
    cpp("cpp-stale-order", "    sort(h + 1);\n", "    if (N[0] < 8) sort(h + 1);\n",
        "the cached order is no longer repaired later on"),
    cpp("cpp-one-pass", "j > 0 && (v[o[j]]", "j == k && (v[o[j]]",
        "one pass of insertion: sorted only if it nearly was"),
    cpp("cpp-unstable-ties", " || (v[o[j]] == v[o[j - 1]] && o[j] < o[j - 1])", "",
        "equal successors keep the order of the epoch before",
        proof=EXCHANGEABLE),
    cpp("cpp-loose-ties", "most - 1e-12", "most - 1e-3",
        "a tie tolerance that swallows real differences"),
    cpp("cpp-ties-1e-6", "most - 1e-12", "most - 1e-6",
        "a tie tolerance of 1e-6: near ties are taken for ties"),
    cpp("cpp-ties-1e-8", "most - 1e-12", "most - 1e-8",
        "a tie tolerance of 1e-8: near ties are taken for ties"),
    cpp("cpp-little-mass", "if (m < 1e-10)", "if (m < 1e-5)",
        "states of mass below 1e-5 count as empty"),
    cpp("cpp-last-layer-skipped", "int h = S.L - 1; h >= 0; --h) backward",
        "int h = S.L - 2; h >= 0; --h) backward", "backward induction skips the last layer"),
    cpp("cpp-unreached-skipped", "--h) backward(h, N)",
        "--h) if (h == 0 || mass[S.state[h]] > 0) backward(h, N)",
        "a layer is skipped where its first state was not occupied"),
    cpp("cpp-stale-row", "        inner_maximum(h, x * S.A + a, N[p + a]);\n", "",
        "a shared buffer still holds the row of the pair before"),
    cpp("cpp-mass-not-reset", "    std::fill(mass.begin(), mass.end(), 0.0);\n", "",
        "a buffer is not cleared between epochs"),
    cpp("cpp-q_hat-not-reset", "    std::fill(q_hat.begin(), q_hat.end(), 0.0);\n", "",
        "a buffer is not cleared between epochs"),
    cpp("cpp-mass-replaced", "mass[S.state[h + 1] + y] += m * row[y]",
        "mass[S.state[h + 1] + y] = m * row[y]", "the last flow into a state replaces others"),
    cpp("cpp-completion-skipped", "if (m < 1e-10)", "if (m < 0)",
        "the declared completion is never applied"),
    cpp("cpp-incremental-P_bar", "P_bar[q + y] = mean(", "if (N[p] % 2) P_bar[q + y] = mean(",
        "P_bar is updated every other time"),
    cpp("cpp-zero-rows-skipped", "P_bar[q + y] = mean(", "if (N3[q + y] > 0) P_bar[q + y] = mean(",
        "entries without visits are not written",
        proof="An entry without visits is 0 from the constructor on, and counts never fall."),
    cpp("cpp-radius-layer", "radius(n, Lam, N[p])", "radius(S.layers[h], Lam, N[p])",
        "X_h instead of X_{h+1} in eq. (11)"),
    cpp("cpp-radius-constant", "std::sqrt(2 * X_next * Lam", "std::sqrt(X_next * Lam",
        "drops the 2 of eq. (11) and (15)"),
    cpp("cpp-b-of-x", "radius(1, Lam, N[p])", "radius(n, Lam, N[p])",
        "b_i with the radius of the transitions"),
    cpp("cpp-no-clip", "r_hat[p] = std::min(1.0, r_bar[p] + b[p])", "r_hat[p] = r_bar[p] + b[p]",
        "an optimistic reward above 1"),
    cpp("cpp-int-horizon", "return std::log(T * X * A)",
        "return std::log(static_cast<double>(static_cast<std::int32_t>(static_cast<std::int64_t>(T "
        "* X * A))))", "TXA overflows at 2^31"),
    cpp("cpp-log2", "return std::log(T * X * A) - std::log(delta)",
        "return std::log2(T * X * A) - std::log2(delta)", "log to the base 2"),
    cpp("cpp-float-rows", "P_bar[q + y] = mean(static_cast<double>(N3[q + y]), N[p])",
        "P_bar[q + y] = static_cast<float>(mean(static_cast<double>(N3[q + y]), N[p]))",
        "P_bar in single precision"),
    cpp("cpp-float-values", "V[S.state[h] + x] = most",
        "V[S.state[h] + x] = static_cast<float>(most)", "V in single precision"),
    cpp("cpp-int8-counts", "    ++N[pair];\n",
        "    N[pair] = static_cast<std::int8_t>(N[pair] + 1);\n", "counters overflow at 2^7"),
    cpp("cpp-int8-triples", "    ++N3[triple];\n",
        "    N3[triple] = static_cast<std::uint8_t>(N3[triple] + 1);\n", "triples overflow at 2^8"),
    cpp("cpp-int32-counts", "radius(double X_next, double Lam, std::int64_t N)",
        "radius(double X_next, double Lam, std::int32_t N)",
        "counters overflow at 2^31 (found by the vectors: no run is that long)"),
    cpp("cpp-strictly-more", "N[pair] - N_i[pair] >= std", "N[pair] - N_i[pair] > std",
        "the trigger is strict"),
    cpp("cpp-doubling-from-zero", "std::max<std::int64_t>(1, N_i[pair])",
        "std::max<std::int64_t>(2, N_i[pair])", "an unvisited pair needs two visits"),
    cpp("cpp-due-overwritten", "due = due || N[pair]", "due = N[pair]",
        "the last step of the episode decides"),
    cpp("cpp-every-4", "if (counters.due && static_cast<double>(t) < T)",
        "if (counters.due && t % 4 == 0 && static_cast<double>(t) < T)",
        "the trigger is checked every 4 episodes"),
    cpp("cpp-lazy-reset", "    N_i = N;\n", "    if (N_i[0] == 0) N_i = N;\n",
        "counters of the epoch are reset once only"),
    cpp("cpp-due-not-reset", "    due = false;\n", "", "the trigger stays true"),
    cpp("cpp-wrong-order", "    ++N[pair];\n    ++N3[triple];\n    r_sum[pair] += r;\n",
        "    r_sum[pair] += r;\n    due = due || N[pair] - N_i[pair] >= std::max<std::int64_t>(1, "
        "N_i[pair]);\n    ++N[pair], ++N3[triple];\n    return;\n",
        "fused updates in the wrong order: the trigger reads the count before this visit"),
    cpp("cpp-last-reward", "r_sum[pair] += r", "r_sum[pair] = r", "the last reward only"),
    cpp("cpp-solve-at-T", " && static_cast<double>(t) < T)", ")",
        "an epoch after the last episode"),
    cpp("cpp-epoch-start", "epoch(t + 1)", "epoch(t + 2)", "t(i) is one too late"),
    cpp("cpp-wrong-transition", "state = draw(&P[row], n", "state = draw(&P[S.triple[h]], n",
        "every pair moves as the first one"),
    cpp("cpp-int16-counts", "    ++N[pair];\n",
        "    N[pair] = static_cast<std::uint16_t>(N[pair] + 1);\n", "counters overflow at 2^16"),
    cpp("cpp-trigger-cap", "std::max<std::int64_t>(1, N_i[pair])",
        "std::clamp<std::int64_t>(N_i[pair], 1, 1024)", "at most 1024 visits an epoch"),
    cpp("cpp-first-action", "S.A, uniform());", "S.A, 0.0);",
        "the first action of positive probability is always played"),
    cpp("cpp-half-rewards", "uniform() < r[pair]",
        "uniform() < (r[pair] > 0 ? r[pair] < 1 ? 0.5 : 1.0 : 0.0)",
        "mean rewards strictly between 0 and 1 are drawn as 1/2"),
    cpp("cpp-same-noise", "    while (t < episodes) {\n",
        "    std::mt19937_64 before;\n    while (t < episodes) {\n      if (t % 2) random = "
        "before; else before = random;\n", "two episodes share their noise"),
    cpp("cpp-transitions-action", "const int a = static_cast<int>(one.items.at(1).value);",
        "const int a = 0;", "`transitions` of the MDP file without the action"),
    cpp("cpp-horizon-32", "Lam = log_term(T, S.X",
        "Lam = "
        "log_term(static_cast<double>(static_cast<std::uint32_t>(static_cast<std::int64_t>(T))), "
        "S.X", "T cut to 32 bits in the logarithm"),
    cpp("cpp-episodes-for-T", "    planner.uniform(Lam);\n",
        "    Lam = log_term(static_cast<double>(episodes), S.X, S.A, delta);\n    "
        "planner.uniform(Lam);\n", "the number of episodes in place of T"),
)
TAKEN = "      const double taken = std::min(move, row[o[j]]);\n"
DRAWN = """        a[h] = draw(&planner.pi[S.pair[h] + state * S.A], S.A, uniform());
        const int pair = S.pair[h] + state * S.A + a[h];
        const int row = S.triple[h] + (state * S.A + a[h]) * n;
        state = draw(&P[row], n, uniform());
"""
ORDER = "(v[o[j]] > v[o[j - 1]] || (v[o[j]] == v[o[j - 1]] && o[j] < o[j - 1]))"
SLIPPED = (
    *(cpp(f"cpp-pruned-1e-{k}", TAKEN, f"      if (row[o[j]] < 1e-{k}) continue;\n" + TAKEN,
          f"the inner maximum passes over successors of p < 1e-{k}") for k in (3, 4, 6, 8)),
    *(cpp(f"cpp-sorted-{k}", "for (int k = 1; k < S.layers[h]; ++k)",
          f"for (int k = 1; k < std::min(S.layers[h], {k}); ++k)",
          f"only the first {k} successors are sorted") for k in (4, 8, 16)),
    cpp("cpp-mass-1e-7", "if (m < 1e-10)", "if (m < 1e-7)",
        "states of mass below 1e-7 count as empty"),
    cpp("cpp-four-actions", "std::max_element(Q.begin() + p, Q.begin() + p + S.A)",
        "std::max_element(Q.begin() + p, Q.begin() + p + std::min(S.A, 4))",
        "the best of the first four actions"),
    cpp("cpp-ties-1e-9", "most - 1e-12", "most - 1e-9",
        "a tie tolerance of 1e-9: near ties are taken for ties"),
    cpp("cpp-float-order", ORDER, "(float(v[o[j]]) > float(v[o[j - 1]]) || (float(v[o[j]]) == "
        "float(v[o[j - 1]]) && o[j] < o[j - 1]))",
        "successors are sorted by V in single precision"),
    cpp("cpp-float-sums", "double mean(double sum", "double mean(float sum",
        "sums in single precision (found by the vectors: no run is that long)"),
    cpp("cpp-shared-uniform", DRAWN, "        const double shared = uniform();\n" + DRAWN.replace(
        "uniform()", "shared"),
        "action and transition share one uniform number"),
    cpp("cpp-uniforms-256", "(random() >> 11) * 0x1p-53", "(random() >> 56) * 0x1p-8",
        "uniform numbers of 256 steps"),
    cpp("cpp-epoch-256", '"{\\"record\\":\\"epoch\\",\\"i\\":" + std::to_string(i)',
        '"{\\"record\\":\\"epoch\\",\\"i\\":" + std::to_string(i % 256)',
        "epochs are numbered modulo 256"),
    cpp("cpp-late-trigger", "std::max<std::int64_t>(1, N_i[pair])",
        "(N_i[pair] < 16384 ? std::max<std::int64_t>(1, N_i[pair]) : N_i[pair] + 1)",
        "the trigger is one visit late from N_i = 2^14 on"),
    cpp("cpp-biased-rewards", "uniform() < r[pair]", "uniform() < 1.15 * r[pair]",
        "rewards have 1.15 times their mean"),
)
"""Faults of an outside implementer that the kit, or the vectors too, once let pass."""
# fmt: on
FAULTS = (*NUMPY_FAULTS, *CPP_FAULTS, *SLIPPED)
