(* Probability without measure theory: an expectation is a positive, normalised, sublinear functional on the
   bounded functions (the upper expectation of a law; for a finite law, its expectation).  An adapted process is
   a kernel K, an expectation over the next outcome given the history (the last outcome first). *)
Require Import Previsions.Sums.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* ---------------------------------------------------------------- bounded functions *)
Definition bdd (E : Type) (F : E -> R) := exists M, forall e, Rabs (F e) <= M.
Section Bounded.
Variable E : Type.
Implicit Types F G : E -> R.
Lemma bddC c : bdd (fun _ : E => c). Proof. by exists (Rabs c) => _; exact: Rle_refl. Qed.
Lemma bddD F G : bdd F -> bdd G -> bdd (fun e => F e + G e).
Proof.
move=> [M HM] [N HN]; exists (M + N) => e; apply: Rle_trans (Rabs_triang _ _) _.
by have := HM e; have := HN e; lra.
Qed.
Lemma bddM F G : bdd F -> bdd G -> bdd (fun e => F e * G e).
Proof.
move=> [M HM] [N HN]; exists (M * N) => e; rewrite Rabs_mult.
by apply: Rmult_le_compat; [exact: Rabs_pos | exact: Rabs_pos | exact: HM | exact: HN].
Qed.
Lemma bddZ c F : bdd F -> bdd (fun e => c * F e). Proof. by move=> H; apply: bddM => //; exact: bddC. Qed.
Lemma bddN F : bdd F -> bdd (fun e => - F e). Proof. by move=> [M H]; exists M => e; rewrite Rabs_Ropp. Qed.
Lemma bddB F G : bdd F -> bdd G -> bdd (fun e => F e - G e).
Proof. by move=> HF HG; apply: bddD => //; exact: bddN. Qed.
Lemma bdd_ind (A : E -> bool) : bdd (fun e => ind (A e)).
Proof. by exists 1 => e; case: (A e); rewrite /= ?Rabs_R1 ?Rabs_R0; lra. Qed.
Lemma bdd_sum (I : Type) (s : seq I) (Q : pred I) (F : I -> E -> R) : (forall i, bdd (F i)) ->
  bdd (fun e => \big[Rplus/R0]_(i <- s | Q i) F i e).
Proof.
move=> H; elim: s => [|i s [M HM]]; first by exists 0 => e; rewrite big_nil Rabs_R0; lra.
have [N HN] := H i; exists (Rabs N + M) => e; rewrite big_cons; case: (Q i).
  by apply: Rle_trans (Rabs_triang _ _) _; have := HN e; have := HM e; have := Rle_abs N; lra.
by have := HM e; have := Rabs_pos N; lra.
Qed.
Lemma bdd_exp F : bdd F -> bdd (fun e => exp (F e)).
Proof.
move=> [M HM]; exists (exp M) => e; rewrite Rabs_pos_eq; last exact/Rlt_le/exp_pos.
have : F e <= M by apply: Rle_trans (Rle_abs _) (HM e).
by case=> [/exp_increasing/Rlt_le //|->]; exact: Rle_refl.
Qed.
Lemma bdd_between F a b : (forall e, a <= F e <= b) -> bdd F.
Proof. by move=> H; exists (Rabs a + Rabs b) => e; have := H e; rewrite /Rabs; do 3?case: Rcase_abs; lra. Qed.
Lemma bdd_comp (E' : Type) (g : E' -> E) F : bdd F -> bdd (fun e => F (g e)).
Proof. by move=> [M H]; exists M => e; exact: H. Qed.
Lemma bdd_eq F G : (forall e, F e = G e) -> bdd F -> bdd G.
Proof. by move=> H [M HM]; exists M => e; rewrite -H. Qed.
End Bounded.
Global Hint Resolve bddC bddD bddM bddZ bddN bddB bdd_ind bdd_sum bdd_exp : core.

(* ---------------------------------------------------------------- expectations *)
Record is_exp (E : Type) (U : (E -> R) -> R) : Prop := IsExp {
  ex_le : forall F G, bdd F -> bdd G -> (forall e, F e <= G e) -> U F <= U G;
  exD : forall F G, bdd F -> bdd G -> U (fun e => F e + G e) <= U F + U G;
  exZ : forall c F, 0 <= c -> bdd F -> U (fun e => c * F e) <= c * U F;
  exC : forall c, U (fun=> c) = c }.

(* what is linear is sublinear: the interface of a positive normalised linear functional *)
Record is_linear (E : Type) (U : (E -> R) -> R) : Prop := IsLinear {
  lin_le : forall F G, bdd F -> bdd G -> (forall e, F e <= G e) -> U F <= U G;
  linD : forall F G, bdd F -> bdd G -> U (fun e => F e + G e) = U F + U G;
  linZ : forall c F, bdd F -> U (fun e => c * F e) = c * U F;
  lin1 : U (fun=> 1) = 1 }.

Section Expectation.
Variables (E : Type) (U : (E -> R) -> R).
Lemma linear_exp : is_linear U -> is_exp U.
Proof.
move=> H; split; first exact: lin_le H.
- by move=> F G HF HG; rewrite (linD H) //; exact: Rle_refl.
- by move=> c F _ HF; rewrite (linZ H) //; exact: Rle_refl.
move=> c; have HE := linZ H c (bddC E 1); rewrite (lin1 H) in HE; rewrite -[RHS]Rmult_1_r -HE.
by apply: Rle_antisym; apply: (lin_le H) => // e; rewrite ?Rmult_1_r; exact: Rle_refl.
Qed.

Hypothesis HU : is_exp U.
Lemma ex_eq F G : bdd F -> (forall e, F e = G e) -> U F = U G.
Proof.
move=> HF H; have HG := bdd_eq H HF.
by apply: Rle_antisym; apply: (ex_le HU) => // e; rewrite H; exact: Rle_refl.
Qed.
Lemma ex_const F c : (forall e, F e = c) -> U F = c.
Proof. by move=> H; rewrite -[RHS](exC HU); symmetry; apply: ex_eq => //; exact: bddC. Qed.
Lemma ex_leC F c : bdd F -> (forall e, F e <= c) -> U F <= c.
Proof. by move=> HF H; rewrite -(exC HU c); apply: (ex_le HU) => //; exact: bddC. Qed.
Lemma ex_geC F c : bdd F -> (forall e, c <= F e) -> c <= U F.
Proof. by move=> HF H; rewrite -[X in X <= _](exC HU c); apply: (ex_le HU) => //; exact: bddC. Qed.
Lemma ex_addC F c : bdd F -> U (fun e => F e + c) = U F + c.
Proof.
move=> HF; have C c' : bdd (fun _ : E => c') by []; apply: Rle_antisym.
  by apply: Rle_trans (exD HU HF (C c)) _; rewrite (exC HU); exact: Rle_refl.
have := exD HU (bddD HF (C c)) (C (- c)); rewrite (exC HU) => H.
suff <- : U (fun e => F e + c + - c) = U F by lra.
by apply: ex_eq => [|e]; [do 2!apply: bddD => // | ring].
Qed.
(* what is at most c + k Y has expectation at most c, if Y has at most 0 *)
Lemma ex_affine F Y c k : bdd F -> bdd Y -> 0 <= k -> U Y <= 0 -> (forall e, F e <= c + k * Y e) -> U F <= c.
Proof.
move=> HF HY k0 Y0 H; apply: (@Rle_trans _ (U (fun e => k * Y e + c))).
  by apply: (ex_le HU) => // [|e]; [apply: bddD => //; exact: bddZ | rewrite Rplus_comm].
rewrite ex_addC; last exact: bddZ.
by have := exZ HU k0 HY; nra.
Qed.
Lemma exZ_pos c F : 0 < c -> bdd F -> U (fun e => c * F e) = c * U F.
Proof.
move=> c0 HF; apply: Rle_antisym; first by apply: (exZ HU) => //; lra.
have i0 : 0 <= / c by apply/Rlt_le/Rinv_0_lt_compat.
have H := exZ HU i0 (bddZ c HF).
have E1 : U (fun e => / c * (c * F e)) = U F.
  by apply: ex_eq => [|e]; [do 2!apply: bddZ | field; lra].
rewrite E1 in H; apply: (Rmult_le_reg_l (/ c)); first exact: Rinv_0_lt_compat.
by rewrite -Rmult_assoc Rinv_l; lra.
Qed.
Lemma ex_sum (I : Type) (s : seq I) (Q : pred I) (F : I -> E -> R) : (forall i, bdd (F i)) ->
  U (fun e => \big[Rplus/R0]_(i <- s | Q i) F i e) <= \big[Rplus/R0]_(i <- s | Q i) U (F i).
Proof.
move=> HF; elim: s => [|i s IH].
  by rewrite big_nil (ex_const (c := 0)) => [|e]; [exact: Rle_refl | rewrite big_nil].
rewrite big_cons; case Qi : (Q i).
  rewrite (@ex_eq _ (fun e => F i e + \big[Rplus/R0]_(i <- s | Q i) F i e)) => [||e].
  - apply: Rle_trans (exD HU (HF i) _) _; first exact: bdd_sum.
    by apply: Rplus_le_compat_l.
  - exact: bdd_sum.
  - by rewrite big_cons Qi.
rewrite (@ex_eq _ (fun e => \big[Rplus/R0]_(i <- s | Q i) F i e)) // => [|e]; first exact: bdd_sum.
by rewrite big_cons Qi.
Qed.
(* the lower expectation - U (- F) is at most the upper *)
Lemma ex_lower F : bdd F -> - U (fun e => - F e) <= U F.
Proof.
move=> HF; have := exD HU HF (bddN HF).
by rewrite (@ex_const _ 0) => [|e]; [lra | rewrite Rplus_opp_r].
Qed.
(* F has the mean m, the upper and the lower expectation (F is integrable) *)
Definition has_mean F m := U F = m /\ U (fun e => - F e) = - m.
Lemma has_meanP F m : bdd F -> U F <= m -> U (fun e => - F e) <= - m -> has_mean F m.
Proof. by move=> HF H1 H2; have := ex_lower HF; split; lra. Qed.
End Expectation.

(* --- a finite law; a law of a function of the outcome; mixtures *)
Definition fin (I : finType) (p : I -> R) (F : I -> R) : R := \rsum_i (p i * F i).
Lemma bdd_fin (I : finType) (F : I -> R) : bdd F.
Proof.
exists (\rsum_i Rabs (F i)) => i; rewrite (bigD1 i) //=.
have : 0 <= \rsum_(j | j != i) Rabs (F j) by apply: rsum_ge0 => j _; exact: Rabs_pos.
lra.
Qed.
Global Hint Resolve bdd_fin : core.
Lemma fin_linear (I : finType) (p : I -> R) : is_dist p -> is_linear (fin p).
Proof.
move=> [p0 p1]; split.
- by move=> F G _ _ H; apply: le_rsum => i _; apply: Rmult_le_compat_l.
- by move=> F G _ _; rewrite /fin -rsumD; apply: eq_bigr => i _; ring.
- by move=> c F _; rewrite /fin -rsumZ; apply: eq_bigr => i _; ring.
by rewrite /fin -[RHS]p1; apply: eq_bigr => i _; ring.
Qed.
Lemma fin_exp (I : finType) (p : I -> R) : is_dist p -> is_exp (fin p).
Proof. by move=> H; apply/linear_exp/fin_linear. Qed.

Definition push (E E' : Type) (g : E -> E') (U : (E -> R) -> R) (F : E' -> R) := U (fun e => F (g e)).
Lemma push_exp (E E' : Type) (g : E -> E') (U : (E -> R) -> R) : is_exp U -> is_exp (push g U).
Proof.
move=> H; split.
- by move=> F G HF HG le; apply: (ex_le H) => [||e //]; exact: bdd_comp.
- by move=> F G HF HG; apply: (exD H); exact: bdd_comp.
- by move=> c F c0 HF; apply: (exZ H) => //; exact: bdd_comp.
- by move=> c; exact: (exC H).
Qed.
Lemma push_linear (E E' : Type) (g : E -> E') (U : (E -> R) -> R) : is_linear U -> is_linear (push g U).
Proof.
move=> H; split.
- by move=> F G HF HG le; apply: (lin_le H) => [||e //]; exact: bdd_comp.
- by move=> F G HF HG; apply: (linD H); exact: bdd_comp.
- by move=> c F HF; apply: (linZ H) => //; exact: bdd_comp.
- exact: (lin1 H).
Qed.

(* first an outcome of U, then one of V given the first *)
Definition bind (E E' : Type) (U : (E -> R) -> R) (V : E -> (E' -> R) -> R) (F : E' -> R) := U (fun e => V e F).
Section Bind.
Variables (E E' : Type) (U : (E -> R) -> R) (V : E -> (E' -> R) -> R).
Hypothesis HV : forall e, is_exp (V e).
Lemma bind_abs M (F : E' -> R) : (forall e, Rabs (F e) <= M) -> forall e, Rabs (V e F) <= M.
Proof.
move=> H e; have B : bdd F by exists M.
apply: Rabs_le; split.
  by apply: (ex_geC (HV e)) => // e'; have := H e'; rewrite /Rabs; case: Rcase_abs; lra.
by apply: (ex_leC (HV e)) => // e'; exact: Rle_trans (Rle_abs _) (H e').
Qed.
Lemma bind_bdd F : bdd F -> bdd (fun e => V e F).
Proof. by move=> [M H]; exists M; exact: bind_abs. Qed.
Lemma bind_exp : is_exp U -> is_exp (bind U V).
Proof.
move=> HU; split.
- by move=> F G HF HG le; apply: (ex_le HU) => [||e]; [exact: bind_bdd | exact: bind_bdd | exact: (ex_le (HV e))].
- move=> F G HF HG; apply: Rle_trans (exD HU (bind_bdd HF) (bind_bdd HG)).
  apply: (ex_le HU) => [||e]; [by apply/bind_bdd/bddD | by apply: bddD; exact: bind_bdd | exact: (exD (HV e))].
- move=> c F c0 HF; apply: Rle_trans (exZ HU c0 (bind_bdd HF)).
  by apply: (ex_le HU) => [||e]; [apply/bind_bdd/bddZ | apply/bddZ/bind_bdd | exact: (exZ (HV e))].
- by move=> c; apply: (ex_const HU) => e; exact: (exC (HV e)).
Qed.
End Bind.
Lemma bind_linear (E E' : Type) (U : (E -> R) -> R) (V : E -> (E' -> R) -> R) :
  (forall e, is_linear (V e)) -> is_linear U -> is_linear (bind U V).
Proof.
move=> HV HU; have HU' := linear_exp HU; have HV' e := linear_exp (HV e); split.
- exact: (ex_le (bind_exp HV' HU')).
- move=> F G HF HG; rewrite -(linD HU (bind_bdd HV' HF) (bind_bdd HV' HG)).
  by apply: (ex_eq HU') => [|e]; [exact/bind_bdd/bddD | exact: (linD (HV e))].
- move=> c F HF; rewrite -(linZ HU c (bind_bdd HV' HF)).
  by apply: (ex_eq HU') => [|e]; [exact/bind_bdd/bddZ | exact: (linZ (HV e))].
- exact: (exC (bind_exp HV' HU')).
Qed.

(* ---------------------------------------------------------------- adapted processes *)
Definition Rleb (x y : R) : bool := if Rle_dec x y then true else false.
Lemma RlebP x y : reflect (x <= y) (Rleb x y).
Proof. by rewrite /Rleb; case: Rle_dec => H; constructor. Qed.

Section Process.
Variables (E : Type) (K : seq E -> (E -> R) -> R).
Hypothesis HK : forall hist, is_exp (K hist).

Fixpoint Ex n (hist : seq E) (F : seq E -> R) : R :=
  match n with
  | 0%N => F hist
  | n'.+1 => K hist (fun e => Ex n' (e :: hist) F)
  end.
(* the probability of A is at most Pr A, and at least Prl A *)
Definition Pr n hist (A : pred (seq E)) := Ex n hist (fun w => ind (A w)).
Definition Prl n hist (A : pred (seq E)) := 1 - Pr n hist (fun w => ~~ A w).

Lemma Ex_abs n hist F M : (forall w, Rabs (F w) <= M) -> Rabs (Ex n hist F) <= M.
Proof.
move=> H; elim: n hist => [|n IH] hist /=; first exact: H.
exact: (@bind_abs _ _ _ (fun _ => HK hist) M (fun e => Ex n (e :: hist) F) _ hist).
Qed.
Lemma Ex_bdd n hist F : bdd F -> bdd (fun e => Ex n (e :: hist) F).
Proof. by move=> [M H]; exists M => e; exact: Ex_abs. Qed.
Lemma le_Ex n hist F G : bdd F -> bdd G -> (forall w, size w = (n + size hist)%N -> F w <= G w) ->
  Ex n hist F <= Ex n hist G.
Proof.
move=> HF HG; elim: n hist => [|n IH] hist H /=; first exact: H.
apply: (ex_le (HK hist)) => [||e]; [exact: Ex_bdd | exact: Ex_bdd |].
by apply: IH => w Hw; apply: H; rewrite Hw /= addnS.
Qed.
Lemma le_Pr n hist (A B : pred (seq E)) : (forall w, size w = (n + size hist)%N -> ind (A w) <= ind (B w)) ->
  Pr n hist A <= Pr n hist B.
Proof. by apply: le_Ex; exact: bdd_ind. Qed.
Lemma Ex_exp n hist : is_exp (Ex n hist).
Proof.
elim: n hist => [|n IH] hist; last exact: (@bind_exp _ _ _ (fun e => Ex n (e :: hist)) (fun e => IH _) (HK hist)).
by split=> [F G _ _ H|F G _ _|c F _ _|c] /=; [exact: H | exact: Rle_refl | exact: Rle_refl |].
Qed.
Lemma ExD n hist F G : bdd F -> bdd G -> Ex n hist (fun w => F w + G w) <= Ex n hist F + Ex n hist G.
Proof. exact: (exD (Ex_exp n hist)). Qed.
Lemma Ex_const n hist c : Ex n hist (fun=> c) = c.
Proof. exact: (exC (Ex_exp n hist)). Qed.
Lemma Ex_sum n hist (I : finType) (P : pred I) (F : I -> seq E -> R) : (forall i, bdd (F i)) ->
  Ex n hist (fun w => \rsum_(i | P i) F i w) <= \rsum_(i | P i) Ex n hist (F i).
Proof. exact: (ex_sum (Ex_exp n hist)). Qed.
Lemma Pr_pred0 n hist : Pr n hist pred0 = 0. Proof. exact: (Ex_const n hist 0). Qed.
Lemma Pr_ge0 n hist B : 0 <= Pr n hist B.
Proof. by apply: (ex_geC (Ex_exp n hist)) => // w; exact: ind_ge0. Qed.

(* a supermartingale that is at least 1 where A happens *)
Lemma Pr_super n hist (A : pred (seq E)) (M : seq E -> R) :
  (forall h, bdd (fun e => M (e :: h))) -> (forall h, K h (fun e => M (e :: h)) <= M h) ->
  (forall w, size w = (n + size hist)%N -> ind (A w) <= M w) -> Pr n hist A <= M hist.
Proof.
move=> Mb MK; rewrite /Pr; elim: n hist => [|n IH] hist H /=; first exact: H.
apply: Rle_trans (MK hist); apply: (ex_le (HK hist)) => [||e] //; first by apply: Ex_bdd.
by apply: IH => w Hw; apply: H; rewrite Hw /= addnS.
Qed.

Lemma union_bound n hist (I : finType) (P : pred I) (A : I -> pred (seq E)) (B : pred (seq E)) b :
  (forall w, size w = (n + size hist)%N -> B w -> exists2 i, P i & A i w) ->
  (forall i, P i -> Pr n hist (A i) <= b) -> Pr n hist B <= INR #|P| * b.
Proof.
move=> H Hb; apply: (@Rle_trans _ (\rsum_(i | P i) Pr n hist (A i))).
  apply: Rle_trans (Ex_sum _ _ _ _) => [|i]; last exact: bdd_ind.
  apply: le_Ex => // [|w Hw]; first by apply: bdd_sum => i; exact: bdd_ind.
  have S0 Q : 0 <= \rsum_(i | Q i) ind (A i w) by apply: rsum_ge0 => i _; exact: ind_ge0.
  case: (boolP (B w)) => [/(H _ Hw)[i Pi Ai]|_]; last exact: S0.
  rewrite (bigD1 i) //= Ai /=; have := S0 (fun j => P j && (j != i)); lra.
apply: Rle_trans (le_rsum _ Hb) _.
rewrite big_const; elim: #|P| => [|k IH]; first by rewrite /=; lra.
by rewrite iterS S_INR; lra.
Qed.

Fixpoint hsum (F : seq E -> E -> R) (w : seq E) : R :=
  if w is e :: hist then F hist e + hsum F hist else 0.
Lemma hsum_cons F e hist : hsum F (e :: hist) = F hist e + hsum F hist. Proof. by []. Qed.
End Process.

Section Unions.
Variables (E : Type) (K : seq E -> (E -> R) -> R).
Hypothesis HK : forall hist, is_exp (K hist).

Lemma Pr_exists n hist (I : finType) (B : I -> pred (seq E)) (b : I -> R) :
  (forall i, Pr K n hist (B i) <= b i) ->
  Pr K n hist (fun w => [exists i, B i w]) <= \rsum_i b i.
Proof.
move=> Hb; apply: (@Rle_trans _ (\rsum_i Pr K n hist (B i))); last by apply: le_rsum => i _.
apply: Rle_trans (Ex_sum HK _ _ _ _) => [|i]; last exact: bdd_ind.
apply: (le_Ex HK) => [||w _]; [exact: bdd_ind | by apply: bdd_sum => i; exact: bdd_ind |].
case: existsP => [[i Bi]|_]; last by apply: rsum_ge0 => i _; exact: ind_ge0.
rewrite (bigD1 i) //= Bi /=.
have : 0 <= \rsum_(j | j != i) ind (B j w) by apply: rsum_ge0 => j _; exact: ind_ge0.
lra.
Qed.

Lemma Pr_or n hist (B C : pred (seq E)) b c : Pr K n hist B <= b -> Pr K n hist C <= c ->
  Pr K n hist (fun w => B w || C w) <= b + c.
Proof.
move=> Hb Hc; apply: Rle_trans (Rplus_le_compat _ _ _ _ Hb Hc).
apply: Rle_trans (ExD HK _ _ (bdd_ind _) (bdd_ind _)); apply: (le_Ex HK) => [||w _] //.
  by apply: bddD; exact: bdd_ind.
by case: (B w); case: (C w) => /=; lra.
Qed.

Lemma Pr_imp n (B C : pred (seq E)) : (forall w, size w = n -> B w -> C w) ->
  Pr K n [::] B <= Pr K n [::] C.
Proof.
move=> H; apply: (le_Pr HK) => w; rewrite addn0 => /H; case: (B w) => [-> //|_];
  [exact: Rle_refl | exact: ind_ge0].
Qed.

Lemma Prl_imp n (B C : pred (seq E)) : (forall w, size w = n -> B w -> C w) ->
  Prl K n [::] B <= Prl K n [::] C.
Proof.
move=> H; have : Pr K n [::] (fun v => ~~ C v) <= Pr K n [::] (fun v => ~~ B v); last by rewrite /Prl; lra.
by apply: Pr_imp => w Hw; apply: contra; exact: H.
Qed.
Lemma le_Prl n hist (B C : pred (seq E)) : (forall w, size w = (n + size hist)%N -> ind (B w) <= ind (C w)) ->
  Prl K n hist B <= Prl K n hist C.
Proof.
move=> H; have : Pr K n hist (fun v => ~~ C v) <= Pr K n hist (fun v => ~~ B v); last by rewrite /Prl; lra.
by apply: (le_Pr HK) => w /H; case: (B w); case: (C w) => /=; lra.
Qed.
Lemma Prl_predT n hist : Prl K n hist predT = 1.
Proof. by rewrite /Prl /Pr (Ex_const HK); ring. Qed.
(* the lower probability is at most the upper *)
Lemma Prl_Pr n hist (B : pred (seq E)) : Prl K n hist B <= Pr K n hist B.
Proof.
have : 1 <= Pr K n hist B + Pr K n hist (fun v => ~~ B v); last by rewrite /Prl; lra.
apply: Rle_trans (ExD HK _ _ (bdd_ind _) (bdd_ind _)); rewrite -[X in X <= _](Ex_const HK n hist).
apply: (le_Ex HK) => [||w _]; [exact: bddC | by apply: bddD; exact: bdd_ind |].
by case: (B w) => /=; lra.
Qed.
(* for linear kernels they are one *)
Lemma Prl_linear n hist (B : pred (seq E)) : (forall hist, is_linear (K hist)) -> Prl K n hist B = Pr K n hist B.
Proof.
move=> HL; have EL m h : is_linear (Ex K m h).
  elim: m h => [|m IH] h; last exact: (@bind_linear _ _ _ (fun e => Ex K m (e :: h)) (fun e => IH _) (HL h)).
  by split=> //= F G _ _ H; exact: H.
have H : Ex K n hist (fun w => ind (B w) + ind (~~ B w)) = 1.
  by apply: (ex_const (Ex_exp HK n hist)) => w; case: (B w) => /=; lra.
by move: H; rewrite (linD (EL n hist) (bdd_ind _) (bdd_ind _)) /Prl /Pr; lra.
Qed.
End Unions.

Lemma Pr_not (E : Type) (K : seq E -> (E -> R) -> R) n B c : (forall hist, is_exp (K hist)) ->
  Pr K n [::] (fun v => ~~ B v) <= c -> 1 - c <= Prl K n [::] B.
Proof. by rewrite /Prl; lra. Qed.

Lemma le_hsum (E : Type) (F G : seq E -> E -> R) v :
  (forall s e hist, drop s v = e :: hist -> F hist e <= G hist e) -> hsum F v <= hsum G v.
Proof.
elim: v => [|e v IH] H; first exact: Rle_refl.
by rewrite !hsum_cons; apply: Rplus_le_compat; [apply: (H 0%N) | apply: IH => s; apply: (H s.+1)].
Qed.

Lemma hsum_const (E : Type) (c : R) (v : seq E) : hsum (fun _ _ => c) v = INR (size v) * c.
Proof.
elim: v => [|e v IH]; first by rewrite /=; ring.
by rewrite hsum_cons IH (_ : size (e :: v) = (size v).+1) // S_INR; ring.
Qed.

Lemma hsumB (E : Type) (F G : seq E -> E -> R) v :
  hsum (fun hist e => F hist e - G hist e) v = hsum F v - hsum G v.
Proof. by elim: v => [|e v IH]; rewrite ?hsum_cons ?IH /=; lra. Qed.

Lemma eq_hsum (E : Type) (F G : seq E -> E -> R) v :
  (forall hist e, F hist e = G hist e) -> hsum F v = hsum G v.
Proof. by move=> H; elim: v => [//|e v IH]; rewrite !hsum_cons IH H. Qed.

Lemma hsumZ (E : Type) c (F : seq E -> E -> R) v : hsum (fun hist e => c * F hist e) v = c * hsum F v.
Proof. by elim: v => [|e v IH]; rewrite ?hsum_cons ?IH /=; ring. Qed.

Lemma hsumD (E : Type) (F G : seq E -> E -> R) v :
  hsum (fun hist e => F hist e + G hist e) v = hsum F v + hsum G v.
Proof. by elim: v => [|e v IH]; rewrite ?hsum_cons ?IH /=; lra. Qed.
