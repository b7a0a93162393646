// Blocks. The bytes before a block's first are its header. Each variable that holds a block
// counts; the last one frees it.

typedef struct {
  _Atomic i32 count;
  u32 class; // of a small block, else 0
  i64 bytes; // as asked for
  i64 room;  // of a large block: the bytes that it has
  block next;
} lamina_header;

#define LAMINA_HEADER 32
#define LAMINA_LARGE_HEADER 64 // so that large blocks begin at a line of the cache
#define LAMINA_CACHE ((i64)256 << 20)
_Static_assert(sizeof(lamina_header) <= LAMINA_HEADER, "the header of a block fits");

static inline lamina_header *lamina_header_of(block b) { return (lamina_header *)(void *)(b - LAMINA_HEADER); }

// lamina_take counts bytes as used, unless that exceeds the limit.
static bool lamina_take(lamina_context *c, i64 bytes) {
  i64 used = atomic_fetch_add_explicit(&c->used, bytes, memory_order_relaxed) + bytes;
  if (used > c->limit) {
    atomic_fetch_sub_explicit(&c->used, bytes, memory_order_relaxed);
    return false;
  }
  i64 peak = atomic_load_explicit(&c->peak, memory_order_relaxed);
  while (used > peak && !atomic_compare_exchange_weak_explicit(&c->peak, &peak, used, memory_order_relaxed, memory_order_relaxed)) {
  }
  return true;
}

static void lamina_give_back(lamina_context *c, i64 bytes) {
  atomic_fetch_sub_explicit(&c->used, bytes, memory_order_relaxed);
}

static void lamina_free_large(block b) { free(b - LAMINA_LARGE_HEADER); }

// lamina_clear_cache frees the blocks that are kept for reuse.
static void lamina_clear_cache(lamina_context *c) {
  pthread_mutex_lock(&c->memory);
  for (i32 i = 0; i < c->number_cached; i++) lamina_free_large(c->cached[i]);
  c->number_cached = 0;
  c->bytes_cached = 0;
  pthread_mutex_unlock(&c->memory);
}

// lamina_reuse takes the smallest block from the cache that has room, and not too much of it.
static block lamina_reuse(lamina_context *c, i64 room) {
  block best = NULL;
  pthread_mutex_lock(&c->memory);
  i32 at = -1;
  for (i32 i = 0; i < c->number_cached; i++) {
    i64 has = lamina_header_of(c->cached[i])->room;
    if (has >= room && has - room <= room / 4 && (at < 0 || has < lamina_header_of(c->cached[at])->room)) at = i;
  }
  if (at >= 0) {
    best = c->cached[at];
    c->cached[at] = c->cached[--c->number_cached];
    c->bytes_cached -= lamina_header_of(best)->room;
  }
  pthread_mutex_unlock(&c->memory);
  return best;
}

// lamina_keep frees a large block, or keeps it for reuse.
static void lamina_keep(lamina_context *c, block b) {
  i64 room = lamina_header_of(b)->room;
  pthread_mutex_lock(&c->memory);
  bool kept = c->number_cached < LAMINA_CACHED && c->bytes_cached + room <= LAMINA_CACHE;
  if (kept) {
    c->cached[c->number_cached++] = b;
    c->bytes_cached += room;
  }
  pthread_mutex_unlock(&c->memory);
  if (!kept) lamina_free_large(b);
}

// lamina_large allocates a large block; NULL if there is no room.
static block lamina_large(lamina_context *c, i64 bytes) {
  if (bytes < 0 || bytes > c->limit) return NULL;
  i64 room = (bytes + 63) / 64 * 64;
  if (!lamina_take(c, room)) return NULL;
  block b = lamina_reuse(c, room);
  if (b == NULL) {
    void *start = NULL;
    if (posix_memalign(&start, 64, (size_t)(room + LAMINA_LARGE_HEADER)) != 0) {
      lamina_clear_cache(c);
      if (posix_memalign(&start, 64, (size_t)(room + LAMINA_LARGE_HEADER)) != 0) {
        lamina_give_back(c, room);
        return NULL;
      }
    }
    b = (block)start + LAMINA_LARGE_HEADER;
    lamina_header_of(b)->room = room;
  } else {
    lamina_give_back(c, room);
    room = lamina_header_of(b)->room;
    (void)lamina_take(c, room); // it exceeds the limit by a quarter of the block at most
  }
  lamina_header *h = lamina_header_of(b);
  atomic_init(&h->count, 1);
  h->class = 0;
  h->bytes = bytes;
  return b;
}

// lamina_small cuts a block of a class from the thread's arena.
static __attribute__((noinline)) block lamina_small(lamina_thread *t, u32 class) {
  i64 size = (i64)1 << class;
  if (t->arena_end - t->arena < size) {
    block arena = lamina_large(t->context, LAMINA_ARENA);
    if (arena == NULL) return NULL;
    lamina_header_of(arena)->next = t->arenas;
    t->arenas = arena;
    t->number_of_arenas++;
    t->arena = arena;
    t->arena_end = arena + LAMINA_ARENA;
  }
  block b = t->arena + LAMINA_HEADER;
  t->arena += size;
  lamina_header_of(b)->class = class;
  return b;
}

static LAMINA_UNUSED __attribute__((cold, noinline)) block lamina_no_room(lamina_thread *t, i64 bytes, u32 site, u32 path) {
  u64 value = (u64)bytes;
  (void)lamina_fail(t, site, path, 1, &value);
  return NULL;
}

// lamina_alloc makes a block that one variable holds. It returns NULL, and notes the failure,
// if there is no room.
static inline LAMINA_UNUSED block lamina_alloc(lamina_thread *t, i64 bytes, u32 site, u32 path) {
  block b;
  t->blocks++;
  if ((u64)bytes > (1 << LAMINA_MOST_CLASS) - LAMINA_HEADER) {
    b = lamina_large(t->context, bytes);
    return LAMINA_UNLIKELY(b == NULL) ? lamina_no_room(t, bytes, site, path) : b;
  }
  u32 class = 64 - (u32)__builtin_clzll((u64)(bytes + LAMINA_HEADER - 1) | ((1 << LAMINA_LEAST_CLASS) - 1));
  b = t->unused[class];
  if (b != NULL) {
    t->unused[class] = lamina_header_of(b)->next;
  } else {
    b = lamina_small(t, class);
    if (LAMINA_UNLIKELY(b == NULL)) return lamina_no_room(t, bytes, site, path);
  }
  lamina_header *h = lamina_header_of(b);
  atomic_store_explicit(&h->count, 1, memory_order_relaxed);
  h->bytes = bytes;
  return b;
}

static inline LAMINA_UNUSED void lamina_retain(block b) {
  if (b != NULL) atomic_fetch_add_explicit(&lamina_header_of(b)->count, 1, memory_order_relaxed);
}

static __attribute__((noinline)) void lamina_free(lamina_thread *t, block b) {
  lamina_header *h = lamina_header_of(b);
  if (h->class != 0) {
    h->next = t->unused[h->class];
    t->unused[h->class] = b;
    return;
  }
  lamina_give_back(t->context, h->room);
  lamina_keep(t->context, b);
}

// lamina_release lets go of what a variable holds, if it holds anything.
static inline LAMINA_UNUSED void lamina_release(lamina_thread *t, block b) {
  if (b == NULL) return;
  lamina_header *h = lamina_header_of(b);
  // Who is the only one to hold a block needs no atomic operation.
  if (atomic_load_explicit(&h->count, memory_order_acquire) == 1 || atomic_fetch_sub_explicit(&h->count, 1, memory_order_acq_rel) == 1) lamina_free(t, b);
}

// lamina_alloc_kept gives a variable the block that an allocation made before, if nothing but own holds that and it has room
// for the bytes; else it lets go of it and makes another. NULL as for lamina_alloc.
static inline LAMINA_UNUSED block lamina_alloc_kept(lamina_thread *t, block *own, i64 bytes, u32 site, u32 path) {
  block b = *own;
  if (b == NULL || atomic_load_explicit(&lamina_header_of(b)->count, memory_order_acquire) != 1 || (u64)lamina_header_of(b)->bytes < (u64)bytes) {
    lamina_release(t, b);
    *own = NULL;
    *own = b = lamina_alloc(t, bytes, site, path);
    if (LAMINA_UNLIKELY(b == NULL)) return NULL;
    t->blocks--; // the launch counts it
  }
  atomic_store_explicit(&lamina_header_of(b)->count, 2, memory_order_relaxed);
  return b;
}

// lamina_trim frees the arenas. No small block may be in use.
static void lamina_trim(lamina_context *c) {
  for (i32 i = 0; i < c->number_of_threads; i++) {
    lamina_thread *t = &c->threads[i];
    while (t->arenas != NULL) {
      block arena = t->arenas;
      t->arenas = lamina_header_of(arena)->next;
      lamina_give_back(c, lamina_header_of(arena)->room);
      lamina_keep(c, arena);
    }
    t->arena = t->arena_end = NULL;
    t->number_of_arenas = 0;
    memset(t->unused, 0, sizeof t->unused);
  }
}
