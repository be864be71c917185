(* What every theorem on the regret assumes, in one record: Assumption 1, laws of the rewards on [0, 1], and T and delta.
   `Letters` has the paper's letters for its parts: import it, say `Context (M : setting)`, and S, A, P, ... are M's. *)
Require Import Previsions.Sums Previsions.Probability UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.Algorithm
  UCRLLP.paper.GoodEvents UCRLLP.paper.LayerSums.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

Record setting := Setting {
  states : nat -> finType;                                   (* X_h is states h, for h = 0, ..., L *)
  actions : finType;                                         (* A *)
  outcomes : Type;                                           (* a reward is an outcome z, worth worth z *)
  initial : states 0%N;                                      (* x_0 *)
  steps : nat;                                               (* L *)
  transition : trans states actions;                         (* P(x'|x,a) *)
  reward_law : rlaw states actions outcomes;                 (* the law of z, given (x,a,x') *)
  worth : outcomes -> R;
  episodes : nat;                                            (* T *)
  confidence : R;                                            (* delta *)
  one_initial : forall x : states 0%N, x = initial;          (* X_0 = {x_0} *)
  transition_ok : is_trans transition;
  reward_law_ok : is_rlaw reward_law;
  worth_ok : is_reward reward_law worth;
  some_episode : (0 < episodes)%N;
  confidence_ok : 0 < confidence < 1;
  some_action : (0 < #|actions|)%N;
  some_step : (0 < steps)%N;
  one_final : #|states steps| = 1%N }.                       (* X_L = {x_L} *)
Existing Class setting.
Arguments Setting {states actions outcomes initial steps transition reward_law worth episodes confidence} _ _ _ _ _ _ _ _ _.

Module Letters.
Notation S := (@states ltac:(typeclasses eauto)).
Notation A := (@actions ltac:(typeclasses eauto)).
Notation Z := (@outcomes ltac:(typeclasses eauto)).
Notation x0 := (@initial ltac:(typeclasses eauto)).
Notation L := (@steps ltac:(typeclasses eauto)).
Notation P := (@transition ltac:(typeclasses eauto)).
Notation rho := (@reward_law ltac:(typeclasses eauto)).
Notation rv := (@worth ltac:(typeclasses eauto)).
Notation T := (@episodes ltac:(typeclasses eauto)).
Notation delta := (@confidence ltac:(typeclasses eauto)).
Notation E := (traj S A Z L 0).                              (* an episode *)
Notation X := (Algorithm.X S L).
Notation TXA := (GoodEvents.TXA S A L T).
Notation x0_only := (@one_initial ltac:(typeclasses eauto)).
Notation HP := (@transition_ok ltac:(typeclasses eauto)).
Notation Hrho := (@reward_law_ok ltac:(typeclasses eauto)).
Notation Hrv := (@worth_ok ltac:(typeclasses eauto)).
Notation T1 := (@some_episode ltac:(typeclasses eauto)).
Notation delta01 := (@confidence_ok ltac:(typeclasses eauto)).
Notation A1 := (@some_action ltac:(typeclasses eauto)).
Notation L1 := (@some_step ltac:(typeclasses eauto)).
Notation SL := (@one_final ltac:(typeclasses eauto)).
End Letters.

(* What a learner does in it: of the learner and the policy that the context has, the last named. *)
Module Process.
Import Letters.
Notation played := ltac:(match goal with f : seq _ -> policy _ _ |- _ => exact f end).
Notation compared := ltac:(match goal with pistar : policy _ _ |- _ => exact pistar end).
Notation K := (@Algorithm.K S A Z x0 L P rho played).        (* the law of the next episode, given those before *)
Notation regret := (@Algorithm.regret S A Z x0 L P rho rv played compared).
Notation LX := (LayerSums.LX S L).
Notation wide := (LayerSums.wide S).
End Process.
