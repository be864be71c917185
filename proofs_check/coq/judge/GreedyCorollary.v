Require Import ZArith QArith Qreals UCRLLP.judge.EpochCheck UCRLLP.judge.LogarithmCheck UCRLLP.judge.TraceCheck.
Require Import UCRLLP.Sums UCRLLP.Probability UCRLLP.Model UCRLLP.Episodes UCRLLP.OccupancyMeasures
  UCRLLP.ConfidenceSets UCRLLP.Concentration UCRLLP.Algorithm UCRLLP.GoodEvents UCRLLP.Setting.
Require Import UCRLLP.judge.EpochSound UCRLLP.judge.LogarithmSound UCRLLP.judge.Counters UCRLLP.judge.JudgeSound UCRLLP.judge.Verdict
  UCRLLP.judge.JudgedLearner UCRLLP.judge.AskingLearner UCRLLP.judge.GreedyAccepted.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Theorem greedy_asking_bound hd rt K j0 (Zt : Type) (rq : Zt -> Q) (d : positive) proposed
    (P : trans (S_ (lay_of hd)) (A_ (nA_of hd))) (rho : rlaw (S_ (lay_of hd)) (A_ (nA_of hd)) Zt) pistar :
  let fallback := @greedy_fallback hd Zt rq K in
  opening rt hd = Some (K, j0) -> roomy K hd -> cradii (hread hd) = Radii_printed -> clog (hread hd) <> Log10 ->
  (forall z, over_d d (rq z)) -> Pos.leb d long ->
  is_trans P -> is_rlaw rho -> is_reward rho (rv rq) -> is_policy pistar ->
  1 - Q2R (hdelta hd) <=
  Prl (Algorithm.K (x0_ (lay_of hd)) P rho (asking_plays rq K j0 proposed fallback)) (T_of hd) [::] (fun v =>
    if verdict rt hd (trace rq (asking rq K j0 proposed fallback) v) is Some _ then
      Rleb (regret (x0_ (lay_of hd)) P rho (rv rq) (asking_plays rq K j0 proposed fallback) pistar v)
        (3 * (INR (L_of hd) * INR (X (S_ (lay_of hd)) (L_of hd))) *
           sqrt (INR (T_of hd) * INR #|A_ (nA_of hd)| * Lam_of hd) +
         lost_of rt rq (asking rq K j0 proposed fallback) v)
    else false).
Proof.
move=> fallback Ho Hm Hk Hl Hd /(fun l c e => @over_long d c e l) NL HP Hrho Hrv Hstar.
have H0 : num_i j0 = 0%Z /\ num_t j0 = 0%Z by case: (opening_spec Ho) => _ -> _ _ _.
have r01 z : Qle_bool 0 (rq z) && Qle_bool (rq z) 1.
  have [r0 r1] := reward01 Hrv z; apply/andP; split; apply/Qle_boolP; rewrite ?Q2R_0 ?Q2R_1.
    exact: r0.
  exact: r1.
apply: (@asking_learner_accepted hd rt Zt rq K j0 proposed fallback H0 Ho r01 d NL Hd P rho HP Hrho Hrv
  pistar Hstar Hk Hl) => w.
exact: (never_stuck proposed Ho Hk r01 Hm).
Qed.
Print Assumptions greedy_asking_bound.
