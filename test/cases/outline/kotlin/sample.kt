package org.example.shop

import kotlin.math.sqrt

const val VERSION = "1.0"
val lazyName: String by lazy { "name" }

typealias Handler = (Int) -> Unit

/** A point. */
data class Point(val x: Int, val y: Int) {
    val length: Double
        get() = sqrt((x * x + y * y).toDouble())

    operator fun plus(other: Point) = Point(x + other.x, y + other.y)

    companion object {
        val ORIGIN = Point(0, 0)

        @JvmStatic
        fun of(n: Int): Point = Point(n, n)
    }
}

/**
 * What can be sold.
 */
@Suppress("unused")
abstract class Item<T : Comparable<T>>(private val id: Int) : Base(), Priced {
    protected var name: String = "none"
        private set

    constructor() : this(0)

    init {
        println("made")
    }

    /** Its price. */
    @Throws(Exception::class)
    override fun price(): Double {
        fun twice(n: Double): Double {
            return 2 * n
        }
        return twice(1.0)
    }

    fun find(id: Int): T? = null

    fun find(name: String): T? {
        return null
    }

    abstract fun secret()

    inner class Line {
        fun total() = 0
    }

    private class Hidden
}

interface Priced {
    fun price(): Double

    fun label(): String {
        return """
            fun hidden() {
            }
        """.trimIndent()
    }
}

enum class State(val code: Int) {
    OPEN(1),
    CLOSED(2);

    fun next(): State = CLOSED
}

sealed interface Result {
    data class Ok(val value: Int) : Result
    object Failed : Result
}

object Registry {
    private val items = mutableMapOf<String, Int>()

    @Synchronized
    fun add(name: String) {
        items[name] = 1
    }
}

// Of all points.
fun Point.scaled(by: Int): Point = Point(x * by, y * by)

suspend inline fun <reified T> load(crossinline block: () -> T): T {
    return block()
}

fun interface Check {
    fun ok(): Boolean
}

/** The area below. */
val Point.area: Int
    get() = x * y

@JvmInline
value class Money(val cents: Long) : Comparable<Money> {
    override fun compareTo(other: Money) = cents.compareTo(other.cents)

    companion object Factory : Check {
        override fun ok() = true
    }
}

infix fun <T : Any, R> T.into(block: T.() -> R): R where R : CharSequence = block()

private var cached: Int = 0
    get() = field + 1
    set(value) {
        field = value
    }

annotation class Slow(val why: String = "")

/** No more. */
@Suppress("unused")
@Deprecated("gone")
data class Old(val a: Int)

fun List<Int>.total(): Int = sum()

fun String?.orNone() = this ?: "none"

var Map.Entry<String, Int>.twice: Int
    get() = value * 2
    set(value) {}

internal class Delegating(source: Priced) : Priced by source

internal class Late {
    lateinit var late: String

    val String.loud: String
        get() = uppercase()
}
