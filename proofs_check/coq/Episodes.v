(* Section II: episodes.  An episode is a sequence of actions, reward symbols and next states; the reward
   of a symbol z is rv z, so that rewards have any finite support and may depend on the next state. *)
Require Import UCRLLP.Sums UCRLLP.Model.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section Traj.
Variables (S : nat -> finType) (A Z : finType).
Notation trans := (trans S A).
Notation policy := (policy S A).
(* rho(z|x,a,x'), the distribution of the reward symbol, given the pair and the next state *)
Definition rlaw := forall h, S h -> A -> S h.+1 -> Z -> R.
Definition is_rlaw (rho : rlaw) := forall h x a y, is_dist (@rho h x a y).

(* k steps from layer h on: actions, reward symbols, next states *)
Fixpoint traj k h : finType :=
  match k with
  | 0%N => [finType of unit]
  | k'.+1 => [finType of ((A * (Z * S h.+1)) * traj k' h.+1)%type]
  end.

(* what depends on a step (x, a, z, x'), and what may happen at a step *)
Definition functional := forall h, S h -> A -> Z -> S h.+1 -> R.
Definition event := forall h, S h -> A -> Z -> S h.+1 -> bool.

(* the probability of an episode from x on *)
Fixpoint law (P : trans) (rho : rlaw) (pi : policy) k h : S h -> traj k h -> R :=
  match k with
  | 0%N => fun _ _ => 1
  | k'.+1 => fun x e => pi h x e.1.1 * (rho h x e.1.1 e.1.2.2 e.1.2.1 * P h x e.1.1 e.1.2.2) *
                        @law P rho pi k' h.+1 e.1.2.2 e.2
  end.

(* Phi added up along an episode *)
Fixpoint pathsum (Phi : functional) k h : S h -> traj k h -> R :=
  match k with
  | 0%N => fun _ _ => 0
  | k'.+1 => fun x e => Phi h x e.1.1 e.1.2.1 e.1.2.2 + @pathsum Phi k' h.+1 e.1.2.2 e.2
  end.

(* Psi happens at some step of an episode *)
Fixpoint pathhas (Psi : event) k h : S h -> traj k h -> bool :=
  match k with
  | 0%N => fun _ _ => false
  | k'.+1 => fun x e => Psi h x e.1.1 e.1.2.1 e.1.2.2 || @pathhas Psi k' h.+1 e.1.2.2 e.2
  end.

Lemma sum_traj k h (F : traj k.+1 h -> R) : \rsum_(e : traj k.+1 h) F e =
  \rsum_(a : A) \rsum_(z : Z) \rsum_(y : S h.+1) \rsum_(e : traj k h.+1) F ((a, (z, y)), e).
Proof.
rewrite (eq_bigr (fun e => F ((e.1.1, (e.1.2.1, e.1.2.2)), e.2))); last by case=> [[a [z y]] e].
rewrite -(pair_bigA _ (fun (b : A * (Z * S h.+1)) e => F ((b.1, (b.2.1, b.2.2)), e))) /=.
rewrite -(pair_bigA _ (fun a (zy : Z * S h.+1) => \rsum_(e : traj k h.+1) F ((a, (zy.1, zy.2)), e))) /=.
by apply: eq_bigr => a _; rewrite -(pair_bigA _ (fun z y => \rsum_(e : traj k h.+1) F ((a, (z, y)), e))).
Qed.

Section Law.
Unset Implicit Arguments.
Variables (P : trans) (rho : rlaw) (pi : policy).
Set Implicit Arguments.
Hypotheses (HP : is_trans P) (Hrho : is_rlaw rho) (Hpi : is_policy pi).

Lemma law_dist k h (x : S h) : is_dist (law P rho pi (k := k) x).
Proof.
elim: k h x => [|k IH] h x; split.
- by move=> e /=; lra.
- by rewrite /= (bigD1 tt) //= big1 ?Rplus_0_r // => -[].
- move=> e /=; apply: Rmult_le_pos; last exact: (IH _ _).1.
  apply: Rmult_le_pos; first exact: (Hpi x).1.
  by apply: Rmult_le_pos; [exact: (Hrho x _ _).1 | exact: (HP x _).1].
rewrite sum_traj -[RHS](Hpi x).2; apply: eq_bigr => a _; rewrite exchange_big /=.
rewrite -[RHS]Rmult_1_r -(HP x a).2 -rsumZ; apply: eq_bigr => y _.
rewrite -[RHS]Rmult_1_r -(Hrho x a y).2 -rsumZ; apply: eq_bigr => z _.
by rewrite rsumZ (IH _ y).2; ring.
Qed.

(* the expected sum along a trajectory, backwards *)
Fixpoint W (Phi : functional) k h (x : S h) : R :=
  match k with
  | 0%N => 0
  | k'.+1 => \rsum_a (pi h x a * (\rsum_z \rsum_y (rho h x a y z * P h x a y * Phi h x a z y) +
                                  \rsum_y (P h x a y * W Phi k' y)))
  end.

Lemma expected_W Phi k h (x : S h) :
  \rsum_e (law P rho pi x e * pathsum Phi (k := k) x e) = W Phi k x.
Proof.
elim: k h x => [|k IH] h x; first by rewrite big1 // => e _ /=; rewrite Rmult_0_r.
rewrite sum_traj /=; apply: eq_bigr => a _; rewrite exchange_big [X in X + _]exchange_big -rsumD -rsumZ.
apply: eq_bigr => y _; rewrite -[X in _ + X]Rmult_1_l -(Hrho x a y).2 -rsumZr -rsumD -rsumZ.
apply: eq_bigr => z _; have [_ D] := law_dist k y.
rewrite -IH -[X in X + _](Rmult_1_r) -[X in _ * X + _]D.
by rewrite -!rsumZ -rsumD -!rsumZ; apply: eq_bigr => e _ /=; ring.
Qed.
End Law.

(* a bounded functional has a bounded sum *)
Lemma pathsum_bound (Phi : functional) c k h (x : S h) e :
  (forall l (x : S l) a z y, 0 <= Phi l x a z y <= c l) ->
  0 <= pathsum Phi (k := k) x e <= \rsum_(j < k) c (j + h)%N.
Proof.
move=> H; elim: k h x e => [|k IH] h x e /=; first by rewrite big_ord0; lra.
rewrite (rsum_recl k (fun j => c (j + h)%N)) add0n.
have -> : \rsum_(i < k) c (i.+1 + h)%N = \rsum_(i < k) c (i + h.+1)%N.
  by apply: eq_bigr => i _; rewrite addSnnS.
have [? ?] := H h x e.1.1 e.1.2.1 e.1.2.2; have [? ?] := IH h.+1 e.1.2.2 e.2.
by split; [exact: Rplus_le_le_0_compat | exact: Rplus_le_compat].  (* lra sees other atoms *)
Qed.

Lemma pathsum_eq (Phi Phi' : functional) k h (x : S h) e :
  (forall l (x : S l) a z y, Phi l x a z y = Phi' l x a z y) ->
  pathsum Phi (k := k) x e = pathsum Phi' x e.
Proof. by move=> H; elim: k h x e => [//|k IH] h x e /=; rewrite H IH. Qed.

Lemma pathsumD (Phi Phi' : functional) k h (x : S h) e :
  pathsum (fun l x a z y => Phi l x a z y + Phi' l x a z y) (k := k) x e =
  pathsum Phi x e + pathsum Phi' x e.
Proof. by elim: k h x e => [|k IH] h x e /=; [lra | rewrite IH; lra]. Qed.

Lemma pathsumZ c (Phi : functional) k h (x : S h) e :
  pathsum (fun l x a z y => c * Phi l x a z y) (k := k) x e = c * pathsum Phi x e.
Proof. by elim: k h x e => [|k IH] h x e /=; [lra | rewrite IH; lra]. Qed.

Lemma pathsum_sum (I : finType) (Q : pred I) (Phi : I -> functional) k h (x : S h) e :
  pathsum (fun l x a z y => \rsum_(i | Q i) Phi i l x a z y) (k := k) x e =
  \rsum_(i | Q i) pathsum (Phi i) x e.
Proof.
elim: k h x e => [|k IH] h x e /=; first by rewrite big1.
by rewrite IH -rsumD.
Qed.

(* --- events of one layer g happen at most once in an episode *)
Definition in_layer g (Psi : event) := forall l x a z y, Psi l x a z y -> l = g.

Lemma pathhas_late Psi g j l (y : S l) (e : traj j l) : in_layer g Psi -> (g < l)%N ->
  pathhas Psi y e = false.
Proof.
move=> H; elim: j l y e => [//|j IH] l y e gl /=; rewrite IH ?orbF //; last by apply: ltnW.
by apply/negP => /H E; rewrite E ltnn in gl.
Qed.

Lemma pathhas_sum (Psi : event) g k h (x : S h) e : in_layer g Psi ->
  ind (pathhas Psi (k := k) x e) = pathsum (fun l x a z y => ind (Psi l x a z y)) x e.
Proof.
move=> H; elim: k h x e => [//|k IH] h x e /=; rewrite -IH.
case: (boolP (Psi _ _ _ _ _)) => [/H hg|_] /=; last by lra.
by rewrite (pathhas_late _ _ H) /= ?hg ?ltnSn //; lra.
Qed.

(* a functional that lives on the event: Phi = ind Psi * Phi, whatever multiplies ind(Psi) *)
Lemma pathhas_mul (Psi : event) (Phi : functional) g k h (x : S h) e c : in_layer g Psi ->
  ind (pathhas Psi (k := k) x e) *
    (pathsum (fun l x a z y => ind (Psi l x a z y) * Phi l x a z y) x e - c) =
  pathsum (fun l x a z y => ind (Psi l x a z y) * (Phi l x a z y - c)) x e.
Proof.
move=> H; rewrite Rmult_minus_distr_l.
have -> : pathsum (fun l x a z y => ind (Psi l x a z y) * (Phi l x a z y - c)) x e =
   pathsum (fun l x a z y => ind (Psi l x a z y) * Phi l x a z y) x e -
   c * ind (pathhas Psi x e).
  rewrite (pathhas_sum _ _ H) -pathsumZ /Rminus -[- pathsum _ _ _]Rmult_1_l -Ropp_mult_distr_r.
  rewrite Ropp_mult_distr_l -pathsumZ -pathsumD; apply: pathsum_eq => *; ring.
have D : ind (pathhas Psi x e) = 1 \/ ind (pathhas Psi x e) = 0 /\
    pathsum (fun l x a z y => ind (Psi l x a z y) * Phi l x a z y) x e = 0.
  case: (boolP (pathhas Psi x e)) => [_|]; first by left.
  move=> nh; right; split=> //; elim: k h x e nh => [//|k IH] h x e /=.
  rewrite negb_or => /andP[/negPf -> nh]; rewrite IH //=; lra.
by case: D => [->|[-> ->]]; ring.
Qed.
End Traj.
