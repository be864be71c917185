(* Every file of the library but the example: Require Import Previsions.All. *)
Require Export Previsions.Sums Previsions.NatLia Previsions.Probability Previsions.GeneralLaws Previsions.Concentration
  Previsions.Supermartingales Previsions.OnlineMirrorDescent Previsions.MirrorSteps Previsions.BallOptimum Previsions.CoinIntervals.
