(* CHALLENGE: what is claimed about UCRL-LP (Leon & Etesami, Algorithm 1), in one file.  It imports the reals of
   the standard library, MathComp's finite types and big sums, and nothing of ours.  It proves nothing: Solution.v
   proves the 21 statements at the end.  Numbers in brackets are the paper's.  Layers are disjoint types here, and
   LP1's ties are broken by the past alone. *)
(* Kernels that agreed, each with its coqchk: Coq 8.16.1, Rocq 9.2, Rocq 9.4+alpha.9b9978d355+... (2026-11-29). *)
From Coq Require Import Reals.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop.
Set Implicit Arguments.  Unset Strict Implicit.  Unset Printing Implicit Defensive.  Local Open Scope R_scope.
Local Notation "\sum_ i F" := (\big[Rplus/R0]_i F%R) : R_scope.               (* from here on, sums are of reals *)
Local Notation "\sum_ ( i : t ) F" := (\big[Rplus/R0]_(i : t) F%R) : R_scope.
Local Notation "\sum_ ( i < n ) F" := (\big[Rplus/R0]_(i < n) F%R) : R_scope.

(* A law is what it makes of every bounded function, its expectation: monotone, sublinear, right on constants. The upper
   integral of a probability measure is one, and agrees with the integral wherever there is one (Laws, below). *)
Definition bounded (E : Type) (F : E -> R) := exists M, forall e, Rabs (F e) <= M.
Definition expectation (E : Type) (U : (E -> R) -> R) :=
  [/\ forall F G, bounded F -> bounded G -> (forall e, F e <= G e) -> U F <= U G,
      forall F G, bounded F -> bounded G -> U (fun e => F e + G e) <= U F + U G,
      forall c F, 0 <= c -> bounded F -> U (fun e => c * F e) = c * U F & forall c, U (fun _ => c) = c].
Definition additive (E : Type) (U : (E -> R) -> R) :=
  forall F G, bounded F -> bounded G -> U (fun e => F e + G e) = U F + U G.
Definition has_mean (E : Type) (U : (E -> R) -> R) F m := U F = m /\ U (fun e => - F e) = - m.  (* F is integrable *)

Section UCRL_LP.
(* ------------------------------------------------------------- Section II: what the learner knows beforehand *)
Variables (S : nat -> finType) (* X_h = S h is the set of states of layer h = 0, ..., L; layers above L play no part *)
  (A : finType)                (* the actions *)
  (Z : Type) (value : Z -> R)  (* a reward is an outcome z, worth value z, in [0,1]: Z can be [0,1] itself *)
  (L : nat) (x_0 : S 0%N)      (* the length of an episode, the initial state *)
  (T : nat) (delta : R).       (* the number of episodes, the confidence parameter *)
Definition X := (\sum_(h < L.+1) #|S h|)%N.
Definition Log := ln (INR T * INR X * INR #|A| / delta).          (* log(TXA/delta) *)

Definition pairs (B : Type) := forall h, S h -> A -> B.                (* a B for each (x,a), x in X_h *)
Definition triples (B : Type) := forall h, S h -> A -> S h.+1 -> B.    (* and for each (x,a,x'), x' in X_{h+1} *)
Definition dist (I : finType) (p : I -> R) := (forall i, 0 <= p i) /\ \sum_i p i = 1.
Definition policy (pi : pairs R) := forall h x, dist (pi h x).         (* pi(a|x) *)

(* An episode from x in X_h on, with k steps to go: a_h, z_h, x_{h+1}, and the rest, from x_{h+1} on. *)
Fixpoint traj k h : Type := if k is k'.+1 then ((A * (Z * S h.+1)) * traj k' h.+1)%type else unit.
Definition episode : Type := traj L 0.
(* "for all h": f is applied at the steps (x_h, a_h, z_h, x_{h+1}) of an episode, one after the other *)
Fixpoint for_all_h B (f : forall h, S h -> A -> Z -> S h.+1 -> B -> B) k h (x : S h) : traj k h -> B -> B :=
  if k is k'.+1 then fun e v => let: ((a, (z, y)), e') := e in @for_all_h B f k' h.+1 y e' (f h x a z y v)
  else fun _ v => v.

(* ------------------------------------------------------------- Section IV: LP1 *)
Definition marg (q : triples R) : pairs R := fun h x a => \sum_y q h x a y.                       (* q(x,a) *)
Definition inner (q : triples R) (rew : pairs R) := \sum_(h < L) \sum_(x : S h) \sum_a (marg q x a * rew h x a).
Definition occupancy (q : triples R) := [/\ forall h x a y, 0 <= q h x a y,                                   (* (4) *)
  forall h, (h < L)%N -> \sum_(x : S h) \sum_a \sum_y q h x a y = 1 &
  forall h (y : S h.+1), (h.+1 < L)%N -> \sum_(x : S h) \sum_a q h x a y = \sum_a marg q y a].
Definition polytope (P_bar : triples R) (eps : pairs R) (q : triples R) := occupancy q /\                    (* (13) *)
  exists slack : triples R, forall h x a, (h < L)%N ->
    (forall y, Rabs (q h x a y - P_bar h x a y * marg q x a) <= slack h x a y) /\
    \sum_y slack h x a y <= eps h x a * marg q x a.
(* q is an optimum of LP1 up to a gap g, where a solver may stop *)
Definition LP1_near g P_bar eps r_hat q := polytope P_bar eps q /\
  forall q', polytope P_bar eps q' -> inner q' r_hat <= inner q r_hat + g.
Definition LP1_optimum := LP1_near 0.
(* LP1 with an interval for each successor in place of the ball: the width w of R-37 in the rows of (13) *)
Definition box (P_bar w : triples R) (q : triples R) := occupancy q /\
  forall h x a y, (h < L)%N -> Rabs (q h x a y - P_bar h x a y * marg q x a) <= w h x a y * marg q x a.
Definition box_near g P_bar w r_hat q := box P_bar w q /\
  forall q', box P_bar w q' -> inner q' r_hat <= inner q r_hat + g.
(* (6): pi^q, and pi0 where q has no mass *)
Definition induced (pi0 : pairs R) (q : triples R) : pairs R := fun h x a =>
  let m := \sum_b marg q x b in if Rlt_dec 0 m then marg q x a / m else pi0 h x a.

(* ------------------------------------------------------------- Section IV: Algorithm 1 *)
Record state := State {
  epoch : nat;                         (* i *)
  N : pairs nat;  N3 : triples nat;    (* N_i(x,a), N_i(x,a,x'): the visits before epoch i *)
  n : pairs nat;  n3 : triples nat;    (* n_i(x,a), n_i(x,a,x'): the visits in epoch i so far *)
  r_bar : pairs R;                     (* the running mean of line 11 *)
  q_hat : triples R; pi : pairs R }.   (* q_hat_i, pi_i *)

Definition N1 s h (x : S h) a := INR (maxn 1 (N s x a)).                                       (* max{1, N_i(x,a)} *)
Definition P_bar s : triples R := fun h x a y => INR (N3 s x a y) / N1 s x a.                            (* (10) *)
Definition eps s : pairs R := fun h x a => sqrt (2 * INR #|S h.+1| * Log / N1 s x a).                    (* (11) *)
Definition b s : pairs R := fun h x a => sqrt (2 * Log / N1 s x a).                                      (* (15) *)
Definition r_hat s : pairs R := fun h x a => Rmin 1 (r_bar s x a + b s x a).                             (* (16) *)
(* R-37's width: c is 2 in `bernstein`, 1 in `bernstein-1`; an end fails with probability exp(-l_h).  Of R-37's choices
   `printed` and these two have a claim here, `union` and `union-half` a theorem in the development: one argument. *)
Definition l_ h := Log + ln (2 * INR #|S h.+1|).
Definition width (c : R) s : triples R := fun h x a y => let p := P_bar s x a y in
  sqrt (2 * Rmin p (1 - p) * l_ h / N1 s x a) + c * l_ h / N1 s x a.

(* Line 12, read with max{1, N_i}: some n_i(x,a) >= max{1, N_i(x,a)}, x not x_L.  As printed: n_i(x,a) >= N_i(x,a). *)
Definition doubled s := [exists h : 'I_L, exists x : S h, exists a, (maxn 1 (N s x a) <= n s x a)%N].
Definition printed s := [exists h : 'I_L.+1, exists x : S h, exists a, (N s x a <= n s x a)%N].

Definition is_pair h (x : S h) (a : A) h' (x' : S h') (a' : A) : bool :=
  Tagged (fun h => (S h * A)%type) (x, a) == Tagged (fun h => (S h * A)%type) (x', a').
Definition is_triple h (x : S h) (a : A) (y : S h.+1) h' (x' : S h') (a' : A) (y' : S h'.+1) : bool :=
  Tagged (fun h => (S h * A * S h.+1)%type) (x, a, y) == Tagged (fun h => (S h * A * S h.+1)%type) (x', a', y').

Section Run.
Variables (trigger : state -> bool)      (* line 12 *)
  (* line 18: the answer to LP1(P_bar_i, eps_i, r_hat_i); ties may be broken by all the episodes seen so far *)
  (solve : seq episode -> triples R -> pairs R -> pairs R -> triples R)
  (complete : seq episode -> pairs R).   (* line 19: the policy where q_hat_i has no mass *)

(* Lines 1-6.  P_1 and r_hat_1 of lines 4-5 are not used by the algorithm. *)
Definition q_1 : triples R := fun h _ _ _ => / (INR #|S h| * INR #|A| * INR #|S h.+1|).
Definition start : state := State 1 (fun _ _ _ => 0%N) (fun _ _ _ _ => 0%N) (fun _ _ _ => 0%N) (fun _ _ _ _ => 0%N)
  (fun _ _ _ => 0) q_1 (induced (complete [::]) q_1).
(* Lines 10-11, after the episode e of line 9. *)
Definition observe (s : state) (e : episode) : state :=
  let n' := for_all_h (fun h x a _ _ (m : pairs nat) h' x' a' => m h' x' a' + is_pair x a x' a')%N x_0 e (n s) in
  let n3' := for_all_h (fun h x a _ y (m : triples nat) h' x' a' y' =>
    m h' x' a' y' + is_triple x a y x' a' y')%N x_0 e (n3 s) in
  let r' := for_all_h (fun h x a z _ (m : pairs R) h' x' a' =>
    if is_pair x a x' a' then m h' x' a' + (value z - m h' x' a') / INR (N s x' a' + n' h' x' a') else m h' x' a')
    x_0 e (r_bar s) in
  State (epoch s) (N s) (N3 s) n' n3' r' (q_hat s) (pi s).
(* Lines 13-15. *)
Definition new_epoch (s : state) : state :=
  State (epoch s).+1 (fun h x a => N s x a + n s x a)%N (fun h x a y => N3 s x a y + n3 s x a y)%N
    (fun _ _ _ => 0%N) (fun _ _ _ _ => 0%N) (r_bar s) (q_hat s) (pi s).
(* Lines 16-19, after the episodes w. *)
Definition update (w : seq episode) (s : state) : state :=
  let q := solve w (P_bar s) (eps s) (r_hat s) in
  State (epoch s) (N s) (N3 s) (n s) (n3 s) (r_bar s) q (induced (complete w) q).
(* Lines 7-19: the state after the episodes w, the last one first. *)
Fixpoint run (w : seq episode) : state :=
  if w is e :: w' then let s := observe (run w') e in if trigger s then update w (new_epoch s) else s else start.

(* "solve returns an optimum of LP1, up to g", wherever line 18 is reached before episode T.  What counts is the policy:
   floats stand for any q of the polytope that induces what is played. *)
Definition solves g := forall w e, (size (e :: w) < T)%N -> trigger (observe (run w) e) ->
  let s := new_epoch (observe (run w) e) in
  LP1_near g (P_bar s) (eps s) (r_hat s) (solve (e :: w) (P_bar s) (eps s) (r_hat s)).
(* the same run, where line 18 solves LP1 with intervals; `solve` sees the episodes, and so the widths *)
Definition solves_box c g := forall w e, (size (e :: w) < T)%N -> trigger (observe (run w) e) ->
  let s := new_epoch (observe (run w) e) in
  box_near g (P_bar s) (width c s) (r_hat s) (solve (e :: w) (P_bar s) (eps s) (r_hat s)).

(* ------------------------------------------------------------- Section II: what the learner does not know *)
Section Environment.  Unset Implicit Arguments.
Variables (P : triples R) (rho : triples ((Z -> R) -> R)).  (* P(x'|x,a); the law of z given (x,a,x') *)
Set Implicit Arguments.
Definition r : pairs R := fun h x a => \sum_y (P h x a y * rho h x a y value).                   (* r(x,a), the mean *)
(* (1): V(pi), by the expected reward of the k steps from x on *)
Fixpoint V_from (pi : pairs R) k h (x : S h) : R :=
  if k is k'.+1 then \sum_(a : A) (pi h x a * (r x a + \sum_(y : S h.+1) (P h x a y * V_from pi k' y))) else 0.
Definition V pi := V_from pi L x_0.
(* the law of an episode under pi, from x on: its expectation of F *)
Fixpoint law (pi : pairs R) k h (x : S h) : (traj k h -> R) -> R :=
  if k is k'.+1 then fun F => \sum_(a : A) (pi h x a * \sum_(y : S h.+1) (P h x a y *
    rho h x a y (fun z => @law pi k' h.+1 y (fun e => F ((a, (z, y)), e)))))
  else fun F => F tt.
(* (2): Reg_T = T V(pi_star) - sum_t V(pi_t) after the T episodes w; episode t was played with the policy before it *)
Fixpoint sum_V (w : seq episode) := if w is _ :: w' then V (pi (run w')) + sum_V w' else 0.
Definition Reg pi_star w := INR T * V pi_star - sum_V w.
(* the expectation of F of all the episodes, if k are still to be played after w *)
Fixpoint expect k (w : seq episode) (F : seq episode -> R) : R :=
  if k is k'.+1 then law (pi (run w)) x_0 (fun e => expect k' (e :: w) F) else F w.
(* the lower probability that Reg_T <= B: 1 minus the expectation of the indicator of Reg_T > B.  It is the probability
   where the laws are additive, and at most it where they are the upper integrals of measures. *)
Definition Prl_Reg_le pi_star (B : R) := 1 - expect T [::] (fun w => if Rle_dec (Reg pi_star w) B then 0 else 1).
Definition Prl_Reg_ge pi_star (B : R) := 1 - expect T [::] (fun w => if Rle_dec B (Reg pi_star w) then 0 else 1).
End Environment.  End Run.

(* ------------------------------------------------------------- the claims, in one setting *)
(* Assumption 1, and the ranges of the parameters *)
Definition setting (P : triples R) (rho : triples ((Z -> R) -> R)) :=
  [/\ (forall x, x = x_0) /\ #|S L| = 1%N, (0 < #|A|)%N /\ (forall z, 0 <= value z <= 1), forall h x a, dist (P h x a),
      forall h x a y, expectation (rho h x a y) /\ exists m, has_mean (rho h x a y) value m &
      [/\ (0 < L)%N, (0 < T)%N & 0 < delta < 1]].
Definition scale := INR L * INR X * sqrt (INR T * INR #|A| * Log).                 (* LX sqrt(TA log(TXA/delta)) *)
(* "Reg_T <= c scale + T g with lower probability at least p", for every trigger that ends an epoch at the latest when
   `doubled` does (`printed` is another), however LP1 is solved up to g (exactly, if g = 0) and policies are completed,
   and against every policy, the optimal one among them *)
Definition regret_at_most (g c p : R) P rho := forall (trigger : state -> bool) solve complete pi_star,
  (forall s, doubled s -> trigger s) -> solves trigger solve complete g -> (forall w, policy (complete w)) ->
  policy pi_star -> p <= Prl_Reg_le trigger solve complete P rho pi_star
    (c * scale + INR T * g).
(* "Reg_T >= c scale - k T g with lower probability at least p" against pi_star, same runs *)
Definition regret_at_least (k g c p : R) P rho pi_star := forall (trigger : state -> bool) solve complete,
  (forall s, doubled s -> trigger s) -> solves trigger solve complete g -> (forall w, policy (complete w)) ->
  p <= Prl_Reg_ge trigger solve complete P rho pi_star (c * scale - k * (INR T * g)).
(* d scale - k T g <= Reg_T <= c scale + T g, with a probability each: both bounds in one line *)
Definition between (k g d p c p' : R) P rho pi_star :=
  regret_at_least k g d p P rho pi_star /\ regret_at_most g c p' P rho.
(* "Reg_T <= B + T g with lower probability at least p" with intervals, same triggers, completions and policies *)
Definition intervals_at_most (c g B p : R) P rho := forall (trigger : state -> bool) solve complete pi_star,
  (forall s, doubled s -> trigger s) -> solves_box trigger solve complete c g -> (forall w, policy (complete w)) ->
  policy pi_star -> p <= Prl_Reg_le trigger solve complete P rho pi_star (B + INR T * g).
(* Gamma_h, the largest number of successors of positive probability of a pair of layer h *)
Definition Gamma (P : triples R) h :=
  (\max_(x : S h) \max_(a : A) #|[pred y | if Rle_dec (P h x a y) 0 then false else true]|)%N.
Definition log2_T := ln (INR T) / ln 2.
(* the bound for intervals by layers: transitions (Gamma_h = 1 costs 0), their second order, rewards, martingale *)
Definition interval_bound c P :=
  (2 + sqrt 2) * sqrt (INR T * INR #|A|) * (\sum_(h < L) (INR (L - h.+1) *
    sqrt (INR (if (2 <= Gamma P h)%N then Gamma P h else 0%N) * INR #|S h| * l_ h))) +
  c * INR #|A| * (1 + log2_T) * (\sum_(h < L) (INR (L - h.+1) *
    ((if (2 <= #|S h.+1|)%N then 1 else 0) * (INR #|S h| * INR #|S h.+1| * l_ h)))) +
  2 * (1 + sqrt 2) * sqrt (2 * (INR T * INR #|A| * Log)) * (\sum_(h < L) sqrt (INR #|S h|)) +
  sqrt (INR T * (INR L * (2 * INR L ^ 2 + 1)) * Log / 6).
Definition box_run_exists := forall (c : R) (trigger : state -> bool), 1 <= c ->
  (forall solve complete w e, let s := new_epoch (observe (run trigger solve complete w) e) in
     exists q, box_near 0 (P_bar s) (width c s) (r_hat s) q) /\
  exists solve complete, solves_box trigger solve complete c 0 /\ forall w, policy (complete w).
Definition optimal P rho pi_star := policy pi_star /\ forall pi, policy pi -> V P rho pi <= V P rho pi_star.
Definition deterministic (rho : triples ((Z -> R) -> R)) := exists z : pairs Z, forall h x a y F,
  rho h x a y F = F (z h x a).
Definition updates w trigger solve complete := (epoch (run trigger solve complete w)).-1.
Definition updates_at_most_XA_log2_T := forall solve complete w, (2 <= T)%N -> size w = T ->
  INR (updates w doubled solve complete) <= INR X * INR #|A| * (ln (INR T) / ln 2).
Definition updates_after_every_episode := forall solve complete w, updates w printed solve complete = size w.
Definition optimum_exists := forall (trigger : state -> bool) solve complete w e,
  let s := new_epoch (observe (run trigger solve complete w) e) in
  exists q, LP1_optimum (P_bar s) (eps s) (r_hat s) q.
Definition run_exists := forall trigger : state -> bool, exists solve complete,
  solves trigger solve complete 0 /\ forall w, policy (complete w).
Definition law_and_V P rho := forall pi, policy pi -> let U : (episode -> R) -> R := law P rho pi x_0 in
  [/\ expectation U, (forall h x a y, additive (rho h x a y)) -> additive U &
      has_mean U (fun e => for_all_h (fun _ _ _ z _ sum => sum + value z) x_0 e 0) (V P rho pi)].
Definition expect_and_Prl P rho := forall (trigger : state -> bool) solve complete g, solves trigger solve complete g ->
  (forall w, policy (complete w)) -> let U := expect trigger solve complete P rho T [::] in expectation U /\
  ((forall h x a y, additive (rho h x a y)) -> additive U /\ forall pi_star B,
    Prl_Reg_le trigger solve complete P rho pi_star B =
    U (fun w => if Rle_dec (Reg trigger solve complete P rho pi_star w) B then 1 else 0)).
End UCRL_LP.

(* ============================================================= the statements: the claims, in every setting *)
Definition always (claim : forall (S : nat -> finType) (A : finType) (Z : Type) (value : Z -> R) (L : nat)
    (x_0 : S 0%N) (T : nat) (delta : R) (P : triples S A R) (rho : triples S A ((Z -> R) -> R)), Prop) : Prop :=
  forall S A Z value L x_0 T delta P rho,
  setting value L x_0 T delta P rho -> claim S A Z value L x_0 T delta P rho.

(* Theorem 4, repaired: the constant 3, probability 1 - delta *)
Definition Theorem_4 : Prop := always (fun S A Z value L x_0 T delta =>
  @regret_at_most S A Z value L x_0 T delta 0 3 (1 - delta)).
(* and where a solver leaves a gap of at most g, T g more *)
Definition Theorem_4_with_gaps : Prop := always (fun S A Z value L x_0 T delta P rho => forall g, 0 <= g ->
  @regret_at_most S A Z value L x_0 T delta g 3 (1 - delta) P rho).
(* (7 + 3 sqrt 2)/4 = 2.811, for all shapes with this probability *)
Definition Theorem_4_sharper : Prop := always (fun S A Z value L x_0 T delta =>
  @regret_at_most S A Z value L x_0 T delta 0 ((7 + 3 * sqrt 2) / 4) (1 - delta)).
(* and 2 + sqrt 2, with a smaller probability to fail *)
Definition Theorem_4_rarely_fails : Prop := always (fun S A Z value L x_0 T delta =>
  @regret_at_most S A Z value L x_0 T delta 0 (2 + sqrt 2) (1 - 3 / 4 * delta ^ 2)).
(* Theorem 4 as printed: O(LX sqrt(TA log(TXA/delta))), one constant for all MDPs, probability 1 - 5 delta *)
Definition Theorem_4_as_printed : Prop := exists C : R, always (fun S A Z value L x_0 T delta =>
  @regret_at_most S A Z value L x_0 T delta 0 C (1 - 5 * delta)).
(* Theorem 4 is tight: for all L >= 3, A >= 2, X >= 2L and T >= 10^7 X^4 A log(TXA/delta) there is an MDP with
   deterministic rewards on which Reg_T >= scale/75 with probability at least 1 - delta/T; 210 T g less with gaps *)
Definition Theorem_4_is_tight : Prop := forall (A : finType) (L n T : nat) (delta : R),
  (3 <= L)%N -> (2 <= #|A|)%N -> (2 * L <= n)%N -> (0 < T)%N -> 0 < delta < 1 ->
  10 ^ 7 * INR n ^ 4 * INR #|A| * ln (INR T * INR n * INR #|A| / delta) <= INR T ->
  exists (S : nat -> finType) (Z : Type) (value : Z -> R) (x_0 : S 0%N) P rho pi_star,
  [/\ setting value L x_0 T delta P rho /\ X S L = n, deterministic rho, @optimal S A Z value L x_0 P rho pi_star &
    forall g, 0 <= g -> @regret_at_least S A Z value L x_0 T delta 210 g (/ 75) (1 - delta / INR T) P rho pi_star].
(* and, with A, 3 (A-1)/(53 sqrt(A(A+7))) for 1/75, which tends to 3/53; the upper bound is 3 on every such MDP *)
Definition Theorem_4_between : Prop := forall (A : finType) (L n T : nat) (delta : R),
  (3 <= L)%N -> (2 <= #|A|)%N -> (2 * L <= n)%N -> (0 < T)%N -> 0 < delta < 1 ->
  10 ^ 7 * INR n ^ 4 * INR #|A| * ln (INR T * INR n * INR #|A| / delta) <= INR T ->
  exists (S : nat -> finType) (Z : Type) (value : Z -> R) (x_0 : S 0%N) P rho pi_star,
  [/\ setting value L x_0 T delta P rho /\ X S L = n, deterministic rho, @optimal S A Z value L x_0 P rho pi_star &
    forall g, 0 <= g -> @between S A Z value L x_0 T delta 210 g
      (3 / 53 * ((INR #|A| - 1) / sqrt (INR #|A| * (INR #|A| + 7)))) (1 - delta / INR T) 3 (1 - delta) P rho pi_star].
(* Section VII: with an interval for each successor the same algorithm has no factor sqrt X, by layers ... *)
Definition Theorem_intervals : Prop := always (fun S A Z value L x_0 T delta P rho => forall c g, 1 <= c -> 0 <= g ->
  (2 <= T * #|A|)%N ->
  @intervals_at_most S A Z value L x_0 T delta c g (@interval_bound S A L T delta c P) (1 - delta) P rho).
(* ... and in terms of Gamma: 6.9 sqrt(L^3 Gamma XAT log(TXA/delta)), and a term that grows as the logarithm of T *)
Definition Theorem_intervals_Gamma : Prop := always (fun S A Z value L x_0 T delta P rho => forall c g, 1 <= c ->
  0 <= g -> (2 <= T * #|A|)%N -> @intervals_at_most S A Z value L x_0 T delta c g
    (69 / 10 * sqrt (INR L ^ 3 * INR (\max_(h < L) Gamma P h)%N * INR (X S L) * INR T * INR #|A| * Log S A L T delta) +
     c / 2 * INR L * INR (X S L) ^ 2 * INR #|A| * Log S A L T delta * (1 + log2_T T)) (1 - delta) P rho).
Definition Intervals_exist : Prop := always (fun S A Z value L x_0 T delta _ _ =>
  @box_run_exists S A Z value L x_0 T delta).
(* So the factor sqrt X is that of the sets (12).  One MDP, two processes, a probability each: the ball loses at least
   scale/75, intervals at most (10.6 + 0.3 sqrt L) sqrt(LXTA log(TXA/delta)).  This is a theorem on rates: the quotient
   of the two, at least sqrt(X)/482, exceeds 1 only for LX > 695 000. *)
Definition Separation : Prop := forall (A : finType) (L n T : nat) (delta : R),
  (3 <= L)%N -> (2 <= #|A|)%N -> (2 * L <= n)%N -> (0 < T)%N -> 0 < delta < 1 ->
  10 ^ 7 * INR n ^ 4 * INR #|A| * ln (INR T * INR n * INR #|A| / delta) ^ 3 <= INR T ->
  exists (S : nat -> finType) (Z : Type) (value : Z -> R) (x_0 : S 0%N) P rho pi_star,
  [/\ setting value L x_0 T delta P rho /\ X S L = n, deterministic rho, @optimal S A Z value L x_0 P rho pi_star,
    forall g, 0 <= g -> @regret_at_least S A Z value L x_0 T delta 210 g (/ 75) (1 - delta / INR T) P rho pi_star &
    forall c g, 1 <= c <= 2 -> 0 <= g -> @intervals_at_most S A Z value L x_0 T delta c g
      ((106 / 10 + 3 / 10 * sqrt (INR L)) * sqrt (INR L * INR n * (INR T * INR #|A| * Log S A L T delta)))
      (1 - delta) P rho].
(* The least C(L,X,A) in Theorem 4 for all large T is between 1/75 and 3: no analysis of Algorithm 1 gives o(X) *)
Definition holds_for_large_T (A : finType) (L n : nat) (delta C : R) : Prop := exists T_0,
  forall S Z value x_0 T P rho, (T_0 <= T)%N -> X S L = n ->
  setting value L x_0 T delta P rho -> @regret_at_most S A Z value L x_0 T delta 0 C (1 - delta) P rho.
Definition Least_constant : Prop := forall (A : finType) (L n : nat) (delta : R),
  (3 <= L)%N -> (2 <= #|A|)%N -> (2 * L <= n)%N -> 0 < delta < 1 ->
  holds_for_large_T A L n delta 3 /\ forall C, holds_for_large_T A L n delta C -> / 75 <= C.
(* L >= 3 is needed: for L = 2 the regret is at most 14 sqrt(TXA log(TXA/delta)), by the form of Theorem 4 by layers *)
Definition Two_steps : Prop := always (fun S A Z value L x_0 T delta P rho => L = 2%N ->
  @regret_at_most S A Z value L x_0 T delta 0 (7 / sqrt (INR (X S L))) (1 - 2 * delta) P rho).
(* Section IV-A: with `doubled`, at most XA log2 T updates in T >= 2 episodes, whatever happens *)
Definition Number_of_updates : Prop := always (fun S A Z value L x_0 T delta _ _ =>
  @updates_at_most_XA_log2_T S A Z value L x_0 T delta).
(* but with `printed`, one after every episode: n_i(x_L,a) = N_i(x_L,a) = 0 *)
Definition Number_of_updates_as_printed : Prop := always (fun S A Z value L x_0 T delta _ _ =>
  @updates_after_every_episode S A Z value L x_0 T delta).
(* LP1 has an optimum wherever line 18 could be reached, and so there are `solve` and `complete` as assumed above *)
Definition LP1_has_an_optimum : Prop := always (fun S A Z value L x_0 T delta _ _ =>
  @optimum_exists S A Z value L x_0 T delta).
Definition Algorithm_1_exists : Prop := always (fun S A Z value L x_0 T delta _ _ =>
  @run_exists S A Z value L x_0 T delta).
(* and the assumptions on the MDP can be satisfied, with choices to make, states to reach, rewards uniform on [0,1] *)
Definition A_setting_exists : Prop := forall T delta, (0 < T)%N -> 0 < delta < 1 ->
  exists (S : nat -> finType) (A : finType) (Z : Type) (value : Z -> R) L x_0 P rho,
  [/\ @setting S A Z value L x_0 T delta P rho, (2 <= #|S 1%N|)%N, (2 <= #|A|)%N &
    forall h x a y t, 0 <= t <= 1 -> has_mean (rho h x a y) (fun z => if Rle_dec (value z) t then 1 else 0) t].
(* Laws: if I is a positive normalised linear functional on a space D of functions, as the integral of a probability
   measure is, then its upper integral U is an expectation, and equals I on D; a finite law is additive *)
Definition Laws : Prop := (forall (Z : Type) (D : (Z -> R) -> Prop) (I : (Z -> R) -> R),
  (forall c, D (fun _ => c) /\ I (fun _ => c) = c) ->
  (forall F G, D F -> D G -> D (fun z => F z + G z) /\ I (fun z => F z + G z) = I F + I G) ->
  (forall c F, D F -> D (fun z => c * F z) /\ I (fun z => c * F z) = c * I F) ->
  (forall F G, D F -> D G -> (forall z, F z <= G z) -> I F <= I G) ->
  exists U, [/\ expectation U, forall F, D F -> bounded F -> has_mean U F (I F) &
    forall F b, bounded F -> b <= U F <-> forall G, D G -> (forall z, F z <= G z) -> b <= I G]) /\
  forall (Z : finType) (p : Z -> R), dist p -> let U F := \sum_(z : Z) (p z * F z) in expectation U /\ additive U.
(* `law` is an expectation, additive if rewards are, and V(pi) is the expected sum of the rewards of an episode, (1) *)
Definition Definitions_make_sense : Prop := always (fun S A Z value L x_0 T delta => @law_and_V S A Z value L x_0).
(* `expect`, over T episodes, is an expectation, additive if the laws of the rewards are; Prl is then the probability *)
Definition Probabilities_make_sense : Prop := always (fun S A Z value L x_0 T delta =>
  @expect_and_Prl S A Z value L x_0 T delta).
