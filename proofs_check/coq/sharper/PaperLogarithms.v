(* Rational bounds of the logarithms in sharper/PaperSize.v, computed.  coqchk, which has no virtual machine, takes minutes for
   this file; proofs-check coq has it check the others. *)
Require Import Previsions.Sums UCRLLP.judge.LogarithmSound.
Local Open Scope R_scope.

Lemma ln_2_in : 69314718 / 100000000 <= ln 2 <= 69314719 / 100000000.
Proof. by apply: (@ln_in 12 100000000 2); vm_compute. Qed.
Lemma ln_10_in : 230258509 / 100000000 <= ln 10 <= 230258510 / 100000000.
Proof. by apply: (@ln_in 12 100000000 10); vm_compute. Qed.
Lemma ln_at : ln (2600 * 307541) <= 2049963042 / 100000000.
Proof. by rewrite -mult_IZR; apply: (proj2 (@ln_in 11 100000000 799606600 2049963041 _ _)); vm_compute. Qed.
Lemma ln_under : 2049962716 / 100000000 <= ln (2600 * 307540) <= 2049962717 / 100000000.
Proof. by rewrite -mult_IZR; apply: (@ln_in 11 100000000 799604000); vm_compute. Qed.
Lemma ln_at_99 : ln (2600 * 315337) <= 2052466392 / 100000000.
Proof. by rewrite -mult_IZR; apply: (proj2 (@ln_in 11 100000000 819876200 2052466391 _ _)); vm_compute. Qed.
Lemma ln_under_99 : 2052466073 / 100000000 <= ln (2600 * 315336) <= 2052466074 / 100000000.
Proof. by rewrite -mult_IZR; apply: (@ln_in 11 100000000 819873600); vm_compute. Qed.
Lemma ln_at_every : ln (2600 * 206621) <= 2010190821 / 100000000.
Proof. by rewrite -mult_IZR; apply: (proj2 (@ln_in 11 100000000 537214600 2010190820 _ _)); vm_compute. Qed.
Lemma ln_under_every : 2010190336 / 100000000 <= ln (2600 * 206620) <= 2010190337 / 100000000.
Proof. by rewrite -mult_IZR; apply: (@ln_in 11 100000000 537212000); vm_compute. Qed.
Lemma ln_at_every_99 : ln (2600 * 212137) <= 2012825430 / 100000000.
Proof. by rewrite -mult_IZR; apply: (proj2 (@ln_in 11 100000000 551556200 2012825429 _ _)); vm_compute. Qed.
Lemma ln_under_every_99 : 2012824958 / 100000000 <= ln (2600 * 212136) <= 2012824959 / 100000000.
Proof. by rewrite -mult_IZR; apply: (@ln_in 11 100000000 551553600); vm_compute. Qed.
