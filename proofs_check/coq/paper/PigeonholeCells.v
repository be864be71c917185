(* Appendix II, displays 2 and 3 and the totals, printed, with max{1, N_i} under the first root: they hold if an epoch ends
   in every episode and the epoch after episode T counts, and are false otherwise: if it does not count at T = 1, if
   visits double at T = 63 and, for the totals, at T = 3. *)
Require Import Previsions.Sums Previsions.NatLia Previsions.Probability Previsions.Concentration
  UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.paper.GoodEvents
  UCRLLP.paper.Visits UCRLLP.paper.Trigger UCRLLP.paper.Pigeonhole UCRLLP.paper.ManyUpdates.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* --- an epoch in every episode: at the history w the epoch starts after w, and N_i is the count in w; of T episodes v,
   the epoch after episode T has N_m = the count in v, and n_m = 0 *)
Section Every.
Variables (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L : nat).
Notation E := (traj S A Z L 0).
Notation cnt := (@cnt S A Z x0 L).
Implicit Type v : seq E.
Definition every (w : seq E) : seq E := w.
Lemma every_schedule : schedule x0 every. Proof. by split=> // e w; left. Qed.

(* App. II, display 2 (disp:App. II.2), as printed, if an epoch ends in every episode and the epoch after T counts *)
Theorem display_B2_every h (x : S h) a v : (h < L)%N ->
  spent x0 every (mkp x a) v <= (sqrt 2 + 1) * sqrt (INR (cnt (mkp x a) v)) /\
  (sqrt 2 + 1) * sqrt (INR (cnt (mkp x a) v)) <= 3 * sqrt (INR (cnt (mkp x a) v)).
Proof.
move=> hL; split; first by rewrite (Rplus_comm (sqrt 2)); exact: (spent_bound every_schedule).
by apply: Rmult_le_compat_r; [exact: sqrt_pos | have := sqrt2_le2; lra].
Qed.

(* App. II, display 3 (disp:App. II.3), as printed, if an epoch ends in every episode and the epoch after T counts *)
Theorem display_B3_every h v : (h < L)%N ->
  [/\ \rsum_(x : S h) \rsum_(a : A) spent x0 every (mkp x a) v <=
        3 * (\rsum_(x : S h) \rsum_(a : A) sqrt (INR (cnt (mkp x a) v))),
      (3 * (\rsum_(x : S h) \rsum_(a : A) sqrt (INR (cnt (mkp x a) v))) <=
        3 * sqrt (INR #|S h| * INR #|A| * (\rsum_(x : S h) \rsum_(a : A) INR (cnt (mkp x a) v))))%R &
      (3 * sqrt (INR #|S h| * INR #|A| * (\rsum_(x : S h) \rsum_(a : A) INR (cnt (mkp x a) v))) =
        3 * sqrt (INR (size v) * INR #|S h| * INR #|A|))%R].
Proof.
move=> hL; have [_ J _] := display_B3 every_schedule v hL; split.
- rewrite -rsumZ; apply: le_rsum => x _; rewrite -rsumZ; apply: le_rsum => a _.
  by have [H1 H2] := display_B2_every x a v hL; exact: Rle_trans H1 H2.
- apply: Rmult_le_compat_l; first lra.
  by apply: (Rmult_le_reg_l (1 + sqrt 2)) => //; have := sqrt2_ge1; lra.
by rewrite (layer_total x0 v hL); congr (_ * sqrt _); ring.
Qed.

(* App. II, totals (lem:bias-term-2:total), as printed, if an epoch ends in every episode and the epoch after T counts *)
Theorem total_every h v : (h < L)%N ->
  \rsum_(x : S h) \rsum_(a : A) INR (cnt (mkp x a) (every v)) = INR (size v).
Proof. exact: layer_total. Qed.

(* App. II, totals (lem:bias-term-2:total), refuted as printed, if an epoch ends in every episode and the one after T does
   not count: the last epoch starts before the last episode e *)
Theorem total_every_false h e v : (h < L)%N ->
  \rsum_(x : S h) \rsum_(a : A) INR (cnt (mkp x a) (every v)) < INR (size (e :: v)).
Proof. by move=> hL; rewrite total_every // (_ : size (e :: v) = (size v).+1) // S_INR; lra. Qed.
End Every.

(* App. II, totals (lem:bias-term-2:total), refuted as printed, if visits double, and the epoch after T counts, if one
   starts there: with one pair in each layer and T = 3 the last epoch starts after episode 2 *)
Theorem total_doubling_false (Z : finType) (v : seq (traj two [finite unit] Z 1 0)) : size v = 3%N ->
  \rsum_(x : two 0) \rsum_(a : unit) INR (cnt (tt : two 0) (mkp x a) (start (tt : two 0) v)) = 2.
Proof. by move=> v3; have [_ ->] := line_12_printed_false v3; rewrite layer_total // size_behead v3. Qed.

(* --- one pair in the layer, n_i = 1, 1, 2, 4, 8, 16, 31: no epoch starts after episode 63 *)
Definition n63 := nth 0%N [:: 1; 1; 2; 4; 8; 16; 31]%N.

(* App. II, display 2 (disp:App. II.2), refuted as printed, if visits double, whether an epoch that starts after episode T
   counts or not: at T = 63 none does, and 17.72 > 3 sqrt 32 *)
Theorem pigeonhole_printed_63 :
  [/\ allowed n63, (n63 6 < maxn 1 (N_last n63 7))%N, visits_before n63 7 = 63%N
    & 3 * sqrt (INR (N_last n63 7)) < pigeon_sum n63 7].
Proof.
rewrite /N_last /n63 !pigeonS pigeon0 !visitsS !visits0 !INR_IZR_INZ /=; split=> //.
  by case=> [|[|[|[|[|[|[|i]]]]]]] /=; rewrite ?nth_nil ?visitsS ?visits0.
have b1 := @above_sqrt 5.6569 32 ltac:(lra) ltac:(lra) ltac:(lra).
have b2 := @below_quotient 1.4142 2 2 ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra).
have b3 := @below_quotient 1.9999 4 4 ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra).
have b4 := @below_quotient 2.8284 8 8 ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra).
have b5 := @below_quotient 3.9999 16 16 ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra).
have b6 := @below_quotient 5.48 31 32 ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra).
by rewrite sqrt_1; lra.
Qed.

(* App. II, display 3 (disp:App. II.3), refuted as printed, if visits double: one pair in the layer and T = 63, as above;
   the first inequality fails, and so does the last equality, 3 sqrt 32 = 3 sqrt 63 *)
Theorem display_B3_63 :
  [/\ allowed n63, (n63 6 < maxn 1 (N_last n63 7))%N, visits_before n63 7 = 63%N,
      3 * sqrt (INR (N_last n63 7)) < pigeon_sum n63 7
    & 3 * sqrt (INR (N_last n63 7)) < 3 * sqrt (INR (visits_before n63 7))].
Proof.
have [a1 a2 a3 a4] := pigeonhole_printed_63; split=> //.
apply: Rmult_lt_compat_l; first lra.
apply: sqrt_lt_1_alt; split; first exact: pos_INR.
by rewrite a3; apply: lt_INR; apply/ltP; rewrite /N_last !visitsS visits0.
Qed.

(* App. II, display 3 (disp:App. II.3), refuted as printed, if an epoch ends in every episode and the one after T does not
   count: one pair in the layer and T = 1; 1 <= 3 sqrt 0 fails, and so does 3 sqrt 0 = 3 sqrt 1; App. II, display 2
   (disp:App. II.2), refuted as printed: the same *)
Theorem display_B3_1 : let n := nth 0%N [:: 1%N] in
  [/\ allowed n, visits_before n 1 = 1%N, 3 * sqrt (INR (N_last n 1)) < pigeon_sum n 1
    & 3 * sqrt (INR (N_last n 1)) < 3 * sqrt (INR (visits_before n 1))].
Proof.
have [a1 a2 a3] := pigeonhole_printed_0; split=> //; first by rewrite visitsS visits0.
by rewrite a2 visitsS visits0 /= sqrt_0 sqrt_1; lra.
Qed.
