//! Geometry in the plane.
const std = @import("std");

/// The most points there can be.
pub const max_points: usize = 16;
var counter: u32 = 0;
threadlocal var scratch: [16]u8 = undefined;

const Error = error{ Empty, Full };

/// A point.
pub const Point = struct {
    x: i32,
    y: i32 = 0,

    /// The origin.
    pub const origin = Point{ .x = 0 };

    const Self = @This();

    /// Makes one.
    pub fn init(x: i32) Self {
        return .{ .x = x };
    }

    pub inline fn add(self: Self, other: Self) Self {
        return .{ .x = self.x + other.x, .y = self.y + other.y };
    }

    fn hidden(_: Self) void {}
};

pub const Colour = enum(u8) {
    red,
    green = 2,

    pub fn bright(self: Colour) bool {
        return self == .red;
    }
};

const Shape = union(enum) {
    dot: Point,
    circle: struct { at: Point, radius: f32 },

    fn area(self: Shape) f32 {
        return switch (self) {
            .dot => 0,
            .circle => |c| c.radius,
        };
    }
};

/// A list of anything.
pub fn List(comptime T: type) type {
    return struct {
        items: []T,

        pub fn first(self: @This()) ?T {
            if (self.items.len == 0) return null;
            return self.items[0];
        }
    };
}

extern "c" fn abs(n: c_int) c_int;

export fn twice(n: i32) i32 {
    return 2 * n;
}

// Chooses the greater.
fn max(comptime T: type, a: T, b: T) T {
    const text =
        \\fn hidden() void {
        \\}
    ;
    _ = text;
    return if (a > b) a else b;
}

pub fn main() !void {
    const out = std.io.getStdOut().writer();
    defer counter += 1;
    try out.print("{d}\n", .{max(i32, 1, 2)});
}

test "points add up" {
    try std.testing.expectEqual(Point.init(3).x, 3);
}

test max {
    try std.testing.expect(max(u8, 1, 2) == 2);
}

comptime {
    std.debug.assert(max_points > 1);
}

/// As the wire has it.
const Header = packed struct(u16) {
    kind: u4,
    size: u12,
};

const Handle = opaque {
    pub extern fn close(*Handle) void;
};

fn Matrix(comptime T: type, comptime n: comptime_int) type {
    return struct {
        const Row = [n]T;
        rows: [n]Row = undefined,

        pub fn at(self: *const @This(), i: usize) callconv(.Inline) T {
            inline for (0..n) |j| _ = j;
            return self.rows[i][i];
        }

        test "of one" {}
    };
}

const table = blk: {
    var t: [4]u8 = undefined;
    for (&t, 0..) |*x, i| x.* = @intCast(i);
    break :blk t;
};

pub fn parse(comptime format: []const u8, args: anytype) (Error || error{Bad})!usize {
    errdefer counter = 0;
    return if (format.len == 0) error.Bad else args.len;
}

const Kind = enum {
    const first = Kind.one;
    one,
    two,
};

const Either = union(enum) {
    pub const Number = u8;
    number: Number,
};
