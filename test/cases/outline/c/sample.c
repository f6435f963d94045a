/* A small list. */
#include <stdio.h>
#include <stdlib.h>

#define MAX_ITEMS 16
#define SQUARE(x) ((x) * (x))
#define SWAP(a, b)      \
    do {                \
        int t = (a);    \
        (a) = (b);      \
        (b) = t;        \
    } while (0)

/* How it ends. */
enum outcome { DONE, FAILED = 4 };

struct node {
    int value;
    struct node *next;
};

union number {
    int whole;
    double real;
};

/* A callback. */
typedef int (*compare_fn)(const void *, const void *);

typedef struct {
    struct node *head;
    size_t length;
} list_t;

typedef enum { RED, GREEN } colour_t;

static const char *names[] = {"red", "green"};
int counter = 0, limit = MAX_ITEMS;
extern int debug;

static void free_node(struct node *node);
int list_length(const list_t *list);

/**
 * Makes a list.
 */
list_t *list_new(void)
{
    list_t *list = malloc(sizeof *list);
    if (list == NULL)
        return NULL;
    list->head = NULL;
    list->length = 0;
    return list;
}

static inline int
add(int a,
    int b)
{
    return a + b;
}

#ifdef DEBUG
static void trace(const char *message)
{
    fprintf(stderr, "%s {\n", message);
}
#else
static void trace(const char *message)
{
    (void) message;
}
#endif

// Chooses a function.
int (*choose(int n))(int, int)
{
    return n ? add : NULL;
}

char **words(void) { return NULL; }

int old_style(a, b)
    int a;
    int b;
{
    return a + b;
}

__attribute__((noreturn)) void stop(void)
{
    exit(1);
}

int main(int argc, char **argv)
{
    struct local { int x; } here = {1};
    trace(argv[0]);
    return here.x;
}

#ifndef LIST_EXTRA_H
#define LIST_EXTRA_H
#ifdef __cplusplus
extern "C" {
#endif

/* Inside an include guard, as in every header. */
struct pair {
    int first, *second;
    struct inner { int deep; } in;
    union { int whole; float real; };
    unsigned flag : 1;
    int (*call)(struct pair *);
};

enum level { LOW, HIGH };
enum { UNNAMED = 3 };
struct config { int port; } config;
extern char **environ;
static int grid[3][3];
void (*const hook)(void);
static void (*table[])(int) = { 0 };
void *(*allocate)(unsigned long);
typedef void visitor(struct pair *);
int (*pick(int n))(int, int);

#if defined(FAST)
int fast = 1;
#elif defined(SLOW)
union speed { int slow; };
#else
static int neither;
#endif

static int measure(void)
{
    int local = 0;
#ifdef DEBUG
    int also_local = 1;
#endif
    return local;
}

#ifdef __cplusplus
}
#endif
#endif
