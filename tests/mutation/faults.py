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
    backward("worst-first", "order = np.argsort(-V, kind", "order = np.argsort(V, kind",
             "fills the worst successor: pessimism"),
    backward("unstable-ties", 'order = np.argsort(-V, kind="stable")', "order = np.argsort(-V)",
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
SORTED = "    const double* v = &V[S.state[h]];\n    for (int k = 1;"
BY_VALUE = "_element(o, o + S.layers[h], [&](int y, int z) { return v[y] < v[z]; }));\n"
TO_FRONT = "    std::iter_swap(o, std::max" + BY_VALUE
TO_END = "    std::iter_swap(o + S.layers[h] - 1, std::min" + BY_VALUE
MOVED = "std::min(eps[S.pair[h] + k] / 2,"
DOUBLED = "std::max<std::int64_t>(1, N_i[pair])"
SLIPPED = (
    # the inner maximum
    *(cpp(f"cpp-pruned-1e-{k}", TAKEN, f"      if (row[o[j]] < 1e-{k}) continue;\n" + TAKEN,
          f"the inner maximum passes over successors of p < 1e-{k}") for k in range(2, 9)),
    *(cpp(f"cpp-sorted-{k}", "for (int k = 1; k < S.layers[h]; ++k)",
          f"for (int k = 1; k < std::min(S.layers[h], {k}); ++k)",
          f"only the first {k} successors are sorted") for k in (4, 8, 16)),
    *(cpp(f"cpp-emptied-{k}", "j > 0 && move > 0; --j", f"j > 0 && j >= n - {k} && move > 0; --j",
          f"at most {k} successors are emptied") for k in (4, 8, 16)),
    *(cpp(f"cpp-moved-1e-{k}", "j > 0 && move > 0; --j", f"j > 0 && move > 1e-{k}; --j",
          f"stops when less than 1e-{k} remains to be moved") for k in (3, 6)),
    *(cpp(f"cpp-order-1e-{k}", ORDER, f"v[o[j]] > v[o[j - 1]] + 1e-{k}",
          f"successors are sorted by V up to 1e-{k}") for k in (3, 6, 9)),
    cpp("cpp-float-order", ORDER, "(float(v[o[j]]) > float(v[o[j - 1]]) || (float(v[o[j]]) == "
        "float(v[o[j - 1]]) && o[j] < o[j - 1]))",
        "successors are sorted by V in single precision"),
    cpp("cpp-best-only", SORTED, SORTED.replace("    for", TO_FRONT + "    return;\n    for"),
        "only the best successor is looked for"),
    cpp("cpp-best-and-worst", SORTED,
        SORTED.replace("    for", TO_FRONT + TO_END + "    return;\n    for"),
        "only the best and the worst successor are looked for"),
    cpp("cpp-half-of-the-room", "/ 2, 1 - row[top])", "/ 2, (1 - row[top]) / 2)",
        "at most half of what the others have is moved"),
    cpp("cpp-radius-to-1", MOVED,
        MOVED.replace("eps[S.pair[h] + k]", "std::min(1.0, eps[S.pair[h] + k])"),
        "eps above 1 is cut to 1 in the inner maximum"),
    # masses, actions, ties
    *(cpp(f"cpp-mass-1e-{k}", "if (m < 1e-10)", f"if (m < 1e-{k})",
          f"states of mass below 1e-{k} count as empty") for k in (3, 4, 6, 7, 8)),
    cpp("cpp-float-mass", "mass[S.state[h + 1] + y] += m * row[y]",
        "mass[S.state[h + 1] + y] += static_cast<float>(m * row[y])", "masses in single precision"),
    *(cpp(f"cpp-{word}-actions", "std::max_element(Q.begin() + p, Q.begin() + p + S.A)",
          f"std::max_element(Q.begin() + p, Q.begin() + p + std::min(S.A, {k}))",
          f"the best of the first {word} actions")
      for k, word in ((2, "two"), (3, "three"), (4, "four"))),
    *(cpp(f"cpp-ties-1e-{k}", "most - 1e-12", f"most - 1e-{k}",
          f"a tie tolerance of 1e-{k}: near ties are taken for ties") for k in (4, 5, 7, 9)),
    # single precision, narrow integers
    cpp("cpp-float-sums", "double mean(double sum", "double mean(float sum",
        "sums in single precision (found by the vectors: no run is that long)"),
    cpp("cpp-float-rewards", "r_bar[p] = mean(r_sum[p], N[p])",
        "r_bar[p] = static_cast<float>(mean(r_sum[p], N[p]))", "r_bar in single precision"),
    cpp("cpp-float-Lam", "    Lam = log_term(T, S.X, S.A, delta);\n",
        "    Lam = static_cast<float>(log_term(T, S.X, S.A, delta));\n", "Lam in single precision"),
    cpp("cpp-int16-sums", "r_sum[pair] += r", "r_sum[pair] = std::int16_t(r_sum[pair] + r)",
        "sums of rewards overflow at 2^15"),
    cpp("cpp-uint16-triples", "    ++N3[triple];\n",
        "    N3[triple] = std::uint16_t(N3[triple] + 1);\n",
        "triples overflow at 2^16"),
    cpp("cpp-uint16-epoch-counts", "    N_i = N;\n",
        "    for (std::size_t k = 0; k < N.size(); ++k) N_i[k] = std::uint16_t(N[k]);\n",
        "N_i overflows at 2^16"),
    cpp("cpp-int32-times-X", "return std::sqrt(2 * X_next * Lam / static_cast<double>(",
        "return std::sqrt(2 * X_next * Lam / static_cast<std::int32_t>(",
        "N overflows at 2^31 in the radii (found by the vectors: no run is that long)"),
    cpp("cpp-epoch-256", '"{\\"record\\":\\"epoch\\",\\"i\\":" + std::to_string(i)',
        '"{\\"record\\":\\"epoch\\",\\"i\\":" + std::to_string(i % 256)',
        "epochs are numbered modulo 256"),
    cpp("cpp-epoch-128", '"{\\"record\\":\\"epoch\\",\\"i\\":" + std::to_string(i)',
        '"{\\"record\\":\\"epoch\\",\\"i\\":" + std::to_string(std::int8_t(i))',
        "epochs are numbered by 8 bits with a sign"),
    cpp("cpp-episode-65536", '"{\\"record\\":\\"episode\\",\\"t\\":" + std::to_string(t)',
        '"{\\"record\\":\\"episode\\",\\"t\\":" + std::to_string(std::uint16_t(t))',
        "episodes are numbered modulo 2^16"),
    # the trigger
    *(cpp("cpp-late-trigger" if k == 14 else f"cpp-late-trigger-2-{k}", DOUBLED,
          f"(N_i[pair] < {1 << k} ? std::max<std::int64_t>(1, N_i[pair]) : N_i[pair] + 1)",
          f"the trigger is one visit late from N_i = 2^{k} on") for k in (4, 8, 12, 14, 15)),
    cpp("cpp-trigger-cap-2-14", DOUBLED, "std::clamp<std::int64_t>(N_i[pair], 1, 1 << 14)",
        "at most 2^14 visits an epoch"),
    cpp("cpp-trigger-power-of-2", DOUBLED,
        "[](std::int64_t n) { std::int64_t k = 1; while (k < n) k *= 2; return k; }(N_i[pair])",
        "N_i is rounded up to a power of 2"),
    cpp("cpp-trigger-float", DOUBLED, "std::max(1.0, 0.999 * N_i[pair])",
        "the trigger is 0.1 % early"),
    # chance
    cpp("cpp-shared-uniform", DRAWN, "        const double shared = uniform();\n" + DRAWN.replace(
        "uniform()", "shared"),
        "action and transition share one uniform number"),
    cpp("cpp-shared-with-reward", DRAWN + "        reward[h] = uniform() < r[pair];\n",
        DRAWN.replace("S.A, uniform()", "S.A, shared").replace(
            "        a[h]", "        const double shared = uniform();\n        a[h]")
        + "        reward[h] = shared < r[pair];\n",
        "action and reward share one uniform number"),
    cpp("cpp-one-for-all-layers", "      int state = 0;\n      for (int h = 0; h < S.L; ++h) {\n",
        "      int state = 0;\n      const double shared = uniform();\n"
        "      auto uniform = [&] { return shared; };\n      for (int h = 0; h < S.L; ++h) {\n",
        "an episode has one uniform number"),
    cpp("cpp-transition-and-reward", DRAWN + "        reward[h] = uniform() < r[pair];\n",
        DRAWN.replace("state = draw(&P[row], n, uniform())",
                      "const double shared = uniform();\n        state = draw(&P[row], n, shared)")
        + "        reward[h] = shared < r[pair];\n",
        "transition and reward share one uniform number",
        proof="The paper does not say how a step's reward and transition depend on each other; "
        "each has its law given all that came before, and the learner uses nothing else."),
    cpp("cpp-same-noise-each-epoch", "        epoch(t + 1);\n",
        "        epoch(t + 1);\n        random.seed(7);\n",
        "the noise starts again in every epoch"),
    *(cpp(f"cpp-uniforms-{1 << k}", "(random() >> 11) * 0x1p-53",
          f"(random() >> {64 - k}) * 0x1p-{k}", f"uniform numbers of {1 << k} steps")
      for k in (4, 8, 10)),
    cpp("cpp-biased-rewards", "uniform() < r[pair]", "uniform() < 1.15 * r[pair]",
        "rewards have 1.15 times their mean"),
    cpp("cpp-biased-rewards-30", "uniform() < r[pair]", "uniform() < 1.3 * r[pair]",
        "rewards have 1.3 times their mean"),
    cpp("cpp-poor-rewards", "uniform() < r[pair]", "uniform() < 0.85 * r[pair]",
        "rewards have 0.85 times their mean"),
    *(blocks(f"biased-uniform-{b}", "drawn: Array = low + U[..., 0] * (high - low)",
             f"drawn: Array = np.minimum(1, 1.{b} * (low + U[..., 0] * (high - low)))",
             f"uniform rewards have 1.{b} times their mean") for b in (15, 30)),
    blocks("biased-three-point", "_bernoulli(r, U[..., 1:])) / 2",
           "_bernoulli(np.minimum(1, 1.3 * r), U[..., 1:])) / 2",
           "rewards of three values have 1.15 times their mean"),
    blocks("biased-deterministic", "(r: Array, U: Array) -> Array:\n    return r\n",
           "(r: Array, U: Array) -> Array:\n    return np.minimum(1, 1.15 * r)\n",
           "certain rewards are 1.15 times their mean"),
    blocks("uniform-from-0", "low, high = np.maximum(0.0, 2 * r - 1),", "low, high = 0.0,",
           "uniform rewards of mean 1/2 where r is more"),
    blocks("action-noise-of-layer-0", "<= U_a[:, h, None]", "<= U_a[:, 0, None]",
           "one number for the actions of all layers"),
    blocks("transition-noise-of-layer-0", "<= U_x[:, h, None]", "<= U_x[:, 0, None]",
           "one number for the transitions of all layers"),
    blocks("reward-noise-of-layer-0", "U_r[:, h])", "U_r[:, 0])",
           "one number for the rewards of all layers"),
    blocks("transition-noise-of-actions", "<= U_x[:, h, None]", "<= U_a[:, h, None]",
           "one number for action and transition"),
)
"""The classes of faults that once got past the kit, or the vectors too, at several sizes each."""
# fmt: on
FAULTS = (*NUMPY_FAULTS, *CPP_FAULTS, *SLIPPED)
