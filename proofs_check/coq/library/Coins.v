(* Two uses of the library: how near the frequency of heads is to the probability of heads, and what a gambler who stakes
   as he likes can reach at a coin that does not favour him. *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration
  Previsions.Supermartingales.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.

(* Hoeffding: outcomes that are heads with probability at most p, whatever was before *)
Theorem hoeffding_count (E : Type) (K : seq E -> (E -> R) -> R) (heads : pred E) p n eps :
  (forall hist, is_exp (K hist)) -> 0 <= p <= 1 -> (forall hist, K hist (fun e => ind (heads e) - p) <= 0) ->
  (0 < n)%N -> 0 < eps ->
  Pr K n [::] (fun w => Rleb (INR n * (p + eps)) (INR (count heads w))) <= exp (- (2 * INR n * eps ^ 2)).
Proof.
move=> HK p01 mean n0 e0; have nR : 0 < INR n by apply: lt_0_INR; apply/ltP.
have range (hist : seq E) e : - p <= ind (heads e) - p <= - p + 1.
  by have := ind_ge0 (heads e); have := ind_le1 (heads e); lra.
have ne : 0 < INR n * eps by apply: Rmult_lt_0_compat.
have := @azuma _ K HK (fun _ e => ind (heads e) - p) _ (fun=> 1) (fun=> Rle_0_1) range mean n _ _ ne nR.
rewrite (_ : 2 * (INR n * eps) ^ 2 / INR n = 2 * INR n * eps ^ 2); last by field; lra.
apply: Rle_trans; apply: (le_Pr HK) => w; rewrite addn0 => wn.
have counted : sum_diff (fun _ e => ind (heads e) - p) w = INR (count heads w) - INR n * p.
  rewrite -{}wn /sum_diff; elim: w => [|e w IH]; first by rewrite /=; lra.
  have -> : INR (count heads (e :: w)) = ind (heads e) + INR (count heads w) by rewrite /= addn_INR; case: (heads e).
  by rewrite hsum_cons IH -[size (e :: w)]/((size w).+1) S_INR; ring.
have spread : Rleb (sum_range2 (fun _ : seq E => 1) w) (INR n).
  by apply/RlebP; rewrite /sum_range2 hsum_const wn; lra.
rewrite spread andbT counted; case: RlebP => [H|_]; last exact: ind_ge0.
have -> : Rleb (INR n * eps) (INR (count heads w) - INR n * p); last exact: Rle_refl.
by apply/RlebP; lra.
Qed.

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
Proof. by apply: (hoeffding_count HK p01) => hist; rewrite /fin big_bool /coin /=; lra. Qed.

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
