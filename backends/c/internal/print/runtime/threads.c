// Parallel loops. A launch deals the iterations out in chunks. Each thread has a range of
// chunks and takes them from its lower end; one that has none left steals the upper half of
// another's range.

// lamina_body runs iterations from one up to, but not including, another one. It returns true
// if an iteration failed, and has run all before that.
typedef bool lamina_body(lamina_thread *t, u32 path, i64 from, i64 to, const void *frame);

struct lamina_launch {
  lamina_body *body;
  const void *frame;
  u32 path;
  i64 total, chunk;
  i32 active;             // threads that work on it, besides the caller's
  _Atomic i64 failed_at;  // the first iteration of the lowest chunk that failed
  lamina_failure failure; // of that chunk
};

static i64 lamina_time(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (i64)now.tv_sec * 1000000000 + now.tv_nsec;
}

static i64 lamina_now(void) { return lamina_time(CLOCK_MONOTONIC); }

static inline u64 lamina_range(u32 from, u32 to) { return (u64)from << 32 | to; }

// lamina_next takes a chunk: the thread's own next one, or one that it steals. It returns -1
// if none is left.
static i64 lamina_next(lamina_thread *t) {
  lamina_context *c = t->context;
  u64 range = atomic_load_explicit(&t->range, memory_order_acquire);
  while ((u32)(range >> 32) < (u32)range) {
    u32 from = (u32)(range >> 32);
    if (atomic_compare_exchange_weak_explicit(&t->range, &range, lamina_range(from + 1, (u32)range), memory_order_acq_rel, memory_order_acquire)) return from;
  }
  i32 self = (i32)(t - c->threads);
  for (i32 i = 1; i < c->number_of_threads; i++) {
    lamina_thread *victim = &c->threads[(self + i) % c->number_of_threads];
    range = atomic_load_explicit(&victim->range, memory_order_acquire);
    while ((u32)(range >> 32) < (u32)range) {
      u32 from = (u32)(range >> 32), to = (u32)range, middle = from + (to - from) / 2;
      if (atomic_compare_exchange_weak_explicit(&victim->range, &range, lamina_range(from, middle), memory_order_acq_rel, memory_order_acquire)) {
        atomic_store_explicit(&t->range, lamina_range(middle + 1, to), memory_order_release);
        return middle;
      }
    }
  }
  return -1;
}

// lamina_work runs chunks while there are any. Chunks above one that failed are left out;
// those below it run, since one of them may fail, too.
static void lamina_work(lamina_thread *t, lamina_launch *l) {
  for (i64 chunk; (chunk = lamina_next(t)) >= 0;) {
    i64 from = chunk * l->chunk, to = l->total - from < l->chunk ? l->total : from + l->chunk;
    if (from > atomic_load_explicit(&l->failed_at, memory_order_relaxed)) continue;
    if (LAMINA_UNLIKELY(l->body(t, l->path, from, to, l->frame))) {
      pthread_mutex_lock(&t->context->lock);
      if (from < atomic_load_explicit(&l->failed_at, memory_order_relaxed)) {
        atomic_store_explicit(&l->failed_at, from, memory_order_relaxed);
        l->failure = t->failure;
      }
      pthread_mutex_unlock(&t->context->lock);
    }
  }
}

#define LAMINA_SPINS 2000 // how often a thread looks for work before it sleeps

// lamina_helper is what threads other than the caller's run.
static void *lamina_helper(void *argument) {
  lamina_thread *t = argument;
  lamina_context *c = t->context;
  u32 seen = 0;
  for (;;) {
    for (i32 i = 0; i < LAMINA_SPINS && atomic_load_explicit(&c->generation, memory_order_relaxed) == seen; i++) {
#if defined(__x86_64__) || defined(__i386__)
      __builtin_ia32_pause();
#endif
    }
    pthread_mutex_lock(&c->lock);
    while (!c->closing && (c->launch == NULL || atomic_load_explicit(&c->generation, memory_order_relaxed) == seen)) pthread_cond_wait(&c->work, &c->lock);
    if (c->closing) {
      pthread_mutex_unlock(&c->lock);
      return NULL;
    }
    lamina_launch *l = c->launch;
    seen = atomic_load_explicit(&c->generation, memory_order_relaxed);
    l->active++;
    pthread_mutex_unlock(&c->lock);
    lamina_work(t, l);
    pthread_mutex_lock(&c->lock);
    if (--l->active == 0) pthread_cond_signal(&c->done);
    pthread_mutex_unlock(&c->lock);
  }
}

// lamina_share runs a launch on all threads of the context.
static bool lamina_share(lamina_thread *t, lamina_launch *l) {
  lamina_context *c = t->context;
  i64 chunks = (l->total + l->chunk - 1) / l->chunk;
  for (i32 i = 0; i < c->number_of_threads; i++) {
    u32 from = (u32)(chunks * i / c->number_of_threads), to = (u32)(chunks * (i + 1) / c->number_of_threads);
    atomic_store_explicit(&c->threads[i].range, lamina_range(from, to), memory_order_relaxed);
  }
  atomic_init(&l->failed_at, INT64_MAX);
  pthread_mutex_lock(&c->lock);
  c->launch = l;
  atomic_fetch_add_explicit(&c->generation, 1, memory_order_relaxed);
  pthread_cond_broadcast(&c->work);
  pthread_mutex_unlock(&c->lock);
  lamina_work(t, l);
  pthread_mutex_lock(&c->lock);
  c->launch = NULL;
  while (l->active > 0) pthread_cond_wait(&c->done, &c->lock);
  pthread_mutex_unlock(&c->lock);
  if (atomic_load_explicit(&l->failed_at, memory_order_relaxed) == INT64_MAX) return false;
  t->failure = l->failure;
  return true;
}

#define LAMINA_WORTHWHILE 20000 // nanoseconds of a launch for which other threads are woken
#define LAMINA_CHUNK_TIME 10000 // the least nanoseconds of a chunk
#define LAMINA_UNKNOWN 512      // iterations of unknown cost for which they are woken
#define LAMINA_CHUNKS 32        // chunks for each thread, if they are not too short

// lamina_parallel runs the iterations from 0 up to total, total > 0, of a kernel. An iteration
// of a heavy one has loops.
static LAMINA_UNUSED __attribute__((noinline)) bool lamina_parallel(lamina_thread *t, u32 path, i32 kernel, bool heavy, i64 total, lamina_body *body, const void *frame) {
  lamina_context *c = t->context;
  t->launches++;
  i64 threads = c->number_of_threads;
  if (threads == 1 && !c->profile) return body(t, path, 0, total, frame);
  i64 cost = atomic_load_explicit(&c->cost[kernel], memory_order_relaxed), start = lamina_now();
  f64 expected = (f64)cost * (f64)total / 1000;
  bool failed, shared = threads > 1 && total > 1 && (cost > 0 ? expected >= LAMINA_WORTHWHILE : heavy || total >= LAMINA_UNKNOWN);
  if (shared) {
    i64 chunk = total / (threads * LAMINA_CHUNKS);
    if (cost > 0 && chunk < (i64)LAMINA_CHUNK_TIME * 1000 / cost) chunk = (i64)LAMINA_CHUNK_TIME * 1000 / cost;
    if (chunk > (total + threads - 1) / threads) chunk = (total + threads - 1) / threads;
    if (chunk >= 64) chunk = (chunk + 63) / 64 * 64; // whole lines of the cache
    if (chunk < total >> 30) chunk = total >> 30;    // chunks are counted in 32 bits
    lamina_launch l = {.body = body, .frame = frame, .path = path, .total = total, .chunk = chunk < 1 ? 1 : chunk};
    failed = lamina_share(t, &l);
  } else {
    failed = body(t, path, 0, total, frame);
  }
  i64 took = lamina_now() - start;
  f64 each = (f64)took * 1000 * (f64)(shared ? threads : 1) / (f64)total;
  if (!failed) atomic_store_explicit(&c->cost[kernel], each < 1 ? 1 : (i64)each, memory_order_relaxed);
  if (c->profile) {
    lamina_timing *timing = &c->timing[kernel];
    if (timing->count++ == 0) timing->first = c->timed++;
    timing->nanoseconds += took;
    timing->before += start - c->launched;
    c->launched = start + took;
  }
  return failed;
}

// lamina_points is the number of points of an index space; 0 if a count is not positive.
static LAMINA_UNUSED i64 lamina_points(i64 so_far, i64 count) {
  i64 product;
  if (so_far <= 0 || count <= 0) return 0;
  return __builtin_mul_overflow(so_far, count, &product) ? INT64_MAX : product;
}

static LAMINA_UNUSED void lamina_context_free(lamina_context *c) {
  pthread_mutex_lock(&c->lock);
  c->closing = true;
  pthread_cond_broadcast(&c->work);
  pthread_mutex_unlock(&c->lock);
  for (i32 i = 1; i < c->number_of_threads; i++) pthread_join(c->threads[i].handle, NULL);
  lamina_trim(c);
  lamina_clear_cache(c);
  pthread_mutex_destroy(&c->memory);
  pthread_mutex_destroy(&c->lock);
  pthread_cond_destroy(&c->work);
  pthread_cond_destroy(&c->done);
  free(c->threads);
  free(c);
}

// lamina_context_new makes a context of at most so many threads, at least one, and so many
// bytes in blocks. It returns NULL if there is no memory for it. If the system lacks threads,
// the context has fewer.
static LAMINA_UNUSED lamina_context *lamina_context_new(i32 threads, i64 limit, bool profile) {
  lamina_context *c = calloc(1, sizeof *c);
  if (c == NULL) return NULL;
  void *room = NULL;
  if (threads < 1) threads = 1;
  if (posix_memalign(&room, 64, (size_t)threads * sizeof *c->threads) != 0) {
    free(c);
    return NULL;
  }
  memset(room, 0, (size_t)threads * sizeof *c->threads);
  c->threads = room;
  c->limit = limit;
  c->profile = profile;
  pthread_mutex_init(&c->memory, NULL);
  pthread_mutex_init(&c->lock, NULL);
  pthread_cond_init(&c->work, NULL);
  pthread_cond_init(&c->done, NULL);
  for (i32 i = 0; i < threads; i++) c->threads[i].context = c;
  // Threads wait for the lock until their number is known.
  pthread_mutex_lock(&c->lock);
  c->number_of_threads = 1;
  while (c->number_of_threads < threads && pthread_create(&c->threads[c->number_of_threads].handle, NULL, lamina_helper, &c->threads[c->number_of_threads]) == 0) c->number_of_threads++;
  pthread_mutex_unlock(&c->lock);
  return c;
}
