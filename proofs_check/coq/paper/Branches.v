(* Lemma 9 (lem:occ-term-2), printed, refuted for two completions of P_i where q_hat_i(x,a) = 0: the row that leads to the
   other successor, and the uniform row.  Layers 1, 2, ..., 2, 1 with L = 800 and A = 1; all rewards are 1, so that every
   point of (13) solves LP1.  State u leads to u of the next layer, or with probability p to v; v leads to v.  While
   u -> v is seen rarely enough, the path through all u solves LP1; it never meets v, where xi_i is 1 or 2 for ever. *)
Require Import Previsions.Sums Previsions.NatLia Previsions.Probability Previsions.Concentration
  UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.paper.LayerSums
  UCRLLP.paper.GoodEvents UCRLLP.paper.Visits UCRLLP.paper.AppendixA Previsions.BallOptimum UCRLLP.model.BackwardInduction UCRLLP.model.Learner
  UCRLLP.paper.Propositions UCRLLP.paper.Estimates Previsions.Supermartingales UCRLLP.sharper.Supermartingale.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Lemma two_terms (I : finType) (F : I -> R) i j : i != j -> (forall k, 0 <= F k) -> F i + F j <= \rsum_k F k.
Proof.
move=> ij F0; rewrite (bigD1 i) //= (bigD1 j) 1?eq_sym //=.
have : 0 <= \rsum_(k | (k != i) && (k != j)) F k by apply: rsum_ge0.
lra.
Qed.

Section Branches.
Variable L : nat.
Hypothesis L2 : (2 <= L)%N.
(* the states of layer h: 0 is u, 1 is v; the first and the last layer have u only *)
Definition inner_layer (h : nat) : bool := (0 < h < L)%N.
Definition wd (h : nat) : nat := if inner_layer h then 2%N else 1%N.
Lemma wd_gt0 h : (0 < wd h)%N. Proof. by rewrite /wd; case: ifP. Qed.
Definition St (h : nat) : finType := [finite 'I_(wd h)].
Notation one := [finite unit].
Definition u_of h : St h := Ordinal (wd_gt0 h).
Notation x0 := (u_of 0).
Notation E := (traj St one one L 0).
Implicit Type w : seq E.

Lemma sum_wd h (F : nat -> R) : \rsum_(y : St h) F (nat_of_ord y) = F 0%N + (if inner_layer h then F 1%N else 0).
Proof.
rewrite -[\rsum_(y : St h) _]/(\rsum_(y < wd h) F (nat_of_ord y)) /wd; case: ifP => _.
  by rewrite !big_ord_recl big_ord0 Rplus_0_r.
by rewrite big_ord_recl big_ord0.
Qed.
Lemma narrow_u h (x : St h) : inner_layer h = false -> x = u_of h.
Proof.
move=> nh; apply: val_inj; case: x => k /=; rewrite /wd nh.
by case: k.
Qed.
Lemma x0_only (x : St 0) : x = x0. Proof. exact: narrow_u. Qed.
Lemma card_L : #|St L| = 1%N. Proof. by rewrite card_ord /wd /inner_layer ltnn andbF. Qed.
Lemma St_gt0 h : (0 < #|St h|)%N. Proof. by rewrite card_ord wd_gt0. Qed.
Lemma sum_one (F : unit -> R) : \rsum_b F b = F tt.
Proof. by rewrite (bigD1 tt) //= big1 ?Rplus_0_r // => -[]. Qed.

Lemma X_E : X St L = (2 * L)%N.
Proof.
have H n : (0 < n <= L)%N -> (\sum_(h < n) #|St h|)%N = (2 * n - 1)%N.
  elim: n => [//|[|n] IH] nL; first by rewrite big_ord_recl big_ord0 card_ord.
  rewrite big_ord_recr /= IH; last by move: nL => /andP[_ /ltnW].
  by rewrite card_ord /wd /inner_layer (andP nL).2 /=; lia.
by rewrite /X big_ord_recr /= H ?card_L; move: L2; lia.
Qed.

Variables (p : R).
Hypothesis p01 : 0 <= p <= 1.
Definition step (h i j : nat) : R :=
  if inner_layer h then (if i == 0%N then (if j == 0%N then 1 - p else p) else ind (j == 1%N)) else 1.
Definition P_br : trans St one := fun h x _ y => step h.+1 x y.
Definition rho_br : rlaw St one one := fun _ _ _ _ F => F tt.
Definition rv_br (z : unit) : R := 1.
Definition pi_br : policy St one := fun _ _ _ => 1.

Lemma P_br_trans : is_trans P_br.
Proof.
move=> h x a; split=> [y|].
  by rewrite /P_br /step; case: ifP => _; [case: ifP => _; [case: ifP => _; lra | exact: ind_ge0] | lra].
rewrite /P_br (sum_wd h.+1 (step h.+1 x)) /step; case: ifP => _; last by rewrite Rplus_0_r.
by case: ifP => _ /=; lra.
Qed.
Lemma rho_br_law : is_rlaw rho_br.
Proof. by move=> h x a y; split=> [F G _ _ H|F G _ _|c F _ _|c]; rewrite /rho_br //; lra. Qed.
Lemma pi_br_policy : is_policy pi_br.
Proof. by move=> h x; split=> [a|]; [rewrite /pi_br; lra | exact: (sum_one (fun=> 1))]. Qed.

(* where an episode is *)
Notation mu := (mu x0 P_br pi_br).
Lemma mu_step h (y : St h.+1) : mu y = \rsum_(x : St h) (mu x * P_br x tt y).
Proof.
rewrite -[LHS]/(\rsum_(x : St h) \rsum_(a : unit) (mu x * pi_br x a * P_br x a y)).
by apply: eq_bigr => x _; rewrite sum_one /pi_br Rmult_1_r.
Qed.
Lemma mu_u h : 1 - INR h * p <= mu (u_of h).
Proof.
have m0 k (x : St k) : 0 <= mu x := mu_ge0 x0 P_br_trans pi_br_policy x.
elim: h => [|h IH]; first by rewrite -[mu _]/(ind (x0 == x0)) eqxx /=; lra.
have F0 (x : St h) : 0 <= mu x * P_br x tt (u_of h.+1).
  by apply: Rmult_le_pos => //; exact: (P_br_trans x tt).1.
rewrite mu_step S_INR; apply: Rle_trans (rsum_ge1 (F := fun x => mu x * P_br x tt (u_of h.+1)) (u_of h) F0).
have Pu : 1 - p <= P_br (u_of h) tt (u_of h.+1) <= 1.
  by rewrite /P_br /step; case: ifP => _ /=; lra.
have m1 : mu (u_of h) <= 1.
  by rewrite -(mu_sum x0 P_br_trans pi_br_policy h); apply: (rsum_ge1 (F := fun x => mu x)) => x; exact: m0.
have : (mu (u_of h)) * (1 - P_br (u_of h) tt (u_of h.+1)) <= 1 - P_br (u_of h) tt (u_of h.+1).
  by rewrite -[X in _ <= X]Rmult_1_l; apply: Rmult_le_compat_r; lra.
lra.
Qed.

Lemma mu_v h (y : St h) : nat_of_ord y = 1%N -> INR h * (p * (1 - INR L * p)) <= mu y.
Proof.
have m0 k (x : St k) : 0 <= mu x := mu_ge0 x0 P_br_trans pi_br_policy x.
elim: h y => [|h IH] y y1; first by rewrite /= Rmult_0_l; exact: (m0 0%N).
have wide : inner_layer h.+1.
  by apply/negbNE/negP => /negbTE/(narrow_u y) E1; rewrite E1 in y1.
have hL : (h < L)%N by move: wide => /andP[_ /ltnW].
have Pu : P_br (u_of h) tt y = p by rewrite /P_br /step wide /= y1.
have uh := mu_u h; have hR : INR h * p <= INR L * p.
  by apply: Rmult_le_compat_r; [lra | apply/leq_INR/ltnW].
have F0 (x : St h) : 0 <= mu x * P_br x tt y by apply: Rmult_le_pos => //; exact: (P_br_trans x tt).1.
have first : p * (1 - INR L * p) <= mu (u_of h) * P_br (u_of h) tt y.
  by rewrite Pu Rmult_comm; apply: Rmult_le_compat_r; lra.
rewrite mu_step S_INR; case: (boolP (inner_layer h)) => [wh|/negbTE nh]; last first.
  have h0 : h = 0%N by move: nh; rewrite /inner_layer hL andbT; case: (h).
  have -> : INR h = 0 by rewrite h0.
  rewrite Rplus_0_l Rmult_1_l.
  by apply: Rle_trans first _; exact: (rsum_ge1 (F := fun x => mu x * P_br x tt y)).
have v1 : (1 < wd h)%N by rewrite /wd wh.
pose v : St h := Ordinal v1; have uv : u_of h != v by [].
apply: Rle_trans (two_terms uv F0); have Pv : P_br v tt y = 1 by rewrite /P_br /step wide /= y1.
by have := IH v erefl; rewrite Pv; lra.
Qed.

(* --- all rewards are 1: every point of (13) solves LP1 *)
Variable Lam : R.
Hypothesis lam : / 2 <= Lam.
Notation cnt := (@cnt St one one x0 L).
Notation Pbar := (@Pbar St one one x0 L).
Notation eps := (@eps St one one x0 L Lam).
Notation rhat := (@rhat St one one x0 L rv_br Lam).

Lemma rew_one h (x : St h) (a : one) (e : E) : rew x0 rv_br x a e = ind (visit x0 (mkp x a) e).
Proof.
rewrite /rew /visit (pathhas_sum _ _ (@at_pair_layer St one one (mkp x a))); apply: pathsum_eq => *.
by rewrite /at_rew /rv_br Rmult_1_r.
Qed.

Lemma rhat_one w h (x : St h) (a : one) : rhat w x a = 1.
Proof.
rewrite /Algorithm.rhat Rmin_left // /rbar.
have -> : \rsum_(e <- w) rew x0 rv_br x a e = INR (cnt (mkp x a) w).
  by rewrite cnt_sum; apply: eq_bigr => e _; exact: rew_one.
have b0 := b_ge0 x0 Lam w x a; case: (posnP (cnt (mkp x a) w)) => [c0|c0].
  rewrite c0 /Rdiv Rmult_0_l Rplus_0_l /b /n1 c0 /= /Rdiv Rinv_1 Rmult_1_r -{1}sqrt_1.
  by apply: sqrt_le_1_alt; lra.
rewrite /n1 (maxn_idPr c0) /Rdiv Rinv_r; first lra.
by apply: Rgt_not_eq; apply: lt_0_INR; apply/ltP.
Qed.

Lemma inner_one w q : polytope L (Pbar w) (eps w) q -> inner L q (rhat w) = INR L.
Proof.
move=> Hq; rewrite -[RHS]Rmult_1_r -rsum_ord_const; apply: eq_bigr => h _.
rewrite -(layer_mass Hq (ltn_ord h)); apply: eq_bigr => x _; apply: eq_bigr => a _.
by rewrite rhat_one Rmult_1_r.
Qed.

(* the path through all u *)
Definition at_u h (x : St h) : R := ind (nat_of_ord x == 0%N).
Definition q_u : occ St one := fun h x a y => at_u x * at_u y.
Lemma sum_at_u h : \rsum_(y : St h) at_u y = 1.
Proof. by rewrite /at_u (sum_wd h (fun n => ind (n == 0%N))) /=; case: ifP => _; lra. Qed.
Lemma marg_q_u h (x : St h) (a : one) : marg q_u x a = at_u x.
Proof. by rewrite /marg /q_u rsumZ sum_at_u Rmult_1_r. Qed.

Definition good w : bool := [forall h : 'I_L,
  Rleb (\rsum_(y : St h.+1) Rabs (at_u y - Pbar w (u_of h) tt y)) (eps w (u_of h) tt)].

Lemma at_u_u h (x : St h) : nat_of_ord x = 0%N -> x = u_of h. Proof. by move=> x00; apply: val_inj. Qed.

Lemma q_u_opt w : good w -> LP1_opt L (Pbar w) (eps w) (rhat w) q_u.
Proof.
move=> /forallP gd; have a0 h (x : St h) : 0 <= at_u x := ind_ge0 _.
have P : polytope L (Pbar w) (eps w) q_u.
  split.
  - by move=> h x a y _; exact: Rmult_le_pos.
  - by rewrite (eq_bigr (fun x => at_u x)) ?sum_at_u // => x _; rewrite sum_one marg_q_u.
  - move=> h y _; rewrite sum_one marg_q_u (eq_bigr (fun x => at_u x * at_u y)) => [|x _]; last by rewrite sum_one.
    by rewrite rsumZr sum_at_u Rmult_1_l.
  exists (fun h x a y => at_u x * Rabs (at_u y - Pbar w x a y)); split=> h x a.
    move=> y _; rewrite marg_q_u -Rabs_scale //; apply: Req_le; congr Rabs; rewrite /q_u; ring.
  move=> hL; rewrite rsumZ marg_q_u; case: a; rewrite (Rmult_comm (eps w x tt)) /at_u.
  case: eqP => [/at_u_u ->|_]; last by rewrite !Rmult_0_l; exact: Rle_refl.
  by have /RlebP := gd (Ordinal hL); rewrite !Rmult_1_l.
by split=> // q' Hq'; rewrite (inner_one P) (inner_one Hq'); exact: Rle_refl.
Qed.

(* --- while u -> v was seen at most sqrt(Lam N) times in N visits, the path through all u solves LP1 *)
Lemma vv_lt h : ((wd h).-1 < wd h)%N. Proof. by rewrite prednK ?wd_gt0. Qed.
Definition vv h : St h := Ordinal (vv_lt h).
Lemma sum_wide h (G : St h -> R) : inner_layer h -> \rsum_y G y = G (u_of h) + G (vv h).
Proof.
move=> wh; have vE : nat_of_ord (vv h) = 1%N by rewrite /= /wd wh.
have w2 : wd h = 2%N by rewrite /wd wh.
have uv : vv h != u_of h by apply/eqP => /(congr1 (fun x : St h => nat_of_ord x)); rewrite vE.
rewrite (bigD1 (u_of h)) // (bigD1 (vv h)) //= big1 ?Rplus_0_r // => k /andP[ku kv].
have kl : (nat_of_ord k < 2)%N by rewrite -w2; exact: ltn_ord.
exfalso; case E : (nat_of_ord k) kl => [|[|n]] // _.
  by rewrite (at_u_u E) eqxx in ku.
by move: kv; rewrite (_ : k = vv h) ?eqxx //; apply: val_inj; rewrite /= E /wd wh.
Qed.
Lemma sum_narrow h (G : St h -> R) : inner_layer h = false -> \rsum_y G y = G (u_of h).
Proof.
by move=> nh; rewrite (bigD1 (u_of h)) //= big1 ?Rplus_0_r // => k; rewrite (narrow_u k nh) eqxx.
Qed.

Definition seen h : pred E := visit x0 (mkp (u_of h) tt).
Definition left_u h : pred E := visit3 x0 (u_of h) tt (vv h.+1).
Lemma left_seen h e : left_u h e -> seen h e.
Proof.
move=> le; have := visit3_sum x0 (u_of h) tt e; rewrite -/(seen h e).
have : ind (left_u h e) <= \rsum_y ind (visit3 x0 (u_of h) tt y e).
  by apply: (rsum_ge1 (F := fun y => ind (visit3 x0 (u_of h) tt y e))) => y; exact: ind_ge0.
by rewrite le /= => H E1; move: H; rewrite E1; case: (seen h e) => //=; lra.
Qed.

Lemma sum_count (Q : pred E) w : \rsum_(e <- w) ind (Q e) = INR (count Q w).
Proof.
elim: w => [|e w IH]; first by rewrite big_nil.
by rewrite big_cons IH /= addn_INR; case: (Q e).
Qed.

Lemma bad_counts w (h : 'I_L) :
  ~~ Rleb (\rsum_(y : St h.+1) Rabs (at_u y - Pbar w (u_of h) tt y)) (eps w (u_of h) tt) ->
  inner_layer h.+1 /\ Lam * INR (count (seen h) w) < INR (count (left_u h) w) ^ 2.
Proof.
move=> /RlebP bad; apply: Classical_Prop.NNPP => no; apply: bad.
have AU : at_u (u_of h.+1) = 1 by [].
case: (estimates_ok x0 lam St_gt0 w (u_of h) tt) => [[[P0 P1] e0]|[z e1]]; last first.
  apply: Rle_trans e1; rewrite -(sum_at_u h.+1); apply: Req_le; apply: eq_bigr => y _.
  by rewrite z Rminus_0_r Rabs_pos_eq //; exact: ind_ge0.
case: (boolP (inner_layer h.+1)) => [wh|/negbTE nh]; last first.
  by rewrite (sum_narrow _ nh) -(sum_narrow (fun y => Pbar w (u_of h) tt y) nh) P1 AU Rminus_eq_0 Rabs_R0.
have H : INR (count (left_u h) w) ^ 2 <= Lam * INR (count (seen h) w).
  by apply: Rnot_lt_le => lt; apply: no.
have c0 : (0 < cnt (mkp (u_of h) tt) w)%N.
  by have := eq_10_rows x0 w (u_of h) tt; rewrite P1; case: (0 < _)%N => //=; lra.
have vE : nat_of_ord (vv h.+1) = 1%N by rewrite /= /wd wh.
have AV : at_u (vv h.+1) = 0 by rewrite /at_u vE.
have PE : Pbar w (u_of h) tt (u_of h.+1) = 1 - Pbar w (u_of h) tt (vv h.+1).
  by rewrite -P1 (sum_wide _ wh); ring.
rewrite (sum_wide _ wh) AU AV PE /Algorithm.eps card_ord {1}/wd wh.
rewrite (_ : 1 - (1 - Pbar w (u_of h) tt (vv h.+1)) = Pbar w (u_of h) tt (vv h.+1)); last by ring.
rewrite Rminus_0_l Rabs_Ropp Rabs_pos_eq //.
rewrite {1 2}/Algorithm.Pbar sum_count -/(left_u h).
have nE : n1 x0 w (u_of h) tt = INR (count (seen h) w) by rewrite /n1 (maxn_idPr c0).
have N0 : 0 < INR (count (seen h) w) by apply: lt_0_INR; apply/ltP.
rewrite nE; move: (INR (count (left_u h) w)) (INR (count (seen h) w)) (pos_INR (count (left_u h) w)) N0 H => s N s0 N0 H.
rewrite (_ : s / N + s / N = sqrt ((2 * (s / N)) ^ 2)); last first.
  rewrite sqrt_pow2; first by ring.
  by apply: Rmult_le_pos; [lra | apply: Rmult_le_pos => //; apply/Rlt_le/Rinv_0_lt_compat].
apply: sqrt_le_1_alt; rewrite (_ : (2 * (s / N)) ^ 2 = 4 * s ^ 2 / (N * N)); last by field; lra.
rewrite (_ : 2 * INR 2 * Lam / N = 4 * (Lam * N) / (N * N)); last by rewrite /=; field; lra.
apply: Rmult_le_compat_r; last lra.
by apply/Rlt_le/Rinv_0_lt_compat; nra.
Qed.

Variable T : nat.
Hypotheses (T1 : (0 < T)%N) (pE : 16 * p ^ 2 * INR T = Lam).
Notation cross h := (crossed (seen h) (left_u h) 1 (p * (exp 1 - 1)) (Lam / 2)).

Lemma bad_crosses w (h : 'I_L) : (size w <= T)%N ->
  Lam * INR (count (seen h) w) < INR (count (left_u h) w) ^ 2 -> 1 <= cross h w.
Proof.
move=> /leq_INR wT bad; rewrite /crossed.
have sN : INR (count (left_u h) w) <= INR (count (seen h) w).
  by apply/leq_INR/sub_count => e; exact: left_seen.
have NT : INR (count (seen h) w) <= INR T by apply: Rle_trans wT; apply/leq_INR/count_size.
move: (INR (count (left_u h) w)) (INR (count (seen h) w)) (pos_INR (count (left_u h) w)) sN NT bad => s N s0 sN NT bad.
have N0 : 0 <= N by lra.
have e3 : 1 <= exp 1 <= 3 by split; [have := exp_ineq1_le 1; lra | exact: exp_le_3].
have a1 : 4 * (p * N) <= s.
  apply: Rnot_lt_le => lt; have : s ^ 2 < (4 * (p * N)) ^ 2 by rewrite /= !Rmult_1_r; nra.
  have : (4 * (p * N)) ^ 2 <= Lam * N.
    rewrite (_ : (4 * (p * N)) ^ 2 = 16 * p ^ 2 * N * N); last by ring.
    apply: Rmult_le_compat_r => //; rewrite -pE; apply: Rmult_le_compat_l => //.
    by have := pow2_ge_0 p; lra.
  lra.
have LN : Lam < N by apply: Rnot_le_lt => H; nra.
have sL : Lam < s by apply: Rnot_le_lt => H; nra.
apply: Rle_trans (exp_ineq1_le _).
have : p * (exp 1 - 1) * N <= p * N * 2 by rewrite Rmult_assoc (Rmult_comm (exp 1 - 1)) -Rmult_assoc; apply: Rmult_le_compat_l; [apply: Rmult_le_pos; lra | lra].
lra.
Qed.

(* a learner that takes the path through all u wherever that solves LP1 *)
Definition qhat_br (hist : seq E) : occ St one :=
  if good (start x0 hist) then q_u else optimal_q x0 rv_br Lam (start x0 hist).
Notation f_br := (fun _ : seq E => pi_br).
Lemma learner_br : learner x0 rv_br f_br (@start St one one x0 L) Lam qhat_br.
Proof.
have A1 : (0 < #|one|)%N by rewrite card_unit.
move=> hist; split; first exact: pi_br_policy.
split; last by move=> h x [] hL; rewrite sum_one /pi_br Rmult_1_l.
rewrite /qhat_br; case: (boolP (good _)) => [/q_u_opt //|_].
exact: (optimal_policy_plays rv_br x0_only A1 lam St_gt0 (start x0 hist)).1.
Qed.

Notation K := (@K St one one x0 L P_br rho_br f_br).
Lemma K_br hist : is_exp (K hist).
Proof. by apply: (K_exp x0 P_br_trans rho_br_law) => w; exact: pi_br_policy. Qed.

(* all suffixes are good but with a small probability *)
Definition unlucky (v : seq E) : bool := [exists h : 'I_L, inner_layer h.+1 && hit (cross h) v].
Lemma lucky_good v : size v = T -> ~~ unlucky v -> forall k, good (drop k v).
Proof.
move=> vT lucky k; apply: contraR lucky => /forallPn[h bad]; have [wh c] := bad_counts bad.
have wT : (size (drop k v) <= T)%N by rewrite size_drop vT leq_subr.
by apply/existsP; exists h; rewrite wh; exact: hit_drop (bad_crosses wT c).
Qed.

Lemma Pr_unlucky : Pr K T [::] unlucky <= INR L * exp (- (Lam / 2)).
Proof.
rewrite -rsum_ord_const; apply: (Pr_exists K_br) => h.
case: (boolP (inner_layer h.+1)) => wh /=; last by rewrite (Pr_pred0 K_br); apply/Rlt_le/exp_pos.
have Hnx hist : K hist (fun e => ind (left_u h e) - p * ind (seen h e)) <= 0.
  have := K_next x0 P_br_trans rho_br_law (fun _ => pi_br_policy) hist (u_of h) tt (vv h.+1).
  have vE : nat_of_ord (vv h.+1) = 1%N by rewrite /= /wd wh.
  by have -> : P_br (u_of h) tt (vv h.+1) = p by rewrite /P_br /step wh vE.
have e1 : 0 <= 1 by lra.
have slope : 1 + p * (exp 1 - 1) <= exp (p * (exp 1 - 1)) by exact: exp_ineq1_le.
exact: (Pr_hit_line (Lam / 2) K_br (@left_seen h) Hnx e1 slope T).
Qed.

(* --- on the lucky paths the sum of q xi is large, if the completion is at most 1/2 where P is 1 *)
Variable comp : trans St one.
Hypotheses (Hcomp : is_trans comp)
  (half : forall h, inner_layer h -> inner_layer h.+1 -> comp (vv h) tt (vv h.+1) <= 1 / 2).
Notation qxi := (@qxi St one one x0 L P_br f_br qhat_br (fun=> comp)).
Notation xi_ := (@xi_ St one one L P_br qhat_br (fun=> comp)).

Lemma qxi_ge0 hist h : 0 <= qxi hist h.
Proof.
apply: rsum_ge0 => x _; apply: rsum_ge0 => a _; apply: Rmult_le_pos.
  exact: (q2_ge0 x0 P_br_trans pi_br_policy).
exact: (xi_le2 P_br_trans (P_trans (learner_plays learner_br) (fun _ => Hcomp) hist) x a).1.
Qed.

Lemma xi_v hist h : good (start x0 hist) -> inner_layer h -> inner_layer h.+1 -> 1 <= xi_ hist (vv h) tt.
Proof.
move=> gd wh wh1; have vE k : inner_layer k -> nat_of_ord (vv k) = 1%N by move=> wk; rewrite /= /wd wk.
have PE y : P_ qhat_br (fun=> comp) hist (vv h) tt y = comp (vv h) tt y.
  rewrite /P_ /Phat /qhat_br gd marg_q_u /at_u vE //=.
  by case: Req_EM_T.
rewrite /AppendixA.xi_ /xi (sum_wide _ wh1) !PE.
have -> : P_br (vv h) tt (u_of h.+1) = 0 by rewrite /P_br /step wh1 vE.
have -> : P_br (vv h) tt (vv h.+1) = 1 by rewrite /P_br /step wh1 !vE.
have := half wh wh1; have [c0 c1] := Hcomp (vv h) tt; rewrite (sum_wide _ wh1) in c1.
have := c0 (u_of h.+1); have := c0 (vv h.+1); move: (comp _ _ _) (comp _ _ _) c1 => c d c1 d0 c0' d2.
by rewrite /Rabs; case: Rcase_abs; case: Rcase_abs; lra.
Qed.

Lemma qxi_v hist h : good (start x0 hist) -> (h.+1 < L)%N -> INR h * (p * (1 - INR L * p)) <= qxi hist h.
Proof.
move=> gd hL; case: (posnP h) => [h0|h0].
  by have -> : INR h = 0 by [rewrite h0]; rewrite Rmult_0_l; exact: qxi_ge0.
have wh : inner_layer h by rewrite /inner_layer h0 ltnW.
have wh1 : inner_layer h.+1 by rewrite /inner_layer hL.
have vE : nat_of_ord (vv h) = 1%N by rewrite /= /wd wh.
apply: Rle_trans (mu_v vE) _.
have t0 (x : St h) : 0 <= \rsum_a (q2 x0 P_br pi_br x a * xi_ hist x a).
  apply: rsum_ge0 => a _; apply: Rmult_le_pos; first exact: (q2_ge0 x0 P_br_trans pi_br_policy).
  exact: (xi_le2 P_br_trans (P_trans (learner_plays learner_br) (fun _ => Hcomp) hist) x a).1.
apply: Rle_trans (rsum_ge1 (F := fun x : St h => \rsum_a (q2 x0 P_br pi_br x a * xi_ hist x a)) (vv h) t0).
rewrite sum_one /q2 /pi_br Rmult_1_r -[X in X <= _]Rmult_1_r; apply: Rmult_le_compat_l.
  exact: (mu_ge0 x0 P_br_trans pi_br_policy).
exact: xi_v.
Qed.

Lemma sum_squares n a : \rsum_(s < n) ((a - INR s) * INR s) =
  a * (INR n * (INR n - 1) / 2) - (INR n - 1) * INR n * (2 * INR n - 1) / 6.
Proof.
elim: n => [|n IH]; first by rewrite big_ord0 /=; field.
by rewrite (rsum_recr n (fun s => (a - INR s) * INR s)) IH S_INR; field.
Qed.
Definition weight : R := INR L * ((INR L - 1) * (INR L - 2) / 2) - (INR L - 2) * (INR L - 1) * (2 * INR L - 3) / 6.

Lemma episode_sum hist : 0 <= 1 - INR L * p -> good (start x0 hist) ->
  weight * (p * (1 - INR L * p)) <= \rsum_(h < L) \rsum_(s < h.+1) qxi hist s.
Proof.
move=> k0 gd; rewrite (sum_remaining_layers L (qxi hist)).
have [n nE] : exists n, L = n.+1 by exists L.-1; rewrite prednK //; exact: ltnW.
have LE : INR L = INR n + 1 by rewrite nE S_INR.
have -> : weight = \rsum_(s < n) ((INR L - INR s) * INR s).
  by rewrite sum_squares /weight LE; field.
apply: (@Rle_trans _ (\rsum_(s < n) (INR (L - s) * qxi hist s))).
  rewrite -rsumZr; apply: le_rsum => s _; have sn := ltn_ord s.
  rewrite minus_INR; last by apply/leP; rewrite nE; apply: leqW; exact: ltnW.
  rewrite Rmult_assoc; apply: Rmult_le_compat_l; last by apply: qxi_v => //; rewrite nE.
  have : INR s <= INR L by apply: leq_INR; rewrite nE; apply: leqW; exact: ltnW.
  lra.
have H m : \rsum_(s < m.+1) (INR (L - s) * qxi hist s) = \rsum_(s < m) (INR (L - s) * qxi hist s) + INR (L - m) * qxi hist m.
  exact: (rsum_recr m (fun s => INR (L - s) * qxi hist s)).
have -> : \rsum_(s < L) (INR (L - s) * qxi hist s) = \rsum_(s < n.+1) (INR (L - s) * qxi hist s).
  by rewrite -[in RHS]nE.
rewrite H; have := Rmult_le_pos _ _ (pos_INR (L - n)) (qxi_ge0 hist n); lra.
Qed.

Lemma sum_lower v : 0 <= 1 - INR L * p -> size v = T -> ~~ unlucky v ->
  INR T * (weight * (p * (1 - INR L * p))) <= sum_q_xi x0 P_br f_br qhat_br (fun=> comp) v.
Proof.
move=> k0 vT lucky; rewrite -vT -hsum_const; apply: le_hsum => s e hist E1.
apply: episode_sum => //; have [k [-> _]] := start_drop x0 hist.
rewrite (_ : hist = drop s.+1 v); first by rewrite drop_drop; exact: lucky_good.
by rewrite -addn1 addnC -drop_drop E1 /= drop0.
Qed.
End Branches.

(* --- L = 800, T >= 2 * 10^7, delta = 1/10 *)
Lemma exp_nat n c : exp (INR n * c) = exp c ^ n.
Proof. by rewrite -{1}(ln_exp c) -/(Rpower (exp c) (INR n)) Rpower_pow //; exact: exp_pos. Qed.

Section Refutation.
Variables (L T : nat) (comp : trans (St L) [finite unit]).
Hypotheses (L800 : INR L = 800) (T2 : 20000000 <= INR T).
Hypotheses (Hcomp : is_trans comp)
  (half : forall h, inner_layer L h -> inner_layer L h.+1 -> comp (vv L h) tt (vv L h.+1) <= 1 / 2).
Notation Lam := (ln (TXA (St L) [finite unit] L T / (1 / 10))).
Notation p := (sqrt (Lam / INR T) / 4).

Lemma L_ge2 : (2 <= L)%N.
Proof. by apply/leP/INR_le; rewrite L800 /=; lra. Qed.
Lemma TXA_E : TXA (St L) [finite unit] L T / (1 / 10) = 16000 * INR T.
Proof.
by rewrite /TXA X_E ?L_ge2 // muln_INR L800 card_unit /=; field.
Qed.

Lemma Lam_low : 24 <= Lam.
Proof.
rewrite TXA_E -(ln_exp 24); apply: le_ln; first exact: exp_pos.
rewrite (_ : 24 = INR 24 * 1) ?exp_nat; last by rewrite INR_IZR_INZ /=; ring.
apply: Rle_trans (pow_incr _ 3 24 (conj (Rlt_le _ _ (exp_pos 1)) exp_le_3)) _.
by rewrite /=; lra.
Qed.
Lemma Lam_high : 640000 * Lam <= INR T.
Proof.
rewrite TXA_E; have t0 : 0 < INR T by lra.
have e25 : 25 / 10 <= exp 1 by have := @exp_quadratic 1 ltac:(lra); rewrite /=; lra.
have top : ln 320000000000 <= 29.
  rewrite -(ln_exp 29); apply: le_ln; first lra.
  rewrite (_ : 29 = INR 29 * 1) ?exp_nat; last by rewrite INR_IZR_INZ /=; ring.
  by apply: Rle_trans (pow_incr _ _ 29 (conj _ e25)); rewrite /=; lra.
have : ln (16000 * INR T) <= 29 + (INR T / 20000000 - 1).
  have := exp_ineq1_le (ln (INR T / 20000000)); rewrite exp_ln; last by apply: Rdiv_lt_0_compat; lra.
  rewrite (_ : 16000 * INR T = 320000000000 * (INR T / 20000000)); last by field.
  by rewrite ln_mult; [lra | lra | apply: Rdiv_lt_0_compat; lra].
lra.
Qed.
Lemma p_small : 0 < p <= 1 / 3200.
Proof.
have t0 : 0 < INR T by lra.
have q0 : 0 < Lam / INR T by apply: Rdiv_lt_0_compat => //; have := Lam_low; lra.
have := sqrt_lt_R0 _ q0; have : sqrt (Lam / INR T) <= 1 / 800; last lra.
apply: sqrt_le_sq; first lra.
apply: (Rmult_le_reg_r (INR T)) => //; rewrite /Rdiv Rmult_assoc Rinv_l ?Rmult_1_r; last lra.
by have := Lam_high; rewrite /=; lra.
Qed.
Lemma p_E : 16 * p ^ 2 * INR T = Lam.
Proof.
have t0 : 0 < INR T by lra.
have q0 : 0 <= Lam / INR T by apply/Rlt_le/Rdiv_lt_0_compat => //; have := Lam_low; lra.
rewrite (_ : 16 * p ^ 2 = sqrt (Lam / INR T) * sqrt (Lam / INR T)); last by field.
by rewrite sqrt_sqrt //; field; lra.
Qed.

Theorem branches_false : exists qhat,
  learner (u_of L 0) rv_br (fun _ => @pi_br L) (@start (St L) _ [finite unit] (u_of L 0) L) Lam qhat /\
  Pr (K (u_of L 0) (@P_br L p) (@rho_br L) (fun _ => @pi_br L)) T [::]
    (fun v => Rleb (sum_q_xi (u_of L 0) (@P_br L p) (fun _ => @pi_br L) qhat (fun _ => comp) v)
      (12 * LX (St L) L * sqrt (INR T * INR #|[finite unit]| * Lam))) <= 1 / 20.
Proof.
have [p0 p1] := p_small; have lo := Lam_low; have lam : / 2 <= Lam by lra.
have p01 : 0 <= p <= 1 by lra.
exists (@qhat_br L Lam); split; first exact: learner_br.
have un : Pr (K (u_of L 0) (@P_br L p) (@rho_br L) (fun _ => @pi_br L)) T [::] (@unlucky L p Lam) <= 1 / 20.
  apply: Rle_trans (Pr_unlucky L p01 Lam T) _; rewrite L800.
  have e12 : 16000 <= exp (Lam / 2).
    have e25 : 25 / 10 <= exp 1 by have := @exp_quadratic 1 ltac:(lra); rewrite /=; lra.
    apply: (@Rle_trans _ (exp 12)).
      rewrite (_ : 12 = INR 12 * 1) ?exp_nat; last by rewrite INR_IZR_INZ /=; ring.
      by apply: Rle_trans (pow_incr _ _ 12 (conj _ e25)); rewrite /=; lra.
    have : 12 <= Lam / 2 by lra.
    by case=> [/exp_increasing/Rlt_le //|->]; exact: Rle_refl.
  rewrite exp_Ropp; apply: (Rmult_le_reg_r (exp (Lam / 2))); first exact: exp_pos.
  by rewrite Rmult_assoc Rinv_l; [lra | have := exp_pos (Lam / 2); lra].
apply: Rle_trans un; apply: (Pr_imp (K_br p01)) => v vT /RlebP le; apply: contraT => lucky; exfalso.
have k0 : 0 <= 1 - INR L * p by rewrite L800; lra.
have low := sum_lower L_ge2 p01 lam p_E Hcomp half k0 vT lucky.
have t0 : 0 < INR T by lra.
have rootE : sqrt (INR T * INR #|[finite unit]| * Lam) = 4 * (p * INR T).
  rewrite card_unit Rmult_1_r -{1}p_E (_ : INR T * (16 * p ^ 2 * INR T) = (4 * (p * INR T)) ^ 2); last by ring.
  by rewrite sqrt_pow2 //; apply: Rmult_le_pos; [lra | apply: Rmult_le_pos; lra].
have wE : weight L = 85332401 by rewrite /weight L800; field.
have LXE : LX (St L) L = 1280000 by rewrite /LX X_E ?L_ge2 // muln_INR L800 /=; ring.
move: le low; rewrite rootE wE LXE L800 => le low; have {le low} both := Rle_trans _ _ _ low le.
have pT : 0 < p * INR T by apply: Rmult_lt_0_compat; lra.
have : INR T * (85332401 * (p * (1 - 800 * p))) = 85332401 * (p * INR T) * (1 - 800 * p) by ring.
have : 85332401 * (p * INR T) * (3 / 4) <= 85332401 * (p * INR T) * (1 - 800 * p).
  by apply: Rmult_le_compat_l; lra.
lra.
Qed.
End Refutation.

(* Lemma 9 (lem:occ-term-2), refuted as printed, if the row of P_i leads to the other successor where q_hat_i(x,a) = 0:
   layers 1, 2, ..., 2, 1 with L = 800, A = 1, delta = 1/10, P(v|u) = sqrt(Lam/T)/4; for every T >= 2 * 10^7 and a learner
   that plays optima of LP1, the bound 12 LX sqrt(TA Lam) holds with probability 1/20 at most, not at least 4/5 *)
Theorem lemma_9_false_other T : 20000000 <= INR T ->
  let Lam := ln (TXA (St 800) [finite unit] 800 T / (1 / 10)) in exists qhat,
  learner (u_of 800 0) rv_br (fun _ => @pi_br 800) (@start (St 800) _ [finite unit] (u_of 800 0) 800) Lam qhat /\
  Pr (K (u_of 800 0) (P_br (sqrt (Lam / INR T) / 4)) (@rho_br 800) (fun _ => @pi_br 800)) T [::]
    (fun v => Rleb (sum_q_xi (u_of 800 0) (P_br (sqrt (Lam / INR T) / 4)) (fun _ => @pi_br 800) qhat
        (fun _ h x a y => at_u y) v)
      (12 * LX (St 800) 800 * sqrt (INR T * INR #|[finite unit]| * Lam))) <= 1 / 20.
Proof.
move=> T2 Lam; apply: (branches_false (comp := fun h x a y => at_u y)) => //.
- by rewrite INR_IZR_INZ.
- by move=> h x a; split=> [y|]; [exact: ind_ge0 | exact: sum_at_u].
by move=> h _ wh1; rewrite /at_u /= /wd wh1 /=; lra.
Qed.

(* Lemma 9 (lem:occ-term-2), refuted as printed, if the row of P_i is uniform where q_hat_i(x,a) = 0: as above *)
Theorem lemma_9_false_uniform T : 20000000 <= INR T ->
  let Lam := ln (TXA (St 800) [finite unit] 800 T / (1 / 10)) in exists qhat,
  learner (u_of 800 0) rv_br (fun _ => @pi_br 800) (@start (St 800) _ [finite unit] (u_of 800 0) 800) Lam qhat /\
  Pr (K (u_of 800 0) (P_br (sqrt (Lam / INR T) / 4)) (@rho_br 800) (fun _ => @pi_br 800)) T [::]
    (fun v => Rleb (sum_q_xi (u_of 800 0) (P_br (sqrt (Lam / INR T) / 4)) (fun _ => @pi_br 800) qhat
        (fun _ => @uniform_trans (St 800) [finite unit]) v)
      (12 * LX (St 800) 800 * sqrt (INR T * INR #|[finite unit]| * Lam))) <= 1 / 20.
Proof.
move=> T2 Lam; apply: (branches_false (comp := @uniform_trans (St 800) [finite unit])) => //.
- by rewrite INR_IZR_INZ.
- by apply: uniform_is_trans => h; exact: St_gt0.
by move=> h _ wh1; rewrite /uniform_trans card_ord /wd wh1 /=; lra.
Qed.
