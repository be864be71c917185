Require Import UCRLLP.library.Sums UCRLLP.model.Model UCRLLP.model.Setting UCRLLP.sharper.Budgets.
About regret_M.
