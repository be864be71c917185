(* Section IV-A, inline:IV-A.1, printed, refuted with the trigger n >= max{1, N}: more than XA ln T updates.
   X = 2, A = 1: on every path of T = 1, 2 or 4 episodes.  Layers 1, m, 1, A = 1: m (k + 1) updates in
   T = m 2^k episodes, on a path of positive probability; at m = 12, T = 12288 they are 132 > 131.83. *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration UCRLLP.model.Model
  UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.paper.Epochs UCRLLP.paper.Trigger
  UCRLLP.judge.LogarithmCheck UCRLLP.judge.LogarithmSound.
Require Import Previsions.NatLia.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope nat_scope.

(* --- a path whose episodes have positive probability has positive probability *)
Section PositivePath.
Variables (E : Type) (K : seq E -> (E -> R) -> R).
Hypothesis HK : forall hist, is_exp (K hist).
Local Open Scope R_scope.
(* e has a positive mass under U *)
Definition atom (U : (E -> R) -> R) (e : E) := exists2 c, 0 < c &
  forall F, bdd F -> (forall e', 0 <= F e') -> c * F e <= U F.

Theorem Pr_path (w : seq E) (B : pred (seq E)) :
  (forall s e hist, drop s w = e :: hist -> atom (K hist) e) -> B w -> 0 < Pr K (size w) [::] B.
Proof.
move=> pos Bw; rewrite -(drop_size w).
suff H n : (n <= size w)%N -> 0 < Ex K n (drop n w) (fun v => ind (B v)) by exact: H.
elim: n => [_|n IH nw]; first by rewrite drop0 /= Bw /=; lra.
have [e Ee] : exists e, drop n w = e :: drop n.+1 w.
  by case: (w) nw => // e v nw; exists (nth e (e :: v) n); exact: drop_nth.
have [c c0 Hc] := pos _ _ _ Ee; have := IH (ltnW nw); rewrite Ee => I0 /=.
apply: Rlt_le_trans (Hc (fun e => Ex K n (e :: drop n.+1 w) (fun v => ind (B v))) _ _).
- exact: Rmult_lt_0_compat.
- by apply: (Ex_bdd HK).
by move=> e'; exact: (Pr_ge0 HK).
Qed.
End PositivePath.

(* --- layers 1, m, 1 and one action *)
Section OneWideLayer.
Variable m : nat.
Definition layers (h : nat) : finType := if h is 1 then [finite 'I_m] else [finite unit].
Notation E := (traj layers [finite unit] [finite unit] 2 0).
Notation cnt := (@cnt layers [finite unit] [finite unit] tt 2).
Notation start := (@start layers [finite unit] [finite unit] tt 2).
Notation trig := (@trig layers [finite unit] [finite unit] tt 2).
Notation updates := (@updates layers [finite unit] [finite unit] tt 2).
Implicit Types (j : 'I_m) (w s : seq E).
Definition through j : E := ((tt, (tt, j)), ((tt, (tt, tt)), tt)).         (* x_0, j, x_L *)
Definition root : {h : nat & (layers h * unit)%type} := @mkp layers [finite unit] 0 tt tt.
Definition mid j : {h : nat & (layers h * unit)%type} := @mkp layers [finite unit] 1 j tt.

Lemma cnt_root w : cnt root w = size w.
Proof.
elim: w => [//|e w IH]; rewrite cnt_cons IH.
suff -> : visit tt root e by [].
by [].
Qed.

Lemma cnt_mid j i w : cnt (mid j) (through i :: w) = (i == j) + cnt (mid j) w.
Proof.
rewrite cnt_cons; congr (nat_of_bool _ + _); rewrite /visit /= orbF.
by rewrite (at_same (h := 1)) andbT.
Qed.

(* the trigger looks at the pairs of x_0 and of layer 1 *)
Lemma trigE s w : trig s w = (maxn 1 (size s) <= size w - size s) ||
  [exists j : 'I_m, maxn 1 (cnt (mid j) s) <= cnt (mid j) w - cnt (mid j) s].
Proof.
apply/existsP/orP => [[[h hL] /existsP[x /existsP[[] H]]]|].
  case: h hL x H => [|[|//]] hL x H /=; last by right; apply/existsP; exists x.
  by left; rewrite -!cnt_root; case: x H.
case=> [H|/existsP[j H]].
  by exists ord0; apply/existsP; exists tt; apply/existsP; exists tt; rewrite -!cnt_root in H.
by exists ord_max; apply/existsP; exists j; apply/existsP; exists tt.
Qed.

Lemma nseqS k j w : nseq k.+1 (through j) ++ w = through j :: (nseq k (through j) ++ w). Proof. by []. Qed.

(* an epoch that has just begun, with n visits of j: it lasts max{1, n} episodes if they all go through j *)
Lemma block j w : start w = w -> let n := cnt (mid j) w in n <= size w ->
  start (nseq (maxn 1 n) (through j) ++ w) = nseq (maxn 1 n) (through j) ++ w /\
  updates (nseq (maxn 1 n) (through j) ++ w) = (updates w).+1.
Proof.
move=> sw n nw; have cntE k : cnt (mid j) (nseq k (through j) ++ w) = k + n.
  by elim: k => [//|k IH]; rewrite nseqS cnt_mid eqxx IH.
have other i k : i != j -> cnt (mid i) (nseq k (through j) ++ w) = cnt (mid i) w.
  by move=> ij; elim: k => [//|k IH]; rewrite nseqS cnt_mid eq_sym (negPf ij) IH.
have before k : k < maxn 1 n ->
    start (nseq k (through j) ++ w) = w /\ updates (nseq k (through j) ++ w) = updates w.
  elim: k => [//|k IH] kn; have [sE uE] := IH (ltnW kn).
  suff nt : trig w (through j :: nseq k (through j) ++ w) = false by rewrite /= sE nt uE.
  rewrite trigE [size (_ :: _)]/= size_cat size_nseq; apply/negbTE; rewrite negb_or negb_exists; apply/andP; split.
    rewrite -ltnNge -addSn addnK; apply: leq_trans kn _.
    by rewrite geq_max leq_maxl /= leq_max nw orbT.
  apply/forallP => i; case: (eqVneq i j) => [->|ij].
    by rewrite -nseqS cntE -/n; lia.
  by rewrite -nseqS other //; lia.
have [k kE] : exists k, maxn 1 n = k.+1 by exists (maxn 1 n).-1; lia.
have [sE uE] := before k (eq_leq (esym kE)); rewrite kE /= sE uE.
suff -> : trig w (through j :: nseq k (through j) ++ w) = true by rewrite add1n.
rewrite trigE; apply/orP; right; apply/existsP; exists j.
by rewrite -nseqS cntE -kE -/n; lia.
Qed.

(* from n visits of every state of layer 1 to max{1, n} more, state by state *)
Fixpoint round (n : nat) (js : seq 'I_m) w : seq E :=
  if js is j :: js' then round n js' (nseq (maxn 1 n) (through j) ++ w) else w.

Lemma round_spec n js w : uniq js -> start w = w -> n <= size w -> (forall j, j \in js -> cnt (mid j) w = n) ->
  [/\ start (round n js w) = round n js w, size (round n js w) = size w + size js * maxn 1 n,
      updates (round n js w) = updates w + size js
    & forall j, cnt (mid j) (round n js w) = cnt (mid j) w + (j \in js) * maxn 1 n].
Proof.
elim: js w => [|j js IH] w /=; first by move=> *; split=> // *; rewrite ?addn0 ?in_nil ?mul0n ?addn0.
move=> /andP[jn uj] sw nw cn; have cj := cn j (mem_head _ _).
have := @block j w sw; rewrite /= cj => /(_ nw)[sE uE].
have cntE i k : cnt (mid i) (nseq k (through j) ++ w) = (i == j) * k + cnt (mid i) w.
  elim: k => [|k IHk]; first by rewrite muln0.
  by rewrite nseqS cnt_mid IHk eq_sym; case: (i == j); rewrite ?mul1n ?mul0n.
have [|i ijs|sR zR uR cR] := IH (nseq (maxn 1 n) (through j) ++ w) uj sE.
- by rewrite size_cat; apply: leq_trans nw _; exact: leq_addl.
- rewrite cntE cn ?inE ?ijs ?orbT //; case: (eqVneq i j) => // ij; by rewrite ij (negPf jn) in ijs.
split=> //; first by rewrite zR size_cat size_nseq mulSn addnA [size w + _]addnC.
  by rewrite uR uE addSnnS.
move=> i; rewrite cR cntE inE; case: (eqVneq i j) => [->|ij]; last by rewrite /= mul0n.
by rewrite (negPf jn) /= mul0n addn0 !mul1n addnC.
Qed.

Fixpoint path k : seq E :=
  if k is k'.+1 then round (if k' is k''.+1 then 2 ^ k'' else 0) (enum 'I_m) (path k') else [::].

Theorem path_spec k : 0 < m ->
  [/\ start (path k.+1) = path k.+1, size (path k.+1) = m * 2 ^ k, updates (path k.+1) = m * k.+1
    & forall j, cnt (mid j) (path k.+1) = 2 ^ k].
Proof.
move=> m0; have u := enum_uniq 'I_m; have sz : size (enum 'I_m) = m by rewrite -cardE card_ord.
elim: k => [|k [sE zE uE cE]].
  have [//|//|sR zR uR cR] := @round_spec 0 (enum 'I_m) [::] u erefl.
  split; [exact: sR | by rewrite /= zR sz muln1 | by rewrite /= uR sz muln1 |].
  by move=> j; rewrite /= cR mem_enum.
have p0 : 0 < 2 ^ k by rewrite expn_gt0.
have [|//|sR zR uR cR] := @round_spec (2 ^ k) (enum 'I_m) (path k.+1) u sE.
  by rewrite zE leq_pmull.
rewrite (maxn_idPr p0) in zR cR.
split; [exact: sR | | |]; rewrite -[path k.+2]/(round (2 ^ k) (enum 'I_m) (path k.+1)).
- by rewrite zR zE sz -mulnDr addnn -mul2n expnS.
- by rewrite uR uE sz -mulnSr.
by move=> j; rewrite cR cE mem_enum mul1n addnn -mul2n expnS.
Qed.

(* every episode of the path goes through some state of layer 1 *)
Lemma path_through k e : e \in path k -> exists j, e = through j.
Proof.
have R n js w : (forall e, e \in w -> exists j, e = through j) ->
    forall e, e \in round n js w -> exists j, e = through j.
  elim: js w => [//|j js IH] w H /=; apply: IH => e'; rewrite mem_cat => /orP[|/H //].
  by move/nseqP => [-> _]; exists j.
elim: k e => [//|k IH] e; exact: R.
Qed.

(* inline:IV-A.1, printed, refuted: whatever the policies, m (k + 1) updates in m 2^k episodes have positive
   probability, if every state of layer 1 has *)
Local Open Scope R_scope.
Variables (P : trans layers [finite unit]) (rho : rlaw layers [finite unit] [finite unit]).
Variable f : seq E -> policy layers [finite unit].
Hypotheses (HP : is_trans P) (Hrho : is_rlaw rho) (Hf : forall w, is_policy (f w)).
Hypothesis P_gt0 : forall j, 0 < P (h := 0%N) tt tt j.

Lemma dist_unit (p : unit -> R) : is_dist p -> p tt = 1.
Proof. by case=> _; rewrite (bigD1 tt) //= big1 ?Rplus_0_r // => -[]. Qed.

Lemma sum_unit' (F : unit -> R) : \rsum_b F b = F tt.
Proof. by rewrite (bigD1 tt) //= big1 ?Rplus_0_r // => -[]. Qed.
Lemma rho_unit h (x : layers h) (a : unit) (y : layers h.+1) (F : unit -> R) : @rho h x a y F = F tt.
Proof. by apply: (ex_const (Hrho x a y)) => -[]. Qed.

Lemma through_gt0 hist j : atom (K tt P rho f hist) (through j).
Proof.
exists (P (h := 0%N) tt tt j) => // F HF F0.
have HL h (x : layers h) k : is_exp (law P rho (f hist) (k := k) x) by apply: law_exp => // h' y; exact: Hf.
rewrite /K lawS sum_unit' (dist_unit (@Hf hist 0%N tt)) Rmult_1_l (bigD1 j) // rho_unit.
rewrite -[X in X <= _]Rplus_0_r; apply: Rplus_le_compat.
  apply: Rmult_le_compat_l; first exact/Rlt_le/P_gt0.
  rewrite lawS sum_unit' (dist_unit (@Hf hist 1%N j)) sum_unit' (dist_unit (@HP 1%N j tt)) rho_unit !Rmult_1_l.
  exact: Rle_refl.
apply: rsum_ge0 => i _; apply: Rmult_le_pos; first exact/Rlt_le/P_gt0.
rewrite rho_unit; apply: (ex_geC (HL 1%N i 1%N)) => [|e]; last exact: F0.
exact: (@bdd_comp _ _ (fun e => ((tt, (tt, i)), e) : E) F HF).
Qed.

Theorem updates_path k : (0 < m)%N ->
  0 < Pr (K tt P rho f) (m * 2 ^ k) [::] (fun w => updates w == m * k.+1)%N.
Proof.
move=> m0; have [_ zE uE _] := path_spec k m0; rewrite -zE.
have HK hist : is_exp (K tt P rho f hist) by apply: law_exp => // h x; exact: Hf.
apply: (Pr_path HK) => [s e hist E1|]; last by rewrite uE.
have [|j ->] := @path_through k.+1 e; last exact: through_gt0.
by apply: (mem_drop (n0 := s)); rewrite E1 mem_head.
Qed.
End OneWideLayer.

Local Open Scope R_scope.
Lemma expn_INR a n : INR (a ^ n)%N = INR a ^ n.
Proof. by elim: n => [//|n IH]; rewrite expnS muln_INR IH. Qed.

(* XA log T (inline:IV-A.1), refuted as printed: 132 updates in T = 12288 episodes, and XA ln T = 14 ln 12288 < 132 *)
Theorem updates_ln_false (P : trans (layers 12) [finite unit])
    (rho : rlaw (layers 12) [finite unit] [finite unit]) f :
  is_trans P -> is_rlaw rho -> (forall w, is_policy (f w)) -> (forall j, 0 < P 0%N tt tt j) ->
  let T := (12 * 2 ^ 10)%N in
  0 < Pr (K tt P rho f) T [::] (fun w => ~~ Rleb (INR (@updates (layers 12) _ _ tt 2 w))
    (INR (X (layers 12) 2) * INR #|[finite unit]| * ln (INR T))).
Proof.
move=> HP Hrho Hf P0 T; apply: Rlt_le_trans (updates_path HP Hrho Hf P0 10 isT) _.
have HK hist : is_exp (K tt P rho f hist) by apply: law_exp => // h x; exact: Hf.
apply: (Pr_imp HK) => w _ /eqP ->; apply/RlebP; apply: Rlt_not_le.
have -> : X (layers 12) 2 = 14%N by rewrite /X !big_ord_recl big_ord0 /= !card_unit card_ord.
have TE : INR T = 12288 by rewrite /T muln_INR expn_INR /=; lra.
rewrite card_unit TE.
have [_ H] : 9416 / 1000 <= ln 12288 <= 9417 / 1000 by apply: (@ln_in 6 1000 12288); vm_compute.
by rewrite /=; lra.
Qed.

(* --- X = 2, A = 1: every episode visits both states *)
Section Chain.
Variable Z : finType.
Definition two (h : nat) : finType := [finite unit].
Notation E := (traj two [finite unit] Z 1 0).
Notation start := (@start two [finite unit] Z tt 1).
Notation updates := (@updates two [finite unit] Z tt 1).

Lemma trig_two (s w : seq E) : trig tt s w = (maxn 1 (size s) <= size w - size s)%N.
Proof.
have cntE (v : seq E) : cnt (tt : two 0%N) (@mkp two [finite unit] 0%N tt tt) v = size v.
  elim: v => [//|e v IH]; rewrite cnt_cons IH.
  suff -> : visit (tt : two 0%N) (@mkp two [finite unit] 0%N tt tt) e by [].
  by [].
apply/existsP/idP => [[[[|//] hL] /existsP[[] /existsP[[] H]]]|H]; first by rewrite -!cntE.
by exists ord0; apply/existsP; exists tt; apply/existsP; exists tt; rewrite -!cntE in H.
Qed.

(* XA log T (inline:IV-A.1), refuted as printed: X = 2, A = 1 and T = 1, 2, 4 *)
Theorem updates_two_false (w : seq E) : size w \in [:: 1; 2; 4]%N ->
  INR (X two 1) * INR #|[finite unit]| * ln (INR (size w)) < INR (updates w).
Proof.
have -> : X two 1 = 2%N by rewrite /X !big_ord_recl big_ord0 /= !card_unit.
rewrite card_unit; have [_ H2] : 693 / 1000 <= ln 2 <= 694 / 1000 by apply: (@ln_in 4 1000 2); vm_compute.
have l4 : ln 4 = 2 * ln 2 by rewrite (_ : 4 = 2 * 2); [rewrite ln_mult; lra | ring].
case: w => [//|e1 [|e2 [|e3 [//|e4 [|//]]]]] _; rewrite [updates _]/= !trig_two /= ?trig_two.
- rewrite /= ln_1; lra.
- by rewrite (_ : 1 + 1 = 2); [lra | ring].
by rewrite (_ : 1 + 1 + 1 + 1 = 4) ?l4; [lra | ring].
Qed.

(* Alg. 1 l. 12 (alg:main/12), refuted as printed: after 3 episodes nothing has doubled, and yet the printed trigger
   starts an epoch *)
Theorem line_12_printed_false (w : seq E) : size w = 3%N ->
  start_printed (S := two) (tt : two 0) w = w /\ start w = behead w.
Proof.
move=> s3; split; first by apply: line_12_printed => [h|]; rewrite card_unit.
by case: w s3 => [//|e1 [//|e2 [//|e3 [|//]]]] _; rewrite [start _]/= !trig_two.
Qed.
End Chain.
