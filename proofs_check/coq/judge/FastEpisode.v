(* One pass over an episode in place of the seven of `step_episode`; where it does not answer, `step_episode` is asked. *)
Require Import ZArith QArith Lia UCRLLP.judge.EpochCheck UCRLLP.judge.TraceCheck.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope Z_scope.

Fixpoint at_ (T : Type) (s : seq T) (i : nat) : option T :=
  match s, i with [::], _ => None | x :: _, O => Some x | _ :: s', S i' => at_ s' i' end.
Fixpoint put_at (T : Type) (y : T) (i : nat) (s : seq T) : seq T :=
  match s, i with [::], _ => [::] | _ :: s', O => y :: s' | x :: s', S i' => x :: put_at y i' s' end.
(* 0 <= r <= 1 without a product *)
Definition in_unit (r : Q) : bool := Z.leb 0 (Qnum r) && Z.leb (Qnum r) (Zpos (Qden r)).
(* a pair of a layer of n states and weights m, a reward in [0, 1], an action that is played *)
Definition fits (n nA : nat) (m : seq (seq Z)) (x a : nat) (r : Q) : bool :=
  [&& Nat.ltb x n, Nat.ltb a nA, in_unit r &
      let row := nth [::] m x in Z.ltb 0 (nth 0 row a) || Z.eqb (zsum row) 0].
(* the counters after the episode, and whether an epoch is due with max{1, N} *)
Fixpoint pass (X : seq nat) (nA : nat) (c : table) (w : weights) (e : episode) {struct e} : option (table * bool) :=
  match e with
  | [::] => match X with [:: _] => Some (c, false) | _ => None end
  | ((x, a), r) :: e' =>
    match X, c, w with
    | n :: X', l :: c', m :: w' =>
      if fits n nA m x a r then
        match at_ l x with
        | Some row => match at_ row a with
          | Some k => let k' := bump (next e') r k in
            if short k' then match pass X' nA c' w' e' with
              | Some (c'', d) => Some (put_at (put_at k' a row) x l :: c'', trigc k' || d)
              | None => None end
            else None
          | None => None end
        | None => None end
      else None
    | _, _, _ => None
    end
  end.
Definition quick_episode (hd : header) (s : judge) (t : Z) (e : episode) : option judge :=
  let t' := num_t s + 1 in
  if Z.eqb (num_i s) 0 || due s || negb (Z.eqb t t') || negb (Z.leb t (hT hd)) then None else
  match pass (layers hd) (hA hd) (tab s) (pol s) e with
  | Some (c, d) =>
    let due := match ctrigger (hread hd) with Max1 => d | tr => triggered tr c e end in
    Some (Judge c due (pol s) (gap s) t' (num_i s) (worst s) (lost s + gap s))
  | None => None
  end.

(* --- soundness *)
Lemma upd_at T (f : T -> T) s i x : at_ s i = Some x -> upd f i s = put_at (f x) i s.
Proof. by elim: s i => [|y s IH] [|i] //=; [move=> [->] | move/IH=> ->]. Qed.
Lemma nth_put T (d : T) y s i x : at_ s i = Some x -> nth d (put_at y i s) i = y.
Proof. by elim: s i => [|z s IH] [|i] //=; exact: IH. Qed.
Lemma in_unit_ok r : in_unit r = Qle_bool 0 r && Qle_bool r 1.
Proof. by rewrite /in_unit /Qle_bool /= !Z.mul_1_r; case: (Qnum r). Qed.
Lemma pass_cons n X nA l c m w x a r e : pass (n :: X) nA (l :: c) (m :: w) (((x, a), r) :: e) =
  if fits n nA m x a r then
    match at_ l x with
    | Some row => match at_ row a with
      | Some k => if short (bump (next e) r k) then match pass X nA c w e with
          | Some (c', d) => Some (put_at (put_at (bump (next e) r k) a row) x l :: c', trigc (bump (next e) r k) || d)
          | None => None end else None
      | None => None end
    | None => None end
  else None.
Proof. by []. Qed.
Lemma pass_ok nA e : forall X c w c' d, pass X nA c w e = Some (c', d) ->
  [/\ states_ok X e, actions_ok nA e & rewards_ok e] /\
  [/\ played w e, see c e = c', seen trigc c' e = d & seen (fun k => ~~ short k) c' e = false].
Proof.
elim: e => [|[[x a] r] e IH] X c w c' d.
  case: X => [|n [|m X]] /= H; try discriminate H; case: H => <- <-.
  by split; split=> //; [case: w | case: c | case: c | case: c].
case: X => [//|n X]; case: c => [//|l c]; case: w => [//|m w]; rewrite pass_cons.
case F : (fits n nA m x a r) => [|//]; have /and4P[xn aA ru pl] := F.
case Ex : (at_ l x) => [row|//]; case Ea : (at_ row a) => [k|//].
case sk : (short _) => [|//].
case Ep : (pass _ _ _ _ _) => [[c'' d']|//] [<- <-].
have [[H1 H2 H3] [H4 H5 H6 H7]] := IH _ _ _ _ _ Ep.
split; split.
- have -> : states_ok (n :: X) ((x, a, r) :: e) = Nat.ltb x n && states_ok X e by case: (X).
  by rewrite xn.
- by rewrite [actions_ok _ _]/(Nat.ltb a nA && actions_ok nA e) aA.
- have -> : rewards_ok (((x, a), r) :: e) = (Qle_bool 0 r && Qle_bool r 1) && rewards_ok e by [].
  by rewrite -in_unit_ok ru.
- have -> : played (m :: w) (((x, a), r) :: e) =
    (Z.ltb 0 (nth 0 (nth [::] m x) a) || Z.eqb (zsum (nth [::] m x)) 0) && played w e by [].
  by rewrite H4 andbT; exact: pl.
- have -> : see (l :: c) (((x, a), r) :: e) = upd (upd (bump (next e) r) a) x l :: see c e by [].
  by rewrite H5 (upd_at _ Ex) (upd_at _ Ea).
- have -> k' : seen trigc (put_at (put_at k' a row) x l :: c'') (((x, a), r) :: e) =
    trigc (nth (cell0 0) (nth [::] (put_at (put_at k' a row) x l) x) a) || seen trigc c'' e by [].
  by rewrite (nth_put _ _ Ex) (nth_put _ _ Ea) H6.
- have -> k' : seen (fun k => ~~ short k) (put_at (put_at k' a row) x l :: c'') (((x, a), r) :: e) =
    ~~ short (nth (cell0 0) (nth [::] (put_at (put_at k' a row) x l) x) a) || seen (fun k => ~~ short k) c'' e by [].
  by rewrite (nth_put _ _ Ex) (nth_put _ _ Ea) H7 sk.
Qed.
Theorem quick_episode_ok hd s t e s' : quick_episode hd s t e = Some s' ->
  [/\ step_episode hd s t e = Next s', states_ok (layers hd) e & actions_ok (hA hd) e].
Proof.
rewrite /quick_episode /step_episode; case: (Z.eqb (num_i s) 0) => //; case Ed : (due s) => //=.
case: (Z.eqb t _) => //=; case: (Z.leb t _) => //=.
case Ep : (pass _ _ _ _ _) => [[c d]|//] [<-]; have [[-> -> ->] [-> E5 E6 E7]] := pass_ok Ep.
by rewrite /after_episode /= E5 E7; case: (ctrigger _); rewrite /= ?E6.
Qed.
