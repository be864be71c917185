(* Section IV-A (inline:IV-A.1): the number of epochs, at most XA log2 T for T >= 2. *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration UCRLLP.model.Model
  UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm.
Require Import Previsions.NatLia.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope nat_scope.

(* --- one pair: its N_i at least doubles at each of its triggers *)
Section OnePair.
Variables N trig : nat -> nat.     (* N i: visits before epoch i; trig i: 1 if the pair triggers *)
Hypothesis N0 : N 0 = 0.
Hypothesis mono : forall i, N i <= N i.+1.
Hypothesis trig1 : forall i, trig i <= 1.
Hypothesis doubles : forall i, 0 < trig i -> maxn 1 (N i) <= N i.+1 - N i.

End OnePair.

(* --- one layer with K >= 2 pairs: the product of 2^triggers is at most T^K *)
Section OneLayer.
Variables (K : finType) (c N : K -> nat) (T : nat).
Hypothesis T2 : 2 <= T.
Hypothesis cN : forall j, 2 ^ c j <= maxn 1 (2 * N j).
Hypothesis total : \sum_j N j = T.

Lemma triggers_layer : 2 <= #|K| -> 2 ^ (\sum_j c j) <= T ^ #|K|.
Proof.
move=> K2; rewrite expn_sum.
have le_prod (P : pred K) : (forall j, P j -> 2 ^ c j <= T) ->
    \prod_(j | P j) 2 ^ c j <= T ^ #|P|.
  move=> H; rewrite -prod_nat_const; apply: leq_prod => j Pj; exact: H.
case: (boolP [forall j, 2 ^ c j <= T]) => [/forallP H|].
  apply: (@leq_trans (T ^ #|predT : pred K|)); last by rewrite leq_exp2l.
  exact: le_prod.
rewrite negb_forall => /existsP[j jT]; rewrite -ltnNge in jT.
have cj := cN j.
have jbig : T < 2 * N j by lia.
have [k kj] : exists k, k != j.
  case: (boolP [exists k, k != j]) => [/existsP //|]; rewrite negb_exists => /forallP A.
  have : #|K| <= 1.
    rewrite -cardsT -(cards1 j); apply: subset_leq_card; apply/subsetP => x _.
    by rewrite inE; apply/eqP/eqP; move: (A x); rewrite negbK.
  by lia.
have rest i : i != j -> N i + N j <= T.
  by move=> ij; rewrite -total (bigD1 j) //= (bigD1 i) //=; lia.
rewrite (bigD1 j) //= (bigD1 k) //=.
have Q2 : 2 ^ c j * 2 ^ c k <= T ^ 2.
  have := rest _ kj; move: cj (cN k) jbig; rewrite (_ : T ^ 2 = T * T) //.
  move: (2 ^ c j) (2 ^ c k) (N j) (N k) => u v m n um vn Tm nm; clear -um vn Tm T2 nm.
  case: (posnP n) => [n0|n1]; first by nia.
  have A : u * v <= (2 * m) * (2 * n) by apply: leq_mul; lia.
  by apply: leq_trans A _; nia.
have R2 : \prod_(i | (i != j) && (i != k)) 2 ^ c i <= T ^ #|[pred i | (i != j) && (i != k)]|.
  apply: le_prod => i /andP[ij _].
  have := cN i; have := rest _ ij; lia.
rewrite mulnA; apply: leq_trans (leq_mul Q2 R2) _.
rewrite -expnD leq_exp2l //.
have := cardD1 j K; have := cardD1 k [predD1 K & j].
rewrite !inE kj /= => -> ->; rewrite addnA leq_add2l.
apply: subset_leq_card; apply/subsetP => i; rewrite !inE; lia.
Qed.
End OneLayer.

(* --- the process: `updates w` is how often the epoch is closed during w *)
Section EpochCount.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0) (L : nat).
Notation E := (traj S A Z L 0).
Notation cnt := (@cnt S A Z x0 L).
Notation start := (@start S A Z x0 L).
Notation trig := (@trig S A Z x0 L).
Definition pairs h : finType := [finite (S h * A)%type].
Definition N h (p : pairs h) (w : seq E) := cnt (mkp p.1 p.2) w.
Definition fires h (p : pairs h) (s w : seq E) := maxn 1 (N p s) <= N p w - N p s.

Fixpoint updates (w : seq E) : nat :=
  if w is _ :: w' then trig (start w') w + updates w' else 0.
(* epochs in which at least one of the episodes of w is played *)
Definition epochs (w : seq E) := (updates (behead w)).+1.

(* `updates` counts what it says: the epoch starts (their times) met along the history are updates + 1 *)
Definition starts (w : seq E) : seq nat := [seq size (start (drop s w)) | s <- iota 0 (size w).+1].
Lemma updates_starts w : size (undup (starts w)) = (updates w).+1.
Proof.
elim: w => [//|e w IH].
have -> : starts (e :: w) = size (start (e :: w)) :: starts w.
  rewrite /starts [size _]/= -[iota 0 _]/(0 :: iota (1 + 0) (size w).+1) iotaDl map_cons -map_comp drop0.
  by [].
have -> : start (e :: w) = if trig (start w) (e :: w) then e :: w else start w by [].
rewrite [undup _]/= [updates _]/=; case: (trig _ _).
  suff -> : (size (e :: w) \in starts w) = false by rewrite /= IH add1n.
  apply/negbTE/mapP => -[s _ E1]; have [k [E2 _]] := start_drop x0 (drop s w).
  by move: E1; rewrite E2 !size_drop /=; lia.
suff -> : size (start w) \in starts w by rewrite IH add0n.
by apply/mapP; exists 0; rewrite ?drop0 // mem_iota.
Qed.
(* the epoch starts from which the episodes of w are played *)
Corollary epochs_starts e w : epochs (e :: w) = size (undup (starts w)).
Proof. by rewrite updates_starts. Qed.

Lemma trigP s w : reflect (exists2 h : 'I_L, true & exists p : pairs h, fires p s w) (trig s w).
Proof.
apply: (iffP existsP) => [[h /existsP[x /existsP[a H]]] | [h _ [[x a] H]]]; exists h => //.
  by exists (x, a).
by apply/existsP; exists x; apply/existsP; exists a.
Qed.

(* --- one pair doubles at each of its triggers *)
Fixpoint fired h (p : pairs h) (w : seq E) : nat :=
  if w is _ :: w' then (trig (start w') w && fires p (start w') w) + fired p w' else 0.

Lemma N_cons h (p : pairs h) e w : N p w <= N p (e :: w).
Proof. by rewrite /N cnt_cons leq_addl. Qed.

Lemma N_start h (p : pairs h) w : N p (start w) <= N p w.
Proof.
elim: w => [//|e w IH]; rewrite [start _]/=; case: (trig _ _) => //.
by apply: leq_trans IH _; apply: N_cons.
Qed.

Lemma fired_pair h (p : pairs h) w : 2 ^ fired p w <= maxn 1 (2 * N p (start w)).
Proof.
elim: w => [//|e w IH].
have -> : fired p (e :: w) = (trig (start w) (e :: w) && fires p (start w) (e :: w)) + fired p w by [].
have -> : start (e :: w) = if trig (start w) (e :: w) then e :: w else start w by [].
case: (trig _ _); last exact: IH.
rewrite andTb expnD; have := N_start p w; have := N_cons p e w; move: IH.
move: (2 ^ fired p w) => u IH.
rewrite /fires; case: (leqP (maxn 1 (N p (start w))) (N p (e :: w) - N p (start w))) => H a b.
  by rewrite expn1; lia.
by rewrite expn0 mul1n; lia.
Qed.

Corollary fired_total h (p : pairs h) w : 2 ^ fired p w <= maxn 1 (2 * N p w).
Proof. by apply: leq_trans (fired_pair p w) _; have := N_start p w; lia. Qed.

(* --- one layer *)
Lemma N_total h w : h < L -> \sum_(p : pairs h) N p w = size w.
Proof.
move=> hL; apply: INR_eq; rewrite -(layer_total x0 w hL) sum_INR.
by rewrite -(pair_bigA _ (fun x a => INR (cnt (mkp x a) w))).
Qed.

(* a layer with one pair fires only together with every other layer *)
Lemma single_layer h g (p : pairs h) w' e : h < L -> g < L -> #|pairs h| = 1 ->
  fires p (start w') (e :: w') -> exists q : pairs g, fires q (start w') (e :: w').
Proof.
move=> hL gL h1 pf; set s := start w' in pf *; set w := e :: w' in pf *.
have all v : N p v = size v.
  rewrite -(N_total v hL) (bigD1 p) //= big1 ?addn0 // => q qp; exfalso.
  have := cardD1 p (pairs h); have := cardD1 q [predD1 pairs h & p].
  by rewrite !inE qp /= => -> E1; move: h1; rewrite E1.
case: (boolP [exists q : pairs g, fires q s w]) => [/existsP //|].
rewrite negb_exists => /forallP none; exfalso.
have mono (q : pairs g) : N q s <= N q w.
  by apply: leq_trans (N_start q w') (N_cons q e w').
have A1 := N_total s gL; have A2 := N_total w gL.
have B1 : \sum_(q : pairs g) (N q w - N q s) <= \sum_(q : pairs g) (maxn 1 (N q s)).-1.
  by apply: leq_sum => q _; have := none q; rewrite /fires; lia.
have B2 : \sum_(q : pairs g) (maxn 1 (N q s)).-1 <= (maxn 1 (size s)).-1.
  rewrite -A1; elim/big_rec2: _ => //= q a b _; lia.
have B3 : \sum_(q : pairs g) (N q w - N q s) + \sum_(q : pairs g) N q s = size w.
  by rewrite -A2 -big_split; apply: eq_bigr => q _; apply: subnK; exact: mono.
by move: pf; rewrite /fires !all; lia.
Qed.

(* --- all layers *)
Lemma updates_fired (Q : pred 'I_L) w :
  (forall w' e, trig (start w') (e :: w') ->
     exists2 h, Q h & exists p : pairs h, fires p (start w') (e :: w')) ->
  updates w <= \sum_(h | Q h) \sum_(p : pairs h) fired p w.
Proof.
move=> H; elim: w => [//|e w IH]; rewrite [updates _]/=.
case: (boolP (trig (start w) (e :: w))) => [t|nt]; last first.
  rewrite add0n; apply: leq_trans IH _; apply: leq_sum => h _; apply: leq_sum => p _.
  by rewrite /= leq_addl.
have [h Qh [p pf]] := H w e t.
rewrite add1n; apply: leq_trans (_ : (\sum_(h | Q h) \sum_(p : pairs h) fired p w).+1 <= _) => //.
rewrite (bigD1 h) //= [X in _ <= X](bigD1 h) //= (bigD1 p) //= [X in _ <= X + _](bigD1 p) //=.
rewrite t pf add1n !addSn ltnS; apply: leq_add.
  by rewrite leq_add2l; apply: leq_sum => q _; exact: leq_addl.
by apply: leq_sum => g _; apply: leq_sum => q _; exact: leq_addl.
Qed.

Definition wide (h : 'I_L) := 2 <= #|pairs h|.

Theorem process_updates w : (exists h, wide h) -> 2 <= size w ->
  2 ^ updates w <= size w ^ (\sum_(h | wide h) #|pairs h|).
Proof.
move=> [g gw] T2.
apply: (@leq_trans (2 ^ (\sum_(h | wide h) \sum_(p : pairs h) fired p w))).
  rewrite leq_exp2l //; apply: updates_fired => w' e /trigP[h _ [p pf]].
  case: (boolP (wide h)) => hw; first by exists h => //; exists p.
  exists g => //; apply: (single_layer (p := p)) pf => //.
  have : 0 < #|pairs h| by apply/card_gt0P; exists p.
  by move: hw; rewrite /wide; lia.
rewrite !expn_sum; apply: leq_prod => h hw.
apply: (@triggers_layer _ _ (fun p : pairs h => N p w)) => //.
- by move=> p; apply: fired_total.
- exact: N_total.
Qed.

(* no layer has two pairs: one doubling sequence *)
Lemma narrow_updates w : 0 < L -> (forall h : 'I_L, #|pairs h| = 1) ->
  2 ^ updates w <= maxn 1 (2 * size w).
Proof.
move=> L0 one; pose o := Ordinal L0.
apply: (@leq_trans (2 ^ (\sum_(h | h == o) \sum_(p : pairs h) fired p w))).
  rewrite leq_exp2l //; apply: updates_fired => w' e /trigP[h _ [p pf]].
  by exists o => //; apply: (single_layer (p := p)) pf.
have /card_gt0P[p _] : 0 < #|pairs o| by rewrite one.
have only q : q = p.
  by have := one o; move/eqP; rewrite -cardsT => /cards1P[c Hc];
    have : q \in [set: pairs o] by []; have : p \in [set: pairs o] by [];
    rewrite Hc !inE => /eqP -> /eqP ->.
rewrite big_pred1_eq (bigD1 p) //= big1 ?addn0 => [|q]; last by rewrite (only q) eqxx.
apply: leq_trans (fired_total p w) _; rewrite -(N_total w L0).
by rewrite (bigD1 p) //= leq_max geq_max /=; lia.
Qed.

(* --- X A log2 T epochs, for T >= 2 *)
Section Bound.
Hypotheses (L0 : 0 < L) (S_gt0 : forall h, 0 < #|S h|) (A_gt0 : 0 < #|A|).

Lemma pairs_gt0 h : 0 < #|pairs h|. Proof. by rewrite card_prod muln_gt0 S_gt0. Qed.

Lemma XA_split : X S L * #|A| = \sum_(h < L) #|pairs h| + #|S L| * #|A|.
Proof.
rewrite /X big_ord_recr mulnDl big_distrl; congr (_ + _).
by apply: eq_bigr => h _; rewrite card_prod.
Qed.

Lemma wide_lt : \sum_(h | wide h) #|pairs h| < X S L * #|A|.
Proof.
have SA : 0 < #|S L| * #|A| by rewrite muln_gt0 S_gt0.
apply: (@leq_ltn_trans (\sum_(h < L) #|pairs h|)); last by rewrite XA_split -{1}[\sum_(h < L) _]addn0 ltn_add2l.
by rewrite [Y in _ <= Y](bigID wide) /= leq_addr.
Qed.

Lemma updates_behead w : updates (behead w) <= updates w.
Proof. by case: w => //= e w; exact: leq_addl. Qed.

Theorem epochs_nat w : 2 <= size w -> 2 ^ epochs w <= size w ^ (X S L * #|A|).
Proof.
move=> T2; have XA := wide_lt; rewrite /epochs expnS.
case: (boolP [exists h, wide h]) => [/existsP Wd|].
  apply: (@leq_trans (size w ^ (\sum_(h | wide h) #|pairs h|).+1)); last by rewrite leq_exp2l.
  rewrite expnS; apply: leq_mul => //; apply: leq_trans (process_updates Wd T2).
  by rewrite leq_exp2l //; exact: updates_behead.
rewrite negb_exists => /forallP none.
have one (h : 'I_L) : #|pairs h| = 1 by have := none h; have := pairs_gt0 h; rewrite /wide; lia.
have U := narrow_updates (behead w) L0 one; rewrite size_behead in U.
have XA2 : 2 <= X S L * #|A|.
  have SA : 0 < #|S L| * #|A| by rewrite muln_gt0 S_gt0.
  by rewrite XA_split (leq_add (m1 := 1) (m2 := 1)) // (bigD1 (Ordinal L0)) //= addn_gt0 pairs_gt0.
apply: leq_trans (_ : size w ^ 2 <= _); last by rewrite leq_exp2l.
rewrite expnS expn1; move: U T2; move: (2 ^ _) (size w) => u n U T2; nia.
Qed.

Lemma log2_of_pow m k T : 2 <= T -> 2 ^ m <= T ^ k -> (INR m <= INR k * (ln (INR T) / ln 2))%R.
Proof.
move=> T2 /leP/le_INR H; have l2 : (0 < ln 2)%R by have := ln_lt_2; lra.
have pos a j : 0 < a -> (0 < INR (a ^ j))%R.
  by move=> a0; apply: lt_0_INR; apply/ltP; rewrite expn_gt0 a0.
have pw a j : 0 < a -> ln (INR (a ^ j)) = (INR j * ln (INR a))%R.
  move=> a0; elim: j => [|j IH]; first by rewrite /= ln_1; lra.
  rewrite expnS muln_INR ln_mult ?IH ?S_INR; [lra | | exact: pos].
  by apply: lt_0_INR; apply/ltP.
have : (ln (INR (2 ^ m)) <= ln (INR (T ^ k)))%R.
  by case: H => [/ln_increasing H|->]; [apply/Rlt_le/H/pos | exact: Rle_refl].
rewrite !pw //; last by apply: leq_trans T2.
rewrite (_ : INR 2 = 2%R) //= => H2; apply: (Rmult_le_reg_r (ln 2)) => //.
by rewrite Rmult_assoc /Rdiv Rmult_assoc Rinv_l ?Rmult_1_r //; lra.
Qed.

Theorem epochs_le w : 2 <= size w ->
  (INR (epochs w) <= INR (X S L) * INR #|A| * (ln (INR (size w)) / ln 2))%R.
Proof. by move=> T2; rewrite -muln_INR; apply: log2_of_pow => //; exact: epochs_nat. Qed.
End Bound.

(* only the layers with at least two pairs count *)
Theorem process_updates_repaired w : (exists h, wide h) -> 2 <= size w ->
  (INR (updates w) <= INR (\sum_(h | wide h) #|pairs h|) * (ln (INR (size w)) / ln 2))%R.
Proof. by move=> W T2; apply: log2_of_pow => //; exact: process_updates. Qed.
End EpochCount.
