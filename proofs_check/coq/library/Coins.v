(* Two uses of the library: how near the frequency of heads is to the probability of heads, and what a gambler who stakes
   as he likes can reach at a coin that does not favour him. *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration
  Previsions.Supermartingales.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* a toss is true for heads, which have probability p; K is the process of independent tosses *)
Section Coin.
Variable p : R.
Hypothesis p01 : 0 <= p <= 1.
Definition coin (b : bool) : R := if b then p else 1 - p.
Lemma coin_dist : is_dist coin.
Proof. by split=> [[]|]; rewrite /coin ?big_bool /=; lra. Qed.
Notation K := (fun _ : seq bool => fin coin).
Let HK hist : is_exp (K hist) := fin_exp coin_dist.

(* Hoeffding: n tosses have at least n (p + eps) heads with probability at most exp(-2 n eps^2) *)
Theorem frequency n eps : (0 < n)%N -> 0 < eps ->
  Pr K n [::] (fun w => Rleb (INR n * (p + eps)) (INR (count id w))) <= exp (- (2 * INR n * eps ^ 2)).
Proof.
move=> n0 e0; have nR : 0 < INR n by apply: lt_0_INR; apply/ltP.
have range (hist : seq bool) b : - p <= ind b - p <= - p + 1 by have := ind_ge0 b; have := ind_le1 b; lra.
have mean hist : K hist (fun b => ind b - p) <= 0 by rewrite /fin big_bool /coin /=; lra.
have ne : 0 < INR n * eps by apply: Rmult_lt_0_compat.
have := @azuma _ K HK (fun _ b => ind b - p) _ (fun=> 1) (fun=> Rle_0_1) range mean n _ _ ne nR.
rewrite (_ : 2 * (INR n * eps) ^ 2 / INR n = 2 * INR n * eps ^ 2); last by field; lra.
apply: Rle_trans; apply: (le_Pr HK) => w; rewrite addn0 => wn.
have heads : sum_diff (fun _ b => ind b - p) w = INR (count id w) - INR n * p.
  rewrite -{}wn /sum_diff; elim: w => [|b w IH]; first by rewrite /=; lra.
  have -> : INR (count id (b :: w)) = ind b + INR (count id w) by rewrite /= addn_INR; case: b.
  by rewrite hsum_cons IH -[size (b :: w)]/((size w).+1) S_INR; ring.
have spread : Rleb (sum_range2 (fun _ : seq bool => 1) w) (INR n).
  by apply/RlebP; rewrite /sum_range2 hsum_const wn; lra.
rewrite spread andbT heads; case: RlebP => [H|_]; last exact: ind_ge0.
have -> : Rleb (INR n * eps) (INR (count id w) - INR n * p); last exact: Rle_refl.
by apply/RlebP; lra.
Qed.

(* a gambler begins with 1 and stakes, at even odds, a share of what he has, which may depend on all tosses before *)
Variable share : seq bool -> R.
Hypothesis share01 : forall w, 0 <= share w <= 1.
Fixpoint capital (w : seq bool) : R :=
  if w is b :: w' then capital w' * (1 + (if b then share w' else - share w')) else 1.

(* Ville: if heads have probability at most 1/2, he has 1/delta at some time with probability at most delta *)
Theorem ruin_of_the_gambler n delta : p <= / 2 -> 0 < delta ->
  Pr K n [::] (hit (fun w => delta * capital w)) <= delta.
Proof.
move=> p2 d0; have c0 w : 0 <= capital w.
  elim: w => [|b w IH] /=; first lra.
  by apply: Rmult_le_pos => //; have := share01 w; case: b; lra.
rewrite [X in _ <= X](_ : _ = delta * capital [::]); last by rewrite /=; ring.
apply: (ville HK) => [w|h|h]; [by apply: Rmult_le_pos; [lra | exact: c0] | exact: bdd_fin |].
rewrite /fin big_bool /coin /=; have s01 := share01 h; have m0 := Rmult_le_pos _ _ (Rlt_le _ _ d0) (c0 h).
have ms : 0 <= delta * capital h * share h by apply: Rmult_le_pos; lra.
apply: (@Rle_trans _ (delta * capital h + delta * capital h * share h * (2 * p - 1))); last by nra.
by apply: Req_le; ring.
Qed.
End Coin.
