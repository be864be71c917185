(* An epoch that passes: the recorded policy, cleaned of negative noise, is an optimum of LP1 up to the gap, for
   the true radii and r_hat. *)
Require Import ZArith QArith Qreals UCRLLP.judge.EpochCheck UCRLLP.judge.TraceCheck.
Require Import Previsions.Sums Previsions.Probability UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures
  UCRLLP.model.ConfidenceSets Previsions.Concentration UCRLLP.model.Algorithm UCRLLP.paper.GoodEvents.
Require Import UCRLLP.judge.EpochSound UCRLLP.judge.Radii UCRLLP.judge.Readings UCRLLP.judge.Counters.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Lemma size_hints E ls : size (with_hints E ls).1 = size ls.
Proof. by elim: ls => //= l ls; case: (with_hints E ls) => fs [u w] /= ->. Qed.
Lemma hints_nth E ls h : (h < size ls)%N -> exists oU oL,
  nth [::] (with_hints E ls).1 h = map (map (hint_pair E oU oL)) (nth [::] ls h).
Proof.
elim: ls h => [//|l ls IH] h /=; case: (with_hints E ls) IH => fs [u w] /= IH.
by case: h => [|h] hl; [exists (worst_first u), (worst_first w) | exact: IH].
Qed.

Section Ext.
Variables (S : nat -> finType) (A : finType) (L : nat) (Pb Pb' : trans S A) (eps : forall h, S h -> A -> R).
Hypothesis HP : forall h (x : S h) a y, (h < L)%N -> Pb x a y = Pb' x a y.
Lemma polytope_ext q : polytope L Pb eps q -> polytope L Pb' eps q.
Proof.
move=> [a b c [dev [d1 d2]]]; split=> //; exists dev; split=> // h x u y hL.
by rewrite -HP //; exact: d1.
Qed.
End Ext.

Lemma gap_opt_ext S A L (Pb Pb' : trans S A) (eps : forall h, S h -> A -> R) rhat (pi pi' : Model.policy S A) g :
  (forall h (x : S h) a y, (h < L)%N -> Pb h x a y = Pb' h x a y) ->
  (forall h (x : S h) a, (h < L)%N -> pi h x a = pi' h x a) ->
  gap_opt L Pb eps rhat pi g -> gap_opt L Pb' eps rhat pi' g.
Proof.
move=> HP Hpi [q [q1 q2 q3]]; exists q; split.
- exact: (polytope_ext HP).
- by move=> h x a hL; rewrite -Hpi //; exact: q2.
move=> q' Hq; apply: q3; apply: (polytope_ext _ Hq) => h x a y hL; by rewrite HP.
Qed.

Lemma same_shape_ok c w : same_shape c w -> size c = size w /\ forall j, (j < size c)%N ->
  size (nth [::] c j) = size (nth [::] w j) /\
  forall y, (y < size (nth [::] c j))%N -> size (nth [::] (nth [::] c j) y) = size (nth [::] (nth [::] w j) y).
Proof.
elim: c w => [|l c IH] [|m w] //= /and3P[/Nat.eqb_eq lm al /IH[ss H]]; split; first by rewrite ss.
move=> [|j] /= jl; last exact: H.
split=> // y yl; have yz : (y < size (zip l m))%N by rewrite size_zip -lm minnn.
have := all_nthP ([::], [::]) al _ yz; rewrite nth_zip // => /Nat.eqb_eq; exact.
Qed.

Section Final.
Variables (lay : nat -> nat) (nA' L : nat) (Zt : Type) (rq : Zt -> Q) (K : consts).
Notation S := (S_ lay).
Notation A := (A_ nA').
Notation nA := nA'.+1.
Notation x0 := (x0_ lay).
Notation E := (traj S A Zt L 0).
Notation cnt := (@cnt S A Zt x0 L).
Notation trig := (@trig S A Zt x0 L).
Notation start := (@start S A Zt x0 L).
Notation rv := (rv rq).
Notation D := (IZR (cD K)).
Hypotheses (L1 : (0 < L)%N) (lay0 : lay 0 = 0%N) (layL : lay L = 0%N).
Variable Lam : R.
Hypotheses (E0 : (0 < cE K)%Z) (D0 : (0 < cD K)%Z) (F0 : (0 < cF K)%Z) (l0 : (0 <= lamlo K)%Z) (l2 : (0 <= ln2lo K)%Z).
Hypothesis HLam : IZR (lamlo K) / IZR (cF K) <= Lam <= IZR (lamhi K) / IZR (cF K).
Hypothesis Hln2 : IZR (ln2lo K) / IZR (cF K) <= ln 2 <= IZR (ln2hi K) / IZR (cF K).
Variable g : Z.

(* the policy that an epoch record means: its weights, normalised; uniform where all are 0 *)
Definition pol_of (w : weights) : Model.policy S A := fun h x a =>
  let ws := nth [::] (nth [::] w h) x in
  if Z.eqb (zsum ws) 0 then / INR nA else IZR (nth 0%Z ws a) / IZR (zsum ws).

Theorem epoch_ok c v s (w : weights) : inv rq c v s -> same_shape c w ->
  gap_of_policy K nA c w = Some g ->
  gap_opt L (@Algorithm.Pbar S A Zt x0 L v) (@eps_in S A Zt x0 L Lam (cK K) v)
    (@rhat_in S A Zt x0 L rv Lam (cK K) v) (pol_of w) (IZR g / D).
Proof.
move=> I /same_shape_ok[sw Hw] H; rewrite (i1 I) in sw Hw.
have DR := IZR_lt 0 _ D0.
pose ls := layers_of K c w; pose fs := (with_hints (cE K) ls).1.
have sls : size ls = L by rewrite /ls /layers_of /zip3 !size_map size_zip -sw (i1 I) minnn.
have sfs : size fs = L by rewrite size_hints.
have Nls h : (h < L)%N -> nth [::] ls h =
    map (fun sw => map (to_pair K) (zip sw.1 sw.2)) (zip (nth [::] c h) (nth [::] w h)).
  move=> hL; have hz : (h < size (zip c w))%N by rewrite size_zip -sw (i1 I) minnn.
  rewrite /ls /layers_of /zip3 (nth_map [::]) ?size_map // (nth_map ([::], [::])) // nth_zip -?sw ?(i1 I) //=.
  by rewrite -map_comp.
have Hst h (x : S h) : (h < L)%N -> exists oU oL, st_ fs h x =
    map (fun cw => hint_pair (cE K) oU oL (to_pair K cw))
      (zip (nth [::] (nth [::] c h) x) (nth [::] (nth [::] w h) x)) /\
    size (nth [::] fs h) = (lay h).+1.
  move=> hL; have [oU [oL El]] : exists oU oL, nth [::] fs h = map (map (hint_pair (cE K) oU oL)) (nth [::] ls h).
    by apply: hints_nth; rewrite sls.
  have [s1 s2] := Hw h hL.
  have sz : size (zip (nth [::] c h) (nth [::] w h)) = (lay h).+1 by rewrite size_zip -s1 minnn (i2 I).
  have xl : (x < (lay h).+1)%N := ltn_ord x.
  exists oU, oL; rewrite /st_ El Nls //; split; last by rewrite !size_map.
  rewrite (nth_map [::]) ?size_map ?sz // (nth_map ([::], [::])) ?sz // nth_zip //=.
  by rewrite -map_comp.
have Hpr h (x : S h) (a : A) : (h < L)%N -> exists oU oL, pr_ fs h x a =
    hint_pair (cE K) oU oL (to_pair K (cellat c h x a, nth 0%Z (nth [::] (nth [::] w h) x) a)).
  move=> hL; have [oU [oL [Es _]]] := Hst h x hL; exists oU, oL; rewrite /pr_ Es.
  have [s1 s2] := Hw h hL; have xl : (x < size (nth [::] c h))%N by rewrite (i2 I) //; exact: (ltn_ord x).
  have {}s2 := s2 x xl; have al : (a < size (nth [::] (nth [::] c h) x))%N.
    by rewrite (i3 I).
  by rewrite (nth_map (cell0 0, 0%Z)) ?size_zip -?s2 ?minnn // nth_zip.
have n1E h (x : S h) (a : A) : (h < L)%N ->
    IZR (Z.max 1 (sn (cellat c h x a))) = INR (maxn 1 (cnt (mkp x a) v)).
  move=> hL; have [-> _ _ _ _] := i4 I x a hL; rewrite INR_IZR_INZ; congr IZR.
  have -> : maxn 1 (cnt (mkp x a) v) = Nat.max 1 (cnt (mkp x a) v).
    by rewrite /maxn; case: ltnP => /leP ?; lia.
  by rewrite Nat2Z.inj_max.
have N10 h (x : S h) (a : A) : (0 < Z.max 1 (sn (cellat c h x a)))%Z by lia.
have cS h : INR #|S h.+1| = IZR (Z.of_nat (lay h.+1).+1) by rewrite card_ord INR_IZR_INZ.
apply: (@gap_opt_ext S A L (@Pbar_ nA' lay fs) _ _ _ (@pi_ nA' lay fs)).
- move=> h x a y hL; have [oU [oL Ep]] := Hpr h x a hL; rewrite /Pbar_ Ep /=.
  by have [_ _ _ I4 _] := i4 I x a hL; rewrite I4 n1E.
- move=> h x a hL; rewrite /pi_ /weight.
  have [oU [oL [Es _]]] := Hst h x hL; rewrite Es -map_comp.
  have [s1 s2] := Hw h hL; have xl : (x < size (nth [::] c h))%N by rewrite (i2 I) //; exact: (ltn_ord x).
  have {}s2 := s2 x xl.
  have -> : [seq (EpochCheck.wt \o (fun cw => hint_pair (cE K) oU oL (to_pair K cw))) i |
      i <- zip (nth [::] (nth [::] c h) x) (nth [::] (nth [::] w h) x)] = nth [::] (nth [::] w h) x.
    rewrite -[RHS](@unzip2_zip _ _ (nth [::] (nth [::] c h) x)); last by rewrite s2.
    by rewrite /unzip2; apply: eq_map => -[? ?].
  have al : (a < size (nth [::] (nth [::] c h) x))%N.
    by rewrite (i3 I).
  by rewrite (nth_map (cell0 0, 0%Z)) ?size_zip -?s2 ?minnn // nth_zip.
suff HA : gap_opt (size fs) (@Pbar_ nA' lay fs) (@eps_in S A Zt x0 L Lam (cK K) v)
    (@rhat_in S A Zt x0 L rv Lam (cK K) v) (@pi_ nA' lay fs) (IZR g / D) by rewrite sfs in HA.
apply: (gap_sound H) => //.
- by move=> h; rewrite sfs => hL; have [oU [oL [_ ->]]] := Hst h ord0 hL.
- by rewrite sfs.
- move=> h x a; rewrite sfs => hL; have [oU [oL ->]] := Hpr h x a hL.
  have [_ _ I3 _ _] := i4 I x a hL.
  have := @eps_box K Lam F0 l0 l2 HLam Hln2 (Z.of_nat (lay h.+1).+1) _ ltac:(lia) (N10 h x a) E0.
  by rewrite /= I3 /eps_in /Algorithm.eps /Algorithm.n1 -n1E // cS; case: (cK K).
- move=> h x a; rewrite sfs => hL; have [oU [oL ->]] := Hpr h x a hL.
  have [_ _ _ _ I5] := i4 I x a hL.
  have := @rhat_in_box K Lam F0 l0 HLam _ (N10 h x a) (sr (cellat c h x a)) D0.
  by rewrite /= /rhat_in /b_in /Algorithm.rbar /Algorithm.b /Algorithm.n1 -n1E // I5; case: (cK K).
Qed.
End Final.
