Require Import UCRLLP.Short.
