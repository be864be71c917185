(* The program asked line by line: a line that is refused counts as not said. *)
Require Import ZArith QArith List Bool.
From Coq.Init Require Import Byte.
Require Import UCRLLP.judge.TraceCheck.
Require Import UCRLLP.judge.JsonGrammar UCRLLP.judge.JsonMachine UCRLLP.judge.Meaning UCRLLP.judge.Decode
  UCRLLP.judge.ByteByByte.
Import ListNotations.
Set Implicit Arguments.
Unset Strict Implicit.

(* nothing was refused, and the header's tolerance is at most this *)
Definition goes_on (most : Q) (P : program) : bool :=
  match P with
  | Body b _ _ =>
    match mode_ b with
    | Judging _ (Running _) | Judging _ (Over _) => Qle_bool (htol (hd_ b)) most
    | _ => false
    end
  | _ => false
  end.

Section Lines.
Variables (R : Z -> Z) (most : Q).
Definition with_line (P : program) (l : bytes) : program := fold_left (feed_byte R) (l ++ [newline]) P.
Definition ask_line (P : program) (l : bytes) : program := if goes_on most (with_line P l) then with_line P l else P.
(* the lines that were accepted *)
Fixpoint kept (P : program) (ls : list bytes) : list bytes :=
  match ls with
  | [] => []
  | l :: ls' => if goes_on most (with_line P l) then l :: kept (with_line P l) ls' else kept P ls'
  end.

Lemma ask_kept ls P : fold_left ask_line ls P = fold_left (feed_byte R) (joined (kept P ls)) P.
Proof.
revert P. induction ls as [|l ls IH]; intros P; [reflexivity|]. cbn [fold_left kept]. unfold ask_line at 2.
destruct (goes_on most (with_line P l)); [|apply IH]. rewrite IH. unfold joined. cbn [flat_map].
now rewrite fold_left_app.
Qed.

Lemma after_newline P b st n : feed_byte R P newline = Body b st n -> st = Start.
Proof.
destruct P as [s k|b' s k|b']; cbn [feed_byte newline]; try discriminate.
- unfold after_header. destruct (found s); [|discriminate]. destruct (read_header _) as [[hd rd]|]; [|discriminate].
  now intros [= _ <- _].
- unfold after_record. destruct (over b'); [discriminate|]. destruct (found s); [|discriminate].
  destruct (read_record _ _ _) as [[r cov]|]; [|discriminate]. destruct (_ && _); [|discriminate].
  destruct (mode_ b') as [K [s'|s'|why s']|why]; now intros [= _ <- _].
Qed.
Lemma ask_start ls P b st n : (forall b' st' n', P = Body b' st' n' -> st' = Start) ->
  fold_left ask_line ls P = Body b st n -> st = Start.
Proof.
revert P. induction ls as [|l ls IH]; intros P H; cbn [fold_left]; [apply H|]. apply IH. intros b' st' n'.
unfold ask_line. destruct (goes_on most (with_line P l)); [|apply H].
unfold with_line. rewrite fold_left_app. cbn [fold_left]. apply after_newline.
Qed.

(* the verdict at the end is that on the file of the lines that were accepted *)
Theorem asked_lines ls hd j : verdict_of most (fold_left ask_line ls begin_file) = Accepted hd j ->
  judged R most (joined (kept begin_file ls)) = Accepted hd j.
Proof.
intros A. unfold judged. rewrite <- ask_kept. unfold last_line.
destruct (fold_left ask_line ls begin_file) as [st n|b st n|b] eqn:E; try discriminate.
assert (S : st = Start) by (apply (@ask_start ls begin_file b st n); [discriminate|exact E]).
rewrite S in A |- *. exact A.
Qed.
End Lines.
