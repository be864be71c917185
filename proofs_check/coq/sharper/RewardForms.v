(* What Theorem 4 over expectations says for laws: linear expectations (Prl is Pr), laws on a space of integrable
   functions (upper integrals), finite laws (the sums over finite trees of the earlier form). *)
Require Import Previsions.Sums Previsions.Probability Previsions.GeneralLaws Previsions.Concentration
  UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.paper.GoodEvents
  UCRLLP.model.Setting UCRLLP.sharper.ConstantThree.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* --- any expectation below K, in particular any linear one: its probabilities are between Prl and Pr *)
Section Dominated.
Variables (E : Type) (K K' : seq E -> (E -> R) -> R).
Hypotheses (HK : forall hist, is_exp (K hist)) (HK' : forall hist, is_exp (K' hist)).
Hypothesis le : forall hist F, bdd F -> K' hist F <= K hist F.
Lemma Ex_dominated n hist F : bdd F -> Ex K' n hist F <= Ex K n hist F.
Proof.
move=> HF; elim: n hist => [|n IH] hist /=; first exact: Rle_refl.
apply: Rle_trans (le hist (Ex_bdd HK' n hist HF)) _.
by apply: (ex_le (HK hist)) => [||e]; [exact: Ex_bdd | exact: Ex_bdd | exact: IH].
Qed.
Theorem Pr_dominated n hist A : Prl K n hist A <= Prl K' n hist A /\ Pr K' n hist A <= Pr K n hist A.
Proof.
split; last by apply: Ex_dominated.
have : Pr K' n hist (fun w => ~~ A w) <= Pr K n hist (fun w => ~~ A w) by apply: Ex_dominated.
by rewrite /Prl; lra.
Qed.
End Dominated.

(* --- where every stage is integrable, the upper integrals are integrals: Ex is the iterated integral, and Pr and
   Prl are the probability *)
Section Iterated.
Variables (S : nat -> finType) (A : finType) (Z : Type) (P : trans S A).
Variables (D : forall h, S h -> A -> S h.+1 -> (Z -> R) -> Prop) (I : rlaw S A Z).
Hypotheses (HP : is_trans P) (HI : forall h x a y, is_integral (@D h x a y) (@I h x a y)).
Definition rho_of : rlaw S A Z := fun h x a y => upper (@D h x a y) (@I h x a y).
Lemma rho_of_exp : is_rlaw rho_of. Proof. by move=> h x a y; exact: upper_exp. Qed.

(* F is integrable in every reward of the episode, the later ones integrated out *)
Fixpoint int_law (pi : policy S A) k h : forall x : S h, (traj S A Z k h -> R) -> Prop :=
  match k with
  | 0%N => fun _ _ => True
  | k'.+1 => fun x F => forall a y,
      @D h x a y (fun z => law P I pi (k := k') y (fun e => F ((a, (z, y)), e))) /\
      forall z, @int_law pi k' h.+1 y (fun e => F ((a, (z, y)), e))
  end.
Lemma law_integral (pi : policy S A) k h (x : S h) F : is_policy pi -> bdd F -> int_law pi x F ->
  law P rho_of pi (k := k) x F = law P I pi (k := k) x F.
Proof.
move=> Hpi; elim: k h x F => [//|k IH] h x F HF /= H.
apply: eq_bigr => a _; congr (_ * _); apply: eq_bigr => y _; congr (_ * _); have [Dz Hz] := H a y.
have E1 z : law P rho_of pi (k := k) y (fun e => F ((a, (z, y)), e)) = law P I pi y (fun e => F ((a, (z, y)), e)).
  by apply: IH => //; exact: (@bdd_comp _ _ (fun e : traj S A Z k h.+1 => ((a, (z, y)), e) : traj S A Z k.+1 h)).
have B := law_step_bdd HP rho_of_exp Hpi x a y HF.
rewrite /bind /push -(upper_eq (HI x a y) Dz (bdd_eq E1 B)).
exact: (ex_eq (rho_of_exp x a y) B E1).
Qed.

Variables (x0 : S 0%N) (L : nat) (f : seq (traj S A Z L 0) -> policy S A).
Hypothesis Hf : forall w, is_policy (f w).
Fixpoint int_process n hist (F : seq (traj S A Z L 0) -> R) : Prop :=
  if n is n'.+1 then int_law (f hist) x0 (fun e => Ex (K x0 P I f) n' (e :: hist) F) /\
    forall e, int_process n' (e :: hist) F
  else True.
Theorem Ex_integral n hist F : bdd F -> int_process n hist F ->
  Ex (K x0 P rho_of f) n hist F = Ex (K x0 P I f) n hist F.
Proof.
move=> HF; have HK := K_exp x0 HP rho_of_exp Hf; elim: n hist => [//|n IH] hist /= [H1 H2].
have E1 e : Ex (K x0 P rho_of f) n (e :: hist) F = Ex (K x0 P I f) n (e :: hist) F by exact: IH.
have B := Ex_bdd HK n hist HF.
rewrite (ex_eq (HK hist) B E1); exact: (law_integral (Hf hist) (bdd_eq E1 B) H1).
Qed.
End Iterated.

(* --- the law of the rewards is what each theorem below gives, and of it the record `setting` is made *)
Section Forms.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat).
Variables (P : trans S A) (T : nat) (delta Lam : R) (pistar : policy S A) (rv : Z -> R).
Hypotheses (x0_only : forall x, x = x0) (xL_only : #|S L| = 1%N) (A1 : (0 < #|A|)%N) (L1 : (0 < L)%N).
Hypotheses (T1 : (0 < T)%N) (delta01 : 0 < delta < 1) (Hstar : is_policy pistar) (HP : is_trans P).
Hypothesis Lam_ge : ln (INR T * INR (X S L) * INR #|A| / delta) <= Lam.
Hypothesis rv01 : forall z, 0 <= rv z <= 1.
Notation E := (traj S A Z L 0).
Variables (st : seq E -> seq E) (f : seq E -> policy S A) (qhat : seq E -> occ S A).
Hypotheses (Hst : schedule x0 st) (Hlearn : learner x0 rv f st Lam qhat).
Notation bound := (3 * (INR L * INR (X S L)) * sqrt (INR T * INR #|A| * Lam)).

(* Theorem 4 (thm:main), repaired: for rewards whose laws are positive normalised linear functionals on the bounded
   functions: the lower probability is the probability *)
Theorem theorem_4_linear (rho : rlaw S A Z) : (forall h x a y, is_linear (@rho h x a y)) ->
  1 - delta <= Pr (K x0 P rho f) T [::] (fun v => Rleb (regret x0 P rho rv f pistar v) bound).
Proof.
move=> Hl; have Hrho : is_rlaw rho by move=> h x a y; exact/linear_exp/Hl.
have Hf w : is_policy (f w) := (Hlearn w).1.
have KD := K_exp x0 HP Hrho Hf; have KL hist := K_linear x0 HP Hf hist Hl.
rewrite -(Prl_linear KD T [::] _ KL).
exact: (theorem_4_three (M := Setting x0_only HP Hrho (is_reward_linear Hl rv01) T1 delta01 A1 L1 xL_only) Lam_ge Hst Hlearn Hstar).
Qed.

(* Theorem 4 (thm:main), repaired: for laws that are linear functionals I x a x' on spaces D x a x' of functions that
   contain the reward, as integrals are *)
Theorem theorem_4_laws (D : forall h, S h -> A -> S h.+1 -> (Z -> R) -> Prop) (I : rlaw S A Z) :
  (forall h x a y, is_integral (@D h x a y) (@I h x a y)) -> (forall h x a y, @D h x a y rv) ->
  let rho : rlaw S A Z := fun h x a y => upper (@D h x a y) (@I h x a y) in
  1 - delta <= Prl (K x0 P rho f) T [::] (fun v => Rleb (regret x0 P rho rv f pistar v) bound) /\
  forall h (x : S h) a, r P rho rv x a = \rsum_y (@P h x a y * @I h x a y rv).
Proof.
move=> HI Drv rho; have B := bdd_between rv01; split; last first.
  by move=> h x a; apply: eq_bigr => y _; rewrite /rho (upper_eq (HI h x a y)).
have Hrho : is_rlaw rho by move=> h x a y; exact: upper_exp.
have Hrv : is_reward rho rv.
  by split=> // h x a y; have [m1 m2] := upper_mean (HI h x a y) (Drv h x a y) B; rewrite /rho m1 m2.
exact: (theorem_4_three (M := Setting x0_only HP Hrho Hrv T1 delta01 A1 L1 xL_only) Lam_ge Hst Hlearn Hstar).
Qed.
End Forms.

(* --- finite laws: the sum over the finite tree of episodes *)
Section Finite.
Variables (S : nat -> finType) (A Z : finType).
Fixpoint ftraj k h : finType :=
  match k with
  | 0%N => [finite unit]
  | k'.+1 => [finite ((A * (Z * S h.+1)) * ftraj k' h.+1)%type]
  end.
Fixpoint untraj k h : ftraj k h -> traj S A Z k h :=
  match k with
  | 0%N => fun e => e
  | k'.+1 => fun e => (e.1, @untraj k' h.+1 e.2)
  end.
Variables (P : trans S A) (p : forall h, S h -> A -> S h.+1 -> Z -> R) (pi : policy S A).
Definition rho_fin : rlaw S A Z := fun h x a y => fin (@p h x a y).
Fixpoint flaw k h : S h -> ftraj k h -> R :=
  match k with
  | 0%N => fun _ _ => 1
  | k'.+1 => fun x e => @pi h x e.1.1 * (p x e.1.1 e.1.2.2 e.1.2.1 * @P h x e.1.1 e.1.2.2) *
                        @flaw k' h.+1 e.1.2.2 e.2
  end.
Theorem law_finite k h (x : S h) F : law P rho_fin pi (k := k) x F = \rsum_(e : ftraj k h) (flaw x e * F (untraj e)).
Proof.
elim: k h x F => [|k IH] h x F; first by rewrite (bigD1 tt) //= big1 => [|[] //]; ring.
rewrite lawS.
rewrite (eq_bigr (fun e : ftraj k.+1 h => flaw (k := k.+1) x ((e.1.1, (e.1.2.1, e.1.2.2)), e.2) *
   F (untraj (k := k.+1) ((e.1.1, (e.1.2.1, e.1.2.2)), e.2)))); last by case=> [[a [z y]] e].
rewrite -(pair_bigA _ (fun (b : A * (Z * S h.+1)) e => flaw (k := k.+1) x ((b.1, (b.2.1, b.2.2)), e) *
   F (untraj (k := k.+1) ((b.1, (b.2.1, b.2.2)), e)))) /=.
rewrite -(pair_bigA _ (fun a (zy : Z * S h.+1) => \rsum_(e : ftraj k h.+1)
   (flaw (k := k.+1) x ((a, (zy.1, zy.2)), e) * F (untraj (k := k.+1) ((a, (zy.1, zy.2)), e))))) /=.
apply: eq_bigr => a _; rewrite -(pair_bigA _ (fun z y => \rsum_(e : ftraj k h.+1)
   (flaw (k := k.+1) x ((a, (z, y)), e) * F (untraj (k := k.+1) ((a, (z, y)), e))))) /= exchange_big -rsumZ.
apply: eq_bigr => y _; rewrite /rho_fin /fin -!rsumZ; apply: eq_bigr => z _; rewrite IH -!rsumZ.
by apply: eq_bigr => e _; ring.
Qed.
End Finite.
