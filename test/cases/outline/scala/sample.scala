package org.example
package shop

import scala.collection.mutable

/** A point. */
case class Point(x: Int, y: Int) {
  def +(other: Point): Point = Point(x + other.x, y + other.y)

  lazy val length: Double = math.sqrt(x * x + y * y)
}

object Point {
  val Origin: Point = Point(0, 0)

  def apply(n: Int): Point = new Point(n, n)
}

/** Can be priced. */
@deprecated("old", "1.0")
sealed trait Priced[+A] extends Serializable {
  type Money
  def price: Double

  // Twice as much.
  def double(): Double = {
    def inner(n: Double): Double = {
      n * 2
    }
    inner(price)
  }
}

abstract class Item[T <: AnyRef](val id: Int)(implicit ord: Ordering[T])
    extends Priced[T]
    with Product {
  private var count = 0
  protected[shop] val tags: List[String] = Nil

  def this() = this(0)

  /** By number. */
  @throws[Exception]
  override def find(id: Int): Option[T] = None

  def find(name: String): Option[T] = name match {
    case "a" => None
    case _   => None
  }

  implicit class Rich(n: Int) {
    def twice: Int = n * 2
  }
}

object State extends Enumeration {
  val Open, Closed = Value
}

enum Colour(val rgb: Int):
  case Red extends Colour(0xff0000)
  case Green extends Colour(0x00ff00)

  def bright: Boolean = true

given intOrdering: Ordering[Int] with
  def compare(a: Int, b: Int): Int = a - b

extension (text: String)
  def shout: String = text.toUpperCase

type Handler = Int => Unit

opaque type Id = Int

val version = "1.0"
var counter = 0

def main(args: Array[String]): Unit =
  val text = """
    def hidden() = {
    }
  """
  println(text)

@main def run(): Unit =
  println("run")

package object util {
  def helper(): Int = 1
}

given [T](using inner: Ordering[T]): Ordering[List[T]] = Ordering.by(_.size)

given Conversion[String, Int] = _.length

inline def debug[T](inline value: T)(using ctx: Priced[T]): T =
  println(value)
  value

extension [T](list: List[T])
  def second: T = list(1)

  // From the end.
  def last2: T =
    list.reverse(1)

trait Show[A] derives CanEqual:
  extension (a: A) def show: String
  def both(a: A, b: A): String =
    a.show + b.show
  end both
end Show

object Extractor:
  val none: Option[Int] = None

  def unapply(text: String): Option[Int] = text.toIntOption

private[example] final class Lines(using show: Show[Int]) extends Iterator[Int]:
  override def hasNext: Boolean = false
  override def next(): Int = ???

type Elem[X] = X match
  case String => Char
  case Array[t] => t
