(* Section IV, Algorithm 1, line 12: when an epoch ends; inline:IV-A.1, the number of updates.  As printed, n >= N
   holds after every episode (0 >= 0 at x_L): T updates in T episodes. *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration UCRLLP.model.Model
  UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.paper.GoodEvents UCRLLP.paper.Visits
  UCRLLP.paper.Epochs.
Require Import Previsions.NatLia.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope nat_scope.

Section Trigger.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0) (L : nat).
Notation E := (traj S A Z L 0).
Notation cnt := (@cnt S A Z x0 L).
Notation start := (@start S A Z x0 L).
Notation updates := (@updates S A Z x0 L).
Notation X := (X S L).

(* n_i(x,a) after the episodes w, where i is the epoch that begins after the episodes s *)
Definition n_ h (x : S h) (a : A) (s w : seq E) := cnt (mkp x a) w - cnt (mkp x a) s.

Lemma start_size w : size (start w) <= size w.
Proof. by have [s [-> _]] := start_drop x0 w; rewrite size_drop leq_subr. Qed.

(* Alg. 1 l. 12 (alg:main/12), repaired: the epoch of the episode e, which began after the episodes start w, ends with
   it iff n_i(x,a) >= max{1, N_i(x,a)} for some (x,a), x not in X_L; then n_i(x,a) = max{1, N_i(x,a)}; and always
   n_i(x,a) <= max{1, N_i(x,a)} *)
Theorem line_12 e w :
  [/\ start (e :: w) = e :: w <-> exists h : 'I_L, exists (x : S h) (a : A),
        maxn 1 (cnt (mkp x a) (start w)) <= n_ x a (start w) (e :: w),
      start (e :: w) = e :: w -> exists h : 'I_L, exists (x : S h) (a : A),
        n_ x a (start w) (e :: w) = maxn 1 (cnt (mkp x a) (start w))
    & forall h (x : S h) (a : A), h < L -> n_ x a (start w) (e :: w) <= maxn 1 (cnt (mkp x a) (start w))].
Proof.
have most h (x : S h) (a : A) : h < L -> n_ x a (start w) (e :: w) <= maxn 1 (cnt (mkp x a) (start w)).
  move=> hL; have [a1 a2 _] := spent_invariant (@start_schedule S A Z x0 L) x a w hL.
  rewrite /n_ cnt_cons -addnBA //; apply: leq_trans a2.
  by rewrite -[X in _ <= X]add1n leq_add2r; case: (visit _ _ _).
have iff1 : start (e :: w) = e :: w <-> exists h : 'I_L, exists (x : S h) (a : A),
    maxn 1 (cnt (mkp x a) (start w)) <= n_ x a (start w) (e :: w).
  rewrite [start (e :: w)]/=; case: ifP => [/existsP[h /existsP[x /existsP[a H]]]|/negbT nt]; split=> //.
  - by move=> _; exists h, x, a.
  - by move=> E1; have := start_size w; rewrite E1 /= ltnn.
  case=> h [x [a H]]; exfalso; move: nt; rewrite /trig negb_exists => /forallP/(_ h).
  by rewrite negb_exists => /forallP/(_ x); rewrite negb_exists => /forallP/(_ a) /negP; apply.
split=> // /iff1[h [x [a H]]]; exists h, x, a; apply/eqP; rewrite eqn_leq H andbT; exact: most.
Qed.

(* --- inline:IV-A.1, repaired: the number of updates in T >= 2 episodes, that is of triggers, the one after
   episode T included *)
Hypotheses (L0 : 0 < L) (S_gt0 : forall h, 0 < #|S h|) (A_gt0 : 0 < #|A|).
Notation log2 T := (ln (INR T) / ln 2)%R.

Theorem updates_nat w : 2 <= size w -> 2 ^ updates w <= size w ^ (X * #|A|).
Proof.
move=> T2; have XA := wide_lt L S_gt0 A_gt0.
case: (boolP [exists h, wide S A (h : 'I_L)]) => [/existsP Wd|].
  apply: leq_trans (process_updates x0 Wd T2) _; rewrite leq_exp2l //; exact: ltnW.
rewrite negb_exists => /forallP none.
have one (h : 'I_L) : #|pairs S A h| = 1.
  by have := none h; have := pairs_gt0 S_gt0 A_gt0 h; rewrite /wide; lia.
have U := narrow_updates x0 w L0 one.
have XA2 : 2 <= X * #|A|.
  have SA : 0 < #|S L| * #|A| by rewrite muln_gt0 S_gt0.
  by rewrite XA_split (leq_add (m1 := 1) (m2 := 1)) // (bigD1 (Ordinal L0)) //= addn_gt0 pairs_gt0.
apply: leq_trans (_ : size w ^ 2 <= _); last by rewrite leq_exp2l.
rewrite expnS expn1; move: U T2; move: (2 ^ _) (size w) => u n U T2; nia.
Qed.

(* XA log T (inline:IV-A.1) with base 2, and XA log2 T (inline:IV-A.1), repaired: for T >= 2 *)
Theorem updates_le w : 2 <= size w -> (INR (updates w) <= INR X * INR #|A| * log2 (size w))%R.
Proof. by move=> T2; rewrite -muln_INR; apply: log2_of_pow => //; exact: updates_nat. Qed.

(* the sharper forms: only the layers with K_h = X_h A >= 2 count, or there are 1 + floor(log2 T) at most *)
Definition K_wide := \sum_(h < L | 2 <= #|S h| * #|A|) #|S h| * #|A|.
(* XA log2 T (inline:IV-A.1), repaired: only the layers with X_h A >= 2 count, ... *)
Theorem updates_wide w : 2 <= size w -> (exists h : 'I_L, 2 <= #|S h| * #|A|) ->
  (INR (updates w) <= INR K_wide * log2 (size w))%R.
Proof.
move=> T2 [h hw]; have Wd : exists h, wide S A (h : 'I_L) by exists h; rewrite /wide card_prod.
have := process_updates_repaired x0 Wd T2.
have -> : \sum_(h < L | wide S A h) #|pairs S A h| = K_wide.
  by apply: eq_big => g; rewrite /wide card_prod.
by [].
Qed.

(* XA log2 T (inline:IV-A.1), repaired: ... and if there is none, there are at most 1 + log2 T *)
Theorem updates_narrow w : (forall h : 'I_L, #|S h| * #|A| = 1) -> 1 <= size w ->
  2 ^ updates w <= 2 * size w.
Proof.
move=> one T1; apply: leq_trans (narrow_updates x0 w L0 _) _; last by lia.
by move=> h; rewrite card_prod.
Qed.

(* --- the printed trigger, `trig_printed`: n_i(x,a) >= N_i(x,a) at some (x,a), x_L among them *)
Notation start_printed := (@start_printed S A Z x0 L).
Fixpoint updates_all (w : seq E) : nat :=
  if w is _ :: w' then trig_printed x0 (start_printed w') w + updates_all w' else 0.

(* Alg. 1 l. 12 (alg:main/12), refuted as printed: every episode ends its epoch, T updates in T episodes *)
Theorem line_12_printed w : start_printed w = w.
Proof.
have /card_gt0P[x _] := S_gt0 L; have /card_gt0P[a _] := A_gt0.
exact: start_printed_always x a w.
Qed.
(* XA log T (inline:IV-A.1), refuted as printed: the trigger as printed starts T epochs *)
Theorem updates_printed w : updates_all w = size w.
Proof.
have /card_gt0P[x _] := S_gt0 L; have /card_gt0P[a _] := A_gt0.
elim: w => [//|e w IH]; rewrite /= IH (_ : trig_printed _ _ _ = true) ?add1n //.
apply/existsP; exists ord_max; apply/existsP; exists x; apply/existsP; exists a.
by rewrite !cnt_last.
Qed.
End Trigger.
