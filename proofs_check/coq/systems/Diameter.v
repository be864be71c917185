(* Section I-A: the diameter of the chain that restarts at x_0 after the L steps of an episode, which UCRL2's published bound
   has: it is at least L if a layer has two states, when it is L, and that it is no O(L). *)
Require Import Previsions.Sums Previsions.NatLia Previsions.Probability Previsions.Concentration
  UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm
  Previsions.BallOptimum UCRLLP.paper.ProgramSize.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* --- the least and the greatest value of a function of the actions *)
Section Least.
Variables (A : finType) (a0 : A).
Implicit Type f : A -> R.
Definition best_action f : A := if argmax f is Some a then a else a0.
Definition greatest f := f (best_action f).
Definition least f := - greatest (fun a => - f a).

Lemma greatest_ge f a : f a <= greatest f.
Proof. by rewrite /greatest /best_action; have [b -> H] := argmaxP f a; exact: H. Qed.
Lemma least_le f a : least f <= f a.
Proof. by rewrite /least; have := greatest_ge (fun a => - f a) a; lra. Qed.
Lemma least_ge f c : (forall a, c <= f a) -> c <= least f.
Proof. by move=> H; rewrite /least /greatest Ropp_involutive. Qed.
Lemma least_mean f (p : A -> R) : is_dist p -> least f <= \rsum_a (p a * f a).
Proof.
move=> [p0 p1]; rewrite -[X in X <= _]Rmult_1_l -p1 -rsumZr; apply: le_rsum => a _.
by apply: Rmult_le_compat_l => //; exact: least_le.
Qed.
End Least.

Section Chain.
Variables (S : nat -> finType) (A : finType) (x0 : S 0%N) (a0 : A) (L : nat).
Unset Implicit Arguments.
Variable P : trans S A.
Set Implicit Arguments.

(* from the state x of layer h: the least expectation of min{tau, k} over all ways to act, where tau is the time until the
   state y of layer l; after layer L - 1 the chain is at x_0 again *)
Fixpoint least_time l (y : S l) k h (x : S h) : R :=
  if k is k'.+1 then
    if state_of x == state_of y then 0 else
    1 + least a0 (fun a => \rsum_z (P h x a z * (if (h.+1 < L)%N then least_time y k' z else least_time y k' x0)))
  else 0.

(* the diameter: the supremum over x and y of the least expected time from x to y *)
Definition times t := exists k h (x : S h) l (y : S l), [/\ (h < L)%N, (l < L)%N & t = least_time y k x].
Definition diameter D := is_lub times D.

(* the expected number of visits to y, which is a probability within an episode *)
Definition at_state l (y : S l) : reward S A := fun h x _ => ind (state_of x == state_of y).
Definition reaches (pi : policy S A) l (y : S l) h (x : S h) := V P pi (at_state y) (l.+1 - h) x.

Hypotheses (HP : is_trans P) (x0_only : forall x, x = x0).

Lemma other h l (x : S h) (y : S l) : h != l -> (state_of x == state_of y) = false.
Proof. by move=> ne; apply/negbTE/eqP => /(congr1 (@tag _ _)) /= E; rewrite E eqxx in ne. Qed.
Lemma same h (x y : S h) : (state_of x == state_of y) = (x == y).
Proof. by rewrite /state_of eq_Tagged. Qed.

Section Target.
Variables (l : nat) (y : S l).
Hypothesis lL : (l < L)%N.
Notation time := (@least_time l y).

Lemma mean_const h (x : S h) a c : \rsum_z (P h x a z * c) = c.
Proof. by rewrite rsumZr (HP x a).2 Rmult_1_l. Qed.
Lemma mean_le h (x : S h) a F G : (forall z, F z <= G z) -> \rsum_z (P h x a z * F z) <= \rsum_z (P h x a z * G z).
Proof. by move=> H; apply: le_rsum => z _; apply: Rmult_le_compat_l; [exact: (HP x a).1 | exact: H]. Qed.

Lemma time_ge0 k h (x : S h) : 0 <= time k x.
Proof.
elim: k h x => [|k IH] h x /=; first lra.
case: ifP => _; first lra.
suff : 0 <= least a0 (fun a => \rsum_z (P h x a z * (if (h.+1 < L)%N then time k z else time k x0))) by lra.
by apply: least_ge => a; apply: rsum_ge0 => z _; apply: Rmult_le_pos; [exact: (HP x a).1 | case: ifP].
Qed.

(* one step of the chain, away from y *)
Lemma time_ge k h (x : S h) c : state_of x != state_of y ->
  (forall z : S h.+1, (h.+1 < L)%N -> c <= time k z) -> ((L <= h.+1)%N -> c <= time k x0) -> 1 + c <= time k.+1 x.
Proof.
move=> /negbTE ne H1 H2 /=; rewrite ne; apply: Rplus_le_compat_l; apply: least_ge => a.
by rewrite -{1}(mean_const x a c); apply: mean_le => z; case: ltnP => [/H1|/H2].
Qed.

Lemma time_le k h (x : S h) (a : A) c : state_of x != state_of y ->
  (forall z : S h.+1, (h.+1 < L)%N -> time k z <= c) -> ((L <= h.+1)%N -> time k x0 <= c) -> time k.+1 x <= 1 + c.
Proof.
move=> /negbTE ne H1 H2 /=; rewrite ne; apply: Rplus_le_compat_l; apply: Rle_trans (least_le _ _ a) _.
by rewrite -[X in _ <= X](mean_const x a c); apply: mean_le => z; case: ltnP => [/H1|/H2].
Qed.

(* --- lower bounds *)
Lemma time_layers j h (x : S h) k : (h + j)%N = l -> (j <= k)%N -> INR j <= time k x.
Proof.
elim: j h x k => [|j IH] h x k hj; first by move=> _; exact: time_ge0.
case: k => // k jk; rewrite S_INR Rplus_comm; apply: time_ge => [|z _|].
- by rewrite other //; apply/eqP; lia.
- by apply: IH => //; lia.
by lia.
Qed.

(* the greatest probability of y in j steps from a state of layer l - j *)
Fixpoint greatest_reach j h (x : S h) : R :=
  if j is j'.+1 then greatest a0 (fun a => \rsum_z (P h x a z * greatest_reach j' z)) else ind (state_of x == state_of y).
Definition greedy : policy S A := fun h x a =>
  ind (a == best_action a0 (fun a => \rsum_z (P h x a z * greatest_reach (l - h.+1) z))).

Lemma greedy_policy : is_policy greedy.
Proof.
move=> h x; split=> [a|]; first exact: ind_ge0.
by rewrite -[RHS](rsum_ind (best_action a0 (fun a => \rsum_z (P h x a z * greatest_reach (l - h.+1) z))) (fun=> 1));
  apply: eq_bigr => a _; rewrite Rmult_1_r.
Qed.

Lemma reaches_0 pi h (x : S h) : is_policy pi -> h = l -> V P pi (at_state y) 1 x = ind (state_of x == state_of y).
Proof.
move=> Hpi hl; rewrite /= (eq_bigr (fun a => pi h x a * ind (state_of x == state_of y))).
  by rewrite rsumZr (Hpi h x).2 Rmult_1_l.
by move=> a _; rewrite big1 ?Rplus_0_r // => z _; rewrite Rmult_0_r.
Qed.

Lemma reaches_step pi j h (x : S h) : (h < l)%N ->
  V P pi (at_state y) j.+1 x = \rsum_a (pi h x a * \rsum_z (P h x a z * V P pi (at_state y) j z)).
Proof.
move=> hl; apply: eq_bigr => a _; rewrite -/(V P pi (at_state y) j) {1}/at_state other ?Rplus_0_l //.
by apply/eqP; lia.
Qed.

Lemma greedy_reaches j h (x : S h) : (h + j)%N = l -> V P greedy (at_state y) j.+1 x = greatest_reach j x.
Proof.
elim: j h x => [|j IH] h x hj; first by apply: reaches_0; [exact: greedy_policy | lia].
rewrite reaches_step; last lia.
have -> : greatest_reach j.+1 x = \rsum_a (greedy x a * \rsum_z (P h x a z * greatest_reach j z)).
  by rewrite /greedy rsum_ind (_ : (l - h.+1)%N = j); last lia.
apply: eq_bigr => a _; congr (_ * _); apply: eq_bigr => z _; rewrite IH //; lia.
Qed.

Lemma reaches_01 pi j h (x : S h) : is_policy pi -> (h + j)%N = l -> 0 <= V P pi (at_state y) j.+1 x <= 1.
Proof.
move=> Hpi; elim: j h x => [|j IH] h x hj.
  by rewrite reaches_0 //; [split; [exact: ind_ge0 | exact: ind_le1] | lia].
rewrite reaches_step; last lia.
have IH' z : 0 <= V P pi (at_state y) j.+1 (z : S h.+1) <= 1 by apply: IH; lia.
split.
  apply: rsum_ge0 => a _; apply: Rmult_le_pos; first exact: (Hpi h x).1.
  by apply: rsum_ge0 => z _; apply: Rmult_le_pos; [exact: (HP x a).1 | have := IH' z; lra].
rewrite -[X in _ <= X](Hpi h x).2; apply: le_rsum => a _; rewrite -[X in _ <= X]Rmult_1_r.
apply: Rmult_le_compat_l; first exact: (Hpi h x).1.
by rewrite -[X in _ <= X](mean_const x a 1); apply: mean_le => z; have := IH' z; lra.
Qed.

(* from a state of layer h >= l, y excepted, to x_0 first *)
Lemma time_round i c h (x : S h) k : (h + i)%N = L -> (0 < i)%N -> (l <= h)%N -> state_of x != state_of y ->
  (i <= k)%N -> (forall k', (k <= k' + i)%N -> c <= time k' x0) -> INR i + c <= time k x.
Proof.
elim: i h x k => [//|i IH] h x [//|k] hi _ lh ne ik Hc; rewrite S_INR (_ : INR i + 1 + c = 1 + (INR i + c)); last ring.
apply: time_ge => // [z hL|hL].
  apply: IH => //; [lia | lia | lia | by rewrite other //; apply/eqP; lia |].
  by move=> k' kk; apply: Hc; lia.
have -> : i = 0%N by lia.
by rewrite /= Rplus_0_l; apply: Hc; lia.
Qed.

Lemma time_lower j h (x : S h) k : (h + j)%N = l -> (L + j <= k)%N ->
  INR j + INR L * (1 - greatest_reach j x) <= time k x.
Proof.
elim: j h x k => [|j IH] h x k hj Lk.
  rewrite /= Rplus_0_l; case E : (state_of x == state_of y); first by rewrite /=; have := time_ge0 k x; lra.
  rewrite /= Rminus_0_r Rmult_1_r.
  have -> : INR L = INR (L - l) + INR l by rewrite -addn_INR; congr INR; lia.
  apply: time_round; [lia | lia | lia | by rewrite E | lia |].
  by move=> k' kk; apply: (@time_layers l 0%N x0); lia.
case: k Lk => [|k] Lk; first lia.
set G := greatest_reach j.+1 x.
rewrite S_INR (_ : INR j + 1 + INR L * (1 - G) = 1 + (INR j + INR L * (1 - G))); last ring.
have ne : state_of x == state_of y = false by apply: other; apply/eqP; lia.
have hL : (h.+1 < L)%N by lia.
rewrite /= ne hL; apply: Rplus_le_compat_l; apply: least_ge => a.
apply: (@Rle_trans _ (\rsum_z (P h x a z * (INR j + INR L * (1 - greatest_reach j z))))); last first.
  by apply: mean_le => z; apply: IH; lia.
have -> : \rsum_z (P h x a z * (INR j + INR L * (1 - greatest_reach j z))) =
    INR j + INR L * (1 - \rsum_z (P h x a z * greatest_reach j z)).
  rewrite (eq_bigr (fun z => P h x a z * (INR j + INR L) + - INR L * (P h x a z * greatest_reach j z))) => [|z _].
    by rewrite rsumD mean_const rsumZ; ring.
  by ring.
have l0 := pos_INR L; have : \rsum_z (P h x a z * greatest_reach j z) <= G; last by nra.
exact: (greatest_ge a0 (fun a => \rsum_z (P h x a z * greatest_reach j z)) a).
Qed.

(* --- upper bounds, if some policy reaches y surely from x_0 *)
Lemma time_upper pi0 : is_policy pi0 -> reaches pi0 y x0 = 1 -> forall k,
  (forall h (x : S h), (l <= h)%N -> (h < L)%N -> state_of x != state_of y -> time k x <= INR (L - h + l)) /\
  (forall pi j h (x : S h), is_policy pi -> (h + j)%N = l ->
    time k x <= INR j + INR L * (1 - V P pi (at_state y) j.+1 x)).
Proof.
move=> Hpi0 sure; elim=> [|k [IHB IHU]].
  split=> [h x _ _ _|pi j h x Hpi hj]; first by rewrite /=; exact: pos_INR.
  by rewrite [time _ _]/=; have := reaches_01 x Hpi hj; have := pos_INR L; have := pos_INR j; nra.
have B h (x : S h) : (l <= h)%N -> (h < L)%N -> state_of x != state_of y -> time k.+1 x <= INR (L - h + l).
  move=> lh hL ne; rewrite (_ : (L - h + l)%N = (L - h.+1 + l).+1); last lia.
  rewrite S_INR Rplus_comm; apply: (time_le a0) => // [z hL'|hL'].
    by apply: IHB => //; [lia | rewrite other //; apply/eqP; lia].
  have := IHU pi0 l 0%N x0 Hpi0 (add0n l); rewrite (_ : V _ _ _ _ _ = 1); last by rewrite -sure /reaches subn0.
  by rewrite Rminus_eq_0 Rmult_0_r Rplus_0_r (_ : (L - h.+1 + l)%N = l) //; lia.
split=> // pi [|j] h x Hpi hj.
  rewrite reaches_0 //; last lia.
  case E : (state_of x == state_of y); first by rewrite /= E /=; lra.
  rewrite /ind Rminus_0_r Rmult_1_r Rplus_0_l (_ : INR L = INR (L - h + l)); last by congr INR; lia.
  by apply: B; [lia | lia | rewrite E].
have ne : state_of x == state_of y = false by apply: other; apply/eqP; lia.
have hL : (h.+1 < L)%N by lia.
rewrite reaches_step; last lia.
set R := \rsum_a _; rewrite S_INR [least_time _ _ _]/= ne hL.
apply: Rle_trans (Rplus_le_compat_l 1 _ _ (least_mean a0 _ (Hpi h x))) _.
set G := fun z => V P pi (at_state y) j.+1 (z : S h.+1).
have le a : \rsum_z (P h x a z * time k z) <= INR j + INR L - INR L * \rsum_z (P h x a z * G z).
  rewrite -{1}(mean_const x a (INR j + INR L)) -rsumZ -rsumB; apply: le_rsum => z _.
  have := IHU pi j h.+1 z Hpi ltac:(lia); rewrite -/(G z) => IHz.
  by have := Rmult_le_compat_l _ _ _ ((HP x a).1 z) IHz; lra.
apply: (@Rle_trans _ (1 + \rsum_a (pi h x a * (INR j + INR L - INR L * \rsum_z (P h x a z * G z))))).
  apply: Rplus_le_compat_l; apply: le_rsum => a _; apply: Rmult_le_compat_l; [exact: (Hpi h x).1 | exact: le].
have -> : \rsum_a (pi h x a * (INR j + INR L - INR L * \rsum_z (P h x a z * G z))) =
    INR j + INR L - INR L * R.
  rewrite (eq_bigr (fun a => pi h x a * (INR j + INR L) + - INR L * (pi h x a * \rsum_z (P h x a z * G z)))) => [|a _].
    by rewrite rsumD rsumZr (Hpi h x).2 rsumZ /R /G; ring.
  by ring.
by lra.
Qed.

(* a state that is alone in its layer is reached surely *)
Lemma alone_sure pi j h (x : S h) : is_policy pi -> (forall z, z = y) -> (h + j)%N = l -> V P pi (at_state y) j.+1 x = 1.
Proof.
move=> Hpi only; elim: j h x => [|j IH] h x hj.
  rewrite reaches_0 //; last lia.
  have hl : h = l by lia.
  by subst h; rewrite (only x) eqxx.
rewrite reaches_step; last lia.
rewrite -[RHS](Hpi h x).2; apply: eq_bigr => a _; rewrite (eq_bigr (fun z => P h x a z * 1)).
  by rewrite mean_const Rmult_1_r.
by move=> z _; rewrite IH //; lia.
Qed.
End Target.

Hypotheses (L_gt0 : (0 < L)%N).

Lemma time_in l (y : S l) k h (x : S h) D : is_upper_bound times D -> (h < L)%N -> (l < L)%N -> least_time y k x <= D.
Proof. by move=> ub hL lL; apply: ub; exists k, h, x, l, y. Qed.

(* a layer of two states: the chain is in it again after L steps at the earliest *)
Lemma diameter_ge l (x y : S l) D : (l < L)%N -> x != y -> is_upper_bound times D -> INR L <= D.
Proof.
move=> lL xy ub; apply: Rle_trans (time_in y L x ub lL lL).
rewrite (_ : INR L = INR (L - l) + INR l); last by rewrite -addn_INR; congr INR; lia.
apply: (time_round lL); [lia | lia | lia | by rewrite same | lia |].
by move=> k' kk; apply: (@time_layers l y lL l 0%N x0); lia.
Qed.

(* Sec. I-A, UCRL2 (inline:I-A.1), repaired: the diameter is at least L if a layer has two states, and it is L if and only if
   some policy reaches every state surely from x_0, and from every state of a layer h < l some policy reaches every state
   of layer l with probability (l - h)/L at least, in the same episode *)
Theorem diameter_L l0 (u v : S l0) : (l0 < L)%N -> u != v ->
  (forall D, diameter D -> INR L <= D) /\
  (diameter (INR L) <-> forall l (y : S l), (l < L)%N ->
    (exists2 pi, is_policy pi & reaches pi y x0 = 1) /\
    forall h (x : S h), (h < l)%N -> exists2 pi, is_policy pi & INR (l - h) / INR L <= reaches pi y x).
Proof.
move=> lL0 uv; have l1 : 1 <= INR L := leq_INR L_gt0.
split=> [D [ub _]|]; first exact: diameter_ge lL0 uv ub.
split=> [[ub _] l y lL|H]; last first.
  split; last by move=> D ub; exact: diameter_ge lL0 uv ub.
  move=> t [k [h [x [l [y [hL lL ->]]]]]]; have [[pi0 Hpi0 sure] far] := H l y lL.
  have [B U] := time_upper lL Hpi0 sure k.
  case: (ltnP h l) => [hl|lh]; last first.
    case E : (state_of x == state_of y).
      by case: (k) => [|k'] /=; rewrite ?E; have := pos_INR L; lra.
    by apply: Rle_trans (B h x lh hL _) _; [rewrite E | apply: leq_INR; lia].
  have [pi Hpi] := far h x hl; rewrite /reaches (_ : (l.+1 - h)%N = (l - h).+1); last lia.
  move=> le; apply: Rle_trans (U pi (l - h)%N h x Hpi _) _; first lia.
  have := Rmult_le_compat_l _ _ _ (pos_INR L) le; rewrite (_ : INR L * (INR (l - h) / INR L) = INR (l - h)); last by field; lra.
  by lra.
have pi := greedy_policy y; have lt := leq_INR (ltnW lL).
split; last first.
  move=> h x hl; exists (greedy y); first exact: greedy_policy.
  rewrite /reaches (_ : (l.+1 - h)%N = (l - h).+1); last lia.
  rewrite (@greedy_reaches l y lL (l - h)%N); last lia.
  have hL : (h < L)%N by lia.
  have := Rle_trans _ _ _ (@time_lower l y lL (l - h)%N h x (L + (l - h))%N ltac:(lia) (leqnn _)) (time_in y _ x ub hL lL).
  move=> le; apply: (Rmult_le_reg_l (INR L)); first lra.
  by rewrite (_ : INR L * (INR (l - h) / INR L) = INR (l - h)); [lra | field; lra].
exists (greedy y); first exact: greedy_policy.
rewrite /reaches subn0; case: (pickP (fun x => x != y)) => [x xy|only]; last first.
  apply: (alone_sure lL); [exact: greedy_policy | by move=> z; apply/eqP; have /negbFE := only z | exact: add0n].
have [_ up] := @reaches_01 l y lL _ l 0%N x0 (greedy_policy y) (add0n l).
have E0 := @greedy_reaches l y lL l 0%N x0 (add0n l); apply: Rle_antisym; [exact: up | rewrite E0].
have ne : state_of x != state_of y by rewrite same.
have low k' : (L + l <= k')%N -> INR l + INR L * (1 - greatest_reach y l x0) <= least_time y k' x0.
  by move=> kk; exact: (@time_lower l y lL l 0%N x0 k' (add0n l) kk).
have le : INR (L - l) + (INR l + INR L * (1 - greatest_reach y l x0)) <= least_time y (L + l + L)%N x.
  by apply: (time_round lL) => // [|||k' kk]; [lia | lia | lia | apply: low; lia].
have := Rle_trans _ _ _ le (time_in y _ x ub lL lL); rewrite -Rplus_assoc -addn_INR subnK; last lia.
by move=> H; apply: (Rmult_le_reg_l (INR L)); lra.
Qed.
End Chain.

(* --- layers 1-2-1 with one action: the first step leads to u (true) with probability p *)
Section Fork.
Variable p : R.
Hypothesis p01 : 0 < p <= 1 / 2.
Let S (h : nat) := if h == 1%N then [finite bool] else [finite unit].
Let A := [finite unit].
Definition fork_trans : trans S A := fun h =>
  match h return S h -> A -> S h.+1 -> R with
  | 0%N => fun _ _ (y : S 1%N) => if (y : bool) then p else 1 - p
  | 1%N => fun _ _ _ => 1
  | _.+2 => fun _ _ _ => 1
  end.
Notation time l y k h x := (@least_time S A tt tt 2 fork_trans l y k h x).

Lemma fork_is_trans : is_trans fork_trans.
Proof.
move=> [|[|h]] x a; split=> //=; try (by move=> _; lra).
- by move=> []; lra.
- by rewrite big_bool /=; ring.
- by rewrite rsum_const card_unit /=; ring.
by rewrite rsum_const card_unit /=; ring.
Qed.

Lemma least_unit (f : A -> R) : least tt f = f tt.
Proof. by rewrite /least /greatest; case: (best_action _ _); ring. Qed.

Lemma fork_first l (y : S l) k : (state_of (tt : S 0%N) == state_of y) = false ->
  time l y k.+1 0%N tt = 1 + (p * time l y k 1%N true + (1 - p) * time l y k 1%N false).
Proof. by move=> /= ->; rewrite least_unit big_bool. Qed.

Lemma fork_second l (y : S l) k (x : S 1%N) : (state_of x == state_of y) = false ->
  time l y k.+1 1%N x = 1 + time l y k 0%N tt.
Proof. by move=> /= ->; rewrite least_unit big_const card_unit /=; ring. Qed.

Lemma fork_there l (y : S l) k h (x : S h) : (state_of x == state_of y) = true -> time l y k h x = 0.
Proof. by case: k => //= k ->. Qed.

Let u : S 1%N := true.
Let v : S 1%N := false.

(* to u after 2n steps from v *)
Lemma fork_times n : time 1%N u (2 * n) 1%N v = 2 / p * (1 - (1 - p) ^ n).
Proof.
elim: n => [|n IH]; first by rewrite /=; ring.
rewrite (_ : (2 * n.+1 = (2 * n).+2)%N); last by lia.
rewrite fork_second; last by rewrite same.
rewrite fork_first; last by rewrite other.
rewrite (@fork_there _ u _ _ u); last by rewrite same.
by rewrite IH /=; field; lra.
Qed.

Lemma fork_bounds k : [/\ time 1%N u k 0%N tt <= 2 / p - 1, time 1%N u k 1%N v <= 2 / p,
  time 1%N v k 0%N tt <= 2 / p - 1 & time 1%N v k 1%N u <= 2 / p].
Proof.
have ip : p * (2 / p) = 2 by field; lra.
have i4 : 4 <= 2 / p by apply: (Rmult_le_reg_l p); lra.
elim: k => [|k [U0 U1 V0 V1]]; first by split; rewrite /=; lra.
have E0 w : (state_of (tt : S 0%N) == state_of (w : S 1%N)) = false by rewrite other.
rewrite !fork_first // !fork_second; try by rewrite same.
rewrite (@fork_there _ u _ _ u); last by rewrite same.
rewrite (@fork_there _ v _ _ v); last by rewrite same.
have q0 : 0 <= 1 - p by lra.
have m1 := Rmult_le_compat_l _ _ _ q0 U1; have m2 := Rmult_le_compat_l p _ _ (Rlt_le _ _ (proj1 p01)) V1.
have m3 : (1 - p) * (2 / p) = 2 / p - p * (2 / p) by ring.
by rewrite -/u -/v; split; lra.
Qed.

Lemma fork_diameter : @diameter S A tt tt 2 fork_trans (2 / p).
Proof.
have ip : p * (2 / p) = 2 by field; lra.
have i4 : 4 <= 2 / p by apply: (Rmult_le_reg_l p); lra.
split=> [t [k [h [x [l [y [hL lL ->]]]]]]|D ub].
  have [U0 U1 V0 V1] := fork_bounds k.
  case: l y lL => [|[|//]] y _.
    case: y; case: h x hL => [|[|//]] x _; first by rewrite fork_there; [lra | case: x; rewrite same].
    case: (k) => [|k']; first by rewrite /=; lra.
    rewrite fork_second; last by rewrite other.
    by rewrite fork_there; [lra | rewrite same].
  case: h x hL => [|[|//]] x _; first by case: x; case: y; rewrite -/u -/v; lra.
  case E : (state_of x == state_of y); first by rewrite fork_there //; lra.
  by case: x y E => -[]; rewrite ?same // => _; rewrite -/u -/v; lra.
case: (Rle_lt_dec (2 / p) D) => // small; exfalso.
have q1 : Rabs (1 - p) < 1 by rewrite Rabs_pos_eq; lra.
have e0 : 0 < 1 - p * D / 2 by have : p * D < 2; [nra | lra].
have [n Hn] := pow_lt_1_zero (1 - p) q1 _ e0.
have le : time 1%N u (2 * n) 1%N v <= D by apply: ub; exists (2 * n)%N, 1%N, v, 1%N, u.
have := Hn n (le_n n); rewrite Rabs_pos_eq; last by apply: pow_le; lra.
move: le; rewrite fork_times => le small'.
have : p * (2 / p * (1 - (1 - p) ^ n)) <= p * D by apply: Rmult_le_compat_l; lra.
by rewrite -Rmult_assoc ip; lra.
Qed.
End Fork.

(* Sec. I-A, UCRL2 (inline:I-A.1), the printed inference does not follow: with the diameter L the bound D X sqrt(A n) after
   n = LT steps is L^(3/2) X sqrt(TA), but on layers 1-2-1 with one action the diameter exceeds KL for every K, if u is
   reached with probability 1/(1 + |K|), and so does UCRL2's bound K times the printed one *)
Theorem UCRL2_gap (K : R) (S := fun h => if h == 1%N then [finite bool] else [finite unit])
    (A := [finite unit]) (P := @fork_trans (/ (2 + Rabs K))) :
  (forall L X T A, 1 <= L -> 1 <= X -> 1 <= T -> 1 <= A -> L * X * sqrt (A * (L * T)) = L * sqrt L * X * sqrt (T * A)) /\
  is_trans P /\ exists D, [/\ @diameter S A tt tt 2 P D, K * INR 2 < D & forall T, 1 <= T ->
    let L := INR 2 in let XR := INR (X S 2) in let AR := INR #|A| in
    K * (L * sqrt L * XR * sqrt (T * AR)) < D * XR * sqrt (AR * (L * T))].
Proof.
have steps L X T B : 1 <= L -> 1 <= X -> 1 <= T -> 1 <= B ->
    L * X * sqrt (B * (L * T)) = L * sqrt L * X * sqrt (T * B).
  move=> L1 X1 T1 B1; rewrite (_ : B * (L * T) = L * (T * B)); last ring.
  by rewrite sqrt_mult_alt; [ring | lra].
split=> //; have k0 := Rabs_pos K; have kK := Rle_abs K.
have p01 : 0 < / (2 + Rabs K) <= 1 / 2.
  split; first by apply: Rinv_0_lt_compat; lra.
  by rewrite /Rdiv Rmult_1_l; apply: Rinv_le_contravar; lra.
have dE : 2 / / (2 + Rabs K) = 2 * (2 + Rabs K) by field; lra.
split; first exact: fork_is_trans.
exists (2 * (2 + Rabs K)); have KD : K * INR 2 < 2 * (2 + Rabs K) by rewrite INR_IZR_INZ /=; lra.
split=> // [|T T1 L XR AR]; first by rewrite -dE; exact: fork_diameter.
have L2 : L = 2 by rewrite /L INR_IZR_INZ.
have x1 : 1 <= XR by apply: (leq_INR (m := 1)); rewrite /X big_ord_recl /= card_unit.
have a1 : AR = 1 by rewrite /AR card_unit.
have := steps L XR T AR; rewrite a1 => E; rewrite -E; [|lra..].
have r0 : 0 < XR * sqrt (1 * (L * T)) by apply: Rmult_lt_0_compat; [lra | apply: sqrt_lt_R0; rewrite L2; lra].
rewrite -/L in KD; move: r0; move: (sqrt _) => r r0.
by rewrite (_ : K * (L * XR * r) = K * L * (XR * r)); [rewrite (_ : _ * XR * r = 2 * (2 + Rabs K) * (XR * r)); [nra | ring] | ring].
Qed.
