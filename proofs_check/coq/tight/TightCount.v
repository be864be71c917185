(* Theorem 4 is tight (5): the count.  On a possible history, at every state of the chain the actions other than a0 are
   played (A - 1)/(A + 7) times as often as the state is visited, or (A - 1) theta times; up to the episodes that are not
   ripe, of which there are at most 2 K + 1 for each pair, and those that fall short by more than kappa somewhere or by
   more than eta D_h in layer h. *)
Require Import Previsions.NatLia Previsions.Sums Previsions.Probability Previsions.Concentration
  UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.paper.GoodEvents
  UCRLLP.paper.Visits UCRLLP.tight.TightGreedy UCRLLP.tight.TightPaths UCRLLP.tight.TightChain UCRLLP.tight.TightEpisode.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.
Import GreedyOptimum Chain RipeEpisode.

Module Count.

Lemma along_sum (E : Type) (I : finType) (F : I -> seq E -> E -> R) v :
  hsum (fun hist e => \rsum_i F i hist e) v = \rsum_i hsum (F i) v.
Proof.
elim: v => [|e v IH]; first by rewrite big1.
by rewrite hsum_cons IH -rsumD; apply: eq_bigr => i _.
Qed.
Lemma along_mono (E : Type) (F G : seq E -> E -> R) v : (forall hist e, F hist e <= G hist e) -> hsum F v <= hsum G v.
Proof. by move=> H; apply: le_hsum => *; exact: H. Qed.
Lemma along_ge0 (E : Type) (F : seq E -> E -> R) v : (forall hist e, 0 <= F hist e) -> 0 <= hsum F v.
Proof. by move=> H; elim: v => [|e v IH]; rewrite ?hsum_cons; [exact: Rle_refl | have := H v e; lra]. Qed.

(* the part of the plays that the other actions have if each has an eighth of those of a0 *)
Definition share (a : R) := (a - 1) / (a + 7).

Section Count.
Variables (S : nat -> finType) (A : finType) (x0 : S 0%N) (L : nat) (K : R).
Hypothesis K1 : 1 <= K.
Notation E := (traj S A nat L 0).
Notation cnt := (@cnt S A nat x0 L).
Notation visit := (@visit S A nat x0 L).
Variable sch : seq E -> seq E.
Hypothesis Hsch : schedule x0 sch.

Lemma cnt_along p v : INR (cnt p v) = hsum (fun _ e => ind (visit p e)) v.
Proof.
elim: v => [//|e v IH]; rewrite cnt_cons addn_INR hsum_cons -IH.
by case: (visit p e).
Qed.

(* every pair of the episode was seen more than K times before its epoch *)
Definition ripe (s : seq E) (e : E) : bool :=
  ~~ pathhas (fun h x a _ _ => Rleb (INR (cnt (mkp x a) s)) K) x0 e.
(* the visit of an episode finds at most twice the count *)
Lemma doubling h (x : S h) a e hist : (h < L)%N -> visit (mkp x a) e ->
  (cnt (mkp x a) (e :: hist) <= cnt (mkp x a) (sch hist) + maxn 1 (cnt (mkp x a) (sch hist)))%N.
Proof.
move=> hL V; have [I1 I2 _] := spent_invariant Hsch x a hist hL.
by rewrite cnt_cons V; move: I1 I2; set u := cnt _ _; set w := cnt _ _; lia.
Qed.

Definition young p (hist : seq E) e := ind (visit p e) * ind (Rleb (INR (cnt p (sch hist))) K).
Lemma young_pair h (x : S h) a v : (h < L)%N -> hsum (young (mkp x a)) v <= 2 * K + 1.
Proof.
move=> hL; suff [] : hsum (young (mkp x a)) v <= INR (cnt (mkp x a) v) /\ hsum (young (mkp x a)) v <= 2 * K + 1 by [].
elim: v => [|e v [IH1 IH2]]; first by rewrite /=; split; lra.
rewrite hsum_cons cnt_cons addn_INR {1 3}/young; case: (boolP (visit _ _)) => V /=; last by split; lra.
case: RlebP => [le|_]; rewrite /ind; last by split; lra.
split; first lra.
have := leq_INR (doubling v hL V); rewrite cnt_cons V !addn_INR [INR (true)]/=.
have : INR (maxn 1 (cnt (mkp x a) (sch v))) <= K.
  by rewrite /maxn; case: ifP => _ //; rewrite INR1; lra.
lra.
Qed.

Theorem unripe_le v : hsum (fun hist e => ind (~~ ripe (sch hist) e)) v <=
  INR (\sum_(h < L) #|S h|) * (INR #|A| * (2 * K + 1)).
Proof.
apply: (@Rle_trans _ (hsum (fun hist e => \rsum_(h < L) \rsum_(x : S h) \rsum_a young (mkp x a) hist e) v)).
  apply: along_mono => hist e; rewrite /ripe negbK; apply: Rle_trans (pathhas_le _ _ _) _.
  by apply: Req_le; exact: (pathsum_pairs0 x0 (fun h x a => ind (Rleb (INR (cnt (mkp x a) (sch hist))) K))).
rewrite along_sum sum_INR -rsumZr; apply: le_rsum => h _; rewrite along_sum -rsum_const; apply: le_rsum => x _.
by rewrite along_sum -rsum_const; apply: le_rsum => a _; exact: young_pair.
Qed.
End Count.

Section Chain.
Variables (L m extra : nat) (A : finType) (a0 : A) (D : nat -> R) (Lam K rad u theta eta kappa : R).
Hypotheses (theta0 : 0 <= theta) (eta0 : 0 <= eta) (kappa0 : 0 <= kappa) (L3 : (3 <= L)%N) (m1 : (1 <= m)%N) (lam : / 2 <= Lam) (K4 : 4 <= K) (rad0 : 0 < rad).
Notation S := (@S L m extra).
Notation x0 := (@x0 L m extra).
Notation P := (@P L m extra A).
Notation sym := (@sym L m extra A a0).
Notation rv := (worth L D).
Notation E := (traj S A nat L 0).
Notation cnt := (@cnt S A nat x0 L).
Notation visit := (@visit S A nat x0 L).
Notation visit3 := (@visit3 S A nat x0 L).
Notation Pbar := (@Pbar S A nat x0 L).
Notation eps := (@eps S A nat x0 L Lam).
Notation st := (@st L m extra A).
Notation act := (@act L m extra A a0).
Notation state := (@state L m extra).
Notation k := (INR m.+1).
Hypothesis Hrad : forall h, (h < L)%N -> 2 * INR #|S h.+1| * Lam <= rad ^ 2 * K.
Hypotheses (rad_m : 100 * (INR m * rad) <= 1) (rad_L : 200 * (INR L * rad) <= 1).
Hypothesis u10 : u <= / 10.
Hypothesis HD : forall h, 0 < D h /\ (1 + eta) * D h + rad * (1 + INR L / 2) + kappa <= u.
Hypothesis Htheta : forall h, (0 < h)%N -> (h.+1 < L)%N ->
  2 * ((1 + eta) * D h) * sqrt theta <= sqrt Lam * (sqrt 2 + (1 - u) * INR (L - h.+1) * sqrt (k / 2)).

Variables (f : seq E -> policy S A) (sch : seq E -> seq E).
Hypothesis Hsch : schedule x0 sch.
Notation possible := (possible x0 P sym f).
Notation ripe := (@ripe S A x0 L K).
(* what an action falls short of the optimistic value by, in the epoch that began after s; too much somewhere, ... *)
Definition shortfall s : forall h, S h -> A -> R := @short S A L (Pbar s) (@eps s) (@rhat S A nat x0 L rv Lam s).
Definition late_in s : event S A nat := fun h x a _ _ => Rleb kappa (shortfall s x a).
Definition late s (e : E) := pathhas (late_in s) x0 e.
(* ... or too much for layer g *)
Definition slow_in g s : event S A nat := fun h x a _ _ => (h == g) && Rleb (eta * D h) (shortfall s x a).
Definition slow g s (e : E) := pathhas (slow_in g s) x0 e.
Definition fit g s (e : E) := [&& ripe s e, ~~ late s e & ~~ slow g s e].
(* P is in the confidence set after every episode *)
Definition stays (v : seq E) := forall i, in_conf L (Pbar (drop i v)) (@eps (drop i v)) P.

Definition fit_plays h (x : S h) (v : seq E) := hsum (fun hist e => ind (visit (mkp x a0) e && fit h (sch hist) e)) v.
Lemma fit_plays_le h (x : S h) v : fit_plays x v <= INR (cnt (mkp x a0) v).
Proof. by rewrite cnt_along; apply: along_mono => hist e; case: (visit _ _); case: (fit _ _ _) => /=; lra. Qed.

Theorem not_starved_plays h (x : S h) a v : (0 < h)%N -> (h.+1 < L)%N -> possible v ->
  Rmin (fit_plays x v / 8) theta <= INR (cnt (mkp x a) v).
Proof.
move=> h0 hL2; have hL := ltnW hL2; elim: v => [|e v IH] Hp.
  by apply: Rle_trans (Rmin_l _ _) _; rewrite /fit_plays /=; lra.
move: (Hp); rewrite [possible (e :: v)]/= => /andP[He Hv].
have {}IH := IH Hv.
have mono : INR (cnt (mkp x a) v) <= INR (cnt (mkp x a) (e :: v)).
  by apply: leq_INR; rewrite cnt_cons leq_addl.
case: (boolP (visit (mkp x a0) e && fit h (sch v) e)) => [/andP[V /and3P[R1 R2 R3]]|nV]; last first.
  have -> : fit_plays x (e :: v) = fit_plays x v by rewrite /fit_plays hsum_cons (negPf nV) Rplus_0_l.
  lra.
have [i [sE iv]] := schedule_drop v Hsch.
have Hps : possible (sch v) by rewrite sE; exact: possible_drop.
have Hr g (y : S g) b : (g < L)%N -> visit (mkp y b) e -> K < INR (cnt (mkp y b) (sch v)).
  move=> gL Vy; apply: Rnot_le_lt => le; move/negP: R1; apply; apply: pathhas_sub Vy => l y' b' z y'' Vy.
  by rewrite (at_pairE (fun g y b => Rleb (INR (cnt (mkp y b) (sch v))) K) Vy); apply/RlebP.
have Hsh g (y : S g) b : (g < L)%N -> visit (mkp y b) e -> shortfall (sch v) y b <= kappa.
  move=> gL Vy; apply/Rlt_le/Rnot_le_lt => le; move/negP: R2; apply; apply: pathhas_sub Vy => l y' b' z y'' Vy.
  by rewrite /late_in (at_pairE (fun g y b => Rleb kappa (shortfall (sch v) y b)) Vy); apply/RlebP.
have Hsl : shortfall (sch v) x a0 <= eta * D h.
  apply/Rlt_le/Rnot_le_lt => le; move/negP: R3; apply; apply: pathhas_sub V => l y' b' z y'' Vy.
  by rewrite /slow_in (at_pairE (fun l y b => (l == h) && Rleb (eta * D l) (shortfall (sch v) y b)) Vy) eqxx; apply/RlebP.
have := V; rewrite (visitE a0) // => /andP[/eqP sx /eqP ea].
have xE : x = xe e h by apply: num_inj; rewrite (num_xe L3 m1 He).
have seen : K < INR (cnt (mkp x a0) (sch v)) by exact: Hr V.
have two : INR (cnt (mkp x a0) (e :: v)) <= 2 * INR (cnt (mkp x a0) (sch v)).
  have := leq_INR (doubling Hsch v hL V); rewrite addn_INR (maxn_idPr _); first lra.
  by case: (cnt _ (sch v)) seen => [|//]; rewrite [INR 0]/=; lra.
have before : INR (cnt (mkp x a) (sch v)) <= INR (cnt (mkp x a) v).
  by apply: leq_INR; have [] := spent_invariant Hsch x a v hL.
have := fit_plays_le x (e :: v).
have := @not_starved L m extra A a0 D Lam K rad u theta eta kappa theta0 eta0 kappa0 L3 m1 lam K4 rad0
  Hrad rad_m rad_L u10 HD Htheta f (sch v) (f v) Hps e He Hr Hsh h a h0 hL2 ea; rewrite -xE => /(_ Hsl)[H|H] M8.
  by apply: Rle_trans (Rmin_l _ _) _; lra.
by apply: Rle_trans (Rmin_r _ _) _; lra.
Qed.

(* --- one state of the chain *)
Definition other h (x : S h) v := \rsum_(a | a != a0) INR (cnt (mkp x a) v).
Definition unfit_plays h (x : S h) (v : seq E) :=
  hsum (fun hist e => ind (visit (mkp x a0) e && ~~ fit h (sch hist) e)) v.
Definition through j (v : seq E) := hsum (fun _ e => ind (st e 1 == j)) v.

Lemma through_state h (x : S h) v : (0 < h)%N -> (h < L)%N -> possible v ->
  \rsum_a INR (cnt (mkp x a) v) = through (num x) v.
Proof.
move=> h0 hL; elim: v => [|e v IH]; first by rewrite big1.
rewrite [possible (e :: v)]/= => /andP[He /IH Hv]; rewrite /through hsum_cons -/(through _ _) -Hv.
rewrite (eq_bigr (fun a => ind (a == act e h) * ind (st e 1 == num x) + INR (cnt (mkp x a) v))) => [|a _].
  by rewrite rsumD (rsum_ind (act e h) (fun=> ind (st e 1 == num x))).
rewrite cnt_cons addn_INR (visitE a0) //; congr (_ + _).
have [_ ->] := chain L3 m1 He; last by rewrite h0.
by rewrite [a == _]eq_sym; case: (_ == _); case: (_ == _) => /=; ring.
Qed.

Lemma state_count h (x : S h) v tau : (0 < h)%N -> (h.+1 < L)%N -> possible v -> (2 <= #|A|)%N ->
  tau <= share (INR #|A|) * through (num x) v -> tau <= (INR #|A| - 1) * theta ->
  tau - share (INR #|A|) * unfit_plays x v <= other x v.
Proof.
move=> h0 hL2 Hp A2 H9 Ht; have A2R := leq_INR A2; rewrite [INR 2]/= in A2R.
have low : (INR #|A| - 1) * Rmin (fit_plays x v / 8) theta <= other x v.
  have -> : (INR #|A| - 1) * Rmin (fit_plays x v / 8) theta = \rsum_(a | a != a0) Rmin (fit_plays x v / 8) theta.
    have := rsum_const A (Rmin (fit_plays x v / 8) theta); rewrite (bigD1 a0) //=; lra.
  by apply: le_rsum => a _; exact: not_starved_plays.
have tot : through (num x) v = fit_plays x v + unfit_plays x v + other x v.
  rewrite -(through_state x h0 (ltnW hL2) Hp) (bigD1 a0) //= -/(other x v); congr (_ + _).
  rewrite cnt_along -hsumD; apply: eq_hsum => hist e.
  by case: (visit _ _); case: (fit _ _ _) => /=; ring.
have u0 : 0 <= unfit_plays x v by apply: along_ge0 => *; exact: ind_ge0.
have r0 : 0 <= fit_plays x v by apply: along_ge0 => *; exact: ind_ge0.
have g0 : 0 <= share (INR #|A|) by apply: Rmult_le_pos; [lra | apply/Rlt_le/Rinv_0_lt_compat; lra].
have gu : 0 <= share (INR #|A|) * unfit_plays x v by exact: Rmult_le_pos.
move: low; rewrite /Rmin; case: Rle_dec => _ low; last by lra.
suff : share (INR #|A|) * (fit_plays x v + other x v) <= other x v by rewrite tot in H9; lra.
apply: (Rmult_le_reg_r (INR #|A| + 7)); first lra.
rewrite (_ : _ * _ * _ = (INR #|A| - 1) * (fit_plays x v + other x v)); first by lra.
by rewrite /share; field; lra.
Qed.

(* --- one layer *)
Theorem layer_count h v tau : (0 < h)%N -> (h.+1 < L)%N -> possible v -> (2 <= #|A|)%N ->
  (forall j, reached m j -> tau <= share (INR #|A|) * through j v) -> tau <= (INR #|A| - 1) * theta ->
  INR m * tau - share (INR #|A|) * hsum (fun hist e => ind (~~ fit h (sch hist) e)) v <=
  hsum (fun _ e => ind (act e h != a0)) v.
Proof.
move=> h0 hL2 Hp A2 H9 Ht; have hL := ltnW hL2; pose rc (x : S h) := ind (reached m (num x)).
have one (F : nat -> R) e : \rsum_(x : S h) (rc x * (ind (st e h == num x) * F (num x))) <= Rmax 0 (F (st e h)).
  case: (boolP [exists x : S h, num x == st e h]) => [/existsP[x /eqP xe]|none].
    rewrite (bigD1 x) //= big1 => [|y yx].
      rewrite Rplus_0_r xe eqxx Rmult_1_l /rc; case: (reached _ _); rewrite ?Rmult_1_l ?Rmult_0_l.
        exact: Rmax_r.
      exact: Rmax_l.
    rewrite (_ : (st e h == num y) = false) ?Rmult_0_l ?Rmult_0_r // -xe; apply/negP => /eqP/num_inj E1.
    by rewrite E1 eqxx in yx.
  rewrite big1 => [|y _]; first exact: Rmax_l.
  move: none; rewrite negb_exists => /forallP/(_ y); rewrite eq_sym => /negPf -> /=.
  by rewrite Rmult_0_l Rmult_0_r.
have others : \rsum_(x : S h) (rc x * other x v) <= hsum (fun _ e => ind (act e h != a0)) v.
  rewrite (eq_bigr (fun x => hsum (fun _ e => rc x * (ind (st e h == num x) * ind (act e h != a0))) v)) => [|x _].
    rewrite -along_sum; apply: along_mono => _ e; apply: Rle_trans (one (fun=> ind (act e h != a0)) e) _.
    by have := ind_ge0 (act e h != a0); rewrite /Rmax; case: Rle_dec; lra.
  rewrite hsumZ; congr (_ * _); elim: (v) => [|e w IH]; first by rewrite /other big1.
  rewrite hsum_cons -IH /other.
  rewrite (eq_bigr (fun a => ind (visit (mkp x a) e) + INR (cnt (mkp x a) w))) => [|a _]; last first.
    by rewrite cnt_cons addn_INR; case: (visit _ _).
  rewrite rsumD; congr (_ + _).
  rewrite (eq_bigr (fun a => ind (st e h == num x) * ind (a == act e h))) => [|a _]; last first.
    by rewrite (visitE a0) // [a == _]eq_sym; case: (_ == _); case: (_ == _) => /=; ring.
  rewrite rsumZ; congr (_ * _); case: (boolP (act e h != a0)) => [na|/negbNE/eqP ->].
    rewrite (bigD1 (act e h)) //= eqxx big1 /=; first by ring.
    by move=> a /andP[_ /negPf ->].
  by rewrite big1 // => a /negPf ->.
have unfits : \rsum_(x : S h) (rc x * unfit_plays x v) <= hsum (fun hist e => ind (~~ fit h (sch hist) e)) v.
  pose un x hist e := ind (visit (mkp (x : S h) a0) e && ~~ fit h (sch hist) e).
  rewrite (eq_bigr (fun x => hsum (fun hist e => rc x * un x hist e) v)) => [|x _]; rewrite /un.
    rewrite -along_sum; apply: along_mono => hist e.
    apply: Rle_trans (_ : \rsum_(x : S h) (rc x * (ind (st e h == num x) * ind (~~ fit h (sch hist) e))) <= _).
      apply: le_rsum => x _; apply: Rmult_le_compat_l; first exact: ind_ge0.
      rewrite (visitE a0) //; case: (_ == _); case: (_ == _); case: (fit _ _ _) => /=; lra.
    apply: Rle_trans (one (fun=> ind (~~ fit h (sch hist) e)) e) _.
    by have := ind_ge0 (~~ fit h (sch hist) e); rewrite /Rmax; case: Rle_dec; lra.
  by rewrite hsumZ.
have RC : \rsum_(x : S h) rc x = INR m by apply: sum_reached; apply: width_mid; rewrite h0.
have A2R := leq_INR A2; rewrite [INR 2]/= in A2R.
have g0 : 0 <= share (INR #|A|) by apply: Rmult_le_pos; [lra | apply/Rlt_le/Rinv_0_lt_compat; lra].
have gU := Rmult_le_compat_l _ _ _ g0 unfits.
have : \rsum_(x : S h) (rc x * (tau - share (INR #|A|) * unfit_plays x v)) <= \rsum_(x : S h) (rc x * other x v).
  apply: le_rsum => x _; rewrite /rc; case: (boolP (reached _ _)) => rx; rewrite /ind; last by lra.
  by rewrite !Rmult_1_l; apply: state_count => //; exact: H9.
rewrite (eq_bigr (fun x => rc x * tau + - share (INR #|A|) * (rc x * unfit_plays x v))) => [|x _]; last by ring.
by rewrite rsumD rsumZr rsumZ RC; lra.
Qed.

(* which episodes these are *)
Definition lax h s (e : E) := ripe s e && (late s e || slow h s e).
Lemma unfit_le h v : hsum (fun hist e => ind (~~ fit h (sch hist) e)) v <=
  INR (\sum_(h < L) #|S h|) * (INR #|A| * (2 * K + 1)) + hsum (fun hist e => ind (lax h (sch hist) e)) v.
Proof.
apply: Rle_trans (Rplus_le_compat_r _ _ _ (@unripe_le S A x0 L K ltac:(lra) sch Hsch v)).
rewrite -hsumD; apply: along_mono => hist e; rewrite /fit /lax.
by case: (ripe _ _); case: (late _ _); case: (slow _ _ _) => /=; lra.
Qed.
End Chain.
End Count.
