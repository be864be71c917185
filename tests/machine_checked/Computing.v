(* Small instances as tables of numbers.  Their values, occupancy measures, counters, estimates and LP1's rows,
   as the development defines them, equal what recursion on numbers gives (the names with an underscore), so
   that definitions.py can state them for a given instance and Coq can compute them. *)
Require Import Previsions.Sums Previsions.Concentration UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures
  UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.model.Learner UCRLLP.paper.Epochs UCRLLP.paper.RepairedForms.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* layer h has the states 0, ..., nth 0 m h *)
Definition states (m : seq nat) h : finType := [finType of 'I_(nth 0 m h).+1].
Definition numbers n : finType := [finType of 'I_n.+1].
Notation "#( i < n )" := (@Ordinal n%N i%N isT) (at level 0, i at level 0).

(* --- the counters of a history of episodes; actions 0, ..., k and reward symbols 0, ..., s *)
Section Counters.
Variables (m : seq nat) (k s L : nat).
Notation S := (states m).
Notation A := (numbers k).
Notation Z := (numbers s).
Notation E := (traj S A Z L 0).
Variable x0 : S 0.

Definition step n h (a : A) (z : Z) (y : S h.+1) (e : traj S A Z n h.+1) : traj S A Z n.+1 h := ((a, (z, y)), e).
Definition stop h : traj S A Z 0 h := tt.

(* its steps, as (h, x, a, z, y) *)
Fixpoint steps n h : S h -> traj S A Z n h -> seq (nat * nat * nat * nat * nat) :=
  match n with
  | 0 => fun _ _ => [::]
  | n'.+1 => fun x e => (h, nat_of_ord x, nat_of_ord e.1.1, nat_of_ord e.1.2.1, nat_of_ord e.1.2.2)
      :: @steps n' h.+1 e.1.2.2 e.2
  end.
Definition is_pair h x a (u : nat * nat * nat * nat * nat) : bool :=
  (u.1.1.1.1 == h) && (u.1.1.1.2 == x) && (u.1.1.2 == a).
Definition is_triple h x a y (u : nat * nat * nat * nat * nat) : bool := is_pair h x a u && (u.2 == y).

Lemma at_pairE h (x : S h) (a : A) l (y : S l) (b : A) (z : Z) (y' : S l.+1) :
  at_pair (mkp x a) y b z y' = (l == h) && (nat_of_ord y == x) && (nat_of_ord b == a) :> bool.
Proof.
case: (eqVneq l h) => [lh|ne]; last by rewrite at_other // eq_sym.
by subst l; rewrite at_same -!val_eqE.
Qed.

Lemma at3E h (x : S h) (a : A) (x' : S h.+1) l (y : S l) (b : A) (z : Z) (y' : S l.+1) :
  at3 x a x' y b z y' =
  (l == h) && (nat_of_ord y == x) && (nat_of_ord b == a) && (nat_of_ord y' == x') :> bool.
Proof.
case: (eqVneq l h) => [lh|ne]; last by rewrite at3_other // eq_sym.
by subst l; rewrite at3_same -!val_eqE.
Qed.

Lemma pairE h (x : S h) (a : A) n l (y : S l) (e : traj S A Z n l) :
  pathhas (at_pair (mkp x a)) y e = has (is_pair h x a) (steps y e).
Proof. by elim: n l y e => [//|n IH] l y e; rewrite /= IH at_pairE. Qed.

Lemma tripleE h (x : S h) (a : A) (x' : S h.+1) n l (y : S l) (e : traj S A Z n l) :
  pathhas (at3 x a x') y e = has (is_triple h x a x') (steps y e).
Proof. by elim: n l y e => [//|n IH] l y e; rewrite /= IH at3E. Qed.

Definition cnt_ h x a (w : seq E) : nat := count (fun e => has (is_pair h x a) (steps x0 e)) w.
Lemma cntE h (x : S h) (a : A) w : cnt x0 (mkp x a) w = cnt_ h x a w.
Proof. by elim: w => [//|e w IH]; rewrite cnt_cons IH /visit pairE. Qed.

Definition trig_ (v w : seq E) : bool :=
  has (fun h => has (fun x => has (fun a => maxn 1 (cnt_ h x a v) <= cnt_ h x a w - cnt_ h x a v)
    (iota 0 k.+1)) (iota 0 (nth 0 m h).+1)) (iota 0 L).

Lemma exists_has n (p : nat -> bool) : [exists i : 'I_n, p i] = has p (iota 0 n).
Proof.
apply/existsP/hasP => [[i pi]|[i]]; first by exists (nat_of_ord i); rewrite // mem_iota ltn_ord.
by rewrite mem_iota => /= il pi; exists (Ordinal il).
Qed.

Lemma trigE v w : trig x0 v w = trig_ v w.
Proof.
rewrite /trig_ -exists_has; apply: eq_existsb => h; rewrite -exists_has; apply: eq_existsb => x.
by rewrite -exists_has; apply: eq_existsb => a; rewrite !cntE.
Qed.

Fixpoint start_ (w : seq E) : seq E :=
  if w is e :: w' then let v := start_ w' in if trig_ v w then w else v else [::].
Lemma startE w : start x0 w = start_ w.
Proof. by elim: w => [//|e w IH]; rewrite [LHS]/= IH trigE. Qed.
Lemma start_at w n : size (start_ w) = n -> start x0 w = drop (size w - n) w.
Proof. by rewrite -startE; have [i [-> iw]] := start_drop x0 w; rewrite size_drop => <-; rewrite subKn. Qed.

Fixpoint updates_ (w : seq E) : nat := if w is e :: w' then trig_ (start_ w') w + updates_ w' else 0.
Lemma updatesE w : updates x0 w = updates_ w.
Proof. by elim: w => [//|e w IH]; rewrite [LHS]/= IH startE trigE. Qed.

(* --- estimates *)
Notation real_of n := (IZR (Z.of_nat n)).
Definition cnt3_ h x a y (w : seq E) : nat := count (fun e => has (is_triple h x a y) (steps x0 e)) w.

Lemma n1E h (x : S h) (a : A) w : n1 x0 w x a = real_of (maxn 1 (cnt_ h x a w)).
Proof. by rewrite /n1 cntE INR_IZR_INZ. Qed.

Lemma PbarE w h (x : S h) (a : A) (y : S h.+1) :
  Pbar x0 w x a y = (real_of (cnt3_ h x a y w) / real_of (maxn 1 (cnt_ h x a w)))%R.
Proof.
rewrite /Pbar n1E -!INR_IZR_INZ; congr (_ / _)%R.
elim: w => [|e w IH]; first by rewrite big_nil.
by rewrite big_cons IH /cnt3_ [count _ (e :: w)]/= addn_INR /visit3 tripleE; case: has.
Qed.

Lemma by_estimatesE w h (x : S h) (a : A) (y : S h.+1) : by_estimates x0 id w x a y =
  (if cnt_ h x a w == 0%N then / real_of (nth 0%N m h.+1).+1
   else real_of (cnt3_ h x a y w) / real_of (maxn 1 (cnt_ h x a w)))%R.
Proof. by rewrite /by_estimates cntE PbarE card_ord INR_IZR_INZ. Qed.

Lemma q_1E h (x : S h) (a : A) (y : S h.+1) :
  @q_1 S A h x a y = (/ (real_of (nth 0%N m h).+1 * real_of k.+1 * real_of (nth 0%N m h.+1).+1))%R.
Proof. by rewrite /q_1 !card_ord !INR_IZR_INZ. Qed.

Variable value : nat -> R.
Definition reward_of : Z -> R := fun z => value z.
Definition total (zs : seq nat) : R := foldr (fun z c => value z + c)%R 0%R zs.
Definition symbols h x a n l (y : S l) (e : traj S A Z n l) : seq nat :=
  [seq u.1.2 | u <- steps y e & is_pair h x a u].
Definition seen h x a (w : seq E) : seq nat := flatten [seq symbols h x a x0 e | e <- w].

Lemma totalD u v : total (u ++ v) = (total u + total v)%R.
Proof. by elim: u => [|z u IH] /=; [rewrite Rplus_0_l | rewrite IH Rplus_assoc]. Qed.

Lemma rewE h (x : S h) (a : A) n l (y : S l) (e : traj S A Z n l) :
  pathsum (at_rew reward_of x a) y e = total (symbols h x a y e).
Proof.
elim: n l y e => [//|n IH] l y e; rewrite [LHS]/= IH /at_rew at_pairE /symbols /= /is_pair /=.
by case: (_ && _ && _) => /=; rewrite ?Rmult_1_l ?Rmult_0_l ?Rplus_0_l.
Qed.

Lemma rbarE w h (x : S h) (a : A) :
  rbar x0 reward_of w x a = (total (seen h x a w) / real_of (maxn 1 (cnt_ h x a w)))%R.
Proof.
rewrite /rbar n1E; congr (_ / _)%R.
elim: w => [|e w IH]; first by rewrite big_nil.
by rewrite big_cons IH /seen /= totalD /rew rewE.
Qed.
End Counters.
Arguments step : clear implicits.
Arguments stop : clear implicits.

(* --- values and occupancy measures of tables of numbers *)
Section Tables.
Local Open Scope R_scope.
Variables (m : seq nat) (k : nat).
Notation S := (states m).
Notation A := (numbers k).
Notation X h := (nth 0%N m h).+1.
Definition pair_of (t : seq (seq (seq R))) h x a := nth 0 (nth [::] (nth [::] t h) x) a.
Definition triple_of (t : seq (seq (seq (seq R)))) h x a y := nth 0 (nth [::] (nth [::] (nth [::] t h) x) a) y.
Definition pairs_of t h (x : S h) (a : A) : R := pair_of t h x a.
Definition triples_of t h (x : S h) (a : A) (y : S h.+1) : R := triple_of t h x a y.

Definition sum n (F : nat -> R) : R := foldr (fun i c => F i + c) 0 (iota 0 n).
Lemma sumE n (F : nat -> R) : \rsum_(i : 'I_n) F i = sum n F.
Proof. by rewrite -(big_mkord xpredT F) /index_iota subn0 unlock. Qed.
Lemma sum_eq n (F : 'I_n -> R) (G : nat -> R) : (forall i : 'I_n, F i = G i) -> \rsum_(i : 'I_n) F i = sum n G.
Proof. by move=> H; rewrite -sumE; apply: eq_bigr => i _. Qed.

Variables (P q : seq (seq (seq (seq R)))) (pi r : seq (seq (seq R))).
Fixpoint V_ n h x : R :=
  if n is n'.+1 then
    sum k.+1 (fun a => pair_of pi h x a * (pair_of r h x a + sum (X h.+1) (fun y => triple_of P h x a y * V_ n' h.+1 y)))
  else 0.
Lemma VE n h (x : S h) : V (triples_of P) (pairs_of pi) (pairs_of r) n x = V_ n h x.
Proof.
elim: n h x => [//|n IH] h x /=; apply: sum_eq => a; congr (_ * (_ + _)).
by apply: sum_eq => y; rewrite IH.
Qed.

Fixpoint mu_ h y : R :=
  if h is h'.+1 then sum (X h') (fun x => sum k.+1 (fun a => mu_ h' x * pair_of pi h' x a * triple_of P h' x a y))
  else ind (y == 0%N).
Notation x0 := (ord0 : S 0).
Lemma muE h (x : S h) : mu x0 (triples_of P) (pairs_of pi) x = mu_ h x.
Proof. by elim: h x => [|h IH] x //=; do 2![apply: sum_eq => ?]; rewrite IH. Qed.

Definition q2_ h x a := mu_ h x * pair_of pi h x a.
Lemma q2E h (x : S h) a : q2 x0 (triples_of P) (pairs_of pi) x a = q2_ h x a.
Proof. by rewrite /q2 muE. Qed.

Definition q3_ h x a y := q2_ h x a * triple_of P h x a y.
Lemma q3E h (x : S h) a y : q3 x0 (triples_of P) (pairs_of pi) x a y = q3_ h x a y.
Proof. by rewrite /q3 q2E. Qed.

Definition mass (u : nat -> nat -> nat -> nat -> R) h x a := sum (X h.+1) (u h x a).
Definition inner_ L u := sum L (fun h => sum (X h) (fun x => sum k.+1 (fun a => mass u h x a * pair_of r h x a))).
Lemma innerE L : inner L (triples_of q) (pairs_of r) = inner_ L (triple_of q).
Proof. by do 3![apply: sum_eq => ?]; congr (_ * _); exact: sum_eq. Qed.
Lemma inner_q3E L : inner L (q3 x0 (triples_of P) (pairs_of pi)) (pairs_of r) = inner_ L q3_.
Proof. by do 3![apply: sum_eq => ?]; congr (_ * _); apply: sum_eq => ?; exact: q3E. Qed.

(* --- the polytope (13) as finitely many rows *)
Section Rows.
Variables (L : nat) (centre : seq (seq (seq (seq R)))) (radius : seq (seq (seq R))).
Definition every n (F : nat -> Prop) : Prop := foldr (fun i G => F i /\ G) True (iota 0 n).
Lemma everyP n (F : nat -> Prop) : every n F <-> forall i, (i < n)%N -> F i.
Proof.
have H s : foldr (fun i G => F i /\ G) True s <-> forall i, i \in s -> F i.
  elim: s => [//|j s IH] /=; rewrite IH; split=> [[Fj Fs] i|Fs].
    by rewrite inE => /orP[/eqP -> //|]; exact: Fs.
  by split=> [|i is_]; apply: Fs; rewrite inE ?eqxx // is_ orbT.
by rewrite /every H; split=> Fi i ii; apply: Fi; move: ii; rewrite mem_iota.
Qed.

Definition rows (u dev : nat -> nat -> nat -> nat -> R) : Prop :=
  [/\ every L (fun h => every (X h) (fun x => every k.+1 (fun a => every (X h.+1) (fun y =>
        [/\ 0 <= u h x a y, u h x a y - triple_of centre h x a y * mass u h x a <= dev h x a y
          & triple_of centre h x a y * mass u h x a - u h x a y <= dev h x a y])))),
      every L (fun h => every (X h) (fun x => every k.+1 (fun a =>
        mass dev h x a <= pair_of radius h x a * mass u h x a))),
      sum (X 0) (fun x => sum k.+1 (mass u 0 x)) = 1
    & every L.-1 (fun h => every (X h.+1) (fun y =>
        sum k.+1 (mass u h.+1 y) = sum (X h) (fun x => sum k.+1 (fun a => u h x a y))))].

Notation polytope := (polytope L (triples_of centre : trans S A) (pairs_of radius)).
Implicit Type p : occ S A.
Definition number p h x a y : R := p h (inord x) (inord a) (inord y).
Lemma numberE p h (x : S h) (a : A) (y : S h.+1) : number p h x a y = p h x a y.
Proof. by rewrite /number !inord_val. Qed.
Lemma massE p h (x : S h) (a : A) : mass (number p) h x a = marg p x a.
Proof. by rewrite /mass -sumE; apply: eq_bigr => y _; rewrite numberE. Qed.
Lemma inner_number p : inner L p (pairs_of r) = inner_ L (number p).
Proof. by do 3![apply: sum_eq => ?]; rewrite -massE. Qed.

Lemma Rabs_le_inv x y : Rabs x <= y -> - y <= x <= y.
Proof. by rewrite /Rabs; case: Rcase_abs => ?; lra. Qed.

Lemma polytope_rows p : polytope p -> exists dev, rows (number p) dev.
Proof.
case=> p0 one flow [dev [D1 D2]]; exists (number dev); split.
- apply/everyP => h hL; apply/everyP => x xX; apply/everyP => a aA; apply/everyP => y yX.
  pose x' : S h := Ordinal xX; pose a' : A := Ordinal aA; pose y' : S h.+1 := Ordinal yX.
  have D := D1 h x' a' y' hL; have Q := p0 h x' a' y' hL.
  rewrite -[x]/(nat_of_ord x') -[a]/(nat_of_ord a') -[y]/(nat_of_ord y') !numberE massE.
  by have {}D := Rabs_le_inv D; move: D; rewrite /triples_of; split=> //; lra.
- apply/everyP => h hL; apply/everyP => x xX; apply/everyP => a aA.
  pose x' : S h := Ordinal xX; pose a' : A := Ordinal aA.
  by rewrite -[x]/(nat_of_ord x') -[a]/(nat_of_ord a') !massE; exact: (D2 h x' a' hL).
- by rewrite -one; symmetry; do 2![apply: sum_eq => ?]; rewrite massE.
apply/everyP => h hL; apply/everyP => y yX; pose y' : S h.+1 := Ordinal yX.
have F := flow h y'; rewrite -ltn_predRL in F; have {}F := F hL.
rewrite -[y]/(nat_of_ord y') -!sumE; under eq_bigr => a _ do rewrite massE.
by rewrite F; apply: eq_bigr => x _; rewrite -sumE; apply: eq_bigr => a _; rewrite numberE.
Qed.

Lemma rows_polytope dev : rows (triple_of q) (triple_of dev) -> polytope (triples_of q).
Proof.
case=> /everyP R1 /everyP R2 one /everyP flow.
have mE h (x : S h) (a : A) : marg (triples_of q) x a = mass (triple_of q) h x a by exact: sum_eq.
have R h (x : S h) (a : A) (y : S h.+1) (hL : (h < L)%N) :
    [/\ 0 <= triple_of q h x a y,
      triple_of q h x a y - triple_of centre h x a y * mass (triple_of q) h x a <= triple_of dev h x a y
    & triple_of centre h x a y * mass (triple_of q) h x a - triple_of q h x a y <= triple_of dev h x a y].
  by have /everyP/(_ _ (ltn_ord x))/everyP/(_ _ (ltn_ord a))/everyP/(_ _ (ltn_ord y)) := R1 h hL.
split.
- by move=> h x a y hL; case: (R h x a y hL).
- by rewrite -one; do 2![apply: sum_eq => ?].
- move=> h y; rewrite -ltn_predRL => hL; have /everyP/(_ _ (ltn_ord y)) := flow h hL.
  rewrite -!sumE => F; under eq_bigr => a _ do rewrite mE.
  by rewrite F; apply: eq_bigr => x _; rewrite -sumE.
exists (triples_of dev); split=> h x a.
  by move=> y hL; case: (R h x a y hL); rewrite mE /triples_of /Rabs; case: Rcase_abs => ?; lra.
move=> hL; have /everyP/(_ _ (ltn_ord x))/everyP/(_ _ (ltn_ord a)) := R2 h hL.
by rewrite mE /mass -sumE.
Qed.
End Rows.
End Tables.

(* --- to compute all but the operations of the reals *)
Ltac real := lazy -[Rplus Rmult Rdiv Rminus Rinv Ropp IZR Rlt Rle Rge Rgt].
Ltac computed E := rewrite E; lazy; reflexivity.
(* the history on the right is never normalised: its types are large *)
Ltac start_computed n := rewrite (@start_at _ _ _ _ _ _ n); [reflexivity | lazy; reflexivity].
Ltac real_computed E := rewrite E; real; lra.
(* a point of the polytope attains v (E), with these deviations; lra finds the dual that shows that none exceeds v *)
Ltac optimum_computed dev :=
  let v := fresh in let p := fresh in let d := fresh in let H := fresh in
  match goal with |- _ /\ ?value =>
    have v : value; [rewrite innerE; real; lra |] end;
  split; [split | exact: v];
  [ apply: (rows_polytope (dev := dev)); real; repeat split; lra
  | rewrite v => p /polytope_rows[d]; rewrite inner_number; move: (number p) => {p v} p;
    real; move=> H; repeat match goal with G : _ /\ _ |- _ => destruct G | G : and3 _ _ _ |- _ => destruct G
      | G : and4 _ _ _ _ |- _ => destruct G end; lra ].
