(* The policy that is greedy for the judge's own upper values is accepted, whatever was observed: enclosures are
   narrow at every table of counts, so that a learner that asks and takes this policy as its fallback never stops. *)
Require Import ZArith QArith Qreals UCRLLP.judge.EpochCheck UCRLLP.judge.LogarithmCheck UCRLLP.judge.TraceCheck
  UCRLLP.judge.Greedy.
Require Import Previsions.Sums Previsions.Probability UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures
  UCRLLP.model.ConfidenceSets Previsions.Concentration UCRLLP.model.Algorithm UCRLLP.paper.GoodEvents UCRLLP.model.Setting.
Require Import UCRLLP.judge.EpochSound UCRLLP.judge.LogarithmSound UCRLLP.judge.Radii UCRLLP.judge.Readings
  UCRLLP.judge.Counters UCRLLP.judge.PolicySound UCRLLP.judge.JudgeSound UCRLLP.judge.Verdict
  UCRLLP.judge.JudgedLearner UCRLLP.judge.AskingLearner UCRLLP.judge.GreedyGap.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope Z_scope.

(* --- how wide an enclosure of a radius is: the roots of two numbers, of which the larger is little larger *)
Lemma sqrt_near a b D F k : 0 < F -> 0 <= a -> 0 <= D -> 1 <= k -> (b - a - 1) * F <= 2 * (a + 1) * D ->
  D * (Z.sqrt a + 1) <= k * F -> Z.sqrt b <= Z.sqrt a + k.
Proof.
move=> F0 a0 D0 k1 H HD; have [_ s2] := Z.sqrt_spec a a0; have s0 := Z.sqrt_nonneg a.
move: s2 HD; rewrite -Z.add_1_r; move: (Z.sqrt a) s0 => s s0 s2 HD.
suff /Z.sqrt_le_mono : b <= (s + k + 1) * (s + k + 1) - 1.
  move=> Hb; apply: Z.le_trans Hb _; set t := s + k + 1.
  have : Z.sqrt (t * t - 1) < t by apply/Z.sqrt_lt_square; rewrite /t; nia.
  by rewrite /t; lia.
have a1 : a + 1 <= (s + 1) * (s + 1) by lia.
have : 2 * (a + 1) * D <= 2 * ((s + 1) * (s + 1)) * D by apply: Z.mul_le_mono_nonneg_r; lia.
have : (D * (s + 1)) * (2 * (s + 1)) <= (k * F) * (2 * (s + 1)) by apply: Z.mul_le_mono_nonneg_r; lia.
move=> H1 H2; have H3 : (b - a - 1) * F <= (2 * k * (s + 1)) * F by lia.
have H4 : b - a - 1 <= 2 * k * (s + 1) by apply/(Z.mul_le_mono_pos_r _ _ _ F0); exact: H3.
by nia.
Qed.

Lemma rad_width R G F lo hi d d1 N1 k : 0 < F -> F <= 2 * lo -> lo <= hi -> 0 <= d <= d1 -> 1 <= N1 ->
  1 <= k -> (hi - lo) * (Z.sqrt (2 * d1 * lo * G * G / F) + 1) <= k * F ->
  [/\ 0 <= rad_lo R G F lo d N1, rad_lo R G F lo d N1 <= rad_hi R G F hi d N1 &
      rad_hi R G F hi d N1 <= rad_lo R G F lo d N1 + (k + 1)].
Proof.
move=> F0 Fl lh dd N10 k1 Hk; rewrite /rad_lo /rad_hi !root_sqrt.
have FN : 0 < F * N1 by nia.
have P0 : 0 <= 2 * d * (G * G) by have : 0 <= G * G by [nia]; nia.
have P1 : 2 * d * (G * G) <= 2 * d1 * (G * G) by have : 0 <= G * G by [nia]; nia.
have E1 e l : 2 * e * l * G * G = (2 * e * (G * G)) * l by ring.
move: Hk; rewrite !E1; move: (2 * d * (G * G)) (2 * d1 * (G * G)) P0 P1 => P P' P0 P1 Hk.
have l0 : 0 <= lo by lia.
have a0 : 0 <= P * lo / (F * N1) by apply: Z.div_pos => //; nia.
have aF : P * lo / (F * N1) <= P' * lo / F.
  rewrite -Z.div_div; [|lia|lia]; apply: (@Z.le_trans _ (P * lo / F)).
    by apply: Z.div_le_upper_bound; [lia|]; have : 0 <= P * lo / F by [apply: Z.div_pos; nia]; nia.
  by apply: Z.div_le_mono => //; nia.
have ab : P * lo / (F * N1) <= P * hi / (F * N1) by apply: Z.div_le_mono => //; nia.
have s0 := Z.sqrt_nonneg (P * lo / (F * N1)).
split=> //; first by have := Z.sqrt_le_mono _ _ ab; lia.
suff : Z.sqrt (P * hi / (F * N1)) <= Z.sqrt (P * lo / (F * N1)) + k by lia.
apply: (@sqrt_near _ _ (hi - lo) F) => //; first by lia.
  have := Z.mul_succ_div_gt (P * lo) _ FN; have := Z.mul_div_le (P * hi) _ FN; rewrite -Z.add_1_r.
  move: (P * lo / (F * N1)) (P * hi / (F * N1)) a0 => a b a0 Hb Ha.
  have HP : P <= 2 * (a + 1) * N1.
    have : P * F <= (2 * (a + 1) * N1) * F by nia.
    by move=> H; apply/(Z.mul_le_mono_pos_r _ _ _ F0); exact: H.
  have HD : P * (hi - lo) <= 2 * (a + 1) * N1 * (hi - lo) by apply: Z.mul_le_mono_nonneg_r; lia.
  have N0 : 0 < N1 by lia.
  apply/(Z.mul_le_mono_pos_r _ _ _ N0).
  by lia.
apply: Z.le_trans Hk; apply: Z.mul_le_mono_nonneg_l; first by lia.
by have := Z.sqrt_le_mono _ _ aF; lia.
Qed.

(* where no episode went, the radius is at least 1 *)
Lemma rad_unseen R G F lo d : 0 < F -> 0 <= G -> F <= 2 * lo -> 1 <= d -> G <= rad_lo R G F lo d 1.
Proof.
move=> F0 G0 Fl d1; rewrite /rad_lo root_sqrt -{1}(Z.sqrt_square G) //; apply: Z.sqrt_le_mono.
rewrite Z.mul_1_r; apply: Z.div_le_lower_bound => //.
have : 0 <= G * G by nia.
have -> : 2 * d * lo * G * G = (d * (2 * lo)) * (G * G) by ring.
by move: (G * G) => g g0; apply: Z.mul_le_mono_nonneg_r => //; nia.
Qed.

(* --- one pair *)
Definition good_cell (d : Z) (n : nat) (c : cell) : bool :=
  [&& Nat.eqb (size (s3 c)) n, all (Z.leb 0) (s3 c), Z.eqb (zsum (s3 c)) (sn c), Z.leb 0 (Qnum (sr c)) &
      Nat.ltb 0 n && Z.leb (Z.of_nat n) d].

Section Opened.
Variable K : consts.
Hypotheses (E0 : 0 < cE K) (D0 : 0 < cD K) (F0 : 0 < cF K) (Fl : cF K <= 2 * lamlo K) (lh : lamlo K <= lamhi K).
Hypothesis HK : cK K = Radii_printed.
Variables k d : Z.
Hypothesis Hk : narrow K k d.

Lemma ceil_floor a b : 0 < b -> ceil a b <= a / b + 1.
Proof.
move=> b0; have H := Z.mul_succ_div_gt a b b0; rewrite /ceil.
have : - (a / b + 1) <= - a / b; last by move: (a / b) (- a / b) => q q'; lia.
by apply: Z.div_le_lower_bound => //; move: H; rewrite -Z.add_1_r; move: (a / b) => q; lia.
Qed.

Lemma sound_to_pair n c w : good_cell d n c -> sound_pair (cE K) (cD K) (k + 1) (k + 2) n (to_pair K (c, w)).
Proof.
case/and5P=> /Nat.eqb_eq s c0 cs /Z.leb_le r0 /andP[/Nat.ltb_lt n0 /Z.leb_le nd].
case/and3P: Hk => /Z.leb_le k1 /Z.leb_le HE /Z.leb_le HD.
have dn : 0 <= Z.of_nat n <= d by lia.
have d1 : 0 <= 1 <= d by lia.
have N1 : 1 <= Z.max 1 (sn c) by lia.
have [e1 e2 e3] := rad_width (cR K) F0 Fl lh dn N1 k1 HE.
have [b1 b2 b3] := rad_width (cR K) F0 Fl lh d1 N1 k1 HD.
rewrite /sound_pair /to_pair /eps_lo /eps_hi /b_over HK s /= ?s Nat.eqb_refl c0 cs /=.
have -> : Z.leb 0 (rad_lo (cR K) (cE K) (cF K) (lamlo K) (Z.of_nat n) (Z.max 1 (sn c))) by apply/Z.leb_le.
have -> : Z.leb (cE K) (rad_lo (cR K) (cE K) (cF K) (lamlo K) (Z.of_nat n) (Z.max 1 (sn c))) || ~~ Z.eqb (sn c) 0.
  case: Z.eqb_spec => [->|_]; rewrite ?orbT // orbF -[Z.max 1 0]/1.
  by apply/Z.leb_le; apply: rad_unseen => //; lia.
have m0 : 0 <= mean_lo (cD K) (Z.max 1 (sn c)) (sr c).
  by apply: Z.div_pos; [nia | have := Pos2Z.is_pos (Qden (sr c)); nia].
have m1 : mean_hi (cD K) (Z.max 1 (sn c)) (sr c) <= mean_lo (cD K) (Z.max 1 (sn c)) (sr c) + 1.
  by apply: ceil_floor; have := Pos2Z.is_pos (Qden (sr c)); nia.
by rewrite /=; apply/and5P; split; apply/Z.leb_le; lia.
Qed.

(* --- all pairs *)
Fixpoint counted (nA : nat) (c : table) : bool :=
  match c with
  | [::] => true
  | l :: c' => let n := if c' is l' :: _ then size l' else 1%N in
    [&& Nat.ltb 0 (size l), all (fun st => Nat.eqb (size st) nA && all (good_cell d n) st) l & counted nA c']
  end.
Definition nonneg (w : weights) : bool := all (all (all (Z.leb 0))) w.

Lemma layers_cons l c m w : layers_of K (l :: c) (m :: w) =
  map (fun sw => map (to_pair K) (zip sw.1 sw.2)) (zip l m) :: layers_of K c w.
Proof. by rewrite /layers_of /= -map_comp. Qed.
Lemma wt_to_pair (st : seq cell) ws : size st = size ws -> map wt (map (to_pair K) (zip st ws)) = ws.
Proof. by elim: st ws => [|c st IH] [|w ws] //= [s]; rewrite IH. Qed.

Lemma sound_table nA c w : counted nA c -> same_shape c w -> nonneg w ->
  sound_layers (cE K) (cD K) (k + 1) (k + 2) nA (layers_of K c w).
Proof.
elim: c w => [|l c IH] [|m w] // /and3P[l0 Hl Hc] /and3P[/Nat.eqb_eq lm Hs Hw] /andP[m0 w0].
rewrite layers_cons /= IH // andbT size_map size_zip -lm minnn l0 /=.
have -> : (if layers_of K c w is l' :: _ then size l' else 1%N) = if c is l' :: _ then size l' else 1%N.
  case: (c) (w) Hw => [|l1 c1] [|m1 w1] // /and3P[/Nat.eqb_eq s1 _ _].
  by rewrite layers_cons size_map size_zip -s1 minnn.
rewrite all_map; move: (if c is _ :: _ then _ else _) Hl => n Hl {IH Hc Hw w0 l0 w}.
elim: l m lm Hl Hs m0 => [|st l IH] [|ws m] //= [lm] /andP[/andP[/Nat.eqb_eq sA Hst] Hl] /andP[/Nat.eqb_eq ss Hs].
move=> /andP[ws0 m0]; rewrite IH // andbT; apply/and3P; split.
- by apply/Nat.eqb_eq; rewrite size_map size_zip -ss minnn.
- by rewrite wt_to_pair.
rewrite all_map; elim: st ws ss Hst {sA ws0 IH Hl Hs m0} => [|c0 st IH] [|w0 ws] //= [ss] /andP[Hc Hst].
by rewrite IH // andbT; exact: sound_to_pair.
Qed.

(* --- the greedy policy *)
Notation best_row := (best_row K).
Notation best := (best K).
Lemma size_first_best m us : size (first_best m us) = size us.
Proof. by elim: us => //= u us IH; case: ifP => _ /=; rewrite ?size_map ?IH. Qed.
Lemma first_best_ge0 m us : all (Z.leb 0) (first_best m us).
Proof. by elim: us => //= u us IH; case: ifP => _ //=; rewrite all_map; elim: us {IH}. Qed.
Lemma first_best_1 m us : m \in us -> zsum (first_best m us) = 1.
Proof.
elim: us => //= u us IH; rewrite inE; case: Z.eqb_spec => [_ _|um].
  by rewrite zsum_cons zsum_zero.
by case/orP=> [/eqP E1|/IH H]; [case: um | rewrite zsum_cons H].
Qed.
Lemma first_best_best m us : all (fun wu : Z * Z => Z.leb wu.1 0 || Z.leb m (wu.2 + 0)) (zip (first_best m us) us).
Proof.
elim: us => //= u us IH; case: Z.eqb_spec => [<-|_] /=; last exact: IH.
rewrite Z.add_0_r Z.leb_refl /=; by elim: us {IH}.
Qed.

Lemma uppers_zip ups los (st : seq cell) ws : size st = size ws ->
  uppers (cE K) ups los (map (to_pair K) (zip st ws)) = uppers (cE K) ups los (map (fun c => to_pair K (c, 0)) st).
Proof. by elim: st ws => [|c st IH] [|w ws] //= [s]; rewrite /uppers /= -/(uppers _ _ _ _) IH. Qed.
Lemma size_best_row ups los st : size (best_row ups los st) = size st.
Proof. by rewrite size_first_best !size_map. Qed.
Lemma sum_best_row ups los st : (0 < size st)%N -> zsum (best_row ups los st) = 1.
Proof. by move=> s0; apply: first_best_1; apply: zmax_in; case: (st) s0. Qed.

Lemma zip_map_r (T U : Type) (f : T -> U) s : zip s (map f s) = map (fun x => (x, f x)) s.
Proof. by elim: s => //= x s ->. Qed.

Lemma best_greedy nA c : (0 < nA)%N -> counted nA c -> greedy_layers (cE K) 0 (layers_of K c (best c)).
Proof.
move=> A0; elim: c => [//|l c IH] /and3P[_ Hl Hc]; rewrite [best _]/=.
case Eh : (with_hints _ _).2 => [ups los]; rewrite layers_cons [greedy_layers _ _ _]/= Eh IH // andbT.
rewrite zip_map_r all_map all_map; apply: sub_all Hl => st /andP[/Nat.eqb_eq sA _] /=.
rewrite /greedy_state uppers_zip ?size_best_row //.
have -> : wts (map (to_pair K) (zip st (best_row ups los st))) = best_row ups los st.
  by rewrite /wts wt_to_pair ?size_best_row // sum_best_row ?sA.
exact: first_best_best.
Qed.

Lemma best_shape c : same_shape c (best c).
Proof.
elim: c => //= l c IH; case: (with_hints _ _).2 => ups los; rewrite IH andbT size_map Nat.eqb_refl /=.
by rewrite zip_map_r all_map; elim: l => //= st l ->; rewrite size_best_row Nat.eqb_refl.
Qed.
Lemma best_nonneg c : nonneg (best c).
Proof.
elim: c => //= l c; case: (with_hints _ _).2 => ups los; rewrite /nonneg /= => ->; rewrite andbT all_map.
by elim: l => //= st l ->; rewrite first_best_ge0.
Qed.
Lemma best_sums nA c : (0 < nA)%N -> counted nA c -> all (all (fun row => Z.eqb (zsum row) 1)) (best c).
Proof.
move=> A0; elim: c => [//|l c IH] /and3P[_ Hl Hc]; rewrite [best _]/=.
case: (with_hints _ _).2 => ups los; rewrite [all _ _]/= IH // andbT all_map; apply: sub_all Hl => st.
by move=> /andP[/Nat.eqb_eq sA _] /=; rewrite sum_best_row ?sA.
Qed.
End Opened.

(* --- the table of the history: the judge's, without N at t(i) *)
Definition bare_cell (c : cell) : cell := Cell (s3 c) (sn c) 0 (sr c).
Definition bare (c : table) : table := map (map (map bare_cell)) c.
Lemma map_upd (T U : Type) (f : T -> U) g h i s : (forall x, f (g x) = h (f x)) ->
  map f (upd g i s) = upd h i (map f s).
Proof. by move=> H; elim: s i => [|x s IH] [|i] //=; rewrite ?H ?IH. Qed.
Lemma bare_see c e : bare (see c e) = see (bare c) e.
Proof.
elim: c e => [|l c IH] [|[[x a] r] e] //=; rewrite IH; congr (_ :: _).
by apply: map_upd => st; apply: map_upd.
Qed.
Lemma bare_rebase c : bare (rebase c) = bare c.
Proof.
by rewrite /bare /rebase -map_comp; apply: eq_map => l /=; rewrite -map_comp; apply: eq_map => st /=; rewrite -map_comp.
Qed.
Lemma bare_init X nA : bare (init X nA) = init X nA.
Proof. by elim: X => [|n [|m X] IH] //=; rewrite IH !map_nseq. Qed.

Lemma layers_bare K c w : layers_of K (bare c) w = layers_of K c w.
Proof.
elim: c w => [|l c IH] [|m w] //; rewrite [bare _]/= !layers_cons -/(bare c) IH; congr (_ :: _).
elim: l m => [|st l IHl] [|ws m] //=; rewrite IHl; congr (_ :: _).
by elim: st ws {IHl} => [|k st IHs] [|w1 ws] //=; rewrite IHs.
Qed.
Lemma best_bare K c : best K (bare c) = best K c.
Proof.
elim: c => //= l c IH; rewrite -/(bare c) IH layers_bare; case: (with_hints _ _).2 => ups los; congr (_ :: _).
by rewrite -map_comp; apply: eq_map => st; rewrite /best_row /= -map_comp.
Qed.
Lemma shape_bare c w : same_shape (bare c) w = same_shape c w.
Proof.
elim: c w => [|l c IH] [|m w] //=; rewrite -/(bare c) IH size_map; congr [&& _, _ & _].
by elim: l m => [|st l IHl] [|ws m] //=; rewrite IHl size_map.
Qed.
Lemma counted_bare d nA c : counted d nA (bare c) = counted d nA c.
Proof.
elim: c => //= l c IH; rewrite -/(bare c) IH size_map; congr [&& _, _ & _].
have -> : (if bare c is l' :: _ then size l' else 1%N) = if c is l' :: _ then size l' else 1%N.
  by case: (c) => //= l' c'; rewrite size_map.
by rewrite all_map; apply: eq_all => st /=; rewrite size_map all_map.
Qed.

(* --- the rows that are recorded *)
Lemma common_whole row : common_of (map inject_Z row) = 1%positive.
Proof. by elim: row => // z row; rewrite /common_of /= => ->; case: Pos.leb. Qed.
Lemma whole_weights w : nonneg w -> weights_of (whole_rows w) = w.
Proof.
move=> H; rewrite /weights_of /whole_rows -map_comp -[RHS]map_id; apply/eq_in_map.
elim: w H => [//|m w IH] /= /andP[m0 w0] x; rewrite inE => /orP[/eqP -> /=|]; last exact: IH.
elim: m m0 {IH x w0} => [//|row m IH] /= /andP[r0 m0]; rewrite IH //; congr (_ :: _).
rewrite /row_weights common_whole /numerators /clip -!map_comp.
by elim: row r0 {IH} => [//|z row IH] /= /andP[/Z.leb_le z0 r0]; rewrite IH // Z.mul_1_r Z.max_r.
Qed.
Lemma whole_divides w : all_rows (fun row => divides (common_of row) row) (whole_rows w).
Proof.
rewrite /all_rows /whole_rows all_map; elim: w => //= m w ->; rewrite andbT all_map; elim: m => //= row m ->.
rewrite andbT common_whole /divides; have -> /= : Pos.leb 1 long by apply/Pos.leb_le; exact: Pos.le_1_l.
by rewrite all_map; elim: row.
Qed.
Lemma whole_sum row : foldr qadd 0%Q (map inject_Z row) = inject_Z (zsum row).
Proof. by elim: row => //= z row ->. Qed.
Lemma near_self tol b : (0 <= tol)%Q -> near tol b b.
Proof.
move=> t0; apply/andP; split; apply/Qle_bool_iff.
  rewrite -[X in (_ <= X)%Q]Qplus_0_r; apply: Qplus_le_compat; first exact: Qle_refl.
  by rewrite -[X in (_ <= X)%Q]/(- 0)%Q; exact: Qopp_le_compat.
by rewrite -[X in (X <= _)%Q]Qplus_0_r; apply: Qplus_le_compat => //; exact: Qle_refl.
Qed.
Lemma whole_distribution tol w : (0 <= tol)%Q -> nonneg w -> all (all (fun row => Z.eqb (zsum row) 1)) w ->
  all_rows (distribution tol) (whole_rows w).
Proof.
move=> t0; rewrite /all_rows /whole_rows all_map /nonneg; elim: w => //= m w IH /andP[m0 w0] /andP[m1 w1].
rewrite IH // andbT all_map; elim: m m0 m1 {IH w0 w1} => //= row m IH /andP[r0 m0] /andP[/Z.eqb_eq r1 m1].
rewrite IH // andbT /distribution whole_sum r1 near_self // andbT all_map; apply: sub_all r0 => z /Z.leb_le z0 /=.
apply/Qle_bool_iff; apply: (@Qle_trans _ 0%Q); first by rewrite -[X in (_ <= X)%Q]/(- 0)%Q; exact: Qopp_le_compat.
by rewrite -[0%Q]/(inject_Z 0) -Zle_Qle.
Qed.

(* the uniform rows of the first epoch *)
Definition even_weights (nA : nat) (c : table) : weights := map (map (fun _ => nseq nA 1)) c.
Lemma common_self e : common e e = e. Proof. by rewrite /common Z_mod_same_full. Qed.
Lemma common_even n m : Pos.leb (Pos.of_succ_nat n) long ->
  common_of (nseq m.+1 (evenly n.+1)) = Pos.of_succ_nat n.
Proof.
move=> nl; have l1 : Pos.leb 1 long by apply/Pos.leb_le; exact: Pos.le_1_l.
elim: m => [|m IH]; first by rewrite /= l1 /common Z.mod_1_r.
have step q row : common_of (q :: row) =
  if Pos.leb (common_of row) long then common (Qden q) (common_of row) else common_of row by [].
by rewrite -[nseq _ _]/(evenly n.+1 :: nseq m.+1 (evenly n.+1)) step IH nl -[Qden _]/(Pos.of_succ_nat n) common_self.
Qed.
Lemma all_rows_const (p : seq Q -> bool) row (c : table) : p row -> all_rows p (map (map (fun _ => row)) c).
Proof.
move=> pr; rewrite /all_rows all_map; elim: c => //= l c ->; rewrite andbT all_map.
by elim: l => //= st l ->; rewrite pr.
Qed.
Lemma weights_const row (c : table) :
  weights_of (map (map (fun _ => row)) c) = map (map (fun _ => row_weights row)) c.
Proof. by rewrite /weights_of -map_comp; apply: eq_map => l; rewrite /comp -map_comp. Qed.
Section Even.
Variable n : nat.
Hypothesis nl : Pos.leb (Pos.of_succ_nat n) long.
Lemma even_divides c : all_rows (fun row => divides (common_of row) row) (even_rows n.+1 c).
Proof.
apply: all_rows_const; rewrite (common_even n nl) /divides nl all_nseq -[Qden (evenly n.+1)]/(Pos.of_succ_nat n).
by rewrite Z_mod_same_full orbT.
Qed.
Lemma evenE c : weights_of (even_rows n.+1 c) = even_weights n.+1 c.
Proof.
rewrite /even_rows weights_const /row_weights (common_even n nl) /numerators /clip !map_nseq.
rewrite -[Qden (evenly n.+1)]/(Pos.of_succ_nat n) -[Qnum (evenly n.+1)]/1 Z_div_same_full //.
Qed.
Lemma even_uniform tol c : (0 <= tol)%Q -> all_rows (uniform tol n.+1) (even_rows n.+1 c).
Proof. by move=> t0; apply: all_rows_const; rewrite /uniform all_nseq near_self ?orbT. Qed.
End Even.
Lemma even_shape d nA c : counted d nA c -> same_shape c (even_weights nA c).
Proof.
elim: c => //= l c IH /and3P[_ Hl /IH ->]; rewrite andbT size_map Nat.eqb_refl /= zip_map_r all_map.
by apply: sub_all Hl => st /andP[/Nat.eqb_eq sA _] /=; rewrite size_nseq sA Nat.eqb_refl.
Qed.
Lemma even_nonneg nA c : nonneg (even_weights nA c).
Proof.
rewrite /nonneg /even_weights all_map; elim: c => //= l c ->; rewrite andbT all_map.
by elim: l => //= st l ->; rewrite all_nseq orbT.
Qed.
(* where no pair has been visited, all actions of a state are alike *)
Lemma even_greedy K X nA : (0 < nA)%N ->
  greedy_layers (cE K) 0 (layers_of K (init X nA) (even_weights nA (init X nA))).
Proof.
move=> A0; elim: X => [|n [|m X] IH] //; rewrite [init _ _]/= [even_weights _ _]/= -/(init (m :: X) nA).
rewrite -/(even_weights nA (init (m :: X) nA)) layers_cons [greedy_layers _ _ _]/=.
case: (with_hints _ _).2 => ups los; rewrite IH // andbT zip_map_r map_nseq map_nseq all_nseq; apply/orP; right.
have -> : zip (nseq nA (cell0 m)) (nseq nA 1) = nseq nA (cell0 m, 1) by elim: (nA) => //= q ->.
rewrite [X in greedy_state _ _ _ _ X]map_nseq /greedy_state; set st := nseq _ _; set us := uppers _ _ _ _.
have Eus : exists u, us = nseq nA u by rewrite /us /uppers /st map_nseq; eexists.
have {Eus} [u Eus] := Eus; have Eu : zmax us = u.
  have : zmax us \in us by apply: zmax_in; rewrite Eus; case: (nA) A0.
  by rewrite {2}Eus mem_nseq => /andP[_ /eqP].
suff gen ws q : all (fun wu : Z * Z => Z.leb wu.1 0 || Z.leb u (wu.2 + 0)) (zip ws (nseq q u)).
  by rewrite Eu Eus; exact: gen.
by elim: ws q => [|w ws IHw] [|q] //=; rewrite IHw andbT Z.add_0_r Z.leb_refl orbT.
Qed.

(* --- every table that the judge can have is one of counts *)
Lemma widest_ge hd h : (1 <= nth 1%N (layers hd) h)%N -> Z.of_nat (nth 1%N (layers hd) h) <= widest hd.
Proof.
move=> _; rewrite /widest; apply: inj_le; apply/leP; elim: (layers hd) h => [|n X IH] [|h] //=.
  exact: leq_maxl.
by apply: leq_trans (IH h) _; exact: leq_maxr.
Qed.

Section Counted.
Variables (hd : header) (Zt : Type) (rq : Zt -> Q).
Notation lay := (lay_of hd).
Notation nA' := (nA_of hd).
Notation L := (L_of hd).
Notation S := (S_ lay).
Notation A := (A_ nA').
Notation E := (traj S A Zt L 0).
Hypothesis H : header_ok hd.
Hypothesis rq01 : forall z, Qle_bool 0 (rq z) && Qle_bool (rq z) 1.

Lemma rew_ge0 (v : seq E) h (x : S h) (a : A) : (0 <= \rsum_(e <- v) rew (x0_ lay) (rv rq) x a e)%R.
Proof.
elim: v => [|e v IH]; first by rewrite big_nil; exact: Rle_refl.
rewrite big_cons; apply: Rplus_le_le_0_compat => //; rewrite /rew (enc_rew rq); case: ifP => _; last exact: Rle_refl.
set q := (nth _ _ _).2; suff : Qle_bool 0 q by move/Qle_boolP; rewrite Q2R_0.
rewrite /q; move: (_ - _)%N => i; case: (ltnP i (size (enc rq (x0_ lay) e))) => il.
  by have [z <-] := in_range_enc il; case/andP: (rq01 z).
by rewrite nth_default.
Qed.

Lemma cell_good c (v s : seq E) h (x : S h) (a : A) : inv rq c v s -> (h < L)%N ->
  good_cell (widest hd) (lay h.+1).+1 (cellat c h x a).
Proof.
move=> I hL; have [I1 _ I3 I4 I5] := i4 I x a hL.
have s0 : all (Z.leb 0) (s3 (cellat c h x a)).
  apply/(all_nthP 0) => y; rewrite I3 => yl; apply/Z.leb_le; apply: le_IZR.
  rewrite (I4 (Ordinal yl : S h.+1)); elim: (v) => [|e u IH]; first by rewrite big_nil; exact: Rle_refl.
  by rewrite big_cons; apply: Rplus_le_le_0_compat => //; rewrite /ind; case: (visit3 _ _ _ _ _); lra.
apply/and5P; split=> //; first by apply/Nat.eqb_eq.
- apply/Z.eqb_eq; apply: eq_IZR; rewrite (zsum_IZR0 I3) I1.
  rewrite (eq_bigr (fun y : S h.+1 => (\rsum_(e <- v) ind (visit3 (x0_ lay) x a y e))%R)) => [|y _]; last exact: I4.
  rewrite exchange_big /= (eq_bigr (fun e => ind (visit (x0_ lay) (mkp x a) e))) => [|e _]; last first.
    exact: (@visit3_sum S A Zt (x0_ lay) L h x a e).
  elim: (v) => [|e u IH]; first by rewrite big_nil.
  rewrite big_cons IH cnt_cons -!INR_IZR_INZ plus_INR; by case: (visit _ _ _).
- apply/Z.leb_le; apply: le_IZR; have r0 := rew_ge0 v x a; rewrite -I5 /Q2R in r0.
  have dR : (0 < IZR (Zpos (Qden (sr (cellat c h x a)))))%R by apply: (IZR_lt 0).
  apply: (Rmult_le_reg_r (/ IZR (Zpos (Qden (sr (cellat c h x a)))))); first exact: Rinv_0_lt_compat.
  by rewrite Rmult_0_l.
apply/andP; split; first by apply/Nat.ltb_lt; lia.
have lp : (1 <= nth 1%N (layers hd) h.+1)%N by rewrite (layers_X H) /X_ nth_mkseq.
apply/Z.leb_le; apply: Z.le_trans (widest_ge lp); rewrite /lay_of prednK //; exact: Z.le_refl.
Qed.

Lemma inv_counted c (v s : seq E) : inv rq c v s -> counted (widest hd) (hA hd) c.
Proof.
move=> I; rewrite -[c]drop0; move: (leq0n L); move: 0%N => h.
have [k] : exists k, (k + h = L)%N \/ (L <= h)%N.
  by case: (leqP L h) => hL; [exists 0%N; right | exists (L - h)%N; left; rewrite subnK // ltnW].
elim: k h => [|k IH] h kh hL; first by rewrite drop_oversize // (i1 I); case: kh => // <-.
case: kh => [kh|Lh]; last by rewrite drop_oversize // (i1 I).
have hl : (h < L)%N by rewrite -kh addSn ltnS leq_addl.
rewrite (drop_nth [::]) ?(i1 I) //=; apply/and3P; split; last by apply: IH => //; left; rewrite addnS -addSn.
  by apply/Nat.ltb_lt; rewrite (i2 I) //; lia.
have -> : (if drop h.+1 c is l' :: _ then size l' else 1%N) = (lay h.+1).+1.
  case: (ltnP h.+1 L) => h1; first by rewrite (drop_nth [::]) ?(i1 I) // (i2 I).
  have -> : h.+1 = L by apply/eqP; rewrite eqn_leq h1 hl.
  by rewrite drop_oversize ?(i1 I) // (lay_L H).
apply/(all_nthP [::]) => x; rewrite (i2 I) // => xl; rewrite (i3 I) // -(actions H) Nat.eqb_refl /=.
apply/(all_nthP (cell0 0)) => a; rewrite (i3 I) // => al.
exact: (@cell_good c v s h (Ordinal xl : S h) (Ordinal al : A) I hl).
Qed.
End Counted.

(* --- the learner whose fallback is greedy *)
Lemma opening_half R hd K j : opening R hd = Some (K, j) -> cF K <= 2 * lamlo K.
Proof.
rewrite /opening; case: ifP => // _; case: (log_box _ _ _ _) => [[lo hi]|//]; case: (ln_box _ _ _) => [[lo2 hi2]|//].
by case: ifP => // /andP[/Z.leb_le H _] [<- _].
Qed.

Lemma ceil_up a b : 0 < b -> a <= b * ceil a b.
Proof. by move=> b0; rewrite /ceil; have := Z.mul_div_le (- a) b b0; move: (- a / b) => q; lia. Qed.

Section Accepted.
Variables (hd : header) (rt : Z -> Z) (Zt : Type) (rq : Zt -> Q) (K : consts) (j0 : judge).
Notation E := (traj (S_ (lay_of hd)) (A_ (nA_of hd)) Zt (L_of hd) 0).
Notation enc0 := (@enc (lay_of hd) (nA_of hd) Zt rq (L_of hd) 0 (x0_ (lay_of hd))).
Fixpoint table_of (w : seq E) : table :=
  if w is e :: w' then see (table_of w') (enc0 e) else init (layers hd) (hA hd).
Definition greedy_fallback (w : seq E) : played_policy :=
  if w is [::] then Pi (even_rows (hA hd) (init (layers hd) (hA hd))) else Pi (whole_rows (best K (table_of w))).

Variable proposed : seq E -> played_policy.
Hypothesis Hopen : opening rt hd = Some (K, j0).
Hypothesis rq01 : forall z, Qle_bool 0 (rq z) && Qle_bool (rq z) 1.
Hypothesis Hroom : roomy K hd.
Let Hradii : cradii (hread hd) = Radii_printed.
Proof. by case/and4P: Hroom => + _ _ _; case: (cradii _). Qed.
Notation fallback := greedy_fallback.
Notation told := (@told hd Zt rq K j0 proposed fallback).
Notation asked := (@asked hd Zt rq K j0 proposed fallback).

Let spec := opening_spec Hopen.
Let H : header_ok hd. Proof. by case: spec. Qed.
Let Hj0 : num_i j0 = 0 /\ num_t j0 = 0. Proof. by case: spec => _ -> _ _ _. Qed.
Let E0 : 0 < cE K. Proof. by case: spec => _ _ [_ -> _]. Qed.
Let D0 : 0 < cD K. Proof. by case: spec => _ _ [-> _ _]. Qed.
Let F0 : 0 < cF K. Proof. by case: spec => _ _ _ []. Qed.
Let HK : cK K = Radii_printed. Proof. by case: spec => _ _ [_ _ ->]. Qed.
Let Fl := opening_half Hopen.
Let lh : lamlo K <= lamhi K.
Proof.
have [_ _ _ _ [[l1 l2] _]] := spec; have FR := IZR_lt 0 _ F0; apply: le_IZR.
by apply: (Rmult_le_reg_r (/ IZR (cF K))); [exact: Rinv_0_lt_compat | exact: Rle_trans l1 l2].
Qed.
Let A0 : (0 < hA hd)%N. Proof. by rewrite (actions H). Qed.

(* the table of the judge is that of the history *)
Lemma table_asked w : (forall j, told w = Some j -> bare (tab j) = table_of w) /\
  (forall j, asked w = Some j -> bare (tab j) = table_of w).
Proof.
have both w1 : (forall j, asked w1 = Some j -> bare (tab j) = table_of w1) ->
    forall j, told w1 = Some j -> bare (tab j) = table_of w1.
  move=> Hu j; rewrite toldE; case Ea : (asked w1) => [j1|//]; rewrite /decide.
  case: (choice _ _ _ _ _) => [p|[<-]]; last exact: Hu.
  rewrite /answer; case Es : (step_epoch _ _ _ _ _ _) => [j2| |why] // [<-]; have [_ _ _ ->] := epoch_numbers Es.
  by rewrite bare_rebase; exact: Hu.
elim: w => [|e w [IH _]].
  have Hs j : asked [::] = Some j -> bare (tab j) = table_of [::].
    by move=> [<-]; case: spec => _ -> _ _ _; exact: bare_init.
  by split; [exact: both | exact: Hs].
have Hs j : asked (e :: w) = Some j -> bare (tab j) = table_of (e :: w).
  rewrite /asked /heard; case Et : (told w) => [j1|//].
  case Es : (step_episode _ _ _ _) => [j2| |why] // [<-]; have [_ _ ->] := episode_numbers Es.
  by rewrite bare_see (IH _ Et).
by split; [exact: both | exact: Hs].
Qed.

Lemma asked_inv w j : asked w = Some j ->
  (exists v s, @inv (lay_of hd) (nA_of hd) (L_of hd) Zt rq (tab j) v s) /\ (w <> [::] -> num_i j <> 0).
Proof.
case: w => [|e w].
  move=> [<-]; split=> //; case: spec => _ -> _ _ _; rewrite [tab _]/=; exists [::], [::].
  by rewrite (layers_X H) (actions H); exact: inv_init.
rewrite /asked /heard; case Et : (told w) => [ja|//].
case Es : (step_episode _ _ _ _) => [jb| |why] // [<-]; have [Hs _ Ht] := told_state Hj0 Et.
split=> [|_].
  have Ez : Z.of_nat (size (e :: w)) = num_t ja + 1 by rewrite Ht /= Zpos_P_of_succ_nat Z.add_1_r.
  rewrite -Ez in Es; have [_ [s [first [I _ _]]]] := episode_step Hopen (state_good Hopen Hs) Es.
  by exists (e :: w), s; exact: (j1 I).
have [-> _ _] := episode_numbers Es; move: Es; rewrite /step_episode; case: Z.eqb_spec => //.
Qed.

Lemma greedy_fits c w : counted (widest hd) (hA hd) c -> size c = L_of hd -> same_shape c w -> nonneg w ->
  size (head [::] c) = 1%N -> greedy_layers (cE K) 0 (layers_of K c w) ->
  exists2 g, gap_of_policy K (hA hd) c w = Some g & gap_fits K (htol hd) g.
Proof.
case/and4P: Hroom => _ Hn Hf _ Hc sc Hw w0 h1 G.
have k1 : 1 <= spread_of K hd by rewrite /spread_of; lia.
have Hs := sound_table E0 D0 F0 Fl lh HK Hn Hc Hw w0.
set x := ceil ((spread_of K hd + 1) * (Z.of_nat (L_of hd) * cD K)) (2 * cE K).
have x1 : (spread_of K hd + 1) * (Z.of_nat (L_of hd) * cD K) <= 2 * cE K * x.
  by apply: ceil_up; lia.
have x0 : 0 <= x by have : 0 <= (spread_of K hd + 1) * (Z.of_nat (L_of hd) * cD K) by [nia]; nia.
have sl : size (layers_of K c w) = L_of hd.
  by rewrite /layers_of /zip3 !size_map size_zip; have [<- _] := same_shape_ok Hw; rewrite minnn.
have h2 : size (head [::] (layers_of K c w)) = 1%N.
  move: Hw h1; case: (c) (w) => [|l c'] [|m w'] // /and3P[/Nat.eqb_eq lm _ _] h1.
  by rewrite layers_cons /= size_map size_zip -lm minnn.
have [g Eg gL] : exists2 g, gap_of (cE K) (hA hd) (layers_of K c w) = Some g &
    g <= Z.of_nat (size (layers_of K c w)) * (spread_of K hd + 2 + 1 + x + 0).
  by apply: (greedy_gap (D := cD K) (w := spread_of K hd + 1) (H := Z.of_nat (L_of hd) * cD K)) => //;
    rewrite ?sl; lia.
exists g => //; move: Hf; rewrite /gap_fits /slack_of -[steps_of hd]/(Z.of_nat (L_of hd)) -/x -sl => /Z.leb_le Hf; apply/Z.leb_le; apply: Z.le_trans Hf.
by apply: Z.mul_le_mono_nonneg_r; [lia | exact: gL].
Qed.

Lemma accepts j rows w g : wants hd j -> all_rows (fun row => divides (common_of row) row) rows ->
  weights_of rows = w -> same_shape (tab j) w ->
  all_rows (if Z.eqb (num_i j) 0 then uniform (htol hd) (hA hd) else distribution (htol hd)) rows ->
  gap_of_policy K (hA hd) (tab j) w = Some g -> gap_fits K (htol hd) g -> answer hd K j (Pi rows) <> None.
Proof.
move=> Hw Hd Ew Hs Hr Eg Hf; rewrite /answer /step_epoch [epol _]/= [eN _]/= [eN3 _]/= [rows_of _]/= [counts_ok _ _]/=.
rewrite [counts3_ok _ _]/= !Z.eqb_refl Hd Ew [complete _ _ _ _ _]/= Hs [negb _]/= [_ && _]/= [~~ _]/=.
move: Hw Hr; rewrite /wants; case: (Z.eqb (num_i j) 0) => /=; first by move=> _ ->; rewrite Eg Hf.
by move=> /andP[-> /negbTE ->] /= ->; rewrite Eg Hf.
Qed.

Lemma tol_ge0 : (0 <= htol hd)%Q.
Proof.
case/and4P: Hroom => _ _ /Z.leb_le Hf _; rewrite /Qle /= Z.mul_1_r.
have k1 : 1 <= spread_of K hd by rewrite /spread_of; lia.
have E2 : 0 < 2 * cE K by lia.
have := @ceil_up ((spread_of K hd + 1) * (Z.of_nat (L_of hd) * cD K)) _ E2.
have : 0 <= (spread_of K hd + 1) * (Z.of_nat (L_of hd) * cD K) by nia.
move: Hf; rewrite /slack_of -[steps_of hd]/(Z.of_nat (L_of hd)); move: (_ * (_ * cD K)) => y; move: (ceil y _) => x Hf y0 yx.
have x0 : 0 <= x by nia.
have : 0 <= Z.of_nat (L_of hd) * (spread_of K hd + 2 + 1 + x + 0) by nia.
move: (Z.of_nat _ * _) Hf => u Hf u0.
have : 0 <= u * Zpos (Qden (htol hd)) by apply: Z.mul_nonneg_nonneg.
by move=> v0; nia.
Qed.

Theorem never_stuck w : ~~ stuck rq K j0 proposed fallback w.
Proof.
apply/negP => /stuckP[j [Ea Hw _ Ef]]; have [[v [s I]] Hi] := asked_inv Ea; have [_ /(_ _ Ea) Et] := table_asked w.
have t0 := tol_ge0; have L1 : (0 < L_of hd)%N := L_gt0 H; have Hc := inv_counted H rq01 I.
have sz := i1 I; have h1 : size (head [::] (tab j)) = 1%N by rewrite -nth0 (i2 I) // (lay_0 H).
case: w Ea Hi Et Ef => [|e w] Ea Hi Et Ef.
  have Ej : j = j0 by case: Ea.
  have Etab : tab j = init (layers hd) (hA hd) by rewrite Ej; case: spec => _ -> _ _ _.
  have nl : Pos.leb (Pos.of_succ_nat (nA_of hd)) long by case/and4P: Hroom.
  have G : greedy_layers (cE K) 0 (layers_of K (tab j) (even_weights (hA hd) (tab j))).
    by rewrite Etab; exact: even_greedy A0.
  have [g Eg Hg] := greedy_fits Hc sz (even_shape Hc) (even_nonneg _ _) h1 G.
  apply: (accepts Hw _ _ (even_shape Hc) _ Eg Hg Ef); rewrite -Etab (actions H).
  - exact: even_divides.
  - exact: evenE.
  by rewrite Ej; have [-> _] := Hj0; exact: even_uniform.
have Hs : same_shape (tab j) (best K (table_of (e :: w))) by rewrite -shape_bare Et; exact: best_shape.
have Hb : counted (widest hd) (hA hd) (table_of (e :: w)) by rewrite -Et counted_bare.
have G : greedy_layers (cE K) 0 (layers_of K (tab j) (best K (table_of (e :: w)))).
  by rewrite -layers_bare Et; exact: (best_greedy K A0 Hb).
have [g Eg Hg] := greedy_fits Hc sz Hs (best_nonneg K _) h1 G.
apply: (accepts Hw _ _ Hs _ Eg Hg Ef); first exact: whole_divides.
  by apply: whole_weights; exact: best_nonneg.
case: Z.eqb_spec => [i0|_]; first by case: (Hi _ i0).
by apply: whole_distribution t0 (best_nonneg K _) (best_sums K A0 Hb).
Qed.

(* what the program offers when it is asked is this fallback *)
Theorem offer_fallback w j : asked w = Some j -> wants hd j ->
  omap Pi (offer K hd j) = Some (fallback w).
Proof.
move=> Ea Hw; rewrite /offer Hw; have [_ Hi] := asked_inv Ea; have [_ /(_ _ Ea) Et] := table_asked w.
case: w Ea Hi Et => [|e w] Ea Hi Et.
  have -> : j = j0 by case: Ea.
  by have [-> _] := Hj0; case: spec => _ -> _ _ _.
by case: Z.eqb_spec => [i0|_]; [case: (Hi _ i0) | rewrite -best_bare Et].
Qed.

(* every trace of T episodes that it can produce is accepted *)
Theorem exists_accepted_learner (dens : pred positive) v : closed_short dens -> (forall z, over_d dens (rq z)) ->
  size v = T_of hd -> possible rq K j0 proposed fallback v ->
  exists j, verdict rt hd (trace rq (asking rq K j0 proposed fallback) v) = Some j.
Proof. by move=> Hdens Hd; apply: (asking_accepted Hj0 Hopen rq01 Hdens Hd); exact: never_stuck. Qed.
End Accepted.

(* a learner that asks and falls back on what the judge offers, in every environment: with probability at least 1 - delta
   its trace is accepted and its regret is that of Theorem 4 and the gaps *)
Theorem greedy_asking_bound hd rt K j0 (Zt : Type) (rq : Zt -> Q) (dens : pred positive) proposed
    (P : trans (S_ (lay_of hd)) (A_ (nA_of hd))) (rho : rlaw (S_ (lay_of hd)) (A_ (nA_of hd)) Zt) pistar :
  let fallback := @greedy_fallback hd Zt rq K in
  opening rt hd = Some (K, j0) -> roomy K hd -> clog (hread hd) <> Log10 ->
  closed_short dens -> (forall z, over_d dens (rq z)) ->
  is_trans P -> is_rlaw rho -> is_reward rho (rv rq) -> is_policy pistar ->
  (1 - Q2R (hdelta hd) <=
  Prl (Algorithm.K (x0_ (lay_of hd)) P rho (asking_plays rq K j0 proposed fallback)) (T_of hd) [::] (fun v =>
    if verdict rt hd (trace rq (asking rq K j0 proposed fallback) v) is Some _ then
      Rleb (regret (x0_ (lay_of hd)) P rho (rv rq) (asking_plays rq K j0 proposed fallback) pistar v)
        (3 * (INR (L_of hd) * INR (X (S_ (lay_of hd)) (L_of hd))) *
           sqrt (INR (T_of hd) * INR #|A_ (nA_of hd)| * Lam_of hd) +
         lost_of rt rq (asking rq K j0 proposed fallback) v)
    else false))%R.
Proof.
move=> fallback Ho Hm Hl Hdens Hd HP Hrho Hrv Hstar.
have H0 : num_i j0 = 0%Z /\ num_t j0 = 0%Z by case: (opening_spec Ho) => _ -> _ _ _.
have r01 z : Qle_bool 0 (rq z) && Qle_bool (rq z) 1.
  have [r0 r1] := reward01 Hrv z; apply/andP; split; apply/Qle_boolP; rewrite ?Q2R_0 ?Q2R_1.
    exact: r0.
  exact: r1.
have Hk : cradii (hread hd) = Radii_printed by case/and4P: Hm => + _ _ _; case: (cradii _).
apply: (@asking_learner_accepted hd rt Zt rq K j0 proposed fallback H0 Ho r01 dens Hdens Hd P rho HP Hrho Hrv
  pistar Hstar Hk Hl) => w.
exact: (never_stuck proposed Ho r01 Hm).
Qed.
