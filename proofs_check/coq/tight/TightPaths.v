(* Theorem 4 is tight (2): possible histories.  Where rewards are deterministic, an episode is possible if its actions
   and transitions have positive probability and its rewards are the right ones; others have probability 0. *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration UCRLLP.model.Model
  UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.paper.GoodEvents
  Previsions.BallOptimum UCRLLP.model.BackwardInduction UCRLLP.model.Learner UCRLLP.paper.Propositions UCRLLP.paper.LinearProgram
  UCRLLP.paper.Estimates.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Section Possible.
Variables (S : nat -> finType) (A : finType) (x0 : S 0%N) (L : nat).
Unset Implicit Arguments.
Variables (P : trans S A) (sym : forall h, S h -> A -> nat) (rv : nat -> R).
Set Implicit Arguments.
Notation E := (traj S A nat L 0).
Notation cnt := (@cnt S A nat x0 L).
Notation visit := (@visit S A nat x0 L).
Notation visit3 := (@visit3 S A nat x0 L).
Notation rew := (@rew S A nat x0 L rv).
Definition sure : rlaw S A nat := fun h x a y F => F (sym h x a).
Hypotheses (HP : is_trans P) (Hrv : forall z, 0 <= rv z <= 1).

Lemma sure_law : is_rlaw sure.
Proof. by move=> h x a y; split=> [F G _ _ H|F G _ _|c F _ _|c] //; rewrite /sure; [exact: H | lra | lra]. Qed.
Lemma sure_reward : is_reward sure rv. Proof. by []. Qed.

(* the steps that never happen *)
Definition off (pi : policy S A) : event S A nat := fun h x a z y =>
  [|| Rleb (pi h x a) 0, Rleb (P h x a y) 0 | z != sym h x a].

Lemma pathhas_le (Psi : event S A nat) k h (x : S h) (e : traj S A nat k h) :
  ind (pathhas Psi x e) <= pathsum (fun l y a z y' => ind (Psi l y a z y')) x e.
Proof.
elim: k h x e => [|k IH] h x e /=; first by lra.
have := IH _ e.1.2.2 e.2; case: (Psi h x _ _ _) => /=; last by rewrite Rplus_0_l.
by case: (pathhas _ _ _) => /=; lra.
Qed.
Lemma off_P (pi : policy S A) h (x : S h) a z y : ~~ off pi x a z y -> 0 < P h x a y.
Proof. by move=> /negP o; apply: Rnot_le_lt => /RlebP p0; apply: o; rewrite /off p0 orbT. Qed.

Lemma off_never (pi : policy S A) : is_policy pi ->
  law P sure pi x0 (fun e : E => ind (pathhas (off pi) x0 e)) <= 0.
Proof.
move=> Hpi; pose Phi : functional S A nat := fun h x a z y => ind (off pi x a z y).
have HPhi : bddf Phi.
  apply: (@bddf_between _ _ _ _ (fun _ => 0) (fun _ => 1)) => l x a z y.
  by split; [exact: ind_ge0 | exact: ind_le1].
have HL := law_exp HP sure_law Hpi L x0.
have W0 k h (x : S h) : Episodes.W P sure pi Phi k x = 0.
  elim: k h x => [//|k IH] h x /=; apply: big1 => a _.
  case: (Rle_lt_or_eq_dec _ _ ((Hpi h x).1 a)) => [pp|<-]; last by rewrite Rmult_0_l.
  rewrite big1 ?Rmult_0_r // => y _; rewrite IH.
  case: (Rle_lt_or_eq_dec _ _ ((HP x a).1 y)) => [pq|<-]; last by rewrite Rmult_0_l.
  have e1 : Rleb (pi h x a) 0 = false by apply/negP => /RlebP; lra.
  have e2 : Rleb (P h x a y) 0 = false by apply/negP => /RlebP; lra.
  have -> : sure x a y (fun z => Phi h x a z y) = 0 by rewrite /sure /Phi /off e1 e2 eqxx.
  by ring.
rewrite -(W0 L 0%N x0); apply: Rle_trans (expected_W HP sure_law Hpi L x0 HPhi).
apply: (ex_le HL) => [||e]; [exact: bdd_ind | exact: pathsum_bdd |].
exact: pathhas_le.
Qed.

(* --- Phi added up along the steps that are ok, until the first that is not *)
Section Kept.
Variable ok : forall h, S h -> A -> bool.
Unset Implicit Arguments.
Variables (Phi : reward S A) (pi : policy S A).
Set Implicit Arguments.
Hypothesis Hpi : is_policy pi.
Fixpoint kept k h : S h -> traj S A nat k h -> R :=
  match k return S h -> traj S A nat k h -> R with
  | 0%N => fun _ _ => 0
  | k'.+1 => fun x e => if ok x e.1.1 then Phi h x e.1.1 + @kept k' h.+1 e.1.2.2 e.2 else 0
  end.
Fixpoint kept_V k h (x : S h) : R :=
  if k is k'.+1 then \rsum_a (pi h x a * if ok x a then Phi h x a + \rsum_y (P h x a y * kept_V k' y) else 0) else 0.

Lemma kept_bdd k h (x : S h) : bdd (@kept k h x).
Proof.
suff [M HM] : exists M, forall x e, Rabs (@kept k h x e) <= M by exists M.
elim: k h {x} => [|k IH] h; first by exists 0 => x e; rewrite /= Rabs_R0; exact: Rle_refl.
have [M HM] := IH h.+1; exists (\rsum_(x : S h) \rsum_a Rabs (Phi h x a) + Rabs M) => x e /=.
have s0 : 0 <= \rsum_(x : S h) \rsum_a Rabs (Phi h x a).
  by apply: rsum_ge0 => y _; apply: rsum_ge0 => a _; exact: Rabs_pos.
case: (ok _ _); last by rewrite Rabs_R0; have := Rabs_pos M; lra.
apply: Rle_trans (Rabs_triang _ _) _; apply: Rplus_le_compat; last by apply: Rle_trans (HM _ _) (Rle_abs _).
rewrite (bigD1 x) //= (bigD1 e.1.1) //=.
have r1 : 0 <= \rsum_(a | a != e.1.1) Rabs (Phi h x a) by apply: rsum_ge0 => a _; exact: Rabs_pos.
have r2 : 0 <= \rsum_(y | y != x) \rsum_a Rabs (Phi h y a).
  by apply: rsum_ge0 => y _; apply: rsum_ge0 => a _; exact: Rabs_pos.
lra.
Qed.

Lemma law_kept k h (x : S h) : law P sure pi x (@kept k h x) <= kept_V k x.
Proof.
elim: k h x => [|k IH] h x; first exact: Rle_refl.
rewrite lawS [kept_V _ _]/=; apply: le_rsum => a _; apply: Rmult_le_compat_l; first exact: (Hpi x).1.
have L0 z y : law P sure pi (k := k) y (fun e => @kept k.+1 h x ((a, (z, y)), e)) <= if ok x a then Phi h x a + kept_V k y else 0.
  have Ly := law_exp HP sure_law Hpi k y; have By := kept_bdd k y.
  rewrite /=; case: (ok x a); last by rewrite (ex_const Ly (c := 0)) //; exact: Rle_refl.
  rewrite (@ex_eq _ _ Ly _ (fun e => kept y e + Phi h x a)) => [||e]; last by ring.
    by rewrite (ex_addC Ly _ By); have := IH _ y; lra.
  by apply: bdd_eq (bddD By (bddC _ (Phi h x a))) => e /=; ring.
apply: (@Rle_trans _ (\rsum_y (P h x a y * if ok x a then Phi h x a + kept_V k y else 0))).
  by apply: le_rsum => y _; apply: Rmult_le_compat_l; [exact: (HP x a).1 | exact: L0].
case: (ok x a); last by rewrite big1 => [|y _]; [exact: Rle_refl | ring].
rewrite (eq_bigr (fun y => P h x a y * Phi h x a + P h x a y * kept_V k y)) => [|y _]; last by ring.
by rewrite rsumD rsumZr (HP x a).2 Rmult_1_l; exact: Rle_refl.
Qed.

Hypothesis Phi0 : forall h (x : S h) a, 0 <= Phi h x a.
Lemma kept_ge0 k h (x : S h) e : 0 <= @kept k h x e.
Proof.
by elim: k h x e => [|k IH] h x e /=; [lra | case: (ok _ _); [exact: Rplus_le_le_0_compat | lra]].
Qed.
Lemma kept_V_ge0 k h (x : S h) : 0 <= kept_V k x.
Proof.
elim: k h x => [|k IH] h x /=; first by lra.
apply: rsum_ge0 => a _; apply: Rmult_le_pos; first exact: (Hpi x).1.
case: (ok _ _); last by lra.
apply: Rplus_le_le_0_compat => //; apply: rsum_ge0 => y _.
by apply: Rmult_le_pos; [exact: (HP x a).1 | exact: IH].
Qed.
Lemma kept_all k h (x : S h) e : ~~ pathhas (fun h x a _ _ => ~~ ok (h := h) x a) x e ->
  @kept k h x e = pathsum (fun h x a _ _ => Phi h x a) x e.
Proof. by elim: k h x e => [//|k IH] h x e /=; rewrite negb_or negbK => /andP[-> /IH ->]. Qed.
End Kept.

Variable f : seq E -> policy S A.
Hypothesis Hf : forall w, is_policy (f w).
Notation K := (@K S A nat x0 L P sure f).
Let KD : forall hist, is_exp (K hist) := K_exp x0 HP sure_law Hf.

Fixpoint possible (w : seq E) : bool :=
  if w is e :: hist then ~~ pathhas (off (f hist)) x0 e && possible hist else true.

Theorem Pr_impossible n : Pr K n [::] (fun w => ~~ possible w) <= 0.
Proof.
apply: (Pr_super KD (M := fun w => ind (~~ possible w))) => [h|h|w _]; [exact: bdd_ind | | exact: Rle_refl].
have B : bdd (fun e => ind (~~ possible (e :: h))) by exact: bdd_ind.
case: (boolP (possible h)) => Ph; last by apply: (ex_leC (KD h)) => // e; exact: ind_le1.
rewrite [X in _ <= X]/= (@ex_eq _ _ (KD h) _ (fun e => ind (pathhas (off (f h)) x0 e))) => [||e] //.
  exact: off_never.
by rewrite /= Ph andbT negbK.
Qed.

(* --- what holds of a possible episode *)
Lemma pathhas_sub (Psi Off : event S A nat) k h (x : S h) (e : traj S A nat k h) :
  (forall l (y : S l) a z y', Psi l y a z y' -> Off l y a z y') -> pathhas Psi x e -> pathhas Off x e.
Proof.
move=> H; elim: k h x e => [//|k IH] h x e /= /orP[/H -> //|/IH ->]; exact: orbT.
Qed.
Lemma pathsum_ok (Off : event S A nat) (Phi Phi' : functional S A nat) k h (x : S h) (e : traj S A nat k h) :
  (forall l (y : S l) a z y', ~~ Off l y a z y' -> Phi l y a z y' = Phi' l y a z y') -> ~~ pathhas Off x e ->
  pathsum Phi x e = pathsum Phi' x e.
Proof.
by move=> H; elim: k h x e => [//|k IH] h x e /=; rewrite negb_or => /andP[/H -> /IH ->].
Qed.

(* a fact on a pair, where the pair is *)
Lemma at_pairE (G : forall h, S h -> A -> bool) h (x : S h) a l (y : S l) b z y' :
  at_pair (mkp x a) (y : S l) b (z : nat) y' -> G l y b = G h x a.
Proof.
pose g (p : {h : nat & (S h * A)%type}) := G (tag p) (tagged p).1 (tagged p).2.
by move=> /eqP/(congr1 g).
Qed.
Lemma at3E (G : forall h, S h -> A -> S h.+1 -> bool) h (x : S h) a y l (x' : S l) b z y' :
  at3 x a y (x' : S l) b (z : nat) y' -> G l x' b y' = G h x a y.
Proof.
pose g (p : {h : nat & (S h * A * S h.+1)%type}) := G (tag p) (tagged p).1.1 (tagged p).1.2 (tagged p).2.
by move=> /eqP/(congr1 g).
Qed.

Section Episode.
Unset Implicit Arguments.
Variables (pi : policy S A) (e : E).
Set Implicit Arguments.
Hypothesis He : ~~ pathhas (off pi) x0 e.

Lemma visit3_P h (x : S h) a y : visit3 x a y e -> 0 < P h x a y.
Proof.
move=> V; apply: Rnot_le_lt => p0; move/negP: He; apply; apply: pathhas_sub V => l x' b z y' V.
by rewrite /off (at3E (fun h x a y => Rleb (P h x a y) 0) V) [Rleb (P h x a y) 0](_ : _ = true) ?orbT //; apply/RlebP.
Qed.
Lemma rew_sure h (x : S h) a : rew x a e = ind (visit (mkp x a) e) * rv (sym h x a).
Proof.
rewrite /visit (pathhas_sum _ _ (@at_pair_layer _ _ _ (mkp x a))) Rmult_comm -pathsumZ.
apply: pathsum_ok He => l y b z y'; rewrite /off => /negP o.
have -> : z = sym l y b by apply/eqP; apply: contraT => zs; case: o; rewrite zs !orbT.
rewrite /at_rew; case: (boolP (at_pair _ _ _ _ _)) => V; last by rewrite Rmult_0_l Rmult_0_r.
rewrite (_ : sym l y b = sym h x a); first by ring.
by apply/eqP; rewrite (at_pairE (fun h' x' a' => sym h' x' a' == sym h x a) V).
Qed.
End Episode.

(* the estimates of a possible history: the rewards exactly, and no transition that has probability 0 *)
Lemma rbar_sure w h (x : S h) a : possible w -> (0 < cnt (mkp x a) w)%N -> rbar x0 rv w x a = rv (sym h x a).
Proof.
move=> Hw c0; have E1 : \rsum_(e <- w) rew x a e = INR (cnt (mkp x a) w) * rv (sym h x a).
  elim: w Hw {c0} => [|e w IH]; first by rewrite big_nil [INR _]/= Rmult_0_l.
  rewrite [possible (e :: w)]/= => /andP[/rew_sure He /IH Hw]; rewrite big_cons Hw He cnt_cons addn_INR.
  by case: (visit _ _) => /=; ring.
rewrite /rbar E1 /n1 (maxn_idPr _) //; field.
by apply: not_0_INR; apply/eqP; rewrite -lt0n.
Qed.
Lemma rbar_le w h (x : S h) a : possible w -> rbar x0 rv w x a <= rv (sym h x a).
Proof.
move=> Hw; case: (posnP (cnt (mkp x a) w)) => [c0|c0]; last by rewrite rbar_sure //; exact: Rle_refl.
by rewrite (rbar_unvisited sure_reward c0); have := Hrv (sym h x a); lra.
Qed.
Lemma Pbar_0 w h (x : S h) a y : possible w -> P h x a y <= 0 -> Pbar x0 w x a y = 0.
Proof.
move=> Hw p0; rewrite /Pbar; suff -> : \rsum_(e <- w) ind (visit3 x a y e) = 0 by rewrite /Rdiv Rmult_0_l.
elim: w Hw => [|e w IH]; first by rewrite big_nil.
rewrite [possible (e :: w)]/= => /andP[He /IH Hw]; rewrite big_cons Hw.
case: (boolP (visit3 _ _ _ _)) => [V|_] /=; last by ring.
by have := visit3_P He V; lra.
Qed.
(* where the next state is sure, it is the estimate from the first visit on *)
Lemma Pbar_point w h (x : S h) a j : possible w -> (forall y, y != j -> P h x a y <= 0) ->
  (0 < cnt (mkp x a) w)%N -> forall y, Pbar x0 w x a y = ind (y == j).
Proof.
move=> Hw H c0 y; case: (eqVneq y j) => [->|yj] /=; last by rewrite Pbar_0 //; exact: H.
have := eq_10_rows x0 w x a; rewrite c0 (bigD1 j) //= big1 ?Rplus_0_r // => i ij.
by rewrite Pbar_0 //; exact: H.
Qed.
Lemma possible_drop s w : possible w -> possible (drop s w).
Proof. by elim: s w => [|s IH] [|e w] //= /andP[_]; exact: IH. Qed.
End Possible.
