(* A setting of tables of numbers, and what the development's definitions give in it, by recursion on numbers:
   dictionary.py states there what each row of coq_letters.py is, and Coq computes it. *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration UCRLLP.model.Model
  UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.Algorithm UCRLLP.model.Learner
  UCRLLP.paper.LayerSums UCRLLP.paper.RepairedForms
  UCRLLP.paper.GoodEvents UCRLLP.model.Setting UCRLLP.paper.Epochs UCRLLP.paper.Propositions
  UCRLLP.sharper.IntervalSets UCRLLP.statements.Statements UCRLLP.Computing.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.
Notation real_of n := (IZR (Z.of_nat n)).

Section Tables.
Variables (m : seq nat) (k s L : nat).
Notation S := (states m).
Notation A := (numbers k).
Notation Z := (numbers s).
Notation X h := (nth 0%N m h).+1.
Notation x0 := (ord0 : S 0%N).
Notation E := (traj S A Z L 0).

(* --- rows of numbers that are distributions; beyond layer L, all of it on the first entry *)
Definition row (t : seq (seq (seq (seq R)))) h x a y : R := if (h < L)%N then triple_of t h x a y else ind (y == 0%N).
Definition rows_of t (n : nat -> nat) : Prop :=
  every L (fun h => every (X h) (fun x => every k.+1 (fun a =>
    every (n h).+1 (fun y => 0 <= triple_of t h x a y) /\ sum (n h).+1 (triple_of t h x a) = 1))).
Lemma row_dist t n h (x : S h) (a : A) : rows_of t n -> @is_dist [finType of 'I_(n h).+1] (row t h x a).
Proof.
move=> /everyP R1; rewrite /row; case: (boolP (h < L)%N) => hL; last first.
  split=> [i|]; first exact: ind_ge0.
  rewrite (bigD1 ord0) //= big1 ?Rplus_0_r // => i i0.
  by have /negPf -> : nat_of_ord i != 0%N by apply: contra i0 => /eqP i0; apply/eqP/val_inj.
have /everyP/(_ _ (ltn_ord x))/everyP/(_ _ (ltn_ord a))[/everyP p0 p1] := R1 h hL.
by split=> [i|]; [exact: p0 | rewrite sumE].
Qed.

Variables (P law : seq (seq (seq (seq R)))) (value : nat -> R).
Definition P_of : trans S A := fun h x a y => row P h x a y.
Definition rho_of : rlaw S A Z := fun h x a _ => fin (fun z : Z => row law h x a z).
Hypotheses (P_rows : rows_of P (fun h => nth 0%N m h.+1)) (law_rows : rows_of law (fun _ => s)).
Hypothesis value01 : forall z, 0 <= value z <= 1.
Lemma P_ok : is_trans P_of. Proof. by move=> h x a; exact: (row_dist x a P_rows). Qed.
Lemma rho_linear h x a y : is_linear (@rho_of h x a y).
Proof. by apply: fin_linear; exact: (row_dist x a law_rows). Qed.

(* --- the setting *)
Variables (T : nat) (delta : R).
Hypotheses (m0 : nth 0%N m 0 = 0%N) (mL : nth 0%N m L = 0%N) (T1 : (0 < T)%N) (L1 : (0 < L)%N) (delta01 : 0 < delta < 1).
Lemma x0_alone (x : S 0%N) : x = x0.
Proof. by apply: val_inj => /=; have := ltn_ord x; move: (nat_of_ord x) => i; rewrite m0 ltnS leqn0 => /eqP. Qed.
Definition setting_of : setting := @Setting.Setting S A Z x0 L P_of rho_of (reward_of value) T delta x0_alone P_ok
  (fun h x a y => linear_exp (rho_linear x a y)) (is_reward_linear rho_linear (fun z => value01 z)) T1 delta01
  (etrans (f_equal (fun n : nat => (0 < n)%N) (card_ord k.+1)) erefl) L1 (etrans (card_ord _) (f_equal succn mL)).

(* --- what its letters are *)
Lemma XE : Algorithm.X S L = foldr (fun h c => X h + c)%N 0%N (iota 0 L.+1).
Proof.
rewrite /Algorithm.X -(big_mkord xpredT (fun h => #|S h|)) /index_iota subn0 unlock.
by elim: (iota 0 L.+1) => [//|h c IH] /=; rewrite card_ord IH.
Qed.
Lemma cardS h : #|S h| = X h. Proof. exact: card_ord. Qed.
Lemma cardA : #|A| = k.+1. Proof. exact: card_ord. Qed.
Lemma q_1_state h (x : S h) : \rsum_(a : A) marg (@q_1 S A) x a =
  (INR #|A| * (INR #|S h.+1| * / (INR #|S h| * INR #|A| * INR #|S h.+1|))).
Proof. by rewrite -rsum_const; apply: eq_bigr => a _; rewrite /marg /q_1 rsum_const. Qed.

Definition r_ h x a := sum (X h.+1) (fun y => row P h x a y * sum s.+1 (fun z => row law h x a z * value z)).
Lemma rE h (x : S h) a : Algorithm.r P_of rho_of (reward_of value) x a = r_ h x a.
Proof. by apply: sum_eq => y; congr (_ * _); exact: sum_eq. Qed.

Lemma n1_IZR h (x : S h) (a : A) (w : seq E) : n1 x0 w x a = real_of (maxn 1 (cnt_ x0 h x a w)).
Proof. exact: n1E. Qed.
Lemma INR_cnt h (x : S h) (a : A) (w : seq E) : INR (cnt x0 (mkp x a) w) = real_of (cnt_ x0 h x a w).
Proof. by rewrite cntE INR_IZR_INZ. Qed.
Lemma N3E h (x : S h) (a : A) (y : S h.+1) (w : seq E) :
  \rsum_(e <- w) ind (visit3 x0 x a y e) = real_of (cnt3_ x0 h x a y w).
Proof.
rewrite -INR_IZR_INZ; elim: w => [|e w IH]; first by rewrite big_nil.
by rewrite big_cons IH /cnt3_ [count _ (e :: w)]/= addn_INR /visit3 tripleE; case: has.
Qed.
Lemma intoE h (y : S h.+1) (w : seq E) :
  \rsum_(x : S h) \rsum_(a : A) \rsum_(e <- w) ind (visit3 x0 x a y e) =
  sum (X h) (fun x => sum k.+1 (fun a => real_of (cnt3_ x0 h x a y w))).
Proof. by do 2![apply: sum_eq => ?]; rewrite N3E. Qed.
Lemma outE h (x : S h) (w : seq E) :
  \rsum_(a : A) INR (cnt x0 (mkp x a) w) = sum k.+1 (fun a => real_of (cnt_ x0 h x a w)).
Proof. by apply: sum_eq => ?; rewrite INR_cnt. Qed.
Lemma epsE Lam h (x : S h) (a : A) (w : seq E) : Algorithm.eps x0 Lam w x a =
  sqrt (2 * real_of (X h.+1) * Lam / real_of (maxn 1 (cnt_ x0 h x a w))).
Proof. by rewrite /Algorithm.eps cardS n1E INR_IZR_INZ. Qed.
Lemma bE Lam h (x : S h) (a : A) (w : seq E) : Algorithm.b x0 Lam w x a =
  sqrt (2 * Lam / real_of (maxn 1 (cnt_ x0 h x a w))).
Proof. by rewrite /Algorithm.b n1E. Qed.
Lemma lwE Lam h : lw S Lam h = Lam + ln (2 * real_of (X h.+1)).
Proof. by rewrite /lw cardS INR_IZR_INZ. Qed.
Lemma P_errorE h (x : S h) (a : A) (w : seq E) : \rsum_y Rabs (P_of x a y - Algorithm.Pbar x0 w x a y) =
  sum (X h.+1) (fun y => Rabs (row P h x a y - real_of (cnt3_ x0 h x a y w) / real_of (maxn 1 (cnt_ x0 h x a w)))).
Proof. by apply: sum_eq => y; rewrite PbarE. Qed.

(* values and occupancy measures under a policy of numbers *)
Variable pi : seq (seq (seq R)).
Fixpoint value_ n h x : R :=
  if n is n'.+1 then
    sum k.+1 (fun a => pair_of pi h x a * (r_ h x a + sum (X h.+1) (fun y => row P h x a y * value_ n' h.+1 y)))
  else 0.
Lemma valueE n h (x : S h) : V P_of (pairs_of pi) (Algorithm.r P_of rho_of (reward_of value)) n x = value_ n h x.
Proof.
elim: n h x => [//|n IH] h x /=; apply: sum_eq => a; rewrite rE; congr (_ * (_ + _)).
by apply: sum_eq => y; rewrite IH.
Qed.
Fixpoint reached h y : R :=
  if h is h'.+1 then sum (X h') (fun x => sum k.+1 (fun a => reached h' x * pair_of pi h' x a * row P h' x a y))
  else ind (y == 0%N).
Lemma reachedE h (x : S h) : mu x0 P_of (pairs_of pi) x = reached h x.
Proof. by elim: h x => [|h IH] x //=; do 2![apply: sum_eq => ?]; rewrite IH. Qed.
Lemma q2_of h (x : S h) a : q2 x0 P_of (pairs_of pi) x a = reached h x * pair_of pi h x a.
Proof. by rewrite /q2 reachedE. Qed.
Lemma q3_of h (x : S h) a y : q3 x0 P_of (pairs_of pi) x a y = reached h x * pair_of pi h x a * row P h x a y.
Proof. by rewrite /q3 q2_of. Qed.

Variable q : seq (seq (seq (seq R))).
Lemma marg_of h (x : S h) a : marg (triples_of q : occ S A) x a = sum (X h.+1) (triple_of q h x a).
Proof. exact: sum_eq. Qed.
End Tables.

Lemma regret_of m k s L P law value (f : seq (traj (states m) (numbers k) (numbers s) L 0) -> policy (states m) (numbers k))
  g star v : (forall hist, f hist = pairs_of (g hist)) ->
  Algorithm.regret (ord0 : states m 0%N) (P_of L P) (rho_of L law) (reward_of value) f (pairs_of star) v =
  real_of (size v) * @value_ m k s L P law value star L 0 0 -
  hsum (fun hist _ => @value_ m k s L P law value (g hist) L 0 0) v.
Proof.
move=> fE; rewrite /Algorithm.regret valueE INR_IZR_INZ; congr (_ - _).
by elim: v => [//|e v IH]; rewrite !hsum_cons IH fE valueE.
Qed.

(* --- bounds *)
Lemma sqrt_between lo hi s : 0 <= lo -> 0 <= hi -> lo * lo <= s <= hi * hi -> lo <= sqrt s <= hi.
Proof.
by move=> l0 h0 [ls sh]; split; [rewrite -(sqrt_square lo) | rewrite -(sqrt_square hi)] => //; apply: sqrt_le_1_alt.
Qed.

(* dictionary.py's setting is taken apart; the development's definitions by recursion on numbers *)
Ltac by_numbers := rewrite ?q_1_state ?/q_1 ?rsum_const ?intoE ?outE ?P_errorE ?q3_of ?q2_of ?valueE ?rE ?marg_of ?N3E ?PbarE ?rbarE ?epsE ?bE ?lwE ?INR_cnt
  ?cntE ?updatesE ?XE ?cardS ?cardA ?INR_IZR_INZ.
Ltac reals := lazy -[Rplus Rmult Rdiv Rminus Rinv Ropp Rabs sqrt ln Rmin Rmax IZR Rlt Rle Rge Rgt].
Ltac decided := rewrite ?/Rabs ?/Rmin ?/Rmax; repeat (match goal with
  | |- context [Rcase_abs ?u] => case: (Rcase_abs u) => ?
  | |- context [Rle_dec ?u ?v] => case: (Rle_dec u v) => ?
  | |- context [Rlt_dec ?u ?v] => case: (Rlt_dec u v) => ?
  | |- context [Req_EM_T ?u ?v] => case: (Req_EM_T u v) => ? end);
  first [lra | match goal with differ : ~ (_ = _) |- _ => by exfalso; apply: differ; lra end].
Lemma square_of_inverse s : 0 < s -> / sqrt s * (/ sqrt s * 1) = / s.
Proof. by move=> s0; rewrite -[in RHS](sqrt_sqrt s); [field; apply/Rgt_not_eq/sqrt_lt_R0 | lra]. Qed.
Lemma square_of_root s : 0 <= s -> sqrt s * (sqrt s * 1) = s.
Proof. by move=> s0; rewrite Rmult_1_r sqrt_sqrt. Qed.
Ltac computes := by_numbers; reals; first [lra | decided].
Ltac roots := by_numbers; reals; split; [first [exact: sqrt_pos | by apply/Rlt_le/Rinv_0_lt_compat/sqrt_lt_R0; lra]
  | first [rewrite square_of_root; lra | rewrite square_of_inverse; lra]].
Ltac logs := by_numbers; reals; congr (_ + ln _); lra.
Ltac bounded lo hi := rewrite ?/Algorithm.rhat ?/Algorithm.rcheck ?/IntervalSets.width ?n1_IZR; by_numbers; reals; rewrite ?/Rmin ?/Rmax; repeat (match goal with
  | |- context [Rle_dec ?u ?v] => case: (Rle_dec u v) => ? end);
  first [lra | match goal with _ : context [sqrt ?s] |- _ => by have [|||? ?] := @sqrt_between lo hi s; lra
    | |- context [sqrt ?s] => by have [|||? ?] := @sqrt_between lo hi s; lra end].
