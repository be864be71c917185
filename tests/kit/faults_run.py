"""One-line faults of the NumPy twin's run and environment; see faults_numpy.py."""

from __future__ import annotations

from tests.kit.apply_faults import Fault

BLOCKS, RUN = "blocks.py", "numpy_twin.py"

# fmt: off
RUN_FAULTS = (
    # the run (numpy_twin.py)
    Fault("doubling-from-zero", RUN, "N_h + np.maximum(1, N_h)", "2 * N_h + 2 * (N_h == 0)",
          "an unvisited pair needs two visits"),
    Fault("strictly-more", RUN, "seen >= missing", "seen > missing", "the trigger is strict"),
    Fault("one-late", RUN, "[missing[pair] - 1]) + 1", "[missing[pair] - 1]) + 2",
          "the new epoch starts one episode late"),
    Fault("lazy-reset", RUN, "self.limit = [N_h + ",
          "self.limit = self.limit if t % 2 else [N_h + ",
          "limits of the last epoch stay in force now and then"),
    Fault("last-found", RUN, "first = k if first is None else min(first, k)", "first = k",
          "the pair found last decides, not the first to double"),
    Fault("end-of-block", RUN, "n if end is None else end", "n",
          "the trigger is checked at the end of a block only"),
    Fault("whole-block", RUN, "self._learn(x[:n], a[:n], r[:n])", "self._learn(x, a, r)",
          "learns from simulated episodes that were not played"),
    Fault("first-layer-skipped", RUN, "enumerate(zip(self.N, self.limit, strict=True))",
          "list(enumerate(zip(self.N, self.limit, strict=True)))[1:]", "the trigger forgets x_0"),
    Fault("last-layer-skipped", RUN, "enumerate(zip(self.N, self.limit, strict=True))",
          "list(enumerate(zip(self.N, self.limit, strict=True)))[:-1]",
          "the trigger forgets the last layer"),
    Fault("stride", RUN, "triples = pairs * X_next", "triples = pairs % X_h * X_next",
          "a wrong stride in the table of triples"),
    Fault("counts-replaced", RUN, "self.N3[h] += np.bincount(triples",
          "self.N3[h] = np.bincount(triples", "triples of the last block only"),
    Fault("first-reward", RUN, "weights=r[:, h]", "weights=r[:, 0]",
          "every step is paid the first reward"),
    Fault("float16-sums", RUN, "self.r_sum = [np.zeros((X_h, mdp.A))",
          "self.r_sum = [np.zeros((X_h, mdp.A), dtype=np.float16)",
          "reward sums in half precision"),
    Fault("solve-at-T", RUN, "if not due or t == self.T:", "if not due:",
          "an epoch after the last episode"),
    Fault("epoch-start", RUN, "self._epoch_record(len(starts), t + 1, plan)",
          "self._epoch_record(len(starts), t, plan)", "t(i) is the episode that ended"),
    Fault("old-policy", RUN, "self.environment.episodes(n, plan.pi)",
          "self.environment.episodes(n, policies[-2 if len(policies) > 1 else 0])",
          "plays the policy of the epoch before"),
    # the environment (blocks.py)
    Fault("wrong-action", BLOCKS, "self.next_state[h][x[:, h], a[:, h]]",
          "self.next_state[h][x[:, h], 0 * a[:, h]]", "the transition ignores the action"),
    Fault("wrong-mean", BLOCKS, "self.law(self.r[h][x[:, h], a[:, h]]",
          "self.law(self.r[h][0 * x[:, h], a[:, h]]", "the reward ignores the state"),
    Fault("unused-noise", BLOCKS, "self._rows = self._rows[n:]", "self._rows = self._rows[n + 1 :]",
          "throws an unused row of doubles away",
          proof="The doubles are independent and the row thrown away is chosen without looking at "
          "it: the law of what is played is the same, and so is every rule."),
)
# fmt: on
"""In the order of numpy_twin.py, then blocks.py."""
