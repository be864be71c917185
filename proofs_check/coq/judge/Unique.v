(* A line says at most one record, up to == of rationals. *)
Require Import ZArith QArith Qabs List String Lia Lqa.
From Coq.Init Require Import Byte.
Require Import UCRLLP.judge.TraceCheck UCRLLP.judge.JsonGrammar UCRLLP.judge.NearestDouble UCRLLP.judge.Meaning
  UCRLLP.judge.Decode UCRLLP.judge.JsonComplete.
Import ListNotations.
Set Implicit Arguments.
Unset Strict Implicit.
Open Scope string_scope.
Open Scope list_scope.
Local Open Scope Z_scope.

(* --- the nearest double is unique *)
Lemma between x y z y' : (y < z -> z < y' -> Qabs (x - y) <= Qabs (x - z) -> Qabs (x - y') <= Qabs (x - z) -> False)%Q.
Proof.
intros A B H1 H2. destruct (Qlt_le_dec x z) as [L|L].
- rewrite (Qabs_neg (x - y')) in H2 by lra. rewrite (Qabs_neg (x - z)) in H2 by lra. lra.
- rewrite (Qabs_pos (x - y)) in H1 by lra. rewrite (Qabs_pos (x - z)) in H1 by lra. lra.
Qed.
Lemma even_gap m e m' e' : 0 <= e -> 0 <= e' -> Z.even m = true -> Z.even m' = true ->
  m * 2 ^ e < m' * 2 ^ e' -> (m + 1) * 2 ^ e < m' * 2 ^ e' \/ m * 2 ^ e < (m' - 1) * 2 ^ e'.
Proof.
intros E E' M M' L.
destruct (Z.lt_ge_cases ((m + 1) * 2 ^ e) (m' * 2 ^ e')) as [H|H]; [now left|].
destruct (Z.lt_ge_cases (m * 2 ^ e) ((m' - 1) * 2 ^ e')) as [H'|H']; [now right|]. exfalso.
apply Z.even_spec in M as [a ->]. apply Z.even_spec in M' as [b ->].
destruct (Z.le_gt_cases e e') as [K|K].
- replace e' with (e + (e' - e)) in * by lia. rewrite !Z.pow_add_r in * by lia.
  set (p := 2 ^ e) in *. set (r := 2 ^ (e' - e)) in *. assert (0 < p) by (apply Z.pow_pos_nonneg; lia).
  assert (X : (2 * a) < 2 * b * r) by nia. assert (Y : 2 * b * r <= 2 * a + 1) by nia. lia.
- replace e with (e' + (e - e')) in * by lia. rewrite !Z.pow_add_r in * by lia.
  set (p := 2 ^ e') in *. set (r := 2 ^ (e - e')) in *. assert (0 < p) by (apply Z.pow_pos_nonneg; lia).
  assert (X : 2 * a * r < 2 * b) by nia. assert (Y : 2 * b - 1 <= 2 * a * r) by nia. lia.
Qed.
Lemma grid_lt m e m' e' : (grid m e < grid m' e')%Q <-> m * 2 ^ e < m' * 2 ^ e'.
Proof. unfold grid, Qlt; cbn [Qnum Qden]. nia. Qed.
Lemma nearest_unique x y y' : nearest x y -> nearest x y' -> (y == y')%Q.
Proof.
assert (W : forall y y', nearest x y -> nearest x y' -> (y < y')%Q -> False).
{ clear. intros y y' [D [_ [N T]]] [D' [_ [N' T']]] L.
  assert (EQ : (Qabs (x - y') == Qabs (x - y))%Q) by (apply Qle_antisym; auto).
  destruct (T y' D' EQ ltac:(lra)) as [m [e [A1 [A2 [A3 [A4 _]]]]]].
  destruct (T' y D ltac:(now symmetry) ltac:(lra)) as [m' [e' [B1 [B2 [B3 [B4 _]]]]]].
  rewrite A3, B3 in L. apply grid_lt in L.
  assert (MM : Z.abs (m + 1) < 2 ^ 53).
  { apply Z.even_spec in A4 as [a ->]. change (2 ^ 53) with (2 * 2 ^ 52) in *. lia. }
  assert (MM' : Z.abs (m' - 1) < 2 ^ 53).
  { apply Z.even_spec in B4 as [a ->]. change (2 ^ 53) with (2 * 2 ^ 52) in *. lia. }
  assert (P : 0 < 2 ^ e) by (apply Z.pow_pos_nonneg; lia). assert (P' : 0 < 2 ^ e') by (apply Z.pow_pos_nonneg; lia).
  destruct (even_gap A2 B2 A4 B4 L) as [G|G].
  - assert (Z1 : double (grid (m + 1) e)) by (exists (m + 1), e; repeat split; auto; reflexivity).
    apply (@between x y (grid (m + 1) e) y'); [rewrite A3; apply grid_lt; nia|rewrite B3; now apply grid_lt|auto|auto].
  - assert (Z1 : double (grid (m' - 1) e')) by (exists (m' - 1), e'; repeat split; auto; reflexivity).
    apply (@between x y (grid (m' - 1) e') y'); [rewrite A3; now apply grid_lt|rewrite B3; apply grid_lt; nia|auto|auto]. }
intros N N'. destruct (Q_dec y y') as [[L|L]|E]; [|exfalso|exact E]; [elim (W y y')|apply (W y' y)]; auto.
Qed.

(* --- fields *)
Lemma has_unique known ms k v v' : object known ms -> has ms k v -> has ms k v' -> v = v'.
Proof.
intros [N _]. unfold has. induction ms as [|[k0 v0] ms IH]; cbn; [tauto|]. inversion N as [|? ? I N']; subst.
intros [E|H] [E'|H'].
- congruence.
- elim I. injection E as -> ->. now apply (in_map fst) in H'.
- elim I. injection E' as -> ->. now apply (in_map fst) in H.
- now apply IH.
Qed.
Lemma has_lacks ms k v : has ms k v -> lacks ms k -> False.
Proof. intros H L. apply L. now apply (in_map fst) in H. Qed.
Definition functional A B (R : A -> B -> Prop) (E : B -> B -> Prop) := forall v x y, R v x -> R v y -> E x y.
Lemma listed_unique A (R : json -> A -> Prop) E : functional R E -> functional (listed R) (Forall2 E).
Proof.
intros U v l l' [vs [-> H]] [vs' [X H']]. injection X as <-. revert l' H'.
induction H as [|w x vs l Hx H IH]; intros l' H'; inversion H'; subst; constructor; [now apply (U w)|now apply IH].
Qed.
Lemma count_unique n : functional (count n) eq.
Proof. intros v x y H H'. destruct H. now inversion H'. Qed.
Lemma index_unique : functional index eq.
Proof. intros v x y H H'. apply Nat2Z.inj. exact (count_unique H H'). Qed.

(* --- "p/q" *)
Lemma all_of_digits l ds : digits l ds -> all_of digit l = Some ds.
Proof. induction 1 as [|c d l ds E H IH]; cbn; [reflexivity|]. now rewrite E, IH. Qed.
Lemma natural_complete l ds : whole_part l ds -> natural l = Some (value_of ds).
Proof.
intros [|c l' d ds' E N D]; [reflexivity|]. unfold natural. rewrite (all_of_digits (l := c :: l') (ds := d :: ds'));
  [|now constructor]. destruct ds'; [reflexivity|]. destruct (Z.eqb_spec d 0); [congruence|reflexivity].
Qed.
Lemma split_slash l r : Forall (fun c => c <> "/"%byte) l -> split (l ++ "/"%byte :: r) = (l, Some r).
Proof.
induction 1 as [|c l N H IH]; [reflexivity|]. cbn [app split]. rewrite IH. destruct c; try reflexivity. now elim N.
Qed.
Lemma split_none l : Forall (fun c => c <> "/"%byte) l -> split l = (l, None).
Proof. induction 1 as [|c l N H IH]; [reflexivity|]. cbn [split]. rewrite IH. destruct c; try reflexivity. now elim N. Qed.
Lemma whole_noslash l ds : whole_part l ds -> Forall (fun c => c <> "/"%byte) l.
Proof.
assert (D : forall c d, digit c = Some d -> c <> "/"%byte) by (intros c d H ->; discriminate).
intros [|c l' d ds' E N H]; repeat constructor; try discriminate; eauto.
induction H; constructor; eauto.
Qed.
Lemma sign_noslash g s l : sign g s -> Forall (fun c => c <> "/"%byte) l -> Forall (fun c => c <> "/"%byte) (g ++ l).
Proof. intros [|] H; [exact H|]. constructor; [discriminate|exact H]. Qed.
Lemma signed_whole g s l ds : sign g s -> whole_part l ds -> signed (g ++ l) = (s, l).
Proof.
intros [|] W; [|reflexivity]. destruct W as [|c l d ds E]; [reflexivity|]. cbn. destruct c; try reflexivity. discriminate.
Qed.
Lemma ratio_complete l p : ratio l p -> exists q, ratio_of l = Some q /\ (p == q)%Q.
Proof.
intros [g s l' ds G W|g s l' ds r ds' G W W' P]; unfold ratio_of.
- rewrite split_none by (apply (sign_noslash G), (whole_noslash W)). rewrite (signed_whole G W), (natural_complete W).
  eexists. split; reflexivity.
- rewrite app_assoc, split_slash by (apply (sign_noslash G), (whole_noslash W)).
  rewrite (signed_whole G W), (natural_complete W), (natural_complete W').
  destruct (Z.ltb_spec 0 (value_of ds')); [|lia]. eexists. split; [reflexivity|]. symmetry. apply Qred_correct.
Qed.
Lemma real_unique : functional real Qeq.
Proof.
intros v x y H H'. destruct H as [w m e x N|s p x R E]; inversion H' as [? ? ? ? N'|? p' ? R' E']; subst.
- exact (nearest_unique N N').
- apply ratio_complete in R as [q [Eq A]], R' as [q' [Eq' A']]. assert (q = q') by congruence. subst q'.
  rewrite <- E, <- E', A, A'. reflexivity.
Qed.

(* --- records *)
Definition same3 := Forall2 (Forall2 (Forall2 Qeq)).
Inductive same_policy : played_policy -> played_policy -> Prop :=
  | Same_pi p q : same3 p q -> same_policy (Pi p) (Pi q)
  | Same_q a b p q : (a == b)%Q -> Forall2 same3 p q -> same_policy (Qhat a p) (Qhat b q).
Inductive same : record -> record -> Prop :=
  | Same_epoch i t N N3 p q : same_policy p q -> same (REpoch i t (Epoch N N3 p)) (REpoch i t (Epoch N N3 q))
  | Same_episode t xs acts rs rs' : Forall2 Qeq rs rs' ->
      same (REpisode t (combine (combine xs acts) rs)) (REpisode t (combine (combine xs acts) rs'))
  | Same_end n m : same (REnd n m) (REnd n m).
Lemma Forall2_eq A (l l' : list A) : Forall2 eq l l' -> l = l'.
Proof. induction 1; congruence. Qed.
Lemma listed_eq A (R : json -> A -> Prop) : functional R eq -> functional (listed R) eq.
Proof. intros U v x y H H'. apply Forall2_eq. exact (listed_unique U H H'). Qed.
Lemma optional_unique A (R : json -> A -> Prop) known ms k : functional R eq -> object known ms ->
  forall o o', optional ms k R o -> optional ms k R o' -> o = o'.
Proof.
intros U O [x|] [y|]; cbn.
- intros [v [H X]] [v' [H' Y]]. rewrite (has_unique O H H') in X. f_equal. exact (U _ _ _ X Y).
- intros [v [H _]] L. elim (has_lacks H L).
- intros L [v [H _]]. elim (has_lacks H L).
- reflexivity.
Qed.
Lemma policy_unique rd i known ms p q : object known ms -> says_policy rd i ms p -> says_policy rd i ms q -> same_policy p q.
Proof.
intros O [v rows H X|v rows a L H X _ B] [v' rows' H' X'|v' rows' a' L' H' X' _ B'].
- rewrite (has_unique O H H') in X. constructor. revert X X'. unfold table3, same3. do 3 apply listed_unique. exact real_unique.
- elim (has_lacks H L').
- elim (has_lacks H' L).
- rewrite (has_unique O H H') in X, B. constructor.
  + destruct (has_text v'); [subst; reflexivity|exact (nearest_unique B B')].
  + revert X X'. unfold table4, table3, same3. do 4 apply listed_unique. exact real_unique.
Qed.
Theorem says_unique rd v r r' : says rd v r -> says rd v r' -> same r r'.
Proof.
assert (K : forall known ms s s', object known ms -> has ms "record" (Str s) -> has ms "record" (Str s') -> s = s').
{ intros known ms s s' O H H'. assert (X := has_unique O H H'). congruence. }
intros [ms vi vt i t N N3 p O Hr Hi Ci Ht Ct HN HN3 P|ms vt vx va vr t xs acts rs O Hr Ht Ct Hx Lx Ha La Hv Lr E1 E2|ms vn vm n m O Hr Hn Cn Hm Cm] H';
  inversion H' as [ms' vi' vt' i' t' N' N3' p' O' Hr' Hi' Ci' Ht' Ct' HN' HN3' P'|ms' vt' vx' va' vr' t' xs' acts' rs' O' Hr' Ht' Ct' Hx' Lx' Ha' La' Hv' Lr' E1' E2'|ms' vn' vm' n' m' O' Hr' Hn' Cn' Hm' Cm']; subst;
  try (assert (X := K _ _ _ _ O Hr Hr'); vm_compute in X; discriminate X).
- rewrite (has_unique O Hi Hi') in Ci. rewrite (has_unique O Ht Ht') in Ct.
  assert (i = i') by exact (count_unique Ci Ci'). assert (t = t') by exact (count_unique Ct Ct'). subst.
  rewrite (optional_unique (listed_eq (listed_eq (listed_eq (@count_unique 0)))) O HN HN').
  rewrite (optional_unique (listed_eq (listed_eq (listed_eq (listed_eq (@count_unique 0))))) O HN3 HN3').
  constructor. exact (policy_unique O P P').
- rewrite (has_unique O Ht Ht') in Ct. rewrite (has_unique O Hx Hx') in Lx. rewrite (has_unique O Ha Ha') in La.
  rewrite (has_unique O Hv Hv') in Lr. assert (t = t') by exact (count_unique Ct Ct').
  assert (xs = xs') by exact (listed_eq index_unique Lx Lx'). assert (acts = acts') by exact (listed_eq index_unique La La').
  subst. constructor. exact (listed_unique real_unique Lr Lr').
- rewrite (has_unique O Hn Hn') in Cn. rewrite (has_unique O Hm Hm') in Cm.
  assert (n = n') by exact (count_unique Cn Cn'). assert (m = m') by exact (count_unique Cm Cm'). subst. constructor.
Qed.
Theorem denotes_unique rd l r r' : denotes rd l r -> denotes rd l r' -> same r r'.
Proof. intros [v [J S]] [v' [J' S']]. rewrite (json_line_unique J J') in S. exact (says_unique S S'). Qed.
