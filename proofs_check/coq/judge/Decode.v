(* From JSON to the header and the records of the judge, sound for Meaning.v. *)
Require Import ZArith QArith List String Bool Lia.
From Coq.Init Require Import Byte.
Require Import UCRLLP.judge.LogarithmCheck UCRLLP.judge.TraceCheck UCRLLP.judge.JsonGrammar UCRLLP.judge.JsonMachine
  UCRLLP.judge.JsonSound
  UCRLLP.judge.NearestDouble UCRLLP.judge.Meaning.
Import ListNotations.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope string_scope.
Local Open Scope list_scope.
Local Open Scope Z_scope.
Notation "x <- e ;; f" := (match e with Some x => f | None => None end) (at level 60, right associativity).
Notation "'guard' b ;; f" := (if b then f else None) (at level 60, right associativity).

Fixpoint get (k : bytes) (ms : members) : option json :=
  match ms with [] => None | (k', v) :: r => if beq k k' then Some v else get k r end.
Fixpoint distinct (ms : members) : bool :=
  match ms with [] => true | (k, _) :: r => negb (existsb (fun m => beq k (fst m)) r) && distinct r end.
Fixpoint at_most (A B : Type) (l : list A) (m : list B) : bool :=
  match l, m with [], _ => true | _ :: l', _ :: m' => at_most l' m' | _, _ => false end.
(* no more keys than are known, so that the rest is not quadratic *)
Definition object_ok (known : list bytes) (ms : members) : bool :=
  at_most ms known && forallb (fun m => existsb (beq (fst m)) known) ms && distinct ms.
Fixpoint all_acc A B (f : A -> option B) (l : list A) (acc : list B) : option (list B) :=
  match l with [] => Some (rev' acc) | v :: r => match f v with Some x => all_acc f r (x :: acc) | None => None end end.
Definition all_of A B (f : A -> option B) (l : list A) : option (list B) := all_acc f l [].
Definition list_of A (n : nat) (f : json -> option A) (v : json) : option (list A) :=
  match v with Arr l => guard Nat.eqb (List.length l) n;; all_of f l | _ => None end.
Fixpoint each_layer A (f : nat -> nat -> json -> option A) (X : list nat) (vs : list json) : option (list A) :=
  match X, vs with
  | n :: ((m :: _) as X'), v :: vs' => x <- f n m v;; xs <- each_layer f X' vs';; Some (x :: xs)
  | [_], [] => Some []
  | _, _ => None
  end.
Definition layers_of A (X : list nat) (f : nat -> nat -> json -> option A) (v : json) : option (list A) :=
  match v with Arr vs => each_layer f X vs | _ => None end.
Definition table2_of A X (f : json -> option A) := layers_of X (fun n _ => list_of n f).
Definition table3_of A X nA (f : json -> option A) := layers_of X (fun n _ => list_of n (list_of nA f)).
Definition table4_of A X nA (f : json -> option A) := layers_of X (fun n m => list_of n (list_of nA (list_of m f))).

Definition max_count : Z := 10 ^ 12.
Definition count_of (least : Z) (v : json) : option Z :=
  match v with Num true n e => guard Z.eqb e 0 && Z.leb least n && Z.leb n max_count;; Some n | _ => None end.
(* what is beyond becomes `beyond` before it becomes unary *)
Definition index_of (most : Z) (beyond : nat) (v : json) : option nat :=
  match v with
  | Num true n e => guard Z.eqb e 0;; Some (if Z.leb 0 n && Z.leb n most then Z.to_nat n else beyond)
  | _ => None
  end.
Definition natural (l : bytes) : option Z :=
  guard Nat.leb (List.length l) 1000;; ds <- all_of digit l;;
  match ds with [] => None | [_] => Some (value_of ds) | d :: _ => guard negb (Z.eqb d 0);; Some (value_of ds) end.
Definition is_slash (c : byte) : bool := match c with x2f => true | _ => false end.
Fixpoint split (l : bytes) : bytes * option bytes :=
  match l with
  | [] => ([], None)
  | c :: r => if is_slash c then ([], Some r) else let (p, q) := split r in (c :: p, q)
  end.
Definition signed (l : bytes) : Z * bytes := match l with x2d :: r => (-1, r) | _ => (1, l) end.
Definition ratio_of (l : bytes) : option Q :=
  let (p, o) := split l in let (s, p') := signed p in
  n <- natural p';;
  match o with
  | None => Some (inject_Z (s * n))
  | Some q => d <- natural q;; guard Z.ltb 0 d;; Some (Qred (Qmake (s * n) (Z.to_pos d)))
  end.
(* smaller than every number that rounds to no double *)
Definition limit : Z := 2 ^ 1024 - 2 ^ 970.
Definition real_of (v : json) : option Q :=
  match v with
  | Num _ m e => double_of m e
  | Str s => q <- ratio_of s;; guard Z.ltb (Z.abs (Qnum q)) (limit * Zpos (Qden q));; Some q
  | _ => None
  end.
Definition entry_of (v : json) : option Q :=
  guard match v with Num true m e => negb (Z.eqb e 0) || Z.leb (Z.abs m) max_count | _ => true end;; real_of v.
Definition or_null_of A (f : json -> option A) (x : A) (v : json) : option A :=
  match v with Null => Some x | _ => f v end.
(* an optional field *)
Definition opt_of A (f : json -> option A) (k : bytes) (ms : members) : option (option A) :=
  match get k ms with None => Some None | Some v => x <- f v;; Some (Some x) end.
(* a field of which the form alone matters *)
Definition is_formed A (f : json -> option A) (ms : members) (k : bytes) : bool :=
  match get k ms with None => true | Some v => match f v with Some _ => true | None => false end end.

Definition k_record := key "record". Definition k_header := key "header". Definition k_epoch := key "epoch".
Definition k_episode := key "episode". Definition k_end := key "end". Definition k_t := key "t".
Definition k_x := key "x". Definition k_a := key "a". Definition k_r := key "r". Definition k_i := key "i".
Definition k_N := key "N". Definition k_N3 := key "N3". Definition k_pi := key "pi". Definition k_q := key "q_hat".
Definition k_episodes := key "episodes". Definition k_epochs := key "epochs". Definition k_format := key "format".
Definition k_ucrl := key "ucrl-lp-trace". Definition k_version := key "version". Definition k_algorithm := key "algorithm".
Definition k_UCRL := key "UCRL-LP". Definition k_layers := key "layers". Definition k_A := key "A".
Definition k_T := key "T". Definition k_delta := key "delta". Definition k_tolerance := key "tolerance".
Definition k_readings := key "readings". Definition k_R16 := key "R-16". Definition k_solve := key "solve".
Definition k_R3 := key "R-3". Definition k_greedy := key "greedy". Definition k_any := key "any".
Definition k_producer := key "producer".
Definition k_mdp := key "mdp". Definition k_seed := key "seed". Definition k_P := key "P".
Definition k_name := key "name". Definition k_V := key "V".
Definition pair_keys := ["r_bar"; "eps"; "b"; "r_hat"; "r_check"]%string. Definition triple_keys := ["P_bar"; "q_hat"]%string.
Definition number_keys := ["value"; "Lam"]%string.
Definition ks_pair := map key pair_keys. Definition ks_triple := map key triple_keys. Definition ks_number := map key number_keys.
Definition keys_mdp := keys ["P"; "r"]. Definition keys_producer := keys ["name"; "version"].
Definition keys_episode := keys ["record"; "t"; "x"; "a"; "r"].
Definition keys_end := keys ["record"; "episodes"; "epochs"].

(* --- the header *)
Definition r_table := map (fun t => match t with (i, n, cs, b) => (key i, key n, map key cs, b) end) reading_table.
Definition read_reading (m : bytes * json) : option reading :=
  match m with
  | (k, Str c) =>
    t <- find (fun t => beq k (fst (fst (fst t))) || beq k (snd (fst (fst t)))) r_table;;
    guard existsb (beq c) (snd (fst t));; Some (fst (fst (fst t)), c)
  | _ => None
  end.
Fixpoint once (l : list reading) : bool :=
  match l with [] => true | (k, _) :: r => negb (existsb (fun m => beq k (fst m)) r) && once r end.
Definition read_readings (ms : members) : option (list reading) :=
  match get k_readings ms with
  | None => Some []
  | Some (Obj rs) => guard at_most rs r_table;; l <- all_of read_reading rs;; guard once l;; Some l
  | Some _ => None
  end.
(* the choice that the theorem covers, where there is one *)
Definition r_covered : list (bytes * bytes) := flat_map (fun t => match t with
  | (i, _, c :: _, true) => [(i, c)] | _ => [] end) r_table.
Definition is_covered (rd : list reading) : bool :=
  forallb (fun t => forallb (fun r => negb (beq (fst t) (fst r)) || beq (snd t) (snd r)) rd) r_covered.
(* the choice, and the default where there is none *)
Definition pick A (rd : list reading) (id : string) (name : A -> string) (default : A) (all : list A) : option A :=
  match find (fun c => beq (fst c) (key id)) rd with
  | None => Some default
  | Some c => find (fun a => beq (snd c) (key (name a))) all
  end.
Definition choices_of (rd : list reading) : option choices :=
  t <- pick rd "R-1" of_trigger Max1 [Max1; Printed; Printed_inner];;
  l <- pick rd "R-10" of_log Ln [Ln; Log2; Log10];;
  k <- pick rd "R-37" of_radii Radii_printed [Radii_printed; Union; Union_half];;
  c <- pick rd "R-3" of_completion Uniform [Uniform; First_action; Previous; Greedy; Any];;
  Some (Choices t l k c).
Fixpoint triples (X : list Z) (nA : Z) : Z :=
  match X with n :: ((m :: _) as r) => n * nA * m + triples r nA | _ => 0 end.
Definition max_triples : Z := 300000.
Definition default_tolerance := double_of 1 (-7).
Definition text_is (k s : bytes) (ms : members) : bool :=
  match get k ms with Some (Str s') => beq s' s | _ => false end.
Definition one_end (X : list Z) : bool := match X with n :: _ :: _ => Z.eqb n 1 && Z.eqb (last X 0) 1 | _ => false end.
Definition unit_of (v : json) : option Q := q <- real_of v;; guard Qle_bool 0 q && Qle_bool q 1;; Some q.
Definition law_of (n : nat) (v : json) : option (list Q) :=
  row <- list_of n unit_of v;; guard Qeq_bool (sum row) 1;; Some row.
Definition mdp_of X nA (v : json) : option (list (list (list (list Q))) * list (list (list Q))) :=
  match v with
  | Obj ms =>
    guard object_ok keys_mdp ms;;
    vP <- get k_P ms;; P <- layers_of X (fun n m => list_of n (list_of nA (law_of m))) vP;;
    vr <- get k_r ms;; r <- table3_of X nA unit_of vr;; Some (P, r)
  | _ => None
  end.
Definition producer_of (v : json) : option (bytes * bytes) :=
  match v with
  | Obj ms => guard object_ok keys_producer ms;;
    match get k_name ms, get k_version ms with Some (Str n), Some (Str m) => Some (n, m) | _, _ => None end
  | _ => None
  end.
Definition natural_of (v : json) : option Z :=
  match v with Num true n e => guard Z.eqb e 0 && Z.leb 0 n;; Some n | _ => None end.
Definition in_0_1 (q : Q) : bool := Qle_bool 0 q && negb (Qle_bool 1 q).
Definition read_header (v : json) : option (header * list reading) :=
  match v with
  | Obj ms =>
    guard object_ok header_keys ms && text_is k_record k_header ms && text_is k_format k_ucrl ms
      && text_is k_algorithm k_UCRL ms;;
    guard match get k_version ms with Some (Num true n e) => Z.eqb n 1 && Z.eqb e 0 | _ => false end;;
    vl <- get k_layers ms;; X' <- match vl with Arr l => all_of (count_of 1) l | _ => None end;;
    vA <- get k_A ms;; nA' <- count_of 1 vA;;
    guard one_end X' && Z.leb (triples X' nA') max_triples;;
    let X := map Z.to_nat X' in let nA := Z.to_nat nA' in
    vT <- get k_T ms;; T <- count_of 1 vT;;
    vd <- get k_delta ms;; delta <- real_of vd;; guard in_0_1 delta && negb (Qle_bool delta 0);;
    tol <- match get k_tolerance ms with Some vt => real_of vt | None => default_tolerance end;;
    guard in_0_1 tol;;
    rd <- read_readings ms;; ch <- choices_of rd;;
    guard is_formed producer_of ms k_producer && is_formed (or_null_of (mdp_of X nA) ([], [])) ms k_mdp
      && is_formed (or_null_of natural_of 0) ms k_seed;;
    Some (Header X nA T delta tol (existsb (fun c => beq (fst c) k_R16 && beq (snd c) k_solve) rd) ch, rd)
  | _ => None
  end.

(* --- the other records *)
Definition billionth := double_of 1 (-9).
Definition determined (rd : list reading) : bool :=
  forallb (fun c => negb (beq (fst c) k_R3) || negb (beq (snd c) k_greedy || beq (snd c) k_any)) rd.
Section Records.
Variables (hd : header) (rd : list reading).
Notation X := (layers hd).
Notation nA := (hA hd).
(* the policy, and whether the theorem covers its reading *)
Definition read_policy (i : Z) (ms : members) : option (played_policy * bool) :=
  match get k_pi ms with
  | Some v => rows <- table3_of X nA entry_of v;; Some (Pi rows, true)
  | None =>
    v <- get k_q ms;; rows <- table4_of X nA entry_of v;;
    least <- (if has_text v then Some 0%Q else billionth);; Some (Qhat least rows, Z.eqb i 1 || determined rd)
  end.
Definition read_epoch (ms : members) : option (record * bool) :=
  guard object_ok epoch_keys ms;;
  vi <- get k_i ms;; i <- count_of 1 vi;; vt <- get k_t ms;; t <- count_of 1 vt;;
  N <- opt_of (table3_of X nA (count_of 0)) k_N ms;; N3 <- opt_of (table4_of X nA (count_of 0)) k_N3 ms;;
  p <- read_policy i ms;;
  guard forallb (is_formed (table3_of X nA entry_of) ms) ks_pair && forallb (is_formed (table4_of X nA entry_of) ms) ks_triple
    && is_formed (table2_of X (or_null_of entry_of 0%Q)) ms k_V && forallb (is_formed (or_null_of real_of 0%Q) ms) ks_number;;
  Some (REpoch i t (Epoch N N3 (fst p)), snd p).
Definition read_episode (ms : members) : option record :=
  guard object_ok keys_episode ms;;
  let L := L_ hd in let b := beyond hd in let most := Z.of_nat b in
  vt <- get k_t ms;; t <- count_of 1 vt;;
  vx <- get k_x ms;; xs <- list_of L (index_of most b) vx;;
  va <- get k_a ms;; acts <- list_of L (index_of most b) va;;
  vr <- get k_r ms;; rs <- list_of L entry_of vr;;
  Some (REpisode t (combine (combine xs acts) rs)).
Definition read_end (ms : members) : option record :=
  guard object_ok keys_end ms;;
  vn <- get k_episodes ms;; n <- count_of 0 vn;; vm <- get k_epochs ms;; m <- count_of 1 vm;; Some (REnd n m).
Definition sure (r : option record) : option (record * bool) := match r with Some r => Some (r, true) | None => None end.
Definition read_record (v : json) : option (record * bool) :=
  match v with
  | Obj ms =>
    match get k_record ms with
    | Some (Str s) =>
      if beq s k_episode then sure (read_episode ms) else if beq s k_epoch then read_epoch ms
      else if beq s k_end then sure (read_end ms) else None
    | _ => None
    end
  | _ => None
  end.
End Records.

(* --- soundness *)
Lemma get_in k ms v : get k ms = Some v -> In (k, v) ms.
Proof.
induction ms as [|[k' v'] ms IH]; cbn; [discriminate|].
destruct (beq k k') eqn:E; [|now auto]. apply beq_true in E. subst. intros H. injection H as ->. now left.
Qed.
Lemma get_none k ms : get k ms = None -> ~ In k (map fst ms).
Proof.
induction ms as [|[k' v'] ms IH]; cbn; [auto|].
destruct (beq k k') eqn:E; [discriminate|]. intros H [X|X]; [|now apply IH].
subst. assert (Y := proj2 (beq_true k k) eq_refl). congruence.
Qed.
Lemma existsb_beq k (l : list bytes) : existsb (beq k) l = true -> In k l.
Proof. intros H. apply existsb_exists in H as [x [I E]]. apply beq_true in E. now subst. Qed.
Lemma not_in_fst A k (r : list (bytes * A)) : existsb (fun m => beq k (fst m)) r = false -> ~ In k (map fst r).
Proof.
intros E H. apply in_map_iff in H as [m [Em I]]. assert (X : existsb (fun m => beq k (fst m)) r = true).
{ apply existsb_exists. exists m. split; [exact I|]. now apply beq_true. } congruence.
Qed.
Lemma object_ok_ok known ms : object_ok known ms = true -> object known ms.
Proof.
unfold object_ok. intros H. apply andb_prop in H as [H1 H2]. apply andb_prop in H1 as [_ H1]. split.
- clear H1. induction ms as [|[k v] ms IH]; cbn in *; constructor.
  + apply andb_prop in H2 as [H2 _]. apply negb_true_iff in H2. now apply not_in_fst.
  + apply IH. now apply andb_prop in H2.
- intros k I. apply in_map_iff in I as [m [<- I]]. rewrite forallb_forall in H1. now apply existsb_beq, H1.
Qed.
Lemma once_ok l : once l = true -> NoDup (map fst l).
Proof.
induction l as [|[k v] l IH]; cbn; [constructor|]. intros H. apply andb_prop in H as [H1 H2].
apply negb_true_iff in H1. constructor; [now apply not_in_fst|auto].
Qed.
Lemma all_acc_ok A B (f : A -> option B) (R : A -> B -> Prop) : (forall v x, f v = Some x -> R v x) ->
  forall l acc xs, all_acc f l acc = Some xs -> exists ys, xs = rev acc ++ ys /\ Forall2 R l ys.
Proof.
intros H. induction l as [|v l IH]; cbn; intros acc xs E.
- exists []. injection E as <-. rewrite rev'_rev, app_nil_r. split; [reflexivity|constructor].
- destruct (f v) eqn:F; [|discriminate]. destruct (IH _ _ E) as [ys [-> G]]. exists (b :: ys). cbn.
  rewrite <- app_assoc. split; [reflexivity|constructor; auto].
Qed.
Lemma all_of_ok A B (f : A -> option B) (R : A -> B -> Prop) : (forall v x, f v = Some x -> R v x) ->
  forall l xs, all_of f l = Some xs -> Forall2 R l xs.
Proof. intros H l xs E. destruct (all_acc_ok H E) as [ys [-> F]]. exact F. Qed.
Lemma list_of_ok A n (f : json -> option A) (R : json -> A -> Prop) : (forall v x, f v = Some x -> R v x) ->
  forall v xs, list_of n f v = Some xs -> listed n R v xs.
Proof.
intros H v xs E. destruct v; try discriminate. unfold list_of in E. destruct (Nat.eqb_spec (List.length l) n); [|discriminate].
exists l. split; [reflexivity|]. split; [assumption|]. now apply all_of_ok with (1 := H).
Qed.
Lemma layers_of_ok A X (f : nat -> nat -> json -> option A) (R : nat -> nat -> json -> A -> Prop) :
  (forall n m v x, f n m v = Some x -> R n m v x) -> forall v xs, layers_of X f v = Some xs -> layered X R v xs.
Proof.
intros H v xs E. destruct v; try discriminate. exists l. split; [reflexivity|]. cbn in E.
revert l xs E. induction X as [|n X IH]; intros vs xs E; [destruct vs; discriminate|].
destruct X as [|m X]; destruct vs as [|v vs]; try discriminate; [injection E as <-; exact I|].
change ((x <- f n m v;; ys <- each_layer f (m :: X) vs;; Some (x :: ys)) = Some xs) in E.
destruct (f n m v) eqn:F; [|discriminate]. destruct (each_layer f (m :: X) vs) eqn:G; [|discriminate].
injection E as <-. split; [now apply H|now apply IH].
Qed.
Lemma table2_ok A X (f : json -> option A) (R : json -> A -> Prop) : (forall v x, f v = Some x -> R v x) ->
  forall v xs, table2_of X f v = Some xs -> table2 X R v xs.
Proof. intros H. apply layers_of_ok. intros n m. now apply list_of_ok. Qed.
Lemma table3_ok A X nA (f : json -> option A) (R : json -> A -> Prop) : (forall v x, f v = Some x -> R v x) ->
  forall v xs, table3_of X nA f v = Some xs -> table3 X nA R v xs.
Proof. intros H. apply layers_of_ok. intros n m. now do 2 apply list_of_ok. Qed.
Lemma table4_ok A X nA (f : json -> option A) (R : json -> A -> Prop) : (forall v x, f v = Some x -> R v x) ->
  forall v xs, table4_of X nA f v = Some xs -> table4 X nA R v xs.
Proof. intros H. apply layers_of_ok. intros n m. now do 3 apply list_of_ok. Qed.
Lemma or_null_ok A (f : json -> option A) x (R : json -> A -> Prop) : (forall v x, f v = Some x -> R v x) ->
  forall v y, or_null_of f x v = Some y -> or_null R v y.
Proof. intros H v y E. destruct v; try (apply Or_value, H, E). apply Or_null. Qed.
Lemma has_get_unique known ms k v v' : object known ms -> get k ms = Some v' -> In (k, v) ms -> v = v'.
Proof.
intros [N _] G. induction ms as [|[k0 v0] ms IH]; cbn in *; [discriminate|]. inversion N as [|? ? I N']; subst.
intros [E|E].
- injection E as -> ->. rewrite (proj2 (beq_true k k) eq_refl) in G. congruence.
- destruct (beq k k0) eqn:B; [|now apply IH]. apply beq_true in B. subst. elim I. now apply (in_map fst) in E.
Qed.
Lemma formed_ok A (f : json -> option A) (R : json -> A -> Prop) known ms s k : k = key s -> object known ms ->
  (forall v x, f v = Some x -> R v x) -> is_formed f ms k = true -> formed ms s R.
Proof.
intros -> O H E v I. unfold is_formed in E. destruct (get (key s) ms) as [w|] eqn:G.
- assert (V := has_get_unique O G I). subst w. destruct (f v) as [x|] eqn:F; [|discriminate]. exists x. auto.
- apply get_none in G. elim G. now apply (in_map fst) in I.
Qed.
Lemma all_formed_ok A (f : json -> option A) (R : json -> A -> Prop) known ms l : object known ms ->
  (forall v x, f v = Some x -> R v x) -> forallb (is_formed f ms) (map key l) = true ->
  forall s, In s l -> formed ms s R.
Proof.
intros O H E s I. rewrite forallb_forall in E. apply (formed_ok (k := key s) (f := f) eq_refl O H). apply E. now apply in_map.
Qed.
Lemma opt_ok A (f : json -> option A) (R : json -> A -> Prop) s k : k = key s -> (forall v x, f v = Some x -> R v x) ->
  forall ms o, opt_of f k ms = Some o -> optional ms s R o.
Proof.
intros -> H ms o. unfold opt_of. destruct (get (key s) ms) as [v|] eqn:G.
- destruct (f v) eqn:F; [|discriminate]. intros E. injection E as <-. exists v. split; [now apply get_in|auto].
- intros E. injection E as <-. now apply get_none.
Qed.
Lemma count_ok least v n : count_of least v = Some n -> count least v n.
Proof.
destruct v as [| |[] m e| | |]; try discriminate. cbn. destruct (_ && _)%bool eqn:E; [|discriminate].
intros H. injection H as <-. apply andb_prop in E as [E E3]. apply andb_prop in E as [E1 E2].
apply Z.eqb_eq in E1. subst e. constructor. split; now apply Z.leb_le.
Qed.
Lemma index_ok hd v n : index_of (Z.of_nat (beyond hd)) (beyond hd) v = Some n -> index hd v n.
Proof.
unfold index_of, index. generalize (beyond hd). intros b. destruct v as [| |[] m e| | |]; try discriminate.
destruct (Z.eqb_spec e 0) as [->|]; [|discriminate].
intros E. apply Some_inj in E. subst n. exists m. split; [reflexivity|].
destruct (Z.leb_spec 0 m), (Z.leb_spec m (Z.of_nat b)); cbn [andb]; lia.
Qed.
Lemma natural_ok l n : natural l = Some n -> exists ds, whole_part l ds /\ n = value_of ds.
Proof.
unfold natural. destruct (Nat.leb _ _); [|discriminate]. destruct (all_of digit l) as [ds|] eqn:A; [|discriminate].
apply all_of_ok with (R := fun c d => digit c = Some d) in A; [|auto].
destruct A as [|c d l ds E A]; [discriminate|]. destruct A as [|c' d' l ds E' A].
- intros H. injection H as <-. exists [d]. split; [|reflexivity]. destruct (Z.eq_dec d 0) as [->|N].
  + assert (c = "0"%byte) as -> by (destruct c; try discriminate; reflexivity). constructor.
  + constructor; auto. constructor.
- destruct (Z.eqb_spec d 0) as [->|N]; [discriminate|]. intros H. apply Some_inj in H. subst n.
  exists (d :: d' :: ds). split; [|reflexivity]. constructor; auto. now constructor.
Qed.
Lemma is_slash_ok c : is_slash c = true <-> c = "/"%byte.
Proof. split; [|now intros ->]. destruct c; (reflexivity || discriminate). Qed.
Lemma split_ok l : l = match split l with (p, None) => p | (p, Some q) => p ++ "/"%byte :: q end.
Proof.
induction l as [|c l IH]; [reflexivity|].
cbn [split]. destruct (is_slash c) eqn:S; [apply is_slash_ok in S; now subst|].
destruct (split l) as [p [q|]]; cbn; congruence.
Qed.
Lemma signed_ok l : exists g, sign g (fst (signed l)) /\ l = g ++ snd (signed l).
Proof.
destruct l as [|c l]; [exists []; split; [constructor|reflexivity]|].
destruct c; try (exists []; split; [constructor|reflexivity]). exists ["-"%byte]. split; [constructor|reflexivity].
Qed.
Lemma ratio_ok l q : ratio_of l = Some q -> exists p, ratio l p /\ (p == q)%Q.
Proof.
unfold ratio_of. assert (L := split_ok l). destruct (split l) as [p o]. assert (G := signed_ok p).
destruct (signed p) as [s p']. cbn in G. destruct G as [g [G ->]].
destruct (natural p') as [n|] eqn:N; [|discriminate]. apply natural_ok in N as [ds [W ->]].
destruct o as [d|].
- destruct (natural d) as [m|] eqn:M; [|discriminate]. apply natural_ok in M as [ds' [W' ->]].
  destruct (Z.ltb_spec 0 (value_of ds')) as [P|]; [|discriminate]. intros H. apply Some_inj in H.
  exists (Qmake (s * value_of ds) (Z.to_pos (value_of ds'))). split; [|rewrite <- H; symmetry; apply Qred_correct].
  subst l. rewrite <- app_assoc. now constructor.
- intros H. apply Some_inj in H. exists q. split; [|reflexivity]. subst. now constructor.
Qed.
Ltac opt := repeat match goal with
  | H : match ?e with Some _ => _ | None => None end = Some _ |- _ => let E := fresh "E" in destruct e eqn:E; [|discriminate H]
  | H : (if ?b then _ else None) = Some _ |- _ => let G := fresh "G" in destruct b eqn:G; [|discriminate H]
  end.
Lemma real_ok v q : real_of v = Some q -> real v q.
Proof.
destruct v; try discriminate; cbn [real_of]; intros H.
- constructor. now apply double_of_ok.
- opt. apply Some_inj in H. subst q0. apply ratio_ok in E as [p [R E]]. now apply Real_text with p.
Qed.
Lemma entry_ok v q : entry_of v = Some q -> entry v q.
Proof.
unfold entry_of. intros H. opt. split; [now apply real_ok|]. intros n ->. cbn in G. now apply Z.leb_le.
Qed.
Lemma unit_ok v q : unit_of v = Some q -> unit_ v q.
Proof.
unfold unit_of. intros H. opt. apply Some_inj in H. subst q0. apply andb_prop in G as [G1 G2].
split; [now apply real_ok|]. split; now apply Qle_bool_iff.
Qed.
Lemma law_ok n v row : law_of n v = Some row -> law n v row.
Proof.
unfold law_of. intros H. opt. apply Some_inj in H. subst l. split; [|now apply Qeq_bool_iff].
revert E. apply list_of_ok, unit_ok.
Qed.
Lemma mdp_ok X nA v PR : mdp_of X nA v = Some PR -> mdp X nA v PR.
Proof.
unfold mdp_of. destruct v; try discriminate. intros H. opt. apply Some_inj in H. subst PR.
exists l, j, j0. split; [reflexivity|]. split; [now apply object_ok_ok|]. split; [now apply get_in|]. split; [now apply get_in|]. split.
- revert E0. apply layers_of_ok. intros n m. do 2 apply list_of_ok. exact (@law_ok m).
- revert E2. apply table3_ok, unit_ok.
Qed.
Lemma producer_ok v nv : producer_of v = Some nv -> producer v nv.
Proof.
unfold producer_of. destruct v; try discriminate. intros H. destruct (object_ok keys_producer l) eqn:G; [|discriminate].
destruct (get k_name l) as [w|] eqn:E1; [|discriminate]. destruct w; try discriminate.
destruct (get k_version l) as [w|] eqn:E2; [|discriminate]. destruct w; try discriminate.
injection H as <-. exists l. split; [reflexivity|]. split; [now apply object_ok_ok|]. split; now apply get_in.
Qed.
Lemma natural_of_ok v n : natural_of v = Some n -> natural_number v n.
Proof.
destruct v as [| |[] m e| | |]; try discriminate. cbn. intros H. opt. apply Some_inj in H. subst m.
apply andb_prop in G as [G1 G2]. apply Z.eqb_eq in G1. subst e. split; [reflexivity|now apply Z.leb_le].
Qed.
Lemma reading_ok m r : read_reading m = Some r -> reading_of m r.
Proof.
destruct m as [k v]. unfold read_reading. destruct v; try discriminate. intros H. opt.
destruct p as [[[id name] cs] b]. cbn [fst snd] in *. apply find_some in E as [I B]. cbn [fst snd] in B.
apply Some_inj in H. subst r. unfold r_table in I. apply in_map_iff in I as [[[[id' name'] cs'] b'] [X I]].
injection X as <- <- <- <-. apply existsb_beq in G. apply in_map_iff in G as [c [<- C]].
apply orb_prop in B as [B|B]; apply beq_true in B; subst k; apply (Reading I); auto.
Qed.
Lemma is_covered_ok rd : is_covered rd = true -> covered rd.
Proof.
unfold is_covered. rewrite forallb_forall. intros H id name c choices I c' I'.
assert (J : In (key id, key c) r_covered).
{ unfold r_covered. apply in_flat_map. exists (key id, key name, key c :: map key choices, true). split; [|now left].
  unfold r_table. apply in_map_iff. exists (id, name, c :: choices, true). split; [reflexivity|exact I]. }
specialize (H _ J). rewrite forallb_forall in H. specialize (H _ I'). cbn [fst snd] in H.
rewrite (proj2 (beq_true (key id) (key id)) eq_refl) in H. cbn [negb orb] in H. symmetry. now apply beq_true.
Qed.
Lemma in_0_1_ok q : in_0_1 q = true -> (0 <= q < 1)%Q.
Proof.
unfold in_0_1. intros H. apply andb_prop in H as [H1 H2]. split; [now apply Qle_bool_iff|].
apply Qnot_le_lt. intros N. apply Qle_bool_iff in N. now rewrite N in H2.
Qed.
Lemma text_is_ok k s ms : text_is (key k) s ms = true -> has ms k (Str s).
Proof.
unfold text_is. destruct (get (key k) ms) as [v|] eqn:E; [|discriminate]. destruct v; try discriminate.
intros B. apply beq_true in B. subst. now apply get_in.
Qed.
Lemma sizes_ok l X : all_of (count_of 1) l = Some X -> Forall2 size l (map Z.to_nat X).
Proof.
intros H. apply all_of_ok with (R := count 1) in H; [|apply count_ok].
induction H as [|v n l X C H IH]; constructor; [|exact IH]. unfold size. rewrite Z2Nat.id; [exact C|]. inversion C; lia.
Qed.
Lemma pick_ok A rd id (name : A -> string) default l a : pick rd id name default l = Some a ->
  chosen rd id (name default) (name a).
Proof.
unfold pick, chosen. destruct (find (fun c => beq (fst c) (key id)) rd) as [[k c]|] eqn:E; intros H.
- left. apply find_some in E as [I B]. cbn in B. apply beq_true in B. subst k.
  apply find_some in H as [_ B]. cbn in B. apply beq_true in B. now subst c.
- right. apply Some_inj in H. subst a. split; [reflexivity|]. intros I. apply in_map_iff in I as [c [Ec I]].
  assert (B := find_none _ _ E _ I). cbn in B. rewrite Ec in B.
  now rewrite (proj2 (beq_true (key id) (key id)) eq_refl) in B.
Qed.
Lemma choices_ok rd ch : choices_of rd = Some ch -> chosen_all rd ch.
Proof.
unfold choices_of. intros H. opt. apply Some_inj in H. subst ch.
apply pick_ok in E, E0, E1, E2. repeat (split; try assumption).
Qed.
Theorem read_header_ok v hd rd : read_header v = Some (hd, rd) -> says_header v hd rd.
Proof.
destruct v as [| | | | |ms]; try discriminate. unfold read_header. intros H.
destruct (_ && _ && _ && _)%bool eqn:G in H; [|discriminate H]. destruct (match get k_version ms with Some _ => _ | None => _ end) eqn:GV; [|discriminate H].
destruct (get k_layers ms) as [vl|] eqn:El; [|discriminate H].
destruct (match vl with Arr _ => _ | _ => _ end) as [X'|] eqn:EX; [|discriminate H].
destruct (get k_A ms) as [vA|] eqn:EA; [|discriminate H]. destruct (count_of 1 vA) as [nA'|] eqn:CA; [|discriminate H].
destruct (one_end X' && _) eqn:GE; [|discriminate H]. cbv zeta in H.
destruct (get k_T ms) as [vT|] eqn:ET; [|discriminate H]. destruct (count_of 1 vT) as [T|] eqn:CT; [|discriminate H].
destruct (get k_delta ms) as [vd|] eqn:Ed; [|discriminate H]. destruct (real_of vd) as [delta|] eqn:Rd; [|discriminate H].
destruct (in_0_1 delta && _) eqn:Gd; [|discriminate H].
destruct (match get k_tolerance ms with Some _ => _ | None => _ end) as [tol|] eqn:Et; [|discriminate H].
destruct (in_0_1 tol) eqn:Gt; [|discriminate H].
destruct (read_readings ms) as [l|] eqn:El2; [|discriminate H]. destruct (choices_of l) as [ch|] eqn:Ec; [|discriminate H].
destruct (_ && _ && _)%bool eqn:GF in H; [|discriminate H].
apply Some_inj in H. injection H as <- <-.
apply andb_prop in G as [G Ga]. apply andb_prop in G as [G Gf]. apply andb_prop in G as [Go Gr].
apply andb_prop in GF as [GF Gs]. apply andb_prop in GF as [Gp Gm]. apply object_ok_ok in Go.
destruct vl as [| | | |lX|]; try discriminate. apply sizes_ok in EX.
eapply Says_header; try (apply get_in; eassumption); try (apply text_is_ok; assumption).
- exact Go.
- destruct (get k_version ms) as [v|] eqn:V; [|discriminate]. destruct v as [| |[] nn ee| | |]; try discriminate.
  apply andb_prop in GV as [GV1 GV2]. apply Z.eqb_eq in GV1, GV2. subst. now apply get_in.
- exists lX. split; [reflexivity|]. split; [|exact EX]. clear - EX. induction EX; cbn; congruence.
- apply count_ok in CA. unfold size. rewrite Z2Nat.id; [exact CA|]. inversion CA; lia.
- now apply count_ok.
- now apply real_ok.
- destruct (get k_tolerance ms) as [v|] eqn:V.
  + left. exists v. split; [now apply get_in|now apply real_ok].
  + right. split; [now apply get_none|]. now apply double_of_ok in Et.
- now apply in_0_1_ok.
- unfold read_readings in El2. destruct (get k_readings ms) as [v|] eqn:V.
  + destruct v as [| | | | |rs]; try discriminate. destruct (at_most rs r_table); [|discriminate].
    destruct (all_of read_reading rs) as [l'|] eqn:E9; [|discriminate]. destruct (once l') eqn:O; [|discriminate].
    apply Some_inj in El2. subst l'.
    apply Readings with rs; [now apply get_in| |now apply once_ok]. revert E9. apply all_of_ok, reading_ok.
  + apply Some_inj in El2. subst. constructor. now apply get_none.
- now apply (formed_ok (k := k_producer) (f := producer_of) eq_refl Go producer_ok).
- refine (formed_ok (k := k_mdp) eq_refl Go _ Gm). apply or_null_ok, mdp_ok.
- refine (formed_ok (k := k_seed) eq_refl Go _ Gs). apply or_null_ok, natural_of_ok.
- rewrite existsb_exists. split.
  + intros [[a b] [I B]]. cbn in B. apply andb_prop in B as [B1 B2]. apply beq_true in B1, B2. now subst.
  + intros I. exists (key "R-16", key "solve"). split; [exact I|]. reflexivity.
- now apply choices_ok.
Qed.
Section Sound.
Variables (hd : header) (rd : list reading).
Lemma policy_ok i ms p : read_policy hd rd i ms = Some (p, true) -> says_policy hd rd i ms p.
Proof.
unfold read_policy. destruct (get k_pi ms) as [v|] eqn:P; intros H; opt; apply Some_inj in H.
- injection H as <-. apply Says_pi with v; [now apply get_in|]. revert E. apply table3_ok, entry_ok.
- injection H as <- G. apply Says_q with j; [now apply get_none|now apply get_in| | |].
  + revert E0. apply table4_ok, entry_ok.
  + apply orb_prop in G as [G|G]; [left; now apply Z.eqb_eq|right]. intros c I.
    unfold determined in G. rewrite forallb_forall in G. apply G in I. cbn in I. apply negb_true_iff, orb_false_iff in I as [I1 I2].
    split; intros ->; discriminate.
  + destruct (has_text j); [congruence|]. now apply double_of_ok in E1.
Qed.
Theorem read_record_ok v r : read_record hd rd v = Some (r, true) -> says hd rd v r.
Proof.
destruct v as [| | | | |ms]; try discriminate. unfold read_record.
destruct (get k_record ms) as [v|] eqn:R; [|discriminate]. destruct v as [| | |s| |]; try discriminate.
apply get_in in R.
assert (K : forall o, sure o = Some (r, true) -> o = Some r) by (intros [x|] H; [now injection H as ->|discriminate]).
destruct (beq s k_episode) eqn:B1; [apply beq_true in B1; subst s|
  destruct (beq s k_epoch) eqn:B2; [apply beq_true in B2; subst s|
  destruct (beq s k_end) eqn:B3; [apply beq_true in B3; subst s|discriminate]]].
- intros H. apply K in H. unfold read_episode in H. opt. apply Some_inj in H. subst r.
  eapply Says_episode; try (apply get_in; eassumption); try exact R; try (now apply object_ok_ok); try (now apply count_ok).
  + revert E2. apply list_of_ok, index_ok.
  + revert E4. apply list_of_ok, index_ok.
  + revert E6. apply list_of_ok, entry_ok.
- unfold read_epoch. intros H. opt. apply Some_inj in H. injection H as <- Hp. destruct p as [p b]. cbn [fst snd] in *. subst b.
  apply object_ok_ok in G. apply andb_prop in G0 as [G0 Gn]. apply andb_prop in G0 as [G0 Gv]. apply andb_prop in G0 as [G3 G4].
  eapply Says_epoch; try (apply get_in; eassumption); try exact R; try (now apply count_ok).
  + exact G.
  + revert E3. apply opt_ok; [reflexivity|]. apply table3_ok, count_ok.
  + revert E4. apply opt_ok; [reflexivity|]. apply table4_ok, count_ok.
  + now apply policy_ok.
  + refine (all_formed_ok G _ G3). apply table3_ok, entry_ok.
  + refine (all_formed_ok G _ G4). apply table4_ok, entry_ok.
  + refine (formed_ok (k := k_V) eq_refl G _ Gv). apply table2_ok, or_null_ok, entry_ok.
  + refine (all_formed_ok G _ Gn). apply or_null_ok, real_ok.
- intros H. apply K in H. unfold read_end in H. opt. apply Some_inj in H. subst r.
  eapply Says_end; try (apply get_in; eassumption); try exact R; try (now apply object_ok_ok); try (now apply count_ok).
Qed.
End Sound.
