(* Theorem 4 is tight (3): the chain family.  Layers 0 and L have one state, the others m + 1 or m + 2.  x_0 leads to
   the states 1, ..., m of layer 1, uniformly; state j of a layer leads to state j of the next; state 0 of a layer is
   never reached, nor is m + 1.  Action a0 pays D h at the states 1, ..., m of layer h < L - 1, all else pays 0. *)
Require Import Previsions.NatLia Previsions.Sums Previsions.Probability Previsions.Concentration
  UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.paper.GoodEvents
  UCRLLP.tight.TightPaths.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Module Chain.

Section Chain.
Variables (L m extra : nat) (A : finType) (a0 : A) (D : nat -> R).
Definition width (h : nat) := if (h == 0%N) || (L <= h)%N then 0%N else (m + (L <= h + extra))%N.
Definition S (h : nat) : finType := [finite 'I_(width h).+1].
Definition x0 : S 0%N := ord0.
Definition num (h : nat) (x : S h) : nat := nat_of_ord x.
Definition reached (n : nat) := (0 < n <= m)%N.
(* the state that follows x, for h > 0 *)
Definition next (h : nat) (x : S h) : S h.+1 := inord (if (h.+1 < L)%N && (num x <= m)%N then num x else 0%N).
Definition P : trans S A := fun h x a y =>
  if h == 0%N then ind (reached (num y)) / INR m else ind (y == next x).
Definition sym (h : nat) (x : S h) (a : A) : nat := if (a == a0) && reached (num x) then h else 0%N.
Definition worth (h : nat) : R := if (0 < h < L.-1)%N then D h else 0.
Notation E := (traj S A nat L 0).
Notation visit := (@visit S A nat x0 L).
Notation visit3 := (@visit3 S A nat x0 L).
Notation off := (@off S A P (@sym)).

Hypotheses (L3 : (3 <= L)%N) (m1 : (1 <= m)%N).

Lemma width_L : width L = 0%N. Proof. by rewrite /width leqnn orbT. Qed.
Lemma width_mid h : (0 < h < L)%N -> (m <= width h)%N.
Proof. by case/andP=> h0 hL; rewrite /width (gtn_eqF h0) (leqNgt L h) hL /=; exact: leq_addr. Qed.
Lemma x0_only (x : S 0%N) : x = x0. Proof. by apply/val_inj; case: x => [[|//] lt]. Qed.
Lemma S_L : #|S L| = 1%N. Proof. by rewrite card_ord width_L. Qed.
Lemma card_S h : #|S h| = (width h).+1. Proof. exact: card_ord. Qed.
Lemma S_pos h : (0 < #|S h|)%N. Proof. by rewrite card_S. Qed.

Lemma next_num h (x : S h) : (h.+1 < L)%N -> reached (num x) -> num (next x) = num x.
Proof.
move=> hL /andP[x1 xm]; rewrite /next /num inordK hL xm //= ltnS.
by apply: leq_trans (width_mid _) => //; rewrite hL.
Qed.

Lemma sum_reached n : (m <= n)%N -> \rsum_(y : 'I_n.+1) ind (reached y) = INR m.
Proof.
move=> mn; rewrite (rsum_recl n (fun i => ind (reached i))) [ind (reached 0)]/= Rplus_0_l.
rewrite (eq_bigr (fun i : 'I_n => ind (i < m)%N)) // -(subnKC mn).
elim: (n - m)%N => [|d IH]; last first.
  by rewrite addnS (rsum_recr (m + d) (fun i => ind (i < m)%N)) IH ltnNge leq_addr /=; lra.
rewrite addn0 (eq_bigr (fun=> 1)) ?rsum_ord_const ?Rmult_1_r //.
by move=> i _; rewrite ltn_ord.
Qed.

Let mR : 0 < INR m. Proof. by apply: lt_0_INR; apply/ltP. Qed.

Lemma P_trans : is_trans P.
Proof.
move=> h x a; rewrite /P; case: eqP => [h0|_]; last first.
  split=> [y|]; first exact: ind_ge0.
  by rewrite -[RHS](rsum_ind (next x) (fun=> 1)); apply: eq_bigr => y _; rewrite Rmult_1_r.
split=> [y|].
  by apply: Rmult_le_pos; [exact: ind_ge0 | apply/Rlt_le/Rinv_0_lt_compat].
rewrite /Rdiv rsumZr -[\rsum_i _]/(\rsum_(y : 'I_(width h.+1).+1) ind (reached y)) sum_reached.
  by field; lra.
by apply: width_mid; rewrite h0 (ltn_trans _ L3).
Qed.

(* --- the state and the action of an episode in layer h *)
Fixpoint ac k h : traj S A nat k h -> nat -> A :=
  match k with
  | 0%N => fun _ _ => a0
  | k'.+1 => fun e n => if n is n'.+1 then @ac k' h.+1 e.2 n' else e.1.1
  end.
Fixpoint stt k h : S h -> traj S A nat k h -> nat -> nat :=
  match k with
  | 0%N => fun x _ _ => num x
  | k'.+1 => fun x e n => if n is n'.+1 then @stt k' h.+1 e.1.2.2 e.2 n' else num x
  end.
Lemma stt0 k h (x : S h) e : stt (k := k) x e 0 = num x. Proof. by case: k e. Qed.

Lemma visit_at h (x : S h) a k g (x' : S g) (e : traj S A nat k g) : pathhas (at_pair (mkp x a)) x' e =
  [&& (g <= h < g + k)%N, stt x' e (h - g)%N == num x & ac e (h - g)%N == a].
Proof.
elim: k g x' e => [|k IH] g x' e; first by rewrite /= addn0; case: leqP.
rewrite [LHS]/= IH; case: (eqVneq h g) => [hg|ne].
  by subst g; rewrite at_same ltnn /= orbF subnn leqnn addnS ltnS leq_addr.
rewrite at_other //= addSnnS; case: (ltngtP g h) ne => // gh _.
by rewrite -(subnSK gh).
Qed.
Lemma visit3_at h (x : S h) a y k g (x' : S g) (e : traj S A nat k g) : pathhas (at3 x a y) x' e =
  [&& (g <= h < g + k)%N, stt x' e (h - g)%N == num x, ac e (h - g)%N == a & stt x' e (h - g)%N.+1 == num y].
Proof.
elim: k g x' e => [|k IH] g x' e; first by rewrite /= addn0; case: leqP.
rewrite [LHS]/= IH; case: (eqVneq h g) => [hg|ne].
  by subst g; rewrite at3_same ltnn /= orbF subnn leqnn addnS ltnS leq_addr /= stt0 andbA.
rewrite at3_other //= addSnnS; case: (ltngtP g h) ne => // gh _.
by rewrite -(subnSK gh).
Qed.
Lemma pathsum_at (G : nat -> nat -> A -> R) k h (x : S h) (e : traj S A nat k h) :
  pathsum (fun l x a _ _ => G l (num x) a) x e = \rsum_(j < k) G (j + h)%N (stt x e j) (ac e j).
Proof.
elim: k h x e => [|k IH] h x e; first by rewrite big_ord0.
rewrite (rsum_recl k (fun j => G (j + h)%N (stt x e j) (ac e j))) add0n [LHS]/= IH; congr (_ + _).
by apply: eq_bigr => j _; rewrite addSnnS.
Qed.

Definition st (e : E) := stt x0 e.
Definition act (e : E) := ac e.
Lemma visitE h (x : S h) a e : (h < L)%N -> visit (mkp x a) e = (st e h == num x) && (act e h == a).
Proof. by move=> hL; rewrite /visit visit_at subn0 hL. Qed.
Lemma visit3E h (x : S h) a y e : (h < L)%N ->
  visit3 x a y e = [&& st e h == num x, act e h == a & st e h.+1 == num y].
Proof. by move=> hL; rewrite /visit3 visit3_at subn0 hL. Qed.
Lemma pathsum_st (G : nat -> nat -> A -> R) (e : E) :
  @pathsum S A nat (fun l x a _ _ => G l (num x) a) L 0 x0 e = \rsum_(h < L) G h (st e h) (act e h).
Proof. by rewrite pathsum_at; apply: eq_bigr => h _; rewrite addn0. Qed.

(* a possible episode stays in its chain *)
Section Follow.
Variable pi : policy S A.
Lemma follow k h (x : S h) (e : traj S A nat k h) : (0 < h)%N -> (k + h)%N = L -> reached (num x) ->
  ~~ pathhas (off pi) x e -> forall n, (n < k)%N -> stt x e n = num x.
Proof.
elim: k h x e => [//|k IH] h x e h0 kh rx; rewrite [pathhas _ _ _]/= negb_or => /andP[o1 o2] [//|n] nk.
have hL : (h.+1 < L)%N by rewrite -kh; lia.
have y1 : e.1.2.2 = next x.
  apply/eqP; move: (off_P o1); rewrite /P (gtn_eqF h0).
  by case: (_ == _) => //=; lra.
rewrite /= y1 IH //; rewrite -?y1 //; first by rewrite y1 next_num.
  by rewrite addnS -addSn.
by rewrite y1 next_num.
Qed.
Lemma follow_0 k (x : S 0%N) (e : traj S A nat k 0) : k = L -> ~~ pathhas (off pi) x e ->
  reached (stt x e 1%N) /\ forall h, (0 < h < L)%N -> stt x e h = stt x e 1%N.
Proof.
case: k e => [|k] e kL; first by have := L3; rewrite -kL.
rewrite [pathhas _ _ _]/= negb_or => /andP[o1 o2].
have ry : reached (num e.1.2.2).
  by move: (off_P o1); rewrite /P eqxx; case: (reached _) => //=; rewrite /Rdiv; lra.
have F n : (n < k)%N -> stt e.1.2.2 e.2 n = num e.1.2.2 by apply: follow => //; rewrite addn1.
have k0 : (0 < k)%N by have := L3; rewrite -kL ltnS; exact: ltn_trans.
split; first by rewrite [stt _ _ _]/= F.
by case=> [//|h] /=; rewrite -kL ltnS => hk; rewrite !F.
Qed.
End Follow.

Lemma st_0 e : st e 0%N = 0%N. Proof. by rewrite /st stt0. Qed.
Lemma chain (pi : policy S A) (e : E) : ~~ @pathhas S A nat (off pi) L 0 x0 e ->
  reached (st e 1%N) /\ forall h, (0 < h < L)%N -> st e h = st e 1%N.
Proof. exact: follow_0. Qed.

(* the state of layer h that has the number n; the never reached state *)
Definition state h (n : nat) : S h := inord n.
Lemma num_state h n : (0 < h < L)%N -> reached n -> num (state h n) = n.
Proof. by move=> hL /andP[_ nm]; rewrite /num inordK // ltnS; apply: leq_trans nm (width_mid hL). Qed.
Lemma num_inj h (x y : S h) : num x = num y -> x = y. Proof. exact: val_inj. Qed.
Definition ghost h : S h := ord0.
End Chain.
End Chain.
