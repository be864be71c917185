r"""The dictionary: what each letter of the expressions is called in Coq. Nothing else translates.

A letter is written where `hist` is the list of the episodes before, the last one first, and `v` the
whole run; `st hist` are the episodes before the epoch, `pi hist` is the policy played next, `q_of
hist` the solution of LP1; `h` is the layer, `x`, `a`, `y` the entry of a table, `x1` a state of
layer h + 1, `e` the next episode. `defined`: the definitions of the development that one has to
read. The rows of the letters in COMPARED compute on a small run what proofs_check computes
(tests/machine_checked/test_dictionary.py); the other rows are read by eye (`by_eye`).
"""

from __future__ import annotations

from typing import NamedTuple


class InCoq(NamedTuple):
    """Term of Coq for a letter, and the definitions of the development in it, with their files."""

    term: str
    defined: tuple[tuple[str, str], ...] = ()


COMPARED = frozenset(
    [
        *("T", "L", "X", "A", "delta", "Lam", "V_star", "whole log"),
        *("s", "X_s", "X_{s+1}", "branching", "after_first", "wide", "interval_l"),
        *("N", "n", "N3", "max1_N", "unvisited", "per_visit", "per_root", "per_next_root"),
        *("t_before", "P_bar", "eps", "width", "r_bar", "b", "r_hat", "r_check"),
        *("P", "r", "q_star", "P_error", "pi", "q", "q3", "V", "r where q* > 0"),
        *("q_hat", "q_hat3", "no_mass", "visits into x", "visits of x"),
        *("q_1", "q_1(x)", "flow of q_1", "estimated P"),
        *("regret", "N_m", "N_m, counted", "N_end", "visited pairs", "updates", "T_played"),
        "visits of probability 0",
    ]
)
"""Letters whose row is compared by what it computes; of Lam, what it is the logarithm of."""
_MODEL, _COUNTS = "model/Model.v", "model/Algorithm.v"
_INTERVALS = "sharper/IntervalSets.v"
_N = (("cnt", _COUNTS), ("visit", _COUNTS))
_N3 = (("visit3", "model/Algorithm.v"),)
_Q = (("q2", "model/OccupancyMeasures.v"), ("mu", "model/OccupancyMeasures.v"))
_MARG = (("marg", "model/OccupancyMeasures.v"),)
_Q_1 = (("q_1", "model/Learner.v"),)
_ROWS = {
    "P": ("(fun _ => P)", ()),
    "P_bar": ("(by_estimates x0 st)", (("by_estimates", "paper/RepairedForms.v"),)),
    "uniform": ("(fun _ => @uniform_trans S A)", (("uniform_trans", "paper/Propositions.v"),)),
}

SYMBOLS: dict[str, InCoq] = {
    "T": InCoq("T", (("setting", "model/Setting.v"),)),
    "L": InCoq("L", (("setting", "model/Setting.v"),)),
    "X": InCoq("X", (("X", _COUNTS),)),
    "A": InCoq("#|A|", (("setting", "model/Setting.v"),)),
    "delta": InCoq("delta", (("setting", "model/Setting.v"),)),
    "Lam": InCoq("Lam"),
    "some constant": InCoq("C"),  # bound by `exists`: there is nothing to read
    "gap": InCoq("g", (("near", "sharper/Budgets.v"),)),
    "V_star": InCoq("V P pistar r L x0", (("V", _MODEL), ("r", _COUNTS))),
    "whole log": InCoq("trunc_log 2 T"),
    "second": InCoq("c"),
}
LAYERS: dict[str, InCoq] = {
    "s": InCoq("h"),
    "X_s": InCoq("#|S h|"),
    "X_{s+1}": InCoq("#|S h.+1|"),
    "branching": InCoq("ind (1 < #|S h.+1|)%N"),
    "after_first": InCoq("ind (0 < h)%N"),
    "wide": InCoq("ind (1 < #|S h| * #|A|)%N"),
    "interval_l": InCoq("lw S Lam h", (("lw", _INTERVALS),)),
    "successors": InCoq("Gamma' P h", (("Gamma", _INTERVALS),)),
}
TABLES: dict[str, InCoq] = {
    "N": InCoq("N (st hist) x a", _N),
    "n": InCoq("(cnt x0 (mkp x a) (e :: hist) - cnt x0 (mkp x a) (st hist))%N", _N),
    "N3": InCoq("N3 (st hist) x a y", _N3),
    "max1_N": InCoq("max1_N (st hist) x a", _N),
    "unvisited": InCoq("ind (cnt x0 (mkp x a) (st hist) == 0)%N", _N),
    "per_visit": InCoq("/ max1_N (st hist) x a", _N),
    "per_root": InCoq("/ sqrt (max1_N (st hist) x a)", _N),
    "per_next_root": InCoq("/ sqrt (cnt x0 (mkp x a) (st hist) + 1)", _N),
    "t_before": InCoq("size (st hist)", ()),
    "P_bar": InCoq("Pbar (st hist) x a y", (("Pbar", _COUNTS),)),
    "eps": InCoq("eps Lam (st hist) x a", (("eps", _COUNTS),)),
    "width": InCoq("width Lam 1 (st hist) x a y", (("width", _INTERVALS), ("lw", _INTERVALS))),
    "r_bar": InCoq("rbar (st hist) x a", (("rbar", _COUNTS),)),
    "b": InCoq("b Lam (st hist) x a", (("b", _COUNTS),)),
    "r_hat": InCoq("rhat Lam (st hist) x a", (("rhat", _COUNTS),)),
    "r_check": InCoq("rcheck Lam (st hist) x a", (("rcheck", _COUNTS),)),
    "estimated P": InCoq(
        "by_estimates x0 st hist x a y", (("by_estimates", "paper/RepairedForms.v"),)
    ),
    "q_1": InCoq("@q_1 S A h x a y", _Q_1),
    "q_1(x)": InCoq("(\\rsum_(a0 : A) marg (@q_1 S A) x a0)", (*_Q_1, *_MARG)),
    "flow of q_1": InCoq(
        "Rabs ((\\rsum_(z : S h) \\rsum_(a0 : A) @q_1 S A h z a0 x1)"
        " - (\\rsum_(a0 : A) \\rsum_(z : S h.+2) @q_1 S A h.+1 x1 a0 z))",
        _Q_1,
    ),
    "P": InCoq("P h x a y", (("setting", "model/Setting.v"),)),
    "r": InCoq("r x a", (("r", _COUNTS),)),
    "q_star": InCoq("q2 x0 P pistar x a", _Q),
    "P_error": InCoq("\\rsum_y Rabs (P h x a y - Pbar (st hist) x a y)", (("Pbar", _COUNTS),)),
    "pi": InCoq("pi hist h x a"),
    "q": InCoq("q2 x0 P (pi hist) x a", _Q),
    "q3": InCoq("q3 x0 P (pi hist) x a y", (("q3", "model/OccupancyMeasures.v"), *_Q)),
    "q_hat": InCoq("marg (q_of hist) x a", _MARG),
    "q_hat3": InCoq("q_of hist h x a y"),
    "q_hat_recorded": InCoq("q_of hist h x a y"),
    "q^{P_i,pi_i}": InCoq(
        "q3 x0 (P_ q_of (fun _ => P) hist) (pi hist) x a y",
        (("q3", "model/OccupancyMeasures.v"), ("P_", "paper/AppendixA.v")),
    ),
    "V": InCoq("V P (pi hist) r L x0", (("V", _MODEL), ("r", _COUNTS))),
    "no_mass": InCoq("(if Req_EM_T (marg (q_of hist) x a) 0 then 1 else 0)", _MARG),
    "q_hat_i(x)": InCoq("(\\rsum_(a0 : A) marg (q_of hist) x a0)", _MARG),
    "row of pi^q, 0/0 = 0": InCoq(
        "(\\rsum_(a : A) (marg (q_of hist) x1 a / (\\rsum_(a0 : A) marg (q_of hist) x1 a0)))", _MARG
    ),
    "visits into x": InCoq("(\\rsum_(z : S h) \\rsum_(a0 : A) N3 (st hist) z a0 x1)", _N3),
    "visits of x": InCoq("(\\rsum_(a0 : A) N (st hist) x1 a0)", _N),
    "flow, 0": InCoq(
        "Rabs ((\\rsum_(z : S h) \\rsum_(a0 : A) q_of hist h z a0 x1)"
        " - (\\rsum_(a0 : A) \\rsum_(z : S h.+2) q_of hist h.+1 x1 a0 z))"
    ),
    "r where q* > 0": InCoq(
        "((if Rlt_dec 0 (q2 x0 P pistar x a) then 1 else 0) * r x a)", (*_Q, ("r", _COUNTS))
    ),
    "U": InCoq(
        "(@U S A P (pi hist) (fun h (x : S h) a => {0}) L 0%N x0)",
        (("U", "sharper/ClippedRecursion.v"),),
    ),
}
"""Tables by name; of a letter that is made of other expressions, {0} is the first of these."""
for _name, (_row, _defined) in _ROWS.items():
    TABLES[f"xi, R-4: {_name}"] = InCoq(
        f"xi_ P q_of {_row} hist x a", (("xi_", "paper/AppendixA.v"), *_defined)
    )
    TABLES[f"P_i, R-4: {_name}"] = InCoq(
        f"P_ q_of {_row} hist x a y", (("P_", "paper/AppendixA.v"), *_defined)
    )
ENDS: dict[str, InCoq] = {
    "regret": InCoq("regret pi pistar v", (("regret", _COUNTS),)),
    "N_m": InCoq("N (st (behead v)) x a", _N),
    "N_m, counted": InCoq("N (st v) x a", _N),
    "N_end": InCoq("N v x a", _N),
    "visited pairs": InCoq("ind (0 < cnt x0 (mkp x a) v)%N", _N),
    "updates": InCoq("updates x0 (behead v)", (("updates", "paper/Epochs.v"),)),
    "T_played": InCoq("size v", ()),
    "visits of probability 0": InCoq(
        "(N3 v x a y * (if Req_EM_T (P h x a y) 0 then 1 else 0))", _N3
    ),
}
ALL = {**SYMBOLS, **LAYERS, **TABLES, **ENDS}


def by_eye() -> list[str]:
    """Return the letters whose rows no test compares by what they compute."""
    return [name for name in ALL if name not in COMPARED and name != "some constant"]
