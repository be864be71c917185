(* The machine reads everything that the grammar says: the grammar is unambiguous. *)
Require Import ZArith List Lia Bool.
From Coq.Init Require Import Byte.
Require Import UCRLLP.judge.JsonGrammar UCRLLP.judge.JsonMachine UCRLLP.judge.JsonSound.
Import ListNotations.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope Z_scope.
Local Open Scope bool_scope.

Definition run (l : bytes) (st : state) : state := fold_left step l st.
Lemma run_app l l' st : run (l ++ l') st = run l' (run l st).
Proof. apply fold_left_app. Qed.
Lemma run_cons c l st : run (c :: l) st = run l (step st c).
Proof. reflexivity. Qed.
Lemma class_digit c d : digit c = Some d -> class c = Cdigit d.
Proof. destruct c; intros H; try discriminate H; injection H as <-; reflexivity. Qed.
Lemma class_blank c : In c [" "; x09; x0d]%byte -> class c = Cspace \/ class c = Ctab.
Proof. intros [<-|[<-|[<-|[]]]]; cbn; auto. Qed.
Definition delim (cl : cls) := cl = Cspace \/ cl = Ctab \/ cl = Ccomma \/ cl = Cendlist \/ cl = Cendobj.
Lemma flush_step st v k c : flush st = Have v k -> delim (class c) -> step st c = after v k (class c).
Proof.
intros F D. destruct st; cbn in F; try discriminate; injection F as <- <-; unfold step;
  destruct D as [->|[->|[->|[->| ->]]]]; reflexivity.
Qed.
Lemma flush_blank w st v k : space w -> flush st = Have v k -> flush (run w st) = Have v k.
Proof.
intros W. revert st. induction W as [|c w C W IH]; intros st F; [exact F|]. rewrite run_cons. apply IH.
destruct (class_blank C) as [E|E]; (rewrite (flush_step F); [now rewrite E|rewrite E; unfold delim; auto]).
Qed.
Ltac blank W := induction W as [|c w C W IH]; [reflexivity|]; rewrite run_cons; cbn; unfold begin;
  destruct (class_blank C) as [E|E]; rewrite E; exact IH.
Lemma want_blank w k : space w -> run w (Want k) = Want k. Proof. intros W. blank W. Qed.
Lemma wantorend_blank w k : space w -> run w (WantOrEnd k) = WantOrEnd k. Proof. intros W. blank W. Qed.
Lemma keyorend_blank w k : space w -> run w (KeyOrEnd k) = KeyOrEnd k. Proof. intros W. blank W. Qed.
Lemma key_blank w ms k : space w -> run w (Key ms k) = Key ms k. Proof. intros W. blank W. Qed.
Lemma colon_blank w s ms k : space w -> run w (Colon s ms k) = Colon s ms k. Proof. intros W. blank W. Qed.

(* --- strings *)
Fixpoint spell (l s : bytes) (u : lex) : answer :=
  match l with
  | [] => Open s u
  | c :: l' => match in_text s u c with Open s' u' => spell l' s' u' | a => a end
  end.
Lemma spell_app l l' s u : spell (l ++ l') s u = match spell l s u with Open s' u' => spell l' s' u' | a => a end.
Proof. revert s u. induction l as [|c l IH]; intros s u; [reflexivity|]. cbn. now destruct (in_text s u c). Qed.
Lemma spell_text l s u s' u' k : spell l s u = Open s' u' -> run l (InText s u k) = InText s' u' k.
Proof.
revert s u. induction l as [|c l IH]; intros s u; cbn [spell]; [intros H; injection H as <- <-; reflexivity|].
rewrite run_cons. cbn [step]. destruct (in_text s u c); try discriminate. apply IH.
Qed.
Lemma spell_key l s u s' u' ms k : spell l s u = Open s' u' -> run l (InKey s u ms k) = InKey s' u' ms k.
Proof.
revert s u. induction l as [|c l IH]; intros s u; cbn [spell]; [intros H; injection H as <- <-; reflexivity|].
rewrite run_cons. cbn [step]. destruct (in_text s u c); try discriminate. apply IH.
Qed.
Lemma below (p : Z -> bool) (m : nat) : forallb (fun n => p (Z.of_nat n)) (seq 0 m) = true ->
  forall u, 0 <= u < Z.of_nat m -> p u = true.
Proof.
intros H u B. rewrite forallb_forall in H. rewrite <- (Z2Nat.id u) by lia. apply H, in_seq. lia.
Qed.
Lemma low_chr u : 32 <= u < 128 -> u <> 34 -> u <> 92 -> forall s, in_text s Between (chr u) = Open (chr u :: s) Between.
Proof.
intros B Q K s. assert (H := @below (fun u => Z.ltb u 32 || Z.eqb u 34 || Z.eqb u 92 ||
  match class (chr u) with Cquote | Cback | Cbad | Ctab | Chigh => false | _ => true end) 128 eq_refl u ltac:(lia)).
cbv beta in H. destruct (Z.ltb_spec u 32), (Z.eqb_spec u 34), (Z.eqb_spec u 92); try lia. cbn [orb] in H.
unfold in_text. destruct (class (chr u)); try discriminate; reflexivity.
Qed.
Lemma high_chr n : 128 <= n < 256 -> class (chr n) = Chigh /\ code (chr n) = n.
Proof.
intros B. assert (H := @below (fun n => Z.ltb n 128 || match class (chr n) with Chigh => Z.eqb (code (chr n)) n | _ => false end)
  256 eq_refl n ltac:(lia)). cbv beta in H. destruct (Z.ltb_spec n 128); [lia|]. cbn [orb] in H.
destruct (class (chr n)); try discriminate. split; [reflexivity|now apply Z.eqb_eq].
Qed.
Lemma lead n : 194 <= n < 248 -> forall s, in_text s Between (chr n) =
  Open s (if Z.ltb n 224 then Within (false, false) (n - 192) [chr n] else
          if Z.ltb n 240 then Within (true, false) (n - 224) [chr n] else Within (true, true) (n - 240) [chr n]).
Proof.
intros B s. destruct (@high_chr n ltac:(lia)) as [C E]. unfold in_text. rewrite C, E.
destruct (Z.ltb_spec n 192); [lia|]. destruct (Z.ltb n 224); [reflexivity|].
destruct (Z.ltb n 240); [reflexivity|]. destruct (Z.ltb_spec n 248); [reflexivity|lia].
Qed.
Lemma tail d : 0 <= d < 64 -> code (chr (128 + d)) = 128 + d /\ (Z.leb z128 (128 + d) && Z.ltb (128 + d) z192) = true.
Proof.
intros B. split; [apply high_chr; lia|]. unfold z128, z192. destruct (Z.leb_spec 128 (128 + d)), (Z.ltb_spec (128 + d) 192); lia || reflexivity.
Qed.
Lemma within_more d u l b s : 0 <= d < 64 -> in_text s (Within (true, b) u l) (chr (128 + d)) =
  Open s (Within (b, false) (64 * u + d) (chr (128 + d) :: l)).
Proof.
intros B. unfold in_text. destruct (tail B) as [-> ->]. unfold z64, z128. now replace (128 + d - 128) with d by lia.
Qed.
Lemma within_last d u l b s v : 0 <= d < 64 -> v = 64 * u + d -> scalar v -> 128 <= v ->
  utf8 v = rev (chr (128 + d) :: l) ->
  in_text s (Within (false, b) u l) (chr (128 + d)) = Open (rev (utf8 v) ++ s) Between.
Proof.
intros B V S G E. unfold in_text. destruct (tail B) as [-> ->]. unfold z64, z128.
replace (64 * u + (128 + d - 128)) with v by lia.
rewrite (proj2 (is_scalar_ok v) S). destruct (Z.leb_spec 128 v); [|lia]. cbn [andb].
rewrite (proj2 (beq_true (rev' (utf8 v)) (chr (128 + d) :: l))); [unfold put; now rewrite rev'_rev|].
now rewrite rev'_rev, E, rev_involutive.
Qed.
Lemma plain_spell u acc : scalar u -> 32 <= u -> u <> 34 -> u <> 92 ->
  spell (utf8 u) acc Between = Open (rev (utf8 u) ++ acc) Between.
Proof.
intros S L Q K. assert (U : 0 <= u < 1114112) by (unfold scalar in S; lia).
assert (M := Z.mod_pos_bound u 64 ltac:(lia)). assert (M1 := Z.mod_pos_bound (u / 64) 64 ltac:(lia)).
assert (M2 := Z.mod_pos_bound (u / 4096) 64 ltac:(lia)).
assert (D := Z.div_mod u 64 ltac:(lia)). assert (D1 := Z.div_mod (u / 64) 64 ltac:(lia)).
assert (D2 := Z.div_mod (u / 4096) 64 ltac:(lia)).
rewrite Z.div_div in D1 by lia. rewrite Z.div_div in D2 by lia. change (64 * 64) with 4096 in *. change (4096 * 64) with 262144 in *.
remember (utf8 u) as w eqn:E. assert (E' := E). unfold utf8 in E'.
destruct (Z.ltb_spec u 128) as [H1|H1]; [|destruct (Z.ltb_spec u 2048) as [H2|H2]; [|destruct (Z.ltb_spec u 65536) as [H3|H3]]];
  rewrite E' in *; cbn [spell].
- now rewrite low_chr by lia.
- rewrite lead by lia. destruct (Z.ltb_spec (192 + u / 64) 224); [|lia].
  rewrite (@within_last (u mod 64) _ _ _ _ u); try lia; try assumption; [now rewrite <- E|now rewrite <- E].
- rewrite lead by lia. destruct (Z.ltb_spec (224 + u / 4096) 224); [lia|]. destruct (Z.ltb_spec (224 + u / 4096) 240); [|lia].
  rewrite within_more by lia.
  rewrite (@within_last (u mod 64) _ _ _ _ u); try lia; try assumption; [now rewrite <- E|now rewrite <- E].
- rewrite lead by lia. destruct (Z.ltb_spec (240 + u / 262144) 224); [lia|]. destruct (Z.ltb_spec (240 + u / 262144) 240); [lia|].
  rewrite within_more by lia. rewrite within_more by lia.
  rewrite (@within_last (u mod 64) _ _ _ _ u); try lia; try assumption; [now rewrite <- E|now rewrite <- E].
Qed.
Lemma hex_spell h u high acc : hex4 h u -> spell h acc (Digits4 3 0 high) =
  match high with
  | None => if is_scalar u then put acc u else if Z.leb 55296 u && Z.ltb u 56320 then Open acc (Low u) else Broken
  | Some v => if Z.leb 56320 u && Z.ltb u 57344 then put acc (65536 + 1024 * (v - 55296) + (u - 56320)) else Broken
  end.
Proof.
intros [a b c d x y z t A B C D]. cbn [spell in_text]. rewrite A. cbn [in_text]. rewrite B. cbn [in_text]. rewrite C.
cbn [in_text]. rewrite D. unfold z16. rewrite Z.mul_0_r, Z.add_0_l.
destruct high; repeat match goal with |- context [if ?b then _ else _] => destruct b end; reflexivity.
Qed.
Lemma char_spell l s acc : character l s -> spell l acc Between = Open (rev s ++ acc) Between.
Proof.
intros [u S L Q K|c d I|h u H S|h u h' u' H B H' B'].
- now apply plain_spell.
- cbn [spell in_text]. change (class "\"%byte) with Cback. cbn [spell in_text].
  replace (unescaped c) with (Some d); [reflexivity|]. cbn in I.
  repeat (destruct I as [I|I]; [injection I as <- <-; reflexivity|]). destruct I.
- change (spell (("\"%byte :: "u"%byte :: h)) acc Between) with (spell h acc (Digits4 3 0 None)).
  rewrite (hex_spell _ _ H), (proj2 (is_scalar_ok u) S). unfold put. now rewrite rev'_rev.
- change (spell (("\"%byte :: "u"%byte :: h ++ "\"%byte :: "u"%byte :: h')) acc Between)
    with (spell (h ++ "\"%byte :: "u"%byte :: h') acc (Digits4 3 0 None)).
  rewrite spell_app, (hex_spell _ _ H). destruct (is_scalar u) eqn:S.
  { apply is_scalar_ok in S. unfold scalar in S. lia. }
  destruct (Z.leb_spec 55296 u), (Z.ltb_spec u 56320); try lia. cbn [andb].
  change (spell (("\"%byte :: "u"%byte :: h')) acc (Low u)) with (spell h' acc (Digits4 3 0 (Some u))).
  rewrite (hex_spell _ _ H'). destruct (Z.leb_spec 56320 u'), (Z.ltb_spec u' 57344); try lia. cbn [andb].
  unfold put. now rewrite rev'_rev.
Qed.
Lemma text_spell l s : text l s -> spell l [] Between = Open (rev s) Between.
Proof.
induction 1 as [|l s l' s' T IH C]; [reflexivity|]. rewrite spell_app, IH, (char_spell _ C). now rewrite rev_app_distr.
Qed.
Lemma text_run l s k : text l s -> run l (InText [] Between k) = InText (rev s) Between k.
Proof. intros T. now apply spell_text, text_spell. Qed.
Lemma key_run l s ms k : text l s -> run l (InKey [] Between ms k) = InKey (rev s) Between ms k.
Proof. intros T. now apply spell_key, text_spell. Qed.

(* --- numbers *)
Definition more (m : Z) (ds : list Z) : Z := fold_left (fun v d => 10 * v + d) ds m.
Lemma whole_run l ds : digits l ds -> forall s m k, run l (Whole s m k) = Whole s (more m ds) k.
Proof.
induction 1 as [|c d l ds E H IH]; intros s m k; [reflexivity|]. rewrite run_cons. cbn. rewrite (class_digit E). apply IH.
Qed.
Lemma frac_run l ds : digits l ds -> forall s m n k,
  run l (Frac s m n k) = Frac s (more m ds) (n + Z.of_nat (length ds)) k.
Proof.
induction 1 as [|c d l ds E H IH]; intros s m n k; [cbn; now rewrite Z.add_0_r|].
rewrite run_cons. cbn [step]. rewrite (class_digit E), IH. cbn [length more fold_left]. unfold z1, z10. f_equal. lia.
Qed.
Lemma exp_run l ds : digits l ds -> forall s e m n k, run l (ExpDigits s e m n k) = ExpDigits s (more e ds) m n k.
Proof.
induction 1 as [|c d l ds E H IH]; intros s e m n k; [reflexivity|]. rewrite run_cons. cbn. rewrite (class_digit E). apply IH.
Qed.
(* after a mantissa *)
Definition mant_state (g : bytes) (w : bool) (m n : Z) (k : stack) (st : state) : Prop :=
  match st with
  | Zero s k' => k' = k /\ w = true /\ m = 0 /\ n = 0
  | Whole s m' k' => k' = k /\ w = true /\ m = s * m' /\ n = 0
  | Frac s m' n' k' => k' = k /\ w = false /\ m = s * m' /\ n = n'
  | _ => False
  end.
Lemma sign_run g s l ds k : sign g s -> whole_part l ds ->
  (ds = [0] /\ run (g ++ l) (Want k) = Zero s k) \/ run (g ++ l) (Want k) = Whole s (value_of ds) k.
Proof.
intros G W. destruct W as [|c l d ds E N D].
- left. split; [reflexivity|]. now destruct G.
- right. destruct G.
  + cbn [app]. rewrite run_cons. cbn [step]. unfold begin. rewrite (class_digit E).
    destruct (Z.eqb_spec d 0); [congruence|]. now rewrite (whole_run D).
  + cbn [app]. rewrite !run_cons. cbn [step begin class]. rewrite (class_digit E).
    destruct (Z.eqb_spec d 0); [congruence|]. now rewrite (whole_run D).
Qed.
Lemma mantissa_run l w m n k : mantissa l w m n -> mant_state l w m n k (run l (Want k)).
Proof.
intros M. destruct M as [g s l ds G W|g s l ds l' ds' G W D N].
- destruct (sign_run k G W) as [[-> ->]| ->]; cbn; repeat split; auto. unfold value_of; cbn. lia.
- replace (g ++ l ++ "."%byte :: l') with ((g ++ l) ++ "."%byte :: l') by (now rewrite <- app_assoc).
  rewrite run_app, run_cons.
  assert (P : step (run (g ++ l) (Want k)) "."%byte = Point s (value_of ds) k).
  { destruct (sign_run k G W) as [[-> ->]| ->]; reflexivity. }
  rewrite P. destruct D as [|c d l' ds' E D]; [congruence|]. rewrite run_cons. cbn [step]. rewrite (class_digit E).
  rewrite (frac_run D). cbn [mant_state]. repeat split.
  + f_equal. unfold value_of. rewrite fold_left_app. reflexivity.
  + cbn [length]. unfold z1. lia.
Qed.
Lemma number_run l v k : number l v -> flush (run l (Want k)) = Have v k.
Proof.
intros H. destruct H as [l w m n M|l w m n c g s l' ds M C G D N].
- assert (X := mantissa_run k M). destruct (run l (Want k)); try contradiction;
    cbn in X; destruct X as [-> [-> [-> ->]]]; reflexivity.
- rewrite run_app, run_cons.
  assert (P : step (run l (Want k)) c = Exp m n k).
  { assert (X := mantissa_run k M). assert (EC : class c = JsonMachine.Cexp) by (destruct C as [<-|[<-|[]]]; reflexivity).
    destruct (run l (Want k)); try contradiction; cbn in X; destruct X as [-> [_ [-> ->]]]; cbn [step]; now rewrite EC. }
  rewrite P. destruct D as [|c' d l' ds E D]; [congruence|]. rewrite run_app.
  assert (Q : step (run g (Exp m n k)) c' = ExpDigits s d m n k).
  { destruct G as [g s []|]; cbn; rewrite (class_digit E); reflexivity. }
  rewrite run_cons, Q, (exp_run D). cbn. do 3 f_equal.
Qed.

(* --- values *)
Scheme value_i := Induction for value Sort Prop with element_i := Induction for element Sort Prop
  with elements_i := Induction for elements Sort Prop with member_i := Induction for member Sort Prop
  with members_i := Induction for members Sort Prop.
Combined Scheme json_i from value_i, element_i, elements_i, member_i, members_i.

Lemma value_first l v : value l v -> exists c l', l = c :: l' /\ class c <> Cspace /\ class c <> Ctab /\ class c <> Cendlist.
Proof.
assert (M : forall l w m n, mantissa l w m n -> exists c l', l = c :: l' /\ (class c = Cminus \/ exists d, class c = Cdigit d)).
{ intros l' w m n H. destruct H as [g s l0 ds G W|g s l0 ds l1 ds' G W D N]; destruct G; cbn;
    try (do 2 eexists; split; [reflexivity|left; reflexivity]);
    destruct W as [|c l0 d ds E]; cbn; do 2 eexists; (split; [reflexivity|right]);
    try (exists 0; reflexivity); exists d; now apply class_digit. }
assert (F : forall c, (class c = Cminus \/ exists d, class c = Cdigit d) ->
  class c <> Cspace /\ class c <> Ctab /\ class c <> Cendlist).
{ intros c [->|[d ->]]; repeat split; discriminate. }
destruct 1 as [ | | |l v N|s T|w W|l vs E|w W|l ms E]; try (do 2 eexists; split; [reflexivity|]; repeat split; discriminate).
destruct N as [l w m n H|l w m n c g s l' ds H]; destruct (M _ _ _ _ H) as [c' [r [-> X]]];
  do 2 eexists; (split; [reflexivity|]); now apply F.
Qed.
Lemma element_orend l v k : element l v -> run l (WantOrEnd k) = run l (Want (InArr [] :: k)).
Proof.
intros [w u v' w' W V W']. rewrite !run_app, (wantorend_blank _ W), (want_blank _ W). f_equal.
destruct (value_first V) as [c [r [-> [N1 [N2 N3]]]]]. rewrite !run_cons. f_equal.
cbn [step]. destruct (class c); congruence.
Qed.
Lemma elements_orend l vs k : elements l vs -> run l (WantOrEnd k) = run l (Want (InArr [] :: k)).
Proof. intros [m v E|m v l' vs' E _]; [|rewrite !run_app; f_equal]; exact (element_orend _ E). Qed.
Lemma member_orend l s v k : member l s v -> run l (KeyOrEnd k) = run l (Key [] k).
Proof. intros [w q t w' m u W T W' E]. now rewrite !run_app, (keyorend_blank _ W), (key_blank _ _ W). Qed.
Lemma members_orend l ms k : members l ms -> run l (KeyOrEnd k) = run l (Key [] k).
Proof. intros [m s v E|m s v l' ms' E _]; [|rewrite !run_app; f_equal]; exact (member_orend _ E). Qed.

Lemma json_run :
  (forall l v, value l v -> forall k, flush (run l (Want k)) = Have v k) /\
  (forall l v, element l v -> forall k, flush (run l (Want k)) = Have v k) /\
  (forall l vs, elements l vs -> forall acc k, exists v acc', rev (v :: acc') = rev acc ++ vs /\
    flush (run l (Want (InArr acc :: k))) = Have v (InArr acc' :: k)) /\
  (forall l s v, member l s v -> forall acc k, flush (run l (Key acc k)) = Have v (InObj acc s :: k)) /\
  (forall l ms, members l ms -> forall acc k, exists s v acc', rev ((s, v) :: acc') = rev acc ++ ms /\
    flush (run l (Key acc k)) = Have v (InObj acc' s :: k)).
Proof.
apply json_i.
- reflexivity. - reflexivity. - reflexivity.
- intros l v N k. now apply number_run.
- intros l s T k. rewrite run_cons, run_app. cbn [step begin class]. rewrite (text_run _ T).
  cbn. now rewrite rev'_rev, rev_involutive.
- intros w W k. rewrite run_cons, run_app. cbn [step begin class]. now rewrite (wantorend_blank _ W).
- intros l vs E IH k. rewrite run_cons, run_app. cbn [step begin class]. rewrite (elements_orend _ E).
  destruct (IH [] k) as [v [acc [Ev F]]]. rewrite run_cons, (flush_step F) by (unfold delim; cbn; auto).
  cbn [class after]. rewrite rev'_rev, Ev. reflexivity.
- intros w W k. rewrite run_cons, run_app. cbn [step begin class]. now rewrite (keyorend_blank _ W).
- intros l ms E IH k. rewrite run_cons, run_app. cbn [step begin class]. rewrite (members_orend _ E).
  destruct (IH [] k) as [s [v [acc [Ev F]]]]. rewrite run_cons, (flush_step F) by (unfold delim; cbn; auto 6).
  cbn [class after]. rewrite rev'_rev, Ev. reflexivity.
- intros w l v w' W V IH W' k. rewrite !run_app, (want_blank _ W). now apply flush_blank.
- intros l v E IH acc k. exists v, acc. split; [reflexivity|]. apply IH.
- intros l v l' vs E IH E' IH' acc k. rewrite run_app, run_cons, (flush_step (IH _)) by (unfold delim; cbn; auto).
  cbn [class after]. destruct (IH' (v :: acc) k) as [v' [acc' [Ev F]]]. exists v', acc'. split; [|exact F].
  rewrite Ev. simpl. now rewrite <- app_assoc.
- intros w t s w' l v W T W' E IH acc k. rewrite run_app, (key_blank _ _ W), run_cons, run_app.
  cbn [step class]. rewrite (key_run _ _ T), run_cons. cbn [step in_text class].
  rewrite rev'_rev, rev_involutive, run_app, (colon_blank _ _ _ W'), run_cons. cbn [step class]. apply IH.
- intros l s v E IH acc k. exists s, v, acc. split; [reflexivity|]. apply IH.
- intros l s v l' ms E IH E' IH' acc k. rewrite run_app, run_cons, (flush_step (IH _ _)) by (unfold delim; cbn; auto).
  cbn [class after]. destruct (IH' ((s, v) :: acc) k) as [s' [v' [acc' [Ev F]]]]. exists s', v', acc'.
  split; [|exact F]. rewrite Ev. simpl. now rewrite <- app_assoc.
Qed.

Theorem read_complete l v : json_line l v -> read l = Some v.
Proof.
intros E. unfold read, found. replace (fold_left step l start) with (run l (Want [])).
- now rewrite (proj1 (proj2 json_run) _ _ E).
- destruct E as [w l v w' W V W']. destruct w; [|reflexivity]. destruct (value_first V) as [c [r [-> _]]]. reflexivity.
Qed.
Theorem read_iff l v : read l = Some v <-> json_line l v.
Proof. split; [apply read_sound|apply read_complete]. Qed.
Corollary json_line_unique l v v' : json_line l v -> json_line l v' -> v = v'.
Proof. intros H H'. apply read_complete in H, H'. congruence. Qed.
