(* Sections III and IV-A: what does not improve all the time: the estimates and the confidence sets on a path. *)
Require Import Previsions.Sums Previsions.NatLia Previsions.Probability Previsions.Concentration
  UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.paper.Epochs
  UCRLLP.paper.Trigger UCRLLP.paper.Estimates UCRLLP.paper.ManyUpdates UCRLLP.paper.CompletionMDP Previsions.Supermartingales
  UCRLLP.sharper.Supermartingale.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* --- layers 1, 1 and one action; the reward is a fair coin *)
Section Coin.
Notation E := (traj two one bits 1 0).
Definition toss (b : bool) : E := ((tt, (b, tt)), tt).
Definition P_two : trans two one := fun _ _ _ _ => 1.
Definition rho_coin : rlaw two one bits := fun _ _ _ _ => fin (fun _ => / 2).
Definition rv_coin (b : bool) : R := ind b.
(* the last one first: rewards 0, 1, 1, 1 *)
Definition tosses : seq E := [:: toss true; toss true; toss true; toss false].
Notation rbar := (@rbar two one bits tt 1 rv_coin).

Lemma rbar_tosses bs : (0 < size bs)%N ->
  rbar (map toss bs) (tt : two 0) tt = INR (count id bs) / INR (size bs).
Proof.
move=> s0; rewrite /Algorithm.rbar /n1.
have cE : Algorithm.cnt (tt : two 0%N) (@mkp two one 0%N tt tt) (map toss bs) = size bs.
  by elim: bs {s0} => [//|b bs IH]; rewrite [map _ _]/= cnt_cons IH.
rewrite cE (maxn_idPr s0); congr (_ / _).
elim: bs {s0 cE} => [|b bs IH]; first by rewrite big_nil.
rewrite [map _ _]/= big_cons IH [count _ _]/= addn_INR; congr (_ + _).
by rewrite /rew /= /at_rew at_same /= /rv_coin; case: b => /=; ring.
Qed.

(* Sec. IV-A, accurate (eq:conf-set-P:accurate), refuted as printed: an epoch starts after episode 2, the next one after
   episode 4, on a path of positive probability, whatever the policies; the estimate of the mean 1/2 is without error at
   the first start, and has the error 1/4 at the second *)
Theorem accurate_false (f : seq E -> policy two one) : (forall hist, is_policy (f hist)) ->
  let w2 := drop 2 tosses in let r := r P_two rho_coin rv_coin (tt : two 0) tt in
  [/\ Algorithm.start (tt : two 0) w2 = w2, Algorithm.start (tt : two 0) (behead tosses) = w2, Algorithm.start (tt : two 0) tosses = tosses,
      Rabs (rbar w2 (tt : two 0) tt - r) < Rabs (rbar tosses (tt : two 0) tt - r)
    & 0 < Pr (K tt P_two rho_coin f) 4 [::] (fun w => w == tosses)].
Proof.
move=> Hf w2 r; split; try by rewrite /w2 /= !trig_two.
  have rE : r = / 2.
    by rewrite [r](sum_unit' (fun y => _ * _)) /P_two /rho_coin /fin sum_bool /rv_coin /=; lra.
  rewrite rE -[w2]/(map toss [:: true; false]) -[tosses]/(map toss [:: true; true; true; false]).
  by rewrite !rbar_tosses // [size _]/= [size _]/= [count _ _]/= [count _ _]/= /= !Rabs_pos_eq; lra.
have HP : is_trans P_two.
  by move=> h x a; split=> [y|]; [rewrite /P_two; lra | exact: (sum_unit' (fun=> 1))].
have Hrho : is_rlaw rho_coin by move=> *; apply: fin_exp; split=> [y|]; [| rewrite sum_bool]; lra.
have HK hist : is_exp (K tt P_two rho_coin f hist) by apply: law_exp => // h x; exact: Hf.
apply: (Pr_path (w := tosses) HK) => // s e hist E1.
have /mapP[b _ ->] : e \in map toss [:: true; true; true; false].
  by apply: (mem_drop (n0 := s)); rewrite -[map _ _]/tosses E1 mem_head.
exists (/ 2) => [|F HF F0]; first lra.
rewrite /K lawS sum_unit' (dist_unit (@Hf hist 0%N tt)) sum_unit' /P_two /rho_coin /fin sum_bool /=.
by have := F0 (toss true); have := F0 (toss false); rewrite /toss; case: b; lra.
Qed.
End Coin.

(* --- layers 1, 2, 1 and one action: x_0 leads to u with probability p, to v otherwise *)
Section Fork.
Notation S2 := (layers 2).
Notation E := (traj S2 one one 2 0).
Definition u2 : S2 1 := ord0.
Definition v2 : S2 1 := ord_max.
Notation x0 := (tt : S2 0).
Notation cnt := (@Algorithm.cnt S2 one one x0 2).
Notation start := (@Algorithm.start S2 one one x0 2).
Notation Pbar := (@Pbar S2 one one x0 2).
Notation eps := (@eps S2 one one x0 2).
Implicit Type w : seq E.

Definition P_fork (p : R) : trans S2 one := fun h =>
  match h return S2 h -> one -> S2 h.+1 -> R with
  | 0%N => fun _ _ y => if y == u2 then p else 1 - p
  | _ => fun _ _ _ => 1
  end.
Definition rho_one : rlaw S2 one one := fun _ _ _ _ F => F tt.

Lemma sum_S2 (F : S2 1 -> R) : \rsum_y F y = F u2 + F v2.
Proof.
by rewrite !big_ord_recl big_ord0 Rplus_0_r; congr (F _ + F _); apply: val_inj.
Qed.

Lemma P_fork_trans p : 0 <= p <= 1 -> is_trans (P_fork p).
Proof.
move=> p01 [|[|h]] x a; split.
- by move=> y; rewrite /P_fork; case: eqP; lra.
- by rewrite sum_S2 /P_fork /=; lra.
- by move=> y; rewrite /P_fork; lra.
- exact: (sum_unit' (fun=> 1)).
- by move=> y; rewrite /P_fork; lra.
- exact: (sum_unit' (fun=> 1)).
Qed.

(* visits of u, and the estimate at x_0 *)
Definition ku w : nat := cnt (mid u2) w.
Lemma next_root w (y : S2 1) : (forall e, e \in w -> exists j, e = through j) ->
  \rsum_(e <- w) ind (visit3 x0 x0 tt y e) = INR (cnt (mid y) w).
Proof.
elim: w => [|e w IH] H; first by rewrite big_nil.
have [j ->] := H e (mem_head _ _); rewrite big_cons cnt_mid addn_INR IH => [|e' He']; last first.
  by apply: H; rewrite inE He' orbT.
congr (_ + _); rewrite /visit3 /= !orbF (@at3_same S2 one one 0%N) /= eq_sym.
by case: (_ == _).
Qed.

Lemma cnt_mid_sum w : (forall e, e \in w -> exists j, e = through j) ->
  (cnt (mid u2) w + cnt (mid v2) w)%N = size w.
Proof.
move=> H; apply: INR_eq; rewrite addn_INR -(layer_total x0 w (h := 1%N)) // sum_S2.
by rewrite !sum_unit'.
Qed.

(* the transition functions of the confidence set *)
Lemma conf_fork Lam w p : 0 <= p <= 1 -> / 2 <= Lam -> (0 < size w)%N ->
  (forall e, e \in w -> exists j, e = through j) ->
  in_conf 2 (Pbar w) (eps Lam w) (P_fork p) <->
  2 * Rabs (p - INR (ku w) / INR (size w)) <= sqrt (4 * Lam / INR (size w)).
Proof.
move=> p01 lam w0 H; have N0 : 0 < INR (size w) by apply: lt_0_INR; apply/ltP.
have n1r : n1 x0 w x0 tt = INR (size w).
  by rewrite /n1 -[mkp _ _]/(root 2) cnt_root (maxn_idPr w0).
have E0 : \rsum_y Rabs (P_fork p x0 tt y - Pbar w x0 tt y) = 2 * Rabs (p - INR (ku w) / INR (size w)).
  rewrite (@sum_S2 (fun y => Rabs (P_fork p x0 tt y - Pbar w x0 tt y))) /P_fork /= /Algorithm.Pbar n1r !next_root //.
  have -> : INR (cnt (mid v2) w) = INR (size w) - INR (ku w).
    by rewrite -(cnt_mid_sum H) addn_INR /ku; ring.
  have -> : 1 - p - (INR (size w) - INR (ku w)) / INR (size w) = - (p - INR (ku w) / INR (size w)) by field; lra.
  have D (u v : R) : u = v -> u + v = 2 * v by move=> ->; ring.
  by rewrite Rabs_Ropp; apply: D.
have e0 : eps Lam w x0 tt = sqrt (4 * Lam / INR (size w)).
  by rewrite /Algorithm.eps n1r card_ord /=; congr sqrt; field; lra.
split=> [/(_ 0%N x0 tt isT)|near]; first by rewrite E0 e0.
move=> [|[|//]] x [] _; first by case: x; rewrite E0 e0.
have P1 : \rsum_y Pbar w x tt y = ind (0 < cnt (mkp x tt) w)%N := eq_10_rows x0 w x tt.
rewrite (sum_unit' (fun y => Rabs (P_fork p x tt y - Pbar w x tt y))) /P_fork.
rewrite -(sum_unit' (fun y => Pbar w x tt y)) P1; case E : (0 < _)%N => /=.
  by rewrite Rminus_eq_0 Rabs_R0; exact: sqrt_pos.
rewrite Rminus_0_r Rabs_pos_eq; last lra.
move/negbT: E; rewrite -eqn0Ngt => /eqP c0.
rewrite /Algorithm.eps /n1 c0 card_unit /= -{1}sqrt_1; apply: sqrt_le_1_alt; lra.
Qed.

(* an epoch starts after 2^k visits of a state that was not visited before *)
Lemma blocks (j : 'I_2) w k : start w = w -> cnt (mid j) w = 0%N ->
  start (nseq (2 ^ k) (through j) ++ w) = nseq (2 ^ k) (through j) ++ w.
Proof.
move=> sw c0; have cE n : cnt (mid j) (nseq n (through j) ++ w) = n.
  by elim: n => [//|n IH]; rewrite nseqS cnt_mid eqxx IH.
elim: k => [|k IH].
  have [] := block (j := j) sw; first by rewrite c0.
  by rewrite c0.
have [] := block (j := j) IH; first by rewrite cE size_cat size_nseq leq_addr.
have p0 : (0 < 2 ^ k)%N by rewrite expn_gt0.
by rewrite cE (maxn_idPr p0) catA -nseqD addnn -mul2n -expnS.
Qed.

Definition w64 : seq E := nseq 64 (through u2).
Definition w128 : seq E := nseq 64 (through v2) ++ w64.

(* Sec. III, hope (eq:conf-set-P:hope), refuted on a path: after 64 episodes, all through u, an epoch starts, and P_i has
   the transition functions with P(u|x_0) in an interval of length eps_i/2; after 64 more, all through v, another one
   starts, and the interval has the length eps_i/sqrt 2, and is not within the first one *)
Theorem hope_false Lam : / 2 <= Lam < 16 ->
  let e1 := sqrt (4 * Lam / 64) in let e2 := sqrt (4 * Lam / 128) in
  [/\ start w64 = w64, start w128 = w128,
      forall p, 0 <= p <= 1 -> in_conf 2 (Pbar w64) (eps Lam w64) (P_fork p) <-> 1 - e1 / 2 <= p <= 1,
      forall p, 0 <= p <= 1 -> in_conf 2 (Pbar w128) (eps Lam w128) (P_fork p) <-> (1 - e2) / 2 <= p <= (1 + e2) / 2
    & [/\ 0 <= 1 - e1 / 2, 0 <= (1 - e2) / 2, (1 - e2) / 2 < 1 - e1 / 2
        & (1 - (1 - e1 / 2)) * sqrt 2 = (1 + e2) / 2 - (1 - e2) / 2]].
Proof.
move=> lam e1 e2; have uv : (u2 == v2) = false by [].
have cE j i n w : cnt (mid j) (nseq n (through i) ++ w) = ((i == j) * n + cnt (mid j) w)%N.
  by elim: n => [|n IH]; rewrite ?muln0 // nseqS cnt_mid IH mulnS addnA.
have k64 j : cnt (mid j) w64 = ((u2 == j) * 64)%N by rewrite /w64 -[nseq 64 _]cats0 cE addn0.
have T64 e : e \in w64 -> exists j, e = through j by move=> /nseqP[-> _]; exists u2.
have T128 e : e \in w128 -> exists j, e = through j.
  by rewrite mem_cat => /orP[/nseqP[-> _]|/T64 //]; exists v2.
have s64 : INR (size w64) = 64 by rewrite size_nseq INR_IZR_INZ.
have s128 : INR (size w128) = 128 by rewrite size_cat !size_nseq INR_IZR_INZ.
have K64 : INR (ku w64) = 64 by rewrite /ku k64 eqxx mul1n INR_IZR_INZ.
have K128 : INR (ku w128) = 64 by rewrite /ku cE k64 eqxx mul1n eq_sym uv mul0n INR_IZR_INZ.
have st64 : start w64 = w64.
  by have := @blocks u2 [::] 6 erefl erefl; rewrite cats0.
have [e20 e2s] : 0 <= e2 /\ e2 * e2 = Lam / 32.
  by split; [exact: sqrt_pos | rewrite sqrt_sqrt; lra].
have e1E : e1 = sqrt 2 * e2 by rewrite -sqrt_mult_alt; [congr sqrt; field | lra].
have [s2a s2b] := sqrt2_bounds; have s2 := sqrt2_sqr.
have e2l : e2 < 708 / 1000 by apply: Rnot_le_lt => H; nra.
have e1l : e1 < 1 + e2 by rewrite e1E; nra.
split=> //.
- by apply: (@blocks v2 w64 6 st64); rewrite k64 uv.
- move=> p p01; rewrite (conf_fork p01 lam.1 _ T64) // s64 K64 -/e1.
  by rewrite Rabs_left1; [split; lra | lra].
- move=> p p01; rewrite (conf_fork p01 lam.1 _ T128) // s128 K128 -/e2.
  split=> [H|H]; last by rewrite /Rabs; case: Rcase_abs; lra.
  by move: H; rewrite /Rabs; case: Rcase_abs; lra.
by split; [rewrite e1E; nra | lra | lra | rewrite e1E; nra].
Qed.

(* the ends of the interval of P(u|x_0) after k of N visits of x_0 led to u, and its length *)
Definition low Lam k N := Rmax 0 (k / N - sqrt (4 * Lam / N) / 2).
Definition high Lam k N := Rmin 1 (k / N + sqrt (4 * Lam / N) / 2).
Definition len Lam w := high Lam (INR (ku w)) (INR (size w)) - low Lam (INR (ku w)) (INR (size w)).

Lemma all_through (e : E) : exists j, e = through j.
Proof. by case: e => [[[] [[] j]] [[[] [[] []]] []]]; exists j. Qed.

(* the interval cannot grow from N to 2N visits if N <= Lam, or if the estimate is within 1/5 of 1/2 *)
Lemma len_shrinks Lam x y N : 0 < Lam -> 0 < N -> 0 <= x <= 1 -> 0 <= y <= 1 ->
  (N <= Lam \/ 3 / 10 <= x <= 7 / 10) ->
  Rmin 1 (y + sqrt (4 * Lam / (2 * N)) / 2) - Rmax 0 (y - sqrt (4 * Lam / (2 * N)) / 2) <=
  Rmin 1 (x + sqrt (4 * Lam / N) / 2) - Rmax 0 (x - sqrt (4 * Lam / N) / 2).
Proof.
move=> lam N0 x01 y01; have q0 : 0 < Lam / N by exact: Rdiv_lt_0_compat.
set e := sqrt (4 * Lam / N) / 2; set e' := sqrt (4 * Lam / (2 * N)) / 2.
have e'0 : 0 <= e' by have := sqrt_pos (4 * Lam / (2 * N)); rewrite /e'; lra.
have e0 : 0 <= e by have := sqrt_pos (4 * Lam / N); rewrite /e; lra.
have sq c : 0 <= c -> sqrt (c * (Lam / N)) * sqrt (c * (Lam / N)) = c * (Lam / N).
  by move=> c0; apply: sqrt_sqrt; nra.
have ee : e * e = Lam / N.
  by have := sq 4 ltac:(lra); rewrite /e (_ : 4 * Lam / N = 4 * (Lam / N)); [lra | field; lra].
have ee' : 2 * (e' * e') = e * e.
  by rewrite ee; have := sq 2 ltac:(lra); rewrite /e' (_ : 4 * Lam / (2 * N) = 2 * (Lam / N)); [lra | field; lra].
have m1 := Rmin_l 1 (y + e'); have m2 := Rmin_r 1 (y + e'); have m3 := Rmax_l 0 (y - e'); have m4 := Rmax_r 0 (y - e').
case=> [NL|x37].
  have e1 : 1 <= e.
    have : 1 <= e * e by rewrite ee; apply: (Rmult_le_reg_r N) => //; rewrite (_ : Lam / N * N = Lam); [lra | field; lra].
    nra.
  by rewrite (Rmin_left 1 (x + e)) ?(Rmax_left 0 (x - e)); lra.
have [e7|e7] : e <= 7 / 10 \/ 7 / 10 < e by case: (Rle_dec e (7 / 10)); lra.
  have h : 2 * e' <= 142 / 100 * e by nra.
  by rewrite /(Rmin 1 (x + e)) /(Rmax 0 (x - e)); case: Rle_dec; case: Rle_dec; lra.
by rewrite /(Rmin 1 (x + e)) /(Rmax 0 (x - e)); case: Rle_dec; case: Rle_dec; lra.
Qed.

Section Mostly.
Variable f : seq E -> policy S2 one.
Hypothesis Hf : forall hist, is_policy (f hist).
Notation half := (P_fork (1 / 2)).
Notation K := (Algorithm.K x0 half rho_one f).

Lemma half_trans : is_trans half. Proof. by apply: P_fork_trans; lra. Qed.
Lemma rho_one_law : is_rlaw rho_one.
Proof. by move=> h x a y; split=> [F G _ _ H|F G _ _|c F _ _|c]; rewrite /rho_one //; lra. Qed.
Lemma K_fork hist : is_exp (K hist).
Proof. exact: (K_exp x0 half_trans rho_one_law Hf). Qed.

(* the visits of one state of layer 1 exceed 7/10 of N for some N > Lam with probability exp(- 2 Lam/25) at most *)
Lemma rare_side (j : 'I_2) Lam T : 0 < Lam ->
  Pr K T [::] (fun v => [exists s : 'I_T.+1, let w := drop s v in
    ~~ Rleb (INR (size w)) Lam && ~~ Rleb (INR (cnt (mid j) w)) (7 / 10 * INR (size w))]) <= exp (- (2 / 25 * Lam)).
Proof.
move=> lam; pose nx := visit x0 (mid j : {h : nat & (S2 h * one)%type}) : pred E.
pose vs := visit x0 (root 2) : pred E.
have vT e : vs e by [].
have Hnx hist : K hist (fun e => ind (nx e) - 1 / 2 * ind (vs e)) <= 0.
  have := K_next x0 half_trans rho_one_law Hf hist (x0 : S2 0) tt (j : S2 1).
  have -> : half x0 tt (j : S2 1) = 1 / 2 by rewrite /P_fork; case: eqP; lra.
  apply: Rle_trans; apply: Req_le; apply: (ex_eq (K_fork hist)) => [|e].
    by apply: bddB; [|apply: bddZ]; exact: bdd_ind.
  congr (_ - _); have [i ->] := all_through e; congr ind.
  by rewrite /nx /visit /visit3 /= !orbF (@at3_same S2 one one 0%N) (@at_same S2 one one 1%N) /= andbT.
have slope : 1 + 1 / 2 * (exp (4 / 5) - 1) <= exp (12 / 25).
  have h01 : 0 <= 1 / 2 <= 1 by lra.
  have h45 : 0 <= 4 / 5 by lra.
  by have := log_mgf h01 h45; rewrite (_ : 1 / 2 * (4 / 5) + (4 / 5) ^ 2 / 8 = 12 / 25); [lra | field].
have th : 0 <= 4 / 5 by lra.
apply: Rle_trans (Pr_hit_line (2 / 25 * Lam) K_fork (fun e _ => vT e) Hnx th slope T).
apply: (Pr_imp K_fork) => v _ /existsP[s /andP[/RlebP/Rnot_le_lt NL /RlebP/Rnot_le_lt k7]].
apply: (@hit_drop _ _ s); rewrite /crossed -/(cnt (mid j) (drop s v)) -/(cnt (root 2) (drop s v)).
rewrite -[count nx _]/(cnt (mid j) (drop s v)) -[count vs _]/(cnt (root 2) (drop s v)) cnt_root.
by apply: Rle_trans (exp_ineq1_le _); lra.
Qed.

(* Sec. III, hope (eq:conf-set-P:hope): if u and v are equally likely, then with probability at least 99/100 the interval
   of P(u|x_0) is never longer after 2N visits than after N, whatever T and N, for log(TXA/delta) >= 70 *)
Theorem hope_mostly Lam T : 70 <= Lam ->
  99 / 100 <= Prl K T [::] (fun v => [forall s : 'I_T.+1, [forall s' : 'I_T.+1,
    (0 < size (drop s v))%N && (size (drop s' v) == 2 * size (drop s v))%N ==>
    Rleb (len Lam (drop s' v)) (len Lam (drop s v))]]).
Proof.
move=> lam; have lam0 : 0 < Lam by lra.
have e1 : 2 * exp (- (2 / 25 * Lam)) <= 1 / 100.
  have -> : exp (- (2 / 25 * Lam)) = / exp (2 / 25 * Lam) by rewrite exp_Ropp.
  have e7 : 1945 / 1000 <= exp (7 / 10) by have := @exp_quadratic (7 / 10) ltac:(lra); rewrite /=; lra.
  have e56 : 200 <= exp (56 / 10).
    have -> : 56 / 10 = INR 8 * (7 / 10) by rewrite INR_IZR_INZ /=; field.
    rewrite -[X in exp (INR 8 * X)](ln_exp (7 / 10)) -/(Rpower (exp (7 / 10)) (INR 8)) Rpower_pow; last exact: exp_pos.
    by apply: Rle_trans (pow_incr _ _ 8 (conj _ e7)); rewrite /=; lra.
  have : exp (56 / 10) <= exp (2 / 25 * Lam).
    have : 56 / 10 <= 2 / 25 * Lam by lra.
    by case=> [/exp_increasing/Rlt_le //|->]; exact: Rle_refl.
  move=> H; apply: (Rmult_le_reg_r (exp (2 / 25 * Lam))); first exact: exp_pos.
  by rewrite Rmult_assoc Rinv_l; [lra | have := exp_pos (2 / 25 * Lam); lra].
rewrite (_ : 99 / 100 = 1 - 1 / 100); last by field.
apply: (Pr_not K_fork); apply: Rle_trans e1.
rewrite (_ : 2 * _ = exp (- (2 / 25 * Lam)) + exp (- (2 / 25 * Lam))); last by ring.
apply: Rle_trans (Pr_or K_fork (rare_side ord0 T lam0) (rare_side ord_max T lam0)).
apply: (Pr_imp K_fork) => v _; apply: contraR; rewrite negb_or !negb_exists => /andP[/forallP nu /forallP nv].
apply/forallP => s; apply/forallP => s'; apply/implyP => /andP[s0 /eqP dbl]; apply/RlebP.
have N0 : 0 < INR (size (drop s v)) by apply: lt_0_INR; apply/ltP.
have all w e : e \in w -> exists j, e = through j by move=> _; exact: all_through.
have frac w : (0 < size w)%N -> 0 <= INR (ku w) / INR (size w) <= 1.
  move=> w0; have n0 : 0 < INR (size w) by apply: lt_0_INR; apply/ltP.
  split; first by apply: Rmult_le_pos; [exact: pos_INR | apply/Rlt_le/Rinv_0_lt_compat].
  apply: (Rmult_le_reg_r (INR (size w))) => //; rewrite /Rdiv Rmult_assoc Rinv_l ?Rmult_1_r ?Rmult_1_l; last lra.
  by apply: leq_INR; exact: count_size.
have dR : INR (size (drop s' v)) = 2 * INR (size (drop s v)) by rewrite dbl muln_INR.
have s'0 : (0 < size (drop s' v))%N by rewrite dbl muln_gt0.
rewrite /len /high /low dR; apply: len_shrinks => //.
- exact: frac.
- by rewrite -dR; exact: frac.
move: (nu s) (nv s); rewrite /= !negb_and !negbK => /orP[/RlebP|/RlebP u7]; first by left.
case/orP=> [/RlebP|/RlebP v7]; first by left.
right; have := cnt_mid_sum (all (drop s v)) => /(congr1 INR); rewrite addn_INR.
rewrite -[cnt (mid u2) _]/(ku (drop s v)) => sum.
have xE : INR (ku (drop s v)) = INR (ku (drop s v)) / INR (size (drop s v)) * INR (size (drop s v)) by field; lra.
move: sum u7 v7 xE; rewrite -[cnt (mid ord0) _]/(ku (drop s v)) -[cnt (mid ord_max) _]/(cnt (mid v2) (drop s v)).
set x := INR (ku (drop s v)) / INR (size (drop s v)); move: x => x sum u7 v7 xE.
have aux (k k' N y : R) : 0 < N -> k + k' = N -> k <= 7 / 10 * N -> k' <= 7 / 10 * N -> k = y * N ->
    3 / 10 <= y <= 7 / 10.
  by move=> n0 kk k7 k7' kE; split; apply: (Rmult_le_reg_r N) => //; lra.
exact: (aux _ _ _ _ N0 sum u7 v7 xE).
Qed.
End Mostly.
End Fork.
