(* The MDP of paper/Completion.v.  Layers {x_0}, {u,v}, {w,w'}, {x_L}, A = 1; x_0 leads to v with probability p and to u
   otherwise, u and v lead to w; the reward is 0 at v and 1 elsewhere.  The counts, the epochs and the confidence
   set of a path, from the number of its episodes and of those through v. *)
Require Import ZArith.
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration UCRLLP.model.Model
  UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm Previsions.BallOptimum
  UCRLLP.model.BackwardInduction UCRLLP.model.Learner UCRLLP.paper.Propositions.
Require Import Previsions.NatLia.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* --- the MDP: v = true and u = false in layer 1, w' = true and w = false in layer 2 *)
Definition uv (h : nat) : finType := match h with 1%N | 2%N => [finite bool] | _ => [finite unit] end.
Notation one := [finite unit].
Notation bits := [finite bool].
Notation E := (traj uv one bits 3 0).
Notation cnt := (@cnt uv one bits tt 3).
Notation start := (@start uv one bits tt 3).
Notation trig := (@trig uv one bits tt 3).
Definition v : uv 1 := true.

Definition P_uv (p : R) : trans uv one := fun h =>
  match h return uv h -> one -> uv h.+1 -> R with
  | 0%N => fun _ _ y => if y then p else 1 - p
  | 1%N => fun _ _ y => ind (~~ y)
  | _ => fun _ _ _ => 1
  end.
Definition is_v h : uv h -> bool := match h return uv h -> bool with 1%N => fun x => x | _ => fun _ => false end.
Definition rho_uv : rlaw uv one bits := fun h x a y => fin (fun z => ind (z == ~~ is_v x)).
Definition rv_uv (z : bool) : R := ind z.

(* the episode through v (b = true) or u *)
Definition thr (b : bool) : E :=
  ((tt, (true, b)), ((tt, (~~ b, false)), ((tt, (true, tt)), tt))).

Lemma sum_bool (F : bool -> R) : \rsum_b F b = F true + F false.
Proof. by rewrite (bigD1 true) //= (bigD1 false) //= big1 ?Rplus_0_r // => -[]. Qed.
Lemma sum_unit (F : unit -> R) : \rsum_b F b = F tt.
Proof. by rewrite (bigD1 tt) //= big1 ?Rplus_0_r // => -[]. Qed.

Lemma P_uv_trans p : 0 <= p <= 1 -> is_trans (P_uv p).
Proof.
move=> p01 [|[|[|h]]] x a; split; rewrite ?sum_bool ?sum_unit //=; try lra.
- by case; lra.
- by move=> y; exact: ind_ge0.
- by move=> _; lra.
by move=> _; lra.
Qed.
Lemma rho_uv_dist : is_rlaw rho_uv.
Proof.
move=> h x a y; apply: fin_exp; split=> [z|]; first exact: ind_ge0.
by rewrite sum_bool /rho_uv; case: (is_v x) => /=; lra.
Qed.

(* --- the counts of a path, the last episode first *)
Section Counts.
Implicit Types (s w : seq bool) (p Lam : R).
Notation path w := (map thr w).
Definition Nv w := count id w.

Lemma cnt_x0 w : cnt (@mkp uv one 0 tt tt) (path w) = size w.
Proof. by elim: w => [//|b w IH]; rewrite [path _]/= cnt_cons IH. Qed.
Lemma cnt_uv w x : cnt (@mkp uv one 1 x tt) (path w) = if x then Nv w else (size w - Nv w)%N.
Proof.
have H b : visit (tt : uv 0%N) (@mkp uv one 1 x tt) (thr b) = (b == x).
  by rewrite /visit /= !orbF at_same andbT.
rewrite (_ : cnt _ _ = count (pred1 x) w); last first.
  by elim: w => [//|b w IH]; rewrite [path _]/= cnt_cons IH H.
case: x {H} => /=; first by apply: eq_count => -[].
rewrite -(count_predC id w) addKn; by apply: eq_count => -[].
Qed.
Lemma cnt_w w x : cnt (@mkp uv one 2 x tt) (path w) = if x then 0%N else size w.
Proof.
have H b : visit (tt : uv 0%N) (@mkp uv one 2 x tt) (thr b) = ~~ x by rewrite /visit /= !orbF at_same; case: x.
elim: w => [|b w IH]; first by case: x {H}.
by rewrite [path _]/= cnt_cons IH H; case: (x).
Qed.

Lemma Nv_size w : (Nv w <= size w)%N. Proof. exact: count_size. Qed.

(* visits that all lead to one state: Pbar is P there, or 0 with radius 1 or more *)
Lemma eps_unvisited Lam W h (x : uv h) a : / 2 <= Lam -> cnt (mkp x a) W = 0%N -> 1 <= eps tt Lam W x a.
Proof.
move=> lam E0; rewrite /eps /n1 E0 -sqrt_1; apply: sqrt_le_1_alt.
have : (1 <= #|uv h.+1|)%N by case: h x E0 => [|[|h]] x _; rewrite ?card_bool ?card_unit.
by move=> /leq_INR d1; rewrite [INR (maxn 1 0)]/= /Rdiv Rinv_1 Rmult_1_r; rewrite INR1 in d1; nra.
Qed.

Lemma n1_visited W h (x : uv h) a : (0 < cnt (mkp x a) W)%N -> n1 tt W x a = INR (cnt (mkp x a) W).
Proof. by move=> n0; rewrite /n1 (maxn_idPr n0). Qed.

(* the triples *)
Lemma next_x0 w y : \rsum_(e <- path w) ind (visit3 (tt : uv 0%N) (@id (uv 0) tt) tt y e) =
  INR (if y then Nv w else (size w - Nv w)%N).
Proof.
elim: w => [|b w IH]; first by rewrite big_nil; case: y.
rewrite [path _]/= big_cons IH.
have -> : visit3 (tt : uv 0%N) (@id (uv 0) tt) tt y (thr b) = (b == y) by rewrite /visit3 /= !orbF at3_same.
have Vs := Nv_size w; have NS : Nv (b :: w) = (b + Nv w)%N by [].
rewrite NS [size (b :: w)]/=; case: y {IH}; first by rewrite addn_INR; case: b {NS} => /=; lra.
case: b {NS} => /=; first by rewrite add1n subSS Rplus_0_l.
by rewrite add0n subSn // S_INR; lra.
Qed.
Lemma next_uv w (x : uv 1) y : \rsum_(e <- path w) ind (visit3 tt x tt y e) =
  if y then 0 else INR (cnt (@mkp uv one 1 x tt) (path w)).
Proof.
elim: w => [|b w IH]; first by rewrite big_nil; case: y.
rewrite [path _]/= big_cons IH cnt_cons addn_INR.
have -> : visit (tt : uv 0%N) (@mkp uv one 1 x tt) (thr b) = (b == x) by rewrite /visit /= !orbF at_same andbT.
have -> : visit3 tt x tt y (thr b) = (b == x) && ~~ y.
  by rewrite /visit3 /= !orbF at3_same andbT; case: (y).
by case: y {IH}; rewrite ?andbF ?andbT /=; [lra | case: (b == x) => /=; lra].
Qed.
Lemma next_w w (x : uv 2) : \rsum_(e <- path w) ind (visit3 tt x tt tt e) =
  INR (cnt (@mkp uv one 2 x tt) (path w)).
Proof.
elim: w => [|b w IH]; first by rewrite big_nil.
rewrite [path _]/= big_cons IH cnt_cons addn_INR; congr (_ + _).
have -> : visit3 tt x tt tt (thr b) = ~~ x by rewrite /visit3 /= !orbF at3_same; case: (x).
have -> : visit (tt : uv 0%N) (@mkp uv one 2 x tt) (thr b) = ~~ x by rewrite /visit /= !orbF at_same; case: (x).
by case: (x).
Qed.

Lemma sum_next h (x : uv h) W :
  \rsum_y Pbar tt W x tt y = INR (cnt (mkp x tt) W) / n1 tt W x tt.
Proof.
rewrite /Pbar /Rdiv rsumZr exchange_big; congr (_ * _); rewrite /cnt -sum_vis; apply: eq_bigr => e _.
by rewrite Rmult_1_r -(visit3_sum tt x tt e).
Qed.

(* P is in the confidence set after w, if |N(v) - p N(x0)| <= sqrt(Lam N(x0)) *)
Lemma conf_uv p Lam w : 0 <= p <= 1 -> / 2 <= Lam ->
  (INR (Nv w) - p * INR (size w)) ^ 2 <= Lam * INR (size w) ->
  in_conf 3 (Pbar tt (path w)) (eps tt Lam (path w)) (P_uv p).
Proof.
move=> p01 lam near h x [] hL.
have [E0|n0] := posnP (cnt (mkp x tt) (path w)).
  apply: Rle_trans (eps_unvisited lam E0); rewrite -((P_uv_trans p01) h x tt).2; apply: Req_le.
  have z y : Pbar tt (path w) x tt y = 0.
    have s0 : \rsum_y Pbar tt (path w) x tt y = 0 by rewrite sum_next E0 /= /Rdiv Rmult_0_l.
    apply: (@rsum_ge0_eq0 _ (fun z => Pbar tt (path w) x tt z) y _ s0) => y'; apply: Rmult_le_pos; last first.
      by apply/Rlt_le/Rinv_0_lt_compat; have := n1_ge1 tt (path w) x tt; lra.
    by apply: rsum_ge0 => e _; exact: ind_ge0.
  by apply: eq_bigr => y _; rewrite z Rminus_0_r Rabs_pos_eq //; exact: ((P_uv_trans p01) h x tt).1.
have nR : 0 < INR (cnt (mkp x tt) (path w)) by apply: lt_0_INR; apply/ltP.
have e0 : 0 <= eps tt Lam (path w) x tt by exact: sqrt_pos.
have n1E := n1_visited n0.
case: h x hL n0 nR e0 n1E => [|[|[|//]]] x hL n0 nR e0 n1E.
- case: x n0 nR e0 n1E => n0 nR e0 n1E; rewrite sum_bool /Pbar n1E !next_x0 /=.
  rewrite cnt_x0 in n0 nR n1E *; rewrite minus_INR; last exact/leP/Nv_size.
  set N := INR (size w) in nR near n1E *; set V := INR (Nv w) in near *.
  have -> : Rabs (p - V / N) + Rabs (1 - p - (N - V) / N) = sqrt ((2 * (p - V / N)) ^ 2).
    rewrite (_ : 1 - p - (N - V) / N = - (p - V / N)); last by field; lra.
    rewrite Rabs_Ropp -Rsqr_pow2 sqrt_Rsqr_abs Rabs_mult (Rabs_pos_eq 2); lra.
  rewrite /eps n1E card_bool; apply: sqrt_le_1_alt.
  apply: (Rmult_le_reg_r (N ^ 2)); first exact: pow_lt.
  have -> : (2 * (p - V / N)) ^ 2 * N ^ 2 = 4 * (V - p * N) ^ 2 by field; lra.
  have -> : 2 * INR 2 * Lam / N * N ^ 2 = 4 * (Lam * N) by rewrite /=; field; lra.
  by lra.
- have ne := Rgt_not_eq _ _ nR; rewrite sum_bool /Pbar n1E !next_uv /Rdiv Rinv_r //.
  by rewrite /= Rmult_0_l !Rminus_eq_0 Rabs_R0 Rplus_0_l.
have ne := Rgt_not_eq _ _ nR; rewrite sum_unit /Pbar n1E next_w /Rdiv Rinv_r //.
by rewrite Rminus_eq_0 Rabs_R0.
Qed.

(* --- Algorithm 1 on a path *)
Definition fires_uv s w : bool :=
  [|| (maxn 1 (size s) <= size w - size s)%N,
      (maxn 1 (size s - Nv s) <= (size w - Nv w) - (size s - Nv s))%N
    | (maxn 1 (Nv s) <= Nv w - Nv s)%N].

Lemma trig_uv s w : trig (path s) (path w) = fires_uv s w.
Proof.
apply/existsP/or3P => [[[h hL] /existsP[x /existsP[[] H]]]|].
  case: h hL x H => [|[|[|//]]] hL x; rewrite /=.
  - by case: x; rewrite !cnt_x0 => ?; constructor 1.
  - by rewrite !cnt_uv; case: x => ?; [constructor 3 | constructor 2].
  by rewrite !cnt_w; case: x => // ?; constructor 1.
have ex h (hL : (h < 3)%N) (x : uv h) : (maxn 1 (cnt (mkp x tt) (path s)) <=
    cnt (mkp x tt) (path w) - cnt (mkp x tt) (path s))%N -> exists h : 'I_3, [exists x : uv h, [exists a : one,
    (maxn 1 (cnt (mkp x a) (path s)) <= cnt (mkp x a) (path w) - cnt (mkp x a) (path s))%N]].
  by move=> H; exists (Ordinal hL); apply/existsP; exists x; apply/existsP; exists tt.
case=> H; [apply: (ex 0%N isT tt) | apply: (ex 1%N isT false) | apply: (ex 1%N isT true)].
- by rewrite !cnt_x0.
- by rewrite !cnt_uv.
by rewrite !cnt_uv.
Qed.

Fixpoint start_uv w : seq bool :=
  if w is _ :: w' then (if fires_uv (start_uv w') w then w else start_uv w') else [::].
Lemma start_path w : start (path w) = path (start_uv w).
Proof.
elim: w => [//|b w IH]; rewrite [path (b :: w)]/= [start _]/= IH -[thr b :: path w]/(path (b :: w)) trig_uv.
by rewrite [start_uv (b :: w)]/=; case: (fires_uv _ _).
Qed.
Lemma start_uv_drop w : exists k, start_uv w = drop k w.
Proof.
elim: w => [|b w [s IH]]; first by exists 0%N.
by rewrite /=; case: (fires_uv _ _); [exists 0%N | exists s.+1].
Qed.

(* the same by integers: the counts now and at the start of the epoch, and a test of every start *)
Section Simulation.
Variable test : Z -> Z -> bool.
Local Open Scope Z_scope.
Fixpoint simulate w : Z * Z * (Z * Z) * bool :=
  if w is b :: w' then
    let: (n, m, (n0, m0), ok) := simulate w' in
    let n := n + 1 in let m := if b then m + 1 else m in
    if [|| Z.max 1 n0 <=? n - n0, Z.max 1 (n0 - m0) <=? (n - m) - (n0 - m0) | Z.max 1 m0 <=? m - m0]
    then (n, m, (n, m), ok && test n m) else (n, m, (n0, m0), ok)
  else (0, 0, (0, 0), true).

Lemma simulateE w : exists ok, simulate w =
    (Z.of_nat (size w), Z.of_nat (Nv w), (Z.of_nat (size (start_uv w)), Z.of_nat (Nv (start_uv w))), ok) /\
  (ok -> forall k, start_uv (drop k w) = [::] \/
    test (Z.of_nat (size (start_uv (drop k w)))) (Z.of_nat (Nv (start_uv (drop k w))))).
Proof.
elim: w => [|b w [ok [E1 H]]]; first by exists true; split=> // _ s; left; case: s.
rewrite [simulate _]/= E1 [start_uv (b :: w)]/=; set s0 := start_uv w in E1 H *.
have sz : Z.of_nat (size w) + 1 = Z.of_nat (size (b :: w)) by rewrite [size (b :: w)]/= Nat2Z.inj_succ.
have vz : (if b then Z.of_nat (Nv w) + 1 else Z.of_nat (Nv w)) = Z.of_nat (Nv (b :: w)).
  by rewrite (_ : Nv (b :: w) = b + Nv w)%N //; case: (b); lia.
have le_s : (size s0 <= size w)%N /\ (Nv s0 <= Nv w)%N.
  have [k sk] := start_uv_drop w; rewrite /s0 sk size_drop leq_subr; split=> //.
  by rewrite /Nv -[X in (_ <= count _ X)%N](cat_take_drop k w) count_cat leq_addl.
have u_s : (size s0 - Nv s0 <= size w - Nv w)%N.
  have [k sk] := start_uv_drop w; rewrite /s0 sk; have U v' : (size v' - Nv v' = count negb v')%N.
    rewrite /Nv -(count_predC id v') addKn; exact: eq_count.
  by rewrite !U -[X in (_ <= count _ X)%N](cat_take_drop k w) count_cat leq_addl.
have Vw := Nv_size (b :: w); have Vs := Nv_size s0; have Vw' := Nv_size w.
rewrite sz vz.
have -> : [|| Z.max 1 (Z.of_nat (size s0)) <=? Z.of_nat (size (b :: w)) - Z.of_nat (size s0),
    Z.max 1 (Z.of_nat (size s0) - Z.of_nat (Nv s0)) <=?
      (Z.of_nat (size (b :: w)) - Z.of_nat (Nv (b :: w))) - (Z.of_nat (size s0) - Z.of_nat (Nv s0))
  | Z.max 1 (Z.of_nat (Nv s0)) <=? Z.of_nat (Nv (b :: w)) - Z.of_nat (Nv s0)] = fires_uv s0 (b :: w).
  have Nb : Nv (b :: w) = (b + Nv w)%N by [].
  have Sb : size (b :: w) = (size w).+1 by [].
  rewrite /fires_uv; move: le_s u_s Vw Vs Vw'; rewrite Nb Sb.
  move: (size w) (size s0) (Nv w) (Nv s0) => n n0 m m0 [a1 a2] a3 a4 a5 a6.
  by congr [|| _, _ | _]; apply/idP/idP; case: (b) a4 => a4; lia.
case: ifP => F.
  exists (ok && test (Z.of_nat (size (b :: w))) (Z.of_nat (Nv (b :: w)))); split=> // /andP[o t] [|s].
    by right; rewrite drop0 /= -/s0 F.
  exact: H.
exists ok; split=> // o [|s]; last exact: H.
by rewrite drop0 /= -/s0 F; have := H o 0%N; rewrite drop0.
Qed.
End Simulation.
End Counts.
