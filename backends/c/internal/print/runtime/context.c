// A block of memory, by its first byte; NULL is no block. Blocks hold arrays of any type.
typedef u8 *block;

// A context: threads, and the memory of a program's runs. Different contexts have nothing in
// common; a context runs one entry point at a time.

// lamina_failure says why a run ended early.
typedef struct {
  u32 site;                   // the place, counting from 1; 0 while nothing failed
  u32 path;                   // which calls led to it
  u64 values[LAMINA_VALUES];  // the values in its message; the size of a block, in bytes
} lamina_failure;

typedef struct lamina_context lamina_context;
typedef struct lamina_launch lamina_launch;

#define LAMINA_LEAST_CLASS 6   // small blocks have 2^6 bytes to 2^13, headers included
#define LAMINA_MOST_CLASS 13
#define LAMINA_ARENA (128 << 10) // a thread cuts small blocks from arenas of that size

// lamina_thread is what belongs to one thread.
typedef struct {
  lamina_context *context;
  lamina_failure failure;
  i64 copies, bytes_copied, launches, blocks; // counts, for reports
  block unused[LAMINA_MOST_CLASS + 1];        // lists of small blocks, by class
  u8 *arena, *arena_end;                      // what is left of the last arena
  block arenas;                               // all of them, linked
  i64 number_of_arenas;
  pthread_t handle;
  alignas(64) _Atomic u64 range; // the chunks that are left of the thread's part of a launch
  u8 padding[56];
} lamina_thread;

#define LAMINA_CACHED 32 // how many large blocks are kept for reuse

// lamina_timing is the time spent in a kernel, and outside of kernels before its launches.
typedef struct {
  i64 count, nanoseconds, first, before;
} lamina_timing;

struct lamina_context {
  lamina_thread *threads; // the first is the caller's
  i32 number_of_threads;
  bool profile;
  i64 limit; // of the bytes in blocks
  _Atomic i64 used, peak;
  pthread_mutex_t memory; // protects what follows
  block cached[LAMINA_CACHED];
  i32 number_cached;
  i64 bytes_cached;
  pthread_mutex_t lock; // protects what follows
  pthread_cond_t work, done;
  lamina_launch *launch;
  _Atomic u32 generation; // of launches
  bool closing;
  _Atomic i64 cost[LAMINA_KERNELS]; // picoseconds per iteration, as last measured
  lamina_timing timing[LAMINA_KERNELS];
  i64 timed, launched; // kernels so far; when the last launch ended, or the call began
};

// lamina_fail notes a failure. It returns true, as functions that failed do.
static LAMINA_UNUSED __attribute__((cold, noinline)) bool lamina_fail(lamina_thread *t, u32 site, u32 path, u32 count, const u64 *values) {
  t->failure.site = site;
  t->failure.path = path;
  for (u32 i = 0; i < count && i < LAMINA_VALUES; i++) t->failure.values[i] = values[i];
  return true;
}
