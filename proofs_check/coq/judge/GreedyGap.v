(* How far from the optimum can the judge find a policy that is greedy for its own upper values?  The hints of
   EpochCheck.v solve the inner LP and its dual: the two agree, but for rounding and the width of the enclosures. *)
Require Import ZArith UCRLLP.judge.EpochCheck UCRLLP.judge.Greedy.
Require Import Previsions.Sums UCRLLP.judge.EpochSound.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope Z_scope.

(* --- sums over lists of integers *)
Lemma Zeqb_axiom : Equality.axiom Z.eqb. Proof. by move=> x y; apply: Z.eqb_spec. Qed.
(* MathComp 1 and 2 nest the parts differently *)
Canonical Z_eqType : eqType := ltac:(unshelve econstructor; first exact Z;
  repeat first [exact Zeqb_axiom | exact Z.eqb | unshelve econstructor]).

Lemma zsum_cons x s : zsum (x :: s) = x + zsum s. Proof. by []. Qed.
Lemma zsum_map (T : Type) (f : T -> Z) x s : zsum (map f (x :: s)) = f x + zsum (map f s). Proof. by []. Qed.
Lemma zsum_cat s t : zsum (s ++ t) = zsum s + zsum t.
Proof. by elim: s => [//|x s IH]; rewrite cat_cons !zsum_cons IH; lia. Qed.
Lemma zsum_perm (s t : seq Z) : perm_eq s t -> zsum s = zsum t.
Proof.
by move=> st; apply: (catCA_perm_subst _ st) => s1 s2 s3; rewrite !zsum_cat; lia.
Qed.
Lemma zsum_zero (T : Type) (s : seq T) : zsum (map (fun _ => 0) s) = 0.
Proof. by elim: s. Qed.

(* a weighted mean lies where the values of positive weight lie, and so does its floor *)
Lemma mean_between (w v : seq Z) lo hi : size v = size w -> all (Z.leb 0) w -> 0 < zsum w ->
  (forall i, (i < size w)%N -> 0 < nth 0 w i -> lo <= nth 0 v i <= hi) ->
  lo <= zdot Z.mul v w / zsum w <= hi.
Proof.
move=> s w0 W0 H; suff : lo * zsum w <= zdot Z.mul v w <= hi * zsum w.
  by split; [apply: Z.div_le_lower_bound | apply: Z.div_le_upper_bound]; lia.
elim: w v s w0 H {W0} => [|a w IH] [|b v] //=; first by rewrite /zdot /=; lia.
move=> [s] /andP[/Z.leb_le a0 w0] H; have {IH} := IH v s w0 (fun i => H i.+1).
have := H 0%N isT; rewrite /zdot /= -/(zdot Z.mul v w).
by case: (Z.lt_ge_cases 0 a) => a1 H0; [have := H0 a1; nia | have -> : a = 0 by lia]; lia.
Qed.

Lemma zdotC f (s t : seq Z) : zdot f s t = zdot (fun a b => f b a) t s.
Proof. by rewrite /zdot; elim: s t => [|a s IH] [|b t] //=; rewrite IH. Qed.

(* --- the order of the states by their values *)
Notation index := EpochCheck.index.
Definition at_place (vs : seq Z) (e : entry) : Prop :=
  [/\ (e.2.1 < size vs)%N, e.2.2 = Z.of_nat e.2.1 & e.1 = nth 0 vs e.2.1].
Definition below (u v : entry) := Z.leb u.1 v.1.

Lemma below_trans : transitive below. Proof. by move=> b a c /Z.leb_le ab /Z.leb_le bc; apply/Z.leb_le; lia. Qed.
Lemma below_total : total below. Proof. by move=> a b; rewrite /below; case: Z.leb_spec => //= H; apply/Z.leb_le; lia. Qed.

Lemma worst_perm vs : perm_eq (worst_first vs) (index 0 0 vs).
Proof. by rewrite /worst_first perm_sort. Qed.
Lemma worst_sorted vs : sorted below (worst_first vs).
Proof. exact: sort_sorted below_total _. Qed.
Lemma size_index y z vs : size (index y z vs) = size vs.
Proof. by elim: vs y z => //= v vs IH y z; rewrite IH. Qed.
Lemma size_worst vs : size (worst_first vs) = size vs.
Proof. by rewrite (perm_size (worst_perm vs)) size_index. Qed.

Lemma index_places vs k e : e \in index k (Z.of_nat k) vs ->
  [/\ (k <= e.2.1 < k + size vs)%N, e.2.2 = Z.of_nat e.2.1 & e.1 = nth 0 vs (e.2.1 - k)].
Proof.
elim: vs k => [//|v vs IH] k /=; rewrite inE => /orP[/eqP -> /=|].
  by rewrite subnn leqnn addnS ltnS leq_addr.
have -> : Z.of_nat k + 1 = Z.of_nat k.+1 by lia.
move=> /IH[/andP[k1 k2] -> ->]; split=> //; first by rewrite (ltnW k1) addnS -addSn.
by rewrite -(subnSK k1).
Qed.
Lemma worst_places vs e : e \in worst_first vs -> at_place vs e.
Proof.
by rewrite (perm_mem (worst_perm vs)) => /(@index_places vs 0%N)[/andP[_ ?] ? E1]; split; rewrite // E1 subn0.
Qed.

(* sums over the states, in this order *)
Lemma index_sum (f : Z -> Z -> Z) (vs ns : seq Z) k : (size ns = k + size vs)%N ->
  map (fun e : entry => f e.1 (nth 0 ns e.2.1)) (index k (Z.of_nat k) vs) =
  map (fun vn => f vn.1 vn.2) (zip vs (drop k ns)).
Proof.
elim: vs k => [|v vs IH] k sn /=; first by case: (drop _ _).
have kn : (k < size ns)%N by rewrite sn addnS ltnS leq_addr.
rewrite (drop_nth 0 kn) /=; congr (_ :: _).
have -> : Z.of_nat k + 1 = Z.of_nat k.+1 by lia.
by apply: IH; rewrite sn addnS.
Qed.
Lemma worst_sum (f : Z -> Z -> Z) (vs ns : seq Z) : size ns = size vs ->
  zsum (map (fun e : entry => f e.1 (nth 0 ns e.2.1)) (worst_first vs)) = zdot f vs ns.
Proof.
move=> s; rewrite (zsum_perm (perm_map _ (worst_perm vs))) (@index_sum f vs ns 0%N) ?add0n //.
by rewrite drop0.
Qed.

(* the best value comes last *)
Definition top_of (o : seq entry) : Z := last 0 (map fst o).
Lemma zmax_in s : s <> [::] -> zmax s \in s.
Proof.
rewrite /zmax; move: s => [//|x s] _ /=; suff : foldr Z.max x s = x \/ foldr Z.max x s \in s.
  rewrite inE; case: (Z.max_spec x (foldr Z.max x s)) => [[_ ->]|[_ ->]]; last by rewrite eqxx.
  by case=> [->|->]; rewrite ?eqxx ?orbT.
elim: s => [|y s IH] /=; first by left.
rewrite inE; case: (Z.max_spec y (foldr Z.max x s)) => [[_ ->]|[_ ->]]; last by right; rewrite eqxx.
by case: IH => ->; [left | right; rewrite orbT].
Qed.
Lemma in_nth (s : seq Z) (x : Z) : x \in s -> exists2 i, (i < size s)%N & nth 0 s i = x.
Proof. by move=> /(nthP 0). Qed.
Lemma zmax_le s i : i \in s -> i <= zmax s.
Proof. by move=> /(nthP 0)[k ks <-]; exact: zmax_ge. Qed.
Lemma sorted_top e o : sorted below (e :: o) -> forall x, x \in e :: o -> x.1 <= top_of (e :: o).
Proof.
rewrite /top_of /=; elim: o e => [|e' o IH] e /=.
  by move=> _ x; rewrite inE => /eqP ->; lia.
move=> /andP[/Z.leb_le le p] x; rewrite inE => /orP[/eqP ->|]; last exact: IH.
by have := IH e' p e' (mem_head _ _); lia.
Qed.
Lemma top_worst vs : vs <> [::] -> top_of (worst_first vs) = zmax vs.
Proof.
move=> v0; have := worst_sorted vs; have := worst_perm vs; have := @worst_places vs; have := size_worst vs.
case E: (worst_first vs) => [|e o] sz pl pe so; first by case: (vs) v0 sz.
apply: Z.le_antisymm.
  have : last e o \in e :: o by exact: mem_last.
  move=> /pl[ls _ El]; rewrite /top_of /= (last_map fst) El; exact: zmax_ge.
have : zmax vs \in map fst (index 0 0 vs).
  have -> : map fst (index 0 0 vs) = vs by elim: (vs) 0%N 0 {v0 sz pl pe so E} => //= v us IH y z; rewrite IH.
  exact: zmax_in.
by rewrite -(perm_mem (perm_map fst pe)) => /mapP[x xo ->]; exact: sorted_top so x xo.
Qed.

(* --- the inner LP: by how much weight m on the values of the order differs from 2E P_bar *)
Section Inner.
Variables (ns : seq Z) (E2 : Z).
Hypotheses (E20 : 0 <= E2) (ns0 : all (Z.leb 0) ns).
Notation m e := (E2 * nth 0 ns e.2.1).
Lemma ns_ge0 i : 0 <= nth 0 ns i.
Proof.
case: (ltnP i (size ns)) => H; last by rewrite nth_default //; lia.
by apply/Z.leb_le; exact: allZ ns0 H.
Qed.
Lemma m_ge0 (e : entry) : 0 <= m e. Proof. by have := @ns_ge0 e.2.1; nia. Qed.
(* the value of weights t on the states of the order o *)
Definition gain (o : seq entry) (t : seq (Z * Z)) : Z := zsum (map (fun et => et.1.1 * et.2.2) (zip o t)).
(* the objective of the dual at t *)
Definition dual (o : seq entry) (t left : Z) : Z :=
  zsum (map (fun e : entry => m e * Z.max e.1 t) o) + left * (top_of o - t).

Lemma top_cons e e' o : top_of [:: e, e' & o] = top_of (e' :: o). Proof. by []. Qed.
Lemma move_cons e e' o left taken : move [:: e, e' & o] ns E2 left taken =
  let c := Z.min (m e) left in (e.2.2, m e - c) :: move (e' :: o) ns E2 (left - c) (taken + c).
Proof. by []. Qed.
Lemma gain_move e e' o left taken : let c := Z.min (m e) left in
  gain [:: e, e' & o] (move [:: e, e' & o] ns E2 left taken) =
  e.1 * (m e - c) + gain (e' :: o) (move (e' :: o) ns E2 (left - c) (taken + c)).
Proof. by []. Qed.
Lemma dual_cons e e' o t left :
  dual [:: e, e' & o] t left = m e * Z.max e.1 t + dual (e' :: o) t left.
Proof. by rewrite /dual top_cons zsum_map; lia. Qed.

(* weak duality, for a cut t that is at most the best value *)
Lemma weak_duality o t left taken : o <> [::] -> t <= top_of o -> 0 <= left ->
  gain o (move o ns E2 left taken) <= dual o t left + taken * top_of o.
Proof.
case: o => [//|e o] _; elim: o e left taken => [|e' o IH] e left taken tt l0.
  move: tt; rewrite /dual /top_of /gain /= => tt; have -> : Z.max e.1 t = e.1 by lia.
  have lt : 0 <= left * (e.1 - t) by nia.
  by move: (nth _ _ _) => n; lia.
rewrite gain_move dual_cons top_cons; set c := Z.min _ _.
have m0 := @m_ge0 e; have c0 : 0 <= c <= m e by rewrite /c; lia.
have cl : c <= left by rewrite /c; lia.
have := IH e' (left - c) (taken + c) tt ltac:(lia).
rewrite /dual; move: (zsum _) (gain _ _) (top_of _) => s g T H.
by have : e.1 * (m e - c) + c * t <= m e * Z.max e.1 t; nia.
Qed.

(* strong duality: the weights of move and the cut of find_tau are optima with one value *)
Lemma find_tau_cons e e' o B cum : find_tau [:: e, e' & o] ns E2 B cum =
  if Z.leb (E2 * (cum + nth 0 ns e.2.1)) B then find_tau (e' :: o) ns E2 B (cum + nth 0 ns e.2.1) else e.1.
Proof. by []. Qed.
Lemma gain_nothing_left o taken : o <> [::] ->
  gain o (move o ns E2 0 taken) = zsum (map (fun e : entry => m e * e.1) o) + taken * top_of o.
Proof.
case: o => [//|e o] _; elim: o e taken => [|e' o IH] e taken; first by rewrite /gain /top_of /=; lia.
rewrite gain_move top_cons zsum_map.
have -> : Z.min (m e) 0 = 0 by have := @m_ge0 e; lia.
by rewrite !Z.sub_0_r Z.add_0_r IH; lia.
Qed.
Lemma find_tau_in e o B cum : find_tau (e :: o) ns E2 B cum \in map fst (e :: o).
Proof.
elim: o e cum => [|e' o IH] e cum; first by rewrite /= inE.
by rewrite find_tau_cons inE; case: ifP => _; [rewrite IH orbT | rewrite eqxx].
Qed.
Lemma sorted_head e o : sorted below (e :: o) -> forall x, x \in e :: o -> e.1 <= x.1.
Proof.
move=> so x; rewrite inE => /orP[/eqP ->|xo]; first exact: Z.le_refl.
by have /allP/(_ _ xo)/Z.leb_le := order_path_min below_trans so.
Qed.
Lemma strong_duality o left taken cum : o <> [::] -> sorted below o -> 0 <= left ->
  gain o (move o ns E2 left taken) = dual o (find_tau o ns E2 (left + E2 * cum) cum) left + taken * top_of o.
Proof.
case: o => [//|e o] _; elim: o e left taken cum => [|e' o IH] e left taken cum so l0.
  by rewrite /dual /top_of /gain /= Z.max_id; lia.
have m0 := @m_ge0 e; have so' : sorted below (e' :: o) by case/andP: so.
rewrite gain_move find_tau_cons dual_cons top_cons.
case: Z.leb_spec => H.
  have mc : Z.min (m e) left = m e by nia.
  rewrite mc; have := IH e' (left - m e) (taken + m e) (cum + nth 0 ns e.2.1) so' ltac:(nia).
  have -> : left - m e + E2 * (cum + nth 0 ns e.2.1) = left + E2 * cum by lia.
  set t := find_tau _ _ _ _ _; have te : e.1 <= t.
    have /mapP[x xo ->] : t \in map fst (e' :: o) by exact: find_tau_in.
    by apply: (sorted_head so); rewrite inE xo orbT.
  have -> : Z.max e.1 t = t by lia.
  by rewrite /dual; move: (zsum _) (gain _ _) (top_of _) => s g T; nia.
have mc : Z.min (m e) left = left by nia.
rewrite mc Z.sub_diag gain_nothing_left // /dual Z.max_id.
have -> : [seq m e0 * e0.1 | e0 <- e' :: o] = [seq m e0 * Z.max e0.1 e.1 | e0 <- e' :: o].
  by apply/eq_in_map => x xo; rewrite Z.max_l //; apply: (sorted_head so); rewrite inE xo orbT.
by move: (zsum _) (top_of _) => s T; nia.
Qed.

(* the weights: none is negative, together as many as before, moved by at most the budget *)
Lemma move_states o left taken : map fst (move o ns E2 left taken) = map (fun e => e.2.2) o.
Proof. by case: o => [//|e o]; elim: o e left taken => [//|e' o IH] e left taken; rewrite move_cons /= IH. Qed.
Lemma move_ge0 o left taken : 0 <= left -> 0 <= taken -> all (Z.leb 0) (map snd (move o ns E2 left taken)).
Proof.
case: o => [//|e o]; elim: o e left taken => [|e' o IH] e left taken l0 t0.
  by rewrite /= andbT; apply/Z.leb_le; have := @m_ge0 e; lia.
rewrite move_cons /=; apply/andP; split; first by apply/Z.leb_le; lia.
by apply: IH; have := @m_ge0 e; lia.
Qed.
Lemma move_total e o left taken :
  zsum (map snd (move (e :: o) ns E2 left taken)) = zsum (map (fun e : entry => m e) (e :: o)) + taken.
Proof.
elim: o e left taken => [|e' o IH] e left taken; first by rewrite /=; lia.
by rewrite move_cons zsum_map IH [in RHS]zsum_map [snd _]/=; lia.
Qed.
Lemma move_moved e o left taken : 0 <= left -> 0 <= taken ->
  zsum (map (fun et => Z.abs (et.2.2 - m et.1)) (zip (e :: o) (move (e :: o) ns E2 left taken))) <= 2 * left + taken.
Proof.
elim: o e left taken => [|e' o IH] e left taken l0 t0.
  by apply: (@Z.le_trans _ (Z.abs (m e + taken - m e) + 0)); [exact: Z.le_refl | lia].
rewrite move_cons -[zip _ _]/((e, _) :: zip (e' :: o) (move (e' :: o) ns E2 _ _)) zsum_map [X in Z.abs X]/=.
have := @m_ge0 e => m0; have := IH e' (left - Z.min (m e) left) (taken + Z.min (m e) left).
by move: (zsum _) => s; lia.
Qed.
End Inner.

(* --- a row, state by state *)
Definition places (k n : nat) : seq Z := map Z.of_nat (iota k n).
Lemma worst_states vs : perm_eq (map (fun e : entry => e.2.2) (worst_first vs)) (places 0 (size vs)).
Proof.
apply: perm_trans (perm_map _ (worst_perm vs)) _.
suff -> : map (fun e : entry => e.2.2) (index 0 0 vs) = places 0 (size vs) by [].
rewrite -[X in index _ X _]/(Z.of_nat 0); elim: vs 0%N => [//|v vs IH] k.
by rewrite /places /= -/(places k.+1 (size vs)) -IH; congr (_ :: map _ (index _ _ _)); lia.
Qed.
Definition by_place (u v : Z * Z) := Z.leb u.1 v.1.
Lemma placed (mv : seq (Z * Z)) n : perm_eq (map fst mv) (places 0 n) -> map fst (sort by_place mv) = places 0 n.
Proof.
move=> H; have -> : map fst (sort by_place mv) = sort Z.leb (map fst mv) by rewrite sort_map.
apply: (sorted_eq (leT := Z.leb)).
- by move=> b a c /Z.leb_le ab /Z.leb_le bc; apply/Z.leb_le; lia.
- by move=> a b /andP[/Z.leb_le ab /Z.leb_le ba]; lia.
- by apply: sort_sorted => a b; case: Z.leb_spec => //= ab; apply/Z.leb_le; lia.
- rewrite /places sorted_map; apply: sub_sorted (iota_sorted 0 n) => a b /leP ab.
  by apply/Z.leb_le; lia.
by rewrite perm_sort.
Qed.
Lemma placed_dot (f : Z -> Z -> Z) (us : seq Z) q k n : map fst q = places k n -> (k + n <= size us)%N ->
  map (fun t : Z * Z => f (nth 0 us (Z.to_nat t.1)) t.2) q = map (fun vn => f vn.1 vn.2) (zip (drop k us) (map snd q)).
Proof.
elim: q k n => [|t q IH] k [|n] //=; first by case: (drop _ _).
move=> [t1 tq] kn; have ku : (k < size us)%N by apply: leq_trans kn; rewrite addnS ltnS leq_addr.
by rewrite (drop_nth 0 ku) /= t1 Nat2Z.id (IH k.+1 n tq) // addSnnS.
Qed.

Section ByState.
Variables (mv : seq (Z * Z)) (n : nat).
Hypothesis H : perm_eq (map fst mv) (places 0 n).
Lemma by_stateE : by_state mv = map snd (sort by_place mv). Proof. by []. Qed.
Lemma size_by_state : size (by_state mv) = n.
Proof. by rewrite by_stateE size_map size_sort -(size_map fst) (perm_size H) size_map size_iota. Qed.
Lemma sum_by_state : zsum (by_state mv) = zsum (map snd mv).
Proof. by rewrite by_stateE; apply: zsum_perm; apply: perm_map; rewrite perm_sort. Qed.
Lemma by_state_ge0 : all (Z.leb 0) (map snd mv) -> all (Z.leb 0) (by_state mv).
Proof. by move=> H0; rewrite by_stateE (perm_all _ (perm_map snd (permEl (perm_sort by_place mv)))). Qed.
Lemma by_state_dot (f : Z -> Z -> Z) us : size us = n ->
  zdot f us (by_state mv) = zsum (map (fun t : Z * Z => f (nth 0 us (Z.to_nat t.1)) t.2) mv).
Proof.
move=> su; rewrite /zdot by_stateE; have := placed_dot f (placed H) (_ : 0 + n <= size us)%N.
rewrite su drop0 => /(_ (leqnn _)) <-; apply: zsum_perm; apply: perm_map; by rewrite perm_sort.
Qed.
End ByState.

Lemma gain_places vs o (mv : seq (Z * Z)) : {in o, forall e, at_place vs e} ->
  map fst mv = map (fun e : entry => e.2.2) o ->
  zsum (map (fun t : Z * Z => nth 0 vs (Z.to_nat t.1) * t.2) mv) = gain o mv.
Proof.
rewrite /gain; elim: o mv => [|e o IH] [|t mv] //= Ho [t1 tm]; congr (_ + _); last first.
  by apply: IH => // x xo; apply: Ho; rewrite inE xo orbT.
by have [_ E2 E1] := Ho e (mem_head _ _); rewrite t1 E2 Nat2Z.id E1.
Qed.
Lemma moved_places vs us o (mv : seq (Z * Z)) (f : Z -> Z -> Z) :
  {in o, forall e, at_place vs e} -> map fst mv = map (fun e : entry => e.2.2) o ->
  map (fun t : Z * Z => f (nth 0 us (Z.to_nat t.1)) t.2) mv =
  map (fun et : entry * (Z * Z) => f (nth 0 us et.1.2.1) et.2.2) (zip o mv).
Proof.
elim: o mv => [|e o IH] [|t mv] //= Ho [t1 tm]; rewrite IH //; last first.
  by move=> x xo; apply: Ho; rewrite inE xo orbT.
by have [_ E2 _] := Ho e (mem_head _ _); rewrite t1 E2 Nat2Z.id.
Qed.

Local Arguments zsum : simpl never.
Lemma one_place (g : Z -> Z) b (s : seq Z) : uniq s -> b \in s ->
  zsum (map (fun z => if Z.eqb z b then g z else 0) s) = g b.
Proof.
elim: s => [//|z s IH] /= /andP[zs us]; rewrite inE; case: Z.eqb_spec => [Ez|zb]; rewrite ?Ez.
  move=> _; have -> : map (fun x => if Z.eqb x b then g x else 0) s = map (fun _ => 0) s; last first.
    by rewrite zsum_cons zsum_zero; lia.
  by apply/eq_in_map => x xs; case: Z.eqb_spec => // E1; move: zs; rewrite Ez -E1 xs.
by case/orP=> [/eqP E1|bs]; [case: zb | rewrite zsum_cons IH].
Qed.

Lemma zdot_right k (vs ns : seq Z) : size ns = size vs -> zdot (fun _ c => k * c) vs ns = k * zsum ns.
Proof.
rewrite /zdot; elim: vs ns => [|v vs IH] [|c ns] //=; first by rewrite Z.mul_0_r.
by move=> [s]; rewrite !zsum_cons IH //; lia.
Qed.
Lemma zdot_zeros (f : Z -> Z -> Z) (ns t : seq Z) : size t = size ns ->
  zdot f (map (fun _ => 0) ns) t = zsum (map (f 0) t).
Proof. by rewrite /zdot; elim: ns t => [|c ns IH] [|x t] //= [s]; rewrite !zsum_cons IH. Qed.
Lemma zdot_dz E top t (vs ns : seq Z) : size ns = size vs ->
  E * zdot (fun v c => dz top t v * c) vs ns =
  zdot (fun v c => 2 * E * c * Z.max v t) vs ns - E * (top + t) * zsum ns.
Proof.
have [k Ek] : exists k, k = 2 * E by exists (2 * E).
rewrite /zdot -Ek; elim: vs ns => [|v vs IH] [|c ns] //=; first by rewrite /zsum /=; lia.
by move=> [s]; rewrite !zsum_cons Z.mul_add_distr_l (IH _ s) /dz Ek; lia.
Qed.
Lemma zdot_shift k M t t' (ns us vs : seq Z) : 0 <= k -> all (Z.leb 0) ns -> size us = size ns -> size vs = size ns ->
  t <= t' + M -> (forall i, (i < size ns)%N -> nth 0 us i <= nth 0 vs i + M) ->
  zdot (fun v c => k * c * Z.max v t) us ns <= zdot (fun v c => k * c * Z.max v t') vs ns + k * M * zsum ns.
Proof.
move=> k0 + + + tt; rewrite /zdot; elim: ns us vs => [|c ns IH] [|u us] [|v vs] //=; first by rewrite /zsum /=; lia.
move=> /andP[/Z.leb_le c0 ns0] [s1] [s2] Hi; rewrite !zsum_cons /=.
have := IH us vs ns0 s1 s2 (fun i => Hi i.+1); have := Hi 0%N isT; rewrite /=.
move=> uv; have : k * c * Z.max u t <= k * c * (Z.max v t' + M) by apply: Z.mul_le_mono_nonneg_l; nia.
by lia.
Qed.
Lemma zdot_ext (f g : Z -> Z -> Z) s t : (forall a b, f a b = g a b) -> zdot f s t = zdot g s t.
Proof. by move=> H; rewrite /zdot; congr zsum; apply: eq_map => -[a b]; exact: H. Qed.

(* --- one pair: what the judge has of it, and how wide it is known *)
Definition sound_pair (E D w r : Z) (n : nat) (p : pair) : bool :=
  [&& Nat.eqb (size (cN3 p)) n, all (Z.leb 0) (cN3 p), Z.eqb (zsum (cN3 p)) (cN p),
      Z.leb 0 (eLo p), Z.leb E (eLo p) || negb (Z.eqb (cN p) 0) &
  [&& Z.leb (eLo p) (eHi p), Z.leb (eHi p) (eLo p + w), Z.leb 0 (rLo p), Z.leb (rLo p) D & Z.leb (rHi p) (rLo p + r)]].

Section Pair.
Variables (E D w r : Z) (n : nat) (p : pair) (ups los : seq Z).
Hypotheses (E0 : 0 < E) (n0 : (0 < n)%N) (su : size ups = n) (sl : size los = n).
Hypothesis Hp : sound_pair E D w r n p.
Notation oU := (worst_first ups).
Notation oL := (worst_first los).
Notation p' := (hint_pair E oU oL p).
Let s3 : size (cN3 p) = n. Proof. by have /and5P[/Nat.eqb_eq] := Hp. Qed.
Let c0 : all (Z.leb 0) (cN3 p). Proof. by have /and5P[_ ->] := Hp. Qed.
Let cs : zsum (cN3 p) = cN p. Proof. by have /and5P[_ _ /Z.eqb_eq] := Hp. Qed.
Let e0 : 0 <= eLo p. Proof. by have /and5P[_ _ _ /Z.leb_le] := Hp. Qed.
Let eE : cN p = 0 -> E <= eLo p.
Proof. by move=> Hz; have /and5P[_ _ _ _ /andP[H _]] := Hp; move: H; rewrite Hz orbF => /Z.leb_le. Qed.
Let rest : [/\ eLo p <= eHi p, eHi p <= eLo p + w, 0 <= rLo p, rLo p <= D & rHi p <= rLo p + r].
Proof. by have /and5P[_ _ _ _ /andP[_ /and5P[/Z.leb_le ? /Z.leb_le ? /Z.leb_le ? /Z.leb_le ? /Z.leb_le ?]]] := Hp. Qed.
Let N0 : 0 <= cN p. Proof. by rewrite -cs; exact: zsum_ge0. Qed.
Let u0 : ups <> [::]. Proof. by move=> H; move: su n0; rewrite H => <-. Qed.
Let l0 : los <> [::]. Proof. by move=> H; move: sl n0; rewrite H => <-. Qed.
Let oU0 : oU <> [::]. Proof. by move=> H; move: (size_worst ups) n0; rewrite H su => <-. Qed.
Let oL0 : oL <> [::]. Proof. by move=> H; move: (size_worst los) n0; rewrite H sl => <-. Qed.
Let E20 : 0 <= 2 * E. Proof. by lia. Qed.

Lemma zsum_all0 (s : seq Z) : all (Z.leb 0) s -> zsum s = 0 -> s = map (fun _ => 0) s.
Proof.
elim: s => [//|x s IH] /= /andP[/Z.leb_le x0 s0]; rewrite zsum_cons; have := zsum_ge0 s0 => z0 H.
by rewrite -IH //; [congr (_ :: _) |]; lia.
Qed.

(* the row of the hint *)
Notation mv := (move oL (cN3 p) (2 * E) (eLo p * cN p) 0).
Notation best := (last 0 (map (fun e : entry => e.2.2) oL)).
Notation one := (map (fun vy : entry => (vy.2.2, if Z.eqb vy.2.2 best then 1 else 0)) oL).
Lemma row_hint : row p' = by_state (if Z.eqb (cN p) 0 then one else mv). Proof. by []. Qed.
Lemma states_mv : perm_eq (map fst mv) (places 0 n).
Proof. by rewrite move_states -sl; exact: worst_states. Qed.
Lemma one_states : map fst one = map (fun e : entry => e.2.2) oL. Proof. by rewrite -map_comp. Qed.
Lemma states_one : perm_eq (map fst one) (places 0 n).
Proof. by rewrite one_states -sl; exact: worst_states. Qed.
Lemma places_uniq k m : uniq (places k m).
Proof. by rewrite /places map_inj_uniq ?iota_uniq // => i j; lia. Qed.
Lemma best_in : best \in map (fun e : entry => e.2.2) oL.
Proof. by case: (oL) oL0 => [//|e o] _; rewrite /=; exact: mem_last. Qed.
Lemma uniq_states : uniq (map (fun e : entry => e.2.2) oL).
Proof. by rewrite (perm_uniq (worst_states los)) places_uniq. Qed.
Lemma ns_total : zsum (map (fun e : entry => 2 * E * nth 0 (cN3 p) e.2.1) oL) = 2 * E * cN p.
Proof. by rewrite -cs (@worst_sum (fun _ c => 2 * E * c) los (cN3 p)) ?sl ?s3 // zdot_right // sl s3. Qed.

(* it is a point of the ball, and ok_pair says so *)
Lemma row_ok : [/\ size (row p') = n, all (Z.leb 0) (row p'), 0 < zsum (row p') &
  E * zdot (fun w c => Z.abs (w * n1 p - c * zsum (row p'))) (row p') (cN3 p) <= eLo p * n1 p * zsum (row p')].
Proof.
rewrite row_hint /n1; case: Z.eqb_spec => H.
  have W1 : zsum (map snd one) = 1.
    rewrite -map_comp; have := @one_place (fun _ => 1) _ _ uniq_states best_in; by rewrite -map_comp.
  rewrite (size_by_state states_one) (sum_by_state one) W1; split=> //.
    apply: by_state_ge0; apply/allP => z /mapP[t /mapP[e _ ->] ->] /=; by case: ifP.
  rewrite H zdotC (zsum_all0 c0 (etrans cs H)) zdot_zeros; last first.
    by rewrite (size_by_state states_one).
  have -> : map (fun w => Z.abs (w * Z.max 1 0 - 0 * 1)) (by_state one) = by_state one.
    rewrite -[RHS]map_id; apply/eq_in_map => z; have /allP/[apply]/Z.leb_le : all (Z.leb 0) (by_state one); last by lia.
    apply: by_state_ge0; apply/allP => x /mapP[t /mapP[e _ ->] ->] /=; by case: ifP.
  by rewrite (sum_by_state one) W1; have := eE H; lia.
have N1 : 1 <= cN p by lia.
have lN : 0 <= eLo p * cN p by nia.
have W1 : zsum (map snd mv) = 2 * E * cN p.
  have [e [o Eo]] : exists e o, oL = e :: o by case: (oL) oL0 => [//|e o] _; exists e, o.
  by rewrite -ns_total Eo move_total Z.add_0_r.
rewrite (size_by_state states_mv) (sum_by_state mv) W1; split=> //; [|by nia|].
  by apply: by_state_ge0; apply: move_ge0 => //; lia.
rewrite Z.max_r // zdotC (by_state_dot states_mv (fun c w => Z.abs (w * cN p - c * (2 * E * cN p))) s3).
rewrite (moved_places (cN3 p) (fun c w => Z.abs (w * cN p - c * (2 * E * cN p))) (@worst_places los)) ?move_states //.
have [e [o Eo]] : exists e o, oL = e :: o by case: (oL) oL0 => [//|e o] _; exists e, o.
have := @move_moved (cN3 p) (2 * E) E20 c0 e o _ _ lN (Z.le_refl 0); rewrite -Eo.
set q := zip _ _; have -> : zsum [seq Z.abs (et.2.2 * cN p - nth 0 (cN3 p) et.1.2.1 * (2 * E * cN p)) | et <- q] =
  cN p * zsum [seq Z.abs (et.2.2 - 2 * E * nth 0 (cN3 p) et.1.2.1) | et <- q].
  elim: q => [|x q IH]; first by rewrite Z.mul_0_r.
  rewrite !zsum_map IH Z.mul_add_distr_l; congr (_ + _).
  have -> u v : u * cN p - v * (2 * E * cN p) = cN p * (u - 2 * E * v) by lia.
  by rewrite Z.abs_mul (Z.abs_eq _ N0).
move: (zsum _) => s H1.
have : E * (cN p * s) <= E * (cN p * (2 * (eLo p * cN p) + 0)); last by lia.
by apply: Z.mul_le_mono_nonneg_l; [lia | apply: Z.mul_le_mono_nonneg_l; lia].
Qed.

Notation top := (zmax ups).
Notation topL := (zmax los).
Lemma tau_in : tau p' \in ups.
Proof.
have H x : x \in map fst oU -> x \in ups.
  by move=> /mapP[e /worst_places[es _ E1] ->]; rewrite E1; apply: mem_nth.
rewrite /hint_pair /=; case: (oU) oU0 H => [//|e o] _ H; case: ifP => _; apply: H; last exact: find_tau_in.
by rewrite /=; exact: mem_last.
Qed.
Lemma pair_is_ok : ok_pair E n top p'.
Proof.
have [r1 r2 r3 r4] := row_ok.
by apply/and5P; split; rewrite ?r1 //; [apply/Nat.eqb_eq | apply/Nat.eqb_eq | apply/Z.leb_le; apply: zmax_le tau_in
  | apply/andP; split; [exact/Z.ltb_lt | exact/Z.leb_le]].
Qed.

(* the bounds with their hints are the value of the row, and the dual at the cut *)
Lemma lo_visited : 1 <= cN p -> zdot Z.mul los (row p') = gain oL mv.
Proof.
move=> N1; rewrite row_hint; case: Z.eqb_spec => [H|_]; first by lia.
rewrite (by_state_dot states_mv Z.mul sl) (gain_places (@worst_places los)) // move_states //.
Qed.
Lemma lo_unvisited : cN p = 0 -> lo_pair los p' = rLo p + topL.
Proof.
move=> N1; rewrite /lo_pair row_hint N1 Z.eqb_refl (by_state_dot states_one Z.mul sl) (sum_by_state one) -!map_comp.
have W1 := @one_place (fun _ => 1) _ _ uniq_states best_in; rewrite -map_comp in W1; rewrite W1 Z.div_1_r.
have V1 := @one_place (fun z => nth 0 los (Z.to_nat z)) _ _ uniq_states best_in; rewrite -map_comp in V1.
congr (_ + _); rewrite -(top_worst l0) /top_of.
have -> : last 0 (map fst oL) = nth 0 los (Z.to_nat best).
  have : {in oL, forall e, at_place los e} by exact: worst_places.
  case: (oL) oL0 => [//|e o] _ Ho; rewrite /= (last_map fst) (last_map (fun e : entry => e.2.2)).
  by have [_ E2 E1] := Ho _ (mem_last e o); rewrite E2 Nat2Z.id.
rewrite -V1; congr zsum; apply: eq_map => e /=; by case: ifP; rewrite ?Z.mul_1_r ?Z.mul_0_r.
Qed.
Lemma up_visited : 1 <= cN p -> up_num E ups top p' =
  2 * (cN p) * E * rHi p + dual (cN3 p) (2 * E) oU (tau p') (eHi p * cN p).
Proof.
move=> N1; rewrite /up_num /dual (top_worst u0) /n1 [cN p']/= [cN3 p']/= [eHi p']/= [rHi p']/= Z.max_r; last by lia.
set t := tau p'; rewrite (@worst_sum (fun v c => 2 * E * c * Z.max v t) ups (cN3 p)) ?su ?s3 //.
by have := zdot_dz E top t (etrans s3 (esym su)); rewrite cs; lia.
Qed.
Lemma ceil_le a b q : 0 < b -> a <= b * q -> ceil a b <= q.
Proof. by move=> b0 H; rewrite /ceil; have := @Z.div_le_lower_bound (- a) b (- q) b0 ltac:(lia); lia. Qed.

(* the upper value is at most the lower one, the largest difference of the values of the next layer, and the slack *)
Variables (M H x : Z).
Hypotheses (HM : forall i, (i < n)%N -> nth 0 ups i <= nth 0 los i + M).
Hypotheses (HH : forall i, (i < n)%N -> 0 <= nth 0 los i <= H).
Hypotheses (x0 : 0 <= x) (Hx : w * H <= 2 * E * x).

Lemma top_shift : top <= topL + M.
Proof.
have [i ni <-] := in_nth (zmax_in u0); rewrite su in ni.
by have := HM ni; have := @zmax_ge los i; rewrite sl => /(_ ni); lia.
Qed.

Theorem pair_gap : up_pair E ups top p' <= lo_pair los p' + (M + r + 1 + x).
Proof.
have [e1 e2 r0 r1 r2] := rest.
case: (Z.eq_dec (cN p) 0) => Hz.
  rewrite (lo_unvisited Hz) /up_pair; apply: ceil_le; rewrite /n1 [cN p']/= Hz; first by lia.
  have Et : tau p' = top by rewrite /hint_pair /= Hz /= -(top_worst u0).
  rewrite /up_num Et /n1 [cN p']/= [cN3 p']/= [eHi p']/= [rHi p']/= Hz (zsum_all0 c0 (etrans cs Hz)) zdotC zdot_zeros ?su ?s3 //.
  have -> : map (fun b => dz top top b * 0) ups = map (fun _ => 0) ups by apply: eq_map => b; rewrite Z.mul_0_r.
  by rewrite zsum_zero Z.sub_diag !Z.mul_0_r; have := top_shift; rewrite [Z.max 1 0]/=; nia.
have N1 : 1 <= cN p by lia.
have W0 : 0 < 2 * cN p * E by nia.
rewrite /up_pair; apply: ceil_le; rewrite /n1 [cN p']/= Z.max_r //.
have up := up_visited N1; have lo := lo_visited N1; have [_ _ _ _] := row_ok.
set tL := find_tau oL (cN3 p) (2 * E) (eLo p * cN p) 0.
have sL := @strong_duality (cN3 p) (2 * E) E20 c0 oL (eLo p * cN p) 0 0 oL0 (worst_sorted los) ltac:(nia).
rewrite Z.mul_0_r Z.add_0_r Z.mul_0_l Z.add_0_r -/tL in sL.
have tLin : tL \in los.
  have : tL \in map fst oL by rewrite /tL; case: (oL) oL0 => [//|e o] _; exact: find_tau_in.
  by move=> /mapP[e /worst_places[es _ E1] ->]; rewrite E1; apply: mem_nth.
have [tL1 tL2] : 0 <= tL /\ tL <= topL.
  split; last exact: zmax_le.
  by have [i ni <-] := in_nth tLin; rewrite sl in ni; have := HH ni; lia.
have topH : topL <= H by have [i ni <-] := in_nth (zmax_in l0); rewrite sl in ni; have := HH ni; lia.
set t := Z.min (tL + M) top.
have sU := @strong_duality (cN3 p) (2 * E) E20 c0 oU (eHi p * cN p) 0 0 oU0 (worst_sorted ups) ltac:(nia).
rewrite Z.mul_0_r Z.add_0_r Z.mul_0_l Z.add_0_r in sU.
have Et : tau p' = find_tau oU (cN3 p) (2 * E) (eHi p * cN p) 0.
  by rewrite /hint_pair /=; case: Z.eqb_spec Hz.
have tt : t <= top_of oU by rewrite top_worst //; exact: Z.le_min_r.
have := @weak_duality (cN3 p) (2 * E) E20 c0 oU t (eHi p * cN p) 0 oU0 tt ltac:(nia).
rewrite Z.mul_0_l Z.add_0_r sU -Et => opt.
have shift : dual (cN3 p) (2 * E) oU t (eHi p * cN p) <= dual (cN3 p) (2 * E) oL tL (eHi p * cN p) + 2 * E * M * cN p.
  rewrite /dual !top_worst // (@worst_sum (fun v c => 2 * E * c * Z.max v t) ups (cN3 p)) ?su ?s3 //.
  rewrite (@worst_sum (fun v c => 2 * E * c * Z.max v tL) los (cN3 p)) ?sl ?s3 //.
  have := @zdot_shift (2 * E) M t tL (cN3 p) ups los E20 c0 (etrans su (esym s3)) (etrans sl (esym s3)).
  rewrite s3 cs => /(_ ltac:(rewrite /t; lia) HM).
  move: (zdot _ _ _) (zdot _ _ _) => a b; have := top_shift; have B0 : 0 <= eHi p * cN p by nia.
  move=> ts; have : eHi p * cN p * (top - t) <= eHi p * cN p * (topL - tL); last by lia.
  by apply: Z.mul_le_mono_nonneg_l => //; rewrite /t; lia.
have width : dual (cN3 p) (2 * E) oL tL (eHi p * cN p) <= dual (cN3 p) (2 * E) oL tL (eLo p * cN p) + 2 * cN p * E * x.
  rewrite /dual top_worst //; move: (zsum _) => a.
  have w1 : (eHi p - eLo p) * (topL - tL) <= w * H by apply: Z.mul_le_mono_nonneg; lia.
  by have : cN p * ((eHi p - eLo p) * (topL - tL)) <= cN p * (2 * E * x); [apply: Z.mul_le_mono_nonneg_l; lia | lia].
rewrite up /lo_pair lo sL.
have Wz : zsum (row p') = 2 * cN p * E.
  rewrite row_hint; case: Z.eqb_spec Hz => // _ _; rewrite sum_by_state.
  have [e [o Eo]] : exists e o, oL = e :: o by case: (oL) oL0 => [//|e o] _; exists e, o.
  by have := ns_total; rewrite Eo move_total Z.add_0_r => ->; lia.
rewrite Wz [rLo p']/= [rHi p']/=; set g := dual _ _ oL tL (eLo p * cN p) in sL width *.
have := Z.mul_succ_div_gt g _ W0; move: (g / _) => q Hq.
have : 2 * cN p * E * rHi p <= 2 * cN p * E * (rLo p + r) by apply: Z.mul_le_mono_nonneg_l; lia.
by move: W0 Hq opt shift width; move: (dual _ _ _ _ _) (dual _ _ _ _ _) (dual _ _ _ _ _) => *; lia.
Qed.
End Pair.

(* --- all layers *)
Fixpoint sound_layers (E D w r : Z) (nA : nat) (ls : seq layer) : bool :=
  match ls with
  | [::] => true
  | l :: ls' => let n := if ls' is l' :: _ then size l' else 1%N in
    [&& Nat.ltb 0 (size l), all (fun st => [&& Nat.eqb (size st) nA, all (Z.leb 0) (map wt st) &
      all (sound_pair E D w r n) st]) l & sound_layers E D w r nA ls']
  end.
(* the upper values of the actions of a state; the actions of positive weight are within eta of the best *)
Definition greedy_state E eta ups los (st : state) : bool :=
  all (fun wu : Z * Z => Z.leb wu.1 0 || Z.leb (zmax (uppers E ups los st)) (wu.2 + eta))
    (zip (wts st) (uppers E ups los st)).
Fixpoint greedy_layers E eta (ls : seq layer) : bool :=
  match ls with
  | [::] => true
  | l :: ls' => let: (ups, los) := (with_hints E ls').2 in
    all (greedy_state E eta ups los) l && greedy_layers E eta ls'
  end.

Section State.
Variables (E D w r eta : Z) (nA n : nat) (ups los : seq Z) (M H x : Z).
Hypotheses (E0 : 0 < E) (A0 : (0 < nA)%N) (n0 : (0 < n)%N) (su : size ups = n) (sl : size los = n).
Hypotheses (HM : forall i, (i < n)%N -> nth 0 ups i <= nth 0 los i + M).
Hypotheses (HH : forall i, (i < n)%N -> 0 <= nth 0 los i <= H).
Hypotheses (x0 : 0 <= x) (Hx : w * H <= 2 * E * x).
Variable st : state.
Hypotheses (sA : size st = nA) (wt0 : all (Z.leb 0) (map wt st)) (Hst : all (sound_pair E D w r n) st).
Notation hint := (hint_pair E (worst_first ups) (worst_first los)).
Notation st' := (map hint st).

Lemma wts_hint : wts st' = wts st.
Proof.
rewrite /wts -map_comp; have -> : map (EpochCheck.wt \o hint) st = map wt st by apply: eq_map.
by rewrite -map_comp.
Qed.
Lemma state_is_ok : ok_state E nA n (zmax ups) st'.
Proof.
apply/and3P; split; first by rewrite size_map sA; apply/Nat.eqb_eq.
  by rewrite -map_comp.
by rewrite all_map; apply: sub_all Hst => p Hp; exact: (pair_is_ok E0 n0 su sl Hp).
Qed.
Lemma up_state_uppers : up_state E ups (zmax ups) st' = zmax (uppers E ups los st).
Proof. by rewrite /up_state /uppers -map_comp. Qed.

Lemma lo_pair_range p : sound_pair E D w r n p -> 0 <= lo_pair los (hint p) <= D + H.
Proof.
move=> Hp; have [r1 r2 r3 _] := row_ok E0 n0 su sl Hp.
have /and5P[_ _ _ _ /andP[_ /and5P[_ _ /Z.leb_le a /Z.leb_le b _]]] := Hp.
have := @mean_between (row (hint p)) los 0 H; rewrite r1 sl => /(_ (erefl _) r2 r3 (fun i ni _ => HH ni)).
by rewrite /lo_pair [rLo (hint p)]/=; lia.
Qed.

Lemma lo_state_between lo hi : (forall a, (a < nA)%N -> 0 < nth 0 (wts st) a ->
    lo <= lo_pair los (hint (nth pair0 st a)) <= hi) -> lo <= lo_state los st' <= hi.
Proof.
move=> Ha; rewrite /lo_state wts_hint zdotC (zdot_ext (g := Z.mul)); last by move=> *; exact: Z.mul_comm.
have [W0 _ _] := weight_wts A0 sA wt0 A0.
apply: mean_between => //; first by rewrite !size_map size_wts.
  apply/(all_nthP 0) => i; rewrite size_wts sA => ia; have [_ w1 _] := weight_wts A0 sA wt0 ia.
  exact/Z.leb_le.
move=> i; rewrite size_wts sA => ia w1; rewrite (nth_map pair0) ?size_map ?sA // (nth_map pair0) ?sA //.
exact: Ha.
Qed.

Lemma state_gap : greedy_state E eta ups los st ->
  [/\ 0 <= lo_state los st' <= D + H & up_state E ups (zmax ups) st' <= lo_state los st' + (M + (r + 1 + x + eta))].
Proof.
move=> G; have ok a : (a < nA)%N -> sound_pair E D w r n (nth pair0 st a).
  by move=> aA; apply: (all_nthP pair0 Hst); rewrite sA.
have range := lo_state_between (fun a aA _ => lo_pair_range (ok a aA)).
split=> //; rewrite up_state_uppers; set T := zmax _ in G *.
suff [H1 _] : T - (M + (r + 1 + x + eta)) <= lo_state los st' <= D + H by lia.
apply: lo_state_between => a aA wa; split; last by have [] := lo_pair_range (ok a aA).
have := pair_gap E0 n0 su sl (ok a aA) HM HH x0 Hx => gapa.
have az : (a < size (zip (wts st) (uppers E ups los st)))%N by rewrite size_zip size_wts size_map sA minnn.
have := all_nthP (0, 0) G a az; rewrite nth_zip ?size_wts ?size_map // [X in Z.leb X 0]/=.
move=> /orP[/Z.leb_le|/Z.leb_le]; first by lia.
by rewrite [X in X + eta]/= (nth_map pair0) ?sA //; lia.
Qed.
End State.

Section Epoch.
Variables (E D w r eta x : Z) (nA : nat) (H : Z).
Hypotheses (E0 : 0 < E) (A0 : (0 < nA)%N) (x0 : 0 <= x) (w0 : 0 <= w) (Hx : w * H <= 2 * E * x) (D0 : 0 <= D).
Notation slack := (r + 1 + x + eta).
Hypothesis slack0 : 0 <= slack.

Theorem values_gap ls : sound_layers E D w r nA ls -> greedy_layers E eta ls -> Z.of_nat (size ls) * D <= H ->
  let: (fs, (ups, los)) := with_hints E ls in let n := if ls is l :: _ then size l else 1%N in
  [/\ values E nA fs = Some (ups, los), (0 < n)%N, size ups = n, size los = n &
      forall i, (i < n)%N -> 0 <= nth 0 los i <= Z.of_nat (size ls) * D /\
        nth 0 ups i <= nth 0 los i + Z.of_nat (size ls) * slack].
Proof.
elim: ls => [|l ls IH]; first by split=> // -[|i].
rewrite [sound_layers _ _ _ _ _ _]/= [greedy_layers _ _ _]/= [with_hints _ (l :: _)]/=.
case: (with_hints E ls) IH => fs [ups los] IH /and3P[/Nat.ltb_lt/ltP l0 Hl Hls] /andP[Gl Gls].
have -> : Z.of_nat (size (l :: ls)) = Z.of_nat (size ls) + 1 by rewrite /=; lia.
move=> Hs; have [HV n0 su sl Hi] := IH Hls Gls ltac:(nia).
set k := Z.of_nat (size ls) in Hs Hi *; have k0 : 0 <= k by rewrite /k; lia.
set n := (if ls is l' :: _ then size l' else 1%N) in Hl n0 su sl Hi *.
have HM i : (i < n)%N -> nth 0 ups i <= nth 0 los i + k * slack by move=> /Hi[].
have HH i : (i < n)%N -> 0 <= nth 0 los i <= k * D by move=> /Hi[].
have Hx' : w * (k * D) <= 2 * E * x by apply: Z.le_trans Hx; apply: Z.mul_le_mono_nonneg_l; lia.
lazy beta iota zeta.
split; [| exact: l0 | by rewrite !size_map | by rewrite !size_map |].
  rewrite [LHS]/= HV su size_map; have -> /= : Nat.ltb 0 (size l) by apply/Nat.ltb_lt/ltP.
  suff -> : all (ok_state E nA n (zmax ups)) (map (map (hint_pair E (worst_first ups) (worst_first los))) l) by [].
  rewrite all_map; apply: sub_all Hl => st /and3P[/Nat.eqb_eq sA wt0 Hst].
  exact: (state_is_ok E0 n0 su sl sA wt0 Hst).
move=> i il; rewrite !(nth_map [::]) ?size_map //.
have /and3P[/Nat.eqb_eq sA wt0 Hst] := all_nthP [::] Hl i il.
have G := all_nthP [::] Gl i il.
have [R1 R2] := state_gap E0 A0 n0 su sl HM HH x0 Hx' sA wt0 Hst G.
by split; [lia | lia].
Qed.

(* what the judge finds for a policy that is greedy, within eta, for its own upper values *)
Theorem greedy_gap ls : sound_layers E D w r nA ls -> greedy_layers E eta ls -> Z.of_nat (size ls) * D <= H ->
  size (head [::] ls) = 1%N -> exists2 g, gap_of E nA ls = Some g & g <= Z.of_nat (size ls) * slack.
Proof.
move=> Hs Hg HH h1; have := values_gap Hs Hg HH; rewrite /gap_of /gap_if_ok.
case Eh : (with_hints E ls) => [fs [ups los]] [HV n0 su sl Hi].
have s1 : size (head [::] fs) = 1%N.
  move: Eh h1; case: (ls) => [//|l ls'] /=; case: (with_hints E ls') => fs' [u v] [<- _ _].
  by rewrite /= size_map.
rewrite [fst _]/= s1 HV; have -> /= : Z.ltb 0 E by apply/Z.ltb_lt.
by exists (nth 0 ups 0 - nth 0 los 0); first by []; have [_] := Hi 0%N n0; lia.
Qed.
End Epoch.
