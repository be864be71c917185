(* Finite probability: an adapted process is a kernel K, a distribution of the next outcome given the
   history (the last outcome first).  Expectations are sums over finite trees. *)
Require Import UCRLLP.Sums.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* ---------------------------------------------------------------- adapted processes *)
Definition Rleb (x y : R) : bool := if Rle_dec x y then true else false.
Lemma RlebP x y : reflect (x <= y) (Rleb x y).
Proof. by rewrite /Rleb; case: Rle_dec => H; constructor. Qed.

Section Process.
Variables (E : finType) (K : seq E -> E -> R).
Hypothesis HK : forall hist, is_dist (K hist).

Fixpoint Ex n (hist : seq E) (F : seq E -> R) : R :=
  match n with
  | 0%N => F hist
  | n'.+1 => \rsum_e (K hist e * Ex n' (e :: hist) F)
  end.
Definition Pr n hist (A : pred (seq E)) := Ex n hist (fun w => ind (A w)).

Lemma Ex_le n hist F G : (forall w, size w = (n + size hist)%N -> F w <= G w) ->
  Ex n hist F <= Ex n hist G.
Proof.
elim: n hist => [|n IH] hist H /=; first exact: H.
apply: rsum_le => e _; apply: Rmult_le_compat_l; first exact: (HK hist).1.
by apply: IH => w Hw; apply: H; rewrite Hw /= addnS.
Qed.
Lemma ExD n hist F G : Ex n hist (fun w => F w + G w) = Ex n hist F + Ex n hist G.
Proof.
elim: n hist => [//|n IH] hist /=; rewrite -rsumD; apply: eq_bigr => e _; rewrite IH; ring.
Qed.
Lemma ExZ n hist c F : Ex n hist (fun w => c * F w) = c * Ex n hist F.
Proof. by elim: n hist => [//|n IH] hist /=; rewrite -rsumZ; apply: eq_bigr => e _; rewrite IH; ring. Qed.
Lemma Ex_const n hist c : Ex n hist (fun=> c) = c.
Proof.
elim: n hist => [//|n IH] hist /=; rewrite -[RHS]Rmult_1_l -(HK hist).2 -rsumZr.
by apply: eq_bigr => e _; rewrite IH.
Qed.
Lemma Ex_sum n hist (I : finType) (P : pred I) (F : I -> seq E -> R) :
  Ex n hist (fun w => \rsum_(i | P i) F i w) = \rsum_(i | P i) Ex n hist (F i).
Proof.
elim: n hist => [//|n IH] hist /=; rewrite exchange_big; apply: eq_bigr => e _.
by rewrite IH rsumZ.
Qed.

Lemma union_bound n hist (I : finType) (P : pred I) (A : I -> pred (seq E)) (B : pred (seq E)) b :
  (forall w, size w = (n + size hist)%N -> B w -> exists2 i, P i & A i w) ->
  (forall i, P i -> Pr n hist (A i) <= b) -> Pr n hist B <= INR #|P| * b.
Proof.
move=> H Hb; apply: (@Rle_trans _ (\rsum_(i | P i) Pr n hist (A i))).
  rewrite -Ex_sum; apply: Ex_le => w Hw.
  have S0 Q : 0 <= \rsum_(i | Q i) ind (A i w) by apply: rsum_ge0 => i _; exact: ind_ge0.
  case: (boolP (B w)) => [/(H _ Hw)[i Pi Ai]|_]; last exact: S0.
  rewrite (bigD1 i) //= Ai /=; have := S0 (fun j => P j && (j != i)); lra.
apply: Rle_trans (rsum_le _ Hb) _.
rewrite big_const; elim: #|P| => [|k IH]; first by rewrite /=; lra.
by rewrite iterS S_INR; lra.
Qed.

Fixpoint along (F : seq E -> E -> R) (w : seq E) : R :=
  if w is e :: hist then F hist e + along F hist else 0.
Lemma along_cons F e hist : along F (e :: hist) = F hist e + along F hist. Proof. by []. Qed.
End Process.

Section Unions.
Variables (E : finType) (K : seq E -> E -> R).
Hypothesis HK : forall hist, is_dist (K hist).

Lemma Pr_exists n hist (I : finType) (B : I -> pred (seq E)) (b : I -> R) :
  (forall i, Pr K n hist (B i) <= b i) ->
  Pr K n hist (fun w => [exists i, B i w]) <= \rsum_i b i.
Proof.
move=> Hb; apply: (@Rle_trans _ (\rsum_i Pr K n hist (B i))); last by apply: rsum_le => i _.
rewrite -Ex_sum; apply: (Ex_le HK) => w _.
case: existsP => [[i Bi]|_]; last by apply: rsum_ge0 => i _; exact: ind_ge0.
rewrite (bigD1 i) //= Bi /=.
have : 0 <= \rsum_(j | j != i) ind (B j w) by apply: rsum_ge0 => j _; exact: ind_ge0.
lra.
Qed.

Lemma Pr_or n hist (B C : pred (seq E)) b c : Pr K n hist B <= b -> Pr K n hist C <= c ->
  Pr K n hist (fun w => B w || C w) <= b + c.
Proof.
move=> Hb Hc; apply: Rle_trans (Rplus_le_compat _ _ _ _ Hb Hc).
rewrite -ExD; apply: (Ex_le HK) => w _; case: (B w); case: (C w) => /=; lra.
Qed.

Lemma Pr_imp n (B C : pred (seq E)) : (forall w, size w = n -> B w -> C w) ->
  Pr K n [::] B <= Pr K n [::] C.
Proof.
move=> H; apply: (Ex_le HK) => w; rewrite addn0 => /H; case: (B w) => [-> //|_];
  [exact: Rle_refl | exact: ind_ge0].
Qed.
End Unions.

Lemma Pr_not (E : finType) (K : seq E -> E -> R) n B c : (forall hist, is_dist (K hist)) ->
  Pr K n [::] (fun v => ~~ B v) <= c -> 1 - c <= Pr K n [::] B.
Proof.
move=> HK H; have := Ex_const HK n [::] 1.
rewrite (_ : Ex K n [::] (fun=> 1) = Pr K n [::] B + Pr K n [::] (fun v => ~~ B v)); first by lra.
rewrite /Pr -ExD; elim: n [::] {H} => [|n IH] h /=; first by case: (B h) => /=; lra.
by apply: eq_bigr => e _; rewrite IH.
Qed.

Lemma along_le (E : finType) (F G : seq E -> E -> R) v :
  (forall s e hist, drop s v = e :: hist -> F hist e <= G hist e) -> along F v <= along G v.
Proof.
elim: v => [|e v IH] H; first exact: Rle_refl.
by rewrite !along_cons; apply: Rplus_le_compat; [apply: (H 0%N) | apply: IH => s; apply: (H s.+1)].
Qed.

Lemma along_const (E : finType) (c : R) (v : seq E) : along (fun _ _ => c) v = INR (size v) * c.
Proof.
elim: v => [|e v IH]; first by rewrite /=; ring.
by rewrite along_cons IH (_ : size (e :: v) = (size v).+1) // S_INR; ring.
Qed.

Lemma alongB (E : finType) (F G : seq E -> E -> R) v :
  along (fun hist e => F hist e - G hist e) v = along F v - along G v.
Proof. by elim: v => [|e v IH]; rewrite ?along_cons ?IH /=; lra. Qed.

Lemma eq_along (E : finType) (F G : seq E -> E -> R) v :
  (forall hist e, F hist e = G hist e) -> along F v = along G v.
Proof. by move=> H; elim: v => [//|e v IH]; rewrite !along_cons IH H. Qed.

Lemma alongZ (E : finType) c (F : seq E -> E -> R) v : along (fun hist e => c * F hist e) v = c * along F v.
Proof. by elim: v => [|e v IH]; rewrite ?along_cons ?IH /=; ring. Qed.

Lemma alongD (E : finType) (F G : seq E -> E -> R) v :
  along (fun hist e => F hist e + G hist e) v = along F v + along G v.
Proof. by elim: v => [|e v IH]; rewrite ?along_cons ?IH /=; lra. Qed.
