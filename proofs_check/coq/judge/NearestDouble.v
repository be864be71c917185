(* The double nearest to m * 10^e, exactly, over the integers. *)
Require Import ZArith QArith Qabs List Lia Bool Lqa.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope Z_scope.

(* --- specification: binary64, round to nearest, ties to even *)
Definition scale : positive := Z.to_pos (2 ^ 1074).
(* m * 2^e / 2^1074 *)
Definition grid (m e : Z) : Q := Qmake (m * 2 ^ e) scale.
Definition double (y : Q) := exists m e, Z.abs m < 2 ^ 53 /\ 0 <= e /\ (y == grid m e)%Q.
Definition even_double (y : Q) := exists m e, Z.abs m < 2 ^ 53 /\ 0 <= e /\ (y == grid m e)%Q /\ Z.even m = true /\
  (e = 0 \/ 2 ^ 52 <= Z.abs m).
Definition nearest (x y : Q) : Prop :=
  double y /\ (Qabs y < inject_Z (2 ^ 1024))%Q /\
  (forall z, double z -> (Qabs (x - y) <= Qabs (x - z))%Q) /\
  (forall z, double z -> (Qabs (x - z) == Qabs (x - y))%Q -> ~ (z == y)%Q -> even_double y).

(* --- computation *)
(* the nearest whole number to N / c, ties to even *)
Definition rnd (N c : Z) : Z :=
  let (m, r) := Z.div_eucl N c in
  match Z.compare (2 * r) c with Lt => m | Gt => m + 1 | Eq => if Z.even m then m else m + 1 end.
(* the largest s < 2^n with 2^(s+53) <= N + 1, or so: checked below *)
Fixpoint bits_from (n : nat) (s N : Z) : Z :=
  match n with
  | O => s
  | S n' => let s' := s + Z.shiftl 1 (Z.of_nat n') in bits_from n' (if Z.leb (Z.shiftl 1 (s' + 52)) N then s' else s) N
  end.
Fixpoint strip (n : nat) (m p : Z) : Q :=
  match n with
  | O => Qmake m (Z.to_pos (Z.shiftl 1 p))
  | S n' => if Z.ltb 0 p && Z.even m then strip n' (Z.div m 2) (p - 1) else Qmake m (Z.to_pos (Z.shiftl 1 p))
  end.
Definition reduced (m p : Z) : Q := if Z.eqb m 0 then 0%Q else strip 53 m p.
(* a / b with a >= 0 *)
Definition round_pos (a b : Z) : option Q :=
  let N := Z.shiftl a 1074 in
  let n := Z.div N b in
  let k := bits_from 12 0 n in
  let c := Z.shiftl b k in
  let y := rnd N c in
  if (Z.leb 0 k && (Z.eqb k 0 || Z.leb (Z.shiftl 1 (52 + k)) n) && Z.ltb n (Z.shiftl 1 (53 + k)) && Z.ltb k 2046
     && Z.ltb (Z.shiftl y k) (Z.shiftl 1 2098))%bool
  then Some (if Z.ltb k 1074 then reduced y (1074 - k) else Qmake (Z.shiftl y (k - 1074)) 1)
  else None.
Definition ten : Z := 10.
Definition max_small : Z := 2 ^ 53 - 1.
(* a mantissa of at most 2000 digits: with 10^400 it is beyond every double, with less than 10^(-2400) nearest to 0 *)
Definition max_exponent : Z := 400.
Definition min_exponent : Z := -2400.
Definition max_mantissa : Z := Z.pow ten 2000.
(* the decimal m * 10^e *)
Definition dec (m e : Z) : Q := if Z.leb 0 e then inject_Z (m * 10 ^ e) else Qmake m (Z.to_pos (10 ^ (- e))).
Definition round_dec (m e : Z) : option Q :=
  let (a, b) := if Z.leb 0 e then (m * Z.pow ten e, 1) else (m, Z.pow ten (- e)) in
  let (n, r) := Z.div_eucl a b in
  if (Z.eqb r 0 && Z.leb (Z.abs n) max_small)%bool then Some (inject_Z n)
  else if Z.ltb a 0 then option_map Qopp (round_pos (- a) b) else round_pos a b.
Definition double_of (m e : Z) : option Q :=
  if Z.eqb m 0 then Some 0%Q
  else if Z.ltb max_exponent e then None
  else if Z.ltb e min_exponent then (if Z.ltb (Z.abs m) max_mantissa then Some 0%Q else None)
  else round_dec m e.

(* --- soundness *)
Lemma rnd_spec N c : 0 < c -> forall j, Z.abs (N - c * rnd N c) <= Z.abs (N - c * j) /\
  (Z.abs (N - c * rnd N c) = Z.abs (N - c * j) -> j <> rnd N c -> Z.even (rnd N c) = true).
Proof.
intros C j. unfold rnd. generalize (Z_div_mod N c ltac:(lia)).
destruct (Z.div_eucl N c) as [m r]. intros [E [R0 R1]]. subst N.
assert (J : j <= m \/ m + 1 <= j) by lia.
destruct (Z.compare_spec (2 * r) c) as [H|H|H].
- destruct (Z.even m) eqn:Em.
  + split; [nia|auto].
  + split; [nia|]. intros _ _. rewrite Z.even_add, Em. reflexivity.
- split; [nia|]. intros Q D. exfalso. assert (c * (m - j) = r - r \/ True) by auto. nia.
- split; [nia|]. intros Q D. exfalso. nia.
Qed.
Lemma rnd_ge N c l : 0 < c -> c * l <= N -> l <= rnd N c.
Proof.
intros C H. unfold rnd. generalize (Z_div_mod N c ltac:(lia)).
destruct (Z.div_eucl N c) as [m r]. intros [E [R0 R1]].
assert (l <= m) by nia. destruct (2 * r ?= c); [destruct (Z.even m)| |]; lia.
Qed.
Lemma rnd_le N c u : 0 < c -> N < c * u -> rnd N c <= u.
Proof.
intros C H. unfold rnd. generalize (Z_div_mod N c ltac:(lia)).
destruct (Z.div_eucl N c) as [m r]. intros [E [R0 R1]].
assert (m < u) by nia. destruct (2 * r ?= c); [destruct (Z.even m)| |]; lia.
Qed.

(* in units of 2^-1074 / b *)
Lemma core N b k : 0 <= N -> 0 < b -> 0 <= k -> (k = 0 \/ b * 2 ^ (52 + k) <= N) -> N < b * 2 ^ (53 + k) ->
  let y := rnd N (b * 2 ^ k) in
  0 <= y <= 2 ^ 53 /\ (k = 0 \/ 2 ^ 52 <= y) /\
  forall m e, Z.abs m < 2 ^ 53 -> 0 <= e ->
    Z.abs (N - b * (y * 2 ^ k)) <= Z.abs (N - b * (m * 2 ^ e)) /\
    (Z.abs (N - b * (m * 2 ^ e)) = Z.abs (N - b * (y * 2 ^ k)) -> m * 2 ^ e <> y * 2 ^ k -> Z.even y = true).
Proof.
intros N0 B K L U y.
assert (K0 : 0 < 2 ^ k) by (apply Z.pow_pos_nonneg; lia).
assert (C : 0 < b * 2 ^ k) by nia.
rewrite !Z.pow_add_r in * by lia.
split; [split|split].
- apply rnd_ge; [exact C|lia].
- apply rnd_le; [exact C|]. nia.
- destruct L as [L|L]; [now left|right]. apply rnd_ge; [exact C|]. nia.
- intros m e M E.
  destruct (Z.le_gt_cases k e) as [KE|KE].
  + assert (X : m * 2 ^ e = (m * 2 ^ (e - k)) * 2 ^ k) by (rewrite <- Z.mul_assoc, <- Z.pow_add_r by lia; do 2 f_equal; lia).
    rewrite X. set (j := m * 2 ^ (e - k)). destruct (rnd_spec N C j) as [S1 S2]. fold y in S1, S2.
    replace (b * (y * 2 ^ k)) with (b * 2 ^ k * y) by ring.
    replace (b * (j * 2 ^ k)) with (b * 2 ^ k * j) by ring.
    split; [exact S1|]. intros Q D. apply S2; [now rewrite Q|]. intros ->. now apply D.
  + destruct L as [L|L]; [lia|].
    assert (P : 2 ^ k = 2 * 2 ^ (k - 1)) by (rewrite <- Z.pow_succ_r by lia; f_equal; lia).
    assert (P' : 2 ^ e <= 2 ^ (k - 1)) by (apply Z.pow_le_mono_r; lia).
    assert (E0 : 0 < 2 ^ e) by (apply Z.pow_pos_nonneg; lia).
    assert (Z0 : m * 2 ^ e < 2 ^ 52 * 2 ^ k).
    { change (2 ^ 53) with (2 * 2 ^ 52) in *. assert (0 < 2 ^ 52) by reflexivity. nia. }
    destruct (rnd_spec N C (2 ^ 52)) as [S1 _]. fold y in S1.
    replace (b * (y * 2 ^ k)) with (b * 2 ^ k * y) by ring.
    assert (S3 : Z.abs (N - b * 2 ^ k * 2 ^ 52) < Z.abs (N - b * (m * 2 ^ e))).
    { assert (b * (m * 2 ^ e) < b * (2 ^ 52 * 2 ^ k)) by nia. rewrite !Z.abs_eq; nia. }
    split; [lia|]. intros Q. exfalso. lia.
Qed.

Lemma scale_Z : Zpos scale = 2 ^ 1074.
Proof. unfold scale. now rewrite Z2Pos.id. Qed.
Global Opaque scale.
Lemma strip_ok n m p : 0 <= p -> (strip n m p == Qmake m (Z.to_pos (2 ^ p)))%Q.
Proof.
revert m p. induction n as [|n IH]; intros m p P; simpl.
- now rewrite Z.shiftl_1_l.
- destruct (Z.ltb_spec 0 p) as [P0|P0]; cbn [andb]; [|now rewrite Z.shiftl_1_l].
  destruct (Z.even m) eqn:E; [|now rewrite Z.shiftl_1_l].
  rewrite IH by lia. unfold Qeq; cbn [Qnum Qden].
  rewrite !Z2Pos.id by (apply Z.pow_pos_nonneg; lia).
  apply Z.even_spec in E. destruct E as [j ->]. replace (2 * j / 2) with j by (rewrite Z.mul_comm, Z.div_mul; lia).
  replace p with (Z.succ (p - 1)) at 1 by lia. rewrite Z.pow_succ_r by lia. ring.
Qed.

Lemma reduced_ok m p : 0 <= p -> (reduced m p == Qmake m (Z.to_pos (2 ^ p)))%Q.
Proof. intros P. unfold reduced. destruct (Z.eqb_spec m 0) as [->|_]; [reflexivity|now apply strip_ok]. Qed.
Lemma Qabs_minus a B n D : Qabs (Qmake a B - Qmake n D) = Qmake (Z.abs (a * Zpos D - Zpos B * n)) (B * D).
Proof. unfold Qminus, Qplus, Qopp, Qabs; cbn [Qnum Qden]. do 2 f_equal. ring. Qed.
Lemma Qmake_le n m d : n <= m -> (Qmake n d <= Qmake m d)%Q.
Proof. intros H. unfold Qle; cbn [Qnum Qden]. nia. Qed.
Lemma Qmake_eq n m d : (Qmake n d == Qmake m d)%Q -> n = m.
Proof. unfold Qeq; cbn [Qnum Qden]. nia. Qed.

Lemma nearest_compat x x' y y' : (x == x')%Q -> (y == y')%Q -> nearest x y -> nearest x' y'.
Proof.
intros EX EY [[m [e [M [E D]]]] [B [N T]]]. split; [|split; [|split]].
- exists m, e. now rewrite <- EY.
- now rewrite <- EY.
- intros z Z0. rewrite <- EX, <- EY. now apply N.
- intros z Z0 Q D'. rewrite <- EX, <- EY in Q. rewrite <- EY in D'.
  destruct (T z Z0 Q D') as [m' [e' [A1 [A2 [A3 A4]]]]]. exists m', e'. now rewrite <- EY.
Qed.
Lemma Qabs_opp_minus x y : (Qabs (- x - y) == Qabs (x - - y))%Q.
Proof. rewrite <- Qabs_opp. apply Qabs_wd. ring. Qed.
Lemma double_opp y : double y -> double (- y).
Proof.
intros [m [e [M [E D]]]]. exists (- m), e. repeat split; try lia. rewrite D.
unfold grid, Qeq, Qopp; cbn [Qnum Qden]. ring.
Qed.
Lemma nearest_opp x y : nearest x y -> nearest (- x) (- y).
Proof.
intros [D [B [N T]]]. split; [now apply double_opp|split; [now rewrite Qabs_opp|split]].
- intros z Z0. rewrite !Qabs_opp_minus, Qopp_involutive. apply N. now apply double_opp.
- intros z Z0 Q D'. rewrite !Qabs_opp_minus, Qopp_involutive in Q.
  destruct (T _ (double_opp Z0) Q) as [m [e [A1 [A2 [A3 [A4 A5]]]]]].
  { intros H. apply D'. now rewrite <- H, Qopp_involutive. }
  exists (- m), e. rewrite A3, Z.even_opp. repeat split; try lia; try assumption.
  unfold grid, Qeq, Qopp; cbn [Qnum Qden]. ring.
Qed.
Lemma nearest_small n : Z.abs n <= max_small -> nearest (inject_Z n) (inject_Z n).
Proof.
unfold max_small. intros H. split; [|split; [|split]].
- exists n, 1074. repeat split; try lia. unfold grid, Qeq; cbn [Qnum Qden inject_Z]. rewrite scale_Z. ring.
- unfold Qlt, Qabs, inject_Z; cbn [Qnum Qden]. rewrite !Z.mul_1_r.
  apply Z.le_lt_trans with (2 ^ 53 - 1); [exact H|reflexivity].
- intros z _. setoid_replace (inject_Z n - inject_Z n)%Q with 0%Q by ring. apply Qabs_nonneg.
- intros z _ Q D. exfalso. apply D.
  setoid_replace (inject_Z n - inject_Z n)%Q with 0%Q in Q by ring.
  change (Qabs 0) with 0%Q in Q.
  assert (L : (Qabs (inject_Z n - z) <= 0)%Q) by (rewrite Q; apply Qle_refl).
  apply Qabs_Qle_condition in L. destruct L as [L1 L2].
  apply Qle_antisym; Lqa.lra.
Qed.

Opaque strip reduced bits_from Z.pow Z.shiftl.
Lemma Some_inj (A : Type) (x y : A) : Some x = Some y -> x = y.
Proof. congruence. Qed.
Lemma round_pos_ok a b q : 0 <= a -> 0 < b -> round_pos a b = Some q -> nearest (Qmake a (Z.to_pos b)) q.
Proof.
intros A B. unfold round_pos.
set (N := Z.shiftl a 1074). set (n := N / b). set (k := bits_from 12 0 n). clearbody k.
set (c := Z.shiftl b k). set (y := rnd N c).
destruct (_ && _)%bool eqn:C; [|discriminate].
apply andb_prop in C as [C O]. apply andb_prop in C as [C _]. apply andb_prop in C as [C U].
apply andb_prop in C as [K L].
apply Z.leb_le in K. apply Z.ltb_lt in U. apply Z.ltb_lt in O.
rewrite Z.shiftl_1_l in U, O. rewrite Z.shiftl_mul_pow2 in O by lia.
assert (EN : N = a * 2 ^ 1074) by (unfold N; now rewrite Z.shiftl_mul_pow2).
assert (N0 : 0 <= N) by (rewrite EN; apply Z.mul_nonneg_nonneg; [lia|apply Z.pow_nonneg; lia]).
assert (Ec : c = b * 2 ^ k) by (unfold c; now rewrite Z.shiftl_mul_pow2).
clearbody N. clearbody c. subst c.
assert (DM := Z.div_mod N b ltac:(lia)). assert (MB := Z.mod_pos_bound N b B). fold n in DM.
assert (L' : k = 0 \/ b * 2 ^ (52 + k) <= N).
{ apply orb_prop in L as [L|L]; [left; now apply Z.eqb_eq|right]. apply Z.leb_le in L. rewrite Z.shiftl_1_l in L. clear - DM MB L B.
  apply Z.le_trans with (b * n); [apply Z.mul_le_mono_nonneg_l|]; lia. }
assert (U' : N < b * 2 ^ (53 + k)).
{ clear - DM MB U B. apply Z.lt_le_trans with (b * (n + 1)); [lia|]. apply Z.mul_le_mono_nonneg_l; lia. }
destruct (core N0 B K L' U') as [[Y0 Y1] [Y2 Y3]]. fold y in Y0, Y1, Y2, Y3. clearbody y. clearbody n.
assert (V : forall q', (q' == grid y k)%Q -> nearest (Qmake a (Z.to_pos b)) q').
{ intros q' Eq. apply nearest_compat with (x := Qmake a (Z.to_pos b)) (y := grid y k); [reflexivity|now symmetry|].
  assert (Z2 : forall m e, Qabs (Qmake a (Z.to_pos b) - grid m e) = Qmake (Z.abs (N - b * (m * 2 ^ e))) (Z.to_pos b * scale)).
  { intros m e. unfold grid. rewrite Qabs_minus, scale_Z, Z2Pos.id by lia. now rewrite EN. }
  assert (R : exists m e, Z.abs m < 2 ^ 53 /\ 0 <= e /\ (grid y k == grid m e)%Q /\ (Z.even y = true -> Z.even m = true) /\
    (e = 0 \/ 2 ^ 52 <= Z.abs m)).
  { destruct (Z.eq_dec y (2 ^ 53)) as [->|NE].
    - exists (2 ^ 52), (k + 1). split; [reflexivity|]. split; [lia|]. split; [|split; [reflexivity|right; now cbn]].
      unfold grid. rewrite Z.pow_add_r by lia. unfold Qeq; cbn [Qnum Qden]. change (2 ^ 53) with (2 ^ 52 * 2). ring.
    - exists y, k. split; [lia|]. split; [lia|]. split; [reflexivity|]. split; [auto|].
      destruct Y2; [now left|right; lia]. }
  destruct R as [m [e [R1 [R2 [R3 [R4 R5]]]]]].
  split; [|split; [|split]].
  - exists m, e. auto.
  - unfold grid, Qlt, Qabs, inject_Z; cbn [Qnum Qden]. rewrite scale_Z, Z.mul_1_r, <- Z.pow_add_r by lia.
    replace (1024 + 1074) with 2098 by reflexivity. rewrite Z.abs_eq; [exact O|]. apply Z.mul_nonneg_nonneg; [lia|apply Z.pow_nonneg; lia].
  - intros z [m' [e' [M' [E' ->]]]]. rewrite !Z2. apply Qmake_le. now apply Y3.
  - intros z [m' [e' [M' [E' Ez]]]] Q D. rewrite Ez in Q. rewrite !Z2 in Q. apply Qmake_eq in Q.
    exists m, e. split; [exact R1|]. split; [exact R2|]. split; [exact R3|]. split; [|exact R5]. apply R4.
    apply (proj2 (Y3 m' e' M' E') Q). intros EQ. apply D. rewrite Ez. unfold grid. now rewrite EQ. }
intros H. apply Some_inj in H. rewrite <- H. apply V. clear V H.
destruct (Z.ltb_spec k 1074) as [K1|K1].
- rewrite reduced_ok by lia. unfold grid, Qeq; cbn [Qnum Qden].
  rewrite scale_Z, Z2Pos.id by (apply Z.pow_pos_nonneg; lia).
  rewrite <- Z.mul_assoc, <- Z.pow_add_r by lia. do 2 f_equal. lia.
- unfold grid, Qeq; cbn [Qnum Qden]. rewrite scale_Z, Z.shiftl_mul_pow2 by lia.
  rewrite Z.mul_1_r, <- Z.mul_assoc, <- Z.pow_add_r by lia. do 2 f_equal. lia.
Qed.

Transparent Z.pow Z.shiftl.
Lemma nearest_tiny x : (2 * Qabs x < Qmake 1 scale)%Q -> nearest x 0.
Proof.
intros X.
assert (F : forall z, double z -> (z == 0)%Q \/ (Qabs x < Qabs (x - z))%Q).
{ intros z [m [e [M [E D]]]]. destruct (Z.eq_dec m 0) as [->|N]; [left; now rewrite D|right].
  assert (Z1 : (Qmake 1 scale <= Qabs z)%Q).
  { rewrite D. unfold grid, Qle, Qabs; cbn [Qnum Qden]. assert (0 < 2 ^ e) by (apply Z.pow_pos_nonneg; lia).
    rewrite Z.abs_mul, (Z.abs_eq (2 ^ e)) by lia. apply Z.mul_le_mono_nonneg_r; [lia|].
  assert (1 <= Z.abs m) by lia. nia. }
  assert (T := Qabs_triangle_reverse z x). rewrite (Qabs_Qminus z x) in T. Lqa.lra. }
assert (X0 : (Qabs (x - 0) == Qabs x)%Q) by (apply Qabs_wd; ring).
split; [|split; [|split]].
- exists 0, 0. repeat split; lia.
- reflexivity.
- intros z Z0. rewrite X0. destruct (F z Z0) as [E|L]; [|now apply Qlt_le_weak].
  rewrite (Qabs_wd (x - z) x) by (rewrite E; ring). apply Qle_refl.
- intros z Z0 Q D. exfalso. rewrite X0 in Q. destruct (F z Z0) as [E|L]; [now apply D|]. Lqa.lra.
Qed.
Lemma round_dec_ok m e q : round_dec m e = Some q -> nearest (dec m e) q.
Proof.
unfold round_dec.
set (p := if Z.leb 0 e then _ else _).
assert (P : exists a b, p = (a, b) /\ 0 < b /\ (Qmake a (Z.to_pos b) == dec m e)%Q).
{ unfold p, dec, ten. destruct (Z.leb_spec 0 e).
  - exists (m * 10 ^ e), 1. repeat split. 
  - exists m, (10 ^ (- e)). repeat split. apply Z.pow_pos_nonneg; lia. }
destruct P as [a [b [-> [B E]]]].
generalize (Z_div_mod a b ltac:(lia)). destruct (Z.div_eucl a b) as [n r]. intros [D R].
destruct (Z.eqb_spec r 0) as [R0|R0]; cbn [andb].
destruct (Z.leb_spec (Z.abs n) max_small) as [M|M].
{ intros H. injection H as <-. apply nearest_compat with (x := inject_Z n) (y := inject_Z n); [|reflexivity|now apply nearest_small].
  rewrite <- E. unfold Qeq, inject_Z; cbn [Qnum Qden]. rewrite Z2Pos.id by lia. nia. }
all: destruct (Z.ltb_spec a 0) as [A|A].
2,4: intros H; apply nearest_compat with (2 := Qeq_refl _) (1 := E); exact (round_pos_ok A B H).
all: destruct (round_pos (- a) b) as [q'|] eqn:H; [|discriminate]; intros H'; injection H' as <-.
all: apply nearest_compat with (x := (- Qmake (- a) (Z.to_pos b))%Q) (y := (- q')%Q); [|reflexivity|].
all: try (rewrite <- E; unfold Qeq, Qopp; cbn [Qnum Qden]; ring).
all: apply nearest_opp; apply round_pos_ok; try assumption; lia.
Qed.
Lemma below_tiny : 2 * max_mantissa * 2 ^ 1074 < 10 ^ 2400.
Proof.
replace (10 ^ 2400) with (10 ^ 2000 * 10 ^ 400) by (symmetry; exact (Z.pow_add_r 10 2000 400 ltac:(discriminate) ltac:(discriminate))).
replace (2 * max_mantissa * 2 ^ 1074) with (10 ^ 2000 * (2 * 2 ^ 1074)) by (rewrite (Z.mul_comm 2 max_mantissa), <- Z.mul_assoc; exact eq_refl).
apply Z.mul_lt_mono_pos_l; [exact (Z.pow_pos_nonneg 10 2000 eq_refl ltac:(discriminate))|vm_compute; reflexivity].
Qed.
Theorem double_of_ok m e q : double_of m e = Some q -> nearest (dec m e) q.
Proof.
unfold double_of. destruct (Z.eqb_spec m 0) as [->|M].
{ intros H. apply Some_inj in H. subst q. apply nearest_compat with (x := inject_Z 0) (y := inject_Z 0);
    [|reflexivity|now apply nearest_small].
  unfold dec. destruct (Z.leb 0 e); unfold Qeq; cbn [Qnum Qden inject_Z]; ring. }
destruct (Z.ltb max_exponent e); [discriminate|]. destruct (Z.ltb_spec e min_exponent) as [L|_]; [|apply round_dec_ok].
destruct (Z.ltb_spec (Z.abs m) max_mantissa) as [H|_]; [|discriminate]. intros E. apply Some_inj in E. subst q.
apply nearest_tiny. unfold dec. destruct (Z.leb_spec 0 e) as [N|N].
{ exfalso. apply (Z.lt_irrefl 0). apply Z.le_lt_trans with (1 := N). now apply Z.lt_trans with (1 := L). }
assert (P : 10 ^ 2400 <= 10 ^ (- e)).
{ apply Z.pow_le_mono_r; [reflexivity|]. apply Z.opp_le_mono. rewrite Z.opp_involutive. now apply Z.lt_le_incl. }
unfold Qlt, Qmult, Qabs; cbn [Qnum Qden].
rewrite Pos.mul_1_l, scale_Z, Z2Pos.id by (apply Z.lt_le_trans with (2 := P); now apply Z.pow_pos_nonneg).
assert (B := below_tiny).
rewrite Z.mul_1_l. apply Z.lt_le_trans with (2 := P). apply Z.le_lt_trans with (2 := B).
apply Z.mul_le_mono_nonneg_r; [exact (Z.pow_nonneg 2 1074 ltac:(discriminate))|].
apply Z.mul_le_mono_nonneg_l; [discriminate|now apply Z.lt_le_incl].
Qed.
