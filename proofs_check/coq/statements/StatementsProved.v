(* The claims of Statements.v, proved from the development. *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration UCRLLP.model.Model
  UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.paper.LayerSums UCRLLP.paper.GoodEvents
  UCRLLP.model.Setting UCRLLP.paper.Visits UCRLLP.paper.AppendixA UCRLLP.paper.AppendixB UCRLLP.paper.MainResults UCRLLP.paper.Trigger UCRLLP.paper.Epochs
  UCRLLP.paper.RepairedForms UCRLLP.paper.ByEstimates UCRLLP.paper.Propositions UCRLLP.sharper.ClippedRecursion UCRLLP.paper.Estimates UCRLLP.sharper.Supermartingale
  UCRLLP.paper.SmallStatements UCRLLP.systems.EveryRound UCRLLP.sharper.Budgets UCRLLP.sharper.Theorem4 UCRLLP.sharper.ConstantThree UCRLLP.paper.LinearProgram
  UCRLLP.model.Learner UCRLLP.paper.Pigeonhole UCRLLP.paper.PigeonholeCells.
Require UCRLLP.statements.Statements.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope R_scope.
Lemma pathhas_S (B : nat -> finType) (A' : finType) (Z' : Type) (Psi : event B A' Z') k l (x : B l) (e : traj B A' Z' k.+1 l) :
  pathhas Psi x e = Psi l x e.1.1 e.1.2.1 e.1.2.2 || pathhas Psi e.1.2.2 e.2.
Proof. by []. Qed.
(* who leaves layer h arrives in layer h + 1, and goes on *)
Lemma arrives (B : nat -> finType) (A' : finType) (Z' : Type) k l (x : B l) (e : traj B A' Z' k l) h (x1 : B h.+1) :
  (l <= h)%N -> (h.+1 < k + l)%N ->
  \rsum_(z : B h) \rsum_(a : A') ind (pathhas (@at3 B A' Z' h z a x1) x e) = \rsum_(a : A') ind (pathhas (at_pair (mkp x1 a)) x e).
Proof.
elim: k l x e => [|k IH] l x e lh hk.
  by move: hk; rewrite add0n => /ltnW hk; move: (leq_trans hk lh); rewrite ltnn.
case: (ltnP l h) => [lt|ge].
  have n1 : h != l by rewrite neq_ltn lt orbT. have n2 : h.+1 != l by rewrite neq_ltn (ltn_trans lt (ltnSn h)) orbT.
  transitivity (\rsum_(z : B h) \rsum_(a : A') ind (pathhas (@at3 B A' Z' h z a x1) e.1.2.2 e.2)).
    by apply: eq_bigr => z _; apply: eq_bigr => a _ /=; rewrite at3_other.
  rewrite (IH l.+1 e.1.2.2 e.2) //; last by rewrite addnS -addSn.
  by apply: eq_bigr => a _ /=; rewrite at_other.
have E : l = h by apply/eqP; rewrite eqn_leq lh ge.
subst l; case: k IH e hk => [|k] IH e hk; first by move: hk; rewrite add1n ltnn.
have late3 z a j (y : B j) (e' : traj B A' Z' k.+1 j) : (h < j)%N -> pathhas (@at3 B A' Z' h z a x1) y e' = false.
  by move=> hj; apply: pathhas_late hj; exact: at3_layer.
have late a j (y : B j) (e' : traj B A' Z' k j) : (h.+1 < j)%N -> pathhas (at_pair (mkp x1 a)) y e' = false.
  by move=> hj; apply: (pathhas_late _ _ (@at_pair_layer B A' Z' (mkp x1 a))).
have n2 : h.+1 != h by rewrite neq_ltn ltnSn orbT.
rewrite (eq_bigr (fun a => ind ((e.1.2.2 == x1) && (e.2.1.1 == a)))) => [|a _]; last first.
  by rewrite pathhas_S at_other // orFb pathhas_S late // orbF at_same.
rewrite (eq_bigr (fun z => \rsum_a ind ((x == z) && (e.1.1 == a) && (e.1.2.2 == x1)))) => [|z _]; last first.
  by apply: eq_bigr => a _; rewrite pathhas_S late3 // orbF at3_same.
rewrite (bigD1 x) //= [X in _ + X]big1 => [|z /negPf zx]; last by rewrite big1 // => a _; rewrite eq_sym zx.
rewrite Rplus_0_r (bigD1 e.1.1) //= eqxx eqxx [X in _ + X]big1 => [|a /negPf ax]; last by rewrite eq_sym ax andbF.
rewrite (bigD1 e.2.1.1) //= eqxx andbT [X in _ = _ + X]big1 => [|a]; last by rewrite eq_sym => /negPf ->; rewrite andbF.
by [].
Qed.
Section Proved.
Import Letters Process.
Context [M : setting].
Unset Implicit Arguments.
Variables (Lam : R) (st : seq E -> seq E) (f : seq E -> policy S A) (qhat : seq E -> occ S A) (pistar : policy S A).
Set Implicit Arguments.
Notation r := (@r S A Z P rho rv).
Notation K := (@Algorithm.K S A Z x0 L P rho f).
Notation q_ := (@q_ S A Z x0 L P f).
Notation qxi := (@qxi S A Z x0 L P f qhat).
Hypotheses (Lam_ge : ln (TXA / delta) <= Lam) (Hst : schedule x0 st) (Hlearn : learner x0 rv f st Lam qhat)
  (Hstar : optimal x0 L P r pistar).
Let Hf w : is_policy (f w) := (Hlearn w).1.
Let Hplay := learner_plays Hlearn.
Let KD : forall hist, is_exp (K hist) := K_exp x0 HP Hrho Hf.
Let lam : / 2 <= Lam := Lam_half x0 T1 delta01 A1 L1 SL Lam_ge.
Let Sgt h : (0 < #|S h|)%N := S_gt0 x0 HP A1 h.
Let Hp : is_policy pistar := Hstar.1.

(* What a definition of Statements.v says of this setting, radius, rule, learner and best policy. *)
Ltac of_these T := lazymatch T with
  | forall x : setting, @?B x => let U := eval cbv beta in (B M) in of_these U
  | forall x : R, @?B x => let U := eval cbv beta in (B Lam) in of_these U
  | ln _ <= Lam -> ?U => of_these U
  | schedule _ st -> ?U => of_these U
  | learner _ _ f st Lam qhat -> ?U => of_these U
  | optimal _ _ _ _ pistar -> ?U => of_these U
  | forall x : _, @?B x => match goal with   (* by type: the one to which B applies, if any *)
    | _ => let U := eval cbv beta in (B st) in of_these U
    | _ => let U := eval cbv beta in (B f) in of_these U
    | _ => let U := eval cbv beta in (B qhat) in of_these U
    | _ => let U := eval cbv beta in (B pistar) in of_these U
    | _ => T
    end
  | ?U => U
  end.
Ltac here X := let T := eval unfold X in X in let U := of_these T in exact U.

Lemma more k k' (B C : pred (seq E)) : k <= k' -> (forall v, size v = T -> B v -> C v) ->
  1 - k * delta <= Prl K T [::] B -> 1 - k' * delta <= Prl K T [::] C.
Proof. by move=> kk H H1; have := Prl_imp KD H; have := delta01; nra. Qed.
Lemma one (B C : pred (seq E)) : (forall v, size v = T -> B v -> C v) ->
  1 - delta <= Prl K T [::] B -> 1 - delta <= Prl K T [::] C.
Proof. by move=> H H1; have := Prl_imp KD H; lra. Qed.
Lemma in_q (g : reward S A) hist : \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (q2 x0 P (f hist) x a * g h x a) = inner L (q_ hist) g.
Proof. by apply: eq_bigr => h _; apply: eq_bigr => x _; apply: eq_bigr => a _; rewrite /AppendixA.q_ (marg_q3 x0 _ HP). Qed.
Lemma in_qs (g : reward S A) : \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (q2 x0 P pistar x a * g h x a) = inner L (qstar pistar) g.
Proof. by apply: eq_bigr => h _; apply: eq_bigr => x _; apply: eq_bigr => a _; rewrite /qstar (marg_q3 x0 _ HP). Qed.
Lemma marg_q hist h (x : S h) a : marg (q_ hist) x a = q2 x0 P (f hist) x a.
Proof. by rewrite /AppendixA.q_ (marg_q3 x0 _ HP). Qed.
Lemma in_err (g : reward S A) hist : \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) ((marg (qhat hist) x a - q2 x0 P (f hist) x a) * g h x a) =
  inner L (minus (qhat hist) (q_ hist)) g.
Proof.
rewrite inner_minus innerB; apply: eq_bigr => h _; apply: eq_bigr => x _; apply: eq_bigr => a _.
by rewrite marg_q.
Qed.
Lemma in_diff (g : reward S A) hist : \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) ((q2 x0 P pistar x a - marg (qhat hist) x a) * g h x a) =
  inner L (minus (qstar pistar) (qhat hist)) g.
Proof.
rewrite inner_minus innerB; apply: eq_bigr => h _; apply: eq_bigr => x _; apply: eq_bigr => a _.
by rewrite /qstar (marg_q3 x0 _ HP).
Qed.
Lemma INR_sub (h : 'I_L) : INR (L - h) = INR L - INR h.
Proof. by apply: minus_INR; apply/leP; apply: ltnW; exact: ltn_ord. Qed.
Lemma weights comp hist : \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (q2 x0 P (f hist) x a * ((INR L - INR h) * @xi_ S A Z L P qhat comp hist h x a)) =
  \rsum_(h < L) \rsum_(s < h.+1) qxi comp hist s.
Proof.
rewrite (sum_remaining_layers L (qxi comp hist)); apply: eq_bigr => h _; rewrite /AppendixA.qxi -rsumZ; apply: eq_bigr => x _.
by rewrite -rsumZ; apply: eq_bigr => a _; rewrite INR_sub; ring.
Qed.
Lemma weights_e comp hist (e : E) : \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (ind (visit x0 (mkp x a) e) * ((INR L - INR h) * @xi_ S A Z L P qhat comp hist h x a)) =
  \rsum_(h < L) \rsum_(s < h.+1) \rsum_(x : S s) \rsum_(a : A) (ind (visit x0 (mkp x a) e) * @xi_ S A Z L P qhat comp hist s x a).
Proof.
rewrite (sum_remaining_layers L (fun s => \rsum_(x : S s) \rsum_(a : A) (ind (visit x0 (mkp x a) e) * @xi_ S A Z L P qhat comp hist s x a))).
apply: eq_bigr => h _; rewrite -rsumZ; apply: eq_bigr => x _; rewrite -rsumZ; apply: eq_bigr => a _.
by rewrite INR_sub; ring.
Qed.
Lemma drop_st (v : seq E) t : size v = T -> exists k : 'I_T.+1, st (drop t v) = drop k v.
Proof.
move=> vT; have [k ->] := start_suffix Hst v t; have [k' [-> kT]] := past k vT; by exists (Ordinal kT).
Qed.
Let P_conf hist (hc : in_conf L (Pbar x0 (st hist)) (eps x0 Lam (st hist)) P) := hc.
Lemma H2 : 1 - delta <= Prl K T [::] (fun v => [forall s : 'I_T.+1, in_confb x0 P Lam (drop s v)]).
Proof. exact: (lemma_2 x0 HP Hrho A1 SL Hf T1 delta01 L1 Lam_ge). Qed.
Lemma H3 : 1 - 2 * delta <= Prl K T [::] (fun v => [forall s : 'I_T.+1, in_bounds x0 P rho rv Lam (drop s v)]).
Proof. exact: (lemma_3 x0 HP Hrho Hrv A1 SL Hf T1 delta01 L1 Lam_ge). Qed.
Lemma conf_event (v : seq E) t : size v = T -> [forall s : 'I_T.+1, in_confb x0 P Lam (drop s v)] ->
  in_conf L (Pbar x0 (st (drop t v))) (eps x0 Lam (st (drop t v))) P.
Proof. by move=> vT /forallP H; have [k ->] := drop_st t vT; apply/in_confP; exact: H. Qed.
Lemma pairs_q hist : \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) Rabs (marg (qhat hist) x a - q2 x0 P (f hist) x a) =
  \rsum_(h < L) pairs1 (qhat hist) (q_ hist) h.
Proof. by apply: eq_bigr => h _; apply: eq_bigr => x _; apply: eq_bigr => a _; rewrite marg_q. Qed.
Let PT hist := P_trans Hplay (fun _ => HP) hist.
Lemma along_ge0 (F : seq E -> E -> R) v : (forall w e, 0 <= F w e) -> 0 <= hsum F v.
Proof. by move=> F0; elim: v => [|e v IH]; [exact: Rle_refl | rewrite hsum_cons; have := F0 v e; lra]. Qed.

Lemma p_algorithm_1_line_19_printed_0 : ltac:(here Statements.algorithm_1_line_19_printed_0).
Proof.
move=> hist h x a hL; have [_ _ pl] := Hplay hist; apply: (@Rle_trans _ 0); last exact: Rle_refl.
by have := pl h x a hL; rewrite /marg => ->; rewrite Rminus_eq_0 Rabs_R0; exact: Rle_refl.
Qed.
Lemma p_algorithm_1_line_19_printed_1 : ltac:(here Statements.algorithm_1_line_19_printed_1).
Proof.
move=> hist h x a y hL; have [_ Hq pl] := Hplay hist; apply: (@Rle_trans _ 0); last exact: Rle_refl.
rewrite (polytope_occ x0_only P Hq pl x a y hL : q3 x0 _ _ x a y = _) Rminus_eq_0 Rabs_R0; exact: Rle_refl.
Qed.
Lemma p_algorithm_1_line_19_repaired_0 : ltac:(here Statements.algorithm_1_line_19_repaired_0).
Proof. exact: p_algorithm_1_line_19_printed_0. Qed.
Lemma p_algorithm_1_line_19_repaired_1 : ltac:(here Statements.algorithm_1_line_19_repaired_1).
Proof. exact: p_algorithm_1_line_19_printed_1. Qed.
(* (11) as it is written; its theorem says the rest of Lam = ln(TXA/delta), here it is at least that *)
Lemma p_eq_11_printed_0 : ltac:(here Statements.eq_11_printed_0).
Proof. move=> hist h x a hL; rewrite /eps /n1; congr sqrt; rewrite /Rdiv; ring. Qed.
Lemma p_eq_11_repaired_0 : ltac:(here Statements.eq_11_repaired_0).
Proof. exact: p_eq_11_printed_0. Qed.
Lemma p_eq_11_repaired_1 : ltac:(here Statements.eq_11_repaired_1).
Proof.
move=> hist h x a hL; case: eqP => H; last by exact: sqrt_pos.
rewrite /eps /n1 H [INR (maxn 1 0)]/= [ind true]/= -{1}sqrt_1; apply: sqrt_le_1_alt; rewrite /Rdiv Rinv_1.
by have := leq_INR (Sgt h.+1); rewrite [INR 1]/= => d1; nra.
Qed.
Lemma p_eq_11_repaired_2 : ltac:(here Statements.eq_11_repaired_2).
Proof.
move=> hist h x a hL e2; have n0 := n1_ge1 x0 (st hist) x a; have d0 := pos_INR #|S h.+1|.
have s0 : 0 <= 2 * INR #|S h.+1| * Lam / n1 x0 (st hist) x a.
  by apply: Rmult_le_pos; [nra | apply/Rlt_le/Rinv_0_lt_compat; lra].
have e0 : 0 <= eps x0 Lam (st hist) x a by exact: sqrt_pos.
have := sqrt_sqrt _ s0; rewrite -/(eps x0 Lam (st hist) x a) => E.
suff : 2 * INR #|S h.+1| * Lam / n1 x0 (st hist) x a <= 4 by rewrite /n1 /Rdiv; lra.
by rewrite -E; nra.
Qed.
(* before episode 1 there is no episode *)
Lemma nothing_before hist : (forall h, (h < L)%N -> INR (size (st hist)) <= 0) -> st hist = [::].
Proof. by move=> /(_ 0%N L1) H; apply: size0nil; apply/eqP; rewrite -leqn0; apply/leP/INR_le. Qed.
Lemma p_algorithm_1_line_04_printed_0 : ltac:(here Statements.algorithm_1_line_04_printed_0).
Proof.
move=> hist /nothing_before -> h x a hL; apply: Rle_trans (eps0 Z x0 L lam Sgt x a); rewrite -(HP h x a).2; apply: le_rsum => y _.
by rewrite (Pbar0 Z x0 L) Rminus_0_r Rabs_pos_eq; [exact: Rle_refl | exact: (HP h x a).1].
Qed.
Lemma p_algorithm_1_line_04_printed_1 : ltac:(here Statements.algorithm_1_line_04_printed_1).
Proof.
move=> hist /nothing_before -> h x a hL; have q0 := q2_ge0 x0 HP (Hf hist) x a.
apply: (@Rle_trans _ (q2 x0 P (f hist) x a)); last by have := eps0 Z x0 L lam Sgt x a; nra.
rewrite -[X in _ <= X](marg_q3 x0 (f hist) HP); apply: le_rsum => y _; rewrite (Pbar0 Z x0 L) Rmult_0_l Rminus_0_r Rabs_pos_eq.
  exact: Rle_refl.
by apply: Rmult_le_pos => //; exact: (HP h x a).1.
Qed.
Let in_1 : polytope L (@Pbar S A Z x0 L [::]) (@eps S A Z x0 L Lam [::]) (@q_1 S A) := q1_polytope Z x0 L A1 lam Sgt.
Lemma p_algorithm_1_line_05_repaired_0 : ltac:(here Statements.algorithm_1_line_05_repaired_0).
Proof. move=> _ h hL; exact: layer_mass in_1 hL. Qed.
Lemma p_algorithm_1_line_05_repaired_1 : ltac:(here Statements.algorithm_1_line_05_repaired_1).
Proof.
move=> _ _ h x1 hL; have [_ _ flow _] := in_1; have := flow h x1 hL; rewrite /marg => ->.
by rewrite Rminus_eq_0 Rabs_R0.
Qed.
Lemma p_algorithm_1_line_05_repaired_2 : ltac:(here Statements.algorithm_1_line_05_repaired_2).
Proof. by move=> hist /nothing_before -> h x a hL. Qed.
Lemma p_algorithm_1_line_05_repaired_3 : ltac:(here Statements.algorithm_1_line_05_repaired_3).
Proof. by move=> hist /nothing_before -> h x a hL; rewrite /rbar big_nil /Rdiv Rmult_0_l. Qed.
Lemma p_algorithm_1_line_05_repaired_4 : ltac:(here Statements.algorithm_1_line_05_repaired_4).
Proof. by move=> hist /nothing_before -> h x a hL; have [/(_ h x a)[_ _ ->] _ _ _] := line_5 x0 rv L1 Sgt A1 lam. Qed.
Lemma p_algorithm_1_line_05_repaired_5 : ltac:(here Statements.algorithm_1_line_05_repaired_5).
Proof.
move=> hist /nothing_before -> h x a hL; have [_ _ _ [dev [D1 D2]]] := in_1.
by apply: Rle_trans (D2 h x a hL); apply: le_rsum => y _; exact: D1.
Qed.
Lemma p_algorithm_1_line_05_repaired_6 : ltac:(here Statements.algorithm_1_line_05_repaired_6).
Proof. by move=> hist /nothing_before ->; have [_ _ _] := line_5 x0 rv L1 Sgt A1 lam. Qed.
Lemma p_algorithm_1_line_05_repaired_7 : ltac:(here Statements.algorithm_1_line_05_repaired_7).
Proof. by move=> hist /nothing_before E; have [_ [[Hq _] _]] := Hlearn hist; move: Hq; rewrite E => Hq; exact: (inner_rhat0 rv lam Hq). Qed.
Lemma p_algorithm_1_line_06_printed_0 : ltac:(here Statements.algorithm_1_line_06_printed_0).
Proof.
move=> _ h x a hL; have [_ pl] := first_epoch x0 L rv A1 lam Sgt; have := pl h x a hL; rewrite /uniform_policy {2}/marg => <-.
by rewrite Rmult_comm.
Qed.
Lemma p_eq_12_repaired_0 : ltac:(here Statements.eq_12_repaired_0).
Proof.
move=> hist h x a hL; rewrite /by_estimates; case: eqP => c0; last first.
  by rewrite big1 => [|y _]; [exact: sqrt_pos | rewrite Rminus_eq_0 Rabs_R0].
have := p_eq_11_repaired_1 hist x a hL; rewrite c0 [ind _]/= => e1; apply: Rle_trans e1; rewrite -(uniform_dist (Sgt h.+1)).2.
apply: le_rsum => y _; rewrite (@Pbar_unvisited S A Z x0 L) // Rminus_0_r Rabs_pos_eq; first exact: Rle_refl.
exact: (uniform_dist (Sgt h.+1)).1.
Qed.
Lemma p_eq_12_repaired_1 : ltac:(here Statements.eq_12_repaired_1).
Proof.
move=> hist h x a hL; case: eqP => c0; last by rewrite Rmult_0_l; exact: sqrt_pos.
have := p_eq_11_repaired_1 hist x a hL; rewrite c0 [ind _]/= Rmult_1_l => e1; apply: Rle_trans e1; rewrite -(HP h x a).2.
apply: le_rsum => y _; rewrite (@Pbar_unvisited S A Z x0 L) // Rminus_0_r Rabs_pos_eq; first exact: Rle_refl.
exact: (HP h x a).1.
Qed.
Lemma p_algorithm_1_line_05_printed_0 : ltac:(here Statements.algorithm_1_line_05_printed_0).
Proof. exact: p_algorithm_1_line_05_repaired_0. Qed.
Lemma p_algorithm_1_line_05_printed_1 : ltac:(here Statements.algorithm_1_line_05_printed_1).
Proof. exact: p_algorithm_1_line_05_repaired_1. Qed.
Lemma p_eq_12_printed_0 : ltac:(here Statements.eq_12_printed_0).
Proof. exact: p_eq_12_repaired_0. Qed.
Lemma p_eq_12_printed_1 : ltac:(here Statements.eq_12_printed_1).
Proof. exact: p_eq_12_repaired_1. Qed.
Lemma p_algorithm_1_line_12_repaired_0 : ltac:(here Statements.algorithm_1_line_12_repaired_0).
Proof.
move=> hist e h x a hL; apply: leq_INR; have [a1 a2 _] := spent_invariant Hst x a hist hL.
rewrite (cnt_cons x0 (mkp x a) e hist) -addnBA //; apply: leq_trans a2; rewrite -[X in (_ <= X)%N]add1n leq_add2r; by case: (visit _ _ _).
Qed.
Lemma p_algorithm_1_line_14_sums_printed_0 : ltac:(here Statements.algorithm_1_line_14_sums_printed_0).
Proof. move=> hist h hL; exact: layer_total. Qed.
Lemma p_algorithm_1_line_14_sums_printed_1 : ltac:(here Statements.algorithm_1_line_14_sums_printed_1).
Proof.
move=> hist h x a hL; rewrite exchange_big /= /cnt -sum_vis; apply: eq_bigr => e _.
by rewrite (visit3_sum x0 x a e) Rmult_1_r.
Qed.
Lemma p_algorithm_1_line_14_sums_printed_2 : ltac:(here Statements.algorithm_1_line_14_sums_printed_2).
Proof.
move=> _ hist h x1 hL.
under eq_bigr => z _ do rewrite exchange_big /=.
rewrite exchange_big /=.
rewrite (eq_bigr (fun a => \rsum_(e <- st hist) ind (visit x0 (mkp x1 a) e))) => [|a _]; last by rewrite cnt_sum.
rewrite [RHS]exchange_big /=; apply: eq_bigr => e _; apply: arrives => //.
by rewrite addn0.
Qed.
Lemma p_display_b1_printed_0 : ltac:(here Statements.display_b1_printed_0).
Proof.
move=> v vT h hL; rewrite -!hsumB [RHS]Rmult_comm -hsumZ; apply: eq_hsum => hist e; rewrite Rmult_comm -!rsumB.
transitivity (Y_layer x0 P st f h hist e * sqrt (2 * Lam)).
  rewrite -display_B1; apply: eq_bigr => x _; rewrite -rsumB; apply: eq_bigr => a _; ring.
congr (_ * _); apply: eq_bigr => x _; rewrite -rsumB; apply: eq_bigr => a _; rewrite /Rdiv /n1; ring.
Qed.
Lemma p_display_b2_repaired_0 : ltac:(here Statements.display_b2_repaired_0).
Proof.
move=> v vT h x a hL; have [I1 I2 I3] := spent_invariant Hst x a v hL.
apply: Rle_trans I3 _; apply: Rle_trans (F_step (ltnW I2)) _; rewrite subnKC // /F.
by case: (cnt _ _ v) => [|n] /=; rewrite ?sqrt_0 /=; lra.
Qed.
Lemma p_display_b3_repaired_0 : ltac:(here Statements.display_b3_repaired_0).
Proof.
move=> v vT h hL; have [H1 H2 H3] := display_B3 Hst v hL; rewrite -vT; apply: Rle_trans H1 _; apply: Rle_trans H2 _.
by rewrite H3 Rmult_assoc; exact: Rle_refl.
Qed.
Lemma p_display_b3_repaired_1 : ltac:(here Statements.display_b3_repaired_1).
Proof. move=> v vT h hL; by have [H1 H2 H3] := display_B3 Hst v hL. Qed.
Lemma p_display_b3_repaired_2 : ltac:(here Statements.display_b3_repaired_2).
Proof.
move=> v vT h hL; have [H1 H2 H3] := display_B3 Hst v hL; rewrite -vT; apply: Rle_trans H2 _.
by rewrite H3 Rmult_assoc; exact: Rle_refl.
Qed.
Lemma p_display_b3_total_repaired_0 : ltac:(here Statements.display_b3_total_repaired_0).
Proof. move=> v vT h hL; exact: layer_total. Qed.
Lemma p_display_b3_total_repaired_1 : ltac:(here Statements.display_b3_total_repaired_1).
Proof. move=> hist h hL; exact: layer_total. Qed.
Lemma p_eq_08_printed_0 : ltac:(here Statements.eq_08_printed_0).
Proof. move=> hist; rewrite in_q; exact: (eq_8 x0 (f hist) HP). Qed.
Lemma p_eq_09_printed_0 : ltac:(here Statements.eq_09_printed_0).
Proof.
move=> v vT; rewrite (eq_regret_occ f pistar v).1 -(eq_8 x0 pistar HP); congr (_ - _).
by apply: eq_hsum => hist _; rewrite in_q.
Qed.
Lemma p_eq_09_printed_1 : ltac:(here Statements.eq_09_printed_1).
Proof.
move=> v vT; rewrite (eq_regret_occ f pistar v).2; apply: eq_hsum => hist _; rewrite inner_minus -in_q -in_qs -rsumB.
apply: eq_bigr => h _; rewrite -rsumB; apply: eq_bigr => x _; rewrite -rsumB; apply: eq_bigr => a _; ring.
Qed.
(* corollary: no theorem of the form says it *)
Lemma p_eq_09_printed_2 : ltac:(here Statements.eq_09_printed_2).
Proof.
move=> v vT; rewrite /Algorithm.regret -hsum_const -hsumB; set F := fun _ _ => _.
have := @along_ge0 F v; rewrite /F => H; suff : 0 <= hsum F v by rewrite /F; lra.
by apply: H => w _; have := Hstar.2 _ (Hf w); lra.
Qed.
Lemma p_eq_09_pi_star_printed_0 : ltac:(here Statements.eq_09_pi_star_printed_0).
Proof. move=> hist; exact: Hstar.2. Qed.
Lemma p_eq_10_rows_printed_0 : ltac:(here Statements.eq_10_rows_printed_0).
Proof.
move=> hist h x a hL; rewrite exchange_big /= /cnt -sum_vis; apply: eq_bigr => e _.
by rewrite (visit3_sum x0 x a e) Rmult_1_r.
Qed.
Lemma p_eq_10_rows_printed_1 : ltac:(here Statements.eq_10_rows_printed_1).
Proof. move=> hist h hL; exact: layer_total. Qed.
Lemma p_eq_14_mean_printed_0 : ltac:(here Statements.eq_14_mean_printed_0).
Proof.
move=> hist h x a hL; case: eqP => H /=.
  rewrite (rbar_unvisited Hrv H); lra.
by have := eq_14_mean x0 Hrv (st hist) x a; lra.
Qed.
Lemma p_eq_14_mean_printed_1 : ltac:(here Statements.eq_14_mean_printed_1).
Proof. move=> hist h x a hL; have := eq_14_mean x0 Hrv (st hist) x a; lra. Qed.
Lemma p_eq_17_order_printed_0 : ltac:(here Statements.eq_17_order_printed_0).
Proof. by move=> hist h x a hL; have [] := eq_17_order x0 Hrv Lam (st hist) x a. Qed.
Lemma p_eq_17_order_printed_1 : ltac:(here Statements.eq_17_order_printed_1).
Proof. by move=> hist h x a hL; have [] := eq_17_order x0 Hrv Lam (st hist) x a. Qed.
Lemma p_eq_17_order_printed_2 : ltac:(here Statements.eq_17_order_printed_2).
Proof. by move=> hist h x a hL; have [] := eq_17_order x0 Hrv Lam (st hist) x a; lra. Qed.
Lemma p_eq_19_printed_0 : ltac:(here Statements.eq_19_printed_0).
Proof.
move=> v vT; rewrite (final_decomposition Lam st f qhat pistar v); congr (_ + _ + _ + _); apply: eq_hsum => hist _; symmetry.
- exact: (in_qs (rminus r (rhat x0 rv Lam (st hist)))).
- exact: in_diff.
- exact: in_err.
exact: (in_q (rminus (rhat x0 rv Lam (st hist)) r)).
Qed.
Lemma p_eq_25_printed_0 : ltac:(here Statements.eq_25_printed_0).
Proof.
move=> v vT; apply: Rle_trans (eq_25 x0_only HP Hplay (fun _ => HP) v) _; apply: Req_le; apply: eq_hsum => hist _.
by rewrite weights.
Qed.
(* in every epoch: from the lemma of one episode *)
Lemma p_eq_25_printed_1 : ltac:(here Statements.eq_25_printed_1).
Proof.
move=> hist; rewrite weights; apply: Rle_trans (eq_25_episode x0 HP (PT hist) (Hf hist) L); apply: Req_le.
by apply: eq_bigr => h _; rewrite (dist_triples_P_ P (fun _ => P) x0_only Hplay).
Qed.
Lemma p_eq_26_repaired_0 : ltac:(here Statements.eq_26_repaired_0).
Proof.
apply: one H2 => v vT B; apply/forallP => t; cbn zeta; apply/forallP => h; apply/forallP => x; apply/forallP => a; apply/RlebP.
apply: (eq_26 Hplay (comp := fun _ => P)) => //; exact: conf_event.
Qed.
Lemma p_eq_26_repaired_1 : ltac:(here Statements.eq_26_repaired_1).
Proof. move=> hist hc h x a hL; exact: (eq_26 Hplay (comp := fun _ => P)). Qed.
Lemma p_eq_26_repaired_2 : ltac:(here Statements.eq_26_repaired_2).
Proof. move=> hist hc h x a hL; exact: (eq_26_by_estimates Lam_ge Hlearn hc). Qed.
Lemma p_eq_28_printed_2 : ltac:(here Statements.eq_28_printed_2).
Proof.
move=> v vT; have H := (eq_28 Lam_ge Hst Hlearn).1 v; apply: Rle_trans H; apply: Req_le; apply: eq_hsum => hist _; exact: in_err.
Qed.
Lemma p_eq_31_printed_0 : ltac:(here Statements.eq_31_printed_0).
Proof.
have c1 : / 2 <= 1 by lra. have c2 : 0 < 1 by lra.
apply: (Pr_not KD); apply: Rle_trans (Pr_bad_b x0 HP Hrho Hrv A1 SL Hf T1 delta01 L1 Lam_ge true c1).
apply: (Pr_imp KD) => v vT; apply: contraR => nb; apply/forallP => t; cbn zeta; apply/forallP => h; apply/forallP => x; apply/forallP => a; apply/RlebP.
have [k ->] := drop_st t vT; have := good_up HP Hrho Hrv c2 vT nb k x a (ltn_ord h).
by have := Rmin_r 1 (rbar x0 rv (drop k v) x a + b x0 Lam (drop k v) x a); rewrite /rhat; lra.
Qed.
Lemma p_eq_31_printed_1 : ltac:(here Statements.eq_31_printed_1).
Proof. by move=> hist h x a hL H; have := Rmin_r 1 (rbar x0 rv (st hist) x a + b x0 Lam (st hist) x a); rewrite /rhat; lra. Qed.
Lemma p_eq_31_printed_2 : ltac:(here Statements.eq_31_printed_2).
Proof.
apply: one (eq_31 Lam_ge Hst Hlearn).1 => v _ /RlebP H; apply/RlebP; apply: Rle_trans H; apply: Req_le; apply: eq_hsum => hist _.
exact: (in_q (rminus (rhat x0 rv Lam (st hist)) r)).
Qed.
(* union over the layers *)
Lemma p_eq_33_printed_0 : ltac:(here Statements.eq_33_printed_0).
Proof.
apply: (Pr_not KD).
pose B (h : 'I_L) v := ~~ Rleb (hsum (Y_layer x0 P st f h) v) (sqrt (2 * INR T * ln (INR L / delta))).
have HB h : Pr K T [::] (B h) <= delta / INR L by have := eq_33 Lam_ge Hlearn (ltn_ord h); rewrite /Prl /B; lra.
have := Pr_exists KD HB; rewrite rsum_ord_const (_ : INR L * (delta / INR L) = delta); last by field; have := L_ge1 L1; lra.
apply: Rle_trans; apply: (Pr_imp KD) => v _; rewrite negb_forall => /existsP[h H]; apply/existsP; exists h; move: H; rewrite /B.
rewrite -hsumB (_ : hsum _ v = hsum (Y_layer x0 P st f h) v) //; apply: eq_hsum => hist e; rewrite -rsumB.
by apply: eq_bigr => x _; rewrite -rsumB; apply: eq_bigr => a _; rewrite /Rdiv /n1; ring.
Qed.
Lemma p_eq_35_printed_0 : ltac:(here Statements.eq_35_printed_0).
Proof.
move=> v vT; rewrite -hsumZ; apply: eq_hsum => hist e; rewrite -rsumZ; apply: eq_bigr => h _; rewrite -rsumZ; apply: eq_bigr => x _.
by rewrite -rsumZ; apply: eq_bigr => a _; rewrite b_sqrt Rmult_1_r /n1; ring.
Qed.
Lemma p_eq_35_printed_1 : ltac:(here Statements.eq_35_printed_1).
Proof.
move=> v vT; congr (_ * _); rewrite {vT}; elim: v => [|e v IH].
  by rewrite /= big1 // => h _; rewrite big1 // => x _; rewrite big1.
rewrite hsum_cons IH -rsumD; apply: eq_bigr => h _; rewrite -rsumD; apply: eq_bigr => x _; rewrite -rsumD.
by apply: eq_bigr => a _; rewrite hsum_cons.
Qed.
Lemma p_eq_35_printed_2 : ltac:(here Statements.eq_35_printed_2).
Proof.
move=> v vT; have l0 : 0 <= Lam by lra.
have [H1 H2 _ _] := eq_35 Hst l0 vT; rewrite H1 in H2.
apply: Rle_trans H2 _; apply: Req_le; congr (_ * _); apply: eq_bigr => h _; by rewrite Rmult_assoc.
Qed.
Lemma p_eq_35_printed_3 : ltac:(here Statements.eq_35_printed_3).
Proof.
have J := jensen_2 S A L T; have l0 : 0 <= 2 * Lam by lra.
rewrite (_ : 2 * INR T * INR L * INR X * INR #|A| * Lam = (2 * Lam) * (INR T * INR L * INR X * INR #|A|)); last by ring.
rewrite (sqrt_mult_alt (2 * Lam)) // -[X in _ <= X]Rmult_assoc; apply: Rmult_le_compat_l; first by have := sqrt_pos (2 * Lam); lra.
apply: Rle_trans J; apply: Req_le; apply: eq_bigr => h _; by rewrite Rmult_assoc.
Qed.
Lemma p_eq_35_printed_4 : ltac:(here Statements.eq_35_printed_4).
Proof.
rewrite !Rmult_assoc sqrt_mult_alt; last by lra.
by rewrite -Rmult_assoc; apply: Rmult_le_compat_r constant_35; exact: sqrt_pos.
Qed.
Lemma p_lemma_01_repaired_0 : ltac:(here Statements.lemma_01_repaired_0).
Proof.
move=> hist h x a hL; case: eqP => H; last by exact: sqrt_pos.
case: (estimates_ok x0 lam Sgt (st hist) x a) => [[[_ D] _]|[]] //; exfalso; move: D; rewrite big1 => [|y _]; first by lra.
by apply: (@Pbar_unvisited S A Z x0 L).
Qed.
Lemma p_lemma_01_repaired_1 : ltac:(here Statements.lemma_01_repaired_1).
Proof.
move=> hist h x a hL; have [_ [_ _ _ [e [He1 He2]]] _] := Hplay hist.
apply: (@Rle_trans _ (\rsum_y e h x a y)); first by apply: le_rsum => y _; exact: (He1 h x a y hL).
by have := He2 h x a hL; rewrite /marg; lra.
Qed.
Lemma p_lemma_02_printed_0 : ltac:(here Statements.lemma_02_printed_0).
Proof.
apply: one H2 => v vT B; apply/forallP => t; cbn zeta; apply/forallP => h; apply/forallP => x; apply/forallP => a; apply/RlebP.
exact: (conf_event t vT B).
Qed.
Lemma p_lemma_03_printed_0 : ltac:(here Statements.lemma_03_printed_0).
Proof.
apply: (more (Rle_refl 2) _ H3) => v vT /forallP B; apply/forallP => t; cbn zeta; apply/forallP => h; apply/forallP => x; apply/forallP => a; apply/RlebP.
have [k ->] := drop_st t vT; have := B k; rewrite /in_bounds => /forallP/(_ h)/forallP/(_ x)/forallP/(_ a)/andP[_ /RlebP]; exact.
Qed.
Lemma p_lemma_03_printed_1 : ltac:(here Statements.lemma_03_printed_1).
Proof.
apply: (more (Rle_refl 2) _ H3) => v vT /forallP B; apply/forallP => t; cbn zeta; apply/forallP => h; apply/forallP => x; apply/forallP => a; apply/RlebP.
have [k ->] := drop_st t vT; have := B k; rewrite /in_bounds => /forallP/(_ h)/forallP/(_ x)/forallP/(_ a)/andP[/RlebP H _]; move: H; rewrite /rcheck; lra.
Qed.
Lemma p_lemma_04_printed_0 : ltac:(here Statements.lemma_04_printed_0).
Proof.
apply: (more (Rle_refl 2) _ (lemma_4 Lam_ge Hst Hlearn)) => v vT /RlebP H; apply/RlebP; rewrite [12 * _ * _]Rmult_assoc; exact: H.
Qed.
Lemma p_lemma_05_printed_0 : ltac:(here Statements.lemma_05_printed_0).
Proof.
apply: (more (Rle_refl 2) _ (lemma_5 Lam_ge Hst Hlearn)) => v vT /RlebP H; apply/RlebP; rewrite [12 * _ * _]Rmult_assoc; apply: Rle_trans H.
by apply: Req_le; apply: eq_hsum => hist _; exact: in_err.
Qed.
Lemma p_lemma_05_repaired_0 : ltac:(here Statements.lemma_05_repaired_0).
Proof.
apply: (more (Rle_refl 2) _ (lemma_5_layered Lam_ge Hst Hlearn)) => v vT /RlebP H; apply/RlebP.
rewrite (eq_hsum _ (fun hist _ => in_err _ hist)); apply: Rle_trans H _; apply: Rplus_le_compat; apply: Req_le.
  congr (_ * _); have [n LE] : exists n, L = n.+1 by exists L.-1; rewrite (prednK L1).
  rewrite LE subn1 [n.+1.-1]/= (rsum_recr n (fun h => ind (wide h) * INR (n.+1 - h.+1) * sqrt (INR #|S h| * INR #|S h.+1|))) subnn [INR 0]/=.
  rewrite Rmult_0_r Rmult_0_l Rplus_0_r; apply: eq_bigr => h _; rewrite /LayerSums.wide.
  rewrite (_ : INR (n.+1 - h.+1) = INR n.+1 - 1 - INR h); first by ring.
  by rewrite subSS minus_INR; [rewrite S_INR; ring | apply/leP; apply: ltnW].
rewrite (_ : INR L * (INR L - 1) / 2 * sqrt (INR T * ln (1 / delta) / 2) = INR L * (INR L - 1) * (/ 2 * sqrt (INR T * ln (1 / delta) / 2))); last by field.
congr (_ * _); rewrite -{1}(sqrt_square (/ 2)); last by lra.
by rewrite -sqrt_mult_alt; [congr sqrt; field | lra].
Qed.
Lemma p_lemma_06_printed_0 : ltac:(here Statements.lemma_06_printed_0).
Proof.
apply: (more (Rle_refl 2) _ (lemma_6 Lam_ge Hst Hlearn)) => v vT /RlebP H; apply/RlebP.
rewrite (eq_hsum _ (fun hist _ => in_q (rminus (rhat x0 rv Lam (st hist)) r) hist)); apply: Rle_trans H _.
have := sqrt_pos (INR T * INR L * INR X * INR #|A| * Lam); have := sqrt_pos (INR T); have := pos_INR L.
move=> l0 t0 s0; have p0 : 0 <= 4 * INR L * sqrt (INR T) * Lam by apply: Rmult_le_pos; [nra | lra].
by have := sqrt2_le2; nra.
Qed.
Lemma p_lemma_06_repaired_2 : ltac:(here Statements.lemma_06_repaired_2).
Proof.
apply: (more (Rle_refl 2) _ (lemma_6 Lam_ge Hst Hlearn)) => v vT /RlebP H; apply/RlebP; apply: Rle_trans H; apply: Req_le.
apply: eq_hsum => hist _; exact: (in_q (rminus (rhat x0 rv Lam (st hist)) r)).
Qed.
Lemma p_lemma_07_printed_0 : ltac:(here Statements.lemma_07_printed_0).
Proof.
move=> v vT; apply: Rle_trans (lemma_7 x0_only HP Hplay (fun _ => HP) v) _; apply: Rplus_le_compat; apply: Req_le.
  by apply: eq_hsum => hist _; rewrite pairs_q.
by [].
Qed.
(* in every epoch *)
Lemma p_lemma_07_printed_1 : ltac:(here Statements.lemma_07_printed_1).
Proof.
move=> hist; rewrite pairs_q -rsumD; apply: le_rsum => h _; have := lemma_7_episode x0 HP (PT hist) (Hf hist) h.
by rewrite (dist_triples_P_ P (fun _ => P) x0_only Hplay) // (dist_pairs_P_ x0_only HP Hplay (fun _ => HP)).
Qed.
Lemma p_lemma_07_P_i_repaired_0 : ltac:(here Statements.lemma_07_P_i_repaired_0).
Proof. move=> hist hc h x a hL; exact: ((P_i_completed Hplay (fun _ => HP) (fun hist hc => hc) hist).2 hc h x a hL). Qed.
Lemma p_lemma_07_P_i_repaired_1 : ltac:(here Statements.lemma_07_P_i_repaired_1).
Proof. move=> hist h x a hL; exact: ((P_i_by_estimates Lam_ge Hlearn hist).2 h x a hL). Qed.
Lemma p_lemma_08_printed_0 : ltac:(here Statements.lemma_08_printed_0).
Proof.
move=> L2 hist h hL; apply: Rle_trans (lemma_8 x0_only HP Hplay (fun _ => HP) hist hL).
rewrite /pairs1; apply: le_rsum => x _; apply: le_rsum => a _; rewrite marg_q.
by have := ind_le1 (0 < h)%N; have := ind_ge0 (0 < h)%N; have := Rabs_pos (marg (qhat hist) x a - q2 x0 P (f hist) x a); nra.
Qed.
Lemma p_lemma_09_repaired_0 : ltac:(here Statements.lemma_09_repaired_0).
Proof.
apply: (more (Rle_refl 2) _ (lemma_9 Lam_ge Hst Hlearn (comp := fun _ => P) (fun _ => HP) (fun _ hc => hc)).1) => v vT /RlebP H; apply/RlebP.
rewrite (eq_hsum _ (fun hist _ => weights _ hist)); apply: Rle_trans H _; rewrite /LX; apply: Req_le; ring.
Qed.
Lemma p_lemma_09_repaired_1 : ltac:(here Statements.lemma_09_repaired_1).
Proof. have := constant_27 Lam_ge; by rewrite /LX -!Rmult_assoc. Qed.
Lemma p_lemma_09_repaired_2 : ltac:(here Statements.lemma_09_repaired_2).
Proof.
have [H1 HH] := lemma_9 Lam_ge Hst Hlearn (comp := fun _ => P) (fun _ => HP) (fun _ hc => hc).
apply: (more (Rle_refl 2) _ H1) => v vT /RlebP H; apply/RlebP.
rewrite (eq_hsum _ (fun hist _ => weights _ hist)) [12 * _ * _]Rmult_assoc; exact: Rle_trans H HH.
Qed.
Lemma p_lemma_09_repaired_3 : ltac:(here Statements.lemma_09_repaired_3).
Proof.
have [H1 HH] := lemma_9_by_estimates Lam_ge Hst Hlearn.
apply: (more (Rle_refl 2) _ H1) => v vT /RlebP H; apply/RlebP.
rewrite (eq_hsum _ (fun hist _ => weights _ hist)) [12 * _ * _]Rmult_assoc; exact: Rle_trans H HH.
Qed.
Lemma p_lemma_09_azuma_printed_0 : ltac:(here Statements.lemma_09_azuma_printed_0).
Proof.
apply: one (azuma_27 Lam_ge Hlearn (comp := fun _ => P) (fun _ => HP)) => v vT /RlebP H; apply/RlebP; rewrite -hsumB [2 * _ * _]Rmult_assoc.
apply: Rle_trans H; apply: Req_le; apply: eq_hsum => hist e; rewrite weights weights_e -rsumB; apply: eq_bigr => h _; rewrite -rsumB; apply: eq_bigr => s _.
by rewrite /AppendixA.qxi -rsumB; apply: eq_bigr => x _; rewrite -rsumB; apply: eq_bigr => a _; ring.
Qed.
Lemma p_lemma_09_constant_printed_0 : ltac:(here Statements.lemma_09_constant_printed_0).
Proof. have := constant_27 Lam_ge; by rewrite /LX -!Rmult_assoc. Qed.
Lemma p_lemma_09_count_printed_1 : ltac:(here Statements.lemma_09_count_printed_1).
Proof.
move=> v vT; have := count_27 Lam Hst vT; rewrite [6 * _ * _ in X in _ -> X]Rmult_assoc; apply: Rle_trans; apply: Req_le; apply: eq_hsum => hist e.
rewrite (sum_remaining_layers L (fun s => \rsum_(x : S s) \rsum_(a : A) (ind (visit x0 (mkp x a) e) * (2 * eps x0 Lam (st hist) x a)))).
apply: eq_bigr => h _; rewrite -rsumZ; apply: eq_bigr => x _; rewrite -rsumZ; apply: eq_bigr => a _.
by rewrite INR_sub; ring.
Qed.
(* sharper than the theorem (X - 1): needs a new proof *)
Lemma p_lemma_09_layers_printed_0 : ltac:(here Statements.lemma_09_layers_printed_0).
Proof.
apply: (@Rle_trans _ (\rsum_(h < L) (/ 2 * (INR #|S h| + INR #|S h.+1|)))).
  apply: le_rsum => h _; have := @sqrt_am_gm (INR #|S h|) (INR #|S h.+1|) (pos_INR _) (pos_INR _); lra.
have S01 : INR #|S 0%N| = 1.
  have -> : #|S 0%N| = 1%N by apply/eqP/fintype1P; exists x0 => x; exact: x0_only.
  by [].
have e1 := X_total S L; have E2 : \rsum_(h < L) INR #|S h| + INR #|S L| = INR #|S 0%N| + \rsum_(h < L) INR #|S h.+1|.
  by rewrite -(rsum_recr L (fun h => INR #|S h|)) (rsum_recl L (fun h => INR #|S h|)).
rewrite S01 SL INR1 in E2; rewrite SL INR1 /total in e1; rewrite rsumZ rsumD e1.
move: E2; set u := \rsum_(h < L) INR #|S h|; set w := \rsum_(h < L) _ => E2; lra.
Qed.
Lemma p_lemma_10_printed_0 : ltac:(here Statements.lemma_10_printed_0).
Proof.
have k3 : 1 <= 3 by lra.
pose B (h : 'I_L) v := ~~ Rleb (hsum (Y_layer x0 P st f h) v) (sqrt (2 * INR T * ln (INR L / delta))).
have HB h : Pr K T [::] (B h) <= delta / INR L by have := eq_33 Lam_ge Hlearn (ltn_ord h); rewrite /Prl /B; lra.
apply: (more k3 (B := fun v => ~~ [exists h, B h v])) => [v _|].
  rewrite negb_exists => /forallP H; apply/forallP => h; have := H h; rewrite /B negbK.
  rewrite -hsumB (_ : hsum _ v = hsum (Y_layer x0 P st f h) v) //; apply: eq_hsum => hist e; rewrite -rsumB.
  by apply: eq_bigr => x _; rewrite -rsumB; apply: eq_bigr => a _; rewrite /Rdiv /n1; ring.
rewrite Rmult_1_l; apply: (Pr_not KD); have := Pr_exists KD HB; rewrite rsum_ord_const (_ : INR L * (delta / INR L) = delta); last by field; have := L_ge1 L1; lra.
by apply: Rle_trans; apply: (Pr_imp KD) => v _; rewrite negbK.
Qed.
Lemma p_lemma_10_printed_1 : ltac:(here Statements.lemma_10_printed_1).
Proof.
have k3 : 1 <= 3 by lra. have H1 := azuma_27 Lam_ge Hlearn (comp := fun _ => P) (fun _ => HP); rewrite -{1}[delta]Rmult_1_l in H1.
apply: (more k3 _ H1) => v vT /RlebP H; apply/RlebP; rewrite -hsumB [2 * _ * _]Rmult_assoc.
apply: Rle_trans H; apply: Req_le; apply: eq_hsum => hist e; rewrite weights weights_e -rsumB; apply: eq_bigr => h _; rewrite -rsumB; apply: eq_bigr => s _.
by rewrite /AppendixA.qxi -rsumB; apply: eq_bigr => x _; rewrite -rsumB; apply: eq_bigr => a _; ring.
Qed.
Lemma p_lemma_10_printed_2 : ltac:(here Statements.lemma_10_printed_2).
Proof.
have k3 : 1 <= 3 by lra.
apply: (more k3 (B := fun v => ~~ bad_6 Lam st f v)) => [v _ nb|]; last first.
  by rewrite Rmult_1_l; apply: (Pr_not KD); apply: Rle_trans (Pr_bad_6 Hlearn); apply: (Pr_imp KD) => v _; rewrite negbK.
apply/RlebP; have := expected_le nb; rewrite /deviation B6; set u := hsum _ _; set w := hsum _ _.
rewrite (_ : INR T * ln (1 / delta) / 2 = INR T / 2 * ln (1 / delta)); last by field.
rewrite /expected /visited in u w *; lra.
Qed.
Lemma p_lemma_11_printed_0 : ltac:(here Statements.lemma_11_printed_0).
Proof.
apply: one (lemma_11 Lam_ge Hlearn) => v vT /RlebP H; apply/RlebP; apply: Rle_trans H; rewrite -hsumB; apply: Req_le; apply: eq_hsum => hist e.
by rewrite -rsumB; apply: eq_bigr => h _; rewrite -rsumB; apply: eq_bigr => x _; rewrite -rsumB; apply: eq_bigr => a _; ring.
Qed.
Lemma p_lemma_11_repaired_0 : ltac:(here Statements.lemma_11_repaired_0).
Proof.
apply: one (lemma_11_no_root_T (Lam := Lam) Hst Hf) => v vT /RlebP H; apply/RlebP; apply: Rle_trans H; rewrite -hsumB; apply: Req_le; apply: eq_hsum => hist e.
by rewrite -rsumB; apply: eq_bigr => h _; rewrite -rsumB; apply: eq_bigr => x _; rewrite -rsumB; apply: eq_bigr => a _; ring.
Qed.
Lemma p_lemma_11_union_printed_0 : ltac:(here Statements.lemma_11_union_printed_0).
Proof.
have [_ lL] := ln_L Lam_ge; have t0 := pos_INR T; rewrite Rmult_assoc -sqrt_mult_alt; last first.
  by have [[l0 ll] _] := ln_L Lam_ge; apply: Rmult_le_pos; lra.
have H : sqrt (2 * INR T * ln (INR L / delta) * (2 * Lam)) <= 2 * (sqrt (INR T) * Lam).
  apply: sqrt_le_sq; first by have := sqrt_pos (INR T); nra.
  have := sqrt_sqrt (INR T) t0; set q := sqrt (INR T) => qq; rewrite (_ : (2 * (q * Lam)) ^ 2 = 4 * (q * q) * Lam * Lam); last by ring.
  by rewrite qq; have := Rmult_le_compat_l (INR T * Lam) _ _ ltac:(nra) lL; nra.
have := Rmult_le_compat_l (INR L) _ _ (pos_INR L) H; lra.
Qed.
Lemma p_lemma_12_printed_0 : ltac:(here Statements.lemma_12_printed_0).
Proof. move=> v vT; exact: (lemma_12 Lam Hst vT). Qed.
Lemma p_lemma_12_constant_printed_0 : ltac:(here Statements.lemma_12_constant_printed_0).
Proof.
rewrite !Rmult_assoc sqrt_mult_alt; last by lra.
by rewrite -Rmult_assoc; apply: Rmult_le_compat_r constant_35; exact: sqrt_pos.
Qed.
Lemma p_lemma_12_jensen_printed_0 : ltac:(here Statements.lemma_12_jensen_printed_0).
Proof. exact: jensen_2. Qed.
(* no theorem says the first right side *)
Lemma p_lemma_06_repaired_0 : ltac:(here Statements.lemma_06_repaired_0).
Proof.
have i2 : 0 < / 2 by lra. have s2 := sqrt2_sqr.
have B1 := Pr_bad_b x0 HP Hrho Hrv A1 SL Hf T1 delta01 L1 Lam_ge true (Rle_refl (/ 2)).
apply: (more (Rle_refl 2) (B := fun v => ~~ (bad_r x0 P rho rv T Lam true (/ 2) v || bad_6 Lam st f v))); last first.
  apply: (Pr_not KD); rewrite (_ : 2 * delta = delta + delta); last by ring.
  by apply: Rle_trans (Pr_or KD B1 (Pr_bad_6 Hlearn)); apply: (Pr_imp KD) => v _; rewrite negbK.
move=> v vT; rewrite negb_or => /andP[nb n6]; apply/RlebP.
rewrite (eq_hsum _ (fun hist _ => in_q (rminus (rhat x0 rv Lam (st hist)) r) hist)).
apply: (@Rle_trans _ (1 * hsum (fun hist _ => expected x0 P f (g6 Lam st) hist) v)).
  apply: (BiasII_le Hlearn (G := g6 Lam st)) => s w h x a hL; rewrite Rmult_1_l /g6 /w.
  have [k ->] := start_suffix Hst v s.
  have := good_up HP Hrho Hrv i2 vT nb k x a hL.
  have := Rmin_r 1 (rbar x0 rv (drop k v) x a + b x0 Lam (drop k v) x a); rewrite -/(rhat x0 rv Lam (drop k v) x a).
  have := r01 HP Hrho Hrv x a; have := rhat01 x0 Lam Hrv (drop k v) x a => m0 m1 m2 m3.
  by apply: Rmin_glb; lra.
rewrite Rmult_1_l; apply: Rle_trans (expected_le n6) _; rewrite /deviation B6.
rewrite (_ : INR T * ln (1 / delta) / 2 = INR T / 2 * ln (1 / delta)); last by field.
apply: Rplus_le_compat_r.
apply: Rle_trans (visited_weights Hst (C := fun=> 3 / 2 * sqrt (2 * 1 * Lam)) _ _) _ => [h|s e hist _ h x a _|].
- by have := sqrt_pos (2 * 1 * Lam); lra.
- by apply: Rle_trans (Rmin_r _ _) _; rewrite b_sqrt /n1; apply: Req_le; ring.
have := rate S A L T Lam (fun=> 3 / 2) (c := fun=> 1) (fun=> Rle_0_1); rewrite vT => ->; rewrite rsumZ.
have J : \rsum_(h < L) sqrt (INR #|S h| * 1) <= sqrt (INR L * (INR X - 1)).
  have -> : INR X - 1 = \rsum_(h < L) INR #|S h| by rewrite (X_total S L) SL [INR 1]/= /total; ring.
  rewrite (eq_bigr (fun h : 'I_L => sqrt (INR #|S h|))) => [|h _]; last by rewrite Rmult_1_r.
  by have := @rsum_sqrt_le [finite 'I_L] (fun h => INR #|S h|) _ (fun h => pos_INR _) erefl; rewrite card_ord.
have -> : INR T * INR L * (INR X - 1) * INR #|A| * Lam = (INR L * (INR X - 1)) * (INR T * INR #|A| * Lam) by ring.
rewrite sqrt_mult_alt; last by have := L_lt_X L Sgt; have := pos_INR L; move=> *; apply: Rmult_le_pos; lra.
rewrite -/(root A T Lam); have r0 := root_ge0 A T Lam.
have := Rmult_le_compat_l (root A T Lam) _ _ r0 J; move: (\rsum_(h < L) _) (sqrt (INR L * _)) (root _ _ _) => u w q H.
have := Rmult_le_compat_l (3 + 3 / 2 * sqrt 2) _ _ ltac:(have := sqrt2_ge1; lra) H; lra.
Qed.
Lemma p_lemma_06_repaired_1 : ltac:(here Statements.lemma_06_repaired_1).
Proof.
have [_ lL] := Lam_ln x0 T1 delta01 A1 L1 SL Lam_ge; have l0 := ln_delta delta01; have t0 := pos_INR T; have a1 := A_ge1 A1.
have lx := L_lt_X L Sgt; have l1 := L_ge1 L1; have s2 := sqrt2_sqr; have s1 := sqrt2_ge1.
set R0 := sqrt (INR T * INR L * INR X * INR #|A| * Lam).
have e1 : sqrt (INR T * INR L * (INR X - 1) * INR #|A| * Lam) <= R0.
  apply: sqrt_le_1_alt; apply: Rmult_le_compat_r; first by lra.
  apply: Rmult_le_compat_r; first by lra. apply: Rmult_le_compat_l; [by apply: Rmult_le_pos; lra | lra].
have e2 : INR L * sqrt (INR T / 2 * ln (1 / delta)) <= sqrt 2 / 2 * R0.
  rewrite -{1}(sqrt_square (INR L)); last by lra.
  rewrite -sqrt_mult_alt; last by nra.
  have -> : sqrt 2 / 2 * R0 = sqrt (/ 2 * (INR T * INR L * INR X * INR #|A| * Lam)).
    rewrite [RHS]sqrt_mult_alt; last by lra.
    rewrite -/R0; congr (_ * _); rewrite -(sqrt_square (sqrt 2 / 2)); last by lra.
    by congr sqrt; have -> : sqrt 2 / 2 * (sqrt 2 / 2) = (sqrt 2 * sqrt 2) / 4 by [field]; rewrite s2; field.
  apply: sqrt_le_1_alt.
  have : INR L * INR T * (INR L * ln (1 / delta)) <= INR L * INR T * (INR X * INR #|A| * Lam).
    apply: Rmult_le_compat_l; first by nra.
    apply: Rmult_le_compat; try lra. by nra.
  by lra.
by nra.
Qed.
(* squares at a pair: no theorem of the form says it *)
Lemma p_lemma_11_repaired_1 : ltac:(here Statements.lemma_11_repaired_1).
Proof.
move=> v vT h x a hL; have [I1 I2 I3] := spent1_invariant Hst x a v hL.
apply: Rle_trans I3 _; apply: Rle_trans (Supermartingales.parts_log_step (ltnW I2)) _; rewrite subnKC //.
case: (cnt _ _ v) => [|n] /=; first by rewrite Rplus_0_l Rminus_0_r Rplus_0_l ln_1 /Rdiv Rmult_0_l; lra.
by rewrite Rminus_eq_0 Rplus_0_r; apply: Req_le.
Qed.
(* squares *)
Lemma p_lemma_11_repaired_2 : ltac:(here Statements.lemma_11_repaired_2).
Proof.
move=> v vT; have wv : (0 < size v)%N by rewrite vT; exact: T1.
apply: (@Rle_trans _ (INR L * \rsum_(h < L) \rsum_(x : S h) \rsum_a spent1 x0 st (mkp x a) v)).
  apply: Rmult_le_compat_l; first exact: pos_INR.
  apply: Req_le; move: (v) => u; elim: u => [|e u IH]; first by rewrite big1 // => h _; rewrite big1 // => x _; rewrite big1.
  rewrite hsum_cons IH -rsumD; apply: eq_bigr => h _; rewrite -rsumD; apply: eq_bigr => x _.
  by rewrite -rsumD; apply: eq_bigr => a _; rewrite /spent1 hsum_cons.
rewrite !Rmult_assoc; apply: Rmult_le_compat_l; first exact: pos_INR.
apply: (@Rle_trans _ (\rsum_(h < L) (INR #|S h| * (INR #|A| * (1 + ln (INR T) / ln 2))))).
  apply: le_rsum => h _; rewrite -rsum_const; apply: le_rsum => x _; rewrite -rsum_const; apply: le_rsum => a _.
  by rewrite -vT; exact: spent1_bound.
rewrite rsumZr; apply: Req_le; congr (_ * _).
have E2 (u : R) : u = u + 1 - 1 by ring.
by rewrite /Algorithm.X big_ord_recr /= SL addn_INR Sums.sum_INR INR1; exact: E2.
Qed.
Lemma p_lemma_11_martingale_printed_0 : ltac:(here Statements.lemma_11_martingale_printed_0).
Proof.
move=> hist h hL; apply: (@Rle_trans _ (\rsum_(x : S h) \rsum_(a : A) 0)); last by rewrite big1; [exact: Rle_refl | move=> x _; rewrite big1].
apply: le_rsum => x _; apply: le_rsum => a _; have := n1_inv x0 (st hist) x a; have := q2_ge0 x0 HP (Hf hist) x a; rewrite /n1.
by move=> q0 [_ n]; nra.
Qed.
Lemma p_lemma_11_martingale_printed_1 : ltac:(here Statements.lemma_11_martingale_printed_1).
Proof.
move=> hist h x a hL.
have Q : \rsum_(x : S h) \rsum_(a : A) q2 x0 P (f hist) x a = 1.
  by rewrite (eq_bigr (fun x => mu x0 P (f hist) x)) => [|y _]; [exact: (mu_sum x0 HP (Hf hist) h) | exact: (q2_mu x0 P (Hf hist) y)].
suff : - 1 <= \rsum_(x : S h) \rsum_(a : A) (q2 x0 P (f hist) x a * (/ sqrt (INR (maxn 1 (cnt x0 (mkp x a) (st hist)))) - 1)).
  by have := n1_inv x0 (st hist) x a; rewrite /n1; lra.
apply: (@Rle_trans _ (- \rsum_(x : S h) \rsum_(a : A) q2 x0 P (f hist) x a)); first by rewrite Q; lra.
rewrite -rsumN; apply: le_rsum => y _; rewrite -rsumN; apply: le_rsum => c _.
by have := n1_inv x0 (st hist) y c; have := q2_ge0 x0 HP (Hf hist) y c; rewrite /n1 => q0 [n _]; nra.
Qed.
Lemma p_prop_1_repaired_0 : ltac:(here Statements.prop_1_repaired_0).
Proof.
move=> hist h hL; have [_ Hq _] := Hplay hist; apply: (@Rle_trans _ 0); last exact: Rle_refl.
have := layer_mass Hq hL; rewrite /marg => ->.
by rewrite Rminus_eq_0 Rabs_R0; exact: Rle_refl.
Qed.
Lemma p_prop_1_repaired_1 : ltac:(here Statements.prop_1_repaired_1).
Proof. by move=> hist h x a y hL; have [_ [q0 _ _ _] _] := Hplay hist; have := q0 h x a y hL; lra. Qed.
Lemma p_prop_1_repaired_2 : ltac:(here Statements.prop_1_repaired_2).
Proof.
move=> L2 hist h y hL; have [_ [_ _ flow _] _] := Hplay hist; apply: (@Rle_trans _ 0); last exact: Rle_refl.
have := flow h y hL; rewrite /marg => ->.
by rewrite Rminus_eq_0 Rabs_R0; exact: Rle_refl.
Qed.
Lemma p_prop_2_repaired_0 : ltac:(here Statements.prop_2_repaired_0).
Proof.
move=> hist h x a hL; have [_ _ pl] := Hplay hist; apply: (@Rle_trans _ 0); last exact: Rle_refl.
have := pl h x a hL; rewrite /marg => ->.
by rewrite Rminus_eq_0 Rabs_R0; exact: Rle_refl.
Qed.
Lemma p_prop_2_repaired_1 : ltac:(here Statements.prop_2_repaired_1).
Proof.
move=> hist h x a y hL; apply: (@Rle_trans _ 0); last exact: Rle_refl.
rewrite (q3_P_ (fun _ => P) x0_only Hplay) // Rminus_eq_0 Rabs_R0; exact: Rle_refl.
Qed.
Lemma p_prop_2_printed_0_under_1 : ltac:(here Statements.prop_2_printed_0_under_1).
Proof. exact: p_prop_2_repaired_0. Qed.
Lemma p_prop_2_printed_1_under_1 : ltac:(here Statements.prop_2_printed_1_under_1).
Proof. exact: p_prop_2_repaired_1. Qed.
Lemma updates_behead (v : seq E) : (updates x0 (behead v) <= updates x0 v)%N.
Proof. by case: v => [|e v] //=; exact: leq_addl. Qed.
Lemma two_T : 2 <= INR T -> (1 < T)%N.
Proof. by move=> H; rewrite ltnNge; apply/negP => /leq_INR; rewrite INR1; lra. Qed.
Lemma p_sec_1b_updates_printed_0 : ltac:(here Statements.sec_1b_updates_printed_0).
Proof.
move=> /two_T T2 v vT; have w : (1 < size v)%N by rewrite vT.
by have := updates_le x0 L1 Sgt A1 w; rewrite vT; apply: Rle_trans; apply: leq_INR; exact: updates_behead.
Qed.
Lemma p_sec_7_oracles_printed_0 : ltac:(here Statements.sec_7_oracles_printed_0).
Proof.
move=> /two_T T2 v vT; have w : (1 < size v)%N by rewrite vT.
have [H _] := oracles_log_T x0 L1 Sgt A1 w; rewrite vT in H.
by apply: Rle_trans H; apply: leq_INR; exact: updates_behead.
Qed.
Lemma p_lp1_repaired_0 : ltac:(here Statements.lp1_repaired_0).
Proof.
move=> hist; have [_ [opt _]] := Hlearn hist.
have [_ H] := LP1_history x0_only L1 Sgt A1 lam Hrv (st hist).
by have [_ _ [_]] := H _ ((LP1_rowsE _ _ L1 _ _).2 opt).
Qed.
Lemma some_wide : 1 <= \rsum_(h < L) ind (1 < #|S h| * #|A|)%N -> exists h : 'I_L, (1 < #|S h| * #|A|)%N.
Proof.
move=> W; case: (pickP (fun h : 'I_L => (1 < #|S h| * #|A|)%N)) => [h hw|none]; first by exists h.
have Z : \rsum_(h < L) ind (1 < #|S h| * #|A|)%N = 0 by apply: big1 => h _; rewrite none.
by rewrite Z in W; lra.
Qed.
Lemma none_wide : \rsum_(h < L) ind (1 < #|S h| * #|A|)%N = 0 -> ~ exists h : 'I_L, (1 < #|S h| * #|A|)%N.
Proof.
move=> W [h hw]; have I0 (i : 'I_L) : 0 <= ind (1 < #|S i| * #|A|)%N by case: (_ < _)%N; [exact: Rle_0_1 | exact: Rle_refl].
have H : ind (1 < #|S h| * #|A|)%N <= \rsum_(i < L) ind (1 < #|S i| * #|A|)%N := rsum_ge1 h I0.
by rewrite hw in H; have one : ind true = 1 by []; lra.
Qed.
Lemma p_sec_4a_updates_repaired_0 : ltac:(here Statements.sec_4a_updates_repaired_0).
Proof.
move=> /two_T T2 /some_wide W v vT; have w : (1 < size v)%N by rewrite vT.
have := updates_wide x0 w W; rewrite vT => H; apply: (@Rle_trans _ (INR (updates x0 v))); first by apply: leq_INR; exact: updates_behead.
apply: Rle_trans H _; apply: Req_le; congr (_ * _); rewrite /K_wide big_mkcond /= Sums.sum_INR; apply: eq_bigr => h _.
by case: ifP => _; rewrite ?muln_INR /=; ring.
Qed.
Lemma p_sec_4a_updates_repaired_2 : ltac:(here Statements.sec_4a_updates_repaired_2).
Proof.
move=> /two_T T2 v vT; have w : (1 < size v)%N by rewrite vT.
by have := updates_le x0 L1 Sgt A1 w; rewrite vT; apply: Rle_trans; apply: leq_INR; exact: updates_behead.
Qed.
(* not from theorem_4_O (18 LX), but from theorem_4_paper *)
Lemma p_theorem_4_printed_0 : ltac:(here Statements.theorem_4_printed_0).
Proof.
apply: (more (Rle_refl 5) _ (theorem_4_paper Lam_ge Hst Hlearn Hp)) => v vT /RlebP H; apply/RlebP; apply: Rle_trans H _.
rewrite [12 * _ * _ in X in _ <= X]Rmult_assoc; apply: Rplus_le_compat_l.
have := sqrt_pos (INR T * INR L * INR X * INR #|A| * Lam); have := sqrt_pos (INR T); have := pos_INR L.
move=> l0 t0 s0; have p0 : 0 <= 4 * INR L * sqrt (INR T) * Lam by apply: Rmult_le_pos; [nra | lra].
by have := sqrt2_le2; nra.
Qed.
Lemma p_theorem_4_repaired_1 : ltac:(here Statements.theorem_4_repaired_1).
Proof.
apply: (more (Rle_refl 2) _ (theorem_4_layered Lam_ge Hst Hlearn Hp)) => v vT /RlebP H; apply/RlebP; apply: Rle_trans H _.
apply: Rplus_le_compat; apply: Req_le.
  congr (_ * _); rewrite rsumD rsumZ; congr (_ + _); apply: eq_bigr => h _.
  have -> : INR (L - h.+1) = INR L - 1 - INR h by rewrite minus_INR; [rewrite S_INR; ring | apply/leP; exact: ltn_ord].
  by ring.
by congr sqrt; field.
Qed.
Lemma p_theorem_4_repaired_3 : ltac:(here Statements.theorem_4_repaired_3).
Proof.
by apply: one (theorem_4_three Lam_ge Hst Hlearn Hp) => v vT /RlebP H; apply/RlebP; rewrite -Rmult_assoc.
Qed.
Lemma p_theorem_4_bias_1_printed_1 : ltac:(here Statements.theorem_4_bias_1_printed_1).
Proof.
have k : 1 <= 2 by lra. have H1 := bias_1 Lam_ge Hst Hlearn Hp; rewrite -{1}[delta]Rmult_1_l in H1.
apply: (more k _ H1) => v vT /RlebP H; apply/RlebP; apply: Rle_trans H; apply: Req_le; apply: eq_hsum => hist _; exact: (in_qs (rminus r (rhat x0 rv Lam (st hist)))).
Qed.
(* in every epoch *)
Lemma p_theorem_4_bias_1_printed_0 : ltac:(here Statements.theorem_4_bias_1_printed_0).
Proof.
apply: (more (Rle_refl 2) _ H3) => v vT /forallP B; apply/forallP => t; cbn zeta; apply/RlebP.
have [k ->] := drop_st t vT; have Bk := B k; rewrite (in_qs (rminus r (rhat x0 rv Lam (drop k v)))) inner_rminus.
suff : inner L (qstar pistar) r <= inner L (qstar pistar) (rhat x0 rv Lam (drop k v)) by lra.
apply: inner_le => h x a hL; first by rewrite /qstar (marg_q3 x0 pistar HP); exact: (q2_ge0 x0 HP Hp).
by move: Bk; rewrite /in_bounds => /forallP/(_ (Ordinal hL))/forallP/(_ x)/forallP/(_ a)/andP[_ /RlebP].
Qed.
Lemma p_theorem_4_bias_1_printed_2 : ltac:(here Statements.theorem_4_bias_1_printed_2).
Proof.
move=> hist H; apply: (@Rle_trans _ (\rsum_(h < L) 0)); last by rewrite big1; [exact: Rle_refl |].
apply: le_rsum => h _; apply: (@Rle_trans _ (\rsum_(x : S h) \rsum_(a : A) 0)); last by rewrite big1; [exact: Rle_refl | move=> x _; rewrite big1].
apply: le_rsum => x _; apply: le_rsum => a _; have := H h x a (ltn_ord h); have := q2_ge0 x0 HP Hp x a.
move: (q2 x0 P pistar x a) (rhat x0 rv Lam (st hist) x a) (Algorithm.r P rho rv x a) => q u t.
case: Rlt_dec => q0 q1 /= H1.
  by have := Rmult_le_compat_l q _ _ q1 H1; lra.
have -> : q = 0 by lra.
by rewrite Rmult_0_l; apply: Rle_refl.
Qed.
(* half over pairs in every epoch: no theorem of the form says it *)
Lemma p_eq_28_printed_4 : ltac:(here Statements.eq_28_printed_4).
Proof.
move=> hist; rewrite -rsumZ; apply: le_rsum => h _; have hL := ltn_ord h.
have mass := pairs_mass x0_only HP Hplay (fun _ => HP) hist hL.
have -> : \rsum_(x : S h) \rsum_(a : A) ((marg (qhat hist) x a - q2 x0 P (f hist) x a) * rhat x0 rv Lam (st hist) x a) =
    \rsum_(x : S h) \rsum_(a : A) ((marg (qhat hist) x a - q2 x0 P (f hist) x a) * (rhat x0 rv Lam (st hist) x a - / 2)).
  apply: Rminus_diag_uniq; rewrite -rsumB -[RHS](Rmult_0_l (/ 2)) -mass -rsumZr; apply: eq_bigr => x _.
  by rewrite -rsumB -rsumZr; apply: eq_bigr => a _; rewrite marg_q; ring.
rewrite -rsumZ; apply: le_rsum => x _; rewrite -rsumZ; apply: le_rsum => a _.
have := rhat01 x0 Lam Hrv (st hist) x a; move: (rhat _ _ _ _ x a) (marg _ x a - _) => t u t01.
by rewrite /Rabs; case: Rcase_abs => H; nra.
Qed.
(* no theorem of the form says it *)
Lemma p_eq_28_printed_0 : ltac:(here Statements.eq_28_printed_0).
Proof.
move=> v vT; rewrite -hsumZ; apply: le_hsum => s e hist _.
rewrite -rsumZ; apply: le_rsum => h _; have hL := ltn_ord h.
have mass := pairs_mass x0_only HP Hplay (fun _ => HP) hist hL.
have -> : \rsum_(x : S h) \rsum_(a : A) ((marg (qhat hist) x a - q2 x0 P (f hist) x a) * rhat x0 rv Lam (st hist) x a) =
    \rsum_(x : S h) \rsum_(a : A) ((marg (qhat hist) x a - q2 x0 P (f hist) x a) * (rhat x0 rv Lam (st hist) x a - / 2)).
  apply: Rminus_diag_uniq; rewrite -rsumB -[RHS](Rmult_0_l (/ 2)) -mass -rsumZr; apply: eq_bigr => x _.
  by rewrite -rsumB -rsumZr; apply: eq_bigr => a _; rewrite marg_q; ring.
rewrite -rsumZ; apply: le_rsum => x _; rewrite -rsumZ; apply: le_rsum => a _.
have := rhat01 x0 Lam Hrv (st hist) x a; move: (rhat _ _ _ _ x a) (marg _ x a - _) => t u t01.
by rewrite /Rabs; case: Rcase_abs => H; nra.
Qed.
Lemma p_sec_4a_updates_repaired_1 : ltac:(here Statements.sec_4a_updates_repaired_1).
Proof.
move=> /two_T T2 /none_wide W v vT; rewrite -INR1 -addn_INR; apply: leq_INR.
have one (h : 'I_L) : (#|S h| * #|A|)%N = 1%N.
  by apply/eqP; rewrite eqn_leq muln_gt0 Sgt A1 !andbT leqNgt; apply/negP => H; apply: W; exists h.
have w : (0 < size v)%N by rewrite vT; apply: ltnW.
have := updates_narrow x0 L1 A1 one w; rewrite vT; have := updates_behead v; case: (updates x0 (behead v)) => [//|u] uu.
move=> H; rewrite add1n ltnS; apply: trunc_log_max => //; rewrite -(leq_pmul2l (m := 2)) // -expnS.
by apply: leq_trans H; rewrite leq_exp2l.
Qed.
Lemma p_sec_7_log_T_repaired_0 : ltac:(here Statements.sec_7_log_T_repaired_0).
Proof.
move=> /two_T T2 v vT; have w : (1 < size v)%N by rewrite vT.
by have := updates_log_T x0 L1 Sgt A1 w; rewrite vT; apply: Rle_trans; apply: leq_INR; exact: updates_behead.
Qed.
(* by layers: no theorem says it *)
Lemma p_lemma_09_count_printed_0 : ltac:(here Statements.lemma_09_count_printed_0).
Proof.
move=> v vT; apply: Rle_trans (visited_weights Hst (wt := fun hist h x a => 2 * (INR L - INR h) * eps x0 Lam (st hist) x a) (C := fun h => INR (L - h) * 2 * sqrt (2 * INR #|S h.+1| * Lam)) _ _) _.
- by move=> h; apply: Rmult_le_pos; [have := pos_INR (L - h); lra | exact: sqrt_pos].
- move=> s e hist _ h x a hL; rewrite -/(n1 x0 (st hist) x a) /eps sqrt_div_alt.
    by rewrite (minus_INR L h); [rewrite /Rdiv; apply: Req_le; ring | apply/leP; exact: ltnW].
  by have := n1_ge1 x0 (st hist) x a; lra.
have := rate S A L T Lam (fun h => INR (L - h) * 2) (fun h => pos_INR #|S h.+1|); rewrite vT => ->.
rewrite -/(root A T Lam); apply: Req_le; rewrite (_ : 4 + 2 * sqrt 2 = (2 + sqrt 2) * 2); last by ring.
rewrite (eq_bigr (fun h : 'I_L => 2 * ((INR L - INR h) * sqrt (INR #|S h| * INR #|S h.+1|)))) => [|h _]; last by rewrite INR_sub; ring.
rewrite rsumZ -!Rmult_assoc; congr (_ * _); ring.
Qed.
(* in every epoch on the events: no theorem says it *)
Lemma U_le_V (pi : policy S A) (w : reward S A) : is_policy pi -> forall k h (x : S h), @U S A P pi w k h x <= V P pi w k x.
Proof.
move=> Hpi; elim => [|k IH] h x /=; first by lra.
apply: le_rsum => a _; apply: Rmult_le_compat_l; first exact: (Hpi h x).1.
rewrite /clip; apply: Rle_trans (Rmin_r _ _) _; apply: Rplus_le_compat_l; apply: le_rsum => y _.
apply: Rmult_le_compat_l; [exact: (HP h x a).1 | exact: IH].
Qed.
Lemma error_and_bias hist (q : occ S A) : is_policy (f hist) -> polytope L (Pbar x0 (st hist)) (@eps S A Z x0 L Lam (st hist)) q ->
  plays L q (f hist) ->
  (forall h (x : S h) a, (h < L)%N -> rbar x0 rv (st hist) x a - r x a <= 1 / 2 * b x0 Lam (st hist) x a) ->
  (forall h (x : S h) a, (h < L)%N -> \rsum_y Rabs (P h x a y - Pbar x0 (st hist) x a y) <= eps x0 Lam (st hist) x a) ->
  \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (marg q x a * rhat x0 rv Lam (st hist) x a) - V P (f hist) r L x0 <=
  \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (q2 x0 P (f hist) x a * (Rmin 1 (3 / 2 * b x0 Lam (st hist) x a) +
    (INR L - 1 - INR h) * ind (1 < #|S h.+1|)%N * Rmin 1 (eps x0 Lam (st hist) x a))).
Proof.
move=> Hpi Hq pl up hc; set s := st hist in up hc Hq *.
pose Ph := ConfidenceSets.Phat L q P.
have Ht : is_trans Ph := Phat_trans Hq HP.
have Hconf := Phat_conf Hq hc.
pose w : reward S A := wt x0 Lam (1 / 2) (fun=> 1) s.
apply: (@Rle_trans _ (V P (f hist) w L x0)); last first.
  rewrite (eq_8 x0 (f hist) HP) -in_q; apply: Req_le; apply: eq_bigr => h _; apply: eq_bigr => x _; apply: eq_bigr => a _; congr (_ * _).
  rewrite /w /wt /LayerSums.wide Rmult_1_l (_ : 1 + 1 / 2 = 3 / 2); last by field.
  rewrite (_ : INR (L - h.+1) = INR L - 1 - INR h); first by ring.
  by rewrite minus_INR; [rewrite S_INR; ring | apply/leP; exact: ltn_ord].
rewrite -/(inner L q (rhat x0 rv Lam s)) -(@inner_polytope S A x0 x0_only L (Pbar x0 s) _ q P (f hist) Hq pl) -/Ph -(eq_8 x0 (f hist) Ht).
have rh01 := rhat01 x0 Lam Hrv s.
apply: Rle_trans (U_le_V w Hpi L x0).
apply: (U_dominates HP Hpi Ht (r01 HP Hrho Hrv) rh01) => [h x a hL|]; last exact: addn0.
rewrite /w /wt; apply: Rplus_le_compat.
  have := r01 HP Hrho Hrv x a; have := rh01 h x a; have := up h x a hL.
  have : rhat x0 rv Lam s x a <= rbar x0 rv s x a + b x0 Lam s x a := Rmin_r _ _.
  by move: (Algorithm.r _ _ _ x a) (rhat _ _ _ s x a) (rbar _ _ s x a) (b _ _ s x a) => t1 t2 t3 t4 *; apply: Rmin_glb; lra.
case W : (wide h); last by rewrite (narrow_diff _ W (Ht h x a) (HP h x a)) Rmult_0_l; exact: Rle_refl.
rewrite [ind true]/= !Rmult_1_l; apply: half_norm; [exact: Ht | exact: HP | exact: pos_INR | |].
  by move=> y; apply: V_bound.
have C1 := Hconf h x a hL; have C2 := hc h x a hL.
apply: (@Rle_trans _ (\rsum_y (Rabs (Ph h x a y - Pbar x0 s x a y) + Rabs (P h x a y - Pbar x0 s x a y)))).
  apply: le_rsum => y _; rewrite -(Rabs_Ropp (P h x a y - _)).
  by apply: Rle_trans _ (Rabs_triang _ _); apply: Req_le; congr Rabs; ring.
by rewrite rsumD (_ : 2 * eps x0 Lam s x a = eps x0 Lam s x a + eps x0 Lam s x a); [apply: Rplus_le_compat; [exact: C1 | exact: C2] | ring].
Qed.
Lemma p_theorem_4_repaired_4 : ltac:(here Statements.theorem_4_repaired_4).
Proof. by move=> hist up hc; have [Hpi Hq pl] := Hplay hist; exact: error_and_bias. Qed.
(* in every epoch with P in P_i: no theorem says it *)
Lemma p_lemma_05_repaired_2 : ltac:(here Statements.lemma_05_repaired_2).
Proof.
move=> hist hc; pose Q := qxi (fun _ => P) hist.
apply: (@Rle_trans _ (\rsum_(h < L) (INR (L - h.+1) * (/ 2 * Q h)))); last first.
  apply: le_rsum => h _; rewrite /Q /AppendixA.qxi -!rsumZ; apply: le_rsum => x _; rewrite -!rsumZ; apply: le_rsum => a _.
  have q0 := q2_ge0 x0 HP (Hf hist) x a; have hL := ltn_ord h.
  have -> : INR L - 1 - INR h = INR (L - h.+1) by rewrite minus_INR; [rewrite S_INR; ring | apply/leP; exact: hL].
  have n0 := pos_INR (L - h.+1).
  suff : / 2 * @xi_ S A Z L P qhat (fun _ => P) hist h x a <= ind (1 < #|S h.+1|)%N * Rmin 1 (eps x0 Lam (st hist) x a).
    move=> H; have := Rmult_le_compat_l _ _ _ (Rmult_le_pos _ _ n0 q0) H; lra.
  have X2 := xi_le2 HP (PT hist) x a; have X1 := eq_26 Hplay (comp := fun _ => P) (fun _ hc => hc) hc x a hL.
  case W : (1 < #|S h.+1|)%N; last by rewrite /AppendixA.xi_ (xi_narrow HP (PT hist) _ _ W) /=; lra.
  by rewrite Rmult_1_l; apply: Rmin_glb; rewrite /AppendixA.xi_ in X1 *; lra.
rewrite -(sum_earlier_layers L (fun l => / 2 * Q l)); apply: le_rsum => h _; have hL := ltn_ord h.
apply: (@Rle_trans _ (/ 2 * pairs1 (qhat hist) (q_ hist) h)); last first.
  by rewrite rsumZ; apply: Rmult_le_compat_l; [lra | exact: (lemma_8 x0_only HP Hplay (fun _ => HP))].
have mass := pairs_mass x0_only HP Hplay (fun _ => HP) hist hL.
have -> : \rsum_(x : S h) \rsum_(a : A) ((marg (qhat hist) x a - q2 x0 P (f hist) x a) * rhat x0 rv Lam (st hist) x a) =
    \rsum_(x : S h) \rsum_(a : A) ((marg (qhat hist) x a - q2 x0 P (f hist) x a) * (rhat x0 rv Lam (st hist) x a - / 2)).
  apply: Rminus_diag_uniq; rewrite -rsumB -[RHS](Rmult_0_l (/ 2)) -mass -rsumZr; apply: eq_bigr => x _.
  by rewrite -rsumB -rsumZr; apply: eq_bigr => a _; rewrite marg_q; ring.
rewrite -rsumZ; apply: le_rsum => x _; rewrite -rsumZ; apply: le_rsum => a _; rewrite marg_q.
have := rhat01 x0 Lam Hrv (st hist) x a; move: (rhat _ _ _ _ x a) (marg _ x a - _) => t u t01.
by rewrite /Rabs; case: Rcase_abs => H; nra.
Qed.
(* the sharper form: no theorem says it *)
Lemma p_lemma_12_jensen_printed_1 : ltac:(here Statements.lemma_12_jensen_printed_1).
Proof.
have [n LE] : exists n, L = n.+1 by exists L.-1; rewrite (prednK L1).
have S01 : INR #|S 0%N| = 1.
  have -> : #|S 0%N| = 1%N by apply/eqP/fintype1P; exists x0 => x; exact: x0_only.
  by [].
have ta : 0 <= INR T * INR #|A| by apply: Rmult_le_pos; exact: pos_INR.
rewrite (eq_bigr (fun h : 'I_L => sqrt (INR T * INR #|A|) * sqrt (INR #|S h|))) => [|h _]; last first.
  by rewrite -sqrt_mult_alt //; congr sqrt; ring.
rewrite rsumZ Rmult_comm; apply: Rmult_le_compat_r; first exact: sqrt_pos.
have e1 := X_total S L; rewrite SL INR1 /total in e1.
rewrite LE (rsum_recl n (fun h => INR #|S h|)) S01 in e1.
rewrite LE (rsum_recl n (fun h => sqrt (INR #|S h|))) S01 sqrt_1; apply: Rplus_le_compat_l.
have J : \rsum_(h < n) sqrt (INR #|S h.+1|) <= sqrt (INR n * \rsum_(h < n) INR #|S h.+1|).
  by have := @rsum_sqrt_le [finite 'I_n] (fun h => INR #|S h.+1|) _ (fun h => pos_INR _) erefl; rewrite card_ord.
apply: Rle_trans J _; apply: Req_le; congr sqrt; rewrite S_INR e1; ring.
Qed.
Lemma p_lemma_05_repaired_1 : ltac:(here Statements.lemma_05_repaired_1).
Proof.
have r0 := root_ge0 A T Lam; have [q1 _] := sqrt2_bounds; have l1 := L_ge1 L1; have s2 := sqrt2_sqr.
have W : \rsum_(h < (L - 1)%N) ((INR L - 1 - INR h) * ind (1 < #|S h.+1|)%N * sqrt (INR #|S h| * INR #|S h.+1|)) <= INR L * INR X.
  apply: Rle_trans (@sum_wide S L); have [n LE] : exists n, L = n.+1 by exists L.-1; rewrite (prednK L1).
  rewrite LE subn1 [n.+1.-1]/= (rsum_recr n (fun h => ind (LayerSums.wide S h) * INR (n.+1 - h) * sqrt (INR #|S h| * INR #|S h.+1|))).
  rewrite -[X in X <= _]Rplus_0_r; apply: Rplus_le_compat; last first.
    by apply: Rmult_le_pos; [apply: Rmult_le_pos; [exact: ind_ge0 | exact: pos_INR] | exact: sqrt_pos].
  apply: le_rsum => h _; apply: Rmult_le_compat_r; first exact: sqrt_pos.
  rewrite Rmult_comm; apply: Rmult_le_compat_l; first exact: ind_ge0.
  by rewrite minus_INR; [lra | apply/leP; apply: leq_trans (ltnW (ltn_ord h)) _].
rewrite -/(root A T Lam).
have W' := Rmult_le_compat_l ((2 + sqrt 2) * root A T Lam) _ _ ltac:(nra) W.
have [_ lL] := Lam_ln x0 T1 delta01 A1 L1 SL Lam_ge; have l0 := ln_delta delta01; have t0 := pos_INR T; have a1 := A_ge1 A1.
have D : sqrt (INR T / 8 * ln (1 / delta)) <= sqrt 2 / 4 * root A T Lam.
  have -> : sqrt 2 / 4 * root A T Lam = sqrt (/ 8 * (INR T * INR #|A| * Lam)).
    rewrite [RHS]sqrt_mult_alt; last by lra.
    rewrite -/(root A T Lam); congr (_ * _); rewrite -(sqrt_square (sqrt 2 / 4)); last by lra.
    by congr sqrt; have -> : sqrt 2 / 4 * (sqrt 2 / 4) = (sqrt 2 * sqrt 2) / 16 by [field]; rewrite s2; field.
  apply: sqrt_le_1_alt; have : INR T * ln (1 / delta) <= INR T * (INR #|A| * Lam) by apply: Rmult_le_compat_l => //; nra.
  by lra.
have lx := L_lt_X L Sgt.
have D' := Rmult_le_compat_l (INR L * (INR L - 1)) _ _ ltac:(nra) D.
have : INR L * (INR L - 1) * (sqrt 2 / 4 * root A T Lam) <= INR L * INR X * (sqrt 2 / 4 * root A T Lam).
  by apply: Rmult_le_compat_r; [apply: Rmult_le_pos; lra | apply: Rmult_le_compat_l; lra].
lra.
Qed.
(* on the event of Lemma 2, with the martingale itself: no theorem says it *)
Lemma p_lemma_09_repaired_4 : ltac:(here Statements.lemma_09_repaired_4).
Proof.
apply: one H2 => v vT B; apply/RlebP.
suff H : hsum (fun hist e => \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (ind (visit x0 (mkp x a) e) * ((INR L - INR h) * @xi_ S A Z L P qhat (by_estimates x0 st) hist h x a))) v <=
  (4 + 2 * sqrt 2) * sqrt (INR T * INR #|A| * Lam) * (\rsum_(h < (L - 1)%N) ((INR L - INR h) * sqrt (INR #|S h| * INR #|S h.+1|))) by lra.
pose C h := ind (wide h) * INR (L - h) * 2 * sqrt (2 * INR #|S h.+1| * Lam).
apply: Rle_trans (visited_weights Hst (wt := fun hist h x a => (INR L - INR h) * @xi_ S A Z L P qhat (by_estimates x0 st) hist h x a) (C := C) _ _) _.
- by move=> h; apply: Rmult_le_pos; [have := ind_ge0 (wide h); have := pos_INR (L - h); nra | exact: sqrt_pos].
- move=> s e hist E1 h x a hL.
  have hc : in_conf L (Pbar x0 (st hist)) (eps x0 Lam (st hist)) P.
    rewrite (_ : hist = drop s.+1 v); first exact: conf_event.
    by rewrite -addn1 addnC -drop_drop E1 /= drop0.
  rewrite (_ : INR L - INR h = INR (L - h)); last by rewrite minus_INR //; apply/leP; exact: ltnW.
  rewrite /C -/(n1 x0 (st hist) x a); case W : (wide h); last first.
    by rewrite /AppendixA.xi_ (xi_narrow HP (P_i_by_estimates Lam_ge Hlearn hist).1 _ _ W) /=; lra.
  have := eq_26_by_estimates Lam_ge Hlearn hc x a hL.
  rewrite /eps sqrt_div_alt; last by have := n1_ge1 x0 (st hist) x a; lra.
  rewrite /Rdiv => H; have := Rmult_le_compat_l _ _ _ (pos_INR (L - h)) H; rewrite [ind true]/=; lra.
have := rate S A L T Lam (fun h => ind (wide h) * INR (L - h) * 2) (fun h => pos_INR #|S h.+1|); rewrite vT /C => ->.
rewrite -/(root A T Lam); have r0 := root_ge0 A T Lam; have s1 := sqrt2_ge1.
have W : \rsum_(h < L) (ind (wide h) * INR (L - h) * 2 * sqrt (INR #|S h| * INR #|S h.+1|)) <=
  2 * \rsum_(h < (L - 1)%N) ((INR L - INR h) * sqrt (INR #|S h| * INR #|S h.+1|)).
  have [n LE] : exists n, L = n.+1 by exists L.-1; rewrite (prednK L1).
  have w0 : wide n = false by rewrite /LayerSums.wide -LE SL.
  rewrite LE subn1 [n.+1.-1]/= (rsum_recr n (fun h => ind (LayerSums.wide S h) * INR (n.+1 - h) * 2 * sqrt (INR #|S h| * INR #|S h.+1|))) w0 [ind false]/=.
  rewrite !Rmult_0_l Rplus_0_r -rsumZ; apply: le_rsum => h _.
  rewrite -Rmult_assoc; apply: Rmult_le_compat_r; first exact: sqrt_pos.
  have hn : (h <= n.+1)%N by apply: leq_trans (ltnW (ltn_ord h)) _.
  have -> : INR n.+1 - INR h = INR (n.+1 - h) by rewrite minus_INR //; apply/leP.
  have := pos_INR (n.+1 - h); have := ind_ge0 (LayerSums.wide S h); have := ind_le1 (LayerSums.wide S h); nra.
have := Rmult_le_compat_l ((2 + sqrt 2) * root A T Lam) _ _ ltac:(nra) W; lra.
Qed.
(* pairs by triples (factor (L - 1)/L): no theorem says it *)
Lemma shifted (p t : nat -> R) (c : R) n : p 0%N = 0 -> (forall h, p h.+1 <= t h) -> (forall h, p h <= t h) -> INR n <= c - 1 ->
  c * (\rsum_(h < n) p h) + (c - INR n) * p n <= (c - 1) * (\rsum_(h < n) t h).
Proof.
move=> p0 pt pp; elim: n => [|n IH]; first by rewrite !big_ord0 p0; lra.
rewrite S_INR !rsum_recr => nc; have := IH ltac:(lra); have := pt n; have := pp n; have := pos_INR n; move: (\rsum_(h < n) _) (\rsum_(h < n) _) => u w; nra.
Qed.
Lemma p_eq_28_printed_3 : ltac:(here Statements.eq_28_printed_3).
Proof.
move=> hist; pose p h := dist_pairs x0 P (@P_ S A Z L qhat (fun _ => P) hist) (f hist) h; pose t h := dist_triples x0 P (@P_ S A Z L qhat (fun _ => P) hist) (f hist) h.
have pt h : p h.+1 <= t h := dist_step x0 P _ (Hf hist) h.
have pp h : p h <= t h.
  apply: le_rsum => x _; apply: le_rsum => a _; rewrite -(marg_q3 x0 (f hist) (PT hist)) -(marg_q3 x0 (f hist) HP) /marg -rsumB; exact: rsum_abs.
have p0 : p 0%N = 0.
  by rewrite /p /dist_pairs big1 // => x _; rewrite big1 // => a _; rewrite /q2 /= Rminus_eq_0 Rabs_R0.
have E1 : \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) Rabs (marg (qhat hist) x a - q2 x0 P (f hist) x a) = \rsum_(h < L) p h.
  by rewrite pairs_q; apply: eq_bigr => h _; rewrite /p (dist_pairs_P_ x0_only HP Hplay (fun _ => HP)).
have E2 : \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) \rsum_(y : S h.+1) Rabs (qhat hist h x a y - q3 x0 P (f hist) x a y) = \rsum_(h < L) t h.
  by apply: eq_bigr => h _; rewrite /t (dist_triples_P_ P (fun _ => P) x0_only Hplay).
rewrite E1 E2; have l1 := L_ge1 L1; have [n LE] : exists n, L = n.+1 by exists L.-1; rewrite (prednK L1).
have c1 : INR n <= INR L - 1 by rewrite LE S_INR; lra.
have := shifted p0 pt pp c1; have := pp n.
have -> : \rsum_(h < L) p h = \rsum_(h < n) p h + p n by rewrite LE rsum_recr.
have -> : \rsum_(h < L) t h = \rsum_(h < n) t h + t n by rewrite LE rsum_recr.
have -> : INR n = INR L - 1 by rewrite LE S_INR; ring.
move: (\rsum_(h < n) p h) (\rsum_(h < n) t h) (p n) (t n) => u w pn tn H1 H.
apply: (Rmult_le_reg_l (INR L)); first lra.
have -> : INR L * ((INR L - 1) / INR L * (w + tn)) = (INR L - 1) * (w + tn) by field; lra.
have l2 : (INR L - 1) * pn <= (INR L - 1) * tn by apply: Rmult_le_compat_l; lra.
lra.
Qed.
(* no theorem says it *)
Lemma p_eq_28_printed_1 : ltac:(here Statements.eq_28_printed_1).
Proof. by move=> v vT; rewrite -hsumZ; apply: le_hsum => s e hist _; exact: p_eq_28_printed_3. Qed.
(* of N_m: no theorem says it *)
Lemma p_display_b3_printed_1 : ltac:(here Statements.display_b3_printed_1).
Proof.
move=> v vT h hL; apply: Rmult_le_compat_l; first by lra.
have [_ H2 H3] := display_B3 (@every_schedule S A Z x0 L) (st (behead v)) hL; have s2 := sqrt2_ge1.
have {}H2 := Rmult_le_reg_l (1 + sqrt 2) _ _ ltac:(lra) H2; apply: Rle_trans H2 _; rewrite (layer_total x0 _ hL).
apply: sqrt_le_1_alt; have [k [-> kw]] := schedule_drop (behead v) Hst.
have : INR (size (drop k (behead v))) <= INR T by apply: leq_INR; rewrite size_drop size_behead -vT; apply: leq_trans (leq_subr _ _) (leq_pred _).
move=> t; have := Rmult_le_compat_l _ _ _ (Rmult_le_pos _ _ (pos_INR #|S h|) (pos_INR #|A|)) t; lra.
Qed.
Lemma half_of_log : sqrt (INR T * ln (1 / delta) / 2) <= sqrt 2 / 2 * root A T Lam.
Proof.
have r0 := root_ge0 A T Lam; have [q1 _] := sqrt2_bounds.
have [_ lL] := Lam_ln x0 T1 delta01 A1 L1 SL Lam_ge; have d0 := ln_delta delta01; have t0 := pos_INR T; have a1 := A_ge1 A1; have s2 := sqrt2_sqr.
have -> : sqrt 2 / 2 * root A T Lam = sqrt (/ 2 * (INR T * INR #|A| * Lam)).
  rewrite [RHS]sqrt_mult_alt; last by lra.
  rewrite -/(root A T Lam); congr (_ * _); rewrite -(sqrt_square (sqrt 2 / 2)); last by lra.
  by congr sqrt; have -> : sqrt 2 / 2 * (sqrt 2 / 2) = (sqrt 2 * sqrt 2) / 4 by [field]; rewrite s2; field.
apply: sqrt_le_1_alt; have : INR T * ln (1 / delta) <= INR T * (INR #|A| * Lam) by apply: Rmult_le_compat_l => //; nra.
by lra.
Qed.
(* the sum over the layers but the last, as the theorem has it with `wide` *)
Lemma but_the_last : \rsum_(h < L) (ind (wide h) * INR (L - h) * sqrt (INR #|S h| * INR #|S h.+1|)) <=
  \rsum_(h < (L - 1)%N) ((INR L - INR h) * sqrt (INR #|S h| * INR #|S h.+1|)).
Proof.
have [n LE] : exists n, L = n.+1 by exists L.-1; rewrite (prednK L1).
rewrite LE subn1 [n.+1.-1]/= (rsum_recr n (fun h => ind (wide h) * INR (n.+1 - h) * sqrt (INR #|S h| * INR #|S h.+1|))).
have -> : ind (wide n) = 0 by rewrite /LayerSums.wide -LE SL.
rewrite !Rmult_0_l Rplus_0_r; apply: le_rsum => h _; have hn := ltnW (leqW (ltn_ord h)).
rewrite minus_INR; last by apply/leP.
have l0 : 0 <= INR n.+1 - INR h by have := leq_INR hn; lra.
have := sqrt_pos (INR #|S h| * INR #|S h.+1|); have := ind_le1 (wide h); have := ind_ge0 (wide h) => i0 i1 s0.
by rewrite Rmult_assoc; rewrite -[X in _ <= X]Rmult_1_l; apply: Rmult_le_compat_r => //; exact: Rmult_le_pos.
Qed.
Lemma half_inside : sqrt (INR T * ln (1 / delta) / 2) = sqrt (INR T / 2 * ln (1 / delta)).
Proof. by congr sqrt; field. Qed.
Lemma p_lemma_04_repaired_0 : ltac:(here Statements.lemma_04_repaired_0).
Proof.
apply: (more (Rle_refl 2) _ (lemma_4_layered Lam_ge Hst Hlearn)) => v vT /RlebP H; apply/RlebP; apply: Rle_trans H _.
rewrite half_inside; apply: Rplus_le_compat_r; apply: Rmult_le_compat_l but_the_last.
by have := sqrt_pos (INR T * INR #|A| * Lam); have := sqrt_pos 2; nra.
Qed.
Lemma p_lemma_04_repaired_1 : ltac:(here Statements.lemma_04_repaired_1).
Proof.
rewrite -/(LayerSums.root A T Lam); have r0 := root_ge0 A T Lam; have [q1 _] := sqrt2_bounds; have l0 := pos_INR L.
have W : \rsum_(h < (L - 1)%N) ((INR L - INR h) * sqrt (INR #|S h| * INR #|S h.+1|)) <= INR L * INR X.
  apply: (@Rle_trans _ (INR L * \rsum_(h < (L - 1)%N) sqrt (INR #|S h| * INR #|S h.+1|))).
    rewrite -rsumZ; apply: le_rsum => h _; apply: Rmult_le_compat_r; first exact: sqrt_pos.
    by have := pos_INR h; lra.
  apply: Rmult_le_compat_l => //; apply: Rle_trans (layers_of_X S L).
  have [n LE] : exists n, L = n.+1 by exists L.-1; rewrite (prednK L1).
  rewrite LE subn1 [n.+1.-1]/= (rsum_recr n (fun h => sqrt (INR #|S h| * INR #|S h.+1|))).
  by have := sqrt_pos (INR #|S n| * INR #|S n.+1|); lra.
have W' := Rmult_le_compat_l ((4 + 2 * sqrt 2) * root A T Lam) _ _ ltac:(nra) W.
have D := half_of_log; have lx := L_lt_X L Sgt; rewrite half_inside in D.
have D' := Rmult_le_compat_l (INR L * (INR L + 1)) _ _ ltac:(nra) D.
have : INR L * (INR L + 1) * (sqrt 2 / 2 * root A T Lam) <= INR L * INR X * (sqrt 2 / 2 * root A T Lam).
  by apply: Rmult_le_compat_r; [apply: Rmult_le_pos; lra | apply: Rmult_le_compat_l; lra].
lra.
Qed.
Lemma p_lemma_04_repaired_together : ltac:(here Statements.lemma_04_repaired_together).
Proof.
apply: Rle_trans p_lemma_04_repaired_0 (Prl_imp KD _) => v _ H0; apply/andP; split=> //.
by apply/RlebP; move/RlebP: H0 => H0; apply: Rle_trans H0 p_lemma_04_repaired_1.
Qed.
Lemma p_lemma_04_repaired_2 : ltac:(here Statements.lemma_04_repaired_2).
Proof. by apply: Rle_trans p_lemma_04_repaired_together (Prl_imp KD _) => v _ /andP[]. Qed.
Lemma p_theorem_4_repaired_2 : ltac:(here Statements.theorem_4_repaired_2).
Proof.
have S01 : INR #|S 0%N| = 1.
  have -> : #|S 0%N| = 1%N by apply/eqP/fintype1P; exists x0 => x; exact: x0_only.
  by [].
have xs1 h : 1 <= INR #|S h| by exact: (xs_ge1 Sgt).
have k1 := @K1 L (fun h => INR #|S h|) xs1; have k2 := @K2 L (fun h => INR #|S h|) L1 S01 xs1.
have W : \rsum_(h < L) ((INR L - 1 - INR h) * ind (1 < #|S h.+1|)%N * sqrt (INR #|S h| * INR #|S h.+1|)) <= \rsum_(h < L) (INR (L - h.+1) * sqrt (INR #|S h| * INR #|S h.+1|)).
  apply: le_rsum => h _; apply: Rmult_le_compat_r; first exact: sqrt_pos.
  have -> : INR L - 1 - INR h = INR (L - h.+1) by rewrite minus_INR; [rewrite S_INR; ring | apply/leP; exact: ltn_ord].
  by have := pos_INR (L - h.+1); have := ind_le1 (1 < #|S h.+1|)%N; have := ind_ge0 (1 < #|S h.+1|)%N; nra.
have k4 := @K4 L (fun h => INR #|S h|) xs1 _ _ k1 (Rle_trans _ _ _ W k2).
have XT := X_total S L; rewrite SL INR1 in XT; rewrite -XT in k4.
have [_ lL] := Lam_ln x0 T1 delta01 A1 L1 SL Lam_ge; have d0 := ln_delta delta01; have t0 := pos_INR T; have a1 := A_ge1 A1; have s1 := sqrt2_ge1; have l1 := L_ge1 L1.
rewrite -/(root A T Lam); have r0 := root_ge0 A T Lam.
have D : sqrt (INR T * INR L * (2 * INR L * INR L + 1) * ln (1 / delta) / 6) <= INR L ^ 2 * root A T Lam.
  apply: sqrt_le_sq; first by apply: Rmult_le_pos => //; exact: pow2_ge_0.
  have rr : root A T Lam * root A T Lam = INR T * INR #|A| * Lam by apply: sqrt_sqrt; apply: Rmult_le_pos; [apply: Rmult_le_pos; lra | lra].
  have -> : (INR L ^ 2 * root A T Lam) ^ 2 = INR L ^ 4 * (root A T Lam * root A T Lam) by ring.
  rewrite rr; have v0 : 0 <= INR T * ln (1 / delta) by apply: Rmult_le_pos; lra.
  have vw : INR T * ln (1 / delta) <= INR T * INR #|A| * Lam by rewrite Rmult_assoc; apply: Rmult_le_compat_l => //; nra.
  have c : INR L * (2 * INR L * INR L + 1) / 6 <= INR L ^ 4.
    have l2 : INR L <= INR L * INR L by nra.
    have l3 : INR L * INR L <= INR L * INR L * INR L by nra.
    have l4 : INR L * INR L * INR L <= INR L ^ 4 by rewrite (_ : INR L ^ 4 = INR L * INR L * INR L * INR L); [nra | ring].
    by lra.
  have c0 : 0 <= INR L * (2 * INR L * INR L + 1) / 6 by nra.
  apply: (@Rle_trans _ (INR L * (2 * INR L * INR L + 1) / 6 * (INR T * ln (1 / delta)))); first by apply: Req_le; field.
  exact: Rmult_le_compat.
have := Rmult_le_compat_l ((2 + sqrt 2) * root A T Lam) _ _ ltac:(nra) k4.
have : INR L ^ 2 * root A T Lam <= (2 + sqrt 2) * root A T Lam * (INR L ^ 2 / 2).
  have : 0 <= INR L ^ 2 * root A T Lam by apply: Rmult_le_pos => //; exact: pow2_ge_0.
  by nra.
lra.
Qed.
(* A step of probability 0: an event at a step, and an episode that has one. *)
Definition no_way : event S A Z := fun h x a _ y => if Req_EM_T (P h x a y) 0 then true else false.
Definition goes_no_way (e : E) := pathhas no_way x0 e.
Lemma pathhas_sub (Psi Phi : event S A Z) k h (x : S h) (e : traj S A Z k h) :
  (forall l (u : S l) a z y, Psi l u a z y -> Phi l u a z y) -> pathhas Psi x e -> pathhas Phi x e.
Proof. by move=> H; elim: k h x e => [//|k IH] h x e /= /orP[/H->//|/IH->]; rewrite orbT. Qed.
Lemma pathhas_le (Psi : event S A Z) k h (x : S h) (e : traj S A Z k h) :
  ind (pathhas Psi x e) <= pathsum (fun l u a z y => ind (Psi l u a z y)) x e.
Proof.
elim: k h x e => [|k IH] h x e /=; first exact: Rle_refl.
have := IH _ e.1.2.2 e.2; case: (Psi _ _ _ _ _) => /=; case: (pathhas _ _ _) => /= H; lra.
Qed.
Lemma no_way_never hist : K hist (fun e => ind (goes_no_way e)) <= 0.
Proof.
have B : bddf (fun l (u : S l) a (z : Z) y => ind (no_way u a z y)).
  by apply: (bddf_between (c := fun _ => 0) (d := fun _ => 1)) => l u a z y; split; [exact: ind_ge0 | exact: ind_le1].
apply: Rle_trans (centred HP Hrho (Hf hist) x0 L B _); last first.
  move=> h x a; apply: Req_le; apply: big1 => y _; rewrite /no_way; case: Req_EM_T => [p0|ne]; first by rewrite [X in X * _]p0 Rmult_0_l.
  by rewrite (ex_const (Hrho h x a y) (c := 0)) // Rmult_0_r.
by apply: (ex_le (law_exp HP Hrho (Hf hist) L x0)); [exact: bdd_ind | exact: pathsum_bdd | move=> e; exact: pathhas_le].
Qed.
Lemma p_prop_3_repaired_0 : ltac:(here Statements.prop_3_repaired_0).
Proof.
rewrite /Prl; suff : Pr K T [::] (fun v => ~~ [forall h : 'I_L, [forall x : S h, [forall a : A, [forall y : S h.+1,
  Rleb ((\rsum_(e0 <- v) ind (visit3 x0 x a y e0)) * (if Req_EM_T (P h x a y) 0 then 1 else 0)) 0]]]]) <= 0 by move=> H; lra.
apply: (Pr_super KD (M := fun v => ind (has goes_no_way v))) => [hist|hist|v _]; first exact: bdd_ind.
  case: (boolP (has goes_no_way hist)) => H /=.
    by apply: (ex_leC (KD hist)); [exact: bdd_ind | move=> e; exact: ind_le1].
  by rewrite (ex_eq (KD hist) (bdd_ind _) (G := fun e => ind (goes_no_way e))) => [|e]; [exact: no_way_never | rewrite (negbTE H) orbF].
case: (boolP (has goes_no_way v)) => H /=; first exact: ind_le1.
rewrite (_ : [forall h, _] = true) /=; first exact: Rle_refl.
apply/forallP => h; apply/forallP => x; apply/forallP => a; apply/forallP => y; apply/RlebP.
case: Req_EM_T => [P0|ne]; last by rewrite Rmult_0_r; exact: Rle_refl.
rewrite Rmult_1_r; apply: Req_le; elim: v H => [|e v IH] /=; first by rewrite big_nil.
rewrite negb_or big_cons => /andP[He /IH->]; case: (boolP (visit3 x0 x a y e)) => [V|_]; last by rewrite Rplus_0_l.
case/negP: He; apply: pathhas_sub V => l u b z w W; have lh := at3_layer W; move: u b w W; rewrite lh => u b w.
rewrite at3_same => /andP[/andP[/eqP-> /eqP->] /eqP->]; rewrite /no_way; case: Req_EM_T => // ne; by case: ne.
Qed.
(* Claims of one probability, all at once. *)
Lemma each_epoch (Q : seq E -> bool) (F G : seq E -> R) v : size v = T -> (forall t : 'I_T.+1, Q (drop t v)) ->
  (forall hist, Q hist -> F hist <= G hist) -> hsum (fun hist _ => F hist) v <= hsum (fun hist _ => G hist) v.
Proof.
move=> vT B H; apply: le_hsum => s e hist E1.
have Es : hist = drop s.+1 v by rewrite -addn1 addnC -drop_drop E1 /= drop0.
have sT : (s.+1 < T.+1)%N by rewrite ltnS ltnNge; apply/negP => Ts; rewrite drop_oversize ?vT in E1.
by rewrite Es; apply: H; exact: (B (Ordinal sT)).
Qed.
Lemma both a b (B C : pred (seq E)) : 1 - a <= Prl K T [::] B -> 1 - b <= Prl K T [::] C ->
  1 - (a + b) <= Prl K T [::] (fun v => B v && C v).
Proof.
rewrite /Prl => H1 H2.
have H := Pr_or KD (Rle_refl (Pr K T [::] (fun v => ~~ B v))) (Rle_refl (Pr K T [::] (fun v => ~~ C v))).
have : Pr K T [::] (fun v => ~~ (B v && C v)) <= Pr K T [::] (fun v => ~~ B v || ~~ C v).
  by apply: (Pr_imp KD) => v _; rewrite negb_and.
lra.
Qed.
Lemma p_eq_31_printed_together : ltac:(here Statements.eq_31_printed_together).
Proof.
apply: Rle_trans p_eq_31_printed_0 (Prl_imp KD _) => v vT B; apply/andP; split=> //; apply/RlebP.
pose Q hist := [forall h : 'I_L, [forall x : S h, [forall a : A, Rleb (rhat x0 rv Lam (st hist) x a - r x a) (2 * b x0 Lam (st hist) x a)]]].
move/forallP: B => B; rewrite -hsumZ; apply: (each_epoch (Q := Q) vT B) => hist H; rewrite -rsumZ; apply: le_rsum => h _.
rewrite -rsumZ; apply: le_rsum => x _; rewrite -rsumZ; apply: le_rsum => a _.
have /RlebP H1 : Rleb (rhat x0 rv Lam (st hist) x a - r x a) (2 * b x0 Lam (st hist) x a).
  by move: H; rewrite /Q => /forallP/(_ h)/forallP/(_ x)/forallP/(_ a).
by have q0 := q2_ge0 x0 HP (Hf hist) x a; have := Rmult_le_compat_l _ _ _ q0 H1; lra.
Qed.
Lemma p_lemma_03_printed_together : ltac:(here Statements.lemma_03_printed_together).
Proof.
apply: (more (Rle_refl 2) _ H3) => v vT /forallP B; apply/andP; split; apply/forallP => t; cbn zeta; apply/forallP => h;
  apply/forallP => x; apply/forallP => a; apply/RlebP; have [k ->] := drop_st t vT; have := B k;
  rewrite /in_bounds => /forallP/(_ h)/forallP/(_ x)/forallP/(_ a)/andP[/RlebP H /RlebP H']; [exact: H' | move: H; rewrite /rcheck; lra].
Qed.
Lemma p_theorem_4_bias_1_printed_together : ltac:(here Statements.theorem_4_bias_1_printed_together).
Proof.
apply: Rle_trans p_theorem_4_bias_1_printed_0 (Prl_imp KD _) => v vT B; apply/andP; split=> //; apply/RlebP.
move/forallP: B => B; apply: Rle_trans (each_epoch (G := fun _ => 0) (Q := fun hist => Rleb _ 0) vT B (fun _ H => elimT (RlebP _ _) H)) _.
by rewrite hsum_const Rmult_0_r; exact: Rle_refl.
Qed.
Lemma p_lemma_06_repaired_together : ltac:(here Statements.lemma_06_repaired_together).
Proof.
apply: Rle_trans p_lemma_06_repaired_0 (Prl_imp KD _) => v vT B; apply/andP; split=> //; apply/RlebP.
by move/RlebP: B => B; apply: Rle_trans B p_lemma_06_repaired_1.
Qed.
Lemma smaller_xi hist h (x : S h) a : (h < L)%N -> @xi_ S A Z L P qhat (fun _ => P) hist h x a <= @xi_ S A Z L P qhat (by_estimates x0 st) hist h x a.
Proof.
move=> hL; rewrite /xi_ /xi /P_ /Phat; apply: le_rsum => y _; case: Req_EM_T => m0; last by rewrite hL; exact: Rle_refl.
by rewrite Rminus_eq_0 Rabs_R0; exact: Rabs_pos.
Qed.
Lemma p_lemma_09_repaired_together : ltac:(here Statements.lemma_09_repaired_together).
Proof.
have [H1 HH] := lemma_9_by_estimates Lam_ge Hst Hlearn.
apply: (more (Rle_refl 2) _ H1) => v vT /RlebP H.
have W : hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (q2 x0 P (f hist) x a * ((INR L - INR h) * @xi_ S A Z L P qhat (fun _ => P) hist h x a))) v <=
  hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (q2 x0 P (f hist) x a * ((INR L - INR h) * @xi_ S A Z L P qhat (by_estimates x0 st) hist h x a))) v.
  apply: le_hsum => s e hist _; apply: le_rsum => h _; apply: le_rsum => x _; apply: le_rsum => a _.
  apply: Rmult_le_compat_l; first exact: (q2_ge0 x0 HP (Hf hist)).
  apply: Rmult_le_compat_l; last by apply: smaller_xi; exact: ltn_ord.
  by rewrite -INR_sub; exact: pos_INR.
apply/andP; split; first (apply/andP; split); apply/RlebP.
- apply: Rle_trans W _; rewrite (eq_hsum _ (fun hist _ => weights _ hist)); apply: Rle_trans H _; rewrite /LX; apply: Req_le; ring.
- by apply: Rle_trans W _; rewrite (eq_hsum _ (fun hist _ => weights _ hist)) [12 * _ * _]Rmult_assoc; exact: Rle_trans H HH.
by rewrite (eq_hsum _ (fun hist _ => weights _ hist)) [12 * _ * _]Rmult_assoc; exact: Rle_trans H HH.
Qed.
Lemma bounded_6 : 1 - delta <= Prl K T [::] (fun v => Rleb (hsum (fun hist _ => \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A)
    (q2 x0 P (f hist) x a * Rmin 1 (3 / 2 * b x0 Lam (st hist) x a))) v - hsum (fun hist e => \rsum_(h < L) \rsum_(x : S h)
    \rsum_(a : A) (ind (visit x0 (mkp x a) e) * Rmin 1 (3 / 2 * b x0 Lam (st hist) x a))) v) (INR L * sqrt (INR T / 2 * ln (1 / delta)))).
Proof.
apply: (one (B := fun v => ~~ bad_6 Lam st f v)) => [v _ nb|]; last first.
  by apply: (Pr_not KD); apply: Rle_trans (Pr_bad_6 Hlearn); apply: (Pr_imp KD) => v _; rewrite negbK.
apply/RlebP; have := expected_le nb; rewrite /deviation B6; set u := hsum _ _; set w := hsum _ _.
rewrite (_ : INR T * ln (1 / delta) / 2 = INR T / 2 * ln (1 / delta)); last by field.
rewrite /expected /visited in u w *; lra.
Qed.
Lemma p_lemma_10_printed_together : ltac:(here Statements.lemma_10_printed_together).
Proof.
have := both (both p_eq_33_printed_0 p_lemma_09_azuma_printed_0) bounded_6.
by rewrite (_ : delta + delta + delta = 3 * delta); last ring.
Qed.
(* What depends on a choice that the text leaves open, under each choice. *)
Lemma p_eq_26_printed_0_under_1 : ltac:(here Statements.eq_26_printed_0_under_1).
Proof. exact: p_eq_26_repaired_0. Qed.
Lemma p_eq_26_printed_0_under_2 : ltac:(here Statements.eq_26_printed_0_under_2).
Proof.
apply: one H2 => v vT B; apply/forallP => t; cbn zeta; apply/forallP => h; apply/forallP => x; apply/forallP => a; apply/RlebP.
exact: (eq_26_by_estimates Lam_ge Hlearn (conf_event t vT B) x a (ltn_ord h)).
Qed.
Lemma p_lemma_07_P_i_printed_0_under_1 : ltac:(here Statements.lemma_07_P_i_printed_0_under_1).
Proof. by move=> hist hc h x a hL _; exact: p_lemma_07_P_i_repaired_0. Qed.
Lemma p_lemma_07_P_i_printed_0_under_2 : ltac:(here Statements.lemma_07_P_i_printed_0_under_2).
Proof. by move=> hist hc h x a hL _; exact: p_lemma_07_P_i_repaired_1. Qed.
Lemma p_lemma_09_printed_0_under_1 : ltac:(here Statements.lemma_09_printed_0_under_1).
Proof. exact: p_lemma_09_repaired_0. Qed.
Lemma p_lemma_09_printed_1_under_1 : ltac:(here Statements.lemma_09_printed_1_under_1).
Proof. exact: p_lemma_09_repaired_2. Qed.
Lemma p_lemma_09_printed_0_under_2 : ltac:(here Statements.lemma_09_printed_0_under_2).
Proof.
have [H1 _] := lemma_9_by_estimates Lam_ge Hst Hlearn; apply: (more (Rle_refl 2) _ H1) => v vT /RlebP H; apply/RlebP.
by rewrite (eq_hsum _ (fun hist _ => weights _ hist)); apply: Rle_trans H _; rewrite /LX; apply: Req_le; ring.
Qed.
Lemma p_lemma_09_printed_1_under_2 : ltac:(here Statements.lemma_09_printed_1_under_2).
Proof. exact: p_lemma_09_repaired_3. Qed.
Lemma p_sec_4a_updates_printed_0_under_2 : ltac:(here Statements.sec_4a_updates_printed_0_under_2).
Proof. exact: p_sec_4a_updates_repaired_2. Qed.
Lemma p_display_b3_total_printed_0_under_3 : ltac:(here Statements.display_b3_total_printed_0_under_3).
Proof. by move=> all v vT h hL; rewrite all; exact: layer_total. Qed.
Lemma same_along (all : forall w, st w = w) (F : seq E -> seq E -> E -> R) v :
  hsum (fun hist e => F (st hist) hist e) v = hsum (fun hist e => F hist hist e) v.
Proof. by apply: eq_hsum => hist e; rewrite all. Qed.
Lemma p_display_b2_printed_0_under_3 : ltac:(here Statements.display_b2_printed_0_under_3).
Proof.
move=> all v vT h x a hL; rewrite all.
rewrite (same_along all (fun s _ e => ind (visit x0 (mkp x a) e) * / sqrt (INR (maxn 1 (cnt x0 (mkp x a) s))))).
by have [H1 H2] := display_B2_every x0 x a v hL; exact: Rle_trans H1 H2.
Qed.
Lemma p_display_b3_printed_0_under_3 : ltac:(here Statements.display_b3_printed_0_under_3).
Proof.
move=> all v vT h hL; rewrite (all v); have [H1 _ _] := display_B3_every x0 v hL; apply: Rle_trans H1; apply: Req_le.
  apply: eq_bigr => x _; apply: eq_bigr => a _.
  exact: (same_along all (fun s _ e => ind (visit x0 (mkp x a) e) * / sqrt (INR (maxn 1 (cnt x0 (mkp x a) s))))).
Qed.
Lemma roots_of_visits (w : seq E) h : (h < L)%N -> (size w <= T)%N ->
  3 * (\rsum_(x : S h) \rsum_(a : A) sqrt (INR (cnt x0 (mkp x a) w))) <= 3 * sqrt (INR T * INR #|S h| * INR #|A|).
Proof.
move=> hL wT; apply: Rmult_le_compat_l; first by lra.
have [_ H2 H3] := display_B3 (@every_schedule S A Z x0 L) w hL; have s2 := sqrt2_ge1.
have {}H2 := Rmult_le_reg_l (1 + sqrt 2) _ _ ltac:(lra) H2; apply: Rle_trans H2 _; rewrite (layer_total x0 _ hL).
apply: sqrt_le_1_alt; have := leq_INR wT => t.
have := Rmult_le_compat_l _ _ _ (Rmult_le_pos _ _ (pos_INR #|S h|) (pos_INR #|A|)) t; lra.
Qed.
Lemma p_display_b3_printed_1_under_1 : ltac:(here Statements.display_b3_printed_1_under_1).
Proof.
move=> v vT h hL; apply: roots_of_visits => //; have [k [-> _]] := schedule_drop v Hst.
by rewrite size_drop vT leq_subr.
Qed.
Lemma p_display_b3_printed_1_under_2 : ltac:(here Statements.display_b3_printed_1_under_2).
Proof. by move=> all v vT h hL; apply: roots_of_visits => //; rewrite all size_behead vT leq_pred. Qed.
Lemma p_display_b3_printed_1_under_3 : ltac:(here Statements.display_b3_printed_1_under_3).
Proof. by move=> all v vT h hL; apply: roots_of_visits => //; rewrite all vT. Qed.
End Proved.

(* Where the learner takes a solution of LP1 that may be worse by a gap g. *)
Section Near.
Import Letters Process.
Context [M : setting].
Unset Implicit Arguments.
Variables (Lam : R) (st : seq E -> seq E) (f : seq E -> policy S A) (qhat : seq E -> occ S A) (g : R) (pistar : policy S A).
Set Implicit Arguments.
Notation r := (@r S A Z P rho rv).
Notation K := (@Algorithm.K S A Z x0 L P rho f).
Hypotheses (Lam_ge : ln (TXA / delta) <= Lam) (Hst : schedule x0 st)
  (Hlearn : Statements.near_learner st Lam f qhat g) (Hstar : optimal x0 L P r pistar).
Lemma near_policy w : is_policy (f w). Proof. by have [] := Hlearn w. Qed.
Let Hf := near_policy.
Let KD : forall hist, is_exp (K hist) := K_exp x0 HP Hrho Hf.
Let lam : / 2 <= Lam := Lam_half x0 T1 delta01 A1 L1 SL Lam_ge.
Let Hp : is_policy pistar := Hstar.1.
Lemma near_gap : near x0 rv T Lam st f (fun _ => g).
Proof. by move=> w _; have [_ Hq pl opt] := Hlearn w; exists (qhat w); split=> // q Hq'; exact: opt. Qed.
Lemma near_H2 : 1 - delta <= Prl K T [::] (fun v => [forall s : 'I_T.+1, in_confb x0 P Lam (drop s v)]).
Proof. exact: (lemma_2 x0 HP Hrho A1 SL Hf T1 delta01 L1 Lam_ge). Qed.
Ltac of_these T := lazymatch T with
  | forall (x : setting) (y : R), @?B x y => let U := eval cbv beta in (B M Lam) in of_these U
  | forall x : R, @?B x => let U := eval cbv beta in (B g) in of_these U
  | ln _ <= Lam -> ?U => of_these U
  | schedule _ st -> ?U => of_these U
  | Statements.near_learner st Lam f qhat g -> ?U => of_these U
  | optimal _ _ _ _ pistar -> ?U => of_these U
  | forall x : _, @?B x => match goal with   (* by type, as above *)
    | _ => let U := eval cbv beta in (B st) in of_these U
    | _ => let U := eval cbv beta in (B f) in of_these U
    | _ => let U := eval cbv beta in (B qhat) in of_these U
    | _ => let U := eval cbv beta in (B pistar) in of_these U
    | _ => T
    end
  | ?U => U
  end.
Ltac here X := let T := eval unfold X in X in let U := of_these T in exact U.

(* in every epoch with P in P_i *)
Lemma p_theorem_4_diff_printed_2 : ltac:(here Statements.theorem_4_diff_printed_2).
Proof.
move=> hist hc; rewrite in_diff inner_minus; have [_ _ _ opt] := Hlearn hist.
by have := opt _ (occ_in_polytope x0 HP Hp hc); rewrite -/(qstar pistar); lra.
Qed.
(* in every epoch with P in P_i: LP1's optimum is at least what any policy is worth under P *)
Lemma optimum_up hist (sigma : policy S A) : is_policy sigma -> in_conf L (Pbar x0 (st hist)) (@Algorithm.eps S A Z x0 L Lam (st hist)) P ->
  \rsum_(h < L) \rsum_(x : S h) \rsum_(a : A) (q2 x0 P sigma x a * rhat x0 rv Lam (st hist) x a) <=
  inner L (qhat hist) (rhat x0 rv Lam (st hist)) + g.
Proof.
move=> Hs hc; have [_ _ _ opt] := Hlearn hist; apply: Rle_trans (opt _ (occ_in_polytope x0 HP Hs hc)).
by apply: Req_le; apply: eq_bigr => h _; apply: eq_bigr => x _; apply: eq_bigr => a _; rewrite (marg_q3 x0 _ HP).
Qed.
Lemma p_lp1_repaired_1 : ltac:(here Statements.lp1_repaired_1).
Proof. by move=> hist hc; exact: optimum_up. Qed.
Lemma p_lp1_repaired_2 : ltac:(here Statements.lp1_repaired_2).
Proof. by move=> hist hc; exact: optimum_up. Qed.
(* in every epoch *)
Lemma p_theorem_4_diff_printed_0 : ltac:(here Statements.theorem_4_diff_printed_0).
Proof.
apply: Rle_trans near_H2 (Prl_imp KD _) => v vT B; apply/forallP => t; cbn zeta; apply/RlebP.
exact: (p_theorem_4_diff_printed_2 (conf_event Hst t vT B)).
Qed.
Lemma p_theorem_4_diff_printed_1 : ltac:(here Statements.theorem_4_diff_printed_1).
Proof.
apply: Rle_trans near_H2 (Prl_imp KD _) => v vT B; apply/RlebP; rewrite Rplus_0_l (Rmult_comm g) -vT -hsum_const.
apply: le_hsum => s e hist E1; have Es : hist = drop s.+1 v.
  by rewrite -addn1 addnC -drop_drop E1 /= drop0.
by rewrite Es; apply: p_theorem_4_diff_printed_2; exact: (conf_event Hst s.+1 vT B).
Qed.
(* from claim 4, for any point of the polytope, and optimism: no theorem says it *)
Lemma p_theorem_4_repaired_5 : ltac:(here Statements.theorem_4_repaired_5).
Proof.
move=> hist down up hc; have [Hpi Hq pl opt] := Hlearn hist.
have H4 := error_and_bias Hpi Hq pl up hc.
have O : inner L (q3 x0 P pistar) r <= inner L (qhat hist) (rhat x0 rv Lam (st hist)) + g.
  apply: Rle_trans (opt _ (occ_in_polytope x0 HP Hp hc)).
  by apply: inner_le => h x a hL; [rewrite (marg_q3 x0 pistar HP); exact: (q2_ge0 x0 HP Hp) | exact: down].
move: O H4; rewrite -(eq_8 x0 pistar HP) /inner.
move: (V P pistar _ _ _) (V P (f hist) _ _ _) (\rsum_(h < L) _) (\rsum_(h < L) _) => t1 t2 t3 t4; lra.
Qed.
(* the regret by value functions cut at L - s *)
Lemma triples_up : (INR X - 1) * (INR #|A| * (INR T * (exp (- (4 * (/ 2) ^ 2 * Lam)) + exp (- (4 * 1 ^ 2 * Lam))))) <= delta.
Proof.
have z0 := z_gt0 Lam; pose z := GoodEvents.z Lam; rewrite -/z in z0.
have -> : exp (- (4 * (/ 2) ^ 2 * Lam)) = z by rewrite (_ : 4 * (/ 2) ^ 2 * Lam = Lam); [| field].
have -> : exp (- (4 * 1 ^ 2 * Lam)) = z ^ 4 by rewrite /z /GoodEvents.z -(pow_exp Lam 4) [INR 4]/=; congr exp; ring.
have zT := z_TXA x0 T1 delta01 A1 L1 SL Lam_ge; rewrite -/z in zT.
have t1 := T_ge1 T1; have a1 := A_ge1 A1; have x2 := leq_INR (X_ge2 x0 L1 SL); rewrite [INR 2]/= in x2.
have E : z * TXA = INR X * (INR #|A| * (INR T * z)) by rewrite /GoodEvents.TXA; ring.
rewrite E in zT.
have ta : 1 <= INR T * INR #|A| by nra.
have Xz : INR X * z <= 1.
  have p : 0 <= INR X * z by nra.
  have := Rmult_le_compat_l _ _ _ p ta; have d := delta01.
  rewrite (_ : INR X * z * (INR T * INR #|A|) = INR X * (INR #|A| * (INR T * z))); last by ring.
  by lra.
apply: Rle_trans zT.
have -> : INR X * (INR #|A| * (INR T * z)) = INR #|A| * (INR T * (INR X * z)) by ring.
have -> : (INR X - 1) * (INR #|A| * (INR T * (z + z ^ 4))) = INR #|A| * (INR T * ((INR X - 1) * (z + z ^ 4))) by ring.
apply: Rmult_le_compat_l; first lra; apply: Rmult_le_compat_l; first lra.
have z1 : z <= 1 by nra.
have z2 : 0 <= z * z <= 1 by nra.
have [q0 q1] : 0 <= (INR X - 1) * z <= 1 by split; nra.
have : (INR X - 1) * z * (z * z) <= 1 by have := Rmult_le_compat_l _ _ _ q0 z2.2; lra.
rewrite (_ : z ^ 4 = z * (z * (z * z))); last by ring.
by move=> q; nra.
Qed.
Lemma U_eq (S' : nat -> finType) (A' : finType) (P' : trans S' A') (pi : policy S' A') (w w' : forall h, S' h -> A' -> R)
    k h (x : S' h) : (forall l (y : S' l) a, (l < k + h)%N -> w l y a = w' l y a) ->
  @U S' A' P' pi w k h x = @U S' A' P' pi w' k h x.
Proof.
elim: k h x => [//|k IH] h x H /=; apply: eq_bigr => a _; congr (_ * _); rewrite /clip H; last first.
  by rewrite addSn ltnS leq_addl.
by congr (Rmin _ (_ + _)); apply: eq_bigr => y _; rewrite (IH h.+1) // => l z b; rewrite -addSnnS; exact: H.
Qed.
Lemma p_theorem_4_repaired_0 : ltac:(here Statements.theorem_4_repaired_0).
Proof.
have B1 : Pr K T [::] (fun v => ~~ [forall s : 'I_T.+1, in_confb x0 P Lam (drop s v)]) <= delta.
  by have := near_H2; rewrite /Prl; lra.
have h2 : 0 < / 2 by lra.
have B2 := Pr_bad_r x0 HP Hrho Hrv T SL Hf lam true h2.
have B3 := Pr_bad_r x0 HP Hrho Hrv T SL Hf lam false Rlt_0_1.
apply: (Pr_not KD); rewrite (_ : 2 * delta = delta + delta); last by ring.
apply: Rle_trans (Rplus_le_compat_l _ _ _ triples_up).
rewrite (Rmult_plus_distr_l (INR T)) (Rmult_plus_distr_l (INR #|A|)) (Rmult_plus_distr_l (INR X - 1)).
apply: Rle_trans (Pr_or KD B1 (Pr_or KD B2 B3)).
apply: (Pr_imp KD) => v vT; apply: contraR; rewrite !negb_or negbK => /andP[hc /andP[nu nd]]; apply/RlebP.
have close s : conf_close x0 P Lam (fun _ => 1) (drop s v).
  have [k E] : exists k : 'I_T.+1, drop s v = drop k v.
    have [k' [-> kT]] := past s vT; by exists (Ordinal kT).
  move/forallP/(_ k)/in_confP: hc; rewrite -E => hc; split=> // h x a hL _.
  by have := hc h x a hL; rewrite (_ : 2 * 1 - 1 = 1) ?Rmult_1_l; [|ring].
apply: Rle_trans (regret_M lam Hst Hf near_gap Hp h2 vT close nu nd) _.
rewrite hsumD hsum_const vT; apply: Rplus_le_compat_r; apply: le_hsum => s e hist _; apply: Req_le.
rewrite /episode_M; apply: U_eq => h x a; rewrite addn0 => hL; rewrite /wt /LayerSums.wide Rmult_1_l (_ : 1 + / 2 = 3 / 2); last by field.
rewrite (_ : INR (L - h.+1) = INR L - 1 - INR h); first by ring.
by rewrite minus_INR; [rewrite S_INR; ring | apply/leP; exact: hL].
Qed.
Lemma p_theorem_4_diff_printed_together : ltac:(here Statements.theorem_4_diff_printed_together).
Proof.
apply: Rle_trans p_theorem_4_diff_printed_0 (Prl_imp KD _) => v vT B; apply/andP; split=> //; apply/RlebP.
move/forallP: B => B; apply: Rle_trans (each_epoch (G := fun _ => g) (Q := fun hist => Rleb _ g) vT B (fun _ H => elimT (RlebP _ _) H)) _.
by rewrite hsum_const vT Rplus_0_l Rmult_comm; exact: Rle_refl.
Qed.
End Near.

(* O(F): some constant times F is a bound. *)
Section Orders.
Import Letters.
Lemma p_lemma_05_printed_0_O : Statements.lemma_05_printed_0_O.
Proof.
exists 12; move=> M Lam st f qhat H1 H2 H3; have KD := K_exp x0 HP Hrho (learner_policy H3).
apply: Rle_trans (p_lemma_05_printed_0 H1 H2 H3) (Prl_imp KD _) => v _ /RlebP H; apply/RlebP.
by apply: Rle_trans H _; apply: Req_le; ring.
Qed.
Lemma p_lemma_06_printed_0_O : Statements.lemma_06_printed_0_O.
Proof. by exists (3 + 2 * sqrt 2) => M Lam st f qhat H1 H2 H3; exact: (p_lemma_06_repaired_2 H1 H2 H3). Qed.
Lemma p_theorem_4_printed_0_O : Statements.theorem_4_printed_0_O.
Proof.
exists 18; move=> M Lam st f qhat pistar H1 H2 H3 [Hp _]; have KD := K_exp x0 HP Hrho (learner_policy H3).
apply: Rle_trans (theorem_4_O H1 H2 H3 Hp) (Prl_imp KD _) => v _ /RlebP H; apply/RlebP.
by apply: Rle_trans H _; apply: Req_le; ring.
Qed.
End Orders.

(* Each claim, closed. *)
Ltac by_lemma p := intros; eapply p; eassumption.
Theorem algorithm_1_line_12_repaired_0 : Statements.algorithm_1_line_12_repaired_0.
Proof. unfold Statements.algorithm_1_line_12_repaired_0; by_lemma p_algorithm_1_line_12_repaired_0. Qed.
Theorem algorithm_1_line_14_sums_printed_0 : Statements.algorithm_1_line_14_sums_printed_0.
Proof. unfold Statements.algorithm_1_line_14_sums_printed_0; by_lemma p_algorithm_1_line_14_sums_printed_0. Qed.
Theorem algorithm_1_line_14_sums_printed_1 : Statements.algorithm_1_line_14_sums_printed_1.
Proof. unfold Statements.algorithm_1_line_14_sums_printed_1; by_lemma p_algorithm_1_line_14_sums_printed_1. Qed.
Theorem algorithm_1_line_14_sums_printed_2 : Statements.algorithm_1_line_14_sums_printed_2.
Proof. unfold Statements.algorithm_1_line_14_sums_printed_2; by_lemma p_algorithm_1_line_14_sums_printed_2. Qed.
Theorem display_b1_printed_0 : Statements.display_b1_printed_0.
Proof. unfold Statements.display_b1_printed_0; by_lemma p_display_b1_printed_0. Qed.
Theorem display_b2_repaired_0 : Statements.display_b2_repaired_0.
Proof. unfold Statements.display_b2_repaired_0; by_lemma p_display_b2_repaired_0. Qed.
Theorem display_b3_repaired_0 : Statements.display_b3_repaired_0.
Proof. unfold Statements.display_b3_repaired_0; by_lemma p_display_b3_repaired_0. Qed.
Theorem display_b3_repaired_1 : Statements.display_b3_repaired_1.
Proof. unfold Statements.display_b3_repaired_1; by_lemma p_display_b3_repaired_1. Qed.
Theorem display_b3_repaired_2 : Statements.display_b3_repaired_2.
Proof. by move=> M v vT h hL; apply: (p_display_b3_repaired_2 (start_schedule _ _ _ _)). Qed.
Theorem display_b3_total_repaired_0 : Statements.display_b3_total_repaired_0.
Proof. unfold Statements.display_b3_total_repaired_0; by_lemma p_display_b3_total_repaired_0. Qed.
Theorem display_b3_total_repaired_1 : Statements.display_b3_total_repaired_1.
Proof. unfold Statements.display_b3_total_repaired_1; by_lemma p_display_b3_total_repaired_1. Qed.
Theorem eq_08_printed_0 : Statements.eq_08_printed_0.
Proof. unfold Statements.eq_08_printed_0; by_lemma p_eq_08_printed_0. Qed.
Theorem eq_09_printed_0 : Statements.eq_09_printed_0.
Proof. unfold Statements.eq_09_printed_0; by_lemma p_eq_09_printed_0. Qed.
Theorem eq_09_printed_1 : Statements.eq_09_printed_1.
Proof. unfold Statements.eq_09_printed_1; by_lemma p_eq_09_printed_1. Qed.
Theorem eq_09_printed_2 : Statements.eq_09_printed_2.
Proof. unfold Statements.eq_09_printed_2; by_lemma p_eq_09_printed_2. Qed.
Theorem eq_09_pi_star_printed_0 : Statements.eq_09_pi_star_printed_0.
Proof. unfold Statements.eq_09_pi_star_printed_0; by_lemma p_eq_09_pi_star_printed_0. Qed.
Theorem eq_10_rows_printed_0 : Statements.eq_10_rows_printed_0.
Proof. unfold Statements.eq_10_rows_printed_0; by_lemma p_eq_10_rows_printed_0. Qed.
Theorem eq_10_rows_printed_1 : Statements.eq_10_rows_printed_1.
Proof. unfold Statements.eq_10_rows_printed_1; by_lemma p_eq_10_rows_printed_1. Qed.
Theorem eq_14_mean_printed_0 : Statements.eq_14_mean_printed_0.
Proof. unfold Statements.eq_14_mean_printed_0; by_lemma p_eq_14_mean_printed_0. Qed.
Theorem eq_14_mean_printed_1 : Statements.eq_14_mean_printed_1.
Proof. unfold Statements.eq_14_mean_printed_1; by_lemma p_eq_14_mean_printed_1. Qed.
Theorem eq_17_order_printed_0 : Statements.eq_17_order_printed_0.
Proof. unfold Statements.eq_17_order_printed_0; by_lemma p_eq_17_order_printed_0. Qed.
Theorem eq_17_order_printed_1 : Statements.eq_17_order_printed_1.
Proof. unfold Statements.eq_17_order_printed_1; by_lemma p_eq_17_order_printed_1. Qed.
Theorem eq_17_order_printed_2 : Statements.eq_17_order_printed_2.
Proof. unfold Statements.eq_17_order_printed_2; by_lemma p_eq_17_order_printed_2. Qed.
Theorem eq_19_printed_0 : Statements.eq_19_printed_0.
Proof. unfold Statements.eq_19_printed_0; by_lemma p_eq_19_printed_0. Qed.
Theorem eq_25_printed_0 : Statements.eq_25_printed_0.
Proof. unfold Statements.eq_25_printed_0; by_lemma p_eq_25_printed_0. Qed.
Theorem eq_25_printed_1 : Statements.eq_25_printed_1.
Proof. unfold Statements.eq_25_printed_1; by_lemma p_eq_25_printed_1. Qed.
Theorem eq_26_repaired_0 : Statements.eq_26_repaired_0.
Proof. unfold Statements.eq_26_repaired_0; by_lemma p_eq_26_repaired_0. Qed.
Theorem eq_26_repaired_1 : Statements.eq_26_repaired_1.
Proof. unfold Statements.eq_26_repaired_1; by_lemma p_eq_26_repaired_1. Qed.
Theorem eq_26_repaired_2 : Statements.eq_26_repaired_2.
Proof. unfold Statements.eq_26_repaired_2; by_lemma p_eq_26_repaired_2. Qed.
Theorem eq_28_printed_2 : Statements.eq_28_printed_2.
Proof. unfold Statements.eq_28_printed_2; by_lemma p_eq_28_printed_2. Qed.
Theorem eq_31_printed_0 : Statements.eq_31_printed_0.
Proof. unfold Statements.eq_31_printed_0; by_lemma p_eq_31_printed_0. Qed.
Theorem eq_31_printed_1 : Statements.eq_31_printed_1.
Proof. unfold Statements.eq_31_printed_1; by_lemma p_eq_31_printed_1. Qed.
Theorem eq_31_printed_2 : Statements.eq_31_printed_2.
Proof. unfold Statements.eq_31_printed_2; by_lemma p_eq_31_printed_2. Qed.
Theorem eq_33_printed_0 : Statements.eq_33_printed_0.
Proof. unfold Statements.eq_33_printed_0; by_lemma p_eq_33_printed_0. Qed.
Theorem eq_35_printed_0 : Statements.eq_35_printed_0.
Proof. unfold Statements.eq_35_printed_0; by_lemma p_eq_35_printed_0. Qed.
Theorem eq_35_printed_1 : Statements.eq_35_printed_1.
Proof. unfold Statements.eq_35_printed_1; by_lemma p_eq_35_printed_1. Qed.
Theorem eq_35_printed_2 : Statements.eq_35_printed_2.
Proof. unfold Statements.eq_35_printed_2; by_lemma p_eq_35_printed_2. Qed.
Theorem eq_35_printed_3 : Statements.eq_35_printed_3.
Proof. unfold Statements.eq_35_printed_3; by_lemma p_eq_35_printed_3. Qed.
Theorem eq_35_printed_4 : Statements.eq_35_printed_4.
Proof. unfold Statements.eq_35_printed_4; by_lemma p_eq_35_printed_4. Qed.
Theorem lemma_01_repaired_0 : Statements.lemma_01_repaired_0.
Proof. unfold Statements.lemma_01_repaired_0; by_lemma p_lemma_01_repaired_0. Qed.
Theorem lemma_01_repaired_1 : Statements.lemma_01_repaired_1.
Proof. unfold Statements.lemma_01_repaired_1; by_lemma p_lemma_01_repaired_1. Qed.
Theorem lemma_02_printed_0 : Statements.lemma_02_printed_0.
Proof. unfold Statements.lemma_02_printed_0; by_lemma p_lemma_02_printed_0. Qed.
Theorem lemma_03_printed_0 : Statements.lemma_03_printed_0.
Proof. unfold Statements.lemma_03_printed_0; by_lemma p_lemma_03_printed_0. Qed.
Theorem lemma_03_printed_1 : Statements.lemma_03_printed_1.
Proof. unfold Statements.lemma_03_printed_1; by_lemma p_lemma_03_printed_1. Qed.
Theorem lemma_04_printed_0 : Statements.lemma_04_printed_0.
Proof. unfold Statements.lemma_04_printed_0; by_lemma p_lemma_04_printed_0. Qed.
Theorem lemma_04_repaired_0 : Statements.lemma_04_repaired_0.
Proof. unfold Statements.lemma_04_repaired_0; by_lemma p_lemma_04_repaired_0. Qed.
Theorem lemma_04_repaired_1 : Statements.lemma_04_repaired_1.
Proof. unfold Statements.lemma_04_repaired_1; by_lemma p_lemma_04_repaired_1. Qed.
Theorem lemma_04_repaired_2 : Statements.lemma_04_repaired_2.
Proof. unfold Statements.lemma_04_repaired_2; by_lemma p_lemma_04_repaired_2. Qed.
Theorem lemma_04_repaired_together : Statements.lemma_04_repaired_together.
Proof. unfold Statements.lemma_04_repaired_together; by_lemma p_lemma_04_repaired_together. Qed.
Theorem lemma_05_printed_0 : Statements.lemma_05_printed_0.
Proof. unfold Statements.lemma_05_printed_0; by_lemma p_lemma_05_printed_0. Qed.
Theorem lemma_05_repaired_0 : Statements.lemma_05_repaired_0.
Proof. unfold Statements.lemma_05_repaired_0; by_lemma p_lemma_05_repaired_0. Qed.
Theorem lemma_06_printed_0 : Statements.lemma_06_printed_0.
Proof. unfold Statements.lemma_06_printed_0; by_lemma p_lemma_06_printed_0. Qed.
Theorem lemma_06_repaired_2 : Statements.lemma_06_repaired_2.
Proof. unfold Statements.lemma_06_repaired_2; by_lemma p_lemma_06_repaired_2. Qed.
Theorem lemma_07_printed_0 : Statements.lemma_07_printed_0.
Proof. unfold Statements.lemma_07_printed_0; by_lemma p_lemma_07_printed_0. Qed.
Theorem lemma_07_printed_1 : Statements.lemma_07_printed_1.
Proof. unfold Statements.lemma_07_printed_1; by_lemma p_lemma_07_printed_1. Qed.
Theorem lemma_07_P_i_repaired_0 : Statements.lemma_07_P_i_repaired_0.
Proof. unfold Statements.lemma_07_P_i_repaired_0; by_lemma p_lemma_07_P_i_repaired_0. Qed.
Theorem lemma_07_P_i_repaired_1 : Statements.lemma_07_P_i_repaired_1.
Proof. unfold Statements.lemma_07_P_i_repaired_1; by_lemma p_lemma_07_P_i_repaired_1. Qed.
Theorem lemma_08_printed_0 : Statements.lemma_08_printed_0.
Proof. unfold Statements.lemma_08_printed_0; by_lemma p_lemma_08_printed_0. Qed.
Theorem lemma_09_repaired_0 : Statements.lemma_09_repaired_0.
Proof. unfold Statements.lemma_09_repaired_0; by_lemma p_lemma_09_repaired_0. Qed.
Theorem lemma_09_repaired_1 : Statements.lemma_09_repaired_1.
Proof. unfold Statements.lemma_09_repaired_1; by_lemma p_lemma_09_repaired_1. Qed.
Theorem lemma_09_repaired_2 : Statements.lemma_09_repaired_2.
Proof. unfold Statements.lemma_09_repaired_2; by_lemma p_lemma_09_repaired_2. Qed.
Theorem lemma_09_repaired_3 : Statements.lemma_09_repaired_3.
Proof. unfold Statements.lemma_09_repaired_3; by_lemma p_lemma_09_repaired_3. Qed.
Theorem lemma_09_azuma_printed_0 : Statements.lemma_09_azuma_printed_0.
Proof. unfold Statements.lemma_09_azuma_printed_0; by_lemma p_lemma_09_azuma_printed_0. Qed.
Theorem lemma_09_constant_printed_0 : Statements.lemma_09_constant_printed_0.
Proof. unfold Statements.lemma_09_constant_printed_0; by_lemma p_lemma_09_constant_printed_0. Qed.
Theorem lemma_09_count_printed_1 : Statements.lemma_09_count_printed_1.
Proof. unfold Statements.lemma_09_count_printed_1; by_lemma p_lemma_09_count_printed_1. Qed.
Theorem lemma_09_layers_printed_0 : Statements.lemma_09_layers_printed_0.
Proof. unfold Statements.lemma_09_layers_printed_0; by_lemma p_lemma_09_layers_printed_0. Qed.
Theorem lemma_10_printed_0 : Statements.lemma_10_printed_0.
Proof. unfold Statements.lemma_10_printed_0; by_lemma p_lemma_10_printed_0. Qed.
Theorem lemma_10_printed_1 : Statements.lemma_10_printed_1.
Proof. unfold Statements.lemma_10_printed_1; by_lemma p_lemma_10_printed_1. Qed.
Theorem lemma_10_printed_2 : Statements.lemma_10_printed_2.
Proof. unfold Statements.lemma_10_printed_2; by_lemma p_lemma_10_printed_2. Qed.
Theorem lemma_11_printed_0 : Statements.lemma_11_printed_0.
Proof. unfold Statements.lemma_11_printed_0; by_lemma p_lemma_11_printed_0. Qed.
Theorem lemma_11_repaired_0 : Statements.lemma_11_repaired_0.
Proof. unfold Statements.lemma_11_repaired_0; by_lemma p_lemma_11_repaired_0. Qed.
Theorem lemma_11_union_printed_0 : Statements.lemma_11_union_printed_0.
Proof. unfold Statements.lemma_11_union_printed_0; by_lemma p_lemma_11_union_printed_0. Qed.
Theorem lemma_12_printed_0 : Statements.lemma_12_printed_0.
Proof. unfold Statements.lemma_12_printed_0; by_lemma p_lemma_12_printed_0. Qed.
Theorem lemma_12_constant_printed_0 : Statements.lemma_12_constant_printed_0.
Proof. unfold Statements.lemma_12_constant_printed_0; by_lemma p_lemma_12_constant_printed_0. Qed.
Theorem lemma_12_jensen_printed_0 : Statements.lemma_12_jensen_printed_0.
Proof. unfold Statements.lemma_12_jensen_printed_0; by_lemma p_lemma_12_jensen_printed_0. Qed.
Theorem lemma_06_repaired_0 : Statements.lemma_06_repaired_0.
Proof. unfold Statements.lemma_06_repaired_0; by_lemma p_lemma_06_repaired_0. Qed.
Theorem lemma_06_repaired_1 : Statements.lemma_06_repaired_1.
Proof. unfold Statements.lemma_06_repaired_1; by_lemma p_lemma_06_repaired_1. Qed.
Theorem lemma_11_repaired_1 : Statements.lemma_11_repaired_1.
Proof. unfold Statements.lemma_11_repaired_1; by_lemma p_lemma_11_repaired_1. Qed.
Theorem lemma_11_repaired_2 : Statements.lemma_11_repaired_2.
Proof. unfold Statements.lemma_11_repaired_2; by_lemma p_lemma_11_repaired_2. Qed.
Theorem lemma_11_martingale_printed_0 : Statements.lemma_11_martingale_printed_0.
Proof. unfold Statements.lemma_11_martingale_printed_0; by_lemma p_lemma_11_martingale_printed_0. Qed.
Theorem lemma_11_martingale_printed_1 : Statements.lemma_11_martingale_printed_1.
Proof. unfold Statements.lemma_11_martingale_printed_1; by_lemma p_lemma_11_martingale_printed_1. Qed.
Theorem lp1_repaired_0 : Statements.lp1_repaired_0.
Proof. unfold Statements.lp1_repaired_0; by_lemma p_lp1_repaired_0. Qed.
Theorem lp1_repaired_1 : Statements.lp1_repaired_1.
Proof. unfold Statements.lp1_repaired_1; by_lemma p_lp1_repaired_1. Qed.
Theorem lp1_repaired_2 : Statements.lp1_repaired_2.
Proof. unfold Statements.lp1_repaired_2; by_lemma p_lp1_repaired_2. Qed.
Theorem prop_1_repaired_0 : Statements.prop_1_repaired_0.
Proof. unfold Statements.prop_1_repaired_0; by_lemma p_prop_1_repaired_0. Qed.
Theorem prop_1_repaired_1 : Statements.prop_1_repaired_1.
Proof. unfold Statements.prop_1_repaired_1; by_lemma p_prop_1_repaired_1. Qed.
Theorem prop_1_repaired_2 : Statements.prop_1_repaired_2.
Proof. unfold Statements.prop_1_repaired_2; by_lemma p_prop_1_repaired_2. Qed.
Theorem prop_2_printed_0_under_1 : Statements.prop_2_printed_0_under_1.
Proof. unfold Statements.prop_2_printed_0_under_1; by_lemma p_prop_2_printed_0_under_1. Qed.
Theorem prop_2_printed_1_under_1 : Statements.prop_2_printed_1_under_1.
Proof. unfold Statements.prop_2_printed_1_under_1; by_lemma p_prop_2_printed_1_under_1. Qed.
Theorem prop_2_repaired_0 : Statements.prop_2_repaired_0.
Proof. unfold Statements.prop_2_repaired_0; by_lemma p_prop_2_repaired_0. Qed.
Theorem prop_2_repaired_1 : Statements.prop_2_repaired_1.
Proof. unfold Statements.prop_2_repaired_1; by_lemma p_prop_2_repaired_1. Qed.
Theorem algorithm_1_line_19_printed_0 : Statements.algorithm_1_line_19_printed_0.
Proof. unfold Statements.algorithm_1_line_19_printed_0; by_lemma p_algorithm_1_line_19_printed_0. Qed.
Theorem algorithm_1_line_19_printed_1 : Statements.algorithm_1_line_19_printed_1.
Proof. unfold Statements.algorithm_1_line_19_printed_1; by_lemma p_algorithm_1_line_19_printed_1. Qed.
Theorem algorithm_1_line_19_repaired_0 : Statements.algorithm_1_line_19_repaired_0.
Proof. unfold Statements.algorithm_1_line_19_repaired_0; by_lemma p_algorithm_1_line_19_repaired_0. Qed.
Theorem algorithm_1_line_19_repaired_1 : Statements.algorithm_1_line_19_repaired_1.
Proof. unfold Statements.algorithm_1_line_19_repaired_1; by_lemma p_algorithm_1_line_19_repaired_1. Qed.
Theorem eq_11_printed_0 : Statements.eq_11_printed_0.
Proof. unfold Statements.eq_11_printed_0; by_lemma p_eq_11_printed_0. Qed.
Theorem eq_11_repaired_0 : Statements.eq_11_repaired_0.
Proof. unfold Statements.eq_11_repaired_0; by_lemma p_eq_11_repaired_0. Qed.
Theorem eq_11_repaired_1 : Statements.eq_11_repaired_1.
Proof. unfold Statements.eq_11_repaired_1; by_lemma p_eq_11_repaired_1. Qed.
Theorem eq_11_repaired_2 : Statements.eq_11_repaired_2.
Proof. unfold Statements.eq_11_repaired_2; by_lemma p_eq_11_repaired_2. Qed.
Theorem algorithm_1_line_04_printed_0 : Statements.algorithm_1_line_04_printed_0.
Proof. unfold Statements.algorithm_1_line_04_printed_0; by_lemma p_algorithm_1_line_04_printed_0. Qed.
Theorem algorithm_1_line_04_printed_1 : Statements.algorithm_1_line_04_printed_1.
Proof. unfold Statements.algorithm_1_line_04_printed_1; by_lemma p_algorithm_1_line_04_printed_1. Qed.
Theorem algorithm_1_line_05_repaired_0 : Statements.algorithm_1_line_05_repaired_0.
Proof. by move=> M hist h hL; apply: (p_algorithm_1_line_05_repaired_0 (Rle_refl _)). Qed.
Theorem algorithm_1_line_05_repaired_1 : Statements.algorithm_1_line_05_repaired_1.
Proof. by move=> M L2 hist h x1 hL; apply: (p_algorithm_1_line_05_repaired_1 (Rle_refl _)). Qed.
Theorem algorithm_1_line_05_repaired_2 : Statements.algorithm_1_line_05_repaired_2.
Proof. unfold Statements.algorithm_1_line_05_repaired_2; by_lemma p_algorithm_1_line_05_repaired_2. Qed.
Theorem algorithm_1_line_05_repaired_3 : Statements.algorithm_1_line_05_repaired_3.
Proof. unfold Statements.algorithm_1_line_05_repaired_3; by_lemma p_algorithm_1_line_05_repaired_3. Qed.
Theorem algorithm_1_line_05_repaired_4 : Statements.algorithm_1_line_05_repaired_4.
Proof. unfold Statements.algorithm_1_line_05_repaired_4; by_lemma p_algorithm_1_line_05_repaired_4. Qed.
Theorem algorithm_1_line_05_repaired_5 : Statements.algorithm_1_line_05_repaired_5.
Proof. unfold Statements.algorithm_1_line_05_repaired_5; by_lemma p_algorithm_1_line_05_repaired_5. Qed.
Theorem algorithm_1_line_05_repaired_6 : Statements.algorithm_1_line_05_repaired_6.
Proof. unfold Statements.algorithm_1_line_05_repaired_6; by_lemma p_algorithm_1_line_05_repaired_6. Qed.
Theorem algorithm_1_line_05_repaired_7 : Statements.algorithm_1_line_05_repaired_7.
Proof. unfold Statements.algorithm_1_line_05_repaired_7; by_lemma p_algorithm_1_line_05_repaired_7. Qed.
Theorem algorithm_1_line_06_printed_0 : Statements.algorithm_1_line_06_printed_0.
Proof. by move=> M hist h x a hL; apply: (p_algorithm_1_line_06_printed_0 (Rle_refl _)). Qed.
Theorem eq_12_repaired_0 : Statements.eq_12_repaired_0.
Proof. unfold Statements.eq_12_repaired_0; by_lemma p_eq_12_repaired_0. Qed.
Theorem eq_12_repaired_1 : Statements.eq_12_repaired_1.
Proof. unfold Statements.eq_12_repaired_1; by_lemma p_eq_12_repaired_1. Qed.
Theorem algorithm_1_line_05_printed_0 : Statements.algorithm_1_line_05_printed_0.
Proof. by move=> M hist h hL; apply: (p_algorithm_1_line_05_printed_0 (Rle_refl _)). Qed.
Theorem algorithm_1_line_05_printed_1 : Statements.algorithm_1_line_05_printed_1.
Proof. by move=> M L2 hist h x1 hL; apply: (p_algorithm_1_line_05_printed_1 (Rle_refl _)). Qed.
Theorem eq_12_printed_0 : Statements.eq_12_printed_0.
Proof. unfold Statements.eq_12_printed_0; by_lemma p_eq_12_printed_0. Qed.
Theorem eq_12_printed_1 : Statements.eq_12_printed_1.
Proof. unfold Statements.eq_12_printed_1; by_lemma p_eq_12_printed_1. Qed.
Theorem sec_1b_updates_printed_0 : Statements.sec_1b_updates_printed_0.
Proof. unfold Statements.sec_1b_updates_printed_0; by_lemma p_sec_1b_updates_printed_0. Qed.
Theorem sec_4a_updates_repaired_0 : Statements.sec_4a_updates_repaired_0.
Proof. unfold Statements.sec_4a_updates_repaired_0; by_lemma p_sec_4a_updates_repaired_0. Qed.
Theorem sec_4a_updates_repaired_2 : Statements.sec_4a_updates_repaired_2.
Proof. unfold Statements.sec_4a_updates_repaired_2; by_lemma p_sec_4a_updates_repaired_2. Qed.
Theorem theorem_4_printed_0 : Statements.theorem_4_printed_0.
Proof. unfold Statements.theorem_4_printed_0; by_lemma p_theorem_4_printed_0. Qed.
Theorem theorem_4_repaired_0 : Statements.theorem_4_repaired_0.
Proof. unfold Statements.theorem_4_repaired_0; by_lemma p_theorem_4_repaired_0. Qed.
Theorem theorem_4_repaired_1 : Statements.theorem_4_repaired_1.
Proof. unfold Statements.theorem_4_repaired_1; by_lemma p_theorem_4_repaired_1. Qed.
Theorem theorem_4_repaired_3 : Statements.theorem_4_repaired_3.
Proof. unfold Statements.theorem_4_repaired_3; by_lemma p_theorem_4_repaired_3. Qed.
Theorem theorem_4_bias_1_printed_1 : Statements.theorem_4_bias_1_printed_1.
Proof. unfold Statements.theorem_4_bias_1_printed_1; by_lemma p_theorem_4_bias_1_printed_1. Qed.
Theorem theorem_4_diff_printed_1 : Statements.theorem_4_diff_printed_1.
Proof. unfold Statements.theorem_4_diff_printed_1; by_lemma p_theorem_4_diff_printed_1. Qed.
Theorem theorem_4_diff_printed_0 : Statements.theorem_4_diff_printed_0.
Proof. unfold Statements.theorem_4_diff_printed_0; by_lemma p_theorem_4_diff_printed_0. Qed.
Theorem theorem_4_diff_printed_2 : Statements.theorem_4_diff_printed_2.
Proof. unfold Statements.theorem_4_diff_printed_2; by_lemma p_theorem_4_diff_printed_2. Qed.
Theorem theorem_4_bias_1_printed_0 : Statements.theorem_4_bias_1_printed_0.
Proof. unfold Statements.theorem_4_bias_1_printed_0; by_lemma p_theorem_4_bias_1_printed_0. Qed.
Theorem theorem_4_bias_1_printed_2 : Statements.theorem_4_bias_1_printed_2.
Proof. unfold Statements.theorem_4_bias_1_printed_2; by_lemma p_theorem_4_bias_1_printed_2. Qed.
Theorem eq_28_printed_4 : Statements.eq_28_printed_4.
Proof. unfold Statements.eq_28_printed_4; by_lemma p_eq_28_printed_4. Qed.
Theorem eq_28_printed_0 : Statements.eq_28_printed_0.
Proof. unfold Statements.eq_28_printed_0; by_lemma p_eq_28_printed_0. Qed.
Theorem sec_4a_updates_repaired_1 : Statements.sec_4a_updates_repaired_1.
Proof. unfold Statements.sec_4a_updates_repaired_1; by_lemma p_sec_4a_updates_repaired_1. Qed.
Theorem sec_7_oracles_printed_0 : Statements.sec_7_oracles_printed_0.
Proof. unfold Statements.sec_7_oracles_printed_0; by_lemma p_sec_7_oracles_printed_0. Qed.
Theorem sec_7_log_T_repaired_0 : Statements.sec_7_log_T_repaired_0.
Proof. unfold Statements.sec_7_log_T_repaired_0; by_lemma p_sec_7_log_T_repaired_0. Qed.
Theorem lemma_09_count_printed_0 : Statements.lemma_09_count_printed_0.
Proof. unfold Statements.lemma_09_count_printed_0; by_lemma p_lemma_09_count_printed_0. Qed.
Theorem theorem_4_repaired_4 : Statements.theorem_4_repaired_4.
Proof. unfold Statements.theorem_4_repaired_4; by_lemma p_theorem_4_repaired_4. Qed.
Theorem theorem_4_repaired_5 : Statements.theorem_4_repaired_5.
Proof. unfold Statements.theorem_4_repaired_5; by_lemma p_theorem_4_repaired_5. Qed.
Theorem lemma_05_repaired_2 : Statements.lemma_05_repaired_2.
Proof. unfold Statements.lemma_05_repaired_2; by_lemma p_lemma_05_repaired_2. Qed.
Theorem lemma_12_jensen_printed_1 : Statements.lemma_12_jensen_printed_1.
Proof. unfold Statements.lemma_12_jensen_printed_1; by_lemma p_lemma_12_jensen_printed_1. Qed.
Theorem lemma_05_repaired_1 : Statements.lemma_05_repaired_1.
Proof. unfold Statements.lemma_05_repaired_1; by_lemma p_lemma_05_repaired_1. Qed.
Theorem lemma_09_repaired_4 : Statements.lemma_09_repaired_4.
Proof. unfold Statements.lemma_09_repaired_4; by_lemma p_lemma_09_repaired_4. Qed.
Theorem eq_28_printed_3 : Statements.eq_28_printed_3.
Proof. unfold Statements.eq_28_printed_3; by_lemma p_eq_28_printed_3. Qed.
Theorem eq_28_printed_1 : Statements.eq_28_printed_1.
Proof. unfold Statements.eq_28_printed_1; by_lemma p_eq_28_printed_1. Qed.
Theorem display_b3_printed_1 : Statements.display_b3_printed_1.
Proof. unfold Statements.display_b3_printed_1; by_lemma p_display_b3_printed_1. Qed.
Theorem theorem_4_repaired_2 : Statements.theorem_4_repaired_2.
Proof. unfold Statements.theorem_4_repaired_2; by_lemma p_theorem_4_repaired_2. Qed.
Theorem prop_3_repaired_0 : Statements.prop_3_repaired_0.
Proof. unfold Statements.prop_3_repaired_0; by_lemma p_prop_3_repaired_0. Qed.
Theorem eq_31_printed_together : Statements.eq_31_printed_together.
Proof. unfold Statements.eq_31_printed_together; by_lemma p_eq_31_printed_together. Qed.
Theorem lemma_03_printed_together : Statements.lemma_03_printed_together.
Proof. unfold Statements.lemma_03_printed_together; by_lemma p_lemma_03_printed_together. Qed.
Theorem theorem_4_bias_1_printed_together : Statements.theorem_4_bias_1_printed_together.
Proof. unfold Statements.theorem_4_bias_1_printed_together; by_lemma p_theorem_4_bias_1_printed_together. Qed.
Theorem lemma_06_repaired_together : Statements.lemma_06_repaired_together.
Proof. unfold Statements.lemma_06_repaired_together; by_lemma p_lemma_06_repaired_together. Qed.
Theorem lemma_09_repaired_together : Statements.lemma_09_repaired_together.
Proof. unfold Statements.lemma_09_repaired_together; by_lemma p_lemma_09_repaired_together. Qed.
Theorem lemma_10_printed_together : Statements.lemma_10_printed_together.
Proof. unfold Statements.lemma_10_printed_together; by_lemma p_lemma_10_printed_together. Qed.
Theorem theorem_4_diff_printed_together : Statements.theorem_4_diff_printed_together.
Proof. unfold Statements.theorem_4_diff_printed_together; by_lemma p_theorem_4_diff_printed_together. Qed.
Theorem lemma_05_printed_0_O : Statements.lemma_05_printed_0_O.
Proof. exact: p_lemma_05_printed_0_O. Qed.
Theorem lemma_06_printed_0_O : Statements.lemma_06_printed_0_O.
Proof. exact: p_lemma_06_printed_0_O. Qed.
Theorem theorem_4_printed_0_O : Statements.theorem_4_printed_0_O.
Proof. exact: p_theorem_4_printed_0_O. Qed.
Theorem eq_26_printed_0_under_1 : Statements.eq_26_printed_0_under_1.
Proof. unfold Statements.eq_26_printed_0_under_1; by_lemma p_eq_26_printed_0_under_1. Qed.
Theorem eq_26_printed_0_under_2 : Statements.eq_26_printed_0_under_2.
Proof. unfold Statements.eq_26_printed_0_under_2; by_lemma p_eq_26_printed_0_under_2. Qed.
Theorem lemma_07_P_i_printed_0_under_1 : Statements.lemma_07_P_i_printed_0_under_1.
Proof. unfold Statements.lemma_07_P_i_printed_0_under_1; by_lemma p_lemma_07_P_i_printed_0_under_1. Qed.
Theorem lemma_07_P_i_printed_0_under_2 : Statements.lemma_07_P_i_printed_0_under_2.
Proof. unfold Statements.lemma_07_P_i_printed_0_under_2; by_lemma p_lemma_07_P_i_printed_0_under_2. Qed.
Theorem lemma_09_printed_0_under_1 : Statements.lemma_09_printed_0_under_1.
Proof. unfold Statements.lemma_09_printed_0_under_1; by_lemma p_lemma_09_printed_0_under_1. Qed.
Theorem lemma_09_printed_1_under_1 : Statements.lemma_09_printed_1_under_1.
Proof. unfold Statements.lemma_09_printed_1_under_1; by_lemma p_lemma_09_printed_1_under_1. Qed.
Theorem lemma_09_printed_0_under_2 : Statements.lemma_09_printed_0_under_2.
Proof. unfold Statements.lemma_09_printed_0_under_2; by_lemma p_lemma_09_printed_0_under_2. Qed.
Theorem lemma_09_printed_1_under_2 : Statements.lemma_09_printed_1_under_2.
Proof. unfold Statements.lemma_09_printed_1_under_2; by_lemma p_lemma_09_printed_1_under_2. Qed.
Theorem sec_4a_updates_printed_0_under_2 : Statements.sec_4a_updates_printed_0_under_2.
Proof. unfold Statements.sec_4a_updates_printed_0_under_2; by_lemma p_sec_4a_updates_printed_0_under_2. Qed.
Theorem display_b3_total_printed_0_under_3 : Statements.display_b3_total_printed_0_under_3.
Proof. unfold Statements.display_b3_total_printed_0_under_3; by_lemma p_display_b3_total_printed_0_under_3. Qed.
Theorem display_b2_printed_0_under_3 : Statements.display_b2_printed_0_under_3.
Proof. unfold Statements.display_b2_printed_0_under_3; by_lemma p_display_b2_printed_0_under_3. Qed.
Theorem display_b3_printed_0_under_3 : Statements.display_b3_printed_0_under_3.
Proof. unfold Statements.display_b3_printed_0_under_3; by_lemma p_display_b3_printed_0_under_3. Qed.
Theorem display_b3_printed_1_under_1 : Statements.display_b3_printed_1_under_1.
Proof. unfold Statements.display_b3_printed_1_under_1; by_lemma p_display_b3_printed_1_under_1. Qed.
Theorem display_b3_printed_1_under_2 : Statements.display_b3_printed_1_under_2.
Proof. unfold Statements.display_b3_printed_1_under_2; by_lemma p_display_b3_printed_1_under_2. Qed.
Theorem display_b3_printed_1_under_3 : Statements.display_b3_printed_1_under_3.
Proof. unfold Statements.display_b3_printed_1_under_3; by_lemma p_display_b3_printed_1_under_3. Qed.

(* ------------------------------------------------------------- Section VII: intervals, and what they are compared with *)
Require Import UCRLLP.sharper.IntervalSets UCRLLP.sharper.Intervals UCRLLP.tight.TightConstants UCRLLP.tight.Separation.
Section Intervals.
Import Letters Process.
Context [M : setting].
Let KP (f : seq E -> policy S A) (Hf : forall w, is_policy (f w)) : forall hist, is_exp (@Algorithm.K S A Z x0 L P rho f hist) := K_exp x0 HP Hrho Hf.
Let log_ge1 Lam : ln (TXA / delta) <= Lam -> 0 < Lam.
Proof. by move=> H; have := Lam_half x0 T1 delta01 A1 L1 SL H; lra. Qed.

Lemma interval_near Lam c st f qhat : Statements.interval_learner c st Lam f qhat ->
  near_box x0 rv T Lam c st f (fun _ => 0).
Proof. by move=> H hist _; have [_ Hq pl opt] := H hist; exists (qhat hist); split=> // q Hq'; rewrite Rplus_0_r; exact: opt. Qed.

Lemma p_intervals Lam c st f qhat pistar : ln (TXA / delta) <= Lam -> 1 <= c -> schedule x0 st ->
  Statements.interval_learner c st Lam f qhat -> optimal x0 L P (@Algorithm.r S A Z P rho rv) pistar -> 2 <= INR T * INR #|A| ->
  1 - delta <= Prl (@Algorithm.K S A Z x0 L P rho f) T [::] (fun v => Rleb (@Algorithm.regret S A Z x0 L P rho rv f pistar v)
    ((2 + sqrt 2) * sqrt (INR T * INR #|A|) * (\rsum_(h < L) ((INR L - 1 - INR h) * sqrt (INR (Gamma' P h) * INR #|S h| * lw S Lam h))) +
     c * INR #|A| * (1 + ln (INR T) / ln 2) * (\rsum_(h < L) ((INR L - 1 - INR h) * (ind (1 < #|S h.+1|)%N * (INR #|S h| * INR #|S h.+1| * lw S Lam h)))) +
     (2 + 2 * sqrt 2) * sqrt (2 * (INR T * INR #|A| * Lam)) * (\rsum_(h < L) sqrt (INR #|S h|)) +
     sqrt (INR T * INR L * (2 * INR L * INR L + 1) * Lam / 6))).
Proof.
move=> Lam_ge c1 Hst Hl [Hstar _] TA2; have Hf w : is_policy (f w) by have [] := Hl w.
have lam := Lam_half x0 T1 delta01 A1 L1 SL Lam_ge.
have H := @near_intervals M Lam c st f _ lam c1 Hst Hf (interval_near Hl) pistar Hstar Lam_ge TA2.
apply: Rle_trans H _; apply: (Prl_imp (KP Hf)) => v _ /RlebP R1; apply/RlebP; apply: Rle_trans R1 _; apply: Req_le.
have layer (h : 'I_L) : INR (L - h.+1) = INR L - 1 - INR h.
  by rewrite minus_INR; [rewrite S_INR; ring | apply/leP; exact: ltn_ord].
rewrite /total_gap hsum_const Rmult_0_r Rplus_0_r /transition_line /second_line /reward_line /martingale_line.
congr (_ + _ + _ + _).
- by congr (_ * _); apply: eq_bigr => h _; rewrite layer.
- by congr (_ * _); apply: eq_bigr => h _; rewrite layer.
- by congr (_ * _ * _); ring.
by congr sqrt; rewrite /Rdiv /=; ring.
Qed.
Lemma p_widths Lam st f qhat : ln (TXA / delta) <= Lam -> schedule x0 st -> learner x0 rv f st Lam qhat ->
  1 - delta <= Prl (@Algorithm.K S A Z x0 L P rho f) T [::] (fun v => [forall t : 'I_T.+1, let hist := drop t v in
    [forall h : 'I_L, [forall x : S h, [forall a : A, [forall y : S h.+1,
      Rleb (Rabs (P h x a y - Pbar x0 (st hist) x a y)) (width x0 Lam 1 (st hist) x a y)]]]]]).
Proof.
move=> Lam_ge Hst Hl; have lam := Lam_half x0 T1 delta01 A1 L1 SL Lam_ge.
exact: (widths_hold lam (Rle_refl 1) Hst (fun w => (Hl w).1) Lam_ge).
Qed.

(* numbers *)
Lemma p_rate Lam : ln (TXA / delta) <= Lam -> 3 <= INR L -> sqrt (INR X) / 482 * ((53 / 5 + 3 / 10 * sqrt (INR L)) *
  sqrt (INR L * INR X * (INR T * INR #|A| * Lam))) <= 1 / 75 * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam).
Proof.
move=> H l3; have := quotient_rate (INR T * INR #|A| * Lam) l3 (pos_INR X).
by rewrite (_ : 106 / 10 = 53 / 5); [rewrite (_ : / 75 = 1 / 75) // /Rdiv Rmult_1_l | field].
Qed.
Lemma p_below_one Lam : ln (TXA / delta) <= Lam -> 3 <= INR L -> INR L * INR X <= 695000 ->
  1 / 75 * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam) <=
  (53 / 5 + 3 / 10 * sqrt (INR L)) * sqrt (INR L * INR X * (INR T * INR #|A| * Lam)).
Proof.
move=> H l3 le; have := quotient_below_one (INR T * INR #|A| * Lam) l3 (pos_INR X) le.
by rewrite (_ : 106 / 10 = 53 / 5); [rewrite (_ : / 75 = 1 / 75) // /Rdiv Rmult_1_l | field].
Qed.
Lemma p_with_A Lam : ln (TXA / delta) <= Lam -> 2 <= INR #|A| -> 1 / 75 * (INR L * INR X) * sqrt (INR T * INR #|A| * Lam) <=
  3 / 53 * (INR #|A| - 1) / sqrt (INR #|A| + 7) * (INR L * INR X) * sqrt (INR T * Lam).
Proof.
move=> H a2; have LX0 : 0 <= INR L * INR X by apply: Rmult_le_pos; exact: pos_INR.
have TL : 0 <= INR T * Lam by apply: Rmult_le_pos; [exact: pos_INR | have := log_ge1 H; lra].
have := Constants.seventy_five a2 LX0 TL; rewrite (_ : INR T * INR #|A| * Lam = INR #|A| * (INR T * Lam)); last by ring.
by rewrite (_ : / 75 = 1 / 75) /Rdiv ?Rmult_1_l // !Rmult_assoc.
Qed.
End Intervals.

Theorem sec_7_widths_repaired_0 : Statements.sec_7_widths_repaired_0.
Proof. move=> M Lam st pi q_of; exact: p_widths. Qed.
Theorem sec_7_intervals_repaired_0 : Statements.sec_7_intervals_repaired_0.
Proof. move=> M Lam c st pi q_of pistar; exact: p_intervals. Qed.
Theorem sec_7_quotient_repaired_0 : Statements.sec_7_quotient_repaired_0.
Proof. move=> M Lam; exact: p_rate. Qed.
Theorem sec_7_quotient_repaired_1 : Statements.sec_7_quotient_repaired_1.
Proof. move=> M Lam; exact: p_below_one. Qed.
Theorem sec_7_quotient_repaired_2 : Statements.sec_7_quotient_repaired_2.
Proof. move=> M Lam; exact: p_with_A. Qed.
