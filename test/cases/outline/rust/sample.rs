//! Geometry in the plane.
#![allow(dead_code)]

use std::fmt;

/// The origin.
pub const ORIGIN: Point = Point { x: 0, y: 0 };

static mut COUNTER: u32 = 0;

/// A point.
#[derive(Debug, Clone)]
#[repr(C)] // as C has it
pub struct Point {
    pub x: i32,
    y: i32,
}

pub struct Pair<A, B>(A, B);

/// What a shape can be.
#[non_exhaustive]
pub enum Shape {
    Dot,
    Circle { at: Point, radius: u32 },
    Line(Point, Point),
}

union Bits {
    whole: u32,
    parts: [u8; 4],
}

pub type Result<T> = std::result::Result<T, Error>;

/// Has an area.
pub trait Area {
    /// The unit it is measured in.
    const UNIT: &'static str;
    type Number;

    fn area(&self) -> f64;

    /// Twice as much.
    fn double(&self) -> f64 {
        self.area() * 2.0
    }
}

impl Point {
    /// Makes one.
    #[inline]
    pub const fn new(x: i32) -> Self {
        Self { x, y: 0 }
    }

    pub async fn later(&self) -> i32 {
        fn inner(n: i32) -> i32 {
            n + 1
        }
        inner(self.x)
    }
}

impl<A: fmt::Debug, B> Pair<A, B>
where
    B: Clone,
{
    pub fn left(&self) -> &A {
        &self.0
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, "fn no() {}")
    }
}

impl<'a> From<&'a str> for Point {
    fn from(_: &'a str) -> Self {
        Point::new(0)
    }
}

/// Makes a map.
#[macro_export]
macro_rules! map {
    ($($key:expr => $value:expr),*) => {{
        fn build() {}
    }};
}

extern "C" {
    fn abs(n: i32) -> i32;
}

pub mod shapes {
    pub mod round {
        pub fn circle() {}
    }

    pub(crate) fn square() {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn makes() {
        assert_eq!(Point::new(1).x, 1);
    }
}

/// What is asked for is a type, what comes back only a trait.
pub fn widest<'a, I>(shapes: I) -> impl Iterator<Item = &'a Shape> + 'a
where
    I: IntoIterator<Item = &'a Shape>,
    I::IntoIter: 'a,
{
    const LEAST: u32 = 2;
    static SEEN: std::sync::Once = std::sync::Once::new();
    shapes.into_iter().filter(|shape| matches!(shape, Shape::Circle { radius, .. } if *radius > LEAST))
}

/* Not a doc comment, but above. */
#[inline(always)]
pub(super) const unsafe extern "C" fn raw(pointer: *const u8) -> u8 {
    *pointer
}

unsafe impl<T: ?Sized + Send, const N: usize> Send for Buffer<T, N> where Box<T>: Send {}

pub struct Buffer<T: ?Sized, const N: usize = 4> {
    /// Where it lies.
    #[allow(unused)]
    pub(crate) inner: Box<[Option<Box<T>>; N]>,
}

impl<T: Default, const N: usize> Buffer<T, N> {
    pub const SIZE: usize = N;
    const EMPTY: Option<Box<T>> = None;
}

impl<T> std::ops::Index<usize> for Buffer<T, 4> {
    type Output = T;

    fn index(&self, at: usize) -> &Self::Output {
        self.inner[at].as_ref().unwrap()
    }
}

impl<F> Area for F
where
    F: Fn() -> f64,
{
    const UNIT: &'static str = "m";
    type Number = f64;

    fn area(&self) -> f64 {
        self()
    }
}

impl dyn Area<Number = f64> {
    pub fn boxed(self: Box<Self>) -> f64 {
        self.area()
    }
}

pub trait Named: Area + 'static {
    type Key<'a>: AsRef<str>
    where
        Self: 'a;

    async fn name(&self) -> Self::Key<'_>;
}

#[derive(Clone, Copy)]
pub enum Level {
    Low = 1,
    /// In between.
    #[doc(hidden)]
    Mid,
}

#[link(name = "m")]
extern "C" {
    pub fn sin(x: f64) -> f64;
    pub static ERRNO: i32;
}

macro_rules! getters { ($($name:ident),*) => { $(fn $name(&self) -> i32 { self.$name })* }; }

thread_local! {
    static DEPTH: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
}

pub use shapes::round as circles;
