(* What the mapped theorems state, in full and without notations: written by
   proofs-check coq --record, and compared with the theorems by the kernel.
   To read what is proved: challenge/Challenge.v. *)
Require UCRLLP.CitedBounds.
Require UCRLLP.MainResults.
Require UCRLLP.SmallStatements.
Require UCRLLP.GoodEvents.
Require UCRLLP.Layering.
Require UCRLLP.Propositions.
Require UCRLLP.PrintedPolytope.
Require UCRLLP.RepairedForms.
Require UCRLLP.OccupancyMeasures.
Require UCRLLP.Estimates.
Require UCRLLP.LinearProgram.
Require UCRLLP.Learner.
Require UCRLLP.Trigger.
Require UCRLLP.ManyUpdates.
Require UCRLLP.Algorithm.
Require UCRLLP.ConfidenceSets.
Require UCRLLP.Concentration.
Require UCRLLP.BackwardInduction.
Require UCRLLP.Budgets.
Require UCRLLP.ConstantThree.
Require UCRLLP.Theorem4.
Require UCRLLP.Instances.
Require UCRLLP.RewardForms.
Require UCRLLP.Weissman.
Require UCRLLP.ClippedPigeonhole.
Require UCRLLP.PaperSize.
Require UCRLLP.AppendixA.
Require UCRLLP.AppendixB.
Require UCRLLP.CompletionPaths.
Require UCRLLP.LayerSums.
Require UCRLLP.Pigeonhole.
Require UCRLLP.Visits.
Require UCRLLP.judge.Verdict.
Require UCRLLP.judge.JsonComplete.
Require UCRLLP.judge.Unique.
Require UCRLLP.judge.FileVerdict.
Require UCRLLP.judge.JudgedLearner.
Require UCRLLP.judge.AlwaysAccepted.
Definition not_below_UOB_REPS : Prop := forall (L X T A : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : Rdefinitions.Rle (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) L)
         (_ : Rdefinitions.Rle (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) X)
         (_ : Rdefinitions.Rle (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) T)
         (_ : Rdefinitions.Rle (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) A),
       and
         (not
            (Rdefinitions.RbaseSymbolsImpl.Rlt
               (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.RbaseSymbolsImpl.Rmult L X)
                  (R_sqrt.sqrt (Rdefinitions.RbaseSymbolsImpl.Rmult T A)))
               (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.RbaseSymbolsImpl.Rmult L X)
                  (R_sqrt.sqrt (Rdefinitions.RbaseSymbolsImpl.Rmult A T)))))
         (forall _ : Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) L,
          not
            (Rdefinitions.Rle
               (Rdefinitions.RbaseSymbolsImpl.Rmult (R_sqrt.sqrt L)
                  (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.RbaseSymbolsImpl.Rmult L X)
                     (R_sqrt.sqrt (Rdefinitions.RbaseSymbolsImpl.Rmult T A))))
               (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.RbaseSymbolsImpl.Rmult L X)
                  (R_sqrt.sqrt (Rdefinitions.RbaseSymbolsImpl.Rmult A T))))).
Definition abstract_repaired : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat),
       let LR : Rdefinitions.RbaseSymbolsImpl.R := Raxioms.INR L in
       let XR : Rdefinitions.RbaseSymbolsImpl.R := Raxioms.INR (Algorithm.X S0 L) in
       let AR : Rdefinitions.RbaseSymbolsImpl.R :=
         Raxioms.INR
           (@fintype.CardDef.card A
              (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                 (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                 (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                    (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A)))))) in
       forall (_ : is_true (ssrnat.leq (S O) L))
         (_ : forall h : nat,
              is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card (S0 h)
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h))))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))))))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A)))))))),
       and
         (forall (T : Rdefinitions.RbaseSymbolsImpl.R)
            (_ : Rdefinitions.Rle (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) T),
          ssrbool.and3
            (@eq Rdefinitions.RbaseSymbolsImpl.R
               (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.RbaseSymbolsImpl.Rmult LR XR)
                  (R_sqrt.sqrt
                     (Rdefinitions.RbaseSymbolsImpl.Rmult AR (Rdefinitions.RbaseSymbolsImpl.Rmult LR T))))
               (Rdefinitions.RbaseSymbolsImpl.Rmult (R_sqrt.sqrt LR)
                  (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.RbaseSymbolsImpl.Rmult LR XR)
                     (R_sqrt.sqrt (Rdefinitions.RbaseSymbolsImpl.Rmult T AR)))))
            (@eq Rdefinitions.RbaseSymbolsImpl.R
               (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.RbaseSymbolsImpl.Rmult LR XR)
                  (R_sqrt.sqrt (Rdefinitions.RbaseSymbolsImpl.Rmult AR T)))
               (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.RbaseSymbolsImpl.Rmult LR XR)
                  (R_sqrt.sqrt (Rdefinitions.RbaseSymbolsImpl.Rmult T AR))))
            (@eq Rdefinitions.RbaseSymbolsImpl.R
               (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.RbaseSymbolsImpl.Rmult LR XR)
                  (R_sqrt.sqrt (Rdefinitions.RbaseSymbolsImpl.Rmult T AR)))
               (Rdefinitions.RbaseSymbolsImpl.Rmult (R_sqrt.sqrt XR)
                  (Rdefinitions.RbaseSymbolsImpl.Rmult LR
                     (R_sqrt.sqrt
                        (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.RbaseSymbolsImpl.Rmult T XR) AR))))))
         (and
            (forall (w : list (Episodes.traj S0 A Z L O))
               (_ : is_true (ssrnat.leq (S (S O)) (@seq.size (Episodes.traj S0 A Z L O) w))),
             Rdefinitions.Rle (Raxioms.INR (@Epochs.updates S0 A Z x0 L w))
               (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.RbaseSymbolsImpl.Rmult XR AR)
                  (Rdefinitions.Rdiv (Rpower.ln (Raxioms.INR (@seq.size (Episodes.traj S0 A Z L O) w)))
                     (Rpower.ln (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))))))
            (@ex nat
               (fun T0 : nat =>
                forall (T : nat) (_ : is_true (ssrnat.leq T0 T)),
                Rdefinitions.RbaseSymbolsImpl.Rlt
                  (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.RbaseSymbolsImpl.Rmult XR AR)
                     (Rdefinitions.Rdiv (Rpower.ln (Raxioms.INR T))
                        (Rpower.ln (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))))))
                  (Raxioms.INR T)))).
Definition theorem_4_O : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (P : Model.trans S0 A) (rho : Episodes.rlaw S0 A Z)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) (_ : @Model.is_trans S0 A P)
         (_ : @Episodes.is_rlaw S0 A Z rho) (_ : @Episodes.is_reward S0 A Z rho rv) 
         (T : nat) (delta Lam : Rdefinitions.RbaseSymbolsImpl.R) (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : Rdefinitions.Rle (Rpower.ln (Rdefinitions.Rdiv (GoodEvents.TXA S0 A L T) delta)) Lam)
         (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A)
         (qhat : forall _ : list (Episodes.traj S0 A Z L O), OccupancyMeasures.occ S0 A)
         (_ : @Algorithm.schedule S0 A Z x0 L st) (_ : @Algorithm.learner S0 A Z x0 L rv f st Lam qhat)
         (pistar : Model.policy S0 A) (_ : @Model.is_policy S0 A pistar),
       Rdefinitions.Rle
         (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
            (Rdefinitions.RbaseSymbolsImpl.Rmult
               (Rdefinitions.IZR (BinNums.Zpos (BinNums.xI (BinNums.xO BinNums.xH)))) delta))
         (@Probability.Prl (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho f) T
            (@nil (Episodes.traj S0 A Z L O))
            (fun v : list (Episodes.traj S0 A Z L O) =>
             Probability.Rleb (@Algorithm.regret S0 A Z x0 L P rho rv f pistar v)
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.IZR
                        (BinNums.Zpos (BinNums.xO (BinNums.xI (BinNums.xO (BinNums.xO BinNums.xH))))))
                     (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR L) (Raxioms.INR (Algorithm.X S0 L))))
                  (R_sqrt.sqrt
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                           (Raxioms.INR
                              (@fintype.CardDef.card A
                                 (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                    (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                    (@ssrbool.PredOfSimpl.coerce
                                       (eqtype.Equality.sort (fintype.Finite.eqType A))
                                       (ssrbool.pred_of_argType
                                          (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) Lam))))).
Definition below_and_sublinear : Prop := forall (L X A : nat) (D delta : Rdefinitions.RbaseSymbolsImpl.R) (_ : is_true (ssrnat.leq (S O) L))
         (_ : is_true (ssrnat.leq (S O) X)) (_ : is_true (ssrnat.leq (S O) A))
         (_ : Rdefinitions.Rle (Raxioms.INR L) D)
         (_ : Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta),
       and
         (forall (T : Rdefinitions.RbaseSymbolsImpl.R)
            (_ : Rdefinitions.Rle (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) T),
          Rdefinitions.Rle
            (Rdefinitions.RbaseSymbolsImpl.Rmult (R_sqrt.sqrt (Raxioms.INR L))
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR L) (Raxioms.INR X))
                  (R_sqrt.sqrt (Rdefinitions.RbaseSymbolsImpl.Rmult T (Raxioms.INR A)))))
            (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.RbaseSymbolsImpl.Rmult D (Raxioms.INR X))
               (R_sqrt.sqrt
                  (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR A)
                     (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR L) T)))))
         (forall (e : Rdefinitions.RbaseSymbolsImpl.R)
            (_ : Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) e),
          @ex nat
            (fun T0 : nat =>
             forall (T : nat) (_ : is_true (ssrnat.leq T0 T)),
             Rdefinitions.Rle
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR L) (Raxioms.INR X))
                  (R_sqrt.sqrt
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T) (Raxioms.INR A))
                        (Rpower.ln
                           (Rdefinitions.Rdiv
                              (Rdefinitions.RbaseSymbolsImpl.Rmult
                                 (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T) (Raxioms.INR X))
                                 (Raxioms.INR A)) delta)))))
               (Rdefinitions.RbaseSymbolsImpl.Rmult e (Raxioms.INR T)))).
Definition advantage_no_price : Prop := forall (L X T A : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : Rdefinitions.Rle (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) L)
         (_ : Rdefinitions.Rle (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) T)
         (_ : Rdefinitions.Rle (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) A)
         (_ : Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) X),
       Rdefinitions.RbaseSymbolsImpl.Rlt
         (R_sqrt.sqrt
            (Rdefinitions.RbaseSymbolsImpl.Rmult
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rmult (Rpow_def.pow L (S (S O))) (Rdefinitions.Rdiv X L)) A)
               (Rdefinitions.RbaseSymbolsImpl.Rmult L T)))
         (Rdefinitions.RbaseSymbolsImpl.Rmult (R_sqrt.sqrt X)
            (Rdefinitions.RbaseSymbolsImpl.Rmult L
               (R_sqrt.sqrt (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.RbaseSymbolsImpl.Rmult T X) A)))).
Definition advantage : Prop := forall (L X T A : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : Rdefinitions.Rle (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) L),
       and
         (@eq Rdefinitions.RbaseSymbolsImpl.R
            (R_sqrt.sqrt
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.RbaseSymbolsImpl.Rmult (Rpow_def.pow L (S (S O))) (Rdefinitions.Rdiv X L))
                     A) (Rdefinitions.RbaseSymbolsImpl.Rmult L T)))
            (Rdefinitions.RbaseSymbolsImpl.Rmult L
               (R_sqrt.sqrt (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.RbaseSymbolsImpl.Rmult T X) A))))
         (@eq Rdefinitions.RbaseSymbolsImpl.R
            (Rdefinitions.RbaseSymbolsImpl.Rmult
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rmult (Rpow_def.pow L (S (S (S O)))) (Rdefinitions.Rdiv X L))
                  A) (Rpower.ln T))
            (Rdefinitions.RbaseSymbolsImpl.Rmult
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rmult (Rpow_def.pow L (S (S O))) X) A) 
               (Rpower.ln T))).
Definition same_as_UOB_REPS : Prop := forall L X T A : Rdefinitions.RbaseSymbolsImpl.R,
       @eq Rdefinitions.RbaseSymbolsImpl.R
         (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.RbaseSymbolsImpl.Rmult L X)
            (R_sqrt.sqrt (Rdefinitions.RbaseSymbolsImpl.Rmult A T)))
         (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.RbaseSymbolsImpl.Rmult L X)
            (R_sqrt.sqrt (Rdefinitions.RbaseSymbolsImpl.Rmult T A))).
Definition UCBVI_terms : Prop := forall (L X T A : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : Rdefinitions.Rle (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) L)
         (_ : Rdefinitions.Rle (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) X)
         (_ : Rdefinitions.Rle (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) T)
         (_ : Rdefinitions.Rle (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) A) (_ : Rdefinitions.Rle L X)
         (_ : Rdefinitions.Rle
                (Rdefinitions.RbaseSymbolsImpl.Rmult
                   (Rdefinitions.RbaseSymbolsImpl.Rmult (Rpow_def.pow L (S (S O)))
                      (Rpow_def.pow X (S (S (S O))))) A) T),
       ssrbool.and3
         (Rdefinitions.Rle
            (R_sqrt.sqrt
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.RbaseSymbolsImpl.Rmult L X) A)
                  (Rdefinitions.RbaseSymbolsImpl.Rmult L T)))
            (Rdefinitions.RbaseSymbolsImpl.Rmult L
               (R_sqrt.sqrt (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.RbaseSymbolsImpl.Rmult T X) A))))
         (Rdefinitions.Rle
            (Rdefinitions.RbaseSymbolsImpl.Rmult
               (Rdefinitions.RbaseSymbolsImpl.Rmult (Rpow_def.pow L (S (S O))) (Rpow_def.pow X (S (S O)))) A)
            (Rdefinitions.RbaseSymbolsImpl.Rmult L
               (R_sqrt.sqrt (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.RbaseSymbolsImpl.Rmult T X) A))))
         (Rdefinitions.Rle
            (Rdefinitions.RbaseSymbolsImpl.Rmult L (R_sqrt.sqrt (Rdefinitions.RbaseSymbolsImpl.Rmult L T)))
            (Rdefinitions.RbaseSymbolsImpl.Rmult L
               (R_sqrt.sqrt (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.RbaseSymbolsImpl.Rmult T X) A)))).
Definition Q_learning_terms : Prop := forall (L X T A : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : Rdefinitions.Rle (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) X)
         (_ : Rdefinitions.Rle (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) A)
         (_ : Rdefinitions.Rle
                (Rdefinitions.RbaseSymbolsImpl.Rmult
                   (Rdefinitions.RbaseSymbolsImpl.Rmult (Rpow_def.pow L (S (S (S (S (S O))))))
                      (Rpow_def.pow X (S (S O)))) (Rpow_def.pow A (S (S O)))) T),
       and
         (Rdefinitions.Rle
            (R_sqrt.sqrt
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.RbaseSymbolsImpl.Rmult (Rpow_def.pow L (S (S (S O)))) X) A)
                  (Rdefinitions.RbaseSymbolsImpl.Rmult L T)))
            (Rdefinitions.RbaseSymbolsImpl.Rmult (Rpow_def.pow L (S (S O)))
               (R_sqrt.sqrt (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.RbaseSymbolsImpl.Rmult T X) A))))
         (Rdefinitions.Rle
            (R_sqrt.sqrt
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rmult (Rpow_def.pow L (S (S (S (S (S (S (S (S (S O))))))))))
                     (Rpow_def.pow X (S (S (S O))))) (Rpow_def.pow A (S (S (S O))))))
            (Rdefinitions.RbaseSymbolsImpl.Rmult (Rpow_def.pow L (S (S O)))
               (R_sqrt.sqrt (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.RbaseSymbolsImpl.Rmult T X) A)))).
Definition sampling_false : Prop := forall K : Rdefinitions.RbaseSymbolsImpl.R,
       @ex Rdefinitions.RbaseSymbolsImpl.R
         (fun L : Rdefinitions.RbaseSymbolsImpl.R =>
          @ex Rdefinitions.RbaseSymbolsImpl.R
            (fun X : Rdefinitions.RbaseSymbolsImpl.R =>
             ssrbool.and3 (Rdefinitions.Rle (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) L)
               (Rdefinitions.Rle (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) X)
               (forall (T A : Rdefinitions.RbaseSymbolsImpl.R)
                  (_ : Rdefinitions.Rle (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) T)
                  (_ : Rdefinitions.Rle (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) A),
                and
                  (Rdefinitions.RbaseSymbolsImpl.Rlt
                     (Rdefinitions.RbaseSymbolsImpl.Rmult K
                        (Rdefinitions.RbaseSymbolsImpl.Rmult L
                           (R_sqrt.sqrt
                              (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.RbaseSymbolsImpl.Rmult T X)
                                 A))))
                     (Rdefinitions.RbaseSymbolsImpl.Rmult L
                        (R_sqrt.sqrt
                           (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.RbaseSymbolsImpl.Rmult X A)
                              (Rdefinitions.RbaseSymbolsImpl.Rmult L T)))))
                  (Rdefinitions.RbaseSymbolsImpl.Rlt
                     (Rdefinitions.RbaseSymbolsImpl.Rmult K
                        (Rdefinitions.RbaseSymbolsImpl.Rmult L
                           (R_sqrt.sqrt
                              (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.RbaseSymbolsImpl.Rmult T X)
                                 A))))
                     (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.RbaseSymbolsImpl.Rmult L X)
                        (R_sqrt.sqrt
                           (Rdefinitions.RbaseSymbolsImpl.Rmult A (Rdefinitions.RbaseSymbolsImpl.Rmult L T)))))))).
Definition sampling_corrected : Prop := forall (L X T A D : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : Rdefinitions.Rle (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) L)
         (_ : Rdefinitions.Rle (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) X)
         (_ : Rdefinitions.Rle (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) T)
         (_ : Rdefinitions.Rle (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) A)
         (_ : and (Rdefinitions.Rle (Rdefinitions.IZR BinNums.Z0) D) (Rdefinitions.Rle D L)),
       Rdefinitions.Rle
         (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.RbaseSymbolsImpl.Rmult D X)
            (R_sqrt.sqrt (Rdefinitions.RbaseSymbolsImpl.Rmult A (Rdefinitions.RbaseSymbolsImpl.Rmult L T))))
         (Rdefinitions.RbaseSymbolsImpl.Rmult
            (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.RbaseSymbolsImpl.Rmult L (R_sqrt.sqrt L)) X)
            (R_sqrt.sqrt (Rdefinitions.RbaseSymbolsImpl.Rmult T A))).
Definition gain_sqrt_L : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (L : nat) (T A : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : is_true (ssrnat.leq (S O) L)),
       and
         (@eq Rdefinitions.RbaseSymbolsImpl.R
            (Rdefinitions.RbaseSymbolsImpl.Rmult
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR L) (R_sqrt.sqrt (Raxioms.INR L)))
                  (Raxioms.INR (Algorithm.X S0 L))) (R_sqrt.sqrt (Rdefinitions.RbaseSymbolsImpl.Rmult T A)))
            (Rdefinitions.RbaseSymbolsImpl.Rmult (R_sqrt.sqrt (Raxioms.INR L))
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR L) (Raxioms.INR (Algorithm.X S0 L)))
                  (R_sqrt.sqrt (Rdefinitions.RbaseSymbolsImpl.Rmult T A)))))
         (Rdefinitions.Rle
            (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R
               (fintype.Finite.sort (fintype.ordinal_finType L)) Rdefinitions.RbaseSymbolsImpl.R0
               (bigop.index_enum (fintype.ordinal_finType L))
               (fun h : fintype.ordinal L =>
                @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.ordinal L) h
                  Rdefinitions.RbaseSymbolsImpl.Rplus true
                  (R_sqrt.sqrt
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Raxioms.INR
                           (@fintype.CardDef.card (S0 (@fintype.nat_of_ord L h))
                              (@ssrbool.mem
                                 (eqtype.Equality.sort (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h))))
                                 (ssrbool.predPredType
                                    (eqtype.Equality.sort
                                       (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h)))))
                                 (@ssrbool.PredOfSimpl.coerce
                                    (eqtype.Equality.sort
                                       (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h))))
                                    (ssrbool.pred_of_argType
                                       (eqtype.Equality.sort
                                          (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h)))))))))
                        (Raxioms.INR
                           (@fintype.CardDef.card (S0 (S (@fintype.nat_of_ord L h)))
                              (@ssrbool.mem
                                 (eqtype.Equality.sort
                                    (fintype.Finite.eqType (S0 (S (@fintype.nat_of_ord L h)))))
                                 (ssrbool.predPredType
                                    (eqtype.Equality.sort
                                       (fintype.Finite.eqType (S0 (S (@fintype.nat_of_ord L h))))))
                                 (@ssrbool.PredOfSimpl.coerce
                                    (eqtype.Equality.sort
                                       (fintype.Finite.eqType (S0 (S (@fintype.nat_of_ord L h)))))
                                    (ssrbool.pred_of_argType
                                       (eqtype.Equality.sort
                                          (fintype.Finite.eqType (S0 (S (@fintype.nat_of_ord L h))))))))))))))
            (Raxioms.INR (Algorithm.X S0 L))).
Definition estimation_false : Prop := forall Z : Type,
       let S0 : forall _ : nat, fintype.Finite.type :=
         fun _ : nat =>
         @fintype.Finite.clone unit fintype.unit_finType (fintype.Finite.class fintype.unit_finType)
           (fun
              x : ssreflect.phantom (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                    (fintype.Finite.class fintype.unit_finType) => x) in
       let A : fintype.Finite.type :=
         @fintype.Finite.clone (fintype.ordinal (S (S (S O)))) (fintype.ordinal_finType (S (S (S O))))
           (fintype.Finite.class (fintype.ordinal_finType (S (S (S O)))))
           (fun
              x : ssreflect.phantom
                    (fintype.Finite.class_of (fintype.Finite.sort (fintype.ordinal_finType (S (S (S O))))))
                    (fintype.Finite.class (fintype.ordinal_finType (S (S (S O))))) => x) in
       forall (w : list (Episodes.traj S0 A Z (S O) O))
         (_ : @eq nat (@seq.size (Episodes.traj S0 A Z (S O) O) w)
                (S
                   (S
                      (S
                         (S
                            (S
                               (S
                                  (S
                                     (S
                                        (S
                                           (S
                                              (S
                                                 (S
                                                    (S
                                                       (S
                                                          (S
                                                             (S
                                                                (S
                                                                   (S
                                                                      (S
                                                                         (S
                                                                            (S
                                                                               (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S (S (S (S (S (S (S O))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))),
       and
         (@eq Rdefinitions.RbaseSymbolsImpl.R (@SmallStatements.changes S0 A Z tt (S O) w)
            (Rdefinitions.IZR
               (BinNums.Zpos
                  (BinNums.xO
                     (BinNums.xO
                        (BinNums.xI
                           (BinNums.xO (BinNums.xI (BinNums.xI (BinNums.xI (BinNums.xI BinNums.xH)))))))))))
         (Rdefinitions.RbaseSymbolsImpl.Rlt
            (Rdefinitions.RbaseSymbolsImpl.Rmult
               (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR (Algorithm.X S0 (S O)))
                  (Raxioms.INR
                     (@fintype.CardDef.card A
                        (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                           (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                           (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                              (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
               (Rdefinitions.Rdiv
                  (Rpower.ln
                     (Rdefinitions.IZR
                        (BinNums.Zpos
                           (BinNums.xO
                              (BinNums.xO
                                 (BinNums.xI
                                    (BinNums.xO
                                       (BinNums.xI (BinNums.xI (BinNums.xI (BinNums.xI BinNums.xH)))))))))))
                  (Rpower.ln (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))))))
            (Rdefinitions.IZR
               (BinNums.Zpos
                  (BinNums.xO
                     (BinNums.xO
                        (BinNums.xI
                           (BinNums.xO (BinNums.xI (BinNums.xI (BinNums.xI (BinNums.xI BinNums.xH))))))))))).
Definition above_UCBVI : Prop := forall (L X T A : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : Rdefinitions.Rle (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) X),
       @eq Rdefinitions.RbaseSymbolsImpl.R
         (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.RbaseSymbolsImpl.Rmult L X)
            (R_sqrt.sqrt (Rdefinitions.RbaseSymbolsImpl.Rmult T A)))
         (Rdefinitions.RbaseSymbolsImpl.Rmult (R_sqrt.sqrt X)
            (Rdefinitions.RbaseSymbolsImpl.Rmult L
               (R_sqrt.sqrt (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.RbaseSymbolsImpl.Rmult T X) A)))).
Definition lemma_3 : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat) (P : Model.trans S0 A)
         (rho : Episodes.rlaw S0 A Z) (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R)
         (_ : @Model.is_trans S0 A P) (_ : @Episodes.is_rlaw S0 A Z rho)
         (_ : @Episodes.is_reward S0 A Z rho rv) (T : nat) (delta Lam : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : Rdefinitions.Rle (Rpower.ln (Rdefinitions.Rdiv (GoodEvents.TXA S0 A L T) delta)) Lam)
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A)
         (_ : forall w : list (Episodes.traj S0 A Z L O), @Model.is_policy S0 A (f w)),
       Rdefinitions.Rle
         (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
            (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
               delta))
         (@Probability.Prl (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho f) T
            (@nil (Episodes.traj S0 A Z L O))
            (fun v : list (Episodes.traj S0 A Z L O) =>
             @fintype.FiniteQuant.quant0b (fintype.ordinal_finType (S T))
               (fun s : fintype.ordinal (S T) =>
                @fintype.FiniteQuant.all (fintype.ordinal_finType (S T))
                  (fintype.FiniteQuant.Quantified
                     (@GoodEvents.in_bounds S0 A Z x0 L P rho rv Lam
                        (@seq.drop (Episodes.traj S0 A Z L O) (@fintype.nat_of_ord (S T) s) v))) s))).
Definition remark_1_printed_false : Prop := forall (St : fintype.Finite.type) (L : nat) (S0 : forall _ : nat, fintype.Finite.type)
         (_ : is_true
                (ssrnat.leq (S (S O))
                   (@fintype.CardDef.card St
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType St))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType St)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType St))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType St))))))))
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : forall (h : nat) (_ : is_true (ssrnat.leq (S h) L)),
              @eq nat
                (@fintype.CardDef.card (S0 h)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))))))
                (@fintype.CardDef.card St
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType St))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType St)))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType St))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType St))))))),
       not
         (@eq nat
            (@fintype.CardDef.card (S0 O)
               (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 O)))
                  (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 O))))
                  (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 O)))
                     (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 O))))))) 
            (S O)).
Definition remark_1 : Prop := forall (St A : fintype.Finite.type) (s0 : fintype.Finite.sort St) (L : nat)
         (p : Layering.step_trans St A) (r : Layering.step_reward St A) (_ : is_true (ssrnat.leq (S O) L))
         (_ : @Layering.is_step_trans St A p),
       ssrbool.and5
         (and
            (forall x y : fintype.Finite.sort (Layering.layer St L O),
             @eq (fintype.Finite.sort (Layering.layer St L O)) x y)
            (forall x y : fintype.Finite.sort (Layering.layer St L L),
             @eq (fintype.Finite.sort (Layering.layer St L L)) x y))
         (@eq nat (Algorithm.X (Layering.layer St L) L)
            (ssrnat.addn
               (ssrnat.muln (ssrnat.subn L (S O))
                  (@fintype.CardDef.card St
                     (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType St))
                        (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType St)))
                        (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType St))
                           (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType St)))))))
               (S (S O))))
         (and (@Model.is_trans (Layering.layer St L) A (@Layering.layered_trans St A s0 L p))
            (forall (pi : Layering.step_policy St A) (_ : @Layering.is_step_policy St A pi),
             and (@Model.is_policy (Layering.layer St L) A (@Layering.layered_policy St A s0 L pi))
               (@eq Rdefinitions.RbaseSymbolsImpl.R
                  (@Model.V (Layering.layer St L) A (@Layering.layered_trans St A s0 L p)
                     (@Layering.layered_policy St A s0 L pi) (@Layering.layered_reward St A s0 L r) L O tt)
                  (@Layering.value St A p pi r L O s0))))
         (forall (pi' : Model.policy (Layering.layer St L) A)
            (_ : @Model.is_policy (Layering.layer St L) A pi'),
          @ex2 (Layering.step_policy St A)
            (fun pi : Layering.step_policy St A => @Layering.is_step_policy St A pi)
            (fun pi : Layering.step_policy St A =>
             forall (h : nat) (x : fintype.Finite.sort (Layering.layer St L h)) (a : fintype.Finite.sort A),
             @eq Rdefinitions.RbaseSymbolsImpl.R (pi' h x a) (@Layering.layered_policy St A s0 L pi h x a)))
         (forall (pi : Layering.step_policy St A) (h : nat) (s : fintype.Finite.sort St)
            (_ : @Layering.is_step_policy St A pi)
            (_ : is_true (andb (ssrnat.leq (S O) h) (ssrnat.leq (S h) L))),
          @eq Rdefinitions.RbaseSymbolsImpl.R
            (@OccupancyMeasures.mu (Layering.layer St L) A tt (@Layering.layered_trans St A s0 L p)
               (@Layering.layered_policy St A s0 L pi) h (@Layering.copy St L h s))
            (@Layering.reach St A p pi s0 h s)).
Definition remark_1_random : Prop := forall (St A : fintype.Finite.type)
         (d : forall _ : fintype.Finite.sort St, Rdefinitions.RbaseSymbolsImpl.R) 
         (L : nat) (p : Layering.step_trans St A) (r : Layering.step_reward St A)
         (pi : Layering.step_policy St A) (s0 : fintype.Finite.sort St) (_ : @Sums.is_dist St d)
         (_ : @Layering.is_step_trans St A p) (_ : @Layering.is_step_policy St A pi),
       and (@Layering.is_step_trans St A (@Layering.first_draw St A d p))
         (@eq Rdefinitions.RbaseSymbolsImpl.R
            (@Layering.value St A (@Layering.first_draw St A d p) pi (@Layering.first_0 St A r) (S L) O s0)
            (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort St)
               Rdefinitions.RbaseSymbolsImpl.R0 (bigop.index_enum St)
               (fun s : fintype.Finite.sort St =>
                @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort St) s
                  Rdefinitions.RbaseSymbolsImpl.Rplus true
                  (Rdefinitions.RbaseSymbolsImpl.Rmult (d s)
                     (@Layering.value St A p (@Layering.later St A pi) r L O s))))).
Definition remark_1_rate : Prop := forall (St A : fintype.Finite.type) (L T : nat) (delta : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : is_true
                (ssrnat.leq (S (S O))
                   (ssrnat.muln
                      (ssrnat.muln T
                         (@fintype.CardDef.card St
                            (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType St))
                               (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType St)))
                               (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType St))
                                  (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType St)))))))
                      (@fintype.CardDef.card A
                         (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                            (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                               (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A)))))))))
         (_ : is_true
                (ssrnat.leq (S (S O))
                   (@fintype.CardDef.card St
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType St))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType St)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType St))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType St)))))))),
       and
         (Rdefinitions.Rle
            (Layering.rate A T delta (Raxioms.INR L) (Raxioms.INR (Algorithm.X (Layering.layer St L) L)))
            (Rdefinitions.RbaseSymbolsImpl.Rmult
               (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR L)
                  (R_sqrt.sqrt
                     (Rdefinitions.RbaseSymbolsImpl.Rplus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
                        (Layering.log2 (Raxioms.INR L)))))
               (Layering.rate A T delta (Raxioms.INR L)
                  (Raxioms.INR
                     (@fintype.CardDef.card St
                        (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType St))
                           (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType St)))
                           (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType St))
                              (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType St))))))))))
         (Rdefinitions.Rle
            (Layering.rate A T delta
               (Rdefinitions.RbaseSymbolsImpl.Rplus (Raxioms.INR L)
                  (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)))
               (Raxioms.INR (Algorithm.X (Layering.layer St (S L)) (S L))))
            (Rdefinitions.RbaseSymbolsImpl.Rmult
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.Rdiv
                     (Rpow_def.pow
                        (Rdefinitions.RbaseSymbolsImpl.Rplus (Raxioms.INR L)
                           (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))) (S (S O))) 
                     (Raxioms.INR L))
                  (R_sqrt.sqrt
                     (Rdefinitions.RbaseSymbolsImpl.Rplus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
                        (Layering.log2
                           (Rdefinitions.RbaseSymbolsImpl.Rplus (Raxioms.INR L)
                              (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)))))))
               (Layering.rate A T delta (Raxioms.INR L)
                  (Raxioms.INR
                     (@fintype.CardDef.card St
                        (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType St))
                           (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType St)))
                           (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType St))
                              (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType St)))))))))).
Definition remark_1_ucrl2 : Prop := forall (St A : fintype.Finite.type) (L T : nat) (delta : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : is_true (ssrnat.leq (S (S (S O))) L))
         (_ : is_true
                (ssrnat.leq (S O)
                   (ssrnat.muln
                      (ssrnat.muln T
                         (@fintype.CardDef.card St
                            (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType St))
                               (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType St)))
                               (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType St))
                                  (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType St)))))))
                      (@fintype.CardDef.card A
                         (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                            (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                               (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))),
       Rdefinitions.RbaseSymbolsImpl.Rlt
         (Rdefinitions.RbaseSymbolsImpl.Rmult
            (Rdefinitions.RbaseSymbolsImpl.Rmult
               (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR L) (R_sqrt.sqrt (Raxioms.INR L)))
               (Raxioms.INR
                  (@fintype.CardDef.card St
                     (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType St))
                        (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType St)))
                        (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType St))
                           (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType St))))))))
            (R_sqrt.sqrt
               (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                  (Raxioms.INR
                     (@fintype.CardDef.card A
                        (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                           (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                           (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                              (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))))
         (Rdefinitions.RbaseSymbolsImpl.Rmult
            (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR L)
               (Raxioms.INR (Algorithm.X (Layering.layer St L) L)))
            (R_sqrt.sqrt
               (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                  (Raxioms.INR
                     (@fintype.CardDef.card A
                        (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                           (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                           (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                              (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A)))))))))).
Definition initial_false : Prop := let S0 : forall _ : nat, fintype.Finite.type :=
         fun h : nat =>
         match @eqtype.eq_op ssrnat.nat_eqType h (S O) return fintype.Finite.type with
         | true =>
             @fintype.Finite.clone bool fintype.bool_finType (fintype.Finite.class fintype.bool_finType)
               (fun
                  x : ssreflect.phantom (fintype.Finite.class_of (fintype.Finite.sort fintype.bool_finType))
                        (fintype.Finite.class fintype.bool_finType) => x)
         | false =>
             @fintype.Finite.clone unit fintype.unit_finType (fintype.Finite.class fintype.unit_finType)
               (fun
                  x : ssreflect.phantom (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                        (fintype.Finite.class fintype.unit_finType) => x)
         end in
       let A : fintype.Finite.type :=
         @fintype.Finite.clone unit fintype.unit_finType (fintype.Finite.class fintype.unit_finType)
           (fun
              x : ssreflect.phantom (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                    (fintype.Finite.class fintype.unit_finType) => x) in
       forall (P : Model.trans S0 A) (pi : Model.policy S0 A),
       let r : Model.reward S0 A :=
         fun h : nat =>
         match
           h as h0
           return
             (forall (_ : fintype.Finite.sort (S0 h0)) (_ : fintype.Finite.sort A),
              Rdefinitions.RbaseSymbolsImpl.R)
         with
         | O =>
             fun (_ : fintype.Finite.sort (S0 O)) (_ : fintype.Finite.sort A) => Rdefinitions.IZR BinNums.Z0
         | S n =>
             match
               n as n0
               return
                 (forall (_ : fintype.Finite.sort (S0 (S n0))) (_ : fintype.Finite.sort A),
                  Rdefinitions.RbaseSymbolsImpl.R)
             with
             | O => fun (x : fintype.Finite.sort (S0 (S O))) (_ : fintype.Finite.sort A) => Sums.ind x
             | S n0 =>
                 fun (_ : fintype.Finite.sort (S0 (S (S n0)))) (_ : fintype.Finite.sort A) =>
                 Rdefinitions.IZR BinNums.Z0
             end
         end in
       forall (_ : @Model.is_trans S0 A P) (_ : @Model.is_policy S0 A pi),
       ssrbool.and3
         (@eq Rdefinitions.RbaseSymbolsImpl.R (@Model.V S0 A P pi r (S (S O)) O tt) (P O tt tt true))
         (@eq Rdefinitions.RbaseSymbolsImpl.R (@Model.V S0 A P pi r (S O) (S O) true)
            (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)))
         (@eq Rdefinitions.RbaseSymbolsImpl.R (@Model.V S0 A P pi r (S O) (S O) false)
            (Rdefinitions.IZR BinNums.Z0)).
Definition definition_1 : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat) (P : Model.trans S0 A)
         (rho : Episodes.rlaw S0 A Z) (pi : Model.policy S0 A) (_ : @Model.is_trans S0 A P)
         (_ : @Episodes.is_rlaw S0 A Z rho) (_ : @Model.is_policy S0 A pi) (h : nat)
         (x : fintype.Finite.sort (S0 h)) (a : fintype.Finite.sort A) (y : fintype.Finite.sort (S0 (S h)))
         (_ : is_true (ssrnat.leq (S h) L)),
       @Probability.has_mean (Episodes.traj S0 A Z L O) (@Episodes.law S0 A Z P rho pi L O x0)
         (fun e : Episodes.traj S0 A Z L O => Sums.ind (@Algorithm.visit3 S0 A Z x0 L h x a y e))
         (@OccupancyMeasures.q3 S0 A x0 P pi h x a y).
Definition prop_1_printed_unbounded : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type)
         (x0 : fintype.Finite.sort (S0 O)) (L : nat)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : forall h : nat,
              is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card (S0 h)
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h))))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))))))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (c : Rdefinitions.RbaseSymbolsImpl.R) (_ : Rdefinitions.Rle (Rdefinitions.IZR BinNums.Z0) c),
       @ex2 (PrintedPolytope.full S0 A)
         (fun q : PrintedPolytope.full S0 A => @PrintedPolytope.printed_Q S0 A L q)
         (fun q : PrintedPolytope.full S0 A =>
          forall (x : fintype.Finite.sort (S0 L)) (a : fintype.Finite.sort A) (g : nat)
            (y : fintype.Finite.sort (S0 g)), @eq Rdefinitions.RbaseSymbolsImpl.R (q L x a g y) c).
Definition prop_1_printed_false : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type)
         (x0 : fintype.Finite.sort (S0 O)) (L : nat)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : forall h : nat,
              is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card (S0 h)
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h))))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))))))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A)))))))),
       not
         (forall (q : PrintedPolytope.full S0 A) (_ : @PrintedPolytope.printed_Q S0 A L q) 
            (h : nat) (x : fintype.Finite.sort (S0 h)) (a : fintype.Finite.sort A) 
            (g : nat) (y : fintype.Finite.sort (S0 g)) (_ : is_true (ssrnat.leq h L))
            (_ : is_true (ssrnat.leq g L)),
          Rdefinitions.Rle (q h x a g y) (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))).
Definition prop_1 : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type)
         (x0 : fintype.Finite.sort (S0 O)) (L : nat)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : forall h : nat,
              is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card (S0 h)
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h))))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))))))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A)))))))),
       and
         (forall q : OccupancyMeasures.occ S0 A,
          iff (@Propositions.in_Q S0 A L q)
            (@ex (Model.trans S0 A)
               (fun P : Model.trans S0 A =>
                @ex (Model.policy S0 A)
                  (fun pi : Model.policy S0 A =>
                   ssrbool.and3 (@Model.is_trans S0 A P) (@Model.is_policy S0 A pi)
                     (@Propositions.same_occ S0 A L (@OccupancyMeasures.q3 S0 A x0 P pi) q)))))
         (and
            (@ex (OccupancyMeasures.occ S0 A)
               (fun q : OccupancyMeasures.occ S0 A => @Propositions.in_Q S0 A L q))
            (forall (q : OccupancyMeasures.occ S0 A) (_ : @Propositions.in_Q S0 A L q) 
               (h : nat) (x : fintype.Finite.sort (S0 h)) (a : fintype.Finite.sort A)
               (y : fintype.Finite.sort (S0 (S h))) (_ : is_true (ssrnat.leq (S h) L)),
             and (Rdefinitions.Rle (Rdefinitions.IZR BinNums.Z0) (q h x a y))
               (Rdefinitions.Rle (q h x a y) (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))).
Definition layers_follow : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (L : nat) (_ : is_true (ssrnat.leq (S O) L)) (q : OccupancyMeasures.occ S0 A),
       iff (@Propositions.in_Q S0 A L q)
         (ssrbool.and3
            (forall (h : nat) (x : fintype.Finite.sort (S0 h)) (a : fintype.Finite.sort A)
               (y : fintype.Finite.sort (S0 (S h))) (_ : is_true (ssrnat.leq (S h) L)),
             Rdefinitions.Rle (Rdefinitions.IZR BinNums.Z0) (q h x a y))
            (@eq Rdefinitions.RbaseSymbolsImpl.R
               (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 O))
                  Rdefinitions.RbaseSymbolsImpl.R0 (bigop.index_enum (S0 O))
                  (fun x : fintype.Finite.sort (S0 O) =>
                   @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 O)) x
                     Rdefinitions.RbaseSymbolsImpl.Rplus true
                     (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort A)
                        Rdefinitions.RbaseSymbolsImpl.R0 (bigop.index_enum A)
                        (fun a : fintype.Finite.sort A =>
                         @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort A) a
                           Rdefinitions.RbaseSymbolsImpl.Rplus true
                           (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R
                              (fintype.Finite.sort (S0 (S O))) Rdefinitions.RbaseSymbolsImpl.R0
                              (bigop.index_enum (S0 (S O)))
                              (fun y : fintype.Finite.sort (S0 (S O)) =>
                               @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R
                                 (fintype.Finite.sort (S0 (S O))) y Rdefinitions.RbaseSymbolsImpl.Rplus true
                                 (q O x a y))))))) (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)))
            (forall (h : nat) (y : fintype.Finite.sort (S0 (S h))) (_ : is_true (ssrnat.leq (S (S h)) L)),
             @eq Rdefinitions.RbaseSymbolsImpl.R
               (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 h))
                  Rdefinitions.RbaseSymbolsImpl.R0 (bigop.index_enum (S0 h))
                  (fun x : fintype.Finite.sort (S0 h) =>
                   @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 h)) x
                     Rdefinitions.RbaseSymbolsImpl.Rplus true
                     (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort A)
                        Rdefinitions.RbaseSymbolsImpl.R0 (bigop.index_enum A)
                        (fun a : fintype.Finite.sort A =>
                         @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort A) a
                           Rdefinitions.RbaseSymbolsImpl.Rplus true (q h x a y)))))
               (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort A)
                  Rdefinitions.RbaseSymbolsImpl.R0 (bigop.index_enum A)
                  (fun a : fintype.Finite.sort A =>
                   @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort A) a
                     Rdefinitions.RbaseSymbolsImpl.Rplus true
                     (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 (S (S h))))
                        Rdefinitions.RbaseSymbolsImpl.R0 (bigop.index_enum (S0 (S (S h))))
                        (fun z : fintype.Finite.sort (S0 (S (S h))) =>
                         @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 (S (S h))))
                           z Rdefinitions.RbaseSymbolsImpl.Rplus true (q (S h) y a z))))))).
Definition printed_QE : Prop := forall (S : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (L : nat) (q : PrintedPolytope.full S A),
       iff (and (@PrintedPolytope.printed_Q S A L q) (@PrintedPolytope.fixed S A L q))
         (and (@Propositions.in_Q S A L (@PrintedPolytope.on_layers S A q))
            (@PrintedPolytope.same_full S A L q
               (@PrintedPolytope.extend S A L (@PrintedPolytope.on_layers S A q)))).
Definition prop_2 : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type)
         (x0 : fintype.Finite.sort (S0 O)) (L : nat)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (_ : is_true (ssrnat.leq (S O) L)) (q : OccupancyMeasures.occ S0 A)
         (_ : @Propositions.in_Q S0 A L q) (P : Model.trans S0 A) (pi : Model.policy S0 A)
         (_ : @Model.is_trans S0 A P) (_ : @Model.is_policy S0 A pi),
       ssrbool.and5 (@Model.is_trans S0 A (@Propositions.P_of S0 A L q P))
         (@Model.is_policy S0 A (@Propositions.pi_of S0 A L q pi))
         (@Propositions.same_occ S0 A L
            (@OccupancyMeasures.q3 S0 A x0 (@Propositions.P_of S0 A L q P) (@Propositions.pi_of S0 A L q pi))
            q)
         (forall (h : nat) (x : fintype.Finite.sort (S0 h)) (a : fintype.Finite.sort A)
            (y : fintype.Finite.sort (S0 (S h))) (_ : is_true (ssrnat.leq (S h) L))
            (_ : not
                   (@eq Rdefinitions.RbaseSymbolsImpl.R (@OccupancyMeasures.marg S0 A q h x a)
                      (Rdefinitions.IZR BinNums.Z0))),
          @eq Rdefinitions.RbaseSymbolsImpl.R (@Propositions.P_of S0 A L q P h x a y)
            (Rdefinitions.Rdiv (q h x a y)
               (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 (S h)))
                  Rdefinitions.RbaseSymbolsImpl.R0 (bigop.index_enum (S0 (S h)))
                  (fun z : fintype.Finite.sort (S0 (S h)) =>
                   @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 (S h))) z
                     Rdefinitions.RbaseSymbolsImpl.Rplus true (q h x a z)))))
         (forall (h : nat) (x : fintype.Finite.sort (S0 h)) (a : fintype.Finite.sort A)
            (_ : is_true (ssrnat.leq (S h) L))
            (_ : not
                   (@eq Rdefinitions.RbaseSymbolsImpl.R (@Propositions.q1 S0 A q h x)
                      (Rdefinitions.IZR BinNums.Z0))),
          @eq Rdefinitions.RbaseSymbolsImpl.R (@Propositions.pi_of S0 A L q pi h x a)
            (Rdefinitions.Rdiv (@OccupancyMeasures.marg S0 A q h x a)
               (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort A)
                  Rdefinitions.RbaseSymbolsImpl.R0 (bigop.index_enum A)
                  (fun b : fintype.Finite.sort A =>
                   @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort A) b
                     Rdefinitions.RbaseSymbolsImpl.Rplus true (@OccupancyMeasures.marg S0 A q h x b))))).
Definition prop_2_unique : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type)
         (x0 : fintype.Finite.sort (S0 O)) (L : nat) (q : OccupancyMeasures.occ S0 A) 
         (P : Model.trans S0 A) (pi : Model.policy S0 A) (_ : @Model.is_trans S0 A P)
         (_ : @Model.is_policy S0 A pi)
         (_ : @Propositions.same_occ S0 A L (@OccupancyMeasures.q3 S0 A x0 P pi) q),
       and
         (forall (h : nat) (x : fintype.Finite.sort (S0 h)) (a : fintype.Finite.sort A)
            (y : fintype.Finite.sort (S0 (S h))) (_ : is_true (ssrnat.leq (S h) L))
            (_ : not
                   (@eq Rdefinitions.RbaseSymbolsImpl.R (@OccupancyMeasures.marg S0 A q h x a)
                      (Rdefinitions.IZR BinNums.Z0))),
          @eq Rdefinitions.RbaseSymbolsImpl.R (P h x a y)
            (Rdefinitions.Rdiv (q h x a y)
               (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 (S h)))
                  Rdefinitions.RbaseSymbolsImpl.R0 (bigop.index_enum (S0 (S h)))
                  (fun z : fintype.Finite.sort (S0 (S h)) =>
                   @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 (S h))) z
                     Rdefinitions.RbaseSymbolsImpl.Rplus true (q h x a z)))))
         (forall (h : nat) (x : fintype.Finite.sort (S0 h)) (a : fintype.Finite.sort A)
            (_ : is_true (ssrnat.leq (S h) L))
            (_ : not
                   (@eq Rdefinitions.RbaseSymbolsImpl.R (@Propositions.q1 S0 A q h x)
                      (Rdefinitions.IZR BinNums.Z0))),
          @eq Rdefinitions.RbaseSymbolsImpl.R (pi h x a)
            (Rdefinitions.Rdiv (@OccupancyMeasures.marg S0 A q h x a)
               (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort A)
                  Rdefinitions.RbaseSymbolsImpl.R0 (bigop.index_enum A)
                  (fun b : fintype.Finite.sort A =>
                   @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort A) b
                     Rdefinitions.RbaseSymbolsImpl.Rplus true (@OccupancyMeasures.marg S0 A q h x b))))).
Definition prop_3_printed_unbounded : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type)
         (x0 : fintype.Finite.sort (S0 O)) (L : nat)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (P : Model.trans S0 A) (c : Rdefinitions.RbaseSymbolsImpl.R) (_ : @Model.is_trans S0 A P)
         (_ : Rdefinitions.Rle (Rdefinitions.IZR BinNums.Z0) c),
       @ex2 (PrintedPolytope.full S0 A)
         (fun q : PrintedPolytope.full S0 A => @PrintedPolytope.printed_QP S0 A L P q)
         (fun q : PrintedPolytope.full S0 A =>
          forall (x : fintype.Finite.sort (S0 L)) (a : fintype.Finite.sort A) (g : nat)
            (y : fintype.Finite.sort (S0 g)), @eq Rdefinitions.RbaseSymbolsImpl.R (q L x a g y) c).
Definition prop_3 : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type)
         (x0 : fintype.Finite.sort (S0 O)) (L : nat)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (P : Model.trans S0 A) (_ : @Model.is_trans S0 A P),
       and
         (forall q : OccupancyMeasures.occ S0 A,
          iff (@Propositions.in_QP S0 A L P q)
            (@ex2 (Model.policy S0 A) (fun pi : Model.policy S0 A => @Model.is_policy S0 A pi)
               (fun pi : Model.policy S0 A =>
                @Propositions.same_occ S0 A L (@OccupancyMeasures.q3 S0 A x0 P pi) q)))
         (@ex (OccupancyMeasures.occ S0 A)
            (fun q : OccupancyMeasures.occ S0 A => @Propositions.in_QP S0 A L P q)).
Definition eq_8 : Prop := forall (S : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type)
         (x0 : fintype.Finite.sort (S O)) (P : Model.trans S A) (pi : Model.policy S A)
         (_ : @Model.is_trans S A P) (L : nat) (r : Model.reward S A),
       @eq Rdefinitions.RbaseSymbolsImpl.R (@Model.V S A P pi r L O x0)
         (@OccupancyMeasures.inner S A L (@OccupancyMeasures.q3 S A x0 P pi) r).
Definition eq_8_episode : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat) (P : Model.trans S0 A)
         (rho : Episodes.rlaw S0 A Z) (pi : Model.policy S0 A) (_ : @Model.is_trans S0 A P)
         (_ : @Episodes.is_rlaw S0 A Z rho) (_ : @Model.is_policy S0 A pi)
         (r : forall (x : nat) (_ : fintype.Finite.sort (S0 x)) (_ : fintype.Finite.sort A),
              Rdefinitions.RbaseSymbolsImpl.R),
       and
         (@Probability.has_mean (Episodes.traj S0 A Z L O) (@Episodes.law S0 A Z P rho pi L O x0)
            (@Episodes.pathsum S0 A Z
               (fun (l : nat) (x : fintype.Finite.sort (S0 l)) (a : fintype.Finite.sort A) 
                  (_ : Z) (_ : fintype.Finite.sort (S0 (S l))) => r l x a) L O x0)
            (@Model.V S0 A P pi r L O x0))
         (@eq Rdefinitions.RbaseSymbolsImpl.R (@Model.V S0 A P pi r L O x0)
            (@OccupancyMeasures.inner S0 A L (@OccupancyMeasures.q3 S0 A x0 P pi) r)).
Definition eq_8_received : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat) (P : Model.trans S0 A)
         (rho : Episodes.rlaw S0 A Z) (pi : Model.policy S0 A) (_ : @Model.is_trans S0 A P)
         (_ : @Episodes.is_rlaw S0 A Z rho) (_ : @Model.is_policy S0 A pi)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) (_ : @Episodes.is_reward S0 A Z rho rv),
       @Probability.has_mean (Episodes.traj S0 A Z L O) (@Episodes.law S0 A Z P rho pi L O x0)
         (@Episodes.pathsum S0 A Z
            (fun (l : nat) (_ : fintype.Finite.sort (S0 l)) (_ : fintype.Finite.sort A) 
               (z : Z) (_ : fintype.Finite.sort (S0 (S l))) => rv z) L O x0)
         (@Model.V S0 A P pi (@Algorithm.r S0 A Z P rho rv) L O x0).
Definition eq_regret_occ : Prop := forall (S : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S O)) (L : nat) (P : Model.trans S A)
         (rho : Episodes.rlaw S A Z) (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R)
         (_ : @Model.is_trans S A P) (f : forall _ : list (Episodes.traj S A Z L O), Model.policy S A)
         (pistar : Model.policy S A) (v : list (Episodes.traj S A Z L O)),
       and
         (@eq Rdefinitions.RbaseSymbolsImpl.R (@Algorithm.regret S A Z x0 L P rho rv f pistar v)
            (Rdefinitions.Rminus
               (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR (@seq.size (Episodes.traj S A Z L O) v))
                  (@OccupancyMeasures.inner S A L (@MainResults.qstar S A x0 P pistar)
                     (@Algorithm.r S A Z P rho rv)))
               (@Probability.along (Episodes.traj S A Z L O)
                  (fun (hist : list (Episodes.traj S A Z L O)) (_ : Episodes.traj S A Z L O) =>
                   @OccupancyMeasures.inner S A L (@AppendixA.q_ S A Z x0 L P f hist)
                     (@Algorithm.r S A Z P rho rv)) v)))
         (@eq Rdefinitions.RbaseSymbolsImpl.R (@Algorithm.regret S A Z x0 L P rho rv f pistar v)
            (@Probability.along (Episodes.traj S A Z L O)
               (fun (hist : list (Episodes.traj S A Z L O)) (_ : Episodes.traj S A Z L O) =>
                @OccupancyMeasures.inner S A L
                  (@AppendixA.minus S A (@MainResults.qstar S A x0 P pistar)
                     (@AppendixA.q_ S A Z x0 L P f hist)) (@Algorithm.r S A Z P rho rv)) v)).
Definition eq_9 : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat) (P : Model.trans S0 A)
         (rho : Episodes.rlaw S0 A Z) (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R)
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A) (pistar : Model.policy S0 A)
         (qstar : OccupancyMeasures.occ S0 A) (v : list (Episodes.traj S0 A Z L O))
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : @Model.is_trans S0 A P)
         (_ : @Propositions.optimal S0 A x0 L P (@Algorithm.r S0 A Z P rho rv) pistar)
         (_ : @Propositions.optimal_occ S0 A L P (@Algorithm.r S0 A Z P rho rv) qstar),
       let q : forall _ : list (Episodes.traj S0 A Z L O), OccupancyMeasures.occ S0 A :=
         fun t : list (Episodes.traj S0 A Z L O) => @OccupancyMeasures.q3 S0 A x0 P (f t) in
       and
         (@eq Rdefinitions.RbaseSymbolsImpl.R (@Algorithm.regret S0 A Z x0 L P rho rv f pistar v)
            (Rdefinitions.Rminus
               (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR (@seq.size (Episodes.traj S0 A Z L O) v))
                  (@OccupancyMeasures.inner S0 A L qstar (@Algorithm.r S0 A Z P rho rv)))
               (@Probability.along (Episodes.traj S0 A Z L O)
                  (fun (hist : list (Episodes.traj S0 A Z L O)) (_ : Episodes.traj S0 A Z L O) =>
                   @OccupancyMeasures.inner S0 A L (q hist) (@Algorithm.r S0 A Z P rho rv)) v)))
         (@eq Rdefinitions.RbaseSymbolsImpl.R (@Algorithm.regret S0 A Z x0 L P rho rv f pistar v)
            (@Probability.along (Episodes.traj S0 A Z L O)
               (fun (hist : list (Episodes.traj S0 A Z L O)) (_ : Episodes.traj S0 A Z L O) =>
                @bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R
                  (fintype.Finite.sort (fintype.ordinal_finType L)) Rdefinitions.RbaseSymbolsImpl.R0
                  (bigop.index_enum (fintype.ordinal_finType L))
                  (fun h : fintype.ordinal L =>
                   @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.ordinal L) h
                     Rdefinitions.RbaseSymbolsImpl.Rplus true
                     (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R
                        (fintype.Finite.sort (S0 (@fintype.nat_of_ord L h))) Rdefinitions.RbaseSymbolsImpl.R0
                        (bigop.index_enum (S0 (@fintype.nat_of_ord L h)))
                        (fun x : fintype.Finite.sort (S0 (@fintype.nat_of_ord L h)) =>
                         @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R
                           (fintype.Finite.sort (S0 (@fintype.nat_of_ord L h))) x
                           Rdefinitions.RbaseSymbolsImpl.Rplus true
                           (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort A)
                              Rdefinitions.RbaseSymbolsImpl.R0 (bigop.index_enum A)
                              (fun a : fintype.Finite.sort A =>
                               @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort A) a
                                 Rdefinitions.RbaseSymbolsImpl.Rplus true
                                 (Rdefinitions.RbaseSymbolsImpl.Rmult
                                    (Rdefinitions.Rminus
                                       (@OccupancyMeasures.marg S0 A qstar (@fintype.nat_of_ord L h) x a)
                                       (@OccupancyMeasures.marg S0 A (q hist) (@fintype.nat_of_ord L h) x a))
                                    (@Algorithm.r S0 A Z P rho rv (@fintype.nat_of_ord L h) x a)))))))) v)).
Definition optimal_occ_exists : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type)
         (x0 : fintype.Finite.sort (S0 O)) (L : nat)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (P : Model.trans S0 A) (r : Model.reward S0 A) (pi : Model.policy S0 A) 
         (_ : @Model.is_trans S0 A P) (_ : @Propositions.optimal S0 A x0 L P r pi),
       @Propositions.optimal_occ S0 A L P r (@OccupancyMeasures.q3 S0 A x0 P pi).
Definition optimal_policy_exists : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type)
         (x0 : fintype.Finite.sort (S0 O)) (L : nat)
         (_ : forall h : nat,
              is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card (S0 h)
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h))))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))))))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (P : Model.trans S0 A) (r : Model.reward S0 A) (_ : @Model.is_trans S0 A P),
       @ex (Model.policy S0 A) (fun pi : Model.policy S0 A => @Propositions.optimal S0 A x0 L P r pi).
Definition line_4 : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L T : nat) (delta : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : forall h : nat,
              is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card (S0 h)
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h))))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))))))))
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0),
       let w0 : list (Episodes.traj S0 A Z L O) := @nil (Episodes.traj S0 A Z L O) in
       and
         (forall (P : Model.trans S0 A) (_ : @Model.is_trans S0 A P),
          @ConfidenceSets.in_conf S0 A L (@Algorithm.Pbar S0 A Z x0 L w0)
            (@Algorithm.eps S0 A Z x0 L
               (Rpower.ln
                  (Rdefinitions.Rdiv
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T) (Raxioms.INR (Algorithm.X S0 L)))
                        (Raxioms.INR
                           (@fintype.CardDef.card A
                              (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                 (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                 (@ssrbool.PredOfSimpl.coerce
                                    (eqtype.Equality.sort (fintype.Finite.eqType A))
                                    (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
                     delta)) w0) P)
         (forall q : OccupancyMeasures.occ S0 A,
          iff
            (@LinearProgram.in_QPi S0 A L (@Algorithm.Pbar S0 A Z x0 L w0)
               (@Algorithm.eps S0 A Z x0 L
                  (Rpower.ln
                     (Rdefinitions.Rdiv
                        (Rdefinitions.RbaseSymbolsImpl.Rmult
                           (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                              (Raxioms.INR (Algorithm.X S0 L)))
                           (Raxioms.INR
                              (@fintype.CardDef.card A
                                 (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                    (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                    (@ssrbool.PredOfSimpl.coerce
                                       (eqtype.Equality.sort (fintype.Finite.eqType A))
                                       (ssrbool.pred_of_argType
                                          (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) delta)) w0)
               q) (@Propositions.in_Q S0 A L q)).
Definition line_5_printed_false : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type)
         (_ : fintype.Finite.sort (S0 O)) (L : nat) (_ : is_true (ssrnat.leq (S O) L))
         (_ : forall h : nat,
              is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card (S0 h)
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h))))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))))))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A)))))))),
       not
         (@PrintedPolytope.printed_Q S0 A L
            (fun (h : nat) (_ : fintype.Finite.sort (S0 h)) (_ : fintype.Finite.sort A) 
               (g : nat) (_ : fintype.Finite.sort (S0 g)) =>
             Rdefinitions.RinvImpl.Rinv
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Raxioms.INR
                        (@fintype.CardDef.card (S0 h)
                           (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                              (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h))))
                              (@ssrbool.PredOfSimpl.coerce
                                 (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                                 (ssrbool.pred_of_argType
                                    (eqtype.Equality.sort (fintype.Finite.eqType (S0 h))))))))
                     (Raxioms.INR
                        (@fintype.CardDef.card A
                           (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                              (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                              (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                                 (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
                  (Raxioms.INR
                     (@fintype.CardDef.card (S0 (S h))
                        (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 (S h))))
                           (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 (S h)))))
                           (@ssrbool.PredOfSimpl.coerce
                              (eqtype.Equality.sort (fintype.Finite.eqType (S0 (S h))))
                              (ssrbool.pred_of_argType
                                 (eqtype.Equality.sort (fintype.Finite.eqType (S0 (S h)))))))))))).
Definition line_5 : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) (Lam : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : forall h : nat,
              is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card (S0 h)
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h))))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))))))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : Rdefinitions.Rle
                (Rdefinitions.RinvImpl.Rinv (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))) Lam),
       let w0 : list (Episodes.traj S0 A Z L O) := @nil (Episodes.traj S0 A Z L O) in
       ssrbool.and4
         (forall (h : nat) (x : fintype.Finite.sort (S0 h)) (a : fintype.Finite.sort A),
          ssrbool.and3 (@eq nat (@Algorithm.cnt S0 A Z x0 L (@Algorithm.mkp S0 A h x a) w0) O)
            (@eq Rdefinitions.RbaseSymbolsImpl.R (@Algorithm.rbar S0 A Z x0 L rv w0 h x a)
               (Rdefinitions.IZR BinNums.Z0))
            (@eq Rdefinitions.RbaseSymbolsImpl.R (@Algorithm.rhat S0 A Z x0 L rv Lam w0 h x a)
               (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)))) (@Propositions.in_Q S0 A L (@Learner.q_1 S0 A))
         (@LinearProgram.LP1_rows S0 A L (@Algorithm.Pbar S0 A Z x0 L w0) (@Algorithm.eps S0 A Z x0 L Lam w0)
            (@Algorithm.rhat S0 A Z x0 L rv Lam w0) (@Learner.q_1 S0 A))
         (@eq Rdefinitions.RbaseSymbolsImpl.R
            (@OccupancyMeasures.inner S0 A L (@Learner.q_1 S0 A) (@Algorithm.rhat S0 A Z x0 L rv Lam w0))
            (Raxioms.INR L)).
Definition line_5_all : Prop := forall (S : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S O)) (L : nat)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) (Lam : Rdefinitions.RbaseSymbolsImpl.R)
         (q : OccupancyMeasures.occ S A)
         (_ : Rdefinitions.Rle
                (Rdefinitions.RinvImpl.Rinv (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))) Lam)
         (_ : @Propositions.in_Q S A L q),
       @eq Rdefinitions.RbaseSymbolsImpl.R
         (@OccupancyMeasures.inner S A L q
            (@Algorithm.rhat S A Z x0 L rv Lam (@nil (Episodes.traj S A Z L O)))) 
         (Raxioms.INR L).
Definition first_epoch : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) (Lam : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : Rdefinitions.Rle
                (Rdefinitions.RinvImpl.Rinv (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))) Lam)
         (_ : forall h : nat,
              is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card (S0 h)
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h))))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h))))))))),
       and
         (@ConfidenceSets.LP1_opt S0 A L (@Algorithm.Pbar S0 A Z x0 L (@nil (Episodes.traj S0 A Z L O)))
            (@Algorithm.eps S0 A Z x0 L Lam (@nil (Episodes.traj S0 A Z L O)))
            (@Algorithm.rhat S0 A Z x0 L rv Lam (@nil (Episodes.traj S0 A Z L O))) 
            (@Learner.q_1 S0 A))
         (@ConfidenceSets.plays S0 A L (@Learner.q_1 S0 A) (@Learner.uniform_policy S0 A)).
Definition line_11_printed_false : Prop := let S0 : forall _ : nat, fintype.Finite.type :=
         fun _ : nat =>
         @fintype.Finite.clone unit fintype.unit_finType (fintype.Finite.class fintype.unit_finType)
           (fun
              x : ssreflect.phantom (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                    (fintype.Finite.class fintype.unit_finType) => x) in
       let rv : forall _ : unit, Rdefinitions.RbaseSymbolsImpl.R :=
         fun _ : unit => Rdefinitions.RinvImpl.Rinv (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
         in
       let w :
         list
           (Episodes.traj S0
              (@fintype.Finite.clone unit fintype.unit_finType (fintype.Finite.class fintype.unit_finType)
                 (fun
                    x : ssreflect.phantom
                          (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                          (fintype.Finite.class fintype.unit_finType) => x)) unit 
              (S O) O) :=
         @cons (prod (prod unit (prod unit unit)) unit)
           (@pair (prod unit (prod unit unit)) unit (@pair unit (prod unit unit) tt (@pair unit unit tt tt))
              tt) (@nil (prod (prod unit (prod unit unit)) unit)) in
       and
         (@eq Rdefinitions.RbaseSymbolsImpl.R
            (@Estimates.run_mean S0
               (@fintype.Finite.clone unit fintype.unit_finType (fintype.Finite.class fintype.unit_finType)
                  (fun
                     x : ssreflect.phantom
                           (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                           (fintype.Finite.class fintype.unit_finType) => x)) unit tt 
               (S O) rv w O tt tt)
            (Rdefinitions.RinvImpl.Rinv (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))))
         (@eq Rdefinitions.RbaseSymbolsImpl.R
            (@Algorithm.rbar S0
               (@fintype.Finite.clone unit fintype.unit_finType (fintype.Finite.class fintype.unit_finType)
                  (fun
                     x : ssreflect.phantom
                           (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                           (fintype.Finite.class fintype.unit_finType) => x)) unit tt 
               (S O) rv
               (@Algorithm.start S0
                  (@fintype.Finite.clone unit fintype.unit_finType
                     (fintype.Finite.class fintype.unit_finType)
                     (fun
                        x : ssreflect.phantom
                              (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                              (fintype.Finite.class fintype.unit_finType) => x)) unit tt 
                  (S O)
                  (@seq.behead
                     (Episodes.traj S0
                        (@fintype.Finite.clone unit fintype.unit_finType
                           (fintype.Finite.class fintype.unit_finType)
                           (fun
                              x : ssreflect.phantom
                                    (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                                    (fintype.Finite.class fintype.unit_finType) => x)) unit 
                        (S O) O) w)) O tt tt) (Rdefinitions.IZR BinNums.Z0)).
Definition line_11 : Prop := forall (S : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S O)) (L : nat)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R)
         (_ : forall z : Z,
              and (Rdefinitions.Rle (Rdefinitions.IZR BinNums.Z0) (rv z))
                (Rdefinitions.Rle (rv z) (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (w : list (Episodes.traj S A Z L O)) (h : nat) (x : fintype.Finite.sort (S h))
         (a : fintype.Finite.sort A),
       @eq Rdefinitions.RbaseSymbolsImpl.R (@Estimates.run_mean S A Z x0 L rv w h x a)
         (@Algorithm.rbar S A Z x0 L rv w h x a).
Definition line_12_printed : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat)
         (_ : forall h : nat,
              is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card (S0 h)
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h))))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))))))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (w : list (Episodes.traj S0 A Z L O)),
       @eq (list (Episodes.traj S0 A Z L O)) (@Algorithm.start_printed S0 A Z x0 L w) w.
Definition line_12_printed_false : Prop := forall (Z : fintype.Finite.type)
         (w : list
                (Episodes.traj ManyUpdates.two
                   (@fintype.Finite.clone unit fintype.unit_finType
                      (fintype.Finite.class fintype.unit_finType)
                      (fun
                         x : ssreflect.phantom
                               (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                               (fintype.Finite.class fintype.unit_finType) => x)) 
                   (fintype.Finite.sort Z) (S O) O))
         (_ : @eq nat
                (@seq.size
                   (Episodes.traj ManyUpdates.two
                      (@fintype.Finite.clone unit fintype.unit_finType
                         (fintype.Finite.class fintype.unit_finType)
                         (fun
                            x : ssreflect.phantom
                                  (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                                  (fintype.Finite.class fintype.unit_finType) => x)) 
                      (fintype.Finite.sort Z) (S O) O) w) (S (S (S O)))),
       and
         (@eq
            (list
               (Episodes.traj ManyUpdates.two
                  (@fintype.Finite.clone unit fintype.unit_finType
                     (fintype.Finite.class fintype.unit_finType)
                     (fun
                        x : ssreflect.phantom
                              (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                              (fintype.Finite.class fintype.unit_finType) => x)) 
                  (fintype.Finite.sort Z) (S O) O))
            (@Algorithm.start_printed ManyUpdates.two
               (@fintype.Finite.clone unit fintype.unit_finType (fintype.Finite.class fintype.unit_finType)
                  (fun
                     x : ssreflect.phantom
                           (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                           (fintype.Finite.class fintype.unit_finType) => x)) (fintype.Finite.sort Z) tt
               (S O) w) w)
         (@eq
            (list
               (Episodes.traj ManyUpdates.two
                  (@fintype.Finite.clone unit fintype.unit_finType
                     (fintype.Finite.class fintype.unit_finType)
                     (fun
                        x : ssreflect.phantom
                              (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                              (fintype.Finite.class fintype.unit_finType) => x)) 
                  (fintype.Finite.sort Z) (S O) O))
            (@Algorithm.start ManyUpdates.two
               (@fintype.Finite.clone unit fintype.unit_finType (fintype.Finite.class fintype.unit_finType)
                  (fun
                     x : ssreflect.phantom
                           (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                           (fintype.Finite.class fintype.unit_finType) => x)) (fintype.Finite.sort Z) tt
               (S O) w)
            (@seq.behead
               (Episodes.traj ManyUpdates.two
                  (@fintype.Finite.clone unit fintype.unit_finType
                     (fintype.Finite.class fintype.unit_finType)
                     (fun
                        x : ssreflect.phantom
                              (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                              (fintype.Finite.class fintype.unit_finType) => x)) 
                  (fintype.Finite.sort Z) (S O) O) w)).
Definition line_12 : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat) (e : Episodes.traj S0 A Z L O)
         (w : list (Episodes.traj S0 A Z L O)),
       ssrbool.and3
         (iff
            (@eq (list (Episodes.traj S0 A Z L O))
               (@Algorithm.start S0 A Z x0 L (@cons (Episodes.traj S0 A Z L O) e w))
               (@cons (Episodes.traj S0 A Z L O) e w))
            (@ex (fintype.ordinal L)
               (fun h : fintype.ordinal L =>
                @ex (fintype.Finite.sort (S0 (@fintype.nat_of_ord L h)))
                  (fun x : fintype.Finite.sort (S0 (@fintype.nat_of_ord L h)) =>
                   @ex (fintype.Finite.sort A)
                     (fun a : fintype.Finite.sort A =>
                      is_true
                        (ssrnat.leq
                           (ssrnat.maxn (S O)
                              (@Algorithm.cnt S0 A Z x0 L (@Algorithm.mkp S0 A (@fintype.nat_of_ord L h) x a)
                                 (@Algorithm.start S0 A Z x0 L w)))
                           (@Trigger.n_ S0 A Z x0 L (@fintype.nat_of_ord L h) x a
                              (@Algorithm.start S0 A Z x0 L w) (@cons (Episodes.traj S0 A Z L O) e w))))))))
         (forall
            _ : @eq (list (Episodes.traj S0 A Z L O))
                  (@Algorithm.start S0 A Z x0 L (@cons (Episodes.traj S0 A Z L O) e w))
                  (@cons (Episodes.traj S0 A Z L O) e w),
          @ex (fintype.ordinal L)
            (fun h : fintype.ordinal L =>
             @ex (fintype.Finite.sort (S0 (@fintype.nat_of_ord L h)))
               (fun x : fintype.Finite.sort (S0 (@fintype.nat_of_ord L h)) =>
                @ex (fintype.Finite.sort A)
                  (fun a : fintype.Finite.sort A =>
                   @eq nat
                     (@Trigger.n_ S0 A Z x0 L (@fintype.nat_of_ord L h) x a (@Algorithm.start S0 A Z x0 L w)
                        (@cons (Episodes.traj S0 A Z L O) e w))
                     (ssrnat.maxn (S O)
                        (@Algorithm.cnt S0 A Z x0 L (@Algorithm.mkp S0 A (@fintype.nat_of_ord L h) x a)
                           (@Algorithm.start S0 A Z x0 L w)))))))
         (forall (h : nat) (x : fintype.Finite.sort (S0 h)) (a : fintype.Finite.sort A)
            (_ : is_true (ssrnat.leq (S h) L)),
          is_true
            (ssrnat.leq
               (@Trigger.n_ S0 A Z x0 L h x a (@Algorithm.start S0 A Z x0 L w)
                  (@cons (Episodes.traj S0 A Z L O) e w))
               (ssrnat.maxn (S O)
                  (@Algorithm.cnt S0 A Z x0 L (@Algorithm.mkp S0 A h x a) (@Algorithm.start S0 A Z x0 L w))))).
Definition layer_total : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L h : nat) (w : list (Episodes.traj S0 A Z L O))
         (_ : is_true (ssrnat.leq (S h) L)),
       @eq Rdefinitions.RbaseSymbolsImpl.R
         (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 h))
            Rdefinitions.RbaseSymbolsImpl.R0 (bigop.index_enum (S0 h))
            (fun x : fintype.Finite.sort (S0 h) =>
             @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 h)) x
               Rdefinitions.RbaseSymbolsImpl.Rplus true
               (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort A)
                  Rdefinitions.RbaseSymbolsImpl.R0 (bigop.index_enum A)
                  (fun a : fintype.Finite.sort A =>
                   @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort A) a
                     Rdefinitions.RbaseSymbolsImpl.Rplus true
                     (Raxioms.INR (@Algorithm.cnt S0 A Z x0 L (@Algorithm.mkp S0 A h x a) w))))))
         (Raxioms.INR (@seq.size (Episodes.traj S0 A Z L O) w)).
Definition visit3_sum : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L h : nat) (x : fintype.Finite.sort (S0 h))
         (a : fintype.Finite.sort A) (e : Episodes.traj S0 A Z L O),
       @eq Rdefinitions.RbaseSymbolsImpl.R
         (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 (S h)))
            Rdefinitions.RbaseSymbolsImpl.R0 (bigop.index_enum (S0 (S h)))
            (fun y : fintype.Finite.sort (S0 (S h)) =>
             @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 (S h))) y
               Rdefinitions.RbaseSymbolsImpl.Rplus true (Sums.ind (@Algorithm.visit3 S0 A Z x0 L h x a y e))))
         (Sums.ind (@Algorithm.visit S0 A Z x0 L (@Algorithm.mkp S0 A h x a) e)).
Definition line_15 : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R)
         (_ : forall z : Z,
              and (Rdefinitions.Rle (Rdefinitions.IZR BinNums.Z0) (rv z))
                (Rdefinitions.Rle (rv z) (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (w : list (Episodes.traj S0 A Z L O)) (h : nat) (x : fintype.Finite.sort (S0 h))
         (a : fintype.Finite.sort A),
       @eq Rdefinitions.RbaseSymbolsImpl.R
         (@Estimates.run_mean S0 A Z x0 L rv (@Algorithm.start S0 A Z x0 L w) h x a)
         (Rdefinitions.Rdiv
            (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (Episodes.traj S0 A Z L O)
               Rdefinitions.RbaseSymbolsImpl.R0 (@Algorithm.start S0 A Z x0 L w)
               (fun e : Episodes.traj S0 A Z L O =>
                @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (Episodes.traj S0 A Z L O) e
                  Rdefinitions.RbaseSymbolsImpl.Rplus true (@Algorithm.rew S0 A Z x0 L rv h x a e)))
            (Raxioms.INR
               (ssrnat.maxn (S O)
                  (@Algorithm.cnt S0 A Z x0 L (@Algorithm.mkp S0 A h x a) (@Algorithm.start S0 A Z x0 L w))))).
Definition polytope_occ : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type)
         (x0 : fintype.Finite.sort (S0 O))
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0) 
         (L : nat) (Pbar : Model.trans S0 A)
         (eps : forall (h : nat) (_ : fintype.Finite.sort (S0 h)) (_ : fintype.Finite.sort A),
                Rdefinitions.RbaseSymbolsImpl.R) (q : OccupancyMeasures.occ S0 A) 
         (P : Model.trans S0 A) (pi : Model.policy S0 A) (_ : @ConfidenceSets.polytope S0 A L Pbar eps q)
         (_ : @ConfidenceSets.plays S0 A L q pi) (h : nat) (x : fintype.Finite.sort (S0 h))
         (a : fintype.Finite.sort A) (y : fintype.Finite.sort (S0 (S h))) (_ : is_true (ssrnat.leq (S h) L)),
       @eq Rdefinitions.RbaseSymbolsImpl.R
         (@OccupancyMeasures.q3 S0 A x0 (@ConfidenceSets.Phat S0 A L q P) pi h x a y) 
         (q h x a y).
Definition updates_printed : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat)
         (_ : forall h : nat,
              is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card (S0 h)
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h))))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))))))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (w : list (Episodes.traj S0 A Z L O)),
       @eq nat (@Trigger.updates_all S0 A Z x0 L w) (@seq.size (Episodes.traj S0 A Z L O) w).
Definition updates_ln_false : Prop := forall
         (P : Model.trans (ManyUpdates.layers (S (S (S (S (S (S (S (S (S (S (S (S O)))))))))))))
                (@fintype.Finite.clone unit fintype.unit_finType (fintype.Finite.class fintype.unit_finType)
                   (fun
                      x : ssreflect.phantom
                            (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                            (fintype.Finite.class fintype.unit_finType) => x)))
         (rho : Episodes.rlaw (ManyUpdates.layers (S (S (S (S (S (S (S (S (S (S (S (S O)))))))))))))
                  (@fintype.Finite.clone unit fintype.unit_finType
                     (fintype.Finite.class fintype.unit_finType)
                     (fun
                        x : ssreflect.phantom
                              (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                              (fintype.Finite.class fintype.unit_finType) => x))
                  (fintype.Finite.sort
                     (@fintype.Finite.clone unit fintype.unit_finType
                        (fintype.Finite.class fintype.unit_finType)
                        (fun
                           x : ssreflect.phantom
                                 (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                                 (fintype.Finite.class fintype.unit_finType) => x))))
         (f : forall
                _ : list
                      (Episodes.traj (ManyUpdates.layers (S (S (S (S (S (S (S (S (S (S (S (S O)))))))))))))
                         (@fintype.Finite.clone unit fintype.unit_finType
                            (fintype.Finite.class fintype.unit_finType)
                            (fun
                               x : ssreflect.phantom
                                     (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                                     (fintype.Finite.class fintype.unit_finType) => x))
                         (fintype.Finite.sort
                            (@fintype.Finite.clone unit fintype.unit_finType
                               (fintype.Finite.class fintype.unit_finType)
                               (fun
                                  x : ssreflect.phantom
                                        (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                                        (fintype.Finite.class fintype.unit_finType) => x))) 
                         (S (S O)) O),
              Model.policy (ManyUpdates.layers (S (S (S (S (S (S (S (S (S (S (S (S O)))))))))))))
                (@fintype.Finite.clone unit fintype.unit_finType (fintype.Finite.class fintype.unit_finType)
                   (fun
                      x0 : ssreflect.phantom
                             (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                             (fintype.Finite.class fintype.unit_finType) => x0)))
         (_ : @Model.is_trans (ManyUpdates.layers (S (S (S (S (S (S (S (S (S (S (S (S O)))))))))))))
                (@fintype.Finite.clone unit fintype.unit_finType (fintype.Finite.class fintype.unit_finType)
                   (fun
                      x : ssreflect.phantom
                            (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                            (fintype.Finite.class fintype.unit_finType) => x)) P)
         (_ : @Episodes.is_rlaw (ManyUpdates.layers (S (S (S (S (S (S (S (S (S (S (S (S O)))))))))))))
                (@fintype.Finite.clone unit fintype.unit_finType (fintype.Finite.class fintype.unit_finType)
                   (fun
                      x : ssreflect.phantom
                            (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                            (fintype.Finite.class fintype.unit_finType) => x))
                (fintype.Finite.sort
                   (@fintype.Finite.clone unit fintype.unit_finType
                      (fintype.Finite.class fintype.unit_finType)
                      (fun
                         x : ssreflect.phantom
                               (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                               (fintype.Finite.class fintype.unit_finType) => x))) rho)
         (_ : forall
                w : list
                      (Episodes.traj (ManyUpdates.layers (S (S (S (S (S (S (S (S (S (S (S (S O)))))))))))))
                         (@fintype.Finite.clone unit fintype.unit_finType
                            (fintype.Finite.class fintype.unit_finType)
                            (fun
                               x : ssreflect.phantom
                                     (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                                     (fintype.Finite.class fintype.unit_finType) => x))
                         (fintype.Finite.sort
                            (@fintype.Finite.clone unit fintype.unit_finType
                               (fintype.Finite.class fintype.unit_finType)
                               (fun
                                  x : ssreflect.phantom
                                        (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                                        (fintype.Finite.class fintype.unit_finType) => x))) 
                         (S (S O)) O),
              @Model.is_policy (ManyUpdates.layers (S (S (S (S (S (S (S (S (S (S (S (S O)))))))))))))
                (@fintype.Finite.clone unit fintype.unit_finType (fintype.Finite.class fintype.unit_finType)
                   (fun
                      x : ssreflect.phantom
                            (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                            (fintype.Finite.class fintype.unit_finType) => x)) (f w))
         (_ : forall
                j : fintype.Finite.sort
                      (ManyUpdates.layers (S (S (S (S (S (S (S (S (S (S (S (S O)))))))))))) (S O)),
              Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) (P O tt tt j)),
       let T : nat :=
         ssrnat.muln (S (S (S (S (S (S (S (S (S (S (S (S O))))))))))))
           (ssrnat.expn (S (S O)) (S (S (S (S (S (S (S (S (S (S O))))))))))) in
       Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0)
         (@Probability.Pr
            (Episodes.traj (ManyUpdates.layers (S (S (S (S (S (S (S (S (S (S (S (S O)))))))))))))
               (@fintype.Finite.clone unit fintype.unit_finType (fintype.Finite.class fintype.unit_finType)
                  (fun
                     x : ssreflect.phantom
                           (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                           (fintype.Finite.class fintype.unit_finType) => x))
               (fintype.Finite.sort
                  (@fintype.Finite.clone unit fintype.unit_finType
                     (fintype.Finite.class fintype.unit_finType)
                     (fun
                        x : ssreflect.phantom
                              (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                              (fintype.Finite.class fintype.unit_finType) => x))) 
               (S (S O)) O)
            (@Algorithm.K (ManyUpdates.layers (S (S (S (S (S (S (S (S (S (S (S (S O)))))))))))))
               (@fintype.Finite.clone unit fintype.unit_finType (fintype.Finite.class fintype.unit_finType)
                  (fun
                     x : ssreflect.phantom
                           (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                           (fintype.Finite.class fintype.unit_finType) => x))
               (fintype.Finite.sort
                  (@fintype.Finite.clone unit fintype.unit_finType
                     (fintype.Finite.class fintype.unit_finType)
                     (fun
                        x : ssreflect.phantom
                              (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                              (fintype.Finite.class fintype.unit_finType) => x))) tt 
               (S (S O)) P rho f) T
            (@nil
               (Episodes.traj (ManyUpdates.layers (S (S (S (S (S (S (S (S (S (S (S (S O)))))))))))))
                  (@fintype.Finite.clone unit fintype.unit_finType
                     (fintype.Finite.class fintype.unit_finType)
                     (fun
                        x : ssreflect.phantom
                              (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                              (fintype.Finite.class fintype.unit_finType) => x))
                  (fintype.Finite.sort
                     (@fintype.Finite.clone unit fintype.unit_finType
                        (fintype.Finite.class fintype.unit_finType)
                        (fun
                           x : ssreflect.phantom
                                 (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                                 (fintype.Finite.class fintype.unit_finType) => x))) 
                  (S (S O)) O))
            (fun
               w : list
                     (Episodes.traj (ManyUpdates.layers (S (S (S (S (S (S (S (S (S (S (S (S O)))))))))))))
                        (@fintype.Finite.clone unit fintype.unit_finType
                           (fintype.Finite.class fintype.unit_finType)
                           (fun
                              x : ssreflect.phantom
                                    (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                                    (fintype.Finite.class fintype.unit_finType) => x))
                        (fintype.Finite.sort
                           (@fintype.Finite.clone unit fintype.unit_finType
                              (fintype.Finite.class fintype.unit_finType)
                              (fun
                                 x : ssreflect.phantom
                                       (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                                       (fintype.Finite.class fintype.unit_finType) => x))) 
                        (S (S O)) O) =>
             negb
               (Probability.Rleb
                  (Raxioms.INR
                     (@Epochs.updates (ManyUpdates.layers (S (S (S (S (S (S (S (S (S (S (S (S O)))))))))))))
                        (@fintype.Finite.clone unit fintype.unit_finType
                           (fintype.Finite.class fintype.unit_finType)
                           (fun
                              x : ssreflect.phantom
                                    (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                                    (fintype.Finite.class fintype.unit_finType) => x))
                        (fintype.Finite.sort
                           (@fintype.Finite.clone unit fintype.unit_finType
                              (fintype.Finite.class fintype.unit_finType)
                              (fun
                                 x : ssreflect.phantom
                                       (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                                       (fintype.Finite.class fintype.unit_finType) => x))) tt 
                        (S (S O)) w))
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Raxioms.INR
                           (Algorithm.X
                              (ManyUpdates.layers (S (S (S (S (S (S (S (S (S (S (S (S O)))))))))))))
                              (S (S O))))
                        (Raxioms.INR
                           (@fintype.CardDef.card
                              (@fintype.Finite.clone unit fintype.unit_finType
                                 (fintype.Finite.class fintype.unit_finType)
                                 (fun
                                    x : ssreflect.phantom
                                          (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                                          (fintype.Finite.class fintype.unit_finType) => x))
                              (@ssrbool.mem
                                 (eqtype.Equality.sort
                                    (fintype.Finite.eqType
                                       (@fintype.Finite.clone unit fintype.unit_finType
                                          (fintype.Finite.class fintype.unit_finType)
                                          (fun
                                             x : ssreflect.phantom
                                                   (fintype.Finite.class_of
                                                      (fintype.Finite.sort fintype.unit_finType))
                                                   (fintype.Finite.class fintype.unit_finType) => x))))
                                 (ssrbool.predPredType
                                    (eqtype.Equality.sort
                                       (fintype.Finite.eqType
                                          (@fintype.Finite.clone unit fintype.unit_finType
                                             (fintype.Finite.class fintype.unit_finType)
                                             (fun
                                                x : ssreflect.phantom
                                                      (fintype.Finite.class_of
                                                         (fintype.Finite.sort fintype.unit_finType))
                                                      (fintype.Finite.class fintype.unit_finType) => x)))))
                                 (@ssrbool.PredOfSimpl.coerce
                                    (eqtype.Equality.sort
                                       (fintype.Finite.eqType
                                          (@fintype.Finite.clone unit fintype.unit_finType
                                             (fintype.Finite.class fintype.unit_finType)
                                             (fun
                                                x : ssreflect.phantom
                                                      (fintype.Finite.class_of
                                                         (fintype.Finite.sort fintype.unit_finType))
                                                      (fintype.Finite.class fintype.unit_finType) => x))))
                                    (ssrbool.pred_of_argType
                                       (eqtype.Equality.sort
                                          (fintype.Finite.eqType
                                             (@fintype.Finite.clone unit fintype.unit_finType
                                                (fintype.Finite.class fintype.unit_finType)
                                                (fun
                                                   x : ssreflect.phantom
                                                         (fintype.Finite.class_of
                                                            (fintype.Finite.sort fintype.unit_finType))
                                                         (fintype.Finite.class fintype.unit_finType) => x))))))))))
                     (Rpower.ln (Raxioms.INR T)))))).
Definition updates_two_false : Prop := forall (Z : fintype.Finite.type)
         (w : list
                (Episodes.traj ManyUpdates.two
                   (@fintype.Finite.clone unit fintype.unit_finType
                      (fintype.Finite.class fintype.unit_finType)
                      (fun
                         x : ssreflect.phantom
                               (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                               (fintype.Finite.class fintype.unit_finType) => x)) 
                   (fintype.Finite.sort Z) (S O) O))
         (_ : is_true
                (@ssrbool.in_mem nat
                   (@seq.size
                      (Episodes.traj ManyUpdates.two
                         (@fintype.Finite.clone unit fintype.unit_finType
                            (fintype.Finite.class fintype.unit_finType)
                            (fun
                               x : ssreflect.phantom
                                     (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                                     (fintype.Finite.class fintype.unit_finType) => x))
                         (fintype.Finite.sort Z) (S O) O) w)
                   (@ssrbool.mem (eqtype.Equality.sort ssrnat.nat_eqType)
                      (seq.seq_predType ssrnat.nat_eqType)
                      (@cons nat (S O) (@cons nat (S (S O)) (@cons nat (S (S (S (S O)))) (@nil nat))))))),
       Rdefinitions.RbaseSymbolsImpl.Rlt
         (Rdefinitions.RbaseSymbolsImpl.Rmult
            (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR (Algorithm.X ManyUpdates.two (S O)))
               (Raxioms.INR
                  (@fintype.CardDef.card
                     (@fintype.Finite.clone unit fintype.unit_finType
                        (fintype.Finite.class fintype.unit_finType)
                        (fun
                           x : ssreflect.phantom
                                 (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                                 (fintype.Finite.class fintype.unit_finType) => x))
                     (@ssrbool.mem
                        (eqtype.Equality.sort
                           (fintype.Finite.eqType
                              (@fintype.Finite.clone unit fintype.unit_finType
                                 (fintype.Finite.class fintype.unit_finType)
                                 (fun
                                    x : ssreflect.phantom
                                          (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                                          (fintype.Finite.class fintype.unit_finType) => x))))
                        (ssrbool.predPredType
                           (eqtype.Equality.sort
                              (fintype.Finite.eqType
                                 (@fintype.Finite.clone unit fintype.unit_finType
                                    (fintype.Finite.class fintype.unit_finType)
                                    (fun
                                       x : ssreflect.phantom
                                             (fintype.Finite.class_of
                                                (fintype.Finite.sort fintype.unit_finType))
                                             (fintype.Finite.class fintype.unit_finType) => x)))))
                        (@ssrbool.PredOfSimpl.coerce
                           (eqtype.Equality.sort
                              (fintype.Finite.eqType
                                 (@fintype.Finite.clone unit fintype.unit_finType
                                    (fintype.Finite.class fintype.unit_finType)
                                    (fun
                                       x : ssreflect.phantom
                                             (fintype.Finite.class_of
                                                (fintype.Finite.sort fintype.unit_finType))
                                             (fintype.Finite.class fintype.unit_finType) => x))))
                           (ssrbool.pred_of_argType
                              (eqtype.Equality.sort
                                 (fintype.Finite.eqType
                                    (@fintype.Finite.clone unit fintype.unit_finType
                                       (fintype.Finite.class fintype.unit_finType)
                                       (fun
                                          x : ssreflect.phantom
                                                (fintype.Finite.class_of
                                                   (fintype.Finite.sort fintype.unit_finType))
                                                (fintype.Finite.class fintype.unit_finType) => x))))))))))
            (Rpower.ln
               (Raxioms.INR
                  (@seq.size
                     (Episodes.traj ManyUpdates.two
                        (@fintype.Finite.clone unit fintype.unit_finType
                           (fintype.Finite.class fintype.unit_finType)
                           (fun
                              x : ssreflect.phantom
                                    (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                                    (fintype.Finite.class fintype.unit_finType) => x))
                        (fintype.Finite.sort Z) (S O) O) w))))
         (Raxioms.INR
            (@Epochs.updates ManyUpdates.two
               (@fintype.Finite.clone unit fintype.unit_finType (fintype.Finite.class fintype.unit_finType)
                  (fun
                     x : ssreflect.phantom
                           (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                           (fintype.Finite.class fintype.unit_finType) => x)) (fintype.Finite.sort Z) tt
               (S O) w)).
Definition updates_le : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat) (_ : is_true (ssrnat.leq (S O) L))
         (_ : forall h : nat,
              is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card (S0 h)
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h))))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))))))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (w : list (Episodes.traj S0 A Z L O))
         (_ : is_true (ssrnat.leq (S (S O)) (@seq.size (Episodes.traj S0 A Z L O) w))),
       Rdefinitions.Rle (Raxioms.INR (@Epochs.updates S0 A Z x0 L w))
         (Rdefinitions.RbaseSymbolsImpl.Rmult
            (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR (Algorithm.X S0 L))
               (Raxioms.INR
                  (@fintype.CardDef.card A
                     (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                        (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                        (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                           (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
            (Rdefinitions.Rdiv (Rpower.ln (Raxioms.INR (@seq.size (Episodes.traj S0 A Z L O) w)))
               (Rpower.ln (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))))).
Definition updates_wide : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat) (w : list (Episodes.traj S0 A Z L O))
         (_ : is_true (ssrnat.leq (S (S O)) (@seq.size (Episodes.traj S0 A Z L O) w)))
         (_ : @ex (fintype.ordinal L)
                (fun h : fintype.ordinal L =>
                 is_true
                   (ssrnat.leq (S (S O))
                      (ssrnat.muln
                         (@fintype.CardDef.card (S0 (@fintype.nat_of_ord L h))
                            (@ssrbool.mem
                               (eqtype.Equality.sort (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h))))
                               (ssrbool.predPredType
                                  (eqtype.Equality.sort
                                     (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h)))))
                               (@ssrbool.PredOfSimpl.coerce
                                  (eqtype.Equality.sort
                                     (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h))))
                                  (ssrbool.pred_of_argType
                                     (eqtype.Equality.sort
                                        (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h))))))))
                         (@fintype.CardDef.card A
                            (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                               (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                               (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                                  (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A)))))))))),
       Rdefinitions.Rle (Raxioms.INR (@Epochs.updates S0 A Z x0 L w))
         (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR (Trigger.K_wide S0 A L))
            (Rdefinitions.Rdiv (Rpower.ln (Raxioms.INR (@seq.size (Episodes.traj S0 A Z L O) w)))
               (Rpower.ln (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))))).
Definition updates_narrow : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat) (_ : is_true (ssrnat.leq (S O) L))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (w : list (Episodes.traj S0 A Z L O))
         (_ : forall h : fintype.ordinal L,
              @eq nat
                (ssrnat.muln
                   (@fintype.CardDef.card (S0 (@fintype.nat_of_ord L h))
                      (@ssrbool.mem
                         (eqtype.Equality.sort (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h))))
                         (ssrbool.predPredType
                            (eqtype.Equality.sort (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h)))))
                         (@ssrbool.PredOfSimpl.coerce
                            (eqtype.Equality.sort (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h))))
                            (ssrbool.pred_of_argType
                               (eqtype.Equality.sort (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h))))))))
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A)))))))
                (S O)) (_ : is_true (ssrnat.leq (S O) (@seq.size (Episodes.traj S0 A Z L O) w))),
       is_true
         (ssrnat.leq (ssrnat.expn (S (S O)) (@Epochs.updates S0 A Z x0 L w))
            (ssrnat.muln (S (S O)) (@seq.size (Episodes.traj S0 A Z L O) w))).
Definition updates_states : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat) (_ : is_true (ssrnat.leq (S O) L))
         (_ : forall h : nat,
              is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card (S0 h)
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h))))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))))))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (w : list (Episodes.traj S0 A Z L O))
         (_ : is_true (ssrnat.leq (S (S O)) (@seq.size (Episodes.traj S0 A Z L O) w)))
         (_ : not
                (and (@eq nat (Algorithm.X S0 L) (S (S O)))
                   (@eq nat
                      (@fintype.CardDef.card A
                         (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                            (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                               (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))
                      (S O)))),
       Rdefinitions.Rle (Raxioms.INR (@Epochs.updates S0 A Z x0 L w))
         (Rdefinitions.RbaseSymbolsImpl.Rmult
            (Raxioms.INR
               (ssrnat.muln (ssrnat.subn (Algorithm.X S0 L) (S O))
                  (@fintype.CardDef.card A
                     (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                        (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                        (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                           (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
            (Rdefinitions.Rdiv (Rpower.ln (Raxioms.INR (@seq.size (Episodes.traj S0 A Z L O) w)))
               (Rpower.ln (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))))).
Definition significant_false : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) (Lam : Rdefinitions.RbaseSymbolsImpl.R)
         (e : Episodes.traj S0 A Z L O) (_ : is_true (ssrnat.leq (S O) L))
         (_ : forall h : nat,
              is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card (S0 h)
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h))))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))))))))
         (_ : forall z : Z,
              and (Rdefinitions.Rle (Rdefinitions.IZR BinNums.Z0) (rv z))
                (Rdefinitions.Rle (rv z) (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : Rdefinitions.Rle (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))) Lam),
       and
         (is_true
            (@Algorithm.trig S0 A Z x0 L (@nil (Episodes.traj S0 A Z L O))
               (@cons (Episodes.traj S0 A Z L O) e (@nil (Episodes.traj S0 A Z L O)))))
         (forall (w : list (Episodes.traj S0 A Z L O))
            (_ : or (@eq (list (Episodes.traj S0 A Z L O)) w (@nil (Episodes.traj S0 A Z L O)))
                   (@eq (list (Episodes.traj S0 A Z L O)) w
                      (@cons (Episodes.traj S0 A Z L O) e (@nil (Episodes.traj S0 A Z L O))))),
          and
            (forall (P : Model.trans S0 A) (_ : @Model.is_trans S0 A P),
             @ConfidenceSets.in_conf S0 A L (@Algorithm.Pbar S0 A Z x0 L w)
               (@Algorithm.eps S0 A Z x0 L Lam w) P)
            (forall (h : nat) (x : fintype.Finite.sort (S0 h)) (a : fintype.Finite.sort A),
             and
               (@eq Rdefinitions.RbaseSymbolsImpl.R (@Algorithm.rcheck S0 A Z x0 L rv Lam w h x a)
                  (Rdefinitions.IZR BinNums.Z0))
               (@eq Rdefinitions.RbaseSymbolsImpl.R (@Algorithm.rhat S0 A Z x0 L rv Lam w h x a)
                  (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))).
Definition eq_10_rows : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat) (w : list (Episodes.traj S0 A Z L O))
         (h : nat) (x : fintype.Finite.sort (S0 h)) (a : fintype.Finite.sort A),
       @eq Rdefinitions.RbaseSymbolsImpl.R
         (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 (S h)))
            Rdefinitions.RbaseSymbolsImpl.R0 (bigop.index_enum (S0 (S h)))
            (fun y : fintype.Finite.sort (S0 (S h)) =>
             @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 (S h))) y
               Rdefinitions.RbaseSymbolsImpl.Rplus true (@Algorithm.Pbar S0 A Z x0 L w h x a y)))
         (Sums.ind (ssrnat.leq (S O) (@Algorithm.cnt S0 A Z x0 L (@Algorithm.mkp S0 A h x a) w))).
Definition eq_11 : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L T : nat) (delta : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : forall h : nat,
              is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card (S0 h)
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h))))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))))))))
         (h : nat) (x : fintype.Finite.sort (S0 h)) (a : fintype.Finite.sort A),
       ssrbool.and3
         (forall (w : list (Episodes.traj S0 A Z L O))
            (_ : @eq nat (@Algorithm.cnt S0 A Z x0 L (@Algorithm.mkp S0 A h x a) w) O),
          Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
            (@Algorithm.eps S0 A Z x0 L
               (Rpower.ln
                  (Rdefinitions.Rdiv
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T) (Raxioms.INR (Algorithm.X S0 L)))
                        (Raxioms.INR
                           (@fintype.CardDef.card A
                              (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                 (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                 (@ssrbool.PredOfSimpl.coerce
                                    (eqtype.Equality.sort (fintype.Finite.eqType A))
                                    (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
                     delta)) w h x a))
         (forall v w : list (Episodes.traj S0 A Z L O),
          Rdefinitions.Rle
            (@Algorithm.eps S0 A Z x0 L
               (Rpower.ln
                  (Rdefinitions.Rdiv
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T) (Raxioms.INR (Algorithm.X S0 L)))
                        (Raxioms.INR
                           (@fintype.CardDef.card A
                              (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                 (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                 (@ssrbool.PredOfSimpl.coerce
                                    (eqtype.Equality.sort (fintype.Finite.eqType A))
                                    (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
                     delta)) (@seq.cat (Episodes.traj S0 A Z L O) v w) h x a)
            (@Algorithm.eps S0 A Z x0 L
               (Rpower.ln
                  (Rdefinitions.Rdiv
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T) (Raxioms.INR (Algorithm.X S0 L)))
                        (Raxioms.INR
                           (@fintype.CardDef.card A
                              (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                 (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                 (@ssrbool.PredOfSimpl.coerce
                                    (eqtype.Equality.sort (fintype.Finite.eqType A))
                                    (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
                     delta)) w h x a))
         (forall (w : list (Episodes.traj S0 A Z L O))
            (_ : Rdefinitions.RbaseSymbolsImpl.Rlt
                   (@Algorithm.eps S0 A Z x0 L
                      (Rpower.ln
                         (Rdefinitions.Rdiv
                            (Rdefinitions.RbaseSymbolsImpl.Rmult
                               (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                                  (Raxioms.INR (Algorithm.X S0 L)))
                               (Raxioms.INR
                                  (@fintype.CardDef.card A
                                     (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                        (ssrbool.predPredType
                                           (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                        (@ssrbool.PredOfSimpl.coerce
                                           (eqtype.Equality.sort (fintype.Finite.eqType A))
                                           (ssrbool.pred_of_argType
                                              (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) delta))
                      w h x a) (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))),
          Rdefinitions.RbaseSymbolsImpl.Rlt
            (Rdefinitions.Rdiv
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Raxioms.INR
                     (@fintype.CardDef.card (S0 (S h))
                        (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 (S h))))
                           (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 (S h)))))
                           (@ssrbool.PredOfSimpl.coerce
                              (eqtype.Equality.sort (fintype.Finite.eqType (S0 (S h))))
                              (ssrbool.pred_of_argType
                                 (eqtype.Equality.sort (fintype.Finite.eqType (S0 (S h)))))))))
                  (Rpower.ln
                     (Rdefinitions.Rdiv
                        (Rdefinitions.RbaseSymbolsImpl.Rmult
                           (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                              (Raxioms.INR (Algorithm.X S0 L)))
                           (Raxioms.INR
                              (@fintype.CardDef.card A
                                 (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                    (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                    (@ssrbool.PredOfSimpl.coerce
                                       (eqtype.Equality.sort (fintype.Finite.eqType A))
                                       (ssrbool.pred_of_argType
                                          (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) delta)))
               (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))))
            (Raxioms.INR (ssrnat.maxn (S O) (@Algorithm.cnt S0 A Z x0 L (@Algorithm.mkp S0 A h x a) w)))).
Definition eq_12 : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L T : nat) (delta : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : forall h : nat,
              is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card (S0 h)
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h))))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))))))))
         (w : list (Episodes.traj S0 A Z L O)),
       and
         (@ex (Model.trans S0 A)
            (fun P : Model.trans S0 A =>
             and (@Model.is_trans S0 A P)
               (@ConfidenceSets.in_conf S0 A L (@Algorithm.Pbar S0 A Z x0 L w)
                  (@Algorithm.eps S0 A Z x0 L
                     (Rpower.ln
                        (Rdefinitions.Rdiv
                           (Rdefinitions.RbaseSymbolsImpl.Rmult
                              (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                                 (Raxioms.INR (Algorithm.X S0 L)))
                              (Raxioms.INR
                                 (@fintype.CardDef.card A
                                    (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                       (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                       (@ssrbool.PredOfSimpl.coerce
                                          (eqtype.Equality.sort (fintype.Finite.eqType A))
                                          (ssrbool.pred_of_argType
                                             (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) delta)) w)
                  P)))
         (forall (h : nat) (x : fintype.Finite.sort (S0 h)) (a : fintype.Finite.sort A)
            (p : forall _ : fintype.Finite.sort (S0 (S h)), Rdefinitions.RbaseSymbolsImpl.R)
            (_ : @Sums.is_dist (S0 (S h)) p)
            (_ : Rdefinitions.RbaseSymbolsImpl.Rlt
                   (@Algorithm.eps S0 A Z x0 L
                      (Rpower.ln
                         (Rdefinitions.Rdiv
                            (Rdefinitions.RbaseSymbolsImpl.Rmult
                               (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                                  (Raxioms.INR (Algorithm.X S0 L)))
                               (Raxioms.INR
                                  (@fintype.CardDef.card A
                                     (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                        (ssrbool.predPredType
                                           (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                        (@ssrbool.PredOfSimpl.coerce
                                           (eqtype.Equality.sort (fintype.Finite.eqType A))
                                           (ssrbool.pred_of_argType
                                              (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) delta))
                      w h x a)
                   (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 (S h)))
                      Rdefinitions.RbaseSymbolsImpl.R0 (bigop.index_enum (S0 (S h)))
                      (fun y : fintype.Finite.sort (S0 (S h)) =>
                       @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 (S h))) y
                         Rdefinitions.RbaseSymbolsImpl.Rplus true
                         (Rbasic_fun.Rabs (Rdefinitions.Rminus (p y) (@Algorithm.Pbar S0 A Z x0 L w h x a y)))))),
          and (is_true (ssrnat.leq (S O) (@Algorithm.cnt S0 A Z x0 L (@Algorithm.mkp S0 A h x a) w)))
            (@ex (fintype.Finite.sort (S0 (S h)))
               (fun y : fintype.Finite.sort (S0 (S h)) =>
                Rdefinitions.RbaseSymbolsImpl.Rlt
                  (@Algorithm.eps S0 A Z x0 L
                     (Rpower.ln
                        (Rdefinitions.Rdiv
                           (Rdefinitions.RbaseSymbolsImpl.Rmult
                              (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                                 (Raxioms.INR (Algorithm.X S0 L)))
                              (Raxioms.INR
                                 (@fintype.CardDef.card A
                                    (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                       (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                       (@ssrbool.PredOfSimpl.coerce
                                          (eqtype.Equality.sort (fintype.Finite.eqType A))
                                          (ssrbool.pred_of_argType
                                             (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) delta)) w
                     h x a)
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                     (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
                        (@Algorithm.Pbar S0 A Z x0 L w h x a y)))))).
Definition lemma_1_printed_unbounded : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat) (Lam : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : forall h : nat,
              is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card (S0 h)
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h))))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))))))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : Rdefinitions.Rle
                (Rdefinitions.RinvImpl.Rinv (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))) Lam)
         (w : list (Episodes.traj S0 A Z L O)) (c : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : Rdefinitions.Rle (Rdefinitions.IZR BinNums.Z0) c),
       @ex2 (PrintedPolytope.full S0 A)
         (fun q : PrintedPolytope.full S0 A =>
          @PrintedPolytope.printed_rows S0 A L (@Algorithm.Pbar S0 A Z x0 L w)
            (@Algorithm.eps S0 A Z x0 L Lam w) q)
         (fun q : PrintedPolytope.full S0 A =>
          forall (x : fintype.Finite.sort (S0 L)) (a : fintype.Finite.sort A) (g : nat)
            (y : fintype.Finite.sort (S0 g)), @eq Rdefinitions.RbaseSymbolsImpl.R (q L x a g y) c).
Definition lemma_1 : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type)
         (x0 : fintype.Finite.sort (S0 O)) (L : nat) (Pbar : Model.trans S0 A)
         (eps : forall (h : nat) (_ : fintype.Finite.sort (S0 h)) (_ : fintype.Finite.sort A),
                Rdefinitions.RbaseSymbolsImpl.R)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : forall h : nat,
              is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card (S0 h)
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h))))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))))))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : forall (h : nat) (x : fintype.Finite.sort (S0 h)) (a : fintype.Finite.sort A),
              @BallOptimum.centre_ok (S0 (S h)) (Pbar h x a) (eps h x a)),
       and
         (forall q : OccupancyMeasures.occ S0 A,
          iff (@LinearProgram.in_QPi S0 A L Pbar eps q) (@LinearProgram.in_rows S0 A L Pbar eps q))
         (@ex (OccupancyMeasures.occ S0 A)
            (fun q : OccupancyMeasures.occ S0 A => @LinearProgram.in_rows S0 A L Pbar eps q)).
Definition lemma_1_history : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat) (Lam : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : forall h : nat,
              is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card (S0 h)
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h))))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))))))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : Rdefinitions.Rle
                (Rdefinitions.RinvImpl.Rinv (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))) Lam)
         (w : list (Episodes.traj S0 A Z L O)),
       and
         (forall q : OccupancyMeasures.occ S0 A,
          iff
            (@LinearProgram.in_QPi S0 A L (@Algorithm.Pbar S0 A Z x0 L w) (@Algorithm.eps S0 A Z x0 L Lam w)
               q)
            (@LinearProgram.in_rows S0 A L (@Algorithm.Pbar S0 A Z x0 L w) (@Algorithm.eps S0 A Z x0 L Lam w)
               q))
         (@ex (OccupancyMeasures.occ S0 A)
            (fun q : OccupancyMeasures.occ S0 A =>
             @LinearProgram.in_rows S0 A L (@Algorithm.Pbar S0 A Z x0 L w) (@Algorithm.eps S0 A Z x0 L Lam w)
               q)).
Definition hoeffding_visits : Prop := forall (E : Type)
         (K : forall (_ : list E) (_ : forall _ : E, Rdefinitions.RbaseSymbolsImpl.R),
              Rdefinitions.RbaseSymbolsImpl.R) (_ : forall hist : list E, @Probability.is_exp E (K hist))
         (vis : ssrbool.pred E) (X : forall _ : E, Rdefinitions.RbaseSymbolsImpl.R)
         (m : Rdefinitions.RbaseSymbolsImpl.R) (n : nat)
         (_ : forall e : E,
              and (Rdefinitions.Rle (Rdefinitions.IZR BinNums.Z0) (X e))
                (Rdefinitions.Rle (X e) (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : and (Rdefinitions.Rle (Rdefinitions.IZR BinNums.Z0) m)
                (Rdefinitions.Rle m (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : forall hist : list E,
              Rdefinitions.Rle
                (K hist
                   (fun e : E =>
                    Rdefinitions.RbaseSymbolsImpl.Rmult (Sums.ind (vis e)) (Rdefinitions.Rminus (X e) m)))
                (Rdefinitions.IZR BinNums.Z0)) (T : nat) (eps : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : is_true (ssrnat.leq (S O) n))
         (_ : Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) eps),
       Rdefinitions.Rle
         (@Probability.Pr E K T (@nil E)
            (fun w : list E =>
             negb
               (@fintype.FiniteQuant.quant0b (fintype.ordinal_finType (S T))
                  (fun s : fintype.ordinal (S T) =>
                   @fintype.FiniteQuant.ex (fintype.ordinal_finType (S T))
                     (fintype.FiniteQuant.Quantified
                        (andb
                           (@eqtype.eq_op ssrnat.nat_eqType
                              (@Concentration.N E vis (@seq.drop E (@fintype.nat_of_ord (S T) s) w)) n)
                           (Probability.Rleb eps
                              (@Concentration.dev E vis X m (@seq.drop E (@fintype.nat_of_ord (S T) s) w)))))
                     s))))
         (Rtrigo_def.exp
            (Rdefinitions.RbaseSymbolsImpl.Ropp
               (Rdefinitions.Rdiv
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))) (Rpow_def.pow eps (S (S O))))
                  (Raxioms.INR n)))).
Definition weissman_visits : Prop := forall (E : Type) (S0 : fintype.Finite.type)
         (K : forall (_ : list E) (_ : forall _ : E, Rdefinitions.RbaseSymbolsImpl.R),
              Rdefinitions.RbaseSymbolsImpl.R) (vis : ssrbool.pred E)
         (nx : forall _ : fintype.Finite.sort S0, ssrbool.pred E)
         (p : forall _ : fintype.Finite.sort S0, Rdefinitions.RbaseSymbolsImpl.R)
         (_ : forall hist : list E, @Probability.is_exp E (K hist)) (_ : @Sums.is_dist S0 p)
         (_ : forall e : E,
              @eq Rdefinitions.RbaseSymbolsImpl.R
                (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort S0)
                   Rdefinitions.RbaseSymbolsImpl.R0 (bigop.index_enum S0)
                   (fun j : fintype.Finite.sort S0 =>
                    @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort S0) j
                      Rdefinitions.RbaseSymbolsImpl.Rplus true (Sums.ind (nx j e)))) 
                (Sums.ind (vis e)))
         (_ : forall (hist : list E) (j : fintype.Finite.sort S0),
              Rdefinitions.Rle
                (K hist
                   (fun e : E =>
                    Rdefinitions.Rminus (Sums.ind (nx j e))
                      (Rdefinitions.RbaseSymbolsImpl.Rmult (p j) (Sums.ind (vis e)))))
                (Rdefinitions.IZR BinNums.Z0)) (T n : nat) (eps : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : is_true (ssrnat.leq (S O) n))
         (_ : Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) eps),
       Rdefinitions.Rle
         (@Probability.Pr E K T (@nil E)
            (fun w : list E =>
             negb
               (@fintype.FiniteQuant.quant0b (fintype.ordinal_finType (S T))
                  (fun s : fintype.ordinal (S T) =>
                   @fintype.FiniteQuant.ex (fintype.ordinal_finType (S T))
                     (fintype.FiniteQuant.Quantified
                        (andb
                           (@eqtype.eq_op ssrnat.nat_eqType
                              (@Concentration.N E vis (@seq.drop E (@fintype.nat_of_ord (S T) s) w)) n)
                           (Probability.Rleb eps
                              (@Concentration.l1 E S0 vis nx p (@seq.drop E (@fintype.nat_of_ord (S T) s) w)))))
                     s))))
         (Rdefinitions.RbaseSymbolsImpl.Rmult
            (Raxioms.INR
               (@fintype.CardDef.card (finset.set_of_finType S0)
                  (@ssrbool.mem (@finset.set_of S0 (ssreflect.Phant (fintype.Finite.sort S0)))
                     (ssrbool.simplPredType (@finset.set_of S0 (ssreflect.Phant (fintype.Finite.sort S0))))
                     (@ssrbool.SimplPred (@finset.set_of S0 (ssreflect.Phant (fintype.Finite.sort S0)))
                        (fun A : @finset.set_of S0 (ssreflect.Phant (fintype.Finite.sort S0)) =>
                         andb (negb (@eqtype.eq_op (finset.set_of_eqType S0) A (@finset.set0 S0)))
                           (negb
                              (@eqtype.eq_op (finset.set_of_eqType S0) A
                                 (@finset.setTfor S0 (ssreflect.Phant (fintype.Finite.sort S0))))))))))
            (Rtrigo_def.exp
               (Rdefinitions.RbaseSymbolsImpl.Ropp
                  (Rdefinitions.Rdiv
                     (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR n) (Rpow_def.pow eps (S (S O))))
                     (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))))))).
Definition lemma_2 : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat) (P : Model.trans S0 A)
         (rho : Episodes.rlaw S0 A Z) (_ : @Model.is_trans S0 A P) (_ : @Episodes.is_rlaw S0 A Z rho)
         (T : nat) (delta Lam : Rdefinitions.RbaseSymbolsImpl.R) (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : Rdefinitions.Rle (Rpower.ln (Rdefinitions.Rdiv (GoodEvents.TXA S0 A L T) delta)) Lam)
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A)
         (_ : forall w : list (Episodes.traj S0 A Z L O), @Model.is_policy S0 A (f w)),
       Rdefinitions.Rle (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) delta)
         (@Probability.Prl (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho f) T
            (@nil (Episodes.traj S0 A Z L O))
            (fun v : list (Episodes.traj S0 A Z L O) =>
             @fintype.FiniteQuant.quant0b (fintype.ordinal_finType (S T))
               (fun s : fintype.ordinal (S T) =>
                @fintype.FiniteQuant.all (fintype.ordinal_finType (S T))
                  (fintype.FiniteQuant.Quantified
                     (@GoodEvents.in_confb S0 A Z x0 L P Lam
                        (@seq.drop (Episodes.traj S0 A Z L O) (@fintype.nat_of_ord (S T) s) v))) s))).
Definition eq_14_mean : Prop := forall (S : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S O)) (L : nat)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R)
         (_ : forall z : Z,
              and (Rdefinitions.Rle (Rdefinitions.IZR BinNums.Z0) (rv z))
                (Rdefinitions.Rle (rv z) (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (w : list (Episodes.traj S A Z L O)) (h : nat) (x : fintype.Finite.sort (S h))
         (a : fintype.Finite.sort A),
       and (Rdefinitions.Rle (Rdefinitions.IZR BinNums.Z0) (@Algorithm.rbar S A Z x0 L rv w h x a))
         (Rdefinitions.Rle (@Algorithm.rbar S A Z x0 L rv w h x a)
            (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))).
Definition eq_17_order : Prop := forall (S : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S O)) (L : nat)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R)
         (_ : forall z : Z,
              and (Rdefinitions.Rle (Rdefinitions.IZR BinNums.Z0) (rv z))
                (Rdefinitions.Rle (rv z) (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (Lam : Rdefinitions.RbaseSymbolsImpl.R) (w : list (Episodes.traj S A Z L O)) 
         (h : nat) (x : fintype.Finite.sort (S h)) (a : fintype.Finite.sort A),
       ssrbool.and5
         (Rdefinitions.Rle (Rdefinitions.IZR BinNums.Z0) (@Algorithm.rcheck S A Z x0 L rv Lam w h x a))
         (Rdefinitions.Rle (@Algorithm.rcheck S A Z x0 L rv Lam w h x a)
            (@Algorithm.rbar S A Z x0 L rv w h x a))
         (Rdefinitions.Rle (@Algorithm.rbar S A Z x0 L rv w h x a)
            (@Algorithm.rhat S A Z x0 L rv Lam w h x a))
         (Rdefinitions.Rle (@Algorithm.rhat S A Z x0 L rv Lam w h x a)
            (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)))
         (Rdefinitions.Rle
            (Rdefinitions.Rminus (@Algorithm.rhat S A Z x0 L rv Lam w h x a)
               (@Algorithm.rcheck S A Z x0 L rv Lam w h x a))
            (Rbasic_fun.Rmin (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
               (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                  (@Algorithm.b S A Z x0 L Lam w h x a)))).
Definition LP1_printed_unbounded : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) (Lam : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : forall h : nat,
              is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card (S0 h)
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h))))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))))))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : Rdefinitions.Rle
                (Rdefinitions.RinvImpl.Rinv (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))) Lam)
         (_ : forall z : Z,
              and (Rdefinitions.Rle (Rdefinitions.IZR BinNums.Z0) (rv z))
                (Rdefinitions.Rle (rv z) (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (w : list (Episodes.traj S0 A Z L O)) (M : Rdefinitions.RbaseSymbolsImpl.R),
       @ex2 (PrintedPolytope.full S0 A)
         (fun q : PrintedPolytope.full S0 A =>
          @PrintedPolytope.printed_rows S0 A L (@Algorithm.Pbar S0 A Z x0 L w)
            (@Algorithm.eps S0 A Z x0 L Lam w) q)
         (fun q : PrintedPolytope.full S0 A =>
          Rdefinitions.Rle M (@PrintedPolytope.full_inner S0 A L q (@Algorithm.rhat S0 A Z x0 L rv Lam w))).
Definition evi_opt : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type)
         (x0 : fintype.Finite.sort (S0 O)) (L : nat) (Pbar : Model.trans S0 A)
         (eps : forall (h : nat) (_ : fintype.Finite.sort (S0 h)) (_ : fintype.Finite.sort A),
                Rdefinitions.RbaseSymbolsImpl.R) (rhat : Model.reward S0 A)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (_ : fintype.Finite.sort A) (_ : forall h : nat, fintype.Finite.sort (S0 h))
         (_ : forall (h : nat) (x : fintype.Finite.sort (S0 h)) (a : fintype.Finite.sort A),
              @BallOptimum.centre_ok (S0 (S h)) (Pbar h x a) (eps h x a)),
       and
         (@ConfidenceSets.LP1_opt S0 A L Pbar eps rhat
            (@OccupancyMeasures.q3 S0 A x0 (@BackwardInduction.evi_trans S0 A L Pbar eps rhat)
               (@BackwardInduction.evi_policy S0 A L Pbar eps rhat)))
         (@ConfidenceSets.plays S0 A L
            (@OccupancyMeasures.q3 S0 A x0 (@BackwardInduction.evi_trans S0 A L Pbar eps rhat)
               (@BackwardInduction.evi_policy S0 A L Pbar eps rhat))
            (@BackwardInduction.evi_policy S0 A L Pbar eps rhat)).
Definition LP1_value : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type)
         (x0 : fintype.Finite.sort (S0 O)) (L : nat) (Pbar : Model.trans S0 A)
         (eps : forall (h : nat) (_ : fintype.Finite.sort (S0 h)) (_ : fintype.Finite.sort A),
                Rdefinitions.RbaseSymbolsImpl.R) (rhat : Model.reward S0 A)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (_ : fintype.Finite.sort A) (_ : forall h : nat, fintype.Finite.sort (S0 h))
         (_ : forall (h : nat) (x : fintype.Finite.sort (S0 h)) (a : fintype.Finite.sort A),
              @BallOptimum.centre_ok (S0 (S h)) (Pbar h x a) (eps h x a)) (q : OccupancyMeasures.occ S0 A)
         (_ : @ConfidenceSets.LP1_opt S0 A L Pbar eps rhat q),
       @eq Rdefinitions.RbaseSymbolsImpl.R (@OccupancyMeasures.inner S0 A L q rhat)
         (@BackwardInduction.W S0 A Pbar eps rhat L O x0).
Definition LP1_rowsE : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (L : nat) (Pbar : Model.trans S0 A)
         (eps : forall (h : nat) (_ : fintype.Finite.sort (S0 h)) (_ : fintype.Finite.sort A),
                Rdefinitions.RbaseSymbolsImpl.R) (_ : is_true (ssrnat.leq (S O) L))
         (rhat : Model.reward S0 A) (q : OccupancyMeasures.occ S0 A),
       iff (@LinearProgram.LP1_rows S0 A L Pbar eps rhat q) (@ConfidenceSets.LP1_opt S0 A L Pbar eps rhat q).
Definition LP1_attained : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type)
         (x0 : fintype.Finite.sort (S0 O)) (L : nat) (Pbar : Model.trans S0 A)
         (eps : forall (h : nat) (_ : fintype.Finite.sort (S0 h)) (_ : fintype.Finite.sort A),
                Rdefinitions.RbaseSymbolsImpl.R)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : forall h : nat,
              is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card (S0 h)
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h))))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))))))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : forall (h : nat) (x : fintype.Finite.sort (S0 h)) (a : fintype.Finite.sort A),
              @BallOptimum.centre_ok (S0 (S h)) (Pbar h x a) (eps h x a)) (rhat : Model.reward S0 A),
       @ex (OccupancyMeasures.occ S0 A)
         (fun q : OccupancyMeasures.occ S0 A => @LinearProgram.LP1_rows S0 A L Pbar eps rhat q).
Definition LP1_backward : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type)
         (x0 : fintype.Finite.sort (S0 O)) (L : nat) (Pbar : Model.trans S0 A)
         (eps : forall (h : nat) (_ : fintype.Finite.sort (S0 h)) (_ : fintype.Finite.sort A),
                Rdefinitions.RbaseSymbolsImpl.R)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : forall h : nat,
              is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card (S0 h)
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h))))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))))))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : forall (h : nat) (x : fintype.Finite.sort (S0 h)) (a : fintype.Finite.sort A),
              @BallOptimum.centre_ok (S0 (S h)) (Pbar h x a) (eps h x a)) (rhat : Model.reward S0 A)
         (q : OccupancyMeasures.occ S0 A) (_ : @LinearProgram.LP1_rows S0 A L Pbar eps rhat q),
       @eq Rdefinitions.RbaseSymbolsImpl.R (@OccupancyMeasures.inner S0 A L q rhat)
         (@BackwardInduction.W S0 A Pbar eps rhat L O x0).
Definition W_step : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Pbar : Model.trans S0 A)
         (eps : forall (h : nat) (_ : fintype.Finite.sort (S0 h)) (_ : fintype.Finite.sort A),
                Rdefinitions.RbaseSymbolsImpl.R)
         (_ : forall h : nat,
              is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card (S0 h)
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h))))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))))))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : forall (h : nat) (x : fintype.Finite.sort (S0 h)) (a : fintype.Finite.sort A),
              @BallOptimum.centre_ok (S0 (S h)) (Pbar h x a) (eps h x a)) (rhat : Model.reward S0 A)
         (k h : nat) (x : fintype.Finite.sort (S0 h)),
       and
         (@ex2 (fintype.Finite.sort A)
            (fun a : fintype.Finite.sort A =>
             @eq Rdefinitions.RbaseSymbolsImpl.R (@BackwardInduction.W S0 A Pbar eps rhat (S k) h x)
               (@BackwardInduction.Qv S0 A Pbar eps rhat h x
                  (@BackwardInduction.W S0 A Pbar eps rhat k (S h)) a))
            (fun _ : fintype.Finite.sort A =>
             forall b : fintype.Finite.sort A,
             Rdefinitions.Rle
               (@BackwardInduction.Qv S0 A Pbar eps rhat h x
                  (@BackwardInduction.W S0 A Pbar eps rhat k (S h)) b)
               (@BackwardInduction.W S0 A Pbar eps rhat (S k) h x)))
         (forall a : fintype.Finite.sort A,
          @ex (forall _ : fintype.Finite.sort (S0 (S h)), Rdefinitions.RbaseSymbolsImpl.R)
            (fun p : forall _ : fintype.Finite.sort (S0 (S h)), Rdefinitions.RbaseSymbolsImpl.R =>
             ssrbool.and4 (@Sums.is_dist (S0 (S h)) p)
               (Rdefinitions.Rle
                  (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 (S h)))
                     Rdefinitions.RbaseSymbolsImpl.R0 (bigop.index_enum (S0 (S h)))
                     (fun y : fintype.Finite.sort (S0 (S h)) =>
                      @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 (S h))) y
                        Rdefinitions.RbaseSymbolsImpl.Rplus true
                        (Rbasic_fun.Rabs (Rdefinitions.Rminus (p y) (Pbar h x a y))))) 
                  (eps h x a))
               (@eq Rdefinitions.RbaseSymbolsImpl.R
                  (@BackwardInduction.Qv S0 A Pbar eps rhat h x
                     (@BackwardInduction.W S0 A Pbar eps rhat k (S h)) a)
                  (Rdefinitions.RbaseSymbolsImpl.Rplus (rhat h x a)
                     (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 (S h)))
                        Rdefinitions.RbaseSymbolsImpl.R0 (bigop.index_enum (S0 (S h)))
                        (fun y : fintype.Finite.sort (S0 (S h)) =>
                         @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 (S h))) y
                           Rdefinitions.RbaseSymbolsImpl.Rplus true
                           (Rdefinitions.RbaseSymbolsImpl.Rmult (p y)
                              (@BackwardInduction.W S0 A Pbar eps rhat k (S h) y))))))
               (forall (p' : forall _ : fintype.Finite.sort (S0 (S h)), Rdefinitions.RbaseSymbolsImpl.R)
                  (_ : @Sums.is_dist (S0 (S h)) p')
                  (_ : Rdefinitions.Rle
                         (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 (S h)))
                            Rdefinitions.RbaseSymbolsImpl.R0 (bigop.index_enum (S0 (S h)))
                            (fun y : fintype.Finite.sort (S0 (S h)) =>
                             @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 (S h)))
                               y Rdefinitions.RbaseSymbolsImpl.Rplus true
                               (Rbasic_fun.Rabs (Rdefinitions.Rminus (p' y) (Pbar h x a y))))) 
                         (eps h x a)),
                Rdefinitions.Rle
                  (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 (S h)))
                     Rdefinitions.RbaseSymbolsImpl.R0 (bigop.index_enum (S0 (S h)))
                     (fun y : fintype.Finite.sort (S0 (S h)) =>
                      @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 (S h))) y
                        Rdefinitions.RbaseSymbolsImpl.Rplus true
                        (Rdefinitions.RbaseSymbolsImpl.Rmult (p' y)
                           (@BackwardInduction.W S0 A Pbar eps rhat k (S h) y))))
                  (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 (S h)))
                     Rdefinitions.RbaseSymbolsImpl.R0 (bigop.index_enum (S0 (S h)))
                     (fun y : fintype.Finite.sort (S0 (S h)) =>
                      @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 (S h))) y
                        Rdefinitions.RbaseSymbolsImpl.Rplus true
                        (Rdefinitions.RbaseSymbolsImpl.Rmult (p y)
                           (@BackwardInduction.W S0 A Pbar eps rhat k (S h) y))))))).
Definition LP1_optimistic : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type)
         (x0 : fintype.Finite.sort (S0 O)) (L : nat) (Pbar : Model.trans S0 A)
         (eps : forall (h : nat) (_ : fintype.Finite.sort (S0 h)) (_ : fintype.Finite.sort A),
                Rdefinitions.RbaseSymbolsImpl.R)
         (_ : forall h : nat,
              is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card (S0 h)
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h))))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))))))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : forall (h : nat) (x : fintype.Finite.sort (S0 h)) (a : fintype.Finite.sort A),
              @BallOptimum.centre_ok (S0 (S h)) (Pbar h x a) (eps h x a)) (rhat : Model.reward S0 A)
         (_ : forall (h : nat) (x : fintype.Finite.sort (S0 h)) (a : fintype.Finite.sort A),
              and (Rdefinitions.Rle (Rdefinitions.IZR BinNums.Z0) (rhat h x a))
                (Rdefinitions.Rle (rhat h x a) (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)))),
       and
         (@ex (Model.trans S0 A)
            (fun P : Model.trans S0 A =>
             @ex (Model.policy S0 A)
               (fun pi : Model.policy S0 A =>
                ssrbool.and4 (@Model.is_trans S0 A P) (@ConfidenceSets.in_conf S0 A L Pbar eps P)
                  (@Model.is_policy S0 A pi)
                  (@eq Rdefinitions.RbaseSymbolsImpl.R (@Model.V S0 A P pi rhat L O x0)
                     (@BackwardInduction.W S0 A Pbar eps rhat L O x0)))))
         (and
            (forall (P : Model.trans S0 A) (pi : Model.policy S0 A) (_ : @Model.is_trans S0 A P)
               (_ : @ConfidenceSets.in_conf S0 A L Pbar eps P) (_ : @Model.is_policy S0 A pi),
             Rdefinitions.Rle (@Model.V S0 A P pi rhat L O x0)
               (@BackwardInduction.W S0 A Pbar eps rhat L O x0))
            (and
               (Rdefinitions.Rle (Rdefinitions.IZR BinNums.Z0)
                  (@BackwardInduction.W S0 A Pbar eps rhat L O x0))
               (Rdefinitions.Rle (@BackwardInduction.W S0 A Pbar eps rhat L O x0) (Raxioms.INR L)))).
Definition LP1_history : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) (Lam : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : forall h : nat,
              is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card (S0 h)
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h))))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))))))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : Rdefinitions.Rle
                (Rdefinitions.RinvImpl.Rinv (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))) Lam)
         (_ : forall z : Z,
              and (Rdefinitions.Rle (Rdefinitions.IZR BinNums.Z0) (rv z))
                (Rdefinitions.Rle (rv z) (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (w : list (Episodes.traj S0 A Z L O)),
       and
         (@ex (OccupancyMeasures.occ S0 A)
            (fun q : OccupancyMeasures.occ S0 A =>
             @LinearProgram.LP1_rows S0 A L (@Algorithm.Pbar S0 A Z x0 L w)
               (@Algorithm.eps S0 A Z x0 L Lam w) (@Algorithm.rhat S0 A Z x0 L rv Lam w) q))
         (forall (q : OccupancyMeasures.occ S0 A)
            (_ : @LinearProgram.LP1_rows S0 A L (@Algorithm.Pbar S0 A Z x0 L w)
                   (@Algorithm.eps S0 A Z x0 L Lam w) (@Algorithm.rhat S0 A Z x0 L rv Lam w) q),
          ssrbool.and3
            (@ConfidenceSets.LP1_opt S0 A L (@Algorithm.Pbar S0 A Z x0 L w)
               (@Algorithm.eps S0 A Z x0 L Lam w) (@Algorithm.rhat S0 A Z x0 L rv Lam w) q)
            (@eq Rdefinitions.RbaseSymbolsImpl.R
               (@OccupancyMeasures.inner S0 A L q (@Algorithm.rhat S0 A Z x0 L rv Lam w))
               (@BackwardInduction.W S0 A (@Algorithm.Pbar S0 A Z x0 L w) (@Algorithm.eps S0 A Z x0 L Lam w)
                  (@Algorithm.rhat S0 A Z x0 L rv Lam w) L O x0))
            (and
               (Rdefinitions.Rle (Rdefinitions.IZR BinNums.Z0)
                  (@OccupancyMeasures.inner S0 A L q (@Algorithm.rhat S0 A Z x0 L rv Lam w)))
               (Rdefinitions.Rle (@OccupancyMeasures.inner S0 A L q (@Algorithm.rhat S0 A Z x0 L rv Lam w))
                  (Raxioms.INR L)))).
Definition theorem_4_budgets : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (P : Model.trans S0 A) (rho : Episodes.rlaw S0 A Z)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) (_ : @Model.is_trans S0 A P)
         (_ : @Episodes.is_rlaw S0 A Z rho) (_ : @Episodes.is_reward S0 A Z rho rv) 
         (T : nat) (Lam : Rdefinitions.RbaseSymbolsImpl.R) (_ : is_true (ssrnat.leq (S O) T))
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : Rdefinitions.Rle
                (Rdefinitions.RinvImpl.Rinv (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))) Lam)
         (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A)
         (gap : forall _ : list (Episodes.traj S0 A Z L O), Rdefinitions.RbaseSymbolsImpl.R)
         (_ : @Algorithm.schedule S0 A Z x0 L st)
         (_ : forall w : list (Episodes.traj S0 A Z L O), @Model.is_policy S0 A (f w))
         (_ : @Budgets.near S0 A Z x0 L rv T Lam st f gap) (pistar : Model.policy S0 A)
         (_ : @Model.is_policy S0 A pistar) (kr l4 : Rdefinitions.RbaseSymbolsImpl.R)
         (kap : forall _ : nat, Rdefinitions.RbaseSymbolsImpl.R)
         (_ : Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) kr)
         (_ : Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) l4)
         (_ : forall h : nat,
              Rdefinitions.Rle
                (Rdefinitions.RinvImpl.Rinv (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))))
                (kap h)) (bad : ssrbool.pred (list (Episodes.traj S0 A Z L O)))
         (pP W : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : Rdefinitions.Rle
                (@Probability.Pr (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho f) T
                   (@nil (Episodes.traj S0 A Z L O)) bad) pP)
         (_ : forall (v : list (Episodes.traj S0 A Z L O))
                (_ : @eq nat (@seq.size (Episodes.traj S0 A Z L O) v) T) (_ : is_true (negb (bad v)))
                (s : nat),
              @Budgets.conf_close S0 A Z x0 L P Lam kap (@seq.drop (Episodes.traj S0 A Z L O) s v))
         (_ : forall (v : list (Episodes.traj S0 A Z L O))
                (_ : @eq nat (@seq.size (Episodes.traj S0 A Z L O) v) T),
              Rdefinitions.Rle
                (@Probability.along (Episodes.traj S0 A Z L O)
                   (fun (hist : list (Episodes.traj S0 A Z L O)) (e : Episodes.traj S0 A Z L O) =>
                    @Visits.visited S0 A Z x0 L (@Budgets.wt S0 A Z x0 L Lam kr kap (st hist)) e) v) W),
       Rdefinitions.Rle
         (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
            (Rdefinitions.RbaseSymbolsImpl.Rplus
               (Rdefinitions.RbaseSymbolsImpl.Rplus pP
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.Rminus (Raxioms.INR (Algorithm.X S0 L))
                        (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)))
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Raxioms.INR
                           (@fintype.CardDef.card A
                              (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                 (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                 (@ssrbool.PredOfSimpl.coerce
                                    (eqtype.Equality.sort (fintype.Finite.eqType A))
                                    (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A)))))))
                        (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                           (Rdefinitions.RbaseSymbolsImpl.Rplus
                              (Rtrigo_def.exp
                                 (Rdefinitions.RbaseSymbolsImpl.Ropp
                                    (Rdefinitions.RbaseSymbolsImpl.Rmult
                                       (Rdefinitions.RbaseSymbolsImpl.Rmult
                                          (Rdefinitions.IZR
                                             (BinNums.Zpos (BinNums.xO (BinNums.xO BinNums.xH))))
                                          (Rpow_def.pow kr (S (S O)))) Lam)))
                              (Rtrigo_def.exp
                                 (Rdefinitions.RbaseSymbolsImpl.Ropp
                                    (Rdefinitions.RbaseSymbolsImpl.Rmult
                                       (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO (BinNums.xO BinNums.xH))))
                                       Lam)))))))) (Rtrigo_def.exp (Rdefinitions.RbaseSymbolsImpl.Ropp l4))))
         (@Probability.Prl (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho f) T
            (@nil (Episodes.traj S0 A Z L O))
            (fun v : list (Episodes.traj S0 A Z L O) =>
             Probability.Rleb (@Algorithm.regret S0 A Z x0 L P rho rv f pistar v)
               (Rdefinitions.RbaseSymbolsImpl.Rplus
                  (Rdefinitions.RbaseSymbolsImpl.Rplus W
                     (R_sqrt.sqrt
                        (Rdefinitions.Rdiv
                           (Rdefinitions.RbaseSymbolsImpl.Rmult
                              (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                                 (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR L)
                                    (Rdefinitions.RbaseSymbolsImpl.Rplus
                                       (Rdefinitions.RbaseSymbolsImpl.Rmult
                                          (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                                          (Rpow_def.pow (Raxioms.INR L) (S (S O))))
                                       (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))) l4)
                           (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO (BinNums.xI BinNums.xH)))))))
                  (@Budgets.total_gap S0 A Z L gap v)))).
Definition theorem_4_layers : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (P : Model.trans S0 A) (rho : Episodes.rlaw S0 A Z)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) (_ : @Model.is_trans S0 A P)
         (_ : @Episodes.is_rlaw S0 A Z rho) (_ : @Episodes.is_reward S0 A Z rho rv) 
         (T : nat) (Lam : Rdefinitions.RbaseSymbolsImpl.R) (_ : is_true (ssrnat.leq (S O) T))
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : Rdefinitions.Rle
                (Rdefinitions.RinvImpl.Rinv (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))) Lam)
         (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A)
         (gap : forall _ : list (Episodes.traj S0 A Z L O), Rdefinitions.RbaseSymbolsImpl.R)
         (_ : @Algorithm.schedule S0 A Z x0 L st)
         (_ : forall w : list (Episodes.traj S0 A Z L O), @Model.is_policy S0 A (f w))
         (_ : @Budgets.near S0 A Z x0 L rv T Lam st f gap) (pistar : Model.policy S0 A)
         (_ : @Model.is_policy S0 A pistar) (kr l4 : Rdefinitions.RbaseSymbolsImpl.R)
         (kap : forall _ : nat, Rdefinitions.RbaseSymbolsImpl.R)
         (_ : Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) kr)
         (_ : Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) l4)
         (_ : forall h : nat,
              Rdefinitions.Rle
                (Rdefinitions.RinvImpl.Rinv (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))))
                (kap h)) (c0 : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : Rdefinitions.Rle (Rdefinitions.IZR BinNums.Z0) c0)
         (_ : forall (h : nat) (x : fintype.Finite.sort (S0 h)) (a : fintype.Finite.sort A)
                (w : list (Episodes.traj S0 A Z L O)) (_ : is_true (ssrnat.leq (S h) L)),
              Rdefinitions.Rle (@Visits.spent S0 A Z x0 L st (@Algorithm.mkp S0 A h x a) w)
                (Rdefinitions.RbaseSymbolsImpl.Rmult c0
                   (R_sqrt.sqrt (Raxioms.INR (@Algorithm.cnt S0 A Z x0 L (@Algorithm.mkp S0 A h x a) w)))))
         (bad : ssrbool.pred (list (Episodes.traj S0 A Z L O))) (pP : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : Rdefinitions.Rle
                (@Probability.Pr (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho f) T
                   (@nil (Episodes.traj S0 A Z L O)) bad) pP)
         (_ : forall (v : list (Episodes.traj S0 A Z L O))
                (_ : @eq nat (@seq.size (Episodes.traj S0 A Z L O) v) T) (_ : is_true (negb (bad v)))
                (s : nat),
              @Budgets.conf_close S0 A Z x0 L P Lam kap (@seq.drop (Episodes.traj S0 A Z L O) s v)),
       Rdefinitions.Rle
         (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
            (Rdefinitions.RbaseSymbolsImpl.Rplus
               (Rdefinitions.RbaseSymbolsImpl.Rplus pP
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.Rminus (Raxioms.INR (Algorithm.X S0 L))
                        (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)))
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Raxioms.INR
                           (@fintype.CardDef.card A
                              (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                 (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                 (@ssrbool.PredOfSimpl.coerce
                                    (eqtype.Equality.sort (fintype.Finite.eqType A))
                                    (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A)))))))
                        (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                           (Rdefinitions.RbaseSymbolsImpl.Rplus
                              (Rtrigo_def.exp
                                 (Rdefinitions.RbaseSymbolsImpl.Ropp
                                    (Rdefinitions.RbaseSymbolsImpl.Rmult
                                       (Rdefinitions.RbaseSymbolsImpl.Rmult
                                          (Rdefinitions.IZR
                                             (BinNums.Zpos (BinNums.xO (BinNums.xO BinNums.xH))))
                                          (Rpow_def.pow kr (S (S O)))) Lam)))
                              (Rtrigo_def.exp
                                 (Rdefinitions.RbaseSymbolsImpl.Ropp
                                    (Rdefinitions.RbaseSymbolsImpl.Rmult
                                       (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO (BinNums.xO BinNums.xH))))
                                       Lam)))))))) (Rtrigo_def.exp (Rdefinitions.RbaseSymbolsImpl.Ropp l4))))
         (@Probability.Prl (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho f) T
            (@nil (Episodes.traj S0 A Z L O))
            (fun v : list (Episodes.traj S0 A Z L O) =>
             Probability.Rleb (@Algorithm.regret S0 A Z x0 L P rho rv f pistar v)
               (Rdefinitions.RbaseSymbolsImpl.Rplus
                  (Rdefinitions.RbaseSymbolsImpl.Rplus
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.RbaseSymbolsImpl.Rmult
                           (Rdefinitions.RbaseSymbolsImpl.Rmult c0
                              (R_sqrt.sqrt (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))))
                           (R_sqrt.sqrt
                              (Rdefinitions.RbaseSymbolsImpl.Rmult
                                 (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                                    (Raxioms.INR
                                       (@fintype.CardDef.card A
                                          (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                             (ssrbool.predPredType
                                                (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                             (@ssrbool.PredOfSimpl.coerce
                                                (eqtype.Equality.sort (fintype.Finite.eqType A))
                                                (ssrbool.pred_of_argType
                                                   (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) Lam)))
                        (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R
                           (fintype.Finite.sort (fintype.ordinal_finType L)) Rdefinitions.RbaseSymbolsImpl.R0
                           (bigop.index_enum (fintype.ordinal_finType L))
                           (fun h : fintype.ordinal L =>
                            @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.ordinal L) h
                              Rdefinitions.RbaseSymbolsImpl.Rplus true
                              (Rdefinitions.RbaseSymbolsImpl.Rplus
                                 (Rdefinitions.RbaseSymbolsImpl.Rmult
                                    (Rdefinitions.RbaseSymbolsImpl.Rplus
                                       (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) kr)
                                    (R_sqrt.sqrt
                                       (Raxioms.INR
                                          (@fintype.CardDef.card (S0 (@fintype.nat_of_ord L h))
                                             (@ssrbool.mem
                                                (eqtype.Equality.sort
                                                   (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h))))
                                                (ssrbool.predPredType
                                                   (eqtype.Equality.sort
                                                      (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h)))))
                                                (@ssrbool.PredOfSimpl.coerce
                                                   (eqtype.Equality.sort
                                                      (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h))))
                                                   (ssrbool.pred_of_argType
                                                      (eqtype.Equality.sort
                                                         (fintype.Finite.eqType
                                                            (S0 (@fintype.nat_of_ord L h)))))))))))
                                 (Rdefinitions.RbaseSymbolsImpl.Rmult
                                    (Sums.ind
                                       (ssrnat.leq (S (S O))
                                          (@fintype.CardDef.card (S0 (S (@fintype.nat_of_ord L h)))
                                             (@ssrbool.mem
                                                (eqtype.Equality.sort
                                                   (fintype.Finite.eqType (S0 (S (@fintype.nat_of_ord L h)))))
                                                (ssrbool.predPredType
                                                   (eqtype.Equality.sort
                                                      (fintype.Finite.eqType
                                                         (S0 (S (@fintype.nat_of_ord L h))))))
                                                (@ssrbool.PredOfSimpl.coerce
                                                   (eqtype.Equality.sort
                                                      (fintype.Finite.eqType
                                                         (S0 (S (@fintype.nat_of_ord L h)))))
                                                   (ssrbool.pred_of_argType
                                                      (eqtype.Equality.sort
                                                         (fintype.Finite.eqType
                                                            (S0 (S (@fintype.nat_of_ord L h)))))))))))
                                    (Rdefinitions.RbaseSymbolsImpl.Rmult
                                       (Raxioms.INR (ssrnat.subn L (S (@fintype.nat_of_ord L h))))
                                       (Rdefinitions.RbaseSymbolsImpl.Rmult (kap (@fintype.nat_of_ord L h))
                                          (R_sqrt.sqrt
                                             (Rdefinitions.RbaseSymbolsImpl.Rmult
                                                (Raxioms.INR
                                                   (@fintype.CardDef.card (S0 (@fintype.nat_of_ord L h))
                                                      (@ssrbool.mem
                                                         (eqtype.Equality.sort
                                                            (fintype.Finite.eqType
                                                               (S0 (@fintype.nat_of_ord L h))))
                                                         (ssrbool.predPredType
                                                            (eqtype.Equality.sort
                                                               (fintype.Finite.eqType
                                                                  (S0 (@fintype.nat_of_ord L h)))))
                                                         (@ssrbool.PredOfSimpl.coerce
                                                            (eqtype.Equality.sort
                                                               (fintype.Finite.eqType
                                                                  (S0 (@fintype.nat_of_ord L h))))
                                                            (ssrbool.pred_of_argType
                                                               (eqtype.Equality.sort
                                                                  (fintype.Finite.eqType
                                                                     (S0 (@fintype.nat_of_ord L h)))))))))
                                                (Raxioms.INR
                                                   (@fintype.CardDef.card (S0 (S (@fintype.nat_of_ord L h)))
                                                      (@ssrbool.mem
                                                         (eqtype.Equality.sort
                                                            (fintype.Finite.eqType
                                                               (S0 (S (@fintype.nat_of_ord L h)))))
                                                         (ssrbool.predPredType
                                                            (eqtype.Equality.sort
                                                               (fintype.Finite.eqType
                                                                  (S0 (S (@fintype.nat_of_ord L h))))))
                                                         (@ssrbool.PredOfSimpl.coerce
                                                            (eqtype.Equality.sort
                                                               (fintype.Finite.eqType
                                                                  (S0 (S (@fintype.nat_of_ord L h)))))
                                                            (ssrbool.pred_of_argType
                                                               (eqtype.Equality.sort
                                                                  (fintype.Finite.eqType
                                                                     (S0 (S (@fintype.nat_of_ord L h)))))))))))))))))))
                     (R_sqrt.sqrt
                        (Rdefinitions.Rdiv
                           (Rdefinitions.RbaseSymbolsImpl.Rmult
                              (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                                 (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR L)
                                    (Rdefinitions.RbaseSymbolsImpl.Rplus
                                       (Rdefinitions.RbaseSymbolsImpl.Rmult
                                          (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                                          (Rpow_def.pow (Raxioms.INR L) (S (S O))))
                                       (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))) l4)
                           (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO (BinNums.xI BinNums.xH)))))))
                  (@Budgets.total_gap S0 A Z L gap v)))).
Definition theorem_4_three : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat) (P : Model.trans S0 A)
         (rho : Episodes.rlaw S0 A Z) (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) 
         (T : nat) (delta Lam : Rdefinitions.RbaseSymbolsImpl.R),
       let E : Type := Episodes.traj S0 A Z L O in
       forall (st : forall _ : list E, list E) (f : forall _ : list E, Model.policy S0 A)
         (qhat : forall _ : list E, OccupancyMeasures.occ S0 A) (pistar : Model.policy S0 A)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (_ : @Model.is_trans S0 A P) (_ : @Episodes.is_rlaw S0 A Z rho)
         (_ : @Episodes.is_reward S0 A Z rho rv) (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : Rdefinitions.Rle (Rpower.ln (Rdefinitions.Rdiv (GoodEvents.TXA S0 A L T) delta)) Lam)
         (_ : @Algorithm.schedule S0 A Z x0 L st) (_ : @Algorithm.learner S0 A Z x0 L rv f st Lam qhat)
         (_ : @Model.is_policy S0 A pistar),
       Rdefinitions.Rle (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) delta)
         (@Probability.Prl (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho f) T
            (@nil (Episodes.traj S0 A Z L O))
            (fun v : list (Episodes.traj S0 A Z L O) =>
             Probability.Rleb (@Algorithm.regret S0 A Z x0 L P rho rv f pistar v)
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.IZR (BinNums.Zpos (BinNums.xI BinNums.xH)))
                     (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR L) (Raxioms.INR (Algorithm.X S0 L))))
                  (R_sqrt.sqrt
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                           (Raxioms.INR
                              (@fintype.CardDef.card A
                                 (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                    (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                    (@ssrbool.PredOfSimpl.coerce
                                       (eqtype.Equality.sort (fintype.Finite.eqType A))
                                       (ssrbool.pred_of_argType
                                          (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) Lam))))).
Definition theorem_4 : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (P : Model.trans S0 A) (rho : Episodes.rlaw S0 A Z)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) (_ : @Model.is_trans S0 A P)
         (_ : @Episodes.is_rlaw S0 A Z rho) (_ : @Episodes.is_reward S0 A Z rho rv) 
         (T : nat) (delta Lam : Rdefinitions.RbaseSymbolsImpl.R) (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : Rdefinitions.Rle (Rpower.ln (Rdefinitions.Rdiv (GoodEvents.TXA S0 A L T) delta)) Lam)
         (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A)
         (qhat : forall _ : list (Episodes.traj S0 A Z L O), OccupancyMeasures.occ S0 A)
         (_ : @Algorithm.schedule S0 A Z x0 L st) (_ : @Algorithm.learner S0 A Z x0 L rv f st Lam qhat)
         (pistar : Model.policy S0 A) (_ : @Model.is_policy S0 A pistar),
       Rdefinitions.Rle (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) delta)
         (@Probability.Prl (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho f) T
            (@nil (Episodes.traj S0 A Z L O))
            (fun v : list (Episodes.traj S0 A Z L O) =>
             Probability.Rleb (@Algorithm.regret S0 A Z x0 L P rho rv f pistar v)
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.RbaseSymbolsImpl.Rplus
                        (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                        (R_sqrt.sqrt (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))))
                     (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR L) (Raxioms.INR (Algorithm.X S0 L))))
                  (R_sqrt.sqrt
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                           (Raxioms.INR
                              (@fintype.CardDef.card A
                                 (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                    (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                    (@ssrbool.PredOfSimpl.coerce
                                       (eqtype.Equality.sort (fintype.Finite.eqType A))
                                       (ssrbool.pred_of_argType
                                          (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) Lam))))).
Definition theorem_4_rate : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (P : Model.trans S0 A) (rho : Episodes.rlaw S0 A Z)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) (_ : @Model.is_trans S0 A P)
         (_ : @Episodes.is_rlaw S0 A Z rho) (_ : @Episodes.is_reward S0 A Z rho rv) 
         (T : nat) (delta Lam : Rdefinitions.RbaseSymbolsImpl.R) (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : Rdefinitions.Rle (Rpower.ln (Rdefinitions.Rdiv (GoodEvents.TXA S0 A L T) delta)) Lam)
         (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A)
         (qhat : forall _ : list (Episodes.traj S0 A Z L O), OccupancyMeasures.occ S0 A)
         (_ : @Algorithm.schedule S0 A Z x0 L st) (_ : @Algorithm.learner S0 A Z x0 L rv f st Lam qhat)
         (pistar : Model.policy S0 A) (_ : @Model.is_policy S0 A pistar),
       Rdefinitions.Rle
         (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
            (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.IZR (BinNums.Zpos (BinNums.xI BinNums.xH)))
               (Rdefinitions.Rdiv (Rpow_def.pow delta (S (S O))) (GoodEvents.TXA S0 A L T))))
         (@Probability.Prl (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho f) T
            (@nil (Episodes.traj S0 A Z L O))
            (fun v : list (Episodes.traj S0 A Z L O) =>
             Probability.Rleb (@Algorithm.regret S0 A Z x0 L P rho rv f pistar v)
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.RbaseSymbolsImpl.Rplus
                        (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                        (R_sqrt.sqrt (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))))
                     (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR L) (Raxioms.INR (Algorithm.X S0 L))))
                  (R_sqrt.sqrt
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                           (Raxioms.INR
                              (@fintype.CardDef.card A
                                 (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                    (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                    (@ssrbool.PredOfSimpl.coerce
                                       (eqtype.Equality.sort (fintype.Finite.eqType A))
                                       (ssrbool.pred_of_argType
                                          (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) Lam))))).
Definition theorem_4_square : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (P : Model.trans S0 A) (rho : Episodes.rlaw S0 A Z)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) (_ : @Model.is_trans S0 A P)
         (_ : @Episodes.is_rlaw S0 A Z rho) (_ : @Episodes.is_reward S0 A Z rho rv) 
         (T : nat) (delta Lam : Rdefinitions.RbaseSymbolsImpl.R) (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : Rdefinitions.Rle (Rpower.ln (Rdefinitions.Rdiv (GoodEvents.TXA S0 A L T) delta)) Lam)
         (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A)
         (qhat : forall _ : list (Episodes.traj S0 A Z L O), OccupancyMeasures.occ S0 A)
         (_ : @Algorithm.schedule S0 A Z x0 L st) (_ : @Algorithm.learner S0 A Z x0 L rv f st Lam qhat)
         (pistar : Model.policy S0 A) (_ : @Model.is_policy S0 A pistar),
       Rdefinitions.Rle
         (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
            (Rdefinitions.RbaseSymbolsImpl.Rmult
               (Rdefinitions.Rdiv (Rdefinitions.IZR (BinNums.Zpos (BinNums.xI BinNums.xH)))
                  (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO (BinNums.xO BinNums.xH)))))
               (Rpow_def.pow delta (S (S O)))))
         (@Probability.Prl (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho f) T
            (@nil (Episodes.traj S0 A Z L O))
            (fun v : list (Episodes.traj S0 A Z L O) =>
             Probability.Rleb (@Algorithm.regret S0 A Z x0 L P rho rv f pistar v)
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.RbaseSymbolsImpl.Rplus
                        (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                        (R_sqrt.sqrt (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))))
                     (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR L) (Raxioms.INR (Algorithm.X S0 L))))
                  (R_sqrt.sqrt
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                           (Raxioms.INR
                              (@fintype.CardDef.card A
                                 (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                    (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                    (@ssrbool.PredOfSimpl.coerce
                                       (eqtype.Equality.sort (fintype.Finite.eqType A))
                                       (ssrbool.pred_of_argType
                                          (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) Lam))))).
Definition theorem_4_half : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (P : Model.trans S0 A) (rho : Episodes.rlaw S0 A Z)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) (_ : @Model.is_trans S0 A P)
         (_ : @Episodes.is_rlaw S0 A Z rho) (_ : @Episodes.is_reward S0 A Z rho rv) 
         (T : nat) (delta Lam : Rdefinitions.RbaseSymbolsImpl.R) (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O)) (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A)
         (qhat : forall _ : list (Episodes.traj S0 A Z L O), OccupancyMeasures.occ S0 A)
         (_ : @Algorithm.schedule S0 A Z x0 L st) (_ : @Algorithm.learner S0 A Z x0 L rv f st Lam qhat)
         (pistar : Model.policy S0 A) (_ : @Model.is_policy S0 A pistar)
         (_ : Rdefinitions.Rle
                (Rdefinitions.Rdiv
                   (Rpower.ln
                      (Rdefinitions.Rdiv
                         (Rdefinitions.RbaseSymbolsImpl.Rmult
                            (Rdefinitions.IZR (BinNums.Zpos (BinNums.xI BinNums.xH)))
                            (GoodEvents.TXA S0 A L T)) delta))
                   (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))) Lam),
       Rdefinitions.Rle (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) delta)
         (@Probability.Prl (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho f) T
            (@nil (Episodes.traj S0 A Z L O))
            (fun v : list (Episodes.traj S0 A Z L O) =>
             Probability.Rleb (@Algorithm.regret S0 A Z x0 L P rho rv f pistar v)
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.RbaseSymbolsImpl.Rplus
                        (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                        (R_sqrt.sqrt (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))))
                     (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR L) (Raxioms.INR (Algorithm.X S0 L))))
                  (R_sqrt.sqrt
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                           (Raxioms.INR
                              (@fintype.CardDef.card A
                                 (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                    (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                    (@ssrbool.PredOfSimpl.coerce
                                       (eqtype.Equality.sort (fintype.Finite.eqType A))
                                       (ssrbool.pred_of_argType
                                          (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) Lam))))).
Definition theorem_4_every : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (P : Model.trans S0 A) (rho : Episodes.rlaw S0 A Z)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) (_ : @Model.is_trans S0 A P)
         (_ : @Episodes.is_rlaw S0 A Z rho) (_ : @Episodes.is_reward S0 A Z rho rv) 
         (T : nat) (delta Lam : Rdefinitions.RbaseSymbolsImpl.R) (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : Rdefinitions.Rle (Rpower.ln (Rdefinitions.Rdiv (GoodEvents.TXA S0 A L T) delta)) Lam)
         (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A)
         (qhat : forall _ : list (Episodes.traj S0 A Z L O), OccupancyMeasures.occ S0 A)
         (_ : @Algorithm.schedule S0 A Z x0 L st) (_ : @Algorithm.learner S0 A Z x0 L rv f st Lam qhat)
         (pistar : Model.policy S0 A) (_ : @Model.is_policy S0 A pistar)
         (_ : forall w : list (Episodes.traj S0 A Z L O), @eq (list (Episodes.traj S0 A Z L O)) (st w) w),
       Rdefinitions.Rle (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) delta)
         (@Probability.Prl (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho f) T
            (@nil (Episodes.traj S0 A Z L O))
            (fun v : list (Episodes.traj S0 A Z L O) =>
             Probability.Rleb (@Algorithm.regret S0 A Z x0 L P rho rv f pistar v)
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                        (R_sqrt.sqrt (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))))
                     (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR L) (Raxioms.INR (Algorithm.X S0 L))))
                  (R_sqrt.sqrt
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                           (Raxioms.INR
                              (@fintype.CardDef.card A
                                 (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                    (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                    (@ssrbool.PredOfSimpl.coerce
                                       (eqtype.Equality.sort (fintype.Finite.eqType A))
                                       (ssrbool.pred_of_argType
                                          (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) Lam))))).
Definition theorem_4_layered : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (P : Model.trans S0 A) (rho : Episodes.rlaw S0 A Z)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) (_ : @Model.is_trans S0 A P)
         (_ : @Episodes.is_rlaw S0 A Z rho) (_ : @Episodes.is_reward S0 A Z rho rv) 
         (T : nat) (delta Lam : Rdefinitions.RbaseSymbolsImpl.R) (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : Rdefinitions.Rle (Rpower.ln (Rdefinitions.Rdiv (GoodEvents.TXA S0 A L T) delta)) Lam)
         (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A)
         (qhat : forall _ : list (Episodes.traj S0 A Z L O), OccupancyMeasures.occ S0 A)
         (_ : @Algorithm.schedule S0 A Z x0 L st) (_ : @Algorithm.learner S0 A Z x0 L rv f st Lam qhat)
         (pistar : Model.policy S0 A) (_ : @Model.is_policy S0 A pistar),
       Rdefinitions.Rle
         (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
            (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
               delta))
         (@Probability.Prl (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho f) T
            (@nil (Episodes.traj S0 A Z L O))
            (fun v : list (Episodes.traj S0 A Z L O) =>
             Probability.Rleb (@Algorithm.regret S0 A Z x0 L P rho rv f pistar v)
               (Rdefinitions.RbaseSymbolsImpl.Rplus
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.RbaseSymbolsImpl.Rplus
                           (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                           (R_sqrt.sqrt (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))))
                        (R_sqrt.sqrt
                           (Rdefinitions.RbaseSymbolsImpl.Rmult
                              (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                                 (Raxioms.INR
                                    (@fintype.CardDef.card A
                                       (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                          (ssrbool.predPredType
                                             (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                          (@ssrbool.PredOfSimpl.coerce
                                             (eqtype.Equality.sort (fintype.Finite.eqType A))
                                             (ssrbool.pred_of_argType
                                                (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) Lam)))
                     (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R
                        (fintype.Finite.sort (fintype.ordinal_finType L)) Rdefinitions.RbaseSymbolsImpl.R0
                        (bigop.index_enum (fintype.ordinal_finType L))
                        (fun h : fintype.ordinal L =>
                         @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.ordinal L) h
                           Rdefinitions.RbaseSymbolsImpl.Rplus true
                           (Rdefinitions.RbaseSymbolsImpl.Rplus
                              (Rdefinitions.RbaseSymbolsImpl.Rmult
                                 (Rdefinitions.Rdiv (Rdefinitions.IZR (BinNums.Zpos (BinNums.xI BinNums.xH)))
                                    (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))))
                                 (R_sqrt.sqrt
                                    (Raxioms.INR
                                       (@fintype.CardDef.card (S0 (@fintype.nat_of_ord L h))
                                          (@ssrbool.mem
                                             (eqtype.Equality.sort
                                                (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h))))
                                             (ssrbool.predPredType
                                                (eqtype.Equality.sort
                                                   (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h)))))
                                             (@ssrbool.PredOfSimpl.coerce
                                                (eqtype.Equality.sort
                                                   (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h))))
                                                (ssrbool.pred_of_argType
                                                   (eqtype.Equality.sort
                                                      (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h)))))))))))
                              (Rdefinitions.RbaseSymbolsImpl.Rmult
                                 (Sums.ind
                                    (ssrnat.leq (S (S O))
                                       (@fintype.CardDef.card (S0 (S (@fintype.nat_of_ord L h)))
                                          (@ssrbool.mem
                                             (eqtype.Equality.sort
                                                (fintype.Finite.eqType (S0 (S (@fintype.nat_of_ord L h)))))
                                             (ssrbool.predPredType
                                                (eqtype.Equality.sort
                                                   (fintype.Finite.eqType (S0 (S (@fintype.nat_of_ord L h))))))
                                             (@ssrbool.PredOfSimpl.coerce
                                                (eqtype.Equality.sort
                                                   (fintype.Finite.eqType (S0 (S (@fintype.nat_of_ord L h)))))
                                                (ssrbool.pred_of_argType
                                                   (eqtype.Equality.sort
                                                      (fintype.Finite.eqType
                                                         (S0 (S (@fintype.nat_of_ord L h)))))))))))
                                 (Rdefinitions.RbaseSymbolsImpl.Rmult
                                    (Raxioms.INR (ssrnat.subn L (S (@fintype.nat_of_ord L h))))
                                    (R_sqrt.sqrt
                                       (Rdefinitions.RbaseSymbolsImpl.Rmult
                                          (Raxioms.INR
                                             (@fintype.CardDef.card (S0 (@fintype.nat_of_ord L h))
                                                (@ssrbool.mem
                                                   (eqtype.Equality.sort
                                                      (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h))))
                                                   (ssrbool.predPredType
                                                      (eqtype.Equality.sort
                                                         (fintype.Finite.eqType
                                                            (S0 (@fintype.nat_of_ord L h)))))
                                                   (@ssrbool.PredOfSimpl.coerce
                                                      (eqtype.Equality.sort
                                                         (fintype.Finite.eqType
                                                            (S0 (@fintype.nat_of_ord L h))))
                                                      (ssrbool.pred_of_argType
                                                         (eqtype.Equality.sort
                                                            (fintype.Finite.eqType
                                                               (S0 (@fintype.nat_of_ord L h)))))))))
                                          (Raxioms.INR
                                             (@fintype.CardDef.card (S0 (S (@fintype.nat_of_ord L h)))
                                                (@ssrbool.mem
                                                   (eqtype.Equality.sort
                                                      (fintype.Finite.eqType
                                                         (S0 (S (@fintype.nat_of_ord L h)))))
                                                   (ssrbool.predPredType
                                                      (eqtype.Equality.sort
                                                         (fintype.Finite.eqType
                                                            (S0 (S (@fintype.nat_of_ord L h))))))
                                                   (@ssrbool.PredOfSimpl.coerce
                                                      (eqtype.Equality.sort
                                                         (fintype.Finite.eqType
                                                            (S0 (S (@fintype.nat_of_ord L h)))))
                                                      (ssrbool.pred_of_argType
                                                         (eqtype.Equality.sort
                                                            (fintype.Finite.eqType
                                                               (S0 (S (@fintype.nat_of_ord L h))))))))))))))))))
                  (R_sqrt.sqrt
                     (Rdefinitions.Rdiv
                        (Rdefinitions.RbaseSymbolsImpl.Rmult
                           (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                              (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR L)
                                 (Rdefinitions.RbaseSymbolsImpl.Rplus
                                    (Rdefinitions.RbaseSymbolsImpl.Rmult
                                       (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                                       (Rpow_def.pow (Raxioms.INR L) (S (S O))))
                                    (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)))))
                           (Rpower.ln (Rdefinitions.Rdiv (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) delta)))
                        (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO (BinNums.xI BinNums.xH))))))))).
Definition theorem_4_ucrl_lp_delta : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat) (P : Model.trans S0 A)
         (rho : Episodes.rlaw S0 A Z) (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) 
         (T : nat) (delta : Rdefinitions.RbaseSymbolsImpl.R) (pistar : Model.policy S0 A)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L)) (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : @Model.is_trans S0 A P) (_ : @Episodes.is_rlaw S0 A Z rho)
         (_ : @Episodes.is_reward S0 A Z rho rv) (_ : @Model.is_policy S0 A pistar),
       let Lam : Rdefinitions.RbaseSymbolsImpl.R :=
         Rpower.ln
           (Rdefinitions.Rdiv
              (Rdefinitions.RbaseSymbolsImpl.Rmult
                 (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T) (Raxioms.INR (Algorithm.X S0 L)))
                 (Raxioms.INR
                    (@fintype.CardDef.card A
                       (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                          (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                          (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                             (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
              delta) in
       Rdefinitions.Rle
         (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
            (Rbasic_fun.Rmin
               (Rdefinitions.Rdiv
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.IZR (BinNums.Zpos (BinNums.xI BinNums.xH))) (Rpow_def.pow delta (S (S O))))
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T) (Raxioms.INR (Algorithm.X S0 L)))
                     (Raxioms.INR
                        (@fintype.CardDef.card A
                           (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                              (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                              (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                                 (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A)))))))))
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.Rdiv (Rdefinitions.IZR (BinNums.Zpos (BinNums.xI BinNums.xH)))
                     (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO (BinNums.xO BinNums.xH)))))
                  (Rpow_def.pow delta (S (S O))))))
         (@Probability.Prl (Episodes.traj S0 A Z L O)
            (@Algorithm.K S0 A Z x0 L P rho (@Learner.ucrl_lp S0 A Z x0 L rv Lam)) T
            (@nil (Episodes.traj S0 A Z L O))
            (fun v : list (Episodes.traj S0 A Z L O) =>
             Probability.Rleb
               (@Algorithm.regret S0 A Z x0 L P rho rv (@Learner.ucrl_lp S0 A Z x0 L rv Lam) pistar v)
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.RbaseSymbolsImpl.Rplus
                        (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                        (R_sqrt.sqrt (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))))
                     (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR L) (Raxioms.INR (Algorithm.X S0 L))))
                  (R_sqrt.sqrt
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                           (Raxioms.INR
                              (@fintype.CardDef.card A
                                 (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                    (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                    (@ssrbool.PredOfSimpl.coerce
                                       (eqtype.Equality.sort (fintype.Finite.eqType A))
                                       (ssrbool.pred_of_argType
                                          (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) Lam))))).
Definition theorem_4_ucrl_lp_half : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat) (P : Model.trans S0 A)
         (rho : Episodes.rlaw S0 A Z) (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) 
         (T : nat) (delta : Rdefinitions.RbaseSymbolsImpl.R) (pistar : Model.policy S0 A)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L)) (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : @Model.is_trans S0 A P) (_ : @Episodes.is_rlaw S0 A Z rho)
         (_ : @Episodes.is_reward S0 A Z rho rv) (_ : @Model.is_policy S0 A pistar),
       let Lam : Rdefinitions.RbaseSymbolsImpl.R :=
         Rdefinitions.Rdiv
           (Rpower.ln
              (Rdefinitions.Rdiv
                 (Rdefinitions.RbaseSymbolsImpl.Rmult
                    (Rdefinitions.IZR (BinNums.Zpos (BinNums.xI BinNums.xH)))
                    (Rdefinitions.RbaseSymbolsImpl.Rmult
                       (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T) (Raxioms.INR (Algorithm.X S0 L)))
                       (Raxioms.INR
                          (@fintype.CardDef.card A
                             (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                                   (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A)))))))))
                 delta)) (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))) in
       Rdefinitions.Rle (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) delta)
         (@Probability.Prl (Episodes.traj S0 A Z L O)
            (@Algorithm.K S0 A Z x0 L P rho (@Learner.ucrl_lp S0 A Z x0 L rv Lam)) T
            (@nil (Episodes.traj S0 A Z L O))
            (fun v : list (Episodes.traj S0 A Z L O) =>
             Probability.Rleb
               (@Algorithm.regret S0 A Z x0 L P rho rv (@Learner.ucrl_lp S0 A Z x0 L rv Lam) pistar v)
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.RbaseSymbolsImpl.Rplus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
                        (R_sqrt.sqrt (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))))
                     (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR L) (Raxioms.INR (Algorithm.X S0 L))))
                  (R_sqrt.sqrt
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                           (Raxioms.INR
                              (@fintype.CardDef.card A
                                 (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                    (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                    (@ssrbool.PredOfSimpl.coerce
                                       (eqtype.Equality.sort (fintype.Finite.eqType A))
                                       (ssrbool.pred_of_argType
                                          (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
                        (Rpower.ln
                           (Rdefinitions.Rdiv
                              (Rdefinitions.RbaseSymbolsImpl.Rmult
                                 (Rdefinitions.IZR (BinNums.Zpos (BinNums.xI BinNums.xH)))
                                 (Rdefinitions.RbaseSymbolsImpl.Rmult
                                    (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                                       (Raxioms.INR (Algorithm.X S0 L)))
                                    (Raxioms.INR
                                       (@fintype.CardDef.card A
                                          (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                             (ssrbool.predPredType
                                                (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                             (@ssrbool.PredOfSimpl.coerce
                                                (eqtype.Equality.sort (fintype.Finite.eqType A))
                                                (ssrbool.pred_of_argType
                                                   (eqtype.Equality.sort (fintype.Finite.eqType A)))))))))
                              delta))))))).
Definition theorem_4_printed_trigger_delta : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat) (P : Model.trans S0 A)
         (rho : Episodes.rlaw S0 A Z) (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) 
         (T : nat) (delta : Rdefinitions.RbaseSymbolsImpl.R) (pistar : Model.policy S0 A)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L)) (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : @Model.is_trans S0 A P) (_ : @Episodes.is_rlaw S0 A Z rho)
         (_ : @Episodes.is_reward S0 A Z rho rv) (_ : @Model.is_policy S0 A pistar),
       let Lam : Rdefinitions.RbaseSymbolsImpl.R :=
         Rpower.ln
           (Rdefinitions.Rdiv
              (Rdefinitions.RbaseSymbolsImpl.Rmult
                 (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T) (Raxioms.INR (Algorithm.X S0 L)))
                 (Raxioms.INR
                    (@fintype.CardDef.card A
                       (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                          (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                          (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                             (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
              delta) in
       let f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A :=
         fun w : list (Episodes.traj S0 A Z L O) =>
         @Learner.optimal_policy S0 A Z x0 L rv Lam (@Algorithm.start_printed S0 A Z x0 L w) in
       Rdefinitions.Rle (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) delta)
         (@Probability.Prl (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho f) T
            (@nil (Episodes.traj S0 A Z L O))
            (fun v : list (Episodes.traj S0 A Z L O) =>
             Probability.Rleb (@Algorithm.regret S0 A Z x0 L P rho rv f pistar v)
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                        (R_sqrt.sqrt (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))))
                     (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR L) (Raxioms.INR (Algorithm.X S0 L))))
                  (R_sqrt.sqrt
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                           (Raxioms.INR
                              (@fintype.CardDef.card A
                                 (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                    (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                    (@ssrbool.PredOfSimpl.coerce
                                       (eqtype.Equality.sort (fintype.Finite.eqType A))
                                       (ssrbool.pred_of_argType
                                          (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) Lam))))).
Definition theorem_4_paper : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (P : Model.trans S0 A) (rho : Episodes.rlaw S0 A Z)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) (_ : @Model.is_trans S0 A P)
         (_ : @Episodes.is_rlaw S0 A Z rho) (_ : @Episodes.is_reward S0 A Z rho rv) 
         (T : nat) (delta Lam : Rdefinitions.RbaseSymbolsImpl.R) (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : Rdefinitions.Rle (Rpower.ln (Rdefinitions.Rdiv (GoodEvents.TXA S0 A L T) delta)) Lam)
         (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A)
         (qhat : forall _ : list (Episodes.traj S0 A Z L O), OccupancyMeasures.occ S0 A)
         (_ : @Algorithm.schedule S0 A Z x0 L st) (_ : @Algorithm.learner S0 A Z x0 L rv f st Lam qhat)
         (pistar : Model.policy S0 A) (_ : @Model.is_policy S0 A pistar),
       Rdefinitions.Rle
         (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
            (Rdefinitions.RbaseSymbolsImpl.Rmult
               (Rdefinitions.IZR (BinNums.Zpos (BinNums.xI (BinNums.xO BinNums.xH)))) delta))
         (@Probability.Prl (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho f) T
            (@nil (Episodes.traj S0 A Z L O))
            (fun v : list (Episodes.traj S0 A Z L O) =>
             Probability.Rleb (@Algorithm.regret S0 A Z x0 L P rho rv f pistar v)
               (Rdefinitions.RbaseSymbolsImpl.Rplus
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO (BinNums.xO (BinNums.xI BinNums.xH)))))
                        (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR L) (Raxioms.INR (Algorithm.X S0 L))))
                     (R_sqrt.sqrt
                        (Rdefinitions.RbaseSymbolsImpl.Rmult
                           (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                              (Raxioms.INR
                                 (@fintype.CardDef.card A
                                    (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                       (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                       (@ssrbool.PredOfSimpl.coerce
                                          (eqtype.Equality.sort (fintype.Finite.eqType A))
                                          (ssrbool.pred_of_argType
                                             (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) Lam)))
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.RbaseSymbolsImpl.Rplus
                        (Rdefinitions.IZR (BinNums.Zpos (BinNums.xI BinNums.xH)))
                        (Rdefinitions.RbaseSymbolsImpl.Rmult
                           (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                           (R_sqrt.sqrt (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))))))
                     (R_sqrt.sqrt
                        (Rdefinitions.RbaseSymbolsImpl.Rmult
                           (Rdefinitions.RbaseSymbolsImpl.Rmult
                              (Rdefinitions.RbaseSymbolsImpl.Rmult
                                 (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T) (Raxioms.INR L))
                                 (Raxioms.INR (Algorithm.X S0 L)))
                              (Raxioms.INR
                                 (@fintype.CardDef.card A
                                    (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                       (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                       (@ssrbool.PredOfSimpl.coerce
                                          (eqtype.Equality.sort (fintype.Finite.eqType A))
                                          (ssrbool.pred_of_argType
                                             (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) Lam)))))).
Definition theorem_4_ucrl_lp : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat) (P : Model.trans S0 A)
         (rho : Episodes.rlaw S0 A Z) (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) 
         (T : nat) (delta : Rdefinitions.RbaseSymbolsImpl.R) (pistar : Model.policy S0 A)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L)) (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : @Model.is_trans S0 A P) (_ : @Episodes.is_rlaw S0 A Z rho)
         (_ : @Episodes.is_reward S0 A Z rho rv) (_ : @Model.is_policy S0 A pistar)
         (Lam : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : Rdefinitions.Rle
                (Rpower.ln
                   (Rdefinitions.Rdiv
                      (Rdefinitions.RbaseSymbolsImpl.Rmult
                         (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                            (Raxioms.INR (Algorithm.X S0 L)))
                         (Raxioms.INR
                            (@fintype.CardDef.card A
                               (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                  (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                  (@ssrbool.PredOfSimpl.coerce
                                     (eqtype.Equality.sort (fintype.Finite.eqType A))
                                     (ssrbool.pred_of_argType
                                        (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) delta)) Lam),
       Rdefinitions.Rle (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) delta)
         (@Probability.Prl (Episodes.traj S0 A Z L O)
            (@Algorithm.K S0 A Z x0 L P rho (@Learner.ucrl_lp S0 A Z x0 L rv Lam)) T
            (@nil (Episodes.traj S0 A Z L O))
            (fun v : list (Episodes.traj S0 A Z L O) =>
             Probability.Rleb
               (@Algorithm.regret S0 A Z x0 L P rho rv (@Learner.ucrl_lp S0 A Z x0 L rv Lam) pistar v)
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.RbaseSymbolsImpl.Rplus
                        (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                        (R_sqrt.sqrt (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))))
                     (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR L) (Raxioms.INR (Algorithm.X S0 L))))
                  (R_sqrt.sqrt
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                           (Raxioms.INR
                              (@fintype.CardDef.card A
                                 (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                    (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                    (@ssrbool.PredOfSimpl.coerce
                                       (eqtype.Equality.sort (fintype.Finite.eqType A))
                                       (ssrbool.pred_of_argType
                                          (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) Lam))))).
Definition theorem_4_log : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat) (P : Model.trans S0 A)
         (rho : Episodes.rlaw S0 A Z) (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) 
         (T : nat) (delta : Rdefinitions.RbaseSymbolsImpl.R) (pistar : Model.policy S0 A)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L)) (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : @Model.is_trans S0 A P) (_ : @Episodes.is_rlaw S0 A Z rho)
         (_ : @Episodes.is_reward S0 A Z rho rv) (_ : @Model.is_policy S0 A pistar),
       let Lam : Rdefinitions.RbaseSymbolsImpl.R :=
         Rpower.ln
           (Rdefinitions.Rdiv
              (Rdefinitions.RbaseSymbolsImpl.Rmult
                 (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T) (Raxioms.INR (Algorithm.X S0 L)))
                 (Raxioms.INR
                    (@fintype.CardDef.card A
                       (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                          (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                          (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                             (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
              delta) in
       and
         (Rdefinitions.Rle (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) delta)
            (@Probability.Prl (Episodes.traj S0 A Z L O)
               (@Algorithm.K S0 A Z x0 L P rho (@Learner.ucrl_lp S0 A Z x0 L rv Lam)) T
               (@nil (Episodes.traj S0 A Z L O))
               (fun v : list (Episodes.traj S0 A Z L O) =>
                Probability.Rleb
                  (@Algorithm.regret S0 A Z x0 L P rho rv (@Learner.ucrl_lp S0 A Z x0 L rv Lam) pistar v)
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.RbaseSymbolsImpl.Rplus
                           (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                           (R_sqrt.sqrt (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))))
                        (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR L) (Raxioms.INR (Algorithm.X S0 L))))
                     (R_sqrt.sqrt
                        (Rdefinitions.RbaseSymbolsImpl.Rmult
                           (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                              (Raxioms.INR
                                 (@fintype.CardDef.card A
                                    (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                       (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                       (@ssrbool.PredOfSimpl.coerce
                                          (eqtype.Equality.sort (fintype.Finite.eqType A))
                                          (ssrbool.pred_of_argType
                                             (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) Lam))))))
         (forall (v : list (Episodes.traj S0 A Z L O))
            (_ : is_true (ssrnat.leq (S (S O)) (@seq.size (Episodes.traj S0 A Z L O) v))),
          Rdefinitions.Rle (Raxioms.INR (@Epochs.epochs S0 A Z x0 L v))
            (Rdefinitions.RbaseSymbolsImpl.Rmult
               (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR (Algorithm.X S0 L))
                  (Raxioms.INR
                     (@fintype.CardDef.card A
                        (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                           (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                           (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                              (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
               (Rdefinitions.Rdiv (Rpower.ln (Raxioms.INR (@seq.size (Episodes.traj S0 A Z L O) v)))
                  (Rpower.ln (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))))))).
Definition theorem_4_printed_trigger : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat) (P : Model.trans S0 A)
         (rho : Episodes.rlaw S0 A Z) (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) 
         (T : nat) (delta : Rdefinitions.RbaseSymbolsImpl.R) (pistar : Model.policy S0 A)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L)) (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : @Model.is_trans S0 A P) (_ : @Episodes.is_rlaw S0 A Z rho)
         (_ : @Episodes.is_reward S0 A Z rho rv) (_ : @Model.is_policy S0 A pistar)
         (Lam : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : Rdefinitions.Rle
                (Rpower.ln
                   (Rdefinitions.Rdiv
                      (Rdefinitions.RbaseSymbolsImpl.Rmult
                         (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                            (Raxioms.INR (Algorithm.X S0 L)))
                         (Raxioms.INR
                            (@fintype.CardDef.card A
                               (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                  (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                  (@ssrbool.PredOfSimpl.coerce
                                     (eqtype.Equality.sort (fintype.Finite.eqType A))
                                     (ssrbool.pred_of_argType
                                        (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) delta)) Lam),
       let f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A :=
         fun w : list (Episodes.traj S0 A Z L O) =>
         @Learner.optimal_policy S0 A Z x0 L rv Lam (@Algorithm.start_printed S0 A Z x0 L w) in
       and
         (Rdefinitions.Rle (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) delta)
            (@Probability.Prl (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho f) T
               (@nil (Episodes.traj S0 A Z L O))
               (fun v : list (Episodes.traj S0 A Z L O) =>
                Probability.Rleb (@Algorithm.regret S0 A Z x0 L P rho rv f pistar v)
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.RbaseSymbolsImpl.Rplus
                           (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                           (R_sqrt.sqrt (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))))
                        (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR L) (Raxioms.INR (Algorithm.X S0 L))))
                     (R_sqrt.sqrt
                        (Rdefinitions.RbaseSymbolsImpl.Rmult
                           (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                              (Raxioms.INR
                                 (@fintype.CardDef.card A
                                    (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                       (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                       (@ssrbool.PredOfSimpl.coerce
                                          (eqtype.Equality.sort (fintype.Finite.eqType A))
                                          (ssrbool.pred_of_argType
                                             (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) Lam))))))
         (forall w : list (Episodes.traj S0 A Z L O),
          @eq (list (Episodes.traj S0 A Z L O)) (@Algorithm.start_printed S0 A Z x0 L w) w).
Definition theorem_4_random_ties : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat) (P : Model.trans S0 A)
         (rho : Episodes.rlaw S0 A Z) (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) 
         (T : nat) (delta : Rdefinitions.RbaseSymbolsImpl.R) (pistar : Model.policy S0 A)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L)) (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : @Model.is_trans S0 A P) (_ : @Episodes.is_rlaw S0 A Z rho)
         (_ : @Episodes.is_reward S0 A Z rho rv) (_ : @Model.is_policy S0 A pistar)
         (Omega : fintype.Finite.type)
         (p : forall _ : fintype.Finite.sort Omega, Rdefinitions.RbaseSymbolsImpl.R)
         (st : forall (_ : fintype.Finite.sort Omega) (_ : list (Episodes.traj S0 A Z L O)),
               list (Episodes.traj S0 A Z L O))
         (f : forall (_ : fintype.Finite.sort Omega) (_ : list (Episodes.traj S0 A Z L O)), Model.policy S0 A)
         (qhat : forall (_ : fintype.Finite.sort Omega) (_ : list (Episodes.traj S0 A Z L O)),
                 OccupancyMeasures.occ S0 A) (Lam : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : Rdefinitions.Rle
                (Rpower.ln
                   (Rdefinitions.Rdiv
                      (Rdefinitions.RbaseSymbolsImpl.Rmult
                         (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                            (Raxioms.INR (Algorithm.X S0 L)))
                         (Raxioms.INR
                            (@fintype.CardDef.card A
                               (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                  (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                  (@ssrbool.PredOfSimpl.coerce
                                     (eqtype.Equality.sort (fintype.Finite.eqType A))
                                     (ssrbool.pred_of_argType
                                        (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) delta)) Lam)
         (_ : @Sums.is_dist Omega p)
         (_ : forall omega : fintype.Finite.sort Omega, @Algorithm.schedule S0 A Z x0 L (st omega))
         (_ : forall omega : fintype.Finite.sort Omega,
              @Algorithm.learner S0 A Z x0 L rv (f omega) (st omega) Lam (qhat omega)),
       Rdefinitions.Rle (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) delta)
         (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort Omega)
            Rdefinitions.RbaseSymbolsImpl.R0 (bigop.index_enum Omega)
            (fun omega : fintype.Finite.sort Omega =>
             @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort Omega) omega
               Rdefinitions.RbaseSymbolsImpl.Rplus true
               (Rdefinitions.RbaseSymbolsImpl.Rmult (p omega)
                  (@Probability.Prl (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho (f omega)) T
                     (@nil (Episodes.traj S0 A Z L O))
                     (fun v : list (Episodes.traj S0 A Z L O) =>
                      Probability.Rleb (@Algorithm.regret S0 A Z x0 L P rho rv (f omega) pistar v)
                        (Rdefinitions.RbaseSymbolsImpl.Rmult
                           (Rdefinitions.RbaseSymbolsImpl.Rmult
                              (Rdefinitions.RbaseSymbolsImpl.Rplus
                                 (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                                 (R_sqrt.sqrt (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))))
                              (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR L)
                                 (Raxioms.INR (Algorithm.X S0 L))))
                           (R_sqrt.sqrt
                              (Rdefinitions.RbaseSymbolsImpl.Rmult
                                 (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                                    (Raxioms.INR
                                       (@fintype.CardDef.card A
                                          (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                             (ssrbool.predPredType
                                                (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                             (@ssrbool.PredOfSimpl.coerce
                                                (eqtype.Equality.sort (fintype.Finite.eqType A))
                                                (ssrbool.pred_of_argType
                                                   (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) Lam)))))))).
Definition theorem_4_linear : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat) (P : Model.trans S0 A) 
         (T : nat) (delta Lam : Rdefinitions.RbaseSymbolsImpl.R) (pistar : Model.policy S0 A)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L)) (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : @Model.is_policy S0 A pistar) (_ : @Model.is_trans S0 A P)
         (_ : Rdefinitions.Rle
                (Rpower.ln
                   (Rdefinitions.Rdiv
                      (Rdefinitions.RbaseSymbolsImpl.Rmult
                         (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                            (Raxioms.INR (Algorithm.X S0 L)))
                         (Raxioms.INR
                            (@fintype.CardDef.card A
                               (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                  (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                  (@ssrbool.PredOfSimpl.coerce
                                     (eqtype.Equality.sort (fintype.Finite.eqType A))
                                     (ssrbool.pred_of_argType
                                        (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) delta)) Lam)
         (_ : forall z : Z,
              and (Rdefinitions.Rle (Rdefinitions.IZR BinNums.Z0) (rv z))
                (Rdefinitions.Rle (rv z) (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A)
         (qhat : forall _ : list (Episodes.traj S0 A Z L O), OccupancyMeasures.occ S0 A)
         (_ : @Algorithm.schedule S0 A Z x0 L st) (_ : @Algorithm.learner S0 A Z x0 L rv f st Lam qhat)
         (rho : Episodes.rlaw S0 A Z)
         (_ : forall (h : nat) (x : fintype.Finite.sort (S0 h)) (a : fintype.Finite.sort A)
                (y : fintype.Finite.sort (S0 (S h))), @Probability.is_linear Z (rho h x a y)),
       Rdefinitions.Rle (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) delta)
         (@Probability.Pr (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho f) T
            (@nil (Episodes.traj S0 A Z L O))
            (fun v : list (Episodes.traj S0 A Z L O) =>
             Probability.Rleb (@Algorithm.regret S0 A Z x0 L P rho rv f pistar v)
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.IZR (BinNums.Zpos (BinNums.xI BinNums.xH)))
                     (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR L) (Raxioms.INR (Algorithm.X S0 L))))
                  (R_sqrt.sqrt
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                           (Raxioms.INR
                              (@fintype.CardDef.card A
                                 (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                    (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                    (@ssrbool.PredOfSimpl.coerce
                                       (eqtype.Equality.sort (fintype.Finite.eqType A))
                                       (ssrbool.pred_of_argType
                                          (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) Lam))))).
Definition theorem_4_laws : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat) (P : Model.trans S0 A) 
         (T : nat) (delta Lam : Rdefinitions.RbaseSymbolsImpl.R) (pistar : Model.policy S0 A)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L)) (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : @Model.is_policy S0 A pistar) (_ : @Model.is_trans S0 A P)
         (_ : Rdefinitions.Rle
                (Rpower.ln
                   (Rdefinitions.Rdiv
                      (Rdefinitions.RbaseSymbolsImpl.Rmult
                         (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                            (Raxioms.INR (Algorithm.X S0 L)))
                         (Raxioms.INR
                            (@fintype.CardDef.card A
                               (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                  (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                  (@ssrbool.PredOfSimpl.coerce
                                     (eqtype.Equality.sort (fintype.Finite.eqType A))
                                     (ssrbool.pred_of_argType
                                        (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) delta)) Lam)
         (_ : forall z : Z,
              and (Rdefinitions.Rle (Rdefinitions.IZR BinNums.Z0) (rv z))
                (Rdefinitions.Rle (rv z) (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A)
         (qhat : forall _ : list (Episodes.traj S0 A Z L O), OccupancyMeasures.occ S0 A)
         (_ : @Algorithm.schedule S0 A Z x0 L st) (_ : @Algorithm.learner S0 A Z x0 L rv f st Lam qhat)
         (D : forall (h : nat) (_ : fintype.Finite.sort (S0 h)) (_ : fintype.Finite.sort A)
                (_ : fintype.Finite.sort (S0 (S h))) (_ : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R),
              Prop) (I : Episodes.rlaw S0 A Z)
         (_ : forall (h : nat) (x : fintype.Finite.sort (S0 h)) (a : fintype.Finite.sort A)
                (y : fintype.Finite.sort (S0 (S h))), @GeneralLaws.is_integral Z (D h x a y) (I h x a y))
         (_ : forall (h : nat) (x : fintype.Finite.sort (S0 h)) (a : fintype.Finite.sort A)
                (y : fintype.Finite.sort (S0 (S h))), D h x a y rv),
       let rho : Episodes.rlaw S0 A Z :=
         fun (h : nat) (x : fintype.Finite.sort (S0 h)) (a : fintype.Finite.sort A)
           (y : fintype.Finite.sort (S0 (S h))) => @GeneralLaws.upper Z (D h x a y) (I h x a y) in
       and
         (Rdefinitions.Rle (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) delta)
            (@Probability.Prl (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho f) T
               (@nil (Episodes.traj S0 A Z L O))
               (fun v : list (Episodes.traj S0 A Z L O) =>
                Probability.Rleb (@Algorithm.regret S0 A Z x0 L P rho rv f pistar v)
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.IZR (BinNums.Zpos (BinNums.xI BinNums.xH)))
                        (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR L) (Raxioms.INR (Algorithm.X S0 L))))
                     (R_sqrt.sqrt
                        (Rdefinitions.RbaseSymbolsImpl.Rmult
                           (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                              (Raxioms.INR
                                 (@fintype.CardDef.card A
                                    (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                       (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                       (@ssrbool.PredOfSimpl.coerce
                                          (eqtype.Equality.sort (fintype.Finite.eqType A))
                                          (ssrbool.pred_of_argType
                                             (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) Lam))))))
         (forall (h : nat) (x : fintype.Finite.sort (S0 h)) (a : fintype.Finite.sort A),
          @eq Rdefinitions.RbaseSymbolsImpl.R (@Algorithm.r S0 A Z P rho rv h x a)
            (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 (S h)))
               Rdefinitions.RbaseSymbolsImpl.R0 (bigop.index_enum (S0 (S h)))
               (fun y : fintype.Finite.sort (S0 (S h)) =>
                @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 (S h))) y
                  Rdefinitions.RbaseSymbolsImpl.Rplus true
                  (Rdefinitions.RbaseSymbolsImpl.Rmult (P h x a y) (I h x a y rv))))).
Definition theorem_4_fork_uniform : Prop := forall (T : nat) (delta : Rdefinitions.RbaseSymbolsImpl.R),
       let Lam : Rdefinitions.RbaseSymbolsImpl.R :=
         Rpower.ln
           (Rdefinitions.Rdiv
              (Rdefinitions.RbaseSymbolsImpl.Rmult
                 (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T) (Raxioms.INR (S (S (S (S O))))))
                 (Raxioms.INR (S (S O)))) delta) in
       forall (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)))),
       Rdefinitions.Rle (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) delta)
         (@Probability.Prl (Episodes.traj Instances.Fork.S fintype.bool_finType GeneralLaws.Icc (S (S O)) O)
            (@Algorithm.K Instances.Fork.S fintype.bool_finType GeneralLaws.Icc Instances.Fork.x0 
               (S (S O)) Instances.Fork.P Instances.Fork.rho01
               (@Learner.ucrl_lp Instances.Fork.S fintype.bool_finType GeneralLaws.Icc Instances.Fork.x0
                  (S (S O)) GeneralLaws.val01 Lam)) T
            (@nil (Episodes.traj Instances.Fork.S fintype.bool_finType GeneralLaws.Icc (S (S O)) O))
            (fun v : list (Episodes.traj Instances.Fork.S fintype.bool_finType GeneralLaws.Icc (S (S O)) O)
             =>
             Probability.Rleb
               (@Algorithm.regret Instances.Fork.S fintype.bool_finType GeneralLaws.Icc Instances.Fork.x0
                  (S (S O)) Instances.Fork.P Instances.Fork.rho01 GeneralLaws.val01
                  (@Learner.ucrl_lp Instances.Fork.S fintype.bool_finType GeneralLaws.Icc Instances.Fork.x0
                     (S (S O)) GeneralLaws.val01 Lam) Instances.Fork.pistar v)
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.RbaseSymbolsImpl.Rplus
                        (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                        (R_sqrt.sqrt (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))))
                     (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR (S (S O)))
                        (Raxioms.INR (S (S (S (S O)))))))
                  (R_sqrt.sqrt
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T) (Raxioms.INR (S (S O)))) Lam))))).
Definition theorem_4_layered_budgets : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (P : Model.trans S0 A) (rho : Episodes.rlaw S0 A Z)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) (_ : @Model.is_trans S0 A P)
         (_ : @Episodes.is_rlaw S0 A Z rho) (_ : @Episodes.is_reward S0 A Z rho rv) 
         (T : nat) (Lam : Rdefinitions.RbaseSymbolsImpl.R) (_ : is_true (ssrnat.leq (S O) T))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : Rdefinitions.Rle
                (Rdefinitions.RinvImpl.Rinv (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))) Lam)
         (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A)
         (gap : forall _ : list (Episodes.traj S0 A Z L O), Rdefinitions.RbaseSymbolsImpl.R)
         (_ : @Algorithm.schedule S0 A Z x0 L st)
         (_ : forall w : list (Episodes.traj S0 A Z L O), @Model.is_policy S0 A (f w))
         (_ : @Budgets.near S0 A Z x0 L rv T Lam st f gap) (pistar : Model.policy S0 A)
         (_ : @Model.is_policy S0 A pistar) (s_P s_r l4 : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : Rdefinitions.Rle (Rdefinitions.IZR BinNums.Z0) s_P)
         (_ : Rdefinitions.Rle (Rdefinitions.IZR BinNums.Z0) s_r)
         (_ : Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) l4)
         (_ : forall (h : nat) (_ : is_true (ssrnat.leq (S h) L)) (_ : is_true (LayerSums.wide S0 h)),
              Rdefinitions.Rle
                (Rdefinitions.RbaseSymbolsImpl.Rplus
                   (Rdefinitions.RbaseSymbolsImpl.Rplus
                      (Rdefinitions.RbaseSymbolsImpl.Rmult
                         (Raxioms.INR
                            (@fintype.CardDef.card (S0 (S h))
                               (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 (S h))))
                                  (ssrbool.predPredType
                                     (eqtype.Equality.sort (fintype.Finite.eqType (S0 (S h)))))
                                  (@ssrbool.PredOfSimpl.coerce
                                     (eqtype.Equality.sort (fintype.Finite.eqType (S0 (S h))))
                                     (ssrbool.pred_of_argType
                                        (eqtype.Equality.sort (fintype.Finite.eqType (S0 (S h)))))))))
                         (Rpower.ln (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))))) Lam) s_P)
                (Rdefinitions.RbaseSymbolsImpl.Rmult
                   (Raxioms.INR
                      (@fintype.CardDef.card (S0 (S h))
                         (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 (S h))))
                            (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 (S h)))))
                            (@ssrbool.PredOfSimpl.coerce
                               (eqtype.Equality.sort (fintype.Finite.eqType (S0 (S h))))
                               (ssrbool.pred_of_argType
                                  (eqtype.Equality.sort (fintype.Finite.eqType (S0 (S h))))))))) Lam)),
       Rdefinitions.Rle
         (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
            (Rdefinitions.RbaseSymbolsImpl.Rplus
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.Rminus (Raxioms.INR (Algorithm.X S0 L))
                     (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)))
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Raxioms.INR
                        (@fintype.CardDef.card A
                           (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                              (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                              (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                                 (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A)))))))
                     (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                        (Rdefinitions.RbaseSymbolsImpl.Rplus
                           (Rdefinitions.RbaseSymbolsImpl.Rmult (GoodEvents.z Lam)
                              (Rdefinitions.RbaseSymbolsImpl.Rplus
                                 (Rtrigo_def.exp (Rdefinitions.RbaseSymbolsImpl.Ropp s_P))
                                 (Rtrigo_def.exp (Rdefinitions.RbaseSymbolsImpl.Ropp s_r))))
                           (Rpow_def.pow (GoodEvents.z Lam) (S (S (S (S O)))))))))
               (Rtrigo_def.exp (Rdefinitions.RbaseSymbolsImpl.Ropp l4))))
         (@Probability.Prl (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho f) T
            (@nil (Episodes.traj S0 A Z L O))
            (fun v : list (Episodes.traj S0 A Z L O) =>
             Probability.Rleb (@Algorithm.regret S0 A Z x0 L P rho rv f pistar v)
               (Rdefinitions.RbaseSymbolsImpl.Rplus
                  (Rdefinitions.RbaseSymbolsImpl.Rplus
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.RbaseSymbolsImpl.Rmult
                           (Rdefinitions.RbaseSymbolsImpl.Rplus
                              (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                              (R_sqrt.sqrt (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))))
                           (R_sqrt.sqrt
                              (Rdefinitions.RbaseSymbolsImpl.Rmult
                                 (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                                    (Raxioms.INR
                                       (@fintype.CardDef.card A
                                          (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                             (ssrbool.predPredType
                                                (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                             (@ssrbool.PredOfSimpl.coerce
                                                (eqtype.Equality.sort (fintype.Finite.eqType A))
                                                (ssrbool.pred_of_argType
                                                   (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) Lam)))
                        (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R
                           (fintype.Finite.sort (fintype.ordinal_finType L)) Rdefinitions.RbaseSymbolsImpl.R0
                           (bigop.index_enum (fintype.ordinal_finType L))
                           (fun h : fintype.ordinal L =>
                            @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.ordinal L) h
                              Rdefinitions.RbaseSymbolsImpl.Rplus true
                              (Rdefinitions.RbaseSymbolsImpl.Rplus
                                 (Rdefinitions.RbaseSymbolsImpl.Rmult
                                    (Rdefinitions.RbaseSymbolsImpl.Rplus
                                       (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) 
                                       (Weissman.kr_s Lam s_r))
                                    (R_sqrt.sqrt
                                       (Raxioms.INR
                                          (@fintype.CardDef.card (S0 (@fintype.nat_of_ord L h))
                                             (@ssrbool.mem
                                                (eqtype.Equality.sort
                                                   (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h))))
                                                (ssrbool.predPredType
                                                   (eqtype.Equality.sort
                                                      (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h)))))
                                                (@ssrbool.PredOfSimpl.coerce
                                                   (eqtype.Equality.sort
                                                      (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h))))
                                                   (ssrbool.pred_of_argType
                                                      (eqtype.Equality.sort
                                                         (fintype.Finite.eqType
                                                            (S0 (@fintype.nat_of_ord L h)))))))))))
                                 (Rdefinitions.RbaseSymbolsImpl.Rmult
                                    (Sums.ind
                                       (ssrnat.leq (S (S O))
                                          (@fintype.CardDef.card (S0 (S (@fintype.nat_of_ord L h)))
                                             (@ssrbool.mem
                                                (eqtype.Equality.sort
                                                   (fintype.Finite.eqType (S0 (S (@fintype.nat_of_ord L h)))))
                                                (ssrbool.predPredType
                                                   (eqtype.Equality.sort
                                                      (fintype.Finite.eqType
                                                         (S0 (S (@fintype.nat_of_ord L h))))))
                                                (@ssrbool.PredOfSimpl.coerce
                                                   (eqtype.Equality.sort
                                                      (fintype.Finite.eqType
                                                         (S0 (S (@fintype.nat_of_ord L h)))))
                                                   (ssrbool.pred_of_argType
                                                      (eqtype.Equality.sort
                                                         (fintype.Finite.eqType
                                                            (S0 (S (@fintype.nat_of_ord L h)))))))))))
                                    (Rdefinitions.RbaseSymbolsImpl.Rmult
                                       (Raxioms.INR (ssrnat.subn L (S (@fintype.nat_of_ord L h))))
                                       (Rdefinitions.RbaseSymbolsImpl.Rmult
                                          (Weissman.kap_s S0 Lam s_P (@fintype.nat_of_ord L h))
                                          (R_sqrt.sqrt
                                             (Rdefinitions.RbaseSymbolsImpl.Rmult
                                                (Raxioms.INR
                                                   (@fintype.CardDef.card (S0 (@fintype.nat_of_ord L h))
                                                      (@ssrbool.mem
                                                         (eqtype.Equality.sort
                                                            (fintype.Finite.eqType
                                                               (S0 (@fintype.nat_of_ord L h))))
                                                         (ssrbool.predPredType
                                                            (eqtype.Equality.sort
                                                               (fintype.Finite.eqType
                                                                  (S0 (@fintype.nat_of_ord L h)))))
                                                         (@ssrbool.PredOfSimpl.coerce
                                                            (eqtype.Equality.sort
                                                               (fintype.Finite.eqType
                                                                  (S0 (@fintype.nat_of_ord L h))))
                                                            (ssrbool.pred_of_argType
                                                               (eqtype.Equality.sort
                                                                  (fintype.Finite.eqType
                                                                     (S0 (@fintype.nat_of_ord L h)))))))))
                                                (Raxioms.INR
                                                   (@fintype.CardDef.card (S0 (S (@fintype.nat_of_ord L h)))
                                                      (@ssrbool.mem
                                                         (eqtype.Equality.sort
                                                            (fintype.Finite.eqType
                                                               (S0 (S (@fintype.nat_of_ord L h)))))
                                                         (ssrbool.predPredType
                                                            (eqtype.Equality.sort
                                                               (fintype.Finite.eqType
                                                                  (S0 (S (@fintype.nat_of_ord L h))))))
                                                         (@ssrbool.PredOfSimpl.coerce
                                                            (eqtype.Equality.sort
                                                               (fintype.Finite.eqType
                                                                  (S0 (S (@fintype.nat_of_ord L h)))))
                                                            (ssrbool.pred_of_argType
                                                               (eqtype.Equality.sort
                                                                  (fintype.Finite.eqType
                                                                     (S0 (S (@fintype.nat_of_ord L h)))))))))))))))))))
                     (R_sqrt.sqrt
                        (Rdefinitions.Rdiv
                           (Rdefinitions.RbaseSymbolsImpl.Rmult
                              (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                                 (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR L)
                                    (Rdefinitions.RbaseSymbolsImpl.Rplus
                                       (Rdefinitions.RbaseSymbolsImpl.Rmult
                                          (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                                          (Rpow_def.pow (Raxioms.INR L) (S (S O))))
                                       (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))) l4)
                           (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO (BinNums.xI BinNums.xH)))))))
                  (@Budgets.total_gap S0 A Z L gap v)))).
Definition theorem_4_clipped_budgets : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (P : Model.trans S0 A) (rho : Episodes.rlaw S0 A Z)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) (_ : @Model.is_trans S0 A P)
         (_ : @Episodes.is_rlaw S0 A Z rho) (_ : @Episodes.is_reward S0 A Z rho rv) 
         (T : nat) (Lam : Rdefinitions.RbaseSymbolsImpl.R) (_ : is_true (ssrnat.leq (S O) T))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : Rdefinitions.Rle
                (Rdefinitions.RinvImpl.Rinv (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))) Lam)
         (_ : forall (h : nat) (_ : is_true (ssrnat.leq (S h) L)) (_ : is_true (LayerSums.wide S0 h)),
              Rdefinitions.Rle (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) Lam)
         (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A)
         (gap : forall _ : list (Episodes.traj S0 A Z L O), Rdefinitions.RbaseSymbolsImpl.R)
         (_ : @Algorithm.schedule S0 A Z x0 L st)
         (_ : forall w : list (Episodes.traj S0 A Z L O), @Model.is_policy S0 A (f w))
         (_ : @Budgets.near S0 A Z x0 L rv T Lam st f gap) (pistar : Model.policy S0 A)
         (_ : @Model.is_policy S0 A pistar) (s_P s_r l4 : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : Rdefinitions.Rle (Rdefinitions.IZR BinNums.Z0) s_P)
         (_ : Rdefinitions.Rle (Rdefinitions.IZR BinNums.Z0) s_r)
         (_ : Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) l4)
         (_ : forall (h : nat) (_ : is_true (ssrnat.leq (S h) L)) (_ : is_true (LayerSums.wide S0 h)),
              Rdefinitions.Rle
                (Rdefinitions.RbaseSymbolsImpl.Rplus
                   (Rdefinitions.RbaseSymbolsImpl.Rplus
                      (Rdefinitions.RbaseSymbolsImpl.Rmult
                         (Raxioms.INR
                            (@fintype.CardDef.card (S0 (S h))
                               (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 (S h))))
                                  (ssrbool.predPredType
                                     (eqtype.Equality.sort (fintype.Finite.eqType (S0 (S h)))))
                                  (@ssrbool.PredOfSimpl.coerce
                                     (eqtype.Equality.sort (fintype.Finite.eqType (S0 (S h))))
                                     (ssrbool.pred_of_argType
                                        (eqtype.Equality.sort (fintype.Finite.eqType (S0 (S h)))))))))
                         (Rpower.ln (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))))) Lam) s_P)
                (Rdefinitions.RbaseSymbolsImpl.Rmult
                   (Raxioms.INR
                      (@fintype.CardDef.card (S0 (S h))
                         (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 (S h))))
                            (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 (S h)))))
                            (@ssrbool.PredOfSimpl.coerce
                               (eqtype.Equality.sort (fintype.Finite.eqType (S0 (S h))))
                               (ssrbool.pred_of_argType
                                  (eqtype.Equality.sort (fintype.Finite.eqType (S0 (S h))))))))) Lam)),
       Rdefinitions.Rle
         (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
            (Rdefinitions.RbaseSymbolsImpl.Rplus
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.Rminus (Raxioms.INR (Algorithm.X S0 L))
                     (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)))
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Raxioms.INR
                        (@fintype.CardDef.card A
                           (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                              (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                              (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                                 (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A)))))))
                     (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                        (Rdefinitions.RbaseSymbolsImpl.Rplus
                           (Rdefinitions.RbaseSymbolsImpl.Rmult (GoodEvents.z Lam)
                              (Rdefinitions.RbaseSymbolsImpl.Rplus
                                 (Rtrigo_def.exp (Rdefinitions.RbaseSymbolsImpl.Ropp s_P))
                                 (Rtrigo_def.exp (Rdefinitions.RbaseSymbolsImpl.Ropp s_r))))
                           (Rpow_def.pow (GoodEvents.z Lam) (S (S (S (S O)))))))))
               (Rtrigo_def.exp (Rdefinitions.RbaseSymbolsImpl.Ropp l4))))
         (@Probability.Prl (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho f) T
            (@nil (Episodes.traj S0 A Z L O))
            (fun v : list (Episodes.traj S0 A Z L O) =>
             Probability.Rleb (@Algorithm.regret S0 A Z x0 L P rho rv f pistar v)
               (Rdefinitions.RbaseSymbolsImpl.Rplus
                  (Rdefinitions.RbaseSymbolsImpl.Rplus
                     (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R
                        (fintype.Finite.sort (fintype.ordinal_finType L)) Rdefinitions.RbaseSymbolsImpl.R0
                        (bigop.index_enum (fintype.ordinal_finType L))
                        (fun h : fintype.ordinal L =>
                         @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.ordinal L) h
                           Rdefinitions.RbaseSymbolsImpl.Rplus true
                           (Rdefinitions.RbaseSymbolsImpl.Rplus
                              (ClippedPigeonhole.clipped_sum
                                 (Rdefinitions.RbaseSymbolsImpl.Rmult
                                    (Rdefinitions.RbaseSymbolsImpl.Rplus
                                       (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) 
                                       (Weissman.kr_s Lam s_r))
                                    (R_sqrt.sqrt
                                       (Rdefinitions.RbaseSymbolsImpl.Rmult
                                          (Rdefinitions.RbaseSymbolsImpl.Rmult
                                             (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                                             (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))) Lam)))
                                 (Raxioms.INR
                                    (ssrnat.muln
                                       (@fintype.CardDef.card (S0 (@fintype.nat_of_ord L h))
                                          (@ssrbool.mem
                                             (eqtype.Equality.sort
                                                (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h))))
                                             (ssrbool.predPredType
                                                (eqtype.Equality.sort
                                                   (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h)))))
                                             (@ssrbool.PredOfSimpl.coerce
                                                (eqtype.Equality.sort
                                                   (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h))))
                                                (ssrbool.pred_of_argType
                                                   (eqtype.Equality.sort
                                                      (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h))))))))
                                       (@fintype.CardDef.card A
                                          (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                             (ssrbool.predPredType
                                                (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                             (@ssrbool.PredOfSimpl.coerce
                                                (eqtype.Equality.sort (fintype.Finite.eqType A))
                                                (ssrbool.pred_of_argType
                                                   (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
                                 (Raxioms.INR T))
                              (Rdefinitions.RbaseSymbolsImpl.Rmult
                                 (Sums.ind
                                    (ssrnat.leq (S (S O))
                                       (@fintype.CardDef.card (S0 (S (@fintype.nat_of_ord L h)))
                                          (@ssrbool.mem
                                             (eqtype.Equality.sort
                                                (fintype.Finite.eqType (S0 (S (@fintype.nat_of_ord L h)))))
                                             (ssrbool.predPredType
                                                (eqtype.Equality.sort
                                                   (fintype.Finite.eqType (S0 (S (@fintype.nat_of_ord L h))))))
                                             (@ssrbool.PredOfSimpl.coerce
                                                (eqtype.Equality.sort
                                                   (fintype.Finite.eqType (S0 (S (@fintype.nat_of_ord L h)))))
                                                (ssrbool.pred_of_argType
                                                   (eqtype.Equality.sort
                                                      (fintype.Finite.eqType
                                                         (S0 (S (@fintype.nat_of_ord L h)))))))))))
                                 (Rdefinitions.RbaseSymbolsImpl.Rmult
                                    (Raxioms.INR (ssrnat.subn L (S (@fintype.nat_of_ord L h))))
                                    (ClippedPigeonhole.clipped_sum
                                       (Rdefinitions.RbaseSymbolsImpl.Rmult
                                          (Weissman.kap_s S0 Lam s_P (@fintype.nat_of_ord L h))
                                          (R_sqrt.sqrt
                                             (Rdefinitions.RbaseSymbolsImpl.Rmult
                                                (Rdefinitions.RbaseSymbolsImpl.Rmult
                                                   (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                                                   (Raxioms.INR
                                                      (@fintype.CardDef.card
                                                         (S0 (S (@fintype.nat_of_ord L h)))
                                                         (@ssrbool.mem
                                                            (eqtype.Equality.sort
                                                               (fintype.Finite.eqType
                                                                  (S0 (S (@fintype.nat_of_ord L h)))))
                                                            (ssrbool.predPredType
                                                               (eqtype.Equality.sort
                                                                  (fintype.Finite.eqType
                                                                     (S0 (S (@fintype.nat_of_ord L h))))))
                                                            (@ssrbool.PredOfSimpl.coerce
                                                               (eqtype.Equality.sort
                                                                  (fintype.Finite.eqType
                                                                     (S0 (S (@fintype.nat_of_ord L h)))))
                                                               (ssrbool.pred_of_argType
                                                                  (eqtype.Equality.sort
                                                                     (fintype.Finite.eqType
                                                                        (S0 (S (@fintype.nat_of_ord L h)))))))))))
                                                Lam)))
                                       (Raxioms.INR
                                          (ssrnat.muln
                                             (@fintype.CardDef.card (S0 (@fintype.nat_of_ord L h))
                                                (@ssrbool.mem
                                                   (eqtype.Equality.sort
                                                      (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h))))
                                                   (ssrbool.predPredType
                                                      (eqtype.Equality.sort
                                                         (fintype.Finite.eqType
                                                            (S0 (@fintype.nat_of_ord L h)))))
                                                   (@ssrbool.PredOfSimpl.coerce
                                                      (eqtype.Equality.sort
                                                         (fintype.Finite.eqType
                                                            (S0 (@fintype.nat_of_ord L h))))
                                                      (ssrbool.pred_of_argType
                                                         (eqtype.Equality.sort
                                                            (fintype.Finite.eqType
                                                               (S0 (@fintype.nat_of_ord L h))))))))
                                             (@fintype.CardDef.card A
                                                (@ssrbool.mem
                                                   (eqtype.Equality.sort (fintype.Finite.eqType A))
                                                   (ssrbool.predPredType
                                                      (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                                   (@ssrbool.PredOfSimpl.coerce
                                                      (eqtype.Equality.sort (fintype.Finite.eqType A))
                                                      (ssrbool.pred_of_argType
                                                         (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
                                       (Raxioms.INR T)))))))
                     (R_sqrt.sqrt
                        (Rdefinitions.Rdiv
                           (Rdefinitions.RbaseSymbolsImpl.Rmult
                              (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                                 (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR L)
                                    (Rdefinitions.RbaseSymbolsImpl.Rplus
                                       (Rdefinitions.RbaseSymbolsImpl.Rmult
                                          (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                                          (Rpow_def.pow (Raxioms.INR L) (S (S O))))
                                       (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))) l4)
                           (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO (BinNums.xI BinNums.xH)))))))
                  (@Budgets.total_gap S0 A Z L gap v)))).
Definition theorem_4_clipped : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (P : Model.trans S0 A) (rho : Episodes.rlaw S0 A Z)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) (_ : @Model.is_trans S0 A P)
         (_ : @Episodes.is_rlaw S0 A Z rho) (_ : @Episodes.is_reward S0 A Z rho rv) 
         (T : nat) (delta Lam : Rdefinitions.RbaseSymbolsImpl.R) (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : Rdefinitions.Rle (Rpower.ln (Rdefinitions.Rdiv (GoodEvents.TXA S0 A L T) delta)) Lam)
         (_ : forall (h : nat) (_ : is_true (ssrnat.leq (S h) L))
                (_ : is_true
                       (ssrnat.leq (S (S O))
                          (@fintype.CardDef.card (S0 (S h))
                             (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 (S h))))
                                (ssrbool.predPredType
                                   (eqtype.Equality.sort (fintype.Finite.eqType (S0 (S h)))))
                                (@ssrbool.PredOfSimpl.coerce
                                   (eqtype.Equality.sort (fintype.Finite.eqType (S0 (S h))))
                                   (ssrbool.pred_of_argType
                                      (eqtype.Equality.sort (fintype.Finite.eqType (S0 (S h)))))))))),
              Rdefinitions.Rle
                (Rdefinitions.RbaseSymbolsImpl.Rmult
                   (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO (BinNums.xO BinNums.xH))))
                   (Rpower.ln (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))))) Lam)
         (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A)
         (qhat : forall _ : list (Episodes.traj S0 A Z L O), OccupancyMeasures.occ S0 A)
         (_ : @Algorithm.schedule S0 A Z x0 L st) (_ : @Algorithm.learner S0 A Z x0 L rv f st Lam qhat)
         (pistar : Model.policy S0 A) (_ : @Model.is_policy S0 A pistar),
       Rdefinitions.Rle (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) delta)
         (@Probability.Prl (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho f) T
            (@nil (Episodes.traj S0 A Z L O))
            (fun v : list (Episodes.traj S0 A Z L O) =>
             Probability.Rleb (@Algorithm.regret S0 A Z x0 L P rho rv f pistar v)
               (Rdefinitions.RbaseSymbolsImpl.Rplus
                  (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R
                     (fintype.Finite.sort (fintype.ordinal_finType L)) Rdefinitions.RbaseSymbolsImpl.R0
                     (bigop.index_enum (fintype.ordinal_finType L))
                     (fun h : fintype.ordinal L =>
                      @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.ordinal L) h
                        Rdefinitions.RbaseSymbolsImpl.Rplus true
                        (Rdefinitions.RbaseSymbolsImpl.Rplus
                           (ClippedPigeonhole.clipped_sum
                              (Rdefinitions.RbaseSymbolsImpl.Rmult
                                 (Rdefinitions.RbaseSymbolsImpl.Rplus
                                    (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
                                    (Rdefinitions.Rdiv
                                       (R_sqrt.sqrt
                                          (Rdefinitions.RbaseSymbolsImpl.Rplus
                                             (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
                                             (Rdefinitions.Rdiv
                                                (Rdefinitions.RbaseSymbolsImpl.Rmult
                                                   (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                                                   (Rpower.ln
                                                      (Rdefinitions.IZR
                                                         (BinNums.Zpos (BinNums.xO BinNums.xH))))) Lam)))
                                       (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))))
                                 (R_sqrt.sqrt
                                    (Rdefinitions.RbaseSymbolsImpl.Rmult
                                       (Rdefinitions.RbaseSymbolsImpl.Rmult
                                          (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                                          (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))) Lam)))
                              (Raxioms.INR
                                 (ssrnat.muln
                                    (@fintype.CardDef.card (S0 (@fintype.nat_of_ord L h))
                                       (@ssrbool.mem
                                          (eqtype.Equality.sort
                                             (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h))))
                                          (ssrbool.predPredType
                                             (eqtype.Equality.sort
                                                (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h)))))
                                          (@ssrbool.PredOfSimpl.coerce
                                             (eqtype.Equality.sort
                                                (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h))))
                                             (ssrbool.pred_of_argType
                                                (eqtype.Equality.sort
                                                   (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h))))))))
                                    (@fintype.CardDef.card A
                                       (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                          (ssrbool.predPredType
                                             (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                          (@ssrbool.PredOfSimpl.coerce
                                             (eqtype.Equality.sort (fintype.Finite.eqType A))
                                             (ssrbool.pred_of_argType
                                                (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
                              (Raxioms.INR T))
                           (Rdefinitions.RbaseSymbolsImpl.Rmult
                              (Sums.ind
                                 (ssrnat.leq (S (S O))
                                    (@fintype.CardDef.card (S0 (S (@fintype.nat_of_ord L h)))
                                       (@ssrbool.mem
                                          (eqtype.Equality.sort
                                             (fintype.Finite.eqType (S0 (S (@fintype.nat_of_ord L h)))))
                                          (ssrbool.predPredType
                                             (eqtype.Equality.sort
                                                (fintype.Finite.eqType (S0 (S (@fintype.nat_of_ord L h))))))
                                          (@ssrbool.PredOfSimpl.coerce
                                             (eqtype.Equality.sort
                                                (fintype.Finite.eqType (S0 (S (@fintype.nat_of_ord L h)))))
                                             (ssrbool.pred_of_argType
                                                (eqtype.Equality.sort
                                                   (fintype.Finite.eqType (S0 (S (@fintype.nat_of_ord L h)))))))))))
                              (Rdefinitions.RbaseSymbolsImpl.Rmult
                                 (Raxioms.INR (ssrnat.subn L (S (@fintype.nat_of_ord L h))))
                                 (ClippedPigeonhole.clipped_sum
                                    (Rdefinitions.RbaseSymbolsImpl.Rmult
                                       (Rdefinitions.Rdiv
                                          (Rdefinitions.RbaseSymbolsImpl.Rplus
                                             (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
                                             (R_sqrt.sqrt
                                                (Rdefinitions.Rdiv
                                                   (Rdefinitions.RbaseSymbolsImpl.Rplus
                                                      (Rdefinitions.RbaseSymbolsImpl.Rplus
                                                         (Rdefinitions.RbaseSymbolsImpl.Rmult
                                                            (Raxioms.INR
                                                               (@fintype.CardDef.card
                                                                  (S0 (S (@fintype.nat_of_ord L h)))
                                                                  (@ssrbool.mem
                                                                     (eqtype.Equality.sort
                                                                        (fintype.Finite.eqType
                                                                           (S0 (S (@fintype.nat_of_ord L h)))))
                                                                     (ssrbool.predPredType
                                                                        (eqtype.Equality.sort
                                                                           (fintype.Finite.eqType
                                                                              (S0
                                                                                (S (@fintype.nat_of_ord L h))))))
                                                                     (@ssrbool.PredOfSimpl.coerce
                                                                        (eqtype.Equality.sort
                                                                           (fintype.Finite.eqType
                                                                              (S0
                                                                                (S (@fintype.nat_of_ord L h)))))
                                                                        (ssrbool.pred_of_argType
                                                                           (eqtype.Equality.sort
                                                                              (fintype.Finite.eqType
                                                                                (S0
                                                                                (S (@fintype.nat_of_ord L h))))))))))
                                                            (Rpower.ln
                                                               (Rdefinitions.IZR
                                                                  (BinNums.Zpos (BinNums.xO BinNums.xH)))))
                                                         Lam)
                                                      (Rdefinitions.RbaseSymbolsImpl.Rmult
                                                         (Rdefinitions.IZR
                                                            (BinNums.Zpos (BinNums.xO BinNums.xH)))
                                                         (Rpower.ln
                                                            (Rdefinitions.IZR
                                                               (BinNums.Zpos (BinNums.xO BinNums.xH))))))
                                                   (Rdefinitions.RbaseSymbolsImpl.Rmult
                                                      (Raxioms.INR
                                                         (@fintype.CardDef.card
                                                            (S0 (S (@fintype.nat_of_ord L h)))
                                                            (@ssrbool.mem
                                                               (eqtype.Equality.sort
                                                                  (fintype.Finite.eqType
                                                                     (S0 (S (@fintype.nat_of_ord L h)))))
                                                               (ssrbool.predPredType
                                                                  (eqtype.Equality.sort
                                                                     (fintype.Finite.eqType
                                                                        (S0 (S (@fintype.nat_of_ord L h))))))
                                                               (@ssrbool.PredOfSimpl.coerce
                                                                  (eqtype.Equality.sort
                                                                     (fintype.Finite.eqType
                                                                        (S0 (S (@fintype.nat_of_ord L h)))))
                                                                  (ssrbool.pred_of_argType
                                                                     (eqtype.Equality.sort
                                                                        (fintype.Finite.eqType
                                                                           (S0 (S (@fintype.nat_of_ord L h))))))))))
                                                      Lam))))
                                          (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))))
                                       (R_sqrt.sqrt
                                          (Rdefinitions.RbaseSymbolsImpl.Rmult
                                             (Rdefinitions.RbaseSymbolsImpl.Rmult
                                                (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                                                (Raxioms.INR
                                                   (@fintype.CardDef.card (S0 (S (@fintype.nat_of_ord L h)))
                                                      (@ssrbool.mem
                                                         (eqtype.Equality.sort
                                                            (fintype.Finite.eqType
                                                               (S0 (S (@fintype.nat_of_ord L h)))))
                                                         (ssrbool.predPredType
                                                            (eqtype.Equality.sort
                                                               (fintype.Finite.eqType
                                                                  (S0 (S (@fintype.nat_of_ord L h))))))
                                                         (@ssrbool.PredOfSimpl.coerce
                                                            (eqtype.Equality.sort
                                                               (fintype.Finite.eqType
                                                                  (S0 (S (@fintype.nat_of_ord L h)))))
                                                            (ssrbool.pred_of_argType
                                                               (eqtype.Equality.sort
                                                                  (fintype.Finite.eqType
                                                                     (S0 (S (@fintype.nat_of_ord L h)))))))))))
                                             Lam)))
                                    (Raxioms.INR
                                       (ssrnat.muln
                                          (@fintype.CardDef.card (S0 (@fintype.nat_of_ord L h))
                                             (@ssrbool.mem
                                                (eqtype.Equality.sort
                                                   (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h))))
                                                (ssrbool.predPredType
                                                   (eqtype.Equality.sort
                                                      (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h)))))
                                                (@ssrbool.PredOfSimpl.coerce
                                                   (eqtype.Equality.sort
                                                      (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h))))
                                                   (ssrbool.pred_of_argType
                                                      (eqtype.Equality.sort
                                                         (fintype.Finite.eqType
                                                            (S0 (@fintype.nat_of_ord L h))))))))
                                          (@fintype.CardDef.card A
                                             (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                                (ssrbool.predPredType
                                                   (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                                (@ssrbool.PredOfSimpl.coerce
                                                   (eqtype.Equality.sort (fintype.Finite.eqType A))
                                                   (ssrbool.pred_of_argType
                                                      (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
                                    (Raxioms.INR T)))))))
                  (R_sqrt.sqrt
                     (Rdefinitions.Rdiv
                        (Rdefinitions.RbaseSymbolsImpl.Rmult
                           (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                              (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR L)
                                 (Rdefinitions.RbaseSymbolsImpl.Rplus
                                    (Rdefinitions.RbaseSymbolsImpl.Rmult
                                       (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                                       (Rpow_def.pow (Raxioms.INR L) (S (S O))))
                                    (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)))))
                           (Rpower.ln
                              (Rdefinitions.Rdiv (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                                 delta)))
                        (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO (BinNums.xI BinNums.xH))))))))).
Definition theorem_4_every_budgets : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (P : Model.trans S0 A) (rho : Episodes.rlaw S0 A Z)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) (_ : @Model.is_trans S0 A P)
         (_ : @Episodes.is_rlaw S0 A Z rho) (_ : @Episodes.is_reward S0 A Z rho rv) 
         (T : nat) (Lam : Rdefinitions.RbaseSymbolsImpl.R) (_ : is_true (ssrnat.leq (S O) T))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : Rdefinitions.Rle
                (Rdefinitions.RinvImpl.Rinv (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))) Lam)
         (_ : forall (h : nat) (_ : is_true (ssrnat.leq (S h) L)) (_ : is_true (LayerSums.wide S0 h)),
              Rdefinitions.Rle (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) Lam)
         (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A)
         (gap : forall _ : list (Episodes.traj S0 A Z L O), Rdefinitions.RbaseSymbolsImpl.R)
         (_ : @Algorithm.schedule S0 A Z x0 L st)
         (_ : forall w : list (Episodes.traj S0 A Z L O), @Model.is_policy S0 A (f w))
         (_ : @Budgets.near S0 A Z x0 L rv T Lam st f gap) (pistar : Model.policy S0 A)
         (_ : @Model.is_policy S0 A pistar) (s_P s_r l4 : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : Rdefinitions.Rle (Rdefinitions.IZR BinNums.Z0) s_P)
         (_ : Rdefinitions.Rle (Rdefinitions.IZR BinNums.Z0) s_r)
         (_ : Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) l4)
         (_ : forall (h : nat) (_ : is_true (ssrnat.leq (S h) L)) (_ : is_true (LayerSums.wide S0 h)),
              Rdefinitions.Rle
                (Rdefinitions.RbaseSymbolsImpl.Rplus
                   (Rdefinitions.RbaseSymbolsImpl.Rplus
                      (Rdefinitions.RbaseSymbolsImpl.Rmult
                         (Raxioms.INR
                            (@fintype.CardDef.card (S0 (S h))
                               (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 (S h))))
                                  (ssrbool.predPredType
                                     (eqtype.Equality.sort (fintype.Finite.eqType (S0 (S h)))))
                                  (@ssrbool.PredOfSimpl.coerce
                                     (eqtype.Equality.sort (fintype.Finite.eqType (S0 (S h))))
                                     (ssrbool.pred_of_argType
                                        (eqtype.Equality.sort (fintype.Finite.eqType (S0 (S h)))))))))
                         (Rpower.ln (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))))) Lam) s_P)
                (Rdefinitions.RbaseSymbolsImpl.Rmult
                   (Raxioms.INR
                      (@fintype.CardDef.card (S0 (S h))
                         (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 (S h))))
                            (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 (S h)))))
                            (@ssrbool.PredOfSimpl.coerce
                               (eqtype.Equality.sort (fintype.Finite.eqType (S0 (S h))))
                               (ssrbool.pred_of_argType
                                  (eqtype.Equality.sort (fintype.Finite.eqType (S0 (S h))))))))) Lam))
         (_ : forall w : list (Episodes.traj S0 A Z L O), @eq (list (Episodes.traj S0 A Z L O)) (st w) w),
       Rdefinitions.Rle
         (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
            (Rdefinitions.RbaseSymbolsImpl.Rplus
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.Rminus (Raxioms.INR (Algorithm.X S0 L))
                     (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)))
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Raxioms.INR
                        (@fintype.CardDef.card A
                           (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                              (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                              (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                                 (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A)))))))
                     (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                        (Rdefinitions.RbaseSymbolsImpl.Rplus
                           (Rdefinitions.RbaseSymbolsImpl.Rmult (GoodEvents.z Lam)
                              (Rdefinitions.RbaseSymbolsImpl.Rplus
                                 (Rtrigo_def.exp (Rdefinitions.RbaseSymbolsImpl.Ropp s_P))
                                 (Rtrigo_def.exp (Rdefinitions.RbaseSymbolsImpl.Ropp s_r))))
                           (Rpow_def.pow (GoodEvents.z Lam) (S (S (S (S O)))))))))
               (Rtrigo_def.exp (Rdefinitions.RbaseSymbolsImpl.Ropp l4))))
         (@Probability.Prl (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho f) T
            (@nil (Episodes.traj S0 A Z L O))
            (fun v : list (Episodes.traj S0 A Z L O) =>
             Probability.Rleb (@Algorithm.regret S0 A Z x0 L P rho rv f pistar v)
               (Rdefinitions.RbaseSymbolsImpl.Rplus
                  (Rdefinitions.RbaseSymbolsImpl.Rplus
                     (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R
                        (fintype.Finite.sort (fintype.ordinal_finType L)) Rdefinitions.RbaseSymbolsImpl.R0
                        (bigop.index_enum (fintype.ordinal_finType L))
                        (fun h : fintype.ordinal L =>
                         @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.ordinal L) h
                           Rdefinitions.RbaseSymbolsImpl.Rplus true
                           (Rdefinitions.RbaseSymbolsImpl.Rplus
                              (ClippedPigeonhole.every_clipped
                                 (Rdefinitions.RbaseSymbolsImpl.Rmult
                                    (Rdefinitions.RbaseSymbolsImpl.Rplus
                                       (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) 
                                       (Weissman.kr_s Lam s_r))
                                    (R_sqrt.sqrt
                                       (Rdefinitions.RbaseSymbolsImpl.Rmult
                                          (Rdefinitions.RbaseSymbolsImpl.Rmult
                                             (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                                             (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))) Lam)))
                                 (Raxioms.INR
                                    (ssrnat.muln
                                       (@fintype.CardDef.card (S0 (@fintype.nat_of_ord L h))
                                          (@ssrbool.mem
                                             (eqtype.Equality.sort
                                                (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h))))
                                             (ssrbool.predPredType
                                                (eqtype.Equality.sort
                                                   (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h)))))
                                             (@ssrbool.PredOfSimpl.coerce
                                                (eqtype.Equality.sort
                                                   (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h))))
                                                (ssrbool.pred_of_argType
                                                   (eqtype.Equality.sort
                                                      (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h))))))))
                                       (@fintype.CardDef.card A
                                          (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                             (ssrbool.predPredType
                                                (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                             (@ssrbool.PredOfSimpl.coerce
                                                (eqtype.Equality.sort (fintype.Finite.eqType A))
                                                (ssrbool.pred_of_argType
                                                   (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
                                 (Raxioms.INR T))
                              (Rdefinitions.RbaseSymbolsImpl.Rmult
                                 (Sums.ind
                                    (ssrnat.leq (S (S O))
                                       (@fintype.CardDef.card (S0 (S (@fintype.nat_of_ord L h)))
                                          (@ssrbool.mem
                                             (eqtype.Equality.sort
                                                (fintype.Finite.eqType (S0 (S (@fintype.nat_of_ord L h)))))
                                             (ssrbool.predPredType
                                                (eqtype.Equality.sort
                                                   (fintype.Finite.eqType (S0 (S (@fintype.nat_of_ord L h))))))
                                             (@ssrbool.PredOfSimpl.coerce
                                                (eqtype.Equality.sort
                                                   (fintype.Finite.eqType (S0 (S (@fintype.nat_of_ord L h)))))
                                                (ssrbool.pred_of_argType
                                                   (eqtype.Equality.sort
                                                      (fintype.Finite.eqType
                                                         (S0 (S (@fintype.nat_of_ord L h)))))))))))
                                 (Rdefinitions.RbaseSymbolsImpl.Rmult
                                    (Raxioms.INR (ssrnat.subn L (S (@fintype.nat_of_ord L h))))
                                    (ClippedPigeonhole.every_clipped
                                       (Rdefinitions.RbaseSymbolsImpl.Rmult
                                          (Weissman.kap_s S0 Lam s_P (@fintype.nat_of_ord L h))
                                          (R_sqrt.sqrt
                                             (Rdefinitions.RbaseSymbolsImpl.Rmult
                                                (Rdefinitions.RbaseSymbolsImpl.Rmult
                                                   (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                                                   (Raxioms.INR
                                                      (@fintype.CardDef.card
                                                         (S0 (S (@fintype.nat_of_ord L h)))
                                                         (@ssrbool.mem
                                                            (eqtype.Equality.sort
                                                               (fintype.Finite.eqType
                                                                  (S0 (S (@fintype.nat_of_ord L h)))))
                                                            (ssrbool.predPredType
                                                               (eqtype.Equality.sort
                                                                  (fintype.Finite.eqType
                                                                     (S0 (S (@fintype.nat_of_ord L h))))))
                                                            (@ssrbool.PredOfSimpl.coerce
                                                               (eqtype.Equality.sort
                                                                  (fintype.Finite.eqType
                                                                     (S0 (S (@fintype.nat_of_ord L h)))))
                                                               (ssrbool.pred_of_argType
                                                                  (eqtype.Equality.sort
                                                                     (fintype.Finite.eqType
                                                                        (S0 (S (@fintype.nat_of_ord L h)))))))))))
                                                Lam)))
                                       (Raxioms.INR
                                          (ssrnat.muln
                                             (@fintype.CardDef.card (S0 (@fintype.nat_of_ord L h))
                                                (@ssrbool.mem
                                                   (eqtype.Equality.sort
                                                      (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h))))
                                                   (ssrbool.predPredType
                                                      (eqtype.Equality.sort
                                                         (fintype.Finite.eqType
                                                            (S0 (@fintype.nat_of_ord L h)))))
                                                   (@ssrbool.PredOfSimpl.coerce
                                                      (eqtype.Equality.sort
                                                         (fintype.Finite.eqType
                                                            (S0 (@fintype.nat_of_ord L h))))
                                                      (ssrbool.pred_of_argType
                                                         (eqtype.Equality.sort
                                                            (fintype.Finite.eqType
                                                               (S0 (@fintype.nat_of_ord L h))))))))
                                             (@fintype.CardDef.card A
                                                (@ssrbool.mem
                                                   (eqtype.Equality.sort (fintype.Finite.eqType A))
                                                   (ssrbool.predPredType
                                                      (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                                   (@ssrbool.PredOfSimpl.coerce
                                                      (eqtype.Equality.sort (fintype.Finite.eqType A))
                                                      (ssrbool.pred_of_argType
                                                         (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
                                       (Raxioms.INR T)))))))
                     (R_sqrt.sqrt
                        (Rdefinitions.Rdiv
                           (Rdefinitions.RbaseSymbolsImpl.Rmult
                              (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                                 (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR L)
                                    (Rdefinitions.RbaseSymbolsImpl.Rplus
                                       (Rdefinitions.RbaseSymbolsImpl.Rmult
                                          (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                                          (Rpow_def.pow (Raxioms.INR L) (S (S O))))
                                       (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))) l4)
                           (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO (BinNums.xI BinNums.xH)))))))
                  (@Budgets.total_gap S0 A Z L gap v)))).
Definition theorem_4_VI : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O))
         (_ : @eq nat
                (@fintype.CardDef.card A
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))
                (S (S (S (S (S O))))))
         (_ : forall (h : nat) (_ : is_true (ssrnat.leq h (S (S (S (S (S (S O)))))))),
              @eq nat
                (@fintype.CardDef.card (S0 h)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))))))
                match andb (ssrnat.leq (S O) h) (ssrnat.leq (S h) (S (S (S (S (S (S O))))))) return nat with
                | true => S (S (S (S (S (S (S (S (S (S O)))))))))
                | false => S O
                end) (P : Model.trans S0 A) (rho : Episodes.rlaw S0 A Z)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) (_ : @Model.is_trans S0 A P)
         (_ : @Episodes.is_rlaw S0 A Z rho) (_ : @Episodes.is_reward S0 A Z rho rv) 
         (T : nat)
         (st : forall _ : list (Episodes.traj S0 A Z (S (S (S (S (S (S O)))))) O),
               list (Episodes.traj S0 A Z (S (S (S (S (S (S O)))))) O))
         (f : forall _ : list (Episodes.traj S0 A Z (S (S (S (S (S (S O)))))) O), Model.policy S0 A)
         (qhat : forall _ : list (Episodes.traj S0 A Z (S (S (S (S (S (S O)))))) O),
                 OccupancyMeasures.occ S0 A) (_ : @Algorithm.schedule S0 A Z x0 (S (S (S (S (S (S O)))))) st)
         (_ : @Algorithm.learner S0 A Z x0 (S (S (S (S (S (S O)))))) rv f st
                (Rpower.ln
                   (Rdefinitions.RbaseSymbolsImpl.Rmult
                      (Rdefinitions.IZR
                         (BinNums.Zpos
                            (BinNums.xO
                               (BinNums.xO
                                  (BinNums.xO
                                     (BinNums.xI
                                        (BinNums.xO
                                           (BinNums.xI
                                              (BinNums.xO
                                                 (BinNums.xO
                                                    (BinNums.xO (BinNums.xI (BinNums.xO BinNums.xH)))))))))))))
                      (Raxioms.INR T))) qhat) (pistar : Model.policy S0 A) (_ : @Model.is_policy S0 A pistar)
         (_ : Rdefinitions.Rle
                (Rdefinitions.IZR
                   (BinNums.Zpos
                      (BinNums.xI
                         (BinNums.xO
                            (BinNums.xI
                               (BinNums.xO
                                  (BinNums.xI
                                     (BinNums.xO
                                        (BinNums.xI
                                           (BinNums.xO
                                              (BinNums.xI
                                                 (BinNums.xO
                                                    (BinNums.xO
                                                       (BinNums.xO
                                                          (BinNums.xI
                                                             (BinNums.xI
                                                                (BinNums.xO
                                                                   (BinNums.xI
                                                                      (BinNums.xO (BinNums.xO BinNums.xH))))))))))))))))))))
                (Raxioms.INR T)),
       and
         (Rdefinitions.Rle
            (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
               (Rdefinitions.Rdiv (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
                  (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO (BinNums.xI (BinNums.xO BinNums.xH)))))))
            (@Probability.Prl (Episodes.traj S0 A Z (S (S (S (S (S (S O)))))) O)
               (@Algorithm.K S0 A Z x0 (S (S (S (S (S (S O)))))) P rho f) T
               (@nil (Episodes.traj S0 A Z (S (S (S (S (S (S O)))))) O))
               (fun v : list (Episodes.traj S0 A Z (S (S (S (S (S (S O)))))) O) =>
                Probability.Rleb (@Algorithm.regret S0 A Z x0 (S (S (S (S (S (S O)))))) P rho rv f pistar v)
                  (PaperSize.bound_VI ClippedPigeonhole.clipped_sum
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                        (Rpower.ln (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))))
                     (Rpower.ln
                        (Rdefinitions.IZR
                           (BinNums.Zpos (BinNums.xO (BinNums.xO (BinNums.xI (BinNums.xO BinNums.xH)))))))
                     (Raxioms.INR T)))))
         (Rdefinitions.RbaseSymbolsImpl.Rlt
            (PaperSize.bound_VI ClippedPigeonhole.clipped_sum
               (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                  (Rpower.ln (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))))
               (Rpower.ln
                  (Rdefinitions.IZR
                     (BinNums.Zpos (BinNums.xO (BinNums.xO (BinNums.xI (BinNums.xO BinNums.xH)))))))
               (Raxioms.INR T))
            (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR (S (S (S (S (S (S O))))))) (Raxioms.INR T))).
Definition bound_VI_above : Prop := Rdefinitions.RbaseSymbolsImpl.Rlt
         (Rdefinitions.RbaseSymbolsImpl.Rmult
            (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO (BinNums.xI BinNums.xH))))
            (Rdefinitions.IZR
               (BinNums.Zpos
                  (BinNums.xO
                     (BinNums.xO
                        (BinNums.xI
                           (BinNums.xO
                              (BinNums.xI
                                 (BinNums.xO
                                    (BinNums.xI
                                       (BinNums.xO
                                          (BinNums.xI
                                             (BinNums.xO
                                                (BinNums.xO
                                                   (BinNums.xO
                                                      (BinNums.xI
                                                         (BinNums.xI
                                                            (BinNums.xO
                                                               (BinNums.xI
                                                                  (BinNums.xO (BinNums.xO BinNums.xH)))))))))))))))))))))
         (PaperSize.bound_VI ClippedPigeonhole.clipped_sum
            (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
               (Rpower.ln (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))))
            (Rpower.ln
               (Rdefinitions.IZR
                  (BinNums.Zpos (BinNums.xO (BinNums.xO (BinNums.xI (BinNums.xO BinNums.xH)))))))
            (Rdefinitions.IZR
               (BinNums.Zpos
                  (BinNums.xO
                     (BinNums.xO
                        (BinNums.xI
                           (BinNums.xO
                              (BinNums.xI
                                 (BinNums.xO
                                    (BinNums.xI
                                       (BinNums.xO
                                          (BinNums.xI
                                             (BinNums.xO
                                                (BinNums.xO
                                                   (BinNums.xO
                                                      (BinNums.xI
                                                         (BinNums.xI
                                                            (BinNums.xO
                                                               (BinNums.xI
                                                                  (BinNums.xO (BinNums.xO BinNums.xH))))))))))))))))))))).
Definition theorem_4_VI_99 : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O))
         (_ : @eq nat
                (@fintype.CardDef.card A
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))
                (S (S (S (S (S O))))))
         (_ : forall (h : nat) (_ : is_true (ssrnat.leq h (S (S (S (S (S (S O)))))))),
              @eq nat
                (@fintype.CardDef.card (S0 h)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))))))
                match andb (ssrnat.leq (S O) h) (ssrnat.leq (S h) (S (S (S (S (S (S O))))))) return nat with
                | true => S (S (S (S (S (S (S (S (S (S O)))))))))
                | false => S O
                end) (P : Model.trans S0 A) (rho : Episodes.rlaw S0 A Z)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) (_ : @Model.is_trans S0 A P)
         (_ : @Episodes.is_rlaw S0 A Z rho) (_ : @Episodes.is_reward S0 A Z rho rv) 
         (T : nat)
         (st : forall _ : list (Episodes.traj S0 A Z (S (S (S (S (S (S O)))))) O),
               list (Episodes.traj S0 A Z (S (S (S (S (S (S O)))))) O))
         (f : forall _ : list (Episodes.traj S0 A Z (S (S (S (S (S (S O)))))) O), Model.policy S0 A)
         (qhat : forall _ : list (Episodes.traj S0 A Z (S (S (S (S (S (S O)))))) O),
                 OccupancyMeasures.occ S0 A) (_ : @Algorithm.schedule S0 A Z x0 (S (S (S (S (S (S O)))))) st)
         (_ : @Algorithm.learner S0 A Z x0 (S (S (S (S (S (S O)))))) rv f st
                (Rpower.ln
                   (Rdefinitions.RbaseSymbolsImpl.Rmult
                      (Rdefinitions.IZR
                         (BinNums.Zpos
                            (BinNums.xO
                               (BinNums.xO
                                  (BinNums.xO
                                     (BinNums.xI
                                        (BinNums.xO
                                           (BinNums.xI
                                              (BinNums.xO
                                                 (BinNums.xO
                                                    (BinNums.xO (BinNums.xI (BinNums.xO BinNums.xH)))))))))))))
                      (Raxioms.INR T))) qhat) (pistar : Model.policy S0 A) (_ : @Model.is_policy S0 A pistar)
         (_ : Rdefinitions.Rle
                (Rdefinitions.IZR
                   (BinNums.Zpos
                      (BinNums.xI
                         (BinNums.xO
                            (BinNums.xO
                               (BinNums.xI
                                  (BinNums.xO
                                     (BinNums.xO
                                        (BinNums.xI
                                           (BinNums.xI
                                              (BinNums.xI
                                                 (BinNums.xI
                                                    (BinNums.xI
                                                       (BinNums.xI
                                                          (BinNums.xO
                                                             (BinNums.xO
                                                                (BinNums.xI
                                                                   (BinNums.xI
                                                                      (BinNums.xO (BinNums.xO BinNums.xH))))))))))))))))))))
                (Raxioms.INR T)),
       and
         (Rdefinitions.Rle
            (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
               (Rdefinitions.Rdiv (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
                  (Rdefinitions.IZR
                     (BinNums.Zpos
                        (BinNums.xO
                           (BinNums.xO (BinNums.xI (BinNums.xO (BinNums.xO (BinNums.xI BinNums.xH))))))))))
            (@Probability.Prl (Episodes.traj S0 A Z (S (S (S (S (S (S O)))))) O)
               (@Algorithm.K S0 A Z x0 (S (S (S (S (S (S O)))))) P rho f) T
               (@nil (Episodes.traj S0 A Z (S (S (S (S (S (S O)))))) O))
               (fun v : list (Episodes.traj S0 A Z (S (S (S (S (S (S O)))))) O) =>
                Probability.Rleb (@Algorithm.regret S0 A Z x0 (S (S (S (S (S (S O)))))) P rho rv f pistar v)
                  (PaperSize.bound_VI ClippedPigeonhole.clipped_sum
                     (Rpower.ln
                        (Rdefinitions.IZR
                           (BinNums.Zpos (BinNums.xI (BinNums.xO (BinNums.xO (BinNums.xI BinNums.xH)))))))
                     (Rpower.ln
                        (Rdefinitions.IZR
                           (BinNums.Zpos
                              (BinNums.xO
                                 (BinNums.xO
                                    (BinNums.xI
                                       (BinNums.xO
                                          (BinNums.xI (BinNums.xI (BinNums.xI (BinNums.xI BinNums.xH)))))))))))
                     (Raxioms.INR T)))))
         (Rdefinitions.RbaseSymbolsImpl.Rlt
            (PaperSize.bound_VI ClippedPigeonhole.clipped_sum
               (Rpower.ln
                  (Rdefinitions.IZR
                     (BinNums.Zpos (BinNums.xI (BinNums.xO (BinNums.xO (BinNums.xI BinNums.xH)))))))
               (Rpower.ln
                  (Rdefinitions.IZR
                     (BinNums.Zpos
                        (BinNums.xO
                           (BinNums.xO
                              (BinNums.xI
                                 (BinNums.xO (BinNums.xI (BinNums.xI (BinNums.xI (BinNums.xI BinNums.xH)))))))))))
               (Raxioms.INR T))
            (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR (S (S (S (S (S (S O))))))) (Raxioms.INR T))).
Definition bound_VI_above_99 : Prop := Rdefinitions.RbaseSymbolsImpl.Rlt
         (Rdefinitions.RbaseSymbolsImpl.Rmult
            (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO (BinNums.xI BinNums.xH))))
            (Rdefinitions.IZR
               (BinNums.Zpos
                  (BinNums.xO
                     (BinNums.xO
                        (BinNums.xO
                           (BinNums.xI
                              (BinNums.xO
                                 (BinNums.xO
                                    (BinNums.xI
                                       (BinNums.xI
                                          (BinNums.xI
                                             (BinNums.xI
                                                (BinNums.xI
                                                   (BinNums.xI
                                                      (BinNums.xO
                                                         (BinNums.xO
                                                            (BinNums.xI
                                                               (BinNums.xI
                                                                  (BinNums.xO (BinNums.xO BinNums.xH)))))))))))))))))))))
         (PaperSize.bound_VI ClippedPigeonhole.clipped_sum
            (Rpower.ln
               (Rdefinitions.IZR
                  (BinNums.Zpos (BinNums.xI (BinNums.xO (BinNums.xO (BinNums.xI BinNums.xH)))))))
            (Rpower.ln
               (Rdefinitions.IZR
                  (BinNums.Zpos
                     (BinNums.xO
                        (BinNums.xO
                           (BinNums.xI
                              (BinNums.xO (BinNums.xI (BinNums.xI (BinNums.xI (BinNums.xI BinNums.xH)))))))))))
            (Rdefinitions.IZR
               (BinNums.Zpos
                  (BinNums.xO
                     (BinNums.xO
                        (BinNums.xO
                           (BinNums.xI
                              (BinNums.xO
                                 (BinNums.xO
                                    (BinNums.xI
                                       (BinNums.xI
                                          (BinNums.xI
                                             (BinNums.xI
                                                (BinNums.xI
                                                   (BinNums.xI
                                                      (BinNums.xO
                                                         (BinNums.xO
                                                            (BinNums.xI
                                                               (BinNums.xI
                                                                  (BinNums.xO (BinNums.xO BinNums.xH))))))))))))))))))))).
Definition theorem_4_VI_every : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O))
         (_ : @eq nat
                (@fintype.CardDef.card A
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))
                (S (S (S (S (S O))))))
         (_ : forall (h : nat) (_ : is_true (ssrnat.leq h (S (S (S (S (S (S O)))))))),
              @eq nat
                (@fintype.CardDef.card (S0 h)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))))))
                match andb (ssrnat.leq (S O) h) (ssrnat.leq (S h) (S (S (S (S (S (S O))))))) return nat with
                | true => S (S (S (S (S (S (S (S (S (S O)))))))))
                | false => S O
                end) (P : Model.trans S0 A) (rho : Episodes.rlaw S0 A Z)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) (_ : @Model.is_trans S0 A P)
         (_ : @Episodes.is_rlaw S0 A Z rho) (_ : @Episodes.is_reward S0 A Z rho rv) 
         (T : nat)
         (st : forall _ : list (Episodes.traj S0 A Z (S (S (S (S (S (S O)))))) O),
               list (Episodes.traj S0 A Z (S (S (S (S (S (S O)))))) O))
         (f : forall _ : list (Episodes.traj S0 A Z (S (S (S (S (S (S O)))))) O), Model.policy S0 A)
         (qhat : forall _ : list (Episodes.traj S0 A Z (S (S (S (S (S (S O)))))) O),
                 OccupancyMeasures.occ S0 A) (_ : @Algorithm.schedule S0 A Z x0 (S (S (S (S (S (S O)))))) st)
         (_ : @Algorithm.learner S0 A Z x0 (S (S (S (S (S (S O)))))) rv f st
                (Rpower.ln
                   (Rdefinitions.RbaseSymbolsImpl.Rmult
                      (Rdefinitions.IZR
                         (BinNums.Zpos
                            (BinNums.xO
                               (BinNums.xO
                                  (BinNums.xO
                                     (BinNums.xI
                                        (BinNums.xO
                                           (BinNums.xI
                                              (BinNums.xO
                                                 (BinNums.xO
                                                    (BinNums.xO (BinNums.xI (BinNums.xO BinNums.xH)))))))))))))
                      (Raxioms.INR T))) qhat) (pistar : Model.policy S0 A) (_ : @Model.is_policy S0 A pistar)
         (_ : forall w : list (Episodes.traj S0 A Z (S (S (S (S (S (S O)))))) O),
              @eq (list (Episodes.traj S0 A Z (S (S (S (S (S (S O)))))) O)) (st w) w)
         (_ : Rdefinitions.Rle
                (Rdefinitions.IZR
                   (BinNums.Zpos
                      (BinNums.xI
                         (BinNums.xO
                            (BinNums.xI
                               (BinNums.xI
                                  (BinNums.xI
                                     (BinNums.xO
                                        (BinNums.xO
                                           (BinNums.xO
                                              (BinNums.xI
                                                 (BinNums.xI
                                                    (BinNums.xI
                                                       (BinNums.xO
                                                          (BinNums.xO
                                                             (BinNums.xI
                                                                (BinNums.xO
                                                                   (BinNums.xO (BinNums.xI BinNums.xH)))))))))))))))))))
                (Raxioms.INR T)),
       and
         (Rdefinitions.Rle
            (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
               (Rdefinitions.Rdiv (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
                  (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO (BinNums.xI (BinNums.xO BinNums.xH)))))))
            (@Probability.Prl (Episodes.traj S0 A Z (S (S (S (S (S (S O)))))) O)
               (@Algorithm.K S0 A Z x0 (S (S (S (S (S (S O)))))) P rho f) T
               (@nil (Episodes.traj S0 A Z (S (S (S (S (S (S O)))))) O))
               (fun v : list (Episodes.traj S0 A Z (S (S (S (S (S (S O)))))) O) =>
                Probability.Rleb (@Algorithm.regret S0 A Z x0 (S (S (S (S (S (S O)))))) P rho rv f pistar v)
                  (PaperSize.bound_VI ClippedPigeonhole.every_clipped
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                        (Rpower.ln (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))))
                     (Rpower.ln
                        (Rdefinitions.IZR
                           (BinNums.Zpos (BinNums.xO (BinNums.xO (BinNums.xI (BinNums.xO BinNums.xH)))))))
                     (Raxioms.INR T)))))
         (Rdefinitions.RbaseSymbolsImpl.Rlt
            (PaperSize.bound_VI ClippedPigeonhole.every_clipped
               (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                  (Rpower.ln (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))))
               (Rpower.ln
                  (Rdefinitions.IZR
                     (BinNums.Zpos (BinNums.xO (BinNums.xO (BinNums.xI (BinNums.xO BinNums.xH)))))))
               (Raxioms.INR T))
            (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR (S (S (S (S (S (S O))))))) (Raxioms.INR T))).
Definition bound_VI_above_every : Prop := Rdefinitions.RbaseSymbolsImpl.Rlt
         (Rdefinitions.RbaseSymbolsImpl.Rmult
            (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO (BinNums.xI BinNums.xH))))
            (Rdefinitions.IZR
               (BinNums.Zpos
                  (BinNums.xO
                     (BinNums.xO
                        (BinNums.xI
                           (BinNums.xI
                              (BinNums.xI
                                 (BinNums.xO
                                    (BinNums.xO
                                       (BinNums.xO
                                          (BinNums.xI
                                             (BinNums.xI
                                                (BinNums.xI
                                                   (BinNums.xO
                                                      (BinNums.xO
                                                         (BinNums.xI
                                                            (BinNums.xO (BinNums.xO (BinNums.xI BinNums.xH))))))))))))))))))))
         (PaperSize.bound_VI ClippedPigeonhole.every_clipped
            (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
               (Rpower.ln (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))))
            (Rpower.ln
               (Rdefinitions.IZR
                  (BinNums.Zpos (BinNums.xO (BinNums.xO (BinNums.xI (BinNums.xO BinNums.xH)))))))
            (Rdefinitions.IZR
               (BinNums.Zpos
                  (BinNums.xO
                     (BinNums.xO
                        (BinNums.xI
                           (BinNums.xI
                              (BinNums.xI
                                 (BinNums.xO
                                    (BinNums.xO
                                       (BinNums.xO
                                          (BinNums.xI
                                             (BinNums.xI
                                                (BinNums.xI
                                                   (BinNums.xO
                                                      (BinNums.xO
                                                         (BinNums.xI
                                                            (BinNums.xO (BinNums.xO (BinNums.xI BinNums.xH)))))))))))))))))))).
Definition theorem_4_VI_every_99 : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O))
         (_ : @eq nat
                (@fintype.CardDef.card A
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))
                (S (S (S (S (S O))))))
         (_ : forall (h : nat) (_ : is_true (ssrnat.leq h (S (S (S (S (S (S O)))))))),
              @eq nat
                (@fintype.CardDef.card (S0 h)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))))))
                match andb (ssrnat.leq (S O) h) (ssrnat.leq (S h) (S (S (S (S (S (S O))))))) return nat with
                | true => S (S (S (S (S (S (S (S (S (S O)))))))))
                | false => S O
                end) (P : Model.trans S0 A) (rho : Episodes.rlaw S0 A Z)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) (_ : @Model.is_trans S0 A P)
         (_ : @Episodes.is_rlaw S0 A Z rho) (_ : @Episodes.is_reward S0 A Z rho rv) 
         (T : nat)
         (st : forall _ : list (Episodes.traj S0 A Z (S (S (S (S (S (S O)))))) O),
               list (Episodes.traj S0 A Z (S (S (S (S (S (S O)))))) O))
         (f : forall _ : list (Episodes.traj S0 A Z (S (S (S (S (S (S O)))))) O), Model.policy S0 A)
         (qhat : forall _ : list (Episodes.traj S0 A Z (S (S (S (S (S (S O)))))) O),
                 OccupancyMeasures.occ S0 A) (_ : @Algorithm.schedule S0 A Z x0 (S (S (S (S (S (S O)))))) st)
         (_ : @Algorithm.learner S0 A Z x0 (S (S (S (S (S (S O)))))) rv f st
                (Rpower.ln
                   (Rdefinitions.RbaseSymbolsImpl.Rmult
                      (Rdefinitions.IZR
                         (BinNums.Zpos
                            (BinNums.xO
                               (BinNums.xO
                                  (BinNums.xO
                                     (BinNums.xI
                                        (BinNums.xO
                                           (BinNums.xI
                                              (BinNums.xO
                                                 (BinNums.xO
                                                    (BinNums.xO (BinNums.xI (BinNums.xO BinNums.xH)))))))))))))
                      (Raxioms.INR T))) qhat) (pistar : Model.policy S0 A) (_ : @Model.is_policy S0 A pistar)
         (_ : forall w : list (Episodes.traj S0 A Z (S (S (S (S (S (S O)))))) O),
              @eq (list (Episodes.traj S0 A Z (S (S (S (S (S (S O)))))) O)) (st w) w)
         (_ : Rdefinitions.Rle
                (Rdefinitions.IZR
                   (BinNums.Zpos
                      (BinNums.xI
                         (BinNums.xO
                            (BinNums.xO
                               (BinNums.xI
                                  (BinNums.xO
                                     (BinNums.xI
                                        (BinNums.xO
                                           (BinNums.xI
                                              (BinNums.xO
                                                 (BinNums.xO
                                                    (BinNums.xI
                                                       (BinNums.xI
                                                          (BinNums.xI
                                                             (BinNums.xI
                                                                (BinNums.xO
                                                                   (BinNums.xO (BinNums.xI BinNums.xH)))))))))))))))))))
                (Raxioms.INR T)),
       and
         (Rdefinitions.Rle
            (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
               (Rdefinitions.Rdiv (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
                  (Rdefinitions.IZR
                     (BinNums.Zpos
                        (BinNums.xO
                           (BinNums.xO (BinNums.xI (BinNums.xO (BinNums.xO (BinNums.xI BinNums.xH))))))))))
            (@Probability.Prl (Episodes.traj S0 A Z (S (S (S (S (S (S O)))))) O)
               (@Algorithm.K S0 A Z x0 (S (S (S (S (S (S O)))))) P rho f) T
               (@nil (Episodes.traj S0 A Z (S (S (S (S (S (S O)))))) O))
               (fun v : list (Episodes.traj S0 A Z (S (S (S (S (S (S O)))))) O) =>
                Probability.Rleb (@Algorithm.regret S0 A Z x0 (S (S (S (S (S (S O)))))) P rho rv f pistar v)
                  (PaperSize.bound_VI ClippedPigeonhole.every_clipped
                     (Rpower.ln
                        (Rdefinitions.IZR
                           (BinNums.Zpos (BinNums.xI (BinNums.xO (BinNums.xO (BinNums.xI BinNums.xH)))))))
                     (Rpower.ln
                        (Rdefinitions.IZR
                           (BinNums.Zpos
                              (BinNums.xO
                                 (BinNums.xO
                                    (BinNums.xI
                                       (BinNums.xO
                                          (BinNums.xI (BinNums.xI (BinNums.xI (BinNums.xI BinNums.xH)))))))))))
                     (Raxioms.INR T)))))
         (Rdefinitions.RbaseSymbolsImpl.Rlt
            (PaperSize.bound_VI ClippedPigeonhole.every_clipped
               (Rpower.ln
                  (Rdefinitions.IZR
                     (BinNums.Zpos (BinNums.xI (BinNums.xO (BinNums.xO (BinNums.xI BinNums.xH)))))))
               (Rpower.ln
                  (Rdefinitions.IZR
                     (BinNums.Zpos
                        (BinNums.xO
                           (BinNums.xO
                              (BinNums.xI
                                 (BinNums.xO (BinNums.xI (BinNums.xI (BinNums.xI (BinNums.xI BinNums.xH)))))))))))
               (Raxioms.INR T))
            (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR (S (S (S (S (S (S O))))))) (Raxioms.INR T))).
Definition bound_VI_above_every_99 : Prop := Rdefinitions.RbaseSymbolsImpl.Rlt
         (Rdefinitions.RbaseSymbolsImpl.Rmult
            (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO (BinNums.xI BinNums.xH))))
            (Rdefinitions.IZR
               (BinNums.Zpos
                  (BinNums.xO
                     (BinNums.xO
                        (BinNums.xO
                           (BinNums.xI
                              (BinNums.xO
                                 (BinNums.xI
                                    (BinNums.xO
                                       (BinNums.xI
                                          (BinNums.xO
                                             (BinNums.xO
                                                (BinNums.xI
                                                   (BinNums.xI
                                                      (BinNums.xI
                                                         (BinNums.xI
                                                            (BinNums.xO (BinNums.xO (BinNums.xI BinNums.xH))))))))))))))))))))
         (PaperSize.bound_VI ClippedPigeonhole.every_clipped
            (Rpower.ln
               (Rdefinitions.IZR
                  (BinNums.Zpos (BinNums.xI (BinNums.xO (BinNums.xO (BinNums.xI BinNums.xH)))))))
            (Rpower.ln
               (Rdefinitions.IZR
                  (BinNums.Zpos
                     (BinNums.xO
                        (BinNums.xO
                           (BinNums.xI
                              (BinNums.xO (BinNums.xI (BinNums.xI (BinNums.xI (BinNums.xI BinNums.xH)))))))))))
            (Rdefinitions.IZR
               (BinNums.Zpos
                  (BinNums.xO
                     (BinNums.xO
                        (BinNums.xO
                           (BinNums.xI
                              (BinNums.xO
                                 (BinNums.xI
                                    (BinNums.xO
                                       (BinNums.xI
                                          (BinNums.xO
                                             (BinNums.xO
                                                (BinNums.xI
                                                   (BinNums.xI
                                                      (BinNums.xI
                                                         (BinNums.xI
                                                            (BinNums.xO (BinNums.xO (BinNums.xI BinNums.xH)))))))))))))))))))).
Definition bias_1 : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat) (P : Model.trans S0 A)
         (rho : Episodes.rlaw S0 A Z) (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R)
         (_ : @Model.is_trans S0 A P) (_ : @Episodes.is_rlaw S0 A Z rho)
         (_ : @Episodes.is_reward S0 A Z rho rv) (T : nat) (delta Lam : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : Rdefinitions.Rle (Rpower.ln (Rdefinitions.Rdiv (GoodEvents.TXA S0 A L T) delta)) Lam)
         (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A)
         (qhat : forall _ : list (Episodes.traj S0 A Z L O), OccupancyMeasures.occ S0 A)
         (_ : @Algorithm.schedule S0 A Z x0 L st) (_ : @Algorithm.learner S0 A Z x0 L rv f st Lam qhat)
         (pistar : Model.policy S0 A) (_ : @Model.is_policy S0 A pistar),
       Rdefinitions.Rle (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) delta)
         (@Probability.Prl (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho f) T
            (@nil (Episodes.traj S0 A Z L O))
            (fun v : list (Episodes.traj S0 A Z L O) =>
             Probability.Rleb (@MainResults.BiasI S0 A Z x0 L P rho rv Lam st pistar v)
               (Rdefinitions.IZR BinNums.Z0))).
Definition four_terms : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (P : Model.trans S0 A) (rho : Episodes.rlaw S0 A Z)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) (_ : @Model.is_trans S0 A P)
         (_ : @Episodes.is_rlaw S0 A Z rho) (_ : @Episodes.is_reward S0 A Z rho rv) 
         (T : nat) (delta Lam : Rdefinitions.RbaseSymbolsImpl.R) (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : Rdefinitions.Rle (Rpower.ln (Rdefinitions.Rdiv (GoodEvents.TXA S0 A L T) delta)) Lam)
         (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A)
         (qhat : forall _ : list (Episodes.traj S0 A Z L O), OccupancyMeasures.occ S0 A)
         (_ : @Algorithm.schedule S0 A Z x0 L st) (_ : @Algorithm.learner S0 A Z x0 L rv f st Lam qhat)
         (pistar : Model.policy S0 A) (_ : @Model.is_policy S0 A pistar),
       Rdefinitions.Rle
         (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
            (Rdefinitions.RbaseSymbolsImpl.Rmult
               (Rdefinitions.IZR (BinNums.Zpos (BinNums.xI (BinNums.xO BinNums.xH)))) delta))
         (@Probability.Prl (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho f) T
            (@nil (Episodes.traj S0 A Z L O))
            (fun v : list (Episodes.traj S0 A Z L O) =>
             andb
               (Probability.Rleb (@MainResults.BiasI S0 A Z x0 L P rho rv Lam st pistar v)
                  (Rdefinitions.IZR BinNums.Z0))
               (andb
                  (Probability.Rleb (@MainResults.Diff S0 A Z x0 L P rv Lam st qhat pistar v)
                     (Rdefinitions.IZR BinNums.Z0))
                  (andb
                     (Probability.Rleb (@AppendixA.Error S0 A Z x0 L P rv Lam st f qhat v)
                        (Rdefinitions.RbaseSymbolsImpl.Rmult
                           (Rdefinitions.RbaseSymbolsImpl.Rmult
                              (Rdefinitions.IZR
                                 (BinNums.Zpos (BinNums.xO (BinNums.xO (BinNums.xI BinNums.xH)))))
                              (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR L)
                                 (Raxioms.INR (Algorithm.X S0 L))))
                           (R_sqrt.sqrt
                              (Rdefinitions.RbaseSymbolsImpl.Rmult
                                 (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                                    (Raxioms.INR
                                       (@fintype.CardDef.card A
                                          (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                             (ssrbool.predPredType
                                                (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                             (@ssrbool.PredOfSimpl.coerce
                                                (eqtype.Equality.sort (fintype.Finite.eqType A))
                                                (ssrbool.pred_of_argType
                                                   (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) Lam))))
                     (Probability.Rleb (@AppendixB.BiasII S0 A Z x0 L P rho rv Lam st f v)
                        (Rdefinitions.RbaseSymbolsImpl.Rmult
                           (Rdefinitions.RbaseSymbolsImpl.Rplus
                              (Rdefinitions.IZR (BinNums.Zpos (BinNums.xI BinNums.xH)))
                              (Rdefinitions.RbaseSymbolsImpl.Rmult
                                 (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                                 (R_sqrt.sqrt (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))))))
                           (R_sqrt.sqrt
                              (Rdefinitions.RbaseSymbolsImpl.Rmult
                                 (Rdefinitions.RbaseSymbolsImpl.Rmult
                                    (Rdefinitions.RbaseSymbolsImpl.Rmult
                                       (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T) (Raxioms.INR L))
                                       (Raxioms.INR (Algorithm.X S0 L)))
                                    (Raxioms.INR
                                       (@fintype.CardDef.card A
                                          (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                             (ssrbool.predPredType
                                                (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                             (@ssrbool.PredOfSimpl.coerce
                                                (eqtype.Equality.sort (fintype.Finite.eqType A))
                                                (ssrbool.pred_of_argType
                                                   (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) Lam)))))))).
Definition diff : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat) (P : Model.trans S0 A)
         (rho : Episodes.rlaw S0 A Z) (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R)
         (_ : @Model.is_trans S0 A P) (_ : @Episodes.is_rlaw S0 A Z rho) (T : nat)
         (delta Lam : Rdefinitions.RbaseSymbolsImpl.R) (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : Rdefinitions.Rle (Rpower.ln (Rdefinitions.Rdiv (GoodEvents.TXA S0 A L T) delta)) Lam)
         (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A)
         (qhat : forall _ : list (Episodes.traj S0 A Z L O), OccupancyMeasures.occ S0 A)
         (_ : @Algorithm.schedule S0 A Z x0 L st) (_ : @Algorithm.learner S0 A Z x0 L rv f st Lam qhat)
         (pistar : Model.policy S0 A) (_ : @Model.is_policy S0 A pistar),
       Rdefinitions.Rle (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) delta)
         (@Probability.Prl (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho f) T
            (@nil (Episodes.traj S0 A Z L O))
            (fun v : list (Episodes.traj S0 A Z L O) =>
             Probability.Rleb (@MainResults.Diff S0 A Z x0 L P rv Lam st qhat pistar v)
               (Rdefinitions.IZR BinNums.Z0))).
Definition final_decomposition : Prop := forall (S : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S O)) (L : nat) (P : Model.trans S A)
         (rho : Episodes.rlaw S A Z) (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R)
         (_ : @Model.is_trans S A P) (Lam : Rdefinitions.RbaseSymbolsImpl.R)
         (st : forall _ : list (Episodes.traj S A Z L O), list (Episodes.traj S A Z L O))
         (f : forall _ : list (Episodes.traj S A Z L O), Model.policy S A)
         (qhat : forall _ : list (Episodes.traj S A Z L O), OccupancyMeasures.occ S A)
         (pistar : Model.policy S A) (v : list (Episodes.traj S A Z L O)),
       @eq Rdefinitions.RbaseSymbolsImpl.R (@Algorithm.regret S A Z x0 L P rho rv f pistar v)
         (Rdefinitions.RbaseSymbolsImpl.Rplus
            (Rdefinitions.RbaseSymbolsImpl.Rplus
               (Rdefinitions.RbaseSymbolsImpl.Rplus (@MainResults.BiasI S A Z x0 L P rho rv Lam st pistar v)
                  (@MainResults.Diff S A Z x0 L P rv Lam st qhat pistar v))
               (@AppendixA.Error S A Z x0 L P rv Lam st f qhat v))
            (@AppendixB.BiasII S A Z x0 L P rho rv Lam st f v)).
Definition lemma_4 : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (P : Model.trans S0 A) (rho : Episodes.rlaw S0 A Z)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) (_ : @Model.is_trans S0 A P)
         (_ : @Episodes.is_rlaw S0 A Z rho) (T : nat) (delta Lam : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : Rdefinitions.Rle (Rpower.ln (Rdefinitions.Rdiv (GoodEvents.TXA S0 A L T) delta)) Lam)
         (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A)
         (qhat : forall _ : list (Episodes.traj S0 A Z L O), OccupancyMeasures.occ S0 A)
         (_ : @Algorithm.schedule S0 A Z x0 L st) (_ : @Algorithm.learner S0 A Z x0 L rv f st Lam qhat),
       Rdefinitions.Rle
         (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
            (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
               delta))
         (@Probability.Prl (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho f) T
            (@nil (Episodes.traj S0 A Z L O))
            (fun v : list (Episodes.traj S0 A Z L O) =>
             Probability.Rleb (@AppendixA.sum_norm1 S0 A Z x0 L P f qhat v)
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO (BinNums.xO (BinNums.xI BinNums.xH)))))
                     (LayerSums.LX S0 L))
                  (R_sqrt.sqrt
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                           (Raxioms.INR
                              (@fintype.CardDef.card A
                                 (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                    (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                    (@ssrbool.PredOfSimpl.coerce
                                       (eqtype.Equality.sort (fintype.Finite.eqType A))
                                       (ssrbool.pred_of_argType
                                          (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) Lam))))).
Definition lemma_4_layered : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (P : Model.trans S0 A) (rho : Episodes.rlaw S0 A Z)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) (_ : @Model.is_trans S0 A P)
         (_ : @Episodes.is_rlaw S0 A Z rho) (T : nat) (delta Lam : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : Rdefinitions.Rle (Rpower.ln (Rdefinitions.Rdiv (GoodEvents.TXA S0 A L T) delta)) Lam)
         (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A)
         (qhat : forall _ : list (Episodes.traj S0 A Z L O), OccupancyMeasures.occ S0 A)
         (_ : @Algorithm.schedule S0 A Z x0 L st) (_ : @Algorithm.learner S0 A Z x0 L rv f st Lam qhat),
       Rdefinitions.Rle
         (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
            (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
               delta))
         (@Probability.Prl (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho f) T
            (@nil (Episodes.traj S0 A Z L O))
            (fun v : list (Episodes.traj S0 A Z L O) =>
             Probability.Rleb (@AppendixA.sum_norm1 S0 A Z x0 L P f qhat v)
               (Rdefinitions.RbaseSymbolsImpl.Rplus
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.RbaseSymbolsImpl.Rplus
                           (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO (BinNums.xO BinNums.xH))))
                           (Rdefinitions.RbaseSymbolsImpl.Rmult
                              (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                              (R_sqrt.sqrt (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))))))
                        (R_sqrt.sqrt
                           (Rdefinitions.RbaseSymbolsImpl.Rmult
                              (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                                 (Raxioms.INR
                                    (@fintype.CardDef.card A
                                       (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                          (ssrbool.predPredType
                                             (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                          (@ssrbool.PredOfSimpl.coerce
                                             (eqtype.Equality.sort (fintype.Finite.eqType A))
                                             (ssrbool.pred_of_argType
                                                (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) Lam)))
                     (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R
                        (fintype.Finite.sort (fintype.ordinal_finType L)) Rdefinitions.RbaseSymbolsImpl.R0
                        (bigop.index_enum (fintype.ordinal_finType L))
                        (fun h : fintype.ordinal L =>
                         @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.ordinal L) h
                           Rdefinitions.RbaseSymbolsImpl.Rplus true
                           (Rdefinitions.RbaseSymbolsImpl.Rmult
                              (Rdefinitions.RbaseSymbolsImpl.Rmult
                                 (Sums.ind (LayerSums.wide S0 (@fintype.nat_of_ord L h)))
                                 (Raxioms.INR (ssrnat.subn L (@fintype.nat_of_ord L h))))
                              (R_sqrt.sqrt
                                 (Rdefinitions.RbaseSymbolsImpl.Rmult
                                    (Raxioms.INR
                                       (@fintype.CardDef.card (S0 (@fintype.nat_of_ord L h))
                                          (@ssrbool.mem
                                             (eqtype.Equality.sort
                                                (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h))))
                                             (ssrbool.predPredType
                                                (eqtype.Equality.sort
                                                   (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h)))))
                                             (@ssrbool.PredOfSimpl.coerce
                                                (eqtype.Equality.sort
                                                   (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h))))
                                                (ssrbool.pred_of_argType
                                                   (eqtype.Equality.sort
                                                      (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h)))))))))
                                    (Raxioms.INR
                                       (@fintype.CardDef.card (S0 (S (@fintype.nat_of_ord L h)))
                                          (@ssrbool.mem
                                             (eqtype.Equality.sort
                                                (fintype.Finite.eqType (S0 (S (@fintype.nat_of_ord L h)))))
                                             (ssrbool.predPredType
                                                (eqtype.Equality.sort
                                                   (fintype.Finite.eqType (S0 (S (@fintype.nat_of_ord L h))))))
                                             (@ssrbool.PredOfSimpl.coerce
                                                (eqtype.Equality.sort
                                                   (fintype.Finite.eqType (S0 (S (@fintype.nat_of_ord L h)))))
                                                (ssrbool.pred_of_argType
                                                   (eqtype.Equality.sort
                                                      (fintype.Finite.eqType
                                                         (S0 (S (@fintype.nat_of_ord L h))))))))))))))))
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR L)
                        (Rdefinitions.RbaseSymbolsImpl.Rplus (Raxioms.INR L)
                           (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
                     (R_sqrt.sqrt
                        (Rdefinitions.Rdiv
                           (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                              (Rpower.ln
                                 (Rdefinitions.Rdiv (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) delta)))
                           (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))))))))).
Definition lemma_4_constant : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (P : Model.trans S0 A) (rho : Episodes.rlaw S0 A Z)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) (_ : @Model.is_trans S0 A P)
         (_ : @Episodes.is_rlaw S0 A Z rho) (T : nat) (delta Lam : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : Rdefinitions.Rle (Rpower.ln (Rdefinitions.Rdiv (GoodEvents.TXA S0 A L T) delta)) Lam)
         (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A)
         (qhat : forall _ : list (Episodes.traj S0 A Z L O), OccupancyMeasures.occ S0 A)
         (_ : @Algorithm.schedule S0 A Z x0 L st) (_ : @Algorithm.learner S0 A Z x0 L rv f st Lam qhat),
       Rdefinitions.Rle
         (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
            (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
               delta))
         (@Probability.Prl (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho f) T
            (@nil (Episodes.traj S0 A Z L O))
            (fun v : list (Episodes.traj S0 A Z L O) =>
             Probability.Rleb (@AppendixA.sum_norm1 S0 A Z x0 L P f qhat v)
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.RbaseSymbolsImpl.Rplus
                        (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO (BinNums.xO BinNums.xH))))
                        (Rdefinitions.RbaseSymbolsImpl.Rmult
                           (Rdefinitions.IZR (BinNums.Zpos (BinNums.xI BinNums.xH)))
                           (R_sqrt.sqrt (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))))))
                     (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR L) (Raxioms.INR (Algorithm.X S0 L))))
                  (R_sqrt.sqrt
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                           (Raxioms.INR
                              (@fintype.CardDef.card A
                                 (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                    (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                    (@ssrbool.PredOfSimpl.coerce
                                       (eqtype.Equality.sort (fintype.Finite.eqType A))
                                       (ssrbool.pred_of_argType
                                          (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) Lam))))).
Definition lemma_5 : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (P : Model.trans S0 A) (rho : Episodes.rlaw S0 A Z)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) (_ : @Model.is_trans S0 A P)
         (_ : @Episodes.is_rlaw S0 A Z rho) (_ : @Episodes.is_reward S0 A Z rho rv) 
         (T : nat) (delta Lam : Rdefinitions.RbaseSymbolsImpl.R) (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : Rdefinitions.Rle (Rpower.ln (Rdefinitions.Rdiv (GoodEvents.TXA S0 A L T) delta)) Lam)
         (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A)
         (qhat : forall _ : list (Episodes.traj S0 A Z L O), OccupancyMeasures.occ S0 A)
         (_ : @Algorithm.schedule S0 A Z x0 L st) (_ : @Algorithm.learner S0 A Z x0 L rv f st Lam qhat),
       Rdefinitions.Rle
         (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
            (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
               delta))
         (@Probability.Prl (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho f) T
            (@nil (Episodes.traj S0 A Z L O))
            (fun v : list (Episodes.traj S0 A Z L O) =>
             Probability.Rleb (@AppendixA.Error S0 A Z x0 L P rv Lam st f qhat v)
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO (BinNums.xO (BinNums.xI BinNums.xH)))))
                     (LayerSums.LX S0 L))
                  (R_sqrt.sqrt
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                           (Raxioms.INR
                              (@fintype.CardDef.card A
                                 (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                    (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                    (@ssrbool.PredOfSimpl.coerce
                                       (eqtype.Equality.sort (fintype.Finite.eqType A))
                                       (ssrbool.pred_of_argType
                                          (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) Lam))))).
Definition lemma_5_layered : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (P : Model.trans S0 A) (rho : Episodes.rlaw S0 A Z)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) (_ : @Model.is_trans S0 A P)
         (_ : @Episodes.is_rlaw S0 A Z rho) (_ : @Episodes.is_reward S0 A Z rho rv) 
         (T : nat) (delta Lam : Rdefinitions.RbaseSymbolsImpl.R) (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : Rdefinitions.Rle (Rpower.ln (Rdefinitions.Rdiv (GoodEvents.TXA S0 A L T) delta)) Lam)
         (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A)
         (qhat : forall _ : list (Episodes.traj S0 A Z L O), OccupancyMeasures.occ S0 A)
         (_ : @Algorithm.schedule S0 A Z x0 L st) (_ : @Algorithm.learner S0 A Z x0 L rv f st Lam qhat),
       Rdefinitions.Rle
         (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
            (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
               delta))
         (@Probability.Prl (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho f) T
            (@nil (Episodes.traj S0 A Z L O))
            (fun v : list (Episodes.traj S0 A Z L O) =>
             Probability.Rleb (@AppendixA.Error S0 A Z x0 L P rv Lam st f qhat v)
               (Rdefinitions.RbaseSymbolsImpl.Rplus
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.RbaseSymbolsImpl.Rplus
                           (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                           (R_sqrt.sqrt (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))))
                        (R_sqrt.sqrt
                           (Rdefinitions.RbaseSymbolsImpl.Rmult
                              (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                                 (Raxioms.INR
                                    (@fintype.CardDef.card A
                                       (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                          (ssrbool.predPredType
                                             (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                          (@ssrbool.PredOfSimpl.coerce
                                             (eqtype.Equality.sort (fintype.Finite.eqType A))
                                             (ssrbool.pred_of_argType
                                                (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) Lam)))
                     (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R
                        (fintype.Finite.sort (fintype.ordinal_finType L)) Rdefinitions.RbaseSymbolsImpl.R0
                        (bigop.index_enum (fintype.ordinal_finType L))
                        (fun h : fintype.ordinal L =>
                         @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.ordinal L) h
                           Rdefinitions.RbaseSymbolsImpl.Rplus true
                           (Rdefinitions.RbaseSymbolsImpl.Rmult
                              (Rdefinitions.RbaseSymbolsImpl.Rmult
                                 (Sums.ind (LayerSums.wide S0 (@fintype.nat_of_ord L h)))
                                 (Raxioms.INR (ssrnat.subn L (S (@fintype.nat_of_ord L h)))))
                              (R_sqrt.sqrt
                                 (Rdefinitions.RbaseSymbolsImpl.Rmult
                                    (Raxioms.INR
                                       (@fintype.CardDef.card (S0 (@fintype.nat_of_ord L h))
                                          (@ssrbool.mem
                                             (eqtype.Equality.sort
                                                (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h))))
                                             (ssrbool.predPredType
                                                (eqtype.Equality.sort
                                                   (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h)))))
                                             (@ssrbool.PredOfSimpl.coerce
                                                (eqtype.Equality.sort
                                                   (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h))))
                                                (ssrbool.pred_of_argType
                                                   (eqtype.Equality.sort
                                                      (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h)))))))))
                                    (Raxioms.INR
                                       (@fintype.CardDef.card (S0 (S (@fintype.nat_of_ord L h)))
                                          (@ssrbool.mem
                                             (eqtype.Equality.sort
                                                (fintype.Finite.eqType (S0 (S (@fintype.nat_of_ord L h)))))
                                             (ssrbool.predPredType
                                                (eqtype.Equality.sort
                                                   (fintype.Finite.eqType (S0 (S (@fintype.nat_of_ord L h))))))
                                             (@ssrbool.PredOfSimpl.coerce
                                                (eqtype.Equality.sort
                                                   (fintype.Finite.eqType (S0 (S (@fintype.nat_of_ord L h)))))
                                                (ssrbool.pred_of_argType
                                                   (eqtype.Equality.sort
                                                      (fintype.Finite.eqType
                                                         (S0 (S (@fintype.nat_of_ord L h))))))))))))))))
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.Rdiv
                        (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR L)
                           (Rdefinitions.Rminus (Raxioms.INR L) (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
                        (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))))
                     (R_sqrt.sqrt
                        (Rdefinitions.Rdiv
                           (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                              (Rpower.ln
                                 (Rdefinitions.Rdiv (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) delta)))
                           (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))))))))).
Definition lemma_5_constant : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (P : Model.trans S0 A) (rho : Episodes.rlaw S0 A Z)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) (_ : @Model.is_trans S0 A P)
         (_ : @Episodes.is_rlaw S0 A Z rho) (_ : @Episodes.is_reward S0 A Z rho rv) 
         (T : nat) (delta Lam : Rdefinitions.RbaseSymbolsImpl.R) (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : Rdefinitions.Rle (Rpower.ln (Rdefinitions.Rdiv (GoodEvents.TXA S0 A L T) delta)) Lam)
         (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A)
         (qhat : forall _ : list (Episodes.traj S0 A Z L O), OccupancyMeasures.occ S0 A)
         (_ : @Algorithm.schedule S0 A Z x0 L st) (_ : @Algorithm.learner S0 A Z x0 L rv f st Lam qhat),
       Rdefinitions.Rle
         (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
            (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
               delta))
         (@Probability.Prl (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho f) T
            (@nil (Episodes.traj S0 A Z L O))
            (fun v : list (Episodes.traj S0 A Z L O) =>
             Probability.Rleb (@AppendixA.Error S0 A Z x0 L P rv Lam st f qhat v)
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.RbaseSymbolsImpl.Rplus
                        (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                        (Rdefinitions.RbaseSymbolsImpl.Rmult
                           (Rdefinitions.Rdiv
                              (Rdefinitions.IZR (BinNums.Zpos (BinNums.xI (BinNums.xO BinNums.xH))))
                              (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO (BinNums.xO BinNums.xH)))))
                           (R_sqrt.sqrt (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))))))
                     (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR L) (Raxioms.INR (Algorithm.X S0 L))))
                  (R_sqrt.sqrt
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                           (Raxioms.INR
                              (@fintype.CardDef.card A
                                 (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                    (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                    (@ssrbool.PredOfSimpl.coerce
                                       (eqtype.Equality.sort (fintype.Finite.eqType A))
                                       (ssrbool.pred_of_argType
                                          (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) Lam))))).
Definition lemma_6 : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat) (P : Model.trans S0 A)
         (rho : Episodes.rlaw S0 A Z) (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R)
         (_ : @Model.is_trans S0 A P) (_ : @Episodes.is_rlaw S0 A Z rho)
         (_ : @Episodes.is_reward S0 A Z rho rv) (T : nat) (delta Lam : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : Rdefinitions.Rle (Rpower.ln (Rdefinitions.Rdiv (GoodEvents.TXA S0 A L T) delta)) Lam)
         (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A)
         (qhat : forall _ : list (Episodes.traj S0 A Z L O), OccupancyMeasures.occ S0 A)
         (_ : @Algorithm.schedule S0 A Z x0 L st) (_ : @Algorithm.learner S0 A Z x0 L rv f st Lam qhat),
       Rdefinitions.Rle
         (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
            (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
               delta))
         (@Probability.Prl (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho f) T
            (@nil (Episodes.traj S0 A Z L O))
            (fun v : list (Episodes.traj S0 A Z L O) =>
             Probability.Rleb (@AppendixB.BiasII S0 A Z x0 L P rho rv Lam st f v)
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rplus
                     (Rdefinitions.IZR (BinNums.Zpos (BinNums.xI BinNums.xH)))
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                        (R_sqrt.sqrt (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))))))
                  (R_sqrt.sqrt
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.RbaseSymbolsImpl.Rmult
                           (Rdefinitions.RbaseSymbolsImpl.Rmult
                              (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T) (Raxioms.INR L))
                              (Raxioms.INR (Algorithm.X S0 L)))
                           (Raxioms.INR
                              (@fintype.CardDef.card A
                                 (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                    (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                    (@ssrbool.PredOfSimpl.coerce
                                       (eqtype.Equality.sort (fintype.Finite.eqType A))
                                       (ssrbool.pred_of_argType
                                          (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) Lam))))).
Definition sizes_VI : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type)
         (_ : @eq nat
                (@fintype.CardDef.card A
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))
                (S (S (S (S (S O))))))
         (_ : forall (h : nat) (_ : is_true (ssrnat.leq h (S (S (S (S (S (S O)))))))),
              @eq nat
                (@fintype.CardDef.card (S0 h)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))))))
                match andb (ssrnat.leq (S O) h) (ssrnat.leq (S h) (S (S (S (S (S (S O))))))) return nat with
                | true => S (S (S (S (S (S (S (S (S (S O)))))))))
                | false => S O
                end),
       ssrbool.and3
         (@eq nat (Algorithm.X S0 (S (S (S (S (S (S O)))))))
            (S
               (S
                  (S
                     (S
                        (S
                           (S
                              (S
                                 (S
                                    (S
                                       (S
                                          (S
                                             (S
                                                (S
                                                   (S
                                                      (S
                                                         (S
                                                            (S
                                                               (S
                                                                  (S
                                                                     (S
                                                                        (S
                                                                           (S
                                                                              (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S (S (S (S (S (S (S O)))))))))))))))))))))))))))))))))))))))))))))))))))))
         (@eq nat
            (@bigop.BigOp.bigop nat (fintype.Finite.sort (fintype.ordinal_finType (S (S (S (S (S (S O))))))))
               O (bigop.index_enum (fintype.ordinal_finType (S (S (S (S (S (S O))))))))
               (fun h : fintype.ordinal (S (S (S (S (S (S O)))))) =>
                @bigop.BigBody nat (fintype.ordinal (S (S (S (S (S (S O))))))) h ssrnat.addn true
                  (ssrnat.muln
                     (@fintype.CardDef.card (S0 (@fintype.nat_of_ord (S (S (S (S (S (S O)))))) h))
                        (@ssrbool.mem
                           (eqtype.Equality.sort
                              (fintype.Finite.eqType (S0 (@fintype.nat_of_ord (S (S (S (S (S (S O)))))) h))))
                           (ssrbool.predPredType
                              (eqtype.Equality.sort
                                 (fintype.Finite.eqType
                                    (S0 (@fintype.nat_of_ord (S (S (S (S (S (S O)))))) h)))))
                           (@ssrbool.PredOfSimpl.coerce
                              (eqtype.Equality.sort
                                 (fintype.Finite.eqType
                                    (S0 (@fintype.nat_of_ord (S (S (S (S (S (S O)))))) h))))
                              (ssrbool.pred_of_argType
                                 (eqtype.Equality.sort
                                    (fintype.Finite.eqType
                                       (S0 (@fintype.nat_of_ord (S (S (S (S (S (S O)))))) h))))))))
                     (@fintype.CardDef.card A
                        (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                           (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                           (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                              (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A)))))))))
            (S
               (S
                  (S
                     (S
                        (S
                           (S
                              (S
                                 (S
                                    (S
                                       (S
                                          (S
                                             (S
                                                (S
                                                   (S
                                                      (S
                                                         (S
                                                            (S
                                                               (S
                                                                  (S
                                                                     (S
                                                                        (S
                                                                           (S
                                                                              (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S (S (S (S (S (S (S O))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
         (@eq nat
            (@bigop.BigOp.bigop nat (fintype.Finite.sort (fintype.ordinal_finType (S (S (S (S (S (S O))))))))
               O (bigop.index_enum (fintype.ordinal_finType (S (S (S (S (S (S O))))))))
               (fun h : fintype.ordinal (S (S (S (S (S (S O)))))) =>
                @bigop.BigBody nat (fintype.ordinal (S (S (S (S (S (S O))))))) h ssrnat.addn true
                  (ssrnat.muln
                     (ssrnat.muln
                        (@fintype.CardDef.card (S0 (@fintype.nat_of_ord (S (S (S (S (S (S O)))))) h))
                           (@ssrbool.mem
                              (eqtype.Equality.sort
                                 (fintype.Finite.eqType
                                    (S0 (@fintype.nat_of_ord (S (S (S (S (S (S O)))))) h))))
                              (ssrbool.predPredType
                                 (eqtype.Equality.sort
                                    (fintype.Finite.eqType
                                       (S0 (@fintype.nat_of_ord (S (S (S (S (S (S O)))))) h)))))
                              (@ssrbool.PredOfSimpl.coerce
                                 (eqtype.Equality.sort
                                    (fintype.Finite.eqType
                                       (S0 (@fintype.nat_of_ord (S (S (S (S (S (S O)))))) h))))
                                 (ssrbool.pred_of_argType
                                    (eqtype.Equality.sort
                                       (fintype.Finite.eqType
                                          (S0 (@fintype.nat_of_ord (S (S (S (S (S (S O)))))) h))))))))
                        (@fintype.CardDef.card A
                           (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                              (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                              (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                                 (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A)))))))
                     (@fintype.CardDef.card (S0 (S (@fintype.nat_of_ord (S (S (S (S (S (S O)))))) h)))
                        (@ssrbool.mem
                           (eqtype.Equality.sort
                              (fintype.Finite.eqType
                                 (S0 (S (@fintype.nat_of_ord (S (S (S (S (S (S O)))))) h)))))
                           (ssrbool.predPredType
                              (eqtype.Equality.sort
                                 (fintype.Finite.eqType
                                    (S0 (S (@fintype.nat_of_ord (S (S (S (S (S (S O)))))) h))))))
                           (@ssrbool.PredOfSimpl.coerce
                              (eqtype.Equality.sort
                                 (fintype.Finite.eqType
                                    (S0 (S (@fintype.nat_of_ord (S (S (S (S (S (S O)))))) h)))))
                              (ssrbool.pred_of_argType
                                 (eqtype.Equality.sort
                                    (fintype.Finite.eqType
                                       (S0 (S (@fintype.nat_of_ord (S (S (S (S (S (S O)))))) h))))))))))))
            (S
               (S
                  (S
                     (S
                        (S
                           (S
                              (S
                                 (S
                                    (S
                                       (S
                                          (S
                                             (S
                                                (S
                                                   (S
                                                      (S
                                                         (S
                                                            (S
                                                               (S
                                                                  (S
                                                                     (S
                                                                        (S
                                                                           (S
                                                                              (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S (S (S (S (S (S (S O))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
Definition below_UCRL2 : Prop := forall (L X T A D : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : Rdefinitions.Rle (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) L)
         (_ : Rdefinitions.Rle (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) X)
         (_ : Rdefinitions.Rle (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) T)
         (_ : Rdefinitions.Rle (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) A),
       and
         (@eq Rdefinitions.RbaseSymbolsImpl.R
            (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.RbaseSymbolsImpl.Rmult L X)
               (R_sqrt.sqrt (Rdefinitions.RbaseSymbolsImpl.Rmult A (Rdefinitions.RbaseSymbolsImpl.Rmult L T))))
            (Rdefinitions.RbaseSymbolsImpl.Rmult (R_sqrt.sqrt L)
               (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.RbaseSymbolsImpl.Rmult L X)
                  (R_sqrt.sqrt (Rdefinitions.RbaseSymbolsImpl.Rmult T A)))))
         (forall _ : Rdefinitions.RbaseSymbolsImpl.Rlt L D,
          Rdefinitions.RbaseSymbolsImpl.Rlt
            (Rdefinitions.RbaseSymbolsImpl.Rmult (R_sqrt.sqrt L)
               (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.RbaseSymbolsImpl.Rmult L X)
                  (R_sqrt.sqrt (Rdefinitions.RbaseSymbolsImpl.Rmult T A))))
            (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.RbaseSymbolsImpl.Rmult D X)
               (R_sqrt.sqrt (Rdefinitions.RbaseSymbolsImpl.Rmult A (Rdefinitions.RbaseSymbolsImpl.Rmult L T))))).
Definition operations_false : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat) (_ : is_true (ssrnat.leq (S O) L))
         (w : list (Episodes.traj S0 A Z L O)),
       and
         (@eq Rdefinitions.RbaseSymbolsImpl.R
            (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R
               (fintype.Finite.sort (fintype.ordinal_finType L)) Rdefinitions.RbaseSymbolsImpl.R0
               (bigop.index_enum (fintype.ordinal_finType L))
               (fun h : fintype.ordinal L =>
                @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.ordinal L) h
                  Rdefinitions.RbaseSymbolsImpl.Rplus true
                  (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R
                     (fintype.Finite.sort (S0 (@fintype.nat_of_ord L h))) Rdefinitions.RbaseSymbolsImpl.R0
                     (bigop.index_enum (S0 (@fintype.nat_of_ord L h)))
                     (fun x : fintype.Finite.sort (S0 (@fintype.nat_of_ord L h)) =>
                      @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R
                        (fintype.Finite.sort (S0 (@fintype.nat_of_ord L h))) x
                        Rdefinitions.RbaseSymbolsImpl.Rplus true
                        (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort A)
                           Rdefinitions.RbaseSymbolsImpl.R0 (bigop.index_enum A)
                           (fun a : fintype.Finite.sort A =>
                            @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort A) a
                              Rdefinitions.RbaseSymbolsImpl.Rplus true
                              (Raxioms.INR
                                 (@Algorithm.cnt S0 A Z x0 L
                                    (@Algorithm.mkp S0 A (@fintype.nat_of_ord L h) x a) w))))))))
            (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR L)
               (Raxioms.INR (@seq.size (Episodes.traj S0 A Z L O) w))))
         (forall C : Rdefinitions.RbaseSymbolsImpl.R,
          @ex nat
            (fun T0 : nat =>
             forall (T : nat) (_ : is_true (ssrnat.leq T0 T)),
             Rdefinitions.RbaseSymbolsImpl.Rlt
               (Rdefinitions.RbaseSymbolsImpl.Rmult C
                  (Rdefinitions.Rdiv (Rpower.ln (Raxioms.INR T))
                     (Rpower.ln (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))))))
               (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR L) (Raxioms.INR T)))).
Definition updates_log_T : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat) (_ : is_true (ssrnat.leq (S O) L))
         (_ : forall h : nat,
              is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card (S0 h)
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h))))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))))))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (w : list (Episodes.traj S0 A Z L O))
         (_ : is_true (ssrnat.leq (S (S O)) (@seq.size (Episodes.traj S0 A Z L O) w))),
       Rdefinitions.Rle (Raxioms.INR (@Epochs.updates S0 A Z x0 L w))
         (Rdefinitions.RbaseSymbolsImpl.Rmult
            (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR (Algorithm.X S0 L))
               (Raxioms.INR
                  (@fintype.CardDef.card A
                     (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                        (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                        (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                           (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
            (Rdefinitions.Rdiv (Rpower.ln (Raxioms.INR (@seq.size (Episodes.traj S0 A Z L O) w)))
               (Rpower.ln (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))))).
Definition oracles_log_T : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat) (_ : is_true (ssrnat.leq (S O) L))
         (_ : forall h : nat,
              is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card (S0 h)
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h))))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))))))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (w : list (Episodes.traj S0 A Z L O))
         (_ : is_true (ssrnat.leq (S (S O)) (@seq.size (Episodes.traj S0 A Z L O) w))),
       and
         (Rdefinitions.Rle (Raxioms.INR (@Epochs.updates S0 A Z x0 L w))
            (Rdefinitions.RbaseSymbolsImpl.Rmult
               (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR (Algorithm.X S0 L))
                  (Raxioms.INR
                     (@fintype.CardDef.card A
                        (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                           (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                           (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                              (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
               (Rdefinitions.Rdiv (Rpower.ln (Raxioms.INR (@seq.size (Episodes.traj S0 A Z L O) w)))
                  (Rpower.ln (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))))))
         (forall (c : Rdefinitions.RbaseSymbolsImpl.R)
            (_ : Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) c),
          @ex nat
            (fun T0 : nat =>
             forall (T : nat) (_ : is_true (ssrnat.leq T0 T)),
             Rdefinitions.RbaseSymbolsImpl.Rlt
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR (Algorithm.X S0 L))
                     (Raxioms.INR
                        (@fintype.CardDef.card A
                           (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                              (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                              (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                                 (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
                  (Rdefinitions.Rdiv (Rpower.ln (Raxioms.INR T))
                     (Rpower.ln (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))))))
               (Rdefinitions.RbaseSymbolsImpl.Rmult c (Raxioms.INR T)))).
Definition removable_sqrt_X : Prop := forall (L X T A : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : Rdefinitions.Rle (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) L)
         (_ : Rdefinitions.Rle (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) X),
       and
         (@eq Rdefinitions.RbaseSymbolsImpl.R
            (Rdefinitions.Rdiv
               (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.RbaseSymbolsImpl.Rmult L X)
                  (R_sqrt.sqrt (Rdefinitions.RbaseSymbolsImpl.Rmult T A))) (R_sqrt.sqrt X))
            (Rdefinitions.RbaseSymbolsImpl.Rmult L
               (R_sqrt.sqrt (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.RbaseSymbolsImpl.Rmult T X) A))))
         (@eq Rdefinitions.RbaseSymbolsImpl.R
            (Rdefinitions.RbaseSymbolsImpl.Rmult L
               (R_sqrt.sqrt (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.RbaseSymbolsImpl.Rmult T X) A)))
            (R_sqrt.sqrt
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.RbaseSymbolsImpl.Rmult L X) A)
                  (Rdefinitions.RbaseSymbolsImpl.Rmult L T)))).
Definition lemma_7 : Prop := forall (S : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S O)) (L : nat)
         (_ : forall x : fintype.Finite.sort (S O), @eq (fintype.Finite.sort (S O)) x x0)
         (P : Model.trans S A) (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R)
         (_ : @Model.is_trans S A P) (Lam : Rdefinitions.RbaseSymbolsImpl.R)
         (st : forall _ : list (Episodes.traj S A Z L O), list (Episodes.traj S A Z L O))
         (f : forall _ : list (Episodes.traj S A Z L O), Model.policy S A)
         (qhat : forall _ : list (Episodes.traj S A Z L O), OccupancyMeasures.occ S A)
         (_ : @Algorithm.learner S A Z x0 L rv f st Lam qhat)
         (comp : forall _ : list (Episodes.traj S A Z L O), Model.trans S A)
         (_ : forall hist : list (Episodes.traj S A Z L O), @Model.is_trans S A (comp hist))
         (v : list (Episodes.traj S A Z L O)),
       Rdefinitions.Rle
         (@Probability.along (Episodes.traj S A Z L O)
            (fun (hist : list (Episodes.traj S A Z L O)) (_ : Episodes.traj S A Z L O) =>
             @AppendixA.norm1 S A L (qhat hist) (@AppendixA.q_ S A Z x0 L P f hist)) v)
         (Rdefinitions.RbaseSymbolsImpl.Rplus
            (@Probability.along (Episodes.traj S A Z L O)
               (fun (hist : list (Episodes.traj S A Z L O)) (_ : Episodes.traj S A Z L O) =>
                @bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R
                  (fintype.Finite.sort (fintype.ordinal_finType L)) Rdefinitions.RbaseSymbolsImpl.R0
                  (bigop.index_enum (fintype.ordinal_finType L))
                  (fun h : fintype.ordinal L =>
                   @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.ordinal L) h
                     Rdefinitions.RbaseSymbolsImpl.Rplus true
                     (@AppendixA.pairs1 S A (qhat hist) (@AppendixA.q_ S A Z x0 L P f hist)
                        (@fintype.nat_of_ord L h)))) v)
            (@Probability.along (Episodes.traj S A Z L O)
               (fun (hist : list (Episodes.traj S A Z L O)) (_ : Episodes.traj S A Z L O) =>
                @bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R
                  (fintype.Finite.sort (fintype.ordinal_finType L)) Rdefinitions.RbaseSymbolsImpl.R0
                  (bigop.index_enum (fintype.ordinal_finType L))
                  (fun h : fintype.ordinal L =>
                   @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.ordinal L) h
                     Rdefinitions.RbaseSymbolsImpl.Rplus true
                     (@AppendixA.qxi S A Z x0 L P f qhat comp hist (@fintype.nat_of_ord L h)))) v)).
Definition eq_26_false_uniform : Prop := forall
         (f : forall
                _ : list
                      (Episodes.traj CompletionMDP.uv
                         (@fintype.Finite.clone unit fintype.unit_finType
                            (fintype.Finite.class fintype.unit_finType)
                            (fun
                               x : ssreflect.phantom
                                     (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                                     (fintype.Finite.class fintype.unit_finType) => x))
                         (fintype.Finite.sort
                            (@fintype.Finite.clone bool fintype.bool_finType
                               (fintype.Finite.class fintype.bool_finType)
                               (fun
                                  x : ssreflect.phantom
                                        (fintype.Finite.class_of (fintype.Finite.sort fintype.bool_finType))
                                        (fintype.Finite.class fintype.bool_finType) => x))) 
                         (S (S (S O))) O),
              Model.policy CompletionMDP.uv
                (@fintype.Finite.clone unit fintype.unit_finType (fintype.Finite.class fintype.unit_finType)
                   (fun
                      x0 : ssreflect.phantom
                             (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                             (fintype.Finite.class fintype.unit_finType) => x0)))
         (_ : forall
                h : list
                      (Episodes.traj CompletionMDP.uv
                         (@fintype.Finite.clone unit fintype.unit_finType
                            (fintype.Finite.class fintype.unit_finType)
                            (fun
                               x : ssreflect.phantom
                                     (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                                     (fintype.Finite.class fintype.unit_finType) => x))
                         (fintype.Finite.sort
                            (@fintype.Finite.clone bool fintype.bool_finType
                               (fintype.Finite.class fintype.bool_finType)
                               (fun
                                  x : ssreflect.phantom
                                        (fintype.Finite.class_of (fintype.Finite.sort fintype.bool_finType))
                                        (fintype.Finite.class fintype.bool_finType) => x))) 
                         (S (S (S O))) O),
              @Model.is_policy CompletionMDP.uv
                (@fintype.Finite.clone unit fintype.unit_finType (fintype.Finite.class fintype.unit_finType)
                   (fun
                      x : ssreflect.phantom
                            (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                            (fintype.Finite.class fintype.unit_finType) => x)) (f h)),
       Completion.refutes
         (Rdefinitions.Rdiv (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
            (Rdefinitions.IZR (BinNums.Zpos (BinNums.xI (BinNums.xO (BinNums.xI (BinNums.xO BinNums.xH)))))))
         CompletionPaths.path_5554
         (@Propositions.uniform_trans CompletionMDP.uv
            (@fintype.Finite.clone unit fintype.unit_finType (fintype.Finite.class fintype.unit_finType)
               (fun
                  x : ssreflect.phantom (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                        (fintype.Finite.class fintype.unit_finType) => x))) f.
Definition P_i_completed : Prop := forall (S : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S O)) (L : nat) (P : Model.trans S A)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) (Lam : Rdefinitions.RbaseSymbolsImpl.R)
         (st : forall _ : list (Episodes.traj S A Z L O), list (Episodes.traj S A Z L O))
         (f : forall _ : list (Episodes.traj S A Z L O), Model.policy S A)
         (qhat : forall _ : list (Episodes.traj S A Z L O), OccupancyMeasures.occ S A)
         (_ : @Algorithm.learner S A Z x0 L rv f st Lam qhat)
         (comp : forall _ : list (Episodes.traj S A Z L O), Model.trans S A)
         (_ : forall hist : list (Episodes.traj S A Z L O), @Model.is_trans S A (comp hist))
         (_ : forall (hist : list (Episodes.traj S A Z L O))
                (_ : @ConfidenceSets.in_conf S A L (@Algorithm.Pbar S A Z x0 L (st hist))
                       (@Algorithm.eps S A Z x0 L Lam (st hist)) P),
              @ConfidenceSets.in_conf S A L (@Algorithm.Pbar S A Z x0 L (st hist))
                (@Algorithm.eps S A Z x0 L Lam (st hist)) (comp hist))
         (hist : list (Episodes.traj S A Z L O)),
       and (@Model.is_trans S A (@AppendixA.P_ S A Z L qhat comp hist))
         (forall
            _ : @ConfidenceSets.in_conf S A L (@Algorithm.Pbar S A Z x0 L (st hist))
                  (@Algorithm.eps S A Z x0 L Lam (st hist)) P,
          @ConfidenceSets.in_conf S A L (@Algorithm.Pbar S A Z x0 L (st hist))
            (@Algorithm.eps S A Z x0 L Lam (st hist)) (@AppendixA.P_ S A Z L qhat comp hist)).
Definition P_i_by_estimates : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat) (P : Model.trans S0 A)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) (_ : @Model.is_trans S0 A P) 
         (T : nat) (delta Lam : Rdefinitions.RbaseSymbolsImpl.R) (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : Rdefinitions.Rle (Rpower.ln (Rdefinitions.Rdiv (GoodEvents.TXA S0 A L T) delta)) Lam)
         (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A)
         (qhat : forall _ : list (Episodes.traj S0 A Z L O), OccupancyMeasures.occ S0 A)
         (_ : @Algorithm.learner S0 A Z x0 L rv f st Lam qhat) (hist : list (Episodes.traj S0 A Z L O)),
       and
         (@Model.is_trans S0 A
            (@AppendixA.P_ S0 A Z L qhat (@RepairedForms.by_estimates S0 A Z x0 L st) hist))
         (@ConfidenceSets.in_conf S0 A L (@Algorithm.Pbar S0 A Z x0 L (st hist))
            (@Algorithm.eps S0 A Z x0 L Lam (st hist))
            (@AppendixA.P_ S0 A Z L qhat (@RepairedForms.by_estimates S0 A Z x0 L st) hist)).
Definition lemma_8 : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (P : Model.trans S0 A) (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R)
         (_ : @Model.is_trans S0 A P) (Lam : Rdefinitions.RbaseSymbolsImpl.R)
         (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A)
         (qhat : forall _ : list (Episodes.traj S0 A Z L O), OccupancyMeasures.occ S0 A)
         (_ : @Algorithm.learner S0 A Z x0 L rv f st Lam qhat)
         (comp : forall _ : list (Episodes.traj S0 A Z L O), Model.trans S0 A)
         (_ : forall hist : list (Episodes.traj S0 A Z L O), @Model.is_trans S0 A (comp hist))
         (hist : list (Episodes.traj S0 A Z L O)) (h : nat) (_ : is_true (ssrnat.leq (S h) L)),
       Rdefinitions.Rle (@AppendixA.pairs1 S0 A (qhat hist) (@AppendixA.q_ S0 A Z x0 L P f hist) h)
         (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R
            (fintype.Finite.sort (fintype.ordinal_finType h)) Rdefinitions.RbaseSymbolsImpl.R0
            (bigop.index_enum (fintype.ordinal_finType h))
            (fun s : fintype.ordinal h =>
             @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.ordinal h) s
               Rdefinitions.RbaseSymbolsImpl.Rplus true
               (@AppendixA.qxi S0 A Z x0 L P f qhat comp hist (@fintype.nat_of_ord h s)))).
Definition eq_25 : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (P : Model.trans S0 A) (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R)
         (_ : @Model.is_trans S0 A P) (Lam : Rdefinitions.RbaseSymbolsImpl.R)
         (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A)
         (qhat : forall _ : list (Episodes.traj S0 A Z L O), OccupancyMeasures.occ S0 A)
         (_ : @Algorithm.learner S0 A Z x0 L rv f st Lam qhat)
         (comp : forall _ : list (Episodes.traj S0 A Z L O), Model.trans S0 A)
         (_ : forall hist : list (Episodes.traj S0 A Z L O), @Model.is_trans S0 A (comp hist))
         (v : list (Episodes.traj S0 A Z L O)),
       Rdefinitions.Rle
         (@Probability.along (Episodes.traj S0 A Z L O)
            (fun (hist : list (Episodes.traj S0 A Z L O)) (_ : Episodes.traj S0 A Z L O) =>
             @AppendixA.norm1 S0 A L (qhat hist) (@AppendixA.q_ S0 A Z x0 L P f hist)) v)
         (@Probability.along (Episodes.traj S0 A Z L O)
            (fun (hist : list (Episodes.traj S0 A Z L O)) (_ : Episodes.traj S0 A Z L O) =>
             @bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R
               (fintype.Finite.sort (fintype.ordinal_finType L)) Rdefinitions.RbaseSymbolsImpl.R0
               (bigop.index_enum (fintype.ordinal_finType L))
               (fun h : fintype.ordinal L =>
                @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.ordinal L) h
                  Rdefinitions.RbaseSymbolsImpl.Rplus true
                  (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R
                     (fintype.Finite.sort (fintype.ordinal_finType (S (@fintype.nat_of_ord L h))))
                     Rdefinitions.RbaseSymbolsImpl.R0
                     (bigop.index_enum (fintype.ordinal_finType (S (@fintype.nat_of_ord L h))))
                     (fun s : fintype.ordinal (S (@fintype.nat_of_ord L h)) =>
                      @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R
                        (fintype.ordinal (S (@fintype.nat_of_ord L h))) s Rdefinitions.RbaseSymbolsImpl.Rplus
                        true
                        (@AppendixA.qxi S0 A Z x0 L P f qhat comp hist
                           (@fintype.nat_of_ord (S (@fintype.nat_of_ord L h)) s)))))) v).
Definition eq_26_false_152 : Prop := forall
         (f : forall
                _ : list
                      (Episodes.traj CompletionMDP.uv
                         (@fintype.Finite.clone unit fintype.unit_finType
                            (fintype.Finite.class fintype.unit_finType)
                            (fun
                               x : ssreflect.phantom
                                     (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                                     (fintype.Finite.class fintype.unit_finType) => x))
                         (fintype.Finite.sort
                            (@fintype.Finite.clone bool fintype.bool_finType
                               (fintype.Finite.class fintype.bool_finType)
                               (fun
                                  x : ssreflect.phantom
                                        (fintype.Finite.class_of (fintype.Finite.sort fintype.bool_finType))
                                        (fintype.Finite.class fintype.bool_finType) => x))) 
                         (S (S (S O))) O),
              Model.policy CompletionMDP.uv
                (@fintype.Finite.clone unit fintype.unit_finType (fintype.Finite.class fintype.unit_finType)
                   (fun
                      x0 : ssreflect.phantom
                             (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                             (fintype.Finite.class fintype.unit_finType) => x0)))
         (_ : forall
                h : list
                      (Episodes.traj CompletionMDP.uv
                         (@fintype.Finite.clone unit fintype.unit_finType
                            (fintype.Finite.class fintype.unit_finType)
                            (fun
                               x : ssreflect.phantom
                                     (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                                     (fintype.Finite.class fintype.unit_finType) => x))
                         (fintype.Finite.sort
                            (@fintype.Finite.clone bool fintype.bool_finType
                               (fintype.Finite.class fintype.bool_finType)
                               (fun
                                  x : ssreflect.phantom
                                        (fintype.Finite.class_of (fintype.Finite.sort fintype.bool_finType))
                                        (fintype.Finite.class fintype.bool_finType) => x))) 
                         (S (S (S O))) O),
              @Model.is_policy CompletionMDP.uv
                (@fintype.Finite.clone unit fintype.unit_finType (fintype.Finite.class fintype.unit_finType)
                   (fun
                      x : ssreflect.phantom
                            (fintype.Finite.class_of (fintype.Finite.sort fintype.unit_finType))
                            (fintype.Finite.class fintype.unit_finType) => x)) (f h)),
       Completion.refutes
         (Rdefinitions.Rdiv (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
            (Rdefinitions.IZR
               (BinNums.Zpos
                  (BinNums.xO (BinNums.xO (BinNums.xI (BinNums.xO (BinNums.xO (BinNums.xI BinNums.xH)))))))))
         CompletionPaths.path_152 CompletionPaths.to_w' f.
Definition eq_26 : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat) (P : Model.trans S0 A)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) (Lam : Rdefinitions.RbaseSymbolsImpl.R)
         (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A)
         (qhat : forall _ : list (Episodes.traj S0 A Z L O), OccupancyMeasures.occ S0 A)
         (_ : @Algorithm.learner S0 A Z x0 L rv f st Lam qhat)
         (comp : forall _ : list (Episodes.traj S0 A Z L O), Model.trans S0 A)
         (_ : forall (hist : list (Episodes.traj S0 A Z L O))
                (_ : @ConfidenceSets.in_conf S0 A L (@Algorithm.Pbar S0 A Z x0 L (st hist))
                       (@Algorithm.eps S0 A Z x0 L Lam (st hist)) P),
              @ConfidenceSets.in_conf S0 A L (@Algorithm.Pbar S0 A Z x0 L (st hist))
                (@Algorithm.eps S0 A Z x0 L Lam (st hist)) (comp hist))
         (hist : list (Episodes.traj S0 A Z L O))
         (_ : @ConfidenceSets.in_conf S0 A L (@Algorithm.Pbar S0 A Z x0 L (st hist))
                (@Algorithm.eps S0 A Z x0 L Lam (st hist)) P) (h : nat) (x : fintype.Finite.sort (S0 h))
         (a : fintype.Finite.sort A) (_ : is_true (ssrnat.leq (S h) L)),
       Rdefinitions.Rle (@AppendixA.xi_ S0 A Z L P qhat comp hist h x a)
         (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
            (@Algorithm.eps S0 A Z x0 L Lam (st hist) h x a)).
Definition eq_26_min : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat) (P : Model.trans S0 A)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) (_ : @Model.is_trans S0 A P)
         (Lam : Rdefinitions.RbaseSymbolsImpl.R)
         (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A)
         (qhat : forall _ : list (Episodes.traj S0 A Z L O), OccupancyMeasures.occ S0 A)
         (_ : @Algorithm.learner S0 A Z x0 L rv f st Lam qhat)
         (comp : forall _ : list (Episodes.traj S0 A Z L O), Model.trans S0 A)
         (_ : forall hist : list (Episodes.traj S0 A Z L O), @Model.is_trans S0 A (comp hist))
         (_ : forall (hist : list (Episodes.traj S0 A Z L O))
                (_ : @ConfidenceSets.in_conf S0 A L (@Algorithm.Pbar S0 A Z x0 L (st hist))
                       (@Algorithm.eps S0 A Z x0 L Lam (st hist)) P),
              @ConfidenceSets.in_conf S0 A L (@Algorithm.Pbar S0 A Z x0 L (st hist))
                (@Algorithm.eps S0 A Z x0 L Lam (st hist)) (comp hist))
         (hist : list (Episodes.traj S0 A Z L O))
         (_ : @ConfidenceSets.in_conf S0 A L (@Algorithm.Pbar S0 A Z x0 L (st hist))
                (@Algorithm.eps S0 A Z x0 L Lam (st hist)) P) (h : nat) (x : fintype.Finite.sort (S0 h))
         (a : fintype.Finite.sort A) (_ : is_true (ssrnat.leq (S h) L)),
       Rdefinitions.Rle (@AppendixA.xi_ S0 A Z L P qhat comp hist h x a)
         (Rbasic_fun.Rmin (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
            (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
               (@Algorithm.eps S0 A Z x0 L Lam (st hist) h x a))).
Definition lemma_9 : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat) (P : Model.trans S0 A)
         (rho : Episodes.rlaw S0 A Z) (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R)
         (_ : @Model.is_trans S0 A P) (_ : @Episodes.is_rlaw S0 A Z rho) (T : nat)
         (delta Lam : Rdefinitions.RbaseSymbolsImpl.R) (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : Rdefinitions.Rle (Rpower.ln (Rdefinitions.Rdiv (GoodEvents.TXA S0 A L T) delta)) Lam)
         (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A)
         (qhat : forall _ : list (Episodes.traj S0 A Z L O), OccupancyMeasures.occ S0 A)
         (_ : @Algorithm.schedule S0 A Z x0 L st) (_ : @Algorithm.learner S0 A Z x0 L rv f st Lam qhat)
         (comp : forall _ : list (Episodes.traj S0 A Z L O), Model.trans S0 A)
         (_ : forall hist : list (Episodes.traj S0 A Z L O), @Model.is_trans S0 A (comp hist))
         (_ : forall (hist : list (Episodes.traj S0 A Z L O))
                (_ : @ConfidenceSets.in_conf S0 A L (@Algorithm.Pbar S0 A Z x0 L (st hist))
                       (@Algorithm.eps S0 A Z x0 L Lam (st hist)) P),
              @ConfidenceSets.in_conf S0 A L (@Algorithm.Pbar S0 A Z x0 L (st hist))
                (@Algorithm.eps S0 A Z x0 L Lam (st hist)) (comp hist)),
       and
         (Rdefinitions.Rle
            (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
               (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                  delta))
            (@Probability.Prl (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho f) T
               (@nil (Episodes.traj S0 A Z L O))
               (fun v : list (Episodes.traj S0 A Z L O) =>
                Probability.Rleb (@AppendixA.sum_q_xi S0 A Z x0 L P f qhat comp v)
                  (Rdefinitions.RbaseSymbolsImpl.Rplus
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.RbaseSymbolsImpl.Rmult
                           (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO (BinNums.xI BinNums.xH))))
                           (LayerSums.LX S0 L))
                        (R_sqrt.sqrt
                           (Rdefinitions.RbaseSymbolsImpl.Rmult
                              (Rdefinitions.RbaseSymbolsImpl.Rmult
                                 (Rdefinitions.RbaseSymbolsImpl.Rmult
                                    (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))) 
                                    (Raxioms.INR T))
                                 (Raxioms.INR
                                    (@fintype.CardDef.card A
                                       (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                          (ssrbool.predPredType
                                             (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                          (@ssrbool.PredOfSimpl.coerce
                                             (eqtype.Equality.sort (fintype.Finite.eqType A))
                                             (ssrbool.pred_of_argType
                                                (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) Lam)))
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.RbaseSymbolsImpl.Rmult
                           (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))) 
                           (LayerSums.LX S0 L))
                        (R_sqrt.sqrt
                           (Rdefinitions.RbaseSymbolsImpl.Rmult
                              (Rdefinitions.RbaseSymbolsImpl.Rmult
                                 (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))) 
                                 (Raxioms.INR T)) (Rpower.ln (Rdefinitions.Rdiv (Raxioms.INR L) delta)))))))))
         (Rdefinitions.Rle
            (Rdefinitions.RbaseSymbolsImpl.Rplus
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO (BinNums.xI BinNums.xH))))
                     (LayerSums.LX S0 L))
                  (R_sqrt.sqrt
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.RbaseSymbolsImpl.Rmult
                           (Rdefinitions.RbaseSymbolsImpl.Rmult
                              (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))) 
                              (Raxioms.INR T))
                           (Raxioms.INR
                              (@fintype.CardDef.card A
                                 (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                    (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                    (@ssrbool.PredOfSimpl.coerce
                                       (eqtype.Equality.sort (fintype.Finite.eqType A))
                                       (ssrbool.pred_of_argType
                                          (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) Lam)))
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))) (LayerSums.LX S0 L))
                  (R_sqrt.sqrt
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.RbaseSymbolsImpl.Rmult
                           (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))) 
                           (Raxioms.INR T)) (Rpower.ln (Rdefinitions.Rdiv (Raxioms.INR L) delta))))))
            (Rdefinitions.RbaseSymbolsImpl.Rmult
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO (BinNums.xO (BinNums.xI BinNums.xH)))))
                  (LayerSums.LX S0 L))
               (R_sqrt.sqrt
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                        (Raxioms.INR
                           (@fintype.CardDef.card A
                              (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                 (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                 (@ssrbool.PredOfSimpl.coerce
                                    (eqtype.Equality.sort (fintype.Finite.eqType A))
                                    (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
                     Lam)))).
Definition lemma_9_layered : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat) (P : Model.trans S0 A)
         (rho : Episodes.rlaw S0 A Z) (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R)
         (_ : @Model.is_trans S0 A P) (_ : @Episodes.is_rlaw S0 A Z rho) (T : nat)
         (delta Lam : Rdefinitions.RbaseSymbolsImpl.R) (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : Rdefinitions.Rle (Rpower.ln (Rdefinitions.Rdiv (GoodEvents.TXA S0 A L T) delta)) Lam)
         (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A)
         (qhat : forall _ : list (Episodes.traj S0 A Z L O), OccupancyMeasures.occ S0 A)
         (_ : @Algorithm.schedule S0 A Z x0 L st) (_ : @Algorithm.learner S0 A Z x0 L rv f st Lam qhat)
         (comp : forall _ : list (Episodes.traj S0 A Z L O), Model.trans S0 A)
         (_ : forall hist : list (Episodes.traj S0 A Z L O), @Model.is_trans S0 A (comp hist))
         (_ : forall (hist : list (Episodes.traj S0 A Z L O))
                (_ : @ConfidenceSets.in_conf S0 A L (@Algorithm.Pbar S0 A Z x0 L (st hist))
                       (@Algorithm.eps S0 A Z x0 L Lam (st hist)) P),
              @ConfidenceSets.in_conf S0 A L (@Algorithm.Pbar S0 A Z x0 L (st hist))
                (@Algorithm.eps S0 A Z x0 L Lam (st hist)) (comp hist)),
       Rdefinitions.Rle
         (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
            (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
               delta))
         (@Probability.Prl (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho f) T
            (@nil (Episodes.traj S0 A Z L O))
            (fun v : list (Episodes.traj S0 A Z L O) =>
             Probability.Rleb (@AppendixA.sum_q_xi S0 A Z x0 L P f qhat comp v)
               (AppendixA.bound_9 S0 A L T delta Lam))).
Definition azuma_27 : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat) (P : Model.trans S0 A)
         (rho : Episodes.rlaw S0 A Z) (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R)
         (_ : @Model.is_trans S0 A P) (_ : @Episodes.is_rlaw S0 A Z rho) (T : nat)
         (delta Lam : Rdefinitions.RbaseSymbolsImpl.R) (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : Rdefinitions.Rle (Rpower.ln (Rdefinitions.Rdiv (GoodEvents.TXA S0 A L T) delta)) Lam)
         (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A)
         (qhat : forall _ : list (Episodes.traj S0 A Z L O), OccupancyMeasures.occ S0 A)
         (_ : @Algorithm.learner S0 A Z x0 L rv f st Lam qhat)
         (comp : forall _ : list (Episodes.traj S0 A Z L O), Model.trans S0 A)
         (_ : forall hist : list (Episodes.traj S0 A Z L O), @Model.is_trans S0 A (comp hist)),
       Rdefinitions.Rle (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) delta)
         (@Probability.Prl (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho f) T
            (@nil (Episodes.traj S0 A Z L O))
            (fun v : list (Episodes.traj S0 A Z L O) =>
             Probability.Rleb (@AppendixA.sum_diff_xi S0 A Z x0 L P f qhat comp v)
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))) (LayerSums.LX S0 L))
                  (R_sqrt.sqrt
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.RbaseSymbolsImpl.Rmult
                           (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))) 
                           (Raxioms.INR T)) (Rpower.ln (Rdefinitions.Rdiv (Raxioms.INR L) delta))))))).
Definition constant_27 : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type)
         (_ : fintype.Finite.sort (S0 O)) (L : nat) (P : Model.trans S0 A) (_ : @Model.is_trans S0 A P)
         (T : nat) (delta Lam : Rdefinitions.RbaseSymbolsImpl.R) (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : Rdefinitions.Rle (Rpower.ln (Rdefinitions.Rdiv (GoodEvents.TXA S0 A L T) delta)) Lam),
       Rdefinitions.Rle
         (Rdefinitions.RbaseSymbolsImpl.Rplus
            (Rdefinitions.RbaseSymbolsImpl.Rmult
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO (BinNums.xI BinNums.xH)))) 
                  (LayerSums.LX S0 L))
               (R_sqrt.sqrt
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.RbaseSymbolsImpl.Rmult
                           (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))) 
                           (Raxioms.INR T))
                        (Raxioms.INR
                           (@fintype.CardDef.card A
                              (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                 (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                 (@ssrbool.PredOfSimpl.coerce
                                    (eqtype.Equality.sort (fintype.Finite.eqType A))
                                    (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
                     Lam)))
            (Rdefinitions.RbaseSymbolsImpl.Rmult
               (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                  (LayerSums.LX S0 L))
               (R_sqrt.sqrt
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))) 
                        (Raxioms.INR T)) (Rpower.ln (Rdefinitions.Rdiv (Raxioms.INR L) delta))))))
         (Rdefinitions.RbaseSymbolsImpl.Rmult
            (Rdefinitions.RbaseSymbolsImpl.Rmult
               (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO (BinNums.xO (BinNums.xI BinNums.xH)))))
               (LayerSums.LX S0 L))
            (R_sqrt.sqrt
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                     (Raxioms.INR
                        (@fintype.CardDef.card A
                           (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                              (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                              (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                                 (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
                  Lam))).
Definition count_27 : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat) (P : Model.trans S0 A)
         (_ : @Model.is_trans S0 A P) (T : nat) (Lam : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L))
         (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (_ : @Algorithm.schedule S0 A Z x0 L st) (v : list (Episodes.traj S0 A Z L O))
         (_ : @eq nat (@seq.size (Episodes.traj S0 A Z L O) v) T),
       Rdefinitions.Rle
         (@Probability.along (Episodes.traj S0 A Z L O)
            (fun (hist : list (Episodes.traj S0 A Z L O)) (e : Episodes.traj S0 A Z L O) =>
             @bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R
               (fintype.Finite.sort (fintype.ordinal_finType L)) Rdefinitions.RbaseSymbolsImpl.R0
               (bigop.index_enum (fintype.ordinal_finType L))
               (fun h : fintype.ordinal L =>
                @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.ordinal L) h
                  Rdefinitions.RbaseSymbolsImpl.Rplus true
                  (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R
                     (fintype.Finite.sort (fintype.ordinal_finType (S (@fintype.nat_of_ord L h))))
                     Rdefinitions.RbaseSymbolsImpl.R0
                     (bigop.index_enum (fintype.ordinal_finType (S (@fintype.nat_of_ord L h))))
                     (fun s : fintype.ordinal (S (@fintype.nat_of_ord L h)) =>
                      @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R
                        (fintype.ordinal (S (@fintype.nat_of_ord L h))) s Rdefinitions.RbaseSymbolsImpl.Rplus
                        true
                        (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R
                           (fintype.Finite.sort (S0 (@fintype.nat_of_ord (S (@fintype.nat_of_ord L h)) s)))
                           Rdefinitions.RbaseSymbolsImpl.R0
                           (bigop.index_enum (S0 (@fintype.nat_of_ord (S (@fintype.nat_of_ord L h)) s)))
                           (fun
                              x : fintype.Finite.sort
                                    (S0 (@fintype.nat_of_ord (S (@fintype.nat_of_ord L h)) s)) =>
                            @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R
                              (fintype.Finite.sort (S0 (@fintype.nat_of_ord (S (@fintype.nat_of_ord L h)) s)))
                              x Rdefinitions.RbaseSymbolsImpl.Rplus true
                              (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R 
                                 (fintype.Finite.sort A) Rdefinitions.RbaseSymbolsImpl.R0
                                 (bigop.index_enum A)
                                 (fun a : fintype.Finite.sort A =>
                                  @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R 
                                    (fintype.Finite.sort A) a Rdefinitions.RbaseSymbolsImpl.Rplus true
                                    (Rdefinitions.RbaseSymbolsImpl.Rmult
                                       (Sums.ind
                                          (@Algorithm.visit S0 A Z x0 L
                                             (@Algorithm.mkp S0 A
                                                (@fintype.nat_of_ord (S (@fintype.nat_of_ord L h)) s) x a) e))
                                       (Rdefinitions.RbaseSymbolsImpl.Rmult
                                          (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                                          (@Algorithm.eps S0 A Z x0 L Lam (st hist)
                                             (@fintype.nat_of_ord (S (@fintype.nat_of_ord L h)) s) x a)))))))))))
            v)
         (Rdefinitions.RbaseSymbolsImpl.Rmult
            (Rdefinitions.RbaseSymbolsImpl.Rmult
               (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO (BinNums.xI BinNums.xH)))) 
               (LayerSums.LX S0 L))
            (R_sqrt.sqrt
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))) 
                        (Raxioms.INR T))
                     (Raxioms.INR
                        (@fintype.CardDef.card A
                           (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                              (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                              (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                                 (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
                  Lam))).
Definition layers_of_X : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (L : nat),
       Rdefinitions.Rle
         (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R
            (fintype.Finite.sort (fintype.ordinal_finType L)) Rdefinitions.RbaseSymbolsImpl.R0
            (bigop.index_enum (fintype.ordinal_finType L))
            (fun h : fintype.ordinal L =>
             @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.ordinal L) h
               Rdefinitions.RbaseSymbolsImpl.Rplus true
               (R_sqrt.sqrt
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Raxioms.INR
                        (@fintype.CardDef.card (S0 (@fintype.nat_of_ord L h))
                           (@ssrbool.mem
                              (eqtype.Equality.sort (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h))))
                              (ssrbool.predPredType
                                 (eqtype.Equality.sort (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h)))))
                              (@ssrbool.PredOfSimpl.coerce
                                 (eqtype.Equality.sort (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h))))
                                 (ssrbool.pred_of_argType
                                    (eqtype.Equality.sort
                                       (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h)))))))))
                     (Raxioms.INR
                        (@fintype.CardDef.card (S0 (S (@fintype.nat_of_ord L h)))
                           (@ssrbool.mem
                              (eqtype.Equality.sort
                                 (fintype.Finite.eqType (S0 (S (@fintype.nat_of_ord L h)))))
                              (ssrbool.predPredType
                                 (eqtype.Equality.sort
                                    (fintype.Finite.eqType (S0 (S (@fintype.nat_of_ord L h))))))
                              (@ssrbool.PredOfSimpl.coerce
                                 (eqtype.Equality.sort
                                    (fintype.Finite.eqType (S0 (S (@fintype.nat_of_ord L h)))))
                                 (ssrbool.pred_of_argType
                                    (eqtype.Equality.sort
                                       (fintype.Finite.eqType (S0 (S (@fintype.nat_of_ord L h))))))))))))))
         (Raxioms.INR (Algorithm.X S0 L)).
Definition eq_28 : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat)
         (_ : forall x : fintype.Finite.sort (S0 O), @eq (fintype.Finite.sort (S0 O)) x x0)
         (P : Model.trans S0 A) (rho : Episodes.rlaw S0 A Z)
         (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R) (_ : @Model.is_trans S0 A P)
         (_ : @Episodes.is_rlaw S0 A Z rho) (_ : @Episodes.is_reward S0 A Z rho rv) 
         (T : nat) (delta Lam : Rdefinitions.RbaseSymbolsImpl.R) (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : Rdefinitions.Rle (Rpower.ln (Rdefinitions.Rdiv (GoodEvents.TXA S0 A L T) delta)) Lam)
         (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A)
         (qhat : forall _ : list (Episodes.traj S0 A Z L O), OccupancyMeasures.occ S0 A)
         (_ : @Algorithm.schedule S0 A Z x0 L st) (_ : @Algorithm.learner S0 A Z x0 L rv f st Lam qhat),
       and
         (forall v : list (Episodes.traj S0 A Z L O),
          Rdefinitions.Rle (@AppendixA.Error S0 A Z x0 L P rv Lam st f qhat v)
            (@AppendixA.sum_norm1 S0 A Z x0 L P f qhat v))
         (Rdefinitions.Rle
            (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
               (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                  delta))
            (@Probability.Prl (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho f) T
               (@nil (Episodes.traj S0 A Z L O))
               (fun v : list (Episodes.traj S0 A Z L O) =>
                Probability.Rleb (@AppendixA.sum_norm1 S0 A Z x0 L P f qhat v)
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO (BinNums.xO (BinNums.xI BinNums.xH)))))
                        (LayerSums.LX S0 L))
                     (R_sqrt.sqrt
                        (Rdefinitions.RbaseSymbolsImpl.Rmult
                           (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                              (Raxioms.INR
                                 (@fintype.CardDef.card A
                                    (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                       (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                       (@ssrbool.PredOfSimpl.coerce
                                          (eqtype.Equality.sort (fintype.Finite.eqType A))
                                          (ssrbool.pred_of_argType
                                             (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) Lam)))))).
Definition lemma_10 : Prop := forall (E : Type)
         (K : forall (_ : list E) (_ : forall _ : E, Rdefinitions.RbaseSymbolsImpl.R),
              Rdefinitions.RbaseSymbolsImpl.R)
         (Y : forall (_ : list E) (_ : E), Rdefinitions.RbaseSymbolsImpl.R)
         (cc : forall _ : nat, Rdefinitions.RbaseSymbolsImpl.R) (n : nat)
         (eps : Rdefinitions.RbaseSymbolsImpl.R) (_ : forall hist : list E, @Probability.is_exp E (K hist))
         (_ : forall i : nat, Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) (cc i))
         (_ : forall (hist : list E) (e : E),
              Rdefinitions.Rle (Rbasic_fun.Rabs (Y hist e)) (cc (@seq.size E hist)))
         (_ : forall hist : list E, @Probability.has_mean E (K hist) (Y hist) (Rdefinitions.IZR BinNums.Z0))
         (_ : Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) eps)
         (_ : is_true (ssrnat.leq (S O) n)),
       and
         (Rdefinitions.Rle
            (@Probability.Pr E K n (@nil E)
               (fun w : list E => negb (Probability.Rleb (@Probability.along E Y w) eps)))
            (Rtrigo_def.exp
               (Rdefinitions.RbaseSymbolsImpl.Ropp
                  (Rdefinitions.Rdiv (Rpow_def.pow eps (S (S O)))
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                        (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R
                           (fintype.Finite.sort (fintype.ordinal_finType n)) Rdefinitions.RbaseSymbolsImpl.R0
                           (bigop.index_enum (fintype.ordinal_finType n))
                           (fun i : fintype.ordinal n =>
                            @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.ordinal n) i
                              Rdefinitions.RbaseSymbolsImpl.Rplus true
                              (Rpow_def.pow (cc (@fintype.nat_of_ord n i)) (S (S O))))))))))
         (Rdefinitions.Rle
            (@Probability.Pr E K n (@nil E)
               (fun w : list E =>
                negb (Probability.Rleb (Rdefinitions.RbaseSymbolsImpl.Ropp eps) (@Probability.along E Y w))))
            (Rtrigo_def.exp
               (Rdefinitions.RbaseSymbolsImpl.Ropp
                  (Rdefinitions.Rdiv (Rpow_def.pow eps (S (S O)))
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                        (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R
                           (fintype.Finite.sort (fintype.ordinal_finType n)) Rdefinitions.RbaseSymbolsImpl.R0
                           (bigop.index_enum (fintype.ordinal_finType n))
                           (fun i : fintype.ordinal n =>
                            @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.ordinal n) i
                              Rdefinitions.RbaseSymbolsImpl.Rplus true
                              (Rpow_def.pow (cc (@fintype.nat_of_ord n i)) (S (S O)))))))))).
Definition eq_31 : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat) (P : Model.trans S0 A)
         (rho : Episodes.rlaw S0 A Z) (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R)
         (_ : @Model.is_trans S0 A P) (_ : @Episodes.is_rlaw S0 A Z rho)
         (_ : @Episodes.is_reward S0 A Z rho rv) (T : nat) (delta Lam : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : Rdefinitions.Rle (Rpower.ln (Rdefinitions.Rdiv (GoodEvents.TXA S0 A L T) delta)) Lam)
         (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A)
         (qhat : forall _ : list (Episodes.traj S0 A Z L O), OccupancyMeasures.occ S0 A)
         (_ : @Algorithm.schedule S0 A Z x0 L st) (_ : @Algorithm.learner S0 A Z x0 L rv f st Lam qhat),
       and
         (Rdefinitions.Rle (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) delta)
            (@Probability.Prl (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho f) T
               (@nil (Episodes.traj S0 A Z L O))
               (fun v : list (Episodes.traj S0 A Z L O) =>
                Probability.Rleb (@AppendixB.BiasII S0 A Z x0 L P rho rv Lam st f v)
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                     (@AppendixB.sum_q_b S0 A Z x0 L P Lam st f v)))))
         (forall v : list (Episodes.traj S0 A Z L O),
          @eq Rdefinitions.RbaseSymbolsImpl.R
            (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
               (@AppendixB.sum_q_b S0 A Z x0 L P Lam st f v))
            (Rdefinitions.RbaseSymbolsImpl.Rplus
               (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                  (@AppendixB.sum_b_diff S0 A Z x0 L P Lam st f v))
               (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                  (@AppendixB.sum_b S0 A Z x0 L Lam st v)))).
Definition lemma_11 : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat) (P : Model.trans S0 A)
         (rho : Episodes.rlaw S0 A Z) (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R)
         (_ : @Model.is_trans S0 A P) (_ : @Episodes.is_rlaw S0 A Z rho) (T : nat)
         (delta Lam : Rdefinitions.RbaseSymbolsImpl.R) (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : Rdefinitions.Rle (Rpower.ln (Rdefinitions.Rdiv (GoodEvents.TXA S0 A L T) delta)) Lam)
         (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A)
         (qhat : forall _ : list (Episodes.traj S0 A Z L O), OccupancyMeasures.occ S0 A)
         (_ : @Algorithm.learner S0 A Z x0 L rv f st Lam qhat),
       Rdefinitions.Rle (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)) delta)
         (@Probability.Prl (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho f) T
            (@nil (Episodes.traj S0 A Z L O))
            (fun v : list (Episodes.traj S0 A Z L O) =>
             Probability.Rleb (@AppendixB.sum_b_diff S0 A Z x0 L P Lam st f v)
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))) 
                        (Raxioms.INR L)) (R_sqrt.sqrt (Raxioms.INR T))) Lam))).
Definition martingale_11 : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat) (P : Model.trans S0 A)
         (rho : Episodes.rlaw S0 A Z) (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R)
         (_ : @Model.is_trans S0 A P) (_ : @Episodes.is_rlaw S0 A Z rho)
         (Lam : Rdefinitions.RbaseSymbolsImpl.R)
         (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A)
         (qhat : forall _ : list (Episodes.traj S0 A Z L O), OccupancyMeasures.occ S0 A)
         (_ : @Algorithm.learner S0 A Z x0 L rv f st Lam qhat) (h : nat) (_ : is_true (ssrnat.leq (S h) L))
         (hist : list (Episodes.traj S0 A Z L O)),
       and
         (@Probability.has_mean (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho f hist)
            (@AppendixB.Y_layer S0 A Z x0 L P st f h hist) (Rdefinitions.IZR BinNums.Z0))
         (forall e : Episodes.traj S0 A Z L O,
          and
            (Rdefinitions.Rle (Rdefinitions.IZR (BinNums.Zneg BinNums.xH))
               (@AppendixB.Y_layer S0 A Z x0 L P st f h hist e))
            (Rdefinitions.Rle (@AppendixB.Y_layer S0 A Z x0 L P st f h hist e)
               (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)))).
Definition union_11 : Prop := forall (E : Type)
         (K : forall (_ : list E) (_ : forall _ : E, Rdefinitions.RbaseSymbolsImpl.R),
              Rdefinitions.RbaseSymbolsImpl.R) (n L X T A : nat) (delta : Rdefinitions.RbaseSymbolsImpl.R)
         (B : forall _ : fintype.ordinal L, ssrbool.pred (list E))
         (_ : forall hist : list E, @Probability.is_exp E (K hist)) (_ : is_true (ssrnat.leq (S O) L))
         (_ : is_true (ssrnat.leq (S L) X)) (_ : is_true (ssrnat.leq (S O) T))
         (_ : is_true (ssrnat.leq (S O) A))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : forall h : fintype.ordinal L,
              Rdefinitions.Rle (@Probability.Pr E K n (@nil E) (B h))
                (Rdefinitions.Rdiv delta (Raxioms.INR L))),
       let Lam : Rdefinitions.RbaseSymbolsImpl.R :=
         Rpower.ln
           (Rdefinitions.Rdiv
              (Rdefinitions.RbaseSymbolsImpl.Rmult
                 (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T) (Raxioms.INR X)) 
                 (Raxioms.INR A)) delta) in
       and
         (Rdefinitions.Rle
            (@Probability.Pr E K n (@nil E)
               (fun w : list E =>
                negb
                  (@fintype.FiniteQuant.quant0b (fintype.ordinal_finType L)
                     (fun h : fintype.Finite.sort (fintype.ordinal_finType L) =>
                      @fintype.FiniteQuant.ex (fintype.ordinal_finType L)
                        (fintype.FiniteQuant.Quantified (B h w)) h)))) delta)
         (Rdefinitions.Rle
            (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR L)
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (R_sqrt.sqrt
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.RbaseSymbolsImpl.Rmult
                           (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))) 
                           (Raxioms.INR T)) (Rpower.ln (Rdefinitions.Rdiv (Raxioms.INR L) delta))))
                  (R_sqrt.sqrt
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))) Lam))))
            (Rdefinitions.RbaseSymbolsImpl.Rmult
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))) (Raxioms.INR L))
                  (R_sqrt.sqrt (Raxioms.INR T))) Lam)).
Definition display_B1 : Prop := forall (S : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S O)) (L : nat) (P : Model.trans S A)
         (Lam : Rdefinitions.RbaseSymbolsImpl.R)
         (st : forall _ : list (Episodes.traj S A Z L O), list (Episodes.traj S A Z L O))
         (f : forall _ : list (Episodes.traj S A Z L O), Model.policy S A) (h : nat)
         (hist : list (Episodes.traj S A Z L O)) (e : Episodes.traj S A Z L O),
       @eq Rdefinitions.RbaseSymbolsImpl.R
         (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S h))
            Rdefinitions.RbaseSymbolsImpl.R0 (bigop.index_enum (S h))
            (fun x : fintype.Finite.sort (S h) =>
             @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S h)) x
               Rdefinitions.RbaseSymbolsImpl.Rplus true
               (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort A)
                  Rdefinitions.RbaseSymbolsImpl.R0 (bigop.index_enum A)
                  (fun a : fintype.Finite.sort A =>
                   @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort A) a
                     Rdefinitions.RbaseSymbolsImpl.Rplus true
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.Rminus (@OccupancyMeasures.q2 S A x0 P (f hist) h x a)
                           (Sums.ind (@Algorithm.visit S A Z x0 L (@Algorithm.mkp S A h x a) e)))
                        (@Algorithm.b S A Z x0 L Lam (st hist) h x a))))))
         (Rdefinitions.RbaseSymbolsImpl.Rmult (@AppendixB.Y_layer S A Z x0 L P st f h hist e)
            (R_sqrt.sqrt
               (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                  Lam))).
Definition eq_33 : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat) (P : Model.trans S0 A)
         (rho : Episodes.rlaw S0 A Z) (rv : forall _ : Z, Rdefinitions.RbaseSymbolsImpl.R)
         (_ : @Model.is_trans S0 A P) (_ : @Episodes.is_rlaw S0 A Z rho) (T : nat)
         (delta Lam : Rdefinitions.RbaseSymbolsImpl.R) (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : Rdefinitions.Rle (Rpower.ln (Rdefinitions.Rdiv (GoodEvents.TXA S0 A L T) delta)) Lam)
         (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (f : forall _ : list (Episodes.traj S0 A Z L O), Model.policy S0 A)
         (qhat : forall _ : list (Episodes.traj S0 A Z L O), OccupancyMeasures.occ S0 A)
         (_ : @Algorithm.learner S0 A Z x0 L rv f st Lam qhat) (h : nat) (_ : is_true (ssrnat.leq (S h) L)),
       Rdefinitions.Rle
         (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
            (Rdefinitions.Rdiv delta (Raxioms.INR L)))
         (@Probability.Prl (Episodes.traj S0 A Z L O) (@Algorithm.K S0 A Z x0 L P rho f) T
            (@nil (Episodes.traj S0 A Z L O))
            (fun v : list (Episodes.traj S0 A Z L O) =>
             Probability.Rleb
               (@Probability.along (Episodes.traj S0 A Z L O) (@AppendixB.Y_layer S0 A Z x0 L P st f h) v)
               (R_sqrt.sqrt
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))) 
                        (Raxioms.INR T)) (Rpower.ln (Rdefinitions.Rdiv (Raxioms.INR L) delta)))))).
Definition lemma_12 : Prop := forall (S : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S O)) (L T : nat)
         (delta Lam : Rdefinitions.RbaseSymbolsImpl.R)
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (st : forall _ : list (Episodes.traj S A Z L O), list (Episodes.traj S A Z L O))
         (_ : @Algorithm.schedule S A Z x0 L st) (v : list (Episodes.traj S A Z L O))
         (_ : @eq nat (@seq.size (Episodes.traj S A Z L O) v) T),
       Rdefinitions.Rle (@AppendixB.sum_b S A Z x0 L Lam st v)
         (Rdefinitions.RbaseSymbolsImpl.Rmult
            (Rdefinitions.IZR (BinNums.Zpos (BinNums.xI (BinNums.xO BinNums.xH))))
            (R_sqrt.sqrt
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T) (Raxioms.INR L))
                        (Raxioms.INR (Algorithm.X S L)))
                     (Raxioms.INR
                        (@fintype.CardDef.card A
                           (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                              (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                              (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                                 (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
                  Lam))).
Definition constant_35 : Prop := Rdefinitions.Rle
         (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.IZR (BinNums.Zpos (BinNums.xI BinNums.xH)))
            (R_sqrt.sqrt (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))))
         (Rdefinitions.IZR (BinNums.Zpos (BinNums.xI (BinNums.xO BinNums.xH)))).
Definition jensen_2 : Prop := forall (S : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) (L T : nat),
       Rdefinitions.Rle
         (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R
            (fintype.Finite.sort (fintype.ordinal_finType L)) Rdefinitions.RbaseSymbolsImpl.R0
            (bigop.index_enum (fintype.ordinal_finType L))
            (fun h : fintype.ordinal L =>
             @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.ordinal L) h
               Rdefinitions.RbaseSymbolsImpl.Rplus true
               (R_sqrt.sqrt
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                        (Raxioms.INR
                           (@fintype.CardDef.card (S (@fintype.nat_of_ord L h))
                              (@ssrbool.mem
                                 (eqtype.Equality.sort (fintype.Finite.eqType (S (@fintype.nat_of_ord L h))))
                                 (ssrbool.predPredType
                                    (eqtype.Equality.sort
                                       (fintype.Finite.eqType (S (@fintype.nat_of_ord L h)))))
                                 (@ssrbool.PredOfSimpl.coerce
                                    (eqtype.Equality.sort
                                       (fintype.Finite.eqType (S (@fintype.nat_of_ord L h))))
                                    (ssrbool.pred_of_argType
                                       (eqtype.Equality.sort
                                          (fintype.Finite.eqType (S (@fintype.nat_of_ord L h))))))))))
                     (Raxioms.INR
                        (@fintype.CardDef.card A
                           (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                              (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                              (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                                 (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A)))))))))))
         (R_sqrt.sqrt
            (Rdefinitions.RbaseSymbolsImpl.Rmult
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T) (Raxioms.INR L))
                  (Raxioms.INR (Algorithm.X S L)))
               (Raxioms.INR
                  (@fintype.CardDef.card A
                     (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                        (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                        (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                           (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))).
Definition total_printed_false : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L h : nat) (e : Episodes.traj S0 A Z L O)
         (w : list (Episodes.traj S0 A Z L O)) (_ : is_true (ssrnat.leq (S h) L)),
       and
         (@eq Rdefinitions.RbaseSymbolsImpl.R
            (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 h))
               Rdefinitions.RbaseSymbolsImpl.R0 (bigop.index_enum (S0 h))
               (fun x : fintype.Finite.sort (S0 h) =>
                @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 h)) x
                  Rdefinitions.RbaseSymbolsImpl.Rplus true
                  (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort A)
                     Rdefinitions.RbaseSymbolsImpl.R0 (bigop.index_enum A)
                     (fun a : fintype.Finite.sort A =>
                      @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort A) a
                        Rdefinitions.RbaseSymbolsImpl.Rplus true
                        (Raxioms.INR
                           (@Algorithm.cnt S0 A Z x0 L (@Algorithm.mkp S0 A h x a)
                              (@Algorithm.start S0 A Z x0 L w)))))))
            (Raxioms.INR (@seq.size (Episodes.traj S0 A Z L O) (@Algorithm.start S0 A Z x0 L w))))
         (is_true
            (ssrnat.leq (S (@seq.size (Episodes.traj S0 A Z L O) (@Algorithm.start S0 A Z x0 L w)))
               (@seq.size (Episodes.traj S0 A Z L O) (@cons (Episodes.traj S0 A Z L O) e w)))).
Definition pigeonhole_printed_0 : Prop := let n : forall _ : nat, nat := @seq.nth nat O (@cons nat (S O) (@nil nat)) in
       ssrbool.and3 (Pigeonhole.allowed n) (@eq nat (Pigeonhole.N_last n (S O)) O)
         (Rdefinitions.RbaseSymbolsImpl.Rlt
            (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.IZR (BinNums.Zpos (BinNums.xI BinNums.xH)))
               (R_sqrt.sqrt (Raxioms.INR (Pigeonhole.N_last n (S O))))) (Pigeonhole.pigeon_sum n (S O))).
Definition pigeonhole_printed_3 : Prop := let n : forall _ : nat, nat :=
         @seq.nth nat O
           (@cons nat (S O) (@cons nat (S O) (@cons nat (S O) (@cons nat (S (S (S O))) (@nil nat))))) in
       ssrbool.and3 (Pigeonhole.allowed n) (@eq nat (Pigeonhole.N_last n (S (S (S (S O))))) (S (S (S O))))
         (Rdefinitions.RbaseSymbolsImpl.Rlt
            (Rdefinitions.RbaseSymbolsImpl.Rmult
               (Rdefinitions.RbaseSymbolsImpl.Rplus
                  (R_sqrt.sqrt (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))))
                  (Rdefinitions.IZR (BinNums.Zpos BinNums.xH)))
               (R_sqrt.sqrt (Raxioms.INR (Pigeonhole.N_last n (S (S (S (S O))))))))
            (Pigeonhole.pigeon_sum n (S (S (S (S O)))))).
Definition pigeonhole_printed_14 : Prop := let n : forall _ : nat, nat :=
         @seq.nth nat O
           (@cons nat (S O)
              (@cons nat (S O)
                 (@cons nat (S (S O))
                    (@cons nat (S (S (S O)))
                       (@cons nat (S (S (S (S (S (S (S O)))))))
                          (@cons nat (S (S (S (S (S (S (S (S (S (S (S (S (S (S O)))))))))))))) (@nil nat)))))))
         in
       ssrbool.and3 (Pigeonhole.allowed n)
         (@eq nat (Pigeonhole.N_last n (S (S (S (S (S (S O)))))))
            (S (S (S (S (S (S (S (S (S (S (S (S (S (S O)))))))))))))))
         (Rdefinitions.RbaseSymbolsImpl.Rlt
            (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.IZR (BinNums.Zpos (BinNums.xI BinNums.xH)))
               (R_sqrt.sqrt (Raxioms.INR (Pigeonhole.N_last n (S (S (S (S (S (S O))))))))))
            (Pigeonhole.pigeon_sum n (S (S (S (S (S (S O)))))))).
Definition display_B2 : Prop := forall (n N : forall _ : nat, nat) (_ : @eq nat (N O) O)
         (_ : forall i : nat, @eq nat (N (S i)) (ssrnat.addn (N i) (n i)))
         (_ : forall i : nat, is_true (ssrnat.leq (n i) (ssrnat.maxn (S O) (N i)))) 
         (m : nat),
       and
         (forall _ : @eq nat (N m) O,
          @eq Rdefinitions.RbaseSymbolsImpl.R
            (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R
               (fintype.Finite.sort (fintype.ordinal_finType m)) Rdefinitions.RbaseSymbolsImpl.R0
               (bigop.index_enum (fintype.ordinal_finType m))
               (fun i : fintype.ordinal m =>
                @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.ordinal m) i
                  Rdefinitions.RbaseSymbolsImpl.Rplus true
                  (Rdefinitions.Rdiv (Raxioms.INR (n (@fintype.nat_of_ord m i)))
                     (R_sqrt.sqrt (Raxioms.INR (ssrnat.maxn (S O) (N (@fintype.nat_of_ord m i))))))))
            (Rdefinitions.IZR BinNums.Z0))
         (forall _ : is_true (ssrnat.leq (S O) (N m)),
          Rdefinitions.Rle
            (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R
               (fintype.Finite.sort (fintype.ordinal_finType m)) Rdefinitions.RbaseSymbolsImpl.R0
               (bigop.index_enum (fintype.ordinal_finType m))
               (fun i : fintype.ordinal m =>
                @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.ordinal m) i
                  Rdefinitions.RbaseSymbolsImpl.Rplus true
                  (Rdefinitions.Rdiv (Raxioms.INR (n (@fintype.nat_of_ord m i)))
                     (R_sqrt.sqrt (Raxioms.INR (ssrnat.maxn (S O) (N (@fintype.nat_of_ord m i))))))))
            (Rdefinitions.Rminus
               (Rdefinitions.RbaseSymbolsImpl.Rmult
                  (Rdefinitions.RbaseSymbolsImpl.Rplus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
                     (R_sqrt.sqrt (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))))
                  (R_sqrt.sqrt (Raxioms.INR (N m))))
               (R_sqrt.sqrt (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))))).
Definition pigeonhole_last : Prop := forall (n : forall _ : nat, nat) (m : nat) (_ : Pigeonhole.allowed n)
         (_ : is_true (ssrnat.leq (S O) (Pigeonhole.N_last n (S m)))),
       Rdefinitions.Rle (Pigeonhole.pigeon_sum n (S m))
         (Rdefinitions.Rminus
            (Rdefinitions.RbaseSymbolsImpl.Rmult
               (Rdefinitions.RbaseSymbolsImpl.Rplus (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                  (R_sqrt.sqrt (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))))
               (R_sqrt.sqrt (Raxioms.INR (Pigeonhole.N_last n (S m)))))
            (R_sqrt.sqrt (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))))).
Definition display_B3 : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L : nat)
         (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (_ : @Algorithm.schedule S0 A Z x0 L st) (h : nat) (w : list (Episodes.traj S0 A Z L O))
         (_ : is_true (ssrnat.leq (S h) L)),
       ssrbool.and3
         (Rdefinitions.Rle
            (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 h))
               Rdefinitions.RbaseSymbolsImpl.R0 (bigop.index_enum (S0 h))
               (fun x : fintype.Finite.sort (S0 h) =>
                @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 h)) x
                  Rdefinitions.RbaseSymbolsImpl.Rplus true
                  (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort A)
                     Rdefinitions.RbaseSymbolsImpl.R0 (bigop.index_enum A)
                     (fun a : fintype.Finite.sort A =>
                      @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort A) a
                        Rdefinitions.RbaseSymbolsImpl.Rplus true
                        (@Visits.spent S0 A Z x0 L st (@Algorithm.mkp S0 A h x a) w)))))
            (Rdefinitions.RbaseSymbolsImpl.Rmult
               (Rdefinitions.RbaseSymbolsImpl.Rplus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
                  (R_sqrt.sqrt (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))))
               (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 h))
                  Rdefinitions.RbaseSymbolsImpl.R0 (bigop.index_enum (S0 h))
                  (fun x : fintype.Finite.sort (S0 h) =>
                   @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 h)) x
                     Rdefinitions.RbaseSymbolsImpl.Rplus true
                     (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort A)
                        Rdefinitions.RbaseSymbolsImpl.R0 (bigop.index_enum A)
                        (fun a : fintype.Finite.sort A =>
                         @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort A) a
                           Rdefinitions.RbaseSymbolsImpl.Rplus true
                           (R_sqrt.sqrt
                              (Raxioms.INR (@Algorithm.cnt S0 A Z x0 L (@Algorithm.mkp S0 A h x a) w)))))))))
         (Rdefinitions.Rle
            (Rdefinitions.RbaseSymbolsImpl.Rmult
               (Rdefinitions.RbaseSymbolsImpl.Rplus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
                  (R_sqrt.sqrt (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))))
               (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 h))
                  Rdefinitions.RbaseSymbolsImpl.R0 (bigop.index_enum (S0 h))
                  (fun x : fintype.Finite.sort (S0 h) =>
                   @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 h)) x
                     Rdefinitions.RbaseSymbolsImpl.Rplus true
                     (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort A)
                        Rdefinitions.RbaseSymbolsImpl.R0 (bigop.index_enum A)
                        (fun a : fintype.Finite.sort A =>
                         @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort A) a
                           Rdefinitions.RbaseSymbolsImpl.Rplus true
                           (R_sqrt.sqrt
                              (Raxioms.INR (@Algorithm.cnt S0 A Z x0 L (@Algorithm.mkp S0 A h x a) w))))))))
            (Rdefinitions.RbaseSymbolsImpl.Rmult
               (Rdefinitions.RbaseSymbolsImpl.Rplus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
                  (R_sqrt.sqrt (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))))
               (R_sqrt.sqrt
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Raxioms.INR
                           (@fintype.CardDef.card (S0 h)
                              (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                                 (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h))))
                                 (@ssrbool.PredOfSimpl.coerce
                                    (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                                    (ssrbool.pred_of_argType
                                       (eqtype.Equality.sort (fintype.Finite.eqType (S0 h))))))))
                        (Raxioms.INR
                           (@fintype.CardDef.card A
                              (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                 (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                 (@ssrbool.PredOfSimpl.coerce
                                    (eqtype.Equality.sort (fintype.Finite.eqType A))
                                    (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
                     (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 h))
                        Rdefinitions.RbaseSymbolsImpl.R0 (bigop.index_enum (S0 h))
                        (fun x : fintype.Finite.sort (S0 h) =>
                         @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 h)) x
                           Rdefinitions.RbaseSymbolsImpl.Rplus true
                           (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort A)
                              Rdefinitions.RbaseSymbolsImpl.R0 (bigop.index_enum A)
                              (fun a : fintype.Finite.sort A =>
                               @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort A) a
                                 Rdefinitions.RbaseSymbolsImpl.Rplus true
                                 (Raxioms.INR (@Algorithm.cnt S0 A Z x0 L (@Algorithm.mkp S0 A h x a) w))))))))))
         (@eq Rdefinitions.RbaseSymbolsImpl.R
            (Rdefinitions.RbaseSymbolsImpl.Rmult
               (Rdefinitions.RbaseSymbolsImpl.Rplus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
                  (R_sqrt.sqrt (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))))
               (R_sqrt.sqrt
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Raxioms.INR
                           (@fintype.CardDef.card (S0 h)
                              (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                                 (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h))))
                                 (@ssrbool.PredOfSimpl.coerce
                                    (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                                    (ssrbool.pred_of_argType
                                       (eqtype.Equality.sort (fintype.Finite.eqType (S0 h))))))))
                        (Raxioms.INR
                           (@fintype.CardDef.card A
                              (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                 (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                 (@ssrbool.PredOfSimpl.coerce
                                    (eqtype.Equality.sort (fintype.Finite.eqType A))
                                    (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
                     (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 h))
                        Rdefinitions.RbaseSymbolsImpl.R0 (bigop.index_enum (S0 h))
                        (fun x : fintype.Finite.sort (S0 h) =>
                         @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort (S0 h)) x
                           Rdefinitions.RbaseSymbolsImpl.Rplus true
                           (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort A)
                              Rdefinitions.RbaseSymbolsImpl.R0 (bigop.index_enum A)
                              (fun a : fintype.Finite.sort A =>
                               @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort A) a
                                 Rdefinitions.RbaseSymbolsImpl.Rplus true
                                 (Raxioms.INR (@Algorithm.cnt S0 A Z x0 L (@Algorithm.mkp S0 A h x a) w)))))))))
            (Rdefinitions.RbaseSymbolsImpl.Rmult
               (Rdefinitions.RbaseSymbolsImpl.Rplus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
                  (R_sqrt.sqrt (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))))
               (R_sqrt.sqrt
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Raxioms.INR (@seq.size (Episodes.traj S0 A Z L O) w))
                        (Raxioms.INR
                           (@fintype.CardDef.card (S0 h)
                              (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                                 (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 h))))
                                 (@ssrbool.PredOfSimpl.coerce
                                    (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))
                                    (ssrbool.pred_of_argType
                                       (eqtype.Equality.sort (fintype.Finite.eqType (S0 h)))))))))
                     (Raxioms.INR
                        (@fintype.CardDef.card A
                           (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                              (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                              (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                                 (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))))).
Definition eq_35 : Prop := forall (S0 : forall _ : nat, fintype.Finite.type) (A : fintype.Finite.type) 
         (Z : Type) (x0 : fintype.Finite.sort (S0 O)) (L T : nat)
         (delta Lam : Rdefinitions.RbaseSymbolsImpl.R) (_ : is_true (ssrnat.leq (S O) T))
         (_ : and (Rdefinitions.RbaseSymbolsImpl.Rlt (Rdefinitions.IZR BinNums.Z0) delta)
                (Rdefinitions.RbaseSymbolsImpl.Rlt delta (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))))
         (_ : is_true
                (ssrnat.leq (S O)
                   (@fintype.CardDef.card A
                      (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                         (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                         (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType A))
                            (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
         (_ : is_true (ssrnat.leq (S O) L))
         (_ : @eq nat
                (@fintype.CardDef.card (S0 L)
                   (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                      (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L))))
                      (@ssrbool.PredOfSimpl.coerce (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))
                         (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType (S0 L)))))))
                (S O))
         (_ : Rdefinitions.Rle (Rpower.ln (Rdefinitions.Rdiv (GoodEvents.TXA S0 A L T) delta)) Lam)
         (st : forall _ : list (Episodes.traj S0 A Z L O), list (Episodes.traj S0 A Z L O))
         (_ : @Algorithm.schedule S0 A Z x0 L st) (v : list (Episodes.traj S0 A Z L O))
         (_ : @eq nat (@seq.size (Episodes.traj S0 A Z L O) v) T),
       ssrbool.and4
         (@eq Rdefinitions.RbaseSymbolsImpl.R (@AppendixB.sum_b S0 A Z x0 L Lam st v)
            (Rdefinitions.RbaseSymbolsImpl.Rmult
               (R_sqrt.sqrt
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))) Lam))
               (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R
                  (fintype.Finite.sort (fintype.ordinal_finType L)) Rdefinitions.RbaseSymbolsImpl.R0
                  (bigop.index_enum (fintype.ordinal_finType L))
                  (fun h : fintype.ordinal L =>
                   @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.ordinal L) h
                     Rdefinitions.RbaseSymbolsImpl.Rplus true
                     (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R
                        (fintype.Finite.sort (S0 (@fintype.nat_of_ord L h))) Rdefinitions.RbaseSymbolsImpl.R0
                        (bigop.index_enum (S0 (@fintype.nat_of_ord L h)))
                        (fun x : fintype.Finite.sort (S0 (@fintype.nat_of_ord L h)) =>
                         @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R
                           (fintype.Finite.sort (S0 (@fintype.nat_of_ord L h))) x
                           Rdefinitions.RbaseSymbolsImpl.Rplus true
                           (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort A)
                              Rdefinitions.RbaseSymbolsImpl.R0 (bigop.index_enum A)
                              (fun a : fintype.Finite.sort A =>
                               @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.Finite.sort A) a
                                 Rdefinitions.RbaseSymbolsImpl.Rplus true
                                 (@Visits.spent S0 A Z x0 L st
                                    (@Algorithm.mkp S0 A (@fintype.nat_of_ord L h) x a) v)))))))))
         (Rdefinitions.Rle (@AppendixB.sum_b S0 A Z x0 L Lam st v)
            (Rdefinitions.RbaseSymbolsImpl.Rmult
               (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.IZR (BinNums.Zpos (BinNums.xI BinNums.xH)))
                  (R_sqrt.sqrt
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))) Lam)))
               (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R
                  (fintype.Finite.sort (fintype.ordinal_finType L)) Rdefinitions.RbaseSymbolsImpl.R0
                  (bigop.index_enum (fintype.ordinal_finType L))
                  (fun h : fintype.ordinal L =>
                   @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.ordinal L) h
                     Rdefinitions.RbaseSymbolsImpl.Rplus true
                     (R_sqrt.sqrt
                        (Rdefinitions.RbaseSymbolsImpl.Rmult
                           (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                              (Raxioms.INR
                                 (@fintype.CardDef.card (S0 (@fintype.nat_of_ord L h))
                                    (@ssrbool.mem
                                       (eqtype.Equality.sort
                                          (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h))))
                                       (ssrbool.predPredType
                                          (eqtype.Equality.sort
                                             (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h)))))
                                       (@ssrbool.PredOfSimpl.coerce
                                          (eqtype.Equality.sort
                                             (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h))))
                                          (ssrbool.pred_of_argType
                                             (eqtype.Equality.sort
                                                (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h))))))))))
                           (Raxioms.INR
                              (@fintype.CardDef.card A
                                 (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                    (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                    (@ssrbool.PredOfSimpl.coerce
                                       (eqtype.Equality.sort (fintype.Finite.eqType A))
                                       (ssrbool.pred_of_argType
                                          (eqtype.Equality.sort (fintype.Finite.eqType A)))))))))))))
         (Rdefinitions.Rle
            (Rdefinitions.RbaseSymbolsImpl.Rmult
               (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.IZR (BinNums.Zpos (BinNums.xI BinNums.xH)))
                  (R_sqrt.sqrt
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH))) Lam)))
               (@bigop.BigOp.bigop Rdefinitions.RbaseSymbolsImpl.R
                  (fintype.Finite.sort (fintype.ordinal_finType L)) Rdefinitions.RbaseSymbolsImpl.R0
                  (bigop.index_enum (fintype.ordinal_finType L))
                  (fun h : fintype.ordinal L =>
                   @bigop.BigBody Rdefinitions.RbaseSymbolsImpl.R (fintype.ordinal L) h
                     Rdefinitions.RbaseSymbolsImpl.Rplus true
                     (R_sqrt.sqrt
                        (Rdefinitions.RbaseSymbolsImpl.Rmult
                           (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T)
                              (Raxioms.INR
                                 (@fintype.CardDef.card (S0 (@fintype.nat_of_ord L h))
                                    (@ssrbool.mem
                                       (eqtype.Equality.sort
                                          (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h))))
                                       (ssrbool.predPredType
                                          (eqtype.Equality.sort
                                             (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h)))))
                                       (@ssrbool.PredOfSimpl.coerce
                                          (eqtype.Equality.sort
                                             (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h))))
                                          (ssrbool.pred_of_argType
                                             (eqtype.Equality.sort
                                                (fintype.Finite.eqType (S0 (@fintype.nat_of_ord L h))))))))))
                           (Raxioms.INR
                              (@fintype.CardDef.card A
                                 (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                    (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                    (@ssrbool.PredOfSimpl.coerce
                                       (eqtype.Equality.sort (fintype.Finite.eqType A))
                                       (ssrbool.pred_of_argType
                                          (eqtype.Equality.sort (fintype.Finite.eqType A))))))))))))
            (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.IZR (BinNums.Zpos (BinNums.xI BinNums.xH)))
               (R_sqrt.sqrt
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.RbaseSymbolsImpl.Rmult
                           (Rdefinitions.RbaseSymbolsImpl.Rmult
                              (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T) (Raxioms.INR L))
                              (Raxioms.INR (Algorithm.X S0 L)))
                           (Raxioms.INR
                              (@fintype.CardDef.card A
                                 (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                    (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                    (@ssrbool.PredOfSimpl.coerce
                                       (eqtype.Equality.sort (fintype.Finite.eqType A))
                                       (ssrbool.pred_of_argType
                                          (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) Lam)))))
         (Rdefinitions.Rle
            (Rdefinitions.RbaseSymbolsImpl.Rmult (Rdefinitions.IZR (BinNums.Zpos (BinNums.xI BinNums.xH)))
               (R_sqrt.sqrt
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.RbaseSymbolsImpl.Rmult
                           (Rdefinitions.RbaseSymbolsImpl.Rmult
                              (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T) (Raxioms.INR L))
                              (Raxioms.INR (Algorithm.X S0 L)))
                           (Raxioms.INR
                              (@fintype.CardDef.card A
                                 (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                    (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                    (@ssrbool.PredOfSimpl.coerce
                                       (eqtype.Equality.sort (fintype.Finite.eqType A))
                                       (ssrbool.pred_of_argType
                                          (eqtype.Equality.sort (fintype.Finite.eqType A)))))))) Lam))))
            (Rdefinitions.RbaseSymbolsImpl.Rmult
               (Rdefinitions.IZR (BinNums.Zpos (BinNums.xI (BinNums.xO BinNums.xH))))
               (R_sqrt.sqrt
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.RbaseSymbolsImpl.Rmult
                           (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR T) (Raxioms.INR L))
                           (Raxioms.INR (Algorithm.X S0 L)))
                        (Raxioms.INR
                           (@fintype.CardDef.card A
                              (@ssrbool.mem (eqtype.Equality.sort (fintype.Finite.eqType A))
                                 (ssrbool.predPredType (eqtype.Equality.sort (fintype.Finite.eqType A)))
                                 (@ssrbool.PredOfSimpl.coerce
                                    (eqtype.Equality.sort (fintype.Finite.eqType A))
                                    (ssrbool.pred_of_argType (eqtype.Equality.sort (fintype.Finite.eqType A))))))))
                     Lam)))).
Definition accepted_is_run : Prop := forall (R : forall _ : BinNums.Z, BinNums.Z) (hd : TraceCheck.header) (rs : list TraceCheck.record)
         (j : TraceCheck.judge)
         (_ : @eq (option TraceCheck.judge) (TraceCheck.verdict R hd rs) (@Some TraceCheck.judge j)),
       @ex
         (list (JudgeSound.item (Verdict.lay_of hd) (Verdict.nA_of hd) (Verdict.L_of hd) (Verdict.symbol rs)))
         (fun
            ts : list
                   (JudgeSound.item (Verdict.lay_of hd) (Verdict.nA_of hd) (Verdict.L_of hd)
                      (Verdict.symbol rs)) =>
          ssrbool.and4
            (@eq (list TraceCheck.record) rs
               (@JudgeSound.written (Verdict.lay_of hd) (Verdict.nA_of hd) (Verdict.L_of hd)
                  (Verdict.symbol rs) (@Verdict.reward_of rs) BinNums.Z0 BinNums.Z0 ts))
            (@JudgeSound.conforms (Verdict.lay_of hd) (Verdict.nA_of hd) (Verdict.L_of hd)
               (Verdict.symbol rs) (@Verdict.reward_of rs) (Verdict.T_of hd)
               (Rdefinitions.Q2R (TraceCheck.hdelta hd)) (Rdefinitions.Q2R (TraceCheck.htol hd))
               (TraceCheck.hsolve hd)
               (@nil
                  (Episodes.traj (EpochSound.S_ (Verdict.lay_of hd)) (EpochSound.A_ (Verdict.nA_of hd))
                     (fintype.Finite.sort (Verdict.symbol rs)) (Verdict.L_of hd) O))
               (@nil
                  (Episodes.traj (EpochSound.S_ (Verdict.lay_of hd)) (EpochSound.A_ (Verdict.nA_of hd))
                     (fintype.Finite.sort (Verdict.symbol rs)) (Verdict.L_of hd) O)) true
               (fun (h : nat) (_ : fintype.Finite.sort (EpochSound.S_ (Verdict.lay_of hd) h))
                  (_ : fintype.Finite.sort (EpochSound.A_ (Verdict.nA_of hd))) => 
                Rdefinitions.IZR BinNums.Z0) ts)
            (@eq Rdefinitions.RbaseSymbolsImpl.R
               (Rdefinitions.Rdiv (Rdefinitions.IZR (TraceCheck.worst j))
                  (Rpow_def.pow (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                     (S
                        (S
                           (S
                              (S
                                 (S
                                    (S
                                       (S
                                          (S
                                             (S
                                                (S
                                                   (S
                                                      (S
                                                         (S
                                                            (S
                                                               (S
                                                                  (S
                                                                     (S
                                                                        (S
                                                                           (S
                                                                              (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S (S (S (S (S (S (S O))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
               (@JudgeSound.largest (Verdict.lay_of hd) (Verdict.nA_of hd) (Verdict.L_of hd)
                  (Verdict.symbol rs) (Rdefinitions.IZR BinNums.Z0) ts))
            (@eq Rdefinitions.RbaseSymbolsImpl.R
               (Rdefinitions.Rdiv (Rdefinitions.IZR (TraceCheck.lost j))
                  (Rpow_def.pow (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                     (S
                        (S
                           (S
                              (S
                                 (S
                                    (S
                                       (S
                                          (S
                                             (S
                                                (S
                                                   (S
                                                      (S
                                                         (S
                                                            (S
                                                               (S
                                                                  (S
                                                                     (S
                                                                        (S
                                                                           (S
                                                                              (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S (S (S (S (S (S (S O))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
               (@JudgeSound.total (Verdict.lay_of hd) (Verdict.nA_of hd) (Verdict.L_of hd)
                  (Verdict.symbol rs) (Rdefinitions.IZR BinNums.Z0) ts))).
Definition verdict_feed : Prop := forall (R : forall _ : BinNums.Z, BinNums.Z) (hd : TraceCheck.header) (rs : list TraceCheck.record)
         (j : TraceCheck.judge),
       iff (@eq (option TraceCheck.judge) (TraceCheck.verdict R hd rs) (@Some TraceCheck.judge j))
         (@ex TraceCheck.consts
            (fun K : TraceCheck.consts =>
             @ex TraceCheck.judge
               (fun s : TraceCheck.judge =>
                and
                  (@eq (option (prod TraceCheck.consts TraceCheck.judge)) (TraceCheck.opening R hd)
                     (@Some (prod TraceCheck.consts TraceCheck.judge)
                        (@pair TraceCheck.consts TraceCheck.judge K s)))
                  (@eq TraceCheck.progress
                     (@seq.foldl TraceCheck.record TraceCheck.progress (TraceCheck.feed K hd)
                        (TraceCheck.Running s) rs) (TraceCheck.Over j))))).
Definition read_iff : Prop := forall (l : list Byte.byte) (v : JsonGrammar.json),
       iff (@eq (option JsonGrammar.json) (JsonMachine.read l) (@Some JsonGrammar.json v))
         (JsonGrammar.json_line l v).
Definition denotes_unique : Prop := forall (hd : TraceCheck.header) (rd : list Meaning.reading) (l : list Byte.byte)
         (r r' : TraceCheck.record) (_ : Meaning.denotes hd rd l r) (_ : Meaning.denotes hd rd l r'),
       Unique.same r r'.
Definition accepted_says : Prop := forall (R : forall _ : BinNums.Z, BinNums.Z) (most : QArith_base.Q) (file : list Byte.byte)
         (hd : TraceCheck.header) (j : TraceCheck.judge)
         (_ : @eq ByteByByte.verdict_ (ByteByByte.judged R most file) (ByteByByte.Accepted hd j)),
       @ex (list TraceCheck.record)
         (fun rs : list TraceCheck.record =>
          and (Meaning.file_says file hd rs)
            (and (@eq (option TraceCheck.judge) (TraceCheck.verdict R hd rs) (@Some TraceCheck.judge j))
               (QArith_base.Qle (TraceCheck.htol hd) most))).
Definition accepted_file_is_run : Prop := forall (R : forall _ : BinNums.Z, BinNums.Z) (most : QArith_base.Q) (file : list Byte.byte)
         (hd : TraceCheck.header) (j : TraceCheck.judge)
         (_ : @eq ByteByByte.verdict_ (ByteByByte.judged R most file) (ByteByByte.Accepted hd j)),
       @ex (list TraceCheck.record)
         (fun rs : list TraceCheck.record =>
          and (Meaning.file_says file hd rs)
            (and (QArith_base.Qle (TraceCheck.htol hd) most)
               (@ex
                  (list
                     (JudgeSound.item (Verdict.lay_of hd) (Verdict.nA_of hd) (Verdict.L_of hd)
                        (Verdict.symbol rs)))
                  (fun
                     ts : list
                            (JudgeSound.item (Verdict.lay_of hd) (Verdict.nA_of hd) 
                               (Verdict.L_of hd) (Verdict.symbol rs)) =>
                   and
                     (@eq (list TraceCheck.record) rs
                        (@JudgeSound.written (Verdict.lay_of hd) (Verdict.nA_of hd) 
                           (Verdict.L_of hd) (Verdict.symbol rs) (@Verdict.reward_of rs) BinNums.Z0
                           BinNums.Z0 ts))
                     (and
                        (@JudgeSound.conforms (Verdict.lay_of hd) (Verdict.nA_of hd) 
                           (Verdict.L_of hd) (Verdict.symbol rs) (@Verdict.reward_of rs) 
                           (Verdict.T_of hd) (Rdefinitions.Q2R (TraceCheck.hdelta hd))
                           (Rdefinitions.Q2R (TraceCheck.htol hd)) (TraceCheck.hsolve hd)
                           (@nil
                              (Episodes.traj (EpochSound.S_ (Verdict.lay_of hd))
                                 (EpochSound.A_ (Verdict.nA_of hd)) (fintype.Finite.sort (Verdict.symbol rs))
                                 (Verdict.L_of hd) O))
                           (@nil
                              (Episodes.traj (EpochSound.S_ (Verdict.lay_of hd))
                                 (EpochSound.A_ (Verdict.nA_of hd)) (fintype.Finite.sort (Verdict.symbol rs))
                                 (Verdict.L_of hd) O)) true
                           (fun (h : nat) (_ : fintype.Finite.sort (EpochSound.S_ (Verdict.lay_of hd) h))
                              (_ : fintype.Finite.sort (EpochSound.A_ (Verdict.nA_of hd))) =>
                            Rdefinitions.IZR BinNums.Z0) ts)
                        (and
                           (@eq Rdefinitions.RbaseSymbolsImpl.R
                              (Rdefinitions.Rdiv (Rdefinitions.IZR (TraceCheck.worst j))
                                 (Rpow_def.pow (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                                    (S
                                       (S
                                          (S
                                             (S
                                                (S
                                                   (S
                                                      (S
                                                         (S
                                                            (S
                                                               (S
                                                                  (S
                                                                     (S
                                                                        (S
                                                                           (S
                                                                              (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S (S (S (S (S (S (S O))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
                              (@JudgeSound.largest (Verdict.lay_of hd) (Verdict.nA_of hd) 
                                 (Verdict.L_of hd) (Verdict.symbol rs) (Rdefinitions.IZR BinNums.Z0) ts))
                           (@eq Rdefinitions.RbaseSymbolsImpl.R
                              (Rdefinitions.Rdiv (Rdefinitions.IZR (TraceCheck.lost j))
                                 (Rpow_def.pow (Rdefinitions.IZR (BinNums.Zpos (BinNums.xO BinNums.xH)))
                                    (S
                                       (S
                                          (S
                                             (S
                                                (S
                                                   (S
                                                      (S
                                                         (S
                                                            (S
                                                               (S
                                                                  (S
                                                                     (S
                                                                        (S
                                                                           (S
                                                                              (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S
                                                                                (S (S (S (S (S (S (S O))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
                              (@JudgeSound.total (Verdict.lay_of hd) (Verdict.nA_of hd) 
                                 (Verdict.L_of hd) (Verdict.symbol rs) (Rdefinitions.IZR BinNums.Z0) ts)))))))).
Definition judged_learner : Prop := forall (hd : TraceCheck.header) (rt : forall _ : BinNums.Z, BinNums.Z) (Zt : fintype.Finite.type)
         (rq : forall _ : fintype.Finite.sort Zt, QArith_base.Q)
         (_ : @ssrfun.injective QArith_base.Q (fintype.Finite.sort Zt) rq)
         (logged : forall
                     _ : list
                           (Episodes.traj (EpochSound.S_ (Verdict.lay_of hd))
                              (EpochSound.A_ (Verdict.nA_of hd)) (fintype.Finite.sort Zt) 
                              (Verdict.L_of hd) O), option TraceCheck.epoch) (K : TraceCheck.consts)
         (j0 : TraceCheck.judge)
         (_ : @eq (option (prod TraceCheck.consts TraceCheck.judge)) (TraceCheck.opening rt hd)
                (@Some (prod TraceCheck.consts TraceCheck.judge)
                   (@pair TraceCheck.consts TraceCheck.judge K j0)))
         (_ : forall
                (v : list
                       (Episodes.traj (EpochSound.S_ (Verdict.lay_of hd)) (EpochSound.A_ (Verdict.nA_of hd))
                          (fintype.Finite.sort Zt) (Verdict.L_of hd) O))
                (_ : @eq nat
                       (@seq.size
                          (Episodes.traj (EpochSound.S_ (Verdict.lay_of hd))
                             (EpochSound.A_ (Verdict.nA_of hd)) (fintype.Finite.sort Zt) 
                             (Verdict.L_of hd) O) v) (Verdict.T_of hd)),
              @ex TraceCheck.judge
                (fun j : TraceCheck.judge =>
                 @eq (option TraceCheck.judge)
                   (TraceCheck.verdict rt hd (@JudgedLearner.trace hd Zt rq logged v))
                   (@Some TraceCheck.judge j)))
         (P : Model.trans (EpochSound.S_ (Verdict.lay_of hd)) (EpochSound.A_ (Verdict.nA_of hd)))
         (rho : Episodes.rlaw (EpochSound.S_ (Verdict.lay_of hd)) (EpochSound.A_ (Verdict.nA_of hd))
                  (fintype.Finite.sort Zt))
         (_ : @Model.is_trans (EpochSound.S_ (Verdict.lay_of hd)) (EpochSound.A_ (Verdict.nA_of hd)) P)
         (_ : @Episodes.is_rlaw (EpochSound.S_ (Verdict.lay_of hd)) (EpochSound.A_ (Verdict.nA_of hd))
                (fintype.Finite.sort Zt) rho)
         (_ : @Episodes.is_reward (EpochSound.S_ (Verdict.lay_of hd)) (EpochSound.A_ (Verdict.nA_of hd))
                (fintype.Finite.sort Zt) rho (@Counters.rv Zt rq))
         (f : forall
                _ : list
                      (Episodes.traj (EpochSound.S_ (Verdict.lay_of hd)) (EpochSound.A_ (Verdict.nA_of hd))
                         (fintype.Finite.sort Zt) (Verdict.L_of hd) O),
              Model.policy (EpochSound.S_ (Verdict.lay_of hd)) (EpochSound.A_ (Verdict.nA_of hd)))
         (_ : forall
                w : list
                      (Episodes.traj (EpochSound.S_ (Verdict.lay_of hd)) (EpochSound.A_ (Verdict.nA_of hd))
                         (fintype.Finite.sort Zt) (Verdict.L_of hd) O),
              @Model.is_policy (EpochSound.S_ (Verdict.lay_of hd)) (EpochSound.A_ (Verdict.nA_of hd)) (f w))
         (_ : forall
                (w : list
                       (Episodes.traj (EpochSound.S_ (Verdict.lay_of hd)) (EpochSound.A_ (Verdict.nA_of hd))
                          (fintype.Finite.sort Zt) (Verdict.L_of hd) O)) (h : nat)
                (x : fintype.Finite.sort (EpochSound.S_ (Verdict.lay_of hd) h))
                (a : fintype.Finite.sort (EpochSound.A_ (Verdict.nA_of hd)))
                (_ : is_true (ssrnat.leq (S h) (Verdict.L_of hd))),
              @eq Rdefinitions.RbaseSymbolsImpl.R (f w h x a) (@JudgedLearner.in_force hd Zt logged w h x a))
         (pistar : Model.policy (EpochSound.S_ (Verdict.lay_of hd)) (EpochSound.A_ (Verdict.nA_of hd)))
         (_ : @Model.is_policy (EpochSound.S_ (Verdict.lay_of hd)) (EpochSound.A_ (Verdict.nA_of hd)) pistar),
       Rdefinitions.Rle
         (Rdefinitions.Rminus (Rdefinitions.IZR (BinNums.Zpos BinNums.xH))
            (Rdefinitions.Q2R (TraceCheck.hdelta hd)))
         (@Probability.Prl
            (Episodes.traj (EpochSound.S_ (Verdict.lay_of hd)) (EpochSound.A_ (Verdict.nA_of hd))
               (fintype.Finite.sort Zt) (Verdict.L_of hd) O)
            (@Algorithm.K (EpochSound.S_ (Verdict.lay_of hd)) (EpochSound.A_ (Verdict.nA_of hd))
               (fintype.Finite.sort Zt) (Counters.x0_ (Verdict.lay_of hd)) (Verdict.L_of hd) P rho f)
            (Verdict.T_of hd)
            (@nil
               (Episodes.traj (EpochSound.S_ (Verdict.lay_of hd)) (EpochSound.A_ (Verdict.nA_of hd))
                  (fintype.Finite.sort Zt) (Verdict.L_of hd) O))
            (fun
               v : list
                     (Episodes.traj (EpochSound.S_ (Verdict.lay_of hd)) (EpochSound.A_ (Verdict.nA_of hd))
                        (fintype.Finite.sort Zt) (Verdict.L_of hd) O) =>
             Probability.Rleb
               (@Algorithm.regret (EpochSound.S_ (Verdict.lay_of hd)) (EpochSound.A_ (Verdict.nA_of hd))
                  (fintype.Finite.sort Zt) (Counters.x0_ (Verdict.lay_of hd)) (Verdict.L_of hd) P rho
                  (@Counters.rv Zt rq) f pistar v)
               (Rdefinitions.RbaseSymbolsImpl.Rplus
                  (Rdefinitions.RbaseSymbolsImpl.Rmult
                     (Rdefinitions.RbaseSymbolsImpl.Rmult
                        (Rdefinitions.IZR (BinNums.Zpos (BinNums.xI BinNums.xH)))
                        (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR (Verdict.L_of hd))
                           (Raxioms.INR (Algorithm.X (EpochSound.S_ (Verdict.lay_of hd)) (Verdict.L_of hd)))))
                     (R_sqrt.sqrt
                        (Rdefinitions.RbaseSymbolsImpl.Rmult
                           (Rdefinitions.RbaseSymbolsImpl.Rmult (Raxioms.INR (Verdict.T_of hd))
                              (Raxioms.INR
                                 (@fintype.CardDef.card (EpochSound.A_ (Verdict.nA_of hd))
                                    (@ssrbool.mem
                                       (eqtype.Equality.sort
                                          (fintype.Finite.eqType (EpochSound.A_ (Verdict.nA_of hd))))
                                       (ssrbool.predPredType
                                          (eqtype.Equality.sort
                                             (fintype.Finite.eqType (EpochSound.A_ (Verdict.nA_of hd)))))
                                       (@ssrbool.PredOfSimpl.coerce
                                          (eqtype.Equality.sort
                                             (fintype.Finite.eqType (EpochSound.A_ (Verdict.nA_of hd))))
                                          (ssrbool.pred_of_argType
                                             (eqtype.Equality.sort
                                                (fintype.Finite.eqType (EpochSound.A_ (Verdict.nA_of hd))))))))))
                           (Verdict.Lam_of hd)))) (@JudgedLearner.lost_of hd rt Zt rq logged v)))).
Definition always_accepted : Prop := forall
         (v : list
                (Episodes.traj (EpochSound.S_ (Verdict.lay_of JudgedLearner.small))
                   (EpochSound.A_ (Verdict.nA_of JudgedLearner.small))
                   (fintype.Finite.sort fintype.bool_finType) (Verdict.L_of JudgedLearner.small) O))
         (_ : @eq nat
                (@seq.size
                   (Episodes.traj (EpochSound.S_ (Verdict.lay_of JudgedLearner.small))
                      (EpochSound.A_ (Verdict.nA_of JudgedLearner.small))
                      (fintype.Finite.sort fintype.bool_finType) (Verdict.L_of JudgedLearner.small) O) v)
                (Verdict.T_of JudgedLearner.small)),
       @ex TraceCheck.judge
         (fun j : TraceCheck.judge =>
          @eq (option TraceCheck.judge)
            (TraceCheck.verdict BinInt.Z.sqrt JudgedLearner.small
               (@JudgedLearner.trace JudgedLearner.small fintype.bool_finType JudgedLearner.coin
                  JudgedLearner.always v)) (@Some TraceCheck.judge j)).
