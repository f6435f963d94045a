(** Shapes, what they do, and how they are kept. *)

open Base

(** {1 Shapes} *)

(** A point. *)
type point = { x : float; y : float }

type shape =
  | Dot
  | Circle of point * float  (** centre and radius *)
  | Line of { from : point; till : point }
(** What can be drawn. *)

and colour = private Red | Green

type style = {
  width : int;  (** in pixels *)
  mutable colour : colour option;
}

type t

type 'a tree = ..

type 'a tree += Leaf

exception Empty of string
(** Raised where there is no shape. *)

val origin : point

val area : shape -> float
(** Its area;
    zero for a line. *)

val perimeter : shape -> float
  (** How long its edge is. *)

val ( +: ) : point -> point -> point

external size : t -> int = "shape_size"

external ( =: ) : t -> t -> bool = "shape_equal"

(** {1 Keeping them} *)

module type ORDERED = sig
  type t

  val compare : t -> t -> int
  (** As {!Stdlib.compare}. *)

  val name : string
end

module Key : sig
  type t

  val make : ?seed:int -> string -> t
  (** A new key. *)

  val last : unit -> t
end

module Make (K : ORDERED) : sig
  type key = K.t

  val find : key -> shape option
end

module rec A : ORDERED
and B : ORDERED

module Alias = Base.List

module type Same = module type of Alias

class counter : int -> object
  inherit base
  val mutable n : int
  method next : int
  method private virtual reset : unit
end

class type viewer = object
  method show : string -> unit
end

include ORDERED with type t := t

[@@@warning "-32"]

val pick : (module ORDERED with type t = 'a) -> 'a -> 'a [@@deprecated "Use find."]

val last : t -> shape
