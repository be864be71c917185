(* The one pass of FastLine.v reads what the machine of JsonMachine.v and Decode.v read: `feed_line_ok`. *)
Require Import ZArith QArith List Bool String Lia.
From Coq.Init Require Import Byte.
Require Import UCRLLP.judge.TraceCheck UCRLLP.judge.FastEpisode.
Require Import UCRLLP.judge.JsonGrammar UCRLLP.judge.JsonMachine UCRLLP.judge.JsonSound UCRLLP.judge.Meaning
  UCRLLP.judge.Decode UCRLLP.judge.ByteByByte UCRLLP.judge.FastLine.
Import ListNotations.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope list_scope.
Local Open Scope Z_scope.

(* a byte of a line, with the limits of `feed_byte` *)
Definition paced (sn : state * Z) (c : byte) : state * Z :=
  let st := step (fst sn) c in let n := length_so_far st (snd sn) in
  if Z.ltb n 0 then (Fail, none) else (st, n).
Definition spans (l : bytes) (sn sn' : state * Z) := fold_left paced l sn = sn'.
Lemma spans_app l l' a b c : spans l a b -> spans l' b c -> spans (l ++ l') a c.
Proof. unfold spans. intros H H'. now rewrite fold_left_app, H. Qed.
Lemma digit_ok c d : value_of_digit c = Some d -> class c = Cdigit d /\ 0 <= d <= 9.
Proof. destruct c; intros H; try discriminate H; injection H as <-; (split; [reflexivity|now split]). Qed.
Lemma place_ok c n : place c = Some n -> class c = Cdigit (Z.of_nat n).
Proof. destruct c; intros H; try discriminate H; injection H as <-; reflexivity. Qed.

Lemma whole_step s m k n d c : class c = Cdigit d -> 0 <= n < 1000 ->
  paced (Whole s m k, n) c = (Whole s (z10 * m + d) k, n + 1).
Proof.
intros C N. unfold paced. cbn [fst snd step]. rewrite C. cbn [length_so_far]. unfold one_more, max_digits.
destruct (Z.ltb_spec n 1000); [|lia]. destruct (Z.ltb_spec (n + 1) 0); [lia|reflexivity].
Qed.
Lemma frac_step s m j k n d c : class c = Cdigit d -> 0 <= n < 1000 ->
  paced (Frac s m j k, n) c = (Frac s (z10 * m + d) (j + z1) k, n + 1).
Proof.
intros C N. unfold paced. cbn [fst snd step]. rewrite C. cbn [length_so_far]. unfold one_more, max_digits.
destruct (Z.ltb_spec n 1000); [|lia]. destruct (Z.ltb_spec (n + 1) 0); [lia|reflexivity].
Qed.
Lemma digits_from_ok f : forall m l m' r, digits_from f m l = Some (m', r) ->
  exists p, l = p ++ r /\ (0 <= m -> 0 <= m') /\
    forall s k n, 0 <= n -> n + Z.of_nat f <= 1000 -> exists n', spans p (Whole s m k, n) (Whole s m' k, n').
Proof.
induction f as [|f IH]; intros m [|c l] m' r H; try discriminate H; cbn [digits_from] in H;
  (destruct (value_of_digit c) as [d|] eqn:D; [|injection H as <- <-; exists []; split; [reflexivity|];
    split; [auto|]; intros s k n _ _; now exists n]); [discriminate H|].
apply digit_ok in D as [C D]. destruct (IH _ _ _ _ H) as [p [-> [P S]]]. exists (c :: p). split; [reflexivity|].
split; [intros M; apply P; unfold z10; lia|]. intros s k n N F.
destruct (S s k (n + 1)) as [n' E]; [lia|lia|]. exists n'. unfold spans. cbn [fold_left].
rewrite (whole_step _ _ _ C); [exact E|lia].
Qed.
Lemma decimals_from_ok f : forall m j l m' j' r, decimals_from f m j l = Some (m', j', r) ->
  exists p, l = p ++ r /\
    forall s k n, 0 <= n -> n + Z.of_nat f <= 1000 -> exists n', spans p (Frac s m j k, n) (Frac s m' j' k, n').
Proof.
induction f as [|f IH]; intros m j [|c l] m' j' r H; try discriminate H; cbn [decimals_from] in H;
  (destruct (value_of_digit c) as [d|] eqn:D; [|injection H as <- <- <-; exists []; split; [reflexivity|];
    intros s k n _ _; now exists n]); [discriminate H|].
apply digit_ok in D as [C D]. destruct (IH _ _ _ _ _ _ H) as [p [-> S]]. exists (c :: p). split; [reflexivity|].
intros s k n N F. destruct (S s k (n + 1)) as [n' E]; [lia|lia|]. exists n'. unfold spans. cbn [fold_left].
rewrite (frac_step _ _ _ _ C); [exact E|lia].
Qed.

(* before a value, of a list or of a member *)
Inductive ready : stack -> state -> Prop :=
  | Ready k : ready k (Want k)
  | Ready_first k : ready (InArr [] :: k) (WantOrEnd k).
Lemma ready_digit k st c d : ready k st -> class c = Cdigit d -> step st c = begin k c.
Proof. intros [|] C; cbn [step]; [reflexivity|]. now rewrite C. Qed.
Lemma begin_digit k c d : class c = Cdigit d -> begin k c = if Z.eqb d 0 then Zero z1 k else Whole z1 d k.
Proof. intros C. unfold begin. now rewrite C. Qed.
Lemma digit_spans k st c d : ready k st -> class c = Cdigit d ->
  spans [c] (st, none) (if Z.eqb d 0 then (Zero z1 k, 0) else (Whole z1 d k, 1)).
Proof.
intros R C. unfold spans, paced. cbn [fold_left fst snd]. rewrite (ready_digit R C), (begin_digit _ C).
destruct (Z.eqb d 0); reflexivity.
Qed.
Lemma whole_number_ok f l m r : Z.of_nat f <= 999 -> whole_number f l = Some (m, r) ->
  exists p, l = p ++ r /\ 0 <= m /\
    forall k st, ready k st -> exists n, spans p (st, none) (Whole z1 m k, n).
Proof.
intros F. destruct l as [|c l]; [discriminate|]. cbn [whole_number].
destruct (value_of_digit c) as [d|] eqn:D; [|discriminate]. apply digit_ok in D as [C D].
destruct (Z.eqb d 0) eqn:Z0; [discriminate|]. intros H. destruct (digits_from_ok H) as [p [-> [P S]]].
exists (c :: p). split; [reflexivity|]. split; [apply P; lia|]. intros k st R.
destruct (S z1 k 1) as [n E]; [lia|lia|]. exists n. change (c :: p) with ([c] ++ p). apply spans_app with (2 := E).
assert (X := digit_spans R C). now rewrite Z0 in X.
Qed.

(* after a value, or a number that the next byte ends *)
Definition ends_with (v : json) (k : stack) (st : state) := step st x2c = after v k Ccomma /\ step st x5d = after v k Cendlist.
Definition reads A (item : bytes -> option (A * bytes)) (R : json -> A -> Prop) := forall l x r, item l = Some (x, r) ->
  exists p v, l = p ++ r /\ R v x /\
    forall k st, ready k st -> exists st' n, spans p (st, none) (st', n) /\ ends_with v k st'.
(* no blank, or one *)
Inductive blank : bytes -> Prop := No_blank : blank [] | One_blank : blank [x20].
Lemma skip_ok l : exists b, blank b /\ l = b ++ skip l.
Proof. destruct l as [|c l]; [|destruct c]; try (exists []; split; [constructor|reflexivity]). exists [x20]. split; [constructor|reflexivity]. Qed.
Lemma values_from_ok A (item : bytes -> option (A * bytes)) (R : json -> A -> Prop) : reads item R ->
  forall f l acc xs r, values_from item f l acc = Some (xs, r) ->
  exists p vs ys, l = p ++ r /\ xs = rev acc ++ ys /\ Forall2 R vs ys /\
    forall k ws st, ready (InArr ws :: k) st -> spans p (st, none) (Have (Arr (rev ws ++ vs)) k, none).
Proof.
intros I. induction f as [|f IH]; intros l acc xs r H; [discriminate H|]. cbn [values_from] in H.
destruct (item l) as [[x l']|] eqn:E; [|discriminate H]. destruct (I _ _ _ E) as [p [v [-> [V S]]]].
destruct l' as [|c l']; [discriminate H|].
assert (C : c = x2c /\ values_from item f (skip l') (x :: acc) = Some (xs, r) \/ c = x5d /\ Some (rev' (x :: acc), l') = Some (xs, r)).
{ destruct c; try discriminate H; auto. }
clear H. destruct C as [[-> H]|[-> H]].
- destruct (skip_ok l') as [b [B Eb]]. destruct (IH _ _ _ _ H) as [q [vs [ys [Eq [-> [F G]]]]]]. rewrite Eq in Eb. subst l'.
  exists (p ++ x2c :: b ++ q), (v :: vs), (x :: ys). split; [now rewrite <- !app_assoc; cbn; rewrite <- !app_assoc|].
  split; [cbn; now rewrite <- app_assoc|]. split; [now constructor|]. intros k ws st Rd.
  destruct (S _ _ Rd) as [st' [n [Sp [E1 _]]]]. apply spans_app with (1 := Sp).
  assert (W := G k (v :: ws) (Want (InArr (v :: ws) :: k)) (Ready _)). cbn [rev] in W. rewrite <- app_assoc in W.
  change (x2c :: b ++ q) with ([x2c] ++ b ++ q). apply spans_app with (Want (InArr (v :: ws) :: k), none).
  { unfold spans. cbn [fold_left]. unfold paced. cbn [fst snd]. rewrite E1. reflexivity. }
  apply spans_app with (2 := W). now destruct B.
- injection H as <- <-. exists (p ++ [x5d]), [v], [x]. split; [now rewrite <- app_assoc|].
  split; [now rewrite rev'_rev|]. split; [now repeat constructor|]. intros k ws st Rd.
  destruct (S _ _ Rd) as [st' [n [Sp [_ E2]]]]. apply spans_app with (1 := Sp).
  unfold spans. cbn [fold_left]. unfold paced. cbn [fst snd]. rewrite E2. cbn [after length_so_far].
  now rewrite rev'_rev.
Qed.
Lemma zero_ends k : ends_with (Num true 0 0) k (Zero z1 k).
Proof. now split. Qed.
Lemma whole_ends m k : ends_with (Num true m 0) k (Whole z1 m k).
Proof. split; cbn [step class]; now rewrite (Z.mul_1_l m : z1 * m = m). Qed.
Lemma frac_ends m n k : ends_with (Num false m (- n)) k (Frac z1 m n k).
Proof. split; cbn [step class]; now rewrite (Z.mul_1_l m : z1 * m = m). Qed.
Lemma digit_ends k st c d : ready k st -> class c = Cdigit d ->
  exists st' n, spans [c] (st, none) (st', n) /\ ends_with (Num true d 0) k st'.
Proof.
intros R C. assert (S := digit_spans R C). destruct (Z.eqb_spec d 0) as [->|N]; eexists _, _; (split; [exact S|]).
- apply zero_ends.
- apply whole_ends.
Qed.
Lemma a_place_ok : reads a_place (fun v n => v = Num true (Z.of_nat n) 0).
Proof.
intros [|c l] n r H; [discriminate H|]. cbn [a_place] in H. destruct (place c) as [i|] eqn:P; [|discriminate H].
apply place_ok in P.
assert (C : Some (i, l) = Some (n, r) \/
  match whole_number 3 (c :: l) with Some (m, r') => Some (Z.to_nat m, r') | None => None end = Some (n, r)).
{ destruct l as [|c' l']; [now right|]. destruct c'; auto. }
clear H. destruct C as [H|H].
- injection H as -> ->. exists [c], (Num true (Z.of_nat n) 0). split; [reflexivity|]. split; [reflexivity|].
  intros k st R. exact (digit_ends R P).
- destruct (whole_number 3 (c :: l)) as [[m r']|] eqn:W; [|discriminate H]. injection H as <- ->.
  destruct (whole_number_ok (f := 3) ltac:(cbn; lia) W) as [p [-> [M S]]]. exists p, (Num true m 0). split; [reflexivity|].
  split; [now rewrite Z2Nat.id|]. intros k st R. destruct (S _ _ R) as [n E]. exists (Whole z1 m k), n.
  split; [exact E|apply whole_ends].
Qed.
Lemma decimals_ok c d l q r : class c = Cdigit d -> 0 <= d <= 1 -> decimals d l = Some (q, r) ->
  exists p v, c :: x2e :: l = p ++ r /\ entry_of v = Some q /\
    forall k st, ready k st -> exists st' n, spans p (st, none) (st', n) /\ ends_with v k st'.
Proof.
intros C D. destruct l as [|c' l]; [discriminate|]. cbn [decimals].
destruct (value_of_digit c') as [d'|] eqn:V; [|discriminate]. apply digit_ok in V as [C' _].
destruct (decimals_from 30 (z10 * d + d') z1 l) as [[[m n] r']|] eqn:F; [|discriminate].
destruct (entry_of (Num false m (- n))) as [q'|] eqn:E; [|discriminate]. intros H. injection H as -> ->.
destruct (decimals_from_ok F) as [p [-> S]]. exists ([c] ++ [x2e] ++ [c'] ++ p), (Num false m (- n)).
split; [reflexivity|]. split; [exact E|]. intros k st R.
destruct (S z1 k 1) as [j G]; [lia|cbn; lia|]. exists (Frac z1 m n k), j. split; [|apply frac_ends].
apply spans_app with (1 := digit_spans R C). apply spans_app with (Point z1 d k, none).
- destruct (Z.eqb_spec d 0) as [->|N]; reflexivity.
- apply spans_app with (2 := G). unfold spans, paced. cbn [fold_left fst snd step]. rewrite C'. reflexivity.
Qed.
Lemma a_reward_ok : reads a_reward (fun v q => entry_of v = Some q).
Proof.
intros l q r H. destruct l as [|c l]; [discriminate H|].
assert (K : (exists d, class c = Cdigit d /\ 0 <= d <= 1 /\ entry_of (Num true d 0) = Some (if Z.eqb d 0 then no_reward else full_reward) /\
  ((exists l', l = x2e :: l' /\ decimals d l' = Some (q, r)) \/ Some (if Z.eqb d 0 then no_reward else full_reward, l) = Some (q, r)))).
{ destruct c; try discriminate H; [exists 0|exists 1]; (split; [reflexivity|]; split; [lia|]; split; [reflexivity|]);
    cbn [a_reward] in H; (destruct l as [|c l]; [now right|]); (destruct c; try (now right)); left; now exists l. }
destruct K as [d [C [D [E [[l' [-> G]]|G]]]]].
- exact (decimals_ok C D G).
- injection G as <- <-. exists [c], (Num true d 0). split; [reflexivity|]. split; [exact E|]. intros k st R. exact (digit_ends R C).
Qed.

(* --- the line *)
Ltac byte H := match type of H with
  | match ?l with [] => _ | _ :: _ => _ end = _ => destruct l as [|[] l]; try discriminate H
  end.
(* what was written between the values *)
Definition begins (l : bytes) : Prop := exists b b' b'', blank b /\ blank b' /\ blank b'' /\
  l = [x7b; x22; x72; x65; x63; x6f] ++ [x72; x64; x22; x3a] ++ b ++ [x22; x65] ++ [x70; x69; x73; x6f; x64; x65; x22; x2c] ++
    b' ++ [x22; x74; x22; x3a] ++ b''.
Definition continues (c : byte) (l : bytes) : Prop := exists b b', blank b /\ blank b' /\ l = [x2c] ++ b ++ [x22; c; x22; x3a] ++ b' ++ [x5b].
Ltac skipped l b B := let E := fresh "E" in let k := fresh "k" in
  destruct (skip_ok l) as [b [B E]]; set (k := skip l) in *; clearbody k; subst l.
Lemma opened_ok l r : opened l = Some r -> exists b, blank b /\ l = b ++ x5b :: r.
Proof. unfold opened. intros H. skipped l b B. byte H. injection H as ->. now exists b. Qed.
Ltac letter c := let b := fresh "b" in let B := fresh "B" in let b' := fresh "b" in let B' := fresh "B" in
  intros H; match type of H with ?f ?l = _ => unfold f in H; byte H; skipped l b B end; repeat byte H;
  apply opened_ok in H as [b' [B' ->]]; exists ([x2c] ++ b ++ [x22; c; x22; x3a] ++ b' ++ [x5b]); split;
  [now exists b, b'|cbn [app]; rewrite <- !app_assoc; cbn [app]; now rewrite <- !app_assoc].
Lemma to_x_ok l r : to_x l = Some r -> exists p, continues x78 p /\ l = p ++ r.
Proof. letter x78. Qed.
Lemma to_a_ok l r : to_a l = Some r -> exists p, continues x61 p /\ l = p ++ r.
Proof. letter x61. Qed.
Lemma to_r_ok l r : to_r l = Some r -> exists p, continues x72 p /\ l = p ++ r.
Proof. letter x72. Qed.
Lemma to_end_t_ok l r : to_end_t l = Some r -> exists b, blank b /\ l = [x22; x74; x22; x3a] ++ b ++ r.
Proof. unfold to_end_t. intros H. repeat byte H. injection H as <-. skipped l b B. now exists b. Qed.
Lemma to_pisode_ok l r : to_pisode l = Some r -> exists b l', blank b /\
  l = [x70; x69; x73; x6f; x64; x65; x22; x2c] ++ b ++ l' /\ to_end_t l' = Some r.
Proof. unfold to_pisode. intros H. repeat byte H. skipped l b B. now exists b, k. Qed.
Lemma to_rd_e_ok l r : to_rd_e l = Some r -> exists b l', blank b /\
  l = [x72; x64; x22; x3a] ++ b ++ [x22; x65] ++ l' /\ to_pisode l' = Some r.
Proof. unfold to_rd_e. intros H. repeat byte H. skipped l b B. repeat byte H. now exists b, k. Qed.
Lemma to_record_ok l r : to_t l = Some r -> exists l', l = [x7b; x22; x72; x65; x63; x6f] ++ l' /\ to_rd_e l' = Some r.
Proof. unfold to_t. intros H. repeat byte H. now exists l. Qed.
Lemma to_t_ok l r : to_t l = Some r -> exists p, begins p /\ l = p ++ r.
Proof.
intros H. apply to_record_ok in H as [l1 [-> H]]. apply to_rd_e_ok in H as [b [l2 [B [-> H]]]].
apply to_pisode_ok in H as [b' [l3 [B' [-> H]]]]. apply to_end_t_ok in H as [b'' [B'' ->]].
eexists. split; [now exists b, b', b''|]. now rewrite <- !app_assoc.
Qed.
Lemma begins_spans p n : begins p -> spans p (Start, n) (Want [InObj [(k_record, Str k_episode)] k_t], none).
Proof. intros [b [b' [b'' [B [B' [B'' ->]]]]]]. destruct B, B', B''; reflexivity. Qed.
Lemma continues_spans c p ms st n : continues c p -> In c [x78; x61; x72] -> step st x2c = Key ms [] ->
  spans p (st, n) (WantOrEnd [InObj ms [c]], none).
Proof.
intros [b [b' [B [B' ->]]]] I S. apply spans_app with (Key ms [], none).
- unfold spans, paced. cbn [fold_left fst snd]. rewrite S. reflexivity.
- destruct I as [<-|[<-|[<-|[]]]]; destruct B, B'; reflexivity.
Qed.
Lemma closing_ok l : closing l = true -> l = [x7d].
Proof. unfold closing. intros H. byte H. now destruct l. Qed.
Definition episode_value (t : Z) (vx va vr : list json) : json :=
  Obj [(k_record, Str k_episode); (k_t, Num true t 0); (k_x, Arr vx); (k_a, Arr va); (k_r, Arr vr)].
Definition is_place (v : json) (n : nat) := v = Num true (Z.of_nat n) 0.
Lemma episode_line_ok f l t e : episode_line f l = Some (t, e) ->
  exists vx va vr xs acts rs, steps xs acts rs = Some e /\
    Forall2 is_place vx xs /\ Forall2 is_place va acts /\ Forall2 (fun v q => entry_of v = Some q) vr rs /\
    count_of 1 (Num true t 0) = Some t /\
    forall n, spans l (Start, n) (Have (episode_value t vx va vr) [], none).
Proof.
unfold episode_line. intros H.
destruct (to_t l) as [l1|] eqn:E1; [|discriminate H]. apply to_t_ok in E1 as [q1 [Q1 ->]].
destruct (whole_number 12 l1) as [[t' l2]|] eqn:E2; [|discriminate H].
destruct (Z.leb_spec t' max_count) as [M|]; [|discriminate H].
destruct (to_x l2) as [l3|] eqn:E3; [|discriminate H]. apply to_x_ok in E3 as [q2 [Q2 ->]].
destruct (values_from a_place f l3 []) as [[xs l4]|] eqn:E4; [|discriminate H].
destruct (to_a l4) as [l5|] eqn:E5; [|discriminate H]. apply to_a_ok in E5 as [q3 [Q3 ->]].
destruct (values_from a_place f l5 []) as [[acts l6]|] eqn:E6; [|discriminate H].
destruct (to_r l6) as [l7|] eqn:E7; [|discriminate H]. apply to_r_ok in E7 as [q4 [Q4 ->]].
destruct (values_from a_reward f l7 []) as [[rs l8]|] eqn:E8; [|discriminate H].
destruct (closing l8) eqn:E9; [|discriminate H]. apply closing_ok in E9. subst l8.
destruct (steps xs acts rs) as [e'|] eqn:E10; [|discriminate H]. injection H as -> ->.
assert (T : 1 <= t).
{ clear - E2. destruct l1 as [|c l]; [discriminate E2|]. cbn [whole_number] in E2.
  destruct (value_of_digit c) as [d|] eqn:D; [|discriminate E2]. apply digit_ok in D as [_ D].
  destruct (Z.eqb_spec d 0); [discriminate E2|]. revert E2. generalize 12%nat. intros f E.
  assert (P : forall f m l m' r, digits_from f m l = Some (m', r) -> 1 <= m -> 1 <= m').
  { clear. induction f as [|f IH]; intros m [|c l] m' r H M; try discriminate H; cbn [digits_from] in H;
      (destruct (value_of_digit c) as [d|] eqn:D; [|injection H as <- _; exact M]); [discriminate H|].
    apply digit_ok in D as [_ D]. apply (IH _ _ _ _ H). unfold z10. lia. }
  apply (P _ _ _ _ _ E). lia. }
destruct (whole_number_ok (f := 12) ltac:(cbn; lia) E2) as [p1 [-> [_ S1]]].
destruct (values_from_ok a_place_ok E4) as [p2 [vx [ys [-> [-> [F2 S2]]]]]].
destruct (values_from_ok a_place_ok E6) as [p3 [va [ys' [-> [-> [F3 S3]]]]]].
destruct (values_from_ok a_reward_ok E8) as [p4 [vr [ys'' [-> [-> [F4 S4]]]]]].
exists vx, va, vr, ys, ys', ys''. split; [exact E10|]. split; [exact F2|]. split; [exact F3|]. split; [exact F4|].
split; [cbn [count_of]; rewrite (proj2 (Z.leb_le 1 t) T), (proj2 (Z.leb_le t max_count) M); reflexivity|]. intros n.
destruct (S1 [InObj [(k_record, Str k_episode)] k_t] _ (Ready _)) as [j G1].
apply spans_app with (1 := begins_spans n Q1). apply spans_app with (1 := G1).
set (ms := [(k_t, Num true t 0); (k_record, Str k_episode)]).
apply spans_app with (WantOrEnd [InObj ms k_x], none).
{ apply (continues_spans j Q2); [now left|]. cbn [step class after]. now rewrite (Z.mul_1_l t : z1 * t = t). }
apply spans_app with (1 := S2 _ [] _ (Ready_first _)). cbn [rev app].
apply spans_app with (WantOrEnd [InObj ((k_x, Arr vx) :: ms) k_a], none).
{ apply (continues_spans none Q3); [now right; left|reflexivity]. }
apply spans_app with (1 := S3 _ [] _ (Ready_first _)). cbn [rev app].
apply spans_app with (WantOrEnd [InObj ((k_a, Arr va) :: (k_x, Arr vx) :: ms) k_r], none).
{ apply (continues_spans none Q4); [now right; right; left|reflexivity]. }
apply spans_app with (1 := S4 _ [] _ (Ready_first _)). reflexivity.
Qed.

(* --- what the record is *)
Lemma steps_combine xs : forall acts rs e, steps xs acts rs = Some e ->
  e = combine (combine xs acts) rs /\ List.length xs = List.length e /\ List.length acts = List.length e /\ List.length rs = List.length e.
Proof.
induction xs as [|x xs IH]; intros [|a acts] [|r rs] e H; try discriminate H; [injection H as <-; auto|].
cbn [steps] in H. destruct (steps xs acts rs) as [e'|] eqn:E; [|discriminate H]. injection H as <-.
destruct (IH _ _ _ E) as [-> [L1 [L2 L3]]]. cbn [combine List.length]. rewrite L1 at 1. now rewrite L2, L3.
Qed.
Lemma states_places nA X : forall e, states_ok X e = true ->
  List.length X = S (List.length e) /\
  Forall (fun s : nat * nat * Q => (fst (fst s) <= fold_right Nat.max nA X)%nat) e.
Proof.
induction X as [|n X IH]; intros e H; [destruct e; discriminate H|].
assert (C : (X = [] /\ e = []) \/ exists x a r e', e = (x, a, r) :: e' /\ Nat.ltb x n = true /\ states_ok X e' = true).
{ destruct X as [|m X]; destruct e as [|[[x a] r] e]; try discriminate H; [now left| |];
    right; exists x, a, r, e; (split; [reflexivity|]); apply andb_prop in H as [H1 H2]; auto. }
destruct C as [[-> ->]|[x [a [r [e' [-> [B S]]]]]]]; [split; [reflexivity|constructor]|].
destruct (IH _ S) as [L F]. cbn [List.length fold_right]. split; [now rewrite L|]. apply Nat.ltb_lt in B.
constructor; [cbn; lia|]. revert F. apply Forall_impl. intros s. lia.
Qed.
Lemma actions_places nA e : actions_ok nA e = true -> Forall (fun s : nat * nat * Q => (snd (fst s) < nA)%nat) e.
Proof.
induction e as [|s e IH]; intros H; constructor; apply andb_prop in H as [H1 H2]; [now apply Nat.ltb_lt|now apply IH].
Qed.
Lemma max_above nA X : (nA <= fold_right Nat.max nA X)%nat.
Proof. induction X; cbn; lia. Qed.
Lemma all_of_forall2 A B (f : A -> option B) l xs : Forall2 (fun v x => f v = Some x) l xs -> all_of f l = Some xs.
Proof.
intros H. unfold all_of. enough (K : forall acc, all_acc f l acc = Some (rev acc ++ xs)) by apply (K []).
induction H as [|v x l xs E H IH]; intros acc; cbn [all_acc]; [now rewrite rev'_rev, app_nil_r|].
rewrite E, IH. cbn [rev]. now rewrite <- app_assoc.
Qed.
Lemma as_many A B (P : A -> B -> Prop) l xs : Forall2 P l xs -> List.length l = List.length xs.
Proof. induction 1; cbn; congruence. Qed.
Lemma list_of_forall2 A n (f : json -> option A) l xs : List.length xs = n -> Forall2 (fun v x => f v = Some x) l xs ->
  list_of n f (Arr l) = Some xs.
Proof.
intros N H. unfold list_of. rewrite (as_many H), N, Nat.eqb_refl. now apply all_of_forall2.
Qed.
Lemma places_read hd l xs : Forall2 is_place l xs -> Forall (fun x => (x <= beyond hd)%nat) xs ->
  Forall2 (fun v x => index_of (Z.of_nat (beyond hd)) (beyond hd) v = Some x) l xs.
Proof.
generalize (beyond hd). intros b H F. induction H as [|v x l xs E H IH]; constructor; inversion F as [|? ? X F']; subst; auto.
unfold is_place in E. subst v. unfold index_of. cbn [Z.eqb].
rewrite (proj2 (Z.leb_le 0 (Z.of_nat x))) by lia. rewrite (proj2 (Z.leb_le (Z.of_nat x) (Z.of_nat b))) by lia.
cbn [andb]. now rewrite Nat2Z.id.
Qed.
Lemma record_read hd rd t e vx va vr xs acts rs : steps xs acts rs = Some e -> states_ok (layers hd) e = true ->
  actions_ok (hA hd) e = true -> Forall2 is_place vx xs -> Forall2 is_place va acts ->
  Forall2 (fun v q => entry_of v = Some q) vr rs -> count_of 1 (Num true t 0) = Some t ->
  read_record hd rd (episode_value t vx va vr) = Some (REpisode t e, true).
Proof.
intros S X A Fx Fa Fr C. destruct (steps_combine S) as [E [L1 [L2 L3]]]. destruct (states_places (hA hd) X) as [L B].
apply actions_places in A.
assert (LL : List.length e = L_ hd) by (unfold L_; now rewrite L).
assert (M := max_above (hA hd) (layers hd)).
assert (Bx : Forall (fun x => (x <= beyond hd)%nat) xs /\ Forall (fun x => (x <= beyond hd)%nat) acts).
{ unfold beyond. clear - S B A M. revert acts rs e S B A. set (b := fold_right Nat.max _ _) in *. clearbody b.
  induction xs as [|x xs IH]; intros [|a acts] [|r rs] e S B A; try discriminate S; [now split|].
  cbn [steps] in S. destruct (steps xs acts rs) as [e'|] eqn:E; [|discriminate S]. injection S as <-.
  inversion B as [|? ? B1 B2]; inversion A as [|? ? A1 A2]; subst. destruct (IH _ _ _ E B2 A2) as [F1 F2]. cbn in *.
  split; constructor; auto; lia. }
unfold episode_value, read_record.
replace (get k_record _) with (Some (Str k_episode)) by reflexivity.
replace (beq k_episode k_episode) with true by reflexivity. unfold read_episode.
set (ms := _ :: _).
replace (object_ok keys_episode ms) with true by reflexivity.
replace (get k_t ms) with (Some (Num true t 0)) by reflexivity.
replace (get k_x ms) with (Some (Arr vx)) by reflexivity.
replace (get k_a ms) with (Some (Arr va)) by reflexivity.
replace (get k_r ms) with (Some (Arr vr)) by reflexivity.
cbv zeta. rewrite C.
rewrite (list_of_forall2 (n := L_ hd) (xs := xs)); [|congruence|now apply places_read].
rewrite (list_of_forall2 (n := L_ hd) (xs := acts)); [|congruence|now apply places_read].
rewrite (list_of_forall2 (n := L_ hd) (xs := rs)); [|congruence|exact Fr].
now rewrite <- E.
Qed.

(* --- a newline ends every state *)
Definition tame (st : state) : Prop := match st with Literal rest _ _ => Forall (fun c => c <> newline) rest | _ => True end.
Lemma begin_tame k c : tame (begin k c).
Proof.
unfold begin. destruct (class c) as [d| | | | | | | | | | | | | | | | |] eqn:C; try exact I;
  [destruct (Z.eqb d 0); exact I|..]; destruct c; try discriminate C; repeat constructor; discriminate.
Qed.
Lemma after_tame v k cl : tame (after v k cl).
Proof. destruct cl; try exact I; destruct k as [|[vs|ms s] k]; exact I. Qed.
Lemma step_tame st c : tame st -> tame (step st c).
Proof.
destruct st; intros T; cbn [step]; try exact I; try apply begin_tame; try apply after_tame;
  try (destruct (class c) as [d| | | | | | | | | | | | | | | | |]; try exact I; try apply begin_tame; try apply after_tame;
       destruct (Z.eqb d 0); exact I);
  try (destruct (in_text _ _ _); exact I).
destruct rest as [|c1 [|c2 rest]]; [exact I|destruct (Byte.eqb c c1); exact I|].
destruct (Byte.eqb c c1); [|exact I]. now inversion T.
Qed.
Lemma step_newline st : tame st -> step st newline = Fail.
Proof.
destruct st; intros T; try reflexivity.
- destruct u as [|[[|] b] u l| |n u h|h|h]; try reflexivity; destruct n, h; reflexivity.
- destruct u as [|[[|] b] u l| |n u h|h|h]; try reflexivity; destruct n, h; reflexivity.
- destruct rest as [|c1 rest]; [reflexivity|]. inversion T as [|? ? N ?]; subst.
  assert (E : Byte.eqb newline c1 = false).
  { destruct (Byte.eqb newline c1) eqn:E; [|reflexivity]. apply Byte.byte_dec_bl in E. now elim N. }
  destruct rest; unfold step; now rewrite E.
Qed.
Lemma paced_tame sn c : tame (fst sn) -> tame (fst (paced sn c)).
Proof. intros T. unfold paced. destruct (Z.ltb _ 0); [exact I|now apply step_tame]. Qed.
Lemma paced_fail l n : fst (fold_left paced l (Fail, n)) = Fail.
Proof. revert n. induction l as [|c l IH]; intros n; [reflexivity|]. apply IH. Qed.
Lemma spans_no_newline l st n v k m : tame st -> spans l (st, n) (Have v k, m) -> ~ In newline l.
Proof.
unfold spans. revert st n. induction l as [|c l IH]; intros st n T S; [auto|]. cbn [fold_left] in S. intros [->|I].
- unfold paced at 2 in S. cbn [fst snd] in S. rewrite (step_newline T) in S. apply (f_equal fst) in S.
  change (length_so_far Fail n) with 0 in S. cbn [Z.ltb Z.compare] in S. rewrite paced_fail in S. discriminate S.
- destruct (paced (st, n) c) as [st' n'] eqn:E. apply (IH st' n'); auto. change st' with (fst (st', n')). rewrite <- E.
  now apply paced_tame.
Qed.

(* --- a whole line *)
Section Program.
Variable R : Z -> Z.
Lemma feed_byte_paced b st n c : c <> newline ->
  feed_byte R (Body b st n) c = Body b (fst (paced (st, n) c)) (snd (paced (st, n) c)).
Proof.
intros N. unfold paced. cbn [fst snd]. destruct (Z.ltb (length_so_far (step st c) n) 0) eqn:E;
  destruct c; try (now elim N); unfold feed_byte; now rewrite E.
Qed.
Lemma feed_bytes_paced b l : ~ In newline l -> forall st n,
  fold_left (feed_byte R) l (Body b st n) = Body b (fst (fold_left paced l (st, n))) (snd (fold_left paced l (st, n))).
Proof.
induction l as [|c l IH]; intros N st n; [reflexivity|]. cbn [fold_left]. rewrite feed_byte_paced; [|intros ->; apply N; now left].
rewrite IH; [|intros I; apply N; now right]. now destruct (paced (st, n) c).
Qed.
Lemma quick_line_ok b l P n : quick_line b l = Some P -> feed_byte R (fold_left (feed_byte R) l (Body b Start n)) newline = P.
Proof.
unfold quick_line. destruct (over b) eqn:O; [discriminate|]. destruct (mode_ b) as [K [s|s|why s]|why] eqn:M; try discriminate.
destruct (episode_line _ l) as [[t e]|] eqn:E; [|discriminate].
destruct (_ && _) eqn:B; [|discriminate]. destruct (quick_episode (hd_ b) s t e) as [s'|] eqn:Q; [|discriminate].
intros H. injection H as <-. apply quick_episode_ok in Q as [Q X A].
destruct (episode_line_ok E) as [vx [va [vr [xs [acts [rs [S [Fx [Fa [Fr [C G]]]]]]]]]]]. specialize (G n).
assert (N := spans_no_newline (I : tame Start) G). rewrite (feed_bytes_paced b N). unfold spans in G. rewrite G. cbn [fst snd].
cbn [feed_byte newline]. unfold after_record. rewrite O. cbn [found flush].
rewrite (record_read (rd_ b) S X A Fx Fa Fr C). cbv zeta. rewrite B, M. cbn [feed TraceCheck.step]. rewrite Q. reflexivity.
Qed.
Theorem feed_line_ok P l : feed_line R P l = fold_left (feed_byte R) (l ++ [newline]) P.
Proof.
rewrite fold_left_app. cbn [fold_left]. unfold feed_line. destruct P as [st n|b st n|b]; try reflexivity.
destruct st; try reflexivity. destruct (quick_line b l) as [P'|] eqn:Q; [|reflexivity]. symmetry. now apply quick_line_ok.
Qed.
End Program.
