(* A line says at most one record, up to == of rationals. *)
Require Import ZArith QArith Qabs List String Lia Lqa.
From Coq.Init Require Import Byte.
Require Import UCRLLP.judge.JsonMachine UCRLLP.judge.TraceCheck UCRLLP.judge.JsonGrammar UCRLLP.judge.NearestDouble UCRLLP.judge.Meaning
  UCRLLP.judge.JsonSound UCRLLP.judge.Decode UCRLLP.judge.JsonComplete.
Import ListNotations.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope string_scope.
Local Open Scope list_scope.
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
Lemma forall2_unique A (R : json -> A -> Prop) E : functional R E -> forall vs l l', Forall2 R vs l -> Forall2 R vs l' -> Forall2 E l l'.
Proof.
intros U vs l l' H. revert l'. induction H as [|w x vs l Hx H IH]; intros l' H'; inversion H'; subst; constructor;
  [now apply (U w)|now apply IH].
Qed.
Lemma listed_unique A n (R : json -> A -> Prop) E : functional R E -> functional (listed n R) (Forall2 E).
Proof. intros U v l l' [vs [-> [_ H]]] [vs' [X [_ H']]]. injection X as <-. exact (forall2_unique U H H'). Qed.
Lemma layered_unique A X (R : nat -> nat -> json -> A -> Prop) E : (forall n m, functional (R n m) E) ->
  functional (layered X R) (Forall2 E).
Proof.
intros U v l l' [vs [-> H]] [vs' [Y H']]. injection Y as <-. revert vs l l' H H'.
induction X as [|n X IH]; intros vs l l' H H'; [contradiction|].
destruct X as [|m X]; destruct vs as [|v vs]; destruct l as [|x l]; destruct l' as [|x' l']; try contradiction; [constructor|].
destruct H as [H1 H2], H' as [H1' H2']. constructor; [exact (U _ _ _ _ _ H1 H1')|exact (IH _ _ _ H2 H2')].
Qed.
Lemma table3_unique A X nA (R : json -> A -> Prop) E : functional R E ->
  functional (table3 X nA R) (Forall2 (Forall2 (Forall2 E))).
Proof. intros U. apply layered_unique. intros n m. now do 2 apply listed_unique. Qed.
Lemma table4_unique A X nA (R : json -> A -> Prop) E : functional R E ->
  functional (table4 X nA R) (Forall2 (Forall2 (Forall2 (Forall2 E)))).
Proof. intros U. apply layered_unique. intros n m. now do 3 apply listed_unique. Qed.
Lemma count_unique n : functional (count n) eq.
Proof. intros v x y H H'. destruct H. now inversion H'. Qed.
Lemma index_unique hd : functional (index hd) eq.
Proof.
intros v x y [m [-> H]] [m' [E H']]. injection E as <-. revert H H'. generalize (beyond hd). intros b H H'. lia.
Qed.

(* --- "p/q" *)
(* without the limit on digits *)
Definition natural' (l : bytes) : option Z :=
  match all_of digit l with
  | None | Some [] => None
  | Some [d] => Some (value_of [d])
  | Some ((d :: _) as ds) => if Z.eqb d 0 then None else Some (value_of ds)
  end.
Definition ratio_of' (l : bytes) : option Q :=
  let (p, o) := split l in let (s, p') := signed p in
  match natural' p', o with
  | Some n, None => Some (inject_Z (s * n))
  | Some n, Some q => match natural' q with
                      | Some d => if Z.ltb 0 d then Some (Qred (Qmake (s * n) (Z.to_pos d))) else None
                      | None => None end
  | None, _ => None
  end.
Lemma all_of_digits l ds : digits l ds -> all_of digit l = Some ds.
Proof.
unfold all_of. intros H. enough (K : forall acc, all_acc digit l acc = Some (rev acc ++ ds)) by apply (K []).
induction H as [|c d l ds E H IH]; intros acc; cbn; [now rewrite rev'_rev, app_nil_r|]. rewrite E, IH. cbn.
now rewrite <- app_assoc.
Qed.
Lemma natural_complete l ds : whole_part l ds -> natural' l = Some (value_of ds).
Proof.
intros [|c l' d ds' E N D]; [reflexivity|]. unfold natural'. rewrite (all_of_digits (l := c :: l') (ds := d :: ds'));
  [|now constructor]. destruct ds'; [reflexivity|]. destruct (Z.eqb_spec d 0); [congruence|reflexivity].
Qed.
Lemma not_slash c : c <> "/"%byte -> is_slash c = false.
Proof. intros N. destruct (is_slash c) eqn:S; [|reflexivity]. apply is_slash_ok in S. contradiction. Qed.
Lemma split_slash l r : Forall (fun c => c <> "/"%byte) l -> split (l ++ "/"%byte :: r) = (l, Some r).
Proof. induction 1 as [|c l N H IH]; [reflexivity|]. cbn [app split]. now rewrite (not_slash N), IH. Qed.
Lemma split_none l : Forall (fun c => c <> "/"%byte) l -> split l = (l, None).
Proof. induction 1 as [|c l N H IH]; [reflexivity|]. cbn [split]. now rewrite (not_slash N), IH. Qed.
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
Lemma ratio_complete l p : ratio l p -> exists q, ratio_of' l = Some q /\ (p == q)%Q.
Proof.
intros [g s l' ds G W|g s l' ds r ds' G W W' P]; unfold ratio_of'.
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

Lemma entry_unique : functional entry Qeq.
Proof. intros v x y [H _] [H' _]. exact (real_unique H H'). Qed.

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
Lemma eqs_unique A (R : json -> A -> Prop) X nA : functional R eq -> functional (table3 X nA R) eq.
Proof.
intros U v x y H H'. apply Forall2_eq. assert (F := table3_unique U H H'). clear H H'.
induction F as [|? ? ? ? F1 F IH]; constructor; [|exact IH]. apply Forall2_eq.
clear - F1. induction F1 as [|? ? ? ? F2 F IH]; constructor; [now apply Forall2_eq|exact IH].
Qed.
Lemma eqs4_unique A (R : json -> A -> Prop) X nA : functional R eq -> functional (table4 X nA R) eq.
Proof.
intros U v x y H H'. apply Forall2_eq. assert (F := table4_unique U H H'). clear H H'.
induction F as [|? ? ? ? F1 F IH]; constructor; [|exact IH]. apply Forall2_eq.
clear - F1. induction F1 as [|? ? ? ? F2 F IH]; constructor; [|exact IH]. apply Forall2_eq.
clear - F2. induction F2 as [|? ? ? ? F3 F IH]; constructor; [now apply Forall2_eq|exact IH].
Qed.
Lemma list_unique A n (R : json -> A -> Prop) : functional R eq -> functional (listed n R) eq.
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
Section Records.
Variables (hd : header) (rd : list reading).
Lemma policy_unique i known ms p q : object known ms -> says_policy hd rd i ms p -> says_policy hd rd i ms q -> same_policy p q.
Proof.
intros O [v rows H X|v rows a L H X _ B] [v' rows' H' X'|v' rows' a' L' H' X' _ B'].
- rewrite (has_unique O H H') in X. constructor. exact (table3_unique entry_unique X X').
- elim (has_lacks H L').
- elim (has_lacks H' L).
- rewrite (has_unique O H H') in X, B. constructor.
  + destruct (has_text v'); [subst; reflexivity|exact (nearest_unique B B')].
  + exact (table4_unique entry_unique X X').
Qed.
Theorem says_unique v r r' : says hd rd v r -> says hd rd v r' -> same r r'.
Proof.
assert (K : forall known ms s s', object known ms -> has ms "record" (Str s) -> has ms "record" (Str s') -> s = s').
{ intros known ms s s' O H H'. assert (X := has_unique O H H'). congruence. }
intros [ms vi vt i t N N3 p O Hr Hi Ci Ht Ct HN HN3 P _ _ _ _|ms vt vx va vr t xs acts rs O Hr Ht Ct Hx Lx Ha La Hv Lr|ms vn vm n m O Hr Hn Cn Hm Cm] H';
  inversion H' as [ms' vi' vt' i' t' N' N3' p' O' Hr' Hi' Ci' Ht' Ct' HN' HN3' P' _1 _2 _3 _4|ms' vt' vx' va' vr' t' xs' acts' rs' O' Hr' Ht' Ct' Hx' Lx' Ha' La' Hv' Lr'|ms' vn' vm' n' m' O' Hr' Hn' Cn' Hm' Cm']; subst;
  try (assert (X := K _ _ _ _ O Hr Hr'); vm_compute in X; discriminate X).
- rewrite (has_unique O Hi Hi') in Ci. rewrite (has_unique O Ht Ht') in Ct.
  assert (i = i') by exact (count_unique Ci Ci'). assert (t = t') by exact (count_unique Ct Ct'). subst.
  rewrite (optional_unique (eqs_unique (@count_unique 0)) O HN HN').
  rewrite (optional_unique (eqs4_unique (@count_unique 0)) O HN3 HN3').
  constructor. exact (policy_unique O P P').
- rewrite (has_unique O Ht Ht') in Ct. rewrite (has_unique O Hx Hx') in Lx. rewrite (has_unique O Ha Ha') in La.
  rewrite (has_unique O Hv Hv') in Lr. assert (t = t') by exact (count_unique Ct Ct').
  assert (xs = xs') by exact (list_unique (@index_unique hd) Lx Lx').
  assert (acts = acts') by exact (list_unique (@index_unique hd) La La').
  subst. constructor. exact (listed_unique entry_unique Lr Lr').
- rewrite (has_unique O Hn Hn') in Cn. rewrite (has_unique O Hm Hm') in Cm.
  assert (n = n') by exact (count_unique Cn Cn'). assert (m = m') by exact (count_unique Cm Cm'). subst. constructor.
Qed.
Theorem denotes_unique l r r' : denotes hd rd l r -> denotes hd rd l r' -> same r r'.
Proof. intros [v [J S]] [v' [J' S']]. rewrite (json_line_unique J J') in S. exact (says_unique S S'). Qed.
End Records.

(* --- the header *)
Definition same_header (hd hd' : header) : Prop :=
  layers hd = layers hd' /\ hA hd = hA hd' /\ hT hd = hT hd' /\ (hdelta hd == hdelta hd')%Q /\ (htol hd == htol hd')%Q /\
  hsolve hd = hsolve hd' /\ hread hd = hread hd'.
(* a name or an id of the table belongs to one reading *)
Definition called (t : string * string * list string * bool) : list (bytes * string) :=
  match t with (id, name, _, _) => [(key id, id); (key name, id)] end.
Lemma called_once : forallb (fun a => forallb (fun b => negb (beq (fst a) (fst b)) || String.eqb (snd a) (snd b))
  (flat_map called reading_table)) (flat_map called reading_table) = true.
Proof. vm_compute. reflexivity. Qed.
Lemma reading_unique m r r' : reading_of m r -> reading_of m r' -> r = r'.
Proof.
intros [id name choices b n c I N C] H. remember (key n, Str (key c)) as m0 eqn:M.
destruct H as [id' name' choices' b' n' c' I' N' C']. injection M as E1 E2. rewrite E2. f_equal.
assert (A : In (key n, id) (flat_map called reading_table)).
{ apply in_flat_map. exists (id, name, choices, b). split; [exact I|]. destruct N as [->| ->]; cbn; auto. }
assert (B : In (key n', id') (flat_map called reading_table)).
{ apply in_flat_map. exists (id', name', choices', b'). split; [exact I'|]. destruct N' as [->| ->]; cbn; auto. }
assert (K := called_once). rewrite forallb_forall in K. specialize (K _ A). rewrite forallb_forall in K.
specialize (K _ B). cbn [fst snd] in K. rewrite (proj2 (beq_true (key n) (key n'))) in K by congruence.
cbn [negb orb] in K. apply String.eqb_eq in K. now subst.
Qed.
Lemma size_unique v n n' : size v n -> size v n' -> n = n'.
Proof. unfold size. intros H H'. assert (E := count_unique H H'). lia. Qed.
Lemma lists_unique A B (R : A -> B -> Prop) : (forall v x y, R v x -> R v y -> x = y) -> forall l xs ys,
  Forall2 R l xs -> Forall2 R l ys -> xs = ys.
Proof.
intros U l xs ys H. revert ys. induction H as [|v x l xs V H IH]; intros ys H'; inversion H'; subst; [reflexivity|].
f_equal; [now apply (U v)|now apply IH].
Qed.
Lemma readings_once ms rd : readings_of ms rd -> NoDup (map fst rd).
Proof. intros [_|rs l _ _ N]; [constructor|exact N]. Qed.
Lemma once (l : list reading) k v v' : NoDup (map fst l) -> In (k, v) l -> In (k, v') l -> v = v'.
Proof.
induction l as [|[k0 v0] l IH]; [intros _ []|]. cbn [map fst]. intros N I I'. apply NoDup_cons_iff in N as [N1 N].
destruct I as [E|I], I' as [E'|I']; [congruence| | |now apply IH].
- injection E as -> ->. elim N1. exact (in_map fst _ _ I').
- injection E' as -> ->. elim N1. exact (in_map fst _ _ I).
Qed.
Lemma key_inj s s' : key s = key s' -> s = s'.
Proof.
unfold key. intros E. rewrite <- (string_of_list_byte_of_string s), <- (string_of_list_byte_of_string s').
now f_equal.
Qed.
Lemma chosen_unique rd id d c c' : NoDup (map fst rd) -> chosen rd id d c -> chosen rd id d c' -> c = c'.
Proof.
intros N [I|[E O]] [I'|[E' O']]; [| | |congruence].
- apply key_inj. exact (once N I I').
- elim O'. exact (in_map fst _ _ I).
- elim O. exact (in_map fst _ _ I').
Qed.
Lemma choices_unique rd ch ch' : NoDup (map fst rd) -> chosen_all rd ch -> chosen_all rd ch' -> ch = ch'.
Proof.
intros N (A & B & C & D) (A' & B' & C' & D'). assert (EA := chosen_unique N A A'). assert (EB := chosen_unique N B B').
assert (EC := chosen_unique N C C'). assert (ED := chosen_unique N D D'). clear A B C D A' B' C' D' N.
destruct ch as [t l r c], ch' as [t' l' r' c']. cbn in *.
f_equal; [destruct t, t'|destruct l, l'|destruct r, r'|destruct c, c']; (reflexivity || discriminate).
Qed.
Theorem says_header_unique v hd rd hd' rd' : says_header v hd rd -> says_header v hd' rd' -> same_header hd hd' /\ rd = rd'.
Proof.
intros [ms vl vA vT vd X nA T delta tol rd0 O _ _ _ _ Hl Lx HA CA HT CT Hd Rd Ht _ Re _ _ _ solve ch So Co] H'.
inversion H' as [ms' vl' vA' vT' vd' X' nA' T' delta' tol' rd1 O' _1 _2 _3 _4 Hl' Lx' HA' CA' HT' CT' Hd' Rd' Ht' _5 Re' _6 _7 _8 solve' ch' So' Co']; subst.
rewrite (has_unique O Hl Hl') in Lx. rewrite (has_unique O HA HA') in CA. rewrite (has_unique O HT HT') in CT.
rewrite (has_unique O Hd Hd') in Rd.
assert (E : rd0 = rd').
{ destruct Re as [Le|rs l Hr F N]; inversion Re' as [Le'|rs' l' Hr' F' N']; subst; [reflexivity|elim (has_lacks Hr' Le)|
    elim (has_lacks Hr Le')|]. assert (W := has_unique O Hr Hr'). injection W as ->. exact (lists_unique reading_unique F F'). }
subst rd'. split; [|reflexivity]. unfold same_header. cbn [layers hA hT hdelta htol hsolve hread].
split; [|split; [|split; [|split; [|split; [|split]]]]].
- destruct Lx as [vs [E1 [_ F]]], Lx' as [vs' [E2 [_ F']]]. assert (W : vs = vs') by congruence. subst vs'.
  exact (lists_unique size_unique F F').
- exact (size_unique CA CA').
- exact (count_unique CT CT').
- exact (real_unique Rd Rd').
- destruct Ht as [[w [Hv Rv]]|[Le Ne]], Ht' as [[w' [Hv' Rv']]|[Le' Ne']].
  + rewrite (has_unique O Hv Hv') in Rv. exact (real_unique Rv Rv').
  + elim (has_lacks Hv Le').
  + elim (has_lacks Hv' Le).
  + exact (nearest_unique Ne Ne').
- destruct solve, solve'; try reflexivity; [symmetry; apply So', So; reflexivity|apply So, So'; reflexivity].
- exact (choices_unique (readings_once Re) Co Co').
Qed.

(* --- the lines of a file: none is empty, because an empty line denotes nothing *)
Lemma joined_unique ls : forall ls', Forall (fun l => ~ In newline l) ls -> Forall (fun l => ~ In newline l) ls' ->
  joined ls = joined ls' -> ls = ls'.
Proof.
assert (K : forall l l' r r', ~ In newline l -> ~ In newline l' -> l ++ newline :: r = l' ++ newline :: r' -> l = l' /\ r = r').
{ induction l as [|c l IH]; intros [|c' l'] r r' N N' E; cbn in E.
  - now injection E.
  - injection E as <- _. elim N'. now left.
  - injection E as -> _. elim N. now left.
  - injection E as -> E. destruct (IH l' r r') as [-> ->]; auto; intros I; [apply N|apply N']; now right. }
induction ls as [|l ls IH]; intros [|l' ls'] F F' E; [reflexivity| | |].
- unfold joined in E. cbn [flat_map] in E. destruct l'; discriminate E.
- unfold joined in E. cbn [flat_map] in E. destruct l; discriminate E.
- unfold joined in E. cbn [flat_map] in E. rewrite <- !app_assoc in E. cbn [app] in E.
  inversion F; inversion F'; subst. apply K in E as [-> E]; auto. f_equal. now apply IH.
Qed.
Theorem lines_unique file ls ls' : ~ In [] ls -> ~ In [] ls' -> lines file ls -> lines file ls' -> ls = ls'.
Proof.
assert (M : forall l1 l2, ~ In [] l2 -> Forall (fun l => ~ In newline l) l1 -> Forall (fun l => ~ In newline l) l2 ->
  file = joined l1 -> file ++ [newline] = joined l2 -> False).
{ intros l1 l2 N F1 F2 E1 E2. apply N. replace l2 with (l1 ++ [[]]); [apply in_or_app; right; now left|].
  apply joined_unique; [apply Forall_app; split; [exact F1|repeat constructor; tauto]|exact F2|].
  rewrite <- E2, E1. unfold joined. now rewrite flat_map_app. }
intros N N' [F [E|E]] [F' [E'|E']].
- apply joined_unique; congruence.
- elim (M ls ls'); auto.
- elim (M ls' ls); auto.
- apply joined_unique; congruence.
Qed.
Lemma line_not_empty v : ~ json_line [] v.
Proof.
intros J. unfold json_line in J. inversion J as [w l v' w' S V S' E]. apply app_eq_nil in E as [_ E].
apply app_eq_nil in E as [-> _]. apply read_iff in J. discriminate J.
Qed.

(* --- a file says one header and its records once, up to == of rationals *)
Lemma says_same hd hd' rd v r : layers hd = layers hd' -> hA hd = hA hd' -> says hd rd v r -> says hd' rd v r.
Proof.
destruct hd as [X nA T d t s c], hd' as [X' nA' T' d' t' s' c']. cbn [layers hA]. intros -> ->.
intros [ms vi vt i t0 N N3 p O Hr Hi Ci Ht Ct HN HN3 P F1 F2 F3 F4|ms vt vx va vr t0 xs acts rs O Hr Ht Ct Hx Lx Ha La Hv Lr|ms vn vm n m O Hr Hn Cn Hm Cm].
- apply Says_epoch with vi vt; auto. destruct P as [w rows H1 H2|w rows least H1 H2 H3 H4 H5];
    [now apply Says_pi with w|now apply Says_q with w].
- now apply Says_episode with vt vx va vr.
- now apply Says_end with vn vm.
Qed.
Theorem file_says_unique file hd rs hd' rs' : file_says file hd rs -> file_says file hd' rs' ->
  same_header hd hd' /\ Forall2 same rs rs'.
Proof.
intros [l ls hd0 rd rs0 L [v [J S]] _ F] [l' ls' hd1 rd' rs1 L' [v' [J' S']] _ F'].
assert (E : forall hd rd l ls rs (v : json), json_line l v -> Forall2 (denotes hd rd) ls rs -> ~ In [] (l :: ls)).
{ clear. intros hd rd l ls rs v J F [->|I]; [exact (line_not_empty J)|].
  induction F as [|l1 r ls rs [w [K _]] F IH]; [exact I|]. destruct I as [->|I]; [exact (line_not_empty K)|auto]. }
assert (W := lines_unique (E _ _ _ _ _ _ J F) (E _ _ _ _ _ _ J' F') L L'). injection W as -> ->.
rewrite (json_line_unique J J') in S. destruct (says_header_unique S S') as [H <-]. split; [exact H|].
destruct H as [HX [HA _]]. clear - F F' HX HA. revert rs1 F'.
induction F as [|l1 r ls rs [w [K Sr]] F IH]; intros rs1 F'; inversion F' as [|? r' ? rs' D F'' ]; subst; constructor; [|now apply IH].
apply (@denotes_unique hd1 rd l1); [|exact D]. exists w. split; [exact K|]. now apply (says_same HX HA).
Qed.
