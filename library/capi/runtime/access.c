// Access to blocks, which lie in the process's memory, and to the program's context. Functions that
// return a bool return true if they failed.

typedef unsigned char *lamina_raw; // memory that callers lend

typedef struct {
  bool debugging, profiling, logging;
  i32 threads;     // 0: as many as the machine has
  i64 limit;       // of the bytes in arrays; 0: what the machine has
  char *cache_file; // kept for callers that set it; nothing is compiled at run time
  i64 parameters[LAMINA_PARAMETERS + 1];
} lamina_config;

static void lamina_free_config(lamina_config *c) {
  free(c->cache_file);
  free(c);
}

// lamina_set replaces a text of a configuration.
static void lamina_set(char **to, const char *text) {
  free(*to);
  *to = text == NULL ? NULL : strdup(text);
}

static inline bool lamina_write(lamina_context *c, block to, i64 at, const void *from, i64 bytes) {
  (void)c;
  if (bytes > 0) memcpy(to + at, from, (size_t)bytes);
  return false;
}

static inline bool lamina_read(lamina_context *c, void *to, block from, i64 at, i64 bytes) {
  (void)c;
  if (bytes > 0) memcpy(to, from + at, (size_t)bytes);
  return false;
}

static inline bool lamina_move(lamina_context *c, block to, block from, i64 at, i64 bytes) {
  return lamina_read(c, to, from, at, bytes);
}

static inline bool lamina_zero(lamina_context *c, block to, i64 bytes) {
  (void)c;
  if (bytes > 0) memset(to, 0, (size_t)bytes);
  return false;
}

// lamina_borrow makes a block of a caller's memory.
static inline bool lamina_borrow(lamina_context *c, lamina_raw from, i64 bytes, block *to) {
  (void)c;
  *to = from;
  return from == NULL && bytes > 0;
}

static inline void lamina_return_borrowed(lamina_context *c, block b) {
  (void)c;
  (void)b;
}

static inline lamina_raw lamina_raw_of(block b) { return b; }

// lamina_is_lent tells whether results hold a caller's memory: blocks of that are copied before.
static inline bool lamina_is_lent(block b) {
  (void)b;
  return false;
}

#define LAMINA_COUNTS_LENT true // as borrowed memory has no count of references

static inline bool lamina_is_shared(block b) { return b != NULL && atomic_load_explicit(&lamina_header_of(b)->count, memory_order_relaxed) > 1; }
static inline bool lamina_is_same(block a, block b) { return a == b; }

// lamina_settle waits for what a run has started: nothing.
static inline bool lamina_settle(lamina_thread *t) {
  (void)t;
  return false;
}

// lamina_begin begins a call, and lamina_again tells whether one that failed is to be repeated with
// other versions: there is one version.
static inline void lamina_begin(lamina_thread *t) { (void)t; }

static inline bool lamina_again(lamina_thread *t) {
  (void)t;
  return false;
}

// lamina_tell_fault takes over why the device does not work: memory always does.
static inline char *lamina_tell_fault(lamina_context *c) {
  (void)c;
  return NULL;
}

static inline void lamina_driver_enter(lamina_context *c) { (void)c; }
static inline void lamina_driver_leave(lamina_context *c) { (void)c; }

static inline i64 lamina_most_heap(const lamina_context *c) { return c->limit; }

// lamina_adjust sets a tuning parameter, of which there are none.
static inline void lamina_adjust(lamina_context *c, i32 parameter, i64 kept) {
  (void)c;
  (void)parameter;
  (void)kept;
}

#define LAMINA_FAULT UINT32_MAX

static i64 lamina_machine_memory(void) {
  i64 pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  return pages > 0 && size > 0 && pages < INT64_MAX / size ? pages * size : (i64)1 << 46;
}

// lamina_context_of makes the context that a configuration describes; NULL if there is no memory.
static lamina_context *lamina_context_of(const lamina_config *config) {
  i64 threads = !LAMINA_PARALLEL ? 1 : config->threads > 0 ? config->threads : sysconf(_SC_NPROCESSORS_ONLN);
  if (threads > 1024) threads = 1024;
  return lamina_context_new((i32)threads, config->limit > 0 ? config->limit : lamina_machine_memory(), config->profiling);
}

#define LAMINA_KEPT_ARENAS 16 // how many arenas of small blocks stay between calls

// lamina_tidy_context gives small blocks back, if there are many or all are to go. None is in use.
static void lamina_tidy_context(lamina_context *c, bool all) {
  i64 arenas = 0;
  for (i32 i = 0; i < c->number_of_threads; i++) arenas += c->threads[i].number_of_arenas;
  if (arenas > (all ? 0 : LAMINA_KEPT_ARENAS)) lamina_trim(c);
}
