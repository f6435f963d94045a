"""
Shapes in the plane.
"""
module Shapes

using LinearAlgebra
import Base: show, +

export Point, area

const LIMIT = 10
global counter = 0

"""
    Point(x, y)

A point.
"""
struct Point{T<:Real}
    x::T
    y::T

    Point(x::T) where {T<:Real} = new{T}(x, zero(T))
end

abstract type Shape end
abstract type Round <: Shape end
primitive type Small 8 end

# Can be moved.
mutable struct Circle <: Round
    at::Point
    radius::Float64
end

@enum Colour red green

"Its area."
area(c::Circle) = pi * c.radius^2

"""
The area of anything else.
"""
function area(shape::Shape; scale=1.0)::Float64
    function helper(n)
        return n * scale
    end
    for i in 1:LIMIT
        if i > 3
            break
        end
    end
    return helper(0.0)
end

function area(::Type{T}) where {T<:Shape}
    return 0.0
end

+(a::Point, b::Point) = Point(a.x + b.x)

function Base.show(io::IO, p::Point)
    print(io, """
    function hidden()
    end
    """)
end

@inline function fast(x)
    return x + 1
end

# Twice as much.
macro twice(ex)
    return quote
        $(esc(ex))
        $(esc(ex))
    end
end

let inner = 1
    global function scoped()
        return inner
    end
end

function empty end

square = x -> x^2

baremodule Inner
    deep() = 1
end

# As a function of x.
struct Poly{N} <: Function
    parts::NTuple{N,Float64}
end

(p::Poly)(x) = evalpoly(x, p.parts)

function (c::Circle)(at::Point)
    return at
end

Base.@kwdef struct Options
    "How long."
    limit::Int = 3
    name::String = "none"
end

@generated function unrolled(x::NTuple{N}) where {N}
    return :(x[1])
end

Base.:(==)(a::Point, b::Point) = a.x == b.x

const Pair2{T} = Tuple{T,T}

convert(::Type{Point}, n::Int)::Point = Point(n)

combine(a::Int, b::Int) = a + b
combine(a::String, b::String) = a * b
combine(rest...) = reduce(combine, rest)

macro check(ex, text="")
    :(@assert $(esc(ex)) $text)
end

each(f, items) = map(items) do item
    f(item)
end

# From one to three.
@enum Weight begin
    light = 1
    heavy
end

@enum(Side, near, far=2)

const LOWEST::Int = 1
first_one, last_one = 1, 2
global total::Int = 0

struct Box{T}
    item::T
    Box{T}(item) where {T} = new{T}(item)
    function Box{T}() where {T}
        new{T}()
    end
end

Base.@kwdef struct Setting
    name = "x"
end

@testset "boxes" begin
    @test true
end

end # module
