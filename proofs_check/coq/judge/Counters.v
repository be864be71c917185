(* The counters of the judge are the paper's N_i(x,a), N_i(x,a,x') and sums of rewards, its trigger is that of
   alg:main/12. *)
Require Import ZArith QArith Qreals UCRLLP.judge.EpochCheck UCRLLP.judge.TraceCheck.
Require Import Previsions.Sums Previsions.Probability UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures
  UCRLLP.model.ConfidenceSets Previsions.Concentration UCRLLP.model.Algorithm.
Require Import UCRLLP.judge.EpochSound UCRLLP.judge.Readings.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Notation next := TraceCheck.next.
Notation bump := TraceCheck.bump.
Definition e0 : nat * nat * Q := ((0%N, 0%N), 0%Q).
Definition cellat (c : table) (j y b : nat) : cell := nth (cell0 0) (nth [::] (nth [::] c j) y) b.

Lemma size_upd T f i (s : seq T) : size (upd f i s) = size s.
Proof. by elim: s i => [|x s IH] [|i] //=; rewrite IH. Qed.
Lemma nth_upd T (d : T) f i s j : (i < size s)%N -> nth d (upd f i s) j = if i == j then f (nth d s j) else nth d s j.
Proof. by elim: s i j => [|x s IH] [|i] [|j] //= H; rewrite IH. Qed.

(* --- sums of rationals *)
Lemma common_divides d e : (Zpos (common d e) mod Zpos d = 0 /\ Zpos (common d e) mod Zpos e = 0)%Z.
Proof.
rewrite /common; case: Z.eqb_spec => [H|_]; first by split; [exact: Z_mod_same_full | exact: H].
case: Z.eqb_spec => [H|_]; first by split; [exact: H | exact: Z_mod_same_full].
by rewrite Pos2Z.inj_mul; split; [rewrite Z.mul_comm|]; exact: Z_mod_mult.
Qed.

Lemma over_common (n : Z) (d c : positive) : (Zpos c mod Zpos d = 0)%Z ->
  IZR (n * (Zpos c / Zpos d)) / IZR (Zpos c) = IZR n / IZR (Zpos d).
Proof.
move=> H; have E1 : Zpos c = (Zpos d * (Zpos c / Zpos d))%Z by apply: Z_div_exact_full_2.
have d0 : 0 < IZR (Zpos d) by apply: (IZR_lt 0).
have c0 : 0 < IZR (Zpos c) by apply: (IZR_lt 0).
have Ec : IZR (Zpos c) = IZR (Zpos d) * IZR (Zpos c / Zpos d) by rewrite -mult_IZR -E1.
rewrite mult_IZR; move: (IZR (Zpos c / Zpos d)) Ec => u Ec; rewrite Ec in c0 *.
by field; split; nra.
Qed.

Lemma Q2R_qadd p q : Q2R (qadd p q) = Q2R p + Q2R q.
Proof.
rewrite /qadd /Q2R; case: Z.eqb_spec => [<-|_] /=; first by rewrite plus_IZR Rmult_plus_distr_r.
have [H1 H2] := common_divides (Qden p) (Qden q).
by rewrite plus_IZR Rmult_plus_distr_r -/(Rdiv _ _) -/(Rdiv (IZR (Qnum q * _)) _) !over_common.
Qed.

(* --- tables *)
Lemma size_see c e : size (see c e) = size c.
Proof. by elim: c e => [|l c IH] [|[[x a] r] e] //=; rewrite IH. Qed.

Definition fits (c : table) (e : episode) := forall j, (j < size e)%N ->
  ((nth e0 e j).1.1 < size (nth [::] c j))%N /\
  ((nth e0 e j).1.2 < size (nth [::] (nth [::] c j) (nth e0 e j).1.1))%N.

Lemma see_size2 c e j : size (nth [::] (see c e) j) = size (nth [::] c j).
Proof.
elim: c e j => [|l c IH] [|[[x a] r] e] [|j] //=; first by rewrite size_upd.
Qed.
Lemma see_size3 c e j y : fits c e -> size c = size e ->
  size (nth [::] (nth [::] (see c e) j) y) = size (nth [::] (nth [::] c j) y).
Proof.
elim: c e j => [|l c IH] [|[[x a] r] e] j //= F [ss].
case: j => [|j] /=; last by apply: IH => // i ie; exact: (F i.+1).
have [/= F1 F2] := F 0%N isT; rewrite nth_upd //; case: eqP => // <-.
by rewrite size_upd.
Qed.

Lemma see_cell c e j y b : size c = size e -> fits c e -> (j < size e)%N ->
  cellat (see c e) j y b =
  if (nth e0 e j).1 == (y, b) then bump (next (drop j.+1 e)) (nth e0 e j).2 (cellat c j y b)
  else cellat c j y b.
Proof.
rewrite /cellat; elim: c e j => [|l c IH] [|[[x a] r] e] j //= [ss] F.
case: j => [|j] jl /=; last by apply: IH => // i ie; exact: (F i.+1).
have [/= F1 F2] := F 0%N isT; rewrite nth_upd // drop0 xpair_eqE.
case: eqP => [E|//]; move: F2; rewrite E => F2; rewrite nth_upd //=.
Qed.

(* --- a property of cells that held nowhere before an episode holds afterwards where the episode went, or nowhere *)

Lemma has_upd T (d : T) (p : pred T) f i (s : seq T) : (i < size s)%N -> ~~ has p s ->
  has p (upd f i s) = p (f (nth d s i)).
Proof.
elim: s i => [|x s IH] [|i] //= H; rewrite negb_or => /andP[px ps]; last by rewrite (negbTE px) IH.
by rewrite (negbTE ps) orbF.
Qed.

Lemma seen_any p c e : size c = size e -> fits c e -> ~~ any p c -> seen p (see c e) e = any p (see c e).
Proof.
rewrite /any; elim: c e => [|l c IH] [|[[x a] r] e] //= [ss] F; rewrite negb_or => /andP[nl nc].
have [/= F1 F2] := F 0%N isT.
rewrite IH //; last by move=> i ie; exact: (F i.+1).
congr (_ || _); rewrite (has_upd [::]) // nth_upd // eqxx.
have nx : ~~ has p (nth [::] l x).
  by apply: contra nl => H; apply/(has_nthP [::]); exists x.
by rewrite (has_upd (cell0 0)) // nth_upd // eqxx.
Qed.

Section Enc.
Variables (lay : nat -> nat) (nA' : nat) (Zt : Type) (rq : Zt -> Q).
Notation S := (S_ lay).
Notation A := (A_ nA').

Fixpoint enc k h : S h -> traj S A Zt k h -> episode :=
  match k with
  | 0%N => fun _ _ => [::]
  | k'.+1 => fun x e => ((nat_of_ord x, nat_of_ord e.1.1), rq e.1.2.1) :: @enc k' h.+1 e.1.2.2 e.2
  end.

Lemma size_enc k h (x : S h) (e : traj S A Zt k h) : size (enc x e) = k.
Proof. by elim: k h x e => //= k IH h x e; rewrite IH. Qed.

Lemma enc_range k h (x : S h) (e : traj S A Zt k h) j : (j < k)%N ->
  ((nth e0 (enc x e) j).1.1 < (lay (h + j)).+1)%N /\ ((nth e0 (enc x e) j).1.2 < nA'.+1)%N.
Proof.
elim: k h x e j => [//|k IH] h x e [|j] /= jk; first by rewrite addn0; split; exact: ltn_ord.
by rewrite -addSnnS; exact: IH.
Qed.

Lemma enc_hit k h (x : S h) (e : traj S A Zt k h) g (y : S g) (b : A) :
  pathhas (at_pair (mkp y b)) x e =
  (h <= g < h + k)%N && ((nth e0 (enc x e) (g - h)).1 == (nat_of_ord y, nat_of_ord b)).
Proof.
elim: k h x e => [|k IH] h x e /=; first by rewrite addn0; case: leqP.
case: (ltngtP h g) => [hg|gh|E].
- rewrite at_other ?IH; last by rewrite gtn_eqF.
  by rewrite hg addSnnS -[(g - h)%N](subnSK hg).
- by rewrite at_other ?IH ?(ltnNge h g) ?(ltnW gh) //; rewrite ltn_eqF.
- clear IH; move: y; rewrite -E => y; rewrite at_same subnn (pathhas_late _ _ (@at_pair_layer _ _ _ (mkp y b))) //=.
  by rewrite orbF addnS ltnS leq_addr /= xpair_eqE.
Qed.

Lemma next_enc k h (x : S h) (e : traj S A Zt k h) : lay (h + k)%N = 0%N -> next (enc x e) = x.
Proof.
case: k e => [|k] e //=; rewrite addn0 => l0.
by case: x => [x xl] /=; move: xl; rewrite l0; case: x.
Qed.

Lemma enc_hit3 k h (x : S h) (e : traj S A Zt k h) g (y : S g) (b : A) (y' : S g.+1) : lay (h + k)%N = 0%N ->
  pathhas (at3 y b y') x e =
  [&& (h <= g < h + k)%N, (nth e0 (enc x e) (g - h)).1 == (nat_of_ord y, nat_of_ord b) &
      next (drop (g - h).+1 (enc x e)) == y'].
Proof.
elim: k h x e => [|k IH] h x e l0 /=; first by rewrite addn0; case: leqP.
have l1 : lay (h.+1 + k)%N = 0%N by rewrite addSnnS.
case: (ltngtP h g) => [hg|gh|E].
- rewrite at3_other ?IH //; last by rewrite gtn_eqF.
  by rewrite hg addSnnS -[(g - h)%N](subnSK hg).
- by rewrite at3_other ?IH ?(ltnNge h g) ?(ltnW gh) //; rewrite ltn_eqF.
- clear IH; move: y y'; rewrite -E => y y'.
  rewrite at3_same subnn (pathhas_late _ _ (@at3_layer _ _ _ _ y b y')) //= orbF.
  by rewrite addnS ltnS leq_addr /= xpair_eqE drop0 next_enc // -andbA.
Qed.

Definition rv (z : Zt) : R := Q2R (rq z).
Lemma enc_rew k h (x : S h) (e : traj S A Zt k h) g (y : S g) (b : A) :
  pathsum (at_rew rv y b) x e =
  if (h <= g < h + k)%N && ((nth e0 (enc x e) (g - h)).1 == (nat_of_ord y, nat_of_ord b))
  then Q2R (nth e0 (enc x e) (g - h)).2 else 0.
Proof.
elim: k h x e => [|k IH] h x e /=; first by rewrite addn0; case: leqP.
rewrite IH /at_rew; case: (ltngtP h g) => [hg|gh|E].
- rewrite at_other /=; last by rewrite gtn_eqF.
  by rewrite addSnnS -[(g - h)%N](subnSK hg) Rmult_0_l Rplus_0_l.
- rewrite at_other; last by rewrite ltn_eqF.
  by rewrite /= Rmult_0_l Rplus_0_l.
- clear IH; move: y; rewrite -E => y; rewrite at_same subnn /= addnS ltnS leq_addr /= xpair_eqE.
  by rewrite !(inj_eq val_inj) Rplus_0_r; case: ifP => _ /=; rewrite /rv; lra.
Qed.
End Enc.

Lemma init_nth X nA j : (j.+1 < size X)%N ->
  nth [::] (init X nA) j = nseq (nth 0%N X j) (nseq nA (cell0 (nth 0%N X j.+1))).
Proof. by elim: X j => [|n [|m X] IH] [|j] //=; rewrite ?ltnS => H; apply: (IH j). Qed.
Lemma size_init X nA : size (init X nA) = (size X).-1.
Proof. by elim: X => [|n [|m X] IH] //=; rewrite IH. Qed.

Section Judge.
Variables (lay : nat -> nat) (nA' L : nat) (Zt : Type) (rq : Zt -> Q).
Notation S := (S_ lay).
Notation A := (A_ nA').
Notation nA := nA'.+1.
Definition x0_ : S 0%N := ord0.
Notation x0 := x0_.
Notation E := (traj S A Zt L 0).
Notation cnt := (@cnt S A Zt x0 L).
Notation trig := (@trig S A Zt x0 L).
Notation start := (@start S A Zt x0 L).
Notation enc0 := (@enc lay nA' Zt rq L 0 x0).
Notation rv := (rv rq).
Hypotheses (L1 : (0 < L)%N) (lay0 : lay 0 = 0%N) (layL : lay L = 0%N).
Definition X_ : seq nat := mkseq (fun h => (lay h).+1) L.+1.

Record inv (c : table) (w s : seq E) : Prop := Inv {
  i1 : size c = L;
  i2 : forall j, (j < L)%N -> size (nth [::] c j) = (lay j).+1;
  i3 : forall j y, (j < L)%N -> (y < (lay j).+1)%N -> size (nth [::] (nth [::] c j) y) = nA;
  i4 : forall j (y : S j) (b : A), (j < L)%N -> let k := cellat c j y b in
    [/\ sn k = Z.of_nat (cnt (mkp y b) w), sb k = Z.of_nat (cnt (mkp y b) s),
        size (s3 k) = (lay j.+1).+1,
        forall y' : S j.+1, IZR (nth 0%Z (s3 k) y') = \rsum_(e <- w) ind (visit3 x0 y b y' e) &
        Q2R (sr k) = \rsum_(e <- w) rew x0 rv y b e] }.

Lemma fits_enc c w s (e : E) : inv c w s -> fits c (enc0 e).
Proof.
move=> I j; rewrite size_enc => jL; have [a b] := enc_range rq x0 e jL.
by rewrite (i2 I) // (i3 I).
Qed.

Lemma visit_hit (e : E) j (y : S j) (b : A) : (j < L)%N ->
  visit x0 (mkp y b) e = ((nth e0 (enc0 e) j).1 == (nat_of_ord y, nat_of_ord b)).
Proof. by move=> jL; rewrite /visit (enc_hit rq) leq0n add0n jL subn0. Qed.

Lemma inv_see c w s (e : E) : inv c w s -> inv (see c (enc0 e)) (e :: w) s.
Proof.
move=> I; have F : fits c (enc0 e) by apply: fits_enc I.
have ss : size c = size (enc0 e) by rewrite (i1 I) size_enc.
split; first by rewrite size_see (i1 I).
- by move=> j jL; rewrite see_size2 (i2 I).
- by move=> j y jL yl; rewrite see_size3 // (i3 I).
move=> j y b jL; have [I1 I2 I3 I4 I5] := i4 I y b jL.
rewrite see_cell ?(i1 I) ?size_enc //; have V : visit x0 (mkp y b) e = _ := visit_hit e y b jL.
have V3 (y' : S j.+1) : visit3 x0 y b y' e = visit x0 (mkp y b) e && (next (drop j.+1 (enc0 e)) == y').
  by rewrite /visit3 (enc_hit3 rq) ?add0n // leq0n jL subn0 V.
have RW : rew x0 rv y b e = if visit x0 (mkp y b) e then Q2R (nth e0 (enc0 e) j).2 else 0.
  by rewrite /rew enc_rew leq0n add0n jL subn0 V.
have C p : cnt p (e :: w) = (visit x0 p e + cnt p w)%N by [].
rewrite C -V; case: (visit x0 (mkp y b) e) V3 RW => V3 RW /=; last first.
  split=> //; first by move=> y'; rewrite big_cons V3 /= Rplus_0_l.
  by rewrite big_cons RW Rplus_0_l.
split=> //; first by rewrite I1 Zpos_P_of_succ_nat -Z.add_1_r.
- by rewrite size_upd.
- move=> y'; rewrite big_cons V3 /=.
  case: (ltnP (next (drop j.+1 (enc0 e))) (size (s3 (cellat c j y b)))) => nl.
    by rewrite nth_upd //; case: eqP => _; rewrite -I4 ?plus_IZR /=; lra.
  rewrite I3 in nl; rewrite (_ : _ == _ = false); last by rewrite gtn_eqF // (leq_trans (ltn_ord y')).
  have -> : upd (Z.add 1) (next (drop j.+1 (enc0 e))) (s3 (cellat c j y b)) = s3 (cellat c j y b).
    rewrite -I3 in nl; elim: (s3 _) (next _) nl => [|u v IH] [|n] //= nl; by rewrite IH.
  by rewrite I4 /= Rplus_0_l.
by rewrite big_cons RW Q2R_qadd I5 Rplus_comm.
Qed.

Lemma nth_rebase c j y b : (j < size c)%N -> (y < size (nth [::] c j))%N ->
  (b < size (nth [::] (nth [::] c j) y))%N ->
  cellat (rebase c) j y b = let k := cellat c j y b in Cell (s3 k) (sn k) (sn k) (sr k).
Proof.
by move=> H1 H2 H3; rewrite /cellat /rebase (nth_map [::]) // (nth_map [::]) // (nth_map (cell0 0)).
Qed.

Lemma inv_rebase c w s : inv c w s -> inv (rebase c) w w.
Proof.
move=> I; split; first by rewrite size_map (i1 I).
- by move=> j jL; rewrite (nth_map [::]) ?(i1 I) // size_map (i2 I).
- by move=> j y jL yl; rewrite (nth_map [::]) ?(i1 I) // (nth_map [::]) ?(i2 I) // size_map (i3 I).
move=> j y b jL; have [I1 I2 I3 I4 I5] := i4 I y b jL.
have yl : (y < (lay j).+1)%N := ltn_ord y.
by rewrite nth_rebase ?(i1 I) ?(i2 I) ?(i3 I) //; exact: (ltn_ord b).
Qed.

Lemma inv_init : inv (init X_ nA) [::] [::].
Proof.
have N j : (j < L)%N -> nth [::] (init X_ nA) j = nseq (lay j).+1 (nseq nA (cell0 (lay j.+1).+1)).
  by move=> jL; rewrite /X_ init_nth ?size_mkseq // !nth_mkseq // ltnS ltnW.
split; first by rewrite size_init /X_ size_mkseq.
- by move=> j jL; rewrite N // size_nseq.
- by move=> j y jL yl; rewrite N // nth_nseq yl size_nseq.
move=> j y b jL; rewrite /cellat N // nth_nseq (ltn_ord y : (y < (lay j).+1)%N).
rewrite nth_nseq (ltn_ord b : (b < nA)%N) /=; split=> //.
- by rewrite size_nseq.
- by move=> y'; rewrite big_nil -[0%Z :: nseq _ _]/(nseq (lay j.+1).+1 0%Z) nth_nseq; case: ifP.
by rewrite big_nil /Q2R /= Rmult_0_l.
Qed.

Lemma trigc_cnt k n m : sn k = Z.of_nat n -> sb k = Z.of_nat m -> trigc k = (maxn 1 m <= n - m)%N.
Proof.
rewrite /trigc => -> ->; rewrite -minusE /maxn.
have -> : (if (1 < m)%N then m else 1%N) = Nat.max 1 m.
  by case: ltnP => /leP ?; lia.
apply/idP/idP; first by move=> /Z.leb_le H; apply/leP; lia.
by move=> /leP H; apply/Z.leb_le; lia.
Qed.

Lemma any_trig c w s : inv c w s -> any trigc c = trig s w.
Proof.
move=> I; apply/idP/idP.
  move=> /(has_nthP [::])[j]; rewrite (i1 I) => jL /(has_nthP [::])[y]; rewrite (i2 I) // => yl.
  move=> /(has_nthP (cell0 0))[b]; rewrite (i3 I) // => bl.
  have [I1 I2 _ _ _] := i4 I (Ordinal yl : S j) (Ordinal bl : A) jL.
  rewrite (trigc_cnt I1 I2) => H.
  by apply/existsP; exists (Ordinal jL); apply/existsP; exists (Ordinal yl); apply/existsP; exists (Ordinal bl).
move=> /existsP[j] /existsP[y] /existsP[b] H.
have jL := ltn_ord j; have [I1 I2 _ _ _] := i4 I y b jL.
apply/(has_nthP [::]); exists j; first by rewrite (i1 I).
apply/(has_nthP [::]); exists y; first by rewrite (i2 I) //; exact: (ltn_ord y).
apply/(has_nthP (cell0 0)); exists b; first by rewrite (i3 I).
by rewrite (trigc_cnt I1 I2).
Qed.

Lemma seen_trig c w s (e : E) : inv c w s -> ~~ trig s w -> seen trigc (see c (enc0 e)) (enc0 e) = trig s (e :: w).
Proof.
move=> I nt; rewrite seen_any.
- by apply: any_trig; exact: inv_see.
- by rewrite (i1 I) size_enc.
- exact: fits_enc I.
- by rewrite (any_trig I).
Qed.

Lemma trig_self w : trig w w = false.
Proof.
apply/negbTE/negP => /existsP[h /existsP[x /existsP[a]]].
by rewrite subnn geq_max.
Qed.

(* --- the other readings of alg:main/12 *)
Notation trig_in := (@trig_in S A Zt x0 L).
Notation due_in := (@due_in S A Zt x0 L).
Notation start_in := (@start_in S A Zt x0 L).

Lemma trigp_cnt k n m : sn k = Z.of_nat n -> sb k = Z.of_nat m -> (m <= n)%N -> trigp k = (m <= n - m)%N.
Proof.
rewrite /trigp => -> -> /leP mn; rewrite -minusE; apply/idP/idP.
  by move=> /Z.leb_le H; apply/leP; lia.
by move=> /leP H; apply/Z.leb_le; lia.
Qed.

Lemma cnt_drop p n w : (cnt p (drop n w) <= cnt p w)%N.
Proof. by elim: w n => [//|e w IH] [|n] //; rewrite cnt_cons; apply: leq_trans (IH n) (leq_addl _ _). Qed.

Lemma any_inner c n w : inv c w (drop n w) -> any trigp c = trig_in Printed_inner (drop n w) w.
Proof.
move=> I; apply/idP/idP.
  move=> /(has_nthP [::])[j]; rewrite (i1 I) => jL /(has_nthP [::])[y]; rewrite (i2 I) // => yl.
  move=> /(has_nthP (cell0 0))[b]; rewrite (i3 I) // => bl.
  have [I1 I2 _ _ _] := i4 I (Ordinal yl : S j) (Ordinal bl : A) jL.
  rewrite (trigp_cnt I1 I2 (cnt_drop _ _ _)) => H.
  by apply/existsP; exists (Ordinal jL); apply/existsP; exists (Ordinal yl); apply/existsP; exists (Ordinal bl).
move=> /existsP[j] /existsP[y] /existsP[b] H.
have jL := ltn_ord j; have [I1 I2 _ _ _] := i4 I y b jL.
apply/(has_nthP [::]); exists j; first by rewrite (i1 I).
apply/(has_nthP [::]); exists y; first by rewrite (i2 I) //; exact: (ltn_ord y).
apply/(has_nthP (cell0 0)); exists b; first by rewrite (i3 I).
by rewrite (trigp_cnt I1 I2 (cnt_drop _ _ _)).
Qed.

Lemma start_in_drop tr w : exists n, start_in tr w = drop n w.
Proof.
elim: w => [|e w [n IH]]; first by exists 0%N.
by rewrite [start_in _ _]/=; case: ifP => _; [exists 0%N | exists n.+1].
Qed.

Lemma triggered_due tr c w (e : E) : let s := start_in tr w in inv c w s -> ~~ due_in tr s w ->
  triggered tr (see c (enc0 e)) (enc0 e) = due_in tr s (e :: w).
Proof.
move=> s I nd; have sw : (size s < size (e :: w))%N by rewrite ltnS; exact: start_in_size.
rewrite /due_in sw; have I' := inv_see e I; case: tr @s I I' nd {sw} => s I I' nd.
- apply: seen_trig I _; move: nd; rewrite /due_in; case: ltnP => //= ws _.
  by rewrite /s start_in_full // trig_self.
- by symmetry; apply: (@trig_in_printed S A Zt x0 L ord0 ord0).
have [n En] := start_in_drop Printed_inner w; rewrite /s in I' *; rewrite En in I' *.
by rewrite -[drop n w]/(drop n.+1 (e :: w)) in I' *; exact: any_inner.
Qed.
End Judge.
