(* The judge is sound: a list of records that it accepts is the trace of a run of Algorithm 1 whose policies are
   optima of LP1 up to the gaps that it names. *)
Require Import ZArith QArith Qreals UCRLLP.judge.EpochCheck UCRLLP.judge.LogarithmCheck UCRLLP.judge.TraceCheck.
Require Import Previsions.Sums Previsions.Probability UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures
  UCRLLP.model.ConfidenceSets Previsions.Concentration UCRLLP.model.Algorithm UCRLLP.paper.GoodEvents.
Require Import UCRLLP.judge.EpochSound UCRLLP.judge.LogarithmSound UCRLLP.judge.Radii UCRLLP.judge.Readings
  UCRLLP.judge.Counters UCRLLP.judge.PolicySound.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* --- rationals and lists *)
Lemma Qle_boolP p q : reflect (Q2R p <= Q2R q) (Qle_bool p q).
Proof.
apply: (iffP idP) => [/Qle_bool_iff/Qle_Rle //|H].
by apply/Qle_bool_iff/Rle_Qle.
Qed.
Lemma Q2R_0 : Q2R 0 = 0. Proof. by rewrite /Q2R /= Rmult_0_l. Qed.

Lemma nth_map0 (T U : Type) (d : T) (d' : U) (f : T -> U) s i : f d = d' -> nth d' (map f s) i = f (nth d s i).
Proof. by move=> E; elim: s i => [|x s IH] [|i] //=. Qed.

Lemma all_nth0 (T : Type) (d : T) (p : pred T) s i : p d -> all p s -> p (nth d s i).
Proof. by move=> pd; elim: s i => [|x s IH] [|i] //= /andP[px ps] //; exact: IH. Qed.

Lemma eqs_nth (T U : Type) (d : T) (d' : U) p s t : eqs p s t ->
  size s = size t /\ forall i, (i < size s)%N -> p (nth d s i) (nth d' t i).
Proof.
elim: s t => [|x s IH] [|y t] //= /andP[pxy /IH[ss H]]; split; first by rewrite ss.
by case=> [|i] //=; exact: H.
Qed.

Lemma IZR_max0 z : IZR (Z.max 0 z) = Rmax 0 (IZR z).
Proof.
case: (Z.le_ge_cases 0 z) => H; first by rewrite Z.max_r // Rmax_right //; exact: (IZR_le 0).
by rewrite Z.max_l // Rmax_left //; exact: (IZR_le _ 0).
Qed.

Lemma foldr_qadd (row : seq Q) n : size row = n ->
  Q2R (foldr qadd 0%Q row) = \rsum_(a < n) Q2R (nth 0%Q row a).
Proof.
move=> <-; elim: row => [|q row IH]; first by rewrite big_ord0 Q2R_0.
by rewrite /= Q2R_qadd IH (rsum_recl (size row) (fun a => Q2R (nth 0%Q (q :: row) a))).
Qed.

(* --- the weights of a row *)
Lemma nth_numerators d (row : seq Q) a : all (fun q => Z.eqb (Zpos d mod Zpos (Qden q)) 0) row ->
  IZR (nth 0%Z (numerators d row) a) = IZR (Zpos d) * Q2R (nth 0%Q row a).
Proof.
move=> H; rewrite /numerators (@nth_map0 _ _ 0%Q) //.
have {H} : Z.eqb (Zpos d mod Zpos (Qden (nth 0%Q row a))) 0.
  by apply: (@all_nth0 _ 0%Q _ row a) H; rewrite /= Z.mod_1_r.
move=> /Z.eqb_eq H; have := @over_common (Qnum (nth 0%Q row a)) _ _ H.
have d0 : 0 < IZR (Zpos d) by apply: (IZR_lt 0).
rewrite /Q2R -/(Rdiv _ _) => <-; field; lra.
Qed.

Lemma row_weights_nth row a : divides (common_of row) row ->
  IZR (nth 0%Z (row_weights row) a) = IZR (Zpos (common_of row)) * Rmax 0 (Q2R (nth 0%Q row a)).
Proof.
move=> /andP[_ H]; rewrite /row_weights /clip (@nth_map0 _ _ 0%Z) // IZR_max0 nth_numerators //.
have d0 : 0 < IZR (Zpos (common_of row)) by apply: (IZR_lt 0).
by rewrite -RmaxRmult ?Rmult_0_r //; lra.
Qed.

Lemma row_weights_ge0 row : all (Z.leb 0) (row_weights row).
Proof.
rewrite /row_weights /clip; elim: (numerators _ _) => [//|z s IH].
by apply/andP; split=> //; apply/Z.leb_le; lia.
Qed.

Section Judge.
Variables (lay : nat -> nat) (nA' L : nat) (Zt : Type) (rq : Zt -> Q).
Notation S := (S_ lay).
Notation A := (A_ nA').
Notation nA := nA'.+1.
Notation x0 := (x0_ lay).
Notation E := (traj S A Zt L 0).
Notation cnt := (@cnt S A Zt x0 L).
Notation enc0 := (@enc lay nA' Zt rq L 0 x0).
Notation rv := (rv rq).
Notation X := (X_ lay L).
Hypotheses (L1 : (0 < L)%N) (lay0 : lay 0 = 0%N) (layL : lay L = 0%N).
Variables (T : nat) (delta tol : R) (solve : bool) (ch : choices).      (* ch: the readings *)
Notation Lam := (log_in (clog ch) (TXA S A L T / delta)).
Notation due_in := (@due_in S A Zt x0 L (ctrigger ch)).
Notation start := (@start_in S A Zt x0 L (ctrigger ch)).
Notation optimal s pi g := (gap_opt L (@Algorithm.Pbar S A Zt x0 L s) (@eps_in S A Zt x0 L Lam (cradii ch) s)
  (@rhat_in S A Zt x0 L rv Lam (cradii ch) s) pi g).

(* --- what a trace means *)
(* the policy of a record: its rows, without negative noise, normalised; uniform where nothing is left *)
Definition policy_of (rows : seq (seq (seq Q))) : Model.policy S A := fun h x a =>
  let p (b : A) := Rmax 0 (Q2R (nth 0%Q (nth [::] (nth [::] rows h) x) b)) in
  let m := \rsum_b p b in if Req_EM_T m 0 then / INR nA else p a / m.

(* R-3: the policy of an epoch is pi_i, or, if q_hat_i is recorded alone, the one that it induces, completed where a
   state has no mass; before is pi_(i-1), before the first epoch the uniform policy *)
Definition mass_of (rows : seq (seq (seq Q))) h (x : S h) : R :=
  \rsum_(b : A) Rmax 0 (Q2R (nth 0%Q (nth [::] (nth [::] rows h) x) b)).
Definition completed (before : Model.policy S A) (p : played_policy) : Model.policy S A := fun h x a =>
  let pi := policy_of (rows_of p) x a in
  if p is Qhat _ _ then
    if Req_EM_T (mass_of (rows_of p) x) 0 then
      match ccompletion ch with First_action => ind (nat_of_ord a == 0%N) | Previous => before _ x a | _ => pi end
    else pi
  else pi.
Definition unplayed : Model.policy S A := fun h x a => / INR nA.

(* a recorded pi_i is a distribution up to the tolerance, pi_1 and q_hat_1 are uniform up to the tolerance *)
Definition recorded_ok (first : bool) (p : played_policy) : Prop :=
  match p with
  | Pi rows => forall h (x : S h), (h < L)%N ->
      let q (a : A) := Q2R (nth 0%Q (nth [::] (nth [::] rows h) x) a) in
      if first then forall a : A, Rabs (q a - / INR nA) <= tol
      else (forall a : A, - tol <= q a) /\ Rabs (\rsum_a q a - 1) <= tol
  | Qhat _ q => first -> forall h (x : S h) (a : A) (y : S h.+1), (h < L)%N ->
      Rabs (Q2R (nth 0%Q (nth [::] (nth [::] (nth [::] q h) x) a) y) -
        / (INR #|S h| * INR nA * INR #|S h.+1|)) <= tol
  end.

(* recorded counts are those of the episodes before *)
Definition counts_right (ep : epoch) (v : seq E) : Prop :=
  (if eN ep is Some N then forall h (x : S h) (a : A), (h < L)%N ->
     nth 0%Z (nth [::] (nth [::] N h) x) a = Z.of_nat (cnt (mkp x a) v) else True) /\
  (if eN3 ep is Some N then forall h (x : S h) (a : A) (y : S h.+1), (h < L)%N ->
     IZR (nth 0%Z (nth [::] (nth [::] (nth [::] N h) x) a) y) = \rsum_(e <- v) ind (visit3 x0 x a y e) else True).

(* an episode, or the start of an epoch with the gap of its policy *)
Inductive item := Played of E | Started of epoch & R.
Fixpoint written (t i : Z) (ts : seq item) : seq record :=
  match ts with
  | [::] => [:: REnd t i]
  | Played e :: ts' => REpisode (t + 1) (enc0 e) :: written (t + 1) i ts'
  | Started ep _ :: ts' => REpoch (i + 1) (t + 1) ep :: written t (i + 1) ts'
  end.

(* Algorithm 1: v are the episodes so far, the last one first; s those before the epoch in force, which plays pi;
   first: no epoch has started *)
Fixpoint conforms (v s : seq E) (first : bool) (pi : Model.policy S A) (ts : seq item) : Prop :=
  match ts with
  | [::] => ~~ first /\ (solve -> size v = T -> ~~ due_in s v)
  | Played e :: ts' =>
      [/\ ~~ first, s = start v, (size v < T)%N & forall h (x : S h) a, visit x0 (mkp x a) e -> 0 < pi h x a]
      /\ (forall h, (h < L)%N -> 0 <= Q2R (nth e0 (enc0 e) h).2 <= 1) /\ conforms (e :: v) s first pi ts'
  | Started ep g :: ts' => let pi' := completed pi (epol ep) in
      [/\ if first then v = [::] else due_in s v /\ (size v = T -> solve), v = start v,
          counts_right ep v, recorded_ok first (epol ep) &
          optimal v pi' g /\ g <= tol]
      /\ conforms v v false pi' ts'
  end.

(* the largest gap; the sum over the episodes of the gap in force *)
Fixpoint largest (w : R) (ts : seq item) : R :=
  match ts with
  | [::] => w
  | Played _ :: ts' => largest w ts'
  | Started _ g :: ts' => largest (Rmax w g) ts'
  end.
Fixpoint total (g : R) (ts : seq item) : R :=
  match ts with
  | [::] => 0
  | Played _ :: ts' => g + total g ts'
  | Started _ g' :: ts' => total g' ts'
  end.

(* --- the policy of a record and that of its weights *)
Variable K : consts.
Notation D := (IZR (cD K)).
Definition fits_policy (w : weights) : Prop := [/\ size w = L,
  forall h, (h < L)%N -> size (nth [::] w h) = (lay h).+1 &
  forall h x, (h < L)%N -> (x < (lay h).+1)%N -> size (nth [::] (nth [::] w h) x) = nA].

Lemma same_shape_fits c w (v s : seq E) : inv rq c v s -> same_shape c w -> fits_policy w.
Proof.
move=> I /same_shape_ok[sw Hw]; rewrite (i1 I) in sw Hw; split=> // [h hL|h x hL xl].
  by have [<- _] := Hw h hL; rewrite (i2 I).
have [_ H] := Hw h hL; rewrite (i2 I) // in H.
by rewrite -(H x xl) (i3 I).
Qed.

Lemma weights_row rows h x : nth [::] (nth [::] (weights_of rows) h) x = row_weights (nth [::] (nth [::] rows h) x).
Proof.
have E1 : row_weights [::] = [::] by rewrite /row_weights /clip /numerators.
by rewrite /weights_of (@nth_map0 _ _ [::]) // (@nth_map0 _ _ [::]).
Qed.

Lemma all_rows_nth (p : pred (seq Q)) rows h x : p [::] -> all_rows p rows -> p (nth [::] (nth [::] rows h) x).
Proof. by move=> p0 H; apply: all_nth0 => //; apply: (@all_nth0 _ [::] _ rows h) H. Qed.

Section Record.
Variables (rows : seq (seq (seq Q))).
Hypothesis Hd : all_rows (fun row => divides (common_of row) row) rows.
Hypothesis Hf : fits_policy (weights_of rows).
Notation ws h x := (nth [::] (nth [::] (weights_of rows) h) x).
Notation row h x := (nth [::] (nth [::] rows h) x).

Lemma divides_row h x : divides (common_of (row h x)) (row h x).
Proof. by apply: (@all_rows_nth (fun r => divides (common_of r) r)) Hd; rewrite /divides andbT. Qed.

Lemma size_row h (x : S h) : (h < L)%N -> size (row h x) = nA.
Proof.
move=> hL; have [_ _ H] := Hf; have := H h x hL (ltn_ord x).
by rewrite weights_row /row_weights /clip /numerators !size_map.
Qed.

Lemma policy_of_weights h (x : S h) a : (h < L)%N -> policy_of rows x a = pol_of (weights_of rows) x a.
Proof.
move=> hL; rewrite /policy_of /pol_of weights_row.
set r := row h x; set d := common_of r.
have Hn b : IZR (nth 0%Z (row_weights r) b) = IZR (Zpos d) * Rmax 0 (Q2R (nth 0%Q r b)).
  by rewrite row_weights_nth // /r; exact: divides_row.
have sr : size (row_weights r) = nA by rewrite /row_weights /clip /numerators !size_map; exact: size_row.
have d0 : 0 < IZR (Zpos d) by apply: (IZR_lt 0).
have Es : IZR (zsum (row_weights r)) = IZR (Zpos d) * \rsum_(b : A) Rmax 0 (Q2R (nth 0%Q r b)).
  by rewrite (zsum_IZR0 sr) -rsumZ; apply: eq_bigr => b _; exact: Hn.
case: Z.eqb_spec => [z0|z0]; case: Req_EM_T => [m0|m0] //.
- by move: Es; rewrite z0 => H; exfalso; apply: m0; apply: (Rmult_eq_reg_l (IZR (Zpos d))); lra.
- by exfalso; apply: z0; apply: eq_IZR; rewrite Es m0 Rmult_0_r.
have cancel u m : m <> 0 -> u / m = IZR (Zpos d) * u / (IZR (Zpos d) * m) by move=> ?; field; split; lra.
by rewrite Hn Es cancel.
Qed.

Lemma no_mass h (x : S h) : (h < L)%N -> Req_EM_T (mass_of rows x) 0 = Z.eqb (zsum (ws h x)) 0 :> bool.
Proof.
move=> hL; rewrite weights_row; set r := row h x.
have Hn b : IZR (nth 0%Z (row_weights r) b) = IZR (Zpos (common_of r)) * Rmax 0 (Q2R (nth 0%Q r b)).
  by rewrite row_weights_nth // /r; exact: divides_row.
have sr : size (row_weights r) = nA by rewrite /row_weights /clip /numerators !size_map; exact: size_row.
have d0 : 0 < IZR (Zpos (common_of r)) by apply: (IZR_lt 0).
have Es : IZR (zsum (row_weights r)) = IZR (Zpos (common_of r)) * mass_of rows x.
  by rewrite (zsum_IZR0 sr) /mass_of -rsumZ; apply: eq_bigr => b _; exact: Hn.
case: Z.eqb_spec => [z0|z0]; case: Req_EM_T => [m0|m0] //.
- by move: Es; rewrite z0 => H; exfalso; apply: m0; apply: (Rmult_eq_reg_l (IZR (Zpos (common_of r)))); lra.
by exfalso; apply: z0; apply: eq_IZR; rewrite Es m0 Rmult_0_r.
Qed.
End Record.

(* weights that are played *)
Definition proper (w : weights) : Prop := forall h x, all (Z.leb 0) (nth [::] (nth [::] w h) x).
Lemma weights_proper rows : proper (weights_of rows).
Proof. by move=> h x; rewrite weights_row; exact: row_weights_ge0. Qed.

Lemma played_positive w h (x : S h) (a : A) : proper w ->
  Z.ltb 0 (nth 0%Z (nth [::] (nth [::] w h) x) a) || Z.eqb (zsum (nth [::] (nth [::] w h) x)) 0 -> 0 < pol_of w x a.
Proof.
move=> P; rewrite /pol_of; case: Z.eqb_spec => [_ _|z0].
  by apply: Rinv_0_lt_compat; apply: lt_0_INR; apply/ltP.
rewrite orbF => /Z.ltb_lt/IZR_lt p; apply: Rmult_lt_0_compat => //; apply: Rinv_0_lt_compat.
by have := zsum_ge0 (P h x) => H; apply: IZR_lt; lia.
Qed.

Lemma filled_ge0 f n before row : all (Z.leb 0) before -> all (Z.leb 0) row -> all (Z.leb 0) (filled f n before row).
Proof.
move=> B W; rewrite /filled; case: Z.eqb => //; case: f => //=.
by elim: n.-1.
Qed.

Lemma complete_proper f n p before w : proper before -> proper w -> proper (complete f n p before w).
Proof.
move=> B W h x; case: p => [rows|least q]; first exact: W.
rewrite /complete; case: (ltnP h (size w)) => hw; last first.
  by rewrite (nth_default _ (_ : size _ <= h)%N) ?nth_nil // size_map size_iota.
rewrite (nth_map 0%N) ?size_iota // nth_iota // add0n /filled_layer.
case: (ltnP x (size (nth [::] w h))) => xw; last by rewrite (nth_default _ (_ : size _ <= x)%N) // size_map size_iota.
rewrite (nth_map 0%N) ?size_iota // nth_iota // add0n; apply: filled_ge0; [exact: B | exact: W].
Qed.

(* the weights with their completion are those of the policy *)
Lemma complete_pol (p : played_policy) before (w0 := weights_of (rows_of p)) (pi : Model.policy S A) :
  all_rows (fun row => divides (common_of row) row) (rows_of p) -> fits_policy w0 ->
  (forall h (x : S h) a, (h < L)%N -> pi h x a = pol_of before x a \/
     pi = unplayed /\ nth [::] (nth [::] before h) x = nth [::] (nth [::] w0 h) x) ->
  forall h (x : S h) a, (h < L)%N ->
  completed pi p x a = pol_of (complete (ccompletion ch) nA p before w0) x a.
Proof.
move=> Hd Hf Hb h x a hL; have PW := policy_of_weights Hd Hf x a hL; have NM := no_mass Hd Hf x hL.
rewrite /completed; case: p @w0 Hd Hf Hb PW NM => [rows|least q] w0 Hd Hf Hb PW NM; first exact: PW.
have [sw sl _] := Hf.
rewrite /pol_of /complete (nth_map 0%N) ?size_iota ?sw // nth_iota ?sw // add0n /filled_layer.
have xl : (x < (lay h).+1)%N := ltn_ord x.
rewrite (nth_map 0%N) ?size_iota ?sl // nth_iota ?sl // add0n /filled.
move: PW NM (Hb h x a hL); rewrite /pol_of -/w0; set r := nth [::] (nth [::] w0 h) x; set m := nth [::] (nth [::] before h) x.
case: Req_EM_T => m0 PW /=; case: (Z.eqb_spec (zsum r) 0) PW => // z0 PW _ H.
  case: (ccompletion ch); rewrite ?z0 //=.
  - have -> : zsum (nseq nA' 0%Z) = 0%Z by elim: (nA').
    by case: a {PW H} => -[|a] aa /=; rewrite ?nth_nseq ?if_same; lra.
  by case: H => [//|[-> ->]]; rewrite z0.
by rewrite PW; case: Z.eqb_spec.
Qed.

(* --- the state of the judge *)
Definition inv_policy (w : weights) (pi : Model.policy S A) :=
  [/\ proper w, fits_policy w & forall h (x : S h) a, (h < L)%N -> pi h x a = pol_of w x a].
Record inv_judge (j : judge) (v s : seq E) (first : bool) (pi : Model.policy S A) : Prop := InvJudge {
  j1 : inv rq (tab j) v s;
  j2 : due j = due_in s v;
  j3 : if due j then v = start v else s = start v;
  j4 : num_t j = Z.of_nat (size v);
  j5 : (0 <= num_i j)%Z /\ first = Z.eqb (num_i j) 0;
  j6 : ~~ first -> inv_policy (pol j) pi;
  j7 : first -> [/\ v = [::], s = [::] & pi = unplayed] }.

Lemma played_visits w (e : E) : fits_policy w -> played w (enc0 e) ->
  forall h (x : S h) a, (h < L)%N -> visit x0 (mkp x a) e ->
  Z.ltb 0 (nth 0%Z (nth [::] (nth [::] w h) x) a) || Z.eqb (zsum (nth [::] (nth [::] w h) x)) 0.
Proof.
move=> [sw _ _] H h x a hL; rewrite (visit_hit rq) // => /eqP E1.
have hz : (h < size (zip w (enc0 e)))%N by rewrite size_zip sw size_enc minnn.
have := all_nthP ([::], e0) H _ hz; rewrite nth_zip; last by rewrite sw size_enc.
by move: E1; case: (nth e0 _ _) => [[u b] r] /= [-> ->].
Qed.

(* --- records and what they say *)
Lemma near_ok t b q : near t b q -> Rabs (Q2R q - Q2R b) <= Q2R t.
Proof.
move=> /andP[/Qle_boolP H1 /Qle_boolP H2]; rewrite Q2R_minus in H1; rewrite Q2R_plus in H2.
by apply: Rabs_le; lra.
Qed.

Lemma counts_ok_right c (v s : seq E) N (h : nat) (x : S h) (a : A) :
  inv rq c v s -> counts_ok (Some N) c -> (h < L)%N ->
  nth 0%Z (nth [::] (nth [::] N h) x) a = Z.of_nat (cnt (mkp x a) v).
Proof.
move=> I /(@eqs_nth _ _ [::] [::])[s1 H] hL.
have h1 : (h < size N)%N by rewrite s1 (i1 I).
have [s2 {}H] := @eqs_nth _ _ [::] [::] _ _ _ (H h h1).
have x1 : (x < size (nth [::] N h))%N by rewrite s2 (i2 I) //; exact: (ltn_ord x).
have [s3' {}H] := @eqs_nth _ _ 0%Z (cell0 0) _ _ _ (H x x1).
have a1 : (a < size (nth [::] (nth [::] N h) x))%N by rewrite s3' (i3 I) //; exact: (ltn_ord _).
have /Z.eqb_eq -> := H a a1.
by have [-> _ _ _ _] := i4 I x a hL.
Qed.

Lemma counts3_ok_right c (v s : seq E) N (h : nat) (x : S h) (a : A) (y : S h.+1) :
  inv rq c v s -> counts3_ok (Some N) c -> (h < L)%N ->
  IZR (nth 0%Z (nth [::] (nth [::] (nth [::] N h) x) a) y) = \rsum_(e <- v) ind (visit3 x0 x a y e).
Proof.
move=> I /(@eqs_nth _ _ [::] [::])[s1 H] hL.
have h1 : (h < size N)%N by rewrite s1 (i1 I).
have [s2 {}H] := @eqs_nth _ _ [::] [::] _ _ _ (H h h1).
have x1 : (x < size (nth [::] N h))%N by rewrite s2 (i2 I) //; exact: (ltn_ord x).
have [s3' {}H] := @eqs_nth _ _ [::] (cell0 0) _ _ _ (H x x1).
have a1 : (a < size (nth [::] (nth [::] N h) x))%N by rewrite s3' (i3 I) //; exact: (ltn_ord _).
have [s4 {}H] := @eqs_nth _ _ 0%Z 0%Z _ _ _ (H a a1).
have [_ _ I3 I4 _] := i4 I x a hL; rewrite -I4; congr IZR.
rewrite /= in I4 s4 H; case: (ltnP y (size (nth [::] (nth [::] (nth [::] N h) x) a))) => y1.
  by have /Z.eqb_eq -> := H y y1.
by rewrite [LHS]nth_default // [RHS]nth_default // /cellat -s4.
Qed.

Lemma dropX j : (j < L.+1)%N -> drop j X = (lay j).+1 :: drop j.+1 X.
Proof. by move=> jL; rewrite (drop_nth 0%N) ?size_mkseq // /X_ nth_mkseq. Qed.

Definition in_range (e : episode) := forall j, (j < size e)%N -> exists z, rq z = (nth e0 e j).2.
Lemma states_ok_cons n m X' x a r e : states_ok (n :: m :: X') (((x, a), r) :: e) =
  Nat.ltb x n && states_ok (m :: X') e.
Proof. by []. Qed.

Lemma typed_episode k h (x : S h) e : (k + h)%N = L -> states_ok (drop h X) e -> actions_ok nA e -> in_range e ->
  ((0 < k)%N -> TraceCheck.next e = x) -> exists t : traj S A Zt k h, enc rq x t = e.
Proof.
have dL : drop L.+1 X = [::] by rewrite drop_oversize // size_mkseq.
elim: k h x e => [|k IH] h x e kh.
  have hE : h = L by [].
  have -> : drop h X = drop L X by rewrite hE.
  rewrite (dropX (ltnSn L)) dL.
  case: e => [|[[x1 a] r] e] V _ _ _; first by exists tt.
  by case/andP: V.
have hL : (h < L)%N by rewrite -kh addSn ltnS leq_addl.
rewrite (dropX (ltnW hL : (h < L.+1)%N)) (dropX (hL : (h.+1 < L.+1)%N)).
case: e => [//|[[x1 a] r] e].
rewrite states_ok_cons -(dropX (hL : (h.+1 < L.+1)%N)) => /andP[_ V] /andP[/Nat.ltb_lt/ltP aA VA] R.
move=> /(_ isT) /= Ex.
have [z Ez] : exists z, rq z = r := R 0%N isT.
have Re : in_range e by move=> j je; exact: (R j.+1 je).
have yl : (TraceCheck.next e < (lay h.+1).+1)%N.
  case: e V {VA R Re} => [//|[[y b] q] e]; rewrite (dropX (hL : (h.+1 < L.+1)%N)).
  by case: (drop _ _) => [|m X'] /andP[/Nat.ltb_lt/ltP].
have [t Et] := IH h.+1 (Ordinal yl : S h.+1) e (etrans (addnS _ _) kh) V VA Re (fun _ => erefl).
exists ((Ordinal aA : A, (z, Ordinal yl : S h.+1)), t).
by rewrite /= Et Ez Ex.
Qed.

(* --- one step *)
Variable hd : header.
Hypotheses (HX : layers hd = X) (HA : hA hd = nA) (HT : hT hd = Z.of_nat T).
Hypotheses (Htol : Q2R (htol hd) = tol) (Hsolve : hsolve hd = solve) (Hch : hread hd = ch) (HK : cK K = cradii ch).
Hypotheses (E0 : (0 < cE K)%Z) (D0 : (0 < cD K)%Z) (F0 : (0 < cF K)%Z) (l0 : (0 <= lamlo K)%Z) (l2 : (0 <= ln2lo K)%Z).
Hypothesis HLam : IZR (lamlo K) / IZR (cF K) <= Lam <= IZR (lamhi K) / IZR (cF K).
Hypothesis Hln2 : IZR (ln2lo K) / IZR (cF K) <= ln 2 <= IZR (ln2hi K) / IZR (cF K).

Lemma episode_at j v s first pi t (e : E) j' : inv_judge j v s first pi ->
  step_episode hd j t (enc0 e) = Next j' ->
  [/\ t = (num_t j + 1)%Z,
      [/\ ~~ first, s = start v, (size v < T)%N & forall h (x : S h) a, visit x0 (mkp x a) e -> 0 < pi h x a],
      forall h, (h < L)%N -> 0 <= Q2R (nth e0 (enc0 e) h).2 <= 1 &
      inv_judge j' (e :: v) s first pi /\
      [/\ num_t j' = (num_t j + 1)%Z, num_i j' = num_i j, worst j' = worst j, gap j' = gap j &
          lost j' = (lost j + gap j)%Z]].
Proof.
move=> I; rewrite /step_episode; case: ifP => // i0; case: ifP => // nd.
case: ifP => // /negbFE /andP[/Z.eqb_eq Et /Z.leb_le tT].
case: ifP => // _; case: ifP => // _; case: ifP => // /negbFE rw.
case: ifP => // /negbFE pl; case: ifP => // _ [<-].
have nf : ~~ first by rewrite (j5 I).2 i0.
have sv : s = start v by have := j3 I; rewrite nd.
have [Hp Hf Epi] := j6 I nf.
have se : size (enc0 e) = L by rewrite size_enc.
split=> //.
- split=> //.
    by apply/ltP; have := j4 I; rewrite Et HT in tT; lia.
  move=> h x a Hv; have hL : (h < L)%N.
    rewrite ltnNge; apply/negP => hL; move: Hv; rewrite /visit (enc_hit rq).
    by rewrite leq0n add0n ltnNge hL.
  rewrite Epi //; have := played_visits (e := e) Hf pl hL Hv.
  exact: played_positive.
- move=> h hL; have hz : (h < size (enc0 e))%N by rewrite se.
  have /andP[/Qle_boolP r0 /Qle_boolP r1] := all_nthP e0 rw _ hz.
  by move: r0 r1; rewrite Q2R_0 Q2R_1; split.
split; last by [].
have nt : ~~ due_in s v by rewrite -(j2 I) nd.
have J1 := j1 I; rewrite Hch.
have I' : inv rq (see (tab j) (enc0 e)) (e :: v) s by apply: inv_see; eassumption.
have dE : triggered (ctrigger ch) (see (tab j) (enc0 e)) (enc0 e) = due_in s (e :: v).
  by rewrite sv in J1 nt *; apply: triggered_due.
rewrite /after_episode dE; split; rewrite /=.
- exact: I'.
- by [].
- by rewrite /due_in sv ltnS start_in_size /=; case: (trig_in _ _ _).
- by rewrite (j4 I) /= Zpos_P_of_succ_nat -Z.add_1_r.
- exact: (j5 I).
- by move=> _; split.
- by move=> f; rewrite f in nf.
Qed.

Lemma episode_sound j v s first pi t e j' : inv_judge j v s first pi -> in_range e ->
  step_episode hd j t e = Next j' -> exists e' : E,
  [/\ e = enc0 e', t = (num_t j + 1)%Z,
      [/\ ~~ first, s = start v, (size v < T)%N & forall h (x : S h) a, visit x0 (mkp x a) e' -> 0 < pi h x a],
      forall h, (h < L)%N -> 0 <= Q2R (nth e0 e h).2 <= 1 &
      inv_judge j' (e' :: v) s first pi /\
      [/\ num_t j' = (num_t j + 1)%Z, num_i j' = num_i j, worst j' = worst j, gap j' = gap j &
          lost j' = (lost j + gap j)%Z]].
Proof.
move=> I Re Es; suff [e' Ee] : exists e' : E, enc0 e' = e.
  by exists e'; rewrite -Ee in Es *; have [? ? ? ?] := episode_at I Es; split.
move: Es; rewrite /step_episode; do 3?[case: ifP => // _].
case: ifP => // /negbFE st; case: ifP => // /negbFE ac _.
rewrite HX in st; rewrite HA in ac; apply: typed_episode; rewrite ?addn0 ?drop0 // => _.
rewrite -[X]drop0 (dropX (isT : (0 < L.+1)%N)) (dropX (L1 : (1 < L.+1)%N)) in st.
case: e st {Re ac} => [//|[[x a] r] e] /andP[/Nat.ltb_lt/ltP] /=.
by rewrite lay0; case: x.
Qed.

Lemma pair_counts_right ep c v s : inv rq c v s -> counts_ok (eN ep) c -> counts3_ok (eN3 ep) c -> counts_right ep v.
Proof.
move=> I; rewrite /counts_right; case: (eN ep) => [N|] H; case: (eN3 ep) => [N3|] H3; split=> //.
- by move=> h x a hL; exact: (counts_ok_right x a I H hL).
- by move=> h x a y hL; exact: (counts3_ok_right x a y I H3 hL).
- by move=> h x a hL; exact: (counts_ok_right x a I H hL).
by move=> h x a y hL; exact: (counts3_ok_right x a y I H3 hL).
Qed.

Lemma Q2R_inv_nat n : (0 < n)%N -> Q2R (1 / inject_Z (Z.of_nat n)) = / INR n.
Proof.
move=> n0; have H : 0 < INR n by apply: lt_0_INR; apply/ltP.
rewrite Q2R_quot ?Q2R_injZ -?INR_IZR_INZ; last by lra.
by rewrite /Rdiv Rmult_1_l.
Qed.

Lemma Q2R_inv_nat3 l m n : (0 < l)%N -> (0 < m)%N -> (0 < n)%N ->
  Q2R (1 / (inject_Z (Z.of_nat l) * inject_Z (Z.of_nat m) * inject_Z (Z.of_nat n))) = / (INR l * INR m * INR n).
Proof.
move=> l0' m0 n0; have pos k : (0 < k)%N -> 0 < INR k by move=> k0; apply: lt_0_INR; apply/ltP.
have H : 0 < INR l * INR m * INR n by do 2?[apply: Rmult_lt_0_compat]; exact: pos.
rewrite Q2R_quot !Q2R_mult !Q2R_injZ -!INR_IZR_INZ; last by lra.
by rewrite /Rdiv Rmult_1_l.
Qed.

Lemma pi_row_ok (first : bool) rows : fits_policy (weights_of rows) ->
  all_rows (if first then uniform (htol hd) nA else distribution (htol hd)) rows -> recorded_ok first (Pi rows).
Proof.
move=> Hf H h x hL /=; have sr := size_row Hf x hL.
have xl : (x < size (nth [::] rows h))%N.
  by have [_ /(_ h hL) + _] := Hf; rewrite /weights_of (@nth_map0 _ _ [::]) // size_map => ->; exact: (ltn_ord x).
have hl : (h < size rows)%N by have [+ _ _] := Hf; rewrite size_map => ->.
have {}H := all_nthP [::] (all_nthP [::] H _ hl) _ xl.
case: first H => H.
  move=> a; have al : (a < size (nth [::] (nth [::] rows h) x))%N by rewrite sr; exact: (ltn_ord a).
  by have /near_ok := all_nthP 0%Q H _ al; rewrite Q2R_inv_nat // Htol.
move: H => /andP[H1 /near_ok H2]; split.
  move=> a; have al : (a < size (nth [::] (nth [::] rows h) x))%N by rewrite sr; exact: (ltn_ord a).
  by have /Qle_boolP := all_nthP 0%Q H1 _ al; rewrite Q2R_opp Htol.
by rewrite (foldr_qadd sr) Htol in H2; move: H2; rewrite Q2R_1.
Qed.

Lemma q_hat_ok (first : bool) least q : fits_policy (weights_of (rows_of (Qhat least q))) ->
  (first -> uniform_q (htol hd) nA X q) -> recorded_ok first (Qhat least q).
Proof.
move=> Hf H f h x a y hL; have {}H := H f; rewrite /uniform_q /X_ size_mkseq in H.
have [sq sl _] := Hf; have [sx sr] := (sl h hL, size_row Hf x hL).
rewrite /= /weights_of !size_map in sq; rewrite /weights_of (@nth_map0 _ _ [::]) // size_map in sx.
rewrite /= (@nth_map0 _ _ [::]) // size_map in sx.
rewrite /= (@nth_map0 _ _ [::]) // (@nth_map0 _ _ [::]) // size_map in sr.
have hi : (h < size (iota 0 L))%N by rewrite size_iota.
have := all_nthP 0%N H _ hi; rewrite nth_iota // add0n => {}H.
have xl : (x < size (nth [::] q h))%N by rewrite sx; exact: (ltn_ord x).
have al : (a < size (nth [::] (nth [::] q h) x))%N by rewrite sr; exact: (ltn_ord a).
have := all_nthP [::] (all_nthP [::] H _ xl) _ al => /andP[/Nat.eqb_eq sy {}H].
rewrite /X_ !nth_mkseq ?ltnS // in sy H; last by rewrite ltnW.
have yl : (y < size (nth [::] (nth [::] (nth [::] q h) x) a))%N by rewrite sy; exact: (ltn_ord y).
have /near_ok := all_nthP 0%Q H _ yl.
by rewrite Q2R_inv_nat3 // Htol /S_ !card_ord.
Qed.

Lemma gap_fits_ok g : gap_fits K (htol hd) g -> IZR g / D <= tol.
Proof.
rewrite /gap_fits -Htol => /Z.leb_le/IZR_le; rewrite !mult_IZR /Q2R => H.
have DR := IZR_lt 0 _ D0; have d0 : 0 < IZR (Zpos (Qden (htol hd))) by apply: (IZR_lt 0).
apply: (Rmult_le_reg_r (D * IZR (Zpos (Qden (htol hd))))); first exact: Rmult_lt_0_compat.
have -> : IZR g / D * (D * IZR (Zpos (Qden (htol hd)))) = IZR g * IZR (Zpos (Qden (htol hd))) by field; lra.
apply: Rle_trans H _; apply: Req_le; field; lra.
Qed.

Lemma epoch_sound j v s first pi i t ep j' : inv_judge j v s first pi ->
  step_epoch K hd j i t ep = Next j' ->
  [/\ i = (num_i j + 1)%Z, t = (num_t j + 1)%Z,
      [/\ if first then v = [::] else due_in s v /\ (size v = T -> solve), v = start v,
          counts_right ep v, recorded_ok first (epol ep) &
          optimal v (completed pi (epol ep)) (IZR (gap j') / D) /\ IZR (gap j') / D <= tol],
      inv_judge j' v v false (completed pi (epol ep)) &
      [/\ num_t j' = num_t j, num_i j' = i, worst j' = Z.max (worst j) (gap j') & lost j' = lost j]].
Proof.
move=> I; rewrite /step_epoch -(j5 I).2; case: ifP => // lt; case: ifP => // ee.
case: ifP => // /negbFE /andP[/Z.eqb_eq Ei /Z.eqb_eq Et].
case: ifP => // /negbFE cN; case: ifP => // /negbFE cN3; case: ifP => // /negbFE Hd.
case: ifP => // /negbFE /andP[s0 ss].
set fit := (X in (if X is Some _ then _ else _)); case Ef : fit => [//|].
case Eg : (gap_of_policy _ _ _ _) => [g|//]; case: ifP => // gf [<-] /=.
rewrite Hch HA in ss Eg *; set before := (if first then _ else pol j) in ss Eg *.
have J1 := j1 I; have Hf := same_shape_fits J1 s0; have Hw := same_shape_fits J1 ss.
have Hb h (x : S h) a : (h < L)%N -> pi h x a = pol_of before x a \/
     pi = unplayed /\ nth [::] (nth [::] before h) x = nth [::] (nth [::] (weights_of (rows_of (epol ep))) h) x.
  rewrite /before; case: (boolP first) => f hL; first by right; have [_ _ ->] := j7 I f.
  by left; have [_ _ Epi] := j6 I f; exact: Epi.
have Ec := complete_pol Hd Hf Hb.
have Pb : proper before.
  rewrite /before; case: (boolP first) => f; first exact: weights_proper.
  by have [P _ _] := j6 I f.
have vs : v = start v.
  case: (boolP first) => f; first by have [-> _ _] := j7 I f.
  by move: ee; rewrite f /= => /negbFE d; have := j3 I; rewrite d.
have rec : recorded_ok first (epol ep).
  move: Ef; rewrite /fit HX HA; move: Hf; case: (epol ep) => [rows|least q] Hf.
    move=> Ef; apply: pi_row_ok Hf _; move: Ef; case: (first).
      by case: ifP.
    by case: ifP.
  by move=> Ef; apply: q_hat_ok => // f; move: Ef; rewrite f; case: ifP.
have go : optimal v (completed pi (epol ep)) (IZR g / D).
  have := epoch_ok lay0 layL E0 D0 F0 l0 l2 HLam Hln2 J1 ss Eg; rewrite HK.
  apply: gap_opt_ext => // h x a hL; by rewrite Ec.
split=> //.
  split=> //; first last.
  - by split=> //; exact: gap_fits_ok.
  - exact: (pair_counts_right J1 cN cN3).
  case: (boolP first) => f; first by have [-> _ _] := j7 I f.
  move: ee lt; rewrite f /= => /negbFE d; rewrite (j2 I) in d; rewrite d => lt; split=> // sT.
  move: lt; rewrite (j4 I) HT sT Z.eqb_refl /= Hsolve; by case: solve.
split=> //=.
- by apply: inv_rebase; eassumption.
- by rewrite due_self.
- exact: (j4 I).
- by rewrite Ei; have [? _] := j5 I; split; [lia | symmetry; apply/Z.eqb_neq; lia].
by move=> _; split=> //; apply: complete_proper Pb _; exact: weights_proper.
Qed.

(* --- the whole trace *)
Fixpoint rewards_typed (rs : seq record) : Prop :=
  match rs with
  | [::] => True
  | REpisode _ e :: rs' => in_range e /\ rewards_typed rs'
  | _ :: rs' => rewards_typed rs'
  end.

Lemma epoch_not_done j i t ep : step_epoch K hd j i t ep <> Done.
Proof.
rewrite /step_epoch; case: ifP => // _; case: ifP => // _; case: ifP => // _; case: ifP => // _.
case: ifP => // _; case: ifP => // _; case: ifP => // _.
set fit := (X in (if X is Some _ then _ else _)); case: fit => [//|].
by case: (gap_of_policy _ _ _ _) => // g; case: ifP.
Qed.
Lemma episode_not_done j t e : step_episode hd j t e <> Done.
Proof. by rewrite /step_episode; do 8![case: ifP => // _]. Qed.

Lemma run_epoch j i t ep rs : run K hd j (REpoch i t ep :: rs) =
  match step_epoch K hd j i t ep with Next j1 => run K hd j1 rs | Done => if rs is [::] then Some j else None
  | Refused _ => None end.
Proof. by []. Qed.
Lemma run_episode j t e rs : run K hd j (REpisode t e :: rs) =
  match step_episode hd j t e with Next j1 => run K hd j1 rs | Done => if rs is [::] then Some j else None
  | Refused _ => None end.
Proof. by []. Qed.
Lemma run_end j n m rs : run K hd j (REnd n m :: rs) =
  match step_end hd j n m with Next j1 => run K hd j1 rs | Done => if rs is [::] then Some j else None
  | Refused _ => None end.
Proof. by []. Qed.

Theorem run_sound rs j v s first pi j' : inv_judge j v s first pi -> rewards_typed rs ->
  run K hd j rs = Some j' -> exists ts, [/\ rs = written (num_t j) (num_i j) ts, conforms v s first pi ts,
    IZR (worst j') / D = largest (IZR (worst j) / D) ts &
    IZR (lost j') / D = IZR (lost j) / D + total (IZR (gap j) / D) ts].
Proof.
have DR := IZR_lt 0 _ D0.
elim: rs j v s first pi => [//|r rs IH] j v s first pi I; case: r => [i t ep|t e|n m].
- rewrite run_epoch => R.
  case Es : (step_epoch K hd j i t ep) => [j1| |rr]; [| by case: (@epoch_not_done _ _ _ _ Es) | by []].
  have [Ei Et C I' [e1 e2 e3 e4]] := epoch_sound I Es.
  move=> /(IH _ _ _ _ _ I' R)[ts [Ers Cts Ew El]].
  exists (Started ep (IZR (gap j1) / D) :: ts); split=> //=.
  + by rewrite -Ei -Et Ers e1 e2.
  + rewrite Ew e3; congr (largest _ ts).
    rewrite /Rmax; case: Rle_dec => H.
      rewrite Z.max_r //; apply: le_IZR; apply: (Rmult_le_reg_r (/ D)) H; exact: Rinv_0_lt_compat.
    rewrite Z.max_l //; apply: le_IZR; apply/Rlt_le/Rnot_le_lt => H'; apply: H.
    by apply: Rmult_le_compat_r; [apply/Rlt_le/Rinv_0_lt_compat | exact: H'].
  + by rewrite El e4.
- rewrite run_episode => -[Re R].
  case Es : (step_episode hd j t e) => [j1| |rr]; [| by case: (@episode_not_done _ _ _ Es) | by []].
  have [e' [Ee Et C Hr [I' [e1 e2 e3 e4 e5]]]] := episode_sound I Re Es.
  move=> /(IH _ _ _ _ _ I' R)[ts [Ers Cts Ew El]].
  exists (Played e' :: ts); split=> //=.
  + by rewrite -Ee Et Ers e1 e2.
  + by rewrite -Ee.
  + by rewrite Ew e3.
  + by rewrite El e4 e5 plus_IZR /Rdiv Rmult_plus_distr_r Rplus_assoc.
rewrite run_end => _; rewrite /step_end; case: ifP => // i0; case: ifP => // lt.
case: ifP => // /andP[/Z.eqb_eq -> /Z.eqb_eq ->].
case: rs {IH} => // -[<-]; exists [::]; split=> //=; last by rewrite Rplus_0_r.
split; first by rewrite (j5 I).2 i0.
move=> sT vT; move: lt; rewrite Hsolve sT (j4 I) vT HT Z.eqb_refl /= (j2 I).
by move=> ->.
Qed.

Lemma opening_inv : inv_judge (Judge (init (layers hd) (hA hd)) false [::] 0 0 0 0 0) [::] [::] true
  unplayed.
Proof. by split=> //=; rewrite HX HA; exact: inv_init. Qed.
End Judge.
