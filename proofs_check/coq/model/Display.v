(* How statements are shown: to be imported last, before Check or About.  INR n is shown as n, and probabilities
   as Prl[ K ; T ]{ v | B }, the lower probability of B after T episodes v of the process K, and Pr the upper one.  The
   parts of a setting are shown as the paper's letters, without the setting, of which no statement has two. *)
Require Export Previsions.Sums Previsions.Probability Previsions.Concentration UCRLLP.model.Model
  UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.paper.LayerSums UCRLLP.paper.GoodEvents
  UCRLLP.model.Setting UCRLLP.paper.Visits UCRLLP.paper.Epochs UCRLLP.model.Learner.
#[export] Unset Printing Implicit Defensive.
#[export] Set Printing Width 100.

Notation S := (@states _).
Notation A := (@actions _).
Notation Z := (@outcomes _).
Notation x0 := (@initial _).
Notation L := (@steps _).
Notation P := (@transition _).
Notation rho := (@reward_law _).
Notation rv := (@worth _).
Notation T := (@episodes _).
Notation delta := (@confidence _).
Coercion INR : nat >-> R.
Notation "'Pr[' K ; T ]{ v | B }" := (Pr K T nil (fun v => B%B))
  (at level 10, K, T at level 99, v name, B at level 200, format "'Pr[' K ;  T ]{  v  |  '[' B ']'  }") : R_scope.
Notation "'Prl[' K ; T ]{ v | B }" := (Prl K T nil (fun v => B%B))
  (at level 10, K, T at level 99, v name, B at level 200, format "'Prl[' K ;  T ]{  v  |  '[' B ']'  }") : R_scope.
Notation "x <= y" := (Rleb x y) (at level 70, no associativity, only printing) : bool_scope.
#[export] Set Warnings "-notation-overridden".
Open Scope R_scope.
