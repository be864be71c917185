(* Appendix I, eq:26, printed, refuted on two paths, delta = 1/10. *)
Require Import Previsions.Sums Previsions.Probability UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.Algorithm
  UCRLLP.paper.Propositions UCRLLP.judge.LogarithmCheck UCRLLP.judge.LogarithmSound UCRLLP.paper.CompletionMDP UCRLLP.paper.Completion.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* --- T = 5554, P(v|x_0) = 1/21, every 21st episode through v, the uniform completion *)
Definition path_5554 : seq bool :=
  nseq 7 false ++ [:: true; false] ++ flatten (nseq 264 (nseq 19 false ++ [:: true; false])).

Lemma size_5554 : Z.of_nat (size path_5554).+1 = 5554%Z.
Proof. vm_cast_no_check (erefl 5554%Z). Qed.
Lemma run_5554 : simulate (near 1 21 12647 1000) path_5554 = (5553, 265, (5553, 265), true)%Z.
Proof. vm_cast_no_check (erefl (5553, 265, (5553, 265), true)%Z). Qed.

Lemma uniform_out w f : Z.of_nat (size w).+1 = 5554%Z ->
  simulate (near 1 21 12647 1000) w = (5553, 265, (5553, 265), true)%Z ->
  (forall h, is_policy (f h)) -> refutes (1 / 21) w (@uniform_trans uv one) f.
Proof.
move=> sz run Hf; have LE := Lam_E sz; set Lam := Lam_ w in LE.
have [lo hi] : 12716 / 1000 <= Lam <= 12717 / 1000 by rewrite LE; apply: (@ln_in 6 1000 333240); vm_compute.
have U : is_dist (@uniform_trans uv one 1%N v tt) by apply: uniform_dist; rewrite card_bool.
have E2 : @uniform_trans uv one 1%N v tt true = / 2 by rewrite /uniform_trans card_bool.
have R := @refuted (1 / 21) w (@uniform_trans uv one) f 1 21 12647 1000 5553 265 (/ 2) Hf.
rewrite -/Lam in R; apply: R => //; clear sz run U; lra.
Qed.

(* (26) (eq:26), refuted as printed; P_i, xi_i (lem:occ-1-norm:P_i), refuted as printed: T = 5554 *)
Theorem eq_26_false_uniform f : (forall h, is_policy (f h)) -> refutes (1 / 21) path_5554 (@uniform_trans uv one) f.
Proof. exact: uniform_out size_5554 run_5554. Qed.

(* --- T = 152, P(v|x_0) = 1/100, P_i(w'|v) = 1 *)
Definition path_152 : seq bool := nseq 57 false ++ nseq 34 true ++ nseq 29 false ++ nseq 3 true ++ nseq 28 false.
Definition to_w' : trans uv one := fun h =>
  match h return uv h -> one -> uv h.+1 -> R with 1%N => fun _ _ y => ind y | h => @uniform_trans uv one h end.

Lemma size_152 : Z.of_nat (size path_152).+1 = 152%Z.
Proof. vm_cast_no_check (erefl 152%Z). Qed.
Lemma run_152 : simulate (near 1 100 1370 151) path_152 = (151, 37, (151, 37), true)%Z.
Proof. vm_cast_no_check (erefl (151, 37, (151, 37), true)%Z). Qed.

Lemma to_w'_out w f : Z.of_nat (size w).+1 = 152%Z ->
  simulate (near 1 100 1370 151) w = (151, 37, (151, 37), true)%Z ->
  (forall h, is_policy (f h)) -> refutes (1 / 100) w to_w' f.
Proof.
move=> sz run Hf; have LE := Lam_E sz; set Lam := Lam_ w in LE.
have [lo hi] : 9118 / 1000 <= Lam <= 9119 / 1000 by rewrite LE; apply: (@ln_in 6 1000 9120); vm_compute.
have U : is_dist (@to_w' 1%N v tt) by split=> [y|]; [exact: ind_ge0 | rewrite sum_bool /=; lra].
have E2 : @to_w' 1%N v tt true = 1 by [].
have R := @refuted (1 / 100) w to_w' f 1 100 1370 151 151 37 1 Hf.
rewrite -/Lam in R; apply: R => //; clear sz run U; lra.
Qed.

(* (26) (eq:26), refuted as printed: T = 152 *)
Theorem eq_26_false_152 f : (forall h, is_policy (f h)) -> refutes (1 / 100) path_152 to_w' f.
Proof. exact: to_w'_out size_152 run_152. Qed.
