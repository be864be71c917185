"""Hypothesis strategies for cases (extra `test`): `@given(cases())` for your own properties."""
# No postponed annotations: pdoc could not resolve those of a composite strategy.

from hypothesis import strategies as st

from proofs_check.kit.cases import CASE_DELTAS, LONGER, Case
from reference.environments.hypothesis_strategies import layered_mdps


@st.composite
def cases(draw: st.DrawFn, *, max_episodes: int = 500, horizon: bool = True) -> Case:
    """Draw cases that shrink to few episodes, layers, states and actions. Without `horizon`, T is
    the number of episodes."""
    mdp = draw(st.one_of(layered_mdps(exact=True), layered_mdps(exact=False)))
    episodes = draw(st.integers(1, max_episodes))
    T = episodes * (draw(st.sampled_from(LONGER)) if horizon else 1)
    return Case(
        mdp, T, draw(st.sampled_from(CASE_DELTAS)), draw(st.integers(0, 2**32 - 1)), episodes
    )
