(* What "accepted" says of the bytes of a file. *)
Require Import Reals ZArith QArith Qreals List Bool Lia.
From Coq.Init Require Import Byte.
Require Import UCRLLP.judge.TraceCheck UCRLLP.judge.JudgeSound UCRLLP.judge.Verdict.
Require Import UCRLLP.judge.JsonGrammar UCRLLP.judge.JsonMachine UCRLLP.judge.NearestDouble UCRLLP.judge.Meaning
  UCRLLP.judge.Decode UCRLLP.judge.JsonSound UCRLLP.judge.ByteByByte.
Import ListNotations.
Set Implicit Arguments.
Unset Strict Implicit.

Section File.
Variables (R : Z -> Z) (most : Q).

(* the state of the reader of JSON after the bytes l of a line *)
Definition read_so_far (l : bytes) (st : state) := ~ In newline l /\ (st = fold_left step l start \/ st = Fail).
Definition silent (P : program) : Prop :=
  match P with
  | Unread _ => True
  | Body b _ _ => match mode_ b with Outside _ | Judging _ (Failed _ _) => True | _ => False end
  | First _ _ => False
  end.
Inductive good : bytes -> program -> Prop :=
  | G_silent (b : bytes) P : silent P -> good b P
  | G_first l st n : read_so_far l st -> good l (First st n)
  | G_body l1 ls rs hd rd K s0 p o e i k k' w l st n : Forall (fun l => ~ In newline l) (l1 :: ls) -> read_so_far l st ->
      denotes_header l1 hd rd -> covered rd -> Forall2 (denotes hd rd) ls rs -> opening R hd = Some (K, s0) ->
      p = fold_left (feed K hd) rs (Running s0) -> (o = false -> exists s, p = Running s) ->
      good (joined (l1 :: ls) ++ l) (Body (At hd rd (Judging K p) o e i k k' w) st n).

Lemma joined_snoc ls l : joined (ls ++ [l]) = joined ls ++ l ++ [newline].
Proof. unfold joined. rewrite flat_map_app. cbn. now rewrite app_nil_r. Qed.
Definition is_newline (c : Byte.byte) : bool := match c with x0a => true | _ => false end.
Lemma is_newline_ok c : is_newline c = true -> c = newline.
Proof. destruct c; try discriminate. reflexivity. Qed.
Lemma next_byte l st c st' : read_so_far l st -> is_newline c = false -> (st' = step st c \/ st' = Fail) ->
  read_so_far (l ++ [c]) st'.
Proof.
intros [N S] C E. split.
- intros I. apply in_app_or in I as [I|[I|[]]]; [now apply N|]. subst c. discriminate.
- destruct E as [->| ->]; [|now right]. destruct S as [->| ->]; [left|now right]. now rewrite fold_left_app.
Qed.
Lemma start_so_far : read_so_far [] start.
Proof. split; [intros []|now left]. Qed.
Lemma found_so_far l st v : read_so_far l st -> found st = Some v -> json_line l v.
Proof. intros [_ [->| ->]]; [apply read_sound|discriminate]. Qed.
Lemma byte_first st n c : is_newline c = false -> exists st' n', feed_byte R (First st n) c = First st' n' /\ (st' = step st c \/ st' = Fail).
Proof.
intros C. exists (if Z.ltb (length_so_far (step st c) n) 0 then Fail else step st c),
  (if Z.ltb (length_so_far (step st c) n) 0 then none else length_so_far (step st c) n).
destruct (Z.ltb (length_so_far (step st c) n) 0) eqn:E; split; auto; destruct c; try discriminate C; unfold feed_byte; now rewrite E.
Qed.
Lemma byte_body b st n c : is_newline c = false -> exists st' n', feed_byte R (Body b st n) c = Body b st' n' /\ (st' = step st c \/ st' = Fail).
Proof.
intros C. exists (if Z.ltb (length_so_far (step st c) n) 0 then Fail else step st c),
  (if Z.ltb (length_so_far (step st c) n) 0 then none else length_so_far (step st c) n).
destruct (Z.ltb (length_so_far (step st c) n) 0) eqn:E; split; auto; destruct c; try discriminate C; unfold feed_byte; now rewrite E.
Qed.
Lemma silent_ok P c : silent P -> silent (feed_byte R P c).
Proof.
intros S. destruct (is_newline c) eqn:C; destruct P as [st n|b st n|b]; try contradiction; try exact I.
- apply is_newline_ok in C. subst c. cbn [feed_byte newline]. unfold after_record. destruct (over b); [exact I|].
  destruct (found st) as [v|]; [|exact I]. destruct (read_record _ _ v) as [[r cov]|]; [|exact I].
  destruct (_ && _); [|exact I]. cbn [silent] in S.
  destruct (mode_ b) as [K [s|s|why s]|why] eqn:M; try contradiction; cbn; rewrite ?M; exact I.
- destruct (byte_body b st n C) as [st' [n' [-> _]]]. exact S.
Qed.
Lemma byte_ok b P c : good b P -> good (b ++ [c]) (feed_byte R P c).
Proof.
intros G. destruct G as [b P S|l st n S|l1 ls rs hd rd K s0 p o e i k k' w l st n N S H V F O Ep Q].
{ apply G_silent. now apply silent_ok. }
{ destruct (is_newline c) eqn:C.
  - apply is_newline_ok in C. subst c. cbn [feed_byte newline]. unfold after_header.
    destruct (found st) as [v|] eqn:J; [|now apply G_silent]. apply (found_so_far S) in J.
    destruct (read_header v) as [[hd rd]|] eqn:H; [|now apply G_silent]. apply read_header_ok in H.
    destruct (is_covered rd) eqn:V; [|now apply G_silent]. apply is_covered_ok in V.
    destruct (opening R hd) as [[K s]|] eqn:O; [|now apply G_silent].
    replace (l ++ [newline]) with (joined [l] ++ []) by (unfold joined; cbn; now rewrite !app_nil_r).
    apply (@G_body l [] [] hd rd K s); auto.
    + constructor; [apply S|constructor].
    + apply start_so_far.
    + exists v. auto.
    + now exists s.
  - destruct (byte_first st n C) as [st' [n' [-> E]]]. apply G_first. now apply next_byte with st. }
destruct (is_newline c) eqn:C.
- apply is_newline_ok in C. subst c. cbn [feed_byte newline]. unfold after_record. cbn [over hd_ rd_ mode_ episodes epochs line since].
  destruct o; [now apply G_silent|]. destruct (Q eq_refl) as [s Es].
  destruct (found st) as [v|] eqn:J; [|now apply G_silent]. apply (found_so_far S) in J.
  destruct (read_record hd rd v) as [[r cov]|] eqn:Hr; [|now apply G_silent].
  destruct (_ && _); [|now apply G_silent]. rewrite Es. destruct cov; [|now apply G_silent]. apply read_record_ok in Hr.
  replace ((joined (l1 :: ls) ++ l) ++ [newline]) with (joined (l1 :: ls ++ [l]) ++ []).
  2: { rewrite app_nil_r. change (l1 :: ls ++ [l]) with ((l1 :: ls) ++ [l]). rewrite joined_snoc. now rewrite <- app_assoc. }
  assert (FE : fold_left (feed K hd) (rs ++ [r]) (Running s0) = feed K hd (Running s) r).
  { rewrite fold_left_app. cbn [fold_left]. now rewrite <- Ep, Es. }
  destruct (feed K hd (Running s) r) as [s'|s'|why s'] eqn:Ef.
  3: { now apply G_silent. }
  1,2: inversion N; subst; apply (@G_body l1 (ls ++ [l]) (rs ++ [r]) hd rd K s0); auto;
    [ constructor; [assumption|]; apply Forall_app; split; [assumption|]; constructor; [apply S|constructor]
    | apply start_so_far
    | apply Forall2_app; [assumption|]; constructor; [|constructor]; exists v; auto
    | ].
  + intros _. now exists s'.
  + destruct r; discriminate.
- destruct (byte_body (At hd rd (Judging K p) o e i k k' w) st n C) as [st' [n' [-> E]]]. rewrite <- app_assoc.
  apply G_body with (s0 := s0) (rs := rs); auto. now apply next_byte with st.
Qed.
Lemma bytes_ok file : good file (fold_left (feed_byte R) file begin_file).
Proof.
induction file as [|c f IH] using rev_ind; [apply G_first, start_so_far|]. rewrite fold_left_app. now apply byte_ok.
Qed.

Lemma start_empty l : fold_left step l start = Start -> l = [].
Proof.
intros H. assert (I := run_ok l). rewrite H in I. inversion I as [| | | | | | | | | |p w l' st k S W N EQ|]; [reflexivity|].
destruct N; discriminate.
Qed.
Lemma fold_feed K hd rs s : fold_left (feed K hd) rs s = seq.foldl (feed K hd) s rs.
Proof. revert s. induction rs as [|r rs IH]; intros s; [reflexivity|]. apply IH. Qed.
(* "Accepted" as a statement about the bytes of a file *)
Theorem accepted_says file hd j : judged R most file = Accepted hd j ->
  exists rs, file_says file hd rs /\ verdict R hd rs = Some j /\ (htol hd <= most)%Q.
Proof.
unfold judged. intros A.
assert (G := bytes_ok file). set (P := fold_left (feed_byte R) file begin_file) in *. clearbody P.
assert (KEY : forall b P', good b P' -> at_line_start P' = true -> verdict_of most P' = Accepted hd j ->
  exists l1 ls rs rd K s0, b = joined (l1 :: ls) /\ Forall (fun l => ~ In newline l) (l1 :: ls) /\
    denotes_header l1 hd rd /\ covered rd /\ Forall2 (denotes hd rd) ls rs /\ opening R hd = Some (K, s0) /\
    fold_left (feed K hd) rs (Running s0) = Over j /\ (htol hd <= most)%Q).
{ intros b P' G' S' A'. destruct G' as [b P' S|l st n S|l1 ls rs hd' rd K s0 p o e i k k' w l st n N S H V F O Ep Q].
  - destruct P' as [st n|b' st n|b']; try discriminate. cbn in A', S. destruct (over b'); [|discriminate].
    destruct (mode_ b') as [K [s|s|why s]|why]; try contradiction; try discriminate.
    destruct (Qle_bool _ _); discriminate.
  - discriminate.
  - cbn in A', S'. destruct o; [|discriminate]. destruct (Qle_bool (htol hd') most) eqn:T; [|discriminate].
    destruct p as [s|s|why s]; try discriminate. destruct (Z.eqb (num_t s) 0); [discriminate|]. injection A' as -> ->.
    destruct st; try discriminate. destruct S as [_ [S|S]]; [|discriminate]. symmetry in S. apply start_empty in S. subst l.
    exists l1, ls, rs, rd, K, s0. rewrite app_nil_r. repeat (split; [now auto|]). now apply Qle_bool_iff. }
assert (END : forall b P', good b P' -> at_line_start P' = true -> verdict_of most P' = Accepted hd j ->
  (file = b \/ file ++ [newline] = b) ->
  exists rs, file_says file hd rs /\ verdict R hd rs = Some j /\ (htol hd <= most)%Q).
{ intros b P' G' S' A' Eb. destruct (KEY b P' G' S' A') as [l1 [ls [rs [rd [K [s0 [E [N [H [V [F [O [Fe T]]]]]]]]]]]]].
  exists rs. split; [|split; [|exact T]].
  - apply File_says with l1 ls rd; [|exact H|exact V|exact F]. split; [exact N|]. now rewrite <- E.
  - apply verdict_feed. exists K, s0. split; [exact O|]. now rewrite <- fold_feed. }
unfold last_line in A. destruct (at_line_start P) eqn:S.
- now apply (END file P G S A); left.
- apply (END (file ++ [newline]) (feed_byte R P newline)); [now apply byte_ok| |exact A|now right].
  clear - A. destruct P as [st n|b st n|b]; cbn [feed_byte newline] in *; try discriminate.
  + unfold after_header in *. destruct (found st); [|discriminate]. destruct (read_header _) as [[hd' rd']|]; [reflexivity|discriminate].
  + unfold after_record in *. destruct (over b); [discriminate|]. destruct (found st); [|discriminate].
    destruct (read_record _ _ _) as [[r cov]|]; [|discriminate]. destruct (_ && _); [|discriminate].
    destruct (mode_ b) as [K [s|s|why s]|why]; reflexivity.
Qed.

(* ... and in the words of the development *)
Theorem accepted_file_is_run file hd j : judged R most file = Accepted hd j ->
  exists rs, file_says file hd rs /\ (htol hd <= most)%Q /\
  exists ts : list (item (lay_of hd) (nA_of hd) (L_of hd) (symbol rs)),
    rs = written (@reward_of rs) 0 0 ts /\
    conforms (@reward_of rs) (T_of hd) (Q2R (hdelta hd)) (Q2R (htol hd)) (hsolve hd) (hread hd) nil nil true
      (@unplayed (lay_of hd) (nA_of hd)) ts /\
    (IZR (worst j) / 2 ^ 60 = largest 0 ts)%R /\ (IZR (lost j) / 2 ^ 60 = total 0 ts)%R.
Proof.
intros A. destruct (accepted_says A) as [rs [F [V T]]]. exists rs. split; [exact F|]. split; [exact T|].
destruct (accepted_is_run V) as [ts [E C W Lo]]. exists ts. auto.
Qed.
End File.
