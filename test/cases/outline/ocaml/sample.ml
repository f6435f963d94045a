(** Shapes and what they do. *)

open Printf

(** A point. *)
type point = { x : float; y : float }

type shape =
  | Dot
  | Circle of point * float
  | Line of { from : point; till : point }

and colour = Red | Green

type 'a tree = Leaf | Node of 'a tree * 'a * 'a tree

exception Empty of string

(* The origin. *)
let origin = { x = 0.; y = 0. }

let pi, tau = 3.14, 6.28

(** Its area. *)
let area = function
  | Dot -> 0.
  | Circle (_, r) -> pi *. r *. r
  | Line _ -> 0.

let rec even n = if n = 0 then true else odd (n - 1)

and odd n = if n = 0 then false else even (n - 1)

let total shapes =
  let sum acc shape = acc +. area shape in
  List.fold_left sum 0. shapes

let ( +: ) a b = { x = a.x +. b.x; y = a.y +. b.y }

let text = {|
let hidden () =
  1
|}

module type STORE = sig
  type t

  val empty : t
  val add : t -> int -> t
end

(** A list. *)
module List_store : STORE = struct
  type t = int list

  let empty = []

  let add store n =
    n :: store

  module Inner = struct
    let deep () = ()
  end
end

module Make (S : STORE) = struct
  let build n = S.add S.empty n
end

class virtual counter start =
  object (self)
    val mutable count = start

    method get = count

    method increment ?(by = 1) () =
      count <- count + by;
      self#get

    method virtual name : string
  end

class type named = object
  method name : string
end

external abs : int -> int = "caml_abs"

let[@inline] twice n = 2 * n

let () =
  printf "%f\n" (total [ Dot ])

module IntSet = Set.Make (Int)

module type ORDERED = sig
  include STORE
  module Key : sig
    type t
  end
end

(** Typed. *)
type _ expr =
  | Int : int -> int expr
  | Pair : 'a expr * 'b expr -> ('a * 'b) expr

let rec eval : type a. a expr -> a = function
  | Int n -> n
  | Pair (a, b) -> (eval a, eval b)

let ( let* ) = Option.bind

module rec Even : sig val check : int -> bool end = struct
  let check n = n = 0 || Odd.check (n - 1)
end

and Odd : sig val check : int -> bool end = struct
  let check n = n <> 0 && Even.check (n - 1)
end

type t += Extra of int

class point x0 =
  object
    inherit counter x0
    val x = x0
    method private secret = x
    initializer print_endline "made"
    method name = "point"
  end

let%test "adds" = origin = origin

let ( and* ) a b = (a, b)

module type ADDS = sig
  val ( + ) : int -> int -> int
end

external ( =: ) : int -> int -> bool = "caml_equal"
