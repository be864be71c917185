(* Theorem 4 is tight (8): a solver's gap.  A ripe episode is lax in layer h if its actions fall short of the optimistic
   value by more than kappa somewhere or by more than eta D_h in layer h.  Sum_h D_h [lax in h] is at most 1/eta +
   (sum_h D_h)/kappa times what the episode falls short by up to its first pair that is not ripe, whose mean is at most
   1.03 times the gap (TightEpisode.v); so over T episodes it is at most this times the sum of the gaps, up to a
   martingale. *)
Require Import Previsions.NatLia Previsions.Sums Previsions.Probability Previsions.Concentration
  UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm
  UCRLLP.sharper.Budgets UCRLLP.tight.TightGreedy UCRLLP.tight.TightPaths UCRLLP.tight.TightChain UCRLLP.tight.TightEpisode
  UCRLLP.tight.TightCount UCRLLP.tight.TightRegret.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.
Import GreedyOptimum Chain RipeEpisode Count ChainRegret.

Module SolverGap.

Section Gap.
Variables (L m extra : nat) (A : finType) (a0 : A) (D : nat -> R) (Lam K rad u eta kappa : R) (T : nat).
Hypotheses (eta0 : 0 < eta) (kappa0 : 0 < kappa) (L3 : (3 <= L)%N) (m1 : (1 <= m)%N) (lam : / 2 <= Lam) (K4 : 4 <= K)
  (rad0 : 0 < rad) (T1 : (0 < T)%N).
Notation S := (@S L m extra).
Notation x0 := (@x0 L m extra).
Notation P := (@P L m extra A).
Notation sym := (@sym L m extra A a0).
Notation rv := (worth L D).
Notation E := (traj S A nat L 0).
Notation cnt := (@cnt S A nat x0 L).
Notation Pbar := (@Pbar S A nat x0 L).
Notation eps := (@eps S A nat x0 L Lam).
Notation total := (total L D).
Hypothesis Hrad : forall h, (h < L)%N -> 2 * INR #|S h.+1| * Lam <= rad ^ 2 * K.
Hypotheses (rad_m : 100 * (INR m * rad) <= 1) (rad_L : 200 * (INR L * rad) <= 1).
Hypothesis u10 : u <= / 10.
Hypothesis HD : forall h, 0 < D h /\ (1 + eta) * D h + rad * (1 + INR L / 2) + kappa <= u.
Variables (f : seq E -> policy S A) (sch : seq E -> seq E) (gap : seq E -> R).
Hypotheses (Hsch : schedule x0 sch) (Hf : forall w, is_policy (f w)) (Hnear : near x0 rv T Lam sch f gap).
Notation process := (@Algorithm.K S A nat x0 L P (sure sym) f).
Notation ripe := (@ripe S A x0 L K).
Notation late := (@late L m extra A D Lam kappa).
Notation slow := (@slow L m extra A D Lam eta).
Notation slow_in := (@slow_in L m extra A D Lam eta).
Notation lax := (@lax L m extra A D Lam K eta kappa).
Notation shortfall := (@shortfall L m extra A D Lam).

Let HP : is_trans P := @P_trans L m extra A L3 m1.
Let KD : forall hist, is_exp (process hist) := K_exp x0 HP (sure_law sym) Hf.
Lemma D01 h : 0 < D h <= 1.
Proof.
have [d0 d1] := HD h; have l0 := pos_INR L; split=> //.
have : 0 <= rad * (1 + INR L / 2) by apply: Rmult_le_pos; lra.
have : 0 <= eta * D h by apply: Rmult_le_pos; lra.
lra.
Qed.
Lemma rv0 h : 0 <= rv h <= D h.
Proof. by rewrite /worth; have := D01 h; case: ifP; lra. Qed.
Lemma total0 : 0 <= total. Proof. by apply: rsum_ge0 => h _; have := rv0 h; lra. Qed.
Definition rate := / eta + total / kappa.
Lemma rate0 : 0 <= rate.
Proof.
have e0 := Rinv_0_lt_compat _ eta0; have k0 := Rinv_0_lt_compat _ kappa0; have t0 := total0.
by apply: Rplus_le_le_0_compat; [lra | apply: Rmult_le_pos; lra].
Qed.

(* what the lax episodes may cost *)
Definition loss hist (e : E) := \rsum_(h < L) (rv h * ind (lax h (sch hist) e)).
Lemma loss_bound hist e : 0 <= loss hist e <= total.
Proof.
split; first by apply: rsum_ge0 => h _; apply: Rmult_le_pos; [exact: (rv0 h).1 | exact: ind_ge0].
by apply: le_rsum => h _; have := rv0 h; case: (lax _ _ _) => /=; lra.
Qed.

Lemma loss_kept hist e :
  loss hist e <= rate * kept (@ripe_pair L m extra A K (sch hist)) (shortfall (sch hist)) x0 e.
Proof.
set s := sch hist; have s0 h (x : S h) a : 0 <= shortfall s x a by exact: short_ge0.
rewrite /loss -/s; case: (boolP (ripe s e)) => Re; last first.
  rewrite big1 => [|h _]; last by rewrite /TightCount.Count.lax (negPf Re) Rmult_0_r.
  by apply: Rmult_le_pos; [exact: rate0 | exact: kept_ge0].
rewrite kept_all; last by apply: contra Re; apply: pathhas_sub => l y b z y'; rewrite /ripe_pair negbK.
pose Phi1 : functional S A nat := fun h x a _ _ => shortfall s x a.
pose Phi2 : functional S A nat := fun h x a z y => \rsum_(g < L) (rv g * ind (slow_in g s x a z y)).
have H1 : ind (late s e) <= / kappa * pathsum Phi1 x0 e.
  apply: Rle_trans (pathhas_le _ _ _) _; rewrite -pathsumZ; apply: pathsum_le => l x a z y.
  have k0 := Rinv_0_lt_compat _ kappa0; have kk : / kappa * kappa = 1 by rewrite Rinv_l; lra.
  rewrite /late_in /Phi1; case: RlebP => [le|_] /=; last by apply: Rmult_le_pos; [lra | exact: s0].
  by rewrite -kk; apply: Rmult_le_compat_l; lra.
have H2 : pathsum Phi2 x0 e <= / eta * pathsum Phi1 x0 e.
  rewrite -pathsumZ; apply: pathsum_le => l x a z y; have e0 := Rinv_0_lt_compat _ eta0.
  have ee : / eta * eta = 1 by rewrite Rinv_l; lra.
  have R0 : 0 <= / eta * Phi1 l x a z y by apply: Rmult_le_pos; [lra | exact: s0].
  have -> : Phi2 l x a z y = \rsum_(g < L) (rv g * ind ((l == g) && Rleb (eta * D l) (shortfall s x a))) by [].
  case B : (Rleb (eta * D l) (shortfall s x a)); last first.
    by rewrite big1 => [|g _] //; rewrite andbF /=; ring.
  move/RlebP: B => le; case: (boolP (l < L)%N) => lL; last first.
    by rewrite big1 => [|g _] //; rewrite andbT; case: eqP => [E1|_] /=; [move: lL; rewrite E1 ltn_ord | ring].
  rewrite (eq_bigr (fun g : 'I_L => ind (nat_of_ord g == l) * rv g)) => [|g _]; last by rewrite andbT eq_sym; ring.
  rewrite (rsum_ord_ind (fun g => rv g) lL); apply: Rle_trans (rv0 l).2 _.
  rewrite -[D l]Rmult_1_l -ee Rmult_assoc; apply: Rmult_le_compat_l; first lra.
  exact: le.
have H3 : \rsum_(h < L) (rv h * ind (slow h s e)) = pathsum Phi2 x0 e.
  rewrite /Phi2 pathsum_sum; apply: eq_bigr => h _; rewrite pathsumZ; congr (_ * _).
  by apply: (pathhas_sum (g := h)) => l x a z y; rewrite /slow_in => /andP[/eqP].
have H4 : \rsum_(h < L) (rv h * ind (lax h s e)) <=
    total * ind (late s e) +
    \rsum_(h < L) (rv h * ind (slow h s e)).
  rewrite /ChainRegret.total -rsumZr -rsumD; apply: le_rsum => h _; have := rv0 h.
  by rewrite /TightCount.Count.lax Re; case: (late _ _); case: (slow _ _ _) => /=; nra.
rewrite -[pathsum _ _ _]/(pathsum Phi1 x0 e).
move: (pathsum Phi1 x0 e) H1 H2 => w H1 H2; have := Rmult_le_compat_l _ _ _ total0 H1; rewrite H3 in H4.
by move: H4 H2; rewrite /rate /Rdiv; move: (\rsum_i _) (pathsum _ _ _) => *; lra.
Qed.

(* the epochs that began well *)
Definition conf s := [forall h : 'I_L, forall x : S h, forall a : A,
  Rleb (\rsum_y Rabs (P x a y - Pbar s x a y)) (eps s x a)].
Lemma confP s : conf s -> in_conf L (Pbar s) (@eps s) P.
Proof.
move=> /forallP H h x a hL; have /forallP/(_ x)/forallP/(_ a)/RlebP := H (Ordinal hL).
exact.
Qed.
Lemma confI s : in_conf L (Pbar s) (@eps s) P -> conf s.
Proof. by move=> H; apply/forallP => h; apply/forallP => x; apply/forallP => a; apply/RlebP; exact: H. Qed.
Definition good hist := [&& (size hist < T)%N, possible x0 P sym f (sch hist) & conf (sch hist)].

Lemma loss_mean hist : good hist -> process hist (loss hist) <= rate * (103 / 100 * gap hist).
Proof.
move=> /and3P[hT ps /confP hc]; have [q [Hq pl opt]] := Hnear hT; have Hpi := Hf hist.
pose F := @kept S A (@ripe_pair L m extra A K (sch hist)) (shortfall (sch hist)) L 0%N x0.
have Fb : bdd F by exact: kept_bdd.
apply: (@Rle_trans _ (process hist (fun e => rate * F e))).
  apply: (ex_le (KD hist)) => [||e]; [exact: bdd_between (loss_bound hist) | exact: bddZ | exact: loss_kept].
apply: Rle_trans (exZ (KD hist) rate0 Fb) _; apply: Rmult_le_compat_l; first exact: rate0.
apply: Rle_trans (law_kept sym HP _ _ Hpi L x0) _.
exact: (kept_short L3 m1 lam K4 rad0 Hrad rad_m rad_L ps Hpi hc Hq pl opt).
Qed.

Definition allowed hist := rate * (103 / 100 * gap hist).
Definition over hist e := if good hist then loss hist e - allowed hist else 0.
Lemma Pr_over : 0 < total ->
  Pr process T [::] (fun v => Rleb (total * sqrt (INR T * Lam / 2)) (hsum over v)) <= exp (- Lam).
Proof.
move=> D0; have TR : 0 < INR T by apply: lt_0_INR; apply/ltP.
have TL : 0 < INR T * Lam / 2 by apply: Rmult_lt_0_compat; [apply: Rmult_lt_0_compat|]; lra.
have e0 : 0 < total * sqrt (INR T * Lam / 2) by apply: Rmult_lt_0_compat => //; exact: sqrt_lt_R0.
have C0 : 0 < INR T * total ^ 2 by apply: Rmult_lt_0_compat => //; exact: pow_lt.
pose a hist := if good hist then - allowed hist else 0.
have Yac hist e : a hist <= over hist e <= a hist + total.
  by have := loss_bound hist e; rewrite /over /a; case: (good hist); lra.
have mean hist : process hist (over hist) <= 0.
  rewrite /over; case: (boolP (good hist)) => G; last by rewrite (ex_const (KD hist) (c := 0)) //; exact: Rle_refl.
  have B : bdd (loss hist) by exact: bdd_between (loss_bound hist).
  rewrite (ex_addC (KD hist) (- allowed hist) B).
  by have := loss_mean G; rewrite /allowed; lra.
have := @azuma E process KD over _ (fun _ => total) (fun _ => Rlt_le _ _ D0) Yac mean T _ _ e0 C0.
have -> : - (2 * (total * sqrt (INR T * Lam / 2)) ^ 2 / (INR T * total ^ 2)) = - Lam.
  rewrite Rpow_mult_distr pow2_sqrt; last lra.
  by field; split; lra.
apply: Rle_trans; apply: (le_Pr KD) => v; rewrite addn0 => vT.
rewrite (_ : Rleb (sum_range2 _ v) _ = true) ?andbT; first exact: Rle_refl.
by apply/RlebP; rewrite /sum_range2 hsum_const vT; lra.
Qed.

Theorem loss_gap v : size v = T -> possible x0 P sym f v -> stays Lam v ->
  hsum loss v = hsum over v + rate * (103 / 100) * total_gap gap v.
Proof.
move=> vT ps st; rewrite /total_gap -hsumZ -hsumD.
have G s e hist : drop s v = e :: hist -> good hist.
  move=> E1; have Es : hist = drop s.+1 v by rewrite -addn1 addnC -drop_drop E1 /= drop0.
  have [j Ej] : exists j, sch hist = drop j v.
    by have [i [-> _]] := schedule_drop hist Hsch; exists (i + s.+1)%N; rewrite Es drop_drop.
  apply/and3P; split; last by rewrite Ej; apply: confI; exact: st.
    by have := congr1 size E1; rewrite size_drop vT /= => E2; rewrite -E2; exact: leq_subr.
  by rewrite Ej; exact: possible_drop.
by apply: Rle_antisym; apply: le_hsum => s e hist E1; rewrite /over (G _ _ _ E1) /allowed; lra.
Qed.
End Gap.
End SolverGap.
