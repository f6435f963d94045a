package org.example.shop;

import java.util.List;
import java.util.function.Function;

/**
 * A shop.
 */
@Deprecated
@SuppressWarnings({"unchecked", "rawtypes"})
public abstract class Shop<T extends Item> implements Comparable<Shop<T>> {
    private static final int MAX = 10;
    protected List<T> items, sold;

    static {
        System.out.println("loaded");
    }

    /** Makes a shop. */
    public Shop(List<T> items) {
        this.items = items;
    }

    protected Shop() {
        this(List.of());
    }

    /** By number. */
    @Override
    public int compareTo(Shop<T> other) {
        return 0;
    }

    // Two of one name.
    public T find(int id) {
        return items.get(id);
    }

    public T find(String name) {
        Function<String, T> search = key -> {
            return null;
        };
        return search.apply(name);
    }

    public abstract <R> R visit(Function<? super T, ? extends R> visitor);

    /** One line. */
    static class Line {
        int count;

        int total() {
            return new Object() {
                int twice() {
                    return 2 * count;
                }
            }.twice();
        }
    }

    class Inner {
        void run() {
        }
    }
}

/** Where it is. */
enum Place {
    HERE(1) {
        @Override
        int far() {
            return 0;
        }
    },
    THERE(2);

    private final int n;

    Place(int n) {
        this.n = n;
    }

    int far() {
        return n;
    }
}

record Point(int x, int y) {
    Point {
        if (x < 0) throw new IllegalArgumentException("""
            void notHere() {
            }
            """);
    }

    static Point origin() {
        return new Point(0, 0);
    }
}

sealed interface Shape permits Circle {
    double PI = 3.14;

    double area();

    default String label() {
        return "shape";
    }
}

@interface Marker {
    String value() default "";
}
