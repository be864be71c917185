(* The inner problem of extended value iteration, solved explicitly:
   max { <p, v> : p a distribution on Y, ||p - pb||_1 <= e }
   is attained by `ball_opt`: the best state gains min(e/2, 1 - pb), the worst states pay for it. *)
Require Import Previsions.Sums Previsions.Probability.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Definition argmax (I : finType) (v : I -> R) : option I := [pick i | [forall j, Rleb (v j) (v i)]].

Lemma argmaxP (I : finType) (v : I -> R) (i0 : I) :
  exists2 i, argmax v = Some i & forall j, v j <= v i.
Proof.
have H (s : seq I) : exists i, forall j, j \in i0 :: s -> v j <= v i.
  elim: s => [|k s [i IH]]; first by exists i0 => j; rewrite inE => /eqP ->; exact: Rle_refl.
  case: (Rle_dec (v i) (v k)) => ik.
    exists k => j; rewrite !inE => /or3P[/eqP -> | /eqP -> | js].
    - by apply: Rle_trans ik; apply: IH; rewrite inE eqxx.
    - exact: Rle_refl.
    - by apply: Rle_trans ik; apply: IH; rewrite inE js orbT.
  exists i => j; rewrite !inE => /or3P[/eqP -> | /eqP -> | js].
  - by apply: IH; rewrite inE eqxx.
  - lra.
  - by apply: IH; rewrite inE js orbT.
have [i Hi] := H (enum I); rewrite /argmax; case: pickP => [k /forallP Hk|none].
  by exists k => // j; apply/RlebP.
have /negP[] := none i; apply/forallP => j; apply/RlebP/Hi.
by rewrite inE mem_enum orbT.
Qed.

(* a definition, so that lra sees one atom (Equality.sort and Finite.sort are two) *)
Definition lsum (Y : finType) (F : Y -> R) (s : seq Y) : R := \rsum_(z <- s) F z.
Lemma lsum_cons (Y : finType) F (y : Y) s : lsum F (y :: s) = F y + lsum F s.
Proof. by rewrite /lsum big_cons. Qed.

(* --- take the mass m from the states of s, in this order *)
Section Drain.
Variables (Y : finType) (pb v : Y -> R).
Hypothesis pb0 : forall y, 0 <= pb y.

Fixpoint drain (m : R) (s : seq Y) : Y -> R :=
  if s is y :: s' then fun z => if z == y then pb y - Rmin m (pb y)
                                else drain (m - Rmin m (pb y)) s' z
  else pb.

Lemma rest_ge0 m y : 0 <= m - Rmin m (pb y).
Proof. have := Rmin_l m (pb y); lra. Qed.

Lemma drain_range m s z : 0 <= m -> 0 <= drain m s z <= pb z.
Proof.
elim: s m => [|y s IH] m m0 /=; first by have := pb0 z; lra.
case: eqP => [->|_]; last by apply: IH; exact: rest_ge0.
have := Rmin_r m (pb y); have : 0 <= Rmin m (pb y) by apply: Rmin_glb.
lra.
Qed.

Lemma drain0 s z : drain 0 s z = pb z.
Proof.
elim: s => [//|y s IH] /=; rewrite Rmin_left // !Rminus_0_r.
by case: eqP => [->|_].
Qed.

Lemma drain_sum m s : uniq s -> 0 <= m <= lsum pb s -> lsum (drain m s) s = lsum pb s - m.
Proof.
elim: s m => [|y s IH] m; first by rewrite /lsum !big_nil; lra.
move=> /andP[ys us]; rewrite !lsum_cons /= eqxx => mm.
have -> : lsum (fun z => if z == y then pb y - Rmin m (pb y) else drain (m - Rmin m (pb y)) s z) s =
  lsum (drain (m - Rmin m (pb y)) s) s.
  rewrite /lsum !big_seq; apply: eq_bigr => z zs; case: eqP => // zy; by rewrite -zy zs in ys.
rewrite IH //; first by lra.
split; first exact: rest_ge0.
have s0 : 0 <= lsum pb s by apply: rsum_ge0.
by rewrite /Rmin; case: Rle_dec => h; lra.
Qed.

Definition by_value : rel Y := fun y z => Rleb (v y) (v z).

(* a level: what is below is emptied, what is above is untouched *)
Lemma drain_level m s : s != [::] -> uniq s -> sorted by_value s -> 0 <= m <= lsum pb s ->
  exists2 y, y \in s & forall z, z \in s ->
    (v z < v y -> drain m s z = 0) /\ (v y < v z -> drain m s z = pb z).
Proof.
have up_tr : transitive by_value.
  by move=> y x z /RlebP a /RlebP b; apply/RlebP; lra.
elim: s m => [//|y s IH] m _ /andP[ys us] /= ps; rewrite lsum_cons => mm.
have least z : z \in s -> v y <= v z.
  by move: ps; rewrite (path_sortedE up_tr) => /andP[/allP H _] /H /RlebP.
case: (Rle_dec m (pb y)) => my.
  exists y; first by rewrite inE eqxx.
  move=> z; rewrite inE; case: (eqVneq z y) => [-> _|zy /= zs]; first by split; lra.
  rewrite Rmin_left // Rminus_eq_0 drain0; split=> //.
  by have := least z zs; lra.
have sn : s != [::] by apply/eqP => s0; move: mm; rewrite s0 /lsum big_nil; lra.
rewrite Rmin_right; last by lra.
have [y' ys' Hy'] := IH (m - pb y) sn us (path_sorted ps) ltac:(lra).
exists y'; first by rewrite inE ys' orbT.
move=> z; rewrite inE; case: (eqVneq z y) => [-> _|zy /= zs]; last exact: Hy'.
by split; [lra | have := least _ ys'; lra].
Qed.
End Drain.

Section Ball.
Variables (Y : finType) (pb : Y -> R) (e : R) (v : Y -> R).
Definition worst_others ys := [seq z <- sort (by_value v) (enum Y) | z != ys].    (* worst first *)
Definition gain_mass ys := Rmin (e / 2) (1 - pb ys).
Definition ball_greedy ys : Y -> R := fun z =>
  if z == ys then pb ys + gain_mass ys else drain pb (gain_mass ys) (worst_others ys) z.
(* where nothing has been observed (pb = 0) the ball is the whole simplex *)
Definition ball_opt : Y -> R :=
  if argmax v is Some ys then
    if Req_EM_T (\rsum_y pb y) 0 then fun z => ind (z == ys) else ball_greedy ys
  else fun=> 0.

Lemma up_total : total (by_value v).
Proof.
by move=> y z; case: (Rle_dec (v y) (v z)) => h; apply/orP; [left | right]; apply/RlebP; lra.
Qed.

Lemma others_sum ys (F : Y -> R) : lsum F (worst_others ys) = \rsum_(z | z != ys) F z.
Proof. by rewrite /lsum big_filter (perm_big (enum Y)) ?perm_sort //= big_enum_cond. Qed.
Lemma others_uniq ys : uniq (worst_others ys).
Proof. by rewrite filter_uniq // sort_uniq enum_uniq. Qed.
Lemma others_sorted ys : sorted (by_value v) (worst_others ys).
Proof.
apply: sorted_filter; last exact: sort_sorted up_total _.
by move=> y x z /RlebP a /RlebP b; apply/RlebP; lra.
Qed.
Lemma mem_others ys z : (z \in worst_others ys) = (z != ys).
Proof. by rewrite mem_filter mem_sort mem_enum inE andbT. Qed.

Section Greedy.
Variable ys : Y.
Hypotheses (Hpb : is_dist pb) (e0 : 0 <= e) (Hys : forall y, v y <= v ys).
Local Notation m := (gain_mass ys).

Lemma pb_others : \rsum_(z | z != ys) pb z = 1 - pb ys.
Proof. by have := Hpb.2; rewrite (bigD1 ys) //=; lra. Qed.

Lemma m_range : 0 <= m <= lsum pb (worst_others ys).
Proof.
rewrite others_sum pb_others; split; last exact: Rmin_r.
apply: Rmin_glb; first lra.
rewrite -pb_others; apply: rsum_ge0 => z _; exact: Hpb.1.
Qed.

Lemma greedy_others (G : Y -> R -> R) :
  \rsum_z G z (ball_greedy ys z) =
  G ys (pb ys + m) + \rsum_(z | z != ys) G z (drain pb m (worst_others ys) z).
Proof.
rewrite (bigD1 ys) //= /ball_greedy eqxx; congr (_ + _).
by apply: eq_bigr => z /negPf ->.
Qed.

Lemma drained : \rsum_(z | z != ys) drain pb m (worst_others ys) z = 1 - pb ys - m.
Proof.
by rewrite -others_sum (drain_sum Hpb.1 (others_uniq ys) m_range) others_sum pb_others.
Qed.

Lemma greedy_dist : is_dist (ball_greedy ys).
Proof.
have [m0 _] := m_range; split; last by rewrite (greedy_others (fun _ p => p)) drained /=; ring.
move=> z; rewrite /ball_greedy; case: eqP => _; first by have := Hpb.1 ys; lra.
by have [] := drain_range Hpb.1 (worst_others ys) z m0.
Qed.

Lemma greedy_ball : \rsum_z Rabs (ball_greedy ys z - pb z) <= e.
Proof.
have [m0 _] := m_range.
rewrite (greedy_others (fun z p => Rabs (p - pb z))).
have -> : \rsum_(z | z != ys) Rabs (drain pb m (worst_others ys) z - pb z) =
  \rsum_(z | z != ys) (pb z - drain pb m (worst_others ys) z).
  apply: eq_bigr => z _; have := drain_range Hpb.1 (worst_others ys) z m0; rewrite /Rabs.
  by case: Rcase_abs; lra.
rewrite rsumB pb_others drained Rabs_pos_eq; last by lra.
have := Rmin_l (e / 2) (1 - pb ys); rewrite -/(gain_mass ys); lra.
Qed.

Lemma greedy_max p : is_dist p -> \rsum_z Rabs (p z - pb z) <= e ->
  \rsum_z (p z * v z) <= \rsum_z (ball_greedy ys z * v z).
Proof.
move=> [p0 p1] pe.
have [m0 _] := m_range; have [g0 g1] := greedy_dist.
have all_best q : is_dist q -> \rsum_z (q z * v z) <= v ys.
  move=> [q0 q1]; rewrite -[v ys]Rmult_1_l -q1 -rsumZr; apply: le_rsum => z _.
  by apply: Rmult_le_compat_l.
case: (Rle_dec (e / 2) (1 - pb ys)) => small; last first.
  have mE : m = 1 - pb ys by rewrite /gain_mass Rmin_right //; lra.
  apply: Rle_trans (all_best p _) _ => //.
  rewrite (greedy_others (fun z q => q * v z)) big1 => [|z zy]; first by rewrite mE; lra.
  suff -> : drain pb m (worst_others ys) z = 0 by lra.
  have := drained; rewrite mE (bigD1 z) //= => D.
  have D0 := drain_range Hpb.1 (worst_others ys) z m0; rewrite -mE in D.
  have : 0 <= \rsum_(i | (i != ys) && (i != z)) drain pb m (worst_others ys) i.
    by apply: rsum_ge0 => i _; have := drain_range Hpb.1 (worst_others ys) i m0; lra.
  by rewrite -mE; lra.
have mE : m = e / 2 by rewrite /gain_mass Rmin_left.
have [t [tv lev]] : exists t, t <= v ys /\ forall z, z != ys ->
    (v z < t -> ball_greedy ys z = 0) /\ (t < v z -> ball_greedy ys z = pb z).
  case: (boolP (worst_others ys == [::])) => [/eqP none|some].
    by exists (v ys); split; [lra | move=> z; rewrite -mem_others none].
  have [y _ Hy] := drain_level Hpb.1 some (others_uniq ys) (others_sorted ys) m_range.
  exists (v y); split; first exact: Hys.
  by move=> z zy; rewrite /ball_greedy (negPf zy); apply: Hy; rewrite mem_others.
(* <p - greedy, v - t>, state by state *)
have pos z : 0 <= (Rabs (p z - pb z) + (p z - pb z)) / 2.
  by rewrite /Rabs; case: Rcase_abs; lra.
apply: Rminus_le.
have -> : \rsum_z (p z * v z) - \rsum_z (ball_greedy ys z * v z) =
  \rsum_z ((p z - ball_greedy ys z) * (v z - t)).
  rewrite -rsumB -[LHS]Rminus_0_r -[X in _ - X](Rmult_0_l t).
  rewrite (_ : 0 = \rsum_z (p z - ball_greedy ys z)); last by rewrite rsumB p1 g1; lra.
  by rewrite -rsumZr -rsumB; apply: eq_bigr => z _; ring.
apply: (@Rle_trans _ (\rsum_z ((Rabs (p z - pb z) + (p z - pb z)) / 2 * (v ys - t)) - m * (v ys - t))).
  rewrite (bigD1 ys) //= [X in _ <= X - _](bigD1 ys) //=.
  suff H : \rsum_(z | z != ys) ((p z - ball_greedy ys z) * (v z - t)) <=
           \rsum_(z | z != ys) ((Rabs (p z - pb z) + (p z - pb z)) / 2 * (v ys - t)).
    have -> : ball_greedy ys ys = pb ys + m by rewrite /ball_greedy eqxx.
    have : (p ys - pb ys) * (v ys - t) <= (Rabs (p ys - pb ys) + (p ys - pb ys)) / 2 * (v ys - t).
      by apply: Rmult_le_compat_r; [lra | have := Rle_abs (p ys - pb ys); lra].
    lra.
  apply: le_rsum => z zy; have [l1 l2] := lev z zy; have := pos z; have := Hys z; have := p0 z.
  case: (Rtotal_order (v z) t) => [lt|[->|gt]] a1 a2 a3.
  - rewrite l1 //; have : 0 <= (Rabs (p z - pb z) + (p z - pb z)) / 2 * (v ys - t).
      by apply: Rmult_le_pos => //; lra.
    nra.
  - by rewrite Rminus_eq_0 Rmult_0_r; apply: Rmult_le_pos => //; lra.
  rewrite l2 //; apply: (@Rle_trans _ ((Rabs (p z - pb z) + (p z - pb z)) / 2 * (v z - t))).
    by apply: Rmult_le_compat_r; [lra | have := Rle_abs (p z - pb z); lra].
  by apply: Rmult_le_compat_l => //; lra.
rewrite rsumZr mE.
have -> : \rsum_z ((Rabs (p z - pb z) + (p z - pb z)) / 2) = (\rsum_z Rabs (p z - pb z)) / 2.
  by rewrite /Rdiv rsumZr rsumD rsumB p1 Hpb.2; congr (_ * _); lra.
move: pe; set u := \rsum_z _ => ue.
have : u / 2 * (v ys - t) <= e / 2 * (v ys - t) by apply: Rmult_le_compat_r; lra.
lra.
Qed.
End Greedy.

(* what the learner's estimates satisfy: an empirical distribution, or no observation and a radius >= 1 *)
Definition centre_ok := (is_dist pb /\ 0 <= e) \/ ((forall y, pb y = 0) /\ 1 <= e).
Hypothesis Hc : centre_ok.
Variable y0 : Y.

Theorem ball_opt_spec :
  [/\ is_dist ball_opt, \rsum_z Rabs (ball_opt z - pb z) <= e &
      forall p, is_dist p -> \rsum_z Rabs (p z - pb z) <= e ->
        \rsum_z (p z * v z) <= \rsum_z (ball_opt z * v z)].
Proof.
rewrite /ball_opt; have [ys -> Hys] := argmaxP v y0.
case: Req_EM_T => [s0|s1]; last first.
  case: Hc => [[D e0]|[Z _]]; last by case: s1; rewrite big1.
  by split; [exact: greedy_dist | exact: greedy_ball | exact: greedy_max].
case: Hc => [[[_ D] _]|[Z e1]]; first by exfalso; lra.
have one : \rsum_z ind (z == ys) = 1.
  by rewrite -[RHS](rsum_ind ys (fun=> 1)); apply: eq_bigr => z _; rewrite Rmult_1_r.
split.
- by split=> // z; exact: ind_ge0.
- rewrite (eq_bigr (fun z => ind (z == ys))) ?one // => z _.
  by rewrite Z Rminus_0_r Rabs_pos_eq //; exact: ind_ge0.
move=> p [p0 p1] _; rewrite rsum_ind -[v ys]Rmult_1_l -p1 -rsumZr; apply: le_rsum => z _.
by apply: Rmult_le_compat_l.
Qed.
End Ball.
