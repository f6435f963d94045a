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
