(* Appendix II, display 2, printed, refuted: sum_{i<=m} n_i / sqrt(N_i) <= (sqrt 2 + 1) sqrt(N_m) <= 3 sqrt(N_m), with
   max{1, N_i} under the root on the left: N_m does not count the visits of epoch m.  Display 3: the N_m of a
   layer do not add up to T. *)
Require Import Previsions.Sums UCRLLP.model.Episodes UCRLLP.model.Algorithm UCRLLP.paper.Visits UCRLLP.paper.Trigger.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* n_1, ..., n_m as n 0, ..., n m.-1 and N_i as N i.-1; what the trigger allows: n_i <= max{1, N_i} *)
Definition visits_before (n : nat -> nat) (i : nat) : nat := (\sum_(j < i) n j)%N.
Definition allowed (n : nat -> nat) := forall i, (n i <= maxn 1 (visits_before n i))%N.
Definition pigeon_sum (n : nat -> nat) (m : nat) := lhs n (visits_before n) m.
(* N_m, the visits before the last of m epochs *)
Definition N_last (n : nat -> nat) (m : nat) := visits_before n m.-1.

Lemma above_sqrt s x : 0 < s -> 0 <= x -> x < s * s -> sqrt x < s.
Proof. by move=> s0 x0 H; rewrite -[X in _ < X](sqrt_square s); [apply: sqrt_lt_1_alt; lra | lra]. Qed.
(* n / sqrt x is above d if d^2 x < n^2 *)
Lemma below_quotient d n x : 0 < d -> 0 < n -> 0 < x -> d * d * x < n * n -> d < n / sqrt x.
Proof.
move=> d0 n0 x0 H; have s0 := sqrt_lt_R0 x x0; have ss := sqrt_sqrt x (Rlt_le _ _ x0).
apply: (Rmult_lt_reg_r (sqrt x)) => //; rewrite /Rdiv Rmult_assoc Rinv_l ?Rmult_1_r; [nra | lra].
Qed.

Lemma visits0 n : visits_before n 0 = 0%N. Proof. by rewrite /visits_before big_ord0. Qed.
Lemma visitsS n i : visits_before n i.+1 = (visits_before n i + n i)%N.
Proof. by rewrite /visits_before big_ord_recr. Qed.
Lemma pigeon0 n : pigeon_sum n 0 = 0. Proof. by rewrite /pigeon_sum /lhs big_ord0. Qed.
Lemma pigeonS n m : pigeon_sum n m.+1 = pigeon_sum n m + INR (n m) / sqrt (INR (maxn 1 (visits_before n m))).
Proof. by rewrite /pigeon_sum /lhs big_ord_recr. Qed.

(* App. II, display 2 (disp:App. II.2), refuted as printed: N_m = 0: one epoch with one visit, 1 <= 0 *)
Theorem pigeonhole_printed_0 : let n := nth 0%N [:: 1%N] in
  [/\ allowed n, N_last n 1 = 0%N & 3 * sqrt (INR (N_last n 1)) < pigeon_sum n 1].
Proof.
rewrite /N_last !pigeonS pigeon0 !visits0 !INR_IZR_INZ /=; split=> //.
  by case=> [|i] //=; rewrite ?visits0 ?nth_nil.
by rewrite sqrt_0 sqrt_1; lra.
Qed.

(* App. II, display 2 (disp:App. II.2), refuted as printed: the first inequality, N_m = 3, 4.4392 > 4.1815 *)
Theorem pigeonhole_printed_3 : let n := nth 0%N [:: 1; 1; 1; 3]%N in
  [/\ allowed n, N_last n 4 = 3%N & (sqrt 2 + 1) * sqrt (INR (N_last n 4)) < pigeon_sum n 4].
Proof.
rewrite /N_last !pigeonS pigeon0 !visitsS !visits0 !INR_IZR_INZ /=; split=> //.
  by case=> [|[|[|[|i]]]] /=; rewrite ?nth_nil ?visitsS ?visits0.
have b1 := @above_sqrt 1.4143 2 ltac:(lra) ltac:(lra) ltac:(lra).
have b2 := @above_sqrt 1.7321 3 ltac:(lra) ltac:(lra) ltac:(lra).
have b3 := @below_quotient 0.7071 1 2 ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra).
have b4 := @below_quotient 1.732 3 3 ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra).
by rewrite sqrt_1; have := sqrt_pos 2; have := sqrt_pos 3; nra.
Qed.

(* App. II, display 2 (disp:App. II.2), refuted as printed: the constant 3, N_m = 14, 11.3016 > 11.2250 *)
Theorem pigeonhole_printed_14 : let n := nth 0%N [:: 1; 1; 2; 3; 7; 14]%N in
  [/\ allowed n, N_last n 6 = 14%N & 3 * sqrt (INR (N_last n 6)) < pigeon_sum n 6].
Proof.
rewrite /N_last !pigeonS pigeon0 !visitsS !visits0 !INR_IZR_INZ /=; split=> //.
  by case=> [|[|[|[|[|[|i]]]]]] /=; rewrite ?nth_nil ?visitsS ?visits0.
have b1 := @above_sqrt 3.7417 14 ltac:(lra) ltac:(lra) ltac:(lra).
have b2 := @below_quotient 1.4142 2 2 ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra).
have b3 := @below_quotient 1.4999 3 4 ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra).
have b4 := @below_quotient 2.6457 7 7 ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra).
have b5 := @below_quotient 3.7416 14 14 ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra).
by rewrite sqrt_1; lra.
Qed.

(* App. II, display 2 (disp:App. II.2), repaired: if N_m >= 1, with N_m and 2 + sqrt 2; `display_B2` has N_(m+1) *)
Theorem pigeonhole_last n m : allowed n -> (1 <= N_last n m.+1)%N ->
  pigeon_sum n m.+1 <= (2 + sqrt 2) * sqrt (INR (N_last n m.+1)) - sqrt 2.
Proof.
move=> ok; rewrite /N_last [m.+1.-1]/= pigeonS => N1; rewrite (maxn_idPr N1).
have [_ /(_ N1) H] := pigeonhole_repaired (visits0 n) (visitsS n) ok m; rewrite -/(pigeon_sum n m) in H.
have := ok m; rewrite (maxn_idPr N1) => /leq_INR nm.
move: (leq_INR N1) H nm; rewrite INR1; set N := INR (visits_before n m) => N1R H nm.
have s0 := sqrt_lt_R0 N ltac:(lra); have ss := sqrt_sqrt N ltac:(lra).
suff : INR (n m) / sqrt N <= sqrt N by lra.
by apply: (Rmult_le_reg_r (sqrt N)) => //; rewrite /Rdiv Rmult_assoc Rinv_l ?Rmult_1_r ?ss; lra.
Qed.

(* App. II, totals (lem:bias-term-2:total), refuted as printed: in every layer the N_m(x,a), at the start of the
   epoch m in which the last episode e is played, add up to t(m) - 1, less than T *)
Theorem total_printed_false (S : nat -> finType) (A : finType) (Z : Type) (x0 : S 0%N) (L h : nat)
    (e : traj S A Z L 0) (w : seq (traj S A Z L 0)) : (h < L)%N ->
  \rsum_(x : S h) \rsum_(a : A) INR (cnt x0 (mkp x a) (start x0 w)) = INR (size (start x0 w)) /\
  (size (start x0 w) < size (e :: w))%N.
Proof. by move=> hL; split; [exact: layer_total | rewrite ltnS; exact: start_size]. Qed.
