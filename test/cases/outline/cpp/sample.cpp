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

#ifndef GEOMETRY_EXTRA
#define GEOMETRY_EXTRA
#include <compare>
#define TIMES(count, body) for (int i = 0; i < (count); ++i) { body; }

namespace fs = std::filesystem;

typedef char (&Reference)[4];
typedef void (*Callback)(int), *Opaque;
typedef struct tag { int value; } tag_t;

namespace geometry::extra {

#if defined(FAST)
static const char* const kNames[] = {"a", "b"};
#elif defined(SLOW)
int level = 1;
#else
int level;
#endif

/// Any number of them.
template <typename... Ts>
struct Visitor : Ts... {
};
template <typename... Ts>
Visitor(Ts...) -> Visitor<Ts...>;

template <typename T, std::size_t N>
struct Buffer;

/// The one for pointers.
template <typename T>
struct Buffer<T*, 0> {
  T& first;
  T&& last;
  T** rows;
  T* const cells[2];
  unsigned ready : 1, dirty : 1;
  void (*release)(T*) = nullptr;
  mutable std::mutex lock{};
  static constexpr auto kSize = sizeof(T);
  union {
    int whole;
    float real;
  };
};

template <typename T>
  requires std::integral<T> && (sizeof(T) > 1)
constexpr T half(T value) noexcept(true) { return value / 2; }

template <typename T>
inline constexpr bool is_small = sizeof(T) < 8;

class [[nodiscard]] Money final : private Shape, public virtual Comparable<Money> {
 public:
  using Shape::Shape;
  Money() : Money(0) {}
  ~Money() override;
  Money& operator=(Money&& other) noexcept;
  explicit operator long() const;
  auto operator<=>(const Money&) const = default;
  int operator()(int n) const { return n; }
  const int& operator[](std::size_t at) const;
  void* operator new(std::size_t size);
  friend bool operator<(const Money& a, const Money& b) { return a.cents_ < b.cents_; }
  friend std::ostream& operator<<(std::ostream& out, const Money& money);
  friend class Bank;
  enum Sign { Plus, Minus = -1 };

 protected:
  virtual std::unique_ptr<Shape> copy() const = 0;
  long cents_{0}, *history_ = nullptr;
};

Money::~Money() = default;

Money& Money::operator=(Money&& other) noexcept {
  std::swap(cents_, other.cents_);
  return *this;
}

Money::operator long() const { return cents_; }

long operator""_cents(unsigned long long n) { return n; }

}  // namespace geometry::extra

struct Options { int depth; } options;
constexpr auto twice = [](auto n) constexpr { return 2 * n; };
auto [low, high] = limits();
const char* const geometry::extra::Money::kSigns[] = {"+", "-"};
extern "C" int puts(const char*);
extern "C" {
extern int verbose;
struct plain_c {
  int whole;
};
}
thread_local std::vector<int> stack{1, 2};

auto trailing(int n) -> decltype(n) try {
  return n;
} catch (...) {
  return 0;
}

TEST(Geometry, HasPoints) {
  EXPECT_EQ(1, 1);
}

TEST_F(MoneyTest, Adds) {
  EXPECT_TRUE(true);
}
#endif
