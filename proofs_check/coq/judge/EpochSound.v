(* The check of one epoch is sound: the policy is played by a point of the polytope (13) that no other point
   beats by more than the gap. *)
Require Import ZArith UCRLLP.judge.EpochCheck.
Require Import Previsions.Sums UCRLLP.model.Model UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* --- lists and reals *)
Lemma zsum_IZR (T : Type) (s : seq T) (f : T -> Z) (d : T) n : size s = n ->
  IZR (zsum (map f s)) = \rsum_(i : 'I_n) IZR (f (nth d s i)).
Proof.
move=> <-; rewrite -(big_mkord xpredT (fun i => IZR (f (nth d s i)))) -(big_nth d xpredT (fun t => IZR (f t))).
elim: s => [|t s IH] /=; first by rewrite big_nil.
by rewrite big_cons plus_IZR IH.
Qed.

Lemma zsum_IZR0 (s : seq Z) n : size s = n -> IZR (zsum s) = \rsum_(i : 'I_n) IZR (nth 0%Z s i).
Proof. by move=> sn; rewrite -(zsum_IZR id 0%Z sn) map_id. Qed.

Lemma zdot_IZR f (s t : seq Z) n : size s = n -> size t = n ->
  IZR (zdot f s t) = \rsum_(i : 'I_n) IZR (f (nth 0%Z s i) (nth 0%Z t i)).
Proof.
move=> sn tn; rewrite /zdot (zsum_IZR _ (0%Z, 0%Z) (n := n)); last by rewrite size_zip sn tn minnn.
by apply: eq_bigr => i _; rewrite nth_zip ?sn.
Qed.

Lemma zmax_ge (s : seq Z) i : (i < size s)%N -> (nth 0 s i <= zmax s)%Z.
Proof.
rewrite /zmax; move: (head _ _) => z; elim: s i => [//|y s IH] [|i] /= H.
  exact: Z.le_max_l.
by apply: Z.le_trans (IH i H) _; exact: Z.le_max_r.
Qed.

Lemma IZR_1_le p : 1 <= IZR (n1 p).
Proof. by apply: IZR_le; exact: Z.le_max_l. Qed.

Lemma ceil_ge a b : (0 < b)%Z -> IZR a <= IZR (ceil a b) * IZR b.
Proof.
move=> b0; rewrite -mult_IZR; apply: IZR_le; rewrite /ceil.
by have := Z.mul_div_le (- a) b b0; nia.
Qed.

Lemma floor_le a b : (0 < b)%Z -> IZR (a / b) * IZR b <= IZR a.
Proof. by move=> b0; rewrite -mult_IZR; apply: IZR_le; have := Z.mul_div_le a b b0; nia. Qed.

(* --- one pair, from above *)
Lemma up_pair_ok (n : nat) (E : Z) (ups : seq Z) p (q dev : 'I_n -> R) (eps : R) :
  size ups = n -> size (cN3 p) = n -> (tau p <= zmax ups)%Z -> (0 < E)%Z ->
  eps <= IZR (eHi p) / IZR E ->
  let m := (\rsum_y q y) in
  (forall y, 0 <= q y) ->
  (forall y, Rabs (q y - IZR (nth 0%Z (cN3 p) y) / IZR (n1 p) * m) <= dev y) ->
  \rsum_y dev y <= eps * m ->
  m * IZR (rHi p) + \rsum_y (q y * IZR (nth 0%Z ups y)) <= m * IZR (up_pair E ups (zmax ups) p).
Proof.
move=> su s3 tt E0 eE m q0 qd de.
set top := zmax ups in tt *; set t := tau p in tt *.
have ER : 0 < IZR E by apply: (IZR_lt 0).
have N1 := IZR_1_le p; set N := IZR (n1 p) in N1 qd.
have m0 : 0 <= m by apply: rsum_ge0.
pose d (y : 'I_n) := IZR (dz top t (nth 0%Z ups y)) / 2.
pose g := (IZR top - IZR t) / 2; pose M := (IZR top + IZR t) / 2.
pose Pb (y : 'I_n) := IZR (nth 0%Z (cN3 p) y) / N.
have vt (y : 'I_n) : (nth 0 ups y <= top)%Z by apply: zmax_ge; rewrite su.
have dg y : Rabs (d y) <= g.
  have H1 : (- (top - t) <= dz top t (nth 0 ups y) <= top - t)%Z.
    by have := vt y; rewrite /dz; lia.
  have [/IZR_le H2 /IZR_le H3] := H1; rewrite opp_IZR minus_IZR in H2; rewrite minus_IZR in H3.
  by rewrite /d /g; apply: Rabs_le; lra.
have Vd (y : 'I_n) : IZR (nth 0%Z ups y) - d y <= M.
  have H : (2 * nth 0 ups y - dz top t (nth 0 ups y) <= top + t)%Z by rewrite /dz; lia.
  have := IZR_le _ _ H; rewrite minus_IZR mult_IZR plus_IZR /d /M; lra.
have g0 : 0 <= g by move/IZR_le: tt; rewrite /g; lra.
(* what the integer bound says *)
have U : IZR (rHi p) + M + \rsum_y (Pb y * d y) + IZR (eHi p) / IZR E * g <=
         IZR (up_pair E ups top p).
  have P0 : (0 < 2 * n1 p * E)%Z.
    by have : (1 <= n1 p)%Z by [exact: Z.le_max_l]; nia.
  have := ceil_ge (up_num E ups top p) P0; rewrite -/(up_pair E ups top p).
  rewrite /up_num -/t !plus_IZR !mult_IZR !plus_IZR (opp_IZR t) -/N (zdot_IZR _ su s3).
  have -> : \rsum_(i : 'I_n) IZR (dz top t (nth 0%Z ups i) * nth 0%Z (cN3 p) i) =
            2 * N * \rsum_y (Pb y * d y).
    rewrite -rsumZ; apply: eq_bigr => y _; rewrite mult_IZR /Pb /d; field; lra.
  move: (\rsum_y (Pb y * d y)) (IZR (up_pair _ _ _ _)) => s u H.
  have NE : 0 < 2 * N * IZR E by nra.
  apply: (Rmult_le_reg_r _ _ _ NE); apply: Rle_trans H; apply: Req_le.
  by rewrite mult_IZR /M /g; field; lra.
apply: Rle_trans (Rmult_le_compat_l _ _ _ m0 U).
have A1 : \rsum_y (q y * IZR (nth 0%Z ups y)) <= m * M + (\rsum_y (q y * d y)).
  rewrite -rsumZr -rsumD; apply: le_rsum => y _; have := Vd y; have := q0 y; nra.
have A2 : \rsum_y (q y * d y) <= g * (\rsum_y dev y) + m * (\rsum_y (Pb y * d y)).
  rewrite -!rsumZ -rsumD; apply: le_rsum => y _.
  have : (q y - Pb y * m) * d y <= dev y * g.
    apply: Rle_trans (Rle_abs _) _; rewrite Rabs_mult.
    by apply: Rmult_le_compat; [exact: Rabs_pos | exact: Rabs_pos | exact: qd | exact: dg].
  by lra.
have A3 : g * (\rsum_y dev y) <= m * (IZR (eHi p) / IZR E * g).
  apply: (@Rle_trans _ (g * (IZR (eHi p) / IZR E * m))); last by apply: Req_le; ring.
  by apply: Rmult_le_compat_l => //; apply: Rle_trans de _; apply: Rmult_le_compat_r.
lra.
Qed.

(* --- one pair and one state, from below *)
Definition Prow p y := IZR (nth 0%Z (row p) y) / IZR (zsum (row p)).

Lemma allZ (P : Z -> bool) (s : seq Z) i : all P s -> (i < size s)%N -> P (nth 0%Z s i).
Proof. by move=> H si; apply: (all_nthP 0%Z H). Qed.

Lemma Prow_dist n p : size (row p) = n -> all (Z.leb 0) (row p) -> (0 < zsum (row p))%Z ->
  is_dist (fun y : 'I_n => Prow p y).
Proof.
move=> sn r0 W0; have WR : 0 < IZR (zsum (row p)) by apply: (IZR_lt 0).
split=> [y|]; last by rewrite /Prow /Rdiv rsumZr -(zsum_IZR0 sn) Rinv_r //; lra.
apply: Rmult_le_pos; last by apply/Rlt_le/Rinv_0_lt_compat.
by apply: (IZR_le 0); apply/Z.leb_le; apply: allZ r0 _; rewrite sn.
Qed.

Lemma lo_pair_ok n los p (V : 'I_n -> R) : size los = n -> size (row p) = n ->
  all (Z.leb 0) (row p) -> (0 < zsum (row p))%Z ->
  (forall y : 'I_n, IZR (nth 0%Z los y) <= V y) ->
  IZR (lo_pair los p) <= IZR (rLo p) + \rsum_(y : 'I_n) (Prow p y * V y).
Proof.
move=> sl sr r0 W0 H; rewrite /lo_pair plus_IZR; apply: Rplus_le_compat_l.
have WR : 0 < IZR (zsum (row p)) by apply: (IZR_lt 0).
apply: (Rmult_le_reg_r _ _ _ WR); apply: Rle_trans (floor_le _ W0) _.
rewrite (zdot_IZR _ sl sr) -rsumZr; apply: le_rsum => y _; rewrite mult_IZR.
have -> : Prow p y * V y * IZR (zsum (row p)) = V y * IZR (nth 0%Z (row p) y).
  by rewrite /Prow; field; lra.
apply: Rmult_le_compat_r => //; apply: (IZR_le 0); apply/Z.leb_le; apply: allZ r0 _.
by rewrite sr.
Qed.

Lemma conf_ok n E p eps : size (cN3 p) = n -> size (row p) = n ->
  (0 < zsum (row p))%Z -> (0 < E)%Z -> IZR (eLo p) / IZR E <= eps ->
  (E * zdot (fun w c => Z.abs (w * n1 p - c * zsum (row p))) (row p) (cN3 p)
     <= eLo p * n1 p * zsum (row p))%Z ->
  \rsum_(y : 'I_n) Rabs (Prow p y - IZR (nth 0%Z (cN3 p) y) / IZR (n1 p)) <= eps.
Proof.
move=> s3 sr W0 E0 eE /IZR_le; rewrite !mult_IZR (zdot_IZR _ sr s3) => H.
apply: Rle_trans eE.
have WR : 0 < IZR (zsum (row p)) by apply: (IZR_lt 0).
have ER : 0 < IZR E by apply: (IZR_lt 0).
have N1 := IZR_1_le p.
set W := IZR (zsum (row p)) in WR H *; set N := IZR (n1 p) in N1 H *.
have -> : \rsum_(y : 'I_n) Rabs (Prow p y - IZR (nth 0%Z (cN3 p) y) / N) =
   / (W * N) * (\rsum_(i : 'I_n) IZR (Z.abs (nth 0%Z (row p) i * n1 p - nth 0%Z (cN3 p) i * zsum (row p)))).
  rewrite -rsumZ; apply: eq_bigr => y _; rewrite abs_IZR -Rabs_scale; last first.
    by apply/Rlt_le/Rinv_0_lt_compat; nra.
  by congr Rabs; rewrite minus_IZR !mult_IZR -/N -/W /Prow -/W; field; lra.
have WN : 0 < W * N * IZR E by apply: Rmult_lt_0_compat => //; nra.
apply: (Rmult_le_reg_r _ _ _ WN).
move: (\rsum_(i : 'I_n) _) H => s H.
have -> : / (W * N) * s * (W * N * IZR E) = IZR E * s by field; lra.
by have -> : IZR (eLo p) / IZR E * (W * N * IZR E) = IZR (eLo p) * N * W by field; lra.
Qed.

Definition weight nA (st : state) a : R :=
  if Z.eqb (zsum (map wt st)) 0 then / INR nA else IZR (wt (nth pair0 st a)) / IZR (zsum (map wt st)).

Lemma zsum_ge0 (s : seq Z) : all (Z.leb 0) s -> (0 <= zsum s)%Z.
Proof. by elim: s => [|z s IH] //= /andP[/Z.leb_le z0 /IH H]; lia. Qed.

Lemma zsum_ones (T : Type) (s : seq T) : zsum (map (fun _ => 1%Z) s) = Z.of_nat (size s).
Proof.
elim: s => // t s IH; rewrite (_ : Z.of_nat (size (t :: s)) = Z.succ (Z.of_nat (size s))).
  have -> : zsum [seq 1%Z | _ <- t :: s] = (1 + zsum [seq 1%Z | _ <- s])%Z by [].
  by rewrite IH Z.add_1_l.
exact: Nat2Z.inj_succ.
Qed.

Lemma weight_wts nA st a : (0 < nA)%N -> size st = nA -> all (Z.leb 0) (map wt st) -> (a < nA)%N ->
  [/\ (0 < zsum (wts st))%Z, (0 <= nth 0 (wts st) a)%Z &
      weight nA st a = IZR (nth 0%Z (wts st) a) / IZR (zsum (wts st))].
Proof.
move=> A0 sA w0 aA; rewrite /weight /wts; case: Z.eqb_spec => Hz.
  rewrite zsum_ones sA (nth_map pair0) ?sA //; split=> //; first by move/ltP: A0; lia.
  by rewrite -INR_IZR_INZ /Rdiv Rmult_1_l.
split; first by have := zsum_ge0 w0; lia.
  by apply/Z.leb_le; apply: allZ w0 _; rewrite size_map sA.
by rewrite (nth_map pair0) // sA.
Qed.

Lemma size_wts st : size (wts st) = size st.
Proof. by rewrite /wts; case: Z.eqb; rewrite size_map. Qed.

Lemma weight_dist nA st : (0 < nA)%N -> size st = nA -> all (Z.leb 0) (map wt st) ->
  is_dist (fun a : 'I_nA => weight nA st a).
Proof.
move=> A0 sA w0; split=> [a|].
  have [W0 a0 ->] := weight_wts A0 sA w0 (ltn_ord a).
  by apply: Rmult_le_pos; [exact: (IZR_le 0) | apply/Rlt_le/Rinv_0_lt_compat; exact: (IZR_lt 0)].
have [W0 _ _] := weight_wts A0 sA w0 A0.
rewrite (eq_bigr (fun a : 'I_nA => IZR (nth 0%Z (wts st) a) / IZR (zsum (wts st)))); last first.
  by move=> a _; have [_ _ ->] := weight_wts A0 sA w0 (ltn_ord a).
rewrite /Rdiv rsumZr -(zsum_IZR0 (s := wts st)) ?size_wts // Rinv_r //.
by have := IZR_lt 0 _ W0; lra.
Qed.

(* the LP1 that a record of an epoch is about *)
Section Spec.
Variables (nA' : nat) (lay : nat -> nat) (ls : seq layer).     (* layer h has lay h + 1 states *)
Definition st_ h x : state := nth [::] (nth [::] ls h) x.
Definition pr_ h x a : pair := nth pair0 (st_ h x) a.
Definition S_ (h : nat) : finType := [finite 'I_(lay h).+1].
Definition A_ : finType := [finite 'I_nA'.+1].
Definition Pbar_ : trans S_ A_ := fun h x a y =>                   (* eq. (10) *)
  IZR (nth 0%Z (cN3 (pr_ h x a)) y) / IZR (Z.max 1 (cN (pr_ h x a))).
Definition pi_ : policy S_ A_ := fun h x a => weight nA'.+1 (st_ h x) a.
End Spec.

(* the policy is played by a point of the polytope that no point beats by more than g *)
Definition gap_opt (S : nat -> finType) (A : finType) L (Pbar : trans S A) eps rhat (pi : policy S A) g :=
  exists q, [/\ polytope L Pbar eps q, plays L q pi &
    forall q', polytope L Pbar eps q' -> inner L q' rhat <= inner L q rhat + g].
Lemma gap_opt_0 (S : nat -> finType) (A : finType) L (Pbar : trans S A) eps rhat (pi : policy S A) :
  gap_opt L Pbar eps rhat pi 0 <-> exists q, LP1_opt L Pbar eps rhat q /\ plays L q pi.
Proof.
split=> -[q] => [[Q1 Q2 O]|[[Q1 O] Q2]]; exists q; split=> //; first split=> //.
  by move=> q' Hq; have := O q' Hq; lra.
by move=> q' Hq; have := O q' Hq; lra.
Qed.

Section Epoch.
Variables (E : Z) (nA' : nat) (lay : nat -> nat) (ls : seq layer).
Notation nA := nA'.+1.
Notation L := (size ls).
Notation S_ := (S_ lay).
Notation A_ := (A_ nA').
Notation st_ := (st_ ls).
Notation pr_ := (pr_ ls).
Variables (U0 L0 : seq Z).
Hypotheses (E0 : (0 < E)%Z) (L1 : (0 < L)%N) (X0 : size (head [::] ls) = 1%N).
Hypothesis Hlay : forall h, (h < L)%N -> size (nth [::] ls h) = (lay h).+1.
Hypothesis HlayL : lay L = 0%N.
Hypothesis HJ : values E nA ls = Some (U0, L0).

Definition vals h := if values E nA (drop h ls) is Some v then v else ([::], [::]).
Definition ups h := (vals h).1.
Definition los h := (vals h).2.

Lemma values_drop h : (h <= L)%N -> exists v, values E nA (drop h ls) = Some v.
Proof.
elim: h => [|h IH] hL; first by rewrite drop0; exists (U0, L0).
have [v] := IH (ltnW hL); rewrite (drop_nth [::] hL) /=.
by case: (values _ _ (drop h.+1 ls)) => [w _|//]; exists w.
Qed.

Lemma values_at h : (h < L)%N -> let l := nth [::] ls h in let top := zmax (ups h.+1) in
  [/\ (0 < size l)%N, all (ok_state E nA (size (ups h.+1)) top) l,
      ups h = map (up_state E (ups h.+1) top) l & los h = map (lo_state (los h.+1)) l].
Proof.
move=> hL l top; rewrite /top /ups /los /vals.
have [v Ev] := values_drop (ltnW hL); rewrite Ev; move: Ev.
rewrite (drop_nth [::] hL) /= -/l.
case: (values _ _ (drop h.+1 ls)) => [[u w]|//] /=; case: ifP => // /andP[/Nat.ltb_lt /ltP s0 ok] [<-].
by split.
Qed.

Lemma nth_over h : (L <= h)%N -> nth [::] ls h = [::]. Proof. exact: nth_default. Qed.

Lemma size_vals h : (h <= L)%N -> size (ups h) = (lay h).+1 /\ size (los h) = (lay h).+1.
Proof.
rewrite leq_eqVlt => /orP[/eqP ->|hL].
  by rewrite /ups /los /vals drop_size /= HlayL.
by have [s0 _ -> ->] := values_at hL; rewrite !size_map Hlay.
Qed.

Lemma last_vals h (x : nat) : h = L -> nth 0%Z (ups h) x = 0%Z /\ nth 0%Z (los h) x = 0%Z.
Proof. by move=> ->; rewrite /ups /los /vals drop_size /=; case: x => [|[|x]]. Qed.

Lemma state_ok h (x : S_ h) : (h < L)%N -> let st := st_ h x in let top := zmax (ups h.+1) in
  [/\ size st = nA, all (Z.leb 0) (map wt st), all (ok_pair E (lay h.+1).+1 top) st,
      nth 0%Z (ups h) x = up_state E (ups h.+1) top st & nth 0%Z (los h) x = lo_state (los h.+1) st].
Proof.
move=> hL st top; have [s0 ok Eu El] := values_at hL.
have xl : (x < size (nth [::] ls h))%N by rewrite Hlay //; exact: (ltn_ord x).
have := all_nthP [::] ok _ xl; rewrite (size_vals hL).1 => /and3P[/Nat.eqb_eq sA w0 okp].
by split=> //; rewrite ?Eu ?El (nth_map [::]).
Qed.

Lemma pair_ok h (x : S_ h) (a : A_) : (h < L)%N ->
  let p := pr_ h x a in let n := (lay h.+1).+1 in
  [/\ size (cN3 p) = n, size (row p) = n, (tau p <= zmax (ups h.+1))%Z &
   [/\ all (Z.leb 0) (row p), (0 < zsum (row p))%Z &
     (E * zdot (fun w c => Z.abs (w * n1 p - c * zsum (row p))) (row p) (cN3 p)
       <= eLo p * n1 p * zsum (row p))%Z]].
Proof.
move=> hL p n; have [sA _ okp _ _] := state_ok x hL.
have aA : (a < size (st_ h x))%N by rewrite sA; exact: (ltn_ord a).
have /and5P[/Nat.eqb_eq ? /Nat.eqb_eq ? /Z.leb_le ? ? /andP[/Z.ltb_lt ? /Z.leb_le ?]] := all_nthP pair0 okp _ aA.
by [].
Qed.

Variables (eps : forall h, S_ h -> A_ -> R) (D : R) (rhat : reward S_ A_).
Hypothesis D0 : 0 < D.
Hypothesis Heps : forall h (x : S_ h) (a : A_), (h < L)%N ->
  IZR (eLo (pr_ h x a)) / IZR E <= eps x a <= IZR (eHi (pr_ h x a)) / IZR E.
Hypothesis Hrhat : forall h (x : S_ h) (a : A_), (h < L)%N ->
  IZR (rLo (pr_ h x a)) / D <= rhat x a <= IZR (rHi (pr_ h x a)) / D.
Notation Pbar := (@Pbar_ nA' lay ls).
Notation pi := (@pi_ nA' lay ls).

(* (i) weak duality by telescoping *)
Definition V_up h (x : S_ h) := IZR (nth 0%Z (ups h) x).
Definition rH : reward S_ A_ := fun h x a => IZR (rHi (pr_ h x a)).
Definition mass (q : occ S_ A_) h (x : S_ h) := \rsum_a marg q x a.

Lemma up_step q h (x : S_ h) (a : A_) : polytope L Pbar eps q -> (h < L)%N ->
  marg q x a * rH x a + \rsum_y (q h x a y * V_up y) <= marg q x a * V_up x.
Proof.
move=> [q0 _ _ [dev [dev1 dev2]]] hL.
have [s3 sr tt _] := pair_ok x a hL; have [sA _ _ Eu _] := state_ok x hL.
have [_ eH] := Heps x a hL.
have := @up_pair_ok _ E (ups h.+1) (pr_ h x a) (q h x a) (dev h x a) (eps x a)
  (size_vals hL).1 s3 tt E0 eH (fun y => q0 h x a y hL) (fun y => dev1 h x a y hL) (dev2 h x a hL).
move=> H; apply: Rle_trans H _; apply: Rmult_le_compat_l.
  by apply: rsum_ge0 => y _; exact: q0.
rewrite /V_up Eu /up_state; apply: IZR_le.
have aA : (a < size (st_ h x))%N by rewrite sA; exact: (ltn_ord a).
by rewrite -[up_pair _ _ _ _](nth_map pair0 0%Z (up_pair E (ups h.+1) _)) //; apply: zmax_ge; rewrite size_map.
Qed.

Definition gainH (q : occ S_ A_) l := \rsum_(x : S_ l) \rsum_a (marg q x a * rH x a).

Lemma up_telescope q k h : polytope L Pbar eps q -> (k + h)%N = L ->
  \rsum_(j < k) gainH q (j + h)%N <= \rsum_(x : S_ h) (mass q x * V_up x).
Proof.
move=> Hq; elim: k h => [|k IH] h kh.
  rewrite big_ord0; apply: Req_le; rewrite big1 // => x _.
  by rewrite /V_up (last_vals _ kh).1 Rmult_0_r.
have hL : (h < L)%N by rewrite -kh addSn ltnS leq_addl.
rewrite (rsum_recl k (fun j => gainH q (j + h)%N)) add0n.
have {}IH := IH h.+1 (etrans (addnS _ _) kh).
have -> : \rsum_(j < k) gainH q (j.+1 + h)%N = \rsum_(j < k) gainH q (j + h.+1)%N.
  by apply: eq_bigr => j _; rewrite addSnnS.
apply: Rle_trans (Rplus_le_compat_l _ _ _ IH) _.
have -> : \rsum_(y : S_ h.+1) (mass q y * V_up y) =
          \rsum_(x : S_ h) \rsum_a \rsum_y (q h x a y * V_up y).
  case: (ltnP h.+1 L) => [h1|h1].
    case: Hq => _ _ fl _.
    under eq_bigr => y _ do rewrite /mass (fl _ y h1) -rsumZr.
    rewrite exchange_big; apply: eq_bigr => x _.
    by under eq_bigr => y _ do rewrite -rsumZr; rewrite exchange_big.
  have E1 : h.+1 = L by apply/eqP; rewrite eqn_leq hL h1.
  have V0 (y : S_ h.+1) : V_up y = 0 by rewrite /V_up (last_vals _ E1).1.
  rewrite big1; last by move=> y _; rewrite V0 Rmult_0_r.
  rewrite big1 // => x _; rewrite big1 // => a _; rewrite big1 // => y _.
  by rewrite V0 Rmult_0_r.
rewrite -rsumD; apply: le_rsum => x _; rewrite -rsumD -rsumZr; apply: le_rsum => a _.
exact: up_step.
Qed.

Definition x0 : S_ 0%N := ord0.
Lemma x0_only (x : S_ 0%N) : x = x0.
Proof.
have l0 : lay 0 = 0%N by apply: succn_inj; rewrite -Hlay // nth0 X0.
by apply: val_inj; case: x => [x xl] /=; move: xl; rewrite l0; case: x.
Qed.

Lemma innerZ (q : occ S_ A_) (r : reward S_ A_) c : inner L q (fun h x a => r h x a * c) = inner L q r * c.
Proof.
rewrite /inner -rsumZr; apply: eq_bigr => h _; rewrite -rsumZr; apply: eq_bigr => x _.
by rewrite -rsumZr; apply: eq_bigr => a _; ring.
Qed.

Theorem upper q : polytope L Pbar eps q -> inner L q rhat <= IZR (nth 0%Z U0 0) / D.
Proof.
move=> Hq; apply: (@Rle_trans _ (inner L q (fun h x a => rH x a * / D))).
  apply: inner_le => h x a hL; last by have [_] := Hrhat x a hL.
  by apply: rsum_ge0 => y _; case: Hq => H _ _ _; exact: H.
rewrite innerZ; apply: Rmult_le_compat_r; first by apply/Rlt_le/Rinv_0_lt_compat.
have -> : inner L q rH = \rsum_(j < L) gainH q (j + 0)%N.
  by apply: eq_bigr => j _; rewrite addn0.
apply: Rle_trans (up_telescope Hq (addn0 L)) _; apply: Req_le.
have -> : IZR (nth 0%Z U0 0) = V_up x0 by rewrite /V_up /ups /vals drop0 HJ.
case: Hq => _ q1 _ _; rewrite -[RHS]Rmult_1_l -q1 -rsumZr; apply: eq_bigr => x _.
by rewrite (x0_only x).
Qed.

(* (ii) a point of the polytope that plays pi *)
Definition Pt : trans S_ A_ := fun h x a y =>
  if (h < L)%N then Prow (pr_ h x a) y else ind (y == ord0).
Definition rL : reward S_ A_ := fun h x a => IZR (rLo (pr_ h x a)).

Lemma Pt_trans : is_trans Pt.
Proof.
move=> h x a; rewrite /Pt; case: (boolP (h < L)%N) => hL.
  by have [_ sr _ [r0 W0 _]] := pair_ok x a hL; exact: Prow_dist.
split=> [y|]; first exact: ind_ge0.
by rewrite (bigD1 ord0) //= big1 ?Rplus_0_r // => y /negPf ->.
Qed.

Lemma pi_policy : is_policy pi.
Proof.
move=> h x; case: (ltnP h L) => hL.
  by have [sA w0 _ _ _] := state_ok x hL; exact: weight_dist.
have E1 : st_ h x = [::] by rewrite /st_ nth_over // nth_nil.
have Hw (a : A_) : pi x a = / INR nA by rewrite /pi_ E1.
have AR : 0 < INR nA by apply: lt_0_INR; apply/ltP.
split=> [a|]; first by rewrite Hw; exact/Rlt_le/Rinv_0_lt_compat.
by rewrite (eq_bigr (fun=> / INR nA)) // rsum_const card_ord Rinv_r //; lra.
Qed.

Lemma Pt_conf : in_conf L Pbar eps Pt.
Proof.
move=> h x a hL; have [s3 sr _ [r0 W0 H]] := pair_ok x a hL; have [eL _] := Heps x a hL.
by rewrite /Pt hL; exact: (conf_ok s3 sr W0 E0 eL H).
Qed.

Lemma lo_value k h (x : S_ h) : (k + h)%N = L -> IZR (nth 0%Z (los h) x) <= V Pt pi rL k x.
Proof.
elim: k h x => [|k IH] h x kh.
  by rewrite (last_vals _ kh).2; exact: Rle_refl.
have hL : (h < L)%N by rewrite -kh addSn ltnS leq_addl.
have [sA w0 _ _ El] := state_ok x hL; rewrite El /lo_state /=.
set st := st_ h x in sA w0 *.
have [W0 _ _] := weight_wts (isT : (0 < nA)%N) sA w0 (isT : (0 < nA)%N).
have WR := IZR_lt 0 _ W0.
apply: (Rmult_le_reg_r _ _ _ WR); apply: Rle_trans (floor_le _ W0) _.
rewrite (@zdot_IZR Z.mul _ _ nA) ?size_wts ?size_map // -rsumZr; apply: le_rsum => a _.
rewrite mult_IZR (nth_map pair0) ?sA //.
have [_ a0 Ew] := weight_wts (isT : (0 < nA)%N) sA w0 (ltn_ord a).
have Epi : pi x a = IZR (nth 0%Z (wts st) a) / IZR (zsum (wts st)) by exact: Ew.
rewrite Epi.
have [_ sr _ [r0 Wr _]] := pair_ok x a hL.
have := @lo_pair_ok _ (los h.+1) (pr_ h x a) (fun y : S_ h.+1 => V Pt pi rL k y) (size_vals hL).2 sr r0 Wr
  (fun y => IH h.+1 y (etrans (addnS _ _) kh)).
have -> : \rsum_y (Pt x a y * V Pt pi rL k y) = \rsum_(y : S_ h.+1) (Prow (pr_ h x a) y * V Pt pi rL k y).
  by apply: eq_bigr => y _; rewrite /Pt hL.
rewrite -/(pr_ h x a) /rL; move: (\rsum_y _) (IZR (rLo _)) (IZR (lo_pair _ _)) => s r v H.
have a0R : 0 <= IZR (nth 0%Z (wts st) a) by apply: (IZR_le 0).
apply: Rle_trans (Rmult_le_compat_l _ _ _ a0R H) _.
by apply: Req_le; field; lra.
Qed.

Theorem lower : exists q, [/\ polytope L Pbar eps q, plays L q pi &
  IZR (nth 0%Z L0 0) / D <= inner L q rhat].
Proof.
exists (q3 x0 Pt pi); split.
- by apply: occ_in_polytope; [exact: Pt_trans | exact: pi_policy | exact: Pt_conf].
- move=> h x a hL; have mq b : marg (q3 x0 Pt pi) x b = q2 x0 Pt pi x b.
    by apply: marg_q3; exact: Pt_trans.
  rewrite (eq_bigr (fun b => q2 x0 Pt pi x b)) // mq.
  have -> : \rsum_b q2 x0 Pt pi x b = mu x0 Pt pi x by apply: q2_mu; exact: pi_policy.
  by rewrite /q2; ring.
apply: (@Rle_trans _ (inner L (q3 x0 Pt pi) (fun h x a => rL x a * / D))).
  rewrite innerZ; apply: Rmult_le_compat_r; first by apply/Rlt_le/Rinv_0_lt_compat.
  rewrite -eq_8; last exact: Pt_trans.
  have -> : nth 0%Z L0 0 = nth 0%Z (los 0) x0 by rewrite /los /vals drop0 HJ.
  exact: (lo_value x0 (addn0 L)).
apply: inner_le => h x a hL; last by have [] := Hrhat x a hL.
by apply: rsum_ge0 => y _; apply: q3_ge0; [exact: Pt_trans | exact: pi_policy].
Qed.
End Epoch.

Theorem gap_sound E nA' lay ls g : gap_if_ok E nA'.+1 ls = Some g ->
  (forall h, (h < size ls)%N -> size (nth [::] ls h) = (lay h).+1) -> lay (size ls) = 0%N ->
  forall (eps : forall h, S_ lay h -> A_ nA' -> R) (D : R) (rhat : reward (S_ lay) (A_ nA')), 0 < D ->
  (forall h (x : S_ lay h) (a : A_ nA'), (h < size ls)%N ->
    IZR (eLo (pr_ ls h x a)) / IZR E <= eps h x a <= IZR (eHi (pr_ ls h x a)) / IZR E) ->
  (forall h (x : S_ lay h) (a : A_ nA'), (h < size ls)%N ->
    IZR (rLo (pr_ ls h x a)) / D <= rhat h x a <= IZR (rHi (pr_ ls h x a)) / D) ->
  gap_opt (size ls) (@Pbar_ nA' lay ls) eps rhat (@pi_ nA' lay ls) (IZR g / D).
Proof.
rewrite /gap_if_ok; case: ifP => // /andP[/Z.ltb_lt E0 /Nat.eqb_eq X0].
case HJ: (values _ _ _) => [[u l]|//] [<-] Hl HlL eps D rhat D0 Heps Hrhat.
have L1 : (0 < size ls)%N by case: (ls) X0.
have [q [Hq pl lo]] := lower E0 Hl HlL HJ D0 Heps Hrhat.
exists q; split=> // q' Hq'.
have up := upper E0 L1 X0 Hl HlL HJ D0 Heps Hrhat Hq'.
by rewrite minus_IZR /Rdiv Rmult_minus_distr_r -/(Rdiv _ _) -/(Rdiv _ _); lra.
Qed.
