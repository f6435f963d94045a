// Shapes and what they do.
#include <string>
#include <vector>

#define EXPORT __attribute__((visibility("default")))

namespace geometry {

/// A point.
struct Point {
  int x = 0;
  int y{0};
};

inline namespace v2 {
namespace detail::deep {
constexpr int kMax = 10;
}  // namespace detail::deep
}  // namespace v2

enum class Colour : unsigned { Red, Green };

/// A shape.
class Shape : public Base {
 public:
  explicit Shape(int n) : n_(n) {}
  Shape(const Shape&) = delete;
  virtual ~Shape() = default;

  /// Its area.
  virtual double area() const = 0;
  [[nodiscard]] int sides() const noexcept { return n_; }
  bool operator==(const Shape& other) const { return n_ == other.n_; }
  operator bool() const { return n_ > 0; }
  static int count;

  template <typename F>
  auto visit(F&& f) -> decltype(f(*this)) {
    return f(*this);
  }

  class Iterator {
   public:
    Iterator& operator++() {
      return *this;
    }
  };

 private:
  int n_;
};

using Shapes = std::vector<Shape*>;
typedef int Number;

// The biggest.
template <typename T, typename = std::enable_if_t<true>>
T biggest(const std::vector<T>& values) {
  return values[0];
}

template <>
int biggest<int>(const std::vector<int>& values) {
  return 0;
}

template <typename T>
concept Small = sizeof(T) < 8;

template <class T>
class Box {
 public:
  void put(T value);
};

template <class T>
void Box<T>::put(T value) {
  auto lambda = [&](int n) { return n; };
}

}  // namespace geometry

int geometry::Shape::count = 0;

const std::string& geometry::name(const Point& p) {
  static std::string text = R"(void hidden() {
})";
  return text;
}

namespace {
int hidden() { return 1; }
}

extern "C" {
int plain(int n) {
  return n;
}
}

std::ostream& operator<<(std::ostream& out, const geometry::Point& p) {
  return out << p.x;
}

EXPORT int* pointer() { return nullptr; }
