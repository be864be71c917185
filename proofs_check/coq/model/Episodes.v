(* Section II: episodes.  An episode is a sequence of actions, reward symbols and next states; the reward
   of a symbol z is rv z.  Z is any type: the symbol is drawn from an expectation on the bounded functions on Z,
   so that rewards have any law on [0, 1] (Z the interval, rv the identity) and may depend on the next state. *)
Require Import Previsions.Sums Previsions.Probability UCRLLP.model.Model.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section Traj.
Variables (S : nat -> finType) (A : finType) (Z : Type).
Notation trans := (trans S A).
Notation policy := (policy S A).
(* rho x a x', the law of the reward symbol given the pair and the next state, as an expectation *)
Definition rlaw := forall h, S h -> A -> S h.+1 -> (Z -> R) -> R.
Definition is_rlaw (rho : rlaw) := forall h x a y, is_exp (@rho h x a y).
(* rewards are in [0, 1] and have a mean under every rho x a x' (its upper and lower expectation agree) *)
Record is_reward (rho : rlaw) (rv : Z -> R) : Prop := IsReward {
  reward01 :> forall z, 0 <= rv z <= 1;
  reward_mean : forall h x a y, rho h x a y (fun z => - rv z) = - rho h x a y rv }.
(* for linear expectations the second is no condition *)
Lemma is_reward_linear rho rv : (forall h x a y, is_linear (@rho h x a y)) -> (forall z, 0 <= rv z <= 1) ->
  is_reward rho rv.
Proof.
move=> Hl H; split=> // h x a y; have B := bdd_between H.
rewrite (@ex_eq _ _ (linear_exp (Hl h x a y)) _ (fun z => -1 * rv z)) => [||z]; last by ring.
  by rewrite (linZ (Hl h x a y) _ B); ring.
exact: bddN.
Qed.

(* k steps from layer h on: actions, reward symbols, next states *)
Fixpoint traj k h : Type :=
  match k with
  | 0%N => unit
  | k'.+1 => ((A * (Z * S h.+1)) * traj k' h.+1)%type
  end.

(* what depends on a step (x, a, z, x'), and what may happen at a step *)
Definition functional := forall h, S h -> A -> Z -> S h.+1 -> R.
Definition event := forall h, S h -> A -> Z -> S h.+1 -> bool.

(* the law of an episode from x on: an action, a next state, a reward symbol, the rest *)
Fixpoint law (P : trans) (rho : rlaw) (pi : policy) k h : S h -> (traj k h -> R) -> R :=
  match k with
  | 0%N => fun _ F => F tt
  | k'.+1 => fun x => bind (fin (pi h x)) (fun a => bind (fin (P h x a)) (fun y => bind (rho h x a y) (fun z =>
               push (fun e => ((a, (z, y)), e)) (@law P rho pi k' h.+1 y))))
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

(* bounded, layer by layer *)
Definition bddf (Phi : functional) := forall l, exists M, forall x a z y, Rabs (Phi l x a z y) <= M.
Lemma bddf_between (Phi : functional) (c d : nat -> R) : (forall l (x : S l) a z y, c l <= Phi l x a z y <= d l) -> bddf Phi.
Proof.
move=> H l; exists (Rabs (c l) + Rabs (d l)) => x a z y.
by have := H l x a z y; rewrite /Rabs; do 3?case: Rcase_abs; lra.
Qed.
Lemma bddf_step (Phi : functional) h (x : S h) a y : bddf Phi -> bdd (fun z => Phi h x a z y).
Proof. by move=> /(_ h)[M H]; exists M. Qed.
Lemma bddf_neg (Phi : functional) : bddf Phi -> bddf (fun h x a z y => - Phi h x a z y).
Proof. by move=> H l; have [M HM] := H l; exists M => x a z y; rewrite Rabs_Ropp. Qed.
Lemma pathsum_bdd (Phi : functional) k h (x : S h) : bddf Phi -> bdd (pathsum Phi (k := k) x).
Proof.
move=> H; suff [M HM] : exists M, forall x e, Rabs (pathsum Phi (k := k) (h := h) x e) <= M by exists M.
elim: k h {x} => [|k IH] h; first by exists 0 => x e; rewrite /= Rabs_R0; exact: Rle_refl.
have [M HM] := IH h.+1; have [N HN] := H h; exists (N + M) => x e /=.
by apply: Rle_trans (Rabs_triang _ _) _; apply: Rplus_le_compat.
Qed.

Section Law.
Unset Implicit Arguments.
Variables (P : trans) (rho : rlaw) (pi : policy).
Set Implicit Arguments.
Hypotheses (HP : is_trans P) (Hrho : is_rlaw rho) (Hpi : is_policy pi).

Lemma law_exp k h (x : S h) : is_exp (law P rho pi (k := k) x).
Proof.
elim: k h x => [|k IH] h x; first by split=> [F G _ _ H|F G _ _|c F _ _|c] /=; [exact: H | exact: Rle_refl | exact: Rle_refl |].
rewrite /=; apply: (bind_exp _ (fin_exp (Hpi x))) => a; apply: (bind_exp _ (fin_exp (HP x a))) => y.
by apply: (bind_exp _ (Hrho x a y)) => z; exact: push_exp.
Qed.

Lemma law_linear k h (x : S h) : (forall h x a y, is_linear (rho h x a y)) -> is_linear (law P rho pi (k := k) x).
Proof.
move=> Hl; elim: k h x => [|k IH] h x; first by split=> //= F G _ _ H; exact: H.
rewrite /=; apply: (bind_linear _ (fin_linear (Hpi x))) => a; apply: (bind_linear _ (fin_linear (HP x a))) => y.
by apply: (bind_linear _ (Hl h x a y)) => z; exact: push_linear.
Qed.

(* one step of the law *)
Lemma lawS k h (x : S h) (F : traj k.+1 h -> R) : law P rho pi (k := k.+1) x F =
  \rsum_a (pi h x a * \rsum_y (P h x a y * rho h x a y (fun z => law P rho pi (k := k) y (fun e => F ((a, (z, y)), e))))).
Proof. by []. Qed.
Lemma law_step_bdd k h (x : S h) a y (F : traj k.+1 h -> R) : bdd F ->
  bdd (fun z => law P rho pi (k := k) y (fun e => F ((a, (z, y)), e))).
Proof.
move=> HF; apply: (@bind_bdd _ _ (fun z => push (fun e => ((a, (z, y)), e)) (law P rho pi (k := k) y))) => // z.
by apply: push_exp; exact: law_exp.
Qed.

(* the expected sum along a trajectory, backwards *)
Fixpoint W (Phi : functional) k h (x : S h) : R :=
  match k with
  | 0%N => 0
  | k'.+1 => \rsum_a (pi h x a * \rsum_y (P h x a y * (rho h x a y (fun z => Phi h x a z y) + W Phi k' y)))
  end.

Lemma expected_W Phi k h (x : S h) : bddf Phi -> law P rho pi x (pathsum Phi (k := k) x) <= W Phi k x.
Proof.
move=> HPhi; elim: k h x => [|k IH] h x; first exact: Rle_refl.
have B := pathsum_bdd k.+1 x HPhi.
rewrite lawS [W _ _ _]/=; apply: le_rsum => a _; apply: Rmult_le_compat_l; first exact: (Hpi x).1.
apply: le_rsum => y _; apply: Rmult_le_compat_l; first exact: (HP x a).1.
have Bz := bddf_step x a y HPhi.
rewrite -(ex_addC (Hrho x a y) _ Bz); apply: (ex_le (Hrho x a y)) => [||z].
- exact: law_step_bdd.
- by apply: bddD => //; exact: bddC.
have By := pathsum_bdd k y HPhi.
rewrite (@ex_eq _ _ (law_exp k y) _ (fun e => pathsum Phi y e + Phi h x a z y)) => [||e].
- by rewrite (ex_addC (law_exp k y) _ By); have := IH _ y; lra.
- by apply: bdd_eq (bddD By (bddC _ (Phi h x a z y))) => e /=; ring.
by rewrite /=; ring.
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
