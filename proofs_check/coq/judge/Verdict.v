(* "Accepted" in one closed theorem: from the header and the records alone, log(TXA/delta) included. *)
Require Import ZArith QArith Qreals UCRLLP.judge.EpochCheck UCRLLP.judge.LogarithmCheck UCRLLP.judge.TraceCheck.
Require Import Previsions.Sums Previsions.Probability UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures
  UCRLLP.model.ConfidenceSets Previsions.Concentration UCRLLP.model.Algorithm UCRLLP.paper.GoodEvents.
Require Import UCRLLP.judge.EpochSound UCRLLP.judge.LogarithmSound UCRLLP.judge.Counters UCRLLP.judge.PolicySound
  UCRLLP.judge.JudgeSound.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* --- the model that a header describes: layer h has lay h + 1 states, there are nA' + 1 actions *)
Section Header.
Variable hd : header.
Definition lay_of (h : nat) : nat := (nth 1%N (layers hd) h).-1.
Definition L_of : nat := (size (layers hd)).-1.
Definition nA_of : nat := (hA hd).-1.
Definition T_of : nat := Z.to_nat (hT hd).
Notation S := (S_ lay_of).
Notation A := (A_ nA_of).
Definition Lam_of : R := log_in (clog (hread hd)) (TXA S A L_of T_of / Q2R (hdelta hd)).
Hypothesis H : header_ok hd.

Let H1 : (1 < size (layers hd))%N. Proof. by have /and5P[/Nat.ltb_lt/ltP]:= H. Qed.
Let Hpos h : (0 < nth 1%N (layers hd) h)%N.
Proof.
have /and5P[_ _ _ Hp _] := H; have /(_ isT) P := @all_nth0 _ 1%N (Nat.ltb 0) (layers hd) h.
by have /Nat.ltb_lt/ltP := P Hp.
Qed.

Lemma L_gt0 : (0 < L_of)%N. Proof. by rewrite /L_of -ltnS prednK // ltnW. Qed.
Lemma size_layers : size (layers hd) = L_of.+1. Proof. by rewrite /L_of prednK // ltnW. Qed.
Lemma lay_0 : lay_of 0 = 0%N.
Proof. by have /and5P[_ + _ _ _] := H; rewrite /lay_of; case: (layers hd) => [|n X'] //= /Nat.eqb_eq ->. Qed.
Lemma lay_L : lay_of L_of = 0%N.
Proof.
have /and5P[_ _ /Nat.eqb_eq E1 _ _] := H.
by move: E1; rewrite /lay_of /L_of nth_last; case: (layers hd) H1 => [//|n X' _] /= ->.
Qed.
Lemma layers_X : layers hd = X_ lay_of L_of.
Proof.
apply: (@eq_from_nth _ 1%N) => [|i il]; first by rewrite size_mkseq size_layers.
by rewrite /X_ nth_mkseq -?size_layers // /lay_of prednK.
Qed.
Lemma actions : hA hd = nA_of.+1.
Proof. by have /and5P[_ _ _ _ /andP[/Nat.ltb_lt/ltP A0 _]] := H; rewrite /nA_of prednK. Qed.
Lemma T_Z : hT hd = Z.of_nat T_of.
Proof. by have /and5P[_ _ _ _ /andP[_ /and3P[/Z.ltb_lt T0 _ _]]] := H; rewrite /T_of Z2Nat.id //; lia. Qed.
Lemma T_gt0 : (0 < T_of)%N.
Proof. by have /and5P[_ _ _ _ /andP[_ /and3P[/Z.ltb_lt T0 _ _]]] := H; apply/ltP; rewrite /T_of; lia. Qed.
Lemma delta_range : 0 < Q2R (hdelta hd) < 1.
Proof.
have /and5P[_ _ _ _ /andP[_ /and3P[_ d0 d1]]] := H.
split; apply: Rnot_le_lt => d.
  by move/negP: d0; apply; apply/Qle_boolP; rewrite Q2R_0.
by move/negP: d1; apply; apply/Qle_boolP; rewrite Q2R_1.
Qed.

Lemma Q2R_txa : Q2R (txa_delta hd) = TXA S A L_of T_of / Q2R (hdelta hd).
Proof.
have [d0 _] := delta_range.
rewrite /txa_delta Q2R_quot; last by lra.
rewrite Q2R_injZ; congr (_ / _); rewrite /TXA !mult_IZR T_Z -!INR_IZR_INZ {1}actions card_ord.
congr (_ * INR _ * _); rewrite {1}layers_X sumnE /X_ /mkseq big_map -[iota _ _]/(index_iota 0 L_of.+1) big_mkord.
by apply: eq_bigr => h _; rewrite card_ord.
Qed.
End Header.

Lemma opening_spec R hd K j : opening R hd = Some (K, j) ->
  [/\ header_ok hd, j = Judge (init (layers hd) (hA hd)) false [::] 0 0 0 0 0,
      [/\ cD K = (2 ^ bits)%Z, cE K = (2 ^ bits)%Z & cK K = cradii (hread hd)],
      [/\ (0 < cF K)%Z, (0 <= lamlo K)%Z & (0 <= ln2lo K)%Z] &
      IZR (lamlo K) / IZR (cF K) <= Lam_of hd <= IZR (lamhi K) / IZR (cF K) /\
      IZR (ln2lo K) / IZR (cF K) <= ln 2 <= IZR (ln2hi K) / IZR (cF K)].
Proof.
rewrite /opening; have := @ln_box_ok 24 (2 ^ lam_bits) 2; move: (ln_box 24 (2 ^ lam_bits) 2) => box Hbox.
case: ifP => // H; case El : (log_box _ _ _ _) => [[lo hi]|//].
case: box Hbox => [[lo2 hi2]|//] /(_ _ _ erefl) [_ B2]; rewrite Q2R_2 in B2.
case: ifP => // /andP[/Z.leb_le l0 /Z.leb_le l2] [<- <-].
have [F0 B] := log_box_ok El; split=> //; first by split=> //=; move: F0 l0; lia.
by rewrite /Lam_of -Q2R_txa.
Qed.

(* --- the rewards of a trace *)
Fixpoint rewards (rs : seq record) : seq Q :=
  match rs with
  | [::] => [::]
  | REpisode _ e :: rs' => map snd e ++ rewards rs'
  | _ :: rs' => rewards rs'
  end.
Definition symbol (rs : seq record) : Type := 'I_(size (rewards rs)).
Definition reward_of (rs : seq record) (z : symbol rs) : Q := nth 0%Q (rewards rs) (z : 'I_(size (rewards rs))).

Lemma rewards_typed_of rs (Zt : Type) (rq : Zt -> Q) :
  (forall i, (i < size (rewards rs))%N -> exists z, rq z = nth 0%Q (rewards rs) i) -> rewards_typed rq rs.
Proof.
elim: rs => [//|r rs IH]; case: r => [i t ep|t e|n m] //= Hz; split.
  move=> j je; have [|z Ez] := Hz j; first by rewrite size_cat size_map ltn_addr.
  by exists z; rewrite Ez nth_cat size_map je (nth_map e0).
apply: IH => i il; have [|z Ez] := Hz (size e + i)%N; first by rewrite size_cat size_map ltn_add2l.
by exists z; rewrite Ez nth_cat size_map ltnNge leq_addr addKn.
Qed.

(* The verdict is a theorem about the records.  For a model with the header's layers and actions, whose reward
   symbols are the rewards of the trace, or any that contain them: the records are those of a run of Algorithm 1
   under the header's readings, whose policies are optima of LP1 up to gaps, the largest of which is worst/2^60; over the episodes they add
   up to lost/2^60. *)
Theorem verdict_sound R hd rs j (Zt : Type) (rq : Zt -> Q) : verdict R hd rs = Some j -> rewards_typed rq rs ->
  exists ts : seq (item (lay_of hd) (nA_of hd) (L_of hd) Zt),
  [/\ rs = written rq 0 0 ts,
      conforms rq (T_of hd) (Q2R (hdelta hd)) (Q2R (htol hd)) (hsolve hd) (hread hd) [::] [::] true
        (@unplayed (lay_of hd) (nA_of hd)) ts,
      IZR (worst j) / 2 ^ 60 = largest 0 ts & IZR (lost j) / 2 ^ 60 = total 0 ts].
Proof.
rewrite /verdict; case Eo : (opening R hd) => [[K j0]|//] Hr Hz.
have [H Ej [ED EE EK] [F0 l0 l2] [HLam Hln2]] := opening_spec Eo.
have E0 : (0 < cE K)%Z by rewrite EE.
have D0 : (0 < cD K)%Z by rewrite ED.
have I := @opening_inv (lay_of hd) (nA_of hd) (L_of hd) Zt rq (hread hd) hd (layers_X H) (actions H).
rewrite Ej in Hr.
have [ts [Ers Cts Ew El]] :=
  run_sound (L_gt0 H) (lay_0 H) (lay_L H) (layers_X H) (actions H) (T_Z H) (erefl _) (erefl _) (erefl _) EK
  E0 D0 F0 l0 l2 HLam Hln2 I Hz Hr.
have P : IZR (cD K) = 2 ^ 60 by rewrite ED /bits -(pow_IZR 2 60).
have Z0 : 0 / 2 ^ 60 = 0 by rewrite /Rdiv Rmult_0_l.
rewrite P in Ew El; exists ts; split=> //.
  by rewrite Ew /= Z0.
by rewrite El /= Z0 Rplus_0_l.
Qed.

(* any accepted list of records, whatever wrote it *)
Corollary accepted_is_run R hd rs j : verdict R hd rs = Some j ->
  exists ts : seq (item (lay_of hd) (nA_of hd) (L_of hd) (symbol rs)),
  [/\ rs = written (@reward_of rs) 0 0 ts,
      conforms (@reward_of rs) (T_of hd) (Q2R (hdelta hd)) (Q2R (htol hd)) (hsolve hd) (hread hd) [::] [::] true
        (@unplayed (lay_of hd) (nA_of hd)) ts,
      IZR (worst j) / 2 ^ 60 = largest 0 ts & IZR (lost j) / 2 ^ 60 = total 0 ts].
Proof.
move=> H; apply: (verdict_sound H); apply: rewards_typed_of => i il.
by exists (Ordinal il : symbol rs).
Qed.

(* what the program does: it is given the records one by one *)
Lemma feed_failed K hd why s rs : foldl (feed K hd) (Failed why s) rs = Failed why s.
Proof. by elim: rs. Qed.
Theorem verdict_feed R hd rs j : verdict R hd rs = Some j <->
  exists K s, opening R hd = Some (K, s) /\ foldl (feed K hd) (Running s) rs = Over j.
Proof.
have run_feed K s : run K hd s rs = Some j <-> foldl (feed K hd) (Running s) rs = Over j.
  elim: rs s => [//|r rs IH] s /=; case: (step K hd s r) => [s'| |why]; rewrite ?feed_failed //.
  by case: rs {IH} => [|r' rs] /=; rewrite ?feed_failed; split=> // -[->].
rewrite /verdict; case: (opening R hd) => [[K s]|]; last by split=> // -[K [s []]].
by rewrite run_feed; split=> [H|[K' [s' [[<- <-] H]]]] //; exists K, s.
Qed.
