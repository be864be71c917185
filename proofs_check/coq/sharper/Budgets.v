(* thm:main (Theorem 4) with its budgets as parameters: kr for r_bar - r <= kr b, kap for the distance of P and P_bar_i,
   l4 for the martingale, c0 for the pigeonhole.  Of Lam only Lam >= 1/2 is used, and of the
   setting not delta: it may be any. *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration UCRLLP.model.Model
  UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.paper.LayerSums UCRLLP.paper.GoodEvents
  UCRLLP.model.Setting UCRLLP.paper.Visits UCRLLP.paper.AppendixA UCRLLP.paper.AppendixB UCRLLP.sharper.ClippedRecursion.
Require Export UCRLLP.sharper.Payments.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* --- what Lam, the budgets and the gaps mean; tight/LeastConstant.v and the judge say it outside of a setting, too *)
Section Basics.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat).
Unset Implicit Arguments.
Variables (P : trans S A) (rv : Z -> R).
Set Implicit Arguments.
Variables (T : nat) (Lam : R).
Notation E := (traj S A Z L 0).
Notation Pbar := (@Pbar S A Z x0 L).
Notation eps := (@eps S A Z x0 L Lam).
Notation wide := (wide S).
Unset Implicit Arguments.
Variables (st : seq E -> seq E) (f : seq E -> policy S A) (gap : seq E -> R).
Set Implicit Arguments.

(* in each of the T episodes it plays a point of the polytope that no point beats by more than the gap *)
Definition near := forall hist, (size hist < T)%N -> exists qhat, let s := st hist in
  [/\ polytope L (Pbar s) (@Algorithm.eps S A Z x0 L Lam s) qhat, plays L qhat (f hist)
    & forall q, polytope L (Pbar s) (@Algorithm.eps S A Z x0 L Lam s) q ->
      inner L q (@rhat S A Z x0 L rv Lam s) <= inner L qhat (@rhat S A Z x0 L rv Lam s) + gap hist].
(* what a step may cost *)
Definition wt (kr : R) (kap : nat -> R) (s : seq E) h (x : S h) (a : A) :=
  Rmin 1 ((1 + kr) * @b S A Z x0 L Lam s h x a) + ind (wide h) * (INR (L - h.+1) * Rmin 1 (kap h * eps s x a)).
(* P is in P_i, and in layers with more than one successor at distance (2 kap - 1) eps_i of P_bar_i *)
Definition conf_close (kap : nat -> R) (s : seq E) := in_conf L (Pbar s) (@Algorithm.eps S A Z x0 L Lam s) P /\
  forall h (x : S h) a, (h < L)%N -> wide h ->
    \rsum_y Rabs (P h x a y - Pbar s x a y) <= (2 * kap h - 1) * eps s x a.

Lemma eps_ge0 s h (x : S h) a : 0 <= eps s x a. Proof. exact: sqrt_pos. Qed.
Lemma eps_sqrt s h (x : S h) a : eps s x a = sqrt (2 * INR #|S h.+1| * Lam) * / sqrt (n1 x0 s x a).
Proof. by rewrite /Algorithm.eps sqrt_div_alt //; have := n1_ge1 x0 s x a; lra. Qed.


End Basics.

Section Budgets.
Import Letters Process.
Context [M : setting] [Lam : R] [st : seq E -> seq E] [f : seq E -> policy S A] [gap : seq E -> R].
Hypotheses (lam : / 2 <= Lam) (Hst : schedule x0 st) (Hf : forall w, is_policy (f w)).
Hypothesis Hnear : near x0 rv T Lam st f gap.
Context [pistar : policy S A] (Hstar : is_policy pistar).   (* an optimal policy, or any other to compare with *)
Notation Pbar := (@Pbar S A Z x0 L).
Notation eps := (@eps S A Z x0 L Lam).
Notation rhat := (@rhat S A Z x0 L rv Lam).
Notation n1 := (@n1 S A Z x0 L).
Notation cnt := (@cnt S A Z x0 L).
Notation root := (root A T Lam).
Notation total_gap := (total_gap gap).
Let KD : forall hist, is_exp (K hist) := K_exp x0 HP Hrho Hf.
Notation r := (@r S A Z P rho rv).
Notation b := (@b S A Z x0 L Lam).
Notation rbar := (@rbar S A Z x0 L rv).
Notation visit := (@visit S A Z x0 L).
Notation bad_r := (bad_r x0 P rho rv T Lam).

(* --- the budgets *)
Context [kr l4 : R] [kap : nat -> R].
Hypotheses (kr0 : 0 < kr) (l40 : 0 < l4) (kap_half : forall h, / 2 <= kap h).
Notation close := (conf_close x0 P Lam kap).

Notation wt := (@wt S A Z x0 L Lam kr kap).

Let eps_ge0' s h (x : S h) a : 0 <= kap h * eps s x a.
Proof. by have := kap_half h; have := eps_ge0 x0 Lam s x a => e0 k0; apply: Rmult_le_pos; lra. Qed.

(* P in the sets: the policy is optimistic, with a kernel within 2 kap eps of P *)
Lemma budgets_pay hist : (size hist < T)%N -> close (st hist) ->
  (forall h (x : S h) a, (h < L)%N -> r x a <= rhat (st hist) x a) ->
  @optimistic_within M Lam st f gap pistar (fun s h x a => kap h * eps s x a) hist.
Proof.
move=> hT [hc hk] down; have [qhat [Hq pl opt]] := Hnear hT.
have Ht : is_trans (ConfidenceSets.Phat L qhat P) := Phat_trans Hq HP.
exists (ConfidenceSets.Phat L qhat P); split=> // [|h x a hL W].
  rewrite (eq_8 x0 (f hist) Ht) (eq_8 x0 pistar HP) (inner_polytope x0_only P Hq pl).
  apply: Rle_trans (opt _ (occ_in_polytope x0 HP Hstar hc)); apply: inner_le => h x a hL; last exact: down.
  by rewrite (marg_q3 x0 pistar HP); exact: (q2_ge0 x0 HP Hstar).
have C1 := Phat_conf Hq hc x a hL; have C2 := hk h x a hL W.
apply: (@Rle_trans _ (\rsum_y (Rabs (ConfidenceSets.Phat L qhat P x a y - Pbar (st hist) x a y) + Rabs (P h x a y - Pbar (st hist) x a y)))).
  apply: le_rsum => y _; rewrite -(Rabs_Ropp (P h x a y - _)).
  by apply: Rle_trans _ (Rabs_triang _ _); apply: Req_le; congr Rabs; ring.
rewrite rsumD (_ : 2 * (kap h * eps (st hist) x a) = eps (st hist) x a + (2 * kap h - 1) * eps (st hist) x a); last by ring.
exact: Rplus_le_compat.
Qed.

(* the regret on the good event, by what every episode may cost *)
Definition episode_M hist := U P (f hist) (wt (st hist)) L x0.
Lemma regret_M v : size v = T -> (forall s, close (drop s v)) -> ~~ bad_r true kr v -> ~~ bad_r false 1 v ->
  regret v <= hsum (fun hist _ => episode_M hist + gap hist) v.
Proof.
move=> vT G nu nd; apply: (regret_values (rr := rhat) (pr := fun s h x a => (1 + kr) * b s x a)
  (d := fun s h x a => kap h * eps s x a) Hf (fun s h x a => rhat01 x0 Lam Hrv s x a) vT) => s hT; split.
  apply: budgets_pay => // [|h x a hL]; last exact: (rewards_above lam Hst s x a vT nd hL).
  by have [k ->] := start_suffix Hst v s; exact: G.
exact: (rewards_paid Hst kr0 s vT nu).
Qed.

(* Theorem 4 (thm:main), repaired: for any budgets, any event for P and any bound W on what the visited pairs cost *)
Theorem theorem_4_budgets (bad : pred (seq E)) pP W : Pr K T [::] bad <= pP ->
  (forall v, size v = T -> ~~ bad v -> forall s, close (drop s v)) ->
  (forall v, size v = T -> hsum (fun hist e => visited x0 (wt (st hist)) e) v <= W) ->
  1 - (pP + (INR X - 1) * (INR #|A| * (INR T * (exp (- (4 * kr ^ 2 * Lam)) + exp (- (4 * Lam))))) + exp (- l4)) <=
  Prl K T [::] (fun v => Rleb (regret v) (W + sqrt (INR T * (INR L * (2 * INR L ^ 2 + 1)) * l4 / 6) + total_gap v)).
Proof.
move=> B1 G HW; apply: (theorem_prices (d := fun s h x a => kap h * eps s x a) lam Hst Hf kr0 l40 eps_ge0' B1).
  move=> v vT nb s hT down; apply: budgets_pay => //.
  by have [k ->] := start_suffix Hst v s; exact: G vT nb k.
by move=> v vT _; exact: HW.
Qed.

(* a regret is at most LT; a gap is not negative: the point played is in the polytope *)
Lemma regret_LT (v : seq E) : regret v <= INR (size v) * INR L.
Proof.
rewrite /Algorithm.regret -hsum_const -hsumB -hsum_const.
apply: (along_suffix (F := fun hist => V P pistar r L x0 - V P (f hist) r L x0) (G := fun _ => INR L)) => s.
have := V_bound L x0 HP Hstar (r01 HP Hrho Hrv).
have := V_bound L x0 HP (Hf (drop s v)) (r01 HP Hrho Hrv); lra.
Qed.

Lemma total_gap_ge0 v : (size v <= T)%N -> 0 <= total_gap v.
Proof.
elim: v => [|e v IH] vT; first exact: Rle_refl.
rewrite /Payments.total_gap hsum_cons; have [q [Hq _ opt]] := Hnear vT.
by have := opt _ Hq; have := IH (ltnW vT); rewrite /Payments.total_gap; lra.
Qed.

Lemma weaken (p B B' : R) : B <= B' -> p <= Prl K T [::] (fun v => Rleb (regret v) (B + total_gap v)) ->
  p <= Prl K T [::] (fun v => Rleb (regret v) (B' + total_gap v)).
Proof.
move=> BB H; apply: Rle_trans H _; apply: (Prl_imp KD) => v _ /RlebP H; apply/RlebP.
by apply: Rle_trans H _; apply: Rplus_le_compat_r.
Qed.

(* what holds on every path of T episodes; above LT every bound does *)
Lemma surely (p B : R) : p <= 1 -> (forall v, size v = T -> regret v <= B) ->
  p <= Prl K T [::] (fun v => Rleb (regret v) (B + total_gap v)).
Proof.
move=> p1 H; apply: (@Rle_trans _ (Prl K T [::] predT)); first by rewrite (Prl_predT KD); lra.
apply: (le_Prl KD) => v; rewrite addn0 => vT.
suff -> : Rleb (regret v) (B + total_gap v) by exact: Rle_refl.
apply/RlebP; have := H v vT; have := @total_gap_ge0 v; rewrite vT => /(_ (leqnn T)); lra.
Qed.

Lemma above_LT (p B : R) : p <= 1 -> INR T * INR L <= B ->
  p <= Prl K T [::] (fun v => Rleb (regret v) (B + total_gap v)).
Proof. by move=> p1 H; apply: surely => // v vT; apply: Rle_trans (regret_LT v) _; rewrite vT. Qed.

(* --- the cost of the visited pairs, layer by layer, if a pair spends at most c0 sqrt(N) *)
Definition layer h := (1 + kr) * sqrt (INR #|S h|) +
  ind (wide h) * (INR (L - h.+1) * (kap h * sqrt (INR #|S h| * INR #|S h.+1|))).

Section Pigeonhole.
Context [c0 : R].
Hypotheses (c00 : 0 <= c0) (spent_c0 : forall h (x : S h) a w, (h < L)%N ->
  spent x0 st (mkp x a) w <= c0 * sqrt (INR (cnt (mkp x a) w))).

Lemma layer_c0 h w : (h < L)%N -> \rsum_(x : S h) \rsum_a spent x0 st (mkp x a) w <=
  c0 * sqrt (INR (#|S h| * #|A|) * INR (size w)).
Proof.
move=> hL; apply: (@Rle_trans _ (c0 * \rsum_(p : S h * A) sqrt (INR (cnt (mkp p.1 p.2) w)))).
  rewrite -(pair_bigA _ (fun x a => sqrt (INR (cnt (mkp x a) w)))) /= -rsumZ.
  by apply: le_rsum => x _; rewrite -rsumZ; apply: le_rsum => a _; exact: spent_c0.
apply: Rmult_le_compat_l => //.
rewrite -card_prod; apply: rsum_sqrt_le => [p|]; first exact: pos_INR.
by rewrite -(layer_total x0 w hL) -(pair_bigA _ (fun x a => INR (cnt (mkp x a) w))).
Qed.

Definition C h := (1 + kr) * sqrt (2 * 1 * Lam) + ind (wide h) * INR (L - h.+1) * kap h * sqrt (2 * INR #|S h.+1| * Lam).

Lemma wk_ge0 h : 0 <= ind (wide h) * INR (L - h.+1) * kap h.
Proof.
by apply: Rmult_le_pos; [apply: Rmult_le_pos; [exact: ind_ge0 | exact: pos_INR] | have := kap_half h; lra].
Qed.

Lemma visited_spent (v : seq E) :
  hsum (fun hist e => visited x0 (wt (st hist)) e) v <=
  \rsum_(h < L) (C h * \rsum_(x : S h) \rsum_a spent x0 st (mkp x a) v).
Proof.
elim: v => [|e v IH].
  by rewrite /= big1; [exact: Rle_refl | move=> h _; rewrite big1 ?Rmult_0_r // => x _; rewrite big1].
rewrite hsum_cons; apply: Rle_trans (Rplus_le_compat_l _ _ _ IH) _.
rewrite -rsumD; apply: le_rsum => h _.
rewrite -!rsumZ -rsumD; apply: le_rsum => x _; rewrite -!rsumZ -rsumD; apply: le_rsum => a _.
rewrite {2}/spent hsum_cons -/(spent x0 st (mkp x a)) Rmult_plus_distr_l; apply: Rplus_le_compat_r.
rewrite [X in _ <= X](_ : _ = ind (visit (mkp x a) e) * (C h * / sqrt (INR (maxn 1 (cnt (mkp x a) (st v))))));
  last by rewrite /Rdiv; ring.
apply: Rmult_le_compat_l; first exact: ind_ge0.
rewrite -/(n1 (st v) x a) /wt b_sqrt eps_sqrt /C.
move: (sqrt (2 * INR _ * _)) (sqrt (2 * 1 * Lam)) (/ sqrt _) => u v0 t.
have -> : ((1 + kr) * v0 + ind (wide h) * INR (L - h.+1) * kap h * u) * t =
  (1 + kr) * (v0 * t) + ind (wide h) * (INR (L - h.+1) * (kap h * (u * t))) by ring.
apply: Rplus_le_compat; first exact: Rmin_r.
apply: Rmult_le_compat_l; first exact: ind_ge0.
by apply: Rmult_le_compat_l; [exact: pos_INR | exact: Rmin_r].
Qed.

Lemma rate_c0 (w c : nat -> R) : (forall h, 0 <= c h) ->
  \rsum_(h < L) (w h * sqrt (2 * c h * Lam) * (c0 * sqrt (INR (#|S h| * #|A|) * INR T))) =
  c0 * sqrt 2 * root * \rsum_(h < L) (w h * sqrt (INR #|S h| * c h)).
Proof.
move=> cge; rewrite -rsumZ; apply: eq_bigr => h _.
have TA0 : 0 <= INR T * INR #|A| by apply: Rmult_le_pos; exact: pos_INR.
have -> : sqrt (INR (#|S h| * #|A|) * INR T) = sqrt (INR #|S h|) * sqrt (INR T * INR #|A|).
  rewrite muln_INR -sqrt_mult_alt; last exact: pos_INR.
  by congr sqrt; ring.
rewrite /LayerSums.root (sqrt_mult_alt _ _ TA0) (_ : 2 * c h * Lam = 2 * (c h * Lam)); last by ring.
rewrite (sqrt_mult_alt 2); last by lra.
rewrite (sqrt_mult_alt (c h)) // (sqrt_mult_alt (INR #|S h|)); last exact: pos_INR.
by ring.
Qed.

Theorem visited_layers v : size v = T ->
  hsum (fun hist e => visited x0 (wt (st hist)) e) v <= c0 * sqrt 2 * root * (\rsum_(h < L) layer h).
Proof.
move=> vT; apply: Rle_trans (visited_spent v) _.
apply: (@Rle_trans _ (\rsum_(h < L) (C h * (c0 * sqrt (INR (#|S h| * #|A|) * INR T))))).
  apply: le_rsum => h _; rewrite -vT; apply: Rmult_le_compat_l; last by apply: layer_c0; exact: ltn_ord.
  apply: Rplus_le_le_0_compat; first by have := sqrt_pos (2 * 1 * Lam); nra.
  by apply: Rmult_le_pos; [exact: wk_ge0 | exact: sqrt_pos].
under eq_bigr => h _ do rewrite /C Rmult_plus_distr_r.
rewrite rsumD (rate_c0 (fun _ => 1 + kr) (c := fun _ => 1)) => [|h]; last by lra.
rewrite (rate_c0 (fun h => ind (wide h) * INR (L - h.+1) * kap h) (c := fun h => INR #|S h.+1|)) => [|h];
  last exact: pos_INR.
rewrite -Rmult_plus_distr_l -rsumD; apply: Req_le; congr (_ * _); apply: eq_bigr => h _.
by rewrite /layer Rmult_1_r; ring.
Qed.

(* Theorem 4 (thm:main), repaired: layer by layer, for any budgets *)
Theorem theorem_4_layers (bad : pred (seq E)) pP : Pr K T [::] bad <= pP ->
  (forall v, size v = T -> ~~ bad v -> forall s, close (drop s v)) ->
  1 - (pP + (INR X - 1) * (INR #|A| * (INR T * (exp (- (4 * kr ^ 2 * Lam)) + exp (- (4 * Lam))))) + exp (- l4)) <=
  Prl K T [::] (fun v => Rleb (regret v) (
    c0 * sqrt 2 * sqrt (INR T * INR #|A| * Lam) * (\rsum_(h < L) ((1 + kr) * sqrt (INR #|S h|) +
      ind (2 <= #|S h.+1|)%N * (INR (L - h.+1) * (kap h * sqrt (INR #|S h| * INR #|S h.+1|))))) +
    sqrt (INR T * (INR L * (2 * INR L ^ 2 + 1)) * l4 / 6) + total_gap v)).
Proof. by move=> B G; apply: (theorem_4_budgets B G) => v vT; exact: visited_layers. Qed.
End Pigeonhole.
End Budgets.

(* --- a learner in the sense of model/Algorithm.v has no gaps *)
Section Exact.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat) (rv : Z -> R) (Lam : R) (T : nat).
Notation E := (traj S A Z L 0).
Variables (st : seq E -> seq E) (f : seq E -> policy S A) (qhat : seq E -> occ S A).
Hypothesis Hlearn : learner x0 rv f st Lam qhat.

Lemma learner_policy w : is_policy (f w). Proof. exact: (Hlearn w).1. Qed.
Lemma learner_near : near x0 rv T Lam st f (fun _ => 0).
Proof.
move=> hist _; have [_ [[Hq opt] pl]] := Hlearn hist; exists (qhat hist); split=> // q Hq'.
by rewrite Rplus_0_r; exact: opt.
Qed.

Lemma no_gap (K : seq E -> (E -> R) -> R) (reg : seq E -> R) (B p : R) : (forall hist, is_exp (K hist)) ->
  p <= Prl K T [::] (fun v => Rleb (reg v) (B + total_gap (fun _ => 0) v)) -> p <= Prl K T [::] (fun v => Rleb (reg v) B).
Proof.
move=> KD H; apply: Rle_trans H _; apply: (Prl_imp KD) => v _ /RlebP H; apply/RlebP.
by move: H; rewrite /Payments.total_gap hsum_const Rmult_0_r Rplus_0_r.
Qed.
End Exact.
