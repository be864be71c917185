(* The machine reads only what the grammar says. *)
Require Import ZArith List Lia Bool.
From Coq.Init Require Import Byte.
Require Import UCRLLP.judge.JsonGrammar UCRLLP.judge.JsonMachine.
Import ListNotations.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope Z_scope.
Local Open Scope bool_scope.

(* --- classes *)
Lemma class_spec c : match class c with
  | Cdigit d => digit c = Some d | Cspace => c = " "%byte | Ctab => c = x09 \/ c = x0d | Cquote => c = """"%byte
  | Ccomma => c = ","%byte | Ccolon => c = ":"%byte | Clist => c = "["%byte | Cobj => c = "{"%byte
  | Cendlist => c = "]"%byte | Cendobj => c = "}"%byte | Cminus => c = "-"%byte | Cplus => c = "+"%byte
  | Cdot => c = "."%byte | Cexp => c = "e"%byte \/ c = "E"%byte | Cback => c = "\"%byte | Cplain | Chigh | Cbad => True end.
Proof. destruct c; cbn; auto. Qed.
Lemma class_space c : match class c with Cspace | Ctab => In c [" "; x09; x0d]%byte | _ => True end.
Proof. generalize (class_spec c); destruct (class c); cbn; intuition. Qed.
Ltac cls c := let S := fresh "S" in let W := fresh "W" in
  generalize (class_spec c) (class_space c); destruct (class c); intros S W; try discriminate.

Lemma space_snoc w c : space w -> In c [" "; x09; x0d]%byte -> space (w ++ [c]).
Proof. intros H I. apply Forall_app. split; auto. Qed.
Lemma digits_snoc l ds c d : digits l ds -> digit c = Some d -> digits (l ++ [c]) (ds ++ [d]).
Proof. intros H E. apply Forall2_app; auto. Qed.
Lemma value_snoc ds d : value_of (ds ++ [d]) = 10 * value_of ds + d.
Proof. unfold value_of. now rewrite fold_left_app. Qed.
Lemma rev'_rev A (l : list A) : rev' l = rev l.
Proof. unfold rev'. now rewrite <- rev_alt. Qed.

(* --- strings *)
Lemma beq_true s t : beq s t = true <-> s = t.
Proof.
revert t. induction s as [|c s IH]; destruct t as [|d t]; cbn; try (split; congruence).
destruct (Byte.eqb c d) eqn:E.
- apply Byte.byte_dec_bl in E. subst d. rewrite IH. split; congruence.
- split; [discriminate|]. intros H. injection H as -> ->. exfalso.
  assert (X := Byte.byte_dec_lb (eq_refl d)). congruence.
Qed.
Lemma byte_eqb c d : Byte.eqb c d = true -> c = d.
Proof. apply Byte.byte_dec_bl. Qed.
Lemma is_scalar_ok u : is_scalar u = true <-> scalar u.
Proof.
unfold is_scalar, scalar. rewrite orb_true_iff, !andb_true_iff, !Z.leb_le, !Z.ltb_lt. reflexivity.
Qed.
Lemma plain_ascii c : match class c with Cquote | Cback | Cbad | Ctab | Chigh => True | _ => character [c] [c] end.
Proof.
assert (P : utf8 (code c) = [c] -> scalar (code c) -> 32 <= code c -> code c <> 34 -> code c <> 92 -> character [c] [c]).
{ intros E S L N1 N2. generalize (Plain S L N1 N2). now rewrite E. }
destruct c; try exact I; apply P; try reflexivity; try (left; split; [discriminate|reflexivity]); discriminate.
Qed.
Lemma unescaped_ok c d : unescaped c = Some d -> In (c, d) escapes.
Proof.
unfold unescaped. destruct (find _ _) as [[a b]|] eqn:F; [|discriminate]. intros H. injection H as <-.
apply find_some in F as [I E]. apply byte_eqb in E. cbn in E. now subst.
Qed.

(* the digits of a number of base 16 *)
Definition hexes (l : bytes) (u : Z) :=
  exists ds, Forall2 (fun c d => hex c = Some d) l ds /\ u = fold_left (fun v d => 16 * v + d) ds 0.
Lemma hexes_snoc l u c d : hexes l u -> hex c = Some d -> hexes (l ++ [c]) (16 * u + d).
Proof.
intros [ds [F ->]] E. exists (ds ++ [d]). split; [apply Forall2_app; auto|]. now rewrite fold_left_app.
Qed.
Lemma hexes_4 l u : hexes l u -> length l = 4%nat -> hex4 l u.
Proof.
intros [ds [F ->]] N. do 4 (destruct F as [|? ? ? ? ? F]; [discriminate|]). destruct F; [|discriminate].
cbn [fold_left]. now constructor.
Qed.
Definition first_half (l : bytes) (h : Z) := hex4 l h /\ 55296 <= h < 56320.
(* the bytes of an unfinished string, what is complete of it, last first, and the state *)
Inductive spelled : bytes -> bytes -> lex -> Prop :=
  | Sp_between l s : text l (rev s) -> spelled l s Between
  | Sp_within l s more u b : text l (rev s) -> spelled (l ++ rev b) s (Within more u b)
  | Sp_backslash l s : text l (rev s) -> spelled (l ++ ["\"%byte]) s Backslash
  | Sp_digits l s n u q : text l (rev s) -> hexes q u -> (length q + n = 3)%nat ->
      spelled (l ++ "\"%byte :: "u"%byte :: q) s (Digits4 n u None)
  | Sp_digits_low l s n u q r h : text l (rev s) -> first_half r h -> hexes q u -> (length q + n = 3)%nat ->
      spelled (l ++ "\"%byte :: "u"%byte :: r ++ "\"%byte :: "u"%byte :: q) s (Digits4 n u (Some h))
  | Sp_low l s r h : text l (rev s) -> first_half r h -> spelled (l ++ "\"%byte :: "u"%byte :: r) s (Low h)
  | Sp_low_u l s r h : text l (rev s) -> first_half r h ->
      spelled (l ++ "\"%byte :: "u"%byte :: r ++ ["\"%byte]) s (Low_u h).
Lemma put_ok l s m u : text l (rev s) -> character m (utf8 u) ->
  match put s u with Closed _ => False | Open s' x => spelled (l ++ m) s' x | Broken => False end.
Proof.
intros T C. unfold put. constructor. rewrite rev'_rev, rev_app_distr, rev_involutive. now constructor.
Qed.
Lemma in_text_ok l s u c : spelled l s u ->
  match in_text s u c with
  | Closed s' => s' = s /\ c = """"%byte /\ text l (rev s)
  | Open s' u' => spelled (l ++ [c]) s' u'
  | Broken => True
  end.
Proof.
assert (nil : hexes [] 0) by (exists []; split; [constructor|reflexivity]).
intros [l' s' T|l' s' more n b T|l' s' T|l' s' n v q T H N|l' s' n v q r h T F H N|l' s' r h T F|l' s' r h T F].
- generalize (class_spec c) (plain_ascii c). unfold in_text. destruct (class c); intros S P; trivial;
    try (constructor; simpl; now constructor).
  + subst. now constructor.
  + repeat (destruct (Z.ltb _ _); trivial); apply (@Sp_within l' s' _ _ [c] T).
- unfold in_text. destruct (_ && _) eqn:B; trivial. destruct more as [[|] more].
  + rewrite <- app_assoc. apply (@Sp_within l' s' _ _ (c :: b) T).
  + destruct (_ && _ && _) eqn:E; trivial. apply andb_prop in E as [E1 E2]. apply andb_prop in E1 as [E0 E1].
    apply beq_true in E2. apply Z.leb_le in E1. apply is_scalar_ok in E0. unfold z128, z64 in *.
    rewrite rev'_rev in E2. apply (f_equal (@rev _)) in E2. rewrite rev_involutive in E2.
    rewrite <- app_assoc. change (rev b ++ [c]) with (rev (c :: b)).
    assert (C : character (rev (c :: b)) (utf8 (64 * n + (code c - 128)))).
    { rewrite <- E2. apply Plain; try assumption; lia. }
    assert (X := put_ok T C). unfold put in *. exact X.
- unfold in_text. destruct (unescaped c) as [d|] eqn:E.
  + rewrite <- app_assoc. constructor. simpl. constructor; [exact T|]. apply Escaped. now apply unescaped_ok.
  + destruct (Byte.eqb c x75) eqn:U; trivial. apply byte_eqb in U. subst c. rewrite <- app_assoc.
    exact (@Sp_digits l' s' 3 0 [] T nil eq_refl).
- unfold in_text. destruct (hex c) as [d|] eqn:E; trivial. assert (H' := hexes_snoc H E). unfold z16.
  rewrite <- app_assoc. cbn [app]. destruct n as [|n].
  + assert (H4 : hex4 (q ++ [c]) (16 * v + d)) by (apply hexes_4; [exact H'|rewrite app_length; cbn; lia]).
    destruct (is_scalar _) eqn:S.
    * apply is_scalar_ok in S. assert (X := put_ok T (Escaped_u H4 S)). unfold put in *. exact X.
    * destruct (_ && _) eqn:B; trivial. apply andb_prop in B as [B1 B2]. apply Z.leb_le in B1. apply Z.ltb_lt in B2.
      constructor; [exact T|]. now split.
  + constructor; [exact T|exact H'|rewrite app_length; cbn; lia].
- unfold in_text. destruct (hex c) as [d|] eqn:E; trivial. assert (H' := hexes_snoc H E). unfold z16.
  rewrite <- app_assoc. cbn [app]. rewrite <- app_assoc. cbn [app]. destruct n as [|n].
  + assert (H4 : hex4 (q ++ [c]) (16 * v + d)) by (apply hexes_4; [exact H'|rewrite app_length; cbn; lia]).
    destruct (_ && _) eqn:B; trivial. apply andb_prop in B as [B1 B2]. apply Z.leb_le in B1. apply Z.ltb_lt in B2.
    destruct F as [F1 F2]. assert (X := put_ok T (Escaped_pair F1 F2 H4 (conj B1 B2))). unfold put in *. exact X.
  + constructor; [exact T|exact F|exact H'|rewrite app_length; cbn; lia].
- unfold in_text. destruct (Byte.eqb c x5c) eqn:U; trivial. apply byte_eqb in U. subst c. rewrite <- app_assoc.
  cbn [app]. now constructor.
- unfold in_text. destruct (Byte.eqb c x75) eqn:U; trivial. apply byte_eqb in U. subst c. rewrite <- app_assoc.
  cbn [app]. rewrite <- app_assoc. exact (@Sp_digits_low l' s' 3 0 [] r h T F nil eq_refl).
Qed.

(* --- what a prefix of a line is *)
Inductive items : bytes -> list json -> Prop :=
  | I_nil : items [] []
  | I_snoc q vs l v : items q vs -> element l v -> items (q ++ l ++ [","%byte]) (v :: vs).
Inductive mitems : bytes -> list (bytes * json) -> Prop :=
  | MI_nil : mitems [] []
  | MI_snoc q ms l s v : mitems q ms -> member l s v -> mitems (q ++ l ++ [","%byte]) ((s, v) :: ms).
Inductive opened : bytes -> list (bytes * json) -> Prop :=
  | Opened w q ms : space w -> mitems q ms -> opened (w ++ "{"%byte :: q) ms.
Inductive stacked : bytes -> stack -> Prop :=
  | St_nil : stacked [] []
  | St_arr p k w q vs : stacked p k -> space w -> items q vs -> stacked (p ++ w ++ "["%byte :: q) (InArr vs :: k)
  | St_obj p k q ms w t s w' : stacked p k -> opened q ms -> space w -> text t s -> space w' ->
      stacked (p ++ q ++ w ++ """"%byte :: t ++ """"%byte :: w' ++ [":"%byte]) (InObj ms s :: k).

Inductive numeral : bytes -> (stack -> state) -> Prop :=
  | N_minus : numeral ["-"%byte] Minus
  | N_zero g s : sign g s -> numeral (g ++ ["0"%byte]) (Zero s)
  | N_whole g s l ds : sign g s -> whole_part l ds -> ds <> [0] -> numeral (g ++ l) (Whole s (value_of ds))
  | N_point g s l ds : sign g s -> whole_part l ds -> numeral (g ++ l ++ ["."%byte]) (Point s (value_of ds))
  | N_frac g s l ds l' ds' : sign g s -> whole_part l ds -> digits l' ds' -> ds' <> [] ->
      numeral (g ++ l ++ "."%byte :: l') (Frac s (value_of (ds ++ ds')) (Z.of_nat (length ds')))
  | N_exp l w m n c : mantissa l w m n -> In c ["e"; "E"]%byte -> numeral (l ++ [c]) (Exp m n)
  | N_expsign l w m n c g s : mantissa l w m n -> In c ["e"; "E"]%byte -> sign' g s ->
      numeral (l ++ c :: g) (ExpSign s m n)
  | N_expdigits l w m n c g s l' ds : mantissa l w m n -> In c ["e"; "E"]%byte -> sign' g s -> digits l' ds -> ds <> [] ->
      numeral (l ++ c :: g ++ l') (ExpDigits s (value_of ds) m n).

Inductive inv : bytes -> state -> Prop :=
  | I_start : inv [] Start
  | I_fail l : inv l Fail
  | I_want p w k : stacked p k -> space w -> inv (p ++ w) (Want k)
  | I_wantorend p w w' k : stacked p k -> space w -> space w' -> inv (p ++ w ++ "["%byte :: w') (WantOrEnd k)
  | I_keyorend p w w' k : stacked p k -> space w -> space w' -> inv (p ++ w ++ "{"%byte :: w') (KeyOrEnd k)
  | I_key p q w k ms : stacked p k -> opened q ms -> space w -> inv (p ++ q ++ w) (Key ms k)
  | I_inkey p q w k ms t s u : stacked p k -> opened q ms -> space w -> spelled t s u ->
      inv (p ++ q ++ w ++ """"%byte :: t) (InKey s u ms k)
  | I_colon p q w k ms t s w' : stacked p k -> opened q ms -> space w -> text t s -> space w' ->
      inv (p ++ q ++ w ++ """"%byte :: t ++ """"%byte :: w') (Colon s ms k)
  | I_text p w k t s u : stacked p k -> space w -> spelled t s u -> inv (p ++ w ++ """"%byte :: t) (InText s u k)
  | I_literal p w l r v k : stacked p k -> space w -> value (l ++ r) v -> r <> [] -> inv (p ++ w ++ l) (Literal r v k)
  | I_num p w l st k : stacked p k -> space w -> numeral l st -> inv (p ++ w ++ l) (st k)
  | I_have p l v k : stacked p k -> element l v -> inv (p ++ l) (Have v k).

Lemma inv_eq l l' st : inv l st -> l = l' -> inv l' st.
Proof. now intros H <-. Qed.
Ltac app := repeat (rewrite <- ?app_assoc; simpl); rewrite ?app_nil_r; try reflexivity.

Lemma nil_space : space []. Proof. constructor. Qed.
Lemma nil_text : spelled [] [] Between. Proof. do 2 constructor. Qed.
#[local] Hint Resolve nil_space nil_text space_snoc : core.

Lemma elements_items q vs l vs' : items q vs -> elements l vs' -> elements (q ++ l) (rev vs ++ vs').
Proof.
intros H; revert l vs'; induction H as [|q vs m v H IH E]; intros l vs' HE; [exact HE|].
simpl; rewrite <- !app_assoc; simpl. exact (IH (m ++ ","%byte :: l) (v :: vs') (E_more E HE)).
Qed.
Lemma members_items q ms l ms' : mitems q ms -> members l ms' -> members (q ++ l) (rev ms ++ ms').
Proof.
intros H; revert l ms'; induction H as [|q ms m s v H IH E]; intros l ms' HE; [exact HE|].
simpl; rewrite <- !app_assoc; simpl. exact (IH (m ++ ","%byte :: l) ((s, v) :: ms') (M_more E HE)).
Qed.

Lemma value_have p w l v k : stacked p k -> space w -> value l v -> inv (p ++ w ++ l) (Have v k).
Proof.
intros H W V. generalize (I_have H (E_ W V nil_space)). now rewrite !app_nil_r.
Qed.

Lemma after_ok p l v k c : stacked p k -> element l v -> inv (p ++ l ++ [c]) (after v k (class c)).
Proof.
intros H E. unfold after. cls c; try apply I_fail.
- destruct E as [w0 l v w1 W0 V W1]. eapply inv_eq; [eapply (I_have H (E_ W0 V (space_snoc W1 W)))|]. app.
- destruct E as [w0 l v w1 W0 V W1]. eapply inv_eq; [eapply (I_have H (E_ W0 V (space_snoc W1 W)))|]. app.
- subst c. destruct H as [|p k w q vs H W0 I|p k q ms w t s w' H O W0 T W'].
  + apply I_fail.
  + eapply inv_eq; [eapply (I_want (St_arr H W0 (I_snoc I E)) nil_space)|]. app.
  + destruct O as [w0 q ms W1 I].
    eapply inv_eq; [eapply (I_key H (Opened W1 (MI_snoc I (M_ W0 T W' E))) nil_space)|]. app.
- subst c. destruct H as [|p k w q vs H W0 I|p k q ms w t s w' H O W0 T W']; try apply I_fail.
  rewrite rev'_rev; simpl.
  eapply inv_eq; [eapply (value_have H W0 (V_arr (elements_items I (E_one E))))|]. app.
- subst c. destruct H as [|p k w q vs H W0 I|p k q ms w t s w' H O W0 T W']; try apply I_fail.
  rewrite rev'_rev; simpl. destruct O as [w0 q ms W1 I].
  eapply inv_eq; [eapply (value_have H W1 (V_obj (members_items I (M_one (M_ W0 T W' E)))))|]. app.
Qed.

Lemma digit_whole c d : digit c = Some d -> d <> 0 -> whole_part [c] [d].
Proof. intros E N. apply Whole_part; auto. constructor. Qed.
Lemma whole_snoc l ds c d : whole_part l ds -> ds <> [0] -> digit c = Some d -> whole_part (l ++ [c]) (ds ++ [d]).
Proof.
intros H N E. destruct H as [|c' l d' ds E' N' D]; [congruence|].
simpl. apply Whole_part; auto. now apply digits_snoc.
Qed.
Lemma whole_long l ds d : whole_part l ds -> ds <> [0] -> ds ++ [d] <> [0].
Proof. intros N NZ. destruct N as [|c l d' ds]; [congruence|]. simpl. destruct ds; discriminate. Qed.
Lemma snoc_nil A (l : list A) x : l ++ [x] <> [].
Proof. now destruct l. Qed.
#[local] Hint Resolve snoc_nil : core.

Lemma begin_ok p w k c : stacked p k -> space w -> inv (p ++ w ++ [c]) (begin k c).
Proof.
intros H W0. unfold begin.
assert (L : inv (p ++ w ++ [c]) (match c with
         | x6e => Literal [x75; x6c; x6c] Null k
         | x74 => Literal [x72; x75; x65] (Bool true) k
         | x66 => Literal [x61; x6c; x73; x65] (Bool false) k
         | _ => Fail
         end)).
{ destruct c; try apply I_fail; (apply I_literal; [exact H|exact W0| |discriminate]).
  - apply V_false. - apply V_null. - apply V_true. }
cls c; try exact L; clear L.
- destruct (Z.eqb_spec d 0) as [->|N].
  + assert (c = "0"%byte) as -> by (destruct c; try discriminate; reflexivity).
    apply (I_num H W0 (N_zero No_sign)).
  + generalize (I_num H W0 (N_whole No_sign (digit_whole S N) (ltac:(congruence)))). now cbn.
- eapply inv_eq; [eapply (I_want H (space_snoc W0 W))|]. app.
- eapply inv_eq; [eapply (I_want H (space_snoc W0 W))|]. app.
- subst c. apply (I_text H W0 nil_text).
- subst c. apply (I_wantorend H W0 nil_space).
- subst c. apply (I_keyorend H W0 nil_space).
- subst c. apply (I_num H W0 N_minus).
Qed.

Lemma have_num p w l v k c : stacked p k -> space w -> number l v -> inv (p ++ w ++ l ++ [c]) (after v k (class c)).
Proof.
intros H W N. generalize (@after_ok p (w ++ l ++ []) v k c H (E_ W (V_num N) nil_space)).
now rewrite app_nil_r, <- app_assoc.
Qed.
Lemma have_class p w l v k c : stacked p k -> space w -> number l v -> forall cl, cl = class c ->
  inv (p ++ w ++ l ++ [c]) (after v k cl).
Proof. intros H W N cl ->. now apply have_num. Qed.

Ltac num S H W c := eapply inv_eq; [eapply (I_num H W)|].

Lemma exp_in c : c = "e"%byte \/ c = "E"%byte -> In c ["e"; "E"]%byte.
Proof. cbn; intuition. Qed.
Lemma step_ok l st c : inv l st -> inv (l ++ [c]) (step st c).
Proof.
intros I. destruct I as [|l|p w k H W0|p w w' k H W0 W1|p w w' k H W0 W1|p q w k ms H O W0|p q w k ms t s u H O W0 T
  |p q w k ms t s w' H O W0 T W1|p w k t s u H W0 T|p w l r v k H W0 V R|p w l st k H W0 N|p l v k H E]; unfold step.
- apply (begin_ok c St_nil nil_space).
- apply I_fail.
- rewrite <- app_assoc. now apply begin_ok.
- assert (B : inv ((p ++ w ++ "["%byte :: w') ++ [c]) (begin (InArr [] :: k) c)).
  { eapply inv_eq; [eapply (begin_ok (w := w') c (St_arr H W0 I_nil) W1)|]. app. }
  cls c; try exact B; clear B.
  + eapply inv_eq; [eapply (I_wantorend H W0 (space_snoc W1 W))|]. app.
  + eapply inv_eq; [eapply (I_wantorend H W0 (space_snoc W1 W))|]. app.
  + subst c. eapply inv_eq; [eapply (value_have H W0 (V_arr0 W1))|]. app.
- cls c; try apply I_fail.
  + eapply inv_eq; [eapply (I_keyorend H W0 (space_snoc W1 W))|]. app.
  + eapply inv_eq; [eapply (I_keyorend H W0 (space_snoc W1 W))|]. app.
  + subst c. eapply inv_eq; [eapply (I_inkey H (Opened W0 MI_nil) W1 nil_text)|]. app.
  + subst c. eapply inv_eq; [eapply (value_have H W0 (V_obj0 W1))|]. app.
- cls c; try apply I_fail.
  + eapply inv_eq; [eapply (I_key H O (space_snoc W0 W))|]. app.
  + eapply inv_eq; [eapply (I_key H O (space_snoc W0 W))|]. app.
  + subst c. eapply inv_eq; [eapply (I_inkey H O W0 nil_text)|]. app.
- assert (B := in_text_ok c T). destruct (in_text s u c) as [s'|s' u'|].
  + destruct B as [-> [-> B]]. rewrite rev'_rev. eapply inv_eq; [eapply (I_colon H O W0 B nil_space)|]. app.
  + eapply inv_eq; [eapply (I_inkey H O W0 B)|]. app.
  + apply I_fail.
- cls c; try apply I_fail.
  + eapply inv_eq; [eapply (I_colon H O W0 T (space_snoc W1 W))|]. app.
  + eapply inv_eq; [eapply (I_colon H O W0 T (space_snoc W1 W))|]. app.
  + subst c. eapply inv_eq; [eapply (I_want (St_obj H O W0 T W1) nil_space)|]. app.
- assert (B := in_text_ok c T). destruct (in_text s u c) as [s'|s' u'|].
  + destruct B as [-> [-> B]]. rewrite rev'_rev. eapply inv_eq; [eapply (value_have H W0 (V_str B))|]. app.
  + eapply inv_eq; [eapply (I_text H W0 B)|]. app.
  + apply I_fail.
- destruct r as [|c' r]; [now elim R|].
  destruct (Byte.eqb c c') eqn:Ec.
  + apply Byte.byte_dec_bl in Ec. subst c'. destruct r as [|c' r].
    * eapply inv_eq; [eapply (value_have H W0 V)|]. app.
    * eapply inv_eq; [eapply (I_literal (l := l ++ [c]) (r := c' :: r) H W0); [|discriminate]|].
      -- now rewrite <- app_assoc. -- app.
  + destruct r; apply I_fail.
- destruct N as [|g s G|g s l ds G N NZ|g s l ds G N|g s l ds l' ds' G N D DN|l w' m n c' M C|l w' m n c' g s M C G
    |l w' m n c' g s l' ds M C G D DN].
  + cls c; try apply I_fail. destruct (Z.eqb_spec d 0) as [->|N].
    * assert (c = "0"%byte) as -> by (destruct c; try discriminate; reflexivity).
      eapply inv_eq; [eapply (I_num H W0 (N_zero Minus_sign))|]. app.
    * eapply inv_eq; [eapply (I_num H W0 (N_whole Minus_sign (digit_whole S N) (ltac:(congruence))))|]. app.
  + assert (MN : mantissa (g ++ ["0"%byte]) true 0 0).
    { generalize (Mantissa_whole G Zero_part). now rewrite Z.mul_0_r. }
    assert (B := have_class (c := c) H W0 (Number_plain MN) (eq_refl _)).
    change (- 0) with 0 in B.
    revert B; cls c; intros B; try (eapply inv_eq; [exact B|app]; fail).
    * subst c. eapply inv_eq; [eapply (I_num H W0 (N_point G Zero_part))|]. app.
    * eapply inv_eq; [eapply (I_num H W0 (N_exp (c := c) MN (exp_in S)))|]. app.
  + assert (MN := Mantissa_whole G N).
    assert (B := have_class (c := c) H W0 (Number_plain MN) (eq_refl _)).
    change (- 0) with 0 in B.
    revert B; cls c; intros B; try (eapply inv_eq; [exact B|app]; fail).
    * unfold z10. rewrite <- value_snoc.
      eapply inv_eq; [eapply (I_num H W0 (N_whole G (whole_snoc N NZ S) (whole_long N NZ)))|]. app.
    * subst c. eapply inv_eq; [eapply (I_num H W0 (N_point G N))|]. app.
    * eapply inv_eq; [eapply (I_num H W0 (N_exp (c := c) MN (exp_in S)))|]. app.
  + cls c; try apply I_fail. unfold z10. rewrite <- value_snoc.
    eapply inv_eq; [eapply (I_num H W0 (N_frac (l' := [c]) (ds' := [d]) G N (ltac:(repeat constructor; exact S))
      (ltac:(discriminate))))|]. app.
  + assert (MN := Mantissa_point G N D DN).
    assert (B := have_class (c := c) H W0 (Number_plain MN) (eq_refl _)).
    revert B; cls c; intros B; try (eapply inv_eq; [exact B|app]; fail).
    * unfold z10, z1. rewrite <- value_snoc, <- (app_assoc ds ds').
      replace (Z.of_nat (length ds') + 1) with (Z.of_nat (length (ds' ++ [d]))) by (rewrite app_length; simpl; lia).
      eapply inv_eq; [eapply (I_num H W0 (N_frac G N (digits_snoc D S) (@snoc_nil _ _ _)))|]. app.
    * eapply inv_eq; [eapply (I_num H W0 (N_exp (c := c) MN (exp_in S)))|]. app.
  + cls c; try apply I_fail.
    * replace d with (value_of [d]) by (unfold value_of; cbn; destruct d; reflexivity).
      eapply inv_eq; [eapply (I_num H W0 (N_expdigits (l' := [c]) M C (No_sign' No_sign)
        (ltac:(repeat constructor; exact S)) (ltac:(discriminate))))|]. app.
    * subst c. eapply inv_eq; [eapply (I_num H W0 (N_expsign M C (No_sign' Minus_sign)))|]. app.
    * subst c. eapply inv_eq; [eapply (I_num H W0 (N_expsign M C Plus_sign))|]. app.
  + cls c; try apply I_fail.
    replace d with (value_of [d]) by (unfold value_of; cbn; destruct d; reflexivity).
    eapply inv_eq; [eapply (I_num H W0 (N_expdigits (l' := [c]) M C G
        (ltac:(repeat constructor; exact S)) (ltac:(discriminate))))|]. app.
  + assert (B := have_class (c := c) H W0 (Number_exp M C G D DN) (eq_refl _)).
    revert B; cls c; intros B; try (eapply inv_eq; [exact B|app]; fail).
    unfold z10. rewrite <- value_snoc.
    eapply inv_eq; [eapply (I_num H W0 (N_expdigits M C G (digits_snoc D S) (@snoc_nil _ _ _)))|]. app.
- rewrite <- app_assoc. now apply after_ok.
Qed.

Lemma run_ok l : inv l (fold_left step l start).
Proof.
induction l as [|c l IH] using rev_ind; [apply I_start|].
rewrite fold_left_app. now apply step_ok.
Qed.
Lemma found_ok l st v : inv l st -> found st = Some v -> json_line l v.
Proof.
intros I F. unfold found in F.
assert (X : inv l (flush st)).
{ destruct I as [| | | | | | | | | |p w l st k H W N| ]; try (now constructor); try (constructor; assumption).
  destruct N as [|g s G|g s l ds G N NZ|g s l ds G N|g s l ds l' ds' G N D DN|l w' m n c' M C|l w' m n c' g s M C G
    |l w' m n c' g s l' ds M C G D DN]; cbn.
  - apply (I_num H W N_minus).
  - apply (value_have H W). apply V_num. generalize (Number_plain (Mantissa_whole G Zero_part)). now rewrite Z.mul_0_r.
  - apply (value_have H W). apply V_num. apply (Number_plain (Mantissa_whole G N)).
  - apply (I_num H W (N_point G N)).
  - apply (value_have H W). apply V_num. apply (Number_plain (Mantissa_point G N D DN)).
  - apply (I_num H W (N_exp M C)).
  - apply (I_num H W (N_expsign M C G)).
  - apply (value_have H W). apply V_num. apply (Number_exp M C G D DN). }
destruct (flush st) as [| | | | | | | | | | | | | | | | | |v' k]; try discriminate.
destruct k; try discriminate. inversion X as [| | | | | | | | | |p w l' st' k H W N EQ|p l' v0 k H E]; subst.
- destruct N; discriminate.
- inversion H; subst. injection F as <-. exact E.
Qed.
Theorem read_sound l v : read l = Some v -> json_line l v.
Proof. apply found_ok, run_ok. Qed.
