(* What Judged's arithmetic gives on small numbers, in the order of test_trust.py. *)
module Z' = Judged.Z
module P = Judged.Coq_Pos

let sign = function Judged.Eq -> Z.zero | Judged.Lt -> Z.minus_one | Judged.Gt -> Z.one
let bit b = if b then Z.one else Z.zero
let range first last = List.init (last - first + 1) (fun k -> Z.of_int (first + k))
let each l f = List.concat_map (fun x -> List.concat_map (f x) l) l

let whole x y = let q, r = Z'.div_eucl x y in [
  Z'.add x y; Z'.opp x; Z'.sub x y; Z'.mul x y; sign (Z'.compare x y); bit (Z'.eqb x y); Z'.max x y; Z'.min x y;
  Z'.abs x; q; r; Z'.div x y; Z'.modulo x y; Z'.shiftl x y; Z'.sqrt x; Z'.log2 x; Z'.pow x y;
  Z'.of_N (Z'.to_N x) ]
let positive p q = [
  P.succ p; P.add p q; P.mul p q; sign (P.compare p q); sign (P.compare_cont Judged.Lt p q); P.pred_double p ]

let () = List.iter (fun v -> print_endline (Z.to_string v)) (each (range (-9) 9) whole @ each (range 1 9) positive)
