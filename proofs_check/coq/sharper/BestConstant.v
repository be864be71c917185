(* thm:main (Theorem 4) with the least constants that these budgets give for all shapes with probability at least 1 - delta:
   c = (1 + sqrt 2) sqrt 2 (2 sqrt 2 if every episode ends an epoch) times the share of the radii, 3/4, if L >= 2 or no
   policy is random, and 1/4 more for the martingale of a random choice at L = 1.  One action: no regret.  T small: the bound
   is above LT.  Else Lam >= 12 log 2, and Weissman's radius is shorter than eps_i where there is something to learn. *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration UCRLLP.model.Model
  UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.model.BackwardInduction
  UCRLLP.model.Learner UCRLLP.paper.LayerSums UCRLLP.paper.GoodEvents Previsions.BallOptimum UCRLLP.model.Setting UCRLLP.paper.Visits
  UCRLLP.paper.AppendixA UCRLLP.paper.AppendixB UCRLLP.sharper.ClippedRecursion UCRLLP.sharper.Budgets UCRLLP.sharper.Weissman UCRLLP.sharper.Theorem4
  UCRLLP.sharper.ConstantThree.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* --- sums over the layers: a radius that is half of eps_i as X_{h+1} grows *)
Section Layers.
Variables (L : nat) (xs : nat -> R).
Hypotheses (L1 : (0 < L)%N) (xs0 : xs 0%N = 1) (xs1 : forall h, 1 <= xs h).

Lemma K5 : \rsum_(h < L) (INR (L - h.+1) * (11 / 10 + 43 / 100 * (xs h - 1) + 28 / 100 * (xs h.+1 - 1))) <=
  11 / 20 * (INR L * (INR L - 1)) + (71 / 100 * INR L - 114 / 100) * (total L xs - INR L).
Proof.
pose y h := xs h - 1; have y0 h : 0 <= y h by have := xs1 h; rewrite /y; lra.
pose G h := INR (L - h) * y h.
have shift : \rsum_(h < L) G h.+1 = \rsum_(h < L) G h.
  have := rsum_recl L G; rewrite (rsum_recr L G) {2}/G subnn {2}/G /y xs0 [INR 0]/=; lra.
apply: (@Rle_trans _ (\rsum_(h < L) (INR (L - h.+1) * (11 / 10) + (71 / 100 * INR L - 114 / 100) * y h +
    (G h.+1 - G h) * (28 / 100)))); last first.
  rewrite !rsumD !rsumZr sum_remaining rsumZ rsumB shift.
  have -> : \rsum_(h < L) y h = total L xs - INR L.
    by rewrite /y rsumB rsum_ord_const -/(total L xs); ring.
  by rewrite Rminus_eq_0; lra.
apply: le_rsum => h _; rewrite -/(y h) -/(y h.+1) /G.
have kS : INR (L - h) = INR (L - h.+1) + 1 by rewrite subnS -S_INR prednK // subn_gt0.
rewrite kS; suff : (71 / 100 * INR (L - h.+1) + 28 / 100) * y h <= (71 / 100 * INR L - 114 / 100) * y h by lra.
case: (posnP h) => [-> | hp]; first by rewrite /y xs0; lra.
apply: Rmult_le_compat_r; first exact: y0.
have : (L - h.+1 + 2 <= L)%N.
  by rewrite -subnA ?leq_subr //; apply: leq_trans (ltn_ord h).
by move=> /leq_INR; rewrite addn_INR [INR 2]/=; lra.
Qed.
End Layers.

Section Best.
Import Letters Process.
Context [M : setting] [Lam : R] [st : seq E -> seq E] [f : seq E -> policy S A] [gap : seq E -> R].
Arguments f : clear implicits.
Hypotheses (Lam_ge : ln (TXA / delta) <= Lam) (Hst : schedule x0 st) (Hf : forall w, is_policy (f w)).
Hypothesis Hnear : near x0 rv T Lam st f gap.
Context [pistar : policy S A] (Hstar : is_policy pistar).   (* an optimal policy, or any other to compare with *)
Context [c0 : R] (c02 : 2 <= c0) (sp : forall h (x : S h) a w, (h < L)%N ->
  spent x0 st (mkp x a) w <= c0 * sqrt (INR (cnt x0 (mkp x a) w))).
Notation root := (root A T Lam).
Notation z := (z Lam).
Let KD : forall hist, is_exp (K hist) := K_exp x0 HP Hrho Hf.
Let d01 : 0 < delta < 1 := delta01.
Let lam : / 2 <= Lam := Lam_half x0 T1 delta01 A1 L1 SL Lam_ge.
Let Sgt h : (0 < #|S h|)%N := S_gt0 x0 HP A1 h.
Let c := c0 * sqrt 2.
Let c_ge : 2 * sqrt 2 <= c. Proof. by have := sqrt2_ge1; rewrite /c; nra. Qed.
Let c_num : 28284 / 10000 <= c. Proof. by have [? _] := sqrt2_bounds; have := c_ge; lra. Qed.
Notation bound C := (C * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam)).
Notation holds C := (1 - delta <= Prl K T [::] (fun v => Rleb (regret v) (bound C + total_gap gap v))).

Let z0 : 0 < z := z_gt0 Lam.
Let zh : z <= / 2 := z_half x0 T1 delta01 A1 L1 SL Lam_ge.
Let u := INR #|A| * INR T.
Let X2 : 2 <= INR X. Proof. by have := leq_INR (X_ge2 x0 L1 SL). Qed.
Let l1 : 1 <= INR L := L_ge1 L1.
Let root0 : 0 <= root := root_ge0 A T Lam.
Let LX1 : INR L + 1 <= INR X := L_lt_X L Sgt.
Let uXz : u * INR X * z <= delta.
Proof.
by have := z_TXA x0 T1 delta01 A1 L1 SL Lam_ge; rewrite /GoodEvents.TXA /u; move=> H; apply: Rle_trans H; apply: Req_le; ring.
Qed.
Let e4 : exp (- (4 * Lam)) = z ^ 4. Proof. by rewrite -(pow_exp Lam 4) [INR 4]/=; congr exp; ring. Qed.

Lemma holds_le C C' : C <= C' -> holds C -> holds C'.
Proof.
move=> CC H; apply: (weaken Hf (B := bound C) _ H).
by do 2!(apply: Rmult_le_compat_r; first by [exact: sqrt_pos | apply: Rmult_le_pos; lra]).
Qed.

(* --- one action: every policy is optimal *)
Lemma one_policy (pi : policy S A) h (x : S h) a : #|A| = 1%N -> is_policy pi -> pi h x a = 1.
Proof.
move=> A_1 H; have [_ <-] := H h x; have /eqP/fintype1P[b Eb] := A_1.
by rewrite (bigD1 a) //= big1 ?Rplus_0_r // => i; rewrite (Eb i) (Eb a) eqxx.
Qed.

Lemma one_action C : #|A| = 1%N -> 0 <= C -> holds C.
Proof.
move=> A_1 C0; apply: (surely Hf Hnear) => [|v _]; first lra.
have same (pi : policy S A) k h (x : S h) : is_policy pi -> V P pi (@r S A Z P rho rv) k x = V P pistar (@r S A Z P rho rv) k x.
  move=> H; elim: k h x => [//|k IH] h x /=; apply: eq_bigr => a _.
  rewrite (one_policy x a A_1 H) (one_policy x a A_1 Hstar).
  by congr (_ * (_ + _)); apply: eq_bigr => y _; rewrite IH.
have -> : regret v = 0.
  rewrite /Algorithm.regret -hsum_const -hsumB (@eq_hsum _ _ (fun _ _ => 0)) ?hsum_const ?Rmult_0_r //.
  by move=> hist e; rewrite same //; ring.
by apply: Rmult_le_pos; [apply: Rmult_le_pos => //; apply: Rmult_le_pos; lra | exact: sqrt_pos].
Qed.

Section TwoActions.
Hypothesis A2 : (2 <= #|A|)%N.
Let a2 : 2 <= INR #|A|. Proof. exact: (leq_INR A2). Qed.
Let t1 : 1 <= INR T := T_ge1 T1.
Let u2 : 2 <= u. Proof. by rewrite /u; nra. Qed.
Let uz0 : 0 <= u * z. Proof. by nra. Qed.
Let z_u : z <= u * z / 2. Proof. by nra. Qed.
Let Xz2 : INR X * z <= / 2.
Proof. by have := Rmult_le_compat_r (INR X * z) _ _ ltac:(nra) u2; lra. Qed.

(* the martingale, with two actions or more *)
Lemma dev_A q : 0 <= q -> INR L * (2 * INR L ^ 2 + 1) / 12 <= q ^ 2 ->
  sqrt (INR T * (INR L * (2 * INR L ^ 2 + 1)) * (1 * Lam) / 6) <= root * q.
Proof.
move=> q0 q2; rewrite -[X in _ <= _ * X](sqrt_pow2 q q0) /LayerSums.root -sqrt_mult_alt; last first.
  by apply: Rmult_le_pos; [apply: Rmult_le_pos; lra | lra].
apply: sqrt_le_1_alt; have tl : 0 <= INR T * Lam by apply: Rmult_le_pos; lra.
have l3 : 0 <= INR L * (2 * INR L ^ 2 + 1) by apply: Rmult_le_pos; [lra | have := pow2_ge_0 (INR L); lra].
apply: (@Rle_trans _ (INR T * 2 * Lam * q ^ 2)).
  by have := Rmult_le_compat_l _ _ _ tl q2; lra.
apply: Rmult_le_compat_r; first exact: pow2_ge_0.
by have := Rmult_le_compat_l _ _ _ tl a2; lra.
Qed.

(* --- no layer with two states: kr = 1/2, and Lam for the martingale *)
Section Narrow.
Hypothesis none : ~~ some_wide S L.
Let fails : (INR X - 1) * (INR #|A| * (INR T * (z + z ^ 4))) + exp (- (1 * Lam)) <= delta.
Proof.
have -> : exp (- (1 * Lam)) = z by rewrite Rmult_1_l.
apply: Rle_trans uXz; rewrite -(Rmult_assoc (INR #|A|)) -/u.
by have := fails_z4 Lam_ge (ltac:(lra) : INR X * z <= 1); rewrite -/u; lra.
Qed.

Lemma narrow_holds C q : 0 <= q -> INR L * (2 * INR L ^ 2 + 1) / 12 <= q ^ 2 ->
  c * (INR L * (3 / 2)) + q <= C * (INR L * (INR L + 1)) -> 0 <= C -> holds C.
Proof.
move=> q0 q2 cC C0.
have H := narrow_budgets Lam_ge Hst Hf Hnear Hstar none (ltac:(lra) : 0 <= c0) (ltac:(lra) : 0 < 1 * Lam) sp.
apply: (weaken Hf (B := _) _ (Rle_trans _ _ _ _ H)); last by have := fails; lra.
rewrite -/c; have D := dev_A q0 q2.
have q' : c * (INR L * (3 / 2)) + q <= C * (INR L * INR X).
  by have := Rmult_le_compat_l _ _ _ (Rmult_le_pos _ _ C0 (Rle_trans _ _ _ Rle_0_1 l1)) LX1; lra.
by have := Rmult_le_compat_l root _ _ root0 q'; rewrite -/root; lra.
Qed.

Lemma narrow_two : (2 <= L)%N -> holds (3 / 4 * c).
Proof.
move=> /leq_INR; rewrite [INR 2]/= => l2; have ll := pow2_ge_0 (INR L).
have l22 : 2 * INR L <= INR L ^ 2 by rewrite /=; nra.
have q0 : 0 <= 307 / 1000 * INR L ^ 2 by lra.
apply: (narrow_holds q0); last by lra.
  rewrite Rpow_mult_distr (_ : (INR L ^ 2) ^ 2 = INR L ^ 2 * INR L ^ 2); last by ring.
  move: (INR L ^ 2) (INR L) ll l2 l22 => n l n0 l2 ln.
  by rewrite /= !Rmult_1_r; nra.
have : 0 <= (c - 2) * (INR L ^ 2 - INR L) by apply: Rmult_le_pos; lra.
rewrite /=; nra.
Qed.

Lemma narrow_all : holds (3 / 4 * c + 1 / 4).
Proof.
have l11 : INR L <= INR L ^ 2 by rewrite /=; nra.
have q0 : 0 <= INR L ^ 2 / 2 by lra.
apply: (narrow_holds q0); last by lra.
  move: (INR L ^ 2) (INR L) l11 l1 => n l ln l1'.
  by rewrite /= !Rmult_1_r; nra.
have : 0 <= (3 / 4 * c - 1 / 4) * (INR L ^ 2 - INR L) by apply: Rmult_le_pos; lra.
rewrite /=; nra.
Qed.
(* --- policies that choose one action: on a path that follows them a narrow layer has no martingale *)
Section Deterministic.
Hypothesis det : forall w h (x : S h), exists a, f w h x a = 1.

Lemma det_01 w h (x : S h) a : f w h x a = 1 \/ f w h x a = 0.
Proof.
have [b fb] := det w x; case: (eqVneq a b) => [->|ab]; [by left | right].
have [f0 f1] := Hf w x; move: f1; rewrite (bigD1 b) //= fb (bigD1 a) //=.
have := f0 a; have : 0 <= \rsum_(i | (i != b) && (i != a)) f w h x i by apply: rsum_ge0.
lra.
Qed.

Definition strays_at (hist : seq E) : event S A Z := fun h x a _ _ => ~~ Rleb 1 (f hist h x a).
Definition strays (hist : seq E) (e : E) := pathhas (strays_at hist) x0 e.
Fixpoint bad_D (v : seq E) : bool := if v is e :: hist then strays hist e || bad_D hist else false.

Lemma strays_never hist k h (x : S h) :
  law P rho (f hist) (k := k) x (fun e => ind (pathhas (strays_at hist) x e)) <= 0.
Proof.
elim: k h x => [|k IH] h x; first by rewrite /=; lra.
rewrite lawS; apply: (@Rle_trans _ (\rsum_(a : A) 0)); last by rewrite rsum_const; lra.
apply: le_rsum => a _; case: (det_01 hist x a) => fa; last by rewrite fa Rmult_0_l; exact: Rle_refl.
rewrite fa Rmult_1_l; apply: (@Rle_trans _ (\rsum_(y : S h.+1) 0)); last by rewrite rsum_const; lra.
apply: le_rsum => y _; rewrite -[X in _ <= X](Rmult_0_r (P h x a y)).
apply: Rmult_le_compat_l; first exact: (HP h x a).1.
apply: (ex_leC (Hrho h x a y)) => [|o].
  by apply: (law_step_bdd HP Hrho (Hf hist) x a y (F := fun e => ind (pathhas (strays_at hist) x e))); exact: bdd_ind.
apply: Rle_trans (IH _ y); apply: Req_le.
apply: (ex_eq (law_exp HP Hrho (Hf hist) k y)) => [|e]; first exact: bdd_ind.
rewrite /= /strays_at /= fa (_ : Rleb 1 1 = true) //.
by apply/RlebP; lra.
Qed.

Lemma Pr_bad_D : Pr K T [::] bad_D <= 0.
Proof.
apply: Rle_trans (Pr_super KD (M := fun w => ind (bad_D w)) (fun h => bdd_ind _) _ (fun w _ => Rle_refl _)) (Rle_refl _).
move=> hist; case B : (bad_D hist); first by apply: (ex_leC (KD hist)) => [|e]; [exact: bdd_ind | exact: ind_le1].
apply: Rle_trans (strays_never hist L x0); apply: Req_le; apply: (ex_eq (KD hist)) => [|e]; first exact: bdd_ind.
by rewrite /= B orbF.
Qed.

Lemma follows_U w k h (x : S h) hist (e : traj S A Z k h) : (k + h)%N = L -> ~~ pathhas (strays_at hist) x e ->
  U P (f hist) w k x = pathsum (@cost S A Z L P (f hist) w) x e.
Proof.
elim: k h x e => [//|k IH] h x e kh; rewrite [pathhas _ _ _]/= negb_or => /andP[s1 s2].
have hL : (h < L)%N by rewrite -kh addSn ltnS leq_addl.
have kE : (L - h.+1)%N = k by rewrite -kh addSnnS addnK.
set a := e.1.1 in s1; set y := e.1.2.2 in s2.
have fa : f hist h x a = 1.
  by case: (det_01 hist x a) => // f0; move: s1; rewrite /strays_at f0; case: RlebP => // H; exfalso; lra.
have only (g : S h.+1 -> R) : g y = \rsum_y' (P h x a y' * g y').
  rewrite (eq_bigr (fun y' => P h x a y' * g y)) => [|y' _].
    by rewrite rsumZr (HP h x a).2 Rmult_1_l.
  move: none; rewrite negb_exists => /forallP /(_ (Ordinal hL)); rewrite /LayerSums.wide /= -ltnNge ltnS.
  by move=> /fintype_le1P H; rewrite (H y' y).
rewrite [LHS]/= (bigD1 a) //= fa big1 => [|b ba]; last first.
  case: (det_01 hist x b) => fb; last by rewrite fb Rmult_0_l.
  exfalso; have [f0 f1] := Hf hist x; move: f1; rewrite (bigD1 a) //= fa (bigD1 b) //= fb.
  have : 0 <= \rsum_(i | (i != a) && (i != b)) f hist h x i by apply: rsum_ge0.
  lra.
rewrite -/a -/y -(IH _ y e.2); [|by rewrite addnS -addSn|exact: s2].
by rewrite /cost kE -only; ring.
Qed.

Theorem deterministic_holds : holds (3 / 4 * c).
Proof.
have i2 : 0 < / 2 by lra.
pose kap (_ : nat) := 1; have kh h : / 2 <= kap h by rewrite /kap; lra.
have B2 := Pr_bad_r x0 HP Hrho Hrv T SL Hf lam true i2.
have B3 := Pr_bad_r x0 HP Hrho Hrv T SL Hf lam false Rlt_0_1.
rewrite (_ : 4 * 1 ^ 2 * Lam = 4 * Lam) in B3; last by ring.
have fl : (INR X - 1) * (INR #|A| * (INR T * exp (- (4 * (/ 2) ^ 2 * Lam)))) +
    (INR X - 1) * (INR #|A| * (INR T * exp (- (4 * Lam)))) + 0 <= delta.
  have -> : exp (- (4 * (/ 2) ^ 2 * Lam)) = z by rewrite /GoodEvents.z; congr exp; field.
  by rewrite e4; have := fails; have := exp_pos (- (1 * Lam)); lra.
apply: (Pr_not KD); apply: Rle_trans fl.
apply: Rle_trans (Pr_or KD (Pr_or KD B2 B3) Pr_bad_D).
apply: (Pr_imp KD) => v vT; apply: contraR; rewrite 2!negb_or => /andP[/andP[nu nd] nD]; apply/RlebP.
have G := narrow_close Lam_ge none vT isT.
apply: Rle_trans (regret_M lam Hst Hf Hnear Hstar i2 vT G nu nd) _.
rewrite hsumD; apply: Rplus_le_compat_r.
apply: (@Rle_trans _ (hsum (fun hist e => visited x0 (wt x0 Lam (/ 2) kap (st hist)) e) v)).
  elim: (v) nD => [|e hist IH] /=; first by move=> _; exact: Rle_refl.
  rewrite negb_or => /andP[n1 n2]; apply: Rplus_le_compat; last exact: IH.
  rewrite /episode_M (follows_U _ (addn0 L) n1) visited_pathsum; apply: pathsum_le => l x a o y.
  exact: cost_le_w.
have c00 : 0 <= c0 by lra.
have := visited_layers i2 kh c00 sp vT; rewrite /layer (narrow_sum none) -/c => H.
apply: Rle_trans (H Lam) _.
have q : c * (INR L * (1 + / 2)) <= 3 / 4 * c * (INR L * INR X).
  have h2 : 2 <= INR X by exact: X2.
  have : 0 <= c * INR L * (INR X - 2) by apply: Rmult_le_pos; [apply: Rmult_le_pos; lra | lra].
  lra.
by have := Rmult_le_compat_l root _ _ root0 q; rewrite -/root; lra.
Qed.
End Deterministic.
End Narrow.

(* --- some layer with two states: T small, or kr = 3/5, Weissman's radius, and Lam for the martingale *)
Section Wide.
Hypothesis W : some_wide S L.
Let X4 : 4 <= INR X.
Proof. by case/existsP: W => h Wh; have := leq_INR (X_ge4 x0 L1 SL (ltn_ord h) Wh); rewrite [INR 4]/=; lra. Qed.

Lemma small_T : INR T <= 9 / 2 * INR X ^ 2 * INR #|A| * Lam -> holds (3 / 4 * c).
Proof.
move=> small; apply: (above_LT Hf Hnear Hstar); first lra.
have [s1 _] := sqrt2_bounds; have s2 := sqrt2_sqr.
have H : INR T <= 3 / 4 * c * INR X * root.
  apply: (@Rle_trans _ (3 / 4 * (2 * sqrt 2) * INR X * root)).
    apply: Rsqr_incr_0_var; last by repeat (apply: Rmult_le_pos; try lra).
    have rr : Rsqr root = INR T * INR #|A| * Lam.
      by rewrite Rsqr_sqrt //; apply: Rmult_le_pos; [apply: Rmult_le_pos; lra | lra].
    rewrite !Rsqr_mult rr [Rsqr (sqrt 2)]Rsqr_sqrt /Rsqr; last by lra.
    have := Rmult_le_compat_l _ _ _ (Rle_trans _ _ _ Rle_0_1 t1) small; rewrite /=; lra.
  do 2!(apply: Rmult_le_compat_r; first lra).
  by have := c_ge; lra.
have := Rmult_le_compat_r (INR L) _ _ (Rle_trans _ _ _ Rle_0_1 l1) H; rewrite -/root; lra.
Qed.

Section Large.
Hypothesis large : 9 / 2 * INR X ^ 2 * INR #|A| * Lam < INR T.

Lemma Lam_12 : 12 * ln 2 <= Lam.
Proof.
have e : 1152 * Lam <= exp Lam.
  apply: Rle_trans (TXA_exp x0 T1 delta01 A1 L1 SL Lam_ge).
  apply: (@Rle_trans _ (TXA)); last first.
    have TX := TXA2 x0 T1 A1 L1 SL; rewrite -[X in X <= _]Rmult_1_r; apply: Rmult_le_compat_l; first lra.
    by rewrite -Rinv_1; apply: Rinv_le_contravar; lra.
  have x3 : 4 ^ 3 <= INR X ^ 3 by apply: pow_incr; lra.
  have aa : 2 ^ 2 <= INR #|A| ^ 2 by apply: pow_incr; lra.
  have xa : 4 ^ 3 * 2 ^ 2 <= INR X ^ 3 * INR #|A| ^ 2 by apply: Rmult_le_compat => //; rewrite /=; lra.
  have xa0 : 0 <= INR X * INR #|A| by apply: Rmult_le_pos; lra.
  have := Rmult_le_compat_r _ _ _ xa0 (Rlt_le _ _ large); rewrite /TXA -(Rmult_assoc (INR T)) => H.
  apply: (@Rle_trans _ (9 / 2 * Lam * (INR X ^ 3 * INR #|A| ^ 2))); last by apply: Rle_trans H; apply: Req_le; ring.
  by apply: Rle_trans (Rmult_le_compat_l (9 / 2 * Lam) _ _ ltac:(lra) xa); rewrite /=; lra.
have l2 := ln_lt_2.
have H1 := @ln2_Lam Lam 1 9; rewrite pow_1 [INR 1]/= [INR 9]/= in H1.
have {}H1 := H1 ltac:(rewrite /=; lra).
have H2 := @ln2_Lam Lam 1 12; rewrite pow_1 [INR 1]/= [INR 12]/= in H2.
have {}H2 := H2 ltac:(rewrite /=; lra).
lra.
Qed.

Let s_P0 : 0 <= ln 2. Proof. by have := ln_lt_2; lra. Qed.
Let xs h := INR #|S h|.
Let xs1 h : 1 <= xs h := xs_ge1 Sgt h.
Let xs0 : xs 0%N = 1. Proof. exact: xs_0. Qed.
Notation kap := (kap_s S Lam (ln 2)).

Lemma kap_sqrt h : kap h * sqrt (xs h * xs h.+1) <=
  11 / 10 + 43 / 100 * (xs h - 1) + 28 / 100 * (xs h.+1 - 1).
Proof.
have x1 := xs1 h; have d1 := xs1 h.+1; have L12 := Lam_12; have l2 := ln_lt_2.
set q := (xs h.+1 * ln 2 + Lam + ln 2) / Lam.
have q0 : 0 <= q by apply: Rmult_le_pos; [nra | apply/Rlt_le/Rinv_0_lt_compat; lra].
have q1 : q <= 1 + (xs h.+1 + 1) / 12.
  apply: (Rmult_le_reg_r Lam); first lra.
  rewrite /q /Rdiv Rmult_assoc Rinv_l; last lra.
  have := Rmult_le_compat_l (xs h.+1 + 1) _ _ ltac:(lra) L12; lra.
have r1 := @sqrt_am_gm (xs h) (xs h.+1) ltac:(lra) ltac:(lra).
have r2 := @sqrt_am_gm (7 / 10 * xs h) (10 / 7 * q) ltac:(lra) ltac:(lra).
have E1 : 7 / 10 * xs h * (10 / 7 * q) = (xs h.+1 * ln 2 + Lam + ln 2) / (xs h.+1 * Lam) * (xs h * xs h.+1).
  by rewrite /q; field; lra.
rewrite E1 sqrt_mult_alt in r2; last first.
  apply: Rmult_le_pos; first nra.
  by apply/Rlt_le/Rinv_0_lt_compat; nra.
by rewrite /kap_s -/(xs h.+1); lra.
Qed.

Lemma wide_sum : \rsum_(h < L) ((1 + 3 / 5) * sqrt (INR #|S h|) +
    ind (2 <= #|S h.+1|)%N * (INR (L - h.+1) * (kap h * sqrt (INR #|S h| * INR #|S h.+1|)))) <=
  8 / 5 * ((INR L + total L xs) / 2) +
  (11 / 20 * (INR L * (INR L - 1)) + (71 / 100 * INR L - 114 / 100) * (total L xs - INR L)).
Proof.
apply: Rle_trans (Rplus_le_compat _ _ _ _ (Rmult_le_compat_l (8 / 5) _ _ ltac:(lra) (K1 L xs1)) (K5 L xs0 xs1)).
rewrite -rsumZ -rsumD; apply: le_rsum => h _; apply: Rplus_le_compat; first by rewrite -/(xs h); lra.
have k0 := kap_s_half S Lam (ln 2) h; have s0 := sqrt_pos (xs h * xs h.+1).
rewrite -/(xs h) -/(xs h.+1).
apply: (@Rle_trans _ (INR (L - h.+1) * (kap h * sqrt (xs h * xs h.+1)))).
  rewrite -[X in _ <= X]Rmult_1_l; apply: Rmult_le_compat_r; last exact: ind_le1.
  by apply: Rmult_le_pos; [exact: pos_INR | apply: Rmult_le_pos; lra].
by apply: Rmult_le_compat_l; [exact: pos_INR | exact: kap_sqrt].
Qed.

Lemma wide_rate : c * (8 / 5 * ((INR L + total L xs) / 2) +
    (11 / 20 * (INR L * (INR L - 1)) + (71 / 100 * INR L - 114 / 100) * (total L xs - INR L))) +
  307 / 1000 * INR L ^ 2 <= 3 / 4 * c * (INR L * INR X).
Proof.
have XE : INR X = total L xs + 1 by rewrite X_total SL.
have l2 := wide_L2 W; have k1 : INR L + 1 <= total L xs := wide_total W.
rewrite XE; have [j [kE j1]] : exists j, total L xs = INR L + j /\ 1 <= j.
  by exists (total L xs - INR L); split; lra.
rewrite kE; move: (INR L) l2 => l l2.
have q : 8 / 5 * ((l + (l + j)) / 2) + (11 / 20 * (l * (l - 1)) + (71 / 100 * l - 114 / 100) * (l + j - l)) +
    1086 / 10000 * l ^ 2 <= 3 / 4 * (l * (l + j + 1)).
  have : 0 <= (j - 1) * (4 / 100 * l + 34 / 100) by apply: Rmult_le_pos; lra.
  rewrite /=; nra.
have ll := pow2_ge_0 l; have := Rmult_le_compat_l c _ _ ltac:(lra) q.
have := Rmult_le_compat_r (1086 / 10000 * l ^ 2) _ _ ltac:(lra) c_num.
lra.
Qed.

Theorem wide_large : holds (3 / 4 * c).
Proof.
have L12 := Lam_12; have l2 := ln_lt_2.
have pay := @ln2_pays M Lam ltac:(lra).
have kr0 : 0 < 3 / 5 by lra.
have := theorem_4_layers lam Hst Hf Hnear Hstar kr0
  (_ : 0 < 1 * Lam) (kap_s_half S Lam (ln 2)) (_ : 0 <= c0) sp
  (Pr_rad lam Hf s_P0) (close_rad_s lam s_P0 pay).
move=> /(_ ltac:(lra) ltac:(lra)) H.
apply: (weaken Hf (B := _) _ (Rle_trans _ _ _ _ H)).
  have ll := pow2_ge_0 (INR L).
  have l22 : 2 * INR L <= INR L ^ 2.
    have := wide_L2 W.
    by rewrite /=; nra.
  have q0 : 0 <= 307 / 1000 * INR L ^ 2 by lra.
  have D := @dev_A _ q0; have {}D := D ltac:(rewrite Rpow_mult_distr (_ : (INR L ^ 2) ^ 2 = INR L ^ 2 * INR L ^ 2);
    [move: (INR L ^ 2) (INR L) ll l1 l22 => n l n0 l1' ln; rewrite /= !Rmult_1_r; nra | ring]).
  have cp : 0 <= c by lra.
  have r := Rmult_le_compat_l (c * root) _ _ (Rmult_le_pos _ _ cp root0) wide_sum.
  have := Rmult_le_compat_l root _ _ root0 wide_rate; rewrite -/c -/root.
  move: r D; rewrite -/root; lra.
suff : (INR X - 1) * (INR #|A| * (INR T * (z * exp (- ln 2)))) + (INR X - 1) * (INR #|A| * (INR T *
    (exp (- (4 * (3 / 5) ^ 2 * Lam)) + exp (- (4 * Lam))))) + exp (- (1 * Lam)) <= delta by lra.
have -> : z * exp (- ln 2) = z / 2 by rewrite exp_Ropp exp_ln; lra.
have -> : exp (- (1 * Lam)) = z by rewrite Rmult_1_l.
have z5 : exp (- (4 * (3 / 5) ^ 2 * Lam)) <= z / 4.
  have -> : exp (- (4 * (3 / 5) ^ 2 * Lam)) = z * exp (- (11 / 25 * Lam)).
    by rewrite /GoodEvents.z -exp_plus; congr exp; field.
  have -> : z / 4 = z * exp (- (ln 2 + ln 2)).
    by rewrite Ropp_plus_distr exp_plus exp_Ropp exp_ln; [field | lra].
  by apply: Rmult_le_compat_l; [lra | apply/Rlt_le/exp_increasing; lra].
rewrite e4; apply: Rle_trans uXz; rewrite -!(Rmult_assoc (INR #|A|)) -/u.
have z4 : z ^ 4 <= z / 8.
  have : z ^ 3 <= (/ 2) ^ 3 by apply: pow_incr; lra.
  rewrite (_ : z ^ 4 = z * z ^ 3); last by ring.
  by move=> z3; have := Rmult_le_compat_l z _ _ ltac:(lra) z3; rewrite [(/ 2) ^ 3]/=; lra.
have : (INR X - 1) * (u * (z / 2 + exp (- (4 * (3 / 5) ^ 2 * Lam)) + z ^ 4)) <= (INR X - 1) * (u * z).
  by apply: Rmult_le_compat_l; [lra | apply: Rmult_le_compat_l; lra].
have : z <= u * z by rewrite -[X in X <= _]Rmult_1_l; apply: Rmult_le_compat_r; lra.
lra.
Qed.
End Large.

Theorem wide_holds : holds (3 / 4 * c).
Proof.
by case: (Rle_dec (INR T) (9 / 2 * INR X ^ 2 * INR #|A| * Lam)) => [|/Rnot_le_lt]; [exact: small_T | exact: wide_large].
Qed.
End Wide.
End TwoActions.

(* Theorem 4 (thm:main), repaired: two steps or more, or no random choice *)
Theorem near_best_det : (2 <= L)%N \/ (forall w h (x : S h), exists a, f w h x a = 1) -> holds (3 / 4 * c).
Proof.
have c0' : 0 <= 3 / 4 * c by lra.
move=> H; case: (leqP 2 #|A|) => [A2|A1']; last by apply: one_action => //; apply/eqP; rewrite eqn_leq -ltnS A1' A1.
case: (boolP (some_wide S L)) => [W|none]; first exact: (wide_holds A2 W).
by case: H => [L2|det]; [exact: (narrow_two A2 none L2) | exact: (deterministic_holds A2 none det)].
Qed.

(* Theorem 4 (thm:main), repaired: all shapes *)
Theorem near_best : holds (3 / 4 * c + 1 / 4).
Proof.
have c0' : 0 <= 3 / 4 * c + 1 / 4 by lra.
case: (leqP 2 #|A|) => [A2|A1']; last by apply: one_action => //; apply/eqP; rewrite eqn_leq -ltnS A1' A1.
case: (boolP (some_wide S L)) => [W|none]; last exact: (narrow_all A2 none).
by apply: holds_le (wide_holds A2 W); lra.
Qed.
End Best.

(* --- learners without gaps *)
Section Exact.
Import Letters Process.
Context [M : setting] [Lam : R] [st : seq E -> seq E] [f : seq E -> policy S A] [qhat : seq E -> occ S A].
Hypotheses (Lam_ge : ln (TXA / delta) <= Lam) (Hst : schedule x0 st) (Hlearn : learner x0 rv f st Lam qhat).
Context [pistar : policy S A] (Hstar : is_policy pistar).
Let Hf := learner_policy Hlearn.
Let Hnear := @learner_near _ _ _ _ _ _ _ T _ _ _ Hlearn.
Let KD : forall hist, is_exp (K hist) := K_exp x0 HP Hrho Hf.
Let c2 : 2 <= 1 + sqrt 2. Proof. by have := sqrt2_ge1; lra. Qed.
Let sp h (x : S h) a w hL := @spent_bound S A Z x0 L st Hst h x a w hL.
Let s2 := sqrt2_sqr.

(* Theorem 4 (thm:main), repaired: the constant (7 + 3 sqrt 2)/4 = 2.811, with probability at least 1 - delta *)
Theorem theorem_4_best : 1 - delta <= Prl K T [::] (fun v => Rleb (regret v)
  ((7 + 3 * sqrt 2) / 4 * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam))).
Proof.
have := no_gap KD (near_best Lam_ge Hst Hf Hnear Hstar c2 sp).
by rewrite (_ : 3 / 4 * ((1 + sqrt 2) * sqrt 2) + 1 / 4 = (7 + 3 * sqrt 2) / 4); last lra.
Qed.

(* Theorem 4 (thm:main), repaired: the constant (6 + 3 sqrt 2)/4 = 2.561, with probability at least 1 - delta, if L >= 2 or
   if every policy is deterministic *)
Theorem theorem_4_deterministic : (2 <= L)%N \/ (forall w h (x : S h), exists a, @f w h x a = 1) ->
  1 - delta <= Prl K T [::] (fun v => Rleb (regret v)
    ((6 + 3 * sqrt 2) / 4 * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam))).
Proof.
move=> H; have := no_gap KD (near_best_det Lam_ge Hst Hf Hnear Hstar c2 sp H).
by rewrite (_ : 3 / 4 * ((1 + sqrt 2) * sqrt 2) = (6 + 3 * sqrt 2) / 4); last lra.
Qed.

(* Theorem 4 (thm:main), repaired: (1 + 6 sqrt 2)/4 = 2.371 if every episode ends an epoch, as alg:main/12 says in print, and
   3 sqrt 2/2 = 2.121 if also L >= 2 or every policy is deterministic; with probability at least 1 - delta *)
Theorem theorem_4_best_every : (forall w, st w = w) -> 1 - delta <= Prl K T [::] (fun v => Rleb (regret v)
    ((1 + 6 * sqrt 2) / 4 * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam))) /\
  ((2 <= L)%N \/ (forall w h (x : S h), exists a, @f w h x a = 1) -> 1 - delta <= Prl K T [::] (fun v => Rleb (regret v)
    (3 * sqrt 2 / 2 * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam)))).
Proof.
move=> every; have sp' h (x : S h) a w (_ : (h < L)%N) := spent_every x0 every x a w.
split=> [|H].
  have := no_gap KD (near_best Lam_ge Hst Hf Hnear Hstar (Rle_refl 2) sp').
  by rewrite (_ : 3 / 4 * (2 * sqrt 2) + 1 / 4 = (1 + 6 * sqrt 2) / 4); last lra.
have := no_gap KD (near_best_det Lam_ge Hst Hf Hnear Hstar (Rle_refl 2) sp' H).
by rewrite (_ : 3 / 4 * (2 * sqrt 2) = 3 * sqrt 2 / 2); last lra.
Qed.
End Exact.

(* --- without any hypothesis on the learner *)
Section Learners.
Import Letters.
Context [M : setting] [pistar : policy S A] (Hstar : is_policy pistar).
Let Sgt h : (0 < #|S h|)%N := S_gt0 x0 HP A1 h.

(* backward induction chooses one action *)
Lemma optimal_policy_det Lam w h (x : S h) : exists a, @optimal_policy S A Z x0 L rv Lam w h x a = 1.
Proof.
have /card_gt0P[a0 _] := A1; rewrite /optimal_policy /evi_policy.
set v := (V in argmax V).
by have [a -> _] := argmaxP v a0; exists a; rewrite eqxx.
Qed.

(* Theorem 4 (thm:main), repaired: UCRL-LP that solves LP1 by backward induction, Lam = log(TXA/delta): the constant
   (6 + 3 sqrt 2)/4 = 2.561; 3 sqrt 2/2 = 2.121 if every episode ends an epoch; with probability at least 1 - delta *)
Theorem theorem_4_ucrl_lp_best : let Lam := ln (INR T * INR X * INR #|A| / delta) in
  let g := fun w : seq E => optimal_policy x0 rv Lam (start_printed x0 w) in
  1 - delta <= Prl (K x0 P rho (@ucrl_lp S A Z x0 L rv Lam)) T [::] (fun v =>
    Rleb (regret x0 P rho rv (@ucrl_lp S A Z x0 L rv Lam) pistar v)
      ((6 + 3 * sqrt 2) / 4 * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam))) /\
  1 - delta <= Prl (K x0 P rho g) T [::] (fun v => Rleb (regret x0 P rho rv g pistar v)
    (3 * sqrt 2 / 2 * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam))).
Proof.
move=> Lam g; have Lam_ge : ln (TXA / delta) <= Lam by exact: Rle_refl.
have lam := Lam_half x0 T1 delta01 A1 L1 SL Lam_ge.
have ex := learner_exists rv x0_only A1 lam Sgt (@start S A Z x0 L).
have ex' := learner_exists rv x0_only A1 lam Sgt (@start_printed S A Z x0 L); split.
  have H := theorem_4_deterministic Lam_ge (start_schedule A Z x0 L)
    ex Hstar; apply: H; right=> w h x; exact: optimal_policy_det.
have /card_gt0P[a _] := A1; have /card_gt0P[xL _] := Sgt L.
have [_ H] := theorem_4_best_every Lam_ge (start_printed_schedule A Z x0 L)
  ex' Hstar (start_printed_always x0 xL a).
by apply: H; right=> w h x; exact: optimal_policy_det.
Qed.
End Learners.
