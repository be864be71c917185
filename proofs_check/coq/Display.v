(* How statements are shown: to be imported last, before Check or About.  INR n is shown as n, and probabilities
   as Prl[ K ; T ]{ v | B }, the lower probability of B after T episodes v of the process K, and Pr the upper one. *)
Require Export UCRLLP.Sums UCRLLP.Probability UCRLLP.Concentration UCRLLP.Model UCRLLP.Episodes
  UCRLLP.OccupancyMeasures UCRLLP.ConfidenceSets UCRLLP.Algorithm UCRLLP.LayerSums UCRLLP.GoodEvents
  UCRLLP.Visits UCRLLP.Epochs UCRLLP.Learner.
#[export] Unset Printing Implicit Defensive.
#[export] Set Printing Width 100.

Coercion INR : nat >-> R.
Notation "'Pr[' K ; T ]{ v | B }" := (Pr K T nil (fun v => B%B))
  (at level 10, K, T at level 99, v name, B at level 200, format "'Pr[' K ;  T ]{  v  |  '[' B ']'  }") : R_scope.
Notation "'Prl[' K ; T ]{ v | B }" := (Prl K T nil (fun v => B%B))
  (at level 10, K, T at level 99, v name, B at level 200, format "'Prl[' K ;  T ]{  v  |  '[' B ']'  }") : R_scope.
Notation "x <= y" := (Rleb x y) (at level 70, no associativity, only printing) : bool_scope.
#[export] Set Warnings "-notation-overridden".
Open Scope R_scope.
